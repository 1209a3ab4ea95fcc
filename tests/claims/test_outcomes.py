"""A check that several claims have is run once in a run over many claims."""

from depthlaws.claims.engine import Claim, Verdict
from depthlaws.claims.engine.outcomes import Outcomes
from depthlaws.claims.engine.records import Evidence
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.claims.engine.statement import Equal, Statement, naturals, scalars
from depthlaws.theory import formula
from depthlaws.theory.papers import CHAIN


class Counted:
    """Check that counts its runs, reads a formula and draws."""

    def __init__(self, verdict=Verdict.PROVED):
        self.verdict, self.runs = verdict, 0

    def run(self, context):
        self.runs += 1
        assert formula("kappa-relu").expr is not None
        return Evidence(self.verdict, f"seed {context.seed}")

    def mutants(self):
        return iter(())


def claim(name, *checks):
    return Claim(id=name, source=CHAIN.eq(1), says="It holds.", checks=checks)


def test_a_shared_check_runs_once_for_each_seed_and_is_told_in_full_by_every_claim():
    check, shared = Counted(), Outcomes()
    results = [run_claim(claim(name, check), seed=2, shared=shared) for name in "ab"]
    assert check.runs == 1
    assert results[0].evidence == results[1].evidence
    assert [r.reads for r in results] == [("kappa-relu",)] * 2
    assert run_claim(claim("c", check), seed=3, shared=shared).evidence[0].summary == "seed 3"
    run_claim(claim("d", check), seed=2)
    run_claim(claim("e", check), seed=2, shared=Outcomes())
    assert check.runs == 4


def test_what_was_undecided_is_asked_again():
    check, shared = Counted(Verdict.UNKNOWN), Outcomes()
    for name in "ab":
        run_claim(claim(name, check), shared=shared)
    assert check.runs == 2


def test_clauses_of_a_statement_and_equal_checks_keep_their_own_outcomes():
    d = scalars("d")
    both = Statement(Equal(d + 1, 1 + d), Equal(d + 1, d + 2), for_all={d: naturals(1)})
    result = run_claim(claim("a", *both.checks), shared=(shared := Outcomes()))
    assert [e.verdict for e in result.evidence] == [Verdict.PROVED, Verdict.REFUTED]
    again = run_claim(claim("b", *both.checks[::-1]), shared=shared)
    assert again.evidence == result.evidence[::-1]
    wrong = Counted(Verdict.REFUTED)
    assert not run_claim(claim("c", wrong), shared=shared).as_expected
    assert run_claim(claim("d", Counted()), shared=shared).as_expected
