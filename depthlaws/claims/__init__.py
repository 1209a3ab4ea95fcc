"""Each statement of the papers as an executable claim with a verdict.

>>> from depthlaws import claims
>>> claims.verify(["CHAIN-E11"], jobs=0).by_id["CHAIN-E11"].verdict
<Verdict.PROVED: 'PROVED'>
"""

from depthlaws.base.extras import require
from depthlaws.base.public_names import lazy

require("verify", "claims")

_ENGINE = f"{__name__}.engine"
__getattr__, __dir__, __all__ = lazy(
    __name__,
    {name: f"{_ENGINE}.records:{name}" for name in ("Claim", "Result", "Verdict")}
    | {name: f"{_ENGINE}.ledger:{name}" for name in ("all_claims", "claim", "select")}
    | {"Report": f"{_ENGINE}.report:Report", "verify": f"{_ENGINE}.verify_claims:verify"}
    | {"mutate": f"{_ENGINE}.mutants:mutate", "strategies": f"{__name__}.strategies"},
)
