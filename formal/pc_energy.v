(* Predictive coding: the equilibrium of linear networks with any widths, depth, skips and outputs (PC-E3, E5, S1, B1, B4). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A linear network: M is the whole matrix of a layer (multiplier and skip included); widths are free. *)
Inductive net (R : ringType) (n0 : nat) : nat -> Type :=
| input : net R n0 n0
| layer m m' : net R n0 m -> 'M[R]_(m', m) -> net R n0 m'.
Arguments input {R n0}.

Section Definitions.
Variables (R : rcfType) (n0 : nat).
Local Notation net := (net R n0).

(* Activities z_1, ..., z_L of all layers; the last is what the network is clamped to. *)
Fixpoint acts m (nt : net m) : Type :=
  match nt with input => unit | layer _ m' below _ => (acts below * 'cV[R]_m')%type end.
Definition top m (nt : net m) (x : 'cV[R]_n0) : acts nt -> 'cV[R]_m :=
  match nt with input => fun _ => x | layer _ _ _ _ => fun a => a.2 end.
(* The output of the forward pass, and its activities. *)
Fixpoint out m (nt : net m) (x : 'cV[R]_n0) : 'cV[R]_m :=
  match nt with input => x | layer _ _ below M => M *m out below x end.
Fixpoint forward m (nt : net m) (x : 'cV[R]_n0) : acts nt :=
  match nt with input => tt | layer _ _ below M => (forward below x, M *m out below x) end.
(* Twice eq. (2) for one sample: sum_l |z_l - M_l z_(l-1)|^2 with z_0 = x. *)
Fixpoint energies m (nt : net m) (x : 'cV[R]_n0) : acts nt -> R :=
  match nt with
  | input => fun _ => 0
  | layer _ _ below M => fun a => energies x a.1 + norm2 (a.2 - M *m top x a.1)
  end.
(* The terms c^T c of eq. (6): with c = 1 they are 1 + sum_(l >= 2) (M_L ... M_l)(M_L ... M_l)^T. *)
Fixpoint rescaling k m (nt : net m) : 'M[R]_(k, m) -> 'M[R]_k :=
  match nt with
  | input => fun _ => 0
  | layer _ _ below M => fun c => c *m c^T + rescaling below (c *m M)
  end.
(* z_l = M_l z_(l-1) + m_l lambda, m_l = (c M_L ... M_(l+1))^T; with lambda = 0 the forward pass. *)
Fixpoint star k m (nt : net m) (x : 'cV[R]_n0) (lam : 'cV[R]_k) : 'M[R]_(k, m) -> acts nt :=
  match nt with
  | input => fun _ => tt
  | layer _ _ below M => fun c =>
      let a := star below x lam (c *m M) in (a, M *m top x a + c^T *m lam)
  end.
(* sum_l |eps_l - m_l lambda|^2 with eps_l = z_l - M_l z_(l-1) *)
Fixpoint gap k m (nt : net m) (x : 'cV[R]_n0) (lam : 'cV[R]_k) : 'M[R]_(k, m) -> acts nt -> R :=
  match nt with
  | input => fun _ _ => 0
  | layer _ _ below M => fun c a =>
      gap x lam (c *m M) a.1 + norm2 (a.2 - M *m top x a.1 - c^T *m lam)
  end.
(* Slope of the energy in a direction of the free activities: sum_l <eps_l(z), eps_l(b)>, with x = 0 in the direction. *)
Fixpoint slope m (nt : net m) (x : 'cV[R]_n0) : acts nt -> acts nt -> R :=
  match nt with
  | input => fun _ _ => 0
  | layer _ _ below M => fun a b =>
      slope x a.1 b.1 + dot (a.2 - M *m top x a.1) (b.2 - M *m top 0 b.1)
  end.
Fixpoint plus m (nt : net m) : acts nt -> acts nt -> acts nt :=
  match nt with
  | input => fun a _ => a
  | layer _ _ below M => fun a b => (plus a.1 b.1, a.2 + b.2)
  end.
Fixpoint minus m (nt : net m) : acts nt -> acts nt -> acts nt :=
  match nt with
  | input => fun a _ => a
  | layer _ _ below M => fun a b => (minus a.1 b.1, a.2 - b.2)
  end.
Fixpoint times m (nt : net m) (t : R) : acts nt -> acts nt :=
  match nt with
  | input => fun a => a
  | layer _ _ below M => fun a => (times t a.1, t *: a.2)
  end.
End Definitions.
Arguments star {R n0 k m} nt x lam c.
Arguments rescaling {R n0 k m} nt c.
Arguments energies {R n0 m nt} x a.
Arguments slope {R n0 m nt} x a b.
Arguments gap {R n0 k m nt} x lam c a.
Arguments top {R n0 m nt} x a.

Section Equilibrium.
Variables (R : rcfType) (n0 : nat).
Local Notation net := (net R n0).
Implicit Types x : 'cV[R]_n0.

Lemma dot_mx d (a b : 'cV[R]_d) : dot a b = (a^T *m b) 0 0.
Proof. by rewrite mxE; apply: eq_bigr => i _; rewrite mxE. Qed.
Lemma norm2_mx d (a : 'cV[R]_d) : norm2 a = (a^T *m a) 0 0.
Proof. by rewrite -dot_mx; apply: eq_bigr => i _; rewrite expr2. Qed.
Lemma norm2B d (a b : 'cV[R]_d) : norm2 (a - b) = norm2 a - dot a b *+ 2 + norm2 b.
Proof.
rewrite norm2D norm2N; congr (_ + _ + _); rewrite -mulNrn; congr (_ *+ _).
by rewrite -sumrN; apply: eq_bigr => i _; rewrite mxE mulrN.
Qed.

Lemma dotDr d (a b c : 'cV[R]_d) : dot a (b + c) = dot a b + dot a c.
Proof. by rewrite /dot -big_split /=; apply: eq_bigr => i _; rewrite mxE mulrDr. Qed.
Lemma dotC d (a b : 'cV[R]_d) : dot a b = dot b a.
Proof. by apply: eq_bigr => i _; rewrite mulrC. Qed.
Lemma dot_adjoint d k (a : 'cV[R]_k) (A : 'M[R]_(k, d)) (b : 'cV[R]_d) : dot a (A *m b) = dot (A^T *m a) b.
Proof. by rewrite !dot_mx trmx_mul trmxK mulmxA. Qed.
Lemma dotxx d (a : 'cV[R]_d) : dot a a = norm2 a. Proof. by rewrite dot_mx norm2_mx. Qed.

Lemma key k m (nt : net m) x (lam : 'cV[R]_k) (c : 'M[R]_(k, m)) (a : acts nt) :
  energies x a - dot lam (c *m (top x a - out nt x)) *+ 2 + dot lam (rescaling nt c *m lam) = gap x lam c a.
Proof.
elim: nt c a => [|m1 m2 below IH M] c a /=.
  by rewrite subrr mulmx0 mul0mx dot_mx mulmx0 mxE mul0rn subr0 addr0.
case: a => a z /=; rewrite -(IH (c *m M) a) (norm2B (z - M *m top x a)).
have -> : c *m (z - M *m out below x) = c *m (z - M *m top x a) + (c *m M) *m (top x a - out below x).
  by rewrite -mulmxA -mulmxDr mulmxBr [M *m (_ - _)]mulmxBr addrA subrK mulmxBr.
rewrite mulmxDl !dotDr.
have -> : dot lam (c *m (z - M *m top x a)) = dot (z - M *m top x a) (c^T *m lam) by rewrite dot_adjoint dotC.
have -> : dot lam (c *m c^T *m lam) = norm2 (c^T *m lam) by rewrite -mulmxA dot_adjoint dotxx.
by mring.
Qed.

Lemma gap_ge0 k m (nt : net m) x (lam : 'cV[R]_k) (c : 'M[R]_(k, m)) (a : acts nt) : 0 <= gap x lam c a.
Proof. by elim: nt c a => //= m1 m2 below IH M c a; rewrite addr_ge0 ?norm2_ge0. Qed.

Lemma gap_eq0 k m (nt : net m) x (lam : 'cV[R]_k) (c : 'M[R]_(k, m)) (a : acts nt) :
  gap x lam c a = 0 <-> a = star nt x lam c.
Proof.
elim: nt c a => [|m1 m2 below IH M] c a /=; first by case: a.
case: a => a z /=; split=> [/eqP|[-> ->]]; last first.
  by rewrite (proj2 (IH (c *m M) _) erefl) add0r [M *m _ + _]addrC addrK subrr norm20.
rewrite paddr_eq0 ?gap_ge0 ?norm2_ge0 // => /andP[/eqP/IH -> /eqP/norm2_eq0/eqP].
by rewrite subr_eq0 subr_eq addrC => /eqP ->.
Qed.

Lemma star_top k m (nt : net m) x (lam : 'cV[R]_k) (c : 'M[R]_(k, m)) :
  c *m (top x (star nt x lam c) - out nt x) = rescaling nt c *m lam.
Proof.
elim: nt c => [|m1 m2 below IH M] c /=; first by rewrite subrr mulmx0 mul0mx.
rewrite mulmxDl -IH -mulmxA addrC -mulmxA -mulmxDr; congr (_ *m _).
by rewrite mulmxBr addrC addrA [c^T *m lam + _]addrC.
Qed.

Lemma rescaling_ge0 k m (nt : net m) (c : 'M[R]_(k, m)) (v : 'cV[R]_k) : 0 <= dot v (rescaling nt c *m v).
Proof.
elim: nt c => [|m1 m2 below IH M] c /=; first by rewrite mul0mx dot_mx mulmx0 mxE.
by rewrite mulmxDl dotDr addr_ge0 // -mulmxA dot_adjoint dotxx norm2_ge0.
Qed.

Lemma slope_sum m (nt : net m) x (a b : acts nt) :
  energies x (plus a b) = energies x a + slope x a b *+ 2 + energies 0 b.
Proof.
have topD m' (nt' : net m') (a' b' : acts nt') : top x (plus a' b') = top x a' + top 0 b'.
  by case: nt' a' b' => [|m1 m2 below M] a' b' //=; rewrite addr0.
elim: nt a b => [|m1 m2 below IH M] a b /=; first by rewrite mul0rn !addr0.
rewrite IH topD mulmxDr.
have -> : a.2 + b.2 - (M *m top x a.1 + M *m top 0 b.1) = (a.2 - M *m top x a.1) + (b.2 - M *m top 0 b.1).
  by rewrite opprD addrACA.
rewrite (norm2D (a.2 - M *m top x a.1)); by mring.
Qed.

Lemma star_slope k m (nt : net m) x (lam : 'cV[R]_k) (c : 'M[R]_(k, m)) (b : acts nt) :
  slope x (star nt x lam c) b = dot lam (c *m top 0 b).
Proof.
elim: nt c b => [|m1 m2 below IH M] c b /=; first by rewrite mulmx0 dot_mx mulmx0 mxE.
by rewrite IH [M *m _ + _]addrC addrK -dot_adjoint -dotDr mulmxBr mulmxA addrC subrK.
Qed.
End Equilibrium.

(* One layer on top, so that there is an output: c = 1, S = 1 + sum_(l >= 2) (M_L ... M_l)(M_L ... M_l)^T. *)
Section Output.
Variables (R : rcfType) (n0 m k : nat) (below : net R n0 m) (M : 'M[R]_(k, m)) (x : 'cV[R]_n0) (y : 'cV[R]_k).
Let nt := layer below M.
Definition whole := rescaling nt 1%:M.
Let r := y - out nt x.
Let lam := invmx whole *m r.

Lemma wholeE : whole = 1%:M + rescaling below M.
Proof. by rewrite /whole /= trmx1 mulmx1 mul1mx. Qed.

Lemma whole_unit : whole \in unitmx.
Proof.
rewrite unitmxE unitfE; apply/negP => /det0P[v v0 /(congr1 trmx)].
rewrite trmx_mul trmx0 => Sv; case/negP: v0; apply/eqP/trmx_inj; rewrite trmx0.
have sym : whole^T = whole.
  rewrite wholeE raddfD /= trmx1; congr (_ + _).
  have: forall m' (nt' : net R n0 m') (c : 'M[R]_(k, m')), (rescaling nt' c)^T = rescaling nt' c.
    by move=> m'; elim=> [|m1 m2 b IH M'] c /=; rewrite ?trmx0 // raddfD /= trmx_mul trmxK IH.
  exact.
rewrite sym in Sv; apply: norm2_eq0; apply/eqP; rewrite eq_le norm2_ge0 andbT.
have := rescaling_ge0 below M v^T; have -> : rescaling below M *m v^T = - v^T.
  by apply/eqP; rewrite -subr_eq0 opprK addrC -{1}[v^T]mul1mx -mulmxDl -wholeE Sv.
by rewrite dot_mx mulmxN mxE -norm2_mx oppr_ge0.
Qed.

Lemma lamE : whole *m lam = r. Proof. by rewrite mulKVmx // whole_unit. Qed.
Lemma star_clamped : top x (star nt x lam 1%:M) = y.
Proof.
by have := star_top nt x lam 1%:M; rewrite mul1mx -/whole lamE => /addIr.
Qed.
Lemma energy_gap (a : acts nt) : top x a = y -> energies x a = dot r lam + gap x lam 1%:M a.
Proof.
move=> ay; have := key x lam 1%:M a; rewrite ay mul1mx -/whole lamE -/r (dotC lam) => <-; by mring.
Qed.
End Output.
Arguments whole {R n0 m k} below M.

(* Eq. (5) for any number of outputs (PC-B1): "F*(theta) = r^T S^-1 r / 2", here twice it, for one sample; it is attained
   by one choice of activities only, z_l = M_l z_(l-1) + m_l S^-1 r (PC-E3, PC-S1: "the inference minimisation problem has
   a unique solution where dF/dz = 0"): the slope vanishes in every direction that keeps the output exactly there. *)
Theorem equilibrium (R : rcfType) (n0 m k : nat) (below : net R n0 m) (M : 'M[R]_(k, m)) (x : 'cV[R]_n0) (y : 'cV[R]_k) :
  let nt := layer below M in
  let S := rescaling nt 1%:M in
  let r := y - out nt x in
  let least := dot r (invmx S *m r) in
  let z := star nt x (invmx S *m r) 1%:M in
  [/\ S \in unitmx /\ S = 1%:M + rescaling below M,
      top x z = y /\ energies x z = least,
      forall a : acts nt, top x a = y -> least <= energies x a,
      forall a : acts nt, top x a = y -> energies x a = least -> a = z &
      forall a : acts nt, top x a = y ->
        (forall b : acts nt, top 0 b = 0 -> slope x a b = 0) <-> a = z].
Proof.
move=> nt S r least z; have unit := whole_unit below M.
have zy : top x z = y := star_clamped below M x y.
have gz : gap x (invmx S *m r) 1%:M z = 0 by apply/gap_eq0.
have ez : energies x z = least by rewrite (energy_gap zy) gz addr0.
split=> //; first by split=> //; exact: wholeE.
- by move=> a ay; rewrite (energy_gap ay) ler_addl gap_ge0.
- move=> a ay; rewrite (energy_gap ay) -[X in _ = X]addr0 => /addrI; by move/gap_eq0.
move=> a ay; split=> [flat|-> b b0].
  apply/gap_eq0/eqP; rewrite eq_le gap_ge0 andbT.
  have plusK m' (nt' : net R n0 m') (a' c' : acts nt') : plus a' (minus c' a') = c'.
    elim: nt' a' c' => [|m1 m2 b' IH M'] a' c' /=; first by case: a' c' => [] [].
    by rewrite IH addrC subrK; case: c'.
  have topB m' (nt' : net R n0 m') (a' c' : acts nt') : top 0 (minus c' a') = top x c' - top x a'.
    by case: nt' a' c' => [|m1 m2 b' M'] a' c' //=; rewrite subrr.
  have b0 : top 0 (minus z a) = 0 by rewrite topB zy ay subrr.
  have := slope_sum x a (minus z a); rewrite plusK (flat _ b0) mul0rn addr0 (energy_gap ay) ez -/least.
  have pos : 0 <= energies 0 (minus z a).
    have := @gap_ge0 R n0 k _ nt 0 0 1%:M (minus z a); rewrite -key dot_mx trmx0 mul0mx mxE mul0rn subr0.
    by rewrite dot_mx trmx0 mul0mx mxE addr0.
  move=> /eqP; rewrite -addrA -[X in X == _]addr0 (inj_eq (addrI _)) eq_sym paddr_eq0 ?gap_ge0 //.
  by move=> /andP[/eqP -> _].
by rewrite /z star_slope b0 mulmx0 dot_mx mulmx0 mxE.
Qed.
