"""Numbers with their noun: 1 claim, 2 claims."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return the number and the noun in the form that goes with the number.

    >>> counted(1, "claim"), counted(0, "claim"), counted(2, "erratum", "errata")
    ('1 claim', '0 claims', '2 errata')
    """
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
