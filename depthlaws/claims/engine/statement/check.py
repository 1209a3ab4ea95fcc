"""A clause of a statement as a check: tried at the ends, then proved with every symbol free."""

import functools
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from depthlaws.claims.engine.records import Context, Evidence, Verdict
from depthlaws.claims.engine.run_checks import StepSpentError, alarm
from depthlaws.claims.engine.statement.certificate import rechecked, written
from depthlaws.claims.engine.statement.clauses import Cases, Exactly, Rounds
from depthlaws.claims.engine.statement.ends import (
    Filling,
    Quantifiers,
    borders_of,
    points,
    witnesses,
)
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.exactness import exactly_equal
from depthlaws.claims.engine.statement.expressions import Index, Tree, free_indices, nodes
from depthlaws.claims.engine.statement.form import Form
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.claims.engine.statement.mathml import equation
from depthlaws.claims.engine.statement.numbers import Number, UndefinedError, compared, exact
from depthlaws.claims.engine.statement.planted import planted
from depthlaws.claims.engine.statement.proof import Proof
from depthlaws.claims.engine.statement.proving import prove
from depthlaws.claims.engine.statement.values import Point
from depthlaws.claims.engine.statement.witnesses import Met

STEPS = 150_000  # operations at all points together, after the first points
FIRST_POINTS = 16  # which are tried at any cost
PROOF_S = 5.0  # of processor time
MAX_PLACES = 50_000  # of the free indices of a hypothesis at one point
FAILURES = (
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    TypeError,
    ValueError,
)  # of SymPy, where it has no rule for an expression


@dataclass(frozen=True)
class Stated:
    """Check of one clause of a statement.

    Parameters
    ----------
    whole : Form
        The whole statement.
    place : int
        Number of the clause in it.
    """

    whole: Form
    place: int

    @functools.cached_property
    def statement(self) -> Form:
        """The statement, or that of a special case alone. Raises: FormError if it is none."""
        clause, whole = self.whole.clauses[self.place], self.whole.checked()
        return whole.narrowed(clause) if clause.where else whole

    @functools.cached_property
    def clause(self) -> Any:
        """The clause that is checked."""
        special = self.whole.clauses[self.place].where
        return self.statement.clauses[0 if special else self.place]

    @property
    def what(self) -> str:
        """The clause in words."""
        return str(self.whole.clauses[self.place])

    def run(self, context: Context) -> Evidence:
        """Return the verdict of the clause: refuted at a point, proved, or neither."""
        try:
            outcome = self._outcome(context)
        except FAILURES as error:
            why = next(filter(None, str(error).splitlines()), type(error).__name__)
            outcome = Evidence(Verdict.UNKNOWN, f"it cannot be worked out: {why[:160]}")
        return replace(outcome, equation=equation(self.whole.clauses[self.place]))

    def _outcome(self, context: Context) -> Evidence:
        if isinstance(self.clause, Cases):
            return self._by_code(self.clause)
        try:
            tried = self.tried()
        except (FormError, LimitError) as error:
            return Evidence(Verdict.UNKNOWN, str(error))
        if isinstance(tried, Evidence):
            return tried
        points_met, everything, undecided, witnesses = tried
        data: dict[str, Any] = {"points": points_met}
        if not points_met and undecided:
            return Evidence(Verdict.UNKNOWN, "no point could be decided", data)
        if not points_met:
            return Evidence(Verdict.VACUOUS, "no point meets the hypotheses", data)
        if self.clause.over or (everything and not undecided):
            return self._listed(points_met, everything, undecided)
        if context.refuting:
            return Evidence(Verdict.UNKNOWN, f"true at {points_met} points, no proof was asked for")
        try:
            with alarm(PROOF_S, of_processor=True):
                proof: Proof = prove(self.statement, self.clause, context)
        except StepSpentError:
            return Evidence(Verdict.UNKNOWN, f"no proof within {PROOF_S:.3g} s", data)
        data |= {"witnesses": witnesses} if witnesses else {}
        evidence = Evidence(proof.verdict, proof.how, {**data, **proof.data})
        if evidence.verdict == Verdict.PROVED:
            return rechecked(self.statement, self.clause, evidence)
        return evidence

    def _listed(self, met: int, everything: bool, undecided: int) -> Evidence:
        """Verdict where values are listed, by the clause or by the sentence."""
        clause, domains = self.clause, self.statement.domains
        if undecided:
            return Evidence(Verdict.UNKNOWN, f"balls leave {undecided} of {met} cases open")
        listed = "; ".join(f"{n} = {', '.join(map(str, v))}" for n, v in clause.over.items())
        if everything:
            names = f" ({listed})" if listed else ""
            every = f"all {met} cases" if met > 1 else "the one case"
            return Evidence(Verdict.EXACT, f"exact in {every} that the sentence names{names}")
        used = self._names()
        open_ = [n for n in used if domains[n].sizes or not (n in clause.over or domains[n].values)]
        if open_:
            return Evidence(
                Verdict.UNKNOWN, f"cases are listed, but {', '.join(open_)} is only tried"
            )
        return Evidence(Verdict.EXACT_IN_CASES, f"exact at {listed}; the sentence is wider")

    def _by_code(self, clause: Cases) -> Evidence:
        """Verdict of a statement that only code can say, at its listed values."""
        cases = list(itertools.product(*clause.over.values()))
        for values in cases:
            point = dict(zip(clause.over, values, strict=True))
            try:
                answer = clause.code(*(int(v) if v.denominator == 1 else v for v in values))
                left, right = answer if isinstance(answer, tuple) else (answer, True)
                equal = exactly_equal(left, right)
            except Exception as error:  # code of a claim raises what it likes
                why = f"{type(error).__name__} {error}".strip()
                return Evidence(Verdict.UNKNOWN, f"the code of {clause} fails: {why}")
            if equal is clause.changed:
                shown_at = {n: str(v) for n, v in point.items()}
                where = ", ".join(f"{n} = {v}" for n, v in point.items())
                data = {"point": shown_at, "left": str(left), "relation": "=", "right": str(right)}
                return Evidence(Verdict.REFUTED, f"{left} against {right} at {where}", data)
        domains = self.statement.domains
        everything = all(
            n in clause.over and d.values and set(clause.over[n]) == set(d.values)
            for n, d in domains.items()
        )
        listed = "; ".join(f"{n} = {', '.join(map(str, v))}" for n, v in clause.over.items())
        word = Verdict.EXACT if everything else Verdict.EXACT_IN_CASES
        tail = "which are all" if everything else "the sentence is wider"
        return Evidence(word, f"exact at {listed}; {tail}", {"cases": len(cases)})

    def _names(self) -> list[str]:
        """Scalars and arrays that the clause uses."""
        trees = [t for c in (self.clause, *self.statement.given) for t in c.trees]
        names: dict[str, None] = {}
        waiting, rules = list(trees), self.statement.rules()
        seen: set[str] = set()
        while waiting:
            for n in nodes(waiting.pop()):
                if n.head in ("scalar", "entry", "mean"):
                    name = n.args[0]
                    if name in self.statement.domains:
                        names[name] = None
                        domain = self.statement.domains[name]
                        waiting += [*domain.sizes, *filter(None, [domain.variance])]
                    elif name in rules and name not in seen:
                        seen.add(name)
                        waiting += [r.body for r in rules[name]]
                if n.head == "undone":
                    names |= {s.name: None for s in n.args[0].free_symbols}
                if n.head == "formula":
                    waiting.append(resolved(n))
        return list(names)

    # -- ends ----------------------------------------------------------------------------------

    def tried(self) -> Evidence | tuple[int, bool, int, list[Any]]:
        """A refutation; or points met, whether all cases, how many are undecided, and witnesses."""
        s, clause = self.statement, self.clause
        domains = [s.domains[n] for n in self._names()]
        finite = all(n in clause.over or s.domains[n].values for n in self._names())
        met = undecided = steps = 0
        truths = set[Any]()  # of a condition, which must turn somewhere
        met_at = Met(s, clause.over)
        for point, filling, env in self.points():
            try:
                met_at.tried(point)
                meets = self._meets(point, env)
                undecided += meets is None
                if not meets:
                    continue
                good = self._holds(point, env)
            except UndefinedError as error:
                return self._refuted(f"undefined ({error})", point, filling, env, "", "")
            except LimitError:
                undecided += 1
                steps += point.steps
                if steps > STEPS and not (met or finite):
                    break
                continue
            met += 1
            met_at.met(point, filling)
            undecided += good is None
            if isinstance(clause, Exactly):
                truths.add(point.value(clause.left, env))
            if good is False:
                left, right = (self._shown(t, point, env) for t in (clause.left, clause.right))
                return self._refuted("", point, filling, env, left, right)
            steps += point.steps
            if met >= FIRST_POINTS and steps > STEPS and not finite:
                break
        if met and (only := met_at.one_size()):
            return Evidence(Verdict.VACUOUS, f"the hypotheses were met at {only} only")
        if len(truths) == 1 and None not in truths and not finite:
            always = f"the conditions are {truths.pop()} at all {met} points tried"
            return Evidence(Verdict.UNKNOWN, f"{always}, so that nothing is said")
        everything = (
            finite
            and all(
                d.values and (n not in clause.over or set(clause.over[n]) == set(d.values))
                for n, d in zip(self._names(), domains, strict=True)
            )
            and not any(d.sizes for d in domains)
        )
        return met, everything, undecided, met_at.witnesses

    def at(self, values: Mapping[str, Fraction]) -> str:
        """Counterexample where scalars have these values; empty if there is none."""
        if isinstance(self.clause, Cases):
            return ""
        domains = self.statement.domains
        own = {n: v for n, v in values.items() if n in domains and domains[n].has(v)}
        if set(own) != {n for n in values if n in domains}:
            return ""
        clause, witness = self.clause, {Tree("scalar", n): v for n, v in own.items()}
        sides = [clause.left, clause.right]
        for point, filling, env in witnesses(self._range, (witness,), sides, resolved):
            try:
                if not self._meets(point, env) or self._holds(point, env) is not False:
                    continue
            except UndefinedError as error:
                return self._refuted(f"undefined ({error})", point, filling, env, "", "").summary
            shown_sides = (self._shown(t, point, env) for t in sides)
            return self._refuted("", point, filling, env, *shown_sides).summary
        return ""

    @functools.cached_property
    def _range(self) -> Quantifiers:
        """Quantifiers of the statement, with its definitions as they are now."""
        return replace(self.statement.quantifiers, rules=self.statement.rules())

    def points(self) -> Iterator[tuple[Point, Filling, dict[Index, int]]]:
        """Yield the points at which the clause is tried."""
        s, clause = self.statement, self.clause
        q = self._range
        sides = [clause.left, clause.right]
        variances = [d.variance for d in s.domains.values() if d.variance is not None]
        used = [*sides, *variances]
        used += [t for g in s.given for t in g.trees] + [
            body for rules in q.rules.values() for r in rules for body in [r.body]
        ]
        used += [d.variance for d in s.domains.values() if d.variance is not None]
        used = [resolved(t) if t.head == "formula" else t for t in used]
        yield from witnesses(q, s.witness, sides, resolved)
        yield from points(
            q,
            [*used, *(resolved(n) for t in used for n in nodes(t) if n.head == "formula")],
            sides,
            over=clause.over,
            borders=self._borders(),
            seed=len(str(clause)),
            resolve=resolved,
            zeros=bool(s.given),
        )

    def _borders(self) -> list[tuple[str, Any]]:
        relations = [
            n
            for t in (self.clause.right, self.clause.left)
            for n in nodes(t)
            if n.head in ("<", "<=", "=", "!=")
        ]
        borders = []
        for relation in relations + [g.left <= g.right for g in self.statement.given]:
            try:
                borders += borders_of([relation], self.statement.domains)
            except Exception:  # SymPy solves no such relation
                continue
        return borders[:6]

    def _meets(self, point: Point, env: Mapping[Index, int]) -> bool | None:
        """True if all hypotheses hold; None where balls leave that open."""
        given = self.statement.given
        held = [self._everywhere(g.left, g.relation, g.right, point) for g in given]
        return False if False in held else None if None in held else True

    @staticmethod
    def _everywhere(left: Tree, relation: str, right: Tree, point: Point) -> bool | None:
        """True if a hypothesis holds at all places of its free indices; None where it is open."""
        free = list(dict.fromkeys([*free_indices(left), *free_indices(right)]))
        envs: list[dict[Index, int]] = [{}]
        for i in sorted(free, key=lambda i: len(free_indices(i.last))):
            spans = [range(point.whole(i.first, env), point.whole(i.last, env) + 1) for env in envs]
            if sum(map(len, spans)) > MAX_PLACES:
                msg = f"{sum(map(len, spans))} places of a hypothesis"
                raise LimitError(msg)
            envs = [{**env, i: k} for env, ks in zip(envs, spans, strict=True) for k in ks]
        open_ = False
        for env in envs:
            held = compared(point.value(left, env), relation, point.value(right, env))
            if held is False:
                return False
            open_ |= held is None
        return None if open_ else True

    def _holds(self, point: Point, env: dict[Index, int]) -> bool | None:
        clause = self.clause
        left, right = (point.value(t, env) for t in (clause.left, clause.right))
        if isinstance(clause, Rounds):
            return self._rounds(clause, left)
        if isinstance(clause, Exactly):
            return None if None in (left, right) else left == right
        return compared(left, clause.relation, right)

    @staticmethod
    def _rounds(clause: Rounds, left: Number) -> bool | None:
        """True if a number rounds to the printed one; halves are rounded away from 0."""
        printed, half = clause.right.args[0], clause.half_unit
        if not printed:
            return compared(abs(left), "<", exact(half))
        size = left if printed > 0 else -left
        ends = [abs(printed) - half, abs(printed) + half]
        inside = [compared(exact(ends[0]), "<=", size), compared(size, "<", exact(ends[1]))]
        return False if False in inside else None if None in inside else True

    def _shown(self, t: Tree, point: Point, env: dict[Index, int]) -> str:
        return shown(point.value(t, env))

    def _refuted(
        self,
        why: str,
        point: Point,
        filling: Filling,
        env: Mapping[Index, int],
        left: str,
        right: str,
    ) -> Evidence:
        values = {n: str(v) for n, v in point.scalars.items()} | {
            str(i): str(k) for i, k in env.items()
        }
        where = ", ".join(f"{n} = {v}" for n, v in values.items())
        where = ", ".join(filter(None, (where, filling.words()))) or "the only point"
        sides = why or f"{left} against {right}"
        data = {"point": values, "left": left, "relation": self.clause.relation, "right": right}
        return Evidence(Verdict.REFUTED, f"{sides} at {where}", data)

    def certificate(self, found: Evidence) -> dict[str, Any]:
        """Return what ``recheck`` judges of the clause; see :func:`.certificate.written`."""
        return written(self.statement, self.clause, self.what, found)

    # -- mutants -------------------------------------------------------------------------------

    def mutants(self) -> "Iterator[tuple[str, Stated]]":
        """Yield the clause with an error in it; none of these may be green."""
        for label, statement in planted(self.whole, self.place):
            yield label, Stated(statement, self.place)


def shown(value: Number) -> str:
    """Number in a sentence: exact if it is short."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, fmpq):
        text = str(value)
        return text if len(text) <= 16 else f"{float(Fraction(int(value.p), int(value.q))):.8g}"
    return value.str(8, radius=False)
