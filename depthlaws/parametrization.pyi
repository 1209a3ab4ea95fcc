from depthlaws.theory.parametrization import *
