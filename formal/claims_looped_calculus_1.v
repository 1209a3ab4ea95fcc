(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus bounds.
Open Scope R_scope.

Lemma part_835d3cfe91e6 :
forall (N : Z) (R_0 H_out : R) (overlap : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= R_0) ->
(0 <= H_out) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> overlap n k <= H_out / 2) ->
R_0 ^ 2 / 2 <= sum 1 N (fun k => sum 1 N (fun n => overlap n k)) / IZR N ^ 2 /\
sum 1 N (fun k => sum 1 N (fun n => overlap n k)) / IZR N ^ 2 <= H_out / 2.
Proof.
intros N R_0 H_out overlap dom0 dom1 dom2 dom3 giv0 giv1.
apply keep; [|intros cla0].
{ assert (gap : sum 1 N (fun k => sum 1 N (fun n => overlap n k)) / IZR N ^ 2 - R_0 ^ 2 / 2 = sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2)) / IZR N ^ 2). { transitivity (sum 1 N (fun k_1 => sum 1 N (fun n_2 => overlap n_2 k_1)) / IZR N ^ 2 - R_0 ^ 2 / 2); [cong (first [ends]) | transitivity (sum 1 N (fun k_3 => sum 1 N (fun n_4 => overlap n_4 k_3 - R_0 ^ 2 / 2)) / IZR N ^ 2); [exact (@same_by (R_0 :: IZR N :: nil)%list ((1%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => overlap (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Total 0 (Total 0 (En 0 (1 :: 0 :: nil)%list%nat))) (Over (Power (Sc 2) 2))) (Minus (Times (Power (Sc 0) 2) (Over (Num (2))))))
  (Times (Total 0 (Total 0 (Plus (En 0 (1 :: 0 :: nil)%list%nat) (Minus (Times (Power (Sc 0) 2) (Over (Num (2)))))))) (Over (Power (Sc 2) 2)))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2)) / IZR N ^ 2) by pos. clear - gap sgn; lra. }
assert (gap : H_out / 2 - sum 1 N (fun k => sum 1 N (fun n => overlap n k)) / IZR N ^ 2 = sum 1 N (fun k => sum 1 N (fun n => H_out / 2 - overlap n k)) / IZR N ^ 2). { transitivity (H_out / 2 - sum 1 N (fun k_5 => sum 1 N (fun n_6 => overlap n_6 k_5)) / IZR N ^ 2); [cong (first [ends]) | transitivity (sum 1 N (fun k_7 => sum 1 N (fun n_8 => H_out / 2 - overlap n_8 k_7)) / IZR N ^ 2); [exact (@same_by (IZR N :: H_out :: nil)%list ((0%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => overlap (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Sc 2) (Over (Num (2)))) (Minus (Times (Total 0 (Total 0 (En 0 (1 :: 0 :: nil)%list%nat))) (Over (Power (Sc 0) 2)))))
  (Times (Total 0 (Total 0 (Plus (Times (Sc 2) (Over (Num (2)))) (Minus (En 0 (1 :: 0 :: nil)%list%nat))))) (Over (Power (Sc 0) 2)))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 N (fun k => sum 1 N (fun n => H_out / 2 - overlap n k)) / IZR N ^ 2) by pos. clear - gap sgn; lra.
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

Lemma part_6a478a74b656 :
forall (d : Z) (eps eta a C_W C_Delta Q : R) (x : Z -> R) (y : Z -> R) (w : Z -> R) (W : Z -> Z -> R) (D : Z -> Z -> R),
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
sqrt (sum 1 d (fun i => (x i + eps * sum 1 d (fun j => W i j * w j) + eps * sum 1 d (fun j => D i j * y j)) ^ 2) / IZR d) <= (1 + eps * C_W) * a + eps * C_Delta * eta * Q.
Proof.
intros d eps eta a C_W C_Delta Q x y w W D dom0 dom1 dom2 dom3 dom4 dom5 dom6 giv0 giv1 giv2 giv3 giv4.
assert (gap : ((1 + eps * C_W) * a + eps * C_Delta * eta * Q) ^ 2 - sum 1 d (fun i => (x i + eps * sum 1 d (fun j => W i j * w j) + eps * sum 1 d (fun j => D i j * y j)) ^ 2) / IZR d = (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2) + eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)))) + eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2))) + sum 1 d (fun i => (eps * C_W * a * x i - a * (eps * sum 1 d (fun j => W i j * w j))) ^ 2) / (a * (eps * C_W * a)) + (eps * C_W * a / a * (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) + a / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)))))) + sum 1 d (fun i => (eps * C_Delta * eta * Q * x i - a * (eps * sum 1 d (fun j => D i j * y j))) ^ 2) / (a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / a * (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) + a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2))))) + sum 1 d (fun i => (eps * C_Delta * eta * Q * (eps * sum 1 d (fun j => W i j * w j)) - eps * C_W * a * (eps * sum 1 d (fun j => D i j * y j))) ^ 2) / (eps * C_W * a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2))))) + eps * C_W * a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2)))))) / IZR d). { transitivity (((1 + eps * C_W) * a + eps * C_Delta * eta * Q) ^ 2 - sum 1 d (fun i_161 => (x i_161 + eps * sum 1 d (fun j_162 => W i_161 j_162 * w j_162) + eps * sum 1 d (fun j_163 => D i_161 j_163 * y j_163)) ^ 2) / IZR d); [cong (first [ends]) | transitivity ((a ^ 2 * IZR d - sum 1 d (fun i_164 => x i_164 ^ 2) + eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i_165 => w i_165 ^ 2) - sum 1 d (fun i_166 => sum 1 d (fun j_167 => W i_166 j_167 * w j_167) ^ 2) + C_W ^ 2 * (sum 1 d (fun i_168 => x i_168 ^ 2 - w i_168 ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i_169 => x i_169 ^ 2)))) + eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i_170 => y i_170 ^ 2) - sum 1 d (fun i_171 => sum 1 d (fun j_172 => D i_171 j_172 * y j_172) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i_173 => y i_173 ^ 2))) + sum 1 d (fun i_174 => (eps * C_W * a * x i_174 - a * (eps * sum 1 d (fun j_175 => W i_174 j_175 * w j_175))) ^ 2) / (a * (eps * C_W * a)) + (eps * C_W * a / a * (a ^ 2 * IZR d - sum 1 d (fun i_176 => x i_176 ^ 2)) + a / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i_177 => w i_177 ^ 2) - sum 1 d (fun i_178 => sum 1 d (fun j_179 => W i_178 j_179 * w j_179) ^ 2) + C_W ^ 2 * (sum 1 d (fun i_180 => x i_180 ^ 2 - w i_180 ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i_181 => x i_181 ^ 2)))))) + sum 1 d (fun i_182 => (eps * C_Delta * eta * Q * x i_182 - a * (eps * sum 1 d (fun j_183 => D i_182 j_183 * y j_183))) ^ 2) / (a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / a * (a ^ 2 * IZR d - sum 1 d (fun i_184 => x i_184 ^ 2)) + a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i_185 => y i_185 ^ 2) - sum 1 d (fun i_186 => sum 1 d (fun j_187 => D i_186 j_187 * y j_187) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i_188 => y i_188 ^ 2))))) + sum 1 d (fun i_189 => (eps * C_Delta * eta * Q * (eps * sum 1 d (fun j_190 => W i_189 j_190 * w j_190)) - eps * C_W * a * (eps * sum 1 d (fun j_191 => D i_189 j_191 * y j_191))) ^ 2) / (eps * C_W * a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i_192 => w i_192 ^ 2) - sum 1 d (fun i_193 => sum 1 d (fun j_194 => W i_193 j_194 * w j_194) ^ 2) + C_W ^ 2 * (sum 1 d (fun i_195 => x i_195 ^ 2 - w i_195 ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i_196 => x i_196 ^ 2))))) + eps * C_W * a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i_197 => y i_197 ^ 2) - sum 1 d (fun i_198 => sum 1 d (fun j_199 => D i_198 j_199 * y j_199) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i_200 => y i_200 ^ 2)))))) / IZR d); [exact (@same_by (IZR d :: eps :: C_Delta :: eta :: Q :: C_W :: a :: nil)%list ((0%nat, Z.to_nat (d - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => D (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => y (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => W (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: nil)%list => w (1 + Z.of_nat v0')%Z | 4%nat, (v0' :: nil)%list => x (1 + Z.of_nat v0')%Z | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((10 :: 11 :: nil)%list%nat, (nil)%list%nat) :: ((12 :: 13 :: nil)%list%nat, (nil)%list%nat) :: ((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Power (Plus (Times (Plus (Num (1)) (Times (Sc 2) (Sc 10))) (Sc 12)) (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8))) 2) (Minus (Times (Total 0 (Power (Plus (Plus (En 4 (0 :: nil)%list%nat) (Times (Sc 2) (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))))) (Times (Sc 2) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))))) 2)) (Over (Sc 0)))))
  (Times (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Sc 10) 2) (Total 0 (Power (En 3 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))) 2)))) (Times (Power (Sc 10) 2) (Plus (Total 0 (Plus (Power (En 4 (0 :: nil)%list%nat) 2) (Minus (Power (En 3 (0 :: nil)%list%nat) 2)))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))))))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Times (Sc 4) (Sc 6)) 2) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)))) (Times (Power (Times (Sc 4) (Sc 6)) 2) (Plus (Times (Power (Sc 8) 2) (Sc 0)) (Minus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)))))))) (Times (Total 0 (Power (Plus (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (En 4 (0 :: nil)%list%nat)) (Minus (Times (Sc 12) (Times (Sc 2) (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))))))) 2)) (Over (Times (Sc 12) (Times (Times (Sc 2) (Sc 10)) (Sc 12)))))) (Plus (Times (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (Over (Sc 12))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))) (Times (Times (Sc 12) (Over (Times (Times (Sc 2) (Sc 10)) (Sc 12)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Sc 10) 2) (Total 0 (Power (En 3 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))) 2)))) (Times (Power (Sc 10) 2) (Plus (Total 0 (Plus (Power (En 4 (0 :: nil)%list%nat) 2) (Minus (Power (En 3 (0 :: nil)%list%nat) 2)))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))))))))) (Times (Total 0 (Power (Plus (Times (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)) (En 4 (0 :: nil)%list%nat)) (Minus (Times (Sc 12) (Times (Sc 2) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))))))) 2)) (Over (Times (Sc 12) (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)))))) (Plus (Times (Times (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)) (Over (Sc 12))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))) (Times (Times (Sc 12) (Over (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Times (Sc 4) (Sc 6)) 2) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)))) (Times (Power (Times (Sc 4) (Sc 6)) 2) (Plus (Times (Power (Sc 8) 2) (Sc 0)) (Minus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)))))))))) (Times (Total 0 (Power (Plus (Times (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)) (Times (Sc 2) (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))))) (Minus (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (Times (Sc 2) (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))))))) 2)) (Over (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)))))) (Plus (Times (Times (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)) (Over (Times (Times (Sc 2) (Sc 10)) (Sc 12)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Sc 10) 2) (Total 0 (Power (En 3 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 3 (1 :: nil)%list%nat))) 2)))) (Times (Power (Sc 10) 2) (Plus (Total 0 (Plus (Power (En 4 (0 :: nil)%list%nat) 2) (Minus (Power (En 3 (0 :: nil)%list%nat) 2)))) (Plus (Times (Power (Sc 12) 2) (Sc 0)) (Minus (Total 0 (Power (En 4 (0 :: nil)%list%nat) 2))))))))) (Times (Times (Times (Times (Sc 2) (Sc 10)) (Sc 12)) (Over (Times (Times (Times (Sc 2) (Sc 4)) (Sc 6)) (Sc 8)))) (Times (Power (Sc 2) 2) (Plus (Plus (Times (Power (Times (Sc 4) (Sc 6)) 2) (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2))) (Minus (Total 0 (Power (Total 0 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2)))) (Times (Power (Times (Sc 4) (Sc 6)) 2) (Plus (Times (Power (Sc 8) 2) (Sc 0)) (Minus (Total 0 (Power (En 1 (0 :: nil)%list%nat) 2)))))))))) (Over (Sc 0)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [inverse | split; [inverse | split; [inverse | split; [inverse | split; [inverse | split; [inverse | split; [inverse | exact Logic.I]]]]]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } apply (by_squares _ _ (sum 1 d (fun i => (x i + eps * sum 1 d (fun j => W i j * w j) + eps * sum 1 d (fun j => D i j * y j)) ^ 2) / IZR d) (((1 + eps * C_W) * a + eps * C_Delta * eta * Q) ^ 2) ((a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2) + eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)))) + eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2))) + sum 1 d (fun i => (eps * C_W * a * x i - a * (eps * sum 1 d (fun j => W i j * w j))) ^ 2) / (a * (eps * C_W * a)) + (eps * C_W * a / a * (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) + a / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)))))) + sum 1 d (fun i => (eps * C_Delta * eta * Q * x i - a * (eps * sum 1 d (fun j => D i j * y j))) ^ 2) / (a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / a * (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2)) + a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2))))) + sum 1 d (fun i => (eps * C_Delta * eta * Q * (eps * sum 1 d (fun j => W i j * w j)) - eps * C_W * a * (eps * sum 1 d (fun j => D i j * y j))) ^ 2) / (eps * C_W * a * (eps * C_Delta * eta * Q)) + (eps * C_Delta * eta * Q / (eps * C_W * a) * (eps ^ 2 * (C_W ^ 2 * sum 1 d (fun i => w i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => W i j * w j) ^ 2) + C_W ^ 2 * (sum 1 d (fun i => x i ^ 2 - w i ^ 2) + (a ^ 2 * IZR d - sum 1 d (fun i => x i ^ 2))))) + eps * C_W * a / (eps * C_Delta * eta * Q) * (eps ^ 2 * ((C_Delta * eta) ^ 2 * sum 1 d (fun i => y i ^ 2) - sum 1 d (fun i => sum 1 d (fun j => D i j * y j) ^ 2) + (C_Delta * eta) ^ 2 * (Q ^ 2 * IZR d - sum 1 d (fun i => y i ^ 2)))))) / IZR d)); [squares | squares | clear - gap; lra | pos | pos].
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

Lemma part_13d64343c28c :
forall (K : Z) (s a own R' : R) (e : Z -> R) (overlap : Z -> R),
(0 <= K)%Z ->
(0 <= s) ->
(0 <= a) ->
(0 <= own) ->
(0 <= R') ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= e i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= overlap i1)) ->
(forall k : Z, (1 <= k <= K)%Z -> overlap k <= R' ^ 2 / 2) ->
own <= R' ^ 2 / 2 ->
s ^ 2 * (2 * a * sum 1 K (fun k => e k * overlap k) + a ^ 2 * own) <= R' ^ 2 * s ^ 2 / 2 * ((sum 1 K (fun k => e k) + a) ^ 2 - sum 1 K (fun k => e k) ^ 2).
Proof.
intros K s a own R' e overlap dom0 dom1 dom2 dom3 dom4 dom5 dom6 giv0 giv1.
assert (gap : R' ^ 2 * s ^ 2 / 2 * ((sum 1 K (fun k => e k) + a) ^ 2 - sum 1 K (fun k => e k) ^ 2) - s ^ 2 * (2 * a * sum 1 K (fun k => e k * overlap k) + a ^ 2 * own) = s ^ 2 * (2 * a * sum 1 K (fun k => e k * (R' ^ 2 / 2 - overlap k)) + a ^ 2 * (R' ^ 2 / 2 - own))). { transitivity (R' ^ 2 * s ^ 2 / 2 * ((sum 1 K (fun k_1 => e k_1) + a) ^ 2 - sum 1 K (fun k_2 => e k_2) ^ 2) - s ^ 2 * (2 * a * sum 1 K (fun k_3 => e k_3 * overlap k_3) + a ^ 2 * own)); [cong (first [ends]) | transitivity (s ^ 2 * (2 * a * sum 1 K (fun k_4 => e k_4 * (R' ^ 2 / 2 - overlap k_4)) + a ^ 2 * (R' ^ 2 / 2 - own))); [exact (@same_by (s :: a :: own :: IZR K :: R' :: nil)%list ((3%nat, Z.to_nat (K - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => overlap (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Power (Sc 8) 2) (Power (Sc 0) 2)) (Over (Num (2)))) (Plus (Power (Plus (Total 0 (En 0 (0 :: nil)%list%nat)) (Sc 2)) 2) (Minus (Power (Total 0 (En 0 (0 :: nil)%list%nat)) 2)))) (Minus (Times (Power (Sc 0) 2) (Plus (Times (Times (Num (2)) (Sc 2)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))) (Times (Power (Sc 2) 2) (Sc 4))))))
  (Times (Power (Sc 0) 2) (Plus (Times (Times (Num (2)) (Sc 2)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Times (Power (Sc 8) 2) (Over (Num (2)))) (Minus (En 1 (0 :: nil)%list%nat)))))) (Times (Power (Sc 2) 2) (Plus (Times (Power (Sc 8) 2) (Over (Num (2)))) (Minus (Sc 4))))))
  (List.repeat nil 11) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= s ^ 2 * (2 * a * sum 1 K (fun k => e k * (R' ^ 2 / 2 - overlap k)) + a ^ 2 * (R' ^ 2 / 2 - own))) by pos. clear - gap sgn; lra.
Qed.

Lemma part_0566cd21a3b2 :
forall (K : Z) (H_0 : R) (x : Z -> R) (more : Z -> R) (lack : Z -> R) (H : Z -> R) (E : Z -> R),
(1 <= K)%Z ->
(0 <= H_0) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= x i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= more i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= lack i1)) ->
H 0%Z = H_0 ->
E 0%Z = H_0 ->
(forall done : Z, (0 <= done <= (K - 1))%Z -> H (done + 1)%Z = H done * (1 + x (done + 1)%Z) - lack (done + 1)%Z) ->
(forall done : Z, (0 <= done <= (K - 1))%Z -> E (done + 1)%Z = E done * (1 + x (done + 1)%Z + more (done + 1)%Z)) ->
H 0%Z <= E 0%Z ->
(forall at' : Z, (0 <= at' <= (K - 1))%Z -> 0 <= E at') /\
(forall at' : Z, (0 <= at' <= (K - 1))%Z -> H at' <= E at').
Proof.
intros K H_0 x more lack H E dom0 dom1 dom2 dom3 dom4 def0 def1 def2 def3 giv0.
apply keep; [|intros cla0].
{ assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K - 1)%Z -> 0 <= E n).
{ apply (whole_induction (fun n => (n <= K - 1)%Z -> 0 <= E n)).
- intros _; rewrite def1; exact dom1.
- intros n l hyp m; rewrite def3 by lia; apply Rmult_le_pos; [apply hyp; lia|].
assert (p := dom2 (n + 1)%Z); assert (q := dom3 (n + 1)%Z);
assert (0 <= x (n + 1)%Z) by (apply p; lia); assert (0 <= more (n + 1)%Z) by (apply q; lia); lra. }
intros at' ran0; apply ind; lia. }
assert (ind : forall n : Z, (0 <= n)%Z -> (n <= K - 1)%Z -> H n <= E n).
{ apply (whole_induction (fun n => (n <= K - 1)%Z -> H n <= E n)).
- intros _; exact giv0.
- intros n l hyp m; rewrite def2, def3 by lia.
assert (0 <= x (n + 1)%Z) by (apply dom2; lia); assert (0 <= more (n + 1)%Z) by (apply dom3; lia).
assert (0 <= lack (n + 1)%Z) by (apply dom4; lia); assert (0 <= E n) by (apply cla0; lia).
specialize (hyp ltac:(lia)).
assert (H n * (1 + x (n + 1)%Z) <= E n * (1 + x (n + 1)%Z)) by (apply Rmult_le_compat_r; lra).
assert (0 <= E n * more (n + 1)%Z) by (apply Rmult_le_pos; lra). lra. }
intros at' ran0; apply ind; lia.
Qed.

Lemma part_8c26eb3d849e :
forall (t : R),
(0 <= t) ->
1 + t <= exp t.
Proof.
intros t dom0.
bounded.
Qed.

(* LOOP-B-GN *)
Theorem claim_loop_b_gn :
(forall (N : Z) (R_0 H_out : R) (overlap : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= R_0) ->
(0 <= H_out) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> overlap n k <= H_out / 2) ->
R_0 ^ 2 / 2 <= sum 1 N (fun k => sum 1 N (fun n => overlap n k)) / IZR N ^ 2 /\
sum 1 N (fun k => sum 1 N (fun n => overlap n k)) / IZR N ^ 2 <= H_out / 2) /\
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
{ exact part_835d3cfe91e6. }
exact part_dc64db070cb6.
Qed.

(* LOOP-B-E7 *)
Theorem claim_loop_b_e7 :
(forall (N : Z) (R_0 H_out : R) (overlap : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= R_0) ->
(0 <= H_out) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> overlap n k <= H_out / 2) ->
R_0 ^ 2 / 2 <= sum 1 N (fun k => sum 1 N (fun n => overlap n k)) / IZR N ^ 2 /\
sum 1 N (fun k => sum 1 N (fun n => overlap n k)) / IZR N ^ 2 <= H_out / 2) /\
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
{ exact part_835d3cfe91e6. }
exact part_dc64db070cb6.
Qed.

(* LOOP-B-T3 *)
Theorem claim_loop_b_t3 :
(forall (N L : Z) (lambda : R) (overlap : Z -> Z -> Z -> R),
(1 <= N)%Z ->
(1 <= L)%Z ->
(0 <= lambda) ->
(forall i1 i2 i3 : Z, (1 <= i1 <= L)%Z -> (1 <= i2 <= N)%Z -> (1 <= i3 <= N)%Z -> (0 <= overlap i1 i2 i3)) ->
(forall layer n k : Z, (1 <= layer <= L)%Z -> (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> 1 / 2 <= overlap layer n k) ->
lambda ^ 2 / 2 <= (lambda / (IZR N * sqrt (IZR L))) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => sum 1 L (fun layer => overlap layer n k)))) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2) /\
(forall (K : Z) (s a own R' : R) (e : Z -> R) (overlap : Z -> R),
(0 <= K)%Z ->
(0 <= s) ->
(0 <= a) ->
(0 <= own) ->
(0 <= R') ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= e i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= overlap i1)) ->
(forall k : Z, (1 <= k <= K)%Z -> overlap k <= R' ^ 2 / 2) ->
own <= R' ^ 2 / 2 ->
s ^ 2 * (2 * a * sum 1 K (fun k => e k * overlap k) + a ^ 2 * own) <= R' ^ 2 * s ^ 2 / 2 * ((sum 1 K (fun k => e k) + a) ^ 2 - sum 1 K (fun k => e k) ^ 2)) /\
(forall (K : Z) (H_0 : R) (x : Z -> R) (more : Z -> R) (lack : Z -> R) (H : Z -> R) (E : Z -> R),
(1 <= K)%Z ->
(0 <= H_0) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= x i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= more i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= lack i1)) ->
H 0%Z = H_0 ->
E 0%Z = H_0 ->
(forall done : Z, (0 <= done <= (K - 1))%Z -> H (done + 1)%Z = H done * (1 + x (done + 1)%Z) - lack (done + 1)%Z) ->
(forall done : Z, (0 <= done <= (K - 1))%Z -> E (done + 1)%Z = E done * (1 + x (done + 1)%Z + more (done + 1)%Z)) ->
H 0%Z <= E 0%Z ->
(forall at' : Z, (0 <= at' <= (K - 1))%Z -> 0 <= E at') /\
(forall at' : Z, (0 <= at' <= (K - 1))%Z -> H at' <= E at')) /\
(forall (t : R),
(0 <= t) ->
1 + t <= exp t) /\
(forall (lam : R),
(0 < lam) ->
is_lim (fun L' : R => Rpower (1 + 1 / 2 / L' * lam ^ 2) L') p_infty (exp (1 / 2 * lam ^ 2)) /\
1 * (1 + 1 / 2 * lam ^ 2 * 1 ^ 2) + (-1) = 1 / 2 * lam ^ 2).
Proof.
split.
{ intros N L lambda overlap dom0 dom1 dom2 dom3 giv0.
assert (gap : (lambda / (IZR N * sqrt (IZR L))) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => sum 1 L (fun layer => overlap layer n k))) - lambda ^ 2 / 2 = (lambda / (IZR N * sqrt (IZR L))) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => sum 1 L (fun layer => overlap layer n k + (-1 / 2))))). { transitivity ((lambda / (IZR N * sqrt (IZR L))) ^ 2 * sum 1 N (fun k_1 => sum 1 N (fun n_2 => sum 1 L (fun layer_3 => overlap layer_3 n_2 k_1))) - lambda ^ 2 / 2); [cong (first [ends]) | transitivity ((lambda / (IZR N * sqrt (IZR L))) ^ 2 * sum 1 N (fun k_4 => sum 1 N (fun n_5 => sum 1 L (fun layer_6 => overlap layer_6 n_5 k_4 + (-1 / 2))))); [exact (@same_by (lambda :: IZR N :: sqrt (IZR L) :: IZR L :: nil)%list ((1%nat, Z.to_nat (N - 1 + 1)%Z) :: (3%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: v2' :: nil)%list => overlap (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z (1 + Z.of_nat v2')%Z | _, _ => 0 end) (((5 :: 5 :: nil)%list%nat, (7 :: nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Power (Times (Sc 0) (Over (Times (Sc 2) (Sc 4)))) 2) (Total 0 (Total 0 (Total 1 (En 0 (2 :: 1 :: 0 :: nil)%list%nat))))) (Minus (Times (Power (Sc 0) 2) (Over (Num (2))))))
  (Times (Power (Times (Sc 0) (Over (Times (Sc 2) (Sc 4)))) 2) (Total 0 (Total 0 (Total 1 (Plus (En 0 (2 :: 1 :: 0 :: nil)%list%nat) (Times (Num (-1)) (Over (Num 2))))))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(split; [over_root | split; [inverse | split; [inverse | exact Logic.I]]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= (lambda / (IZR N * sqrt (IZR L))) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => sum 1 L (fun layer => overlap layer n k + (-1 / 2))))) by pos. clear - gap sgn; lra. }
split.
{ exact part_dc64db070cb6. }
split.
{ exact part_13d64343c28c. }
split.
{ exact part_0566cd21a3b2. }
split.
{ exact part_8c26eb3d849e. }
intros lam dom0.
apply keep; [|intros cla0].
{ assert (d := tends_slope (fun t => ln (1 + 1 / 2 * t * lam ^ 2)) (1 / 2 * lam ^ 2) 0).
apply (lim_is _ (exp (1 / 2 * lam ^ 2))); [|reflexivity].
apply (tends_exp (fun y => y * ln (1 + 1 / 2 / y * lam ^ 2))).
apply (tends_near _ (fun y => (0 + y) * ln (1 + 1 / 2 * / y * lam ^ 2)));
  [exists 0; intros; unfold Rdiv; ring | apply d].
- replace (1 + 1 / 2 * 0 * lam ^ 2) with 1 by ring; apply ln_1.
- eapply slope_is; [derive | field]; lra. }
clear cla0. first [exact (@same_by (lam :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Num (1)) (Plus (Num (1)) (Times (Times (Times (Num (1)) (Over (Num 2))) (Power (Sc 0) 2)) (Power (Num (1)) 2)))) (Num (-1)))
  (Times (Times (Num (1)) (Over (Num 2))) (Power (Sc 0) 2))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* LOOP-A-E4-range *)
Theorem claim_loop_a_e4_range :
(forall (N : Z) (eps eta s R_0 : R) (overlap : Z -> Z -> R) (more : Z -> Z -> R) (moved : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= eta) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= more i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= moved i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> (eta * eps) ^ 2 * (IZR n + (-1)) * (IZR k + (-1)) * R_0 ^ 2 / 2 <= moved n k) ->
(eta * eps) ^ 2 * R_0 ^ 2 / 2 * (IZR N ^ 2 + (eps * s) ^ 2 / 4 * sum 1 N (fun n => IZR n + (-1)) ^ 2) <= eps ^ 2 * sum 1 N (fun k => sum 1 N (fun n => eta ^ 2 * overlap n k + s ^ 2 * (1 / 4 + more n k) * moved n k))) /\
(forall (alpha : R),
((0 < 2 - 2 * alpha) <-> (alpha < 1))) /\
(forall (N : Z),
(1 <= N)%Z ->
sum 1 N (fun n => IZR n + (-1)) = IZR N * (IZR N + (-1)) / 2) /\
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
height N = IZR N * b * powerRZ rho (N - 1) - sum 1 N (fun n => powerRZ rho (N - n) * lack n)) /\
(forall (N : Z) (alpha : R),
(1 <= N)%Z ->
(1 <= alpha) ->
(1 - alpha) * ln (IZR N) <= 0).
Proof.
split.
{ intros N eps eta s R_0 overlap more moved dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 giv0 giv1.
assert (gap : eps ^ 2 * sum 1 N (fun k => sum 1 N (fun n => eta ^ 2 * overlap n k + s ^ 2 * (1 / 4 + more n k) * moved n k)) - (eta * eps) ^ 2 * R_0 ^ 2 / 2 * (IZR N ^ 2 + (eps * s) ^ 2 / 4 * sum 1 N (fun n => IZR n + (-1)) ^ 2) = eps ^ 2 * eta ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2)) + eps ^ 2 * s ^ 2 * sum 1 N (fun k => sum 1 N (fun n => more n k * moved n k)) + eps ^ 2 * s ^ 2 * sum 1 N (fun k => sum 1 N (fun n => moved n k - (eta * eps) ^ 2 * (IZR n + (-1)) * (IZR k + (-1)) * R_0 ^ 2 / 2)) / 4). { transitivity (eps ^ 2 * sum 1 N (fun k_1 => sum 1 N (fun n_2 => eta ^ 2 * overlap n_2 k_1 + s ^ 2 * (1 / 4 + more n_2 k_1) * moved n_2 k_1)) - (eta * eps) ^ 2 * R_0 ^ 2 / 2 * (IZR N ^ 2 + (eps * s) ^ 2 / 4 * sum 1 N (fun n_3 => IZR n_3 + (-1)) ^ 2)); [cong (first [ends]) | transitivity (eps ^ 2 * eta ^ 2 * sum 1 N (fun k_4 => sum 1 N (fun n_5 => overlap n_5 k_4 - R_0 ^ 2 / 2)) + eps ^ 2 * s ^ 2 * sum 1 N (fun k_6 => sum 1 N (fun n_7 => more n_7 k_6 * moved n_7 k_6)) + eps ^ 2 * s ^ 2 * sum 1 N (fun k_8 => sum 1 N (fun n_9 => moved n_9 k_8 - (eta * eps) ^ 2 * (IZR n_9 + (-1)) * (IZR k_8 + (-1)) * R_0 ^ 2 / 2)) / 4); [exact (@same_by (eta :: eps :: R_0 :: s :: IZR N :: nil)%list ((4%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => IZR (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => more (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => moved (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 3%nat, (v0' :: v1' :: nil)%list => overlap (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Power (Sc 2) 2) (Total 0 (Total 0 (Plus (Times (Power (Sc 0) 2) (En 3 (1 :: 0 :: nil)%list%nat)) (Times (Times (Power (Sc 6) 2) (Plus (Times (Num (1)) (Over (Num 4))) (En 1 (1 :: 0 :: nil)%list%nat))) (En 2 (1 :: 0 :: nil)%list%nat)))))) (Minus (Times (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Power (Sc 4) 2)) (Over (Num (2)))) (Plus (Power (Sc 8) 2) (Times (Times (Power (Times (Sc 2) (Sc 6)) 2) (Over (Num (4)))) (Power (Total 0 (Plus (En 0 (0 :: nil)%list%nat) (Num (-1)))) 2))))))
  (Plus (Plus (Times (Times (Power (Sc 2) 2) (Power (Sc 0) 2)) (Total 0 (Total 0 (Plus (En 3 (1 :: 0 :: nil)%list%nat) (Minus (Times (Power (Sc 4) 2) (Over (Num (2))))))))) (Times (Times (Power (Sc 2) 2) (Power (Sc 6) 2)) (Total 0 (Total 0 (Times (En 1 (1 :: 0 :: nil)%list%nat) (En 2 (1 :: 0 :: nil)%list%nat)))))) (Times (Times (Times (Power (Sc 2) 2) (Power (Sc 6) 2)) (Total 0 (Total 0 (Plus (En 2 (1 :: 0 :: nil)%list%nat) (Minus (Times (Times (Times (Times (Power (Times (Sc 0) (Sc 2)) 2) (Plus (En 0 (1 :: nil)%list%nat) (Num (-1)))) (Plus (En 0 (0 :: nil)%list%nat) (Num (-1)))) (Power (Sc 4) 2)) (Over (Num (2))))))))) (Over (Num (4)))))
  ((0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= eps ^ 2 * eta ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2)) + eps ^ 2 * s ^ 2 * sum 1 N (fun k => sum 1 N (fun n => more n k * moved n k)) + eps ^ 2 * s ^ 2 * sum 1 N (fun k => sum 1 N (fun n => moved n k - (eta * eps) ^ 2 * (IZR n + (-1)) * (IZR k + (-1)) * R_0 ^ 2 / 2)) / 4) by pos. clear - gap sgn; lra. }
split.
{ intros alpha.
linear. }
split.
{ intros N dom0.
assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> sum 1 N_now (fun n => IZR n + (-1)) = IZR N_now * (IZR N_now + (-1)) / 2).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> sum 1 N_now (fun n => IZR n + (-1)) = IZR N_now * (IZR N_now + (-1)) / 2)).
- intros most. transitivity (1 + (-1)); [cong (first [ends]) | transitivity (1 * (1 + (-1)) / 2); [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Num (1)) (Num (-1)))
  (Times (Times (Num (1)) (Plus (Num (1)) (Num (-1)))) (Over (Num (2))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]].
- intros N_now least hyp most. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). assert (zer : sum 1 N_now (fun n => IZR n + (-1)) - IZR N_now * (IZR N_now + (-1)) / 2 = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : sum 1 (N_now + 1) (fun n => IZR n + (-1)) - (IZR N_now + 1) * (IZR N_now + 1 + (-1)) / 2 = 1 * (sum 1 N_now (fun n => IZR n + (-1)) - IZR N_now * (IZR N_now + (-1)) / 2)). { transitivity (sum 1 N_now (fun n_3 => IZR n_3 + (-1)) + (IZR N_now + 1 + (-1)) - (IZR N_now + 1) * (IZR N_now + 1 + (-1)) / 2); [cong (first [ends]) | transitivity (1 * (sum 1 N_now (fun n_4 => IZR n_4 + (-1)) - IZR N_now * (IZR N_now + (-1)) / 2)); [exact (@same_by (IZR N_now :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list ((1%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => IZR (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Total 0 (Plus (En 0 (0 :: nil)%list%nat) (Num (-1)))) (Plus (Plus (Sc 0) (Num (1))) (Num (-1)))) (Minus (Times (Times (Plus (Sc 0) (Num (1))) (Plus (Plus (Sc 0) (Num (1))) (Num (-1)))) (Over (Num (2))))))
  (Times (Num (1)) (Plus (Total 0 (Plus (En 0 (0 :: nil)%list%nat) (Num (-1)))) (Minus (Times (Times (Sc 0) (Plus (Sc 0) (Num (-1)))) (Over (Num (2)))))))
  (List.repeat nil 15) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
apply (ind N); lia. }
split.
{ exact part_f2cae45c7189. }
split.
{ exact part_dc64db070cb6. }
split.
{ exact part_431460d470aa. }
intros N alpha dom0 dom1.
wholes. assert (0 <= ln (IZR N)) by (apply ln_least; lra). nra.
Qed.

(* LOOP-B-CRIT *)
Theorem claim_loop_b_crit :
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

(* LOOP-B-constants *)
Theorem claim_loop_b_constants :
(forall (N d : Z) (gamma s t : R),
(1 <= N)%Z ->
(0 < gamma) ->
(0 < s) ->
(0 < t) ->
(1 <= d)%Z ->
sqrt (IZR d) / s * (s * (1 - gamma + (-1 / 2) * sqrt 2)) = sqrt (IZR d) - gamma * sqrt (IZR d) + (-1 / 2) * sqrt 2 * sqrt (IZR d)) /\
(forall (N d : Z) (gamma s t : R),
(1 <= N)%Z ->
(0 < gamma) ->
(0 < s) ->
(0 < t) ->
(1 <= d)%Z ->
sqrt (IZR d) / s * (s * (1 + gamma + 1 / 2 * sqrt 2)) = sqrt (IZR d) + gamma * sqrt (IZR d) + 1 / 2 * sqrt 2 * sqrt (IZR d)) /\
(forall (d : Z) (gamma : R),
(0 < gamma) ->
(1 <= d)%Z ->
1 - exp ((-1 / 2) * IZR d * gamma ^ 2) + (-2) * exp ((-1 / 2) * IZR d) = 1 - exp ((-1 / 2) * IZR d * gamma ^ 2) + (-2) * exp ((-1 / 2) * IZR d)) /\
(forall (N d : Z) (gamma s t : R),
(1 <= N)%Z ->
(0 < gamma) ->
(0 < s) ->
(0 < t) ->
(1 <= d)%Z ->
sqrt (IZR d) / s * (s * (1 - t * / sqrt (IZR d) - sqrt (IZR N) * / sqrt (IZR d))) = sqrt (IZR d) - t - sqrt (IZR N)) /\
(forall (N d : Z) (gamma s t : R),
(1 <= N)%Z ->
(0 < gamma) ->
(0 < s) ->
(0 < t) ->
(1 <= d)%Z ->
sqrt (IZR d) / s * (s * (1 + t * / sqrt (IZR d) + sqrt (IZR N) * / sqrt (IZR d))) = t + sqrt (IZR N) + sqrt (IZR d)) /\
(forall (t : R),
(0 < t) ->
1 + (-2) * exp ((-1 / 2) * t ^ 2) = 1 + (-2) * exp ((-1 / 2) * t ^ 2)).
Proof.
split.
{ intros N d gamma s t dom0 dom1 dom2 dom3 dom4.
first [exact (@same_by (sqrt (IZR d) :: IZR d :: s :: gamma :: sqrt 2 :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Sc 0) (Over (Sc 4))) (Times (Sc 4) (Plus (Plus (Num (1)) (Minus (Sc 6))) (Times (Times (Num (-1)) (Over (Num 2))) (Sc 8)))))
  (Plus (Plus (Sc 0) (Minus (Times (Sc 6) (Sc 0)))) (Times (Times (Times (Num (-1)) (Over (Num 2))) (Sc 8)) (Sc 0)))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
split.
{ intros N d gamma s t dom0 dom1 dom2 dom3 dom4.
first [exact (@same_by (sqrt (IZR d) :: IZR d :: s :: gamma :: sqrt 2 :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Sc 0) (Over (Sc 4))) (Times (Sc 4) (Plus (Plus (Num (1)) (Sc 6)) (Times (Times (Num (1)) (Over (Num 2))) (Sc 8)))))
  (Plus (Plus (Sc 0) (Times (Sc 6) (Sc 0))) (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 8)) (Sc 0)))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
split.
{ intros d gamma dom0 dom1.
first [exact (@same_by (exp ((-1 / 2) * IZR d * gamma ^ 2) :: exp ((-1 / 2) * IZR d) :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Num (1)) (Minus (Sc 0))) (Times (Num (-2)) (Sc 2)))
  (Plus (Plus (Num (1)) (Minus (Sc 0))) (Times (Num (-2)) (Sc 2)))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy | replace (exp ((-1 / 2) * IZR d * gamma ^ 2)) with (/ exp (1 / 2 * IZR d * gamma ^ 2)) by monomials; replace (exp ((-1 / 2) * IZR d)) with (/ exp (1 / 2 * IZR d)) by monomials; fieldy]. }
split.
{ intros N d gamma s t dom0 dom1 dom2 dom3 dom4.
first [exact (@same_by (sqrt (IZR d) :: IZR d :: s :: t :: sqrt (IZR N) :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Sc 0) (Over (Sc 4))) (Times (Sc 4) (Plus (Plus (Num (1)) (Minus (Times (Sc 6) (Over (Sc 0))))) (Minus (Times (Sc 8) (Over (Sc 0)))))))
  (Plus (Plus (Sc 0) (Minus (Sc 6))) (Minus (Sc 8)))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact Logic.I]]) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
split.
{ intros N d gamma s t dom0 dom1 dom2 dom3 dom4.
first [exact (@same_by (sqrt (IZR d) :: IZR d :: s :: t :: sqrt (IZR N) :: IZR N :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((4 :: 5 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Sc 0) (Over (Sc 4))) (Times (Sc 4) (Plus (Plus (Num (1)) (Times (Sc 6) (Over (Sc 0)))) (Times (Sc 8) (Over (Sc 0))))))
  (Plus (Plus (Sc 6) (Sc 8)) (Sc 0))
  (List.repeat nil 6) ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact Logic.I]]) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
intros t dom0.
first [exact (@same_by (exp ((-1 / 2) * t ^ 2) :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Num (1)) (Times (Num (-2)) (Sc 0)))
  (Plus (Num (1)) (Times (Num (-2)) (Sc 0)))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy | replace (exp ((-1 / 2) * t ^ 2)) with (/ exp (1 / 2 * t ^ 2)) by monomials; fieldy].
Qed.

(* LOOP-B-RN-wide *)
Theorem claim_loop_b_rn_wide :
(forall (N : Z) (eps s R_0 : R) (overlap : Z -> Z -> R),
(1 <= N)%Z ->
(0 <= eps) ->
(0 <= s) ->
(0 <= R_0) ->
(forall i1 i2 : Z, (1 <= i1 <= N)%Z -> (1 <= i2 <= N)%Z -> (0 <= overlap i1 i2)) ->
(forall n k : Z, (1 <= n <= N)%Z -> (1 <= k <= N)%Z -> R_0 ^ 2 / 2 <= overlap n k) ->
R_0 ^ 2 * (1 + (s * eps * IZR N) ^ 2 / 2) <= R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k))) /\
(forall (N : Z) (eps s R_0 : R),
(1 <= N)%Z ->
(0 < eps) ->
(0 < s) ->
(0 < R_0) ->
R_0 ^ 2 * (1 + 1 / 2 / PI * IZR N ^ 2 * eps ^ 2 * s ^ 2) = R_0 ^ 2 + (eps * s * IZR N * (1 / 2 * sqrt 2 * / sqrt PI * sqrt (R_0 ^ 2))) ^ 2) /\
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
{ intros N eps s R_0 overlap dom0 dom1 dom2 dom3 dom4 giv0.
assert (gap : R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k)) - R_0 ^ 2 * (1 + (s * eps * IZR N) ^ 2 / 2) = (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2))). { transitivity (R_0 ^ 2 + (eps * s) ^ 2 * sum 1 N (fun k_1 => sum 1 N (fun n_2 => overlap n_2 k_1)) - R_0 ^ 2 * (1 + (s * eps * IZR N) ^ 2 / 2)); [cong (first [ends]) | transitivity ((eps * s) ^ 2 * sum 1 N (fun k_3 => sum 1 N (fun n_4 => overlap n_4 k_3 - R_0 ^ 2 / 2))); [exact (@same_by (R_0 :: s :: eps :: IZR N :: nil)%list ((3%nat, Z.to_nat (N - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => overlap (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Power (Sc 0) 2) (Times (Power (Times (Sc 4) (Sc 2)) 2) (Total 0 (Total 0 (En 0 (1 :: 0 :: nil)%list%nat))))) (Minus (Times (Power (Sc 0) 2) (Plus (Num (1)) (Times (Power (Times (Times (Sc 2) (Sc 4)) (Sc 6)) 2) (Over (Num (2))))))))
  (Times (Power (Times (Sc 4) (Sc 2)) 2) (Total 0 (Total 0 (Plus (En 0 (1 :: 0 :: nil)%list%nat) (Minus (Times (Power (Sc 0) 2) (Over (Num (2)))))))))
  ((nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= (eps * s) ^ 2 * sum 1 N (fun k => sum 1 N (fun n => overlap n k - R_0 ^ 2 / 2))) by pos. clear - gap sgn; lra. }
split.
{ intros N eps s R_0 dom0 dom1 dom2 dom3.
assert (e : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
assert (f : sqrt 2 ^ 2 = 2) by (apply pow2_sqrt; lra).
assert (0 < PI) by exact PI_RGT_0. assert (a : sqrt PI ^ 2 = PI) by (apply pow2_sqrt; lra).
rewrite sqrt_pow2, !Rpow_mult_distr, pow_inv, f, a by lra; field; lra. }
exact part_dc64db070cb6.
Qed.

(* LOOP-B-731 *)
Theorem claim_loop_b_731 :
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
C_Delta * IZR N * Q * (M / (IZR N * C_W)) * eta * exp (C_W * IZR N * (M / (IZR N * C_W))) = C_Delta * Q * eta * M * exp M / C_W).
Proof.
split.
{ exact part_6a478a74b656. }
split.
{ exact part_38e59c649879. }
split.
{ exact part_993451c1a900. }
exact part_12235f1371ac.
Qed.

(* LOOP-B-T2 *)
Theorem claim_loop_b_t2 :
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
C_Delta * IZR N * Q * (M / (IZR N * C_W)) * eta * exp (C_W * IZR N * (M / (IZR N * C_W))) = C_Delta * Q * eta * M * exp M / C_W).
Proof.
split.
{ exact part_6a478a74b656. }
split.
{ exact part_38e59c649879. }
split.
{ exact part_993451c1a900. }
exact part_12235f1371ac.
Qed.

(* LOOP-B-X17-width *)
Theorem claim_loop_b_x17_width :
(forall (out in' r : Z) (U : Z -> Z -> R) (V : Z -> Z -> R) (c : Z -> R),
(1 <= out)%Z ->
(1 <= in')%Z ->
(1 <= r)%Z ->
(forall p : Z, (1 <= p <= r)%Z -> sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q)) = c p) ->
sum 1 out (fun o => sum 1 r (fun p => U o p * c p) ^ 2) = sum 1 r (fun p => c p ^ 2) ->
sum 1 out (fun o => sum 1 r (fun p => U o p * sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q))) ^ 2) = sum 1 in' (fun a => sum 1 r (fun q => V a q * c q) ^ 2)) /\
(forall (out in' K : Z) (a : Z -> Z -> R) (g : Z -> Z -> R) (u : Z -> Z -> R) (I : Z -> Z -> R),
(1 <= out)%Z ->
(1 <= in')%Z ->
(1 <= K)%Z ->
(forall m k : Z, (1 <= m <= K)%Z -> (1 <= k <= K)%Z -> sum 1 out (fun o => a m o * g k o) = I m k) ->
(forall m b : Z, (1 <= m <= K)%Z -> (1 <= b <= in')%Z -> sum 1 K (fun k => I m k * u k b) = u m b) ->
(forall m b : Z, (1 <= m <= K)%Z -> (1 <= b <= in')%Z -> sum 1 out (fun o => a m o * sum 1 K (fun k => g k o * u k b)) = u m b)) /\
(forall (width out in' : Z),
(1 <= width)%Z ->
(1 <= out)%Z ->
(1 <= in')%Z ->
sqrt (IZR width) / 5 * / sqrt (IZR width) = 1 / 5 /\
sqrt (IZR out / IZR in') * sqrt (IZR in' / IZR out) = 1).
Proof.
split.
{ intros out in' r U V c dom0 dom1 dom2 giv0 giv1.
assert (zer : (-1) * (sum 1 r (fun p => c p ^ 2) - sum 1 out (fun o => sum 1 r (fun p => U o p * c p) ^ 2)) - 2 * sum 1 r (fun p => sum 1 out (fun o => U o p * sum 1 r (fun q => U o q * c q)) * (c p - sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q)))) + sum 1 out (fun o => sum 1 r (fun p => U o p * (c p - sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q)))) * sum 1 r (fun t => U o t * (c t - sum 1 in' (fun a => V a t * sum 1 r (fun q => V a q * c q))))) + sum 1 r (fun p => c p * (c p - sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q)))) = 0) by zero. assert (gap : sum 1 out (fun o => sum 1 r (fun p => U o p * sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q))) ^ 2) - sum 1 in' (fun a => sum 1 r (fun q => V a q * c q) ^ 2) = ((-1) * (sum 1 r (fun p => c p ^ 2) - sum 1 out (fun o => sum 1 r (fun p => U o p * c p) ^ 2)) - 2 * sum 1 r (fun p => sum 1 out (fun o => U o p * sum 1 r (fun q => U o q * c q)) * (c p - sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q)))) + sum 1 out (fun o => sum 1 r (fun p => U o p * (c p - sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q)))) * sum 1 r (fun t => U o t * (c t - sum 1 in' (fun a => V a t * sum 1 r (fun q => V a q * c q))))) + sum 1 r (fun p => c p * (c p - sum 1 in' (fun a => V a p * sum 1 r (fun q => V a q * c q))))) * 1). { transitivity (sum 1 out (fun o_1 => sum 1 r (fun p_2 => U o_1 p_2 * sum 1 in' (fun a_3 => V a_3 p_2 * sum 1 r (fun q_4 => V a_3 q_4 * c q_4))) ^ 2) - sum 1 in' (fun a_5 => sum 1 r (fun q_6 => V a_5 q_6 * c q_6) ^ 2)); [cong (first [ends]) | transitivity (((-1) * (sum 1 r (fun p_7 => c p_7 ^ 2) - sum 1 out (fun o_8 => sum 1 r (fun p_9 => U o_8 p_9 * c p_9) ^ 2)) - 2 * sum 1 r (fun p_10 => sum 1 out (fun o_11 => U o_11 p_10 * sum 1 r (fun q_12 => U o_11 q_12 * c q_12)) * (c p_10 - sum 1 in' (fun a_13 => V a_13 p_10 * sum 1 r (fun q_14 => V a_13 q_14 * c q_14)))) + sum 1 out (fun o_15 => sum 1 r (fun p_16 => U o_15 p_16 * (c p_16 - sum 1 in' (fun a_17 => V a_17 p_16 * sum 1 r (fun q_18 => V a_17 q_18 * c q_18)))) * sum 1 r (fun t_19 => U o_15 t_19 * (c t_19 - sum 1 in' (fun a_20 => V a_20 t_19 * sum 1 r (fun q_21 => V a_20 q_21 * c q_21))))) + sum 1 r (fun p_22 => c p_22 * (c p_22 - sum 1 in' (fun a_23 => V a_23 p_22 * sum 1 r (fun q_24 => V a_23 q_24 * c q_24))))) * 1); [exact (@same_by (IZR in' :: IZR r :: IZR out :: nil)%list ((0%nat, Z.to_nat (in' - 1 + 1)%Z) :: (1%nat, Z.to_nat (r - 1 + 1)%Z) :: (2%nat, Z.to_nat (out - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => V (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: nil)%list => c (1 + Z.of_nat v0')%Z | 2%nat, (v0' :: v1' :: nil)%list => U (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 2 (Power (Total 1 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Total 0 (Times (En 0 (2 :: 1 :: nil)%list%nat) (Total 1 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 1 (3 :: nil)%list%nat))))))) 2)) (Minus (Total 0 (Power (Total 1 (Times (En 0 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))))
  (Times (Plus (Plus (Plus (Times (Num (-1)) (Plus (Total 1 (Power (En 1 (0 :: nil)%list%nat) 2)) (Minus (Total 2 (Power (Total 1 (Times (En 2 (0 :: 1 :: nil)%list%nat) (En 1 (1 :: nil)%list%nat))) 2))))) (Minus (Times (Num (2)) (Total 1 (Times (Total 2 (Times (En 2 (1 :: 0 :: nil)%list%nat) (Total 1 (Times (En 2 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat))))) (Plus (En 1 (0 :: nil)%list%nat) (Minus (Total 0 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))))))))))) (Total 2 (Times (Total 1 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Plus (En 1 (1 :: nil)%list%nat) (Minus (Total 0 (Times (En 0 (2 :: 1 :: nil)%list%nat) (Total 1 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 1 (3 :: nil)%list%nat))))))))) (Total 1 (Times (En 2 (0 :: 1 :: nil)%list%nat) (Plus (En 1 (1 :: nil)%list%nat) (Minus (Total 0 (Times (En 0 (2 :: 1 :: nil)%list%nat) (Total 1 (Times (En 0 (2 :: 3 :: nil)%list%nat) (En 1 (3 :: nil)%list%nat)))))))))))) (Total 1 (Times (En 1 (0 :: nil)%list%nat) (Plus (En 1 (0 :: nil)%list%nat) (Minus (Total 0 (Times (En 0 (1 :: 0 :: nil)%list%nat) (Total 1 (Times (En 0 (1 :: 2 :: nil)%list%nat) (En 1 (2 :: nil)%list%nat)))))))))) (Num (1)))
  ((1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 3 :: 2 :: 5 :: 4 :: 3 :: 4 :: 5 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (1 :: nil)%list%nat :: (2 :: 1 :: 0 :: 3 :: 2 :: 1 :: 3 :: nil)%list%nat :: (0 :: 1 :: nil)%list%nat :: (2 :: 1 :: 0 :: 3 :: 2 :: 1 :: 3 :: 2 :: 3 :: nil)%list%nat :: (1 :: 0 :: 2 :: 1 :: 2 :: 3 :: nil)%list%nat :: (1 :: 0 :: 4 :: 3 :: 2 :: 1 :: 3 :: 2 :: 5 :: 4 :: 3 :: 4 :: 5 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra. }
split.
{ intros out in' K a g u I dom0 dom1 dom2 giv0 giv1.
intros m b ran0 ran1. assert (zer : sum 1 K (fun k => (I m k - sum 1 out (fun o => a m o * g k o)) * u k b) + (u m b - sum 1 K (fun k => I m k * u k b)) = 0) by zero. assert (gap : sum 1 out (fun o => a m o * sum 1 K (fun k => g k o * u k b)) - u m b = (sum 1 K (fun k => (I m k - sum 1 out (fun o => a m o * g k o)) * u k b) + (u m b - sum 1 K (fun k => I m k * u k b))) * (-1)). { transitivity (sum 1 out (fun o_11 => a m o_11 * sum 1 K (fun k_12 => g k_12 o_11 * u k_12 b)) - u m b); [cong (first [ends]) | transitivity ((sum 1 K (fun k_13 => (I m k_13 - sum 1 out (fun o_14 => a m o_14 * g k_13 o_14)) * u k_13 b) + (u m b - sum 1 K (fun k_15 => I m k_15 * u k_15 b))) * (-1)); [exact (@same_by (u m b :: IZR out :: IZR K :: nil)%list ((1%nat, Z.to_nat (out - 1 + 1)%Z) :: (2%nat, Z.to_nat (K - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => a m (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => g (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: nil)%list => u (1 + Z.of_nat v0')%Z b | 3%nat, (v0' :: nil)%list => I m (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Total 1 (Times (En 1 (1 :: 0 :: nil)%list%nat) (En 2 (1 :: nil)%list%nat))))) (Minus (Sc 0)))
  (Times (Plus (Total 1 (Times (Plus (En 3 (0 :: nil)%list%nat) (Minus (Total 0 (Times (En 0 (1 :: nil)%list%nat) (En 1 (0 :: 1 :: nil)%list%nat))))) (En 2 (0 :: nil)%list%nat))) (Plus (Sc 0) (Minus (Total 1 (Times (En 3 (0 :: nil)%list%nat) (En 2 (0 :: nil)%list%nat)))))) (Num (-1)))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } clear - gap zer; lra. }
intros width out in' dom0 dom1 dom2.
apply keep; [|intros cla0].
{ first [exact (@same_by (sqrt (IZR width) :: IZR width :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Sc 0) (Over (Num (5)))) (Over (Sc 0)))
  (Times (Num (1)) (Over (Num 5)))
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
clear cla0. first [fieldy | replace (sqrt (IZR out / IZR in')) with (sqrt (IZR out) / sqrt (IZR in')) by monomials; replace (sqrt (IZR in' / IZR out)) with (sqrt (IZR in') / sqrt (IZR out)) by monomials; fieldy].
Qed.

(* LOOP-B-X17-depth *)
Theorem claim_loop_b_x17_depth :
(forall (L : Z) (eps s : R),
(1 <= L)%Z ->
(0 <= eps) ->
(0 <= s) ->
sum 1 L (fun layer => eps * sqrt (powerRZ (1 + (eps * s) ^ 2 / 2) (L - layer) * powerRZ (1 + (eps * s) ^ 2 / 2) (layer - 1) / 2)) = IZR L * eps / sqrt 2 * Rpower (1 + (eps * s) ^ 2 / 2) ((IZR L + (-1)) / 2)) /\
(forall (L : Z) (x s : R),
(0 < x) ->
(1 <= L)%Z ->
(0 < s) ->
ln (1 + x) < x /\
1 / 16 * s ^ 2 + (-1 / 2) * / IZR L ^ 2 * s ^ 2 * ((-1 / 2) + 1 / 2 * IZR L) = 1 / 16 * / IZR L ^ 2 * s ^ 2 * ((-2) + IZR L) ^ 2 /\
1 / 4 * s ^ 2 + (-1 / 2) / IZR L * s ^ 2 * ((-1 / 2) + 1 / 2 * IZR L) = 1 / 4 / IZR L * s ^ 2).
Proof.
split.
{ intros L eps s dom0 dom1 dom2.
set (rho := 1 + (eps * s) ^ 2 / 2). assert (p : 0 < rho) by (unfold rho; nra).
rewrite (sum_ext 1 L _ (fun _ => eps * (Rpower rho ((IZR L + (-1)) / 2) / sqrt 2))).
- rewrite sum_const by lia; unfold Rdiv; ring.
- intros l r; rewrite <- powerRZ_add by lra; replace (L - l + (l - 1))%Z with (L - 1)%Z by ring.
rewrite sqrt_div_alt, powerRZ_Rpower by lra; do 2 f_equal.
rewrite <- Rpower_sqrt, Rpower_mult, minus_IZR by apply exp_pos; f_equal; field. }
intros L x s dom0 dom1 dom2.
apply keep; [|intros cla0].
{ bounded. }
apply keep; [|intros cla1].
{ clear cla0. first [exact (@same_by (IZR L :: s :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Times (Num (1)) (Over (Num 16))) (Power (Sc 2) 2)) (Times (Times (Times (Times (Num (-1)) (Over (Num 2))) (Over (Power (Sc 0) 2))) (Power (Sc 2) 2)) (Plus (Times (Num (-1)) (Over (Num 2))) (Times (Times (Num (1)) (Over (Num 2))) (Sc 0)))))
  (Times (Times (Times (Times (Num (1)) (Over (Num 16))) (Over (Power (Sc 0) 2))) (Power (Sc 2) 2)) (Power (Plus (Num (-2)) (Sc 0)) 2))
  (List.repeat nil 7) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | fieldy]. }
clear cla0 cla1. first [exact (@same_by (IZR L :: s :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Times (Num (1)) (Over (Num 4))) (Power (Sc 2) 2)) (Times (Times (Times (Times (Num (-1)) (Over (Num 2))) (Over (Sc 0))) (Power (Sc 2) 2)) (Plus (Times (Num (-1)) (Over (Num 2))) (Times (Times (Num (1)) (Over (Num 2))) (Sc 0)))))
  (Times (Times (Times (Num (1)) (Over (Num 4))) (Over (Sc 0))) (Power (Sc 2) 2))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* LOOP-B-X17-loops *)
Theorem claim_loop_b_x17_loops :
(forall (K : Z) (E : R) (e : Z -> R) (size : Z -> R) (back : Z -> Z -> R) (overlap : Z -> Z -> R),
(1 <= K)%Z ->
(1 <= E) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= e i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= size i1)) ->
(forall i1 i2 : Z, (1 <= i1 <= K)%Z -> (1 <= i2 <= K)%Z -> (0 <= back i1 i2)) ->
(forall i1 i2 : Z, (1 <= i1 <= K)%Z -> (1 <= i2 <= K)%Z -> (0 <= overlap i1 i2)) ->
(forall k j : Z, (1 <= k <= K)%Z -> (1 <= j <= K)%Z -> 1 <= back k j) ->
(forall k j : Z, (1 <= k <= K)%Z -> (1 <= j <= K)%Z -> 1 / 2 <= overlap k j) ->
(forall k : Z, (1 <= k <= K)%Z -> size k <= E / sqrt 2) ->
sum 1 K (fun k => e k) ^ 2 / 2 <= sum 1 K (fun j => sum 1 K (fun k => e k * e j * back k j * overlap k j)) /\
sum 1 K (fun k => e k * size k) <= E / sqrt 2 * sum 1 K (fun k => e k) /\
((forall k j : Z, (1 <= k <= K)%Z -> (1 <= j <= K)%Z -> back k j = 1) -> (forall k j : Z, (1 <= k <= K)%Z -> (1 <= j <= K)%Z -> overlap k j = 1 / 2) -> sum 1 K (fun j => sum 1 K (fun k => e k * e j * back k j * overlap k j)) = sum 1 K (fun k => e k) ^ 2 / 2)) /\
(forall (N : Z) (v : Z -> R) (partial : Z -> R) (squares : Z -> R),
(1 <= N)%Z ->
(forall i1 : Z, (1 <= i1 <= N)%Z -> (0 <= v i1)) ->
partial 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> partial (before + 1)%Z = partial before + v (before + 1)%Z) ->
squares 0%Z = 0 ->
(forall before : Z, (0 <= before <= (N - 1))%Z -> squares (before + 1)%Z = squares before + v (before + 1)%Z ^ 2) ->
partial N ^ 2 - squares N = 2 * sum 1 N (fun n => v n * partial (n - 1)%Z)) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2) /\
(forall (K : Z) (s a own R' : R) (e : Z -> R) (overlap : Z -> R),
(0 <= K)%Z ->
(0 <= s) ->
(0 <= a) ->
(0 <= own) ->
(0 <= R') ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= e i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= overlap i1)) ->
(forall k : Z, (1 <= k <= K)%Z -> overlap k <= R' ^ 2 / 2) ->
own <= R' ^ 2 / 2 ->
s ^ 2 * (2 * a * sum 1 K (fun k => e k * overlap k) + a ^ 2 * own) <= R' ^ 2 * s ^ 2 / 2 * ((sum 1 K (fun k => e k) + a) ^ 2 - sum 1 K (fun k => e k) ^ 2)) /\
(forall (K : Z) (H_0 : R) (x : Z -> R) (more : Z -> R) (lack : Z -> R) (H : Z -> R) (E : Z -> R),
(1 <= K)%Z ->
(0 <= H_0) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= x i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= more i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= lack i1)) ->
H 0%Z = H_0 ->
E 0%Z = H_0 ->
(forall done : Z, (0 <= done <= (K - 1))%Z -> H (done + 1)%Z = H done * (1 + x (done + 1)%Z) - lack (done + 1)%Z) ->
(forall done : Z, (0 <= done <= (K - 1))%Z -> E (done + 1)%Z = E done * (1 + x (done + 1)%Z + more (done + 1)%Z)) ->
H 0%Z <= E 0%Z ->
(forall at' : Z, (0 <= at' <= (K - 1))%Z -> 0 <= E at') /\
(forall at' : Z, (0 <= at' <= (K - 1))%Z -> H at' <= E at')) /\
(forall (t : R),
(0 <= t) ->
1 + t <= exp t).
Proof.
split.
{ intros K E e size back overlap dom0 dom1 dom2 dom3 dom4 dom5 giv0 giv1 giv2.
apply keep; [|intros cla0].
{ assert (gap : sum 1 K (fun j => sum 1 K (fun k => e k * e j * back k j * overlap k j)) - sum 1 K (fun k => e k) ^ 2 / 2 = sum 1 K (fun j => sum 1 K (fun k => e k * e j * ((back k j + (-1)) * overlap k j + (overlap k j + (-1 / 2)))))). { transitivity (sum 1 K (fun j_1 => sum 1 K (fun k_2 => e k_2 * e j_1 * back k_2 j_1 * overlap k_2 j_1)) - sum 1 K (fun k_3 => e k_3) ^ 2 / 2); [cong (first [ends]) | transitivity (sum 1 K (fun j_4 => sum 1 K (fun k_5 => e k_5 * e j_4 * ((back k_5 j_4 + (-1)) * overlap k_5 j_4 + (overlap k_5 j_4 + (-1 / 2)))))); [exact (@same_by (IZR K :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: v1' :: nil)%list => back (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 2%nat, (v0' :: v1' :: nil)%list => overlap (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (En 1 (1 :: 0 :: nil)%list%nat)) (En 2 (1 :: 0 :: nil)%list%nat)))) (Minus (Times (Power (Total 0 (En 0 (0 :: nil)%list%nat)) 2) (Over (Num (2))))))
  (Total 0 (Total 0 (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (Plus (Times (Plus (En 1 (1 :: 0 :: nil)%list%nat) (Num (-1))) (En 2 (1 :: 0 :: nil)%list%nat)) (Plus (En 2 (1 :: 0 :: nil)%list%nat) (Times (Num (-1)) (Over (Num 2))))))))
  ((0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 K (fun j => sum 1 K (fun k => e k * e j * ((back k j + (-1)) * overlap k j + (overlap k j + (-1 / 2)))))) by pos. clear - gap sgn; lra. }
apply keep; [|intros cla1].
{ assert (gap : E / sqrt 2 * sum 1 K (fun k => e k) - sum 1 K (fun k => e k * size k) = sum 1 K (fun k => e k * (E / sqrt 2 - size k))). { transitivity (E / sqrt 2 * sum 1 K (fun k_6 => e k_6) - sum 1 K (fun k_7 => e k_7 * size k_7)); [cong (first [ends]) | transitivity (sum 1 K (fun k_8 => e k_8 * (E / sqrt 2 - size k_8))); [exact (@same_by (IZR K :: E :: sqrt 2 :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => size (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Sc 2) (Over (Sc 4))) (Total 0 (En 0 (0 :: nil)%list%nat))) (Minus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))
  (Total 0 (Times (En 0 (0 :: nil)%list%nat) (Plus (Times (Sc 2) (Over (Sc 4))) (Minus (En 1 (0 :: nil)%list%nat)))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= sum 1 K (fun k => e k * (E / sqrt 2 - size k))) by pos. clear - gap sgn; lra. }
intros spe0 spe1. transitivity (sum 1 K (fun j_9 => sum 1 K (fun k_10 => e k_10 * e j_9 * 1 * (1 / 2)))); [cong (first [put back spe0 | put overlap spe1 | ends]) | transitivity (sum 1 K (fun k_11 => e k_11) ^ 2 / 2); [exact (@same_by (IZR K :: nil)%list ((0%nat, Z.to_nat (K - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => e (1 + Z.of_nat v0')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Total 0 (Total 0 (Times (Times (Times (En 0 (1 :: nil)%list%nat) (En 0 (0 :: nil)%list%nat)) (Num (1))) (Times (Num (1)) (Over (Num 2))))))
  (Times (Power (Total 0 (En 0 (0 :: nil)%list%nat)) 2) (Over (Num (2))))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put back spe0 | put overlap spe1 | ends])]]. }
split.
{ intros N v partial squares dom0 dom1 def0 def1 def2 def3.
assert (ind : forall N_now : Z, (1 <= N_now)%Z -> (N_now <= N)%Z -> partial N_now ^ 2 - squares N_now = 2 * sum 1 N_now (fun n => v n * partial (n - 1)%Z)).
{ apply (whole_induction (fun N_now : Z => (N_now <= N)%Z -> partial N_now ^ 2 - squares N_now = 2 * sum 1 N_now (fun n => v n * partial (n - 1)%Z))).
- intros most. transitivity ((0 + v 1%Z) ^ 2 - (0 + v 1%Z ^ 2)); [cong (first [put partial def0 | put partial def1 | put squares def2 | put squares def3 | ends]) | transitivity (2 * (v 1%Z * 0)); [exact (@same_by (v 1%Z :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Power (Plus (Num (0)) (Sc 0)) 2) (Minus (Plus (Num (0)) (Power (Sc 0) 2))))
  (Times (Num (2)) (Times (Sc 0) (Num (0))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put partial def0 | put partial def1 | put squares def2 | put squares def3 | ends])]].
- intros N_now least hyp most. assert (most' : (N_now <= N)%Z) by lia.
specialize (hyp most'). assert (zer : partial N_now ^ 2 - squares N_now - 2 * sum 1 N_now (fun n => v n * partial (n - 1)%Z) = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : partial (N_now + 1)%Z ^ 2 - squares (N_now + 1)%Z - 2 * sum 1 (N_now + 1) (fun n => v n * partial (n - 1)%Z) = 1 * (partial N_now ^ 2 - squares N_now - 2 * sum 1 N_now (fun n => v n * partial (n - 1)%Z))). { transitivity ((partial N_now + v (N_now + 1)%Z) ^ 2 - (squares N_now + v (N_now + 1)%Z ^ 2) - 2 * (sum 1 N_now (fun n_3 => v n_3 * partial (n_3 - 1)%Z) + v (N_now + 1)%Z * partial N_now)); [cong (first [put partial def0 | put partial def1 | put squares def2 | put squares def3 | ends]) | transitivity (1 * (partial N_now ^ 2 - squares N_now - 2 * sum 1 N_now (fun n_4 => v n_4 * partial (n_4 - 1)%Z))); [exact (@same_by (v (N_now + 1)%Z :: partial N_now :: INR (Z.to_nat (N_now - 1 + 1)%Z) :: squares N_now :: nil)%list ((2%nat, Z.to_nat (N_now - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: nil)%list => v (1 + Z.of_nat v0')%Z | 1%nat, (v0' :: nil)%list => partial ((1 + Z.of_nat v0')%Z - 1)%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Power (Plus (Sc 2) (Sc 0)) 2) (Minus (Plus (Sc 6) (Power (Sc 0) 2)))) (Minus (Times (Num (2)) (Plus (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat))) (Times (Sc 0) (Sc 2))))))
  (Times (Num (1)) (Plus (Plus (Power (Sc 2) 2) (Minus (Sc 6))) (Minus (Times (Num (2)) (Total 0 (Times (En 0 (0 :: nil)%list%nat) (En 1 (0 :: nil)%list%nat)))))))
  (List.repeat nil 11) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put partial def0 | put partial def1 | put squares def2 | put squares def3 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
apply (ind N); lia. }
split.
{ exact part_dc64db070cb6. }
split.
{ exact part_13d64343c28c. }
split.
{ exact part_0566cd21a3b2. }
exact part_8c26eb3d849e.
Qed.

(* LOOP-B-equality *)
Theorem claim_loop_b_equality :
(forall (N : Z) (eps eta C_W C_Delta Q : R),
(1 <= N)%Z ->
(0 < eps) ->
(0 < eta) ->
(0 < C_W) ->
(0 < C_Delta) ->
(0 < Q) ->
C_Delta * Q * eta / C_W * ((-1) + (1 + C_W * eps)) = C_Delta * Q * eps * eta) /\
(forall (N : Z) (eps eta C_W C_Delta Q : R),
(1 <= N)%Z ->
(0 < eps) ->
(0 < eta) ->
(0 < C_W) ->
(0 < C_Delta) ->
(0 < Q) ->
C_Delta * Q * eta / C_W * ((-1) + powerRZ (1 + C_W * eps) (1 + N)) = (1 + C_W * eps) * (C_Delta * Q * eta / C_W * ((-1) + powerRZ (1 + C_W * eps) N)) + C_Delta * Q * eps * eta) /\
(forall (N : Z) (eps eta C_W C_Delta Q : R),
(1 <= N)%Z ->
(0 < eps) ->
(0 < eta) ->
(0 < C_W) ->
(0 < C_Delta) ->
(0 < Q) ->
C_Delta * IZR N * Q * eps * eta * exp (C_W * IZR N * eps) = C_Delta * IZR N * Q * eps * eta * exp (C_W * IZR N * eps)) /\
(forall (N : Z) (eps eta zeta theta m : R),
(1 <= N)%Z ->
(0 < eps) ->
(0 < eta) ->
(0 < zeta) ->
(0 < theta) ->
(0 < m) ->
IZR N * eps * eta * m * zeta * (1 - theta) = IZR N * eps * eta * m * zeta * (1 - theta)) /\
(forall (N : Z) (eps eta zeta theta m : R),
(1 <= N)%Z ->
(0 < eps) ->
(0 < eta) ->
(0 < zeta) ->
(0 < theta) ->
(0 < m) ->
IZR N * eps * eta * zeta * sqrt (m ^ 2) * (1 + theta) = IZR N * eps * eta * m * zeta * (1 + theta)) /\
(forall (N L : Z) (lam C_J C_Delta eta : R),
(1 <= N)%Z ->
(1 <= L)%Z ->
(0 < lam) ->
(0 < C_J) ->
(0 < C_Delta) ->
(0 < eta) ->
C_Delta * C_J * eta * lam * sqrt (IZR L) = C_Delta * C_J * eta * lam * sqrt (IZR L)) /\
(forall (L C N : Z) (a_high a_low C_0 C_1 beta : R) (M : Z -> Z -> R) (B : Z -> Z -> R),
(1 <= L)%Z ->
(1 <= C)%Z ->
(1 <= N)%Z ->
(0 <= a_high) ->
(0 <= a_low) ->
(0 <= C_0) ->
(0 <= C_1) ->
(0 <= beta) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w ^ 2) / IZR C <= a_high) ->
(forall l : Z, (1 <= l <= L)%Z -> a_low <= sum 1 C (fun w => M l w ^ 2) / IZR C + sum 1 C (fun w => B l w ^ 2) / IZR C) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C <= (IZR L + (-1)) * C_1 * beta ^ 2) ->
(forall l : Z, (1 <= l <= L)%Z -> (-1) * (sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C) <= (IZR L + (-1)) * C_1 * beta ^ 2) ->
(forall l : Z, (1 <= l <= L)%Z -> sum 1 C (fun w => B l w ^ 2) / IZR C <= C_0 * beta ^ 2) ->
IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C) <= 2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) /\
IZR L * IZR N ^ 2 * (1 / 2 * a_low + (-1 / 2) * C_0 * beta ^ 2 - C_0 * IZR L * beta ^ 2 + (-1 / 2) * C_1 * beta ^ 2 * ((-1) + IZR L)) <= IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C)).
Proof.
split.
{ intros N eps eta C_W C_Delta Q dom0 dom1 dom2 dom3 dom4 dom5.
first [exact (@same_by (C_Delta :: Q :: eta :: C_W :: eps :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((6 :: 7 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Sc 0) (Sc 2)) (Sc 4)) (Over (Sc 6))) (Plus (Num (-1)) (Plus (Num (1)) (Times (Sc 6) (Sc 8)))))
  (Times (Times (Times (Sc 0) (Sc 2)) (Sc 8)) (Sc 4))
  (List.repeat nil 4) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | fieldy]. }
split.
{ intros N eps eta C_W C_Delta Q dom0 dom1 dom2 dom3 dom4 dom5.
first [fieldy | replace (powerRZ (1 + C_W * eps) (1 + N)) with ((1 + C_W * eps) * powerRZ (1 + C_W * eps) N) by monomials; fieldy]. }
split.
{ intros N eps eta C_W C_Delta Q dom0 dom1 dom2 dom3 dom4 dom5.
first [exact (@same_by (C_Delta :: IZR N :: Q :: eps :: eta :: exp (C_W * IZR N * eps) :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Times (Times (Times (Sc 0) (Sc 2)) (Sc 4)) (Sc 6)) (Sc 8)) (Sc 10))
  (Times (Times (Times (Times (Times (Sc 0) (Sc 2)) (Sc 4)) (Sc 6)) (Sc 8)) (Sc 10))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
split.
{ intros N eps eta zeta theta m dom0 dom1 dom2 dom3 dom4 dom5.
first [exact (@same_by (IZR N :: eps :: eta :: m :: zeta :: theta :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Times (Times (Times (Sc 0) (Sc 2)) (Sc 4)) (Sc 6)) (Sc 8)) (Plus (Num (1)) (Minus (Sc 10))))
  (Times (Times (Times (Times (Times (Sc 0) (Sc 2)) (Sc 4)) (Sc 6)) (Sc 8)) (Plus (Num (1)) (Minus (Sc 10))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
split.
{ intros N eps eta zeta theta m dom0 dom1 dom2 dom3 dom4 dom5.
first [fieldy | replace (sqrt (m ^ 2)) with (m) by monomials; fieldy]. }
split.
{ intros N L lam C_J C_Delta eta dom0 dom1 dom2 dom3 dom4 dom5.
first [exact (@same_by (C_Delta :: C_J :: eta :: lam :: sqrt (IZR L) :: IZR L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Times (Times (Sc 0) (Sc 2)) (Sc 4)) (Sc 6)) (Sc 8))
  (Times (Times (Times (Times (Sc 0) (Sc 2)) (Sc 4)) (Sc 6)) (Sc 8))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
intros L C N a_high a_low C_0 C_1 beta M B dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 giv0 giv1 giv2 giv3 giv4.
apply keep; [|intros cla0].
{ assert (gap : 2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) - IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C) = IZR N ^ 2 * (sum 1 C (fun w => (sum 1 L (fun l => M l w) - sum 1 L (fun l => B l w)) ^ 2) / IZR C + 2 * sum 1 L (fun l => a_high - sum 1 C (fun w => M l w ^ 2) / IZR C + ((IZR L + (-1)) * C_1 * beta ^ 2 - sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C)) + 2 * (IZR L * sum 1 L (fun l => C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + sum 1 L (fun k => sum 1 L (fun l => sum 1 C (fun w => (B l w - B k w) ^ 2) / IZR C)) / 2))). { transitivity (2 * IZR L * IZR N ^ 2 * (a_high + C_0 * IZR L * beta ^ 2 + C_1 * beta ^ 2 * ((-1) + IZR L)) - IZR N ^ 2 * (sum 1 C (fun w_1 => sum 1 L (fun l_2 => M l_2 w_1 + B l_2 w_1) ^ 2) / IZR C)); [cong (first [ends]) | transitivity (IZR N ^ 2 * (sum 1 C (fun w_3 => (sum 1 L (fun l_4 => M l_4 w_3) - sum 1 L (fun l_5 => B l_5 w_3)) ^ 2) / IZR C + 2 * sum 1 L (fun l_6 => a_high - sum 1 C (fun w_7 => M l_6 w_7 ^ 2) / IZR C + ((IZR L + (-1)) * C_1 * beta ^ 2 - sum 1 C (fun w_8 => M l_6 w_8 * (sum 1 L (fun k_9 => M k_9 w_8) - M l_6 w_8)) / IZR C)) + 2 * (IZR L * sum 1 L (fun l_10 => C_0 * beta ^ 2 - sum 1 C (fun w_11 => B l_10 w_11 ^ 2) / IZR C) + sum 1 L (fun k_12 => sum 1 L (fun l_13 => sum 1 C (fun w_14 => (B l_13 w_14 - B k_12 w_14) ^ 2) / IZR C)) / 2))); [exact (@same_by (IZR N :: IZR C :: IZR L :: C_0 :: beta :: C_1 :: a_high :: nil)%list ((1%nat, Z.to_nat (C - 1 + 1)%Z) :: (2%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => B (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Times (Times (Num (2)) (Sc 4)) (Power (Sc 0) 2)) (Plus (Plus (Sc 12) (Times (Times (Sc 6) (Sc 4)) (Power (Sc 8) 2))) (Times (Times (Sc 10) (Power (Sc 8) 2)) (Plus (Num (-1)) (Sc 4))))) (Minus (Times (Power (Sc 0) 2) (Times (Total 0 (Power (Total 1 (Plus (En 1 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: 0 :: nil)%list%nat))) 2)) (Over (Sc 2))))))
  (Times (Power (Sc 0) 2) (Plus (Plus (Times (Total 0 (Power (Plus (Total 1 (En 1 (1 :: 0 :: nil)%list%nat)) (Minus (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)))) 2)) (Over (Sc 2))) (Times (Num (2)) (Total 1 (Plus (Plus (Sc 12) (Minus (Times (Total 0 (Power (En 1 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 2))))) (Plus (Times (Times (Plus (Sc 4) (Num (-1))) (Sc 10)) (Power (Sc 8) 2)) (Minus (Times (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Plus (Total 1 (En 1 (2 :: 1 :: nil)%list%nat)) (Minus (En 1 (0 :: 1 :: nil)%list%nat))))) (Over (Sc 2))))))))) (Times (Num (2)) (Plus (Times (Sc 4) (Total 1 (Plus (Times (Sc 6) (Power (Sc 8) 2)) (Minus (Times (Total 0 (Power (En 0 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 2))))))) (Times (Total 1 (Total 1 (Times (Total 0 (Power (Plus (En 0 (1 :: 2 :: nil)%list%nat) (Minus (En 0 (0 :: 2 :: nil)%list%nat))) 2)) (Over (Sc 2))))) (Over (Num (2))))))))
  ((nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= IZR N ^ 2 * (sum 1 C (fun w => (sum 1 L (fun l => M l w) - sum 1 L (fun l => B l w)) ^ 2) / IZR C + 2 * sum 1 L (fun l => a_high - sum 1 C (fun w => M l w ^ 2) / IZR C + ((IZR L + (-1)) * C_1 * beta ^ 2 - sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C)) + 2 * (IZR L * sum 1 L (fun l => C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + sum 1 L (fun k => sum 1 L (fun l => sum 1 C (fun w => (B l w - B k w) ^ 2) / IZR C)) / 2))) by pos. clear - gap sgn; lra. }
assert (gap : IZR N ^ 2 * (sum 1 C (fun w => sum 1 L (fun l => M l w + B l w) ^ 2) / IZR C) - IZR L * IZR N ^ 2 * (1 / 2 * a_low + (-1 / 2) * C_0 * beta ^ 2 - C_0 * IZR L * beta ^ 2 + (-1 / 2) * C_1 * beta ^ 2 * ((-1) + IZR L)) = IZR N ^ 2 * (sum 1 C (fun w => (sum 1 L (fun l => M l w) + 2 * sum 1 L (fun l => B l w)) ^ 2) / IZR C / 2 + sum 1 L (fun l => sum 1 C (fun w => M l w ^ 2) / IZR C + sum 1 C (fun w => B l w ^ 2) / IZR C - a_low + (C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + ((IZR L + (-1)) * C_1 * beta ^ 2 - (-1) * (sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C))) / 2 + (IZR L * sum 1 L (fun l => C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + sum 1 L (fun k => sum 1 L (fun l => sum 1 C (fun w => (B l w - B k w) ^ 2) / IZR C)) / 2))). { transitivity (IZR N ^ 2 * (sum 1 C (fun w_15 => sum 1 L (fun l_16 => M l_16 w_15 + B l_16 w_15) ^ 2) / IZR C) - IZR L * IZR N ^ 2 * (1 / 2 * a_low + (-1 / 2) * C_0 * beta ^ 2 - C_0 * IZR L * beta ^ 2 + (-1 / 2) * C_1 * beta ^ 2 * ((-1) + IZR L))); [cong (first [ends]) | transitivity (IZR N ^ 2 * (sum 1 C (fun w_17 => (sum 1 L (fun l_18 => M l_18 w_17) + 2 * sum 1 L (fun l_19 => B l_19 w_17)) ^ 2) / IZR C / 2 + sum 1 L (fun l_20 => sum 1 C (fun w_21 => M l_20 w_21 ^ 2) / IZR C + sum 1 C (fun w_22 => B l_20 w_22 ^ 2) / IZR C - a_low + (C_0 * beta ^ 2 - sum 1 C (fun w_23 => B l_20 w_23 ^ 2) / IZR C) + ((IZR L + (-1)) * C_1 * beta ^ 2 - (-1) * (sum 1 C (fun w_24 => M l_20 w_24 * (sum 1 L (fun k_25 => M k_25 w_24) - M l_20 w_24)) / IZR C))) / 2 + (IZR L * sum 1 L (fun l_26 => C_0 * beta ^ 2 - sum 1 C (fun w_27 => B l_26 w_27 ^ 2) / IZR C) + sum 1 L (fun k_28 => sum 1 L (fun l_29 => sum 1 C (fun w_30 => (B l_29 w_30 - B k_28 w_30) ^ 2) / IZR C)) / 2))); [exact (@same_by (IZR L :: IZR N :: C_0 :: beta :: C_1 :: a_low :: IZR C :: nil)%list ((6%nat, Z.to_nat (C - 1 + 1)%Z) :: (0%nat, Z.to_nat (L - 1 + 1)%Z) :: nil)%list (fun f_ v_ => match f_, v_ with | 0%nat, (v0' :: v1' :: nil)%list => B (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | 1%nat, (v0' :: v1' :: nil)%list => M (1 + Z.of_nat v0')%Z (1 + Z.of_nat v1')%Z | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Power (Sc 2) 2) (Times (Total 0 (Power (Total 1 (Plus (En 1 (1 :: 0 :: nil)%list%nat) (En 0 (1 :: 0 :: nil)%list%nat))) 2)) (Over (Sc 12)))) (Minus (Times (Times (Sc 0) (Power (Sc 2) 2)) (Plus (Plus (Plus (Times (Times (Num (1)) (Over (Num 2))) (Sc 10)) (Times (Times (Times (Num (-1)) (Over (Num 2))) (Sc 4)) (Power (Sc 6) 2))) (Minus (Times (Times (Sc 4) (Sc 0)) (Power (Sc 6) 2)))) (Times (Times (Times (Times (Num (-1)) (Over (Num 2))) (Sc 8)) (Power (Sc 6) 2)) (Plus (Num (-1)) (Sc 0)))))))
  (Times (Power (Sc 2) 2) (Plus (Plus (Times (Times (Total 0 (Power (Plus (Total 1 (En 1 (1 :: 0 :: nil)%list%nat)) (Times (Num (2)) (Total 1 (En 0 (1 :: 0 :: nil)%list%nat)))) 2)) (Over (Sc 12))) (Over (Num (2)))) (Times (Total 1 (Plus (Plus (Plus (Plus (Times (Total 0 (Power (En 1 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 12))) (Times (Total 0 (Power (En 0 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 12)))) (Minus (Sc 10))) (Plus (Times (Sc 4) (Power (Sc 6) 2)) (Minus (Times (Total 0 (Power (En 0 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 12)))))) (Plus (Times (Times (Plus (Sc 0) (Num (-1))) (Sc 8)) (Power (Sc 6) 2)) (Minus (Times (Num (-1)) (Times (Total 0 (Times (En 1 (0 :: 1 :: nil)%list%nat) (Plus (Total 1 (En 1 (2 :: 1 :: nil)%list%nat)) (Minus (En 1 (0 :: 1 :: nil)%list%nat))))) (Over (Sc 12)))))))) (Over (Num (2))))) (Plus (Times (Sc 0) (Total 1 (Plus (Times (Sc 4) (Power (Sc 6) 2)) (Minus (Times (Total 0 (Power (En 0 (0 :: 1 :: nil)%list%nat) 2)) (Over (Sc 12))))))) (Times (Total 1 (Total 1 (Times (Total 0 (Power (Plus (En 0 (1 :: 2 :: nil)%list%nat) (Minus (En 0 (0 :: 2 :: nil)%list%nat))) 2)) (Over (Sc 12))))) (Over (Num (2)))))))
  ((nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (1 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: nil)%list%nat :: (nil)%list%nat :: (0 :: nil)%list%nat :: (0 :: 1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: (1 :: 0 :: nil)%list%nat :: nil)%list ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]]. } assert (sgn : 0 <= IZR N ^ 2 * (sum 1 C (fun w => (sum 1 L (fun l => M l w) + 2 * sum 1 L (fun l => B l w)) ^ 2) / IZR C / 2 + sum 1 L (fun l => sum 1 C (fun w => M l w ^ 2) / IZR C + sum 1 C (fun w => B l w ^ 2) / IZR C - a_low + (C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + ((IZR L + (-1)) * C_1 * beta ^ 2 - (-1) * (sum 1 C (fun w => M l w * (sum 1 L (fun k => M k w) - M l w)) / IZR C))) / 2 + (IZR L * sum 1 L (fun l => C_0 * beta ^ 2 - sum 1 C (fun w => B l w ^ 2) / IZR C) + sum 1 L (fun k => sum 1 L (fun l => sum 1 C (fun w => (B l w - B k w) ^ 2) / IZR C)) / 2))) by pos. clear - gap sgn; lra.
Qed.

(* LOOP-B-X12 *)
Theorem claim_loop_b_x12 :
(forall (N L : Z) (H_0 s lambda : R),
(1 <= N)%Z ->
(1 <= L)%Z ->
(0 < H_0) ->
(0 <= s) ->
(0 <= lambda) ->
IZR L * (IZR N * lambda / (IZR N * sqrt (IZR L))) ^ 2 = lambda ^ 2 /\
H_0 * exp (1 / 2 * lambda ^ 2 * s ^ 2) = H_0 * exp (s ^ 2 * lambda ^ 2 / 2)) /\
(forall (rho : R),
(0 <= rho) ->
(rho < 1) ->
is_derive (fun rho' : R => 1 / 2 / PI * (sqrt ((1 + rho') * (1 - rho')) + rho' * acos ((-1) * rho'))) rho (1 / 2 / PI * acos ((-1) * rho)) /\
1 / 4 <= 1 / 2 / PI * acos ((-1) * rho) /\
1 / 2 / PI * (sqrt ((1 + rho) * (1 - rho)) + rho * acos ((-1) * rho)) - rho * (1 / 2 / PI * acos ((-1) * rho)) = 1 / 2 / PI * sqrt (1 - rho ^ 2) /\
1 / 2 / PI * (sqrt ((1 + 0) * (1 - 0)) + 0 * acos ((-1) * 0)) = 1 / (2 * PI) /\
1 / 2 / PI * (sqrt ((1 + 1) * (1 - 1)) + 1 * acos ((-1) * 1)) = 1 / 2) /\
(forall (K : Z) (s a own R' : R) (e : Z -> R) (overlap : Z -> R),
(0 <= K)%Z ->
(0 <= s) ->
(0 <= a) ->
(0 <= own) ->
(0 <= R') ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= e i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= overlap i1)) ->
(forall k : Z, (1 <= k <= K)%Z -> overlap k <= R' ^ 2 / 2) ->
own <= R' ^ 2 / 2 ->
s ^ 2 * (2 * a * sum 1 K (fun k => e k * overlap k) + a ^ 2 * own) <= R' ^ 2 * s ^ 2 / 2 * ((sum 1 K (fun k => e k) + a) ^ 2 - sum 1 K (fun k => e k) ^ 2)) /\
(forall (K : Z) (H_0 : R) (x : Z -> R) (more : Z -> R) (lack : Z -> R) (H : Z -> R) (E : Z -> R),
(1 <= K)%Z ->
(0 <= H_0) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= x i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= more i1)) ->
(forall i1 : Z, (1 <= i1 <= K)%Z -> (0 <= lack i1)) ->
H 0%Z = H_0 ->
E 0%Z = H_0 ->
(forall done : Z, (0 <= done <= (K - 1))%Z -> H (done + 1)%Z = H done * (1 + x (done + 1)%Z) - lack (done + 1)%Z) ->
(forall done : Z, (0 <= done <= (K - 1))%Z -> E (done + 1)%Z = E done * (1 + x (done + 1)%Z + more (done + 1)%Z)) ->
H 0%Z <= E 0%Z ->
(forall at' : Z, (0 <= at' <= (K - 1))%Z -> 0 <= E at') /\
(forall at' : Z, (0 <= at' <= (K - 1))%Z -> H at' <= E at')) /\
(forall (t : R),
(0 <= t) ->
1 + t <= exp t).
Proof.
split.
{ intros N L H_0 s lambda dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ first [exact (@same_by (IZR L :: IZR N :: lambda :: sqrt (IZR L) :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((7 :: 7 :: nil)%list%nat, (1 :: nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Sc 0) (Power (Times (Times (Sc 2) (Sc 4)) (Over (Times (Sc 2) (Sc 6)))) 2))
  (Power (Sc 4) 2)
  (List.repeat nil 2) ltac:(sizes) ltac:(split; [inverse | split; [over_root | split; [inverse | exact Logic.I]]]) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
clear cla0. first [fieldy | replace (exp (s ^ 2 * lambda ^ 2 / 2)) with (exp (1 / 2 * lambda ^ 2 * s ^ 2)) by monomials; fieldy]. }
split.
{ exact part_dc64db070cb6. }
split.
{ exact part_13d64343c28c. }
split.
{ exact part_0566cd21a3b2. }
exact part_8c26eb3d849e.
Qed.
