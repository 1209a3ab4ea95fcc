(* For every size and variance some E obeys what gaussian.v asks: the hypotheses of the theorems on Gaussian means are not empty. *)
From Coq Require Import Reals ZArith List Lia Lra FunctionalExtensionality.
From mathcomp Require boolp.
From Depthlaws Require Import real_sums gaussian.
Open Scope R_scope.

(* Sums over lists. *)
Definition over {A} (f : A -> R) (ts : list A) : R := added (map f ts).
Lemma over_cons {A} (f : A -> R) t ts : over f (t :: ts) = f t + over f ts. Proof. reflexivity. Qed.
Lemma over_app {A} (f : A -> R) ts us : over f (ts ++ us) = over f ts + over f us.
Proof. induction ts as [|t ts IH]; [symmetry; apply Rplus_0_l|]; rewrite <- app_comm_cons, !over_cons, IH; ring. Qed.
Lemma over_map {A B} (f : B -> R) (h : A -> B) ts : over f (map h ts) = over (fun t => f (h t)) ts.
Proof. unfold over; now rewrite map_map. Qed.
Lemma over_ext {A} (f g : A -> R) ts : (forall t, In t ts -> f t = g t) -> over f ts = over g ts.
Proof. intros e; unfold over; f_equal; now apply map_ext_in. Qed.
Lemma over_zero {A} (f : A -> R) ts : (forall t, In t ts -> f t = 0) -> over f ts = 0.
Proof. intros z; rewrite (over_ext f (fun _ => 0) ts z); induction ts as [|t ts IH]; [reflexivity|]; rewrite over_cons, IH by (intros; apply z; now right); ring. Qed.
Lemma over_scale {A} c (f : A -> R) ts : over (fun t => c * f t) ts = c * over f ts.
Proof. induction ts as [|t ts IH]; [unfold over; cbn; ring|]; rewrite !over_cons, IH; ring. Qed.
Lemma over_plus {A} (f g : A -> R) ts : over (fun t => f t + g t) ts = over f ts + over g ts.
Proof. induction ts as [|t ts IH]; [unfold over; cbn; ring|]; rewrite !over_cons, IH; ring. Qed.

(* Polynomials in one number as lists of coefficients and exponents; other numbers in place of the powers. *)
Definition weighed (phi : nat -> R) (ts : list (R * nat)) : R := over (fun t => fst t * phi (snd t)) ts.
Definition value (ts : list (R * nat)) (x : R) : R := weighed (pow x) ts.

Lemma weights_vanish N : forall ts, (forall t, In t ts -> (snd t < N)%nat) -> (forall x, value ts x = 0) ->
  forall phi, weighed phi ts = 0.
Proof.
induction N as [|N IH]; intros ts all zero phi.
  destruct ts as [|t ts]; [reflexivity|]; specialize (all t (or_introl eq_refl)); lia.
set (small := filter (fun t => snd t <? N)%nat ts).
set (big := over fst (filter (fun t => negb (snd t <? N)%nat) ts)).
assert (split : forall psi, weighed psi ts = weighed psi small + psi N * big).
{ intros psi; unfold small, big; clear zero small big; induction ts as [|t ts Q]; [unfold over; cbn; ring|].
  specialize (Q (fun u i => all u (or_intror i))); specialize (all t (or_introl eq_refl)).
  unfold weighed in *; rewrite over_cons, Q; cbn [filter]; destruct (Nat.ltb_spec (snd t) N); cbn [negb];
    rewrite over_cons; [ring|]; replace (snd t) with N by lia; ring. }
assert (ne : forall n, (n < N)%nat -> 2 ^ n - 2 ^ N <> 0).
{ intros n l; assert (2 ^ n < 2 ^ N) by (apply Rlt_pow; [lra|exact l]); lra. }
assert (least : forall psi, weighed psi small = 0).
{ intros psi; set (scaled := map (fun t => (fst t * (2 ^ snd t - 2 ^ N), snd t)) small).
  assert (inside : forall t, In t small -> (snd t < N)%nat) by (intros t i; apply filter_In in i; now apply Nat.ltb_lt).
  assert (H : weighed (fun n => psi n / (2 ^ n - 2 ^ N)) scaled = weighed psi small).
  { unfold scaled, weighed; rewrite over_map; apply over_ext; intros t i; cbn [fst snd].
    assert (q := ne (snd t) (inside t i)); field; exact q. }
  rewrite <- H; apply IH.
    intros t i; apply in_map_iff in i; destruct i as [u [<- i]]; exact (inside u i).
  intros x; assert (P : value scaled x = value ts (2 * x) - 2 ^ N * value ts x).
  { assert (L : forall us, value (map (fun t => (fst t * (2 ^ snd t - 2 ^ N), snd t)) us) x =
      value us (2 * x) - 2 ^ N * value us x).
    { intros us; unfold value, weighed; rewrite over_map; induction us as [|u us Q]; [unfold over; cbn; ring|].
      rewrite !over_cons, Q; cbn; rewrite Rpow_mult_distr; ring. }
    unfold scaled; rewrite L; unfold value; rewrite !split, Rpow_mult_distr; ring. }
  rewrite P, !zero; ring. }
assert (B : big = 0).
{ assert (one := zero 1); unfold value in one; rewrite split, least, pow1 in one; lra. }
rewrite split, least, B; ring.
Qed.
Lemma weights_equal ts us : (forall x, value ts x = value us x) -> forall phi, weighed phi ts = weighed phi us.
Proof.
intros e phi; set (all := ts ++ map (fun t => (- fst t, snd t)) us).
assert (D : forall psi, weighed psi all = weighed psi ts - weighed psi us).
{ intros psi; unfold all, weighed; rewrite over_app, over_map; cbn.
  rewrite (over_ext _ (fun t => (-1) * (fst t * psi (snd t))) us) by (intros; ring); rewrite over_scale; ring. }
assert (bound : exists N, forall t, In t all -> (snd t < N)%nat).
{ clear; induction all as [|t all [N H]]; [now exists O|].
  exists (S (N + snd t)); intros u [<-|i]; [lia|]; specialize (H u i); lia. }
destruct bound as [N H]; assert (Z := weights_vanish N all H); specialize (D phi); rewrite Z in D; [lra|].
intros x; unfold value; specialize (e x); unfold value in e.
assert (D' : weighed (pow x) all = weighed (pow x) ts - weighed (pow x) us).
{ unfold all, weighed; rewrite over_app, over_map; cbn.
  rewrite (over_ext _ (fun t => (-1) * (fst t * x ^ snd t)) us) by (intros; ring); rewrite over_scale; ring. }
rewrite D'; lra.
Qed.

(* Mean over one Gaussian number: its moments v^(n/2) (n - 1)!!. *)
Fixpoint moment (v : R) (n : nat) : R :=
  match n with O => 1 | S O => 0 | S (S m) => v * INR (S m) * moment v m end.
Lemma one_mean_exists v (g : R -> R) : exists m, forall ts, (forall x, g x = value ts x) -> m = weighed (moment v) ts.
Proof.
destruct (boolp.pselect (exists ts, forall x, g x = value ts x)) as [[ts e]|n].
  exists (weighed (moment v) ts); intros us d; apply weights_equal; intros x; now rewrite <- e, d.
exists 0; intros ts e; exfalso; apply n; now exists ts.
Qed.
Definition one_mean v g : R := proj1_sig (boolp.cid (one_mean_exists v g)).
Lemma one_mean_is v g ts : (forall x, g x = value ts x) -> one_mean v g = weighed (moment v) ts.
Proof. unfold one_mean; destruct (boolp.cid _) as [m H]; cbn; apply H. Qed.

Section Places.
Variables (K : Type) (dec : forall k l : K, {k = l} + {k <> l}) (v : R).
Notation entry := (fun (k : K) (w : K -> R) => w k).
Notation count k l := (count_occ dec l k).
Definition put (w : K -> R) q x : K -> R := fun k => if dec k q then x else w k.
(* Mean over the numbers at the places of a list, one after the other. *)
Fixpoint mean_over (qs : list K) (f : (K -> R) -> R) : R :=
  match qs with nil => f (fun _ => 0) | q :: more => one_mean v (fun x => mean_over more (fun w => f (put w q x))) end.
Definition terms (ts : list (R * list K)) (w : K -> R) : R := over (fun t => fst t * product K _ entry (snd t) w) ts.
Fixpoint moments (qs l : list K) : R := match qs with nil => 1 | q :: more => moment v (count q l) * moments more l end.
Lemma moments_ext qs l l' : (forall q, In q qs -> count q l = count q l') -> moments qs l = moments qs l'.
Proof.
induction qs as [|q qs IH]; intros e; [reflexivity|]; cbn [moments]; rewrite (e q (or_introl eq_refl)); f_equal.
apply IH; intros p ip; now apply e; right.
Qed.
Lemma count_remove p q l : p <> q -> count p (remove dec q l) = count p l.
Proof.
intros d; induction l as [|k l IH]; [reflexivity|]; cbn [remove]; destruct (dec q k) as [<-|_].
  rewrite count_occ_cons_neq; auto.
cbn [count_occ]; rewrite IH; reflexivity.
Qed.
Lemma product_put l q x w :
  product K _ entry l (put w q x) = product K _ entry (remove dec q l) w * x ^ count q l.
Proof.
induction l as [|k l IH]; cbn; [ring|]; rewrite IH; unfold put; destruct (dec k q) as [->|d].
  destruct (dec q q) as [_|n]; [cbn; ring | now destruct n].
destruct (dec q k) as [->|_]; [now destruct d|]; cbn; ring.
Qed.
Lemma mean_terms qs : NoDup qs -> forall ts, (forall t, In t ts -> incl (snd t) qs) ->
  mean_over qs (terms ts) = over (fun t => fst t * moments qs (snd t)) ts.
Proof.
induction qs as [|q qs IH]; intros nodup ts all; cbn [mean_over].
  apply over_ext; intros t i; destruct (snd t) as [|k l] eqn:e; [reflexivity|].
  specialize (all t i); rewrite e in all; now destruct (all k (or_introl eq_refl)).
inversion nodup as [|? ? out nodup']; subst.
rewrite (one_mean_is v _ (map (fun t => (fst t * moments qs (snd t), count q (snd t))) ts)).
  unfold weighed; rewrite over_map; apply over_ext; intros; cbn; ring.
intros x; replace (fun w => terms ts (put w q x)) with
  (terms (map (fun t => (fst t * x ^ count q (snd t), remove dec q (snd t))) ts)).
- rewrite IH; [|exact nodup'|].
    unfold value, weighed; rewrite !over_map; apply over_ext; intros t i; cbn.
    rewrite (moments_ext qs (remove dec q (snd t)) (snd t)); [ring|].
    intros p ip; apply count_remove; intros ->; contradiction.
  intros t i; apply in_map_iff in i; destruct i as [u [<- i]]; cbn; intros k ik.
  apply in_remove in ik; destruct ik as [ik d]; destruct (all u i k ik); [now subst|assumption].
- apply functional_extensionality; intros w; unfold terms; rewrite over_map; apply over_ext; intros t _; cbn.
  rewrite product_put; ring.
Qed.

(* Every polynomial is a sum of such terms with places in a list. *)
Lemma polynomial_terms qs f : polynomial K (K -> R) entry (fun k => In k qs) f ->
  exists ts, f = terms ts /\ forall t, In t ts -> incl (snd t) qs.
Proof.
induction 1 as [c|k ik|f g _ [ts [-> A]] _ [us [-> B]]|f g _ [ts [-> A]] _ [us [-> B]]].
- exists ((c, nil) :: nil); split; [apply functional_extensionality; intros w; unfold terms, over; cbn; ring|].
  intros t [<-|[]]; cbn; intros q [].
- exists ((1, k :: nil) :: nil); split; [apply functional_extensionality; intros w; unfold terms, over; cbn; ring|].
  intros t [<-|[]]; cbn; intros q [<-|[]]; exact ik.
- exists (ts ++ us); split; [apply functional_extensionality; intros w; unfold terms; now rewrite over_app|].
  intros t i; apply in_app_or in i; destruct i; auto.
- exists (flat_map (fun t => map (fun u => (fst t * fst u, snd t ++ snd u)) us) ts); split.
    assert (P : forall l m w, product K _ entry (l ++ m) w = product K _ entry l w * product K _ entry m w).
    { intros l m w; induction l as [|k l IH]; cbn; [ring|]; rewrite IH; ring. }
    apply functional_extensionality; intros w; unfold terms; clear A; induction ts as [|t ts IH]; [unfold over; cbn; ring|].
    cbn [flat_map]; rewrite over_cons, over_app, over_map, Rmult_plus_distr_r, IH; f_equal.
    rewrite <- over_scale; apply over_ext; intros u _; cbn; rewrite P; ring.
  intros t i; apply in_flat_map in i; destruct i as [s [is it]]; apply in_map_iff in it; destruct it as [u [<- iu]].
  cbn; apply incl_app; auto.
Qed.
Lemma mean_product qs l : NoDup qs -> incl l qs -> mean_over qs (product K _ entry l) = moments qs l.
Proof.
intros nodup inc; replace (product K _ entry l) with (terms ((1, l) :: nil)).
  rewrite (mean_terms qs nodup); [unfold over; cbn; ring|]; intros t [<-|[]]; exact inc.
apply functional_extensionality; intros w; unfold terms, over; cbn; ring.
Qed.
Lemma members_count ks s : In s (members ks) -> forall p, count p ks = count p (fst s :: snd s).
Proof.
revert s; induction ks as [|k ks IH]; cbn [members]; intros s; [intros []|].
intros [<-|i] p; [reflexivity|]; apply in_map_iff in i; destruct i as [u [<- i]]; specialize (IH u i p).
cbn [fst snd] in *; cbn [count_occ] in *; rewrite IH; destruct (dec k p), (dec (fst u) p); lia.
Qed.
Lemma members_first (ks : list K) : map fst (members ks) = ks.
Proof. induction ks as [|k ks IH]; [reflexivity|]; cbn [members map fst]; f_equal; rewrite map_map; exact IH. Qed.
Lemma count_over k ks : INR (count k ks) = over (fun p => if dec k p then 1 else 0) ks.
Proof.
induction ks as [|p ks IH]; [reflexivity|]; rewrite over_cons, <- IH; cbn [count_occ].
destruct (dec p k) as [->|d], (dec k k) as [_|n]; try (now destruct n).
- rewrite S_INR; ring.
- destruct (dec k p) as [->|_]; [now destruct d | ring].
Qed.
Lemma moments_two qs k l : NoDup qs -> In k qs -> moments qs (k :: k :: l) = v * INR (S (count k l)) * moments qs l.
Proof.
induction 1 as [|q qs out nodup IH]; [intros []|]; intros [->|ik].
- cbn [moments]; rewrite (moments_ext qs (k :: k :: l) l).
    rewrite !count_occ_cons_eq by reflexivity; cbn [moment]; ring.
  intros p ip; rewrite !count_occ_cons_neq; auto; intros ->; contradiction.
- cbn [moments]; rewrite IH by exact ik; rewrite !count_occ_cons_neq; [ring | |]; intros ->; contradiction.
Qed.
Lemma moments_alone qs k l : In k qs -> count k l = 0%nat -> moments qs (k :: l) = 0.
Proof.
induction qs as [|q qs IH]; [intros []|]; intros [->|ik] none; cbn [moments].
  rewrite count_occ_cons_eq, none by reflexivity; cbn [moment]; ring.
rewrite IH by assumption; ring.
Qed.
Theorem obeys qs : NoDup qs ->
  gaussian K (K -> R) entry (fun k => In k qs) (fun k l => v * (if dec k l then 1 else 0)) (mean_over qs).
Proof.
intros nodup; split; [|split].
- intros c f g pf pg; destruct (polynomial_terms qs f pf) as [ts [-> A]].
  destruct (polynomial_terms qs g pg) as [us [-> B]].
  replace (fun w => c * terms ts w + terms us w) with (terms (map (fun t => (c * fst t, snd t)) ts ++ us)).
    rewrite !(mean_terms qs nodup); auto.
      rewrite over_app, over_map, <- over_scale; f_equal; apply over_ext; intros; cbn; ring.
    intros t i; apply in_app_or in i; destruct i as [i|i]; auto.
    apply in_map_iff in i; destruct i as [u [<- i]]; exact (A u i).
  apply functional_extensionality; intros w; unfold terms; rewrite over_app, over_map, <- over_scale.
  f_equal; apply over_ext; intros; cbn; ring.
- intros c; replace (fun _ : K -> R => c) with (terms ((c, nil) :: nil)).
    rewrite (mean_terms qs nodup); [|intros t [<-|[]]; intros q []].
    unfold over; cbn; assert (H : moments qs nil = 1) by (clear; induction qs as [|q qs IH]; cbn; [reflexivity|]; rewrite IH; ring).
    rewrite H; ring.
  apply functional_extensionality; intros w; unfold terms, over; cbn; ring.
- intros k ks ik all; assert (inc : incl ks qs) by (unfold incl; now apply Forall_forall).
  rewrite mean_product; [|exact nodup|intros p [<-|ip]; auto].
  assert (sub : forall s, In s (members ks) -> incl (snd s) qs).
  { intros s i; destruct (members_less (fun k => In k qs) ks s all i) as [_ [F _]]; unfold incl; now apply Forall_forall. }
  change (moments qs (k :: ks) = over (fun s => v * (if dec k (fst s) then 1 else 0) * mean_over qs (product K _ entry (snd s))) (members ks)).
  destruct (Nat.eq_dec (count k ks) 0) as [none|some].
    rewrite moments_alone by assumption; symmetry; apply over_zero; intros s i.
    destruct (dec k (fst s)) as [->|_]; [|ring].
    exfalso; rewrite (members_count ks s i), count_occ_cons_eq in none by reflexivity; discriminate.
  assert (pos : INR (count k ks) <> 0) by (now apply not_0_INR).
  rewrite (over_ext _ (fun s => moments qs (k :: ks) / INR (count k ks) * (if dec k (fst s) then 1 else 0))).
    rewrite over_scale, <- (over_map (fun p => if dec k p then 1 else 0) fst), members_first, <- count_over; field; exact pos.
  intros s i; destruct (dec k (fst s)) as [e|_]; [|ring].
  rewrite mean_product; [|exact nodup|exact (sub s i)].
  rewrite (moments_ext qs (k :: ks) (k :: k :: snd s)).
    rewrite (members_count ks s i), <- e, count_occ_cons_eq in * by reflexivity; rewrite (moments_two qs k _ nodup ik); field; exact pos.
  intros p _; cbn [count_occ]; rewrite (members_count ks s i p), <- e; cbn [count_occ]; reflexivity.
Qed.
End Places.

(* Another type of arrays with the same entries. *)
Lemma moved K X (entry : K -> X -> R) (array : (K -> R) -> X) (inside inside' : K -> Prop) (cov cov' : K -> K -> R) E :
  (forall k w, entry k (array w) = w k) -> (forall k, inside' k -> inside k) -> (forall k l, cov' k l = cov k l) ->
  gaussian K (K -> R) (fun k w => w k) inside cov E -> gaussian K X entry inside' cov' (fun f => E (fun w => f (array w))).
Proof.
intros same sub eq [L [C I]].
assert (P : forall f, polynomial K X entry inside' f -> polynomial K _ (fun k w => w k) inside (fun w => f (array w))).
{ induction 1 as [c|k ik|f g _ pf _ pg|f g _ pf _ pg].
  - constructor.
  - replace (fun w => entry k (array w)) with (fun w : K -> R => w k) by (apply functional_extensionality; intros; now rewrite same).
    apply (an_entry K _ (fun k w => w k) inside k); now apply sub.
  - now apply (a_sum K _ _ _ (fun w => f (array w)) (fun w => g (array w))).
  - now apply (a_product K _ _ _ (fun w => f (array w)) (fun w => g (array w))). }
assert (Q : forall ks, (fun w => product K X entry ks (array w)) = product K _ (fun k w => w k) ks).
{ intros ks; apply functional_extensionality; intros w; induction ks as [|k ks IH]; [reflexivity|]; cbn; now rewrite IH, same. }
split; [|split].
- intros c f g pf pg; now apply (L c (fun w => f (array w)) (fun w => g (array w))); apply P.
- intros c; apply C.
- intros k ks ik all; rewrite Q, I; [|now apply sub|now apply (Forall_impl _ sub)].
  unfold added; f_equal; apply map_ext; intros s; now rewrite Q, eq.
Qed.
Definition whole (n : Z) : list Z := nodup Z.eq_dec (map Z.of_nat (seq 1 (Z.to_nat n))).
Lemma whole_in n k : (1 <= k <= n)%Z -> In k (whole n).
Proof. intros r; apply nodup_In, in_map_iff; exists (Z.to_nat k); split; [lia|]; apply in_seq; lia. Qed.
Theorem gaussian_vector_instance n v : exists E, gaussian_vector n v E.
Proof.
eexists; apply (moved Z _ (fun k W => W k) (fun w => w) (fun k => In k (whole n))) with (cov := fun k l => v * (if Z.eq_dec k l then 1 else 0)).
- reflexivity.
- apply whole_in.
- intros k l; unfold same_place; destruct (Z.eq_dec k l), (Z.eqb_spec k l); try contradiction; reflexivity.
- apply obeys, NoDup_nodup.
Qed.
Definition pair_dec (p q : Z * Z) : {p = q} + {p <> q}.
Proof. decide equality; apply Z.eq_dec. Qed.
Theorem gaussian_matrix_instance m n v : exists E, gaussian_matrix m n v E.
Proof.
eexists; apply (moved (Z * Z) _ (fun k W => W (fst k) (snd k)) (fun w i j => w (i, j))
  (fun k => In k (nodup pair_dec (list_prod (whole m) (whole n))))) with (cov := fun k l => v * (if pair_dec k l then 1 else 0)).
- intros [i j] w; reflexivity.
- intros [i j] [a b]; apply nodup_In, in_prod; now apply whole_in.
- intros [i j] [k l]; cbn [fst snd]; unfold same_place.
  destruct (pair_dec (i, j) (k, l)) as [e|d], (Z.eqb_spec i k), (Z.eqb_spec j l); subst; try ring; try (inversion e; contradiction); try (now destruct d).
- apply obeys, NoDup_nodup.
Qed.
