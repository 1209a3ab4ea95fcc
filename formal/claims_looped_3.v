(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

Lemma part_cdf729e43c59 :
forall (L d : Z) (eps : R) (x : Z -> R) (W : Z -> Z -> Z -> R) (u : Z -> Z -> R) (y : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> y 0%Z i = x i) ->
(forall below i : Z, (0 <= below <= (L - 1))%Z -> (1 <= i <= d)%Z -> y (below + 1)%Z i = y below i + eps * sum 1 d (fun j => W (below + 1)%Z i j * u (below + 1)%Z j)) ->
(forall i : Z, (1 <= i <= d)%Z -> y L i = x i + eps * sum 1 L (fun layer => sum 1 d (fun j => W layer i j * u layer j))).
Proof.
intros L d eps x W u y dom0 dom1 def0 def1.
assert (ind : forall L_now : Z, (1 <= L_now)%Z -> (L_now <= L)%Z -> (forall i : Z, (1 <= i <= d)%Z -> y L_now i = x i + eps * sum 1 L_now (fun layer => sum 1 d (fun j => W layer i j * u layer j)))).
{ apply (whole_induction (fun L_now : Z => (L_now <= L)%Z -> (forall i : Z, (1 <= i <= d)%Z -> y L_now i = x i + eps * sum 1 L_now (fun layer => sum 1 d (fun j => W layer i j * u layer j))))).
- intros most. intros i ran0. transitivity (x i + eps * sum 1 d (fun j_1 => W 1%Z i j_1 * u 1%Z j_1)); [cong (first [put y def0 | put y def1 | ends]) | transitivity (x i + eps * sum 1 d (fun j_3 => W 1%Z i j_3 * u 1%Z j_3)); [exact (@same_by (eps :: IZR d :: x i :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W 1%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u 1%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 4) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (Plus (Sc 4) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put y def0 | put y def1 | ends])]].
- intros L_now least hyp most. intros i ran0. assert (most' : (L_now <= L)%Z) by lia.
specialize (hyp most'). transitivity (x i + eps * sum 1 L_now (fun layer_4 => sum 1 d (fun j_5 => W layer_4 i j_5 * u layer_4 j_5)) + eps * sum 1 d (fun j_6 => W (L_now + 1)%Z i j_6 * u (L_now + 1)%Z j_6)); [cong (first [put y hyp | put y def0 | put y def1 | ends]) | transitivity (x i + eps * (sum 1 L_now (fun layer_8 => sum 1 d (fun j_9 => W layer_8 i j_9 * u layer_8 j_9)) + sum 1 d (fun j_10 => W (L_now + 1)%Z i j_10 * u (L_now + 1)%Z j_10))); [exact (@same_by (eps :: IZR d :: INR (Z.to_nat (L_now - 1 + 1)%Z) :: x i :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (L_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W (L_now + 1)%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (L_now + 1)%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z i (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 6) (Times (Sc 0) (Total 1 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (0 :: 1 :: nil)%list%nat)))))) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (Plus (Sc 6) (Times (Sc 0) (Plus (Total 1 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (0 :: 1 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put y hyp | put y def0 | put y def1 | ends])]]. }
intros i ran0. apply (ind L); lia.
Qed.

Lemma part_551bae92c357 :
forall (d : Z) (P : R) (p : Z -> R) (r : Z -> R) (x : Z -> R),
(1 <= d)%Z ->
(0 < P) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= p i1)) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= r i1)) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= x i1)) ->
sum 1 d (fun i => p i ^ 2) <= P ^ 2 ->
sum 1 d (fun i => x i ^ 2) <= 1 ->
sum 1 d (fun i => (p i - r i) * x i) <= P.
Proof.
intros d P p r x dom0 dom1 dom2 dom3 dom4 giv0 giv1.
assert (gap : P - sum 1 d (fun i => (p i - r i) * x i) = (P * sum 1 d (fun i => (x i - p i / P) ^ 2) + P * (1 - sum 1 d (fun i => x i ^ 2)) + (P ^ 2 - sum 1 d (fun i => p i ^ 2)) / P) / 2 + sum 1 d (fun i => r i * x i)). { transitivity (P - sum 1 d (fun i_1 => (p i_1 - r i_1) * x i_1)); [cong (first [ends]) | transitivity ((P * sum 1 d (fun i_2 => (x i_2 - p i_2 / P) ^ 2) + P * (1 - sum 1 d (fun i_3 => x i_3 ^ 2)) + (P ^ 2 - sum 1 d (fun i_4 => p i_4 ^ 2)) / P) / 2 + sum 1 d (fun i_5 => r i_5 * x i_5)); [exact (@same_by (IZR d :: P :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Sc 2) (Minus (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat)))))
  (Plus (Times (Plus (Plus (Times (Sc 2) (Total 0 (Power (Plus (En 2 (0 :: nil)%list%nat) (Minus (Times (En 1 (0 :: nil)%list%nat) (Over (Sc 2))))) 2))) (Times (Sc 2) (Plus (Num (1)) (Minus (Total 0 (Power (En 2 (0 :: nil)%list%nat) 2)))))) (Times (Plus (Power (Sc 2) 2) (Minus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)))) (Over (Sc 2)))) (Over (Num (2)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))))
  (List.repeat nil 12) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= (P * sum 1 d (fun i => (x i - p i / P) ^ 2) + P * (1 - sum 1 d (fun i => x i ^ 2)) + (P ^ 2 - sum 1 d (fun i => p i ^ 2)) / P) / 2 + sum 1 d (fun i => r i * x i)) by pos. clear - gap sgn; lra.
Qed.

Lemma part_20b014c1a271 :
forall (d : Z) (x : Z -> R) (gate : Z -> R),
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> gate i ^ 2 = gate i) ->
sum 1 d (fun i => x i * gate i * x i) = sum 1 d (fun i => (gate i * x i) ^ 2).
Proof.
intros d x gate dom0 giv0.
assert (zer : sum 1 d (fun i => (gate i - gate i ^ 2) * x i ^ 2) = 0) by zero. assert (gap : sum 1 d (fun i => x i * gate i * x i) - sum 1 d (fun i => (gate i * x i) ^ 2) = sum 1 d (fun i => (gate i - gate i ^ 2) * x i ^ 2) * 1). { transitivity (sum 1 d (fun i_1 => x i_1 * gate i_1 * x i_1) - sum 1 d (fun i_2 => (gate i_2 * x i_2) ^ 2)); [cong (first [ends]) | transitivity (sum 1 d (fun i_3 => (gate i_3 - gate i_3 ^ 2) * x i_3 ^ 2) * 1); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => gate (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Power (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) 2))))
  (Times (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Power (En 0 (0 :: nil)%list%nat) 2))) (Power (En 1 (0 :: nil)%list%nat) 2))) (Num (1)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra.
Qed.

Lemma part_ce82de06de62 :
forall (L C N : Z) (a_high a_low C_0 C_1 beta : R) (M : Z -> Z -> R) (B : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= C)%Z ->
(1 <= N)%Z ->
(0 <= a_high) ->
(0 <= a_low) ->
(0 <= C_0) ->
(0 <= C_1) ->
(0 <= beta) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w ^ 2) / IZR C <= a_high) ->
(forall l : Z, (1 <= l <= L)%Z -> a_low <= sum 1 C (fun w => M l w ^ 2) / IZR C + sum 1 C (fun w => B l w ^ 2) / IZR C) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C <= (IZR L + (-1)) * C_1 * beta ^ 2) ->
(forall l : Z, (1 <= l <= L)%Z -> (-1) * (sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C) <= (IZR L + (-1)) * C_1 * beta ^ 2) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => B l w ^ 2) / IZR C <= C_0 * beta ^ 2) ->
IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C) <= 2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) /\
IZR L * IZR N ^ 2 * (1 / 2 * a_low + (-1 / 2) * C_0 * beta ^ 2 - C_0 * IZR L * beta ^ 2 + (-1 / 2) * C_1 * beta ^ 2 * ((-1) + IZR L)) <= IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C).
Proof.
intros L C N a_high a_low C_0 C_1 beta M B dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 giv0 giv1 giv2 giv3 giv4.
apply keep; [|intros cla0].
{ assert (gap : 2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) - IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C) = IZR N ^ 2 * (sum 1 C (fun w => (sum 1 L (fun l => M l w) - sum 1 L (fun l => B l w)) ^ 2) / IZR C + 2 * sum 1 L (fun l => a_high - sum 1 C (fun w => M l w ^ 2) / IZR C + ((IZR L + (-1)) * C_1 * beta ^ 2 - sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C)) + 2 * (IZR L * sum 1 L (fun l => C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + sum 1 L (fun k => sum 1 L (fun l => sum 1 C (fun w => (B l w - B k w) ^ 2) / IZR C)) / 2))). { transitivity (2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) - IZR N ^ 2 * (sum 1 C (fun w_1 => sum 1 L (fun l_2 => M l_2 w_1 + B l_2 w_1) ^ 2) / IZR C)); [cong (first [ends]) | transitivity (IZR N ^ 2 * (sum 1 C (fun w_3 => (sum 1 L (fun l_4 => M l_4 w_3) - sum 1 L (fun l_5 => B l_5 w_3)) ^ 2) / IZR C + 2 * sum 1 L (fun l_6 => a_high - sum 1 C (fun w_7 => M l_6 w_7 ^ 2) / IZR C + ((IZR L + (-1)) * C_1 * beta ^ 2 - sum 1 C (fun w_8 => M l_6 w_8 * (sum 1 L (fun k_9 => M k_9 w_8) - M l_6 w_8)) / IZR C)) + 2 * (IZR L * sum 1 L (fun l_10 => C_0 * beta ^ 2 - sum 1 C (fun w_11 => B l_10 w_11 ^ 2) / IZR C) + sum 1 L (fun k_12 => sum 1 L (fun l_13 => sum 1 C (fun w_14 => (B l_13 w_14 - B k_12 w_14) ^ 2) / IZR C)) / 2))); [exact (@same_by (IZR N :: IZR C :: IZR L :: C_0 :: beta :: C_1 :: a_high :: nil)%list ((1%nat, Z.to_nat (C - 1 + 1)%Z) :: (2%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => B (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Num (2)) (Sc 4)) (Power (Sc 0) 2)) (Plus (Plus (Sc 12) (Times (Times (Sc 6) (Sc 4)) (Power (Sc 8) 2))) (Times (Times (Sc 10) (Power (Sc 8) 2)) (Plus (Num (-1)) (Sc 4))))) (Minus (Times (Power (Sc 0) 2) (Times (Total 0 (Power (Total 1 (Plus (En 1 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: 0 :: nil)%list%nat))) 2)) (Over (Sc 2))))))
  (Times (Power (Sc 0) 2) (Plus (Plus (Times (Total 0 (Power (Plus (Total 1 (En 1 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)))) 2)) (Over (Sc 2))) (Times (Num (2)) (Total 1 (Plus (Plus (Sc 12) (Minus (Times (Total 0 (Power (En 1 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 2))))) (Plus (Times (Times (Plus (Sc 4) (Num (-1))) (Sc 10)) (Power (Sc 8) 2)) (Minus (Times (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Plus (Total 1 (En 1 (2 :: 1 :: nil)%list%nat)) (Minus (En 1 (0 :: 1 :: nil)%list%nat))))) (Over (Sc 2))))))))) (Times (Num (2)) (Plus (Times (Sc 4) (Total 1 (Plus (Times (Sc 6) (Power (Sc 8) 2)) (Minus (Times (Total 0 (Power (En 0 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 2))))))) (Times (Total 1 (Total 1 (Times (Total 0 (Power (Plus (En 0 (1 :: 2 :: nil)%list%nat) (Minus (En 0 (0 :: 2 :: nil)%list%nat))) 2)) (Over (Sc 2))))) (Over (Num (2))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= IZR N ^ 2 * (sum 1 C (fun w => (sum 1 L (fun l => M l w) - sum 1 L (fun l => B l w)) ^ 2) / IZR C + 2 * sum 1 L (fun l => a_high - sum 1 C (fun w => M l w ^ 2) / IZR C + ((IZR L + (-1)) * C_1 * beta ^ 2 - sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C)) + 2 * (IZR L * sum 1 L (fun l => C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + sum 1 L (fun k => sum 1 L (fun l => sum 1 C (fun w => (B l w - B k w) ^ 2) / IZR C)) / 2))) by pos. clear - gap sgn; lra. }
assert (gap : IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C) - IZR L * IZR N ^ 2 * (1 / 2 * a_low + (-1 / 2) * C_0 * beta ^ 2 - C_0 * IZR L * beta ^ 2 + (-1 / 2) * C_1 * beta ^ 2 * ((-1) + IZR L)) = IZR N ^ 2 * (sum 1 C (fun w => (sum 1 L (fun l => M l w) + 2 * sum 1 L (fun l => B l w)) ^ 2) / IZR C / 2 + sum 1 L (fun l => sum 1 C (fun w => M l w ^ 2) / IZR C + sum 1 C (fun w => B l w ^ 2) / IZR C - a_low + (C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + ((IZR L + (-1)) * C_1 * beta ^ 2 - (-1) * (sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C))) / 2 + (IZR L * sum 1 L (fun l => C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + sum 1 L (fun k => sum 1 L (fun l => sum 1 C (fun w => (B l w - B k w) ^ 2) / IZR C)) / 2))). { transitivity (IZR N ^ 2 * (sum 1 C (fun w_15 => sum 1 L (fun l_16 => M l_16 w_15 + B l_16 w_15) ^ 2) / IZR C) - IZR L * IZR N ^ 2 * (1 / 2 * a_low + (-1 / 2) * C_0 * beta ^ 2 - C_0 * IZR L * beta ^ 2 + (-1 / 2) * C_1 * beta ^ 2 * ((-1) + IZR L))); [cong (first [ends]) | transitivity (IZR N ^ 2 * (sum 1 C (fun w_17 => (sum 1 L (fun l_18 => M l_18 w_17) + 2 * sum 1 L (fun l_19 => B l_19 w_17)) ^ 2) / IZR C / 2 + sum 1 L (fun l_20 => sum 1 C (fun w_21 => M l_20 w_21 ^ 2) / IZR C + sum 1 C (fun w_22 => B l_20 w_22 ^ 2) / IZR C - a_low + (C_0 * beta ^ 2 - sum 1 C (fun w_23 => B l_20 w_23 ^ 2) / IZR C) + ((IZR L + (-1)) * C_1 * beta ^ 2 - (-1) * (sum 1 C (fun w_24 => M l_20 w_24 * (sum 1 L (fun k_25 => M k_25 w_24) - M l_20 w_24)) / IZR C))) / 2 + (IZR L * sum 1 L (fun l_26 => C_0 * beta ^ 2 - sum 1 C (fun w_27 => B l_26 w_27 ^ 2) / IZR C) + sum 1 L (fun k_28 => sum 1 L (fun l_29 => sum 1 C (fun w_30 => (B l_29 w_30 - B k_28 w_30) ^ 2) / IZR C)) / 2))); [exact (@same_by (IZR L :: IZR N :: C_0 :: beta :: C_1 :: a_low :: IZR C :: nil)%list ((6%nat, Z.to_nat (C - 1 + 1)%Z) :: (0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => B (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Power (Sc 2) 2) (Times (Total 0 (Power (Total 1 (Plus (En 1 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: 0 :: nil)%list%nat))) 2)) (Over (Sc 12)))) (Minus (Times (Times (Sc 0) (Power (Sc 2) 2)) (Plus (Plus (Plus (Times (Times (Num (1)) (Over (Num 2))) (Sc 10)) (Times (Times (Times (Num (-1)) (Over (Num 2))) (Sc 4)) (Power (Sc 6) 2))) (Minus (Times (Times (Sc 4) (Sc 0)) (Power (Sc 6) 2)))) (Times (Times (Times (Times (Num (-1)) (Over (Num 2))) (Sc 8)) (Power (Sc 6) 2)) (Plus (Num (-1)) (Sc 0)))))))
  (Times (Power (Sc 2) 2) (Plus (Plus (Times (Times (Total 0 (Power (Plus (Total 1 (En 1 (1 :: 0 :: nil)%list%nat)) (Times (Num (2)) (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)))) 2)) (Over (Sc 12))) (Over (Num (2)))) (Times (Total 1 (Plus (Plus (Plus (Plus (Times (Total 0 (Power (En 1 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 12))) (Times (Total 0 (Power (En 0 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 12)))) (Minus (Sc 10))) (Plus (Times (Sc 4) (Power (Sc 6) 2)) (Minus (Times (Total 0 (Power (En 0 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 12)))))) (Plus (Times (Times (Plus (Sc 0) (Num (-1))) (Sc 8)) (Power (Sc 6) 2)) (Minus (Times (Num (-1)) (Times (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Plus (Total 1 (En 1 (2 :: 1 :: nil)%list%nat)) (Minus (En 1 (0 :: 1 :: nil)%list%nat))))) (Over (Sc 12)))))))) (Over (Num (2))))) (Plus (Times (Sc 0) (Total 1 (Plus (Times (Sc 4) (Power (Sc 6) 2)) (Minus (Times (Total 0 (Power (En 0 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 12))))))) (Times (Total 1 (Total 1 (Times (Total 0 (Power (Plus (En 0 (1 :: 2 :: nil)%list%nat) (Minus (En 0 (0 :: 2 :: nil)%list%nat))) 2)) (Over (Sc 12))))) (Over (Num (2)))))))
  ((nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= IZR N ^ 2 * (sum 1 C (fun w => (sum 1 L (fun l => M l w) + 2 * sum 1 L (fun l => B l w)) ^ 2) / IZR C / 2 + sum 1 L (fun l => sum 1 C (fun w => M l w ^ 2) / IZR C + sum 1 C (fun w => B l w ^ 2) / IZR C - a_low + (C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + ((IZR L + (-1)) * C_1 * beta ^ 2 - (-1) * (sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C))) / 2 + (IZR L * sum 1 L (fun l => C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + sum 1 L (fun k => sum 1 L (fun l => sum 1 C (fun w => (B l w - B k w) ^ 2) / IZR C)) / 2))) by pos. clear - gap sgn; lra.
Qed.

(* LOOP-B-E5 *)
Theorem claim_loop_b_e5 :
(forall (N d : Z) (eps : R) (x : Z -> R) (W : Z -> Z -> R) (u : Z -> Z -> R) (h : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 0%Z i = x i) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> h (before + 1)%Z i = h before i + eps * sum 1 d (fun j => W i j * u (before + 1)%Z j)) ->
(forall i : Z, (1 <= i <= d)%Z -> h N i = x i + eps * sum 1 d (fun j => W i j * sum 1 N (fun n => u n j)))) /\
(forall (N d : Z) (W : Z -> Z -> R) (u : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> sum 1 N (fun n => sum 1 d (fun j => W i j * u n j)) = sum 1 d (fun j => W i j * sum 1 N (fun n => u n j))) /\
sum 1 d (fun i => sum 1 N (fun n => sum 1 d (fun j => W i j * u n j)) ^ 2) = sum 1 d (fun i => sum 1 d (fun j => W i j * sum 1 N (fun n => u n j)) ^ 2)).
Proof.
split.
{ intros N d eps x W u h dom0 dom1 def0 def1.
assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> (forall i : Z, (1 <= i <= d)%Z -> h N_now i = x i + eps * sum 1 d (fun j => W i j * sum 1 N_now (fun n => u n j)))).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> (forall i : Z, (1 <= i <= d)%Z -> h N_now i = x i + eps * sum 1 d (fun j => W i j * sum 1 N_now (fun n => u n j))))).
- intros most. intros i ran0. transitivity (x i + eps * sum 1 d (fun j_1 => W i j_1 * u 1%Z j_1)); [cong (first [put h def0 | put h def1 | ends]) | transitivity (x i + eps * sum 1 d (fun j_2 => W i j_2 * u 1%Z j_2)); [exact (@same_by (eps :: IZR d :: x i :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u 1%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 4) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (Plus (Sc 4) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | ends])]].
- intros N_now least hyp most. intros i ran0. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). transitivity (x i + eps * sum 1 d (fun j_4 => W i j_4 * sum 1 N_now (fun n_5 => u n_5 j_4)) + eps * sum 1 d (fun j_6 => W i j_6 * u (N_now + 1)%Z j_6)); [cong (first [put h hyp | put h def0 | put h def1 | ends]) | transitivity (x i + eps * sum 1 d (fun j_7 => W i j_7 * (sum 1 N_now (fun n_9 => u n_9 j_7) + u (N_now + 1)%Z j_7))); [exact (@same_by (eps :: IZR d :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: x i :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: (2%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (N_now + 1)%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 6) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (En 2 (1 :: 0 :: nil)%list%nat)))))) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (Plus (Sc 6) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Total 1 (En 2 (1 :: 0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h hyp | put h def0 | put h def1 | ends])]]. }
intros i ran0. apply (ind N); lia. }
intros N d W u dom0 dom1.
apply keep; [|intros cla0].
{ intros i ran0. transitivity (sum 1 N (fun n_1 => sum 1 d (fun j_2 => W i j_2 * u n_1 j_2))); [cong (first [ends]) | transitivity (sum 1 d (fun j_3 => W i j_3 * sum 1 N (fun n_4 => u n_4 j_3))); [exact (@same_by (IZR N :: IZR d :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Times (En 0 (1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))))
  (Total 1 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (En 1 (1 :: 0 :: nil)%list%nat))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
transitivity (sum 1 d (fun i_5 => sum 1 N (fun n_6 => sum 1 d (fun j_7 => W i_5 j_7 * u n_6 j_7)) ^ 2)); [cong (first [ends]) | transitivity (sum 1 d (fun i_8 => sum 1 d (fun j_9 => W i_8 j_9 * sum 1 N (fun n_10 => u n_10 j_9)) ^ 2)); [exact (@same_by (IZR d :: IZR N :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 1 (Total 0 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (1 :: 2 :: nil)%list%nat)))) 2))
  (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (Total 1 (En 1 (2 :: 1 :: nil)%list%nat)))) 2))
  ((1 :: 3 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* LOOP-B-ID3 *)
Theorem claim_loop_b_id3 :
(forall (N L d : Z) (eps : R) (x : Z -> R) (W : Z -> Z -> Z -> R) (v : Z -> Z -> Z -> R) (h : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= L)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 0%Z i = x i) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> h (before + 1)%Z i = h before i + eps * sum 1 L (fun layer => sum 1 d (fun j => W layer i j * v (before + 1)%Z layer j))) ->
(forall i : Z, (1 <= i <= d)%Z -> h N i = x i + eps * sum 1 L (fun layer => sum 1 d (fun j => W layer i j * sum 1 N (fun n => v n layer j))))) /\
(forall (L d : Z) (eps : R) (x : Z -> R) (W : Z -> Z -> Z -> R) (u : Z -> Z -> R) (y : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> y 0%Z i = x i) ->
(forall below i : Z, (0 <= below <= (L - 1))%Z -> (1 <= i <= d)%Z -> y (below + 1)%Z i = y below i + eps * sum 1 d (fun j => W (below + 1)%Z i j * u (below + 1)%Z j)) ->
(forall i : Z, (1 <= i <= d)%Z -> y L i = x i + eps * sum 1 L (fun layer => sum 1 d (fun j => W layer i j * u layer j)))).
Proof.
split.
{ intros N L d eps x W v h dom0 dom1 dom2 def0 def1.
assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> (forall i : Z, (1 <= i <= d)%Z -> h N_now i = x i + eps * sum 1 L (fun layer => sum 1 d (fun j => W layer i j * sum 1 N_now (fun n => v n layer j))))).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> (forall i : Z, (1 <= i <= d)%Z -> h N_now i = x i + eps * sum 1 L (fun layer => sum 1 d (fun j => W layer i j * sum 1 N_now (fun n => v n layer j)))))).
- intros most. intros i ran0. transitivity (x i + eps * sum 1 L (fun layer_1 => sum 1 d (fun j_2 => W layer_1 i j_2 * v 1%Z layer_1 j_2))); [cong (first [put h def0 | put h def1 | ends]) | transitivity (x i + eps * sum 1 L (fun layer_3 => sum 1 d (fun j_4 => W layer_3 i j_4 * v 1%Z layer_3 j_4))); [exact (@same_by (eps :: IZR L :: IZR d :: x i :: nil)%list ((1%nat, Z.to_nat (L - 1 + 1)%Z) :: (2%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z i (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => v 1%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 6) (Times (Sc 0) (Total 0 (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Sc 6) (Times (Sc 0) (Total 0 (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | ends])]].
- intros N_now least hyp most. intros i ran0. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). transitivity (x i + eps * sum 1 L (fun layer_6 => sum 1 d (fun j_7 => W layer_6 i j_7 * sum 1 N_now (fun n_8 => v n_8 layer_6 j_7))) + eps * sum 1 L (fun layer_9 => sum 1 d (fun j_10 => W layer_9 i j_10 * v (N_now + 1)%Z layer_9 j_10))); [cong (first [put h hyp | put h def0 | put h def1 | ends]) | transitivity (x i + eps * sum 1 L (fun layer_11 => sum 1 d (fun j_12 => W layer_11 i j_12 * (sum 1 N_now (fun n_14 => v n_14 layer_11 j_12) + v (N_now + 1)%Z layer_11 j_12)))); [exact (@same_by (eps :: IZR L :: IZR d :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: x i :: nil)%list ((1%nat, Z.to_nat (L - 1 + 1)%Z) :: (2%nat, Z.to_nat (d - 1 + 1)%Z) :: (3%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z i (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => v (N_now + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: v2' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 8) (Times (Sc 0) (Total 0 (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (Total 2 (En 2 (2 :: 0 :: 1 :: nil)%list%nat))))))) (Times (Sc 0) (Total 0 (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Sc 8) (Times (Sc 0) (Total 0 (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (Plus (Total 2 (En 2 (2 :: 0 :: 1 :: nil)%list%nat)) (En 1 (0 :: 1 :: nil)%list%nat)))))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h hyp | put h def0 | put h def1 | ends])]]. }
intros i ran0. apply (ind N); lia. }
exact part_cdf729e43c59.
Qed.

(* LOOP-B-D2 *)
Theorem claim_loop_b_d2 :
(forall (N L d : Z) (eps : R) (x : Z -> R) (W : Z -> Z -> Z -> R) (v : Z -> Z -> Z -> R) (h : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= L)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 0%Z i = x i) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> h (before + 1)%Z i = h before i + eps * sum 1 L (fun layer => sum 1 d (fun j => W layer i j * v (before + 1)%Z layer j))) ->
(forall i : Z, (1 <= i <= d)%Z -> h N i = x i + eps * IZR N * sum 1 L (fun layer => sum 1 d (fun j => W layer i j * (sum 1 N (fun n => v n layer j) / IZR N))))) /\
(forall (L d : Z) (eps : R) (x : Z -> R) (W : Z -> Z -> Z -> R) (u : Z -> Z -> R) (y : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> y 0%Z i = x i) ->
(forall below i : Z, (0 <= below <= (L - 1))%Z -> (1 <= i <= d)%Z -> y (below + 1)%Z i = y below i + eps * sum 1 d (fun j => W (below + 1)%Z i j * u (below + 1)%Z j)) ->
(forall i : Z, (1 <= i <= d)%Z -> y L i = x i + eps * sum 1 L (fun layer => sum 1 d (fun j => W layer i j * u layer j)))).
Proof.
split.
{ intros N L d eps x W v h dom0 dom1 dom2 def0 def1.
intros i ran0.
assert (ind : forall n, (0 <= n)%Z -> (n <= N)%Z -> h n i = x i + eps * sum 1 L (fun layer =>
  sum 1 d (fun j => W layer i j * sum 1 n (fun m => v m layer j)))).
{ apply (whole_induction (fun n => (n <= N)%Z -> h n i = x i + eps * sum 1 L (fun layer =>
  sum 1 d (fun j => W layer i j * sum 1 n (fun m => v m layer j))))).
- intros _; rewrite def0 by lia; rewrite sum_zero; [ring|].
intros k r; apply sum_zero; intros j r'; rewrite sum_empty by lia; ring.
- intros n l hyp m; rewrite def1, hyp by lia.
rewrite (sum_split 1 L 1 1
  (fun layer => sum 1 d (fun j => W layer i j * sum 1 n (fun m => v m layer j)))
  (fun layer => sum 1 d (fun j => W layer i j * v (n + 1)%Z layer j))
  (fun layer => sum 1 d (fun j => W layer i j * sum 1 (n + 1) (fun m => v m layer j)))); [ring|].
intros k r; rewrite (sum_split 1 d 1 1 (fun j => W k i j * sum 1 n (fun m => v m k j))
  (fun j => W k i j * v (n + 1)%Z k j)); [ring|].
intros j r'; rewrite sum_last by lia; ring. }
rewrite (ind N) by lia; f_equal; rewrite Rmult_assoc; f_equal.
rewrite <- sum_scale; apply sum_ext; intros k r; rewrite <- sum_scale; apply sum_ext; intros.
field; nz. }
exact part_cdf729e43c59.
Qed.

(* LOOP-B-L5c *)
Theorem claim_loop_b_l5c :
(forall (d : Z) (P : R) (p : Z -> R) (r : Z -> R) (x : Z -> R),
(1 <= d)%Z ->
(0 < P) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= p i1)) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= r i1)) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= x i1)) ->
sum 1 d (fun i => p i ^ 2) <= P ^ 2 ->
sum 1 d (fun i => x i ^ 2) <= 1 ->
sum 1 d (fun i => (p i - r i) * x i) <= P) /\
(forall (d : Z) (x : Z -> R) (gate : Z -> R),
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> gate i ^ 2 = gate i) ->
sum 1 d (fun i => x i * gate i * x i) = sum 1 d (fun i => (gate i * x i) ^ 2)) /\
(forall (d : Z) (x : Z -> R) (gate : Z -> R),
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> gate i ^ 2 = gate i) ->
(sum 1 d (fun i => (gate i * x i) ^ 2) + sum 1 d (fun i => ((1 - gate i) * x i) ^ 2)) / 2 = sum 1 d (fun i => x i ^ 2) / 2) /\
(forall (d : Z) (E_g : ((Z -> R) -> R) -> R),
(1 <= d)%Z ->
gaussian_vector d 1 E_g ->
E_g (fun g => sum 1 d (fun i => g i ^ 2) / 2) = IZR d / 2) /\
(forall (n : Z) (f : Z -> R),
(1 <= n)%Z ->
(sum 1 n (fun k => f k) / IZR n) ^ 2 <= sum 1 n (fun k => f k ^ 2) / IZR n).
Proof.
split.
{ exact part_551bae92c357. }
split.
{ exact part_20b014c1a271. }
split.
{ intros d x gate dom0 giv0.
assert (zer : sum 1 d (fun i => (gate i - gate i ^ 2) * x i ^ 2) = 0) by zero. assert (gap : (sum 1 d (fun i => (gate i * x i) ^ 2) + sum 1 d (fun i => ((1 - gate i) * x i) ^ 2)) / 2 - sum 1 d (fun i => x i ^ 2) / 2 = sum 1 d (fun i => (gate i - gate i ^ 2) * x i ^ 2) * (-1)). { transitivity ((sum 1 d (fun i_9 => (gate i_9 * x i_9) ^ 2) + sum 1 d (fun i_10 => ((1 - gate i_10) * x i_10) ^ 2)) / 2 - sum 1 d (fun i_11 => x i_11 ^ 2) / 2); [cong (first [ends]) | transitivity (sum 1 d (fun i_12 => (gate i_12 - gate i_12 ^ 2) * x i_12 ^ 2) * (-1)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => gate (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Plus (Total 0 (Power (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) 2)) (Total 0 (Power (Times (Plus (Num (1)) (Minus (En 1 (0 :: nil)%list%nat))) (En 0 (0 :: nil)%list%nat)) 2))) (Over (Num (2)))) (Minus (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Num (2))))))
  (Times (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Power (En 1 (0 :: nil)%list%nat) 2))) (Power (En 0 (0 :: nil)%list%nat) 2))) (Num (-1)))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra. }
split.
{ intros d E_g dom0 dom1.
assert (mean0 : E_g (fun g => sum 1 d (fun i => g i ^ 2) / 2) = sum 1 d (fun i_2 => 1 / 2)).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun g => sum 1 d (fun i_2 => / 2 * (g i_2 * (g i_2 * 1)))) (a := sum 1 d (fun i_2 => / 2 * (1 * same_place i_2 i_2))).
- intros g. exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Num (2))))
  (Total 0 (Times (Over (Num (2))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 d (fun i_2 => same_place i_2 i_2 * (1 / 2))).
  + exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Over (Num (2))) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Num (1)) (Over (Num (2))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 d (fun i_3 => 1 / 2)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR d / 2); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Over (Num (2)))))
  (Times (Sc 0) (Over (Num (2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
intros n f dom0.
assert (gap : sum 1 n (fun k => f k ^ 2) / IZR n - (sum 1 n (fun k => f k) / IZR n) ^ 2 = sum 1 n (fun l => sum 1 n (fun k => (f k - f l) ^ 2)) / (2 * IZR n ^ 2)). { transitivity (sum 1 n (fun k_1 => f k_1 ^ 2) / IZR n - (sum 1 n (fun k_2 => f k_2) / IZR n) ^ 2); [cong (first [ends]) | transitivity (sum 1 n (fun l_3 => sum 1 n (fun k_4 => (f k_4 - f l_3) ^ 2)) / (2 * IZR n ^ 2)); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0))) (Minus (Power (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) 2)))
  (Times (Total 0 (Total 0 (Power (Plus (En 0 (1 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) 2))) (Over (Times (Num (2)) (Power (Sc 0) 2))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 n (fun l => sum 1 n (fun k => (f k - f l) ^ 2)) / (2 * IZR n ^ 2)) by pos. clear - gap sgn; lra.
Qed.

(* LOOP-B-L5c-sphere *)
Theorem claim_loop_b_l5c_sphere :
(forall (d : Z) (m size : R) (r : Z -> R) (x : Z -> R),
(1 <= d)%Z ->
(0 <= m) ->
(0 <= size) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= r i1)) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= x i1)) ->
size <= sum 1 d (fun i => x i) ->
sum 1 d (fun i => (-1) * (r i + m) * x i) <= (-1) * m * size) /\
(forall (d : Z) (P : R) (p : Z -> R) (r : Z -> R) (x : Z -> R),
(1 <= d)%Z ->
(0 < P) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= p i1)) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= r i1)) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= x i1)) ->
sum 1 d (fun i => p i ^ 2) <= P ^ 2 ->
sum 1 d (fun i => x i ^ 2) <= 1 ->
sum 1 d (fun i => (p i - r i) * x i) <= P) /\
(forall (d : Z) (x : Z -> R) (gate : Z -> R),
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> gate i ^ 2 = gate i) ->
sum 1 d (fun i => x i * gate i * x i) = sum 1 d (fun i => (gate i * x i) ^ 2)) /\
(forall (N : Z) (v : Z -> R) (partial : Z -> R) (squares : Z -> R),
(1 <= N)%Z ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= v i1)) ->
partial 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> partial (before + 1)%Z = partial before + v (before + 1)%Z) ->
squares 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> squares (before + 1)%Z = squares before + v (before + 1)%Z ^ 2) ->
partial N ^ 2 - squares N = 2 * sum 1 N (fun n => v n * partial (n - 1)%Z)).
Proof.
split.
{ intros d m size r x dom0 dom1 dom2 dom3 dom4 giv0.
assert (gap : (-1) * m * size - sum 1 d (fun i => (-1) * (r i + m) * x i) = m * (sum 1 d (fun i => x i) - size) + sum 1 d (fun i => r i * x i)). { transitivity ((-1) * m * size - sum 1 d (fun i_1 => (-1) * (r i_1 + m) * x i_1)); [cong (first [ends]) | transitivity (m * (sum 1 d (fun i_2 => x i_2) - size) + sum 1 d (fun i_3 => r i_3 * x i_3)); [exact (@same_by (IZR d :: m :: size :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Num (-1)) (Sc 2)) (Sc 4)) (Minus (Total 0 (Times (Times (Num (-1)) (Plus (En 0 (0 :: nil)%list%nat) (Sc 2))) (En 1 (0 :: nil)%list%nat)))))
  (Plus (Times (Sc 2) (Plus (Total 0 (En 1 (0 :: nil)%list%nat)) (Minus (Sc 4)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= m * (sum 1 d (fun i => x i) - size) + sum 1 d (fun i => r i * x i)) by pos. clear - gap sgn; lra. }
split.
{ exact part_551bae92c357. }
split.
{ exact part_20b014c1a271. }
intros N v partial squares dom0 dom1 def0 def1 def2 def3.
assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> partial N_now ^ 2 - squares N_now = 2 * sum 1 N_now (fun n => v n * partial (n - 1)%Z)).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> partial N_now ^ 2 - squares N_now = 2 * sum 1 N_now (fun n => v n * partial (n - 1)%Z))).
- intros most. transitivity ((0 + v 1%Z) ^ 2 - (0 + v 1%Z ^ 2)); [cong (first [put partial def0 | put partial def1 | put squares def2 | put squares def3 | ends]) | transitivity (2 * (v 1%Z * 0)); [exact (@same_by (v 1%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Power (Plus (Num (0)) (Sc 0)) 2) (Minus (Plus (Num (0)) (Power (Sc 0) 2))))
  (Times (Num (2)) (Times (Sc 0) (Num (0))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put partial def0 | put partial def1 | put squares def2 | put squares def3 | ends])]].
- intros N_now least hyp most. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). assert (zer : partial N_now ^ 2 - squares N_now - 2 * sum 1 N_now (fun n => v n * partial (n - 1)%Z) = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : partial (N_now + 1)%Z ^ 2 - squares (N_now + 1)%Z - 2 * sum 1 (N_now + 1) (fun n => v n * partial (n - 1)%Z) = 1 * (partial N_now ^ 2 - squares N_now - 2 * sum 1 N_now (fun n => v n * partial (n - 1)%Z))). { transitivity ((partial N_now + v (N_now + 1)%Z) ^ 2 - (squares N_now + v (N_now + 1)%Z ^ 2) - 2 * (sum 1 N_now (fun n_3 => v n_3 * partial (n_3 - 1)%Z) + v (N_now + 1)%Z * partial N_now)); [cong (first [put partial def0 | put partial def1 | put squares def2 | put squares def3 | ends]) | transitivity (1 * (partial N_now ^ 2 - squares N_now - 2 * sum 1 N_now (fun n_4 => v n_4 * partial (n_4 - 1)%Z))); [exact (@same_by (v (N_now + 1)%Z :: partial N_now :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: squares N_now :: nil)%list ((2%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => partial ((1 + Z.of_nat v0')%Z - 1)%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Power (Plus (Sc 2) (Sc 0)) 2) (Minus (Plus (Sc 6) (Power (Sc 0) 2)))) (Minus (Times (Num (2)) (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Times (Sc 0) (Sc 2))))))
  (Times (Num (1)) (Plus (Plus (Power (Sc 2) 2) (Minus (Sc 6))) (Minus (Times (Num (2)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))))
  (List.repeat nil 11) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put partial def0 | put partial def1 | put squares def2 | put squares def3 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
apply (ind N); lia.
Qed.

(* LOOP-B-T1-finite *)
Theorem claim_loop_b_t1_finite :
(forall (N d : Z) (eps : R) (x : Z -> R) (u : Z -> Z -> R) (W : Z -> Z -> R) (h : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 0%Z i = x i) ->
(forall before i : Z, (0 <= before <= (N - 1))%Z -> (1 <= i <= d)%Z -> h (before + 1)%Z i = h before i + eps * sum 1 d (fun j => W i j * u (before + 1)%Z j)) ->
(forall i : Z, (1 <= i <= d)%Z -> (forall n i : Z, (1 <= n <= N)%Z -> (1 <= i <= d)%Z -> u n i = 0) -> h N i = x i)) /\
(forall (d : Z) (s eps : R) (x : Z -> R) (y : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= d)%Z ->
(0 <= s) ->
gaussian_matrix d d (s ^ 2 / IZR d) E_W ->
E_W (fun W => sum 1 d (fun i => (eps * sum 1 d (fun j => W i j * y j)) ^ 2)) = (eps * s) ^ 2 * sum 1 d (fun j => y j ^ 2)).
Proof.
split.
{ intros N d eps x u W h dom0 dom1 def0 def1.
intros i ran0 spe0.
assert (ind : forall n, (0 <= n)%Z -> (n <= N)%Z -> forall j, (1 <= j <= d)%Z -> h n j = x j).
{ apply (whole_induction (fun n => (n <= N)%Z -> forall j, (1 <= j <= d)%Z -> h n j = x j)).
- intros _ j r; apply def0; lia.
- intros n l hyp m j r; rewrite def1 by lia.
rewrite (sum_zero 1 d (fun k => W j k * u (n + 1)%Z k)); [rewrite hyp by lia; ring|].
intros k r'; rewrite spe0 by lia; ring. }
apply ind; lia. }
intros d s eps x y E_W dom0 dom1 dom2.
assert (mean0 : E_W (fun W => sum 1 d (fun i => (eps * sum 1 d (fun j => W i j * y j)) ^ 2)) = sum 1 d (fun i_1 => sum 1 d (fun j_6 => s ^ 2 / IZR d * eps * y j_6 * eps * y j_6))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 d (fun i_1 => sum 1 d (fun j_6 => sum 1 d (fun j_7 => eps * y j_6 * eps * y j_7 * (W i_1 j_6 * (W i_1 j_7 * 1)))))) (a := sum 1 d (fun i_1 => sum 1 d (fun j_6 => sum 1 d (fun j_7 => eps * y j_6 * eps * y j_7 * (s ^ 2 / IZR d * same_place i_1 i_1 * same_place j_6 j_7))))).
- intros W. exact (@same_by (IZR d :: eps :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Times (Sc 2) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 2) (En 1 (1 :: nil)%list%nat)) (Sc 2)) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 d (fun i_1 => sum 1 d (fun j_6 => sum 1 d (fun j_7 => same_place j_6 j_7 * (same_place i_1 i_1 * (s ^ 2 / IZR d * eps * y j_6 * eps * y j_7)))))).
  + exact (@same_by (IZR d :: eps :: s :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Power (Sc 4) 2) (Over (Sc 0))) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat)))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 d (fun i_8 => sum 1 d (fun j_9 => s ^ 2 / IZR d * eps * y j_9 * eps * y j_9))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((eps * s) ^ 2 * sum 1 d (fun j_10 => y j_10 ^ 2)); [exact (@same_by (IZR d :: s :: eps :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Times (Times (Power (Sc 2) 2) (Over (Sc 0))) (Sc 4)) (En 0 (1 :: nil)%list%nat)) (Sc 4)) (En 0 (1 :: nil)%list%nat))))
  (Times (Power (Times (Sc 4) (Sc 2)) 2) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* LOOP-B-OV *)
Theorem claim_loop_b_ov :
(forall (N d : Z) (m q : R) (u : Z -> Z -> R) (v : Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
(0 <= m) ->
(0 <= q) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= d)%Z -> (0 <= u i1 i2)) ->
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= v i1)) ->
m * IZR N * IZR d <= sum 1 d (fun i => sum 1 N (fun n => u n i)) ->
sum 1 d (fun i => sum 1 N (fun n => u n i ^ 2)) <= q * IZR N * IZR d ->
m * IZR N <= sqrt (sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) / IZR d) /\
sqrt (sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) / IZR d) <= sqrt q * IZR N /\
((forall n i : Z, (1 <= n <= N)%Z -> (1 <= i <= d)%Z -> u n i = m) -> sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) = m ^ 2 * IZR N ^ 2 * IZR d) /\
((forall n i : Z, (1 <= n <= N)%Z -> (1 <= i <= d)%Z -> u n i = v i) -> q = sum 1 d (fun i => v i ^ 2) / IZR d -> sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) = q * IZR N ^ 2 * IZR d)) /\
(forall (N d : Z) (u : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= d)%Z ->
sum 1 N (fun k => sum 1 N (fun n => sum 1 d (fun i => u n i * u k i))) / (IZR N ^ 2 * IZR d) = sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) / (IZR N ^ 2 * IZR d)).
Proof.
split.
{ intros N d m q u v dom0 dom1 dom2 dom3 dom4 dom5 giv0 giv1.
apply keep; [|intros cla0].
{ assert (gap : sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) / IZR d - m ^ 2 * IZR N ^ 2 = sum 1 d (fun j => sum 1 d (fun i => (sum 1 N (fun n => u n i) - sum 1 N (fun n => u n j)) ^ 2)) / (2 * IZR d ^ 2) + (sum 1 d (fun i => sum 1 N (fun n => u n i)) - m * IZR N * IZR d) ^ 2 / IZR d ^ 2 + 2 * m * IZR N * (sum 1 d (fun i => sum 1 N (fun n => u n i)) - m * IZR N * IZR d) / IZR d). { transitivity (sum 1 d (fun i_41 => sum 1 N (fun n_42 => u n_42 i_41) ^ 2) / IZR d - m ^ 2 * IZR N ^ 2); [cong (first [ends]) | transitivity (sum 1 d (fun j_43 => sum 1 d (fun i_44 => (sum 1 N (fun n_45 => u n_45 i_44) - sum 1 N (fun n_46 => u n_46 j_43)) ^ 2)) / (2 * IZR d ^ 2) + (sum 1 d (fun i_47 => sum 1 N (fun n_48 => u n_48 i_47)) - m * IZR N * IZR d) ^ 2 / IZR d ^ 2 + 2 * m * IZR N * (sum 1 d (fun i_49 => sum 1 N (fun n_50 => u n_50 i_49)) - m * IZR N * IZR d) / IZR d); [exact (@same_by (m :: IZR N :: IZR d :: nil)%list ((2%nat, Z.to_nat (d - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Total 0 (Power (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)) 2)) (Over (Sc 4))) (Minus (Times (Power (Sc 0) 2) (Power (Sc 2) 2))))
  (Plus (Plus (Times (Total 0 (Total 0 (Power (Plus (Total 1 (En 0 (2 :: 1 :: nil)%list%nat)) (Minus (Total 1 (En 0 (2 :: 0 :: nil)%list%nat)))) 2))) (Over (Times (Num (2)) (Power (Sc 4) 2)))) (Times (Power (Plus (Total 0 (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))) (Minus (Times (Times (Sc 0) (Sc 2)) (Sc 4)))) 2) (Over (Power (Sc 4) 2)))) (Times (Times (Times (Times (Num (2)) (Sc 0)) (Sc 2)) (Plus (Total 0 (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))) (Minus (Times (Times (Sc 0) (Sc 2)) (Sc 4))))) (Over (Sc 4))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } apply (by_squares _ _ (m ^ 2 * IZR N ^ 2) (sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) / IZR d) (sum 1 d (fun j => sum 1 d (fun i => (sum 1 N (fun n => u n i) - sum 1 N (fun n => u n j)) ^ 2)) / (2 * IZR d ^ 2) + (sum 1 d (fun i => sum 1 N (fun n => u n i)) - m * IZR N * IZR d) ^ 2 / IZR d ^ 2 + 2 * m * IZR N * (sum 1 d (fun i => sum 1 N (fun n => u n i)) - m * IZR N * IZR d) / IZR d)); [squares | squares | clear - gap; lra | pos | pos]. }
apply keep; [|intros cla1].
{ assert (gap : q * IZR N ^ 2 - sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) / IZR d = IZR N * (q * IZR N * IZR d - sum 1 d (fun i => sum 1 N (fun n => u n i ^ 2))) / IZR d + sum 1 d (fun i => sum 1 N (fun k => sum 1 N (fun n => (u n i - u k i) ^ 2))) / (2 * IZR d)). { transitivity (q * IZR N ^ 2 - sum 1 d (fun i_79 => sum 1 N (fun n_80 => u n_80 i_79) ^ 2) / IZR d); [cong (first [ends]) | transitivity (IZR N * (q * IZR N * IZR d - sum 1 d (fun i_81 => sum 1 N (fun n_82 => u n_82 i_81 ^ 2))) / IZR d + sum 1 d (fun i_83 => sum 1 N (fun k_84 => sum 1 N (fun n_85 => (u n_85 i_83 - u k_84 i_83) ^ 2))) / (2 * IZR d)); [exact (@same_by (IZR d :: IZR N :: q :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Sc 4) (Power (Sc 2) 2)) (Minus (Times (Total 0 (Power (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)) 2)) (Over (Sc 0)))))
  (Plus (Times (Times (Sc 2) (Plus (Times (Times (Sc 4) (Sc 2)) (Sc 0)) (Minus (Total 0 (Total 1 (Power (En 0 (1 :: 0 :: nil)%list%nat) 2)))))) (Over (Sc 0))) (Times (Total 0 (Total 1 (Total 1 (Power (Plus (En 0 (2 :: 0 :: nil)%list%nat) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) 2)))) (Over (Times (Num (2)) (Sc 0)))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } apply (by_squares _ _ (sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) / IZR d) (q * IZR N ^ 2) (IZR N * (q * IZR N * IZR d - sum 1 d (fun i => sum 1 N (fun n => u n i ^ 2))) / IZR d + sum 1 d (fun i => sum 1 N (fun k => sum 1 N (fun n => (u n i - u k i) ^ 2))) / (2 * IZR d))); [squares | squares | clear - gap; lra | pos | pos]. }
apply keep; [|intros cla2].
{ intros spe0. transitivity (sum 1 d (fun i_86 => sum 1 N (fun n_87 => m) ^ 2)); [cong (first [put u spe0 | ends]) | transitivity (m ^ 2 * IZR N ^ 2 * IZR d); [exact (@same_by (IZR d :: IZR N :: m :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 1 (Sc 4)) 2))
  (Times (Times (Power (Sc 4) 2) (Power (Sc 2) 2)) (Sc 0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put u spe0 | ends])]]. }
intros spe0 spe1. subst q. transitivity (sum 1 d (fun i_88 => sum 1 N (fun n_89 => v i_88) ^ 2)); [cong (first [put u spe0 | ends]) | transitivity (sum 1 d (fun i_90 => v i_90 ^ 2) / IZR d * IZR N ^ 2 * IZR d); [exact (@same_by (IZR d :: IZR N :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Power (Total 1 (En 0 (0 :: nil)%list%nat)) 2))
  (Times (Times (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Sc 0))) (Power (Sc 2) 2)) (Sc 0))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put u spe0 | ends])]]. }
intros N d u dom0 dom1.
transitivity (sum 1 N (fun k_1 => sum 1 N (fun n_2 => sum 1 d (fun i_3 => u n_2 i_3 * u k_1 i_3))) / (IZR N ^ 2 * IZR d)); [cong (first [ends]) | transitivity (sum 1 d (fun i_4 => sum 1 N (fun n_5 => u n_5 i_4) ^ 2) / (IZR N ^ 2 * IZR d)); [exact (@same_by (IZR N :: IZR d :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Total 0 (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 0 (0 :: 2 :: nil)%list%nat))))) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Total 1 (Power (Total 0 (En 0 (1 :: 0 :: nil)%list%nat)) 2)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  ((nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.

(* LOOP-B-E10 *)
Theorem claim_loop_b_e10 :
(forall (L C N : Z) (a_high a_low C_0 C_1 beta : R) (M : Z -> Z -> R) (B : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= C)%Z ->
(1 <= N)%Z ->
(0 <= a_high) ->
(0 <= a_low) ->
(0 <= C_0) ->
(0 <= C_1) ->
(0 <= beta) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w ^ 2) / IZR C <= a_high) ->
(forall l : Z, (1 <= l <= L)%Z -> a_low <= sum 1 C (fun w => M l w ^ 2) / IZR C + sum 1 C (fun w => B l w ^ 2) / IZR C) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C <= (IZR L + (-1)) * C_1 * beta ^ 2) ->
(forall l : Z, (1 <= l <= L)%Z -> (-1) * (sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C) <= (IZR L + (-1)) * C_1 * beta ^ 2) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => B l w ^ 2) / IZR C <= C_0 * beta ^ 2) ->
IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C) <= 2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) /\
IZR L * IZR N ^ 2 * (1 / 2 * a_low + (-1 / 2) * C_0 * beta ^ 2 - C_0 * IZR L * beta ^ 2 + (-1 / 2) * C_1 * beta ^ 2 * ((-1) + IZR L)) <= IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C)) /\
(forall (N L : Z) (a_high C_0 C_1 beta lambda : R),
(1 <= N)%Z ->
(1 <= L)%Z ->
(0 <= a_high) ->
(0 <= C_0) ->
(0 <= C_1) ->
(0 <= beta) ->
(0 <= lambda) ->
2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) <= 2 * (a_high + C_0 + C_1) * IZR N ^ 2 * (IZR L + beta ^ 2 * IZR L ^ 2)).
Proof.
split.
{ exact part_ce82de06de62. }
intros N L a_high C_0 C_1 beta lambda dom0 dom1 dom2 dom3 dom4 dom5 dom6.
assert (gap : 2 * (a_high + C_0 + C_1) * IZR N ^ 2 * (IZR L + beta ^ 2 * IZR L ^ 2) - 2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) = 2 * IZR N ^ 2 * IZR L * (beta ^ 2 * (IZR L * a_high + C_1) + C_0 + C_1)). { first [exact (@same_by (IZR L :: IZR N :: C_0 :: beta :: C_1 :: a_high :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Num (2)) (Plus (Plus (Sc 10) (Sc 4)) (Sc 8))) (Power (Sc 2) 2)) (Plus (Sc 0) (Times (Power (Sc 6) 2) (Power (Sc 0) 2)))) (Minus (Times (Times (Times (Num (2)) (Sc 0)) (Power (Sc 2) 2)) (Plus (Plus (Sc 10) (Times (Times (Sc 4) (Sc 0)) (Power (Sc 6) 2))) (Times (Times (Sc 8) (Power (Sc 6) 2)) (Plus (Num (-1)) (Sc 0)))))))
  (Times (Times (Times (Num (2)) (Power (Sc 2) 2)) (Sc 0)) (Plus (Plus (Times (Power (Sc 6) 2) (Plus (Times (Sc 0) (Sc 10)) (Sc 8))) (Sc 4)) (Sc 8)))
  (List.repeat nil 14) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. } assert (sgn : 0 <= 2 * IZR N ^ 2 * IZR L * (beta ^ 2 * (IZR L * a_high + C_1) + C_0 + C_1)) by pos. clear - gap sgn; lra.
Qed.

(* LOOP-B-T6 *)
Theorem claim_loop_b_t6 :
(forall (L C N : Z) (a_high a_low C_0 C_1 beta : R) (M : Z -> Z -> R) (B : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= C)%Z ->
(1 <= N)%Z ->
(0 <= a_high) ->
(0 <= a_low) ->
(0 <= C_0) ->
(0 <= C_1) ->
(0 <= beta) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w ^ 2) / IZR C <= a_high) ->
(forall l : Z, (1 <= l <= L)%Z -> a_low <= sum 1 C (fun w => M l w ^ 2) / IZR C + sum 1 C (fun w => B l w ^ 2) / IZR C) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C <= (IZR L + (-1)) * C_1 * beta ^ 2) ->
(forall l : Z, (1 <= l <= L)%Z -> (-1) * (sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C) <= (IZR L + (-1)) * C_1 * beta ^ 2) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => B l w ^ 2) / IZR C <= C_0 * beta ^ 2) ->
IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C) <= 2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) /\
IZR L * IZR N ^ 2 * (1 / 2 * a_low + (-1 / 2) * C_0 * beta ^ 2 - C_0 * IZR L * beta ^ 2 + (-1 / 2) * C_1 * beta ^ 2 * ((-1) + IZR L)) <= IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C)) /\
(forall (A B C : Z) (p q : R) (f : Z -> Z -> Z -> R) (g : Z -> Z -> Z -> R),
(1 <= A)%Z ->
(1 <= B)%Z ->
(1 <= C)%Z ->
(0 < p) ->
(0 < q) ->
sum 1 C (fun z => sum 1 B (fun Y => sum 1 B (fun y => sum 1 A (fun x => (f x y z - f x Y z) ^ 2)))) / (2 * IZR A * IZR B ^ 2 * IZR C) <= p ^ 2 ->
sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun X => sum 1 A (fun x => (g x y z - g X y z) ^ 2)))) / (2 * IZR A ^ 2 * IZR B * IZR C) <= q ^ 2 ->
1 * (sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun x => (f x y z - sum 1 A (fun X => f X y z) / IZR A) * (g x y z - sum 1 B (fun Y => g x Y z) / IZR B)))) / (IZR A * IZR B * IZR C)) <= p * q /\
(-1) * (sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun x => (f x y z - sum 1 A (fun X => f X y z) / IZR A) * (g x y z - sum 1 B (fun Y => g x Y z) / IZR B)))) / (IZR A * IZR B * IZR C)) <= p * q).
Proof.
split.
{ exact part_ce82de06de62. }
intros A B C p q f g dom0 dom1 dom2 dom3 dom4 giv0 giv1.
apply keep; [|intros cla0].
{ assert (gap : p * q - 1 * (sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun x => (f x y z - sum 1 A (fun X => f X y z) / IZR A) * (g x y z - sum 1 B (fun Y => g x Y z) / IZR B)))) / (IZR A * IZR B * IZR C)) = sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun x => (q * (f x y z - sum 1 A (fun X => f X y z) / IZR A - sum 1 B (fun Y => f x Y z) / IZR B + sum 1 B (fun Y => sum 1 A (fun X => f X Y z)) / (IZR A * IZR B)) - 1 * p * (g x y z - sum 1 A (fun X => g X y z) / IZR A - sum 1 B (fun Y => g x Y z) / IZR B + sum 1 B (fun Y => sum 1 A (fun X => g X Y z)) / (IZR A * IZR B))) ^ 2))) / (IZR A * IZR B * IZR C) / (2 * p * q) + q / (2 * p) * (p ^ 2 - sum 1 C (fun z => sum 1 B (fun Y => sum 1 B (fun y => sum 1 A (fun x => (f x y z - f x Y z) ^ 2)))) / (2 * IZR A * IZR B ^ 2 * IZR C) + sum 1 C (fun z => sum 1 B (fun y => (sum 1 A (fun x => f x y z - sum 1 B (fun Y => f x Y z) / IZR B) / IZR A) ^ 2)) / (IZR B * IZR C)) + p / (2 * q) * (q ^ 2 - sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun X => sum 1 A (fun x => (g x y z - g X y z) ^ 2)))) / (2 * IZR A ^ 2 * IZR B * IZR C) + sum 1 C (fun z => sum 1 A (fun x => (sum 1 B (fun y => g x y z - sum 1 A (fun X => g X y z) / IZR A) / IZR B) ^ 2)) / (IZR A * IZR C))). { transitivity (p * q - 1 * (sum 1 C (fun z_1 => sum 1 B (fun y_2 => sum 1 A (fun x_3 => (f x_3 y_2 z_1 - sum 1 A (fun X_4 => f X_4 y_2 z_1) / IZR A) * (g x_3 y_2 z_1 - sum 1 B (fun Y_5 => g x_3 Y_5 z_1) / IZR B)))) / (IZR A * IZR B * IZR C))); [cong (first [ends]) | transitivity (sum 1 C (fun z_6 => sum 1 B (fun y_7 => sum 1 A (fun x_8 => (q * (f x_8 y_7 z_6 - sum 1 A (fun X_9 => f X_9 y_7 z_6) / IZR A - sum 1 B (fun Y_10 => f x_8 Y_10 z_6) / IZR B + sum 1 B (fun Y_11 => sum 1 A (fun X_12 => f X_12 Y_11 z_6)) / (IZR A * IZR B)) - 1 * p * (g x_8 y_7 z_6 - sum 1 A (fun X_13 => g X_13 y_7 z_6) / IZR A - sum 1 B (fun Y_14 => g x_8 Y_14 z_6) / IZR B + sum 1 B (fun Y_15 => sum 1 A (fun X_16 => g X_16 Y_15 z_6)) / (IZR A * IZR B))) ^ 2))) / (IZR A * IZR B * IZR C) / (2 * p * q) + q / (2 * p) * (p ^ 2 - sum 1 C (fun z_17 => sum 1 B (fun Y_18 => sum 1 B (fun y_19 => sum 1 A (fun x_20 => (f x_20 y_19 z_17 - f x_20 Y_18 z_17) ^ 2)))) / (2 * IZR A * IZR B ^ 2 * IZR C) + sum 1 C (fun z_21 => sum 1 B (fun y_22 => (sum 1 A (fun x_23 => f x_23 y_22 z_21 - sum 1 B (fun Y_24 => f x_23 Y_24 z_21) / IZR B) / IZR A) ^ 2)) / (IZR B * IZR C)) + p / (2 * q) * (q ^ 2 - sum 1 C (fun z_25 => sum 1 B (fun y_26 => sum 1 A (fun X_27 => sum 1 A (fun x_28 => (g x_28 y_26 z_25 - g X_27 y_26 z_25) ^ 2)))) / (2 * IZR A ^ 2 * IZR B * IZR C) + sum 1 C (fun z_29 => sum 1 A (fun x_30 => (sum 1 B (fun y_31 => g x_30 y_31 z_29 - sum 1 A (fun X_32 => g X_32 y_31 z_29) / IZR A) / IZR B) ^ 2)) / (IZR A * IZR C))); [exact (@same_by (IZR C :: IZR B :: IZR A :: p :: q :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (B - 1 + 1)%Z) :: (2%nat, Z.to_nat (A - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: v2' :: nil)%list => f (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 1%nat, (v0' :: v1' :: v2' :: nil)%list => g (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | _, _ => 0 end) (((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: ((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Sc 6) (Sc 8)) (Minus (Times (Num (1)) (Times (Total 0 (Total 1 (Total 2 (Times (Plus (En 0 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 2 (En 0 (3 :: 1 :: 0 :: nil)%list%nat)) (Over (Sc 4))))) (Plus (En 1 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 1 (En 1 (2 :: 3 :: 0 :: nil)%list%nat)) (Over (Sc 2))))))))) (Over (Times (Times (Sc 4) (Sc 2)) (Sc 0)))))))
  (Plus (Plus (Times (Times (Total 0 (Total 1 (Total 2 (Power (Plus (Times (Sc 8) (Plus (Plus (Plus (En 0 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 2 (En 0 (3 :: 1 :: 0 :: nil)%list%nat)) (Over (Sc 4))))) (Minus (Times (Total 1 (En 0 (2 :: 3 :: 0 :: nil)%list%nat)) (Over (Sc 2))))) (Times (Total 1 (Total 2 (En 0 (4 :: 3 :: 0 :: nil)%list%nat))) (Over (Times (Sc 4) (Sc 2)))))) (Minus (Times (Times (Num (1)) (Sc 6)) (Plus (Plus (Plus (En 1 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 2 (En 1 (3 :: 1 :: 0 :: nil)%list%nat)) (Over (Sc 4))))) (Minus (Times (Total 1 (En 1 (2 :: 3 :: 0 :: nil)%list%nat)) (Over (Sc 2))))) (Times (Total 1 (Total 2 (En 1 (4 :: 3 :: 0 :: nil)%list%nat))) (Over (Times (Sc 4) (Sc 2)))))))) 2)))) (Over (Times (Times (Sc 4) (Sc 2)) (Sc 0)))) (Over (Times (Times (Num (2)) (Sc 6)) (Sc 8)))) (Times (Times (Sc 8) (Over (Times (Num (2)) (Sc 6)))) (Plus (Plus (Power (Sc 6) 2) (Minus (Times (Total 0 (Total 1 (Total 1 (Total 2 (Power (Plus (En 0 (3 :: 2 :: 0 :: nil)%list%nat) (Minus (En 0 (3 :: 1 :: 0 :: nil)%list%nat))) 2))))) (Over (Times (Times (Times (Num (2)) (Sc 4)) (Power (Sc 2) 2)) (Sc 0)))))) (Times (Total 0 (Total 1 (Power (Times (Total 2 (Plus (En 0 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 1 (En 0 (2 :: 3 :: 0 :: nil)%list%nat)) (Over (Sc 2)))))) (Over (Sc 4))) 2))) (Over (Times (Sc 2) (Sc 0))))))) (Times (Times (Sc 6) (Over (Times (Num (2)) (Sc 8)))) (Plus (Plus (Power (Sc 8) 2) (Minus (Times (Total 0 (Total 1 (Total 2 (Total 2 (Power (Plus (En 1 (3 :: 1 :: 0 :: nil)%list%nat) (Minus (En 1 (2 :: 1 :: 0 :: nil)%list%nat))) 2))))) (Over (Times (Times (Times (Num (2)) (Power (Sc 4) 2)) (Sc 2)) (Sc 0)))))) (Times (Total 0 (Total 2 (Power (Times (Total 1 (Plus (En 1 (1 :: 2 :: 0 :: nil)%list%nat) (Minus (Times (Total 2 (En 1 (3 :: 2 :: 0 :: nil)%list%nat)) (Over (Sc 4)))))) (Over (Sc 2))) 2))) (Over (Times (Sc 4) (Sc 0)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (3 :: 2 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 1 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 2 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 3 :: 1 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 2 :: nil)%list%nat :: (2 :: 1 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 1 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: 2 :: nil)%list%nat :: (3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 3 :: 4 :: 2 :: 1 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 2 :: 1 :: 2 :: 3 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 1 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 3 :: 2 :: 1 :: 2 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 2 :: 1 :: 3 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (3 :: 2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | split; [inverse | exact Logic.I]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun x => (q * (f x y z - sum 1 A (fun X => f X y z) / IZR A - sum 1 B (fun Y => f x Y z) / IZR B + sum 1 B (fun Y => sum 1 A (fun X => f X Y z)) / (IZR A * IZR B)) - 1 * p * (g x y z - sum 1 A (fun X => g X y z) / IZR A - sum 1 B (fun Y => g x Y z) / IZR B + sum 1 B (fun Y => sum 1 A (fun X => g X Y z)) / (IZR A * IZR B))) ^ 2))) / (IZR A * IZR B * IZR C) / (2 * p * q) + q / (2 * p) * (p ^ 2 - sum 1 C (fun z => sum 1 B (fun Y => sum 1 B (fun y => sum 1 A (fun x => (f x y z - f x Y z) ^ 2)))) / (2 * IZR A * IZR B ^ 2 * IZR C) + sum 1 C (fun z => sum 1 B (fun y => (sum 1 A (fun x => f x y z - sum 1 B (fun Y => f x Y z) / IZR B) / IZR A) ^ 2)) / (IZR B * IZR C)) + p / (2 * q) * (q ^ 2 - sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun X => sum 1 A (fun x => (g x y z - g X y z) ^ 2)))) / (2 * IZR A ^ 2 * IZR B * IZR C) + sum 1 C (fun z => sum 1 A (fun x => (sum 1 B (fun y => g x y z - sum 1 A (fun X => g X y z) / IZR A) / IZR B) ^ 2)) / (IZR A * IZR C))) by pos. clear - gap sgn; lra. }
assert (gap : p * q - (-1) * (sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun x => (f x y z - sum 1 A (fun X => f X y z) / IZR A) * (g x y z - sum 1 B (fun Y => g x Y z) / IZR B)))) / (IZR A * IZR B * IZR C)) = sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun x => (q * (f x y z - sum 1 A (fun X => f X y z) / IZR A - sum 1 B (fun Y => f x Y z) / IZR B + sum 1 B (fun Y => sum 1 A (fun X => f X Y z)) / (IZR A * IZR B)) - (-1) * p * (g x y z - sum 1 A (fun X => g X y z) / IZR A - sum 1 B (fun Y => g x Y z) / IZR B + sum 1 B (fun Y => sum 1 A (fun X => g X Y z)) / (IZR A * IZR B))) ^ 2))) / (IZR A * IZR B * IZR C) / (2 * p * q) + q / (2 * p) * (p ^ 2 - sum 1 C (fun z => sum 1 B (fun Y => sum 1 B (fun y => sum 1 A (fun x => (f x y z - f x Y z) ^ 2)))) / (2 * IZR A * IZR B ^ 2 * IZR C) + sum 1 C (fun z => sum 1 B (fun y => (sum 1 A (fun x => f x y z - sum 1 B (fun Y => f x Y z) / IZR B) / IZR A) ^ 2)) / (IZR B * IZR C)) + p / (2 * q) * (q ^ 2 - sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun X => sum 1 A (fun x => (g x y z - g X y z) ^ 2)))) / (2 * IZR A ^ 2 * IZR B * IZR C) + sum 1 C (fun z => sum 1 A (fun x => (sum 1 B (fun y => g x y z - sum 1 A (fun X => g X y z) / IZR A) / IZR B) ^ 2)) / (IZR A * IZR C))). { transitivity (p * q - (-1) * (sum 1 C (fun z_33 => sum 1 B (fun y_34 => sum 1 A (fun x_35 => (f x_35 y_34 z_33 - sum 1 A (fun X_36 => f X_36 y_34 z_33) / IZR A) * (g x_35 y_34 z_33 - sum 1 B (fun Y_37 => g x_35 Y_37 z_33) / IZR B)))) / (IZR A * IZR B * IZR C))); [cong (first [ends]) | transitivity (sum 1 C (fun z_38 => sum 1 B (fun y_39 => sum 1 A (fun x_40 => (q * (f x_40 y_39 z_38 - sum 1 A (fun X_41 => f X_41 y_39 z_38) / IZR A - sum 1 B (fun Y_42 => f x_40 Y_42 z_38) / IZR B + sum 1 B (fun Y_43 => sum 1 A (fun X_44 => f X_44 Y_43 z_38)) / (IZR A * IZR B)) - (-1) * p * (g x_40 y_39 z_38 - sum 1 A (fun X_45 => g X_45 y_39 z_38) / IZR A - sum 1 B (fun Y_46 => g x_40 Y_46 z_38) / IZR B + sum 1 B (fun Y_47 => sum 1 A (fun X_48 => g X_48 Y_47 z_38)) / (IZR A * IZR B))) ^ 2))) / (IZR A * IZR B * IZR C) / (2 * p * q) + q / (2 * p) * (p ^ 2 - sum 1 C (fun z_49 => sum 1 B (fun Y_50 => sum 1 B (fun y_51 => sum 1 A (fun x_52 => (f x_52 y_51 z_49 - f x_52 Y_50 z_49) ^ 2)))) / (2 * IZR A * IZR B ^ 2 * IZR C) + sum 1 C (fun z_53 => sum 1 B (fun y_54 => (sum 1 A (fun x_55 => f x_55 y_54 z_53 - sum 1 B (fun Y_56 => f x_55 Y_56 z_53) / IZR B) / IZR A) ^ 2)) / (IZR B * IZR C)) + p / (2 * q) * (q ^ 2 - sum 1 C (fun z_57 => sum 1 B (fun y_58 => sum 1 A (fun X_59 => sum 1 A (fun x_60 => (g x_60 y_58 z_57 - g X_59 y_58 z_57) ^ 2)))) / (2 * IZR A ^ 2 * IZR B * IZR C) + sum 1 C (fun z_61 => sum 1 A (fun x_62 => (sum 1 B (fun y_63 => g x_62 y_63 z_61 - sum 1 A (fun X_64 => g X_64 y_63 z_61) / IZR A) / IZR B) ^ 2)) / (IZR A * IZR C))); [exact (@same_by (IZR C :: IZR B :: IZR A :: p :: q :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: (1%nat, Z.to_nat (B - 1 + 1)%Z) :: (2%nat, Z.to_nat (A - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: v2' :: nil)%list => f (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 1%nat, (v0' :: v1' :: v2' :: nil)%list => g (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | _, _ => 0 end) (((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: ((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Sc 6) (Sc 8)) (Minus (Times (Num (-1)) (Times (Total 0 (Total 1 (Total 2 (Times (Plus (En 0 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 2 (En 0 (3 :: 1 :: 0 :: nil)%list%nat)) (Over (Sc 4))))) (Plus (En 1 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 1 (En 1 (2 :: 3 :: 0 :: nil)%list%nat)) (Over (Sc 2))))))))) (Over (Times (Times (Sc 4) (Sc 2)) (Sc 0)))))))
  (Plus (Plus (Times (Times (Total 0 (Total 1 (Total 2 (Power (Plus (Times (Sc 8) (Plus (Plus (Plus (En 0 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 2 (En 0 (3 :: 1 :: 0 :: nil)%list%nat)) (Over (Sc 4))))) (Minus (Times (Total 1 (En 0 (2 :: 3 :: 0 :: nil)%list%nat)) (Over (Sc 2))))) (Times (Total 1 (Total 2 (En 0 (4 :: 3 :: 0 :: nil)%list%nat))) (Over (Times (Sc 4) (Sc 2)))))) (Minus (Times (Times (Num (-1)) (Sc 6)) (Plus (Plus (Plus (En 1 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 2 (En 1 (3 :: 1 :: 0 :: nil)%list%nat)) (Over (Sc 4))))) (Minus (Times (Total 1 (En 1 (2 :: 3 :: 0 :: nil)%list%nat)) (Over (Sc 2))))) (Times (Total 1 (Total 2 (En 1 (4 :: 3 :: 0 :: nil)%list%nat))) (Over (Times (Sc 4) (Sc 2)))))))) 2)))) (Over (Times (Times (Sc 4) (Sc 2)) (Sc 0)))) (Over (Times (Times (Num (2)) (Sc 6)) (Sc 8)))) (Times (Times (Sc 8) (Over (Times (Num (2)) (Sc 6)))) (Plus (Plus (Power (Sc 6) 2) (Minus (Times (Total 0 (Total 1 (Total 1 (Total 2 (Power (Plus (En 0 (3 :: 2 :: 0 :: nil)%list%nat) (Minus (En 0 (3 :: 1 :: 0 :: nil)%list%nat))) 2))))) (Over (Times (Times (Times (Num (2)) (Sc 4)) (Power (Sc 2) 2)) (Sc 0)))))) (Times (Total 0 (Total 1 (Power (Times (Total 2 (Plus (En 0 (2 :: 1 :: 0 :: nil)%list%nat) (Minus (Times (Total 1 (En 0 (2 :: 3 :: 0 :: nil)%list%nat)) (Over (Sc 2)))))) (Over (Sc 4))) 2))) (Over (Times (Sc 2) (Sc 0))))))) (Times (Times (Sc 6) (Over (Times (Num (2)) (Sc 8)))) (Plus (Plus (Power (Sc 8) 2) (Minus (Times (Total 0 (Total 1 (Total 2 (Total 2 (Power (Plus (En 1 (3 :: 1 :: 0 :: nil)%list%nat) (Minus (En 1 (2 :: 1 :: 0 :: nil)%list%nat))) 2))))) (Over (Times (Times (Times (Num (2)) (Power (Sc 4) 2)) (Sc 2)) (Sc 0)))))) (Times (Total 0 (Total 2 (Power (Times (Total 1 (Plus (En 1 (1 :: 2 :: 0 :: nil)%list%nat) (Minus (Times (Total 2 (En 1 (3 :: 2 :: 0 :: nil)%list%nat)) (Over (Sc 4)))))) (Over (Sc 2))) 2))) (Over (Times (Sc 4) (Sc 0)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (3 :: 2 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 1 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 2 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 3 :: 1 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 2 :: nil)%list%nat :: (2 :: 1 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 1 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: 2 :: nil)%list%nat :: (3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 3 :: 4 :: 2 :: 1 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 2 :: 1 :: 2 :: 3 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 1 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 3 :: 2 :: 1 :: 2 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 2 :: 1 :: 3 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (3 :: 2 :: nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: 4 :: 2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | split; [inverse | exact Logic.I]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun x => (q * (f x y z - sum 1 A (fun X => f X y z) / IZR A - sum 1 B (fun Y => f x Y z) / IZR B + sum 1 B (fun Y => sum 1 A (fun X => f X Y z)) / (IZR A * IZR B)) - (-1) * p * (g x y z - sum 1 A (fun X => g X y z) / IZR A - sum 1 B (fun Y => g x Y z) / IZR B + sum 1 B (fun Y => sum 1 A (fun X => g X Y z)) / (IZR A * IZR B))) ^ 2))) / (IZR A * IZR B * IZR C) / (2 * p * q) + q / (2 * p) * (p ^ 2 - sum 1 C (fun z => sum 1 B (fun Y => sum 1 B (fun y => sum 1 A (fun x => (f x y z - f x Y z) ^ 2)))) / (2 * IZR A * IZR B ^ 2 * IZR C) + sum 1 C (fun z => sum 1 B (fun y => (sum 1 A (fun x => f x y z - sum 1 B (fun Y => f x Y z) / IZR B) / IZR A) ^ 2)) / (IZR B * IZR C)) + p / (2 * q) * (q ^ 2 - sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun X => sum 1 A (fun x => (g x y z - g X y z) ^ 2)))) / (2 * IZR A ^ 2 * IZR B * IZR C) + sum 1 C (fun z => sum 1 A (fun x => (sum 1 B (fun y => g x y z - sum 1 A (fun X => g X y z) / IZR A) / IZR B) ^ 2)) / (IZR A * IZR C))) by pos. clear - gap sgn; lra.
Qed.

(* LOOP-B-T2-needs *)
Theorem claim_loop_b_t2_needs :
forall (N : Z) (eps eta C_W M : R) (change : Z -> R),
(1 <= N)%Z ->
(0 < eps) ->
(0 < eta) ->
(0 < C_W) ->
(0 < M) ->
change 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> change (before + 1)%Z = change before + eps * (eta + C_W * change before)) ->
C_W * change N = eta * (powerRZ (1 + eps * C_W) N + (-1)) /\
((N = 2)%Z -> C_W = 2 * M / eps -> M * (eta * eps * IZR N) < change 2%Z).
Proof.
intros N eps eta C_W M change dom0 dom1 dom2 dom3 dom4 def0 def1.
apply keep; [|intros cla0].
{ assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> C_W * change N_now = eta * (powerRZ (1 + eps * C_W) N_now + (-1))).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> C_W * change N_now = eta * (powerRZ (1 + eps * C_W) N_now + (-1)))).
- intros most. transitivity (C_W * (0 + eps * (eta + C_W * 0))); [cong (first [put change def0 | put change def1 | ends]) | transitivity (eta * (1 + eps * C_W + (-1))); [exact (@same_by (C_W :: eps :: eta :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Plus (Num (0)) (Times (Sc 2) (Plus (Sc 4) (Times (Sc 0) (Num (0)))))))
  (Times (Sc 4) (Plus (Plus (Num (1)) (Times (Sc 2) (Sc 0))) (Num (-1))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put change def0 | put change def1 | ends])]].
- intros N_now least hyp most. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). assert (zer : C_W * change N_now - eta * (powerRZ (1 + eps * C_W) N_now + (-1)) = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : C_W * change (N_now + 1)%Z - eta * (powerRZ (1 + eps * C_W) (N_now + 1) + (-1)) = (1 + eps * C_W) * (C_W * change N_now - eta * (powerRZ (1 + eps * C_W) N_now + (-1)))). { transitivity (C_W * (change N_now + eps * (eta + C_W * change N_now)) - eta * (powerRZ (1 + eps * C_W) N_now * (1 + eps * C_W) + (-1))); [cong (first [put change def0 | put change def1 | ends]) | transitivity ((1 + eps * C_W) * (C_W * change N_now - eta * (powerRZ (1 + eps * C_W) N_now + (-1)))); [exact (@same_by (eta :: powerRZ (1 + eps * C_W) N_now :: eps :: C_W :: change N_now :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 6) (Plus (Sc 8) (Times (Sc 4) (Plus (Sc 0) (Times (Sc 6) (Sc 8)))))) (Minus (Times (Sc 0) (Plus (Times (Sc 2) (Plus (Num (1)) (Times (Sc 4) (Sc 6)))) (Num (-1))))))
  (Times (Plus (Num (1)) (Times (Sc 4) (Sc 6))) (Plus (Times (Sc 6) (Sc 8)) (Minus (Times (Sc 0) (Plus (Sc 2) (Num (-1)))))))
  (List.repeat nil 12) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put change def0 | put change def1 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
apply (ind N); lia. }
intros spe0 spe1. subst N. assert (a := def1 0%Z ltac:(lia)).
assert (e := def1 1%Z ltac:(lia)). change (0 + 1)%Z with 1%Z in a.
change (1 + 1)%Z with 2%Z in e. rewrite e, a, def0, spe1. assert (0 < eps * eta) by pos.
apply gap_less; match goal with |- 0 < ?g => replace g with (2 * (eps * eta)) by (field; lra) end.
lra.
Qed.
