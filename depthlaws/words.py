"""What the options mean: the definition of the symbol, the docstring's sentence, or a common word.

A symbol is defined once, in ``theory/<subject>/symbols.py``; a docstring explains its argument in
the sentence that holds ``` ``argument`` ```. What many functions share stands here.
"""

import importlib
import inspect
import re
from typing import Any

WORDS = {
    "activation": "relu, leaky-relu, linear, erf, ... : what is applied to each coordinate",
    "h11": "variance of the first input",
    "h12": "covariance of the two inputs",
    "h22": "variance of the second input",
    "gate": "the dual kernel of the derivative instead",
    "network": "feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L)",
    "gap": "1 - alpha, where alpha is too near to 1 for a float (then --alpha none)",
    "gap0": "1 - alpha0, where alpha0 is too near to 1 for a float (then --alpha0 none)",
    "below": "loss that counts as success",
    "order": "terms of the expansion",
    "weights": "one weight a layer, as an array: '[0.2,0.7]'",
    "k0": "normalised learning rate eta S at L0",
    "layers": "unique layers L of the block",
    "loops": "loops N: how often the block is applied",
    "branch": "transformer branches a layer",
    "L_ref": "unique layers of the model that was tuned",
    "reference_layers": "unique layers of the model that was tuned",
    "learning_rate": "learning rate of the model that was tuned",
    "init_deviation": "standard deviation of its initial weights",
    "weight_decay": "its weight decay",
    "adam_epsilon": "its epsilon of Adam",
    "diverged_above": "learning rate above which it diverged",
    "rate": "learning rate",
    "to_layers": "unique layers of the model to tune",
    "seed": "seed of all draws; the same seed gives the same numbers",
    "normalize": "divide the input of each step by its root mean square",
    "contributions": "vectors v_nl, an array (loop, layer, width)",
    "u": "nonnegative vectors, an array (loop, width)",
    "U": "summed activations, an array (width)",
    "change": "update of the matrix, an array (width, width)",
    "confidence": "probability that the bound holds",
    "blocks": "of whole blocks instead of single steps",
    "layer": "which matrix",
    "tied": "one matrix for all steps instead of a fresh one for each",
    "width": "coordinates d of the hidden state",
    "points": "points of the coarsest grid",
    "doublings": "how often the grid is refined",
    "nodes": "nodes of the quadrature",
    "sites": "sites drawn for the average",
    "replicates": "repetitions that give the standard error",
    "samples": "independent random networks",
    "dtype": "float64 or float32",
    "device": "cpu or cuda",
    "workers": "threads; changes no result",
    "observe": "what to record, a list of names",
    "depth": "layers of the network, whole or inf",
    "steps": "steps of gradient descent",
    "negative_slope": "slope of the activation below zero",
    "rho": "correlation of the two inputs",
    "algorithm": "bp (backpropagation) or pc (predictive coding)",
    "optimizer": "sgd or adam",
    "skips": "hidden layers are branches beside a skip",
    "scale": "multiplier of the hidden layers",
    "output_precision": "weight of the output's error in the energy",
    "parametrization": "sp, ntk, mean_field, mup, ... : how multipliers, variances and rates scale",
    "gamma0": "richness: the output is divided by gamma0 width^d",
    "name": "what to call it",
    "kernel": "Gram matrix of the inputs, an array (sample, sample)",
}


def about(function: Any, name: str, record: Any = None) -> str:
    """Say what an argument of a function (or of a record that it takes) means."""
    if hasattr(function, "declared"):
        return _of_formula(function, name)
    docs = [inspect.getdoc(one) or "" for one in (record, function) if one is not None]
    told = next((sentence for doc in docs if (sentence := _sentence(doc, name))), "")
    return told or _symbol(function, name) or WORDS.get(name, "")


def _of_formula(formula: Any, name: str) -> str:
    from depthlaws.theory.symbolic.symbols import meaning

    for symbol, domain in formula.declared.items():
        if symbol.name == name:
            return f"{meaning(symbol) or WORDS.get(name, '')} in {domain}".strip()
    return WORDS.get(name, "")


def _sentence(doc: str, name: str) -> str:
    """Sentence, or part of one, in which ``name`` is explained."""
    text = " ".join(doc.partition(">>>")[0].split())
    for part in re.findall(r"(?:\([^()]*\)|.)+?(?:[.;](?=\s)|$)", text):
        sentence = part.strip()
        explained = re.match(r"(``\w+``(, and | and |, )?)+", sentence)
        if explained and f"``{name}``" in explained[0]:
            return re.sub(r":\w+:`[~.]?([^`]*)`", r"\1", sentence).replace("``", "").rstrip(".;")
    return ""


def _symbol(function: Any, name: str) -> str:
    """Meaning of the symbol of this name in the function's subject, or in another."""
    from depthlaws.theory.symbolic.deferred import Symbol
    from depthlaws.theory.symbolic.symbols import meaning

    subject = [*function.__module__.split(".")[2:3]]
    for module in filter(None, map(_symbols_of, dict.fromkeys([*subject, "residual", "chain"]))):
        found = [v for v in vars(module).values() if isinstance(v, Symbol) and v.name == name]
        if found:
            return str(meaning(found[0]) or "")
    return ""


def _symbols_of(subject: str) -> Any:
    try:
        return importlib.import_module(f"depthlaws.theory.{subject}.symbols")
    except ModuleNotFoundError:
        return None
