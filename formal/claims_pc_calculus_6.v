(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus bounds.
Open Scope R_scope.

(* PC-EXT3-desiderata *)
Theorem claim_pc_ext3_desiderata :
(forall (H d K L : Z) (c alpha : R) (u : Z -> Z -> R) (S : Z -> Z -> Z -> R) (x : Z -> R) (w : Z -> R) (h : Z -> Z -> R) (m : Z -> Z -> R) (du : Z -> Z -> R) (dh : Z -> Z -> R) (e : Z -> Z -> R),
(1 <= H)%Z ->
(1 <= d)%Z ->
(1 <= K)%Z ->
(0 < c) ->
(0 <= alpha) ->
(2 <= L)%Z ->
(forall i : Z, (1 <= i <= d)%Z -> h 0%Z i = x i) ->
(forall l i : Z, (0 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> h (l + 1)%Z i = sum 1 K (fun o => sum 1 d (fun j => u (l + 1)%Z o * S o i j * h l j))) ->
(forall j : Z, (1 <= j <= d)%Z -> m H j = w j) ->
(forall l j : Z, (0 <= l <= (H - 1))%Z -> (1 <= j <= d)%Z -> m l j = sum 1 K (fun o => sum 1 d (fun i => u (l + 1)%Z o * S o i j * m (l + 1)%Z i))) ->
(forall n o : Z, (1 <= n <= H)%Z -> (1 <= o <= K)%Z -> du n o = sum 1 d (fun i => sum 1 d (fun j => m n i * S o i j * h (n - 1)%Z j))) ->
(forall i : Z, (1 <= i <= d)%Z -> dh 0%Z i = 0) ->
(forall l i : Z, (0 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> dh (l + 1)%Z i = sum 1 K (fun o => sum 1 d (fun j => (c * du (l + 1)%Z o * h l j + u (l + 1)%Z o * dh l j) * S o i j))) ->
(forall i : Z, (1 <= i <= d)%Z -> e 0%Z i = 0) ->
(forall l i : Z, (0 <= l <= (H - 1))%Z -> (1 <= i <= d)%Z -> e (l + 1)%Z i = sum 1 K (fun o => sum 1 d (fun j => (du (l + 1)%Z o * h l j + u (l + 1)%Z o * e l j) * S o i j))) ->
(forall top : Z, (0 <= top <= H)%Z -> sum 1 d (fun i => m top i * dh top i) = c * sum 1 top (fun s => sum 1 K (fun o => du s o ^ 2))) /\
c * sum 1 d (fun i => w i * dh H i) = c ^ 2 * sum 1 H (fun s => sum 1 K (fun o => du s o ^ 2)) /\
(forall top i : Z, (0 <= top <= H)%Z -> (1 <= i <= d)%Z -> dh top i = c * e top i) /\
((1 - 2 * alpha = 0) <-> (alpha = 1 / 2)) /\
((1 - 2 * alpha <= 0) <-> (1 / 2 <= alpha)) /\
Rpower (IZR L) (2 * alpha + (-1)) * IZR L * Rpower (IZR L) ((-2) * alpha) = 1 /\
Rpower (IZR L) (2 * alpha + (-1)) * Rpower (IZR L) ((-1) * alpha) = Rpower (IZR L) (alpha + (-1)) /\
((alpha + (-1) = 0) <-> (2 * alpha + (-1) - alpha = 0))) /\
(forall (d : Z) (c : R) (u : Z -> R) (x : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= d)%Z ->
(0 < c) ->
gaussian_matrix d d (1 / IZR d) E_W ->
E_W (fun W => sum 1 d (fun i => (u i + c * sum 1 d (fun j => W i j * x j)) ^ 2)) = sum 1 d (fun i => u i ^ 2) + c ^ 2 * sum 1 d (fun i => x i ^ 2) /\
E_W (fun W => sum 1 d (fun i => sum 1 d (fun j => W i j * x j) ^ 2)) = sum 1 d (fun i => x i ^ 2)).
Proof.
split.
{ intros H d K L c alpha u S x w h m du dh e dom0 dom1 dom2 dom3 dom4 dom5 def0 def1 def2 def3 def4 def5 def6 def7 def8.
apply keep; [|intros cla0].
{ assert (ind : forall top : Z, (0 <= top)%Z -> (top <= H)%Z -> sum 1 d (fun i => m top i * dh top i) = c * sum 1 top (fun s => sum 1 K (fun o => du s o ^ 2))).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> sum 1 d (fun i => m top i * dh top i) = c * sum 1 top (fun s => sum 1 K (fun o => du s o ^ 2)))).
- intros most. transitivity (sum 1 d (fun i_1 => m 0%Z i_1 * 0)); [cong (first [put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | ends]) | transitivity (c * 0); [exact (@same_by (IZR d :: c :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m 0%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Num (0))))
  (Times (Sc 2) (Num (0)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | ends])]].
- intros top least hyp most. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 d (fun i => m top i * dh top i) - c * sum 1 top (fun s => sum 1 K (fun o => du s o ^ 2)) = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : sum 1 d (fun i => m (top + 1)%Z i * dh (top + 1)%Z i) - c * sum 1 (top + 1) (fun s => sum 1 K (fun o => du s o ^ 2)) = 1 * (sum 1 d (fun i => m top i * dh top i) - c * sum 1 top (fun s => sum 1 K (fun o => du s o ^ 2)))). { transitivity (sum 1 d (fun i_3 => m (top + 1)%Z i_3 * sum 1 K (fun o_4 => sum 1 d (fun j_5 => (c * sum 1 d (fun i_6 => sum 1 d (fun j_7 => m (top + 1)%Z i_6 * S o_4 i_6 j_7 * h top j_7)) * h top j_5 + u (top + 1)%Z o_4 * dh top j_5) * S o_4 i_3 j_5))) - c * (sum 1 top (fun s_9 => sum 1 K (fun o_10 => sum 1 d (fun i_11 => sum 1 d (fun j_12 => m s_9 i_11 * S o_10 i_11 j_12 * h (s_9 - 1)%Z j_12)) ^ 2)) + sum 1 K (fun o_13 => sum 1 d (fun i_14 => sum 1 d (fun j_15 => m (top + 1)%Z i_14 * S o_13 i_14 j_15 * h top j_15)) ^ 2))); [cong (first [put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | ends]) | transitivity (1 * (sum 1 d (fun i_16 => sum 1 K (fun o_17 => sum 1 d (fun i_18 => u (top + 1)%Z o_17 * S o_17 i_18 i_16 * m (top + 1)%Z i_18)) * dh top i_16) - c * sum 1 top (fun s_19 => sum 1 K (fun o_20 => sum 1 d (fun i_21 => sum 1 d (fun j_22 => m s_19 i_21 * S o_20 i_21 j_22 * h (s_19 - 1)%Z j_22)) ^ 2)))); [exact (@same_by (c :: IZR K :: IZR d :: INR (Z.to_nat (top - 1 + 1)%Z) :: nil)%list ((1%nat, Z.to_nat (K - 1 + 1)%Z) :: (2%nat, Z.to_nat (d - 1 + 1)%Z) :: (3%nat, Z.to_nat (top - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: v2' :: nil)%list => S (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 2%nat, (v0' :: nil)%list => h top (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 4%nat, (v0' :: v1' :: nil)%list => h ((1 + Z.of_nat v0')%Z - 1)%Z (1 + Z.of_nat v1')%Z | 5%nat, (v0' :: nil)%list => u (top + 1)%Z (1 + Z.of_nat v0')%Z | 6%nat, (v0' :: nil)%list => dh top (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 1 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Total 1 (Times (Plus (Times (Times (Sc 0) (Total 1 (Total 1 (Times (Times (En 0 (3 :: nil)%list%nat) (En 1 (1 :: 3 :: 4 :: nil)%list%nat)) (En 2 (4 :: nil)%list%nat))))) (En 2 (2 :: nil)%list%nat)) (Times (En 5 (1 :: nil)%list%nat) (En 6 (2 :: nil)%list%nat))) (En 1 (1 :: 0 :: 2 :: nil)%list%nat)))))) (Minus (Times (Sc 0) (Plus (Total 2 (Total 0 (Power (Total 1 (Total 1 (Times (Times (En 3 (0 :: 2 :: nil)%list%nat) (En 1 (1 :: 2 :: 3 :: nil)%list%nat)) (En 4 (0 :: 3 :: nil)%list%nat)))) 2))) (Total 0 (Power (Total 1 (Total 1 (Times (Times (En 0 (1 :: nil)%list%nat) (En 1 (0 :: 1 :: 2 :: nil)%list%nat)) (En 2 (2 :: nil)%list%nat)))) 2))))))
  (Times (Num (1)) (Plus (Total 1 (Times (Total 0 (Total 1 (Times (Times (En 5 (1 :: nil)%list%nat) (En 1 (1 :: 2 :: 0 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))) (En 6 (0 :: nil)%list%nat))) (Minus (Times (Sc 0) (Total 2 (Total 0 (Power (Total 1 (Total 1 (Times (Times (En 3 (0 :: 2 :: nil)%list%nat) (En 1 (1 :: 2 :: 3 :: nil)%list%nat)) (En 4 (0 :: 3 :: nil)%list%nat)))) 2)))))))
  ((0 :: 2 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 3 :: 4 :: nil)%list%nat :: (2 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: 3 :: 2 :: 3 :: 4 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
intros top ran0. apply ind; lia. }
apply keep; [|intros cla1].
{ assert (zer : c * (c * sum 1 H (fun s => sum 1 K (fun o => du s o ^ 2)) - sum 1 d (fun i => m H i * dh H i)) = 0) by zero. assert (gap : c * sum 1 d (fun i => w i * dh H i) - c ^ 2 * sum 1 H (fun s => sum 1 K (fun o => du s o ^ 2)) = c * (c * sum 1 H (fun s => sum 1 K (fun o => du s o ^ 2)) - sum 1 d (fun i => m H i * dh H i)) * (-1)). { transitivity (c * sum 1 d (fun i_43 => w i_43 * dh H i_43) - c ^ 2 * sum 1 H (fun s_44 => sum 1 K (fun o_45 => sum 1 d (fun i_46 => sum 1 d (fun j_47 => m s_44 i_46 * S o_45 i_46 j_47 * h (s_44 - 1)%Z j_47)) ^ 2))); [cong (first [put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | ends]) | transitivity (c * (c * sum 1 H (fun s_48 => sum 1 K (fun o_49 => sum 1 d (fun i_50 => sum 1 d (fun j_51 => m s_48 i_50 * S o_49 i_50 j_51 * h (s_48 - 1)%Z j_51)) ^ 2)) - sum 1 d (fun i_52 => w i_52 * dh H i_52)) * (-1)); [exact (@same_by (c :: IZR H :: IZR K :: IZR d :: nil)%list ((1%nat, Z.to_nat (H - 1 + 1)%Z) :: (2%nat, Z.to_nat (K - 1 + 1)%Z) :: (3%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => m (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: v2' :: nil)%list => S (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 2%nat, (v0' :: v1' :: nil)%list => h ((1 + Z.of_nat v0')%Z - 1)%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => dh H (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 0) (Total 2 (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat)))) (Minus (Times (Power (Sc 0) 2) (Total 0 (Total 1 (Power (Total 2 (Total 2 (Times (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (1 :: 2 :: 3 :: nil)%list%nat)) (En 2 (0 :: 3 :: nil)%list%nat)))) 2))))))
  (Times (Times (Sc 0) (Plus (Times (Sc 0) (Total 0 (Total 1 (Power (Total 2 (Total 2 (Times (Times (En 0 (0 :: 2 :: nil)%list%nat) (En 1 (1 :: 2 :: 3 :: nil)%list%nat)) (En 2 (0 :: 3 :: nil)%list%nat)))) 2)))) (Minus (Total 2 (Times (En 3 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat)))))) (Num (-1)))
  ((nil)%list%nat :: (3 :: nil)%list%nat :: (3 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | ends])]]. } clear - gap zer; lra. }
apply keep; [|intros cla2].
{ assert (ind : forall top : Z, (0 <= top)%Z -> (top <= H)%Z -> (forall i : Z, (1 <= i <= d)%Z -> dh top i = c * e top i)).
{ apply (whole_induction (fun top : Z => (top <= H)%Z -> (forall i : Z, (1 <= i <= d)%Z -> dh top i = c * e top i))).
- intros most. intros i ran0. transitivity (0); [cong (first [put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | put e def7 | put e def8 | ends]) | transitivity (c * 0); [exact (@same_by (c :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Times (Sc 0) (Num (0)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | put e def7 | put e def8 | ends])]].
- intros top least hyp most. intros i ran0. assert (most' : (top <= H)%Z) by lia.
specialize (hyp most'). transitivity (sum 1 K (fun o_53 => sum 1 d (fun j_54 => (c * sum 1 d (fun i_55 => sum 1 d (fun j_56 => m (top + 1)%Z i_55 * S o_53 i_55 j_56 * h top j_56)) * h top j_54 + u (top + 1)%Z o_53 * (c * e top j_54)) * S o_53 i j_54))); [cong (first [put dh hyp | put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | put e def7 | put e def8 | ends]) | transitivity (c * sum 1 K (fun o_57 => sum 1 d (fun j_58 => (sum 1 d (fun i_59 => sum 1 d (fun j_60 => m (top + 1)%Z i_59 * S o_57 i_59 j_60 * h top j_60)) * h top j_58 + u (top + 1)%Z o_57 * e top j_58) * S o_57 i j_58))); [exact (@same_by (IZR K :: IZR d :: c :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: (1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => u (top + 1)%Z (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => e top (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => m (top + 1)%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: v2' :: nil)%list => S (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | 4%nat, (v0' :: nil)%list => h top (1 + Z.of_nat v0')%Z | 5%nat, (v0' :: v1' :: nil)%list => S (1 + Z.of_nat v0')%Z i (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 1 (Times (Plus (Times (Times (Sc 4) (Total 1 (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (0 :: 2 :: 3 :: nil)%list%nat)) (En 4 (3 :: nil)%list%nat))))) (En 4 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Times (Sc 4) (En 1 (1 :: nil)%list%nat)))) (En 5 (0 :: 1 :: nil)%list%nat))))
  (Times (Sc 4) (Total 0 (Total 1 (Times (Plus (Times (Total 1 (Total 1 (Times (Times (En 2 (2 :: nil)%list%nat) (En 3 (0 :: 2 :: 3 :: nil)%list%nat)) (En 4 (3 :: nil)%list%nat)))) (En 4 (1 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) (En 5 (0 :: 1 :: nil)%list%nat)))))
  ((1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put dh hyp | put h def0 | put h def1 | put m def2 | put m def3 | put du def4 | put dh def5 | put dh def6 | put e def7 | put e def8 | ends])]]. }
intros top i ran0 ran1. apply ind; lia. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. first [linear | solve [split; intros; nra]]. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. first [linear | solve [split; intros; nra]]. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. first [transitivity (Rpower (IZR L) alpha * Rpower (IZR L) alpha / IZR L * IZR L * (/ Rpower (IZR L) alpha / Rpower (IZR L) alpha)); [cong (first [ends]) | transitivity (1); [exact (@same_by (Rpower (IZR L) alpha :: IZR L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Sc 0) (Sc 0)) (Over (Sc 2))) (Sc 2)) (Times (Over (Sc 0)) (Over (Sc 0))))
  (Num (1))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact Logic.I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) (2 * alpha + (-1))) with (/ IZR L * Rpower (IZR L) alpha ^ 2) by monomials; replace (Rpower (IZR L) ((-2) * alpha)) with (/ Rpower (IZR L) alpha ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. first [transitivity (Rpower (IZR L) alpha * Rpower (IZR L) alpha / IZR L / Rpower (IZR L) alpha); [cong (first [ends]) | transitivity (Rpower (IZR L) alpha / IZR L); [exact (@same_by (Rpower (IZR L) alpha :: IZR L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Sc 0) (Sc 0)) (Over (Sc 2))) (Over (Sc 0)))
  (Times (Sc 0) (Over (Sc 2)))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) (2 * alpha + (-1))) with (/ IZR L * Rpower (IZR L) alpha ^ 2) by monomials; replace (Rpower (IZR L) ((-1) * alpha)) with (/ Rpower (IZR L) alpha) by monomials; replace (Rpower (IZR L) (alpha + (-1))) with (/ IZR L * Rpower (IZR L) alpha) by monomials; fieldy]. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6. first [linear | solve [split; intros; nra]]. }
intros d c u x E_W dom0 dom1 dom2.
apply keep; [|intros cla0].
{ assert (mean0 : E_W (fun W => sum 1 d (fun i => (u i + c * sum 1 d (fun j => W i j * x j)) ^ 2)) = sum 1 d (fun i_1 => u i_1 * u i_1) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => 1 / IZR d * c * x j_8 * c * x j_8))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 d (fun i_1 => u i_1 * u i_1 * 1) + sum 1 d (fun i_1 => sum 1 d (fun j_6 => u i_1 * c * x j_6 * (W i_1 j_6 * 1))) + sum 1 d (fun i_1 => sum 1 d (fun j_7 => c * x j_7 * u i_1 * (W i_1 j_7 * 1))) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => sum 1 d (fun j_9 => c * x j_8 * c * x j_9 * (W i_1 j_8 * (W i_1 j_9 * 1)))))) (a := sum 1 d (fun i_1 => u i_1 * u i_1 * 1) + sum 1 d (fun i_1 => sum 1 d (fun j_6 => u i_1 * c * x j_6 * 0)) + sum 1 d (fun i_1 => sum 1 d (fun j_7 => c * x j_7 * u i_1 * 0)) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => sum 1 d (fun j_9 => c * x j_8 * c * x j_9 * (1 / IZR d * same_place i_1 i_1 * same_place j_8 j_9))))).
- intros W. exact (@same_by (IZR d :: c :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (En 2 (0 :: nil)%list%nat) (Times (Sc 2) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (En 2 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (En 2 (0 :: nil)%list%nat) (Sc 2)) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (Times (Sc 2) (En 1 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 2) (En 1 (1 :: nil)%list%nat)) (Sc 2)) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 d (fun i_1 => u i_1 * u i_1) + sum 1 d (fun i_1 => sum 1 d (fun j_8 => sum 1 d (fun j_9 => same_place j_8 j_9 * (same_place i_1 i_1 * (1 / IZR d * c * x j_8 * c * x j_9)))))).
  + exact (@same_by (IZR d :: c :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (En 3 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (En 3 (0 :: nil)%list%nat) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (En 3 (0 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (Times (Times (Sc 2) (En 0 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (En 3 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))) (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 d (fun i_10 => u i_10 * u i_10) + sum 1 d (fun i_11 => sum 1 d (fun j_12 => 1 / IZR d * c * x j_12 * c * x j_12))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 d (fun i_13 => u i_13 ^ 2) + c ^ 2 * sum 1 d (fun i_14 => x i_14 ^ 2)); [exact (@same_by (IZR d :: c :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Total 0 (Total 0 (Times (Times (Times (Times (Times (Num (1)) (Over (Sc 0))) (Sc 2)) (En 0 (1 :: nil)%list%nat)) (Sc 2)) (En 0 (1 :: nil)%list%nat)))))
  (Plus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Times (Power (Sc 2) 2) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
assert (mean0 : E_W (fun W => sum 1 d (fun i => sum 1 d (fun j => W i j * x j) ^ 2)) = sum 1 d (fun i_15 => sum 1 d (fun j_18 => 1 / IZR d * x j_18 * x j_18))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 d (fun i_15 => sum 1 d (fun j_18 => sum 1 d (fun j_19 => x j_18 * x j_19 * (W i_15 j_18 * (W i_15 j_19 * 1)))))) (a := sum 1 d (fun i_15 => sum 1 d (fun j_18 => sum 1 d (fun j_19 => x j_18 * x j_19 * (1 / IZR d * same_place i_15 i_15 * same_place j_18 j_19))))).
- intros W. exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))
  (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1))))))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 d (fun i_15 => sum 1 d (fun j_18 => sum 1 d (fun j_19 => same_place j_18 j_19 * (same_place i_15 i_15 * (1 / IZR d * x j_18 * x j_19)))))).
  + exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat))))))
  (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 d (fun i_20 => sum 1 d (fun j_21 => 1 / IZR d * x j_21 * x j_21))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (sum 1 d (fun i_22 => x i_22 ^ 2)); [exact (@same_by (IZR d :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat))))
  (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]].
Qed.

(* PC-A8-law-mean *)
Theorem claim_pc_a8_law_mean :
(forall (N L : Z) (t c2 alpha x0 rho g : R) (p : Z -> R) (s : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= N)%Z ->
(0 <= c2) ->
gaussian_matrix N N c2 E_W ->
(2 <= L)%Z ->
(0 <= alpha) ->
(0 <= x0) ->
(0 < rho) ->
(0 < g) ->
s 1%Z = x0 ->
(forall n : Z, (1 <= n <= (L - 2))%Z -> s (n + 1)%Z = rho * s n) ->
(t = 0 -> c2 = g / IZR N -> E_W (fun W => sum 1 N (fun i => (t * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = g * sum 1 N (fun i => p i ^ 2)) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1))) /\
(forall (L : Z) (rho : R),
(2 <= L)%Z ->
(0 < rho) ->
(forall top : Z, (1 <= top <= (L - 1))%Z -> (rho + (-1)) * sum 1 top (fun k => powerRZ rho k) = rho * (powerRZ rho top + (-1))) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> rho = 1 -> sum 1 top (fun k => powerRZ rho k) = IZR top) /\
(forall top : Z, (1 <= top <= (L - 1))%Z -> 2 * sum 1 top (fun k => powerRZ 3 ((-1) * k)) = 1 - powerRZ 3 ((-1) * top))).
Proof.
split.
{ intros N L t c2 alpha x0 rho g p s E_W dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 def0 def1.
apply keep; [|intros cla0].
{ intros spe0 spe1. subst t. subst c2. assert (mean0 : E_W (fun W => sum 1 N (fun i => (0 * p i + sum 1 N (fun j => W i j * p j)) ^ 2)) = sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => g / IZR N * p j_6 * p j_6))).
{ apply (mean_is _ _ _ _ _ _ dom2) with
  (g := fun W => sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 0 * p i_1 * p j_4 * (W i_1 j_4 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (0 * p i_1) * (W i_1 j_5 * 1))) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (W i_1 j_6 * (W i_1 j_7 * 1)))))) (a := sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1) * 1) + sum 1 N (fun i_1 => sum 1 N (fun j_4 => 0 * p i_1 * p j_4 * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_5 => p j_5 * (0 * p i_1) * 0)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => p j_6 * p j_7 * (g / IZR N * same_place i_1 i_1 * same_place j_6 j_7))))).
- intros W. exact (@same_by (IZR N :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Power (Plus (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)))) 2))
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (0)) (En 1 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (Times (Num (0)) (En 1 (0 :: nil)%list%nat))) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Num (1))))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)) (Times (En 0 (0 :: 1 :: nil)%list%nat) (Times (En 0 (0 :: 2 :: nil)%list%nat) (Num (1)))))))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
- average dom2.
- transitivity (sum 1 N (fun i_1 => 0 * p i_1 * (0 * p i_1)) + sum 1 N (fun i_1 => sum 1 N (fun j_6 => sum 1 N (fun j_7 => same_place j_6 j_7 * (same_place i_1 i_1 * (g / IZR N * p j_6 * p j_7)))))).
  + exact (@same_by (IZR N :: g :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => same_place (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Total 0 (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Num (1)))) (Total 0 (Total 0 (Times (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)) (Num (0)))))) (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (Times (Num (0)) (En 0 (0 :: nil)%list%nat))) (Num (0)))))) (Total 0 (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (2 :: nil)%list%nat)) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: 2 :: nil)%list%nat)))))))
  (Plus (Total 0 (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Total 0 (Times (En 2 (1 :: 2 :: nil)%list%nat) (Times (En 1 (0 :: nil)%list%nat) (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)).
  + collapse. }
transitivity (sum 1 N (fun i_8 => 0 * p i_8 * (0 * p i_8)) + sum 1 N (fun i_9 => sum 1 N (fun j_10 => g / IZR N * p j_10 * p j_10))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | ends]) | transitivity (g * sum 1 N (fun i_11 => p i_11 ^ 2)); [exact (@same_by (IZR N :: g :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Total 0 (Times (Times (Num (0)) (En 0 (0 :: nil)%list%nat)) (Times (Num (0)) (En 0 (0 :: nil)%list%nat)))) (Total 0 (Total 0 (Times (Times (Times (Sc 2) (Over (Sc 0))) (En 0 (1 :: nil)%list%nat)) (En 0 (1 :: nil)%list%nat)))))
  (Times (Sc 2) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | ends])]]. }
assert (ind : forall top : Z, (1 <= top)%Z -> (top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1)).
{ apply (whole_induction (fun top : Z => (top <= (L - 1))%Z -> s top = x0 * powerRZ rho (top - 1))).
- intros most. transitivity (x0); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put s def0 | put s def1 | ends]) | transitivity (x0 * 1); [exact (@same_by (x0 :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Times (Sc 0) (Num (1)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put s def0 | put s def1 | ends])]].
- intros top least hyp most. assert (most' : (top <= (L - 1))%Z) by lia.
specialize (hyp most'). transitivity (rho * (x0 * (powerRZ rho top / rho))); [cong (first [etransitivity; [solve [apply mean0; lia] |] | put s hyp | put s def0 | put s def1 | solve [whole_power] | ends]) | transitivity (x0 * powerRZ rho top); [exact (@same_by (rho :: x0 :: powerRZ rho top :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Times (Sc 2) (Times (Sc 4) (Over (Sc 0)))))
  (Times (Sc 2) (Sc 4))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [solve [apply mean0; lia] |] | put s hyp | put s def0 | put s def1 | solve [whole_power] | ends])]]. }
intros top ran0. apply ind; lia. }
intros L rho dom0 dom1.
apply keep; [|intros cla0].
{ intros top ran0. assert (e := geometric rho top ltac:(lra) ltac:(lia)).
rewrite (sum_ext 1 top _ (fun k => rho * powerRZ rho (k - 1))).
2: { intros k ran; replace k with (k - 1 + 1)%Z at 1 by ring.
rewrite powerRZ_add, powerRZ_1 by lra; ring. }
rewrite sum_scale.
transitivity (rho * ((rho + (-1)) * sum 1 top (fun k => powerRZ rho (k - 1)))); [ring|].
rewrite e; ring. }
apply keep; [|intros cla1].
{ intros top ran0 spe0. rewrite spe0, (sum_ext 1 top _ (fun _ => 1)).
- rewrite sum_const by lia; ring.
- intros; apply powerRZ_R1. }
intros top ran0.
transitivity ((3 + (-1)) * sum 1 top (fun k => powerRZ 3 ((-1) * k))); [f_equal; ring|].
apply geometric_down; [lra | lia].
Qed.

(* PC-S15 *)
Theorem claim_pc_s15 :
forall (k : Z) (t q loss y f : R),
(0 <= k)%Z ->
(0 < t) ->
(0 < q) ->
(0 < loss) ->
1 / 2 * (y - f * powerRZ t (3 + k)) ^ 2 + (-1 / 2) * y ^ 2 = t ^ 3 * (1 / 2 * f ^ 2 * powerRZ t (3 + (2 * k)) - f * y * powerRZ t k) /\
is_derive (fun t' : R => loss / (1 + q * t' ^ 2)) 0 0 /\
is_derive_n (fun t' : R => loss / (1 + q * t' ^ 2)) 2 0 ((-2) * loss * q) /\
loss / (1 + q * t ^ 2) < loss.
Proof.
intros k t q loss y f dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ first [transitivity (1 / 2 * (y - f * (t * t * t * powerRZ t k)) ^ 2 + (-1 / 2) * y ^ 2); [cong (first [ends]) | transitivity (t ^ 3 * (1 / 2 * f ^ 2 * (t * t * t * powerRZ t k * powerRZ t k) - f * y * powerRZ t k)); [exact (@same_by (y :: f :: t :: powerRZ t k :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Num (1)) (Over (Num 2))) (Power (Plus (Sc 0) (Minus (Times (Sc 2) (Times (Times (Times (Sc 4) (Sc 4)) (Sc 4)) (Sc 6))))) 2)) (Times (Times (Num (-1)) (Over (Num 2))) (Power (Sc 0) 2)))
  (Times (Power (Sc 4) 3) (Plus (Times (Times (Times (Num (1)) (Over (Num 2))) (Power (Sc 2) 2)) (Times (Times (Times (Times (Sc 4) (Sc 4)) (Sc 4)) (Sc 6)) (Sc 6))) (Minus (Times (Times (Sc 2) (Sc 0)) (Sc 6)))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (powerRZ t (3 + k)) with (t ^ 3 * powerRZ t k) by monomials; replace (powerRZ t (3 + (2 * k))) with (t ^ 3 * powerRZ t k ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (slope_is _ _ ((-1) * / (1 + q * 0 ^ 2) ^ 2 * (2 * 0 * q) * loss) _); [sloped |]. fieldy. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. apply (second_is _ _ (((-2) * / (1 + q * 0 ^ 2) ^ 3 * (2 * 0 * q) * (-1) * (2 * 0 * q) + 2 * q * ((-1) * / (1 + q * 0 ^ 2) ^ 2)) * loss) _); [second (fun t' : R => (-1) * / (1 + q * t' ^ 2) ^ 2 * (2 * t' * q) * loss) |]. fieldy. }
assert (0 < q * t ^ 2) by pos. rewrite <- (Rmult_1_r loss) at 2; unfold Rdiv.
apply Rmult_lt_compat_l; [lra|]. rewrite <- Rinv_1; apply Rinv_lt_contravar; lra.
Qed.
