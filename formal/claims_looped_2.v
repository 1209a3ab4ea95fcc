(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* LOOP-B-X15-readout *)
Theorem claim_loop_b_x15_readout :
forall (d : Z) (R' c : R) (h : Z -> R) (v : Z -> R) (p : Z -> R),
(1 <= d)%Z ->
(0 < R') ->
(0 < c) ->
R' ^ 2 * IZR d = sum 1 d (fun i => h i ^ 2) ->
sum 1 d (fun i => p i * (v i / R' - h i * (sum 1 d (fun i => h i * v i) / (IZR d * R')) / R' ^ 2)) = sum 1 d (fun i => (p i - h i * sum 1 d (fun j => p j * h j) / (R' ^ 2 * IZR d)) / R' * v i) /\
sum 1 d (fun i => h i * ((p i - h i * sum 1 d (fun j => p j * h j) / (R' ^ 2 * IZR d)) / R')) = 0 /\
(forall i : Z, (1 <= i <= d)%Z -> (p i - c * h i * (c * sum 1 d (fun j => p j * h j)) / ((c * R') ^ 2 * IZR d)) / (c * R') = (p i - h i * sum 1 d (fun j => p j * h j) / (R' ^ 2 * IZR d)) / R' / c).
Proof.
intros d R' c h v p dom0 dom1 dom2 giv0.
apply keep; [|intros cla0].
{ transitivity (sum 1 d (fun i_1 => p i_1 * (v i_1 / R' - h i_1 * (sum 1 d (fun i_2 => h i_2 * v i_2) / (IZR d * R')) / R' ^ 2))); [cong (first [ends]) | transitivity (sum 1 d (fun i_3 => (p i_3 - h i_3 * sum 1 d (fun j_4 => p j_4 * h j_4) / (R' ^ 2 * IZR d)) / R' * v i_3)); [exact (@same_by (IZR d :: R' :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Times (En 2 (0 :: nil)%list%nat) (Over (Sc 2))) (Minus (Times (Times (En 1 (0 :: nil)%list%nat) (Times (Total 0 (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))) (Over (Times (Sc 0) (Sc 2))))) (Over (Power (Sc 2) 2)))))))
  (Total 0 (Times (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Times (En 1 (0 :: nil)%list%nat) (Total 0 (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) (Over (Times (Power (Sc 2) 2) (Sc 0)))))) (Over (Sc 2))) (En 2 (0 :: nil)%list%nat)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla1].
{ assert (zer : (-1) * (sum 1 d (fun i => h i ^ 2) - R' ^ 2 * IZR d) * sum 1 d (fun j => p j * h j) / (R' ^ 3 * IZR d) = 0) by zero. assert (gap : sum 1 d (fun i => h i * ((p i - h i * sum 1 d (fun j => p j * h j) / (R' ^ 2 * IZR d)) / R')) + 0 = (-1) * (sum 1 d (fun i => h i ^ 2) - R' ^ 2 * IZR d) * sum 1 d (fun j => p j * h j) / (R' ^ 3 * IZR d) * 1). { transitivity (sum 1 d (fun i_5 => h i_5 * ((p i_5 - h i_5 * sum 1 d (fun j_6 => p j_6 * h j_6) / (R' ^ 2 * IZR d)) / R')) + 0); [cong (first [ends]) | transitivity ((-1) * (sum 1 d (fun i_7 => h i_7 ^ 2) - R' ^ 2 * IZR d) * sum 1 d (fun j_8 => p j_8 * h j_8) / (R' ^ 3 * IZR d) * 1); [exact (@same_by (IZR d :: R' :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)))) (Over (Times (Power (Sc 2) 2) (Sc 0)))))) (Over (Sc 2))))) (Num (0)))
  (Times (Times (Times (Times (Num (-1)) (Plus (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Minus (Times (Power (Sc 2) 2) (Sc 0))))) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Over (Times (Power (Sc 2) 3) (Sc 0)))) (Num (1)))
  (List.repeat nil 5) ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra. }
intros i ran0. transitivity ((p i - c * h i * (c * sum 1 d (fun j_9 => p j_9 * h j_9)) / ((c * R') ^ 2 * IZR d)) / (c * R')); [cong (first [ends]) | transitivity ((p i - h i * sum 1 d (fun j_10 => p j_10 * h j_10) / (R' ^ 2 * IZR d)) / R' / c); [exact (@same_by (c :: h i :: IZR d :: R' :: p i :: nil)%list ((2%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Sc 8) (Minus (Times (Times (Times (Sc 0) (Sc 2)) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))) (Over (Times (Power (Times (Sc 0) (Sc 6)) 2) (Sc 4)))))) (Over (Times (Sc 0) (Sc 6))))
  (Times (Times (Plus (Sc 8) (Minus (Times (Times (Sc 2) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Over (Times (Power (Sc 6) 2) (Sc 4)))))) (Over (Sc 6))) (Over (Sc 0)))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.
