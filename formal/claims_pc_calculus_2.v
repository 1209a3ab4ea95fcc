(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus.
Open Scope R_scope.

(* PC-E102 *)
Theorem claim_pc_e102 :
forall (N L : Z) (t c2 alpha x0 rho : R) (p : Z -> R) (s : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 <= alpha) ->
(0 <= x0) ->
(0 < rho) ->
s 1%Z = x0 ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> s (n + 1)%Z = rho * s n) ->
(t = 1 -> c2 = Rpower (IZR L) ((-2) * alpha) / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = (1 + Rpower (IZR L) ((-2) * alpha)) * sum 1 N (fun i => p i ^ 2)) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)).
Proof.
intros N L t c2 alpha x0 rho p s E_W dom0 dom1 dom2 dom3 dom4 dom5 dom6 def0 def1.
apply keep; [|intros cla0].
{ intros spe0 spe1. subst t. subst c2. assert (mean0 : E_W (fun W => sum 1 N (fun i => (1 * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => Rpower (IZR L) ((-2) * alpha) / IZR N * p j_6 * p j_6))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 1 * p i_1 * p j_4 * (W i_1 j_4 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (1 * p i_1) * (W i_1 j_5 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (W i_1 j_6 * (W i_1 j_7 * 1)))))) (a := sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 1 * p i_1 * p j_4 * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (1 * p i_1) * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (Rpower (IZR L) ((-2) * alpha) / IZR N * same_place i_1 i_1 * same_place j_6 j_7))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => same_place j_6 j_7 * (same_place i_1 i_1 * (Rpower (IZR L) ((-2) * alpha) / IZR N * p j_6 * p j_7)))))).
  + exact (@same_by (IZR N :: Rpower (IZR L) ((-2) * alpha) :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_8 => 1 * p i_8 * (1 * p i_8)) + sum 1 N (fun i_9 => sum 1 N (fun j_10 => / Rpower (IZR L) alpha / Rpower (IZR L) alpha / IZR N * p j_10 * p j_10))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((1 + / Rpower (IZR L) alpha / Rpower (IZR L) alpha) * sum 1 N (fun i_11 => p i_11 ^ 2)); [exact (@same_by (IZR N :: Rpower (IZR L) alpha :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Times (Over (Sc 2)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))
  (Times (Plus (Num (1)) (Times (Over (Sc 2)) (Over (Sc 2)))) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)).
{ apply (whole_induction (fun top : Z => (top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1))).
- intros most. transitivity (x0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put s def0 | put s def1 | ends]) | transitivity (x0 * 1); [exact (@same_by (x0 :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Times (Sc 0) (Num (1)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put s def0 | put s def1 | ends])]].
- intros top least hyp most. assert (most' : (top <= (L - 1))%Z) by lia.
specialize (hyp most'). transitivity (rho * (x0 * (powerRZ rho top / rho))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put s hyp | put s def0 | put s def1 | solve [whole_power] | ends]) | transitivity (x0 * powerRZ rho top); [exact (@same_by (rho :: x0 :: powerRZ rho top :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Times (Sc 2) (Times (Sc 4) (Over (Sc 0)))))
  (Times (Sc 2) (Sc 4))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put s hyp | put s def0 | put s def1 | solve [whole_power] | ends])]]. }
intros top ran0. apply ind; lia.
Qed.
