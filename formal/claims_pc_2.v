(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics.
Open Scope R_scope.

(* PC-E52 *)
Theorem claim_pc_e52 :
forall (S T a : R),
T + (-1 / 2) + (S + (-1 / 2)) + (S - T - a + (-1 / 2)) = 2 * S - a - 3 * (1 / 2).
Proof.
intros S T a.
assert (cla0 : T + (-1 / 2) + (S + (-1 / 2)) + (S - T - a + (-1 / 2)) = 2 * S - a - 3 * (1 / 2)).
{ first [exact (@same_by (a :: T :: S :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Sc 2) (Times (Num (-1)) (Over (Num 2)))) (Plus (Sc 4) (Times (Num (-1)) (Over (Num 2))))) (Plus (Plus (Plus (Sc 4) (Minus (Sc 2))) (Minus (Sc 0))) (Times (Num (-1)) (Over (Num 2)))))
  (Plus (Plus (Times (Num (2)) (Sc 4)) (Minus (Sc 0))) (Minus (Times (Num (3)) (Times (Num (1)) (Over (Num 2))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact cla0.
Qed.

(* PC-E53 *)
Theorem claim_pc_e53 :
forall (N : Z) (a : Z -> R) (b : Z -> R) (C : Z -> Z -> R),
(1 <= N)%Z ->
(forall r j : Z, (1 <= r <= N)%Z -> (1 <= j <= N)%Z -> a r * sum 1 N (fun i => b i * C i j) = sum 1 N (fun i => a r * b i * C i j)).
Proof.
intros N a b C dom0.
assert (cla0 : (forall r j : Z, (1 <= r <= N)%Z -> (1 <= j <= N)%Z -> a r * sum 1 N (fun i => b i * C i j) = sum 1 N (fun i => a r * b i * C i j))).
{ intros r j ran0 ran1. transitivity (a r * sum 1 N (fun i_1 => b i_1 * C i_1 j)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 N (fun i_2 => a r * b i_2 * C i_2 j)); [exact (@same_by (a r :: IZR N :: nil)%list ((1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => b (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => C (1 + Z.of_nat v0')%Z j | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))
  (Total 0 (Times (Times (Sc 0) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* PC-E64 *)
Theorem claim_pc_e64 :
forall (N P D : Z) (a a1 c d gamma0 s : R) (g : Z -> R) (h : Z -> Z -> R) (x : Z -> Z -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
(0 < s) ->
(1 <= P)%Z ->
(1 <= D)%Z ->
(forall n mu : Z, (1 <= n <= P)%Z -> (1 <= mu <= P)%Z -> (gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 N (fun j => sum 1 N (fun i => Rpower (IZR N) ((-1) * a) * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h n j * (Rpower (IZR N) ((-1) * a) * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h mu j))) = Rpower (IZR N) (1 - 2 * a) * (sum 1 N (fun i => g i ^ 2) / IZR N) * (sum 1 N (fun j => h n j * h mu j) / IZR N) / (Rpower (IZR N) c * s)) /\
(forall n mu : Z, (1 <= n <= P)%Z -> (1 <= mu <= P)%Z -> (gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 N (fun j => Rpower (IZR N) ((-1) * a) / (gamma0 * Rpower (IZR N) d) * h n j * (Rpower (IZR N) ((-1) * a) / (gamma0 * Rpower (IZR N) d) * h mu j)) = Rpower (IZR N) (1 - 2 * a) * (sum 1 N (fun j => h n j * h mu j) / IZR N) / (Rpower (IZR N) c * s)) /\
(forall n mu : Z, (1 <= n <= P)%Z -> (1 <= mu <= P)%Z -> (gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 D (fun p => sum 1 N (fun i => Rpower (IZR N) ((-1) * a1) / sqrt (IZR D) * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p * (Rpower (IZR N) ((-1) * a1) / sqrt (IZR D) * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x mu p))) = Rpower (IZR N) ((-2) * a1) * (sum 1 N (fun i => g i ^ 2) / IZR N) * (sum 1 D (fun p => x n p * x mu p) / IZR D) / (Rpower (IZR N) c * s)).
Proof.
intros N P D a a1 c d gamma0 s g h x dom0 dom1 dom2 dom3 dom4.
assert (cla0 : (forall n mu : Z, (1 <= n <= P)%Z -> (1 <= mu <= P)%Z -> (gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 N (fun j => sum 1 N (fun i => Rpower (IZR N) ((-1) * a) * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h n j * (Rpower (IZR N) ((-1) * a) * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h mu j))) = Rpower (IZR N) (1 - 2 * a) * (sum 1 N (fun i => g i ^ 2) / IZR N) * (sum 1 N (fun j => h n j * h mu j) / IZR N) / (Rpower (IZR N) c * s))).
{ intros n mu ran0 ran1. transitivity ((gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 N (fun j_1 => sum 1 N (fun i_2 => / Rpower (IZR N) a * (g i_2 / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h n j_1 * (/ Rpower (IZR N) a * (g i_2 / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h mu j_1)))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (IZR N / Rpower (IZR N) a / Rpower (IZR N) a * (sum 1 N (fun i_3 => g i_3 ^ 2) / IZR N) * (sum 1 N (fun j_4 => h n j_4 * h mu j_4) / IZR N) / (Rpower (IZR N) c * s)); [exact (@same_by (gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: IZR N :: Rpower (IZR N) a :: sqrt (IZR N) :: nil)%list ((4%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => h mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((13 :: 13 :: nil)%list%nat, (9 :: nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Over (Times (Sc 4) (Sc 6)))) (Total 0 (Total 0 (Times (Times (Times (Over (Sc 10)) (Times (En 0 (1 :: nil)%list%nat) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 12))))) (En 1 (0 :: nil)%list%nat)) (Times (Times (Over (Sc 10)) (Times (En 0 (1 :: nil)%list%nat) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 12))))) (En 2 (0 :: nil)%list%nat))))))
  (Times (Times (Times (Times (Times (Sc 8) (Over (Sc 10))) (Over (Sc 10))) (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 8)))) (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 8)))) (Over (Times (Sc 4) (Sc 6))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [over_root | split; [inverse | exact I]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : (forall n mu : Z, (1 <= n <= P)%Z -> (1 <= mu <= P)%Z -> (gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 N (fun j => Rpower (IZR N) ((-1) * a) / (gamma0 * Rpower (IZR N) d) * h n j * (Rpower (IZR N) ((-1) * a) / (gamma0 * Rpower (IZR N) d) * h mu j)) = Rpower (IZR N) (1 - 2 * a) * (sum 1 N (fun j => h n j * h mu j) / IZR N) / (Rpower (IZR N) c * s))).
{ intros n mu ran0 ran1. transitivity ((gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 N (fun j_5 => / Rpower (IZR N) a / (gamma0 * Rpower (IZR N) d) * h n j_5 * (/ Rpower (IZR N) a / (gamma0 * Rpower (IZR N) d) * h mu j_5))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (IZR N / Rpower (IZR N) a / Rpower (IZR N) a * (sum 1 N (fun j_6 => h n j_6 * h mu j_6) / IZR N) / (Rpower (IZR N) c * s)); [exact (@same_by (gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: IZR N :: Rpower (IZR N) a :: nil)%list ((4%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h n (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Over (Times (Sc 4) (Sc 6)))) (Total 0 (Times (Times (Times (Over (Sc 10)) (Over (Times (Sc 0) (Sc 2)))) (En 0 (0 :: nil)%list%nat)) (Times (Times (Over (Sc 10)) (Over (Times (Sc 0) (Sc 2)))) (En 1 (0 :: nil)%list%nat)))))
  (Times (Times (Times (Times (Sc 8) (Over (Sc 10))) (Over (Sc 10))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 8)))) (Over (Times (Sc 4) (Sc 6))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla2 : (forall n mu : Z, (1 <= n <= P)%Z -> (1 <= mu <= P)%Z -> (gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 D (fun p => sum 1 N (fun i => Rpower (IZR N) ((-1) * a1) / sqrt (IZR D) * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p * (Rpower (IZR N) ((-1) * a1) / sqrt (IZR D) * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x mu p))) = Rpower (IZR N) ((-2) * a1) * (sum 1 N (fun i => g i ^ 2) / IZR N) * (sum 1 D (fun p => x n p * x mu p) / IZR D) / (Rpower (IZR N) c * s))).
{ intros n mu ran0 ran1. transitivity ((gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 D (fun p_7 => sum 1 N (fun i_8 => / Rpower (IZR N) a1 / sqrt (IZR D) * (g i_8 / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p_7 * (/ Rpower (IZR N) a1 / sqrt (IZR D) * (g i_8 / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x mu p_7)))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (/ Rpower (IZR N) a1 / Rpower (IZR N) a1 * (sum 1 N (fun i_9 => g i_9 ^ 2) / IZR N) * (sum 1 D (fun p_10 => x n p_10 * x mu p_10) / IZR D) / (Rpower (IZR N) c * s)); [exact (@same_by (gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: IZR D :: IZR N :: Rpower (IZR N) a1 :: sqrt (IZR D) :: sqrt (IZR N) :: nil)%list ((4%nat, Z.to_nat (D - 1 + 1)%Z) :: (5%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => x mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((15 :: 15 :: nil)%list%nat, (9 :: nil)%list%nat) :: ((17 :: 17 :: nil)%list%nat, (11 :: nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Over (Times (Sc 4) (Sc 6)))) (Total 0 (Total 1 (Times (Times (Times (Times (Over (Sc 12)) (Over (Sc 14))) (Times (En 0 (1 :: nil)%list%nat) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 16))))) (En 1 (0 :: nil)%list%nat)) (Times (Times (Times (Over (Sc 12)) (Over (Sc 14))) (Times (En 0 (1 :: nil)%list%nat) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 16))))) (En 2 (0 :: nil)%list%nat))))))
  (Times (Times (Times (Times (Over (Sc 12)) (Over (Sc 12))) (Times (Total 1 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 10)))) (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 8)))) (Over (Times (Sc 4) (Sc 6))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [over_root | split; [over_root | exact I]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* PC-E66 *)
Theorem claim_pc_e66 :
forall (a a1 c d : R),
((1 - c - 2 * a - Rmax 0 ((-2) * d) = 0) <-> (c + 2 * a + (-1) = Rmin 0 (2 * d))).
Proof.
intros a a1 c d.
assert (cla0 : ((1 - c - 2 * a - Rmax 0 ((-2) * d) = 0) <-> (c + 2 * a + (-1) = Rmin 0 (2 * d)))).
{ linear. }
exact cla0.
Qed.

(* PC-E67 *)
Theorem claim_pc_e67 :
forall (a a1 c d : R),
(((-1) * c - 2 * a1 - Rmax 0 ((-2) * d) = 0) <-> (c + 2 * a1 = Rmin 0 (2 * d))).
Proof.
intros a a1 c d.
assert (cla0 : (((-1) * c - 2 * a1 - Rmax 0 ((-2) * d) = 0) <-> (c + 2 * a1 = Rmin 0 (2 * d)))).
{ linear. }
exact cla0.
Qed.

(* PC-E66-start *)
Theorem claim_pc_e66_start :
forall (a a1 c d : R),
((1 - c - 2 * a - Rmax 0 ((-2) * d) + Rmax 0 ((-1) * d) = 0) <-> (c + 2 * a + (-1) = Rmin 0 d)) /\
(((-1) * c - 2 * a1 - Rmax 0 ((-2) * d) + Rmax 0 ((-1) * d) = 0) <-> (c + 2 * a1 = Rmin 0 d)).
Proof.
intros a a1 c d.
assert (cla0 : ((1 - c - 2 * a - Rmax 0 ((-2) * d) + Rmax 0 ((-1) * d) = 0) <-> (c + 2 * a + (-1) = Rmin 0 d))).
{ linear. }
assert (cla1 : (((-1) * c - 2 * a1 - Rmax 0 ((-2) * d) + Rmax 0 ((-1) * d) = 0) <-> (c + 2 * a1 = Rmin 0 d))).
{ clear cla0. linear. }
exact (conj cla0 cla1).
Qed.

(* PC-E73 *)
Theorem claim_pc_e73 :
forall (a a1 b b1 c d : R),
(d = 1 / 2 -> a = (1 - c) / 2 -> c + d + 2 * a + (-1) - Rmin 0 (2 * d) = 1 / 2) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + d + 2 * a) - Rmax 0 ((-4) * d) = (-3) * (1 / 2)) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a) - Rmax 0 ((-4) * d) = (-1)).
Proof.
intros a a1 b b1 c d.
assert (cla0 : d = 1 / 2 -> a = (1 - c) / 2 -> c + d + 2 * a + (-1) - Rmin 0 (2 * d) = 1 / 2).
{ intros spe0 spe1. subst d. subst a. linear. }
assert (cla1 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + d + 2 * a) - Rmax 0 ((-4) * d) = (-3) * (1 / 2)).
{ intros spe0 spe1. subst d. subst a. clear cla0. linear. }
assert (cla2 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a) - Rmax 0 ((-4) * d) = (-1)).
{ intros spe0 spe1. subst d. subst a. clear cla0 cla1. linear. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* PC-E73-bound *)
Theorem claim_pc_e73_bound :
forall (a a1 b b1 c d : R),
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + d + 2 * a) - Rmax 0 ((-4) * d) = (-3) * (1 / 2)) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a) - Rmax 0 ((-4) * d) = (-1)) /\
(d = 1 / 2 -> (((2 * a1 + b1 = 0) /\ (c + 2 * a1 = Rmin 0 (2 * d))) <-> ((a1 = (-1) * c / 2) /\ (b1 = c)))) /\
(d = 1 / 2 -> (((2 * a + b = 1) /\ (c + 2 * a + (-1) = Rmin 0 (2 * d))) <-> ((a = (1 - c) / 2) /\ (b = c)))) /\
(((c + 2 * a + (-1) = Rmin 0 (2 * d)) /\ (c + d + 2 * a + (-1) = Rmin 0 (2 * d))) <-> ((c + 2 * a + (-1) = Rmin 0 (2 * d)) /\ (d = 0))) /\
c + 2 * a + (-1 / 2) - Rmin 0 (2 * d) - (c + 2 * a + (-1) - Rmin 0 (2 * d)) = 1 / 2.
Proof.
intros a a1 b b1 c d.
assert (cla0 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + d + 2 * a) - Rmax 0 ((-4) * d) = (-3) * (1 / 2)).
{ intros spe0 spe1. subst d. subst a. linear. }
assert (cla1 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a) - Rmax 0 ((-4) * d) = (-1)).
{ intros spe0 spe1. subst d. subst a. clear cla0. linear. }
assert (cla2 : d = 1 / 2 -> (((2 * a1 + b1 = 0) /\ (c + 2 * a1 = Rmin 0 (2 * d))) <-> ((a1 = (-1) * c / 2) /\ (b1 = c)))).
{ intros spe0. subst d. clear cla0 cla1. linear. }
assert (cla3 : d = 1 / 2 -> (((2 * a + b = 1) /\ (c + 2 * a + (-1) = Rmin 0 (2 * d))) <-> ((a = (1 - c) / 2) /\ (b = c)))).
{ intros spe0. subst d. clear cla0 cla1 cla2. linear. }
assert (cla4 : (((c + 2 * a + (-1) = Rmin 0 (2 * d)) /\ (c + d + 2 * a + (-1) = Rmin 0 (2 * d))) <-> ((c + 2 * a + (-1) = Rmin 0 (2 * d)) /\ (d = 0)))).
{ clear cla0 cla1 cla2 cla3. linear. }
assert (cla5 : c + 2 * a + (-1 / 2) - Rmin 0 (2 * d) - (c + 2 * a + (-1) - Rmin 0 (2 * d)) = 1 / 2).
{ clear cla0 cla1 cla2 cla3 cla4. linear. }
exact (conj cla0 (conj cla1 (conj cla2 (conj cla3 (conj cla4 cla5))))).
Qed.

(* PC-E79 *)
Theorem claim_pc_e79 :
forall (N P D : Z) (a a1 c d gamma0 eta0 s : R) (e : Z -> R) (g : Z -> R) (x : Z -> Z -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
(0 < eta0) ->
(0 < s) ->
(1 <= P)%Z ->
(1 <= D)%Z ->
(forall i p : Z, (1 <= i <= N)%Z -> (1 <= p <= D)%Z -> eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) / s * (Rpower (IZR N) ((-1) * a1) / sqrt (IZR D)) * sum 1 P (fun n => e n * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p) / IZR P = eta0 * gamma0 / (Rpower (IZR N) (c + a1 - d + 1 / 2) * s) / (IZR P * sqrt (IZR D)) * sum 1 P (fun n => e n * g i * x n p)).
Proof.
intros N P D a a1 c d gamma0 eta0 s e g x dom0 dom1 dom2 dom3 dom4 dom5.
assert (cla0 : (forall i p : Z, (1 <= i <= N)%Z -> (1 <= p <= D)%Z -> eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) / s * (Rpower (IZR N) ((-1) * a1) / sqrt (IZR D)) * sum 1 P (fun n => e n * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p) / IZR P = eta0 * gamma0 / (Rpower (IZR N) (c + a1 - d + 1 / 2) * s) / (IZR P * sqrt (IZR D)) * sum 1 P (fun n => e n * g i * x n p))).
{ intros i p ran0 ran1. transitivity (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 / Rpower (IZR N) c / s * (/ Rpower (IZR N) a1 / sqrt (IZR D)) * sum 1 P (fun n_1 => e n_1 * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n_1 p) / IZR P); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (eta0 * gamma0 / (Rpower (IZR N) c * Rpower (IZR N) a1 / Rpower (IZR N) d * sqrt (IZR N) * s) / (IZR P * sqrt (IZR D)) * sum 1 P (fun n_2 => e n_2 * g i * x n_2 p)); [exact (@same_by (eta0 :: gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: Rpower (IZR N) a1 :: sqrt (IZR D) :: IZR D :: IZR P :: g i :: sqrt (IZR N) :: IZR N :: nil)%list ((8%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z p | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Times (Times (Sc 0) (Power (Times (Sc 2) (Sc 4)) 2)) (Over (Sc 6))) (Over (Sc 8))) (Times (Over (Sc 10)) (Over (Sc 12)))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (Times (Sc 18) (Over (Times (Times (Sc 2) (Sc 4)) (Sc 20))))) (En 1 (0 :: nil)%list%nat)))) (Over (Sc 16)))
  (Times (Times (Times (Times (Sc 0) (Sc 2)) (Over (Times (Times (Times (Times (Sc 6) (Sc 10)) (Over (Sc 4))) (Sc 20)) (Sc 8)))) (Over (Times (Sc 16) (Sc 12)))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (Sc 18)) (En 1 (0 :: nil)%list%nat))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* PC-E74 *)
Theorem claim_pc_e74 :
forall (N P D : Z) (a a1 c d gamma0 eta0 s : R) (e : Z -> R) (g : Z -> R) (x : Z -> Z -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
(0 < eta0) ->
(0 < s) ->
(1 <= P)%Z ->
(1 <= D)%Z ->
(forall i p : Z, (1 <= i <= N)%Z -> (1 <= p <= D)%Z -> eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) / s * (Rpower (IZR N) ((-1) * a1) / sqrt (IZR D)) * sum 1 P (fun n => e n * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p) / IZR P = eta0 * gamma0 / (Rpower (IZR N) (c + a1 - d + 1 / 2) * s) / (IZR P * sqrt (IZR D)) * sum 1 P (fun n => e n * g i * x n p)).
Proof.
intros N P D a a1 c d gamma0 eta0 s e g x dom0 dom1 dom2 dom3 dom4 dom5.
assert (cla0 : (forall i p : Z, (1 <= i <= N)%Z -> (1 <= p <= D)%Z -> eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) / s * (Rpower (IZR N) ((-1) * a1) / sqrt (IZR D)) * sum 1 P (fun n => e n * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p) / IZR P = eta0 * gamma0 / (Rpower (IZR N) (c + a1 - d + 1 / 2) * s) / (IZR P * sqrt (IZR D)) * sum 1 P (fun n => e n * g i * x n p))).
{ intros i p ran0 ran1. transitivity (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 / Rpower (IZR N) c / s * (/ Rpower (IZR N) a1 / sqrt (IZR D)) * sum 1 P (fun n_1 => e n_1 * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n_1 p) / IZR P); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (eta0 * gamma0 / (Rpower (IZR N) c * Rpower (IZR N) a1 / Rpower (IZR N) d * sqrt (IZR N) * s) / (IZR P * sqrt (IZR D)) * sum 1 P (fun n_2 => e n_2 * g i * x n_2 p)); [exact (@same_by (eta0 :: gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: Rpower (IZR N) a1 :: sqrt (IZR D) :: IZR D :: IZR P :: g i :: sqrt (IZR N) :: IZR N :: nil)%list ((8%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z p | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Times (Times (Sc 0) (Power (Times (Sc 2) (Sc 4)) 2)) (Over (Sc 6))) (Over (Sc 8))) (Times (Over (Sc 10)) (Over (Sc 12)))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (Times (Sc 18) (Over (Times (Times (Sc 2) (Sc 4)) (Sc 20))))) (En 1 (0 :: nil)%list%nat)))) (Over (Sc 16)))
  (Times (Times (Times (Times (Sc 0) (Sc 2)) (Over (Times (Times (Times (Times (Sc 6) (Sc 10)) (Over (Sc 4))) (Sc 20)) (Sc 8)))) (Over (Times (Sc 16) (Sc 12)))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (Sc 18)) (En 1 (0 :: nil)%list%nat))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* PC-E80 *)
Theorem claim_pc_e80 :
forall (N P D : Z) (a a1 c d gamma0 eta0 s : R) (e : Z -> R) (g : Z -> R) (x : Z -> Z -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
(0 < eta0) ->
(0 < s) ->
(1 <= P)%Z ->
(1 <= D)%Z ->
(forall i mu : Z, (1 <= i <= N)%Z -> (1 <= mu <= P)%Z -> Rpower (IZR N) ((-1) * a1) / sqrt (IZR D) * sum 1 D (fun p => eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) / s * (Rpower (IZR N) ((-1) * a1) / sqrt (IZR D)) * sum 1 P (fun n => e n * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p) / IZR P * x mu p) = eta0 * gamma0 / (Rpower (IZR N) (c + 2 * a1 - d + 1 / 2) * s) / IZR P * sum 1 P (fun n => e n * g i * (sum 1 D (fun p => x n p * x mu p) / IZR D))).
Proof.
intros N P D a a1 c d gamma0 eta0 s e g x dom0 dom1 dom2 dom3 dom4 dom5.
assert (cla0 : (forall i mu : Z, (1 <= i <= N)%Z -> (1 <= mu <= P)%Z -> Rpower (IZR N) ((-1) * a1) / sqrt (IZR D) * sum 1 D (fun p => eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) / s * (Rpower (IZR N) ((-1) * a1) / sqrt (IZR D)) * sum 1 P (fun n => e n * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p) / IZR P * x mu p) = eta0 * gamma0 / (Rpower (IZR N) (c + 2 * a1 - d + 1 / 2) * s) / IZR P * sum 1 P (fun n => e n * g i * (sum 1 D (fun p => x n p * x mu p) / IZR D)))).
{ intros i mu ran0 ran1. transitivity (/ Rpower (IZR N) a1 / sqrt (IZR D) * sum 1 D (fun p_1 => eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 / Rpower (IZR N) c / s * (/ Rpower (IZR N) a1 / sqrt (IZR D)) * sum 1 P (fun n_2 => e n_2 * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n_2 p_1) / IZR P * x mu p_1)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (eta0 * gamma0 / (Rpower (IZR N) c * Rpower (IZR N) a1 * Rpower (IZR N) a1 / Rpower (IZR N) d * sqrt (IZR N) * s) / IZR P * sum 1 P (fun n_3 => e n_3 * g i * (sum 1 D (fun p_4 => x n_3 p_4 * x mu p_4) / IZR D))); [exact (@same_by (Rpower (IZR N) a1 :: sqrt (IZR D) :: IZR D :: eta0 :: gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: IZR P :: g i :: sqrt (IZR N) :: IZR N :: nil)%list ((2%nat, Z.to_nat (D - 1 + 1)%Z) :: (8%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((3 :: 3 :: nil)%list%nat, (5 :: nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: ((10 :: 11 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Over (Sc 0)) (Over (Sc 2))) (Total 0 (Times (Times (Times (Times (Times (Times (Times (Sc 6) (Power (Times (Sc 8) (Sc 10)) 2)) (Over (Sc 12))) (Over (Sc 14))) (Times (Over (Sc 0)) (Over (Sc 2)))) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Sc 18) (Over (Times (Times (Sc 8) (Sc 10)) (Sc 20))))) (En 1 (1 :: 0 :: nil)%list%nat)))) (Over (Sc 16))) (En 2 (0 :: nil)%list%nat))))
  (Times (Times (Times (Times (Sc 6) (Sc 8)) (Over (Times (Times (Times (Times (Times (Sc 12) (Sc 0)) (Sc 0)) (Over (Sc 10))) (Sc 20)) (Sc 14)))) (Over (Sc 16))) (Total 1 (Times (Times (En 0 (0 :: nil)%list%nat) (Sc 18)) (Times (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))) (Over (Sc 4))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [over_root | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* PC-E83 *)
Theorem claim_pc_e83 :
forall (a a1 c d errors : R),
((((-1) * (c + 2 * a1 - d + 1 / 2) + errors = 0) /\ ((-1) * (c + 2 * a1) + errors = 0)) <-> (((-1) * (c + 2 * a1) + errors = 0) /\ (d = 1 / 2))).
Proof.
intros a a1 c d errors.
assert (cla0 : ((((-1) * (c + 2 * a1 - d + 1 / 2) + errors = 0) /\ ((-1) * (c + 2 * a1) + errors = 0)) <-> (((-1) * (c + 2 * a1) + errors = 0) /\ (d = 1 / 2)))).
{ linear. }
exact cla0.
Qed.

(* PC-E87 *)
Theorem claim_pc_e87 :
forall (N P : Z) (a a1 c d gamma0 eta0 s eta multiplier : R) (e : Z -> R) (g : Z -> R) (h : Z -> Z -> R) (m : Z -> R) (k : Z -> Z -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
(0 < eta0) ->
(0 < s) ->
(1 <= P)%Z ->
(forall i mu : Z, (1 <= i <= N)%Z -> (1 <= mu <= P)%Z -> multiplier * sum 1 N (fun j => eta * (multiplier * m i * sum 1 P (fun n => e n * h n j) / (IZR P * s) + sum 1 P (fun n => e n ^ 2) / (2 * IZR P) / s ^ 2 * k i j) * h mu j) = eta * multiplier ^ 2 / s * sum 1 P (fun n => e n * m i * sum 1 N (fun q => h n q * h mu q)) / IZR P + multiplier * eta * (sum 1 P (fun n => e n ^ 2) / (2 * IZR P)) / s ^ 2 * sum 1 N (fun j => k i j * h mu j)) /\
(forall i mu : Z, (1 <= i <= N)%Z -> (1 <= mu <= P)%Z -> eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) * Rpower (IZR N) ((-1) * a) ^ 2 / s * sum 1 P (fun n => e n * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * (IZR N * (sum 1 N (fun q => h n q * h mu q) / IZR N))) / IZR P = eta0 * gamma0 / (Rpower (IZR N) (c + 2 * a - d + (-1 / 2)) * s) / IZR P * sum 1 P (fun n => e n * g i * (sum 1 N (fun q => h n q * h mu q) / IZR N))).
Proof.
intros N P a a1 c d gamma0 eta0 s eta multiplier e g h m k dom0 dom1 dom2 dom3 dom4.
assert (cla0 : (forall i mu : Z, (1 <= i <= N)%Z -> (1 <= mu <= P)%Z -> multiplier * sum 1 N (fun j => eta * (multiplier * m i * sum 1 P (fun n => e n * h n j) / (IZR P * s) + sum 1 P (fun n => e n ^ 2) / (2 * IZR P) / s ^ 2 * k i j) * h mu j) = eta * multiplier ^ 2 / s * sum 1 P (fun n => e n * m i * sum 1 N (fun q => h n q * h mu q)) / IZR P + multiplier * eta * (sum 1 P (fun n => e n ^ 2) / (2 * IZR P)) / s ^ 2 * sum 1 N (fun j => k i j * h mu j))).
{ intros i mu ran0 ran1. transitivity (multiplier * sum 1 N (fun j_1 => eta * (multiplier * m i * sum 1 P (fun n_2 => e n_2 * h n_2 j_1) / (IZR P * s) + sum 1 P (fun n_3 => e n_3 ^ 2) / (2 * IZR P) / s ^ 2 * k i j_1) * h mu j_1)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (eta * multiplier ^ 2 / s * sum 1 P (fun n_4 => e n_4 * m i * sum 1 N (fun q_5 => h n_4 q_5 * h mu q_5)) / IZR P + multiplier * eta * (sum 1 P (fun n_6 => e n_6 ^ 2) / (2 * IZR P)) / s ^ 2 * sum 1 N (fun j_7 => k i j_7 * h mu j_7)); [exact (@same_by (multiplier :: IZR N :: eta :: IZR P :: s :: m i :: nil)%list ((1%nat, Z.to_nat (N - 1 + 1)%Z) :: (3%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => k i (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => h (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => h mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Total 0 (Times (Times (Sc 4) (Plus (Times (Times (Times (Sc 0) (Sc 10)) (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 2 (1 :: 0 :: nil)%list%nat)))) (Over (Times (Sc 6) (Sc 8)))) (Times (Times (Times (Total 1 (Power (En 0 (1 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 6)))) (Over (Power (Sc 8) 2))) (En 1 (0 :: nil)%list%nat)))) (En 3 (0 :: nil)%list%nat))))
  (Plus (Times (Times (Times (Times (Sc 4) (Power (Sc 0) 2)) (Over (Sc 8))) (Total 1 (Times (Times (En 0 (0 :: nil)%list%nat) (Sc 10)) (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat)))))) (Over (Sc 6))) (Times (Times (Times (Times (Sc 0) (Sc 4)) (Times (Total 1 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 6))))) (Over (Power (Sc 8) 2))) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : (forall i mu : Z, (1 <= i <= N)%Z -> (1 <= mu <= P)%Z -> eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) * Rpower (IZR N) ((-1) * a) ^ 2 / s * sum 1 P (fun n => e n * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * (IZR N * (sum 1 N (fun q => h n q * h mu q) / IZR N))) / IZR P = eta0 * gamma0 / (Rpower (IZR N) (c + 2 * a - d + (-1 / 2)) * s) / IZR P * sum 1 P (fun n => e n * g i * (sum 1 N (fun q => h n q * h mu q) / IZR N)))).
{ intros i mu ran0 ran1. transitivity (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 / Rpower (IZR N) c * (/ Rpower (IZR N) a) ^ 2 / s * sum 1 P (fun n_8 => e n_8 * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * (IZR N * (sum 1 N (fun q_9 => h n_8 q_9 * h mu q_9) / IZR N))) / IZR P); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (eta0 * gamma0 / (Rpower (IZR N) c * Rpower (IZR N) a * Rpower (IZR N) a / Rpower (IZR N) d / sqrt (IZR N) * s) / IZR P * sum 1 P (fun n_10 => e n_10 * g i * (sum 1 N (fun q_11 => h n_10 q_11 * h mu q_11) / IZR N))); [exact (@same_by (eta0 :: gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: Rpower (IZR N) a :: s :: IZR P :: g i :: sqrt (IZR N) :: IZR N :: nil)%list ((6%nat, Z.to_nat (P - 1 + 1)%Z) :: (9%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => h (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => h mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((18 :: 17 :: nil)%list%nat, (16 :: nil)%list%nat) :: ((19 :: 16 :: nil)%list%nat, (17 :: nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Times (Times (Sc 0) (Power (Times (Sc 2) (Sc 4)) 2)) (Over (Sc 6))) (Power (Over (Sc 8)) 2)) (Over (Sc 10))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (Times (Sc 14) (Over (Times (Times (Sc 2) (Sc 4)) (Sc 16))))) (Times (Sc 18) (Times (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))) (Over (Sc 18))))))) (Over (Sc 12)))
  (Times (Times (Times (Times (Sc 0) (Sc 2)) (Over (Times (Times (Times (Times (Times (Sc 6) (Sc 8)) (Sc 8)) (Over (Sc 4))) (Over (Sc 16))) (Sc 10)))) (Over (Sc 12))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (Sc 14)) (Times (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))) (Over (Sc 18))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [by_root | split; [over_by_root | exact I]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* PC-E90 *)
Theorem claim_pc_e90 :
forall (a a1 c d errors : R),
((((-1) * (c + 2 * a - d + (-1 / 2)) + errors = 0) /\ ((-1) * (c + 2 * a + (-1)) + errors = 0)) <-> (((-1) * (c + 2 * a + (-1)) + errors = 0) /\ (d = 1 / 2))).
Proof.
intros a a1 c d errors.
assert (cla0 : ((((-1) * (c + 2 * a - d + (-1 / 2)) + errors = 0) /\ ((-1) * (c + 2 * a + (-1)) + errors = 0)) <-> (((-1) * (c + 2 * a + (-1)) + errors = 0) /\ (d = 1 / 2)))).
{ linear. }
exact cla0.
Qed.

(* PC-E94 *)
Theorem claim_pc_e94 :
forall (a a1 b b1 c d : R),
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a + 1 / 2) = (-3) * (1 / 2)) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> d - (c + 2 * a + 1 / 2) = (-1)).
Proof.
intros a a1 b b1 c d.
assert (cla0 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a + 1 / 2) = (-3) * (1 / 2)).
{ intros spe0 spe1. subst d. subst a. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-1)) (Plus (Plus (Sc 0) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))) (Times (Num (1)) (Over (Num 2)))))
  (Times (Num (-3)) (Times (Num (1)) (Over (Num 2))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
assert (cla1 : d = 1 / 2 -> a = (1 - c) / 2 -> d - (c + 2 * a + 1 / 2) = (-1)).
{ intros spe0 spe1. subst d. subst a. clear cla0. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (1)) (Over (Num 2))) (Minus (Plus (Plus (Sc 0) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))) (Times (Num (1)) (Over (Num 2))))))
  (Num (-1))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact (conj cla0 cla1).
Qed.

(* PC-E94-bound *)
Theorem claim_pc_e94_bound :
forall (a a1 b b1 c d : R),
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a + 1 / 2) = (-3) * (1 / 2)) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> d - (c + 2 * a + 1 / 2) = (-1)) /\
c + 2 * a + (-1 / 2) - Rmin 0 (2 * d) - (c + 2 * a + (-1) - Rmin 0 (2 * d)) = 1 / 2.
Proof.
intros a a1 b b1 c d.
assert (cla0 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a + 1 / 2) = (-3) * (1 / 2)).
{ intros spe0 spe1. subst d. subst a. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-1)) (Plus (Plus (Sc 0) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))) (Times (Num (1)) (Over (Num 2)))))
  (Times (Num (-3)) (Times (Num (1)) (Over (Num 2))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
assert (cla1 : d = 1 / 2 -> a = (1 - c) / 2 -> d - (c + 2 * a + 1 / 2) = (-1)).
{ intros spe0 spe1. subst d. subst a. clear cla0. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (1)) (Over (Num 2))) (Minus (Plus (Plus (Sc 0) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))) (Times (Num (1)) (Over (Num 2))))))
  (Num (-1))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
assert (cla2 : c + 2 * a + (-1 / 2) - Rmin 0 (2 * d) - (c + 2 * a + (-1) - Rmin 0 (2 * d)) = 1 / 2).
{ clear cla0 cla1. linear. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* PC-S8 *)
Theorem claim_pc_s8 :
forall (a a1 b b1 c d : R),
(d = 1 / 2 -> (((2 * a1 + b1 = 0) /\ (c + 2 * a1 = Rmin 0 (2 * d))) <-> ((a1 = (-1) * c / 2) /\ (b1 = c)))) /\
(d = 1 / 2 -> (((2 * a + b = 1) /\ (c + 2 * a + (-1) = Rmin 0 (2 * d))) <-> ((a = (1 - c) / 2) /\ (b = c)))) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + d + 2 * a) - Rmax 0 ((-4) * d) = (-3) * (1 / 2)) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a) - Rmax 0 ((-4) * d) = (-1)) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a + 1 / 2) = (-3) * (1 / 2)) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> d - (c + 2 * a + 1 / 2) = (-1)).
Proof.
intros a a1 b b1 c d.
assert (cla0 : d = 1 / 2 -> (((2 * a1 + b1 = 0) /\ (c + 2 * a1 = Rmin 0 (2 * d))) <-> ((a1 = (-1) * c / 2) /\ (b1 = c)))).
{ intros spe0. subst d. linear. }
assert (cla1 : d = 1 / 2 -> (((2 * a + b = 1) /\ (c + 2 * a + (-1) = Rmin 0 (2 * d))) <-> ((a = (1 - c) / 2) /\ (b = c)))).
{ intros spe0. subst d. clear cla0. linear. }
assert (cla2 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + d + 2 * a) - Rmax 0 ((-4) * d) = (-3) * (1 / 2)).
{ intros spe0 spe1. subst d. subst a. clear cla0 cla1. linear. }
assert (cla3 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a) - Rmax 0 ((-4) * d) = (-1)).
{ intros spe0 spe1. subst d. subst a. clear cla0 cla1 cla2. linear. }
assert (cla4 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a + 1 / 2) = (-3) * (1 / 2)).
{ intros spe0 spe1. subst d. subst a. clear cla0 cla1 cla2 cla3. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-1)) (Plus (Plus (Sc 0) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))) (Times (Num (1)) (Over (Num 2)))))
  (Times (Num (-3)) (Times (Num (1)) (Over (Num 2))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
assert (cla5 : d = 1 / 2 -> a = (1 - c) / 2 -> d - (c + 2 * a + 1 / 2) = (-1)).
{ intros spe0 spe1. subst d. subst a. clear cla0 cla1 cla2 cla3 cla4. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (1)) (Over (Num 2))) (Minus (Plus (Plus (Sc 0) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))) (Times (Num (1)) (Over (Num 2))))))
  (Num (-1))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact (conj cla0 (conj cla1 (conj cla2 (conj cla3 (conj cla4 cla5))))).
Qed.

(* PC-A2 *)
Theorem claim_pc_a2 :
forall (H d : Z) (lambda : R) (M : Z -> Z -> Z -> R) (x : Z -> R) (w : Z -> R) (h : Z -> Z -> R) (m : Z -> Z -> R) (V : Z -> Z -> R) (z : Z -> Z -> R),
(1 <= H)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 1%Z i = x i) ->
(forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> h (l + 1)%Z i = sum 1 d (fun j => M (l + 1)%Z i j * h l j)) ->
(forall j : Z, (1 <= j <= d)%Z -> m H j = w j) ->
(forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> m l j = sum 1 d (fun i => M (l + 1)%Z i j * m (l + 1)%Z i)) ->
(forall i : Z, (1 <= i <= d)%Z -> V 1%Z i = m 1%Z i) ->
(forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> V (l + 1)%Z i = sum 1 d (fun j => M (l + 1)%Z i j * V l j) + m (l + 1)%Z i) ->
(forall l i : Z, (1 <= l <= H)%Z -> (1 <= i <= d)%Z -> z l i = h l i + V l i * lambda) ->
(forall i : Z, (1 <= i <= d)%Z -> z 1%Z i - h 1%Z i = m 1%Z i * lambda) /\
(forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> z (l + 1)%Z i - sum 1 d (fun j => M (l + 1)%Z i j * z l j) = m (l + 1)%Z i * lambda) /\
sum 1 d (fun i => w i * h H i) + (1 + sum 1 d (fun i => w i * V H i)) * lambda - sum 1 d (fun i => w i * z H i) = lambda /\
(forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> m l j * lambda = sum 1 d (fun i => M (l + 1)%Z i j * (m (l + 1)%Z i * lambda))) /\
(forall j : Z, (1 <= j <= d)%Z -> m H j = w j).
Proof.
intros H d lambda M x w h m V z dom0 dom1 def0 def1 def2 def3 def4 def5 def6.
assert (cla0 : (forall i : Z, (1 <= i <= d)%Z -> z 1%Z i - h 1%Z i = m 1%Z i * lambda)).
{ intros i ran0. transitivity (x i + m 1%Z i * lambda - x i); [cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (m 1%Z i * lambda); [exact (@same_by (x i :: m 1%Z i :: lambda :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 0) (Times (Sc 2) (Sc 4))) (Minus (Sc 0)))
  (Times (Sc 2) (Sc 4))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : (forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> z (l + 1)%Z i - sum 1 d (fun j => M (l + 1)%Z i j * z l j) = m (l + 1)%Z i * lambda)).
{ intros l i ran0 ran1. transitivity (sum 1 d (fun j_1 => M (l + 1)%Z i j_1 * h l j_1) + (sum 1 d (fun j_2 => M (l + 1)%Z i j_2 * V l j_2) + m (l + 1)%Z i) * lambda - sum 1 d (fun j_3 => M (l + 1)%Z i j_3 * (h l j_3 + V l j_3 * lambda))); [cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (m (l + 1)%Z i * lambda); [exact (@same_by (IZR d :: lambda :: m (l + 1)%Z i :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => M (l + 1)%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => V l (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => h l (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Times (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Sc 4)) (Sc 2))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (En 2 (0 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Sc 2)))))))
  (Times (Sc 4) (Sc 2))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla2 : sum 1 d (fun i => w i * h H i) + (1 + sum 1 d (fun i => w i * V H i)) * lambda - sum 1 d (fun i => w i * z H i) = lambda).
{ transitivity (sum 1 d (fun i_4 => w i_4 * h H i_4) + (1 + sum 1 d (fun i_5 => w i_5 * V H i_5)) * lambda - sum 1 d (fun i_6 => w i_6 * (h H i_6 + V H i_6 * lambda))); [cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (lambda); [exact (@same_by (IZR d :: lambda :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => V H (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => h H (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Times (Plus (Num (1)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Sc 2))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (En 2 (0 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Sc 2)))))))
  (Sc 2)
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla3 : (forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> m l j * lambda = sum 1 d (fun i => M (l + 1)%Z i j * (m (l + 1)%Z i * lambda)))).
{ intros l j ran0 ran1. transitivity (sum 1 d (fun i_7 => M (l + 1)%Z i_7 j * m (l + 1)%Z i_7) * lambda); [cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 d (fun i_8 => M (l + 1)%Z i_8 j * (m (l + 1)%Z i_8 * lambda))); [exact (@same_by (IZR d :: lambda :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => M (l + 1)%Z (1 + Z.of_nat v0')%Z j | 1%nat, (v0' :: nil)%list => m (l + 1)%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Sc 2))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Sc 2))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla4 : (forall j : Z, (1 <= j <= d)%Z -> m H j = w j)).
{ intros j ran0. transitivity (w j); [cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (w j); [exact (@same_by (w j :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Sc 0)
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h 1%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- h ?p0 ?p1 = _ => etransitivity; [solve [replace (h p0 p1) with (h (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V 1%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- V ?p0 ?p1 = _ => etransitivity; [solve [replace (V p0 p1) with (V (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z p0 p1) by (f_equal; lia); apply (def6 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 (conj cla1 (conj cla2 (conj cla3 cla4)))).
Qed.
