(* Cases in which all hypotheses of a theorem hold, so that none of them is empty. "instance @T" is made from the theorem T
   itself: its quantifiers as "exists", its hypotheses and those of the clauses of its conclusion joined by "and", over every
   real closed (or real) field. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals exp sequences.
From Depthlaws Require Import ringtac tools powers looped_lemma4 looped_theorem1 looped_update looped_rates pc_energy pc_scalar
  chain_hessian chain_descent chain_powers depth_growth looped_theorem6 looped_product looped_theorem3 pc_exponents
  ammup_mean ammup_instance ammup_counting ammup_budget ammup_layernorm.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac instance_of t := lazymatch t with
  | forall R : realType, @?B R =>
      constr:(forall R : realType, ltac:(let b := eval cbv beta in (B R) in let r := instance_of b in exact r))
  | forall R : rcfType, @?B R =>
      constr:(forall R : rcfType, ltac:(let b := eval cbv beta in (B R) in let r := instance_of b in exact r))
  | ?A -> ?B => lazymatch type of A with
      | Prop => let r := instance_of B in constr:(A /\ r)
      | _ => let r := instance_of B in constr:(exists _ : A, r) end
  | forall x : ?A, @?B x =>
      constr:(exists x : A, ltac:(let b := eval cbv beta in (B x) in let r := instance_of b in exact r))
  | ?A /\ ?B => let a := instance_of A in let b := instance_of B in constr:(a /\ b)
  | and3 ?A ?B ?C => let a := instance_of A in let b := instance_of B in let c := instance_of C in constr:([/\ a, b & c])
  | and4 ?A ?B ?C ?D => let a := instance_of A in let b := instance_of B in let c := instance_of C in
      let d := instance_of D in constr:([/\ a, b, c & d])
  | and5 ?A ?B ?C ?D ?E => let a := instance_of A in let b := instance_of B in let c := instance_of C in
      let d := instance_of D in let e := instance_of E in constr:([/\ a, b, c, d & e])
  | _ => constr:(True)
  end.
Ltac instance T := let t := type of T in let t := eval cbv zeta in t in let r := instance_of t in exact r.

Section Ones.
Variables (R : rcfType) (d : nat).
Hypothesis d0 : (0 < d)%N.
Let one : 'cV[R]_d := const_mx 1.
Lemma one_cone : cone one. Proof. by move=> i; rewrite mxE ler01. Qed.
Lemma one_mass : mass one = 1.
Proof. by rewrite /mass (eq_bigr (fun=> 1)) ?sumr_const ?card_ord ?divff ?pnatr_eq0 -?lt0n // => i _; rewrite mxE. Qed.
Lemma one_energy : energy one = 1.
Proof.
rewrite /energy /norm2 (eq_bigr (fun=> 1)) ?sumr_const ?card_ord ?divff ?pnatr_eq0 -?lt0n // => i _.
by rewrite mxE expr1n.
Qed.
Lemma one_rms : rms one = 1.
Proof. by apply/eqP; rewrite -(@eqr_expn2 _ 2) ?rms_ge0 ?ler01 // rms_sq // one_energy expr1n. Qed.
Lemma one_mean N (f : 'cV[R]_d -> R) (u : 'I_N -> 'cV[R]_d) :
  (0 < N)%N -> f one = 1 -> (forall n, u n = one) -> (\sum_n f (u n)) / N%:R = 1.
Proof.
move=> N0 f1 un; rewrite (eq_bigr (fun=> 1)) ?sumr_const ?card_ord ?divff ?pnatr_eq0 -?lt0n // => n _.
by rewrite un.
Qed.
Lemma relu_one : relu one = one. Proof. by apply/matrixP => i j; rewrite !mxE max_l ?ler01. Qed.
Lemma still n W eps : (eps = 0) -> stream (@relu R d) W eps one n = one.
Proof. by move=> ->; elim: n => //= n ->; rewrite scale0r addr0. Qed.
Lemma same_norm (x : 'cV[R]_d) : 1 * norm x <= norm (1%:M *m x) <= 1 * norm x.
Proof. by rewrite mul1mx mul1r lexx. Qed.
End Ones.

Lemma lemma4_instance : ltac:(instance @lemma4).
Proof.
move=> R; exists 2%N, 2%N, (fun=> const_mx 1), 1, 1; rewrite !one_mean ?one_mass ?one_energy //.
by do !split=> //; [move=> n; exact: one_cone | exact: ltr01].
Qed.
Lemma lemma4_lower_equality_instance : ltac:(instance @lemma4_lower_equality).
Proof. by move=> R; exists 2%N, 2%N, (fun=> const_mx 1); do !split=> //; move=> n; exact: one_cone. Qed.
Lemma lemma4_upper_equality_instance : ltac:(instance @lemma4_upper_equality).
Proof. by move=> R; exists 2%N, 2%N, (fun=> const_mx 1). Qed.
Lemma norm_bounds_instance : ltac:(instance @norm_bounds).
Proof.
move=> R; exists 2%N, 2%N, 1%:M, (const_mx 1), 0, 1, 1, 1, 1.
by rewrite !one_mean ?one_mass ?one_energy //; do ?[move=> n; rewrite still ?relu_one //]; do !split=> //;
  try exact: ltr01; move=> x _; exact: same_norm.
Qed.
Lemma theorem1_instance : ltac:(instance @theorem1).
Proof.
move=> R; exists (fun=> 2%N), (fun=> 1%:M), (fun=> const_mx 1), (fun=> 0), 1, 1, 1, 1.
do !split=> //; try exact: ltr01; try by move=> N x _; exact: same_norm.
- by move=> N N0; rewrite one_mean ?one_mass // => n; rewrite still ?relu_one.
- by move=> N N0; rewrite one_mean ?one_energy // => n; rewrite still ?relu_one.
- by exists 1; split=> // N; rewrite one_rms.
Qed.

Lemma mean_overlap_instance : ltac:(instance @mean_overlap).
Proof.
move=> R; exists 2%N, 2%N, (fun=> const_mx 1), 1, 1; rewrite !one_mean ?one_mass ?one_energy //.
by do !split=> //; [move=> n; exact: one_cone | exact: ltr01].
Qed.
Lemma update_bound_instance : ltac:(instance @update_bound).
Proof.
move=> R; exists 2%N, 2%N, id, 1%:M, 1%:M, 1, 1, 1, 0; do !split=> //; try exact: ler01; try exact: 0%N.
- by move=> x; rewrite mul1mx mul1r.
- by move=> x; rewrite mul1mx mul1r.
Qed.
Lemma proposition7_instance : ltac:(instance @proposition7).
Proof.
move=> R; exists 2%N, 1%N, 1%N, (fun _ _ => 1%:M), (fun _ _ => const_mx 1), 1, 1, 1, 1, 1.
do !split=> //; rewrite ?ler01 ?sqrtr1 ?mul1r ?mulr1 ?invr1 ?mulr1 //.
- by move=> n l; rewrite one_rms.
- by move=> n l x; rewrite mul1mx mul1r.
- by exists 1; rewrite ?sqrtr1 ?mul1r.
by exists 1; rewrite ltr01 !big_ord1 mul1mx one_rms // !mulr1.
Qed.
Lemma update_rate_instance : ltac:(instance @update_rate).
Proof.
move=> R; exists 2%N, 2%N, 1%:M, 1%:M, 0, 1, 1, 1, 1, 1, (const_mx 1).
do !split=> //; rewrite ?ler01 ?ltr01 ?mul0r ?ler01 //; try by move=> x; rewrite mul1mx !mul1r.
by move=> n _; rewrite still ?relu_one ?one_rms.
Qed.
Lemma theorem2_instance : ltac:(instance @theorem2).
Proof.
move=> R; exists (fun=> 2%N), (fun=> 1%:M), (fun=> 1%:M), (fun=> const_mx 1), (fun=> 0), (fun=> 1), 1, 1, 1, 1.
do !split=> //; rewrite ?ler01 ?ltr01 //; try by move=> N x; rewrite mul1mx !mul1r.
- by move=> N n _; rewrite still ?relu_one ?one_rms.
- by move=> N; rewrite !mul0r ler01.
- by exists 0 => N; rewrite mulr0 mul0r.
Qed.
Lemma equilibrium_instance : ltac:(instance @equilibrium).
Proof.
move=> R; exists 1%N, 2%N, 2%N, (layer (@input R 1) (const_mx 1)), 1%:M, (const_mx 1), (const_mx 1).
have [_ [e1 e2] _ _ _] := equilibrium (layer (@input R 1) (const_mx 1)) 1%:M (const_mx 1) (const_mx 1 : 'cV[R]_2).
by do !split=> //; eexists; do !split; [exact: e1 | exact: e1 | exact: e2 | exact: e1].
Qed.
Lemma energy_near_loss_instance : ltac:(instance @energy_near_loss).
Proof.
move=> R; exists 1%N, 1%N, 1%N, (layer (@input R 1) 1%:M), 1%:M, (fun=> 1%:M), (fun=> 3%:R *: 1%:M); do !split=> //.
rewrite /pc_scalar.loss big_ord1 /= !mul1mx /norm2 big_ord1 !mxE eqxx mulr1.
have -> : (3%:R - 1 : R) = 2%:R by rewrite [3%:R]mulrSr addrK.
by rewrite mulf_neq0 ?invr_eq0 ?expf_neq0 ?pnatr_eq0.
Qed.
Lemma equilibrated_energy_instance : ltac:(instance @equilibrated_energy).
Proof.
move=> R; exists 1%N, 1%N, 1%N, (layer (@input R 1) 1%:M), 1%:M, (fun=> 1%:M), (fun=> 3%:R *: 1%:M); split=> //.
have [_ [z e _]] := equilibrated_energy (layer (@input R 1) 1%:M) 1%:M (fun _ : 'I_1 => 1%:M) (fun=> 3%:R *: 1%:M).
by exists z.
Qed.
Lemma muxx1 (R : rcfType) P : (0 < P)%N -> muxx (fun _ : 'I_P => 1 : R) = 1.
Proof. by move=> P0; rewrite /muxx (eq_bigr (fun=> 1)) ?sumr_const ?card_ord ?divff ?pnatr_eq0 -?lt0n // => i _; rewrite expr1n. Qed.
Lemma muyx1 (R : rcfType) P (y : R) : (0 < P)%N -> muyx (fun _ : 'I_P => 1) (fun=> y) = y.
Proof.
move=> P0; rewrite /muyx (eq_bigr (fun=> y)) => [|i _]; last by rewrite mulr1.
by rewrite sumr_const card_ord -(mulr_natr y) mulfK ?pnatr_eq0 -?lt0n.
Qed.
Lemma sharpness_feedforward_instance : ltac:(instance @sharpness_feedforward).
Proof.
move=> R; exists 2%N, 2%N, (fun=> 1), (fun=> 2%:R ^+ 3), 2%:R.
by rewrite muxx1 // muyx1 // divr1 ltr01 ltr0n.
Qed.
Lemma sharpness_block1_instance : ltac:(instance @sharpness_block1).
Proof.
move=> R; exists 2%N, 2%N, (fun=> 1), (fun=> (1 + 1 / Num.sqrt 3%:R) ^+ 3), 1.
by rewrite muxx1 // muyx1 // divr1 ltr01 ltr_paddr ?ltr01 // divr_ge0 ?ler01 ?sqrtr_ge0.
Qed.
Lemma sharpness_block2_instance : ltac:(instance @sharpness_block2).
Proof.
move=> R; exists 2%N, 2%N, (fun=> 1), (fun=> (1 + 1 ^+ 2 / 3%:R) ^+ 3), 1.
by rewrite muxx1 // muyx1 // divr1 ltr01.
Qed.
Lemma sharpness_power_instance : ltac:(instance @sharpness_power).
Proof. by move=> R; exists 2%N, 2%N, (fun=> 1), (fun=> 2%:R); rewrite muxx1 // muyx1 // divr1 ltr01 ltr0n. Qed.
Lemma stable_rate_instance : ltac:(instance @stable_rate).
Proof. by move=> R; exists 1, 1; rewrite ltr01. Qed.
Lemma deeper_is_sharper_instance : ltac:(instance @deeper_is_sharper).
Proof. by move=> R; exists 1, 1; rewrite ltr01; do !split=> //; exists 1%N. Qed.
Lemma descent_multiplier_instance : ltac:(instance @descent_multiplier).
Proof. by move=> R; exists 2%N, 1, 1, 1, 1; rewrite expr1n mulr1. Qed.
Lemma propagation_factor_instance : ltac:(instance @propagation_factor).
Proof. by move=> R; exists 1, 1, 1, 2%N, 1%N, (fun=> 1); rewrite ltr01; do !split=> //; move=> t; rewrite normr1. Qed.

Lemma spectrum_feedforward_instance : ltac:(instance @spectrum_feedforward).
Proof. by move=> R; exists 2%N, 2%N, (fun=> 1), (fun=> 1), 1; rewrite oner_eq0. Qed.
Lemma loss_of_total_weight_instance : ltac:(instance @loss_of_total_weight).
Proof. by move=> R; exists 2%N, (fun=> 1), (fun=> 1), 1; rewrite muxx1 // oner_eq0. Qed.
Lemma descent_without_data_instance : ltac:(instance @descent_without_data).
Proof. by move=> R; exists 2%N, 1, 1, 1, 1; rewrite oner_eq0. Qed.
Lemma monotone_regime_instance : ltac:(instance @monotone_regime).
Proof. by move=> R; exists 2%N, 1, 1, 1; rewrite ?ler01 ?lexx. Qed.
Lemma conserved_difference_instance : ltac:(instance @conserved_difference).
Proof. by move=> R; exists 1, 1, 1, 1, 1; rewrite oner_eq0. Qed.
Lemma deep_stack_bounded_instance : ltac:(instance @deep_stack_bounded).
Proof. by move=> R; exists 1, 1; rewrite ltr01. Qed.
Lemma residual_features_bounded_instance : ltac:(instance @residual_features_bounded).
Proof. by move=> R; exists 1. Qed.
Lemma rate_exponent_instance : ltac:(instance @rate_exponent).
Proof. by move=> R; exists 1, 0. Qed.
Lemma block_output_instance : ltac:(instance @block_output).
Proof. by move=> R; exists 2%N, 2%N, 2%N, id, (fun=> 1%:M), 1, 0. Qed.
Lemma depth_exponent_instance : ltac:(instance @depth_exponent).
Proof.
move=> R; exists 1, 1, 1%N; rewrite ltr01; do !split=> //.
by rewrite !big_nat1 expr1n !mul1r invr1 ?mulr1.
Qed.
Lemma residual_recursion_instance : ltac:(instance @residual_recursion).
Proof.
move=> R; exists 1, 1, 1, (fun l => 2%:R ^+ l), (fun=> 0); rewrite mulr1 divr1 ler01; do !split=> //.
- by move=> l; rewrite mulr0 addr0 exprS.
- exact: 0%N.
by exists 0%N, 1%N.
Qed.
Lemma boundary_bound_instance : ltac:(instance @boundary_bound).
Proof.
move=> R; exists [zmodType of int], [:: 0; 1%:Z], [:: 0; 1%:Z], (fun u => if u \in [:: 0; 1%:Z] then 1 else 0), 1.
do !split=> //; first by move=> u /negbTE ->.
by move=> u; case: ifP; rewrite ?normr1 ?normr0 ?ler01.
Qed.
Lemma unique_aggregator_instance : ltac:(instance @unique_aggregator).
Proof.
move=> R; exists 1%N; have [_ _ agg const _] := unique_aggregator R 1; split.
- by exists (fun=> 1), id; split=> // i j.
- by exists 1, (fun=> 1).
- by exists 2%N, id, (fun=> 1).
- by exists 1.
exists (@average R 1); do !split.
- by move=> S T ST; rewrite /average (eq_bigr _ (fun l _ => ST l)).
- by move=> k g S _; rewrite agg.
- by move=> c _; exact: const.
by exists (fun=> 1); split=> // _; exact: ler01.
Qed.
Lemma average_between_instance : ltac:(instance @average_between).
Proof. by move=> R; exists 1%N, (fun=> 1), 1, 1; do !split=> //; [move=> l; rewrite lexx | exists 1]. Qed.
Lemma geometric_mean_fails_instance : ltac:(instance @geometric_mean_fails).
Proof. by move=> R; exists 1%N, 1; rewrite ltr01. Qed.
Lemma unique_rate_instance : ltac:(instance @unique_rate).
Proof.
move=> R; exists 1%N, (fun=> 1), 1; have [_ _ _ const _] := unique_aggregator R 1.
by rewrite const ltr01.
Qed.
Lemma layernorm_norm_instance : ltac:(instance @layernorm_norm).
Proof.
move=> R; exists 2%N, (const_mx 1), (const_mx 1), (const_mx 1), 1, 1; rewrite ltr01; do !split=> //.
by move=> i; rewrite mxE normr1.
Qed.
Lemma theorem6_instance : ltac:(instance @theorem6).
Proof.
move=> R; pose V := [lmodType R of {ffun 'I_2 -> R^o}].
pose ip (f g : V) : R := \sum_i f i * g i.
pose P (l : 'I_2) (f : V) : V := [ffun i => if i == l then 0 else f i].
pose Y (l : 'I_2) : V := [ffun i => if i == l then 1 else 0].
have YY l : ip (Y l) (Y l) = 1.
  by rewrite /ip (bigD1 l) //= !ffunE eqxx mulr1 big1 ?addr0 // => i /negbTE il; rewrite ffunE il mul0r.
have PY l : P l (Y l) = 0 by apply/ffunP => i; rewrite !ffunE; case: eqP.
have PYs l s : s != l -> P s (Y l) = Y l.
  by move=> sl; apply/ffunP => i; rewrite !ffunE; case: eqP => // ->; rewrite (negbTE sl).
have ip0 : ip 0 0 = 0 by rewrite /ip big1 // => i _; rewrite ffunE mul0r.
exists V, 2%N, 2%N, ip, P, Y, 1, 1, 0, 0, 1; do !split=> //; rewrite ?ler01 ?ltr01 ?addr0 ?mulr0 ?ler01 //.
- by move=> a b c; rewrite /ip -big_split; apply: eq_bigr => i _; rewrite ffunE mulrDl.
- by move=> k a b; rewrite /ip mulr_sumr; apply: eq_bigr => i _; rewrite ffunE -mulrA.
- by move=> a b; apply: eq_bigr => i _; rewrite mulrC.
- by move=> a; apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
- by move=> l a b; apply/ffunP => i; rewrite !ffunE; case: eqP; rewrite ?subrr.
- by move=> l a; apply/ffunP => i; rewrite !ffunE; case: eqP.
- by move=> l a b; apply: eq_bigr => i _; rewrite !ffunE; case: eqP; rewrite ?mul0r ?mulr0.
- by move=> l s a; apply/ffunP => i; rewrite !ffunE; do 2!case: eqP.
- by move=> l; rewrite YY lexx.
- by move=> l; rewrite PY ip0 mul0r.
by move=> l s sl; rewrite PYs // subrr ip0 mul0r.
Qed.

Lemma mean_ge (R : rcfType) N (f : 'I_N -> R) b : (0 < N)%N -> (forall n, b <= f n) -> b <= (\sum_n f n) / N%:R.
Proof.
move=> N0 le; rewrite ler_pdivl_mulr ?ltr0n // mulr_natr -[X in _ *+ X]card_ord -sumr_const.
by apply: ler_sum => n _.
Qed.
Lemma mean_le (R : rcfType) N (f : 'I_N -> R) b : (0 < N)%N -> (forall n, f n <= b) -> (\sum_n f n) / N%:R <= b.
Proof.
move=> N0 le; rewrite ler_pdivr_mulr ?ltr0n // mulr_natr -[X in _ *+ X]card_ord -sumr_const.
by apply: ler_sum => n _.
Qed.
Lemma theorem1_alpha_instance : ltac:(instance @theorem1_alpha).
Proof.
move=> R; have grow (e : R) n : 0 <= e -> relu (stream (@relu R 1) 1%:M e (const_mx 1) n) = const_mx ((1 + e) ^+ n).
  move=> e0; have pos k : 0 <= (1 + e) ^+ k by rewrite exprn_ge0 // addr_ge0 ?ler01.
  have -> : stream (@relu R 1) 1%:M e (const_mx 1) n = const_mx ((1 + e) ^+ n).
    elim: n => //= n ->; apply/matrixP => i j; rewrite mul1mx !mxE max_l //.
    by rewrite exprS mulrDl mul1r.
  by apply/matrixP => i j; rewrite !mxE max_l.
have e0 N : 0 <= exp_fun (N%:R : R) (- 1) by rewrite ltW // exp_fun_gt0.
have low N n : 1 <= (1 + exp_fun (N%:R : R) (- 1)) ^+ n by rewrite exprn_ege1 // ler_addl.
have high N n : (n < N)%N -> (1 + exp_fun (N%:R : R) (- 1)) ^+ n <= expR 1.
  move=> nN; apply: le_trans (pow_le_exp _ (e0 N)) _; rewrite ler_expR exp_fun_inv ?ltr0n ?(leq_ltn_trans _ nN) //.
  by rewrite ler_pdivr_mulr ?ltr0n ?(leq_ltn_trans _ nN) // mul1r ler_nat ltnW.
exists (fun=> 1%N), (fun=> 1%:M), (fun=> const_mx 1), 1, 1, (expR 1 ^+ 2), 1, 1, 1.
do !split=> //; rewrite ?ltr01 //; try by move=> N x _; exact: same_norm.
- move=> N N0; apply: mean_ge => // n.
  by rewrite grow // /mass big_ord1 mxE divr1 low.
- move=> N N0; apply: mean_le => // n.
  rewrite grow // /energy /norm2 big_ord1 mxE divr1 ler_expn2r ?nnegrE ?high //.
    exact: le_trans ler01 (low _ _).
  by rewrite ltW // expR_gt0.
by move=> N; rewrite one_rms.
Qed.
Lemma coin_law (R : rcfType) L : law (fun (_ : 'I_L) (_ : bool_finType) => 2%:R^-1 : R).
Proof.
move=> l; split=> [t|]; first by rewrite invr_ge0 ler0n.
by rewrite sumr_const card_bool -[_ *+ _]mulr_natr mulVf // pnatr_eq0.
Qed.
Lemma finite_product_space_instance : ltac:(instance @finite_product_space).
Proof.
move=> R; exists 2%N, 2%N, bool_finType, (fun _ _ => 2%:R^-1); split; first exact: coin_law.
by split=> //; exists 0, 0.
Qed.
Lemma weight1 (R : rcfType) L (T : finType) (p : 'I_L -> T -> R) : law p -> \sum_o looped_product.weight p o = 1.
Proof.
move=> pl; rewrite /looped_product.weight -(bigA_distr_bigA p) big1 // => l _; by have [] := pl l.
Qed.
Lemma theorem3_instance : ltac:(instance @theorem3).
Proof.
move=> R; pose p := fun (_ : 'I_2) (_ : bool_finType) => 2%:R^-1 : R.
pose sign (t : bool_finType) : R := if t then 1 else - 1.
pose mats := fun (_ : nat) (t : bool_finType) => (sign t)%:M : 'M[R]_2.
pose phi := fun _ : 'cV[R]_2 => const_mx 1 : 'cV[R]_2.
pose Yl e (l : 'I_2) (o : outcome 2 bool_finType) :=
  branch phi (fun l => if insub l is Some k then mats l (o k) else 0) e 2 2 0 l.
have Y o e l : Yl e l o = sign (o l) *: const_mx 1.
  rewrite /Yl /branch valK /phi sumr_const card_ord -scaler_nat scalerA mulVf ?pnatr_eq0 // scale1r.
  by rewrite /mats mul_scalar_mx.
have pl : law p by exact: coin_law.
have sq o l : dot (sign (o l) *: const_mx 1) (sign (o l) *: const_mx 1 : 'cV[R]_2) / 2%:R = 1.
  rewrite /dot (eq_bigr (fun=> 1)) ?sumr_const ?card_ord ?divff ?pnatr_eq0 // => i _.
  by rewrite !mxE !mulr1 /sign; case: (o l); rewrite ?mulrNN mulr1.
have YY e l : mean_product p [ffun o => Yl e l o] [ffun o => Yl e l o] = 1.
  rewrite /mean_product (eq_bigr (looped_product.weight p)) => [|o _]; last by rewrite !ffunE !Y sq mulr1.
  exact: weight1.
have PY e l : given_others p l [ffun o => Yl e l o] = 0.
  apply/ffunP => o; rewrite !ffunE big_bool !ffunE !Y !ffunE eqxx /sign scaleN1r scale1r scalerN.
  exact: addrN.
exists 2%N, 2%N, 2%N, bool_finType, p, mats, phi, 0, 1, 1, 0, 0, 1.
do !split=> //; rewrite ?ler01 ?ltr01 ?addr0 ?mulr0 ?ler01 //.
- by move=> l; rewrite YY lexx.
- move=> l; rewrite PY mul0r /mean_product big1 // => o _; rewrite ffunE /dot big1 ?mul0r ?mulr0 // => i _.
  by rewrite mxE mul0r.
move=> l s sl; rewrite mul0r big1 ?mulr0 // => o _; rewrite big1 // => t _.
rewrite !ffunE -!/(Yl _ _ _) !Y ffunE eq_sym (negbTE sl) subrr /norm2 big1 ?mul0r ?mulr0 // => i _.
by rewrite mxE expr0n.
Qed.

Lemma sharp_update_instance : ltac:(instance @sharp_update).
Proof.
move=> R; exists 2%N, 1%N, (fun=> const_mx 1), 1%:M, (const_mx 1), 1, 1, 1, 1, 0.
rewrite !one_mean ?one_mass ?one_energy // !big_ord1 mul1mx scale1r subrr mul0r /norm /norm2 big1 ?sqrtr0.
  by rewrite ltr01 !ler01 !lexx; do !split=> //; move=> n; exact: one_cone.
by move=> i _; rewrite mxE expr0n.
Qed.
Section Weights.
Variables (R : rcfType) (J I : finType) (v : R).
Local Notation E := (Linear (@mean_linear R J I v)).
Lemma mean_one : E 1 = 1.
Proof.
rewrite /= /mean coefC eqxx big1 ?mulr0 ?addr0 // => c _; rewrite coefC.
by rewrite (_ : _ == 0%N = false) //; apply/negP; rewrite muln_eq0 expn_eq0.
Qed.
Lemma mean_weight (j : J) (i : I) : E (weight R j i) = 0.
Proof. by have [_ [c _]] := @centred_instance R J I v; rewrite -[weight _ _ _]mulr1 c //; exists 1. Qed.
Lemma mean_weights (j : J) (i : I) (k : J) (l : I) : E (weight R j i * weight R k l) = if (j == k) && (i == l) then v else 0.
Proof.
have [_ [_ c]] := @centred_instance R J I v; rewrite -[_ * _]mulr1 c; last by exists 1.
by rewrite mean_one mulr1.
Qed.
End Weights.
Lemma one_layer_instance : ltac:(instance @one_layer).
Proof.
move=> R; pose v : R := (1 * #|[set: 'I_2]|%:R * 2%:R)^-1.
have [k c] := @centred_instance R [finType of 'I_2] [finType of 'I_2 * 'I_2] v.
exists [comAlgType R of {poly R}], (Linear (@mean_linear R [finType of 'I_2] [finType of 'I_2 * 'I_2] v)), (@constants R).
exists [finZmodType of 'I_2], [set: 'I_2], 2%N, 2%N, 1, (@weight R _ _), (fun=> 1), (fun=> 1), (fun=> 1).
by do !split=> //; rewrite ?cardsT ?card_ord ?oner_eq0 //; try by move=> _; exists 1.
Qed.
Lemma residual_block_instance : ltac:(instance @residual_block).
Proof.
move=> R; pose v : R := 1 / (1 * 2%:R); have [k c] := @centred_instance R [finType of 'I_2] [finType of 'I_2] v.
exists [comAlgType R of {poly R}], (Linear (@mean_linear R [finType of 'I_2] [finType of 'I_2] v)), (@constants R), 2%N, 1, 1.
exists (@weight R _ _), (fun=> 1), (fun=> 1), (fun=> 1).
by do !split=> //; move=> _; exists 1.
Qed.
Lemma second_moment_decomposition_instance : ltac:(instance @second_moment_decomposition).
Proof.
move=> R; have [k [c1 c2]] := @centred_instance R [finType of unit] [finType of 'I_2] 1.
exists [comAlgType R of {poly R}], (Linear (@mean_linear R [finType of unit] [finType of 'I_2] 1)), (@constants R).
exists [finType of 'I_2], 2%N, (fun=> 1), 1, (fun=> 1), (@weight R [finType of unit] [finType of 'I_2] tt), (fun _ _ => 1), (fun=> 1).
do !split=> //; try by move=> *; exists 1.
- by move=> X t FX; rewrite c1.
by move=> X t s FX; rewrite c2 ?eqxx.
Qed.
Lemma batch_means_instance : ltac:(instance @batch_means).
Proof.
move=> R; pose W := @weight R [finType of unit] [finType of 'I_2] tt.
exists [comAlgType R of {poly R}], (Linear (@mean_linear R [finType of unit] [finType of 'I_2] 1)), 1%N, W, W.
do !split; try by move=> b; rewrite ?mean_weights ?mean_weight ?eqxx.
by move=> b c bc; rewrite mean_weights !mean_weight mul0r (negbTE bc).
Qed.
Lemma channel_means_instance : ltac:(instance @channel_means).
Proof.
move=> R; pose W := @weight R [finType of unit] [finType of 'I_2] tt.
exists [comAlgType R of {poly R}], (Linear (@mean_linear R [finType of unit] [finType of 'I_2] 1)), 1%N, W, 1.
do !split; rewrite ?expr2; try by move=> b; rewrite ?expr2 ?mean_weights ?mean_weight ?eqxx.
- by move=> b c bc; rewrite mean_weights !mean_weight mul0r (negbTE bc).
- by rewrite mean_weights mean_weight !eqxx mul0r subr0 ler01.
by rewrite mean_weights !eqxx lexx.
Qed.
Lemma one_dimensional_instance : ltac:(instance @one_dimensional).
Proof.
exists 2%N, (fun l => if l is 1%N then IZR 0 else Rdiv (IZR 1) (IZR 2)), (fun=> IZR 0), (IZR 0), (Rdiv (IZR 1) (IZR 2)).
split; last by do !split; exists 2%N; do !split.
by split; [move=> [|[|l]] [h _]; [exfalso; lia | exfalso; lia | split; lra] | do !split; lra].
Qed.
Lemma feature_boxes_instance : ltac:(instance @feature_boxes).
Proof.
by split; [exists (IZR 0), (IZR 0), (Rdiv (IZR 1) (IZR 2)) | exists (Rdiv (IZR 1) (IZR 2)), (IZR 0), (Rdiv (IZR 1) (IZR 2))];
  split=> //; rewrite /first_prediction /later_prediction; cells.
Qed.
Lemma boxes_of_the_slope_instance : ltac:(instance @boxes_of_the_slope).
Proof. exists (IZR 0), (IZR 1), (Rdiv (IZR 1) (IZR 2)); split; [cells | by do !split]. Qed.
Lemma block2_peak_instance : ltac:(instance @block2_peak).
Proof.
move=> R; exists 1, 1; rewrite ltr01; do !split=> //.
- by exists 2%:R; rewrite ltr1n.
- by exists 2%:R; rewrite ltr1n.
- have h : 1 < 3%:R / 2%:R :> R by rewrite ltr_pdivl_mulr ?ltr0n // mul1r ltr_nat.
  exists (3%:R / 2%:R), 2%:R; rewrite h lexx; do !split=> //.
  by rewrite ltr_pdivr_mulr ?ltr0n // -natrM ltr_nat.
by exists 2%:R, 3%:R; rewrite lexx ltr_nat.
Qed.
