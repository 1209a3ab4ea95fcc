(* AM-muP, appendix A: the arithmetic mean as aggregator of the layers' energies. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : rcfType) (L : nat).
Definition average (S : 'I_L.+1 -> R) : R := (\sum_l S l) / L.+1%:R.
(* Groups are numbered by g: l is in group g l; every energy is replaced by the mean of its group. *)
Definition regrouped k (g : 'I_L.+1 -> 'I_k) (S : 'I_L.+1 -> R) (l : 'I_L.+1) : R :=
  (\sum_(i | g i == g l) S i) / (#|[pred i | g i == g l]|)%:R.
End Definitions.

(* "Hence the arithmetic mean is the unique aggregator satisfying the above properties" (AMMUP-A1): permutation invariance,
   scale equivariance, merge consistency (11) for every partition, and M(c, ..., c) = c for c >= 0 (12); energies are
   nonnegative. It has all of them, and merge consistency with (12) leaves no other. *)
Theorem unique_aggregator (R : rcfType) (L : nat) :
  let M := @average R L in
  [/\ forall (S : 'I_L.+1 -> R) (s : 'I_L.+1 -> 'I_L.+1), injective s -> M (fun l => S (s l)) = M S,
      forall c (S : 'I_L.+1 -> R), M (fun l => c * S l) = c * M S,
      forall k (g : 'I_L.+1 -> 'I_k) (S : 'I_L.+1 -> R), M (regrouped g S) = M S,
      forall c, M (fun _ => c) = c &
      forall N : ('I_L.+1 -> R) -> R,
        (forall S T : 'I_L.+1 -> R, (forall l, S l = T l) -> N S = N T) ->
        (forall k (g : 'I_L.+1 -> 'I_k) S, (forall l, 0 <= S l) -> N S = N (regrouped g S)) ->
        (forall c, 0 <= c -> N (fun _ => c) = c) ->
        forall S, (forall l, 0 <= S l) -> N S = M S].
Proof.
have Ln : (L.+1%:R : R) != 0 by rewrite pnatr_eq0.
move=> M; split.
- by move=> S s inj; rewrite /M /average [in RHS](reindex_inj inj).
- by move=> c S; rewrite /M /average -mulr_sumr mulrA.
- move=> k g S; rewrite /M /average; congr (_ / _).
  rewrite (partition_big g xpredT) //= [RHS](partition_big g xpredT) //=; apply: eq_bigr => j _.
  rewrite (eq_bigr (fun=> (\sum_(i | g i == j) S i) / (#|[pred i | g i == j]|)%:R)); last first.
    by move=> l /eqP gl; rewrite /regrouped gl.
  rewrite sumr_const -[_ *+ _]mulr_natr; case: (posnP #|[pred i | g i == j]|) => [c0|c0].
    rewrite c0 mulr0 big_pred0 // => i; have /card0_eq/(_ i) := c0; by rewrite inE.
  by rewrite divfK // pnatr_eq0 -lt0n.
- by move=> c; rewrite /M /average sumr_const card_ord -[_ *+ _]mulr_natr mulfK.
move=> N ext merge norm S S0; rewrite (merge 1%N (fun=> ord0) S S0).
have all1 l : regrouped (fun=> ord0 : 'I_1) S l = M S.
  rewrite /regrouped /M /average; congr (_ / _%:R); last by rewrite (eq_card (B := 'I_L.+1)) ?card_ord.
rewrite (ext _ (fun=> M S) all1) norm // /M /average divr_ge0 ?ler0n //.
by apply: sumr_ge0.
Qed.

(* (A3): "min_l S_l <= Sbar <= max_l S_l", sharp: with equality of both where all energies are equal (AMMUP-A3). *)
Theorem average_between (R : rcfType) (L : nat) (S : 'I_L.+1 -> R) (lo hi : R) :
  (forall l, lo <= S l <= hi) -> lo <= average S <= hi /\ (forall c, (forall l, S l = c) -> average S = c).
Proof.
move=> b; have L0 : (0 : R) < L.+1%:R by rewrite ltr0n.
split; last first.
  by move=> c Sc; rewrite /average (eq_bigr _ (fun l _ => Sc l)) sumr_const card_ord -[_ *+ _]mulr_natr mulfK // gt_eqF.
have c (k : R) : k * L.+1%:R = \sum_(l < L.+1) k by rewrite sumr_const card_ord mulr_natr.
rewrite /average ler_pdivl_mulr // ler_pdivr_mulr // !c.
by apply/andP; split; apply: ler_sum => l _; have /andP[] := b l.
Qed.

(* (A4): for S = (e, 1/e, 1, ..., 1) the product, hence the geometric mean, is 1, and "Sbar = (1/L)(e + 1/e + L - 2)"
   (AMMUP-A4), at least (1/e)/L, which grows without bound as e falls to 0. *)
Theorem geometric_mean_fails (R : rcfType) (n : nat) (e : R) : 0 < e ->
  let S := fun l : 'I_n.+2 => if l == ord0 then e else if l == lift ord0 ord0 then e^-1 else 1 in
  [/\ \prod_l S l = 1, average S = (e + e^-1 + n%:R) / n.+2%:R & e^-1 / n.+2%:R <= average S].
Proof.
move=> e0 S.
have rest (i : 'I_n) : S (lift ord0 (lift ord0 i)) = 1.
  by rewrite /S; case: eqP => // _; case: eqP => // /lift_inj.
have s1 : S (lift ord0 ord0) = e^-1 by rewrite /S eqxx; case: eqP.
have eq : average S = (e + e^-1 + n%:R) / n.+2%:R.
  rewrite /average !big_ord_recl s1 {1}/S eqxx (eq_bigr _ (fun i _ => rest i)) sumr_const card_ord addrA //.
split=> //.
  by rewrite !big_ord_recl s1 {1}/S eqxx (eq_bigr _ (fun i _ => rest i)) big1 // mulr1 mulfV // gt_eqF.
rewrite eq ler_wpmul2r ?invr_ge0 ?ler0n //.
by rewrite [e + _]addrC -addrA ler_addl addr_ge0 ?ler0n ?(ltW e0).
Qed.

(* "eta* is unique": Sbar is quadratic in the rate, so that Sbar(eta) = 1 has one positive solution, Sbar(1)^(-1/2)
   (AMMUP-E09-quadratic). *)
Theorem unique_rate (R : rcfType) (L : nat) (S : 'I_L.+1 -> R) (eta : R) : 0 < average S -> 0 < eta ->
  average (fun l => eta ^+ 2 * S l) = eta ^+ 2 * average S /\
  (average (fun l => eta ^+ 2 * S l) = 1 <-> eta = (Num.sqrt (average S))^-1).
Proof.
move=> s0 e0; have quad : average (fun l => eta ^+ 2 * S l) = eta ^+ 2 * average S by rewrite /average -mulr_sumr mulrA.
split=> //; rewrite quad; have sn : average S != 0 by rewrite gt_eqF.
split=> [one|->].
  rewrite -sqrtrV ?ltW //.
  have -> : (average S)^-1 = eta ^+ 2 by apply: (mulIf sn); rewrite mulVf.
  by rewrite sqrtr_sqr ger0_norm // ltW.
by rewrite exprVn sqr_sqrtr ?ltW // mulVf.
Qed.
