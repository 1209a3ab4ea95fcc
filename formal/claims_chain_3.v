(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

Lemma part_7257b7f5b614 :
forall (L : Z) (mu_yx mu_xx p u v : R) (b : Z -> R) (front : Z -> R) (back : Z -> R) (dback : Z -> R) (db : Z -> R),
(1 <= L)%Z ->
(0 < mu_xx) ->
(0 < u) ->
(0 < v) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = b (l + 1)%Z * front l) ->
back L = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> back l = b (l + 1)%Z * back (l + 1)%Z) ->
dback L = 0 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> dback l = db (l + 1)%Z * back (l + 1)%Z + b (l + 1)%Z * dback (l + 1)%Z) ->
(forall m : Z, (1 <= m <= L)%Z -> db m = (mu_yx - mu_xx * back 0%Z) * front (m - 1)%Z * back m) ->
sqrt (p ^ 2 + (u ^ 2 - p ^ 2)) = u /\
0 < v + p ^ 2 /\
(forall n : Z, (0 <= n <= L)%Z -> front n * back n = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = front l * back l) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> b (l + 1)%Z * db (l + 1)%Z = (mu_yx - mu_xx * back 0%Z) * back 0%Z).
Proof.
intros L mu_yx mu_xx p u v b front back dback db dom0 dom1 dom2 dom3 def0 def1 def2 def3 def4 def5 def6.
apply keep; [|intros cla0].
{ replace (p ^ 2 + (u ^ 2 - p ^ 2)) with (u ^ 2) by ring; apply sqrt_pow2; lra. }
apply keep; [|intros cla1].
{ clear cla0. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]. }
apply keep; [|intros cla2].
{ assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> front n * back n = back 0%Z).
{ apply (whole_induction (fun n : Z => (n <= L)%Z -> front n * back n = back 0%Z)).
- intros most. transitivity (1 * back 0%Z); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends]) | transitivity (back 0%Z); [exact (@same_by (back 0%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Sc 0))
  (Sc 0)
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends])]].
- intros n least hyp most. assert (most' : (n <= L)%Z) by lia.
specialize (hyp most'). assert (zer : front n * back n - back 0%Z = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : front (n + 1)%Z * back (n + 1)%Z - back 0%Z = 1 * (front n * back n - back 0%Z)). { transitivity (b (n + 1)%Z * front n * back (n + 1)%Z - back 0%Z); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends]) | transitivity (1 * (front n * (b (n + 1)%Z * back (n + 1)%Z) - back 0%Z)); [exact (@same_by (back 0%Z :: b (n + 1)%Z :: front n :: back (n + 1)%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Minus (Sc 0)))
  (Times (Num (1)) (Plus (Times (Sc 4) (Times (Sc 2) (Sc 6))) (Minus (Sc 0))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
intros n ran0. apply ind; lia. }
apply keep; [|intros cla3].
{ intros l ran0. transitivity (front l * b (l + 1)%Z * back (l + 1)%Z); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends]) | transitivity (front l * (b (l + 1)%Z * back (l + 1)%Z)); [exact (@same_by (front l :: b (l + 1)%Z :: back (l + 1)%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Sc 0) (Sc 2)) (Sc 4))
  (Times (Sc 0) (Times (Sc 2) (Sc 4)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends])]]. }
apply keep; [|intros cla4].
{ intros l ran0. assert (zer : front l * back l - front l * b (l + 1)%Z * back (l + 1)%Z + (back 0%Z - front l * back l) = 0) by zero. assert (gap : front l * b (l + 1)%Z * back (l + 1)%Z - back 0%Z = (front l * back l - front l * b (l + 1)%Z * back (l + 1)%Z + (back 0%Z - front l * back l)) * 1). { fieldy. } clear - gap zer; lra. }
intros l ran0. assert (e := cla4 l ran0). rewrite def6 by lia.
replace (l + 1 - 1)%Z with l by ring.
transitivity ((mu_yx - mu_xx * back 0%Z) * (front l * b (l + 1)%Z * back (l + 1)%Z)).
- ring.
- rewrite e; reflexivity.
Qed.

(* CHAIN-E3-smallest *)
Theorem claim_chain_e3_smallest :
forall (L : Z) (mu_yx mu_xx p u v : R) (b : Z -> R) (front : Z -> R) (back : Z -> R) (dback : Z -> R) (db : Z -> R),
(1 <= L)%Z ->
(0 < mu_xx) ->
(0 < u) ->
(0 < v) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = b (l + 1)%Z * front l) ->
back L = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> back l = b (l + 1)%Z * back (l + 1)%Z) ->
dback L = 0 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> dback l = db (l + 1)%Z * back (l + 1)%Z + b (l + 1)%Z * dback (l + 1)%Z) ->
(forall m : Z, (1 <= m <= L)%Z -> db m = (mu_yx - mu_xx * back 0%Z) * front (m - 1)%Z * back m) ->
sqrt (p ^ 2 + (u ^ 2 - p ^ 2)) = u /\
0 < v + p ^ 2 /\
(forall n : Z, (0 <= n <= L)%Z -> front n * back n = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = front l * back l) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> b (l + 1)%Z * db (l + 1)%Z = (mu_yx - mu_xx * back 0%Z) * back 0%Z).
Proof.
exact part_7257b7f5b614.
Qed.

(* CHAIN-FN1-smooth *)
Theorem claim_chain_fn1_smooth :
forall (L : Z) (mu_yx mu_xx p u v : R) (b : Z -> R) (front : Z -> R) (back : Z -> R) (dback : Z -> R) (db : Z -> R),
(1 <= L)%Z ->
(0 < mu_xx) ->
(0 < u) ->
(0 < v) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = b (l + 1)%Z * front l) ->
back L = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> back l = b (l + 1)%Z * back (l + 1)%Z) ->
dback L = 0 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> dback l = db (l + 1)%Z * back (l + 1)%Z + b (l + 1)%Z * dback (l + 1)%Z) ->
(forall m : Z, (1 <= m <= L)%Z -> db m = (mu_yx - mu_xx * back 0%Z) * front (m - 1)%Z * back m) ->
sqrt (p ^ 2 + (u ^ 2 - p ^ 2)) = u /\
0 < v + p ^ 2 /\
(forall n : Z, (0 <= n <= L)%Z -> front n * back n = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = front l * back l) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> b (l + 1)%Z * db (l + 1)%Z = (mu_yx - mu_xx * back 0%Z) * back 0%Z).
Proof.
exact part_7257b7f5b614.
Qed.

(* CHAIN-E11 *)
Theorem claim_chain_e11 :
(forall (L : Z) (x : R) (w : Z -> R) (f : Z -> R) (front : Z -> R),
(1 <= L)%Z ->
f 0%Z = x ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> f (l + 1)%Z = f l + w (l + 1)%Z / sqrt (IZR L) * f l) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = (1 + w (l + 1)%Z / sqrt (IZR L)) * front l) ->
(forall n : Z, (0 <= n <= L)%Z -> f n = front n * x)) /\
(forall (L : Z) (x : R) (w : Z -> R) (f : Z -> R) (front : Z -> R),
(1 <= L)%Z ->
f 0%Z = x ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> f (l + 1)%Z = f l + w (l + 1)%Z ^ 2 / IZR L * f l) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = (1 + w (l + 1)%Z ^ 2 / IZR L) * front l) ->
(forall n : Z, (0 <= n <= L)%Z -> f n = front n * x)).
Proof.
split.
{ intros L x w f front dom0 def0 def1 def2 def3.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> f n = front n * x).
{ apply (whole_induction (fun n : Z => (n <= L)%Z -> f n = front n * x)).
- intros most. transitivity (x); [cong (first [put f def0 | put f def1 | put front def2 | put front def3 | ends]) | transitivity (1 * x); [exact (@same_by (x :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Times (Num (1)) (Sc 0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f def0 | put f def1 | put front def2 | put front def3 | ends])]].
- intros n least hyp most. assert (most' : (n <= L)%Z) by lia.
specialize (hyp most'). transitivity (front n * x + w (n + 1)%Z / sqrt (IZR L) * (front n * x)); [cong (first [put f hyp | put f def0 | put f def1 | put front def2 | put front def3 | ends]) | transitivity ((1 + w (n + 1)%Z / sqrt (IZR L)) * front n * x); [exact (@same_by (w (n + 1)%Z :: sqrt (IZR L) :: IZR L :: front n :: x :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 6) (Sc 8)) (Times (Times (Sc 0) (Over (Sc 2))) (Times (Sc 6) (Sc 8))))
  (Times (Times (Plus (Num (1)) (Times (Sc 0) (Over (Sc 2)))) (Sc 6)) (Sc 8))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f hyp | put f def0 | put f def1 | put front def2 | put front def3 | ends])]]. }
intros n ran0. apply ind; lia. }
intros L x w f front dom0 def0 def1 def2 def3.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> f n = front n * x).
{ apply (whole_induction (fun n : Z => (n <= L)%Z -> f n = front n * x)).
- intros most. transitivity (x); [cong (first [put f def0 | put f def1 | put front def2 | put front def3 | ends]) | transitivity (1 * x); [exact (@same_by (x :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Times (Num (1)) (Sc 0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f def0 | put f def1 | put front def2 | put front def3 | ends])]].
- intros n least hyp most. assert (most' : (n <= L)%Z) by lia.
specialize (hyp most'). transitivity (front n * x + w (n + 1)%Z ^ 2 / IZR L * (front n * x)); [cong (first [put f hyp | put f def0 | put f def1 | put front def2 | put front def3 | ends]) | transitivity ((1 + w (n + 1)%Z ^ 2 / IZR L) * front n * x); [exact (@same_by (w (n + 1)%Z :: IZR L :: front n :: x :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 4) (Sc 6)) (Times (Times (Power (Sc 0) 2) (Over (Sc 2))) (Times (Sc 4) (Sc 6))))
  (Times (Times (Plus (Num (1)) (Times (Power (Sc 0) 2) (Over (Sc 2)))) (Sc 4)) (Sc 6))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f hyp | put f def0 | put f def1 | put front def2 | put front def3 | ends])]]. }
intros n ran0. apply ind; lia.
Qed.
