(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* AMMUP-D14 *)
Theorem claim_ammup_d14 :
forall (C : Z) (EX EX2 : R),
(1 <= C)%Z ->
(0 <= EX2) ->
(sum 1 C (fun r => EX2) + sum 1 C (fun r2 => sum 1 C (fun r => EX ^ 2)) - sum 1 C (fun r => EX ^ 2)) / IZR C ^ 2 - (sum 1 C (fun r => EX) / IZR C) ^ 2 = (EX2 - EX ^ 2) / IZR C /\
(sum 1 C (fun r => EX2) + sum 1 C (fun r2 => sum 1 C (fun r => EX ^ 2)) - sum 1 C (fun r => EX ^ 2)) / IZR C ^ 2 - (sum 1 C (fun r => EX) / IZR C) ^ 2 <= EX2 / IZR C.
Proof.
intros C EX EX2 dom0 dom1.
apply keep; [|intros cla0].
{ transitivity ((sum 1 C (fun r_1 => EX2) + sum 1 C (fun r2_2 => sum 1 C (fun r_3 => EX ^ 2)) - sum 1 C (fun r_4 => EX ^ 2)) / IZR C ^ 2 - (sum 1 C (fun r_5 => EX) / IZR C) ^ 2); [cong (first [ends]) | transitivity ((EX2 - EX ^ 2) / IZR C); [exact (@same_by (IZR C :: EX :: EX2 :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Plus (Plus (Total 0 (Sc 4)) (Total 0 (Total 0 (Power (Sc 2) 2)))) (Minus (Total 0 (Power (Sc 2) 2)))) (Over (Power (Sc 0) 2))) (Minus (Power (Times (Total 0 (Sc 2)) (Over (Sc 0))) 2)))
  (Times (Plus (Sc 4) (Minus (Power (Sc 2) 2))) (Over (Sc 0)))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
assert (gap : EX2 / IZR C - ((sum 1 C (fun r => EX2) + sum 1 C (fun r2 => sum 1 C (fun r => EX ^ 2)) - sum 1 C (fun r => EX ^ 2)) / IZR C ^ 2 - (sum 1 C (fun r => EX) / IZR C) ^ 2) = EX ^ 2 / IZR C). { transitivity (EX2 / IZR C - ((sum 1 C (fun r_6 => EX2) + sum 1 C (fun r2_7 => sum 1 C (fun r_8 => EX ^ 2)) - sum 1 C (fun r_9 => EX ^ 2)) / IZR C ^ 2 - (sum 1 C (fun r_10 => EX) / IZR C) ^ 2)); [cong (first [ends]) | transitivity (EX ^ 2 / IZR C); [exact (@same_by (IZR C :: EX :: EX2 :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Sc 4) (Over (Sc 0))) (Minus (Plus (Times (Plus (Plus (Total 0 (Sc 4)) (Total 0 (Total 0 (Power (Sc 2) 2)))) (Minus (Total 0 (Power (Sc 2) 2)))) (Over (Power (Sc 0) 2))) (Minus (Power (Times (Total 0 (Sc 2)) (Over (Sc 0))) 2)))))
  (Times (Power (Sc 2) 2) (Over (Sc 0)))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= EX ^ 2 / IZR C) by pos. clear - gap sgn; lra.
Qed.

(* AMMUP-B-crossover *)
Theorem claim_ammup_b_crossover :
forall (kappa h m n variance : R),
(0 < kappa) ->
(0 < h) ->
(0 < m) ->
(0 < n) ->
(0 < variance) ->
h * kappa * (n / h / kappa / m * (h + variance)) * m / n = h + variance.
Proof.
intros kappa h m n variance dom0 dom1 dom2 dom3 dom4.
first [exact (@same_by (h :: kappa :: n :: m :: variance :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Sc 0) (Sc 2)) (Times (Times (Times (Times (Sc 4) (Over (Sc 0))) (Over (Sc 2))) (Over (Sc 6))) (Plus (Sc 0) (Sc 8)))) (Sc 6)) (Over (Sc 4)))
  (Plus (Sc 0) (Sc 8))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | split; [inverse | exact I]]]]) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* AMMUP-D03 *)
Theorem claim_ammup_d03 :
forall (N k : Z) (leaves : Z -> Z -> R) (border : Z -> R),
(1 <= N)%Z ->
(1 <= k)%Z ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= leaves i1 i2)) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= border i1)) ->
(forall p o : Z, (1 <= p <= N)%Z -> (1 <= o <= k)%Z -> leaves p o <= border p) ->
(forall p : Z, (1 <= p <= N)%Z -> border p <= sum 1 k (fun o => leaves p o)) ->
sum 1 N (fun p => border p) / IZR N <= sum 1 N (fun p => sum 1 k (fun o => leaves p o)) / IZR N /\
sum 1 N (fun p => sum 1 k (fun o => leaves p o)) / (IZR k * IZR N) <= sum 1 N (fun p => border p) / IZR N.
Proof.
intros N k leaves border dom0 dom1 dom2 dom3 giv0 giv1.
apply keep; [|intros cla0].
{ assert (gap : sum 1 N (fun p => sum 1 k (fun o => leaves p o)) / IZR N - sum 1 N (fun p => border p) / IZR N = sum 1 N (fun p => sum 1 k (fun o => leaves p o) - border p) / IZR N). { transitivity (sum 1 N (fun p_1 => sum 1 k (fun o_2 => leaves p_1 o_2)) / IZR N - sum 1 N (fun p_3 => border p_3) / IZR N); [cong (first [ends]) | transitivity (sum 1 N (fun p_4 => sum 1 k (fun o_5 => leaves p_4 o_5) - border p_4) / IZR N); [exact (@same_by (IZR N :: IZR k :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (k - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Total 1 (En 1 (0 :: 1 :: nil)%list%nat))) (Over (Sc 0))) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 0 (Plus (Total 1 (En 1 (0 :: 1 :: nil)%list%nat)) (Minus (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 N (fun p => sum 1 k (fun o => leaves p o) - border p) / IZR N) by pos. clear - gap sgn; lra. }
assert (gap : sum 1 N (fun p => border p) / IZR N - sum 1 N (fun p => sum 1 k (fun o => leaves p o)) / (IZR k * IZR N) = sum 1 N (fun p => sum 1 k (fun o => border p - leaves p o)) / (IZR k * IZR N)). { transitivity (sum 1 N (fun p_6 => border p_6) / IZR N - sum 1 N (fun p_7 => sum 1 k (fun o_8 => leaves p_7 o_8)) / (IZR k * IZR N)); [cong (first [ends]) | transitivity (sum 1 N (fun p_9 => sum 1 k (fun o_10 => border p_9 - leaves p_9 o_10)) / (IZR k * IZR N)); [exact (@same_by (IZR N :: IZR k :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: (1%nat, Z.to_nat (k - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Total 0 (En 1 (0 :: nil)%list%nat)) (Over (Sc 0))) (Minus (Times (Total 0 (Total 1 (En 0 (0 :: 1 :: nil)%list%nat))) (Over (Times (Sc 2) (Sc 0))))))
  (Times (Total 0 (Total 1 (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: 1 :: nil)%list%nat))))) (Over (Times (Sc 2) (Sc 0))))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 N (fun p => sum 1 k (fun o => border p - leaves p o)) / (IZR k * IZR N)) by pos. clear - gap sgn; lra.
Qed.

(* AMMUP-A3-monotone *)
Theorem claim_ammup_a3_monotone :
forall (L : Z) (S : Z -> R) (r : Z -> R),
(1 <= L)%Z ->
(forall i1 : Z, (1 <= i1 <= L)%Z -> (0 <= r i1)) ->
sum 1 L (fun l => S l + r l) / IZR L - sum 1 L (fun l => S l) / IZR L = sum 1 L (fun l => r l) / IZR L /\
0 <= sum 1 L (fun l => r l) / IZR L.
Proof.
intros L S r dom0 dom1.
apply keep; [|intros cla0].
{ transitivity (sum 1 L (fun l_1 => S l_1 + r l_1) / IZR L - sum 1 L (fun l_2 => S l_2) / IZR L); [cong (first [ends]) | transitivity (sum 1 L (fun l_3 => r l_3) / IZR L); [exact (@same_by (IZR L :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Plus (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 0 (En 1 (0 :: nil)%list%nat)) (Over (Sc 0)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
assert (gap : sum 1 L (fun l => r l) / IZR L + 0 = sum 1 L (fun l => r l) / IZR L). { transitivity (sum 1 L (fun l_4 => r l_4) / IZR L + 0); [cong (first [ends]) | transitivity (sum 1 L (fun l_5 => r l_5) / IZR L); [exact (@same_by (IZR L :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (Num (0)))
  (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))
  (List.repeat nil 3) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 L (fun l => r l) / IZR L) by pos. clear - gap sgn; lra.
Qed.

(* AMMUP-D06 *)
Theorem claim_ammup_d06 :
forall (m K : Z) (t : Z -> R),
(0 <= m)%Z ->
(1 <= K)%Z ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= t i1)) ->
sum 1 m (fun i => 1) + sum 1 K (fun k => 1) = IZR m + IZR K /\
IZR m <= sum 1 m (fun i => 1) + sum 1 K (fun k => t k) /\
((forall k : Z, (1 <= k <= K)%Z -> t k = 0) -> sum 1 m (fun i => 1) + sum 1 K (fun k => t k) = IZR m).
Proof.
intros m K t dom0 dom1 dom2.
apply keep; [|intros cla0].
{ transitivity (sum 1 m (fun i_1 => 1) + sum 1 K (fun k_2 => 1)); [cong (first [ends]) | transitivity (IZR m + IZR K); [exact (@same_by (IZR K :: IZR m :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 1 (Num (1))) (Total 0 (Num (1))))
  (Plus (Sc 2) (Sc 0))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla1].
{ assert (gap : sum 1 m (fun i => 1) + sum 1 K (fun k => t k) - IZR m = sum 1 K (fun k => t k)). { transitivity (sum 1 m (fun i_3 => 1) + sum 1 K (fun k_4 => t k_4) - IZR m); [cong (first [ends]) | transitivity (sum 1 K (fun k_5 => t k_5)); [exact (@same_by (IZR m :: IZR K :: nil)%list ((1%nat, Z.to_nat (K - 1 + 1)%Z) :: (0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => t (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 1 (Num (1))) (Total 0 (En 0 (0 :: nil)%list%nat))) (Minus (Sc 0)))
  (Total 0 (En 0 (0 :: nil)%list%nat))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 K (fun k => t k)) by pos. clear - gap sgn; lra. }
intros spe0. transitivity (sum 1 m (fun i_6 => 1) + sum 1 K (fun k_7 => 0)); [cong (first [put t spe0 | ends]) | transitivity (IZR m); [exact (@same_by (IZR K :: IZR m :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 1 (Num (1))) (Total 0 (Num (0))))
  (Sc 2)
  (List.repeat nil 3) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put t spe0 | ends])]].
Qed.

(* AMMUP-D23 *)
Theorem claim_ammup_d23 :
forall (n : Z) (u : Z -> R) (v : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= n)%Z ->
gaussian_matrix n n (1 / IZR n) E_W ->
E_W (fun W => sum 1 n (fun row => v row * sum 1 n (fun b => W row b * u b)) ^ 2) = sum 1 n (fun i => u i * u i) * sum 1 n (fun i => v i * v i) / IZR n /\
E_W (fun W => sum 1 n (fun row => sum 1 n (fun b => W row b * u b) ^ 2)) = sum 1 n (fun i => u i * u i).
Proof.
intros n u v E_W dom0 dom1.
apply keep; [|intros cla0].
{ assert (mean0 : E_W (fun W => sum 1 n (fun row => v row * sum 1 n (fun b => W row b * u b)) ^ 2) = sum 1 n (fun row_7 => sum 1 n (fun b_8 => 1 / IZR n * v row_7 * u b_8 * v row_7 * u b_8))).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun W => sum 1 n (fun row_7 => sum 1 n (fun b_8 => sum 1 n (fun row_9 => sum 1 n (fun b_10 => v row_7 * u b_8 * v row_9 * u b_10 * (W row_7 b_8 * (W row_9 b_10 * 1))))))) (a := sum 1 n (fun row_7 => sum 1 n (fun b_8 => sum 1 n (fun row_9 => sum 1 n (fun b_10 => v row_7 * u b_8 * v row_9 * u b_10 * (1 / IZR n * same_place row_7 row_9 * same_place b_8 b_10)))))).
- intros W. exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) 2)
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (0 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 2 (3 :: nil)%list%nat)) (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (En 1 (2 :: 3 :: nil)%list%nat) (Num (1)))))))))
  ((1 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 n (fun row_7 => sum 1 n (fun b_8 => sum 1 n (fun row_9 => same_place row_7 row_9 * sum 1 n (fun b_10 => same_place b_8 b_10 * (1 / IZR n * v row_7 * u b_8 * v row_9 * u b_10)))))).
  + exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: 2 :: nil)%list%nat)) (En 2 (1 :: 3 :: nil)%list%nat)))))))
  (Total 0 (Total 0 (Total 0 (Times (En 2 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat))))))))
  ((1 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 n (fun row_11 => sum 1 n (fun b_12 => 1 / IZR n * v row_11 * u b_12 * v row_11 * u b_12))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 n (fun i_13 => u i_13 * u i_13) * sum 1 n (fun i_14 => v i_14 * v i_14) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat))))
  (Times (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
assert (mean0 : E_W (fun W => sum 1 n (fun row => sum 1 n (fun b => W row b * u b) ^ 2)) = sum 1 n (fun row_15 => sum 1 n (fun b_18 => 1 / IZR n * u b_18 * u b_18))).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun W => sum 1 n (fun row_15 => sum 1 n (fun b_18 => sum 1 n (fun b_19 => u b_18 * u b_19 * (W row_15 b_18 * (W row_15 b_19 * 1)))))) (a := sum 1 n (fun row_15 => sum 1 n (fun b_18 => sum 1 n (fun b_19 => u b_18 * u b_19 * (1 / IZR n * same_place row_15 row_15 * same_place b_18 b_19))))).
- intros W. exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 n (fun row_15 => sum 1 n (fun b_18 => sum 1 n (fun b_19 => same_place b_18 b_19 * (same_place row_15 row_15 * (1 / IZR n * u b_18 * u b_19)))))).
  + exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 n (fun row_20 => sum 1 n (fun b_21 => 1 / IZR n * u b_21 * u b_21))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 n (fun i_22 => u i_22 * u i_22)); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.
