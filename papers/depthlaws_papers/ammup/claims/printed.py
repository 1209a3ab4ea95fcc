"""The paper's tables as it prints them, and the same numbers where its text repeats them."""

from fractions import Fraction

from depthlaws.claims.engine.recorded import Recorded

DATASETS = ("CIFAR-10", "CIFAR-100", "ImageNet")

# Table 1: fitted exponents of the baselines.
TABLE_1 = {
    "CNN": ("-1.339", "-1.392", "-1.329"),
    "ResNet": ("-1.435", "-1.355", "-1.567"),
    "ViT": ("-1.441", "-1.371", "-1.178"),
}

# The same as printed in sections 4.2 (CNN), 4.3 (ResNet) and 4.4 (ViT).
TABLE_1_TEXT = {
    ("CNN", "CIFAR-10"): "-1.339",
    ("CNN", "CIFAR-100"): "-1.392",
    ("CNN", "ImageNet"): "-1.329",
    ("ResNet", "CIFAR-10"): "-1.435",
    ("ResNet", "CIFAR-100"): "-1.355",
    ("ResNet", "ImageNet"): "-1.567",
    ("ViT", "CIFAR-10"): "-1.441",
    ("ViT", "CIFAR-100"): "-1.371",
    ("ViT", "ImageNet"): "-1.178",
}

# Table 3: (model, configuration) -> (optimiser, dataset, exponent).
TABLE_3 = {
    ("CNN", "Baseline"): ("SGD", "CIFAR-10", "-1.339"),
    ("CNN", "GELU"): ("SGD", "CIFAR-10", "-1.379"),
    ("CNN", "Adam"): ("Adam", "CIFAR-10", "-1.207"),
    ("ResNet", "Baseline"): ("SGD", "CIFAR-10", "-1.435"),
    ("ResNet", "BatchNorm"): ("SGD", "CIFAR-10", "-1.701"),
    ("ResNet", "Dropout"): ("SGD", "CIFAR-10", "-1.568"),
    ("ResNet", "Adam"): ("Adam", "CIFAR-10", "-1.269"),
    ("ViT", "Pre-LN"): ("SGD", "ImageNet", "-1.131"),
    ("ViT", "Post-LN"): ("SGD", "ImageNet", "-1.178"),
}

# The same as printed in section 4.5.
TABLE_3_TEXT = {
    ("CNN", "Baseline"): "-1.339",
    ("CNN", "GELU"): "-1.379",
    ("CNN", "Adam"): "-1.207",
    ("ResNet", "Baseline"): "-1.435",
    ("ResNet", "Adam"): "-1.269",
    ("ResNet", "BatchNorm"): "-1.701",
    ("ResNet", "Dropout"): "-1.568",
    ("ViT", "Pre-LN"): "-1.131",
    ("ViT", "Post-LN"): "-1.178",
}

# Table 4: width -> (exponent, R^2) after epochs 1, 2, 3.
TABLE_4 = {
    288: (("-1.352", "0.938"), ("-1.531", "0.943"), ("-1.207", "0.739")),
    384: (("-1.360", "0.980"), ("-1.444", "0.928"), ("-1.501", "0.898")),
    480: (("-1.345", "0.990"), ("-1.647", "0.961"), ("-1.550", "0.924")),
}

# Table 5: blocks D -> oracle rate, scaled rate, both errors in decades, raw and scaled loss.
SOURCE_RATE, SOURCE_BLOCKS = "2.462e-3", 12
TABLE_5 = {
    6: ("5.360e-3", "6.231e-3", "0.338", "0.065", "1.780", "1.768"),
    8: ("4.874e-3", "4.274e-3", "0.297", "0.057", "1.772", "1.770"),
    10: ("3.249e-3", "3.163e-3", "0.120", "0.012", "1.785", "1.785"),
    20: ("1.194e-3", "1.199e-3", "0.314", "0.002", "1.833", "1.833"),
}

# Table 6: effective depth -> best learning rate of the audio sweep.
TABLE_6 = {6: "6.31e-2", 10: "2.39e-2", 14: "2.39e-2", 18: "9.03e-3"}

KERNELS = {3: "-1.74", 4: "-1.44", 5: "-1.46"}  # section E.3
VARIANTS = {"ViT": "-1.44", "BEiT": "-1.35", "CCT": "-1.45"}  # figure 3(c)


def exact(printed: str, /) -> Fraction:
    """A printed decimal as a fraction."""
    return Recorded(printed)


def table_1() -> dict[tuple[str, str], Fraction]:
    """Exponents by model and dataset."""
    return {
        (model, dataset): exact(value)
        for model, row in TABLE_1.items()
        for dataset, value in zip(DATASETS, row, strict=True)
    }


def table_3() -> dict[tuple[str, str], Fraction]:
    """Exponents by model and configuration."""
    return {key: exact(row[2]) for key, row in TABLE_3.items()}
