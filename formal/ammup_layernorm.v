(* AM-muP, lemma 7 (AMMUP-L7, E38, E39): the Jacobian of LayerNorm and its norm, in every dimension. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : rcfType) (d : nat).
(* P x = x - mean(x) 1; s(x) = sqrt(|P x|^2/d + eps); J v = gamma * (P v - P x <P x, v>/(d s^2))/s: eq. (38) times v. *)
Definition centre (x : 'cV[R]_d) : 'cV[R]_d := x - const_mx ((\sum_i x i 0) / d%:R).
Definition scale (eps : R) (x : 'cV[R]_d) : R := Num.sqrt (norm2 (centre x) / d%:R + eps).
Definition jacobian (gamma : 'cV[R]_d) (eps : R) (x : 'cV[R]_d) : 'M[R]_d :=
  diag_mx gamma^T *m ((scale eps x)^-1 *: (1%:M - d%:R^-1 *: const_mx 1
    - (d%:R * scale eps x ^+ 2)^-1 *: (centre x *m (centre x)^T))).
End Definitions.

(* "Moreover, if |gamma|_inf <= gamma_max, then |J_LN(x)|_op <= 2 gamma_max / s(x). (39)" Sharper (AMMUP-E39): gamma_max/s. *)
Theorem layernorm_norm (R : rcfType) (d : nat) (gamma x v : 'cV[R]_d) (eps gmax : R) :
  (0 < d)%N -> 0 < eps -> (forall i, `|gamma i 0| <= gmax) ->
  norm (jacobian gamma eps x *m v) <= gmax / scale eps x * norm v /\
  norm (jacobian gamma eps x *m v) <= 2%:R * gmax / scale eps x * norm v.
Proof.
move=> d0 e0 bound; set s := scale eps x.
have d1 : (0 : R) < d%:R by rewrite ltr0n.
have dn : (d%:R : R) != 0 by rewrite gt_eqF.
have s2E : s ^+ 2 = norm2 (centre x) / d%:R + eps.
  by rewrite sqr_sqrtr // addr_ge0 ?divr_ge0 ?norm2_ge0 ?ler0n // ltW.
have s2 : 0 < s ^+ 2 by rewrite s2E ltr_paddl // divr_ge0 ?norm2_ge0 ?ler0n.
have s0 : 0 < s by rewrite lt_neqAle sqrtr_ge0 eq_sym -sqrf_eq0 gt_eqF.
have g0 : 0 <= gmax by have := bound (Ordinal d0); apply: le_trans; exact: normr_ge0.
pose a := centre x; pose D := d%:R * s ^+ 2.
have D0 : 0 < D by rewrite mulr_gt0.
have aD : norm2 a <= D by rewrite /D mulrC -ler_pdivr_mulr // s2E ler_addl ltW.
pose w := centre v - (dot a v / D) *: a.
have JE : jacobian gamma eps x *m v = \col_i (gamma i 0 / s * w i 0).
  have aTv : a^T *m v = (dot a v)%:M.
    by apply/matrixP => i j; rewrite !ord1 !mxE eqxx mulr1n; apply: eq_bigr => k _; rewrite mxE.
  have Bv : (1%:M - d%:R^-1 *: const_mx 1 - D^-1 *: (a *m a^T)) *m v = w.
    rewrite mulmxBl [(1%:M - _) *m v]mulmxBl mul1mx -!scalemxAl -mulmxA aTv mul_mx_scalar scalerA [D^-1 * _]mulrC /w /centre.
    congr (_ - _ - _); apply/matrixP => i j; rewrite !mxE ord1 mulrC.
    by congr (_ / _); apply: eq_bigr => k _; rewrite mxE mul1r.
  rewrite /jacobian -/s -/a -/D -mulmxA -scalemxAl Bv.
  by apply/matrixP => i j; rewrite mul_diag_mx !mxE ord1 mulrA.
have cv : norm2 (centre v) <= norm2 v.
  rewrite [X in norm2 X <= _](_ : _ = v - const_mx ((\sum_i v i 0) / d%:R)) //.
  set m := _ / d%:R; rewrite /norm2.
  have -> : \sum_i (v - const_mx m) i 0 ^+ 2 = \sum_i v i 0 ^+ 2 - d%:R * m ^+ 2.
    rewrite (eq_bigr (fun i => v i 0 ^+ 2 - (v i 0 * m) *+ 2 + m ^+ 2)) => [|i _]; last by rewrite !mxE sqrrB.
    rewrite big_split /= sumrB sumr_const card_ord sumrMnl -mulr_suml.
    have -> : \sum_i v i 0 = m * d%:R by rewrite /m divfK.
    by rewrite -[m ^+ 2 *+ d]mulr_natl; set q := \sum_i _; set k := d%:R; mring.
  by rewrite ler_subl_addr ler_addl mulr_ge0 ?ler0n ?sqr_ge0.
have dotcv : dot a (centre v) = dot a v.
  rewrite /centre /dot (eq_bigr (fun i => a i 0 * v i 0 - a i 0 * ((\sum_i v i 0) / d%:R))) => [|i _]; last first.
    by rewrite !mxE mulrBr.
  rewrite sumrB -mulr_suml (_ : \sum_i a i 0 = 0) ?mul0r ?subr0 //.
  rewrite /a /centre (eq_bigr (fun i => x i 0 - (\sum_i x i 0) / d%:R)) => [|i _]; last by rewrite !mxE.
  by rewrite sumrB sumr_const card_ord -[_ *+ d]mulr_natr divfK // subrr.
have wv : norm2 w <= norm2 v.
  apply: le_trans cv; rewrite /w norm2D norm2N norm2Z.
  have -> : dot (centre v) (- (dot a v / D *: a)) = - (dot a v ^+ 2 / D).
    rewrite /dot [LHS](eq_bigr (fun i => - (dot a v / D) * (a i 0 * centre v i 0))) => [|i _]; last first.
      by rewrite [X in _ * X = _]mxE [X in _ * (- X)]mxE mulrN mulNr mulrCA [centre v i 0 * _]mulrC.
    by rewrite -mulr_sumr -/(dot a (centre v)) dotcv mulNr mulrAC expr2.
  set q := dot a v; have q2 : 0 <= q ^+ 2 / D by rewrite divr_ge0 ?sqr_ge0 // ltW.
  have rest : (q / D) ^+ 2 * norm2 a <= q ^+ 2 / D.
    apply: (@le_trans _ _ ((q / D) ^+ 2 * D)); first by rewrite ler_wpmul2l ?sqr_ge0.
    by rewrite expr_div_n [D ^+ 2]expr2 invfM -!mulrA mulVf ?gt_eqF // mulr1.
  rewrite -addrA -[X in _ <= X]addr0 ler_add2l mulNrn -[X in _ + X]opprK subr_le0 -subr_ge0.
  rewrite (_ : _ - _ = q ^+ 2 / D + (q ^+ 2 / D - (q / D) ^+ 2 * norm2 a)); last by rewrite mulr2n; mring.
  by rewrite addr_ge0 // subr_ge0.
have first_bound : norm (jacobian gamma eps x *m v) <= gmax / s * norm v.
  have gs : 0 <= gmax / s by rewrite divr_ge0 // ltW.
  rewrite -(ger0_norm gs) -normZ /norm ler_wsqrtr // norm2Z; apply: le_trans (ler_wpmul2l (sqr_ge0 _) wv).
  rewrite JE /norm2 mulr_sumr; apply: ler_sum => i _; rewrite mxE exprMn; apply: ler_wpmul2r; first exact: sqr_ge0.
  rewrite !expr_div_n; apply: ler_wpmul2r; first by rewrite invr_ge0 sqr_ge0.
  by rewrite -[X in X <= _]real_normK ?num_real // ler_expn2r ?nnegrE ?normr_ge0.
split=> //; apply: le_trans first_bound _; apply: ler_wpmul2r; first exact: norm_ge0.
by rewrite -mulrA ler_pemull ?ler1n // divr_ge0 // ltW.
Qed.
