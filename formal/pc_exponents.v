(* Predictive coding, appendix A.4: which exponents (a_l, b_l, c, d) solve the constraints. The constraints are equations and
   inequalities between exponents of the width; that networks have these exponents is the paper's derivation, not here. *)
From Coq Require Import Reals Lra.
Open Scope R_scope.

(* Splits min and max into their cases; lra decides each. *)
Ltac cells := unfold Rmin, Rmax in *; repeat destruct Rle_dec; lra.

(* Eq. (15): 2 a_l + b_l = 1, 2 a_l + c = 1 for l = 2..L, 2 a_1 + b_1 = 0, 2 a_1 + c = 0, d = 1/2. *)
Definition line (L : nat) (a b : nat -> R) (c d : R) : Prop :=
  (forall l, (2 <= l <= L)%nat -> 2 * a l + b l = 1 /\ 2 * a l + c = 1) /\
  2 * a 1%nat + b 1%nat = 0 /\ 2 * a 1%nat + c = 0 /\ d = 1 / 2.
(* Boxed (36), the first desideratum. *)
Definition stable_start (L : nat) (a b : nat -> R) : Prop :=
  2 * a 1%nat + b 1%nat = 0 /\ forall l, (2 <= l <= L)%nat -> 2 * a l + b l = 1.
(* Exponents of appendix A.4, with the factor 1/s of size N^min(0, 2d): what a later layer and the first one add to the
   velocity of the predictions (66), (67), to that of their own features (87), (82), and the slope of s (73), (94). *)
Definition later_prediction (a c s : R) : R := - (c + 2 * a - 1) + s.
Definition first_prediction (a c s : R) : R := - (c + 2 * a) + s.
Definition later_features (a c d s : R) : R := - (c + 2 * a - d - 1 / 2) + s.
Definition first_features (a c d s : R) : R := - (c + 2 * a - d + 1 / 2) + s.
(* Every layer's own contribution of order one, for a loss rescaled by N^s: s = min(0, 2d) for PC, s = 0 for BP. *)
Definition own_desiderata (L : nat) (a b : nat -> R) (c d s : R) : Prop :=
  stable_start L a b /\
  first_prediction (a 1%nat) c s = 0 /\ first_features (a 1%nat) c d s = 0 /\
  forall l, (2 <= l <= L)%nat -> later_prediction (a l) c s = 0 /\ later_features (a l) c d s = 0.

(* "(66): c + 2 a_l - 1 = min(0, 2d)" and "(67): c + 2 a_1 = min(0, 2d)" say that the exponents are zero (PC-E66, PC-E67). *)
Theorem prediction_boxes (a c d : R) :
  (later_prediction a c (Rmin 0 (2 * d)) = 0 <-> c + 2 * a - 1 = Rmin 0 (2 * d)) /\
  (first_prediction a c (Rmin 0 (2 * d)) = 0 <-> c + 2 * a = Rmin 0 (2 * d)).
Proof. unfold later_prediction, first_prediction; split; split; intros; lra. Qed.

(* "d = 1/2" from the first layer (PC-E83) and from every later layer (PC-E90): the boxes (83) and (90). *)
Theorem feature_boxes :
  (forall a c d, first_prediction a c (Rmin 0 (2 * d)) = 0 -> (first_features a c d (Rmin 0 (2 * d)) = 0 <-> d = 1 / 2)) /\
  (forall a c d, later_prediction a c (Rmin 0 (2 * d)) = 0 -> (later_features a c d (Rmin 0 (2 * d)) = 0 <-> d = 1 / 2)).
Proof.
unfold first_prediction, later_prediction, first_features, later_features; split; intros; split; intros; lra.
Qed.

(* "Combining gives (15)" (PC-S8), and "this is the same as for BP" (theorem 1, PC-T1): for predictive coding and for
   backpropagation the constraints are solved by exactly the line (15). *)
Theorem solutions (L : nat) (a b : nat -> R) (c d : R) :
  (own_desiderata L a b c d (Rmin 0 (2 * d)) <-> line L a b c d) /\ (own_desiderata L a b c d 0 <-> line L a b c d).
Proof.
assert (H : forall s, (d = 1 / 2 -> s = 0) -> own_desiderata L a b c d s <-> line L a b c d).
{ intros s Hs; unfold own_desiderata, line, stable_start, first_prediction, first_features, later_prediction, later_features.
  split.
  - intros [[H1 Hl] [P1 [F1 PF]]]; assert (D : d = 1 / 2) by lra; specialize (Hs D); subst s.
    repeat split; try lra; match goal with K : (2 <= ?k <= L)%nat |- _ => destruct (PF k K); specialize (Hl k K); lra end.
  - intros [Hl [H1 [C1 D]]]; specialize (Hs D); subst s; split; [split; [lra | intros k Hk; destruct (Hl k Hk); lra] |].
    repeat split; try lra; match goal with K : (2 <= ?k <= L)%nat |- _ => destruct (Hl k K); lra end. }
split; apply H; intros; [cells | reflexivity].
Qed.

(* "If one fixes any among (a_l, b_l, c), then there is a unique solution; a_l = 1/2 gives the mean-field parameterisation
   with b_l = c = a_1 = 0" (PC-S2): on the line each of them fixes the others. *)
Theorem one_dimensional (L : nat) (a b : nat -> R) (c d : R) : line L a b c d ->
  a 1%nat = - c / 2 /\ b 1%nat = c /\ d = 1 / 2 /\
  (forall l, (2 <= l <= L)%nat -> a l = (1 - c) / 2 /\ b l = c /\
     (a l = 1 / 2 -> b l = 0 /\ c = 0 /\ a 1%nat = 0 /\ b 1%nat = 0)).
Proof.
intros [Hl [H1 [C1 D]]]; repeat split; try lra; match goal with K : (2 <= ?k <= L)%nat |- _ => destruct (Hl k K); lra end.
Qed.

(* The literal reading of the desiderata (PC-T1-word): features and predictions move at order one by the layers together:
   exactly d = 1/2, 2 a_1 + c = 0 and 2 a_l + c >= 1; one later layer written out. *)
Theorem literal_reading (a1 a c d : R) :
  (Rmax (later_prediction a c (Rmin 0 (2 * d))) (first_prediction a1 c (Rmin 0 (2 * d))) = 0 /\
   first_features a1 c d (Rmin 0 (2 * d)) = 0 /\
   Rmax (later_features a c d (Rmin 0 (2 * d))) (first_features a1 c d (Rmin 0 (2 * d))) = 0)
  <-> (d = 1 / 2 /\ 2 * a1 + c = 0 /\ 1 <= 2 * a + c).
Proof.
unfold first_prediction, later_prediction, first_features, later_features; split.
- intros [H1 [H2 H3]]; repeat split; cells.
- intros [H1 [H2 H3]]; subst d; repeat split; cells.
Qed.

(* The boxes (73) c + d + 2 a_l - 1 = min(0, 2d) and (94) c + 2 a_l - 1/2 = min(0, 2d), read as equations, contradict (66)
   unless d = 0, and always; as bounds on the exponents every point of the line keeps them (PC-E73-bound, PC-E94-bound). *)
Theorem boxes_of_the_slope (a c d : R) : c + 2 * a - 1 = Rmin 0 (2 * d) ->
  (c + d + 2 * a - 1 = Rmin 0 (2 * d) <-> d = 0) /\ c + 2 * a - 1 / 2 <> Rmin 0 (2 * d) /\
  (d = 1 / 2 -> - (c + d + 2 * a - 1) + Rmin 0 (4 * d) < 0 /\ - (c + 2 * a - 1 / 2) + Rmin 0 (4 * d) < 0).
Proof. intros; repeat split; intros; cells. Qed.

(* Table 2 (PC-TAB2): standard, NTK, mean-field and muP exponents (a_1, b_1, a_l, b_l, c, d): all keep (36); mean-field and
   muP lie on the line; NTK has velocities of predictions of order one and lazy features; SP moves predictions like N. *)
Theorem table_two :
  let start := fun a1 b1 a b => 2 * a1 + b1 = 0 /\ 2 * a + b = 1 in
  let on_line := fun a1 b1 a b c d => start a1 b1 a b /\ 2 * a + c = 1 /\ 2 * a1 + c = 0 /\ d = 1 / 2 in
  start 0 0 0 1 /\ start 0 0 (1 / 2) 0 /\ on_line 0 0 (1 / 2) 0 0 (1 / 2) /\ on_line (- 1 / 2) 1 0 1 1 (1 / 2) /\
  (later_prediction (1 / 2) 0 0 = 0 /\ later_features (1 / 2) 0 0 0 = - 1 / 2) /\
  (later_prediction 0 0 0 = 1 /\ later_features 0 0 0 0 = 1 / 2 /\ first_features 0 0 0 0 = - 1 / 2).
Proof.
unfold later_prediction, later_features, first_features; repeat split; lra.
Qed.
