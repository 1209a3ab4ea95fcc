"""Section 3.5: the wavelengths of the positional encoding."""

from attention2017.paper import PAPER
from depthlaws.claims.engine import Claims
from depthlaws.claims.engine.statement import Equal, Less, Statement, naturals, scalars

CLAIMS = Claims()

h = scalars("h")  # half of d_model: the number of frequencies
longest = 10000 ** (1 - 1 / h)

CLAIMS.add(
    id="ATT-35",
    source=PAPER.section("3.5"),
    says="The longest wavelength of the encoding is 10000 * 2 pi.",
    quote="The wavelengths form a geometric progression from 2 pi to 10000 * 2 pi.",
    reading="The last of the d_model/2 frequencies, over 2 pi: i runs from 0 to d_model/2 - 1.",
    statement=Statement(Equal(longest, 10000), for_all={h: naturals(1)}),
    corrected_by="ATT-35-longest",
    fault="result",
    change="The wavelengths form a geometric progression from 2 pi to 10000^(1 - 2/d_model) times "
    "2 pi.",
)

CLAIMS.add(
    id="ATT-35-longest",
    source=PAPER.beyond("wavelengths"),
    says="The last wavelength, 10000^(1 - 2/d_model) * 2 pi, is below 10000 * 2 pi at every "
    "d_model.",
    statement=Statement(Less(longest, 10000), for_all={h: naturals(1)}),
)
