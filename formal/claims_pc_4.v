(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* PC-B2 *)
Theorem claim_pc_b2 :
forall (H d P K : Z) (p : R) (M : Z -> Z -> Z -> R) (x : Z -> Z -> R) (w : Z -> Z -> R) (r : Z -> Z -> R) (v : Z -> Z -> Z -> R) (h : Z -> Z -> Z -> R) (m : Z -> Z -> Z -> R) (V : Z -> Z -> Z -> R) (u : Z -> Z -> Z -> R),
(1 <= H)%Z ->
(1 <= d)%Z ->
(1 <= P)%Z ->
(1 <= K)%Z ->
(0 < p) ->
(forall i mu : Z, (1 <= i <= d)%Z -> (1 <= mu <= P)%Z -> h 0%Z i mu = x i mu) ->
(forall l i mu : Z, (0 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> (1 <= mu <= P)%Z -> h (l + 1)%Z i mu = sum 1 d (fun j => M (l + 1)%Z i j * h l j mu)) ->
(forall j a : Z, (1 <= j <= d)%Z -> (1 <= a <= K)%Z -> m H j a = w a j) ->
(forall l j a : Z, (0 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> (1 <= a <= K)%Z -> m l j a = sum 1 d (fun i => M (l + 1)%Z i j * m (l + 1)%Z i a)) ->
(forall i a : Z, (1 <= i <= d)%Z -> (1 <= a <= K)%Z -> V 0%Z i a = 0) ->
(forall l i a : Z, (0 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> (1 <= a <= K)%Z -> V (l + 1)%Z i a = sum 1 d (fun j => M (l + 1)%Z i j * V l j a) + m (l + 1)%Z i a) ->
(forall i mu : Z, (1 <= i <= d)%Z -> (1 <= mu <= P)%Z -> u 0%Z i mu = 0) ->
(forall l i mu : Z, (0 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> (1 <= mu <= P)%Z -> u (l + 1)%Z i mu = sum 1 d (fun j => M (l + 1)%Z i j * u l j mu) + v (l + 1)%Z i mu) ->
(forall top a mu : Z, (0 <= top <= H)%Z -> (1 <= a <= K)%Z -> (1 <= mu <= P)%Z -> sum 1 d (fun i => m top i a * u top i mu) = sum 1 top (fun s => sum 1 d (fun i => m s i a * v s i mu))) /\
(forall a mu : Z, (1 <= a <= K)%Z -> (1 <= mu <= P)%Z -> sum 1 d (fun i => w a i * u H i mu) = sum 1 H (fun k => sum 1 d (fun i => m k i a * v k i mu))) /\
(forall l i mu : Z, (0 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> (1 <= mu <= P)%Z -> u (l + 1)%Z i mu - sum 1 d (fun j => M (l + 1)%Z i j * u l j mu) = v (l + 1)%Z i mu) /\
(forall k i mu : Z, (1 <= k <= H)%Z -> (1 <= i <= d)%Z -> (1 <= mu <= P)%Z -> sum 1 K (fun a => m k i a * r mu a) + p * sum 1 K (fun a => m k i a * sum 1 H (fun q => sum 1 d (fun j => m q j a * sum 1 K (fun b => m q j b * r mu b)))) = sum 1 K (fun a => m k i a * p * (r mu a / p + sum 1 K (fun b => sum 1 H (fun q => sum 1 d (fun j => m q j a * m q j b * r mu b)))))).
Proof.
intros H d P K p M x w r v h m V u dom0 dom1 dom2 dom3 dom4 def0 def1 def2 def3 def4 def5 def6 def7.
apply keep; [|intros cla0].
{ assert (ind : forall top : Z, (0 <= top)%Z -> (top <= H)%Z -> (forall a mu : Z, (1 <= a <= K)%Z -> (1 <= mu <= P)%Z -> sum 1 d (fun i => m top i a * u top i mu) = sum 1 top (fun s => sum 1 d (fun i => m s i a * v s i mu)))).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> (forall a mu : Z, (1 <= a <= K)%Z -> (1 <= mu <= P)%Z -> sum 1 d (fun i => m top i a * u top i mu) = sum 1 top (fun s => sum 1 d (fun i => m s i a * v s i mu))))).
- intros most. intros a mu ran0 ran1. transitivity (sum 1 d (fun i_1 => m 0%Z i_1 a * 0)); [cong (first [put m def2 | put m def3 | put u def6 | put u def7 | ends]) | transitivity (0); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 0%Z (1 + Z.of_nat v0')%Z a | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (0))))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put m def2 | put m def3 | put u def6 | put u def7 | ends])]].
- intros top least hyp most. intros a mu ran0 ran1. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 d (fun i => m top i a * u top i mu) - sum 1 top (fun s => sum 1 d (fun i => m s i a * v s i mu)) = 0) by (pose proof (hyp a mu ran0 ran1); lra). assert (gap : sum 1 d (fun i => m (top + 1)%Z i a * u (top + 1)%Z i mu) - sum 1 (top + 1) (fun s => sum 1 d (fun i => m s i a * v s i mu)) = 1 * (sum 1 d (fun i => m top i a * u top i mu) - sum 1 top (fun s => sum 1 d (fun i => m s i a * v s i mu)))). { transitivity (sum 1 d (fun i_3 => m (top + 1)%Z i_3 a * (sum 1 d (fun j_4 => M (top + 1)%Z i_3 j_4 * u top j_4 mu) + v (top + 1)%Z i_3 mu)) - (sum 1 top (fun s_6 => sum 1 d (fun i_7 => m s_6 i_7 a * v s_6 i_7 mu)) + sum 1 d (fun i_8 => m (top + 1)%Z i_8 a * v (top + 1)%Z i_8 mu))); [cong (first [put m def2 | put m def3 | put u def6 | put u def7 | ends]) | transitivity (1 * (sum 1 d (fun i_9 => sum 1 d (fun i_10 => M (top + 1)%Z i_10 i_9 * m (top + 1)%Z i_10 a) * u top i_9 mu) - sum 1 top (fun s_11 => sum 1 d (fun i_12 => m s_11 i_12 a * v s_11 i_12 mu)))); [exact (@same_by (IZR d :: INR (Z.to_nat (top - 1 + 1)%Z) :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (1%nat, Z.to_nat (top - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z a | 1%nat, (v0' :: nil)%list => v (top + 1)%Z (1 + Z.of_nat v0')%Z mu | 2%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z a | 3%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z mu | 4%nat, (v0' :: v1' :: nil)%list => M (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 5%nat, (v0' :: nil)%list => u top (1 + Z.of_nat v0')%Z mu | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Total 0 (Times (En 4 (0 :: 1 :: nil)%list%nat) (En 5 (1 :: nil)%list%nat))) (En 1 (0 :: nil)%list%nat)))) (Minus (Plus (Total 1 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (0 :: 1 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))))
  (Times (Num (1)) (Plus (Total 0 (Times (Total 0 (Times (En 4 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat))) (En 5 (0 :: nil)%list%nat))) (Minus (Total 1 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (0 :: 1 :: nil)%list%nat)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put m def2 | put m def3 | put u def6 | put u def7 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros top a mu ran0 ran1 ran2. apply ind; lia. }
apply keep; [|intros cla1].
{ intros a mu ran0 ran1. assert (zer : sum 1 H (fun s => sum 1 d (fun i => m s i a * v s i mu)) - sum 1 d (fun i => m H i a * u H i mu) = 0) by zero. assert (gap : sum 1 d (fun i => w a i * u H i mu) - sum 1 H (fun k => sum 1 d (fun i => m k i a * v k i mu)) = (sum 1 H (fun s => sum 1 d (fun i => m s i a * v s i mu)) - sum 1 d (fun i => m H i a * u H i mu)) * (-1)). { transitivity (sum 1 d (fun i_25 => w a i_25 * u H i_25 mu) - sum 1 H (fun k_26 => sum 1 d (fun i_27 => m k_26 i_27 a * v k_26 i_27 mu))); [cong (first [put m def2 | put m def3 | put u def6 | put u def7 | ends]) | transitivity ((sum 1 H (fun s_28 => sum 1 d (fun i_29 => m s_28 i_29 a * v s_28 i_29 mu)) - sum 1 d (fun i_30 => w a i_30 * u H i_30 mu)) * (-1)); [exact (@same_by (IZR H :: IZR d :: nil)%list ((0%nat, Z.to_nat (H - 1 + 1)%Z) :: (1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z a | 1%nat, (v0' :: v1' :: nil)%list => v (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z mu | 2%nat, (v0' :: nil)%list => w a (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => u H (1 + Z.of_nat v0')%Z mu | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 1 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))))))
  (Times (Plus (Total 0 (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat)))) (Minus (Total 1 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))) (Num (-1)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put m def2 | put m def3 | put u def6 | put u def7 | ends])]]. } clear - gap zer; lra. }
apply keep; [|intros cla2].
{ intros l i mu ran0 ran1 ran2. transitivity (sum 1 d (fun j_31 => M (l + 1)%Z i j_31 * u l j_31 mu) + v (l + 1)%Z i mu - sum 1 d (fun j_32 => M (l + 1)%Z i j_32 * u l j_32 mu)); [cong (first [put u def6 | put u def7 | ends]) | transitivity (v (l + 1)%Z i mu); [exact (@same_by (IZR d :: v (l + 1)%Z i mu :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => M (l + 1)%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u l (1 + Z.of_nat v0')%Z mu | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Sc 2)) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (Sc 2)
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put u def6 | put u def7 | ends])]]. }
intros k i mu ran0 ran1 ran2. transitivity (sum 1 K (fun a_33 => m k i a_33 * r mu a_33) + p * sum 1 K (fun a_34 => m k i a_34 * sum 1 H (fun q_35 => sum 1 d (fun j_36 => m q_35 j_36 a_34 * sum 1 K (fun b_37 => m q_35 j_36 b_37 * r mu b_37))))); [cong (first [put m def2 | put m def3 | ends]) | transitivity (sum 1 K (fun a_38 => m k i a_38 * p * (r mu a_38 / p + sum 1 K (fun b_39 => sum 1 H (fun q_40 => sum 1 d (fun j_41 => m q_40 j_41 a_38 * m q_40 j_41 b_39 * r mu b_39)))))); [exact (@same_by (p :: IZR K :: IZR H :: IZR d :: nil)%list ((1%nat, Z.to_nat (K - 1 + 1)%Z) :: (2%nat, Z.to_nat (H - 1 + 1)%Z) :: (3%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m k i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: v2' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 2%nat, (v0' :: nil)%list => r mu (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Total 2 (Times (En 1 (1 :: 2 :: 0 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 2 :: 3 :: nil)%list%nat) (En 2 (3 :: nil)%list%nat))))))))))
  (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (Sc 0)) (Plus (Times (En 2 (0 :: nil)%list%nat) (Over (Sc 0))) (Total 0 (Total 1 (Total 2 (Times (Times (En 1 (2 :: 3 :: 0 :: nil)%list%nat) (En 1 (2 :: 3 :: 1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put m def2 | put m def3 | ends])]].
Qed.

(* PC-S11 *)
Theorem claim_pc_s11 :
forall (L d : Z) (z : Z -> Z -> R) (dz : Z -> Z -> R) (e : Z -> Z -> R) (g : Z -> Z -> R) (r : Z -> R) (W : Z -> Z -> Z -> R) (dW : Z -> Z -> Z -> R) (b : Z -> Z -> R) (v : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= d)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> b L i = r i) ->
(forall i : Z, (1 <= i <= d)%Z -> v 0%Z i = 0) ->
(forall n j : Z, (0 <= n <= (L - 1))%Z -> (1 <= j <= d)%Z -> b n j = sum 1 d (fun i => W (n + 1)%Z i j * g (n + 1)%Z i * b (n + 1)%Z i)) ->
(forall n i : Z, (0 <= n <= (L - 1))%Z -> (1 <= i <= d)%Z -> v (n + 1)%Z i = g (n + 1)%Z i * sum 1 d (fun j => dW (n + 1)%Z i j * z (n + 1)%Z j + W (n + 1)%Z i j * v n j)) ->
sum 1 L (fun l => sum 1 d (fun i => e l i * (dz (l + 1)%Z i - g l i * sum 1 d (fun j => dW l i j * z l j + W l i j * dz l j)))) = sum 1 L (fun l => sum 1 d (fun i => dz (l + 1)%Z i * e l i)) - sum 1 L (fun l => sum 1 d (fun j => dz l j * sum 1 d (fun i => W l i j * g l i * e l i))) - sum 1 L (fun l => sum 1 d (fun j => sum 1 d (fun i => dW l i j * g l i * e l i * z l j))) /\
(forall top : Z, (0 <= top <= L)%Z -> sum 1 d (fun i => b top i * v top i) = sum 1 top (fun s => sum 1 d (fun j => sum 1 d (fun i => dW s i j * g s i * b s i * z s j)))).
Proof.
intros L d z dz e g r W dW b v dom0 dom1 def0 def1 def2 def3.
apply keep; [|intros cla0].
{ transitivity (sum 1 L (fun l_1 => sum 1 d (fun i_2 => e l_1 i_2 * (dz (l_1 + 1)%Z i_2 - g l_1 i_2 * sum 1 d (fun j_3 => dW l_1 i_2 j_3 * z l_1 j_3 + W l_1 i_2 j_3 * dz l_1 j_3))))); [cong (first [ends]) | transitivity (sum 1 L (fun l_4 => sum 1 d (fun i_5 => dz (l_4 + 1)%Z i_5 * e l_4 i_5)) - sum 1 L (fun l_6 => sum 1 d (fun j_7 => dz l_6 j_7 * sum 1 d (fun i_8 => W l_6 i_8 j_7 * g l_6 i_8 * e l_6 i_8))) - sum 1 L (fun l_9 => sum 1 d (fun j_10 => sum 1 d (fun i_11 => dW l_9 i_11 j_10 * g l_9 i_11 * e l_9 i_11 * z l_9 j_10)))); [exact (@same_by (IZR L :: IZR d :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: (1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => e (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => g (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: v2' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 3%nat, (v0' :: v1' :: nil)%list => dz (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: v1' :: v2' :: nil)%list => dW (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 5%nat, (v0' :: v1' :: nil)%list => z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 6%nat, (v0' :: v1' :: nil)%list => dz ((1 + Z.of_nat v0')%Z + 1)%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (Plus (En 6 (0 :: 1 :: nil)%list%nat) (Minus (Times (En 1 (0 :: 1 :: nil)%list%nat) (Total 1 (Plus (Times (En 4 (0 :: 1 :: 2 :: nil)%list%nat) (En 5 (0 :: 2 :: nil)%list%nat)) (Times (En 2 (0 :: 1 :: 2 :: nil)%list%nat) (En 3 (0 :: 2 :: nil)%list%nat))))))))))
  (Plus (Plus (Total 0 (Total 1 (Times (En 6 (0 :: 1 :: nil)%list%nat) (En 0 (0 :: 1 :: nil)%list%nat)))) (Minus (Total 0 (Total 1 (Times (En 3 (0 :: 1 :: nil)%list%nat) (Total 1 (Times (Times (En 2 (0 :: 2 :: 1 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat)) (En 0 (0 :: 2 :: nil)%list%nat)))))))) (Minus (Total 0 (Total 1 (Total 1 (Times (Times (Times (En 4 (0 :: 2 :: 1 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat)) (En 0 (0 :: 2 :: nil)%list%nat)) (En 5 (0 :: 1 :: nil)%list%nat)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
assert (ind : forall top : Z, (0 <= top)%Z -> (top <= L)%Z -> sum 1 d (fun i => b top i * v top i) = sum 1 top (fun s => sum 1 d (fun j => sum 1 d (fun i => dW s i j * g s i * b s i * z s j)))).
{ apply (whole_induction (fun top : Z => (top <= L)%Z -> sum 1 d (fun i => b top i * v top i) = sum 1 top (fun s => sum 1 d (fun j => sum 1 d (fun i => dW s i j * g s i * b s i * z s j))))).
- intros most. transitivity (sum 1 d (fun i_12 => b 0%Z i_12 * 0)); [cong (first [put b def0 | put v def1 | put b def2 | put v def3 | ends]) | transitivity (0); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => b 0%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (0))))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put b def0 | put v def1 | put b def2 | put v def3 | ends])]].
- intros top least hyp most. assert (most' : (top <= L)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 d (fun i => b top i * v top i) - sum 1 top (fun s => sum 1 d (fun j => sum 1 d (fun i => dW s i j * g s i * b s i * z s j))) = 0) by (pose proof hyp; lra). assert (gap : sum 1 d (fun i => b (top + 1)%Z i * v (top + 1)%Z i) - sum 1 (top + 1) (fun s => sum 1 d (fun j => sum 1 d (fun i => dW s i j * g s i * b s i * z s j))) = 1 * (sum 1 d (fun i => b top i * v top i) - sum 1 top (fun s => sum 1 d (fun j => sum 1 d (fun i => dW s i j * g s i * b s i * z s j))))). { transitivity (sum 1 d (fun i_14 => b (top + 1)%Z i_14 * (g (top + 1)%Z i_14 * sum 1 d (fun j_15 => dW (top + 1)%Z i_14 j_15 * z (top + 1)%Z j_15 + W (top + 1)%Z i_14 j_15 * v top j_15))) - (sum 1 top (fun s_17 => sum 1 d (fun j_18 => sum 1 d (fun i_19 => dW s_17 i_19 j_18 * g s_17 i_19 * b s_17 i_19 * z s_17 j_18))) + sum 1 d (fun j_20 => sum 1 d (fun i_21 => dW (top + 1)%Z i_21 j_20 * g (top + 1)%Z i_21 * b (top + 1)%Z i_21 * z (top + 1)%Z j_20)))); [cong (first [put b def0 | put v def1 | put b def2 | put v def3 | ends]) | transitivity (1 * (sum 1 d (fun i_22 => sum 1 d (fun i_23 => W (top + 1)%Z i_23 i_22 * g (top + 1)%Z i_23 * b (top + 1)%Z i_23) * v top i_22) - sum 1 top (fun s_24 => sum 1 d (fun j_25 => sum 1 d (fun i_26 => dW s_24 i_26 j_25 * g s_24 i_26 * b s_24 i_26 * z s_24 j_25))))); [exact (@same_by (IZR d :: INR (Z.to_nat (top - 1 + 1)%Z) :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: (1%nat, Z.to_nat (top - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => dW (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (top + 1)%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => b (top + 1)%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => z (top + 1)%Z (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: v1' :: v2' :: nil)%list => dW (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 5%nat, (v0' :: v1' :: nil)%list => g (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 6%nat, (v0' :: v1' :: nil)%list => b (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 7%nat, (v0' :: v1' :: nil)%list => z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 8%nat, (v0' :: v1' :: nil)%list => W (top + 1)%Z (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 9%nat, (v0' :: nil)%list => v top (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 2 (0 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Total 0 (Plus (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat)) (Times (En 8 (0 :: 1 :: nil)%list%nat) (En 9 (1 :: nil)%list%nat))))))) (Minus (Plus (Total 1 (Total 0 (Total 0 (Times (Times (Times (En 4 (0 :: 2 :: 1 :: nil)%list%nat) (En 5 (0 :: 2 :: nil)%list%nat)) (En 6 (0 :: 2 :: nil)%list%nat)) (En 7 (0 :: 1 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (En 3 (0 :: nil)%list%nat)))))))
  (Times (Num (1)) (Plus (Total 0 (Times (Total 0 (Times (Times (En 8 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) (En 9 (0 :: nil)%list%nat))) (Minus (Total 1 (Total 0 (Total 0 (Times (Times (Times (En 4 (0 :: 2 :: 1 :: nil)%list%nat) (En 5 (0 :: 2 :: nil)%list%nat)) (En 6 (0 :: 2 :: nil)%list%nat)) (En 7 (0 :: 1 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (1 :: 0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put b def0 | put v def1 | put b def2 | put v def3 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros top ran0. apply ind; lia.
Qed.

(* PC-S13 *)
Theorem claim_pc_s13 :
forall (c d a1 b1 a b aL bL : R),
(((d = 1 / 2) /\ (2 * d - c = 0)) <-> ((d = 1 / 2) /\ (c = 1))) /\
(((c = 1) /\ (a = (1 - c) / 2)) <-> ((c = 1) /\ (a = 0))) /\
(((c = 1) /\ (a1 = (-1) * c / 2)) <-> ((c = 1) /\ (a1 = (-1 / 2)))) /\
(((c = 1) /\ (b = c)) <-> ((c = 1) /\ (b = 1))) /\
(((c = 1) /\ (b1 = c)) <-> ((c = 1) /\ (b1 = 1))).
Proof.
intros c d a1 b1 a b aL bL.
apply keep; [|intros cla0].
{ linear. }
apply keep; [|intros cla1].
{ clear cla0. linear. }
apply keep; [|intros cla2].
{ clear cla0 cla1. linear. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. linear. }
clear cla0 cla1 cla2 cla3. linear.
Qed.

(* PC-S14 *)
Theorem claim_pc_s14 :
forall (c d a1 b1 a b aL bL : R),
a + (1 - 2 * a) / 2 = 1 / 2 /\
aL + (1 - 2 * aL) / 2 + d - (a + (1 - 2 * a) / 2) = d /\
(d = 1 / 2 -> aL + (1 - 2 * aL) / 2 + d = 1) /\
(d = 0 -> aL + (1 - 2 * aL) / 2 + d = a + (1 - 2 * a) / 2).
Proof.
intros c d a1 b1 a b aL bL.
apply keep; [|intros cla0].
{ first [exact (@same_by (a :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 0) (Times (Plus (Num (1)) (Minus (Times (Num (2)) (Sc 0)))) (Over (Num (2)))))
  (Times (Num (1)) (Over (Num 2)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [exact (@same_by (a :: d :: aL :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Sc 4) (Times (Plus (Num (1)) (Minus (Times (Num (2)) (Sc 4)))) (Over (Num (2))))) (Sc 2)) (Minus (Plus (Sc 0) (Times (Plus (Num (1)) (Minus (Times (Num (2)) (Sc 0)))) (Over (Num (2)))))))
  (Sc 2)
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla2].
{ intros spe0. subst d. clear cla0 cla1. first [exact (@same_by (aL :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 0) (Times (Plus (Num (1)) (Minus (Times (Num (2)) (Sc 0)))) (Over (Num (2))))) (Times (Num (1)) (Over (Num 2))))
  (Num (1))
  (List.repeat nil 5) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
intros spe0. subst d. clear cla0 cla1 cla2. first [exact (@same_by (aL :: a :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 0) (Times (Plus (Num (1)) (Minus (Times (Num (2)) (Sc 0)))) (Over (Num (2))))) (Num (0)))
  (Plus (Sc 2) (Times (Plus (Num (1)) (Minus (Times (Num (2)) (Sc 2)))) (Over (Num (2)))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* PC-E89-last *)
Theorem claim_pc_e89_last :
forall (N : Z) (m : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
gaussian_matrix N N (1 / IZR N) E_W ->
E_W (fun W => sum 1 N (fun i => sum 1 N (fun k => sum 1 N (fun j => W i j * W k j * m k)) ^ 2)) = (2 + 1 / IZR N) * sum 1 N (fun i => m i ^ 2) /\
E_W (fun W => sum 1 N (fun i => sum 1 N (fun j => W i j * m j) ^ 2)) = sum 1 N (fun i => m i ^ 2).
Proof.
intros N m E_W dom0 dom1.
apply keep; [|intros cla0].
{ assert (mean0 : E_W (fun W => sum 1 N (fun i => sum 1 N (fun k => sum 1 N (fun j => W i j * W k j * m k)) ^ 2)) = sum 1 N (fun i_1 => sum 1 N (fun j_7 => sum 1 N (fun j_9 => 1 / IZR N * (1 / IZR N) * m i_1 * m i_1))) + sum 1 N (fun i_1 => sum 1 N (fun k_6 => sum 1 N (fun j_7 => 1 / IZR N * (1 / IZR N) * m k_6 * m k_6))) + sum 1 N (fun i_1 => sum 1 N (fun j_7 => 1 / IZR N * (1 / IZR N) * m i_1 * m i_1))).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun W => sum 1 N (fun i_1 => sum 1 N (fun k_6 => sum 1 N (fun j_7 => sum 1 N (fun k_8 => sum 1 N (fun j_9 => m k_6 * m k_8 * (W i_1 j_7 * (W k_6 j_7 * (W i_1 j_9 * (W k_8 j_9 * 1)))))))))) (a := sum 1 N (fun i_1 => sum 1 N (fun k_6 => sum 1 N (fun j_7 => sum 1 N (fun k_8 => sum 1 N (fun j_9 => m k_6 * m k_8 * (1 / IZR N * same_place i_1 k_6 * same_place j_7 j_7 * (1 / IZR N) * same_place i_1 k_8 * same_place j_9 j_9 + 1 / IZR N * same_place i_1 i_1 * same_place j_7 j_9 * (1 / IZR N) * same_place k_6 k_8 * same_place j_7 j_9 + 1 / IZR N * same_place i_1 k_8 * same_place j_7 j_9 * (1 / IZR N) * same_place k_6 i_1 * same_place j_7 j_9))))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Total 0 (Times (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 0 (1 :: 2 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)))) 2))
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (3 :: nil)%list%nat)) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (1 :: 2 :: nil)%list%nat) (Times (En 0 (0 :: 4 :: nil)%list%nat) (Times (En 0 (3 :: 4 :: nil)%list%nat) (Num (1))))))))))))
  ((2 :: nil)%list%nat :: (2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 N (fun i_1 => sum 1 N (fun j_7 => sum 1 N (fun j_9 => sum 1 N (fun k_6 => same_place i_1 k_6 * sum 1 N (fun k_8 => same_place i_1 k_8 * (same_place j_7 j_7 * (same_place j_9 j_9 * (1 / IZR N * (1 / IZR N) * m k_6 * m k_8)))))))) + sum 1 N (fun i_1 => sum 1 N (fun k_6 => sum 1 N (fun j_7 => sum 1 N (fun k_8 => same_place k_6 k_8 * sum 1 N (fun j_9 => same_place j_7 j_9 * (same_place i_1 i_1 * (same_place j_7 j_9 * (1 / IZR N * (1 / IZR N) * m k_6 * m k_8)))))))) + sum 1 N (fun i_1 => sum 1 N (fun j_7 => sum 1 N (fun k_8 => same_place i_1 k_8 * sum 1 N (fun k_6 => same_place k_6 i_1 * sum 1 N (fun j_9 => same_place j_7 j_9 * (same_place j_7 j_9 * (1 / IZR N * (1 / IZR N) * m k_6 * m k_8)))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (3 :: nil)%list%nat)) (Plus (Plus (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 1 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 2 (4 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (1 :: 3 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (1 :: 0 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat)))))))))
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (0 :: 4 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (3 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 4 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (En 1 (2 :: 4 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)))))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (3 :: 0 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Times (En 1 (1 :: 4 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (3 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))))))))))
  ((0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: 2 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: 2 :: nil)%list%nat :: (2 :: 1 :: 0 :: 3 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: 2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 0 :: 2 :: 1 :: 2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_10 => sum 1 N (fun j_11 => sum 1 N (fun j_12 => 1 / IZR N * (1 / IZR N) * m i_10 * m i_10))) + sum 1 N (fun i_13 => sum 1 N (fun k_14 => sum 1 N (fun j_15 => 1 / IZR N * (1 / IZR N) * m k_14 * m k_14))) + sum 1 N (fun i_16 => sum 1 N (fun j_17 => 1 / IZR N * (1 / IZR N) * m i_16 * m i_16))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((2 + 1 / IZR N) * sum 1 N (fun i_18 => m i_18 ^ 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)))))
  (Times (Plus (Num (2)) (Times (Num (1)) (Over (Sc 0)))) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
assert (mean0 : E_W (fun W => sum 1 N (fun i => sum 1 N (fun j => W i j * m j) ^ 2)) = sum 1 N (fun i_19 => sum 1 N (fun j_22 => 1 / IZR N * m j_22 * m j_22))).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun W => sum 1 N (fun i_19 => sum 1 N (fun j_22 => sum 1 N (fun j_23 => m j_22 * m j_23 * (W i_19 j_22 * (W i_19 j_23 * 1)))))) (a := sum 1 N (fun i_19 => sum 1 N (fun j_22 => sum 1 N (fun j_23 => m j_22 * m j_23 * (1 / IZR N * same_place i_19 i_19 * same_place j_22 j_23))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 N (fun i_19 => sum 1 N (fun j_22 => sum 1 N (fun j_23 => same_place j_22 j_23 * (same_place i_19 i_19 * (1 / IZR N * m j_22 * m j_23)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_24 => sum 1 N (fun j_25 => 1 / IZR N * m j_25 * m j_25))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_26 => m i_26 ^ 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* PC-S17 *)
Theorem claim_pc_s17 :
forall (N : Z) (gamma y : R) (h : Z -> R) (E_r : ((Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 < gamma) ->
gaussian_vector N (1 / IZR N) E_r ->
E_r (fun r => (y - sum 1 N (fun i => r i * h i) / gamma) ^ 2 / 2) = y ^ 2 / 2 + sum 1 N (fun i => h i ^ 2) / (2 * IZR N * gamma ^ 2).
Proof.
intros N gamma y h E_r dom0 dom1 dom2.
assert (mean0 : E_r (fun r => (y - sum 1 N (fun i => r i * h i) / gamma) ^ 2 / 2) = y * y / 2 + sum 1 N (fun i_13 => 1 / IZR N * (-1) * h i_13 / gamma * (-1) * h i_13 / gamma / 2)).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun r => y * y / 2 * 1 + sum 1 N (fun i_11 => y * (-1) * h i_11 / gamma / 2 * (r i_11 * 1)) + sum 1 N (fun i_12 => (-1) * h i_12 / gamma * y / 2 * (r i_12 * 1)) + sum 1 N (fun i_13 => sum 1 N (fun i_14 => (-1) * h i_13 / gamma * (-1) * h i_14 / gamma / 2 * (r i_13 * (r i_14 * 1))))) (a := y * y / 2 * 1 + sum 1 N (fun i_11 => y * (-1) * h i_11 / gamma / 2 * 0) + sum 1 N (fun i_12 => (-1) * h i_12 / gamma * y / 2 * 0) + sum 1 N (fun i_13 => sum 1 N (fun i_14 => (-1) * h i_13 / gamma * (-1) * h i_14 / gamma / 2 * (1 / IZR N * same_place i_13 i_14)))).
- intros r. exact (@same_by (IZR N :: gamma :: y :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Power (Plus (Sc 4) (Minus (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 2))))) 2) (Over (Num (2))))
  (Plus (Plus (Plus (Times (Times (Times (Sc 4) (Sc 4)) (Over (Num (2)))) (Num (1))) (Total 0 (Times (Times (Times (Times (Times (Sc 4) (Num (-1))) (En 1 (0 :: nil)%list%nat)) (Over (Sc 2))) (Over (Num (2)))) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))) (Total 0 (Times (Times (Times (Times (Times (Num (-1)) (En 1 (0 :: nil)%list%nat)) (Over (Sc 2))) (Sc 4)) (Over (Num (2)))) (Times (En 0 (0 :: nil)%list%nat) (Num (1)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Num (-1)) (En 1 (0 :: nil)%list%nat)) (Over (Sc 2))) (Num (-1))) (En 1 (1 :: nil)%list%nat)) (Over (Sc 2))) (Over (Num (2)))) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (y * y / 2 + sum 1 N (fun i_13 => sum 1 N (fun i_14 => same_place i_13 i_14 * (1 / IZR N * (-1) * h i_13 / gamma * (-1) * h i_14 / gamma / 2)))).
  + exact (@same_by (IZR N :: gamma :: y :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Times (Times (Times (Sc 4) (Sc 4)) (Over (Num (2)))) (Num (1))) (Total 0 (Times (Times (Times (Times (Times (Sc 4) (Num (-1))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))) (Over (Num (2)))) (Num (0))))) (Total 0 (Times (Times (Times (Times (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))) (Sc 4)) (Over (Num (2)))) (Num (0))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Times (Num (-1)) (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))) (Num (-1))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 2))) (Over (Num (2)))) (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 1 :: nil)%list%nat))))))
  (Plus (Times (Times (Sc 4) (Sc 4)) (Over (Num (2)))) (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Num (-1))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))) (Num (-1))) (En 0 (1 :: nil)%list%nat)) (Over (Sc 2))) (Over (Num (2))))))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (y * y / 2 + sum 1 N (fun i_15 => 1 / IZR N * (-1) * h i_15 / gamma * (-1) * h i_15 / gamma / 2)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (y ^ 2 / 2 + sum 1 N (fun i_16 => h i_16 ^ 2) / (2 * IZR N * gamma ^ 2)); [exact (@same_by (IZR N :: gamma :: y :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 4) (Sc 4)) (Over (Num (2)))) (Total 0 (Times (Times (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Num (-1))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))) (Num (-1))) (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))) (Over (Num (2))))))
  (Plus (Times (Power (Sc 4) 2) (Over (Num (2)))) (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Over (Times (Times (Num (2)) (Sc 0)) (Power (Sc 2) 2)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.
