(* Looped, theorem 3: a block of L layers looped N times, from its recursion (2), with random matrices. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools looped_theorem6 looped_product.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : rcfType) (d : nat) (phi : 'cV[R]_d -> 'cV[R]_d) (W : nat -> 'M[R]_d) (eps : R).
(* Eq. (2): h_{n,l+1} = h_{n,l} + eps W_l phi(h_{n,l}), h_{n+1,0} = h_{n,L}, h_{0,0} = h_0. *)
Fixpoint layers (h : 'cV[R]_d) (l : nat) : 'cV[R]_d :=
  if l is k.+1 then layers h k + eps *: (W k *m phi (layers h k)) else h.
Fixpoint loops (L : nat) (h0 : 'cV[R]_d) (n : nat) : 'cV[R]_d :=
  if n is k.+1 then layers (loops L h0 k) L else h0.
Definition state (L : nat) (h0 : 'cV[R]_d) (n l : nat) : 'cV[R]_d := layers (loops L h0 n) l.
(* Y_l = W_l Ubar_l with Ubar_l the mean of phi(h_{n,l}) over the loops. *)
Definition branch (L N : nat) (h0 : 'cV[R]_d) (l : nat) : 'cV[R]_d :=
  W l *m (N%:R^-1 *: \sum_(n < N) phi (state L h0 n l)).
End Definitions.

(* "h_out = h_0 + eps sum_l G_l, G_l = W_l sum_n phi(h_{n,l})" (LOOP-B-ID3), and with Y_l and beta = eps N
   h_out = h_0 + beta sum_l Y_l (LOOP-B-D2): any activation, matrices, L and N. *)
Theorem block_output (R : rcfType) (d L N : nat) (phi : 'cV[R]_d -> 'cV[R]_d) (W : nat -> 'M[R]_d) (eps : R) (h0 : 'cV[R]_d) :
  loops phi W eps L h0 N = h0 + eps *: (\sum_(l < L) (W l *m \sum_(n < N) phi (state phi W eps L h0 n l))) /\
  ((0 < N)%N -> loops phi W eps L h0 N = h0 + (eps * N%:R) *: \sum_(l < L) branch phi W eps L N h0 l).
Proof.
have one h k : layers phi W eps h k = h + eps *: \sum_(l < k) (W l *m phi (layers phi W eps h l)).
  elim: k => [|k IH] /=; first by rewrite big_ord0 scaler0 addr0.
  by rewrite big_ord_recr /= scalerDr addrA -IH.
have all : loops phi W eps L h0 N = h0 + eps *: \sum_(l < L) (W l *m \sum_(n < N) phi (state phi W eps L h0 n l)).
  elim: N => [|N IH] /=.
    by rewrite big1 ?scaler0 ?addr0 // => l _; rewrite big_ord0 mulmx0.
  rewrite one IH -addrA -scalerDr; congr (_ + _ *: _).
  rewrite -IH -big_split /=; apply: eq_bigr => l _.
  by rewrite big_ord_recr /= mulmxDr.
split=> // N0; rewrite all -scalerA; congr (_ + _ *: _); rewrite scaler_sumr; apply: eq_bigr => l _.
by rewrite /branch -scalemxAr scalerA mulfV ?scale1r // pnatr_eq0 -lt0n.
Qed.

(* "L = 1 reduces to the tied stream, N = 1 to the deep stack" (LOOP-B-E2). *)
Theorem block_special_cases (R : rcfType) (d L N : nat) (phi : 'cV[R]_d -> 'cV[R]_d) (W : nat -> 'M[R]_d) (eps : R) (h0 : 'cV[R]_d) :
  loops phi W eps 1 h0 N = stream phi (W 0%N) eps h0 N /\ loops phi W eps L h0 1 = layers phi W eps h0 L.
Proof. by split=> //; elim: N => //= N ->. Qed.

(* Theorem 3: "Then eps = lambda/(N sqrt L) yields a residual-stream norm bounded by a function of lambda alone, independent
   of both N and L. For sufficiently small lambda the unscaled total branch variance is Theta(L N^2)", from the recursion, for
   independent matrices with finitely many values; (7), (8), (9) as in theorem 6. *)
Theorem theorem3 (R : rcfType) (d L N : nat) (T : finType) (p : 'I_L -> T -> R) (mats : nat -> T -> 'M[R]_d)
    (phi : 'cV[R]_d -> 'cV[R]_d) (h0 : 'cV[R]_d) (lo hi C0 C1 lam : R) :
  law p -> (0 < L)%N -> (0 < N)%N -> 0 <= hi -> 0 <= C0 -> 0 <= C1 -> 0 <= lam ->
  let eps := lam / (N%:R * Num.sqrt L%:R) in
  let beta := eps * N%:R in
  let W := fun (o : outcome L T) l => if insub l is Some k then mats l (o k) else 0 in
  let Y := fun l : 'I_L => [ffun o : outcome L T => branch phi (W o) eps L N h0 l] in
  let out := [ffun o : outcome L T => loops phi (W o) eps L h0 N] in
  let ip := mean_product (d := d) p in
  (forall l, lo <= ip (Y l) (Y l) <= hi) ->
  (forall l, ip (given_others p l (Y l)) (given_others p l (Y l)) <= C0 * beta ^+ 2) ->
  (forall l s, s != l -> 2%:R^-1 * (\sum_o \sum_t weight p o * p s t * (norm2 (Y l o - Y l (put o s t)) / d%:R)) <= C1 * beta ^+ 2) ->
  let C := 2%:R * (hi + C0 + C1) in
  ip out out <= 2%:R * (energy h0 + C * (lam ^+ 2 + lam ^+ 4)) /\
  (0 < lo -> lam ^+ 2 * (6%:R * (C0 + C1)) <= lo ->
     lo / 4%:R * (L%:R * N%:R ^+ 2) <= ip (\sum_l N%:R *: Y l) (\sum_l N%:R *: Y l)
       <= C * (1 + lam ^+ 2) * (L%:R * N%:R ^+ 2)).
Proof.
move=> pl L0 N0 hi0 c0 c1 l0 eps beta W Y out ip E7 E8 E9 C.
have I : inner ip := @product_inner R L d T p pl; have PP : projections ip (given_others p) := @product_projections R L d T p pl.
have E9' l s : s != l -> ip (Y l - given_others p s (Y l)) (Y l - given_others p s (Y l)) <= C1 * beta ^+ 2.
  by move=> sl; rewrite /ip -(@efron_stein R L d T p pl); exact: E9.
have [_ bound tight] := theorem6 I PP L0 N0 hi0 c0 c1 l0 E7 E8 E9'.
split; last exact: tight.
set G := \sum_l N%:R *: Y l in bound.
pose start : {ffun outcome L T -> 'cV[R]_d} := [ffun=> h0].
have outE : out = start + eps *: G.
  apply/ffunP => o; rewrite !ffunE; have [_ ->] := block_output L N phi (W o) eps h0 => //.
  rewrite -scalerA; congr (_ + _ *: _); rewrite sum_ffunE scaler_sumr; apply: eq_bigr => l _.
  by rewrite !ffunE.
have half a b : ip (a + b) (a + b) <= 2%:R * (ip a a + ip b b).
  have := ip_ge0 I (a - b); rewrite (sqB I a b) (sqD I a b) => h.
  by rewrite -subr_ge0 [X in 0 <= X](_ : _ = ip a a - ip a b *+ 2 + ip b b) //; mring.
have ws : \sum_o weight p o = 1.
  rewrite /weight -(bigA_distr_bigA (fun l t => p l t)) /= big1 // => l _; by have [_ ->] := pl l.
have starts : ip start start = energy h0.
  rewrite /ip /mean_product (eq_bigr (fun o => weight p o * energy h0)) => [|o _]; last by rewrite !ffunE.
  by rewrite -mulr_suml ws mul1r.
rewrite outE; apply: le_trans (half _ _) _; rewrite starts ler_pmul2l ?ltr0n // ler_add2l.
by rewrite (ipZl I) (ipZr I) mulrA -expr2; exact: bound.
Qed.
