(* Powers with real exponents: which N^x stay bounded, and (1 + x)^n against exp. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets reals ereal topology normedtype sequences realfun exp.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Powers.
Variable R : realType.

(* exp_fun a x is a^x = exp(x ln a) *)
Lemma exp_funM (a x y : R) : exp_fun a (x * y) = exp_fun (exp_fun a x) y.
Proof. by rewrite /exp_fun expK mulrA [y * x]mulrC. Qed.

Lemma pow_le_exp (x : R) n : 0 <= x -> (1 + x) ^+ n <= expR (n%:R * x).
Proof.
move=> x0; rewrite expRMm ler_expn2r ?nnegrE ?addr_ge0 ?ler01 ?expR_ge0 //.
  by rewrite ltW // expR_gt0.
exact: expR_ge1Dx.
Qed.

Lemma bernoulli (x : R) n : 0 <= x -> 1 + n%:R * x <= (1 + x) ^+ n.
Proof.
move=> x0; elim: n => [|n IH]; first by rewrite mul0r addr0 expr0.
rewrite exprS; apply: le_trans (ler_wpmul2l _ IH); last by rewrite addr_ge0 ?ler01.
rewrite mulrDr mulr1 mulrDl mul1r -addn1 natrD mulrDl mul1r !addrA [1 + x + _]addrAC ler_addl.
by rewrite !mulr_ge0 ?ler0n.
Qed.

(* N^x is bounded for N >= 1 exactly for x <= 0. *)
Lemma power_bounded (x : R) :
  (exists K, forall N, (0 < N)%N -> exp_fun N%:R x <= K) <-> x <= 0.
Proof.
split=> [[K HK]|x0].
  rewrite leNgt; apply/negP => x0.
  have K0 : 0 < K by apply: lt_le_trans (HK 1%N isT); exact: exp_fun_gt0.
  pose y := expR (ln (K + 1) / x).
  have [N yN] : exists N : nat, y < N%:R by exists (Num.bound y); apply: archi_boundP; rewrite ltW // expR_gt0.
  have N0 : 0 < N%:R :> R by apply: lt_trans yN; exact: expR_gt0.
  have := HK N; rewrite -(ltr0n R) N0 => /(_ isT); apply/negP; rewrite -ltNge.
  apply: (@lt_trans _ _ (K + 1)); first by rewrite ltr_addl.
  have K1 : 0 < K + 1 by rewrite addr_gt0.
  rewrite -[K + 1]lnK ?posrE // /exp_fun ltr_expR mulrC -ltr_pdivr_mulr //.
  by rewrite -ltr_expR [X in _ < X]lnK ?posrE.
exists 1 => N N0; rewrite /exp_fun -[X in _ <= X]expR0 ler_expR.
by rewrite mulr_le0_ge0 // ln_ge0 // ler1n.
Qed.
End Powers.
