(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus bounds.
Open Scope R_scope.

(* CHAIN-R1 *)
Theorem claim_chain_r1 :
forall (v k L L0 s x alpha : R),
(0 < v) ->
(v < 1) ->
(0 < k) ->
(1 <= L) ->
(2 <= L0) ->
(1 <= s) ->
(s <= 2) ->
(0 < x) ->
(0 < alpha) ->
v - k / L * Rpower v ((-1) + L) * ((-1) + Rpower v L) = v + k / L * Rpower v ((-1) + L) * (1 - Rpower v L) /\
0 < k / L * Rpower v ((-1) + L) * (1 - Rpower v L) /\
1 - Rpower v L <= L * (1 - v) /\
(1 - exp ((-1) * x)) * exp ((-1) * x) <= x /\
(exists V1 : R, is_derive (fun v' : R => v' + k / L * Rpower v' ((-1) + L) * (1 - Rpower v' L)) v V1 /\ L / k * ((-1) + k + V1) = L * (1 - Rpower v ((-2) + L)) + Rpower v ((-2) + L) * (1 - Rpower v L) * ((-1) + 2 * L)) /\
(1 - Rpower v ((-2) + 2 * L)) * ((-1) + 2 * L) + Rpower v ((-2) + L) * (1 - Rpower v (2 - L)) * ((-1) + L) = L * (1 - Rpower v ((-2) + L)) + Rpower v ((-2) + L) * (1 - Rpower v L) * ((-1) + 2 * L) /\
0 <= L0 * (1 - Rpower v ((-2) + L0)) + Rpower v ((-2) + L0) * (1 - Rpower v L0) * ((-1) + 2 * L0) /\
0 <= (1 - Rpower v ((-2) + 2 * s)) * ((-1) + 2 * s) + Rpower v ((-2) + s) * (1 - Rpower v (2 - s)) * ((-1) + s) /\
(exists V1 : R, is_derive (fun alpha' : R => alpha' * k * (1 - alpha') + ln alpha') alpha V1 /\ / k * ((-1) + k + alpha * V1) = (1 - alpha) * (1 + 2 * alpha)).
Proof.
intros v k L L0 s x alpha dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8.
apply keep; [|intros cla0].
{ first [transitivity (v - k / L * (/ v * Rpower v L) * ((-1) + Rpower v L)); [cong (first [ends]) | transitivity (v + k / L * (/ v * Rpower v L) * (1 - Rpower v L)); [exact (@same_by (k :: L :: v :: Rpower v L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 4) (Minus (Times (Times (Times (Sc 0) (Over (Sc 2))) (Times (Over (Sc 4)) (Sc 6))) (Plus (Num (-1)) (Sc 6)))))
  (Plus (Sc 4) (Times (Times (Times (Sc 0) (Over (Sc 2))) (Times (Over (Sc 4)) (Sc 6))) (Plus (Num (1)) (Minus (Sc 6)))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower v ((-1) + L)) with (/ v * Rpower v L) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
apply keep; [|intros cla2].
{ destruct (MVT_cor2 (fun t => Rpower t L) (fun t => L * Rpower t (L - 1)) v 1 dom1)
  as [c [e [l u]]]; [intros c q; apply derivable_pt_lim_power; lra|].
replace (Rpower 1 L) with 1 in e by (unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity). rewrite e.
assert (Rpower c (L - 1) <= 1). { replace (Rpower c (L - 1)) with (Rpower (/ c) (- (L - 1)))
  by (unfold Rpower; rewrite ln_Rinv by lra; f_equal; ring).
apply power_most; [rewrite <- Rinv_1; apply Rinv_le_contravar; lra | lra]. }
assert (0 < Rpower c (L - 1)) by apply exp_pos.
apply Rmult_le_compat_r; [lra|]. nra. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. overs. exists (1 + (((-1) + L) * (Rpower v ((-1) + L) / v) * k / L * (1 - Rpower v L) + L * (Rpower v L / v) * (-1) * k / L * Rpower v ((-1) + L))). split; [sloped |]. replace (Rpower v ((-1) + L)) with (/ v * Rpower v L) by monomials; replace (Rpower v ((-2) + L)) with (/ v ^ 2 * Rpower v L) by monomials; fieldy. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. first [transitivity ((1 - / v / v * Rpower v L * Rpower v L) * ((-1) + 2 * L) + / v / v * Rpower v L * (1 - v * v / Rpower v L) * ((-1) + L)); [cong (first [ends]) | transitivity (L * (1 - / v / v * Rpower v L) + / v / v * Rpower v L * (1 - Rpower v L) * ((-1) + 2 * L)); [exact (@same_by (v :: Rpower v L :: L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Plus (Num (1)) (Minus (Times (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Sc 2)) (Sc 2)))) (Plus (Num (-1)) (Times (Num (2)) (Sc 4)))) (Times (Times (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Sc 2)) (Plus (Num (1)) (Minus (Times (Times (Sc 0) (Sc 0)) (Over (Sc 2)))))) (Plus (Num (-1)) (Sc 4))))
  (Plus (Times (Sc 4) (Plus (Num (1)) (Minus (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Sc 2))))) (Times (Times (Times (Times (Over (Sc 0)) (Over (Sc 0))) (Sc 2)) (Plus (Num (1)) (Minus (Sc 2)))) (Plus (Num (-1)) (Times (Num (2)) (Sc 4)))))
  (List.repeat nil 14) ltac:(sizes) ltac:(split; [inverse | split; [inverse | exact Logic.I]]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower v ((-2) + 2 * L)) with (/ v ^ 2 * Rpower v L ^ 2) by monomials; replace (Rpower v ((-2) + L)) with (/ v ^ 2 * Rpower v L) by monomials; replace (Rpower v (2 - L)) with (v ^ 2 / Rpower v L) by monomials; fieldy]. }
apply keep; [|intros cla6].
{ assert (p : Rpower v ((-2) + L0) <= 1). { replace (Rpower v ((-2) + L0)) with (Rpower (/ v) (- ((-2) + L0)))
  by (unfold Rpower; rewrite ln_Rinv by lra; f_equal; ring).
apply power_most; [rewrite <- Rinv_1; apply Rinv_le_contravar; lra | lra]. }
assert (q : Rpower v (L0) <= 1). { replace (Rpower v (L0)) with (Rpower (/ v) (- (L0)))
  by (unfold Rpower; rewrite ln_Rinv by lra; f_equal; ring).
apply power_most; [rewrite <- Rinv_1; apply Rinv_le_contravar; lra | lra]. }
assert (0 < Rpower v ((-2) + L0)) by apply exp_pos.
apply Rplus_le_le_0_compat; [apply Rmult_le_pos; lra|].
apply Rmult_le_pos; [apply Rmult_le_pos|]; lra. }
apply keep; [|intros cla7].
{ assert (p : Rpower v ((-2) + 2 * s) <= 1). { replace (Rpower v ((-2) + 2 * s)) with (Rpower (/ v) (- ((-2) + 2 * s)))
  by (unfold Rpower; rewrite ln_Rinv by lra; f_equal; ring).
apply power_most; [rewrite <- Rinv_1; apply Rinv_le_contravar; lra | lra]. }
assert (q : Rpower v (2 - s) <= 1). { replace (Rpower v (2 - s)) with (Rpower (/ v) (- (2 - s)))
  by (unfold Rpower; rewrite ln_Rinv by lra; f_equal; ring).
apply power_most; [rewrite <- Rinv_1; apply Rinv_le_contravar; lra | lra]. }
assert (0 < Rpower v ((-2) + s)) by apply exp_pos.
apply Rplus_le_le_0_compat; [apply Rmult_le_pos; lra|].
apply Rmult_le_pos; [apply Rmult_le_pos|]; lra. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7. overs. exists (k * (1 - alpha) + (-1) * alpha * k + / alpha). split; [sloped |]. fieldy.
Qed.

(* CHAIN-I8-block2-peak *)
Theorem claim_chain_i8_block2_peak :
forall (u x L mu_xx s r : R),
(1 < u) ->
(1 < x) ->
(x < 2) ->
(1 <= L) ->
(0 < mu_xx) ->
(2 < s) ->
(1 < r) ->
4 * mu_xx * Rpower (mu_xx * Rpower u L / mu_xx) (2 + (-2) / L) * ((-1) + Rpower (mu_xx * Rpower u L / mu_xx) (/ L)) = 4 * mu_xx * / u ^ 2 * Rpower u (2 * L) * ((-1) + u) /\
is_derive (fun u' : R => / u' ^ 2 * ((-1) + u')) u (/ u ^ 3 * (2 - u)) /\
0 < / x ^ 3 * (2 - x) /\
/ s ^ 3 * (2 - s) < 0 /\
1 / 4 - / u ^ 2 * ((-1) + u) = 1 / 4 * / u ^ 2 * ((-2) + u) ^ 2 /\
ln r = ln 2 * (/ ln 2 * ln r).
Proof.
intros u x L mu_xx s r dom0 dom1 dom2 dom3 dom4 dom5 dom6.
apply keep; [|intros cla0].
{ first [fieldy | replace (mu_xx * Rpower u L / mu_xx) with (Rpower u L) by based; replace (Rpower (Rpower u L) (2 + (-2) / L)) with (/ u ^ 2 * Rpower u L ^ 2) by monomials; replace (Rpower (Rpower u L) (/ L)) with (u) by monomials; replace (Rpower u (2 * L)) with (Rpower u L ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (slope_is _ _ ((-2) * / u ^ 3 * ((-1) + u) + / u ^ 2) _); [sloped |]. fieldy. }
apply keep; [|intros cla2].
{ clear cla0 cla1. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]. }
apply keep; [|intros cla3].
{ replace (/ s ^ 3 * (2 - s)) with (- ((s - 2) * / s ^ 3)) by (field; lra).
assert (0 < (s - 2) * / s ^ 3) by (apply Rmult_lt_0_compat; [lra | pos]). lra. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. first [exact (@same_by (u :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Plus (Times (Num (1)) (Over (Num 4))) (Minus (Times (Over (Power (Sc 0) 2)) (Plus (Num (-1)) (Sc 0)))))
  (Times (Times (Times (Num (1)) (Over (Num 4))) (Over (Power (Sc 0) 2))) (Power (Plus (Num (-2)) (Sc 0)) 2))
  (List.repeat nil 7) ltac:(sizes) ltac:(split; [inverse | exact Logic.I]) ltac:(vm_compute; reflexivity)) | fieldy]. }
assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra). field; lra.
Qed.

(* CHAIN-E34-largest *)
Theorem claim_chain_e34_largest :
forall (L r mu_xx mu_yy eta k x : R),
(1 <= L) ->
(1 < r) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < eta) ->
(0 < k) ->
(0 < x) ->
is_derive (fun w' : R => w' - eta * Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + / L * u' ^ 2) ^ 2 * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) - mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L) * (1 + / L * u' ^ 2)) w') (sqrt L * sqrt ((-1) + Rpower r (/ L))) (1 - eta * (4 * mu_xx * Rpower (mu_xx * r / mu_xx) (2 + (-2) / L) * ((-1) + Rpower (mu_xx * r / mu_xx) (/ L)))) /\
(((1 - k) ^ 2 < 1) <-> (k < 2)) /\
0 < 8 + 8 / 3 * (1 - Rpower (Rpower (1 + x) L) ((-1) / L)) * ((-9) + 9 * L) + 8 / 3 * (1 - Rpower (Rpower (1 + x) L) ((-1) / L)) ^ 2 * ((-4) + 5 * L) * ((-2) + 2 * L).
Proof.
intros L r mu_xx mu_yy eta k x dom0 dom1 dom2 dom3 dom4 dom5 dom6.
apply keep; [|intros cla0].
{ overs. assert (0 < 1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) by (replace (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) with (Rpower r (/ L)) by based; pos). apply (slope_is _ _ (1 + ((2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * 2 * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) + 2 / L * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2))) * (1 / 2) * mu_xx * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (1 / 2) * mu_xx) + (2 / L * (-1) * mu_xx * r * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) + ((-1) + L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * (-1) * mu_xx * r))) * (-1) * eta) _); [near_where (fun w' : R => w' - eta * (2 * (1 + / L * w' ^ 2) * (2 * w' / L) * (1 / 2) * mu_xx * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) + 2 * w' / L * (-1) * mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L))) (fun w' : R => 1 + / L * w' ^ 2) |]. replace (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) with (Rpower r (/ L)) by based; replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; root_in ((-1) + Rpower r (/ L)) (Rpower r (/ L)) 1; root_of L; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. first [linear | solve [split; intros; nra]]. }
replace (Rpower (Rpower (1 + x) L) ((-1) / L)) with (/ (1 + x)) by monomials.
assert (p : 0 < 1 - / (1 + x)).
{ replace (1 - / (1 + x)) with (x * / (1 + x)) by (field; lra); pos. }
revert p; generalize (1 - / (1 + x)); intros y p.
assert (0 <= 8 / 3 * y * ((-9) + 9 * L)) by (apply Rmult_le_pos; lra).
assert (0 <= y ^ 2) by apply pow2_ge_0.
assert (0 <= 8 / 3 * y ^ 2 * ((-4) + 5 * L) * ((-2) + 2 * L))
  by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra). lra.
Qed.

(* CHAIN-I13-crossing *)
Theorem claim_chain_i13_crossing :
forall (alpha0 : R),
(0 < alpha0) ->
(3 / 2 * Rpower alpha0 (1 / 6)) ^ 6 = alpha0 / (64 / 729) /\
((1 < alpha0 / (64 / 729)) <-> (64 / 729 < alpha0)) /\
3 * Rpower alpha0 (-1 / 3) = 3 / 2 * Rpower alpha0 (1 / 6) * (2 * / sqrt alpha0).
Proof.
intros alpha0 dom0.
apply keep; [|intros cla0].
{ rewrite Rpow_mult_distr. replace (Rpower alpha0 (1 / 6) ^ 6) with alpha0 by monomials.
field. }
apply keep; [|intros cla1].
{ clear cla0. first [linear | solve [split; intros; nra]]. }
clear cla0 cla1. first [fieldy | replace (Rpower alpha0 (-1 / 3)) with (/ Rpower alpha0 (1 / 6) ^ 2) by monomials; replace (/ sqrt alpha0) with (/ Rpower alpha0 (1 / 6) ^ 3) by monomials; fieldy].
Qed.

(* CHAIN-I6 *)
Theorem claim_chain_i6 :
(forall (L r mu_xx mu_yy eta k : R),
(1 <= L) ->
(0 < r) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < eta) ->
(0 < k) ->
is_derive (fun w' : R => w' - eta * Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w' ((-2) + 2 * L) - mu_xx * r * u' * Rpower w' ((-1) + L)) w') (Rpower r (/ L)) (1 - eta * (L * mu_xx * Rpower (mu_xx * r / mu_xx) (2 + (-2) / L))) /\
is_derive (fun w' : R => w' - eta * Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) - mu_xx * r * Rpower (1 + w' * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) w') (sqrt L * ((-1) + Rpower r (/ L))) (1 - eta * (mu_xx * Rpower (mu_xx * r / mu_xx) (2 + (-2) / L))) /\
(((1 - k) ^ 2 < 1) <-> (k < 2))) /\
(forall (L r mu_xx mu_yy eta : R),
(1 <= L) ->
(1 < r) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < eta) ->
is_derive (fun w' : R => w' - eta * Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + / L * u' ^ 2) ^ 2 * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) - mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L) * (1 + / L * u' ^ 2)) w') (sqrt L * sqrt ((-1) + Rpower r (/ L))) (1 - eta * (4 * mu_xx * Rpower (mu_xx * r / mu_xx) (2 + (-2) / L) * ((-1) + Rpower (mu_xx * r / mu_xx) (/ L))))).
Proof.
split.
{ intros L r mu_xx mu_yy eta k dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ overs. apply (slope_is _ _ (1 + (2 * (1 / 2) * mu_xx * Rpower (Rpower r (/ L)) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (Rpower r (/ L)) ((-2) + 2 * L) / Rpower r (/ L)) * (2 * Rpower r (/ L) * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (Rpower r (/ L)) ((-1) + L) / Rpower r (/ L)) * ((-1) * mu_xx * r)) * (-1) * eta) _); [near_where (fun w' : R => w' - eta * (2 * w' * (1 / 2) * mu_xx * Rpower w' ((-2) + 2 * L) + (-1) * mu_xx * r * Rpower w' ((-1) + L))) (fun w' : R => w') |]. replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. overs. assert (0 < 1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) by (replace (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) with (Rpower r (/ L)) by based; pos). apply (slope_is _ _ (1 + (/ sqrt L * 2 * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-2) + 2 * L) / (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) * / sqrt L * (2 * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) * / sqrt L * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-1) + L) / (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) * / sqrt L * (/ sqrt L * (-1) * mu_xx * r)) * (-1) * eta) _); [near_where (fun w' : R => w' - eta * (2 * (1 + w' * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_xx * r * Rpower (1 + w' * / sqrt L) ((-1) + L))) (fun w' : R => 1 + w' * / sqrt L) |]. replace (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) with (Rpower r (/ L)) by based; replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; root_of L; fieldy. }
clear cla0 cla1. first [linear | solve [split; intros; nra]]. }
intros L r mu_xx mu_yy eta dom0 dom1 dom2 dom3 dom4.
overs. assert (0 < 1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) by (replace (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) with (Rpower r (/ L)) by based; pos). apply (slope_is _ _ (1 + ((2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * 2 * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) + 2 / L * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2))) * (1 / 2) * mu_xx * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (1 / 2) * mu_xx) + (2 / L * (-1) * mu_xx * r * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) + ((-1) + L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * (-1) * mu_xx * r))) * (-1) * eta) _); [near_where (fun w' : R => w' - eta * (2 * (1 + / L * w' ^ 2) * (2 * w' / L) * (1 / 2) * mu_xx * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) + 2 * w' / L * (-1) * mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L))) (fun w' : R => 1 + / L * w' ^ 2) |]. replace (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) with (Rpower r (/ L)) by based; replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; root_in ((-1) + Rpower r (/ L)) (Rpower r (/ L)) 1; root_of L; fieldy.
Qed.

(* CHAIN-E7 *)
Theorem claim_chain_e7 :
forall (M : Z) (p x y alpha L u : R) (a : Z -> R) (b : Z -> R),
(1 <= M)%Z ->
((-1) < p) ->
(0 < x) ->
(x < 1) ->
(0 < y) ->
(0 < alpha) ->
(alpha < 1) ->
(1 <= L) ->
(0 < u) ->
(u < 1) ->
a 0%Z = 1 ->
(forall m : Z, (0 <= m <= (M - 1))%Z -> a (m + 1)%Z = a m * (p + IZR m)) ->
b 0%Z = 1 ->
(forall m : Z, (0 <= m <= (M - 1))%Z -> b (m + 1)%Z = b m * (p + 1 + IZR m)) ->
(forall m : Z, (0 <= m <= M)%Z -> (p + IZR m) * a m = p * b m) /\
is_derive (fun x' : R => Rpower x' y / y) x (Rpower x ((-1) + y)) /\
is_derive (fun x' : R => (-1) * Rpower x' ((-1) * y) / y) x (Rpower x ((-1) - y)) /\
1 / (Rpower alpha (2 + (-2) / L) * (1 - alpha)) = Rpower alpha ((-2) + 2 / L) / (1 - alpha) /\
is_derive (fun alpha' : R => ln (alpha' / (1 - alpha'))) alpha (1 / (alpha * (1 - alpha))) /\
1 - 1 = 0 /\
is_derive (fun z' : R => Rpower x z' - Rpower u z') 0 ((-1) * ln u + ln x).
Proof.
intros M p x y alpha L u a b dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8 dom9 def0 def1 def2 def3.
apply keep; [|intros cla0].
{ assert (ind : forall m : Z, (0 <= m)%Z -> (m <= M)%Z -> (p + IZR m) * a m = p * b m).
{ apply (whole_induction (fun m : Z => (m <= M)%Z -> (p + IZR m) * a m = p * b m)).
- intros most. transitivity ((p + 0) * 1); [cong (first [put a def0 | put a def1 | put b def2 | put b def3 | ends]) | transitivity (p * 1); [exact (@same_by (p :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Plus (Sc 0) (Num (0))) (Num (1)))
  (Times (Sc 0) (Num (1)))
  (List.repeat nil 3) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put a def0 | put a def1 | put b def2 | put b def3 | ends])]].
- intros m least hyp most. assert (most' : (m <= M)%Z) by lia.
specialize (hyp most'). assert (zer : (p + IZR m) * a m - p * b m = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : (p + (IZR m + 1)) * a (m + 1)%Z - p * b (m + 1)%Z = (p + IZR m + 1) * ((p + IZR m) * a m - p * b m)). { transitivity ((p + (IZR m + 1)) * (a m * (p + IZR m)) - p * (b m * (p + 1 + IZR m))); [cong (first [put a def0 | put a def1 | put b def2 | put b def3 | ends]) | transitivity ((p + IZR m + 1) * ((p + IZR m) * a m - p * b m)); [exact (@same_by (p :: b m :: IZR m :: a m :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Plus (Sc 0) (Plus (Sc 4) (Num (1)))) (Times (Sc 6) (Plus (Sc 0) (Sc 4)))) (Minus (Times (Sc 0) (Times (Sc 2) (Plus (Plus (Sc 0) (Num (1))) (Sc 4))))))
  (Times (Plus (Plus (Sc 0) (Sc 4)) (Num (1))) (Plus (Times (Plus (Sc 0) (Sc 4)) (Sc 6)) (Minus (Times (Sc 0) (Sc 2)))))
  (List.repeat nil 18) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put a def0 | put a def1 | put b def2 | put b def3 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
intros m ran0. apply ind; lia. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (slope_is _ _ (y * (Rpower x y / x) / y) _); [sloped |]. replace (Rpower x ((-1) + y)) with (/ x * Rpower x y) by monomials; fieldy. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. apply (slope_is _ _ ((-1) * y * (Rpower x ((-1) * y) / x) * (-1) / y) _); [sloped |]. replace (Rpower x ((-1) * y)) with (/ Rpower x y) by monomials; replace (Rpower x ((-1) - y)) with (/ x / Rpower x y) by monomials; fieldy. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. first [fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha ((-2) + 2 / L)) with (/ alpha ^ 2 * Rpower alpha (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. overs. apply (slope_is _ _ (/ (alpha / (1 - alpha)) * (/ (1 - alpha) + (-1) * / (1 - alpha) ^ 2 * (-1) * alpha)) _); [sloped |]. fieldy. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. first [exact (@same_by (nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Num (1)) (Minus (Num (1))))
  (Num (0))
  (List.repeat nil 3) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
eapply slope_is; [derive|]. rewrite !Rpower_O by lra. ring.
Qed.

(* CHAIN-E7-not-two *)
Theorem claim_chain_e7_not_two :
forall (M : Z) (p x y alpha L u : R) (a : Z -> R) (b : Z -> R),
(1 <= M)%Z ->
((-1) < p) ->
(0 < x) ->
(x < 1) ->
(0 < y) ->
(0 < alpha) ->
(alpha < 1) ->
(1 <= L) ->
(0 < u) ->
a 0%Z = 1 ->
(forall m : Z, (0 <= m <= (M - 1))%Z -> a (m + 1)%Z = a m * (p + IZR m)) ->
b 0%Z = 1 ->
(forall m : Z, (0 <= m <= (M - 1))%Z -> b (m + 1)%Z = b m * (p + 1 + IZR m)) ->
(forall m : Z, (0 <= m <= M)%Z -> (p + IZR m) * a m = p * b m) /\
is_derive (fun x' : R => Rpower x' y / y) x (Rpower x ((-1) + y)) /\
is_derive (fun x' : R => (-1) * Rpower x' ((-1) * y) / y) x (Rpower x ((-1) - y)) /\
1 / (Rpower alpha (2 + (-2) / L) * (1 - alpha)) = Rpower alpha ((-2) + 2 / L) / (1 - alpha) /\
is_derive (fun alpha' : R => ln (alpha' / (1 - alpha'))) alpha (1 / (alpha * (1 - alpha))) /\
(exists V1 : R, is_derive (fun u' : R => / (1 + u')) u V1 /\ (-1) * u * V1 = Rpower (1 + u) (1 + (-2) / L) * (Rpower (/ (1 + u)) (2 + (-2) / L) * (1 - / (1 + u)))) /\
(exists V1 : R, is_derive (fun x' : R => / (1 - x')) (u / (1 + u)) V1 /\ (-1) * (u / (1 + u)) * V1 = (-1) * u * (1 + u)) /\
(-1) * u * (1 + u) = Rpower (1 + u) ((-1) + 2 / L) * (Rpower (1 + u) (2 + (-2) / L) * (1 - (1 + u))).
Proof.
intros M p x y alpha L u a b dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8 def0 def1 def2 def3.
apply keep; [|intros cla0].
{ assert (ind : forall m : Z, (0 <= m)%Z -> (m <= M)%Z -> (p + IZR m) * a m = p * b m).
{ apply (whole_induction (fun m : Z => (m <= M)%Z -> (p + IZR m) * a m = p * b m)).
- intros most. transitivity ((p + 0) * 1); [cong (first [put a def0 | put a def1 | put b def2 | put b def3 | ends]) | transitivity (p * 1); [exact (@same_by (p :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Plus (Sc 0) (Num (0))) (Num (1)))
  (Times (Sc 0) (Num (1)))
  (List.repeat nil 3) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put a def0 | put a def1 | put b def2 | put b def3 | ends])]].
- intros m least hyp most. assert (most' : (m <= M)%Z) by lia.
specialize (hyp most'). assert (zer : (p + IZR m) * a m - p * b m = 0) by first [exact (Rminus_diag_eq _ _ hyp) | pose proof hyp; lra]. assert (gap : (p + (IZR m + 1)) * a (m + 1)%Z - p * b (m + 1)%Z = (p + IZR m + 1) * ((p + IZR m) * a m - p * b m)). { transitivity ((p + (IZR m + 1)) * (a m * (p + IZR m)) - p * (b m * (p + 1 + IZR m))); [cong (first [put a def0 | put a def1 | put b def2 | put b def3 | ends]) | transitivity ((p + IZR m + 1) * ((p + IZR m) * a m - p * b m)); [exact (@same_by (p :: b m :: IZR m :: a m :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Times (Plus (Sc 0) (Plus (Sc 4) (Num (1)))) (Times (Sc 6) (Plus (Sc 0) (Sc 4)))) (Minus (Times (Sc 0) (Times (Sc 2) (Plus (Plus (Sc 0) (Num (1))) (Sc 4))))))
  (Times (Plus (Plus (Sc 0) (Sc 4)) (Num (1))) (Plus (Times (Plus (Sc 0) (Sc 4)) (Sc 6)) (Minus (Times (Sc 0) (Sc 2)))))
  (List.repeat nil 18) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [put a def0 | put a def1 | put b def2 | put b def3 | ends])]]. } rewrite zer in gap; clear - gap; first [lra | push; lra]. }
intros m ran0. apply ind; lia. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (slope_is _ _ (y * (Rpower x y / x) / y) _); [sloped |]. replace (Rpower x ((-1) + y)) with (/ x * Rpower x y) by monomials; fieldy. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. apply (slope_is _ _ ((-1) * y * (Rpower x ((-1) * y) / x) * (-1) / y) _); [sloped |]. replace (Rpower x ((-1) * y)) with (/ Rpower x y) by monomials; replace (Rpower x ((-1) - y)) with (/ x / Rpower x y) by monomials; fieldy. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. first [fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha ((-2) + 2 / L)) with (/ alpha ^ 2 * Rpower alpha (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. overs. apply (slope_is _ _ (/ (alpha / (1 - alpha)) * (/ (1 - alpha) + (-1) * / (1 - alpha) ^ 2 * (-1) * alpha)) _); [sloped |]. fieldy. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. overs. exists ((-1) * / (1 + u) ^ 2). split; [sloped |]. replace (Rpower (1 + u) (1 + (-2) / L)) with ((1 + u) * / Rpower (1 + u) (/ L) ^ 2) by monomials; replace (Rpower (/ (1 + u)) (2 + (-2) / L)) with (/ (1 + u) ^ 2 * Rpower (1 + u) (/ L) ^ 2) by monomials; fieldy. }
apply keep; [|intros cla6].
{ assert (e : 1 - u / (1 + u) = / (1 + u)) by (field; lra).
assert (0 < / (1 + u)) by pos. exists (/ (1 - u / (1 + u)) ^ 2).
split; [eapply slope_is; [derive | rewrite ?e; field; lra] | rewrite e; field; lra]. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6. first [fieldy | replace (Rpower (1 + u) ((-1) + 2 / L)) with (/ (1 + u) * Rpower (1 + u) (/ L) ^ 2) by monomials; replace (Rpower (1 + u) (2 + (-2) / L)) with ((1 + u) ^ 2 * / Rpower (1 + u) (/ L) ^ 2) by monomials; fieldy].
Qed.

(* CHAIN-X-E-late *)
Theorem claim_chain_x_e_late :
forall (k L x : R),
(0 < k) ->
(k < 1) ->
(1 <= L) ->
(0 < x) ->
is_derive (fun v' : R => v' + k / L * Rpower v' ((-1) + L) * (1 - Rpower v' L)) 1 (1 - k) /\
1 - k + (-1) = (-1) * k /\
(-1) * ln (Rabs ((-1) + (1 - / (1 + x)))) = ln (1 + x) /\
(-1) * ln (Rabs ((-1) + (1 + / (1 + x)))) = ln (1 + x) /\
k < (-1) * ln (1 - k).
Proof.
intros k L x dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ overs. apply (slope_is _ _ (1 + (((-1) + L) * (Rpower 1 ((-1) + L) / 1) * k / L * (1 - Rpower 1 L) + L * (Rpower 1 L / 1) * (-1) * k / L * Rpower 1 ((-1) + L))) _); [sloped |]. replace (Rpower 1 ((-1) + L)) with (1) by monomials; replace (Rpower 1 L) with (1) by monomials; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. first [exact (@same_by (k :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Num (1)) (Minus (Sc 0))) (Num (-1)))
  (Times (Num (-1)) (Sc 0))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla2].
{ replace ((-1) + (1 - / (1 + x))) with (- / (1 + x)) by ring.
assert (0 < / (1 + x)) by pos. rewrite Rabs_Ropp, Rabs_pos_eq, ln_Rinv by lra; ring. }
apply keep; [|intros cla3].
{ replace ((-1) + (1 + / (1 + x))) with (/ (1 + x)) by ring.
assert (0 < / (1 + x)) by pos. rewrite Rabs_pos_eq, ln_Rinv by lra; ring. }
assert (ln (1 - k) < - k); [|lra].
apply exp_lt_inv; rewrite exp_ln by lra; assert (q := exp_ineq1 (- k) ltac:(lra)); lra.
Qed.

(* CHAIN-X-C4 *)
Theorem claim_chain_x_c4 :
forall (v k L x s share : R),
(0 < v) ->
(0 < k) ->
(1 <= L) ->
(0 < x) ->
(x < 1) ->
(1 < s) ->
(0 < share) ->
(share < 1) ->
v - k / L * Rpower v ((-1) + L) * ((-1) + Rpower v L) = v + k / L * Rpower v ((-1) + L) * (1 - Rpower v L) /\
2 * L * Rpower (Rpower s L) ((-1) + 2 / L) / ((-1) + Rpower s L) * (1 - Rpower s L) * Rpower s ((-1) + L) = (-2) * L * s /\
1 - (1 + (-2) * share) ^ 2 = 4 * share * (1 - share) /\
0 < 4 * share * (1 - share).
Proof.
intros v k L x s share dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
apply keep; [|intros cla0].
{ first [transitivity (v - k / L * (/ v * Rpower v L) * ((-1) + Rpower v L)); [cong (first [ends]) | transitivity (v + k / L * (/ v * Rpower v L) * (1 - Rpower v L)); [exact (@same_by (k :: L :: v :: Rpower v L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Sc 4) (Minus (Times (Times (Times (Sc 0) (Over (Sc 2))) (Times (Over (Sc 4)) (Sc 6))) (Plus (Num (-1)) (Sc 6)))))
  (Plus (Sc 4) (Times (Times (Times (Sc 0) (Over (Sc 2))) (Times (Over (Sc 4)) (Sc 6))) (Plus (Num (1)) (Minus (Sc 6)))))
  (List.repeat nil 6) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower v ((-1) + L)) with (/ v * Rpower v L) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ assert (1 < Rpower s L) by (apply power_above; lra).
replace (Rpower (Rpower s L) ((-1) + 2 / L)) with (s ^ 2 / Rpower s L) by monomials.
replace (Rpower s ((-1) + L)) with (/ s * Rpower s L) by monomials. field; lra. }
apply keep; [|intros cla2].
{ clear cla0 cla1. first [exact (@same_by (share :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Num (1)) (Minus (Power (Plus (Num (1)) (Times (Num (-2)) (Sc 0))) 2)))
  (Times (Times (Num (4)) (Sc 0)) (Plus (Num (1)) (Minus (Sc 0))))
  (List.repeat nil 7) ltac:(sizes) ltac:(exact Logic.I) ltac:(vm_compute; reflexivity)) | fieldy]. }
clear cla0 cla1 cla2. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos].
Qed.
