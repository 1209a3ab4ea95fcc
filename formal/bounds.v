(* Bounds of logarithms, exponentials and powers, sums of powers, and limits of (c + y) h(1/y) as y grows. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics writing calculus.
Open Scope R_scope.

Lemma ln_most x : 0 < x -> ln x <= x - 1.
Proof. intros p; assert (q := exp_ineq1_le (ln x)); rewrite exp_ln in q by exact p; lra. Qed.
Lemma ln_up y : 0 <= y -> ln (1 + y) <= y.
Proof. intros p; assert (q := ln_most (1 + y)); lra. Qed.
Lemma ln_low y : 0 <= y -> y / (1 + y) <= ln (1 + y).
Proof.
intros p; assert (q : 0 < / (1 + y)) by (apply Rinv_0_lt_compat; lra); assert (l := ln_most (/ (1 + y)) q).
rewrite ln_Rinv in l by lra; replace (y / (1 + y)) with (1 - / (1 + y)) by (field; lra); lra.
Qed.
Lemma ln_above y : 0 < y -> 0 < ln (1 + y).
Proof. intros p; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma ln_below y : 0 < y -> y < 1 -> ln (1 - y) < 0.
Proof. intros p q; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma exp_low y : y <= exp y + (-1).
Proof. assert (q := exp_ineq1_le y); lra. Qed.
Lemma exp_up y : exp y + (-1) <= y * exp y.
Proof.
assert (q := exp_ineq1_le (- y)); assert (p := exp_pos y); assert (e : exp y * exp (- y) = 1).
{ rewrite <- exp_plus, Rplus_opp_r; apply exp_0. }
nra.
Qed.
(* A function with a derivative of one sign grows *)
Lemma grows_from (f g : R -> R) (a x : R) : a <= x -> (forall y, a <= y -> is_derive f y (g y)) -> (forall y, a <= y -> 0 <= g y) -> f a <= f x.
Proof.
intros le d s; destruct (MVT_gen f a x g) as [c [r e]].
- intros y q; rewrite Rmin_left in q by exact le; apply d; lra.
- intros y q; rewrite Rmin_left in q by exact le; apply continuity_pt_filterlim.
  apply (ex_derive_continuous f y); exists (g y); apply d; lra.
- rewrite Rmin_left, Rmax_right in r by exact le; assert (p := s c (proj1 r)); nra.
Qed.
Lemma grows_above (f g : R -> R) (a x : R) : a < x -> (forall y, a <= y -> is_derive f y (g y)) -> (forall y, a < y -> 0 < g y) -> f a < f x.
Proof.
intros le d s; destruct (MVT_cor2 f g a x le) as [c [e [l u]]].
- intros y q; apply is_derive_Reals, d; lra.
- assert (p := s c l); nra.
Qed.
Lemma exp_second y : 0 <= y -> exp y + (-1) - y <= y ^ 2 * exp y / 2.
Proof.
intros p; assert (q := grows_from (fun t => t ^ 2 / 2 + exp (- t) + t * exp (- t)) (fun t => t * (1 - exp (- t))) 0 y p).
assert (l : 0 ^ 2 / 2 + exp (- 0) + 0 * exp (- 0) <= y ^ 2 / 2 + exp (- y) + y * exp (- y)).
{ apply q.
  - intros t _; eapply slope_is; [derive | cbn [INR]; field].
  - intros t r; apply Rmult_le_pos; [exact r|]; assert (exp (- t) <= 1); [|lra].
    rewrite <- exp_0; destruct (Req_dec t 0) as [->|n]; [rewrite Ropp_0; lra | apply Rlt_le, exp_increasing; lra]. }
rewrite Ropp_0, exp_0 in l; assert (e : exp y * exp (- y) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (u := exp_pos y); assert (v : 0 <= (y ^ 2 / 2 + exp (- y) + y * exp (- y) - 1) * exp y) by (apply Rmult_le_pos; lra).
replace ((y ^ 2 / 2 + exp (- y) + y * exp (- y) - 1) * exp y) with (y ^ 2 * exp y / 2 + exp y * exp (- y) * (1 + y) - exp y) in v by field.
rewrite e in v; lra.
Qed.
Lemma ln_under x : 0 < x -> ln (1 + x) < x.
Proof. intros p; apply exp_lt_inv; rewrite exp_ln by lra; apply exp_ineq1; lra. Qed.
Lemma ln_some x : 0 < x -> 1 - / x <= ln x.
Proof. intros p; assert (q := ln_most (/ x) (Rinv_0_lt_compat _ p)); rewrite ln_Rinv in q by exact p; lra. Qed.
Lemma ln_least x : 1 <= x -> 0 <= ln x.
Proof. intros p; assert (q := ln_some x ltac:(lra)); assert (r : / x <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra); lra. Qed.
Lemma power_below x e : 0 < x -> x < 1 -> 0 < e -> Rpower x e < 1.
Proof. intros p q r; unfold Rpower; rewrite <- exp_0; apply exp_increasing; assert (ln x < 0) by (rewrite <- ln_1; now apply ln_increasing); nra. Qed.
Lemma exp_above y : 0 < y -> 1 < exp y.
Proof. intros p; rewrite <- exp_0; now apply exp_increasing. Qed.
Lemma exp_below y : y < 0 -> exp y < 1.
Proof. intros p; rewrite <- exp_0; now apply exp_increasing. Qed.
Lemma neg_one x : (-1) * x = - x. Proof. ring. Qed.
Lemma acos_right x : 0 <= x -> x <= 1 -> 0 <= acos x <= PI / 2.
Proof.
intros p q; assert (b := acos_bound x); split; [lra|]; destruct (Rle_lt_dec (acos x) (PI / 2)) as [l|l]; [exact l|].
assert (c := cos_acos x); assert (cos (acos x) < cos (PI / 2)) by (apply cos_decreasing_1; lra).
rewrite cos_PI2 in H; lra.
Qed.
Lemma ln_second y : 0 <= y -> y - y ^ 2 / 2 <= ln (1 + y).
Proof.
intros p; assert (q := grows_from (fun t => ln (1 + t) - (t - t ^ 2 / 2)) (fun t => t ^ 2 / (1 + t)) 0 y p).
cbv beta in q; replace (0 - 0 ^ 2 / 2) with 0 in q by field; rewrite Rplus_0_r, ln_1 in q.
assert (0 - 0 <= ln (1 + y) - (y - y ^ 2 / 2)); [|lra]; apply q; intros t r.
- eapply slope_is; [derive | cbn [INR]; field]; lra.
- apply Rmult_le_pos; [apply pow2_ge_0 | apply Rlt_le, Rinv_0_lt_compat; lra].
Qed.
Lemma ln_second_up y : 0 <= y -> ln (1 + y) <= y - y ^ 2 / (2 * (1 + y)).
Proof.
intros p; assert (q := grows_from (fun t => t - t ^ 2 / (2 * (1 + t)) - ln (1 + t)) (fun t => t ^ 2 / (2 * (1 + t) ^ 2)) 0 y p).
cbv beta in q; replace (0 - 0 ^ 2 / (2 * (1 + 0))) with 0 in q by field; rewrite Rplus_0_r, ln_1 in q.
assert (0 - 0 <= y - y ^ 2 / (2 * (1 + y)) - ln (1 + y)); [|lra]; apply q; intros t r.
- eapply slope_is; [derive | cbn [INR]; field]; lra.
- apply Rmult_le_pos; [apply pow2_ge_0 | apply Rlt_le, Rinv_0_lt_compat; nra].
Qed.
Lemma power_most x e : 1 <= x -> e <= 0 -> Rpower x e <= 1.
Proof. intros p q; rewrite <- (Rpower_O x) by lra; apply Rle_Rpower; lra. Qed.

Lemma geometric_down r n : r <> 0 -> (0 <= n)%Z ->
  (r + (-1)) * sum 1 n (fun k => powerRZ r ((-1) * k)) = 1 - powerRZ r ((-1) * n).
Proof.
intros nz; revert n; apply whole_induction; [rewrite sum_empty by lia; cbn; ring|].
intros n le IH; rewrite sum_last, Rmult_plus_distr_l, IH by lia.
replace ((-1) * n)%Z with ((-1) * (n + 1) + 1)%Z by ring.
rewrite (powerRZ_add r ((-1) * (n + 1)) 1), powerRZ_1 by exact nz; ring.
Qed.

Lemma sum_const_from c b x : (0 <= b)%Z -> sum (c + 1) (c + b) (fun _ => x) = IZR b * x.
Proof.
revert b; apply whole_induction; [rewrite sum_empty by lia; ring|].
intros n le IH; replace (c + (n + 1))%Z with (c + n + 1)%Z by ring; rewrite sum_last, IH, plus_IZR by lia; ring.
Qed.

(* Limits as y grows: h(0) = 0, and h has the slope a at 0 *)
Lemma tends_small (h : R -> R) (a : R) : is_derive h 0 a ->
  filterlim (fun y => h (/ y)) (Rbar_locally' p_infty) (locally (h 0)).
Proof. intros d; apply (tends_smooth (fun y => / y) h 0); [now exists a | exact tends_over]. Qed.
Lemma tends_slope (h : R -> R) (a c : R) : h 0 = 0 -> is_derive h 0 a ->
  filterlim (fun y => (c + y) * h (/ y)) (Rbar_locally' p_infty) (locally a).
Proof.
intros z d; apply (tends_near _ (fun y => c * h (/ y) + y * h (/ y))); [exists 0; intros; ring|].
replace a with (c * h 0 + a) by (rewrite z; ring).
apply (tends_plus (fun y => c * h (/ y)) (fun y => y * h (/ y))); [|now apply lim_slope].
apply (tends_mult (fun _ => c) (fun y => h (/ y))); [apply tends_const | now apply (tends_small h a)].
Qed.
Lemma lim_slope_at (h : R -> R) (a b c : R) : h 0 = 0 -> is_derive h 0 a -> a = b ->
  is_lim (fun y => (c + y) * h (/ y)) p_infty b.
Proof. intros z d e; apply (lim_is _ a); [now apply tends_slope | exact e]. Qed.
(* y^(-e) vanishes as y grows *)
Lemma tends_power (e : R) : 0 < e -> filterlim (fun y => Rpower y (- e)) (Rbar_locally' p_infty) (locally 0).
Proof.
intros p P [d Pd]; exists (Rpower d (- / e)); intros y big; apply Pd.
assert (y0 : 0 < y) by (eapply Rlt_trans; [apply exp_pos | exact big]).
assert (less : Rpower y (- e) < d).
{ rewrite Rpower_Ropp, <- (Rinv_inv d); apply Rinv_lt_contravar.
  - apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat, cond_pos | apply exp_pos].
  - replace (/ d) with (Rpower (Rpower d (- / e)) e).
    + apply Rlt_Rpower_l; [exact p | split; [apply exp_pos | exact big]].
    + rewrite Rpower_mult; replace (- / e * e) with (Ropp 1) by (field; lra).
      rewrite Rpower_Ropp, Rpower_1 by apply cond_pos; reflexivity. }
unfold ball; cbn; unfold AbsRing_ball, abs, minus, plus, opp; cbn.
rewrite Ropp_0, Rplus_0_r, Rabs_pos_eq by apply Rlt_le, exp_pos; exact less.
Qed.
(* a factor (c + y) on a logarithm that is smaller than y^(-1) *)
Lemma lim_log_small (c e : R) : 0 < e -> is_lim (fun y => (c + y) * ln (1 + Rpower y ((-1) + (-1) * e))) p_infty 0.
Proof.
intros p; assert (l : filterlim (fun y => (1 + Rabs c * / y) * Rpower y (- e)) (Rbar_locally' p_infty) (locally 0)).
{ eapply tends_is; [eapply (tends_mult (fun y => 1 + Rabs c * / y) (fun y => Rpower y (- e))); [|now apply tends_power]|].
  - eapply (tends_plus (fun _ => 1) (fun y => Rabs c * / y)); [apply tends_const|].
    eapply (tends_mult (fun _ => Rabs c) (fun y => / y)); [apply tends_const | apply tends_over].
  - ring. }
assert (m : filterlim (fun y => - ((1 + Rabs c * / y) * Rpower y (- e))) (Rbar_locally' p_infty) (locally 0)).
{ eapply tends_is; [apply (tends_opp _ 0 l) | ring]. }
apply (filterlim_le_le (F := Rbar_locally' p_infty) (fun y => - ((1 + Rabs c * / y) * Rpower y (- e))) _
  (fun y => (1 + Rabs c * / y) * Rpower y (- e)) 0); [|exact m | exact l].
exists 1; intros y big; assert (q : 0 < Rpower y ((-1) + (-1) * e)) by apply exp_pos.
assert (a := ln_up _ (Rlt_le _ _ q)); assert (b : 0 <= ln (1 + Rpower y ((-1) + (-1) * e))) by (apply Rlt_le, ln_above, q).
assert (s : (1 + Rabs c * / y) * Rpower y (- e) = (Rabs c + y) * Rpower y ((-1) + (-1) * e)).
{ replace ((-1) + (-1) * e) with ((- e) + - (1)) by ring; rewrite Rpower_plus, (Rpower_Ropp y 1), Rpower_1 by lra; field; lra. }
rewrite s; assert (u := Rle_abs c); assert (v := Rle_abs (- c)); rewrite Rabs_Ropp in v.
assert (w : 0 <= Rabs c) by apply Rabs_pos.
set (Z := ln _) in *; set (W := Rpower y ((-1) + (-1) * e)) in *; split.
- assert (0 <= (Rabs c + y) * (W - Z)) by (apply Rmult_le_pos; lra).
  assert (0 <= (Rabs c + c + 2 * y) * Z) by (apply Rmult_le_pos; lra). nra.
- assert (0 <= (Rabs c + y) * (W - Z)) by (apply Rmult_le_pos; lra).
  assert (0 <= (Rabs c - c) * Z) by (apply Rmult_le_pos; lra). nra.
Qed.
Ltac at_zero := cbv beta; rewrite ?Rmult_0_r, ?Rplus_0_r, ?ln_1; reflexivity.
(* What is known of the exponentials, logarithms and powers of a goal *)
Ltac fact P p := lazymatch goal with _ : P |- _ => fail | _ => let h := fresh "fact" in assert (h : P) by p end.
Ltac facts := repeat match goal with
  | |- context [exp ?y] => first [fact (1 < exp y) ltac:(apply exp_above; pos)
      | fact (exp y < 1) ltac:(apply exp_below; first [lra | nra | apply Ropp_lt_cancel; rewrite Ropp_0; ring_simplify; pos])]
  | |- context [exp ?y] => fact (0 < exp y) ltac:(apply exp_pos)
  | |- context [exp ?y] => fact (1 + y <= exp y) ltac:(apply exp_ineq1_le)
  | |- context [Rpower ?x ?e] => first [fact (1 < Rpower x e) ltac:(apply power_above; [lra | pos])
      | fact (Rpower x e < 1) ltac:(apply power_below; [lra | lra | pos])]
  | |- context [Rpower ?x ?e] => fact (0 < Rpower x e) ltac:(apply exp_pos)
  | |- context [ln (1 + ?y)] => fact (ln (1 + y) <= y) ltac:(apply ln_up; pos)
  end.
Ltac bounded := wholes; first [solve [lazymatch goal with
  | |- ?y / (1 + ?y) <= ln (1 + ?y) => apply ln_low; pos
  | |- ln (1 + ?y) <= ?y => apply ln_up; pos
  | |- ln (1 + ?y) < ?y => apply ln_under; pos
  | |- 1 - / ?y <= ln ?y => apply ln_some; pos
  | |- ?y - ?y ^ 2 / 2 <= ln (1 + ?y) => apply ln_second; pos
  | |- ln (1 + ?y) <= ?y - _ => apply ln_second_up; pos
  | |- 1 + ?y <= exp ?y => apply exp_ineq1_le
  | |- ?y <= exp ?y + (-1) => apply exp_low
  | |- exp ?y + (-1) <= ?y * exp ?y => apply exp_up
  | |- exp ?y + (-1) - ?y <= ?y ^ 2 * exp ?y / 2 => apply exp_second; pos
  | |- 0 < ln (1 + _) => apply ln_above; pos
  | |- ln (1 - _) < 0 => apply ln_below; lra
  | |- Rpower _ _ <= 1 => apply power_most; [lra | nra]
  end] | facts; first [lra | apply gap_ok; pos | pos | apply gap_less; pos | nra]].
Ltac grows := lazymatch goal with
  | |- filterlim (fun _ => ?c) _ _ => eapply tends_const
  | |- filterlim (fun y => (?c + y) * ln (1 + ?a / y)) _ _ => eapply (tends_slope (fun t => ln (1 + a * t)) _ c); [at_zero | derive]
  | |- filterlim (fun y => (?c + y) * ln (1 + / y)) _ _ => eapply (tends_slope (fun t => ln (1 + t)) _ c); [at_zero | derive]
  | |- filterlim (fun y => @?f y + @?g y) _ _ => eapply (tends_plus f g); grows
  | |- filterlim (fun y => @?f y * @?g y) _ _ => eapply (tends_mult f g); grows
  | |- filterlim (fun y => exp (@?f y)) _ _ => eapply (tends_exp f); grows
  | |- _ => tends
  end.
Ltac slope_at h c := eapply (lim_slope_at h _ _ c); [at_zero | derive | cbn [INR]; fieldy].
