(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* AMMUP-E35 *)
Theorem claim_ammup_e35 :
forall (L K : Z) (c q T_0 : R) (e : Z -> R) (T : Z -> R),
(1 <= L)%Z ->
(1 <= K)%Z ->
(0 < c) ->
(0 < q) ->
T 0%Z = T_0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> T (before + 1)%Z = (1 + c * q / IZR K) * T before + c / IZR K * e (before + 1)%Z) ->
T L = powerRZ (1 + c * q / IZR K) L * T_0 + c / IZR K * sum 1 L (fun t => powerRZ (1 + c * q / IZR K) (L - t) * e t).
Proof.
intros L K c q T_0 e T dom0 dom1 dom2 dom3 def0 def1.
assert (0 < c * q / IZR K) by pos.
rewrite (linear_recursion L (1 + c * q / IZR K) T (fun n => c / IZR K * e n)); [| lra | lia |].
2: { intros k ran; rewrite def1 by lia; ring. }
rewrite def0, <- sum_scale; f_equal; apply sum_ext; intros; ring.
Qed.

(* AMMUP-C1 *)
Theorem claim_ammup_c1 :
(forall (L K : Z) (c q T_0 e_max : R) (e : Z -> R) (T : Z -> R),
(1 <= L)%Z ->
(1 <= K)%Z ->
(0 < c) ->
(0 < q) ->
(0 <= e_max) ->
T 0%Z = T_0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> T (before + 1)%Z = (1 + c * q / IZR K) * T before + c / IZR K * e (before + 1)%Z) ->
(forall t : Z, (1 <= t <= L)%Z -> e t <= e_max) ->
T L = powerRZ (1 + c * q / IZR K) L * T_0 + c / IZR K * sum 1 L (fun t => powerRZ (1 + c * q / IZR K) (L - t) * e t) /\
c / IZR K * sum 1 L (fun t => powerRZ (1 + c * q / IZR K) (L - t)) = (powerRZ (1 + c * q / IZR K) L + (-1)) / q /\
c / IZR K * sum 1 L (fun t => powerRZ (1 + c * q / IZR K) (L - t) * e t) <= e_max * c / IZR K * sum 1 L (fun t => powerRZ (1 + c * q / IZR K) (L - t))) /\
(forall (l K : Z) (c q x : R),
(1 <= l)%Z ->
(1 <= K)%Z ->
(0 < c) ->
(0 < q) ->
(0 < x) ->
1 + c * q / IZR K = 1 + c * q / IZR K /\
powerRZ (1 + c * q / IZR K) (l + 1) / powerRZ (1 + c * q / IZR K) l = 1 + c * q / IZR K /\
ln (1 + x) < x).
Proof.
split.
{ intros L K c q T_0 e_max e T dom0 dom1 dom2 dom3 dom4 def0 def1 giv0.
apply keep; [|intros cla0].
{ assert (0 < c * q / IZR K) by pos.
rewrite (linear_recursion L (1 + c * q / IZR K) T (fun n => c / IZR K * e n)); [| lra | lia |].
2: { intros k ran; rewrite def1 by lia; ring. }
rewrite def0, <- sum_scale; f_equal; apply sum_ext; intros; ring. }
apply keep; [|intros cla1].
{ assert (0 < c * q / IZR K) by pos.
assert (e' := geometric_back (1 + c * q / IZR K) L ltac:(lra) ltac:(lia)).
rewrite <- e'; field; repeat split; nz. }
assert (0 < c * q / IZR K) by pos.
set (S := sum 1 L (fun t => powerRZ (1 + c * q / IZR K) (L - t))).
replace (e_max * c / IZR K * S) with (c / IZR K * (e_max * S)) by (field; nz).
apply Rmult_le_compat_l; [pos|]. unfold S; rewrite <- sum_scale.
apply sum_at_most; intros t r; rewrite (Rmult_comm (powerRZ _ _)).
apply Rmult_le_compat_r; [pos | apply giv0; lia]. }
intros l K c q x dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ reflexivity. }
apply keep; [|intros cla1].
{ assert (0 < 1 + c * q / IZR K) by pos.
rewrite powerRZ_add, powerRZ_1 by lra. field; split; [nz | apply powerRZ_NOR; lra]. }
apply exp_lt_inv; rewrite exp_ln by lra; apply exp_ineq1; lra.
Qed.
