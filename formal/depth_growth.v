(* Depth: for which exponents products of depth many factors stay bounded (PC-E103, PC-D4, LOOP-A-DP5, AMMUP-D16). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets reals ereal topology normedtype sequences realfun exp.
From Depthlaws Require Import ringtac tools powers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma power_le1 (R : realType) (x : R) (n : nat) : x <= 0 -> (0 < n)%N -> exp_fun n%:R x <= 1.
Proof.
move=> x0 n0; rewrite /exp_fun -[X in _ <= X]expR0 ler_expR.
by rewrite mulr_le0_ge0 // ln_ge0 // ler1n.
Qed.

Lemma rev_index (l : nat) (t : 'I_l) : (l.-1 - (l - t.+1))%N = t.
Proof. by case: l t => [[]|l] //= t; rewrite subSS subKn // -ltnS. Qed.

(* "(1 + c eps^2)^L with eps = L^-alpha, bounded needs alpha >= 1/2" (LOOP-A-DP5, LOOP-B-71e): bounded over all depths exactly
   for alpha >= 1/2, for every c > 0. *)
Theorem deep_stack_bounded (R : realType) (alpha c : R) : 0 < c ->
  (exists B, forall L : nat, (0 < L)%N -> (1 + c * exp_fun L%:R (- 2%:R * alpha)) ^+ L <= B) <-> 2%:R^-1 <= alpha.
Proof.
move=> c0; have pos (L : nat) : 0 <= c * exp_fun (L%:R : R) (- 2%:R * alpha).
  by apply: mulr_ge0; apply: ltW => //; exact: exp_fun_gt0.
have times (L : nat) : (0 < L)%N -> L%:R * (c * exp_fun (L%:R : R) (- 2%:R * alpha)) = c * exp_fun L%:R (1 - 2%:R * alpha).
  move=> L0; have l0 : 0 < L%:R :> R by rewrite ltr0n.
  by rewrite mulrCA -mulNr exp_funD // exp_funr1.
have cond : (1 - 2%:R * alpha <= 0) = (2%:R^-1 <= alpha).
  by rewrite subr_le0 mulrC -ler_pdivr_mulr ?ltr0n // div1r.
rewrite -cond; split=> [[B HB]|a0].
  apply/power_bounded; exists ((B - 1) / c) => L L0.
  rewrite ler_pdivl_mulr // mulrC -times // ler_subr_addl.
  by apply: le_trans (bernoulli L (pos L)) (HB L L0).
exists (expR c) => L L0; apply: le_trans (pow_le_exp L (pos L)) _.
rewrite ler_expR times // -[X in _ <= X]mulr1; apply: ler_wpmul2l; first exact: ltW.
exact: power_le1.
Qed.

(* Boxed (103): "alpha >= 1/2", from (102), (1 + L^(-2 alpha))^(L - 2): features keep their size at large depth exactly there
   (PC-D4, PC-E103). *)
Theorem residual_features_bounded (R : realType) (alpha : R) :
  (exists B, forall L : nat, (2 <= L)%N -> (1 + exp_fun L%:R (- 2%:R * alpha)) ^+ (L - 2) <= B) <-> 2%:R^-1 <= alpha.
Proof.
have pos (L : nat) : 0 <= exp_fun (L%:R : R) (- 2%:R * alpha) by apply: ltW; exact: exp_fun_gt0.
have cond : (1 - 2%:R * alpha <= 0) = (2%:R^-1 <= alpha).
  by rewrite subr_le0 mulrC -ler_pdivr_mulr ?ltr0n // div1r.
split=> [[B HB]|a0].
  rewrite -cond; apply/power_bounded.
  exists (Num.max (Num.max (exp_fun 1%:R (1 - 2%:R * alpha)) (exp_fun 2%:R (1 - 2%:R * alpha))) (3%:R * (B - 1))).
  move=> [|[|[|L]]] // _; rewrite ?le_maxr ?lexx ?orbT //; apply/orP; right.
  have l0 : 0 < L.+3%:R :> R by rewrite ltr0n.
  have -> : exp_fun (L.+3%:R : R) (1 - 2%:R * alpha) = L.+3%:R * exp_fun L.+3%:R (- 2%:R * alpha).
    by rewrite -mulNr exp_funD // exp_funr1.
  have := HB L.+3 isT; rewrite subSS subSS subn0 => h.
  have b := le_trans (bernoulli L.+1 (pos L.+3)) h.
  rewrite -ler_subr_addl in b; apply: le_trans (_ : _ <= 3%:R * (L.+1%:R * exp_fun L.+3%:R (- 2%:R * alpha))) _.
    rewrite mulrA ler_wpmul2r // -natrM ler_nat; by rewrite mulnS -[L.+3]addn3 addnC leq_add2l leq_pmull.
  by apply: ler_wpmul2l b; rewrite ler0n.
have /(deep_stack_bounded alpha ltr01)[B HB] := a0; exists B => L L2.
apply: le_trans (HB L (ltnW L2)); rewrite mul1r; apply: ler_weexpn2l; last exact: leq_subr.
by rewrite ler_addl.
Qed.

(* "r_l is uniformly bounded in K: 1 <= r_l <= r_K = (1 + cq/K)^K <= e^(cq)" (AMMUP-D16), and deviations of at most e add up to
   at most e (r_l - 1)/q <= e (e^(cq) - 1)/q in eq. (35) (AMMUP-C1), for every number K of blocks. *)
Theorem propagation_factor (R : realType) (c q e : R) (K l : nat) (d : nat -> R) :
  0 < c -> 0 < q -> (0 < K)%N -> (l <= K)%N -> (forall t, `|d t| <= e) ->
  let r := fun l => (1 + c * q / K%:R) ^+ l in
  1 <= r l /\ r l <= r K /\ r K <= expR (c * q) /\
  `|c / K%:R * \sum_(t < l) r (l.-1 - t)%N * d t| <= e * (r l - 1) / q /\ e * (r l - 1) / q <= e * (expR (c * q) - 1) / q.
Proof.
move=> c0 q0 K0 lK de r; have k0 : 0 < K%:R :> R by rewrite ltr0n.
have e0 : 0 <= e := le_trans (normr_ge0 _) (de 0%N).
have x0 : 0 < c * q / K%:R by rewrite divr_gt0 // mulr_gt0.
have one : 1 <= 1 + c * q / K%:R by rewrite ler_addl ltW.
have rl : r l <= r K by exact: ler_weexpn2l.
have rK : r K <= expR (c * q).
  apply: le_trans (pow_le_exp K (ltW x0)) _; by rewrite mulrC divfK ?gt_eqF.
split; first exact: exprn_ege1.
do 2 split=> //; split; last first.
  rewrite -!mulrA; apply: (ler_wpmul2l e0); apply: ler_wpmul2r; first by rewrite invr_ge0 ltW.
  by rewrite ler_add2r (le_trans rl).
have ck : 0 < c / K%:R by rewrite divr_gt0.
rewrite normrM (ger0_norm (ltW ck)); apply: (@le_trans _ _ (c / K%:R * \sum_(t < l) r (l.-1 - t)%N * e)).
  apply: ler_wpmul2l; first exact: ltW.
  apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => t _; rewrite normrM ger0_norm ?exprn_ge0 ?(le_trans ler01) //.
  by apply: ler_wpmul2l (de t); rewrite exprn_ge0 // (le_trans ler01).
rewrite -mulr_suml.
have geo : c / K%:R * q * (\sum_(t < l) r (l.-1 - t)%N) = r l - 1.
  rewrite (reindex_inj rev_ord_inj) /= (eq_bigr (fun t : 'I_l => r t)) => [|t _].
    by have := subrX1 (1 + c * q / K%:R) l; rewrite [1 + _ - 1]addrAC subrr add0r => ->; congr (_ * _); rewrite mulrAC.
  by rewrite rev_index.
rewrite -geo; set S := \sum_(t < l) _; rewrite ler_pdivl_mulr //.
by rewrite [X in _ <= X](_ : _ = c / K%:R * (S * e) * q) //; mring.
Qed.
