(* AM-muP: the sums behind the exponent -3/2, the recursion of residual blocks, and the boundary of a grid. *)
From Coq Require Import Arith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope nat_scope.

Lemma sum_to l : 2 * (\sum_(1 <= h < l.+1) h) = l * l.+1.
Proof.
elim: l => [|l IH]; first by rewrite big_geq.
by rewrite big_nat_recr //= mulnDr IH -mulnDl addn2 mulnC.
Qed.

(* "sum_(h1,h2=1)^l min{h1, h2} = l(l+1)(2l+1)/6. (23)" (AMMUP-E23), every l. *)
Theorem sum_of_minima l :
  6 * (\sum_(1 <= h < l.+1) \sum_(1 <= k < l.+1) minn h k) = l * l.+1 * (2 * l).+1.
Proof.
elim: l => [|l IH]; first by rewrite big_geq.
have top : \sum_(1 <= k < l.+2) minn l.+1 k = \sum_(1 <= k < l.+2) k.
  by apply: eq_big_nat => k /andP[_ kl]; rewrite (minn_idPr _).
rewrite big_nat_recr //= top.
have inner : \sum_(1 <= h < l.+1) \sum_(1 <= k < l.+2) minn h k =
  \sum_(1 <= h < l.+1) \sum_(1 <= k < l.+1) minn h k + \sum_(1 <= h < l.+1) h.
  rewrite -big_split /=; apply: eq_big_nat => h /andP[_ hl].
  by rewrite big_nat_recr //= (minn_idPl _) // ltnW.
have S1 := sum_to l; have S2 := sum_to l.+1.
rewrite inner; move: IH S1 S2.
set A := \sum_(1 <= h < l.+1) \sum_(1 <= k < l.+1) minn h k.
set B := \sum_(1 <= h < l.+1) h; set C := \sum_(1 <= k < l.+2) k.
by rewrite -!plusE -!multE; nia.
Qed.

Lemma sum_of_energies L : 2 * (\sum_(1 <= l < L.+1) l * l.+1 * (2 * l).+1) = L * L.+1 ^ 2 * L.+2.
Proof.
elim: L => [|L IH]; first by rewrite big_geq.
by rewrite big_nat_recr // mulnDr IH -!mulnn -!plusE -!multE; nia.
Qed.

Local Open Scope ring_scope.

(* "S_l = kappa_1 eta^2 l^3 (1 + o(1)), Sbar = kappa_2 eta^2 L^3 (1 + o(1)), eta*(L) = kappa L^(-3/2)": for energies
   S_l = kappa eta^2 sum_(h1,h2<=l) min{h1, h2}, Sbar is exactly kappa eta^2 (L+1)^2 (L+2)/12, and Sbar = 1 exactly for
   eta^2 L^3 = 12 L^3/(kappa (L+1)^2 (L+2)), between 1/kappa and 12/kappa, so eta = Theta(L^(-3/2)). *)
Theorem depth_exponent (R : rcfType) (kappa eta : R) (L : nat) : (0 < L)%N -> 0 < kappa -> 0 < eta ->
  let S := fun l => kappa * eta ^+ 2 * (\sum_(1 <= h < l.+1) \sum_(1 <= k < l.+1) minn h k)%N%:R in
  let Sbar := (\sum_(1 <= l < L.+1) S l) / L%:R in
  [/\ Sbar = kappa * eta ^+ 2 * ((L.+1 ^ 2 * L.+2)%N%:R / 12%:R),
      kappa * eta ^+ 2 / 12%:R * L%:R ^+ 3 <= Sbar <= kappa * eta ^+ 2 * L%:R ^+ 3 &
      Sbar = 1 -> kappa^-1 <= eta ^+ 2 * L%:R ^+ 3 <= 12%:R / kappa].
Proof.
move=> L0 k0 e0 S Sbar.
have Ln : (L%:R : R) != 0 by rewrite pnatr_eq0 -lt0n.
have six l : 6%:R * (\sum_(1 <= h < l.+1) \sum_(1 <= k < l.+1) minn h k)%N%:R = (l * l.+1 * (2 * l).+1)%N%:R :> R.
  by rewrite -natrM sum_of_minima.
have eq : Sbar = kappa * eta ^+ 2 * ((L.+1 ^ 2 * L.+2)%N%:R / 12%:R).
  have total : 12%:R * (\sum_(1 <= l < L.+1) S l) = kappa * eta ^+ 2 * (L * L.+1 ^ 2 * L.+2)%N%:R.
    rewrite -sum_of_energies natrM natr_sum /S -mulr_sumr mulrCA; congr (_ * _).
    have -> : 12%:R = 2%:R * 6%:R :> R by rewrite -natrM.
    rewrite -mulrA; congr (_ * _); rewrite mulr_sumr.
    by apply: eq_bigr => l _; exact: six.
  have t12 : (12%:R : R) != 0 by rewrite pnatr_eq0.
  apply: (mulfI t12); rewrite /Sbar mulrA total -mulnA natrM.
  set X := (L.+1 ^ 2 * L.+2)%N%:R; set k := kappa * eta ^+ 2; set i := L%:R^-1; set t := 12%:R in t12 *; set j := t^-1.
  have li : L%:R * i = 1 by rewrite mulfV.
  have tj : t * j = 1 by rewrite mulfV.
  rewrite [LHS](_ : _ = k * X * (L%:R * i)); last by mring.
  rewrite [RHS](_ : _ = k * X * (t * j)); last by mring.
  by rewrite li tj.
have ke : 0 < kappa * eta ^+ 2 by rewrite mulr_gt0 // exprn_gt0.
have lo : L%:R ^+ 3 <= (L.+1 ^ 2 * L.+2)%N%:R :> R.
  by rewrite -natrX ler_nat expnSr leq_mul ?leq_exp2r ?leqnSn //; apply: leq_trans (leqnSn _) (leqnSn _).
have hi : (L.+1 ^ 2 * L.+2)%N%:R <= 12%:R * L%:R ^+ 3 :> R.
  rewrite -natrX -natrM ler_nat; case: L L0 {lo eq six Ln S Sbar} => // L _.
  by apply/ssrnat.leP; rewrite !expnS !expn0 !muln1 -!multE; nia.
have bounds : kappa * eta ^+ 2 / 12%:R * L%:R ^+ 3 <= Sbar <= kappa * eta ^+ 2 * L%:R ^+ 3.
  rewrite eq; apply/andP; split.
    by rewrite -mulrA ler_pmul2l // mulrC ler_wpmul2r // invr_ge0 ler0n.
  by rewrite ler_pmul2l // ler_pdivr_mulr ?ltr0n // mulrC.
split=> // one; move: bounds; rewrite one => /andP[b1 b2].
apply/andP; split.
  by rewrite -(ler_pmul2l k0) mulfV ?gt_eqF // mulrA.
rewrite ler_pdivl_mulr //; move: b1; rewrite (_ : _ * L%:R ^+ 3 = eta ^+ 2 * L%:R ^+ 3 * kappa / 12%:R); last by mring.
by rewrite ler_pdivr_mulr ?ltr0n // mul1r.
Qed.

(* Eq. (35): "E[T_l] = r_l E[T_0] + (c/K) sum_(t<l) r_(l-1-t) eps_t", r_l = (1 + cq/K)^l, from the recursion (34), and
   "1 <= r_l <= r_K" (AMMUP-E35, AMMUP-D16). *)
Theorem residual_recursion (R : rcfType) (c q K : R) (T e : nat -> R) : 0 <= c * q / K ->
  (forall l, T l.+1 = (1 + c * q / K) * T l + c / K * e l) ->
  let r := fun l => (1 + c * q / K) ^+ l in
  (forall l, T l = r l * T 0%N + c / K * \sum_(t < l) r (l.-1 - t)%N * e t) /\
  (forall l m, (l <= m)%N -> 1 <= r l <= r m).
Proof.
move=> g0 rec r; split.
  elim=> [|l IH]; first by rewrite big_ord0 /r expr0 mulr0 addr0 mul1r.
  rewrite rec IH big_ord_recr /= /r subnn expr0 mul1r; set g := 1 + c * q / K.
  have -> : \sum_(t < l) g ^+ (l - t) * e t = g * \sum_(t < l) g ^+ (l.-1 - t) * e t.
    rewrite mulr_sumr; apply: eq_bigr => t _; rewrite mulrA -exprS; congr (_ ^+ _ * _).
    by case: l t {IH} => [[]|l] //= t; rewrite subSn // -ltnS.
  rewrite [g ^+ l.+1]exprS; set S := \sum_(t < l) _; set k := c / K.
  by mring.
have one : 1 <= 1 + c * q / K by rewrite ler_addl.
move=> l m lm; rewrite exprn_ege1 //= /r -(subnK lm) exprD ler_pemull ?exprn_ge0 ?exprn_ege1 //.
by rewrite (le_trans ler01).
Qed.

(* Lemma 3 (AMMUP-L3, AMMUP-E24): "| (1/|Lambda|) sum_p sum_Delta f(p + Delta) - (k/|Lambda|) sum_u f(u) |
   <= k bdry(Lambda, K) |f|_inf. (24) In particular, under circular padding the left-hand side is 0." Lambda and K are any
   finite sets (duplicate-free lists) of a group without further structure, Z^d among them; f is 0 outside Lambda. *)
Section Boundary.
Variables (R : rcfType) (G : zmodType).
Implicit Types (Lam K : seq G) (f : G -> R).
Definition boundary Lam K : seq G := [seq p <- Lam | has (fun D => p + D \notin Lam) K].

Lemma missing Lam (D : G) : uniq Lam ->
  count (fun u => u - D \notin Lam) Lam = count (fun p => p + D \notin Lam) Lam.
Proof.
move=> uL; apply/eqP; rewrite -(eqn_add2l (count (fun u => u - D \in Lam) Lam)).
rewrite (count_predC (fun u => u - D \in Lam)) -{1}(count_predC (fun p => p + D \in Lam) Lam) eqn_add2r.
rewrite -!size_filter -(size_map (fun u => u + D) [seq u <- Lam | u + D \in Lam]).
apply/eqP/perm_size/uniq_perm.
- rewrite map_inj_uniq ?filter_uniq //; exact: addIr.
- exact: filter_uniq.
move=> p; rewrite [RHS]mem_filter; apply/mapP/andP => [[u]|[pD pL]].
  by rewrite mem_filter => /andP[uD uL'] ->; rewrite addrK.
by exists (p - D); rewrite ?mem_filter ?subrK ?pL.
Qed.

Lemma shifted Lam (D : G) f : uniq Lam -> (forall u, u \notin Lam -> f u = 0) ->
  \sum_(p <- Lam) f (p + D) = \sum_(u <- Lam | u - D \in Lam) f u.
Proof.
move=> uL out; rewrite (bigID (fun p => p + D \in Lam)) /= [X in _ + X]big1 ?addr0; last by move=> p pD; exact: out.
rewrite -big_filter -[RHS]big_filter -(big_map (fun p => p + D) xpredT f); apply/perm_big/uniq_perm.
- rewrite map_inj_uniq ?filter_uniq //. exact: addIr.
- exact: filter_uniq.
move=> u; rewrite mem_filter; apply/mapP/andP => [[p]|[uD uL']].
  by rewrite mem_filter => /andP[pD pL] ->; rewrite addrK.
by exists (u - D); rewrite ?mem_filter /= ?subrK ?uD ?uL'.
Qed.

Lemma per_offset Lam K (D : G) f (b : R) : uniq Lam -> D \in K -> (forall u, u \notin Lam -> f u = 0) ->
  (forall u, `|f u| <= b) ->
  `|\sum_(p <- Lam) f (p + D) - \sum_(u <- Lam) f u| <= (size (boundary Lam K))%:R * b.
Proof.
move=> uL DK out bound; have b0 : 0 <= b := le_trans (normr_ge0 _) (bound 0).
rewrite (shifted D uL out) (bigID (fun u => u - D \in Lam) xpredT) /= opprD addrA subrr add0r normrN.
apply: le_trans (ler_norm_sum _ _ _) _; apply: (@le_trans _ _ (\sum_(u <- Lam | u - D \notin Lam) b)).
  by apply: ler_sum => u _; exact: bound.
rewrite big_const_seq iter_addr_0 -[b *+ _]mulr_natl ler_wpmul2r // ler_nat missing // /boundary size_filter.
by apply: sub_count => p pD; apply/hasP; exists D.
Qed.
End Boundary.

Theorem boundary_bound (R : rcfType) (G : zmodType) (Lam K : seq G) (f : G -> R) (b : R) :
  uniq Lam -> (0 < size Lam)%N -> (forall u, u \notin Lam -> f u = 0) -> (forall u, `|f u| <= b) ->
  `|(size Lam)%:R^-1 * (\sum_(p <- Lam) \sum_(D <- K) f (p + D)) - (size K)%:R / (size Lam)%:R * (\sum_(u <- Lam) f u)|
  <= (size K)%:R * ((size (boundary Lam K))%:R / (size Lam)%:R) * b.
Proof.
move=> uL L0 out bound; set l := (size Lam)%:R; have l0 : 0 < l :> R by rewrite ltr0n.
have -> : l^-1 * (\sum_(p <- Lam) \sum_(D <- K) f (p + D)) - (size K)%:R / l * (\sum_(u <- Lam) f u) =
    l^-1 * \sum_(D <- K) (\sum_(p <- Lam) f (p + D) - \sum_(u <- Lam) f u).
  rewrite sumrB exchange_big /= big_const_seq iter_addr_0 count_predT mulrBr; congr (_ - _).
  by rewrite [(size K)%:R / l]mulrC -mulrA mulr_natl.
rewrite normrM (_ : `|l^-1| = l^-1); last by rewrite ger0_norm // invr_ge0 ltW.
rewrite [l^-1 * _]mulrC ler_pdivr_mulr //.
have -> : (size K)%:R * ((size (boundary Lam K))%:R / l) * b * l = \sum_(D <- K) (size (boundary Lam K))%:R * b.
  by rewrite big_const_seq iter_addr_0 count_predT -[(_ * b) *+ _]mulr_natl mulrAC mulrA divfK ?gt_eqF // -mulrA.
apply: le_trans (ler_norm_sum _ _ _) _; rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => D DK.
exact: per_offset.
Qed.

(* "In particular, under circular padding the left-hand side is 0": the sites are a finite group. *)
Theorem circular_padding (R : rcfType) (G : finZmodType) (K : seq G) (f : G -> R) :
  \sum_p \sum_(D <- K) f (p + D) = (size K)%:R * \sum_u f u.
Proof.
rewrite exchange_big /= (eq_bigr (fun=> \sum_u f u)) => [|D _]; last by rewrite [RHS](reindex_inj (addIr D)).
by rewrite big_const_seq iter_addr_0 count_predT mulr_natl.
Qed.
