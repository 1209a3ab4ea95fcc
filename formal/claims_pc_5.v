(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* PC-E16 *)
Theorem claim_pc_e16 :
forall (N L : Z) (t c2 gamma0 rho : R) (p : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 < gamma0) ->
(0 < rho) ->
gaussian_vector N (1 / (gamma0 * IZR N) ^ 2) E_w ->
q 1%Z = 1 / (gamma0 ^ 2 * IZR N) ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> q (n + 1)%Z = q n) ->
(t = 0 -> c2 = 1 / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i => p i ^ 2)) /\
E_w (fun w => sum 1 N (fun i => w i ^ 2)) = 1 / (gamma0 ^ 2 * IZR N) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> q top = 1 / (gamma0 ^ 2 * IZR N)) /\
1 + sum 1 (L - 1) (fun k => q k) = 1 + / IZR N * / gamma0 ^ 2 * ((-1) + IZR L).
Proof.
intros N L t c2 gamma0 rho p q E_W E_w dom0 dom1 dom2 dom3 dom4 dom5 dom6 def0 def1.
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
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> q top = 1 / (gamma0 ^ 2 * IZR N)).
{ apply (whole_induction (fun top : Z => (top <= (L - 1))%Z -> q top = 1 / (gamma0 ^ 2 * IZR N))).
- intros most. transitivity (1 / (gamma0 ^ 2 * IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends])]].
- intros top least hyp most. assert (most' : (top <= (L - 1))%Z) by lia.
specialize (hyp most'). transitivity (1 / (gamma0 ^ 2 * IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | ends])]]. }
intros top ran0. apply ind; lia. }
rewrite (sum_ext 1 (L - 1) _ (fun _ => 1 / (gamma0 ^ 2 * IZR N)))
  by (intros k ran0; apply cla2; lia).
rewrite sum_const, minus_IZR by lia; field; split; nz.
Qed.

(* PC-E17 *)
Theorem claim_pc_e17 :
forall (N L : Z) (t c2 gamma0 rho s loss : R) (p : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 < gamma0) ->
(0 < rho) ->
gaussian_vector N (1 / (gamma0 * IZR N) ^ 2) E_w ->
(1 <= s) ->
(0 < loss) ->
q 1%Z = 1 / (gamma0 ^ 2 * IZR N) ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> q (n + 1)%Z = q n) ->
(loss - loss / s) / loss = 1 - 1 / s /\
0 <= 1 - 1 / s /\
1 - 1 / s <= s + (-1) /\
(t = 0 -> c2 = 1 / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i => p i ^ 2)) /\
E_w (fun w => sum 1 N (fun i => w i ^ 2)) = 1 / (gamma0 ^ 2 * IZR N) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> q top = 1 / (gamma0 ^ 2 * IZR N)) /\
1 + sum 1 (L - 1) (fun k => q k) = 1 + / IZR N * / gamma0 ^ 2 * ((-1) + IZR L).
Proof.
intros N L t c2 gamma0 rho s loss p q E_W E_w dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8 def0 def1.
apply keep; [|intros cla0].
{ first [exact (@same_by (loss :: s :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Sc 0) (Minus (Times (Sc 0) (Over (Sc 2))))) (Over (Sc 0)))
  (Plus (Num (1)) (Minus (Times (Num (1)) (Over (Sc 2)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla1].
{ replace (1 - 1 / s) with ((s + (-1)) * / s) by (field; lra); pos. }
apply keep; [|intros cla2].
{ replace (1 - 1 / s) with ((s + (-1)) * / s) by (field; lra).
assert (/ s <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). nra. }
apply keep; [|intros cla3].
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
apply keep; [|intros cla4].
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
apply keep; [|intros cla5].
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> q top = 1 / (gamma0 ^ 2 * IZR N)).
{ apply (whole_induction (fun top : Z => (top <= (L - 1))%Z -> q top = 1 / (gamma0 ^ 2 * IZR N))).
- intros most. transitivity (1 / (gamma0 ^ 2 * IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends])]].
- intros top least hyp most. assert (most' : (top <= (L - 1))%Z) by lia.
specialize (hyp most'). transitivity (1 / (gamma0 ^ 2 * IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | ends])]]. }
intros top ran0. apply ind; lia. }
rewrite (sum_ext 1 (L - 1) _ (fun _ => 1 / (gamma0 ^ 2 * IZR N)))
  by (intros k ran0; apply cla5; lia).
rewrite sum_const, minus_IZR by lia; field; split; nz.
Qed.

(* PC-C3.2 *)
Theorem claim_pc_c3_2 :
forall (N L : Z) (t c2 gamma0 rho : R) (p : Z -> R) (q : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R) (E_w : ((Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 < gamma0) ->
(0 < rho) ->
gaussian_vector N (1 / (gamma0 * IZR N) ^ 2) E_w ->
q 1%Z = 1 / (gamma0 ^ 2 * IZR N) ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> q (n + 1)%Z = q n) ->
(t = 0 -> c2 = 1 / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i => p i ^ 2)) /\
E_w (fun w => sum 1 N (fun i => w i ^ 2)) = 1 / (gamma0 ^ 2 * IZR N) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> q top = 1 / (gamma0 ^ 2 * IZR N)) /\
1 + sum 1 (L - 1) (fun k => q k) = 1 + / IZR N * / gamma0 ^ 2 * ((-1) + IZR L).
Proof.
intros N L t c2 gamma0 rho p q E_W E_w dom0 dom1 dom2 dom3 dom4 dom5 dom6 def0 def1.
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
{ assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> q top = 1 / (gamma0 ^ 2 * IZR N)).
{ apply (whole_induction (fun top : Z => (top <= (L - 1))%Z -> q top = 1 / (gamma0 ^ 2 * IZR N))).
- intros most. transitivity (1 / (gamma0 ^ 2 * IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q def0 | put q def1 | ends])]].
- intros top least hyp most. assert (most' : (top <= (L - 1))%Z) by lia.
specialize (hyp most'). transitivity (1 / (gamma0 ^ 2 * IZR N)); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | ends]) | transitivity (1 / (gamma0 ^ 2 * IZR N)); [exact (@same_by (gamma0 :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (Times (Num (1)) (Over (Times (Power (Sc 0) 2) (Sc 2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put q hyp | put q def0 | put q def1 | ends])]]. }
intros top ran0. apply ind; lia. }
rewrite (sum_ext 1 (L - 1) _ (fun _ => 1 / (gamma0 ^ 2 * IZR N)))
  by (intros k ran0; apply cla2; lia).
rewrite sum_const, minus_IZR by lia; field; split; nz.
Qed.

(* PC-E69-power *)
Theorem claim_pc_e69_power :
forall (N K : Z) (m : Z -> R) (h : Z -> R) (A : Z -> Z -> R) (y : Z -> R) (E_M : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(1 <= K)%Z ->
gaussian_matrix N N (1 / IZR N) E_M ->
y 0%Z = 0 ->
(forall k : Z, (0 <= k <= (K - 1))%Z -> y (k + 1)%Z = 1 + IZR k + y k) ->
E_M (fun M => sum 1 N (fun j => sum 1 N (fun i => m i * M i j * h j)) * sum 1 N (fun p => sum 1 N (fun j => sum 1 N (fun i => m i * M i j * sum 1 N (fun r => A j r * A p r) * h p)))) = sum 1 N (fun i => m i ^ 2) * sum 1 N (fun j => sum 1 N (fun i => h i * sum 1 N (fun r => A i r * A j r) * h j)) / IZR N /\
E_M (fun M => sum 1 N (fun i => sum 1 N (fun p => M i p * h p) ^ 2) + sum 1 N (fun j => sum 1 N (fun i => sum 1 N (fun p => M i p * h p) * sum 1 N (fun q => sum 1 N (fun p => M i p * sum 1 N (fun r => A p r * A q r) * M j q)) * sum 1 N (fun p => M j p * h p)))) = sum 1 N (fun i => h i ^ 2) + (sum 1 N (fun i => h i ^ 2) * sum 1 N (fun i => sum 1 N (fun r => A i r * A i r)) + (IZR N + 1) * sum 1 N (fun j => sum 1 N (fun i => h i * sum 1 N (fun r => A i r * A j r) * h j))) / IZR N /\
E_M (fun M => sum 1 N (fun i => sum 1 N (fun p => M i p * h p) ^ 2) * (IZR N + sum 1 N (fun i => sum 1 N (fun q => sum 1 N (fun p => M i p * sum 1 N (fun r => A p r * A q r) * M i q))))) = sum 1 N (fun i => h i ^ 2) * (IZR N + sum 1 N (fun i => sum 1 N (fun r => A i r * A i r))) + 2 * sum 1 N (fun j => sum 1 N (fun i => h i * sum 1 N (fun r => A i r * A j r) * h j)) / IZR N /\
(forall k : Z, (1 <= k <= K)%Z -> y k = IZR k * (IZR k + 1) / 2) /\
sum 1 K (fun k => IZR k * (IZR k + 1) / 2) = IZR K * (IZR K + 1) * (IZR K + 2) / 6.
Proof.
intros N K m h A y E_M dom0 dom1 dom2 def0 def1.
apply keep; [|intros cla0].
{ assert (mean0 : E_M (fun M => sum 1 N (fun j => sum 1 N (fun i => m i * M i j * h j)) * sum 1 N (fun p => sum 1 N (fun j => sum 1 N (fun i => m i * M i j * sum 1 N (fun r => A j r * A p r) * h p)))) = sum 1 N (fun j_6 => sum 1 N (fun i_7 => sum 1 N (fun p_8 => 1 / IZR N * m i_7 * h j_6 * m i_7 * sum 1 N (fun r => A j_6 r * A p_8 r) * h p_8)))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun M => sum 1 N (fun j_6 => sum 1 N (fun i_7 => sum 1 N (fun p_8 => sum 1 N (fun j_9 => sum 1 N (fun i_10 => m i_7 * h j_6 * m i_10 * sum 1 N (fun r => A j_9 r * A p_8 r) * h p_8 * (M i_7 j_6 * (M i_10 j_9 * 1)))))))) (a := sum 1 N (fun j_6 => sum 1 N (fun i_7 => sum 1 N (fun p_8 => sum 1 N (fun j_9 => sum 1 N (fun i_10 => m i_7 * h j_6 * m i_10 * sum 1 N (fun r => A j_9 r * A p_8 r) * h p_8 * (1 / IZR N * same_place i_7 i_10 * same_place j_6 j_9))))))).
- intros M. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 0 (2 :: nil)%list%nat) (En 1 (2 :: 1 :: nil)%list%nat)) (Total 0 (Times (En 3 (1 :: 3 :: nil)%list%nat) (En 3 (0 :: 3 :: nil)%list%nat)))) (En 2 (0 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Total 0 (Times (En 3 (3 :: 5 :: nil)%list%nat) (En 3 (2 :: 5 :: nil)%list%nat)))) (En 2 (2 :: nil)%list%nat)) (Times (En 1 (1 :: 0 :: nil)%list%nat) (Times (En 1 (4 :: 3 :: nil)%list%nat) (Num (1))))))))))
  ((0 :: 3 :: 2 :: 1 :: 3 :: nil)%list%nat :: (0 :: 3 :: 2 :: 1 :: 3 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun j_6 => sum 1 N (fun i_7 => sum 1 N (fun p_8 => sum 1 N (fun j_9 => same_place j_6 j_9 * sum 1 N (fun i_10 => same_place i_7 i_10 * (1 / IZR N * m i_7 * h j_6 * m i_10 * sum 1 N (fun r => A j_9 r * A p_8 r) * h p_8))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Total 0 (Times (En 2 (3 :: 5 :: nil)%list%nat) (En 2 (2 :: 5 :: nil)%list%nat)))) (En 1 (2 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 3 (1 :: 4 :: nil)%list%nat)) (En 3 (0 :: 3 :: nil)%list%nat))))))))
  (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 3 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 3 (1 :: 4 :: nil)%list%nat) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Total 0 (Times (En 2 (3 :: 5 :: nil)%list%nat) (En 2 (2 :: 5 :: nil)%list%nat)))) (En 1 (2 :: nil)%list%nat)))))))))
  ((0 :: 3 :: 2 :: 1 :: 2 :: nil)%list%nat :: (0 :: 3 :: 2 :: 1 :: 2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun j_11 => sum 1 N (fun i_12 => sum 1 N (fun p_13 => 1 / IZR N * m i_12 * h j_11 * m i_12 * sum 1 N (fun r_14 => A j_11 r_14 * A p_13 r_14) * h p_13)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_15 => m i_15 ^ 2) * sum 1 N (fun j_16 => sum 1 N (fun i_17 => h i_17 * sum 1 N (fun r_18 => A i_17 r_18 * A j_16 r_18) * h j_16)) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Total 0 (Times (En 2 (0 :: 3 :: nil)%list%nat) (En 2 (2 :: 3 :: nil)%list%nat)))) (En 1 (2 :: nil)%list%nat)))))
  (Times (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (En 2 (0 :: 2 :: nil)%list%nat)))) (En 1 (0 :: nil)%list%nat))))) (Over (Sc 0)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla1].
{ assert (mean0 : E_M (fun M => sum 1 N (fun i => sum 1 N (fun p => M i p * h p) ^ 2) + sum 1 N (fun j => sum 1 N (fun i => sum 1 N (fun p => M i p * h p) * sum 1 N (fun q => sum 1 N (fun p => M i p * sum 1 N (fun r => A p r * A q r) * M j q)) * sum 1 N (fun p => M j p * h p)))) = sum 1 N (fun i_19 => sum 1 N (fun p_22 => 1 / IZR N * h p_22 * h p_22)) + sum 1 N (fun j_24 => sum 1 N (fun i_25 => sum 1 N (fun p_33 => sum 1 N (fun q_34 => 1 / IZR N * (1 / IZR N) * h p_33 * sum 1 N (fun r => A p_33 r * A q_34 r) * h q_34)))) + sum 1 N (fun j_24 => sum 1 N (fun p_33 => sum 1 N (fun p_35 => 1 / IZR N * (1 / IZR N) * h p_33 * sum 1 N (fun r => A p_35 r * A p_33 r) * h p_35))) + sum 1 N (fun j_24 => sum 1 N (fun p_33 => sum 1 N (fun q_34 => 1 / IZR N * (1 / IZR N) * h p_33 * sum 1 N (fun r => A q_34 r * A q_34 r) * h p_33)))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun M => sum 1 N (fun i_19 => sum 1 N (fun p_22 => sum 1 N (fun p_23 => h p_22 * h p_23 * (M i_19 p_22 * (M i_19 p_23 * 1))))) + sum 1 N (fun j_24 => sum 1 N (fun i_25 => sum 1 N (fun p_33 => sum 1 N (fun q_34 => sum 1 N (fun p_35 => sum 1 N (fun p_36 => h p_33 * sum 1 N (fun r => A p_35 r * A q_34 r) * h p_36 * (M i_25 p_33 * (M i_25 p_35 * (M j_24 q_34 * (M j_24 p_36 * 1))))))))))) (a := sum 1 N (fun i_19 => sum 1 N (fun p_22 => sum 1 N (fun p_23 => h p_22 * h p_23 * (1 / IZR N * same_place i_19 i_19 * same_place p_22 p_23)))) + sum 1 N (fun j_24 => sum 1 N (fun i_25 => sum 1 N (fun p_33 => sum 1 N (fun q_34 => sum 1 N (fun p_35 => sum 1 N (fun p_36 => h p_33 * sum 1 N (fun r => A p_35 r * A q_34 r) * h p_36 * (1 / IZR N * same_place i_25 i_25 * same_place p_33 p_35 * (1 / IZR N) * same_place j_24 j_24 * same_place q_34 p_36 + 1 / IZR N * same_place i_25 j_24 * same_place p_33 q_34 * (1 / IZR N) * same_place i_25 j_24 * same_place p_35 p_36 + 1 / IZR N * same_place i_25 j_24 * same_place p_33 p_36 * (1 / IZR N) * same_place i_25 j_24 * same_place p_35 q_34)))))))).
- intros M. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)) (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 4 :: nil)%list%nat) (En 2 (2 :: 4 :: nil)%list%nat)))) (En 0 (0 :: 2 :: nil)%list%nat))))) (Total 0 (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 1 (2 :: nil)%list%nat) (Total 0 (Times (En 2 (4 :: 6 :: nil)%list%nat) (En 2 (3 :: 6 :: nil)%list%nat)))) (En 1 (5 :: nil)%list%nat)) (Times (En 0 (1 :: 2 :: nil)%list%nat) (Times (En 0 (1 :: 4 :: nil)%list%nat) (Times (En 0 (0 :: 3 :: nil)%list%nat) (Times (En 0 (0 :: 5 :: nil)%list%nat) (Num (1))))))))))))))
  ((nil)%list%nat :: (5 :: 4 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (4 :: 3 :: 2 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_19 => sum 1 N (fun p_22 => sum 1 N (fun p_23 => same_place p_22 p_23 * (same_place i_19 i_19 * (1 / IZR N * h p_22 * h p_23))))) + sum 1 N (fun j_24 => sum 1 N (fun i_25 => sum 1 N (fun p_33 => sum 1 N (fun q_34 => sum 1 N (fun p_35 => same_place p_33 p_35 * sum 1 N (fun p_36 => same_place q_34 p_36 * (same_place j_24 j_24 * (same_place i_25 i_25 * (1 / IZR N * (1 / IZR N) * h p_33 * sum 1 N (fun r => A p_35 r * A q_34 r) * h p_36))))))))) + sum 1 N (fun j_24 => sum 1 N (fun p_33 => sum 1 N (fun p_35 => sum 1 N (fun i_25 => same_place i_25 j_24 * sum 1 N (fun q_34 => same_place p_33 q_34 * sum 1 N (fun p_36 => same_place p_35 p_36 * (same_place i_25 j_24 * (1 / IZR N * (1 / IZR N) * h p_33 * sum 1 N (fun r => A p_35 r * A q_34 r) * h p_36)))))))) + sum 1 N (fun j_24 => sum 1 N (fun p_33 => sum 1 N (fun q_34 => sum 1 N (fun i_25 => same_place i_25 j_24 * sum 1 N (fun p_36 => same_place p_33 p_36 * sum 1 N (fun p_35 => same_place p_35 q_34 * (same_place i_25 j_24 * (1 / IZR N * (1 / IZR N) * h p_33 * sum 1 N (fun r => A p_35 r * A q_34 r) * h p_36))))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 3 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 0 (2 :: nil)%list%nat) (Total 0 (Times (En 1 (4 :: 6 :: nil)%list%nat) (En 1 (3 :: 6 :: nil)%list%nat)))) (En 0 (5 :: nil)%list%nat)) (Plus (Plus (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 3 (1 :: nil)%list%nat)) (En 2 (2 :: 4 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 3 (0 :: nil)%list%nat)) (En 2 (3 :: 5 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (1 :: 0 :: nil)%list%nat)) (En 2 (2 :: 3 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 2 (1 :: 0 :: nil)%list%nat)) (En 2 (4 :: 5 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (1 :: 0 :: nil)%list%nat)) (En 2 (2 :: 5 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 2 (1 :: 0 :: nil)%list%nat)) (En 2 (4 :: 3 :: nil)%list%nat)))))))))))
  (Plus (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 2 (2 :: 4 :: nil)%list%nat) (Total 0 (Times (En 2 (3 :: 5 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (En 3 (1 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (2 :: nil)%list%nat)) (Total 0 (Times (En 1 (4 :: 6 :: nil)%list%nat) (En 1 (3 :: 6 :: nil)%list%nat)))) (En 0 (5 :: nil)%list%nat))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 2 (3 :: 0 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 2 (2 :: 5 :: nil)%list%nat) (Times (En 2 (3 :: 0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (Total 0 (Times (En 1 (2 :: 6 :: nil)%list%nat) (En 1 (4 :: 6 :: nil)%list%nat)))) (En 0 (5 :: nil)%list%nat))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 2 (3 :: 0 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 2 (5 :: 2 :: nil)%list%nat) (Times (En 2 (3 :: 0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (Total 0 (Times (En 1 (5 :: 6 :: nil)%list%nat) (En 1 (2 :: 6 :: nil)%list%nat)))) (En 0 (4 :: nil)%list%nat)))))))))))))
  ((0 :: 1 :: nil)%list%nat :: (1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 5 :: nil)%list%nat :: (1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: 5 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (0 :: 4 :: 3 :: 2 :: 1 :: 2 :: 4 :: 3 :: 5 :: 4 :: 5 :: nil)%list%nat :: (0 :: 3 :: 2 :: 1 :: 4 :: 3 :: 2 :: 3 :: 5 :: 4 :: 5 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_37 => sum 1 N (fun p_38 => 1 / IZR N * h p_38 * h p_38)) + sum 1 N (fun j_39 => sum 1 N (fun i_40 => sum 1 N (fun p_41 => sum 1 N (fun q_42 => 1 / IZR N * (1 / IZR N) * h p_41 * sum 1 N (fun r_43 => A p_41 r_43 * A q_42 r_43) * h q_42)))) + sum 1 N (fun j_44 => sum 1 N (fun p_45 => sum 1 N (fun p_46 => 1 / IZR N * (1 / IZR N) * h p_45 * sum 1 N (fun r_47 => A p_46 r_47 * A p_45 r_47) * h p_46))) + sum 1 N (fun j_48 => sum 1 N (fun p_49 => sum 1 N (fun q_50 => 1 / IZR N * (1 / IZR N) * h p_49 * sum 1 N (fun r_51 => A q_50 r_51 * A q_50 r_51) * h p_49)))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_52 => h i_52 ^ 2) + (sum 1 N (fun i_53 => h i_53 ^ 2) * sum 1 N (fun i_54 => sum 1 N (fun r_55 => A i_54 r_55 * A i_54 r_55)) + (IZR N + 1) * sum 1 N (fun j_56 => sum 1 N (fun i_57 => h i_57 * sum 1 N (fun r_58 => A i_57 r_58 * A j_56 r_58) * h j_56))) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (2 :: nil)%list%nat)) (Total 0 (Times (En 1 (2 :: 4 :: nil)%list%nat) (En 1 (3 :: 4 :: nil)%list%nat)))) (En 0 (3 :: nil)%list%nat))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat)))) (En 0 (2 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (2 :: 3 :: nil)%list%nat)))) (En 0 (1 :: nil)%list%nat))))))
  (Plus (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Times (Plus (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))))) (Times (Plus (Sc 0) (Num (1))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat)))) (En 0 (0 :: nil)%list%nat)))))) (Over (Sc 0))))
  ((0 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 3 :: 2 :: nil)%list%nat :: (0 :: 1 :: 2 :: nil)%list%nat :: (0 :: 1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla2].
{ assert (mean0 : E_M (fun M => sum 1 N (fun i => sum 1 N (fun p => M i p * h p) ^ 2) * (IZR N + sum 1 N (fun i => sum 1 N (fun q => sum 1 N (fun p => M i p * sum 1 N (fun r => A p r * A q r) * M i q))))) = sum 1 N (fun i_67 => sum 1 N (fun p_68 => 1 / IZR N * h p_68 * h p_68 * IZR N)) + sum 1 N (fun i_70 => sum 1 N (fun p_71 => sum 1 N (fun i_73 => sum 1 N (fun q_74 => 1 / IZR N * (1 / IZR N) * h p_71 * h p_71 * sum 1 N (fun r => A q_74 r * A q_74 r))))) + sum 1 N (fun i_70 => sum 1 N (fun p_71 => sum 1 N (fun p_72 => 1 / IZR N * (1 / IZR N) * h p_71 * h p_72 * sum 1 N (fun r => A p_71 r * A p_72 r)))) + sum 1 N (fun i_70 => sum 1 N (fun p_71 => sum 1 N (fun p_72 => 1 / IZR N * (1 / IZR N) * h p_71 * h p_72 * sum 1 N (fun r => A p_72 r * A p_71 r))))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun M => sum 1 N (fun i_67 => sum 1 N (fun p_68 => sum 1 N (fun p_69 => h p_68 * h p_69 * IZR N * (M i_67 p_68 * (M i_67 p_69 * 1))))) + sum 1 N (fun i_70 => sum 1 N (fun p_71 => sum 1 N (fun p_72 => sum 1 N (fun i_73 => sum 1 N (fun q_74 => sum 1 N (fun p_75 => h p_71 * h p_72 * sum 1 N (fun r => A p_75 r * A q_74 r) * (M i_70 p_71 * (M i_70 p_72 * (M i_73 p_75 * (M i_73 q_74 * 1))))))))))) (a := sum 1 N (fun i_67 => sum 1 N (fun p_68 => sum 1 N (fun p_69 => h p_68 * h p_69 * IZR N * (1 / IZR N * same_place i_67 i_67 * same_place p_68 p_69)))) + sum 1 N (fun i_70 => sum 1 N (fun p_71 => sum 1 N (fun p_72 => sum 1 N (fun i_73 => sum 1 N (fun q_74 => sum 1 N (fun p_75 => h p_71 * h p_72 * sum 1 N (fun r => A p_75 r * A q_74 r) * (1 / IZR N * same_place i_70 i_70 * same_place p_71 p_72 * (1 / IZR N) * same_place i_73 i_73 * same_place p_75 q_74 + 1 / IZR N * same_place i_70 i_73 * same_place p_71 p_75 * (1 / IZR N) * same_place i_70 i_73 * same_place p_72 q_74 + 1 / IZR N * same_place i_70 i_73 * same_place p_71 q_74 * (1 / IZR N) * same_place i_70 i_73 * same_place p_72 p_75)))))))).
- intros M. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)) (Plus (Sc 0) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (0 :: 2 :: nil)%list%nat) (Total 0 (Times (En 2 (2 :: 3 :: nil)%list%nat) (En 2 (1 :: 3 :: nil)%list%nat)))) (En 0 (0 :: 1 :: nil)%list%nat)))))))
  (Plus (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Sc 0)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Total 0 (Times (En 2 (5 :: 6 :: nil)%list%nat) (En 2 (4 :: 6 :: nil)%list%nat)))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Times (En 0 (3 :: 5 :: nil)%list%nat) (Times (En 0 (3 :: 4 :: nil)%list%nat) (Num (1))))))))))))))
  ((nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_67 => sum 1 N (fun p_68 => sum 1 N (fun p_69 => same_place p_68 p_69 * (same_place i_67 i_67 * (1 / IZR N * h p_68 * h p_69 * IZR N))))) + sum 1 N (fun i_70 => sum 1 N (fun p_71 => sum 1 N (fun i_73 => sum 1 N (fun q_74 => sum 1 N (fun p_72 => same_place p_71 p_72 * sum 1 N (fun p_75 => same_place p_75 q_74 * (same_place i_70 i_70 * (same_place i_73 i_73 * (1 / IZR N * (1 / IZR N) * h p_71 * h p_72 * sum 1 N (fun r => A p_75 r * A q_74 r)))))))))) + sum 1 N (fun i_70 => sum 1 N (fun p_71 => sum 1 N (fun p_72 => sum 1 N (fun i_73 => same_place i_70 i_73 * sum 1 N (fun p_75 => same_place p_71 p_75 * sum 1 N (fun q_74 => same_place p_72 q_74 * (same_place i_70 i_73 * (1 / IZR N * (1 / IZR N) * h p_71 * h p_72 * sum 1 N (fun r => A p_75 r * A q_74 r))))))))) + sum 1 N (fun i_70 => sum 1 N (fun p_71 => sum 1 N (fun p_72 => sum 1 N (fun i_73 => same_place i_70 i_73 * sum 1 N (fun q_74 => same_place p_71 q_74 * sum 1 N (fun p_75 => same_place p_72 p_75 * (same_place i_70 i_73 * (1 / IZR N * (1 / IZR N) * h p_71 * h p_72 * sum 1 N (fun r => A p_75 r * A q_74 r)))))))))).
  + exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Sc 0)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 3 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Total 0 (Times (En 1 (5 :: 6 :: nil)%list%nat) (En 1 (4 :: 6 :: nil)%list%nat)))) (Plus (Plus (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 3 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 3 (3 :: nil)%list%nat)) (En 2 (5 :: 4 :: nil)%list%nat)) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: 3 :: nil)%list%nat)) (En 2 (1 :: 5 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 2 (0 :: 3 :: nil)%list%nat)) (En 2 (2 :: 4 :: nil)%list%nat))) (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 2 (0 :: 3 :: nil)%list%nat)) (En 2 (1 :: 4 :: nil)%list%nat)) (Times (Num (1)) (Over (Sc 0)))) (En 2 (0 :: 3 :: nil)%list%nat)) (En 2 (2 :: 5 :: nil)%list%nat)))))))))))
  (Plus (Plus (Plus (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Sc 0))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 2 (5 :: 3 :: nil)%list%nat) (Times (En 3 (0 :: nil)%list%nat) (Times (En 3 (2 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (4 :: nil)%list%nat)) (Total 0 (Times (En 1 (5 :: 6 :: nil)%list%nat) (En 1 (3 :: 6 :: nil)%list%nat))))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 2 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 2 (2 :: 5 :: nil)%list%nat) (Times (En 2 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Total 0 (Times (En 1 (4 :: 6 :: nil)%list%nat) (En 1 (5 :: 6 :: nil)%list%nat))))))))))))))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (En 2 (0 :: 3 :: nil)%list%nat) (Total 0 (Times (En 2 (1 :: 4 :: nil)%list%nat) (Total 0 (Times (En 2 (2 :: 5 :: nil)%list%nat) (Times (En 2 (0 :: 3 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Total 0 (Times (En 1 (5 :: 6 :: nil)%list%nat) (En 1 (4 :: 6 :: nil)%list%nat)))))))))))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (0 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 3 :: 2 :: 1 :: 4 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 4 :: 3 :: 5 :: 4 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_76 => sum 1 N (fun p_77 => 1 / IZR N * h p_77 * h p_77 * IZR N)) + sum 1 N (fun i_78 => sum 1 N (fun p_79 => sum 1 N (fun i_80 => sum 1 N (fun q_81 => 1 / IZR N * (1 / IZR N) * h p_79 * h p_79 * sum 1 N (fun r_82 => A q_81 r_82 * A q_81 r_82))))) + sum 1 N (fun i_83 => sum 1 N (fun p_84 => sum 1 N (fun p_85 => 1 / IZR N * (1 / IZR N) * h p_84 * h p_85 * sum 1 N (fun r_86 => A p_84 r_86 * A p_85 r_86)))) + sum 1 N (fun i_87 => sum 1 N (fun p_88 => sum 1 N (fun p_89 => 1 / IZR N * (1 / IZR N) * h p_88 * h p_89 * sum 1 N (fun r_90 => A p_89 r_90 * A p_88 r_90))))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 N (fun i_91 => h i_91 ^ 2) * (IZR N + sum 1 N (fun i_92 => sum 1 N (fun r_93 => A i_92 r_93 * A i_92 r_93))) + 2 * sum 1 N (fun j_94 => sum 1 N (fun i_95 => h i_95 * sum 1 N (fun r_96 => A i_95 r_96 * A j_94 r_96) * h j_94)) / IZR N); [exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => h (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => A (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Total 0 (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Sc 0)))) (Total 0 (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Total 0 (Times (En 1 (3 :: 4 :: nil)%list%nat) (En 1 (3 :: 4 :: nil)%list%nat))))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Total 0 (Times (En 1 (1 :: 3 :: nil)%list%nat) (En 1 (2 :: 3 :: nil)%list%nat)))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Times (Num (1)) (Over (Sc 0)))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)) (Total 0 (Times (En 1 (2 :: 3 :: nil)%list%nat) (En 1 (1 :: 3 :: nil)%list%nat))))))))
  (Plus (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Plus (Sc 0) (Total 0 (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat)))))) (Times (Times (Num (2)) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat)))) (En 0 (0 :: nil)%list%nat))))) (Over (Sc 0))))
  ((0 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: nil)%list%nat :: (0 :: 1 :: 2 :: nil)%list%nat :: (0 :: 1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
apply keep; [|intros cla3].
{ intros k ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K)%Z -> y n = IZR n * (IZR n + 1) / 2).
{ apply (whole_induction (fun n => (n <= K)%Z -> y n = IZR n * (IZR n + 1) / 2)).
- intros most; rewrite def0; field.
- intros n least hyp most; rewrite def1, hyp, plus_IZR by lia; field. }
apply ind; lia. }
rewrite (sum_cubic K _ 0 (1 / 2) (1 / 2) 0); [field | lia |].
intros k ran0; field.
Qed.
