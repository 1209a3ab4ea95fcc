"""First steps of deep networks at initialisation: sizes of updates, learning rates, exponents.

One step of size eta moves the state z_l of every layer. This package says how far (the update
energy S_l), which learning rate keeps that at order 1, and how this rate depends on the depth.

Independent blocks, random labels (Arithmetic-Mean muP):

- :mod:`.update_energies`: energies of all layers, largest learning rate, its exponent in depth.
- :mod:`.network_options`: options that describe a network and its step, and their checks.
- :mod:`.law_selection`: choice of the exact law for a network.
- :mod:`.missing_laws`: error for a network without one, with the simulation that answers instead.
- :mod:`.network_units`: a network as a row of linear random units.
- :mod:`.layer_moments`: exact moments of one random unit, at any width.
- :mod:`.stack_energies`: energies of a row of units by these moments, and their limit.
- :mod:`.infinite_width_energies`: gradient steps where moments close at infinite width only.
- :mod:`.infinite_width_sign_energies`: sign steps (the first step of Adam) at infinite width.
- :mod:`.cross_entropy_gradient`: size of the gradient of the cross-entropy at random logits.
- :mod:`.cross_entropy_energies`: energies under the cross-entropy at a finite width.
- :mod:`.state_frame_moments`: one unit in the frame of its state, for the file before.
- :mod:`.exponents_by_architecture`: table of exponents.
- :mod:`.closed_forms`, :mod:`.symbols`: formulas of this subject and their letters.

One stream whose blocks share matrices (looped networks):

- :mod:`.stream_backward`: covariances of the backward vectors, energies of the gradients.
- :mod:`.stream_gradient_step`: change of the output by one gradient step.
- :mod:`.stream_sign_step`: change of the output by one sign step.
- :mod:`.sign_step_populations`: coordinates drawn for it.
- :mod:`.tangent_kernels`: neural tangent kernels of streams and of plain networks.

Geometry of the architecture:

- :mod:`.layer_graphs`: depth and sums over paths of a graph of layers.
- :mod:`.zero_padding`: energy that zero padding loses at the border of a grid.
"""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
