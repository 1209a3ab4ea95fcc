(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus bounds.
Open Scope R_scope.

Lemma part_6cd6d1b4eac1 :
forall (N : Z) (eps s R_0 : R) (overlap : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
R_0 ^ 2 * (1 + (s * eps * IZR N) ^ 2 / 2) <= R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k)).
Proof.
intros N eps s R_0 overlap dom0 dom1 dom2 dom3 dom4 giv0.
assert (gap : R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k)) - R_0 ^ 2 * (1 + (s * eps * IZR N) ^ 2 / 2) = (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2))). { transitivity (R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k_1 => sum 1 N (fun n_2 => overlap n_2 k_1)) - R_0 ^ 2 * (1 + (s * eps * IZR N) ^ 2 / 2)); [cong (first [ends]) | transitivity ((eps * s) ^ 2 * sum 1 N (fun k_3 => sum 1 N (fun n_4 => overlap n_4 k_3 - R_0 ^ 2 / 2))); [exact (@same_by (R_0 :: s :: eps :: IZR N :: nil)%list ((3%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => overlap (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Power (Sc 0) 2) (Times (Power (Times (Sc 4) (Sc 2)) 2) (Total 0 (Total 0 (En 0 (1 :: 0 :: nil)%list%nat))))) (Minus (Times (Power (Sc 0) 2) (Plus (Num (1)) (Times (Power (Times (Times (Sc 2) (Sc 4)) (Sc 6)) 2) (Over (Num (2))))))))
  (Times (Power (Times (Sc 4) (Sc 2)) 2) (Total 0 (Total 0 (Plus (En 0 (1 :: 0 :: nil)%list%nat) (Minus (Times (Power (Sc 0) 2) (Over (Num (2)))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2))) by pos. clear - gap sgn; lra.
Qed.

Lemma part_dc64db070cb6 :
forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2.
Proof.
intros rho dom0 dom1.
apply keep; [|intros cla0].
{ assert (0 < 1 - rho ^ 2) by nra. assert (p : 0 < (1 + rho) * (1 - rho)) by nra.
assert (0 < 1 - ((-1) * rho) ^ 2) by nra. assert (PI <> 0) by exact PI_neq0.
eapply slope_is; [derive |].
replace (1 - ((-1) * rho) ^ 2) with ((1 + rho) * (1 - rho)) by ring.
assert (q := sqrt_lt_R0 _ p). field; split; lra. }
apply keep; [|intros cla1].
{ rewrite neg_one, acos_opp. assert (q := acos_right rho dom0 (Rlt_le _ _ dom1)).
assert (0 < PI) by exact PI_RGT_0.
replace (1 / 2 / PI * (PI - acos rho)) with ((PI - acos rho) / (2 * PI)) by (field; lra).
apply le_over; lra. }
apply keep; [|intros cla2].
{ replace ((1 + rho) * (1 - rho)) with (1 - rho ^ 2) by ring; field; exact PI_neq0. }
apply keep; [|intros cla3].
{ replace ((1 + 0) * (1 - 0)) with 1 by ring; rewrite sqrt_1; field; exact PI_neq0. }
rewrite neg_one, acos_opp, acos_1. replace ((1 + 1) * (1 - 1)) with 0 by ring.
rewrite sqrt_0; field; exact PI_neq0.
Qed.

Lemma part_07b71769dcd0 :
forall (N : Z) (eps s R_0 : R) (overlap : Z -> Z -> R) (R' : Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= R' i1)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> overlap n k <= R' n * R' k / 2) ->
sqrt (R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k))) <= R_0 + eps * s / sqrt 2 * sum 1 N (fun n => R' n).
Proof.
intros N eps s R_0 overlap R' dom0 dom1 dom2 dom3 dom4 dom5 giv0.
assert (e : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
assert (f : sqrt 2 ^ 2 = 2) by (apply pow2_sqrt; lra).
assert (p : 0 <= sum 1 N (fun n => R' n)) by (apply sum_nonneg; intros; apply dom5; lia).
assert (q : 0 <= eps * s / sqrt 2 * sum 1 N (fun n => R' n))
  by (apply Rmult_le_pos; [apply Rmult_le_pos; [nra | apply Rlt_le, Rinv_0_lt_compat, e] | exact p]).
rewrite <- (sqrt_pow2 (R_0 + eps * s / sqrt 2 * sum 1 N (fun n => R' n))) by lra.
apply sqrt_le_1_alt.
assert (l : sum 1 N (fun k => sum 1 N (fun n => overlap n k)) <= sum 1 N (fun n => R' n) ^ 2 / 2).
{ rewrite sum_squared; unfold Rdiv; rewrite Rmult_comm, <- sum_scale.
apply sum_at_most; intros k r; rewrite <- sum_scale; apply sum_at_most; intros n r'.
assert (t := giv0 n k r' r); lra. }
assert (m : (eps * s / sqrt 2 * sum 1 N (fun n => R' n)) ^ 2
  = (eps * s) ^ 2 * (sum 1 N (fun n => R' n) ^ 2 / 2)).
{ unfold Rdiv; rewrite !Rpow_mult_distr, pow_inv, f; ring. }
assert ((eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k))
  <= (eps * s) ^ 2 * (sum 1 N (fun n => R' n) ^ 2 / 2))
  by (apply Rmult_le_compat_l; [apply pow2_ge_0 | exact l]).
assert (0 <= R_0 * (eps * s / sqrt 2 * sum 1 N (fun n => R' n))) by (apply Rmult_le_pos; lra). nra.
Qed.

Lemma part_23b739dbfc8f :
forall (N : Z) (rho R_0 : R) (lack : Z -> R) (height : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 < R_0) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
height 0%Z = R_0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> height (before + 1)%Z = rho * height before - lack (before + 1)%Z) ->
height N = R_0 * powerRZ rho N - sum 1 N (fun n => powerRZ rho (N - n) * lack n).
Proof.
intros N rho R_0 lack height dom0 dom1 dom2 dom3 def0 def1.
rewrite (linear_recursion N rho height (fun n => - lack n)); [| lra | lia |].
2: { intros k r; rewrite def1 by lia; ring. }
rewrite def0, (sum_split 1 N (-1) 0 (fun n => powerRZ rho (N - n) * lack n) (fun _ => 0)) by (intros; ring). ring.
Qed.

Lemma part_a267b70bb886 :
forall (N : Z) (eps s R_0 : R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 < R_0) ->
(R_0 * powerRZ (1 + eps * s / sqrt 2) N) ^ 2 = R_0 ^ 2 * powerRZ (1 + 1 / 2 * eps * s * sqrt 2) (2 * N).
Proof.
intros N eps s R_0 dom0 dom1 dom2 dom3.
assert (e : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
assert (f : sqrt 2 ^ 2 = 2) by (apply pow2_sqrt; lra).
assert (g : sqrt 2 / 2 = / sqrt 2).
{ apply (Rmult_eq_reg_r (sqrt 2)); [|lra]; rewrite Rinv_l by lra.
replace (sqrt 2 / 2 * sqrt 2) with (sqrt 2 ^ 2 / 2) by field; rewrite f; field. }
replace (1 + 1 / 2 * eps * s * sqrt 2) with (1 + eps * s / sqrt 2)
  by (unfold Rdiv; rewrite <- g; field).
assert (0 < 1 + eps * s / sqrt 2)
  by (assert (0 <= eps * s / sqrt 2) by (apply Rmult_le_pos; [nra | apply Rlt_le,
    Rinv_0_lt_compat, e]); lra).
rewrite Rpow_mult_distr; f_equal. replace (2 * N)%Z with (N + N)%Z by ring.
rewrite powerRZ_add by lra; ring.
Qed.

Lemma part_45ea3a039bb9 :
forall (N : Z) (t : R),
(1 <= N)%Z ->
(0 <= t) ->
2 * IZR N * ln (1 + t) <= 2 * IZR N * t.
Proof.
intros N t dom0 dom1.
bounded.
Qed.

Lemma part_f2cae45c7189 :
forall (N : Z) (eps eta s R_0 : R) (overlap : Z -> Z -> R) (gate : Z -> Z -> R) (moved : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= eta) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= gate i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= moved i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
(eta * eps * IZR N) ^ 2 * R_0 ^ 2 / 2 <= eps ^ 2 * sum 1 N (fun k => sum 1 N (fun n => eta ^ 2 * overlap n k + s ^ 2 * gate n k * moved n k)).
Proof.
intros N eps eta s R_0 overlap gate moved dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 giv0.
assert (gap : eps ^ 2 * sum 1 N (fun k => sum 1 N (fun n => eta ^ 2 * overlap n k + s ^ 2 * gate n k * moved n k)) - (eta * eps * IZR N) ^ 2 * R_0 ^ 2 / 2 = eps ^ 2 * eta ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2)) + eps ^ 2 * s ^ 2 * sum 1 N (fun k => sum 1 N (fun n => gate n k * moved n k))). { transitivity (eps ^ 2 * sum 1 N (fun k_1 => sum 1 N (fun n_2 => eta ^ 2 * overlap n_2 k_1 + s ^ 2 * gate n_2 k_1 * moved n_2 k_1)) - (eta * eps * IZR N) ^ 2 * R_0 ^ 2 / 2); [cong (first [ends]) | transitivity (eps ^ 2 * eta ^ 2 * sum 1 N (fun k_3 => sum 1 N (fun n_4 => overlap n_4 k_3 - R_0 ^ 2 / 2)) + eps ^ 2 * s ^ 2 * sum 1 N (fun k_5 => sum 1 N (fun n_6 => gate n_6 k_5 * moved n_6 k_5))); [exact (@same_by (eta :: eps :: IZR N :: R_0 :: s :: nil)%list ((2%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => gate (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => moved (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => overlap (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Power (Sc 2) 2) (Total 0 (Total 0 (Plus (Times (Power (Sc 0) 2) (En 2 (1 :: 0 :: nil)%list%nat)) (Times (Times (Power (Sc 8) 2) (En 0 (1 :: 0 :: nil)%list%nat)) (En 1 (1 :: 0 :: nil)%list%nat)))))) (Minus (Times (Times (Power (Times (Times (Sc 0) (Sc 2)) (Sc 4)) 2) (Power (Sc 6) 2)) (Over (Num (2))))))
  (Plus (Times (Times (Power (Sc 2) 2) (Power (Sc 0) 2)) (Total 0 (Total 0 (Plus (En 2 (1 :: 0 :: nil)%list%nat) (Minus (Times (Power (Sc 6) 2) (Over (Num (2))))))))) (Times (Times (Power (Sc 2) 2) (Power (Sc 8) 2)) (Total 0 (Total 0 (Times (En 0 (1 :: 0 :: nil)%list%nat) (En 1 (1 :: 0 :: nil)%list%nat))))))
  ((0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= eps ^ 2 * eta ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2)) + eps ^ 2 * s ^ 2 * sum 1 N (fun k => sum 1 N (fun n => gate n k * moved n k))) by pos. clear - gap sgn; lra.
Qed.

Lemma part_431460d470aa :
forall (N : Z) (rho b : R) (lack : Z -> R) (height : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 <= b) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
height 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> height (before + 1)%Z = rho * height before + b * powerRZ rho before - lack (before + 1)%Z) ->
height N = IZR N * b * powerRZ rho (N - 1) - sum 1 N (fun n => powerRZ rho (N - n) * lack n).
Proof.
intros N rho b lack height dom0 dom1 dom2 dom3 def0 def1.
rewrite (linear_recursion N rho height (fun n => b * powerRZ rho (n - 1) - lack n));
  [| lra | lia |].
2: { intros k r; rewrite def1 by lia; replace (k + 1 - 1)%Z with k by ring; ring. }
rewrite def0, (sum_split 1 N (b * powerRZ rho (N - 1)) (-1) (fun _ => 1) (fun n => powerRZ rho (N - n) * lack n)).
- rewrite sum_const by lia; ring.
- intros n r; replace (N - 1)%Z with ((N - n) + (n - 1))%Z by ring.
rewrite (powerRZ_add rho (N - n)) by lra; ring.
Qed.

Lemma part_38e59c649879 :
forall (t z : R),
z <= t ->
Rmax 0 t - Rmax 0 z <= t - z.
Proof.
intros t z giv0.
linear.
Qed.

Lemma part_993451c1a900 :
forall (N : Z) (rho b : R) (lack : Z -> R) (change : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 <= b) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
change 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> change (before + 1)%Z = rho * change before + b - lack (before + 1)%Z) ->
change N = b * sum 1 N (fun n => powerRZ rho (N - n)) - sum 1 N (fun n => powerRZ rho (N - n) * lack n) /\
(rho + (-1)) * sum 1 N (fun n => powerRZ rho (N - n)) = powerRZ rho N + (-1).
Proof.
intros N rho b lack change dom0 dom1 dom2 dom3 def0 def1.
apply keep; [|intros cla0].
{ rewrite (linear_recursion N rho change (fun n => b - lack n)); [| lra | lia |].
2: { intros k r; rewrite def1 by lia; ring. }
rewrite def0, (sum_split 1 N b (-1) (fun n => powerRZ rho (N - n)) (fun n => powerRZ rho (N - n) * lack n)) by (intros; ring).
ring. }
apply geometric_back; [lra | lia].
Qed.

Lemma part_12235f1371ac :
forall (N : Z) (t M eps eta C_Delta Q C_W : R),
(1 <= N)%Z ->
(0 <= t) ->
(0 <= M) ->
(0 <= eps) ->
(0 <= eta) ->
(0 <= C_Delta) ->
(0 <= Q) ->
(0 < C_W) ->
eps * C_W * (C_Delta * Q * eta / C_W * ((-1) + powerRZ (1 + C_W * eps) N)) = eps * C_Delta * eta * Q * (powerRZ (1 + eps * C_W) N + (-1)) /\
ln (1 + t) <= t /\
exp M + (-1) <= M * exp M /\
C_Delta * IZR N * Q * (M / (IZR N * C_W)) * eta * exp (C_W * IZR N * (M / (IZR N * C_W))) = C_Delta * Q * eta * M * exp M / C_W.
Proof.
intros N t M eps eta C_Delta Q C_W dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
apply keep; [|intros cla0].
{ replace (powerRZ (1 + C_W * eps) N) with (powerRZ (1 + eps * C_W) N)
  by (f_equal; ring). field; lra. }
apply keep; [|intros cla1].
{ clear cla0. bounded. }
apply keep; [|intros cla2].
{ clear cla0 cla1. bounded. }
clear cla0 cla1 cla2. first [fieldy | replace (exp (C_W * IZR N * (M / (IZR N * C_W)))) with (exp M) by monomials; fieldy].
Qed.

Lemma part_ebace642735f :
forall (N : Z) (rho : R),
(1 <= N)%Z ->
(1 <= rho) ->
(rho + (-1)) * sum 1 N (fun n => powerRZ rho (n - 1) + (-1)) = powerRZ rho N + (-1) - (rho + (-1)) * IZR N.
Proof.
intros N rho dom0 dom1.
assert (e := geometric rho N ltac:(lra) ltac:(lia)).
rewrite (sum_split 1 N 1 (-1) (fun n => powerRZ rho (n - 1)) (fun _ => 1)) by (intros; ring).
rewrite sum_const by lia.
transitivity ((rho + (-1)) * sum 1 N (fun k => powerRZ rho (k - 1)) - (rho + (-1)) * IZR N);
  [ring | rewrite e; ring].
Qed.

(* LOOP-A-DP5-printed *)
Theorem claim_loop_a_dp5_printed :
forall (L : Z) (t c alpha : R),
(1 <= L)%Z ->
(0 <= t) ->
(0 < c) ->
(0 <= alpha) ->
IZR L * ln (1 + t) <= IZR L * t /\
IZR L * t / (1 + t) <= IZR L * ln (1 + t) /\
IZR L * c * Rpower (IZR L) ((-1) * alpha) ^ 2 = c * Rpower (IZR L) (1 - 2 * alpha) /\
(((-2) * alpha < 0) <-> (0 < alpha)).
Proof.
intros L t c alpha dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ bounded. }
apply keep; [|intros cla1].
{ wholes. assert (p := ln_low t dom1). unfold Rdiv in *. rewrite Rmult_assoc.
apply Rmult_le_compat_l; lra. }
apply keep; [|intros cla2].
{ clear cla0 cla1. first [transitivity (IZR L * c * (/ Rpower (IZR L) alpha) ^ 2); [cong (first [ends]) | transitivity (c * (IZR L / Rpower (IZR L) alpha / Rpower (IZR L) alpha)); [exact (@same_by (IZR L :: c :: Rpower (IZR L) alpha :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Sc 0) (Sc 2)) (Power (Over (Sc 4)) 2))
  (Times (Sc 2) (Times (Times (Sc 0) (Over (Sc 4))) (Over (Sc 4))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) ((-1) * alpha)) with (/ Rpower (IZR L) alpha) by monomials; replace (Rpower (IZR L) (1 - 2 * alpha)) with (IZR L * / Rpower (IZR L) alpha ^ 2) by monomials; fieldy]. }
clear cla0 cla1 cla2. linear.
Qed.

(* LOOP-A-DP5-range *)
Theorem claim_loop_a_dp5_range :
forall (L : Z) (t c alpha : R),
(1 <= L)%Z ->
(0 <= t) ->
(0 < c) ->
t - t ^ 2 / 2 <= ln (1 + t) /\
ln (1 + t) <= t - t ^ 2 / (2 * (1 + t)) /\
IZR L * (c * Rpower (IZR L) ((-2) * alpha)) ^ 2 = c ^ 2 * Rpower (IZR L) (1 - 4 * alpha) /\
((1 - 4 * alpha < 0) <-> (1 / 4 < alpha)).
Proof.
intros L t c alpha dom0 dom1 dom2.
apply keep; [|intros cla0].
{ bounded. }
apply keep; [|intros cla1].
{ clear cla0. bounded. }
apply keep; [|intros cla2].
{ clear cla0 cla1. first [transitivity (IZR L * (c * (/ Rpower (IZR L) alpha / Rpower (IZR L) alpha)) ^ 2); [cong (first [ends]) | transitivity (c ^ 2 * (IZR L / Rpower (IZR L) alpha / Rpower (IZR L) alpha / Rpower (IZR L) alpha / Rpower (IZR L) alpha)); [exact (@same_by (IZR L :: c :: Rpower (IZR L) alpha :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Power (Times (Sc 2) (Times (Over (Sc 4)) (Over (Sc 4)))) 2))
  (Times (Power (Sc 2) 2) (Times (Times (Times (Times (Sc 0) (Over (Sc 4))) (Over (Sc 4))) (Over (Sc 4))) (Over (Sc 4))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR L) ((-2) * alpha)) with (/ Rpower (IZR L) alpha ^ 2) by monomials; replace (Rpower (IZR L) (1 - 4 * alpha)) with (IZR L * / Rpower (IZR L) alpha ^ 4) by monomials; fieldy]. }
clear cla0 cla1 cla2. linear.
Qed.

(* LOOP-A-T1-bounds *)
Theorem claim_loop_a_t1_bounds :
(forall (N : Z) (eps s R_0 : R) (overlap : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
R_0 ^ 2 * (1 + (s * eps * IZR N) ^ 2 / 2) <= R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k))) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2) /\
(forall (N : Z) (eps s R_0 : R) (overlap : Z -> Z -> R) (R' : Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= R' i1)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> overlap n k <= R' n * R' k / 2) ->
sqrt (R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k))) <= R_0 + eps * s / sqrt 2 * sum 1 N (fun n => R' n)) /\
(forall (N : Z) (rho R_0 : R) (lack : Z -> R) (height : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 < R_0) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
height 0%Z = R_0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> height (before + 1)%Z = rho * height before - lack (before + 1)%Z) ->
height N = R_0 * powerRZ rho N - sum 1 N (fun n => powerRZ rho (N - n) * lack n)) /\
(forall (N : Z) (eps s R_0 : R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 < R_0) ->
(R_0 * powerRZ (1 + eps * s / sqrt 2) N) ^ 2 = R_0 ^ 2 * powerRZ (1 + 1 / 2 * eps * s * sqrt 2) (2 * N)) /\
(forall (N : Z) (t : R),
(1 <= N)%Z ->
(0 <= t) ->
2 * IZR N * ln (1 + t) <= 2 * IZR N * t).
Proof.
split.
{ exact part_6cd6d1b4eac1. }
split.
{ exact part_dc64db070cb6. }
split.
{ exact part_07b71769dcd0. }
split.
{ exact part_23b739dbfc8f. }
split.
{ exact part_a267b70bb886. }
exact part_45ea3a039bb9.
Qed.

(* LOOP-A-P1 *)
Theorem claim_loop_a_p1 :
(forall (N : Z) (s R_0 alpha : R),
(1 <= N)%Z ->
(0 < s) ->
(0 < R_0) ->
R_0 ^ 2 * (1 + (s * Rpower (IZR N) ((-1) * alpha) * IZR N) ^ 2 / 2) = R_0 ^ 2 * (1 + s ^ 2 * Rpower (IZR N) (2 * (1 - alpha)) / 2) /\
((0 < 2 * (1 - alpha)) <-> (alpha < 1))) /\
(forall (N : Z) (alpha : R),
(1 <= N)%Z ->
(1 <= alpha) ->
(1 - alpha) * ln (IZR N) <= 0) /\
(forall (N : Z) (eps s R_0 : R) (overlap : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
R_0 ^ 2 * (1 + (s * eps * IZR N) ^ 2 / 2) <= R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k))) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2) /\
(forall (N : Z) (eps s R_0 : R) (overlap : Z -> Z -> R) (R' : Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= R' i1)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> overlap n k <= R' n * R' k / 2) ->
sqrt (R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k))) <= R_0 + eps * s / sqrt 2 * sum 1 N (fun n => R' n)) /\
(forall (N : Z) (rho R_0 : R) (lack : Z -> R) (height : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 < R_0) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
height 0%Z = R_0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> height (before + 1)%Z = rho * height before - lack (before + 1)%Z) ->
height N = R_0 * powerRZ rho N - sum 1 N (fun n => powerRZ rho (N - n) * lack n)) /\
(forall (N : Z) (eps s R_0 : R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 < R_0) ->
(R_0 * powerRZ (1 + eps * s / sqrt 2) N) ^ 2 = R_0 ^ 2 * powerRZ (1 + 1 / 2 * eps * s * sqrt 2) (2 * N)) /\
(forall (N : Z) (t : R),
(1 <= N)%Z ->
(0 <= t) ->
2 * IZR N * ln (1 + t) <= 2 * IZR N * t).
Proof.
split.
{ intros N s R_0 alpha dom0 dom1 dom2.
apply keep; [|intros cla0].
{ first [transitivity (R_0 ^ 2 * (1 + (s / Rpower (IZR N) alpha * IZR N) ^ 2 / 2)); [cong (first [ends]) | transitivity (R_0 ^ 2 * (1 + s ^ 2 * (IZR N * IZR N / Rpower (IZR N) alpha / Rpower (IZR N) alpha) / 2)); [exact (@same_by (R_0 :: s :: Rpower (IZR N) alpha :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Power (Sc 0) 2) (Plus (Num (1)) (Times (Power (Times (Times (Sc 2) (Over (Sc 4))) (Sc 6)) 2) (Over (Num (2))))))
  (Times (Power (Sc 0) 2) (Plus (Num (1)) (Times (Times (Power (Sc 2) 2) (Times (Times (Times (Sc 6) (Sc 6)) (Over (Sc 4))) (Over (Sc 4)))) (Over (Num (2))))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower (IZR N) ((-1) * alpha)) with (/ Rpower (IZR N) alpha) by monomials; replace (Rpower (IZR N) (2 * (1 - alpha))) with (IZR N ^ 2 * / Rpower (IZR N) alpha ^ 2) by monomials; fieldy]. }
clear cla0. linear. }
split.
{ intros N alpha dom0 dom1.
wholes. assert (0 <= ln (IZR N)) by (apply ln_least; lra). nra. }
split.
{ exact part_6cd6d1b4eac1. }
split.
{ exact part_dc64db070cb6. }
split.
{ exact part_07b71769dcd0. }
split.
{ exact part_23b739dbfc8f. }
split.
{ exact part_a267b70bb886. }
exact part_45ea3a039bb9.
Qed.

(* LOOP-A-T2 *)
Theorem claim_loop_a_t2 :
(forall (N : Z) (eps eta s R_0 : R) (overlap : Z -> Z -> R) (gate : Z -> Z -> R) (moved : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= eta) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= gate i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= moved i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
(eta * eps * IZR N) ^ 2 * R_0 ^ 2 / 2 <= eps ^ 2 * sum 1 N (fun k => sum 1 N (fun n => eta ^ 2 * overlap n k + s ^ 2 * gate n k * moved n k))) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2) /\
(forall (N : Z) (rho b : R) (lack : Z -> R) (height : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 <= b) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
height 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> height (before + 1)%Z = rho * height before + b * powerRZ rho before - lack (before + 1)%Z) ->
height N = IZR N * b * powerRZ rho (N - 1) - sum 1 N (fun n => powerRZ rho (N - n) * lack n)).
Proof.
split.
{ exact part_f2cae45c7189. }
split.
{ exact part_dc64db070cb6. }
exact part_431460d470aa.
Qed.

(* LOOP-A-E3 *)
Theorem claim_loop_a_e3 :
(forall (N : Z) (eps eta s R_0 : R) (overlap : Z -> Z -> R) (gate : Z -> Z -> R) (moved : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= eta) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= gate i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= moved i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
(eta * eps * IZR N) ^ 2 * R_0 ^ 2 / 2 <= eps ^ 2 * sum 1 N (fun k => sum 1 N (fun n => eta ^ 2 * overlap n k + s ^ 2 * gate n k * moved n k))) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2) /\
(forall (N : Z) (rho b : R) (lack : Z -> R) (height : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 <= b) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
height 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> height (before + 1)%Z = rho * height before + b * powerRZ rho before - lack (before + 1)%Z) ->
height N = IZR N * b * powerRZ rho (N - 1) - sum 1 N (fun n => powerRZ rho (N - n) * lack n)).
Proof.
split.
{ exact part_f2cae45c7189. }
split.
{ exact part_dc64db070cb6. }
exact part_431460d470aa.
Qed.

(* LOOP-A-E4 *)
Theorem claim_loop_a_e4 :
(forall (N : Z) (alpha b : R),
(1 <= N)%Z ->
(1 <= alpha) ->
((b - alpha + 1 = 0) <-> (b = alpha + (-1))) /\
(1 - alpha) * ln (IZR N) <= 0) /\
(forall (N : Z) (eps eta s R_0 : R) (overlap : Z -> Z -> R) (gate : Z -> Z -> R) (moved : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= eta) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= gate i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= moved i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
(eta * eps * IZR N) ^ 2 * R_0 ^ 2 / 2 <= eps ^ 2 * sum 1 N (fun k => sum 1 N (fun n => eta ^ 2 * overlap n k + s ^ 2 * gate n k * moved n k))) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2) /\
(forall (N : Z) (rho b : R) (lack : Z -> R) (height : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 <= b) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
height 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> height (before + 1)%Z = rho * height before + b * powerRZ rho before - lack (before + 1)%Z) ->
height N = IZR N * b * powerRZ rho (N - 1) - sum 1 N (fun n => powerRZ rho (N - n) * lack n)).
Proof.
split.
{ intros N alpha b dom0 dom1.
apply keep; [|intros cla0].
{ linear. }
wholes. assert (0 <= ln (IZR N)) by (apply ln_least; lra). nra. }
split.
{ exact part_f2cae45c7189. }
split.
{ exact part_dc64db070cb6. }
exact part_431460d470aa.
Qed.

(* LOOP-A-C1 *)
Theorem claim_loop_a_c1 :
(forall (N : Z) (T t eta C_Delta Q C_W : R),
(1 <= N)%Z ->
(0 <= T) ->
(0 <= t) ->
(0 <= eta) ->
(0 <= C_Delta) ->
(0 <= Q) ->
(0 < C_W) ->
C_Delta * IZR N * Q * (T / IZR N) * eta * exp (C_W * IZR N * (T / IZR N)) = C_Delta * Q * eta * T * exp (C_W * T) /\
(2 * IZR N + (-2)) * ln (1 + t / IZR N) <= 2 * t) /\
(forall (N : Z) (eps eta s R_0 : R) (overlap : Z -> Z -> R) (gate : Z -> Z -> R) (moved : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= eta) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= gate i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= moved i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
(eta * eps * IZR N) ^ 2 * R_0 ^ 2 / 2 <= eps ^ 2 * sum 1 N (fun k => sum 1 N (fun n => eta ^ 2 * overlap n k + s ^ 2 * gate n k * moved n k))) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2) /\
(forall (N : Z) (rho b : R) (lack : Z -> R) (height : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 <= b) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
height 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> height (before + 1)%Z = rho * height before + b * powerRZ rho before - lack (before + 1)%Z) ->
height N = IZR N * b * powerRZ rho (N - 1) - sum 1 N (fun n => powerRZ rho (N - n) * lack n)).
Proof.
split.
{ intros N T t eta C_Delta Q C_W dom0 dom1 dom2 dom3 dom4 dom5 dom6.
apply keep; [|intros cla0].
{ first [fieldy | replace (exp (C_W * IZR N * (T / IZR N))) with (exp (C_W * T)) by monomials; fieldy]. }
wholes. assert (p : 0 <= t / IZR N) by (apply Rmult_le_pos; [lra | pos]).
assert (q := ln_up _ p). assert (e : IZR N * (t / IZR N) = t) by (field; lra).
assert (0 <= (2 * IZR N + (-2)) * (t / IZR N - ln (1 + t / IZR N)))
  by (apply Rmult_le_pos; lra). nra. }
split.
{ exact part_f2cae45c7189. }
split.
{ exact part_dc64db070cb6. }
exact part_431460d470aa.
Qed.

(* LOOP-A-D1b *)
Theorem claim_loop_a_d1b :
(forall (N : Z) (R_0 : R) (overlap : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
IZR N ^ 2 * R_0 ^ 2 / 2 <= sum 1 N (fun k => sum 1 N (fun n => overlap n k))) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2).
Proof.
split.
{ intros N R_0 overlap dom0 dom1 dom2 giv0.
assert (gap : sum 1 N (fun k => sum 1 N (fun n => overlap n k)) - IZR N ^ 2 * R_0 ^ 2 / 2 = sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2))). { transitivity (sum 1 N (fun k_1 => sum 1 N (fun n_2 => overlap n_2 k_1)) - IZR N ^ 2 * R_0 ^ 2 / 2); [cong (first [ends]) | transitivity (sum 1 N (fun k_3 => sum 1 N (fun n_4 => overlap n_4 k_3 - R_0 ^ 2 / 2))); [exact (@same_by (IZR N :: R_0 :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => overlap (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (En 0 (1 :: 0 :: nil)%list%nat))) (Minus (Times (Times (Power (Sc 0) 2) (Power (Sc 2) 2)) (Over (Num (2))))))
  (Total 0 (Total 0 (Plus (En 0 (1 :: 0 :: nil)%list%nat) (Minus (Times (Power (Sc 2) 2) (Over (Num (2))))))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2))) by pos. clear - gap sgn; lra. }
exact part_dc64db070cb6.
Qed.

(* LOOP-A-D2b *)
Theorem claim_loop_a_d2b :
(forall (d : Z) (eps eta a C_W C_Delta Q : R) (x : Z -> R) (y : Z -> R) (w : Z -> R) (W : Z -> Z -> R) (D : Z -> Z -> R),
(1 <= d)%Z ->
(0 < eps) ->
(0 < eta) ->
(0 < a) ->
(0 < C_W) ->
(0 < C_Delta) ->
(0 < Q) ->
sum 1 d (fun i => x i ^ 2) <= a ^ 2 * IZR d ->
(forall i : Z, (1 <= i <= d)%Z -> w i ^ 2 <= x i ^ 2) ->
sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) <= C_W ^ 2 * sum 1 d (fun i => w i ^ 2) ->
sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) <= (C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) ->
sum 1 d (fun i => y i ^ 2) <= Q ^ 2 * IZR d ->
sqrt (sum 1 d (fun i => (x i + eps * sum 1 d (fun j => W i j * w j) + eps * sum 1 d (fun j => D i j * y j)) ^ 2) / IZR d) <= (1 + eps * C_W) * a + eps * C_Delta * eta * Q) /\
(forall (t z : R),
z <= t ->
Rmax 0 t - Rmax 0 z <= t - z) /\
(forall (N : Z) (rho b : R) (lack : Z -> R) (change : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 <= b) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
change 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> change (before + 1)%Z = rho * change before + b - lack (before + 1)%Z) ->
change N = b * sum 1 N (fun n => powerRZ rho (N - n)) - sum 1 N (fun n => powerRZ rho (N - n) * lack n) /\
(rho + (-1)) * sum 1 N (fun n => powerRZ rho (N - n)) = powerRZ rho N + (-1)) /\
(forall (N : Z) (t M eps eta C_Delta Q C_W : R),
(1 <= N)%Z ->
(0 <= t) ->
(0 <= M) ->
(0 <= eps) ->
(0 <= eta) ->
(0 <= C_Delta) ->
(0 <= Q) ->
(0 < C_W) ->
eps * C_W * (C_Delta * Q * eta / C_W * ((-1) + powerRZ (1 + C_W * eps) N)) = eps * C_Delta * eta * Q * (powerRZ (1 + eps * C_W) N + (-1)) /\
ln (1 + t) <= t /\
exp M + (-1) <= M * exp M /\
C_Delta * IZR N * Q * (M / (IZR N * C_W)) * eta * exp (C_W * IZR N * (M / (IZR N * C_W))) = C_Delta * Q * eta * M * exp M / C_W) /\
(forall (N : Z) (rho : R),
(1 <= N)%Z ->
(1 <= rho) ->
(rho + (-1)) * sum 1 N (fun n => powerRZ rho (n - 1) + (-1)) = powerRZ rho N + (-1) - (rho + (-1)) * IZR N).
Proof.
split.
{ intros d eps eta a C_W C_Delta Q x y w W D dom0 dom1 dom2 dom3 dom4 dom5 dom6 giv0 giv1 giv2 giv3 giv4.
assert (gap : ((1 + eps * C_W) * a + eps * C_Delta * eta * Q) ^ 2 - sum 1 d (fun i => (x i + eps * sum 1 d (fun j => W i j * w j) + eps * sum 1 d (fun j => D i j * y j)) ^ 2) / IZR d = (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2) + eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)))) + eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2))) + sum 1 d (fun i => (eps * C_W * a * x i - a * (eps * sum 1 d (fun j => W i j * w j))) ^ 2) / (a * (eps * C_W * a)) + (eps * C_W * a / a * (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) + a / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)))))) + sum 1 d (fun i => (eps * C_Delta * eta * Q * x i - a * (eps * sum 1 d (fun j => D i j * y j))) ^ 2) / (a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / a * (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) + a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2))))) + sum 1 d (fun i => (eps * C_Delta * eta * Q * (eps * sum 1 d (fun j => W i j * w j)) - eps * C_W * a * (eps * sum 1 d (fun j => D i j * y j))) ^ 2) / (eps * C_W * a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2))))) + eps * C_W * a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2)))))) / IZR d). { transitivity (((1 + eps * C_W) * a + eps * C_Delta * eta * Q) ^ 2 - sum 1 d (fun i_161 => (x i_161 + eps * sum 1 d (fun j_162 => W i_161 j_162 * w j_162) + eps * sum 1 d (fun j_163 => D i_161 j_163 * y j_163)) ^ 2) / IZR d); [cong (first [ends]) | transitivity ((a ^ 2 * IZR d - sum 1 d (fun i_164 => x i_164 ^ 2) + eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i_165 => w i_165 ^ 2) - sum 1 d (fun i_166 => sum 1 d (fun j_167 => W i_166 j_167 * w j_167) ^ 2) + C_W ^ 2 * (sum 1 d (fun i_168 => x i_168 ^ 2 - w i_168 ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i_169 => x i_169 ^ 2)))) + eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i_170 => y i_170 ^ 2) - sum 1 d (fun i_171 => sum 1 d (fun j_172 => D i_171 j_172 * y j_172) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i_173 => y i_173 ^ 2))) + sum 1 d (fun i_174 => (eps * C_W * a * x i_174 - a * (eps * sum 1 d (fun j_175 => W i_174 j_175 * w j_175))) ^ 2) / (a * (eps * C_W * a)) + (eps * C_W * a / a * (a ^ 2 * IZR d - sum 1 d (fun i_176 => x i_176 ^ 2)) + a / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i_177 => w i_177 ^ 2) - sum 1 d (fun i_178 => sum 1 d (fun j_179 => W i_178 j_179 * w j_179) ^ 2) + C_W ^ 2 * (sum 1 d (fun i_180 => x i_180 ^ 2 - w i_180 ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i_181 => x i_181 ^ 2)))))) + sum 1 d (fun i_182 => (eps * C_Delta * eta * Q * x i_182 - a * (eps * sum 1 d (fun j_183 => D i_182 j_183 * y j_183))) ^ 2) / (a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / a * (a ^ 2 * IZR d - sum 1 d (fun i_184 => x i_184 ^ 2)) + a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i_185 => y i_185 ^ 2) - sum 1 d (fun i_186 => sum 1 d (fun j_187 => D i_186 j_187 * y j_187) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i_188 => y i_188 ^ 2))))) + sum 1 d (fun i_189 => (eps * C_Delta * eta * Q * (eps * sum 1 d (fun j_190 => W i_189 j_190 * w j_190)) - eps * C_W * a * (eps * sum 1 d (fun j_191 => D i_189 j_191 * y j_191))) ^ 2) / (eps * C_W * a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i_192 => w i_192 ^ 2) - sum 1 d (fun i_193 => sum 1 d (fun j_194 => W i_193 j_194 * w j_194) ^ 2) + C_W ^ 2 * (sum 1 d (fun i_195 => x i_195 ^ 2 - w i_195 ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i_196 => x i_196 ^ 2))))) + eps * C_W * a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i_197 => y i_197 ^ 2) - sum 1 d (fun i_198 => sum 1 d (fun j_199 => D i_198 j_199 * y j_199) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i_200 => y i_200 ^ 2)))))) / IZR d); [exact (@same_by (IZR d :: eps :: C_Delta :: eta :: Q :: C_W :: a :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => D (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((10 :: 11 :: nil)%list%nat, (nil)%list%nat) :: ((12 :: 13 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Power (Plus (Times (Plus (Num (1)) (Times (Sc 2) (Sc 10))) (Sc 12)) (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8))) 2) (Minus (Times (Total 0 (Power (Plus (Plus (En 4 (0 :: nil)%list%nat) (Times (Sc 2) (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))))) (Times (Sc 2) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))))) 2)) (Over (Sc 0)))))
  (Times (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Sc 10) 2) (Total 0 (Power (En 3 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))) 2)))) (Times (Power (Sc 10) 2) (Plus (Total 0 (Plus (Power (En 4 (0 :: nil)%list%nat) 2) (Minus (Power (En 3 (0 :: nil)%list%nat) 2)))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))))))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Times (Sc 4) (Sc 6)) 2) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)))) (Times (Power (Times (Sc 4) (Sc 6)) 2) (Plus (Times (Power (Sc 8) 2) (Sc 0)) (Minus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)))))))) (Times (Total 0 (Power (Plus (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (En 4 (0 :: nil)%list%nat)) (Minus (Times (Sc 12) (Times (Sc 2) (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))))))) 2)) (Over (Times (Sc 12) (Times (Times (Sc 2) (Sc 10)) (Sc 12)))))) (Plus (Times (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (Over (Sc 12))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))) (Times (Times (Sc 12) (Over (Times (Times (Sc 2) (Sc 10)) (Sc 12)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Sc 10) 2) (Total 0 (Power (En 3 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))) 2)))) (Times (Power (Sc 10) 2) (Plus (Total 0 (Plus (Power (En 4 (0 :: nil)%list%nat) 2) (Minus (Power (En 3 (0 :: nil)%list%nat) 2)))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))))))))) (Times (Total 0 (Power (Plus (Times (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)) (En 4 (0 :: nil)%list%nat)) (Minus (Times (Sc 12) (Times (Sc 2) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))))))) 2)) (Over (Times (Sc 12) (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)))))) (Plus (Times (Times (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)) (Over (Sc 12))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))) (Times (Times (Sc 12) (Over (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Times (Sc 4) (Sc 6)) 2) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)))) (Times (Power (Times (Sc 4) (Sc 6)) 2) (Plus (Times (Power (Sc 8) 2) (Sc 0)) (Minus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)))))))))) (Times (Total 0 (Power (Plus (Times (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)) (Times (Sc 2) (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))))) (Minus (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (Times (Sc 2) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))))))) 2)) (Over (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)))))) (Plus (Times (Times (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)) (Over (Times (Times (Sc 2) (Sc 10)) (Sc 12)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Sc 10) 2) (Total 0 (Power (En 3 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))) 2)))) (Times (Power (Sc 10) 2) (Plus (Total 0 (Plus (Power (En 4 (0 :: nil)%list%nat) 2) (Minus (Power (En 3 (0 :: nil)%list%nat) 2)))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))))))) (Times (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (Over (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Times (Sc 4) (Sc 6)) 2) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)))) (Times (Power (Times (Sc 4) (Sc 6)) 2) (Plus (Times (Power (Sc 8) 2) (Sc 0)) (Minus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)))))))))) (Over (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | split; [inverse | split; [inverse | split; [inverse | split; [inverse | exact Logic.I]]]]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } apply (by_squares _ _ (sum 1 d (fun i => (x i + eps * sum 1 d (fun j => W i j * w j) + eps * sum 1 d (fun j => D i j * y j)) ^ 2) / IZR d) (((1 + eps * C_W) * a + eps * C_Delta * eta * Q) ^ 2) ((a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2) + eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)))) + eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2))) + sum 1 d (fun i => (eps * C_W * a * x i - a * (eps * sum 1 d (fun j => W i j * w j))) ^ 2) / (a * (eps * C_W * a)) + (eps * C_W * a / a * (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) + a / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)))))) + sum 1 d (fun i => (eps * C_Delta * eta * Q * x i - a * (eps * sum 1 d (fun j => D i j * y j))) ^ 2) / (a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / a * (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) + a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2))))) + sum 1 d (fun i => (eps * C_Delta * eta * Q * (eps * sum 1 d (fun j => W i j * w j)) - eps * C_W * a * (eps * sum 1 d (fun j => D i j * y j))) ^ 2) / (eps * C_W * a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2))))) + eps * C_W * a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2)))))) / IZR d)); [squares | squares | clear - gap; lra | pos | pos]. }
split.
{ exact part_38e59c649879. }
split.
{ exact part_993451c1a900. }
split.
{ exact part_12235f1371ac. }
exact part_ebace642735f.
Qed.

(* LOOP-A-D2c *)
Theorem claim_loop_a_d2c :
(forall (N : Z) (t M : R),
(1 <= N)%Z ->
(0 <= t) ->
(0 <= M) ->
IZR N * ln (1 + t) <= IZR N * t /\
exp M + (-1) - M <= M ^ 2 * exp M / 2) /\
(forall (t z : R),
z <= t ->
Rmax 0 t - Rmax 0 z <= t - z) /\
(forall (N : Z) (rho b : R) (lack : Z -> R) (change : Z -> R),
(1 <= N)%Z ->
(1 <= rho) ->
(0 <= b) ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= lack i1)) ->
change 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> change (before + 1)%Z = rho * change before + b - lack (before + 1)%Z) ->
change N = b * sum 1 N (fun n => powerRZ rho (N - n)) - sum 1 N (fun n => powerRZ rho (N - n) * lack n) /\
(rho + (-1)) * sum 1 N (fun n => powerRZ rho (N - n)) = powerRZ rho N + (-1)) /\
(forall (N : Z) (t M eps eta C_Delta Q C_W : R),
(1 <= N)%Z ->
(0 <= t) ->
(0 <= M) ->
(0 <= eps) ->
(0 <= eta) ->
(0 <= C_Delta) ->
(0 <= Q) ->
(0 < C_W) ->
eps * C_W * (C_Delta * Q * eta / C_W * ((-1) + powerRZ (1 + C_W * eps) N)) = eps * C_Delta * eta * Q * (powerRZ (1 + eps * C_W) N + (-1)) /\
ln (1 + t) <= t /\
exp M + (-1) <= M * exp M /\
C_Delta * IZR N * Q * (M / (IZR N * C_W)) * eta * exp (C_W * IZR N * (M / (IZR N * C_W))) = C_Delta * Q * eta * M * exp M / C_W) /\
(forall (N : Z) (rho : R),
(1 <= N)%Z ->
(1 <= rho) ->
(rho + (-1)) * sum 1 N (fun n => powerRZ rho (n - 1) + (-1)) = powerRZ rho N + (-1) - (rho + (-1)) * IZR N).
Proof.
split.
{ intros N t M dom0 dom1 dom2.
apply keep; [|intros cla0].
{ bounded. }
clear cla0. bounded. }
split.
{ exact part_38e59c649879. }
split.
{ exact part_993451c1a900. }
split.
{ exact part_12235f1371ac. }
exact part_ebace642735f.
Qed.
