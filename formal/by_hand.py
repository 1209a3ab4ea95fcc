"""Proof scripts by hand, for clauses that proofs.py does not prove: by claim and place.

A script stands after ``assert (cla<k> : ...)``; domains are dom0, dom1, ..., definitions def0, ...,
hypotheses giv0, ..., earlier clauses cla0, ...
"""

from by_hand_chain import CHAINED
from by_hand_looped import LOOPED

ROOT_OF_A_SQUARE = "replace (p ^ 2 + (u ^ 2 - p ^ 2)) with (u ^ 2) by ring; apply sqrt_pow2; lra."
ONE_RATE = """intros l ran0. assert (e := cla{} l ran0). rewrite def6 by lia.
replace (l + 1 - 1)%Z with l by ring.
transitivity ((mu_yx - mu_xx * back 0%Z) * (front l * b (l + 1)%Z * back (l + 1)%Z)).
- ring.
- rewrite e; reflexivity."""
SIGNS = {
    0: """replace (2 * k)%Z with (Z.of_nat (2 * Z.to_nat k)) by lia.
rewrite <- pow_powerRZ, pow_1_even; ring.""",
    1: """replace (2 * k + 1)%Z with (Z.of_nat (S (2 * Z.to_nat k))) by lia.
rewrite <- pow_powerRZ, pow_1_odd; ring.""",
}
MEAN_OF_ONE = {
    1: """rewrite powerRZ_Rpower, Rpower_mult by lra.
replace (IZR L * (1 / IZR L)) with 1 by (field; nz). apply Rpower_1; lra.""",
}
DEPTHS = {
    0: "rewrite sqrt_div_alt by lra. field; repeat split; nz.",
}

GEOMETRIC = {
    3: "intros top ran0; apply geometric; [nz | lia].",
    4: """intros top ran0. rewrite <- (geometric rho top) by first [lia | nz].
rewrite (sum_ext 1 top _ (fun k => / (gamma0 ^ 2 * IZR N) * powerRZ rho (k - 1)))
  by (intros k ran1; rewrite cla2 by lia; unfold Rdiv; ring).
rewrite sum_scale; field; split; nz.""",
}
CONSTANT = """rewrite (sum_ext 1 (L - 1) _ (fun _ => 1 / (gamma0 ^ 2 * IZR N)))
  by (intros k ran0; apply cla{}; lia).
rewrite sum_const, minus_IZR by lia; field; split; nz."""

TIME = """rewrite !Rinv_inv. replace (1 - (1 + u)) with (- u) by ring.
replace (1 - (1 + v)) with (- v) by ring. rewrite !Rabs_Ropp, !Rabs_pos_eq by lra; ring."""
OVER_DEPTH = """wholes. assert (/ IZR L <= / 3) by (apply Rinv_le_contravar; lra).
assert (0 < / IZR L) by (apply Rinv_0_lt_compat; lra). unfold Rdiv; lra."""

SCRIPTS: dict[str, dict[int, str]] = {
    "AMMUP-B-order": {
        0: """wholes. assert (0 < IZR L * more * (IZR L ^ 2 - 1)) by
(apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | nra]). lra.""",
    },
    "AMMUP-P1-batch": {
        0: """rewrite !sum_const by lia.
assert (xi <> 0) by (intros z; apply giv0; rewrite z; ring).
assert (zeta <> 0) by (intros z; apply giv0; rewrite z; ring).
field; repeat split; nz.""",
    },
    "AMMUP-D21": SIGNS,
    "AMMUP-D22": SIGNS,
    "AMMUP-B-padding": {
        0: """set (q := PI / (1 + IZR N)). rewrite sin_plus, sin_minus. field.""",
    },
    "AMMUP-E12": MEAN_OF_ONE,
    "AMMUP-A7": MEAN_OF_ONE,
    "AMMUP-D16": {
        0: "reflexivity.",
        1: """assert (0 < 1 + c * q / IZR K) by pos.
rewrite powerRZ_add, powerRZ_1 by lra. field; split; [nz | apply powerRZ_NOR; lra].""",
        2: "apply exp_lt_inv; rewrite exp_ln by lra; apply exp_ineq1; lra.",
    },
    "AMMUP-AS1": {
        0: "wholes. field; repeat split; lra.",
        1: "wholes. apply le_over; lra.",
        2: "wholes. apply over_le; lra.",
    },
    "AMMUP-D20": {
        0: """wholes. assert (a : sqrt (IZR L) ^ 2 = IZR L) by (apply pow2_sqrt; lra).
assert (b : sqrt (IZR L0) ^ 2 = IZR L0) by (apply pow2_sqrt; lra).
assert (0 < sqrt (IZR L)) by (apply sqrt_lt_R0; lra).
replace (IZR L ^ 3) with (sqrt (IZR L) ^ 6) by (rewrite <- a at 2; ring).
replace (IZR L0 ^ 3) with (sqrt (IZR L0) ^ 6) by (rewrite <- b at 2; ring).
field; lra.""",
        1: "pos.",
    },
    "AMMUP-B-transfer": {
        0: """wholes.
assert (0 < 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2)).
{ apply Rplus_lt_le_0_compat; [nra|]. apply Rmult_le_pos; [|nra]. apply Rmult_le_pos; lra. }
assert (0 < 1 / 6 * (1 + IZR L0) * (1 + 2 * IZR L0)
  + 1 / 12 * IZR L0 * delta * ((-1) + IZR L0 ^ 2)).
{ apply Rplus_lt_le_0_compat; [nra|]. apply Rmult_le_pos; [|nra]. apply Rmult_le_pos; lra. }
rewrite Rpow_mult_distr, pow_inv, !pow2_sqrt by lra. unfold Rdiv; apply Rmult_comm.""",
    },
    "CHAIN-E16": {
        0: """replace ((-2) + 2 / L) with (- (2 + (-2) / L)) by (field; lra).
rewrite Rpower_Ropp, power_over by lra. field; split; [lra | apply Rgt_not_eq, exp_pos].""",
        1: "replace (alpha * r / r) with alpha by (field; lra); reflexivity.",
    },
    "CHAIN-E20": {
        0: """rewrite !Rinv_inv. replace (1 - (1 + u)) with (- u) by ring.
replace (1 - (1 + v)) with (- v) by ring. rewrite !Rabs_Ropp, !Rabs_pos_eq by lra; ring.""",
        1: "ring.",
    },
    "CHAIN-E21": {
        0: """rewrite !Rinv_inv. replace (1 - (1 + u)) with (- u) by ring.
replace (1 - (1 + v)) with (- v) by ring. rewrite !Rabs_Ropp, !Rabs_pos_eq by lra.
match goal with |- exp ?e = _ => replace e with (ln u + u) by ring end.
rewrite exp_plus, exp_ln by lra; reflexivity.""",
    },
    "CHAIN-B6": {
        0: """rewrite !powerRZ_nat by lia.
replace (Z.to_nat (2 * j + 1)) with (S (2 * Z.to_nat j)) by lia.
replace (Z.to_nat (2 * j)) with (2 * Z.to_nat j)%nat by lia.
rewrite !Rpow_mult_distr, pow_1_odd, pow_1_even. unfold Rdiv; ring.""",
        1: """assert (0 < 2 * IZR j + 1) by (wholes; lra). pos.""",
    },
    "CHAIN-E3-smallest": {0: ROOT_OF_A_SQUARE, 5: ONE_RATE.format(4)},
    "CHAIN-E3": {4: ONE_RATE.format(3)},
    "CHAIN-E2": {
        6: """rewrite cla4.
rewrite (sum_ext 1 L (fun m => (mu_yx - mu_xx * back 0%Z) * front (m - 1)%Z * back m * db m)
  (fun m => (mu_yx - mu_xx * back 0%Z) * (db m * front (m - 1)%Z * back m))) by (intros; ring).
rewrite sum_scale; ring.""",
    },
    "CHAIN-I22-domain": {
        2: """assert (p : 0 < x / L) by pos.
replace ((-1) * x / L) with (- (x / L)) by (field; lra).
assert (q : 0 < 1 - exp (- (x / L))) by (assert (low := exp_below (- (x / L)) ltac:(lra)); lra).
set (e := exp ((-1) * x * ((-2) + 2 / L))). assert (0 < e) by apply exp_pos.
assert (0 < 1 / 4 / mu_xx / tau / (1 - exp (- (x / L))) * e) by pos.
replace (1 / 4 / mu_xx / tau / ((-1) + exp (- (x / L))) * e)
  with (- (1 / 4 / mu_xx / tau / (1 - exp (- (x / L))) * e)) by (field; repeat split; lra). lra.""",
        3: "assert (0 < / L * w ^ 2) by pos. lra.",
    },
    "LOOP-B-LREF": DEPTHS,
    "LOOP-B-LREF-factor": DEPTHS,
    "AMMUP-E23": {
        0: """rewrite (sum_cubic L _ 0 (-1 / 2) (1 / 2 + IZR L) 0); [field | lia |].
intros i ran0; rewrite sum_id by lia; field.""",
    },
    "AMMUP-L3": {3: "rewrite sum_id by lia; field."},
    "AMMUP-B-delta": {
        0: """rewrite (sum_cubic L _ (delta / 3) (1 - delta / 2) (delta / 6) 0); [field | lia |].
intros i ran0; field.""",
        1: "field.",
    },
    "AMMUP-B-sign": {
        0: """assert (PI <> 0) by exact PI_neq0.
rewrite (sum_cubic l _ 0 (-2) (3 + 2 * IZR l) (-1 - IZR l)); [field; lra | lia |].
intros i ran0; ring.""",
        1: """assert (PI <> 0) by exact PI_neq0.
rewrite (sum_cubic l _ 0 (-4 / PI) ((4 + 4 * IZR l) / PI) (- (1 + 2 * IZR l) / PI));
  [field; lra | lia |].
intros i ran0; field; lra.""",
        2: """rewrite (sum_cubic l _ 0 (-2) (3 + 2 * IZR l) (-1 - IZR l)); [field | lia |].
intros i ran0; ring.""",
    },
    "AMMUP-C3-orthogonal": {
        1: """set (G := sum 1 n (fun i => g L i ^ 2)).
rewrite (sum_cubic L _ 0 (s ^ 2 * G) 0 0); [field; nz | lia |].
intros layer ran0.
rewrite (sum_ext 1 n _ (fun i => (IZR layer ^ 2 * s ^ 2) * g L i ^ 2)) by (intros; ring).
rewrite sum_scale; fold G; ring.""",
    },
    "AMMUP-E09-quadratic": {
        1: """assert (p : 0 < sqrt S) by (apply sqrt_lt_R0; lra).
assert (q : sqrt S ^ 2 = S) by (apply pow2_sqrt; lra). split; intros h.
- assert (0 < eta * sqrt S) by pos.
  assert ((eta * sqrt S) ^ 2 = 1) by (rewrite Rpow_mult_distr, q; exact h).
  assert (eta * sqrt S = 1) by nra. apply (Rmult_eq_reg_r (sqrt S)); [|lra]. rewrite H1; field; lra.
- rewrite h; replace ((1 / sqrt S) ^ 2) with (1 / sqrt S ^ 2) by (field; lra).
  rewrite q; field; lra.""",
    },
    "PC-E19": GEOMETRIC,
    "PC-E106": GEOMETRIC,
    "PC-E16": {3: CONSTANT.format(2)},
    "PC-C3.2": {3: CONSTANT.format(2)},
    "PC-E17": {
        1: "replace (1 - 1 / s) with ((s + (-1)) * / s) by (field; lra); pos.",
        2: """replace (1 - 1 / s) with ((s + (-1)) * / s) by (field; lra).
assert (/ s <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). nra.""",
        6: CONSTANT.format(5),
    },
    "PC-E103": {
        7: "slope_at (fun t => ln (1 + delta * t)) (-2).",
        8: """replace ((-2) * delta) with ((-1) * (2 * delta)) by ring.
apply lim_log_small; lra.""",
    },
    "PC-S12-energy": {
        0: """change (1 + 1 * / IZR L) with (1 + 1 / IZR L).
replace ((-1) + L)%Z with (L - 1)%Z by ring. fieldy.""",
        2: "apply (lim_is _ ((-1) + exp k)); [|reflexivity]. eapply tends_is; [grows | alike].",
    },
    "PC-E120-order": {
        4: """intros k ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K)%Z ->
  rho ^ 2 * b n = powerRZ rho (2 * n) * (rho ^ 2 + IZR n * (rho ^ 2 + (-1)))).
{ apply (whole_induction (fun n => (n <= K)%Z ->
  rho ^ 2 * b n = powerRZ rho (2 * n) * (rho ^ 2 + IZR n * (rho ^ 2 + (-1))))).
- intros most; rewrite def2; replace (2 * 0)%Z with 0%Z by ring; cbn; ring.
- intros n least hyp most; rewrite def3, plus_IZR by lia.
  replace (2 * (n + 1))%Z with (2 * n + 2)%Z by ring; rewrite powerRZ_add by nz.
  change (powerRZ rho 2) with (rho ^ 2); specialize (hyp ltac:(lia)).
  transitivity (rho ^ 2 * (rho ^ 2 * b n) + rho ^ 2 * (rho ^ 2 + (-1)) * powerRZ rho (2 * n));
    [ring | rewrite hyp; ring]. }
apply ind; lia.""",
        5: """apply (lim_is _ ((1 + 2) * exp 1)); [|ring].
apply (tends_mult (fun y => 1 + (1 - / (1 + / y) ^ 2) * ((-2) + y))).
- apply (tends_plus (fun _ => 1)); [apply tends_const|].
  apply (tends_near _ (fun y => ((-2) + y) * (1 - / (1 + / y) ^ 2))); [exists 0; intros; ring|].
  apply (tends_slope (fun t => 1 - / (1 + t) ^ 2) _ (-2)); [field | sloped].
- eapply tends_is; [grows | alike].""",
    },
    "PC-E46-raw": {
        2: """intros k ran0 spe0.
assert (f : IZR N * (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * b / 2)) ^ 2 = 1)
  by (subst b; monomials).
assert (ind : forall n : Z, (1 <= n)%Z -> (n <= K)%Z -> q n = 1).
{ apply (whole_induction (fun n => (n <= K)%Z -> q n = 1)).
- intros most; rewrite def0; exact f.
- intros n least hyp most; rewrite def1, f, hyp by lia; ring. }
apply ind; lia.""",
        3: """intros k ran0 spe0 spe1.
assert (f : (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * b / 2)) ^ 2 = 1)
  by (subst a b; monomials).
assert (ind : forall n : Z, (1 <= n)%Z -> (n <= K)%Z -> q n = powerRZ (IZR N) n).
{ apply (whole_induction (fun n => (n <= K)%Z -> q n = powerRZ (IZR N) n)).
- intros most; rewrite def0, f, powerRZ_1; ring.
- intros n least hyp most; rewrite def1, f, hyp, powerRZ_add, powerRZ_1 by first [lia | nz]; ring. }
apply ind; lia.""",
    },
    "PC-E69-power": {
        3: """intros k ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K)%Z -> y n = IZR n * (IZR n + 1) / 2).
{ apply (whole_induction (fun n => (n <= K)%Z -> y n = IZR n * (IZR n + 1) / 2)).
- intros most; rewrite def0; field.
- intros n least hyp most; rewrite def1, hyp, plus_IZR by lia; field. }
apply ind; lia.""",
        4: """rewrite (sum_cubic K _ 0 (1 / 2) (1 / 2) 0); [field | lia |].
intros k ran0; field.""",
    },
    "CHAIN-E18": {0: TIME},
    "CHAIN-E19": {1: TIME},
    "CHAIN-I23-three": {5: OVER_DEPTH, 6: OVER_DEPTH},
    "CHAIN-I10": {
        2: "assert (q : 1 + (-1) * x < exp ((-1) * x)) by (apply exp_ineq1; lra). lra.",
        3: """assert (exp ((-1) * x) < 1)
  by (apply Rlt_le_trans with (exp 0); [apply exp_increasing; lra | rewrite exp_0; lra]).
lra.""",
    },
    "CHAIN-E33-sign": {
        3: """assert (1 < exp (x / L))
  by (rewrite <- exp_0 at 1; apply exp_increasing, Rdiv_lt_0_compat; lra).
apply Rmult_lt_0_compat; [pos | apply exp_pos].""",
        4: "overs. rewrite Rpow_mult_distr, !pow2_sqrt by lra. field; lra.",
    },
    "CHAIN-I9": {
        1: """assert (0 < mu_xx * r ^ 2) by (apply Rmult_lt_0_compat; [lra | apply pow_lt; lra]).
split; intros h; [| rewrite h; ring].
assert (z : (1 - alpha) ^ 2 = 0) by (apply (Rmult_eq_reg_l (1 / 2 * mu_xx * r ^ 2)); lra).
assert (alpha * alpha - 2 * alpha + 1 = 0) by (rewrite <- z; ring). nra.""",
    },
    "CHAIN-B2": {
        7: """rewrite cla0. match type of cla3 with 0 < ?y => set (c := y) in * end.
split; intros h; [| apply Rmult_le_pos; lra].
apply Rnot_lt_le; intros low. assert (0 < c * (1 - 2 * alpha)) by (apply Rmult_lt_0_compat; lra).
lra.""",
        8: """rewrite cla1. match type of cla4 with 0 < ?y => set (c := y) in * end.
set (e := / _ * _). split; intros h.
- apply Rnot_le_lt; intros high. assert (0 <= c * (alpha - e)) by (apply Rmult_le_pos; lra). lra.
- assert (0 < c * (e - alpha)) by (apply Rmult_lt_0_compat; lra). lra.""",
    },
    "CHAIN-I15-elementary": {
        0: "assert (0 < 1 - alpha0) by lra. apply exp_ln; pos.",
        4: """assert (0 < / alpha0) by (apply Rinv_0_lt_compat; lra).
rewrite ln_mult, ln_Rinv by lra; ring.""",
        5: """assert (0 < / alpha0) by (apply Rinv_0_lt_compat; lra).
assert (e : ln ((-1) + / alpha0) = ln (1 - alpha0) - ln alpha0).
{ replace ((-1) + / alpha0) with ((1 - alpha0) * / alpha0) by (field; lra).
rewrite ln_mult, ln_Rinv by lra; ring. }
rewrite e; ring.""",
    },
    "AMMUP-D04": {1: "rewrite sum_const_from by lia; ring."},
    "AMMUP-D05": {
        0: """rewrite (sum_ext (c + 1) (c + b) _ (fun _ => IZR a))
  by (intros; rewrite sum_const_from by lia; ring).
rewrite sum_const_from by lia; ring.""",
    },
}
SCRIPTS |= LOOPED | CHAINED
