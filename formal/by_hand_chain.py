"""Proof scripts by hand for clauses of the papers on chains and on averages, as in by_hand.py."""

ONE = "(unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity)"


def at_most_one(base: str, exponent: str) -> str:
    """Tactics that a power of a base between 0 and 1 is at most 1."""
    return f"""replace (Rpower {base} ({exponent})) with (Rpower (/ {base}) (- ({exponent})))
  by (unfold Rpower; rewrite ln_Rinv by lra; f_equal; ring).
apply power_most; [rewrite <- Rinv_1; apply Rinv_le_contravar; lra | lra]."""


def recursion(array: str, closed: str, place: str, first: int, powers: str = "") -> str:
    """Tactics for the closed form of an array that definitions give one step at a time.

    ``place`` is the free index and the size to which it runs, ``closed`` has ``{n}`` for its place,
    and the definitions are ``first`` and the next.
    """
    free, size = place.split()
    at = f"{array} n = {closed.format(n='n')}"
    zero = "change (powerRZ 2 0) with 1; " if powers else ""
    return f"""intros {free} ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= {size})%Z -> {at}).
{{ apply (whole_induction (fun n => (n <= {size})%Z -> {at})).
- intros most; rewrite def{first}; {zero}field.
- intros n least hyp most; rewrite def{first + 1}, hyp, {powers}plus_IZR by first [lia | lra].
field. }}
apply ind; lia."""


DOUBLED = "powerRZ_add, powerRZ_1, "
MIDDLE = "(IZR m + IZR {n} / 2)"


def both(one: str, two: str) -> str:
    """Tactics that name the bounds p and q of two powers of v."""
    return f"""assert (p : Rpower v ({one}) <= 1). {{ {at_most_one("v", one)} }}
assert (q : Rpower v ({two}) <= 1). {{ {at_most_one("v", two)} }}"""


GROWN = """assert (0 < c * q / IZR K) by pos.
rewrite (linear_recursion L (1 + c * q / IZR K) T (fun n => c / IZR K * e n)); [| lra | lia |].
2: { intros k ran; rewrite def1 by lia; ring. }
rewrite def0, <- sum_scale; f_equal; apply sum_ext; intros; ring."""

CHAINED: dict[str, dict[int, str]] = {
    "CHAIN-E34-largest": {
        2: """replace (Rpower (Rpower (1 + x) L) ((-1) / L)) with (/ (1 + x)) by monomials.
assert (p : 0 < 1 - / (1 + x)).
{ replace (1 - / (1 + x)) with (x * / (1 + x)) by (field; lra); pos. }
revert p; generalize (1 - / (1 + x)); intros y p.
assert (0 <= 8 / 3 * y * ((-9) + 9 * L)) by (apply Rmult_le_pos; lra).
assert (0 <= y ^ 2) by apply pow2_ge_0.
assert (0 <= 8 / 3 * y ^ 2 * ((-4) + 5 * L) * ((-2) + 2 * L))
  by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra). lra.""",
    },
    "CHAIN-X-C4": {
        1: """assert (1 < Rpower s L) by (apply power_above; lra).
replace (Rpower (Rpower s L) ((-1) + 2 / L)) with (s ^ 2 / Rpower s L) by monomials.
replace (Rpower s ((-1) + L)) with (/ s * Rpower s L) by monomials. field; lra.""",
    },
    "CHAIN-X-E-late": {
        2: """replace ((-1) + (1 - / (1 + x))) with (- / (1 + x)) by ring.
assert (0 < / (1 + x)) by pos. rewrite Rabs_Ropp, Rabs_pos_eq, ln_Rinv by lra; ring.""",
        3: """replace ((-1) + (1 + / (1 + x))) with (/ (1 + x)) by ring.
assert (0 < / (1 + x)) by pos. rewrite Rabs_pos_eq, ln_Rinv by lra; ring.""",
        4: """assert (ln (1 - k) < - k); [|lra].
apply exp_lt_inv; rewrite exp_ln by lra; assert (q := exp_ineq1 (- k) ltac:(lra)); lra.""",
    },
    "CHAIN-E7": {6: "eapply slope_is; [derive|]. rewrite !Rpower_O by lra. ring."},
    "CHAIN-E7-not-two": {
        6: """assert (e : 1 - u / (1 + u) = / (1 + u)) by (field; lra).
assert (0 < / (1 + u)) by pos. exists (/ (1 - u / (1 + u)) ^ 2).
split; [eapply slope_is; [derive | rewrite ?e; field; lra] | rewrite e; field; lra].""",
    },
    "CHAIN-R2": {
        1: """assert (p := exp_ineq1_le x). assert (q := exp_pos ((-1) * x)).
assert (e : exp x * exp ((-1) * x) = 1)
  by (rewrite <- exp_plus; replace (x + (-1) * x) with 0 by ring; apply exp_0). nra.""",
        2: """assert (p := exp_ineq1_le (- v)). assert (q := exp_pos v).
assert (e : exp v * exp (- v) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). nra.""",
    },
    "CHAIN-R1": {
        2: f"""destruct (MVT_cor2 (fun t => Rpower t L) (fun t => L * Rpower t (L - 1)) v 1 dom1)
  as [c [e [l u]]]; [intros c q; apply derivable_pt_lim_power; lra|].
replace (Rpower 1 L) with 1 in e by {ONE}. rewrite e.
assert (Rpower c (L - 1) <= 1). {{ {at_most_one("c", "L - 1")} }}
assert (0 < Rpower c (L - 1)) by apply exp_pos.
apply Rmult_le_compat_r; [lra|]. nra.""",
        6: f"""{both("(-2) + L0", "L0")}
assert (0 < Rpower v ((-2) + L0)) by apply exp_pos.
apply Rplus_le_le_0_compat; [apply Rmult_le_pos; lra|].
apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.""",
        7: f"""{both("(-2) + 2 * s", "2 - s")}
assert (0 < Rpower v ((-2) + s)) by apply exp_pos.
apply Rplus_le_le_0_compat; [apply Rmult_le_pos; lra|].
apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.""",
    },
    "CHAIN-E35": {
        1: """eapply slope_is; [derive|]. replace (2 + (-2) * 0) with (INR 2) by (cbn; ring).
rewrite Rpower_pow, Rpower_O by lra. ring.""",
    },
    "CHAIN-I8-block2-peak": {
        3: """replace (/ s ^ 3 * (2 - s)) with (- ((s - 2) * / s ^ 3)) by (field; lra).
assert (0 < (s - 2) * / s ^ 3) by (apply Rmult_lt_0_compat; [lra | pos]). lra.""",
        5: "assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra). field; lra.",
    },
    "CHAIN-I13-crossing": {
        0: """rewrite Rpow_mult_distr. replace (Rpower alpha0 (1 / 6) ^ 6) with alpha0 by monomials.
field.""",
    },
    "CHAIN-B8": {
        3: """exists (exp ((-1) + x) * x). split; [eapply slope_is; [derive | ring]|].
apply Rmult_lt_0_compat; [apply exp_pos | lra].""",
        4: """assert (p := exp_pos x). assert (q := exp_ineq1 (- x) ltac:(lra)).
assert (e : exp x * exp (- x) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). nra.""",
    },
    "AMMUP-P3": {
        1: recursion(
            "r",
            "(IZR {n} ^ 2 + 3 / 4 * (IZR {n} + (-1)) * IZR {n} * (2 * IZR {n} + (-1)) / 6) / 4",
            "l L",
            2,
        ),
        2: recursion(
            "T", "IZR {n} * (IZR {n} + 1) * (3 * IZR {n} ^ 2 + 13 * IZR {n} + 8) / 6", "l L", 4
        ),
        4: """set (x := IZR j). assert (0 <= x) by (apply IZR_le; lia).
apply Rminus_le. replace (_ - _) with (- (x * (1 + x) * (45 * x ^ 2 + 119 * x + 82) / 6)) by field.
assert (0 <= x * (1 + x) * (45 * x ^ 2 + 119 * x + 82) / 6) by pos. lra.""",
    },
    "AMMUP-E22-kernel": {
        0: recursion(
            "B",
            "(variance + h) * h * q ^ 2"
            " * (kappa * (IZR {n} * (IZR {n} + 1) * (2 * IZR {n} + 1) / 6)"
            " - (kappa + (-1)) * IZR {n} ^ 2)",
            "layer L",
            0,
        ),
        1: "field.",
    },
    "AMMUP-X-paths": {
        1: recursion("P_1", f"powerRZ 2 {{n}} * {MIDDLE}", "k K", 2, DOUBLED),
        2: recursion("P_2", f"powerRZ 2 {{n}} * ({MIDDLE} ^ 2 + IZR {{n}} / 4)", "k K", 4, DOUBLED),
        3: recursion(
            "P_3",
            f"powerRZ 2 {{n}} * ({MIDDLE} ^ 3 + 3 * IZR {{n}} / 4 * {MIDDLE})",
            "k K",
            6,
            DOUBLED,
        ),
    },
    "PC-E54-power": {
        2: recursion("q", "IZR {n} * (IZR {n} + 1) * (2 * IZR {n} + 1) / 6", "k K", 2),
    },
    "PC-A8-law-mean": {
        2: """intros top ran0. assert (e := geometric rho top ltac:(lra) ltac:(lia)).
rewrite (sum_ext 1 top _ (fun k => rho * powerRZ rho (k - 1))).
2: { intros k ran; replace k with (k - 1 + 1)%Z at 1 by ring.
rewrite powerRZ_add, powerRZ_1 by lra; ring. }
rewrite sum_scale.
transitivity (rho * ((rho + (-1)) * sum 1 top (fun k => powerRZ rho (k - 1)))); [ring|].
rewrite e; ring.""",
        3: """intros top ran0 spe0. rewrite spe0, (sum_ext 1 top _ (fun _ => 1)).
- rewrite sum_const by lia; ring.
- intros; apply powerRZ_R1.""",
        4: """intros top ran0.
transitivity ((3 + (-1)) * sum 1 top (fun k => powerRZ 3 ((-1) * k))); [f_equal; ring|].
apply geometric_down; [lra | lia].""",
    },
    "PC-S15": {
        3: """assert (0 < q * t ^ 2) by pos. rewrite <- (Rmult_1_r loss) at 2; unfold Rdiv.
apply Rmult_lt_compat_l; [lra|]. rewrite <- Rinv_1; apply Rinv_lt_contravar; lra.""",
    },
    "AMMUP-C1": {
        0: GROWN,
        1: """assert (0 < c * q / IZR K) by pos.
assert (e' := geometric_back (1 + c * q / IZR K) L ltac:(lra) ltac:(lia)).
rewrite <- e'; field; repeat split; nz.""",
        2: """assert (0 < c * q / IZR K) by pos.
set (S := sum 1 L (fun t => powerRZ (1 + c * q / IZR K) (L - t))).
replace (e_max * c / IZR K * S) with (c / IZR K * (e_max * S)) by (field; nz).
apply Rmult_le_compat_l; [pos|]. unfold S; rewrite <- sum_scale.
apply sum_at_most; intros t r; rewrite (Rmult_comm (powerRZ _ _)).
apply Rmult_le_compat_r; [pos | apply giv0; lia].""",
    },
    "AMMUP-E35": {0: GROWN},
    "AMMUP-A4": {
        1: "rewrite sum_const, minus_IZR by lia; field; split; nz.",
        2: """apply (tends_near _ (fun y => (((-2) + IZR L) * y + y ^ 2 + 1) / IZR L)).
- exists (mkposreal 1 Rlt_0_1); intros y _ q; field; split; [lra | nz].
- eapply tends_is; [tends | field; nz].""",
    },
    "AMMUP-A5-least": {
        0: """wholes. assert (0 < / S) by pos. assert (0 < IZR L) by lra.
replace (IZR L * S) with (IZR L / (/ S)) by (field; lra). unfold Rdiv.
apply Rmult_lt_compat_l; [lra|]. apply Rinv_lt_contravar; [pos | lra].""",
        1: """apply (tends_near _ (fun y => IZR L / (1 + R' * y))).
- exists (mkposreal 1 Rlt_0_1); intros y _ q; field; repeat split; nra.
- eapply tends_is; [tends | field]; lra.""",
    },
}
