"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.sims.predictive_coding.inference import Inference as Inference
from depthlaws.sims.predictive_coding.model import Exponents as Exponents, PCN as PCN
from depthlaws.sims.predictive_coding.one_network import infer as infer
from depthlaws.sims.predictive_coding.plan import COMPARED as COMPARED
from depthlaws.sims.predictive_coding.tasks import Task as Task, cifar10 as cifar10, digits as digits, fashion_mnist as fashion_mnist, toy as toy
from depthlaws.sims.predictive_coding.training import train as train
