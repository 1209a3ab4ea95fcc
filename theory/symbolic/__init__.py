"""One closed form as a record: arrays, multiple precision, certified balls, LaTeX."""
