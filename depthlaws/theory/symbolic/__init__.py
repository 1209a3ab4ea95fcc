"""A closed form as one record: domain, float code, arrays, multiple precision, certified balls."""
