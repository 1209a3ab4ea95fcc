(* AM-muP: lemmas 1 (one layer), 2, 4, 5 and 6, with E a linear functional that knows products of at most two weights. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : rcfType) (A : comAlgType R) (E : {scalar A}).
(* Random variables A with mean E; F are those that the layers below know: sums, multiples and products stay in F. *)
Definition knows (F : A -> Prop) : Prop :=
  [/\ F 1, forall a b, F a -> F b -> F (a * b), forall a b, F a -> F b -> F (a + b) & forall k a, F a -> F (k *: a)].
(* Weights with independent entries of mean zero and variance v, independent of F: what Isserlis' rule says of one and of
   two of them beside any X of F. *)
Definition centred (F : A -> Prop) (v : R) (J I : finType) (W : J -> I -> A) : Prop :=
  (forall X j i, F X -> E (W j i * X) = 0) /\
  (forall X j i k l, F X -> E (W j i * W k l * X) = (if (j == k) && (i == l) then v else 0) * E X).
(* Z = E[Y | F]: Z is in F and has the same mean beside every X of F. *)
Definition conditional (F : A -> Prop) (Y Z : A) : Prop := F Z /\ forall X, F X -> E (Y * X) = E (Z * X).
(* (1/n) sum_a u_a v_a *)
Definition overlap (I : finType) (u v : I -> A) : A := #|I|%:R^-1 *: \sum_a u a * v a.
End Definitions.

Section Tools.
Variables (R : rcfType) (A : comAlgType R) (E : {scalar A}) (F : A -> Prop).
Hypothesis FF : knows F.

Lemma scale_pair (k l : R) (a b x y : A) : x * (k *: a) * (y * (l *: b)) = (k * l) *: (x * y * (a * b)).
Proof. by rewrite -!scalerAr -scalerAl scalerA [l * k]mulrC mulrACA. Qed.
Lemma F_sum (I : finType) (P : pred I) (a : I -> A) : (forall i, F (a i)) -> F (\sum_(i | P i) a i).
Proof.
have [F1 FM FD FZ] := FF; move=> Fa; elim/big_rec: _ => [|i X _ FX]; last exact: FD.
by rewrite -(scale0r 1); exact: FZ.
Qed.
Lemma F_overlap (I : finType) (u v : I -> A) : (forall i, F (u i)) -> (forall i, F (v i)) -> F (overlap u v).
Proof. by have [F1 FM FD FZ] := FF; move=> Fu Fv; apply: FZ; apply: F_sum => i; apply: FM. Qed.

Lemma E_pair (J I : finType) (W : J -> I -> A) (v : R) (P : pred I) (j : J) (a b : I -> A) X :
  centred E F v W -> (forall i, F (a i)) -> (forall i, F (b i)) -> F X ->
  E ((\sum_(i | P i) W j i * a i) * (\sum_(i | P i) W j i * b i) * X) = v * \sum_(i | P i) E (a i * b i * X).
Proof.
have [F1 FM FD FZ] := FF; move=> [_ two] Fa Fb FX.
rewrite !mulr_suml linear_sum mulr_sumr; apply: eq_bigr => i Pi.
rewrite mulr_sumr mulr_suml linear_sum (bigD1 i) //= [X in _ + X]big1 ?addr0 => [|k /andP[_ ki]].
  have -> : W j i * a i * (W j i * b i) * X = W j i * W j i * (a i * b i * X) by mring.
  by rewrite two ?eqxx //; do 2 apply: (FM) => //.
have -> : W j i * a i * (W j k * b k) * X = W j i * W j k * (a i * b k * X) by mring.
by rewrite two ?eqxx 1?eq_sym ?(negbTE ki) ?mul0r //; do 2 apply: (FM) => //.
Qed.

Lemma E_single (J I : finType) (W : J -> I -> A) (v : R) (P : pred I) (j : J) (a : I -> A) X :
  centred E F v W -> (forall i, F (a i)) -> F X -> E ((\sum_(i | P i) W j i * a i) * X) = 0.
Proof.
have [F1 FM FD FZ] := FF; move=> [one _] Fa FX.
rewrite mulr_suml linear_sum big1 // => i _; rewrite -mulrA one //; exact: FM.
Qed.
End Tools.

(* Eq. (15), for a convolution with circular padding (the sites are a finite group, the kernel any set K of offsets), C
   input and C' output channels and the fan-in variance 1/(q k C) (AMMUP-E15); a fully connected layer is one site.
   "By independence and zero mean of distinct kernel parameters, only diagonal terms survive, yielding
   E[T_h | z^(h-1)] = (1/q)(1/M_(h-1)) sum_a sigma'(z_a^(h-1))^2 d_mu1 z_a^(h-1) d_mu2 z_a^(h-1). (15)" *)
Theorem one_layer (R : rcfType) (A : comAlgType R) (E : {scalar A}) (F : A -> Prop) (S : finZmodType) (K : {set S})
    (C C' : nat) (q : R) (W : 'I_C' -> 'I_C * S -> A) (gate d1 d2 : 'I_C * S -> A) :
  knows F -> (0 < #|K|)%N -> (0 < C)%N -> (0 < C')%N -> q != 0 ->
  centred E F (q * #|K|%:R * C%:R)^-1 W ->
  (forall a, F (gate a)) -> (forall a, F (d1 a)) -> (forall a, F (d2 a)) ->
  let next := fun (d : 'I_C * S -> A) (a : 'I_C' * S) =>
    \sum_(i | i.2 \in K) W a.1 i * (gate (i.1, a.2 + i.2) * d (i.1, a.2 + i.2)) in
  conditional E F (overlap (next d1) (next d2)) (q^-1 *: overlap (fun a => gate a ^+ 2 * d1 a) d2).
Proof.
move=> FF K0 C0 C'0 q0 HW Fg F1 F2 next; have [Fone FM FD FZ] := FF.
have Fsq a : F (gate a ^+ 2 * d1 a) by rewrite expr2; apply: (FM) => //; exact: FM.
split; first by apply: FZ; exact: F_overlap.
move=> X FX; rewrite -!scalerAl !linearZ /= mulr_suml linear_sum.
pose f (a : 'I_C * S) := E (gate a ^+ 2 * d1 a * d2 a * X).
have term (a : 'I_C' * S) : E (next d1 a * next d2 a * X) =
    (q * #|K|%:R * C%:R)^-1 * \sum_(i | i.2 \in K) f (i.1, a.2 + i.2).
  rewrite /next (E_pair FF (fun i : 'I_C * S => i.2 \in K) a.1 HW) //; [|move=> i; exact: FM|move=> i; exact: FM].
  by congr (_ * _); apply: eq_bigr => i _; rewrite /f; congr (E _); mring.
rewrite (eq_bigr _ (fun a _ => term a)) -mulr_sumr mulr_suml linear_sum /= -[in RHS]/(f _).
have count : \sum_(a : 'I_C' * S) \sum_(i : 'I_C * S | i.2 \in K) f (i.1, a.2 + i.2) =
    (C'%:R * #|K|%:R) * \sum_a f a.
  rewrite exchange_big /= (eq_bigr (fun i : 'I_C * S => C'%:R * \sum_p f (i.1, p))) => [|i _].
    rewrite -mulr_sumr -mulrA; congr (_ * _).
    rewrite -(pair_big_dep xpredT (fun _ D => D \in K) (fun c D => \sum_p f (c, p))) /=.
    rewrite (eq_bigr (fun c => #|K|%:R * \sum_p f (c, p))) => [|c _]; last by rewrite sumr_const mulr_natl.
    rewrite -mulr_sumr pair_bigA /=; congr (_ * _); apply: eq_bigr => -[] //.
  rewrite -(pair_bigA _ (fun _ p => f (i.1, p + i.2))) /= sumr_const card_ord mulr_natl; congr (_ *+ _).
  by rewrite (reindex_inj (addIr (- i.2))) /=; apply: eq_bigr => p _; rewrite subrK.
rewrite count -/(\sum_a f a) !card_prod !card_ord !natrM !invfM.
have nz (n : nat) : (0 < n)%N -> (n%:R : R) != 0 by rewrite pnatr_eq0 lt0n.
have Kn := nz _ K0; have Cn := nz _ C'0.
set Sf := \sum_a f a; set s := #|S|%:R^-1; set k := #|K|%:R in Kn *; set c := C'%:R in Cn *; set e := C%:R^-1; set p := q^-1.
rewrite (_ : _ * _ = (c^-1 * c) * (k^-1 * k) * (p * (e * s * Sf))); last by mring.
by rewrite !mulVf // !mul1r.
Qed.

(* Lemma 2, eq. (18) to (20): "after one SGD step at initialization E[(Delta z_a)^2] = A + B". Parameters with rates eta,
   outputs z_t, labels y_t of mean 0 and covariance sigma_y^2 independent of the network F; all sums finite. The label part
   is sigma_y^2/m times the sum with T_(L+1) of eq. (16): eq. (19) prints it without 1/m (AMMUP-E19-factor). *)
Theorem second_moment_decomposition (R : rcfType) (A : comAlgType R) (E : {scalar A}) (F : A -> Prop) (M : finType) (m : nat)
    (eta : M -> R) (s2 : R) (z y : 'I_m -> A) (dz : M -> 'I_m -> A) (da : M -> A) :
  knows F -> (0 < m)%N -> (forall t, F (z t)) -> (forall mu t, F (dz mu t)) -> (forall mu, F (da mu)) ->
  (forall X t, F X -> E (y t * X) = 0) ->
  (forall X t s, F X -> E (y t * y s * X) = (if t == s then s2 else 0) * E X) ->
  let grad := fun mu => m%:R^-1 *: \sum_t (z t - y t) * dz mu t in
  let step := \sum_mu da mu * (- eta mu *: grad mu) in
  let T := fun mu nu => m%:R^-1 *: \sum_t dz mu t * dz nu t in
  let S := fun mu nu => m%:R^-1 ^+ 2 *: \sum_t \sum_s (dz mu t * z t) * (dz nu s * z s) in
  E (step ^+ 2) =
    E (\sum_mu \sum_nu (eta mu * eta nu) *: (da mu * da nu * S mu nu)) +
    s2 / m%:R * E (\sum_mu \sum_nu (eta mu * eta nu) *: (da mu * da nu * T mu nu)).
Proof.
move=> FF m0 Fz Fd Fa y1 y2 grad step T S; have [Fone FM FD FZ] := FF.
have pair mu nu : E (da mu * (- eta mu *: grad mu) * (da nu * (- eta nu *: grad nu))) =
    eta mu * eta nu * (E (da mu * da nu * S mu nu) + s2 / m%:R * E (da mu * da nu * T mu nu)).
  have -> : da mu * (- eta mu *: grad mu) * (da nu * (- eta nu *: grad nu)) =
      (eta mu * eta nu) *: (da mu * da nu * (grad mu * grad nu)).
    by rewrite scale_pair mulrNN.
  rewrite linearZ /=; congr (_ * _); set D := da mu * da nu.
  have FDD : F D by exact: FM.
  have -> : grad mu * grad nu = m%:R^-1 ^+ 2 *: \sum_t \sum_s ((z t - y t) * dz mu t) * ((z s - y s) * dz nu s).
    rewrite /grad -scalerAl -scalerAr scalerA expr2; congr (_ *: _).
    by rewrite mulr_suml; apply: eq_bigr => t _; rewrite mulr_sumr.
  rewrite /S /T -!scalerAr !linearZ /= !mulr_sumr !linear_sum /=.
  have each t s : E (D * ((z t - y t) * dz mu t * ((z s - y s) * dz nu s))) =
      E (D * (dz mu t * z t * (dz nu s * z s))) + (if t == s then s2 else 0) * E (D * (dz mu t * dz nu s)).
    have -> : D * ((z t - y t) * dz mu t * ((z s - y s) * dz nu s)) =
        D * (dz mu t * z t * (dz nu s * z s)) - y t * (D * dz mu t * dz nu s * z s)
        - y s * (D * dz mu t * dz nu s * z t) + y t * y s * (D * (dz mu t * dz nu s)) by mring.
    have FX : F (D * (dz mu t * dz nu s)) by apply: (FM) => //; exact: FM.
    have FY r : F (D * dz mu t * dz nu s * z r) by do 3 apply: (FM) => //.
    by rewrite linearD !linearB /= !y1 // !subr0 y2.
  rewrite (eq_bigr (fun t => \sum_s E (D * (dz mu t * z t * (dz nu s * z s))) + s2 * E (D * (dz mu t * dz nu t)))); last first.
    move=> t _; rewrite mulr_sumr linear_sum (eq_bigr _ (fun s _ => each t s)) big_split /=; congr (_ + _).
    by rewrite (bigD1 t) //= eqxx big1 ?addr0 // => s; rewrite eq_sym => /negbTE ->; rewrite mul0r.
  rewrite big_split /= -mulr_sumr mulrDr; congr (_ + _).
    by congr (_ * _); apply: eq_bigr => t _; rewrite mulr_sumr linear_sum.
  by rewrite expr2 -!mulrA; rewrite [RHS]mulrCA; congr (_ * _); rewrite mulrCA.
rewrite expr2 mulr_suml linear_sum /= [in RHS]linear_sum [X in _ = _ + _ * X]linear_sum mulr_sumr -big_split /=.
apply: eq_bigr => mu _; rewrite mulr_sumr !linear_sum mulr_sumr -big_split /=; apply: eq_bigr => nu _.
by rewrite pair !linearZ /=; mring.
Qed.

(* Lemma 4: "E[xibar zetabar] = E[xi_1] E[zeta_1] + (1/B) Cov(xi_1, zeta_1). (25)" (AMMUP-L4, AMMUP-E25), for pairs that are
   alike and, for different places, uncorrelated across. *)
Theorem batch_means (R : rcfType) (A : comAlgType R) (E : {scalar A}) (B : nat) (xi zeta : 'I_B.+1 -> A) :
  (forall b, E (xi b) = E (xi ord0)) -> (forall b, E (zeta b) = E (zeta ord0)) ->
  (forall b, E (xi b * zeta b) = E (xi ord0 * zeta ord0)) ->
  (forall b c, b != c -> E (xi b * zeta c) = E (xi b) * E (zeta c)) ->
  E ((B.+1%:R^-1 *: \sum_b xi b) * (B.+1%:R^-1 *: \sum_b zeta b)) =
  E (xi ord0) * E (zeta ord0) + B.+1%:R^-1 * (E (xi ord0 * zeta ord0) - E (xi ord0) * E (zeta ord0)).
Proof.
move=> X1 Z1 XZ ind; rewrite -scalerAl -scalerAr scalerA linearZ /= mulr_suml linear_sum.
have Bn : (B.+1%:R : R) != 0 by rewrite pnatr_eq0.
set x := E (xi ord0); set z := E (zeta ord0); set p := E (xi ord0 * zeta ord0).
rewrite (eq_bigr (fun=> p + B%:R * (x * z))) => [|b _].
  rewrite sumr_const card_ord -[(p + _) *+ _]mulr_natl; rewrite mulrSr in Bn *; set k := B%:R in Bn *; set v := (k + 1)^-1.
  have kv : (k + 1) * v = 1 by rewrite mulfV.
  rewrite [LHS](_ : _ = ((k + 1) * v) * (v * (p - x * z) + ((k + 1) * v) * (x * z))); last by mring.
  by rewrite kv !mul1r addrC.
rewrite mulr_sumr linear_sum (bigD1 b) //= XZ; congr (_ + _).
rewrite (eq_bigr (fun=> x * z)) => [|c cb]; last by rewrite ind 1?eq_sym // X1 Z1.
by rewrite sumr_const cardC1 card_ord mulr_natl.
Qed.

(* Lemma 5: "E[T_h^2 | F_(h-1)] = (E[T_h | F_(h-1)])^2 + O(1/C_h). (27)" with Var(T_h | F) = Var(X_1 | F)/C_h <= C_0/C_h
   (AMMUP-E27, AMMUP-D14): E is the mean over the weights of layer h with all below fixed, X_j alike and uncorrelated. *)
Theorem channel_means (R : rcfType) (A : comAlgType R) (E : {scalar A}) (C : nat) (X : 'I_C.+1 -> A) (C0 : R) :
  (forall j, E (X j) = E (X ord0)) -> (forall j, E (X j ^+ 2) = E (X ord0 ^+ 2)) ->
  (forall j k, j != k -> E (X j * X k) = E (X j) * E (X k)) ->
  0 <= E (X ord0 ^+ 2) - E (X ord0) ^+ 2 -> E (X ord0 ^+ 2) <= C0 ->
  let T := C.+1%:R^-1 *: \sum_j X j in
  [/\ E T = E (X ord0), E (T ^+ 2) - E T ^+ 2 = C.+1%:R^-1 * (E (X ord0 ^+ 2) - E (X ord0) ^+ 2) &
      0 <= E (T ^+ 2) - E T ^+ 2 <= C0 / C.+1%:R].
Proof.
move=> X1 X2 ind var0 bound T.
have ET : E T = E (X ord0).
  rewrite /T linearZ /= linear_sum (eq_bigr _ (fun j _ => X1 j)) sumr_const card_ord -[E _ *+ _]mulr_natl mulrA mulVf ?mul1r //.
  by rewrite pnatr_eq0.
have X2' j : E (X j * X j) = E (X ord0 * X ord0) by rewrite -!expr2.
have eq : E (T ^+ 2) - E T ^+ 2 = C.+1%:R^-1 * (E (X ord0 ^+ 2) - E (X ord0) ^+ 2).
  by rewrite ET expr2 (batch_means X1 X1 X2' ind) -!expr2 addrAC subrr add0r.
split=> //; rewrite eq; apply/andP; split; first by rewrite mulr_ge0 ?invr_ge0 ?ler0n.
rewrite mulrC ler_wpmul2r ?invr_ge0 ?ler0n //; apply: le_trans bound; by rewrite ler_subl_addr ler_addl sqr_ge0.
Qed.

(* Lemma 6: "E[T_l | F_(l-1)] = T_(l-1) + (c/K) T~_(l-1), exactly. (31)" with T~ of eq. (32), Var W = c/(K n) (29), and the
   four terms of eq. (33) (AMMUP-L6, E31, E32, E33). *)
Theorem residual_block (R : rcfType) (A : comAlgType R) (E : {scalar A}) (F : A -> Prop) (n : nat) (c K : R)
    (W : 'I_n -> 'I_n -> A) (gate d1 d2 : 'I_n -> A) :
  knows F -> (0 < n)%N -> centred E F (c / (K * n%:R)) W ->
  (forall k, F (gate k)) -> (forall k, F (d1 k)) -> (forall k, F (d2 k)) ->
  let branch := fun (d : 'I_n -> A) i => \sum_k W i k * (gate k * d k) in
  let next := fun (d : 'I_n -> A) i => d i + branch d i in
  overlap (next d1) (next d2) =
    overlap d1 d2 + overlap d1 (branch d2) + overlap (branch d1) d2 + overlap (branch d1) (branch d2) /\
  conditional E F (overlap (next d1) (next d2))
    (overlap d1 d2 + (c / K) *: overlap (fun k => gate k * d1 k) (fun k => gate k * d2 k)).
Proof.
move=> FF n0 HW Fg F1 F2 branch next; have [Fone FM FD FZ] := FF.
have four : overlap (next d1) (next d2) =
    overlap d1 d2 + overlap d1 (branch d2) + overlap (branch d1) d2 + overlap (branch d1) (branch d2).
  rewrite /overlap -!scalerDr -!big_split /=; congr (_ *: _); apply: eq_bigr => i _.
  by rewrite /next mulrDl !mulrDr !addrA.
split=> //; split.
  by apply: (FD); [exact: F_overlap|apply: FZ; apply: F_overlap => // k; exact: FM].
move=> X FX; rewrite four !mulrDl !linearD /=.
have zero1 : E (overlap d1 (branch d2) * X) = 0.
  rewrite -scalerAl linearZ /= mulr_suml linear_sum big1 ?mulr0 // => i _.
  rewrite mulrC mulrA mulrC (E_single FF xpredT i HW) // => [k|]; exact: FM.
have zero2 : E (overlap (branch d1) d2 * X) = 0.
  rewrite -scalerAl linearZ /= mulr_suml linear_sum big1 ?mulr0 // => i _.
  rewrite -mulrA (E_single FF xpredT i HW) // => [k|]; exact: FM.
rewrite zero1 zero2 !addr0; congr (_ + _).
rewrite -!scalerAl !linearZ /= !mulr_suml !linear_sum /=.
rewrite (eq_bigr (fun=> c / (K * n%:R) * \sum_k E (gate k * d1 k * (gate k * d2 k) * X))) => [|i _]; last first.
  by rewrite (E_pair FF xpredT i HW) // => k; exact: FM.
rewrite sumr_const card_ord -[(_ * _) *+ _]mulr_natl; set s := \sum_k _; rewrite invfM.
have nz : (n%:R : R) != 0 by rewrite pnatr_eq0 -lt0n.
set k := n%:R in nz *; set v := K^-1.
rewrite (_ : k^-1 * (k * (c * (v * k^-1) * s)) = (k * k^-1) * (c * v * (k^-1 * s))); last by mring.
by rewrite mulfV // mul1r.
Qed.
