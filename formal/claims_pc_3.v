(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian.
Open Scope R_scope.

(* PC-E69-size *)
Theorem claim_pc_e69_size :
forall (N : Z) (d gamma0 a c : R) (E_h : ((Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
gaussian_vector N 1 E_h ->
gaussian_vector N 1 E_w ->
gaussian_matrix N N 1 E_W ->
((gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) * 2 * (Rpower (IZR N) ((-1) * a) / (gamma0 * Rpower (IZR N) d)) ^ 2) ^ 2 / (gamma0 * Rpower (IZR N) d) ^ 2 = 4 * / gamma0 ^ 2 * Rpower (IZR N) ((-2) * (c + d + 2 * a)) /\
((gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) * 2 * (Rpower (IZR N) ((-1) * a) / (gamma0 * Rpower (IZR N) d)) ^ 2) ^ 2 / (gamma0 * Rpower (IZR N) d) ^ 2 * (gamma0 * Rpower (IZR N) d) ^ 2 = 4 * Rpower (IZR N) ((-2) * (c + 2 * a)) /\
E_h (fun h => E_w (fun w => E_W (fun W => (sum 1 N (fun i => w i ^ 2) * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * h j))) ^ 2))) = IZR N ^ 2 * (IZR N + 2) * (IZR N + 4) /\
(2 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c - 2 * a)) ^ 2 * (1 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)) ^ 3 / IZR N * (IZR N ^ 2 * (IZR N + 2) * (IZR N + 4)) = 4 * / gamma0 ^ 2 * Rpower (IZR N) ((-2) * (c + d + 2 * a)) * (1 + 2 / IZR N) * (1 + 4 / IZR N) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + d + 2 * a) = (-3) * (1 / 2)) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a) = (-1)).
Proof.
intros N d gamma0 a c E_h E_w E_W dom0 dom1 dom2 dom3 dom4.
assert (cla0 : ((gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) * 2 * (Rpower (IZR N) ((-1) * a) / (gamma0 * Rpower (IZR N) d)) ^ 2) ^ 2 / (gamma0 * Rpower (IZR N) d) ^ 2 = 4 * / gamma0 ^ 2 * Rpower (IZR N) ((-2) * (c + d + 2 * a))).
{ first [transitivity (((gamma0 * Rpower (IZR N) d) ^ 2 / Rpower (IZR N) c * 2 * (/ Rpower (IZR N) a / (gamma0 * Rpower (IZR N) d)) ^ 2) ^ 2 / (gamma0 * Rpower (IZR N) d) ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (4 * / gamma0 ^ 2 * (/ Rpower (IZR N) c / Rpower (IZR N) c / Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a)); [exact (@same_by (gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: Rpower (IZR N) a :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Power (Times (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Over (Sc 4))) (Num (2))) (Power (Times (Over (Sc 6)) (Over (Times (Sc 0) (Sc 2)))) 2)) 2) (Over (Power (Times (Sc 0) (Sc 2)) 2)))
  (Times (Times (Num (4)) (Over (Power (Sc 0) 2))) (Times (Times (Times (Times (Times (Times (Times (Over (Sc 4)) (Over (Sc 4))) (Over (Sc 2))) (Over (Sc 2))) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 6))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]] | fieldy]. }
assert (cla1 : ((gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) * 2 * (Rpower (IZR N) ((-1) * a) / (gamma0 * Rpower (IZR N) d)) ^ 2) ^ 2 / (gamma0 * Rpower (IZR N) d) ^ 2 * (gamma0 * Rpower (IZR N) d) ^ 2 = 4 * Rpower (IZR N) ((-2) * (c + 2 * a))).
{ clear cla0. first [transitivity (((gamma0 * Rpower (IZR N) d) ^ 2 / Rpower (IZR N) c * 2 * (/ Rpower (IZR N) a / (gamma0 * Rpower (IZR N) d)) ^ 2) ^ 2 / (gamma0 * Rpower (IZR N) d) ^ 2 * (gamma0 * Rpower (IZR N) d) ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (4 * (/ Rpower (IZR N) c / Rpower (IZR N) c / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a)); [exact (@same_by (gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: Rpower (IZR N) a :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Power (Times (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Over (Sc 4))) (Num (2))) (Power (Times (Over (Sc 6)) (Over (Times (Sc 0) (Sc 2)))) 2)) 2) (Over (Power (Times (Sc 0) (Sc 2)) 2))) (Power (Times (Sc 0) (Sc 2)) 2))
  (Times (Num (4)) (Times (Times (Times (Times (Times (Over (Sc 4)) (Over (Sc 4))) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 6))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]] | fieldy]. }
assert (cla2 : E_h (fun h => E_w (fun w => E_W (fun W => (sum 1 N (fun i => w i ^ 2) * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * h j))) ^ 2))) = IZR N ^ 2 * (IZR N + 2) * (IZR N + 4)).
{ assert (mean0 : (forall h : Z -> R, (forall w : Z -> R, E_W (fun W => (sum 1 N (fun i => w i ^ 2) * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * h j))) ^ 2) = sum 1 N (fun j_9 => sum 1 N (fun i_10 => 1 * sum 1 N (fun i => w i ^ 2) * w i_10 * h j_9 * sum 1 N (fun i => w i ^ 2) * w i_10 * h j_9))))).
{ intros h w. apply (mean_is _ _ _ _ _ _ dom4) with
  (g := fun W => sum 1 N (fun j_9 => sum 1 N (fun i_10 => sum 1 N (fun j_11 => sum 1 N (fun i_12 => sum 1 N (fun i => w i ^ 2) * w i_10 * h j_9 * sum 1 N (fun i => w i ^ 2) * w i_12 * h j_11 * (W i_10 j_9 * (W i_12 j_11 * 1))))))) (a := sum 1 N (fun j_9 => sum 1 N (fun i_10 => sum 1 N (fun j_11 => sum 1 N (fun i_12 => sum 1 N (fun i => w i ^ 2) * w i_10 * h j_9 * sum 1 N (fun i => w i ^ 2) * w i_12 * h j_11 * (1 * same_place i_10 i_12 * same_place j_9 j_11)))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))) 2)
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Total 0 (Power (En 0 (4 :: nil)%list%nat) 2)) (En 0 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Total 0 (Power (En 0 (4 :: nil)%list%nat) 2))) (En 0 (3 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Times (En 1 (1 :: 0 :: nil)%list%nat) (Times (En 1 (3 :: 2 :: nil)%list%nat) (Num (1)))))))))
  ((2 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (3 :: 2 :: 1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom4.
- transitivity (sum 1 N (fun j_9 => sum 1 N (fun i_10 => sum 1 N (fun j_11 => same_place j_9 j_11 * sum 1 N (fun i_12 => same_place i_10 i_12 * (1 * sum 1 N (fun i => w i ^ 2) * w i_10 * h j_9 * sum 1 N (fun i => w i ^ 2) * w i_12 * h j_11)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Total 0 (Power (En 0 (4 :: nil)%list%nat) 2)) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Power (En 0 (4 :: nil)%list%nat) 2))) (En 0 (3 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 2 (1 :: 3 :: nil)%list%nat)) (En 2 (0 :: 2 :: nil)%list%nat)))))))
  (Total 0 (Total 0 (Total 0 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Total 0 (Power (En 0 (4 :: nil)%list%nat) 2))) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Power (En 0 (4 :: nil)%list%nat) 2))) (En 0 (3 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat))))))))
  ((3 :: 2 :: 1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (3 :: 2 :: 1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : (forall h : Z -> R, E_w (fun w => E_W (fun W => (sum 1 N (fun i => w i ^ 2) * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * h j))) ^ 2)) = sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => sum 1 N (fun i_18 => 1 * 1 * 1 * 1 * h j_13 * h j_13)))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_18 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_18 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)))).
{ intros h. transitivity (E_w (fun w => sum 1 N (fun j_9 => sum 1 N (fun i_10 => 1 * sum 1 N (fun i => w i ^ 2) * w i_10 * h j_9 * sum 1 N (fun i => w i ^ 2) * w i_10 * h j_9)))).
{ f_equal; apply functional_extensionality; intros w; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun w => sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => sum 1 N (fun i_18 => 1 * h j_13 * h j_13 * (w i_17 * (w i_17 * (w i_14 * (w i_18 * (w i_18 * (w i_14 * 1))))))))))) (a := sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => sum 1 N (fun i_18 => 1 * h j_13 * h j_13 * (1 * same_place i_17 i_17 * 1 * same_place i_14 i_18 * 1 * same_place i_18 i_14 + 1 * same_place i_17 i_17 * 1 * same_place i_14 i_18 * 1 * same_place i_18 i_14 + 1 * same_place i_17 i_17 * 1 * same_place i_14 i_14 * 1 * same_place i_18 i_18 + 1 * same_place i_17 i_14 * 1 * same_place i_17 i_18 * 1 * same_place i_18 i_14 + 1 * same_place i_17 i_14 * 1 * same_place i_17 i_18 * 1 * same_place i_18 i_14 + 1 * same_place i_17 i_14 * 1 * same_place i_17 i_14 * 1 * same_place i_18 i_18 + 1 * same_place i_17 i_18 * 1 * same_place i_17 i_14 * 1 * same_place i_18 i_14 + 1 * same_place i_17 i_18 * 1 * same_place i_17 i_18 * 1 * same_place i_14 i_14 + 1 * same_place i_17 i_18 * 1 * same_place i_17 i_14 * 1 * same_place i_14 i_18 + 1 * same_place i_17 i_18 * 1 * same_place i_17 i_14 * 1 * same_place i_18 i_14 + 1 * same_place i_17 i_18 * 1 * same_place i_17 i_18 * 1 * same_place i_14 i_14 + 1 * same_place i_17 i_18 * 1 * same_place i_17 i_14 * 1 * same_place i_14 i_18 + 1 * same_place i_17 i_14 * 1 * same_place i_17 i_14 * 1 * same_place i_18 i_18 + 1 * same_place i_17 i_14 * 1 * same_place i_17 i_18 * 1 * same_place i_14 i_18 + 1 * same_place i_17 i_14 * 1 * same_place i_17 i_18 * 1 * same_place i_14 i_18)))))).
- intros w. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Total 0 (Power (En 0 (2 :: nil)%list%nat) 2))) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Power (En 0 (2 :: nil)%list%nat) 2))) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Times (En 0 (2 :: nil)%list%nat) (Times (En 0 (2 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Times (En 0 (3 :: nil)%list%nat) (Times (En 0 (3 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))))))))
  ((0 :: 1 :: 2 :: nil)%list%nat :: (0 :: 1 :: 2 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => sum 1 N (fun i_18 => same_place i_14 i_18 * (same_place i_18 i_14 * (same_place i_17 i_17 * (1 * 1 * 1 * 1 * h j_13 * h j_13))))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => sum 1 N (fun i_18 => same_place i_14 i_18 * (same_place i_18 i_14 * (same_place i_17 i_17 * (1 * 1 * 1 * 1 * h j_13 * h j_13))))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => sum 1 N (fun i_18 => same_place i_14 i_14 * (same_place i_17 i_17 * (same_place i_18 i_18 * (1 * 1 * 1 * 1 * h j_13 * h j_13))))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => same_place i_17 i_14 * sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_18 i_14 * (1 * 1 * 1 * 1 * h j_13 * h j_13)))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => same_place i_17 i_14 * sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_18 i_14 * (1 * 1 * 1 * 1 * h j_13 * h j_13)))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_18 => sum 1 N (fun i_17 => same_place i_17 i_14 * (same_place i_17 i_14 * (same_place i_18 i_18 * (1 * 1 * 1 * 1 * h j_13 * h j_13))))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => same_place i_17 i_14 * sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_18 i_14 * (1 * 1 * 1 * 1 * h j_13 * h j_13)))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_14 i_14 * (same_place i_17 i_18 * (1 * 1 * 1 * 1 * h j_13 * h j_13))))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => same_place i_17 i_14 * sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_14 i_18 * (1 * 1 * 1 * 1 * h j_13 * h j_13)))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => same_place i_17 i_14 * sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_18 i_14 * (1 * 1 * 1 * 1 * h j_13 * h j_13)))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_14 i_14 * (same_place i_17 i_18 * (1 * 1 * 1 * 1 * h j_13 * h j_13))))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => same_place i_17 i_14 * sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_14 i_18 * (1 * 1 * 1 * 1 * h j_13 * h j_13)))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_18 => sum 1 N (fun i_17 => same_place i_17 i_14 * (same_place i_17 i_14 * (same_place i_18 i_18 * (1 * 1 * 1 * 1 * h j_13 * h j_13))))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => same_place i_17 i_14 * sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_14 i_18 * (1 * 1 * 1 * 1 * h j_13 * h j_13)))))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => same_place i_17 i_14 * sum 1 N (fun i_18 => same_place i_17 i_18 * (same_place i_14 i_18 * (1 * 1 * 1 * 1 * h j_13 * h j_13))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Times (Times (Times (Times (Times (Num (1)) (En 2 (2 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (3 :: 1 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Num (1)) (En 2 (2 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (3 :: 1 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 2 (2 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat)) (Num (1))) (En 2 (3 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (3 :: 1 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (3 :: 1 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 2 (3 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (3 :: 1 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: 3 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (3 :: 1 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: 3 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 2 (3 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: 3 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Num (1)) (En 1 (2 :: 1 :: nil)%list%nat)) (Num (1))) (En 1 (2 :: 3 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: 3 :: nil)%list%nat))))))))
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (En 2 (3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (En 1 (3 :: 1 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 1 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))))))))
  ((2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean2 : E_h (fun h => E_w (fun w => E_W (fun W => (sum 1 N (fun i => w i ^ 2) * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * h j))) ^ 2))) = sum 1 N (fun j_19 => sum 1 N (fun i_20 => sum 1 N (fun i_21 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_22 => sum 1 N (fun i_23 => sum 1 N (fun i_24 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_25 => sum 1 N (fun i_26 => sum 1 N (fun i_27 => sum 1 N (fun i_28 => 1 * 1 * 1 * 1 * 1)))) + sum 1 N (fun j_29 => sum 1 N (fun i_30 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_31 => sum 1 N (fun i_32 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_33 => sum 1 N (fun i_34 => sum 1 N (fun i_35 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_36 => sum 1 N (fun i_37 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_38 => sum 1 N (fun i_39 => sum 1 N (fun i_40 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_41 => sum 1 N (fun i_42 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_43 => sum 1 N (fun i_44 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_45 => sum 1 N (fun i_46 => sum 1 N (fun i_47 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_48 => sum 1 N (fun i_49 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_50 => sum 1 N (fun i_51 => sum 1 N (fun i_52 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_53 => sum 1 N (fun i_54 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_55 => sum 1 N (fun i_56 => 1 * 1 * 1 * 1 * 1))).
{ transitivity (E_h (fun h => sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => sum 1 N (fun i_18 => 1 * 1 * 1 * 1 * h j_13 * h j_13)))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_18 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_17 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => sum 1 N (fun i_18 => 1 * 1 * 1 * 1 * h j_13 * h j_13))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * 1 * h j_13 * h j_13)))).
{ f_equal; apply functional_extensionality; intros h; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun h => sum 1 N (fun j_19 => sum 1 N (fun i_20 => sum 1 N (fun i_21 => 1 * 1 * 1 * 1 * (h j_19 * (h j_19 * 1))))) + sum 1 N (fun j_22 => sum 1 N (fun i_23 => sum 1 N (fun i_24 => 1 * 1 * 1 * 1 * (h j_22 * (h j_22 * 1))))) + sum 1 N (fun j_25 => sum 1 N (fun i_26 => sum 1 N (fun i_27 => sum 1 N (fun i_28 => 1 * 1 * 1 * 1 * (h j_25 * (h j_25 * 1)))))) + sum 1 N (fun j_29 => sum 1 N (fun i_30 => 1 * 1 * 1 * 1 * (h j_29 * (h j_29 * 1)))) + sum 1 N (fun j_31 => sum 1 N (fun i_32 => 1 * 1 * 1 * 1 * (h j_31 * (h j_31 * 1)))) + sum 1 N (fun j_33 => sum 1 N (fun i_34 => sum 1 N (fun i_35 => 1 * 1 * 1 * 1 * (h j_33 * (h j_33 * 1))))) + sum 1 N (fun j_36 => sum 1 N (fun i_37 => 1 * 1 * 1 * 1 * (h j_36 * (h j_36 * 1)))) + sum 1 N (fun j_38 => sum 1 N (fun i_39 => sum 1 N (fun i_40 => 1 * 1 * 1 * 1 * (h j_38 * (h j_38 * 1))))) + sum 1 N (fun j_41 => sum 1 N (fun i_42 => 1 * 1 * 1 * 1 * (h j_41 * (h j_41 * 1)))) + sum 1 N (fun j_43 => sum 1 N (fun i_44 => 1 * 1 * 1 * 1 * (h j_43 * (h j_43 * 1)))) + sum 1 N (fun j_45 => sum 1 N (fun i_46 => sum 1 N (fun i_47 => 1 * 1 * 1 * 1 * (h j_45 * (h j_45 * 1))))) + sum 1 N (fun j_48 => sum 1 N (fun i_49 => 1 * 1 * 1 * 1 * (h j_48 * (h j_48 * 1)))) + sum 1 N (fun j_50 => sum 1 N (fun i_51 => sum 1 N (fun i_52 => 1 * 1 * 1 * 1 * (h j_50 * (h j_50 * 1))))) + sum 1 N (fun j_53 => sum 1 N (fun i_54 => 1 * 1 * 1 * 1 * (h j_53 * (h j_53 * 1)))) + sum 1 N (fun j_55 => sum 1 N (fun i_56 => 1 * 1 * 1 * 1 * (h j_55 * (h j_55 * 1))))) (a := sum 1 N (fun j_19 => sum 1 N (fun i_20 => sum 1 N (fun i_21 => 1 * 1 * 1 * 1 * (1 * same_place j_19 j_19)))) + sum 1 N (fun j_22 => sum 1 N (fun i_23 => sum 1 N (fun i_24 => 1 * 1 * 1 * 1 * (1 * same_place j_22 j_22)))) + sum 1 N (fun j_25 => sum 1 N (fun i_26 => sum 1 N (fun i_27 => sum 1 N (fun i_28 => 1 * 1 * 1 * 1 * (1 * same_place j_25 j_25))))) + sum 1 N (fun j_29 => sum 1 N (fun i_30 => 1 * 1 * 1 * 1 * (1 * same_place j_29 j_29))) + sum 1 N (fun j_31 => sum 1 N (fun i_32 => 1 * 1 * 1 * 1 * (1 * same_place j_31 j_31))) + sum 1 N (fun j_33 => sum 1 N (fun i_34 => sum 1 N (fun i_35 => 1 * 1 * 1 * 1 * (1 * same_place j_33 j_33)))) + sum 1 N (fun j_36 => sum 1 N (fun i_37 => 1 * 1 * 1 * 1 * (1 * same_place j_36 j_36))) + sum 1 N (fun j_38 => sum 1 N (fun i_39 => sum 1 N (fun i_40 => 1 * 1 * 1 * 1 * (1 * same_place j_38 j_38)))) + sum 1 N (fun j_41 => sum 1 N (fun i_42 => 1 * 1 * 1 * 1 * (1 * same_place j_41 j_41))) + sum 1 N (fun j_43 => sum 1 N (fun i_44 => 1 * 1 * 1 * 1 * (1 * same_place j_43 j_43))) + sum 1 N (fun j_45 => sum 1 N (fun i_46 => sum 1 N (fun i_47 => 1 * 1 * 1 * 1 * (1 * same_place j_45 j_45)))) + sum 1 N (fun j_48 => sum 1 N (fun i_49 => 1 * 1 * 1 * 1 * (1 * same_place j_48 j_48))) + sum 1 N (fun j_50 => sum 1 N (fun i_51 => sum 1 N (fun i_52 => 1 * 1 * 1 * 1 * (1 * same_place j_50 j_50)))) + sum 1 N (fun j_53 => sum 1 N (fun i_54 => 1 * 1 * 1 * 1 * (1 * same_place j_53 j_53))) + sum 1 N (fun j_55 => sum 1 N (fun i_56 => 1 * 1 * 1 * 1 * (1 * same_place j_55 j_55)))).
- intros h. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun j_19 => sum 1 N (fun i_20 => sum 1 N (fun i_21 => same_place j_19 j_19 * (1 * 1 * 1 * 1 * 1)))) + sum 1 N (fun j_22 => sum 1 N (fun i_23 => sum 1 N (fun i_24 => same_place j_22 j_22 * (1 * 1 * 1 * 1 * 1)))) + sum 1 N (fun j_25 => sum 1 N (fun i_26 => sum 1 N (fun i_27 => sum 1 N (fun i_28 => same_place j_25 j_25 * (1 * 1 * 1 * 1 * 1))))) + sum 1 N (fun j_29 => sum 1 N (fun i_30 => same_place j_29 j_29 * (1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_31 => sum 1 N (fun i_32 => same_place j_31 j_31 * (1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_33 => sum 1 N (fun i_34 => sum 1 N (fun i_35 => same_place j_33 j_33 * (1 * 1 * 1 * 1 * 1)))) + sum 1 N (fun j_36 => sum 1 N (fun i_37 => same_place j_36 j_36 * (1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_38 => sum 1 N (fun i_39 => sum 1 N (fun i_40 => same_place j_38 j_38 * (1 * 1 * 1 * 1 * 1)))) + sum 1 N (fun j_41 => sum 1 N (fun i_42 => same_place j_41 j_41 * (1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_43 => sum 1 N (fun i_44 => same_place j_43 j_43 * (1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_45 => sum 1 N (fun i_46 => sum 1 N (fun i_47 => same_place j_45 j_45 * (1 * 1 * 1 * 1 * 1)))) + sum 1 N (fun j_48 => sum 1 N (fun i_49 => same_place j_48 j_48 * (1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_50 => sum 1 N (fun i_51 => sum 1 N (fun i_52 => same_place j_50 j_50 * (1 * 1 * 1 * 1 * 1)))) + sum 1 N (fun j_53 => sum 1 N (fun i_54 => same_place j_53 j_53 * (1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_55 => sum 1 N (fun i_56 => same_place j_55 j_55 * (1 * 1 * 1 * 1 * 1)))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))))
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))))) (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))))) (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))))) (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))))) (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))))) (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_57 => sum 1 N (fun i_58 => sum 1 N (fun i_59 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_60 => sum 1 N (fun i_61 => sum 1 N (fun i_62 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_63 => sum 1 N (fun i_64 => sum 1 N (fun i_65 => sum 1 N (fun i_66 => 1 * 1 * 1 * 1 * 1)))) + sum 1 N (fun j_67 => sum 1 N (fun i_68 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_69 => sum 1 N (fun i_70 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_71 => sum 1 N (fun i_72 => sum 1 N (fun i_73 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_74 => sum 1 N (fun i_75 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_76 => sum 1 N (fun i_77 => sum 1 N (fun i_78 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_79 => sum 1 N (fun i_80 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_81 => sum 1 N (fun i_82 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_83 => sum 1 N (fun i_84 => sum 1 N (fun i_85 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_86 => sum 1 N (fun i_87 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_88 => sum 1 N (fun i_89 => sum 1 N (fun i_90 => 1 * 1 * 1 * 1 * 1))) + sum 1 N (fun j_91 => sum 1 N (fun i_92 => 1 * 1 * 1 * 1 * 1)) + sum 1 N (fun j_93 => sum 1 N (fun i_94 => 1 * 1 * 1 * 1 * 1))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (IZR N ^ 2 * (IZR N + 2) * (IZR N + 4)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))) (Num (1))))))
  (Times (Times (Power (Sc 0) 2) (Plus (Sc 0) (Num (2)))) (Plus (Sc 0) (Num (4))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla3 : (2 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c - 2 * a)) ^ 2 * (1 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)) ^ 3 / IZR N * (IZR N ^ 2 * (IZR N + 2) * (IZR N + 4)) = 4 * / gamma0 ^ 2 * Rpower (IZR N) ((-2) * (c + d + 2 * a)) * (1 + 2 / IZR N) * (1 + 4 / IZR N)).
{ clear cla0 cla1 cla2. first [transitivity ((2 * (gamma0 * Rpower (IZR N) d) ^ 2 * (/ Rpower (IZR N) c / Rpower (IZR N) a / Rpower (IZR N) a)) ^ 2 * (1 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)) ^ 3 / IZR N * (IZR N ^ 2 * (IZR N + 2) * (IZR N + 4))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (4 * / gamma0 ^ 2 * (/ Rpower (IZR N) c / Rpower (IZR N) c / Rpower (IZR N) d / Rpower (IZR N) d / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a) * (1 + 2 / IZR N) * (1 + 4 / IZR N)); [exact (@same_by (gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: Rpower (IZR N) a :: IZR N :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Power (Times (Times (Num (2)) (Power (Times (Sc 0) (Sc 2)) 2)) (Times (Times (Over (Sc 4)) (Over (Sc 6))) (Over (Sc 6)))) 2) (Power (Times (Num (1)) (Over (Times (Sc 8) (Power (Times (Sc 0) (Sc 2)) 2)))) 3)) (Over (Sc 8))) (Times (Times (Power (Sc 8) 2) (Plus (Sc 8) (Num (2)))) (Plus (Sc 8) (Num (4)))))
  (Times (Times (Times (Times (Num (4)) (Over (Power (Sc 0) 2))) (Times (Times (Times (Times (Times (Times (Times (Over (Sc 4)) (Over (Sc 4))) (Over (Sc 2))) (Over (Sc 2))) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 6)))) (Plus (Num (1)) (Times (Num (2)) (Over (Sc 8))))) (Plus (Num (1)) (Times (Num (4)) (Over (Sc 8)))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | exact I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]] | fieldy]. }
assert (cla4 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + d + 2 * a) = (-3) * (1 / 2)).
{ intros spe0 spe1. subst d. subst a. clear cla0 cla1 cla2 cla3. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-1)) (Plus (Plus (Sc 0) (Times (Num (1)) (Over (Num 2)))) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))))
  (Times (Num (-3)) (Times (Num (1)) (Over (Num 2))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
assert (cla5 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a) = (-1)).
{ intros spe0 spe1. subst d. subst a. clear cla0 cla1 cla2 cla3 cla4. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-1)) (Plus (Sc 0) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))))
  (Num (-1))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact (conj cla0 (conj cla1 (conj cla2 (conj cla3 (conj cla4 cla5))))).
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
c + 2 * a + (-1 / 2) - Rmin 0 (2 * d) - (c + 2 * a + (-1) - Rmin 0 (2 * d)) = 1 / 2 /\
((Rmax (c + d + 2 * a + (-1)) (c + d + 2 * a + (-1) - 4 * d) = 0) <-> (c + d + 2 * a + (-1) = Rmin 0 (4 * d))).
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
assert (cla6 : ((Rmax (c + d + 2 * a + (-1)) (c + d + 2 * a + (-1) - 4 * d) = 0) <-> (c + d + 2 * a + (-1) = Rmin 0 (4 * d)))).
{ clear cla0 cla1 cla2 cla3 cla4 cla5. linear. }
exact (conj cla0 (conj cla1 (conj cla2 (conj cla3 (conj cla4 (conj cla5 cla6)))))).
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

(* PC-E91-size *)
Theorem claim_pc_e91_size :
forall (N : Z) (a a1 c d gamma0 eta0 s : R) (E_w : ((Z -> R) -> R) -> R) (E_y : ((Z -> R) -> R) -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
(0 < eta0) ->
(0 < s) ->
gaussian_vector N 1 E_w ->
gaussian_vector N 1 E_y ->
gaussian_matrix N N 1 E_W ->
(forall i : Z, (1 <= i <= N)%Z -> E_y (fun y => E_w (fun w => E_W (fun W => (w i * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * y j))) ^ 2))) = IZR N * (IZR N + 2)) /\
(2 * (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c)) / eta0 * Rpower (IZR N) ((-2) * a)) ^ 2 * (1 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)) ^ 2 / IZR N * (IZR N * (IZR N + 2)) = 4 * Rpower (IZR N) (2 * ((-1) * (c + 2 * a + 1 / 2))) * (1 + 2 / IZR N) /\
(2 * (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c)) / eta0 * Rpower (IZR N) ((-2) * a)) ^ 2 * (1 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)) ^ 2 / IZR N * (IZR N * (IZR N + 2)) * (gamma0 * Rpower (IZR N) d) ^ 2 = 4 * gamma0 ^ 2 * Rpower (IZR N) (2 * (d - (c + 2 * a + 1 / 2))) * (1 + 2 / IZR N) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a + 1 / 2) = (-3) * (1 / 2)) /\
(d = 1 / 2 -> a = (1 - c) / 2 -> d - (c + 2 * a + 1 / 2) = (-1)).
Proof.
intros N a a1 c d gamma0 eta0 s E_w E_y E_W dom0 dom1 dom2 dom3 dom4 dom5 dom6.
assert (cla0 : (forall i : Z, (1 <= i <= N)%Z -> E_y (fun y => E_w (fun w => E_W (fun W => (w i * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * y j))) ^ 2))) = IZR N * (IZR N + 2))).
{ intros i ran0. assert (mean0 : (forall y : Z -> R, (forall w : Z -> R, E_W (fun W => (w i * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * y j))) ^ 2) = sum 1 N (fun j_9 => sum 1 N (fun i_10 => 1 * w i * w i_10 * y j_9 * w i * w i_10 * y j_9))))).
{ intros y w. apply (mean_is _ _ _ _ _ _ dom6) with
  (g := fun W => sum 1 N (fun j_9 => sum 1 N (fun i_10 => sum 1 N (fun j_11 => sum 1 N (fun i_12 => w i * w i_10 * y j_9 * w i * w i_12 * y j_11 * (W i_10 j_9 * (W i_12 j_11 * 1))))))) (a := sum 1 N (fun j_9 => sum 1 N (fun i_10 => sum 1 N (fun j_11 => sum 1 N (fun i_12 => w i * w i_10 * y j_9 * w i * w i_12 * y j_11 * (1 * same_place i_10 i_12 * same_place j_9 j_11)))))).
- intros W. exact (@same_by (w i :: IZR N :: nil)%list ((1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Sc 0) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))) 2)
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Sc 0) (En 0 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Sc 0)) (En 0 (3 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Times (En 1 (1 :: 0 :: nil)%list%nat) (Times (En 1 (3 :: 2 :: nil)%list%nat) (Num (1)))))))))
  ((0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom6.
- transitivity (sum 1 N (fun j_9 => sum 1 N (fun i_10 => sum 1 N (fun j_11 => same_place j_9 j_11 * sum 1 N (fun i_12 => same_place i_10 i_12 * (1 * w i * w i_10 * y j_9 * w i * w i_12 * y j_11)))))).
  + exact (@same_by (IZR N :: w i :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Sc 2)) (En 0 (3 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 2 (1 :: 3 :: nil)%list%nat)) (En 2 (0 :: 2 :: nil)%list%nat)))))))
  (Total 0 (Total 0 (Total 0 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Sc 2)) (En 0 (3 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat))))))))
  ((0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : (forall y : Z -> R, E_w (fun w => E_W (fun W => (w i * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * y j))) ^ 2)) = sum 1 N (fun j_13 => 1 * 1 * 1 * y j_13 * y j_13) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * y j_13 * y j_13)) + sum 1 N (fun j_13 => 1 * 1 * 1 * y j_13 * y j_13))).
{ intros y. transitivity (E_w (fun w => sum 1 N (fun j_9 => sum 1 N (fun i_10 => 1 * w i * w i_10 * y j_9 * w i * w i_10 * y j_9)))).
{ f_equal; apply functional_extensionality; intros w; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom4) with
  (g := fun w => sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * y j_13 * y j_13 * (w i * (w i_14 * (w i * (w i_14 * 1))))))) (a := sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * y j_13 * y j_13 * (1 * same_place i i_14 * 1 * same_place i i_14 + 1 * same_place i i * 1 * same_place i_14 i_14 + 1 * same_place i i_14 * 1 * same_place i_14 i)))).
- intros w. exact (@same_by (IZR N :: w i :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))
  (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Times (Sc 2) (Times (En 0 (1 :: nil)%list%nat) (Times (Sc 2) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))))
  ((0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom4.
- transitivity (sum 1 N (fun j_13 => sum 1 N (fun i_14 => same_place i i_14 * (same_place i i_14 * (1 * 1 * 1 * y j_13 * y j_13)))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => same_place i i * (same_place i_14 i_14 * (1 * 1 * 1 * y j_13 * y j_13)))) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => same_place i i_14 * (same_place i_14 i * (1 * 1 * 1 * y j_13 * y j_13))))).
  + exact (@same_by (IZR N :: same_place i i :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place i (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z i | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (Plus (Plus (Times (Times (Times (Num (1)) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 1 (1 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Sc 2)) (Num (1))) (En 3 (1 :: nil)%list%nat))) (Times (Times (Times (Num (1)) (En 1 (1 :: nil)%list%nat)) (Num (1))) (En 2 (1 :: nil)%list%nat))))))
  (Plus (Plus (Total 0 (Total 0 (Times (En 1 (1 :: nil)%list%nat) (Times (En 1 (1 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Sc 2) (Times (En 3 (1 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))))) (Total 0 (Total 0 (Times (En 1 (1 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean2 : E_y (fun y => E_w (fun w => E_W (fun W => (w i * sum 1 N (fun j => sum 1 N (fun i => w i * W i j * y j))) ^ 2))) = sum 1 N (fun j_15 => 1 * 1 * 1 * 1) + sum 1 N (fun j_16 => sum 1 N (fun i_17 => 1 * 1 * 1 * 1)) + sum 1 N (fun j_18 => 1 * 1 * 1 * 1)).
{ transitivity (E_y (fun y => sum 1 N (fun j_13 => 1 * 1 * 1 * y j_13 * y j_13) + sum 1 N (fun j_13 => sum 1 N (fun i_14 => 1 * 1 * 1 * y j_13 * y j_13)) + sum 1 N (fun j_13 => 1 * 1 * 1 * y j_13 * y j_13))).
{ f_equal; apply functional_extensionality; intros y; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom5) with
  (g := fun y => sum 1 N (fun j_15 => 1 * 1 * 1 * (y j_15 * (y j_15 * 1))) + sum 1 N (fun j_16 => sum 1 N (fun i_17 => 1 * 1 * 1 * (y j_16 * (y j_16 * 1)))) + sum 1 N (fun j_18 => 1 * 1 * 1 * (y j_18 * (y j_18 * 1)))) (a := sum 1 N (fun j_15 => 1 * 1 * 1 * (1 * same_place j_15 j_15)) + sum 1 N (fun j_16 => sum 1 N (fun i_17 => 1 * 1 * 1 * (1 * same_place j_16 j_16))) + sum 1 N (fun j_18 => 1 * 1 * 1 * (1 * same_place j_18 j_18))).
- intros y. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Times (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))
  (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom5.
- transitivity (sum 1 N (fun j_15 => same_place j_15 j_15 * (1 * 1 * 1 * 1)) + sum 1 N (fun j_16 => sum 1 N (fun i_17 => same_place j_16 j_16 * (1 * 1 * 1 * 1))) + sum 1 N (fun j_18 => same_place j_18 j_18 * (1 * 1 * 1 * 1))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))
  (Plus (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))))) (Total 0 (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))))))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_19 => 1 * 1 * 1 * 1) + sum 1 N (fun j_20 => sum 1 N (fun i_21 => 1 * 1 * 1 * 1)) + sum 1 N (fun j_22 => 1 * 1 * 1 * 1)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (IZR N * (IZR N + 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1)))))) (Total 0 (Times (Times (Times (Num (1)) (Num (1))) (Num (1))) (Num (1)))))
  (Times (Sc 0) (Plus (Sc 0) (Num (2))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : (2 * (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c)) / eta0 * Rpower (IZR N) ((-2) * a)) ^ 2 * (1 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)) ^ 2 / IZR N * (IZR N * (IZR N + 2)) = 4 * Rpower (IZR N) (2 * ((-1) * (c + 2 * a + 1 / 2))) * (1 + 2 / IZR N)).
{ clear cla0. first [transitivity ((2 * (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 / Rpower (IZR N) c) / eta0 * (/ Rpower (IZR N) a / Rpower (IZR N) a)) ^ 2 * (1 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)) ^ 2 / IZR N * (IZR N * (IZR N + 2))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (4 * (/ Rpower (IZR N) c / Rpower (IZR N) c / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a / IZR N) * (1 + 2 / IZR N)); [exact (@same_by (eta0 :: gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: Rpower (IZR N) a :: IZR N :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((10 :: 11 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Power (Times (Times (Times (Num (2)) (Times (Times (Sc 0) (Power (Times (Sc 2) (Sc 4)) 2)) (Over (Sc 6)))) (Over (Sc 0))) (Times (Over (Sc 8)) (Over (Sc 8)))) 2) (Power (Times (Num (1)) (Over (Times (Sc 10) (Power (Times (Sc 2) (Sc 4)) 2)))) 2)) (Over (Sc 10))) (Times (Sc 10) (Plus (Sc 10) (Num (2)))))
  (Times (Times (Num (4)) (Times (Times (Times (Times (Times (Times (Over (Sc 6)) (Over (Sc 6))) (Over (Sc 8))) (Over (Sc 8))) (Over (Sc 8))) (Over (Sc 8))) (Over (Sc 10)))) (Plus (Num (1)) (Times (Num (2)) (Over (Sc 10)))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | split; [inverse | exact I]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]] | fieldy]. }
assert (cla2 : (2 * (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c)) / eta0 * Rpower (IZR N) ((-2) * a)) ^ 2 * (1 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)) ^ 2 / IZR N * (IZR N * (IZR N + 2)) * (gamma0 * Rpower (IZR N) d) ^ 2 = 4 * gamma0 ^ 2 * Rpower (IZR N) (2 * (d - (c + 2 * a + 1 / 2))) * (1 + 2 / IZR N)).
{ clear cla0 cla1. first [transitivity ((2 * (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 / Rpower (IZR N) c) / eta0 * (/ Rpower (IZR N) a / Rpower (IZR N) a)) ^ 2 * (1 / (IZR N * (gamma0 * Rpower (IZR N) d) ^ 2)) ^ 2 / IZR N * (IZR N * (IZR N + 2)) * (gamma0 * Rpower (IZR N) d) ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (4 * gamma0 ^ 2 * (Rpower (IZR N) d * Rpower (IZR N) d / Rpower (IZR N) c / Rpower (IZR N) c / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a / Rpower (IZR N) a / IZR N) * (1 + 2 / IZR N)); [exact (@same_by (eta0 :: gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: Rpower (IZR N) a :: IZR N :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((10 :: 11 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Power (Times (Times (Times (Num (2)) (Times (Times (Sc 0) (Power (Times (Sc 2) (Sc 4)) 2)) (Over (Sc 6)))) (Over (Sc 0))) (Times (Over (Sc 8)) (Over (Sc 8)))) 2) (Power (Times (Num (1)) (Over (Times (Sc 10) (Power (Times (Sc 2) (Sc 4)) 2)))) 2)) (Over (Sc 10))) (Times (Sc 10) (Plus (Sc 10) (Num (2))))) (Power (Times (Sc 2) (Sc 4)) 2))
  (Times (Times (Times (Num (4)) (Power (Sc 2) 2)) (Times (Times (Times (Times (Times (Times (Times (Times (Sc 4) (Sc 4)) (Over (Sc 6))) (Over (Sc 6))) (Over (Sc 8))) (Over (Sc 8))) (Over (Sc 8))) (Over (Sc 8))) (Over (Sc 10)))) (Plus (Num (1)) (Times (Num (2)) (Over (Sc 10)))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | split; [inverse | exact I]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]] | fieldy]. }
assert (cla3 : d = 1 / 2 -> a = (1 - c) / 2 -> (-1) * (c + 2 * a + 1 / 2) = (-3) * (1 / 2)).
{ intros spe0 spe1. subst d. subst a. clear cla0 cla1 cla2. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-1)) (Plus (Plus (Sc 0) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))) (Times (Num (1)) (Over (Num 2)))))
  (Times (Num (-3)) (Times (Num (1)) (Over (Num 2))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
assert (cla4 : d = 1 / 2 -> a = (1 - c) / 2 -> d - (c + 2 * a + 1 / 2) = (-1)).
{ intros spe0 spe1. subst d. subst a. clear cla0 cla1 cla2 cla3. first [exact (@same_by (c :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (1)) (Over (Num 2))) (Minus (Plus (Plus (Sc 0) (Times (Num (2)) (Times (Plus (Num (1)) (Minus (Sc 0))) (Over (Num (2)))))) (Times (Num (1)) (Over (Num 2))))))
  (Num (-1))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact (conj cla0 (conj cla1 (conj cla2 (conj cla3 cla4)))).
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
c + 2 * a + (-1 / 2) - Rmin 0 (2 * d) - (c + 2 * a + (-1) - Rmin 0 (2 * d)) = 1 / 2 /\
((Rmax (c + 2 * a + (-1 / 2)) (c + 2 * a + (-1 / 2) - 4 * d) = 0) <-> (c + 2 * a + (-1 / 2) = Rmin 0 (4 * d))).
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
assert (cla3 : ((Rmax (c + 2 * a + (-1 / 2)) (c + 2 * a + (-1 / 2) - 4 * d) = 0) <-> (c + 2 * a + (-1 / 2) = Rmin 0 (4 * d)))).
{ clear cla0 cla1 cla2. linear. }
exact (conj cla0 (conj cla1 (conj cla2 cla3))).
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
{ intros l j ran0 ran1. transitivity (sum 1 d (fun i_7 => M (l + 1)%Z i_7 j * m (l + 1)%Z i_7) * lambda); [cong (first [match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 d (fun i_8 => M (l + 1)%Z i_8 j * (m (l + 1)%Z i_8 * lambda))); [exact (@same_by (IZR d :: lambda :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => M (l + 1)%Z (1 + Z.of_nat v0')%Z j | 1%nat, (v0' :: nil)%list => m (l + 1)%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Sc 2))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Sc 2))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla4 : (forall j : Z, (1 <= j <= d)%Z -> m H j = w j)).
{ intros j ran0. transitivity (w j); [cong (first [match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (w j); [exact (@same_by (w j :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Sc 0)
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m H p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- m ?p0 ?p1 = _ => etransitivity; [solve [replace (m p0 p1) with (m p0 p1) by (f_equal; lia); apply (def3 p0 p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 (conj cla1 (conj cla2 (conj cla3 cla4)))).
Qed.

(* PC-S7 *)
Theorem claim_pc_s7 :
forall (N D : Z) (x : Z -> R) (E_X : ((Z -> Z -> R) -> R) -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(1 <= D)%Z ->
gaussian_matrix N D 1 E_X ->
gaussian_matrix N N (1 / IZR N) E_W ->
(forall i : Z, (1 <= i <= N)%Z -> E_X (fun X => sum 1 D (fun p => X i p * x p) ^ 2) = sum 1 D (fun p => x p ^ 2)) /\
(forall i : Z, (1 <= i <= N)%Z -> E_X (fun X => E_W (fun W => sum 1 N (fun j => W i j * sum 1 D (fun p => X j p * x p)) ^ 2)) = sum 1 D (fun p => x p ^ 2)).
Proof.
intros N D x E_X E_W dom0 dom1 dom2 dom3.
assert (cla0 : (forall i : Z, (1 <= i <= N)%Z -> E_X (fun X => sum 1 D (fun p => X i p * x p) ^ 2) = sum 1 D (fun p => x p ^ 2))).
{ intros i ran0. assert (mean0 : E_X (fun X => sum 1 D (fun p => X i p * x p) ^ 2) = sum 1 D (fun p_3 => 1 * x p_3 * x p_3)).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun X => sum 1 D (fun p_3 => sum 1 D (fun p_4 => x p_3 * x p_4 * (X i p_3 * (X i p_4 * 1))))) (a := sum 1 D (fun p_3 => sum 1 D (fun p_4 => x p_3 * x p_4 * (1 * same_place i i * same_place p_3 p_4)))).
- intros X. exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => X i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2)
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 D (fun p_3 => sum 1 D (fun p_4 => same_place p_3 p_4 * (same_place i i * (1 * x p_3 * x p_4))))).
  + exact (@same_by (IZR D :: same_place i i :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (Times (Num (1)) (Sc 2)) (En 1 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 D (fun p_5 => 1 * x p_5 * x p_5)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 D (fun p_6 => x p_6 ^ 2)); [exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : (forall i : Z, (1 <= i <= N)%Z -> E_X (fun X => E_W (fun W => sum 1 N (fun j => W i j * sum 1 D (fun p => X j p * x p)) ^ 2)) = sum 1 D (fun p => x p ^ 2))).
{ intros i ran0. assert (mean0 : (forall X : Z -> Z -> R, E_W (fun W => sum 1 N (fun j => W i j * sum 1 D (fun p => X j p * x p)) ^ 2) = sum 1 N (fun j_9 => 1 / IZR N * sum 1 D (fun p => X j_9 p * x p) * sum 1 D (fun p => X j_9 p * x p)))).
{ intros X. apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 N (fun j_9 => sum 1 N (fun j_10 => sum 1 D (fun p => X j_9 p * x p) * sum 1 D (fun p => X j_10 p * x p) * (W i j_9 * (W i j_10 * 1))))) (a := sum 1 N (fun j_9 => sum 1 N (fun j_10 => sum 1 D (fun p => X j_9 p * x p) * sum 1 D (fun p => X j_10 p * x p) * (1 / IZR N * same_place i i * same_place j_9 j_10)))).
- intros W. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) 2)
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 1 (0 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat))) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat)))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun j_9 => sum 1 N (fun j_10 => same_place j_9 j_10 * (same_place i i * (1 / IZR N * sum 1 D (fun p => X j_9 p * x p) * sum 1 D (fun p => X j_10 p * x p)))))).
  + exact (@same_by (IZR N :: IZR D :: same_place i i :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Times (Times (Times (Num (1)) (Over (Sc 0))) (Sc 4)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 4) (Times (Times (Times (Num (1)) (Over (Sc 0))) (Total 1 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_X (fun X => E_W (fun W => sum 1 N (fun j => W i j * sum 1 D (fun p => X j p * x p)) ^ 2)) = sum 1 N (fun j_11 => sum 1 D (fun p_14 => 1 * (1 / IZR N) * x p_14 * x p_14))).
{ transitivity (E_X (fun X => sum 1 N (fun j_9 => 1 / IZR N * sum 1 D (fun p => X j_9 p * x p) * sum 1 D (fun p => X j_9 p * x p)))).
{ f_equal; apply functional_extensionality; intros X; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun X => sum 1 N (fun j_11 => sum 1 D (fun p_14 => sum 1 D (fun p_15 => 1 / IZR N * x p_14 * x p_15 * (X j_11 p_14 * (X j_11 p_15 * 1)))))) (a := sum 1 N (fun j_11 => sum 1 D (fun p_14 => sum 1 D (fun p_15 => 1 / IZR N * x p_14 * x p_15 * (1 * same_place j_11 j_11 * same_place p_14 p_15))))).
- intros X. exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => X (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun j_11 => sum 1 D (fun p_14 => sum 1 D (fun p_15 => same_place p_14 p_15 * (same_place j_11 j_11 * (1 * (1 / IZR N) * x p_14 * x p_15)))))).
  + exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_16 => sum 1 D (fun p_17 => 1 * (1 / IZR N) * x p_17 * x p_17))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 D (fun p_18 => x p_18 ^ 2)); [exact (@same_by (IZR N :: IZR D :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 1 (Times (Times (Times (Num (1)) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  (Total 1 (Power (En 0 (0 :: nil)%list%nat) 2))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.
