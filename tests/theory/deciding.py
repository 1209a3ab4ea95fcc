"""Properties of few examples that have to decide something."""

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st


def examples(n):
    """Few, because there are many formulas; the first evaluation of each compiles it."""
    return settings(
        max_examples=n,
        phases=(Phase.generate, Phase.shrink),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*HealthCheck],
    )


def assert_decided(holds, n, *drawn, of=examples):
    """A property that says whether it was decided is, by one of some examples, and never fails.

    ``n`` examples of what is drawn; where none of them decides, sixteen times as many. ``of``
    makes Hypothesis's settings from their number.
    """
    found = []

    def each(values):
        found.append(bool(holds(*values)))

    for count in (n, 16 * n):
        of(count)(given(st.tuples(*drawn))(each))()
        if any(found):
            return
    msg = f"none of {len(found)} examples decides anything"
    raise AssertionError(msg)
