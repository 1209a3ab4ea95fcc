"""Changed variables of figures and leaves of records: the engine, and a sample of the table."""

import numpy as np
import pytest
import xarray as xr

from tests import mutant_tables
from tests.seen_mutants import TABLE, leaves, with_leaf, with_variable


def test_one_variable_of_a_dataset_is_changed():
    whole = xr.Dataset({"a": ("x", [1.0, 2.0], {"units": "step"}), "b": ("x", [3.0, 4.0])})
    assert with_variable(whole, "a", "negated").a.values.tolist() == [-1, -2]
    assert with_variable(whole, "a", "negated").a.attrs == {"units": "step"}
    both = with_variable(whole, "b", "exchanged")
    assert (both.a.values.tolist(), both.b.values.tolist()) == ([3, 4], [1, 2])
    np.testing.assert_allclose(with_variable(whole, "b", "times 1.01").b, [3.03, 4.04])
    assert with_variable("no dataset", "a", "negated") == "no dataset"


def test_one_leaf_of_a_record_is_changed_in_every_row():
    record = {"rows": [{"L": 2, "value": 3.0}, {"L": 4, "value": 5.0}], "ok": True}
    assert [*dict.fromkeys(leaves(record))] == ["/rows/*/L", "/rows/*/value"]
    changed = with_leaf(record, "/rows/*/value", "negated")
    assert [row["value"] for row in changed["rows"]] == [-3, -5]
    swapped = with_leaf(record, "/rows/*/L", "exchanged")
    assert swapped["rows"][0] == {"L": 3.0, "value": 2}
    assert record["rows"][0]["value"] == 3.0


@pytest.mark.slow
def test_a_sample_of_what_is_seen_is_noticed():
    mutant_tables.assert_sample_noticed(TABLE, "tests.seen_mutants", "--seen-listed", 2)
