from depthlaws.theory.updates import *
