(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus.
Open Scope R_scope.

(* CHAIN-E18 *)
Theorem claim_chain_e18 :
forall (u v : R),
(0 < u) ->
(0 < v) ->
1 * (/ (/ (1 + v)) - / (/ (1 + u)) - ln (Rabs (1 - / (/ (1 + u)))) + ln (Rabs (1 - / (/ (1 + v))))) = v - u - ln u + ln v /\
(exists V1 : R, is_derive (fun u' : R => v - u' - ln u' + ln v) u V1 /\ (-1) * (1 + u) ^ 2 * V1 = (1 + u) ^ 2 / (1 - / (1 + u))) /\
v - v - ln v + ln v = 0.
Proof.
intros u v dom0 dom1.
apply keep; [|intros cla0].
{ rewrite !Rinv_inv. replace (1 - (1 + u)) with (- u) by ring.
replace (1 - (1 + v)) with (- v) by ring. rewrite !Rabs_Ropp, !Rabs_pos_eq by lra; ring. }
apply keep; [|intros cla1].
{ clear cla0. overs. exists ((-1) + / u * (-1)). split; [sloped |]. fieldy. }
clear cla0 cla1. first [exact (@same_by (v :: ln v :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Sc 0) (Minus (Sc 0))) (Minus (Sc 2))) (Sc 2))
  (Num (0))
  (List.repeat nil 5) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy].
Qed.

(* CHAIN-E19 *)
Theorem claim_chain_e19 :
forall (alpha u v : R),
(0 < alpha) ->
(alpha < 1) ->
(0 < u) ->
(0 < v) ->
is_derive (fun alpha' : R => (-1) / alpha' - ln ((-1) + / alpha')) alpha (/ alpha ^ 2 / (1 - alpha)) /\
1 * (/ (/ (1 + v)) - / (/ (1 + u)) - ln (Rabs (1 - / (/ (1 + u)))) + ln (Rabs (1 - / (/ (1 + v))))) = v - u - ln u + ln v.
Proof.
intros alpha u v dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ overs. apply (slope_is _ _ ((-1) * / alpha ^ 2 * (-1) + / ((-1) + / alpha) * ((-1) * / alpha ^ 2) * (-1)) _); [sloped |]. fieldy. }
rewrite !Rinv_inv. replace (1 - (1 + u)) with (- u) by ring.
replace (1 - (1 + v)) with (- v) by ring. rewrite !Rabs_Ropp, !Rabs_pos_eq by lra; ring.
Qed.

(* CHAIN-I23-three *)
Theorem claim_chain_i23_three :
forall (L : Z) (mu_yx mu_xx : R),
(3 <= L)%Z ->
(0 < mu_yx) ->
(0 < mu_xx) ->
1 * mu_xx * 1 = mu_xx /\
2 * 1 * mu_yx = 2 * mu_yx /\
IZR L * mu_xx * Rpower (mu_yx / mu_xx) (2 + (-2) / IZR L) = IZR L * Rpower mu_xx ((-1) + 2 / IZR L) * Rpower mu_yx (2 + (-2) / IZR L) /\
(exists V1 : R, is_derive (fun mu_yx' : R => ln (IZR L * Rpower mu_xx ((-1) + 2 / IZR L) * Rpower mu_yx' (2 + (-2) / IZR L))) mu_yx V1 /\ mu_yx * V1 = 2 + (-2) / IZR L) /\
(exists V1 : R, is_derive (fun mu_xx' : R => ln (IZR L * Rpower mu_xx' ((-1) + 2 / IZR L) * Rpower mu_yx (2 + (-2) / IZR L))) mu_xx V1 /\ mu_xx * V1 = (-1) + 2 / IZR L) /\
0 < 2 + (-2) / IZR L /\
(-1) + 2 / IZR L < 0.
Proof.
intros L mu_yx mu_xx dom0 dom1 dom2.
apply keep; [|intros cla0].
{ first [exact (@same_by (mu_xx :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Num (1)) (Sc 0)) (Num (1)))
  (Sc 0)
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [exact (@same_by (mu_yx :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Times (Num (2)) (Num (1))) (Sc 0))
  (Times (Num (2)) (Sc 0))
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy | fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. first [fieldy | replace (Rpower (mu_yx / mu_xx) (2 + (-2) / IZR L)) with (mu_yx ^ 2 * / Rpower mu_yx (/ IZR L) ^ 2 * / mu_xx ^ 2 * Rpower mu_xx (/ IZR L) ^ 2) by monomials; replace (Rpower mu_xx ((-1) + 2 / IZR L)) with (/ mu_xx * Rpower mu_xx (/ IZR L) ^ 2) by monomials; replace (Rpower mu_yx (2 + (-2) / IZR L)) with (mu_yx ^ 2 * / Rpower mu_yx (/ IZR L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. overs. exists (/ (IZR L * Rpower mu_xx ((-1) + 2 / IZR L) * Rpower mu_yx (2 + (-2) / IZR L)) * ((2 + (-2) / IZR L) * (Rpower mu_yx (2 + (-2) / IZR L) / mu_yx) * IZR L * Rpower mu_xx ((-1) + 2 / IZR L))). split; [sloped |]. replace (Rpower mu_xx ((-1) + 2 / IZR L)) with (/ mu_xx * Rpower mu_xx (/ IZR L) ^ 2) by monomials; replace (Rpower mu_yx (2 + (-2) / IZR L)) with (mu_yx ^ 2 * / Rpower mu_yx (/ IZR L) ^ 2) by monomials; fieldy. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. overs. exists (/ (IZR L * Rpower mu_xx ((-1) + 2 / IZR L) * Rpower mu_yx (2 + (-2) / IZR L)) * (((-1) + 2 / IZR L) * (Rpower mu_xx ((-1) + 2 / IZR L) / mu_xx) * IZR L * Rpower mu_yx (2 + (-2) / IZR L))). split; [sloped |]. replace (Rpower mu_xx ((-1) + 2 / IZR L)) with (/ mu_xx * Rpower mu_xx (/ IZR L) ^ 2) by monomials; replace (Rpower mu_yx (2 + (-2) / IZR L)) with (mu_yx ^ 2 * / Rpower mu_yx (/ IZR L) ^ 2) by monomials; fieldy. }
apply keep; [|intros cla5].
{ wholes. assert (/ IZR L <= / 3) by (apply Rinv_le_contravar; lra).
assert (0 < / IZR L) by (apply Rinv_0_lt_compat; lra). unfold Rdiv; lra. }
wholes. assert (/ IZR L <= / 3) by (apply Rinv_le_contravar; lra).
assert (0 < / IZR L) by (apply Rinv_0_lt_compat; lra). unfold Rdiv; lra.
Qed.

(* CHAIN-E33-sign *)
Theorem claim_chain_e33_sign :
forall (r mu_xx L mu_yy x : R),
(1 < r) ->
(0 < mu_xx) ->
(1 <= L) ->
(0 < mu_yy) ->
(0 < x) ->
is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + / L * u' ^ 2) ^ 2 * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) - mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L) * (1 + / L * u' ^ 2)) w') (sqrt L * sqrt ((-1) + Rpower r (/ L))) (4 * mu_xx * Rpower r (2 + (-2) / L) * ((-1) + Rpower r (/ L))) /\
4 * mu_xx * Rpower (mu_xx * r / mu_xx) (2 + (-2) / L) * ((-1) + Rpower (mu_xx * r / mu_xx) (/ L)) = 4 * mu_xx * Rpower r (2 + (-2) / L) * ((-1) + Rpower r (/ L)) /\
(exists V1 V2 : R, is_derive (fun v' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + / L * u' ^ 2) ^ 2 * (1 + / L * v' ^ 2) ^ 2 - mu_xx * r * Rpower r (/ L * ((-2) + L)) * (1 + / L * u' ^ 2) * (1 + / L * v' ^ 2)) (sqrt L * sqrt ((-1) + Rpower r (/ L)))) (sqrt L * sqrt ((-1) + Rpower r (/ L))) V1 /\ is_derive_n (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + / L * u' ^ 2) ^ 2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ^ 2 - mu_xx * r * Rpower r (/ L * ((-2) + L)) * (1 + / L * u' ^ 2) * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) 2 (sqrt L * sqrt ((-1) + Rpower r (/ L))) V2 /\ (-1) * V1 + V2 = 0) /\
0 < 4 * mu_xx * ((-1) + exp (x / L)) * exp (x * (2 + (-2) / L)) /\
4 * mu_xx / L * Rpower r (2 + (-2) / L) * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2 = 4 * mu_xx * Rpower r (2 + (-2) / L) * ((-1) + Rpower r (/ L)).
Proof.
intros r mu_xx L mu_yy x dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ overs. assert (0 < 1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) by (replace (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) with (Rpower r (/ L)) by based; pos). apply (slope_is _ _ ((2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * 2 * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) + 2 / L * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2))) * (1 / 2) * mu_xx * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (1 / 2) * mu_xx) + (2 / L * (-1) * mu_xx * r * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) + ((-1) + L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * (-1) * mu_xx * r))) _); [near_where (fun w' : R => 2 * (1 + / L * w' ^ 2) * (2 * w' / L) * (1 / 2) * mu_xx * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) + 2 * w' / L * (-1) * mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L)) (fun w' : R => 1 + / L * w' ^ 2) |]. replace (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) with (Rpower r (/ L)) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; root_in ((-1) + Rpower r (/ L)) (Rpower r (/ L)) 1; root_of L; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. exists (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L))) + 2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * (-1) * mu_xx * r * Rpower r (/ L * ((-2) + L)))), ((2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * 2 * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) + 2 / L * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2))) * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ^ 2 + 2 / L * (-1) * mu_xx * r * Rpower r (/ L * ((-2) + L)) * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)). split; [near (fun v' : R => 2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + / L * v' ^ 2) ^ 2 + 2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * (-1) * mu_xx * r * Rpower r (/ L * ((-2) + L)) * (1 + / L * v' ^ 2)) |]. split; [second (fun u' : R => 2 * (1 + / L * u' ^ 2) * (2 * u' / L) * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ^ 2 + 2 * u' / L * (-1) * mu_xx * r * Rpower r (/ L * ((-2) + L)) * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) |]. replace (Rpower r (/ L * ((-4) + 2 * L))) with (r ^ 2 * / Rpower r (/ L) ^ 4) by monomials; replace (Rpower r (/ L * ((-2) + L))) with (r * / Rpower r (/ L) ^ 2) by monomials; root_in ((-1) + Rpower r (/ L)) (Rpower r (/ L)) 1; root_of L; fieldy. }
apply keep; [|intros cla3].
{ assert (1 < exp (x / L))
  by (rewrite <- exp_0 at 1; apply exp_increasing, Rdiv_lt_0_compat; lra).
apply Rmult_lt_0_compat; [pos | apply exp_pos]. }
overs. rewrite Rpow_mult_distr, !pow2_sqrt by lra. field; lra.
Qed.

(* CHAIN-I10 *)
Theorem claim_chain_i10 :
forall (alpha L x : R),
(0 < alpha) ->
(alpha < 1) ->
(1 <= L) ->
(0 < x) ->
is_lim (fun L' : R => Rpower alpha (2 + (-2) / L')) p_infty (alpha ^ 2) /\
Rpower alpha (2 + (-2) / L) - alpha ^ 2 = Rpower alpha (2 + (-2) / L) * (1 - Rpower alpha (2 / L)) /\
1 - exp ((-1) * x) < x /\
0 < 1 - exp ((-1) * x).
Proof.
intros alpha L x dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ overs. apply (lim_is _ (alpha ^ 2) _); [limiting |]. fieldy. }
apply keep; [|intros cla1].
{ clear cla0. first [fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha (2 / L)) with (Rpower alpha (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla2].
{ assert (q : 1 + (-1) * x < exp ((-1) * x)) by (apply exp_ineq1; lra). lra. }
assert (exp ((-1) * x) < 1)
  by (apply Rlt_le_trans with (exp 0); [apply exp_increasing; lra | rewrite exp_0; lra]).
lra.
Qed.

(* CHAIN-I15-elementary *)
Theorem claim_chain_i15_elementary :
forall (alpha0 : R),
(0 < alpha0) ->
(alpha0 < 1) ->
exp (ln (/ alpha0 * (1 - alpha0))) = / alpha0 * (1 - alpha0) /\
(-1) + / alpha0 + ln ((-1) + / alpha0) - 1 / alpha0 + 1 = ln ((-1) + / alpha0) /\
is_derive (fun alpha0' : R => ln (/ alpha0' * (1 - alpha0'))) alpha0 ((-1) / alpha0 / (1 - alpha0)) /\
is_derive (fun alpha0' : R => (-1) + / alpha0' + ln ((-1) + / alpha0')) alpha0 ((-1) * / alpha0 ^ 2 / (1 - alpha0)) /\
ln (/ alpha0 * (1 - alpha0)) - ln (1 - alpha0) = (-1) * ln alpha0 /\
(-1) + / alpha0 + ln ((-1) + / alpha0) - ln (1 - alpha0) = (-1) + / alpha0 - ln alpha0.
Proof.
intros alpha0 dom0 dom1.
apply keep; [|intros cla0].
{ assert (0 < 1 - alpha0) by lra. apply exp_ln; pos. }
apply keep; [|intros cla1].
{ clear cla0. first [exact (@same_by (alpha0 :: ln ((-1) + / alpha0) :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Plus (Plus (Plus (Num (-1)) (Over (Sc 0))) (Sc 2)) (Minus (Times (Num (1)) (Over (Sc 0))))) (Num (1)))
  (Sc 2)
  (List.repeat nil 6) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. apply (slope_is _ _ (/ (/ alpha0 * (1 - alpha0)) * ((-1) * / alpha0 ^ 2 * (1 - alpha0) - / alpha0)) _); [sloped |]. fieldy. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. overs. apply (slope_is _ _ ((-1) * / alpha0 ^ 2 + / ((-1) + / alpha0) * ((-1) * / alpha0 ^ 2)) _); [sloped |]. fieldy. }
apply keep; [|intros cla4].
{ assert (0 < / alpha0) by (apply Rinv_0_lt_compat; lra).
rewrite ln_mult, ln_Rinv by lra; ring. }
assert (0 < / alpha0) by (apply Rinv_0_lt_compat; lra).
assert (e : ln ((-1) + / alpha0) = ln (1 - alpha0) - ln alpha0).
{ replace ((-1) + / alpha0) with ((1 - alpha0) * / alpha0) by (field; lra).
rewrite ln_mult, ln_Rinv by lra; ring. }
rewrite e; ring.
Qed.
