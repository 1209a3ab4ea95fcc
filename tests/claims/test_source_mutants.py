"""Mutants of source files: every kind is made, words are left alone, a decided answer is a kill."""

import ast
import os
import random
from pathlib import Path

import pytest

from depthlaws.claims.engine import ledger, source_mutants
from depthlaws.claims.engine.source_mutants import Kind
from tests import asking, judging, mutant_families, recording
from tests.judging import Fate
from tests.mutant_families import Family

KERNEL = '''"""A kernel: 1 + 1 in words."""

import math

__all__ = ["kernel"]
EDGE = 0.25


def kernel(x: float, n: int = 3) -> float:
    """Return 2 times it."""
    if not x > EDGE:
        msg = f"x must be above {EDGE + 1}"
        raise ValueError(msg)
    near = -x if n == 2 and x < 1 else x
    return math.exp(
        near * 0.5
    )
'''
CHECK = """TRIED = {"x": Interval(0, 4)}


def agrees(x):
    left, right = x**2, x * x
    if x > 3:
        return bool(left == right)
    return left, right


def cases():
    for L in (2, 3):
        yield f"{L}", L**2 > L
        yield f"squares of {L}", L**2, L * L
        yield f"order of {L}", L, "<", L + 1
        yield f"printed for {L}", 1 / L, "0.5"


CLAIMS.add(source=TOY.eq(3), checks=(Property(agrees, TRIED, n=70, rtol=1e-6),))
CLAIMS.add(source=TOY.eq(4), checks=(Property(lambda x: x > 0, TRIED), Exhaustive(cases)))
CLAIMS.add(source=TOY.eq(5), checks=(Certify(lambda: (y, ">", 0), {y: (1, 2)}),))
"""


@pytest.fixture
def made(tmp_path):
    def make(place, text):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return [*source_mutants.mutants(Path(place), root=tmp_path)]

    return make


def test_every_kind_of_a_kernel_is_made_once(made):
    found = {(m.kind, m.before, m.after) for m in made("theory/kernel.py", KERNEL)}
    assert found == {
        (Kind.CONSTANT, "0.25", "0.25025"),
        (Kind.COMPARISON, "x > EDGE", "x >= EDGE"),
        (Kind.CONDITION, "-x if n == 2 and x < 1 else x", "-x if not (n == 2 and x < 1) else x"),
        (Kind.CONDITION, "n == 2 and x < 1", "n == 2 or x < 1"),
        (Kind.COMPARISON, "n == 2", "n != 2"),
        (Kind.COMPARISON, "x < 1", "x <= 1"),
        (Kind.CONSTANT, "2", "3"),
        (Kind.CONSTANT, "1", "2"),
        (Kind.CONSTANT, "3", "4"),
        (Kind.SIGN, "-x", "x"),
        (Kind.OPERATOR, "near * 0.5", "near / 0.5"),
        (Kind.CONSTANT, "0.5", "0.5005"),
        (Kind.FACTOR, "math.exp(near * 0.5)", "math.exp(near * 0.5) * 1.001"),
    }


def test_a_check_is_hollowed_out(made):
    hollow = [m for m in made("claims/chain/toy.py", CHECK) if m.kind == Kind.HOLLOW]
    assert {(m.before, m.after) for m in hollow} == {
        ("bool(left == right)", "True"),
        ("(left, right)", "(left, left)"),
        ("(f'{L}', L ** 2 > L)", "(f'{L}', True)"),
        ("(f'squares of {L}', L ** 2, L * L)", "(f'squares of {L}', L ** 2, L ** 2)"),
        ("(f'order of {L}', L, '<', L + 1)", "(f'order of {L}', L, '<=', L)"),
        ("x > 0", "True"),
        ("(y, '>', 0)", "(y, '<=', y)"),
    }
    assert not [*source_mutants.self_agreeing(CHECK)]
    assert all([*source_mutants.self_agreeing(m.text)] for m in hollow)


def test_a_claim_is_tried_elsewhere_and_its_tolerance_loosened(made):
    found = {(m.kind, m.before, m.after) for m in made("claims/chain/toy.py", CHECK)}
    assert {(Kind.DOMAIN, "0", "1"), (Kind.DOMAIN, "4", "5")} <= found
    assert (Kind.TOLERANCE, "1e-06", "1e-06 * 1000") in found
    assert not {"70", "TOY.eq(3)"} & {before for _, before, _ in found}, "no slip"


def test_a_mutant_is_named_by_its_line_wherever_that_stands(made):
    keys = [m.key for m in made("theory/kernel.py", KERNEL)]
    assert len(set(keys)) == len(keys)
    assert "theory/kernel.py | EDGE = ↪0.25 | 0.25 -> 0.25025" in keys
    moved = KERNEL.replace("EDGE", "\n\nEDGE", 1)
    assert keys == [m.key for m in made("theory/kernel.py", moved)]


def test_an_answer_that_cannot_fail_is_found():
    text = "def f(x):\n    return x, x\n\n\ndef g():\n    return True\n\n\nh = lambda x: (x, -x)\n"
    text += "i = lambda x: bool(x < 1 or x > 2)\nj = lambda x: x or 1\n"
    found = ["line 2: (x, x)", "line 6: True", "line 10: bool(x < 1 or x > 2)"]
    assert [*source_mutants.self_agreeing(text)] == found


@pytest.mark.parametrize("module", ledger.modules())
def test_no_check_agrees_with_itself(module):
    text = ledger.modules()[module].read_text(encoding="utf-8")
    assert not [*source_mutants.self_agreeing(text)]


@pytest.mark.parametrize(("place", "text"), [("theory/kernel.py", KERNEL), ("claims/a.py", CHECK)])
def test_every_mutant_is_another_program_with_the_same_lines(made, place, text):
    same = ast.dump(ast.parse(text))
    for mutant in made(place, text):
        assert ast.dump(ast.parse(mutant.text)) != same, mutant
        assert mutant.text.count("\n") == text.count("\n"), mutant
        assert "1 + 1 in words" in mutant.text or place != "theory/kernel.py"


def test_a_sample_takes_every_kind_and_replays(made):
    found = made("theory/kernel.py", KERNEL)
    first = source_mutants.sample(found, 6, seed=3)
    assert first == source_mutants.sample(found, 6, seed=3)
    assert {m.kind for m in first} == {m.kind for m in found}
    assert len(source_mutants.sample(found, None, seed=0)) == len(found)


def test_all_our_mutants_are_programs():
    """A stride through the whole list: each parses."""
    found = [*judging.all_mutants()]
    assert len(found) > 5000
    assert len({m.key for m in found}) == len(found)
    for mutant in found[::193]:
        ast.parse(mutant.text)


def test_the_quickest_reader_is_asked_first():
    place = Path("theory/parametrization/recipes.py")
    mutant = next(source_mutants.mutants(place, root=judging.ROOT))
    lines = {place.as_posix(): {mutant.line: frozenset({"SLOW", "QUICK"})}}
    readers = recording.Readers(lines, {"SLOW": 2.0, "QUICK": 0.1})
    assert readers.of(place.as_posix(), mutant.line) == ["QUICK", "SLOW"]
    assert judging.judge(mutant, recording.Readers({}, {})).fate == Fate.UNREAD


def mutant_of(place, kind, before):
    found = source_mutants.mutants(Path(place), root=judging.ROOT)
    return next(m for m in found if (m.kind, m.before) == (kind, before))


@pytest.mark.parametrize(
    ("place", "kind", "before", "family"),
    [
        ("theory/chain/minima.py", Kind.SIGN, "-np.exp(-y)", Family.KERNEL),
        ("theory/chain/flow_solver.py", Kind.COMPARISON, "self.q * log >= 0", Family.KERNEL),
        ("theory/activations/kernels.py", Kind.SIGN, "-rho", Family.FORMULA),
        ("theory/parametrization/stability.py", Kind.CONSTANT, "1", Family.THEORY),
        ("sims/residual/gaussian_matrix.py", Kind.CONSTANT, "1", Family.SIMULATOR),
        ("claims/ammup/budget.py", Kind.TOLERANCE, "0.0001", Family.TOLERANCE),
        ("claims/chain/beyond_hazards.py", Kind.CONSTANT, "0.001", Family.CONSTANT),
    ],
)
def test_a_mutant_is_counted_under_what_it_changed(place, kind, before, family):
    assert mutant_families.family(mutant_of(place, kind, before)) == family


def test_the_report_counts_by_what_was_changed_and_how_and_tells_why():
    kernel = mutant_of("theory/chain/minima.py", Kind.SIGN, "-np.exp(-y)")
    check = mutant_of("claims/ammup/budget.py", Kind.TOLERANCE, "0.0001")
    rows = judging.table(
        [
            judging.Outcome(kernel, Fate.SURVIVED),
            judging.Outcome(check, Fate.EQUIVALENT, "it is as good"),
            judging.Outcome(check, Fate.KILLED, "AMMUP-E07 is REFUTED"),
        ]
    ).splitlines()
    counted = [row for row in rows if row[20:].replace(" ", "").isdigit()]
    counts = {row[:20].strip(): [*map(int, row[20:].split())] for row in counted}
    assert counts["float kernels"] == counts["sign"] == [0, 0, 0, 0, 0, 1]
    assert counts["claims: tolerances"] == counts["tolerance"] == [1, 1, 0, 0, 0, 0]
    assert not any(counts["simulators"])
    assert rows[-2:] == [f"equivalent: {check} it is as good", f"survived: {kernel}"]


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch):
    """A whole line counts while nothing changed that the outcome depends on."""
    mutant = mutant_of("claims/ammup/budget.py", Kind.TOLERANCE, "0.0001")
    asked = []

    def judge(mutant, found):
        asked.append(mutant)
        return judging.Outcome(mutant, Fate.KILLED, "AMMUP-E07 is REFUTED")

    def outcome(state):
        lines = {mutant.path.as_posix(): {mutant.line: frozenset({"AMMUP-E07"})}}
        found = recording.Readers(lines, {"AMMUP-E07": 1.0}, states={"AMMUP-E07": state})
        return judging.Judged(tmp_path / "judged.jsonl", found).of(mutant)

    monkeypatch.setattr(judging, "judge", judge)
    assert outcome("then") == outcome("then")
    assert len(asked) == 1
    outcome("now")
    assert len(asked) == 2
    (tmp_path / "judged.jsonl").write_text('{"key": "abc", "fat', encoding="utf-8")
    outcome("now")
    assert len(asked) == 3


def of_width_start(*, agreeing):
    """Mutants of one file of claims: those whose check agrees with itself, or others."""
    found = [*source_mutants.mutants(Path("claims/pc/width_start.py"), root=judging.ROOT)]
    some = [m for m in found if m.kind == Kind.HOLLOW] + found[::20]
    return [m for m in some if bool([*source_mutants.self_agreeing(m.text)]) == agreeing]


@pytest.mark.parametrize(("agreeing", "fate"), [(True, Fate.KILLED), (False, Fate.SURVIVED)])
def test_a_check_made_to_agree_with_itself_is_noticed_when_that_is_asked_alone(agreeing, fate):
    mutants = of_width_start(agreeing=agreeing)
    assert len(mutants) > 10
    for mutant in mutants:
        asked = judging.killer(judging.SELF_AGREEING)
        outcome = judging.judged_by(mutant, asked)
        assert (outcome.fate, judging.killer(outcome.by)) == (fate, asked)


@pytest.fixture
def listed(tmp_path, monkeypatch):
    """A list of its own: what is noticed, what is no more, and what has no place left."""
    monkeypatch.setattr(judging, "KILLED", tmp_path / "killed.json")
    return of_width_start(agreeing=True)[0], of_width_start(agreeing=False)[0]


def test_the_list_of_known_slips_is_asked_again(listed, capsys):
    hollow, other = listed
    by = judging.killer(judging.SELF_AGREEING)
    gone = "claims/pc/width_start.py | no such line | 1 -> 2"
    judging.write({hollow.key: by, gone: by, "claims/gone.py | x | 1 -> 2": by})
    assert judging.once_more(jobs=1)
    assert judging.kills() == {hollow.key: by}
    assert "2 of 3 dropped" in capsys.readouterr().out
    judging.write({hollow.key: by, other.key: by})
    assert not judging.once_more(jobs=1)
    assert judging.kills() == {hollow.key: by, other.key: by}, "somebody has to look at it"
    assert f"survived: {other.key}" in capsys.readouterr().out


def test_only_what_is_noticed_by_one_alone_is_added_to_the_list(listed):
    judging.write({"claims/old.py | x | 1 -> 2": "PC-E1"})
    by = judging.SELF_AGREEING
    judging.keep([judging.Outcome(mutant, Fate.KILLED, by) for mutant in listed])
    assert [*judging.kills()] == ["claims/old.py | x | 1 -> 2", listed[0].key]


@pytest.mark.slow
def test_some_slips_that_were_noticed_once_are_noticed_again():
    """Of those that `make mutants` killed; the list is renewed with --keep."""
    seed = int(os.environ.get("DEPTHLAWS_MUTANTS_SEED", "0"))
    known = judging.kills()
    there = judging.planted(known)
    assert len(there) > len(known) / 2, "renew the list: python -m tests.judging --again"
    for key in random.Random(seed).sample(sorted(there), 5):
        fate = judging.judged_by(there[key], known[key]).fate
        assert fate == Fate.KILLED, f"DEPTHLAWS_MUTANTS_SEED={seed}: {key}"


def test_a_tolerance_made_wider_than_its_numbers_need_is_noticed():
    place = Path("claims/ammup/budget.py")
    found = source_mutants.mutants(place, root=judging.ROOT)
    (wider,) = [m for m in found if (m.kind, m.before) == (Kind.TOLERANCE, "0.0001")]
    outcome = judging.judged_by(wider, "AMMUP-E07")
    assert outcome.fate == Fate.KILLED
    assert outcome.by == "AMMUP-E07 is SUPPORTED, with a tolerance that nothing needs"


@pytest.mark.parametrize(
    ("text", "said"), [("while True: pass", "out of time"), ("import os; os._exit(1)", "crashed")]
)
def test_a_mutant_that_hangs_or_ends_its_process_decides_nothing(text, said):
    order = {"path": "claims/pc/common.py", "text": text, "claims": ["PC-B7"]}
    found = asking.answer(order | {"slow": [], "tests": []}, seconds=1)
    assert found.startswith(asking.UNDECIDED)
    assert found.endswith(said)


def test_equivalent_mutants_have_reasons():
    assert len(judging.equivalents()) > 5
    assert all(len(reason) > 20 for reason in judging.equivalents().values())


def test_a_line_of_a_record_is_read_by_who_uses_the_record():
    place = "theory/activations/kernels.py"
    line = next(i for i, t in enumerate(_lines(place), start=1) if 'id="kappa-relu"' in t)
    user, test = "LOOP-A-K", "test:tests/theory/test_registry.py::test_floats[kappa-relu]"
    seconds = {user: 1.0, test: 0.5, "CHAIN-E1": 1.0}
    reads = {user: ["kappa-relu"], "CHAIN-E1": ["chain-loss"]}
    found = recording.Readers({place: {10**6: frozenset({"CHAIN-E1"})}}, seconds, reads)
    assert found.of(place, line) == [test, user]
    assert found.of(place, 1) == ["CHAIN-E1"], "a line without a record: all who run the file"


def test_a_function_that_only_imports_call_is_read_by_who_runs_its_file():
    place = "claims/ammup/common.py"
    made = next(i for i, t in enumerate(_lines(place), start=1) if "return Property(test" in t)
    found = recording.Readers({place: {made - 2: frozenset({"AMMUP-E07"})}}, {"AMMUP-E07": 1.0})
    assert found.of(place, made) == ["AMMUP-E07"]


def _lines(place):
    return (judging.ROOT / place).read_text(encoding="utf-8").splitlines()
