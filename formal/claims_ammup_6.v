(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

Lemma part_266083b93a97 :
forall (L j : Z) (y : Z -> R) (r : Z -> R) (T : Z -> R),
(1 <= L)%Z ->
(0 <= j)%Z ->
y 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> y (before + 1)%Z = y before + 1 / 2) ->
r 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> r (before + 1)%Z = (1 / 2) ^ 2 + IZR before * (1 / 2) + r before + 3 / 4 * (IZR before * (1 / 2)) ^ 2) ->
T 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> T (before + 1)%Z = T before + 32 * (((IZR before + 1) ^ 2 + 3 / 4 * (IZR before + 1 + (-1)) * (IZR before + 1) * (2 * (IZR before + 1) + (-1)) / 6) / 4)) ->
(forall l : Z, (0 <= l <= L)%Z -> y l = 1 / 2 * IZR l) /\
(forall l : Z, (0 <= l <= L)%Z -> r l = (IZR l ^ 2 + 3 / 4 * (IZR l + (-1)) * IZR l * (2 * IZR l + (-1)) / 6) / 4) /\
(forall l : Z, (0 <= l <= L)%Z -> T l = IZR l * (IZR l + 1) * (3 * IZR l ^ 2 + 13 * IZR l + 8) / 6) /\
IZR L ^ 4 / 2 <= IZR L * (IZR L + 1) * (3 * IZR L ^ 2 + 13 * IZR L + 8) / 6 /\
(1 + IZR j) * (1 + IZR j + 1) * (3 * (1 + IZR j) ^ 2 + 13 * (1 + IZR j) + 8) / 6 <= 8 * (1 + IZR j) ^ 4.
Proof.
intros L j y r T dom0 dom1 def0 def1 def2 def3 def4 def5.
apply keep; [|intros cla0].
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= L)%Z -> y l = 1 / 2 * IZR l).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> y l = 1 / 2 * IZR l)).
- intros most. transitivity (0); [cong (first [put y def0 | put y def1 | ends]) | transitivity (1 / 2 * 0); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Times (Times (Num (1)) (Over (Num 2))) (Num (0)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put y def0 | put y def1 | ends])]].
- intros l least hyp most. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity (1 / 2 * IZR l + 1 / 2); [cong (first [put y hyp | put y def0 | put y def1 | ends]) | transitivity (1 / 2 * (IZR l + 1)); [exact (@same_by (IZR l :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Num (1)) (Over (Num 2))) (Sc 0)) (Times (Num (1)) (Over (Num 2))))
  (Times (Times (Num (1)) (Over (Num 2))) (Plus (Sc 0) (Num (1))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put y hyp | put y def0 | put y def1 | ends])]]. }
intros l ran0. apply ind; lia. }
apply keep; [|intros cla1].
{ intros l ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> r n = (IZR n ^ 2 + 3 / 4 * (IZR n + (-1)) * IZR n * (2 * IZR n + (-1)) / 6) / 4).
{ apply (whole_induction (fun n => (n <= L)%Z -> r n = (IZR n ^ 2 + 3 / 4 * (IZR n + (-1)) * IZR n * (2 * IZR n + (-1)) / 6) / 4)).
- intros most; rewrite def2; field.
- intros n least hyp most; rewrite def3, hyp, plus_IZR by first [lia | lra].
field. }
apply ind; lia. }
apply keep; [|intros cla2].
{ intros l ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> T n = IZR n * (IZR n + 1) * (3 * IZR n ^ 2 + 13 * IZR n + 8) / 6).
{ apply (whole_induction (fun n => (n <= L)%Z -> T n = IZR n * (IZR n + 1) * (3 * IZR n ^ 2 + 13 * IZR n + 8) / 6)).
- intros most; rewrite def4; field.
- intros n least hyp most; rewrite def5, hyp, plus_IZR by first [lia | lra].
field. }
apply ind; lia. }
apply keep; [|intros cla3].
{ assert (gap : IZR L * (IZR L + 1) * (3 * IZR L ^ 2 + 13 * IZR L + 8) / 6 - IZR L ^ 4 / 2 = IZR L * (16 * IZR L ^ 2 + 21 * IZR L + 8) / 6). { first [exact (@same_by (IZR L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Sc 0) (Plus (Sc 0) (Num (1)))) (Plus (Plus (Times (Num (3)) (Power (Sc 0) 2)) (Times (Num (13)) (Sc 0))) (Num (8)))) (Over (Num (6)))) (Minus (Times (Power (Sc 0) 4) (Over (Num (2))))))
  (Times (Times (Sc 0) (Plus (Plus (Times (Num (16)) (Power (Sc 0) 2)) (Times (Num (21)) (Sc 0))) (Num (8)))) (Over (Num (6))))
  (List.repeat nil 10) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. } assert (sgn : 0 <= IZR L * (16 * IZR L ^ 2 + 21 * IZR L + 8) / 6) by pos. clear - gap sgn; lra. }
set (x := IZR j). assert (0 <= x) by (apply IZR_le; lia).
apply Rminus_le. replace (_ - _) with (- (x * (1 + x) * (45 * x ^ 2 + 119 * x + 82) / 6)) by field.
assert (0 <= x * (1 + x) * (45 * x ^ 2 + 119 * x + 82) / 6) by pos. lra.
Qed.

(* AMMUP-E22-kernel *)
Theorem claim_ammup_e22_kernel :
forall (L l : Z) (q kappa h variance : R) (B : Z -> R),
(1 <= L)%Z ->
(0 < q) ->
(1 <= kappa) ->
(0 < h) ->
(0 < variance) ->
(1 <= l)%Z ->
B 0%Z = 0 ->
(forall passed : Z, (0 <= passed <= (L - 1))%Z -> B (passed + 1)%Z = B passed + (variance + h) * h * q ^ 2 * (1 + 2 * IZR passed + kappa * IZR passed ^ 2)) ->
(forall layer : Z, (0 <= layer <= L)%Z -> B layer = (variance + h) * h * q ^ 2 * (kappa * (IZR layer * (IZR layer + 1) * (2 * IZR layer + 1) / 6) - (kappa + (-1)) * IZR layer ^ 2)) /\
h * q ^ 2 * (h + variance) * ((-1) * (IZR l + 1) ^ 2 * ((-1) + kappa) + 1 / 6 * kappa * (IZR l + 1) * (1 + (IZR l + 1)) * (1 + 2 * (IZR l + 1))) - h * q ^ 2 * (h + variance) * ((-1) * IZR l ^ 2 * ((-1) + kappa) + 1 / 6 * kappa * IZR l * (1 + IZR l) * (1 + 2 * IZR l)) = (variance + h) * h * q ^ 2 * (1 + 2 * IZR l + kappa * IZR l ^ 2).
Proof.
intros L l q kappa h variance B dom0 dom1 dom2 dom3 dom4 dom5 def0 def1.
apply keep; [|intros cla0].
{ intros layer ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> B n = (variance + h) * h * q ^ 2 * (kappa * (IZR n * (IZR n + 1) * (2 * IZR n + 1) / 6) - (kappa + (-1)) * IZR n ^ 2)).
{ apply (whole_induction (fun n => (n <= L)%Z -> B n = (variance + h) * h * q ^ 2 * (kappa * (IZR n * (IZR n + 1) * (2 * IZR n + 1) / 6) - (kappa + (-1)) * IZR n ^ 2))).
- intros most; rewrite def0; field.
- intros n least hyp most; rewrite def1, hyp, plus_IZR by first [lia | lra].
field. }
apply ind; lia. }
field.
Qed.

(* AMMUP-X-paths *)
Theorem claim_ammup_x_paths :
forall (m K : Z) (P_0 : Z -> R) (P_1 : Z -> R) (P_2 : Z -> R) (P_3 : Z -> R),
(0 <= m)%Z ->
(1 <= K)%Z ->
P_0 0%Z = 1 ->
(forall before : Z, (0 <= before <= (K - 1))%Z -> P_0 (before + 1)%Z = 2 * P_0 before) ->
P_1 0%Z = IZR m ->
(forall before : Z, (0 <= before <= (K - 1))%Z -> P_1 (before + 1)%Z = 2 * P_1 before + powerRZ 2 before) ->
P_2 0%Z = IZR m ^ 2 ->
(forall before : Z, (0 <= before <= (K - 1))%Z -> P_2 (before + 1)%Z = 2 * P_2 before + powerRZ 2 before * (2 * (IZR m + IZR before / 2) + 1)) ->
P_3 0%Z = IZR m ^ 3 ->
(forall before : Z, (0 <= before <= (K - 1))%Z -> P_3 (before + 1)%Z = 2 * P_3 before + powerRZ 2 before * (3 * ((IZR m + IZR before / 2) ^ 2 + IZR before / 4) + 3 * (IZR m + IZR before / 2) + 1)) ->
(forall k : Z, (0 <= k <= K)%Z -> P_0 k = powerRZ 2 k) /\
(forall k : Z, (0 <= k <= K)%Z -> P_1 k = powerRZ 2 k * (IZR m + IZR k / 2)) /\
(forall k : Z, (0 <= k <= K)%Z -> P_2 k = powerRZ 2 k * ((IZR m + IZR k / 2) ^ 2 + IZR k / 4)) /\
(forall k : Z, (0 <= k <= K)%Z -> P_3 k = powerRZ 2 k * ((IZR m + IZR k / 2) ^ 3 + 3 * IZR k / 4 * (IZR m + IZR k / 2))).
Proof.
intros m K P_0 P_1 P_2 P_3 dom0 dom1 def0 def1 def2 def3 def4 def5 def6 def7.
apply keep; [|intros cla0].
{ assert (ind : forall k : Z, (0 <= k)%Z -> (k <= K)%Z -> P_0 k = powerRZ 2 k).
{ apply (whole_induction (fun k : Z => (k <= K)%Z -> P_0 k = powerRZ 2 k)).
- intros most. transitivity (1); [cong (first [put P_0 def0 | put P_0 def1 | ends]) | transitivity (1); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (1))
  (Num (1))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put P_0 def0 | put P_0 def1 | ends])]].
- intros k least hyp most. assert (most' : (k <= K)%Z) by lia.
specialize (hyp most'). assert (zer : P_0 k - powerRZ 2 k = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : P_0 (k + 1)%Z - powerRZ 2 (k + 1) = 2 * (P_0 k - powerRZ 2 k)). { transitivity (2 * P_0 k - powerRZ 2 k * 2); [cong (first [put P_0 def0 | put P_0 def1 | ends]) | transitivity (2 * (P_0 k - powerRZ 2 k)); [exact (@same_by (powerRZ 2 k :: P_0 k :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (2)) (Sc 2)) (Minus (Times (Sc 0) (Num (2)))))
  (Times (Num (2)) (Plus (Sc 2) (Minus (Sc 0))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put P_0 def0 | put P_0 def1 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
intros k ran0. apply ind; lia. }
apply keep; [|intros cla1].
{ intros k ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K)%Z -> P_1 n = powerRZ 2 n * (IZR m + IZR n / 2)).
{ apply (whole_induction (fun n => (n <= K)%Z -> P_1 n = powerRZ 2 n * (IZR m + IZR n / 2))).
- intros most; rewrite def2; change (powerRZ 2 0) with 1; field.
- intros n least hyp most; rewrite def3, hyp, powerRZ_add, powerRZ_1, plus_IZR by first [lia | lra].
field. }
apply ind; lia. }
apply keep; [|intros cla2].
{ intros k ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K)%Z -> P_2 n = powerRZ 2 n * ((IZR m + IZR n / 2) ^ 2 + IZR n / 4)).
{ apply (whole_induction (fun n => (n <= K)%Z -> P_2 n = powerRZ 2 n * ((IZR m + IZR n / 2) ^ 2 + IZR n / 4))).
- intros most; rewrite def4; change (powerRZ 2 0) with 1; field.
- intros n least hyp most; rewrite def5, hyp, powerRZ_add, powerRZ_1, plus_IZR by first [lia | lra].
field. }
apply ind; lia. }
intros k ran0.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K)%Z -> P_3 n = powerRZ 2 n * ((IZR m + IZR n / 2) ^ 3 + 3 * IZR n / 4 * (IZR m + IZR n / 2))).
{ apply (whole_induction (fun n => (n <= K)%Z -> P_3 n = powerRZ 2 n * ((IZR m + IZR n / 2) ^ 3 + 3 * IZR n / 4 * (IZR m + IZR n / 2)))).
- intros most; rewrite def6; change (powerRZ 2 0) with 1; field.
- intros n least hyp most; rewrite def7, hyp, powerRZ_add, powerRZ_1, plus_IZR by first [lia | lra].
field. }
apply ind; lia.
Qed.

(* AMMUP-P3 *)
Theorem claim_ammup_p3 :
forall (L j : Z) (y : Z -> R) (r : Z -> R) (T : Z -> R),
(1 <= L)%Z ->
(0 <= j)%Z ->
y 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> y (before + 1)%Z = y before + 1 / 2) ->
r 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> r (before + 1)%Z = (1 / 2) ^ 2 + IZR before * (1 / 2) + r before + 3 / 4 * (IZR before * (1 / 2)) ^ 2) ->
T 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> T (before + 1)%Z = T before + 32 * (((IZR before + 1) ^ 2 + 3 / 4 * (IZR before + 1 + (-1)) * (IZR before + 1) * (2 * (IZR before + 1) + (-1)) / 6) / 4)) ->
(forall l : Z, (0 <= l <= L)%Z -> y l = 1 / 2 * IZR l) /\
(forall l : Z, (0 <= l <= L)%Z -> r l = (IZR l ^ 2 + 3 / 4 * (IZR l + (-1)) * IZR l * (2 * IZR l + (-1)) / 6) / 4) /\
(forall l : Z, (0 <= l <= L)%Z -> T l = IZR l * (IZR l + 1) * (3 * IZR l ^ 2 + 13 * IZR l + 8) / 6) /\
IZR L ^ 4 / 2 <= IZR L * (IZR L + 1) * (3 * IZR L ^ 2 + 13 * IZR L + 8) / 6 /\
(1 + IZR j) * (1 + IZR j + 1) * (3 * (1 + IZR j) ^ 2 + 13 * (1 + IZR j) + 8) / 6 <= 8 * (1 + IZR j) ^ 4.
Proof.
exact part_266083b93a97.
Qed.

(* AMMUP-C3 *)
Theorem claim_ammup_c3 :
forall (L j : Z) (y : Z -> R) (r : Z -> R) (T : Z -> R),
(1 <= L)%Z ->
(0 <= j)%Z ->
y 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> y (before + 1)%Z = y before + 1 / 2) ->
r 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> r (before + 1)%Z = (1 / 2) ^ 2 + IZR before * (1 / 2) + r before + 3 / 4 * (IZR before * (1 / 2)) ^ 2) ->
T 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> T (before + 1)%Z = T before + 32 * (((IZR before + 1) ^ 2 + 3 / 4 * (IZR before + 1 + (-1)) * (IZR before + 1) * (2 * (IZR before + 1) + (-1)) / 6) / 4)) ->
(forall l : Z, (0 <= l <= L)%Z -> y l = 1 / 2 * IZR l) /\
(forall l : Z, (0 <= l <= L)%Z -> r l = (IZR l ^ 2 + 3 / 4 * (IZR l + (-1)) * IZR l * (2 * IZR l + (-1)) / 6) / 4) /\
(forall l : Z, (0 <= l <= L)%Z -> T l = IZR l * (IZR l + 1) * (3 * IZR l ^ 2 + 13 * IZR l + 8) / 6) /\
IZR L ^ 4 / 2 <= IZR L * (IZR L + 1) * (3 * IZR L ^ 2 + 13 * IZR L + 8) / 6 /\
(1 + IZR j) * (1 + IZR j + 1) * (3 * (1 + IZR j) ^ 2 + 13 * (1 + IZR j) + 8) / 6 <= 8 * (1 + IZR j) ^ 4.
Proof.
exact part_266083b93a97.
Qed.

(* AMMUP-P3-post *)
Theorem claim_ammup_p3_post :
forall (L j : Z) (y : Z -> R) (r : Z -> R) (T : Z -> R),
(1 <= L)%Z ->
(0 <= j)%Z ->
y 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> y (before + 1)%Z = y before + 1 / 2) ->
r 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> r (before + 1)%Z = (1 / 2) ^ 2 + IZR before * (1 / 2) + r before + 3 / 4 * (IZR before * (1 / 2)) ^ 2) ->
T 0%Z = 0 ->
(forall before : Z, (0 <= before <= (L - 1))%Z -> T (before + 1)%Z = T before + 32 * (((IZR before + 1) ^ 2 + 3 / 4 * (IZR before + 1 + (-1)) * (IZR before + 1) * (2 * (IZR before + 1) + (-1)) / 6) / 4)) ->
(forall l : Z, (0 <= l <= L)%Z -> y l = 1 / 2 * IZR l) /\
(forall l : Z, (0 <= l <= L)%Z -> r l = (IZR l ^ 2 + 3 / 4 * (IZR l + (-1)) * IZR l * (2 * IZR l + (-1)) / 6) / 4) /\
(forall l : Z, (0 <= l <= L)%Z -> T l = IZR l * (IZR l + 1) * (3 * IZR l ^ 2 + 13 * IZR l + 8) / 6) /\
IZR L ^ 4 / 2 <= IZR L * (IZR L + 1) * (3 * IZR L ^ 2 + 13 * IZR L + 8) / 6 /\
(1 + IZR j) * (1 + IZR j + 1) * (3 * (1 + IZR j) ^ 2 + 13 * (1 + IZR j) + 8) / 6 <= 8 * (1 + IZR j) ^ 4.
Proof.
exact part_266083b93a97.
Qed.
