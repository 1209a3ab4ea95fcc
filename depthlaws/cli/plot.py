"""Plots of answers in the style of the figures: curves over a range, matrices as maps."""

import io
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from depthlaws.base.arguments import parameters
from depthlaws.base.files import replacing
from depthlaws.cli.grid import Answers
from depthlaws.cli.plot_axes import Scale, plain_number, set_round_ticks, set_scale
from depthlaws.cli.plot_curves import Curve, Panel, fill, listed, looks, panels, x_name
from depthlaws.figures.engine import style, venues

WIDTH = venues.VENUES["neurips"]  # inches
SINGLE_HEIGHT = 3.0  # inches of a panel that is alone
LEGEND_LINE = 0.125  # inches of a line of a legend beside a panel
LABEL_LENGTH = 1.8  # inches of the label of its y axis
ROW_HEIGHT = 1.6  # inches of a row of panels
MAX_STACKED = 3  # panels in one column; more are drawn in two
LETTERS_PER_INCH = 15.0  # of a label
TITLE_LETTERS_PER_INCH = 13.6
MAX_LABEL_LINES = 3
MAX_FIXED = 24  # letters of a fixed value in the title; a longer one is left out
CLAUSE_ENDS = (";", " (", ",", ":")  # where a label that is too long may end, the best first
Measured = Mapping[Any, tuple[np.ndarray, np.ndarray]]


class Drawn(Figure):
    """A figure that shows itself in a notebook."""

    def _repr_png_(self) -> bytes:
        content = io.BytesIO()
        with style.house():
            self.savefig(content, format="png", dpi=venues.DPI["png"])
        return content.getvalue()


def over(question: str | Callable[..., Any], /, **given: Any) -> Drawn:
    """Draw the answers to a question over a range of values; a notebook shows the figure.

    Parameters
    ----------
    question : str or callable
        Function of the theory, or a name that ``depthlaws whatif`` takes.
    **given
        Arguments of the function by name. Lists and ranges vary.

    Returns
    -------
    matplotlib.figure.Figure
        One panel per part of the answer, against the first argument that varies. Lines and filled
        markers are exact values, bars are errors; infinity is at the edge, behind a break.

    Raises
    ------
    ValueError
        If nothing varies and no answer is an array; and what the function raises.
    UnknownNameError
        If there is no such question; the message has the nearest names.
    TypeError
        For an argument that the function does not have.

    Examples
    --------
    >>> from depthlaws import plot
    >>> drawn = plot.over("chain.max_learning_rate", L=range(1, 65), mu_yx=2.0, mu_xx=1.0)
    >>> drawn.axes[0].get_xlabel()[:2]
    'L:'
    """
    from depthlaws.cli import grid
    from depthlaws.cli.help_texts import answer_help, argument_help, summary
    from depthlaws.cli.questions import question as named
    from depthlaws.cli.questions import questions
    from depthlaws.theory.symbolic.registry import UnknownNameError

    function: Any = question
    if isinstance(question, str):
        function = named(question) or questions().get(question)
        if function is None:
            raise UnknownNameError("question", question, questions())
    values = {
        name: [*value] if isinstance(value, (list, tuple, range, np.ndarray)) else [value]
        for name, value in given.items()
    }
    name = question if isinstance(question, str) else getattr(function, "__name__", "")
    records = {p.name: p.record for p in parameters(function)}
    for argument in given.keys() - records.keys():
        msg = f"{name} has no argument {argument!r}; it has {', '.join(records)}"
        raise TypeError(msg)
    return figure(
        grid.answers(name, function, values),
        says=summary(function),
        meaning=lambda argument: argument_help(function, argument, records.get(argument)),
        quantity=lambda part: answer_help(function, part),
        arguments=records,
    )


def save(drawn: Figure, path: Path) -> None:
    """Write a figure atomically. Raises: OSError naming the file."""
    from depthlaws.figures.engine import svg

    form = path.suffix[1:].lower()
    made_by = {("Software" if form == "png" else "Creator"): "depthlaws"}  # marks it as ours
    with style.house(), svg.as_text(), replacing(path) as part:
        drawn.savefig(part, format=form, dpi=venues.DPI["png"], metadata=made_by)


def figure(
    answers: Answers,
    *,
    says: str = "",
    meaning: Callable[[str], str],
    quantity: Callable[[str], str] = lambda _: "",
    arguments: Collection[str] = (),
    finding: str = "",
    theory: str = "exact",
) -> Drawn:
    """Draw every numeric part of the answers against the first option that varies.

    Where nothing varies, arrays are drawn against their indices. The ``meaning`` of an option and
    of a ``quantity`` label the axes; parts of the answer that repeat ``arguments`` are left out.
    The title is the ``finding``, or what the question ``says``; ``theory`` names the lines where
    simulated values stand beside them.
    Raises: ValueError if there is nothing to draw.
    """
    drawn = panels(answers, arguments) if answers.axes else []
    maps = {} if answers.axes else _arrays(answers)
    if not drawn and not maps:
        parts = ", ".join(answers.fields)
        against = answers.axes[0] if answers.axes else "nothing"
        msg = (
            "a plot (--plot) needs numbers over an option with more than one value, for example "
            f"--L 1:64 or L=range(1, 65), or an array; got {parts} against {against}"
        )
        raise ValueError(msg)
    fixed = ", ".join(
        f"{n} = {_short(v)}" for n, v in answers.fixed.items() if len(_short(v)) <= MAX_FIXED
    )
    title = finding or _noun(says or answers.question)
    title += f" ({fixed})" if fixed else ""
    with style.house():
        canvas, axes = _canvas(len(drawn) or len(maps), title)
        if drawn:
            x = x_name(answers)
            labels = _named(x, meaning(x).partition(";")[0]), answers.question
            _draw_panels(canvas, axes, drawn, labels, quantity, theory)
        else:
            for panel, (name, values) in zip(axes, maps.items(), strict=True):
                means = quantity(name.partition("[")[0]) or answers.question
                _draw_array(panel, values, means if name == "value" else _named(name, means))
    return canvas


def slopes(measured: Measured, checks: Mapping[Any, Any], size: str, value: str) -> Drawn:
    """Draw a coordinate check: measurements as markers, expected slopes as lines.

    ``measured`` has sizes (size,) and values (seed, size) of each group, NaN for a missing cell,
    ``checks`` its result. Bars reach from the least to the greatest seed.
    """
    expected = sorted({float(check.expected) + 0.0 for check in checks.values()})
    slope = f"slope {expected[0]:g}" if len(expected) == 1 else "slopes"
    counts = Counter(check.verdict for check in checks.values())
    verdicts = ", ".join(f"{n} {verdict}" for verdict, n in counts.most_common())
    with style.house():
        title = f"{verdicts}: markers are measured, lines have the expected {slope}"
        canvas, (axes,) = _canvas(1, title)
        names = {group: name or value for group, name in _without_repeats([*measured]).items()}
        styles, handles = looks([*names.values()]), []
        for group, (sizes, values) in measured.items():
            check, look = checks[group], styles[names[group]]
            mean = np.exp(np.nanmean(np.log(values), axis=0))
            label = f"{names[group]}: slope {check.slope:.3f}, {check.verdict}"
            ends = [mean - np.nanmin(values, axis=0), np.nanmax(values, axis=0) - mean]
            axes.errorbar(sizes, mean, np.maximum(ends, 0), **style.bars(look))
            middle = np.exp(np.log(mean).mean() - check.expected * np.log(sizes).mean())
            ends = np.array([np.min(sizes), np.max(sizes)])
            axes.plot(ends, middle * ends**check.expected, **style.line(look))
            handles.append(style.legend_entry(style.points(look), label))
        every = [float(s) for sizes, _ in measured.values() for s in sizes]
        axes.set(xscale="log", yscale="log", xlabel=size, ylabel=value)
        set_scale(axes, "x", Scale(every, are_given=True), 0.8 * WIDTH)
        set_round_ticks(axes, "y")
        _legend_beside(axes, handles)
    return canvas


def _without_repeats(groups: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """Return the name of each group without the words with which all groups begin."""
    skipped = [
        _common_words(parts) if len(groups) > 1 else 0 for parts in zip(*groups, strict=True)
    ]
    return {
        group: ", ".join(
            " ".join(part.split(" ")[n:]) for part, n in zip(group, skipped, strict=True)
        )
        for group in groups
    }


def _common_words(texts: Sequence[str]) -> int:
    """Return with how many of their words all texts begin, the last word of each apart."""
    beginnings = [text.split(" ")[:-1] for text in texts]
    alike = [len(set(words)) == 1 for words in zip(*beginnings, strict=False)]
    return [*alike, False].index(False)


def _canvas(count: int, title: str) -> tuple[Drawn, Sequence[Any]]:
    """Figure with a number of panels, in two columns if there are many; the rest is empty."""
    columns = 1 if count <= MAX_STACKED else 2
    rows = -(-count // columns)
    height = SINGLE_HEIGHT if rows == 1 else ROW_HEIGHT * rows + 0.4
    canvas = Drawn(figsize=(WIDTH, height), layout="constrained")
    text = style.fold(title, int(TITLE_LETTERS_PER_INCH * WIDTH))
    canvas.suptitle(text, x=0.008, ha="left", fontsize=8.5, fontweight="bold")
    axes: list[Any] = list(canvas.subplots(rows, columns, squeeze=False).flat)
    for empty in axes[count:]:
        empty.remove()
    return canvas, axes[:count]


def _draw_panels(
    canvas: Drawn,
    axes: Sequence[Any],
    drawn: Sequence[Panel],
    labels: tuple[str, str],
    quantity: Callable[[str], str],
    theory: str,
) -> None:
    """Fill the panels and label them; explain the curves below all."""
    columns, (x_label, question) = axes[0].get_gridspec().ncols, labels
    width = 0.85 * WIDTH / columns
    names = dict.fromkeys(curve.label for panel in drawn for curve in panel.curves)
    styles, entries = looks(list(names)), {}
    for place, panel in zip(axes, drawn, strict=True):
        handles = fill(place, panel, styles, 0.9 * width)
        for curve, handle in zip(panel.curves, handles, strict=True):
            if not (curve.simulated and curve.label in entries):
                entries[curve.label] = handle
        _label_quantity(place, panel, quantity(panel.name.partition("[")[0]), question, width)
        if place in axes[-columns:]:
            place.set_xlabel(_folded(x_label, width))
    kinds = {curve.simulated for panel in drawn for curve in panel.curves}
    keys = style.theory_and_simulation(theory) if kinds == {True, False} else []
    _legend_below(canvas, [] if len(names) < 2 else list(entries.values()), keys)


def _label_quantity(axes: Any, panel: Panel, means: str, question: str, width: float) -> None:
    """Write what a quantity means: along the axis if it is the only one, else above the panel."""
    gaps = f" (no value at {panel.missing})" if panel.missing else ""
    if panel.name == "value":
        axes.set_ylabel(_folded(means or question, LABEL_LENGTH))
        axes.set_title(gaps.strip(), loc="left", fontsize=7, color="0.3")
        return
    name = panel.name.replace("_", " ")
    axes.set_ylabel(_folded(name, ROW_HEIGHT))
    if not means and not gaps:
        return
    title = "\n".join(_lines(_shortened(means or name, 1.15 * width) + gaps, 1.15 * width))
    axes.set_title(title, loc="left", fontsize=7, color="0.3")


def _legend_beside(axes: Any, handles: Sequence[Any]) -> None:
    """Draw the legend of one panel to its right."""
    kept, remark = listed(handles)
    place = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.02), "borderaxespad": 0}
    axes.legend(handles=kept, title=remark or None, title_fontsize=6, fontsize=6, **place)


def _legend_below(canvas: Drawn, handles: Sequence[Any], keys: Sequence[Any] = ()) -> None:
    """Draw the legend of the whole figure below its panels."""
    kept, remark = listed(handles)
    if remark:
        kept.append(style.legend_entry({"linestyle": ""}, remark))
    if entries := [*kept, *keys]:
        style.legend(canvas, entries)


def _arrays(answers: Answers) -> dict[str, np.ndarray]:
    """Vectors and matrices among the parts of the only answer."""
    arrays = {f: np.asarray(answers.rows[0][f]) for f in answers.fields}
    return {
        f: v for f, v in arrays.items() if v.dtype.kind in "fiu" and v.size and v.ndim in (1, 2)
    }


def _draw_array(axes: Any, values: np.ndarray, label: str) -> None:
    """Draw a matrix as a map and a vector as points against its index."""
    if values.ndim == 1:
        at, look = np.arange(values.size), looks([""])[""]
        curve = Curve("", tuple(at.tolist()), tuple(values.tolist()))
        fill(axes, Panel("", [curve]), {"": look}, 0.8 * WIDTH)
        axes.set(xlabel="index", ylabel=_folded(label, LABEL_LENGTH))
        return
    image = axes.imshow(values, origin="lower", aspect="auto", interpolation="nearest")
    axes.figure.colorbar(image, ax=axes, label=_folded(label, LABEL_LENGTH))
    axes.set(xlabel="column", ylabel="row")


def _named(name: str, meaning: str) -> str:
    return f"{name}: {meaning}" if meaning else name


def _noun(sentence: str) -> str:
    """``The largest rate`` for ``Return the largest rate.``."""
    text = sentence.removeprefix("Return ").removeprefix("Run ").rstrip(".")
    return text[:1].upper() + text[1:]


def _folded(text: str, inches: float) -> str:
    """Label folded between words; one longer than MAX_LABEL_LINES ends with a clause."""
    return "\n".join(_lines(_shortened(text, inches), inches))


def _lines(text: str, inches: float) -> list[str]:
    return textwrap.wrap(text, int(LETTERS_PER_INCH * inches), break_long_words=False)


def _shortened(text: str, inches: float) -> str:
    """Return the longest beginning of a label that ends with a clause and fits, or all of it."""
    shorter = (text[: at.start()] for end in CLAUSE_ENDS for at in _last_first(end, text))
    for label in (text, *shorter):
        fits = len(_lines(label, inches)) <= MAX_LABEL_LINES
        opened, closed = (sum(map(label.count, signs)) for signs in ("([", ")]"))
        if fits and opened == closed:
            return label
    return text


def _last_first(end: str, text: str) -> list[re.Match[str]]:
    return [*re.finditer(re.escape(end), text)][::-1]


def _short(value: Any) -> str:
    return plain_number(value) if isinstance(value, int | float) else str(value)
