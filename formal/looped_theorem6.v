(* Looped, theorems 3 and 6: many layers that communicate weakly. Random variables are vectors of an inner product space
   (<f, g> = E[(1/d) f.g]), E[. | F_(-l)] is a projection P_l; the P_l commute, as the matrices are independent. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : rcfType) (V : lmodType R) (L : nat).
Definition inner (ip : V -> V -> R) : Prop :=
  [/\ forall a b c, ip (a + b) c = ip a c + ip b c, forall k a b, ip (k *: a) b = k * ip a b,
      forall a b, ip a b = ip b a & forall a, 0 <= ip a a].
Definition projections (ip : V -> V -> R) (P : 'I_L -> V -> V) : Prop :=
  [/\ forall l a b, P l (a - b) = P l a - P l b, forall l a, P l (P l a) = P l a,
      forall l a b, ip (P l a) b = ip a (P l b) & forall l s a, P l (P s a) = P s (P l a)].
End Definitions.

Section Inner.
Variables (R : rcfType) (V : lmodType R) (ip : V -> V -> R).
Hypothesis I : inner ip.
Lemma ipDl a b c : ip (a + b) c = ip a c + ip b c. Proof. by have [D _ _ _] := I. Qed.
Lemma ipZl k a b : ip (k *: a) b = k * ip a b. Proof. by have [_ Z _ _] := I. Qed.
Lemma ipC a b : ip a b = ip b a. Proof. by have [_ _ C _] := I. Qed.
Lemma ip_ge0 a : 0 <= ip a a. Proof. by have [_ _ _ pos] := I. Qed.
Lemma ipDr a b c : ip a (b + c) = ip a b + ip a c. Proof. by rewrite ipC ipDl !(ipC a). Qed.
Lemma ipZr k a b : ip a (k *: b) = k * ip a b. Proof. by rewrite ipC ipZl ipC. Qed.
Lemma ipNl a b : ip (- a) b = - ip a b. Proof. by rewrite -scaleN1r ipZl mulN1r. Qed.
Lemma ipNr a b : ip a (- b) = - ip a b. Proof. by rewrite ipC ipNl ipC. Qed.
Lemma ip0l a : ip 0 a = 0. Proof. by rewrite -(scale0r 0) ipZl mul0r. Qed.
Lemma ip_suml (J : finType) (Q : pred J) (f : J -> V) b : ip (\sum_(i | Q i) f i) b = \sum_(i | Q i) ip (f i) b.
Proof. by elim/big_rec2: _ => [|i x y _ <-]; [exact: ip0l | exact: ipDl]. Qed.
Lemma ip_sumr (J : finType) (Q : pred J) (f : J -> V) b : ip b (\sum_(i | Q i) f i) = \sum_(i | Q i) ip b (f i).
Proof. by rewrite ipC ip_suml; apply: eq_bigr => i _; exact: ipC. Qed.
Lemma sqD a b : ip (a + b) (a + b) = ip a a + ip a b *+ 2 + ip b b.
Proof. by rewrite ipDl !ipDr (ipC b a) mulr2n !addrA. Qed.

Lemma diff4 a b c e : ip (a - b) (c - e) = ip a c - ip a e - ip b c + ip b e.
Proof. by rewrite ipDl !ipDr !ipNl !ipNr opprK addrA. Qed.
Lemma sqB a b : ip (a - b) (a - b) = ip a a - ip a b *+ 2 + ip b b.
Proof. by rewrite diff4 (ipC b a); mring. Qed.

Lemma cross_le a b (p q : R) : 0 <= p -> 0 <= q -> ip a a <= p -> ip b b <= q -> ip a b ^+ 2 <= p * q.
Proof.
move=> p0 q0 ap bq; case: (eqVneq (ip b b) 0) => [b0|bn].
  have lin t : 0 <= ip a a - (t * ip a b) *+ 2.
    have := ip_ge0 (a - t *: b); rewrite (_ : ip _ _ = ip a a - (t * ip a b) *+ 2 + t ^+ 2 * ip b b).
      by rewrite b0 mulr0 addr0.
    by rewrite sqD !ipNl !ipNr !ipZl !ipZr; mring.
  have z : ip a b = 0.
    apply/eqP/negPn/negP => n0; have := lin ((ip a a + 1) / ip a b).
    rewrite divfK // leNgt => /negP; apply; rewrite (_ : _ - _ = - (ip a a + 2%:R)); last by mring.
    by rewrite oppr_lt0 ltr_paddl ?ip_ge0 // ltr0n.
  by rewrite z expr0n mulr_ge0.
have bpos : 0 < ip b b by rewrite lt_neqAle eq_sym bn ip_ge0.
have := ip_ge0 (ip b b *: a - ip a b *: b).
rewrite sqD !ipNl !ipNr !ipZl !ipZr opprK (_ : _ + _ = ip b b * (ip a a * ip b b - ip a b ^+ 2)); last by mring.
rewrite pmulr_rge0 // subr_ge0 => h; apply: le_trans h _; exact: ler_pmul (ip_ge0 _) (ip_ge0 _) ap bq.
Qed.

(* "E|sum B_l|^2 <= (sum_l sqrt(E|B_l|^2))^2" with equal bounds: Minkowski (LOOP-B-T6a). *)
Lemma drift L (B : 'I_L -> V) (c : R) : 0 <= c -> (forall l, ip (B l) (B l) <= c) ->
  ip (\sum_l B l) (\sum_l B l) <= c * L%:R ^+ 2.
Proof.
move=> c0 Bc; rewrite ip_suml; apply: (@le_trans _ _ (\sum_(l < L) \sum_(s < L) c)).
  apply: ler_sum => l _; rewrite ip_sumr; apply: ler_sum => s _.
  have := cross_le c0 c0 (Bc l) (Bc s); rewrite -expr2 -real_normK ?num_real // => h.
  by apply: le_trans (ler_norm _) _; rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?normr_ge0.
by rewrite !sumr_const !card_ord -mulrnA -natrX -mulnn mulr_natr.
Qed.
End Inner.

Section Bounds.
Variables (R : rcfType) (V : lmodType R) (L : nat) (ip : V -> V -> R) (P : 'I_L -> V -> V) (Y : 'I_L -> V).
Hypotheses (I : inner ip) (PP : projections ip P).
Variables (lo hi C0 C1 : R).
Hypotheses (c0 : 0 <= C0) (c1 : 0 <= C1).
Hypothesis E7 : forall l, lo <= ip (Y l) (Y l) <= hi.
Hypothesis E8 : forall l, ip (P l (Y l)) (P l (Y l)) <= C0.
Hypothesis E9 : forall l s, s != l -> ip (Y l - P s (Y l)) (Y l - P s (Y l)) <= C1.
Let B l := P l (Y l).
Let M l := Y l - B l.

Lemma rest_le l a : ip (a - P l a) (a - P l a) <= ip a a.
Proof.
have [PB Pi Ps Pc] := PP; have [_ _ _ pos] := I.
rewrite (sqB I a (P l a)).
have -> : ip a (P l a) = ip (P l a) (P l a) by rewrite Ps Pi.
by rewrite mulr2n opprD -!addrA ger_addl addNr addr0 oppr_le0 pos.
Qed.

Lemma cross l s : s != l -> `|ip (M l) (M s)| <= C1.
Proof.
move=> sl; have [PB Pi Ps Pc] := PP.
have PM k : P k (M k) = 0 by rewrite PB Pi subrr.
have P0 k : P k 0 = 0 by have := PB k 0 0; rewrite !subrr.
have first_step : ip (M l) (M s) = ip (M l - P s (M l)) (M s - P l (M s)).
  have z1 : ip (P s (M l)) (M s) = 0 by rewrite Ps PM (ipC I) (ip0l I).
  have z2 : ip (M l) (P l (M s)) = 0 by rewrite -Ps PM (ip0l I).
  have z3 : ip (P s (M l)) (P l (M s)) = 0 by rewrite Ps Pc PM P0 (ipC I) (ip0l I).
  by rewrite (diff4 I (M l) (P s (M l)) (M s) (P l (M s))) z1 z2 z3 !subr0 addr0.
have small k r : r != k -> ip (M k - P r (M k)) (M k - P r (M k)) <= C1.
  move=> rk; have -> : M k - P r (M k) = (Y k - P r (Y k)) - P k (Y k - P r (Y k)).
    have four (a b c e : V) : a - b - (c - e) = a - c - (b - e).
      by rewrite !opprB [LHS]addrACA [RHS]addrACA; congr (_ + _); rewrite addrC.
    by rewrite /M /B !PB (Pc k r); exact: four.
  exact: le_trans (rest_le _ _) (E9 rk).
rewrite first_step -(@ler_pexpn2r _ 2) ?nnegrE ?normr_ge0 // real_normK ?num_real // expr2.
by apply: (cross_le I c1 c1); apply: small; rewrite // eq_sym.
Qed.

Lemma pairs_le : `|\sum_l \sum_(s | s != l) ip (M l) (M s)| <= C1 * (L * L.-1)%:R.
Proof.
apply: le_trans (ler_norm_sum _ _ _) _; apply: (@le_trans _ _ (\sum_(l < L) C1 * L.-1%:R)).
  apply: ler_sum => l _; apply: le_trans (ler_norm_sum _ _ _) _.
  apply: (@le_trans _ _ (\sum_(s | s != l) C1)); first by apply: ler_sum => s sl; exact: cross.
  by rewrite sumr_const cardC1 card_ord mulr_natr.
by rewrite sumr_const card_ord -[_ *+ L]mulr_natr natrM -mulrA [L.-1%:R * _]mulrC.
Qed.

Lemma split_pairs : ip (\sum_l M l) (\sum_l M l) = \sum_l ip (M l) (M l) + \sum_l \sum_(s | s != l) ip (M l) (M s).
Proof.
rewrite (ip_suml I) -big_split /=; apply: eq_bigr => l _.
by rewrite (ip_sumr I) (bigD1 l).
Qed.

Lemma diagonal l : ip (Y l) (Y l) - C0 <= ip (M l) (M l) <= ip (Y l) (Y l).
Proof.
rewrite rest_le andbT; have [PB Pi Ps Pc] := PP.
rewrite /M (sqB I (Y l) (B l)).
have -> : ip (Y l) (B l) = ip (B l) (B l) by rewrite /B Ps Pi.
by rewrite mulr2n opprD -!addrA ler_add2l addNr addr0 ler_opp2; exact: E8.
Qed.

Lemma upper : ip (\sum_l Y l) (\sum_l Y l) <= 2%:R * (hi * L%:R + C1 * (L * L.-1)%:R + C0 * L%:R ^+ 2).
Proof.
have YMB : \sum_l Y l = \sum_l M l + \sum_l B l by rewrite -big_split /=; apply: eq_bigr => l _; rewrite subrK.
have half a b : ip (a + b) (a + b) <= 2%:R * (ip a a + ip b b).
  have := ip_ge0 I (a - b); rewrite (sqB I a b) (sqD I a b) => h.
  by rewrite -subr_ge0 (_ : _ - _ = ip a a - ip a b *+ 2 + ip b b) //; mring.
rewrite YMB; apply: le_trans (half _ _) _; rewrite ler_pmul2l ?ltr0n // ler_add ?(drift I) // split_pairs.
apply: ler_add; last exact: le_trans (ler_norm _) pairs_le.
apply: (@le_trans _ _ (\sum_(l < L) hi)); last by rewrite sumr_const card_ord mulr_natr.
by apply: ler_sum => l _; have /andP[_ h] := diagonal l; apply: le_trans h _; have /andP[] := E7 l.
Qed.

Lemma lower : 2%:R^-1 * ((lo - C0) * L%:R - C1 * (L * L.-1)%:R) - C0 * L%:R ^+ 2 <= ip (\sum_l Y l) (\sum_l Y l).
Proof.
have YMB : \sum_l Y l = \sum_l M l + \sum_l B l by rewrite -big_split /=; apply: eq_bigr => l _; rewrite subrK.
have half a b : 2%:R^-1 * ip a a - ip b b <= ip (a + b) (a + b).
  have := ip_ge0 I (a + 2%:R *: b); rewrite !(sqD I) (ipZr I) (ipZl I) (ipZr I) => h.
  rewrite -subr_ge0 -(pmulr_rge0 _ (ltr0Sn R 1)).
  have two : 2%:R * 2%:R^-1 = 1 :> R by rewrite mulfV // pnatr_eq0.
  rewrite (_ : _ * _ = ip a a + (2%:R * ip a b) *+ 2 + 2%:R * (2%:R * ip b b)) //.
  rewrite -[X in _ = X](_ : ip a a *+ 2 - (2%:R * 2%:R^-1) * ip a a + (2%:R * ip a b) *+ 2 + 2%:R * (2%:R * ip b b) = _); last by rewrite two; mring.
  by mring.
rewrite YMB; apply: le_trans (half _ _); apply: ler_sub; last exact: (drift I).
rewrite ler_pmul2l ?invr_gt0 ?ltr0n // split_pairs; apply: ler_add; last first.
  by have := pairs_le; rewrite ler_norml => /andP[].
apply: (@le_trans _ _ (\sum_(l < L) (lo - C0))); first by rewrite sumr_const card_ord mulr_natr.
apply: ler_sum => l _; have /andP[h _] := diagonal l; apply: le_trans h; rewrite ler_add2r; by have /andP[] := E7 l.
Qed.
End Bounds.

(* Theorem 6 (LOOP-B-T6): "Under assumptions (7)-(9), E[(1/d)|sum_l G_l|^2] <= C N^2 (L + beta^2 L^2), beta = eps N. The
   factorized parameterization eps = lambda/(N sqrt L) yields eps^2 E[(1/d)|sum G_l|^2] = O(lambda^2 + lambda^4), with constants
   independent of N and L. With the matching nondegeneracy condition and sufficiently small fixed lambda, the unscaled branch
   squared norm is Theta(L N^2)", with G_l = N Y_l: in every inner product space with commuting orthogonal projections. *)
Theorem theorem6 (R : rcfType) (V : lmodType R) (L N : nat) (ip : V -> V -> R) (P : 'I_L -> V -> V) (Y : 'I_L -> V)
    (lo hi C0 C1 lam : R) :
  inner ip -> projections ip P -> (0 < L)%N -> (0 < N)%N -> 0 <= hi -> 0 <= C0 -> 0 <= C1 -> 0 <= lam ->
  let eps := lam / (N%:R * Num.sqrt L%:R) in
  let beta := eps * N%:R in
  (forall l, lo <= ip (Y l) (Y l) <= hi) ->
  (forall l, ip (P l (Y l)) (P l (Y l)) <= C0 * beta ^+ 2) ->
  (forall l s, s != l -> ip (Y l - P s (Y l)) (Y l - P s (Y l)) <= C1 * beta ^+ 2) ->
  let G := \sum_l N%:R *: Y l in
  let C := 2%:R * (hi + C0 + C1) in
  [/\ ip G G <= C * (N%:R ^+ 2 * (L%:R + beta ^+ 2 * L%:R ^+ 2)),
      eps ^+ 2 * ip G G <= C * (lam ^+ 2 + lam ^+ 4) &
      0 < lo -> lam ^+ 2 * (6%:R * (C0 + C1)) <= lo ->
        lo / 4%:R * (L%:R * N%:R ^+ 2) <= ip G G <= C * (1 + lam ^+ 2) * (L%:R * N%:R ^+ 2)].
Proof.
move=> I PP L0 N0 h0 c0 c1 l0 eps beta E7 E8 E9 G C.
have LR : (0 : R) < L%:R by rewrite ltr0n.
have NR : (0 : R) < N%:R by rewrite ltr0n.
have sL : (0 : R) < Num.sqrt L%:R by rewrite sqrtr_gt0.
have bL : beta ^+ 2 * L%:R = lam ^+ 2.
  have -> : beta = lam / Num.sqrt L%:R.
    by rewrite /beta /eps invfM [N%:R^-1 * _]mulrC mulrA divfK // gt_eqF.
  by rewrite expr_div_n sqr_sqrtr ?ltW // divfK // gt_eqF.
have eb : eps ^+ 2 * N%:R ^+ 2 = beta ^+ 2 by rewrite -[LHS]exprMn.
clearbody beta; clearbody eps.
have b0 : 0 <= beta ^+ 2 by rewrite sqr_ge0.
have cb0 : 0 <= C0 * beta ^+ 2 by rewrite mulr_ge0.
have cb1 : 0 <= C1 * beta ^+ 2 by rewrite mulr_ge0.
have up := upper I PP cb0 cb1 E7 E8 E9; have down := lower I PP cb0 cb1 E7 E8 E9.
have GG : ip G G = N%:R ^+ 2 * ip (\sum_l Y l) (\sum_l Y l).
  by rewrite /G -scaler_sumr (ipZl I) (ipZr I) mulrA.
have Lpred : (L * L.-1)%:R <= L%:R ^+ 2 :> R by rewrite -natrX ler_nat -mulnn leq_mul // leq_pred.
have X0 : 0 <= L%:R + beta ^+ 2 * L%:R ^+ 2 by rewrite addr_ge0 ?ler0n // mulr_ge0 // sqr_ge0.
have main : ip (\sum_l Y l) (\sum_l Y l) <= C * (L%:R + beta ^+ 2 * L%:R ^+ 2).
  apply: le_trans up _; rewrite /C -[2%:R * _ * _]mulrA ler_pmul2l ?ltr0n //.
  set b := beta ^+ 2 in b0 *; set l := L%:R in LR Lpred *; set p := (L * L.-1)%:R in Lpred *.
  have q1 : C1 * b * p <= C1 * b * l ^+ 2 by rewrite ler_wpmul2l // mulr_ge0.
  have r1 : 0 <= hi * (b * l ^+ 2) by do 2 (apply: mulr_ge0 => //); exact: sqr_ge0.
  have r2 : 0 <= (C0 + C1) * l by apply: mulr_ge0; [exact: addr_ge0 | exact: ltW].
  rewrite -subr_ge0 (_ : _ - _ = (C1 * b * l ^+ 2 - C1 * b * p) + (hi * (b * l ^+ 2) + (C0 + C1) * l)); last by mring.
  by rewrite addr_ge0 ?subr_ge0 // addr_ge0.
have first_bound : ip G G <= C * (N%:R ^+ 2 * (L%:R + beta ^+ 2 * L%:R ^+ 2)).
  by rewrite GG mulrCA ler_pmul2l ?exprn_gt0.
have bL2 : L%:R + beta ^+ 2 * L%:R ^+ 2 = (1 + lam ^+ 2) * L%:R by rewrite expr2 mulrA bL; mring.
split=> //.
  apply: le_trans (ler_wpmul2l (sqr_ge0 _) first_bound) _.
  rewrite mulrCA; rewrite (_ : eps ^+ 2 * (N%:R ^+ 2 * _) = eps ^+ 2 * N%:R ^+ 2 * (L%:R + beta ^+ 2 * L%:R ^+ 2)); last by rewrite mulrA.
  rewrite eb bL2 (_ : beta ^+ 2 * ((1 + lam ^+ 2) * L%:R) = (beta ^+ 2 * L%:R) * (1 + lam ^+ 2)); last by mring.
  rewrite bL (_ : lam ^+ 2 * (1 + lam ^+ 2) = lam ^+ 2 + lam ^+ 4) //; by mring.
move=> lo0 small; apply/andP; split; last first.
  by apply: le_trans first_bound _; rewrite bL2 (_ : C * (N%:R ^+ 2 * _) = C * (1 + lam ^+ 2) * (L%:R * N%:R ^+ 2)) //; mring.
rewrite GG mulrA [_ * N%:R ^+ 2]mulrC ler_pmul2l ?exprn_gt0 //; apply: le_trans down.
set b := beta ^+ 2 in b0 bL *; set l := L%:R in LR Lpred bL *; set p := (L * L.-1)%:R in Lpred *.
have l1 : 1 <= l by rewrite ler1n.
have s1 : C1 * b * p <= C1 * lam ^+ 2 * l.
  have -> : C1 * lam ^+ 2 * l = C1 * b * l ^+ 2 by rewrite -bL; mring.
  by apply: ler_wpmul2l Lpred; exact: mulr_ge0.
have s2 : C0 * b * l <= C0 * lam ^+ 2 * l.
  rewrite -bL (_ : C0 * (b * l) * l = C0 * b * l * l); last by mring.
  by apply: ler_pemulr => //; apply: mulr_ge0 (ltW LR); exact: mulr_ge0.
have s3 : C0 * b * l ^+ 2 = C0 * lam ^+ 2 * l by rewrite -bL; mring.
have fin : 6%:R * (C0 * lam ^+ 2 * l + C1 * lam ^+ 2 * l) <= lo * l.
  rewrite (_ : 6%:R * _ = lam ^+ 2 * (6%:R * (C0 + C1)) * l); last by mring.
  by apply: ler_wpmul2r small; exact: ltW.
have B0 : 0 <= C1 * lam ^+ 2 * l by apply: mulr_ge0; [exact: mulr_ge0 (sqr_ge0 _) | exact: ltW].
set A := C0 * lam ^+ 2 * l in s2 s3 fin; set D := C1 * lam ^+ 2 * l in s1 fin B0.
clearbody A D b l p.
have four : (0 : R) < 4%:R by rewrite ltr0n.
rewrite -(ler_pmul2l four) s3.
have -> : 4%:R * (lo / 4%:R * l) = lo * l by rewrite mulrCA mulrA divfK ?gt_eqF // mulrC mulrA.
have two : 4%:R * 2%:R^-1 = 2%:R :> R by rewrite (_ : 4%:R = 2%:R * 2%:R) ?mulfK ?pnatr_eq0 // -natrM.
rewrite mulrBr mulrA two -subr_ge0.
rewrite [X in 0 <= X](_ : _ = (lo * l - 6%:R * (A + D)) + 2%:R * (A - C0 * b * l) + 2%:R * (D - C1 * b * p) + 4%:R * D); last by mring.
apply: addr_ge0; last by rewrite mulr_ge0 ?ler0n.
apply: addr_ge0; last by rewrite mulr_ge0 ?ler0n ?subr_ge0.
by apply: addr_ge0; rewrite ?subr_ge0 // mulr_ge0 ?ler0n ?subr_ge0.
Qed.
