"""Search over the sentences of formulas, claims, figures and questions."""

import re
from collections.abc import Mapping, Sequence

FILLERS = re.compile(
    r"(a|an|and|are|as|at|by|can|do|does|for|from|how|i|if|in|is|it|my|of|on|or|should|that|the|to"
    r"|what|when|where|which|why|with)"
)
OTHER_WORDS = {  # of trainers, and what the papers call it
    "edge of stability": ("largest stable learning rate", "largest learning rate", "sharpness"),
    "lr": ("learning rate",),
    "resnet": ("residual",),
    "mlp": ("plain",),
    "depth transfer": ("depth, learning rate",),
    "weight tying": ("tied",),
    "weight sharing": ("tied",),
    "recurrent": ("looped",),
}


def matching(words: str, texts: Mapping[str, str]) -> list[str]:
    """Names of the texts that hold the words: as one phrase first, then all words, then most.

    >>> texts = {"a": "The rate is $L^{-3/2}$.", "b": "The rate grows.", "c": "Nothing."}
    >>> matching("why -3/2", texts), matching("rate", texts), matching("rate grows", texts)
    (['a'], ['a', 'b'], ['b'])
    """
    asked = _plain(words)
    alternatives = [asked, *(o for w, others in OTHER_WORDS.items() if w in asked for o in others)]
    plain = {name: _plain(text) for name, text in texts.items()}
    names = [n for phrase in alternatives for n, text in plain.items() if phrase in text]
    names += [n for phrase in alternatives for n, text in plain.items() if _all_in(phrase, text)]
    if not names:
        terms = _terms(asked)
        counts = {n: sum(term in text for term in terms) for n, text in plain.items()}
        most = max(counts.values(), default=0)
        names = [n for n, count in counts.items() if count == most and 2 * count >= len(terms)]
    return list(dict.fromkeys(names))


def _plain(text: str) -> str:
    """Lower case without the mark-up of LaTeX: L^-3/2 for L^{-3/2} and L^(-3/2)."""
    bare = re.sub(r"[${}\\()]", "", text.lower().replace("\u2212", "-"))
    return " ".join(bare.split())


def _terms(phrase: str) -> Sequence[str]:
    """Words that matter, without their plural s."""
    words = [word.strip(",.;:?!\"'") for word in phrase.split()]
    kept = [word for word in words if word and not FILLERS.fullmatch(word)] or words
    return [word.removesuffix("s") if len(word) > 3 else word for word in kept]


def _all_in(phrase: str, text: str) -> bool:
    return all(term in text for term in _terms(phrase))
