"""Write the recordings of docs/how-to/check-my-run.md: python -m tests.sims.networks.record_moves.

Two small Transformers take ten AdamW steps at several sizes, with the hyperparameters of the
smallest kept, and moved by the law that `depthlaws transfer` recommends.
"""

import csv
import tempfile
from pathlib import Path

from depthlaws.sims.networks import LoopedTransformer, text_tokens, torch_module
from depthlaws.theory.parametrization import transfer

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "how-to" / "recordings"
RECORDER = ROOT / "depthlaws" / "cli" / "recorders" / "torch.txt"
WIDTHS, LOOPS, SEEDS, STEPS = (32, 64, 128, 256), (2, 4, 8, 16), 6, 10
RATE, STD, WIDTH = 4e-3, 0.098, 32  # tuned values


def settings(move, name):
    """Return learning rates, deviations and multipliers by group, moved or kept."""
    at = {"init_std": STD, "optimizer": "adamw", "width": WIDTH}
    if name == "width":
        moves = transfer(RATE, layers=2, model="pre-norm", to_width=move, **at)
    else:
        moves = transfer(RATE, layers=4, loops=LOOPS[0], to_loops=move, model="looped", **at)
    return moves.recommended.settings


def network(size, name, hyperparameters, seed):
    """Return a module at a size, and the learning rates of its groups."""
    groups = settings(size if hyperparameters == "moved" else {"width": WIDTH}.get(name, 2), name)
    block, readout = groups["block matrices"], groups["readout"]
    if name == "width":
        shape = {"width": size, "layers": 2, "scaling": "none"}
        branches = 1.0
    else:
        # The tuned branch scale is 1/(N sqrt L) at two loops, for four blocks.
        shape = {"width": WIDTH, "visits": f"1+2x{size}+1", "scaling": "none"}
        branches = 0.25
    model = LoopedTransformer(
        **shape, std=block["init_std"].value, multiplier=branches * block["multiplier"].value
    )
    module = torch_module(model, seed=seed, readout=readout["multiplier"].value)
    matrices = [w for w in module.blocks.parameters() if w.dim() == 2]
    vectors = [w for w in module.blocks.parameters() if w.dim() == 1]
    parameters = {
        "embedding": [module.embedding.weight],
        "block matrices": matrices,
        "block vectors": vectors,
        "final norm": [module.head.gain],
    }
    return module, [
        {"params": params, "lr": groups[group]["learning_rate"].value,
         "eps": groups[group]["adam_epsilon"].value}
        for group, params in parameters.items()
    ]  # fmt: skip


def record(path, recorder, name, sizes, seeds=SEEDS, steps=STEPS):
    """Append the recordings of all sizes and seeds to one file."""
    import torch

    for seed in range(seeds):
        tokens = torch.from_numpy(text_tokens(4, 32, seed=seed))
        for hyperparameters in ("kept", "moved"):
            for size in sizes:
                module, groups = network(size, name, hyperparameters, seed)

                def loss(module=module, tokens=tokens):
                    scores = module(tokens)[:, :-1].flatten(0, 1)
                    return torch.nn.functional.cross_entropy(scores, tokens[:, 1:].flatten())

                run = {name: size, "seed": seed, "hyperparameters": hyperparameters}
                layers = [f"blocks.{i}" for i in range(len(module.blocks))] + ["head"]
                recording = recorder(module, path, only=layers, **run)
                recording.record(0, loss)
                optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.95), weight_decay=0.0)
                for _ in range(steps):
                    optimizer.zero_grad()
                    loss().backward()
                    optimizer.step()
                recording.record(steps, loss)


def main():
    FOLDER.mkdir(exist_ok=True)
    space = {}
    exec(RECORDER.read_text(encoding="utf-8"), space)
    for name, sizes in (("width", WIDTHS), ("loops", LOOPS)):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.csv"
            record(path, space["Recorder"], name, sizes)
            with path.open(newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        rows = [r for r in rows if r["step"] == str(STEPS) and r["quantity"] != "gradient"]
        # The last call of each layer in a forward pass.
        kept = [*{tuple(r[c] for c in r if c not in ("loop", "visit", "rms")): r for r in rows}
                .values()]  # fmt: skip
        with (FOLDER / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(kept[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(r | {"rms": f"{float(r['rms']):.5g}"} for r in kept)


if __name__ == "__main__":
    main()
