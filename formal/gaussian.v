(* Means over arrays of independent Gaussian entries. A random variable is a function of the array; its mean is what any E
   says that is linear on polynomials and obeys Isserlis' rule. *)
From Coq Require Import Reals ZArith List Lia Lra FunctionalExtensionality.
From Depthlaws Require Import real_sums.
Open Scope R_scope.

(* Each member of a list with the others. *)
Fixpoint members {A : Type} (ks : list A) : list (A * list A) :=
  match ks with nil => nil | k :: more => (k, more) :: map (fun s => (fst s, k :: snd s)) (members more) end.
Definition added (xs : list R) : R := fold_right Rplus 0 xs.
Lemma members_less {A : Type} (P : A -> Prop) ks s : Forall P ks -> In s (members ks) ->
  P (fst s) /\ Forall P (snd s) /\ S (length (snd s)) = length ks.
Proof.
revert s; induction ks as [|k ks IH]; cbn; intros s all; [tauto|]; inversion all as [|? ? p ps]; subst.
intros [<-|found]; [cbn; auto|]; apply in_map_iff in found; destruct found as [t [<- found]].
destruct (IH t ps found) as [a [b c]]; cbn; rewrite c; auto.
Qed.

Section Rule.
Variables (K X : Type) (entry : K -> X -> R) (inside : K -> Prop) (covariance : K -> K -> R).
(* Polynomials in the entries of an array. *)
Inductive polynomial : (X -> R) -> Prop :=
  | a_constant c : polynomial (fun _ => c)
  | an_entry k : inside k -> polynomial (entry k)
  | a_sum f g : polynomial f -> polynomial g -> polynomial (fun W => f W + g W)
  | a_product f g : polynomial f -> polynomial g -> polynomial (fun W => f W * g W).
(* Product of the entries at the places of a list. *)
Fixpoint product (ks : list K) (W : X) : R := match ks with nil => 1 | k :: more => entry k W * product more W end.
(* E is linear on polynomials, the mean of a constant is the constant, and Isserlis' rule: the mean of a product is the sum,
   over each other factor with which the first is paired, of their covariance times the mean of what is left. *)
Definition gaussian (E : (X -> R) -> R) : Prop :=
  (forall c f g, polynomial f -> polynomial g -> E (fun W => c * f W + g W) = c * E f + E g) /\
  (forall c, E (fun _ => c) = c) /\
  (forall k ks, inside k -> Forall inside ks ->
    E (product (k :: ks)) = added (map (fun s => covariance k (fst s) * E (product (snd s))) (members ks))).

Fixpoint wick (n : nat) (ks : list K) : R :=
  match n, ks with
  | S m, k :: more => added (map (fun s => covariance k (fst s) * wick m (snd s)) (members more))
  | _, _ => 1
  end.
Lemma wick_more ks : forall n m, (length ks <= n)%nat -> (length ks <= m)%nat -> wick n ks = wick m ks.
Proof.
assert (H : forall l ks, (length ks <= l)%nat -> forall n m, (length ks <= n)%nat -> (length ks <= m)%nat -> wick n ks = wick m ks).
{ induction l as [|l IH]; intros [|k more] small n m a b; try (cbn in small; lia); try (destruct n, m; reflexivity).
  destruct n as [|n], m as [|m]; cbn in a, b, small; try lia.
  cbn; f_equal; apply map_ext_in; intros s found; f_equal.
  destruct (members_less (fun _ => True) more s) as [_ [_ e]]; [now apply Forall_forall | exact found |].
  apply IH; lia. }
intros n m; apply (H (length ks)); lia.
Qed.

Variable E : (X -> R) -> R.
Hypothesis G : gaussian E.
(* What a mean is, shown along the polynomial. *)
Definition averages (f : X -> R) (a : R) : Prop := polynomial f /\ E f = a.
Lemma average_constant c : averages (fun _ => c) c.
Proof. split; [constructor | apply G]. Qed.
Lemma average_plus f g a b : averages f a -> averages g b -> averages (fun W => f W + g W) (a + b).
Proof.
intros [p e] [q d]; split; [now constructor|]; rewrite <- e, <- d; destruct G as [L _].
replace (fun W => f W + g W) with (fun W => 1 * f W + g W) by (apply functional_extensionality; intros W; ring).
rewrite L by assumption; ring.
Qed.
Lemma average_times c f a : averages f a -> averages (fun W => c * f W) (c * a).
Proof.
intros [p e]; split; [apply (a_product (fun _ => c)); [constructor | exact p]|]; rewrite <- e; destruct G as [L [C _]].
replace (fun W => c * f W) with (fun W => c * f W + 0) by (apply functional_extensionality; intros W; ring).
rewrite (L c f (fun _ => 0)), C by (assumption || constructor); ring.
Qed.
Lemma average_sum a b f g : (forall i, (a <= i <= b)%Z -> averages (f i) (g i)) ->
  averages (fun W => sum a b (fun i => f i W)) (sum a b g).
Proof.
unfold sum; intros all; assert (H : forall n, (n <= Z.to_nat (b - a + 1))%nat ->
  averages (fun W => sumn n (fun k => f (a + Z.of_nat k)%Z W)) (sumn n (fun k => g (a + Z.of_nat k)%Z))).
{ induction n as [|n IH]; intros le; [exact (average_constant 0)|]; cbn; apply average_plus; [apply IH; lia|apply all; lia]. }
now apply H.
Qed.
Lemma average_product ks w : Forall inside ks -> wick (length ks) ks = w -> averages (product ks) w.
Proof.
intros all <-; split.
  induction all as [|k ks p _ IH]; [exact (a_constant 1)|]; exact (a_product _ _ (an_entry k p) IH).
remember (length ks) as n eqn:e; assert (small : (length ks <= n)%nat) by lia; clear e; revert ks all small.
induction n as [|n IH]; intros [|k more] all small; try (cbn in small; lia); try exact (proj1 (proj2 G) 1).
inversion all as [|? ? p ps]; subst; destruct G as [_ [_ I]]; rewrite I by assumption.
cbn; f_equal; apply map_ext_in; intros s found; destruct (members_less inside more s ps found) as [_ [q e]].
f_equal; apply IH; [exact q | cbn in small; lia].
Qed.
End Rule.
Lemma mean_is K X entry inside covariance E (G : gaussian K X entry inside covariance E) f g a b :
  (forall W, f W = g W) -> averages K X entry inside E g a -> a = b -> E f = b.
Proof. intros same [_ <-] <-; f_equal; now apply functional_extensionality. Qed.

(* 1 where two places are one, else 0. *)
Definition same_place (i j : Z) : R := if (i =? j)%Z then 1 else 0.
(* An array with n, or with m times n, independent Gaussian entries of mean 0 and variance v. *)
Definition gaussian_vector (n : Z) (v : R) : (((Z -> R) -> R) -> R) -> Prop :=
  gaussian Z (Z -> R) (fun k W => W k) (fun k => 1 <= k <= n)%Z (fun k l => v * same_place k l).
Definition gaussian_matrix (m n : Z) (v : R) : (((Z -> Z -> R) -> R) -> R) -> Prop :=
  gaussian (Z * Z) (Z -> Z -> R) (fun k W => W (fst k) (snd k)) (fun k => 1 <= fst k <= m /\ 1 <= snd k <= n)%Z
    (fun k l => v * (same_place (fst k) (fst l) * same_place (snd k) (snd l))).

Lemma same_is i : same_place i i = 1. Proof. unfold same_place; now rewrite Z.eqb_refl. Qed.
Lemma same_not i j : i <> j -> same_place i j = 0.
Proof. intros d; unfold same_place; destruct (Z.eqb_spec i j); [contradiction|reflexivity]. Qed.
Lemma same_sym i j : same_place i j = same_place j i. Proof. unfold same_place; now rewrite Z.eqb_sym. Qed.
Lemma sum_same a b k g r : (a <= k <= b)%Z -> g k = r -> sum a b (fun i => same_place i k * g i) = r.
Proof.
intros [low high] <-; unfold sum.
assert (H : forall n, sumn n (fun m => same_place (a + Z.of_nat m) k * g (a + Z.of_nat m)%Z) =
  if (k <? a + Z.of_nat n)%Z then g k else 0).
{ induction n as [|n IH]; cbn [sumn].
    destruct (Z.ltb_spec k (a + Z.of_nat 0)); [lia|reflexivity].
  rewrite IH; destruct (Z.eq_dec (a + Z.of_nat n) k) as [e|d].
    rewrite e, same_is; destruct (Z.ltb_spec k k), (Z.ltb_spec k (a + Z.of_nat (S n))); try lia; ring.
  rewrite same_not by exact d.
  destruct (Z.ltb_spec k (a + Z.of_nat n)), (Z.ltb_spec k (a + Z.of_nat (S n))); try lia; ring. }
rewrite H; destruct (Z.ltb_spec k (a + Z.of_nat (Z.to_nat (b - a + 1)))); [reflexivity|lia].
Qed.
Lemma sum_same' a b k g r : (a <= k <= b)%Z -> g k = r -> sum a b (fun i => same_place k i * g i) = r.
Proof.
intros le e; rewrite <- (sum_same a b k g r le e); apply sum_ext; intros i _; now rewrite same_sym.
Qed.
Lemma one_times i x y : x = y -> same_place i i * x = y. Proof. intros <-; rewrite same_is; ring. Qed.
Lemma none_times i j x : i <> j -> same_place i j * x = 0. Proof. intros d; rewrite same_not by exact d; ring. Qed.
Lemma times_none x y : y = 0 -> x * y = 0. Proof. intros ->; ring. Qed.

Ltac places t := lazymatch t with
  | (fun W => W ?i * @?g W) => let more := places g in constr:(cons i more)
  | (fun W => W ?i ?j * @?g W) => let more := places g in constr:(cons (i, j) more)
  | _ => lazymatch type of t with
         | (Z -> R) -> R => constr:(@nil Z)
         | _ => constr:(@nil (Z * Z))
         end
  end.
(* Goal: averages .. (fun W => f W) a, for the mean of f over W by the hypothesis G. *)
Ltac average G := lazymatch goal with
  | |- averages _ _ _ _ _ (fun W => _ + _) _ => apply (average_plus _ _ _ _ _ _ G); average G
  | |- averages _ _ _ _ _ (fun W => sum _ _ _) _ => apply (average_sum _ _ _ _ _ _ G); intros; average G
  | |- averages _ _ _ _ _ (fun W => _ * @?f W) _ =>
      let ks := places f in
      apply (average_times _ _ _ _ _ _ G); apply (average_product _ _ _ _ _ _ G ks);
      [repeat constructor; cbn; lia | cbn [length wick members map fst snd added fold_right app]; ring]
  end.
Ltac vanish := cbv beta; lazymatch goal with
  | |- sum _ _ _ = 0 => apply sum_zero; intros; vanish
  | |- same_place _ _ * _ = 0 => first [apply none_times; lia | apply times_none; vanish]
  end.
(* Sums over a place that is another place, from the outer sum on. *)
Ltac collapse := cbv beta; lazymatch goal with
  | |- ?x = ?x => reflexivity
  | |- _ + _ = _ + _ => apply (f_equal2 Rplus); collapse
  | |- _ = 0 => vanish
  | |- same_place ?i ?j * _ = _ => first [apply one_times | replace j with i by lia; apply one_times]; collapse
  | |- sum _ _ _ = _ => first [apply sum_same; [lia | collapse] | apply sum_same'; [lia | collapse]
      | apply sum_ext; intros; collapse]
  end.
