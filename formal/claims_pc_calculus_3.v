(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus bounds.
Open Scope R_scope.

(* PC-E103 *)
Theorem claim_pc_e103 :
forall (N L : Z) (t c2 alpha x0 rho y delta : R) (p : Z -> R) (s : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 <= alpha) ->
(0 <= x0) ->
(0 < rho) ->
(0 <= y) ->
(0 < delta) ->
s 1%Z = x0 ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> s (n + 1)%Z = rho * s n) ->
(t = 1 -> c2 = Rpower (IZR L) ((-2) * alpha) / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = (1 + Rpower (IZR L) ((-2) * alpha)) * sum 1 N (fun i => p i ^ 2)) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)) /\
y / (1 + y) <= ln (1 + y) /\
ln (1 + y) <= y /\
(IZR L + (-2)) * Rpower (IZR L) ((-2) * alpha) = (1 - 2 / IZR L) * Rpower (IZR L) (1 - 2 * alpha) /\
Rpower (IZR L) ((-2) * alpha) <= 1 /\
((1 - 2 * alpha <= 0) <-> (1 / 2 <= alpha)) /\
is_lim (fun L' : R => ((-2) + L') * ln (1 + delta / L')) p_infty delta /\
is_lim (fun L' : R => ((-2) + L') * ln (1 + Rpower L' ((-1) + (-2) * delta))) p_infty 0.
Proof.
intros N L t c2 alpha x0 rho y delta p s E_W dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8 def0 def1.
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
apply keep; [|intros cla1].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)).
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
intros top ran0. apply ind; lia. }
apply keep; [|intros cla2].
{ clear cla0 cla1. bounded. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. bounded. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. first [transitivity ((IZR L + (-2)) * (/ Rpower (IZR L) alpha / Rpower (IZR L) alpha)); [cong (first [ends]) | transitivity ((1 - 2 / IZR L) * (IZR L / Rpower (IZR L) alpha / Rpower (IZR L) alpha)); [exact (@same_by (IZR L :: Rpower (IZR L) alpha :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Sc 0) (Num (-2))) (Times (Over (Sc 2)) (Over (Sc 2))))
  (Times (Plus (Num (1)) (Minus (Times (Num (2)) (Over (Sc 0))))) (Times (Times (Sc 0) (Over (Sc 2))) (Over (Sc 2))))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) ((-2) * alpha)) with (/ Rpower (IZR L) alpha ^ 2) by monomials; replace (Rpower (IZR L) (1 - 2 * alpha)) with (IZR L * / Rpower (IZR L) alpha ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. bounded. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. linear. }
apply keep; [|intros cla7].
{ slope_at (fun t => ln (1 + delta * t)) (-2). }
replace ((-2) * delta) with ((-1) * (2 * delta)) by ring.
apply lim_log_small; lra.
Qed.

(* PC-D4 *)
Theorem claim_pc_d4 :
forall (N L : Z) (t c2 alpha x0 rho y : R) (p : Z -> R) (s : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 <= alpha) ->
(0 <= x0) ->
(0 < rho) ->
(0 <= y) ->
s 1%Z = x0 ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> s (n + 1)%Z = rho * s n) ->
(t = 1 -> c2 = Rpower (IZR L) ((-2) * alpha) / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = (1 + Rpower (IZR L) ((-2) * alpha)) * sum 1 N (fun i => p i ^ 2)) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)) /\
y / (1 + y) <= ln (1 + y) /\
ln (1 + y) <= y /\
(IZR L + (-2)) * Rpower (IZR L) ((-2) * alpha) = (1 - 2 / IZR L) * Rpower (IZR L) (1 - 2 * alpha) /\
Rpower (IZR L) ((-2) * alpha) <= 1 /\
((1 - 2 * alpha <= 0) <-> (1 / 2 <= alpha)).
Proof.
intros N L t c2 alpha x0 rho y p s E_W dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 def0 def1.
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
apply keep; [|intros cla1].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)).
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
intros top ran0. apply ind; lia. }
apply keep; [|intros cla2].
{ clear cla0 cla1. bounded. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. bounded. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. first [transitivity ((IZR L + (-2)) * (/ Rpower (IZR L) alpha / Rpower (IZR L) alpha)); [cong (first [ends]) | transitivity ((1 - 2 / IZR L) * (IZR L / Rpower (IZR L) alpha / Rpower (IZR L) alpha)); [exact (@same_by (IZR L :: Rpower (IZR L) alpha :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Sc 0) (Num (-2))) (Times (Over (Sc 2)) (Over (Sc 2))))
  (Times (Plus (Num (1)) (Minus (Times (Num (2)) (Over (Sc 0))))) (Times (Times (Sc 0) (Over (Sc 2))) (Over (Sc 2))))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) ((-2) * alpha)) with (/ Rpower (IZR L) alpha ^ 2) by monomials; replace (Rpower (IZR L) (1 - 2 * alpha)) with (IZR L * / Rpower (IZR L) alpha ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. bounded. }
clear cla0 cla1 cla2 cla3 cla4 cla5. linear.
Qed.

(* PC-S5 *)
Theorem claim_pc_s5 :
forall (N L : Z) (t c2 alpha x0 rho y : R) (p : Z -> R) (s : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 <= alpha) ->
(0 <= x0) ->
(0 < rho) ->
(0 <= y) ->
s 1%Z = x0 ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> s (n + 1)%Z = rho * s n) ->
(t = 1 -> c2 = 1 / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = 2 * sum 1 N (fun i => p i ^ 2)) /\
(t = 1 -> c2 = Rpower (IZR L) ((-2) * alpha) / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = (1 + Rpower (IZR L) ((-2) * alpha)) * sum 1 N (fun i => p i ^ 2)) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)) /\
y / (1 + y) <= ln (1 + y) /\
ln (1 + y) <= y /\
(IZR L + (-2)) * Rpower (IZR L) ((-2) * alpha) = (1 - 2 / IZR L) * Rpower (IZR L) (1 - 2 * alpha) /\
Rpower (IZR L) ((-2) * alpha) <= 1 /\
((1 - 2 * alpha <= 0) <-> (1 / 2 <= alpha)).
Proof.
intros N L t c2 alpha x0 rho y p s E_W dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 def0 def1.
apply keep; [|intros cla0].
{ intros spe0 spe1. subst t. subst c2. assert (mean0 : E_W (fun W => sum 1 N (fun i => (1 * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => 1 / IZR N * p j_6 * p j_6))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 1 * p i_1 * p j_4 * (W i_1 j_4 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (1 * p i_1) * (W i_1 j_5 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (W i_1 j_6 * (W i_1 j_7 * 1)))))) (a := sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 1 * p i_1 * p j_4 * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (1 * p i_1) * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (1 / IZR N * same_place i_1 i_1 * same_place j_6 j_7))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_1 => 1 * p i_1 * (1 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => same_place j_6 j_7 * (same_place i_1 i_1 * (1 / IZR N * p j_6 * p j_7)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_8 => 1 * p i_8 * (1 * p i_8)) + sum 1 N (fun i_9 => sum 1 N (fun j_10 => 1 / IZR N * p j_10 * p j_10))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (2 * sum 1 N (fun i_11 => p i_11 ^ 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))
  (Times (Num (2)) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ intros spe0 spe1. subst t. subst c2. assert (mean0 : E_W (fun W => sum 1 N (fun i => (1 * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i_12 => 1 * p i_12 * (1 * p i_12)) + sum 1 N (fun i_12 => sum 1 N (fun j_17 => Rpower (IZR L) ((-2) * alpha) / IZR N * p j_17 * p j_17))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_12 => 1 * p i_12 * (1 * p i_12) * 1) + sum 1 N (fun i_12 => sum 1 N (fun j_15 => 1 * p i_12 * p j_15 * (W i_12 j_15 * 1))) + sum 1 N (fun i_12 => sum 1 N (fun j_16 => p j_16 * (1 * p i_12) * (W i_12 j_16 * 1))) + sum 1 N (fun i_12 => sum 1 N (fun j_17 => sum 1 N (fun j_18 => p j_17 * p j_18 * (W i_12 j_17 * (W i_12 j_18 * 1)))))) (a := sum 1 N (fun i_12 => 1 * p i_12 * (1 * p i_12) * 1) + sum 1 N (fun i_12 => sum 1 N (fun j_15 => 1 * p i_12 * p j_15 * 0)) + sum 1 N (fun i_12 => sum 1 N (fun j_16 => p j_16 * (1 * p i_12) * 0)) + sum 1 N (fun i_12 => sum 1 N (fun j_17 => sum 1 N (fun j_18 => p j_17 * p j_18 * (Rpower (IZR L) ((-2) * alpha) / IZR N * same_place i_12 i_12 * same_place j_17 j_18))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (1)) (En 1 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_12 => 1 * p i_12 * (1 * p i_12)) + sum 1 N (fun i_12 => sum 1 N (fun j_17 => sum 1 N (fun j_18 => same_place j_17 j_18 * (same_place i_12 i_12 * (Rpower (IZR L) ((-2) * alpha) / IZR N * p j_17 * p j_18)))))).
  + exact (@same_by (IZR N :: Rpower (IZR L) ((-2) * alpha) :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_19 => 1 * p i_19 * (1 * p i_19)) + sum 1 N (fun i_20 => sum 1 N (fun j_21 => / Rpower (IZR L) alpha / Rpower (IZR L) alpha / IZR N * p j_21 * p j_21))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((1 + / Rpower (IZR L) alpha / Rpower (IZR L) alpha) * sum 1 N (fun i_22 => p i_22 ^ 2)); [exact (@same_by (IZR N :: Rpower (IZR L) alpha :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Times (Over (Sc 2)) (Over (Sc 2))) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))
  (Times (Plus (Num (1)) (Times (Over (Sc 2)) (Over (Sc 2)))) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)).
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
intros top ran0. apply ind; lia. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. bounded. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. bounded. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. first [transitivity ((IZR L + (-2)) * (/ Rpower (IZR L) alpha / Rpower (IZR L) alpha)); [cong (first [ends]) | transitivity ((1 - 2 / IZR L) * (IZR L / Rpower (IZR L) alpha / Rpower (IZR L) alpha)); [exact (@same_by (IZR L :: Rpower (IZR L) alpha :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Sc 0) (Num (-2))) (Times (Over (Sc 2)) (Over (Sc 2))))
  (Times (Plus (Num (1)) (Minus (Times (Num (2)) (Over (Sc 0))))) (Times (Times (Sc 0) (Over (Sc 2))) (Over (Sc 2))))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) ((-2) * alpha)) with (/ Rpower (IZR L) alpha ^ 2) by monomials; replace (Rpower (IZR L) (1 - 2 * alpha)) with (IZR L * / Rpower (IZR L) alpha ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. bounded. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6. linear.
Qed.

(* PC-S9 *)
Theorem claim_pc_s9 :
forall (N L : Z) (t c2 alpha x0 rho g up down : R) (p : Z -> R) (s : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 <= alpha) ->
(0 <= x0) ->
(0 < rho) ->
(0 < g) ->
(0 < up) ->
(0 < down) ->
(down < 1) ->
s 1%Z = x0 ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> s (n + 1)%Z = rho * s n) ->
(t = 0 -> c2 = g / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = g * sum 1 N (fun i => p i ^ 2)) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)) /\
0 < ln (1 + up) /\
ln (1 - down) < 0.
Proof.
intros N L t c2 alpha x0 rho g up down p s E_W dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8 dom9 dom10 def0 def1.
apply keep; [|intros cla0].
{ intros spe0 spe1. subst t. subst c2. assert (mean0 : E_W (fun W => sum 1 N (fun i => (0 * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => g / IZR N * p j_6 * p j_6))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 0 * p i_1 * p j_4 * (W i_1 j_4 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (0 * p i_1) * (W i_1 j_5 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (W i_1 j_6 * (W i_1 j_7 * 1)))))) (a := sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 0 * p i_1 * p j_4 * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (0 * p i_1) * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (g / IZR N * same_place i_1 i_1 * same_place j_6 j_7))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => same_place j_6 j_7 * (same_place i_1 i_1 * (g / IZR N * p j_6 * p j_7)))))).
  + exact (@same_by (IZR N :: g :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_8 => 0 * p i_8 * (0 * p i_8)) + sum 1 N (fun i_9 => sum 1 N (fun j_10 => g / IZR N * p j_10 * p j_10))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (g * sum 1 N (fun i_11 => p i_11 ^ 2)); [exact (@same_by (IZR N :: g :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))
  (Times (Sc 2) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)).
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
intros top ran0. apply ind; lia. }
apply keep; [|intros cla2].
{ clear cla0 cla1. bounded. }
clear cla0 cla1 cla2. bounded.
Qed.

(* PC-S9-tails *)
Theorem claim_pc_s9_tails :
forall (N L : Z) (t c2 alpha x0 rho y : R) (p : Z -> R) (f : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 <= alpha) ->
(0 <= x0) ->
(0 < rho) ->
(0 <= y) ->
f 0%Z = 1 ->
(forall n : Z, (0 <= n <= (L - 2))%Z -> f (n + 1)%Z = (1 + 2 / IZR N) * f n) ->
(t = 0 -> c2 = 1 / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i => p i ^ 2)) /\
(t = 0 -> c2 = 1 / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2) ^ 2) = (1 + 2 / IZR N) * sum 1 N (fun i => p i ^ 2) ^ 2) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> f l = powerRZ (1 + 2 / IZR N) l) /\
y / (1 + y) <= ln (1 + y) /\
ln (1 + y) <= y /\
2 / IZR N / (1 + 2 / IZR N) = 2 / (IZR N + 2).
Proof.
intros N L t c2 alpha x0 rho y p f E_W dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 def0 def1.
apply keep; [|intros cla0].
{ intros spe0 spe1. subst t. subst c2. assert (mean0 : E_W (fun W => sum 1 N (fun i => (0 * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => 1 / IZR N * p j_6 * p j_6))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 0 * p i_1 * p j_4 * (W i_1 j_4 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (0 * p i_1) * (W i_1 j_5 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (W i_1 j_6 * (W i_1 j_7 * 1)))))) (a := sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 0 * p i_1 * p j_4 * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (0 * p i_1) * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (1 / IZR N * same_place i_1 i_1 * same_place j_6 j_7))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => same_place j_6 j_7 * (same_place i_1 i_1 * (1 / IZR N * p j_6 * p j_7)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_8 => 0 * p i_8 * (0 * p i_8)) + sum 1 N (fun i_9 => sum 1 N (fun j_10 => 1 / IZR N * p j_10 * p j_10))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_11 => p i_11 ^ 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ intros spe0 spe1. subst t. subst c2. assert (mean0 : E_W (fun W => sum 1 N (fun i => (0 * p i + sum 1 N (fun j => W i j * p j)) ^ 2) ^ 2) = sum 1 N (fun i_26 => sum 1 N (fun i_27 => 0 * p i_26 * (0 * p i_26) * (0 * p i_27) * (0 * p i_27))) + sum 1 N (fun i_34 => sum 1 N (fun i_35 => sum 1 N (fun j_36 => 1 / IZR N * (0 * p i_34) * (0 * p i_34) * p j_36 * p j_36))) + sum 1 N (fun i_41 => sum 1 N (fun j_42 => 1 / IZR N * (0 * p i_41) * p j_42 * (0 * p i_41) * p j_42)) + sum 1 N (fun i_45 => sum 1 N (fun j_46 => 1 / IZR N * (0 * p i_45) * p j_46 * p j_46 * (0 * p i_45))) + sum 1 N (fun i_57 => sum 1 N (fun j_58 => 1 / IZR N * p j_58 * (0 * p i_57) * (0 * p i_57) * p j_58)) + sum 1 N (fun i_61 => sum 1 N (fun j_62 => 1 / IZR N * p j_62 * (0 * p i_61) * p j_62 * (0 * p i_61))) + sum 1 N (fun i_70 => sum 1 N (fun j_71 => sum 1 N (fun i_73 => 1 / IZR N * p j_71 * p j_71 * (0 * p i_73) * (0 * p i_73)))) + sum 1 N (fun i_84 => sum 1 N (fun j_85 => sum 1 N (fun i_87 => sum 1 N (fun j_88 => 1 / IZR N * (1 / IZR N) * p j_85 * p j_85 * p j_88 * p j_88)))) + sum 1 N (fun i_84 => sum 1 N (fun j_85 => sum 1 N (fun j_86 => 1 / IZR N * (1 / IZR N) * p j_85 * p j_86 * p j_85 * p j_86))) + sum 1 N (fun i_84 => sum 1 N (fun j_85 => sum 1 N (fun j_86 => 1 / IZR N * (1 / IZR N) * p j_85 * p j_86 * p j_86 * p j_85)))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_26 => sum 1 N (fun i_27 => 0 * p i_26 * (0 * p i_26) * (0 * p i_27) * (0 * p i_27) * 1)) + sum 1 N (fun i_28 => sum 1 N (fun i_29 => sum 1 N (fun j_30 => 0 * p i_28 * (0 * p i_28) * (0 * p i_29) * p j_30 * (W i_29 j_30 * 1)))) + sum 1 N (fun i_31 => sum 1 N (fun i_32 => sum 1 N (fun j_33 => 0 * p i_31 * (0 * p i_31) * p j_33 * (0 * p i_32) * (W i_32 j_33 * 1)))) + sum 1 N (fun i_34 => sum 1 N (fun i_35 => sum 1 N (fun j_36 => sum 1 N (fun j_37 => 0 * p i_34 * (0 * p i_34) * p j_36 * p j_37 * (W i_35 j_36 * (W i_35 j_37 * 1)))))) + sum 1 N (fun i_38 => sum 1 N (fun j_39 => sum 1 N (fun i_40 => 0 * p i_38 * p j_39 * (0 * p i_40) * (0 * p i_40) * (W i_38 j_39 * 1)))) + sum 1 N (fun i_41 => sum 1 N (fun j_42 => sum 1 N (fun i_43 => sum 1 N (fun j_44 => 0 * p i_41 * p j_42 * (0 * p i_43) * p j_44 * (W i_41 j_42 * (W i_43 j_44 * 1)))))) + sum 1 N (fun i_45 => sum 1 N (fun j_46 => sum 1 N (fun i_47 => sum 1 N (fun j_48 => 0 * p i_45 * p j_46 * p j_48 * (0 * p i_47) * (W i_45 j_46 * (W i_47 j_48 * 1)))))) + sum 1 N (fun i_49 => sum 1 N (fun j_50 => sum 1 N (fun i_51 => sum 1 N (fun j_52 => sum 1 N (fun j_53 => 0 * p i_49 * p j_50 * p j_52 * p j_53 * (W i_49 j_50 * (W i_51 j_52 * (W i_51 j_53 * 1)))))))) + sum 1 N (fun i_54 => sum 1 N (fun j_55 => sum 1 N (fun i_56 => p j_55 * (0 * p i_54) * (0 * p i_56) * (0 * p i_56) * (W i_54 j_55 * 1)))) + sum 1 N (fun i_57 => sum 1 N (fun j_58 => sum 1 N (fun i_59 => sum 1 N (fun j_60 => p j_58 * (0 * p i_57) * (0 * p i_59) * p j_60 * (W i_57 j_58 * (W i_59 j_60 * 1)))))) + sum 1 N (fun i_61 => sum 1 N (fun j_62 => sum 1 N (fun i_63 => sum 1 N (fun j_64 => p j_62 * (0 * p i_61) * p j_64 * (0 * p i_63) * (W i_61 j_62 * (W i_63 j_64 * 1)))))) + sum 1 N (fun i_65 => sum 1 N (fun j_66 => sum 1 N (fun i_67 => sum 1 N (fun j_68 => sum 1 N (fun j_69 => p j_66 * (0 * p i_65) * p j_68 * p j_69 * (W i_65 j_66 * (W i_67 j_68 * (W i_67 j_69 * 1)))))))) + sum 1 N (fun i_70 => sum 1 N (fun j_71 => sum 1 N (fun j_72 => sum 1 N (fun i_73 => p j_71 * p j_72 * (0 * p i_73) * (0 * p i_73) * (W i_70 j_71 * (W i_70 j_72 * 1)))))) + sum 1 N (fun i_74 => sum 1 N (fun j_75 => sum 1 N (fun j_76 => sum 1 N (fun i_77 => sum 1 N (fun j_78 => p j_75 * p j_76 * (0 * p i_77) * p j_78 * (W i_74 j_75 * (W i_74 j_76 * (W i_77 j_78 * 1)))))))) + sum 1 N (fun i_79 => sum 1 N (fun j_80 => sum 1 N (fun j_81 => sum 1 N (fun i_82 => sum 1 N (fun j_83 => p j_80 * p j_81 * p j_83 * (0 * p i_82) * (W i_79 j_80 * (W i_79 j_81 * (W i_82 j_83 * 1)))))))) + sum 1 N (fun i_84 => sum 1 N (fun j_85 => sum 1 N (fun j_86 => sum 1 N (fun i_87 => sum 1 N (fun j_88 => sum 1 N (fun j_89 => p j_85 * p j_86 * p j_88 * p j_89 * (W i_84 j_85 * (W i_84 j_86 * (W i_87 j_88 * (W i_87 j_89 * 1))))))))))) (a := sum 1 N (fun i_26 => sum 1 N (fun i_27 => 0 * p i_26 * (0 * p i_26) * (0 * p i_27) * (0 * p i_27) * 1)) + sum 1 N (fun i_28 => sum 1 N (fun i_29 => sum 1 N (fun j_30 => 0 * p i_28 * (0 * p i_28) * (0 * p i_29) * p j_30 * 0))) + sum 1 N (fun i_31 => sum 1 N (fun i_32 => sum 1 N (fun j_33 => 0 * p i_31 * (0 * p i_31) * p j_33 * (0 * p i_32) * 0))) + sum 1 N (fun i_34 => sum 1 N (fun i_35 => sum 1 N (fun j_36 => sum 1 N (fun j_37 => 0 * p i_34 * (0 * p i_34) * p j_36 * p j_37 * (1 / IZR N * same_place i_35 i_35 * same_place j_36 j_37))))) + sum 1 N (fun i_38 => sum 1 N (fun j_39 => sum 1 N (fun i_40 => 0 * p i_38 * p j_39 * (0 * p i_40) * (0 * p i_40) * 0))) + sum 1 N (fun i_41 => sum 1 N (fun j_42 => sum 1 N (fun i_43 => sum 1 N (fun j_44 => 0 * p i_41 * p j_42 * (0 * p i_43) * p j_44 * (1 / IZR N * same_place i_41 i_43 * same_place j_42 j_44))))) + sum 1 N (fun i_45 => sum 1 N (fun j_46 => sum 1 N (fun i_47 => sum 1 N (fun j_48 => 0 * p i_45 * p j_46 * p j_48 * (0 * p i_47) * (1 / IZR N * same_place i_45 i_47 * same_place j_46 j_48))))) + sum 1 N (fun i_49 => sum 1 N (fun j_50 => sum 1 N (fun i_51 => sum 1 N (fun j_52 => sum 1 N (fun j_53 => 0 * p i_49 * p j_50 * p j_52 * p j_53 * 0))))) + sum 1 N (fun i_54 => sum 1 N (fun j_55 => sum 1 N (fun i_56 => p j_55 * (0 * p i_54) * (0 * p i_56) * (0 * p i_56) * 0))) + sum 1 N (fun i_57 => sum 1 N (fun j_58 => sum 1 N (fun i_59 => sum 1 N (fun j_60 => p j_58 * (0 * p i_57) * (0 * p i_59) * p j_60 * (1 / IZR N * same_place i_57 i_59 * same_place j_58 j_60))))) + sum 1 N (fun i_61 => sum 1 N (fun j_62 => sum 1 N (fun i_63 => sum 1 N (fun j_64 => p j_62 * (0 * p i_61) * p j_64 * (0 * p i_63) * (1 / IZR N * same_place i_61 i_63 * same_place j_62 j_64))))) + sum 1 N (fun i_65 => sum 1 N (fun j_66 => sum 1 N (fun i_67 => sum 1 N (fun j_68 => sum 1 N (fun j_69 => p j_66 * (0 * p i_65) * p j_68 * p j_69 * 0))))) + sum 1 N (fun i_70 => sum 1 N (fun j_71 => sum 1 N (fun j_72 => sum 1 N (fun i_73 => p j_71 * p j_72 * (0 * p i_73) * (0 * p i_73) * (1 / IZR N * same_place i_70 i_70 * same_place j_71 j_72))))) + sum 1 N (fun i_74 => sum 1 N (fun j_75 => sum 1 N (fun j_76 => sum 1 N (fun i_77 => sum 1 N (fun j_78 => p j_75 * p j_76 * (0 * p i_77) * p j_78 * 0))))) + sum 1 N (fun i_79 => sum 1 N (fun j_80 => sum 1 N (fun j_81 => sum 1 N (fun i_82 => sum 1 N (fun j_83 => p j_80 * p j_81 * p j_83 * (0 * p i_82) * 0))))) + sum 1 N (fun i_84 => sum 1 N (fun j_85 => sum 1 N (fun j_86 => sum 1 N (fun i_87 => sum 1 N (fun j_88 => sum 1 N (fun j_89 => p j_85 * p j_86 * p j_88 * p j_89 * (1 / IZR N * same_place i_84 i_84 * same_place j_85 j_86 * (1 / IZR N) * same_place i_87 i_87 * same_place j_88 j_89 + 1 / IZR N * same_place i_84 i_87 * same_place j_85 j_88 * (1 / IZR N) * same_place i_84 i_87 * same_place j_86 j_89 + 1 / IZR N * same_place i_84 i_87 * same_place j_85 j_89 * (1 / IZR N) * same_place i_84 i_87 * same_place j_86 j_88)))))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Power (Plus (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2)) 2)
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Times (Num (0)) (En 1 (1 :: nil)%list%nat))) (Times (Num (0)) (En 1 (1 :: nil)%list%nat))) (Num (1))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Times (Num (0)) (En 1 (1 :: nil)%list%nat))) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (1 :: 2 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (En 1 (2 :: nil)%list%nat)) (Times (Num (0)) (En 1 (1 :: nil)%list%nat))) (Times (En 0 (1 :: 2 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (En 1 (2 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (Times (En 0 (1 :: 2 :: nil)%list%nat) (Times (En 0 (1 :: 3 :: nil)%list%nat) (Num (1)))))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Times (Num (0)) (En 1 (2 :: nil)%list%nat))) (Times (Num (0)) (En 1 (2 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Times (Num (0)) (En 1 (2 :: nil)%list%nat))) (En 1 (3 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (2 :: 3 :: nil)%list%nat) (Num (1)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (Times (Num (0)) (En 1 (2 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (2 :: 3 :: nil)%list%nat) (Num (1)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 1 (3 :: nil)%list%nat)) (En 1 (4 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (2 :: 3 :: nil)%list%nat) (Times (En 0 (2 :: 4 :: nil)%list%nat) (Num (1)))))))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Times (Num (0)) (En 1 (2 :: nil)%list%nat))) (Times (Num (0)) (En 1 (2 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Times (Num (0)) (En 1 (2 :: nil)%list%nat))) (En 1 (3 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (2 :: 3 :: nil)%list%nat) (Num (1)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (En 1 (3 :: nil)%list%nat)) (Times (Num (0)) (En 1 (2 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (2 :: 3 :: nil)%list%nat) (Num (1)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (En 1 (3 :: nil)%list%nat)) (En 1 (4 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (2 :: 3 :: nil)%list%nat) (Times (En 0 (2 :: 4 :: nil)%list%nat) (Num (1)))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (Num (0)) (En 1 (3 :: nil)%list%nat))) (Times (Num (0)) (En 1 (3 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (Num (0)) (En 1 (3 :: nil)%list%nat))) (En 1 (4 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (3 :: 4 :: nil)%list%nat) (Num (1)))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 1 (4 :: nil)%list%nat)) (Times (Num (0)) (En 1 (3 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (3 :: 4 :: nil)%list%nat) (Num (1)))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (En 1 (4 :: nil)%list%nat)) (En 1 (5 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (3 :: 4 :: nil)%list%nat) (Times (En 0 (3 :: 5 :: nil)%list%nat) (Num (1))))))))))))))
  ((nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_26 => sum 1 N (fun i_27 => 0 * p i_26 * (0 * p i_26) * (0 * p i_27) * (0 * p i_27))) + sum 1 N (fun i_34 => sum 1 N (fun i_35 => sum 1 N (fun j_36 => sum 1 N (fun j_37 => same_place j_36 j_37 * (same_place i_35 i_35 * (1 / IZR N * (0 * p i_34) * (0 * p i_34) * p j_36 * p j_37)))))) + sum 1 N (fun i_41 => sum 1 N (fun j_42 => sum 1 N (fun i_43 => same_place i_41 i_43 * sum 1 N (fun j_44 => same_place j_42 j_44 * (1 / IZR N * (0 * p i_41) * p j_42 * (0 * p i_43) * p j_44))))) + sum 1 N (fun i_45 => sum 1 N (fun j_46 => sum 1 N (fun i_47 => same_place i_45 i_47 * sum 1 N (fun j_48 => same_place j_46 j_48 * (1 / IZR N * (0 * p i_45) * p j_46 * p j_48 * (0 * p i_47)))))) + sum 1 N (fun i_57 => sum 1 N (fun j_58 => sum 1 N (fun i_59 => same_place i_57 i_59 * sum 1 N (fun j_60 => same_place j_58 j_60 * (1 / IZR N * p j_58 * (0 * p i_57) * (0 * p i_59) * p j_60))))) + sum 1 N (fun i_61 => sum 1 N (fun j_62 => sum 1 N (fun i_63 => same_place i_61 i_63 * sum 1 N (fun j_64 => same_place j_62 j_64 * (1 / IZR N * p j_62 * (0 * p i_61) * p j_64 * (0 * p i_63)))))) + sum 1 N (fun i_70 => sum 1 N (fun j_71 => sum 1 N (fun i_73 => sum 1 N (fun j_72 => same_place j_71 j_72 * (same_place i_70 i_70 * (1 / IZR N * p j_71 * p j_72 * (0 * p i_73) * (0 * p i_73))))))) + sum 1 N (fun i_84 => sum 1 N (fun j_85 => sum 1 N (fun i_87 => sum 1 N (fun j_88 => sum 1 N (fun j_86 => same_place j_85 j_86 * sum 1 N (fun j_89 => same_place j_88 j_89 * (same_place i_84 i_84 * (same_place i_87 i_87 * (1 / IZR N * (1 / IZR N) * p j_85 * p j_86 * p j_88 * p j_89))))))))) + sum 1 N (fun i_84 => sum 1 N (fun j_85 => sum 1 N (fun j_86 => sum 1 N (fun i_87 => same_place i_84 i_87 * sum 1 N (fun j_88 => same_place j_85 j_88 * sum 1 N (fun j_89 => same_place j_86 j_89 * (same_place i_84 i_87 * (1 / IZR N * (1 / IZR N) * p j_85 * p j_86 * p j_88 * p j_89)))))))) + sum 1 N (fun i_84 => sum 1 N (fun j_85 => sum 1 N (fun j_86 => sum 1 N (fun i_87 => same_place i_84 i_87 * sum 1 N (fun j_89 => same_place j_85 j_89 * sum 1 N (fun j_88 => same_place j_86 j_88 * (same_place i_84 i_87 * (1 / IZR N * (1 / IZR N) * p j_85 * p j_86 * p j_88 * p j_89))))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (1 :: nil)%list%nat))) (Times (Num (0)) (En 0 (1 :: nil)%list%nat))) (Num (1))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (1 :: nil)%list%nat))) (En 0 (2 :: nil)%list%nat)) (Num (0))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (2 :: nil)%list%nat)) (Times (Num (0)) (En 0 (1 :: nil)%list%nat))) (Num (0))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (1 :: nil)%list%nat)) (En 1 (2 :: 3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (Num (0))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (En 0 (3 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 2 :: nil)%list%nat)) (En 1 (1 :: 3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 2 :: nil)%list%nat)) (En 1 (1 :: 3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Num (0))))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (Num (0))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (En 0 (3 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 2 :: nil)%list%nat)) (En 1 (1 :: 3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (3 :: nil)%list%nat)) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 2 :: nil)%list%nat)) (En 1 (1 :: 3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (3 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Num (0))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Num (0)) (En 0 (3 :: nil)%list%nat))) (Times (Num (0)) (En 0 (3 :: nil)%list%nat))) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 1 (1 :: 2 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Num (0)) (En 0 (3 :: nil)%list%nat))) (En 0 (4 :: nil)%list%nat)) (Num (0))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Times (Num (0)) (En 0 (3 :: nil)%list%nat))) (Num (0))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (Plus (Plus (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: nil)%list%nat)) (En 1 (1 :: 2 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 2 (3 :: nil)%list%nat)) (En 1 (4 :: 5 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (1 :: 4 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (2 :: 5 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (1 :: 5 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 1 (0 :: 3 :: nil)%list%nat)) (En 1 (2 :: 4 :: nil)%list%nat)))))))))))
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (1 :: nil)%list%nat))) (Times (Num (0)) (En 0 (1 :: nil)%list%nat))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (2 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (En 0 (3 :: nil)%list%nat))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Times (Num (0)) (En 0 (2 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (En 0 (3 :: nil)%list%nat))))))))) (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (3 :: nil)%list%nat)) (Times (Num (0)) (En 0 (2 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (Times (Num (0)) (En 0 (2 :: nil)%list%nat)))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (3 :: 5 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (En 2 (2 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 1 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 1 (2 :: 5 :: nil)%list%nat) (Times (En 1 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (5 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)))))))))))))
  ((nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (2 :: 1 :: 0 :: 1 :: 2 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: nil)%list%nat :: (0 :: 3 :: 2 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: 1 :: 2 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_90 => sum 1 N (fun i_91 => 0 * p i_90 * (0 * p i_90) * (0 * p i_91) * (0 * p i_91))) + sum 1 N (fun i_92 => sum 1 N (fun i_93 => sum 1 N (fun j_94 => 1 / IZR N * (0 * p i_92) * (0 * p i_92) * p j_94 * p j_94))) + sum 1 N (fun i_95 => sum 1 N (fun j_96 => 1 / IZR N * (0 * p i_95) * p j_96 * (0 * p i_95) * p j_96)) + sum 1 N (fun i_97 => sum 1 N (fun j_98 => 1 / IZR N * (0 * p i_97) * p j_98 * p j_98 * (0 * p i_97))) + sum 1 N (fun i_99 => sum 1 N (fun j_100 => 1 / IZR N * p j_100 * (0 * p i_99) * (0 * p i_99) * p j_100)) + sum 1 N (fun i_101 => sum 1 N (fun j_102 => 1 / IZR N * p j_102 * (0 * p i_101) * p j_102 * (0 * p i_101))) + sum 1 N (fun i_103 => sum 1 N (fun j_104 => sum 1 N (fun i_105 => 1 / IZR N * p j_104 * p j_104 * (0 * p i_105) * (0 * p i_105)))) + sum 1 N (fun i_106 => sum 1 N (fun j_107 => sum 1 N (fun i_108 => sum 1 N (fun j_109 => 1 / IZR N * (1 / IZR N) * p j_107 * p j_107 * p j_109 * p j_109)))) + sum 1 N (fun i_110 => sum 1 N (fun j_111 => sum 1 N (fun j_112 => 1 / IZR N * (1 / IZR N) * p j_111 * p j_112 * p j_111 * p j_112))) + sum 1 N (fun i_113 => sum 1 N (fun j_114 => sum 1 N (fun j_115 => 1 / IZR N * (1 / IZR N) * p j_114 * p j_115 * p j_115 * p j_114)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity ((1 + 2 / IZR N) * sum 1 N (fun i_116 => p i_116 ^ 2) ^ 2); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (1 :: nil)%list%nat))) (Times (Num (0)) (En 0 (1 :: nil)%list%nat))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (2 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (1 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (1 :: nil)%list%nat))))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))) (Times (Num (0)) (En 0 (2 :: nil)%list%nat))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat)) (En 0 (3 :: nil)%list%nat))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))))
  (Times (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))) (Power (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) 2))
  ((nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= (L - 1))%Z -> f l = powerRZ (1 + 2 / IZR N) l).
{ apply (whole_induction (fun l : Z => (l <= (L - 1))%Z -> f l = powerRZ (1 + 2 / IZR N) l)).
- intros most. transitivity (1); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put f def0 | put f def1 | ends]) | transitivity (1); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (1))
  (Num (1))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put f def0 | put f def1 | ends])]].
- intros l least hyp most. assert (most' : (l <= (L - 1))%Z) by lia.
specialize (hyp most'). transitivity ((1 + 2 / IZR N) * powerRZ (1 + 2 / IZR N) l); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put f hyp | put f def0 | put f def1 | solve [whole_power] | ends]) | transitivity (powerRZ (1 + 2 / IZR N) l * (1 + 2 / IZR N)); [exact (@same_by (IZR N :: powerRZ (1 + 2 / IZR N) l :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))) (Sc 2))
  (Times (Sc 2) (Plus (Num (1)) (Times (Num (2)) (Over (Sc 0)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put f hyp | put f def0 | put f def1 | solve [whole_power] | ends])]]. }
intros l ran0. apply ind; lia. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. bounded. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. bounded. }
clear cla0 cla1 cla2 cla3 cla4. fieldy.
Qed.

(* PC-S12-energy *)
Theorem claim_pc_s12_energy :
forall (L N : Z) (k c : R),
(2 <= L)%Z ->
(1 <= N)%Z ->
(0 < k) ->
(0 < c) ->
1 + IZR L * / IZR N * / 1 ^ 2 * ((-1) + powerRZ (1 + 1 * / IZR L) ((-1) + L)) + (-1) = (powerRZ (1 + 1 / IZR L) (L - 1) + (-1)) * IZR L / IZR N /\
is_lim (fun N' : R => IZR L / N' * ((-1) + exp (((-1) + IZR L) * ln (1 + / IZR L)))) p_infty 0 /\
is_lim (fun L' : R => (-1) + exp (((-1) + L') * ln (1 + k / L'))) p_infty ((-1) + exp k) /\
(powerRZ (1 + 1 / IZR L) (L - 1) + (-1)) * IZR L / (IZR L / c) = c * (powerRZ (1 + 1 / IZR L) (L - 1) + (-1)).
Proof.
intros L N k c dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ change (1 + 1 * / IZR L) with (1 + 1 / IZR L).
replace ((-1) + L)%Z with (L - 1)%Z by ring. fieldy. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (lim_is _ (IZR L * 0 * ((-1) + exp (((-1) + IZR L) * ln (1 + / IZR L)))) _); [limiting |]. replace (exp (((-1) + IZR L) * ln (1 + / IZR L))) with (/ exp (ln (1 + / IZR L)) * exp (IZR L * ln (1 + / IZR L))) by monomials; fieldy. }
apply keep; [|intros cla2].
{ apply (lim_is _ ((-1) + exp k)); [|reflexivity]. eapply tends_is; [grows | alike]. }
clear cla0 cla1 cla2. first [exact (@same_by (powerRZ (1 + 1 / IZR L) (L - 1) :: IZR L :: c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Plus (Sc 0) (Num (-1))) (Sc 2)) (Over (Times (Sc 2) (Over (Sc 4)))))
  (Times (Sc 4) (Plus (Sc 0) (Num (-1))))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | fieldy | replace (powerRZ (1 + 1 / IZR L) (L - 1)) with (/ (1 + 1 / IZR L) * powerRZ (1 + 1 / IZR L) L) by monomials; fieldy].
Qed.

(* PC-E106 *)
Theorem claim_pc_e106 :
forall (N L : Z) (t c2 gamma0 rho alpha y : R) (p : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
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
Rpower (IZR L) ((-1) * alpha) <= 1.
Proof.
intros N L t c2 gamma0 rho alpha y p q E_W E_w dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8 def0 def1.
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
apply keep; [|intros cla1].
{ assert (mean0 : E_w (fun w => sum 1 N (fun i => w i ^ 2)) = sum 1 N (fun i_12 => 1 / (gamma0 * IZR N) ^ 2)).
{ apply (mean_is _ _ _ _ _ _ dom6) with
  (g := fun w => sum 1 N (fun i_12 => 1 * (w i_12 * (w i_12 * 1)))) (a := sum 1 N (fun i_12 => 1 * (1 / (gamma0 * IZR N) ^ 2 * same_place i_12 i_12))).
- intros w. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (Total 0 (Times (Num (1)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom6.
- transitivity (sum 1 N (fun i_12 => same_place i_12 i_12 * (1 / (gamma0 * IZR N) ^ 2))).
  + exact (@same_by (IZR N :: gamma0 :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Times (Times (Num (1)) (Over (Power (Times (Sc 2) (Sc 0)) 2))) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Num (1)) (Over (Power (Times (Sc 2) (Sc 0)) 2)))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_13 => 1 / (gamma0 * IZR N) ^ 2)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (IZR N :: gamma0 :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Over (Power (Times (Sc 2) (Sc 0)) 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 2) 2) (Sc 0))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> q top = powerRZ rho (top - 1) / (gamma0 ^ 2 * IZR N)).
{ apply (whole_induction (fun top : Z => (top <= (L - 1))%Z -> q top = powerRZ rho (top - 1) / (gamma0 ^ 2 * IZR N))).
- intros most. transitivity (1 / (gamma0 ^ 2 * IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends])]].
- intros top least hyp most. assert (most' : (top <= (L - 1))%Z) by lia.
specialize (hyp most'). transitivity (rho * (powerRZ rho top / rho / (gamma0 ^ 2 * IZR N))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends]) | transitivity (powerRZ rho top / (gamma0 ^ 2 * IZR N)); [exact (@same_by (rho :: powerRZ rho top :: gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Times (Times (Sc 2) (Over (Sc 0))) (Over (Times (Power (Sc 4) 2) (Sc 6)))))
  (Times (Sc 2) (Over (Times (Power (Sc 4) 2) (Sc 6))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends])]]. }
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
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) ((-1) - alpha)) with (/ IZR L / Rpower (IZR L) alpha) by monomials; replace (Rpower (IZR L) ((-1) * alpha)) with (/ Rpower (IZR L) alpha) by monomials; fieldy]. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9. bounded.
Qed.

(* PC-E19 *)
Theorem claim_pc_e19 :
forall (N L : Z) (t c2 gamma0 rho alpha y : R) (p : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
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
Rpower (IZR L) ((-1) * alpha) <= 1.
Proof.
intros N L t c2 gamma0 rho alpha y p q E_W E_w dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8 def0 def1.
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
apply keep; [|intros cla1].
{ assert (mean0 : E_w (fun w => sum 1 N (fun i => w i ^ 2)) = sum 1 N (fun i_12 => 1 / (gamma0 * IZR N) ^ 2)).
{ apply (mean_is _ _ _ _ _ _ dom6) with
  (g := fun w => sum 1 N (fun i_12 => 1 * (w i_12 * (w i_12 * 1)))) (a := sum 1 N (fun i_12 => 1 * (1 / (gamma0 * IZR N) ^ 2 * same_place i_12 i_12))).
- intros w. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (Total 0 (Times (Num (1)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom6.
- transitivity (sum 1 N (fun i_12 => same_place i_12 i_12 * (1 / (gamma0 * IZR N) ^ 2))).
  + exact (@same_by (IZR N :: gamma0 :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Times (Times (Num (1)) (Over (Power (Times (Sc 2) (Sc 0)) 2))) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Times (Num (1)) (Over (Power (Times (Sc 2) (Sc 0)) 2)))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_13 => 1 / (gamma0 * IZR N) ^ 2)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (IZR N :: gamma0 :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Over (Power (Times (Sc 2) (Sc 0)) 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 2) 2) (Sc 0))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> q top = powerRZ rho (top - 1) / (gamma0 ^ 2 * IZR N)).
{ apply (whole_induction (fun top : Z => (top <= (L - 1))%Z -> q top = powerRZ rho (top - 1) / (gamma0 ^ 2 * IZR N))).
- intros most. transitivity (1 / (gamma0 ^ 2 * IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends])]].
- intros top least hyp most. assert (most' : (top <= (L - 1))%Z) by lia.
specialize (hyp most'). transitivity (rho * (powerRZ rho top / rho / (gamma0 ^ 2 * IZR N))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends]) | transitivity (powerRZ rho top / (gamma0 ^ 2 * IZR N)); [exact (@same_by (rho :: powerRZ rho top :: gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Times (Times (Sc 2) (Over (Sc 0))) (Over (Times (Power (Sc 4) 2) (Sc 6)))))
  (Times (Sc 2) (Over (Times (Power (Sc 4) 2) (Sc 6))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | solve [whole_power] | ends])]]. }
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
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) ((-1) - alpha)) with (/ IZR L / Rpower (IZR L) alpha) by monomials; replace (Rpower (IZR L) ((-1) * alpha)) with (/ Rpower (IZR L) alpha) by monomials; fieldy]. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8 cla9. bounded.
Qed.

(* PC-E28 *)
Theorem claim_pc_e28 :
forall (N D : Z) (a b a1 b1 : R) (x : Z -> R) (y : Z -> R) (E_X : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(1 <= D)%Z ->
gaussian_matrix 2%Z D 1 E_X ->
(forall unit : Z, (1 <= unit <= 2)%Z -> (Rpower (IZR N) ((-1) * a1) * Rpower (IZR N) ((-1) * b1 / 2) / sqrt (IZR D)) ^ 2 * E_X (fun X => sum 1 D (fun p => X unit p * x p) * sum 1 D (fun p => X unit p * y p)) = Rpower (IZR N) ((-1) * (2 * a1 + b1)) * (sum 1 D (fun p => x p * y p) / IZR D)) /\
E_X (fun X => sum 1 D (fun p => X 1%Z p * x p) * sum 1 D (fun p => X 2%Z p * y p)) = 0.
Proof.
intros N D a b a1 b1 x y E_X dom0 dom1 dom2.
apply keep; [|intros cla0].
{ intros unit ran0. assert (mean0 : E_X (fun X => sum 1 D (fun p => X unit p * x p) * sum 1 D (fun p => X unit p * y p)) = sum 1 D (fun p_3 => 1 * x p_3 * y p_3)).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun X => sum 1 D (fun p_3 => sum 1 D (fun p_4 => x p_3 * y p_4 * (X unit p_3 * (X unit p_4 * 1))))) (a := sum 1 D (fun p_3 => sum 1 D (fun p_4 => x p_3 * y p_4 * (1 * same_place unit unit * same_place p_3 p_4)))).
- intros X. exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => X unit (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))))
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 D (fun p_3 => sum 1 D (fun p_4 => same_place p_3 p_4 * (same_place unit unit * (1 * x p_3 * y p_4))))).
  + exact (@same_by (IZR D :: same_place unit unit :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (Times (Num (1)) (Sc 2)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
replace (Rpower (IZR N) ((-1) * a1)) with (/ Rpower (IZR N) a1) by monomials. replace (Rpower (IZR N) ((-1) * b1 / 2)) with (/ Rpower (IZR N) (1 / 2 * b1)) by monomials. replace (Rpower (IZR N) ((-1) * (2 * a1 + b1))) with (/ Rpower (IZR N) (1 / 2 * b1) ^ 2 * / Rpower (IZR N) a1 ^ 2) by monomials. transitivity ((/ Rpower (IZR N) a1 / Rpower (IZR N) (b1 * (1 / 2)) / sqrt (IZR D)) ^ 2 * sum 1 D (fun p_9 => 1 * x p_9 * y p_9)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (/ Rpower (IZR N) (b1 * (1 / 2)) ^ 2 * / Rpower (IZR N) a1 ^ 2 * (sum 1 D (fun p_10 => x p_10 * y p_10) / IZR D)); [exact (@same_by (Rpower (IZR N) a1 :: Rpower (IZR N) (b1 * (1 / 2)) :: sqrt (IZR D) :: IZR D :: nil)%list ((3%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((5 :: 5 :: nil)%list%nat, (7 :: nil)%list%nat) :: nil)%list 24%nat
  (Times (Power (Times (Times (Over (Sc 0)) (Over (Sc 2))) (Over (Sc 4))) 2) (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))
  (Times (Times (Over (Power (Sc 2) 2)) (Over (Power (Sc 0) 2))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 6))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [over_root | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
assert (mean0 : E_X (fun X => sum 1 D (fun p => X 1%Z p * x p) * sum 1 D (fun p => X 2%Z p * y p)) = 0).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun X => sum 1 D (fun p_13 => sum 1 D (fun p_14 => x p_13 * y p_14 * (X 1%Z p_13 * (X 2%Z p_14 * 1))))) (a := sum 1 D (fun p_13 => sum 1 D (fun p_14 => x p_13 * y p_14 * (1 * same_place 1%Z 2%Z * same_place p_13 p_14)))).
- intros X. exact (@same_by (IZR D :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => X 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => X 2%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 D (fun p_13 => sum 1 D (fun p_14 => same_place p_13 p_14 * (same_place 1%Z 2%Z * (1 * x p_13 * y p_14))))).
  + exact (@same_by (IZR D :: same_place 1%Z 2%Z :: nil)%list ((0%nat, Z.to_nat (D - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (Times (Num (1)) (Sc 2)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (0); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* PC-E32 *)
Theorem claim_pc_e32 :
forall (N : Z) (a b a1 b1 : R) (u : Z -> R) (v : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
gaussian_matrix 2%Z N 1 E_W ->
(forall unit : Z, (1 <= unit <= 2)%Z -> (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * b / 2)) ^ 2 * E_W (fun W => sum 1 N (fun i => W unit i * u i) * sum 1 N (fun i => W unit i * v i)) = Rpower (IZR N) (1 - 2 * a - b) * (sum 1 N (fun i => u i * v i) / IZR N)) /\
E_W (fun W => sum 1 N (fun i => W 1%Z i * u i) * sum 1 N (fun i => W 2%Z i * v i)) = 0.
Proof.
intros N a b a1 b1 u v E_W dom0 dom1.
apply keep; [|intros cla0].
{ intros unit ran0. assert (mean0 : E_W (fun W => sum 1 N (fun i => W unit i * u i) * sum 1 N (fun i => W unit i * v i)) = sum 1 N (fun i_3 => 1 * u i_3 * v i_3)).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun W => sum 1 N (fun i_3 => sum 1 N (fun i_4 => u i_3 * v i_4 * (W unit i_3 * (W unit i_4 * 1))))) (a := sum 1 N (fun i_3 => sum 1 N (fun i_4 => u i_3 * v i_4 * (1 * same_place unit unit * same_place i_3 i_4)))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W unit (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))))
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (1 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 N (fun i_3 => sum 1 N (fun i_4 => same_place i_3 i_4 * (same_place unit unit * (1 * u i_3 * v i_4))))).
  + exact (@same_by (IZR N :: same_place unit unit :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (Times (Num (1)) (Sc 2)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
replace (Rpower (IZR N) ((-1) * a)) with (/ Rpower (IZR N) a) by monomials. replace (Rpower (IZR N) ((-1) * b / 2)) with (/ Rpower (IZR N) (1 / 2 * b)) by monomials. replace (Rpower (IZR N) (1 - 2 * a - b)) with (IZR N * / Rpower (IZR N) (1 / 2 * b) ^ 2 * / Rpower (IZR N) a ^ 2) by monomials. transitivity ((/ Rpower (IZR N) a / Rpower (IZR N) (b * (1 / 2))) ^ 2 * sum 1 N (fun i_9 => 1 * u i_9 * v i_9)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N * / Rpower (IZR N) (b * (1 / 2)) ^ 2 * / Rpower (IZR N) a ^ 2 * (sum 1 N (fun i_10 => u i_10 * v i_10) / IZR N)); [exact (@same_by (Rpower (IZR N) a :: Rpower (IZR N) (b * (1 / 2)) :: IZR N :: nil)%list ((2%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Power (Times (Over (Sc 0)) (Over (Sc 2))) 2) (Total 0 (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))
  (Times (Times (Times (Sc 4) (Over (Power (Sc 2) 2))) (Over (Power (Sc 0) 2))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 4))))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
assert (mean0 : E_W (fun W => sum 1 N (fun i => W 1%Z i * u i) * sum 1 N (fun i => W 2%Z i * v i)) = 0).
{ apply (mean_is _ _ _ _ _ _ dom1) with
  (g := fun W => sum 1 N (fun i_13 => sum 1 N (fun i_14 => u i_13 * v i_14 * (W 1%Z i_13 * (W 2%Z i_14 * 1))))) (a := sum 1 N (fun i_13 => sum 1 N (fun i_14 => u i_13 * v i_14 * (1 * same_place 1%Z 2%Z * same_place i_13 i_14)))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W 1%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => W 2%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))
  (Total 0 (Total 0 (Times (Times (En 1 (0 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 2 (1 :: nil)%list%nat) (Num (1)))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom1.
- transitivity (sum 1 N (fun i_13 => sum 1 N (fun i_14 => same_place i_13 i_14 * (same_place 1%Z 2%Z * (1 * u i_13 * v i_14))))).
  + exact (@same_by (IZR N :: same_place 1%Z 2%Z :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (Times (Times (Num (1)) (Sc 2)) (En 2 (0 :: 1 :: nil)%list%nat)))))
  (Total 0 (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Times (Sc 2) (Times (Times (Num (1)) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (0); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Num (0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* PC-E46-raw *)
Theorem claim_pc_e46_raw :
forall (K N : Z) (a b : R) (u : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= K)%Z ->
(1 <= N)%Z ->
gaussian_matrix N N 1 E_W ->
gaussian_vector N 1 E_w ->
q 1%Z = IZR N * (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * b / 2)) ^ 2 ->
(forall k : Z, (1 <= k <= (K - 1))%Z -> q (k + 1)%Z = IZR N * (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * b / 2)) ^ 2 * q k) ->
E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2)) = IZR N * sum 1 N (fun i => u i ^ 2) /\
E_w (fun w => sum 1 N (fun i => w i ^ 2)) = IZR N /\
(forall k : Z, (1 <= k <= K)%Z -> b = 1 - 2 * a -> q k = 1) /\
(forall k : Z, (1 <= k <= K)%Z -> a = 0 -> b = 0 -> q k = powerRZ (IZR N) k).
Proof.
intros K N a b u q E_W E_w dom0 dom1 dom2 dom3 def0 def1.
apply keep; [|intros cla0].
{ assert (mean0 : E_W (fun W => sum 1 N (fun j => sum 1 N (fun i => W i j * u i) ^ 2)) = sum 1 N (fun j_1 => sum 1 N (fun i_4 => 1 * u i_4 * u i_4))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => u i_4 * u i_5 * (W i_4 j_1 * (W i_5 j_1 * 1)))))) (a := sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => u i_4 * u i_5 * (1 * same_place i_4 i_5 * same_place j_1 j_1))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (1 :: 0 :: nil)%list%nat) (Times (En 0 (2 :: 0 :: nil)%list%nat) (Num (1))))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun j_1 => sum 1 N (fun i_4 => sum 1 N (fun i_5 => same_place i_4 i_5 * (same_place j_1 j_1 * (1 * u i_4 * u i_5)))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Num (1)) (En 1 (1 :: 2 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (Times (En 2 (0 :: nil)%list%nat) (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_6 => sum 1 N (fun i_7 => 1 * u i_7 * u i_7))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N * sum 1 N (fun i_8 => u i_8 ^ 2)); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Num (1)) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  (Times (Sc 0) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : E_w (fun w => sum 1 N (fun i => w i ^ 2)) = sum 1 N (fun i_9 => 1)).
{ apply (mean_is _ _ _ _ _ _ dom3) with
  (g := fun w => sum 1 N (fun i_9 => 1 * (w i_9 * (w i_9 * 1)))) (a := sum 1 N (fun i_9 => 1 * (1 * same_place i_9 i_9))).
- intros w. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  (Total 0 (Times (Num (1)) (Times (En 0 (0 :: nil)%list%nat) (Times (En 0 (0 :: nil)%list%nat) (Num (1))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom3.
- transitivity (sum 1 N (fun i_9 => same_place i_9 i_9 * 1)).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Num (1)) (Times (Num (1)) (En 0 (0 :: nil)%list%nat))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (1))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_10 => 1)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Num (1)))
  (Sc 0)
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ intros k ran0 spe0.
assert (f : IZR N * (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * b / 2)) ^ 2 = 1)
  by (subst b; monomials).
assert (ind : forall n : Z, (1 <= n)%Z -> (n <= K)%Z -> q n = 1).
{ apply (whole_induction (fun n => (n <= K)%Z -> q n = 1)).
- intros most; rewrite def0; exact f.
- intros n least hyp most; rewrite def1, f, hyp by lia; ring. }
apply ind; lia. }
intros k ran0 spe0 spe1.
assert (f : (Rpower (IZR N) ((-1) * a) * Rpower (IZR N) ((-1) * b / 2)) ^ 2 = 1)
  by (subst a b; monomials).
assert (ind : forall n : Z, (1 <= n)%Z -> (n <= K)%Z -> q n = powerRZ (IZR N) n).
{ apply (whole_induction (fun n => (n <= K)%Z -> q n = powerRZ (IZR N) n)).
- intros most; rewrite def0, f, powerRZ_1; ring.
- intros n least hyp most; rewrite def1, f, hyp, powerRZ_add, powerRZ_1 by first [lia | nz]; ring. }
apply ind; lia.
Qed.
