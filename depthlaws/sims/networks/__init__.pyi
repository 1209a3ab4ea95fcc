"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.sims.networks.classifier_training import ImageTraining as ImageTraining, image_training as image_training
from depthlaws.sims.networks.image_sets import image_set as image_set
from depthlaws.sims.networks.image_updates import image_first_step as image_first_step
from depthlaws.sims.networks.images import ImageNetwork as ImageNetwork
from depthlaws.sims.networks.local_data import digit_images as digit_images, random_tokens as random_tokens, stretches as stretches, teacher_images as teacher_images, text_bytes as text_bytes, text_tokens as text_tokens
from depthlaws.sims.networks.looped import LoopedTransformer as LoopedTransformer
from depthlaws.sims.networks.modules import torch_module as torch_module
from depthlaws.sims.networks.optimization import Optimization as Optimization
from depthlaws.sims.networks.stream_at_start import looped_start as looped_start
from depthlaws.sims.networks.training import looped_training as looped_training
from depthlaws.sims.networks.training_setup import Training as Training
