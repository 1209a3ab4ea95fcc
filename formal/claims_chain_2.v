(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* CHAIN-R2-one *)
Theorem claim_chain_r2_one :
forall (v k : R),
(0 < v) ->
(1 < k) ->
(k < 2) ->
1 - (v - k / 1 * 1 * ((-1) + v)) = (1 - k) * (1 - v) /\
1 - k < 0 /\
(1 - k) ^ 2 < 1.
Proof.
intros v k dom0 dom1 dom2.
apply keep; [|intros cla0].
{ first [exact (@same_by (k :: v :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Num (1)) (Minus (Plus (Sc 2) (Minus (Times (Times (Times (Sc 0) (Over (Num (1)))) (Num (1))) (Plus (Num (-1)) (Sc 2)))))))
  (Times (Plus (Num (1)) (Minus (Sc 0))) (Plus (Num (1)) (Minus (Sc 2))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]. }
clear cla0 cla1. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos].
Qed.

(* CHAIN-I9 *)
Theorem claim_chain_i9 :
forall (alpha r mu_xx mu_yy L : R),
(0 < alpha) ->
(0 < r) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(1 <= L) ->
1 / 2 * mu_xx * r ^ 2 + 1 / 2 * mu_xx * alpha ^ 2 * r ^ 2 - alpha * mu_xx * r ^ 2 = 1 / 2 * mu_xx * r ^ 2 * (1 - alpha) ^ 2 /\
((1 / 2 * mu_xx * r ^ 2 * (1 - alpha) ^ 2 = 0) <-> (alpha = 1)).
Proof.
intros alpha r mu_xx mu_yy L dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ first [exact (@same_by (mu_xx :: alpha :: r :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 0)) (Power (Sc 4) 2)) (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 0)) (Power (Sc 2) 2)) (Power (Sc 4) 2))) (Minus (Times (Times (Sc 2) (Sc 0)) (Power (Sc 4) 2))))
  (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 0)) (Power (Sc 4) 2)) (Power (Plus (Num (1)) (Minus (Sc 2))) 2))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
assert (0 < mu_xx * r ^ 2) by (apply Rmult_lt_0_compat; [lra | apply pow_lt; lra]).
split; intros h; [| rewrite h; ring].
assert (z : (1 - alpha) ^ 2 = 0) by (apply (Rmult_eq_reg_l (1 / 2 * mu_xx * r ^ 2)); lra).
assert (alpha * alpha - 2 * alpha + 1 = 0) by (rewrite <- z; ring). nra.
Qed.
