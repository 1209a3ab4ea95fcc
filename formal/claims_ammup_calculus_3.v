(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus.
Open Scope R_scope.

(* AMMUP-A4 *)
Theorem claim_ammup_a4 :
forall (L : Z) (e : R),
(2 <= L)%Z ->
(0 < e) ->
Rpower (e * (1 / e) * powerRZ 1 (L - 2)) (1 / IZR L) = 1 /\
(e + 1 / e + sum 1 (L - 2) (fun k => 1)) / IZR L = (e + 1 / e + IZR L + (-2)) / IZR L /\
filterlim (fun e' : R => e' / IZR L * ((-2) + IZR L + e' + / e')) (at_right 0) (locally (/ IZR L)).
Proof.
intros L e dom0 dom1.
apply keep; [|intros cla0].
{ first [fieldy | replace (e * (1 / e) * powerRZ 1 (L - 2)) with (1) by based; replace (Rpower 1 (1 / IZR L)) with (1) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ rewrite sum_const, minus_IZR by lia; field; split; nz. }
apply (tends_near _ (fun y => (((-2) + IZR L) * y + y ^ 2 + 1) / IZR L)).
- exists (mkposreal 1 Rlt_0_1); intros y _ q; field; split; [lra | nz].
- eapply tends_is; [tends | field; nz].
Qed.

(* AMMUP-A5-least *)
Theorem claim_ammup_a5_least :
forall (L : Z) (S R' : R),
(2 <= L)%Z ->
(0 < S) ->
(0 < R') ->
IZR L / (R' + / S) < IZR L * S /\
filterlim (fun S' : R => IZR L / S' / (R' + / S')) (at_right 0) (locally (IZR L)).
Proof.
intros L S R' dom0 dom1 dom2.
apply keep; [|intros cla0].
{ wholes. assert (0 < / S) by pos. assert (0 < IZR L) by lra.
replace (IZR L * S) with (IZR L / (/ S)) by (field; lra). unfold Rdiv.
apply Rmult_lt_compat_l; [lra|]. apply Rinv_lt_contravar; [pos | lra]. }
apply (tends_near _ (fun y => IZR L / (1 + R' * y))).
- exists (mkposreal 1 Rlt_0_1); intros y _ q; field; repeat split; nra.
- eapply tends_is; [tends | field]; lra.
Qed.
