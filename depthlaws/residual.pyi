from depthlaws.theory.residual import *
