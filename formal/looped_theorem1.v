(* Looped, theorem 1 (LOOP-B-T1) with its proof (section 7.2.1): tied branches add up like N, for every width. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import tools looped_lemma4.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* "h_N = h_0 + eps sum_{n<N} r_n" (LOOP-A-ID1), for any activation, from the recursion by induction. *)
Theorem telescoped (R : rcfType) (d N : nat) (phi : 'cV[R]_d -> 'cV[R]_d) (W : 'M[R]_d) (eps : R) (h0 : 'cV[R]_d) :
  stream phi W eps h0 N = h0 + eps *: \sum_(n < N) (W *m phi (stream phi W eps h0 n)).
Proof.
elim: N => [|N IH] /=; first by rewrite big_ord0 scaler0 addr0.
by rewrite big_ord_recr /= scalerDr addrA -IH.
Qed.

(* "Since W is tied across loop steps, S_N = sum_n W u_n = W U_N. (5)" (LOOP-B-ID2, LOOP-B-E5) *)
Theorem tied_branches_factor (R : rcfType) (d N : nat) (u : 'I_N -> 'cV[R]_d) (W : 'M[R]_d) :
  \sum_n (W *m u n) = W *m (\sum_n u n) /\ norm2 (\sum_n (W *m u n)) = norm2 (W *m (\sum_n u n)).
Proof. by have -> : \sum_n (W *m u n) = W *m (\sum_n u n) by rewrite mulmx_sumr. Qed.

(* "(eps c N - R_0)_+ <= R_N <= R_0 + C eps N" with c = c_W m_-, C = C_W sqrt(q_+) (LOOP-B-RN),
   and c N <= |S_N|/sqrt d <= C N, for one N, one width, from the recursion. *)
Theorem norm_bounds (R : rcfType) (d N : nat) (W : 'M[R]_d) (h0 : 'cV[R]_d) (eps m q cW CW : R) :
  (0 < d)%N -> (0 < N)%N -> 0 <= eps -> 0 < m -> 0 < cW -> 0 < CW ->
  let h := stream (@relu R d) W eps h0 in
  let u := fun n => relu (h n) in
  m <= (\sum_(n < N) mass (u n)) / N%:R -> (\sum_(n < N) energy (u n)) / N%:R <= q ->
  (forall x, cone x -> cW * norm x <= norm (W *m x) <= CW * norm x) ->
  cW * m * N%:R <= rms (\sum_(n < N) (W *m u n)) <= CW * Num.sqrt q * N%:R /\
  Num.max (eps * (cW * m) * N%:R - rms h0) 0 <= rms (h N) <= rms h0 + CW * Num.sqrt q * eps * N%:R.
Proof.
move=> d0 N0 e0 m0 c0 C0 h u Hm Hq gain.
have pos (n : 'I_N) : cone (u n) by exact: relu_cone.
have /andP[lo hi] := lemma4 d0 N0 pos m0 Hm Hq.
have coneU : cone (\sum_(n < N) u n) by move=> i; rewrite summxE sumr_ge0 // => n _; exact: pos.
have /andP[glo ghi] := gain _ coneU.
have sd : 0 <= (Num.sqrt (d%:R : R))^-1 by rewrite invr_ge0 sqrtr_ge0.
have factor : \sum_(n < N) (W *m u n) = W *m (\sum_(n < N) u n) by rewrite mulmx_sumr.
have S1 : cW * m * N%:R <= rms (\sum_(n < N) (W *m u n)).
  rewrite factor -mulrA; apply: le_trans (ler_wpmul2l (ltW c0) lo) _.
  by rewrite /rms mulrA ler_wpmul2r.
have S2 : rms (\sum_(n < N) (W *m u n)) <= CW * Num.sqrt q * N%:R.
  rewrite factor -mulrA; apply: le_trans _ (ler_wpmul2l (ltW C0) hi).
  by rewrite /rms mulrA ler_wpmul2r.
split; first by rewrite S1 S2.
have hN : h N = h0 + eps *: \sum_(n < N) (W *m u n) by exact: telescoped.
set S := \sum_(n < N) _ in S1 S2 hN *.
have eS : rms (eps *: S) = eps * rms S by rewrite rmsZ ger0_norm.
rewrite le_maxl rms_ge0 andbT; apply/andP; split.
  rewrite ler_subl_addr; apply: (@le_trans _ _ (eps * rms S)).
    by rewrite -mulrA; apply: ler_wpmul2l.
  rewrite -eS; have {1}-> : eps *: S = h N - h0 by rewrite hN addrAC subrr add0r.
  by apply: le_trans (rms_triangle _ _) _; rewrite rmsN.
rewrite hN; apply: le_trans (rms_triangle _ _) _; rewrite ler_add2l eS.
by rewrite mulrAC [X in _ <= X]mulrC; apply: ler_wpmul2l.
Qed.

(* "Assume: 1. (Nondegenerate activation mass) (1/N) sum_n (1/d) 1^T u_n >= m_- > 0, where m_- is independent of N.
   2. (Bounded activation scale) (1/N) sum_n (1/d)|u_n|^2 <= q_+ < infinity, where q_+ is independent of N.
   3. (Positive-cone gain) c_W |x| <= |W x| <= C_W |x| for every x in C_+, with c_W, C_W > 0.
   Then (1/d)|sum_n r_n|^2 = Theta(N^2), and bounded residual-stream norm requires eps N = O(1)":
   for every N a network of its own (width, matrix, start, eps), with constants free of N. *)
Theorem theorem1 (R : rcfType) (d : nat -> nat) (W : forall N, 'M[R]_(d N)) (h0 : forall N, 'cV[R]_(d N))
    (eps : nat -> R) (m q cW CW : R) :
  (forall N, (0 < d N)%N) -> (forall N, 0 <= eps N) -> 0 < m -> 0 < cW -> 0 < CW ->
  let h := fun N => stream (@relu R (d N)) (W N) (eps N) (h0 N) in
  let u := fun N n => relu (h N n) in
  let r := fun N n => W N *m u N n in
  (forall N, (0 < N)%N -> m <= (\sum_(n < N) mass (u N n)) / N%:R) ->
  (forall N, (0 < N)%N -> (\sum_(n < N) energy (u N n)) / N%:R <= q) ->
  (forall N x, cone x -> cW * norm x <= norm (W N *m x) <= CW * norm x) ->
  (exists c C, [/\ 0 < c, 0 < C &
    forall N, (0 < N)%N -> c * N%:R ^+ 2 <= energy (\sum_(n < N) r N n) <= C * N%:R ^+ 2]) /\
  (forall R0, (forall N, rms (h0 N) <= R0) ->
    (exists B, forall N, rms (h N N) <= B) <-> (exists K, forall N, eps N * N%:R <= K)).
Proof.
move=> d0 e0 m0 c0 C0 h u r Hm Hq gain.
have q0 : 0 <= q.
  apply: le_trans (Hq 1%N isT); rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => n _; exact: energy_ge0.
have bounds N (N0 : (0 < N)%N) := norm_bounds (d0 N) N0 (e0 N) m0 c0 C0 (Hm N N0) (Hq N N0) (gain N).
have cm : 0 < cW * m by rewrite mulr_gt0.
split.
  exists ((cW * m) ^+ 2), ((CW * Num.sqrt q) ^+ 2 + 1); split.
  - by rewrite exprn_gt0.
  - by rewrite ltr_paddl ?ltr01 ?sqr_ge0.
  move=> N N0; have [/andP[lo hi] _] := bounds N N0.
  rewrite -rms_sq -[X in X <= _]exprMn ler_expn2r ?nnegrE ?rms_ge0 ?mulr_ge0 ?ler0n ?(ltW c0) ?(ltW m0) //=.
  rewrite mulrDl mul1r -exprMn; apply: (@le_trans _ _ ((CW * Num.sqrt q * N%:R) ^+ 2)).
    by rewrite ler_expn2r ?nnegrE ?rms_ge0 ?mulr_ge0 ?ler0n ?sqrtr_ge0 ?(ltW C0).
  by rewrite ler_addl exprn_ge0 ?ler0n.
move=> R0 start; split => [[B HB]|[K HK]].
  exists (Num.max 0 ((B + R0) / (cW * m))) => -[|N]; first by rewrite mulr0 le_maxr lexx.
  have [_ /andP[lo _]] := bounds N.+1 isT; rewrite le_maxr; apply/orP; right.
  rewrite ler_pdivl_mulr // mulrAC; rewrite le_maxl in lo; case/andP: lo => lo _.
  rewrite -ler_subl_addr; apply: le_trans _ (HB N.+1); apply: le_trans _ lo.
  by rewrite ler_add2l ler_opp2.
exists (Num.max R0 (R0 + CW * Num.sqrt q * K)) => -[|N].
  by rewrite /h /= le_maxr start.
have [_ /andP[_ hi]] := bounds N.+1 isT; rewrite le_maxr; apply/orP; right.
apply: le_trans hi _; apply: ler_add; first exact: start.
rewrite -mulrA; apply: ler_wpmul2l (HK _); by rewrite mulr_ge0 ?sqrtr_ge0 ?(ltW C0).
Qed.
