(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus.
Open Scope R_scope.

(* PC-E36 *)
Theorem claim_pc_e36 :
forall (N D : Z) (a b a1 b1 : R),
(1 <= N)%Z ->
(1 <= D)%Z ->
(Rpower (IZR N) ((-1) * a1) * Rpower (IZR N) ((-1) * b1 / 2) / sqrt (IZR D) * sqrt (IZR D)) ^ 2 = Rpower (IZR N) (2 * ((-1) * (a1 + b1 / 2))) /\
(Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * b / 2)) ^ 2 * IZR N = Rpower (IZR N) (2 * (1 / 2 - a - b / 2)) /\
((((-1) * (a1 + b1 / 2) = 0) /\ (1 / 2 - a - b / 2 = 0)) <-> ((2 * a1 + b1 = 0) /\ (2 * a + b = 1))).
Proof.
intros N D a b a1 b1 dom0 dom1.
apply keep; [|intros cla0].
{ first [fieldy | replace (Rpower (IZR N) ((-1) * a1)) with (/ Rpower (IZR N) a1) by monomials; replace (Rpower (IZR N) ((-1) * b1 / 2)) with (/ Rpower (IZR N) (1 / 2 * b1)) by monomials; replace (Rpower (IZR N) (2 * ((-1) * (a1 + b1 / 2)))) with (/ Rpower (IZR N) (1 / 2 * b1) ^ 2 * / Rpower (IZR N) a1 ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [fieldy | replace (Rpower (IZR N) ((-1) * a)) with (/ Rpower (IZR N) a) by monomials; replace (Rpower (IZR N) ((-1) * b / 2)) with (/ Rpower (IZR N) (1 / 2 * b)) by monomials; replace (Rpower (IZR N) (2 * (1 / 2 - a - b / 2))) with (IZR N * / Rpower (IZR N) (1 / 2 * b) ^ 2 * / Rpower (IZR N) a ^ 2) by monomials; fieldy]. }
clear cla0 cla1. linear.
Qed.

(* PC-E26 *)
Theorem claim_pc_e26 :
forall (t L L1 s1 s0 : R),
(0 < s0) ->
is_derive (fun t' : R => / (s0 + s1 * t') * (L + L1 * t')) 0 (L1 / s0 - L * s1 * / s0 ^ 2).
Proof.
intros t L L1 s1 s0 dom0.
overs. apply (slope_is _ _ ((-1) * / (s0 + s1 * 0) ^ 2 * s1 * (L + L1 * 0) + L1 / (s0 + s1 * 0)) _); [sloped |]. fieldy.
Qed.

(* PC-E58 *)
Theorem claim_pc_e58 :
forall (P Q : Z) (t L L1 s1 s0 eta s tau : R) (e : Z -> R) (f : Z -> Z -> R) (k : Z -> R) (v : Z -> R),
(0 < s0) ->
(1 <= P)%Z ->
(1 <= Q)%Z ->
(0 < s) ->
(forall p : Z, (1 <= p <= Q)%Z -> v p = (-1) * eta * ((-1) * sum 1 P (fun n => e n * f n p) / IZR P / s - sum 1 P (fun n => e n ^ 2) / (2 * IZR P) / s ^ 2 * k p)) ->
(forall p : Z, (1 <= p <= Q)%Z -> sum 1 P (fun n => (e n - tau * f n p) ^ 2) / (2 * IZR P) - sum 1 P (fun n => e n ^ 2) / (2 * IZR P) = (-1) * tau * sum 1 P (fun n => e n * f n p) / IZR P + tau ^ 2 * sum 1 P (fun n => f n p ^ 2) / (2 * IZR P)) /\
is_derive (fun t' : R => / (s0 + s1 * t') * (L + L1 * t')) 0 (L1 / s0 - L * s1 * / s0 ^ 2) /\
(forall mu : Z, (1 <= mu <= P)%Z -> sum 1 Q (fun p => f mu p * v p) = eta / s * (sum 1 P (fun n => sum 1 Q (fun p => f mu p * f n p) * e n) / IZR P) + eta * (sum 1 P (fun n => e n ^ 2) / (2 * IZR P)) / s ^ 2 * sum 1 Q (fun p => f mu p * k p)).
Proof.
intros P Q t L L1 s1 s0 eta s tau e f k v dom0 dom1 dom2 dom3 def0.
apply keep; [|intros cla0].
{ intros p ran0. transitivity (sum 1 P (fun n_1 => (e n_1 - tau * f n_1 p) ^ 2) / (2 * IZR P) - sum 1 P (fun n_2 => e n_2 ^ 2) / (2 * IZR P)); [cong (first [ends]) | transitivity ((-1) * tau * sum 1 P (fun n_3 => e n_3 * f n_3 p) / IZR P + tau ^ 2 * sum 1 P (fun n_4 => f n_4 p ^ 2) / (2 * IZR P)); [exact (@same_by (IZR P :: tau :: nil)%list ((0%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z p | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 1 (0 :: nil)%list%nat)))) 2)) (Over (Times (Num (2)) (Sc 0)))) (Minus (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 0))))))
  (Plus (Times (Times (Times (Num (-1)) (Sc 2)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Over (Sc 0))) (Times (Times (Power (Sc 2) 2) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Over (Times (Num (2)) (Sc 0)))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (slope_is _ _ ((-1) * / (s0 + s1 * 0) ^ 2 * s1 * (L + L1 * 0) + L1 / (s0 + s1 * 0)) _); [sloped |]. fieldy. }
intros mu ran0. transitivity (sum 1 Q (fun p_5 => f mu p_5 * ((-1) * eta * ((-1) * sum 1 P (fun n_6 => e n_6 * f n_6 p_5) / IZR P / s - sum 1 P (fun n_7 => e n_7 ^ 2) / (2 * IZR P) / s ^ 2 * k p_5)))); [cong (first [put v def0 | ends]) | transitivity (eta / s * (sum 1 P (fun n_8 => sum 1 Q (fun p_9 => f mu p_9 * f n_8 p_9) * e n_8) / IZR P) + eta * (sum 1 P (fun n_10 => e n_10 ^ 2) / (2 * IZR P)) / s ^ 2 * sum 1 Q (fun p_11 => f mu p_11 * k p_11)); [exact (@same_by (IZR Q :: eta :: IZR P :: s :: nil)%list ((0%nat, Z.to_nat (Q - 1 + 1)%Z) :: (2%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => f mu (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => k (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => f (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Num (-1)) (Sc 2)) (Plus (Times (Times (Times (Num (-1)) (Total 1 (Times (En 1 (1 :: nil)%list%nat) (En 3 (1 :: 0 :: nil)%list%nat)))) (Over (Sc 4))) (Over (Sc 6))) (Minus (Times (Times (Times (Total 1 (Power (En 1 (1 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 4)))) (Over (Power (Sc 6) 2))) (En 2 (0 :: nil)%list%nat)))))))
  (Plus (Times (Times (Sc 2) (Over (Sc 6))) (Times (Total 1 (Times (Total 0 (Times (En 0 (1 :: nil)%list%nat) (En 3 (0 :: 1 :: nil)%list%nat))) (En 1 (0 :: nil)%list%nat))) (Over (Sc 4)))) (Times (Times (Times (Sc 2) (Times (Total 1 (Power (En 1 (0 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 4))))) (Over (Power (Sc 6) 2))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put v def0 | ends])]].
Qed.

(* PC-E58-mean *)
Theorem claim_pc_e58_mean :
forall (P Q : Z) (t L L1 s1 s0 eta s tau : R) (e : Z -> R) (f : Z -> Z -> R) (k : Z -> R) (v : Z -> R),
(0 < s0) ->
(1 <= P)%Z ->
(1 <= Q)%Z ->
(0 < s) ->
(forall p : Z, (1 <= p <= Q)%Z -> v p = (-1) * eta * ((-1) * sum 1 P (fun n => e n * f n p) / IZR P / s - sum 1 P (fun n => e n ^ 2) / (2 * IZR P) / s ^ 2 * k p)) ->
(forall p : Z, (1 <= p <= Q)%Z -> sum 1 P (fun n => (e n - tau * f n p) ^ 2) / (2 * IZR P) - sum 1 P (fun n => e n ^ 2) / (2 * IZR P) = (-1) * tau * sum 1 P (fun n => e n * f n p) / IZR P + tau ^ 2 * sum 1 P (fun n => f n p ^ 2) / (2 * IZR P)) /\
is_derive (fun t' : R => / (s0 + s1 * t') * (L + L1 * t')) 0 (L1 / s0 - L * s1 * / s0 ^ 2) /\
(forall mu : Z, (1 <= mu <= P)%Z -> sum 1 Q (fun p => f mu p * v p) = eta / s * (sum 1 P (fun n => sum 1 Q (fun p => f mu p * f n p) * e n) / IZR P) + eta * (sum 1 P (fun n => e n ^ 2) / (2 * IZR P)) / s ^ 2 * sum 1 Q (fun p => f mu p * k p)).
Proof.
intros P Q t L L1 s1 s0 eta s tau e f k v dom0 dom1 dom2 dom3 def0.
apply keep; [|intros cla0].
{ intros p ran0. transitivity (sum 1 P (fun n_1 => (e n_1 - tau * f n_1 p) ^ 2) / (2 * IZR P) - sum 1 P (fun n_2 => e n_2 ^ 2) / (2 * IZR P)); [cong (first [ends]) | transitivity ((-1) * tau * sum 1 P (fun n_3 => e n_3 * f n_3 p) / IZR P + tau ^ 2 * sum 1 P (fun n_4 => f n_4 p ^ 2) / (2 * IZR P)); [exact (@same_by (IZR P :: tau :: nil)%list ((0%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z p | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 1 (0 :: nil)%list%nat)))) 2)) (Over (Times (Num (2)) (Sc 0)))) (Minus (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 0))))))
  (Plus (Times (Times (Times (Num (-1)) (Sc 2)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Over (Sc 0))) (Times (Times (Power (Sc 2) 2) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Over (Times (Num (2)) (Sc 0)))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (slope_is _ _ ((-1) * / (s0 + s1 * 0) ^ 2 * s1 * (L + L1 * 0) + L1 / (s0 + s1 * 0)) _); [sloped |]. fieldy. }
intros mu ran0. transitivity (sum 1 Q (fun p_5 => f mu p_5 * ((-1) * eta * ((-1) * sum 1 P (fun n_6 => e n_6 * f n_6 p_5) / IZR P / s - sum 1 P (fun n_7 => e n_7 ^ 2) / (2 * IZR P) / s ^ 2 * k p_5)))); [cong (first [put v def0 | ends]) | transitivity (eta / s * (sum 1 P (fun n_8 => sum 1 Q (fun p_9 => f mu p_9 * f n_8 p_9) * e n_8) / IZR P) + eta * (sum 1 P (fun n_10 => e n_10 ^ 2) / (2 * IZR P)) / s ^ 2 * sum 1 Q (fun p_11 => f mu p_11 * k p_11)); [exact (@same_by (IZR Q :: eta :: IZR P :: s :: nil)%list ((0%nat, Z.to_nat (Q - 1 + 1)%Z) :: (2%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => f mu (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => k (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => f (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Num (-1)) (Sc 2)) (Plus (Times (Times (Times (Num (-1)) (Total 1 (Times (En 1 (1 :: nil)%list%nat) (En 3 (1 :: 0 :: nil)%list%nat)))) (Over (Sc 4))) (Over (Sc 6))) (Minus (Times (Times (Times (Total 1 (Power (En 1 (1 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 4)))) (Over (Power (Sc 6) 2))) (En 2 (0 :: nil)%list%nat)))))))
  (Plus (Times (Times (Sc 2) (Over (Sc 6))) (Times (Total 1 (Times (Total 0 (Times (En 0 (1 :: nil)%list%nat) (En 3 (0 :: 1 :: nil)%list%nat))) (En 1 (0 :: nil)%list%nat))) (Over (Sc 4)))) (Times (Times (Times (Sc 2) (Times (Total 1 (Power (En 1 (0 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 4))))) (Over (Power (Sc 6) 2))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put v def0 | ends])]].
Qed.

(* PC-E84 *)
Theorem claim_pc_e84 :
forall (N P Q : Z) (a a1 c d gamma0 eta0 s t L L1 s1 s0 tau : R) (e : Z -> R) (g : Z -> R) (h : Z -> Z -> R) (f : Z -> Z -> R),
(1 <= N)%Z ->
(0 < gamma0) ->
(0 < eta0) ->
(0 < s) ->
(1 <= P)%Z ->
(0 < s0) ->
(1 <= Q)%Z ->
(forall p : Z, (1 <= p <= Q)%Z -> sum 1 P (fun n => (e n - tau * f n p) ^ 2) / (2 * IZR P) - sum 1 P (fun n => e n ^ 2) / (2 * IZR P) = (-1) * tau * sum 1 P (fun n => e n * f n p) / IZR P + tau ^ 2 * sum 1 P (fun n => f n p ^ 2) / (2 * IZR P)) /\
is_derive (fun t' : R => / (s0 + s1 * t') * (L + L1 * t')) 0 (L1 / s0 - L * s1 * / s0 ^ 2) /\
(forall i j : Z, (1 <= i <= N)%Z -> (1 <= j <= N)%Z -> eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 * Rpower (IZR N) ((-1) * c) / s * Rpower (IZR N) ((-1) * a) * sum 1 P (fun n => e n * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h n j) / IZR P = eta0 * gamma0 / (Rpower (IZR N) (c + a - d + 1 / 2) * s) / IZR P * sum 1 P (fun n => e n * g i * h n j)).
Proof.
intros N P Q a a1 c d gamma0 eta0 s t L L1 s1 s0 tau e g h f dom0 dom1 dom2 dom3 dom4 dom5 dom6.
apply keep; [|intros cla0].
{ intros p ran0. transitivity (sum 1 P (fun n_1 => (e n_1 - tau * f n_1 p) ^ 2) / (2 * IZR P) - sum 1 P (fun n_2 => e n_2 ^ 2) / (2 * IZR P)); [cong (first [ends]) | transitivity ((-1) * tau * sum 1 P (fun n_3 => e n_3 * f n_3 p) / IZR P + tau ^ 2 * sum 1 P (fun n_4 => f n_4 p ^ 2) / (2 * IZR P)); [exact (@same_by (IZR P :: tau :: nil)%list ((0%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z p | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 1 (0 :: nil)%list%nat)))) 2)) (Over (Times (Num (2)) (Sc 0)))) (Minus (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Times (Num (2)) (Sc 0))))))
  (Plus (Times (Times (Times (Num (-1)) (Sc 2)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Over (Sc 0))) (Times (Times (Power (Sc 2) 2) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Over (Times (Num (2)) (Sc 0)))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (slope_is _ _ ((-1) * / (s0 + s1 * 0) ^ 2 * s1 * (L + L1 * 0) + L1 / (s0 + s1 * 0)) _); [sloped |]. fieldy. }
intros i j ran0 ran1. transitivity (eta0 * (gamma0 * Rpower (IZR N) d) ^ 2 / Rpower (IZR N) c / s / Rpower (IZR N) a * sum 1 P (fun n_5 => e n_5 * (g i / (gamma0 * Rpower (IZR N) d * sqrt (IZR N))) * h n_5 j) / IZR P); [cong (first [ends]) | transitivity (eta0 * gamma0 / (Rpower (IZR N) c * Rpower (IZR N) a / Rpower (IZR N) d * sqrt (IZR N) * s) / IZR P * sum 1 P (fun n_6 => e n_6 * g i * h n_6 j)); [exact (@same_by (eta0 :: gamma0 :: Rpower (IZR N) d :: Rpower (IZR N) c :: s :: Rpower (IZR N) a :: IZR P :: g i :: sqrt (IZR N) :: IZR N :: nil)%list ((6%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z j | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Times (Times (Sc 0) (Power (Times (Sc 2) (Sc 4)) 2)) (Over (Sc 6))) (Over (Sc 8))) (Over (Sc 10))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (Times (Sc 14) (Over (Times (Times (Sc 2) (Sc 4)) (Sc 16))))) (En 1 (0 :: nil)%list%nat)))) (Over (Sc 12)))
  (Times (Times (Times (Times (Sc 0) (Sc 2)) (Over (Times (Times (Times (Times (Sc 6) (Sc 10)) (Over (Sc 4))) (Sc 16)) (Sc 8)))) (Over (Sc 12))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (Sc 14)) (En 1 (0 :: nil)%list%nat))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
Qed.
