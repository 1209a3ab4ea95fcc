"""Numbers of a certificate, read from digits only, and how large they and a file may be."""

from fractions import Fraction

MAX_DIGITS = 4000  # of a number that is read
MAX_EXPONENT_DIGITS = 5  # of an end of an interval
MAX_BITS = 1_000_000  # of a number that is worked out: a product of two takes a tenth of a second
MAX_TERMS = 10_000  # of a power that is multiplied out
MAX_PRIME = 1_000_000  # up to which factors of a number are sought
MAX_STEPS = 1_000_000  # of an orbit
MAX_BYTES = 1 << 26  # of a file


def exact(value):
    """Return a rational written as "3", "-3/4" or "0.25"; nothing else is read."""
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    top, _, below = str(value).removeprefix("-").partition("/")
    parts = [*top.split(".", 1), below or "1"]
    if not isinstance(value, str) or not all(p.isdecimal() and p.isascii() for p in parts):
        raise ValueError(f"no rational: {str(value)[:40]!r}")
    if len(value) > MAX_DIGITS:
        raise ValueError(f"a number of {len(value)} digits")
    return Fraction(value)


def end(value):
    """Return the text of an end of an interval: digits with an exponent, or infinity."""
    digits, _, exponent = str(value).removeprefix("-").partition("e")
    parts = [*digits.split(".", 1), exponent.lstrip("+-") or "0"]
    plain = all(p.isdecimal() and p.isascii() for p in parts if p) and any(parts[:-1])
    if not isinstance(value, str) or not (plain or digits in {"inf", "+inf"}):
        raise ValueError(f"no end of an interval: {str(value)[:40]!r}")
    if len(value) > MAX_DIGITS or len(parts[-1]) > MAX_EXPONENT_DIGITS:
        raise ValueError(f"an end of an interval of too many digits: {value[:40]}")
    return value


def bits(c):
    if type(c) is int:
        return c.bit_length()
    return max(c.numerator.bit_length(), c.denominator.bit_length())


def bounded(c):
    """Return a number. Raises: ArithmeticError for one of too many bits."""
    if bits(c) > MAX_BITS:
        raise ArithmeticError(f"a number of {bits(c)} bits")
    return c


def raised_number(c, n):
    """Return c^n. Raises: ArithmeticError for one of too many bits."""
    if abs(c) != 1 and abs(n) * bits(c) > MAX_BITS:
        raise ArithmeticError(f"a number of {bits(c)} bits to a power of {bits(Fraction(n))} bits")
    return Fraction(c) ** n


def content(path):
    """Return the bytes of a file. Raises: ValueError for one that is too long, or has no end."""
    with path.open("rb") as file:
        read = file.read(MAX_BYTES + 1)
    if len(read) > MAX_BYTES:
        raise ValueError(f"more than {MAX_BYTES >> 20} MiB")
    return read
