(* Norms, the inequality of Cauchy and Schwarz, the triangle inequality and streams, shared by the other files. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable R : rcfType.
(* |x|^2, |x|, 1^T x / d and |x|^2 / d of a vector with d entries; the vectors with no negative entry. *)
Definition norm2 d (x : 'cV[R]_d) : R := \sum_i x i 0 ^+ 2.
Definition norm d (x : 'cV[R]_d) : R := Num.sqrt (norm2 x).
Definition dot d (x y : 'cV[R]_d) : R := \sum_i x i 0 * y i 0.
Definition mass d (x : 'cV[R]_d) : R := (\sum_i x i 0) / d%:R.
Definition energy d (x : 'cV[R]_d) : R := norm2 x / d%:R.
Definition rms d (x : 'cV[R]_d) : R := norm x / Num.sqrt d%:R.
Definition cone d (x : 'cV[R]_d) : Prop := forall i, 0 <= x i 0.
Definition relu d (x : 'cV[R]_d) : 'cV[R]_d := \col_i Num.max (x i 0) 0.
(* h_0, h_(n+1) = h_n + eps W phi(h_n) *)
Fixpoint stream d (phi : 'cV[R]_d -> 'cV[R]_d) (W : 'M[R]_d) (eps : R) (h0 : 'cV[R]_d) (n : nat) : 'cV[R]_d :=
  if n is k.+1 then stream phi W eps h0 k + eps *: (W *m phi (stream phi W eps h0 k)) else h0.
End Definitions.

Section Tools.
Variable R : rcfType.

Lemma sum_square_le n (a : 'I_n -> R) : (\sum_i a i) ^+ 2 <= n%:R * \sum_i a i ^+ 2.
Proof.
have pos : 0 <= \sum_i \sum_j (a i - a j) ^+ 2.
  by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; rewrite sqr_ge0.
suff eq : \sum_i \sum_j (a i - a j) ^+ 2 = (n%:R * (\sum_i a i ^+ 2) - (\sum_i a i) ^+ 2) *+ 2.
  by move: pos; rewrite eq pmulrn_lge0 // subr_ge0.
transitivity (\sum_i (n%:R * a i ^+ 2 + (\sum_j a j ^+ 2) - (a i * \sum_j a j) *+ 2)).
  apply: eq_bigr => i _.
  rewrite (eq_bigr (fun j => a i ^+ 2 + a j ^+ 2 - (a i * a j) *+ 2)); last first.
    by move=> j _; rewrite sqrrB addrAC.
  by rewrite sumrB big_split /= sumr_const card_ord mulr_natl sumrMnl -mulr_sumr.
rewrite sumrB big_split /= sumr_const card_ord -mulr_sumr !mulr_natl.
by rewrite sumrMnl -mulr_suml -expr2 mulrnBl mulr2n.
Qed.

(* The gap of the last inequality, twice. *)
Lemma sum_square_gap n (a : 'I_n -> R) :
  (n%:R * (\sum_i a i ^+ 2) - (\sum_i a i) ^+ 2) *+ 2 = \sum_i \sum_j (a i - a j) ^+ 2.
Proof.
symmetry; transitivity (\sum_i (n%:R * a i ^+ 2 + (\sum_j a j ^+ 2) - (a i * \sum_j a j) *+ 2)).
  apply: eq_bigr => i _.
  rewrite (eq_bigr (fun j => a i ^+ 2 + a j ^+ 2 - (a i * a j) *+ 2)); last first.
    by move=> j _; rewrite sqrrB addrAC.
  by rewrite sumrB big_split /= sumr_const card_ord mulr_natl sumrMnl -mulr_sumr.
rewrite sumrB big_split /= sumr_const card_ord -mulr_sumr !mulr_natl.
by rewrite sumrMnl -mulr_suml -expr2 mulrnBl mulr2n.
Qed.

Lemma sum_square_eq n (a : 'I_n -> R) :
  (\sum_i a i) ^+ 2 = n%:R * (\sum_i a i ^+ 2) -> forall i j, a i = a j.
Proof.
move=> eq i j; have := sum_square_gap a; rewrite eq subrr mul0rn => /esym/eqP.
rewrite psumr_eq0 => [/allP/(_ i (mem_index_enum _)) /=|k _]; last by apply: sumr_ge0 => *; exact: sqr_ge0.
rewrite psumr_eq0 => [/allP/(_ j (mem_index_enum _)) /=|k _]; last exact: sqr_ge0.
by rewrite sqrf_eq0 subr_eq0 => /eqP.
Qed.

Lemma cauchy n (a b : 'I_n -> R) :
  (\sum_i a i * b i) ^+ 2 <= (\sum_i a i ^+ 2) * (\sum_i b i ^+ 2).
Proof.
have pos : 0 <= \sum_i \sum_j (a i * b j - a j * b i) ^+ 2.
  by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; rewrite sqr_ge0.
suff eq : \sum_i \sum_j (a i * b j - a j * b i) ^+ 2 =
   ((\sum_i a i ^+ 2) * (\sum_i b i ^+ 2) - (\sum_i a i * b i) ^+ 2) *+ 2.
  by move: pos; rewrite eq pmulrn_lge0 // subr_ge0.
transitivity (\sum_i (a i ^+ 2 * (\sum_j b j ^+ 2) + b i ^+ 2 * (\sum_j a j ^+ 2)
     - ((a i * b i) * (\sum_j a j * b j)) *+ 2)).
  apply: eq_bigr => i _; rewrite !mulr_sumr -sumrMnl -big_split /= -sumrB.
  apply: eq_bigr => j _; rewrite sqrrB !exprMn addrAC [a j ^+ 2 * _]mulrC.
  by congr (_ - _ *+ 2); rewrite mulrACA [b j * _]mulrC mulrACA.
rewrite sumrB big_split /= sumrMnl -!mulr_suml -expr2.
by rewrite [(\sum_i b i ^+ 2) * _]mulrC mulrnBl mulr2n.
Qed.

Lemma norm2_ge0 d (x : 'cV[R]_d) : 0 <= norm2 x.
Proof. by apply: sumr_ge0 => i _; rewrite sqr_ge0. Qed.
Lemma norm_ge0 d (x : 'cV[R]_d) : 0 <= norm x. Proof. exact: sqrtr_ge0. Qed.
Lemma rms_ge0 d (x : 'cV[R]_d) : 0 <= rms x. Proof. by rewrite divr_ge0 ?sqrtr_ge0 ?norm_ge0. Qed.
Lemma norm_sq d (x : 'cV[R]_d) : norm x ^+ 2 = norm2 x. Proof. by rewrite sqr_sqrtr ?norm2_ge0. Qed.
Lemma energy_ge0 d (x : 'cV[R]_d) : 0 <= energy x. Proof. by rewrite divr_ge0 ?norm2_ge0 ?ler0n. Qed.
Lemma rms_sq d (x : 'cV[R]_d) : rms x ^+ 2 = energy x.
Proof. by rewrite expr_div_n norm_sq sqr_sqrtr ?ler0n. Qed.
Lemma rmsE d (x : 'cV[R]_d) : rms x = Num.sqrt (energy x).
Proof. by rewrite -rms_sq sqrtr_sqr ger0_norm ?rms_ge0. Qed.

Lemma norm2_eq0 d (x : 'cV[R]_d) : norm2 x = 0 -> x = 0.
Proof.
move=> /eqP; rewrite psumr_eq0 => [/allP z|i _]; last exact: sqr_ge0.
apply/matrixP => i j; rewrite ord1 mxE; apply/eqP.
by rewrite -sqrf_eq0; have := z i (mem_index_enum _).
Qed.
Lemma norm20 d : norm2 (0 : 'cV[R]_d) = 0.
Proof. by rewrite /norm2 big1 // => i _; rewrite mxE expr0n. Qed.
Lemma norm0 d : norm (0 : 'cV[R]_d) = 0. Proof. by rewrite /norm norm20 sqrtr0. Qed.

Lemma norm2D d (x y : 'cV[R]_d) : norm2 (x + y) = norm2 x + dot x y *+ 2 + norm2 y.
Proof.
by rewrite /norm2 /dot -sumrMnl -!big_split /=; apply: eq_bigr => i _; rewrite mxE sqrrD.
Qed.
Lemma norm2N d (x : 'cV[R]_d) : norm2 (- x) = norm2 x.
Proof. by apply: eq_bigr => i _; rewrite mxE sqrrN. Qed.
Lemma norm2Z d (k : R) (x : 'cV[R]_d) : norm2 (k *: x) = k ^+ 2 * norm2 x.
Proof. by rewrite /norm2 mulr_sumr; apply: eq_bigr => i _; rewrite mxE exprMn. Qed.
Lemma normN d (x : 'cV[R]_d) : norm (- x) = norm x. Proof. by rewrite /norm norm2N. Qed.
Lemma normZ d (k : R) (x : 'cV[R]_d) : norm (k *: x) = `|k| * norm x.
Proof. by rewrite /norm norm2Z sqrtrM ?sqr_ge0 // sqrtr_sqr. Qed.

Lemma dot_le d (x y : 'cV[R]_d) : `|dot x y| <= norm x * norm y.
Proof. by rewrite -sqrtrM ?norm2_ge0 // -sqrtr_sqr ler_wsqrtr // cauchy. Qed.

Lemma triangle d (x y : 'cV[R]_d) : norm (x + y) <= norm x + norm y.
Proof.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?addr_ge0 ?norm_ge0 // sqrrD !norm_sq norm2D.
rewrite ler_add2r ler_add2l ler_muln2r /=.
exact: le_trans (ler_norm _) (dot_le _ _).
Qed.

Lemma triangle_sum I (s : seq I) d (x : I -> 'cV[R]_d) :
  norm (\sum_(i <- s) x i) <= \sum_(i <- s) norm (x i).
Proof.
elim: s => [|i s IH]; first by rewrite !big_nil norm0.
by rewrite !big_cons (le_trans (triangle _ _)) // ler_add2l.
Qed.

Lemma rms_triangle d (x y : 'cV[R]_d) : rms (x + y) <= rms x + rms y.
Proof. by rewrite -mulrDl ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 ?triangle. Qed.
Lemma rmsZ d (k : R) (x : 'cV[R]_d) : rms (k *: x) = `|k| * rms x.
Proof. by rewrite /rms normZ mulrA. Qed.
Lemma rmsN d (x : 'cV[R]_d) : rms (- x) = rms x. Proof. by rewrite /rms normN. Qed.
Lemma rms0 d : rms (0 : 'cV[R]_d) = 0. Proof. by rewrite /rms norm0 mul0r. Qed.
Lemma rms_sum I (s : seq I) d (x : I -> 'cV[R]_d) :
  rms (\sum_(i <- s) x i) <= \sum_(i <- s) rms (x i).
Proof.
elim: s => [|i s IH]; first by rewrite !big_nil rms0.
by rewrite !big_cons (le_trans (rms_triangle _ _)) // ler_add2l.
Qed.

Lemma relu_cone d (x : 'cV[R]_d) : cone (relu x).
Proof. by move=> i; rewrite mxE le_maxr lexx orbT. Qed.

Lemma relu_lipschitz d (x y : 'cV[R]_d) : norm (relu x - relu y) <= norm (x - y).
Proof.
apply: ler_wsqrtr; apply: ler_sum => i _; rewrite !mxE -real_normK ?num_real // -[X in _ <= X]real_normK ?num_real //.
rewrite ler_expn2r ?nnegrE ?normr_ge0 //.
have step (a b : R) : Num.max a 0 - Num.max b 0 <= `|a - b|.
  rewrite ler_subl_addr le_maxl; apply/andP; split.
    rewrite -ler_subl_addr; apply: le_trans (ler_norm _); rewrite ler_subl_addr.
    by rewrite -[X in _ <= X]addrA ler_addl addrC subr_ge0 le_maxr lexx.
  by rewrite addr_ge0 ?normr_ge0 // le_maxr lexx orbT.
by rewrite ler_norml step andbT ler_oppl opprB distrC step.
Qed.
End Tools.
