(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* PC-B32-descent *)
Theorem claim_pc_b32_descent :
(forall (P : Z) (low high eta l k : R),
(0 < low) ->
(0 < high) ->
(0 < eta) ->
(0 < l) ->
(0 < k) ->
(1 <= P)%Z ->
(((1 - k) ^ 2 < 1) <-> (k < 2)) /\
/ (1 + high / low) * ((-1) + high / low) = (high - low) / (high + low) /\
1 - 2 / (low + high) * low = (high - low) / (high + low) /\
2 / (low + high) * high + (-1) = (high - low) / (high + low) /\
1 - IZR P * eta * (l / IZR P) = 1 - eta * l) /\
(forall (low high eta l b : R),
(0 < low) ->
(0 < high) ->
(0 < eta) ->
(0 < l) ->
1 - eta * low <= b ->
eta * high + (-1) <= b ->
low <= l ->
l <= high ->
(high - low) / (high + low) <= b /\
(1 - 2 / (low + high) * l) ^ 2 <= ((high - low) / (high + low)) ^ 2).
Proof.
split.
{ intros P low high eta l k dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ first [linear | solve [split; intros; nra]]. }
apply keep; [|intros cla1].
{ clear cla0. fieldy. }
apply keep; [|intros cla2].
{ clear cla0 cla1. fieldy. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. fieldy. }
clear cla0 cla1 cla2 cla3. first [exact (@same_by (IZR P :: eta :: l :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Num (1)) (Minus (Times (Times (Sc 0) (Sc 2)) (Times (Sc 4) (Over (Sc 0))))))
  (Plus (Num (1)) (Minus (Times (Sc 2) (Sc 4))))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | fieldy]. }
intros low high eta l b dom0 dom1 dom2 dom3 giv0 giv1 giv2 giv3.
apply keep; [|intros cla0].
{ assert (gap : b - (high - low) / (high + low) = (high * (b - (1 - eta * low)) + low * (b - (eta * high + (-1)))) / (high + low)). { fieldy. } assert (sgn : 0 <= (high * (b - (1 - eta * low)) + low * (b - (eta * high + (-1)))) / (high + low)) by pos. clear - gap sgn; lra. }
assert (gap : ((high - low) / (high + low)) ^ 2 - (1 - 2 / (low + high) * l) ^ 2 = 4 * (high - l) * (l - low) / (high + low) ^ 2). { fieldy. } assert (sgn : 0 <= 4 * (high - l) * (l - low) / (high + low) ^ 2) by pos. clear - gap sgn; lra.
Qed.
