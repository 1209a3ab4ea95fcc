from depthlaws.theory.activations import *
