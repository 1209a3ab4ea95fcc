from depthlaws.theory.predictive_coding import *
