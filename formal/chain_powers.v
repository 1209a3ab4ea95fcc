(* Chain: eq. (13) with real powers of r, and in which depths the minimum is sharper. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets reals ereal topology normedtype sequences realfun exp.
From Depthlaws Require Import ringtac tools chain_hessian powers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Eq. (13): "S = mu_xx L (mu_yx/mu_xx)^(2 - 2/L)" is the largest eigenvalue of the Hessian at w_l = r^(1/L), r > 0, at every
   depth L (CHAIN-E13-sign, section 2: "the sharpness at the global minimum"). *)
Theorem sharpness_power (R : realType) (L P : nat) (x y : 'I_P -> R) :
  let r := muyx x y / muxx x in
  let n := L.+1%:R : R in
  (0 < P)%N -> 0 < muxx x -> 0 < r ->
  critical (L := L.+1) x y (feedforward (exp_fun r n^-1)) /\
  exists2 H, hessian (L := L.+1) x y (feedforward (exp_fun r n^-1)) H &
    largest H (muxx x * n * exp_fun r (2%:R - 2%:R / n)).
Proof.
move=> r n P0 m0 r0; have nn : n != 0 by rewrite pnatr_eq0.
have t0 : 0 < exp_fun r n^-1 by exact: exp_fun_gt0.
have pow k : (exp_fun r n^-1) ^+ k = exp_fun r (n^-1 * k%:R) by rewrite -exp_fun_mulrn // -exp_funM.
have root : (exp_fun r n^-1) ^+ L.+1 = muyx x y / muxx x by rewrite pow mulVf // exp_funr1.
have := sharpness_feedforward P0 m0 t0 root; rewrite pow.
have -> // : n^-1 * (2 * L)%:R = 2%:R - 2%:R / n.
have -> : (2 * L)%:R = 2%:R * (n - 1) by rewrite natrM /n [L.+1%:R]mulrSr addrK.
set i := n^-1; have ni : n * i = 1 by rewrite mulfV.
have -> : i * (2%:R * (n - 1)) = 2%:R * (n * i) - 2%:R * i by clearbody n i; mring.
by rewrite ni mulr1.
Qed.

(* "When we increase the depth of the linear network, the global minimum becomes sharper" (CHAIN-I8): S(L+1) > S(L) exactly
   where (L/(L+1))^(L(L+1)) < r^2, and at every depth exactly for r > 1/2. *)
Theorem deeper_is_sharper (R : realType) (m r : R) : 0 < m -> 0 < r ->
  let S := fun L : nat => m * L%:R * exp_fun r (2%:R - 2%:R / L%:R) in
  (forall L, (0 < L)%N -> (S L < S L.+1) = ((L%:R / L.+1%:R) ^+ (L * L.+1) < r ^+ 2)) /\
  ((forall L, (0 < L)%N -> S L < S L.+1) <-> 2%:R^-1 < r).
Proof.
move=> m0 r0 S.
have step L : (0 < L)%N -> (S L < S L.+1) = ((L%:R / L.+1%:R) ^+ (L * L.+1) < r ^+ 2).
  move=> L0; have l0 : 0 < L%:R :> R by rewrite ltr0n.
  have l1 : 0 < L.+1%:R :> R by rewrite ltr0n.
  rewrite /S -!mulrA ltr_pmul2l //; set a := L%:R in l0 *; set b := L.+1%:R in l1 *.
  have ba : b = a + 1 by rewrite /b /a [L.+1%:R]mulrSr.
  rewrite -{1}[a]lnK ?posrE // -{1}[b]lnK ?posrE // /exp_fun -!expRD ltr_expR.
  have q0 : 0 < a / b by rewrite divr_gt0.
  rewrite -[RHS]ltr_ln ?posrE ?exprn_gt0 // !lnX // ln_div ?posrE //.
  have ab : 0 < a * b by rewrite mulr_gt0.
  rewrite -[RHS](ltr_pmul2l (_ : 0 < (a * b)^-1)) ?invr_gt0 //.
  rewrite -[_ *+ (L * L.+1)]mulr_natr natrM -/a -/b [_ * (a * b)]mulrC mulrA mulVf ?gt_eqF // mul1r.
  rewrite -[LHS]subr_gt0 -[RHS]subr_gt0; congr (_ < _).
  set i := a^-1; set j := b^-1; set la := ln a; set lb := ln b; set lr := ln r.
  have ai : a * i = 1 by rewrite mulfV // gt_eqF.
  have bj : b * j = 1 by rewrite mulfV // gt_eqF.
  have gap : 2%:R * i - 2%:R * j = 2%:R * (i * j).
    have -> : 2%:R * i - 2%:R * j = 2%:R * i * (b * j) - 2%:R * j * (a * i) by rewrite ai bj !mulr1.
    by clear -ba; clearbody i j; rewrite ba; clearbody a; mring.
  rewrite invfM -/i -/j -[lr *+ 2]mulr_natl.
  rewrite [LHS](_ : _ = (2%:R * i - 2%:R * j) * lr - (la - lb)); last by mring.
  by rewrite gap; mring.
split=> //; split=> [all|r2 L L0].
  have := all 1%N isT; rewrite step // mul1n div1r.
  have h0 : (0 : R) < 2%:R^-1 by rewrite invr_gt0 ltr0n.
  by rewrite ltr_pexpn2r ?nnegrE ?(ltW h0) ?(ltW r0).
rewrite step //; apply: (@le_lt_trans _ _ (2%:R^-1 ^+ 2)); last first.
  by rewrite ltr_pexpn2r ?nnegrE ?invr_ge0 ?ler0n ?(ltW r0).
have l0 : 0 < L%:R :> R by rewrite ltr0n.
have l1 : 0 < L.+1%:R :> R by rewrite ltr0n.
have half : (L%:R / L.+1%:R) ^+ L <= 2%:R^-1 :> R.
  rewrite -[_ / _]invf_div exprVn lef_pinv ?posrE ?exprn_gt0 ?ltr0n ?divr_gt0 //.
  have -> : L.+1%:R / L%:R = 1 + L%:R^-1 :> R by rewrite [L.+1%:R]mulrSr mulrDl divff ?gt_eqF // mul1r.
  apply: le_trans (bernoulli L _); first by rewrite mulfV ?gt_eqF // -natrD.
  by rewrite invr_ge0 ltW.
have q0 : 0 <= (L%:R / L.+1%:R) ^+ L :> R by rewrite exprn_ge0 // divr_ge0 ?ler0n.
have h1 : 2%:R^-1 <= 1 :> R by rewrite invf_le1 ?ler1n ?ltr0n.
rewrite exprM; apply: (@le_trans _ _ (2%:R^-1 ^+ L.+1)).
  by rewrite ler_expn2r ?nnegrE ?invr_ge0 ?ler0n.
by apply: ler_wiexpn2l; rewrite ?invr_ge0 ?ler0n.
Qed.
