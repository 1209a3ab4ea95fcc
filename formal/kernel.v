(* A verified checker for identities of polynomials in indexed symbols, summed over sizes that stay free.

   An expression is built from rational constants p/q, entries of arrays at indices, sizes as numbers, sums, products, and
   sums over an index that runs below a size. Indices are numbers: the free ones first, then the bound ones from the outside
   in. `check k left right js` says that both sides have the same normal form; js lists, for each term of left - right, which
   neighbouring bound indices change places (found elsewhere, only checked here). check_ok is what all identities rest on:
   both sides are then equal for every size, every array and every value of the k free indices, in every field of
   characteristic zero (numFieldType). *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Frac p q is p/(q + 1). *)
Inductive ex := Nat of nat | Frac of nat & nat | At of nat & seq nat | Size of nat | Opp of ex | Add of ex & ex
  | Mul of ex & ex | Sum of nat & ex.
Definition factor := (nat * seq nat)%type.
Definition ratio := (int * nat)%type.
Definition term := (ratio * (seq nat * seq factor))%type.
Definition den (q r : nat) : nat := nosimpl (q.+1 * r.+1).-1.
Lemma denE q r : (den q r).+1 = (q.+1 * r.+1)%N. Proof. by rewrite /den prednK ?muln_gt0. Qed.
Definition rmul (a b : ratio) : ratio := (a.1 * b.1, den a.2 b.2).
Definition radd (a b : ratio) : ratio := (a.1 * b.2.+1%:Z + b.1 * a.2.+1%:Z, den a.2 b.2).

Section Kernel.
Variables (R : numFieldType) (size_of : nat -> nat) (T : nat -> seq nat -> R).

Definition rval (a : ratio) : R := a.1%:~R / a.2.+1%:R.
Lemma rmul_ok a b : rval (rmul a b) = rval a * rval b.
Proof. by rewrite /rval /= intrM denE natrM invfM mulrACA. Qed.
Lemma radd_ok a b : rval (radd a b) = rval a + rval b.
Proof.
have nz n : (n.+1%:R : R) != 0 by rewrite pnatr_eq0.
by rewrite /rval /= intrD !intrM denE natrM addf_div.
Qed.
Lemma rval0 a : a.1 == 0 -> rval a = 0.
Proof. by move/eqP; rewrite /rval => ->; rewrite mul0r. Qed.

Definition val env (f : factor) : R := T f.1 [seq nth 0%N env v | v <- f.2].
(* variables are numbered from the outside: the next bound one is (size env) *)
Fixpoint eval env e : R :=
  match e with
  | Nat n => n%:R
  | Frac p q => p%:R / q.+1%:R
  | At f vs => val env (f, vs)
  | Size s => (size_of s)%:R
  | Opp a => - eval env a
  | Add a b => eval env a + eval env b
  | Mul a b => eval env a * eval env b
  | Sum s a => \sum_(0 <= i < size_of s) eval (rcons env i) a
  end.

Definition prod fs env : R := \prod_(f <- fs) val env f.
Fixpoint sums ss (F : seq nat -> R) env : R :=
  if ss is s :: rest then \sum_(0 <= i < size_of s) sums rest F (rcons env i) else F env.
Definition tval env (t : term) : R := rval t.1 * sums t.2.1 (prod t.2.2) env.

Definition shift d k (fs : seq factor) : seq factor :=
  [seq (f.1, [seq (if (v < d)%N then v else v + k)%N | v <- f.2]) | f <- fs].
Definition mult d (t u : term) : term :=
  (rmul t.1 u.1, (t.2.1 ++ u.2.1, t.2.2 ++ shift d (size t.2.1) u.2.2)).
Fixpoint norm d e : seq term :=
  match e with
  | Nat n => [:: ((n%:Z, 0%N), ([::], [::]))]
  | Frac p q => [:: ((p%:Z, q), ([::], [::]))]
  | At f vs => [:: ((1, 0%N), ([::], [:: (f, vs)]))]
  | Size s => [:: ((1, 0%N), ([:: s], [::]))]
  | Opp a => [seq ((- t.1.1, t.1.2), t.2) | t <- norm d a]
  | Add a b => norm d a ++ norm d b
  | Mul a b => [seq mult d t u | t <- norm d a, u <- norm d b]
  | Sum s a => [seq (t.1, (s :: t.2.1, t.2.2)) | t <- norm d.+1 a]
  end.
Definition scoped d (t : term) := all (fun f : factor => all (fun v => (v < d + size t.2.1)%N) f.2) t.2.2.

Lemma sums_ext2 ss F G e1 e2 :
  (forall mid, size mid = size ss -> F (e1 ++ mid) = G (e2 ++ mid)) -> sums ss F e1 = sums ss G e2.
Proof.
elim: ss e1 e2 => [|s ss IH] e1 e2 FG /=; first by have := FG [::] erefl; rewrite !cats0.
apply: eq_bigr => i _; apply: IH => mid sm; rewrite -!cats1 -!catA; apply: FG.
by rewrite /= sm.
Qed.
Definition sums_ext ss F G env := @sums_ext2 ss F G env env.

Lemma sums_cat ss tt F env : sums (ss ++ tt) F env = sums ss (fun e => sums tt F e) env.
Proof. by elim: ss env => //= s ss IH env; apply: eq_bigr => i _; exact: IH. Qed.

Lemma sums_mulr ss F c env : sums ss F env * c = sums ss (fun e => F e * c) env.
Proof.
by elim: ss env => //= s ss IH env; rewrite mulr_suml; apply: eq_bigr => i _; exact: IH.
Qed.
Lemma sums_mull ss F c env : c * sums ss F env = sums ss (fun e => c * F e) env.
Proof. by rewrite mulrC sums_mulr; apply: sums_ext => mid _; rewrite mulrC. Qed.

Lemma shift_ok fs env pre mid :
  prod (shift (size env) (size pre) fs) (env ++ pre ++ mid) = prod fs (env ++ mid).
Proof.
rewrite /prod /shift big_map; apply: eq_bigr => f _; rewrite /val /=; congr (T _ _).
rewrite -map_comp; apply: eq_map => v /=; case: (ltnP v (size env)) => [lt|le].
  by rewrite !nth_cat lt.
rewrite nth_cat ltnNge (leq_trans le (leq_addr _ _)) /= nth_cat -addnBAC //.
rewrite ltnNge leq_addl /= addnK nth_cat ltnNge le /=. done.
Qed.

Lemma shift_sums ss fs env pre mid :
  sums ss (prod (shift (size env) (size pre) fs)) (env ++ pre ++ mid) = sums ss (prod fs) (env ++ mid).
Proof.
elim: ss mid => [|s ss IH] mid /=; first exact: shift_ok.
by apply: eq_bigr => i _; rewrite !rcons_cat; exact: IH.
Qed.

Lemma prod_front fs env mid : all (fun f : factor => all (fun v => (v < size env)%N) f.2) fs ->
  prod fs (env ++ mid) = prod fs env.
Proof.
move=> /allP ok; rewrite /prod; apply: eq_big_seq => f /ok /allP okf; rewrite /val; congr (T _ _).
by apply/eq_in_map => v /okf lt; rewrite nth_cat lt.
Qed.

Lemma mult_ok env t u : scoped (size env) t ->
  tval env t * tval env u = tval env (mult (size env) t u).
Proof.
case: t u => [k [ss fs]] [l [tt gs]] /= ok; rewrite /tval /= rmul_ok mulrACA; congr (_ * _).
rewrite sums_mulr sums_cat; apply: sums_ext => pre sp.
rewrite -(cats0 env) -(shift_sums _ _ env pre [::]) !cats0 -sp sums_mull; apply: sums_ext => mid _.
rewrite [RHS]/prod big_cat /= -!/(prod _ _); congr (_ * _).
by symmetry; apply: prod_front; rewrite size_cat sp.
Qed.

Fixpoint closed d e :=
  match e with
  | Nat _ | Frac _ _ | Size _ => true
  | Opp a => closed d a
  | At _ vs => all (fun v => (v < d)%N) vs
  | Add a b | Mul a b => closed d a && closed d b
  | Sum _ a => closed d.+1 a
  end.

Lemma norm_scoped d e : closed d e -> all (scoped d) (norm d e).
Proof.
elim: e d => //= [f vs d ok|a IH d /IH A|a IHa b IHb d /andP[/IHa A /IHb B]|a IHa b IHb d /andP[/IHa A /IHb B]|s a IH d /IH A].
- by rewrite /scoped /= addn0 ok.
- by rewrite all_map; apply/allP => t /(allP A).
- by rewrite all_cat A B.
- apply/allP => _ /allpairsP[[t u] /= [/(allP A) t1 /(allP B) u1 ->]].
  rewrite /scoped /= all_cat; apply/andP; split.
    apply/allP => f ft; apply/allP => v vf; rewrite size_cat addnA.
    by apply: leq_trans (leq_addr _ _); exact: (allP (allP t1 _ ft)).
  rewrite /shift all_map; apply/allP => f ft /=; rewrite all_map; apply/allP => v vf /=.
  have := allP (allP u1 _ ft) _ vf; rewrite size_cat; case: (ltnP v d) => [lt _|_ lt].
    exact: leq_trans lt (leq_addr _ _).
  by rewrite [(size t.2.1 + _)%N]addnC addnA ltn_add2r.
- rewrite all_map; apply/allP => t /(allP A); rewrite /scoped /=.
  by rewrite addSnnS.
Qed.

Lemma norm_ok e env : closed (size env) e -> eval env e = \sum_(t <- norm (size env) e) tval env t.
Proof.
elim: e env => //= [n env _|p q env _|f vs env _|s env _|a IH env A|a IHa b IHb env /andP[A B]|a IHa b IHb env /andP[A B]|s a IH env A].
- by rewrite big_seq1 /tval /rval /= /prod big_nil mulr1 divr1.
- by rewrite big_seq1 /tval /rval /= /prod big_nil mulr1.
- by rewrite big_seq1 /tval /rval /= /prod big_seq1 divr1 mul1r.
- rewrite big_seq1 /tval /rval /= divr1 mul1r (eq_bigr (fun=> 1)) => [|i _]; last by rewrite /prod big_nil.
  by rewrite big_const_nat subn0 iter_addr_0.
- rewrite IH // big_map -sumrN; apply: eq_bigr => t _.
  by rewrite /tval /rval /= mulrNz !mulNr.
- by rewrite big_cat /= IHa // IHb.
- rewrite IHa // IHb // big_allpairs_dep /= mulr_suml; apply: eq_big_seq => t tin.
  rewrite mulr_sumr; apply: eq_bigr => u _; apply: mult_ok.
  exact: (allP (norm_scoped A)).
- rewrite big_map /tval /=.
  rewrite [RHS](eq_bigr (fun t : term => \sum_(0 <= i < size_of s)
    (rval t.1 * sums t.2.1 (prod t.2.2) (rcons env i)))); last by move=> t _; rewrite mulr_sumr.
  rewrite exchange_big /=; apply: eq_bigr => i _.
  by rewrite IH size_rcons.
Qed.

(* Renaming: adjacent bound variables change places. *)
Definition swapv p (v : nat) : nat := if v == p then p.+1 else if v == p.+1 then p else v.
Definition swap d j (t : term) : term :=
  (t.1, (take j t.2.1 ++ (if drop j t.2.1 is a :: b :: rest then b :: a :: rest else drop j t.2.1),
    if drop j t.2.1 is _ :: _ :: _ then [seq (f.1, [seq swapv (d + j)%N v | v <- f.2]) | f <- t.2.2]
    else t.2.2)).

Lemma swap_prod fs e i j mid :
  prod [seq (f.1, [seq swapv (size e) v | v <- f.2]) | f : factor <- fs] (e ++ j :: i :: mid)
  = prod fs (e ++ i :: j :: mid).
Proof.
rewrite /prod big_map; apply: eq_bigr => f _; rewrite /val /=; congr (T _ _).
rewrite -map_comp; apply: eq_map => v /=; rewrite /swapv.
case: (v =P size e) => [->|ne1]; first by rewrite !nth_cat ltnn ltnNge leqnSn /= subnn subSnn.
case: (v =P (size e).+1) => [->|ne2].
  by rewrite !nth_cat ltnn ltnNge leqnSn /= subnn subSnn.
rewrite !nth_cat; case: ltnP => // le.
case E : (v - size e)%N => [|[|m]] //=.
- by case: ne1; apply/eqP; rewrite eqn_leq le -subn_eq0 E.
- by case: ne2; rewrite -(subnKC le) E addn1.
Qed.

Lemma swap_ok env j t : tval env (swap (size env) j t) = tval env t.
Proof.
case: t => [k [ss fs]]; rewrite /swap /tval /=; congr (_ * _).
case D : (drop j ss) => [|a [|b rest]].
- by rewrite -D cat_take_drop.
- by rewrite -D cat_take_drop.
rewrite -[X in _ = sums X _ _](cat_take_drop j ss) D !sums_cat; apply: sums_ext => pre sp /=.
have jle : (j <= size ss)%N.
  by rewrite leqNgt; apply/negP => /ltnW /drop_oversize; rewrite D.
have sj : size pre = j by rewrite sp size_takel.
rewrite exchange_big_nat /=; apply: eq_bigr => x _; apply: eq_bigr => y _.
apply: sums_ext2 => mid _; rewrite -!cats1 -!catA /= !catA -sj -size_cat.
exact: swap_prod.
Qed.

Definition swaps d js t := foldl (fun u j => swap d j u) t js.
Lemma swaps_ok env js t : tval env (swaps (size env) js t) = tval env t.
Proof. by elim: js t => //= j js IH t; rewrite IH swap_ok. Qed.

Definition like (t u : term) := (t.2.1 == u.2.1) && perm_eq t.2.2 u.2.2.
Definition total t ts : ratio := foldr (fun u : term => fun a => if like t u then radd u.1 a else a) (0, 0%N) ts.
Lemma totalE t ts : rval (total t ts) = \sum_(u <- ts | like t u) rval u.1.
Proof.
elim: ts => [|u ts IH]; first by rewrite big_nil rval0.
by rewrite big_cons -IH /=; case: ifP => // _; rewrite radd_ok.
Qed.
Fixpoint cancels n (ts : seq term) : bool :=
  match n, ts with
  | _, [::] => true
  | n'.+1, t :: _ => ((total t ts).1 == 0) && cancels n' [seq u <- ts | ~~ like t u]
  | _, _ => false
  end.

Lemma like_val env t u : like t u ->
  sums u.2.1 (prod u.2.2) env = sums t.2.1 (prod t.2.2) env.
Proof.
move=> /andP[/eqP -> p]; apply: sums_ext => mid _; rewrite /prod.
by rewrite (perm_big _ p).
Qed.

Lemma cancels_ok env n ts : cancels n ts -> \sum_(t <- ts) tval env t = 0.
Proof.
elim: n ts => [|n IH] [|t ts] //=; rewrite ?big_nil // => /andP[z c].
have {}z : \sum_(u <- t :: ts | like t u) rval u.1 = 0 by rewrite -totalE rval0.
rewrite (bigID (like t)) /= -[X in _ + X]big_filter (IH _ c) addr0.
rewrite (eq_bigr (fun u : term => rval u.1 * sums t.2.1 (prod t.2.2) env)); last first.
  by move=> u l; rewrite /tval (like_val env l).
by rewrite -mulr_suml z mul0r.
Qed.

(* The checker: a list of swaps for every term of left - right; k free indices. *)
Definition check (k : nat) (left right : ex) (js : seq (seq nat)) : bool :=
  let gap := norm k (Add left (Opp right)) in
  [&& closed k left, closed k right, size js == size gap &
    cancels (size gap) [seq swaps k p.2 p.1 | p <- zip gap js]].

Theorem check_ok_in_section k left right js env : size env = k ->
  check k left right js -> eval env left = eval env right.
Proof.
move=> sk /and4P[cl cr /eqP sz c]; apply/eqP; rewrite -subr_eq0; apply/eqP.
have := @norm_ok (Add left (Opp right)) env.
rewrite /= sk => ->; last by rewrite cl cr.
rewrite -[RHS](cancels_ok env c) big_map /=.
rewrite (eq_bigr (fun p => tval env p.1)); last by move=> p _; rewrite -sk; exact: swaps_ok.
rewrite -(big_map fst xpredT (tval env)) -/(unzip1 _) unzip1_zip ?sz //; reflexivity.
Qed.
End Kernel.

Theorem check_ok (R : numFieldType) (size_of : nat -> nat) (T : nat -> seq nat -> R) (k : nat) (left right : ex)
    (js : seq (seq nat)) (env : seq nat) : size env = k ->
  check k left right js -> eval size_of T env left = eval size_of T env right.
Proof. exact: check_ok_in_section. Qed.
