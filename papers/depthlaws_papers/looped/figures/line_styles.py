"""Line styles that the looped figures share: exact curves black, scaling rules by colour."""

from depthlaws.figures.engine import style

BLACK = {"color": "black", "marker": "o", "linestyle": "-"}
EXACT = style.line(BLACK, linewidth=1.2, zorder=4)
SIMULATED = style.bars(BLACK, zorder=5)
RULE_LOOKS = {  # one look for each scaling rule in every figure
    "none": {"color": style.VERMILION, "linestyle": style.LINES[1], "marker": "s"},
    "sqrt": {"color": style.BLUE, "linestyle": style.LINES[2], "marker": "^"},
    "linear": {"color": "black", "linestyle": "-", "marker": "o"},
}
LAST_STEP = style.points({"color": style.BLUE, "marker": "s"}, markersize=4.2, zorder=2.5)
THREE_STYLES = (
    {"color": "black", "linestyle": "-", "marker": "o"},
    {"color": style.VERMILION, "linestyle": style.LINES[1], "marker": "s"},
    {"color": style.BLUE, "linestyle": style.LINES[2], "marker": "^"},
)
