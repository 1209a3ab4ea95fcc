"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.sims.predictive_coding.data import Task as Task
from depthlaws.sims.predictive_coding.data import cifar10 as cifar10
from depthlaws.sims.predictive_coding.data import digits as digits
from depthlaws.sims.predictive_coding.data import fashion_mnist as fashion_mnist
from depthlaws.sims.predictive_coding.data import toy as toy
from depthlaws.sims.predictive_coding.inference import Inference as Inference
from depthlaws.sims.predictive_coding.model import Exponents as Exponents
from depthlaws.sims.predictive_coding.model import PCN as PCN
from depthlaws.sims.predictive_coding.one_network import infer as infer
from depthlaws.sims.predictive_coding.training import COMPARED as COMPARED
from depthlaws.sims.predictive_coding.training import train as train

__all__ = [
    "COMPARED",
    "Exponents",
    "Inference",
    "PCN",
    "Task",
    "cifar10",
    "digits",
    "fashion_mnist",
    "infer",
    "toy",
    "train",
]
