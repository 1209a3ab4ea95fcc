(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus bounds.
Open Scope R_scope.

(* AMMUP-D04 *)
Theorem claim_ammup_d04 :
forall (c a : Z) (N p s r : R),
(1 <= N) ->
(1 <= p) ->
(0 <= s) ->
(0 <= r) ->
(0 <= c)%Z ->
(0 <= a)%Z ->
(((1 <= p - s) /\ (p + r <= N)) <-> ((s + 1 <= p) /\ (p <= N - r))) /\
sum (c + 1) (c + a) (fun i => 1) = IZR a /\
N - Rmax 0 (N - s - r) <= Rmin N (s + r) /\
Rmin N (s + r) <= N - Rmax 0 (N - s - r).
Proof.
intros c a N p s r dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ linear. }
apply keep; [|intros cla1].
{ rewrite sum_const_from by lia; ring. }
apply keep; [|intros cla2].
{ clear cla0 cla1. linear. }
clear cla0 cla1 cla2. linear.
Qed.

(* AMMUP-D05 *)
Theorem claim_ammup_d05 :
forall (c a b : Z) (x y z : R),
(0 <= c)%Z ->
(0 <= a)%Z ->
(0 <= b)%Z ->
(0 <= x) ->
(x <= 1) ->
(0 <= y) ->
(y <= 1) ->
(1 <= z) ->
sum (c + 1) (c + b) (fun j => sum (c + 1) (c + a) (fun i => 1)) = IZR a * IZR b /\
1 - (1 - x) * (1 - y) <= x + y /\
1 <= z + x.
Proof.
intros c a b x y z dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
apply keep; [|intros cla0].
{ rewrite (sum_ext (c + 1) (c + b) _ (fun _ => IZR a))
  by (intros; rewrite sum_const_from by lia; ring).
rewrite sum_const_from by lia; ring. }
apply keep; [|intros cla1].
{ clear cla0. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]. }
clear cla0 cla1. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos].
Qed.
