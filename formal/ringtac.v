(* mring: decides identities of commutative rings by normal form (checked, not trusted: a proof by computation). *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Inductive pe := PV of nat | PC of nat | PAdd of pe & pe | PMul of pe & pe | POpp of pe | PExp of pe & nat | PNat of pe & nat.
Definition mono := (int * seq nat)%type.

Section Normal.
Variable R : comRingType.
Fixpoint peval (env : seq R) (e : pe) : R :=
  match e with
  | PV k => nth 0 env k
  | PC n => n%:R
  | PAdd a b => peval env a + peval env b
  | PMul a b => peval env a * peval env b
  | POpp a => - peval env a
  | PExp a n => peval env a ^+ n
  | PNat a n => peval env a *+ n
  end.
Definition mval env (m : mono) : R := m.1%:~R * \prod_(k <- m.2) nth 0 env k.
Definition mmul (m k : mono) : mono := (m.1 * k.1, sort leq (m.2 ++ k.2)).
Definition pmul (p q : seq mono) := [seq mmul m k | m <- p, k <- q].
Fixpoint insert (m : mono) (p : seq mono) : seq mono :=
  if p is k :: r then if m.2 == k.2 then (m.1 + k.1, k.2) :: r else k :: insert m r else [:: m].
Definition collect (p : seq mono) := foldr insert [::] p.
Fixpoint pnorm (e : pe) : seq mono :=
  match e with
  | PV k => [:: (1, [:: k])]
  | PC n => [:: (n%:Z, [::])]
  | PAdd a b => collect (pnorm a ++ pnorm b)
  | PMul a b => collect (pmul (pnorm a) (pnorm b))
  | POpp a => [seq (- m.1, m.2) | m <- pnorm a]
  | PExp a n => iter n (fun p => collect (pmul (pnorm a) p)) [:: (1, [::])]
  | PNat a n => [seq (m.1 * n%:Z, m.2) | m <- pnorm a]
  end.
Definition pval env p := \sum_(m <- p) mval env m.

Lemma mmul_ok env m k : mval env (mmul m k) = mval env m * mval env k.
Proof.
rewrite /mval /= intrM (perm_big (m.2 ++ k.2)) ?perm_sort // big_cat /=.
by rewrite mulrACA.
Qed.
Lemma pmul_ok env p q : pval env (pmul p q) = pval env p * pval env q.
Proof.
rewrite /pval /pmul big_allpairs_dep /= mulr_suml; apply: eq_bigr => m _.
by rewrite mulr_sumr; apply: eq_bigr => k _; rewrite mmul_ok.
Qed.
Lemma insert_ok env m p : pval env (insert m p) = mval env m + pval env p.
Proof.
elim: p => [|k r IH] /=; first by rewrite /pval big_seq1 big_nil addr0.
case: eqP => [eq|_]; rewrite /pval !big_cons /=.
  by rewrite addrA; congr (_ + _); rewrite /mval /= -eq intrD mulrDl.
by rewrite -/(pval env (insert m r)) IH addrCA.
Qed.
Lemma collect_ok env p : pval env (collect p) = pval env p.
Proof. by elim: p => //= m p IH; rewrite insert_ok IH /pval big_cons. Qed.

Lemma pnorm_ok env e : pval env (pnorm e) = peval env e.
Proof.
elim: e => /= [k|n|a IHa b IHb|a IHa b IHb|a IH|a IH n|a IH n].
- by rewrite /pval big_seq1 /mval /= big_seq1 mul1r.
- by rewrite /pval big_seq1 /mval /= big_nil mulr1.
- by rewrite collect_ok /pval big_cat /= -!/(pval _ _) IHa IHb.
- by rewrite collect_ok pmul_ok IHa IHb.
- by rewrite -IH /pval big_map -sumrN; apply: eq_bigr => m _; rewrite /mval /= mulrNz mulNr.
- elim: n => [|n IHn] /=; first by rewrite /pval big_seq1 /mval /= big_nil mulr1 expr0.
  by rewrite collect_ok pmul_ok IH IHn exprS.
- rewrite -IH /pval big_map -sumrMnl; apply: eq_bigr => m _.
  by rewrite /mval /= intrM mulrAC -mulr_natr.
Qed.

Lemma ring_ok env a b : all (fun m : mono => m.1 == 0) (pnorm (PAdd a (POpp b))) -> peval env a = peval env b.
Proof.
move=> /allP z; apply/eqP; rewrite -subr_eq0; apply/eqP.
rewrite -[LHS]/(peval env (PAdd a (POpp b))) -pnorm_ok /pval big_seq big1 // => m /z /eqP m0.
by rewrite /mval m0 mul0r.
Qed.
End Normal.

(* Atoms are compared up to the structures that they are read in. *)
Ltac is_same x y :=
  lazymatch constr:((x, y)) with
  | (@GRing.natmul _ ?a ?n, @GRing.natmul _ ?b ?n) => is_same a b
  | (@GRing.exp _ ?a ?n, @GRing.exp _ ?b ?n) => is_same a b
  | (@GRing.inv _ ?a, @GRing.inv _ ?b) => is_same a b
  | (@GRing.mul _ ?a ?c, @GRing.mul _ ?b ?d) => is_same a b; is_same c d
  | (@GRing.add _ ?a ?c, @GRing.add _ ?b ?d) => is_same a b; is_same c d
  | (@GRing.opp _ ?a, @GRing.opp _ ?b) => is_same a b
  | (GRing.one _, GRing.one _) => idtac
  | (GRing.zero _, GRing.zero _) => idtac
  | _ => constr_eq_nounivs x y
  end.
Ltac find_var x env :=
  lazymatch env with
  | ?y :: ?r =>
      match goal with
      | _ => let _ := match goal with _ => is_same x y end in constr:(0%N)
      | _ => let k := find_var x r in constr:(S k)
      end
  end.
Ltac add_var x env :=
  match goal with
  | _ => let _ := find_var x env in env
  | _ => constr:(x :: env)
  end.
(* Only numerals are computed with: n%:R and x ^+ n with a variable n are left as they are. *)
Ltac isnat n := lazymatch n with O => constr:(true) | S ?m => isnat m | _ => constr:(false) end.
Ltac vars e env :=
  lazymatch e with
  | @GRing.add _ ?a ?b => let s := vars a env in vars b s
  | @GRing.mul _ ?a ?b => let s := vars a env in vars b s
  | @GRing.opp _ ?a => vars a env
  | @GRing.exp _ ?a ?n => lazymatch isnat n with true => vars a env | _ => add_var e env end
  | @GRing.natmul _ (GRing.one _) ?n => lazymatch isnat n with true => env | _ => add_var e env end
  | @GRing.natmul _ ?a ?n => lazymatch isnat n with true => vars a env | _ => add_var e env end
  | GRing.one _ => env
  | GRing.zero _ => env
  | _ => add_var e env
  end.
Ltac reify e env :=
  lazymatch e with
  | @GRing.add _ ?a ?b => let s := reify a env in let t := reify b env in constr:(PAdd s t)
  | @GRing.mul _ ?a ?b => let s := reify a env in let t := reify b env in constr:(PMul s t)
  | @GRing.opp _ ?a => let s := reify a env in constr:(POpp s)
  | @GRing.exp _ ?a ?n =>
      lazymatch isnat n with
      | true => let s := reify a env in constr:(PExp s n)
      | _ => let k := find_var e env in constr:(PV k) end
  | @GRing.natmul _ (GRing.one _) ?n =>
      lazymatch isnat n with true => constr:(PC n) | _ => let k := find_var e env in constr:(PV k) end
  | @GRing.natmul _ ?a ?n =>
      lazymatch isnat n with
      | true => let s := reify a env in constr:(PNat s n)
      | _ => let k := find_var e env in constr:(PV k) end
  | GRing.one _ => constr:(PC 1)
  | GRing.zero _ => constr:(PC 0)
  | _ => let k := find_var e env in constr:(PV k)
  end.
Ltac mring :=
  match goal with
  | |- @eq ?T ?a ?b =>
      let s := vars a (@nil T) in let env := vars b s in
      let p := reify a env in let q := reify b env in
      apply: (@ring_ok _ env p q); vm_compute; reflexivity
  end.

Section Test.
Variable R : comRingType.
Goal forall x y : R, (x + y) ^+ 2 - 1 = x ^+ 2 + x * y *+ 2 + y * y - 1%:R + 0.
Proof. move=> x y; mring. Qed.
Goal forall a b c e k l : R, a * b * k * (c * e * l) = e * (l * k * (a * c * b)).
Proof. move=> *; mring. Qed.
Goal forall a b : R, a * b = a.
Proof. move=> a b. Fail mring. Abort.
End Test.
