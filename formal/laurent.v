(* Terms of kernel.v with scalars that cancel: x (1/x) = 1, sqrt x sqrt x = x, and a sum over an index that does not occur
   in its term, which is the size times the term. A rule is a list of scalars whose product equals that of another list. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import kernel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition rule := (seq nat * seq nat)%type.
Fixpoint taken (ids : seq nat) (fs : seq factor) : option (seq factor) :=
  if ids is i :: rest then if (i, [::]) \in fs then taken rest (rem (i, [::]) fs) else None else Some fs.
Definition use (r : rule) (fs : seq factor) : seq factor :=
  if taken r.1 fs is Some rest then [seq (i, [::]) | i <- r.2] ++ rest else fs.
Definition uses (rules : seq rule) (n : nat) (fs : seq factor) : seq factor :=
  iter n (fun gs => foldl (fun hs r => use r hs) gs rules) fs.
(* size s, as a number, is the scalar `scalar s` *)
Definition drop_last (scalar : nat -> nat) (d : nat) (t : term) : term :=
  if rev t.2.1 is s :: ss then
    if all (fun f : factor => all (fun v => (v < d + size ss)%N) f.2) t.2.2
    then (t.1, (rev ss, (scalar s, [::]) :: t.2.2)) else t
  else t.
Definition simple scalar rules d n (t : term) : term :=
  let u := iter n (drop_last scalar d) t in (u.1, (u.2.1, uses rules n u.2.2)).
Definition check_laurent scalar rules (n : nat) (left right : ex) (js : seq (seq nat)) : bool :=
  let gap := norm 0 (Add left (Opp right)) in
  [&& closed 0 left, closed 0 right, size js == size gap &
    cancels (size gap) [seq simple scalar rules 0 n (swaps 0 p.2 p.1) | p <- zip gap js]].

Section Laurent.
Variables (R : numFieldType) (size_of : nat -> nat) (T : nat -> seq nat -> R) (scalar : nat -> nat).
Fixpoint scalars_prod (ids : seq nat) : R := if ids is i :: rest then T i [::] * scalars_prod rest else 1.
Fixpoint hold (rules : seq rule) : Prop :=
  if rules is r :: rest then scalars_prod r.1 = scalars_prod r.2 /\ hold rest else True.
Notation prod := (prod T).
Notation sums := (sums size_of).
Notation tval := (tval size_of T).

Lemma taken_ok ids fs rest env : taken ids fs = Some rest -> prod fs env = scalars_prod ids * prod rest env.
Proof.
elim: ids fs => [|i ids IH] fs /=; first by case=> ->; rewrite mul1r.
case: ifP => // iin /IH eq; rewrite -mulrA -eq /kernel.prod (perm_big _ (perm_to_rem iin)) big_cons.
by rewrite /val /=.
Qed.
Lemma scalars_cat ids fs env : prod ([seq (i, [::]) | i <- ids] ++ fs) env = scalars_prod ids * prod fs env.
Proof.
by elim: ids => [|i ids IH] /=; rewrite ?mul1r // /kernel.prod big_cons -/(kernel.prod _ _ _) IH mulrA.
Qed.
Lemma use_ok r fs env : scalars_prod r.1 = scalars_prod r.2 -> prod (use r fs) env = prod fs env.
Proof.
move=> eq; rewrite /use; case E : (taken r.1 fs) => [rest|] //.
by rewrite scalars_cat -eq -(taken_ok env E).
Qed.
Lemma uses_ok rules n fs env : hold rules -> prod (uses rules n fs) env = prod fs env.
Proof.
move=> ok; elim: n => //= n; rewrite -[in RHS]/(uses rules n fs) => <-; move: (uses _ _ _) => gs.
elim: rules ok gs => //= r rules IH [eq ok] gs; rewrite IH //; exact: use_ok.
Qed.


Hypothesis sizes : forall s, T (scalar s) [::] = (size_of s)%:R.
Lemma drop_last_ok env t : tval env (drop_last scalar (size env) t) = tval env t.
Proof.
case: t => [c [ss fs]]; rewrite /drop_last /=; case E : (rev ss) => [|s rest] //=.
case: ifP => // ok; have -> : ss = rcons (rev rest) s by rewrite -rev_cons -E revK.
rewrite /tval /=; congr (_ * _); rewrite -cats1 sums_cat /=; apply: sums_ext => mid sm.
rewrite [LHS]/kernel.prod big_cons -/(kernel.prod _ _ _) /val /= sizes.
rewrite (eq_bigr (fun=> prod fs (env ++ mid))); last first.
  by move=> i _; rewrite -cats1 prod_front // size_cat sm size_rev.
by rewrite big_const_nat subn0 iter_addr_0 mulr_natl.
Qed.
Lemma simple_ok rules n env t : hold rules -> tval env (simple scalar rules (size env) n t) = tval env t.
Proof.
move=> ok; transitivity (tval env (iter n (drop_last scalar (size env)) t)).
  rewrite /simple /tval /=; congr (_ * _); apply: sums_ext => mid _; exact: uses_ok.
by elim: n => //= n IH; rewrite drop_last_ok.
Qed.

Theorem check_laurent_in_section rules n left right js : hold rules ->
  check_laurent scalar rules n left right js -> eval size_of T [::] left = eval size_of T [::] right.
Proof.
move=> ok /and4P[cl cr /eqP sz c]; apply/eqP; rewrite -subr_eq0; apply/eqP.
have := @norm_ok R size_of T (Add left (Opp right)) [::].
rewrite /= => ->; last by rewrite cl cr.
rewrite -[RHS](cancels_ok size_of T [::] c) big_map /=.
rewrite (eq_bigr (fun p => tval [::] p.1)); last first.
  by move=> p _; rewrite (simple_ok n [::] _ ok) swaps_ok.
rewrite -(big_map fst xpredT (tval [::])) -/(unzip1 _) unzip1_zip ?sz //; reflexivity.
Qed.
End Laurent.

Theorem check_laurent_ok (R : numFieldType) (size_of : nat -> nat) (T : nat -> seq nat -> R) (scalar : nat -> nat)
    rules n left right js :
  (forall s, T (scalar s) [::] = (size_of s)%:R) -> hold T rules ->
  check_laurent scalar rules n left right js -> eval size_of T [::] left = eval size_of T [::] right.
Proof. by move=> sz ok c; exact: (check_laurent_in_section sz ok c). Qed.
