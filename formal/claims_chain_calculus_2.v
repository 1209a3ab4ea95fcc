(* Written by `python formal/claims.py` from the trees of the claims. *)
From Coq Require Import Reals ZArith Lia Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics gaussian
  writing calculus.
Open Scope R_scope.

(* CHAIN-C8 *)
Theorem claim_chain_c8 :
forall (r L mu_xx mu_yy : R),
(1 < r) ->
(1 <= L) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 V2 : R, is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) * (1 + u' * w' / L) ^ 2 - mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L) * (1 + u' * w' / L)) w') (sqrt L * sqrt ((-1) + Rpower r (/ L))) V1 /\ is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + / L * u' ^ 2) ^ 2 * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) - mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L) * (1 + / L * u' ^ 2)) w') (sqrt L * sqrt ((-1) + Rpower r (/ L))) V2 /\ 2 * V1 = V2).
Proof.
intros r L mu_xx mu_yy dom0 dom1 dom2 dom3.
overs. assert (0 < 1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) by (replace (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) with (Rpower r (/ L)) by based; pos). exists (((sqrt L * sqrt ((-1) + Rpower r (/ L)) / L + sqrt L * sqrt ((-1) + Rpower r (/ L)) / L) * 2 * (sqrt L * sqrt ((-1) + Rpower r (/ L)) / L) + / L * (2 * (1 + sqrt L * sqrt ((-1) + Rpower r (/ L)) * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L))) * (1 / 2) * mu_xx * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (1 + sqrt L * sqrt ((-1) + Rpower r (/ L)) * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (sqrt L * sqrt ((-1) + Rpower r (/ L)) / L) * (1 / 2) * mu_xx) + (/ L * (-1) * mu_xx * r * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) + ((-1) + L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (sqrt L * sqrt ((-1) + Rpower r (/ L)) / L * (-1) * mu_xx * r))), ((2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * 2 * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) + 2 / L * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2))) * (1 / 2) * mu_xx * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-2) + 2 * L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (1 / 2) * mu_xx) + (2 / L * (-1) * mu_xx * r * Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) + ((-1) + L) * (Rpower (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) ((-1) + L) / (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2)) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L) * (2 * (sqrt L * sqrt ((-1) + Rpower r (/ L))) / L * (-1) * mu_xx * r))). split; [near_where (fun w' : R => 2 * (1 + w' * w' / L) * (w' / L) * (1 / 2) * mu_xx * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) + w' / L * (-1) * mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L)) (fun w' : R => 1 + / L * w' ^ 2) |]. split; [near_where (fun w' : R => 2 * (1 + / L * w' ^ 2) * (2 * w' / L) * (1 / 2) * mu_xx * Rpower (1 + / L * w' ^ 2) ((-2) + 2 * L) + 2 * w' / L * (-1) * mu_xx * r * Rpower (1 + / L * w' ^ 2) ((-1) + L)) (fun w' : R => 1 + / L * w' ^ 2) |]. replace (1 + / L * (sqrt L * sqrt ((-1) + Rpower r (/ L))) ^ 2) with (Rpower r (/ L)) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; root_in ((-1) + Rpower r (/ L)) (Rpower r (/ L)) 1; root_of L; fieldy.
Qed.

(* CHAIN-I17 *)
Theorem claim_chain_i17 :
forall (r L : R),
(0 < r) ->
(1 <= L) ->
is_lim (fun L' : R => Rpower r (2 / L')) p_infty 1.
Proof.
intros r L dom0 dom1.
overs. apply (lim_is _ 1 _); [limiting |]. fieldy.
Qed.

(* CHAIN-I17-saturates *)
Theorem claim_chain_i17_saturates :
forall (r L : R),
(0 < r) ->
(1 <= L) ->
/ L * (L * 1 * Rpower (r / 1) (2 + (-2) / L)) = Rpower r (2 + (-2) / L) /\
1 * (1 * Rpower (r / 1) (2 + (-2) / L)) = Rpower r (2 + (-2) / L) /\
is_lim (fun L' : R => Rpower r (2 + (-2) / L')) p_infty (r ^ 2) /\
r ^ 2 / Rpower r (2 + (-2) / L) = Rpower r (2 / L).
Proof.
intros r L dom0 dom1.
apply keep; [|intros cla0].
{ first [fieldy | replace (r / 1) with (r) by based; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [fieldy | replace (r / 1) with (r) by based; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. apply (lim_is _ (r ^ 2) _); [limiting |]. fieldy. }
clear cla0 cla1 cla2. first [fieldy | replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower r (2 / L)) with (Rpower r (/ L) ^ 2) by monomials; fieldy].
Qed.

(* CHAIN-I18-rule *)
Theorem claim_chain_i18_rule :
forall (r L L0 : R),
(0 < r) ->
(1 <= L) ->
(1 <= L0) ->
/ L * (L * 1 * Rpower (r / 1) (2 + (-2) / L)) = Rpower r (2 + (-2) / L) /\
(exists V1 : R, is_lim (fun L' : R => Rpower r (2 + (-2) / L')) p_infty V1 /\ Rpower r ((-2) + 2 / L0) * V1 = Rpower r (2 / L0)) /\
(exists V1 : R, is_derive (fun r' : R => Rpower r' (2 / L0)) r V1 /\ 0 < V1) /\
Rpower (Rpower 2 (1 / 2 * L0)) (2 / L0) = 2.
Proof.
intros r L L0 dom0 dom1 dom2.
apply keep; [|intros cla0].
{ first [fieldy | replace (r / 1) with (r) by based; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. overs. exists (r ^ 2). split; [limiting |]. replace (Rpower r ((-2) + 2 / L0)) with (/ r ^ 2 * Rpower r (/ L0) ^ 2) by monomials; replace (Rpower r (2 / L0)) with (Rpower r (/ L0) ^ 2) by monomials; fieldy. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. exists (2 / L0 * (Rpower r (2 / L0) / r)). split; [sloped |]. wholes; first [lra | nra | apply gap_ok; pos | pos | apply gap_less; pos]. }
clear cla0 cla1 cla2. first [fieldy | replace (Rpower (Rpower 2 (1 / 2 * L0)) (2 / L0)) with (2) by monomials; fieldy].
Qed.

(* CHAIN-X-A1 *)
Theorem claim_chain_x_a1 :
forall (v r L tau mu_yx mu_xx mu_yy : R),
(0 < v) ->
(0 < r) ->
(1 <= L) ->
(0 < tau) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(exists V1 V2 : R, is_derive (fun w' : R => Rpower (1 + w' * / sqrt L) L) (sqrt L * ((-1) + v)) V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-2) + 2 * L) - mu_xx * r * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) (sqrt L * ((-1) + v)) V2 /\ (-1) / mu_xx / r * Rpower r ((-2) + 2 / L) * V1 * V2 = Rpower (/ r * Rpower v L) (2 + (-2) / L) * (1 - / r * Rpower v L)).
Proof.
intros v r L tau mu_yx mu_xx mu_yy dom0 dom1 dom2 dom3 dom4 dom5 dom6.
overs. assert (0 < 1 + sqrt L * ((-1) + v) * / sqrt L) by (replace (1 + sqrt L * ((-1) + v) * / sqrt L) with (v) by based; pos). exists (L * (Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) L / (1 + sqrt L * ((-1) + v) * / sqrt L)) * / sqrt L), (2 * (1 + sqrt L * ((-1) + v) * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_xx * r * Rpower (1 + sqrt L * ((-1) + v) * / sqrt L) ((-1) + L)). split; [sloped |]. split; [sloped |]. replace (1 + sqrt L * ((-1) + v) * / sqrt L) with (v) by based; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; replace (Rpower v ((-2) + 2 * L)) with (/ v ^ 2 * Rpower v L ^ 2) by monomials; replace (Rpower v ((-1) + L)) with (/ v * Rpower v L) by monomials; replace (Rpower (/ r * Rpower v L) (2 + (-2) / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2 * / v ^ 2 * Rpower v L ^ 2) by monomials; root_of L; fieldy.
Qed.

(* CHAIN-laws-feedforward *)
Theorem claim_chain_laws_feedforward :
forall (w eta L0 mu_yx mu_xx mu_yy r L : R),
(0 < w) ->
(0 < eta) ->
(1 <= L0) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < r) ->
(1 <= L) ->
w = w /\
1 / 2 / mu_xx * ((-1) * mu_yx + mu_xx * Rpower w L) ^ 2 = 1 / 2 * mu_xx * Rpower w (2 * L) + 1 / 2 / mu_xx * mu_yx ^ 2 - mu_yx * Rpower w L /\
(exists V1 : R, is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w ((-2) + 2 * L) - mu_yx * u' * Rpower w ((-1) + L)) w V1 /\ (-1) * eta * Rpower w ((-1) + L) * ((-1) * mu_yx + mu_xx * Rpower w L) = (-1) * eta * V1) /\
(exists V1 V2 : R, is_derive (fun w' : R => Rpower w' L) w V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w ((-2) + 2 * L) - mu_yx * u' * Rpower w ((-1) + L)) w V2 /\ L * eta * Rpower (Rpower w L) (2 + (-2) / L) * (mu_yx - Rpower w L * mu_xx) = (-1) * eta * V1 * V2) /\
(exists V1 V2 : R, is_derive (fun w' : R => w') w V1 /\ is_derive (fun w' : R => w' ^ 2) w V2 /\ V1 * V2 = 2 * w) /\
(exists V1 : R, is_derive (fun w' : R => ln w') w V1 /\ / w ^ 2 = V1 ^ 2) /\
Rpower (mu_xx * r / mu_xx) (/ L) = Rpower r (/ L) /\
(exists V1 : R, is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w' ((-2) + 2 * L) - mu_xx * r * u' * Rpower w' ((-1) + L)) w') (Rpower r (/ L)) V1 /\ V1 * (2 / L / mu_xx * Rpower (mu_xx * r / mu_xx) ((-2) + 2 / L)) = 2) /\
is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * u' ^ 2 * Rpower w' ((-2) + 2 * L) - mu_xx * r * u' * Rpower w' ((-1) + L)) w') (Rpower r (/ L)) (L * mu_xx * Rpower r (2 + (-2) / L)) /\
mu_xx * Rpower r (2 + (-2) / L0) * (Rpower r ((-2) + 2 / L0) * Rpower r (2 + (-2) / L)) = mu_xx * Rpower r (2 + (-2) / L).
Proof.
intros w eta L0 mu_yx mu_xx mu_yy r L dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
apply keep; [|intros cla0].
{ first [exact (@same_by (w :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Sc 0)
  (Sc 0)
  (List.repeat nil 2) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [transitivity (1 / 2 / mu_xx * ((-1) * mu_yx + mu_xx * Rpower w L) ^ 2); [cong (first [ends]) | transitivity (1 / 2 * mu_xx * (Rpower w L * Rpower w L) + 1 / 2 / mu_xx * mu_yx ^ 2 - mu_yx * Rpower w L); [exact (@same_by (mu_xx :: Rpower w L :: mu_yx :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((0 :: 1 :: nil)%list%nat, (nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Num (1)) (Over (Num 2))) (Over (Sc 0))) (Power (Plus (Times (Num (-1)) (Sc 4)) (Times (Sc 0) (Sc 2))) 2))
  (Plus (Plus (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 0)) (Times (Sc 2) (Sc 2))) (Times (Times (Times (Num (1)) (Over (Num 2))) (Over (Sc 0))) (Power (Sc 4) 2))) (Minus (Times (Sc 4) (Sc 2))))
  (List.repeat nil 7) ltac:(sizes) ltac:(split; [inverse | exact I]) ltac:(vm_compute; reflexivity)) | symmetry; cong (first [ends])]] | fieldy | replace (Rpower w (2 * L)) with (Rpower w L ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. exists (2 * w * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + (-1) * mu_yx * Rpower w ((-1) + L)). split; [sloped |]. replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; fieldy. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. overs. exists (L * (Rpower w L / w)), (2 * w * (1 / 2) * mu_xx * Rpower w ((-2) + 2 * L) + (-1) * mu_yx * Rpower w ((-1) + L)). split; [sloped |]. split; [sloped |]. replace (Rpower (Rpower w L) (2 + (-2) / L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-2) + 2 * L)) with (/ w ^ 2 * Rpower w L ^ 2) by monomials; replace (Rpower w ((-1) + L)) with (/ w * Rpower w L) by monomials; fieldy. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. overs. exists 1, (2 * w). split; [sloped |]. split; [sloped |]. fieldy. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. overs. exists (/ w). split; [sloped |]. fieldy. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; fieldy]. }
apply keep; [|intros cla7].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6. overs. exists (2 * (1 / 2) * mu_xx * Rpower (Rpower r (/ L)) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (Rpower r (/ L)) ((-2) + 2 * L) / Rpower r (/ L)) * (2 * Rpower r (/ L) * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (Rpower r (/ L)) ((-1) + L) / Rpower r (/ L)) * ((-1) * mu_xx * r)). split; [near_where (fun w' : R => 2 * w' * (1 / 2) * mu_xx * Rpower w' ((-2) + 2 * L) + (-1) * mu_xx * r * Rpower w' ((-1) + L)) (fun w' : R => w') |]. replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; fieldy. }
apply keep; [|intros cla8].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7. overs. apply (slope_is _ _ (2 * (1 / 2) * mu_xx * Rpower (Rpower r (/ L)) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (Rpower r (/ L)) ((-2) + 2 * L) / Rpower r (/ L)) * (2 * Rpower r (/ L) * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (Rpower r (/ L)) ((-1) + L) / Rpower r (/ L)) * ((-1) * mu_xx * r)) _); [near_where (fun w' : R => 2 * w' * (1 / 2) * mu_xx * Rpower w' ((-2) + 2 * L) + (-1) * mu_xx * r * Rpower w' ((-1) + L)) (fun w' : R => w') |]. replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8. first [fieldy | replace (Rpower r (2 + (-2) / L0)) with (r ^ 2 * / Rpower r (/ L0) ^ 2) by monomials; replace (Rpower r ((-2) + 2 / L0)) with (/ r ^ 2 * Rpower r (/ L0) ^ 2) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy].
Qed.

(* CHAIN-laws-block1 *)
Theorem claim_chain_laws_block1 :
forall (w eta L0 mu_yx mu_xx mu_yy r L : R),
(0 < w) ->
(0 < eta) ->
(1 <= L0) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < mu_yy) ->
(0 < r) ->
(1 <= L) ->
1 + w * / sqrt L = 1 + w * / sqrt L /\
1 / 2 / mu_xx * ((-1) * mu_yx + mu_xx * Rpower (1 + w * / sqrt L) L) ^ 2 = 1 / 2 * mu_xx * Rpower (1 + w * / sqrt L) (2 * L) + 1 / 2 / mu_xx * mu_yx ^ 2 - mu_yx * Rpower (1 + w * / sqrt L) L /\
(exists V1 : R, is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) ((-2) + 2 * L) - mu_yx * Rpower (1 + w * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) w V1 /\ (-1) * eta * / sqrt L * Rpower (1 + w * / sqrt L) ((-1) + L) * ((-1) * mu_yx + mu_xx * Rpower (1 + w * / sqrt L) L) = (-1) * eta * V1) /\
(exists V1 V2 : R, is_derive (fun w' : R => Rpower (1 + w' * / sqrt L) L) w V1 /\ is_derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) ((-2) + 2 * L) - mu_yx * Rpower (1 + w * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) w V2 /\ eta * Rpower (Rpower (1 + w * / sqrt L) L) (2 + (-2) / L) * (mu_yx - Rpower (1 + w * / sqrt L) L * mu_xx) = (-1) * eta * V1 * V2) /\
(exists V1 V2 : R, is_derive (fun w' : R => 1 + w' * / sqrt L) w V1 /\ is_derive (fun w' : R => w' ^ 2 + 2 * w' * sqrt L) w V2 /\ V1 * V2 = 2 + 2 * w * / sqrt L) /\
(exists V1 : R, is_derive (fun w' : R => ln (1 + w' * / sqrt L)) w V1 /\ / L * / (1 + w * / sqrt L) ^ 2 = V1 ^ 2) /\
sqrt L * ((-1) + Rpower (mu_xx * r / mu_xx) (/ L)) = sqrt L * ((-1) + Rpower r (/ L)) /\
(exists V1 : R, is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) - mu_xx * r * Rpower (1 + w' * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) w') (sqrt L * ((-1) + Rpower r (/ L))) V1 /\ V1 * (2 / mu_xx * Rpower (mu_xx * r / mu_xx) ((-2) + 2 / L)) = 2) /\
is_derive (fun w' : R => Derive (fun u' : R => 1 / 2 * mu_yy + 1 / 2 * mu_xx * (1 + u' * / sqrt L) ^ 2 * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) - mu_xx * r * Rpower (1 + w' * / sqrt L) ((-1) + L) * (1 + u' * / sqrt L)) w') (sqrt L * ((-1) + Rpower r (/ L))) (mu_xx * Rpower r (2 + (-2) / L)) /\
mu_xx * Rpower r (2 + (-2) / L0) * (Rpower r ((-2) + 2 / L0) * Rpower r (2 + (-2) / L)) = mu_xx * Rpower r (2 + (-2) / L).
Proof.
intros w eta L0 mu_yx mu_xx mu_yy r L dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7.
apply keep; [|intros cla0].
{ first [exact (@same_by (w :: sqrt L :: L :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (nil)%list 24%nat
  (Plus (Num (1)) (Times (Sc 0) (Over (Sc 2))))
  (Plus (Num (1)) (Times (Sc 0) (Over (Sc 2))))
  (List.repeat nil 4) ltac:(sizes) ltac:(exact I) ltac:(vm_compute; reflexivity)) | fieldy | root_of L; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [fieldy | replace (Rpower (1 + w * / sqrt L) (2 * L)) with (Rpower (1 + w * / sqrt L) L ^ 2) by monomials; fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. exists (2 * (1 + w * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + w * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_yx * Rpower (1 + w * / sqrt L) ((-1) + L)). split; [sloped |]. replace (Rpower (1 + w * / sqrt L) ((-1) + L)) with (/ (1 + w * / sqrt L) * Rpower (1 + w * / sqrt L) L) by monomials; replace (Rpower (1 + w * / sqrt L) ((-2) + 2 * L)) with (/ (1 + w * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) L ^ 2) by monomials; root_of L; fieldy. }
apply keep; [|intros cla3].
{ clear cla0 cla1 cla2. overs. exists (L * (Rpower (1 + w * / sqrt L) L / (1 + w * / sqrt L)) * / sqrt L), (2 * (1 + w * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + w * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_yx * Rpower (1 + w * / sqrt L) ((-1) + L)). split; [sloped |]. split; [sloped |]. replace (Rpower (Rpower (1 + w * / sqrt L) L) (2 + (-2) / L)) with (/ (1 + w * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) L ^ 2) by monomials; replace (Rpower (1 + w * / sqrt L) ((-2) + 2 * L)) with (/ (1 + w * / sqrt L) ^ 2 * Rpower (1 + w * / sqrt L) L ^ 2) by monomials; replace (Rpower (1 + w * / sqrt L) ((-1) + L)) with (/ (1 + w * / sqrt L) * Rpower (1 + w * / sqrt L) L) by monomials; root_of L; fieldy. }
apply keep; [|intros cla4].
{ clear cla0 cla1 cla2 cla3. overs. exists (/ sqrt L), (2 * w + 2 * sqrt L). split; [sloped |]. split; [sloped |]. root_of L; fieldy. }
apply keep; [|intros cla5].
{ clear cla0 cla1 cla2 cla3 cla4. overs. exists (/ (1 + w * / sqrt L) * / sqrt L). split; [sloped |]. root_of L; fieldy. }
apply keep; [|intros cla6].
{ clear cla0 cla1 cla2 cla3 cla4 cla5. first [fieldy | replace (mu_xx * r / mu_xx) with (r) by based; root_of L; fieldy]. }
apply keep; [|intros cla7].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6. overs. assert (0 < 1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) by (replace (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) with (Rpower r (/ L)) by based; pos). exists (/ sqrt L * 2 * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-2) + 2 * L) / (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) * / sqrt L * (2 * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) * / sqrt L * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-1) + L) / (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) * / sqrt L * (/ sqrt L * (-1) * mu_xx * r)). split; [near_where (fun w' : R => 2 * (1 + w' * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_xx * r * Rpower (1 + w' * / sqrt L) ((-1) + L)) (fun w' : R => 1 + w' * / sqrt L) |]. replace (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) with (Rpower r (/ L)) by based; replace (mu_xx * r / mu_xx) with (r) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r ((-2) + 2 / L)) with (/ r ^ 2 * Rpower r (/ L) ^ 2) by monomials; root_of L; fieldy. }
apply keep; [|intros cla8].
{ clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7. overs. assert (0 < 1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) by (replace (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) with (Rpower r (/ L)) by based; pos). apply (slope_is _ _ (/ sqrt L * 2 * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-2) + 2 * L) + ((-2) + 2 * L) * (Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-2) + 2 * L) / (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) * / sqrt L * (2 * (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) * / sqrt L * (1 / 2) * mu_xx) + ((-1) + L) * (Rpower (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) ((-1) + L) / (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L)) * / sqrt L * (/ sqrt L * (-1) * mu_xx * r)) _); [near_where (fun w' : R => 2 * (1 + w' * / sqrt L) * / sqrt L * (1 / 2) * mu_xx * Rpower (1 + w' * / sqrt L) ((-2) + 2 * L) + / sqrt L * (-1) * mu_xx * r * Rpower (1 + w' * / sqrt L) ((-1) + L)) (fun w' : R => 1 + w' * / sqrt L) |]. replace (1 + sqrt L * ((-1) + Rpower r (/ L)) * / sqrt L) with (Rpower r (/ L)) by based; replace (Rpower (Rpower r (/ L)) ((-2) + 2 * L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; replace (Rpower (Rpower r (/ L)) ((-1) + L)) with (r / Rpower r (/ L)) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; root_of L; fieldy. }
clear cla0 cla1 cla2 cla3 cla4 cla5 cla6 cla7 cla8. first [fieldy | replace (Rpower r (2 + (-2) / L0)) with (r ^ 2 * / Rpower r (/ L0) ^ 2) by monomials; replace (Rpower r ((-2) + 2 / L0)) with (/ r ^ 2 * Rpower r (/ L0) ^ 2) by monomials; replace (Rpower r (2 + (-2) / L)) with (r ^ 2 * / Rpower r (/ L) ^ 2) by monomials; fieldy].
Qed.

(* CHAIN-X-C7 *)
Theorem claim_chain_x_c7 :
forall (E c eta mu_yx mu_xx q u v : R),
(0 < E) ->
(0 < c) ->
(0 < eta) ->
(0 < mu_yx) ->
(0 < mu_xx) ->
(0 < q) ->
(q < 1) ->
(0 < u) ->
(0 < v) ->
1 / 4 * eta * mu_xx * sqrt c ^ 3 * (E + / E) * (1 / 2 * / E ^ 2 + (-1 / 2) * E ^ 2 + 2 * mu_yx / c / mu_xx) = 1 / 2 * eta * sqrt c * (E + / E) * (mu_yx + (-1 / 4) * c * mu_xx * (E + / E) * (E - / E)) /\
1 / 4 * eta * mu_xx * sqrt c ^ 3 * (E - / E) * (1 / 2 * / E ^ 2 + (-1 / 2) * E ^ 2 + 2 * mu_yx / c / mu_xx) = 1 / 2 * eta * sqrt c * (E - / E) * (mu_yx + (-1 / 4) * c * mu_xx * (E + / E) * (E - / E)) /\
(exists V1 : R, is_derive (fun q' : R => / (1 + q' * v ^ 2 + u * v * (1 - q')) * (q' * u + u * v ^ 2 + v * (1 - q'))) q V1 /\ q * ((-1) * v - / v) * V1 = 1 - / (1 + q * v ^ 2 + u * v * (1 - q)) ^ 2 * (q * u + u * v ^ 2 + v * (1 - q)) ^ 2 + / (1 + q * v ^ 2 + u * v * (1 - q)) * (v - / v) * (q * u + u * v ^ 2 + v * (1 - q))) /\
/ (1 + 1 * v ^ 2 + u * v * (1 - 1)) * (1 * u + u * v ^ 2 + v * (1 - 1)) = u.
Proof.
intros E c eta mu_yx mu_xx q u v dom0 dom1 dom2 dom3 dom4 dom5 dom6 dom7 dom8.
apply keep; [|intros cla0].
{ first [exact (@same_by (eta :: mu_xx :: sqrt c :: c :: E :: mu_yx :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((4 :: 4 :: nil)%list%nat, (6 :: nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((7 :: 4 :: nil)%list%nat, (5 :: nil)%list%nat) :: ((6 :: 5 :: nil)%list%nat, (4 :: nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 4))) (Sc 0)) (Sc 2)) (Power (Sc 4) 3)) (Plus (Sc 8) (Over (Sc 8)))) (Plus (Plus (Times (Times (Num (1)) (Over (Num 2))) (Over (Power (Sc 8) 2))) (Times (Times (Num (-1)) (Over (Num 2))) (Power (Sc 8) 2))) (Times (Times (Times (Num (2)) (Sc 10)) (Over (Sc 6))) (Over (Sc 2)))))
  (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 0)) (Sc 4)) (Plus (Sc 8) (Over (Sc 8)))) (Plus (Sc 10) (Times (Times (Times (Times (Times (Num (-1)) (Over (Num 4))) (Sc 6)) (Sc 2)) (Plus (Sc 8) (Over (Sc 8)))) (Plus (Sc 8) (Minus (Over (Sc 8)))))))
  (List.repeat nil 16) ltac:(sizes) ltac:(split; [root | split; [inverse | split; [inverse | split; [over_by_root | split; [by_root | exact I]]]]]) ltac:(vm_compute; reflexivity)) | fieldy | root_of c; fieldy]. }
apply keep; [|intros cla1].
{ clear cla0. first [exact (@same_by (eta :: mu_xx :: sqrt c :: c :: E :: mu_yx :: nil)%list (nil)%list (fun f_ v_ => match f_, v_ with  | _, _ => 0 end) (((4 :: 4 :: nil)%list%nat, (6 :: nil)%list%nat) :: ((8 :: 9 :: nil)%list%nat, (nil)%list%nat) :: ((2 :: 3 :: nil)%list%nat, (nil)%list%nat) :: ((7 :: 4 :: nil)%list%nat, (5 :: nil)%list%nat) :: ((6 :: 5 :: nil)%list%nat, (4 :: nil)%list%nat) :: nil)%list 24%nat
  (Times (Times (Times (Times (Times (Times (Num (1)) (Over (Num 4))) (Sc 0)) (Sc 2)) (Power (Sc 4) 3)) (Plus (Sc 8) (Minus (Over (Sc 8))))) (Plus (Plus (Times (Times (Num (1)) (Over (Num 2))) (Over (Power (Sc 8) 2))) (Times (Times (Num (-1)) (Over (Num 2))) (Power (Sc 8) 2))) (Times (Times (Times (Num (2)) (Sc 10)) (Over (Sc 6))) (Over (Sc 2)))))
  (Times (Times (Times (Times (Times (Num (1)) (Over (Num 2))) (Sc 0)) (Sc 4)) (Plus (Sc 8) (Minus (Over (Sc 8))))) (Plus (Sc 10) (Times (Times (Times (Times (Times (Num (-1)) (Over (Num 4))) (Sc 6)) (Sc 2)) (Plus (Sc 8) (Over (Sc 8)))) (Plus (Sc 8) (Minus (Over (Sc 8)))))))
  (List.repeat nil 16) ltac:(sizes) ltac:(split; [root | split; [inverse | split; [inverse | split; [over_by_root | split; [by_root | exact I]]]]]) ltac:(vm_compute; reflexivity)) | fieldy | root_of c; fieldy]. }
apply keep; [|intros cla2].
{ clear cla0 cla1. overs. exists ((-1) * / (1 + q * v ^ 2 + u * v * (1 - q)) ^ 2 * (v ^ 2 + (-1) * u * v) * (q * u + u * v ^ 2 + v * (1 - q)) + (u - v) / (1 + q * v ^ 2 + u * v * (1 - q))). split; [sloped |]. fieldy. }
clear cla0 cla1 cla2. fieldy.
Qed.
