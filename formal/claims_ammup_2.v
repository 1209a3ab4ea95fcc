(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics.
Open Scope R_scope.

(* AMMUP-A2 *)
Theorem claim_ammup_a2 :
forall (L : Z) (p : R) (S : Z -> R),
(1 <= L)%Z ->
(0 < p) ->
(forall i1 : Z, (1 <= i1 <= L)%Z -> (0 <= S i1)) ->
p = 1 / IZR L -> sum 1 L (fun l => p * S l) = sum 1 L (fun l => S l) / IZR L.
Proof.
intros L p S dom0 dom1 dom2.
assert (cla0 : p = 1 / IZR L -> sum 1 L (fun l => p * S l) = sum 1 L (fun l => S l) / IZR L).
{ intros spe0. subst p. transitivity (sum 1 L (fun l_1 => 1 / IZR L * S l_1)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 L (fun l_2 => S l_2) / IZR L); [exact (@same_by (IZR L :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Times (Num (1)) (Over (Sc 0))) (En 0 (0 :: nil)%list%nat)))
  (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-A3 *)
Theorem claim_ammup_a3 :
forall (L : Z) (least most c : R) (S : Z -> R),
(1 <= L)%Z ->
(forall l : Z, (1 <= l <= L)%Z -> least <= S l) ->
(forall l : Z, (1 <= l <= L)%Z -> S l <= most) ->
least <= sum 1 L (fun l => S l) / IZR L /\
sum 1 L (fun l => S l) / IZR L <= most /\
((forall l : Z, (1 <= l <= L)%Z -> S l = c) -> sum 1 L (fun l => S l) / IZR L = c).
Proof.
intros L least most c S dom0 giv0 giv1.
assert (cla0 : least <= sum 1 L (fun l => S l) / IZR L).
{ assert (gap : sum 1 L (fun l => S l) / IZR L - least = sum 1 L (fun l => S l - least) / IZR L). { transitivity (sum 1 L (fun l_1 => S l_1) / IZR L - least); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 L (fun l_2 => S l_2 - least) / IZR L); [exact (@same_by (least :: IZR L :: nil)%list ((1%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))) (Minus (Sc 0)))
  (Times (Total 0 (Plus (En 0 (0 :: nil)%list%nat) (Minus (Sc 0)))) (Over (Sc 2)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 <= sum 1 L (fun l => S l - least) / IZR L) by pos. clear - gap sgn; lra. }
assert (cla1 : sum 1 L (fun l => S l) / IZR L <= most).
{ assert (gap : most - sum 1 L (fun l => S l) / IZR L = sum 1 L (fun l => most - S l) / IZR L). { transitivity (most - sum 1 L (fun l_3 => S l_3) / IZR L); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 L (fun l_4 => most - S l_4) / IZR L); [exact (@same_by (IZR L :: most :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Sc 2) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Total 0 (Plus (Sc 2) (Minus (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 <= sum 1 L (fun l => most - S l) / IZR L) by pos. clear - gap sgn; lra. }
assert (cla2 : (forall l : Z, (1 <= l <= L)%Z -> S l = c) -> sum 1 L (fun l => S l) / IZR L = c).
{ intros spe0. transitivity (sum 1 L (fun l_5 => c) / IZR L); [cong (first [match goal with |- S ?p0 = _ => etransitivity; [solve [replace (S p0) with (S p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Sc 2)) (Over (Sc 0)))
  (Sc 2)
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- S ?p0 = _ => etransitivity; [solve [replace (S p0) with (S p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* AMMUP-A7 *)
Theorem claim_ammup_a7 :
forall (L : Z) (c : R),
(1 <= L)%Z ->
(0 < c) ->
sum 1 L (fun l => c) / IZR L = c /\
Rpower (powerRZ c L) (1 / IZR L) = c /\
sum 1 L (fun l => 1 / c) / IZR L = 1 / c.
Proof.
intros L c dom0 dom1.
assert (cla0 : sum 1 L (fun l => c) / IZR L = c).
{ transitivity (sum 1 L (fun l_1 => c) / IZR L); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Sc 2)) (Over (Sc 0)))
  (Sc 2)
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : Rpower (powerRZ c L) (1 / IZR L) = c).
{ rewrite powerRZ_Rpower, Rpower_mult by lra.
replace (IZR L * (1 / IZR L)) with 1 by (field; nz). apply Rpower_1; lra. }
assert (cla2 : sum 1 L (fun l => 1 / c) / IZR L = 1 / c).
{ transitivity (sum 1 L (fun l_2 => 1 / c) / IZR L); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (1 / c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Times (Num (1)) (Over (Sc 2)))) (Over (Sc 0)))
  (Times (Num (1)) (Over (Sc 2)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* AMMUP-D10 *)
Theorem claim_ammup_d10 :
forall (n C : Z) (s : R) (W : Z -> Z -> R) (phi_0 : Z -> R) (phi_s : Z -> R) (Q : Z -> R) (u : Z -> R),
(1 <= n)%Z ->
(1 <= C)%Z ->
(0 < s) ->
(forall i : Z, (1 <= i <= n)%Z -> s * Q i * u i = phi_s i - phi_0 i) ->
(forall r : Z, (1 <= r <= C)%Z -> sum 1 n (fun i => W r i * phi_s i) - sum 1 n (fun i => W r i * phi_0 i) = s * sum 1 n (fun i => W r i * Q i * u i)).
Proof.
intros n C s W phi_0 phi_s Q u dom0 dom1 dom2 giv0.
assert (cla0 : (forall r : Z, (1 <= r <= C)%Z -> sum 1 n (fun i => W r i * phi_s i) - sum 1 n (fun i => W r i * phi_0 i) = s * sum 1 n (fun i => W r i * Q i * u i))).
{ intros r ran0. assert (zer : (-1) * sum 1 n (fun i => W r i * (phi_s i - phi_0 i - s * Q i * u i)) = 0) by zero. assert (gap : sum 1 n (fun i => W r i * phi_s i) - sum 1 n (fun i => W r i * phi_0 i) - s * sum 1 n (fun i => W r i * Q i * u i) = (-1) * sum 1 n (fun i => W r i * (phi_s i - phi_0 i - s * Q i * u i)) * (-1)). { transitivity (sum 1 n (fun i_9 => W r i_9 * phi_s i_9) - sum 1 n (fun i_10 => W r i_10 * phi_0 i_10) - s * sum 1 n (fun i_11 => W r i_11 * Q i_11 * u i_11)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((-1) * sum 1 n (fun i_12 => W r i_12 * (phi_s i_12 - phi_0 i_12 - s * Q i_12 * u i_12)) * (-1)); [exact (@same_by (s :: IZR n :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => Q (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => phi_0 (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => phi_s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))) (Minus (Times (Sc 0) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))
  (Times (Times (Num (-1)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Plus (En 4 (0 :: nil)%list%nat) (Minus (En 3 (0 :: nil)%list%nat))) (Minus (Times (Times (Sc 0) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } clear - gap zer; lra. }
exact cla0.
Qed.

(* AMMUP-B-padding *)
Theorem claim_ammup_b_padding :
forall (N : Z) (p : R),
(0 < p) ->
(1 <= N)%Z ->
1 / 3 * sin p + 1 / 3 * sin (p + PI / (1 + IZR N)) + 1 / 3 * sin (p - PI / (1 + IZR N)) = (1 / 3 + 2 / 3 * cos (PI / (1 + IZR N))) * sin p.
Proof.
intros N p dom0 dom1.
assert (cla0 : 1 / 3 * sin p + 1 / 3 * sin (p + PI / (1 + IZR N)) + 1 / 3 * sin (p - PI / (1 + IZR N)) = (1 / 3 + 2 / 3 * cos (PI / (1 + IZR N))) * sin p).
{ set (q := PI / (1 + IZR N)). rewrite sin_plus, sin_minus. field. }
exact cla0.
Qed.

(* AMMUP-R8 *)
Theorem claim_ammup_r8 :
forall (N M s : Z) (f : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= M)%Z ->
(0 <= s)%Z ->
(forall b : Z, (1 <= b <= M)%Z -> f ((s + N) + 1)%Z b = f (s + 1)%Z b) ->
(forall b : Z, (1 <= b <= M)%Z -> sum 1 N (fun p => f ((p + s) + 1)%Z b) = sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b) /\
sum 1 M (fun b => sum 1 N (fun p => f ((p + s) + 1)%Z b)) = sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b)).
Proof.
intros N M s f dom0 dom1 dom2 giv0.
assert (cla0 : (forall b : Z, (1 <= b <= M)%Z -> sum 1 N (fun p => f ((p + s) + 1)%Z b) = sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b)).
{ assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> (forall b : Z, (1 <= b <= M)%Z -> sum 1 N_now (fun p => f ((p + s) + 1)%Z b) = sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b)).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> (forall b : Z, (1 <= b <= M)%Z -> sum 1 N_now (fun p => f ((p + s) + 1)%Z b) = sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b))).
- intros most. intros b ran0. transitivity (f (s + 2)%Z b); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (f (s + 1)%Z b + f (s + 2)%Z b - f (s + 1)%Z b); [exact (@same_by (f (s + 2)%Z b :: f (s + 1)%Z b :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Plus (Plus (Sc 2) (Sc 0)) (Minus (Sc 2)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]].
- intros N_now least hyp most. intros b ran0. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 N_now (fun p => f ((p + s) + 1)%Z b) - (sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b) = 0) by (pose proof (hyp b ran0); lra). assert (gap : sum 1 (N_now + 1) (fun p => f ((p + s) + 1)%Z b) - (sum 1 (N_now + 1) (fun p => f (p + s)%Z b) + f ((s + (N_now + 1)) + 1)%Z b - f (s + 1)%Z b) = 1 * (sum 1 N_now (fun p => f ((p + s) + 1)%Z b) - (sum 1 N_now (fun p => f (p + s)%Z b) + f ((s + N_now) + 1)%Z b - f (s + 1)%Z b))). { transitivity (sum 1 N_now (fun p_4 => f ((p_4 + s) + 1)%Z b) + f ((N_now + s) + 2)%Z b - (sum 1 N_now (fun p_6 => f (p_6 + s)%Z b) + f ((N_now + s) + 1)%Z b + f ((N_now + s) + 2)%Z b - f (s + 1)%Z b)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (1 * (sum 1 N_now (fun p_7 => f ((p_7 + s) + 1)%Z b) - (sum 1 N_now (fun p_8 => f (p_8 + s)%Z b) + f ((N_now + s) + 1)%Z b - f (s + 1)%Z b))); [exact (@same_by (f (s + 1)%Z b :: f ((N_now + s) + 2)%Z b :: f ((N_now + s) + 1)%Z b :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list ((3%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => f ((1 + Z.of_nat v0')%Z + s)%Z b | 1%nat, (v0' :: nil)%list => f (((1 + Z.of_nat v0')%Z + s) + 1)%Z b | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (En 1 (0 :: nil)%list%nat)) (Sc 2)) (Minus (Plus (Plus (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 4)) (Sc 2)) (Minus (Sc 0)))))
  (Times (Num (1)) (Plus (Total 0 (En 1 (0 :: nil)%list%nat)) (Minus (Plus (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 4)) (Minus (Sc 0))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } rewrite zer in gap; clear - gap; lra. }
intros b ran0. apply (ind N); lia. }
assert (cla1 : sum 1 M (fun b => sum 1 N (fun p => f ((p + s) + 1)%Z b)) = sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b))).
{ assert (zer : sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b - sum 1 N (fun p => f ((p + s) + 1)%Z b) + (f (s + 1)%Z b - f ((s + N) + 1)%Z b)) = 0) by zero. assert (gap : sum 1 M (fun b => sum 1 N (fun p => f ((p + s) + 1)%Z b)) - sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b)) = sum 1 M (fun b => sum 1 N (fun p => f (p + s)%Z b) + f ((s + N) + 1)%Z b - f (s + 1)%Z b - sum 1 N (fun p => f ((p + s) + 1)%Z b) + (f (s + 1)%Z b - f ((s + N) + 1)%Z b)) * (-1)). { transitivity (sum 1 M (fun b_23 => sum 1 N (fun p_24 => f ((p_24 + s) + 1)%Z b_23)) - sum 1 M (fun b_25 => sum 1 N (fun p_26 => f (p_26 + s)%Z b_25))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 M (fun b_27 => sum 1 N (fun p_28 => f (p_28 + s)%Z b_27) + f ((N + s) + 1)%Z b_27 - f (s + 1)%Z b_27 - sum 1 N (fun p_29 => f ((p_29 + s) + 1)%Z b_27) + (f (s + 1)%Z b_27 - f ((N + s) + 1)%Z b_27)) * (-1)); [exact (@same_by (IZR M :: IZR N :: nil)%list ((0%nat, Z.to_nat (M - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => f ((1 + Z.of_nat v0')%Z + s)%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => f (((1 + Z.of_nat v0')%Z + s) + 1)%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => f ((N + s) + 1)%Z (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => f (s + 1)%Z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 1 (En 1 (1 :: 0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)))))
  (Times (Total 0 (Plus (Plus (Plus (Plus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Minus (En 3 (0 :: nil)%list%nat))) (Minus (Total 1 (En 1 (1 :: 0 :: nil)%list%nat)))) (Plus (En 3 (0 :: nil)%list%nat) (Minus (En 2 (0 :: nil)%list%nat))))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } clear - gap zer; lra. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-D15 *)
Theorem claim_ammup_d15 :
forall (n : Z) (s : R) (W : Z -> Z -> R) (g : Z -> R) (u : Z -> R) (v : Z -> R) (phi_0 : Z -> R) (phi_s : Z -> R),
(1 <= n)%Z ->
(0 < s) ->
(forall b : Z, (1 <= b <= n)%Z -> s * g b * u b = phi_s b - phi_0 b) ->
(forall a : Z, (1 <= a <= n)%Z -> s * u a + sum 1 n (fun b => W a b * phi_s b) - sum 1 n (fun b => W a b * phi_0 b) = s * (u a + sum 1 n (fun b => W a b * g b * u b))).
Proof.
intros n s W g u v phi_0 phi_s dom0 dom1 giv0.
assert (cla0 : (forall a : Z, (1 <= a <= n)%Z -> s * u a + sum 1 n (fun b => W a b * phi_s b) - sum 1 n (fun b => W a b * phi_0 b) = s * (u a + sum 1 n (fun b => W a b * g b * u b)))).
{ intros a ran0. assert (zer : (-1) * sum 1 n (fun b => W a b * (phi_s b - phi_0 b - s * g b * u b)) = 0) by zero. assert (gap : s * u a + sum 1 n (fun b => W a b * phi_s b) - sum 1 n (fun b => W a b * phi_0 b) - s * (u a + sum 1 n (fun b => W a b * g b * u b)) = (-1) * sum 1 n (fun b => W a b * (phi_s b - phi_0 b - s * g b * u b)) * (-1)). { transitivity (s * u a + sum 1 n (fun b_9 => W a b_9 * phi_s b_9) - sum 1 n (fun b_10 => W a b_10 * phi_0 b_10) - s * (u a + sum 1 n (fun b_11 => W a b_11 * g b_11 * u b_11))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((-1) * sum 1 n (fun b_12 => W a b_12 * (phi_s b_12 - phi_0 b_12 - s * g b_12 * u b_12)) * (-1)); [exact (@same_by (s :: IZR n :: u a :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => W a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => phi_0 (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => phi_s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Times (Sc 0) (Sc 4)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat)))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))) (Minus (Times (Sc 0) (Plus (Sc 4) (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))))))
  (Times (Times (Num (-1)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Plus (En 4 (0 :: nil)%list%nat) (Minus (En 3 (0 :: nil)%list%nat))) (Minus (Times (Times (Sc 0) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))))))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } clear - gap zer; lra. }
exact cla0.
Qed.

(* AMMUP-E33 *)
Theorem claim_ammup_e33 :
forall (n : Z) (W : Z -> Z -> R) (g : Z -> R) (u : Z -> R) (v : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun a => (u a + sum 1 n (fun b => W a b * g b * u b)) * (v a + sum 1 n (fun b => W a b * g b * v b))) / IZR n = sum 1 n (fun a => u a * v a) / IZR n + sum 1 n (fun a => u a * sum 1 n (fun b => W a b * g b * v b)) / IZR n + sum 1 n (fun a => v a * sum 1 n (fun b => W a b * g b * u b)) / IZR n + sum 1 n (fun a => sum 1 n (fun b => W a b * g b * u b) * sum 1 n (fun b => W a b * g b * v b)) / IZR n.
Proof.
intros n W g u v dom0.
assert (cla0 : sum 1 n (fun a => (u a + sum 1 n (fun b => W a b * g b * u b)) * (v a + sum 1 n (fun b => W a b * g b * v b))) / IZR n = sum 1 n (fun a => u a * v a) / IZR n + sum 1 n (fun a => u a * sum 1 n (fun b => W a b * g b * v b)) / IZR n + sum 1 n (fun a => v a * sum 1 n (fun b => W a b * g b * u b)) / IZR n + sum 1 n (fun a => sum 1 n (fun b => W a b * g b * u b) * sum 1 n (fun b => W a b * g b * v b)) / IZR n).
{ transitivity (sum 1 n (fun a_1 => (u a_1 + sum 1 n (fun b_2 => W a_1 b_2 * g b_2 * u b_2)) * (v a_1 + sum 1 n (fun b_3 => W a_1 b_3 * g b_3 * v b_3))) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun a_4 => u a_4 * v a_4) / IZR n + sum 1 n (fun a_5 => u a_5 * sum 1 n (fun b_6 => W a_5 b_6 * g b_6 * v b_6)) / IZR n + sum 1 n (fun a_7 => v a_7 * sum 1 n (fun b_8 => W a_7 b_8 * g b_8 * u b_8)) / IZR n + sum 1 n (fun a_9 => sum 1 n (fun b_10 => W a_9 b_10 * g b_10 * u b_10) * sum 1 n (fun b_11 => W a_9 b_11 * g b_11 * v b_11)) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Plus (En 2 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)))) (Plus (En 3 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat)))))) (Over (Sc 0)))
  (Plus (Plus (Plus (Times (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Total 0 (Times (En 2 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Over (Sc 0)))) (Times (Total 0 (Times (En 3 (0 :: nil)%list%nat) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))))) (Over (Sc 0)))) (Times (Total 0 (Times (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) (Total 0 (Times (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 3 (1 :: nil)%list%nat))))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E34-size *)
Theorem claim_ammup_e34_size :
forall (n : Z) (p : Z -> R) (s : Z -> R) (z : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun a => sum 1 n (fun b => p a * s b * z b) ^ 2) / IZR n = sum 1 n (fun a => p a ^ 2) * sum 1 n (fun b => s b * z b) ^ 2 / IZR n.
Proof.
intros n p s z dom0.
assert (cla0 : sum 1 n (fun a => sum 1 n (fun b => p a * s b * z b) ^ 2) / IZR n = sum 1 n (fun a => p a ^ 2) * sum 1 n (fun b => s b * z b) ^ 2 / IZR n).
{ transitivity (sum 1 n (fun a_1 => sum 1 n (fun b_2 => p a_1 * s b_2 * z b_2) ^ 2) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun a_3 => p a_3 ^ 2) * sum 1 n (fun b_4 => s b_4 * z b_4) ^ 2 / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => s (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => z (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) 2)) (Over (Sc 0)))
  (Times (Times (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) (Power (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) 2)) (Over (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-D16 *)
Theorem claim_ammup_d16 :
forall (l K : Z) (c q x : R),
(1 <= l)%Z ->
(1 <= K)%Z ->
(0 < c) ->
(0 < q) ->
(0 < x) ->
1 + c * q / IZR K = 1 + c * q / IZR K /\
powerRZ (1 + c * q / IZR K) (l + 1) / powerRZ (1 + c * q / IZR K) l = 1 + c * q / IZR K /\
ln (1 + x) < x.
Proof.
intros l K c q x dom0 dom1 dom2 dom3 dom4.
assert (cla0 : 1 + c * q / IZR K = 1 + c * q / IZR K).
{ reflexivity. }
assert (cla1 : powerRZ (1 + c * q / IZR K) (l + 1) / powerRZ (1 + c * q / IZR K) l = 1 + c * q / IZR K).
{ assert (0 < 1 + c * q / IZR K) by pos.
rewrite powerRZ_add, powerRZ_1 by lra. field; split; [nz | apply powerRZ_NOR; lra]. }
assert (cla2 : ln (1 + x) < x).
{ apply exp_lt_inv; rewrite exp_ln by lra; apply exp_ineq1; lra. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* AMMUP-E02 *)
Theorem claim_ammup_e02 :
forall (n : Z) (a : Z -> R) (x : Z -> R) (g : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun o => sum 1 n (fun e => g o * a e * a e) ^ 2) * sum 1 n (fun e => x e ^ 2) ^ 2 = sum 1 n (fun o => sum 1 n (fun e => g o * x e * x e) ^ 2) * sum 1 n (fun e => a e ^ 2) ^ 2.
Proof.
intros n a x g dom0.
assert (cla0 : sum 1 n (fun o => sum 1 n (fun e => g o * a e * a e) ^ 2) * sum 1 n (fun e => x e ^ 2) ^ 2 = sum 1 n (fun o => sum 1 n (fun e => g o * x e * x e) ^ 2) * sum 1 n (fun e => a e ^ 2) ^ 2).
{ transitivity (sum 1 n (fun o_1 => sum 1 n (fun e_2 => g o_1 * a e_2 * a e_2) ^ 2) * sum 1 n (fun e_3 => x e_3 ^ 2) ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun o_4 => sum 1 n (fun e_5 => g o_4 * x e_5 * x e_5) ^ 2) * sum 1 n (fun e_6 => a e_6 ^ 2) ^ 2); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat))) 2)) (Power (Total 0 (Power (En 2 (0 :: nil)%list%nat) 2)) 2))
  (Times (Total 0 (Power (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat))) 2)) (Power (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) 2))
  ((nil)%list%nat :: (2 :: 1 :: 3 :: 2 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E05-multiplier *)
Theorem claim_ammup_e05_multiplier :
forall (K n : Z) (p b : R) (W : Z -> Z -> Z -> R) (g : Z -> Z -> Z -> R) (x : Z -> Z -> R) (dz : Z -> Z -> R) (dz_outside : Z -> Z -> R),
(1 <= K)%Z ->
(1 <= n)%Z ->
(forall i : Z, (1 <= i <= n)%Z -> dz 0%Z i = 0) ->
(forall i : Z, (1 <= i <= n)%Z -> dz_outside 0%Z i = 0) ->
(forall passed i : Z, (0 <= passed <= (K - 1))%Z -> (1 <= i <= n)%Z -> dz (passed + 1)%Z i = dz passed i + sum 1 n (fun j => W (passed + 1)%Z i j * dz passed j) + sum 1 n (fun j => g (passed + 1)%Z i j * x (passed + 1)%Z j)) ->
(forall passed i : Z, (0 <= passed <= (K - 1))%Z -> (1 <= i <= n)%Z -> dz_outside (passed + 1)%Z i = dz_outside passed i + sum 1 n (fun j => W (passed + 1)%Z i j * dz_outside passed j) + b * sum 1 n (fun j => b * g (passed + 1)%Z i j * x (passed + 1)%Z j)) ->
(forall l i : Z, (0 <= l <= K)%Z -> (1 <= i <= n)%Z -> dz_outside l i = b ^ 2 * dz l i) /\
Rpower (IZR K) ((-1) * p) ^ 4 = Rpower (IZR K) ((-4) * p).
Proof.
intros K n p b W g x dz dz_outside dom0 dom1 def0 def1 def2 def3.
assert (cla0 : (forall l i : Z, (0 <= l <= K)%Z -> (1 <= i <= n)%Z -> dz_outside l i = b ^ 2 * dz l i)).
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= K)%Z -> (forall i : Z, (1 <= i <= n)%Z -> dz_outside l i = b ^ 2 * dz l i)).
{ apply (whole_induction (fun l : Z => (l <= K)%Z -> (forall i : Z, (1 <= i <= n)%Z -> dz_outside l i = b ^ 2 * dz l i))).
- intros most. intros i ran0. transitivity (0); [cong (first [match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def2 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (b ^ 2 * 0); [exact (@same_by (b :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Num (0))
  (Times (Power (Sc 0) 2) (Num (0)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def2 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]].
- intros l least hyp most. intros i ran0. assert (most' : (l <= K)%Z) by lia.
specialize (hyp most'). transitivity (b ^ 2 * dz l i + sum 1 n (fun j_1 => W (l + 1)%Z i j_1 * (b ^ 2 * dz l j_1)) + b * sum 1 n (fun j_2 => b * g (l + 1)%Z i j_2 * x (l + 1)%Z j_2)); [cong (first [match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def2 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (b ^ 2 * (dz l i + sum 1 n (fun j_3 => W (l + 1)%Z i j_3 * dz l j_3) + sum 1 n (fun j_4 => g (l + 1)%Z i j_4 * x (l + 1)%Z j_4))); [exact (@same_by (b :: IZR n :: dz l i :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (l + 1)%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (l + 1)%Z (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => W (l + 1)%Z i (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => dz l (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Times (Power (Sc 0) 2) (Sc 4)) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (Times (Power (Sc 0) 2) (En 3 (0 :: nil)%list%nat))))) (Times (Sc 0) (Total 0 (Times (Times (Sc 0) (En 0 (0 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat)))))
  (Times (Power (Sc 0) 2) (Plus (Plus (Sc 4) (Total 0 (Times (En 2 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def2 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz_outside ?p0 ?p1 = _ => etransitivity; [solve [replace (dz_outside p0 p1) with (dz_outside (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
intros l i ran0 ran1. apply ind; lia. }
assert (cla1 : Rpower (IZR K) ((-1) * p) ^ 4 = Rpower (IZR K) ((-4) * p)).
{ clear cla0. first [transitivity ((/ Rpower (IZR K) p) ^ 4); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (/ Rpower (IZR K) p / Rpower (IZR K) p / Rpower (IZR K) p / Rpower (IZR K) p); [exact (@same_by (Rpower (IZR K) p :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Power (Over (Sc 0)) 4)
  (Times (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Over (Sc 0))) (Over (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]] | fieldy]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-B-sign *)
Theorem claim_ammup_b_sign :
forall (l : Z),
(1 <= l)%Z ->
2 / PI * (2 / PI * sum 1 l (fun h => (2 * IZR h + (-1)) * (1 + IZR l - IZR h)) + (1 - 2 / PI) * IZR l) = 2 / PI * (IZR l * (1 + (-2) / PI) + 1 / 3 * IZR l / PI * (1 + IZR l) * (1 + 2 * IZR l)) /\
(sum 1 l (fun h => (2 * IZR h + (-1)) * ((1 + 2 * (IZR l - IZR h)) / PI)) + (1 - 2 / PI) * (IZR l + (-1 / 2))) / (2 * PI) = 1 / 2 / PI * (/ PI * ((-1) * IZR l ^ 2 + 1 / 3 * IZR l * (1 + IZR l) * (1 + 2 * IZR l)) + (1 + (-2) / PI) * ((-1 / 2) + IZR l)) /\
sum 1 l (fun h => (2 * IZR h + (-1)) * (1 + IZR l - IZR h)) = 1 / 6 * IZR l * (1 + IZR l) * (1 + 2 * IZR l).
Proof.
intros l dom0.
assert (cla0 : 2 / PI * (2 / PI * sum 1 l (fun h => (2 * IZR h + (-1)) * (1 + IZR l - IZR h)) + (1 - 2 / PI) * IZR l) = 2 / PI * (IZR l * (1 + (-2) / PI) + 1 / 3 * IZR l / PI * (1 + IZR l) * (1 + 2 * IZR l))).
{ assert (PI <> 0) by exact PI_neq0.
rewrite (sum_cubic l _ 0 (-2) (3 + 2 * IZR l) (-1 - IZR l)); [field; lra | lia |].
intros i ran0; ring. }
assert (cla1 : (sum 1 l (fun h => (2 * IZR h + (-1)) * ((1 + 2 * (IZR l - IZR h)) / PI)) + (1 - 2 / PI) * (IZR l + (-1 / 2))) / (2 * PI) = 1 / 2 / PI * (/ PI * ((-1) * IZR l ^ 2 + 1 / 3 * IZR l * (1 + IZR l) * (1 + 2 * IZR l)) + (1 + (-2) / PI) * ((-1 / 2) + IZR l))).
{ assert (PI <> 0) by exact PI_neq0.
rewrite (sum_cubic l _ 0 (-4 / PI) ((4 + 4 * IZR l) / PI) (- (1 + 2 * IZR l) / PI));
  [field; lra | lia |].
intros i ran0; field; lra. }
assert (cla2 : sum 1 l (fun h => (2 * IZR h + (-1)) * (1 + IZR l - IZR h)) = 1 / 6 * IZR l * (1 + IZR l) * (1 + 2 * IZR l)).
{ rewrite (sum_cubic l _ 0 (-2) (3 + 2 * IZR l) (-1 - IZR l)); [field | lia |].
intros i ran0; ring. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* AMMUP-E37 *)
Theorem claim_ammup_e37 :
forall (d : Z) (s epsilon : R) (x : Z -> R),
(1 <= d)%Z ->
(0 < s) ->
sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) / s) / IZR d = 0 /\
(epsilon = s ^ 2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d -> sum 1 d (fun i => ((x i - sum 1 d (fun j => x j) / IZR d) / s) ^ 2) / IZR d = 1 - epsilon / s ^ 2).
Proof.
intros d s epsilon x dom0 dom1.
assert (cla0 : sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) / s) / IZR d = 0).
{ transitivity (sum 1 d (fun i_1 => (x i_1 - sum 1 d (fun j_2 => x j_2) / IZR d) / s) / IZR d); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (0); [exact (@same_by (IZR d :: s :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Over (Sc 2)))) (Over (Sc 0)))
  (Num (0))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : epsilon = s ^ 2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d -> sum 1 d (fun i => ((x i - sum 1 d (fun j => x j) / IZR d) / s) ^ 2) / IZR d = 1 - epsilon / s ^ 2).
{ intros spe0. subst epsilon. transitivity (sum 1 d (fun i_3 => ((x i_3 - sum 1 d (fun j_4 => x j_4) / IZR d) / s) ^ 2) / IZR d); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (1 - (s ^ 2 - sum 1 d (fun i_5 => (x i_5 - sum 1 d (fun j_6 => x j_6) / IZR d) ^ 2) / IZR d) / s ^ 2); [exact (@same_by (IZR d :: s :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Power (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Over (Sc 2))) 2)) (Over (Sc 0)))
  (Plus (Num (1)) (Minus (Times (Plus (Power (Sc 2) 2) (Minus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0))))) (Over (Power (Sc 2) 2)))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E43 *)
Theorem claim_ammup_e43 :
forall (N n : Z) (v1 : Z -> Z -> R) (v2 : Z -> Z -> R) (sign : Z -> Z -> R),
(1 <= N)%Z ->
(1 <= n)%Z ->
(forall t a : Z, (1 <= t <= N)%Z -> (1 <= a <= n)%Z -> sign t a ^ 2 = 1) ->
sum 1 n (fun a => sum 1 N (fun t => sign t a * v1 t a * sign t a * v2 t a)) = sum 1 n (fun a => sum 1 N (fun t => v1 t a * v2 t a)).
Proof.
intros N n v1 v2 sign dom0 dom1 giv0.
assert (cla0 : sum 1 n (fun a => sum 1 N (fun t => sign t a * v1 t a * sign t a * v2 t a)) = sum 1 n (fun a => sum 1 N (fun t => v1 t a * v2 t a))).
{ assert (zer : sum 1 n (fun a => sum 1 N (fun t => (1 - sign t a ^ 2) * v1 t a * v2 t a)) = 0) by zero. assert (gap : sum 1 n (fun a => sum 1 N (fun t => sign t a * v1 t a * sign t a * v2 t a)) - sum 1 n (fun a => sum 1 N (fun t => v1 t a * v2 t a)) = sum 1 n (fun a => sum 1 N (fun t => (1 - sign t a ^ 2) * v1 t a * v2 t a)) * (-1)). { transitivity (sum 1 n (fun a_13 => sum 1 N (fun t_14 => sign t_14 a_13 * v1 t_14 a_13 * sign t_14 a_13 * v2 t_14 a_13)) - sum 1 n (fun a_15 => sum 1 N (fun t_16 => v1 t_16 a_15 * v2 t_16 a_15))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun a_17 => sum 1 N (fun t_18 => (1 - sign t_18 a_17 ^ 2) * v1 t_18 a_17 * v2 t_18 a_17)) * (-1)); [exact (@same_by (IZR n :: IZR N :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => v1 (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => v2 (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => sign (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 1 (Times (Times (Times (En 2 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: 0 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)) (En 1 (1 :: 0 :: nil)%list%nat)))) (Minus (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))))))
  (Times (Total 0 (Total 1 (Times (Times (Plus (Num (1)) (Minus (Power (En 2 (1 :: 0 :: nil)%list%nat) 2))) (En 0 (1 :: 0 :: nil)%list%nat)) (En 1 (1 :: 0 :: nil)%list%nat)))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } clear - gap zer; lra. }
exact cla0.
Qed.

(* AMMUP-E38 *)
Theorem claim_ammup_e38 :
forall (d : Z) (s : R) (x : Z -> R) (v : Z -> R) (gamma : Z -> R),
(1 <= d)%Z ->
(0 < s) ->
(forall i : Z, (1 <= i <= d)%Z -> gamma i * ((v i - sum 1 d (fun j => v j) / IZR d) / s - (x i - sum 1 d (fun j => x j) / IZR d) * (sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * (v k - sum 1 d (fun j => v j) / IZR d)) / (IZR d * s)) / s ^ 2) = gamma i / s * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s ^ 2))).
Proof.
intros d s x v gamma dom0 dom1.
assert (cla0 : (forall i : Z, (1 <= i <= d)%Z -> gamma i * ((v i - sum 1 d (fun j => v j) / IZR d) / s - (x i - sum 1 d (fun j => x j) / IZR d) * (sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * (v k - sum 1 d (fun j => v j) / IZR d)) / (IZR d * s)) / s ^ 2) = gamma i / s * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s ^ 2)))).
{ intros i ran0. transitivity (gamma i * ((v i - sum 1 d (fun j_1 => v j_1) / IZR d) / s - (x i - sum 1 d (fun j_2 => x j_2) / IZR d) * (sum 1 d (fun k_3 => (x k_3 - sum 1 d (fun j_4 => x j_4) / IZR d) * (v k_3 - sum 1 d (fun j_5 => v j_5) / IZR d)) / (IZR d * s)) / s ^ 2)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (gamma i / s * (v i - sum 1 d (fun j_6 => v j_6) / IZR d - (x i - sum 1 d (fun j_7 => x j_7) / IZR d) * sum 1 d (fun k_8 => (x k_8 - sum 1 d (fun j_9 => x j_9) / IZR d) * v k_8) / (IZR d * s ^ 2))); [exact (@same_by (gamma i :: IZR d :: x i :: s :: v i :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Plus (Times (Plus (Sc 8) (Minus (Times (Total 0 (En 1 (0 :: nil)%list%nat)) (Over (Sc 2))))) (Over (Sc 6))) (Minus (Times (Times (Plus (Sc 4) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))))) (Times (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 2))))) (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 2))))))) (Over (Times (Sc 2) (Sc 6))))) (Over (Power (Sc 6) 2))))))
  (Times (Times (Sc 0) (Over (Sc 6))) (Plus (Plus (Sc 8) (Minus (Times (Total 0 (En 1 (0 :: nil)%list%nat)) (Over (Sc 2))))) (Minus (Times (Times (Plus (Sc 4) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))))) (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 2))))) (En 1 (0 :: nil)%list%nat)))) (Over (Times (Sc 2) (Power (Sc 6) 2)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E39 *)
Theorem claim_ammup_e39 :
forall (d : Z) (s2 gamma_max : R) (x : Z -> R) (v : Z -> R) (gamma : Z -> R),
(1 <= d)%Z ->
(0 < s2) ->
(0 <= gamma_max) ->
sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d < s2 ->
(forall i : Z, (1 <= i <= d)%Z -> gamma i ^ 2 <= gamma_max ^ 2) ->
sum 1 d (fun i => (gamma i * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2))) ^ 2) / s2 <= 4 * gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2 /\
sum 1 d (fun i => (gamma i * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2))) ^ 2) / s2 <= gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2 /\
sum 1 d (fun i => (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) = sum 1 d (fun i => v i ^ 2) - (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2)).
Proof.
intros d s2 gamma_max x v gamma dom0 dom1 dom2 giv0 giv1.
assert (cla0 : sum 1 d (fun i => (gamma i * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2))) ^ 2) / s2 <= 4 * gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2).
{ assert (gap : 4 * gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2 - sum 1 d (fun i => (gamma i * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2))) ^ 2) / s2 = 3 * gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2 + (sum 1 d (fun i => (gamma_max ^ 2 - gamma i ^ 2) * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) / s2 + gamma_max ^ 2 / s2 * (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2)))). { transitivity (4 * gamma_max ^ 2 * sum 1 d (fun i_1 => v i_1 ^ 2) / s2 - sum 1 d (fun i_2 => (gamma i_2 * (v i_2 - sum 1 d (fun j_3 => v j_3) / IZR d - (x i_2 - sum 1 d (fun j_4 => x j_4) / IZR d) * sum 1 d (fun k_5 => (x k_5 - sum 1 d (fun j_6 => x j_6) / IZR d) * v k_5) / (IZR d * s2))) ^ 2) / s2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (3 * gamma_max ^ 2 * sum 1 d (fun i_7 => v i_7 ^ 2) / s2 + (sum 1 d (fun i_8 => (gamma_max ^ 2 - gamma i_8 ^ 2) * (v i_8 - sum 1 d (fun j_9 => v j_9) / IZR d - (x i_8 - sum 1 d (fun j_10 => x j_10) / IZR d) * sum 1 d (fun k_11 => (x k_11 - sum 1 d (fun j_12 => x j_12) / IZR d) * v k_11) / (IZR d * s2)) ^ 2) / s2 + gamma_max ^ 2 / s2 * (sum 1 d (fun i_13 => v i_13) ^ 2 / IZR d + sum 1 d (fun k_14 => (x k_14 - sum 1 d (fun j_15 => x j_15) / IZR d) * v k_14) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i_16 => (x i_16 - sum 1 d (fun j_17 => x j_17) / IZR d) ^ 2) / IZR d) / s2)))); [exact (@same_by (IZR d :: s2 :: gamma_max :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => gamma (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Times (Times (Num (4)) (Power (Sc 4) 2)) (Total 0 (Power (En 2 (0 :: nil)%list%nat) 2))) (Over (Sc 2))) (Minus (Times (Total 0 (Power (Times (En 0 (0 :: nil)%list%nat) (Plus (Plus (En 2 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 2 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 1 (1 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))))) (En 2 (1 :: nil)%list%nat)))) (Over (Times (Sc 0) (Sc 2))))))) 2)) (Over (Sc 2)))))
  (Plus (Times (Times (Times (Num (3)) (Power (Sc 4) 2)) (Total 0 (Power (En 2 (0 :: nil)%list%nat) 2))) (Over (Sc 2))) (Plus (Times (Total 0 (Times (Plus (Power (Sc 4) 2) (Minus (Power (En 0 (0 :: nil)%list%nat) 2))) (Power (Plus (Plus (En 2 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 2 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 1 (1 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))))) (En 2 (1 :: nil)%list%nat)))) (Over (Times (Sc 0) (Sc 2)))))) 2))) (Over (Sc 2))) (Times (Times (Power (Sc 4) 2) (Over (Sc 2))) (Plus (Times (Power (Total 0 (En 2 (0 :: nil)%list%nat)) 2) (Over (Sc 0))) (Times (Times (Power (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (En 2 (0 :: nil)%list%nat))) 2) (Over (Times (Sc 0) (Sc 2)))) (Plus (Num (1)) (Times (Plus (Sc 2) (Minus (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0))))) (Over (Sc 2)))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 3 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 4 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 3 :: 5 :: 4 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (1 :: 0 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 0 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 1 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 5 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 3 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 4 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 3 :: 5 :: 4 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 1 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (4 :: 5 :: 0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 <= 3 * gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2 + (sum 1 d (fun i => (gamma_max ^ 2 - gamma i ^ 2) * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) / s2 + gamma_max ^ 2 / s2 * (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2)))) by pos. clear - gap sgn; lra. }
assert (cla1 : sum 1 d (fun i => (gamma i * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2))) ^ 2) / s2 <= gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2).
{ assert (gap : gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2 - sum 1 d (fun i => (gamma i * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2))) ^ 2) / s2 = sum 1 d (fun i => (gamma_max ^ 2 - gamma i ^ 2) * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) / s2 + gamma_max ^ 2 / s2 * (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2))). { transitivity (gamma_max ^ 2 * sum 1 d (fun i_18 => v i_18 ^ 2) / s2 - sum 1 d (fun i_19 => (gamma i_19 * (v i_19 - sum 1 d (fun j_20 => v j_20) / IZR d - (x i_19 - sum 1 d (fun j_21 => x j_21) / IZR d) * sum 1 d (fun k_22 => (x k_22 - sum 1 d (fun j_23 => x j_23) / IZR d) * v k_22) / (IZR d * s2))) ^ 2) / s2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 d (fun i_24 => (gamma_max ^ 2 - gamma i_24 ^ 2) * (v i_24 - sum 1 d (fun j_25 => v j_25) / IZR d - (x i_24 - sum 1 d (fun j_26 => x j_26) / IZR d) * sum 1 d (fun k_27 => (x k_27 - sum 1 d (fun j_28 => x j_28) / IZR d) * v k_27) / (IZR d * s2)) ^ 2) / s2 + gamma_max ^ 2 / s2 * (sum 1 d (fun i_29 => v i_29) ^ 2 / IZR d + sum 1 d (fun k_30 => (x k_30 - sum 1 d (fun j_31 => x j_31) / IZR d) * v k_30) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i_32 => (x i_32 - sum 1 d (fun j_33 => x j_33) / IZR d) ^ 2) / IZR d) / s2))); [exact (@same_by (IZR d :: s2 :: gamma_max :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => gamma (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Times (Power (Sc 4) 2) (Total 0 (Power (En 2 (0 :: nil)%list%nat) 2))) (Over (Sc 2))) (Minus (Times (Total 0 (Power (Times (En 0 (0 :: nil)%list%nat) (Plus (Plus (En 2 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 2 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 1 (1 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))))) (En 2 (1 :: nil)%list%nat)))) (Over (Times (Sc 0) (Sc 2))))))) 2)) (Over (Sc 2)))))
  (Plus (Times (Total 0 (Times (Plus (Power (Sc 4) 2) (Minus (Power (En 0 (0 :: nil)%list%nat) 2))) (Power (Plus (Plus (En 2 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 2 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 1 (1 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))))) (En 2 (1 :: nil)%list%nat)))) (Over (Times (Sc 0) (Sc 2)))))) 2))) (Over (Sc 2))) (Times (Times (Power (Sc 4) 2) (Over (Sc 2))) (Plus (Times (Power (Total 0 (En 2 (0 :: nil)%list%nat)) 2) (Over (Sc 0))) (Times (Times (Power (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (En 2 (0 :: nil)%list%nat))) 2) (Over (Times (Sc 0) (Sc 2)))) (Plus (Num (1)) (Times (Plus (Sc 2) (Minus (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0))))) (Over (Sc 2))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 3 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 4 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 3 :: 5 :: 4 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (1 :: 0 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 0 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 1 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 5 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 3 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 4 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 3 :: 5 :: 4 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 1 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (4 :: 5 :: 0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 <= sum 1 d (fun i => (gamma_max ^ 2 - gamma i ^ 2) * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) / s2 + gamma_max ^ 2 / s2 * (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2))) by pos. clear - gap sgn; lra. }
assert (cla2 : sum 1 d (fun i => (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) = sum 1 d (fun i => v i ^ 2) - (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2))).
{ transitivity (sum 1 d (fun i_34 => (v i_34 - sum 1 d (fun j_35 => v j_35) / IZR d - (x i_34 - sum 1 d (fun j_36 => x j_36) / IZR d) * sum 1 d (fun k_37 => (x k_37 - sum 1 d (fun j_38 => x j_38) / IZR d) * v k_37) / (IZR d * s2)) ^ 2)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 d (fun i_39 => v i_39 ^ 2) - (sum 1 d (fun i_40 => v i_40) ^ 2 / IZR d + sum 1 d (fun k_41 => (x k_41 - sum 1 d (fun j_42 => x j_42) / IZR d) * v k_41) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i_43 => (x i_43 - sum 1 d (fun j_44 => x j_44) / IZR d) ^ 2) / IZR d) / s2))); [exact (@same_by (IZR d :: s2 :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Power (Plus (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 0 (1 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))))) (En 1 (1 :: nil)%list%nat)))) (Over (Times (Sc 0) (Sc 2)))))) 2))
  (Plus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Minus (Plus (Times (Power (Total 0 (En 1 (0 :: nil)%list%nat)) 2) (Over (Sc 0))) (Times (Times (Power (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (En 1 (0 :: nil)%list%nat))) 2) (Over (Times (Sc 0) (Sc 2)))) (Plus (Num (1)) (Times (Plus (Sc 2) (Minus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0))))) (Over (Sc 2))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (1 :: 0 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 0 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 1 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 5 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 1 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (4 :: 5 :: 0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* AMMUP-L7 *)
Theorem claim_ammup_l7 :
forall (d : Z) (s2 gamma_max s a : R) (x : Z -> R) (v : Z -> R) (gamma : Z -> R),
(1 <= d)%Z ->
(0 < s2) ->
(0 <= gamma_max) ->
(0 < s) ->
sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d < s2 ->
(forall i : Z, (1 <= i <= d)%Z -> gamma i ^ 2 <= gamma_max ^ 2) ->
(forall i : Z, (1 <= i <= d)%Z -> gamma i * ((v i - sum 1 d (fun j => v j) / IZR d) / s - (x i - sum 1 d (fun j => x j) / IZR d) * (sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * (v k - sum 1 d (fun j => v j) / IZR d)) / (IZR d * s)) / s ^ 2) = gamma i / s * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s ^ 2))) /\
(forall i : Z, (1 <= i <= d)%Z -> (forall i : Z, (1 <= i <= d)%Z -> v i = a) -> v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2) = 0) /\
(forall i : Z, (1 <= i <= d)%Z -> (forall i : Z, (1 <= i <= d)%Z -> v i = x i) -> v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2) = (1 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / (IZR d * s2)) * (x i - sum 1 d (fun j => x j) / IZR d)) /\
sum 1 d (fun i => (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) = sum 1 d (fun i => v i ^ 2) - (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2)) /\
sum 1 d (fun i => (gamma i * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2))) ^ 2) / s2 <= gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2.
Proof.
intros d s2 gamma_max s a x v gamma dom0 dom1 dom2 dom3 giv0 giv1.
assert (cla0 : (forall i : Z, (1 <= i <= d)%Z -> gamma i * ((v i - sum 1 d (fun j => v j) / IZR d) / s - (x i - sum 1 d (fun j => x j) / IZR d) * (sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * (v k - sum 1 d (fun j => v j) / IZR d)) / (IZR d * s)) / s ^ 2) = gamma i / s * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s ^ 2)))).
{ intros i ran0. transitivity (gamma i * ((v i - sum 1 d (fun j_1 => v j_1) / IZR d) / s - (x i - sum 1 d (fun j_2 => x j_2) / IZR d) * (sum 1 d (fun k_3 => (x k_3 - sum 1 d (fun j_4 => x j_4) / IZR d) * (v k_3 - sum 1 d (fun j_5 => v j_5) / IZR d)) / (IZR d * s)) / s ^ 2)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (gamma i / s * (v i - sum 1 d (fun j_6 => v j_6) / IZR d - (x i - sum 1 d (fun j_7 => x j_7) / IZR d) * sum 1 d (fun k_8 => (x k_8 - sum 1 d (fun j_9 => x j_9) / IZR d) * v k_8) / (IZR d * s ^ 2))); [exact (@same_by (gamma i :: IZR d :: x i :: s :: v i :: nil)%list ((1%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Plus (Times (Plus (Sc 8) (Minus (Times (Total 0 (En 1 (0 :: nil)%list%nat)) (Over (Sc 2))))) (Over (Sc 6))) (Minus (Times (Times (Plus (Sc 4) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))))) (Times (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 2))))) (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 2))))))) (Over (Times (Sc 2) (Sc 6))))) (Over (Power (Sc 6) 2))))))
  (Times (Times (Sc 0) (Over (Sc 6))) (Plus (Plus (Sc 8) (Minus (Times (Total 0 (En 1 (0 :: nil)%list%nat)) (Over (Sc 2))))) (Minus (Times (Times (Plus (Sc 4) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 2))))) (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 2))))) (En 1 (0 :: nil)%list%nat)))) (Over (Times (Sc 2) (Power (Sc 6) 2)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : (forall i : Z, (1 <= i <= d)%Z -> (forall i : Z, (1 <= i <= d)%Z -> v i = a) -> v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2) = 0)).
{ intros i ran0 spe0. transitivity (a - sum 1 d (fun j_10 => a) / IZR d - (x i - sum 1 d (fun j_11 => x j_11) / IZR d) * sum 1 d (fun k_12 => (x k_12 - sum 1 d (fun j_13 => x j_13) / IZR d) * a) / (IZR d * s2)); [cong (first [match goal with |- v ?p0 = _ => etransitivity; [solve [replace (v p0) with (v p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (0); [exact (@same_by (IZR d :: x i :: a :: s2 :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Sc 4) (Minus (Times (Total 0 (Sc 4)) (Over (Sc 0))))) (Minus (Times (Times (Plus (Sc 2) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Sc 4)))) (Over (Times (Sc 0) (Sc 6))))))
  (Num (0))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- v ?p0 = _ => etransitivity; [solve [replace (v p0) with (v p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla2 : (forall i : Z, (1 <= i <= d)%Z -> (forall i : Z, (1 <= i <= d)%Z -> v i = x i) -> v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2) = (1 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / (IZR d * s2)) * (x i - sum 1 d (fun j => x j) / IZR d))).
{ intros i ran0 spe0. transitivity (x i - sum 1 d (fun j_14 => x j_14) / IZR d - (x i - sum 1 d (fun j_15 => x j_15) / IZR d) * sum 1 d (fun k_16 => (x k_16 - sum 1 d (fun j_17 => x j_17) / IZR d) * x k_16) / (IZR d * s2)); [cong (first [match goal with |- v ?p0 = _ => etransitivity; [solve [replace (v p0) with (v p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((1 - sum 1 d (fun i_18 => (x i_18 - sum 1 d (fun j_19 => x j_19) / IZR d) ^ 2) / (IZR d * s2)) * (x i - sum 1 d (fun j_20 => x j_20) / IZR d)); [exact (@same_by (IZR d :: x i :: s2 :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Plus (Sc 2) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Times (Plus (Sc 2) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (En 0 (0 :: nil)%list%nat)))) (Over (Times (Sc 0) (Sc 4))))))
  (Times (Plus (Num (1)) (Minus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Times (Sc 0) (Sc 4)))))) (Plus (Sc 2) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- v ?p0 = _ => etransitivity; [solve [replace (v p0) with (v p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla3 : sum 1 d (fun i => (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) = sum 1 d (fun i => v i ^ 2) - (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2))).
{ transitivity (sum 1 d (fun i_21 => (v i_21 - sum 1 d (fun j_22 => v j_22) / IZR d - (x i_21 - sum 1 d (fun j_23 => x j_23) / IZR d) * sum 1 d (fun k_24 => (x k_24 - sum 1 d (fun j_25 => x j_25) / IZR d) * v k_24) / (IZR d * s2)) ^ 2)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 d (fun i_26 => v i_26 ^ 2) - (sum 1 d (fun i_27 => v i_27) ^ 2 / IZR d + sum 1 d (fun k_28 => (x k_28 - sum 1 d (fun j_29 => x j_29) / IZR d) * v k_28) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i_30 => (x i_30 - sum 1 d (fun j_31 => x j_31) / IZR d) ^ 2) / IZR d) / s2))); [exact (@same_by (IZR d :: s2 :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Total 0 (Power (Plus (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 0 (1 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (2 :: nil)%list%nat)) (Over (Sc 0))))) (En 1 (1 :: nil)%list%nat)))) (Over (Times (Sc 0) (Sc 2)))))) 2))
  (Plus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)) (Minus (Plus (Times (Power (Total 0 (En 1 (0 :: nil)%list%nat)) 2) (Over (Sc 0))) (Times (Times (Power (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (En 1 (0 :: nil)%list%nat))) 2) (Over (Times (Sc 0) (Sc 2)))) (Plus (Num (1)) (Times (Plus (Sc 2) (Minus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0))))) (Over (Sc 2))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (1 :: 0 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 0 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 1 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 5 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 1 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (4 :: 5 :: 0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla4 : sum 1 d (fun i => (gamma i * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2))) ^ 2) / s2 <= gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2).
{ assert (gap : gamma_max ^ 2 * sum 1 d (fun i => v i ^ 2) / s2 - sum 1 d (fun i => (gamma i * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2))) ^ 2) / s2 = sum 1 d (fun i => (gamma_max ^ 2 - gamma i ^ 2) * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) / s2 + gamma_max ^ 2 / s2 * (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2))). { transitivity (gamma_max ^ 2 * sum 1 d (fun i_32 => v i_32 ^ 2) / s2 - sum 1 d (fun i_33 => (gamma i_33 * (v i_33 - sum 1 d (fun j_34 => v j_34) / IZR d - (x i_33 - sum 1 d (fun j_35 => x j_35) / IZR d) * sum 1 d (fun k_36 => (x k_36 - sum 1 d (fun j_37 => x j_37) / IZR d) * v k_36) / (IZR d * s2))) ^ 2) / s2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 d (fun i_38 => (gamma_max ^ 2 - gamma i_38 ^ 2) * (v i_38 - sum 1 d (fun j_39 => v j_39) / IZR d - (x i_38 - sum 1 d (fun j_40 => x j_40) / IZR d) * sum 1 d (fun k_41 => (x k_41 - sum 1 d (fun j_42 => x j_42) / IZR d) * v k_41) / (IZR d * s2)) ^ 2) / s2 + gamma_max ^ 2 / s2 * (sum 1 d (fun i_43 => v i_43) ^ 2 / IZR d + sum 1 d (fun k_44 => (x k_44 - sum 1 d (fun j_45 => x j_45) / IZR d) * v k_44) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i_46 => (x i_46 - sum 1 d (fun j_47 => x j_47) / IZR d) ^ 2) / IZR d) / s2))); [exact (@same_by (IZR d :: s2 :: gamma_max :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => gamma (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Times (Power (Sc 4) 2) (Total 0 (Power (En 2 (0 :: nil)%list%nat) 2))) (Over (Sc 2))) (Minus (Times (Total 0 (Power (Times (En 0 (0 :: nil)%list%nat) (Plus (Plus (En 2 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 2 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 1 (1 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))))) (En 2 (1 :: nil)%list%nat)))) (Over (Times (Sc 0) (Sc 2))))))) 2)) (Over (Sc 2)))))
  (Plus (Times (Total 0 (Times (Plus (Power (Sc 4) 2) (Minus (Power (En 0 (0 :: nil)%list%nat) 2))) (Power (Plus (Plus (En 2 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 2 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Minus (Times (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Total 0 (Times (Plus (En 1 (1 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (2 :: nil)%list%nat)) (Over (Sc 0))))) (En 2 (1 :: nil)%list%nat)))) (Over (Times (Sc 0) (Sc 2)))))) 2))) (Over (Sc 2))) (Times (Times (Power (Sc 4) 2) (Over (Sc 2))) (Plus (Times (Power (Total 0 (En 2 (0 :: nil)%list%nat)) 2) (Over (Sc 0))) (Times (Times (Power (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) (En 2 (0 :: nil)%list%nat))) 2) (Over (Times (Sc 0) (Sc 2)))) (Plus (Num (1)) (Times (Plus (Sc 2) (Minus (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0))))) (Over (Sc 2))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 3 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 4 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 3 :: 5 :: 4 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 0 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: (1 :: 0 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 0 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 1 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 1 :: 2 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 2 :: 3 :: 4 :: 5 :: 1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (1 :: 2 :: 4 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: nil)%list%nat :: (1 :: 3 :: nil)%list%nat :: (1 :: 3 :: 2 :: nil)%list%nat :: (1 :: 4 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: nil)%list%nat :: (2 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 4 :: 3 :: nil)%list%nat :: (2 :: 3 :: 4 :: 3 :: 2 :: 1 :: nil)%list%nat :: (2 :: 3 :: 5 :: 4 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (2 :: 3 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (1 :: 2 :: 1 :: 0 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (1 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 1 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (3 :: 4 :: 0 :: 1 :: 0 :: 2 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 1 :: 0 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: (4 :: 5 :: 0 :: 2 :: 1 :: 3 :: 2 :: 4 :: 3 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 <= sum 1 d (fun i => (gamma_max ^ 2 - gamma i ^ 2) * (v i - sum 1 d (fun j => v j) / IZR d - (x i - sum 1 d (fun j => x j) / IZR d) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s2)) ^ 2) / s2 + gamma_max ^ 2 / s2 * (sum 1 d (fun i => v i) ^ 2 / IZR d + sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) ^ 2 / (IZR d * s2) * (1 + (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2))) by pos. clear - gap sgn; lra. }
exact (conj cla0 (conj cla1 (conj cla2 (conj cla3 cla4)))).
Qed.

(* AMMUP-D17 *)
Theorem claim_ammup_d17 :
forall (d : Z) (s s2 epsilon : R) (x : Z -> R) (v : Z -> R),
(1 <= d)%Z ->
(0 < s) ->
(0 < s2) ->
sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d < s2 ->
(-1) * (sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * (v k - sum 1 d (fun j => v j) / IZR d)) / (IZR d * s)) / s ^ 2 = (-1) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s ^ 3) /\
(epsilon = s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d -> sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / (IZR d * s2) = 1 - epsilon / s2) /\
sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / (IZR d * s2) < 1.
Proof.
intros d s s2 epsilon x v dom0 dom1 dom2 giv0.
assert (cla0 : (-1) * (sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * (v k - sum 1 d (fun j => v j) / IZR d)) / (IZR d * s)) / s ^ 2 = (-1) * sum 1 d (fun k => (x k - sum 1 d (fun j => x j) / IZR d) * v k) / (IZR d * s ^ 3)).
{ transitivity ((-1) * (sum 1 d (fun k_1 => (x k_1 - sum 1 d (fun j_2 => x j_2) / IZR d) * (v k_1 - sum 1 d (fun j_3 => v j_3) / IZR d)) / (IZR d * s)) / s ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((-1) * sum 1 d (fun k_4 => (x k_4 - sum 1 d (fun j_5 => x j_5) / IZR d) * v k_4) / (IZR d * s ^ 3)); [exact (@same_by (IZR d :: s :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Num (-1)) (Times (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 1 (1 :: nil)%list%nat)) (Over (Sc 0))))))) (Over (Times (Sc 0) (Sc 2))))) (Over (Power (Sc 2) 2)))
  (Times (Times (Num (-1)) (Total 0 (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) (En 1 (0 :: nil)%list%nat)))) (Over (Times (Sc 0) (Power (Sc 2) 3))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : epsilon = s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d -> sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / (IZR d * s2) = 1 - epsilon / s2).
{ intros spe0. subst epsilon. transitivity (sum 1 d (fun i_6 => (x i_6 - sum 1 d (fun j_7 => x j_7) / IZR d) ^ 2) / (IZR d * s2)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (1 - (s2 - sum 1 d (fun i_8 => (x i_8 - sum 1 d (fun j_9 => x j_9) / IZR d) ^ 2) / IZR d) / s2); [exact (@same_by (IZR d :: s2 :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Times (Sc 0) (Sc 2))))
  (Plus (Num (1)) (Minus (Times (Plus (Sc 2) (Minus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0))))) (Over (Sc 2)))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla2 : sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / (IZR d * s2) < 1).
{ assert (gap : 1 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / (IZR d * s2) = (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2). { transitivity (1 - sum 1 d (fun i_10 => (x i_10 - sum 1 d (fun j_11 => x j_11) / IZR d) ^ 2) / (IZR d * s2)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((s2 - sum 1 d (fun i_12 => (x i_12 - sum 1 d (fun j_13 => x j_13) / IZR d) ^ 2) / IZR d) / s2); [exact (@same_by (IZR d :: s2 :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Num (1)) (Minus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Times (Sc 0) (Sc 2))))))
  (Times (Plus (Sc 2) (Minus (Times (Total 0 (Power (Plus (En 0 (0 :: nil)%list%nat) (Minus (Times (Total 0 (En 0 (1 :: nil)%list%nat)) (Over (Sc 0))))) 2)) (Over (Sc 0))))) (Over (Sc 2)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 < (s2 - sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d) / s2) by pos. clear - gap sgn; lra. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* AMMUP-E41 *)
Theorem claim_ammup_e41 :
forall (L n : Z) (Phi : Z -> Z -> Z -> R) (B : Z -> Z -> R) (v_1 : Z -> R) (A : Z -> Z -> Z -> R) (u : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= n)%Z ->
(forall a b : Z, (1 <= a <= n)%Z -> (1 <= b <= n)%Z -> A 0%Z a b = B a b) ->
(forall before a b : Z, (0 <= before <= (L - 1))%Z -> (1 <= a <= n)%Z -> (1 <= b <= n)%Z -> A (before + 1)%Z a b = sum 1 n (fun c => Phi (before + 1)%Z a c * A before c b)) ->
(forall a : Z, (1 <= a <= n)%Z -> u 0%Z a = sum 1 n (fun b => B a b * v_1 b)) ->
(forall before a : Z, (0 <= before <= (L - 1))%Z -> (1 <= a <= n)%Z -> u (before + 1)%Z a = sum 1 n (fun c => Phi (before + 1)%Z a c * u before c)) ->
(forall l a : Z, (0 <= l <= L)%Z -> (1 <= a <= n)%Z -> u l a = sum 1 n (fun b => A l a b * v_1 b)).
Proof.
intros L n Phi B v_1 A u dom0 dom1 def0 def1 def2 def3.
assert (cla0 : (forall l a : Z, (0 <= l <= L)%Z -> (1 <= a <= n)%Z -> u l a = sum 1 n (fun b => A l a b * v_1 b))).
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= L)%Z -> (forall a : Z, (1 <= a <= n)%Z -> u l a = sum 1 n (fun b => A l a b * v_1 b))).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> (forall a : Z, (1 <= a <= n)%Z -> u l a = sum 1 n (fun b => A l a b * v_1 b)))).
- intros most. intros a ran0. transitivity (sum 1 n (fun b_1 => B a b_1 * v_1 b_1)); [cong (first [match goal with |- A ?p0 ?p1 ?p2 = _ => etransitivity; [solve [replace (A p0 p1 p2) with (A 0%Z p1 p2) by (f_equal; lia); apply (def0 p1 p2); lia] |] end | match goal with |- A ?p0 ?p1 ?p2 = _ => etransitivity; [solve [replace (A p0 p1 p2) with (A (p0 - 1 + 1)%Z p1 p2) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1 p2); lia] |] end | match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun b_2 => B a b_2 * v_1 b_2)); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => B a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => v_1 (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- A ?p0 ?p1 ?p2 = _ => etransitivity; [solve [replace (A p0 p1 p2) with (A 0%Z p1 p2) by (f_equal; lia); apply (def0 p1 p2); lia] |] end | match goal with |- A ?p0 ?p1 ?p2 = _ => etransitivity; [solve [replace (A p0 p1 p2) with (A (p0 - 1 + 1)%Z p1 p2) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1 p2); lia] |] end | match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]].
- intros l least hyp most. intros a ran0. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity (sum 1 n (fun c_3 => Phi (l + 1)%Z a c_3 * sum 1 n (fun b_4 => A l c_3 b_4 * v_1 b_4))); [cong (first [match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- A ?p0 ?p1 ?p2 = _ => etransitivity; [solve [replace (A p0 p1 p2) with (A 0%Z p1 p2) by (f_equal; lia); apply (def0 p1 p2); lia] |] end | match goal with |- A ?p0 ?p1 ?p2 = _ => etransitivity; [solve [replace (A p0 p1 p2) with (A (p0 - 1 + 1)%Z p1 p2) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1 p2); lia] |] end | match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun b_5 => sum 1 n (fun c_6 => Phi (l + 1)%Z a c_6 * A l c_6 b_5) * v_1 b_5)); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => Phi (l + 1)%Z a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => A l (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => v_1 (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)))))
  (Total 0 (Times (Total 0 (Times (En 0 (1 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- A ?p0 ?p1 ?p2 = _ => etransitivity; [solve [replace (A p0 p1 p2) with (A 0%Z p1 p2) by (f_equal; lia); apply (def0 p1 p2); lia] |] end | match goal with |- A ?p0 ?p1 ?p2 = _ => etransitivity; [solve [replace (A p0 p1 p2) with (A (p0 - 1 + 1)%Z p1 p2) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1 p2); lia] |] end | match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- u ?p0 ?p1 = _ => etransitivity; [solve [replace (u p0 p1) with (u (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
intros l a ran0 ran1. apply ind; lia. }
exact cla0.
Qed.

(* AMMUP-E45 *)
Theorem claim_ammup_e45 :
forall (n : Z) (Phi : Z -> Z -> R) (v_1 : Z -> R) (v_2 : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun a => sum 1 n (fun b => Phi a b * v_1 b) * sum 1 n (fun b => Phi a b * v_2 b)) / IZR n = sum 1 n (fun b => sum 1 n (fun a => sum 1 n (fun c => Phi c a * Phi c b) * v_1 a * v_2 b)) / IZR n.
Proof.
intros n Phi v_1 v_2 dom0.
assert (cla0 : sum 1 n (fun a => sum 1 n (fun b => Phi a b * v_1 b) * sum 1 n (fun b => Phi a b * v_2 b)) / IZR n = sum 1 n (fun b => sum 1 n (fun a => sum 1 n (fun c => Phi c a * Phi c b) * v_1 a * v_2 b)) / IZR n).
{ transitivity (sum 1 n (fun a_1 => sum 1 n (fun b_2 => Phi a_1 b_2 * v_1 b_2) * sum 1 n (fun b_3 => Phi a_1 b_3 * v_2 b_3)) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun b_4 => sum 1 n (fun a_5 => sum 1 n (fun c_6 => Phi c_6 a_5 * Phi c_6 b_4) * v_1 a_5 * v_2 b_4)) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => Phi (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => v_1 (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v_2 (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Times (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 0 (2 :: 1 :: nil)%list%nat) (En 0 (2 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))) (Over (Sc 0)))
  ((nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-P4 *)
Theorem claim_ammup_p4 :
forall (n : Z) (Phi : Z -> Z -> R) (v_1 : Z -> R) (v_2 : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun a => sum 1 n (fun b => Phi a b * v_1 b) * sum 1 n (fun b => Phi a b * v_2 b)) / IZR n = sum 1 n (fun b => sum 1 n (fun a => sum 1 n (fun c => Phi c a * Phi c b) * v_1 a * v_2 b)) / IZR n.
Proof.
intros n Phi v_1 v_2 dom0.
assert (cla0 : sum 1 n (fun a => sum 1 n (fun b => Phi a b * v_1 b) * sum 1 n (fun b => Phi a b * v_2 b)) / IZR n = sum 1 n (fun b => sum 1 n (fun a => sum 1 n (fun c => Phi c a * Phi c b) * v_1 a * v_2 b)) / IZR n).
{ transitivity (sum 1 n (fun a_1 => sum 1 n (fun b_2 => Phi a_1 b_2 * v_1 b_2) * sum 1 n (fun b_3 => Phi a_1 b_3 * v_2 b_3)) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun b_4 => sum 1 n (fun a_5 => sum 1 n (fun c_6 => Phi c_6 a_5 * Phi c_6 b_4) * v_1 a_5 * v_2 b_4)) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => Phi (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => v_1 (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v_2 (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) (Over (Sc 0)))
  (Times (Total 0 (Total 0 (Times (Times (Total 0 (Times (En 0 (2 :: 1 :: nil)%list%nat) (En 0 (2 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))) (Over (Sc 0)))
  ((nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-AS1 *)
Theorem claim_ammup_as1 :
forall (h e f : Z),
(0 <= h)%Z ->
(0 <= e)%Z ->
(1 <= f)%Z ->
(1 + (IZR h + IZR e) / (IZR h + IZR e + IZR f)) * (1 + 1 / (IZR h + IZR e + IZR f) / (1 + (IZR h + IZR e) / (IZR h + IZR e + IZR f))) = 1 + (IZR h + IZR e + 1) / (IZR h + IZR e + IZR f) /\
1 <= (IZR h + IZR e + IZR f + (IZR h + IZR e) + 1) / (IZR h + IZR e + IZR f + IZR h) /\
(IZR h + IZR e + IZR f + (IZR h + IZR e) + 1) / (IZR h + IZR e + IZR f + IZR h) <= 2.
Proof.
intros h e f dom0 dom1 dom2.
assert (cla0 : (1 + (IZR h + IZR e) / (IZR h + IZR e + IZR f)) * (1 + 1 / (IZR h + IZR e + IZR f) / (1 + (IZR h + IZR e) / (IZR h + IZR e + IZR f))) = 1 + (IZR h + IZR e + 1) / (IZR h + IZR e + IZR f)).
{ wholes. field; repeat split; lra. }
assert (cla1 : 1 <= (IZR h + IZR e + IZR f + (IZR h + IZR e) + 1) / (IZR h + IZR e + IZR f + IZR h)).
{ wholes. apply le_over; lra. }
assert (cla2 : (IZR h + IZR e + IZR f + (IZR h + IZR e) + 1) / (IZR h + IZR e + IZR f + IZR h) <= 2).
{ wholes. apply over_le; lra. }
exact (conj cla0 (conj cla1 cla2)).
Qed.

(* AMMUP-B-spread *)
Theorem claim_ammup_b_spread :
forall (delta : R),
(0 < delta) ->
delta * (4 / delta) ^ 3 / 12 = (4 / delta) ^ 2 / 3.
Proof.
intros delta dom0.
assert (cla0 : delta * (4 / delta) ^ 3 / 12 = (4 / delta) ^ 2 / 3).
{ first [exact (@same_by (delta :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Sc 0) (Power (Times (Num (4)) (Over (Sc 0))) 3)) (Over (Num (12))))
  (Times (Power (Times (Num (4)) (Over (Sc 0))) 2) (Over (Num (3))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact cla0.
Qed.

(* AMMUP-D20 *)
Theorem claim_ammup_d20 :
forall (L L0 : Z) (delta : R),
(1 <= L)%Z ->
(1 <= L0)%Z ->
(0 <= delta) ->
(/ sqrt (IZR L) ^ 3 * sqrt (IZR L0) ^ 3) ^ 2 * IZR L ^ 3 = IZR L0 ^ 3 /\
0 < / sqrt (IZR L) ^ 3 * sqrt (IZR L0) ^ 3.
Proof.
intros L L0 delta dom0 dom1 dom2.
assert (cla0 : (/ sqrt (IZR L) ^ 3 * sqrt (IZR L0) ^ 3) ^ 2 * IZR L ^ 3 = IZR L0 ^ 3).
{ wholes. assert (a : sqrt (IZR L) ^ 2 = IZR L) by (apply pow2_sqrt; lra).
assert (b : sqrt (IZR L0) ^ 2 = IZR L0) by (apply pow2_sqrt; lra).
assert (0 < sqrt (IZR L)) by (apply sqrt_lt_R0; lra).
replace (IZR L ^ 3) with (sqrt (IZR L) ^ 6) by (rewrite <- a at 2; ring).
replace (IZR L0 ^ 3) with (sqrt (IZR L0) ^ 6) by (rewrite <- b at 2; ring).
field; lra. }
assert (cla1 : 0 < / sqrt (IZR L) ^ 3 * sqrt (IZR L0) ^ 3).
{ pos. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-B-transfer *)
Theorem claim_ammup_b_transfer :
forall (L L0 : Z) (delta : R),
(1 <= L)%Z ->
(1 <= L0)%Z ->
(0 <= delta) ->
(/ sqrt (1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2)) * sqrt (1 / 6 * (1 + IZR L0) * (1 + 2 * IZR L0) + 1 / 12 * IZR L0 * delta * ((-1) + IZR L0 ^ 2))) ^ 2 = (1 / 6 * (1 + IZR L0) * (1 + 2 * IZR L0) + 1 / 12 * IZR L0 * delta * ((-1) + IZR L0 ^ 2)) / (1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2)) /\
1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * 1 * ((-1) + IZR L ^ 2) = (IZR L + 1) ^ 2 * (IZR L + 2) / 12 /\
1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * 2 * ((-1) + IZR L ^ 2) = (IZR L + 1) * (IZR L ^ 2 + IZR L + 1) / 6.
Proof.
intros L L0 delta dom0 dom1 dom2.
assert (cla0 : (/ sqrt (1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2)) * sqrt (1 / 6 * (1 + IZR L0) * (1 + 2 * IZR L0) + 1 / 12 * IZR L0 * delta * ((-1) + IZR L0 ^ 2))) ^ 2 = (1 / 6 * (1 + IZR L0) * (1 + 2 * IZR L0) + 1 / 12 * IZR L0 * delta * ((-1) + IZR L0 ^ 2)) / (1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2))).
{ wholes.
assert (0 < 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2)).
{ apply Rplus_lt_le_0_compat; [nra|]. apply Rmult_le_pos; [|nra]. apply Rmult_le_pos; lra. }
assert (0 < 1 / 6 * (1 + IZR L0) * (1 + 2 * IZR L0)
  + 1 / 12 * IZR L0 * delta * ((-1) + IZR L0 ^ 2)).
{ apply Rplus_lt_le_0_compat; [nra|]. apply Rmult_le_pos; [|nra]. apply Rmult_le_pos; lra. }
rewrite Rpow_mult_distr, pow_inv, !pow2_sqrt by lra. unfold Rdiv; apply Rmult_comm. }
assert (cla1 : 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * 1 * ((-1) + IZR L ^ 2) = (IZR L + 1) ^ 2 * (IZR L + 2) / 12).
{ clear cla0. first [exact (@same_by (IZR L :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Num (1)) (Over (Num 6))) (Plus (Num (1)) (Sc 0))) (Plus (Num (1)) (Times (Num (2)) (Sc 0)))) (Times (Times (Times (Times (Num (1)) (Over (Num 12))) (Sc 0)) (Num (1))) (Plus (Num (-1)) (Power (Sc 0) 2))))
  (Times (Times (Power (Plus (Sc 0) (Num (1))) 2) (Plus (Sc 0) (Num (2)))) (Over (Num (12))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
assert (cla2 : 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * 2 * ((-1) + IZR L ^ 2) = (IZR L + 1) * (IZR L ^ 2 + IZR L + 1) / 6).
{ clear cla0 cla1. first [exact (@same_by (IZR L :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Num (1)) (Over (Num 6))) (Plus (Num (1)) (Sc 0))) (Plus (Num (1)) (Times (Num (2)) (Sc 0)))) (Times (Times (Times (Times (Num (1)) (Over (Num 12))) (Sc 0)) (Num (2))) (Plus (Num (-1)) (Power (Sc 0) 2))))
  (Times (Times (Plus (Sc 0) (Num (1))) (Plus (Plus (Power (Sc 0) 2) (Sc 0)) (Num (1)))) (Over (Num (6))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact (conj cla0 (conj cla1 cla2)).
Qed.
