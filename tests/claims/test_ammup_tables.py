"""The printed tables of ammup, typed a second time as the page shows them."""

from depthlaws_papers.ammup.claims import printed

TABLE_1 = """
CNN -1.339 -1.392 -1.329
ResNet -1.435 -1.355 -1.567
ViT -1.441 -1.371 -1.178
"""
TABLE_3 = """
CNN Baseline SGD CIFAR-10 -1.339
CNN GELU SGD CIFAR-10 -1.379
CNN Adam Adam CIFAR-10 -1.207
ResNet Baseline SGD CIFAR-10 -1.435
ResNet BatchNorm SGD CIFAR-10 -1.701
ResNet Dropout SGD CIFAR-10 -1.568
ResNet Adam Adam CIFAR-10 -1.269
ViT Pre-LN SGD ImageNet -1.131
ViT Post-LN SGD ImageNet -1.178
"""
TABLE_4 = """
288 -1.352(0.938) -1.531(0.943) -1.207(0.739)
384 -1.360(0.980) -1.444(0.928) -1.501(0.898)
480 -1.345(0.990) -1.647(0.961) -1.550(0.924)
"""
TABLE_5 = """
6 5.360 6.231 0.338 0.065 1.780/1.768
8 4.874 4.274 0.297 0.057 1.772/1.770
10 3.249 3.163 0.120 0.012 1.785/1.785
20 1.194 1.199 0.314 0.002 1.833/1.833
"""
TABLE_6 = """
6 6.31e-2
10 2.39e-2
14 2.39e-2
18 9.03e-3
"""


def rows(text):
    return [line.split() for line in text.strip().splitlines()]


def test_table_1():
    assert {name: tuple(cells) for name, *cells in rows(TABLE_1)} == printed.TABLE_1
    assert len(printed.TABLE_1_TEXT) == 9


def test_table_3():
    typed = {(a, b): tuple(rest) for a, b, *rest in rows(TABLE_3)}
    assert typed == printed.TABLE_3
    assert printed.TABLE_3_TEXT.keys() == printed.TABLE_3.keys()


def test_table_4():
    typed = {
        int(width): tuple(tuple(cell.rstrip(")").split("(")) for cell in cells)
        for width, *cells in rows(TABLE_4)
    }
    assert typed == printed.TABLE_4


def test_table_5():
    typed = {
        int(D): (f"{best}e-3", f"{scaled}e-3", raw, error, *losses.split("/"))
        for D, best, scaled, raw, error, losses in rows(TABLE_5)
    }
    assert typed == printed.TABLE_5
    assert (printed.SOURCE_RATE, printed.SOURCE_BLOCKS) == ("2.462e-3", 12)


def test_table_6():
    assert {int(L): rate for L, rate in rows(TABLE_6)} == printed.TABLE_6


def test_exponents_in_the_text():
    """Section E.3 lists those of kernels 3, 4 and 5, figure 3(c) those of three Transformers."""
    assert printed.KERNELS == {3: "-1.74", 4: "-1.44", 5: "-1.46"}
    assert printed.VARIANTS == {"ViT": "-1.44", "BEiT": "-1.35", "CCT": "-1.45"}
