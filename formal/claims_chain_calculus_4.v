(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus bounds.
Open Scope R_scope.

(* CHAIN-R2 *)
Theorem claim_chain_r2 :
forall (k L x v s : R),
(1 < k) ->
(k < 2) ->
(1 <= L) ->
(0 < x) ->
(0 < v) ->
(v < 1) ->
(1 <= s) ->
is_derive (fun v' : R => v' - k / L * Rpower v' ((-1) + L) * ((-1) + Rpower v' L)) 1 (1 - k) /\
(1 + x) * exp ((-1) * x) <= 1 /\
(1 - v) * exp v <= 1 /\
ln (1 + x) < x /\
1 - / s <= ln s /\
0 < k / L * Rpower v ((-1) + L) * (1 - Rpower v L) /\
0 < k / L * ((-1) + exp (L * x)) * exp (x * ((-2) + L)) /\
0 < 1 - (1 - k) ^ 2.
Proof.
intros k L x v s dom0 dom1 dom2 dom3 dom4 dom5 dom6.
apply keep; [|intros cla0].
{ overs. apply (slope_is _ _ (1 + (((-1) + L) * (Rpower 1 ((-1) + L) / 1) * (-1) * k / L * ((-1) + Rpower 1 L) + L * (Rpower 1 L / 1) * (-1) * k / L * Rpower 1 ((-1) + L))) _); [sloped |]. replace (Rpower 1 ((-1) + L)) with (1) by monomials; replace (Rpower 1 L) with (1) by monomials; fieldy. }
apply keep; [|intros cla1].
{ assert (p := exp_ineq1_le x). assert (q := exp_pos ((-1) * x)).
assert (e : exp x * exp ((-1) * x) = 1)
  by (rewrite <- exp_plus; replace (x + (-1) * x) with 0 by ring; apply exp_0). nra. }
apply keep; [|intros cla2].
{ assert (p := exp_ineq1_le (- v)). assert (q := exp_pos v).
assert (e : exp v * exp (- v) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). nra. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos].
Qed.

(* CHAIN-I22-printed *)
Theorem claim_chain_i22_printed :
forall (r mu_xx L tau x : R),
(1 < r) ->
(0 < mu_xx) ->
(1 <= L) ->
(0 < tau) ->
(0 < x) ->
1 / 4 / mu_xx / tau * Rpower (mu_xx * r / mu_xx) ((-2) + 2 / L) / ((-1) + Rpower (mu_xx * r / mu_xx) (/ L)) = 1 / 4 / mu_xx * Rpower r ((-2) + 2 / L) / tau / ((-1) + Rpower r (/ L)) /\
0 < 1 / 4 / mu_xx / tau / ((-1) + exp (x / L)) * exp (x * ((-2) + 2 / L)).
Proof.
intros r mu_xx L tau x dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; fieldy]. }
clear cla0. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]].
Qed.

(* CHAIN-I22-domain *)
Theorem claim_chain_i22_domain :
forall (r mu_xx L tau x w : R),
(1 < r) ->
(0 < mu_xx) ->
(1 <= L) ->
(0 < tau) ->
(0 < x) ->
(0 < w) ->
1 / 4 / mu_xx / tau * Rpower (mu_xx * r / mu_xx) ((-2) + 2 / L) / ((-1) + Rpower (mu_xx * r / mu_xx) (/ L)) = 1 / 4 / mu_xx * Rpower r ((-2) + 2 / L) / tau / ((-1) + Rpower r (/ L)) /\
0 < 1 / 4 / mu_xx / tau / ((-1) + exp (x / L)) * exp (x * ((-2) + 2 / L)) /\
1 / 4 / mu_xx / tau / ((-1) + exp ((-1) * x / L)) * exp ((-1) * x * ((-2) + 2 / L)) < 0 /\
1 < 1 + / L * w ^ 2.
Proof.
intros r mu_xx L tau x w dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
apply keep; [|intros cla2].
{ assert (p : 0 < x / L) by pos.
replace ((-1) * x / L) with (- (x / L)) by (field; lra).
assert (q : 0 < 1 - exp (- (x / L))) by (assert (low := exp_below (- (x / L)) ltac:(lra)); lra).
set (e := exp ((-1) * x * ((-2) + 2 / L))). assert (0 < e) by apply exp_pos.
assert (0 < 1 / 4 / mu_xx / tau / (1 - exp (- (x / L))) * e) by pos.
replace (1 / 4 / mu_xx / tau / ((-1) + exp (- (x / L))) * e)
  with (- (1 / 4 / mu_xx / tau / (1 - exp (- (x / L))) * e)) by (field; repeat split; lra). lra. }
assert (0 < / L * w ^ 2) by pos. lra.
Qed.

(* CHAIN-E2 *)
Theorem claim_chain_e2 :
forall (L : Z) (a mu_yx mu_xx mu_yy : R) (b : Z -> R) (db : Z -> R) (front : Z -> R) (back : Z -> R) (dback : Z -> R),
(1 <= L)%Z ->
(0 < mu_xx) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = b (l + 1)%Z * front l) ->
back L = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> back l = b (l + 1)%Z * back (l + 1)%Z) ->
dback L = 0 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> dback l = db (l + 1)%Z * back (l + 1)%Z + b (l + 1)%Z * dback (l + 1)%Z) ->
(forall n : Z, (0 <= n <= L)%Z -> front n * back n = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = front l * back l) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = back 0%Z) /\
(forall n : Z, (0 <= n <= L)%Z -> front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) = dback 0%Z) /\
dback 0%Z = sum 1 L (fun m => db m * front (m - 1)%Z * back m) /\
is_derive (fun a' : R => (mu_yy - 2 * a' * mu_yx + a' ^ 2 * mu_xx) / 2) a (mu_xx * a - mu_yx) /\
(-1) * (mu_yx - mu_xx * back 0%Z) * dback 0%Z = (-1) * sum 1 L (fun m => (mu_yx - mu_xx * back 0%Z) * front (m - 1)%Z * back m * db m).
Proof.
intros L a mu_yx mu_xx mu_yy b db front back dback dom0 dom1 def0 def1 def2 def3 def4 def5.
apply keep; [|intros cla0].
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
apply keep; [|intros cla1].
{ intros l ran0. transitivity (front l * b (l + 1)%Z * back (l + 1)%Z); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends]) | transitivity (front l * (b (l + 1)%Z * back (l + 1)%Z)); [exact (@same_by (front l :: b (l + 1)%Z :: back (l + 1)%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Sc 0) (Sc 2)) (Sc 4))
  (Times (Sc 0) (Times (Sc 2) (Sc 4)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends])]]. }
apply keep; [|intros cla2].
{ intros l ran0. assert (zer : front l * back l - front l * b (l + 1)%Z * back (l + 1)%Z + (back 0%Z - front l * back l) = 0) by zero. assert (gap : front l * b (l + 1)%Z * back (l + 1)%Z - back 0%Z = (front l * back l - front l * b (l + 1)%Z * back (l + 1)%Z + (back 0%Z - front l * back l)) * 1). { fieldy. } clear - gap zer; lra. }
apply keep; [|intros cla3].
{ assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) = dback 0%Z).
{ apply (whole_induction (fun n : Z => (n <= L)%Z -> front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) = dback 0%Z)).
- intros most. transitivity (1 * dback 0%Z + 0); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | ends]) | transitivity (dback 0%Z); [exact (@same_by (dback 0%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (1)) (Sc 0)) (Num (0)))
  (Sc 0)
  (List.repeat nil 3) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | ends])]].
- intros n least hyp most. assert (most' : (n <= L)%Z) by lia.
specialize (hyp most'). assert (zer : front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) - dback 0%Z = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : front (n + 1)%Z * dback (n + 1)%Z + sum 1 (n + 1) (fun k => db k * front (k - 1)%Z * back k) - dback 0%Z = 1 * (front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) - dback 0%Z)). { transitivity (b (n + 1)%Z * front n * dback (n + 1)%Z + (sum 1 n (fun k_3 => db k_3 * front (k_3 - 1)%Z * back k_3) + db (n + 1)%Z * front n * back (n + 1)%Z) - dback 0%Z); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | ends]) | transitivity (1 * (front n * (db (n + 1)%Z * back (n + 1)%Z + b (n + 1)%Z * dback (n + 1)%Z) + sum 1 n (fun k_4 => db k_4 * front (k_4 - 1)%Z * back k_4) - dback 0%Z)); [exact (@same_by (dback 0%Z :: db (n + 1)%Z :: front n :: back (n + 1)%Z :: INR (Z.to_nat (n - 1 + 1)%Z) :: b (n + 1)%Z :: dback (n + 1)%Z :: nil)%list ((4%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => db (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => front ((1 + Z.of_nat v0')%Z - 1)%Z | 2%nat, (v0' :: nil)%list => back (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Times (Sc 10) (Sc 4)) (Sc 12)) (Plus (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))) (Times (Times (Sc 2) (Sc 4)) (Sc 6)))) (Minus (Sc 0)))
  (Times (Num (1)) (Plus (Plus (Times (Sc 4) (Plus (Times (Sc 2) (Sc 6)) (Times (Sc 10) (Sc 12)))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))) (Minus (Sc 0))))
  (List.repeat nil 8) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
intros n ran0. apply ind; lia. }
apply keep; [|intros cla4].
{ assert (zer : (-1) * (dback 0%Z - (front L * dback L + sum 1 L (fun k => db k * front (k - 1)%Z * back k))) = 0) by zero. assert (gap : dback 0%Z - sum 1 L (fun m => db m * front (m - 1)%Z * back m) = (-1) * (dback 0%Z - (front L * dback L + sum 1 L (fun k => db k * front (k - 1)%Z * back k))) * (-1)). { transitivity (dback 0%Z - sum 1 L (fun m_9 => db m_9 * front (m_9 - 1)%Z * back m_9)); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | ends]) | transitivity ((-1) * (dback 0%Z - (front L * 0 + sum 1 L (fun k_10 => db k_10 * front (k_10 - 1)%Z * back k_10))) * (-1)); [exact (@same_by (IZR L :: dback 0%Z :: front L :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => db (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => front ((1 + Z.of_nat v0')%Z - 1)%Z | 2%nat, (v0' :: nil)%list => back (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 2) (Minus (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))))
  (Times (Times (Num (-1)) (Plus (Sc 2) (Minus (Plus (Times (Sc 4) (Num (0))) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))) (Num (-1)))
  (List.repeat nil 5) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | ends])]]. } clear - gap zer; lra. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. overs. apply (slope_is _ _ ((2 * mu_yx * (-1) + 2 * a * mu_xx) / 2) _); [sloped |]. fieldy. }
rewrite cla4.
rewrite (sum_ext 1 L (fun m => (mu_yx - mu_xx * back 0%Z) * front (m - 1)%Z * back m * db m)
  (fun m => (mu_yx - mu_xx * back 0%Z) * (db m * front (m - 1)%Z * back m))) by (intros; ring).
rewrite sum_scale; ring.
Qed.

(* CHAIN-E3 *)
Theorem claim_chain_e3 :
(forall (L : Z) (mu_yx mu_xx p u : R) (b : Z -> R) (front : Z -> R) (back : Z -> R) (dback : Z -> R) (db : Z -> R),
(1 <= L)%Z ->
(0 < mu_xx) ->
(0 < u) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = b (l + 1)%Z * front l) ->
back L = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> back l = b (l + 1)%Z * back (l + 1)%Z) ->
dback L = 0 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> dback l = db (l + 1)%Z * back (l + 1)%Z + b (l + 1)%Z * dback (l + 1)%Z) ->
(forall m : Z, (1 <= m <= L)%Z -> db m = (mu_yx - mu_xx * back 0%Z) * front (m - 1)%Z * back m) ->
sqrt (p ^ 2 + (u ^ 2 - p ^ 2)) = u /\
(forall n : Z, (0 <= n <= L)%Z -> front n * back n = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = front l * back l) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> b (l + 1)%Z * db (l + 1)%Z = (mu_yx - mu_xx * back 0%Z) * back 0%Z) /\
(forall n : Z, (0 <= n <= L)%Z -> front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) = dback 0%Z) /\
dback 0%Z = (mu_yx - mu_xx * back 0%Z) * sum 1 L (fun m => (front (m - 1)%Z * back m) ^ 2)) /\
(forall (L : Z) (mu_yx mu_xx : R) (b : Z -> R) (front : Z -> R) (back : Z -> R),
(1 <= L)%Z ->
(0 < mu_xx) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = b (l + 1)%Z * front l) ->
back L = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> back l = b (l + 1)%Z * back (l + 1)%Z) ->
mu_xx * back 0%Z <= mu_yx ->
0 <= (mu_yx - mu_xx * back 0%Z) * sum 1 L (fun m => (front (m - 1)%Z * back m) ^ 2)).
Proof.
split.
{ intros L mu_yx mu_xx p u b front back dback db dom0 dom1 dom2 def0 def1 def2 def3 def4 def5 def6.
apply keep; [|intros cla0].
{ first [fieldy | replace (p ^ 2 + (u ^ 2 - p ^ 2)) with (u ^ 2) by based; replace (sqrt (u ^ 2)) with (u) by monomials; fieldy]. }
apply keep; [|intros cla1].
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
apply keep; [|intros cla2].
{ intros l ran0. transitivity (front l * b (l + 1)%Z * back (l + 1)%Z); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends]) | transitivity (front l * (b (l + 1)%Z * back (l + 1)%Z)); [exact (@same_by (front l :: b (l + 1)%Z :: back (l + 1)%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Sc 0) (Sc 2)) (Sc 4))
  (Times (Sc 0) (Times (Sc 2) (Sc 4)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends])]]. }
apply keep; [|intros cla3].
{ intros l ran0. assert (zer : front l * back l - front l * b (l + 1)%Z * back (l + 1)%Z + (back 0%Z - front l * back l) = 0) by zero. assert (gap : front l * b (l + 1)%Z * back (l + 1)%Z - back 0%Z = (front l * back l - front l * b (l + 1)%Z * back (l + 1)%Z + (back 0%Z - front l * back l)) * 1). { fieldy. } clear - gap zer; lra. }
apply keep; [|intros cla4].
{ intros l ran0. assert (e := cla3 l ran0). rewrite def6 by lia.
replace (l + 1 - 1)%Z with l by ring.
transitivity ((mu_yx - mu_xx * back 0%Z) * (front l * b (l + 1)%Z * back (l + 1)%Z)).
- ring.
- rewrite e; reflexivity. }
apply keep; [|intros cla5].
{ assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) = dback 0%Z).
{ apply (whole_induction (fun n : Z => (n <= L)%Z -> front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) = dback 0%Z)).
- intros most. transitivity (1 * dback 0%Z + 0); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | put db def6 | ends]) | transitivity (dback 0%Z); [exact (@same_by (dback 0%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (1)) (Sc 0)) (Num (0)))
  (Sc 0)
  (List.repeat nil 3) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | put db def6 | ends])]].
- intros n least hyp most. assert (most' : (n <= L)%Z) by lia.
specialize (hyp most'). assert (zer : front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) - dback 0%Z = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : front (n + 1)%Z * dback (n + 1)%Z + sum 1 (n + 1) (fun k => db k * front (k - 1)%Z * back k) - dback 0%Z = 1 * (front n * dback n + sum 1 n (fun k => db k * front (k - 1)%Z * back k) - dback 0%Z)). { transitivity (b (n + 1)%Z * front n * dback (n + 1)%Z + (sum 1 n (fun k_3 => (mu_yx - mu_xx * back 0%Z) * front (k_3 - 1)%Z * back k_3 * front (k_3 - 1)%Z * back k_3) + (mu_yx - mu_xx * back 0%Z) * front n * back (n + 1)%Z * front n * back (n + 1)%Z) - dback 0%Z); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | put db def6 | ends]) | transitivity (1 * (front n * ((mu_yx - mu_xx * back 0%Z) * front n * back (n + 1)%Z * back (n + 1)%Z + b (n + 1)%Z * dback (n + 1)%Z) + sum 1 n (fun k_4 => (mu_yx - mu_xx * back 0%Z) * front (k_4 - 1)%Z * back k_4 * front (k_4 - 1)%Z * back k_4) - dback 0%Z)); [exact (@same_by (dback 0%Z :: mu_xx :: back 0%Z :: mu_yx :: front n :: back (n + 1)%Z :: INR (Z.to_nat (n - 1 + 1)%Z) :: b (n + 1)%Z :: dback (n + 1)%Z :: nil)%list ((6%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => front ((1 + Z.of_nat v0')%Z - 1)%Z | 1%nat, (v0' :: nil)%list => back (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Times (Sc 14) (Sc 8)) (Sc 16)) (Plus (Total 0 (Times (Times (Times (Times (Plus (Sc 6) (Minus (Times (Sc 2) (Sc 4)))) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))) (Times (Times (Times (Times (Plus (Sc 6) (Minus (Times (Sc 2) (Sc 4)))) (Sc 8)) (Sc 10)) (Sc 8)) (Sc 10)))) (Minus (Sc 0)))
  (Times (Num (1)) (Plus (Plus (Times (Sc 8) (Plus (Times (Times (Times (Plus (Sc 6) (Minus (Times (Sc 2) (Sc 4)))) (Sc 8)) (Sc 10)) (Sc 10)) (Times (Sc 14) (Sc 16)))) (Total 0 (Times (Times (Times (Times (Plus (Sc 6) (Minus (Times (Sc 2) (Sc 4)))) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))) (Minus (Sc 0))))
  (List.repeat nil 12) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | put db def6 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
intros n ran0. apply ind; lia. }
assert (zer : (-1) * (dback 0%Z - (front L * dback L + sum 1 L (fun k => db k * front (k - 1)%Z * back k))) = 0) by zero. assert (gap : dback 0%Z - (mu_yx - mu_xx * back 0%Z) * sum 1 L (fun m => (front (m - 1)%Z * back m) ^ 2) = (-1) * (dback 0%Z - (front L * dback L + sum 1 L (fun k => db k * front (k - 1)%Z * back k))) * (-1)). { transitivity (dback 0%Z - (mu_yx - mu_xx * back 0%Z) * sum 1 L (fun m_9 => (front (m_9 - 1)%Z * back m_9) ^ 2)); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | put db def6 | ends]) | transitivity ((-1) * (dback 0%Z - (front L * 0 + sum 1 L (fun k_10 => (mu_yx - mu_xx * back 0%Z) * front (k_10 - 1)%Z * back k_10 * front (k_10 - 1)%Z * back k_10))) * (-1)); [exact (@same_by (mu_xx :: back 0%Z :: mu_yx :: IZR L :: dback 0%Z :: front L :: nil)%list ((3%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => front ((1 + Z.of_nat v0')%Z - 1)%Z | 1%nat, (v0' :: nil)%list => back (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 8) (Minus (Times (Plus (Sc 4) (Minus (Times (Sc 0) (Sc 2)))) (Total 0 (Power (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) 2)))))
  (Times (Times (Num (-1)) (Plus (Sc 8) (Minus (Plus (Times (Sc 10) (Num (0))) (Total 0 (Times (Times (Times (Times (Plus (Sc 4) (Minus (Times (Sc 0) (Sc 2)))) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))))) (Num (-1)))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | put dback def4 | put dback def5 | put db def6 | ends])]]. } clear - gap zer; lra. }
intros L mu_yx mu_xx b front back dom0 dom1 def0 def1 def2 def3 giv0.
assert (gap : (mu_yx - mu_xx * back 0%Z) * sum 1 L (fun m => (front (m - 1)%Z * back m) ^ 2) + 0 = (mu_yx - mu_xx * back 0%Z) * sum 1 L (fun m => (front (m - 1)%Z * back m) ^ 2)). { transitivity ((mu_yx - mu_xx * back 0%Z) * sum 1 L (fun m_1 => (front (m_1 - 1)%Z * back m_1) ^ 2) + 0); [cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends]) | transitivity ((mu_yx - mu_xx * back 0%Z) * sum 1 L (fun m_2 => (front (m_2 - 1)%Z * back m_2) ^ 2)); [exact (@same_by (mu_xx :: back 0%Z :: mu_yx :: IZR L :: nil)%list ((3%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => front ((1 + Z.of_nat v0')%Z - 1)%Z | 1%nat, (v0' :: nil)%list => back (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Plus (Sc 4) (Minus (Times (Sc 0) (Sc 2)))) (Total 0 (Power (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) 2))) (Num (0)))
  (Times (Plus (Sc 4) (Minus (Times (Sc 0) (Sc 2)))) (Total 0 (Power (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) 2)))
  (List.repeat nil 5) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def0 | put front def1 | put back def2 | put back def3 | ends])]]. } assert (sgn : 0 <= (mu_yx - mu_xx * back 0%Z) * sum 1 L (fun m => (front (m - 1)%Z * back m) ^ 2)) by pos. clear - gap sgn; lra.
Qed.
