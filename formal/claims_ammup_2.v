(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus.
Open Scope R_scope.

(* AMMUP-D09 *)
Theorem claim_ammup_d09 :
forall (m : Z) (sigma2 : R) (out : Z -> R) (e : Z -> R) (f : Z -> R) (E_y : ((Z -> R) -> R) -> R),
(1 <= m)%Z ->
(0 <= sigma2) ->
gaussian_vector m sigma2 E_y ->
E_y (fun y => sum 1 m (fun t => (out t - y t) * e t) * sum 1 m (fun t => (out t - y t) * f t)) = sum 1 m (fun t => out t * e t) * sum 1 m (fun t => out t * f t) + sigma2 * sum 1 m (fun t => e t * f t).
Proof.
intros m sigma2 out e f E_y dom0 dom1 dom2.
assert (mean0 : E_y (fun y => sum 1 m (fun t => (out t - y t) * e t) * sum 1 m (fun t => (out t - y t) * f t)) = sum 1 m (fun t_3 => sum 1 m (fun t_4 => out t_3 * e t_3 * out t_4 * f t_4)) + sum 1 m (fun t_9 => sigma2 * (-1) * e t_9 * (-1) * f t_9)).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun y => sum 1 m (fun t_3 => sum 1 m (fun t_4 => out t_3 * e t_3 * out t_4 * f t_4 * 1)) + sum 1 m (fun t_5 => sum 1 m (fun t_6 => out t_5 * e t_5 * (-1) * f t_6 * (y t_6 * 1))) + sum 1 m (fun t_7 => sum 1 m (fun t_8 => (-1) * e t_7 * out t_8 * f t_8 * (y t_7 * 1))) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => (-1) * e t_9 * (-1) * f t_10 * (y t_9 * (y t_10 * 1))))) (a := sum 1 m (fun t_3 => sum 1 m (fun t_4 => out t_3 * e t_3 * out t_4 * f t_4 * 1)) + sum 1 m (fun t_5 => sum 1 m (fun t_6 => out t_5 * e t_5 * (-1) * f t_6 * 0)) + sum 1 m (fun t_7 => sum 1 m (fun t_8 => (-1) * e t_7 * out t_8 * f t_8 * 0)) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => (-1) * e t_9 * (-1) * f t_10 * (sigma2 * same_place t_9 t_10)))).
- intros y. exact (@same_by (IZR m :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat))) (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) (En 3 (0 :: nil)%list%nat))))
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (Num (-1))) (En 3 (1 :: nil)%list%nat)) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (-1)) (En 2 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (-1)) (En 2 (0 :: nil)%list%nat)) (Num (-1))) (En 3 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 m (fun t_3 => sum 1 m (fun t_4 => out t_3 * e t_3 * out t_4 * f t_4)) + sum 1 m (fun t_9 => sum 1 m (fun t_10 => same_place t_9 t_10 * (sigma2 * (-1) * e t_9 * (-1) * f t_10)))).
  + exact (@same_by (IZR m :: sigma2 :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (En 3 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (En 3 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (Num (-1))) (En 1 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)) (Num (-1))) (En 1 (1 :: nil)%list%nat)) (Times (Sc 2) (En 2 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Total 0 (Total 0 (Times (Times (Times (En 3 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Sc 2) (Num (-1))) (En 0 (0 :: nil)%list%nat)) (Num (-1))) (En 1 (1 :: nil)%list%nat))))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 m (fun t_11 => sum 1 m (fun t_12 => out t_11 * e t_11 * out t_12 * f t_12)) + sum 1 m (fun t_13 => sigma2 * (-1) * e t_13 * (-1) * f t_13)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 m (fun t_14 => out t_14 * e t_14) * sum 1 m (fun t_15 => out t_15 * f t_15) + sigma2 * sum 1 m (fun t_16 => e t_16 * f t_16)); [exact (@same_by (IZR m :: sigma2 :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Times (Times (Times (En 2 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)))) (Total 0 (Times (Times (Times (Times (Sc 2) (Num (-1))) (En 0 (0 :: nil)%list%nat)) (Num (-1))) (En 1 (0 :: nil)%list%nat))))
  (Plus (Times (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Times (Sc 2) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* AMMUP-E24 *)
Theorem claim_ammup_e24 :
forall (N k : Z) (F : R) (f : Z -> R) (leaves : Z -> Z -> R) (unread : Z -> Z -> R) (border : Z -> R),
(1 <= N)%Z ->
(1 <= k)%Z ->
(0 <= F) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= leaves i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= unread i1 i2)) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= border i1)) ->
(forall p o : Z, (1 <= p <= N)%Z -> (1 <= o <= k)%Z -> leaves p o <= border p) ->
(forall o : Z, (1 <= o <= k)%Z -> sum 1 N (fun p => unread p o) <= sum 1 N (fun p => leaves p o)) ->
(forall p : Z, (1 <= p <= N)%Z -> f p <= F) ->
(forall p : Z, (1 <= p <= N)%Z -> (-1) * f p <= F) ->
IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p)) <= IZR k * F * sum 1 N (fun p => border p) /\
(-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) <= IZR k * F * sum 1 N (fun p => border p).
Proof.
intros N k F f leaves unread border dom0 dom1 dom2 dom3 dom4 dom5 giv0 giv1 giv2 giv3.
apply keep; [|intros cla0].
{ assert (gap : IZR k * F * sum 1 N (fun p => border p) - (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) = F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - f p)))). { transitivity (IZR k * F * sum 1 N (fun p_1 => border p_1) - (IZR k * sum 1 N (fun p_2 => f p_2) - sum 1 k (fun o_3 => sum 1 N (fun p_4 => (1 - unread p_4 o_3) * f p_4)))); [cong (first [ends]) | transitivity (F * sum 1 k (fun o_5 => sum 1 N (fun p_6 => border p_6 - leaves p_6 o_5)) + F * sum 1 k (fun o_7 => sum 1 N (fun p_8 => leaves p_8 o_7) - sum 1 N (fun p_9 => unread p_9 o_7)) + sum 1 k (fun o_10 => sum 1 N (fun p_11 => unread p_11 o_10 * (F - f p_11)))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 0) (Sc 4)) (Total 1 (En 2 (0 :: nil)%list%nat))) (Minus (Plus (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat))))))))
  (Plus (Plus (Times (Sc 4) (Total 0 (Total 1 (Plus (En 2 (1 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))) (Times (Sc 4) (Total 0 (Plus (Total 1 (En 3 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Plus (Sc 4) (Minus (En 1 (1 :: nil)%list%nat)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - f p)))) by pos. clear - gap sgn; lra. }
assert (gap : IZR k * F * sum 1 N (fun p => border p) - (-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) = F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - (-1) * f p)))). { transitivity (IZR k * F * sum 1 N (fun p_12 => border p_12) - (-1) * (IZR k * sum 1 N (fun p_13 => f p_13) - sum 1 k (fun o_14 => sum 1 N (fun p_15 => (1 - unread p_15 o_14) * f p_15)))); [cong (first [ends]) | transitivity (F * sum 1 k (fun o_16 => sum 1 N (fun p_17 => border p_17 - leaves p_17 o_16)) + F * sum 1 k (fun o_18 => sum 1 N (fun p_19 => leaves p_19 o_18) - sum 1 N (fun p_20 => unread p_20 o_18)) + sum 1 k (fun o_21 => sum 1 N (fun p_22 => unread p_22 o_21 * (F - (-1) * f p_22)))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 0) (Sc 4)) (Total 1 (En 2 (0 :: nil)%list%nat))) (Minus (Times (Num (-1)) (Plus (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat)))))))))
  (Plus (Plus (Times (Sc 4) (Total 0 (Total 1 (Plus (En 2 (1 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))) (Times (Sc 4) (Total 0 (Plus (Total 1 (En 3 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Plus (Sc 4) (Minus (Times (Num (-1)) (En 1 (1 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - (-1) * f p)))) by pos. clear - gap sgn; lra.
Qed.

(* AMMUP-L3 *)
Theorem claim_ammup_l3 :
forall (N k r : Z) (F : R) (f : Z -> R) (leaves : Z -> Z -> R) (unread : Z -> Z -> R) (border : Z -> R),
(1 <= N)%Z ->
(1 <= k)%Z ->
(0 <= F) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= leaves i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= unread i1 i2)) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= border i1)) ->
(1 <= r)%Z ->
(forall p o : Z, (1 <= p <= N)%Z -> (1 <= o <= k)%Z -> leaves p o <= border p) ->
(forall o : Z, (1 <= o <= k)%Z -> sum 1 N (fun p => unread p o) <= sum 1 N (fun p => leaves p o)) ->
(forall p : Z, (1 <= p <= N)%Z -> f p <= F) ->
(forall p : Z, (1 <= p <= N)%Z -> (-1) * f p <= F) ->
IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p)) <= IZR k * F * sum 1 N (fun p => border p) /\
(-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) <= IZR k * F * sum 1 N (fun p => border p) /\
((forall p : Z, (1 <= p <= N)%Z -> f p = F) -> IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p)) = F * sum 1 k (fun o => sum 1 N (fun p => unread p o))) /\
2 * sum 1 r (fun o => IZR o) = IZR r * (IZR r + 1).
Proof.
intros N k r F f leaves unread border dom0 dom1 dom2 dom3 dom4 dom5 dom6 giv0 giv1 giv2 giv3.
apply keep; [|intros cla0].
{ assert (gap : IZR k * F * sum 1 N (fun p => border p) - (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) = F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - f p)))). { transitivity (IZR k * F * sum 1 N (fun p_1 => border p_1) - (IZR k * sum 1 N (fun p_2 => f p_2) - sum 1 k (fun o_3 => sum 1 N (fun p_4 => (1 - unread p_4 o_3) * f p_4)))); [cong (first [ends]) | transitivity (F * sum 1 k (fun o_5 => sum 1 N (fun p_6 => border p_6 - leaves p_6 o_5)) + F * sum 1 k (fun o_7 => sum 1 N (fun p_8 => leaves p_8 o_7) - sum 1 N (fun p_9 => unread p_9 o_7)) + sum 1 k (fun o_10 => sum 1 N (fun p_11 => unread p_11 o_10 * (F - f p_11)))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 0) (Sc 4)) (Total 1 (En 2 (0 :: nil)%list%nat))) (Minus (Plus (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat))))))))
  (Plus (Plus (Times (Sc 4) (Total 0 (Total 1 (Plus (En 2 (1 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))) (Times (Sc 4) (Total 0 (Plus (Total 1 (En 3 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Plus (Sc 4) (Minus (En 1 (1 :: nil)%list%nat)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - f p)))) by pos. clear - gap sgn; lra. }
apply keep; [|intros cla1].
{ assert (gap : IZR k * F * sum 1 N (fun p => border p) - (-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) = F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - (-1) * f p)))). { transitivity (IZR k * F * sum 1 N (fun p_12 => border p_12) - (-1) * (IZR k * sum 1 N (fun p_13 => f p_13) - sum 1 k (fun o_14 => sum 1 N (fun p_15 => (1 - unread p_15 o_14) * f p_15)))); [cong (first [ends]) | transitivity (F * sum 1 k (fun o_16 => sum 1 N (fun p_17 => border p_17 - leaves p_17 o_16)) + F * sum 1 k (fun o_18 => sum 1 N (fun p_19 => leaves p_19 o_18) - sum 1 N (fun p_20 => unread p_20 o_18)) + sum 1 k (fun o_21 => sum 1 N (fun p_22 => unread p_22 o_21 * (F - (-1) * f p_22)))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 0) (Sc 4)) (Total 1 (En 2 (0 :: nil)%list%nat))) (Minus (Times (Num (-1)) (Plus (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat)))))))))
  (Plus (Plus (Times (Sc 4) (Total 0 (Total 1 (Plus (En 2 (1 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))) (Times (Sc 4) (Total 0 (Plus (Total 1 (En 3 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Plus (Sc 4) (Minus (Times (Num (-1)) (En 1 (1 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - (-1) * f p)))) by pos. clear - gap sgn; lra. }
apply keep; [|intros cla2].
{ intros spe0. transitivity (IZR k * sum 1 N (fun p_23 => F) - sum 1 k (fun o_24 => sum 1 N (fun p_25 => (1 - unread p_25 o_24) * F))); [cong (first [put f spe0 | ends]) | transitivity (F * sum 1 k (fun o_26 => sum 1 N (fun p_27 => unread p_27 o_26))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 0) (Total 1 (Sc 4))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (Sc 4))))))
  (Times (Sc 4) (Total 0 (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f spe0 | ends])]]. }
rewrite sum_id by lia; field.
Qed.

(* AMMUP-D02 *)
Theorem claim_ammup_d02 :
forall (N M s : Z) (f : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= M)%Z ->
(0 <= s)%Z ->
(forall b : Z, (1 <= b <= M)%Z -> f ((s + N) + 1)%Z b = f (s + 1)%Z b) ->
(forall b : Z, (1 <= b <= M)%Z -> sum 1 N (fun p => f ((p + s) + 1)%Z b) = sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b) /\
sum 1 M (fun b => sum 1 N (fun p => f ((p + s) + 1)%Z b)) = sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b)).
Proof.
intros N M s f dom0 dom1 dom2 giv0.
apply keep; [|intros cla0].
{ assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> (forall b : Z, (1 <= b <= M)%Z -> sum 1 N_now (fun p => f ((p + s) + 1)%Z b) = sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b)).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> (forall b : Z, (1 <= b <= M)%Z -> sum 1 N_now (fun p => f ((p + s) + 1)%Z b) = sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b))).
- intros most. intros b ran0. transitivity (f (s + 2)%Z b); [cong (first [ends]) | transitivity (f (s + 1)%Z b + f (s + 2)%Z b - f (s + 1)%Z b); [exact (@same_by (f (s + 2)%Z b :: f (s + 1)%Z b :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Plus (Plus (Sc 2) (Sc 0)) (Minus (Sc 2)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
- intros N_now least hyp most. intros b ran0. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 N_now (fun p => f ((p + s) + 1)%Z b) - (sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b) = 0) by (pose proof (hyp b ran0); lra). assert (gap : sum 1 (N_now + 1) (fun p => f ((p + s) + 1)%Z b) - (sum 1 (N_now + 1) (fun p => f (p + s)%Z b) + f ((s + (N_now + 1)) + 1)%Z b - f (s + 1)%Z b) = 1 * (sum 1 N_now (fun p => f ((p + s) + 1)%Z b) - (sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b))). { transitivity (sum 1 N_now (fun p_4 => f ((p_4 + s) + 1)%Z b) + f ((N_now + s) + 2)%Z b - (sum 1 N_now (fun p_6 => f (p_6 + s)%Z b) + f ((N_now + s) + 1)%Z b + f ((N_now + s) + 2)%Z b - f (s + 1)%Z b)); [cong (first [ends]) | transitivity (1 * (sum 1 N_now (fun p_7 => f ((p_7 + s) + 1)%Z b) - (sum 1 N_now (fun p_8 => f (p_8 + s)%Z b) + f ((N_now + s) + 1)%Z b - f (s + 1)%Z b))); [exact (@same_by (f (s + 1)%Z b :: f ((N_now + s) + 2)%Z b :: f ((N_now + s) + 1)%Z b :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list ((3%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => f ((1 + Z.of_nat v0')%Z + s)%Z b | 1%nat, (v0' :: nil)%list => f (((1 + Z.of_nat v0')%Z + s) + 1)%Z b | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (En 1 (0 :: nil)%list%nat)) (Sc 2)) (Minus (Plus (Plus (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 4)) (Sc 2)) (Minus (Sc 0)))))
  (Times (Num (1)) (Plus (Total 0 (En 1 (0 :: nil)%list%nat)) (Minus (Plus (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 4)) (Minus (Sc 0))))))
  (List.repeat nil 10) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros b ran0. apply (ind N); lia. }
assert (zer : sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b - sum 1 N (fun p => f ((p + s) + 1)%Z b) + (f (s + 1)%Z b - f ((s + N) + 1)%Z b)) = 0) by zero. assert (gap : sum 1 M (fun b => sum 1 N (fun p => f ((p + s) + 1)%Z b)) - sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b)) = sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b - sum 1 N (fun p => f ((p + s) + 1)%Z b) + (f (s + 1)%Z b - f ((s + N) + 1)%Z b)) * (-1)). { transitivity (sum 1 M (fun b_23 => sum 1 N (fun p_24 => f ((p_24 + s) + 1)%Z b_23)) - sum 1 M (fun b_25 => sum 1 N (fun p_26 => f (p_26 + s)%Z b_25))); [cong (first [ends]) | transitivity (sum 1 M (fun b_27 => sum 1 N (fun p_28 => f (p_28 + s)%Z b_27) + f ((N + s) + 1)%Z b_27 - f (s + 1)%Z b_27 - sum 1 N (fun p_29 => f ((p_29 + s) + 1)%Z b_27) + (f (s + 1)%Z b_27 - f ((N + s) + 1)%Z b_27)) * (-1)); [exact (@same_by (IZR M :: IZR N :: nil)%list ((0%nat, Z.to_nat (M - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => f ((1 + Z.of_nat v0')%Z + s)%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => f (((1 + Z.of_nat v0')%Z + s) + 1)%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => f ((N + s) + 1)%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => f (s + 1)%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 1 (En 1 (1 :: 0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)))))
  (Times (Total 0 (Plus (Plus (Plus (Plus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Minus (En 3 (0 :: nil)%list%nat))) (Minus (Total 1 (En 1 (1 :: 0 :: nil)%list%nat)))) (Plus (En 3 (0 :: nil)%list%nat) (Minus (En 2 (0 :: nil)%list%nat))))) (Num (-1)))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra.
Qed.

(* AMMUP-X08 *)
Theorem claim_ammup_x08 :
forall (C : Z),
(1 <= C)%Z ->
(1 - 1 / IZR C) ^ 2 + (IZR C + (-1)) / IZR C ^ 2 = 1 - / IZR C.
Proof.
intros C dom0.
first [exact (@same_by (IZR C :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Power (Plus (Num (1)) (Minus (Times (Num (1)) (Over (Sc 0))))) 2) (Times (Plus (Sc 0) (Num (-1))) (Over (Power (Sc 0) 2))))
  (Plus (Num (1)) (Minus (Over (Sc 0))))
  (List.repeat nil 8) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* AMMUP-X05-parts *)
Theorem claim_ammup_x05_parts :
forall (C : Z) (p : Z -> R) (a : Z -> R) (b : Z -> R),
(1 <= C)%Z ->
sum 1 C (fun y => (sum 1 C (fun i => p i * a i) - a y) * (sum 1 C (fun i => p i * b i) - b y)) / IZR C = sum 1 C (fun i => (p i - 1 / IZR C) * a i) * sum 1 C (fun i => (p i - 1 / IZR C) * b i) + sum 1 C (fun i => a i * b i) / IZR C - sum 1 C (fun i => a i) * sum 1 C (fun i => b i) / IZR C ^ 2.
Proof.
intros C p a b dom0.
transitivity (sum 1 C (fun y_1 => (sum 1 C (fun i_2 => p i_2 * a i_2) - a y_1) * (sum 1 C (fun i_3 => p i_3 * b i_3) - b y_1)) / IZR C); [cong (first [ends]) | transitivity (sum 1 C (fun i_4 => (p i_4 - 1 / IZR C) * a i_4) * sum 1 C (fun i_5 => (p i_5 - 1 / IZR C) * b i_5) + sum 1 C (fun i_6 => a i_6 * b i_6) / IZR C - sum 1 C (fun i_7 => a i_7) * sum 1 C (fun i_8 => b i_8) / IZR C ^ 2); [exact (@same_by (IZR C :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => b (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Times (Plus (Total 0 (Times (En 1 (1 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat))) (Minus (En 0 (0 :: nil)%list%nat))) (Plus (Total 0 (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))) (Minus (En 2 (0 :: nil)%list%nat))))) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Num (1)) (Over (Sc 0))))) (En 0 (0 :: nil)%list%nat))) (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Num (1)) (Over (Sc 0))))) (En 2 (0 :: nil)%list%nat)))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0)))) (Minus (Times (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Total 0 (En 2 (0 :: nil)%list%nat))) (Over (Power (Sc 0) 2)))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-E11 *)
Theorem claim_ammup_e11 :
forall (a b : Z) (s : Z -> R) (r : Z -> R),
(1 <= a)%Z ->
(0 <= b)%Z ->
(sum 1 a (fun i2 => sum 1 a (fun i => s i) / IZR a) + sum 1 b (fun j => r j)) / (IZR a + IZR b) = (sum 1 a (fun i => s i) + sum 1 b (fun j => r j)) / (IZR a + IZR b).
Proof.
intros a b s r dom0 dom1.
transitivity ((sum 1 a (fun i2_1 => sum 1 a (fun i_2 => s i_2) / IZR a) + sum 1 b (fun j_3 => r j_3)) / (IZR a + IZR b)); [cong (first [ends]) | transitivity ((sum 1 a (fun i_4 => s i_4) + sum 1 b (fun j_5 => r j_5)) / (IZR a + IZR b)); [exact (@same_by (IZR b :: IZR a :: IZR a + IZR b :: nil)%list ((0%nat, Z.to_nat (b - 1 + 1)%Z) :: (1%nat, Z.to_nat (a - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 1 (Times (Total 1 (En 1 (1 :: nil)%list%nat)) (Over (Sc 2)))) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  (Times (Plus (Total 1 (En 1 (0 :: nil)%list%nat)) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-E12 *)
Theorem claim_ammup_e12 :
forall (L : Z) (c : R),
(1 <= L)%Z ->
(0 < c) ->
sum 1 L (fun l => c) / IZR L = c /\
Rpower (powerRZ c L) (1 / IZR L) = c /\
sum 1 L (fun l => 1 / c) / IZR L = 1 / c.
Proof.
intros L c dom0 dom1.
apply keep; [|intros cla0].
{ transitivity (sum 1 L (fun l_1 => c) / IZR L); [cong (first [ends]) | transitivity (c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Sc 2)) (Over (Sc 0)))
  (Sc 2)
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla1].
{ rewrite powerRZ_Rpower, Rpower_mult by lra.
replace (IZR L * (1 / IZR L)) with 1 by (field; nz). apply Rpower_1; lra. }
transitivity (sum 1 L (fun l_2 => 1 / c) / IZR L); [cong (first [ends]) | transitivity (1 / c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Times (Num (1)) (Over (Sc 2)))) (Over (Sc 0)))
  (Times (Num (1)) (Over (Sc 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-A1 *)
Theorem claim_ammup_a1 :
forall (L a b : Z) (M M_merged c : R) (S : Z -> R) (s : Z -> R) (r : Z -> R),
(1 <= L)%Z ->
(0 <= c) ->
(forall i1 : Z, (1 <= i1 <= L)%Z -> (0 <= S i1)) ->
(1 <= a)%Z ->
(0 <= b)%Z ->
M = M_merged ->
M_merged = sum 1 L (fun l => S l) / IZR L ->
M = sum 1 L (fun l => S l) / IZR L /\
(sum 1 a (fun i2 => sum 1 a (fun i => s i) / IZR a) + sum 1 b (fun j => r j)) / (IZR a + IZR b) = (sum 1 a (fun i => s i) + sum 1 b (fun j => r j)) / (IZR a + IZR b) /\
((forall l : Z, (1 <= l <= L)%Z -> S l = c) -> sum 1 L (fun l => S l) / IZR L = c) /\
sum 1 L (fun l => c * S l) / IZR L = c * (sum 1 L (fun l => S l) / IZR L).
Proof.
intros L a b M M_merged c S s r dom0 dom1 dom2 dom3 dom4 giv0 giv1.
apply keep; [|intros cla0].
{ assert (zer : M_merged - M + (sum 1 L (fun l => S l) / IZR L - M_merged) = 0) by zero. assert (gap : M - sum 1 L (fun l => S l) / IZR L = (M_merged - M + (sum 1 L (fun l => S l) / IZR L - M_merged)) * (-1)). { transitivity (M - sum 1 L (fun l_5 => S l_5) / IZR L); [cong (first [ends]) | transitivity ((M_merged - M + (sum 1 L (fun l_6 => S l_6) / IZR L - M_merged)) * (-1)); [exact (@same_by (IZR L :: M :: M_merged :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 2) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Plus (Plus (Sc 4) (Minus (Sc 2))) (Plus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (Minus (Sc 4)))) (Num (-1)))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra. }
apply keep; [|intros cla1].
{ transitivity ((sum 1 a (fun i2_7 => sum 1 a (fun i_8 => s i_8) / IZR a) + sum 1 b (fun j_9 => r j_9)) / (IZR a + IZR b)); [cong (first [ends]) | transitivity ((sum 1 a (fun i_10 => s i_10) + sum 1 b (fun j_11 => r j_11)) / (IZR a + IZR b)); [exact (@same_by (IZR b :: IZR a :: IZR a + IZR b :: nil)%list ((0%nat, Z.to_nat (b - 1 + 1)%Z) :: (1%nat, Z.to_nat (a - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 1 (Times (Total 1 (En 1 (1 :: nil)%list%nat)) (Over (Sc 2)))) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  (Times (Plus (Total 1 (En 1 (0 :: nil)%list%nat)) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla2].
{ intros spe0. transitivity (sum 1 L (fun l_12 => c) / IZR L); [cong (first [put S spe0 | ends]) | transitivity (c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Sc 2)) (Over (Sc 0)))
  (Sc 2)
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put S spe0 | ends])]]. }
transitivity (sum 1 L (fun l_13 => c * S l_13) / IZR L); [cong (first [ends]) | transitivity (c * (sum 1 L (fun l_14 => S l_14) / IZR L)); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Sc 2) (En 0 (0 :: nil)%list%nat))) (Over (Sc 0)))
  (Times (Sc 2) (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-A1-circular *)
Theorem claim_ammup_a1_circular :
forall (a b : Z) (s : Z -> R) (r : Z -> R),
(1 <= a)%Z ->
(0 <= b)%Z ->
(sum 1 a (fun i2 => sum 1 a (fun i => s i) / IZR a) + sum 1 b (fun j => r j)) / (IZR a + IZR b) = (sum 1 a (fun i => s i) + sum 1 b (fun j => r j)) / (IZR a + IZR b).
Proof.
intros a b s r dom0 dom1.
transitivity ((sum 1 a (fun i2_1 => sum 1 a (fun i_2 => s i_2) / IZR a) + sum 1 b (fun j_3 => r j_3)) / (IZR a + IZR b)); [cong (first [ends]) | transitivity ((sum 1 a (fun i_4 => s i_4) + sum 1 b (fun j_5 => r j_5)) / (IZR a + IZR b)); [exact (@same_by (IZR b :: IZR a :: IZR a + IZR b :: nil)%list ((0%nat, Z.to_nat (b - 1 + 1)%Z) :: (1%nat, Z.to_nat (a - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 1 (Times (Total 1 (En 1 (1 :: nil)%list%nat)) (Over (Sc 2)))) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  (Times (Plus (Total 1 (En 1 (0 :: nil)%list%nat)) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-A2 *)
Theorem claim_ammup_a2 :
forall (L : Z) (p : R) (S : Z -> R),
(1 <= L)%Z ->
(0 < p) ->
(forall i1 : Z, (1 <= i1 <= L)%Z -> (0 <= S i1)) ->
p = 1 / IZR L -> sum 1 L (fun l => p * S l) = sum 1 L (fun l => S l) / IZR L.
Proof.
intros L p S dom0 dom1 dom2.
intros spe0. subst p. transitivity (sum 1 L (fun l_1 => 1 / IZR L * S l_1)); [cong (first [ends]) | transitivity (sum 1 L (fun l_2 => S l_2) / IZR L); [exact (@same_by (IZR L :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)))
  (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-A3 *)
Theorem claim_ammup_a3 :
forall (L : Z) (least most c : R) (S : Z -> R),
(1 <= L)%Z ->
(forall l : Z, (1 <= l <= L)%Z -> least <= S l) ->
(forall l : Z, (1 <= l <= L)%Z -> S l <= most) ->
least <= sum 1 L (fun l => S l) / IZR L /\
sum 1 L (fun l => S l) / IZR L <= most /\
((forall l : Z, (1 <= l <= L)%Z -> S l = c) -> sum 1 L (fun l => S l) / IZR L = c).
Proof.
intros L least most c S dom0 giv0 giv1.
apply keep; [|intros cla0].
{ assert (gap : sum 1 L (fun l => S l) / IZR L - least = sum 1 L (fun l => S l - least) / IZR L). { transitivity (sum 1 L (fun l_1 => S l_1) / IZR L - least); [cong (first [ends]) | transitivity (sum 1 L (fun l_2 => S l_2 - least) / IZR L); [exact (@same_by (least :: IZR L :: nil)%list ((1%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))) (Minus (Sc 0)))
  (Times (Total 0 (Plus (En 0 (0 :: nil)%list%nat) (Minus (Sc 0)))) (Over (Sc 2)))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 L (fun l => S l - least) / IZR L) by pos. clear - gap sgn; lra. }
apply keep; [|intros cla1].
{ assert (gap : most - sum 1 L (fun l => S l) / IZR L = sum 1 L (fun l => most - S l) / IZR L). { transitivity (most - sum 1 L (fun l_3 => S l_3) / IZR L); [cong (first [ends]) | transitivity (sum 1 L (fun l_4 => most - S l_4) / IZR L); [exact (@same_by (IZR L :: most :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Sc 2) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 0 (Plus (Sc 2) (Minus (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 L (fun l => most - S l) / IZR L) by pos. clear - gap sgn; lra. }
intros spe0. transitivity (sum 1 L (fun l_5 => c) / IZR L); [cong (first [put S spe0 | ends]) | transitivity (c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Sc 2)) (Over (Sc 0)))
  (Sc 2)
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put S spe0 | ends])]].
Qed.

(* AMMUP-A7 *)
Theorem claim_ammup_a7 :
forall (L : Z) (c : R),
(1 <= L)%Z ->
(0 < c) ->
sum 1 L (fun l => c) / IZR L = c /\
Rpower (powerRZ c L) (1 / IZR L) = c /\
sum 1 L (fun l => 1 / c) / IZR L = 1 / c.
Proof.
intros L c dom0 dom1.
apply keep; [|intros cla0].
{ transitivity (sum 1 L (fun l_1 => c) / IZR L); [cong (first [ends]) | transitivity (c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Sc 2)) (Over (Sc 0)))
  (Sc 2)
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla1].
{ rewrite powerRZ_Rpower, Rpower_mult by lra.
replace (IZR L * (1 / IZR L)) with 1 by (field; nz). apply Rpower_1; lra. }
transitivity (sum 1 L (fun l_2 => 1 / c) / IZR L); [cong (first [ends]) | transitivity (1 / c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Times (Num (1)) (Over (Sc 2)))) (Over (Sc 0)))
  (Times (Num (1)) (Over (Sc 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-E15 *)
Theorem claim_ammup_e15 :
forall (n C : Z) (q : R) (g : Z -> R) (u : Z -> R) (v : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= n)%Z ->
(1 <= C)%Z ->
(0 < q) ->
gaussian_matrix C n (1 / (q * IZR n)) E_W ->
E_W (fun W => sum 1 C (fun r => sum 1 n (fun i => W r i * g i * u i) * sum 1 n (fun i => W r i * g i * v i)) / IZR C) = sum 1 n (fun i => g i ^ 2 * u i * v i) / (q * IZR n).
Proof.
intros n C q g u v E_W dom0 dom1 dom2 dom3.
assert (mean0 : E_W (fun W => sum 1 C (fun r => sum 1 n (fun i => W r i * g i * u i) * sum 1 n (fun i => W r i * g i * v i)) / IZR C) = sum 1 C (fun r_6 => sum 1 n (fun i_7 => 1 / (q * IZR n) * g i_7 * u i_7 * g i_7 * v i_7 / IZR C))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 C (fun r_6 => sum 1 n (fun i_7 => sum 1 n (fun i_8 => g i_7 * u i_7 * g i_8 * v i_8 / IZR C * (W r_6 i_7 * (W r_6 i_8 * 1)))))) (a := sum 1 C (fun r_6 => sum 1 n (fun i_7 => sum 1 n (fun i_8 => g i_7 * u i_7 * g i_8 * v i_8 / IZR C * (1 / (q * IZR n) * same_place r_6 r_6 * same_place i_7 i_8))))).
- intros W. exact (@same_by (IZR C :: IZR n :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Total 1 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) (Total 1 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (En 3 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 C (fun r_6 => sum 1 n (fun i_7 => sum 1 n (fun i_8 => same_place i_7 i_8 * (same_place r_6 r_6 * (1 / (q * IZR n) * g i_7 * u i_7 * g i_8 * v i_8 / IZR C)))))).
  + exact (@same_by (IZR C :: IZR n :: q :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 2)))) (En 3 (0 :: nil)%list%nat)) (En 4 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 4 (1 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Over (Sc 0))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 C (fun r_9 => sum 1 n (fun i_10 => 1 / (q * IZR n) * g i_10 * u i_10 * g i_10 * v i_10 / IZR C))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 n (fun i_11 => g i_11 ^ 2 * u i_11 * v i_11) / (q * IZR n)); [exact (@same_by (IZR C :: IZR n :: q :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 1 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 1 (Times (Times (Power (En 0 (0 :: nil)%list%nat) 2) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))) (Over (Times (Sc 4) (Sc 2))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* AMMUP-D10 *)
Theorem claim_ammup_d10 :
forall (n C : Z) (s : R) (W : Z -> Z -> R) (phi_0 : Z -> R) (phi_s : Z -> R) (Q : Z -> R) (u : Z -> R),
(1 <= n)%Z ->
(1 <= C)%Z ->
(0 < s) ->
(forall i : Z, (1 <= i <= n)%Z -> s * Q i * u i = phi_s i - phi_0 i) ->
(forall r : Z, (1 <= r <= C)%Z -> sum 1 n (fun i => W r i * phi_s i) - sum 1 n (fun i => W r i * phi_0 i) = s * sum 1 n (fun i => W r i * Q i * u i)).
Proof.
intros n C s W phi_0 phi_s Q u dom0 dom1 dom2 giv0.
intros r ran0. assert (zer : (-1) * sum 1 n (fun i => W r i * (phi_s i - phi_0 i - s * Q i * u i)) = 0) by zero. assert (gap : sum 1 n (fun i => W r i * phi_s i) - sum 1 n (fun i => W r i * phi_0 i) - s * sum 1 n (fun i => W r i * Q i * u i) = (-1) * sum 1 n (fun i => W r i * (phi_s i - phi_0 i - s * Q i * u i)) * (-1)). { transitivity (sum 1 n (fun i_9 => W r i_9 * phi_s i_9) - sum 1 n (fun i_10 => W r i_10 * phi_0 i_10) - s * sum 1 n (fun i_11 => W r i_11 * Q i_11 * u i_11)); [cong (first [ends]) | transitivity ((-1) * sum 1 n (fun i_12 => W r i_12 * (phi_s i_12 - phi_0 i_12 - s * Q i_12 * u i_12)) * (-1)); [exact (@same_by (s :: IZR n :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => Q (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => phi_0 (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => phi_s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))) (Minus (Times (Sc 0) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))
  (Times (Times (Num (-1)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Plus (En 4 (0 :: nil)%list%nat) (Minus (En 3 (0 :: nil)%list%nat))) (Minus (Times (Times (Sc 0) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))) (Num (-1)))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra.
Qed.

(* AMMUP-L1 *)
Theorem claim_ammup_l1 :
forall (n C : Z) (q : R) (g : Z -> R) (u : Z -> R) (v : Z -> R) (M : Z -> Z -> R) (d2 : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= n)%Z ->
(1 <= C)%Z ->
(0 < q) ->
gaussian_matrix C n (1 / (q * IZR n)) E_W ->
(forall i1 : Z, (1 <= i1 <= C)%Z -> (0 <= d2 i1)) ->
sum 1 C (fun r => d2 r * (sum 1 n (fun i => M r i * g i * u i) * sum 1 n (fun i => M r i * g i * v i)) + (2 * q - d2 r) * ((-1) * sum 1 n (fun i => M r i * g i * u i)) * ((-1) * sum 1 n (fun i => M r i * g i * v i))) / (2 * q * IZR C) = sum 1 C (fun r => sum 1 n (fun i => M r i * g i * u i) * sum 1 n (fun i => M r i * g i * v i)) / IZR C /\
E_W (fun W => sum 1 C (fun r => sum 1 n (fun i => W r i * g i * u i) * sum 1 n (fun i => W r i * g i * v i)) / IZR C) = sum 1 n (fun i => g i ^ 2 * u i * v i) / (q * IZR n).
Proof.
intros n C q g u v M d2 E_W dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ transitivity (sum 1 C (fun r_1 => d2 r_1 * (sum 1 n (fun i_2 => M r_1 i_2 * g i_2 * u i_2) * sum 1 n (fun i_3 => M r_1 i_3 * g i_3 * v i_3)) + (2 * q - d2 r_1) * ((-1) * sum 1 n (fun i_4 => M r_1 i_4 * g i_4 * u i_4)) * ((-1) * sum 1 n (fun i_5 => M r_1 i_5 * g i_5 * v i_5))) / (2 * q * IZR C)); [cong (first [ends]) | transitivity (sum 1 C (fun r_6 => sum 1 n (fun i_7 => M r_6 i_7 * g i_7 * u i_7) * sum 1 n (fun i_8 => M r_6 i_8 * g i_8 * v i_8)) / IZR C); [exact (@same_by (IZR C :: q :: IZR n :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (2%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => d2 (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Plus (Times (En 0 (0 :: nil)%list%nat) (Times (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))) (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 4 (1 :: nil)%list%nat))))) (Times (Times (Plus (Times (Num (2)) (Sc 2)) (Minus (En 0 (0 :: nil)%list%nat))) (Times (Num (-1)) (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Times (Num (-1)) (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 4 (1 :: nil)%list%nat))))))) (Over (Times (Times (Num (2)) (Sc 2)) (Sc 0))))
  (Times (Total 0 (Times (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))) (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 4 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
assert (mean0 : E_W (fun W => sum 1 C (fun r => sum 1 n (fun i => W r i * g i * u i) * sum 1 n (fun i => W r i * g i * v i)) / IZR C) = sum 1 C (fun r_14 => sum 1 n (fun i_15 => 1 / (q * IZR n) * g i_15 * u i_15 * g i_15 * v i_15 / IZR C))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 C (fun r_14 => sum 1 n (fun i_15 => sum 1 n (fun i_16 => g i_15 * u i_15 * g i_16 * v i_16 / IZR C * (W r_14 i_15 * (W r_14 i_16 * 1)))))) (a := sum 1 C (fun r_14 => sum 1 n (fun i_15 => sum 1 n (fun i_16 => g i_15 * u i_15 * g i_16 * v i_16 / IZR C * (1 / (q * IZR n) * same_place r_14 r_14 * same_place i_15 i_16))))).
- intros W. exact (@same_by (IZR C :: IZR n :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Total 1 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) (Total 1 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (En 3 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 C (fun r_14 => sum 1 n (fun i_15 => sum 1 n (fun i_16 => same_place i_15 i_16 * (same_place r_14 r_14 * (1 / (q * IZR n) * g i_15 * u i_15 * g i_16 * v i_16 / IZR C)))))).
  + exact (@same_by (IZR C :: IZR n :: q :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 2)))) (En 3 (0 :: nil)%list%nat)) (En 4 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 4 (1 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Over (Sc 0))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 C (fun r_17 => sum 1 n (fun i_18 => 1 / (q * IZR n) * g i_18 * u i_18 * g i_18 * v i_18 / IZR C))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 n (fun i_19 => g i_19 ^ 2 * u i_19 * v i_19) / (q * IZR n)); [exact (@same_by (IZR C :: IZR n :: q :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 1 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 1 (Times (Times (Power (En 0 (0 :: nil)%list%nat) 2) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))) (Over (Times (Sc 4) (Sc 2))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* AMMUP-L1-pool *)
Theorem claim_ammup_l1_pool :
forall (N : Z) (size : R) (E_xi : ((Z -> R) -> R) -> R) (E_white : ((Z -> R) -> R) -> R),
(1 <= N)%Z ->
gaussian_vector N (1 / 4) E_xi ->
gaussian_vector N 1 E_white ->
E_white (fun white => E_xi (fun xi => (sum 1 N (fun p => (1 / 2 + xi p) * white p) / IZR N) ^ 2)) = 1 / 2 / IZR N /\
E_xi (fun xi => (sum 1 N (fun p => (1 / 2 + xi p) * size) / IZR N) ^ 2) = size ^ 2 * ((1 / 2) ^ 2 + 1 / 2 * (1 + (-1 / 2)) / IZR N).
Proof.
intros N size E_xi E_white dom0 dom1 dom2.
apply keep; [|intros cla0].
{ assert (mean0 : (forall white : Z -> R, E_xi (fun xi => (sum 1 N (fun p => (1 / 2 + xi p) * white p) / IZR N) ^ 2) = sum 1 N (fun p_7 => sum 1 N (fun p_8 => 1 / 2 * white p_7 / IZR N * (1 / 2) * white p_8 / IZR N)) + sum 1 N (fun p_13 => 1 / 4 * white p_13 / IZR N * white p_13 / IZR N))).
{ intros white. apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun xi => sum 1 N (fun p_7 => sum 1 N (fun p_8 => 1 / 2 * white p_7 / IZR N * (1 / 2) * white p_8 / IZR N * 1)) + sum 1 N (fun p_9 => sum 1 N (fun p_10 => 1 / 2 * white p_9 / IZR N * white p_10 / IZR N * (xi p_10 * 1))) + sum 1 N (fun p_11 => sum 1 N (fun p_12 => white p_11 / IZR N * (1 / 2) * white p_12 / IZR N * (xi p_11 * 1))) + sum 1 N (fun p_13 => sum 1 N (fun p_14 => white p_13 / IZR N * white p_14 / IZR N * (xi p_13 * (xi p_14 * 1))))) (a := sum 1 N (fun p_7 => sum 1 N (fun p_8 => 1 / 2 * white p_7 / IZR N * (1 / 2) * white p_8 / IZR N * 1)) + sum 1 N (fun p_9 => sum 1 N (fun p_10 => 1 / 2 * white p_9 / IZR N * white p_10 / IZR N * 0)) + sum 1 N (fun p_11 => sum 1 N (fun p_12 => white p_11 / IZR N * (1 / 2) * white p_12 / IZR N * 0)) + sum 1 N (fun p_13 => sum 1 N (fun p_14 => white p_13 / IZR N * white p_14 / IZR N * (1 / 4 * same_place p_13 p_14)))).
- intros xi. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => xi (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => white (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (Plus (Times (Num (1)) (Over (Num 2))) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) 2)
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (En 1 (0 :: nil)%list%nat)) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (En 1 (0 :: nil)%list%nat)) (Over (Sc 0))) (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (0 :: nil)%list%nat) (Over (Sc 0))) (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 N (fun p_7 => sum 1 N (fun p_8 => 1 / 2 * white p_7 / IZR N * (1 / 2) * white p_8 / IZR N)) + sum 1 N (fun p_13 => sum 1 N (fun p_14 => same_place p_13 p_14 * (1 / 4 * white p_13 / IZR N * white p_14 / IZR N)))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => white (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (En 0 (0 :: nil)%list%nat) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (0 :: nil)%list%nat) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))) (Times (Times (Num (1)) (Over (Num 4))) (En 1 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Num 4))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0)))))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
assert (mean1 : E_white (fun white => E_xi (fun xi => (sum 1 N (fun p => (1 / 2 + xi p) * white p) / IZR N) ^ 2)) = sum 1 N (fun p_15 => 1 * (1 / 2) / IZR N * (1 / 2) / IZR N) + sum 1 N (fun p_17 => 1 * (1 / 4) / IZR N / IZR N)).
{ transitivity (E_white (fun white => sum 1 N (fun p_7 => sum 1 N (fun p_8 => 1 / 2 * white p_7 / IZR N * (1 / 2) * white p_8 / IZR N)) + sum 1 N (fun p_13 => 1 / 4 * white p_13 / IZR N * white p_13 / IZR N))).
{ f_equal; apply functional_extensionality; intros white; cong (first [etransitivity; [solve [apply mean0; lia] |]]). }
apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun white => sum 1 N (fun p_15 => sum 1 N (fun p_16 => 1 / 2 / IZR N * (1 / 2) / IZR N * (white p_15 * (white p_16 * 1)))) + sum 1 N (fun p_17 => 1 / 4 / IZR N / IZR N * (white p_17 * (white p_17 * 1)))) (a := sum 1 N (fun p_15 => sum 1 N (fun p_16 => 1 / 2 / IZR N * (1 / 2) / IZR N * (1 * same_place p_15 p_16))) + sum 1 N (fun p_17 => 1 / 4 / IZR N / IZR N * (1 * same_place p_17 p_17))).
- intros white. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => white (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Num 4))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))))
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Num 4))) (Over (Sc 0))) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun p_15 => sum 1 N (fun p_16 => same_place p_15 p_16 * (1 * (1 / 2) / IZR N * (1 / 2) / IZR N))) + sum 1 N (fun p_17 => same_place p_17 p_17 * (1 * (1 / 4) / IZR N / IZR N))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Over (Sc 0))) (Times (Num (1)) (En 1 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Num 4))) (Over (Sc 0))) (Over (Sc 0))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))))
  (Plus (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Times (Num (1)) (Over (Num 2)))) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Over (Sc 0)))))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Times (Num (1)) (Over (Num 4)))) (Over (Sc 0))) (Over (Sc 0))))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun p_18 => 1 * (1 / 2) / IZR N * (1 / 2) / IZR N) + sum 1 N (fun p_19 => 1 * (1 / 4) / IZR N / IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | ends]) | transitivity (1 / 2 / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (Times (Times (Times (Num (1)) (Times (Num (1)) (Over (Num 2)))) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Over (Sc 0)))) (Total 0 (Times (Times (Times (Num (1)) (Times (Num (1)) (Over (Num 4)))) (Over (Sc 0))) (Over (Sc 0)))))
  (Times (Times (Num (1)) (Over (Num 2))) (Over (Sc 0)))
  (List.repeat nil 3) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | etransitivity; [solve [apply mean1; lia] |] | ends])]]. }
assert (mean0 : E_xi (fun xi => (sum 1 N (fun p => (1 / 2 + xi p) * size) / IZR N) ^ 2) = sum 1 N (fun p_26 => sum 1 N (fun p_27 => 1 / 2 * size / IZR N * (1 / 2) * size / IZR N)) + sum 1 N (fun p_32 => 1 / 4 * size / IZR N * size / IZR N)).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun xi => sum 1 N (fun p_26 => sum 1 N (fun p_27 => 1 / 2 * size / IZR N * (1 / 2) * size / IZR N * 1)) + sum 1 N (fun p_28 => sum 1 N (fun p_29 => 1 / 2 * size / IZR N * size / IZR N * (xi p_29 * 1))) + sum 1 N (fun p_30 => sum 1 N (fun p_31 => size / IZR N * (1 / 2) * size / IZR N * (xi p_30 * 1))) + sum 1 N (fun p_32 => sum 1 N (fun p_33 => size / IZR N * size / IZR N * (xi p_32 * (xi p_33 * 1))))) (a := sum 1 N (fun p_26 => sum 1 N (fun p_27 => 1 / 2 * size / IZR N * (1 / 2) * size / IZR N * 1)) + sum 1 N (fun p_28 => sum 1 N (fun p_29 => 1 / 2 * size / IZR N * size / IZR N * 0)) + sum 1 N (fun p_30 => sum 1 N (fun p_31 => size / IZR N * (1 / 2) * size / IZR N * 0)) + sum 1 N (fun p_32 => sum 1 N (fun p_33 => size / IZR N * size / IZR N * (1 / 4 * same_place p_32 p_33)))).
- intros xi. exact (@same_by (IZR N :: size :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => xi (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Power (Times (Total 0 (Times (Plus (Times (Num (1)) (Over (Num 2))) (En 0 (0 :: nil)%list%nat)) (Sc 2))) (Over (Sc 0))) 2)
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 2)) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Sc 2)) (Over (Sc 0))) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 2)) (Over (Sc 0))) (Sc 2)) (Over (Sc 0))) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Sc 2)) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Times (Sc 2) (Over (Sc 0))) (Sc 2)) (Over (Sc 0))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 N (fun p_26 => sum 1 N (fun p_27 => 1 / 2 * size / IZR N * (1 / 2) * size / IZR N)) + sum 1 N (fun p_32 => sum 1 N (fun p_33 => same_place p_32 p_33 * (1 / 4 * size / IZR N * size / IZR N)))).
  + exact (@same_by (IZR N :: size :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 2)) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Sc 2)) (Over (Sc 0))) (Num (1))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 2)) (Over (Sc 0))) (Sc 2)) (Over (Sc 0))) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Sc 2)) (Over (Sc 0))) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Sc 2) (Over (Sc 0))) (Sc 2)) (Over (Sc 0))) (Times (Times (Num (1)) (Over (Num 4))) (En 0 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 2)) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Sc 2)) (Over (Sc 0))))) (Total 0 (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Num 4))) (Sc 2)) (Over (Sc 0))) (Sc 2)) (Over (Sc 0)))))))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun p_34 => sum 1 N (fun p_35 => 1 / 2 * size / IZR N * (1 / 2) * size / IZR N)) + sum 1 N (fun p_36 => 1 / 4 * size / IZR N * size / IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (size ^ 2 * ((1 / 2) ^ 2 + 1 / 2 * (1 + (-1 / 2)) / IZR N)); [exact (@same_by (IZR N :: size :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 2)) (Over (Sc 0))) (Times (Num (1)) (Over (Num 2)))) (Sc 2)) (Over (Sc 0))))) (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Num 4))) (Sc 2)) (Over (Sc 0))) (Sc 2)) (Over (Sc 0)))))
  (Times (Power (Sc 2) 2) (Plus (Power (Times (Num (1)) (Over (Num 2))) 2) (Times (Times (Times (Num (1)) (Over (Num 2))) (Plus (Num (1)) (Times (Num (-1)) (Over (Num 2))))) (Over (Sc 0)))))
  (List.repeat nil 5) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* AMMUP-B-padding *)
Theorem claim_ammup_b_padding :
forall (N : Z) (p : R),
(0 < p) ->
(1 <= N)%Z ->
1 / 3 * sin p + 1 / 3 * sin (p + PI / (1 + IZR N)) + 1 / 3 * sin (p - PI / (1 + IZR N)) = (1 / 3 + 2 / 3 * cos (PI / (1 + IZR N))) * sin p.
Proof.
intros N p dom0 dom1.
set (q := PI / (1 + IZR N)). rewrite sin_plus, sin_minus. field.
Qed.

(* AMMUP-R2 *)
Theorem claim_ammup_r2 :
forall (n C : Z) (q : R) (g : Z -> R) (u : Z -> R) (v : Z -> R) (M : Z -> Z -> R) (d2 : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= n)%Z ->
(1 <= C)%Z ->
(0 < q) ->
gaussian_matrix C n (1 / (q * IZR n)) E_W ->
(forall i1 : Z, (1 <= i1 <= C)%Z -> (0 <= d2 i1)) ->
sum 1 C (fun r => d2 r * (sum 1 n (fun i => M r i * g i * u i) * sum 1 n (fun i => M r i * g i * v i)) + (2 * q - d2 r) * ((-1) * sum 1 n (fun i => M r i * g i * u i)) * ((-1) * sum 1 n (fun i => M r i * g i * v i))) / (2 * q * IZR C) = sum 1 C (fun r => sum 1 n (fun i => M r i * g i * u i) * sum 1 n (fun i => M r i * g i * v i)) / IZR C /\
E_W (fun W => sum 1 C (fun r => sum 1 n (fun i => W r i * g i * u i) * sum 1 n (fun i => W r i * g i * v i)) / IZR C) = sum 1 n (fun i => g i ^ 2 * u i * v i) / (q * IZR n).
Proof.
intros n C q g u v M d2 E_W dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ transitivity (sum 1 C (fun r_1 => d2 r_1 * (sum 1 n (fun i_2 => M r_1 i_2 * g i_2 * u i_2) * sum 1 n (fun i_3 => M r_1 i_3 * g i_3 * v i_3)) + (2 * q - d2 r_1) * ((-1) * sum 1 n (fun i_4 => M r_1 i_4 * g i_4 * u i_4)) * ((-1) * sum 1 n (fun i_5 => M r_1 i_5 * g i_5 * v i_5))) / (2 * q * IZR C)); [cong (first [ends]) | transitivity (sum 1 C (fun r_6 => sum 1 n (fun i_7 => M r_6 i_7 * g i_7 * u i_7) * sum 1 n (fun i_8 => M r_6 i_8 * g i_8 * v i_8)) / IZR C); [exact (@same_by (IZR C :: q :: IZR n :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (2%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => d2 (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Plus (Times (En 0 (0 :: nil)%list%nat) (Times (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))) (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 4 (1 :: nil)%list%nat))))) (Times (Times (Plus (Times (Num (2)) (Sc 2)) (Minus (En 0 (0 :: nil)%list%nat))) (Times (Num (-1)) (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Times (Num (-1)) (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 4 (1 :: nil)%list%nat))))))) (Over (Times (Times (Num (2)) (Sc 2)) (Sc 0))))
  (Times (Total 0 (Times (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))) (Total 1 (Times (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 4 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
assert (mean0 : E_W (fun W => sum 1 C (fun r => sum 1 n (fun i => W r i * g i * u i) * sum 1 n (fun i => W r i * g i * v i)) / IZR C) = sum 1 C (fun r_14 => sum 1 n (fun i_15 => 1 / (q * IZR n) * g i_15 * u i_15 * g i_15 * v i_15 / IZR C))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 C (fun r_14 => sum 1 n (fun i_15 => sum 1 n (fun i_16 => g i_15 * u i_15 * g i_16 * v i_16 / IZR C * (W r_14 i_15 * (W r_14 i_16 * 1)))))) (a := sum 1 C (fun r_14 => sum 1 n (fun i_15 => sum 1 n (fun i_16 => g i_15 * u i_15 * g i_16 * v i_16 / IZR C * (1 / (q * IZR n) * same_place r_14 r_14 * same_place i_15 i_16))))).
- intros W. exact (@same_by (IZR C :: IZR n :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Total 1 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) (Total 1 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (En 3 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 C (fun r_14 => sum 1 n (fun i_15 => sum 1 n (fun i_16 => same_place i_15 i_16 * (same_place r_14 r_14 * (1 / (q * IZR n) * g i_15 * u i_15 * g i_16 * v i_16 / IZR C)))))).
  + exact (@same_by (IZR C :: IZR n :: q :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Total 1 (Times (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Over (Sc 0))) (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 2)))) (En 3 (0 :: nil)%list%nat)) (En 4 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 1 (Total 1 (Times (En 4 (1 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Over (Sc 0))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 C (fun r_17 => sum 1 n (fun i_18 => 1 / (q * IZR n) * g i_18 * u i_18 * g i_18 * v i_18 / IZR C))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 n (fun i_19 => g i_19 ^ 2 * u i_19 * v i_19) / (q * IZR n)); [exact (@same_by (IZR C :: IZR n :: q :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 1 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 2)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 1 (Times (Times (Power (En 0 (0 :: nil)%list%nat) 2) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))) (Over (Times (Sc 4) (Sc 2))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* AMMUP-R8 *)
Theorem claim_ammup_r8 :
forall (N M s : Z) (f : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= M)%Z ->
(0 <= s)%Z ->
(forall b : Z, (1 <= b <= M)%Z -> f ((s + N) + 1)%Z b = f (s + 1)%Z b) ->
(forall b : Z, (1 <= b <= M)%Z -> sum 1 N (fun p => f ((p + s) + 1)%Z b) = sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b) /\
sum 1 M (fun b => sum 1 N (fun p => f ((p + s) + 1)%Z b)) = sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b)).
Proof.
intros N M s f dom0 dom1 dom2 giv0.
apply keep; [|intros cla0].
{ assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> (forall b : Z, (1 <= b <= M)%Z -> sum 1 N_now (fun p => f ((p + s) + 1)%Z b) = sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b)).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> (forall b : Z, (1 <= b <= M)%Z -> sum 1 N_now (fun p => f ((p + s) + 1)%Z b) = sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b))).
- intros most. intros b ran0. transitivity (f (s + 2)%Z b); [cong (first [ends]) | transitivity (f (s + 1)%Z b + f (s + 2)%Z b - f (s + 1)%Z b); [exact (@same_by (f (s + 2)%Z b :: f (s + 1)%Z b :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Plus (Plus (Sc 2) (Sc 0)) (Minus (Sc 2)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
- intros N_now least hyp most. intros b ran0. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 N_now (fun p => f ((p + s) + 1)%Z b) - (sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b) = 0) by (pose proof (hyp b ran0); lra). assert (gap : sum 1 (N_now + 1) (fun p => f ((p + s) + 1)%Z b) - (sum 1 (N_now + 1) (fun p => f (p + s)%Z b) + f ((s + (N_now + 1)) + 1)%Z b - f (s + 1)%Z b) = 1 * (sum 1 N_now (fun p => f ((p + s) + 1)%Z b) - (sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b))). { transitivity (sum 1 N_now (fun p_4 => f ((p_4 + s) + 1)%Z b) + f ((N_now + s) + 2)%Z b - (sum 1 N_now (fun p_6 => f (p_6 + s)%Z b) + f ((N_now + s) + 1)%Z b + f ((N_now + s) + 2)%Z b - f (s + 1)%Z b)); [cong (first [ends]) | transitivity (1 * (sum 1 N_now (fun p_7 => f ((p_7 + s) + 1)%Z b) - (sum 1 N_now (fun p_8 => f (p_8 + s)%Z b) + f ((N_now + s) + 1)%Z b - f (s + 1)%Z b))); [exact (@same_by (f (s + 1)%Z b :: f ((N_now + s) + 2)%Z b :: f ((N_now + s) + 1)%Z b :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list ((3%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => f ((1 + Z.of_nat v0')%Z + s)%Z b | 1%nat, (v0' :: nil)%list => f (((1 + Z.of_nat v0')%Z + s) + 1)%Z b | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (En 1 (0 :: nil)%list%nat)) (Sc 2)) (Minus (Plus (Plus (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 4)) (Sc 2)) (Minus (Sc 0)))))
  (Times (Num (1)) (Plus (Total 0 (En 1 (0 :: nil)%list%nat)) (Minus (Plus (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 4)) (Minus (Sc 0))))))
  (List.repeat nil 10) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros b ran0. apply (ind N); lia. }
assert (zer : sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b - sum 1 N (fun p => f ((p + s) + 1)%Z b) + (f (s + 1)%Z b - f ((s + N) + 1)%Z b)) = 0) by zero. assert (gap : sum 1 M (fun b => sum 1 N (fun p => f ((p + s) + 1)%Z b)) - sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b)) = sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b - sum 1 N (fun p => f ((p + s) + 1)%Z b) + (f (s + 1)%Z b - f ((s + N) + 1)%Z b)) * (-1)). { transitivity (sum 1 M (fun b_23 => sum 1 N (fun p_24 => f ((p_24 + s) + 1)%Z b_23)) - sum 1 M (fun b_25 => sum 1 N (fun p_26 => f (p_26 + s)%Z b_25))); [cong (first [ends]) | transitivity (sum 1 M (fun b_27 => sum 1 N (fun p_28 => f (p_28 + s)%Z b_27) + f ((N + s) + 1)%Z b_27 - f (s + 1)%Z b_27 - sum 1 N (fun p_29 => f ((p_29 + s) + 1)%Z b_27) + (f (s + 1)%Z b_27 - f ((N + s) + 1)%Z b_27)) * (-1)); [exact (@same_by (IZR M :: IZR N :: nil)%list ((0%nat, Z.to_nat (M - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => f ((1 + Z.of_nat v0')%Z + s)%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => f (((1 + Z.of_nat v0')%Z + s) + 1)%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => f ((N + s) + 1)%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => f (s + 1)%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 1 (En 1 (1 :: 0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)))))
  (Times (Total 0 (Plus (Plus (Plus (Plus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Minus (En 3 (0 :: nil)%list%nat))) (Minus (Total 1 (En 1 (1 :: 0 :: nil)%list%nat)))) (Plus (En 3 (0 :: nil)%list%nat) (Minus (En 2 (0 :: nil)%list%nat))))) (Num (-1)))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra.
Qed.

(* AMMUP-D15 *)
Theorem claim_ammup_d15 :
forall (n : Z) (s : R) (W : Z -> Z -> R) (g : Z -> R) (u : Z -> R) (v : Z -> R) (phi_0 : Z -> R) (phi_s : Z -> R),
(1 <= n)%Z ->
(0 < s) ->
(forall b : Z, (1 <= b <= n)%Z -> s * g b * u b = phi_s b - phi_0 b) ->
(forall a : Z, (1 <= a <= n)%Z -> s * u a + sum 1 n (fun b => W a b * phi_s b) - sum 1 n (fun b => W a b * phi_0 b) = s * (u a + sum 1 n (fun b => W a b * g b * u b))).
Proof.
intros n s W g u v phi_0 phi_s dom0 dom1 giv0.
intros a ran0. assert (zer : (-1) * sum 1 n (fun b => W a b * (phi_s b - phi_0 b - s * g b * u b)) = 0) by zero. assert (gap : s * u a + sum 1 n (fun b => W a b * phi_s b) - sum 1 n (fun b => W a b * phi_0 b) - s * (u a + sum 1 n (fun b => W a b * g b * u b)) = (-1) * sum 1 n (fun b => W a b * (phi_s b - phi_0 b - s * g b * u b)) * (-1)). { transitivity (s * u a + sum 1 n (fun b_9 => W a b_9 * phi_s b_9) - sum 1 n (fun b_10 => W a b_10 * phi_0 b_10) - s * (u a + sum 1 n (fun b_11 => W a b_11 * g b_11 * u b_11))); [cong (first [ends]) | transitivity ((-1) * sum 1 n (fun b_12 => W a b_12 * (phi_s b_12 - phi_0 b_12 - s * g b_12 * u b_12)) * (-1)); [exact (@same_by (s :: IZR n :: u a :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => phi_0 (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => phi_s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Times (Sc 0) (Sc 4)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat)))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))) (Minus (Times (Sc 0) (Plus (Sc 4) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))))))
  (Times (Times (Num (-1)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Plus (En 4 (0 :: nil)%list%nat) (Minus (En 3 (0 :: nil)%list%nat))) (Minus (Times (Times (Sc 0) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))) (Num (-1)))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra.
Qed.

(* AMMUP-E33 *)
Theorem claim_ammup_e33 :
forall (n : Z) (W : Z -> Z -> R) (g : Z -> R) (u : Z -> R) (v : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun a => (u a + sum 1 n (fun b => W a b * g b * u b)) * (v a + sum 1 n (fun b => W a b * g b * v b))) / IZR n = sum 1 n (fun a => u a * v a) / IZR n + sum 1 n (fun a => u a * sum 1 n (fun b => W a b * g b * v b)) / IZR n + sum 1 n (fun a => v a * sum 1 n (fun b => W a b * g b * u b)) / IZR n + sum 1 n (fun a => sum 1 n (fun b => W a b * g b * u b) * sum 1 n (fun b => W a b * g b * v b)) / IZR n.
Proof.
intros n W g u v dom0.
transitivity (sum 1 n (fun a_1 => (u a_1 + sum 1 n (fun b_2 => W a_1 b_2 * g b_2 * u b_2)) * (v a_1 + sum 1 n (fun b_3 => W a_1 b_3 * g b_3 * v b_3))) / IZR n); [cong (first [ends]) | transitivity (sum 1 n (fun a_4 => u a_4 * v a_4) / IZR n + sum 1 n (fun a_5 => u a_5 * sum 1 n (fun b_6 => W a_5 b_6 * g b_6 * v b_6)) / IZR n + sum 1 n (fun a_7 => v a_7 * sum 1 n (fun b_8 => W a_7 b_8 * g b_8 * u b_8)) / IZR n + sum 1 n (fun a_9 => sum 1 n (fun b_10 => W a_9 b_10 * g b_10 * u b_10) * sum 1 n (fun b_11 => W a_9 b_11 * g b_11 * v b_11)) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Plus (En 2 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)))) (Plus (En 3 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)))))) (Over (Sc 0)))
  (Plus (Plus (Plus (Times (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Total 0 (Times (En 2 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Over (Sc 0)))) (Times (Total 0 (Times (En 3 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))))) (Over (Sc 0)))) (Times (Total 0 (Times (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Over (Sc 0))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-E31 *)
Theorem claim_ammup_e31 :
forall (n K : Z) (c : R) (g : Z -> R) (u : Z -> R) (v : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= n)%Z ->
(1 <= K)%Z ->
(0 <= c) ->
gaussian_matrix n n (c / (IZR K * IZR n)) E_W ->
E_W (fun W => sum 1 n (fun a => (u a + sum 1 n (fun b => W a b * g b * u b)) * (v a + sum 1 n (fun b => W a b * g b * v b)))) / IZR n = sum 1 n (fun a => u a * v a) / IZR n + c / IZR K * sum 1 n (fun a => g a ^ 2 * u a * v a) / IZR n.
Proof.
intros n K c g u v E_W dom0 dom1 dom2 dom3.
assert (mean0 : E_W (fun W => sum 1 n (fun a => (u a + sum 1 n (fun b => W a b * g b * u b)) * (v a + sum 1 n (fun b => W a b * g b * v b)))) = sum 1 n (fun a_1 => u a_1 * v a_1) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => c / (IZR K * IZR n) * g b_6 * u b_6 * g b_6 * v b_6))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 n (fun a_1 => u a_1 * v a_1 * 1) + sum 1 n (fun a_1 => sum 1 n (fun b_4 => u a_1 * g b_4 * v b_4 * (W a_1 b_4 * 1))) + sum 1 n (fun a_1 => sum 1 n (fun b_5 => g b_5 * u b_5 * v a_1 * (W a_1 b_5 * 1))) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => sum 1 n (fun b_7 => g b_6 * u b_6 * g b_7 * v b_7 * (W a_1 b_6 * (W a_1 b_7 * 1)))))) (a := sum 1 n (fun a_1 => u a_1 * v a_1 * 1) + sum 1 n (fun a_1 => sum 1 n (fun b_4 => u a_1 * g b_4 * v b_4 * 0)) + sum 1 n (fun a_1 => sum 1 n (fun b_5 => g b_5 * u b_5 * v a_1 * 0)) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => sum 1 n (fun b_7 => g b_6 * u b_6 * g b_7 * v b_7 * (c / (IZR K * IZR n) * same_place a_1 a_1 * same_place b_6 b_7))))).
- intros W. exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Plus (En 2 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)))) (Plus (En 3 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))))
  (Plus (Plus (Plus (Total 0 (Times (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (En 2 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (0 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (En 3 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 n (fun a_1 => u a_1 * v a_1) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => sum 1 n (fun b_7 => same_place b_6 b_7 * (same_place a_1 a_1 * (c / (IZR K * IZR n) * g b_6 * u b_6 * g b_7 * v b_7)))))).
  + exact (@same_by (IZR n :: c :: IZR K :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (En 1 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Times (Times (Times (Sc 2) (Over (Times (Sc 4) (Sc 0)))) (En 3 (0 :: nil)%list%nat)) (En 4 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Total 0 (Total 0 (Total 0 (Times (En 4 (1 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Sc 2) (Over (Times (Sc 4) (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity ((sum 1 n (fun a_8 => u a_8 * v a_8) + sum 1 n (fun a_9 => sum 1 n (fun b_10 => c / (IZR K * IZR n) * g b_10 * u b_10 * g b_10 * v b_10))) / IZR n); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 n (fun a_11 => u a_11 * v a_11) / IZR n + c / IZR K * sum 1 n (fun a_12 => g a_12 ^ 2 * u a_12 * v a_12) / IZR n); [exact (@same_by (IZR n :: c :: IZR K :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (Over (Times (Sc 4) (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Plus (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Times (Times (Sc 2) (Over (Sc 4))) (Total 0 (Times (Times (Power (En 0 (0 :: nil)%list%nat) 2) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))) (Over (Sc 0))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* AMMUP-L6 *)
Theorem claim_ammup_l6 :
forall (n K : Z) (c : R) (g : Z -> R) (u : Z -> R) (v : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= n)%Z ->
(1 <= K)%Z ->
(0 <= c) ->
gaussian_matrix n n (c / (IZR K * IZR n)) E_W ->
E_W (fun W => sum 1 n (fun a => (u a + sum 1 n (fun b => W a b * g b * u b)) * (v a + sum 1 n (fun b => W a b * g b * v b)))) / IZR n = sum 1 n (fun a => u a * v a) / IZR n + c / IZR K * sum 1 n (fun a => g a ^ 2 * u a * v a) / IZR n.
Proof.
intros n K c g u v E_W dom0 dom1 dom2 dom3.
assert (mean0 : E_W (fun W => sum 1 n (fun a => (u a + sum 1 n (fun b => W a b * g b * u b)) * (v a + sum 1 n (fun b => W a b * g b * v b)))) = sum 1 n (fun a_1 => u a_1 * v a_1) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => c / (IZR K * IZR n) * g b_6 * u b_6 * g b_6 * v b_6))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 n (fun a_1 => u a_1 * v a_1 * 1) + sum 1 n (fun a_1 => sum 1 n (fun b_4 => u a_1 * g b_4 * v b_4 * (W a_1 b_4 * 1))) + sum 1 n (fun a_1 => sum 1 n (fun b_5 => g b_5 * u b_5 * v a_1 * (W a_1 b_5 * 1))) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => sum 1 n (fun b_7 => g b_6 * u b_6 * g b_7 * v b_7 * (W a_1 b_6 * (W a_1 b_7 * 1)))))) (a := sum 1 n (fun a_1 => u a_1 * v a_1 * 1) + sum 1 n (fun a_1 => sum 1 n (fun b_4 => u a_1 * g b_4 * v b_4 * 0)) + sum 1 n (fun a_1 => sum 1 n (fun b_5 => g b_5 * u b_5 * v a_1 * 0)) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => sum 1 n (fun b_7 => g b_6 * u b_6 * g b_7 * v b_7 * (c / (IZR K * IZR n) * same_place a_1 a_1 * same_place b_6 b_7))))).
- intros W. exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Plus (En 2 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)))) (Plus (En 3 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))))
  (Plus (Plus (Plus (Total 0 (Times (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (En 2 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (0 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (En 3 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 n (fun a_1 => u a_1 * v a_1) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => sum 1 n (fun b_7 => same_place b_6 b_7 * (same_place a_1 a_1 * (c / (IZR K * IZR n) * g b_6 * u b_6 * g b_7 * v b_7)))))).
  + exact (@same_by (IZR n :: c :: IZR K :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (En 1 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Times (Times (Times (Sc 2) (Over (Times (Sc 4) (Sc 0)))) (En 3 (0 :: nil)%list%nat)) (En 4 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Total 0 (Total 0 (Total 0 (Times (En 4 (1 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Sc 2) (Over (Times (Sc 4) (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity ((sum 1 n (fun a_8 => u a_8 * v a_8) + sum 1 n (fun a_9 => sum 1 n (fun b_10 => c / (IZR K * IZR n) * g b_10 * u b_10 * g b_10 * v b_10))) / IZR n); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 n (fun a_11 => u a_11 * v a_11) / IZR n + c / IZR K * sum 1 n (fun a_12 => g a_12 ^ 2 * u a_12 * v a_12) / IZR n); [exact (@same_by (IZR n :: c :: IZR K :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (Over (Times (Sc 4) (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Plus (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Times (Times (Sc 2) (Over (Sc 4))) (Total 0 (Times (Times (Power (En 0 (0 :: nil)%list%nat) 2) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))) (Over (Sc 0))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* AMMUP-E34 *)
Theorem claim_ammup_e34 :
forall (n K : Z) (c : R) (g : Z -> R) (u : Z -> R) (v : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= n)%Z ->
(1 <= K)%Z ->
(0 <= c) ->
gaussian_matrix n n (c / (IZR K * IZR n)) E_W ->
E_W (fun W => sum 1 n (fun a => (u a + sum 1 n (fun b => W a b * g b * u b)) * (v a + sum 1 n (fun b => W a b * g b * v b)))) / IZR n = sum 1 n (fun a => u a * v a) / IZR n + c / IZR K * sum 1 n (fun a => g a ^ 2 * u a * v a) / IZR n.
Proof.
intros n K c g u v E_W dom0 dom1 dom2 dom3.
assert (mean0 : E_W (fun W => sum 1 n (fun a => (u a + sum 1 n (fun b => W a b * g b * u b)) * (v a + sum 1 n (fun b => W a b * g b * v b)))) = sum 1 n (fun a_1 => u a_1 * v a_1) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => c / (IZR K * IZR n) * g b_6 * u b_6 * g b_6 * v b_6))).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => sum 1 n (fun a_1 => u a_1 * v a_1 * 1) + sum 1 n (fun a_1 => sum 1 n (fun b_4 => u a_1 * g b_4 * v b_4 * (W a_1 b_4 * 1))) + sum 1 n (fun a_1 => sum 1 n (fun b_5 => g b_5 * u b_5 * v a_1 * (W a_1 b_5 * 1))) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => sum 1 n (fun b_7 => g b_6 * u b_6 * g b_7 * v b_7 * (W a_1 b_6 * (W a_1 b_7 * 1)))))) (a := sum 1 n (fun a_1 => u a_1 * v a_1 * 1) + sum 1 n (fun a_1 => sum 1 n (fun b_4 => u a_1 * g b_4 * v b_4 * 0)) + sum 1 n (fun a_1 => sum 1 n (fun b_5 => g b_5 * u b_5 * v a_1 * 0)) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => sum 1 n (fun b_7 => g b_6 * u b_6 * g b_7 * v b_7 * (c / (IZR K * IZR n) * same_place a_1 a_1 * same_place b_6 b_7))))).
- intros W. exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Plus (En 2 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)))) (Plus (En 3 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))))
  (Plus (Plus (Plus (Total 0 (Times (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (En 2 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (0 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 1 (2 :: nil)%list%nat)) (En 3 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 n (fun a_1 => u a_1 * v a_1) + sum 1 n (fun a_1 => sum 1 n (fun b_6 => sum 1 n (fun b_7 => same_place b_6 b_7 * (same_place a_1 a_1 * (c / (IZR K * IZR n) * g b_6 * u b_6 * g b_7 * v b_7)))))).
  + exact (@same_by (IZR n :: c :: IZR K :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (En 1 (0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Times (Times (Times (Sc 2) (Over (Times (Sc 4) (Sc 0)))) (En 3 (0 :: nil)%list%nat)) (En 4 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Total 0 (Total 0 (Total 0 (Times (En 4 (1 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Sc 2) (Over (Times (Sc 4) (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity ((sum 1 n (fun a_8 => u a_8 * v a_8) + sum 1 n (fun a_9 => sum 1 n (fun b_10 => c / (IZR K * IZR n) * g b_10 * u b_10 * g b_10 * v b_10))) / IZR n); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 n (fun a_11 => u a_11 * v a_11) / IZR n + c / IZR K * sum 1 n (fun a_12 => g a_12 ^ 2 * u a_12 * v a_12) / IZR n); [exact (@same_by (IZR n :: c :: IZR K :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Sc 2) (Over (Times (Sc 4) (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Plus (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Times (Times (Sc 2) (Over (Sc 4))) (Total 0 (Times (Times (Power (En 0 (0 :: nil)%list%nat) 2) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))) (Over (Sc 0))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* AMMUP-E34-size *)
Theorem claim_ammup_e34_size :
forall (n : Z) (p : Z -> R) (s : Z -> R) (z : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun a => sum 1 n (fun b => p a * s b * z b) ^ 2) / IZR n = sum 1 n (fun a => p a ^ 2) * sum 1 n (fun b => s b * z b) ^ 2 / IZR n.
Proof.
intros n p s z dom0.
transitivity (sum 1 n (fun a_1 => sum 1 n (fun b_2 => p a_1 * s b_2 * z b_2) ^ 2) / IZR n); [cong (first [ends]) | transitivity (sum 1 n (fun a_3 => p a_3 ^ 2) * sum 1 n (fun b_4 => s b_4 * z b_4) ^ 2 / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => s (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) 2)) (Over (Sc 0)))
  (Times (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Power (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) 2)) (Over (Sc 0)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-D16 *)
Theorem claim_ammup_d16 :
forall (l K : Z) (c q x : R),
(1 <= l)%Z ->
(1 <= K)%Z ->
(0 < c) ->
(0 < q) ->
(0 < x) ->
1 + c * q / IZR K = 1 + c * q / IZR K /\
powerRZ (1 + c * q / IZR K) (l + 1) / powerRZ (1 + c * q / IZR K) l = 1 + c * q / IZR K /\
ln (1 + x) < x.
Proof.
intros l K c q x dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ reflexivity. }
apply keep; [|intros cla1].
{ assert (0 < 1 + c * q / IZR K) by pos.
rewrite powerRZ_add, powerRZ_1 by lra. field; split; [nz | apply powerRZ_NOR; lra]. }
apply exp_lt_inv; rewrite exp_ln by lra; apply exp_ineq1; lra.
Qed.

(* AMMUP-E02 *)
Theorem claim_ammup_e02 :
forall (n : Z) (a : Z -> R) (x : Z -> R) (g : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun o => sum 1 n (fun e => g o * a e * a e) ^ 2) * sum 1 n (fun e => x e ^ 2) ^ 2 = sum 1 n (fun o => sum 1 n (fun e => g o * x e * x e) ^ 2) * sum 1 n (fun e => a e ^ 2) ^ 2.
Proof.
intros n a x g dom0.
transitivity (sum 1 n (fun o_1 => sum 1 n (fun e_2 => g o_1 * a e_2 * a e_2) ^ 2) * sum 1 n (fun e_3 => x e_3 ^ 2) ^ 2); [cong (first [ends]) | transitivity (sum 1 n (fun o_4 => sum 1 n (fun e_5 => g o_4 * x e_5 * x e_5) ^ 2) * sum 1 n (fun e_6 => a e_6 ^ 2) ^ 2); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat))) 2)) (Power (Total 0 (Power (En 2 (0 :: nil)%list%nat) 2)) 2))
  (Times (Total 0 (Power (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) 2)) (Power (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) 2))
  ((nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* AMMUP-E05 *)
Theorem claim_ammup_e05 :
forall (K n : Z) (q : R) (E_W : ((Z -> R) -> R) -> R),
(1 <= K)%Z ->
(1 <= n)%Z ->
(0 < q) ->
gaussian_vector n (1 / (q * IZR n)) E_W ->
(forall e : Z, (1 <= e <= n)%Z -> E_W (fun W => (W e / sqrt (IZR K)) ^ 2) = 1 / (q * IZR K * IZR n)).
Proof.
intros K n q E_W dom0 dom1 dom2 dom3.
intros e ran0. assert (mean0 : E_W (fun W => (W e / sqrt (IZR K)) ^ 2) = 1 / (q * IZR n) / sqrt (IZR K) / sqrt (IZR K)).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun W => / sqrt (IZR K) / sqrt (IZR K) * (W e * (W e * 1))) (a := / sqrt (IZR K) / sqrt (IZR K) * (1 / (q * IZR n) * same_place e e)).
- intros W. exact (@same_by (W e :: sqrt (IZR K) :: IZR K :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((3 :: 3 :: nil)%list%nat, (5 :: nil)%list%nat) :: nil)%list 24%nat
  (Power (Times (Sc 0) (Over (Sc 2))) 2)
  (Times (Times (Over (Sc 2)) (Over (Sc 2))) (Times (Sc 0) (Times (Sc 0) (Num (1)))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [over_root | exact I]) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (same_place e e * (1 / (q * IZR n) / sqrt (IZR K) / sqrt (IZR K))).
  + exact (@same_by (sqrt (IZR K) :: IZR K :: q :: IZR n :: same_place e e :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((1 :: 1 :: nil)%list%nat, (3 :: nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 6)))) (Sc 8)))
  (Times (Sc 8) (Times (Times (Times (Num (1)) (Over (Times (Sc 4) (Sc 6)))) (Over (Sc 0))) (Over (Sc 0))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [over_root | exact I]) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (1 / (q * IZR n) / sqrt (IZR K) / sqrt (IZR K)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (1 / (q * IZR K * IZR n)); [exact (@same_by (q :: IZR n :: sqrt (IZR K) :: IZR K :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((5 :: 5 :: nil)%list%nat, (7 :: nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Num (1)) (Over (Times (Sc 0) (Sc 2)))) (Over (Sc 4))) (Over (Sc 4)))
  (Times (Num (1)) (Over (Times (Times (Sc 0) (Sc 6)) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [over_root | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* AMMUP-E05-multiplier *)
Theorem claim_ammup_e05_multiplier :
forall (K n : Z) (p b : R) (W : Z -> Z -> Z -> R) (g : Z -> Z -> Z -> R) (x : Z -> Z -> R) (dz : Z -> Z -> R) (dz_outside : Z -> Z -> R),
(1 <= K)%Z ->
(1 <= n)%Z ->
(forall i : Z, (1 <= i <= n)%Z -> dz 0%Z i = 0) ->
(forall i : Z, (1 <= i <= n)%Z -> dz_outside 0%Z i = 0) ->
(forall passed i : Z, (0 <= passed <= (K - 1))%Z -> (1 <= i <= n)%Z -> dz (passed + 1)%Z i = dz passed i + sum 1 n (fun j => W (passed + 1)%Z i j * dz passed j) + sum 1 n (fun j => g (passed + 1)%Z i j * x (passed + 1)%Z j)) ->
(forall passed i : Z, (0 <= passed <= (K - 1))%Z -> (1 <= i <= n)%Z -> dz_outside (passed + 1)%Z i = dz_outside passed i + sum 1 n (fun j => W (passed + 1)%Z i j * dz_outside passed j) + b * sum 1 n (fun j => b * g (passed + 1)%Z i j * x (passed + 1)%Z j)) ->
(forall l i : Z, (0 <= l <= K)%Z -> (1 <= i <= n)%Z -> dz_outside l i = b ^ 2 * dz l i) /\
Rpower (IZR K) ((-1) * p) ^ 4 = Rpower (IZR K) ((-4) * p).
Proof.
intros K n p b W g x dz dz_outside dom0 dom1 def0 def1 def2 def3.
apply keep; [|intros cla0].
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= K)%Z -> (forall i : Z, (1 <= i <= n)%Z -> dz_outside l i = b ^ 2 * dz l i)).
{ apply (whole_induction (fun l : Z => (l <= K)%Z -> (forall i : Z, (1 <= i <= n)%Z -> dz_outside l i = b ^ 2 * dz l i))).
- intros most. intros i ran0. transitivity (0); [cong (first [put dz def0 | put dz_outside def1 | put dz def2 | put dz_outside def3 | ends]) | transitivity (b ^ 2 * 0); [exact (@same_by (b :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Times (Power (Sc 0) 2) (Num (0)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put dz def0 | put dz_outside def1 | put dz def2 | put dz_outside def3 | ends])]].
- intros l least hyp most. intros i ran0. assert (most' : (l <= K)%Z) by lia.
specialize (hyp most'). transitivity (b ^ 2 * dz l i + sum 1 n (fun j_1 => W (l + 1)%Z i j_1 * (b ^ 2 * dz l j_1)) + b * sum 1 n (fun j_2 => b * g (l + 1)%Z i j_2 * x (l + 1)%Z j_2)); [cong (first [put dz_outside hyp | put dz def0 | put dz_outside def1 | put dz def2 | put dz_outside def3 | ends]) | transitivity (b ^ 2 * (dz l i + sum 1 n (fun j_3 => W (l + 1)%Z i j_3 * dz l j_3) + sum 1 n (fun j_4 => g (l + 1)%Z i j_4 * x (l + 1)%Z j_4))); [exact (@same_by (b :: IZR n :: dz l i :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (l + 1)%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (l + 1)%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => W (l + 1)%Z i (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => dz l (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Power (Sc 0) 2) (Sc 4)) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (Times (Power (Sc 0) 2) (En 3 (0 :: nil)%list%nat))))) (Times (Sc 0) (Total 0 (Times (Times (Sc 0) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))))
  (Times (Power (Sc 0) 2) (Plus (Plus (Sc 4) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put dz_outside hyp | put dz def0 | put dz_outside def1 | put dz def2 | put dz_outside def3 | ends])]]. }
intros l i ran0 ran1. apply ind; lia. }
clear cla0. first [transitivity ((/ Rpower (IZR K) p) ^ 4); [cong (first [ends]) | transitivity (/ Rpower (IZR K) p / Rpower (IZR K) p / Rpower (IZR K) p / Rpower (IZR K) p); [exact (@same_by (Rpower (IZR K) p :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Power (Over (Sc 0)) 4)
  (Times (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Over (Sc 0))) (Over (Sc 0)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR K) ((-1) * p)) with (/ Rpower (IZR K) p) by monomials; replace (Rpower (IZR K) ((-4) * p)) with (/ Rpower (IZR K) p ^ 4) by monomials; fieldy].
Qed.
