"""One closed form as a record: domain, code, arrays, multiple precision, certified balls."""
