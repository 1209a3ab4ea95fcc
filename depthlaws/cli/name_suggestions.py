"""Suggestions for mistyped names: the nearest known names, and synonyms of options."""

import difflib
import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

import click

AFTER_JSON = "depthlaws.after_json"  # key of the word after a bare --json
MIN_LIKENESS = 0.65  # of a name that counts as near: 'nope' is not near 'looped'
MAX_LISTED_NAMES = 40  # names in an error; of more only the nearest
SYNONYMS = (  # names that users of other programs type for one option
    ("learning-rate", "lr", "eta", "rate"),
    ("weight-decay", "wd", "decay"),
    ("adam-epsilon", "epsilon", "adam-eps", "eps"),
    ("eps", "epsilon", "branch-scale", "scale", "residual-scale", "multiplier"),
    ("multiplier", "branch-multiplier", "residual-multiplier"),
    ("init-std", "std", "sigma", "init-scale", "initializer-range"),
    ("layers", "depth", "num-layers", "n-layers", "n-layer", "num-hidden-layers", "L"),
    ("depth", "layers", "num-layers", "n-layers", "L"),
    ("to-layers", "to-depth", "to-L", "target-layers", "target-depth"),
    ("loops", "num-loops", "n-loops", "loop", "recurrences", "N"),
    ("N", "loops", "num-loops", "n-loops", "loop", "recurrences"),
    ("L", "layers", "depth", "num-layers", "n-layers"),
    ("to-loops", "to-n", "target-loops"),
    ("width", "d-model", "hidden-size", "hidden", "dim", "d", "n-embd", "N"),
    ("to-width", "to-d-model", "to-hidden-size", "target-width"),
    ("optimizer", "opt", "optim"),
    ("law", "laws", "parametrization", "parameterization", "rule"),
    ("trainer", "framework", "export"),
    ("activation", "act", "phi", "nonlinearity"),
    ("seeds", "num-seeds", "n-seeds", "replicates"),
    ("samples", "num-samples", "n-samples", "networks", "replicates"),
    ("seed-column", "seed", "run"),
    ("size", "x", "width", "axis"),
    ("value", "y", "column", "quantity"),
    ("store", "folder", "out-dir", "output"),
    ("out", "output", "file"),
    ("jobs", "workers", "processes", "n-jobs", "j"),
    ("cluster", "scheduler", "dask"),
    ("format", "form", "output-format"),
)
OPTIONS_WITHOUT_LAW = (  # words for what no law of transfer covers
    *("batch-size", "batch", "schedule", "warmup", "warm-up", "betas", "beta1", "beta2"),
    *("momentum", "steps", "tokens", "dropout"),
)


def unknown(
    kind: str, name: str, known: Iterable[str], *, shown: str = "`depthlaws list` shows them all"
) -> click.UsageError:
    """Return an error with the nearest three names, or with all names when none is near.

    ``shown`` says where to read the names if they are too many to list.
    """
    names = list(known)
    by_lower = {other.lower(): other for other in names}
    matches = difflib.get_close_matches(name.lower(), by_lower, n=3, cutoff=MIN_LIKENESS)
    near = [by_lower[match] for match in matches]
    if near:
        hint = f"; the nearest are: {', '.join(near)}"
    elif len(names) <= MAX_LISTED_NAMES:
        hint = f"; there are: {', '.join(names)}"
    else:
        hint = f"; no name is near, {shown}"
    context = click.get_current_context(silent=True)
    if context and context.meta.get(AFTER_JSON) == name:
        hint += json_hint(name)
    return click.UsageError(f"unknown {kind} {name!r}{hint}")


def json_hint(word: str) -> str:
    """Return the remark on a word after ``--json`` that does not look like its file."""
    return f" (a file for --json ends in .json: --json {word.rpartition('.')[0] or word}.json)"


def unknown_option_message(error: click.NoSuchOption) -> str:
    """Return the message on an unknown option, with our name for it if it is a synonym."""
    typed = error.option_name.lstrip("-").replace("_", "-").lower()
    groups = [names for names in SYNONYMS if typed in map(str.lower, names)]
    context = error.ctx
    known = [o for p in context.command.get_params(context) for o in p.opts] if context else []
    ours = [name for names in groups for name in names if f"--{name}" in known]
    if ours:
        return f"no option {error.option_name!r}; it is --{ours[0]} here"
    if typed in OPTIONS_WITHOUT_LAW and "--law" in known:
        return f"no option {error.option_name!r}: no law here covers it; leave it as it is"
    flags = [flag for flag in known if flag.startswith("--")]
    near = difflib.get_close_matches(f"--{typed}", flags, n=3, cutoff=MIN_LIKENESS)
    hint = f"the nearest are: {', '.join(near)}" if near else "--help shows all options"
    return f"no option {error.option_name!r}; {hint}"


_OF_CLICK = (  # sentences of Click about a value, and ours
    (r"(?P<got>.*) is not a valid (float|number)\.?", "must be a number such as 0.5, got {got}"),
    (r"(?P<got>.*) is not a valid (integer|int).*", "must be a whole number, got {got}"),
    (r"(?P<got>.*) is not one of (?P<all>.*?)\.?", "must be one of {all}, got {got}"),
    (r"(File|Path) (?P<got>.*) does not exist\.?", "there is no file {got}; give the path of one"),
    (r"(File|Path) (?P<got>.*) is a directory\.?", "{got} is a folder; give a file in it"),
    (r"(File|Path) (?P<got>.*) is not readable\.?", "{got} cannot be read; give one that can"),
)


def bad_value_message(error: click.BadParameter) -> str:
    """Return the message on a value that an option refuses: what is allowed, and the value."""
    message = error.message
    for pattern, ours in _OF_CLICK:
        if match := re.fullmatch(pattern, message, re.DOTALL):
            parts = match.groupdict()
            message = ours.format(**parts | {"all": (parts.get("all") or "").replace("'", "")})
            break
    parameter = error.param
    if parameter is None or parameter.name is None:
        return error.format_message()
    flags = [flag for flag in parameter.opts if flag.startswith("--")]
    return f"{flags[0] if flags else parameter.human_readable_name}: {message}"


def named(kind: str, name: str, known: Iterable[str], **hint: str) -> str:
    """Return the known name that is meant, in whatever case it is typed."""
    names = list(known)
    same = [k for k in names if k.lower() == name.lower()]
    if name in names or len(same) == 1:
        return name if name in names else same[0]
    raise unknown(kind, name, names, **hint)


def all_named(kind: str, patterns: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the known names that are meant, each once; ``chain-*`` means all that match."""
    names, chosen = list(known), {}
    for pattern in patterns:
        if any(c in pattern for c in "*?["):
            matching = [n for n in names if fnmatchcase(n.lower(), pattern.lower())]
            if not matching:
                raise unknown(kind, pattern, names)
            chosen |= dict.fromkeys(matching)
        else:
            chosen[named(kind, pattern, names)] = None
    return list(chosen)
