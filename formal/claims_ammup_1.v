(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics.
Open Scope R_scope.

(* AMMUP-B-order *)
Theorem claim_ammup_b_order :
forall (L : Z) (delta more : R),
(2 <= L)%Z ->
(0 <= delta) ->
(0 < more) ->
1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2) < 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * (delta + more) * ((-1) + IZR L ^ 2) /\
1 / 6 * (1 + 1) * (1 + 2 * 1) + 1 / 12 * 1 * delta * ((-1) + 1 ^ 2) = 1.
Proof.
intros L delta more dom0 dom1 dom2.
assert (cla0 : 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2) < 1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * (delta + more) * ((-1) + IZR L ^ 2)).
{ wholes. assert (0 < IZR L * more * (IZR L ^ 2 - 1)) by
(apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | nra]). lra. }
assert (cla1 : 1 / 6 * (1 + 1) * (1 + 2 * 1) + 1 / 12 * 1 * delta * ((-1) + 1 ^ 2) = 1).
{ clear cla0. first [exact (@same_by (delta :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Num (1)) (Over (Num 6))) (Plus (Num (1)) (Num (1)))) (Plus (Num (1)) (Times (Num (2)) (Num (1))))) (Times (Times (Times (Times (Num (1)) (Over (Num 12))) (Num (1))) (Sc 0)) (Plus (Num (-1)) (Power (Num (1)) 2))))
  (Num (1))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E25 *)
Theorem claim_ammup_e25 :
forall (B : Z) (xi zeta xizeta : R),
(1 <= B)%Z ->
(sum 1 B (fun k => xizeta) + sum 1 B (fun k2 => sum 1 B (fun k => xi * zeta)) - sum 1 B (fun k => xi * zeta)) / IZR B ^ 2 = xi * zeta + (xizeta - xi * zeta) / IZR B.
Proof.
intros B xi zeta xizeta dom0.
assert (cla0 : (sum 1 B (fun k => xizeta) + sum 1 B (fun k2 => sum 1 B (fun k => xi * zeta)) - sum 1 B (fun k => xi * zeta)) / IZR B ^ 2 = xi * zeta + (xizeta - xi * zeta) / IZR B).
{ transitivity ((sum 1 B (fun k_1 => xizeta) + sum 1 B (fun k2_2 => sum 1 B (fun k_3 => xi * zeta)) - sum 1 B (fun k_4 => xi * zeta)) / IZR B ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (xi * zeta + (xizeta - xi * zeta) / IZR B); [exact (@same_by (IZR B :: xi :: zeta :: xizeta :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Plus (Total 0 (Sc 6)) (Total 0 (Total 0 (Times (Sc 2) (Sc 4))))) (Minus (Total 0 (Times (Sc 2) (Sc 4))))) (Over (Power (Sc 0) 2)))
  (Plus (Times (Sc 2) (Sc 4)) (Times (Plus (Sc 6) (Minus (Times (Sc 2) (Sc 4)))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-L4 *)
Theorem claim_ammup_l4 :
forall (B : Z) (xi zeta xizeta : R),
(1 <= B)%Z ->
(sum 1 B (fun k => xizeta) + sum 1 B (fun k2 => sum 1 B (fun k => xi * zeta)) - sum 1 B (fun k => xi * zeta)) / IZR B ^ 2 = xi * zeta + (xizeta - xi * zeta) / IZR B.
Proof.
intros B xi zeta xizeta dom0.
assert (cla0 : (sum 1 B (fun k => xizeta) + sum 1 B (fun k2 => sum 1 B (fun k => xi * zeta)) - sum 1 B (fun k => xi * zeta)) / IZR B ^ 2 = xi * zeta + (xizeta - xi * zeta) / IZR B).
{ transitivity ((sum 1 B (fun k_1 => xizeta) + sum 1 B (fun k2_2 => sum 1 B (fun k_3 => xi * zeta)) - sum 1 B (fun k_4 => xi * zeta)) / IZR B ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (xi * zeta + (xizeta - xi * zeta) / IZR B); [exact (@same_by (IZR B :: xi :: zeta :: xizeta :: nil)%list ((0%nat, Z.to_nat (B - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Plus (Total 0 (Sc 6)) (Total 0 (Total 0 (Times (Sc 2) (Sc 4))))) (Minus (Total 0 (Times (Sc 2) (Sc 4))))) (Over (Power (Sc 0) 2)))
  (Plus (Times (Sc 2) (Sc 4)) (Times (Plus (Sc 6) (Minus (Times (Sc 2) (Sc 4)))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E06 *)
Theorem claim_ammup_e06 :
forall (L n : Z) (eta : R) (x : Z -> R) (W : Z -> Z -> Z -> R) (G : Z -> Z -> Z -> R) (z : Z -> Z -> R) (z_after : Z -> Z -> R) (dz : Z -> Z -> R) (rest : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= n)%Z ->
(forall i : Z, (1 <= i <= n)%Z -> z 0%Z i = x i) ->
(forall passed i : Z, (0 <= passed <= (L - 1))%Z -> (1 <= i <= n)%Z -> z (passed + 1)%Z i = sum 1 n (fun j => W (passed + 1)%Z i j * z passed j)) ->
(forall i : Z, (1 <= i <= n)%Z -> z_after 0%Z i = x i) ->
(forall passed i : Z, (0 <= passed <= (L - 1))%Z -> (1 <= i <= n)%Z -> z_after (passed + 1)%Z i = sum 1 n (fun j => (W (passed + 1)%Z i j - eta * G (passed + 1)%Z i j) * z_after passed j)) ->
(forall i : Z, (1 <= i <= n)%Z -> dz 0%Z i = 0) ->
(forall passed i : Z, (0 <= passed <= (L - 1))%Z -> (1 <= i <= n)%Z -> dz (passed + 1)%Z i = sum 1 n (fun j => W (passed + 1)%Z i j * dz passed j + G (passed + 1)%Z i j * z passed j)) ->
(forall i : Z, (1 <= i <= n)%Z -> rest 0%Z i = 0) ->
(forall passed i : Z, (0 <= passed <= (L - 1))%Z -> (1 <= i <= n)%Z -> rest (passed + 1)%Z i = sum 1 n (fun j => W (passed + 1)%Z i j * rest passed j + G (passed + 1)%Z i j * (dz passed j - eta * rest passed j))) ->
(forall l i : Z, (0 <= l <= L)%Z -> (1 <= i <= n)%Z -> z_after l i = z l i - eta * dz l i + eta ^ 2 * rest l i).
Proof.
intros L n eta x W G z z_after dz rest dom0 dom1 def0 def1 def2 def3 def4 def5 def6 def7.
assert (cla0 : (forall l i : Z, (0 <= l <= L)%Z -> (1 <= i <= n)%Z -> z_after l i = z l i - eta * dz l i + eta ^ 2 * rest l i)).
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= L)%Z -> (forall i : Z, (1 <= i <= n)%Z -> z_after l i = z l i - eta * dz l i + eta ^ 2 * rest l i)).
{ apply (whole_induction (fun l : Z => (l <= L)%Z -> (forall i : Z, (1 <= i <= n)%Z -> z_after l i = z l i - eta * dz l i + eta ^ 2 * rest l i))).
- intros most. intros i ran0. transitivity (x i); [cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def6 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (x i - eta * 0 + eta ^ 2 * 0); [exact (@same_by (x i :: eta :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Plus (Plus (Sc 0) (Minus (Times (Sc 2) (Num (0))))) (Times (Power (Sc 2) 2) (Num (0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def6 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]].
- intros l least hyp most. intros i ran0. assert (most' : (l <= L)%Z) by lia.
specialize (hyp most'). transitivity (sum 1 n (fun j_1 => (W (l + 1)%Z i j_1 - eta * G (l + 1)%Z i j_1) * (z l j_1 - eta * dz l j_1 + eta ^ 2 * rest l j_1))); [cong (first [match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def6 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun j_2 => W (l + 1)%Z i j_2 * z l j_2) - eta * sum 1 n (fun j_3 => W (l + 1)%Z i j_3 * dz l j_3 + G (l + 1)%Z i j_3 * z l j_3) + eta ^ 2 * sum 1 n (fun j_4 => W (l + 1)%Z i j_4 * rest l j_4 + G (l + 1)%Z i j_4 * (dz l j_4 - eta * rest l j_4))); [exact (@same_by (IZR n :: eta :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => G (l + 1)%Z i (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => W (l + 1)%Z i (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => rest l (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => dz l (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => z l (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 0 (0 :: nil)%list%nat)))) (Plus (Plus (En 4 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 3 (0 :: nil)%list%nat)))) (Times (Power (Sc 2) 2) (En 2 (0 :: nil)%list%nat)))))
  (Plus (Plus (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat))) (Minus (Times (Sc 2) (Total 0 (Plus (Times (En 1 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (En 4 (0 :: nil)%list%nat))))))) (Times (Power (Sc 2) 2) (Total 0 (Plus (Times (En 1 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)) (Times (En 0 (0 :: nil)%list%nat) (Plus (En 3 (0 :: nil)%list%nat) (Minus (Times (Sc 2) (En 2 (0 :: nil)%list%nat)))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def3 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def4 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def6 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
intros l i ran0 ran1. apply ind; lia. }
exact cla0.
Qed.

(* AMMUP-E09-quadratic *)
Theorem claim_ammup_e09_quadratic :
forall (draws L : Z) (eta S : R) (u : Z -> Z -> R),
(1 <= draws)%Z ->
(1 <= L)%Z ->
(0 < eta) ->
(0 < S) ->
sum 1 L (fun layer => sum 1 draws (fun draw => (eta * u draw layer) ^ 2)) / (IZR draws * IZR L) = eta ^ 2 * (sum 1 L (fun layer => sum 1 draws (fun draw => u draw layer ^ 2)) / (IZR draws * IZR L)) /\
((eta ^ 2 * S = 1) <-> (eta = 1 / sqrt S)).
Proof.
intros draws L eta S u dom0 dom1 dom2 dom3.
assert (cla0 : sum 1 L (fun layer => sum 1 draws (fun draw => (eta * u draw layer) ^ 2)) / (IZR draws * IZR L) = eta ^ 2 * (sum 1 L (fun layer => sum 1 draws (fun draw => u draw layer ^ 2)) / (IZR draws * IZR L))).
{ transitivity (sum 1 L (fun layer_1 => sum 1 draws (fun draw_2 => (eta * u draw_2 layer_1) ^ 2)) / (IZR draws * IZR L)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (eta ^ 2 * (sum 1 L (fun layer_3 => sum 1 draws (fun draw_4 => u draw_4 layer_3 ^ 2)) / (IZR draws * IZR L))); [exact (@same_by (IZR L :: IZR draws :: eta :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: (1%nat, Z.to_nat (draws - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => u (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Total 1 (Power (Times (Sc 4) (En 0 (1 :: 0 :: nil)%list%nat)) 2))) (Over (Times (Sc 2) (Sc 0))))
  (Times (Power (Sc 4) 2) (Times (Total 0 (Total 1 (Power (En 0 (1 :: 0 :: nil)%list%nat) 2))) (Over (Times (Sc 2) (Sc 0)))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : ((eta ^ 2 * S = 1) <-> (eta = 1 / sqrt S))).
{ assert (p : 0 < sqrt S) by (apply sqrt_lt_R0; lra).
assert (q : sqrt S ^ 2 = S) by (apply pow2_sqrt; lra). split; intros h.
- assert (0 < eta * sqrt S) by pos.
  assert ((eta * sqrt S) ^ 2 = 1) by (rewrite Rpow_mult_distr, q; exact h).
  assert (eta * sqrt S = 1) by nra. apply (Rmult_eq_reg_r (sqrt S)); [|lra]. rewrite H1; field; lra.
- rewrite h; replace ((1 / sqrt S) ^ 2) with (1 / sqrt S ^ 2) by (field; lra).
  rewrite q; field; lra. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E23 *)
Theorem claim_ammup_e23 :
forall (L : Z),
(1 <= L)%Z ->
sum 1 L (fun h_1 => sum 1 h_1 (fun h_2 => IZR h_2) + IZR h_1 * (IZR L - IZR h_1)) = 1 / 6 * IZR L * (1 + IZR L) * (1 + 2 * IZR L).
Proof.
intros L dom0.
assert (cla0 : sum 1 L (fun h_1 => sum 1 h_1 (fun h_2 => IZR h_2) + IZR h_1 * (IZR L - IZR h_1)) = 1 / 6 * IZR L * (1 + IZR L) * (1 + 2 * IZR L)).
{ rewrite (sum_cubic L _ 0 (-1 / 2) (1 / 2 + IZR L) 0); [field | lia |].
intros i ran0; rewrite sum_id by lia; field. }
exact cla0.
Qed.

(* AMMUP-X06-root *)
Theorem claim_ammup_x06_root :
forall (L : Z) (q kappa h variance n m rho : R),
(1 <= L)%Z ->
(0 < q) ->
(1 <= kappa) ->
(0 < h) ->
(0 < variance) ->
(0 < n) ->
(0 < m) ->
(0 < rho) ->
variance / (variance + h) * (1 + h / variance * (1 + IZR L * kappa * m / n)) = 1 + kappa * h * IZR L * m / (n * (variance + h)) /\
(n = rho * m -> n / m * (1 + kappa * h * IZR L * m / (n * (variance + h))) = rho + kappa * h * IZR L / (variance + h)).
Proof.
intros L q kappa h variance n m rho dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
assert (cla0 : variance / (variance + h) * (1 + h / variance * (1 + IZR L * kappa * m / n)) = 1 + kappa * h * IZR L * m / (n * (variance + h))).
{ fieldy. }
assert (cla1 : n = rho * m -> n / m * (1 + kappa * h * IZR L * m / (n * (variance + h))) = rho + kappa * h * IZR L / (variance + h)).
{ intros spe0. subst n. clear cla0. fieldy. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-B-delta *)
Theorem claim_ammup_b_delta :
forall (L l : Z) (delta kappa : R),
(1 <= L)%Z ->
(1 <= l)%Z ->
(0 <= delta) ->
(1 <= kappa) ->
IZR L * (1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2)) = sum 1 L (fun unit => IZR unit ^ 2 + delta * (IZR unit + (-1)) * IZR unit * (2 * IZR unit + (-1)) / 6) /\
kappa * IZR l * (IZR l + 1) * (2 * IZR l + 1) / 6 - (kappa + (-1)) * IZR l ^ 2 = IZR l ^ 2 + kappa * (IZR l + (-1)) * IZR l * (2 * IZR l + (-1)) / 6.
Proof.
intros L l delta kappa dom0 dom1 dom2 dom3.
assert (cla0 : IZR L * (1 / 6 * (1 + IZR L) * (1 + 2 * IZR L) + 1 / 12 * IZR L * delta * ((-1) + IZR L ^ 2)) = sum 1 L (fun unit => IZR unit ^ 2 + delta * (IZR unit + (-1)) * IZR unit * (2 * IZR unit + (-1)) / 6)).
{ rewrite (sum_cubic L _ (delta / 3) (1 - delta / 2) (delta / 6) 0); [field | lia |].
intros i ran0; field. }
assert (cla1 : kappa * IZR l * (IZR l + 1) * (2 * IZR l + 1) / 6 - (kappa + (-1)) * IZR l ^ 2 = IZR l ^ 2 + kappa * (IZR l + (-1)) * IZR l * (2 * IZR l + (-1)) / 6).
{ field. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-D12 *)
Theorem claim_ammup_d12 :
forall (m : Z) (s : R) (out : Z -> R) (y : Z -> R) (e : Z -> R),
(1 <= m)%Z ->
sum 1 m (fun t => (out t - y t + s * e t) ^ 2) / (2 * IZR m) - sum 1 m (fun t => (out t - y t) ^ 2) / (2 * IZR m) = s * sum 1 m (fun t => (out t - y t) * e t) / IZR m + s ^ 2 * sum 1 m (fun t => e t ^ 2) / (2 * IZR m).
Proof.
intros m s out y e dom0.
assert (cla0 : sum 1 m (fun t => (out t - y t + s * e t) ^ 2) / (2 * IZR m) - sum 1 m (fun t => (out t - y t) ^ 2) / (2 * IZR m) = s * sum 1 m (fun t => (out t - y t) * e t) / IZR m + s ^ 2 * sum 1 m (fun t => e t ^ 2) / (2 * IZR m)).
{ transitivity (sum 1 m (fun t_1 => (out t_1 - y t_1 + s * e t_1) ^ 2) / (2 * IZR m) - sum 1 m (fun t_2 => (out t_2 - y t_2) ^ 2) / (2 * IZR m)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (s * sum 1 m (fun t_3 => (out t_3 - y t_3) * e t_3) / IZR m + s ^ 2 * sum 1 m (fun t_4 => e t_4 ^ 2) / (2 * IZR m)); [exact (@same_by (IZR m :: s :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Power (Plus (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) (Times (Sc 2) (En 2 (0 :: nil)%list%nat))) 2)) (Over (Times (Num (2)) (Sc 0)))) (Minus (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) 2)) (Over (Times (Num (2)) (Sc 0))))))
  (Plus (Times (Times (Sc 2) (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (En 0 (0 :: nil)%list%nat))) (En 2 (0 :: nil)%list%nat)))) (Over (Sc 0))) (Times (Times (Power (Sc 2) 2) (Total 0 (Power (En 2 (0 :: nil)%list%nat) 2))) (Over (Times (Num (2)) (Sc 0)))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E20 *)
Theorem claim_ammup_e20 :
forall (m P : Z) (sigma2 : R) (out : Z -> R) (eta : Z -> R) (dz : Z -> R) (dout : Z -> Z -> R),
(1 <= m)%Z ->
(1 <= P)%Z ->
(0 <= sigma2) ->
(sum 1 m (fun t => out t * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2 = sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t2 => sum 1 m (fun t => dout mu t * out t * dout nu t2 * out t2)) / IZR m ^ 2))).
Proof.
intros m P sigma2 out eta dz dout dom0 dom1 dom2.
assert (cla0 : (sum 1 m (fun t => out t * sum 1 P (fun mu => eta mu * dz mu * dout mu t)) / IZR m) ^ 2 = sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * dz mu * dz nu * (sum 1 m (fun t2 => sum 1 m (fun t => dout mu t * out t * dout nu t2 * out t2)) / IZR m ^ 2)))).
{ transitivity ((sum 1 m (fun t_1 => out t_1 * sum 1 P (fun mu_2 => eta mu_2 * dz mu_2 * dout mu_2 t_1)) / IZR m) ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 P (fun nu_3 => sum 1 P (fun mu_4 => eta mu_4 * eta nu_3 * dz mu_4 * dz nu_3 * (sum 1 m (fun t2_5 => sum 1 m (fun t_6 => dout mu_4 t_6 * out t_6 * dout nu_3 t2_5 * out t2_5)) / IZR m ^ 2)))); [exact (@same_by (IZR m :: IZR P :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: (1%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => dz (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => dout (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat)) (En 3 (1 :: 0 :: nil)%list%nat))))) (Over (Sc 0))) 2)
  (Total 1 (Total 1 (Times (Times (Times (Times (En 1 (1 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (1 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)) (Times (Total 0 (Total 0 (Times (Times (Times (En 3 (1 :: 3 :: nil)%list%nat) (En 0 (3 :: nil)%list%nat)) (En 3 (0 :: 2 :: nil)%list%nat)) (En 0 (2 :: nil)%list%nat)))) (Over (Power (Sc 0) 2))))))
  ((1 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E04 *)
Theorem claim_ammup_e04 :
forall (K n : Z) (x : Z -> R) (F : Z -> Z -> R) (z : Z -> Z -> R),
(1 <= K)%Z ->
(1 <= n)%Z ->
(forall f : Z, (1 <= f <= n)%Z -> z 0%Z f = x f) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> z (before + 1)%Z f = z before f + F (before + 1)%Z f) ->
(forall f : Z, (1 <= f <= n)%Z -> z K f = x f + sum 1 K (fun block => F block f)).
Proof.
intros K n x F z dom0 dom1 def0 def1.
assert (cla0 : (forall f : Z, (1 <= f <= n)%Z -> z K f = x f + sum 1 K (fun block => F block f))).
{ assert (ind : forall K_now : Z, (1 <= K_now)%Z -> (K_now <= K)%Z -> (forall f : Z, (1 <= f <= n)%Z -> z K_now f = x f + sum 1 K_now (fun block => F block f))).
{ apply (whole_induction (fun K_now : Z => (K_now <= K)%Z -> (forall f : Z, (1 <= f <= n)%Z -> z K_now f = x f + sum 1 K_now (fun block => F block f)))).
- intros most. intros f ran0. transitivity (x f + F 1%Z f); [cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (x f + F 1%Z f); [exact (@same_by (F 1%Z f :: x f :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 2) (Sc 0))
  (Plus (Sc 2) (Sc 0))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]].
- intros K_now least hyp most. intros f ran0. assert (most' : (K_now <= K)%Z) by lia.
specialize (hyp most'). transitivity (x f + sum 1 K_now (fun block_2 => F block_2 f) + F (K_now + 1)%Z f); [cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z K_now p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (x f + (sum 1 K_now (fun block_4 => F block_4 f) + F (K_now + 1)%Z f)); [exact (@same_by (F (K_now + 1)%Z f :: INR (Z.to_nat (K_now - 1 + 1)%Z) :: x f :: nil)%list ((1%nat, Z.to_nat (K_now - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => F (1 + Z.of_nat v0')%Z f | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Sc 4) (Total 0 (En 0 (0 :: nil)%list%nat))) (Sc 0))
  (Plus (Sc 4) (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z K_now p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def1 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
intros f ran0. apply (ind K); lia. }
exact cla0.
Qed.

(* AMMUP-E28 *)
Theorem claim_ammup_e28 :
forall (K n : Z) (eta : R) (x : Z -> R) (M : Z -> Z -> Z -> R) (G : Z -> Z -> Z -> R) (z : Z -> Z -> R) (z_after : Z -> Z -> R) (dz : Z -> Z -> R) (rest : Z -> Z -> R),
(1 <= K)%Z ->
(1 <= n)%Z ->
(forall f : Z, (1 <= f <= n)%Z -> z 0%Z f = x f) ->
(forall f : Z, (1 <= f <= n)%Z -> z_after 0%Z f = x f) ->
(forall f : Z, (1 <= f <= n)%Z -> dz 0%Z f = 0) ->
(forall f : Z, (1 <= f <= n)%Z -> rest 0%Z f = 0) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> z (before + 1)%Z f = z before f + sum 1 n (fun h => M (before + 1)%Z f h * z before h)) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> z_after (before + 1)%Z f = z_after before f + sum 1 n (fun h => M (before + 1)%Z f h * z_after before h) - eta * sum 1 n (fun h => G (before + 1)%Z f h * z_after before h)) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> dz (before + 1)%Z f = dz before f + sum 1 n (fun h => M (before + 1)%Z f h * dz before h) + sum 1 n (fun h => G (before + 1)%Z f h * z before h)) ->
(forall before f : Z, (0 <= before <= (K - 1))%Z -> (1 <= f <= n)%Z -> rest (before + 1)%Z f = rest before f + sum 1 n (fun h => M (before + 1)%Z f h * rest before h) + sum 1 n (fun h => G (before + 1)%Z f h * dz before h) - eta * sum 1 n (fun h => G (before + 1)%Z f h * rest before h)) ->
(forall l f : Z, (0 <= l <= K)%Z -> (1 <= f <= n)%Z -> z_after l f = z l f - eta * dz l f + eta ^ 2 * rest l f).
Proof.
intros K n eta x M G z z_after dz rest dom0 dom1 def0 def1 def2 def3 def4 def5 def6 def7.
assert (cla0 : (forall l f : Z, (0 <= l <= K)%Z -> (1 <= f <= n)%Z -> z_after l f = z l f - eta * dz l f + eta ^ 2 * rest l f)).
{ assert (ind : forall l : Z, (0 <= l)%Z -> (l <= K)%Z -> (forall f : Z, (1 <= f <= n)%Z -> z_after l f = z l f - eta * dz l f + eta ^ 2 * rest l f)).
{ apply (whole_induction (fun l : Z => (l <= K)%Z -> (forall f : Z, (1 <= f <= n)%Z -> z_after l f = z l f - eta * dz l f + eta ^ 2 * rest l f))).
- intros most. intros f ran0. transitivity (x f); [cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def3 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def4 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def6 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (x f - eta * 0 + eta ^ 2 * 0); [exact (@same_by (x f :: eta :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Plus (Plus (Sc 0) (Minus (Times (Sc 2) (Num (0))))) (Times (Power (Sc 2) 2) (Num (0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def3 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def4 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def6 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]].
- intros l least hyp most. intros f ran0. assert (most' : (l <= K)%Z) by lia.
specialize (hyp most'). transitivity (z l f - eta * dz l f + eta ^ 2 * rest l f + sum 1 n (fun h_1 => M (l + 1)%Z f h_1 * (z l h_1 - eta * dz l h_1 + eta ^ 2 * rest l h_1)) - eta * sum 1 n (fun h_2 => G (l + 1)%Z f h_2 * (z l h_2 - eta * dz l h_2 + eta ^ 2 * rest l h_2))); [cong (first [match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def3 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def4 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def6 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (z l f + sum 1 n (fun h_3 => M (l + 1)%Z f h_3 * z l h_3) - eta * (dz l f + sum 1 n (fun h_4 => M (l + 1)%Z f h_4 * dz l h_4) + sum 1 n (fun h_5 => G (l + 1)%Z f h_5 * z l h_5)) + eta ^ 2 * (rest l f + sum 1 n (fun h_6 => M (l + 1)%Z f h_6 * rest l h_6) + sum 1 n (fun h_7 => G (l + 1)%Z f h_7 * dz l h_7) - eta * sum 1 n (fun h_8 => G (l + 1)%Z f h_8 * rest l h_8))); [exact (@same_by (eta :: IZR n :: rest l f :: dz l f :: z l f :: nil)%list ((1%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => G (l + 1)%Z f (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => rest l (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => dz l (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: nil)%list => z l (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => M (l + 1)%Z f (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Sc 8) (Minus (Times (Sc 0) (Sc 6)))) (Times (Power (Sc 0) 2) (Sc 4))) (Total 0 (Times (En 4 (0 :: nil)%list%nat) (Plus (Plus (En 3 (0 :: nil)%list%nat) (Minus (Times (Sc 0) (En 2 (0 :: nil)%list%nat)))) (Times (Power (Sc 0) 2) (En 1 (0 :: nil)%list%nat)))))) (Minus (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Plus (En 3 (0 :: nil)%list%nat) (Minus (Times (Sc 0) (En 2 (0 :: nil)%list%nat)))) (Times (Power (Sc 0) 2) (En 1 (0 :: nil)%list%nat))))))))
  (Plus (Plus (Plus (Sc 8) (Total 0 (Times (En 4 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat)))) (Minus (Times (Sc 0) (Plus (Plus (Sc 6) (Total 0 (Times (En 4 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 3 (0 :: nil)%list%nat))))))) (Times (Power (Sc 0) 2) (Plus (Plus (Plus (Sc 4) (Total 0 (Times (En 4 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)))) (Minus (Times (Sc 0) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after l p1) by (f_equal; lia); apply (hyp p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z 0%Z p1) by (f_equal; lia); apply (def0 p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after 0%Z p1) by (f_equal; lia); apply (def1 p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz 0%Z p1) by (f_equal; lia); apply (def2 p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest 0%Z p1) by (f_equal; lia); apply (def3 p1); lia] |] end | match goal with |- z ?p0 ?p1 = _ => etransitivity; [solve [replace (z p0 p1) with (z (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def4 (p0 - 1)%Z p1); lia] |] end | match goal with |- z_after ?p0 ?p1 = _ => etransitivity; [solve [replace (z_after p0 p1) with (z_after (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def5 (p0 - 1)%Z p1); lia] |] end | match goal with |- dz ?p0 ?p1 = _ => etransitivity; [solve [replace (dz p0 p1) with (dz (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def6 (p0 - 1)%Z p1); lia] |] end | match goal with |- rest ?p0 ?p1 = _ => etransitivity; [solve [replace (rest p0 p1) with (rest (p0 - 1 + 1)%Z p1) by (f_equal; lia); apply (def7 (p0 - 1)%Z p1); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
intros l f ran0 ran1. apply ind; lia. }
exact cla0.
Qed.

(* AMMUP-E29 *)
Theorem claim_ammup_e29 :
forall (n K : Z) (q c : R),
(1 <= n)%Z ->
(1 <= K)%Z ->
(0 < q) ->
(0 < c) ->
c = 1 / q -> c / (IZR K * IZR n) = 1 / (q * IZR K * IZR n).
Proof.
intros n K q c dom0 dom1 dom2 dom3.
assert (cla0 : c = 1 / q -> c / (IZR K * IZR n) = 1 / (q * IZR K * IZR n)).
{ intros spe0. subst c. first [exact (@same_by (q :: IZR K :: IZR n :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Num (1)) (Over (Sc 0))) (Over (Times (Sc 2) (Sc 4))))
  (Times (Num (1)) (Over (Times (Times (Sc 0) (Sc 2)) (Sc 4))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact cla0.
Qed.

(* AMMUP-E13 *)
Theorem claim_ammup_e13 :
forall (n : Z) (J : Z -> Z -> R) (u : Z -> R) (v : Z -> R) (a : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n /\
sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2.
Proof.
intros n J u v a dom0.
assert (cla0 : sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n).
{ transitivity (sum 1 n (fun j_1 => (u j_1 + v j_1) ^ 2) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun i_2 => u i_2 * u i_2) / IZR n + 2 * sum 1 n (fun i_3 => u i_3 * v i_3) / IZR n + sum 1 n (fun i_4 => v i_4 * v i_4) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) 2)) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Times (Num (2)) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2).
{ transitivity (sum 1 n (fun c2_5 => sum 1 n (fun c1_6 => sum 1 n (fun h_7 => sum 1 n (fun i_8 => (a c1_6 * a c2_5 * sum 1 n (fun j_9 => J j_9 i_8 * J j_9 h_7) / IZR n) ^ 2))))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun j_10 => a j_10 ^ 2) ^ 2 * sum 1 n (fun h_11 => sum 1 n (fun i_12 => sum 1 n (fun j_13 => J i_12 j_13 * J h_11 j_13) ^ 2)) / IZR n ^ 2); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => J (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Power (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (Total 0 (Times (En 1 (4 :: 3 :: nil)%list%nat) (En 1 (4 :: 2 :: nil)%list%nat)))) (Over (Sc 0))) 2)))))
  (Times (Times (Power (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) 2) (Total 0 (Total 0 (Power (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))) 2)))) (Over (Power (Sc 0) 2)))
  ((3 :: 2 :: nil)%list%nat :: (3 :: 4 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E30 *)
Theorem claim_ammup_e30 :
forall (n : Z) (J : Z -> Z -> R) (u : Z -> R) (v : Z -> R) (a : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n /\
sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2.
Proof.
intros n J u v a dom0.
assert (cla0 : sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n).
{ transitivity (sum 1 n (fun j_1 => (u j_1 + v j_1) ^ 2) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun i_2 => u i_2 * u i_2) / IZR n + 2 * sum 1 n (fun i_3 => u i_3 * v i_3) / IZR n + sum 1 n (fun i_4 => v i_4 * v i_4) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) 2)) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Times (Num (2)) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2).
{ transitivity (sum 1 n (fun c2_5 => sum 1 n (fun c1_6 => sum 1 n (fun h_7 => sum 1 n (fun i_8 => (a c1_6 * a c2_5 * sum 1 n (fun j_9 => J j_9 i_8 * J j_9 h_7) / IZR n) ^ 2))))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun j_10 => a j_10 ^ 2) ^ 2 * sum 1 n (fun h_11 => sum 1 n (fun i_12 => sum 1 n (fun j_13 => J i_12 j_13 * J h_11 j_13) ^ 2)) / IZR n ^ 2); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => J (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Power (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (Total 0 (Times (En 1 (4 :: 3 :: nil)%list%nat) (En 1 (4 :: 2 :: nil)%list%nat)))) (Over (Sc 0))) 2)))))
  (Times (Times (Power (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) 2) (Total 0 (Total 0 (Power (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))) 2)))) (Over (Power (Sc 0) 2)))
  ((3 :: 2 :: nil)%list%nat :: (3 :: 4 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E36 *)
Theorem claim_ammup_e36 :
forall (n : Z) (J : Z -> Z -> R) (u : Z -> R) (v : Z -> R) (a : Z -> R),
(1 <= n)%Z ->
sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n /\
sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2.
Proof.
intros n J u v a dom0.
assert (cla0 : sum 1 n (fun j => (u j + v j) ^ 2) / IZR n = sum 1 n (fun i => u i * u i) / IZR n + 2 * sum 1 n (fun i => u i * v i) / IZR n + sum 1 n (fun i => v i * v i) / IZR n).
{ transitivity (sum 1 n (fun j_1 => (u j_1 + v j_1) ^ 2) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun i_2 => u i_2 * u i_2) / IZR n + 2 * sum 1 n (fun i_3 => u i_3 * v i_3) / IZR n + sum 1 n (fun i_4 => v i_4 * v i_4) / IZR n); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Power (Plus (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) 2)) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Times (Num (2)) (Total 0 (Times (En 1 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)))) (Over (Sc 0)))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla1 : sum 1 n (fun c2 => sum 1 n (fun c1 => sum 1 n (fun h => sum 1 n (fun i => (a c1 * a c2 * sum 1 n (fun j => J j i * J j h) / IZR n) ^ 2)))) = sum 1 n (fun j => a j ^ 2) ^ 2 * sum 1 n (fun h => sum 1 n (fun i => sum 1 n (fun j => J i j * J h j) ^ 2)) / IZR n ^ 2).
{ transitivity (sum 1 n (fun c2_5 => sum 1 n (fun c1_6 => sum 1 n (fun h_7 => sum 1 n (fun i_8 => (a c1_6 * a c2_5 * sum 1 n (fun j_9 => J j_9 i_8 * J j_9 h_7) / IZR n) ^ 2))))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 n (fun j_10 => a j_10 ^ 2) ^ 2 * sum 1 n (fun h_11 => sum 1 n (fun i_12 => sum 1 n (fun j_13 => J i_12 j_13 * J h_11 j_13) ^ 2)) / IZR n ^ 2); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => J (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Total 0 (Total 0 (Power (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (Total 0 (Times (En 1 (4 :: 3 :: nil)%list%nat) (En 1 (4 :: 2 :: nil)%list%nat)))) (Over (Sc 0))) 2)))))
  (Times (Times (Power (Total 0 (Power (En 0 (0 :: nil)%list%nat) 2)) 2) (Total 0 (Total 0 (Power (Total 0 (Times (En 1 (1 :: 2 :: nil)%list%nat) (En 1 (0 :: 2 :: nil)%list%nat))) 2)))) (Over (Power (Sc 0) 2)))
  ((3 :: 2 :: nil)%list%nat :: (3 :: 4 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E32 *)
Theorem claim_ammup_e32 :
forall (n : Z) (g : Z -> R) (u : Z -> R) (v : Z -> R),
(1 <= n)%Z ->
(forall j : Z, (1 <= j <= n)%Z -> g j ^ 2 = g j) ->
sum 1 n (fun j => g j * u j * g j * v j) / IZR n = sum 1 n (fun j => g j * u j * v j) / IZR n.
Proof.
intros n g u v dom0 giv0.
assert (cla0 : sum 1 n (fun j => g j * u j * g j * v j) / IZR n = sum 1 n (fun j => g j * u j * v j) / IZR n).
{ assert (zer : (-1) * sum 1 n (fun j => (g j - g j ^ 2) * u j * v j) * (-1) / IZR n = 0) by zero. assert (gap : sum 1 n (fun j => g j * u j * g j * v j) / IZR n - sum 1 n (fun j => g j * u j * v j) / IZR n = (-1) * sum 1 n (fun j => (g j - g j ^ 2) * u j * v j) * (-1) / IZR n * (-1)). { transitivity (sum 1 n (fun j_7 => g j_7 * u j_7 * g j_7 * v j_7) / IZR n - sum 1 n (fun j_8 => g j_8 * u j_8 * v j_8) / IZR n); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((-1) * sum 1 n (fun j_9 => (g j_9 - g j_9 ^ 2) * u j_9 * v j_9) * (-1) / IZR n * (-1)); [exact (@same_by (IZR n :: nil)%list ((0%nat, Z.to_nat (n - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => g (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Total 0 (Times (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 0 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0))) (Minus (Times (Total 0 (Times (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0)))))
  (Times (Times (Times (Times (Num (-1)) (Total 0 (Times (Times (Plus (En 0 (0 :: nil)%list%nat) (Minus (Power (En 0 (0 :: nil)%list%nat) 2))) (En 1 (0 :: nil)%list%nat)) (En 2 (0 :: nil)%list%nat)))) (Num (-1))) (Over (Sc 0))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } clear - gap zer; lra. }
exact cla0.
Qed.

(* AMMUP-E17 *)
Theorem claim_ammup_e17 :
forall (m : Z) (out : Z -> R) (e : Z -> R) (f : Z -> R),
(1 <= m)%Z ->
sum 1 m (fun t => out t * e t) / IZR m * (sum 1 m (fun t => out t * f t) / IZR m) = sum 1 m (fun t2 => sum 1 m (fun t => e t * out t * (f t2 * out t2))) / IZR m ^ 2.
Proof.
intros m out e f dom0.
assert (cla0 : sum 1 m (fun t => out t * e t) / IZR m * (sum 1 m (fun t => out t * f t) / IZR m) = sum 1 m (fun t2 => sum 1 m (fun t => e t * out t * (f t2 * out t2))) / IZR m ^ 2).
{ transitivity (sum 1 m (fun t_1 => out t_1 * e t_1) / IZR m * (sum 1 m (fun t_2 => out t_2 * f t_2) / IZR m)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 m (fun t2_3 => sum 1 m (fun t_4 => e t_4 * out t_4 * (f t2_3 * out t2_3))) / IZR m ^ 2); [exact (@same_by (IZR m :: nil)%list ((0%nat, Z.to_nat (m - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => out (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Over (Sc 0))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0))))
  (Times (Total 0 (Total 0 (Times (Times (En 1 (1 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat)) (Times (En 2 (0 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat))))) (Over (Power (Sc 0) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-D07 *)
Theorem claim_ammup_d07 :
forall (P : Z) (eta : Z -> R) (c : Z -> R),
(1 <= P)%Z ->
sum 1 P (fun mu => eta mu * c mu) ^ 2 = sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * c mu * c nu)).
Proof.
intros P eta c dom0.
assert (cla0 : sum 1 P (fun mu => eta mu * c mu) ^ 2 = sum 1 P (fun nu => sum 1 P (fun mu => eta mu * eta nu * c mu * c nu))).
{ transitivity (sum 1 P (fun mu_1 => eta mu_1 * c mu_1) ^ 2); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 P (fun nu_2 => sum 1 P (fun mu_3 => eta mu_3 * eta nu_2 * c mu_3 * c nu_2))); [exact (@same_by (IZR P :: nil)%list ((0%nat, Z.to_nat (P - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => eta (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Power (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) 2)
  (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: nil)%list%nat)) (En 1 (0 :: nil)%list%nat))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-D21 *)
Theorem claim_ammup_d21 :
forall (k : Z),
(0 <= k)%Z ->
2 + powerRZ (-1) (2 * k) = 3 /\
2 + powerRZ (-1) ((2 * k) + 1) = 1.
Proof.
intros k dom0.
assert (cla0 : 2 + powerRZ (-1) (2 * k) = 3).
{ replace (2 * k)%Z with (Z.of_nat (2 * Z.to_nat k)) by lia.
rewrite <- pow_powerRZ, pow_1_even; ring. }
assert (cla1 : 2 + powerRZ (-1) ((2 * k) + 1) = 1).
{ replace (2 * k + 1)%Z with (Z.of_nat (S (2 * Z.to_nat k))) by lia.
rewrite <- pow_powerRZ, pow_1_odd; ring. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-D22 *)
Theorem claim_ammup_d22 :
forall (k : Z),
(0 <= k)%Z ->
2 + powerRZ (-1) (2 * k) = 3 /\
2 + powerRZ (-1) ((2 * k) + 1) = 1.
Proof.
intros k dom0.
assert (cla0 : 2 + powerRZ (-1) (2 * k) = 3).
{ replace (2 * k)%Z with (Z.of_nat (2 * Z.to_nat k)) by lia.
rewrite <- pow_powerRZ, pow_1_even; ring. }
assert (cla1 : 2 + powerRZ (-1) ((2 * k) + 1) = 1).
{ replace (2 * k + 1)%Z with (Z.of_nat (S (2 * Z.to_nat k))) by lia.
rewrite <- pow_powerRZ, pow_1_odd; ring. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-E24 *)
Theorem claim_ammup_e24 :
forall (N k : Z) (F : R) (f : Z -> R) (leaves : Z -> Z -> R) (unread : Z -> Z -> R) (border : Z -> R),
(1 <= N)%Z ->
(1 <= k)%Z ->
(0 <= F) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= leaves i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= unread i1 i2)) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= border i1)) ->
(forall p o : Z, (1 <= p <= N)%Z -> (1 <= o <= k)%Z -> leaves p o <= border p) ->
(forall o : Z, (1 <= o <= k)%Z -> sum 1 N (fun p => unread p o) <= sum 1 N (fun p => leaves p o)) ->
(forall p : Z, (1 <= p <= N)%Z -> f p <= F) ->
(forall p : Z, (1 <= p <= N)%Z -> (-1) * f p <= F) ->
IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p)) <= IZR k * F * sum 1 N (fun p => border p) /\
(-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) <= IZR k * F * sum 1 N (fun p => border p).
Proof.
intros N k F f leaves unread border dom0 dom1 dom2 dom3 dom4 dom5 giv0 giv1 giv2 giv3.
assert (cla0 : IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p)) <= IZR k * F * sum 1 N (fun p => border p)).
{ assert (gap : IZR k * F * sum 1 N (fun p => border p) - (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) = F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - f p)))). { transitivity (IZR k * F * sum 1 N (fun p_1 => border p_1) - (IZR k * sum 1 N (fun p_2 => f p_2) - sum 1 k (fun o_3 => sum 1 N (fun p_4 => (1 - unread p_4 o_3) * f p_4)))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (F * sum 1 k (fun o_5 => sum 1 N (fun p_6 => border p_6 - leaves p_6 o_5)) + F * sum 1 k (fun o_7 => sum 1 N (fun p_8 => leaves p_8 o_7) - sum 1 N (fun p_9 => unread p_9 o_7)) + sum 1 k (fun o_10 => sum 1 N (fun p_11 => unread p_11 o_10 * (F - f p_11)))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 0) (Sc 4)) (Total 1 (En 2 (0 :: nil)%list%nat))) (Minus (Plus (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat))))))))
  (Plus (Plus (Times (Sc 4) (Total 0 (Total 1 (Plus (En 2 (1 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))) (Times (Sc 4) (Total 0 (Plus (Total 1 (En 3 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Plus (Sc 4) (Minus (En 1 (1 :: nil)%list%nat)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 <= F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - f p)))) by pos. clear - gap sgn; lra. }
assert (cla1 : (-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) <= IZR k * F * sum 1 N (fun p => border p)).
{ assert (gap : IZR k * F * sum 1 N (fun p => border p) - (-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) = F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - (-1) * f p)))). { transitivity (IZR k * F * sum 1 N (fun p_12 => border p_12) - (-1) * (IZR k * sum 1 N (fun p_13 => f p_13) - sum 1 k (fun o_14 => sum 1 N (fun p_15 => (1 - unread p_15 o_14) * f p_15)))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (F * sum 1 k (fun o_16 => sum 1 N (fun p_17 => border p_17 - leaves p_17 o_16)) + F * sum 1 k (fun o_18 => sum 1 N (fun p_19 => leaves p_19 o_18) - sum 1 N (fun p_20 => unread p_20 o_18)) + sum 1 k (fun o_21 => sum 1 N (fun p_22 => unread p_22 o_21 * (F - (-1) * f p_22)))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 0) (Sc 4)) (Total 1 (En 2 (0 :: nil)%list%nat))) (Minus (Times (Num (-1)) (Plus (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat)))))))))
  (Plus (Plus (Times (Sc 4) (Total 0 (Total 1 (Plus (En 2 (1 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))) (Times (Sc 4) (Total 0 (Plus (Total 1 (En 3 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Plus (Sc 4) (Minus (Times (Num (-1)) (En 1 (1 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 <= F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - (-1) * f p)))) by pos. clear - gap sgn; lra. }
exact (conj cla0 cla1).
Qed.

(* AMMUP-L3 *)
Theorem claim_ammup_l3 :
forall (N k r : Z) (F : R) (f : Z -> R) (leaves : Z -> Z -> R) (unread : Z -> Z -> R) (border : Z -> R),
(1 <= N)%Z ->
(1 <= k)%Z ->
(0 <= F) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= leaves i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= unread i1 i2)) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= border i1)) ->
(1 <= r)%Z ->
(forall p o : Z, (1 <= p <= N)%Z -> (1 <= o <= k)%Z -> leaves p o <= border p) ->
(forall o : Z, (1 <= o <= k)%Z -> sum 1 N (fun p => unread p o) <= sum 1 N (fun p => leaves p o)) ->
(forall p : Z, (1 <= p <= N)%Z -> f p <= F) ->
(forall p : Z, (1 <= p <= N)%Z -> (-1) * f p <= F) ->
IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p)) <= IZR k * F * sum 1 N (fun p => border p) /\
(-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) <= IZR k * F * sum 1 N (fun p => border p) /\
((forall p : Z, (1 <= p <= N)%Z -> f p = F) -> IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p)) = F * sum 1 k (fun o => sum 1 N (fun p => unread p o))) /\
2 * sum 1 r (fun o => IZR o) = IZR r * (IZR r + 1).
Proof.
intros N k r F f leaves unread border dom0 dom1 dom2 dom3 dom4 dom5 dom6 giv0 giv1 giv2 giv3.
assert (cla0 : IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p)) <= IZR k * F * sum 1 N (fun p => border p)).
{ assert (gap : IZR k * F * sum 1 N (fun p => border p) - (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) = F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - f p)))). { transitivity (IZR k * F * sum 1 N (fun p_1 => border p_1) - (IZR k * sum 1 N (fun p_2 => f p_2) - sum 1 k (fun o_3 => sum 1 N (fun p_4 => (1 - unread p_4 o_3) * f p_4)))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (F * sum 1 k (fun o_5 => sum 1 N (fun p_6 => border p_6 - leaves p_6 o_5)) + F * sum 1 k (fun o_7 => sum 1 N (fun p_8 => leaves p_8 o_7) - sum 1 N (fun p_9 => unread p_9 o_7)) + sum 1 k (fun o_10 => sum 1 N (fun p_11 => unread p_11 o_10 * (F - f p_11)))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 0) (Sc 4)) (Total 1 (En 2 (0 :: nil)%list%nat))) (Minus (Plus (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat))))))))
  (Plus (Plus (Times (Sc 4) (Total 0 (Total 1 (Plus (En 2 (1 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))) (Times (Sc 4) (Total 0 (Plus (Total 1 (En 3 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Plus (Sc 4) (Minus (En 1 (1 :: nil)%list%nat)))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 <= F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - f p)))) by pos. clear - gap sgn; lra. }
assert (cla1 : (-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) <= IZR k * F * sum 1 N (fun p => border p)).
{ assert (gap : IZR k * F * sum 1 N (fun p => border p) - (-1) * (IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p))) = F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - (-1) * f p)))). { transitivity (IZR k * F * sum 1 N (fun p_12 => border p_12) - (-1) * (IZR k * sum 1 N (fun p_13 => f p_13) - sum 1 k (fun o_14 => sum 1 N (fun p_15 => (1 - unread p_15 o_14) * f p_15)))); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (F * sum 1 k (fun o_16 => sum 1 N (fun p_17 => border p_17 - leaves p_17 o_16)) + F * sum 1 k (fun o_18 => sum 1 N (fun p_19 => leaves p_19 o_18) - sum 1 N (fun p_20 => unread p_20 o_18)) + sum 1 k (fun o_21 => sum 1 N (fun p_22 => unread p_22 o_21 * (F - (-1) * f p_22)))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => f (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => border (1 + Z.of_nat v0')%Z | 3%nat, (v0' :: v1' :: nil)%list => leaves (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 0) (Sc 4)) (Total 1 (En 2 (0 :: nil)%list%nat))) (Minus (Times (Num (-1)) (Plus (Times (Sc 0) (Total 1 (En 1 (0 :: nil)%list%nat))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (En 1 (1 :: nil)%list%nat)))))))))
  (Plus (Plus (Times (Sc 4) (Total 0 (Total 1 (Plus (En 2 (1 :: nil)%list%nat) (Minus (En 3 (1 :: 0 :: nil)%list%nat)))))) (Times (Sc 4) (Total 0 (Plus (Total 1 (En 3 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))))) (Total 0 (Total 1 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Plus (Sc 4) (Minus (Times (Num (-1)) (En 1 (1 :: nil)%list%nat))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } assert (sgn : 0 <= F * sum 1 k (fun o => sum 1 N (fun p => border p - leaves p o)) + F * sum 1 k (fun o => sum 1 N (fun p => leaves p o) - sum 1 N (fun p => unread p o)) + sum 1 k (fun o => sum 1 N (fun p => unread p o * (F - (-1) * f p)))) by pos. clear - gap sgn; lra. }
assert (cla2 : (forall p : Z, (1 <= p <= N)%Z -> f p = F) -> IZR k * sum 1 N (fun p => f p) - sum 1 k (fun o => sum 1 N (fun p => (1 - unread p o) * f p)) = F * sum 1 k (fun o => sum 1 N (fun p => unread p o))).
{ intros spe0. transitivity (IZR k * sum 1 N (fun p_23 => F) - sum 1 k (fun o_24 => sum 1 N (fun p_25 => (1 - unread p_25 o_24) * F))); [cong (first [match goal with |- f ?p0 = _ => etransitivity; [solve [replace (f p0) with (f p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (F * sum 1 k (fun o_26 => sum 1 N (fun p_27 => unread p_27 o_26))); [exact (@same_by (IZR k :: IZR N :: F :: nil)%list ((0%nat, Z.to_nat (k - 1 + 1)%Z) :: (1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => unread (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Sc 0) (Total 1 (Sc 4))) (Minus (Total 0 (Total 1 (Times (Plus (Num (1)) (Minus (En 0 (1 :: 0 :: nil)%list%nat))) (Sc 4))))))
  (Times (Sc 4) (Total 0 (Total 1 (En 0 (1 :: 0 :: nil)%list%nat))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- f ?p0 = _ => etransitivity; [solve [replace (f p0) with (f p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla3 : 2 * sum 1 r (fun o => IZR o) = IZR r * (IZR r + 1)).
{ rewrite sum_id by lia; field. }
exact (conj cla0 (conj cla1 (conj cla2 cla3))).
Qed.

(* AMMUP-D02 *)
Theorem claim_ammup_d02 :
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

(* AMMUP-X08 *)
Theorem claim_ammup_x08 :
forall (C : Z),
(1 <= C)%Z ->
(1 - 1 / IZR C) ^ 2 + (IZR C + (-1)) / IZR C ^ 2 = 1 - / IZR C.
Proof.
intros C dom0.
assert (cla0 : (1 - 1 / IZR C) ^ 2 + (IZR C + (-1)) / IZR C ^ 2 = 1 - / IZR C).
{ first [exact (@same_by (IZR C :: nil)%list (nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Power (Plus (Num (1)) (Minus (Times (Num (1)) (Over (Sc 0))))) 2) (Times (Plus (Sc 0) (Num (-1))) (Over (Power (Sc 0) 2))))
  (Plus (Num (1)) (Minus (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | fieldy]. }
exact cla0.
Qed.

(* AMMUP-X05-parts *)
Theorem claim_ammup_x05_parts :
forall (C : Z) (p : Z -> R) (a : Z -> R) (b : Z -> R),
(1 <= C)%Z ->
sum 1 C (fun y => (sum 1 C (fun i => p i * a i) - a y) * (sum 1 C (fun i => p i * b i) - b y)) / IZR C = sum 1 C (fun i => (p i - 1 / IZR C) * a i) * sum 1 C (fun i => (p i - 1 / IZR C) * b i) + sum 1 C (fun i => a i * b i) / IZR C - sum 1 C (fun i => a i) * sum 1 C (fun i => b i) / IZR C ^ 2.
Proof.
intros C p a b dom0.
assert (cla0 : sum 1 C (fun y => (sum 1 C (fun i => p i * a i) - a y) * (sum 1 C (fun i => p i * b i) - b y)) / IZR C = sum 1 C (fun i => (p i - 1 / IZR C) * a i) * sum 1 C (fun i => (p i - 1 / IZR C) * b i) + sum 1 C (fun i => a i * b i) / IZR C - sum 1 C (fun i => a i) * sum 1 C (fun i => b i) / IZR C ^ 2).
{ transitivity (sum 1 C (fun y_1 => (sum 1 C (fun i_2 => p i_2 * a i_2) - a y_1) * (sum 1 C (fun i_3 => p i_3 * b i_3) - b y_1)) / IZR C); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (sum 1 C (fun i_4 => (p i_4 - 1 / IZR C) * a i_4) * sum 1 C (fun i_5 => (p i_5 - 1 / IZR C) * b i_5) + sum 1 C (fun i_6 => a i_6 * b i_6) / IZR C - sum 1 C (fun i_7 => a i_7) * sum 1 C (fun i_8 => b i_8) / IZR C ^ 2); [exact (@same_by (IZR C :: nil)%list ((0%nat, Z.to_nat (C - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => p (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: nil)%list => b (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Times (Plus (Total 0 (Times (En 1 (1 :: nil)%list%nat) (En 0 (1 :: nil)%list%nat))) (Minus (En 0 (0 :: nil)%list%nat))) (Plus (Total 0 (Times (En 1 (1 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))) (Minus (En 2 (0 :: nil)%list%nat))))) (Over (Sc 0)))
  (Plus (Plus (Times (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Num (1)) (Over (Sc 0))))) (En 0 (0 :: nil)%list%nat))) (Total 0 (Times (Plus (En 1 (0 :: nil)%list%nat) (Minus (Times (Num (1)) (Over (Sc 0))))) (En 2 (0 :: nil)%list%nat)))) (Times (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat))) (Over (Sc 0)))) (Minus (Times (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Total 0 (En 2 (0 :: nil)%list%nat))) (Over (Power (Sc 0) 2)))))
  ((0 :: 1 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E11 *)
Theorem claim_ammup_e11 :
forall (a b : Z) (s : Z -> R) (r : Z -> R),
(1 <= a)%Z ->
(0 <= b)%Z ->
(sum 1 a (fun i2 => sum 1 a (fun i => s i) / IZR a) + sum 1 b (fun j => r j)) / (IZR a + IZR b) = (sum 1 a (fun i => s i) + sum 1 b (fun j => r j)) / (IZR a + IZR b).
Proof.
intros a b s r dom0 dom1.
assert (cla0 : (sum 1 a (fun i2 => sum 1 a (fun i => s i) / IZR a) + sum 1 b (fun j => r j)) / (IZR a + IZR b) = (sum 1 a (fun i => s i) + sum 1 b (fun j => r j)) / (IZR a + IZR b)).
{ transitivity ((sum 1 a (fun i2_1 => sum 1 a (fun i_2 => s i_2) / IZR a) + sum 1 b (fun j_3 => r j_3)) / (IZR a + IZR b)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((sum 1 a (fun i_4 => s i_4) + sum 1 b (fun j_5 => r j_5)) / (IZR a + IZR b)); [exact (@same_by (IZR b :: IZR a :: IZR a + IZR b :: nil)%list ((0%nat, Z.to_nat (b - 1 + 1)%Z) :: (1%nat, Z.to_nat (a - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 1 (Times (Total 1 (En 1 (1 :: nil)%list%nat)) (Over (Sc 2)))) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  (Times (Plus (Total 1 (En 1 (0 :: nil)%list%nat)) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.

(* AMMUP-E12 *)
Theorem claim_ammup_e12 :
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

(* AMMUP-A1 *)
Theorem claim_ammup_a1 :
forall (L a b : Z) (M M_merged c : R) (S : Z -> R) (s : Z -> R) (r : Z -> R),
(1 <= L)%Z ->
(0 <= c) ->
(forall i1 : Z, (1 <= i1 <= L)%Z -> (0 <= S i1)) ->
(1 <= a)%Z ->
(0 <= b)%Z ->
M = M_merged ->
M_merged = sum 1 L (fun l => S l) / IZR L ->
M = sum 1 L (fun l => S l) / IZR L /\
(sum 1 a (fun i2 => sum 1 a (fun i => s i) / IZR a) + sum 1 b (fun j => r j)) / (IZR a + IZR b) = (sum 1 a (fun i => s i) + sum 1 b (fun j => r j)) / (IZR a + IZR b) /\
((forall l : Z, (1 <= l <= L)%Z -> S l = c) -> sum 1 L (fun l => S l) / IZR L = c) /\
sum 1 L (fun l => c * S l) / IZR L = c * (sum 1 L (fun l => S l) / IZR L).
Proof.
intros L a b M M_merged c S s r dom0 dom1 dom2 dom3 dom4 giv0 giv1.
assert (cla0 : M = sum 1 L (fun l => S l) / IZR L).
{ assert (zer : M_merged - M + (sum 1 L (fun l => S l) / IZR L - M_merged) = 0) by zero. assert (gap : M - sum 1 L (fun l => S l) / IZR L = (M_merged - M + (sum 1 L (fun l => S l) / IZR L - M_merged)) * (-1)). { transitivity (M - sum 1 L (fun l_5 => S l_5) / IZR L); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((M_merged - M + (sum 1 L (fun l_6 => S l_6) / IZR L - M_merged)) * (-1)); [exact (@same_by (IZR L :: M :: M_merged :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 2) (Minus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0)))))
  (Times (Plus (Plus (Sc 4) (Minus (Sc 2))) (Plus (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))) (Minus (Sc 4)))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. } clear - gap zer; lra. }
assert (cla1 : (sum 1 a (fun i2 => sum 1 a (fun i => s i) / IZR a) + sum 1 b (fun j => r j)) / (IZR a + IZR b) = (sum 1 a (fun i => s i) + sum 1 b (fun j => r j)) / (IZR a + IZR b)).
{ transitivity ((sum 1 a (fun i2_7 => sum 1 a (fun i_8 => s i_8) / IZR a) + sum 1 b (fun j_9 => r j_9)) / (IZR a + IZR b)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((sum 1 a (fun i_10 => s i_10) + sum 1 b (fun j_11 => r j_11)) / (IZR a + IZR b)); [exact (@same_by (IZR b :: IZR a :: IZR a + IZR b :: nil)%list ((0%nat, Z.to_nat (b - 1 + 1)%Z) :: (1%nat, Z.to_nat (a - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 1 (Times (Total 1 (En 1 (1 :: nil)%list%nat)) (Over (Sc 2)))) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  (Times (Plus (Total 1 (En 1 (0 :: nil)%list%nat)) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla2 : (forall l : Z, (1 <= l <= L)%Z -> S l = c) -> sum 1 L (fun l => S l) / IZR L = c).
{ intros spe0. transitivity (sum 1 L (fun l_12 => c) / IZR L); [cong (first [match goal with |- S ?p0 = _ => etransitivity; [solve [replace (S p0) with (S p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (c); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Total 0 (Sc 2)) (Over (Sc 0)))
  (Sc 2)
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [match goal with |- S ?p0 = _ => etransitivity; [solve [replace (S p0) with (S p0) by (f_equal; lia); apply (spe0 p0); lia] |] end | etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
assert (cla3 : sum 1 L (fun l => c * S l) / IZR L = c * (sum 1 L (fun l => S l) / IZR L)).
{ transitivity (sum 1 L (fun l_13 => c * S l_13) / IZR L); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity (c * (sum 1 L (fun l_14 => S l_14) / IZR L)); [exact (@same_by (IZR L :: c :: nil)%list ((0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => S (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Times (Total 0 (Times (Sc 2) (En 0 (0 :: nil)%list%nat))) (Over (Sc 0)))
  (Times (Sc 2) (Times (Total 0 (En 0 (0 :: nil)%list%nat)) (Over (Sc 0))))
  ((nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact (conj cla0 (conj cla1 (conj cla2 cla3))).
Qed.

(* AMMUP-A1-circular *)
Theorem claim_ammup_a1_circular :
forall (a b : Z) (s : Z -> R) (r : Z -> R),
(1 <= a)%Z ->
(0 <= b)%Z ->
(sum 1 a (fun i2 => sum 1 a (fun i => s i) / IZR a) + sum 1 b (fun j => r j)) / (IZR a + IZR b) = (sum 1 a (fun i => s i) + sum 1 b (fun j => r j)) / (IZR a + IZR b).
Proof.
intros a b s r dom0 dom1.
assert (cla0 : (sum 1 a (fun i2 => sum 1 a (fun i => s i) / IZR a) + sum 1 b (fun j => r j)) / (IZR a + IZR b) = (sum 1 a (fun i => s i) + sum 1 b (fun j => r j)) / (IZR a + IZR b)).
{ transitivity ((sum 1 a (fun i2_1 => sum 1 a (fun i_2 => s i_2) / IZR a) + sum 1 b (fun j_3 => r j_3)) / (IZR a + IZR b)); [cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]]) | transitivity ((sum 1 a (fun i_4 => s i_4) + sum 1 b (fun j_5 => r j_5)) / (IZR a + IZR b)); [exact (@same_by (IZR b :: IZR a :: IZR a + IZR b :: nil)%list ((0%nat, Z.to_nat (b - 1 + 1)%Z) :: (1%nat, Z.to_nat (a - 1 + 1)%Z) :: nil)%list
  (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => r (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => s (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Plus (Total 1 (Times (Total 1 (En 1 (1 :: nil)%list%nat)) (Over (Sc 2)))) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  (Times (Plus (Total 1 (En 1 (0 :: nil)%list%nat)) (Total 0 (En 0 (0 :: nil)%list%nat))) (Over (Sc 4)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list
  ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [etransitivity; [apply sum_empty_at; lia |] | etransitivity; [apply sum_one_at; lia |] | etransitivity; [apply sum_last_at; lia |]])]]. }
exact cla0.
Qed.
