(* Sums of real numbers over whole numbers a..b, empty where b < a, and what the theorems about them need. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
Open Scope R_scope.

(* sumn n f = f 0 + ... + f (n - 1);  sum a b f = f a + ... + f b *)
Fixpoint sumn (n : nat) (f : nat -> R) : R := match n with O => 0 | S k => sumn k f + f k end.
Definition sum (a b : Z) (f : Z -> R) : R := sumn (Z.to_nat (b - a + 1)) (fun n => f (a + Z.of_nat n)%Z).

Lemma sumn_ext n f g : (forall k, (k < n)%nat -> f k = g k) -> sumn n f = sumn n g.
Proof. induction n as [|n IH]; intros eq; [reflexivity|]; cbn; rewrite IH, eq; auto with arith. Qed.
Lemma sum_ext a b f g : (forall i, (a <= i <= b)%Z -> f i = g i) -> sum a b f = sum a b g.
Proof. intros eq; apply sumn_ext; intros k le; apply eq; lia. Qed.
Lemma sum_empty a b f : (b < a)%Z -> sum a b f = 0.
Proof. intros lt; unfold sum; replace (Z.to_nat (b - a + 1)) with O by lia; reflexivity. Qed.
Lemma sum_last a b f : (a <= b + 1)%Z -> sum a (b + 1) f = sum a b f + f (b + 1)%Z.
Proof.
intros le; unfold sum; replace (Z.to_nat (b + 1 - a + 1)) with (S (Z.to_nat (b - a + 1))) by lia; cbn.
do 2 f_equal; lia.
Qed.
Lemma sum_one a f : sum a a f = f a.
Proof. unfold sum; replace (Z.to_nat (a - a + 1)) with 1%nat by lia; cbn; rewrite Z.add_0_r; ring. Qed.
Lemma sumn_nonneg n f : (forall k, (k < n)%nat -> 0 <= f k) -> 0 <= sumn n f.
Proof.
induction n as [|n IH]; intros p; cbn; [lra|]; assert (q := p n); assert (0 <= sumn n f) by auto with arith.
assert (0 <= f n) by auto with arith; lra.
Qed.
Lemma sum_nonneg a b f : (forall i, (a <= i <= b)%Z -> 0 <= f i) -> 0 <= sum a b f.
Proof. intros p; apply sumn_nonneg; intros k le; apply p; lia. Qed.
Lemma sum_zero a b f : (forall i, (a <= i <= b)%Z -> f i = 0) -> sum a b f = 0.
Proof.
intros z; rewrite (sum_ext a b f (fun _ => 0)) by exact z; unfold sum; generalize (Z.to_nat (b - a + 1)).
intros n; induction n as [|n IH]; cbn; [reflexivity|]; rewrite IH; ring.
Qed.
Lemma sum_pos a b f : (a <= b)%Z -> (forall i, (a <= i <= b)%Z -> 0 < f i) -> 0 < sum a b f.
Proof.
intros le p; replace b with (b - 1 + 1)%Z by ring; rewrite sum_last by lia.
assert (0 <= sum a (b - 1) f) by (apply sum_nonneg; intros i r; apply Rlt_le, p; lia).
assert (0 < f (b - 1 + 1)%Z) by (apply p; lia); lra.
Qed.
Lemma whole_induction (P : Z -> Prop) a : P a -> (forall n, (a <= n)%Z -> P n -> P (n + 1)%Z) ->
  forall n, (a <= n)%Z -> P n.
Proof.
intros base step n le; replace n with (a + Z.of_nat (Z.to_nat (n - a)))%Z by lia.
induction (Z.to_nat (n - a)) as [|k IH]; [now rewrite Z.add_0_r|].
replace (a + Z.of_nat (S k))%Z with (a + Z.of_nat k + 1)%Z by lia; apply step; [lia|exact IH].
Qed.
Lemma le_by_squares x y : 0 <= y -> x ^ 2 <= y ^ 2 -> x <= y.
Proof. intros; nra. Qed.
Lemma INR_size a b : (a <= b + 1)%Z -> INR (Z.to_nat (b - a + 1)) = IZR b - IZR a + 1.
Proof. intros le; rewrite INR_IZR_INZ, Z2Nat.id by lia; rewrite plus_IZR, minus_IZR; reflexivity. Qed.
Lemma INR_size1 b : (0 <= b)%Z -> IZR b = INR (Z.to_nat (b - 1 + 1)).
Proof. intros le; rewrite INR_size by lia; ring. Qed.
