"""Hypothesis properties with few examples, of which at least one must decide."""

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st


def examples(n):
    """Return settings with few examples: formulas are many, and each is compiled first."""
    return settings(
        max_examples=n,
        phases=(Phase.generate, Phase.shrink),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*HealthCheck],
    )


def assert_decided(holds, n, *drawn, of=examples):
    """Assert that a property never fails and that at least one example decides it.

    ``holds`` returns True for an example that decides, False or None for any other. ``n`` examples
    are drawn; if none of them decides, sixteen times as many. ``of`` makes Hypothesis's settings
    from their number.
    """
    result = []

    def each(values):
        result.append(bool(holds(*values)))

    for count in (n, 16 * n):
        of(count)(given(st.tuples(*drawn))(each))()
        if any(result):
            return
    msg = f"none of {len(result)} examples decides anything"
    raise AssertionError(msg)
