"""The commands: one module each, which names its ``command``. Nothing else lists them.

Every import of mathematics waits for the command that needs it: ``depthlaws --help`` answers at
once.
"""
