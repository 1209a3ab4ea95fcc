(* Looped, section 7.3: how one update of the shared matrix moves the output, for every N, every width. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools looped_lemma4 looped_theorem1.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* "Delta h_{n+1} = Delta h_n + eps Delta W phi(h_n^+) + eps W (phi(h_n^+) - phi(h_n)). (6)" (LOOP-A-E6, LOOP-B-E6) *)
Theorem update_recursion (R : rcfType) (d n : nat) (phi : 'cV[R]_d -> 'cV[R]_d) (W dW : 'M[R]_d) (eps : R) (h0 : 'cV[R]_d) :
  let h := stream phi W eps h0 in
  let g := stream phi (W + dW) eps h0 in
  g n.+1 - h n.+1 = g n - h n + eps *: (dW *m phi (g n)) + eps *: (W *m (phi (g n) - phi (h n))).
Proof.
move=> h g; rewrite /= -/(h n) -/(g n) opprD addrACA -[in RHS]addrA; congr (_ + _).
by rewrite mulmxDl mulmxBr -!scalerBr -!scalerDr addrAC addrC.
Qed.

(* "Delta h_N = eps Delta W V + eps W Delta U + R_2, V = sum phi(h_n), Delta U = sum (phi(h_n^+) - phi(h_n)),
   R_2 = eps Delta W Delta U" (LOOP-A-E7), exactly. *)
Theorem update_expansion (R : rcfType) (d N : nat) (phi : 'cV[R]_d -> 'cV[R]_d) (W dW : 'M[R]_d) (eps : R) (h0 : 'cV[R]_d) :
  let h := stream phi W eps h0 in
  let g := stream phi (W + dW) eps h0 in
  let V := \sum_(n < N) phi (h n) in
  let dU := \sum_(n < N) (phi (g n) - phi (h n)) in
  g N - h N = eps *: (dW *m V) + eps *: (W *m dU) + eps *: (dW *m dU).
Proof.
move=> h g V dU.
rewrite /g /h !telescoped opprD addrACA subrr add0r -scalerBr -!scalerDr; congr (_ *: _).
rewrite -!mulmx_sumr -/V.
have -> : \sum_(n < N) phi (stream phi (W + dW) eps h0 n) = V + dU.
  by rewrite /dU sumrB addrCA subrr addr0.
have split (a b c e : 'cV[R]_d) : a + b + (c + e) - a = c + b + e.
  by rewrite addrAC [a + b]addrC addrK addrA [b + c]addrC.
by rewrite mulmxDl !mulmxDr split.
Qed.

Section Gronwall.
Variable R : rcfType.

(* Iterating a_{n+1} <= E a_n + b_n from a_0 = 0. *)
Lemma unroll (E : R) (a b : nat -> R) N : 0 <= E -> a 0%N <= 0 ->
  (forall n, (n < N)%N -> a n.+1 <= E * a n + b n) -> a N <= \sum_(n < N) E ^+ (N - n.+1) * b n.
Proof.
move=> E0 a0; elim: N => [|N IH] step; first by rewrite big_ord0.
apply: le_trans (step N (ltnSn _)) _; rewrite big_ord_recr /= subnn expr0 mul1r ler_add2r.
apply: le_trans (ler_wpmul2l E0 (IH (fun n nN => step n (ltnW nN)))) _.
rewrite mulr_sumr ler_sum // => n _; rewrite mulrA -exprS subSn //.
Qed.

Variables (d : nat) (phi : 'cV[R]_d -> 'cV[R]_d) (W dW : 'M[R]_d) (eps c D : R) (h0 : 'cV[R]_d).
Hypotheses (e0 : 0 <= eps) (c0 : 0 <= c) (D0 : 0 <= D).
Hypothesis lipschitz : forall x y, norm (phi x - phi y) <= norm (x - y).
Hypothesis Wc : forall x, norm (W *m x) <= c * norm x.
Hypothesis dWD : forall x, norm (dW *m x) <= D * norm x.
Let h := stream phi W eps h0.
Let g := stream phi (W + dW) eps h0.

Lemma one_step n : norm (g n.+1 - h n.+1) <= (1 + eps * c) * norm (g n - h n) + eps * (D * norm (phi (g n))).
Proof.
rewrite /g /h update_recursion -/g -/h addrAC.
apply: le_trans (triangle _ _) _; rewrite !normZ ger0_norm // ler_add ?ler_wpmul2l //.
apply: le_trans (triangle _ _) _; rewrite normZ ger0_norm // mulrDl mul1r ler_add2l -mulrA ler_wpmul2l //.
by apply: le_trans (Wc _) _; rewrite ler_wpmul2l.
Qed.

Lemma unrolled N : norm (g N - h N) <=
  eps * \sum_(n < N) (1 + eps * c) ^+ (N - n.+1) * (D * norm (phi (g n))).
Proof.
rewrite mulr_sumr.
have E0 : 0 <= 1 + eps * c by rewrite addr_ge0 ?ler01 ?mulr_ge0.
have := @unroll (1 + eps * c) (fun n => norm (g n - h n)) (fun n => eps * (D * norm (phi (g n)))) N E0.
rewrite /= subrr norm0 lexx => /(_ isT) bound.
apply: le_trans (bound (fun n _ => one_step n)) _.
by apply: ler_sum => n _; rewrite mulrCA lexx.
Qed.
End Gronwall.

(* "a_{n+1} <= (1 + eps c) a_n + eps dbar |phi(h_n^+)|", and unrolled
   "a_N <= eps sum_n (1 + eps c)^(N-1-n) dbar |phi(h_n^+)|" (LOOP-A-D2a): c, dbar bound the norms of W and Delta W,
   phi does not stretch distances. *)
Theorem update_bound (R : rcfType) (d N : nat) (phi : 'cV[R]_d -> 'cV[R]_d) (W dW : 'M[R]_d) (eps c D : R) (h0 : 'cV[R]_d) :
  0 <= eps -> 0 <= c -> 0 <= D -> (forall x y, norm (phi x - phi y) <= norm (x - y)) ->
  (forall x, norm (W *m x) <= c * norm x) -> (forall x, norm (dW *m x) <= D * norm x) ->
  let h := stream phi W eps h0 in
  let g := stream phi (W + dW) eps h0 in
  (forall n, norm (g n.+1 - h n.+1) <= (1 + eps * c) * norm (g n - h n) + eps * (D * norm (phi (g n)))) /\
  norm (g N - h N) <= eps * \sum_(n < N) (1 + eps * c) ^+ (N - n.+1) * (D * norm (phi (g n))).
Proof. by move=> e0 c0 D0 lip Wc dWD h g; split; [move=> n; exact: one_step | exact: unrolled]. Qed.

(* "Let zeta_N := |Delta W U_N| / (eta |U_N|) and Delta h_N = eps Delta W U_N + E. If the activation-mass condition of
   Lemma 4 holds and |E| <= theta |eps Delta W U_N| for some theta < 1, then
   (1/d)|Delta h_N|^2 = Theta(zeta_N^2 (eta eps N)^2)" (LOOP-B-ZETA), with the constants
   (1 - theta) m_- and (1 + theta) sqrt(q_+). *)
Theorem sharp_update (R : rcfType) (d N : nat) (u : 'I_N -> 'cV[R]_d) (dW : 'M[R]_d) (dh : 'cV[R]_d) (eps eta m q theta : R) :
  (0 < d)%N -> (0 < N)%N -> 0 <= eps -> 0 < eta -> 0 < m -> 0 <= theta < 1 -> (forall n, cone (u n)) ->
  m <= (\sum_n mass (u n)) / N%:R -> (\sum_n energy (u n)) / N%:R <= q ->
  let U := \sum_n u n in
  let zeta := norm (dW *m U) / (eta * norm U) in
  let E := dh - eps *: (dW *m U) in
  norm E <= theta * norm (eps *: (dW *m U)) ->
  (1 - theta) * m * (zeta * (eta * eps * N%:R)) <= rms dh <= (1 + theta) * Num.sqrt q * (zeta * (eta * eps * N%:R)).
Proof.
move=> d0 N0 e0 eta0 m0 /andP[th0 th1] pos Hm Hq U zeta E HE.
have /andP[lo hi] := lemma4 d0 N0 pos m0 Hm Hq; rewrite -/U in lo hi.
have N1 : (0 : R) < N%:R by rewrite ltr0n.
have sd : (0 : R) < Num.sqrt d%:R by rewrite sqrtr_gt0 ltr0n.
have U0 : 0 < norm U.
  have : 0 < rms U by apply: lt_le_trans lo; rewrite mulr_gt0.
  by rewrite /rms pmulr_lgt0 ?invr_gt0.
have zeta0 : 0 <= zeta by rewrite divr_ge0 ?norm_ge0 ?mulr_ge0 ?norm_ge0 ?(ltW eta0).
have main : rms (eps *: (dW *m U)) = zeta * eta * eps * rms U.
  rewrite rmsZ ger0_norm // /rms /zeta.
  have -> : norm (dW *m U) / (eta * norm U) * eta = norm (dW *m U) / norm U.
    by rewrite invfM mulrA mulrAC divfK // gt_eqF.
  by rewrite [LHS]mulrA ?[RHS]mulrA; congr (_ / _); rewrite [RHS]mulrAC divfK ?gt_eqF // [RHS]mulrC.
have Erms : rms E <= theta * rms (eps *: (dW *m U)).
  by rewrite /rms mulrA ler_wpmul2r // invr_ge0 ltW.
have z0 : 0 <= zeta * eta * eps by apply: mulr_ge0 => //; apply: mulr_ge0 => //; exact: ltW.
have dhE : dh = eps *: (dW *m U) + E by rewrite /E addrC subrK.
apply/andP; split.
  have H : eps *: (dW *m U) = dh - E by rewrite dhE addrK.
  have low : (1 - theta) * rms (eps *: (dW *m U)) <= rms dh.
    rewrite mulrBl mul1r ler_subl_addr {1}H; apply: le_trans (rms_triangle _ _) _.
    by rewrite rmsN ler_add2l.
  apply: le_trans low; rewrite -mulrA ler_wpmul2l ?subr_ge0 ?(ltW th1) // main.
  have -> : m * (zeta * (eta * eps * N%:R)) = zeta * eta * eps * (m * N%:R).
    by mring.
  by rewrite ler_wpmul2l.
rewrite dhE; apply: le_trans (rms_triangle _ _) _.
apply: (@le_trans _ _ ((1 + theta) * rms (eps *: (dW *m U)))); first by rewrite mulrDl mul1r ler_add2l.
rewrite -mulrA ler_wpmul2l ?addr_ge0 ?ler01 // main.
have -> : Num.sqrt q * (zeta * (eta * eps * N%:R)) = zeta * eta * eps * (Num.sqrt q * N%:R).
  by mring.
by rewrite ler_wpmul2l.
Qed.

(* Proposition 7 (LOOP-B-P7): "Assume eps = lambda/(N sqrt L) and max |Delta W_l phi(h_{n,l})|/sqrt d <= C_Delta eta (13),
   max |J_{n,l}|_op <= C_J (14). Then |Delta h_out^lin|/sqrt d <= C_J C_Delta eta eps N L = C_J C_Delta eta lambda sqrt L.
   Consequently, eta = O((lambda sqrt L)^-1) is sufficient for an O(1) perturbation. If, in addition, (15) holds, then
   |Delta h_out^lin|/sqrt d = Omega(eta lambda sqrt L)." v n l stands for Delta W_l phi(h_{n,l}), J for any matrices. *)
Theorem proposition7 (R : rcfType) (d N L : nat) (J : 'I_N -> 'I_L -> 'M[R]_d) (v : 'I_N -> 'I_L -> 'cV[R]_d)
    (eta eps lam CD CJ : R) :
  (0 < N)%N -> (0 < L)%N -> 0 <= eta -> 0 <= lam -> 0 <= CJ -> eps = lam / (N%:R * Num.sqrt L%:R) ->
  (forall n l, rms (v n l) <= CD * eta) -> (forall n l x, norm (J n l *m x) <= CJ * norm x) ->
  let dh := eps *: \sum_l \sum_n J n l *m v n l in
  [/\ rms dh <= CJ * CD * (eta * eps * N%:R * L%:R),
      CJ * CD * (eta * eps * N%:R * L%:R) = CJ * CD * (eta * lam * Num.sqrt L%:R),
      0 <= CD -> forall K, eta * (lam * Num.sqrt L%:R) <= K -> rms dh <= CJ * CD * K &
      forall ccoh, 0 < ccoh -> ccoh * (eta * N%:R * L%:R) <= rms (\sum_l \sum_n J n l *m v n l) ->
        ccoh * (eta * lam * Num.sqrt L%:R) <= rms dh].
Proof.
move=> N0 L0 eta0 lam0 CJ0 -> Hv HJ dh; rewrite /dh {dh}.
set eps' := lam / _.
have N1 : (0 : R) < N%:R by rewrite ltr0n.
have sL : (0 : R) < Num.sqrt L%:R by rewrite sqrtr_gt0 ltr0n.
have e0 : 0 <= eps' by rewrite divr_ge0 // ltW // mulr_gt0.
have HS : eps' * N%:R * L%:R = lam * Num.sqrt L%:R.
  have sLL : (L%:R : R) = Num.sqrt L%:R * Num.sqrt L%:R by rewrite -expr2 sqr_sqrtr ?ler0n.
  rewrite [X in _ * X = _]sLL /eps' invfM [N%:R^-1 * _]mulrC [lam * _]mulrA divfK ?gt_eqF //.
  by rewrite mulrA divfK ?gt_eqF.
have up : rms (eps' *: \sum_l \sum_n J n l *m v n l) <= CJ * CD * (eta * eps' * N%:R * L%:R).
  rewrite rmsZ ger0_norm //.
  have -> : CJ * CD * (eta * eps' * N%:R * L%:R) = eps' * \sum_(l < L) \sum_(n < N) CJ * (CD * eta).
    rewrite !sumr_const !card_ord -[_ *+ N *+ L]mulr_natr -[_ * _ *+ N]mulr_natr.
    by mring.
  apply: (ler_wpmul2l e0); apply: le_trans (rms_sum _ _) _; apply: ler_sum => l _.
  apply: le_trans (rms_sum _ _) _; apply: ler_sum => n _.
  apply: (@le_trans _ _ (CJ * rms (v n l))); last exact: ler_wpmul2l.
  by rewrite /rms mulrA ler_wpmul2r ?invr_ge0 ?sqrtr_ge0.
have eqs : eta * eps' * N%:R * L%:R = eta * lam * Num.sqrt L%:R.
  by rewrite -[eta * lam * _]mulrA -HS; mring.
split=> //; first by rewrite eqs.
  move=> CD0 K HK; apply: le_trans up _; rewrite eqs ler_wpmul2l ?mulr_ge0 //.
  by rewrite -mulrA.
move=> ccoh c0 coh; rewrite rmsZ ger0_norm // -eqs.
have -> : ccoh * (eta * eps' * N%:R * L%:R) = eps' * (ccoh * (eta * N%:R * L%:R)).
  by mring.
exact: ler_wpmul2l.
Qed.
