"""Commands whose pictures, records and printed numbers are compared."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
LOOPS = ROOT / "docs" / "how-to" / "recordings" / "loops.csv"
RECORDED = ("--size", "loops", "--where", "step=10", "--where", "loop=last", "--where",
            "hyperparameters=kept", "--by", "quantity,layer")  # fmt: skip
QUESTIONS = {
    "infinite": ("whatif", "chain.transfer", "--L", "8,64,inf", "--L0", 4, "--r", 2),
    "two curves": ("whatif", "chain.escape_rate", "--L", "2,8", "--r", "2:9:log15"),
    "words": ("whatif", "chain.sharpness", "--L", 2, "--mu-yx", 1, "--mu-xx", 1,
              "--network", "feedforward,block1"),
    "missing": ("loop", "--L", 2, "--N", "1,2,4,8", "--eps", "1/8", "--block", "preact,prenorm",
                "--sites", 0),
    "simulated": ("loop", "--L", 2, "--N", "2,4", "--eps", "1/8", "--block", "preact,postact",
                  "--width", 8, "--samples", 3, "--sites", 64),
    "in use": ("loop", "--visits", "1+2x2+1", "--lam", "0.5,1,2", "--use-visits", "1+2x4+1"),
    "negative": ("whatif", "updates.local_slope", "--network", "plain", "--L", "1,2,4,8,16"),
    "steep": ("whatif", "chain.sharpness", "--L", "1:64:2x", "--mu-yx", "2,100", "--mu-xx", 1),
    "networks": ("simulate", "residual", "--width", "8,16", "--loops", "2,4,8", "--eps", "1/8",
                 "--s", 1.2, "--samples", 4, "--seed", 1, "--observe", "energy"),
    "rules": ("simulate", "predictive-coding", "--width", 8, "--depth", "2,4", "--features", 3,
              "--samples", 3, "--seed", 0),
    "scaled": ("simulate", "matrix-free", "--width", 16, "--loops", "2,4,8", "--layers", 2,
               "--eps", 1, "--scale", "sqrt", "--normalize", "true", "--samples", 4, "--seed", 1),
}  # fmt: skip
TRANSFERS = {
    "sgd": ("transfer", "--learning-rate", 0.1, "--layers", 4, "--to-layers", "4:16:2x",
            "--optimizer", "sgd"),
    "adamw": ("transfer", "--lr", 1e-3, "--layers", 4, "--to-layers", "4,8,16",
              "--model", "pre-norm", "--optimizer", "adamw"),
}  # fmt: skip
