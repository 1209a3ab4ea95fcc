(* Looped, section 7.4 on finite product spaces: the matrices take finitely many values, independently, with any laws. The
   conditional means are commuting orthogonal projections, and replacing a matrix measures the distance to one of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import ringtac tools looped_theorem6.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : rcfType) (L d : nat) (T : finType) (p : 'I_L -> T -> R).
Definition outcome := {ffun 'I_L -> T}.
(* Probability of an outcome; E[(1/d) f.g]; the outcome with entry l replaced by t; E[f | all entries but l]. *)
Definition weight (o : outcome) : R := \prod_l p l (o l).
Definition mean_product (f g : {ffun outcome -> 'cV[R]_d}) : R := \sum_o weight o * (dot (f o) (g o) / d%:R).
Definition put (o : outcome) (l : 'I_L) (t : T) : outcome := [ffun k => if k == l then t else o k].
Definition given_others (l : 'I_L) (f : {ffun outcome -> 'cV[R]_d}) : {ffun outcome -> 'cV[R]_d} :=
  [ffun o => \sum_t p l t *: f (put o l t)].
Definition law : Prop := forall l, (forall t, 0 <= p l t) /\ \sum_t p l t = 1.
End Definitions.

Section Product.
Variables (R : rcfType) (L d : nat) (T : finType) (p : 'I_L -> T -> R).
Hypothesis pl : law p.
Local Notation Om := (outcome L T).
Local Notation w := (weight p).
Local Notation ip := (mean_product (d := d) p).
Local Notation P := (given_others (d := d) p).
Implicit Types (o : outcome L T) (f g : {ffun outcome L T -> 'cV[R]_d}).

Lemma putK o l t : put (put o l t) l (o l) = o.
Proof. by apply/ffunP => k; rewrite !ffunE; case: eqP => [->|]. Qed.
Lemma put_at o l t : put o l t l = t. Proof. by rewrite ffunE eqxx. Qed.
Lemma put_put o l t u : put (put o l t) l u = put o l u.
Proof. by apply/ffunP => k; rewrite !ffunE; case: eqP. Qed.
Lemma put_comm o l s t u : l != s -> put (put o l t) s u = put (put o s u) l t.
Proof.
by move=> ls; apply/ffunP => k; rewrite !ffunE; case: (k =P s) => [->|_] //; rewrite eq_sym (negbTE ls).
Qed.
Lemma weight_ge0 o : 0 <= w o. Proof. by apply: prodr_ge0 => l _; have [] := pl l. Qed.
Lemma weight_put o l t : w (put o l t) * p l (o l) = w o * p l t.
Proof.
rewrite /weight (bigD1 l) //= [X in _ = X * _](bigD1 l) //= put_at mulrAC [RHS]mulrAC mulrC [RHS]mulrC.
rewrite [p l t * _]mulrC; congr (_ * _); apply: eq_bigr => k /negbTE kl; by rewrite ffunE kl.
Qed.

Lemma swap l (F : Om -> Om -> R) :
  \sum_o \sum_t w o * p l t * F (put o l t) o = \sum_o \sum_t w o * p l t * F o (put o l t).
Proof.
rewrite !pair_bigA /=; pose phi (x : Om * T) := (put x.1 l x.2, x.1 l).
have phiK : involutive phi by move=> [o t]; rewrite /phi /= putK put_at.
rewrite (reindex_inj (inv_inj phiK)) /=; apply: eq_bigr => -[o t] _ /=.
by rewrite weight_put putK.
Qed.

Lemma ipE f g : ip f g = \sum_o w o * (dot (f o) (g o) / d%:R). Proof. by []. Qed.
Lemma dotZl n (k : R) (a b : 'cV[R]_n) : dot (k *: a) b = k * dot a b.
Proof. by rewrite /dot mulr_sumr; apply: eq_bigr => i _; rewrite mxE mulrA. Qed.
Lemma dotDl n (a b c : 'cV[R]_n) : dot (a + b) c = dot a c + dot b c.
Proof. by rewrite /dot -big_split /=; apply: eq_bigr => i _; rewrite mxE mulrDl. Qed.
Lemma dotCC n (a b : 'cV[R]_n) : dot a b = dot b a.
Proof. by apply: eq_bigr => i _; rewrite mulrC. Qed.
Lemma dot_suml n (a : T -> 'cV[R]_n) b : dot (\sum_t a t) b = \sum_t dot (a t) b.
Proof.
elim/big_rec2: _ => [|t x y _ <-]; last exact: dotDl.
by rewrite /dot big1 // => i _; rewrite mxE mul0r.
Qed.

Lemma product_inner : inner ip.
Proof.
split.
- by move=> a b c; rewrite !ipE -big_split /=; apply: eq_bigr => o _; rewrite ffunE dotDl mulrDl mulrDr.
- by move=> k a b; rewrite !ipE mulr_sumr; apply: eq_bigr => o _; rewrite ffunE dotZl -mulrA mulrCA.
- by move=> a b; apply: eq_bigr => o _; rewrite dotCC.
- move=> a; apply: sumr_ge0 => o _; rewrite mulr_ge0 ?weight_ge0 // divr_ge0 ?ler0n //.
  by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
Qed.

Lemma pull l f g : ip (P l f) g = \sum_o \sum_t w o * p l t * (dot (f (put o l t)) (g o) / d%:R).
Proof.
apply: eq_bigr => o _; rewrite ffunE dot_suml mulr_suml mulr_sumr; apply: eq_bigr => t _.
by rewrite dotZl -!mulrA.
Qed.

Lemma adjoint l f g : ip (P l f) g = ip f (P l g).
Proof.
have [_ _ C _] := product_inner; rewrite pull (swap l (fun a b => dot (f a) (g b) / d%:R)) C pull.
by apply: eq_bigr => o _; apply: eq_bigr => t _; rewrite dotCC.
Qed.

Theorem product_projections : projections ip P.
Proof.
split.
- move=> l a b; apply/ffunP => o; rewrite !ffunE -sumrB; apply: eq_bigr => t _; by rewrite !ffunE scalerBr.
- move=> l a; apply/ffunP => o; rewrite !ffunE (eq_bigr (fun t => p l t *: \sum_u p l u *: a (put o l u))) => [|t _].
    by rewrite -scaler_suml; have [_ ->] := pl l; rewrite scale1r.
  by rewrite ffunE; congr (_ *: _); apply: eq_bigr => u _; rewrite put_put.
- exact: adjoint.
move=> l s a; case: (eqVneq l s) => [->|ls] //; apply/ffunP => o; rewrite !ffunE.
rewrite (eq_bigr (fun t => \sum_u p l t *: (p s u *: a (put (put o l t) s u)))) => [|t _]; last by rewrite ffunE scaler_sumr.
rewrite [RHS](eq_bigr (fun u => \sum_t p l t *: (p s u *: a (put (put o l t) s u)))) => [|u _]; last first.
  by rewrite ffunE scaler_sumr; apply: eq_bigr => t _; rewrite [in RHS]put_comm // !scalerA mulrC.
by rewrite exchange_big.
Qed.

(* E[f] of the squared distance to a copy with entry s redrawn: (1/2) E|f - f^(s)|^2 = E|f - E[f | F_(-s)]|^2. *)
Theorem efron_stein s f :
  2%:R^-1 * (\sum_o \sum_t w o * p s t * (norm2 (f o - f (put o s t)) / d%:R)) = ip (f - P s f) (f - P s f).
Proof.
have I := product_inner; have [PB Pi Ps Pc] := product_projections.
have total : \sum_o \sum_t w o * p s t * (norm2 (f o) / d%:R) = ip f f.
  apply: eq_bigr => o _; rewrite -mulr_suml -mulr_sumr; have [_ ->] := pl s; rewrite mulr1; congr (_ * (_ / _)).
have other : \sum_o \sum_t w o * p s t * (norm2 (f (put o s t)) / d%:R) = ip f f.
  by rewrite (swap s (fun a _ => norm2 (f a) / d%:R)).
have inside : \sum_o \sum_t w o * p s t * (norm2 (f o - f (put o s t)) / d%:R) = 2%:R * (ip f f - ip (P s f) f).
  rewrite (eq_bigr (fun o => \sum_t (w o * p s t * (norm2 (f o) / d%:R) + w o * p s t * (norm2 (f (put o s t)) / d%:R)
      - 2%:R * (w o * p s t * (dot (f (put o s t)) (f o) / d%:R))))) => [|o _].
    rewrite (eq_bigr (fun o => (\sum_t w o * p s t * (norm2 (f o) / d%:R) + \sum_t w o * p s t * (norm2 (f (put o s t)) / d%:R))
      - 2%:R * \sum_t w o * p s t * (dot (f (put o s t)) (f o) / d%:R))) => [|o _].
      by rewrite sumrB big_split /= total other -mulr_sumr -pull; mring.
    by rewrite sumrB big_split /= -mulr_sumr.
  apply: eq_bigr => t _; rewrite norm2D norm2N.
  have -> : dot (f o) (- f (put o s t)) = - dot (f (put o s t)) (f o).
    by rewrite /dot -sumrN; apply: eq_bigr => i _; rewrite mxE mulrN mulrC.
  set a := norm2 _; set b := norm2 _; set c := dot _ _; set k := w o; set q := p s t; set e := _^-1; by mring.
rewrite inside mulrA mulVf ?pnatr_eq0 // mul1r (sqB I f (P s f)).
have -> : ip f (P s f) = ip (P s f) (P s f) by rewrite Ps Pi.
rewrite mulr2n opprD -!addrA addNr addr0; congr (_ - _).
by rewrite -Ps Pi.
Qed.
End Product.

(* The projections that theorem 6 uses exist: any finite laws (LOOP-B-T6b, T6c: conditional means commute, are orthogonal
   projections, and the Efron-Stein identity holds for every function of any number of discrete variables). *)
Theorem finite_product_space (R : rcfType) (L d : nat) (T : finType) (p : 'I_L -> T -> R) : law p ->
  [/\ inner (mean_product (d := d) p), projections (mean_product p) (given_others (d := d) p) &
      forall s (f : {ffun outcome L T -> 'cV[R]_d}),
        2%:R^-1 * (\sum_o \sum_t weight p o * p s t * (norm2 (f o - f (put o s t)) / d%:R)) =
        mean_product p (f - given_others p s f) (f - given_others p s f)].
Proof. by move=> pl; split; [exact: product_inner|exact: product_projections|exact: efron_stein]. Qed.
