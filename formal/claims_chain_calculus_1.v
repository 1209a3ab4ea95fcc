(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus bounds.
Open Scope R_scope.

(* CHAIN-E14 *)
Theorem claim_chain_e14 :
forall (w L eta mu_yx mu_xx mu_yy : R),
(0 < w) ->
(1 <= L) ->
(0 < eta) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 V2 : R, is_derive (fun w' : R => Rpower w' L) w V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w ((-2) + 2 * L) - mu_yx * u' * Rpower w ((-1) + L)) w V2 /\ (-1) * eta * V1 * V2 = L * eta * Rpower w ((-2) + 2 * L) * (mu_yx - mu_xx * Rpower w L)) /\
L * eta * Rpower (Rpower w L) (2 + (-2) / L) * (mu_yx - Rpower w L * mu_xx) = L * eta * Rpower w ((-2) + 2 * L) * (mu_yx - mu_xx * Rpower w L).
Proof.
intros w L eta mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ overs. exists (L * (Rpower w L / w)), (2 * w * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + (-1) * mu_yx * Rpower w ((-1) + L)). split; [sloped |]. split; [sloped |]. replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; fieldy. }
clear cla0. first [fieldy | replace (Rpower (Rpower w L) (2 + (-2) / L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; fieldy].
Qed.

(* CHAIN-E15 *)
Theorem claim_chain_e15 :
forall (r L mu_xx mu_yy w tau : R),
(0 < r) ->
(1 <= L) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < w) ->
(0 < tau) ->
(exists V1 V2 : R, is_derive (fun w' : R => Rpower w' L) w V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w ((-2) + 2 * L) - mu_xx * r * u' * Rpower w ((-1) + L)) w V2 /\ (-1) / L / mu_xx * Rpower r ((-2) + 2 / L) * V1 * V2 = Rpower r ((-2) + 2 / L) * Rpower w ((-2) + 2 * L) * (r - Rpower w L)).
Proof.
intros r L mu_xx mu_yy w tau dom0 dom1 dom2 dom3 dom4 dom5.
overs. exists (L * (Rpower w L / w)), (2 * w * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + (-1) * mu_xx * r * Rpower w ((-1) + L)). split; [sloped |]. split; [sloped |]. replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; fieldy.
Qed.

(* CHAIN-E17 *)
Theorem claim_chain_e17 :
forall (alpha r L : R),
(0 < alpha) ->
(0 < r) ->
(1 <= L) ->
Rpower alpha (2 + (-2) / L) * (1 - alpha) = alpha ^ 2 * Rpower alpha ((-2) / L) - alpha ^ 3 * Rpower alpha ((-2) / L) /\
is_lim (fun L' : R => Rpower alpha (2 + (-2) / L') * (1 - alpha)) p_infty (alpha ^ 2 * (1 - alpha)) /\
(exists V1 : R, is_lim (fun L' : R => Rpower r ((-2) + 2 / L') * Rpower (alpha * r) (2 + (-2) / L')) p_infty V1 /\ / r * (r - alpha * r) * V1 = alpha ^ 2 * (1 - alpha)).
Proof.
intros alpha r L dom0 dom1 dom2.
apply keep; [|intros cla0].
{ first [fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha ((-2) / L)) with (/ Rpower alpha (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (lim_is _ (alpha ^ 2 * (1 - alpha)) _); [limiting |]. fieldy. }
clear cla0 cla1. overs. exists (/ r ^ 2 * (alpha * r) ^ 2). split; [limiting |]. replace ((alpha * r) ^ 2) with (alpha ^ 2 * r ^ 2) by monomials; fieldy.
Qed.

(* CHAIN-E12-sign *)
Theorem claim_chain_e12_sign :
forall (w v L mu_yx mu_xx mu_yy : R),
(0 < w) ->
(0 < v) ->
(1 <= L) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 : R, is_derive (fun w' : R => (-1) * Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w' ((-2) + 2 * L) - mu_yx * u' * Rpower w' ((-1) + L)) w') w V1 /\ (-1) * V1 = mu_xx * Rpower w ((-2) + 2 * L) * ((-1) + 2 * L) - mu_yx * Rpower w ((-2) + L) * ((-1) + L)) /\
(exists V1 : R, is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w' ((-2) + 2 * L) - mu_yx * u' * Rpower w' ((-1) + L)) w') w V1 /\ L * mu_xx * Rpower w ((-2) + 2 * L) + Rpower w ((-2) + L) * ((-1) + L) * ((-1) * mu_yx + mu_xx * Rpower w L) = V1) /\
(exists V1 V2 : R, is_derive (fun v' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * v' ^ 2 * Rpower w ((-4) + 2 * L) - mu_yx * u' * v' * Rpower w ((-2) + L)) w) w V1 /\ is_derive_n (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * w ^ 2 * Rpower w ((-4) + 2 * L) - mu_yx * u' * w * Rpower w ((-2) + L)) 2 w V2 /\ (-1) * Rpower w ((-2) + L) * ((-1) * mu_yx + mu_xx * Rpower w L) = (-1) * V1 + V2).
Proof.
intros w v L mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ overs. exists ((2 * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower w ((-2) + 2 * L) / w) * (2 * w * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower w ((-1) + L) / w) * ((-1) * mu_yx)) * (-1)). split; [near_where (fun w' : R => (-1) * (2 * w' * (1 / 2) * mu_xx * Rpower w' ((-2) + 2 * L) + (-1) * mu_yx * Rpower w' ((-1) + L))) (fun w' : R => w') |]. replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; replace (Rpower w ((-2) + L)) with (/ w ^ 2 * Rpower w L) by monomials; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. overs. exists (2 * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower w ((-2) + 2 * L) / w) * (2 * w * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower w ((-1) + L) / w) * ((-1) * mu_yx)). split; [near_where (fun w' : R => 2 * w' * (1 / 2) * mu_xx * Rpower w' ((-2) + 2 * L) + (-1) * mu_yx * Rpower w' ((-1) + L)) (fun w' : R => w') |]. replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-2) + L)) with (/ w ^ 2 * Rpower w L) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; fieldy. }
clear cla0 cla1. overs. exists (2 * w * (2 * w * (1 / 2) * mu_xx) * Rpower w ((-4) + 2 * L) + (-1) * mu_yx * Rpower w ((-2) + L)), (2 * (1 / 2) * mu_xx * w ^ 2 * Rpower w ((-4) + 2 * L)). split; [near (fun v' : R => 2 * w * (1 / 2) * mu_xx * v' ^ 2 * Rpower w ((-4) + 2 * L) + (-1) * mu_yx * v' * Rpower w ((-2) + L)) |]. split; [second (fun u' : R => 2 * u' * (1 / 2) * mu_xx * w ^ 2 * Rpower w ((-4) + 2 * L) + (-1) * mu_yx * w * Rpower w ((-2) + L)) |]. replace (Rpower w ((-2) + L)) with (/ w ^ 2 * Rpower w L) by monomials; replace (Rpower w ((-4) + 2 * L)) with (/ w ^ 4 * Rpower w L ^ 2) by monomials; fieldy.
Qed.

(* CHAIN-E13-sign *)
Theorem claim_chain_e13_sign :
forall (r mu_xx L mu_yy x : R),
(0 < r) ->
(0 < mu_xx) ->
(1 <= L) ->
(0 < mu_yy) ->
(0 < x) ->
is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w' ((-2) + 2 * L) - mu_xx * r * u' * Rpower w' ((-1) + L)) w') (Rpower r (/ L)) (L * mu_xx * Rpower r (2 + (-2) / L)) /\
L * mu_xx * Rpower (mu_xx * r / mu_xx) (2 + (-2) / L) = L * mu_xx * Rpower r (2 + (-2) / L) /\
(exists V1 V2 : R, is_derive (fun v' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * u' ^ 2 * v' ^ 2 - mu_xx * r * u' * v' * Rpower r (/ L * ((-2) + L))) (Rpower r (/ L))) (Rpower r (/ L)) V1 /\ is_derive_n (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * u' ^ 2 * Rpower r (/ L) ^ 2 - mu_xx * r * u' * Rpower r (/ L) * Rpower r (/ L * ((-2) + L))) 2 (Rpower r (/ L)) V2 /\ (-1) * V1 + V2 = 0) /\
0 < L * mu_xx * Rpower r (2 + (-2) / L).
Proof.
intros r mu_xx L mu_yy x dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ overs. apply (slope_is _ _ (2 * (1 / 2) * mu_xx * Rpower (Rpower r (/ L)) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (Rpower r (/ L)) ((-2) + 2 * L) / Rpower r (/ L)) * (2 * Rpower r (/ L) * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (Rpower r (/ L)) ((-1) + L) / Rpower r (/ L)) * ((-1) * mu_xx * r)) _); [near_where (fun w' : R => 2 * w' * (1 / 2) * mu_xx * Rpower w' ((-2) + 2 * L) + (-1) * mu_xx * r * Rpower w' ((-1) + L)) (fun w' : R => w') |]. replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. exists (2 * Rpower r (/ L) * (2 * Rpower r (/ L) * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L))) + (-1) * mu_xx * r * Rpower r (/ L * ((-2) + L))), (2 * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * Rpower r (/ L) ^ 2). split; [near (fun v' : R => 2 * Rpower r (/ L) * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * v' ^ 2 + (-1) * mu_xx * r * v' * Rpower r (/ L * ((-2) + L))) |]. split; [second (fun u' : R => 2 * u' * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * Rpower r (/ L) ^ 2 + (-1) * mu_xx * r * Rpower r (/ L) * Rpower r (/ L * ((-2) + L))) |]. replace (Rpower r (/ L * ((-4) + 2 * L))) with (r ^ 2 * / Rpower r (/ L) ^ 4) by monomials; replace (Rpower r (/ L * ((-2) + L))) with (r * / Rpower r (/ L) ^ 2) by monomials; fieldy. }
clear cla0 cla1 cla2. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]].
Qed.

(* CHAIN-I19 *)
Theorem claim_chain_i19 :
forall (w L r mu_yx mu_xx mu_yy : R),
(0 < w) ->
(1 <= L) ->
(0 < r) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 V2 : R, is_derive_n (fun w' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower w' (2 * L) - mu_yx * Rpower w' L) 2 w V1 /\ is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w' ((-2) + 2 * L) - mu_yx * u' * Rpower w' ((-1) + L)) w') w V2 /\ V1 = L * V2) /\
(exists V1 V2 : R, is_derive (fun w' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower w' (2 * L) - mu_yx * Rpower w' L) w V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w ((-2) + 2 * L) - mu_yx * u' * Rpower w ((-1) + L)) w V2 /\ V1 = L * V2) /\
is_derive_n (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower r (/ L * ((-2) + 2 * L)) * u' ^ 2 - mu_xx * r * u' * Rpower r (/ L * ((-1) + L))) 2 (Rpower r (/ L)) (mu_xx * Rpower r (2 + (-2) / L)).
Proof.
intros w L r mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ overs. exists ((2 * L * (Rpower w (2 * L) / w) / w + (-1) * / w ^ 2 * Rpower w (2 * L)) * (2 * L) * (1 / 2) * mu_xx + (L * (Rpower w L / w) / w + (-1) * / w ^ 2 * Rpower w L) * L * (-1) * mu_yx), (2 * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower w ((-2) + 2 * L) / w) * (2 * w * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower w ((-1) + L) / w) * ((-1) * mu_yx)). split; [second_where (fun w' : R => 2 * L * (Rpower w' (2 * L) / w') * (1 / 2) * mu_xx + L * (Rpower w' L / w') * (-1) * mu_yx) (fun w' : R => w') |]. split; [near_where (fun w' : R => 2 * w' * (1 / 2) * mu_xx * Rpower w' ((-2) + 2 * L) + (-1) * mu_yx * Rpower w' ((-1) + L)) (fun w' : R => w') |]. replace (Rpower w (2 * L)) with (Rpower w L ^ 2) by monomials; replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. overs. exists (2 * L * (Rpower w (2 * L) / w) * (1 / 2) * mu_xx + L * (Rpower w L / w) * (-1) * mu_yx), (2 * w * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + (-1) * mu_yx * Rpower w ((-1) + L)). split; [sloped |]. split; [sloped |]. replace (Rpower w (2 * L)) with (Rpower w L ^ 2) by monomials; replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; fieldy. }
clear cla0 cla1. overs. apply (second_is _ _ (2 * (1 / 2) * mu_xx * Rpower r (/ L * ((-2) + 2 * L))) _); [second (fun u' : R => 2 * u' * (1 / 2) * mu_xx * Rpower r (/ L * ((-2) + 2 * L)) + (-1) * mu_xx * r * Rpower r (/ L * ((-1) + L))) |]. replace (Rpower r (/ L * ((-2) + 2 * L))) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy.
Qed.

(* CHAIN-F5 *)
Theorem claim_chain_f5 :
forall (v L : R),
(0 < v) ->
(1 <= L) ->
1 / 2 * 1 + 1 / 2 * 1 * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) (2 * L) - 1 * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) L = 1 / 2 * (1 - Rpower v L) ^ 2 /\
is_derive_n (fun w' : R => 1 / 2 * (1 - Rpower (1 + w' * / sqrt L) L) ^ 2) 2 0 L.
Proof.
intros v L dom0 dom1.
apply keep; [|intros cla0].
{ first [fieldy | replace (1 + sqrt L * ((-1) + v) * / sqrt L) with (v) by based; replace (Rpower v (2 * L)) with (Rpower v L ^ 2) by monomials; fieldy]. }
clear cla0. overs. assert (0 < 1 + 0 * / sqrt L) by (replace (1 + 0 * / sqrt L) with (1) by based; pos). apply (second_is _ _ ((L * (Rpower (1 + 0 * / sqrt L) L / (1 + 0 * / sqrt L)) * / sqrt L * (-1) * 2 * (L * (Rpower (1 + 0 * / sqrt L) L / (1 + 0 * / sqrt L)) * / sqrt L * (-1)) + (L * (Rpower (1 + 0 * / sqrt L) L / (1 + 0 * / sqrt L)) * / sqrt L / (1 + 0 * / sqrt L) + (-1) * / (1 + 0 * / sqrt L) ^ 2 * / sqrt L * Rpower (1 + 0 * / sqrt L) L) * L * / sqrt L * (-1) * (2 * (1 - Rpower (1 + 0 * / sqrt L) L))) * (1 / 2)) _); [second_where (fun w' : R => 2 * (1 - Rpower (1 + w' * / sqrt L) L) * (L * (Rpower (1 + w' * / sqrt L) L / (1 + w' * / sqrt L)) * / sqrt L * (-1)) * (1 / 2)) (fun w' : R => 1 + w' * / sqrt L) |]. replace (1 + 0 * / sqrt L) with (1) by based; replace (Rpower 1 L) with (1) by monomials; root_of L; fieldy.
Qed.

(* CHAIN-I8-block1 *)
Theorem claim_chain_i8_block1 :
forall (L : R),
(1 <= L) ->
is_derive_n (fun w' : R => 1 / 2 * (1 - Rpower (1 + w' * / sqrt L) L) ^ 2) 2 0 L.
Proof.
intros L dom0.
overs. assert (0 < 1 + 0 * / sqrt L) by (replace (1 + 0 * / sqrt L) with (1) by based; pos). apply (second_is _ _ ((L * (Rpower (1 + 0 * / sqrt L) L / (1 + 0 * / sqrt L)) * / sqrt L * (-1) * 2 * (L * (Rpower (1 + 0 * / sqrt L) L / (1 + 0 * / sqrt L)) * / sqrt L * (-1)) + (L * (Rpower (1 + 0 * / sqrt L) L / (1 + 0 * / sqrt L)) * / sqrt L / (1 + 0 * / sqrt L) + (-1) * / (1 + 0 * / sqrt L) ^ 2 * / sqrt L * Rpower (1 + 0 * / sqrt L) L) * L * / sqrt L * (-1) * (2 * (1 - Rpower (1 + 0 * / sqrt L) L))) * (1 / 2)) _); [second_where (fun w' : R => 2 * (1 - Rpower (1 + w' * / sqrt L) L) * (L * (Rpower (1 + w' * / sqrt L) L / (1 + w' * / sqrt L)) * / sqrt L * (-1)) * (1 / 2)) (fun w' : R => 1 + w' * / sqrt L) |]. replace (1 + 0 * / sqrt L) with (1) by based; replace (Rpower 1 L) with (1) by monomials; root_of L; fieldy.
Qed.

(* CHAIN-I8-block1-constant *)
Theorem claim_chain_i8_block1_constant :
forall (L mu_yx mu_xx mu_yy : R),
(1 <= L) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
mu_xx * Rpower (mu_xx / mu_xx) (2 + (-2) / L) = mu_xx /\
is_derive_n (fun w' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower (1 + w' * / sqrt L) (2 * L) - mu_xx * Rpower (1 + w' * / sqrt L) L) 2 0 (L * mu_xx) /\
is_derive_n (fun w' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower w' (2 * L) - mu_xx * Rpower w' L) 2 1 (mu_xx * L ^ 2).
Proof.
intros L mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ first [fieldy | replace (mu_xx / mu_xx) with (1) by based; replace (Rpower 1 (2 + (-2) / L)) with (1) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. overs. assert (0 < 1 + 0 * / sqrt L) by (replace (1 + 0 * / sqrt L) with (1) by based; pos). apply (second_is _ _ ((2 * L * (Rpower (1 + 0 * / sqrt L) (2 * L) / (1 + 0 * / sqrt L)) * / sqrt L / (1 + 0 * / sqrt L) + (-1) * / (1 + 0 * / sqrt L) ^ 2 * / sqrt L * Rpower (1 + 0 * / sqrt L) (2 * L)) * (2 * L) * / sqrt L * (1 / 2) * mu_xx + (L * (Rpower (1 + 0 * / sqrt L) L / (1 + 0 * / sqrt L)) * / sqrt L / (1 + 0 * / sqrt L) + (-1) * / (1 + 0 * / sqrt L) ^ 2 * / sqrt L * Rpower (1 + 0 * / sqrt L) L) * L * / sqrt L * (-1) * mu_xx) _); [second_where (fun w' : R => 2 * L * (Rpower (1 + w' * / sqrt L) (2 * L) / (1 + w' * / sqrt L)) * / sqrt L * (1 / 2) * mu_xx + L * (Rpower (1 + w' * / sqrt L) L / (1 + w' * / sqrt L)) * / sqrt L * (-1) * mu_xx) (fun w' : R => 1 + w' * / sqrt L) |]. replace (1 + 0 * / sqrt L) with (1) by based; replace (Rpower 1 (2 * L)) with (1) by monomials; replace (Rpower 1 L) with (1) by monomials; root_of L; fieldy. }
clear cla0 cla1. overs. apply (second_is _ _ ((2 * L * (Rpower 1 (2 * L) / 1) / 1 + (-1) * / 1 ^ 2 * Rpower 1 (2 * L)) * (2 * L) * (1 / 2) * mu_xx + (L * (Rpower 1 L / 1) / 1 + (-1) * / 1 ^ 2 * Rpower 1 L) * L * (-1) * mu_xx) _); [second_where (fun w' : R => 2 * L * (Rpower w' (2 * L) / w') * (1 / 2) * mu_xx + L * (Rpower w' L / w') * (-1) * mu_xx) (fun w' : R => w') |]. replace (Rpower 1 (2 * L)) with (1) by monomials; replace (Rpower 1 L) with (1) by monomials; fieldy.
Qed.

(* CHAIN-E24 *)
Theorem claim_chain_e24 :
forall (w L eta mu_yx mu_xx mu_yy p B : R),
(0 < w) ->
(1 <= L) ->
(0 < eta) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 : R, is_derive (fun p' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + p' * / sqrt L) ^ 2 - B * mu_yx * (1 + p' * / sqrt L)) p V1 /\ (-1) * eta * V1 = B * eta * / sqrt L * (mu_yx - B * mu_xx * (1 + p * / sqrt L))).
Proof.
intros w L eta mu_yx mu_xx mu_yy p B dom0 dom1 dom2 dom3 dom4 dom5.
overs. exists (2 * (1 + p * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * B ^ 2 + / sqrt L * (-1) * B * mu_yx). split; [sloped |]. root_of L; fieldy.
Qed.

(* CHAIN-E25 *)
Theorem claim_chain_e25 :
forall (w L eta mu_yx mu_xx mu_yy v : R),
(0 < w) ->
(1 <= L) ->
(0 < eta) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < v) ->
(exists V1 : R, is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-2) + 2 * L) - mu_yx * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) (sqrt L * ((-1) + v)) V1 /\ (-1) * eta * V1 = eta * / sqrt L * Rpower v ((-1) + L) * (mu_yx - mu_xx * Rpower v L)).
Proof.
intros w L eta mu_yx mu_xx mu_yy v dom0 dom1 dom2 dom3 dom4 dom5 dom6.
overs. assert (0 < 1 + sqrt L * ((-1) + v) * / sqrt L) by (replace (1 + sqrt L * ((-1) + v) * / sqrt L) with (v) by based; pos). exists (2 * (1 + sqrt L * ((-1) + v) * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_yx * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-1) + L)). split; [sloped |]. replace (1 + sqrt L * ((-1) + v) * / sqrt L) with (v) by based; replace (Rpower v ((-2) + 2 * L)) with (/ v ^ 2 * Rpower v L ^ 2) by monomials; replace (Rpower v ((-1) + L)) with (/ v * Rpower v L) by monomials; root_of L; fieldy.
Qed.

(* CHAIN-E26-sign *)
Theorem claim_chain_e26_sign :
forall (w v L mu_yx mu_xx mu_yy : R),
(0 < w) ->
(0 < v) ->
(1 <= L) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 : R, is_derive (fun w' : R => (-1) * Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) - mu_yx * Rpower (1 + w' * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) w') (sqrt L * ((-1) + v)) V1 /\ (-1) * V1 = / L * (mu_xx * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-2) + 2 * L) * ((-1) + 2 * L) - mu_yx * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-2) + L) * ((-1) + L))) /\
(exists V1 : R, is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) - mu_yx * Rpower (1 + w' * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) w') w V1 /\ mu_xx * Rpower (1 + w * / sqrt L) ((-2) + 2 * L) + / L * Rpower (1 + w * / sqrt L) ((-2) + L) * ((-1) + L) * ((-1) * mu_yx + mu_xx * Rpower (1 + w * / sqrt L) L) = V1) /\
(exists V1 V2 : R, is_derive (fun v' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * (1 + v' * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) ((-4) + 2 * L) - mu_yx * Rpower (1 + w * / sqrt L) ((-2) + L) * (1 + u' * / sqrt L) * (1 + v' * / sqrt L)) w) w V1 /\ is_derive_n (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * (1 + w * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) ((-4) + 2 * L) - mu_yx * Rpower (1 + w * / sqrt L) ((-2) + L) * (1 + u' * / sqrt L) * (1 + w * / sqrt L)) 2 w V2 /\ (-1) / L * Rpower (1 + w * / sqrt L) ((-2) + L) * ((-1) * mu_yx + mu_xx * Rpower (1 + w * / sqrt L) L) = (-1) * V1 + V2).
Proof.
intros w v L mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ overs. assert (0 < 1 + sqrt L * ((-1) + v) * / sqrt L) by (replace (1 + sqrt L * ((-1) + v) * / sqrt L) with (v) by based; pos). exists ((/ sqrt L * 2 * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-2) + 2 * L) / (1 + sqrt L * ((-1) + v) * / sqrt L)) * / sqrt L * (2 * (1 + sqrt L * ((-1) + v) * / sqrt L) * / sqrt L * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-1) + L) / (1 + sqrt L * ((-1) + v) * / sqrt L)) * / sqrt L * (/ sqrt L * (-1) * mu_yx)) * (-1)). split; [near_where (fun w' : R => (-1) * (2 * (1 + w' * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_yx * Rpower (1 + w' * / sqrt L) ((-1) + L))) (fun w' : R => 1 + w' * / sqrt L) |]. replace (1 + sqrt L * ((-1) + v) * / sqrt L) with (v) by based; replace (Rpower v ((-2) + 2 * L)) with (/ v ^ 2 * Rpower v L ^ 2) by monomials; replace (Rpower v ((-1) + L)) with (/ v * Rpower v L) by monomials; replace (Rpower v ((-2) + L)) with (/ v ^ 2 * Rpower v L) by monomials; root_of L; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. overs. exists (/ sqrt L * 2 * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + w * / sqrt L) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + w * / sqrt L) ((-2) + 2 * L) / (1 + w * / sqrt L)) * / sqrt L * (2 * (1 + w * / sqrt L) * / sqrt L * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (1 + w * / sqrt L) ((-1) + L) / (1 + w * / sqrt L)) * / sqrt L * (/ sqrt L * (-1) * mu_yx)). split; [near_where (fun w' : R => 2 * (1 + w' * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_yx * Rpower (1 + w' * / sqrt L) ((-1) + L)) (fun w' : R => 1 + w' * / sqrt L) |]. replace (Rpower (1 + w * / sqrt L) ((-2) + 2 * L)) with (/ (1 + w * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) L ^ 2) by monomials; replace (Rpower (1 + w * / sqrt L) ((-2) + L)) with (/ (1 + w * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) L) by monomials; replace (Rpower (1 + w * / sqrt L) ((-1) + L)) with (/ (1 + w * / sqrt L) * Rpower (1 + w * / sqrt L) L) by monomials; root_of L; fieldy. }
clear cla0 cla1. overs. exists (2 * (1 + w * / sqrt L) * / sqrt L * (2 * (1 + w * / sqrt L) * / sqrt L * (1 / 2) * mu_xx) * Rpower (1 + w * / sqrt L) ((-4) + 2 * L) + / sqrt L * (/ sqrt L * (-1) * mu_yx * Rpower (1 + w * / sqrt L) ((-2) + L))), (/ sqrt L * 2 * / sqrt L * (1 / 2) * mu_xx * (1 + w * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) ((-4) + 2 * L)). split; [near (fun v' : R => 2 * (1 + w * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * (1 + v' * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) ((-4) + 2 * L) + / sqrt L * (-1) * mu_yx * Rpower (1 + w * / sqrt L) ((-2) + L) * (1 + v' * / sqrt L)) |]. split; [second (fun u' : R => 2 * (1 + u' * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * (1 + w * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) ((-4) + 2 * L) + / sqrt L * (-1) * mu_yx * Rpower (1 + w * / sqrt L) ((-2) + L) * (1 + w * / sqrt L)) |]. replace (Rpower (1 + w * / sqrt L) ((-2) + L)) with (/ (1 + w * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) L) by monomials; replace (Rpower (1 + w * / sqrt L) ((-4) + 2 * L)) with (/ (1 + w * / sqrt L) ^ 4 * Rpower (1 + w * / sqrt L) L ^ 2) by monomials; root_of L; fieldy.
Qed.

(* CHAIN-E27-sign *)
Theorem claim_chain_e27_sign :
forall (r mu_xx L mu_yy x : R),
(0 < r) ->
(0 < mu_xx) ->
(1 <= L) ->
(0 < mu_yy) ->
(0 < x) ->
is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) - mu_xx * r * Rpower (1 + w' * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) w') (sqrt L * ((-1) + Rpower r (/ L))) (mu_xx * Rpower r (2 + (-2) / L)) /\
mu_xx * Rpower (mu_xx * r / mu_xx) (2 + (-2) / L) = mu_xx * Rpower r (2 + (-2) / L) /\
(exists V1 V2 : R, is_derive (fun v' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + u' * / sqrt L) ^ 2 * (1 + v' * / sqrt L) ^ 2 - mu_xx * r * Rpower r (/ L * ((-2) + L)) * (1 + u' * / sqrt L) * (1 + v' * / sqrt L)) (sqrt L * ((-1) + Rpower r (/ L)))) (sqrt L * ((-1) + Rpower r (/ L))) V1 /\ is_derive_n (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + u' * / sqrt L) ^ 2 * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ^ 2 - mu_xx * r * Rpower r (/ L * ((-2) + L)) * (1 + u' * / sqrt L) * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) 2 (sqrt L * ((-1) + Rpower r (/ L))) V2 /\ (-1) * V1 + V2 = 0) /\
0 < mu_xx * Rpower r (2 + (-2) / L).
Proof.
intros r mu_xx L mu_yy x dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ overs. assert (0 < 1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) by (replace (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) with (Rpower r (/ L)) by based; pos). apply (slope_is _ _ (/ sqrt L * 2 * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-2) + 2 * L) / (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) * / sqrt L * (2 * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) * / sqrt L * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-1) + L) / (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) * / sqrt L * (/ sqrt L * (-1) * mu_xx * r)) _); [near_where (fun w' : R => 2 * (1 + w' * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_xx * r * Rpower (1 + w' * / sqrt L) ((-1) + L)) (fun w' : R => 1 + w' * / sqrt L) |]. replace (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) with (Rpower r (/ L)) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; root_of L; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. exists (2 * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) * / sqrt L * (2 * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L))) + / sqrt L * (/ sqrt L * (-1) * mu_xx * r * Rpower r (/ L * ((-2) + L)))), (/ sqrt L * 2 * / sqrt L * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ^ 2). split; [near (fun v' : R => 2 * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + v' * / sqrt L) ^ 2 + / sqrt L * (-1) * mu_xx * r * Rpower r (/ L * ((-2) + L)) * (1 + v' * / sqrt L)) |]. split; [second (fun u' : R => 2 * (1 + u' * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower r (/ L * ((-4) + 2 * L)) * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ^ 2 + / sqrt L * (-1) * mu_xx * r * Rpower r (/ L * ((-2) + L)) * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) |]. replace (Rpower r (/ L * ((-4) + 2 * L))) with (r ^ 2 * / Rpower r (/ L) ^ 4) by monomials; replace (Rpower r (/ L * ((-2) + L))) with (r * / Rpower r (/ L) ^ 2) by monomials; root_of L; fieldy. }
clear cla0 cla1 cla2. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]].
Qed.

(* CHAIN-E28 *)
Theorem claim_chain_e28 :
forall (r mu_xx L tau : R),
(0 < r) ->
(0 < mu_xx) ->
(1 <= L) ->
(0 < tau) ->
/ mu_xx / tau * Rpower (mu_xx * r / mu_xx) ((-2) + 2 / L) = / mu_xx * Rpower r ((-2) + 2 / L) / tau.
Proof.
intros r mu_xx L tau dom0 dom1 dom2 dom3.
first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; fieldy].
Qed.

(* CHAIN-E30 *)
Theorem claim_chain_e30 :
forall (w L eta mu_yx mu_xx mu_yy p B : R),
(0 < w) ->
(1 <= L) ->
(0 < eta) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 : R, is_derive (fun p' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + p' ^ 2 / L) ^ 2 - B * mu_yx * (1 + p' ^ 2 / L)) p V1 /\ (-1) * eta * V1 = 2 * B * p * eta / L * (mu_yx - B * mu_xx * (1 + p ^ 2 / L))).
Proof.
intros w L eta mu_yx mu_xx mu_yy p B dom0 dom1 dom2 dom3 dom4 dom5.
overs. exists (2 * (1 + p ^ 2 / L) * (2 * p / L) * (1 / 2) * mu_xx * B ^ 2 + 2 * p / L * (-1) * B * mu_yx). split; [sloped |]. fieldy.
Qed.

(* CHAIN-E32-sign *)
Theorem claim_chain_e32_sign :
forall (w v L mu_yx mu_xx mu_yy : R),
(0 < w) ->
(0 < v) ->
(1 <= L) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 : R, is_derive (fun w' : R => (-1) * Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + / L * u' ^ 2) ^ 2 * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) - mu_yx * Rpower (1 + / L * w' ^ 2) ((-1) + L) * (1 + / L * u' ^ 2)) w') w V1 /\ (-1) * V1 = 2 / L * (mu_xx * Rpower (1 + / L * w ^ 2) ((-2) + 2 * L) * (1 + / L * w ^ 2 * ((-1) + 4 * L)) - mu_yx * Rpower (1 + / L * w ^ 2) ((-2) + L) * (1 + / L * w ^ 2 * ((-1) + 2 * L)))) /\
(exists V1 : R, is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + / L * u' ^ 2) ^ 2 * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) - mu_yx * Rpower (1 + / L * w' ^ 2) ((-1) + L) * (1 + / L * u' ^ 2)) w') w V1 /\ Rpower (1 + / L * w ^ 2) ((-2) + L) * ((-1) * mu_yx + mu_xx * Rpower (1 + / L * w ^ 2) L) * (2 / L * (1 + / L * w ^ 2) + 4 * / L ^ 2 * w ^ 2 * ((-1) + L)) + 4 * mu_xx / L * w ^ 2 * Rpower (1 + / L * w ^ 2) ((-2) + 2 * L) = V1) /\
(exists V1 V2 : R, is_derive (fun v' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + / L * u' ^ 2) ^ 2 * (1 + / L * v' ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) ((-4) + 2 * L) - mu_yx * Rpower (1 + / L * w ^ 2) ((-2) + L) * (1 + / L * u' ^ 2) * (1 + / L * v' ^ 2)) w) w V1 /\ is_derive_n (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + / L * u' ^ 2) ^ 2 * (1 + / L * w ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) ((-4) + 2 * L) - mu_yx * Rpower (1 + / L * w ^ 2) ((-2) + L) * (1 + / L * u' ^ 2) * (1 + / L * w ^ 2)) 2 w V2 /\ Rpower (1 + / L * w ^ 2) ((-2) + L) * ((-1) * mu_yx + mu_xx * Rpower (1 + / L * w ^ 2) L) * ((-4) * / L ^ 2 * w ^ 2 + 2 / L * (1 + / L * w ^ 2)) = (-1) * V1 + V2).
Proof.
intros w v L mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ overs. exists (((2 * w / L * 2 * (2 * w / L) + 2 / L * (2 * (1 + / L * w ^ 2))) * (1 / 2) * mu_xx * Rpower (1 + / L * w ^ 2) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + / L * w ^ 2) ((-2) + 2 * L) / (1 + / L * w ^ 2)) * (2 * w / L) * (2 * (1 + / L * w ^ 2) * (2 * w / L) * (1 / 2) * mu_xx) + (2 / L * (-1) * mu_yx * Rpower (1 + / L * w ^ 2) ((-1) + L) + ((-1) + L) * (Rpower (1 + / L * w ^ 2) ((-1) + L) / (1 + / L * w ^ 2)) * (2 * w / L) * (2 * w / L * (-1) * mu_yx))) * (-1)). split; [near_where (fun w' : R => (-1) * (2 * (1 + / L * w' ^ 2) * (2 * w' / L) * (1 / 2) * mu_xx * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) + 2 * w' / L * (-1) * mu_yx * Rpower (1 + / L * w' ^ 2) ((-1) + L))) (fun w' : R => 1 + / L * w' ^ 2) |]. replace (Rpower (1 + / L * w ^ 2) ((-2) + 2 * L)) with (/ (1 + / L * w ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) L ^ 2) by monomials; replace (Rpower (1 + / L * w ^ 2) ((-1) + L)) with (/ (1 + / L * w ^ 2) * Rpower (1 + / L * w ^ 2) L) by monomials; replace (Rpower (1 + / L * w ^ 2) ((-2) + L)) with (/ (1 + / L * w ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) L) by monomials; fieldy. }
apply keep; [|intros cla1].
{ clear cla0. overs. exists ((2 * w / L * 2 * (2 * w / L) + 2 / L * (2 * (1 + / L * w ^ 2))) * (1 / 2) * mu_xx * Rpower (1 + / L * w ^ 2) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + / L * w ^ 2) ((-2) + 2 * L) / (1 + / L * w ^ 2)) * (2 * w / L) * (2 * (1 + / L * w ^ 2) * (2 * w / L) * (1 / 2) * mu_xx) + (2 / L * (-1) * mu_yx * Rpower (1 + / L * w ^ 2) ((-1) + L) + ((-1) + L) * (Rpower (1 + / L * w ^ 2) ((-1) + L) / (1 + / L * w ^ 2)) * (2 * w / L) * (2 * w / L * (-1) * mu_yx))). split; [near_where (fun w' : R => 2 * (1 + / L * w' ^ 2) * (2 * w' / L) * (1 / 2) * mu_xx * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) + 2 * w' / L * (-1) * mu_yx * Rpower (1 + / L * w' ^ 2) ((-1) + L)) (fun w' : R => 1 + / L * w' ^ 2) |]. replace (Rpower (1 + / L * w ^ 2) ((-2) + L)) with (/ (1 + / L * w ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) L) by monomials; replace (Rpower (1 + / L * w ^ 2) ((-2) + 2 * L)) with (/ (1 + / L * w ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) L ^ 2) by monomials; replace (Rpower (1 + / L * w ^ 2) ((-1) + L)) with (/ (1 + / L * w ^ 2) * Rpower (1 + / L * w ^ 2) L) by monomials; fieldy. }
clear cla0 cla1. overs. exists (2 * (1 + / L * w ^ 2) * (2 * w / L) * (2 * (1 + / L * w ^ 2) * (2 * w / L) * (1 / 2) * mu_xx) * Rpower (1 + / L * w ^ 2) ((-4) + 2 * L) + 2 * w / L * (2 * w / L * (-1) * mu_yx * Rpower (1 + / L * w ^ 2) ((-2) + L))), ((2 * w / L * 2 * (2 * w / L) + 2 / L * (2 * (1 + / L * w ^ 2))) * (1 / 2) * mu_xx * (1 + / L * w ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) ((-4) + 2 * L) + 2 / L * (-1) * mu_yx * Rpower (1 + / L * w ^ 2) ((-2) + L) * (1 + / L * w ^ 2)). split; [near (fun v' : R => 2 * (1 + / L * w ^ 2) * (2 * w / L) * (1 / 2) * mu_xx * (1 + / L * v' ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) ((-4) + 2 * L) + 2 * w / L * (-1) * mu_yx * Rpower (1 + / L * w ^ 2) ((-2) + L) * (1 + / L * v' ^ 2)) |]. split; [second (fun u' : R => 2 * (1 + / L * u' ^ 2) * (2 * u' / L) * (1 / 2) * mu_xx * (1 + / L * w ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) ((-4) + 2 * L) + 2 * u' / L * (-1) * mu_yx * Rpower (1 + / L * w ^ 2) ((-2) + L) * (1 + / L * w ^ 2)) |]. replace (Rpower (1 + / L * w ^ 2) ((-2) + L)) with (/ (1 + / L * w ^ 2) ^ 2 * Rpower (1 + / L * w ^ 2) L) by monomials; replace (Rpower (1 + / L * w ^ 2) ((-4) + 2 * L)) with (/ (1 + / L * w ^ 2) ^ 4 * Rpower (1 + / L * w ^ 2) L ^ 2) by monomials; fieldy.
Qed.

(* CHAIN-E34 *)
Theorem claim_chain_e34 :
forall (r mu_xx L tau : R),
(1 < r) ->
(0 < mu_xx) ->
(1 <= L) ->
(0 < tau) ->
1 / 4 / mu_xx / tau * Rpower (mu_xx * r / mu_xx) ((-2) + 2 / L) / ((-1) + Rpower (mu_xx * r / mu_xx) (/ L)) = 1 / 4 / mu_xx * Rpower r ((-2) + 2 / L) / tau / ((-1) + Rpower r (/ L)).
Proof.
intros r mu_xx L tau dom0 dom1 dom2 dom3.
first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; fieldy].
Qed.

(* CHAIN-I8-block2 *)
Theorem claim_chain_i8_block2 :
forall (u x L mu_xx : R),
(1 < u) ->
(1 < x) ->
(x < 2) ->
(1 <= L) ->
(0 < mu_xx) ->
4 * mu_xx * Rpower (mu_xx * Rpower u L / mu_xx) (2 + (-2) / L) * ((-1) + Rpower (mu_xx * Rpower u L / mu_xx) (/ L)) = 4 * mu_xx * / u ^ 2 * Rpower u (2 * L) * ((-1) + u) /\
is_derive (fun u' : R => / u' ^ 2 * ((-1) + u')) u (/ u ^ 3 * (2 - u)) /\
0 < / x ^ 3 * (2 - x).
Proof.
intros u x L mu_xx dom0 dom1 dom2 dom3 dom4.
apply keep; [|intros cla0].
{ first [fieldy | replace (mu_xx * Rpower u L / mu_xx) with (Rpower u L) by based; replace (Rpower (Rpower u L) (2 + (-2) / L)) with (/ u ^ 2 * Rpower u L ^ 2) by monomials; replace (Rpower (Rpower u L) (/ L)) with (u) by monomials; replace (Rpower u (2 * L)) with (Rpower u L ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (slope_is _ _ ((-2) * / u ^ 3 * ((-1) + u) + / u ^ 2) _); [sloped |]. fieldy. }
clear cla0 cla1. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos].
Qed.

(* CHAIN-I15 *)
Theorem claim_chain_i15 :
forall (alpha L : R),
(0 < alpha) ->
(alpha < 1) ->
(1 <= L) ->
(-1) * (Rpower alpha (2 + (-2) / L) * (1 - alpha)) / (1 - alpha) = (-1) * Rpower alpha (2 + (-2) / L) /\
filterlim (fun alpha' : R => Rpower alpha' (2 + (-2) / L)) (at_right 1) (locally 1) /\
is_lim (fun L' : R => Rpower alpha (2 + (-2) / L')) p_infty (alpha ^ 2).
Proof.
intros alpha L dom0 dom1 dom2.
apply keep; [|intros cla0].
{ first [fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. overs. apply (tends_is _ (Rpower 1 (2 + (-2) / L)) _); [limiting |]. replace (Rpower 1 (2 + (-2) / L)) with (1) by monomials; fieldy. }
clear cla0 cla1. overs. apply (lim_is _ (alpha ^ 2) _); [limiting |]. fieldy.
Qed.

(* CHAIN-I15-weak *)
Theorem claim_chain_i15_weak :
forall (alpha L : R),
(0 < alpha) ->
(alpha < 1) ->
(1 <= L) ->
Rpower alpha (2 + (-2) / L) * (1 - alpha) / (1 - alpha) = alpha ^ 2 * Rpower alpha ((-2) / L) /\
is_lim (fun L' : R => Rpower alpha ((-2) / L')) p_infty 1.
Proof.
intros alpha L dom0 dom1 dom2.
apply keep; [|intros cla0].
{ first [fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha ((-2) / L)) with (/ Rpower alpha (/ L) ^ 2) by monomials; fieldy]. }
clear cla0. overs. apply (lim_is _ 1 _); [limiting |]. fieldy.
Qed.

(* CHAIN-E6 *)
Theorem claim_chain_e6 :
forall (w L r mu_yx mu_xx mu_yy tau alpha : R),
(0 < w) ->
(1 <= L) ->
(0 < r) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < tau) ->
(0 < alpha) ->
(exists V1 V2 : R, is_derive (fun w' : R => Rpower w' L) w V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w ((-2) + 2 * L) - mu_xx * r * u' * Rpower w ((-1) + L)) w V2 /\ (-1) / L / mu_xx / r * Rpower r ((-2) + 2 / L) * V1 * V2 = Rpower (/ r * Rpower w L) (2 + (-2) / L) * (1 - / r * Rpower w L)) /\
Rpower alpha (2 + (-2) / L) * (1 - alpha) = Rpower alpha (2 + (-2) / L) * (1 - alpha).
Proof.
intros w L r mu_yx mu_xx mu_yy tau alpha dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
apply keep; [|intros cla0].
{ overs. exists (L * (Rpower w L / w)), (2 * w * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + (-1) * mu_xx * r * Rpower w ((-1) + L)). split; [sloped |]. split; [sloped |]. replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; replace (Rpower (/ r * Rpower w L) (2 + (-2) / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2 * / w ^ 2 * Rpower w L ^ 2) by monomials; fieldy. }
clear cla0. first [exact (@same_by (Rpower alpha (2 + (-2) / L) :: alpha :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Times (Sc 0) (Plus (Num (1)) (Minus (Sc 2))))
  (Times (Sc 0) (Plus (Num (1)) (Minus (Sc 2))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; fieldy].
Qed.

(* CHAIN-E5-descent *)
Theorem claim_chain_e5_descent :
forall (v k L r mu_yx mu_xx mu_yy : R),
(0 < v) ->
(0 < k) ->
(1 <= L) ->
(0 < r) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 : R, is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower (v * Rpower r (/ L)) ((-2) + 2 * L) - mu_xx * r * u' * Rpower (v * Rpower r (/ L)) ((-1) + L)) (v * Rpower r (/ L)) V1 /\ Rpower r ((-1) / L) * (v * Rpower r (/ L) - k / L / mu_xx * Rpower r ((-2) + 2 / L) * V1) = v + k / L * Rpower v ((-1) + L) * (1 - Rpower v L)).
Proof.
intros v k L r mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3 dom4 dom5 dom6.
overs. exists (2 * (v * Rpower r (/ L)) * (1 / 2) * mu_xx * Rpower (v * Rpower r (/ L)) ((-2) + 2 * L) + (-1) * mu_xx * r * Rpower (v * Rpower r (/ L)) ((-1) + L)). split; [sloped |]. replace (Rpower r ((-1) / L)) with (/ Rpower r (/ L)) by monomials; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; replace (Rpower (v * Rpower r (/ L)) ((-2) + 2 * L)) with (/ v ^ 2 * Rpower v L ^ 2 * r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (v * Rpower r (/ L)) ((-1) + L)) with (/ v * Rpower v L * r / Rpower r (/ L)) by monomials; replace (Rpower v ((-1) + L)) with (/ v * Rpower v L) by monomials; fieldy.
Qed.

(* CHAIN-C4 *)
Theorem claim_chain_c4 :
forall (w L r mu_yx mu_xx mu_yy tau : R),
(0 < w) ->
(1 <= L) ->
(0 < r) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < tau) ->
(exists V1 V2 : R, is_derive (fun w' : R => Rpower w' L) w V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w ((-2) + 2 * L) - mu_xx * r * u' * Rpower w ((-1) + L)) w V2 /\ (-1) / L / mu_xx / r * Rpower r ((-2) + 2 / L) * V1 * V2 = Rpower (/ r * Rpower w L) (2 + (-2) / L) * (1 - / r * Rpower w L)).
Proof.
intros w L r mu_yx mu_xx mu_yy tau dom0 dom1 dom2 dom3 dom4 dom5 dom6.
overs. exists (L * (Rpower w L / w)), (2 * w * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + (-1) * mu_xx * r * Rpower w ((-1) + L)). split; [sloped |]. split; [sloped |]. replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; replace (Rpower (/ r * Rpower w L) (2 + (-2) / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2 * / w ^ 2 * Rpower w L ^ 2) by monomials; fieldy.
Qed.

(* CHAIN-E8 *)
Theorem claim_chain_e8 :
forall (alpha L : R),
(0 < alpha) ->
(1 <= L) ->
Rpower alpha (2 + (-2) / L) * (1 - alpha) = Rpower alpha (2 + (-2) / L) - Rpower alpha (3 + (-2) / L) /\
is_lim (fun L' : R => Rpower alpha (2 + (-2) / L') * (1 - alpha)) p_infty (alpha ^ 2 * (1 - alpha)).
Proof.
intros alpha L dom0 dom1.
apply keep; [|intros cla0].
{ first [fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha (3 + (-2) / L)) with (alpha ^ 3 * / Rpower alpha (/ L) ^ 2) by monomials; fieldy]. }
clear cla0. overs. apply (lim_is _ (alpha ^ 2 * (1 - alpha)) _); [limiting |]. fieldy.
Qed.

(* CHAIN-C2 *)
Theorem claim_chain_c2 :
forall (w L r mu_yx mu_xx mu_yy tau : R),
(0 < w) ->
(1 <= L) ->
(0 < r) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < tau) ->
(exists V1 V2 : R, is_derive (fun w' : R => / r * Rpower w' L) w V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w ((-2) + 2 * L) - mu_xx * r * u' * Rpower w ((-1) + L)) w V2 /\ (-1) / L / mu_xx * Rpower r ((-2) + 2 / L) * V1 * V2 = Rpower (/ r * Rpower w L) (2 + (-2) / L) * (1 - / r * Rpower w L)).
Proof.
intros w L r mu_yx mu_xx mu_yy tau dom0 dom1 dom2 dom3 dom4 dom5 dom6.
overs. exists (L * (Rpower w L / w) / r), (2 * w * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + (-1) * mu_xx * r * Rpower w ((-1) + L)). split; [sloped |]. split; [sloped |]. replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; replace (Rpower (/ r * Rpower w L) (2 + (-2) / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2 * / w ^ 2 * Rpower w L ^ 2) by monomials; fieldy.
Qed.

(* CHAIN-I3 *)
Theorem claim_chain_i3 :
forall (p q u v B L mu_yx mu_xx mu_yy : R),
(0 < u) ->
(0 < v) ->
(1 <= L) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 V2 V3 V4 : R, is_derive (fun p' : R => p' ^ 2) p V1 /\ is_derive (fun p' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * p' ^ 2 * q ^ 2 - B * p' * q * mu_yx) p V2 /\ is_derive (fun q' : R => q' ^ 2) q V3 /\ is_derive (fun q' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * p ^ 2 * q' ^ 2 - B * p * q' * mu_yx) q V4 /\ (-1) * V1 * V2 = (-1) * V3 * V4) /\
(exists V1 V2 V3 V4 : R, is_derive (fun p' : R => (1 + p' * / sqrt L) ^ 2) p V1 /\ is_derive (fun p' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + p' * / sqrt L) ^ 2 * (1 + q * / sqrt L) ^ 2 - B * mu_yx * (1 + p' * / sqrt L) * (1 + q * / sqrt L)) p V2 /\ is_derive (fun q' : R => (1 + q' * / sqrt L) ^ 2) q V3 /\ is_derive (fun q' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + p * / sqrt L) ^ 2 * (1 + q' * / sqrt L) ^ 2 - B * mu_yx * (1 + p * / sqrt L) * (1 + q' * / sqrt L)) q V4 /\ (-1) * V1 * V2 = (-1) * V3 * V4) /\
(exists V1 V2 V3 V4 : R, is_derive (fun u' : R => 1 / 2 / L * u' ^ 2 + ln u') u V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + / L * u' ^ 2) ^ 2 * (1 + / L * v ^ 2) ^ 2 - B * mu_yx * (1 + / L * u' ^ 2) * (1 + / L * v ^ 2)) u V2 /\ is_derive (fun v' : R => 1 / 2 / L * v' ^ 2 + ln v') v V3 /\ is_derive (fun v' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + / L * u ^ 2) ^ 2 * (1 + / L * v' ^ 2) ^ 2 - B * mu_yx * (1 + / L * u ^ 2) * (1 + / L * v' ^ 2)) v V4 /\ (-1) * V1 * V2 = (-1) * V3 * V4).
Proof.
intros p q u v B L mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3 dom4 dom5.
apply keep; [|intros cla0].
{ overs. exists (2 * p), (2 * p * (1 / 2) * mu_xx * B ^ 2 * q ^ 2 + (-1) * B * q * mu_yx), (2 * q), (2 * q * (1 / 2) * mu_xx * B ^ 2 * p ^ 2 + (-1) * B * p * mu_yx). split; [sloped |]. split; [sloped |]. split; [sloped |]. split; [sloped |]. fieldy. }
apply keep; [|intros cla1].
{ clear cla0. overs. exists (2 * (1 + p * / sqrt L) * / sqrt L), (2 * (1 + p * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * B ^ 2 * (1 + q * / sqrt L) ^ 2 + / sqrt L * (-1) * B * mu_yx * (1 + q * / sqrt L)), (2 * (1 + q * / sqrt L) * / sqrt L), (2 * (1 + q * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * B ^ 2 * (1 + p * / sqrt L) ^ 2 + / sqrt L * (-1) * B * mu_yx * (1 + p * / sqrt L)). split; [sloped |]. split; [sloped |]. split; [sloped |]. split; [sloped |]. root_of L; fieldy. }
clear cla0 cla1. overs. exists (2 * u * (1 / 2) / L + / u), (2 * (1 + / L * u ^ 2) * (2 * u / L) * (1 / 2) * mu_xx * B ^ 2 * (1 + / L * v ^ 2) ^ 2 + 2 * u / L * (-1) * B * mu_yx * (1 + / L * v ^ 2)), (2 * v * (1 / 2) / L + / v), (2 * (1 + / L * v ^ 2) * (2 * v / L) * (1 / 2) * mu_xx * B ^ 2 * (1 + / L * u ^ 2) ^ 2 + 2 * v / L * (-1) * B * mu_yx * (1 + / L * u ^ 2)). split; [sloped |]. split; [sloped |]. split; [sloped |]. split; [sloped |]. fieldy.
Qed.

(* CHAIN-I4 *)
Theorem claim_chain_i4 :
forall (p B L mu_yx mu_xx mu_yy : R),
(1 <= L) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 V2 : R, is_derive (fun w1' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * w1' ^ 2 * p ^ 2 - B * w1' * p * mu_yx) p V1 /\ is_derive (fun w2' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * p ^ 2 * w2' ^ 2 - B * p * w2' * mu_yx) p V2 /\ V1 = V2) /\
(exists V1 V2 : R, is_derive (fun w1' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + w1' * / sqrt L) ^ 2 * (1 + p * / sqrt L) ^ 2 - B * mu_yx * (1 + w1' * / sqrt L) * (1 + p * / sqrt L)) p V1 /\ is_derive (fun w2' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + p * / sqrt L) ^ 2 * (1 + w2' * / sqrt L) ^ 2 - B * mu_yx * (1 + p * / sqrt L) * (1 + w2' * / sqrt L)) p V2 /\ V1 = V2) /\
(exists V1 V2 : R, is_derive (fun w1' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + w1' ^ 2 / L) ^ 2 * (1 + p ^ 2 / L) ^ 2 - B * mu_yx * (1 + w1' ^ 2 / L) * (1 + p ^ 2 / L)) p V1 /\ is_derive (fun w2' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * B ^ 2 * (1 + p ^ 2 / L) ^ 2 * (1 + w2' ^ 2 / L) ^ 2 - B * mu_yx * (1 + p ^ 2 / L) * (1 + w2' ^ 2 / L)) p V2 /\ V1 = V2).
Proof.
intros p B L mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ overs. exists (2 * p * (1 / 2) * mu_xx * B ^ 2 * p ^ 2 + (-1) * B * p * mu_yx), (2 * p * (1 / 2) * mu_xx * B ^ 2 * p ^ 2 + (-1) * B * p * mu_yx). split; [sloped |]. split; [sloped |]. reflexivity. }
apply keep; [|intros cla1].
{ clear cla0. overs. exists (2 * (1 + p * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * B ^ 2 * (1 + p * / sqrt L) ^ 2 + / sqrt L * (-1) * B * mu_yx * (1 + p * / sqrt L)), (2 * (1 + p * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * B ^ 2 * (1 + p * / sqrt L) ^ 2 + / sqrt L * (-1) * B * mu_yx * (1 + p * / sqrt L)). split; [sloped |]. split; [sloped |]. reflexivity. }
clear cla0 cla1. overs. exists (2 * (1 + p ^ 2 / L) * (2 * p / L) * (1 / 2) * mu_xx * B ^ 2 * (1 + p ^ 2 / L) ^ 2 + 2 * p / L * (-1) * B * mu_yx * (1 + p ^ 2 / L)), (2 * (1 + p ^ 2 / L) * (2 * p / L) * (1 / 2) * mu_xx * B ^ 2 * (1 + p ^ 2 / L) ^ 2 + 2 * p / L * (-1) * B * mu_yx * (1 + p ^ 2 / L)). split; [sloped |]. split; [sloped |]. reflexivity.
Qed.

(* CHAIN-E4 *)
Theorem claim_chain_e4 :
forall (w L eta mu_yx mu_xx mu_yy : R),
(0 < w) ->
(1 <= L) ->
(0 < eta) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 : R, is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w ((-2) + 2 * L) - mu_yx * u' * Rpower w ((-1) + L)) w V1 /\ (-1) * eta * V1 = eta * Rpower w ((-1) + L) * (mu_yx - mu_xx * Rpower w L)).
Proof.
intros w L eta mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3 dom4 dom5.
overs. exists (2 * w * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + (-1) * mu_yx * Rpower w ((-1) + L)). split; [sloped |]. replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; fieldy.
Qed.

(* CHAIN-B2 *)
Theorem claim_chain_b2 :
forall (alpha L x : R),
(0 < alpha) ->
(1 < L) ->
(0 < x) ->
Rpower alpha (2 + (-2) / L) * ((-1) + 2 * L) - Rpower alpha (1 + (-2) / L) * (1 - alpha) - Rpower alpha (1 + (-2) / L) * ((-1) + L) = L * Rpower alpha (1 + (-2) / L) * ((-1) + 2 * alpha) /\
Rpower alpha (2 + (-2) / L) * ((-1) + 2 * L) - Rpower alpha (1 + (-2) / L) * ((-1) + L) = Rpower alpha (1 + (-2) / L) * ((-1) + 2 * L) * (alpha - / ((-1) + 2 * L) * ((-1) + L)) /\
is_derive (fun alpha' : R => Rpower alpha' (2 + (-2) / L) * ((-1) + 2 * L) - Rpower alpha' (1 + (-2) / L) * ((-1) + L)) alpha (/ L * Rpower alpha ((-2) / L) * ((-1) + L) * (2 - L + alpha * ((-2) + 4 * L))) /\
0 < L * Rpower alpha (1 + (-2) / L) /\
0 < Rpower alpha (1 + (-2) / L) * ((-1) + 2 * L) /\
0 < / L * Rpower alpha ((-2) / L) * ((-1) + L) /\
0 < 2 - L + (1 / 2 + 1 / 2 * x) * ((-2) + 4 * L) /\
((0 <= Rpower alpha (2 + (-2) / L) * ((-1) + 2 * L) - Rpower alpha (1 + (-2) / L) * (1 - alpha) - Rpower alpha (1 + (-2) / L) * ((-1) + L)) <-> (1 / 2 <= alpha)) /\
((Rpower alpha (2 + (-2) / L) * ((-1) + 2 * L) - Rpower alpha (1 + (-2) / L) * ((-1) + L) < 0) <-> (alpha < / ((-1) + 2 * L) * ((-1) + L))).
Proof.
intros alpha L x dom0 dom1 dom2.
apply keep; [|intros cla0].
{ first [fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha (1 + (-2) / L)) with (alpha * / Rpower alpha (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [fieldy | replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha (1 + (-2) / L)) with (alpha * / Rpower alpha (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. apply (slope_is _ _ ((2 + (-2) / L) * (Rpower alpha (2 + (-2) / L) / alpha) * ((-1) + 2 * L) + (1 + (-2) / L) * (Rpower alpha (1 + (-2) / L) / alpha) * (-1) * ((-1) + L)) _); [sloped |]. replace (Rpower alpha (2 + (-2) / L)) with (alpha ^ 2 * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha (1 + (-2) / L)) with (alpha * / Rpower alpha (/ L) ^ 2) by monomials; replace (Rpower alpha ((-2) / L)) with (/ Rpower alpha (/ L) ^ 2) by monomials; fieldy. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. first [bounded | wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]]. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]. }
apply keep; [|intros cla7].
{ rewrite cla0. match type of cla3 with 0 < ?y => set (c := y) in * end. split; intros h; [| apply Rmult_le_pos; lra].
apply Rnot_lt_le; intros low. assert (0 < c * (1 - 2 * alpha)) by (apply Rmult_lt_0_compat; lra).
lra. }
rewrite cla1. match type of cla4 with 0 < ?y => set (c := y) in * end.
set (e := / _ * _). split; intros h.
- apply Rnot_le_lt; intros high. assert (0 <= c * (alpha - e)) by (apply Rmult_le_pos; lra). lra.
- assert (0 < c * (e - alpha)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(* CHAIN-E5 *)
Theorem claim_chain_e5 :
forall (r mu_xx L tau : R),
(0 < r) ->
(0 < mu_xx) ->
(1 <= L) ->
(0 < tau) ->
/ L / mu_xx / tau * Rpower (mu_xx * r / mu_xx) ((-2) + 2 / L) = / L / mu_xx * Rpower r ((-2) + 2 / L) / tau /\
/ L / mu_xx / tau * Rpower (mu_xx * r / mu_xx) ((-2) + 2 / L) * (L * mu_xx * Rpower (mu_xx * r / mu_xx) (2 + (-2) / L)) = / tau.
Proof.
intros r mu_xx L tau dom0 dom1 dom2 dom3.
apply keep; [|intros cla0].
{ first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; fieldy]. }
clear cla0. first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy].
Qed.
