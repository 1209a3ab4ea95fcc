(* Predictive coding with one output and a batch: the equilibrated energy is the loss over s (PC-E2, E5, E6, E17, B4). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools pc_energy.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : rcfType) (n0 : nat).
(* |c|^2, |c M_L|^2, ..., |c M_L ... M_2|^2: one number for each layer, from the last to the first. *)
Fixpoint squares m (nt : net R n0 m) : 'rV[R]_m -> seq R :=
  match nt with
  | input => fun _ => [::]
  | layer _ _ below M => fun c => norm2 c^T :: squares below (c *m M)
  end.
(* Squared prediction errors |z_l - M_l z_(l-1)|^2, from the last layer to the first. *)
Fixpoint errors m (nt : net R n0 m) (x : 'cV[R]_n0) : acts nt -> seq R :=
  match nt with
  | input => fun _ => [::]
  | layer _ _ below M => fun a => norm2 (a.2 - M *m top x a.1) :: errors x a.1
  end.
(* Eq. (1) and (2): mean over the samples of half the squared error, and of half the sum of squared prediction errors. *)
Definition loss m (nt : net R n0 m) P (x : 'I_P -> 'cV[R]_n0) (y : 'I_P -> 'cV[R]_m) : R :=
  (2 * P)%:R^-1 * \sum_mu norm2 (y mu - out nt (x mu)).
Definition energy_of m (nt : net R n0 m) P (x : 'I_P -> 'cV[R]_n0) (z : 'I_P -> acts nt) : R :=
  (2 * P)%:R^-1 * \sum_mu energies (x mu) (z mu).
End Definitions.

(* The energy of eq. (2) is the sum of the squared prediction errors of all layers, and the loss of eq. (1) at the
   activities of the forward pass with the output clamped to the target (PC-E2). *)
Theorem energy_at_forward_pass (R : rcfType) (n0 m k P : nat) (below : net R n0 m) (M : 'M[R]_(k, m))
    (x : 'I_P -> 'cV[R]_n0) (y : 'I_P -> 'cV[R]_k) :
  let nt := layer below M in
  (forall (x0 : 'cV[R]_n0) (a : acts nt), energies x0 a = \sum_(e <- errors x0 a) e) /\
  energy_of (nt := nt) x (fun mu => (forward below (x mu), y mu)) = loss nt x y.
Proof.
split.
  move=> x0; elim: (layer below M) => [|m1 m2 b IH M'] a /=; first by rewrite big_nil.
  by rewrite big_cons IH addrC.
rewrite /energy_of /loss; congr (_ * _); apply: eq_bigr => mu _ /=.
have ftop m' (nt : net R n0 m') : top (x mu) (forward nt (x mu)) = out nt (x mu).
  by elim: nt => //= m1 m2 b _ M'; rewrite //=.
have fzero m' (nt : net R n0 m') : energies (x mu) (forward nt (x mu)) = 0.
  elim: nt => //= m1 m2 b IH M'; rewrite IH add0r ftop subrr norm20 //.
by rewrite fzero add0r ftop.
Qed.

(* "s(theta) = 1 + sum_(l=2)^L |W^(L:l)|^2. (6)" (PC-E6): L - 1 squares, none with the first layer; s >= 1; with one hidden
   layer "s(theta) = 1 + |w^(L)|^2". S is the matrix of pc_energy.v, here one number. *)
Theorem rescaling_of_one_output (R : rcfType) (n0 m : nat) (below : net R n0 m) (w : 'M[R]_(1, m)) :
  let s := rescaling (layer below w) 1%:M 0 0 in
  [/\ s = 1 + \sum_(q <- squares below w) q, 1 <= s &
      forall (W : 'M[R]_(m, n0)), rescaling (layer (layer input W) w) 1%:M 0 0 = 1 + norm2 w^T].
Proof.
have sq m' (nt : net R n0 m') (c : 'rV[R]_m') : rescaling nt c 0 0 = \sum_(q <- squares nt c) q.
  elim: nt c => [|m1 m2 b IH M'] c /=; first by rewrite big_nil mxE.
  rewrite big_cons mxE IH; congr (_ + _); rewrite mxE /norm2; apply: eq_bigr => i _.
  by rewrite !mxE expr2.
have ge0 m' (nt : net R n0 m') (c : 'rV[R]_m') : 0 <= \sum_(q <- squares nt c) q.
  elim: nt c => [|m1 m2 b IH M'] c /=; first by rewrite big_nil.
  by rewrite big_cons addr_ge0 ?norm2_ge0.
have one (b : net R n0 m) : rescaling (layer b w) 1%:M 0 0 = 1 + \sum_(q <- squares b w) q.
  by rewrite -/(whole b w) wholeE mxE sq mxE eqxx.
split=> [||W]; rewrite one //; first by rewrite ler_addl ge0.
by rewrite /= big_seq1.
Qed.

(* "For a linear MLP with scalar output: F*(theta) = L(theta)/s(theta). (5)" (PC-E5), for every depth, all widths, skips
   and any batch: no clamped activities have less energy, and those of pc_energy.v have it. *)
Theorem equilibrated_energy (R : rcfType) (n0 m P : nat) (below : net R n0 m) (w : 'M[R]_(1, m))
    (x : 'I_P -> 'cV[R]_n0) (y : 'I_P -> 'cV[R]_1) :
  let nt := layer below w in
  let s := rescaling nt 1%:M 0 0 in
  (forall z : 'I_P -> acts nt, (forall mu, top (x mu) (z mu) = y mu) -> loss nt x y / s <= energy_of x z) /\
  (exists2 z : 'I_P -> acts nt, (forall mu, top (x mu) (z mu) = y mu) & energy_of x z = loss nt x y / s).
Proof.
move=> nt s.
have s1 : 1 <= s by have [_ ->] := rescaling_of_one_output below w.
have s0 : s != 0 by rewrite gt_eqF // (lt_le_trans ltr01 s1).
have least (r : 'cV[R]_1) : dot r (invmx (rescaling nt 1%:M) *m r) = norm2 r / s.
  have Ss : rescaling nt 1%:M = s%:M by apply/matrixP => i j; rewrite !ord1 [RHS]mxE eqxx mulr1n.
  have lamE : s *: (invmx (rescaling nt 1%:M) *m r) = r.
    by rewrite -mul_scalar_mx -Ss mulKVmx // (whole_unit below w).
  have -> : invmx (rescaling nt 1%:M) *m r = s^-1 *: r by rewrite -{2}lamE scalerA mulVf // scale1r.
  by rewrite /dot /norm2 !big_ord1 [(_ *: r) 0 0]mxE expr2 mulrCA mulrC.
have half : 0 <= (2 * P)%:R^-1 :> R by rewrite invr_ge0 ler0n.
split=> [z zy|].
  rewrite /loss /energy_of -mulrA mulr_suml; apply: (ler_wpmul2l half).
  apply: ler_sum => mu _; rewrite -least.
  by have [_ _ low _ _] := equilibrium below w (x mu) (y mu); exact: low (zy mu).
exists (fun mu => star nt (x mu) (invmx (rescaling nt 1%:M) *m (y mu - out nt (x mu))) 1%:M) => [mu|].
  by have [_ [zy _] _ _ _] := equilibrium below w (x mu) (y mu).
rewrite /loss /energy_of -mulrA mulr_suml; congr (_ * _); apply: eq_bigr => mu _.
by have [_ [_ ->] _ _ _] := equilibrium below w (x mu) (y mu); rewrite least.
Qed.

(* "(L - F)/L = 1 - 1/s lies between 0 and s - 1" (PC-E17): the energy tends to the loss where s tends to 1. *)
Theorem energy_near_loss (R : rcfType) (n0 m P : nat) (below : net R n0 m) (w : 'M[R]_(1, m))
    (x : 'I_P -> 'cV[R]_n0) (y : 'I_P -> 'cV[R]_1) :
  let nt := layer below w in
  let s := rescaling nt 1%:M 0 0 in
  let L := loss nt x y in
  L != 0 -> (L - L / s) / L = 1 - s^-1 /\ 0 <= 1 - s^-1 <= s - 1.
Proof.
move=> nt s L L0.
have s1 : 1 <= s by have [_ ->] := rescaling_of_one_output below w.
have s0 : 0 < s := lt_le_trans ltr01 s1.
split; first by rewrite mulrBl divff // mulrAC divff // mul1r.
rewrite subr_ge0 invf_le1 // s1 /= -(ler_pmul2r s0) mulrBl mulVf ?gt_eqF // mul1r.
rewrite -[X in X <= _]mulr1; apply: ler_wpmul2l => //; by rewrite subr_ge0.
Qed.

(* At the equilibrium layer l holds the share |m_l|^2/s of the energy, the last layer 1/s (PC-B4, PC-S4). *)
Theorem shares_of_layers (R : rcfType) (n0 m : nat) (below : net R n0 m) (w : 'M[R]_(1, m)) (x : 'cV[R]_n0) (y : 'cV[R]_1) :
  let nt := layer below w in
  let s := rescaling nt 1%:M 0 0 in
  let z := star nt x (invmx (rescaling nt 1%:M) *m (y - out nt x)) 1%:M in
  errors x z = [seq q / s * energies x z | q <- 1 :: squares below w].
Proof.
move=> nt s z.
have s1 : 1 <= s by have [_ ->] := rescaling_of_one_output below w.
have s0 : s != 0 by rewrite gt_eqF // (lt_le_trans ltr01 s1).
set lam := invmx _ *m _ in z *.
have Ss : rescaling nt 1%:M = s%:M by apply/matrixP => i j; rewrite !ord1 [RHS]mxE eqxx mulr1n.
have lamE : s *: lam = y - out nt x.
  by rewrite -mul_scalar_mx -Ss mulKVmx // (whole_unit below w).
have err m' (nt' : net R n0 m') (c : 'rV[R]_m') :
    errors x (star nt' x lam c) = [seq q * lam 0 0 ^+ 2 | q <- squares nt' c].
  elim: nt' c => //= m1 m2 b IH M' c; rewrite IH [M' *m _ + _]addrC addrK; congr (_ :: _).
  by rewrite /norm2 mulr_suml; apply: eq_bigr => i _; rewrite mxE big_ord1 exprMn.
have en : energies x z = s * lam 0 0 ^+ 2.
  have [_ [_ ->] _ _ _] := equilibrium below w x y; by rewrite -/nt -/lam -lamE /dot big_ord1 mxE expr2 mulrA.
have -> : errors x z = [seq q * lam 0 0 ^+ 2 | q <- 1 :: squares below w].
  rewrite /z err /=; congr (_ * _ :: _); last by rewrite mul1mx.
  by rewrite /norm2 big_ord1 !mxE eqxx expr1n.
apply: eq_map => q; rewrite en -mulrA; congr (_ * _); by rewrite mulrA mulVf // mul1r.
Qed.
