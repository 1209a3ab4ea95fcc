"""Names as people type them: the nearest known ones, and what others call an option."""

import difflib
from collections.abc import Iterable
from fnmatch import fnmatchcase

import click

AFTER_JSON = "depthlaws.after_json"  # key of the word after a bare --json
SHORT_LIST = 40  # names that an error still lists
ALIKE = (  # words that people type for the same option; commands differ in which they have
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
UNSAID = ("batch-size", "batch", "schedule", "warmup", "warm-up", "betas", "beta1", "beta2",
          "momentum", "steps", "tokens", "dropout")  # fmt: skip


def unknown(
    kind: str, name: str, known: Iterable[str], *, shown: str = "`depthlaws list` shows them all"
) -> click.UsageError:
    """Error that suggests the nearest three names, or lists all when none is near.

    ``shown`` says where they stand when they are too many to list.
    """
    names = list(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if near:
        hint = f"; the nearest are: {', '.join(near)}"
    elif len(names) <= SHORT_LIST:
        hint = f"; there are: {', '.join(names)}"
    else:
        hint = f"; none of {len(names)} is near, {shown}"
    context = click.get_current_context(silent=True)
    if context and context.meta.get(AFTER_JSON) == name:
        hint += f" (a file for --json ends in .json: --json {name}.json)"
    return click.UsageError(f"unknown {kind} {name!r}{hint}")


def meant(error: click.NoSuchOption) -> str:
    """Say which option was meant, where others call it otherwise than we do."""
    guess = error.option_name.lstrip("-").replace("_", "-").lower()
    alike = [names for names in ALIKE if guess in map(str.lower, names)]
    context = error.ctx
    known = [o for p in context.command.get_params(context) for o in p.opts] if context else []
    right = [name for names in alike for name in names if f"--{name}" in known]
    if right:
        return f"no option {error.option_name!r}; it is --{right[0]} here"
    if guess in UNSAID and "--law" in known:
        return f"no option {error.option_name!r}: no law here speaks of it, keep what you have"
    return error.format_message()


def named(kind: str, name: str, known: Iterable[str]) -> str:
    """Known name that was meant, in whatever case it was typed."""
    names = list(known)
    same = [k for k in names if k.lower() == name.lower()]
    if name in names or len(same) == 1:
        return name if name in names else same[0]
    raise unknown(kind, name, names)


def all_named(kind: str, patterns: Iterable[str], known: Iterable[str]) -> list[str]:
    """Known names that were meant, ``chain-*`` for all that match. Each once, in order."""
    names, found = list(known), {}
    for pattern in patterns:
        if any(c in pattern for c in "*?["):
            matching = [n for n in names if fnmatchcase(n.lower(), pattern.lower())]
            if not matching:
                raise unknown(kind, pattern, names)
            found |= dict.fromkeys(matching)
        else:
            found[named(kind, pattern, names)] = None
    return list(found)
