(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus bounds.
Open Scope R_scope.

(* PC-TK3 *)
Theorem claim_pc_tk3 :
(forall (c d a1 b1 a b aL bL alpha : R),
(0 <= d) ->
(0 <= alpha) ->
(-2) * ((-1) * a1 - b1 / 2) = 2 * a1 + b1 /\
(-2) * (1 / 2 - a - b / 2) = 2 * a + b + (-1) /\
(-2) * (1 / 2 - aL - bL / 2) = 2 * aL + bL + (-1) /\
(((2 * d - c - 2 * a1 + 1 + 2 * ((-1) * d + (-1 / 2)) = 0) /\ (2 * d - c - 2 * a1 + ((-1) * d + (-1 / 2)) = 0)) <-> ((d = 1 / 2) /\ (2 * a1 + c = 0))) /\
(((2 * d - c - 2 * a + 2 + 2 * ((-1) * d + (-1 / 2)) = 0) /\ (2 * d - c - 2 * a + 1 + ((-1) * d + (-1 / 2)) = 0)) <-> ((d = 1 / 2) /\ (2 * a + c + (-1) = 0))) /\
(((2 * d - c - 2 * aL + 1 - 2 * d = 0) /\ (2 * d - c - 2 * aL + 1 / 2 - d = 0)) <-> ((d = 1 / 2) /\ (2 * aL + c + (-1) = 0))) /\
2 * d - c - 2 * a + 2 + 2 * ((-1) * d + (-1 / 2)) - (2 * d - c - 2 * a + 1 + 2 * ((-1) * d + (-1 / 2)) - d) = 1 + d /\
2 * d - c - 2 * aL + 1 - 2 * d - (2 * d - c - 2 * aL - 2 * d - d) = 1 + d /\
2 * d - c - 2 * a + 1 + ((-1) * d + (-1 / 2)) - (2 * d - c - 2 * a + ((-1) * d + (-1 / 2)) - d) = 1 + d /\
2 * d - c - 2 * a + 2 + 2 * ((-1) * d + (-1 / 2)) - (2 * d - c - 2 * a + 1 + 2 * ((-1) * d + (-1 / 2)) + 0 * d) = 1 /\
2 * d - c - 2 * aL + 1 - 2 * d - (2 * d - c - 2 * aL - 2 * d + 0 * d) = 1 /\
2 * d - c - 2 * a + 1 + ((-1) * d + (-1 / 2)) - (2 * d - c - 2 * a + ((-1) * d + (-1 / 2)) + 0 * d) = 1 /\
((1 - 2 * alpha = 0) <-> (alpha = 1 / 2))) /\
(forall (N L : Z) (t c2 gamma0 rho alpha y : R) (p : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 < gamma0) ->
(0 < rho) ->
gaussian_vector N (1 / (gamma0 * IZR N) ^ 2) E_w ->
(0 <= alpha) ->
(0 <= y) ->
q 1%Z = 1 / (gamma0 ^ 2 * IZR N) ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> q (n + 1)%Z = rho * q n) ->
(t = 1 -> c2 = Rpower (IZR L) ((-2) * alpha) / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = (1 + Rpower (IZR L) ((-2) * alpha)) * sum 1 N (fun i => p i ^ 2)) /\
E_w (fun w => sum 1 N (fun i => w i ^ 2)) = 1 / (gamma0 ^ 2 * IZR N) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> q top = powerRZ rho (top - 1) / (gamma0 ^ 2 * IZR N)) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> (rho + (-1)) * sum 1 top (fun k => powerRZ rho (k - 1)) = powerRZ rho top + (-1)) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> (rho + (-1)) * gamma0 ^ 2 * IZR N * sum 1 top (fun k => q k) = powerRZ rho top + (-1)) /\
y / (1 + y) <= ln (1 + y) /\
ln (1 + y) <= y /\
y <= exp y + (-1) /\
exp y + (-1) <= y * exp y /\
(IZR L + (-1)) * Rpower (IZR L) ((-1) - alpha) = (1 - 1 / IZR L) * Rpower (IZR L) ((-1) * alpha) /\
Rpower (IZR L) ((-1) * alpha) <= 1).
Proof.
split.
{ intros c d a1 b1 a b aL bL alpha dom0 dom1.
apply keep; [|intros cla0].
{ first [exact (@same_by (b1 :: a1 :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-2)) (Plus (Times (Num (-1)) (Sc 2)) (Minus (Times (Sc 0) (Over (Num (2)))))))
  (Plus (Times (Num (2)) (Sc 2)) (Sc 0))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [exact (@same_by (b :: a :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-2)) (Plus (Plus (Times (Num (1)) (Over (Num 2))) (Minus (Sc 2))) (Minus (Times (Sc 0) (Over (Num (2)))))))
  (Plus (Plus (Times (Num (2)) (Sc 2)) (Sc 0)) (Num (-1)))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. first [exact (@same_by (bL :: aL :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (-2)) (Plus (Plus (Times (Num (1)) (Over (Num 2))) (Minus (Sc 2))) (Minus (Times (Sc 0) (Over (Num (2)))))))
  (Plus (Plus (Times (Num (2)) (Sc 2)) (Sc 0)) (Num (-1)))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. first [linear | solve [split; intros; nra]]. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. first [linear | solve [split; intros; nra]]. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. first [linear | solve [split; intros; nra]]. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. first [exact (@same_by (d :: a :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Num (2))) (Times (Num (2)) (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-1)) (Over (Num 2)))))) (Minus (Plus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Num (1))) (Times (Num (2)) (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-1)) (Over (Num 2)))))) (Minus (Sc 0)))))
  (Plus (Num (1)) (Sc 0))
  (List.repeat nil 15) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla7].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6. first [exact (@same_by (d :: aL :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Num (1))) (Minus (Times (Num (2)) (Sc 0)))) (Minus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Minus (Times (Num (2)) (Sc 0)))) (Minus (Sc 0)))))
  (Plus (Num (1)) (Sc 0))
  (List.repeat nil 12) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla8].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7. first [exact (@same_by (d :: a :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Num (1))) (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-1)) (Over (Num 2))))) (Minus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-1)) (Over (Num 2))))) (Minus (Sc 0)))))
  (Plus (Num (1)) (Sc 0))
  (List.repeat nil 14) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla9].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8. first [exact (@same_by (d :: a :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Num (2))) (Times (Num (2)) (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-1)) (Over (Num 2)))))) (Minus (Plus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Num (1))) (Times (Num (2)) (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-1)) (Over (Num 2)))))) (Times (Num (0)) (Sc 0)))))
  (Num (1))
  (List.repeat nil 14) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla10].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9. first [exact (@same_by (d :: aL :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Num (1))) (Minus (Times (Num (2)) (Sc 0)))) (Minus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Minus (Times (Num (2)) (Sc 0)))) (Times (Num (0)) (Sc 0)))))
  (Num (1))
  (List.repeat nil 11) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla11].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9 cla10. first [exact (@same_by (d :: a :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Num (1))) (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-1)) (Over (Num 2))))) (Minus (Plus (Plus (Plus (Plus (Times (Num (2)) (Sc 0)) (Minus (Sc 4))) (Minus (Times (Num (2)) (Sc 2)))) (Plus (Times (Num (-1)) (Sc 0)) (Times (Num (-1)) (Over (Num 2))))) (Times (Num (0)) (Sc 0)))))
  (Num (1))
  (List.repeat nil 13) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9 cla10 cla11. first [linear | solve [split; intros; nra]]. }
intros N L t c2 gamma0 rho alpha y p q E_W E_w dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8 def0 def1.
apply keep; [|intros cla0].
{ intros spe0 spe1. subst t. subst c2. assert (mean0 : E_W (fun W => sum 1 N (fun i => (1 * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => Rpower (IZR L) ((-2) * alpha) / IZR N * p j_6 * p j_6))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 1 * p i_1 * p j_4 * (W i_1 j_4 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (1 * p i_1) * (W i_1 j_5 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (W i_1 j_6 * (W i_1 j_7 * 1)))))) (a := sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 1 * p i_1 * p j_4 * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (1 * p i_1) * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (Rpower (IZR L) ((-2) * alpha) / IZR N * same_place i_1 i_1 * same_place j_6 j_7))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => same_place j_6 j_7 * (same_place i_1 i_1 * (Rpower (IZR L) ((-2) * alpha) / IZR N * p j_6 * p j_7)))))).
  + exact (@same_by (IZR N :: Rpower (IZR L) ((-2) * alpha) :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_8 => 1 * p i_8 * (1 * p i_8)) + sum 1 N (fun i_9 => sum 1 N (fun j_10 => / Rpower (IZR L) alpha / Rpower (IZR L) alpha / IZR N * p j_10 * p j_10))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((1 + / Rpower (IZR L) alpha / Rpower (IZR L) alpha) * sum 1 N (fun i_11 => p i_11 ^ 2)); [exact (@same_by (IZR N :: Rpower (IZR L) alpha :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Times (Over (Sc 2)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))
  (Times (Plus (Num (1)) (Times (Over (Sc 2)) (Over (Sc 2)))) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : E_w (fun w => sum 1 N (fun i => w i ^ 2)) = sum 1 N (fun i_12 => 1 / (gamma0 * IZR N) ^ 2)).
{ apply (mean_is _ _ _ _ _ _ dom6) with
  (g := fun w => sum 1 N (fun i_12 => 1 * (w i_12 * (w i_12 * 1)))) (a := sum 1 N (fun i_12 => 1 * (1 / (gamma0 * IZR N) ^ 2 * same_place i_12 i_12))).
- intros w. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (Total 0 (Times (Num (1)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
- average dom6.
- transitivity (sum 1 N (fun i_12 => same_place i_12 i_12 * (1 / (gamma0 * IZR N) ^ 2))).
  + exact (@same_by (IZR N :: gamma0 :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Times (Times (Num (1)) (Over (Power (Times (Sc 2) (Sc 0)) 2))) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Num (1)) (Over (Power (Times (Sc 2) (Sc 0)) 2)))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_13 => 1 / (gamma0 * IZR N) ^ 2)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (IZR N :: gamma0 :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Over (Power (Times (Sc 2) (Sc 0)) 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 2) 2) (Sc 0))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> q top = powerRZ rho (top - 1) / (gamma0 ^ 2 * IZR N)).
{ apply (whole_induction (fun top : Z => (top <= (L - 1))%Z -> q top = powerRZ rho (top - 1) / (gamma0 ^ 2 * IZR N))).
- intros most. transitivity (1 / (gamma0 ^ 2 * IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends])]].
- intros top least hyp most. assert (most' : (top <= (L - 1))%Z) by lia.
specialize (hyp most'). transitivity (rho * (powerRZ rho top / rho / (gamma0 ^ 2 * IZR N))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends]) | transitivity (powerRZ rho top / (gamma0 ^ 2 * IZR N)); [exact (@same_by (rho :: powerRZ rho top :: gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Times (Times (Sc 2) (Over (Sc 0))) (Over (Times (Power (Sc 4) 2) (Sc 6)))))
  (Times (Sc 2) (Over (Times (Power (Sc 4) 2) (Sc 6))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends])]]. }
intros top ran0. apply ind; lia. }
apply keep; [|intros cla3].
{ intros top ran0; apply geometric; [nz | lia]. }
apply keep; [|intros cla4].
{ intros top ran0. rewrite <- (geometric rho top) by first [lia | nz].
rewrite (sum_ext 1 top _ (fun k => / (gamma0 ^ 2 * IZR N) * powerRZ rho (k - 1)))
  by (intros k ran1; rewrite cla2 by lia; unfold Rdiv; ring).
rewrite sum_scale; field; split; nz. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. bounded. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. bounded. }
apply keep; [|intros cla7].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6. bounded. }
apply keep; [|intros cla8].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7. bounded. }
apply keep; [|intros cla9].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8. first [transitivity ((IZR L + (-1)) * (/ IZR L / Rpower (IZR L) alpha)); [cong (first [ends]) | transitivity ((1 - 1 / IZR L) / Rpower (IZR L) alpha); [exact (@same_by (IZR L :: Rpower (IZR L) alpha :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Sc 0) (Num (-1))) (Times (Over (Sc 0)) (Over (Sc 2))))
  (Times (Plus (Num (1)) (Minus (Times (Num (1)) (Over (Sc 0))))) (Over (Sc 2)))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) ((-1) - alpha)) with (/ IZR L / Rpower (IZR L) alpha) by monomials; replace (Rpower (IZR L) ((-1) * alpha)) with (/ Rpower (IZR L) alpha) by monomials; fieldy]. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9. bounded.
Qed.

(* PC-E54-power *)
Theorem claim_pc_e54_power :
forall (K N : Z) (L p P Q : R) (e : Z -> R) (q : Z -> R),
(1 <= K)%Z ->
(1 <= N)%Z ->
(0 < L) ->
(0 <= Q) ->
e 0%Z = 0 ->
(forall k : Z, (0 <= k <= (K - 1))%Z -> e (k + 1)%Z = 1 + e k) ->
q 0%Z = 0 ->
(forall k : Z, (0 <= k <= (K - 1))%Z -> q (k + 1)%Z = (1 + IZR k) ^ 2 + q k) ->
p ^ 2 <= P ->
(1 + p) ^ 2 + Q <= 1 + 2 * p + P + (1 + 1 / IZR N) * Q /\
(forall k : Z, (1 <= k <= K)%Z -> e k = IZR k) /\
(forall k : Z, (1 <= k <= K)%Z -> q k = IZR k * (IZR k + 1) * (2 * IZR k + 1) / 6) /\
is_lim (fun L' : R => / L' ^ 2 * ((-1) + L') * ((-1) + 2 * L')) p_infty 2.
Proof.
intros K N L p P Q e q dom0 dom1 dom2 dom3 def0 def1 def2 def3 giv0.
apply keep; [|intros cla0].
{ assert (gap : 1 + 2 * p + P + (1 + 1 / IZR N) * Q - ((1 + p) ^ 2 + Q) = P - p ^ 2 + Q / IZR N). { first [exact (@same_by (Q :: p :: IZR N :: P :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Num (1)) (Times (Num (2)) (Sc 2))) (Sc 6)) (Times (Plus (Num (1)) (Times (Num (1)) (Over (Sc 4)))) (Sc 0))) (Minus (Plus (Power (Plus (Num (1)) (Sc 2)) 2) (Sc 0))))
  (Plus (Plus (Sc 6) (Minus (Power (Sc 2) 2))) (Times (Sc 0) (Over (Sc 4))))
  (List.repeat nil 13) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. } assert (sgn : 0 <= P - p ^ 2 + Q / IZR N) by pos. clear - gap sgn; lra. }
apply keep; [|intros cla1].
{ assert (ind : forall k : Z, (1 <= k)%Z -> (k <= K)%Z -> e k = IZR k).
{ apply (whole_induction (fun k : Z => (k <= K)%Z -> e k = IZR k)).
- intros most. transitivity (1 + 0); [cong (first [put e def0 | put e def1 | ends]) | transitivity (1); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Num (1)) (Num (0)))
  (Num (1))
  (List.repeat nil 3) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put e def0 | put e def1 | ends])]].
- intros k least hyp most. assert (most' : (k <= K)%Z) by lia.
specialize (hyp most'). transitivity (1 + IZR k); [cong (first [put e hyp | put e def0 | put e def1 | ends]) | transitivity (IZR k + 1); [exact (@same_by (IZR k :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Num (1)) (Sc 0))
  (Plus (Sc 0) (Num (1)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put e hyp | put e def0 | put e def1 | ends])]]. }
intros k ran0. apply ind; lia. }
apply keep; [|intros cla2].
{ intros k ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K)%Z -> q n = IZR n * (IZR n + 1) * (2 * IZR n + 1) / 6).
{ apply (whole_induction (fun n => (n <= K)%Z -> q n = IZR n * (IZR n + 1) * (2 * IZR n + 1) / 6)).
- intros most; rewrite def2; field.
- intros n least hyp most; rewrite def3, hyp, plus_IZR by first [lia | lra].
field. }
apply ind; lia. }
clear cla0 cla1 cla2. overs. apply (lim_is _ 2 _); [apply (lim_by_over _ (fun L' : R => 2 + L' ^ 2 + (-3) * L')); [intros y' over_y'; fieldy | limiting] |]. reflexivity.
Qed.
