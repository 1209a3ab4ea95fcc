(* Tactics that keep the written proofs short. *)
From Coq Require Import Reals ZArith Lia Lra.
From Depthlaws Require Import real_sums tactics.
Open Scope R_scope.

Lemma gap_less x y : 0 < y - x -> x < y. Proof. lra. Qed.
(* An entry at the head of a goal, as a hypothesis says what it is: its places up to lia *)
Ltac head_of t := lazymatch t with ?f _ => head_of f | _ => t end.
Ltac instance e := lazymatch type of e with
  | forall _ : Z, _ => let v := fresh in evar (v : Z); specialize (e v); unfold v in e; clear v; instance e
  | _ => idtac
  end.
Ltac conclusion t := lazymatch t with _ -> ?u => conclusion u | _ => t end.
Ltac place_is q p := lazymatch q with
  | (?e + ?c)%Z => first [is_evar e; unify e (p - c)%Z | idtac]
  | (?e - ?c)%Z => first [is_evar e; unify e (p + c)%Z | idtac]
  | _ => first [is_evar q; unify q p | idtac]
  end.
Ltac places a b := lazymatch a with
  | ?f ?p => lazymatch b with ?g ?q => places f g; place_is q p end
  | _ => constr_eq a b
  end.
Ltac put h H := lazymatch goal with |- ?l = _ =>
  let f := head_of l in constr_eq f h; let e := fresh in pose proof H as e; instance e;
  let t := type of e in let c := conclusion t in lazymatch c with ?m = _ =>
    places l m; etransitivity; [solve [transitivity m; [f_equal; lia | apply e; lia]] | clear e] end end.
Ltac ends := etransitivity; [first [apply sum_empty_at; lia | apply sum_one_at; lia | apply sum_last_at; lia] |].
Lemma keep (A B : Prop) : A -> (A -> B) -> A /\ B. Proof. auto. Qed.
