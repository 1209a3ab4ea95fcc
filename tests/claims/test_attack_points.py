"""What guards a proof, point by point, with the attacks and tests that try each."""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

# Attacks stand in test_attacks_on_*.py under these names; "file::test" is a test of another file.
POINTS = {
    "1 every symbol is declared once": (
        "W3 no quantifier",
        "I17 an array and a scalar of one name",
        "D9 a definition of what is quantified",
        "P a formula with one symbol too many",
    ),
    "2 sizes are declared whole numbers": (
        "I10 a size that may be negative",
        "I10 a size that is not whole",
        "I17 a Dummy",
        "Z the last of none",
    ),
    "3 bound indices are objects": (
        "I1 a name of the normal form",
        "I2 a name of a fresh index",
        "I7 Kronecker's delta by name",
        "P a free and a bound index of one name",
    ),
    "4 every index has its size": (
        "I15 a free index beyond its array",
        "I19 a trace of a matrix that is not square",
        "I an index over the size of another array",
    ),
    "5 coefficients are exact": (
        "I9 a float",
        "I9 an imaginary number",
        "I9 an infinity",
        "I21 a sign that only SymPy knows",
    ),
    "6 no denominator is lost": (
        "I11 a pole at the first size",
        "I11 a pole between the points",
        "I11 a pole in a proof only",
        "W a difference that is none at one point",
    ),
    "7 definitions are rules without circles": (
        "I3 a definition with a free index",
        "I4 a definition of the diagonal only",
        "D7 a circle of two that counts up and down",
        "D9 two definitions that meet",
    ),
    "8 means know what is drawn": (
        "I6 a mean of what hides the drawn matrix",
        "I6 one matrix for all layers",
        "I6 a variance that may be negative",
        "I two drawn matrices as one",
        "test_formal_means.py::test_no_proof_of_a_false_mean_is_written",
    ),
    "9 matrices have their places": (
        "I14 a place too many",
        "I14 a place too few",
        "I one factor transposed",
        "I two matrices that commute",
    ),
    "10 one counter, moved in sizes too": (
        "D1 a recursion that does not move",
        "D3 a sum whose end moves too",
        "D4 a counter that is also a constant",
        "D a start that is not the sentence's",
        "test_forged_certificates.py::test_an_induction_that_is_none_is_refused",
    ),
    "11 hypotheses are the sentence's, and met": (
        "C1 a square of an imaginary number",
        "C3 hypotheses that contradict each other",
        "C4 a hypothesis as the clause, in other words",
        "C5 a hypothesis beyond its range",
        "C6 squares without a sign",
        "C7 a later clause as a lemma",
        "V a whole number between two",
    ),
    "12 sums are not read off their first values": (
        "G1 a size that is even for SymPy",
        "G2 right at the first four sizes",
        "G4 a sum that runs backwards",
        "G right at depths 1 to 12",
    ),
    "13 loops evaluate the definitions": (
        "test_statement_fuzz.py::test_normal_form_loops_and_recheck_agree_on_what_is_equal",
        "test_statements.py::test_a_false_sentence_is_refuted_at_an_end_that_nobody_typed",
    ),
    "14 planted errors fail": (
        "test_statements.py::test_proofs_hold_for_every_size_and_planted_errors_do_not",
        "test_inequality.py::test_no_mutant_of_a_proved_inequality_is_green",
        "test_mutants.py::test_changed_statements_must_be_noticed_or_be_true",
    ),
    "15 attacks are tests, each told in a line": (
        "test_attacks_on_words.py::test_a_false_sentence_is_refuted_by_its_sides",
        "test_attacks_on_words.py::test_a_sentence_without_a_proof_is_not_proved",
    ),
    "16 every word has its clause": (
        "W1 one direction",
        "W3 no clause",
        "X a border closed",
        "test_words.py::test_no_other_sentence_is_wider_than_its_checks",
    ),
    "17 certificates are read strictly": (
        "test_forged_certificates.py::test_files_of_certificates_are_read_strictly",
        "test_forged_certificates.py::test_every_part_that_is_lost_or_doubled_is_noticed",
        "test_forged_certificates.py::test_a_certificate_of_another_statement_is_refused",
    ),
    "18 what is not rechecked is said": (
        "test_certificates.py::test_a_proof_that_a_stranger_refuses_is_only_said",
        "test_recheck_algebra.py::test_what_is_equal_is_seen_and_what_is_not_is_refused",
    ),
    "19 recheck fails on refusal and on nothing": (
        "test_altered_certificates.py::test_a_folder_without_a_certificate_and_a_missing_file_say_so",
        "test_altered_certificates.py::test_nonsense_is_one_line",
        "test_altered_certificates.py::test_a_shortened_list_is_refused",
    ),
    "20 both routes are compared at random": (
        "test_statement_fuzz.py::test_normal_form_loops_and_recheck_agree_on_what_is_equal",
        "test_recheck_values.py::test_a_normal_form_has_the_value_of_its_expression",
    ),
    "21 no text reaches Coq unchecked": (
        "test_formal.py::test_an_identity_that_is_false_hostile_or_malformed_is_refused",
        "test_formal.py::test_pins_state_every_identity",
        "test_formal.py::test_every_statement_rests_on_no_axiom_but_those_of_classical_analysis",
        "test_formal.py::test_coqchk_is_read_and_compared",
    ),
    "22 Coq states the sentence and no multiple": (
        "test_formally_proved.py::test_coq_refuses_a_theorem_that_states_less_than_its_claim",
        "test_coq_reading.py::test_a_theorem_says_what_its_claim_says_and_nothing_else",
    ),
    "23 what differs from the paper is a lemma": (
        "test_formal.py::test_a_numbered_statement_is_formal_only_by_rows_without_differences",
    ),
    "24 hypotheses of theorems have an instance": (
        "test_formal.py::test_every_theorem_with_hypotheses_has_a_case_in_which_they_hold",
        "test_formal.py::test_a_theorem_without_an_instance_is_refused",
    ),
    "25 limits are told in a second": (
        "W7 a deep tree",
        "W7 many alike indices",
        "W7 a large number",
        "T a long product",
        "test_altered_certificates.py::test_a_hostile_certificate_is_refused_at_once",
    ),
}


def _named(path):
    """Tests of a file, and the names of its attacks."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield f"{path.name}::{node.name}"
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in (
            "REFUTED",
            "UNPROVED",
        ):
            yield from (key.value for key in node.value.keys)


@pytest.fixture(scope="module")
def named():
    return {name for path in HERE.glob("test_*.py") for name in _named(path)}


@pytest.mark.parametrize("point", POINTS)
def test_every_point_is_tried(point, named):
    assert POINTS[point]
    assert not [name for name in POINTS[point] if name not in named]
