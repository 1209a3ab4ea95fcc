(* Written by `python formal/witnesses.py` from the points that the checks of the claims found. *)
From Coq Require Import Reals ZArith Lia Lra.
From Depthlaws Require Import real_sums tactics gaussian gaussian_instance.
Open Scope R_scope.

Ltac places := repeat match goal with
  | H : (_ <= ?i <= _)%Z |- _ => is_var i; let e := fresh in
      assert (e : (i = 0 \/ i = 1 \/ i = 2 \/ i = 3)%Z) by lia;
      destruct e as [e|[e|[e|e]]]; subst i; try (exfalso; lia); clear H
  end.
Ltac drawn := lazymatch goal with
  | |- context [gaussian_vector ?n ?v _] =>
      destruct (gaussian_vector_instance n v) as [E G]; exists E
  | |- context [gaussian_matrix ?m ?n ?v _] =>
      destruct (gaussian_matrix_instance m n v) as [E G]; exists E
  end.
Ltac met := repeat match goal with |- _ /\ _ => split end; intros; places; try assumption; try lia;
  repeat (cbv beta; first [rewrite sum_empty_at by lia | rewrite sum_last_at by lia]);
  cbn -[IZR sqrt]; first [lra | nra | pos].

Lemma claim_ammup_e32_met :
exists (n : Z) (g : Z -> R) (u : Z -> R) (v : Z -> R),
(1 <= n)%Z /\
(forall j : Z, (1 <= j <= n)%Z -> g j ^ 2 = g j).
Proof.
exists (1)%Z, (fun i0 => match i0 with | 1%Z => (1) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (2) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end); met.
Qed.

Lemma claim_ammup_e24_met :
exists (N k : Z) (F : R) (f : Z -> R) (leaves : Z -> Z -> R) (unread : Z -> Z -> R) (border : Z -> R),
(1 <= N)%Z /\
(1 <= k)%Z /\
(0 <= F) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= leaves i1 i2)) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= unread i1 i2)) /\
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= border i1)) /\
(forall p o : Z, (1 <= p <= N)%Z -> (1 <= o <= k)%Z -> leaves p o <= border p) /\
(forall o : Z, (1 <= o <= k)%Z -> sum 1 N (fun p => unread p o) <= sum 1 N (fun p => leaves p o)) /\
(forall p : Z, (1 <= p <= N)%Z -> f p <= F) /\
(forall p : Z, (1 <= p <= N)%Z -> (-1) * f p <= F).
Proof.
exists (1)%Z, (1)%Z, (1), (fun i0 => match i0 with | 1%Z => ((1) / 2) | _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (1) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => (1) | _ => (1) end); met.
Qed.

Lemma claim_ammup_l3_met :
exists (N k r : Z) (F : R) (f : Z -> R) (leaves : Z -> Z -> R) (unread : Z -> Z -> R) (border : Z -> R),
(1 <= N)%Z /\
(1 <= k)%Z /\
(0 <= F) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= leaves i1 i2)) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= unread i1 i2)) /\
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= border i1)) /\
(1 <= r)%Z /\
(forall p o : Z, (1 <= p <= N)%Z -> (1 <= o <= k)%Z -> leaves p o <= border p) /\
(forall o : Z, (1 <= o <= k)%Z -> sum 1 N (fun p => unread p o) <= sum 1 N (fun p => leaves p o)) /\
(forall p : Z, (1 <= p <= N)%Z -> f p <= F) /\
(forall p : Z, (1 <= p <= N)%Z -> (-1) * f p <= F).
Proof.
exists (1)%Z, (1)%Z, (1)%Z, (1), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (1) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => ((1) / 2) | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => (3) | _ => (1) end); met.
Qed.

Lemma claim_ammup_d02_met :
exists (N M s : Z) (f : Z -> Z -> R),
(1 <= N)%Z /\
(1 <= M)%Z /\
(0 <= s)%Z /\
(forall b : Z, (1 <= b <= M)%Z -> f ((s + N) + 1)%Z b = f (s + 1)%Z b).
Proof.
exists (1)%Z, (1)%Z, (0)%Z, (fun i0 i1 => match i0, i1 with | 2%Z, 1%Z => (1) | 1%Z, 1%Z => (1) | _, _ => (1) end); met.
Qed.

Lemma claim_ammup_a1_met :
exists (L a b : Z) (M M_merged c : R) (S : Z -> R) (s : Z -> R) (r : Z -> R),
(1 <= L)%Z /\
(0 <= c) /\
(forall i1 : Z, (1 <= i1 <= L)%Z -> (0 <= S i1)) /\
(1 <= a)%Z /\
(0 <= b)%Z /\
M = M_merged /\
M_merged = sum 1 L (fun l => S l) / IZR L.
Proof.
exists (1)%Z, (2)%Z, (2)%Z, (0), (0), (2), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 => match i0 with  | _ => (1) end), (fun i0 => match i0 with  | _ => (1) end); met.
Qed.

Lemma claim_ammup_a3_met :
exists (L : Z) (least most c : R) (S : Z -> R),
(1 <= L)%Z /\
(forall l : Z, (1 <= l <= L)%Z -> least <= S l) /\
(forall l : Z, (1 <= l <= L)%Z -> S l <= most).
Proof.
exists (1)%Z, (0), (2), (0), (fun i0 => match i0 with  | _ => (1) end); met.
Qed.

Lemma claim_ammup_d10_met :
exists (n C : Z) (s : R) (W : Z -> Z -> R) (phi_0 : Z -> R) (phi_s : Z -> R) (Q : Z -> R) (u : Z -> R),
(1 <= n)%Z /\
(1 <= C)%Z /\
(0 < s) /\
(forall i : Z, (1 <= i <= n)%Z -> s * Q i * u i = phi_s i - phi_0 i).
Proof.
exists (2)%Z, (2)%Z, (2), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (-2) | 1%Z, 2%Z => (0) | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => (1) | 2%Z => (3) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (1) | 2%Z => (1) | _ => (1) end), (fun i0 => match i0 with | 1%Z => ((1) / 2) | 2%Z => (-1) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | 2%Z => (1) | _ => (1) end); met.
Qed.

Lemma claim_ammup_d15_met :
exists (n : Z) (s : R) (W : Z -> Z -> R) (g : Z -> R) (u : Z -> R) (v : Z -> R) (phi_0 : Z -> R) (phi_s : Z -> R),
(1 <= n)%Z /\
(0 < s) /\
(forall b : Z, (1 <= b <= n)%Z -> s * g b * u b = phi_s b - phi_0 b).
Proof.
exists (1)%Z, ((1) / 100), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (-1) | _ => (1) end), (fun i0 => match i0 with  | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end); met.
Qed.

Lemma claim_ammup_e39_met :
exists (d : Z) (s2 gamma_max : R) (x : Z -> R) (v : Z -> R) (gamma : Z -> R),
(1 <= d)%Z /\
(0 < s2) /\
(0 <= gamma_max) /\
sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d < s2 /\
(forall i : Z, (1 <= i <= d)%Z -> gamma i ^ 2 <= gamma_max ^ 2).
Proof.
exists (1)%Z, (1), (0), (fun i0 => match i0 with | 1%Z => (2) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end); met.
Qed.

Lemma claim_ammup_l7_met :
exists (d : Z) (s2 gamma_max s a : R) (x : Z -> R) (v : Z -> R) (gamma : Z -> R),
(1 <= d)%Z /\
(0 < s2) /\
(0 <= gamma_max) /\
(0 < s) /\
sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d < s2 /\
(forall i : Z, (1 <= i <= d)%Z -> gamma i ^ 2 <= gamma_max ^ 2).
Proof.
exists (3)%Z, (1), (0), (1), (1), (fun i0 => match i0 with | 1%Z => (-1) | 2%Z => (1) | 3%Z => (-1) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | 2%Z => (0) | 3%Z => (0) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | 2%Z => (0) | 3%Z => (0) | _ => (1) end); met.
Qed.

Lemma claim_ammup_d17_met :
exists (d : Z) (s s2 epsilon : R) (x : Z -> R) (v : Z -> R),
(1 <= d)%Z /\
(0 < s) /\
(0 < s2) /\
sum 1 d (fun i => (x i - sum 1 d (fun j => x j) / IZR d) ^ 2) / IZR d < s2.
Proof.
exists (1)%Z, (1), (1), (1), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 => match i0 with  | _ => (1) end); met.
Qed.

Lemma claim_ammup_e43_met :
exists (N n : Z) (v1 : Z -> Z -> R) (v2 : Z -> Z -> R) (sign : Z -> Z -> R),
(1 <= N)%Z /\
(1 <= n)%Z /\
(forall t a : Z, (1 <= t <= N)%Z -> (1 <= a <= n)%Z -> sign t a ^ 2 = 1).
Proof.
exists (1)%Z, (3)%Z, (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (-2) | 1%Z, 2%Z => ((-1) / 3) | 1%Z, 3%Z => (3) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (3) | 1%Z, 2%Z => (1) | 1%Z, 3%Z => ((1) / 2) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (1) | 1%Z, 2%Z => (1) | 1%Z, 3%Z => (1) | _, _ => (1) end); met.
Qed.

Lemma claim_ammup_d03_met :
exists (N k : Z) (leaves : Z -> Z -> R) (border : Z -> R),
(1 <= N)%Z /\
(1 <= k)%Z /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= k)%Z -> (0 <= leaves i1 i2)) /\
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= border i1)) /\
(forall p o : Z, (1 <= p <= N)%Z -> (1 <= o <= k)%Z -> leaves p o <= border p) /\
(forall p : Z, (1 <= p <= N)%Z -> border p <= sum 1 k (fun o => leaves p o)).
Proof.
exists (2)%Z, (2)%Z, (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (1) | 1%Z, 2%Z => (0) | 2%Z, 1%Z => (0) | 2%Z, 2%Z => (0) | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => (1) | 2%Z => (0) | _ => (1) end); met.
Qed.

Lemma claim_ammup_c1_met_1 :
exists (L K : Z) (c q T_0 e_max : R) (e : Z -> R) (T : Z -> R),
(1 <= L)%Z /\
(1 <= K)%Z /\
(0 < c) /\
(0 < q) /\
(0 <= e_max) /\
T 0%Z = T_0 /\
(forall before : Z, (0 <= before <= (L - 1))%Z -> T (before + 1)%Z = (1 + c * q / IZR K) * T before + c / IZR K * e (before + 1)%Z) /\
(forall t : Z, (1 <= t <= L)%Z -> e t <= e_max).
Proof.
exists (1)%Z, (1)%Z, (1), (1), (0), (0), (fun i0 => match i0 with | 1%Z => (-1) | _ => (1) end), (fun i0 => match i0 with | 0%Z => (0) | 1%Z => (-1) | _ => (0) end); met.
Qed.

Lemma claim_chain_e3_met_2 :
exists (L : Z) (mu_yx mu_xx : R) (b : Z -> R) (front : Z -> R) (back : Z -> R),
(1 <= L)%Z /\
(0 < mu_xx) /\
front 0%Z = 1 /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> front (l + 1)%Z = b (l + 1)%Z * front l) /\
back L = 1 /\
(forall l : Z, (0 <= l <= (L - 1))%Z -> back l = b (l + 1)%Z * back (l + 1)%Z) /\
mu_xx * back 0%Z <= mu_yx.
Proof.
exists (1)%Z, (0), (1), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 => match i0 with | 0%Z => (1) | 1%Z => (0) | _ => (0) end), (fun i0 => match i0 with | 0%Z => (0) | 1%Z => (1) | _ => (0) end); met.
Qed.

Lemma claim_loop_b_p7_met :
exists (N L d : Z) (lambda eta C_J C_Delta c_coh : R) (term : Z -> Z -> Z -> R),
(1 <= N)%Z /\
(1 <= L)%Z /\
(1 <= d)%Z /\
(0 <= lambda) /\
(0 <= eta) /\
(0 <= C_J) /\
(0 <= C_Delta) /\
(0 <= c_coh) /\
(forall n layer : Z, (1 <= n <= N)%Z -> (1 <= layer <= L)%Z -> sum 1 d (fun i => term n layer i ^ 2) <= (C_J * C_Delta * eta) ^ 2 * IZR d) /\
(c_coh * eta * IZR N * IZR L) ^ 2 * IZR d <= sum 1 d (fun i => sum 1 L (fun layer => sum 1 N (fun n => term n layer i)) ^ 2).
Proof.
exists (1)%Z, (1)%Z, (1)%Z, (1), (0), (0), (0), (0), (fun i0 i1 i2 => match i0, i1, i2 with | 1%Z, 1%Z, 1%Z => (0) | _, _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_bn_met :
exists (N d : Z) (eps R_0 : R) (c : Z -> R) (x : Z -> R) (Z' : Z -> Z -> R),
(1 <= N)%Z /\
(1 <= d)%Z /\
(0 <= eps) /\
(0 < R_0) /\
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= c i1)) /\
sum 1 d (fun i => x i ^ 2) <= R_0 ^ 2 * IZR d /\
(forall n : Z, (1 <= n <= N)%Z -> sum 1 d (fun i => Z' n i ^ 2) <= IZR d).
Proof.
exists (2)%Z, (1)%Z, (0), (1), (fun i0 => match i0 with | 1%Z => (3) | 2%Z => (2) | _ => (1) end), (fun i0 => match i0 with | 1%Z => ((-1) / 3) | _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => ((1) / 2) | 2%Z, 1%Z => (-1) | _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_l4_met :
exists (N d : Z) (m q : R) (u : Z -> Z -> R) (v : Z -> R),
(1 <= N)%Z /\
(1 <= d)%Z /\
(0 <= m) /\
(0 <= q) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= d)%Z -> (0 <= u i1 i2)) /\
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= v i1)) /\
m * IZR N * IZR d <= sum 1 d (fun i => sum 1 N (fun n => u n i)) /\
sum 1 d (fun i => sum 1 N (fun n => u n i ^ 2)) <= q * IZR N * IZR d.
Proof.
exists (1)%Z, (1)%Z, (0), (1), (fun i0 i1 => match i0, i1 with  | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => ((1) / 2) | _ => (1) end); met.
Qed.

Lemma claim_loop_b_zeta_met :
exists (N d : Z) (eps eta zeta m q theta : R) (u : Z -> Z -> R) (D : Z -> Z -> R) (e : Z -> R),
(1 <= N)%Z /\
(1 <= d)%Z /\
(0 <= eps) /\
(0 <= eta) /\
(0 <= zeta) /\
(0 <= m) /\
(0 <= q) /\
(0 < theta) /\
(theta < 1) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= d)%Z -> (0 <= u i1 i2)) /\
m * IZR N * IZR d <= sum 1 d (fun i => sum 1 N (fun n => u n i)) /\
sum 1 d (fun i => sum 1 N (fun n => u n i ^ 2)) <= q * IZR N * IZR d /\
(eps * eta * zeta) ^ 2 * sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) <= sum 1 d (fun i => (eps * sum 1 d (fun j => D i j * sum 1 N (fun n => u n j))) ^ 2) /\
sum 1 d (fun i => (eps * sum 1 d (fun j => D i j * sum 1 N (fun n => u n j))) ^ 2) <= (eps * eta * zeta) ^ 2 * sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) /\
sum 1 d (fun i => e i ^ 2) <= theta ^ 2 * sum 1 d (fun i => (eps * sum 1 d (fun j => D i j * sum 1 N (fun n => u n j))) ^ 2).
Proof.
exists (1)%Z, (1)%Z, (0), (0), (0), (0), ((1) / 2), ((1) / 2), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => ((1) / 2) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end); met.
Qed.

Lemma claim_loop_b_t1_met :
exists (N d : Z) (m q c_W C_W : R) (u : Z -> Z -> R) (W : Z -> Z -> R),
(1 <= N)%Z /\
(1 <= d)%Z /\
(0 <= m) /\
(0 <= q) /\
(0 <= c_W) /\
(0 <= C_W) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= d)%Z -> (0 <= u i1 i2)) /\
m * IZR N * IZR d <= sum 1 d (fun i => sum 1 N (fun n => u n i)) /\
sum 1 d (fun i => sum 1 N (fun n => u n i ^ 2)) <= q * IZR N * IZR d /\
c_W ^ 2 * sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2) <= sum 1 d (fun i => sum 1 d (fun j => W i j * sum 1 N (fun n => u n j)) ^ 2) /\
sum 1 d (fun i => sum 1 d (fun j => W i j * sum 1 N (fun n => u n j)) ^ 2) <= C_W ^ 2 * sum 1 d (fun i => sum 1 N (fun n => u n i) ^ 2).
Proof.
exists (1)%Z, (1)%Z, (0), (0), (0), (0), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (-1) | _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_rn_met :
exists (N d : Z) (eps R_0 R_N C c : R) (x : Z -> R) (y : Z -> R),
(1 <= N)%Z /\
(1 <= d)%Z /\
(0 <= eps) /\
(0 < R_0) /\
(0 < R_N) /\
(0 < C) /\
(0 < c) /\
sum 1 d (fun i => x i ^ 2) <= R_0 ^ 2 * IZR d /\
sum 1 d (fun i => (x i + eps * y i) ^ 2) <= R_N ^ 2 * IZR d /\
sum 1 d (fun i => y i ^ 2) <= (C * IZR N) ^ 2 * IZR d /\
(c * IZR N) ^ 2 * IZR d <= sum 1 d (fun i => y i ^ 2).
Proof.
exists (1)%Z, (2)%Z, (0), (1), (1), (2), (1), (fun i0 => match i0 with | 1%Z => (0) | 2%Z => (0) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (1) | 2%Z => (2) | _ => (1) end); met.
Qed.

Lemma claim_loop_b_t6a_met :
exists (L C : Z) (b : Z -> R) (Z' : Z -> Z -> R) (g : Z -> R),
(1 <= L)%Z /\
(1 <= C)%Z /\
(forall i1 : Z, (1 <= i1 <= L)%Z -> (0 <= b i1)) /\
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => Z' l w ^ 2) / IZR C <= 1).
Proof.
exists (2)%Z, (1)%Z, (fun i0 => match i0 with | 1%Z => (1) | 2%Z => (3) | _ => (1) end), (fun i0 i1 => match i0, i1 with  | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => (-1) | _ => (1) end); met.
Qed.

Lemma claim_loop_b_t6d_met :
exists (A B C : Z) (p q : R) (f : Z -> Z -> Z -> R) (g : Z -> Z -> Z -> R),
(1 <= A)%Z /\
(1 <= B)%Z /\
(1 <= C)%Z /\
(0 < p) /\
(0 < q) /\
sum 1 C (fun z => sum 1 B (fun Y => sum 1 B (fun y => sum 1 A (fun x => (f x y z - f x Y z) ^ 2)))) / (2 * IZR A * IZR B ^ 2 * IZR C) <= p ^ 2 /\
sum 1 C (fun z => sum 1 B (fun y => sum 1 A (fun X => sum 1 A (fun x => (g x y z - g X y z) ^ 2)))) / (2 * IZR A ^ 2 * IZR B * IZR C) <= q ^ 2.
Proof.
exists (1)%Z, (1)%Z, (1)%Z, (1), (1), (fun i0 i1 i2 => match i0, i1, i2 with | 1%Z, 1%Z, 1%Z => (0) | _, _, _ => (1) end), (fun i0 i1 i2 => match i0, i1, i2 with | 1%Z, 1%Z, 1%Z => (0) | _, _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_t6f_met :
exists (L C N : Z) (a_high a_low C_0 C_1 beta : R) (M : Z -> Z -> R) (B : Z -> Z -> R),
(1 <= L)%Z /\
(1 <= C)%Z /\
(1 <= N)%Z /\
(0 <= a_high) /\
(0 <= a_low) /\
(0 <= C_0) /\
(0 <= C_1) /\
(0 <= beta) /\
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w ^ 2) / IZR C <= a_high) /\
(forall l : Z, (1 <= l <= L)%Z -> a_low <= sum 1 C (fun w => M l w ^ 2) / IZR C + sum 1 C (fun w => B l w ^ 2) / IZR C) /\
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C <= (IZR L + (-1)) * C_1 * beta ^ 2) /\
(forall l : Z, (1 <= l <= L)%Z -> (-1) * (sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C) <= (IZR L + (-1)) * C_1 * beta ^ 2) /\
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => B l w ^ 2) / IZR C <= C_0 * beta ^ 2).
Proof.
exists (1)%Z, (1)%Z, (1)%Z, ((1) / 2), (0), (0), (0), (0), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_x16_decay_met :
exists (d : Z) (eta lambda : R) (w : Z -> R) (g : Z -> R),
(1 <= d)%Z /\
(0 <= eta) /\
(0 <= lambda) /\
eta * lambda < 1.
Proof.
exists (1)%Z, (0), (0), (fun i0 => match i0 with  | _ => (1) end), (fun i0 => match i0 with  | _ => (1) end); met.
Qed.

Lemma claim_loop_b_x15_readout_met :
exists (d : Z) (R' c : R) (h : Z -> R) (v : Z -> R) (p : Z -> R),
(1 <= d)%Z /\
(0 < R') /\
(0 < c) /\
R' ^ 2 * IZR d = sum 1 d (fun i => h i ^ 2).
Proof.
exists (2)%Z, (5), (2), (fun i0 => match i0 with | 1%Z => (1) | 2%Z => (7) | _ => (1) end), (fun i0 => match i0 with  | _ => (1) end), (fun i0 => match i0 with | 1%Z => (2) | 2%Z => (-1) | _ => (1) end); met.
Qed.

Lemma claim_loop_b_l5c_met_1 :
exists (d : Z) (P : R) (p : Z -> R) (r : Z -> R) (x : Z -> R),
(1 <= d)%Z /\
(0 < P) /\
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= p i1)) /\
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= r i1)) /\
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= x i1)) /\
sum 1 d (fun i => p i ^ 2) <= P ^ 2 /\
sum 1 d (fun i => x i ^ 2) <= 1.
Proof.
exists (1)%Z, (1), (fun i0 => match i0 with | 1%Z => (1) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (2) | _ => (1) end), (fun i0 => match i0 with | 1%Z => ((1) / 2) | _ => (1) end); met.
Qed.

Lemma claim_loop_b_l5c_met_2 :
exists (d : Z) (x : Z -> R) (gate : Z -> R),
(1 <= d)%Z /\
(forall i : Z, (1 <= i <= d)%Z -> gate i ^ 2 = gate i).
Proof.
exists (1)%Z, (fun i0 => match i0 with | 1%Z => (2) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end); met.
Qed.

Lemma claim_loop_b_l5c_sphere_met_1 :
exists (d : Z) (m size : R) (r : Z -> R) (x : Z -> R),
(1 <= d)%Z /\
(0 <= m) /\
(0 <= size) /\
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= r i1)) /\
(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= x i1)) /\
size <= sum 1 d (fun i => x i).
Proof.
exists (1)%Z, (0), (0), (fun i0 => match i0 with | 1%Z => (2) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end); met.
Qed.

Lemma claim_loop_b_gn_met_1 :
exists (N : Z) (R_0 H_out : R) (overlap : Z -> Z -> R),
(1 <= N)%Z /\
(0 <= R_0) /\
(0 <= H_out) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) /\
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) /\
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> overlap n k <= H_out / 2).
Proof.
exists (1)%Z, (0), (2), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_t3_met_1 :
exists (N L : Z) (lambda : R) (overlap : Z -> Z -> Z -> R),
(1 <= N)%Z /\
(1 <= L)%Z /\
(0 <= lambda) /\
(forall i1 i2 i3 : Z, (1 <= i1 <= L)%Z -> (1 <= i2 <= N)%Z -> (1 <= i3 <= N)%Z -> (0 <= overlap i1 i2 i3)) /\
(forall layer n k : Z, (1 <= layer <= L)%Z -> (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> 1 / 2 <= overlap layer n k).
Proof.
exists (1)%Z, (2)%Z, (1), (fun i0 i1 i2 => match i0, i1, i2 with | 1%Z, 1%Z, 1%Z => ((1) / 2) | 2%Z, 1%Z, 1%Z => ((1) / 2) | _, _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_t3_met_3 :
exists (K : Z) (s a own R' : R) (e : Z -> R) (overlap : Z -> R),
(0 <= K)%Z /\
(0 <= s) /\
(0 <= a) /\
(0 <= own) /\
(0 <= R') /\
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= e i1)) /\
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= overlap i1)) /\
(forall k : Z, (1 <= k <= K)%Z -> overlap k <= R' ^ 2 / 2) /\
own <= R' ^ 2 / 2.
Proof.
exists (0)%Z, (0), (0), (0), (0), (fun i0 => match i0 with  | _ => (1) end), (fun i0 => match i0 with  | _ => (1) end); met.
Qed.

Lemma claim_loop_b_t3_met_4 :
exists (K : Z) (H_0 : R) (x : Z -> R) (more : Z -> R) (lack : Z -> R) (H : Z -> R) (E : Z -> R),
(1 <= K)%Z /\
(0 <= H_0) /\
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= x i1)) /\
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= more i1)) /\
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= lack i1)) /\
H 0%Z = H_0 /\
E 0%Z = H_0 /\
(forall done : Z, (0 <= done <= (K - 1))%Z -> H (done + 1)%Z = H done * (1 + x (done + 1)%Z) - lack (done + 1)%Z) /\
(forall done : Z, (0 <= done <= (K - 1))%Z -> E (done + 1)%Z = E done * (1 + x (done + 1)%Z + more (done + 1)%Z)) /\
H 0%Z <= E 0%Z.
Proof.
exists (1)%Z, (0), (fun i0 => match i0 with  | _ => (1) end), (fun i0 => match i0 with  | _ => (1) end), (fun i0 => match i0 with  | _ => (1) end), (fun i0 => match i0 with | 0%Z => (0) | 1%Z => (-1) | _ => (0) end), (fun i0 => match i0 with | 0%Z => (0) | 1%Z => (0) | _ => (0) end); met.
Qed.

Lemma claim_loop_a_e4_range_met_1 :
exists (N : Z) (eps eta s R_0 : R) (overlap : Z -> Z -> R) (more : Z -> Z -> R) (moved : Z -> Z -> R),
(1 <= N)%Z /\
(0 <= eps) /\
(0 <= eta) /\
(0 <= s) /\
(0 <= R_0) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= more i1 i2)) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= moved i1 i2)) /\
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) /\
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> (eta * eps) ^ 2 * (IZR n + (-1)) * (IZR k + (-1)) * R_0 ^ 2 / 2 <= moved n k).
Proof.
exists (1)%Z, (0), (0), (0), (0), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (2) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (2) | _, _ => (1) end); met.
Qed.

Lemma claim_loop_a_e4_range_met_4 :
exists (N : Z) (eps eta s R_0 : R) (overlap : Z -> Z -> R) (gate : Z -> Z -> R) (moved : Z -> Z -> R),
(1 <= N)%Z /\
(0 <= eps) /\
(0 <= eta) /\
(0 <= s) /\
(0 <= R_0) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= gate i1 i2)) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= moved i1 i2)) /\
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k).
Proof.
exists (1)%Z, (0), (0), (0), (0), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => ((1) / 2) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_rn_wide_met_1 :
exists (N : Z) (eps s R_0 : R) (overlap : Z -> Z -> R),
(1 <= N)%Z /\
(0 <= eps) /\
(0 <= s) /\
(0 <= R_0) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) /\
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k).
Proof.
exists (1)%Z, (0), (0), (0), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_731_met_1 :
exists (d : Z) (eps eta a C_W C_Delta Q : R) (x : Z -> R) (y : Z -> R) (w : Z -> R) (W : Z -> Z -> R) (D : Z -> Z -> R),
(1 <= d)%Z /\
(0 < eps) /\
(0 < eta) /\
(0 < a) /\
(0 < C_W) /\
(0 < C_Delta) /\
(0 < Q) /\
sum 1 d (fun i => x i ^ 2) <= a ^ 2 * IZR d /\
(forall i : Z, (1 <= i <= d)%Z -> w i ^ 2 <= x i ^ 2) /\
sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) <= C_W ^ 2 * sum 1 d (fun i => w i ^ 2) /\
sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) <= (C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) /\
sum 1 d (fun i => y i ^ 2) <= Q ^ 2 * IZR d.
Proof.
exists (1)%Z, (1), (1), (1), ((1) / 2), (1), (1), (fun i0 => match i0 with | 1%Z => (1) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (2) | _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_731_met_2 :
exists (t z : R),
z <= t.
Proof.
exists (1), (1); met.
Qed.

Lemma claim_loop_b_x17_width_met_1 :
exists (out in' r : Z) (U : Z -> Z -> R) (V : Z -> Z -> R) (c : Z -> R),
(1 <= out)%Z /\
(1 <= in')%Z /\
(1 <= r)%Z /\
(forall p : Z, (1 <= p <= r)%Z -> sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q)) = c p) /\
sum 1 out (fun o => sum 1 r (fun p => U o p * c p) ^ 2) = sum 1 r (fun p => c p ^ 2).
Proof.
exists (1)%Z, (2)%Z, (3)%Z, (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (2) | 1%Z, 2%Z => (-2) | 1%Z, 3%Z => (2) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | 1%Z, 2%Z => (0) | 1%Z, 3%Z => (0) | 2%Z, 1%Z => (0) | 2%Z, 2%Z => (0) | 2%Z, 3%Z => (0) | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | 2%Z => (0) | 3%Z => (0) | _ => (1) end); met.
Qed.

Lemma claim_loop_b_x17_width_met_2 :
exists (out in' K : Z) (a : Z -> Z -> R) (g : Z -> Z -> R) (u : Z -> Z -> R) (I : Z -> Z -> R),
(1 <= out)%Z /\
(1 <= in')%Z /\
(1 <= K)%Z /\
(forall m k : Z, (1 <= m <= K)%Z -> (1 <= k <= K)%Z -> sum 1 out (fun o => a m o * g k o) = I m k) /\
(forall m b : Z, (1 <= m <= K)%Z -> (1 <= b <= in')%Z -> sum 1 K (fun k => I m k * u k b) = u m b).
Proof.
exists (2)%Z, (1)%Z, (2)%Z, (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (1) | 1%Z, 2%Z => (0) | 2%Z, 1%Z => (-1) | 2%Z, 2%Z => (1) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (1) | 1%Z, 2%Z => (1) | 2%Z, 1%Z => (0) | 2%Z, 2%Z => (1) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (3) | 2%Z, 1%Z => (5) | _, _ => (1) end), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (1) | 1%Z, 2%Z => (0) | 2%Z, 1%Z => (0) | 2%Z, 2%Z => (1) | _, _ => (1) end); met.
Qed.

Lemma claim_loop_b_x17_loops_met_1 :
exists (K : Z) (E : R) (e : Z -> R) (size : Z -> R) (back : Z -> Z -> R) (overlap : Z -> Z -> R),
(1 <= K)%Z /\
(1 <= E) /\
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= e i1)) /\
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= size i1)) /\
(forall i1 i2 : Z, (1 <= i1 <= K)%Z -> (1 <= i2 <= K)%Z -> (0 <= back i1 i2)) /\
(forall i1 i2 : Z, (1 <= i1 <= K)%Z -> (1 <= i2 <= K)%Z -> (0 <= overlap i1 i2)) /\
(forall k j : Z, (1 <= k <= K)%Z -> (1 <= j <= K)%Z -> 1 <= back k j) /\
(forall k j : Z, (1 <= k <= K)%Z -> (1 <= j <= K)%Z -> 1 / 2 <= overlap k j) /\
(forall k : Z, (1 <= k <= K)%Z -> size k <= E / sqrt 2).
Proof.
exists (1)%Z, (1), (fun i0 => match i0 with | 1%Z => ((1) / 2) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end), (fun i0 i1 => match i0, i1 with  | _, _ => (1) end), (fun i0 i1 => match i0, i1 with  | _, _ => (1) end); met.
Qed.

Lemma claim_loop_a_dp4_met :
exists (d : Z) (s eps : R) (x : Z -> R) (g : Z -> R) (E_W : ((Z -> Z -> R) -> R) -> R),
(1 <= d)%Z /\
(0 <= s) /\
gaussian_matrix d d (s ^ 2 / IZR d) E_W /\
(forall i : Z, (1 <= i <= d)%Z -> g i ^ 2 = g i).
Proof.
exists (1)%Z, (0), (0), (fun i0 => match i0 with | 1%Z => (1) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (0) | _ => (1) end); drawn; met.
Qed.

Lemma claim_loop_a_t2_sign_met :
exists (d : Z) (x : Z -> R) (y : Z -> R),
(1 <= d)%Z /\
(forall i : Z, (1 <= i <= d)%Z -> x i ^ 2 = 1).
Proof.
exists (1)%Z, (fun i0 => match i0 with | 1%Z => (1) | _ => (1) end), (fun i0 => match i0 with | 1%Z => (-1) | _ => (1) end); met.
Qed.

Lemma claim_loop_a_t1_bounds_met_3 :
exists (N : Z) (eps s R_0 : R) (overlap : Z -> Z -> R) (R' : Z -> R),
(1 <= N)%Z /\
(0 <= eps) /\
(0 <= s) /\
(0 <= R_0) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) /\
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= R' i1)) /\
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> overlap n k <= R' n * R' k / 2).
Proof.
exists (2)%Z, (0), (0), (0), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => ((1) / 2) | 1%Z, 2%Z => (0) | 2%Z, 1%Z => (1) | 2%Z, 2%Z => (3) | _, _ => (1) end), (fun i0 => match i0 with | 1%Z => (3) | 2%Z => (3) | _ => (1) end); met.
Qed.

Lemma claim_loop_a_d1b_met_1 :
exists (N : Z) (R_0 : R) (overlap : Z -> Z -> R),
(1 <= N)%Z /\
(0 <= R_0) /\
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) /\
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k).
Proof.
exists (1)%Z, (0), (fun i0 i1 => match i0, i1 with | 1%Z, 1%Z => (0) | _, _ => (1) end); met.
Qed.

Lemma claim_pc_b32_descent_met_2 :
exists (low high eta l b : R),
(0 < low) /\
(0 < high) /\
(0 < eta) /\
(0 < l) /\
1 - eta * low <= b /\
eta * high + (-1) <= b /\
low <= l /\
l <= high.
Proof.
exists (1), (1), (1), (1), (0); met.
Qed.

Lemma claim_pc_e54_power_met :
exists (K N : Z) (L p P Q : R) (e : Z -> R) (q : Z -> R),
(1 <= K)%Z /\
(1 <= N)%Z /\
(0 < L) /\
(0 <= Q) /\
e 0%Z = 0 /\
(forall k : Z, (0 <= k <= (K - 1))%Z -> e (k + 1)%Z = 1 + e k) /\
q 0%Z = 0 /\
(forall k : Z, (0 <= k <= (K - 1))%Z -> q (k + 1)%Z = (1 + IZR k) ^ 2 + q k) /\
p ^ 2 <= P.
Proof.
exists (1)%Z, (1)%Z, (1), (1), (1), (1), (fun i0 => match i0 with | 0%Z => (0) | 1%Z => (1) | _ => (0) end), (fun i0 => match i0 with | 0%Z => (0) | 1%Z => (1) | _ => (0) end); met.
Qed.
