(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus.
Open Scope R_scope.

(* PC-EXT1 *)
Theorem claim_pc_ext1 :
forall (N K : Z) (a b : R) (x : Z -> Z -> R) (y : Z -> Z -> R) (E_w : ((Z -> Z -> R) -> R) -> R) (E_v : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(1 <= K)%Z ->
gaussian_matrix N K 1 E_w ->
gaussian_matrix N K 1 E_v ->
E_w (fun w => sum 1 K (fun o => sum 1 N (fun i => w i o * x i o)) * sum 1 K (fun o => sum 1 N (fun i => w i o * y i o))) = sum 1 K (fun o => sum 1 N (fun i => x i o * y i o)) /\
E_v (fun v => E_w (fun w => (sum 1 K (fun o => sum 1 N (fun i => w i o * x i o)) + sum 1 K (fun o => sum 1 N (fun i => v i o * y i o))) ^ 2)) = sum 1 K (fun o => sum 1 N (fun i => x i o ^ 2)) + sum 1 K (fun o => sum 1 N (fun i => y i o ^ 2)) /\
Rpower (IZR N) ((-2) * a) * Rpower (IZR N) ((-1) * b) * sum 1 K (fun o => sum 1 N (fun i => 1)) = IZR K * Rpower (IZR N) (1 - 2 * a - b).
Proof.
intros N K a b x y E_w E_v dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ assert (mean0 : E_w (fun w => sum 1 K (fun o => sum 1 N (fun i => w i o * x i o)) * sum 1 K (fun o => sum 1 N (fun i => w i o * y i o))) = sum 1 K (fun o_5 => sum 1 N (fun i_6 => 1 * x i_6 o_5 * y i_6 o_5))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun w => sum 1 K (fun o_5 => sum 1 N (fun i_6 => sum 1 K (fun o_7 => sum 1 N (fun i_8 => x i_6 o_5 * y i_8 o_7 * (w i_6 o_5 * (w i_8 o_7 * 1))))))) (a := sum 1 K (fun o_5 => sum 1 N (fun i_6 => sum 1 K (fun o_7 => sum 1 N (fun i_8 => x i_6 o_5 * y i_8 o_7 * (1 * same_place i_6 i_8 * same_place o_5 o_7)))))).
- intros w. exact (@same_by (IZR K :: IZR N :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => w (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => y (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 2 (1 :: 0 :: nil)%list%nat)))))
  (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (En 1 (1 :: 0 :: nil)%list%nat) (En 2 (3 :: 2 :: nil)%list%nat)) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (3 :: 2 :: nil)%list%nat) (Num (1)))))))))
  ((1 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 K (fun o_5 => sum 1 N (fun i_6 => sum 1 K (fun o_7 => same_place o_5 o_7 * sum 1 N (fun i_8 => same_place i_6 i_8 * (1 * x i_6 o_5 * y i_8 o_7)))))).
  + exact (@same_by (IZR K :: IZR N :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => y (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (3 :: 2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 2 (1 :: 3 :: nil)%list%nat)) (En 2 (0 :: 2 :: nil)%list%nat)))))))
  (Total 0 (Total 1 (Total 0 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 2 (1 :: 3 :: nil)%list%nat) (Times (Times (Num (1)) (En 0 (1 :: 0 :: nil)%list%nat)) (En 1 (3 :: 2 :: nil)%list%nat))))))))
  ((1 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 K (fun o_9 => sum 1 N (fun i_10 => 1 * x i_10 o_9 * y i_10 o_9))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 K (fun o_11 => sum 1 N (fun i_12 => x i_12 o_11 * y i_12 o_11))); [exact (@same_by (IZR K :: IZR N :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => y (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Times (Times (Num (1)) (En 0 (1 :: 0 :: nil)%list%nat)) (En 1 (1 :: 0 :: nil)%list%nat))))
  (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : (forall v : Z -> Z -> R, E_w (fun w => (sum 1 K (fun o => sum 1 N (fun i => w i o * x i o)) + sum 1 K (fun o => sum 1 N (fun i => v i o * y i o))) ^ 2) = sum 1 K (fun o_17 => sum 1 N (fun i_18 => 1 * x i_18 o_17 * x i_18 o_17)) + sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)))).
{ intros v. apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun w => sum 1 K (fun o_17 => sum 1 N (fun i_18 => sum 1 K (fun o_19 => sum 1 N (fun i_20 => x i_18 o_17 * x i_20 o_19 * (w i_18 o_17 * (w i_20 o_19 * 1)))))) + sum 1 K (fun o_21 => sum 1 N (fun i_22 => x i_22 o_21 * sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * (w i_22 o_21 * 1))) + sum 1 K (fun o_23 => sum 1 N (fun i_24 => sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * x i_24 o_23 * (w i_24 o_23 * 1))) + sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * 1) (a := sum 1 K (fun o_17 => sum 1 N (fun i_18 => sum 1 K (fun o_19 => sum 1 N (fun i_20 => x i_18 o_17 * x i_20 o_19 * (1 * same_place i_18 i_20 * same_place o_17 o_19))))) + sum 1 K (fun o_21 => sum 1 N (fun i_22 => x i_22 o_21 * sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * 0)) + sum 1 K (fun o_23 => sum 1 N (fun i_24 => sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * x i_24 o_23 * 0)) + sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * 1).
- intros w. exact (@same_by (IZR K :: IZR N :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => y (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => w (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Plus (Total 0 (Total 1 (Times (En 2 (1 :: 0 :: nil)%list%nat) (En 3 (1 :: 0 :: nil)%list%nat)))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))))) 2)
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (En 3 (1 :: 0 :: nil)%list%nat) (En 3 (3 :: 2 :: nil)%list%nat)) (Times (En 2 (1 :: 0 :: nil)%list%nat) (Times (En 2 (3 :: 2 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 1 (Times (Times (En 3 (1 :: 0 :: nil)%list%nat) (Total 0 (Total 1 (Times (En 0 (3 :: 2 :: nil)%list%nat) (En 1 (3 :: 2 :: nil)%list%nat))))) (Times (En 2 (1 :: 0 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 1 (Times (Times (Total 0 (Total 1 (Times (En 0 (3 :: 2 :: nil)%list%nat) (En 1 (3 :: 2 :: nil)%list%nat)))) (En 3 (1 :: 0 :: nil)%list%nat)) (Times (En 2 (1 :: 0 :: nil)%list%nat) (Num (1))))))) (Times (Times (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))))) (Num (1))))
  ((1 :: nil)%list%nat :: (1 :: 0 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 0 :: 2 :: nil)%list%nat :: (1 :: 0 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 K (fun o_17 => sum 1 N (fun i_18 => sum 1 K (fun o_19 => same_place o_17 o_19 * sum 1 N (fun i_20 => same_place i_18 i_20 * (1 * x i_18 o_17 * x i_20 o_19))))) + sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * sum 1 K (fun o => sum 1 N (fun i => v i o * y i o))).
  + exact (@same_by (IZR K :: IZR N :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => y (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (En 2 (1 :: 0 :: nil)%list%nat) (En 2 (3 :: 2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 3 (1 :: 3 :: nil)%list%nat)) (En 3 (0 :: 2 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (Times (En 2 (1 :: 0 :: nil)%list%nat) (Total 0 (Total 1 (Times (En 0 (3 :: 2 :: nil)%list%nat) (En 1 (3 :: 2 :: nil)%list%nat))))) (Num (0)))))) (Total 0 (Total 1 (Times (Times (Total 0 (Total 1 (Times (En 0 (3 :: 2 :: nil)%list%nat) (En 1 (3 :: 2 :: nil)%list%nat)))) (En 2 (1 :: 0 :: nil)%list%nat)) (Num (0)))))) (Times (Times (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))))) (Num (1))))
  (Plus (Total 0 (Total 1 (Total 0 (Times (En 3 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 3 (1 :: 3 :: nil)%list%nat) (Times (Times (Num (1)) (En 2 (1 :: 0 :: nil)%list%nat)) (En 2 (3 :: 2 :: nil)%list%nat)))))))) (Times (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))))))
  ((1 :: nil)%list%nat :: (1 :: 0 :: 2 :: nil)%list%nat :: (1 :: 0 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_v (fun v => E_w (fun w => (sum 1 K (fun o => sum 1 N (fun i => w i o * x i o)) + sum 1 K (fun o => sum 1 N (fun i => v i o * y i o))) ^ 2)) = sum 1 K (fun o_17 => sum 1 N (fun i_18 => 1 * x i_18 o_17 * x i_18 o_17)) + sum 1 K (fun o_29 => sum 1 N (fun i_30 => 1 * y i_30 o_29 * y i_30 o_29))).
{ transitivity (E_v (fun v => sum 1 K (fun o_17 => sum 1 N (fun i_18 => 1 * x i_18 o_17 * x i_18 o_17)) + sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)) * sum 1 K (fun o => sum 1 N (fun i => v i o * y i o)))).
{ f_equal; apply functional_extensionality; intros v; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun v => sum 1 K (fun o_17 => sum 1 N (fun i_18 => 1 * x i_18 o_17 * x i_18 o_17)) * 1 + sum 1 K (fun o_29 => sum 1 N (fun i_30 => sum 1 K (fun o_31 => sum 1 N (fun i_32 => y i_30 o_29 * y i_32 o_31 * (v i_30 o_29 * (v i_32 o_31 * 1))))))) (a := sum 1 K (fun o_17 => sum 1 N (fun i_18 => 1 * x i_18 o_17 * x i_18 o_17)) * 1 + sum 1 K (fun o_29 => sum 1 N (fun i_30 => sum 1 K (fun o_31 => sum 1 N (fun i_32 => y i_30 o_29 * y i_32 o_31 * (1 * same_place i_30 i_32 * same_place o_29 o_31)))))).
- intros v. exact (@same_by (IZR K :: IZR N :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => y (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 1 (Times (Times (Num (1)) (En 2 (1 :: 0 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Times (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))))))
  (Plus (Times (Total 0 (Total 1 (Times (Times (Num (1)) (En 2 (1 :: 0 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Num (1))) (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (En 1 (1 :: 0 :: nil)%list%nat) (En 1 (3 :: 2 :: nil)%list%nat)) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (3 :: 2 :: nil)%list%nat) (Num (1))))))))))
  ((nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 K (fun o_17 => sum 1 N (fun i_18 => 1 * x i_18 o_17 * x i_18 o_17)) + sum 1 K (fun o_29 => sum 1 N (fun i_30 => sum 1 K (fun o_31 => same_place o_29 o_31 * sum 1 N (fun i_32 => same_place i_30 i_32 * (1 * y i_30 o_29 * y i_32 o_31)))))).
  + exact (@same_by (IZR K :: IZR N :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => y (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Total 1 (Times (Times (Num (1)) (En 2 (1 :: 0 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Num (1))) (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 0 (3 :: 2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (1 :: 3 :: nil)%list%nat)) (En 1 (0 :: 2 :: nil)%list%nat))))))))
  (Plus (Total 0 (Total 1 (Times (Times (Num (1)) (En 2 (1 :: 0 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Total 0 (Total 1 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Num (1)) (En 0 (1 :: 0 :: nil)%list%nat)) (En 0 (3 :: 2 :: nil)%list%nat)))))))))
  ((nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 K (fun o_33 => sum 1 N (fun i_34 => 1 * x i_34 o_33 * x i_34 o_33)) + sum 1 K (fun o_35 => sum 1 N (fun i_36 => 1 * y i_36 o_35 * y i_36 o_35))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | ends]) | transitivity (sum 1 K (fun o_37 => sum 1 N (fun i_38 => x i_38 o_37 ^ 2)) + sum 1 K (fun o_39 => sum 1 N (fun i_40 => y i_40 o_39 ^ 2))); [exact (@same_by (IZR K :: IZR N :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => y (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 1 (Times (Times (Num (1)) (En 1 (1 :: 0 :: nil)%list%nat)) (En 1 (1 :: 0 :: nil)%list%nat)))) (Total 0 (Total 1 (Times (Times (Num (1)) (En 0 (1 :: 0 :: nil)%list%nat)) (En 0 (1 :: 0 :: nil)%list%nat)))))
  (Plus (Total 0 (Total 1 (Power (En 1 (1 :: 0 :: nil)%list%nat) 2))) (Total 0 (Total 1 (Power (En 0 (1 :: 0 :: nil)%list%nat) 2))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | ends])]]. }
transitivity (/ Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) b * sum 1 K (fun o_41 => sum 1 N (fun i_42 => 1))); [cong (first [ends]) | transitivity (IZR K * (IZR N / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) b)); [exact (@same_by (Rpower (IZR N) a :: Rpower (IZR N) b :: IZR K :: IZR N :: nil)%list ((2%nat, Z.to_nat (K - 1 + 1)%Z) :: (3%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Over (Sc 2))) (Total 0 (Total 1 (Num (1)))))
  (Times (Sc 4) (Times (Times (Times (Sc 6) (Over (Sc 0))) (Over (Sc 0))) (Over (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* PC-B21 *)
Theorem claim_pc_b21 :
forall (N P D : Z) (kappa : R) (u : Z -> Z -> R) (w : Z -> R) (x : Z -> Z -> R) (e : Z -> R) (h : Z -> Z -> R) (push : Z -> R) (wh : Z -> R) (hh : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= P)%Z ->
(1 <= D)%Z ->
(forall r n : Z, (1 <= r <= N)%Z -> (1 <= n <= P)%Z -> h r n = sum 1 D (fun q => u r q * x n q)) ->
(forall n : Z, (1 <= n <= P)%Z -> push n = kappa * sum 1 P (fun k => sum 1 D (fun q => x n q * x k q) * e k)) ->
(forall n : Z, (1 <= n <= P)%Z -> wh n = sum 1 N (fun r => w r * h r n) / IZR N) ->
(forall n k : Z, (1 <= n <= P)%Z -> (1 <= k <= P)%Z -> hh n k = sum 1 N (fun r => h r n * h r k) / IZR N) ->
(forall r n : Z, (1 <= r <= N)%Z -> (1 <= n <= P)%Z -> sum 1 D (fun q => (u r q + kappa * w r * sum 1 P (fun k => e k * x k q)) * x n q) = h r n + w r * push n) /\
sum 1 N (fun r => (w r + kappa * sum 1 P (fun k => h r k * e k)) ^ 2) / IZR N = sum 1 N (fun r => w r ^ 2) / IZR N + 2 * kappa * sum 1 P (fun n => wh n * e n) + kappa ^ 2 * sum 1 P (fun k => sum 1 P (fun n => e n * hh n k * e k)) /\
(forall n : Z, (1 <= n <= P)%Z -> sum 1 N (fun r => (w r + kappa * sum 1 P (fun k => h r k * e k)) * (h r n + w r * push n)) / IZR N = wh n + kappa * sum 1 P (fun k => hh n k * e k) + (sum 1 N (fun r => w r ^ 2) / IZR N + kappa * sum 1 P (fun k => wh k * e k)) * push n) /\
(forall n k : Z, (1 <= n <= P)%Z -> (1 <= k <= P)%Z -> sum 1 N (fun r => (h r n + w r * push n) * (h r k + w r * push k)) / IZR N = hh n k + push n * wh k + wh n * push k + sum 1 N (fun r => w r ^ 2) / IZR N * push n * push k).
Proof.
intros N P D kappa u w x e h push wh hh dom0 dom1 dom2 def0 def1 def2 def3.
apply keep; [|intros cla0].
{ intros r n ran0 ran1. transitivity (sum 1 D (fun q_1 => (u r q_1 + kappa * w r * sum 1 P (fun k_2 => e k_2 * x k_2 q_1)) * x n q_1)); [cong (first [put h def0 | put push def1 | ends]) | transitivity (sum 1 D (fun q_3 => u r q_3 * x n q_3) + w r * (kappa * sum 1 P (fun k_4 => sum 1 D (fun q_5 => x n q_5 * x k_4 q_5) * e k_4))); [exact (@same_by (IZR D :: kappa :: w r :: IZR P :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: (3%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => u r (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => x n (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Plus (En 2 (0 :: nil)%list%nat) (Times (Times (Sc 2) (Sc 4)) (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))))) (En 3 (0 :: nil)%list%nat)))
  (Plus (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))) (Times (Sc 4) (Times (Sc 2) (Total 1 (Times (Total 0 (Times (En 3 (1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))) (En 0 (0 :: nil)%list%nat))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put push def1 | ends])]]. }
apply keep; [|intros cla1].
{ transitivity (sum 1 N (fun r_6 => (w r_6 + kappa * sum 1 P (fun k_7 => sum 1 D (fun q_8 => u r_6 q_8 * x k_7 q_8) * e k_7)) ^ 2) / IZR N); [cong (first [put h def0 | put wh def2 | put hh def3 | ends]) | transitivity (sum 1 N (fun r_9 => w r_9 ^ 2) / IZR N + 2 * kappa * sum 1 P (fun n_10 => sum 1 N (fun r_11 => w r_11 * sum 1 D (fun q_12 => u r_11 q_12 * x n_10 q_12)) / IZR N * e n_10) + kappa ^ 2 * sum 1 P (fun k_13 => sum 1 P (fun n_14 => e n_14 * (sum 1 N (fun r_15 => sum 1 D (fun q_16 => u r_15 q_16 * x n_14 q_16) * sum 1 D (fun q_17 => u r_15 q_17 * x k_13 q_17)) / IZR N) * e k_13))); [exact (@same_by (IZR N :: kappa :: IZR P :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (2%nat, Z.to_nat (P - 1 + 1)%Z) :: (3%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 3 (0 :: nil)%list%nat) (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (1 :: 2 :: nil)%list%nat))) (En 2 (1 :: nil)%list%nat))))) 2)) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Power (En 3 (0 :: nil)%list%nat) 2)) (Over (Sc 0))) (Times (Times (Num (2)) (Sc 2)) (Total 1 (Times (Times (Total 0 (Times (En 3 (1 :: nil)%list%nat) (Total 2 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))))) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat))))) (Times (Power (Sc 2) 2) (Total 1 (Total 1 (Times (Times (En 2 (1 :: nil)%list%nat) (Times (Total 0 (Times (Total 2 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat))) (Total 2 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 1 (0 :: 3 :: nil)%list%nat))))) (Over (Sc 0)))) (En 2 (0 :: nil)%list%nat))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (1 :: 0 :: 3 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put wh def2 | put hh def3 | ends])]]. }
apply keep; [|intros cla2].
{ intros n ran0. transitivity (sum 1 N (fun r_18 => (w r_18 + kappa * sum 1 P (fun k_19 => sum 1 D (fun q_20 => u r_18 q_20 * x k_19 q_20) * e k_19)) * (sum 1 D (fun q_21 => u r_18 q_21 * x n q_21) + w r_18 * (kappa * sum 1 P (fun k_22 => sum 1 D (fun q_23 => x n q_23 * x k_22 q_23) * e k_22)))) / IZR N); [cong (first [put h def0 | put push def1 | put wh def2 | put hh def3 | ends]) | transitivity (sum 1 N (fun r_24 => w r_24 * sum 1 D (fun q_25 => u r_24 q_25 * x n q_25)) / IZR N + kappa * sum 1 P (fun k_26 => sum 1 N (fun r_27 => sum 1 D (fun q_28 => u r_27 q_28 * x n q_28) * sum 1 D (fun q_29 => u r_27 q_29 * x k_26 q_29)) / IZR N * e k_26) + (sum 1 N (fun r_30 => w r_30 ^ 2) / IZR N + kappa * sum 1 P (fun k_31 => sum 1 N (fun r_32 => w r_32 * sum 1 D (fun q_33 => u r_32 q_33 * x k_31 q_33)) / IZR N * e k_31)) * (kappa * sum 1 P (fun k_34 => sum 1 D (fun q_35 => x n q_35 * x k_34 q_35) * e k_34))); [exact (@same_by (IZR N :: kappa :: IZR P :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (2%nat, Z.to_nat (P - 1 + 1)%Z) :: (3%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => x n (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Plus (En 3 (0 :: nil)%list%nat) (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (1 :: 2 :: nil)%list%nat))) (En 2 (1 :: nil)%list%nat))))) (Plus (Total 2 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 4 (1 :: nil)%list%nat))) (Times (En 3 (0 :: nil)%list%nat) (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 4 (2 :: nil)%list%nat) (En 1 (1 :: 2 :: nil)%list%nat))) (En 2 (1 :: nil)%list%nat)))))))) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Times (En 3 (0 :: nil)%list%nat) (Total 2 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 4 (1 :: nil)%list%nat))))) (Over (Sc 0))) (Times (Sc 2) (Total 1 (Times (Times (Total 0 (Times (Total 2 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 4 (2 :: nil)%list%nat))) (Total 2 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))))) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat))))) (Times (Plus (Times (Total 0 (Power (En 3 (0 :: nil)%list%nat) 2)) (Over (Sc 0))) (Times (Sc 2) (Total 1 (Times (Times (Total 0 (Times (En 3 (1 :: nil)%list%nat) (Total 2 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))))) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat))))) (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 4 (1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put push def1 | put wh def2 | put hh def3 | ends])]]. }
intros n k ran0 ran1. transitivity (sum 1 N (fun r_36 => (sum 1 D (fun q_37 => u r_36 q_37 * x n q_37) + w r_36 * (kappa * sum 1 P (fun k_38 => sum 1 D (fun q_39 => x n q_39 * x k_38 q_39) * e k_38))) * (sum 1 D (fun q_40 => u r_36 q_40 * x k q_40) + w r_36 * (kappa * sum 1 P (fun k_41 => sum 1 D (fun q_42 => x k q_42 * x k_41 q_42) * e k_41)))) / IZR N); [cong (first [put h def0 | put push def1 | put wh def2 | put hh def3 | ends]) | transitivity (sum 1 N (fun r_43 => sum 1 D (fun q_44 => u r_43 q_44 * x n q_44) * sum 1 D (fun q_45 => u r_43 q_45 * x k q_45)) / IZR N + kappa * sum 1 P (fun k_46 => sum 1 D (fun q_47 => x n q_47 * x k_46 q_47) * e k_46) * (sum 1 N (fun r_48 => w r_48 * sum 1 D (fun q_49 => u r_48 q_49 * x k q_49)) / IZR N) + sum 1 N (fun r_50 => w r_50 * sum 1 D (fun q_51 => u r_50 q_51 * x n q_51)) / IZR N * (kappa * sum 1 P (fun k_52 => sum 1 D (fun q_53 => x k q_53 * x k_52 q_53) * e k_52)) + sum 1 N (fun r_54 => w r_54 ^ 2) / IZR N * (kappa * sum 1 P (fun k_55 => sum 1 D (fun q_56 => x n q_56 * x k_55 q_56) * e k_55)) * (kappa * sum 1 P (fun k_57 => sum 1 D (fun q_58 => x k q_58 * x k_57 q_58) * e k_57))); [exact (@same_by (IZR N :: kappa :: IZR P :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (2%nat, Z.to_nat (P - 1 + 1)%Z) :: (3%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 5%nat, (v0' :: nil)%list => x k (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Plus (Total 2 (Times (En 4 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) (Times (En 0 (0 :: nil)%list%nat) (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 1 (2 :: nil)%list%nat) (En 2 (1 :: 2 :: nil)%list%nat))) (En 3 (1 :: nil)%list%nat)))))) (Plus (Total 2 (Times (En 4 (0 :: 1 :: nil)%list%nat) (En 5 (1 :: nil)%list%nat))) (Times (En 0 (0 :: nil)%list%nat) (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 5 (2 :: nil)%list%nat) (En 2 (1 :: 2 :: nil)%list%nat))) (En 3 (1 :: nil)%list%nat)))))))) (Over (Sc 0)))
  (Plus (Plus (Plus (Times (Total 0 (Times (Total 2 (Times (En 4 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) (Total 2 (Times (En 4 (0 :: 1 :: nil)%list%nat) (En 5 (1 :: nil)%list%nat))))) (Over (Sc 0))) (Times (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 1 (1 :: nil)%list%nat) (En 2 (0 :: 1 :: nil)%list%nat))) (En 3 (0 :: nil)%list%nat)))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 2 (Times (En 4 (0 :: 1 :: nil)%list%nat) (En 5 (1 :: nil)%list%nat))))) (Over (Sc 0))))) (Times (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 2 (Times (En 4 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))))) (Over (Sc 0))) (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 5 (1 :: nil)%list%nat) (En 2 (0 :: 1 :: nil)%list%nat))) (En 3 (0 :: nil)%list%nat)))))) (Times (Times (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0))) (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 1 (1 :: nil)%list%nat) (En 2 (0 :: 1 :: nil)%list%nat))) (En 3 (0 :: nil)%list%nat))))) (Times (Sc 2) (Total 1 (Times (Total 2 (Times (En 5 (1 :: nil)%list%nat) (En 2 (0 :: 1 :: nil)%list%nat))) (En 3 (0 :: nil)%list%nat))))))
  ((nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put push def1 | put wh def2 | put hh def3 | ends])]].
Qed.

(* PC-E14 *)
Theorem claim_pc_e14 :
forall (N P Q : Z) (c gamma eta0 : R) (e : Z -> R) (f : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= P)%Z ->
(1 <= Q)%Z ->
(0 < gamma) ->
(0 < eta0) ->
eta0 * gamma ^ 2 * Rpower (IZR N) ((-1) * c) * sum 1 Q (fun p => ((-1) * sum 1 P (fun n => e n * f n p / gamma) / IZR P) ^ 2) = eta0 * Rpower (IZR N) ((-1) * c) * sum 1 Q (fun p => (sum 1 P (fun n => e n * f n p) / IZR P) ^ 2).
Proof.
intros N P Q c gamma eta0 e f dom0 dom1 dom2 dom3 dom4.
transitivity (eta0 * gamma ^ 2 / Rpower (IZR N) c * sum 1 Q (fun p_1 => ((-1) * sum 1 P (fun n_2 => e n_2 * f n_2 p_1 / gamma) / IZR P) ^ 2)); [cong (first [ends]) | transitivity (eta0 / Rpower (IZR N) c * sum 1 Q (fun p_3 => (sum 1 P (fun n_4 => e n_4 * f n_4 p_3) / IZR P) ^ 2)); [exact (@same_by (eta0 :: gamma :: Rpower (IZR N) c :: IZR Q :: IZR P :: nil)%list ((3%nat, Z.to_nat (Q - 1 + 1)%Z) :: (4%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => f (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Sc 0) (Power (Sc 2) 2)) (Over (Sc 4))) (Total 0 (Power (Times (Times (Num (-1)) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)) (Over (Sc 2))))) (Over (Sc 8))) 2)))
  (Times (Times (Sc 0) (Over (Sc 4))) (Total 0 (Power (Times (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))) (Over (Sc 8))) 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* PC-E14-loss *)
Theorem claim_pc_e14_loss :
forall (N P Q : Z) (c gamma eta0 B : R) (e : Z -> R) (f : Z -> Z -> R) (k : Z -> R),
(1 <= N)%Z ->
(1 <= P)%Z ->
(1 <= Q)%Z ->
(0 < gamma) ->
(0 < eta0) ->
(0 <= B) ->
eta0 * gamma ^ 2 * Rpower (IZR N) ((-1) * c) * sum 1 Q (fun p => ((-1) * sum 1 P (fun n => e n * f n p / gamma) / IZR P) ^ 2) = eta0 * Rpower (IZR N) ((-1) * c) * sum 1 Q (fun p => (sum 1 P (fun n => e n * f n p) / IZR P) ^ 2) /\
eta0 * gamma ^ 2 * Rpower (IZR N) ((-1) * c) * sum 1 Q (fun p => (-1) * sum 1 P (fun n => e n * f n p / gamma) / IZR P * ((-1) * sum 1 P (fun n => e n * f n p / gamma) / IZR P / (1 + B / gamma ^ 2) - sum 1 P (fun n => e n ^ 2) / (2 * IZR P) / (1 + B / gamma ^ 2) ^ 2 * k p)) = eta0 * Rpower (IZR N) ((-1) * c) * sum 1 Q (fun p => (sum 1 P (fun n => e n * f n p) / IZR P) ^ 2) / (1 + B / gamma ^ 2) - eta0 * gamma ^ 2 * Rpower (IZR N) ((-1) * c) * (sum 1 P (fun n => e n ^ 2) / (2 * IZR P)) / (1 + B / gamma ^ 2) ^ 2 * sum 1 Q (fun p => (-1) * sum 1 P (fun n => e n * f n p / gamma) / IZR P * k p).
Proof.
intros N P Q c gamma eta0 B e f k dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ transitivity (eta0 * gamma ^ 2 / Rpower (IZR N) c * sum 1 Q (fun p_1 => ((-1) * sum 1 P (fun n_2 => e n_2 * f n_2 p_1 / gamma) / IZR P) ^ 2)); [cong (first [ends]) | transitivity (eta0 / Rpower (IZR N) c * sum 1 Q (fun p_3 => (sum 1 P (fun n_4 => e n_4 * f n_4 p_3) / IZR P) ^ 2)); [exact (@same_by (eta0 :: gamma :: Rpower (IZR N) c :: IZR Q :: IZR P :: nil)%list ((3%nat, Z.to_nat (Q - 1 + 1)%Z) :: (4%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => f (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Sc 0) (Power (Sc 2) 2)) (Over (Sc 4))) (Total 0 (Power (Times (Times (Num (-1)) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)) (Over (Sc 2))))) (Over (Sc 8))) 2)))
  (Times (Times (Sc 0) (Over (Sc 4))) (Total 0 (Power (Times (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))) (Over (Sc 8))) 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
transitivity (eta0 * gamma ^ 2 / Rpower (IZR N) c * sum 1 Q (fun p_5 => (-1) * sum 1 P (fun n_6 => e n_6 * f n_6 p_5 / gamma) / IZR P * ((-1) * sum 1 P (fun n_7 => e n_7 * f n_7 p_5 / gamma) / IZR P / (1 + B / gamma ^ 2) - sum 1 P (fun n_8 => e n_8 ^ 2) / (2 * IZR P) / (1 + B / gamma ^ 2) ^ 2 * k p_5))); [cong (first [ends]) | transitivity (eta0 / Rpower (IZR N) c * sum 1 Q (fun p_9 => (sum 1 P (fun n_10 => e n_10 * f n_10 p_9) / IZR P) ^ 2) / (1 + B / gamma ^ 2) - eta0 * gamma ^ 2 / Rpower (IZR N) c * (sum 1 P (fun n_11 => e n_11 ^ 2) / (2 * IZR P)) / (1 + B / gamma ^ 2) ^ 2 * sum 1 Q (fun p_12 => (-1) * sum 1 P (fun n_13 => e n_13 * f n_13 p_12 / gamma) / IZR P * k p_12)); [exact (@same_by (eta0 :: gamma :: Rpower (IZR N) c :: IZR Q :: IZR P :: B :: (1 + B / gamma ^ 2) ^ 2 :: 1 + B / gamma ^ 2 :: nil)%list ((3%nat, Z.to_nat (Q - 1 + 1)%Z) :: (4%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => f (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => k (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Sc 0) (Power (Sc 2) 2)) (Over (Sc 4))) (Total 0 (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)) (Over (Sc 2))))) (Over (Sc 8))) (Plus (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)) (Over (Sc 2))))) (Over (Sc 8))) (Over (Sc 14))) (Minus (Times (Times (Times (Total 1 (Power (En 0 (1 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 8)))) (Over (Sc 12))) (En 2 (0 :: nil)%list%nat)))))))
  (Plus (Times (Times (Times (Sc 0) (Over (Sc 4))) (Total 0 (Power (Times (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))) (Over (Sc 8))) 2))) (Over (Sc 14))) (Minus (Times (Times (Times (Times (Times (Sc 0) (Power (Sc 2) 2)) (Over (Sc 4))) (Times (Total 1 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 8))))) (Over (Sc 12))) (Total 0 (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)) (Over (Sc 2))))) (Over (Sc 8))) (En 2 (0 :: nil)%list%nat))))))
  ((nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* PC-B9 *)
Theorem claim_pc_b9 :
forall (N : Z) (a b c t eta0 : R) (U : Z -> Z -> R) (S : Z -> Z -> R),
(1 <= N)%Z ->
(0 < eta0) ->
(forall i j : Z, (1 <= i <= N)%Z -> (1 <= j <= N)%Z -> Rpower (IZR N) ((-1) * (a + t)) * (Rpower (IZR N) ((-1) * (b - 2 * t) / 2) * U i j) = Rpower (IZR N) ((-1) * a) * (Rpower (IZR N) ((-1) * b / 2) * U i j)) /\
(forall i j : Z, (1 <= i <= N)%Z -> (1 <= j <= N)%Z -> Rpower (IZR N) ((-1) * (a + t)) * (Rpower (IZR N) ((-1) * (b - 2 * t) / 2) * U i j - eta0 * Rpower (IZR N) ((-1) * (c - 2 * t)) * Rpower (IZR N) ((-1) * (a + t)) * S i j) = Rpower (IZR N) ((-1) * a) * (Rpower (IZR N) ((-1) * b / 2) * U i j - eta0 * Rpower (IZR N) ((-1) * c) * Rpower (IZR N) ((-1) * a) * S i j)) /\
(forall i j : Z, (1 <= i <= N)%Z -> (1 <= j <= N)%Z -> Rpower (IZR N) ((-1) * (a + t)) * (Rpower (IZR N) ((-1) * (b - 2 * t) / 2) * U i j - eta0 * Rpower (IZR N) ((-1) * (c - t)) * S i j) = Rpower (IZR N) ((-1) * a) * (Rpower (IZR N) ((-1) * b / 2) * U i j - eta0 * Rpower (IZR N) ((-1) * c) * S i j)) /\
(1 - c) / 2 + t = (1 - (c - 2 * t)) / 2 /\
(-1) * c / 2 + t = (-1) * (c - 2 * t) / 2.
Proof.
intros N a b c t eta0 U S dom0 dom1.
apply keep; [|intros cla0].
{ intros i j ran0 ran1. transitivity (/ Rpower (IZR N) a / Rpower (IZR N) t * (/ Rpower (IZR N) (b * (1 / 2)) * Rpower (IZR N) t * U i j)); [cong (first [ends]) | transitivity (/ Rpower (IZR N) a * (/ Rpower (IZR N) (b * (1 / 2)) * U i j)); [exact (@same_by (Rpower (IZR N) a :: Rpower (IZR N) t :: Rpower (IZR N) (b * (1 / 2)) :: U i j :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Over (Sc 0)) (Over (Sc 2))) (Times (Times (Over (Sc 4)) (Sc 2)) (Sc 6)))
  (Times (Over (Sc 0)) (Times (Over (Sc 4)) (Sc 6)))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla1].
{ intros i j ran0 ran1. transitivity (/ Rpower (IZR N) a / Rpower (IZR N) t * (/ Rpower (IZR N) (b * (1 / 2)) * Rpower (IZR N) t * U i j - eta0 * (/ Rpower (IZR N) c * Rpower (IZR N) t * Rpower (IZR N) t) * (/ Rpower (IZR N) a / Rpower (IZR N) t) * S i j)); [cong (first [ends]) | transitivity (/ Rpower (IZR N) a * (/ Rpower (IZR N) (b * (1 / 2)) * U i j - eta0 / Rpower (IZR N) c / Rpower (IZR N) a * S i j)); [exact (@same_by (Rpower (IZR N) a :: Rpower (IZR N) t :: eta0 :: Rpower (IZR N) c :: S i j :: Rpower (IZR N) (b * (1 / 2)) :: U i j :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Over (Sc 0)) (Over (Sc 2))) (Plus (Times (Times (Over (Sc 10)) (Sc 2)) (Sc 12)) (Minus (Times (Times (Times (Sc 4) (Times (Times (Over (Sc 6)) (Sc 2)) (Sc 2))) (Times (Over (Sc 0)) (Over (Sc 2)))) (Sc 8)))))
  (Times (Over (Sc 0)) (Plus (Times (Over (Sc 10)) (Sc 12)) (Minus (Times (Times (Times (Sc 4) (Over (Sc 6))) (Over (Sc 0))) (Sc 8)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla2].
{ intros i j ran0 ran1. transitivity (/ Rpower (IZR N) a / Rpower (IZR N) t * (/ Rpower (IZR N) (b * (1 / 2)) * Rpower (IZR N) t * U i j - eta0 * (/ Rpower (IZR N) c * Rpower (IZR N) t) * S i j)); [cong (first [ends]) | transitivity (/ Rpower (IZR N) a * (/ Rpower (IZR N) (b * (1 / 2)) * U i j - eta0 / Rpower (IZR N) c * S i j)); [exact (@same_by (Rpower (IZR N) a :: Rpower (IZR N) t :: eta0 :: Rpower (IZR N) c :: S i j :: Rpower (IZR N) (b * (1 / 2)) :: U i j :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Over (Sc 0)) (Over (Sc 2))) (Plus (Times (Times (Over (Sc 10)) (Sc 2)) (Sc 12)) (Minus (Times (Times (Sc 4) (Times (Over (Sc 6)) (Sc 2))) (Sc 8)))))
  (Times (Over (Sc 0)) (Plus (Times (Over (Sc 10)) (Sc 12)) (Minus (Times (Times (Sc 4) (Over (Sc 6))) (Sc 8)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. first [exact (@same_by (t :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Plus (Num (1)) (Minus (Sc 2))) (Over (Num (2)))) (Sc 0))
  (Times (Plus (Num (1)) (Minus (Plus (Sc 2) (Minus (Times (Num (2)) (Sc 0)))))) (Over (Num (2))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
clear cla0 cla1 cla2 cla3. first [exact (@same_by (t :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Num (-1)) (Sc 2)) (Over (Num (2)))) (Sc 0))
  (Times (Times (Num (-1)) (Plus (Sc 2) (Minus (Times (Num (2)) (Sc 0))))) (Over (Num (2))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* PC-B9-multiplier *)
Theorem claim_pc_b9_multiplier :
forall (L N : Z) (eta other : R) (U : Z -> Z -> R) (S : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= N)%Z ->
(0 < eta) ->
(0 < other) ->
(forall i j : Z, (1 <= i <= N)%Z -> (1 <= j <= N)%Z -> / sqrt (IZR L) * (U i j - other * / sqrt (IZR L) * S i j) - (/ sqrt (IZR L) * U i j - eta * S i j) = (eta - other / IZR L) * S i j) /\
(forall i j : Z, (1 <= i <= N)%Z -> (1 <= j <= N)%Z -> / sqrt (IZR L) * (U i j - other * S i j) - (/ sqrt (IZR L) * U i j - eta * S i j) = (eta - other / sqrt (IZR L)) * S i j).
Proof.
intros L N eta other U S dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ intros i j ran0 ran1. exact (@same_by (eta :: S i j :: sqrt (IZR L) :: IZR L :: U i j :: other :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((5 :: 5 :: nil)%list%nat, (7 :: nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Over (Sc 4)) (Plus (Sc 8) (Minus (Times (Times (Sc 10) (Over (Sc 4))) (Sc 2))))) (Minus (Plus (Times (Over (Sc 4)) (Sc 8)) (Minus (Times (Sc 0) (Sc 2))))))
  (Times (Plus (Sc 0) (Minus (Times (Sc 10) (Over (Sc 6))))) (Sc 2))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [over_root | exact I]) ltac:(vm_compute; reflexivity)). }
intros i j ran0 ran1. exact (@same_by (eta :: S i j :: sqrt (IZR L) :: IZR L :: U i j :: other :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Over (Sc 4)) (Plus (Sc 8) (Minus (Times (Sc 10) (Sc 2))))) (Minus (Plus (Times (Over (Sc 4)) (Sc 8)) (Minus (Times (Sc 0) (Sc 2))))))
  (Times (Plus (Sc 0) (Minus (Times (Sc 10) (Over (Sc 4))))) (Sc 2))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
Qed.

(* PC-TK1 *)
Theorem claim_pc_tk1 :
forall (c d a1 b1 a b aL bL : R),
(0 <= d) ->
((((-1 / 2) + d - c + (-2) * a1 = 0) /\ ((-1) * c + (-2) * a1 = 0)) <-> (((-1) * c + (-2) * a1 = 0) /\ (d = 1 / 2))) /\
(d = 1 / 2 -> ((((-1) * a1 + (-1 / 2) * b1 = 0) /\ ((-1) * c + (-2) * a1 = 0)) <-> ((b1 + 2 * a1 = 0) /\ (c + 2 * a1 = 0)))) /\
(((1 / 2 + d - c + (-2) * a = 0) /\ (1 - c + (-2) * a = 0)) <-> ((1 - c + (-2) * a = 0) /\ (d = 1 / 2))) /\
(d = 1 / 2 -> (((1 / 2 - a + (-1 / 2) * b = 0) /\ (1 - c + (-2) * a = 0)) <-> ((b + 2 * a = 1) /\ (c + 2 * a = 1)))) /\
(((1 / 2 + d - c + (-2) * aL = 0) /\ (1 - c + (-2) * aL = 0)) <-> ((1 - c + (-2) * aL = 0) /\ (d = 1 / 2))) /\
(d = 1 / 2 -> (((1 / 2 - aL + (-1 / 2) * bL = 0) /\ (1 - c + (-2) * aL = 0)) <-> ((bL + 2 * aL = 1) /\ (c + 2 * aL = 1)))) /\
(-1) * c - d + (-2) * a < 1 - c + (-2) * a /\
(d = 1 / 2 -> a = (1 - c) / 2 -> aL = (1 - c) / 2 -> (-1) * c - d + (-2) * a = (-3) * (1 / 2)) /\
(-1) * c - d + (-2) * aL < 1 - c + (-2) * aL /\
(d = 1 / 2 -> a = (1 - c) / 2 -> aL = (1 - c) / 2 -> (-1) * c - d + (-2) * aL = (-3) * (1 / 2)) /\
(-1 / 2) - c + (-2) * a < 1 / 2 + d - c + (-2) * a /\
(d = 1 / 2 -> a = (1 - c) / 2 -> aL = (1 - c) / 2 -> (-1 / 2) - c + (-2) * a = (-3) * (1 / 2)) /\
1 - c + (-2) * a - ((-1) * c + (-2) * a) = 1 /\
(d = 1 / 2 -> a = (1 - c) / 2 -> aL = (1 - c) / 2 -> (-1) * c + (-2) * a = (-1)) /\
1 - c + (-2) * aL - ((-1) * c + (-2) * aL) = 1 /\
(d = 1 / 2 -> a = (1 - c) / 2 -> aL = (1 - c) / 2 -> (-1) * c + (-2) * aL = (-1)) /\
1 / 2 + d - c + (-2) * a - ((-1 / 2) + d - c + (-2) * a) = 1 /\
(d = 1 / 2 -> a = (1 - c) / 2 -> aL = (1 - c) / 2 -> (-1 / 2) + d - c + (-2) * a = (-1)).
Proof.
intros c d a1 b1 a b aL bL dom0.
apply keep; [|intros cla0].
{ linear. }
apply keep; [|intros cla1].
{ intros spe0. subst d. clear cla0. linear. }
apply keep; [|intros cla2].
{ clear cla0 cla1. linear. }
apply keep; [|intros cla3].
{ intros spe0. subst d. clear cla0 cla1 cla2. linear. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. linear. }
apply keep; [|intros cla5].
{ intros spe0. subst d. clear cla0 cla1 cla2 cla3 cla4. linear. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]. }
apply keep; [|intros cla7].
{ intros spe0 spe1 spe2. subst d. subst a. subst aL. clear cla0 cla1 cla2 cla3 cla4 cla5 cla6. first [exact (@same_by (c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Num (-1)) (Sc 0)) (Minus (Times (Num (1)) (Over (Num 2))))) (Times (Num (-2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2))))))
  (Times (Num (-3)) (Times (Num (1)) (Over (Num 2))))
  (List.repeat nil 5) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla8].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]. }
apply keep; [|intros cla9].
{ intros spe0 spe1 spe2. subst d. subst a. subst aL. clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8. first [exact (@same_by (c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Num (-1)) (Sc 0)) (Minus (Times (Num (1)) (Over (Num 2))))) (Times (Num (-2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2))))))
  (Times (Num (-3)) (Times (Num (1)) (Over (Num 2))))
  (List.repeat nil 5) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla10].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]. }
apply keep; [|intros cla11].
{ intros spe0 spe1 spe2. subst d. subst a. subst aL. clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9 cla10. first [exact (@same_by (c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Num (-1)) (Over (Num 2))) (Minus (Sc 0))) (Times (Num (-2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2))))))
  (Times (Num (-3)) (Times (Num (1)) (Over (Num 2))))
  (List.repeat nil 5) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla12].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9 cla10 cla11. first [exact (@same_by (a :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Num (1)) (Minus (Sc 2))) (Times (Num (-2)) (Sc 0))) (Minus (Plus (Times (Num (-1)) (Sc 2)) (Times (Num (-2)) (Sc 0)))))
  (Num (1))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla13].
{ intros spe0 spe1 spe2. subst d. subst a. subst aL. clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9 cla10 cla11 cla12. first [exact (@same_by (c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2))))))
  (Num (-1))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla14].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9 cla10 cla11 cla12 cla13. first [exact (@same_by (aL :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Num (1)) (Minus (Sc 2))) (Times (Num (-2)) (Sc 0))) (Minus (Plus (Times (Num (-1)) (Sc 2)) (Times (Num (-2)) (Sc 0)))))
  (Num (1))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla15].
{ intros spe0 spe1 spe2. subst d. subst a. subst aL. clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9 cla10 cla11 cla12 cla13 cla14. first [exact (@same_by (c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2))))))
  (Num (-1))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla16].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9 cla10 cla11 cla12 cla13 cla14 cla15. first [exact (@same_by (d :: c :: a :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Times (Num (1)) (Over (Num 2))) (Sc 0)) (Minus (Sc 2))) (Times (Num (-2)) (Sc 4))) (Minus (Plus (Plus (Plus (Times (Num (-1)) (Over (Num 2))) (Sc 0)) (Minus (Sc 2))) (Times (Num (-2)) (Sc 4)))))
  (Num (1))
  (List.repeat nil 9) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
intros spe0 spe1 spe2. subst d. subst a. subst aL. clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9 cla10 cla11 cla12 cla13 cla14 cla15 cla16. first [exact (@same_by (c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Times (Num (-1)) (Over (Num 2))) (Times (Num (1)) (Over (Num 2)))) (Minus (Sc 0))) (Times (Num (-2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2))))))
  (Num (-1))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* PC-E27 *)
Theorem claim_pc_e27 :
forall (L D N : Z) (x : Z -> R) (u : Z -> R) (k : Z -> R) (q : Z -> R) (E_X : ((Z -> Z -> R) -> R) -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= L)%Z ->
(1 <= D)%Z ->
(1 <= N)%Z ->
gaussian_matrix N D 1 E_X ->
gaussian_matrix N N 1 E_W ->
q 1%Z = 0 ->
(forall l : Z, (1 <= l <= (L - 1))%Z -> q (l + 1)%Z = k (l + 1)%Z * q l) ->
(forall i : Z, (1 <= i <= N)%Z -> E_X (fun X => sum 1 D (fun p => X i p * x p)) = 0) /\
(forall l i : Z, (1 <= l <= L)%Z -> (1 <= i <= N)%Z -> E_W (fun W => k l * u i + sum 1 N (fun j => W i j * u j)) = k l * u i) /\
(forall l : Z, (1 <= l <= L)%Z -> q l = 0).
Proof.
intros L D N x u k q E_X E_W dom0 dom1 dom2 dom3 dom4 def0 def1.
apply keep; [|intros cla0].
{ intros i ran0. assert (mean0 : E_X (fun X => sum 1 D (fun p => X i p * x p)) = 0).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun X => sum 1 D (fun p_1 => x p_1 * (X i p_1 * 1))) (a := sum 1 D (fun p_1 => x p_1 * 0)).
- intros X. exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => X i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))
  (Total 0 (Times (En 1 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (0).
  + exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (0))))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (0); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ intros l i ran0 ran1. assert (mean0 : E_W (fun W => k l * u i + sum 1 N (fun j => W i j * u j)) = k l * u i).
{ apply (mean_is _ _ _ _ _ _ dom4) with
  (g := fun W => k l * u i * 1 + sum 1 N (fun j_2 => u j_2 * (W i j_2 * 1))) (a := k l * u i * 1 + sum 1 N (fun j_2 => u j_2 * 0)).
- intros W. exact (@same_by (IZR N :: k l :: u i :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 2) (Sc 4)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))
  (Plus (Times (Times (Sc 2) (Sc 4)) (Num (1))) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom4.
- transitivity (k l * u i).
  + exact (@same_by (IZR N :: k l :: u i :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 2) (Sc 4)) (Num (1))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (0)))))
  (Times (Sc 2) (Sc 4))
  (List.repeat nil 3) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (k l * u i); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (k l * u i); [exact (@same_by (k l :: u i :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Sc 2))
  (Times (Sc 0) (Sc 2))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
assert (ind : forall l : Z, (1 <= l)%Z -> (l <= L)%Z -> q l = 0).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> q l = 0)).
- intros most. transitivity (0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends]) | transitivity (0); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends])]].
- intros l least hyp most. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity (k (l + 1)%Z * 0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | ends]) | transitivity (0); [exact (@same_by (k (l + 1)%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Num (0)))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | ends])]]. }
intros l ran0. apply ind; lia.
Qed.

(* PC-E35 *)
Theorem claim_pc_e35 :
forall (D : Z) (x : Z -> R) (E_X : ((Z -> Z -> R) -> R) -> R),
(1 <= D)%Z ->
gaussian_matrix 2%Z D 1 E_X ->
E_X (fun X => sum 1 D (fun p => X 1%Z p * x p) ^ 2 * sum 1 D (fun p => X 2%Z p * x p) ^ 2) = E_X (fun X => sum 1 D (fun p => X 1%Z p * x p) ^ 2) * E_X (fun X => sum 1 D (fun p => X 2%Z p * x p) ^ 2).
Proof.
intros D x E_X dom0 dom1.
assert (mean0 : E_X (fun X => sum 1 D (fun p => X 1%Z p * x p) ^ 2 * sum 1 D (fun p => X 2%Z p * x p) ^ 2) = sum 1 D (fun p_9 => sum 1 D (fun p_11 => 1 * 1 * x p_9 * x p_9 * x p_11 * x p_11)) + 0 + 0).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun X => sum 1 D (fun p_9 => sum 1 D (fun p_10 => sum 1 D (fun p_11 => sum 1 D (fun p_12 => x p_9 * x p_10 * x p_11 * x p_12 * (X 1%Z p_9 * (X 1%Z p_10 * (X 2%Z p_11 * (X 2%Z p_12 * 1))))))))) (a := sum 1 D (fun p_9 => sum 1 D (fun p_10 => sum 1 D (fun p_11 => sum 1 D (fun p_12 => x p_9 * x p_10 * x p_11 * x p_12 * (1 * same_place 1%Z 1%Z * same_place p_9 p_10 * 1 * same_place 2%Z 2%Z * same_place p_11 p_12 + 1 * same_place 1%Z 2%Z * same_place p_9 p_11 * 1 * same_place 1%Z 2%Z * same_place p_10 p_12 + 1 * same_place 1%Z 2%Z * same_place p_9 p_12 * 1 * same_place 1%Z 2%Z * same_place p_10 p_11)))))).
- intros X. exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => X 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => X 2%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2) (Power (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2))
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (En 2 (3 :: nil)%list%nat) (Num (1)))))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 D (fun p_9 => sum 1 D (fun p_11 => sum 1 D (fun p_10 => same_place p_9 p_10 * sum 1 D (fun p_12 => same_place p_11 p_12 * (same_place 1%Z 1%Z * (same_place 2%Z 2%Z * (1 * 1 * x p_9 * x p_10 * x p_11 * x p_12))))))) + sum 1 D (fun p_9 => sum 1 D (fun p_10 => sum 1 D (fun p_11 => same_place p_9 p_11 * sum 1 D (fun p_12 => same_place p_10 p_12 * (same_place 1%Z 2%Z * (same_place 1%Z 2%Z * (1 * 1 * x p_9 * x p_10 * x p_11 * x p_12))))))) + sum 1 D (fun p_9 => sum 1 D (fun p_10 => sum 1 D (fun p_12 => same_place p_9 p_12 * sum 1 D (fun p_11 => same_place p_10 p_11 * (same_place 1%Z 2%Z * (same_place 1%Z 2%Z * (1 * 1 * x p_9 * x p_10 * x p_11 * x p_12)))))))).
  + exact (@same_by (IZR D :: same_place 1%Z 2%Z :: same_place 1%Z 1%Z :: same_place 2%Z 2%Z :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Plus (Plus (Times (Times (Times (Times (Times (Num (1)) (Sc 4)) (En 1 (0 :: 1 :: nil)%list%nat)) (Num (1))) (Sc 6)) (En 1 (2 :: 3 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Num (1)) (Sc 2)) (En 1 (0 :: 2 :: nil)%list%nat)) (Num (1))) (Sc 2)) (En 1 (1 :: 3 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (Sc 2)) (En 1 (0 :: 3 :: nil)%list%nat)) (Num (1))) (Sc 2)) (En 1 (1 :: 2 :: nil)%list%nat))))))))
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Sc 4) (Times (Sc 6) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Sc 2) (Times (Sc 2) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat))))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Sc 2) (Times (Sc 2) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_X (fun X => sum 1 D (fun p => X 1%Z p * x p) ^ 2) = sum 1 D (fun p_15 => 1 * x p_15 * x p_15)).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun X => sum 1 D (fun p_15 => sum 1 D (fun p_16 => x p_15 * x p_16 * (X 1%Z p_15 * (X 1%Z p_16 * 1))))) (a := sum 1 D (fun p_15 => sum 1 D (fun p_16 => x p_15 * x p_16 * (1 * same_place 1%Z 1%Z * same_place p_15 p_16)))).
- intros X. exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => X 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2)
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 D (fun p_15 => sum 1 D (fun p_16 => same_place p_15 p_16 * (same_place 1%Z 1%Z * (1 * x p_15 * x p_16))))).
  + exact (@same_by (IZR D :: same_place 1%Z 1%Z :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (Times (Num (1)) (Sc 2)) (En 1 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean2 : E_X (fun X => sum 1 D (fun p => X 2%Z p * x p) ^ 2) = sum 1 D (fun p_19 => 1 * x p_19 * x p_19)).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun X => sum 1 D (fun p_19 => sum 1 D (fun p_20 => x p_19 * x p_20 * (X 2%Z p_19 * (X 2%Z p_20 * 1))))) (a := sum 1 D (fun p_19 => sum 1 D (fun p_20 => x p_19 * x p_20 * (1 * same_place 2%Z 2%Z * same_place p_19 p_20)))).
- intros X. exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => X 2%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2)
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 D (fun p_19 => sum 1 D (fun p_20 => same_place p_19 p_20 * (same_place 2%Z 2%Z * (1 * x p_19 * x p_20))))).
  + exact (@same_by (IZR D :: same_place 2%Z 2%Z :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (Times (Num (1)) (Sc 2)) (En 1 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 D (fun p_21 => sum 1 D (fun p_22 => 1 * 1 * x p_21 * x p_21 * x p_22 * x p_22)) + 0 + 0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | ends]) | transitivity (sum 1 D (fun p_23 => 1 * x p_23 * x p_23) * sum 1 D (fun p_24 => 1 * x p_24 * x p_24)); [exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))) (Num (0))) (Num (0)))
  (Times (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))) (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | ends])]].
Qed.

(* PC-E35-exchangeable *)
Theorem claim_pc_e35_exchangeable :
forall (N D : Z) (x : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_X : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(1 <= D)%Z ->
gaussian_matrix 2%Z N 1 E_W ->
gaussian_matrix N D 1 E_X ->
E_X (fun X => E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) ^ 2 * sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)) = (1 + 2 / IZR N) * E_X (fun X => E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)) * E_X (fun X => E_W (fun W => sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)) /\
E_X (fun X => E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) * sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)))) = 0 /\
E_X (fun X => E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)) = E_X (fun X => E_W (fun W => sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)).
Proof.
intros N D x E_W E_X dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ assert (mean0 : (forall X : Z -> Z -> R, E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) ^ 2 * sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)) ^ 2) = sum 1 N (fun i_9 => sum 1 N (fun i_11 => 1 * 1 * sum 1 D (fun p => X i_9 p * x p) * sum 1 D (fun p => X i_9 p * x p) * sum 1 D (fun p => X i_11 p * x p) * sum 1 D (fun p => X i_11 p * x p))) + 0 + 0)).
{ intros X. apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_9 => sum 1 N (fun i_10 => sum 1 N (fun i_11 => sum 1 N (fun i_12 => sum 1 D (fun p => X i_9 p * x p) * sum 1 D (fun p => X i_10 p * x p) * sum 1 D (fun p => X i_11 p * x p) * sum 1 D (fun p => X i_12 p * x p) * (W 1%Z i_9 * (W 1%Z i_10 * (W 2%Z i_11 * (W 2%Z i_12 * 1))))))))) (a := sum 1 N (fun i_9 => sum 1 N (fun i_10 => sum 1 N (fun i_11 => sum 1 N (fun i_12 => sum 1 D (fun p => X i_9 p * x p) * sum 1 D (fun p => X i_10 p * x p) * sum 1 D (fun p => X i_11 p * x p) * sum 1 D (fun p => X i_12 p * x p) * (1 * same_place 1%Z 1%Z * same_place i_9 i_10 * 1 * same_place 2%Z 2%Z * same_place i_11 i_12 + 1 * same_place 1%Z 2%Z * same_place i_9 i_11 * 1 * same_place 1%Z 2%Z * same_place i_10 i_12 + 1 * same_place 1%Z 2%Z * same_place i_9 i_12 * 1 * same_place 1%Z 2%Z * same_place i_10 i_11)))))).
- intros W. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => W 2%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) 2) (Power (Total 0 (Times (En 3 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) 2))
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Total 1 (Times (En 1 (0 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat))) (Total 1 (Times (En 1 (1 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat)))) (Total 1 (Times (En 1 (2 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat)))) (Total 1 (Times (En 1 (3 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat)))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Times (En 3 (2 :: nil)%list%nat) (Times (En 3 (3 :: nil)%list%nat) (Num (1)))))))))))
  ((1 :: 3 :: 2 :: 5 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_9 => sum 1 N (fun i_11 => sum 1 N (fun i_10 => same_place i_9 i_10 * sum 1 N (fun i_12 => same_place i_11 i_12 * (same_place 1%Z 1%Z * (same_place 2%Z 2%Z * (1 * 1 * sum 1 D (fun p => X i_9 p * x p) * sum 1 D (fun p => X i_10 p * x p) * sum 1 D (fun p => X i_11 p * x p) * sum 1 D (fun p => X i_12 p * x p)))))))) + sum 1 N (fun i_9 => sum 1 N (fun i_10 => sum 1 N (fun i_11 => same_place i_9 i_11 * sum 1 N (fun i_12 => same_place i_10 i_12 * (same_place 1%Z 2%Z * (same_place 1%Z 2%Z * (1 * 1 * sum 1 D (fun p => X i_9 p * x p) * sum 1 D (fun p => X i_10 p * x p) * sum 1 D (fun p => X i_11 p * x p) * sum 1 D (fun p => X i_12 p * x p)))))))) + sum 1 N (fun i_9 => sum 1 N (fun i_10 => sum 1 N (fun i_12 => same_place i_9 i_12 * sum 1 N (fun i_11 => same_place i_10 i_11 * (same_place 1%Z 2%Z * (same_place 1%Z 2%Z * (1 * 1 * sum 1 D (fun p => X i_9 p * x p) * sum 1 D (fun p => X i_10 p * x p) * sum 1 D (fun p => X i_11 p * x p) * sum 1 D (fun p => X i_12 p * x p))))))))).
  + exact (@same_by (IZR N :: IZR D :: same_place 1%Z 2%Z :: same_place 1%Z 1%Z :: same_place 2%Z 2%Z :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Total 1 (Times (En 0 (0 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat))) (Total 1 (Times (En 0 (1 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (2 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (3 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Plus (Plus (Times (Times (Times (Times (Times (Num (1)) (Sc 6)) (En 2 (0 :: 1 :: nil)%list%nat)) (Num (1))) (Sc 8)) (En 2 (2 :: 3 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Num (1)) (Sc 4)) (En 2 (0 :: 2 :: nil)%list%nat)) (Num (1))) (Sc 4)) (En 2 (1 :: 3 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (Sc 4)) (En 2 (0 :: 3 :: nil)%list%nat)) (Num (1))) (Sc 4)) (En 2 (1 :: 2 :: nil)%list%nat))))))))
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 3 :: nil)%list%nat) (Times (Sc 6) (Times (Sc 8) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Total 1 (Times (En 0 (0 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (2 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (3 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))))))))))) (Total 0 (Total 0 (Total 0 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 3 :: nil)%list%nat) (Times (Sc 4) (Times (Sc 4) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Total 1 (Times (En 0 (0 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (2 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (3 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat))))))))))))) (Total 0 (Total 0 (Total 0 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 3 :: nil)%list%nat) (Times (Sc 4) (Times (Sc 4) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Total 1 (Times (En 0 (0 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (3 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))) (Total 1 (Times (En 0 (2 :: 4 :: nil)%list%nat) (En 1 (4 :: nil)%list%nat)))))))))))))
  ((1 :: 5 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 6 :: nil)%list%nat :: (5 :: nil)%list%nat :: (nil)%list%nat :: (6 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_X (fun X => E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) ^ 2 * sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)) = sum 1 N (fun i_13 => sum 1 N (fun i_14 => sum 1 D (fun p_19 => sum 1 D (fun p_21 => 1 * 1 * 1 * 1 * x p_19 * x p_19 * x p_21 * x p_21)))) + sum 1 N (fun i_13 => sum 1 D (fun p_19 => sum 1 D (fun p_20 => 1 * 1 * 1 * 1 * x p_19 * x p_20 * x p_19 * x p_20))) + sum 1 N (fun i_13 => sum 1 D (fun p_19 => sum 1 D (fun p_20 => 1 * 1 * 1 * 1 * x p_19 * x p_20 * x p_20 * x p_19))) + 0 + 0).
{ transitivity (E_X (fun X => sum 1 N (fun i_9 => sum 1 N (fun i_11 => 1 * 1 * sum 1 D (fun p => X i_9 p * x p) * sum 1 D (fun p => X i_9 p * x p) * sum 1 D (fun p => X i_11 p * x p) * sum 1 D (fun p => X i_11 p * x p))) + 0 + 0)).
{ f_equal; apply functional_extensionality; intros X; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun X => sum 1 N (fun i_13 => sum 1 N (fun i_14 => sum 1 D (fun p_19 => sum 1 D (fun p_20 => sum 1 D (fun p_21 => sum 1 D (fun p_22 => 1 * 1 * x p_19 * x p_20 * x p_21 * x p_22 * (X i_13 p_19 * (X i_13 p_20 * (X i_14 p_21 * (X i_14 p_22 * 1)))))))))) + 0 * 1 + 0 * 1) (a := sum 1 N (fun i_13 => sum 1 N (fun i_14 => sum 1 D (fun p_19 => sum 1 D (fun p_20 => sum 1 D (fun p_21 => sum 1 D (fun p_22 => 1 * 1 * x p_19 * x p_20 * x p_21 * x p_22 * (1 * same_place i_13 i_13 * same_place p_19 p_20 * 1 * same_place i_14 i_14 * same_place p_21 p_22 + 1 * same_place i_13 i_14 * same_place p_19 p_21 * 1 * same_place i_13 i_14 * same_place p_20 p_22 + 1 * same_place i_13 i_14 * same_place p_19 p_22 * 1 * same_place i_13 i_14 * same_place p_20 p_21))))))) + 0 * 1 + 0 * 1).
- intros X. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))))) (Num (0))) (Num (0)))
  (Plus (Plus (Total 0 (Total 0 (Total 1 (Total 1 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (En 1 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (En 1 (4 :: nil)%list%nat)) (En 1 (5 :: nil)%list%nat)) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 3 :: nil)%list%nat) (Times (En 0 (1 :: 4 :: nil)%list%nat) (Times (En 0 (1 :: 5 :: nil)%list%nat) (Num (1))))))))))))) (Times (Num (0)) (Num (1)))) (Times (Num (0)) (Num (1))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_13 => sum 1 N (fun i_14 => sum 1 D (fun p_19 => sum 1 D (fun p_21 => sum 1 D (fun p_20 => same_place p_19 p_20 * sum 1 D (fun p_22 => same_place p_21 p_22 * (same_place i_13 i_13 * (same_place i_14 i_14 * (1 * 1 * 1 * 1 * x p_19 * x p_20 * x p_21 * x p_22))))))))) + sum 1 N (fun i_13 => sum 1 D (fun p_19 => sum 1 D (fun p_20 => sum 1 N (fun i_14 => same_place i_13 i_14 * sum 1 D (fun p_21 => same_place p_19 p_21 * sum 1 D (fun p_22 => same_place p_20 p_22 * (same_place i_13 i_14 * (1 * 1 * 1 * 1 * x p_19 * x p_20 * x p_21 * x p_22)))))))) + sum 1 N (fun i_13 => sum 1 D (fun p_19 => sum 1 D (fun p_20 => sum 1 N (fun i_14 => same_place i_13 i_14 * sum 1 D (fun p_22 => same_place p_19 p_22 * sum 1 D (fun p_21 => same_place p_20 p_21 * (same_place i_13 i_14 * (1 * 1 * 1 * 1 * x p_19 * x p_20 * x p_21 * x p_22)))))))) + 0 + 0).
  + exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 0 (Total 1 (Total 1 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Plus (Plus (Times (Times (Times (Times (Times (Num (1)) (En 2 (0 :: nil)%list%nat)) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat)) (En 1 (4 :: 5 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Num (1)) (En 1 (0 :: 1 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat)) (Num (1))) (En 1 (0 :: 1 :: nil)%list%nat)) (En 1 (3 :: 5 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (0 :: 1 :: nil)%list%nat)) (En 1 (2 :: 5 :: nil)%list%nat)) (Num (1))) (En 1 (0 :: 1 :: nil)%list%nat)) (En 1 (3 :: 4 :: nil)%list%nat)))))))))) (Times (Num (0)) (Num (1)))) (Times (Num (0)) (Num (1))))
  (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Total 1 (Total 1 (Total 1 (Times (En 1 (2 :: 4 :: nil)%list%nat) (Total 1 (Times (En 1 (3 :: 5 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (2 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)))))))))))) (Total 0 (Total 1 (Total 1 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 1 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 1 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat))))))))))))) (Total 0 (Total 1 (Total 1 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 1 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 1 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat))))))))))))) (Num (0))) (Num (0)))
  ((3 :: nil)%list%nat :: (nil)%list%nat :: (4 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean2 : (forall X : Z -> Z -> R, E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) ^ 2) = sum 1 N (fun i_25 => 1 * sum 1 D (fun p => X i_25 p * x p) * sum 1 D (fun p => X i_25 p * x p)))).
{ intros X. apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_25 => sum 1 N (fun i_26 => sum 1 D (fun p => X i_25 p * x p) * sum 1 D (fun p => X i_26 p * x p) * (W 1%Z i_25 * (W 1%Z i_26 * 1))))) (a := sum 1 N (fun i_25 => sum 1 N (fun i_26 => sum 1 D (fun p => X i_25 p * x p) * sum 1 D (fun p => X i_26 p * x p) * (1 * same_place 1%Z 1%Z * same_place i_25 i_26)))).
- intros W. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) 2)
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 1 (0 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat))) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat)))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_25 => sum 1 N (fun i_26 => same_place i_25 i_26 * (same_place 1%Z 1%Z * (1 * sum 1 D (fun p => X i_25 p * x p) * sum 1 D (fun p => X i_26 p * x p)))))).
  + exact (@same_by (IZR N :: IZR D :: same_place 1%Z 1%Z :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Times (Times (Num (1)) (Sc 4)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 4) (Times (Times (Num (1)) (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean3 : E_X (fun X => E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)) = sum 1 N (fun i_27 => sum 1 D (fun p_30 => 1 * 1 * x p_30 * x p_30))).
{ transitivity (E_X (fun X => sum 1 N (fun i_25 => 1 * sum 1 D (fun p => X i_25 p * x p) * sum 1 D (fun p => X i_25 p * x p)))).
{ f_equal; apply functional_extensionality; intros X; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun X => sum 1 N (fun i_27 => sum 1 D (fun p_30 => sum 1 D (fun p_31 => 1 * x p_30 * x p_31 * (X i_27 p_30 * (X i_27 p_31 * 1)))))) (a := sum 1 N (fun i_27 => sum 1 D (fun p_30 => sum 1 D (fun p_31 => 1 * x p_30 * x p_31 * (1 * same_place i_27 i_27 * same_place p_30 p_31))))).
- intros X. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Num (1)) (En 1 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_27 => sum 1 D (fun p_30 => sum 1 D (fun p_31 => same_place p_30 p_31 * (same_place i_27 i_27 * (1 * 1 * x p_30 * x p_31)))))).
  + exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean4 : (forall X : Z -> Z -> R, E_W (fun W => sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)) ^ 2) = sum 1 N (fun i_34 => 1 * sum 1 D (fun p => X i_34 p * x p) * sum 1 D (fun p => X i_34 p * x p)))).
{ intros X. apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_34 => sum 1 N (fun i_35 => sum 1 D (fun p => X i_34 p * x p) * sum 1 D (fun p => X i_35 p * x p) * (W 2%Z i_34 * (W 2%Z i_35 * 1))))) (a := sum 1 N (fun i_34 => sum 1 N (fun i_35 => sum 1 D (fun p => X i_34 p * x p) * sum 1 D (fun p => X i_35 p * x p) * (1 * same_place 2%Z 2%Z * same_place i_34 i_35)))).
- intros W. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W 2%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) 2)
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 1 (0 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat))) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat)))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_34 => sum 1 N (fun i_35 => same_place i_34 i_35 * (same_place 2%Z 2%Z * (1 * sum 1 D (fun p => X i_34 p * x p) * sum 1 D (fun p => X i_35 p * x p)))))).
  + exact (@same_by (IZR N :: IZR D :: same_place 2%Z 2%Z :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Times (Times (Num (1)) (Sc 4)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 4) (Times (Times (Num (1)) (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean5 : E_X (fun X => E_W (fun W => sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)) = sum 1 N (fun i_36 => sum 1 D (fun p_39 => 1 * 1 * x p_39 * x p_39))).
{ transitivity (E_X (fun X => sum 1 N (fun i_34 => 1 * sum 1 D (fun p => X i_34 p * x p) * sum 1 D (fun p => X i_34 p * x p)))).
{ f_equal; apply functional_extensionality; intros X; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [solve [apply mean3; lia] |] | etransitivity; [solve [apply mean4; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun X => sum 1 N (fun i_36 => sum 1 D (fun p_39 => sum 1 D (fun p_40 => 1 * x p_39 * x p_40 * (X i_36 p_39 * (X i_36 p_40 * 1)))))) (a := sum 1 N (fun i_36 => sum 1 D (fun p_39 => sum 1 D (fun p_40 => 1 * x p_39 * x p_40 * (1 * same_place i_36 i_36 * same_place p_39 p_40))))).
- intros X. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Num (1)) (En 1 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_36 => sum 1 D (fun p_39 => sum 1 D (fun p_40 => same_place p_39 p_40 * (same_place i_36 i_36 * (1 * 1 * x p_39 * x p_40)))))).
  + exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_41 => sum 1 N (fun i_42 => sum 1 D (fun p_43 => sum 1 D (fun p_44 => 1 * 1 * 1 * 1 * x p_43 * x p_43 * x p_44 * x p_44)))) + sum 1 N (fun i_45 => sum 1 D (fun p_46 => sum 1 D (fun p_47 => 1 * 1 * 1 * 1 * x p_46 * x p_47 * x p_46 * x p_47))) + sum 1 N (fun i_48 => sum 1 D (fun p_49 => sum 1 D (fun p_50 => 1 * 1 * 1 * 1 * x p_49 * x p_50 * x p_50 * x p_49))) + 0 + 0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [solve [apply mean3; lia] |] | etransitivity; [solve [apply mean4; lia] |] | etransitivity; [solve [apply mean5; lia] |] | ends]) | transitivity ((1 + 2 / IZR N) * sum 1 N (fun i_51 => sum 1 D (fun p_52 => 1 * 1 * x p_52 * x p_52)) * sum 1 N (fun i_53 => sum 1 D (fun p_54 => 1 * 1 * x p_54 * x p_54))); [exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (2 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))) (Num (0))) (Num (0)))
  (Times (Times (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))) (Total 0 (Total 1 (Times (Times (Times (Num (1)) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))) (Total 0 (Total 1 (Times (Times (Times (Num (1)) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))
  ((1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [solve [apply mean3; lia] |] | etransitivity; [solve [apply mean4; lia] |] | etransitivity; [solve [apply mean5; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : (forall X : Z -> Z -> R, E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) * sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p))) = 0)).
{ intros X. apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_57 => sum 1 N (fun i_58 => sum 1 D (fun p => X i_57 p * x p) * sum 1 D (fun p => X i_58 p * x p) * (W 1%Z i_57 * (W 2%Z i_58 * 1))))) (a := sum 1 N (fun i_57 => sum 1 N (fun i_58 => sum 1 D (fun p => X i_57 p * x p) * sum 1 D (fun p => X i_58 p * x p) * (1 * same_place 1%Z 2%Z * same_place i_57 i_58)))).
- intros W. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => W 2%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) (Total 0 (Times (En 3 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 1 (0 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat))) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat)))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 3 (1 :: nil)%list%nat) (Num (1)))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_57 => sum 1 N (fun i_58 => same_place i_57 i_58 * (same_place 1%Z 2%Z * (1 * sum 1 D (fun p => X i_57 p * x p) * sum 1 D (fun p => X i_58 p * x p)))))).
  + exact (@same_by (IZR N :: IZR D :: same_place 1%Z 2%Z :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Times (Times (Num (1)) (Sc 4)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 4) (Times (Times (Num (1)) (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_X (fun X => E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) * sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)))) = 0).
{ transitivity (E_X (fun X => 0)).
{ f_equal; apply functional_extensionality; intros X; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun X => 0 * 1) (a := 0 * 1).
- intros X. exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Times (Num (0)) (Num (1)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (0).
  + exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (0)) (Num (1)))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | ends]) | transitivity (0); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | ends])]]. }
assert (mean0 : (forall X : Z -> Z -> R, E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) ^ 2) = sum 1 N (fun i_61 => 1 * sum 1 D (fun p => X i_61 p * x p) * sum 1 D (fun p => X i_61 p * x p)))).
{ intros X. apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_61 => sum 1 N (fun i_62 => sum 1 D (fun p => X i_61 p * x p) * sum 1 D (fun p => X i_62 p * x p) * (W 1%Z i_61 * (W 1%Z i_62 * 1))))) (a := sum 1 N (fun i_61 => sum 1 N (fun i_62 => sum 1 D (fun p => X i_61 p * x p) * sum 1 D (fun p => X i_62 p * x p) * (1 * same_place 1%Z 1%Z * same_place i_61 i_62)))).
- intros W. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) 2)
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 1 (0 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat))) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat)))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_61 => sum 1 N (fun i_62 => same_place i_61 i_62 * (same_place 1%Z 1%Z * (1 * sum 1 D (fun p => X i_61 p * x p) * sum 1 D (fun p => X i_62 p * x p)))))).
  + exact (@same_by (IZR N :: IZR D :: same_place 1%Z 1%Z :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Times (Times (Num (1)) (Sc 4)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 4) (Times (Times (Num (1)) (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_X (fun X => E_W (fun W => sum 1 N (fun i => W 1%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)) = sum 1 N (fun i_63 => sum 1 D (fun p_66 => 1 * 1 * x p_66 * x p_66))).
{ transitivity (E_X (fun X => sum 1 N (fun i_61 => 1 * sum 1 D (fun p => X i_61 p * x p) * sum 1 D (fun p => X i_61 p * x p)))).
{ f_equal; apply functional_extensionality; intros X; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun X => sum 1 N (fun i_63 => sum 1 D (fun p_66 => sum 1 D (fun p_67 => 1 * x p_66 * x p_67 * (X i_63 p_66 * (X i_63 p_67 * 1)))))) (a := sum 1 N (fun i_63 => sum 1 D (fun p_66 => sum 1 D (fun p_67 => 1 * x p_66 * x p_67 * (1 * same_place i_63 i_63 * same_place p_66 p_67))))).
- intros X. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Num (1)) (En 1 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_63 => sum 1 D (fun p_66 => sum 1 D (fun p_67 => same_place p_66 p_67 * (same_place i_63 i_63 * (1 * 1 * x p_66 * x p_67)))))).
  + exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean2 : (forall X : Z -> Z -> R, E_W (fun W => sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)) ^ 2) = sum 1 N (fun i_70 => 1 * sum 1 D (fun p => X i_70 p * x p) * sum 1 D (fun p => X i_70 p * x p)))).
{ intros X. apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_70 => sum 1 N (fun i_71 => sum 1 D (fun p => X i_70 p * x p) * sum 1 D (fun p => X i_71 p * x p) * (W 2%Z i_70 * (W 2%Z i_71 * 1))))) (a := sum 1 N (fun i_70 => sum 1 N (fun i_71 => sum 1 D (fun p => X i_70 p * x p) * sum 1 D (fun p => X i_71 p * x p) * (1 * same_place 2%Z 2%Z * same_place i_70 i_71)))).
- intros W. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W 2%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) 2)
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 1 (0 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat))) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat)))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_70 => sum 1 N (fun i_71 => same_place i_70 i_71 * (same_place 2%Z 2%Z * (1 * sum 1 D (fun p => X i_70 p * x p) * sum 1 D (fun p => X i_71 p * x p)))))).
  + exact (@same_by (IZR N :: IZR D :: same_place 2%Z 2%Z :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Times (Times (Num (1)) (Sc 4)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 4) (Times (Times (Num (1)) (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean3 : E_X (fun X => E_W (fun W => sum 1 N (fun i => W 2%Z i * sum 1 D (fun p => X i p * x p)) ^ 2)) = sum 1 N (fun i_72 => sum 1 D (fun p_75 => 1 * 1 * x p_75 * x p_75))).
{ transitivity (E_X (fun X => sum 1 N (fun i_70 => 1 * sum 1 D (fun p => X i_70 p * x p) * sum 1 D (fun p => X i_70 p * x p)))).
{ f_equal; apply functional_extensionality; intros X; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun X => sum 1 N (fun i_72 => sum 1 D (fun p_75 => sum 1 D (fun p_76 => 1 * x p_75 * x p_76 * (X i_72 p_75 * (X i_72 p_76 * 1)))))) (a := sum 1 N (fun i_72 => sum 1 D (fun p_75 => sum 1 D (fun p_76 => 1 * x p_75 * x p_76 * (1 * same_place i_72 i_72 * same_place p_75 p_76))))).
- intros X. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Num (1)) (En 1 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_72 => sum 1 D (fun p_75 => sum 1 D (fun p_76 => same_place p_75 p_76 * (same_place i_72 i_72 * (1 * 1 * x p_75 * x p_76)))))).
  + exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_77 => sum 1 D (fun p_78 => 1 * 1 * x p_78 * x p_78))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [solve [apply mean3; lia] |] | ends]) | transitivity (sum 1 N (fun i_79 => sum 1 D (fun p_80 => 1 * 1 * x p_80 * x p_80))); [exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Times (Times (Times (Num (1)) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  (Total 0 (Total 1 (Times (Times (Times (Num (1)) (Num (1))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  ((0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [solve [apply mean3; lia] |] | ends])]].
Qed.

(* PC-E39 *)
Theorem claim_pc_e39 :
forall (H d : Z) (gamma : R) (M : Z -> Z -> Z -> R) (x : Z -> R) (w : Z -> R) (h : Z -> Z -> R) (m : Z -> Z -> R) (V : Z -> Z -> R),
(1 <= H)%Z ->
(1 <= d)%Z ->
(0 < gamma) ->
(forall i : Z, (1 <= i <= d)%Z -> h 1%Z i = x i) ->
(forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> h (l + 1)%Z i = sum 1 d (fun j => M (l + 1)%Z i j * h l j)) ->
(forall j : Z, (1 <= j <= d)%Z -> m H j = w j) ->
(forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> m l j = sum 1 d (fun i => M (l + 1)%Z i j * m (l + 1)%Z i)) ->
(forall i : Z, (1 <= i <= d)%Z -> V 1%Z i = m 1%Z i) ->
(forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> V (l + 1)%Z i = sum 1 d (fun j => M (l + 1)%Z i j * V l j) + m (l + 1)%Z i) ->
(forall top : Z, (1 <= top <= H)%Z -> sum 1 d (fun i => m top i * h top i) = sum 1 d (fun i => m 1%Z i * x i)) /\
sum 1 d (fun i => w i * h H i) = sum 1 d (fun i => m 1%Z i * x i) /\
(forall top : Z, (1 <= top <= H)%Z -> sum 1 d (fun i => m top i ^ 2) = / gamma ^ 2 * (sum 1 d (fun i => (sqrt (IZR d) * gamma * m top i) ^ 2) / IZR d)).
Proof.
intros H d gamma M x w h m V dom0 dom1 dom2 def0 def1 def2 def3 def4 def5.
apply keep; [|intros cla0].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= H)%Z -> sum 1 d (fun i => m top i * h top i) = sum 1 d (fun i => m 1%Z i * x i)).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> sum 1 d (fun i => m top i * h top i) = sum 1 d (fun i => m 1%Z i * x i))).
- intros most. transitivity (sum 1 d (fun i_1 => m 1%Z i_1 * x i_1)); [cong (first [put h def0 | put h def1 | put m def2 | put m def3 | ends]) | transitivity (sum 1 d (fun i_2 => m 1%Z i_2 * x i_2)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def2 | put m def3 | ends])]].
- intros top least hyp most. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 d (fun i => m top i * h top i) - sum 1 d (fun i => m 1%Z i * x i) = 0) by (pose proof hyp; lra). assert (gap : sum 1 d (fun i => m (top + 1)%Z i * h (top + 1)%Z i) - sum 1 d (fun i => m 1%Z i * x i) = 1 * (sum 1 d (fun i => m top i * h top i) - sum 1 d (fun i => m 1%Z i * x i))). { transitivity (sum 1 d (fun i_3 => m (top + 1)%Z i_3 * sum 1 d (fun j_4 => M (top + 1)%Z i_3 j_4 * h top j_4)) - sum 1 d (fun i_5 => m 1%Z i_5 * x i_5)); [cong (first [put h def0 | put h def1 | put m def2 | put m def3 | ends]) | transitivity (1 * (sum 1 d (fun i_6 => sum 1 d (fun i_7 => M (top + 1)%Z i_7 i_6 * m (top + 1)%Z i_7) * h top i_6) - sum 1 d (fun i_8 => m 1%Z i_8 * x i_8))); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => M (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: nil)%list => h top (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 2 (0 :: nil)%list%nat) (Total 0 (Times (En 3 (0 :: 1 :: nil)%list%nat) (En 4 (1 :: nil)%list%nat))))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (Times (Num (1)) (Plus (Total 0 (Times (Total 0 (Times (En 3 (1 :: 0 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))) (En 4 (0 :: nil)%list%nat))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def2 | put m def3 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros top ran0. apply ind; lia. }
apply keep; [|intros cla1].
{ assert (zer : sum 1 d (fun i => m 1%Z i * x i) - sum 1 d (fun i => m H i * h H i) = 0) by zero. assert (gap : sum 1 d (fun i => w i * h H i) - sum 1 d (fun i => m 1%Z i * x i) = (sum 1 d (fun i => m 1%Z i * x i) - sum 1 d (fun i => m H i * h H i)) * (-1)). { transitivity (sum 1 d (fun i_17 => w i_17 * h H i_17) - sum 1 d (fun i_18 => m 1%Z i_18 * x i_18)); [cong (first [put h def0 | put h def1 | put m def2 | put m def3 | ends]) | transitivity ((sum 1 d (fun i_19 => m 1%Z i_19 * x i_19) - sum 1 d (fun i_20 => w i_20 * h H i_20)) * (-1)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => h H (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (Times (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))) (Num (-1)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def2 | put m def3 | ends])]]. } clear - gap zer; lra. }
intros top ran0. transitivity (sum 1 d (fun i_21 => m top i_21 ^ 2)); [cong (first [put m def2 | put m def3 | ends]) | transitivity (/ gamma ^ 2 * (sum 1 d (fun i_22 => (sqrt (IZR d) * gamma * m top i_22) ^ 2) / IZR d)); [exact (@same_by (IZR d :: gamma :: sqrt (IZR d) :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m top (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((4 :: 4 :: nil)%list%nat, (0 :: nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (Times (Over (Power (Sc 2) 2)) (Times (Total 0 (Power (Times (Times (Sc 4) (Sc 2)) (En 0 (0 :: nil)%list%nat)) 2)) (Over (Sc 0))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [root | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put m def2 | put m def3 | ends])]].
Qed.

(* PC-E41 *)
Theorem claim_pc_e41 :
forall (N D L : Z) (x : Z -> R) (u : Z -> R) (v : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_X : ((Z -> Z -> R) -> R) -> R) (E_g : ((Z -> R) -> R) -> R),
(1 <= N)%Z ->
(1 <= D)%Z ->
(1 <= L)%Z ->
gaussian_matrix N N (1 / IZR N) E_W ->
gaussian_matrix N D (1 / IZR D) E_X ->
gaussian_vector N 1 E_g ->
q 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> q (l + 1)%Z = (1 + 2 / IZR N) * q l) ->
E_W (fun W => sum 1 N (fun i => sum 1 N (fun j => W i j * u j) * sum 1 N (fun j => W i j * v j)) / IZR N) = sum 1 N (fun i => u i * v i) / IZR N /\
E_X (fun X => sum 1 N (fun i => sum 1 D (fun p => X i p * x p) ^ 2) / IZR N) = sum 1 D (fun p => x p ^ 2) / IZR D /\
E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2) / IZR N) = sum 1 N (fun i => u i ^ 2) / IZR N /\
E_g (fun g => sum 1 N (fun i => g i ^ 2) / IZR N) = 1 /\
E_W (fun W => (sum 1 N (fun i => sum 1 N (fun j => W i j * u j) ^ 2) / IZR N) ^ 2) = (1 + 2 / IZR N) * (sum 1 N (fun i => u i ^ 2) / IZR N) ^ 2 /\
E_X (fun X => (sum 1 N (fun i => sum 1 D (fun p => X i p * x p) ^ 2) / IZR N) ^ 2) = (1 + 2 / IZR N) * (sum 1 D (fun p => x p ^ 2) / IZR D) ^ 2 /\
E_W (fun W => (sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2) / IZR N) ^ 2) = (1 + 2 / IZR N) * (sum 1 N (fun i => u i ^ 2) / IZR N) ^ 2 /\
E_g (fun g => (sum 1 N (fun i => g i ^ 2) / IZR N) ^ 2) = 1 + 2 / IZR N /\
(forall l : Z, (1 <= l <= L)%Z -> q l = powerRZ (1 + 2 / IZR N) l).
Proof.
intros N D L x u v q E_W E_X E_g dom0 dom1 dom2 dom3 dom4 dom5 def0 def1.
apply keep; [|intros cla0].
{ assert (mean0 : E_W (fun W => sum 1 N (fun i => sum 1 N (fun j => W i j * u j) * sum 1 N (fun j => W i j * v j)) / IZR N) = sum 1 N (fun i_6 => sum 1 N (fun j_7 => 1 / IZR N * u j_7 * v j_7 / IZR N))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 N (fun i_6 => sum 1 N (fun j_7 => sum 1 N (fun j_8 => u j_7 * v j_8 / IZR N * (W i_6 j_7 * (W i_6 j_8 * 1)))))) (a := sum 1 N (fun i_6 => sum 1 N (fun j_7 => sum 1 N (fun j_8 => u j_7 * v j_8 / IZR N * (1 / IZR N * same_place i_6 i_6 * same_place j_7 j_8))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_6 => sum 1 N (fun j_7 => sum 1 N (fun j_8 => same_place j_7 j_8 * (same_place i_6 i_6 * (1 / IZR N * u j_7 * v j_8 / IZR N)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 3 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 3 (1 :: 2 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_9 => sum 1 N (fun j_10 => 1 / IZR N * u j_10 * v j_10 / IZR N))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_11 => u i_11 * v i_11) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : E_X (fun X => sum 1 N (fun i => sum 1 D (fun p => X i p * x p) ^ 2) / IZR N) = sum 1 N (fun i_17 => sum 1 D (fun p_18 => 1 / IZR D * x p_18 * x p_18 / IZR N))).
{ apply (mean_is _ _ _ _ _ _ dom4) with
  (g := fun X => sum 1 N (fun i_17 => sum 1 D (fun p_18 => sum 1 D (fun p_19 => x p_18 * x p_19 / IZR N * (X i_17 p_18 * (X i_17 p_19 * 1)))))) (a := sum 1 N (fun i_17 => sum 1 D (fun p_18 => sum 1 D (fun p_19 => x p_18 * x p_19 / IZR N * (1 / IZR D * same_place i_17 i_17 * same_place p_18 p_19))))).
- intros X. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)) (Over (Sc 0)))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom4.
- transitivity (sum 1 N (fun i_17 => sum 1 D (fun p_18 => sum 1 D (fun p_19 => same_place p_18 p_19 * (same_place i_17 i_17 * (1 / IZR D * x p_18 * x p_19 / IZR N)))))).
  + exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (Times (Times (Num (1)) (Over (Sc 2))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_20 => sum 1 D (fun p_21 => 1 / IZR D * x p_21 * x p_21 / IZR N))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 D (fun p_22 => x p_22 ^ 2) / IZR D); [exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 1 (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 1 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 2)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (mean0 : E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2) / IZR N) = sum 1 N (fun j_28 => sum 1 N (fun i_29 => 1 / IZR N * u i_29 * u i_29 / IZR N))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 N (fun j_28 => sum 1 N (fun i_29 => sum 1 N (fun i_30 => u i_29 * u i_30 / IZR N * (W i_29 j_28 * (W i_30 j_28 * 1)))))) (a := sum 1 N (fun j_28 => sum 1 N (fun i_29 => sum 1 N (fun i_30 => u i_29 * u i_30 / IZR N * (1 / IZR N * same_place i_29 i_30 * same_place j_28 j_28))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Total 0 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)) (Over (Sc 0)))
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (2 :: 0 :: nil)%list%nat) (Num (1))))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun j_28 => sum 1 N (fun i_29 => sum 1 N (fun i_30 => same_place i_29 i_30 * (same_place j_28 j_28 * (1 / IZR N * u i_29 * u i_30 / IZR N)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (1 :: 2 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_31 => sum 1 N (fun i_32 => 1 / IZR N * u i_32 * u i_32 / IZR N))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_33 => u i_33 ^ 2) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla3].
{ assert (mean0 : E_g (fun g => sum 1 N (fun i => g i ^ 2) / IZR N) = sum 1 N (fun i_35 => 1 / IZR N)).
{ apply (mean_is _ _ _ _ _ _ dom5) with
  (g := fun g => sum 1 N (fun i_35 => / IZR N * (g i_35 * (g i_35 * 1)))) (a := sum 1 N (fun i_35 => / IZR N * (1 * same_place i_35 i_35))).
- intros g. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0)))
  (Total 0 (Times (Over (Sc 0)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom5.
- transitivity (sum 1 N (fun i_35 => same_place i_35 i_35 * (1 / IZR N))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Over (Sc 0)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Num (1)) (Over (Sc 0)))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_36 => 1 / IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (1); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Over (Sc 0))))
  (Num (1))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla4].
{ assert (mean0 : E_W (fun W => (sum 1 N (fun i => sum 1 N (fun j => W i j * u j) ^ 2) / IZR N) ^ 2) = sum 1 N (fun i_53 => sum 1 N (fun j_54 => sum 1 N (fun i_56 => sum 1 N (fun j_57 => 1 / IZR N * (1 / IZR N) * u j_54 * u j_54 / IZR N * u j_57 * u j_57 / IZR N)))) + sum 1 N (fun i_53 => sum 1 N (fun j_54 => sum 1 N (fun j_55 => 1 / IZR N * (1 / IZR N) * u j_54 * u j_55 / IZR N * u j_54 * u j_55 / IZR N))) + sum 1 N (fun i_53 => sum 1 N (fun j_54 => sum 1 N (fun j_55 => 1 / IZR N * (1 / IZR N) * u j_54 * u j_55 / IZR N * u j_55 * u j_54 / IZR N)))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 N (fun i_53 => sum 1 N (fun j_54 => sum 1 N (fun j_55 => sum 1 N (fun i_56 => sum 1 N (fun j_57 => sum 1 N (fun j_58 => u j_54 * u j_55 / IZR N * u j_57 * u j_58 / IZR N * (W i_53 j_54 * (W i_53 j_55 * (W i_56 j_57 * (W i_56 j_58 * 1))))))))))) (a := sum 1 N (fun i_53 => sum 1 N (fun j_54 => sum 1 N (fun j_55 => sum 1 N (fun i_56 => sum 1 N (fun j_57 => sum 1 N (fun j_58 => u j_54 * u j_55 / IZR N * u j_57 * u j_58 / IZR N * (1 / IZR N * same_place i_53 i_53 * same_place j_54 j_55 * (1 / IZR N) * same_place i_56 i_56 * same_place j_57 j_58 + 1 / IZR N * same_place i_53 i_56 * same_place j_54 j_57 * (1 / IZR N) * same_place i_53 i_56 * same_place j_55 j_58 + 1 / IZR N * same_place i_53 i_56 * same_place j_54 j_58 * (1 / IZR N) * same_place i_53 i_56 * same_place j_55 j_57)))))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)) (Over (Sc 0))) 2)
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 1 (4 :: nil)%list%nat)) (En 1 (5 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (3 :: 4 :: nil)%list%nat) (Times (En 0 (3 :: 5 :: nil)%list%nat) (Num (1)))))))))))))
  ((2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_53 => sum 1 N (fun j_54 => sum 1 N (fun i_56 => sum 1 N (fun j_57 => sum 1 N (fun j_55 => same_place j_54 j_55 * sum 1 N (fun j_58 => same_place j_57 j_58 * (same_place i_53 i_53 * (same_place i_56 i_56 * (1 / IZR N * (1 / IZR N) * u j_54 * u j_55 / IZR N * u j_57 * u j_58 / IZR N))))))))) + sum 1 N (fun i_53 => sum 1 N (fun j_54 => sum 1 N (fun j_55 => sum 1 N (fun i_56 => same_place i_53 i_56 * sum 1 N (fun j_57 => same_place j_54 j_57 * sum 1 N (fun j_58 => same_place j_55 j_58 * (same_place i_53 i_56 * (1 / IZR N * (1 / IZR N) * u j_54 * u j_55 / IZR N * u j_57 * u j_58 / IZR N)))))))) + sum 1 N (fun i_53 => sum 1 N (fun j_54 => sum 1 N (fun j_55 => sum 1 N (fun i_56 => same_place i_53 i_56 * sum 1 N (fun j_58 => same_place j_54 j_58 * sum 1 N (fun j_57 => same_place j_55 j_57 * (same_place i_53 i_56 * (1 / IZR N * (1 / IZR N) * u j_54 * u j_55 / IZR N * u j_57 * u j_58 / IZR N))))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Over (Sc 0))) (Plus (Plus (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 1 (1 :: 2 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 2 (3 :: nil)%list%nat)) (En 1 (4 :: 5 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (1 :: 4 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (2 :: 5 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (1 :: 5 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat))))))))))
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (3 :: 5 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Over (Sc 0))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Over (Sc 0)))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (5 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Over (Sc 0))))))))))))))
  ((0 :: 3 :: 2 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_59 => sum 1 N (fun j_60 => sum 1 N (fun i_61 => sum 1 N (fun j_62 => 1 / IZR N * (1 / IZR N) * u j_60 * u j_60 / IZR N * u j_62 * u j_62 / IZR N)))) + sum 1 N (fun i_63 => sum 1 N (fun j_64 => sum 1 N (fun j_65 => 1 / IZR N * (1 / IZR N) * u j_64 * u j_65 / IZR N * u j_64 * u j_65 / IZR N))) + sum 1 N (fun i_66 => sum 1 N (fun j_67 => sum 1 N (fun j_68 => 1 / IZR N * (1 / IZR N) * u j_67 * u j_68 / IZR N * u j_68 * u j_67 / IZR N)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((1 + 2 / IZR N) * (sum 1 N (fun i_69 => u i_69 ^ 2) / IZR N) ^ 2); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Over (Sc 0))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0)))))))
  (Times (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))) (Power (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0))) 2))
  ((0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla5].
{ assert (mean0 : E_X (fun X => (sum 1 N (fun i => sum 1 D (fun p => X i p * x p) ^ 2) / IZR N) ^ 2) = sum 1 N (fun i_86 => sum 1 D (fun p_87 => sum 1 N (fun i_89 => sum 1 D (fun p_90 => 1 / IZR D * (1 / IZR D) * x p_87 * x p_87 / IZR N * x p_90 * x p_90 / IZR N)))) + sum 1 N (fun i_86 => sum 1 D (fun p_87 => sum 1 D (fun p_88 => 1 / IZR D * (1 / IZR D) * x p_87 * x p_88 / IZR N * x p_87 * x p_88 / IZR N))) + sum 1 N (fun i_86 => sum 1 D (fun p_87 => sum 1 D (fun p_88 => 1 / IZR D * (1 / IZR D) * x p_87 * x p_88 / IZR N * x p_88 * x p_87 / IZR N)))).
{ apply (mean_is _ _ _ _ _ _ dom4) with
  (g := fun X => sum 1 N (fun i_86 => sum 1 D (fun p_87 => sum 1 D (fun p_88 => sum 1 N (fun i_89 => sum 1 D (fun p_90 => sum 1 D (fun p_91 => x p_87 * x p_88 / IZR N * x p_90 * x p_91 / IZR N * (X i_86 p_87 * (X i_86 p_88 * (X i_89 p_90 * (X i_89 p_91 * 1))))))))))) (a := sum 1 N (fun i_86 => sum 1 D (fun p_87 => sum 1 D (fun p_88 => sum 1 N (fun i_89 => sum 1 D (fun p_90 => sum 1 D (fun p_91 => x p_87 * x p_88 / IZR N * x p_90 * x p_91 / IZR N * (1 / IZR D * same_place i_86 i_86 * same_place p_87 p_88 * (1 / IZR D) * same_place i_89 i_89 * same_place p_90 p_91 + 1 / IZR D * same_place i_86 i_89 * same_place p_87 p_90 * (1 / IZR D) * same_place i_86 i_89 * same_place p_88 p_91 + 1 / IZR D * same_place i_86 i_89 * same_place p_87 p_91 * (1 / IZR D) * same_place i_86 i_89 * same_place p_88 p_90)))))))).
- intros X. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Power (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)) (Over (Sc 0))) 2)
  (Total 0 (Total 1 (Total 1 (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 1 (4 :: nil)%list%nat)) (En 1 (5 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (3 :: 4 :: nil)%list%nat) (Times (En 0 (3 :: 5 :: nil)%list%nat) (Num (1)))))))))))))
  ((2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom4.
- transitivity (sum 1 N (fun i_86 => sum 1 D (fun p_87 => sum 1 N (fun i_89 => sum 1 D (fun p_90 => sum 1 D (fun p_88 => same_place p_87 p_88 * sum 1 D (fun p_91 => same_place p_90 p_91 * (same_place i_86 i_86 * (same_place i_89 i_89 * (1 / IZR D * (1 / IZR D) * x p_87 * x p_88 / IZR N * x p_90 * x p_91 / IZR N))))))))) + sum 1 N (fun i_86 => sum 1 D (fun p_87 => sum 1 D (fun p_88 => sum 1 N (fun i_89 => same_place i_86 i_89 * sum 1 D (fun p_90 => same_place p_87 p_90 * sum 1 D (fun p_91 => same_place p_88 p_91 * (same_place i_86 i_89 * (1 / IZR D * (1 / IZR D) * x p_87 * x p_88 / IZR N * x p_90 * x p_91 / IZR N)))))))) + sum 1 N (fun i_86 => sum 1 D (fun p_87 => sum 1 D (fun p_88 => sum 1 N (fun i_89 => same_place i_86 i_89 * sum 1 D (fun p_91 => same_place p_87 p_91 * sum 1 D (fun p_90 => same_place p_88 p_90 * (same_place i_86 i_89 * (1 / IZR D * (1 / IZR D) * x p_87 * x p_88 / IZR N * x p_90 * x p_91 / IZR N))))))))).
  + exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Over (Sc 0))) (Plus (Plus (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (En 2 (0 :: nil)%list%nat)) (En 1 (1 :: 2 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 2)))) (En 2 (3 :: nil)%list%nat)) (En 1 (4 :: 5 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (1 :: 4 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 2)))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (2 :: 5 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (1 :: 5 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 2)))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat))))))))))
  (Plus (Plus (Total 0 (Total 1 (Total 0 (Total 1 (Total 1 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 1 (Times (En 1 (3 :: 5 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (Times (Num (1)) (Over (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Over (Sc 0))))))))))))) (Total 0 (Total 1 (Total 1 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 1 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 1 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (Times (Num (1)) (Over (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Over (Sc 0)))))))))))))) (Total 0 (Total 1 (Total 1 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 1 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 1 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (Times (Num (1)) (Over (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (5 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Over (Sc 0))))))))))))))
  ((2 :: 1 :: 3 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: 4 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_92 => sum 1 D (fun p_93 => sum 1 N (fun i_94 => sum 1 D (fun p_95 => 1 / IZR D * (1 / IZR D) * x p_93 * x p_93 / IZR N * x p_95 * x p_95 / IZR N)))) + sum 1 N (fun i_96 => sum 1 D (fun p_97 => sum 1 D (fun p_98 => 1 / IZR D * (1 / IZR D) * x p_97 * x p_98 / IZR N * x p_97 * x p_98 / IZR N))) + sum 1 N (fun i_99 => sum 1 D (fun p_100 => sum 1 D (fun p_101 => 1 / IZR D * (1 / IZR D) * x p_100 * x p_101 / IZR N * x p_101 * x p_100 / IZR N)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((1 + 2 / IZR N) * (sum 1 D (fun p_102 => x p_102 ^ 2) / IZR D) ^ 2); [exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (Times (Num (1)) (Over (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Over (Sc 0))))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (Times (Num (1)) (Over (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 2))) (Times (Num (1)) (Over (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0)))))))
  (Times (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))) (Power (Times (Total 1 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 2))) 2))
  ((0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla6].
{ assert (mean0 : E_W (fun W => (sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2) / IZR N) ^ 2) = sum 1 N (fun j_119 => sum 1 N (fun i_120 => sum 1 N (fun j_122 => sum 1 N (fun i_123 => 1 / IZR N * (1 / IZR N) * u i_120 * u i_120 / IZR N * u i_123 * u i_123 / IZR N)))) + sum 1 N (fun j_119 => sum 1 N (fun i_120 => sum 1 N (fun i_121 => 1 / IZR N * (1 / IZR N) * u i_120 * u i_121 / IZR N * u i_120 * u i_121 / IZR N))) + sum 1 N (fun j_119 => sum 1 N (fun i_120 => sum 1 N (fun i_121 => 1 / IZR N * (1 / IZR N) * u i_120 * u i_121 / IZR N * u i_121 * u i_120 / IZR N)))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 N (fun j_119 => sum 1 N (fun i_120 => sum 1 N (fun i_121 => sum 1 N (fun j_122 => sum 1 N (fun i_123 => sum 1 N (fun i_124 => u i_120 * u i_121 / IZR N * u i_123 * u i_124 / IZR N * (W i_120 j_119 * (W i_121 j_119 * (W i_123 j_122 * (W i_124 j_122 * 1))))))))))) (a := sum 1 N (fun j_119 => sum 1 N (fun i_120 => sum 1 N (fun i_121 => sum 1 N (fun j_122 => sum 1 N (fun i_123 => sum 1 N (fun i_124 => u i_120 * u i_121 / IZR N * u i_123 * u i_124 / IZR N * (1 / IZR N * same_place i_120 i_121 * same_place j_119 j_119 * (1 / IZR N) * same_place i_123 i_124 * same_place j_122 j_122 + 1 / IZR N * same_place i_120 i_123 * same_place j_119 j_122 * (1 / IZR N) * same_place i_121 i_124 * same_place j_119 j_122 + 1 / IZR N * same_place i_120 i_124 * same_place j_119 j_122 * (1 / IZR N) * same_place i_121 i_123 * same_place j_119 j_122)))))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Power (Total 0 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)) (Over (Sc 0))) 2)
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 1 (4 :: nil)%list%nat)) (En 1 (5 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (2 :: 0 :: nil)%list%nat) (Times (En 0 (4 :: 3 :: nil)%list%nat) (Times (En 0 (5 :: 3 :: nil)%list%nat) (Num (1)))))))))))))
  ((0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun j_119 => sum 1 N (fun i_120 => sum 1 N (fun j_122 => sum 1 N (fun i_123 => sum 1 N (fun i_121 => same_place i_120 i_121 * sum 1 N (fun i_124 => same_place i_123 i_124 * (same_place j_119 j_119 * (same_place j_122 j_122 * (1 / IZR N * (1 / IZR N) * u i_120 * u i_121 / IZR N * u i_123 * u i_124 / IZR N))))))))) + sum 1 N (fun j_119 => sum 1 N (fun i_120 => sum 1 N (fun i_121 => sum 1 N (fun j_122 => same_place j_119 j_122 * sum 1 N (fun i_123 => same_place i_120 i_123 * sum 1 N (fun i_124 => same_place i_121 i_124 * (same_place j_119 j_122 * (1 / IZR N * (1 / IZR N) * u i_120 * u i_121 / IZR N * u i_123 * u i_124 / IZR N)))))))) + sum 1 N (fun j_119 => sum 1 N (fun i_120 => sum 1 N (fun i_121 => sum 1 N (fun j_122 => same_place j_119 j_122 * sum 1 N (fun i_124 => same_place i_120 i_124 * sum 1 N (fun i_123 => same_place i_121 i_123 * (same_place j_119 j_122 * (1 / IZR N * (1 / IZR N) * u i_120 * u i_121 / IZR N * u i_123 * u i_124 / IZR N))))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Over (Sc 0))) (Plus (Plus (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (1 :: 2 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (4 :: 5 :: nil)%list%nat)) (En 2 (3 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (1 :: 4 :: nil)%list%nat)) (En 1 (0 :: 3 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (2 :: 5 :: nil)%list%nat)) (En 1 (0 :: 3 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (1 :: 5 :: nil)%list%nat)) (En 1 (0 :: 3 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (2 :: 4 :: nil)%list%nat)) (En 1 (0 :: 3 :: nil)%list%nat))))))))))
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (3 :: 5 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Over (Sc 0))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Over (Sc 0)))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (5 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Over (Sc 0))))))))))))))
  ((0 :: 3 :: 2 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_125 => sum 1 N (fun i_126 => sum 1 N (fun j_127 => sum 1 N (fun i_128 => 1 / IZR N * (1 / IZR N) * u i_126 * u i_126 / IZR N * u i_128 * u i_128 / IZR N)))) + sum 1 N (fun j_129 => sum 1 N (fun i_130 => sum 1 N (fun i_131 => 1 / IZR N * (1 / IZR N) * u i_130 * u i_131 / IZR N * u i_130 * u i_131 / IZR N))) + sum 1 N (fun j_132 => sum 1 N (fun i_133 => sum 1 N (fun i_134 => 1 / IZR N * (1 / IZR N) * u i_133 * u i_134 / IZR N * u i_134 * u i_133 / IZR N)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((1 + 2 / IZR N) * (sum 1 N (fun i_135 => u i_135 ^ 2) / IZR N) ^ 2); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Over (Sc 0))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0)))))))
  (Times (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))) (Power (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0))) 2))
  ((0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla7].
{ assert (mean0 : E_g (fun g => (sum 1 N (fun i => g i ^ 2) / IZR N) ^ 2) = sum 1 N (fun i_140 => sum 1 N (fun i_141 => 1 * 1 / IZR N / IZR N)) + sum 1 N (fun i_140 => 1 * 1 / IZR N / IZR N) + sum 1 N (fun i_140 => 1 * 1 / IZR N / IZR N)).
{ apply (mean_is _ _ _ _ _ _ dom5) with
  (g := fun g => sum 1 N (fun i_140 => sum 1 N (fun i_141 => / IZR N / IZR N * (g i_140 * (g i_140 * (g i_141 * (g i_141 * 1))))))) (a := sum 1 N (fun i_140 => sum 1 N (fun i_141 => / IZR N / IZR N * (1 * same_place i_140 i_140 * 1 * same_place i_141 i_141 + 1 * same_place i_140 i_141 * 1 * same_place i_140 i_141 + 1 * same_place i_140 i_141 * 1 * same_place i_140 i_141)))).
- intros g. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0))) 2)
  (Total 0 (Total 0 (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom5.
- transitivity (sum 1 N (fun i_140 => sum 1 N (fun i_141 => same_place i_140 i_140 * (same_place i_141 i_141 * (1 * 1 / IZR N / IZR N)))) + sum 1 N (fun i_140 => sum 1 N (fun i_141 => same_place i_140 i_141 * (same_place i_140 i_141 * (1 * 1 / IZR N / IZR N)))) + sum 1 N (fun i_140 => sum 1 N (fun i_141 => same_place i_140 i_141 * (same_place i_140 i_141 * (1 * 1 / IZR N / IZR N))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Plus (Plus (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (En 0 (0 :: 1 :: nil)%list%nat)) (Num (1))) (En 0 (0 :: 1 :: nil)%list%nat))) (Times (Times (Times (Num (1)) (En 0 (0 :: 1 :: nil)%list%nat)) (Num (1))) (En 0 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Plus (Total 0 (Total 0 (Times (En 1 (0 :: nil)%list%nat) (Times (En 1 (1 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (Over (Sc 0))) (Over (Sc 0))))))) (Total 0 (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (Over (Sc 0))) (Over (Sc 0)))))))) (Total 0 (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (Over (Sc 0))) (Over (Sc 0))))))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_142 => sum 1 N (fun i_143 => 1 * 1 / IZR N / IZR N)) + sum 1 N (fun i_144 => 1 * 1 / IZR N / IZR N) + sum 1 N (fun i_145 => 1 * 1 / IZR N / IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (1 + 2 / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Over (Sc 0))) (Over (Sc 0))))) (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Over (Sc 0))) (Over (Sc 0))))) (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Over (Sc 0))) (Over (Sc 0)))))
  (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0))))
  (List.repeat nil 5) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
assert (ind : forall l : Z, (1 <= l)%Z -> (l <= L)%Z -> q l = powerRZ (1 + 2 / IZR N) l).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> q l = powerRZ (1 + 2 / IZR N) l)).
- intros most. transitivity ((1 + 2 / IZR N) * 1); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends]) | transitivity (1 + 2 / IZR N); [exact (@same_by (IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))) (Num (1)))
  (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends])]].
- intros l least hyp most. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity ((1 + 2 / IZR N) * powerRZ (1 + 2 / IZR N) l); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends]) | transitivity (powerRZ (1 + 2 / IZR N) l * (1 + 2 / IZR N)); [exact (@same_by (IZR N :: powerRZ (1 + 2 / IZR N) l :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))) (Sc 2))
  (Times (Sc 2) (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends])]]. }
intros l ran0. apply ind; lia.
Qed.

(* PC-E43 *)
Theorem claim_pc_e43 :
forall (H d P : Z) (c : Z -> R) (M : Z -> Z -> Z -> R) (w : Z -> R) (U : Z -> Z -> Z -> R) (du : Z -> R) (X : Z -> Z -> R) (h : Z -> Z -> Z -> R) (E : Z -> Z -> Z -> R) (dw : Z -> R) (dh : Z -> Z -> Z -> R) (m : Z -> Z -> R),
(1 <= H)%Z ->
(1 <= d)%Z ->
(1 <= P)%Z ->
(forall n i : Z, (1 <= n <= P)%Z -> (1 <= i <= d)%Z -> h 0%Z n i = X n i) ->
(forall l n i : Z, (0 <= l <= (H - 1))%Z -> (1 <= n <= P)%Z -> (1 <= i <= d)%Z -> h (l + 1)%Z n i = sum 1 d (fun j => M (l + 1)%Z i j * h l n j)) ->
(forall l i j : Z, (1 <= l <= H)%Z -> (1 <= i <= d)%Z -> (1 <= j <= d)%Z -> E l i j = c l * U l i j) ->
(forall i : Z, (1 <= i <= d)%Z -> dw i = c (H + 1)%Z * du i) ->
(forall n i : Z, (1 <= n <= P)%Z -> (1 <= i <= d)%Z -> dh 0%Z n i = 0) ->
(forall l n i : Z, (0 <= l <= (H - 1))%Z -> (1 <= n <= P)%Z -> (1 <= i <= d)%Z -> dh (l + 1)%Z n i = sum 1 d (fun j => M (l + 1)%Z i j * dh l n j + E (l + 1)%Z i j * h l n j)) ->
(forall j : Z, (1 <= j <= d)%Z -> m H j = w j) ->
(forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> m l j = sum 1 d (fun i => M (l + 1)%Z i j * m (l + 1)%Z i)) ->
(forall top n : Z, (1 <= top <= H)%Z -> (1 <= n <= P)%Z -> sum 1 d (fun i => m top i * dh top n i) = sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j)))) /\
(forall n : Z, (1 <= n <= P)%Z -> sum 1 d (fun i => w i * dh H n i + dw i * h H n i) = sum 1 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) + sum 1 d (fun i => dw i * h H n i)).
Proof.
intros H d P c M w U du X h E dw dh m dom0 dom1 dom2 def0 def1 def2 def3 def4 def5 def6 def7.
apply keep; [|intros cla0].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= H)%Z -> (forall n : Z, (1 <= n <= P)%Z -> sum 1 d (fun i => m top i * dh top n i) = sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))))).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> (forall n : Z, (1 <= n <= P)%Z -> sum 1 d (fun i => m top i * dh top n i) = sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j)))))).
- intros most. intros n ran0. transitivity (sum 1 d (fun i_1 => m 1%Z i_1 * sum 1 d (fun j_2 => M 1%Z i_1 j_2 * 0 + c 1%Z * U 1%Z i_1 j_2 * X n j_2))); [cong (first [put h def0 | put h def1 | put E def2 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends]) | transitivity (sum 1 d (fun j_4 => sum 1 d (fun i_5 => m 1%Z i_5 * (c 1%Z * U 1%Z i_5 j_4) * X n j_4))); [exact (@same_by (IZR d :: c 1%Z :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => U 1%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => X n (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => M 1%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Plus (Times (En 3 (0 :: 1 :: nil)%list%nat) (Num (0))) (Times (Times (Sc 2) (En 1 (0 :: 1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Sc 2) (En 1 (1 :: 0 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put E def2 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends])]].
- intros top least hyp most. intros n ran0. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 d (fun i => m top i * dh top n i) - sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) = 0) by (pose proof (hyp n ran0); lra). assert (gap : sum 1 d (fun i => m (top + 1)%Z i * dh (top + 1)%Z n i) - sum 1 (top + 1) (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) = 1 * (sum 1 d (fun i => m top i * dh top n i) - sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))))). { transitivity (sum 1 d (fun i_6 => m (top + 1)%Z i_6 * sum 1 d (fun j_7 => M (top + 1)%Z i_6 j_7 * dh top n j_7 + c (top + 1)%Z * U (top + 1)%Z i_6 j_7 * h top n j_7)) - (sum 1 top (fun t_9 => sum 1 d (fun j_10 => sum 1 d (fun i_11 => m t_9 i_11 * (c t_9 * U t_9 i_11 j_10) * h (t_9 - 1)%Z n j_10))) + sum 1 d (fun j_12 => sum 1 d (fun i_13 => m (top + 1)%Z i_13 * (c (top + 1)%Z * U (top + 1)%Z i_13 j_12) * h top n j_12)))); [cong (first [put h def0 | put h def1 | put E def2 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends]) | transitivity (1 * (sum 1 d (fun i_14 => sum 1 d (fun i_15 => M (top + 1)%Z i_15 i_14 * m (top + 1)%Z i_15) * dh top n i_14) - sum 1 top (fun t_16 => sum 1 d (fun j_17 => sum 1 d (fun i_18 => m t_16 i_18 * (c t_16 * U t_16 i_18 j_17) * h (t_16 - 1)%Z n j_17))))); [exact (@same_by (IZR d :: c (top + 1)%Z :: INR (Z.to_nat (top - 1 + 1)%Z) :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (top - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => U (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => h top n (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | 5%nat, (v0' :: v1' :: v2' :: nil)%list => U (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 6%nat, (v0' :: v1' :: nil)%list => h ((1 + Z.of_nat v0')%Z - 1)%Z n (1 + Z.of_nat v1')%Z | 7%nat, (v0' :: v1' :: nil)%list => M (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 8%nat, (v0' :: nil)%list => dh top n (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Plus (Times (En 7 (0 :: 1 :: nil)%list%nat) (En 8 (1 :: nil)%list%nat)) (Times (Times (Sc 2) (En 1 (0 :: 1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)))))) (Minus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 3 (0 :: 2 :: nil)%list%nat) (Times (En 4 (0 :: nil)%list%nat) (En 5 (0 :: 2 :: 1 :: nil)%list%nat))) (En 6 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Sc 2) (En 1 (1 :: 0 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat)))))))
  (Times (Num (1)) (Plus (Total 0 (Times (Total 0 (Times (En 7 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat))) (En 8 (0 :: nil)%list%nat))) (Minus (Total 1 (Total 0 (Total 0 (Times (Times (En 3 (0 :: 2 :: nil)%list%nat) (Times (En 4 (0 :: nil)%list%nat) (En 5 (0 :: 2 :: 1 :: nil)%list%nat))) (En 6 (0 :: 1 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put E def2 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros top n ran0 ran1. apply ind; lia. }
intros n ran0. assert (zer : sum 1 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) - sum 1 d (fun i => m H i * dh H n i) = 0) by zero. assert (gap : sum 1 d (fun i => w i * dh H n i + dw i * h H n i) - (sum 1 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) + sum 1 d (fun i => dw i * h H n i)) = (sum 1 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) - sum 1 d (fun i => m H i * dh H n i)) * (-1)). { transitivity (sum 1 d (fun i_37 => w i_37 * dh H n i_37 + c (H + 1)%Z * du i_37 * h H n i_37) - (sum 1 H (fun t_38 => sum 1 d (fun j_39 => sum 1 d (fun i_40 => m t_38 i_40 * (c t_38 * U t_38 i_40 j_39) * h (t_38 - 1)%Z n j_39))) + sum 1 d (fun i_41 => c (H + 1)%Z * du i_41 * h H n i_41))); [cong (first [put h def0 | put h def1 | put E def2 | put dw def3 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends]) | transitivity ((sum 1 H (fun t_42 => sum 1 d (fun j_43 => sum 1 d (fun i_44 => m t_42 i_44 * (c t_42 * U t_42 i_44 j_43) * h (t_42 - 1)%Z n j_43))) - sum 1 d (fun i_45 => w i_45 * dh H n i_45)) * (-1)); [exact (@same_by (IZR d :: c (H + 1)%Z :: IZR H :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (H - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => du (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h H n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: v2' :: nil)%list => U (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 5%nat, (v0' :: v1' :: nil)%list => h ((1 + Z.of_nat v0')%Z - 1)%Z n (1 + Z.of_nat v1')%Z | 6%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 7%nat, (v0' :: nil)%list => dh H n (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Plus (Times (En 6 (0 :: nil)%list%nat) (En 7 (0 :: nil)%list%nat)) (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))) (Minus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 2 (0 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: 2 :: 1 :: nil)%list%nat))) (En 5 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))))
  (Times (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 2 (0 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: 2 :: 1 :: nil)%list%nat))) (En 5 (0 :: 1 :: nil)%list%nat))))) (Minus (Total 0 (Times (En 6 (0 :: nil)%list%nat) (En 7 (0 :: nil)%list%nat))))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put E def2 | put dw def3 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends])]]. } clear - gap zer; lra.
Qed.

(* PC-E44-layers *)
Theorem claim_pc_e44_layers :
forall (N : Z) (d gamma0 a a1 : R) (u : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_g : ((Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
gaussian_matrix N N (1 / IZR N) E_W ->
gaussian_vector N 1 E_g ->
(forall i : Z, (1 <= i <= N)%Z -> E_W (fun W => sum 1 N (fun j => W i j * u j) ^ 2) = sum 1 N (fun j => u j ^ 2) / IZR N) /\
(forall j : Z, (1 <= j <= N)%Z -> E_W (fun W => sum 1 N (fun i => W i j * u i) ^ 2) = sum 1 N (fun i => u i ^ 2) / IZR N) /\
E_g (fun g => sum 1 N (fun i => g i ^ 2)) / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2) = / (gamma0 * Rpower (IZR N) d) ^ 2 /\
Rpower (IZR N) ((-1) * a) ^ 2 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2) = Rpower (IZR N) (2 * ((-1) * d - a + (-1 / 2))) / gamma0 ^ 2 /\
Rpower (IZR N) ((-1) * a1) ^ 2 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2) = Rpower (IZR N) (2 * ((-1) * d - a1 + (-1 / 2))) / gamma0 ^ 2 /\
(Rpower (IZR N) ((-1) * a) / (gamma0 * Rpower (IZR N) d)) ^ 2 = Rpower (IZR N) (2 * ((-1) * d - a)) / gamma0 ^ 2.
Proof.
intros N d gamma0 a a1 u E_W E_g dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ intros i ran0. assert (mean0 : E_W (fun W => sum 1 N (fun j => W i j * u j) ^ 2) = sum 1 N (fun j_3 => 1 / IZR N * u j_3 * u j_3)).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun j_3 => sum 1 N (fun j_4 => u j_3 * u j_4 * (W i j_3 * (W i j_4 * 1))))) (a := sum 1 N (fun j_3 => sum 1 N (fun j_4 => u j_3 * u j_4 * (1 / IZR N * same_place i i * same_place j_3 j_4)))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2)
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun j_3 => sum 1 N (fun j_4 => same_place j_3 j_4 * (same_place i i * (1 / IZR N * u j_3 * u j_4))))).
  + exact (@same_by (IZR N :: same_place i i :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (Sc 2)) (En 1 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_5 => 1 / IZR N * u j_5 * u j_5)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun j_6 => u j_6 ^ 2) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))
  (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ intros j ran0. assert (mean0 : E_W (fun W => sum 1 N (fun i => W i j * u i) ^ 2) = sum 1 N (fun i_9 => 1 / IZR N * u i_9 * u i_9)).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_9 => sum 1 N (fun i_10 => u i_9 * u i_10 * (W i_9 j * (W i_10 j * 1))))) (a := sum 1 N (fun i_9 => sum 1 N (fun i_10 => u i_9 * u i_10 * (1 / IZR N * same_place i_9 i_10 * same_place j j)))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W (1 + Z.of_nat v0')%Z j | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2)
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_9 => sum 1 N (fun i_10 => same_place i_9 i_10 * (same_place j j * (1 / IZR N * u i_9 * u i_10))))).
  + exact (@same_by (IZR N :: same_place j j :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 1 :: nil)%list%nat)) (Sc 2)))))
  (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_11 => 1 / IZR N * u i_11 * u i_11)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_12 => u i_12 ^ 2) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))
  (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (mean0 : E_g (fun g => sum 1 N (fun i => g i ^ 2)) = sum 1 N (fun i_13 => 1)).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun g => sum 1 N (fun i_13 => 1 * (g i_13 * (g i_13 * 1)))) (a := sum 1 N (fun i_13 => 1 * (1 * same_place i_13 i_13))).
- intros g. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (Total 0 (Times (Num (1)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_13 => same_place i_13 i_13 * 1)).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (1))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_14 => 1) / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (/ (gamma0 * Rpower (IZR N) d) ^ 2); [exact (@same_by (IZR N :: gamma0 :: Rpower (IZR N) d :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Num (1))) (Over (Times (Sc 0) (Power (Times (Sc 2) (Sc 4)) 2))))
  (Over (Power (Times (Sc 2) (Sc 4)) 2))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. first [transitivity ((/ Rpower (IZR N) a) ^ 2 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)); [cong (first [ends]) | transitivity (/ Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) a / Rpower (IZR N) a / IZR N / gamma0 ^ 2); [exact (@same_by (Rpower (IZR N) a :: IZR N :: gamma0 :: Rpower (IZR N) d :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Power (Over (Sc 0)) 2) (Over (Times (Sc 2) (Power (Times (Sc 4) (Sc 6)) 2))))
  (Times (Times (Times (Times (Times (Over (Sc 6)) (Over (Sc 6))) (Over (Sc 0))) (Over (Sc 0))) (Over (Sc 2))) (Over (Power (Sc 4) 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-1) * a)) with (/ Rpower (IZR N) a) by monomials; replace (Rpower (IZR N) (2 * ((-1) * d - a + (-1 / 2)))) with (/ IZR N * / Rpower (IZR N) a ^ 2 * / Rpower (IZR N) d ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. first [transitivity ((/ Rpower (IZR N) a1) ^ 2 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)); [cong (first [ends]) | transitivity (/ Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) a1 / Rpower (IZR N) a1 / IZR N / gamma0 ^ 2); [exact (@same_by (Rpower (IZR N) a1 :: IZR N :: gamma0 :: Rpower (IZR N) d :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Power (Over (Sc 0)) 2) (Over (Times (Sc 2) (Power (Times (Sc 4) (Sc 6)) 2))))
  (Times (Times (Times (Times (Times (Over (Sc 6)) (Over (Sc 6))) (Over (Sc 0))) (Over (Sc 0))) (Over (Sc 2))) (Over (Power (Sc 4) 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-1) * a1)) with (/ Rpower (IZR N) a1) by monomials; replace (Rpower (IZR N) (2 * ((-1) * d - a1 + (-1 / 2)))) with (/ IZR N * / Rpower (IZR N) a1 ^ 2 * / Rpower (IZR N) d ^ 2) by monomials; fieldy]. }
clear cla0 cla1 cla2 cla3 cla4. first [transitivity ((/ Rpower (IZR N) a / (gamma0 * Rpower (IZR N) d)) ^ 2); [cong (first [ends]) | transitivity (/ Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) a / Rpower (IZR N) a / gamma0 ^ 2); [exact (@same_by (Rpower (IZR N) a :: gamma0 :: Rpower (IZR N) d :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Over (Sc 0)) (Over (Times (Sc 2) (Sc 4)))) 2)
  (Times (Times (Times (Times (Over (Sc 4)) (Over (Sc 4))) (Over (Sc 0))) (Over (Sc 0))) (Over (Power (Sc 2) 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-1) * a)) with (/ Rpower (IZR N) a) by monomials; replace (Rpower (IZR N) (2 * ((-1) * d - a))) with (/ Rpower (IZR N) a ^ 2 * / Rpower (IZR N) d ^ 2) by monomials; fieldy].
Qed.

(* PC-E25 *)
Theorem claim_pc_e25 :
forall (K N : Z) (c : Z -> R) (W : Z -> Z -> Z -> R) (w : Z -> R) (M : Z -> Z -> R) (B : Z -> Z -> R) (C : Z -> R),
(1 <= K)%Z ->
(1 <= N)%Z ->
(forall j : Z, (1 <= j <= N)%Z -> M 1%Z j = c 1%Z * w j) ->
(forall k j : Z, (1 <= k <= (K - 1))%Z -> (1 <= j <= N)%Z -> M (k + 1)%Z j = c (k + 1)%Z * sum 1 N (fun i => W (k + 1)%Z i j * M k i)) ->
(forall j : Z, (1 <= j <= N)%Z -> B 1%Z j = w j) ->
(forall k j : Z, (1 <= k <= (K - 1))%Z -> (1 <= j <= N)%Z -> B (k + 1)%Z j = sum 1 N (fun i => W (k + 1)%Z i j * B k i)) ->
C 1%Z = c 1%Z ->
(forall k : Z, (1 <= k <= (K - 1))%Z -> C (k + 1)%Z = c (k + 1)%Z * C k) ->
(forall k j : Z, (1 <= k <= K)%Z -> (1 <= j <= N)%Z -> M k j = C k * B k j) /\
1 + sum 1 K (fun k => sum 1 N (fun j => M k j ^ 2)) = 1 + sum 1 K (fun k => C k ^ 2 * sum 1 N (fun j => B k j ^ 2)).
Proof.
intros K N c W w M B C dom0 dom1 def0 def1 def2 def3 def4 def5.
apply keep; [|intros cla0].
{ assert (ind : forall k : Z, (1 <= k)%Z -> (k <= K)%Z -> (forall j : Z, (1 <= j <= N)%Z -> M k j = C k * B k j)).
{ apply (whole_induction (fun k : Z => (k <= K)%Z -> (forall j : Z, (1 <= j <= N)%Z -> M k j = C k * B k j))).
- intros most. intros j ran0. transitivity (c 1%Z * w j); [cong (first [put M def0 | put M def1 | put B def2 | put B def3 | put C def4 | put C def5 | ends]) | transitivity (c 1%Z * w j); [exact (@same_by (c 1%Z :: w j :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Sc 2))
  (Times (Sc 0) (Sc 2))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put M def0 | put M def1 | put B def2 | put B def3 | put C def4 | put C def5 | ends])]].
- intros k least hyp most. intros j ran0. assert (most' : (k <= K)%Z) by lia.
specialize (hyp most'). transitivity (c (k + 1)%Z * sum 1 N (fun i_1 => W (k + 1)%Z i_1 j * (C k * B k i_1))); [cong (first [put M hyp | put M def0 | put M def1 | put B def2 | put B def3 | put C def4 | put C def5 | ends]) | transitivity (c (k + 1)%Z * C k * sum 1 N (fun i_2 => W (k + 1)%Z i_2 j * B k i_2)); [exact (@same_by (c (k + 1)%Z :: IZR N :: C k :: nil)%list ((1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W (k + 1)%Z (1 + Z.of_nat v0')%Z j | 1%nat, (v0' :: nil)%list => B k (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Sc 4) (En 1 (0 :: nil)%list%nat)))))
  (Times (Times (Sc 0) (Sc 4)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put M hyp | put M def0 | put M def1 | put B def2 | put B def3 | put C def4 | put C def5 | ends])]]. }
intros k j ran0 ran1. apply ind; lia. }
assert (zer : sum 1 K (fun k => sum 1 N (fun j => (C k * B k j - M k j) * (M k j + C k * B k j))) = 0) by zero. assert (gap : 1 + sum 1 K (fun k => sum 1 N (fun j => M k j ^ 2)) - (1 + sum 1 K (fun k => C k ^ 2 * sum 1 N (fun j => B k j ^ 2))) = sum 1 K (fun k => sum 1 N (fun j => (C k * B k j - M k j) * (M k j + C k * B k j))) * 1). { transitivity (1 + sum 1 K (fun k_3 => sum 1 N (fun j_4 => (C k_3 * B k_3 j_4) ^ 2)) - (1 + sum 1 K (fun k_5 => C k_5 ^ 2 * sum 1 N (fun j_6 => B k_5 j_6 ^ 2)))); [cong (first [put M def0 | put M def1 | put B def2 | put B def3 | put C def4 | put C def5 | put M cla0 | ends]) | transitivity (sum 1 K (fun k_7 => sum 1 N (fun j_8 => (C k_7 * B k_7 j_8 - C k_7 * B k_7 j_8) * (C k_7 * B k_7 j_8 + C k_7 * B k_7 j_8))) * 1); [exact (@same_by (IZR K :: IZR N :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => C (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => B (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Num (1)) (Total 0 (Total 1 (Power (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat)) 2)))) (Minus (Plus (Num (1)) (Total 0 (Times (Power (En 0 (0 :: nil)%list%nat) 2) (Total 1 (Power (En 1 (0 :: 1 :: nil)%list%nat) 2)))))))
  (Times (Total 0 (Total 1 (Times (Plus (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat)) (Minus (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat)))) (Plus (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat)))))) (Num (1)))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put M def0 | put M def1 | put B def2 | put B def3 | put C def4 | put C def5 | put M cla0 | ends])]]. } clear - gap zer; lra.
Qed.

(* PC-E45 *)
Theorem claim_pc_e45 :
forall (K N : Z) (beta : R) (u : Z -> R) (b : Z -> R) (e : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= K)%Z ->
(1 <= N)%Z ->
gaussian_matrix N N 1 E_W ->
gaussian_vector N 1 E_w ->
e 1%Z = 1 - b 1%Z ->
(forall k : Z, (1 <= k <= (K - 1))%Z -> e (k + 1)%Z = e k + 1 - b (k + 1)%Z) ->
E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2)) = IZR N * sum 1 N (fun i => u i ^ 2) /\
E_w (fun w => sum 1 N (fun i => w i ^ 2)) = IZR N /\
IZR N * Rpower (IZR N) ((-1) * beta) = Rpower (IZR N) (1 - beta) /\
(forall k : Z, (1 <= k <= K)%Z -> e k = sum 1 k (fun t => 1 - b t)).
Proof.
intros K N beta u b e E_W E_w dom0 dom1 dom2 dom3 def0 def1.
apply keep; [|intros cla0].
{ assert (mean0 : E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2)) = sum 1 N (fun j_1 => sum 1 N (fun i_4 => 1 * u i_4 * u i_4))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => u i_4 * u i_5 * (W i_4 j_1 * (W i_5 j_1 * 1)))))) (a := sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => u i_4 * u i_5 * (1 * same_place i_4 i_5 * same_place j_1 j_1))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (2 :: 0 :: nil)%list%nat) (Num (1))))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => same_place i_4 i_5 * (same_place j_1 j_1 * (1 * u i_4 * u i_5)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (1 :: 2 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_6 => sum 1 N (fun i_7 => 1 * u i_7 * u i_7))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N * sum 1 N (fun i_8 => u i_8 ^ 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  (Times (Sc 0) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : E_w (fun w => sum 1 N (fun i => w i ^ 2)) = sum 1 N (fun i_9 => 1)).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun w => sum 1 N (fun i_9 => 1 * (w i_9 * (w i_9 * 1)))) (a := sum 1 N (fun i_9 => 1 * (1 * same_place i_9 i_9))).
- intros w. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (Total 0 (Times (Num (1)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_9 => same_place i_9 i_9 * 1)).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (1))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_10 => 1)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Num (1)))
  (Sc 0)
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. first [transitivity (IZR N / Rpower (IZR N) beta); [cong (first [ends]) | transitivity (IZR N / Rpower (IZR N) beta); [exact (@same_by (IZR N :: Rpower (IZR N) beta :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Over (Sc 2)))
  (Times (Sc 0) (Over (Sc 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-1) * beta)) with (/ Rpower (IZR N) beta) by monomials; replace (Rpower (IZR N) (1 - beta)) with (IZR N / Rpower (IZR N) beta) by monomials; fieldy]. }
assert (ind : forall k : Z, (1 <= k)%Z -> (k <= K)%Z -> e k = sum 1 k (fun t => 1 - b t)).
{ apply (whole_induction (fun k : Z => (k <= K)%Z -> e k = sum 1 k (fun t => 1 - b t))).
- intros most. transitivity (1 - b 1%Z); [cong (first [put e def0 | put e def1 | ends]) | transitivity (1 - b 1%Z); [exact (@same_by (b 1%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Num (1)) (Minus (Sc 0)))
  (Plus (Num (1)) (Minus (Sc 0)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put e def0 | put e def1 | ends])]].
- intros k least hyp most. assert (most' : (k <= K)%Z) by lia.
specialize (hyp most'). transitivity (sum 1 k (fun t_12 => 1 - b t_12) + 1 - b (k + 1)%Z); [cong (first [put e hyp | put e def0 | put e def1 | ends]) | transitivity (sum 1 k (fun t_14 => 1 - b t_14) + (1 - b (k + 1)%Z)); [exact (@same_by (b (k + 1)%Z :: INR (Z.to_nat (k - 1 + 1)%Z) :: nil)%list ((1%nat, Z.to_nat (k - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => b (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Plus (Num (1)) (Minus (En 0 (0 :: nil)%list%nat)))) (Num (1))) (Minus (Sc 0)))
  (Plus (Total 0 (Plus (Num (1)) (Minus (En 0 (0 :: nil)%list%nat)))) (Plus (Num (1)) (Minus (Sc 0))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put e hyp | put e def0 | put e def1 | ends])]]. }
intros k ran0. apply ind; lia.
Qed.

(* PC-E46 *)
Theorem claim_pc_e46 :
forall (K N : Z) (a : R) (u : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= K)%Z ->
(1 <= N)%Z ->
gaussian_matrix N N 1 E_W ->
gaussian_vector N 1 E_w ->
q 1%Z = IZR N * (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * (1 - 2 * a) / 2)) ^ 2 ->
(forall k : Z, (1 <= k <= (K - 1))%Z -> q (k + 1)%Z = IZR N * (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * (1 - 2 * a) / 2)) ^ 2 * q k) ->
E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2)) = IZR N * sum 1 N (fun i => u i ^ 2) /\
E_w (fun w => sum 1 N (fun i => w i ^ 2)) = IZR N /\
(forall k : Z, (1 <= k <= K)%Z -> q k = 1) /\
sum 1 K (fun k => q k) = IZR K.
Proof.
intros K N a u q E_W E_w dom0 dom1 dom2 dom3 def0 def1.
apply keep; [|intros cla0].
{ assert (mean0 : E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2)) = sum 1 N (fun j_1 => sum 1 N (fun i_4 => 1 * u i_4 * u i_4))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => u i_4 * u i_5 * (W i_4 j_1 * (W i_5 j_1 * 1)))))) (a := sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => u i_4 * u i_5 * (1 * same_place i_4 i_5 * same_place j_1 j_1))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (2 :: 0 :: nil)%list%nat) (Num (1))))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => same_place i_4 i_5 * (same_place j_1 j_1 * (1 * u i_4 * u i_5)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (1 :: 2 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_6 => sum 1 N (fun i_7 => 1 * u i_7 * u i_7))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N * sum 1 N (fun i_8 => u i_8 ^ 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  (Times (Sc 0) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : E_w (fun w => sum 1 N (fun i => w i ^ 2)) = sum 1 N (fun i_9 => 1)).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun w => sum 1 N (fun i_9 => 1 * (w i_9 * (w i_9 * 1)))) (a := sum 1 N (fun i_9 => 1 * (1 * same_place i_9 i_9))).
- intros w. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (Total 0 (Times (Num (1)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_9 => same_place i_9 i_9 * 1)).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (1))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_10 => 1)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Num (1)))
  (Sc 0)
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (ind : forall k : Z, (1 <= k)%Z -> (k <= K)%Z -> q k = 1).
{ apply (whole_induction (fun k : Z => (k <= K)%Z -> q k = 1)).
- intros most. transitivity (IZR N * (/ Rpower (IZR N) a * (/ sqrt (IZR N) * Rpower (IZR N) a)) ^ 2); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | solve [whole_power] | ends]) | transitivity (1); [exact (@same_by (IZR N :: Rpower (IZR N) a :: sqrt (IZR N) :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((5 :: 5 :: nil)%list%nat, (1 :: nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Power (Times (Over (Sc 2)) (Times (Over (Sc 4)) (Sc 2))) 2))
  (Num (1))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [over_root | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | solve [whole_power] | ends])]].
- intros k least hyp most. assert (most' : (k <= K)%Z) by lia.
specialize (hyp most'). transitivity (IZR N * (/ Rpower (IZR N) a * (/ sqrt (IZR N) * Rpower (IZR N) a)) ^ 2 * 1); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends]) | transitivity (1); [exact (@same_by (IZR N :: Rpower (IZR N) a :: sqrt (IZR N) :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((5 :: 5 :: nil)%list%nat, (1 :: nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Sc 0) (Power (Times (Over (Sc 2)) (Times (Over (Sc 4)) (Sc 2))) 2)) (Num (1)))
  (Num (1))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [over_root | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends])]]. }
intros k ran0. apply ind; lia. }
assert (zer : sum 1 K (fun k => 1 - q k) = 0) by zero. assert (gap : sum 1 K (fun k => q k) - IZR K = sum 1 K (fun k => 1 - q k) * 1). { transitivity (sum 1 K (fun k_11 => 1) - IZR K); [cong (first [put q def0 | put q def1 | put q cla2 | solve [whole_power] | ends]) | transitivity (sum 1 K (fun k_12 => 1 - 1) * 1); [exact (@same_by (IZR K :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Num (1))) (Minus (Sc 0)))
  (Times (Total 0 (Plus (Num (1)) (Minus (Num (1))))) (Num (1)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put q def0 | put q def1 | put q cla2 | solve [whole_power] | ends])]]. } clear - gap zer; lra.
Qed.

(* PC-E47 *)
Theorem claim_pc_e47 :
forall (N L : Z) (d gamma0 : R),
(1 <= N)%Z ->
(0 < gamma0) ->
(1 <= L)%Z ->
(1 + Rpower (IZR N) ((-2) * d) * / gamma0 ^ 2 * ((-1) + IZR L) + (-1)) * (gamma0 * Rpower (IZR N) d) ^ 2 / IZR L = 1 - 1 / IZR L.
Proof.
intros N L d gamma0 dom0 dom1 dom2.
first [transitivity ((1 + / Rpower (IZR N) d / Rpower (IZR N) d * / gamma0 ^ 2 * ((-1) + IZR L) + (-1)) * (gamma0 * Rpower (IZR N) d) ^ 2 / IZR L); [cong (first [ends]) | transitivity (1 - 1 / IZR L); [exact (@same_by (Rpower (IZR N) d :: gamma0 :: IZR L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Plus (Plus (Num (1)) (Times (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Over (Power (Sc 2) 2))) (Plus (Num (-1)) (Sc 4)))) (Num (-1))) (Power (Times (Sc 2) (Sc 0)) 2)) (Over (Sc 4)))
  (Plus (Num (1)) (Minus (Times (Num (1)) (Over (Sc 4)))))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-2) * d)) with (/ Rpower (IZR N) d ^ 2) by monomials; fieldy].
Qed.

(* PC-E47-mean *)
Theorem claim_pc_e47_mean :
forall (K N L : Z) (d gamma0 a : R) (u : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= K)%Z ->
(1 <= N)%Z ->
gaussian_matrix N N 1 E_W ->
gaussian_vector N 1 E_w ->
(0 < gamma0) ->
(1 <= L)%Z ->
q 1%Z = IZR N * (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * (1 - 2 * a) / 2)) ^ 2 ->
(forall k : Z, (1 <= k <= (K - 1))%Z -> q (k + 1)%Z = IZR N * (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * (1 - 2 * a) / 2)) ^ 2 * q k) ->
E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2)) = IZR N * sum 1 N (fun i => u i ^ 2) /\
E_w (fun w => sum 1 N (fun i => w i ^ 2)) = IZR N /\
(forall k : Z, (1 <= k <= K)%Z -> q k = 1) /\
1 + sum 1 K (fun k => q k) / (gamma0 * Rpower (IZR N) d) ^ 2 = 1 + Rpower (IZR N) ((-2) * d) * / gamma0 ^ 2 * ((-1) + (IZR K + 1)) /\
1 + Rpower (IZR N) ((-2) * d) * / gamma0 ^ 2 * ((-1) + IZR L) + (-1) = (IZR L + (-1)) / (gamma0 ^ 2 * Rpower (IZR N) (2 * d)).
Proof.
intros K N L d gamma0 a u q E_W E_w dom0 dom1 dom2 dom3 dom4 dom5 def0 def1.
apply keep; [|intros cla0].
{ assert (mean0 : E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2)) = sum 1 N (fun j_1 => sum 1 N (fun i_4 => 1 * u i_4 * u i_4))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => u i_4 * u i_5 * (W i_4 j_1 * (W i_5 j_1 * 1)))))) (a := sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => u i_4 * u i_5 * (1 * same_place i_4 i_5 * same_place j_1 j_1))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (2 :: 0 :: nil)%list%nat) (Num (1))))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => same_place i_4 i_5 * (same_place j_1 j_1 * (1 * u i_4 * u i_5)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (1 :: 2 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_6 => sum 1 N (fun i_7 => 1 * u i_7 * u i_7))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N * sum 1 N (fun i_8 => u i_8 ^ 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  (Times (Sc 0) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : E_w (fun w => sum 1 N (fun i => w i ^ 2)) = sum 1 N (fun i_9 => 1)).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun w => sum 1 N (fun i_9 => 1 * (w i_9 * (w i_9 * 1)))) (a := sum 1 N (fun i_9 => 1 * (1 * same_place i_9 i_9))).
- intros w. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (Total 0 (Times (Num (1)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_9 => same_place i_9 i_9 * 1)).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (1))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_10 => 1)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Num (1)))
  (Sc 0)
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (ind : forall k : Z, (1 <= k)%Z -> (k <= K)%Z -> q k = 1).
{ apply (whole_induction (fun k : Z => (k <= K)%Z -> q k = 1)).
- intros most. transitivity (IZR N * (/ Rpower (IZR N) a * (/ sqrt (IZR N) * Rpower (IZR N) a)) ^ 2); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | solve [whole_power] | ends]) | transitivity (1); [exact (@same_by (IZR N :: Rpower (IZR N) a :: sqrt (IZR N) :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((5 :: 5 :: nil)%list%nat, (1 :: nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Power (Times (Over (Sc 2)) (Times (Over (Sc 4)) (Sc 2))) 2))
  (Num (1))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [over_root | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | solve [whole_power] | ends])]].
- intros k least hyp most. assert (most' : (k <= K)%Z) by lia.
specialize (hyp most'). transitivity (IZR N * (/ Rpower (IZR N) a * (/ sqrt (IZR N) * Rpower (IZR N) a)) ^ 2 * 1); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends]) | transitivity (1); [exact (@same_by (IZR N :: Rpower (IZR N) a :: sqrt (IZR N) :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((5 :: 5 :: nil)%list%nat, (1 :: nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Sc 0) (Power (Times (Over (Sc 2)) (Times (Over (Sc 4)) (Sc 2))) 2)) (Num (1)))
  (Num (1))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [over_root | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends])]]. }
intros k ran0. apply ind; lia. }
apply keep; [|intros cla3].
{ assert (zer : sum 1 K (fun k => 1 - q k) / (gamma0 * Rpower (IZR N) d) ^ 2 = 0) by zero. assert (gap : 1 + sum 1 K (fun k => q k) / (gamma0 * Rpower (IZR N) d) ^ 2 - (1 + Rpower (IZR N) ((-2) * d) * / gamma0 ^ 2 * ((-1) + (IZR K + 1))) = sum 1 K (fun k => 1 - q k) / (gamma0 * Rpower (IZR N) d) ^ 2 * 1). { transitivity (1 + sum 1 K (fun k_11 => 1) / (gamma0 * Rpower (IZR N) d) ^ 2 - (1 + / Rpower (IZR N) d / Rpower (IZR N) d * / gamma0 ^ 2 * ((-1) + (IZR K + 1)))); [cong (first [put q def0 | put q def1 | put q cla2 | solve [whole_power] | ends]) | transitivity (sum 1 K (fun k_12 => 1 - 1) / (gamma0 * Rpower (IZR N) d) ^ 2 * 1); [exact (@same_by (Rpower (IZR N) d :: gamma0 :: IZR K :: nil)%list ((2%nat, Z.to_nat (K - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Num (1)) (Times (Total 0 (Num (1))) (Over (Power (Times (Sc 2) (Sc 0)) 2)))) (Minus (Plus (Num (1)) (Times (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Over (Power (Sc 2) 2))) (Plus (Num (-1)) (Plus (Sc 4) (Num (1))))))))
  (Times (Times (Total 0 (Plus (Num (1)) (Minus (Num (1))))) (Over (Power (Times (Sc 2) (Sc 0)) 2))) (Num (1)))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put q def0 | put q def1 | put q cla2 | solve [whole_power] | ends])]]. } clear - gap zer; lra. }
clear cla0 cla1 cla2 cla3. first [transitivity (1 + / Rpower (IZR N) d / Rpower (IZR N) d * / gamma0 ^ 2 * ((-1) + IZR L) + (-1)); [cong (first [ends]) | transitivity ((IZR L + (-1)) / (gamma0 ^ 2 * (Rpower (IZR N) d * Rpower (IZR N) d))); [exact (@same_by (Rpower (IZR N) d :: gamma0 :: IZR L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Num (1)) (Times (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Over (Power (Sc 2) 2))) (Plus (Num (-1)) (Sc 4)))) (Num (-1)))
  (Times (Plus (Sc 4) (Num (-1))) (Over (Times (Power (Sc 2) 2) (Times (Sc 0) (Sc 0)))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-2) * d)) with (/ Rpower (IZR N) d ^ 2) by monomials; replace (Rpower (IZR N) (2 * d)) with (Rpower (IZR N) d ^ 2) by monomials; fieldy].
Qed.

(* PC-B5 *)
Theorem claim_pc_b5 :
forall (H d : Z) (gamma : R) (M : Z -> Z -> Z -> R) (x : Z -> R) (w : Z -> R) (h : Z -> Z -> R) (m : Z -> Z -> R) (V : Z -> Z -> R),
(1 <= H)%Z ->
(1 <= d)%Z ->
(0 < gamma) ->
(forall i : Z, (1 <= i <= d)%Z -> h 1%Z i = x i) ->
(forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> h (l + 1)%Z i = sum 1 d (fun j => M (l + 1)%Z i j * h l j)) ->
(forall j : Z, (1 <= j <= d)%Z -> m H j = w j) ->
(forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> m l j = sum 1 d (fun i => M (l + 1)%Z i j * m (l + 1)%Z i)) ->
(forall i : Z, (1 <= i <= d)%Z -> V 1%Z i = m 1%Z i) ->
(forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> V (l + 1)%Z i = sum 1 d (fun j => M (l + 1)%Z i j * V l j) + m (l + 1)%Z i) ->
(forall top : Z, (1 <= top <= H)%Z -> sum 1 d (fun i => V top i * m top i) = sum 1 top (fun t => sum 1 d (fun i => m t i ^ 2))) /\
1 + sum 1 d (fun i => w i * V H i) = 1 + / gamma ^ 2 * sum 1 H (fun t => sum 1 d (fun i => (gamma * sqrt (IZR d) * m t i) ^ 2) / IZR d).
Proof.
intros H d gamma M x w h m V dom0 dom1 dom2 def0 def1 def2 def3 def4 def5.
apply keep; [|intros cla0].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= H)%Z -> sum 1 d (fun i => V top i * m top i) = sum 1 top (fun t => sum 1 d (fun i => m t i ^ 2))).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> sum 1 d (fun i => V top i * m top i) = sum 1 top (fun t => sum 1 d (fun i => m t i ^ 2)))).
- intros most. transitivity (sum 1 d (fun i_1 => m 1%Z i_1 * m 1%Z i_1)); [cong (first [put m def2 | put m def3 | put V def4 | put V def5 | ends]) | transitivity (sum 1 d (fun i_3 => m 1%Z i_3 ^ 2)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put m def2 | put m def3 | put V def4 | put V def5 | ends])]].
- intros top least hyp most. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 d (fun i => V top i * m top i) - sum 1 top (fun t => sum 1 d (fun i => m t i ^ 2)) = 0) by (pose proof hyp; lra). assert (gap : sum 1 d (fun i => V (top + 1)%Z i * m (top + 1)%Z i) - sum 1 (top + 1) (fun t => sum 1 d (fun i => m t i ^ 2)) = 1 * (sum 1 d (fun i => V top i * m top i) - sum 1 top (fun t => sum 1 d (fun i => m t i ^ 2)))). { transitivity (sum 1 d (fun i_4 => (sum 1 d (fun j_5 => M (top + 1)%Z i_4 j_5 * V top j_5) + m (top + 1)%Z i_4) * m (top + 1)%Z i_4) - (sum 1 top (fun t_7 => sum 1 d (fun i_8 => m t_7 i_8 ^ 2)) + sum 1 d (fun i_9 => m (top + 1)%Z i_9 ^ 2))); [cong (first [put m def2 | put m def3 | put V def4 | put V def5 | ends]) | transitivity (1 * (sum 1 d (fun i_10 => V top i_10 * sum 1 d (fun i_11 => M (top + 1)%Z i_11 i_10 * m (top + 1)%Z i_11)) - sum 1 top (fun t_12 => sum 1 d (fun i_13 => m t_12 i_13 ^ 2)))); [exact (@same_by (IZR d :: INR (Z.to_nat (top - 1 + 1)%Z) :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (1%nat, Z.to_nat (top - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => M (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => V top (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (Plus (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))) (Minus (Plus (Total 1 (Total 0 (Power (En 1 (0 :: 1 :: nil)%list%nat) 2))) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))))
  (Times (Num (1)) (Plus (Total 0 (Times (En 3 (0 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat))))) (Minus (Total 1 (Total 0 (Power (En 1 (0 :: 1 :: nil)%list%nat) 2))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put m def2 | put m def3 | put V def4 | put V def5 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros top ran0. apply ind; lia. }
assert (zer : sum 1 H (fun t => sum 1 d (fun i => m t i ^ 2)) - sum 1 d (fun i => V H i * m H i) = 0) by zero. assert (gap : 1 + sum 1 d (fun i => w i * V H i) - (1 + / gamma ^ 2 * sum 1 H (fun t => sum 1 d (fun i => (gamma * sqrt (IZR d) * m t i) ^ 2) / IZR d)) = (sum 1 H (fun t => sum 1 d (fun i => m t i ^ 2)) - sum 1 d (fun i => V H i * m H i)) * (-1)). { transitivity (1 + sum 1 d (fun i_26 => w i_26 * V H i_26) - (1 + / gamma ^ 2 * sum 1 H (fun t_27 => sum 1 d (fun i_28 => (gamma * sqrt (IZR d) * m t_27 i_28) ^ 2) / IZR d))); [cong (first [put m def2 | put m def3 | put V def4 | put V def5 | ends]) | transitivity ((sum 1 H (fun t_29 => sum 1 d (fun i_30 => m t_29 i_30 ^ 2)) - sum 1 d (fun i_31 => V H i_31 * w i_31)) * (-1)); [exact (@same_by (gamma :: IZR H :: IZR d :: sqrt (IZR d) :: nil)%list ((1%nat, Z.to_nat (H - 1 + 1)%Z) :: (2%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => V H (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((6 :: 6 :: nil)%list%nat, (4 :: nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Num (1)) (Total 1 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)))) (Minus (Plus (Num (1)) (Times (Over (Power (Sc 0) 2)) (Total 0 (Times (Total 1 (Power (Times (Times (Sc 0) (Sc 6)) (En 0 (0 :: 1 :: nil)%list%nat)) 2)) (Over (Sc 4))))))))
  (Times (Plus (Total 0 (Total 1 (Power (En 0 (0 :: 1 :: nil)%list%nat) 2))) (Minus (Total 1 (Times (En 2 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))) (Num (-1)))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [inverse | split; [root | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put m def2 | put m def3 | put V def4 | put V def5 | ends])]]. } clear - gap zer; lra.
Qed.

(* PC-E48 *)
Theorem claim_pc_e48 :
forall (H d : Z) (c : Z -> R) (M : Z -> Z -> Z -> R) (w : Z -> R) (U : Z -> Z -> Z -> R) (du : Z -> R) (E : Z -> Z -> Z -> R) (dw : Z -> R) (m : Z -> Z -> R) (dm : Z -> Z -> R) (V : Z -> Z -> R),
(1 <= H)%Z ->
(1 <= d)%Z ->
(forall l i j : Z, (1 <= l <= H)%Z -> (1 <= i <= d)%Z -> (1 <= j <= d)%Z -> E l i j = c l * U l i j) ->
(forall i : Z, (1 <= i <= d)%Z -> dw i = c (H + 1)%Z * du i) ->
(forall j : Z, (1 <= j <= d)%Z -> m H j = w j) ->
(forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> m l j = sum 1 d (fun i => M (l + 1)%Z i j * m (l + 1)%Z i)) ->
(forall j : Z, (1 <= j <= d)%Z -> dm H j = dw j) ->
(forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> dm l j = sum 1 d (fun i => M (l + 1)%Z i j * dm (l + 1)%Z i + E (l + 1)%Z i j * m (l + 1)%Z i)) ->
(forall i : Z, (1 <= i <= d)%Z -> V 1%Z i = m 1%Z i) ->
(forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> V (l + 1)%Z i = sum 1 d (fun j => M (l + 1)%Z i j * V l j) + m (l + 1)%Z i) ->
(forall top : Z, (1 <= top <= H)%Z -> sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) = sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i)) /\
2 * sum 1 H (fun t => sum 1 d (fun i => m t i * dm t i)) = 2 * sum 2 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + 2 * sum 1 d (fun i => dw i * V H i).
Proof.
intros H d c M w U du E dw m dm V dom0 dom1 def0 def1 def2 def3 def4 def5 def6 def7.
apply keep; [|intros cla0].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= H)%Z -> sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) = sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i)).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) = sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i))).
- intros most. transitivity (sum 1 d (fun i_2 => m 1%Z i_2 * dm 1%Z i_2)); [cong (first [put E def0 | put dw def1 | put m def2 | put m def3 | put dm def4 | put dm def5 | put V def6 | put V def7 | ends]) | transitivity (0 + sum 1 d (fun i_4 => dm 1%Z i_4 * m 1%Z i_4)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => dm 1%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))
  (Plus (Num (0)) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))))
  (List.repeat nil 3) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put E def0 | put dw def1 | put m def2 | put m def3 | put dm def4 | put dm def5 | put V def6 | put V def7 | ends])]].
- intros top least hyp most. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) - (sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i)) = 0) by (pose proof hyp; lra). assert (gap : sum 1 (top + 1) (fun t => sum 1 d (fun i => m t i * dm t i)) - (sum 2 (top + 1) (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm (top + 1)%Z i * V (top + 1)%Z i)) = 1 * (sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) - (sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i)))). { transitivity (sum 1 top (fun t_6 => sum 1 d (fun i_7 => m t_6 i_7 * dm t_6 i_7)) + sum 1 d (fun i_8 => m (top + 1)%Z i_8 * dm (top + 1)%Z i_8) - (sum 2 top (fun t_10 => sum 1 d (fun j_11 => sum 1 d (fun i_12 => m t_10 i_12 * (c t_10 * U t_10 i_12 j_11) * V (t_10 - 1)%Z j_11))) + sum 1 d (fun j_13 => sum 1 d (fun i_14 => m (top + 1)%Z i_14 * (c (top + 1)%Z * U (top + 1)%Z i_14 j_13) * V top j_13)) + sum 1 d (fun i_15 => dm (top + 1)%Z i_15 * (sum 1 d (fun j_16 => M (top + 1)%Z i_15 j_16 * V top j_16) + m (top + 1)%Z i_15)))); [cong (first [put E def0 | put dw def1 | put m def2 | put m def3 | put dm def4 | put dm def5 | put V def6 | put V def7 | ends]) | transitivity (1 * (sum 1 top (fun t_17 => sum 1 d (fun i_18 => m t_17 i_18 * dm t_17 i_18)) - (sum 2 top (fun t_19 => sum 1 d (fun j_20 => sum 1 d (fun i_21 => m t_19 i_21 * (c t_19 * U t_19 i_21 j_20) * V (t_19 - 1)%Z j_20))) + sum 1 d (fun i_22 => sum 1 d (fun i_23 => M (top + 1)%Z i_23 i_22 * dm (top + 1)%Z i_23 + c (top + 1)%Z * U (top + 1)%Z i_23 i_22 * m (top + 1)%Z i_23) * V top i_22)))); [exact (@same_by (IZR d :: c (top + 1)%Z :: INR (Z.to_nat (top - 2 + 1)%Z) :: INR (Z.to_nat (top - 1 + 1)%Z) :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (top - 2 + 1)%Z) :: (3%nat, Z.to_nat (top - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => dm (top + 1)%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => M (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => V top (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => U (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 5%nat, (v0' :: v1' :: nil)%list => m (2 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 6%nat, (v0' :: nil)%list => c (2 + Z.of_nat v0')%Z | 7%nat, (v0' :: v1' :: v2' :: nil)%list => U (2 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 8%nat, (v0' :: v1' :: nil)%list => V ((2 + Z.of_nat v0')%Z - 1)%Z (1 + Z.of_nat v1')%Z | 9%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 10%nat, (v0' :: v1' :: nil)%list => dm (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 2 (Total 0 (Times (En 9 (0 :: 1 :: nil)%list%nat) (En 10 (0 :: 1 :: nil)%list%nat)))) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Minus (Plus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 5 (0 :: 2 :: nil)%list%nat) (Times (En 6 (0 :: nil)%list%nat) (En 7 (0 :: 2 :: 1 :: nil)%list%nat))) (En 8 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Sc 2) (En 4 (1 :: 0 :: nil)%list%nat))) (En 3 (0 :: nil)%list%nat))))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))) (En 1 (0 :: nil)%list%nat)))))))
  (Times (Num (1)) (Plus (Total 2 (Total 0 (Times (En 9 (0 :: 1 :: nil)%list%nat) (En 10 (0 :: 1 :: nil)%list%nat)))) (Minus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 5 (0 :: 2 :: nil)%list%nat) (Times (En 6 (0 :: nil)%list%nat) (En 7 (0 :: 2 :: 1 :: nil)%list%nat))) (En 8 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Times (Total 0 (Plus (Times (En 2 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (Times (Sc 2) (En 4 (1 :: 0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)))) (En 3 (0 :: nil)%list%nat)))))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put E def0 | put dw def1 | put m def2 | put m def3 | put dm def4 | put dm def5 | put V def6 | put V def7 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros top ran0. apply ind; lia. }
assert (zer : 2 * (sum 2 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm H i * V H i) - sum 1 H (fun t => sum 1 d (fun i => m t i * dm t i))) = 0) by zero. assert (gap : 2 * sum 1 H (fun t => sum 1 d (fun i => m t i * dm t i)) - (2 * sum 2 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + 2 * sum 1 d (fun i => dw i * V H i)) = 2 * (sum 2 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm H i * V H i) - sum 1 H (fun t => sum 1 d (fun i => m t i * dm t i))) * (-1)). { transitivity (2 * sum 1 H (fun t_48 => sum 1 d (fun i_49 => m t_48 i_49 * dm t_48 i_49)) - (2 * sum 2 H (fun t_50 => sum 1 d (fun j_51 => sum 1 d (fun i_52 => m t_50 i_52 * (c t_50 * U t_50 i_52 j_51) * V (t_50 - 1)%Z j_51))) + 2 * sum 1 d (fun i_53 => c (H + 1)%Z * du i_53 * V H i_53))); [cong (first [put E def0 | put dw def1 | put m def2 | put m def3 | put dm def4 | put dm def5 | put V def6 | put V def7 | ends]) | transitivity (2 * (sum 2 H (fun t_54 => sum 1 d (fun j_55 => sum 1 d (fun i_56 => m t_54 i_56 * (c t_54 * U t_54 i_56 j_55) * V (t_54 - 1)%Z j_55))) + sum 1 d (fun i_57 => c (H + 1)%Z * du i_57 * V H i_57) - sum 1 H (fun t_58 => sum 1 d (fun i_59 => m t_58 i_59 * dm t_58 i_59))) * (-1)); [exact (@same_by (IZR d :: c (H + 1)%Z :: INR (Z.to_nat (H - 2 + 1)%Z) :: IZR H :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (H - 2 + 1)%Z) :: (3%nat, Z.to_nat (H - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => du (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => V H (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => m (2 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => c (2 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: v2' :: nil)%list => U (2 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 5%nat, (v0' :: v1' :: nil)%list => V ((2 + Z.of_nat v0')%Z - 1)%Z (1 + Z.of_nat v1')%Z | 6%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 7%nat, (v0' :: v1' :: nil)%list => dm (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (2)) (Total 2 (Total 0 (Times (En 6 (0 :: 1 :: nil)%list%nat) (En 7 (0 :: 1 :: nil)%list%nat))))) (Minus (Plus (Times (Num (2)) (Total 1 (Total 0 (Total 0 (Times (Times (En 2 (0 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: 2 :: 1 :: nil)%list%nat))) (En 5 (0 :: 1 :: nil)%list%nat)))))) (Times (Num (2)) (Total 0 (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))))))
  (Times (Times (Num (2)) (Plus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 2 (0 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: 2 :: 1 :: nil)%list%nat))) (En 5 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))) (Minus (Total 2 (Total 0 (Times (En 6 (0 :: 1 :: nil)%list%nat) (En 7 (0 :: 1 :: nil)%list%nat))))))) (Num (-1)))
  ((0 :: nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put E def0 | put dw def1 | put m def2 | put m def3 | put dm def4 | put dm def5 | put V def6 | put V def7 | ends])]]. } clear - gap zer; lra.
Qed.

(* PC-E49 *)
Theorem claim_pc_e49 :
forall (K N : Z) (beta : R) (u : Z -> R) (a : Z -> R) (e : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= K)%Z ->
(1 <= N)%Z ->
gaussian_matrix N N 1 E_W ->
gaussian_vector N 1 E_w ->
e 1%Z = (-1) * (1 - 2 * a 1%Z) ->
(forall k : Z, (1 <= k <= (K - 1))%Z -> e (k + 1)%Z = e k + 1 - (1 - 2 * a (k + 1)%Z)) ->
(forall j : Z, (1 <= j <= N)%Z -> E_W (fun W => sum 1 N (fun i => W i j * u i) ^ 2) = sum 1 N (fun i => u i ^ 2)) /\
IZR N * Rpower (IZR N) ((-1) * beta) = Rpower (IZR N) (1 - beta) /\
(forall k : Z, (1 <= k <= K)%Z -> e k = 2 * (sum 1 k (fun t => a t) + (-1 / 2))).
Proof.
intros K N beta u a e E_W E_w dom0 dom1 dom2 dom3 def0 def1.
apply keep; [|intros cla0].
{ intros j ran0. assert (mean0 : E_W (fun W => sum 1 N (fun i => W i j * u i) ^ 2) = sum 1 N (fun i_3 => 1 * u i_3 * u i_3)).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_3 => sum 1 N (fun i_4 => u i_3 * u i_4 * (W i_3 j * (W i_4 j * 1))))) (a := sum 1 N (fun i_3 => sum 1 N (fun i_4 => u i_3 * u i_4 * (1 * same_place i_3 i_4 * same_place j j)))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W (1 + Z.of_nat v0')%Z j | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2)
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_3 => sum 1 N (fun i_4 => same_place i_3 i_4 * (same_place j j * (1 * u i_3 * u i_4))))).
  + exact (@same_by (IZR N :: same_place j j :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (0 :: 1 :: nil)%list%nat)) (Sc 2)))))
  (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_5 => 1 * u i_5 * u i_5)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_6 => u i_6 ^ 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ clear cla0. first [transitivity (IZR N / Rpower (IZR N) beta); [cong (first [ends]) | transitivity (IZR N / Rpower (IZR N) beta); [exact (@same_by (IZR N :: Rpower (IZR N) beta :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Over (Sc 2)))
  (Times (Sc 0) (Over (Sc 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-1) * beta)) with (/ Rpower (IZR N) beta) by monomials; replace (Rpower (IZR N) (1 - beta)) with (IZR N / Rpower (IZR N) beta) by monomials; fieldy]. }
assert (ind : forall k : Z, (1 <= k)%Z -> (k <= K)%Z -> e k = 2 * (sum 1 k (fun t => a t) + (-1 / 2))).
{ apply (whole_induction (fun k : Z => (k <= K)%Z -> e k = 2 * (sum 1 k (fun t => a t) + (-1 / 2)))).
- intros most. transitivity ((-1) * (1 - 2 * a 1%Z)); [cong (first [put e def0 | put e def1 | ends]) | transitivity (2 * (a 1%Z + (-1 / 2))); [exact (@same_by (a 1%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-1)) (Plus (Num (1)) (Minus (Times (Num (2)) (Sc 0)))))
  (Times (Num (2)) (Plus (Sc 0) (Times (Num (-1)) (Over (Num 2)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put e def0 | put e def1 | ends])]].
- intros k least hyp most. assert (most' : (k <= K)%Z) by lia.
specialize (hyp most'). transitivity (2 * (sum 1 k (fun t_8 => a t_8) + (-1 / 2)) + 1 - (1 - 2 * a (k + 1)%Z)); [cong (first [put e hyp | put e def0 | put e def1 | ends]) | transitivity (2 * (sum 1 k (fun t_10 => a t_10) + a (k + 1)%Z + (-1 / 2))); [exact (@same_by (a (k + 1)%Z :: INR (Z.to_nat (k - 1 + 1)%Z) :: nil)%list ((1%nat, Z.to_nat (k - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Num (2)) (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Times (Num (-1)) (Over (Num 2))))) (Num (1))) (Minus (Plus (Num (1)) (Minus (Times (Num (2)) (Sc 0))))))
  (Times (Num (2)) (Plus (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 0)) (Times (Num (-1)) (Over (Num 2)))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put e hyp | put e def0 | put e def1 | ends])]]. }
intros k ran0. apply ind; lia.
Qed.

(* PC-E52 *)
Theorem claim_pc_e52 :
forall (S T a : R),
T + (-1 / 2) + (S + (-1 / 2)) + (S - T - a + (-1 / 2)) = 2 * S - a - 3 * (1 / 2).
Proof.
intros S T a.
first [exact (@same_by (a :: T :: S :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Sc 2) (Times (Num (-1)) (Over (Num 2)))) (Plus (Sc 4) (Times (Num (-1)) (Over (Num 2))))) (Plus (Plus (Plus (Sc 4) (Minus (Sc 2))) (Minus (Sc 0))) (Times (Num (-1)) (Over (Num 2)))))
  (Plus (Plus (Times (Num (2)) (Sc 4)) (Minus (Sc 0))) (Minus (Times (Num (3)) (Times (Num (1)) (Over (Num 2))))))
  (List.repeat nil 11) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* PC-E53 *)
Theorem claim_pc_e53 :
forall (N : Z) (a : Z -> R) (b : Z -> R) (C : Z -> Z -> R),
(1 <= N)%Z ->
(forall r j : Z, (1 <= r <= N)%Z -> (1 <= j <= N)%Z -> a r * sum 1 N (fun i => b i * C i j) = sum 1 N (fun i => a r * b i * C i j)).
Proof.
intros N a b C dom0.
intros r j ran0 ran1. transitivity (a r * sum 1 N (fun i_1 => b i_1 * C i_1 j)); [cong (first [ends]) | transitivity (sum 1 N (fun i_2 => a r * b i_2 * C i_2 j)); [exact (@same_by (a r :: IZR N :: nil)%list ((1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => b (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => C (1 + Z.of_nat v0')%Z j | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))
  (Total 0 (Times (Times (Sc 0) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* PC-E54-size *)
Theorem claim_pc_e54_size :
forall (N : Z) (d gamma0 a : R) (m : Z -> R) (A : Z -> Z -> R) (E_M : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
gaussian_matrix N N (1 / IZR N) E_M ->
gaussian_vector N 1 E_w ->
E_M (fun M => sum 1 N (fun j => sum 1 N (fun x => sum 1 N (fun z => A j z * A x z) * sum 1 N (fun i => M i x * m i)) ^ 2)) = sum 1 N (fun i => m i ^ 2) * sum 1 N (fun j => sum 1 N (fun i => sum 1 N (fun z => A i z * A j z) ^ 2)) / IZR N /\
E_w (fun w => sum 1 N (fun i => sum 1 N (fun j => sum 1 N (fun z => A i z * A j z) * w j) ^ 2)) = sum 1 N (fun j => sum 1 N (fun i => sum 1 N (fun z => A i z * A j z) ^ 2)) /\
E_M (fun M => IZR N + sum 1 N (fun i => sum 1 N (fun y => sum 1 N (fun x => M i x * sum 1 N (fun z => A x z * A y z) * M i y)))) = IZR N + sum 1 N (fun i => sum 1 N (fun z => A i z * A i z)) /\
E_M (fun M => (IZR N + sum 1 N (fun i => sum 1 N (fun y => sum 1 N (fun x => M i x * sum 1 N (fun z => A x z * A y z) * M i y)))) ^ 2) = (IZR N + sum 1 N (fun i => sum 1 N (fun z => A i z * A i z))) ^ 2 + 2 * sum 1 N (fun j => sum 1 N (fun i => sum 1 N (fun z => A i z * A j z) ^ 2)) / IZR N /\
E_M (fun M => IZR N + 2 * sum 1 N (fun i => sum 1 N (fun y => sum 1 N (fun x => M i x * sum 1 N (fun z => A x z * A y z) * M i y))) + sum 1 N (fun j => sum 1 N (fun i => sum 1 N (fun y => sum 1 N (fun x => M i x * sum 1 N (fun z => A x z * A y z) * M j y)) ^ 2))) = IZR N + 2 * sum 1 N (fun i => sum 1 N (fun z => A i z * A i z)) + (sum 1 N (fun i => sum 1 N (fun z => A i z * A i z)) ^ 2 + (IZR N + 1) * sum 1 N (fun j => sum 1 N (fun i => sum 1 N (fun z => A i z * A j z) ^ 2))) / IZR N /\
Rpower (IZR N) ((-1) * a) ^ 2 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 4) = Rpower (IZR N) (2 * ((-2) * d - a + (-1 / 2))) / gamma0 ^ 4 /\
Rpower (IZR N) ((-1) * a) ^ 2 / (IZR N ^ 2 * (gamma0 * Rpower (IZR N) d) ^ 4) = Rpower (IZR N) (2 * ((-2) * d - a + (-1))) / gamma0 ^ 4.
Proof.
intros N d gamma0 a m A E_M E_w dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ assert (mean0 : E_M (fun M => sum 1 N (fun j => sum 1 N (fun x => sum 1 N (fun z => A j z * A x z) * sum 1 N (fun i => M i x * m i)) ^ 2)) = sum 1 N (fun j_1 => sum 1 N (fun x_8 => sum 1 N (fun i_9 => 1 / IZR N * sum 1 N (fun z => A j_1 z * A x_8 z) * m i_9 * sum 1 N (fun z => A j_1 z * A x_8 z) * m i_9)))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun M => sum 1 N (fun j_1 => sum 1 N (fun x_8 => sum 1 N (fun i_9 => sum 1 N (fun x_10 => sum 1 N (fun i_11 => sum 1 N (fun z => A j_1 z * A x_8 z) * m i_9 * sum 1 N (fun z => A j_1 z * A x_10 z) * m i_11 * (M i_9 x_8 * (M i_11 x_10 * 1)))))))) (a := sum 1 N (fun j_1 => sum 1 N (fun x_8 => sum 1 N (fun i_9 => sum 1 N (fun x_10 => sum 1 N (fun i_11 => sum 1 N (fun z => A j_1 z * A x_8 z) * m i_9 * sum 1 N (fun z => A j_1 z * A x_10 z) * m i_11 * (1 / IZR N * same_place i_9 i_11 * same_place x_8 x_10))))))).
- intros M. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (Total 0 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 0 (1 :: 2 :: nil)%list%nat))) (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat))))) 2))
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Total 0 (Times (En 0 (0 :: 5 :: nil)%list%nat) (En 0 (1 :: 5 :: nil)%list%nat))) (En 2 (2 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 5 :: nil)%list%nat) (En 0 (3 :: 5 :: nil)%list%nat)))) (En 2 (4 :: nil)%list%nat)) (Times (En 1 (2 :: 1 :: nil)%list%nat) (Times (En 1 (4 :: 3 :: nil)%list%nat) (Num (1))))))))))
  ((3 :: 2 :: 4 :: nil)%list%nat :: (2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun j_1 => sum 1 N (fun x_8 => sum 1 N (fun i_9 => sum 1 N (fun x_10 => same_place x_8 x_10 * sum 1 N (fun i_11 => same_place i_9 i_11 * (1 / IZR N * sum 1 N (fun z => A j_1 z * A x_8 z) * m i_9 * sum 1 N (fun z => A j_1 z * A x_10 z) * m i_11))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Total 0 (Times (En 0 (0 :: 5 :: nil)%list%nat) (En 0 (1 :: 5 :: nil)%list%nat))) (En 1 (2 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 5 :: nil)%list%nat) (En 0 (3 :: 5 :: nil)%list%nat)))) (En 1 (4 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (2 :: 4 :: nil)%list%nat)) (En 2 (1 :: 3 :: nil)%list%nat))))))))
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (2 :: 4 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Total 0 (Times (En 0 (0 :: 5 :: nil)%list%nat) (En 0 (1 :: 5 :: nil)%list%nat)))) (En 1 (2 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 5 :: nil)%list%nat) (En 0 (3 :: 5 :: nil)%list%nat)))) (En 1 (4 :: nil)%list%nat)))))))))
  ((2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_12 => sum 1 N (fun x_13 => sum 1 N (fun i_14 => 1 / IZR N * sum 1 N (fun z_15 => A j_12 z_15 * A x_13 z_15) * m i_14 * sum 1 N (fun z_16 => A j_12 z_16 * A x_13 z_16) * m i_14)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_17 => m i_17 ^ 2) * sum 1 N (fun j_18 => sum 1 N (fun i_19 => sum 1 N (fun z_20 => A i_19 z_20 * A j_18 z_20) ^ 2)) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (En 1 (2 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (En 1 (2 :: nil)%list%nat)))))
  (Times (Times (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Total 0 (Total 0 (Power (Total 0 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (0 :: 2 :: nil)%list%nat))) 2)))) (Over (Sc 0)))
  ((2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : E_w (fun w => sum 1 N (fun i => sum 1 N (fun j => sum 1 N (fun z => A i z * A j z) * w j) ^ 2)) = sum 1 N (fun i_21 => sum 1 N (fun j_24 => 1 * sum 1 N (fun z => A i_21 z * A j_24 z) * sum 1 N (fun z => A i_21 z * A j_24 z)))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun w => sum 1 N (fun i_21 => sum 1 N (fun j_24 => sum 1 N (fun j_25 => sum 1 N (fun z => A i_21 z * A j_24 z) * sum 1 N (fun z => A i_21 z * A j_25 z) * (w j_24 * (w j_25 * 1)))))) (a := sum 1 N (fun i_21 => sum 1 N (fun j_24 => sum 1 N (fun j_25 => sum 1 N (fun z => A i_21 z * A j_24 z) * sum 1 N (fun z => A i_21 z * A j_25 z) * (1 * same_place j_24 j_25))))).
- intros w. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (Total 0 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 0 (1 :: 2 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat))) (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 0 (2 :: 3 :: nil)%list%nat)))) (Times (En 1 (1 :: nil)%list%nat) (Times (En 1 (2 :: nil)%list%nat) (Num (1))))))))
  ((2 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_21 => sum 1 N (fun j_24 => sum 1 N (fun j_25 => same_place j_24 j_25 * (1 * sum 1 N (fun z => A i_21 z * A j_24 z) * sum 1 N (fun z => A i_21 z * A j_25 z)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat))) (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 0 (2 :: 3 :: nil)%list%nat)))) (Times (Num (1)) (En 1 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Times (Times (Num (1)) (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 0 (2 :: 3 :: nil)%list%nat))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_26 => sum 1 N (fun j_27 => 1 * sum 1 N (fun z_28 => A i_26 z_28 * A j_27 z_28) * sum 1 N (fun z_29 => A i_26 z_29 * A j_27 z_29)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun j_30 => sum 1 N (fun i_31 => sum 1 N (fun z_32 => A i_31 z_32 * A j_30 z_32) ^ 2))); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Num (1)) (Total 0 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 0 (1 :: 2 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 0 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Power (Total 0 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (0 :: 2 :: nil)%list%nat))) 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (mean0 : E_M (fun M => IZR N + sum 1 N (fun i => sum 1 N (fun y => sum 1 N (fun x => M i x * sum 1 N (fun z => A x z * A y z) * M i y)))) = IZR N + sum 1 N (fun i_33 => sum 1 N (fun y_34 => 1 / IZR N * sum 1 N (fun z => A y_34 z * A y_34 z)))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun M => IZR N * 1 + sum 1 N (fun i_33 => sum 1 N (fun y_34 => sum 1 N (fun x_35 => sum 1 N (fun z => A x_35 z * A y_34 z) * (M i_33 x_35 * (M i_33 y_34 * 1)))))) (a := IZR N * 1 + sum 1 N (fun i_33 => sum 1 N (fun y_34 => sum 1 N (fun x_35 => sum 1 N (fun z => A x_35 z * A y_34 z) * (1 / IZR N * same_place i_33 i_33 * same_place x_35 y_34))))).
- intros M. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 0) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat)))) (En 0 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Times (Sc 0) (Num (1))) (Total 0 (Total 0 (Total 0 (Times (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat))) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (IZR N + sum 1 N (fun i_33 => sum 1 N (fun y_34 => sum 1 N (fun x_35 => same_place x_35 y_34 * (same_place i_33 i_33 * (1 / IZR N * sum 1 N (fun z => A x_35 z * A y_34 z))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 0) (Num (1))) (Total 0 (Total 0 (Total 0 (Times (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat))) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))))))
  (Plus (Sc 0) (Total 0 (Total 0 (Total 0 (Times (En 2 (2 :: 1 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Num (1)) (Over (Sc 0))) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat))))))))))
  ((nil)%list%nat :: (1 :: 0 :: 1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: 2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (IZR N + sum 1 N (fun i_36 => sum 1 N (fun y_37 => 1 / IZR N * sum 1 N (fun z_38 => A y_37 z_38 * A y_37 z_38)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N + sum 1 N (fun i_39 => sum 1 N (fun z_40 => A i_39 z_40 * A i_39 z_40))); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Sc 0) (Total 0 (Total 0 (Times (Times (Num (1)) (Over (Sc 0))) (Total 0 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Sc 0) (Total 0 (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 0 (0 :: 1 :: nil)%list%nat)))))
  ((nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla3].
{ assert (mean0 : E_M (fun M => (IZR N + sum 1 N (fun i => sum 1 N (fun y => sum 1 N (fun x => M i x * sum 1 N (fun z => A x z * A y z) * M i y)))) ^ 2) = IZR N * IZR N + sum 1 N (fun i_47 => sum 1 N (fun y_48 => 1 / IZR N * IZR N * sum 1 N (fun z => A y_48 z * A y_48 z))) + sum 1 N (fun i_50 => sum 1 N (fun y_51 => 1 / IZR N * sum 1 N (fun z => A y_51 z * A y_51 z) * IZR N)) + sum 1 N (fun i_53 => sum 1 N (fun y_54 => sum 1 N (fun i_56 => sum 1 N (fun y_57 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A y_54 z * A y_54 z) * sum 1 N (fun z => A y_57 z * A y_57 z))))) + sum 1 N (fun i_53 => sum 1 N (fun y_54 => sum 1 N (fun x_55 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_55 z * A y_54 z) * sum 1 N (fun z => A x_55 z * A y_54 z)))) + sum 1 N (fun i_53 => sum 1 N (fun y_54 => sum 1 N (fun x_55 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_55 z * A y_54 z) * sum 1 N (fun z => A y_54 z * A x_55 z))))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun M => IZR N * IZR N * 1 + sum 1 N (fun i_47 => sum 1 N (fun y_48 => sum 1 N (fun x_49 => IZR N * sum 1 N (fun z => A x_49 z * A y_48 z) * (M i_47 x_49 * (M i_47 y_48 * 1))))) + sum 1 N (fun i_50 => sum 1 N (fun y_51 => sum 1 N (fun x_52 => sum 1 N (fun z => A x_52 z * A y_51 z) * IZR N * (M i_50 x_52 * (M i_50 y_51 * 1))))) + sum 1 N (fun i_53 => sum 1 N (fun y_54 => sum 1 N (fun x_55 => sum 1 N (fun i_56 => sum 1 N (fun y_57 => sum 1 N (fun x_58 => sum 1 N (fun z => A x_55 z * A y_54 z) * sum 1 N (fun z => A x_58 z * A y_57 z) * (M i_53 x_55 * (M i_53 y_54 * (M i_56 x_58 * (M i_56 y_57 * 1))))))))))) (a := IZR N * IZR N * 1 + sum 1 N (fun i_47 => sum 1 N (fun y_48 => sum 1 N (fun x_49 => IZR N * sum 1 N (fun z => A x_49 z * A y_48 z) * (1 / IZR N * same_place i_47 i_47 * same_place x_49 y_48)))) + sum 1 N (fun i_50 => sum 1 N (fun y_51 => sum 1 N (fun x_52 => sum 1 N (fun z => A x_52 z * A y_51 z) * IZR N * (1 / IZR N * same_place i_50 i_50 * same_place x_52 y_51)))) + sum 1 N (fun i_53 => sum 1 N (fun y_54 => sum 1 N (fun x_55 => sum 1 N (fun i_56 => sum 1 N (fun y_57 => sum 1 N (fun x_58 => sum 1 N (fun z => A x_55 z * A y_54 z) * sum 1 N (fun z => A x_58 z * A y_57 z) * (1 / IZR N * same_place i_53 i_53 * same_place x_55 y_54 * (1 / IZR N) * same_place i_56 i_56 * same_place x_58 y_57 + 1 / IZR N * same_place i_53 i_56 * same_place x_55 x_58 * (1 / IZR N) * same_place i_53 i_56 * same_place y_54 y_57 + 1 / IZR N * same_place i_53 i_56 * same_place x_55 y_57 * (1 / IZR N) * same_place i_53 i_56 * same_place y_54 x_58)))))))).
- intros M. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Plus (Sc 0) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat)))) (En 0 (0 :: 1 :: nil)%list%nat)))))) 2)
  (Plus (Plus (Plus (Times (Times (Sc 0) (Sc 0)) (Num (1))) (Total 0 (Total 0 (Total 0 (Times (Times (Sc 0) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat)))) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat))) (Sc 0)) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 1 (2 :: 6 :: nil)%list%nat) (En 1 (1 :: 6 :: nil)%list%nat))) (Total 0 (Times (En 1 (5 :: 6 :: nil)%list%nat) (En 1 (4 :: 6 :: nil)%list%nat)))) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (3 :: 5 :: nil)%list%nat) (Times (En 0 (3 :: 4 :: nil)%list%nat) (Num (1))))))))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (3 :: 2 :: 1 :: 4 :: 5 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (IZR N * IZR N + sum 1 N (fun i_47 => sum 1 N (fun y_48 => sum 1 N (fun x_49 => same_place x_49 y_48 * (same_place i_47 i_47 * (1 / IZR N * IZR N * sum 1 N (fun z => A x_49 z * A y_48 z)))))) + sum 1 N (fun i_50 => sum 1 N (fun y_51 => sum 1 N (fun x_52 => same_place x_52 y_51 * (same_place i_50 i_50 * (1 / IZR N * sum 1 N (fun z => A x_52 z * A y_51 z) * IZR N))))) + sum 1 N (fun i_53 => sum 1 N (fun y_54 => sum 1 N (fun i_56 => sum 1 N (fun y_57 => sum 1 N (fun x_55 => same_place x_55 y_54 * sum 1 N (fun x_58 => same_place x_58 y_57 * (same_place i_53 i_53 * (same_place i_56 i_56 * (1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_55 z * A y_54 z) * sum 1 N (fun z => A x_58 z * A y_57 z)))))))))) + sum 1 N (fun i_53 => sum 1 N (fun y_54 => sum 1 N (fun x_55 => sum 1 N (fun i_56 => same_place i_53 i_56 * sum 1 N (fun y_57 => same_place y_54 y_57 * sum 1 N (fun x_58 => same_place x_55 x_58 * (same_place i_53 i_56 * (1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_55 z * A y_54 z) * sum 1 N (fun z => A x_58 z * A y_57 z))))))))) + sum 1 N (fun i_53 => sum 1 N (fun y_54 => sum 1 N (fun x_55 => sum 1 N (fun i_56 => same_place i_53 i_56 * sum 1 N (fun x_58 => same_place y_54 x_58 * sum 1 N (fun y_57 => same_place x_55 y_57 * (same_place i_53 i_56 * (1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_55 z * A y_54 z) * sum 1 N (fun z => A x_58 z * A y_57 z)))))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Plus (Times (Times (Sc 0) (Sc 0)) (Num (1))) (Total 0 (Total 0 (Total 0 (Times (Times (Sc 0) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 1 (2 :: 1 :: nil)%list%nat))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat))) (Sc 0)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 1 (2 :: 1 :: nil)%list%nat))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 0 (2 :: 6 :: nil)%list%nat) (En 0 (1 :: 6 :: nil)%list%nat))) (Total 0 (Times (En 0 (5 :: 6 :: nil)%list%nat) (En 0 (4 :: 6 :: nil)%list%nat)))) (Plus (Plus (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 1 (2 :: 1 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 2 (3 :: nil)%list%nat)) (En 1 (5 :: 4 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (2 :: 5 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (1 :: 4 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (1 :: 5 :: nil)%list%nat)))))))))))
  (Plus (Plus (Plus (Plus (Plus (Times (Sc 0) (Sc 0)) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Sc 0))) (Sc 0)) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Sc 0))) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (Sc 0)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (4 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (5 :: 3 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (4 :: 6 :: nil)%list%nat) (En 0 (1 :: 6 :: nil)%list%nat)))) (Total 0 (Times (En 0 (5 :: 6 :: nil)%list%nat) (En 0 (3 :: 6 :: nil)%list%nat))))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (2 :: 6 :: nil)%list%nat) (En 0 (1 :: 6 :: nil)%list%nat)))) (Total 0 (Times (En 0 (5 :: 6 :: nil)%list%nat) (En 0 (4 :: 6 :: nil)%list%nat))))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (2 :: 6 :: nil)%list%nat) (En 0 (1 :: 6 :: nil)%list%nat)))) (Total 0 (Times (En 0 (4 :: 6 :: nil)%list%nat) (En 0 (5 :: 6 :: nil)%list%nat)))))))))))))))
  ((nil)%list%nat :: (1 :: 0 :: 1 :: 2 :: nil)%list%nat :: (1 :: 0 :: 1 :: 2 :: nil)%list%nat :: (1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: (0 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: 2 :: nil)%list%nat :: (1 :: 0 :: 1 :: 2 :: nil)%list%nat :: (3 :: 2 :: 1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (IZR N * IZR N + sum 1 N (fun i_59 => sum 1 N (fun y_60 => 1 / IZR N * IZR N * sum 1 N (fun z_61 => A y_60 z_61 * A y_60 z_61))) + sum 1 N (fun i_62 => sum 1 N (fun y_63 => 1 / IZR N * sum 1 N (fun z_64 => A y_63 z_64 * A y_63 z_64) * IZR N)) + sum 1 N (fun i_65 => sum 1 N (fun y_66 => sum 1 N (fun i_67 => sum 1 N (fun y_68 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z_69 => A y_66 z_69 * A y_66 z_69) * sum 1 N (fun z_70 => A y_68 z_70 * A y_68 z_70))))) + sum 1 N (fun i_71 => sum 1 N (fun y_72 => sum 1 N (fun x_73 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z_74 => A x_73 z_74 * A y_72 z_74) * sum 1 N (fun z_75 => A x_73 z_75 * A y_72 z_75)))) + sum 1 N (fun i_76 => sum 1 N (fun y_77 => sum 1 N (fun x_78 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z_79 => A x_78 z_79 * A y_77 z_79) * sum 1 N (fun z_80 => A y_77 z_80 * A x_78 z_80))))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((IZR N + sum 1 N (fun i_81 => sum 1 N (fun z_82 => A i_81 z_82 * A i_81 z_82))) ^ 2 + 2 * sum 1 N (fun j_83 => sum 1 N (fun i_84 => sum 1 N (fun z_85 => A i_84 z_85 * A j_83 z_85) ^ 2)) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Times (Sc 0) (Sc 0)) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (Sc 0)) (Total 0 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (1 :: 2 :: nil)%list%nat))))))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (Total 0 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (1 :: 2 :: nil)%list%nat)))) (Sc 0))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (1 :: 4 :: nil)%list%nat) (En 0 (1 :: 4 :: nil)%list%nat)))) (Total 0 (Times (En 0 (3 :: 4 :: nil)%list%nat) (En 0 (3 :: 4 :: nil)%list%nat))))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (Total 0 (Times (En 0 (1 :: 3 :: nil)%list%nat) (En 0 (2 :: 3 :: nil)%list%nat))))))))
  (Plus (Power (Plus (Sc 0) (Total 0 (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 0 (0 :: 1 :: nil)%list%nat))))) 2) (Times (Times (Num (2)) (Total 0 (Total 0 (Power (Total 0 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (0 :: 2 :: nil)%list%nat))) 2)))) (Over (Sc 0))))
  ((nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla4].
{ assert (mean0 : E_M (fun M => IZR N + 2 * sum 1 N (fun i => sum 1 N (fun y => sum 1 N (fun x => M i x * sum 1 N (fun z => A x z * A y z) * M i y))) + sum 1 N (fun j => sum 1 N (fun i => sum 1 N (fun y => sum 1 N (fun x => M i x * sum 1 N (fun z => A x z * A y z) * M j y)) ^ 2))) = IZR N + sum 1 N (fun i_89 => sum 1 N (fun y_90 => 1 / IZR N * 2 * sum 1 N (fun z => A y_90 z * A y_90 z))) + sum 1 N (fun j_92 => sum 1 N (fun y_98 => sum 1 N (fun y_100 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A y_98 z * A y_98 z) * sum 1 N (fun z => A y_100 z * A y_100 z)))) + sum 1 N (fun j_92 => sum 1 N (fun i_93 => sum 1 N (fun y_98 => sum 1 N (fun x_99 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_99 z * A y_98 z) * sum 1 N (fun z => A x_99 z * A y_98 z))))) + sum 1 N (fun j_92 => sum 1 N (fun y_98 => sum 1 N (fun x_99 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_99 z * A y_98 z) * sum 1 N (fun z => A y_98 z * A x_99 z))))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun M => IZR N * 1 + sum 1 N (fun i_89 => sum 1 N (fun y_90 => sum 1 N (fun x_91 => 2 * sum 1 N (fun z => A x_91 z * A y_90 z) * (M i_89 x_91 * (M i_89 y_90 * 1))))) + sum 1 N (fun j_92 => sum 1 N (fun i_93 => sum 1 N (fun y_98 => sum 1 N (fun x_99 => sum 1 N (fun y_100 => sum 1 N (fun x_101 => sum 1 N (fun z => A x_99 z * A y_98 z) * sum 1 N (fun z => A x_101 z * A y_100 z) * (M i_93 x_99 * (M j_92 y_98 * (M i_93 x_101 * (M j_92 y_100 * 1))))))))))) (a := IZR N * 1 + sum 1 N (fun i_89 => sum 1 N (fun y_90 => sum 1 N (fun x_91 => 2 * sum 1 N (fun z => A x_91 z * A y_90 z) * (1 / IZR N * same_place i_89 i_89 * same_place x_91 y_90)))) + sum 1 N (fun j_92 => sum 1 N (fun i_93 => sum 1 N (fun y_98 => sum 1 N (fun x_99 => sum 1 N (fun y_100 => sum 1 N (fun x_101 => sum 1 N (fun z => A x_99 z * A y_98 z) * sum 1 N (fun z => A x_101 z * A y_100 z) * (1 / IZR N * same_place i_93 j_92 * same_place x_99 y_98 * (1 / IZR N) * same_place i_93 j_92 * same_place x_101 y_100 + 1 / IZR N * same_place i_93 i_93 * same_place x_99 x_101 * (1 / IZR N) * same_place j_92 j_92 * same_place y_98 y_100 + 1 / IZR N * same_place i_93 j_92 * same_place x_99 y_100 * (1 / IZR N) * same_place j_92 i_93 * same_place y_98 x_101)))))))).
- intros M. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 0) (Times (Num (2)) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat)))) (En 0 (0 :: 1 :: nil)%list%nat))))))) (Total 0 (Total 0 (Power (Total 0 (Total 0 (Times (Times (En 0 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (3 :: 4 :: nil)%list%nat) (En 1 (2 :: 4 :: nil)%list%nat)))) (En 0 (0 :: 2 :: nil)%list%nat)))) 2))))
  (Plus (Plus (Times (Sc 0) (Num (1))) (Total 0 (Total 0 (Total 0 (Times (Times (Num (2)) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat)))) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 1 (3 :: 6 :: nil)%list%nat) (En 1 (2 :: 6 :: nil)%list%nat))) (Total 0 (Times (En 1 (5 :: 6 :: nil)%list%nat) (En 1 (4 :: 6 :: nil)%list%nat)))) (Times (En 0 (1 :: 3 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (1 :: 5 :: nil)%list%nat) (Times (En 0 (0 :: 4 :: nil)%list%nat) (Num (1))))))))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (4 :: 3 :: 5 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (3 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (IZR N + sum 1 N (fun i_89 => sum 1 N (fun y_90 => sum 1 N (fun x_91 => same_place x_91 y_90 * (same_place i_89 i_89 * (1 / IZR N * 2 * sum 1 N (fun z => A x_91 z * A y_90 z)))))) + sum 1 N (fun j_92 => sum 1 N (fun y_98 => sum 1 N (fun y_100 => sum 1 N (fun i_93 => same_place i_93 j_92 * sum 1 N (fun x_99 => same_place x_99 y_98 * sum 1 N (fun x_101 => same_place x_101 y_100 * (same_place i_93 j_92 * (1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_99 z * A y_98 z) * sum 1 N (fun z => A x_101 z * A y_100 z))))))))) + sum 1 N (fun j_92 => sum 1 N (fun i_93 => sum 1 N (fun y_98 => sum 1 N (fun x_99 => sum 1 N (fun y_100 => same_place y_98 y_100 * sum 1 N (fun x_101 => same_place x_99 x_101 * (same_place j_92 j_92 * (same_place i_93 i_93 * (1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_99 z * A y_98 z) * sum 1 N (fun z => A x_101 z * A y_100 z)))))))))) + sum 1 N (fun j_92 => sum 1 N (fun y_98 => sum 1 N (fun x_99 => sum 1 N (fun i_93 => same_place i_93 j_92 * sum 1 N (fun x_101 => same_place y_98 x_101 * sum 1 N (fun y_100 => same_place x_99 y_100 * (same_place j_92 i_93 * (1 / IZR N * (1 / IZR N) * sum 1 N (fun z => A x_99 z * A y_98 z) * sum 1 N (fun z => A x_101 z * A y_100 z)))))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Sc 0) (Num (1))) (Total 0 (Total 0 (Total 0 (Times (Times (Num (2)) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 1 (2 :: 1 :: nil)%list%nat))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 0 (3 :: 6 :: nil)%list%nat) (En 0 (2 :: 6 :: nil)%list%nat))) (Total 0 (Times (En 0 (5 :: 6 :: nil)%list%nat) (En 0 (4 :: 6 :: nil)%list%nat)))) (Plus (Plus (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (1 :: 0 :: nil)%list%nat)) (En 1 (3 :: 2 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (1 :: 0 :: nil)%list%nat)) (En 1 (5 :: 4 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (1 :: nil)%list%nat)) (En 1 (3 :: 5 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 2 (0 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (1 :: 0 :: nil)%list%nat)) (En 1 (3 :: 4 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (0 :: 1 :: nil)%list%nat)) (En 1 (2 :: 5 :: nil)%list%nat)))))))))))
  (Plus (Plus (Plus (Plus (Sc 0) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Sc 0))) (Num (2))) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (3 :: 0 :: nil)%list%nat) (Total 0 (Times (En 1 (4 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (5 :: 2 :: nil)%list%nat) (Times (En 1 (3 :: 0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (4 :: 6 :: nil)%list%nat) (En 0 (1 :: 6 :: nil)%list%nat)))) (Total 0 (Times (En 0 (5 :: 6 :: nil)%list%nat) (En 0 (2 :: 6 :: nil)%list%nat))))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (3 :: 5 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (3 :: 6 :: nil)%list%nat) (En 0 (2 :: 6 :: nil)%list%nat)))) (Total 0 (Times (En 0 (5 :: 6 :: nil)%list%nat) (En 0 (4 :: 6 :: nil)%list%nat))))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (3 :: 0 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (2 :: 6 :: nil)%list%nat) (En 0 (1 :: 6 :: nil)%list%nat)))) (Total 0 (Times (En 0 (4 :: 6 :: nil)%list%nat) (En 0 (5 :: 6 :: nil)%list%nat)))))))))))))))
  ((nil)%list%nat :: (1 :: 0 :: 1 :: 2 :: nil)%list%nat :: (2 :: 1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: 6 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: 2 :: nil)%list%nat :: (3 :: 2 :: 1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 2 :: 3 :: 5 :: 4 :: 6 :: 5 :: 6 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 6 :: 5 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (IZR N + sum 1 N (fun i_102 => sum 1 N (fun y_103 => 1 / IZR N * 2 * sum 1 N (fun z_104 => A y_103 z_104 * A y_103 z_104))) + sum 1 N (fun j_105 => sum 1 N (fun y_106 => sum 1 N (fun y_107 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z_108 => A y_106 z_108 * A y_106 z_108) * sum 1 N (fun z_109 => A y_107 z_109 * A y_107 z_109)))) + sum 1 N (fun j_110 => sum 1 N (fun i_111 => sum 1 N (fun y_112 => sum 1 N (fun x_113 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z_114 => A x_113 z_114 * A y_112 z_114) * sum 1 N (fun z_115 => A x_113 z_115 * A y_112 z_115))))) + sum 1 N (fun j_116 => sum 1 N (fun y_117 => sum 1 N (fun x_118 => 1 / IZR N * (1 / IZR N) * sum 1 N (fun z_119 => A x_118 z_119 * A y_117 z_119) * sum 1 N (fun z_120 => A y_117 z_120 * A x_118 z_120))))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N + 2 * sum 1 N (fun i_121 => sum 1 N (fun z_122 => A i_121 z_122 * A i_121 z_122)) + (sum 1 N (fun i_123 => sum 1 N (fun z_124 => A i_123 z_124 * A i_123 z_124)) ^ 2 + (IZR N + 1) * sum 1 N (fun j_125 => sum 1 N (fun i_126 => sum 1 N (fun z_127 => A i_126 z_127 * A j_125 z_127) ^ 2))) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Sc 0) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (Num (2))) (Total 0 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (1 :: 2 :: nil)%list%nat))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (1 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (2 :: 3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (3 :: 4 :: nil)%list%nat) (En 0 (2 :: 4 :: nil)%list%nat)))) (Total 0 (Times (En 0 (3 :: 4 :: nil)%list%nat) (En 0 (2 :: 4 :: nil)%list%nat))))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 0 (1 :: 3 :: nil)%list%nat)))) (Total 0 (Times (En 0 (1 :: 3 :: nil)%list%nat) (En 0 (2 :: 3 :: nil)%list%nat))))))))
  (Plus (Plus (Sc 0) (Times (Num (2)) (Total 0 (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 0 (0 :: 1 :: nil)%list%nat)))))) (Times (Plus (Power (Total 0 (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 0 (0 :: 1 :: nil)%list%nat)))) 2) (Times (Plus (Sc 0) (Num (1))) (Total 0 (Total 0 (Power (Total 0 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (0 :: 2 :: nil)%list%nat))) 2))))) (Over (Sc 0))))
  ((nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. first [transitivity ((/ Rpower (IZR N) a) ^ 2 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 4)); [cong (first [ends]) | transitivity (/ Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) a / Rpower (IZR N) a / IZR N / gamma0 ^ 4); [exact (@same_by (Rpower (IZR N) a :: IZR N :: gamma0 :: Rpower (IZR N) d :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Power (Over (Sc 0)) 2) (Over (Times (Sc 2) (Power (Times (Sc 4) (Sc 6)) 4))))
  (Times (Times (Times (Times (Times (Times (Times (Over (Sc 6)) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 0))) (Over (Sc 0))) (Over (Sc 2))) (Over (Power (Sc 4) 4)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-1) * a)) with (/ Rpower (IZR N) a) by monomials; replace (Rpower (IZR N) (2 * ((-2) * d - a + (-1 / 2)))) with (/ IZR N * / Rpower (IZR N) d ^ 4 * / Rpower (IZR N) a ^ 2) by monomials; fieldy]. }
clear cla0 cla1 cla2 cla3 cla4 cla5. first [transitivity ((/ Rpower (IZR N) a) ^ 2 / (IZR N ^ 2 * (gamma0 * Rpower (IZR N) d) ^ 4)); [cong (first [ends]) | transitivity (/ Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) a / Rpower (IZR N) a / IZR N / IZR N / gamma0 ^ 4); [exact (@same_by (Rpower (IZR N) a :: IZR N :: gamma0 :: Rpower (IZR N) d :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Power (Over (Sc 0)) 2) (Over (Times (Power (Sc 2) 2) (Power (Times (Sc 4) (Sc 6)) 4))))
  (Times (Times (Times (Times (Times (Times (Times (Times (Over (Sc 6)) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 0))) (Over (Sc 0))) (Over (Sc 2))) (Over (Sc 2))) (Over (Power (Sc 4) 4)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-1) * a)) with (/ Rpower (IZR N) a) by monomials; replace (Rpower (IZR N) (2 * ((-2) * d - a + (-1)))) with (/ IZR N ^ 2 * / Rpower (IZR N) d ^ 4 * / Rpower (IZR N) a ^ 2) by monomials; fieldy].
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
apply keep; [|intros cla0].
{ intros n mu ran0 ran1. transitivity ((gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 N (fun j_1 => sum 1 N (fun i_2 => / Rpower (IZR N) a * (g i_2 / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h n j_1 * (/ Rpower (IZR N) a * (g i_2 / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h mu j_1)))); [cong (first [ends]) | transitivity (IZR N / Rpower (IZR N) a / Rpower (IZR N) a * (sum 1 N (fun i_3 => g i_3 ^ 2) / IZR N) * (sum 1 N (fun j_4 => h n j_4 * h mu j_4) / IZR N) / (Rpower (IZR N) c * s)); [exact (@same_by (gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: IZR N :: Rpower (IZR N) a :: sqrt (IZR N) :: nil)%list ((4%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => h mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((13 :: 13 :: nil)%list%nat, (9 :: nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Over (Times (Sc 4) (Sc 6)))) (Total 0 (Total 0 (Times (Times (Times (Over (Sc 10)) (Times (En 0 (1 :: nil)%list%nat) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 12))))) (En 1 (0 :: nil)%list%nat)) (Times (Times (Over (Sc 10)) (Times (En 0 (1 :: nil)%list%nat) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 12))))) (En 2 (0 :: nil)%list%nat))))))
  (Times (Times (Times (Times (Times (Sc 8) (Over (Sc 10))) (Over (Sc 10))) (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 8)))) (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 8)))) (Over (Times (Sc 4) (Sc 6))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [over_root | split; [inverse | exact I]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla1].
{ intros n mu ran0 ran1. transitivity ((gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 N (fun j_5 => / Rpower (IZR N) a / (gamma0 * Rpower (IZR N) d) * h n j_5 * (/ Rpower (IZR N) a / (gamma0 * Rpower (IZR N) d) * h mu j_5))); [cong (first [ends]) | transitivity (IZR N / Rpower (IZR N) a / Rpower (IZR N) a * (sum 1 N (fun j_6 => h n j_6 * h mu j_6) / IZR N) / (Rpower (IZR N) c * s)); [exact (@same_by (gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: IZR N :: Rpower (IZR N) a :: nil)%list ((4%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h n (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Over (Times (Sc 4) (Sc 6)))) (Total 0 (Times (Times (Times (Over (Sc 10)) (Over (Times (Sc 0) (Sc 2)))) (En 0 (0 :: nil)%list%nat)) (Times (Times (Over (Sc 10)) (Over (Times (Sc 0) (Sc 2)))) (En 1 (0 :: nil)%list%nat)))))
  (Times (Times (Times (Times (Sc 8) (Over (Sc 10))) (Over (Sc 10))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 8)))) (Over (Times (Sc 4) (Sc 6))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
intros n mu ran0 ran1. transitivity ((gamma0 * Rpower (IZR N) d) ^ 2 / (Rpower (IZR N) c * s) * sum 1 D (fun p_7 => sum 1 N (fun i_8 => / Rpower (IZR N) a1 / sqrt (IZR D) * (g i_8 / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x n p_7 * (/ Rpower (IZR N) a1 / sqrt (IZR D) * (g i_8 / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * x mu p_7)))); [cong (first [ends]) | transitivity (/ Rpower (IZR N) a1 / Rpower (IZR N) a1 * (sum 1 N (fun i_9 => g i_9 ^ 2) / IZR N) * (sum 1 D (fun p_10 => x n p_10 * x mu p_10) / IZR D) / (Rpower (IZR N) c * s)); [exact (@same_by (gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: IZR D :: IZR N :: Rpower (IZR N) a1 :: sqrt (IZR D) :: sqrt (IZR N) :: nil)%list ((4%nat, Z.to_nat (D - 1 + 1)%Z) :: (5%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => x mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((15 :: 15 :: nil)%list%nat, (9 :: nil)%list%nat) :: ((17 :: 17 :: nil)%list%nat, (11 :: nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Over (Times (Sc 4) (Sc 6)))) (Total 0 (Total 1 (Times (Times (Times (Times (Over (Sc 12)) (Over (Sc 14))) (Times (En 0 (1 :: nil)%list%nat) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 16))))) (En 1 (0 :: nil)%list%nat)) (Times (Times (Times (Over (Sc 12)) (Over (Sc 14))) (Times (En 0 (1 :: nil)%list%nat) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 16))))) (En 2 (0 :: nil)%list%nat))))))
  (Times (Times (Times (Times (Over (Sc 12)) (Over (Sc 12))) (Times (Total 1 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 10)))) (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 8)))) (Over (Times (Sc 4) (Sc 6))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [over_root | split; [over_root | exact I]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* PC-E66 *)
Theorem claim_pc_e66 :
forall (a a1 c d : R),
((1 - c - 2 * a - Rmax 0 ((-2) * d) = 0) <-> (c + 2 * a + (-1) = Rmin 0 (2 * d))).
Proof.
intros a a1 c d.
linear.
Qed.

(* PC-E67 *)
Theorem claim_pc_e67 :
forall (a a1 c d : R),
(((-1) * c - 2 * a1 - Rmax 0 ((-2) * d) = 0) <-> (c + 2 * a1 = Rmin 0 (2 * d))).
Proof.
intros a a1 c d.
linear.
Qed.

(* PC-E66-start *)
Theorem claim_pc_e66_start :
forall (a a1 c d : R),
((1 - c - 2 * a - Rmax 0 ((-2) * d) + Rmax 0 ((-1) * d) = 0) <-> (c + 2 * a + (-1) = Rmin 0 d)) /\
(((-1) * c - 2 * a1 - Rmax 0 ((-2) * d) + Rmax 0 ((-1) * d) = 0) <-> (c + 2 * a1 = Rmin 0 d)).
Proof.
intros a a1 c d.
apply keep; [|intros cla0].
{ linear. }
clear cla0. linear.
Qed.

(* PC-E68 *)
Theorem claim_pc_e68 :
forall (H d P : Z) (c : Z -> R) (M : Z -> Z -> Z -> R) (w : Z -> R) (U : Z -> Z -> Z -> R) (du : Z -> R) (X : Z -> Z -> R) (h : Z -> Z -> Z -> R) (E : Z -> Z -> Z -> R) (dw : Z -> R) (dh : Z -> Z -> Z -> R) (m : Z -> Z -> R) (dm : Z -> Z -> R) (V : Z -> Z -> R),
(1 <= H)%Z ->
(1 <= d)%Z ->
(1 <= P)%Z ->
(forall n i : Z, (1 <= n <= P)%Z -> (1 <= i <= d)%Z -> h 0%Z n i = X n i) ->
(forall l n i : Z, (0 <= l <= (H - 1))%Z -> (1 <= n <= P)%Z -> (1 <= i <= d)%Z -> h (l + 1)%Z n i = sum 1 d (fun j => M (l + 1)%Z i j * h l n j)) ->
(forall l i j : Z, (1 <= l <= H)%Z -> (1 <= i <= d)%Z -> (1 <= j <= d)%Z -> E l i j = c l * U l i j) ->
(forall i : Z, (1 <= i <= d)%Z -> dw i = c (H + 1)%Z * du i) ->
(forall n i : Z, (1 <= n <= P)%Z -> (1 <= i <= d)%Z -> dh 0%Z n i = 0) ->
(forall l n i : Z, (0 <= l <= (H - 1))%Z -> (1 <= n <= P)%Z -> (1 <= i <= d)%Z -> dh (l + 1)%Z n i = sum 1 d (fun j => M (l + 1)%Z i j * dh l n j + E (l + 1)%Z i j * h l n j)) ->
(forall j : Z, (1 <= j <= d)%Z -> m H j = w j) ->
(forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> m l j = sum 1 d (fun i => M (l + 1)%Z i j * m (l + 1)%Z i)) ->
(forall j : Z, (1 <= j <= d)%Z -> dm H j = dw j) ->
(forall l j : Z, (1 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> dm l j = sum 1 d (fun i => M (l + 1)%Z i j * dm (l + 1)%Z i + E (l + 1)%Z i j * m (l + 1)%Z i)) ->
(forall i : Z, (1 <= i <= d)%Z -> V 1%Z i = m 1%Z i) ->
(forall l i : Z, (1 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> V (l + 1)%Z i = sum 1 d (fun j => M (l + 1)%Z i j * V l j) + m (l + 1)%Z i) ->
(forall top n : Z, (1 <= top <= H)%Z -> (1 <= n <= P)%Z -> sum 1 d (fun i => m top i * dh top n i) = sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j)))) /\
(forall n : Z, (1 <= n <= P)%Z -> sum 1 d (fun i => w i * dh H n i + dw i * h H n i) = sum 1 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) + sum 1 d (fun i => dw i * h H n i)) /\
(forall top : Z, (1 <= top <= H)%Z -> sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) = sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i)) /\
2 * sum 1 H (fun t => sum 1 d (fun i => m t i * dm t i)) = 2 * sum 2 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + 2 * sum 1 d (fun i => dw i * V H i) /\
(forall l n : Z, (2 <= l <= H)%Z -> (1 <= n <= P)%Z -> sum 1 d (fun j => sum 1 d (fun i => c l * m l i * h (l - 1)%Z n j * (2 * c l * m l i * V (l - 1)%Z j))) = 2 * c l ^ 2 * sum 1 d (fun i => m l i ^ 2) * sum 1 d (fun j => V (l - 1)%Z j * h (l - 1)%Z n j)) /\
(forall top n : Z, (1 <= top <= H)%Z -> (1 <= n <= P)%Z -> sum 1 d (fun i => m top i * h top n i) = sum 1 d (fun i => m 1%Z i * h 1%Z n i)).
Proof.
intros H d P c M w U du X h E dw dh m dm V dom0 dom1 dom2 def0 def1 def2 def3 def4 def5 def6 def7 def8 def9 def10 def11.
apply keep; [|intros cla0].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= H)%Z -> (forall n : Z, (1 <= n <= P)%Z -> sum 1 d (fun i => m top i * dh top n i) = sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))))).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> (forall n : Z, (1 <= n <= P)%Z -> sum 1 d (fun i => m top i * dh top n i) = sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j)))))).
- intros most. intros n ran0. transitivity (sum 1 d (fun i_1 => m 1%Z i_1 * sum 1 d (fun j_2 => M 1%Z i_1 j_2 * 0 + c 1%Z * U 1%Z i_1 j_2 * X n j_2))); [cong (first [put h def0 | put h def1 | put E def2 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends]) | transitivity (sum 1 d (fun j_4 => sum 1 d (fun i_5 => m 1%Z i_5 * (c 1%Z * U 1%Z i_5 j_4) * X n j_4))); [exact (@same_by (IZR d :: c 1%Z :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => U 1%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => X n (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => M 1%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Plus (Times (En 3 (0 :: 1 :: nil)%list%nat) (Num (0))) (Times (Times (Sc 2) (En 1 (0 :: 1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Sc 2) (En 1 (1 :: 0 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put E def2 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends])]].
- intros top least hyp most. intros n ran0. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 d (fun i => m top i * dh top n i) - sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) = 0) by (pose proof (hyp n ran0); lra). assert (gap : sum 1 d (fun i => m (top + 1)%Z i * dh (top + 1)%Z n i) - sum 1 (top + 1) (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) = 1 * (sum 1 d (fun i => m top i * dh top n i) - sum 1 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))))). { transitivity (sum 1 d (fun i_6 => m (top + 1)%Z i_6 * sum 1 d (fun j_7 => M (top + 1)%Z i_6 j_7 * dh top n j_7 + c (top + 1)%Z * U (top + 1)%Z i_6 j_7 * h top n j_7)) - (sum 1 top (fun t_9 => sum 1 d (fun j_10 => sum 1 d (fun i_11 => m t_9 i_11 * (c t_9 * U t_9 i_11 j_10) * h (t_9 - 1)%Z n j_10))) + sum 1 d (fun j_12 => sum 1 d (fun i_13 => m (top + 1)%Z i_13 * (c (top + 1)%Z * U (top + 1)%Z i_13 j_12) * h top n j_12)))); [cong (first [put h def0 | put h def1 | put E def2 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends]) | transitivity (1 * (sum 1 d (fun i_14 => sum 1 d (fun i_15 => M (top + 1)%Z i_15 i_14 * m (top + 1)%Z i_15) * dh top n i_14) - sum 1 top (fun t_16 => sum 1 d (fun j_17 => sum 1 d (fun i_18 => m t_16 i_18 * (c t_16 * U t_16 i_18 j_17) * h (t_16 - 1)%Z n j_17))))); [exact (@same_by (IZR d :: c (top + 1)%Z :: INR (Z.to_nat (top - 1 + 1)%Z) :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (top - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => U (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => h top n (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | 5%nat, (v0' :: v1' :: v2' :: nil)%list => U (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 6%nat, (v0' :: v1' :: nil)%list => h ((1 + Z.of_nat v0')%Z - 1)%Z n (1 + Z.of_nat v1')%Z | 7%nat, (v0' :: v1' :: nil)%list => M (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 8%nat, (v0' :: nil)%list => dh top n (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Plus (Times (En 7 (0 :: 1 :: nil)%list%nat) (En 8 (1 :: nil)%list%nat)) (Times (Times (Sc 2) (En 1 (0 :: 1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)))))) (Minus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 3 (0 :: 2 :: nil)%list%nat) (Times (En 4 (0 :: nil)%list%nat) (En 5 (0 :: 2 :: 1 :: nil)%list%nat))) (En 6 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Sc 2) (En 1 (1 :: 0 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat)))))))
  (Times (Num (1)) (Plus (Total 0 (Times (Total 0 (Times (En 7 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat))) (En 8 (0 :: nil)%list%nat))) (Minus (Total 1 (Total 0 (Total 0 (Times (Times (En 3 (0 :: 2 :: nil)%list%nat) (Times (En 4 (0 :: nil)%list%nat) (En 5 (0 :: 2 :: 1 :: nil)%list%nat))) (En 6 (0 :: 1 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put E def2 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros top n ran0 ran1. apply ind; lia. }
apply keep; [|intros cla1].
{ intros n ran0. assert (zer : sum 1 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) - sum 1 d (fun i => m H i * dh H n i) = 0) by zero. assert (gap : sum 1 d (fun i => w i * dh H n i + dw i * h H n i) - (sum 1 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) + sum 1 d (fun i => dw i * h H n i)) = (sum 1 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * h (t - 1)%Z n j))) - sum 1 d (fun i => m H i * dh H n i)) * (-1)). { transitivity (sum 1 d (fun i_37 => w i_37 * dh H n i_37 + c (H + 1)%Z * du i_37 * h H n i_37) - (sum 1 H (fun t_38 => sum 1 d (fun j_39 => sum 1 d (fun i_40 => m t_38 i_40 * (c t_38 * U t_38 i_40 j_39) * h (t_38 - 1)%Z n j_39))) + sum 1 d (fun i_41 => c (H + 1)%Z * du i_41 * h H n i_41))); [cong (first [put h def0 | put h def1 | put E def2 | put dw def3 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends]) | transitivity ((sum 1 H (fun t_42 => sum 1 d (fun j_43 => sum 1 d (fun i_44 => m t_42 i_44 * (c t_42 * U t_42 i_44 j_43) * h (t_42 - 1)%Z n j_43))) - sum 1 d (fun i_45 => w i_45 * dh H n i_45)) * (-1)); [exact (@same_by (IZR d :: c (H + 1)%Z :: IZR H :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (H - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => du (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h H n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: v2' :: nil)%list => U (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 5%nat, (v0' :: v1' :: nil)%list => h ((1 + Z.of_nat v0')%Z - 1)%Z n (1 + Z.of_nat v1')%Z | 6%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 7%nat, (v0' :: nil)%list => dh H n (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Plus (Times (En 6 (0 :: nil)%list%nat) (En 7 (0 :: nil)%list%nat)) (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))) (Minus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 2 (0 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: 2 :: 1 :: nil)%list%nat))) (En 5 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))))
  (Times (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 2 (0 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: 2 :: 1 :: nil)%list%nat))) (En 5 (0 :: 1 :: nil)%list%nat))))) (Minus (Total 0 (Times (En 6 (0 :: nil)%list%nat) (En 7 (0 :: nil)%list%nat))))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put E def2 | put dw def3 | put dh def4 | put dh def5 | put m def6 | put m def7 | ends])]]. } clear - gap zer; lra. }
apply keep; [|intros cla2].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= H)%Z -> sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) = sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i)).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) = sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i))).
- intros most. transitivity (sum 1 d (fun i_47 => m 1%Z i_47 * dm 1%Z i_47)); [cong (first [put E def2 | put dw def3 | put m def6 | put m def7 | put dm def8 | put dm def9 | put V def10 | put V def11 | ends]) | transitivity (0 + sum 1 d (fun i_49 => dm 1%Z i_49 * m 1%Z i_49)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => dm 1%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))
  (Plus (Num (0)) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))))
  (List.repeat nil 3) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put E def2 | put dw def3 | put m def6 | put m def7 | put dm def8 | put dm def9 | put V def10 | put V def11 | ends])]].
- intros top least hyp most. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) - (sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i)) = 0) by (pose proof hyp; lra). assert (gap : sum 1 (top + 1) (fun t => sum 1 d (fun i => m t i * dm t i)) - (sum 2 (top + 1) (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm (top + 1)%Z i * V (top + 1)%Z i)) = 1 * (sum 1 top (fun t => sum 1 d (fun i => m t i * dm t i)) - (sum 2 top (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm top i * V top i)))). { transitivity (sum 1 top (fun t_51 => sum 1 d (fun i_52 => m t_51 i_52 * dm t_51 i_52)) + sum 1 d (fun i_53 => m (top + 1)%Z i_53 * dm (top + 1)%Z i_53) - (sum 2 top (fun t_55 => sum 1 d (fun j_56 => sum 1 d (fun i_57 => m t_55 i_57 * (c t_55 * U t_55 i_57 j_56) * V (t_55 - 1)%Z j_56))) + sum 1 d (fun j_58 => sum 1 d (fun i_59 => m (top + 1)%Z i_59 * (c (top + 1)%Z * U (top + 1)%Z i_59 j_58) * V top j_58)) + sum 1 d (fun i_60 => dm (top + 1)%Z i_60 * (sum 1 d (fun j_61 => M (top + 1)%Z i_60 j_61 * V top j_61) + m (top + 1)%Z i_60)))); [cong (first [put E def2 | put dw def3 | put m def6 | put m def7 | put dm def8 | put dm def9 | put V def10 | put V def11 | ends]) | transitivity (1 * (sum 1 top (fun t_62 => sum 1 d (fun i_63 => m t_62 i_63 * dm t_62 i_63)) - (sum 2 top (fun t_64 => sum 1 d (fun j_65 => sum 1 d (fun i_66 => m t_64 i_66 * (c t_64 * U t_64 i_66 j_65) * V (t_64 - 1)%Z j_65))) + sum 1 d (fun i_67 => sum 1 d (fun i_68 => M (top + 1)%Z i_68 i_67 * dm (top + 1)%Z i_68 + c (top + 1)%Z * U (top + 1)%Z i_68 i_67 * m (top + 1)%Z i_68) * V top i_67)))); [exact (@same_by (IZR d :: c (top + 1)%Z :: INR (Z.to_nat (top - 2 + 1)%Z) :: INR (Z.to_nat (top - 1 + 1)%Z) :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (top - 2 + 1)%Z) :: (3%nat, Z.to_nat (top - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => dm (top + 1)%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => M (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => V top (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => U (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 5%nat, (v0' :: v1' :: nil)%list => m (2 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 6%nat, (v0' :: nil)%list => c (2 + Z.of_nat v0')%Z | 7%nat, (v0' :: v1' :: v2' :: nil)%list => U (2 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 8%nat, (v0' :: v1' :: nil)%list => V ((2 + Z.of_nat v0')%Z - 1)%Z (1 + Z.of_nat v1')%Z | 9%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 10%nat, (v0' :: v1' :: nil)%list => dm (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 2 (Total 0 (Times (En 9 (0 :: 1 :: nil)%list%nat) (En 10 (0 :: 1 :: nil)%list%nat)))) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Minus (Plus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 5 (0 :: 2 :: nil)%list%nat) (Times (En 6 (0 :: nil)%list%nat) (En 7 (0 :: 2 :: 1 :: nil)%list%nat))) (En 8 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Sc 2) (En 4 (1 :: 0 :: nil)%list%nat))) (En 3 (0 :: nil)%list%nat))))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))) (En 1 (0 :: nil)%list%nat)))))))
  (Times (Num (1)) (Plus (Total 2 (Total 0 (Times (En 9 (0 :: 1 :: nil)%list%nat) (En 10 (0 :: 1 :: nil)%list%nat)))) (Minus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 5 (0 :: 2 :: nil)%list%nat) (Times (En 6 (0 :: nil)%list%nat) (En 7 (0 :: 2 :: 1 :: nil)%list%nat))) (En 8 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Times (Total 0 (Plus (Times (En 2 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (Times (Sc 2) (En 4 (1 :: 0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)))) (En 3 (0 :: nil)%list%nat)))))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put E def2 | put dw def3 | put m def6 | put m def7 | put dm def8 | put dm def9 | put V def10 | put V def11 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros top ran0. apply ind; lia. }
apply keep; [|intros cla3].
{ assert (zer : 2 * (sum 2 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm H i * V H i) - sum 1 H (fun t => sum 1 d (fun i => m t i * dm t i))) = 0) by zero. assert (gap : 2 * sum 1 H (fun t => sum 1 d (fun i => m t i * dm t i)) - (2 * sum 2 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + 2 * sum 1 d (fun i => dw i * V H i)) = 2 * (sum 2 H (fun t => sum 1 d (fun j => sum 1 d (fun i => m t i * E t i j * V (t - 1)%Z j))) + sum 1 d (fun i => dm H i * V H i) - sum 1 H (fun t => sum 1 d (fun i => m t i * dm t i))) * (-1)). { transitivity (2 * sum 1 H (fun t_93 => sum 1 d (fun i_94 => m t_93 i_94 * dm t_93 i_94)) - (2 * sum 2 H (fun t_95 => sum 1 d (fun j_96 => sum 1 d (fun i_97 => m t_95 i_97 * (c t_95 * U t_95 i_97 j_96) * V (t_95 - 1)%Z j_96))) + 2 * sum 1 d (fun i_98 => c (H + 1)%Z * du i_98 * V H i_98))); [cong (first [put E def2 | put dw def3 | put m def6 | put m def7 | put dm def8 | put dm def9 | put V def10 | put V def11 | ends]) | transitivity (2 * (sum 2 H (fun t_99 => sum 1 d (fun j_100 => sum 1 d (fun i_101 => m t_99 i_101 * (c t_99 * U t_99 i_101 j_100) * V (t_99 - 1)%Z j_100))) + sum 1 d (fun i_102 => c (H + 1)%Z * du i_102 * V H i_102) - sum 1 H (fun t_103 => sum 1 d (fun i_104 => m t_103 i_104 * dm t_103 i_104))) * (-1)); [exact (@same_by (IZR d :: c (H + 1)%Z :: INR (Z.to_nat (H - 2 + 1)%Z) :: IZR H :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (H - 2 + 1)%Z) :: (3%nat, Z.to_nat (H - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => du (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => V H (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => m (2 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => c (2 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: v2' :: nil)%list => U (2 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 5%nat, (v0' :: v1' :: nil)%list => V ((2 + Z.of_nat v0')%Z - 1)%Z (1 + Z.of_nat v1')%Z | 6%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 7%nat, (v0' :: v1' :: nil)%list => dm (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (2)) (Total 2 (Total 0 (Times (En 6 (0 :: 1 :: nil)%list%nat) (En 7 (0 :: 1 :: nil)%list%nat))))) (Minus (Plus (Times (Num (2)) (Total 1 (Total 0 (Total 0 (Times (Times (En 2 (0 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: 2 :: 1 :: nil)%list%nat))) (En 5 (0 :: 1 :: nil)%list%nat)))))) (Times (Num (2)) (Total 0 (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))))))
  (Times (Times (Num (2)) (Plus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (En 2 (0 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: 2 :: 1 :: nil)%list%nat))) (En 5 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))) (Minus (Total 2 (Total 0 (Times (En 6 (0 :: 1 :: nil)%list%nat) (En 7 (0 :: 1 :: nil)%list%nat))))))) (Num (-1)))
  ((0 :: nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put E def2 | put dw def3 | put m def6 | put m def7 | put dm def8 | put dm def9 | put V def10 | put V def11 | ends])]]. } clear - gap zer; lra. }
apply keep; [|intros cla4].
{ intros l n ran0 ran1. transitivity (sum 1 d (fun j_105 => sum 1 d (fun i_106 => c l * m l i_106 * h (l - 1)%Z n j_105 * (2 * c l * m l i_106 * V (l - 1)%Z j_105)))); [cong (first [put h def0 | put h def1 | put m def6 | put m def7 | put V def10 | put V def11 | ends]) | transitivity (2 * c l ^ 2 * sum 1 d (fun i_107 => m l i_107 ^ 2) * sum 1 d (fun j_108 => V (l - 1)%Z j_108 * h (l - 1)%Z n j_108)); [exact (@same_by (IZR d :: c l :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m l (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h (l - 1)%Z n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => V (l - 1)%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Times (Times (Times (Num (2)) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))))
  (Times (Times (Times (Num (2)) (Power (Sc 2) 2)) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def6 | put m def7 | put V def10 | put V def11 | ends])]]. }
assert (ind : forall top : Z, (1 <= top)%Z -> (top <= H)%Z -> (forall n : Z, (1 <= n <= P)%Z -> sum 1 d (fun i => m top i * h top n i) = sum 1 d (fun i => m 1%Z i * h 1%Z n i))).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> (forall n : Z, (1 <= n <= P)%Z -> sum 1 d (fun i => m top i * h top n i) = sum 1 d (fun i => m 1%Z i * h 1%Z n i)))).
- intros most. intros n ran0. transitivity (sum 1 d (fun i_109 => m 1%Z i_109 * sum 1 d (fun j_110 => M 1%Z i_109 j_110 * X n j_110))); [cong (first [put h def0 | put h def1 | put m def6 | put m def7 | ends]) | transitivity (sum 1 d (fun i_111 => m 1%Z i_111 * sum 1 d (fun j_112 => M 1%Z i_111 j_112 * X n j_112))); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => M 1%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => X n (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def6 | put m def7 | ends])]].
- intros top least hyp most. intros n ran0. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 d (fun i => m top i * h top n i) - sum 1 d (fun i => m 1%Z i * h 1%Z n i) = 0) by (pose proof (hyp n ran0); lra). assert (gap : sum 1 d (fun i => m (top + 1)%Z i * h (top + 1)%Z n i) - sum 1 d (fun i => m 1%Z i * h 1%Z n i) = 1 * (sum 1 d (fun i => m top i * h top n i) - sum 1 d (fun i => m 1%Z i * h 1%Z n i))). { transitivity (sum 1 d (fun i_113 => m (top + 1)%Z i_113 * sum 1 d (fun j_114 => M (top + 1)%Z i_113 j_114 * h top n j_114)) - sum 1 d (fun i_115 => m 1%Z i_115 * h 1%Z n i_115)); [cong (first [put h def0 | put h def1 | put m def6 | put m def7 | ends]) | transitivity (1 * (sum 1 d (fun i_116 => sum 1 d (fun i_117 => M (top + 1)%Z i_117 i_116 * m (top + 1)%Z i_117) * h top n i_116) - sum 1 d (fun i_118 => m 1%Z i_118 * h 1%Z n i_118))); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h 1%Z n (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => M (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: nil)%list => h top n (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 2 (0 :: nil)%list%nat) (Total 0 (Times (En 3 (0 :: 1 :: nil)%list%nat) (En 4 (1 :: nil)%list%nat))))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (Times (Num (1)) (Plus (Total 0 (Times (Total 0 (Times (En 3 (1 :: 0 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))) (En 4 (0 :: nil)%list%nat))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def6 | put m def7 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros top n ran0 ran1. apply ind; lia.
Qed.
