(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian.
Open Scope R_scope.

(* AMMUP-B-order *)
Theorem claim_ammup_b_order :
forall (L : Z) (delta more : R),
(2 <= L)%Z ->
(0 <= delta) ->
(0 < more) ->
1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2) < 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * (delta + more) * ((-1) + IZR L ^ 2) /\
1 / 6 * (1 + 1) * (1 + 2 * 1) + 1 / 12 * 1 * delta * ((-1) + 1 ^ 2) = 1.
Proof.
intros L delta more dom0 dom1 dom2.
assert (cla0 : 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2) < 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * (delta + more) * ((-1) + IZR L ^ 2)).
{ wholes. assert (0 < IZR L * more * (IZR L ^ 2 - 1)) by
(apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | nra]). lra. }
assert (cla1 : 1 / 6 * (1 + 1) * (1 + 2 * 1) + 1 / 12 * 1 * delta * ((-1) + 1 ^ 2) = 1).
{ clear cla0. first [exact (@same_by (delta :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Num (1)) (Over (Num 6))) (Plus (Num (1)) (Num (1)))) (Plus (Num (1)) (Times (Num (2)) (Num (1))))) (Times (Times (Times (Times (Num (1)) (Over (Num 12))) (Num (1))) (Sc 0)) (Plus (Num (-1)) (Power (Num (1)) 2))))
  (Num (1))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E25 *)
Theorem claim_ammup_e25 :
forall (B : Z) (xi zeta xizeta : R),
(1 <= B)%Z ->
(sum 1 B (fun k => xizeta) + sum 1 B (fun k2 => sum 1 B (fun k => xi * zeta)) - sum 1 B (fun k => xi * zeta)) / IZR B ^ 2 = xi * zeta + (xizeta - xi * zeta) / IZR B.
Proof.
intros B xi zeta xizeta dom0.
assert (cla0 : (sum 1 B (fun k => xizeta) + sum 1 B (fun k2 => sum 1 B (fun k => xi * zeta)) - sum 1 B (fun k => xi * zeta)) / IZR B ^ 2 = xi * zeta + (xizeta - xi * zeta) / IZR B).
{ transitivity ((sum 1 B (fun k_1 => xizeta) + sum 1 B (fun k2_2 => sum 1 B (fun k_3 => xi * zeta)) - sum 1 B (fun k_4 => xi * zeta)) / IZR B ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (xi * zeta + (xizeta - xi * zeta) / IZR B); [exact (@same_by (IZR B :: xi :: zeta :: xizeta :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Plus (Total 0 (Sc 6)) (Total 0 (Total 0 (Times (Sc 2) (Sc 4))))) (Minus (Total 0 (Times (Sc 2) (Sc 4))))) (Over (Power (Sc 0) 2)))
  (Plus (Times (Sc 2) (Sc 4)) (Times (Plus (Sc 6) (Minus (Times (Sc 2) (Sc 4)))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-L4 *)
Theorem claim_ammup_l4 :
forall (B : Z) (xi zeta xizeta : R),
(1 <= B)%Z ->
(sum 1 B (fun k => xizeta) + sum 1 B (fun k2 => sum 1 B (fun k => xi * zeta)) - sum 1 B (fun k => xi * zeta)) / IZR B ^ 2 = xi * zeta + (xizeta - xi * zeta) / IZR B.
Proof.
intros B xi zeta xizeta dom0.
assert (cla0 : (sum 1 B (fun k => xizeta) + sum 1 B (fun k2 => sum 1 B (fun k => xi * zeta)) - sum 1 B (fun k => xi * zeta)) / IZR B ^ 2 = xi * zeta + (xizeta - xi * zeta) / IZR B).
{ transitivity ((sum 1 B (fun k_1 => xizeta) + sum 1 B (fun k2_2 => sum 1 B (fun k_3 => xi * zeta)) - sum 1 B (fun k_4 => xi * zeta)) / IZR B ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (xi * zeta + (xizeta - xi * zeta) / IZR B); [exact (@same_by (IZR B :: xi :: zeta :: xizeta :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Plus (Total 0 (Sc 6)) (Total 0 (Total 0 (Times (Sc 2) (Sc 4))))) (Minus (Total 0 (Times (Sc 2) (Sc 4))))) (Over (Power (Sc 0) 2)))
  (Plus (Times (Sc 2) (Sc 4)) (Times (Plus (Sc 6) (Minus (Times (Sc 2) (Sc 4)))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-B-batch *)
Theorem claim_ammup_b_batch :
forall (B n : Z) (sigma2 S_own S_fresh : R) (c : Z -> R) (S : Z -> R) (M : Z -> R) (E_y : ((Z -> R) -> R) -> R) (E_x : ((Z -> Z -> R) -> R) -> R),
(1 <= B)%Z ->
(0 <= sigma2) ->
gaussian_vector B sigma2 E_y ->
(forall i1 : Z, (1 <= i1 <= B)%Z -> (0 <= S i1)) ->
(0 <= S_own) ->
(0 <= S_fresh) ->
(1 <= n)%Z ->
gaussian_matrix B n 1 E_x ->
E_y (fun y => (sum 1 B (fun k => y k * c k) / IZR B) ^ 2) = sigma2 * sum 1 B (fun k => c k ^ 2) / IZR B ^ 2 /\
((forall k : Z, (1 <= k <= B)%Z -> S k = S_fresh) -> sum 1 B (fun k => S k) / IZR B ^ 2 = S_fresh / IZR B) /\
(S_own + sum 1 B (fun k => S_fresh) - S_fresh) / IZR B ^ 2 = S_own / IZR B ^ 2 + (1 - 1 / IZR B) * S_fresh / IZR B /\
(forall i : Z, (1 <= i <= n)%Z -> E_y (fun y => E_x (fun x => sum 1 B (fun k => (sum 1 n (fun j => M j * x k j) - y k) * x k i) / IZR B)) = M i).
Proof.
intros B n sigma2 S_own S_fresh c S M E_y E_x dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
assert (cla0 : E_y (fun y => (sum 1 B (fun k => y k * c k) / IZR B) ^ 2) = sigma2 * sum 1 B (fun k => c k ^ 2) / IZR B ^ 2).
{ assert (mean0 : E_y (fun y => (sum 1 B (fun k => y k * c k) / IZR B) ^ 2) = sum 1 B (fun k_5 => sigma2 * c k_5 / IZR B * c k_5 / IZR B)).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun y => sum 1 B (fun k_5 => sum 1 B (fun k_6 => c k_5 / IZR B * c k_6 / IZR B * (y k_5 * (y k_6 * 1))))) (a := sum 1 B (fun k_5 => sum 1 B (fun k_6 => c k_5 / IZR B * c k_6 / IZR B * (sigma2 * same_place k_5 k_6)))).
- intros y. exact (@same_by (IZR B :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) 2)
  (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (Over (Sc 0))) (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 B (fun k_5 => sum 1 B (fun k_6 => same_place k_5 k_6 * (sigma2 * c k_5 / IZR B * c k_6 / IZR B)))).
  + exact (@same_by (IZR B :: sigma2 :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (0 :: nil)%list%nat) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))) (Times (Sc 2) (En 1 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 B (fun k_7 => sigma2 * c k_7 / IZR B * c k_7 / IZR B)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sigma2 * sum 1 B (fun k_8 => c k_8 ^ 2) / IZR B ^ 2); [exact (@same_by (IZR B :: sigma2 :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))))
  (Times (Times (Sc 2) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))) (Over (Power (Sc 0) 2)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : (forall k : Z, (1 <= k <= B)%Z -> S k = S_fresh) -> sum 1 B (fun k => S k) / IZR B ^ 2 = S_fresh / IZR B).
{ intros spe0. transitivity (sum 1 B (fun k_9 => S_fresh) / IZR B ^ 2); [cong (first [match goal with |- S ?p0 = _ => etransitivity; [solve [replace (S p0) with (S p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (S_fresh / IZR B); [exact (@same_by (IZR B :: S_fresh :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Sc 2)) (Over (Power (Sc 0) 2)))
  (Times (Sc 2) (Over (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- S ?p0 = _ => etransitivity; [solve [replace (S p0) with (S p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla2 : (S_own + sum 1 B (fun k => S_fresh) - S_fresh) / IZR B ^ 2 = S_own / IZR B ^ 2 + (1 - 1 / IZR B) * S_fresh / IZR B).
{ transitivity ((S_own + sum 1 B (fun k_10 => S_fresh) - S_fresh) / IZR B ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (S_own / IZR B ^ 2 + (1 - 1 / IZR B) * S_fresh / IZR B); [exact (@same_by (S_fresh :: IZR B :: S_own :: nil)%list ((1%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Plus (Sc 4) (Total 0 (Sc 0))) (Minus (Sc 0))) (Over (Power (Sc 2) 2)))
  (Plus (Times (Sc 4) (Over (Power (Sc 2) 2))) (Times (Times (Plus (Num (1)) (Minus (Times (Num (1)) (Over (Sc 2))))) (Sc 0)) (Over (Sc 2))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla3 : (forall i : Z, (1 <= i <= n)%Z -> E_y (fun y => E_x (fun x => sum 1 B (fun k => (sum 1 n (fun j => M j * x k j) - y k) * x k i) / IZR B)) = M i)).
{ intros i ran0. assert (mean0 : (forall y : Z -> R, E_x (fun x => sum 1 B (fun k => (sum 1 n (fun j => M j * x k j) - y k) * x k i) / IZR B) = sum 1 B (fun k_14 => 1 * M i / IZR B))).
{ intros y. apply (mean_is _ _ _ _ _ _ dom7) with
  (g := fun x => sum 1 B (fun k_14 => sum 1 n (fun j_15 => M j_15 / IZR B * (x k_14 j_15 * (x k_14 i * 1)))) + sum 1 B (fun k_16 => (-1) * y k_16 / IZR B * (x k_16 i * 1))) (a := sum 1 B (fun k_14 => sum 1 n (fun j_15 => M j_15 / IZR B * (1 * same_place k_14 k_14 * same_place j_15 i))) + sum 1 B (fun k_16 => (-1) * y k_16 / IZR B * 0)).
- intros x. exact (@same_by (IZR B :: IZR n :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => M (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => x (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z i | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Plus (Total 1 (Times (En 1 (1 :: nil)%list%nat) (En 2 (0 :: 1 :: nil)%list%nat))) (Minus (En 0 (0 :: nil)%list%nat))) (En 3 (0 :: nil)%list%nat))) (Over (Sc 0)))
  (Plus (Total 0 (Total 1 (Times (Times (En 1 (1 :: nil)%list%nat) (Over (Sc 0))) (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Num (1))))))) (Total 0 (Times (Times (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 3 (0 :: nil)%list%nat) (Num (1))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom7.
- transitivity (sum 1 B (fun k_14 => sum 1 n (fun j_15 => same_place j_15 i * (same_place k_14 k_14 * (1 * M j_15 / IZR B))))).
  + exact (@same_by (IZR B :: IZR n :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => M (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z i | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 1 (Times (Times (En 1 (1 :: nil)%list%nat) (Over (Sc 0))) (Times (Times (Num (1)) (En 2 (0 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Total 0 (Times (Times (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (Num (0)))))
  (Total 0 (Total 1 (Times (En 3 (1 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Num (1)) (En 1 (1 :: nil)%list%nat)) (Over (Sc 0)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_y (fun y => E_x (fun x => sum 1 B (fun k => (sum 1 n (fun j => M j * x k j) - y k) * x k i) / IZR B)) = sum 1 B (fun k_14 => 1 * M i / IZR B)).
{ transitivity (E_y (fun y => sum 1 B (fun k_14 => 1 * M i / IZR B))).
{ f_equal; apply functional_extensionality; intros y; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun y => sum 1 B (fun k_14 => 1 * M i / IZR B) * 1) (a := sum 1 B (fun k_14 => 1 * M i / IZR B) * 1).
- intros y. exact (@same_by (IZR B :: M i :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (Sc 2)) (Over (Sc 0))))
  (Times (Total 0 (Times (Times (Num (1)) (Sc 2)) (Over (Sc 0)))) (Num (1)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 B (fun k_14 => 1 * M i / IZR B)).
  + exact (@same_by (IZR B :: M i :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Times (Times (Num (1)) (Sc 2)) (Over (Sc 0)))) (Num (1)))
  (Total 0 (Times (Times (Num (1)) (Sc 2)) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 B (fun k_17 => 1 * M i / IZR B)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (M i); [exact (@same_by (IZR B :: M i :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (Sc 2)) (Over (Sc 0))))
  (Sc 2)
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 (conj cla1 (conj cla2 cla3))).
Qed.

(* AMMUP-E06 *)
Theorem claim_ammup_e06 :
forall (L n : Z) (eta : R) (x : Z -> R) (W : Z -> Z -> Z -> R) (G : Z -> Z -> Z -> R) (z : Z -> Z -> R) (z_after : Z -> Z -> R) (dz : Z -> Z -> R) (rest : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= n)%Z ->
(forall i : Z, (1 <= i <= n)%Z -> z 0%Z i = x i) ->
(forall passed i : Z, (0 <= passed <= (L - 1))%Z -> (1 <= i <= n)%Z -> z (passed + 1)%Z i = sum 1 n (fun j => W (passed + 1)%Z i j * z passed j)) ->
(forall i : Z, (1 <= i <= n)%Z -> z_after 0%Z i = x i) ->
(forall passed i : Z, (0 <= passed <= (L - 1))%Z -> (1 <= i <= n)%Z -> z_after (passed + 1)%Z i = sum 1 n (fun j => (W (passed + 1)%Z i j - eta * G (passed + 1)%Z i j) * z_after passed j)) ->
(forall i : Z, (1 <= i <= n)%Z -> dz 0%Z i = 0) ->
(forall passed i : Z, (0 <= passed <= (L - 1))%Z -> (1 <= i <= n)%Z -> dz (passed + 1)%Z i = sum 1 n (fun j => W (passed + 1)%Z i j * dz passed j + G (passed + 1)%Z i j * z passed j)) ->
(forall i : Z, (1 <= i <= n)%Z -> rest 0%Z i = 0) ->
(forall passed i : Z, (0 <= passed <= (L - 1))%Z -> (1 <= i <= n)%Z -> rest (passed + 1)%Z i = sum 1 n (fun j => W (passed + 1)%Z i j * rest passed j + G (passed + 1)%Z i j * (dz passed j - eta * rest passed j))) ->
(forall l i : Z, (0 <= l <= L)%Z -> (1 <= i <= n)%Z -> z_after l i = z l i - eta * dz l i + eta ^ 2 * rest l i).
Proof.
intros L n eta x W G z z_after dz rest dom0 dom1 def0 def1 def2 def3 def4 def5 def6 def7.
assert (cla0 : (forall l i : Z, (0 <= l <= L)%Z -> (1 <= i <= n)%Z -> z_after l i = z l i - eta * dz l i + eta ^ 2 * rest l i)).
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= L)%Z -> (forall i : Z, (1 <= i <= n)%Z -> z_after l i = z l i - eta * dz l i + eta ^ 2 * rest l i)).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> (forall i : Z, (1 <= i <= n)%Z -> z_after l i = z l i - eta * dz l i + eta ^ 2 * rest l i))).
- intros most. intros i ran0. transitivity (x i); [cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def6 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (x i - eta * 0 + eta ^ 2 * 0); [exact (@same_by (x i :: eta :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Plus (Plus (Sc 0) (Minus (Times (Sc 2) (Num (0))))) (Times (Power (Sc 2) 2) (Num (0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def6 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]].
- intros l least hyp most. intros i ran0. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity (sum 1 n (fun j_1 => (W (l + 1)%Z i j_1 - eta * G (l + 1)%Z i j_1) * (z l j_1 - eta * dz l j_1 + eta ^ 2 * rest l j_1))); [cong (first [match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def6 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun j_2 => W (l + 1)%Z i j_2 * z l j_2) - eta * sum 1 n (fun j_3 => W (l + 1)%Z i j_3 * dz l j_3 + G (l + 1)%Z i j_3 * z l j_3) + eta ^ 2 * sum 1 n (fun j_4 => W (l + 1)%Z i j_4 * rest l j_4 + G (l + 1)%Z i j_4 * (dz l j_4 - eta * rest l j_4))); [exact (@same_by (IZR n :: eta :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => G (l + 1)%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => W (l + 1)%Z i (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => rest l (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => dz l (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => z l (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 0 (0 :: nil)%list%nat)))) (Plus (Plus (En 4 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 3 (0 :: nil)%list%nat)))) (Times (Power (Sc 2) 2) (En 2 (0 :: nil)%list%nat)))))
  (Plus (Plus (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat))) (Minus (Times (Sc 2) (Total 0 (Plus (Times (En 1 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat))))))) (Times (Power (Sc 2) 2) (Total 0 (Plus (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Plus (En 3 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 2 (0 :: nil)%list%nat)))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def6 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
intros l i ran0 ran1. apply ind; lia. }
exact cla0.
Qed.

(* AMMUP-D08 *)
Theorem claim_ammup_d08 :
forall (n m : Z) (c sigma2 h : R) (x : Z -> R) (E_y : ((Z -> R) -> R) -> R) (E_H : ((Z -> Z -> R) -> R) -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= n)%Z ->
(1 <= m)%Z ->
(0 <= c) ->
(0 <= sigma2) ->
(0 <= h) ->
gaussian_vector m sigma2 E_y ->
gaussian_matrix m n h E_H ->
gaussian_matrix n n c E_W ->
(forall k : Z, (1 <= k <= n)%Z -> E_W (fun W => E_H (fun H => E_y (fun y => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2))) = E_W (fun W => E_H (fun H => E_y (fun y => sum 1 n (fun k => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2)))) / IZR n).
Proof.
intros n m c sigma2 h x E_y E_H E_W dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
assert (cla0 : (forall k : Z, (1 <= k <= n)%Z -> E_W (fun W => E_H (fun H => E_y (fun y => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2))) = E_W (fun W => E_H (fun H => E_y (fun y => sum 1 n (fun k => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2)))) / IZR n)).
{ intros k ran0. assert (mean0 : (forall W : Z -> Z -> R, (forall H : Z -> Z -> R, E_y (fun y => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2) = sum 1 m (fun t_3 => sum 1 m (fun t_4 => sum 1 n (fun i => H t_3 i * sum 1 n (fun j => W i j * x j)) * H t_3 k * sum 1 n (fun i => H t_4 i * sum 1 n (fun j => W i j * x j)) * H t_4 k)) + sum 1 m (fun t_9 => sigma2 * (-1) * H t_9 k * (-1) * H t_9 k)))).
{ intros W H. apply (mean_is _ _ _ _ _ _ dom5) with
  (g := fun y => sum 1 m (fun t_3 => sum 1 m (fun t_4 => sum 1 n (fun i => H t_3 i * sum 1 n (fun j => W i j * x j)) * H t_3 k * sum 1 n (fun i => H t_4 i * sum 1 n (fun j => W i j * x j)) * H t_4 k * 1)) + sum 1 m (fun t_5 => sum 1 m (fun t_6 => sum 1 n (fun i => H t_5 i * sum 1 n (fun j => W i j * x j)) * H t_5 k * (-1) * H t_6 k * (y t_6 * 1))) + sum 1 m (fun t_7 => sum 1 m (fun t_8 => (-1) * H t_7 k * sum 1 n (fun i => H t_8 i * sum 1 n (fun j => W i j * x j)) * H t_8 k * (y t_7 * 1))) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => (-1) * H t_9 k * (-1) * H t_10 k * (y t_9 * (y t_10 * 1))))) (a := sum 1 m (fun t_3 => sum 1 m (fun t_4 => sum 1 n (fun i => H t_3 i * sum 1 n (fun j => W i j * x j)) * H t_3 k * sum 1 n (fun i => H t_4 i * sum 1 n (fun j => W i j * x j)) * H t_4 k * 1)) + sum 1 m (fun t_5 => sum 1 m (fun t_6 => sum 1 n (fun i => H t_5 i * sum 1 n (fun j => W i j * x j)) * H t_5 k * (-1) * H t_6 k * 0)) + sum 1 m (fun t_7 => sum 1 m (fun t_8 => (-1) * H t_7 k * sum 1 n (fun i => H t_8 i * sum 1 n (fun j => W i j * x j)) * H t_8 k * 0)) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => (-1) * H t_9 k * (-1) * H t_10 k * (sigma2 * same_place t_9 t_10)))).
- intros y. exact (@same_by (IZR m :: IZR n :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => H (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => H (1 + Z.of_nat v0')%Z k | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (Plus (Total 1 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat))))) (Minus (En 0 (0 :: nil)%list%nat))) (En 4 (0 :: nil)%list%nat))) 2)
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Total 1 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 2 (2 :: 3 :: nil)%list%nat) (En 3 (3 :: nil)%list%nat))))) (En 4 (0 :: nil)%list%nat)) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Total 1 (Times (En 2 (2 :: 3 :: nil)%list%nat) (En 3 (3 :: nil)%list%nat)))))) (En 4 (1 :: nil)%list%nat)) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Total 1 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 2 (2 :: 3 :: nil)%list%nat) (En 3 (3 :: nil)%list%nat))))) (En 4 (0 :: nil)%list%nat)) (Num (-1))) (En 4 (1 :: nil)%list%nat)) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (-1)) (En 4 (0 :: nil)%list%nat)) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Total 1 (Times (En 2 (2 :: 3 :: nil)%list%nat) (En 3 (3 :: nil)%list%nat)))))) (En 4 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (-1)) (En 4 (0 :: nil)%list%nat)) (Num (-1))) (En 4 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))))
  ((2 :: 1 :: 3 :: nil)%list%nat :: (2 :: 1 :: 0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (3 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom5.
- transitivity (sum 1 m (fun t_3 => sum 1 m (fun t_4 => sum 1 n (fun i => H t_3 i * sum 1 n (fun j => W i j * x j)) * H t_3 k * sum 1 n (fun i => H t_4 i * sum 1 n (fun j => W i j * x j)) * H t_4 k)) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => same_place t_9 t_10 * (sigma2 * (-1) * H t_9 k * (-1) * H t_10 k)))).
  + exact (@same_by (IZR m :: sigma2 :: IZR n :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (2%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => H (1 + Z.of_nat v0')%Z k | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => H (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Total 1 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 3 (2 :: 3 :: nil)%list%nat) (En 4 (3 :: nil)%list%nat))))) (En 0 (0 :: nil)%list%nat)) (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Total 1 (Times (En 3 (2 :: 3 :: nil)%list%nat) (En 4 (3 :: nil)%list%nat)))))) (En 0 (1 :: nil)%list%nat)) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Total 1 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 3 (2 :: 3 :: nil)%list%nat) (En 4 (3 :: nil)%list%nat))))) (En 0 (0 :: nil)%list%nat)) (Num (-1))) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)) (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Total 1 (Times (En 3 (2 :: 3 :: nil)%list%nat) (En 4 (3 :: nil)%list%nat)))))) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)) (Num (-1))) (En 0 (1 :: nil)%list%nat)) (Times (Sc 2) (En 1 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Total 0 (Total 0 (Times (Times (Times (Total 1 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 3 (2 :: 3 :: nil)%list%nat) (En 4 (3 :: nil)%list%nat))))) (En 0 (0 :: nil)%list%nat)) (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Total 1 (Times (En 3 (2 :: 3 :: nil)%list%nat) (En 4 (3 :: nil)%list%nat)))))) (En 0 (1 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Sc 2) (Num (-1))) (En 0 (0 :: nil)%list%nat)) (Num (-1))) (En 0 (1 :: nil)%list%nat))))))
  ((3 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (3 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : (forall W : Z -> Z -> R, E_H (fun H => E_y (fun y => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2)) = sum 1 m (fun t_11 => sum 1 m (fun t_12 => h * h * sum 1 n (fun j => W k j * x j) * sum 1 n (fun j => W k j * x j))) + sum 1 m (fun t_11 => sum 1 n (fun i_15 => h * h * sum 1 n (fun j => W i_15 j * x j) * sum 1 n (fun j => W i_15 j * x j))) + sum 1 m (fun t_11 => h * h * sum 1 n (fun j => W k j * x j) * sum 1 n (fun j => W k j * x j)) + sum 1 m (fun t_17 => h * sigma2 * (-1) * (-1)))).
{ intros W. transitivity (E_H (fun H => sum 1 m (fun t_3 => sum 1 m (fun t_4 => sum 1 n (fun i => H t_3 i * sum 1 n (fun j => W i j * x j)) * H t_3 k * sum 1 n (fun i => H t_4 i * sum 1 n (fun j => W i j * x j)) * H t_4 k)) + sum 1 m (fun t_9 => sigma2 * (-1) * H t_9 k * (-1) * H t_9 k))).
{ f_equal; apply functional_extensionality; intros H; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom6) with
  (g := fun H => sum 1 m (fun t_11 => sum 1 m (fun t_12 => sum 1 n (fun i_15 => sum 1 n (fun i_16 => sum 1 n (fun j => W i_15 j * x j) * sum 1 n (fun j => W i_16 j * x j) * (H t_11 i_15 * (H t_11 k * (H t_12 i_16 * (H t_12 k * 1)))))))) + sum 1 m (fun t_17 => sigma2 * (-1) * (-1) * (H t_17 k * (H t_17 k * 1)))) (a := sum 1 m (fun t_11 => sum 1 m (fun t_12 => sum 1 n (fun i_15 => sum 1 n (fun i_16 => sum 1 n (fun j => W i_15 j * x j) * sum 1 n (fun j => W i_16 j * x j) * (h * same_place t_11 t_11 * same_place i_15 k * h * same_place t_12 t_12 * same_place i_16 k + h * same_place t_11 t_12 * same_place i_15 i_16 * h * same_place t_11 t_12 * same_place k k + h * same_place t_11 t_12 * same_place i_15 k * h * same_place t_11 t_12 * same_place k i_16))))) + sum 1 m (fun t_17 => sigma2 * (-1) * (-1) * (h * same_place t_17 t_17 * same_place k k))).
- intros H. exact (@same_by (IZR m :: sigma2 :: IZR n :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (2%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => H (1 + Z.of_nat v0')%Z k | 1%nat, (v0' :: v1' :: nil)%list => H (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Times (Times (Times (Total 1 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 2 (2 :: 3 :: nil)%list%nat) (En 3 (3 :: nil)%list%nat))))) (En 0 (0 :: nil)%list%nat)) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Total 1 (Times (En 2 (2 :: 3 :: nil)%list%nat) (En 3 (3 :: nil)%list%nat)))))) (En 0 (1 :: nil)%list%nat)))) (Total 0 (Times (Times (Times (Times (Sc 2) (Num (-1))) (En 0 (0 :: nil)%list%nat)) (Num (-1))) (En 0 (0 :: nil)%list%nat))))
  (Plus (Total 0 (Total 0 (Total 1 (Total 1 (Times (Times (Total 1 (Times (En 2 (2 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat))) (Total 1 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat)))) (Times (En 1 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))))))) (Total 0 (Times (Times (Times (Sc 2) (Num (-1))) (Num (-1))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))
  ((3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom6.
- transitivity (sum 1 m (fun t_11 => sum 1 m (fun t_12 => sum 1 n (fun i_15 => same_place i_15 k * sum 1 n (fun i_16 => same_place i_16 k * (same_place t_11 t_11 * (same_place t_12 t_12 * (h * h * sum 1 n (fun j => W i_15 j * x j) * sum 1 n (fun j => W i_16 j * x j)))))))) + sum 1 m (fun t_11 => sum 1 n (fun i_15 => sum 1 m (fun t_12 => same_place t_11 t_12 * sum 1 n (fun i_16 => same_place i_15 i_16 * (same_place k k * (same_place t_11 t_12 * (h * h * sum 1 n (fun j => W i_15 j * x j) * sum 1 n (fun j => W i_16 j * x j)))))))) + sum 1 m (fun t_11 => sum 1 n (fun i_15 => same_place i_15 k * sum 1 n (fun i_16 => same_place k i_16 * sum 1 m (fun t_12 => same_place t_11 t_12 * (same_place t_11 t_12 * (h * h * sum 1 n (fun j => W i_15 j * x j) * sum 1 n (fun j => W i_16 j * x j))))))) + sum 1 m (fun t_17 => same_place k k * (same_place t_17 t_17 * (h * sigma2 * (-1) * (-1))))).
  + exact (@same_by (IZR m :: sigma2 :: h :: same_place k k :: IZR n :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (4%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z k | 5%nat, (v0' :: nil)%list => same_place k (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Total 1 (Total 1 (Times (Times (Total 1 (Times (En 1 (2 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat))) (Total 1 (Times (En 1 (3 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat)))) (Plus (Plus (Times (Times (Times (Times (Times (Sc 4) (En 0 (0 :: nil)%list%nat)) (En 4 (2 :: nil)%list%nat)) (Sc 4)) (En 0 (1 :: nil)%list%nat)) (En 4 (3 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Sc 4) (En 3 (0 :: 1 :: nil)%list%nat)) (En 3 (2 :: 3 :: nil)%list%nat)) (Sc 4)) (En 3 (0 :: 1 :: nil)%list%nat)) (Sc 6))) (Times (Times (Times (Times (Times (Sc 4) (En 3 (0 :: 1 :: nil)%list%nat)) (En 4 (2 :: nil)%list%nat)) (Sc 4)) (En 3 (0 :: 1 :: nil)%list%nat)) (En 5 (3 :: nil)%list%nat)))))))) (Total 0 (Times (Times (Times (Sc 2) (Num (-1))) (Num (-1))) (Times (Times (Sc 4) (En 0 (0 :: nil)%list%nat)) (Sc 6)))))
  (Plus (Plus (Plus (Total 0 (Total 0 (Total 1 (Times (En 4 (2 :: nil)%list%nat) (Total 1 (Times (En 4 (3 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Times (Times (Times (Sc 4) (Sc 4)) (Total 1 (Times (En 1 (2 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat)))) (Total 1 (Times (En 1 (3 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat)))))))))))) (Total 0 (Total 1 (Total 0 (Times (En 3 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 3 (1 :: 3 :: nil)%list%nat) (Times (Sc 6) (Times (En 3 (0 :: 2 :: nil)%list%nat) (Times (Times (Times (Sc 4) (Sc 4)) (Total 1 (Times (En 1 (1 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat)))) (Total 1 (Times (En 1 (3 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat))))))))))))) (Total 0 (Total 1 (Times (En 4 (1 :: nil)%list%nat) (Total 1 (Times (En 5 (2 :: nil)%list%nat) (Total 0 (Times (En 3 (0 :: 3 :: nil)%list%nat) (Times (En 3 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Sc 4) (Sc 4)) (Total 1 (Times (En 1 (1 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat)))) (Total 1 (Times (En 1 (2 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat))))))))))))) (Total 0 (Times (Sc 6) (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Sc 4) (Sc 2)) (Num (-1))) (Num (-1)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean2 : E_W (fun W => E_H (fun H => E_y (fun y => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2))) = sum 1 m (fun t_18 => sum 1 m (fun t_19 => sum 1 n (fun j_22 => c * h * h * x j_22 * x j_22))) + sum 1 m (fun t_24 => sum 1 n (fun i_25 => sum 1 n (fun j_28 => c * h * h * x j_28 * x j_28))) + sum 1 m (fun t_30 => sum 1 n (fun j_33 => c * h * h * x j_33 * x j_33)) + sum 1 m (fun t_17 => h * sigma2 * (-1) * (-1))).
{ transitivity (E_W (fun W => sum 1 m (fun t_11 => sum 1 m (fun t_12 => h * h * sum 1 n (fun j => W k j * x j) * sum 1 n (fun j => W k j * x j))) + sum 1 m (fun t_11 => sum 1 n (fun i_15 => h * h * sum 1 n (fun j => W i_15 j * x j) * sum 1 n (fun j => W i_15 j * x j))) + sum 1 m (fun t_11 => h * h * sum 1 n (fun j => W k j * x j) * sum 1 n (fun j => W k j * x j)) + sum 1 m (fun t_17 => h * sigma2 * (-1) * (-1)))).
{ f_equal; apply functional_extensionality; intros W; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom7) with
  (g := fun W => sum 1 m (fun t_18 => sum 1 m (fun t_19 => sum 1 n (fun j_22 => sum 1 n (fun j_23 => h * h * x j_22 * x j_23 * (W k j_22 * (W k j_23 * 1)))))) + sum 1 m (fun t_24 => sum 1 n (fun i_25 => sum 1 n (fun j_28 => sum 1 n (fun j_29 => h * h * x j_28 * x j_29 * (W i_25 j_28 * (W i_25 j_29 * 1)))))) + sum 1 m (fun t_30 => sum 1 n (fun j_33 => sum 1 n (fun j_34 => h * h * x j_33 * x j_34 * (W k j_33 * (W k j_34 * 1))))) + sum 1 m (fun t_17 => h * sigma2 * (-1) * (-1)) * 1) (a := sum 1 m (fun t_18 => sum 1 m (fun t_19 => sum 1 n (fun j_22 => sum 1 n (fun j_23 => h * h * x j_22 * x j_23 * (c * same_place k k * same_place j_22 j_23))))) + sum 1 m (fun t_24 => sum 1 n (fun i_25 => sum 1 n (fun j_28 => sum 1 n (fun j_29 => h * h * x j_28 * x j_29 * (c * same_place i_25 i_25 * same_place j_28 j_29))))) + sum 1 m (fun t_30 => sum 1 n (fun j_33 => sum 1 n (fun j_34 => h * h * x j_33 * x j_34 * (c * same_place k k * same_place j_33 j_34)))) + sum 1 m (fun t_17 => h * sigma2 * (-1) * (-1)) * 1).
- intros W. exact (@same_by (IZR m :: h :: sigma2 :: IZR n :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (3%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W k (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Sc 2) (Sc 2)) (Total 1 (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))))) (Total 0 (Total 1 (Times (Times (Times (Sc 2) (Sc 2)) (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))))))) (Total 0 (Times (Times (Times (Sc 2) (Sc 2)) (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))))) (Total 0 (Times (Times (Times (Sc 2) (Sc 4)) (Num (-1))) (Num (-1)))))
  (Plus (Plus (Plus (Total 0 (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Sc 2) (Sc 2)) (En 1 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (Times (En 0 (2 :: nil)%list%nat) (Times (En 0 (3 :: nil)%list%nat) (Num (1))))))))) (Total 0 (Total 1 (Total 1 (Total 1 (Times (Times (Times (Times (Sc 2) (Sc 2)) (En 1 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 2 (1 :: 3 :: nil)%list%nat) (Num (1)))))))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Sc 2) (Sc 2)) (En 1 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (1 :: nil)%list%nat) (Times (En 0 (2 :: nil)%list%nat) (Num (1))))))))) (Times (Total 0 (Times (Times (Times (Sc 2) (Sc 4)) (Num (-1))) (Num (-1)))) (Num (1))))
  ((1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom7.
- transitivity (sum 1 m (fun t_18 => sum 1 m (fun t_19 => sum 1 n (fun j_22 => sum 1 n (fun j_23 => same_place j_22 j_23 * (same_place k k * (c * h * h * x j_22 * x j_23)))))) + sum 1 m (fun t_24 => sum 1 n (fun i_25 => sum 1 n (fun j_28 => sum 1 n (fun j_29 => same_place j_28 j_29 * (same_place i_25 i_25 * (c * h * h * x j_28 * x j_29)))))) + sum 1 m (fun t_30 => sum 1 n (fun j_33 => sum 1 n (fun j_34 => same_place j_33 j_34 * (same_place k k * (c * h * h * x j_33 * x j_34))))) + sum 1 m (fun t_17 => h * sigma2 * (-1) * (-1))).
  + exact (@same_by (IZR m :: h :: sigma2 :: IZR n :: c :: same_place k k :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (3%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Sc 2) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Times (Times (Sc 8) (Sc 10)) (En 1 (2 :: 3 :: nil)%list%nat))))))) (Total 0 (Total 1 (Total 1 (Total 1 (Times (Times (Times (Times (Sc 2) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Times (Times (Sc 8) (En 2 (1 :: nil)%list%nat)) (En 1 (2 :: 3 :: nil)%list%nat)))))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Sc 2) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Times (Times (Sc 8) (Sc 10)) (En 1 (1 :: 2 :: nil)%list%nat))))))) (Times (Total 0 (Times (Times (Times (Sc 2) (Sc 4)) (Num (-1))) (Num (-1)))) (Num (1))))
  (Plus (Plus (Plus (Total 0 (Total 0 (Total 1 (Total 1 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (Sc 10) (Times (Times (Times (Times (Sc 8) (Sc 2)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)))))))) (Total 0 (Total 1 (Total 1 (Total 1 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Times (Times (Times (Times (Sc 8) (Sc 2)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat))))))))) (Total 0 (Total 1 (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Times (Sc 10) (Times (Times (Times (Times (Sc 8) (Sc 2)) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))) (Total 0 (Times (Times (Times (Sc 2) (Sc 4)) (Num (-1))) (Num (-1)))))
  ((1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean3 : (forall W : Z -> Z -> R, (forall H : Z -> Z -> R, E_y (fun y => sum 1 n (fun k => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2)) = sum 1 n (fun k_35 => sum 1 m (fun t_38 => sum 1 m (fun t_39 => sum 1 n (fun i => H t_38 i * sum 1 n (fun j => W i j * x j)) * H t_38 k_35 * sum 1 n (fun i => H t_39 i * sum 1 n (fun j => W i j * x j)) * H t_39 k_35))) + sum 1 n (fun k_35 => sum 1 m (fun t_44 => sigma2 * (-1) * H t_44 k_35 * (-1) * H t_44 k_35))))).
{ intros W H. apply (mean_is _ _ _ _ _ _ dom5) with
  (g := fun y => sum 1 n (fun k_35 => sum 1 m (fun t_38 => sum 1 m (fun t_39 => sum 1 n (fun i => H t_38 i * sum 1 n (fun j => W i j * x j)) * H t_38 k_35 * sum 1 n (fun i => H t_39 i * sum 1 n (fun j => W i j * x j)) * H t_39 k_35 * 1))) + sum 1 n (fun k_35 => sum 1 m (fun t_40 => sum 1 m (fun t_41 => sum 1 n (fun i => H t_40 i * sum 1 n (fun j => W i j * x j)) * H t_40 k_35 * (-1) * H t_41 k_35 * (y t_41 * 1)))) + sum 1 n (fun k_35 => sum 1 m (fun t_42 => sum 1 m (fun t_43 => (-1) * H t_42 k_35 * sum 1 n (fun i => H t_43 i * sum 1 n (fun j => W i j * x j)) * H t_43 k_35 * (y t_42 * 1)))) + sum 1 n (fun k_35 => sum 1 m (fun t_44 => sum 1 m (fun t_45 => (-1) * H t_44 k_35 * (-1) * H t_45 k_35 * (y t_44 * (y t_45 * 1)))))) (a := sum 1 n (fun k_35 => sum 1 m (fun t_38 => sum 1 m (fun t_39 => sum 1 n (fun i => H t_38 i * sum 1 n (fun j => W i j * x j)) * H t_38 k_35 * sum 1 n (fun i => H t_39 i * sum 1 n (fun j => W i j * x j)) * H t_39 k_35 * 1))) + sum 1 n (fun k_35 => sum 1 m (fun t_40 => sum 1 m (fun t_41 => sum 1 n (fun i => H t_40 i * sum 1 n (fun j => W i j * x j)) * H t_40 k_35 * (-1) * H t_41 k_35 * 0))) + sum 1 n (fun k_35 => sum 1 m (fun t_42 => sum 1 m (fun t_43 => (-1) * H t_42 k_35 * sum 1 n (fun i => H t_43 i * sum 1 n (fun j => W i j * x j)) * H t_43 k_35 * 0))) + sum 1 n (fun k_35 => sum 1 m (fun t_44 => sum 1 m (fun t_45 => (-1) * H t_44 k_35 * (-1) * H t_45 k_35 * (sigma2 * same_place t_44 t_45))))).
- intros y. exact (@same_by (IZR n :: IZR m :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: (1%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => H (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 1 (Times (Plus (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Total 0 (Times (En 2 (2 :: 3 :: nil)%list%nat) (En 3 (3 :: nil)%list%nat))))) (Minus (En 0 (1 :: nil)%list%nat))) (En 1 (1 :: 0 :: nil)%list%nat))) 2))
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat))))) (En 1 (1 :: 0 :: nil)%list%nat)) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat)))))) (En 1 (2 :: 0 :: nil)%list%nat)) (Num (1)))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat))))) (En 1 (1 :: 0 :: nil)%list%nat)) (Num (-1))) (En 1 (2 :: 0 :: nil)%list%nat)) (Times (En 0 (2 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Num (-1)) (En 1 (1 :: 0 :: nil)%list%nat)) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat)))))) (En 1 (2 :: 0 :: nil)%list%nat)) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Num (-1)) (En 1 (1 :: 0 :: nil)%list%nat)) (Num (-1))) (En 1 (2 :: 0 :: nil)%list%nat)) (Times (En 0 (1 :: nil)%list%nat) (Times (En 0 (2 :: nil)%list%nat) (Num (1)))))))))
  ((1 :: 4 :: 3 :: 2 :: 3 :: 5 :: 4 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom5.
- transitivity (sum 1 n (fun k_35 => sum 1 m (fun t_38 => sum 1 m (fun t_39 => sum 1 n (fun i => H t_38 i * sum 1 n (fun j => W i j * x j)) * H t_38 k_35 * sum 1 n (fun i => H t_39 i * sum 1 n (fun j => W i j * x j)) * H t_39 k_35))) + sum 1 n (fun k_35 => sum 1 m (fun t_44 => sum 1 m (fun t_45 => same_place t_44 t_45 * (sigma2 * (-1) * H t_44 k_35 * (-1) * H t_45 k_35))))).
  + exact (@same_by (IZR n :: IZR m :: sigma2 :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: (1%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => H (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Total 0 (Times (En 0 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat))))) (En 0 (1 :: 0 :: nil)%list%nat)) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat)))))) (En 0 (2 :: 0 :: nil)%list%nat)) (Num (1)))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Total 0 (Times (En 0 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat))))) (En 0 (1 :: 0 :: nil)%list%nat)) (Num (-1))) (En 0 (2 :: 0 :: nil)%list%nat)) (Num (0))))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Num (-1)) (En 0 (1 :: 0 :: nil)%list%nat)) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat)))))) (En 0 (2 :: 0 :: nil)%list%nat)) (Num (0))))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Num (-1)) (En 0 (1 :: 0 :: nil)%list%nat)) (Num (-1))) (En 0 (2 :: 0 :: nil)%list%nat)) (Times (Sc 4) (En 1 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Total 1 (Total 1 (Times (Times (Times (Total 0 (Times (En 0 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat))))) (En 0 (1 :: 0 :: nil)%list%nat)) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 3 (4 :: nil)%list%nat)))))) (En 0 (2 :: 0 :: nil)%list%nat))))) (Total 0 (Total 1 (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Times (Times (Times (Times (Sc 4) (Num (-1))) (En 0 (1 :: 0 :: nil)%list%nat)) (Num (-1))) (En 0 (2 :: 0 :: nil)%list%nat)))))))
  ((2 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean4 : (forall W : Z -> Z -> R, E_H (fun H => E_y (fun y => sum 1 n (fun k => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2))) = sum 1 n (fun k_46 => sum 1 m (fun t_47 => sum 1 m (fun t_48 => h * h * sum 1 n (fun j => W k_46 j * x j) * sum 1 n (fun j => W k_46 j * x j)))) + sum 1 n (fun k_46 => sum 1 m (fun t_47 => sum 1 n (fun i_51 => h * h * sum 1 n (fun j => W i_51 j * x j) * sum 1 n (fun j => W i_51 j * x j)))) + sum 1 n (fun k_46 => sum 1 m (fun t_47 => h * h * sum 1 n (fun j => W k_46 j * x j) * sum 1 n (fun j => W k_46 j * x j))) + sum 1 n (fun k_53 => sum 1 m (fun t_54 => h * sigma2 * (-1) * (-1))))).
{ intros W. transitivity (E_H (fun H => sum 1 n (fun k_35 => sum 1 m (fun t_38 => sum 1 m (fun t_39 => sum 1 n (fun i => H t_38 i * sum 1 n (fun j => W i j * x j)) * H t_38 k_35 * sum 1 n (fun i => H t_39 i * sum 1 n (fun j => W i j * x j)) * H t_39 k_35))) + sum 1 n (fun k_35 => sum 1 m (fun t_44 => sigma2 * (-1) * H t_44 k_35 * (-1) * H t_44 k_35)))).
{ f_equal; apply functional_extensionality; intros H; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [solve [apply mean3; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom6) with
  (g := fun H => sum 1 n (fun k_46 => sum 1 m (fun t_47 => sum 1 m (fun t_48 => sum 1 n (fun i_51 => sum 1 n (fun i_52 => sum 1 n (fun j => W i_51 j * x j) * sum 1 n (fun j => W i_52 j * x j) * (H t_47 i_51 * (H t_47 k_46 * (H t_48 i_52 * (H t_48 k_46 * 1))))))))) + sum 1 n (fun k_53 => sum 1 m (fun t_54 => sigma2 * (-1) * (-1) * (H t_54 k_53 * (H t_54 k_53 * 1))))) (a := sum 1 n (fun k_46 => sum 1 m (fun t_47 => sum 1 m (fun t_48 => sum 1 n (fun i_51 => sum 1 n (fun i_52 => sum 1 n (fun j => W i_51 j * x j) * sum 1 n (fun j => W i_52 j * x j) * (h * same_place t_47 t_47 * same_place i_51 k_46 * h * same_place t_48 t_48 * same_place i_52 k_46 + h * same_place t_47 t_48 * same_place i_51 i_52 * h * same_place t_47 t_48 * same_place k_46 k_46 + h * same_place t_47 t_48 * same_place i_51 k_46 * h * same_place t_47 t_48 * same_place k_46 i_52)))))) + sum 1 n (fun k_53 => sum 1 m (fun t_54 => sigma2 * (-1) * (-1) * (h * same_place t_54 t_54 * same_place k_53 k_53)))).
- intros H. exact (@same_by (IZR n :: IZR m :: sigma2 :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: (1%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => H (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 1 (Total 1 (Times (Times (Times (Total 0 (Times (En 0 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (3 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat))))) (En 0 (1 :: 0 :: nil)%list%nat)) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (3 :: 4 :: nil)%list%nat) (En 2 (4 :: nil)%list%nat)))))) (En 0 (2 :: 0 :: nil)%list%nat))))) (Total 0 (Total 1 (Times (Times (Times (Times (Sc 4) (Num (-1))) (En 0 (1 :: 0 :: nil)%list%nat)) (Num (-1))) (En 0 (1 :: 0 :: nil)%list%nat)))))
  (Plus (Total 0 (Total 1 (Total 1 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 1 (3 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat))) (Total 0 (Times (En 1 (4 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat)))) (Times (En 0 (1 :: 3 :: nil)%list%nat) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (2 :: 4 :: nil)%list%nat) (Times (En 0 (2 :: 0 :: nil)%list%nat) (Num (1)))))))))))) (Total 0 (Total 1 (Times (Times (Times (Sc 4) (Num (-1))) (Num (-1))) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Num (1))))))))
  ((2 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom6.
- transitivity (sum 1 n (fun k_46 => sum 1 m (fun t_47 => sum 1 m (fun t_48 => sum 1 n (fun i_51 => same_place i_51 k_46 * sum 1 n (fun i_52 => same_place i_52 k_46 * (same_place t_47 t_47 * (same_place t_48 t_48 * (h * h * sum 1 n (fun j => W i_51 j * x j) * sum 1 n (fun j => W i_52 j * x j))))))))) + sum 1 n (fun k_46 => sum 1 m (fun t_47 => sum 1 n (fun i_51 => sum 1 m (fun t_48 => same_place t_47 t_48 * sum 1 n (fun i_52 => same_place i_51 i_52 * (same_place k_46 k_46 * (same_place t_47 t_48 * (h * h * sum 1 n (fun j => W i_51 j * x j) * sum 1 n (fun j => W i_52 j * x j))))))))) + sum 1 n (fun k_46 => sum 1 m (fun t_47 => sum 1 n (fun i_51 => same_place i_51 k_46 * sum 1 n (fun i_52 => same_place k_46 i_52 * sum 1 m (fun t_48 => same_place t_47 t_48 * (same_place t_47 t_48 * (h * h * sum 1 n (fun j => W i_51 j * x j) * sum 1 n (fun j => W i_52 j * x j)))))))) + sum 1 n (fun k_53 => sum 1 m (fun t_54 => same_place k_53 k_53 * (same_place t_54 t_54 * (h * sigma2 * (-1) * (-1)))))).
  + exact (@same_by (IZR n :: IZR m :: sigma2 :: h :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: (1%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 1 (Total 1 (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 1 (3 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat))) (Total 0 (Times (En 1 (4 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat)))) (Plus (Plus (Times (Times (Times (Times (Times (Sc 6) (En 0 (1 :: nil)%list%nat)) (En 3 (3 :: 0 :: nil)%list%nat)) (Sc 6)) (En 0 (2 :: nil)%list%nat)) (En 3 (4 :: 0 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Sc 6) (En 3 (1 :: 2 :: nil)%list%nat)) (En 3 (3 :: 4 :: nil)%list%nat)) (Sc 6)) (En 3 (1 :: 2 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Sc 6) (En 3 (1 :: 2 :: nil)%list%nat)) (En 3 (3 :: 0 :: nil)%list%nat)) (Sc 6)) (En 3 (1 :: 2 :: nil)%list%nat)) (En 3 (0 :: 4 :: nil)%list%nat))))))))) (Total 0 (Total 1 (Times (Times (Times (Sc 4) (Num (-1))) (Num (-1))) (Times (Times (Sc 6) (En 0 (1 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))))
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 1 (Total 0 (Times (En 3 (3 :: 0 :: nil)%list%nat) (Total 0 (Times (En 3 (4 :: 0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Times (En 0 (2 :: nil)%list%nat) (Times (Times (Times (Sc 6) (Sc 6)) (Total 0 (Times (En 1 (3 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat)))) (Total 0 (Times (En 1 (4 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat))))))))))))) (Total 0 (Total 1 (Total 0 (Total 1 (Times (En 3 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 3 (2 :: 4 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Times (En 3 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Sc 6) (Sc 6)) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat)))) (Total 0 (Times (En 1 (4 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat)))))))))))))) (Total 0 (Total 1 (Total 0 (Times (En 3 (2 :: 0 :: nil)%list%nat) (Total 0 (Times (En 3 (0 :: 3 :: nil)%list%nat) (Total 1 (Times (En 3 (1 :: 4 :: nil)%list%nat) (Times (En 3 (1 :: 4 :: nil)%list%nat) (Times (Times (Times (Sc 6) (Sc 6)) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat)))) (Total 0 (Times (En 1 (3 :: 5 :: nil)%list%nat) (En 2 (5 :: nil)%list%nat)))))))))))))) (Total 0 (Total 1 (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Times (Times (Times (Sc 6) (Sc 4)) (Num (-1))) (Num (-1))))))))
  ((2 :: 1 :: 0 :: 3 :: 2 :: 1 :: 4 :: 3 :: 2 :: 5 :: 4 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (2 :: 1 :: 0 :: 3 :: 2 :: 1 :: 4 :: 3 :: 2 :: 5 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: 0 :: 3 :: 2 :: 1 :: 4 :: 3 :: 2 :: 5 :: 4 :: 3 :: nil)%list%nat :: (1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 4 :: 3 :: 2 :: 5 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean5 : E_W (fun W => E_H (fun H => E_y (fun y => sum 1 n (fun k => sum 1 m (fun t => (sum 1 n (fun i => H t i * sum 1 n (fun j => W i j * x j)) - y t) * H t k) ^ 2)))) = sum 1 n (fun k_55 => sum 1 m (fun t_56 => sum 1 m (fun t_57 => sum 1 n (fun j_60 => c * h * h * x j_60 * x j_60)))) + sum 1 n (fun k_62 => sum 1 m (fun t_63 => sum 1 n (fun i_64 => sum 1 n (fun j_67 => c * h * h * x j_67 * x j_67)))) + sum 1 n (fun k_69 => sum 1 m (fun t_70 => sum 1 n (fun j_73 => c * h * h * x j_73 * x j_73))) + sum 1 n (fun k_53 => sum 1 m (fun t_54 => h * sigma2 * (-1) * (-1)))).
{ transitivity (E_W (fun W => sum 1 n (fun k_46 => sum 1 m (fun t_47 => sum 1 m (fun t_48 => h * h * sum 1 n (fun j => W k_46 j * x j) * sum 1 n (fun j => W k_46 j * x j)))) + sum 1 n (fun k_46 => sum 1 m (fun t_47 => sum 1 n (fun i_51 => h * h * sum 1 n (fun j => W i_51 j * x j) * sum 1 n (fun j => W i_51 j * x j)))) + sum 1 n (fun k_46 => sum 1 m (fun t_47 => h * h * sum 1 n (fun j => W k_46 j * x j) * sum 1 n (fun j => W k_46 j * x j))) + sum 1 n (fun k_53 => sum 1 m (fun t_54 => h * sigma2 * (-1) * (-1))))).
{ f_equal; apply functional_extensionality; intros W; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [solve [apply mean3; lia] |] | etransitivity; [solve [apply mean4; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom7) with
  (g := fun W => sum 1 n (fun k_55 => sum 1 m (fun t_56 => sum 1 m (fun t_57 => sum 1 n (fun j_60 => sum 1 n (fun j_61 => h * h * x j_60 * x j_61 * (W k_55 j_60 * (W k_55 j_61 * 1))))))) + sum 1 n (fun k_62 => sum 1 m (fun t_63 => sum 1 n (fun i_64 => sum 1 n (fun j_67 => sum 1 n (fun j_68 => h * h * x j_67 * x j_68 * (W i_64 j_67 * (W i_64 j_68 * 1))))))) + sum 1 n (fun k_69 => sum 1 m (fun t_70 => sum 1 n (fun j_73 => sum 1 n (fun j_74 => h * h * x j_73 * x j_74 * (W k_69 j_73 * (W k_69 j_74 * 1)))))) + sum 1 n (fun k_53 => sum 1 m (fun t_54 => h * sigma2 * (-1) * (-1))) * 1) (a := sum 1 n (fun k_55 => sum 1 m (fun t_56 => sum 1 m (fun t_57 => sum 1 n (fun j_60 => sum 1 n (fun j_61 => h * h * x j_60 * x j_61 * (c * same_place k_55 k_55 * same_place j_60 j_61)))))) + sum 1 n (fun k_62 => sum 1 m (fun t_63 => sum 1 n (fun i_64 => sum 1 n (fun j_67 => sum 1 n (fun j_68 => h * h * x j_67 * x j_68 * (c * same_place i_64 i_64 * same_place j_67 j_68)))))) + sum 1 n (fun k_69 => sum 1 m (fun t_70 => sum 1 n (fun j_73 => sum 1 n (fun j_74 => h * h * x j_73 * x j_74 * (c * same_place k_69 k_69 * same_place j_73 j_74))))) + sum 1 n (fun k_53 => sum 1 m (fun t_54 => h * sigma2 * (-1) * (-1))) * 1).
- intros W. exact (@same_by (IZR n :: IZR m :: h :: sigma2 :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: (1%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 1 (Times (Times (Times (Sc 4) (Sc 4)) (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 1 (3 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: 3 :: nil)%list%nat) (En 1 (3 :: nil)%list%nat))))))) (Total 0 (Total 1 (Total 0 (Times (Times (Times (Sc 4) (Sc 4)) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 1 (3 :: nil)%list%nat)))) (Total 0 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 1 (3 :: nil)%list%nat)))))))) (Total 0 (Total 1 (Times (Times (Times (Sc 4) (Sc 4)) (Total 0 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (Times (Times (Sc 4) (Sc 6)) (Num (-1))) (Num (-1))))))
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 1 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 1 (3 :: nil)%list%nat)) (En 1 (4 :: nil)%list%nat)) (Times (En 0 (0 :: 3 :: nil)%list%nat) (Times (En 0 (0 :: 4 :: nil)%list%nat) (Num (1)))))))))) (Total 0 (Total 1 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 1 (3 :: nil)%list%nat)) (En 1 (4 :: nil)%list%nat)) (Times (En 0 (2 :: 3 :: nil)%list%nat) (Times (En 0 (2 :: 4 :: nil)%list%nat) (Num (1))))))))))) (Total 0 (Total 1 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 1 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 3 :: nil)%list%nat) (Num (1)))))))))) (Times (Total 0 (Total 1 (Times (Times (Times (Sc 4) (Sc 6)) (Num (-1))) (Num (-1))))) (Num (1))))
  ((2 :: 1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom7.
- transitivity (sum 1 n (fun k_55 => sum 1 m (fun t_56 => sum 1 m (fun t_57 => sum 1 n (fun j_60 => sum 1 n (fun j_61 => same_place j_60 j_61 * (same_place k_55 k_55 * (c * h * h * x j_60 * x j_61))))))) + sum 1 n (fun k_62 => sum 1 m (fun t_63 => sum 1 n (fun i_64 => sum 1 n (fun j_67 => sum 1 n (fun j_68 => same_place j_67 j_68 * (same_place i_64 i_64 * (c * h * h * x j_67 * x j_68))))))) + sum 1 n (fun k_69 => sum 1 m (fun t_70 => sum 1 n (fun j_73 => sum 1 n (fun j_74 => same_place j_73 j_74 * (same_place k_69 k_69 * (c * h * h * x j_73 * x j_74)))))) + sum 1 n (fun k_53 => sum 1 m (fun t_54 => h * sigma2 * (-1) * (-1)))).
  + exact (@same_by (IZR n :: IZR m :: h :: sigma2 :: c :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: (1%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 1 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 0 (3 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Times (Times (Sc 8) (En 1 (0 :: nil)%list%nat)) (En 2 (3 :: 4 :: nil)%list%nat)))))))) (Total 0 (Total 1 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 0 (3 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Times (Times (Sc 8) (En 1 (2 :: nil)%list%nat)) (En 2 (3 :: 4 :: nil)%list%nat))))))))) (Total 0 (Total 1 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Times (Times (Sc 8) (En 1 (0 :: nil)%list%nat)) (En 2 (2 :: 3 :: nil)%list%nat)))))))) (Times (Total 0 (Total 1 (Times (Times (Times (Sc 4) (Sc 6)) (Num (-1))) (Num (-1))))) (Num (1))))
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 1 (Total 0 (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Times (Sc 8) (Sc 4)) (Sc 4)) (En 0 (3 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat))))))))) (Total 0 (Total 1 (Total 0 (Total 0 (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (Times (En 1 (2 :: nil)%list%nat) (Times (Times (Times (Times (Sc 8) (Sc 4)) (Sc 4)) (En 0 (3 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)))))))))) (Total 0 (Total 1 (Total 0 (Total 0 (Times (En 2 (2 :: 3 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Times (Sc 8) (Sc 4)) (Sc 4)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat))))))))) (Total 0 (Total 1 (Times (Times (Times (Sc 4) (Sc 6)) (Num (-1))) (Num (-1))))))
  ((2 :: 1 :: 3 :: 2 :: 0 :: 1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 3 :: 2 :: 0 :: 1 :: nil)%list%nat :: (1 :: 2 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 0 :: 1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 3 :: 2 :: 0 :: 1 :: nil)%list%nat :: (1 :: 2 :: 0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 m (fun t_75 => sum 1 m (fun t_76 => sum 1 n (fun j_77 => c * h * h * x j_77 * x j_77))) + sum 1 m (fun t_78 => sum 1 n (fun i_79 => sum 1 n (fun j_80 => c * h * h * x j_80 * x j_80))) + sum 1 m (fun t_81 => sum 1 n (fun j_82 => c * h * h * x j_82 * x j_82)) + sum 1 m (fun t_83 => h * sigma2 * (-1) * (-1))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [solve [apply mean3; lia] |] | etransitivity; [solve [apply mean4; lia] |] | etransitivity; [solve [apply mean5; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((sum 1 n (fun k_84 => sum 1 m (fun t_85 => sum 1 m (fun t_86 => sum 1 n (fun j_87 => c * h * h * x j_87 * x j_87)))) + sum 1 n (fun k_88 => sum 1 m (fun t_89 => sum 1 n (fun i_90 => sum 1 n (fun j_91 => c * h * h * x j_91 * x j_91)))) + sum 1 n (fun k_92 => sum 1 m (fun t_93 => sum 1 n (fun j_94 => c * h * h * x j_94 * x j_94))) + sum 1 n (fun k_95 => sum 1 m (fun t_96 => h * sigma2 * (-1) * (-1)))) / IZR n); [exact (@same_by (IZR m :: h :: sigma2 :: IZR n :: c :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (3%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Total 1 (Times (Times (Times (Times (Sc 8) (Sc 2)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))) (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Sc 8) (Sc 2)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))) (Total 0 (Total 1 (Times (Times (Times (Times (Sc 8) (Sc 2)) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))) (Total 0 (Times (Times (Times (Sc 2) (Sc 4)) (Num (-1))) (Num (-1)))))
  (Times (Plus (Plus (Plus (Total 1 (Total 0 (Total 0 (Total 1 (Times (Times (Times (Times (Sc 8) (Sc 2)) (Sc 2)) (En 0 (3 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)))))) (Total 1 (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Sc 8) (Sc 2)) (Sc 2)) (En 0 (3 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat))))))) (Total 1 (Total 0 (Total 1 (Times (Times (Times (Times (Sc 8) (Sc 2)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))) (Total 1 (Total 0 (Times (Times (Times (Sc 2) (Sc 4)) (Num (-1))) (Num (-1)))))) (Over (Sc 6)))
  ((1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: 0 :: nil)%list%nat :: (2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [solve [apply mean2; lia] |] | etransitivity; [solve [apply mean3; lia] |] | etransitivity; [solve [apply mean4; lia] |] | etransitivity; [solve [apply mean5; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E09-quadratic *)
Theorem claim_ammup_e09_quadratic :
forall (draws L : Z) (eta S : R) (u : Z -> Z -> R),
(1 <= draws)%Z ->
(1 <= L)%Z ->
(0 < eta) ->
(0 < S) ->
sum 1 L (fun layer => sum 1 draws (fun draw => (eta * u draw layer) ^ 2)) / (IZR draws * IZR L) = eta ^ 2 * (sum 1 L (fun layer => sum 1 draws (fun draw => u draw layer ^ 2)) / (IZR draws * IZR L)) /\
((eta ^ 2 * S = 1) <-> (eta = 1 / sqrt S)).
Proof.
intros draws L eta S u dom0 dom1 dom2 dom3.
assert (cla0 : sum 1 L (fun layer => sum 1 draws (fun draw => (eta * u draw layer) ^ 2)) / (IZR draws * IZR L) = eta ^ 2 * (sum 1 L (fun layer => sum 1 draws (fun draw => u draw layer ^ 2)) / (IZR draws * IZR L))).
{ transitivity (sum 1 L (fun layer_1 => sum 1 draws (fun draw_2 => (eta * u draw_2 layer_1) ^ 2)) / (IZR draws * IZR L)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (eta ^ 2 * (sum 1 L (fun layer_3 => sum 1 draws (fun draw_4 => u draw_4 layer_3 ^ 2)) / (IZR draws * IZR L))); [exact (@same_by (IZR L :: IZR draws :: eta :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: (1%nat, Z.to_nat (draws - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Total 1 (Power (Times (Sc 4) (En 0 (1 :: 0 :: nil)%list%nat)) 2))) (Over (Times (Sc 2) (Sc 0))))
  (Times (Power (Sc 4) 2) (Times (Total 0 (Total 1 (Power (En 0 (1 :: 0 :: nil)%list%nat) 2))) (Over (Times (Sc 2) (Sc 0)))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : ((eta ^ 2 * S = 1) <-> (eta = 1 / sqrt S))).
{ assert (p : 0 < sqrt S) by (apply sqrt_lt_R0; lra).
assert (q : sqrt S ^ 2 = S) by (apply pow2_sqrt; lra). split; intros h.
- assert (0 < eta * sqrt S) by pos.
  assert ((eta * sqrt S) ^ 2 = 1) by (rewrite Rpow_mult_distr, q; exact h).
  assert (eta * sqrt S = 1) by nra. apply (Rmult_eq_reg_r (sqrt S)); [|lra]. rewrite H1; field; lra.
- rewrite h; replace ((1 / sqrt S) ^ 2) with (1 / sqrt S ^ 2) by (field; lra).
  rewrite q; field; lra. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E27 *)
Theorem claim_ammup_e27 :
forall (n C N : Z) (c : R) (u : Z -> Z -> R) (v : Z -> Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= n)%Z ->
(1 <= C)%Z ->
(1 <= N)%Z ->
(0 <= c) ->
gaussian_matrix C n c E_W ->
gaussian_vector n c E_w ->
E_w (fun w => (sum 1 N (fun p => sum 1 n (fun i => w i * u p i) * sum 1 n (fun i => w i * v p i)) / IZR N) ^ 2) - E_w (fun w => sum 1 N (fun p => sum 1 n (fun i => w i * u p i) * sum 1 n (fun i => w i * v p i)) / IZR N) ^ 2 = c ^ 2 * sum 1 N (fun p2 => sum 1 N (fun p => sum 1 n (fun i => u p i * u p2 i) * sum 1 n (fun i => v p i * v p2 i) + sum 1 n (fun i => u p i * v p2 i) * sum 1 n (fun i => v p i * u p2 i))) / IZR N ^ 2 /\
E_W (fun W => (sum 1 C (fun r => sum 1 N (fun p => sum 1 n (fun i => W r i * u p i) * sum 1 n (fun i => W r i * v p i)) / IZR N) / IZR C) ^ 2) = E_W (fun W => sum 1 C (fun r => sum 1 N (fun p => sum 1 n (fun i => W r i * u p i) * sum 1 n (fun i => W r i * v p i)) / IZR N) / IZR C) ^ 2 + c ^ 2 * sum 1 N (fun p2 => sum 1 N (fun p => sum 1 n (fun i => u p i * u p2 i) * sum 1 n (fun i => v p i * v p2 i) + sum 1 n (fun i => u p i * v p2 i) * sum 1 n (fun i => v p i * u p2 i))) / IZR N ^ 2 / IZR C.
Proof.
intros n C N c u v E_W E_w dom0 dom1 dom2 dom3 dom4 dom5.
assert (cla0 : E_w (fun w => (sum 1 N (fun p => sum 1 n (fun i => w i * u p i) * sum 1 n (fun i => w i * v p i)) / IZR N) ^ 2) - E_w (fun w => sum 1 N (fun p => sum 1 n (fun i => w i * u p i) * sum 1 n (fun i => w i * v p i)) / IZR N) ^ 2 = c ^ 2 * sum 1 N (fun p2 => sum 1 N (fun p => sum 1 n (fun i => u p i * u p2 i) * sum 1 n (fun i => v p i * v p2 i) + sum 1 n (fun i => u p i * v p2 i) * sum 1 n (fun i => v p i * u p2 i))) / IZR N ^ 2).
{ assert (mean0 : E_w (fun w => (sum 1 N (fun p => sum 1 n (fun i => w i * u p i) * sum 1 n (fun i => w i * v p i)) / IZR N) ^ 2) = sum 1 N (fun p_17 => sum 1 n (fun i_18 => sum 1 N (fun p_20 => sum 1 n (fun i_21 => c * c * u p_17 i_18 * v p_17 i_18 / IZR N * u p_20 i_21 * v p_20 i_21 / IZR N)))) + sum 1 N (fun p_17 => sum 1 n (fun i_18 => sum 1 n (fun i_19 => sum 1 N (fun p_20 => c * c * u p_17 i_18 * v p_17 i_19 / IZR N * u p_20 i_18 * v p_20 i_19 / IZR N)))) + sum 1 N (fun p_17 => sum 1 n (fun i_18 => sum 1 n (fun i_19 => sum 1 N (fun p_20 => c * c * u p_17 i_18 * v p_17 i_19 / IZR N * u p_20 i_19 * v p_20 i_18 / IZR N))))).
{ apply (mean_is _ _ _ _ _ _ dom5) with
  (g := fun w => sum 1 N (fun p_17 => sum 1 n (fun i_18 => sum 1 n (fun i_19 => sum 1 N (fun p_20 => sum 1 n (fun i_21 => sum 1 n (fun i_22 => u p_17 i_18 * v p_17 i_19 / IZR N * u p_20 i_21 * v p_20 i_22 / IZR N * (w i_18 * (w i_19 * (w i_21 * (w i_22 * 1))))))))))) (a := sum 1 N (fun p_17 => sum 1 n (fun i_18 => sum 1 n (fun i_19 => sum 1 N (fun p_20 => sum 1 n (fun i_21 => sum 1 n (fun i_22 => u p_17 i_18 * v p_17 i_19 / IZR N * u p_20 i_21 * v p_20 i_22 / IZR N * (c * same_place i_18 i_19 * c * same_place i_21 i_22 + c * same_place i_18 i_21 * c * same_place i_19 i_22 + c * same_place i_18 i_22 * c * same_place i_19 i_21)))))))).
- intros w. exact (@same_by (IZR N :: IZR n :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))) (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 2 (0 :: 1 :: nil)%list%nat))))) (Over (Sc 0))) 2)
  (Total 0 (Total 1 (Total 1 (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (0 :: 2 :: nil)%list%nat)) (Over (Sc 0))) (En 1 (3 :: 4 :: nil)%list%nat)) (En 2 (3 :: 5 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (1 :: nil)%list%nat) (Times (En 0 (2 :: nil)%list%nat) (Times (En 0 (4 :: nil)%list%nat) (Times (En 0 (5 :: nil)%list%nat) (Num (1)))))))))))))
  ((2 :: 1 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom5.
- transitivity (sum 1 N (fun p_17 => sum 1 n (fun i_18 => sum 1 N (fun p_20 => sum 1 n (fun i_21 => sum 1 n (fun i_19 => same_place i_18 i_19 * sum 1 n (fun i_22 => same_place i_21 i_22 * (c * c * u p_17 i_18 * v p_17 i_19 / IZR N * u p_20 i_21 * v p_20 i_22 / IZR N))))))) + sum 1 N (fun p_17 => sum 1 n (fun i_18 => sum 1 n (fun i_19 => sum 1 N (fun p_20 => sum 1 n (fun i_21 => same_place i_18 i_21 * sum 1 n (fun i_22 => same_place i_19 i_22 * (c * c * u p_17 i_18 * v p_17 i_19 / IZR N * u p_20 i_21 * v p_20 i_22 / IZR N))))))) + sum 1 N (fun p_17 => sum 1 n (fun i_18 => sum 1 n (fun i_19 => sum 1 N (fun p_20 => sum 1 n (fun i_22 => same_place i_18 i_22 * sum 1 n (fun i_21 => same_place i_19 i_21 * (c * c * u p_17 i_18 * v p_17 i_19 / IZR N * u p_20 i_21 * v p_20 i_22 / IZR N)))))))).
  + exact (@same_by (IZR N :: IZR n :: c :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: 4 :: nil)%list%nat)) (En 1 (3 :: 5 :: nil)%list%nat)) (Over (Sc 0))) (Plus (Plus (Times (Times (Times (Sc 4) (En 2 (1 :: 2 :: nil)%list%nat)) (Sc 4)) (En 2 (4 :: 5 :: nil)%list%nat)) (Times (Times (Times (Sc 4) (En 2 (1 :: 4 :: nil)%list%nat)) (Sc 4)) (En 2 (2 :: 5 :: nil)%list%nat))) (Times (Times (Times (Sc 4) (En 2 (1 :: 5 :: nil)%list%nat)) (Sc 4)) (En 2 (2 :: 4 :: nil)%list%nat))))))))))
  (Plus (Plus (Total 0 (Total 1 (Total 0 (Total 1 (Total 1 (Times (En 2 (1 :: 4 :: nil)%list%nat) (Total 1 (Times (En 2 (3 :: 5 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 0 (0 :: 1 :: nil)%list%nat)) (En 1 (0 :: 4 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (2 :: 3 :: nil)%list%nat)) (En 1 (2 :: 5 :: nil)%list%nat)) (Over (Sc 0))))))))))) (Total 0 (Total 1 (Total 1 (Total 0 (Total 1 (Times (En 2 (1 :: 4 :: nil)%list%nat) (Total 1 (Times (En 2 (2 :: 5 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 0 (0 :: 1 :: nil)%list%nat)) (En 1 (0 :: 2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: 4 :: nil)%list%nat)) (En 1 (3 :: 5 :: nil)%list%nat)) (Over (Sc 0)))))))))))) (Total 0 (Total 1 (Total 1 (Total 0 (Total 1 (Times (En 2 (1 :: 4 :: nil)%list%nat) (Total 1 (Times (En 2 (2 :: 5 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 0 (0 :: 1 :: nil)%list%nat)) (En 1 (0 :: 2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: 5 :: nil)%list%nat)) (En 1 (3 :: 4 :: nil)%list%nat)) (Over (Sc 0))))))))))))
  ((2 :: 1 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: 3 :: nil)%list%nat :: (2 :: 1 :: 4 :: 3 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_w (fun w => sum 1 N (fun p => sum 1 n (fun i => w i * u p i) * sum 1 n (fun i => w i * v p i)) / IZR N) = sum 1 N (fun p_28 => sum 1 n (fun i_29 => c * u p_28 i_29 * v p_28 i_29 / IZR N))).
{ apply (mean_is _ _ _ _ _ _ dom5) with
  (g := fun w => sum 1 N (fun p_28 => sum 1 n (fun i_29 => sum 1 n (fun i_30 => u p_28 i_29 * v p_28 i_30 / IZR N * (w i_29 * (w i_30 * 1)))))) (a := sum 1 N (fun p_28 => sum 1 n (fun i_29 => sum 1 n (fun i_30 => u p_28 i_29 * v p_28 i_30 / IZR N * (c * same_place i_29 i_30))))).
- intros w. exact (@same_by (IZR N :: IZR n :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))) (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 2 (0 :: 1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (0 :: 2 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (1 :: nil)%list%nat) (Times (En 0 (2 :: nil)%list%nat) (Num (1))))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom5.
- transitivity (sum 1 N (fun p_28 => sum 1 n (fun i_29 => sum 1 n (fun i_30 => same_place i_29 i_30 * (c * u p_28 i_29 * v p_28 i_30 / IZR N))))).
  + exact (@same_by (IZR N :: IZR n :: c :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat)) (Over (Sc 0))) (Times (Sc 4) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (Times (Times (Sc 4) (En 0 (0 :: 1 :: nil)%list%nat)) (En 1 (0 :: 2 :: nil)%list%nat)) (Over (Sc 0)))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun p_31 => sum 1 n (fun i_32 => sum 1 N (fun p_33 => sum 1 n (fun i_34 => c * c * u p_31 i_32 * v p_31 i_32 / IZR N * u p_33 i_34 * v p_33 i_34 / IZR N)))) + sum 1 N (fun p_35 => sum 1 n (fun i_36 => sum 1 n (fun i_37 => sum 1 N (fun p_38 => c * c * u p_35 i_36 * v p_35 i_37 / IZR N * u p_38 i_36 * v p_38 i_37 / IZR N)))) + sum 1 N (fun p_39 => sum 1 n (fun i_40 => sum 1 n (fun i_41 => sum 1 N (fun p_42 => c * c * u p_39 i_40 * v p_39 i_41 / IZR N * u p_42 i_41 * v p_42 i_40 / IZR N)))) - sum 1 N (fun p_43 => sum 1 n (fun i_44 => c * u p_43 i_44 * v p_43 i_44 / IZR N)) ^ 2); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (c ^ 2 * sum 1 N (fun p2_45 => sum 1 N (fun p_46 => sum 1 n (fun i_47 => u p_46 i_47 * u p2_45 i_47) * sum 1 n (fun i_48 => v p_46 i_48 * v p2_45 i_48) + sum 1 n (fun i_49 => u p_46 i_49 * v p2_45 i_49) * sum 1 n (fun i_50 => v p_46 i_50 * u p2_45 i_50))) / IZR N ^ 2); [exact (@same_by (IZR N :: IZR n :: c :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (Times (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 0 (0 :: 1 :: nil)%list%nat)) (En 1 (0 :: 1 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (2 :: 3 :: nil)%list%nat)) (En 1 (2 :: 3 :: nil)%list%nat)) (Over (Sc 0))))))) (Total 0 (Total 1 (Total 1 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 0 (0 :: 1 :: nil)%list%nat)) (En 1 (0 :: 2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: 1 :: nil)%list%nat)) (En 1 (3 :: 2 :: nil)%list%nat)) (Over (Sc 0)))))))) (Total 0 (Total 1 (Total 1 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Sc 4) (Sc 4)) (En 0 (0 :: 1 :: nil)%list%nat)) (En 1 (0 :: 2 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (3 :: 2 :: nil)%list%nat)) (En 1 (3 :: 1 :: nil)%list%nat)) (Over (Sc 0)))))))) (Minus (Power (Total 0 (Total 1 (Times (Times (Times (Sc 4) (En 0 (0 :: 1 :: nil)%list%nat)) (En 1 (0 :: 1 :: nil)%list%nat)) (Over (Sc 0))))) 2)))
  (Times (Times (Power (Sc 4) 2) (Total 0 (Total 0 (Plus (Times (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (0 :: 2 :: nil)%list%nat))) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat)))) (Times (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))) (Total 1 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 0 (0 :: 2 :: nil)%list%nat)))))))) (Over (Power (Sc 0) 2)))
  ((1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : E_W (fun W => (sum 1 C (fun r => sum 1 N (fun p => sum 1 n (fun i => W r i * u p i) * sum 1 n (fun i => W r i * v p i)) / IZR N) / IZR C) ^ 2) = E_W (fun W => sum 1 C (fun r => sum 1 N (fun p => sum 1 n (fun i => W r i * u p i) * sum 1 n (fun i => W r i * v p i)) / IZR N) / IZR C) ^ 2 + c ^ 2 * sum 1 N (fun p2 => sum 1 N (fun p => sum 1 n (fun i => u p i * u p2 i) * sum 1 n (fun i => v p i * v p2 i) + sum 1 n (fun i => u p i * v p2 i) * sum 1 n (fun i => v p i * u p2 i))) / IZR N ^ 2 / IZR C).
{ assert (mean0 : E_W (fun W => (sum 1 C (fun r => sum 1 N (fun p => sum 1 n (fun i => W r i * u p i) * sum 1 n (fun i => W r i * v p i)) / IZR N) / IZR C) ^ 2) = sum 1 C (fun r_77 => sum 1 N (fun p_78 => sum 1 n (fun i_79 => sum 1 C (fun r_81 => sum 1 N (fun p_82 => sum 1 n (fun i_83 => c * c * u p_78 i_79 * v p_78 i_79 / IZR N / IZR C * u p_82 i_83 * v p_82 i_83 / IZR N / IZR C)))))) + sum 1 C (fun r_77 => sum 1 N (fun p_78 => sum 1 n (fun i_79 => sum 1 n (fun i_80 => sum 1 N (fun p_82 => c * c * u p_78 i_79 * v p_78 i_80 / IZR N / IZR C * u p_82 i_79 * v p_82 i_80 / IZR N / IZR C))))) + sum 1 C (fun r_77 => sum 1 N (fun p_78 => sum 1 n (fun i_79 => sum 1 n (fun i_80 => sum 1 N (fun p_82 => c * c * u p_78 i_79 * v p_78 i_80 / IZR N / IZR C * u p_82 i_80 * v p_82 i_79 / IZR N / IZR C)))))).
{ apply (mean_is _ _ _ _ _ _ dom4) with
  (g := fun W => sum 1 C (fun r_77 => sum 1 N (fun p_78 => sum 1 n (fun i_79 => sum 1 n (fun i_80 => sum 1 C (fun r_81 => sum 1 N (fun p_82 => sum 1 n (fun i_83 => sum 1 n (fun i_84 => u p_78 i_79 * v p_78 i_80 / IZR N / IZR C * u p_82 i_83 * v p_82 i_84 / IZR N / IZR C * (W r_77 i_79 * (W r_77 i_80 * (W r_81 i_83 * (W r_81 i_84 * 1))))))))))))) (a := sum 1 C (fun r_77 => sum 1 N (fun p_78 => sum 1 n (fun i_79 => sum 1 n (fun i_80 => sum 1 C (fun r_81 => sum 1 N (fun p_82 => sum 1 n (fun i_83 => sum 1 n (fun i_84 => u p_78 i_79 * v p_78 i_80 / IZR N / IZR C * u p_82 i_83 * v p_82 i_84 / IZR N / IZR C * (c * same_place r_77 r_77 * same_place i_79 i_80 * c * same_place r_81 r_81 * same_place i_83 i_84 + c * same_place r_77 r_81 * same_place i_79 i_83 * c * same_place r_77 r_81 * same_place i_80 i_84 + c * same_place r_77 r_81 * same_place i_79 i_84 * c * same_place r_77 r_81 * same_place i_80 i_83)))))))))).
- intros W. exact (@same_by (IZR C :: IZR N :: IZR n :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: (2%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (Total 1 (Times (Total 2 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (1 :: 2 :: nil)%list%nat))) (Total 2 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 2 (1 :: 2 :: nil)%list%nat))))) (Over (Sc 2)))) (Over (Sc 0))) 2)
  (Total 0 (Total 1 (Total 2 (Total 2 (Total 0 (Total 1 (Total 2 (Total 2 (Times (Times (Times (Times (Times (Times (Times (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 2 (1 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (En 1 (5 :: 6 :: nil)%list%nat)) (En 2 (5 :: 7 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 3 :: nil)%list%nat) (Times (En 0 (4 :: 6 :: nil)%list%nat) (Times (En 0 (4 :: 7 :: nil)%list%nat) (Num (1)))))))))))))))
  ((3 :: 2 :: 1 :: 4 :: 3 :: 5 :: nil)%list%nat :: (3 :: 2 :: 1 :: 4 :: 3 :: 5 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom4.
- transitivity (sum 1 C (fun r_77 => sum 1 N (fun p_78 => sum 1 n (fun i_79 => sum 1 C (fun r_81 => sum 1 N (fun p_82 => sum 1 n (fun i_83 => sum 1 n (fun i_80 => same_place i_79 i_80 * sum 1 n (fun i_84 => same_place i_83 i_84 * (same_place r_77 r_77 * (same_place r_81 r_81 * (c * c * u p_78 i_79 * v p_78 i_80 / IZR N / IZR C * u p_82 i_83 * v p_82 i_84 / IZR N / IZR C))))))))))) + sum 1 C (fun r_77 => sum 1 N (fun p_78 => sum 1 n (fun i_79 => sum 1 n (fun i_80 => sum 1 N (fun p_82 => sum 1 C (fun r_81 => same_place r_77 r_81 * sum 1 n (fun i_83 => same_place i_79 i_83 * sum 1 n (fun i_84 => same_place i_80 i_84 * (same_place r_77 r_81 * (c * c * u p_78 i_79 * v p_78 i_80 / IZR N / IZR C * u p_82 i_83 * v p_82 i_84 / IZR N / IZR C)))))))))) + sum 1 C (fun r_77 => sum 1 N (fun p_78 => sum 1 n (fun i_79 => sum 1 n (fun i_80 => sum 1 N (fun p_82 => sum 1 C (fun r_81 => same_place r_77 r_81 * sum 1 n (fun i_84 => same_place i_79 i_84 * sum 1 n (fun i_83 => same_place i_80 i_83 * (same_place r_77 r_81 * (c * c * u p_78 i_79 * v p_78 i_80 / IZR N / IZR C * u p_82 i_83 * v p_82 i_84 / IZR N / IZR C))))))))))).
  + exact (@same_by (IZR C :: IZR N :: IZR n :: c :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: (2%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 2 (Total 2 (Total 0 (Total 1 (Total 2 (Total 2 (Times (Times (Times (Times (Times (Times (Times (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (5 :: 6 :: nil)%list%nat)) (En 1 (5 :: 7 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (Plus (Plus (Times (Times (Times (Times (Times (Sc 6) (En 3 (0 :: nil)%list%nat)) (En 2 (2 :: 3 :: nil)%list%nat)) (Sc 6)) (En 3 (4 :: nil)%list%nat)) (En 2 (6 :: 7 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Sc 6) (En 2 (0 :: 4 :: nil)%list%nat)) (En 2 (2 :: 6 :: nil)%list%nat)) (Sc 6)) (En 2 (0 :: 4 :: nil)%list%nat)) (En 2 (3 :: 7 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Sc 6) (En 2 (0 :: 4 :: nil)%list%nat)) (En 2 (2 :: 7 :: nil)%list%nat)) (Sc 6)) (En 2 (0 :: 4 :: nil)%list%nat)) (En 2 (3 :: 6 :: nil)%list%nat))))))))))))
  (Plus (Plus (Total 0 (Total 1 (Total 2 (Total 0 (Total 1 (Total 2 (Total 2 (Times (En 2 (2 :: 6 :: nil)%list%nat) (Total 2 (Times (En 2 (5 :: 7 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (En 3 (3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Times (Sc 6) (Sc 6)) (En 0 (1 :: 2 :: nil)%list%nat)) (En 1 (1 :: 6 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (4 :: 5 :: nil)%list%nat)) (En 1 (4 :: 7 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))))))))))))))) (Total 0 (Total 1 (Total 2 (Total 2 (Total 1 (Total 0 (Times (En 2 (0 :: 5 :: nil)%list%nat) (Total 2 (Times (En 2 (2 :: 6 :: nil)%list%nat) (Total 2 (Times (En 2 (3 :: 7 :: nil)%list%nat) (Times (En 2 (0 :: 5 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Times (Sc 6) (Sc 6)) (En 0 (1 :: 2 :: nil)%list%nat)) (En 1 (1 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (4 :: 6 :: nil)%list%nat)) (En 1 (4 :: 7 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0)))))))))))))))) (Total 0 (Total 1 (Total 2 (Total 2 (Total 1 (Total 0 (Times (En 2 (0 :: 5 :: nil)%list%nat) (Total 2 (Times (En 2 (2 :: 6 :: nil)%list%nat) (Total 2 (Times (En 2 (3 :: 7 :: nil)%list%nat) (Times (En 2 (0 :: 5 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Times (Sc 6) (Sc 6)) (En 0 (1 :: 2 :: nil)%list%nat)) (En 1 (1 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (4 :: 7 :: nil)%list%nat)) (En 1 (4 :: 6 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))))))))))))))))
  ((3 :: 2 :: 1 :: 4 :: 3 :: 5 :: nil)%list%nat :: (3 :: 2 :: 1 :: 4 :: 3 :: 5 :: nil)%list%nat :: (3 :: 2 :: 1 :: 4 :: 3 :: 5 :: nil)%list%nat :: (2 :: 1 :: 3 :: nil)%list%nat :: (4 :: 3 :: 2 :: 1 :: 4 :: 3 :: 5 :: nil)%list%nat :: (4 :: 3 :: 2 :: 1 :: 4 :: 3 :: 6 :: 5 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_W (fun W => sum 1 C (fun r => sum 1 N (fun p => sum 1 n (fun i => W r i * u p i) * sum 1 n (fun i => W r i * v p i)) / IZR N) / IZR C) = sum 1 C (fun r_94 => sum 1 N (fun p_95 => sum 1 n (fun i_96 => c * u p_95 i_96 * v p_95 i_96 / IZR N / IZR C)))).
{ apply (mean_is _ _ _ _ _ _ dom4) with
  (g := fun W => sum 1 C (fun r_94 => sum 1 N (fun p_95 => sum 1 n (fun i_96 => sum 1 n (fun i_97 => u p_95 i_96 * v p_95 i_97 / IZR N / IZR C * (W r_94 i_96 * (W r_94 i_97 * 1))))))) (a := sum 1 C (fun r_94 => sum 1 N (fun p_95 => sum 1 n (fun i_96 => sum 1 n (fun i_97 => u p_95 i_96 * v p_95 i_97 / IZR N / IZR C * (c * same_place r_94 r_94 * same_place i_96 i_97)))))).
- intros W. exact (@same_by (IZR C :: IZR N :: IZR n :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: (2%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Total 1 (Times (Total 2 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (1 :: 2 :: nil)%list%nat))) (Total 2 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 2 (1 :: 2 :: nil)%list%nat))))) (Over (Sc 2)))) (Over (Sc 0)))
  (Total 0 (Total 1 (Total 2 (Total 2 (Times (Times (Times (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 2 (1 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 3 :: nil)%list%nat) (Num (1)))))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom4.
- transitivity (sum 1 C (fun r_94 => sum 1 N (fun p_95 => sum 1 n (fun i_96 => sum 1 n (fun i_97 => same_place i_96 i_97 * (same_place r_94 r_94 * (c * u p_95 i_96 * v p_95 i_97 / IZR N / IZR C))))))).
  + exact (@same_by (IZR C :: IZR N :: IZR n :: c :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: (2%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 2 (Total 2 (Times (Times (Times (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (Times (Times (Sc 6) (En 2 (0 :: nil)%list%nat)) (En 3 (2 :: 3 :: nil)%list%nat)))))))
  (Total 0 (Total 1 (Total 2 (Total 2 (Times (En 3 (2 :: 3 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Times (Sc 6) (En 0 (1 :: 2 :: nil)%list%nat)) (En 1 (1 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0)))))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 C (fun r_98 => sum 1 N (fun p_99 => sum 1 n (fun i_100 => sum 1 C (fun r_101 => sum 1 N (fun p_102 => sum 1 n (fun i_103 => c * c * u p_99 i_100 * v p_99 i_100 / IZR N / IZR C * u p_102 i_103 * v p_102 i_103 / IZR N / IZR C)))))) + sum 1 C (fun r_104 => sum 1 N (fun p_105 => sum 1 n (fun i_106 => sum 1 n (fun i_107 => sum 1 N (fun p_108 => c * c * u p_105 i_106 * v p_105 i_107 / IZR N / IZR C * u p_108 i_106 * v p_108 i_107 / IZR N / IZR C))))) + sum 1 C (fun r_109 => sum 1 N (fun p_110 => sum 1 n (fun i_111 => sum 1 n (fun i_112 => sum 1 N (fun p_113 => c * c * u p_110 i_111 * v p_110 i_112 / IZR N / IZR C * u p_113 i_112 * v p_113 i_111 / IZR N / IZR C)))))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 C (fun r_114 => sum 1 N (fun p_115 => sum 1 n (fun i_116 => c * u p_115 i_116 * v p_115 i_116 / IZR N / IZR C))) ^ 2 + c ^ 2 * sum 1 N (fun p2_117 => sum 1 N (fun p_118 => sum 1 n (fun i_119 => u p_118 i_119 * u p2_117 i_119) * sum 1 n (fun i_120 => v p_118 i_120 * v p2_117 i_120) + sum 1 n (fun i_121 => u p_118 i_121 * v p2_117 i_121) * sum 1 n (fun i_122 => v p_118 i_122 * u p2_117 i_122))) / IZR N ^ 2 / IZR C); [exact (@same_by (IZR C :: IZR N :: IZR n :: c :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: (2%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 1 (Total 2 (Total 0 (Total 1 (Total 2 (Times (Times (Times (Times (Times (Times (Times (Times (Times (Sc 6) (Sc 6)) (En 0 (1 :: 2 :: nil)%list%nat)) (En 1 (1 :: 2 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (4 :: 5 :: nil)%list%nat)) (En 1 (4 :: 5 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))))))))) (Total 0 (Total 1 (Total 2 (Total 2 (Total 1 (Times (Times (Times (Times (Times (Times (Times (Times (Times (Sc 6) (Sc 6)) (En 0 (1 :: 2 :: nil)%list%nat)) (En 1 (1 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (4 :: 2 :: nil)%list%nat)) (En 1 (4 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))))))))) (Total 0 (Total 1 (Total 2 (Total 2 (Total 1 (Times (Times (Times (Times (Times (Times (Times (Times (Times (Sc 6) (Sc 6)) (En 0 (1 :: 2 :: nil)%list%nat)) (En 1 (1 :: 3 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (4 :: 3 :: nil)%list%nat)) (En 1 (4 :: 2 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0)))))))))
  (Plus (Power (Total 0 (Total 1 (Total 2 (Times (Times (Times (Times (Sc 6) (En 0 (1 :: 2 :: nil)%list%nat)) (En 1 (1 :: 2 :: nil)%list%nat)) (Over (Sc 2))) (Over (Sc 0)))))) 2) (Times (Times (Times (Power (Sc 6) 2) (Total 1 (Total 1 (Plus (Times (Total 2 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (0 :: 2 :: nil)%list%nat))) (Total 2 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat)))) (Times (Total 2 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))) (Total 2 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 0 (0 :: 2 :: nil)%list%nat)))))))) (Over (Power (Sc 2) 2))) (Over (Sc 0))))
  ((0 :: 1 :: 3 :: 2 :: 4 :: 3 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E26 *)
Theorem claim_ammup_e26 :
forall (n : Z) (s : R) (u : Z -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= n)%Z ->
gaussian_vector n (1 / IZR n) E_w ->
E_w (fun w => sum 1 n (fun i => w i * u i) ^ 4) = 3 * sum 1 n (fun i => u i * u i) ^ 2 / IZR n ^ 2 /\
((forall i : Z, (1 <= i <= n)%Z -> u i = s) -> E_w (fun w => sum 1 n (fun i => w i * u i) ^ 4) = 3 * s ^ 4).
Proof.
intros n s u E_w dom0 dom1.
assert (cla0 : E_w (fun w => sum 1 n (fun i => w i * u i) ^ 4) = 3 * sum 1 n (fun i => u i * u i) ^ 2 / IZR n ^ 2).
{ assert (mean0 : E_w (fun w => sum 1 n (fun i => w i * u i) ^ 4) = sum 1 n (fun i_5 => sum 1 n (fun i_7 => 1 / IZR n * (1 / IZR n) * u i_5 * u i_5 * u i_7 * u i_7)) + sum 1 n (fun i_5 => sum 1 n (fun i_6 => 1 / IZR n * (1 / IZR n) * u i_5 * u i_6 * u i_5 * u i_6)) + sum 1 n (fun i_5 => sum 1 n (fun i_6 => 1 / IZR n * (1 / IZR n) * u i_5 * u i_6 * u i_6 * u i_5))).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun w => sum 1 n (fun i_5 => sum 1 n (fun i_6 => sum 1 n (fun i_7 => sum 1 n (fun i_8 => u i_5 * u i_6 * u i_7 * u i_8 * (w i_5 * (w i_6 * (w i_7 * (w i_8 * 1))))))))) (a := sum 1 n (fun i_5 => sum 1 n (fun i_6 => sum 1 n (fun i_7 => sum 1 n (fun i_8 => u i_5 * u i_6 * u i_7 * u i_8 * (1 / IZR n * same_place i_5 i_6 * (1 / IZR n) * same_place i_7 i_8 + 1 / IZR n * same_place i_5 i_7 * (1 / IZR n) * same_place i_6 i_8 + 1 / IZR n * same_place i_5 i_8 * (1 / IZR n) * same_place i_6 i_7)))))).
- intros w. exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 4)
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Times (En 0 (2 :: nil)%list%nat) (Times (En 0 (3 :: nil)%list%nat) (Num (1)))))))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 n (fun i_5 => sum 1 n (fun i_7 => sum 1 n (fun i_6 => same_place i_5 i_6 * sum 1 n (fun i_8 => same_place i_7 i_8 * (1 / IZR n * (1 / IZR n) * u i_5 * u i_6 * u i_7 * u i_8))))) + sum 1 n (fun i_5 => sum 1 n (fun i_6 => sum 1 n (fun i_7 => same_place i_5 i_7 * sum 1 n (fun i_8 => same_place i_6 i_8 * (1 / IZR n * (1 / IZR n) * u i_5 * u i_6 * u i_7 * u i_8))))) + sum 1 n (fun i_5 => sum 1 n (fun i_6 => sum 1 n (fun i_8 => same_place i_5 i_8 * sum 1 n (fun i_7 => same_place i_6 i_7 * (1 / IZR n * (1 / IZR n) * u i_5 * u i_6 * u i_7 * u i_8)))))).
  + exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Plus (Plus (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 1 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (2 :: 3 :: nil)%list%nat)) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 2 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (1 :: 3 :: nil)%list%nat))) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 3 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (1 :: 2 :: nil)%list%nat))))))))
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 n (fun i_9 => sum 1 n (fun i_10 => 1 / IZR n * (1 / IZR n) * u i_9 * u i_9 * u i_10 * u i_10)) + sum 1 n (fun i_11 => sum 1 n (fun i_12 => 1 / IZR n * (1 / IZR n) * u i_11 * u i_12 * u i_11 * u i_12)) + sum 1 n (fun i_13 => sum 1 n (fun i_14 => 1 / IZR n * (1 / IZR n) * u i_13 * u i_14 * u i_14 * u i_13))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (3 * sum 1 n (fun i_15 => u i_15 * u i_15) ^ 2 / IZR n ^ 2); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))
  (Times (Times (Num (3)) (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))) 2)) (Over (Power (Sc 0) 2)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : (forall i : Z, (1 <= i <= n)%Z -> u i = s) -> E_w (fun w => sum 1 n (fun i => w i * u i) ^ 4) = 3 * s ^ 4).
{ intros spe0. assert (mean0 : E_w (fun w => sum 1 n (fun i => w i * u i) ^ 4) = sum 1 n (fun i_20 => sum 1 n (fun i_22 => 1 / IZR n * (1 / IZR n) * u i_20 * u i_20 * u i_22 * u i_22)) + sum 1 n (fun i_20 => sum 1 n (fun i_21 => 1 / IZR n * (1 / IZR n) * u i_20 * u i_21 * u i_20 * u i_21)) + sum 1 n (fun i_20 => sum 1 n (fun i_21 => 1 / IZR n * (1 / IZR n) * u i_20 * u i_21 * u i_21 * u i_20))).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun w => sum 1 n (fun i_20 => sum 1 n (fun i_21 => sum 1 n (fun i_22 => sum 1 n (fun i_23 => u i_20 * u i_21 * u i_22 * u i_23 * (w i_20 * (w i_21 * (w i_22 * (w i_23 * 1))))))))) (a := sum 1 n (fun i_20 => sum 1 n (fun i_21 => sum 1 n (fun i_22 => sum 1 n (fun i_23 => u i_20 * u i_21 * u i_22 * u i_23 * (1 / IZR n * same_place i_20 i_21 * (1 / IZR n) * same_place i_22 i_23 + 1 / IZR n * same_place i_20 i_22 * (1 / IZR n) * same_place i_21 i_23 + 1 / IZR n * same_place i_20 i_23 * (1 / IZR n) * same_place i_21 i_22)))))).
- intros w. exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 4)
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Times (En 0 (2 :: nil)%list%nat) (Times (En 0 (3 :: nil)%list%nat) (Num (1)))))))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 n (fun i_20 => sum 1 n (fun i_22 => sum 1 n (fun i_21 => same_place i_20 i_21 * sum 1 n (fun i_23 => same_place i_22 i_23 * (1 / IZR n * (1 / IZR n) * u i_20 * u i_21 * u i_22 * u i_23))))) + sum 1 n (fun i_20 => sum 1 n (fun i_21 => sum 1 n (fun i_22 => same_place i_20 i_22 * sum 1 n (fun i_23 => same_place i_21 i_23 * (1 / IZR n * (1 / IZR n) * u i_20 * u i_21 * u i_22 * u i_23))))) + sum 1 n (fun i_20 => sum 1 n (fun i_21 => sum 1 n (fun i_23 => same_place i_20 i_23 * sum 1 n (fun i_22 => same_place i_21 i_22 * (1 / IZR n * (1 / IZR n) * u i_20 * u i_21 * u i_22 * u i_23)))))).
  + exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Plus (Plus (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 1 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (2 :: 3 :: nil)%list%nat)) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 2 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (1 :: 3 :: nil)%list%nat))) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 3 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (1 :: 2 :: nil)%list%nat))))))))
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 n (fun i_24 => sum 1 n (fun i_25 => 1 / IZR n * (1 / IZR n) * s * s * s * s)) + sum 1 n (fun i_26 => sum 1 n (fun i_27 => 1 / IZR n * (1 / IZR n) * s * s * s * s)) + sum 1 n (fun i_28 => sum 1 n (fun i_29 => 1 / IZR n * (1 / IZR n) * s * s * s * s))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | match goal with |- u ?p0 = _ => etransitivity; [solve [replace (u p0) with (u p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (3 * s ^ 4); [exact (@same_by (IZR n :: s :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Sc 2)) (Sc 2)) (Sc 2)) (Sc 2)))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Sc 2)) (Sc 2)) (Sc 2)) (Sc 2))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (Sc 2)) (Sc 2)) (Sc 2)) (Sc 2)))))
  (Times (Num (3)) (Power (Sc 2) 4))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | match goal with |- u ?p0 = _ => etransitivity; [solve [replace (u p0) with (u p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E23 *)
Theorem claim_ammup_e23 :
forall (L : Z),
(1 <= L)%Z ->
sum 1 L (fun h_1 => sum 1 h_1 (fun h_2 => IZR h_2) + IZR h_1 * (IZR L - IZR h_1)) = 1 / 6 * IZR L * (1 + IZR L) * (1 + 2 * IZR L).
Proof.
intros L dom0.
assert (cla0 : sum 1 L (fun h_1 => sum 1 h_1 (fun h_2 => IZR h_2) + IZR h_1 * (IZR L - IZR h_1)) = 1 / 6 * IZR L * (1 + IZR L) * (1 + 2 * IZR L)).
{ rewrite (sum_cubic L _ 0 (-1 / 2) (1 / 2 + IZR L) 0); [field | lia |].
intros i ran0; rewrite sum_id by lia; field. }
exact cla0.
Qed.

(* AMMUP-X06-root *)
Theorem claim_ammup_x06_root :
forall (L : Z) (q kappa h variance n m rho : R),
(1 <= L)%Z ->
(0 < q) ->
(1 <= kappa) ->
(0 < h) ->
(0 < variance) ->
(0 < n) ->
(0 < m) ->
(0 < rho) ->
variance / (variance + h) * (1 + h / variance * (1 + IZR L * kappa * m / n)) = 1 + kappa * h * IZR L * m / (n * (variance + h)) /\
(n = rho * m -> n / m * (1 + kappa * h * IZR L * m / (n * (variance + h))) = rho + kappa * h * IZR L / (variance + h)).
Proof.
intros L q kappa h variance n m rho dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
assert (cla0 : variance / (variance + h) * (1 + h / variance * (1 + IZR L * kappa * m / n)) = 1 + kappa * h * IZR L * m / (n * (variance + h))).
{ fieldy. }
assert (cla1 : n = rho * m -> n / m * (1 + kappa * h * IZR L * m / (n * (variance + h))) = rho + kappa * h * IZR L / (variance + h)).
{ intros spe0. subst n. clear cla0. fieldy. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-B-delta *)
Theorem claim_ammup_b_delta :
forall (L l : Z) (delta kappa : R),
(1 <= L)%Z ->
(1 <= l)%Z ->
(0 <= delta) ->
(1 <= kappa) ->
IZR L * (1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2)) = sum 1 L (fun unit => IZR unit ^ 2 + delta * (IZR unit + (-1)) * IZR unit * (2 * IZR unit + (-1)) / 6) /\
kappa * IZR l * (IZR l + 1) * (2 * IZR l + 1) / 6 - (kappa + (-1)) * IZR l ^ 2 = IZR l ^ 2 + kappa * (IZR l + (-1)) * IZR l * (2 * IZR l + (-1)) / 6.
Proof.
intros L l delta kappa dom0 dom1 dom2 dom3.
assert (cla0 : IZR L * (1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2)) = sum 1 L (fun unit => IZR unit ^ 2 + delta * (IZR unit + (-1)) * IZR unit * (2 * IZR unit + (-1)) / 6)).
{ rewrite (sum_cubic L _ (delta / 3) (1 - delta / 2) (delta / 6) 0); [field | lia |].
intros i ran0; field. }
assert (cla1 : kappa * IZR l * (IZR l + 1) * (2 * IZR l + 1) / 6 - (kappa + (-1)) * IZR l ^ 2 = IZR l ^ 2 + kappa * (IZR l + (-1)) * IZR l * (2 * IZR l + (-1)) / 6).
{ field. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-D12 *)
Theorem claim_ammup_d12 :
forall (m : Z) (s : R) (out : Z -> R) (y : Z -> R) (e : Z -> R),
(1 <= m)%Z ->
sum 1 m (fun t => (out t - y t + s * e t) ^ 2) / (2 * IZR m) - sum 1 m (fun t => (out t - y t) ^ 2) / (2 * IZR m) = s * sum 1 m (fun t => (out t - y t) * e t) / IZR m + s ^ 2 * sum 1 m (fun t => e t ^ 2) / (2 * IZR m).
Proof.
intros m s out y e dom0.
assert (cla0 : sum 1 m (fun t => (out t - y t + s * e t) ^ 2) / (2 * IZR m) - sum 1 m (fun t => (out t - y t) ^ 2) / (2 * IZR m) = s * sum 1 m (fun t => (out t - y t) * e t) / IZR m + s ^ 2 * sum 1 m (fun t => e t ^ 2) / (2 * IZR m)).
{ transitivity (sum 1 m (fun t_1 => (out t_1 - y t_1 + s * e t_1) ^ 2) / (2 * IZR m) - sum 1 m (fun t_2 => (out t_2 - y t_2) ^ 2) / (2 * IZR m)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (s * sum 1 m (fun t_3 => (out t_3 - y t_3) * e t_3) / IZR m + s ^ 2 * sum 1 m (fun t_4 => e t_4 ^ 2) / (2 * IZR m)); [exact (@same_by (IZR m :: s :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Power (Plus (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) (Times (Sc 2) (En 2 (0 :: nil)%list%nat))) 2)) (Over (Times (Num (2)) (Sc 0)))) (Minus (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) 2)) (Over (Times (Num (2)) (Sc 0))))))
  (Plus (Times (Times (Sc 2) (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat)))) (Over (Sc 0))) (Times (Times (Power (Sc 2) 2) (Total 0 (Power (En 2 (0 :: nil)%list%nat) 2))) (Over (Times (Num (2)) (Sc 0)))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E18 *)
Theorem claim_ammup_e18 :
forall (m P : Z) (sigma2 : R) (out : Z -> R) (eta : Z -> R) (dz : Z -> R) (dout : Z -> Z -> R) (E_y : ((Z -> R) -> R) -> R),
(1 <= m)%Z ->
(1 <= P)%Z ->
(0 <= sigma2) ->
gaussian_vector m sigma2 E_y ->
E_y (fun y => (sum 1 m (fun t => (out t - y t) * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2) = sigma2 / IZR m * sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t => dout mu t * dout nu t) / IZR m))) + sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t2 => sum 1 m (fun t => dout mu t * out t * dout nu t2 * out t2)) / IZR m ^ 2))).
Proof.
intros m P sigma2 out eta dz dout E_y dom0 dom1 dom2 dom3.
assert (cla0 : E_y (fun y => (sum 1 m (fun t => (out t - y t) * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2) = sigma2 / IZR m * sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t => dout mu t * dout nu t) / IZR m))) + sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t2 => sum 1 m (fun t => dout mu t * out t * dout nu t2 * out t2)) / IZR m ^ 2)))).
{ assert (mean0 : E_y (fun y => (sum 1 m (fun t => (out t - y t) * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2) = sum 1 m (fun t_7 => sum 1 m (fun t_8 => out t_7 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_7) / IZR m * out t_8 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_8) / IZR m)) + sum 1 m (fun t_13 => sigma2 * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m)).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun y => sum 1 m (fun t_7 => sum 1 m (fun t_8 => out t_7 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_7) / IZR m * out t_8 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_8) / IZR m * 1)) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => out t_9 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_9) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_10) / IZR m * (y t_10 * 1))) + sum 1 m (fun t_11 => sum 1 m (fun t_12 => (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_11) / IZR m * out t_12 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_12) / IZR m * (y t_11 * 1))) + sum 1 m (fun t_13 => sum 1 m (fun t_14 => (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_14) / IZR m * (y t_13 * (y t_14 * 1))))) (a := sum 1 m (fun t_7 => sum 1 m (fun t_8 => out t_7 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_7) / IZR m * out t_8 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_8) / IZR m * 1)) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => out t_9 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_9) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_10) / IZR m * 0)) + sum 1 m (fun t_11 => sum 1 m (fun t_12 => (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_11) / IZR m * out t_12 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_12) / IZR m * 0)) + sum 1 m (fun t_13 => sum 1 m (fun t_14 => (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_14) / IZR m * (sigma2 * same_place t_13 t_14)))).
- intros y. exact (@same_by (IZR m :: IZR P :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (1%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) (Total 1 (Times (Times (En 2 (1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat)) (En 4 (1 :: 0 :: nil)%list%nat))))) (Over (Sc 0))) 2)
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 1 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 1 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))))
  ((1 :: nil)%list%nat :: (1 :: 0 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 m (fun t_7 => sum 1 m (fun t_8 => out t_7 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_7) / IZR m * out t_8 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_8) / IZR m)) + sum 1 m (fun t_13 => sum 1 m (fun t_14 => same_place t_13 t_14 * (sigma2 * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_14) / IZR m)))).
  + exact (@same_by (IZR m :: IZR P :: sigma2 :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (1%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 4 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 4 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 4 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 4 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (Sc 4) (En 3 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (En 4 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 4 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))))) (Total 0 (Total 0 (Times (En 3 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Sc 4) (Num (-1))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0)))))))
  ((nil)%list%nat :: (0 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 m (fun t_15 => sum 1 m (fun t_16 => out t_15 * sum 1 P (fun mu_17 => eta mu_17 * dz mu_17 * dout mu_17 t_15) / IZR m * out t_16 * sum 1 P (fun mu_18 => eta mu_18 * dz mu_18 * dout mu_18 t_16) / IZR m)) + sum 1 m (fun t_19 => sigma2 * (-1) * sum 1 P (fun mu_20 => eta mu_20 * dz mu_20 * dout mu_20 t_19) / IZR m * (-1) * sum 1 P (fun mu_21 => eta mu_21 * dz mu_21 * dout mu_21 t_19) / IZR m)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sigma2 / IZR m * sum 1 P (fun nu_22 => sum 1 P (fun mu_23 => eta mu_23 * eta nu_22 * dz mu_23 * dz nu_22 * (sum 1 m (fun t_24 => dout mu_23 t_24 * dout nu_22 t_24) / IZR m))) + sum 1 P (fun nu_25 => sum 1 P (fun mu_26 => eta mu_26 * eta nu_25 * dz mu_26 * dz nu_25 * (sum 1 m (fun t2_27 => sum 1 m (fun t_28 => dout mu_26 t_28 * out t_28 * dout nu_25 t2_27 * out t2_27)) / IZR m ^ 2)))); [exact (@same_by (IZR m :: sigma2 :: IZR P :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (2%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (En 3 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 3 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))))) (Total 0 (Times (Times (Times (Times (Times (Times (Sc 2) (Num (-1))) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Over (Sc 0)))))
  (Plus (Times (Times (Sc 2) (Over (Sc 0))) (Total 1 (Total 1 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Times (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (En 2 (0 :: 2 :: nil)%list%nat))) (Over (Sc 0))))))) (Total 1 (Total 1 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Times (Total 0 (Total 0 (Times (Times (Times (En 2 (1 :: 3 :: nil)%list%nat) (En 3 (3 :: nil)%list%nat)) (En 2 (0 :: 2 :: nil)%list%nat)) (En 3 (2 :: nil)%list%nat)))) (Over (Power (Sc 0) 2)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-L2 *)
Theorem claim_ammup_l2 :
forall (m P : Z) (sigma2 : R) (out : Z -> R) (eta : Z -> R) (dz : Z -> R) (dout : Z -> Z -> R) (E_y : ((Z -> R) -> R) -> R),
(1 <= m)%Z ->
(1 <= P)%Z ->
(0 <= sigma2) ->
gaussian_vector m sigma2 E_y ->
E_y (fun y => (sum 1 m (fun t => (out t - y t) * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2) = sigma2 / IZR m * sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t => dout mu t * dout nu t) / IZR m))) + sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t2 => sum 1 m (fun t => dout mu t * out t * dout nu t2 * out t2)) / IZR m ^ 2))).
Proof.
intros m P sigma2 out eta dz dout E_y dom0 dom1 dom2 dom3.
assert (cla0 : E_y (fun y => (sum 1 m (fun t => (out t - y t) * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2) = sigma2 / IZR m * sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t => dout mu t * dout nu t) / IZR m))) + sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t2 => sum 1 m (fun t => dout mu t * out t * dout nu t2 * out t2)) / IZR m ^ 2)))).
{ assert (mean0 : E_y (fun y => (sum 1 m (fun t => (out t - y t) * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2) = sum 1 m (fun t_7 => sum 1 m (fun t_8 => out t_7 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_7) / IZR m * out t_8 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_8) / IZR m)) + sum 1 m (fun t_13 => sigma2 * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m)).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun y => sum 1 m (fun t_7 => sum 1 m (fun t_8 => out t_7 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_7) / IZR m * out t_8 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_8) / IZR m * 1)) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => out t_9 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_9) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_10) / IZR m * (y t_10 * 1))) + sum 1 m (fun t_11 => sum 1 m (fun t_12 => (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_11) / IZR m * out t_12 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_12) / IZR m * (y t_11 * 1))) + sum 1 m (fun t_13 => sum 1 m (fun t_14 => (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_14) / IZR m * (y t_13 * (y t_14 * 1))))) (a := sum 1 m (fun t_7 => sum 1 m (fun t_8 => out t_7 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_7) / IZR m * out t_8 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_8) / IZR m * 1)) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => out t_9 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_9) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_10) / IZR m * 0)) + sum 1 m (fun t_11 => sum 1 m (fun t_12 => (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_11) / IZR m * out t_12 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_12) / IZR m * 0)) + sum 1 m (fun t_13 => sum 1 m (fun t_14 => (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_14) / IZR m * (sigma2 * same_place t_13 t_14)))).
- intros y. exact (@same_by (IZR m :: IZR P :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (1%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) (Total 1 (Times (Times (En 2 (1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat)) (En 4 (1 :: 0 :: nil)%list%nat))))) (Over (Sc 0))) 2)
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 1 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 1 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (2 :: nil)%list%nat)) (En 4 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))))
  ((1 :: nil)%list%nat :: (1 :: 0 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 m (fun t_7 => sum 1 m (fun t_8 => out t_7 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_7) / IZR m * out t_8 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_8) / IZR m)) + sum 1 m (fun t_13 => sum 1 m (fun t_14 => same_place t_13 t_14 * (sigma2 * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_13) / IZR m * (-1) * sum 1 P (fun mu => eta mu * dz mu * dout mu t_14) / IZR m)))).
  + exact (@same_by (IZR m :: IZR P :: sigma2 :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (1%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 4 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 4 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (En 4 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 4 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (-1)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (Sc 4) (En 3 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (En 4 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 4 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))))) (Total 0 (Total 0 (Times (En 3 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Sc 4) (Num (-1))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0)))))))
  ((nil)%list%nat :: (0 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 m (fun t_15 => sum 1 m (fun t_16 => out t_15 * sum 1 P (fun mu_17 => eta mu_17 * dz mu_17 * dout mu_17 t_15) / IZR m * out t_16 * sum 1 P (fun mu_18 => eta mu_18 * dz mu_18 * dout mu_18 t_16) / IZR m)) + sum 1 m (fun t_19 => sigma2 * (-1) * sum 1 P (fun mu_20 => eta mu_20 * dz mu_20 * dout mu_20 t_19) / IZR m * (-1) * sum 1 P (fun mu_21 => eta mu_21 * dz mu_21 * dout mu_21 t_19) / IZR m)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sigma2 / IZR m * sum 1 P (fun nu_22 => sum 1 P (fun mu_23 => eta mu_23 * eta nu_22 * dz mu_23 * dz nu_22 * (sum 1 m (fun t_24 => dout mu_23 t_24 * dout nu_22 t_24) / IZR m))) + sum 1 P (fun nu_25 => sum 1 P (fun mu_26 => eta mu_26 * eta nu_25 * dz mu_26 * dz nu_25 * (sum 1 m (fun t2_27 => sum 1 m (fun t_28 => dout mu_26 t_28 * out t_28 * dout nu_25 t2_27 * out t2_27)) / IZR m ^ 2)))); [exact (@same_by (IZR m :: sigma2 :: IZR P :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (2%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (En 3 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (En 3 (1 :: nil)%list%nat)) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))))) (Total 0 (Times (Times (Times (Times (Times (Times (Sc 2) (Num (-1))) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Num (-1))) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Over (Sc 0)))))
  (Plus (Times (Times (Sc 2) (Over (Sc 0))) (Total 1 (Total 1 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Times (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (En 2 (0 :: 2 :: nil)%list%nat))) (Over (Sc 0))))))) (Total 1 (Total 1 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Times (Total 0 (Total 0 (Times (Times (Times (En 2 (1 :: 3 :: nil)%list%nat) (En 3 (3 :: nil)%list%nat)) (En 2 (0 :: 2 :: nil)%list%nat)) (En 3 (2 :: nil)%list%nat)))) (Over (Power (Sc 0) 2)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E19-factor *)
Theorem claim_ammup_e19_factor :
forall (m P : Z) (sigma2 : R) (out : Z -> R) (eta : Z -> R) (dz : Z -> R) (dout : Z -> Z -> R) (E_y : ((Z -> R) -> R) -> R),
(1 <= m)%Z ->
(1 <= P)%Z ->
(0 <= sigma2) ->
gaussian_vector m sigma2 E_y ->
E_y (fun y => (sum 1 m (fun t => y t * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2) = sigma2 / IZR m * sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t => dout mu t * dout nu t) / IZR m))).
Proof.
intros m P sigma2 out eta dz dout E_y dom0 dom1 dom2 dom3.
assert (cla0 : E_y (fun y => (sum 1 m (fun t => y t * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2) = sigma2 / IZR m * sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t => dout mu t * dout nu t) / IZR m)))).
{ assert (mean0 : E_y (fun y => (sum 1 m (fun t => y t * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2) = sum 1 m (fun t_5 => sigma2 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_5) / IZR m * sum 1 P (fun mu => eta mu * dz mu * dout mu t_5) / IZR m)).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun y => sum 1 m (fun t_5 => sum 1 m (fun t_6 => sum 1 P (fun mu => eta mu * dz mu * dout mu t_5) / IZR m * sum 1 P (fun mu => eta mu * dz mu * dout mu t_6) / IZR m * (y t_5 * (y t_6 * 1))))) (a := sum 1 m (fun t_5 => sum 1 m (fun t_6 => sum 1 P (fun mu => eta mu * dz mu * dout mu t_5) / IZR m * sum 1 P (fun mu => eta mu * dz mu * dout mu t_6) / IZR m * (sigma2 * same_place t_5 t_6)))).
- intros y. exact (@same_by (IZR m :: IZR P :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (1%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (1 :: 0 :: nil)%list%nat))))) (Over (Sc 0))) 2)
  (Total 0 (Total 0 (Times (Times (Times (Times (Total 1 (Times (Times (En 1 (2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat)) (En 3 (2 :: 0 :: nil)%list%nat))) (Over (Sc 0))) (Total 1 (Times (Times (En 1 (2 :: nil)%list%nat) (En 2 (2 :: nil)%list%nat)) (En 3 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  ((1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 m (fun t_5 => sum 1 m (fun t_6 => same_place t_5 t_6 * (sigma2 * sum 1 P (fun mu => eta mu * dz mu * dout mu t_5) / IZR m * sum 1 P (fun mu => eta mu * dz mu * dout mu t_6) / IZR m)))).
  + exact (@same_by (IZR m :: IZR P :: sigma2 :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (1%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Times (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat))) (Over (Sc 0))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))) (Times (Sc 4) (En 3 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 3 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Sc 4) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Total 1 (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 2 (2 :: 1 :: nil)%list%nat)))) (Over (Sc 0))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 m (fun t_7 => sigma2 * sum 1 P (fun mu_8 => eta mu_8 * dz mu_8 * dout mu_8 t_7) / IZR m * sum 1 P (fun mu_9 => eta mu_9 * dz mu_9 * dout mu_9 t_7) / IZR m)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sigma2 / IZR m * sum 1 P (fun nu_10 => sum 1 P (fun mu_11 => eta mu_11 * eta nu_10 * dz mu_11 * dz nu_10 * (sum 1 m (fun t_12 => dout mu_11 t_12 * dout nu_10 t_12) / IZR m)))); [exact (@same_by (IZR m :: sigma2 :: IZR P :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (2%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Times (Times (Sc 2) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Over (Sc 0))) (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Over (Sc 0))))
  (Times (Times (Sc 2) (Over (Sc 0))) (Total 1 (Total 1 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (Times (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (En 2 (0 :: 2 :: nil)%list%nat))) (Over (Sc 0)))))))
  ((nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E20 *)
Theorem claim_ammup_e20 :
forall (m P : Z) (sigma2 : R) (out : Z -> R) (eta : Z -> R) (dz : Z -> R) (dout : Z -> Z -> R) (E_y : ((Z -> R) -> R) -> R),
(1 <= m)%Z ->
(1 <= P)%Z ->
(0 <= sigma2) ->
gaussian_vector m sigma2 E_y ->
(sum 1 m (fun t => out t * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2 = sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t2 => sum 1 m (fun t => dout mu t * out t * dout nu t2 * out t2)) / IZR m ^ 2))).
Proof.
intros m P sigma2 out eta dz dout E_y dom0 dom1 dom2 dom3.
assert (cla0 : (sum 1 m (fun t => out t * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2 = sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t2 => sum 1 m (fun t => dout mu t * out t * dout nu t2 * out t2)) / IZR m ^ 2)))).
{ transitivity ((sum 1 m (fun t_1 => out t_1 * sum 1 P (fun mu_2 => eta mu_2 * dz mu_2 * dout mu_2 t_1)) / IZR m) ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 P (fun nu_3 => sum 1 P (fun mu_4 => eta mu_4 * eta nu_3 * dz mu_4 * dz nu_3 * (sum 1 m (fun t2_5 => sum 1 m (fun t_6 => dout mu_4 t_6 * out t_6 * dout nu_3 t2_5 * out t2_5)) / IZR m ^ 2)))); [exact (@same_by (IZR m :: IZR P :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (1%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (1 :: 0 :: nil)%list%nat))))) (Over (Sc 0))) 2)
  (Total 1 (Total 1 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Times (Total 0 (Total 0 (Times (Times (Times (En 3 (1 :: 3 :: nil)%list%nat) (En 0 (3 :: nil)%list%nat)) (En 3 (0 :: 2 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))) (Over (Power (Sc 0) 2))))))
  ((1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E03 *)
Theorem claim_ammup_e03 :
forall (N k C : Z) (q : R) (phi : Z -> Z -> Z -> R) (a : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(1 <= k)%Z ->
(1 <= C)%Z ->
(0 < q) ->
gaussian_matrix C k (1 / (q * IZR k * IZR C)) E_W ->
sum 1 N (fun p => E_W (fun W => sum 1 k (fun o => sum 1 C (fun c => W c o * phi c o p)) ^ 2)) = sum 1 N (fun p => sum 1 k (fun o => sum 1 C (fun c => phi c o p ^ 2))) / (q * IZR k * IZR C) /\
sum 1 k (fun o => sum 1 C (fun c => a c ^ 2)) / (q * IZR k * IZR C) = sum 1 C (fun c => a c ^ 2) / (q * IZR C).
Proof.
intros N k C q phi a E_W dom0 dom1 dom2 dom3 dom4.
assert (cla0 : sum 1 N (fun p => E_W (fun W => sum 1 k (fun o => sum 1 C (fun c => W c o * phi c o p)) ^ 2)) = sum 1 N (fun p => sum 1 k (fun o => sum 1 C (fun c => phi c o p ^ 2))) / (q * IZR k * IZR C)).
{ assert (mean0 : (forall p : Z, (1 <= p <= N)%Z -> E_W (fun W => sum 1 k (fun o => sum 1 C (fun c => W c o * phi c o p)) ^ 2) = sum 1 k (fun o_5 => sum 1 C (fun c_6 => 1 / (q * IZR k * IZR C) * phi c_6 o_5 p * phi c_6 o_5 p)))).
{ intros p rng0. apply (mean_is _ _ _ _ _ _ dom4) with
  (g := fun W => sum 1 k (fun o_5 => sum 1 C (fun c_6 => sum 1 k (fun o_7 => sum 1 C (fun c_8 => phi c_6 o_5 p * phi c_8 o_7 p * (W c_6 o_5 * (W c_8 o_7 * 1))))))) (a := sum 1 k (fun o_5 => sum 1 C (fun c_6 => sum 1 k (fun o_7 => sum 1 C (fun c_8 => phi c_6 o_5 p * phi c_8 o_7 p * (1 / (q * IZR k * IZR C) * same_place c_6 c_8 * same_place o_5 o_7)))))).
- intros W. exact (@same_by (IZR k :: IZR C :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (C - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => phi (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z p | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)))) 2)
  (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (En 1 (1 :: 0 :: nil)%list%nat) (En 1 (3 :: 2 :: nil)%list%nat)) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (3 :: 2 :: nil)%list%nat) (Num (1)))))))))
  ((1 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom4.
- transitivity (sum 1 k (fun o_5 => sum 1 C (fun c_6 => sum 1 k (fun o_7 => same_place o_5 o_7 * sum 1 C (fun c_8 => same_place c_6 c_8 * (1 / (q * IZR k * IZR C) * phi c_6 o_5 p * phi c_8 o_7 p)))))).
  + exact (@same_by (IZR k :: IZR C :: q :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (C - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => phi (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z p | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 0 (Total 1 (Times (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 0 (3 :: 2 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Times (Times (Sc 4) (Sc 0)) (Sc 2)))) (En 1 (1 :: 3 :: nil)%list%nat)) (En 1 (0 :: 2 :: nil)%list%nat)))))))
  (Total 0 (Total 1 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 1 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Times (Times (Sc 4) (Sc 0)) (Sc 2)))) (En 0 (1 :: 0 :: nil)%list%nat)) (En 0 (3 :: 2 :: nil)%list%nat))))))))
  ((1 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun p_9 => sum 1 k (fun o_10 => sum 1 C (fun c_11 => 1 / (q * IZR k * IZR C) * phi c_11 o_10 p_9 * phi c_11 o_10 p_9)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 N (fun p_12 => sum 1 k (fun o_13 => sum 1 C (fun c_14 => phi c_14 o_13 p_12 ^ 2))) / (q * IZR k * IZR C)); [exact (@same_by (IZR N :: IZR k :: IZR C :: q :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (k - 1 + 1)%Z) :: (2%nat, Z.to_nat (C - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: v2' :: nil)%list => phi (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 2 (Times (Times (Times (Num (1)) (Over (Times (Times (Sc 6) (Sc 2)) (Sc 4)))) (En 0 (2 :: 1 :: 0 :: nil)%list%nat)) (En 0 (2 :: 1 :: 0 :: nil)%list%nat)))))
  (Times (Total 0 (Total 1 (Total 2 (Power (En 0 (2 :: 1 :: 0 :: nil)%list%nat) 2)))) (Over (Times (Times (Sc 6) (Sc 2)) (Sc 4))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : sum 1 k (fun o => sum 1 C (fun c => a c ^ 2)) / (q * IZR k * IZR C) = sum 1 C (fun c => a c ^ 2) / (q * IZR C)).
{ transitivity (sum 1 k (fun o_15 => sum 1 C (fun c_16 => a c_16 ^ 2)) / (q * IZR k * IZR C)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 C (fun c_17 => a c_17 ^ 2) / (q * IZR C)); [exact (@same_by (IZR k :: IZR C :: q :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (C - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Total 1 (Power (En 0 (1 :: nil)%list%nat) 2))) (Over (Times (Times (Sc 4) (Sc 0)) (Sc 2))))
  (Times (Total 1 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Times (Sc 4) (Sc 2))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E04 *)
Theorem claim_ammup_e04 :
forall (K n : Z) (x : Z -> R) (F : Z -> Z -> R) (z : Z -> Z -> R),
(1 <= K)%Z ->
(1 <= n)%Z ->
(forall f : Z, (1 <= f <= n)%Z -> z 0%Z f = x f) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> z (before + 1)%Z f = z before f + F (before + 1)%Z f) ->
(forall f : Z, (1 <= f <= n)%Z -> z K f = x f + sum 1 K (fun block => F block f)).
Proof.
intros K n x F z dom0 dom1 def0 def1.
assert (cla0 : (forall f : Z, (1 <= f <= n)%Z -> z K f = x f + sum 1 K (fun block => F block f))).
{ assert (ind : forall K_now : Z, (1 <= K_now)%Z -> (K_now <= K)%Z -> (forall f : Z, (1 <= f <= n)%Z -> z K_now f = x f + sum 1 K_now (fun block => F block f))).
{ apply (whole_induction (fun K_now : Z => (K_now <= K)%Z -> (forall f : Z, (1 <= f <= n)%Z -> z K_now f = x f + sum 1 K_now (fun block => F block f)))).
- intros most. intros f ran0. transitivity (x f + F 1%Z f); [cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (x f + F 1%Z f); [exact (@same_by (F 1%Z f :: x f :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 2) (Sc 0))
  (Plus (Sc 2) (Sc 0))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]].
- intros K_now least hyp most. intros f ran0. assert (most' : (K_now <= K)%Z) by lia.
specialize (hyp most'). transitivity (x f + sum 1 K_now (fun block_2 => F block_2 f) + F (K_now + 1)%Z f); [cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z K_now p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (x f + (sum 1 K_now (fun block_4 => F block_4 f) + F (K_now + 1)%Z f)); [exact (@same_by (F (K_now + 1)%Z f :: INR (Z.to_nat (K_now - 1 + 1)%Z) :: x f :: nil)%list ((1%nat, Z.to_nat (K_now - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => F (1 + Z.of_nat v0')%Z f | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 4) (Total 0 (En 0 (0 :: nil)%list%nat))) (Sc 0))
  (Plus (Sc 4) (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z K_now p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
intros f ran0. apply (ind K); lia. }
exact cla0.
Qed.

(* AMMUP-E28 *)
Theorem claim_ammup_e28 :
forall (K n : Z) (eta : R) (x : Z -> R) (M : Z -> Z -> Z -> R) (G : Z -> Z -> Z -> R) (z : Z -> Z -> R) (z_after : Z -> Z -> R) (dz : Z -> Z -> R) (rest : Z -> Z -> R),
(1 <= K)%Z ->
(1 <= n)%Z ->
(forall f : Z, (1 <= f <= n)%Z -> z 0%Z f = x f) ->
(forall f : Z, (1 <= f <= n)%Z -> z_after 0%Z f = x f) ->
(forall f : Z, (1 <= f <= n)%Z -> dz 0%Z f = 0) ->
(forall f : Z, (1 <= f <= n)%Z -> rest 0%Z f = 0) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> z (before + 1)%Z f = z before f + sum 1 n (fun h => M (before + 1)%Z f h * z before h)) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> z_after (before + 1)%Z f = z_after before f + sum 1 n (fun h => M (before + 1)%Z f h * z_after before h) - eta * sum 1 n (fun h => G (before + 1)%Z f h * z_after before h)) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> dz (before + 1)%Z f = dz before f + sum 1 n (fun h => M (before + 1)%Z f h * dz before h) + sum 1 n (fun h => G (before + 1)%Z f h * z before h)) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> rest (before + 1)%Z f = rest before f + sum 1 n (fun h => M (before + 1)%Z f h * rest before h) + sum 1 n (fun h => G (before + 1)%Z f h * dz before h) - eta * sum 1 n (fun h => G (before + 1)%Z f h * rest before h)) ->
(forall l f : Z, (0 <= l <= K)%Z -> (1 <= f <= n)%Z -> z_after l f = z l f - eta * dz l f + eta ^ 2 * rest l f).
Proof.
intros K n eta x M G z z_after dz rest dom0 dom1 def0 def1 def2 def3 def4 def5 def6 def7.
assert (cla0 : (forall l f : Z, (0 <= l <= K)%Z -> (1 <= f <= n)%Z -> z_after l f = z l f - eta * dz l f + eta ^ 2 * rest l f)).
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= K)%Z -> (forall f : Z, (1 <= f <= n)%Z -> z_after l f = z l f - eta * dz l f + eta ^ 2 * rest l f)).
{ apply (whole_induction (fun l : Z => (l <= K)%Z -> (forall f : Z, (1 <= f <= n)%Z -> z_after l f = z l f - eta * dz l f + eta ^ 2 * rest l f))).
- intros most. intros f ran0. transitivity (x f); [cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def3 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def4 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def6 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (x f - eta * 0 + eta ^ 2 * 0); [exact (@same_by (x f :: eta :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Plus (Plus (Sc 0) (Minus (Times (Sc 2) (Num (0))))) (Times (Power (Sc 2) 2) (Num (0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def3 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def4 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def6 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]].
- intros l least hyp most. intros f ran0. assert (most' : (l <= K)%Z) by lia.
specialize (hyp most'). transitivity (z l f - eta * dz l f + eta ^ 2 * rest l f + sum 1 n (fun h_1 => M (l + 1)%Z f h_1 * (z l h_1 - eta * dz l h_1 + eta ^ 2 * rest l h_1)) - eta * sum 1 n (fun h_2 => G (l + 1)%Z f h_2 * (z l h_2 - eta * dz l h_2 + eta ^ 2 * rest l h_2))); [cong (first [match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def3 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def4 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def6 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (z l f + sum 1 n (fun h_3 => M (l + 1)%Z f h_3 * z l h_3) - eta * (dz l f + sum 1 n (fun h_4 => M (l + 1)%Z f h_4 * dz l h_4) + sum 1 n (fun h_5 => G (l + 1)%Z f h_5 * z l h_5)) + eta ^ 2 * (rest l f + sum 1 n (fun h_6 => M (l + 1)%Z f h_6 * rest l h_6) + sum 1 n (fun h_7 => G (l + 1)%Z f h_7 * dz l h_7) - eta * sum 1 n (fun h_8 => G (l + 1)%Z f h_8 * rest l h_8))); [exact (@same_by (eta :: IZR n :: rest l f :: dz l f :: z l f :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => G (l + 1)%Z f (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => rest l (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => dz l (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => z l (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => M (l + 1)%Z f (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Sc 8) (Minus (Times (Sc 0) (Sc 6)))) (Times (Power (Sc 0) 2) (Sc 4))) (Total 0 (Times (En 4 (0 :: nil)%list%nat) (Plus (Plus (En 3 (0 :: nil)%list%nat) (Minus (Times (Sc 0) (En 2 (0 :: nil)%list%nat)))) (Times (Power (Sc 0) 2) (En 1 (0 :: nil)%list%nat)))))) (Minus (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Plus (En 3 (0 :: nil)%list%nat) (Minus (Times (Sc 0) (En 2 (0 :: nil)%list%nat)))) (Times (Power (Sc 0) 2) (En 1 (0 :: nil)%list%nat))))))))
  (Plus (Plus (Plus (Sc 8) (Total 0 (Times (En 4 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)))) (Minus (Times (Sc 0) (Plus (Plus (Sc 6) (Total 0 (Times (En 4 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))))) (Times (Power (Sc 0) 2) (Plus (Plus (Plus (Sc 4) (Total 0 (Times (En 4 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)))) (Minus (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def3 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def4 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def6 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
intros l f ran0 ran1. apply ind; lia. }
exact cla0.
Qed.

(* AMMUP-E29 *)
Theorem claim_ammup_e29 :
forall (n K : Z) (q c : R),
(1 <= n)%Z ->
(1 <= K)%Z ->
(0 < q) ->
(0 < c) ->
c = 1 / q -> c / (IZR K * IZR n) = 1 / (q * IZR K * IZR n).
Proof.
intros n K q c dom0 dom1 dom2 dom3.
assert (cla0 : c = 1 / q -> c / (IZR K * IZR n) = 1 / (q * IZR K * IZR n)).
{ intros spe0. subst c. first [exact (@same_by (q :: IZR K :: IZR n :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Num (1)) (Over (Sc 0))) (Over (Times (Sc 2) (Sc 4))))
  (Times (Num (1)) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 4))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact cla0.
Qed.

(* AMMUP-E13 *)
Theorem claim_ammup_e13 :
forall (n : Z) (J : Z -> Z -> R) (u : Z -> R) (v : Z -> R) (a : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n /\
sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2.
Proof.
intros n J u v a dom0.
assert (cla0 : sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n).
{ transitivity (sum 1 n (fun j_1 => (u j_1 + v j_1) ^ 2) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun i_2 => u i_2 * u i_2) / IZR n + 2 * sum 1 n (fun i_3 => u i_3 * v i_3) / IZR n + sum 1 n (fun i_4 => v i_4 * v i_4) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) 2)) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Times (Num (2)) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2).
{ transitivity (sum 1 n (fun c2_5 => sum 1 n (fun c1_6 => sum 1 n (fun h_7 => sum 1 n (fun i_8 => (a c1_6 * a c2_5 * sum 1 n (fun j_9 => J j_9 i_8 * J j_9 h_7) / IZR n) ^ 2))))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun j_10 => a j_10 ^ 2) ^ 2 * sum 1 n (fun h_11 => sum 1 n (fun i_12 => sum 1 n (fun j_13 => J i_12 j_13 * J h_11 j_13) ^ 2)) / IZR n ^ 2); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => J (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Power (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (Total 0 (Times (En 1 (4 :: 3 :: nil)%list%nat) (En 1 (4 :: 2 :: nil)%list%nat)))) (Over (Sc 0))) 2)))))
  (Times (Times (Power (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) 2) (Total 0 (Total 0 (Power (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))) 2)))) (Over (Power (Sc 0) 2)))
  ((3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E30 *)
Theorem claim_ammup_e30 :
forall (n : Z) (J : Z -> Z -> R) (u : Z -> R) (v : Z -> R) (a : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n /\
sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2.
Proof.
intros n J u v a dom0.
assert (cla0 : sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n).
{ transitivity (sum 1 n (fun j_1 => (u j_1 + v j_1) ^ 2) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun i_2 => u i_2 * u i_2) / IZR n + 2 * sum 1 n (fun i_3 => u i_3 * v i_3) / IZR n + sum 1 n (fun i_4 => v i_4 * v i_4) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) 2)) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Times (Num (2)) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2).
{ transitivity (sum 1 n (fun c2_5 => sum 1 n (fun c1_6 => sum 1 n (fun h_7 => sum 1 n (fun i_8 => (a c1_6 * a c2_5 * sum 1 n (fun j_9 => J j_9 i_8 * J j_9 h_7) / IZR n) ^ 2))))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun j_10 => a j_10 ^ 2) ^ 2 * sum 1 n (fun h_11 => sum 1 n (fun i_12 => sum 1 n (fun j_13 => J i_12 j_13 * J h_11 j_13) ^ 2)) / IZR n ^ 2); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => J (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Power (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (Total 0 (Times (En 1 (4 :: 3 :: nil)%list%nat) (En 1 (4 :: 2 :: nil)%list%nat)))) (Over (Sc 0))) 2)))))
  (Times (Times (Power (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) 2) (Total 0 (Total 0 (Power (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))) 2)))) (Over (Power (Sc 0) 2)))
  ((3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E36 *)
Theorem claim_ammup_e36 :
forall (n : Z) (J : Z -> Z -> R) (u : Z -> R) (v : Z -> R) (a : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n /\
sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2.
Proof.
intros n J u v a dom0.
assert (cla0 : sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n).
{ transitivity (sum 1 n (fun j_1 => (u j_1 + v j_1) ^ 2) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun i_2 => u i_2 * u i_2) / IZR n + 2 * sum 1 n (fun i_3 => u i_3 * v i_3) / IZR n + sum 1 n (fun i_4 => v i_4 * v i_4) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) 2)) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Times (Num (2)) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2).
{ transitivity (sum 1 n (fun c2_5 => sum 1 n (fun c1_6 => sum 1 n (fun h_7 => sum 1 n (fun i_8 => (a c1_6 * a c2_5 * sum 1 n (fun j_9 => J j_9 i_8 * J j_9 h_7) / IZR n) ^ 2))))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun j_10 => a j_10 ^ 2) ^ 2 * sum 1 n (fun h_11 => sum 1 n (fun i_12 => sum 1 n (fun j_13 => J i_12 j_13 * J h_11 j_13) ^ 2)) / IZR n ^ 2); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => J (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Power (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (Total 0 (Times (En 1 (4 :: 3 :: nil)%list%nat) (En 1 (4 :: 2 :: nil)%list%nat)))) (Over (Sc 0))) 2)))))
  (Times (Times (Power (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) 2) (Total 0 (Total 0 (Power (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))) 2)))) (Over (Power (Sc 0) 2)))
  ((3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E32 *)
Theorem claim_ammup_e32 :
forall (n : Z) (g : Z -> R) (u : Z -> R) (v : Z -> R),
(1 <= n)%Z ->
(forall j : Z, (1 <= j <= n)%Z -> g j ^ 2 = g j) ->
sum 1 n (fun j => g j * u j * g j * v j) / IZR n = sum 1 n (fun j => g j * u j * v j) / IZR n.
Proof.
intros n g u v dom0 giv0.
assert (cla0 : sum 1 n (fun j => g j * u j * g j * v j) / IZR n = sum 1 n (fun j => g j * u j * v j) / IZR n).
{ assert (zer : (-1) * sum 1 n (fun j => (g j - g j ^ 2) * u j * v j) * (-1) / IZR n = 0) by zero. assert (gap : sum 1 n (fun j => g j * u j * g j * v j) / IZR n - sum 1 n (fun j => g j * u j * v j) / IZR n = (-1) * sum 1 n (fun j => (g j - g j ^ 2) * u j * v j) * (-1) / IZR n * (-1)). { transitivity (sum 1 n (fun j_7 => g j_7 * u j_7 * g j_7 * v j_7) / IZR n - sum 1 n (fun j_8 => g j_8 * u j_8 * v j_8) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((-1) * sum 1 n (fun j_9 => (g j_9 - g j_9 ^ 2) * u j_9 * v j_9) * (-1) / IZR n * (-1)); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Times (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0))) (Minus (Times (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0)))))
  (Times (Times (Times (Times (Num (-1)) (Total 0 (Times (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Power (En 0 (0 :: nil)%list%nat) 2))) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))) (Num (-1))) (Over (Sc 0))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } clear - gap zer; lra. }
exact cla0.
Qed.

(* AMMUP-E16 *)
Theorem claim_ammup_e16 :
forall (m : Z) (sigma2 : R) (e : Z -> R) (E_y : ((Z -> R) -> R) -> R),
(1 <= m)%Z ->
(0 <= sigma2) ->
gaussian_vector m sigma2 E_y ->
E_y (fun y => (sum 1 m (fun t => y t * e t) / IZR m) ^ 2) = sigma2 * (sum 1 m (fun t => e t ^ 2) / IZR m) / IZR m.
Proof.
intros m sigma2 e E_y dom0 dom1 dom2.
assert (cla0 : E_y (fun y => (sum 1 m (fun t => y t * e t) / IZR m) ^ 2) = sigma2 * (sum 1 m (fun t => e t ^ 2) / IZR m) / IZR m).
{ assert (mean0 : E_y (fun y => (sum 1 m (fun t => y t * e t) / IZR m) ^ 2) = sum 1 m (fun t_5 => sigma2 * e t_5 / IZR m * e t_5 / IZR m)).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun y => sum 1 m (fun t_5 => sum 1 m (fun t_6 => e t_5 / IZR m * e t_6 / IZR m * (y t_5 * (y t_6 * 1))))) (a := sum 1 m (fun t_5 => sum 1 m (fun t_6 => e t_5 / IZR m * e t_6 / IZR m * (sigma2 * same_place t_5 t_6)))).
- intros y. exact (@same_by (IZR m :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) 2)
  (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (Over (Sc 0))) (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 m (fun t_5 => sum 1 m (fun t_6 => same_place t_5 t_6 * (sigma2 * e t_5 / IZR m * e t_6 / IZR m)))).
  + exact (@same_by (IZR m :: sigma2 :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (0 :: nil)%list%nat) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))) (Times (Sc 2) (En 1 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 m (fun t_7 => sigma2 * e t_7 / IZR m * e t_7 / IZR m)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sigma2 * (sum 1 m (fun t_8 => e t_8 ^ 2) / IZR m) / IZR m); [exact (@same_by (IZR m :: sigma2 :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Times (Times (Sc 2) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))))
  (Times (Times (Sc 2) (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0)))) (Over (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E17 *)
Theorem claim_ammup_e17 :
forall (m : Z) (out : Z -> R) (e : Z -> R) (f : Z -> R),
(1 <= m)%Z ->
sum 1 m (fun t => out t * e t) / IZR m * (sum 1 m (fun t => out t * f t) / IZR m) = sum 1 m (fun t2 => sum 1 m (fun t => e t * out t * (f t2 * out t2))) / IZR m ^ 2.
Proof.
intros m out e f dom0.
assert (cla0 : sum 1 m (fun t => out t * e t) / IZR m * (sum 1 m (fun t => out t * f t) / IZR m) = sum 1 m (fun t2 => sum 1 m (fun t => e t * out t * (f t2 * out t2))) / IZR m ^ 2).
{ transitivity (sum 1 m (fun t_1 => out t_1 * e t_1) / IZR m * (sum 1 m (fun t_2 => out t_2 * f t_2) / IZR m)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 m (fun t2_3 => sum 1 m (fun t_4 => e t_4 * out t_4 * (f t2_3 * out t2_3))) / IZR m ^ 2); [exact (@same_by (IZR m :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0))))
  (Times (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (En 2 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))))) (Over (Power (Sc 0) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-D07 *)
Theorem claim_ammup_d07 :
forall (P : Z) (eta : Z -> R) (c : Z -> R),
(1 <= P)%Z ->
sum 1 P (fun mu => eta mu * c mu) ^ 2 = sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * c mu * c nu)).
Proof.
intros P eta c dom0.
assert (cla0 : sum 1 P (fun mu => eta mu * c mu) ^ 2 = sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * c mu * c nu))).
{ transitivity (sum 1 P (fun mu_1 => eta mu_1 * c mu_1) ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 P (fun nu_2 => sum 1 P (fun mu_3 => eta mu_3 * eta nu_2 * c mu_3 * c nu_2))); [exact (@same_by (IZR P :: nil)%list ((0%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2)
  (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-D21 *)
Theorem claim_ammup_d21 :
forall (k : Z),
(0 <= k)%Z ->
2 + powerRZ (-1) (2 * k) = 3 /\
2 + powerRZ (-1) ((2 * k) + 1) = 1.
Proof.
intros k dom0.
assert (cla0 : 2 + powerRZ (-1) (2 * k) = 3).
{ replace (2 * k)%Z with (Z.of_nat (2 * Z.to_nat k)) by lia.
rewrite <- pow_powerRZ, pow_1_even; ring. }
assert (cla1 : 2 + powerRZ (-1) ((2 * k) + 1) = 1).
{ replace (2 * k + 1)%Z with (Z.of_nat (S (2 * Z.to_nat k))) by lia.
rewrite <- pow_powerRZ, pow_1_odd; ring. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-D22 *)
Theorem claim_ammup_d22 :
forall (k : Z),
(0 <= k)%Z ->
2 + powerRZ (-1) (2 * k) = 3 /\
2 + powerRZ (-1) ((2 * k) + 1) = 1.
Proof.
intros k dom0.
assert (cla0 : 2 + powerRZ (-1) (2 * k) = 3).
{ replace (2 * k)%Z with (Z.of_nat (2 * Z.to_nat k)) by lia.
rewrite <- pow_powerRZ, pow_1_even; ring. }
assert (cla1 : 2 + powerRZ (-1) ((2 * k) + 1) = 1).
{ replace (2 * k + 1)%Z with (Z.of_nat (S (2 * Z.to_nat k))) by lia.
rewrite <- pow_powerRZ, pow_1_odd; ring. }
exact (conj cla0 cla1).
Qed.
