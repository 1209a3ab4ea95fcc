(* Chain: gradient descent on equal weights, for every depth. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable R : rcfType.
(* One step of gradient descent on equal weights, eq. (4): w + eta (mu_yx - mu_xx w^L) w^(L-1), as a polynomial in w; L is
   L.+1. In v = w/w_* with k = eta S it is v + (k/L)(1 - v^L) v^(L-1). *)
Definition descent (L : nat) (muxx muyx eta : R) : {poly R} :=
  'X + eta *: ((muyx%:P - muxx *: 'X^L.+1) * 'X^L).
Definition normalised (L : nat) (k v : R) : R := v + k / L.+1%:R * (1 - v ^+ L.+1) * v ^+ L.
End Definitions.

(* "Gradient descent near the balanced minimum multiplies deviations by 1 - eta S" (CHAIN-I6, CHAIN-I5 of the map): the
   derivative of a step at w_* = t, t^L = r, is 1 - eta S with S = mu_xx L t^(2(L-1)), and t is a fixed point. *)
Theorem descent_multiplier (R : rcfType) (L : nat) (muxx muyx eta t : R) : muxx * t ^+ L.+1 = muyx ->
  (descent L muxx muyx eta).[t] = t /\
  (descent L muxx muyx eta)^`().[t] = 1 - eta * (muxx * L.+1%:R * t ^+ (2 * L)).
Proof.
move=> root; split.
  by rewrite /descent hornerD hornerX hornerZ hornerM hornerD hornerN hornerC hornerZ !hornerXn root subrr mul0r mulr0 addr0.
rewrite /descent derivD derivX derivZ derivM derivB derivC sub0r derivZ !derivXn.
rewrite hornerD hornerC hornerZ hornerD !hornerM !hornerN !hornerZ !hornerD !hornerN !hornerC !hornerZ !hornerMn !hornerXn root subrr.
rewrite mul0r addr0 mulnC exprM -[t ^+ L *+ _]mulr_natl /=; set T := t ^+ L; set n := L.+1%:R; by mring.
Qed.

(* Eq. (5) makes gradient descent itself free of the data (CHAIN-E5-descent, CHAIN-X-C-map): in v = w/t with eta = k/S the
   step is v + (k/L)(1 - v^L) v^(L-1), whatever mu_xx and t. *)
Theorem descent_without_data (R : rcfType) (L : nat) (muxx t k v : R) : muxx != 0 -> t != 0 ->
  let eta := k / (muxx * L.+1%:R * t ^+ (2 * L)) in
  (descent L muxx (muxx * t ^+ L.+1) eta).[t * v] / t = normalised L k v.
Proof.
move=> m0 t0 eta; rewrite /descent hornerD hornerX hornerZ hornerM hornerD hornerN hornerC hornerZ !hornerXn /normalised /eta.
have n0 : (L.+1%:R : R) != 0 by rewrite pnatr_eq0.
rewrite mulnC exprM expr2 !exprMn ![_ ^+ L.+1]exprS; set T := t ^+ L; set w := v ^+ L.
have T0 : T != 0 by rewrite expf_neq0.
set n := L.+1%:R in n0 *.
have cancel : muxx * T * T * t * (muxx * n * (T * T))^-1 * t^-1 = n^-1.
  rewrite !invfM; set a := muxx^-1; set b := T^-1; set c := t^-1; set e := n^-1.
  rewrite [LHS](_ : _ = (muxx * a) * (T * b) * (T * b) * (t * c) * e); last by mring.
  by rewrite !mulfV // !mul1r.
rewrite [LHS](_ : _ = v * (t / t) + k * (muxx * T * T * t * (muxx * n * (T * T))^-1 * t^-1) * (1 - v * w) * w); last first.
  by set i := (_ * _)^-1; set j := t^-1; mring.
by rewrite cancel mulfV // mulr1; set e := n^-1; mring.
Qed.

(* Theorem X-C1 (CHAIN-R1): for 0 < k <= 1 and 0 <= v <= 1 a step of gradient descent moves up and never overshoots, and a
   larger k lands closer: v <= f_k(v) <= f_1(v) <= 1, at every depth. *)
Theorem monotone_regime (R : rcfType) (L : nat) (k k' v : R) : 0 <= k -> k <= k' -> k' <= 1 -> 0 <= v <= 1 ->
  v <= normalised L k v /\ normalised L k v <= normalised L k' v /\ normalised L k' v <= 1.
Proof.
move=> k0 kk k1 /andP[v0 v1].
have n0 : (0 : R) < L.+1%:R by rewrite ltr0n.
have p1 : v ^+ L.+1 <= 1 by rewrite exprn_ile1.
have gap : 0 <= (1 - v ^+ L.+1) * v ^+ L by rewrite mulr_ge0 ?subr_ge0 ?exprn_ge0.
have up (a b : R) : a <= b -> normalised L a v <= normalised L b v.
  by move=> ab; rewrite /normalised ler_add2l -[a / _ * _ * _]mulrA -[b / _ * _ * _]mulrA; rewrite ler_wpmul2r // ler_wpmul2r ?invr_ge0 ?ler0n.
split; first by rewrite /normalised ler_addl -mulrA mulr_ge0 // divr_ge0 // ltW.
split; first exact: up.
apply: le_trans (up _ _ k1) _; rewrite /normalised.
have geo : 1 - v ^+ L.+1 = (1 - v) * \sum_(i < L.+1) v ^+ i.
  by rewrite -opprB subrX1 -mulNr opprB.
have small : (\sum_(i < L.+1) v ^+ i) * v ^+ L <= L.+1%:R.
  apply: (@le_trans _ _ (L.+1%:R * 1)); last by rewrite mulr1.
  apply: ler_pmul; [|exact: exprn_ge0| |exact: exprn_ile1].
    by apply: sumr_ge0 => i _; exact: exprn_ge0.
  apply: (@le_trans _ _ (\sum_(i < L.+1) 1)); last by rewrite sumr_const card_ord.
  by apply: ler_sum => i _; exact: exprn_ile1.
rewrite -ler_subr_addl geo div1r -mulrA -mulrA mulrCA -[X in _ <= X]mulr1 ler_wpmul2l ?subr_ge0 //.
by rewrite ler_pdivr_mull // mulr1.
Qed.

(* "One step of gradient descent multiplies w_l^2 - w_m^2 by 1 - (eta g P/(w_l w_m))^2 exactly" (CHAIN-I3-descent), for two
   nonzero weights and any g, P: w_l moves by eta g P/w_l. *)
Theorem conserved_difference (R : rcfType) (wl wm eta g P : R) : wl != 0 -> wm != 0 ->
  (wl + eta * g * P / wl) ^+ 2 - (wm + eta * g * P / wm) ^+ 2 =
  (wl ^+ 2 - wm ^+ 2) * (1 - (eta * g * P / (wl * wm)) ^+ 2).
Proof.
move=> l0 m0; rewrite invfM; set a := wl^-1; set b := wm^-1; set q := eta * g * P.
have la : wl * a = 1 by rewrite mulfV.
have mb : wm * b = 1 by rewrite mulfV.
rewrite [LHS](_ : _ = wl ^+ 2 - wm ^+ 2 + q *+ 2 * (wl * a - wm * b) + q ^+ 2 * (a ^+ 2 - b ^+ 2)); last by mring.
rewrite [RHS](_ : _ = wl ^+ 2 - wm ^+ 2 - q ^+ 2 * ((wl * a) ^+ 2 * b ^+ 2 - (wm * b) ^+ 2 * a ^+ 2)); last by mring.
by rewrite la mb subrr; mring.
Qed.

(* Block two, r > 1: S = 4 mu_xx r^2 (u - 1)/u^2 in u = r^(1/L) is at most mu_xx r^2, with equality exactly at u = 2, grows up
   to there and falls beyond (CHAIN-I8-block2-peak). *)
Theorem block2_peak (R : rcfType) (m r : R) : 0 < m -> 0 < r ->
  let S := fun u => 4%:R * m * r ^+ 2 * (u - 1) / u ^+ 2 in
  [/\ forall u, 1 < u -> S u <= m * r ^+ 2, forall u, 1 < u -> S u = m * r ^+ 2 <-> u = 2%:R,
      forall u v, 1 < u -> u < v -> v <= 2%:R -> S u < S v & forall u v, 2%:R <= u -> u < v -> S v < S u].
Proof.
move=> m0 r0 S; have c0 : 0 < m * r ^+ 2 by rewrite mulr_gt0 // exprn_gt0.
have gap w : 0 < w -> m * r ^+ 2 - S w = m * r ^+ 2 * ((w - 2%:R) / w) ^+ 2.
  move=> w0; rewrite /S expr_div_n; have ww : w ^+ 2 / w ^+ 2 = 1 by rewrite mulfV // expf_neq0 // gt_eqF.
  set i := _^-1 in ww *; rewrite -[X in X - _]mulr1 -ww; mring.
have key (w : R) : 0 < w -> (w - 2%:R) / w = 1 - 2%:R / w.
  by move=> w0; have wn : w != 0 := lt0r_neq0 w0; rewrite [LHS]mulrBl (divff wn).
split=> [u u1|u u1|u v u1 uv v2|u v u2 uv].
- have u0 : 0 < u := lt_trans ltr01 u1; by rewrite -subr_ge0 gap // mulr_ge0 ?sqr_ge0 // ltW.
- have u0 : 0 < u := lt_trans ltr01 u1; split=> [eq|->]; last first.
    have two : (0 : R) < 2%:R by rewrite ltr0n.
    by apply/eqP; rewrite eq_sym -subr_eq0 gap // subrr mul0r expr0n mulr0.
  have := gap u u0; rewrite eq subrr => /esym/eqP; rewrite mulf_eq0 gt_eqF //= sqrf_eq0 mulf_eq0 invr_eq0 [u == 0]gt_eqF // orbF.
  by rewrite subr_eq0 => /eqP.
- have u0 : 0 < u := lt_trans ltr01 u1; have v0 : 0 < v := lt_trans u0 uv.
  have h1 : 2%:R / v < 2%:R / u by rewrite ltr_pmul2l ?ltr0n // ltf_pinv.
  have h2 : 1 <= 2%:R / v by rewrite ler_pdivl_mulr // mul1r.
  rewrite -(ltr_add2l (- (m * r ^+ 2))) -ltr_opp2 !opprD !opprK !gap // ltr_pmul2l // !key //.
  rewrite -sqrrN -[X in _ < X]sqrrN !opprB ltr_expn2r ?nnegrE ?subr_ge0 ?ltr_add2r //; exact: le_trans h2 (ltW h1).
have u0 : 0 < u by apply: lt_le_trans u2; rewrite ltr0n.
have v0 : 0 < v := lt_trans u0 uv.
have h1 : 2%:R / v < 2%:R / u by rewrite ltr_pmul2l ?ltr0n // ltf_pinv.
have h2 : 2%:R / u <= 1 by rewrite ler_pdivr_mulr // mul1r.
rewrite -(ltr_add2l (- (m * r ^+ 2))) -ltr_opp2 !opprD !opprK !gap // ltr_pmul2l // !key //.
rewrite ltr_expn2r ?nnegrE ?subr_ge0 // ?ltr_add2l ?ltr_opp2 //; exact: le_trans (ltW h1) h2.
Qed.
