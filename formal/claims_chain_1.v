(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing.
Open Scope R_scope.

(* CHAIN-E16 *)
Theorem claim_chain_e16 :
forall (a r L alpha : R),
(0 < a) ->
(0 < r) ->
(1 <= L) ->
(0 < alpha) ->
Rpower r ((-2) + 2 / L) * Rpower a (2 + (-2) / L) * (r - a) / r = Rpower (a / r) (2 + (-2) / L) * (1 - a / r) /\
Rpower (alpha * r / r) (2 + (-2) / L) * (1 - alpha * r / r) = Rpower alpha (2 + (-2) / L) * (1 - alpha).
Proof.
intros a r L alpha dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ replace ((-2) + 2 / L) with (- (2 + (-2) / L)) by (field; lra).
rewrite Rpower_Ropp, power_over by lra. field; split; [lra | apply Rgt_not_eq, exp_pos]. }
replace (alpha * r / r) with alpha by (field; lra); reflexivity.
Qed.

(* CHAIN-E20 *)
Theorem claim_chain_e20 :
forall (u v : R),
(0 < u) ->
(0 < v) ->
(-1) * (1 * (/ (/ (1 + v)) - / (/ (1 + u)) - ln (Rabs (1 - / (/ (1 + u)))) + ln (Rabs (1 - / (/ (1 + v)))))) + (1 + v) + ln v + (-1) = u + ln u /\
0 + (1 + v) + ln v + (-1) = v + ln v.
Proof.
intros u v dom0 dom1.
apply keep; [|intros cla0].
{ rewrite !Rinv_inv. replace (1 - (1 + u)) with (- u) by ring.
replace (1 - (1 + v)) with (- v) by ring. rewrite !Rabs_Ropp, !Rabs_pos_eq by lra; ring. }
ring.
Qed.

(* CHAIN-E21 *)
Theorem claim_chain_e21 :
forall (u v : R),
(0 < u) ->
(0 < v) ->
exp ((-1) * (1 * (/ (/ (1 + v)) - / (/ (1 + u)) - ln (Rabs (1 - / (/ (1 + u)))) + ln (Rabs (1 - / (/ (1 + v)))))) + (1 + v) + ln v + (-1)) = u * exp u.
Proof.
intros u v dom0 dom1.
rewrite !Rinv_inv. replace (1 - (1 + u)) with (- u) by ring.
replace (1 - (1 + v)) with (- v) by ring. rewrite !Rabs_Ropp, !Rabs_pos_eq by lra.
match goal with |- exp ?e = _ => replace e with (ln u + u) by ring end.
rewrite exp_plus, exp_ln by lra; reflexivity.
Qed.

(* CHAIN-E23 *)
Theorem claim_chain_e23 :
forall (L : Z) (x : R) (w : Z -> R) (f : Z -> R) (front : Z -> R),
(1 <= L)%Z ->
f 0%Z = x ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> f (l + 1)%Z = f l + w (l + 1)%Z / sqrt (IZR L) * f l) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = (1 + w (l + 1)%Z / sqrt (IZR L)) * front l) ->
(forall n : Z, (0 <= n <= L)%Z -> f n = front n * x).
Proof.
intros L x w f front dom0 def0 def1 def2 def3.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> f n = front n * x).
{ apply (whole_induction (fun n : Z => (n <= L)%Z -> f n = front n * x)).
- intros most. transitivity (x); [cong (first [put f def0 | put f def1 | put front def2 | put front def3 | ends]) | transitivity (1 * x); [exact (@same_by (x :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Times (Num (1)) (Sc 0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f def0 | put f def1 | put front def2 | put front def3 | ends])]].
- intros n least hyp most. assert (most' : (n <= L)%Z) by lia.
specialize (hyp most'). transitivity (front n * x + w (n + 1)%Z / sqrt (IZR L) * (front n * x)); [cong (first [put f hyp | put f def0 | put f def1 | put front def2 | put front def3 | ends]) | transitivity ((1 + w (n + 1)%Z / sqrt (IZR L)) * front n * x); [exact (@same_by (w (n + 1)%Z :: sqrt (IZR L) :: IZR L :: front n :: x :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 6) (Sc 8)) (Times (Times (Sc 0) (Over (Sc 2))) (Times (Sc 6) (Sc 8))))
  (Times (Times (Plus (Num (1)) (Times (Sc 0) (Over (Sc 2)))) (Sc 6)) (Sc 8))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f hyp | put f def0 | put f def1 | put front def2 | put front def3 | ends])]]. }
intros n ran0. apply ind; lia.
Qed.

(* CHAIN-E29 *)
Theorem claim_chain_e29 :
forall (L : Z) (x : R) (w : Z -> R) (f : Z -> R) (front : Z -> R),
(1 <= L)%Z ->
f 0%Z = x ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> f (l + 1)%Z = f l + w (l + 1)%Z ^ 2 / IZR L * f l) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = (1 + w (l + 1)%Z ^ 2 / IZR L) * front l) ->
(forall n : Z, (0 <= n <= L)%Z -> f n = front n * x).
Proof.
intros L x w f front dom0 def0 def1 def2 def3.
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> f n = front n * x).
{ apply (whole_induction (fun n : Z => (n <= L)%Z -> f n = front n * x)).
- intros most. transitivity (x); [cong (first [put f def0 | put f def1 | put front def2 | put front def3 | ends]) | transitivity (1 * x); [exact (@same_by (x :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Times (Num (1)) (Sc 0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f def0 | put f def1 | put front def2 | put front def3 | ends])]].
- intros n least hyp most. assert (most' : (n <= L)%Z) by lia.
specialize (hyp most'). transitivity (front n * x + w (n + 1)%Z ^ 2 / IZR L * (front n * x)); [cong (first [put f hyp | put f def0 | put f def1 | put front def2 | put front def3 | ends]) | transitivity ((1 + w (n + 1)%Z ^ 2 / IZR L) * front n * x); [exact (@same_by (w (n + 1)%Z :: IZR L :: front n :: x :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 4) (Sc 6)) (Times (Times (Power (Sc 0) 2) (Over (Sc 2))) (Times (Sc 4) (Sc 6))))
  (Times (Times (Plus (Num (1)) (Times (Power (Sc 0) 2) (Over (Sc 2)))) (Sc 4)) (Sc 6))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f hyp | put f def0 | put f def1 | put front def2 | put front def3 | ends])]]. }
intros n ran0. apply ind; lia.
Qed.

(* CHAIN-E1 *)
Theorem claim_chain_e1 :
forall (L : Z) (x y c : R) (b : Z -> R) (f : Z -> R) (g : Z -> R) (h : Z -> R) (front : Z -> R) (back : Z -> R),
(1 <= L)%Z ->
f 0%Z = x ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> f (l + 1)%Z = b (l + 1)%Z * f l) ->
g 0%Z = y ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> g (l + 1)%Z = b (l + 1)%Z * g l) ->
h 0%Z = x + c * y ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> h (l + 1)%Z = b (l + 1)%Z * h l) ->
front 0%Z = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = b (l + 1)%Z * front l) ->
back L = 1 ->
(forall l : Z, (0 <= l <= (L - 1))%Z -> back l = b (l + 1)%Z * back (l + 1)%Z) ->
(forall n : Z, (0 <= n <= L)%Z -> h n = f n + c * g n) /\
(forall n : Z, (0 <= n <= L)%Z -> front n * back n = back 0%Z) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = front l * back l) /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front l * b (l + 1)%Z * back (l + 1)%Z = back 0%Z).
Proof.
intros L x y c b f g h front back dom0 def0 def1 def2 def3 def4 def5 def6 def7 def8 def9.
apply keep; [|intros cla0].
{ assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> h n = f n + c * g n).
{ apply (whole_induction (fun n : Z => (n <= L)%Z -> h n = f n + c * g n)).
- intros most. transitivity (x + c * y); [cong (first [put f def0 | put f def1 | put g def2 | put g def3 | put h def4 | put h def5 | ends]) | transitivity (x + c * y); [exact (@same_by (c :: y :: x :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 4) (Times (Sc 0) (Sc 2)))
  (Plus (Sc 4) (Times (Sc 0) (Sc 2)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put f def0 | put f def1 | put g def2 | put g def3 | put h def4 | put h def5 | ends])]].
- intros n least hyp most. assert (most' : (n <= L)%Z) by lia.
specialize (hyp most'). transitivity (b (n + 1)%Z * (f n + c * g n)); [cong (first [put h hyp | put f def0 | put f def1 | put g def2 | put g def3 | put h def4 | put h def5 | ends]) | transitivity (b (n + 1)%Z * f n + c * (b (n + 1)%Z * g n)); [exact (@same_by (b (n + 1)%Z :: c :: g n :: f n :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Plus (Sc 6) (Times (Sc 2) (Sc 4))))
  (Plus (Times (Sc 0) (Sc 6)) (Times (Sc 2) (Times (Sc 0) (Sc 4))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put h hyp | put f def0 | put f def1 | put g def2 | put g def3 | put h def4 | put h def5 | ends])]]. }
intros n ran0. apply ind; lia. }
apply keep; [|intros cla1].
{ assert (ind : forall n : Z, (0 <= n)%Z -> (n <= L)%Z -> front n * back n = back 0%Z).
{ apply (whole_induction (fun n : Z => (n <= L)%Z -> front n * back n = back 0%Z)).
- intros most. transitivity (1 * back 0%Z); [cong (first [put front def6 | put front def7 | put back def8 | put back def9 | ends]) | transitivity (back 0%Z); [exact (@same_by (back 0%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Num (1)) (Sc 0))
  (Sc 0)
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def6 | put front def7 | put back def8 | put back def9 | ends])]].
- intros n least hyp most. assert (most' : (n <= L)%Z) by lia.
specialize (hyp most'). assert (zer : front n * back n - back 0%Z = 0) by (pose proof hyp; lra). assert (gap : front (n + 1)%Z * back (n + 1)%Z - back 0%Z = 1 * (front n * back n - back 0%Z)). { transitivity (b (n + 1)%Z * front n * back (n + 1)%Z - back 0%Z); [cong (first [put front def6 | put front def7 | put back def8 | put back def9 | ends]) | transitivity (1 * (front n * (b (n + 1)%Z * back (n + 1)%Z) - back 0%Z)); [exact (@same_by (back 0%Z :: b (n + 1)%Z :: front n :: back (n + 1)%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Minus (Sc 0)))
  (Times (Num (1)) (Plus (Times (Sc 4) (Times (Sc 2) (Sc 6))) (Minus (Sc 0))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def6 | put front def7 | put back def8 | put back def9 | ends])]]. } rewrite zer in gap; clear - gap; lra. }
intros n ran0. apply ind; lia. }
apply keep; [|intros cla2].
{ intros l ran0. transitivity (front l * b (l + 1)%Z * back (l + 1)%Z); [cong (first [put front def6 | put front def7 | put back def8 | put back def9 | ends]) | transitivity (front l * (b (l + 1)%Z * back (l + 1)%Z)); [exact (@same_by (front l :: b (l + 1)%Z :: back (l + 1)%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Sc 0) (Sc 2)) (Sc 4))
  (Times (Sc 0) (Times (Sc 2) (Sc 4)))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put front def6 | put front def7 | put back def8 | put back def9 | ends])]]. }
intros l ran0. assert (zer : front l * back l - front l * b (l + 1)%Z * back (l + 1)%Z + (back 0%Z - front l * back l) = 0) by zero. assert (gap : front l * b (l + 1)%Z * back (l + 1)%Z - back 0%Z = (front l * back l - front l * b (l + 1)%Z * back (l + 1)%Z + (back 0%Z - front l * back l)) * 1). { fieldy. } clear - gap zer; lra.
Qed.

(* CHAIN-I1 *)
Theorem claim_chain_i1 :
forall (N : Z) (a mu_yx mu_xx mu_yy : R) (X : Z -> R) (Y : Z -> R),
(1 <= N)%Z ->
(0 < mu_xx) ->
sum 1 N (fun i => (Y i - a * X i) ^ 2) / (2 * IZR N) = sum 1 N (fun i => Y i ^ 2) / IZR N / 2 - a * sum 1 N (fun i => Y i * X i) / IZR N + a ^ 2 * sum 1 N (fun i => X i ^ 2) / IZR N / 2 /\
(mu_yy - 2 * a * mu_yx + a ^ 2 * mu_xx) / 2 = mu_xx * (a - mu_yx / mu_xx) ^ 2 / 2 + (mu_yy - mu_yx ^ 2 / mu_xx) / 2.
Proof.
intros N a mu_yx mu_xx mu_yy X Y dom0 dom1.
apply keep; [|intros cla0].
{ transitivity (sum 1 N (fun i_1 => (Y i_1 - a * X i_1) ^ 2) / (2 * IZR N)); [cong (first [ends]) | transitivity (sum 1 N (fun i_2 => Y i_2 ^ 2) / IZR N / 2 - a * sum 1 N (fun i_3 => Y i_3 * X i_3) / IZR N + a ^ 2 * sum 1 N (fun i_4 => X i_4 ^ 2) / IZR N / 2); [exact (@same_by (IZR N :: a :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => X (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => Y (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 0 (0 :: nil)%list%nat)))) 2)) (Over (Times (Num (2)) (Sc 0))))
  (Plus (Plus (Times (Times (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Over (Sc 0))) (Over (Num (2)))) (Minus (Times (Times (Sc 2) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0))))) (Times (Times (Times (Power (Sc 2) 2) (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2))) (Over (Sc 0))) (Over (Num (2)))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. }
clear cla0. first [exact (@same_by (a :: mu_xx :: mu_yx :: mu_yy :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Plus (Sc 6) (Minus (Times (Times (Num (2)) (Sc 0)) (Sc 4)))) (Times (Power (Sc 0) 2) (Sc 2))) (Over (Num (2))))
  (Plus (Times (Times (Sc 2) (Power (Plus (Sc 0) (Minus (Times (Sc 4) (Over (Sc 2))))) 2)) (Over (Num (2)))) (Times (Plus (Sc 6) (Minus (Times (Power (Sc 4) 2) (Over (Sc 2))))) (Over (Num (2)))))
  (List.repeat nil 9) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* CHAIN-I3-descent *)
Theorem claim_chain_i3_descent :
forall (eta g w_l w_m B : R),
(w_l + eta * g * B * w_m) ^ 2 - (w_m + eta * g * B * w_l) ^ 2 = (w_l ^ 2 - w_m ^ 2) * (1 - (eta * g * B) ^ 2).
Proof.
intros eta g w_l w_m B.
first [exact (@same_by (eta :: g :: B :: w_l :: w_m :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Power (Plus (Sc 6) (Times (Times (Times (Sc 0) (Sc 2)) (Sc 4)) (Sc 8))) 2) (Minus (Power (Plus (Sc 8) (Times (Times (Times (Sc 0) (Sc 2)) (Sc 4)) (Sc 6))) 2)))
  (Times (Plus (Power (Sc 6) 2) (Minus (Power (Sc 8) 2))) (Plus (Num (1)) (Minus (Power (Times (Times (Sc 0) (Sc 2)) (Sc 4)) 2))))
  (List.repeat nil 12) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* CHAIN-B6 *)
Theorem claim_chain_b6 :
forall (j : Z) (x : R),
(0 < x) ->
(1 <= j)%Z ->
(1 - powerRZ ((-1) * x) ((2 * j) + 1)) * powerRZ ((-1) * x) (2 * j) / (2 * IZR j + 1) = (1 + powerRZ x ((2 * j) + 1)) * powerRZ x (2 * j) / (2 * IZR j + 1) /\
0 < (1 + powerRZ x ((2 * j) + 1)) * powerRZ x (2 * j) / (2 * IZR j + 1).
Proof.
intros j x dom0 dom1.
apply keep; [|intros cla0].
{ rewrite !powerRZ_nat by lia.
replace (Z.to_nat (2 * j + 1)) with (S (2 * Z.to_nat j)) by lia.
replace (Z.to_nat (2 * j)) with (2 * Z.to_nat j)%nat by lia.
rewrite !Rpow_mult_distr, pow_1_odd, pow_1_even. unfold Rdiv; ring. }
assert (0 < 2 * IZR j + 1) by (wholes; lra). pos.
Qed.
