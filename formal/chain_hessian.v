(* Chain: Hessian of the loss where all weights are equal, for every depth, of the three scalar networks. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable R : rcfType.
(* mu_xx and mu_yx of a data set, and L(w) = (1/2P) sum_n (y_n - T x_n)^2 for a total weight T that is a polynomial. *)
Definition muxx P (x : 'I_P -> R) : R := (\sum_n x n ^+ 2) / P%:R.
Definition muyx P (x y : 'I_P -> R) : R := (\sum_n y n * x n) / P%:R.
Definition loss P (x y : 'I_P -> R) (T : {poly R}) : {poly R} :=
  ((2 * P)%:R^-1)%:P * \sum_n ((y n)%:P - T * (x n)%:P) ^+ 2.
(* Total weights along the line w + s v through equal weights w, as polynomials in s: eq. (1) and (11). *)
Definition feedforward L (w : R) (v : 'I_L -> R) : {poly R} := \prod_l (w%:P + v l *: 'X).
Definition block1 L (w : R) (v : 'I_L -> R) : {poly R} :=
  \prod_l (1 + (Num.sqrt L%:R)^-1 *: (w%:P + v l *: 'X)).
Definition block2 L (w : R) (v : 'I_L -> R) : {poly R} := \prod_l (1 + L%:R^-1 *: (w%:P + v l *: 'X) ^+ 2).
(* H is the Hessian at w of the loss of a network: the symmetric matrix of second derivatives along every line. *)
Definition hessian L P (x y : 'I_P -> R) (network : ('I_L -> R) -> {poly R}) (H : 'M[R]_L) : Prop :=
  H^T = H /\ forall v, (loss x y (network v))^`()^`().[0] = \sum_i \sum_j v i * H i j * v j.
Definition critical L P (x y : 'I_P -> R) (network : ('I_L -> R) -> {poly R}) : Prop :=
  forall v, (loss x y (network v))^`().[0] = 0.
(* The largest eigenvalue of a matrix. *)
Definition largest L (H : 'M[R]_L) (S : R) : Prop := eigenvalue H S /\ forall a, eigenvalue H a -> a <= S.
End Definitions.

Section Curvature.
Variable R : rcfType.

Lemma loss_expanded P (x y : 'I_P -> R) (T : {poly R}) : (0 < P)%N ->
  loss x y T = (muxx x / 2%:R)%:P * (T * T) - (muyx x y)%:P * T + ((\sum_n y n ^+ 2) / (2 * P)%:R)%:P.
Proof.
move=> P0; have Pn : (P%:R : R) != 0 by rewrite pnatr_eq0 -lt0n.
rewrite /loss; have -> : \sum_n ((y n)%:P - T * (x n)%:P) ^+ 2 =
    (\sum_n y n ^+ 2)%:P - (2%:R * \sum_n y n * x n)%:P * T + (\sum_n x n ^+ 2)%:P * (T * T).
  rewrite mulr_sumr !rmorph_sum /= !mulr_suml -sumrB -big_split /=; apply: eq_bigr => n _.
  rewrite !polyCM ?polyC_exp polyCMn polyC1; by mring.
rewrite mulrDr mulrBr !mulrA -!polyCM natrM invfM.
have -> : 2%:R^-1 * P%:R^-1 * (2%:R * \sum_n y n * x n) = muyx x y.
  by rewrite /muyx mulrCA !mulrA mulfV ?pnatr_eq0 // mul1r mulrC.
have -> : 2%:R^-1 * P%:R^-1 * (\sum_n x n ^+ 2) = muxx x / 2%:R by rewrite /muxx; mring.
have -> : 2%:R^-1 * P%:R^-1 * (\sum_n y n ^+ 2) = (\sum_n y n ^+ 2) * (2%:R^-1 * P%:R^-1) by mring.
by rewrite [LHS]addrC [LHS]addrA [LHS]addrAC.
Qed.

Lemma slope P (x y : 'I_P -> R) (T : {poly R}) : (0 < P)%N ->
  (loss x y T)^`().[0] = (muxx x * T.[0] - muyx x y) * T^`().[0].
Proof.
move=> P0; rewrite loss_expanded //.
have two : (2%:R : R) != 0 by rewrite pnatr_eq0.
rewrite derivD derivB !derivM !derivC !mul0r !add0r addr0 hornerD hornerN !hornerM !hornerD !hornerM !hornerC.
set a := T.[0]; set b := T^`().[0]; set m := muxx x; set k := muyx x y.
have -> : m / 2%:R * (b * a + a * b) = m / 2%:R * 2%:R * (a * b) by mring.
by rewrite divfK // mulrBl mulrA.
Qed.

Lemma curvature P (x y : 'I_P -> R) (T : {poly R}) : (0 < P)%N ->
  (loss x y T)^`()^`().[0] = muxx x * T^`().[0] ^+ 2 + (muxx x * T.[0] - muyx x y) * T^`()^`().[0].
Proof.
move=> P0; rewrite loss_expanded //.
have two : (2%:R : R) != 0 by rewrite pnatr_eq0.
rewrite derivD derivB !derivM !derivC !mul0r !add0r addr0 derivB !derivM !derivC !mul0r !add0r derivD !derivM.
rewrite hornerD hornerN !hornerM !hornerD !hornerM !hornerC.
set a := T.[0]; set b := T^`().[0]; set c := T^`()^`().[0]; set m := muxx x.
have -> : m / 2%:R * (c * a + b * b + (b * b + a * c)) = m / 2%:R * 2%:R * (a * c + b ^+ 2) by mring.
set k := muyx x y; by rewrite divfK // mulrDr [m * (a * c) + _]addrC -addrA mulrBl mulrA.
Qed.

(* A product of factors with p(0) = b, p'(0) = g v_l, p''(0) = 2 c v_l^2. *)
Lemma product_at0 n (p : 'I_n -> {poly R}) (b g c : R) (v : 'I_n -> R) : b != 0 ->
  (forall l, [/\ (p l).[0] = b, (p l)^`().[0] = g * v l & (p l)^`()^`().[0] = 2%:R * c * v l ^+ 2]) ->
  let T := \prod_l p l in
  [/\ T.[0] = b ^+ n, T^`().[0] = b ^+ n * (g / b) * \sum_l v l &
      T^`()^`().[0] = b ^+ n * (2%:R * c / b * (\sum_l v l ^+ 2) +
        (g / b) ^+ 2 * ((\sum_l v l) ^+ 2 - \sum_l v l ^+ 2))].
Proof.
move=> b0; elim: n p v => [|n IH] p v at0 T; rewrite /T {T}.
  by rewrite !big_ord0 derivC derivC !hornerC; split=> //; mring.
have [p0 p1 p2] := at0 ord0.
have [T0 T1 T2] := IH (fun l => p (lift ord0 l)) (fun l => v (lift ord0 l)) (fun l => at0 (lift ord0 l)).
rewrite !big_ord_recl; set T := \prod_(i < n) _ in T0 T1 T2 *.
set s := \sum_(i < n) v _ in T1 T2 *; set q := \sum_(i < n) v _ ^+ 2 in T2 *.
have bb k : k / b * b = k by rewrite divfK.
split.
- by rewrite hornerM p0 T0 exprS.
- rewrite derivM hornerD !hornerM p0 p1 T0 T1 [b ^+ n.+1]exprS.
  rewrite (_ : g * v ord0 * b ^+ n = b ^+ n * (g / b * b) * v ord0); last by rewrite bb; mring.
  by mring.
- rewrite derivM derivD !derivM !hornerD !hornerM p0 p1 p2 T0 T1 T2 [b ^+ n.+1]exprS.
  rewrite (_ : 2%:R * c * v ord0 ^+ 2 * b ^+ n = b ^+ n * (2%:R * c / b * b) * v ord0 ^+ 2); last by rewrite bb; mring.
  have -> : g * v ord0 * (b ^+ n * (g / b) * s) = b ^+ n * (g / b * b) * v ord0 * (g / b) * s by rewrite bb; mring.
  by mring.
Qed.

Lemma factors_feedforward (w : R) v : w != 0 ->
  [/\ (w%:P + v *: 'X).[0] = w, (w%:P + v *: 'X)^`().[0] = 1 * v & (w%:P + v *: 'X)^`()^`().[0] = 2%:R * 0 * v ^+ 2].
Proof.
move=> w0; rewrite derivD derivC add0r derivZ derivX derivZ derivC scaler0 hornerD hornerC !hornerZ hornerX hornerC horner0.
by split; rewrite ?mulr0 ?addr0 ?mulr1 ?mul1r ?mul0r.
Qed.

(* Eigenvalues of A (all ones) + B (identity). *)
Lemma ones_eigenvalue n (A B : R) : eigenvalue (const_mx A + B%:M : 'M[R]_n.+1) (n.+1%:R * A + B).
Proof.
apply/eigenvalueP; exists (const_mx 1); last first.
  by apply/negP => /eqP/matrixP/(_ ord0 ord0)/eqP; rewrite !mxE oner_eq0.
apply/matrixP => i j; rewrite mulmxDr mul_mx_scalar !mxE !mulr1; congr (_ + _).
by rewrite (eq_bigr (fun=> A)) ?sumr_const ?card_ord ?mulr_natl // => k _; rewrite !mxE mul1r.
Qed.

Lemma transverse_eigenvalue n (A B : R) : (0 < n)%N -> eigenvalue (const_mx A + B%:M : 'M[R]_n.+1) B.
Proof.
move=> n0; apply/eigenvalueP; exists (\row_j (j == ord0)%:R - \row_j (j == ord_max)%:R); last first.
  apply/negP => /eqP/matrixP/(_ 0 ord0)/eqP; rewrite !mxE eqxx.
  have -> : (ord0 == ord_max :> 'I_n.+1) = false by apply/eqP => /(congr1 val) /= e; rewrite -e in n0.
  by rewrite subr0 oner_eq0.
apply/matrixP => i j; rewrite mulmxDr mul_mx_scalar !mxE.
rewrite (eq_bigr (fun k : 'I_n.+1 => (k == ord0)%:R * A - (k == ord_max)%:R * A)) => [|k _]; last by rewrite !mxE mulrBl.
rewrite sumrB -!mulr_suml.
have one (k0 : 'I_n.+1) : \sum_(k < n.+1) (k == k0)%:R = 1 :> R.
  by rewrite (bigD1 k0) //= eqxx big1 ?addr0 // => k /negbTE ->.
by rewrite !one subrr add0r.
Qed.

Lemma rest_eigenvalue n (A B a : R) : eigenvalue (const_mx A + B%:M : 'M[R]_n.+1) a -> a = n.+1%:R * A + B \/ a = B /\ (0 < n)%N.
Proof.
case/eigenvalueP => v /matrixP ev v0.
have coord j : A * (\sum_k v 0 k) + B * v 0 j = a * v 0 j.
  have := ev 0 j; rewrite mulmxDr mul_mx_scalar !mxE mulr_sumr => <-; congr (_ + _).
  by apply: eq_bigr => k _; rewrite mxE mulrC.
case: (eqVneq (\sum_k v 0 k) 0) => [s0|s0]; [right|left].
  have aB j : (a - B) * v 0 j = 0 by rewrite mulrBl -coord s0 mulr0 add0r subrr.
  have aeq : a = B.
    apply/eqP; rewrite -subr_eq0; apply/negPn/negP => ab; case/negP: v0; apply/eqP/matrixP => i j; rewrite ord1 mxE.
    by apply/eqP; move/eqP: (aB j); rewrite mulf_eq0 (negbTE ab).
  split=> //; rewrite lt0n; apply/negP => /eqP n0; case/negP: v0; apply/eqP/matrixP => i j; rewrite ord1 mxE.
  have jk : forall k : 'I_n.+1, k = j by move=> k; apply: val_inj; case: k j => k kn [l ln] /=; move: kn ln; rewrite n0 !ltnS !leqn0 => /eqP -> /eqP ->.
  have sv : \sum_k v 0 k = v 0 j *+ n.+1 by rewrite (eq_bigr (fun=> v 0 j)) ?sumr_const ?card_ord // => k _; rewrite (jk k).
  by move/eqP: s0; rewrite sv mulrn_eq0 => /orP[] // /eqP.
have : (n.+1%:R * A + B) * (\sum_k v 0 k) = a * (\sum_k v 0 k).
  have eqs : \sum_j a * v 0 j = \sum_j (A * (\sum_k v 0 k) + B * v 0 j) by apply: eq_bigr => j _; rewrite coord.
  rewrite [RHS]mulr_sumr eqs.
  rewrite big_split /= sumr_const card_ord -mulr_sumr. 
  by rewrite [LHS]mulrDl -mulrA mulr_natl.
by move/(mulIf s0).
Qed.

(* The Hessian of a network whose factors are as in product_at0, and its eigenvalues. *)
Lemma hessian_at L P (x y : 'I_P -> R) (p : R -> {poly R}) (b g c : R) :
  (0 < P)%N -> b != 0 ->
  (forall v, [/\ (p v).[0] = b, (p v)^`().[0] = g * v & (p v)^`()^`().[0] = 2%:R * c * v ^+ 2]) ->
  let e := (muxx x * b ^+ L.+1 - muyx x y) * b ^+ L.+1 in
  let A := (muxx x * (b ^+ L.+1) ^+ 2 + e) * (g / b) ^+ 2 in
  let B := e * (2%:R * c / b - (g / b) ^+ 2) in
  hessian (L := L.+1) x y (fun v => \prod_l p (v l)) (const_mx A + B%:M).
Proof.
move=> P0 b0 fac e A B; split; first by rewrite raddfD /= trmx_const tr_scalar_mx.
move=> v; rewrite curvature //.
have [T0 T1 T2] := product_at0 b0 (fun l => fac (v l)).
rewrite T0 T1 T2; set s := \sum_l v l; set q := \sum_l v l ^+ 2.
have -> : \sum_i \sum_j v i * (const_mx A + B%:M : 'M[R]_L.+1) i j * v j = A * s ^+ 2 + B * q.
  rewrite (eq_bigr (fun i => A * v i * s + B * v i ^+ 2)) => [|i _].
    by rewrite big_split /= -mulr_suml -!mulr_sumr -/s -/q expr2 mulrA.
  rewrite (eq_bigr (fun j => A * v i * v j + (if j == i then B * v i ^+ 2 else 0))) => [|j _].
    by rewrite big_split /= -mulr_sumr -big_mkcond big_pred1_eq.
  rewrite !mxE; case: (j =P i) => [->|/eqP ne].
    by rewrite eqxx mulr1n expr2; mring.
  by rewrite eq_sym (negbTE ne) mulr0n addr0 [v i * A]mulrC addr0.
rewrite /A /B /e; set E := b ^+ L.+1; set m := muxx x; set k := muyx x y; set h := g / b; set d := _ / b.
by mring.
Qed.

Lemma critical_at L P (x y : 'I_P -> R) (p : R -> {poly R}) (b g c : R) :
  (0 < P)%N -> b != 0 -> muxx x * b ^+ L.+1 = muyx x y ->
  (forall v, [/\ (p v).[0] = b, (p v)^`().[0] = g * v & (p v)^`()^`().[0] = 2%:R * c * v ^+ 2]) ->
  critical (L := L.+1) x y (fun v => \prod_l p (v l)).
Proof.
move=> P0 b0 root fac v; rewrite slope //.
by have [-> _ _] := product_at0 b0 (fun l => fac (v l)); rewrite root subrr mul0r.
Qed.

Lemma largest_at L (A B : R) : 0 <= A -> largest (const_mx A + B%:M : 'M[R]_L.+1) (L.+1%:R * A + B).
Proof.
move=> A0; split=> [|a /rest_eigenvalue[->|[-> _]]] //; first exact: ones_eigenvalue.
by rewrite ler_addr mulr_ge0 ?ler0n.
Qed.

(* At a minimum, b^L = r: curvature mu_xx r^2 (g/b)^2 in every pair of weights. *)
Lemma minimum_at L P (x y : 'I_P -> R) (p : R -> {poly R}) (b g c : R) :
  (0 < P)%N -> 0 < muxx x -> b != 0 -> muxx x * b ^+ L.+1 = muyx x y ->
  (forall v, [/\ (p v).[0] = b, (p v)^`().[0] = g * v & (p v)^`()^`().[0] = 2%:R * c * v ^+ 2]) ->
  critical (L := L.+1) x y (fun v => \prod_l p (v l)) /\
  exists2 H, hessian (L := L.+1) x y (fun v => \prod_l p (v l)) H &
    largest H (L.+1%:R * (muxx x * (b ^+ L.+1) ^+ 2 * (g / b) ^+ 2)).
Proof.
move=> P0 m0 b0 root fac; split; first exact: critical_at fac.
have := @hessian_at L P x y p b g c P0 b0 fac; rewrite /= root subrr mul0r addr0 mul0r => H.
exists (const_mx (muxx x * (b ^+ L.+1) ^+ 2 * (g / b) ^+ 2) + 0%:M) => //.
rewrite -[X in largest _ X]addr0; apply: largest_at.
by apply: mulr_ge0; [apply: mulr_ge0; [exact: ltW|exact: sqr_ge0]|exact: sqr_ge0].
Qed.
End Curvature.

(* Eq. (13): "S = mu_xx L (mu_yx/mu_xx)^(2 - 2/L)", the largest eigenvalue of the Hessian at the minimum with equal weights
   w_l = t, t^L = r = mu_yx/mu_xx, at every depth (CHAIN-E13-sign, CHAIN-I5); r^(2 - 2/L) is t^(2(L - 1)). L is L.+1 here. *)
Theorem sharpness_feedforward (R : rcfType) (L P : nat) (x y : 'I_P -> R) (t : R) :
  (0 < P)%N -> 0 < muxx x -> 0 < t -> t ^+ L.+1 = muyx x y / muxx x ->
  critical (L := L.+1) x y (feedforward t) /\
  exists2 H, hessian (L := L.+1) x y (feedforward t) H & largest H (muxx x * L.+1%:R * t ^+ (2 * L)).
Proof.
move=> P0 m0 t0 root; have tn : t != 0 by rewrite gt_eqF.
have fac v : [/\ (t%:P + v *: 'X).[0] = t, (t%:P + v *: 'X)^`().[0] = 1 * v &
    (t%:P + v *: 'X)^`()^`().[0] = 2%:R * 0 * v ^+ 2] := factors_feedforward v tn.
have root' : muxx x * t ^+ L.+1 = muyx x y by rewrite root mulrC divfK // gt_eqF.
have := minimum_at P0 m0 tn root' fac.
have -> // : L.+1%:R * (muxx x * (t ^+ L.+1) ^+ 2 * (1 / t) ^+ 2) = muxx x * L.+1%:R * t ^+ (2 * L).
rewrite [t ^+ L.+1]exprS exprMn div1r exprVn mulnC exprM [t ^+ 2 * _]mulrC [muxx x * (_ * _)]mulrA mulfK ?expf_neq0 //.
by rewrite mulrCA mulrA.
Qed.

(* "In particular, the learning rate should satisfy 0 < eta < 2/S" (CHAIN-I6): deviations are multiplied by 1 - eta S. *)
Theorem stable_rate (R : rcfType) (eta S : R) : 0 < S -> (`|1 - eta * S| < 1) = (0 < eta < 2%:R / S).
Proof.
move=> S0; rewrite ltr_norml ltr_pdivl_mulr //.
rewrite -[X in _ && (X < 1)]/(1 - eta * S) ltr_subl_addr ltr_addl pmulr_lgt0 // andbC; congr (_ && _).
by rewrite ltr_subr_addr addrC ltr_subl_addr.
Qed.


(* Eq. (27): "S = mu_xx (mu_yx/mu_xx)^(2 - 2/L)", block one, at the minimum with equal weights w, (1 + w/sqrt L)^L = r
   (CHAIN-E27-sign); r^(2 - 2/L) is u^(2(L - 1)), u = 1 + w/sqrt L > 0. *)
Theorem sharpness_block1 (R : rcfType) (L P : nat) (x y : 'I_P -> R) (w : R) :
  let u := 1 + w / Num.sqrt L.+1%:R in
  (0 < P)%N -> 0 < muxx x -> 0 < u -> u ^+ L.+1 = muyx x y / muxx x ->
  critical (L := L.+1) x y (block1 w) /\
  exists2 H, hessian (L := L.+1) x y (block1 w) H & largest H (muxx x * u ^+ (2 * L)).
Proof.
move=> u P0 m0 u0 root; have un : u != 0 by rewrite gt_eqF.
have root' : muxx x * u ^+ L.+1 = muyx x y by rewrite root mulrC divfK // gt_eqF.
set k := (Num.sqrt (L.+1%:R : R))^-1.
have fac v : [/\ (1 + k *: (w%:P + v *: 'X)).[0] = u, (1 + k *: (w%:P + v *: 'X))^`().[0] = k * v &
    (1 + k *: (w%:P + v *: 'X))^`()^`().[0] = 2%:R * 0 * v ^+ 2].
  have d0 : (w%:P + v *: 'X : {poly R})^`() = v%:P by rewrite derivD derivC add0r derivZ derivX alg_polyC.
  rewrite derivD derivC add0r derivZ d0 derivZ derivC scaler0.
  rewrite hornerD hornerC !hornerZ hornerD !hornerC hornerZ hornerX ?horner0.
  by split; rewrite ?mulr0 ?addr0 ?mulr1 ?mul0r // /u /k mulrC.
have := minimum_at P0 m0 un root' fac.
have k2 : L.+1%:R * k ^+ 2 = 1.
  by rewrite /k exprVn sqr_sqrtr ?ler0n // mulfV // pnatr_eq0.
have -> // : L.+1%:R * (muxx x * (u ^+ L.+1) ^+ 2 * (k / u) ^+ 2) = muxx x * u ^+ (2 * L).
rewrite [u ^+ L.+1]exprS exprMn expr_div_n mulnC exprM.
set m := muxx x; set U := u ^+ L; set q := u ^+ 2; set n := L.+1%:R in k2 *.
have -> : n * (m * (q * U ^+ 2) * (k ^+ 2 / q)) = (n * k ^+ 2) * (q / q) * (m * U ^+ 2) by mring.
by rewrite k2 divff ?expf_neq0 // !mul1r.
Qed.

(* Eq. (33): "S = (4/L) mu_xx (mu_yx/mu_xx)^(2 - 2/L) w^2", block two, at the minimum with equal weights w,
   (1 + w^2/L)^L = r (CHAIN-E33-sign); r^(2 - 2/L) is b^(2(L - 1)), b = 1 + w^2/L. *)
Theorem sharpness_block2 (R : rcfType) (L P : nat) (x y : 'I_P -> R) (w : R) :
  let b := 1 + w ^+ 2 / L.+1%:R in
  (0 < P)%N -> 0 < muxx x -> b ^+ L.+1 = muyx x y / muxx x ->
  critical (L := L.+1) x y (block2 w) /\
  exists2 H, hessian (L := L.+1) x y (block2 w) H & largest H (4%:R / L.+1%:R * muxx x * b ^+ (2 * L) * w ^+ 2).
Proof.
move=> b P0 m0 root.
have b0 : 0 < b by rewrite ltr_paddr ?ltr01 // divr_ge0 ?sqr_ge0 ?ler0n.
have bn : b != 0 by rewrite gt_eqF.
have root' : muxx x * b ^+ L.+1 = muyx x y by rewrite root mulrC divfK // gt_eqF.
set k := (L.+1%:R : R)^-1.
have fac v : [/\ (1 + k *: (w%:P + v *: 'X) ^+ 2).[0] = b, (1 + k *: (w%:P + v *: 'X) ^+ 2)^`().[0] = 2%:R * w * k * v &
    (1 + k *: (w%:P + v *: 'X) ^+ 2)^`()^`().[0] = 2%:R * k * v ^+ 2].
  have d0 : (w%:P + v *: 'X : {poly R})^`() = v%:P by rewrite derivD derivC add0r derivZ derivX alg_polyC.
  rewrite expr2 derivD derivC add0r derivZ derivM d0 derivZ derivD !derivM d0 derivC.
  rewrite hornerD hornerC !hornerZ !hornerD !hornerM !hornerD !hornerC !hornerZ hornerX.
  by split; rewrite /b -/k; mring.
have := minimum_at P0 m0 bn root' fac.
have kL : L.+1%:R * k = 1 by rewrite mulfV // pnatr_eq0.
have -> // : L.+1%:R * (muxx x * (b ^+ L.+1) ^+ 2 * (2%:R * w * k / b) ^+ 2) = 4%:R / L.+1%:R * muxx x * b ^+ (2 * L) * w ^+ 2.
rewrite [b ^+ L.+1]exprS exprMn expr_div_n mulnC exprM -/k.
set m := muxx x; set B := b ^+ L; set q := b ^+ 2; set n := L.+1%:R in kL *.
have -> : n * (m * (q * B ^+ 2) * ((2%:R * w * k) ^+ 2 / q)) = (n * k) * (q / q) * (4%:R * k * m * B ^+ 2 * w ^+ 2).
  by mring.
by rewrite kL divff ?expf_neq0 // !mul1r.
Qed.

(* Eq. (12): the printed "-mu_yx (L-1) w^(L-2) + mu_xx (2L-1) w^(2L-2)" is an eigenvalue of the Hessian wherever all weights
   equal w (CHAIN-E12-sign), for the direction (1, ..., 1); the others, for L > 1, are w^(L-2) (mu_yx - mu_xx w^L)
   (CHAIN-I5). L is L.+1 here, so that w^(L-2) is w^L / w. *)
Theorem spectrum_feedforward (R : rcfType) (L P : nat) (x y : 'I_P -> R) (w : R) :
  (0 < P)%N -> w != 0 ->
  let radial := - muyx x y * L%:R * (w ^+ L / w) + muxx x * (2 * L).+1%:R * w ^+ (2 * L) in
  let transverse := w ^+ L / w * (muyx x y - muxx x * w ^+ L.+1) in
  exists2 H, hessian (L := L.+1) x y (feedforward w) H &
    [/\ const_mx 1 *m H = radial *: (const_mx 1 : 'rV_L.+1), eigenvalue H radial,
        (0 < L)%N -> eigenvalue H transverse & forall a, eigenvalue H a -> a = radial \/ a = transverse].
Proof.
move=> P0 wn radial transverse.
have fac v : [/\ (w%:P + v *: 'X).[0] = w, (w%:P + v *: 'X)^`().[0] = 1 * v &
    (w%:P + v *: 'X)^`()^`().[0] = 2%:R * 0 * v ^+ 2] := factors_feedforward v wn.
have := @hessian_at R L P x y _ w 1 0 P0 wn fac; cbv zeta.
set A := (X in const_mx X); set B := (X in X%:M) => H.
have w2 : w / w = 1 by rewrite divff.
have tr : B = transverse.
  rewrite /B /transverse mulr0 mul0r sub0r div1r expr2 [w ^+ L.+1]exprS.
  set m := muxx x; set k := muyx x y; set W := w ^+ L; set v := w^-1.
  have -> : (m * (w * W) - k) * (w * W) * - (v * v) = (w * v) * (W * v * (k - m * (w * W))) by mring.
  by rewrite w2 mul1r.
have rad : L.+1%:R * A + B = radial.
  rewrite tr /A /radial /transverse div1r expr2 [w ^+ L.+1]exprS mulnC exprM -addn1 natrD -[(L * 2).+1]addn1 natrD natrM.
  set m := muxx x; set k := muyx x y; set W := w ^+ L; set v := w^-1; set l := L%:R.
  have -> : (l + 1) * ((m * ((w * W) * (w * W)) + (m * (w * W) - k) * (w * W)) * (v * v)) + W * v * (k - m * (w * W))
     = (w * v) ^+ 2 * ((l + 1) * (m * W ^+ 2 *+ 2)) - (w * v) * ((l + 1) * (k * (W * v)))
       + k * (W * v) - (w * v) * (m * W ^+ 2) by mring.
  by rewrite w2 expr1n !mul1r; mring.
exists (const_mx A + B%:M) => //; split.
- rewrite -rad; apply/matrixP => i j; rewrite mulmxDr mul_mx_scalar !mxE !mulr1; congr (_ + _).
  by rewrite (eq_bigr (fun=> A)) ?sumr_const ?card_ord ?mulr_natl // => l _; rewrite !mxE mul1r.
- by rewrite -rad; exact: ones_eigenvalue.
- by rewrite -tr; exact: transverse_eigenvalue.
- by move=> a /rest_eigenvalue[->|[-> _]]; [left | right].
Qed.

(* Section 2: the loss is (mu_xx/2)(a - r)^2 in the total weight a, above what no weights remove (CHAIN-I1). *)
Theorem loss_of_total_weight (R : rcfType) (P : nat) (x y : 'I_P -> R) (a : R) :
  (0 < P)%N -> muxx x != 0 ->
  (2 * P)%:R^-1 * (\sum_n (y n - a * x n) ^+ 2) =
  muxx x / 2%:R * (a - muyx x y / muxx x) ^+ 2
  + ((\sum_n y n ^+ 2) / P%:R - muyx x y ^+ 2 / muxx x) / 2%:R.
Proof.
move=> P0 m0; have Pn : (P%:R : R) != 0 by rewrite pnatr_eq0 -lt0n.
have := congr1 (fun p : {poly R} => p.[0]) (loss_expanded x y a%:P P0).
rewrite /loss hornerM hornerC horner_sum (eq_bigr (fun n => (y n - a * x n) ^+ 2)) => [->|n _]; last first.
  by rewrite horner_exp hornerD hornerN hornerM !hornerC.
rewrite hornerD hornerD hornerN !hornerM !hornerC natrM invfM.
set m := muxx x in m0 *; set k := muyx x y; set S := \sum_n y n ^+ 2; set h := 2%:R^-1; set i := P%:R^-1; set v := m^-1.
have mv : m * v = 1 by rewrite divff.
have h2 : h * 2%:R = 1 by rewrite mulVf // pnatr_eq0.
have -> : m * h * (a - k * v) ^+ 2 + (S * i - k ^+ 2 * v) * h =
    m * h * (a * a) - (m * v) * (h * 2%:R) * (k * a) + (m * v) * (k ^+ 2 * v * h) + S * (h * i) - k ^+ 2 * v * h by mring.
by rewrite mv h2 !mul1r; mring.
Qed.
