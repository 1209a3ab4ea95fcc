(* Looped, lemma 4 (LOOP-B-L4, LOOP-B-E3): activations in the positive cone add up like the number of loops. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import tools.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lemma4.
Variable R : rcfType.
Variables (N d : nat) (u : 'I_N -> 'cV[R]_d).
Hypotheses (d0 : (0 < d)%N) (N0 : (0 < N)%N).
Let U := \sum_n u n.
Let d1 : (0 : R) < d%:R. Proof. by rewrite ltr0n. Qed.
Let N1 : (0 : R) < N%:R. Proof. by rewrite ltr0n. Qed.
Let dn0 : (d%:R : R) != 0. Proof. by rewrite gt_eqF. Qed.

Lemma entry i : U i 0 = \sum_n u n i 0.
Proof. by rewrite /U summxE. Qed.

Lemma total_mass : \sum_i U i 0 = (\sum_n mass (u n)) * d%:R.
Proof.
rewrite mulr_suml (eq_bigr _ (fun i _ => entry i)) exchange_big /=.
by apply: eq_bigr => n _; rewrite /mass divfK.
Qed.

Lemma total_energy : \sum_n norm2 (u n) = (\sum_n energy (u n)) * d%:R.
Proof. by rewrite mulr_suml; apply: eq_bigr => n _; rewrite /energy divfK. Qed.

Lemma below : (\sum_n mass (u n)) ^+ 2 <= energy U.
Proof.
rewrite ler_pdivl_mulr // -(ler_pmul2r d1) -mulrA -expr2 -exprMn -total_mass.
by rewrite [_ * d%:R]mulrC; exact: sum_square_le.
Qed.

Lemma above : energy U <= N%:R * \sum_n energy (u n).
Proof.
rewrite ler_pdivr_mulr // -mulrA -total_energy /norm2 exchange_big mulr_sumr /=.
by apply: ler_sum => i _; rewrite entry sum_square_le.
Qed.

Lemma above_eq : energy U = N%:R * (\sum_n energy (u n)) -> forall n k, u n = u k.
Proof.
move=> eq n k; apply/matrixP => i j; rewrite (ord1 j) {j}.
have {}eq : \sum_i (N%:R * (\sum_n u n i 0 ^+ 2) - (\sum_n u n i 0) ^+ 2) = 0.
  rewrite sumrB -mulr_sumr exchange_big /= (eq_bigr _ (fun n _ => erefl (norm2 (u n)))).
  rewrite total_energy mulrA -eq /energy divfK // [X in _ - X](eq_bigr (fun i => U i 0 ^+ 2)) ?subrr //.
  by move=> l _; rewrite entry.
have := eq => /eqP; rewrite psumr_eq0 => [/allP/(_ i (mem_index_enum _)) /=|l _]; last first.
  by rewrite subr_ge0 sum_square_le.
by rewrite subr_eq0 => /eqP/esym/sum_square_eq; apply.
Qed.

Lemma below_eq : (\sum_n mass (u n)) ^+ 2 = energy U -> forall i j, U i 0 = U j 0.
Proof.
move=> eq; apply: sum_square_eq; rewrite -/(norm2 U) total_mass exprMn eq /energy expr2 mulrA divfK //.
by rewrite mulrC.
Qed.
End Lemma4.

(* "Let u_0, ..., u_{N-1} in C_+ and U_N = sum_n u_n. If (1/N) sum_n m(u_n) >= m_- > 0 and
   (1/N) sum_n q(u_n) <= q_+ < infinity, then m_- N <= d^(-1/2) |U_N|_2 <= sqrt(q_+) N. (3)" *)
Theorem lemma4 (R : rcfType) (N d : nat) (u : 'I_N -> 'cV[R]_d) (m q : R) :
  (0 < d)%N -> (0 < N)%N -> (forall n, cone (u n)) -> 0 < m ->
  m <= (\sum_n mass (u n)) / N%:R -> (\sum_n energy (u n)) / N%:R <= q ->
  m * N%:R <= rms (\sum_n u n) <= Num.sqrt q * N%:R.
Proof.
move=> d0 N0 _ /ltW m0 Hm Hq.
have N1 : (0 : R) < N%:R by rewrite ltr0n.
have N2 := ltW N1.
have mN : 0 <= m * N%:R by rewrite mulr_ge0.
have q0 : 0 <= q.
  by apply: le_trans Hq; rewrite divr_ge0 //; apply: sumr_ge0 => n _; exact: energy_ge0.
have right : Num.sqrt q * N%:R = Num.sqrt (q * N%:R ^+ 2) by rewrite sqrtrM // sqrtr_sqr ger0_norm.
have left : m * N%:R = Num.sqrt ((m * N%:R) ^+ 2) by rewrite sqrtr_sqr ger0_norm.
rewrite rmsE right {1}left !ler_wsqrtr //.
  apply: le_trans (above _ d0) _; rewrite expr2 mulrA mulrC ler_pmul2r //.
  by rewrite -ler_pdivr_mulr.
apply: le_trans (below _ d0); have HM : m * N%:R <= \sum_n mass (u n) by rewrite -ler_pdivl_mulr.
by rewrite ler_expn2r ?nnegrE // (le_trans mN HM).
Qed.

(* Equality: the lower bound at m_- = the mean mass exactly where the sum is a multiple of 1 = (1, ..., 1). *)
Theorem lemma4_lower_equality (R : rcfType) (N d : nat) (u : 'I_N -> 'cV[R]_d) :
  (0 < d)%N -> (0 < N)%N -> (forall n, cone (u n)) ->
  (\sum_n mass (u n)) / N%:R * N%:R = rms (\sum_n u n) <->
  (forall i j, (\sum_n u n) i 0 = (\sum_n u n) j 0).
Proof.
move=> d0 N0 pos; set U := \sum_n u n.
have Nn : (N%:R : R) != 0 by rewrite pnatr_eq0 -lt0n.
have dn : (d%:R : R) != 0 by rewrite pnatr_eq0 -lt0n.
have mass0 : 0 <= \sum_n mass (u n).
  apply: sumr_ge0 => n _; rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => i _; exact: pos.
rewrite divfK //; split => [eq|same].
  by apply: (below_eq d0); rewrite eq -/U rms_sq.
rewrite rmsE -(ger0_norm mass0) -sqrtr_sqr; congr Num.sqrt.
have at0 : forall i, U i 0 = U (Ordinal d0) 0 by move=> i; exact: same.
have mU := total_mass u d0; rewrite -/U in mU.
have S1 : \sum_i U i 0 = U (Ordinal d0) 0 * d%:R.
  by rewrite (eq_bigr _ (fun i _ => at0 i)) sumr_const card_ord mulr_natr.
have S2 : norm2 U = U (Ordinal d0) 0 ^+ 2 * d%:R.
  by rewrite /norm2 (eq_bigr (fun=> U (Ordinal d0) 0 ^+ 2)) ?sumr_const ?card_ord ?mulr_natr // => i _; rewrite at0.
move: mU; rewrite S1 => /(mulIf dn) <-.
by rewrite /energy S2 mulfK.
Qed.

(* Equality: the upper bound at q_+ = the mean energy exactly where all activations are equal. *)
Theorem lemma4_upper_equality (R : rcfType) (N d : nat) (u : 'I_N -> 'cV[R]_d) :
  (0 < d)%N -> (0 < N)%N ->
  rms (\sum_n u n) = Num.sqrt ((\sum_n energy (u n)) / N%:R) * N%:R <-> (forall n k, u n = u k).
Proof.
move=> d0 N0.
have Nn : (N%:R : R) != 0 by rewrite pnatr_eq0 -lt0n.
have dn : (d%:R : R) != 0 by rewrite pnatr_eq0 -lt0n.
have e0 : 0 <= \sum_n energy (u n) by apply: sumr_ge0 => n _; exact: energy_ge0.
have -> : Num.sqrt ((\sum_n energy (u n)) / N%:R) * N%:R = Num.sqrt (N%:R * \sum_n energy (u n)).
  have {2}-> : (N%:R : R) = Num.sqrt (N%:R ^+ 2) by rewrite sqrtr_sqr ger0_norm ?ler0n.
  by rewrite -sqrtrM ?divr_ge0 ?ler0n // expr2 mulrA divfK // mulrC.
split => [eq|same].
  apply: (above_eq d0); move/(congr1 (fun z => z ^+ 2)): eq.
  by rewrite rms_sq sqr_sqrtr // mulr_ge0 ?ler0n.
rewrite rmsE; congr Num.sqrt; pose v := u (Ordinal N0).
have -> : \sum_n u n = N%:R *: v.
  by rewrite (eq_bigr (fun=> v)) ?sumr_const ?card_ord ?scaler_nat // => n _; exact: same.
have -> : \sum_n energy (u n) = energy v *+ N.
  by rewrite (eq_bigr (fun=> energy v)) ?sumr_const ?card_ord // => n _; rewrite (same n (Ordinal N0)).
by rewrite /energy norm2Z expr2 -!mulrA; congr (_ * _); rewrite mulr_natl.
Qed.

(* Section 7.2.1: "(1/N^2) sum_{n,m} (1/d) <u_n, u_m> = (1/N^2)(1/d) |U_N|^2 = Theta(1)" (LOOP-B-OV):
   the mean overlap lies between m_-^2 and q_+. *)
Theorem mean_overlap (R : rcfType) (N d : nat) (u : 'I_N -> 'cV[R]_d) (m q : R) :
  (0 < d)%N -> (0 < N)%N -> (forall n, cone (u n)) -> 0 < m ->
  m <= (\sum_n mass (u n)) / N%:R -> (\sum_n energy (u n)) / N%:R <= q ->
  N%:R ^- 2 * (\sum_n \sum_k dot (u n) (u k) / d%:R) = N%:R ^- 2 * energy (\sum_n u n)
  /\ m ^+ 2 <= N%:R ^- 2 * energy (\sum_n u n) <= q.
Proof.
move=> d0 N0 pos m0 Hm Hq.
have N1 : (0 : R) < N%:R by rewrite ltr0n.
split.
  congr (_ * _); rewrite /energy /norm2 mulr_suml.
  rewrite (eq_bigr (fun n => (\sum_k \sum_i u n i 0 * u k i 0) / d%:R)); last first.
    by move=> n _; rewrite mulr_suml.
  rewrite -mulr_suml [in RHS](eq_bigr (fun i => \sum_n \sum_k u n i 0 * u k i 0)); last first.
    move=> i _; rewrite summxE expr2 mulr_suml; apply: eq_bigr => n _.
    by rewrite mulr_sumr.
  by rewrite -mulr_suml; congr (_ / _); rewrite [RHS]exchange_big; apply: eq_bigr => n _; rewrite [RHS]exchange_big.
have q0 : 0 <= q.
  by apply: le_trans Hq; rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => n _; exact: energy_ge0.
have /andP[lo hi] := lemma4 d0 N0 pos m0 Hm Hq.
have N2 : 0 < N%:R ^+ 2 :> R by rewrite exprn_gt0.
rewrite mulrC ler_pdivl_mulr // ler_pdivr_mulr // -rms_sq -exprMn.
rewrite ler_expn2r ?nnegrE ?rms_ge0 ?mulr_ge0 ?ler0n ?(ltW m0) //=.
rewrite -[q]sqr_sqrtr // -exprMn ler_expn2r ?nnegrE ?rms_ge0 //.
by rewrite mulr_ge0 ?sqrtr_ge0 ?ler0n.
Qed.
