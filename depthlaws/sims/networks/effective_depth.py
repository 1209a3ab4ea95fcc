"""Depth of image classifiers as ammup counts it: the one place for stem, head and halves of blocks.

A fitted exponent is one in this depth. At few blocks another count is another exponent: best rates
of ViTs of 1 to 6 blocks that fall as the blocks to the power -0.99 fall as 2 D + 2 to -1.43.
"""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike

__all__: list[str] = []

Array = np.ndarray
COUNTS: Mapping[str, Mapping[str, Callable[[Array], Array]]] = {
    "CNN": {"L": lambda convolutions: convolutions},
    "ResNet": {"m + K": lambda blocks: blocks + 2, "K": lambda blocks: blocks},
    "ViT": {"2 D + 2": lambda blocks: 2 * blocks + 2},
}


def effective_depths(network: str, depth: ArrayLike) -> dict[str, Array]:
    """Return the depth L of ammup by the name of the count, first that of the paper's theory.

    CNN: the number of convolutions (section 4.2). ViT: L_tr = 2 D + 2 for D blocks (section 3.5,
    with the constant that the rates of table 5 fix; claim AMMUP-T5-offset). ResNet: L_Res = m + K
    for K blocks, with stem and head, m = 2 (section 3.4), and K, "the number of residual blocks"
    (section 4.3): the paper wavers.

    Parameters
    ----------
    network : str
        Classifier: CNN, ResNet or ViT; words after a comma do not matter ("ViT, pre-norm").
    depth : array
        Convolutions of a CNN, blocks of a ResNet or ViT, as ``ImageNetwork`` has them.

    Returns
    -------
    dict of str to array
        Depths, of the shape of ``depth``.

    Raises
    ------
    KeyError
        For another network.

    Examples
    --------
    >>> {name: L.tolist() for name, L in effective_depths("ResNet", [2, 16]).items()}
    {'m + K': [4, 18], 'K': [2, 16]}
    >>> effective_depths("ViT, pre-norm", 6)["2 D + 2"].item()
    14
    """
    counts = COUNTS[network.partition(",")[0]]
    return {name: np.asarray(count(np.asarray(depth))) for name, count in counts.items()}
