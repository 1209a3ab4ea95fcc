"""A tuned model moved between sizes, and a transformer's parameters."""

from depthlaws import parametrization

TUNED = {
    "learning_rate": 1e-3,
    "init_std": 0.02,
    "weight_decay": 0.1,
    "adam_epsilon": 1e-8,
    "multiplier": 1.0,
}
BASE = {"width": 256, "layers": 12, "loops": 1}
BIGGER = {"to_width": 1024, "to_layers": 48, "to_loops": 8}


def moved(law, optimizer="adam", **sizes):
    options = TUNED | BASE | {"optimizer": optimizer, "law": law} | sizes
    (model,) = parametrization.transfer(options.pop("learning_rate"), **options)
    return model


def factors(model, group):
    return {quantity: setting.factor for quantity, setting in model.settings[group].items()}


SHAPES = {
    "wte.weight": (100, 8),
    "h.0.attn.weight": (24, 8),
    "h.1.attn.weight": (24, 8),
    "h.1.ln_1.weight": (8,),
    "ln_f.weight": (8,),
    "pooler.weight": (8, 8),
    "head.weight": (100, 8),
}
