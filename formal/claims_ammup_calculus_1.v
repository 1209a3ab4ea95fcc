(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus.
Open Scope R_scope.

(* AMMUP-D13 *)
Theorem claim_ammup_d13 :
forall (l L : Z) (kappa q h variance delta : R),
(1 <= l)%Z ->
(1 <= L)%Z ->
(0 < kappa) ->
(0 < q) ->
(0 < h) ->
(0 < variance) ->
(0 < delta) ->
h * q ^ 2 * (h + variance) * ((-1) * IZR l ^ 2 * ((-1) + kappa) + 1 / 6 * kappa * IZR l * (1 + IZR l) * (1 + 2 * IZR l)) = h * q ^ 2 * (h + variance) * ((-1) * IZR l ^ 2 * ((-1) + kappa) + 1 / 6 * kappa * IZR l * (1 + IZR l) * (1 + 2 * IZR l)) /\
is_lim (fun l' : R => / l' ^ 3 * ((-1) * l' ^ 2 * ((-1) + kappa) + 1 / 6 * kappa * l' * (1 + l') * (1 + 2 * l'))) p_infty (1 / 3 * kappa) /\
1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2) = 1 / 6 + 1 / 3 * IZR L ^ 2 + 1 / 12 * IZR L * (6 - delta) + 1 / 12 * delta * IZR L ^ 3 /\
is_lim (fun L' : R => / L' ^ 3 * (1 / 6 + 1 / 3 * L' ^ 2 + 1 / 12 * L' * (6 - delta) + 1 / 12 * delta * L' ^ 3)) p_infty (1 / 12 * delta).
Proof.
intros l L kappa q h variance delta dom0 dom1 dom2 dom3 dom4 dom5 dom6.
apply keep; [|intros cla0].
{ first [exact (@same_by (h :: q :: variance :: kappa :: IZR l :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Times (Sc 0) (Power (Sc 2) 2)) (Plus (Sc 0) (Sc 4))) (Plus (Times (Times (Num (-1)) (Power (Sc 8) 2)) (Plus (Num (-1)) (Sc 6))) (Times (Times (Times (Times (Times (Num (1)) (Over (Num 6))) (Sc 6)) (Sc 8)) (Plus (Num (1)) (Sc 8))) (Plus (Num (1)) (Times (Num (2)) (Sc 8))))))
  (Times (Times (Times (Sc 0) (Power (Sc 2) 2)) (Plus (Sc 0) (Sc 4))) (Plus (Times (Times (Num (-1)) (Power (Sc 8) 2)) (Plus (Num (-1)) (Sc 6))) (Times (Times (Times (Times (Times (Num (1)) (Over (Num 6))) (Sc 6)) (Sc 8)) (Plus (Num (1)) (Sc 8))) (Plus (Num (1)) (Times (Num (2)) (Sc 8))))))
  (List.repeat nil 24) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (lim_is _ (1 / 3 * kappa) _); [apply (lim_by_over _ (fun l' : R => l' + 1 / 3 * kappa + (-1 / 2) * kappa * l' + 1 / 6 * kappa * l' ^ 2)); [intros y' over_y'; fieldy | limiting] |]. reflexivity. }
apply keep; [|intros cla2].
{ clear cla0 cla1. first [exact (@same_by (IZR L :: delta :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Num (1)) (Over (Num 6))) (Plus (Num (1)) (Sc 0))) (Plus (Num (1)) (Times (Num (2)) (Sc 0)))) (Times (Times (Times (Times (Num (1)) (Over (Num 12))) (Sc 0)) (Sc 2)) (Plus (Num (-1)) (Power (Sc 0) 2))))
  (Plus (Plus (Plus (Times (Num (1)) (Over (Num 6))) (Times (Times (Num (1)) (Over (Num 3))) (Power (Sc 0) 2))) (Times (Times (Times (Num (1)) (Over (Num 12))) (Sc 0)) (Plus (Num (6)) (Minus (Sc 2))))) (Times (Times (Times (Num (1)) (Over (Num 12))) (Sc 2)) (Power (Sc 0) 3)))
  (List.repeat nil 11) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
clear cla0 cla1 cla2. overs. apply (lim_is _ (1 / 12 * delta) _); [apply (lim_by_over _ (fun L' : R => 1 / 2 * L' ^ 2 + 1 / 3 * L' + 1 / 6 * L' ^ 3 + 1 / 12 * delta + (-1 / 12) * delta * L' ^ 2)); [intros y' over_y'; fieldy | limiting] |]. reflexivity.
Qed.

(* AMMUP-A5-slope *)
Theorem claim_ammup_a5_slope :
forall (L : Z) (S R' : R),
(2 <= L)%Z ->
(0 < S) ->
(0 < R') ->
IZR L * / S ^ 2 * / (R' + / S) ^ 2 = IZR L * / (1 + R' * S) ^ 2 /\
is_derive (fun S' : R => IZR L / (R' + / S')) S (IZR L * / (1 + R' * S) ^ 2) /\
0 < IZR L * / (1 + R' * S) ^ 2.
Proof.
intros L S R' dom0 dom1 dom2.
apply keep; [|intros cla0].
{ fieldy. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (slope_is _ _ ((-1) * / (R' + / S) ^ 2 * ((-1) * / S ^ 2) * IZR L) _); [sloped |]. fieldy. }
clear cla0 cla1. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos].
Qed.
