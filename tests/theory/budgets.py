"""Error budgets that formulas declare for their float values, measured with certified balls."""

import math

from flint import arb

from depthlaws.theory.symbolic.balls import precision

EPS = 2.0**-52
RELATIVE_STEP = 2.0**-150  # of differences, far below the rounding of doubles
PRECISION_BITS = 600
# Steps and bits of slopes; the second where the first leaves a slope fewer than SLOPE_BITS.
STEPS = ((2.0**-80, 256), (RELATIVE_STEP, PRECISION_BITS))
SLOPE_BITS = 20


def exact_value(f, point):
    """Return the certified value, to at least 60 bits."""
    for bits in (128, 256, 512, 1024, 2048):
        value = f.ball(**point, prec=bits)
        if value.is_finite() and (value == 0 or value.rel_accuracy_bits() > 60):
            return value
    return value


def steps_inside(interval, x, relative):
    """Return small steps to the sides on which the interval continues."""
    h = arb(abs(x)) * relative
    upward, downward = x < float(interval.high), x > float(interval.low)
    return [h] * upward + [-h] * downward


def slope_at(f, point, symbol, here):
    """Slope in one symbol as a ball, by differences; None where no ball of it is finite.

    ``here`` keeps the value at the point by its precision.
    """
    interval, x, slope = f.domain[symbol], point[symbol.name], None
    for relative, bits in STEPS:
        with precision(bits):
            if bits not in here:
                here[bits] = f.ball(**point, prec=bits)
            for step in steps_inside(interval, x, relative):
                there = f.ball(**(point | {symbol.name: arb(x) + step}), prec=bits)
                found = (there - here[bits]) / step
                if found.is_finite():
                    slope = found
                    break
        if slope is not None and slope.rel_accuracy_bits() >= SLOPE_BITS:
            break
    return slope


def sensitivity(f, point):
    """Return the value, and |f| + sum |x_i df/dx_i|: the error from one rounding of every input."""
    value, here = exact_value(f, point), {}
    total = abs(value)
    for symbol, interval in f.domain.items():
        x = point[symbol.name]
        if x == 0 or math.isinf(x) or interval.integer:
            continue
        slope = slope_at(f, point, symbol, here)
        if slope is not None:
            with precision(PRECISION_BITS):
                total += abs(slope * x)
    return value, total


def overflows(f, point):
    """Return True if the value, or a factor multiplied by a zero argument, exceeds the doubles."""
    ones = {n: 1.0 if x == 0 else x for n, x in point.items()}
    allowed = all(d.contains(ones[s.name]) for s, d in f.domain.items())
    return any(abs(exact_value(f, p)) > 1e300 for p in ([point, ones] if allowed else [point]))


def assert_within_budget(f, point, got):
    value, total = sensitivity(f, point)
    assert value.is_finite(), f"no finite enclosure at {point}"
    if not math.isfinite(got) and overflows(f, point):
        return
    assert math.isfinite(got), f"{got} instead of {value} at {point}"
    error = abs(arb(got) - value)  # a ball compares true only when certain
    allowed = total * f.budget * EPS + 1e-300
    units = float((error / (total * EPS + arb("1e-300"))).mid())
    assert error < allowed, f"{units:.3g} roundings off, budget {f.budget:g}, at {point}: {got}"
