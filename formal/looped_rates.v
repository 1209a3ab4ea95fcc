(* Looped: the bound of theorem 2 with exp(M), and the exponents alpha >= 1 and alpha - 1, with real powers of N. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets reals ereal topology normedtype sequences realfun exp.
From Depthlaws Require Import ringtac tools looped_lemma4 looped_theorem1 looped_update powers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* sum_{n<N} (1 + x)^n is at most N (e^M - 1)/M wherever x N <= M. *)
Lemma geometric_le (R : realType) (x M : R) N : 0 <= x -> 0 < M -> x * N%:R <= M ->
  \sum_(n < N) (1 + x) ^+ n <= N%:R * ((expR M - 1) / M).
Proof.
case: N => [|N] x0 M0 xN; first by rewrite big_ord0 mul0r.
have N1 : 0 < N.+1%:R :> R by rewrite ltr0n.
pose y := M / N.+1%:R; have y0 : 0 < y by rewrite divr_gt0.
have xy : x <= y by rewrite ler_pdivl_mulr.
apply: (@le_trans _ _ (\sum_(n < N.+1) (1 + y) ^+ n)).
  by apply: ler_sum => n _; rewrite ler_expn2r ?nnegrE ?addr_ge0 ?ler01 ?ler_add2l // ltW.
have -> : \sum_(n < N.+1) (1 + y) ^+ n = ((1 + y) ^+ N.+1 - 1) / y.
  have yn : y != 0 by rewrite gt_eqF.
  apply: (mulIf yn); rewrite divfK //.
  have := subrX1 (1 + y) N.+1; rewrite [1 + y - 1]addrAC subrr add0r => ->.
  by rewrite mulrC.
rewrite {2}/y invf_div mulrCA; apply: (ler_wpmul2l (ltW N1)); apply: ler_wpmul2r; first by rewrite invr_ge0 ltW.
rewrite ler_add2r; apply: le_trans (pow_le_exp _ _) _; first exact: ltW.
by rewrite /y mulrC divfK ?gt_eqF.
Qed.

Lemma geometric_le_exp (R : realType) (x M : R) N : 0 <= x -> x * N%:R <= M ->
  \sum_(n < N) (1 + x) ^+ n <= N%:R * expR M.
Proof.
move=> x0 xN; apply: (@le_trans _ _ (\sum_(n < N) expR M)).
  apply: ler_sum => n _; apply: le_trans (pow_le_exp _ x0) _; rewrite ler_expR; apply: le_trans xN.
  by rewrite mulrC ler_wpmul2l // ler_nat ltnW.
by rewrite sumr_const card_ord mulr_natl.
Qed.

(* Section 7.3.1: "Assume |W|_op <= C_W, |Delta W|_op <= C_Delta eta, max_{n<N} |phi(h_n^+)|/sqrt d <= Q_+, and
   eps C_W N <= M. Since ReLU is 1-Lipschitz, ... |Delta h_N|/sqrt d <= C_Delta Q_+ e^M eta eps N" (LOOP-B-731),
   also with the smaller factor (e^M - 1)/M. *)
Theorem update_rate (R : realType) (d N : nat) (W dW : 'M[R]_d) (eps eta CW CD Q M : R) (h0 : 'cV[R]_d) :
  0 <= eps -> 0 <= eta -> 0 <= CW -> 0 <= CD -> 0 < M ->
  (forall x, norm (W *m x) <= CW * norm x) -> (forall x, norm (dW *m x) <= CD * eta * norm x) ->
  let h := stream (@relu R d) W eps h0 in
  let g := stream (@relu R d) (W + dW) eps h0 in
  (forall n, (n < N)%N -> rms (relu (g n)) <= Q) -> eps * CW * N%:R <= M ->
  rms (g N - h N) <= CD * Q * ((expR M - 1) / M) * (eta * eps * N%:R) /\
  rms (g N - h N) <= CD * Q * expR M * (eta * eps * N%:R).
Proof.
move=> e0 eta0 CW0 CD0 M0 HW HdW h g HQ HM.
have x0 : 0 <= eps * CW by rewrite mulr_ge0.
have CDe : 0 <= CD * eta by rewrite mulr_ge0.
have [_ up] := update_bound N h0 e0 CW0 CDe (@relu_lipschitz R d) HW HdW.
rewrite -/g -/h in up.
have sd : 0 <= (Num.sqrt (d%:R : R))^-1 by rewrite invr_ge0 sqrtr_ge0.
have step : rms (g N - h N) <= eps * \sum_(n < N) (1 + eps * CW) ^+ (N - n.+1) * (CD * eta * rms (relu (g n))).
  apply: le_trans (ler_wpmul2r sd up) _; rewrite -mulrA ler_wpmul2l // mulr_suml ler_sum // => n _.
  by rewrite /rms !mulrA.
have Q0 : (0 < N)%N -> 0 <= Q by move=> N0; apply: le_trans (HQ 0%N N0); exact: rms_ge0.
case: (posnP N) => [N0|N0].
  by rewrite N0 /= subrr rms0 !mulr0 lexx.
have {}Q0 := Q0 N0.
have both (E : R) : \sum_(n < N) (1 + eps * CW) ^+ n <= N%:R * E ->
    rms (g N - h N) <= CD * Q * E * (eta * eps * N%:R).
  move=> SE; apply: le_trans step _.
  apply: (@le_trans _ _ (eps * \sum_(n < N) (1 + eps * CW) ^+ (N - n.+1) * (CD * eta * Q))).
    apply: (ler_wpmul2l e0); apply: ler_sum => n _; apply: ler_wpmul2l; last by apply: ler_wpmul2l => //; apply: HQ.
    by rewrite exprn_ge0 // addr_ge0 ?ler01.
  rewrite -mulr_suml (reindex_inj rev_ord_inj) /= (eq_bigr (fun n : 'I_N => (1 + eps * CW) ^+ n)); last first.
    by move=> n _; rewrite subnSK // subKn // ltnW.
  rewrite (_ : CD * Q * E * (eta * eps * N%:R) = eps * (N%:R * E * (CD * eta * Q))); last by mring.
  by apply: (ler_wpmul2l e0); apply: ler_wpmul2r SE; rewrite mulr_ge0.
by split; apply: both; [exact: geometric_le | exact: geometric_le_exp].
Qed.

(* Theorem 2 (LOOP-B-T2): "Assume: 1. (Update scale) Delta W_ij = (eta/sqrt d) S_ij with |Delta W| = O(eta). 2. (Stable
   activations) |u_n|^2/d = Theta(1). 3. (Stable forward scaling) eps N = O(1). Then |Delta h_N|/sqrt d = O(eta eps N),
   so eta eps N = O(1) is sufficient for an O(1) width-normalized one-step output perturbation."
   For every N a network of its own, constants free of N and of the width; with |W| = O(1), and with the activations of
   the trajectory after the update, as section 7.3.1 has them. *)
Theorem theorem2 (R : realType) (d : nat -> nat) (W dW : forall N, 'M[R]_(d N)) (h0 : forall N, 'cV[R]_(d N))
    (eps eta : nat -> R) (CW CD Q M : R) :
  0 <= CW -> 0 <= CD -> 0 < M -> (forall N, 0 <= eps N) -> (forall N, 0 <= eta N) ->
  (forall N x, norm (W N *m x) <= CW * norm x) -> (forall N x, norm (dW N *m x) <= CD * eta N * norm x) ->
  let h := fun N => stream (@relu R (d N)) (W N) (eps N) (h0 N) in
  let g := fun N => stream (@relu R (d N)) (W N + dW N) (eps N) (h0 N) in
  (forall N n, (n < N)%N -> rms (relu (g N n)) <= Q) -> (forall N, eps N * CW * N%:R <= M) ->
  (exists C, forall N, rms (g N N - h N N) <= C * (eta N * eps N * N%:R)) /\
  ((exists K, forall N, eta N * eps N * N%:R <= K) -> exists B, forall N, rms (g N N - h N N) <= B).
Proof.
move=> CW0 CD0 M0 e0 eta0 HW HdW h g HQ HM.
have Q0 : 0 <= Q by apply: le_trans (HQ 1%N 0%N isT); exact: rms_ge0.
have up N : rms (g N N - h N N) <= CD * Q * expR M * (eta N * eps N * N%:R).
  by have [_] := update_rate (e0 N) (eta0 N) CW0 CD0 M0 (HW N) (HdW N) (HQ N) (HM N).
split; first by exists (CD * Q * expR M).
move=> [K HK]; exists (CD * Q * expR M * K) => N; apply: le_trans (up N) _.
apply: ler_wpmul2l (HK N); apply: mulr_ge0; first by rewrite mulr_ge0.
by rewrite ltW // expR_gt0.
Qed.

(* Theorem 1, last clause: with eps = N^-alpha, "bounded residual-stream norm requires alpha >= 1" and alpha >= 1 is
   enough (LOOP-A-P1, LOOP-B-T1): the same networks as in theorem 1, starts bounded by R_0. *)
Theorem theorem1_alpha (R : realType) (d : nat -> nat) (W : forall N, 'M[R]_(d N)) (h0 : forall N, 'cV[R]_(d N))
    (alpha m q cW CW R0 : R) :
  (forall N, (0 < d N)%N) -> 0 < m -> 0 < cW -> 0 < CW ->
  let h := fun N => stream (@relu R (d N)) (W N) (exp_fun N%:R (- alpha)) (h0 N) in
  let u := fun N n => relu (h N n) in
  (forall N, (0 < N)%N -> m <= (\sum_(n < N) mass (u N n)) / N%:R) ->
  (forall N, (0 < N)%N -> (\sum_(n < N) energy (u N n)) / N%:R <= q) ->
  (forall N x, cone x -> cW * norm x <= norm (W N *m x) <= CW * norm x) ->
  (forall N, rms (h0 N) <= R0) ->
  (exists B, forall N, rms (h N N) <= B) <-> 1 <= alpha.
Proof.
move=> d0 m0 c0 C0 h u Hm Hq gain start.
have e0 N : 0 <= exp_fun (N%:R : R) (- alpha) by rewrite ltW // exp_fun_gt0.
have [_ /(_ R0 start) iff] := theorem1 d0 e0 m0 c0 C0 Hm Hq gain.
have power N : (0 < N)%N -> exp_fun (N%:R : R) (- alpha) * N%:R = exp_fun N%:R (1 - alpha).
  move=> N0; have N1 : 0 < N%:R :> R by rewrite ltr0n.
  by rewrite addrC exp_funD // exp_funr1.
apply: (iff_trans iff); rewrite -subr_le0; split => [[K HK]|a1].
  by apply/power_bounded; exists K => N N0; rewrite -power.
have /power_bounded[K HK] := a1; exists (Num.max K 0) => -[|N].
  by rewrite mulr0 le_maxr lexx orbT.
by rewrite power // le_maxr HK.
Qed.

(* "eta eps N = Theta(1) <=> eta ~ N^(alpha - 1)" (LOOP-A-E4): with eps = N^-alpha and a rate N^x, eta eps N is bounded
   from both sides exactly for x = alpha - 1. *)
Theorem rate_exponent (R : realType) (alpha x : R) :
  (exists c C, 0 < c /\ forall N, (0 < N)%N ->
     c <= exp_fun N%:R x * exp_fun N%:R (- alpha) * N%:R <= C) <-> x = alpha - 1.
Proof.
have power N : (0 < N)%N ->
    exp_fun (N%:R : R) x * exp_fun N%:R (- alpha) * N%:R = exp_fun N%:R (x - alpha + 1).
  move=> N0; have N1 : 0 < N%:R :> R by rewrite ltr0n.
  by rewrite !exp_funD // exp_funr1.
split=> [[c [C [c0 H]]]|xe]; last first.
  exists 1, 1; split; first exact: ltr01.
  move=> N N0; rewrite (power _ N0) xe (_ : alpha - 1 - alpha + 1 = 0); last by mring.
  by rewrite exp_funr0 ?ltr0n // lexx.
have : x - alpha + 1 <= 0.
  by apply/power_bounded; exists C => N N0; have /andP[] := H N N0; rewrite power.
have : - (x - alpha + 1) <= 0.
  apply/power_bounded; exists c^-1 => N N0; have /andP[low _] := H N N0; rewrite power // in low.
  have N1 : 0 < N%:R :> R by rewrite ltr0n.
  rewrite -[- _]mulrN1 exp_funM exp_fun_inv ?exp_fun_gt0 //.
  by rewrite ler_pinv // inE unitfE gt_eqF ?exp_fun_gt0.
rewrite oppr_le0 => lo hi; have /eqP : x - alpha + 1 == 0 by rewrite eq_le hi lo.
by move=> /eqP; rewrite addr_eq0 subr_eq addrC => /eqP ->.
Qed.
