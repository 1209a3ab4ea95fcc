(* Derivatives and limits of Coquelicot: the rules, one a shape of function, and the tactics that use them. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Depthlaws Require Import kernel laurent real_sums real_laurent tactics writing.
Open Scope R_scope.

(* -- derivatives: of f at x, where f has the slope a and g the slope b -- *)
Lemma slope_is (f : R -> R) (x a b : R) : is_derive f x a -> a = b -> is_derive f x b.
Proof. now intros d <-. Qed.
Lemma second_is (f : R -> R) (x a b : R) : is_derive_n f 2 x a -> a = b -> is_derive_n f 2 x b.
Proof. now intros d <-. Qed.
Lemma slope_const (c x : R) : is_derive (fun _ : R => c) x 0.
Proof. apply (is_derive_const c x). Qed.
Lemma slope_id (x : R) : is_derive (fun y : R => y) x 1.
Proof. apply (is_derive_id x). Qed.
Lemma slope_plus (f g : R -> R) (x a b : R) : is_derive f x a -> is_derive g x b -> is_derive (fun y => f y + g y) x (a + b).
Proof. intros; apply (is_derive_plus f g x a b); assumption. Qed.
Lemma slope_minus (f g : R -> R) (x a b : R) : is_derive f x a -> is_derive g x b -> is_derive (fun y => f y - g y) x (a - b).
Proof. intros; apply (is_derive_minus f g x a b); assumption. Qed.
Lemma slope_opp (f : R -> R) (x a : R) : is_derive f x a -> is_derive (fun y => - f y) x (- a).
Proof. intros; apply (is_derive_opp f x a); assumption. Qed.
Lemma slope_mult (f g : R -> R) (x a b : R) : is_derive f x a -> is_derive g x b -> is_derive (fun y => f y * g y) x (a * g x + f x * b).
Proof. intros; apply (is_derive_mult f g x a b); [assumption | assumption | exact Rmult_comm]. Qed.
Lemma slope_inv (f : R -> R) (x a : R) : f x <> 0 -> is_derive f x a -> is_derive (fun y => / f y) x (- a / f x ^ 2).
Proof. intros; apply is_derive_inv; assumption. Qed.
Lemma slope_div (f g : R -> R) (x a b : R) : g x <> 0 -> is_derive f x a -> is_derive g x b ->
  is_derive (fun y => f y / g y) x (a * / g x + f x * (- b / g x ^ 2)).
Proof. intros; apply (slope_mult f (fun y => / g y)); [assumption | now apply slope_inv]. Qed.
Lemma slope_comp (f h : R -> R) (x a b : R) : is_derive h (f x) b -> is_derive f x a -> is_derive (fun y => h (f y)) x (a * b).
Proof. intros; apply (is_derive_comp h f x b a); assumption. Qed.
Lemma slope_pow (f : R -> R) (x a : R) (n : nat) : is_derive f x a -> is_derive (fun y => f y ^ S n) x (INR (S n) * a * f x ^ n).
Proof. intros; apply (is_derive_pow f (S n) x a); assumption. Qed.
Lemma slope_exp (f : R -> R) (x a : R) : is_derive f x a -> is_derive (fun y => exp (f y)) x (a * exp (f x)).
Proof. intros; apply (slope_comp f exp); [apply is_derive_exp | assumption]. Qed.
Lemma slope_ln (f : R -> R) (x a : R) : 0 < f x -> is_derive f x a -> is_derive (fun y => ln (f y)) x (a * / f x).
Proof. intros; apply (slope_comp f ln); [now apply is_derive_ln | assumption]. Qed.
Lemma slope_sqrt (f : R -> R) (x a : R) : 0 < f x -> is_derive f x a -> is_derive (fun y => sqrt (f y)) x (a / (2 * sqrt (f x))).
Proof. intros; apply is_derive_sqrt; assumption. Qed.
Lemma slope_sinh (f : R -> R) (x a : R) : is_derive f x a -> is_derive (fun y => sinh (f y)) x (a * cosh (f x)).
Proof. intros; apply (slope_comp f sinh); [apply is_derive_Reals, derivable_pt_lim_sinh | assumption]. Qed.
Lemma slope_cosh (f : R -> R) (x a : R) : is_derive f x a -> is_derive (fun y => cosh (f y)) x (a * sinh (f x)).
Proof. intros; apply (slope_comp f cosh); [apply is_derive_Reals, derivable_pt_lim_cosh | assumption]. Qed.
Lemma slope_Rpower (f g : R -> R) (x a b : R) : 0 < f x -> is_derive f x a -> is_derive g x b ->
  is_derive (fun y => Rpower (f y) (g y)) x ((b * ln (f x) + g x * (a * / f x)) * Rpower (f x) (g x)).
Proof. intros; unfold Rpower; apply (slope_exp (fun y => g y * ln (f y))), (slope_mult g (fun y => ln (f y))); [assumption | now apply slope_ln]. Qed.
Lemma slope_powerRZ (f : R -> R) (x a : R) (z : Z) : 0 < f x -> is_derive f x a ->
  is_derive (fun y => powerRZ (f y) z) x (IZR z * a * powerRZ (f x) (z - 1)).
Proof.
intros p d; assert (e : IZR z * a * powerRZ (f x) (z - 1) = (0 * ln (f x) + IZR z * (a * / f x)) * Rpower (f x) (IZR z)).
{ rewrite !powerRZ_Rpower, minus_IZR by assumption; unfold Rminus; rewrite Rpower_plus, Rpower_Ropp, Rpower_1 by assumption; field; lra. }
rewrite e; apply (@is_derive_ext_loc R_AbsRing R_NormedModule (fun y => Rpower (f y) (IZR z))).
- assert (c : continuous f x) by (apply (@ex_derive_continuous R_AbsRing R_NormedModule); now exists a).
  assert (n : locally x (fun y => 0 < f y)) by exact (c (fun y => 0 < y) (open_gt 0 (f x) p)).
  revert n; apply filter_imp; intros y q; symmetry; now apply powerRZ_Rpower.
- apply (slope_Rpower f (fun _ => IZR z)); [assumption | assumption | apply slope_const].
Qed.
Lemma slope_near (f g : R -> R) (x a : R) (P : R -> Prop) : locally x P -> (forall y, P y -> g y = f y) ->
  is_derive g x a -> is_derive f x a.
Proof. intros l e; apply (@is_derive_ext_loc R_AbsRing R_NormedModule g f); revert l; apply filter_imp; exact e. Qed.
Lemma near_all (x : R) : locally x (fun _ => True). Proof. now apply filter_forall. Qed.
Lemma near_pos (x : R) : 0 < x -> locally x (fun y => 0 < y). Proof. exact (open_gt 0 x). Qed.
Lemma near_positive (f : R -> R) (x : R) : 0 < f x -> (exists a, is_derive f x a) -> locally x (fun y => 0 < f y).
Proof.
intros p d; assert (c : continuous f x) by (apply (@ex_derive_continuous R_AbsRing R_NormedModule); exact d).
exact (c (fun y => 0 < y) (open_gt 0 (f x) p)).
Qed.
Lemma second_slope (f g : R -> R) (x a : R) (P : R -> Prop) : locally x P -> (forall y, P y -> is_derive f y (g y)) ->
  is_derive g x a -> is_derive_n f 2 x a.
Proof.
intros l e d; apply (slope_near _ g x a P l); [|exact d].
intros y p; symmetry; apply is_derive_unique, e, p.
Qed.

Lemma slope_sin (f : R -> R) (x a : R) : is_derive f x a -> is_derive (fun y => sin (f y)) x (a * cos (f x)).
Proof. intros; apply (slope_comp f sin); [apply is_derive_sin | assumption]. Qed.
Lemma slope_cos (f : R -> R) (x a : R) : is_derive f x a -> is_derive (fun y => cos (f y)) x (a * - sin (f x)).
Proof. intros; apply (slope_comp f cos); [apply is_derive_cos | assumption]. Qed.
Lemma slope_atan (f : R -> R) (x a : R) : is_derive f x a -> is_derive (fun y => atan (f y)) x (a * / (1 + f x ^ 2)).
Proof. intros; replace (f x ^ 2) with (f x)² by (unfold Rsqr; ring); apply (slope_comp f atan); [apply is_derive_atan | assumption]. Qed.
Lemma slope_tanh (f : R -> R) (x a : R) : is_derive f x a -> is_derive (fun y => tanh (f y)) x (a * (1 - tanh (f x) ^ 2)).
Proof.
intros d; assert (p : cosh (f x) <> 0) by (unfold cosh; assert (q := exp_pos (f x)); assert (r := exp_pos (- f x)); lra).
eapply slope_is; [apply (slope_div (fun y => sinh (f y)) (fun y => cosh (f y)));
  [exact p | eapply slope_sinh, d | eapply slope_cosh, d]|].
unfold tanh; field; exact p.
Qed.
Lemma slope_asin (f : R -> R) (x a : R) : 0 < 1 - f x ^ 2 -> is_derive f x a ->
  is_derive (fun y => asin (f y)) x (a * / sqrt (1 - f x ^ 2)).
Proof.
intros p; assert (q : -1 < f x < 1) by (split; nra); apply (slope_comp f asin).
apply is_derive_Reals; assert (d := derive_pt_asin _ q); unfold derive_pt in d.
destruct (derivable_pt_asin (f x) q) as [l e]; cbn in d; subst l; revert e.
replace (1 / sqrt (1 - (f x)²)) with (/ sqrt (1 - f x ^ 2)) by (unfold Rsqr, Rdiv; rewrite Rmult_1_l; do 3 f_equal; ring).
intros e; exact e.
Qed.
Lemma slope_acos (f : R -> R) (x a : R) : 0 < 1 - f x ^ 2 -> is_derive f x a ->
  is_derive (fun y => acos (f y)) x (a * (-1 * / sqrt (1 - f x ^ 2))).
Proof.
intros p; assert (q : -1 < f x < 1) by (split; nra); apply (slope_comp f acos).
apply is_derive_Reals; assert (d := derive_pt_acos _ q); unfold derive_pt in d.
destruct (derivable_pt_acos (f x) q) as [l e]; cbn in d; subst l; revert e.
replace (-1 / sqrt (1 - (f x)²)) with (-1 * / sqrt (1 - f x ^ 2)) by (unfold Rsqr, Rdiv; do 4 f_equal; ring).
intros e; exact e.
Qed.

Ltac derive := lazymatch goal with
  | |- is_derive (fun _ => ?c) _ _ => eapply slope_const
  | |- is_derive (fun y => y) _ _ => eapply slope_id
  | |- is_derive (fun y => @?f y + @?g y) _ _ => eapply (slope_plus f g); derive
  | |- is_derive (fun y => @?f y - @?g y) _ _ => eapply (slope_minus f g); derive
  | |- is_derive (fun y => - @?f y) _ _ => eapply (slope_opp f); derive
  | |- is_derive (fun y => @?f y * @?g y) _ _ => eapply (slope_mult f g); derive
  | |- is_derive (fun y => @?f y / @?g y) _ _ => eapply (slope_div f g); [cbv beta; nz | derive | derive]
  | |- is_derive (fun y => / @?f y) _ _ => eapply (slope_inv f); [cbv beta; nz | derive]
  | |- is_derive (fun y => @?f y ^ S ?n) _ _ => eapply (slope_pow f _ _ n); derive
  | |- is_derive (fun y => exp (@?f y)) _ _ => eapply (slope_exp f); derive
  | |- is_derive (fun y => ln (@?f y)) _ _ => eapply (slope_ln f); [cbv beta; pos | derive]
  | |- is_derive (fun y => sqrt (@?f y)) _ _ => eapply (slope_sqrt f); [cbv beta; pos | derive]
  | |- is_derive (fun y => sinh (@?f y)) _ _ => eapply (slope_sinh f); derive
  | |- is_derive (fun y => cosh (@?f y)) _ _ => eapply (slope_cosh f); derive
  | |- is_derive (fun y => sin (@?f y)) _ _ => eapply (slope_sin f); derive
  | |- is_derive (fun y => cos (@?f y)) _ _ => eapply (slope_cos f); derive
  | |- is_derive (fun y => tanh (@?f y)) _ _ => eapply (slope_tanh f); derive
  | |- is_derive (fun y => atan (@?f y)) _ _ => eapply (slope_atan f); derive
  | |- is_derive (fun y => asin (@?f y)) _ _ => eapply (slope_asin f); [cbv beta; pos | derive]
  | |- is_derive (fun y => acos (@?f y)) _ _ => eapply (slope_acos f); [cbv beta; pos | derive]
  | |- is_derive (fun y => Rpower (@?f y) (@?g y)) _ _ => eapply (slope_Rpower f g); [cbv beta; pos | derive | derive]
  | |- is_derive (fun y => powerRZ (@?f y) ?z) _ _ => eapply (slope_powerRZ f); [cbv beta; pos | derive]
  end.

(* Powers of one base with whole exponents: the two sides as one power. *)
Lemma mult_whole x f g a b : x <> 0 -> f = powerRZ x a -> g = powerRZ x b -> f * g = powerRZ x (a + b).
Proof. intros nz -> ->; symmetry; now apply powerRZ_add. Qed.
Lemma inv_whole x f a : x <> 0 -> f = powerRZ x a -> / f = powerRZ x (- a).
Proof. intros nz ->; now rewrite powerRZ_neg'. Qed.

Lemma whole_is x e f a : f = powerRZ x a -> a = e -> powerRZ x e = f. Proof. now intros -> ->. Qed.
Lemma number_power x n : 0 < x -> x ^ n = Rpower x (INR n). Proof. intros; symmetry; now apply Rpower_pow. Qed.
Ltac whole_of := lazymatch goal with
  | |- _ * _ = _ => eapply mult_whole; [nz | whole_of | whole_of]
  | |- _ / _ = _ => unfold Rdiv; whole_of
  | |- / _ = _ => eapply inv_whole; [nz | whole_of]
  | |- powerRZ _ _ = _ => reflexivity
  | |- _ ^ ?n = _ => apply pow_powerRZ
  | |- _ => symmetry; apply powerRZ_1
  end.
Ltac whole_power := eapply whole_is; [whole_of | cbn; lia].
(* Two slopes found by the rules, written alike but for signs and order *)
Ltac agree := first [reflexivity | cbn [INR]; ring | cbn [INR]; fieldy].
Ltac inner := repeat match goal with
  | |- context [Derive ?f ?p] =>
      let d := fresh in let e := fresh in
      eassert (d : is_derive f p _) by derive; assert (e := is_derive_unique _ _ _ d); cbv beta in e; rewrite e; clear d e
  end.
Lemma over_one x : 0 < x -> x < 1 -> 1 < / x.
Proof. intros p q; rewrite <- Rinv_1; apply Rinv_lt_contravar; lra. Qed.
Lemma power_above x e : 1 < x -> 0 < e -> 1 < Rpower x e.
Proof. intros p q; rewrite <- (Rpower_O x) by lra; now apply Rpower_lt. Qed.
(* 1/x is above 1 where 0 < x < 1, and x^(1/L) where x is *)
Ltac overs := repeat match goal with
  | p : 1 < ?x |- context [Rpower ?x (/ ?l)] => lazymatch goal with _ : 1 < Rpower x (/ l) |- _ => fail | _ => assert (1 < Rpower x (/ l)) by (apply power_above; [exact p | pos]) end
  | p : 0 < ?x, q : ?x < 1 |- _ => lazymatch goal with _ : 1 < / x |- _ => fail | _ => assert (1 < / x) by exact (over_one x p q) end
  end.
Ltac sloped := eapply slope_is; [derive | agree].
(* The slope of a function with slopes inside, which are put in near the point *)
Ltac near g := apply (slope_near _ g _ _ (fun _ => True)); [apply near_all | intros y' _; inner; agree | sloped].
Ltac near_where g f := apply (slope_near _ g _ _ (fun y => 0 < f y));
  [apply near_positive; [cbv beta; pos | eexists; derive] | intros y' pos_y'; cbv beta in pos_y'; inner; agree | sloped].
Ltac second g := apply (second_slope _ g _ _ (fun _ => True)); [apply near_all | intros y' _; sloped | sloped].
Ltac second_where g f := apply (second_slope _ g _ _ (fun y => 0 < f y));
  [apply near_positive; [cbv beta; pos | eexists; derive] | intros y' pos_y'; cbv beta in pos_y'; sloped | sloped].

(* Equality of two positive products of powers: both are exponentials *)
Lemma exp_times x y a b : x = exp a -> y = exp b -> x * y = exp (a + b).
Proof. intros -> ->; symmetry; apply exp_plus. Qed.
Lemma exp_over x a : x = exp a -> / x = exp (- a). Proof. intros ->; symmetry; apply exp_Ropp. Qed.
Lemma exp_power x e a : x = exp a -> Rpower x e = exp (e * a).
Proof. intros ->; unfold Rpower; now rewrite ln_exp. Qed.
Lemma exp_whole x z a : x = exp a -> powerRZ x z = exp (IZR z * a).
Proof. intros ->; rewrite powerRZ_Rpower by apply exp_pos; now apply exp_power. Qed.
Lemma exp_number x n a : x = exp a -> x ^ n = exp (INR n * a).
Proof. intros ->; rewrite <- Rpower_pow by apply exp_pos; now apply exp_power. Qed.
Lemma exp_root x a : x = exp a -> sqrt x = exp (/ 2 * a).
Proof. intros ->; rewrite <- Rpower_sqrt by apply exp_pos; now apply exp_power. Qed.
Lemma exp_base x : 0 < x -> x = exp (ln x). Proof. intros; symmetry; now apply exp_ln. Qed.
Lemma exp_one : 1 = exp 0. Proof. symmetry; apply exp_0. Qed.
Lemma by_exp x y a b : x = exp a -> y = exp b -> a = b -> x = y. Proof. now intros -> -> ->. Qed.
Ltac exp_of := lazymatch goal with
  | |- 1 = _ => apply exp_one
  | |- _ * _ = _ => eapply exp_times; exp_of
  | |- _ / _ = _ => unfold Rdiv; exp_of
  | |- / _ = _ => eapply exp_over; exp_of
  | |- Rpower _ _ = _ => eapply exp_power; exp_of
  | |- powerRZ _ _ = _ => eapply exp_whole; exp_of
  | |- _ ^ _ = _ => eapply exp_number; exp_of
  | |- sqrt _ = _ => eapply exp_root; exp_of
  | |- exp _ = _ => reflexivity
  | |- _ => apply exp_base; pos
  end.
Ltac monomials := eapply by_exp; [exp_of | exp_of | push; cbn [INR]; first [ring | fieldy]].
Ltac root_of L :=
  let q := fresh in let s := fresh "root" in let p := fresh in
  assert (p : 0 < sqrt L) by (apply sqrt_lt_R0; pos);
  assert (q : L = sqrt L ^ 2) by (symmetry; apply pow2_sqrt; pos);
  revert p q; generalize (sqrt L); intros s p q; subst L.
Ltac root_in X G c :=
  let q := fresh in let s := fresh "root" in let g := fresh "power" in let p := fresh in let o := fresh in
  assert (p : 0 < sqrt X) by (apply sqrt_lt_R0; pos); assert (o : 0 < G) by pos;
  assert (q : G = c + sqrt X ^ 2) by (rewrite pow2_sqrt by pos; ring);
  revert p o q; generalize (sqrt X); intros s; generalize G; intros g p o q; subst g.
Ltac based := first [fieldy | rewrite ?Rpow_mult_distr, ?pow2_sqrt by pos; fieldy | monomials
  | field_simplify; [first [reflexivity | fieldy] | nz ..]].

(* -- limits: along any filter F, which is_lim, at_right and at_left all are -- *)
Section Limits.
Context {F : (R -> Prop) -> Prop} {FF : Filter F}.
Lemma tends_is (f : R -> R) (a b : R) : filterlim f F (locally a) -> a = b -> filterlim f F (locally b).
Proof. now intros d <-. Qed.
Lemma tends_const (c : R) : filterlim (fun _ : R => c) F (locally c).
Proof. apply filterlim_const. Qed.
Lemma tends_comp (f h : R -> R) (a : R) : continuous h a -> filterlim f F (locally a) -> filterlim (fun y => h (f y)) F (locally (h a)).
Proof. intros c l; exact (filterlim_comp _ _ _ f h F (locally a) (locally (h a)) l c). Qed.
Lemma tends_smooth (f h : R -> R) (a : R) : ex_derive h a -> filterlim f F (locally a) -> filterlim (fun y => h (f y)) F (locally (h a)).
Proof. intros d; apply tends_comp; exact (@ex_derive_continuous R_AbsRing R_NormedModule h a d). Qed.
Lemma tends_plus (f g : R -> R) (a b : R) : filterlim f F (locally a) -> filterlim g F (locally b) ->
  filterlim (fun y => f y + g y) F (locally (a + b)).
Proof. intros l m; exact (filterlim_comp_2 _ _ Rplus l m (@filterlim_plus R_AbsRing R_NormedModule a b)). Qed.
Lemma tends_opp (f : R -> R) (a : R) : filterlim f F (locally a) -> filterlim (fun y => - f y) F (locally (- a)).
Proof. apply (tends_smooth f Ropp); exists (- (1)); apply (slope_opp (fun y => y)), slope_id. Qed.
Lemma tends_minus (f g : R -> R) (a b : R) : filterlim f F (locally a) -> filterlim g F (locally b) ->
  filterlim (fun y => f y - g y) F (locally (a - b)).
Proof. intros l m; apply (tends_plus f (fun y => - g y)); [exact l | now apply tends_opp]. Qed.
Lemma tends_mult (f g : R -> R) (a b : R) : filterlim f F (locally a) -> filterlim g F (locally b) ->
  filterlim (fun y => f y * g y) F (locally (a * b)).
Proof. intros l m; exact (filterlim_comp_2 _ _ Rmult l m (@filterlim_mult R_AbsRing a b)). Qed.
Lemma tends_inv (f : R -> R) (a : R) : a <> 0 -> filterlim f F (locally a) -> filterlim (fun y => / f y) F (locally (/ a)).
Proof. intros n; apply (tends_smooth f Rinv); exists (- 1 / a ^ 2); apply (slope_inv (fun y => y)); [exact n | apply slope_id]. Qed.
Lemma tends_div (f g : R -> R) (a b : R) : b <> 0 -> filterlim f F (locally a) -> filterlim g F (locally b) ->
  filterlim (fun y => f y / g y) F (locally (a / b)).
Proof. intros n l m; apply (tends_mult f (fun y => / g y)); [exact l | now apply tends_inv]. Qed.
Lemma tends_pow (f : R -> R) (a : R) n : filterlim f F (locally a) -> filterlim (fun y => f y ^ n) F (locally (a ^ n)).
Proof.
intros l; induction n as [|n IH]; [apply tends_const|]; cbn; now apply (tends_mult f (fun y => f y ^ n)).
Qed.
Lemma tends_exp (f : R -> R) (a : R) : filterlim f F (locally a) -> filterlim (fun y => exp (f y)) F (locally (exp a)).
Proof. apply (tends_smooth f exp); eexists; apply is_derive_exp. Qed.
Lemma tends_ln (f : R -> R) (a : R) : 0 < a -> filterlim f F (locally a) -> filterlim (fun y => ln (f y)) F (locally (ln a)).
Proof. intros p; apply (tends_smooth f ln); eexists; now apply is_derive_ln. Qed.
Lemma tends_sqrt (f : R -> R) (a : R) : 0 < a -> filterlim f F (locally a) -> filterlim (fun y => sqrt (f y)) F (locally (sqrt a)).
Proof. intros p; apply (tends_smooth f sqrt); eexists; apply (slope_sqrt (fun y => y)); [exact p | apply slope_id]. Qed.
Lemma tends_sinh (f : R -> R) (a : R) : filterlim f F (locally a) -> filterlim (fun y => sinh (f y)) F (locally (sinh a)).
Proof. apply (tends_smooth f sinh); eexists; apply (slope_sinh (fun y => y)), slope_id. Qed.
Lemma tends_cosh (f : R -> R) (a : R) : filterlim f F (locally a) -> filterlim (fun y => cosh (f y)) F (locally (cosh a)).
Proof. apply (tends_smooth f cosh); eexists; apply (slope_cosh (fun y => y)), slope_id. Qed.
Lemma tends_Rpower (f g : R -> R) (a b : R) : 0 < a -> filterlim f F (locally a) -> filterlim g F (locally b) ->
  filterlim (fun y => Rpower (f y) (g y)) F (locally (Rpower a b)).
Proof.
intros p l m; apply (tends_exp (fun y => g y * ln (f y))), (tends_mult g (fun y => ln (f y))); [exact m | now apply tends_ln].
Qed.
Lemma tends_near (f g : R -> R) (a : R) : F (fun y => g y = f y) -> filterlim g F (locally a) -> filterlim f F (locally a).
Proof. apply filterlim_ext_loc. Qed.
End Limits.
Lemma tends_right (a : R) : filterlim (fun y : R => y) (at_right a) (locally a).
Proof. apply filter_le_within. Qed.
Lemma tends_left (a : R) : filterlim (fun y : R => y) (at_left a) (locally a).
Proof. apply filter_le_within. Qed.
Lemma tends_over : filterlim (fun y : R => / y) (Rbar_locally' p_infty) (locally 0).
Proof.
assert (l := is_lim_inv (fun y => y) p_infty p_infty (is_lim_id p_infty)); apply l; discriminate.
Qed.
Lemma lim_is (f : R -> R) (a b : R) : filterlim f (Rbar_locally' p_infty) (locally a) -> a = b -> is_lim f p_infty b.
Proof. now intros d <-. Qed.
(* a function of 1/y, as y grows *)
Lemma lim_by_over (f g : R -> R) (a : R) : (forall y, 1 < y -> f y = g (/ y)) -> filterlim (fun y => g (/ y)) (Rbar_locally' p_infty) (locally a) ->
  is_lim f p_infty a.
Proof.
intros e; apply (tends_near f (fun y => g (/ y))); exists 1; intros y p; symmetry; now apply e.
Qed.
(* a derivative at 0 is the limit of a quotient: y h(1/y) where h(0) = 0 *)
Lemma lim_slope (h : R -> R) (a : R) : h 0 = 0 -> is_derive h 0 a ->
  filterlim (fun y => y * h (/ y)) (Rbar_locally' p_infty) (locally a).
Proof.
intros z d; apply is_derive_Reals in d.
assert (q : filterlim (fun t => h t / t) (locally' 0) (locally a)).
{ intros P [e Pe]; destruct (d e (cond_pos e)) as [s near]; exists s; intros t bt nt; apply Pe.
  assert (u := near t nt); rewrite Rplus_0_l, z, Rminus_0_r in u; apply u.
  unfold ball in bt; cbn in bt; unfold AbsRing_ball, abs, minus, plus, opp in bt; cbn in bt.
  now rewrite Ropp_0, Rplus_0_r in bt. }
apply (tends_near _ (fun y => h (/ y) / / y)).
- exists 1; intros y p; unfold Rdiv; rewrite Rinv_inv; ring.
- apply (filterlim_comp _ _ _ (fun y => / y) (fun t => h t / t) _ (locally' 0)); [|exact q].
  intros P [e Pe]; destruct (tends_over (ball 0 e) (locally_ball 0 e)) as [M big]; exists (Rmax M 1); intros y p.
  assert (1 < y) by (eapply Rle_lt_trans; [apply Rmax_r | exact p]).
  apply Pe; [apply big; eapply Rle_lt_trans; [apply Rmax_l | exact p] | apply Rinv_neq_0_compat; lra].
Qed.

Ltac tends := lazymatch goal with
  | |- filterlim (fun _ => ?c) _ _ => eapply tends_const
  | |- filterlim (fun y => y) (at_right _) _ => eapply tends_right
  | |- filterlim (fun y => y) (at_left _) _ => eapply tends_left
  | |- filterlim (fun y => / y) (Rbar_locally' p_infty) _ => eapply tends_over
  | |- filterlim (fun y => @?f y + @?g y) _ _ => eapply (tends_plus f g); tends
  | |- filterlim (fun y => @?f y - @?g y) _ _ => eapply (tends_minus f g); tends
  | |- filterlim (fun y => - @?f y) _ _ => eapply (tends_opp f); tends
  | |- filterlim (fun y => ?c / y) _ _ => unfold Rdiv; tends
  | |- filterlim (fun y => @?f y * @?g y) _ _ => eapply (tends_mult f g); tends
  | |- filterlim (fun y => @?f y / @?g y) _ _ => eapply (tends_div f g); [| tends | tends]; cbv beta; nz
  | |- filterlim (fun y => / @?f y) _ _ => eapply (tends_inv f); [| tends]; cbv beta; nz
  | |- filterlim (fun y => @?f y ^ ?n) _ _ => eapply (tends_pow f _ n); tends
  | |- filterlim (fun y => exp (@?f y)) _ _ => eapply (tends_exp f); tends
  | |- filterlim (fun y => ln (@?f y)) _ _ => eapply (tends_ln f); [| tends]; cbv beta; pos
  | |- filterlim (fun y => sqrt (@?f y)) _ _ => eapply (tends_sqrt f); [| tends]; cbv beta; pos
  | |- filterlim (fun y => sinh (@?f y)) _ _ => eapply (tends_sinh f); tends
  | |- filterlim (fun y => cosh (@?f y)) _ _ => eapply (tends_cosh f); tends
  | |- filterlim (fun y => Rpower (@?f y) (@?g y)) _ _ => eapply (tends_Rpower f g); [| tends | tends]; cbv beta; pos
  end.
Ltac alike := first [agree | lazymatch goal with
  | |- _ + _ = _ + _ => f_equal; alike
  | |- _ - _ = _ - _ => f_equal; alike
  | |- _ * _ = _ * _ => f_equal; alike
  | |- _ / _ = _ / _ => f_equal; alike
  | |- / _ = / _ => f_equal; alike
  | |- - _ = - _ => f_equal; alike
  | |- exp _ = exp _ => f_equal; alike
  | |- ln _ = ln _ => f_equal; alike
  | |- _ => solve [monomials]
  end].
Ltac limiting := eapply tends_is; [tends | alike].
