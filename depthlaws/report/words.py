"""Words of the field under which a search finds statements that say it in other words."""

import re

# What readers type, and a pattern of the sentences that are about it.
WORDS = {
    "edge of stability": r"\bsharpness\b|2-cycle|period.doubl|\boscillat|eta S\b",
    "catapult": r"2-cycle|overshoot",
    "adamw": r"\badam",
    "weight decay": r"\bdecay",
    "lambert w": r"\blambert|\bW\(|\bW_0",
    "ntk": r"tangent|\bkernel",
    "hyperparameter transfer": r"\btransfer|best learning rate|eta\*",
    "universal transformer weight tying recurrent": r"\bloops?\b|looped|tied",
    "residual connection resnet": r"\bskip|residual|branch",
    "layer norm layernorm rmsnorm": r"\bLN\b|normalis",
    "initialization init": r"initialisation|at the start",
    "backprop bp": r"backpropagation|\bBP\b",
    "ill-conditioned hessian": r"condition number|conditioning|hessian|sharpness",
    "stable stability explode": r"\bbound(?:ed|s)?\b",
    "gradient flow": r"\bflow\b",
}


def field_words(text: str) -> str:
    """Return the words of the field that a text is about, beyond its own."""
    about = [w for w, pattern in WORDS.items() if re.search(pattern, text, re.IGNORECASE)]
    return " ".join(about).lower()
