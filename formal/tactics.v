(* Tactics of the proofs that formal/claims.py writes. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From mathcomp Require ssreflect ssrnat.
From Depthlaws Require Import kernel laurent real_sums real_laurent.
Open Scope R_scope.

Lemma inv_nonneg x : 0 <= x -> 0 <= / x.
Proof. intros [p|z]; [now apply Rlt_le, Rinv_0_lt_compat|rewrite <- z, Rinv_0; lra]. Qed.
Lemma gap_nonneg x y : x <= y -> 0 <= y - x. Proof. lra. Qed.
Lemma gap_pos x y : x < y -> 0 < y - x. Proof. lra. Qed.
Lemma shifted x c d : c + d = 0 -> d <= x -> 0 <= x + c. Proof. lra. Qed.
Lemma by_gap x y g : y - x = g -> 0 <= g -> x <= y. Proof. lra. Qed.
Lemma by_gap_strict x y g : y - x = g -> 0 < g -> x < y. Proof. lra. Qed.
Lemma by_gap_of_squares x y g : y ^ 2 - x ^ 2 = g -> 0 <= g -> 0 <= y -> x <= y. Proof. intros; nra. Qed.
Lemma even_pow x n : 0 <= x ^ (2 * n). Proof. rewrite pow_mult; apply pow_le, pow2_ge_0. Qed.

Lemma gap_ok x y : 0 <= y - x -> x <= y. Proof. lra. Qed.
Lemma equal_less x y g : g = 0 -> x - y = g -> x = y. Proof. lra. Qed.
Lemma equal_plus x y g : g = 0 -> x - y = (-1) * g -> x = y. Proof. intros; lra. Qed.
Lemma equal_by_multiple x y t u v : u = v -> x - y = t * (u - v) -> x = y.
Proof. intros -> eq; replace (v - v) with 0 in eq by ring; lra. Qed.
Lemma sum_eq a b c d f g : a = c -> b = d -> (forall i, (a <= i <= b)%Z -> f i = g i) -> sum a b f = sum c d g.
Proof. intros -> ->; apply sum_ext. Qed.
Lemma sum_empty_at a b f : (b < a)%Z -> sum a b f = 0. Proof. exact (sum_empty a b f). Qed.
Lemma sum_one_at a b f : a = b -> sum a b f = f a. Proof. intros ->; apply sum_one. Qed.
Lemma sum_last_at a b f : (a <= b)%Z -> sum a b f = sum a (b - 1) f + f b.
Proof.
intros le; replace b with (b - 1 + 1)%Z at 1 by ring; rewrite sum_last by lia; do 2 f_equal; ring.
Qed.
Lemma over_root_ok x : 0 <= x -> / sqrt x * / sqrt x = / x.
Proof. intros; rewrite <- Rinv_mult, sqrt_sqrt; auto. Qed.
Lemma by_root_ok x : 0 < x -> x * / sqrt x = sqrt x.
Proof. intros p; assert (0 < sqrt x) by (apply sqrt_lt_R0; auto); rewrite <- (sqrt_sqrt x) at 1 by lra; field; lra. Qed.
Lemma over_by_root_ok x : 0 < x -> / x * sqrt x = / sqrt x.
Proof. intros p; assert (0 < sqrt x) by (apply sqrt_lt_R0; auto); rewrite <- (sqrt_sqrt x) at 1 by lra; field; lra. Qed.
Lemma plus_zero x y : x = 0 -> y = 0 -> x + y = 0. Proof. lra. Qed.
Lemma minus_zero x y : x = 0 -> y = 0 -> x - y = 0. Proof. lra. Qed.
Lemma gap_zero x y : x = y -> x - y = 0. Proof. lra. Qed.
Lemma gap_zero' x y : y = x -> x - y = 0. Proof. lra. Qed.
Lemma opp_zero x : x = 0 -> - x = 0. Proof. lra. Qed.
Lemma left_zero x y : x = 0 -> x * y = 0. Proof. intros ->; ring. Qed.
Lemma right_zero x y : y = 0 -> x * y = 0. Proof. intros ->; ring. Qed.

Lemma by_squares x y X Y g : x ^ 2 = X -> y ^ 2 = Y -> Y - X = g -> 0 <= g -> 0 <= y -> x <= y.
Proof. intros <- <-; apply by_gap_of_squares. Qed.
Lemma mult_power x f g a b : f = Rpower x a -> g = Rpower x b -> f * g = Rpower x (a + b).
Proof. intros -> ->; symmetry; apply Rpower_plus. Qed.
Lemma inv_power x f a : f = Rpower x a -> / f = Rpower x (- a).
Proof. intros ->; symmetry; apply Rpower_Ropp. Qed.
Lemma base_power x : 0 < x -> x = Rpower x 1. Proof. intros; symmetry; now apply Rpower_1. Qed.
Lemma root_power x : 0 < x -> sqrt x = Rpower x (/ 2). Proof. intros; symmetry; now apply Rpower_sqrt. Qed.
Lemma power_is x e f a : f = Rpower x a -> a = e -> Rpower x e = f. Proof. now intros -> ->. Qed.

Lemma sum_const b x : (0 <= b)%Z -> sum 1 b (fun _ => x) = IZR b * x.
Proof.
intros le; unfold sum; rewrite (INR_size1 b le); generalize (Z.to_nat (b - 1 + 1)); intros n.
induction n as [|n IH]; [cbn; ring|]; rewrite S_INR; cbn [sumn]; rewrite IH; ring.
Qed.
Lemma sum_cubic b f p q r s : (0 <= b)%Z ->
  (forall i, (1 <= i <= b)%Z -> f i = p * IZR i ^ 3 + q * IZR i ^ 2 + r * IZR i + s) ->
  sum 1 b f = p * (IZR b * (IZR b + 1) / 2) ^ 2 + q * (IZR b * (IZR b + 1) * (2 * IZR b + 1) / 6)
    + r * (IZR b * (IZR b + 1) / 2) + s * IZR b.
Proof.
intros le eq; rewrite (sum_ext 1 b f _ eq); clear eq; revert b le; apply whole_induction.
  rewrite sum_empty by lia; field.
intros n le IH; rewrite sum_last by lia; rewrite IH, plus_IZR; field.
Qed.
Lemma sum_id b : (0 <= b)%Z -> sum 1 b (fun i => IZR i) = IZR b * (IZR b + 1) / 2.
Proof. intros le; rewrite (sum_cubic b _ 0 0 1 0 le); [field | intros; ring]. Qed.
Lemma sum_scale a b c f : sum a b (fun i => c * f i) = c * sum a b f.
Proof.
unfold sum; generalize (Z.to_nat (b - a + 1)); intros n.
induction n as [|n IH]; cbn [sumn]; [ring|]; rewrite IH; ring.
Qed.
Lemma sum_split a b c d f g h : (forall i, (a <= i <= b)%Z -> h i = c * f i + d * g i) -> sum a b h = c * sum a b f + d * sum a b g.
Proof.
intros e; rewrite (sum_ext a b h (fun i => c * f i + d * g i)) by exact e; unfold sum; generalize (Z.to_nat (b - a + 1)); intros n.
induction n as [|n IH]; cbn [sumn]; [ring|]; rewrite IH; ring.
Qed.
Lemma sum_at_most a b f g : (forall i, (a <= i <= b)%Z -> f i <= g i) -> sum a b f <= sum a b g.
Proof.
intros l; apply Rminus_le; apply Ropp_le_cancel; rewrite Ropp_0, Ropp_minus_distr.
replace (sum a b g - sum a b f) with (sum a b (fun i => g i - f i)); [apply sum_nonneg; intros i r; specialize (l i r); lra|].
rewrite (sum_split a b 1 (-1) g f); [ring | intros; ring].
Qed.
Lemma sum_squared a b f : sum a b f ^ 2 = sum a b (fun k => sum a b (fun n => f n * f k)).
Proof.
rewrite (sum_ext a b (fun k => sum a b (fun n => f n * f k)) (fun k => sum a b f * f k)).
  rewrite sum_scale; ring.
intros k r; rewrite (sum_ext a b _ (fun n => f k * f n)) by (intros; ring); rewrite sum_scale; ring.
Qed.
(* Powers with the index of a sum in the exponent *)
Lemma sum_step b f g r : (0 <= b)%Z -> (forall i, (1 <= i <= b)%Z -> f i = r * g i) -> sum 1 (b + 1) f = r * sum 1 b g + f (b + 1)%Z.
Proof. intros le e; rewrite sum_last by lia; rewrite <- sum_scale; f_equal; now apply sum_ext. Qed.
Lemma linear_recursion N rho (T g : Z -> R) : rho <> 0 -> (0 <= N)%Z ->
  (forall k, (0 <= k <= N - 1)%Z -> T (k + 1)%Z = rho * T k + g (k + 1)%Z) ->
  T N = powerRZ rho N * T 0%Z + sum 1 N (fun n => powerRZ rho (N - n) * g n).
Proof.
intros nz le e; assert (ind : forall m, (0 <= m)%Z -> (m <= N)%Z -> T m = powerRZ rho m * T 0%Z + sum 1 m (fun n => powerRZ rho (m - n) * g n)).
{ apply (whole_induction (fun m => (m <= N)%Z -> T m = powerRZ rho m * T 0%Z + sum 1 m (fun n => powerRZ rho (m - n) * g n))).
  - intros _; rewrite sum_empty by lia; cbn; ring.
  - intros m lm IH most; rewrite e, IH by lia.
    rewrite (sum_step m _ (fun n => powerRZ rho (m - n) * g n) rho); [|lia|].
    + rewrite powerRZ_add, powerRZ_1 by exact nz; replace (m + 1 - (m + 1))%Z with 0%Z by ring; cbn; ring.
    + intros i r; replace (m + 1 - i)%Z with ((m - i) + 1)%Z by ring; rewrite powerRZ_add, powerRZ_1 by exact nz; ring. }
apply ind; lia.
Qed.
Lemma geometric r n : r <> 0 -> (0 <= n)%Z -> (r + (-1)) * sum 1 n (fun k => powerRZ r (k - 1)) = powerRZ r n + (-1).
Proof.
intros nz; revert n; apply whole_induction; [rewrite sum_empty by lia; cbn; ring|].
intros n le IH; rewrite sum_last, Rmult_plus_distr_l, IH by lia.
replace (n + 1 - 1)%Z with n by ring; rewrite powerRZ_add, powerRZ_1 by exact nz; ring.
Qed.
Lemma geometric_back r n : r <> 0 -> (0 <= n)%Z -> (r + (-1)) * sum 1 n (fun k => powerRZ r (n - k)) = powerRZ r n + (-1).
Proof.
intros nz le; assert (e := linear_recursion n r (fun k => powerRZ r k + (-1)) (fun _ => r + (-1)) nz le); cbv beta in e; rewrite e.
- replace (powerRZ r 0 + (-1)) with 0 by (cbn; ring); rewrite Rmult_0_r, Rplus_0_l, <- sum_scale; apply sum_ext; intros; ring.
- intros k _; rewrite powerRZ_add, powerRZ_1 by exact nz; ring.
Qed.
Lemma le_over x a c : 0 < c -> x * c <= a -> x <= a / c.
Proof. intros p le; apply (Rmult_le_reg_r c); [exact p|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. Qed.
Lemma over_le x a c : 0 < c -> a <= x * c -> a / c <= x.
Proof. intros p le; apply (Rmult_le_reg_r c); [exact p|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. Qed.
Lemma powerRZ_nat x z : (0 <= z)%Z -> powerRZ x z = x ^ Z.to_nat z.
Proof. intros le; rewrite pow_powerRZ, Z2Nat.id; auto. Qed.
Lemma power_next x e n : x <> 0 -> e = (n + 1)%Z -> powerRZ x e = powerRZ x n * x.
Proof. intros nz ->; rewrite powerRZ_add by exact nz; rewrite powerRZ_1; reflexivity. Qed.
Lemma power_none x e : e = 0%Z -> powerRZ x e = 1. Proof. now intros ->. Qed.
Lemma power_once x e : e = 1%Z -> powerRZ x e = x. Proof. intros ->; apply powerRZ_1. Qed.
Lemma power_some x e k : e = Z.of_nat k -> powerRZ x e = x ^ k.
Proof. intros ->; symmetry; apply pow_powerRZ. Qed.
Lemma power_over x y e : 0 < x -> 0 < y -> Rpower (x / y) e = Rpower x e / Rpower y e.
Proof.
intros p q; unfold Rdiv; rewrite <- Rpower_mult_distr by (auto using Rinv_0_lt_compat); f_equal.
rewrite <- Rpower_Ropp; unfold Rpower; rewrite ln_Rinv by exact q; f_equal; ring.
Qed.

Ltac wholes := repeat match goal with
  | H : (_ <= ?x)%Z |- _ => let e := fresh in assert (e := IZR_le _ _ H); revert H
  end; intros.
Ltac known := first [assumption | lra | lia
  | match goal with H : forall _, _ |- _ => (apply H; lia) end
  | apply gap_nonneg; match goal with H : forall _, _ |- _ => (apply H; lia) end
  | apply gap_pos; match goal with H : forall _, _ |- _ => (apply H; lia) end
  | apply Rlt_le; match goal with H : forall _, _ |- _ => (apply H; lia) end ].
Ltac pos := first [known | lazymatch goal with
  | |- 0 < ?a + ?b => first [apply Rplus_lt_le_0_compat; pos | apply Rplus_le_lt_0_compat; pos]
  | |- 0 <= ?a + ?b => first [match goal with H : forall _, _ |- _ => (eapply shifted; [|apply H; lia]; lra) end
      | apply Rplus_le_le_0_compat; pos]
  | |- 0 < ?a * ?b => apply Rmult_lt_0_compat; pos
  | |- 0 <= ?a * ?a => apply Rle_0_sqr
  | |- 0 <= ?a * ?b => apply Rmult_le_pos; pos
  | |- 0 < / ?a => apply Rinv_0_lt_compat; pos
  | |- 0 <= / ?a => apply inv_nonneg; pos
  | |- 0 < ?a / ?b => unfold Rdiv; pos
  | |- 0 <= ?a / ?b => unfold Rdiv; pos
  | |- 0 <= ?x ^ 2 => apply pow2_ge_0
  | |- 0 <= ?x ^ 4 => apply (even_pow x 2)
  | |- 0 <= ?x ^ 6 => apply (even_pow x 3)
  | |- 0 <= ?x ^ _ => apply pow_le; pos
  | |- 0 < ?x ^ _ => apply pow_lt; pos
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 < sqrt _ => apply sqrt_lt_R0; pos
  | |- 0 < exp _ => apply exp_pos
  | |- 0 <= exp _ => apply Rlt_le, exp_pos
  | |- 0 < Rpower _ _ => apply exp_pos
  | |- 0 <= Rpower _ _ => apply Rlt_le, exp_pos
  | |- 0 <= Rabs _ => apply Rabs_pos
  | |- 0 < powerRZ _ _ => apply powerRZ_lt; pos
  | |- 0 <= powerRZ _ _ => apply powerRZ_le; pos
  | |- 0 <= sum _ _ _ => apply sum_nonneg; intros; pos
  | |- 0 < sum _ _ _ => apply sum_pos; [lia | intros; pos]
  | |- 0 <= IZR _ => apply IZR_le; lia
  | |- 0 < IZR _ => apply IZR_lt; lia
  | _ => nra end].
Ltac nz := first [assumption | lra | apply not_0_IZR; lia
  | apply Rmult_integral_contrapositive_currified; nz | apply Rinv_neq_0_compat; nz | apply pow_nonzero; nz
  | apply Rgt_not_eq; unfold Rgt; pos ].
Ltac power_of := lazymatch goal with
  | |- _ * _ = _ => eapply mult_power; power_of
  | |- _ / _ = _ => unfold Rdiv; power_of
  | |- / _ = _ => eapply inv_power; power_of
  | |- Rpower _ _ = _ => reflexivity
  | |- sqrt _ = _ => apply root_power; pos
  | |- _ => apply base_power; pos
  end.
Ltac real_power := eapply power_is; [power_of | first [lra | field]].
Ltac squares := lazymatch goal with
  | |- (_ * _) ^ 2 = _ => rewrite Rpow_mult_distr; f_equal; squares
  | |- (_ / _) ^ 2 = _ => unfold Rdiv; rewrite Rpow_mult_distr; f_equal; squares
  | |- (sqrt _) ^ 2 = _ => apply pow2_sqrt; pos
  | |- _ => reflexivity
  end.
(* IZR of sums and products *)
Ltac push := rewrite ?plus_IZR, ?minus_IZR, ?mult_IZR, ?opp_IZR.
Ltac cong_ leaf := cbv beta delta [Rdiv]; lazymatch goal with
  | |- ?x = ?x => reflexivity
  | |- sum ?a ?b _ = sum ?c ?d _ =>
      first [apply sum_eq; [lia | lia | intros; cong_ leaf] | leaf; cong_ leaf]
  | |- ?a + ?b = ?c + ?d => f_equal; cong_ leaf
  | |- ?a - ?b = ?c - ?d => f_equal; cong_ leaf
  | |- ?a * ?b = ?c * ?d => f_equal; cong_ leaf
  | |- - ?a = - ?b => f_equal; cong_ leaf
  | |- / ?a = / ?b => f_equal; cong_ leaf
  | |- ?a ^ ?n = ?b ^ ?n => f_equal; cong_ leaf
  | |- sqrt _ = sqrt _ => f_equal; cong_ leaf
  | |- IZR _ = IZR _ => f_equal; lia
  | |- IZR _ = _ => push; ring
  | |- Rmax _ _ = Rmax _ _ => f_equal; cong_ leaf
  | |- Rmin _ _ = Rmin _ _ => f_equal; cong_ leaf
  | |- powerRZ ?x _ = powerRZ ?x _ => f_equal; lia
  | |- powerRZ ?x _ = powerRZ ?x _ * ?x => apply power_next; [nz | lia]
  | |- powerRZ _ _ = 1 => apply power_none; lia
  | |- powerRZ ?x _ = ?x => apply power_once; lia
  | |- powerRZ ?x _ = ?x ^ _ => apply power_some; lia
  | |- Rpower _ _ = _ => first [solve [real_power] | solve [f_equal; cong_ leaf]]
  | |- _ => first [solve [repeat (f_equal; try lia)] | leaf; cong_ leaf]
  end.
Ltac fieldy := first [field; repeat split; nz | (* a difference that vanishes *) lra | nra].
Tactic Notation "cong" tactic3(leaf) := cong_ leaf.
Ltac linear := repeat match goal with
  | |- context [Rmax ?a ?b] => unfold Rmax; destruct (Rle_dec a b)
  | |- context [Rmin ?a ?b] => unfold Rmin; destruct (Rle_dec a b)
  | H : context [Rmax ?a ?b] |- _ => unfold Rmax in H; destruct (Rle_dec a b)
  | H : context [Rmin ?a ?b] |- _ => unfold Rmin in H; destruct (Rle_dec a b)
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  | |- context [Rabs ?a] => unfold Rabs; destruct (Rcase_abs a)
  | |- _ <-> _ => split; intros
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | |- _ /\ _ => split
  end; lra.
Ltac zero_known := first [assumption | lra
  | apply gap_zero; match goal with H : _ |- _ => (apply H; lia) end
  | apply gap_zero'; match goal with H : _ |- _ => (apply H; lia) end
  | match goal with H : _ |- _ => (apply H; lia) end ].
Ltac zero := cbv beta; first [zero_known | lazymatch goal with
  | |- sum _ _ _ = 0 => apply sum_zero; intros; zero
  | |- _ + _ = 0 => apply plus_zero; zero
  | |- _ - _ = 0 => apply minus_zero; zero
  | |- - _ = 0 => apply opp_zero; zero
  | |- _ / _ = 0 => apply left_zero; zero
  | |- _ * _ = 0 => first [apply left_zero; zero | apply right_zero; zero]
  end].
Ltac shown := cbn [list_prod table ssrnat.odd ssrnat.half ssrnat.uphalf negb List.nth fst snd].
Ltac size_is := apply INR_size1; lia.
Ltac sizes := cbn; repeat split; try reflexivity; size_is.
Ltac inverse := shown; rewrite !Rmult_1_r; apply Rinv_r; nz.
Ltac root := shown; rewrite !Rmult_1_r; apply sqrt_sqrt; pos.
Ltac over_root := shown; rewrite !Rmult_1_r; apply over_root_ok; pos.
Ltac by_root := shown; rewrite !Rmult_1_r; apply by_root_ok; pos.
Ltac over_by_root := shown; rewrite !Rmult_1_r; apply over_by_root_ok; pos.
