"""Names of symbols and theorems in Coq."""

import re

# Words of Coq, and names that a statement itself needs; a quote is added to a symbol of that name.
TAKEN = (
    "as", "at", "by", "cofix", "else", "end", "exists", "exists2", "fix", "for", "forall",
    "fun", "if", "IF", "in", "is", "let", "match", "mod", "of", "return", "Set", "Prop",
    "Type", "SProp", "then", "using", "where", "with", "R", "Z", "nat", "sum", "exp", "ln",
    "sin", "cos", "atan", "sinh", "cosh", "tanh", "asin", "acos", "Rabs", "Rmax", "Rmin",
    "sqrt", "Rpower", "powerRZ", "IZR", "PI", "True", "False", "not", "and", "or", "iff",
    "eq", "le", "lt", "gaussian_vector", "gaussian_matrix",
    "is_derive", "is_derive_n", "Derive", "Derive_n", "is_lim", "p_infty", "m_infty",
    "filterlim", "at_right", "at_left", "locally", "is_RInt",
)  # fmt: skip
NAME = re.compile(r"[^a-z0-9]")


def name_of(text: str) -> str:
    """Name of a symbol in Coq."""
    return f"{text}'" if text in TAKEN else text


def theorem_of(claim: str) -> str:
    """Name of the theorem of a claim: PC-E5 has claim_pc_e5."""
    return f"claim_{NAME.sub('_', claim.lower())}"
