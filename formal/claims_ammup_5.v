(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* AMMUP-L5-leading *)
Theorem claim_ammup_l5_leading :
forall (L n : Z) (s : R) (V : Z -> Z -> Z -> R) (g_0 : Z -> R) (g : Z -> Z -> R) (dz : Z -> Z -> R) (r : Z -> R),
(1 <= L)%Z ->
(1 <= n)%Z ->
(0 < s) ->
(forall i : Z, (1 <= i <= n)%Z -> g 0%Z i = g_0 i) ->
(forall before i : Z, (0 <= before <= (L - 1))%Z -> (1 <= i <= n)%Z -> g (before + 1)%Z i = sum 1 n (fun j => V (before + 1)%Z i j * g before j)) ->
(forall i : Z, (1 <= i <= n)%Z -> dz 0%Z i = 0) ->
(forall before i : Z, (0 <= before <= (L - 1))%Z -> (1 <= i <= n)%Z -> dz (before + 1)%Z i = sum 1 n (fun j => V (before + 1)%Z i j * dz before j) - s * g (before + 1)%Z i) ->
r 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> r (before + 1)%Z = r before + (1 + IZR before) ^ 2) ->
(forall l i : Z, (0 <= l <= L)%Z -> (1 <= i <= n)%Z -> dz l i = (-1) * IZR l * s * g l i) /\
(forall l : Z, (0 <= l <= L)%Z -> r l = IZR l * (IZR l + 1) * (2 * IZR l + 1) / 6).
Proof.
intros L n s V g_0 g dz r dom0 dom1 dom2 def0 def1 def2 def3 def4 def5.
apply keep; [|intros cla0].
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= L)%Z -> (forall i : Z, (1 <= i <= n)%Z -> dz l i = (-1) * IZR l * s * g l i)).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> (forall i : Z, (1 <= i <= n)%Z -> dz l i = (-1) * IZR l * s * g l i))).
- intros most. intros i ran0. transitivity (0); [cong (first [put g def0 | put g def1 | put dz def2 | put dz def3 | ends]) | transitivity ((-1) * 0 * s * g_0 i); [exact (@same_by (s :: g_0 i :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Times (Times (Times (Num (-1)) (Num (0))) (Sc 0)) (Sc 2))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put g def0 | put g def1 | put dz def2 | put dz def3 | ends])]].
- intros l least hyp most. intros i ran0. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity (sum 1 n (fun j_1 => V (l + 1)%Z i j_1 * ((-1) * IZR l * s * g l j_1)) - s * sum 1 n (fun j_2 => V (l + 1)%Z i j_2 * g l j_2)); [cong (first [put dz hyp | put g def0 | put g def1 | put dz def2 | put dz def3 | ends]) | transitivity ((-1) * (IZR l + 1) * s * sum 1 n (fun j_3 => V (l + 1)%Z i j_3 * g l j_3)); [exact (@same_by (s :: IZR n :: IZR l :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => V (l + 1)%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => g l (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Num (-1)) (Sc 4)) (Sc 0)) (En 1 (0 :: nil)%list%nat)))) (Minus (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))))
  (Times (Times (Times (Num (-1)) (Plus (Sc 4) (Num (1)))) (Sc 0)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put dz hyp | put g def0 | put g def1 | put dz def2 | put dz def3 | ends])]]. }
intros l i ran0 ran1. apply ind; lia. }
assert (ind : forall l : Z, (0 <= l)%Z -> (l <= L)%Z -> r l = IZR l * (IZR l + 1) * (2 * IZR l + 1) / 6).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> r l = IZR l * (IZR l + 1) * (2 * IZR l + 1) / 6)).
- intros most. transitivity (0); [cong (first [put r def4 | put r def5 | ends]) | transitivity (0 * (0 + 1) * (2 * 0 + 1) / 6); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Times (Times (Times (Num (0)) (Plus (Num (0)) (Num (1)))) (Plus (Times (Num (2)) (Num (0))) (Num (1)))) (Over (Num (6))))
  (List.repeat nil 5) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put r def4 | put r def5 | ends])]].
- intros l least hyp most. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity (IZR l * (IZR l + 1) * (2 * IZR l + 1) / 6 + (1 + IZR l) ^ 2); [cong (first [put r hyp | put r def4 | put r def5 | ends]) | transitivity ((IZR l + 1) * (IZR l + 1 + 1) * (2 * (IZR l + 1) + 1) / 6); [exact (@same_by (IZR l :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Sc 0) (Plus (Sc 0) (Num (1)))) (Plus (Times (Num (2)) (Sc 0)) (Num (1)))) (Over (Num (6)))) (Power (Plus (Num (1)) (Sc 0)) 2))
  (Times (Times (Times (Plus (Sc 0) (Num (1))) (Plus (Plus (Sc 0) (Num (1))) (Num (1)))) (Plus (Times (Num (2)) (Plus (Sc 0) (Num (1)))) (Num (1)))) (Over (Num (6))))
  (List.repeat nil 26) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put r hyp | put r def4 | put r def5 | ends])]]. }
intros l ran0. apply ind; lia.
Qed.

(* AMMUP-E21-ratio *)
Theorem claim_ammup_e21_ratio :
forall (L : Z) (kappa m n h variance : R) (r : Z -> R) (w : Z -> R),
(1 <= L)%Z ->
(1 <= kappa) ->
(0 < m) ->
(0 < n) ->
(0 < h) ->
(0 < variance) ->
r 0%Z = 0 ->
(forall k : Z, (0 <= k <= (L - 1))%Z -> r (k + 1)%Z = 1 + 2 * IZR k + (r k + (kappa + (-1)) * IZR k ^ 2) + IZR k ^ 2) ->
w 0%Z = 0 ->
(forall k : Z, (0 <= k <= (L - 1))%Z -> w (k + 1)%Z = 1 + 2 * (IZR k + kappa * IZR k * (IZR k + (-1)) / 2 + (kappa + (-1)) * IZR k + IZR k) + (w k + (kappa + (-1)) * (2 * IZR k * (IZR k + kappa * IZR k * (IZR k + (-1)) / 2) + r k) + (kappa + (-1)) * (kappa + (-2)) * IZR k ^ 2) + 2 * IZR k * (IZR k + kappa * IZR k * (IZR k + (-1)) / 2 + (kappa + (-1)) * IZR k) + (r k + (kappa + (-1)) * IZR k ^ 2) + IZR k ^ 2) ->
(forall l : Z, (0 <= l <= L)%Z -> w l = (1 + kappa * (IZR l + (-1))) * r l) /\
(forall l : Z, (0 <= l <= L)%Z -> variance * (h / variance * (1 + IZR L * kappa * m / n)) * r l = h * ((1 + kappa * (IZR L - IZR l) * (m / n)) * r l + m / n * (w l + (kappa + (-1)) * r l))).
Proof.
intros L kappa m n h variance r w dom0 dom1 dom2 dom3 dom4 dom5 def0 def1 def2 def3.
apply keep; [|intros cla0].
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= L)%Z -> w l = (1 + kappa * (IZR l + (-1))) * r l).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> w l = (1 + kappa * (IZR l + (-1))) * r l)).
- intros most. transitivity (0); [cong (first [put r def0 | put r def1 | put w def2 | put w def3 | ends]) | transitivity ((1 + kappa * (0 + (-1))) * 0); [exact (@same_by (kappa :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Times (Plus (Num (1)) (Times (Sc 0) (Plus (Num (0)) (Num (-1))))) (Num (0)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put r def0 | put r def1 | put w def2 | put w def3 | ends])]].
- intros l least hyp most. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity (1 + 2 * (IZR l + kappa * IZR l * (IZR l + (-1)) / 2 + (kappa + (-1)) * IZR l + IZR l) + ((1 + kappa * (IZR l + (-1))) * r l + (kappa + (-1)) * (2 * IZR l * (IZR l + kappa * IZR l * (IZR l + (-1)) / 2) + r l) + (kappa + (-1)) * (kappa + (-2)) * IZR l ^ 2) + 2 * IZR l * (IZR l + kappa * IZR l * (IZR l + (-1)) / 2 + (kappa + (-1)) * IZR l) + (r l + (kappa + (-1)) * IZR l ^ 2) + IZR l ^ 2); [cong (first [put w hyp | put r def0 | put r def1 | put w def2 | put w def3 | ends]) | transitivity ((1 + kappa * (IZR l + 1 + (-1))) * (1 + 2 * IZR l + (r l + (kappa + (-1)) * IZR l ^ 2) + IZR l ^ 2)); [exact (@same_by (IZR l :: kappa :: r l :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Num (1)) (Times (Num (2)) (Plus (Plus (Plus (Sc 0) (Times (Times (Times (Sc 2) (Sc 0)) (Plus (Sc 0) (Num (-1)))) (Over (Num (2))))) (Times (Plus (Sc 2) (Num (-1))) (Sc 0))) (Sc 0)))) (Plus (Plus (Times (Plus (Num (1)) (Times (Sc 2) (Plus (Sc 0) (Num (-1))))) (Sc 4)) (Times (Plus (Sc 2) (Num (-1))) (Plus (Times (Times (Num (2)) (Sc 0)) (Plus (Sc 0) (Times (Times (Times (Sc 2) (Sc 0)) (Plus (Sc 0) (Num (-1)))) (Over (Num (2)))))) (Sc 4)))) (Times (Times (Plus (Sc 2) (Num (-1))) (Plus (Sc 2) (Num (-2)))) (Power (Sc 0) 2)))) (Times (Times (Num (2)) (Sc 0)) (Plus (Plus (Sc 0) (Times (Times (Times (Sc 2) (Sc 0)) (Plus (Sc 0) (Num (-1)))) (Over (Num (2))))) (Times (Plus (Sc 2) (Num (-1))) (Sc 0))))) (Plus (Sc 4) (Times (Plus (Sc 2) (Num (-1))) (Power (Sc 0) 2)))) (Power (Sc 0) 2))
  (Times (Plus (Num (1)) (Times (Sc 2) (Plus (Plus (Sc 0) (Num (1))) (Num (-1))))) (Plus (Plus (Plus (Num (1)) (Times (Num (2)) (Sc 0))) (Plus (Sc 4) (Times (Plus (Sc 2) (Num (-1))) (Power (Sc 0) 2)))) (Power (Sc 0) 2)))
  (List.repeat nil 55) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put w hyp | put r def0 | put r def1 | put w def2 | put w def3 | ends])]]. }
intros l ran0. apply ind; lia. }
intros l ran0. assert (zer : h * (m / n) * ((1 + kappa * (IZR l + (-1))) * r l - w l) = 0) by zero. assert (gap : variance * (h / variance * (1 + IZR L * kappa * m / n)) * r l - h * ((1 + kappa * (IZR L - IZR l) * (m / n)) * r l + m / n * (w l + (kappa + (-1)) * r l)) = h * (m / n) * ((1 + kappa * (IZR l + (-1))) * r l - w l) * 1). { transitivity (variance * (h / variance * (1 + IZR L * kappa * m / n)) * r l - h * ((1 + kappa * (IZR L - IZR l) * (m / n)) * r l + m / n * ((1 + kappa * (IZR l + (-1))) * r l + (kappa + (-1)) * r l))); [cong (first [put r def0 | put r def1 | put w def2 | put w def3 | put w cla0 | ends]) | transitivity (h * (m / n) * ((1 + kappa * (IZR l + (-1))) * r l - (1 + kappa * (IZR l + (-1))) * r l) * 1); [exact (@same_by (h :: m :: n :: kappa :: r l :: IZR l :: IZR L :: variance :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((14 :: 15 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Times (Sc 14) (Times (Times (Sc 0) (Over (Sc 14))) (Plus (Num (1)) (Times (Times (Times (Sc 12) (Sc 6)) (Sc 2)) (Over (Sc 4)))))) (Sc 8)) (Minus (Times (Sc 0) (Plus (Times (Plus (Num (1)) (Times (Times (Sc 6) (Plus (Sc 12) (Minus (Sc 10)))) (Times (Sc 2) (Over (Sc 4))))) (Sc 8)) (Times (Times (Sc 2) (Over (Sc 4))) (Plus (Times (Plus (Num (1)) (Times (Sc 6) (Plus (Sc 10) (Num (-1))))) (Sc 8)) (Times (Plus (Sc 6) (Num (-1))) (Sc 8))))))))
  (Times (Times (Times (Sc 0) (Times (Sc 2) (Over (Sc 4)))) (Plus (Times (Plus (Num (1)) (Times (Sc 6) (Plus (Sc 10) (Num (-1))))) (Sc 8)) (Minus (Times (Plus (Num (1)) (Times (Sc 6) (Plus (Sc 10) (Num (-1))))) (Sc 8))))) (Num (1)))
  (List.repeat nil 16) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put r def0 | put r def1 | put w def2 | put w def3 | put w cla0 | ends])]]. } clear - gap zer; lra.
Qed.

(* AMMUP-C3-orthogonal *)
Theorem claim_ammup_c3_orthogonal :
forall (L n : Z) (s : R) (V : Z -> Z -> Z -> R) (g_0 : Z -> R) (g : Z -> Z -> R) (dz : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= n)%Z ->
(0 < s) ->
(forall i : Z, (1 <= i <= n)%Z -> g 0%Z i = g_0 i) ->
(forall before i : Z, (0 <= before <= (L - 1))%Z -> (1 <= i <= n)%Z -> g (before + 1)%Z i = sum 1 n (fun j => V (before + 1)%Z i j * g before j)) ->
(forall i : Z, (1 <= i <= n)%Z -> dz 0%Z i = 0) ->
(forall before i : Z, (0 <= before <= (L - 1))%Z -> (1 <= i <= n)%Z -> dz (before + 1)%Z i = sum 1 n (fun j => V (before + 1)%Z i j * dz before j) - s * g (before + 1)%Z i) ->
(forall l i : Z, (0 <= l <= L)%Z -> (1 <= i <= n)%Z -> dz l i = (-1) * IZR l * s * g l i) /\
sum 1 L (fun layer => sum 1 n (fun i => ((-1) * IZR layer * s * g L i) ^ 2)) / IZR L = s ^ 2 * sum 1 n (fun i => g L i ^ 2) * (IZR L + 1) * (2 * IZR L + 1) / 6.
Proof.
intros L n s V g_0 g dz dom0 dom1 dom2 def0 def1 def2 def3.
apply keep; [|intros cla0].
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= L)%Z -> (forall i : Z, (1 <= i <= n)%Z -> dz l i = (-1) * IZR l * s * g l i)).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> (forall i : Z, (1 <= i <= n)%Z -> dz l i = (-1) * IZR l * s * g l i))).
- intros most. intros i ran0. transitivity (0); [cong (first [put g def0 | put g def1 | put dz def2 | put dz def3 | ends]) | transitivity ((-1) * 0 * s * g_0 i); [exact (@same_by (s :: g_0 i :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Times (Times (Times (Num (-1)) (Num (0))) (Sc 0)) (Sc 2))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put g def0 | put g def1 | put dz def2 | put dz def3 | ends])]].
- intros l least hyp most. intros i ran0. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity (sum 1 n (fun j_1 => V (l + 1)%Z i j_1 * ((-1) * IZR l * s * g l j_1)) - s * sum 1 n (fun j_2 => V (l + 1)%Z i j_2 * g l j_2)); [cong (first [put dz hyp | put g def0 | put g def1 | put dz def2 | put dz def3 | ends]) | transitivity ((-1) * (IZR l + 1) * s * sum 1 n (fun j_3 => V (l + 1)%Z i j_3 * g l j_3)); [exact (@same_by (s :: IZR n :: IZR l :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => V (l + 1)%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => g l (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Times (Times (Num (-1)) (Sc 4)) (Sc 0)) (En 1 (0 :: nil)%list%nat)))) (Minus (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))))
  (Times (Times (Times (Num (-1)) (Plus (Sc 4) (Num (1)))) (Sc 0)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put dz hyp | put g def0 | put g def1 | put dz def2 | put dz def3 | ends])]]. }
intros l i ran0 ran1. apply ind; lia. }
set (G := sum 1 n (fun i => g L i ^ 2)).
rewrite (sum_cubic L _ 0 (s ^ 2 * G) 0 0); [field; nz | lia |].
intros layer ran0.
rewrite (sum_ext 1 n _ (fun i => (IZR layer ^ 2 * s ^ 2) * g L i ^ 2)) by (intros; ring).
rewrite sum_scale; fold G; ring.
Qed.
