(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* LOOP-A-ID1 *)
Theorem claim_loop_a_id1 :
forall (N d : Z) (eps : R) (x : Z -> R) (R' : Z -> Z -> R) (h : Z -> Z -> R),
(0 <= N)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 0%Z i = x i) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> h (before + 1)%Z i = h before i + eps * R' (before + 1)%Z i) ->
(forall i : Z, (1 <= i <= d)%Z -> h N i = x i + eps * sum 1 N (fun n => R' n i)).
Proof.
intros N d eps x R' h dom0 dom1 def0 def1.
assert (ind : forall N_now : Z, (0 <= N_now)%Z -> (N_now <= N)%Z -> (forall i : Z, (1 <= i <= d)%Z -> h N_now i = x i + eps * sum 1 N_now (fun n => R' n i))).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> (forall i : Z, (1 <= i <= d)%Z -> h N_now i = x i + eps * sum 1 N_now (fun n => R' n i)))).
- intros most. intros i ran0. transitivity (x i); [cong (first [put h def0 | put h def1 | ends]) | transitivity (x i + eps * 0); [exact (@same_by (x i :: eps :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Plus (Sc 0) (Times (Sc 2) (Num (0))))
  (List.repeat nil 3) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | ends])]].
- intros N_now least hyp most. intros i ran0. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). transitivity (x i + eps * sum 1 N_now (fun n_2 => R' n_2 i) + eps * R' (N_now + 1)%Z i); [cong (first [put h hyp | put h def0 | put h def1 | ends]) | transitivity (x i + eps * (sum 1 N_now (fun n_4 => R' n_4 i) + R' (N_now + 1)%Z i)); [exact (@same_by (eps :: R' (N_now + 1)%Z i :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: x i :: nil)%list ((2%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => R' (1 + Z.of_nat v0')%Z i | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 6) (Times (Sc 0) (Total 0 (En 0 (0 :: nil)%list%nat)))) (Times (Sc 0) (Sc 2)))
  (Plus (Sc 6) (Times (Sc 0) (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 2))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h hyp | put h def0 | put h def1 | ends])]]. }
intros i ran0. apply (ind N); lia.
Qed.

(* LOOP-A-E2 *)
Theorem claim_loop_a_e2 :
forall (N d : Z) (eps : R) (x : Z -> R) (R' : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
sum 1 d (fun i => (x i + eps * sum 1 N (fun n => R' n i)) ^ 2) = sum 1 d (fun i => x i ^ 2) + 2 * eps * sum 1 d (fun i => sum 1 N (fun n => x i * R' n i)) + eps ^ 2 * sum 1 d (fun i => sum 1 N (fun k => sum 1 N (fun n => R' n i * R' k i))).
Proof.
intros N d eps x R' dom0 dom1.
transitivity (sum 1 d (fun i_1 => (x i_1 + eps * sum 1 N (fun n_2 => R' n_2 i_1)) ^ 2)); [cong (first [ends]) | transitivity (sum 1 d (fun i_3 => x i_3 ^ 2) + 2 * eps * sum 1 d (fun i_4 => sum 1 N (fun n_5 => x i_4 * R' n_5 i_4)) + eps ^ 2 * sum 1 d (fun i_6 => sum 1 N (fun k_7 => sum 1 N (fun n_8 => R' n_8 i_6 * R' k_7 i_6)))); [exact (@same_by (IZR d :: eps :: IZR N :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => R' (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (Times (Sc 2) (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)))) 2))
  (Plus (Plus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Times (Times (Num (2)) (Sc 2)) (Total 0 (Total 1 (Times (En 1 (0 :: nil)%list%nat) (En 0 (1 :: 0 :: nil)%list%nat)))))) (Times (Power (Sc 2) 2) (Total 0 (Total 1 (Total 1 (Times (En 0 (2 :: 0 :: nil)%list%nat) (En 0 (1 :: 0 :: nil)%list%nat)))))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* LOOP-A-E5 *)
Theorem claim_loop_a_e5 :
forall (N d : Z) (eps : R) (x : Z -> R) (R' : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
sum 1 d (fun i => (x i + eps * sum 1 N (fun n => R' n i)) ^ 2) = sum 1 d (fun i => x i ^ 2) + 2 * eps * sum 1 d (fun i => sum 1 N (fun n => x i * R' n i)) + eps ^ 2 * sum 1 d (fun i => sum 1 N (fun k => sum 1 N (fun n => R' n i * R' k i))).
Proof.
intros N d eps x R' dom0 dom1.
transitivity (sum 1 d (fun i_1 => (x i_1 + eps * sum 1 N (fun n_2 => R' n_2 i_1)) ^ 2)); [cong (first [ends]) | transitivity (sum 1 d (fun i_3 => x i_3 ^ 2) + 2 * eps * sum 1 d (fun i_4 => sum 1 N (fun n_5 => x i_4 * R' n_5 i_4)) + eps ^ 2 * sum 1 d (fun i_6 => sum 1 N (fun k_7 => sum 1 N (fun n_8 => R' n_8 i_6 * R' k_7 i_6)))); [exact (@same_by (IZR d :: eps :: IZR N :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => R' (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (Times (Sc 2) (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)))) 2))
  (Plus (Plus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Times (Times (Num (2)) (Sc 2)) (Total 0 (Total 1 (Times (En 1 (0 :: nil)%list%nat) (En 0 (1 :: 0 :: nil)%list%nat)))))) (Times (Power (Sc 2) 2) (Total 0 (Total 1 (Total 1 (Times (En 0 (2 :: 0 :: nil)%list%nat) (En 0 (1 :: 0 :: nil)%list%nat)))))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* LOOP-A-ID2 *)
Theorem claim_loop_a_id2 :
forall (N d : Z) (W : Z -> Z -> R) (u : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> sum 1 d (fun i => sum 1 d (fun j => W i j * u n j) * sum 1 d (fun l => W i l * u k l)) = sum 1 d (fun l => sum 1 d (fun j => u n j * sum 1 d (fun i => W i j * W i l) * u k l))).
Proof.
intros N d W u dom0 dom1.
intros n k ran0 ran1. transitivity (sum 1 d (fun i_1 => sum 1 d (fun j_2 => W i_1 j_2 * u n j_2) * sum 1 d (fun l_3 => W i_1 l_3 * u k l_3))); [cong (first [ends]) | transitivity (sum 1 d (fun l_4 => sum 1 d (fun j_5 => u n j_5 * sum 1 d (fun i_6 => W i_6 j_5 * W i_6 l_4) * u k l_4))); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u k (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Total 0 (Times (En 0 (2 :: 1 :: nil)%list%nat) (En 0 (2 :: 0 :: nil)%list%nat)))) (En 2 (0 :: nil)%list%nat))))
  ((nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* LOOP-A-I1 *)
Theorem claim_loop_a_i1 :
forall (N d : Z) (eps R_0 : R) (c : Z -> R) (x : Z -> R) (Z' : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
(0 <= eps) ->
(0 < R_0) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= c i1)) ->
sum 1 d (fun i => x i ^ 2) <= R_0 ^ 2 * IZR d ->
(forall n : Z, (1 <= n <= N)%Z -> sum 1 d (fun i => Z' n i ^ 2) <= IZR d) ->
1 * (2 * eps * sum 1 d (fun i => sum 1 N (fun n => x i * c n * Z' n i)) / IZR d) <= 2 * eps * R_0 * sum 1 N (fun n => c n) /\
(-1) * (2 * eps * sum 1 d (fun i => sum 1 N (fun n => x i * c n * Z' n i)) / IZR d) <= 2 * eps * R_0 * sum 1 N (fun n => c n) /\
2 * eps * sum 1 d (fun i => sum 1 N (fun n => x i * c n * x i)) / IZR d = 2 * eps * (sum 1 d (fun i => x i ^ 2) / IZR d) * sum 1 N (fun n => c n).
Proof.
intros N d eps R_0 c x Z' dom0 dom1 dom2 dom3 dom4 giv0 giv1.
apply keep; [|intros cla0].
{ assert (gap : 2 * eps * R_0 * sum 1 N (fun n => c n) - 1 * (2 * eps * sum 1 d (fun i => sum 1 N (fun n => x i * c n * Z' n i)) / IZR d) = eps * R_0 * sum 1 N (fun n => c n * (sum 1 d (fun i => (x i / R_0 - 1 * Z' n i) ^ 2) + (IZR d - sum 1 d (fun i => Z' n i ^ 2)))) / IZR d + eps * sum 1 N (fun n => c n) * (R_0 ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) / (R_0 * IZR d)). { transitivity (2 * eps * R_0 * sum 1 N (fun n_1 => c n_1) - 1 * (2 * eps * sum 1 d (fun i_2 => sum 1 N (fun n_3 => x i_2 * c n_3 * Z' n_3 i_2)) / IZR d)); [cong (first [ends]) | transitivity (eps * R_0 * sum 1 N (fun n_4 => c n_4 * (sum 1 d (fun i_5 => (x i_5 / R_0 - 1 * Z' n_4 i_5) ^ 2) + (IZR d - sum 1 d (fun i_6 => Z' n_4 i_6 ^ 2)))) / IZR d + eps * sum 1 N (fun n_7 => c n_7) * (R_0 ^ 2 * IZR d - sum 1 d (fun i_8 => x i_8 ^ 2)) / (R_0 * IZR d)); [exact (@same_by (eps :: IZR d :: IZR N :: R_0 :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => Z' (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Times (Times (Num (2)) (Sc 0)) (Sc 6)) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Times (Num (1)) (Times (Times (Times (Num (2)) (Sc 0)) (Total 0 (Total 1 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat))))) (Over (Sc 2))))))
  (Plus (Times (Times (Times (Sc 0) (Sc 6)) (Total 1 (Times (En 1 (0 :: nil)%list%nat) (Plus (Total 0 (Power (Plus (Times (En 0 (1 :: nil)%list%nat) (Over (Sc 6))) (Minus (Times (Num (1)) (En 2 (0 :: 1 :: nil)%list%nat)))) 2)) (Plus (Sc 2) (Minus (Total 0 (Power (En 2 (0 :: 1 :: nil)%list%nat) 2)))))))) (Over (Sc 2))) (Times (Times (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Plus (Times (Power (Sc 6) 2) (Sc 2)) (Minus (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))))) (Over (Times (Sc 6) (Sc 2)))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= eps * R_0 * sum 1 N (fun n => c n * (sum 1 d (fun i => (x i / R_0 - 1 * Z' n i) ^ 2) + (IZR d - sum 1 d (fun i => Z' n i ^ 2)))) / IZR d + eps * sum 1 N (fun n => c n) * (R_0 ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) / (R_0 * IZR d)) by pos. clear - gap sgn; lra. }
apply keep; [|intros cla1].
{ assert (gap : 2 * eps * R_0 * sum 1 N (fun n => c n) - (-1) * (2 * eps * sum 1 d (fun i => sum 1 N (fun n => x i * c n * Z' n i)) / IZR d) = eps * R_0 * sum 1 N (fun n => c n * (sum 1 d (fun i => (x i / R_0 - (-1) * Z' n i) ^ 2) + (IZR d - sum 1 d (fun i => Z' n i ^ 2)))) / IZR d + eps * sum 1 N (fun n => c n) * (R_0 ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) / (R_0 * IZR d)). { transitivity (2 * eps * R_0 * sum 1 N (fun n_9 => c n_9) - (-1) * (2 * eps * sum 1 d (fun i_10 => sum 1 N (fun n_11 => x i_10 * c n_11 * Z' n_11 i_10)) / IZR d)); [cong (first [ends]) | transitivity (eps * R_0 * sum 1 N (fun n_12 => c n_12 * (sum 1 d (fun i_13 => (x i_13 / R_0 - (-1) * Z' n_12 i_13) ^ 2) + (IZR d - sum 1 d (fun i_14 => Z' n_12 i_14 ^ 2)))) / IZR d + eps * sum 1 N (fun n_15 => c n_15) * (R_0 ^ 2 * IZR d - sum 1 d (fun i_16 => x i_16 ^ 2)) / (R_0 * IZR d)); [exact (@same_by (eps :: IZR d :: IZR N :: R_0 :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => Z' (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Times (Times (Num (2)) (Sc 0)) (Sc 6)) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Times (Num (-1)) (Times (Times (Times (Num (2)) (Sc 0)) (Total 0 (Total 1 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat))))) (Over (Sc 2))))))
  (Plus (Times (Times (Times (Sc 0) (Sc 6)) (Total 1 (Times (En 1 (0 :: nil)%list%nat) (Plus (Total 0 (Power (Plus (Times (En 0 (1 :: nil)%list%nat) (Over (Sc 6))) (Minus (Times (Num (-1)) (En 2 (0 :: 1 :: nil)%list%nat)))) 2)) (Plus (Sc 2) (Minus (Total 0 (Power (En 2 (0 :: 1 :: nil)%list%nat) 2)))))))) (Over (Sc 2))) (Times (Times (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Plus (Times (Power (Sc 6) 2) (Sc 2)) (Minus (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))))) (Over (Times (Sc 6) (Sc 2)))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= eps * R_0 * sum 1 N (fun n => c n * (sum 1 d (fun i => (x i / R_0 - (-1) * Z' n i) ^ 2) + (IZR d - sum 1 d (fun i => Z' n i ^ 2)))) / IZR d + eps * sum 1 N (fun n => c n) * (R_0 ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) / (R_0 * IZR d)) by pos. clear - gap sgn; lra. }
transitivity (2 * eps * sum 1 d (fun i_17 => sum 1 N (fun n_18 => x i_17 * c n_18 * x i_17)) / IZR d); [cong (first [ends]) | transitivity (2 * eps * (sum 1 d (fun i_19 => x i_19 ^ 2) / IZR d) * sum 1 N (fun n_20 => c n_20)); [exact (@same_by (eps :: IZR d :: IZR N :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Times (Num (2)) (Sc 0)) (Total 0 (Total 1 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Over (Sc 2)))
  (Times (Times (Times (Num (2)) (Sc 0)) (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 2)))) (Total 1 (En 1 (0 :: nil)%list%nat)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* LOOP-A-DP2 *)
Theorem claim_loop_a_dp2 :
forall (N d : Z) (eps : R) (x : Z -> R) (R' : Z -> Z -> R) (h : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 0%Z i = x i) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> h (before + 1)%Z i = h before i + eps * R' (before + 1)%Z i) ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> sum 1 d (fun i => h (before + 1)%Z i ^ 2) = sum 1 d (fun i => h before i ^ 2) + 2 * eps * sum 1 d (fun i => h before i * R' (before + 1)%Z i) + eps ^ 2 * sum 1 d (fun i => R' (before + 1)%Z i ^ 2)).
Proof.
intros N d eps x R' h dom0 dom1 def0 def1.
intros before ran0. transitivity (sum 1 d (fun i_1 => (h before i_1 + eps * R' (before + 1)%Z i_1) ^ 2)); [cong (first [put h def0 | put h def1 | ends]) | transitivity (sum 1 d (fun i_2 => h before i_2 ^ 2) + 2 * eps * sum 1 d (fun i_3 => h before i_3 * R' (before + 1)%Z i_3) + eps ^ 2 * sum 1 d (fun i_4 => R' (before + 1)%Z i_4 ^ 2)); [exact (@same_by (IZR d :: eps :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => R' (before + 1)%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h before (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (Times (Sc 2) (En 0 (0 :: nil)%list%nat))) 2))
  (Plus (Plus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Times (Times (Num (2)) (Sc 2)) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))))) (Times (Power (Sc 2) 2) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | ends])]].
Qed.

(* LOOP-A-DP3 *)
Theorem claim_loop_a_dp3 :
forall (d : Z) (s eps : R) (x : Z -> R) (y : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= d)%Z ->
(0 <= s) ->
gaussian_matrix d d (s ^ 2 / IZR d) E_W ->
E_W (fun W => sum 1 d (fun i => x i * sum 1 d (fun j => W i j * y j))) = 0.
Proof.
intros d s eps x y E_W dom0 dom1 dom2.
assert (mean0 : E_W (fun W => sum 1 d (fun i => x i * sum 1 d (fun j => W i j * y j))) = 0).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 d (fun i_1 => sum 1 d (fun j_3 => x i_1 * y j_3 * (W i_1 j_3 * 1)))) (a := sum 1 d (fun i_1 => sum 1 d (fun j_3 => x i_1 * y j_3 * 0))).
- intros W. exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (Times (En 1 (0 :: 1 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (0).
  + exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Num (0)))))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (0); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* LOOP-A-DP4 *)
Theorem claim_loop_a_dp4 :
forall (d : Z) (s eps : R) (x : Z -> R) (g : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= d)%Z ->
(0 <= s) ->
gaussian_matrix d d (s ^ 2 / IZR d) E_W ->
(forall i : Z, (1 <= i <= d)%Z -> g i ^ 2 = g i) ->
(E_W (fun W => sum 1 d (fun i => (1 * x i + eps * sum 1 d (fun j => W i j * g j * 1 * x j)) ^ 2)) / IZR d + E_W (fun W => sum 1 d (fun i => ((-1) * x i + eps * sum 1 d (fun j => W i j * (1 - g j) * (-1) * x j)) ^ 2)) / IZR d) / 2 = (1 + (eps * s) ^ 2 / 2) * sum 1 d (fun i => x i ^ 2) / IZR d.
Proof.
intros d s eps x g E_W dom0 dom1 dom2 giv0.
assert (mean0 : E_W (fun W => sum 1 d (fun i => (1 * x i + eps * sum 1 d (fun j => W i j * g j * 1 * x j)) ^ 2)) = sum 1 d (fun i_1 => 1 * x i_1 * (1 * x i_1)) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => s ^ 2 / IZR d * eps * g j_8 * 1 * x j_8 * eps * g j_8 * 1 * x j_8))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 d (fun i_1 => 1 * x i_1 * (1 * x i_1) * 1) + sum 1 d (fun i_1 => sum 1 d (fun j_6 => 1 * x i_1 * eps * g j_6 * 1 * x j_6 * (W i_1 j_6 * 1))) + sum 1 d (fun i_1 => sum 1 d (fun j_7 => eps * g j_7 * 1 * x j_7 * (1 * x i_1) * (W i_1 j_7 * 1))) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => sum 1 d (fun j_9 => eps * g j_8 * 1 * x j_8 * eps * g j_9 * 1 * x j_9 * (W i_1 j_8 * (W i_1 j_9 * 1)))))) (a := sum 1 d (fun i_1 => 1 * x i_1 * (1 * x i_1) * 1) + sum 1 d (fun i_1 => sum 1 d (fun j_6 => 1 * x i_1 * eps * g j_6 * 1 * x j_6 * 0)) + sum 1 d (fun i_1 => sum 1 d (fun j_7 => eps * g j_7 * 1 * x j_7 * (1 * x i_1) * 0)) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => sum 1 d (fun j_9 => eps * g j_8 * 1 * x j_8 * eps * g j_9 * 1 * x j_9 * (s ^ 2 / IZR d * same_place i_1 i_1 * same_place j_8 j_9))))).
- intros W. exact (@same_by (IZR d :: eps :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (1)) (En 2 (0 :: nil)%list%nat)) (Times (Sc 2) (Total 0 (Times (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat))))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 2 (0 :: nil)%list%nat)) (Times (Num (1)) (En 2 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (En 2 (0 :: nil)%list%nat)) (Sc 2)) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat)) (Times (Num (1)) (En 2 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Sc 2) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat)) (Sc 2)) (En 1 (2 :: nil)%list%nat)) (Num (1))) (En 2 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 d (fun i_1 => 1 * x i_1 * (1 * x i_1)) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => sum 1 d (fun j_9 => same_place j_8 j_9 * (same_place i_1 i_1 * (s ^ 2 / IZR d * eps * g j_8 * 1 * x j_8 * eps * g j_9 * 1 * x j_9)))))).
  + exact (@same_by (IZR d :: eps :: s :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: nil)%list%nat)) (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 3 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 3 (1 :: 2 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_W (fun W => sum 1 d (fun i => ((-1) * x i + eps * sum 1 d (fun j => W i j * (1 - g j) * (-1) * x j)) ^ 2)) = sum 1 d (fun i_10 => (-1) * x i_10 * ((-1) * x i_10)) + sum 1 d (fun i_10 => sum 1 d (fun j_17 => s ^ 2 / IZR d * eps * (1 - g j_17) * (-1) * x j_17 * eps * (1 - g j_17) * (-1) * x j_17))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 d (fun i_10 => (-1) * x i_10 * ((-1) * x i_10) * 1) + sum 1 d (fun i_10 => sum 1 d (fun j_15 => (-1) * x i_10 * eps * (1 - g j_15) * (-1) * x j_15 * (W i_10 j_15 * 1))) + sum 1 d (fun i_10 => sum 1 d (fun j_16 => eps * (1 - g j_16) * (-1) * x j_16 * ((-1) * x i_10) * (W i_10 j_16 * 1))) + sum 1 d (fun i_10 => sum 1 d (fun j_17 => sum 1 d (fun j_18 => eps * (1 - g j_17) * (-1) * x j_17 * eps * (1 - g j_18) * (-1) * x j_18 * (W i_10 j_17 * (W i_10 j_18 * 1)))))) (a := sum 1 d (fun i_10 => (-1) * x i_10 * ((-1) * x i_10) * 1) + sum 1 d (fun i_10 => sum 1 d (fun j_15 => (-1) * x i_10 * eps * (1 - g j_15) * (-1) * x j_15 * 0)) + sum 1 d (fun i_10 => sum 1 d (fun j_16 => eps * (1 - g j_16) * (-1) * x j_16 * ((-1) * x i_10) * 0)) + sum 1 d (fun i_10 => sum 1 d (fun j_17 => sum 1 d (fun j_18 => eps * (1 - g j_17) * (-1) * x j_17 * eps * (1 - g j_18) * (-1) * x j_18 * (s ^ 2 / IZR d * same_place i_10 i_10 * same_place j_17 j_18))))).
- intros W. exact (@same_by (IZR d :: eps :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (-1)) (En 2 (0 :: nil)%list%nat)) (Times (Sc 2) (Total 0 (Times (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (Plus (Num (1)) (Minus (En 1 (1 :: nil)%list%nat)))) (Num (-1))) (En 2 (1 :: nil)%list%nat))))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (-1)) (En 2 (0 :: nil)%list%nat)) (Times (Num (-1)) (En 2 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (En 2 (0 :: nil)%list%nat)) (Sc 2)) (Plus (Num (1)) (Minus (En 1 (1 :: nil)%list%nat)))) (Num (-1))) (En 2 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (Plus (Num (1)) (Minus (En 1 (1 :: nil)%list%nat)))) (Num (-1))) (En 2 (1 :: nil)%list%nat)) (Times (Num (-1)) (En 2 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Sc 2) (Plus (Num (1)) (Minus (En 1 (1 :: nil)%list%nat)))) (Num (-1))) (En 2 (1 :: nil)%list%nat)) (Sc 2)) (Plus (Num (1)) (Minus (En 1 (2 :: nil)%list%nat)))) (Num (-1))) (En 2 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 d (fun i_10 => (-1) * x i_10 * ((-1) * x i_10)) + sum 1 d (fun i_10 => sum 1 d (fun j_17 => sum 1 d (fun j_18 => same_place j_17 j_18 * (same_place i_10 i_10 * (s ^ 2 / IZR d * eps * (1 - g j_17) * (-1) * x j_17 * eps * (1 - g j_18) * (-1) * x j_18)))))).
  + exact (@same_by (IZR d :: eps :: s :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (-1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (-1)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (En 1 (0 :: nil)%list%nat)) (Sc 2)) (Plus (Num (1)) (Minus (En 0 (1 :: nil)%list%nat)))) (Num (-1))) (En 1 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (Plus (Num (1)) (Minus (En 0 (1 :: nil)%list%nat)))) (Num (-1))) (En 1 (1 :: nil)%list%nat)) (Times (Num (-1)) (En 1 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Sc 2) (Plus (Num (1)) (Minus (En 0 (1 :: nil)%list%nat)))) (Num (-1))) (En 1 (1 :: nil)%list%nat)) (Sc 2)) (Plus (Num (1)) (Minus (En 0 (2 :: nil)%list%nat)))) (Num (-1))) (En 1 (2 :: nil)%list%nat)) (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 3 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (-1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (-1)) (En 1 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 3 (1 :: 2 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (Sc 2)) (Plus (Num (1)) (Minus (En 0 (1 :: nil)%list%nat)))) (Num (-1))) (En 1 (1 :: nil)%list%nat)) (Sc 2)) (Plus (Num (1)) (Minus (En 0 (2 :: nil)%list%nat)))) (Num (-1))) (En 1 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (zer : (eps * s) ^ 2 * sum 1 d (fun i => (g i - g i ^ 2) * x i ^ 2) / IZR d = 0) by zero. assert (gap : (E_W (fun W => sum 1 d (fun i => (1 * x i + eps * sum 1 d (fun j => W i j * g j * 1 * x j)) ^ 2)) / IZR d + E_W (fun W => sum 1 d (fun i => ((-1) * x i + eps * sum 1 d (fun j => W i j * (1 - g j) * (-1) * x j)) ^ 2)) / IZR d) / 2 - (1 + (eps * s) ^ 2 / 2) * sum 1 d (fun i => x i ^ 2) / IZR d = (eps * s) ^ 2 * sum 1 d (fun i => (g i - g i ^ 2) * x i ^ 2) / IZR d * (-1)). { transitivity (((sum 1 d (fun i_35 => 1 * x i_35 * (1 * x i_35)) + sum 1 d (fun i_36 => sum 1 d (fun j_37 => s ^ 2 / IZR d * eps * g j_37 * 1 * x j_37 * eps * g j_37 * 1 * x j_37))) / IZR d + (sum 1 d (fun i_38 => (-1) * x i_38 * ((-1) * x i_38)) + sum 1 d (fun i_39 => sum 1 d (fun j_40 => s ^ 2 / IZR d * eps * (1 - g j_40) * (-1) * x j_40 * eps * (1 - g j_40) * (-1) * x j_40))) / IZR d) / 2 - (1 + (eps * s) ^ 2 / 2) * sum 1 d (fun i_41 => x i_41 ^ 2) / IZR d); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | ends]) | transitivity ((eps * s) ^ 2 * sum 1 d (fun i_42 => (g i_42 - g i_42 ^ 2) * x i_42 ^ 2) / IZR d * (-1)); [exact (@same_by (eps :: s :: IZR d :: nil)%list ((2%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Plus (Times (Plus (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Times (Power (Sc 2) 2) (Over (Sc 4))) (Sc 0)) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 0 (1 :: nil)%list%nat)) (Sc 0)) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 0 (1 :: nil)%list%nat))))) (Over (Sc 4))) (Times (Plus (Total 0 (Times (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Times (Power (Sc 2) 2) (Over (Sc 4))) (Sc 0)) (Plus (Num (1)) (Minus (En 1 (1 :: nil)%list%nat)))) (Num (-1))) (En 0 (1 :: nil)%list%nat)) (Sc 0)) (Plus (Num (1)) (Minus (En 1 (1 :: nil)%list%nat)))) (Num (-1))) (En 0 (1 :: nil)%list%nat))))) (Over (Sc 4)))) (Over (Num (2)))) (Minus (Times (Times (Plus (Num (1)) (Times (Power (Times (Sc 0) (Sc 2)) 2) (Over (Num (2))))) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))) (Over (Sc 4)))))
  (Times (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Power (En 1 (0 :: nil)%list%nat) 2))) (Power (En 0 (0 :: nil)%list%nat) 2)))) (Over (Sc 4))) (Num (-1)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | ends])]]. } clear - gap zer; lra.
Qed.

(* LOOP-A-DP4-any *)
Theorem claim_loop_a_dp4_any :
forall (d : Z) (s eps : R) (x : Z -> R) (g : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= d)%Z ->
(0 <= s) ->
gaussian_matrix d d (s ^ 2 / IZR d) E_W ->
(forall i : Z, (1 <= i <= d)%Z -> g i ^ 2 = g i) ->
E_W (fun W => sum 1 d (fun i => (1 * x i + eps * sum 1 d (fun j => W i j * g j * 1 * x j)) ^ 2)) / IZR d = (sum 1 d (fun i => x i ^ 2) + (eps * s) ^ 2 * sum 1 d (fun i => (g i * x i) ^ 2)) / IZR d /\
sum 1 d (fun i => x i ^ 2) - sum 1 d (fun i => (g i * x i) ^ 2) = sum 1 d (fun i => ((1 - g i) * x i) ^ 2) /\
((forall i : Z, (1 <= i <= d)%Z -> g i = 0) -> sum 1 d (fun i => (g i * x i) ^ 2) = 0) /\
((forall i : Z, (1 <= i <= d)%Z -> g i = 1) -> sum 1 d (fun i => (g i * x i) ^ 2) = sum 1 d (fun i => x i ^ 2)).
Proof.
intros d s eps x g E_W dom0 dom1 dom2 giv0.
apply keep; [|intros cla0].
{ assert (mean0 : E_W (fun W => sum 1 d (fun i => (1 * x i + eps * sum 1 d (fun j => W i j * g j * 1 * x j)) ^ 2)) = sum 1 d (fun i_1 => 1 * x i_1 * (1 * x i_1)) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => s ^ 2 / IZR d * eps * g j_8 * 1 * x j_8 * eps * g j_8 * 1 * x j_8))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 d (fun i_1 => 1 * x i_1 * (1 * x i_1) * 1) + sum 1 d (fun i_1 => sum 1 d (fun j_6 => 1 * x i_1 * eps * g j_6 * 1 * x j_6 * (W i_1 j_6 * 1))) + sum 1 d (fun i_1 => sum 1 d (fun j_7 => eps * g j_7 * 1 * x j_7 * (1 * x i_1) * (W i_1 j_7 * 1))) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => sum 1 d (fun j_9 => eps * g j_8 * 1 * x j_8 * eps * g j_9 * 1 * x j_9 * (W i_1 j_8 * (W i_1 j_9 * 1)))))) (a := sum 1 d (fun i_1 => 1 * x i_1 * (1 * x i_1) * 1) + sum 1 d (fun i_1 => sum 1 d (fun j_6 => 1 * x i_1 * eps * g j_6 * 1 * x j_6 * 0)) + sum 1 d (fun i_1 => sum 1 d (fun j_7 => eps * g j_7 * 1 * x j_7 * (1 * x i_1) * 0)) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => sum 1 d (fun j_9 => eps * g j_8 * 1 * x j_8 * eps * g j_9 * 1 * x j_9 * (s ^ 2 / IZR d * same_place i_1 i_1 * same_place j_8 j_9))))).
- intros W. exact (@same_by (IZR d :: eps :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (1)) (En 2 (0 :: nil)%list%nat)) (Times (Sc 2) (Total 0 (Times (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat))))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 2 (0 :: nil)%list%nat)) (Times (Num (1)) (En 2 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (En 2 (0 :: nil)%list%nat)) (Sc 2)) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat)) (Times (Num (1)) (En 2 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Sc 2) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat)) (Sc 2)) (En 1 (2 :: nil)%list%nat)) (Num (1))) (En 2 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 d (fun i_1 => 1 * x i_1 * (1 * x i_1)) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => sum 1 d (fun j_9 => same_place j_8 j_9 * (same_place i_1 i_1 * (s ^ 2 / IZR d * eps * g j_8 * 1 * x j_8 * eps * g j_9 * 1 * x j_9)))))).
  + exact (@same_by (IZR d :: eps :: s :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: nil)%list%nat)) (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 3 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 3 (1 :: 2 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity ((sum 1 d (fun i_10 => 1 * x i_10 * (1 * x i_10)) + sum 1 d (fun i_11 => sum 1 d (fun j_12 => s ^ 2 / IZR d * eps * g j_12 * 1 * x j_12 * eps * g j_12 * 1 * x j_12))) / IZR d); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((sum 1 d (fun i_13 => x i_13 ^ 2) + (eps * s) ^ 2 * sum 1 d (fun i_14 => (g i_14 * x i_14) ^ 2)) / IZR d); [exact (@same_by (IZR d :: s :: eps :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 0 (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Times (Power (Sc 2) 2) (Over (Sc 0))) (Sc 4)) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Sc 4)) (En 0 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Times (Plus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Times (Power (Times (Sc 4) (Sc 2)) 2) (Total 0 (Power (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) 2)))) (Over (Sc 0)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (zer : 2 * sum 1 d (fun i => (g i - g i ^ 2) * x i ^ 2) = 0) by zero. assert (gap : sum 1 d (fun i => x i ^ 2) - sum 1 d (fun i => (g i * x i) ^ 2) - sum 1 d (fun i => ((1 - g i) * x i) ^ 2) = 2 * sum 1 d (fun i => (g i - g i ^ 2) * x i ^ 2) * 1). { transitivity (sum 1 d (fun i_15 => x i_15 ^ 2) - sum 1 d (fun i_16 => (g i_16 * x i_16) ^ 2) - sum 1 d (fun i_17 => ((1 - g i_17) * x i_17) ^ 2)); [cong (first [ends]) | transitivity (2 * sum 1 d (fun i_18 => (g i_18 - g i_18 ^ 2) * x i_18 ^ 2) * 1); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Minus (Total 0 (Power (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) 2)))) (Minus (Total 0 (Power (Times (Plus (Num (1)) (Minus (En 0 (0 :: nil)%list%nat))) (En 1 (0 :: nil)%list%nat)) 2))))
  (Times (Times (Num (2)) (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Power (En 0 (0 :: nil)%list%nat) 2))) (Power (En 1 (0 :: nil)%list%nat) 2)))) (Num (1)))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra. }
apply keep; [|intros cla2].
{ intros spe0. transitivity (sum 1 d (fun i_19 => (0 * x i_19) ^ 2)); [cong (first [put g spe0 | ends]) | transitivity (0); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) 2))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put g spe0 | ends])]]. }
intros spe0. transitivity (sum 1 d (fun i_20 => (1 * x i_20) ^ 2)); [cong (first [put g spe0 | ends]) | transitivity (sum 1 d (fun i_21 => x i_21 ^ 2)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) 2))
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put g spe0 | ends])]].
Qed.

(* LOOP-A-T2-sign *)
Theorem claim_loop_a_t2_sign :
forall (d : Z) (x : Z -> R) (y : Z -> R),
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> x i ^ 2 = 1) ->
sum 1 d (fun i => sum 1 d (fun j => x i * y j * y j) ^ 2) = IZR d * sum 1 d (fun j => y j ^ 2) ^ 2 /\
sum 1 d (fun j => sum 1 d (fun i => (x i * y j) ^ 2)) = IZR d * sum 1 d (fun j => y j ^ 2).
Proof.
intros d x y dom0 giv0.
apply keep; [|intros cla0].
{ assert (zer : sum 1 d (fun i => 1 - x i ^ 2) * sum 1 d (fun j => y j ^ 2) ^ 2 = 0) by zero. assert (gap : sum 1 d (fun i => sum 1 d (fun j => x i * y j * y j) ^ 2) - IZR d * sum 1 d (fun j => y j ^ 2) ^ 2 = sum 1 d (fun i => 1 - x i ^ 2) * sum 1 d (fun j => y j ^ 2) ^ 2 * (-1)). { transitivity (sum 1 d (fun i_11 => sum 1 d (fun j_12 => x i_11 * y j_12 * y j_12) ^ 2) - IZR d * sum 1 d (fun j_13 => y j_13 ^ 2) ^ 2); [cong (first [ends]) | transitivity (sum 1 d (fun i_14 => 1 - x i_14 ^ 2) * sum 1 d (fun j_15 => y j_15 ^ 2) ^ 2 * (-1)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Power (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))) 2)) (Minus (Times (Sc 0) (Power (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) 2))))
  (Times (Times (Total 0 (Plus (Num (1)) (Minus (Power (En 1 (0 :: nil)%list%nat) 2)))) (Power (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) 2)) (Num (-1)))
  ((0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra. }
assert (zer : sum 1 d (fun i => 1 - x i ^ 2) * sum 1 d (fun j => y j ^ 2) = 0) by zero. assert (gap : sum 1 d (fun j => sum 1 d (fun i => (x i * y j) ^ 2)) - IZR d * sum 1 d (fun j => y j ^ 2) = sum 1 d (fun i => 1 - x i ^ 2) * sum 1 d (fun j => y j ^ 2) * (-1)). { transitivity (sum 1 d (fun j_26 => sum 1 d (fun i_27 => (x i_27 * y j_26) ^ 2)) - IZR d * sum 1 d (fun j_28 => y j_28 ^ 2)); [cong (first [ends]) | transitivity (sum 1 d (fun i_29 => 1 - x i_29 ^ 2) * sum 1 d (fun j_30 => y j_30 ^ 2) * (-1)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Power (Times (En 1 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) 2))) (Minus (Times (Sc 0) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))))
  (Times (Times (Total 0 (Plus (Num (1)) (Minus (Power (En 1 (0 :: nil)%list%nat) 2)))) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra.
Qed.

(* LOOP-A-E6 *)
Theorem claim_loop_a_e6 :
forall (N d : Z) (eps : R) (x : Z -> R) (W : Z -> Z -> R) (D : Z -> Z -> R) (u : Z -> Z -> R) (v : Z -> Z -> R) (h : Z -> Z -> R) (g : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 0%Z i = x i) ->
(forall i : Z, (1 <= i <= d)%Z -> g 0%Z i = x i) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> h (before + 1)%Z i = h before i + eps * sum 1 d (fun j => W i j * u (before + 1)%Z j)) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> g (before + 1)%Z i = g before i + eps * sum 1 d (fun j => (W i j + D i j) * v (before + 1)%Z j)) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> g (before + 1)%Z i - h (before + 1)%Z i = g before i - h before i + eps * sum 1 d (fun j => D i j * v (before + 1)%Z j) + eps * sum 1 d (fun j => W i j * (v (before + 1)%Z j - u (before + 1)%Z j))).
Proof.
intros N d eps x W D u v h g dom0 dom1 def0 def1 def2 def3.
intros before i ran0 ran1. transitivity (g before i + eps * sum 1 d (fun j_1 => (W i j_1 + D i j_1) * v (before + 1)%Z j_1) - (h before i + eps * sum 1 d (fun j_2 => W i j_2 * u (before + 1)%Z j_2))); [cong (first [put h def0 | put g def1 | put h def2 | put g def3 | ends]) | transitivity (g before i - h before i + eps * sum 1 d (fun j_3 => D i j_3 * v (before + 1)%Z j_3) + eps * sum 1 d (fun j_4 => W i j_4 * (v (before + 1)%Z j_4 - u (before + 1)%Z j_4))); [exact (@same_by (eps :: IZR d :: h before i :: g before i :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (before + 1)%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => D i (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (before + 1)%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 6) (Times (Sc 0) (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (En 3 (0 :: nil)%list%nat))))) (Minus (Plus (Sc 4) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))))
  (Plus (Plus (Plus (Sc 6) (Minus (Sc 4))) (Times (Sc 0) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (En 3 (0 :: nil)%list%nat) (Minus (En 1 (0 :: nil)%list%nat)))))))
  (List.repeat nil 10) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put g def1 | put h def2 | put g def3 | ends])]].
Qed.

(* LOOP-A-E7 *)
Theorem claim_loop_a_e7 :
forall (N d : Z) (eps : R) (x : Z -> R) (W : Z -> Z -> R) (D : Z -> Z -> R) (u : Z -> Z -> R) (v : Z -> Z -> R) (h : Z -> Z -> R) (g : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 0%Z i = x i) ->
(forall i : Z, (1 <= i <= d)%Z -> g 0%Z i = x i) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> h (before + 1)%Z i = h before i + eps * sum 1 d (fun j => W i j * u (before + 1)%Z j)) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> g (before + 1)%Z i = g before i + eps * sum 1 d (fun j => (W i j + D i j) * v (before + 1)%Z j)) ->
(forall i : Z, (1 <= i <= d)%Z -> g N i - h N i = eps * sum 1 d (fun j => sum 1 N (fun n => D i j * u n j)) + eps * sum 1 d (fun j => sum 1 N (fun n => W i j * (v n j - u n j))) + eps * sum 1 d (fun j => sum 1 N (fun n => D i j * (v n j - u n j)))).
Proof.
intros N d eps x W D u v h g dom0 dom1 def0 def1 def2 def3.
assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> (forall i : Z, (1 <= i <= d)%Z -> g N_now i - h N_now i = eps * sum 1 d (fun j => sum 1 N_now (fun n => D i j * u n j)) + eps * sum 1 d (fun j => sum 1 N_now (fun n => W i j * (v n j - u n j))) + eps * sum 1 d (fun j => sum 1 N_now (fun n => D i j * (v n j - u n j))))).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> (forall i : Z, (1 <= i <= d)%Z -> g N_now i - h N_now i = eps * sum 1 d (fun j => sum 1 N_now (fun n => D i j * u n j)) + eps * sum 1 d (fun j => sum 1 N_now (fun n => W i j * (v n j - u n j))) + eps * sum 1 d (fun j => sum 1 N_now (fun n => D i j * (v n j - u n j)))))).
- intros most. intros i ran0. transitivity (x i + eps * sum 1 d (fun j_1 => (W i j_1 + D i j_1) * v 1%Z j_1) - (x i + eps * sum 1 d (fun j_2 => W i j_2 * u 1%Z j_2))); [cong (first [put h def0 | put g def1 | put h def2 | put g def3 | ends]) | transitivity (eps * sum 1 d (fun j_3 => D i j_3 * u 1%Z j_3) + eps * sum 1 d (fun j_5 => W i j_5 * (v 1%Z j_5 - u 1%Z j_5)) + eps * sum 1 d (fun j_7 => D i j_7 * (v 1%Z j_7 - u 1%Z j_7))); [exact (@same_by (eps :: IZR d :: x i :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u 1%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => D i (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v 1%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 4) (Times (Sc 0) (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (En 3 (0 :: nil)%list%nat))))) (Minus (Plus (Sc 4) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))))
  (Plus (Plus (Times (Sc 0) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (En 3 (0 :: nil)%list%nat) (Minus (En 1 (0 :: nil)%list%nat))))))) (Times (Sc 0) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (Plus (En 3 (0 :: nil)%list%nat) (Minus (En 1 (0 :: nil)%list%nat)))))))
  (List.repeat nil 10) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put g def1 | put h def2 | put g def3 | ends])]].
- intros N_now least hyp most. intros i ran0. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). assert (zer : g N_now i - h N_now i - (eps * sum 1 d (fun j => sum 1 N_now (fun n => D i j * u n j)) + eps * sum 1 d (fun j => sum 1 N_now (fun n => W i j * (v n j - u n j))) + eps * sum 1 d (fun j => sum 1 N_now (fun n => D i j * (v n j - u n j)))) = 0) by (pose proof (hyp i ran0); lra). assert (gap : g (N_now + 1)%Z i - h (N_now + 1)%Z i - (eps * sum 1 d (fun j => sum 1 (N_now + 1) (fun n => D i j * u n j)) + eps * sum 1 d (fun j => sum 1 (N_now + 1) (fun n => W i j * (v n j - u n j))) + eps * sum 1 d (fun j => sum 1 (N_now + 1) (fun n => D i j * (v n j - u n j)))) = 1 * (g N_now i - h N_now i - (eps * sum 1 d (fun j => sum 1 N_now (fun n => D i j * u n j)) + eps * sum 1 d (fun j => sum 1 N_now (fun n => W i j * (v n j - u n j))) + eps * sum 1 d (fun j => sum 1 N_now (fun n => D i j * (v n j - u n j)))))). { transitivity (g N_now i + eps * sum 1 d (fun j_9 => (W i j_9 + D i j_9) * v (N_now + 1)%Z j_9) - (h N_now i + eps * sum 1 d (fun j_10 => W i j_10 * u (N_now + 1)%Z j_10)) - (eps * sum 1 d (fun j_11 => sum 1 N_now (fun n_13 => D i j_11 * u n_13 j_11) + D i j_11 * u (N_now + 1)%Z j_11) + eps * sum 1 d (fun j_14 => sum 1 N_now (fun n_16 => W i j_14 * (v n_16 j_14 - u n_16 j_14)) + W i j_14 * (v (N_now + 1)%Z j_14 - u (N_now + 1)%Z j_14)) + eps * sum 1 d (fun j_17 => sum 1 N_now (fun n_19 => D i j_17 * (v n_19 j_17 - u n_19 j_17)) + D i j_17 * (v (N_now + 1)%Z j_17 - u (N_now + 1)%Z j_17)))); [cong (first [put h def0 | put g def1 | put h def2 | put g def3 | ends]) | transitivity (1 * (g N_now i - h N_now i - (eps * sum 1 d (fun j_20 => sum 1 N_now (fun n_21 => D i j_20 * u n_21 j_20)) + eps * sum 1 d (fun j_22 => sum 1 N_now (fun n_23 => W i j_22 * (v n_23 j_22 - u n_23 j_22))) + eps * sum 1 d (fun j_24 => sum 1 N_now (fun n_25 => D i j_24 * (v n_25 j_24 - u n_25 j_24)))))); [exact (@same_by (eps :: IZR d :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: h N_now i :: g N_now i :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => D i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (N_now + 1)%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (N_now + 1)%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 5%nat, (v0' :: nil)%list => W i (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Sc 8) (Times (Sc 0) (Total 0 (Times (Plus (En 5 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))) (Minus (Plus (Sc 6) (Times (Sc 0) (Total 0 (Times (En 5 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))))) (Minus (Plus (Plus (Times (Sc 0) (Total 0 (Plus (Total 1 (Times (En 0 (0 :: nil)%list%nat) (En 3 (1 :: 0 :: nil)%list%nat))) (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))) (Times (Sc 0) (Total 0 (Plus (Total 1 (Times (En 5 (0 :: nil)%list%nat) (Plus (En 4 (1 :: 0 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat))))) (Times (En 5 (0 :: nil)%list%nat) (Plus (En 2 (0 :: nil)%list%nat) (Minus (En 1 (0 :: nil)%list%nat)))))))) (Times (Sc 0) (Total 0 (Plus (Total 1 (Times (En 0 (0 :: nil)%list%nat) (Plus (En 4 (1 :: 0 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat))))) (Times (En 0 (0 :: nil)%list%nat) (Plus (En 2 (0 :: nil)%list%nat) (Minus (En 1 (0 :: nil)%list%nat))))))))))
  (Times (Num (1)) (Plus (Plus (Sc 8) (Minus (Sc 6))) (Minus (Plus (Plus (Times (Sc 0) (Total 0 (Total 1 (Times (En 0 (0 :: nil)%list%nat) (En 3 (1 :: 0 :: nil)%list%nat))))) (Times (Sc 0) (Total 0 (Total 1 (Times (En 5 (0 :: nil)%list%nat) (Plus (En 4 (1 :: 0 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))))) (Times (Sc 0) (Total 0 (Total 1 (Times (En 0 (0 :: nil)%list%nat) (Plus (En 4 (1 :: 0 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))))))))
  (List.repeat nil 22) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put g def1 | put h def2 | put g def3 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros i ran0. apply (ind N); lia.
Qed.

(* LOOP-A-D1a *)
Theorem claim_loop_a_d1a :
forall (N d : Z) (u : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) <= IZR N * sum 1 d (fun i => sum 1 N (fun n => u n i ^ 2)).
Proof.
intros N d u dom0 dom1.
assert (gap : IZR N * sum 1 d (fun i => sum 1 N (fun n => u n i ^ 2)) - sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) = sum 1 d (fun i => sum 1 N (fun k => sum 1 N (fun n => (u n i - u k i) ^ 2))) / 2). { transitivity (IZR N * sum 1 d (fun i_1 => sum 1 N (fun n_2 => u n_2 i_1 ^ 2)) - sum 1 d (fun i_3 => sum 1 N (fun n_4 => u n_4 i_3) ^ 2)); [cong (first [ends]) | transitivity (sum 1 d (fun i_5 => sum 1 N (fun k_6 => sum 1 N (fun n_7 => (u n_7 i_5 - u k_6 i_5) ^ 2))) / 2); [exact (@same_by (IZR d :: IZR N :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 2) (Total 0 (Total 1 (Power (En 0 (1 :: 0 :: nil)%list%nat) 2)))) (Minus (Total 0 (Power (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)) 2))))
  (Times (Total 0 (Total 1 (Total 1 (Power (Plus (En 0 (2 :: 0 :: nil)%list%nat) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) 2)))) (Over (Num (2))))
  ((nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 d (fun i => sum 1 N (fun k => sum 1 N (fun n => (u n i - u k i) ^ 2))) / 2) by pos. clear - gap sgn; lra.
Qed.

(* LOOP-A-D1c *)
Theorem claim_loop_a_d1c :
forall (d : Z) (D : Z -> Z -> R) (x : Z -> R) (y : Z -> R),
(1 <= d)%Z ->
sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) <= sum 1 d (fun j => sum 1 d (fun i => D i j ^ 2)) * sum 1 d (fun j => y j ^ 2) /\
((forall i j : Z, (1 <= i <= d)%Z -> (1 <= j <= d)%Z -> D i j = x i * y j) -> sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) = sum 1 d (fun j => sum 1 d (fun i => D i j ^ 2)) * sum 1 d (fun j => y j ^ 2)).
Proof.
intros d D x y dom0.
apply keep; [|intros cla0].
{ assert (gap : sum 1 d (fun j => sum 1 d (fun i => D i j ^ 2)) * sum 1 d (fun j => y j ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) = sum 1 d (fun l => sum 1 d (fun j => sum 1 d (fun i => (D i j * y l - D i l * y j) ^ 2))) / 2). { transitivity (sum 1 d (fun j_1 => sum 1 d (fun i_2 => D i_2 j_1 ^ 2)) * sum 1 d (fun j_3 => y j_3 ^ 2) - sum 1 d (fun i_4 => sum 1 d (fun j_5 => D i_4 j_5 * y j_5) ^ 2)); [cong (first [ends]) | transitivity (sum 1 d (fun l_6 => sum 1 d (fun j_7 => sum 1 d (fun i_8 => (D i_8 j_7 * y l_6 - D i_8 l_6 * y j_7) ^ 2))) / 2); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => D (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Total 0 (Power (En 0 (1 :: 0 :: nil)%list%nat) 2))) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))))
  (Times (Total 0 (Total 0 (Total 0 (Power (Plus (Times (En 0 (2 :: 1 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (Minus (Times (En 0 (2 :: 0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2)))) (Over (Num (2))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 d (fun l => sum 1 d (fun j => sum 1 d (fun i => (D i j * y l - D i l * y j) ^ 2))) / 2) by pos. clear - gap sgn; lra. }
intros spe0. transitivity (sum 1 d (fun i_9 => sum 1 d (fun j_10 => x i_9 * y j_10 * y j_10) ^ 2)); [cong (first [put D spe0 | ends]) | transitivity (sum 1 d (fun j_11 => sum 1 d (fun i_12 => (x i_12 * y j_11) ^ 2)) * sum 1 d (fun j_13 => y j_13 ^ 2)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat))) 2))
  (Times (Total 0 (Total 0 (Power (Times (En 0 (1 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) 2))) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put D spe0 | ends])]].
Qed.

(* LOOP-A-D1d *)
Theorem claim_loop_a_d1d :
forall (d : Z) (eps eta : R) (y : Z -> R) (E_D : ((Z -> Z -> R) -> R) -> R),
(1 <= d)%Z ->
(0 <= eta) ->
gaussian_matrix d d (eta ^ 2 / IZR d) E_D ->
E_D (fun D => sum 1 d (fun i => (eps * sum 1 d (fun j => D i j * y j)) ^ 2)) / IZR d = (eta * eps) ^ 2 * sum 1 d (fun j => y j ^ 2) / IZR d.
Proof.
intros d eps eta y E_D dom0 dom1 dom2.
assert (mean0 : E_D (fun D => sum 1 d (fun i => (eps * sum 1 d (fun j => D i j * y j)) ^ 2)) = sum 1 d (fun i_1 => sum 1 d (fun j_6 => eta ^ 2 / IZR d * eps * y j_6 * eps * y j_6))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun D => sum 1 d (fun i_1 => sum 1 d (fun j_6 => sum 1 d (fun j_7 => eps * y j_6 * eps * y j_7 * (D i_1 j_6 * (D i_1 j_7 * 1)))))) (a := sum 1 d (fun i_1 => sum 1 d (fun j_6 => sum 1 d (fun j_7 => eps * y j_6 * eps * y j_7 * (eta ^ 2 / IZR d * same_place i_1 i_1 * same_place j_6 j_7))))).
- intros D. exact (@same_by (IZR d :: eps :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => D (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Times (Sc 2) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 2) (En 1 (1 :: nil)%list%nat)) (Sc 2)) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 d (fun i_1 => sum 1 d (fun j_6 => sum 1 d (fun j_7 => same_place j_6 j_7 * (same_place i_1 i_1 * (eta ^ 2 / IZR d * eps * y j_6 * eps * y j_7)))))).
  + exact (@same_by (IZR d :: eps :: eta :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat)))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 d (fun i_8 => sum 1 d (fun j_9 => eta ^ 2 / IZR d * eps * y j_9 * eps * y j_9)) / IZR d); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((eta * eps) ^ 2 * sum 1 d (fun j_10 => y j_10 ^ 2) / IZR d); [exact (@same_by (IZR d :: eta :: eps :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Total 0 (Times (Times (Times (Times (Times (Power (Sc 2) 2) (Over (Sc 0))) (Sc 4)) (En 0 (1 :: nil)%list%nat)) (Sc 4)) (En 0 (1 :: nil)%list%nat)))) (Over (Sc 0)))
  (Times (Times (Power (Times (Sc 2) (Sc 4)) 2) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))) (Over (Sc 0)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* LOOP-A-D1 *)
Theorem claim_loop_a_d1 :
forall (d : Z) (y : Z -> R) (x : Z -> R),
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> x i = y i - sum 1 d (fun j => y j) / IZR d) ->
sum 1 d (fun i => x i ^ 2) / IZR d = sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d.
Proof.
intros d y x dom0 def0.
transitivity (sum 1 d (fun i_1 => (y i_1 - sum 1 d (fun j_2 => y j_2) / IZR d) ^ 2) / IZR d); [cong (first [put x def0 | ends]) | transitivity (sum 1 d (fun i_3 => (y i_3 - sum 1 d (fun j_4 => y j_4) / IZR d - sum 1 d (fun j_5 => y j_5 - sum 1 d (fun j_6 => y j_6) / IZR d) / IZR d) ^ 2) / IZR d); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0)))
  (Times (Total 0 (Power (Plus (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Total 0 (Plus (En 0 (1 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (2 :: nil)%list%nat)) (Over (Sc 0)))))) (Over (Sc 0))))) 2)) (Over (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (1 :: 0 :: 3 :: 2 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put x def0 | ends])]].
Qed.

(* LOOP-A-D1-uncentred *)
Theorem claim_loop_a_d1_uncentred :
forall (d : Z) (x : Z -> R),
(1 <= d)%Z ->
sum 1 d (fun i => x i ^ 2) / IZR d = sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d + (sum 1 d (fun i => x i) / IZR d) ^ 2.
Proof.
intros d x dom0.
transitivity (sum 1 d (fun i_1 => x i_1 ^ 2) / IZR d); [cong (first [ends]) | transitivity (sum 1 d (fun i_2 => (x i_2 - sum 1 d (fun j_3 => x j_3) / IZR d) ^ 2) / IZR d + (sum 1 d (fun i_4 => x i_4) / IZR d) ^ 2); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0)))
  (Plus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0))) (Power (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) 2))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.
