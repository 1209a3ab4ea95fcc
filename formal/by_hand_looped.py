"""Proof scripts by hand for clauses of the looped papers, as in by_hand.py.

A statement that several claims have is proved by the script of the first of them.
"""

ACOS = "rewrite neg_one, acos_opp"
KERNEL = {
    0: """assert (0 < 1 - rho ^ 2) by nra. assert (p : 0 < (1 + rho) * (1 - rho)) by nra.
assert (0 < 1 - ((-1) * rho) ^ 2) by nra. assert (PI <> 0) by exact PI_neq0.
eapply slope_is; [derive |].
replace (1 - ((-1) * rho) ^ 2) with ((1 + rho) * (1 - rho)) by ring.
assert (q := sqrt_lt_R0 _ p). field; split; lra.""",
    1: f"""{ACOS}. assert (q := acos_right rho dom0 (Rlt_le _ _ dom1)).
assert (0 < PI) by exact PI_RGT_0.
replace (1 / 2 / PI * (PI - acos rho)) with ((PI - acos rho) / (2 * PI)) by (field; lra).
apply le_over; lra.""",
    2: "replace ((1 + rho) * (1 - rho)) with (1 - rho ^ 2) by ring; field; exact PI_neq0.",
    3: "replace ((1 + 0) * (1 - 0)) with 1 by ring; rewrite sqrt_1; field; exact PI_neq0.",
    4: f"""{ACOS}, acos_1. replace ((1 + 1) * (1 - 1)) with 0 by ring.
rewrite sqrt_0; field; exact PI_neq0.""",
}
LACK = "(fun n => powerRZ rho (N - n) * lack n)"
HEIGHT = f"""rewrite (linear_recursion N rho height (fun n => b * powerRZ rho (n - 1) - lack n));
  [| lra | lia |].
2: {{ intros k r; rewrite def1 by lia; replace (k + 1 - 1)%Z with k by ring; ring. }}
rewrite def0, (sum_split 1 N (b * powerRZ rho (N - 1)) (-1) (fun _ => 1) {LACK}).
- rewrite sum_const by lia; ring.
- intros n r; replace (N - 1)%Z with ((N - n) + (n - 1))%Z by ring.
rewrite (powerRZ_add rho (N - n)) by lra; ring."""
CHANGE = f"""rewrite (linear_recursion N rho change (fun n => b - lack n)); [| lra | lia |].
2: {{ intros k r; rewrite def1 by lia; ring. }}
rewrite def0, (sum_split 1 N b (-1) (fun n => powerRZ rho (N - n)) {LACK}) by (intros; ring).
ring."""
AS_POWER = """replace (powerRZ (1 + C_W * eps) N) with (powerRZ (1 + eps * C_W) N)
  by (f_equal; ring). field; lra."""
BELOW = f"""rewrite (linear_recursion N rho height (fun n => - lack n)); [| lra | lia |].
2: {{ intros k r; rewrite def1 by lia; ring. }}
rewrite def0, (sum_split 1 N (-1) 0 {LACK} (fun _ => 0)) by (intros; ring). ring."""
WITH_ROOT = """assert (e : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
assert (f : sqrt 2 ^ 2 = 2) by (apply pow2_sqrt; lra)."""
MOST = f"""{WITH_ROOT}
assert (p : 0 <= sum 1 N (fun n => R' n)) by (apply sum_nonneg; intros; apply dom5; lia).
assert (q : 0 <= eps * s / sqrt 2 * sum 1 N (fun n => R' n))
  by (apply Rmult_le_pos; [|exact p]; apply Rmult_le_pos;
    [nra | apply Rlt_le, Rinv_0_lt_compat, e]).
rewrite <- (sqrt_pow2 (R_0 + eps * s / sqrt 2 * sum 1 N (fun n => R' n))) by lra.
apply sqrt_le_1_alt.
assert (l : sum 1 N (fun k => sum 1 N (fun n => overlap n k)) <= sum 1 N (fun n => R' n) ^ 2 / 2).
{{ rewrite sum_squared; unfold Rdiv; rewrite Rmult_comm, <- sum_scale.
apply sum_at_most; intros k r; rewrite <- sum_scale; apply sum_at_most; intros n r'.
assert (t := giv0 n k r' r); lra. }}
assert (m : (eps * s / sqrt 2 * sum 1 N (fun n => R' n)) ^ 2
  = (eps * s) ^ 2 * (sum 1 N (fun n => R' n) ^ 2 / 2)).
{{ unfold Rdiv; rewrite !Rpow_mult_distr, pow_inv, f; ring. }}
assert ((eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k))
  <= (eps * s) ^ 2 * (sum 1 N (fun n => R' n) ^ 2 / 2))
  by (apply Rmult_le_compat_l; [apply pow2_ge_0 | exact l]).
assert (0 <= R_0 * (eps * s / sqrt 2 * sum 1 N (fun n => R' n))) by (apply Rmult_le_pos; lra).
nra."""
SQUARE = f"""{WITH_ROOT}
assert (g : sqrt 2 / 2 = / sqrt 2).
{{ apply (Rmult_eq_reg_r (sqrt 2)); [|lra]; rewrite Rinv_l by lra.
replace (sqrt 2 / 2 * sqrt 2) with (sqrt 2 ^ 2 / 2) by field; rewrite f; field. }}
replace (1 + 1 / 2 * eps * s * sqrt 2) with (1 + eps * s / sqrt 2)
  by (unfold Rdiv; rewrite <- g; field).
assert (0 < 1 + eps * s / sqrt 2)
  by (assert (0 <= eps * s / sqrt 2) by (apply Rmult_le_pos; [nra | apply Rlt_le,
    Rinv_0_lt_compat, e]); lra).
rewrite Rpow_mult_distr; f_equal. replace (2 * N)%Z with (N + N)%Z by ring.
rewrite powerRZ_add by lra; ring."""
GROWTH = """assert (d := tends_slope (fun t => ln (1 + 1 / 2 * t * lam ^ 2)) (1 / 2 * lam ^ 2) 0).
apply (lim_is _ (exp (1 / 2 * lam ^ 2))); [|reflexivity].
apply (tends_exp (fun y => y * ln (1 + 1 / 2 / y * lam ^ 2))).
apply (tends_near _ (fun y => (0 + y) * ln (1 + 1 / 2 * / y * lam ^ 2)));
  [exists 0; intros; unfold Rdiv; ring | apply d].
- replace (1 + 1 / 2 * 0 * lam ^ 2) with 1 by ring; apply ln_1.
- eapply slope_is; [derive | field]; lra."""
STEPS = {
    0: """assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K - 1)%Z -> 0 <= E n).
{ apply (whole_induction (fun n => (n <= K - 1)%Z -> 0 <= E n)).
- intros _; rewrite def1; exact dom1.
- intros n l hyp m; rewrite def3 by lia; apply Rmult_le_pos; [apply hyp; lia|].
assert (p := dom2 (n + 1)%Z); assert (q := dom3 (n + 1)%Z);
assert (0 <= x (n + 1)%Z) by (apply p; lia); assert (0 <= more (n + 1)%Z) by (apply q; lia); lra. }
intros at' ran0; apply ind; lia.""",
    1: """assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K - 1)%Z -> H n <= E n).
{ apply (whole_induction (fun n => (n <= K - 1)%Z -> H n <= E n)).
- intros _; exact giv0.
- intros n l hyp m; rewrite def2, def3 by lia.
assert (0 <= x (n + 1)%Z) by (apply dom2; lia); assert (0 <= more (n + 1)%Z) by (apply dom3; lia).
assert (0 <= lack (n + 1)%Z) by (apply dom4; lia); assert (0 <= E n) by (apply cla0; lia).
specialize (hyp ltac:(lia)).
assert (H n * (1 + x (n + 1)%Z) <= E n * (1 + x (n + 1)%Z)) by (apply Rmult_le_compat_r; lra).
assert (0 <= E n * more (n + 1)%Z) by (apply Rmult_le_pos; lra). lra. }
intros at' ran0; apply ind; lia.""",
}
WHOLE_LOG = "wholes. assert (0 <= ln (IZR N)) by (apply ln_least; lra). nra."
TERMS = """set (rho := 1 + (eps * s) ^ 2 / 2). assert (p : 0 < rho) by (unfold rho; nra).
rewrite (sum_ext 1 L _ (fun _ => eps * (Rpower rho ((IZR L + (-1)) / 2) / sqrt 2))).
- rewrite sum_const by lia; unfold Rdiv; ring.
- intros l r; rewrite <- powerRZ_add by lra; replace (L - l + (l - 1))%Z with (L - 1)%Z by ring.
rewrite sqrt_div_alt, powerRZ_Rpower by lra; do 2 f_equal.
rewrite <- Rpower_sqrt, Rpower_mult, minus_IZR by apply exp_pos; f_equal; field."""

WITHOUT = """intros i ran0 spe0.
assert (ind : forall n, (0 <= n)%Z -> (n <= N)%Z -> forall j, (1 <= j <= d)%Z -> h n j = x j).
{ apply (whole_induction (fun n => (n <= N)%Z -> forall j, (1 <= j <= d)%Z -> h n j = x j)).
- intros _ j r; apply def0; lia.
- intros n l hyp m j r; rewrite def1 by lia.
rewrite (sum_zero 1 d (fun k => W j k * u (n + 1)%Z k)); [rewrite hyp by lia; ring|].
intros k r'; rewrite spe0 by lia; ring. }
apply ind; lia."""
OVER_LOOPS = """intros i ran0.
assert (ind : forall n, (0 <= n)%Z -> (n <= N)%Z -> h n i = x i + eps * sum 1 L (fun layer =>
  sum 1 d (fun j => W layer i j * sum 1 n (fun m => v m layer j)))).
{ apply (whole_induction (fun n => (n <= N)%Z -> h n i = x i + eps * sum 1 L (fun layer =>
  sum 1 d (fun j => W layer i j * sum 1 n (fun m => v m layer j))))).
- intros _; rewrite def0 by lia; rewrite sum_zero; [ring|].
intros k r; apply sum_zero; intros j r'; rewrite sum_empty by lia; ring.
- intros n l hyp m; rewrite def1, hyp by lia.
rewrite (sum_split 1 L 1 1
  (fun layer => sum 1 d (fun j => W layer i j * sum 1 n (fun m => v m layer j)))
  (fun layer => sum 1 d (fun j => W layer i j * v (n + 1)%Z layer j))
  (fun layer => sum 1 d (fun j => W layer i j * sum 1 (n + 1) (fun m => v m layer j)))); [ring|].
intros k r; rewrite (sum_split 1 d 1 1 (fun j => W k i j * sum 1 n (fun m => v m k j))
  (fun j => W k i j * v (n + 1)%Z k j)); [ring|].
intros j r'; rewrite sum_last by lia; ring. }
rewrite (ind N) by lia; f_equal; rewrite Rmult_assoc; f_equal.
rewrite <- sum_scale; apply sum_ext; intros k r; rewrite <- sum_scale; apply sum_ext; intros.
field; nz."""
MASS = f"""{WITH_ROOT}
assert (0 < PI) by exact PI_RGT_0. assert (a : sqrt PI ^ 2 = PI) by (apply pow2_sqrt; lra).
rewrite sqrt_pow2, !Rpow_mult_distr, pow_inv, f, a by lra; field; lra."""

LOOPED: dict[str, dict[int, str]] = {
    "LOOP-A-E3": {k + 1: script for k, script in KERNEL.items()} | {6: HEIGHT},
    "LOOP-B-731": {2: CHANGE, 3: "apply geometric_back; [lra | lia].", 4: AS_POWER},
    "LOOP-A-D2b": {
        8: """assert (e := geometric rho N ltac:(lra) ltac:(lia)).
rewrite (sum_split 1 N 1 (-1) (fun n => powerRZ rho (n - 1)) (fun _ => 1)) by (intros; ring).
rewrite sum_const by lia.
transitivity ((rho + (-1)) * sum 1 N (fun k => powerRZ rho (k - 1)) - (rho + (-1)) * IZR N);
  [ring | rewrite e; ring].""",
    },
    "LOOP-A-T1-bounds": {6: MOST, 7: BELOW, 8: SQUARE},
    "LOOP-B-T3": {7: STEPS[0], 8: STEPS[1], 10: GROWTH},
    "LOOP-A-E4": {1: WHOLE_LOG},
    "LOOP-A-P1": {2: WHOLE_LOG},
    "LOOP-B-X17-depth": {0: TERMS},
    "LOOP-A-DP5-printed": {
        1: """wholes. assert (p := ln_low t dom1). unfold Rdiv in *. rewrite Rmult_assoc.
apply Rmult_le_compat_l; lra.""",
    },
    "LOOP-B-T2-needs": {
        1: """intros spe0 spe1. subst N. assert (a := def1 0%Z ltac:(lia)).
assert (e := def1 1%Z ltac:(lia)). change (0 + 1)%Z with 1%Z in a.
change (1 + 1)%Z with 2%Z in e. rewrite e, a, def0, spe1. assert (0 < eps * eta) by pos.
apply gap_less; match goal with |- 0 < ?g => replace g with (2 * (eps * eta)) by (field; lra) end.
lra.""",
    },
    "LOOP-B-T1-finite": {0: WITHOUT},
    "LOOP-B-D2": {0: OVER_LOOPS},
    "LOOP-B-RN-wide": {1: MASS},
    "LOOP-A-C1": {
        1: """wholes. assert (p : 0 <= t / IZR N) by (apply Rmult_le_pos; [lra | pos]).
assert (q := ln_up _ p). assert (e : IZR N * (t / IZR N) = t) by (field; lra).
assert (0 <= (2 * IZR N + (-2)) * (t / IZR N - ln (1 + t / IZR N)))
  by (apply Rmult_le_pos; lra). nra.""",
    },
}
