(* The checker of laurent.v for Coq's real numbers: expressions in the form in which theorems are printed. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
From Depthlaws Require Import kernel laurent real_sums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.

(* Scalar k is 1/x for x scalar k - 1 where k is odd. *)
Inductive rex := Num of BinInt.Z | Sc of nat | En of nat & seq nat | Plus of rex & rex | Minus of rex | Times of rex & rex
  | Over of rex | Power of rex & nat | Total of nat & rex.
Section Real.
Variables (size_of : nat -> nat) (T : nat -> seq nat -> R).
Fixpoint reval (env : seq nat) (e : rex) : R :=
  match e with
  | Num z => IZR z
  | Sc k => T k [::]
  | En f vs => T f [seq nth 0%nat env v | v <- vs]
  | Plus a b => Rplus (reval env a) (reval env b)
  | Minus a => Ropp (reval env a)
  | Times a b => Rmult (reval env a) (reval env b)
  | Over a => Rinv (reval env a)
  | Power a n => pow (reval env a) n
  | Total s a => sumn (size_of s) (fun i => reval (rcons env i) a)
  end.
Definition number (z : BinInt.Z) : ex :=
  match z with Z0 => Nat 0 | Zpos p => Nat (BinPos.Pos.to_nat p) | Zneg p => Opp (Nat (BinPos.Pos.to_nat p)) end.
Definition partner k := if odd k then k.-1 else k.+1.
Definition powers (a : ex) n : ex := if n is k.+1 then iter k (Mul a) a else Nat 1.
Definition both (f : ex -> ex -> ex) a b : option ex := if (a, b) is (Some x, Some y) then Some (f x y) else None.
Definition one (f : ex -> ex) a : option ex := if a is Some x then Some (f x) else None.
(* The expression of kernel.v, or that of the inverse if i is true; none for the inverse of a sum. *)
Fixpoint down (i : bool) (e : rex) : option ex :=
  match e with
  | Num (Zpos p) => Some (if i then Frac 1 (BinPos.Pos.to_nat p).-1 else number (Zpos p))
  | Num (Zneg p) => Some (if i then Opp (Frac 1 (BinPos.Pos.to_nat p).-1) else number (Zneg p))
  | Num Z0 => if i then None else Some (Nat 0)
  | Sc k => Some (At (if i then partner k else k) [::])
  | En f vs => if i then None else Some (At f vs)
  | Plus a b => if i then None else both Add (down i a) (down i b)
  | Minus a => one Opp (down i a)
  | Times a b => both Mul (down i a) (down i b)
  | Over a => down (~~ i) a
  | Power a n => one (powers^~ n) (down i a)
  | Total s a => if i then None else one (Sum s) (down i a)
  end.
Hypothesis inverses : forall k, T (partner k) [::] = Rinv (T k [::]).
Local Open Scope ring_scope.

Lemma sumnE n f : sumn n f = \sum_(0 <= i < n) f i.
Proof. by elim: n => [|n IH]; [rewrite big_geq | rewrite big_nat_recr //= -IH]. Qed.
Lemma natE n : (n%:R : R) = INR n. Proof. by rewrite -INRE. Qed.
Lemma powersE env x a n : eval size_of T env x = a -> eval size_of T env (powers x n) = pow a n.
Proof.
move=> eq; case: n => [|n] //=; elim: n => [|n IH] /=; first by rewrite eq Rmult_1_r.
by rewrite IH eq.
Qed.
Lemma posE p : (BinPos.Pos.to_nat p)%:R = IZR (Zpos p) :> R.
Proof. by rewrite natE INR_IZR_INZ positive_nat_Z. Qed.
Lemma numberE env z : eval size_of T env (number z) = IZR z.
Proof. by case: z => [|p|p] //=; rewrite posE // -opp_IZR. Qed.
Lemma downE i env e x : down i e = Some x ->
  eval size_of T env x = if i then Rinv (reval env e) else reval env e.
Proof.
have frac p : (1%:R / (BinPos.Pos.to_nat p).-1.+1%:R : R) = Rinv (IZR (Zpos p)).
  rewrite prednK; last by apply/ltP/Pos2Nat.is_pos.
  rewrite mul1r posE -RinvE //; apply/eqP; exact: IZR_neq.
elim: e i env x => //=.
- case=> [|p|p] [] env x //= [<-] /=; rewrite ?frac ?posE //.
  by rewrite -[IZR (Zneg p)]/(Ropp (IZR (Zpos p))) Rinv_opp.
- by move=> k [] env x [<-] /=; rewrite /val /= ?inverses.
- by move=> f vs [] env x // [<-].
- move=> a IHa b IHb [] env x //; case: (down _ a) (IHa false) => // y Ha; case: (down _ b) (IHb false) => // z Hb [<-] /=.
  by rewrite (Ha env y) // (Hb env z).
- move=> a IH i env x; case: (down i a) (IH i) => // y H [<-] /=; rewrite (H env y) //.
  by case: (i); rewrite // Rinv_opp.
- move=> a IHa b IHb i env x; case: (down i a) (IHa i) => // y Ha; case: (down i b) (IHb i) => // z Hb [<-] /=.
  by rewrite (Ha env y) // (Hb env z) //; case: (i); rewrite // Rinv_mult.
- by move=> a IH i env x /IH ->; case: (i); rewrite //= Rinv_inv.
- move=> a IH n i env x; case: (down i a) (IH i) => // y H [<-].
  by rewrite (powersE n (H env y erefl)); case: (i); rewrite // pow_inv.
- move=> s a IH [] env x //; case: (down _ a) (IH false) => // y H [<-] /=.
  by rewrite sumnE; apply: eq_bigr => i _; exact: H.
Qed.
End Real.

Definition same scalar rules n (left right : rex) js : bool :=
  if (down false left, down false right) is (Some l, Some r) then check_laurent scalar rules n l r js else false.
Fixpoint list_prod (T : nat -> seq nat -> R) (ids : seq nat) : R :=
  if ids is i :: rest then Rmult (T i [::]) (list_prod T rest) else IZR 1.
Fixpoint rules_hold (T : nat -> seq nat -> R) (rules : seq rule) : Prop :=
  if rules is r :: rest then list_prod T r.1 = list_prod T r.2 /\ rules_hold T rest else True.
Theorem same_ok (size_of : nat -> nat) (T : nat -> seq nat -> R) (scalar : nat -> nat) rules n left right js :
  (forall k, T (partner k) [::] = Rinv (T k [::])) ->
  (forall s, T (scalar s) [::] = INR (size_of s)) -> rules_hold T rules ->
  same scalar rules n left right js = true -> reval size_of T [::] left = reval size_of T [::] right.
Proof.
move=> inv sz ok; rewrite /same; case l : (down _ left) => [x|] //; case r : (down _ right) => [y|] // c.
rewrite -(downE size_of inv [::] l) -(downE size_of inv [::] r).
apply: (check_laurent_ok (scalar := scalar) _ _ c) => [s|]; first by rewrite sz -INRE.
have prodE ids : scalars_prod T ids = list_prod T ids by elim: ids => //= i ids ->.
by elim: rules ok {c} => //= r' rules IH [eq /IH h]; split; rewrite ?prodE.
Qed.

(* Scalar 2 k is the k-th of a list, scalar 2 k + 1 its inverse; size s is the length of a sum, and equals a listed scalar. *)
Definition table (xs : list R) (arrays : nat -> list nat -> R) (f : nat) (v : list nat) : R :=
  match v with nil => if odd f then Rinv (List.nth f./2 xs (IZR 0)) else List.nth f./2 xs (IZR 0) | _ => arrays f v end.
Fixpoint sizes_hold (xs : list R) (sizes : list (nat * nat)) : Prop :=
  match sizes with nil => True
  | cons (k, m) rest => List.nth k xs (IZR 0) = INR m /\ sizes_hold xs rest end.
Definition none (xs : list R) : nat * nat := (List.length xs, 0%nat).
Definition size_in xs (sizes : list (nat * nat)) s : nat := (List.nth s sizes (none xs)).2.
Definition scalar_in xs (sizes : list (nat * nat)) s : nat := (List.nth s sizes (none xs)).1.*2.
Theorem same_by (xs : list R) (sizes : list (nat * nat)) (arrays : nat -> list nat -> R) rules n left right js :
  sizes_hold xs sizes -> rules_hold (table xs arrays) rules ->
  same (fun s => (List.nth s sizes (List.length xs, 0%nat)).1.*2) rules n left right js = true ->
  reval (size_in xs sizes) (table xs arrays) [::] left = reval (size_in xs sizes) (table xs arrays) [::] right.
Proof.
move=> sz ok c; apply: (same_ok _ _ ok c) => [k|s].
  rewrite /table /partner; case o : (odd k) => /=; last by rewrite o /= uphalf_half o add0n.
  by case: k o => // k /= /negbTE o; rewrite o /= uphalf_half o add0n Rinv_inv.
rewrite /table /= odd_double doubleK /size_in /none.
elim: sizes sz s {c ok} => [|[k m] sizes IH] /= sz s.
  by case: s => [|s] /=; rewrite List.nth_overflow.
by case: sz => eq sz; case: s => [|s] //=; exact: IH.
Qed.
