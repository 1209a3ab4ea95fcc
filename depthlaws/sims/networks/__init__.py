"""Real networks in PyTorch: a looped Transformer, CNN, ResNet and ViT; no other package imports it.

PyTorch is imported when a network is first computed. Without it every function fails with the one
command that adds it.
"""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
