from depthlaws.theory.chain import *
