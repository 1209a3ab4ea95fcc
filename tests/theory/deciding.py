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


def decided(n, *drawn, of=examples):
    """Ask a property that says whether it was decided; of some examples one has to be.

    ``n`` examples of what is drawn; where none of them decides, sixteen times as many. ``of``
    makes Hypothesis's settings from their number.
    """

    def ask(holds):
        for count in (n, 16 * n):
            found = []

            @of(count)
            @given(st.tuples(*drawn))
            def each(values):
                found.append(bool(holds(*values)))  # noqa: B023 - asked at once

            each()
            if any(found):
                return
        msg = f"none of {len(found)} examples decides anything"
        raise AssertionError(msg)

    return ask
