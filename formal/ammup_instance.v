(* AM-muP: weights that fulfil the hypotheses of ammup_mean.v, for any number of them and any variance. *)
From Coq Require Import Arith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools ammup_mean.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma powers_of_three (a b c : nat) : (3 ^ a + 3 ^ b == 2 * 3 ^ c)%N = (a == b) && (b == c).
Proof.
apply/eqP/andP => [|[/eqP -> /eqP ->]]; last by rewrite mul2n addnn.
wlog ab : a b / (a <= b)%N => [th|eq].
  by case/orP: (leq_total a b) => ab eq; [exact: th|rewrite addnC in eq; have [/eqP -> e] := th _ _ ab eq; rewrite eqxx].
have p n : (0 < 3 ^ n)%N by rewrite expn_gt0.
have le : (3 ^ a <= 3 ^ b)%N by rewrite leq_exp2l.
case: (ltngtP b c) => [bc|cb|bc].
- have : (3 ^ b.+1 <= 3 ^ c)%N by rewrite leq_exp2l.
  rewrite expnS => h; exfalso; move: eq h le (p b); rewrite -!plusE -!multE => eq /ssrnat.leP h /ssrnat.leP le /ssrnat.ltP pb; lia.
- have : (3 ^ c.+1 <= 3 ^ b)%N by rewrite leq_exp2l.
  rewrite expnS => h; exfalso; move: eq h (p a) (p c); rewrite -!plusE -!multE => eq /ssrnat.leP h /ssrnat.ltP pa /ssrnat.ltP pc; lia.
- rewrite bc in eq *; split=> //; rewrite -(eqn_exp2l a c (isT : 1 < 3)%N).
  by rewrite -(eqn_add2r (3 ^ c)) eq mul2n addnn.
Qed.

Section Model.
Variables (R : rcfType) (J I : finType) (v : R).
(* Random variables are polynomials: weight number k is X^(3^k), and E keeps the coefficients of 1 and, with variance v,
   of the squares X^(2 3^k). *)
Definition number (j : J) (i : I) : nat := enum_rank (j, i).
Definition mean (p : {poly R}) : R := p`_0 + v * \sum_(c : J * I) p`_(2 * 3 ^ number c.1 c.2).
Lemma mean_linear : scalar mean.
Proof.
move=> k p q; rewrite /mean coefD coefZ mulrDr addrACA; congr (_ + _).
rewrite mulrCA -mulrDr; congr (_ * _); rewrite mulr_sumr -big_split /=; apply: eq_bigr => c _.
by rewrite coefD coefZ.
Qed.
Canonical mean_functional := Linear mean_linear.
Definition weight (j : J) (i : I) : {poly R} := 'X^(3 ^ number j i).
Definition constants (p : {poly R}) : Prop := exists a, p = a%:P.

Lemma centred_model : knows constants /\ centred (Linear mean_linear) constants v weight.
Proof.
split.
  split; first by exists 1.
  - by move=> _ _ [a ->] [b ->]; exists (a * b); rewrite polyCM.
  - by move=> _ _ [a ->] [b ->]; exists (a + b); rewrite polyCD.
  - by move=> k _ [a ->]; exists (k * a); rewrite -mul_polyC polyCM.
have number_inj j i k l : (number j i == number k l) = (j == k) && (i == l).
  by rewrite (inj_eq (@ord_inj _)) (inj_eq enum_rank_inj) xpair_eqE.
split=> [_ j i [a ->]|_ j i k l [a ->]]; rewrite /= /mean.
  rewrite !coefMC coefXn eq_sym expn_eq0 /= mul0r add0r big1 ?mulr0 // => c _.
  rewrite coefMC coefXn (_ : _ == _ = false) ?mul0r //; apply/negP => /eqP/(congr1 odd).
  by rewrite oddM !oddX /= !orbT.
rewrite -exprD !coefMC coefXn eq_sym addn_eq0 expn_eq0 /= mul0r add0r.
have coefE c : ('X^(3 ^ number j i + 3 ^ number k l) * a%:P : {poly R})`_(2 * 3 ^ number c.1 c.2) =
    (if (j == k) && (i == l) && (c == (k, l)) then 1 else 0) * a.
  rewrite coefMC coefXn eq_sym powers_of_three !number_inj; congr (_ * _).
  by case: c => c1 c2; rewrite xpair_eqE [k == c1]eq_sym [l == c2]eq_sym; case: (_ && _).
rewrite (eq_bigr _ (fun c _ => coefE c)) coefC eqxx.
case: ((j == k) && (i == l)) => /=; last by rewrite big1 ?mulr0 ?mul0r // => c _; rewrite mul0r.
rewrite (bigD1 (k, l)) //= eqxx mul1r big1 ?addr0 => [|c /negbTE ->]; last by rewrite mul0r.
rewrite big1 ?mulr0 ?addr0 // => c _.
by rewrite coefC (_ : _ == 0%N = false) //; apply/negP; rewrite muln_eq0 expn_eq0.
Qed.
End Model.

Theorem centred_instance (R : rcfType) (J I : finType) (v : R) :
  knows (@constants R) /\ centred (Linear (@mean_linear R J I v)) (@constants R) v (@weight R J I).
Proof. exact: centred_model. Qed.
