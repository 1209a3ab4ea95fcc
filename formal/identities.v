(* Written by `python formal/identities.py` from identities.json. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Depthlaws Require Import kernel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem energy_of_the_stream (R : numFieldType) (N d : nat) (v : R) (eps : R) (h : nat -> R) (r : nat -> nat -> R) :
  (v * (\sum_(0 <= i < d) ((h i + (eps * (\sum_(0 <= n < N) r n i))) ^+ 2)))
  = (((v * (\sum_(0 <= i < d) (h i ^+ 2))) + (((2%:R * eps) * v) * (\sum_(0 <= n < N) (\sum_(0 <= i < d) (h i * r n i))))) + (((eps ^+ 2) * v) * (\sum_(0 <= n < N) (\sum_(0 <= m < N) (\sum_(0 <= i < d) (r n i * r m i)))))).
Proof.
exact (@check_ok R (nth 0%N [:: N; d])
  (fun f_ v_ => match f_ with 0%N => v | 1%N => eps | 2%N => h (nth 0%N v_ 0%N) | 3%N => r (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Mul (At 0%N [::]) (Sum 1%N (Mul (Add (At 2%N [:: 0%N]) (Mul (At 1%N [::]) (Sum 0%N (At 3%N [:: 1%N; 0%N])))) (Add (At 2%N [:: 0%N]) (Mul (At 1%N [::]) (Sum 0%N (At 3%N [:: 1%N; 0%N])))))))
  (Add (Add (Mul (At 0%N [::]) (Sum 1%N (Mul (At 2%N [:: 0%N]) (At 2%N [:: 0%N])))) (Mul (Mul (Mul (Nat 2) (At 1%N [::])) (At 0%N [::])) (Sum 0%N (Sum 1%N (Mul (At 2%N [:: 1%N]) (At 3%N [:: 0%N; 1%N])))))) (Mul (Mul (Mul (At 1%N [::]) (At 1%N [::])) (At 0%N [::])) (Sum 0%N (Sum 0%N (Sum 1%N (Mul (At 3%N [:: 0%N; 2%N]) (At 3%N [:: 1%N; 2%N])))))))
  [:: [::]; [:: 0%N]; [:: 0%N]; [:: 0%N; 1%N]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem overlap_of_branches (R : numFieldType) (N d n m : nat) (W : nat -> nat -> R) (u : nat -> nat -> R) :
  (\sum_(0 <= i < d) ((\sum_(0 <= j < d) (W i j * u n j)) * (\sum_(0 <= k < d) (W i k * u m k))))
  = (\sum_(0 <= j < d) (\sum_(0 <= k < d) ((u n j * (\sum_(0 <= i < d) (W i j * W i k))) * u m k))).
Proof.
exact (@check_ok R (nth 0%N [:: N; d])
  (fun f_ v_ => match f_ with 0%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 1%N => u (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 2%N
  (Sum 1%N (Mul (Sum 1%N (Mul (At 0%N [:: 2%N; 3%N]) (At 1%N [:: 0%N; 3%N]))) (Sum 1%N (Mul (At 0%N [:: 2%N; 3%N]) (At 1%N [:: 1%N; 3%N])))))
  (Sum 1%N (Sum 1%N (Mul (Mul (At 1%N [:: 0%N; 2%N]) (Sum 1%N (Mul (At 0%N [:: 4%N; 2%N]) (At 0%N [:: 4%N; 3%N])))) (At 1%N [:: 1%N; 3%N]))))
  [:: [::]; [:: 1%N; 0%N]] [:: n; m] erefl erefl).
Qed.

Theorem correlation_of_tied_branches (R : numFieldType) (N d : nat) (W : nat -> nat -> R) (u : nat -> nat -> R) :
  (\sum_(0 <= n < N) (\sum_(0 <= m < N) (\sum_(0 <= i < d) ((\sum_(0 <= j < d) (W i j * u n j)) * (\sum_(0 <= k < d) (W i k * u m k))))))
  = (\sum_(0 <= i < d) ((\sum_(0 <= j < d) (W i j * (\sum_(0 <= n < N) u n j))) ^+ 2)).
Proof.
exact (@check_ok R (nth 0%N [:: N; d])
  (fun f_ v_ => match f_ with 0%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 1%N => u (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 0%N (Sum 0%N (Sum 1%N (Mul (Sum 1%N (Mul (At 0%N [:: 2%N; 3%N]) (At 1%N [:: 0%N; 3%N]))) (Sum 1%N (Mul (At 0%N [:: 2%N; 3%N]) (At 1%N [:: 1%N; 3%N])))))))
  (Sum 1%N (Mul (Sum 1%N (Mul (At 0%N [:: 0%N; 1%N]) (Sum 0%N (At 1%N [:: 2%N; 1%N])))) (Sum 1%N (Mul (At 0%N [:: 0%N; 1%N]) (Sum 0%N (At 1%N [:: 2%N; 1%N]))))))
  [:: [::]; [:: 1%N; 0%N; 3%N; 2%N; 1%N]] [::] erefl erefl).
Qed.

Theorem energy_of_one_step (R : numFieldType) (d p : nat) (v : R) (eps : R) (h : nat -> R) (W : nat -> nat -> R) (u : nat -> R) :
  (v * (\sum_(0 <= i < d) ((h i + (eps * (\sum_(0 <= j < p) (W i j * u j)))) ^+ 2)))
  = (((v * (\sum_(0 <= i < d) (h i ^+ 2))) + (((2%:R * eps) * v) * (\sum_(0 <= i < d) (h i * (\sum_(0 <= j < p) (W i j * u j)))))) + (((eps ^+ 2) * v) * (\sum_(0 <= i < d) ((\sum_(0 <= j < p) (W i j * u j)) ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: d; p])
  (fun f_ v_ => match f_ with 0%N => v | 1%N => eps | 2%N => h (nth 0%N v_ 0%N) | 3%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 4%N => u (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Mul (At 0%N [::]) (Sum 0%N (Mul (Add (At 2%N [:: 0%N]) (Mul (At 1%N [::]) (Sum 1%N (Mul (At 3%N [:: 0%N; 1%N]) (At 4%N [:: 1%N]))))) (Add (At 2%N [:: 0%N]) (Mul (At 1%N [::]) (Sum 1%N (Mul (At 3%N [:: 0%N; 1%N]) (At 4%N [:: 1%N]))))))))
  (Add (Add (Mul (At 0%N [::]) (Sum 0%N (Mul (At 2%N [:: 0%N]) (At 2%N [:: 0%N])))) (Mul (Mul (Mul (Nat 2) (At 1%N [::])) (At 0%N [::])) (Sum 0%N (Mul (At 2%N [:: 0%N]) (Sum 1%N (Mul (At 3%N [:: 0%N; 1%N]) (At 4%N [:: 1%N]))))))) (Mul (Mul (Mul (At 1%N [::]) (At 1%N [::])) (At 0%N [::])) (Sum 0%N (Mul (Sum 1%N (Mul (At 3%N [:: 0%N; 1%N]) (At 4%N [:: 1%N]))) (Sum 1%N (Mul (At 3%N [:: 0%N; 1%N]) (At 4%N [:: 1%N])))))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem gap_of_the_sum (R : numFieldType) (N d : nat) (u : nat -> nat -> R) :
  ((N%:R * (\sum_(0 <= n < N) (\sum_(0 <= i < d) (u n i ^+ 2)))) + ((- 1) * (\sum_(0 <= i < d) ((\sum_(0 <= n < N) u n i) ^+ 2))))
  = ((1%:R / 2%:R) * (\sum_(0 <= n < N) (\sum_(0 <= m < N) (\sum_(0 <= i < d) ((u n i + ((- 1) * u m i)) ^+ 2))))).
Proof.
exact (@check_ok R (nth 0%N [:: N; d])
  (fun f_ v_ => match f_ with 0%N => u (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Add (Mul (Size 0%N) (Sum 0%N (Sum 1%N (Mul (At 0%N [:: 0%N; 1%N]) (At 0%N [:: 0%N; 1%N]))))) (Mul (Opp (Nat 1)) (Sum 1%N (Mul (Sum 0%N (At 0%N [:: 1%N; 0%N])) (Sum 0%N (At 0%N [:: 1%N; 0%N]))))))
  (Mul (Frac 1 1) (Sum 0%N (Sum 0%N (Sum 1%N (Mul (Add (At 0%N [:: 0%N; 2%N]) (Mul (Opp (Nat 1)) (At 0%N [:: 1%N; 2%N]))) (Add (At 0%N [:: 0%N; 2%N]) (Mul (Opp (Nat 1)) (At 0%N [:: 1%N; 2%N]))))))))
  [:: [:: 0%N]; [:: 0%N; 1%N]; [::]; [::]; [::]; [:: 0%N]] [::] erefl erefl).
Qed.

Theorem gap_of_the_mass (R : numFieldType) (d : nat) (U : nat -> R) :
  ((d%:R * (\sum_(0 <= i < d) (U i ^+ 2))) + ((- 1) * ((\sum_(0 <= i < d) U i) ^+ 2)))
  = ((1%:R / 2%:R) * (\sum_(0 <= i < d) (\sum_(0 <= j < d) ((U i + ((- 1) * U j)) ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: d])
  (fun f_ v_ => match f_ with 0%N => U (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Add (Mul (Size 0%N) (Sum 0%N (Mul (At 0%N [:: 0%N]) (At 0%N [:: 0%N])))) (Mul (Opp (Nat 1)) (Mul (Sum 0%N (At 0%N [:: 0%N])) (Sum 0%N (At 0%N [:: 0%N])))))
  (Mul (Frac 1 1) (Sum 0%N (Sum 0%N (Mul (Add (At 0%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 0%N [:: 1%N]))) (Add (At 0%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 0%N [:: 1%N])))))))
  [:: [:: 0%N]; [::]; [::]; [::]; [::]; [:: 0%N]] [::] erefl erefl).
Qed.

Theorem lagrange (R : numFieldType) (d : nat) (a : nat -> R) (b : nat -> R) :
  (((\sum_(0 <= i < d) (a i ^+ 2)) * (\sum_(0 <= i < d) (b i ^+ 2))) + ((- 1) * ((\sum_(0 <= i < d) (a i * b i)) ^+ 2)))
  = ((1%:R / 2%:R) * (\sum_(0 <= i < d) (\sum_(0 <= j < d) (((a i * b j) + ((- 1) * (a j * b i))) ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: d])
  (fun f_ v_ => match f_ with 0%N => a (nth 0%N v_ 0%N) | 1%N => b (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Add (Mul (Sum 0%N (Mul (At 0%N [:: 0%N]) (At 0%N [:: 0%N]))) (Sum 0%N (Mul (At 1%N [:: 0%N]) (At 1%N [:: 0%N])))) (Mul (Opp (Nat 1)) (Mul (Sum 0%N (Mul (At 0%N [:: 0%N]) (At 1%N [:: 0%N]))) (Sum 0%N (Mul (At 0%N [:: 0%N]) (At 1%N [:: 0%N]))))))
  (Mul (Frac 1 1) (Sum 0%N (Sum 0%N (Mul (Add (Mul (At 0%N [:: 0%N]) (At 1%N [:: 1%N])) (Mul (Opp (Nat 1)) (Mul (At 0%N [:: 1%N]) (At 1%N [:: 0%N])))) (Add (Mul (At 0%N [:: 0%N]) (At 1%N [:: 1%N])) (Mul (Opp (Nat 1)) (Mul (At 0%N [:: 1%N]) (At 1%N [:: 0%N]))))))))
  [:: [::]; [::]; [::]; [::]; [::]; [:: 0%N]] [::] erefl erefl).
Qed.

Theorem expansion_of_an_update (R : numFieldType) (d i : nat) (W : nat -> nat -> R) (D : nat -> nat -> R) (V : nat -> R) (u : nat -> R) :
  ((\sum_(0 <= j < d) ((W i j + D i j) * (V j + u j))) + ((- 1) * (\sum_(0 <= j < d) (W i j * V j))))
  = (((\sum_(0 <= j < d) (D i j * V j)) + (\sum_(0 <= j < d) (W i j * u j))) + (\sum_(0 <= j < d) (D i j * u j))).
Proof.
exact (@check_ok R (nth 0%N [:: d])
  (fun f_ v_ => match f_ with 0%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 1%N => D (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 2%N => V (nth 0%N v_ 0%N) | 3%N => u (nth 0%N v_ 0%N) | _ => 0 end) 1%N
  (Add (Sum 0%N (Mul (Add (At 0%N [:: 0%N; 1%N]) (At 1%N [:: 0%N; 1%N])) (Add (At 2%N [:: 1%N]) (At 3%N [:: 1%N])))) (Mul (Opp (Nat 1)) (Sum 0%N (Mul (At 0%N [:: 0%N; 1%N]) (At 2%N [:: 1%N])))))
  (Add (Add (Sum 0%N (Mul (At 1%N [:: 0%N; 1%N]) (At 2%N [:: 1%N]))) (Sum 0%N (Mul (At 0%N [:: 0%N; 1%N]) (At 3%N [:: 1%N])))) (Sum 0%N (Mul (At 1%N [:: 0%N; 1%N]) (At 3%N [:: 1%N]))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]] [:: i] erefl erefl).
Qed.

Theorem parallelogram (R : numFieldType) (d : nat) (x : nat -> R) (y : nat -> R) :
  (((2%:R * (\sum_(0 <= i < d) (x i ^+ 2))) + (2%:R * (\sum_(0 <= i < d) (y i ^+ 2)))) + ((- 1) * (\sum_(0 <= i < d) ((x i + y i) ^+ 2))))
  = (\sum_(0 <= i < d) ((x i + ((- 1) * y i)) ^+ 2)).
Proof.
exact (@check_ok R (nth 0%N [:: d])
  (fun f_ v_ => match f_ with 0%N => x (nth 0%N v_ 0%N) | 1%N => y (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Add (Add (Mul (Nat 2) (Sum 0%N (Mul (At 0%N [:: 0%N]) (At 0%N [:: 0%N])))) (Mul (Nat 2) (Sum 0%N (Mul (At 1%N [:: 0%N]) (At 1%N [:: 0%N]))))) (Mul (Opp (Nat 1)) (Sum 0%N (Mul (Add (At 0%N [:: 0%N]) (At 1%N [:: 0%N])) (Add (At 0%N [:: 0%N]) (At 1%N [:: 0%N]))))))
  (Sum 0%N (Mul (Add (At 0%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 1%N [:: 0%N]))) (Add (At 0%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 1%N [:: 0%N])))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem half_square_minus (R : numFieldType) (d : nat) (x : nat -> R) (y : nat -> R) :
  (((\sum_(0 <= i < d) ((x i + ((- 1) * y i)) ^+ 2)) + ((- (1%:R / 2%:R)) * (\sum_(0 <= i < d) (x i ^+ 2)))) + (\sum_(0 <= i < d) (y i ^+ 2)))
  = ((1%:R / 2%:R) * (\sum_(0 <= i < d) ((x i + ((- 1) * (2%:R * y i))) ^+ 2))).
Proof.
exact (@check_ok R (nth 0%N [:: d])
  (fun f_ v_ => match f_ with 0%N => x (nth 0%N v_ 0%N) | 1%N => y (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Add (Add (Sum 0%N (Mul (Add (At 0%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 1%N [:: 0%N]))) (Add (At 0%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 1%N [:: 0%N]))))) (Mul (Opp (Frac 1 1)) (Sum 0%N (Mul (At 0%N [:: 0%N]) (At 0%N [:: 0%N]))))) (Sum 0%N (Mul (At 1%N [:: 0%N]) (At 1%N [:: 0%N]))))
  (Mul (Frac 1 1) (Sum 0%N (Mul (Add (At 0%N [:: 0%N]) (Mul (Opp (Nat 1)) (Mul (Nat 2) (At 1%N [:: 0%N])))) (Add (At 0%N [:: 0%N]) (Mul (Opp (Nat 1)) (Mul (Nat 2) (At 1%N [:: 0%N])))))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem half_square_plus (R : numFieldType) (d : nat) (x : nat -> R) (y : nat -> R) :
  (((\sum_(0 <= i < d) ((x i + y i) ^+ 2)) + ((- (1%:R / 2%:R)) * (\sum_(0 <= i < d) (x i ^+ 2)))) + (\sum_(0 <= i < d) (y i ^+ 2)))
  = ((1%:R / 2%:R) * (\sum_(0 <= i < d) ((x i + (2%:R * y i)) ^+ 2))).
Proof.
exact (@check_ok R (nth 0%N [:: d])
  (fun f_ v_ => match f_ with 0%N => x (nth 0%N v_ 0%N) | 1%N => y (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Add (Add (Sum 0%N (Mul (Add (At 0%N [:: 0%N]) (At 1%N [:: 0%N])) (Add (At 0%N [:: 0%N]) (At 1%N [:: 0%N])))) (Mul (Opp (Frac 1 1)) (Sum 0%N (Mul (At 0%N [:: 0%N]) (At 0%N [:: 0%N]))))) (Sum 0%N (Mul (At 1%N [:: 0%N]) (At 1%N [:: 0%N]))))
  (Mul (Frac 1 1) (Sum 0%N (Mul (Add (At 0%N [:: 0%N]) (Mul (Nat 2) (At 1%N [:: 0%N]))) (Add (At 0%N [:: 0%N]) (Mul (Nat 2) (At 1%N [:: 0%N]))))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem loops_and_layers (R : numFieldType) (N L d i : nat) (W : nat -> nat -> nat -> R) (u : nat -> nat -> nat -> R) :
  (\sum_(0 <= n < N) (\sum_(0 <= l < L) (\sum_(0 <= j < d) (W l i j * u n l j))))
  = (\sum_(0 <= l < L) (\sum_(0 <= j < d) (W l i j * (\sum_(0 <= n < N) u n l j)))).
Proof.
exact (@check_ok R (nth 0%N [:: N; L; d])
  (fun f_ v_ => match f_ with 0%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) (nth 0%N v_ 2%N) | 1%N => u (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) (nth 0%N v_ 2%N) | _ => 0 end) 1%N
  (Sum 0%N (Sum 1%N (Sum 2%N (Mul (At 0%N [:: 2%N; 0%N; 3%N]) (At 1%N [:: 1%N; 2%N; 3%N])))))
  (Sum 1%N (Sum 2%N (Mul (At 0%N [:: 1%N; 0%N; 2%N]) (Sum 0%N (At 1%N [:: 3%N; 1%N; 2%N])))))
  [:: [::]; [:: 1%N; 0%N]] [:: i] erefl erefl).
Qed.

Theorem norm_of_a_shared_gradient (R : numFieldType) (N d p : nat) (g : nat -> nat -> R) (u : nat -> nat -> R) :
  (\sum_(0 <= i < d) (\sum_(0 <= j < p) ((\sum_(0 <= n < N) (g n i * u n j)) ^+ 2)))
  = (\sum_(0 <= n < N) (\sum_(0 <= m < N) ((\sum_(0 <= i < d) (g n i * g m i)) * (\sum_(0 <= j < p) (u n j * u m j))))).
Proof.
exact (@check_ok R (nth 0%N [:: N; d; p])
  (fun f_ v_ => match f_ with 0%N => g (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 1%N => u (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 1%N (Sum 2%N (Mul (Sum 0%N (Mul (At 0%N [:: 2%N; 0%N]) (At 1%N [:: 2%N; 1%N]))) (Sum 0%N (Mul (At 0%N [:: 2%N; 0%N]) (At 1%N [:: 2%N; 1%N]))))))
  (Sum 0%N (Sum 0%N (Mul (Sum 1%N (Mul (At 0%N [:: 0%N; 2%N]) (At 0%N [:: 1%N; 2%N]))) (Sum 2%N (Mul (At 1%N [:: 0%N; 2%N]) (At 1%N [:: 1%N; 2%N]))))))
  [:: [:: 1%N; 0%N; 2%N; 1%N]; [::]] [::] erefl erefl).
Qed.

Theorem output_change_of_a_step (R : numFieldType) (N d p : nat) (eta : R) (v : nat -> R) (g : nat -> nat -> R) (u : nat -> nat -> R) (x : nat -> R) :
  (\sum_(0 <= i < d) (\sum_(0 <= j < p) ((v i * (((- 1) * eta) * (\sum_(0 <= n < N) (g n i * u n j)))) * x j)))
  = (((- 1) * eta) * (\sum_(0 <= n < N) ((\sum_(0 <= i < d) (v i * g n i)) * (\sum_(0 <= j < p) (u n j * x j))))).
Proof.
exact (@check_ok R (nth 0%N [:: N; d; p])
  (fun f_ v_ => match f_ with 0%N => eta | 1%N => v (nth 0%N v_ 0%N) | 2%N => g (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 3%N => u (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 4%N => x (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 1%N (Sum 2%N (Mul (Mul (At 1%N [:: 0%N]) (Mul (Mul (Opp (Nat 1)) (At 0%N [::])) (Sum 0%N (Mul (At 2%N [:: 2%N; 0%N]) (At 3%N [:: 2%N; 1%N]))))) (At 4%N [:: 1%N]))))
  (Mul (Mul (Opp (Nat 1)) (At 0%N [::])) (Sum 0%N (Mul (Sum 1%N (Mul (At 1%N [:: 1%N]) (At 2%N [:: 0%N; 1%N]))) (Sum 2%N (Mul (At 3%N [:: 0%N; 1%N]) (At 4%N [:: 1%N]))))))
  [:: [:: 1%N; 0%N]; [::]] [::] erefl erefl).
Qed.

Theorem loss_falls_by_the_gradient (R : numFieldType) (d p : nat) (eta : R) (g : nat -> nat -> R) :
  (\sum_(0 <= i < d) (\sum_(0 <= j < p) (g i j * (((- 1) * eta) * g i j))))
  = (((- 1) * eta) * (\sum_(0 <= i < d) (\sum_(0 <= j < p) (g i j ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: d; p])
  (fun f_ v_ => match f_ with 0%N => eta | 1%N => g (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 0%N (Sum 1%N (Mul (At 1%N [:: 0%N; 1%N]) (Mul (Mul (Opp (Nat 1)) (At 0%N [::])) (At 1%N [:: 0%N; 1%N])))))
  (Mul (Mul (Opp (Nat 1)) (At 0%N [::])) (Sum 0%N (Sum 1%N (Mul (At 1%N [:: 0%N; 1%N]) (At 1%N [:: 0%N; 1%N])))))
  [:: [::]; [::]] [::] erefl erefl).
Qed.

Theorem squared_branch_is_a_trace (R : numFieldType) (d p : nat) (W : nat -> nat -> R) (u : nat -> R) :
  (\sum_(0 <= i < d) ((\sum_(0 <= j < p) (W i j * u j)) ^+ 2))
  = (\sum_(0 <= j < p) (\sum_(0 <= k < p) (((\sum_(0 <= i < d) (W i j * W i k)) * u j) * u k))).
Proof.
exact (@check_ok R (nth 0%N [:: d; p])
  (fun f_ v_ => match f_ with 0%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 1%N => u (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 0%N (Mul (Sum 1%N (Mul (At 0%N [:: 0%N; 1%N]) (At 1%N [:: 1%N]))) (Sum 1%N (Mul (At 0%N [:: 0%N; 1%N]) (At 1%N [:: 1%N])))))
  (Sum 1%N (Sum 1%N (Mul (Mul (Sum 0%N (Mul (At 0%N [:: 2%N; 0%N]) (At 0%N [:: 2%N; 1%N]))) (At 1%N [:: 0%N])) (At 1%N [:: 1%N]))))
  [:: [::]; [:: 1%N; 0%N]] [::] erefl erefl).
Qed.

Theorem mean_overlap_identity (R : numFieldType) (N d : nat) (u : nat -> nat -> R) :
  (\sum_(0 <= n < N) (\sum_(0 <= m < N) (\sum_(0 <= i < d) (u n i * u m i))))
  = (\sum_(0 <= i < d) ((\sum_(0 <= n < N) u n i) ^+ 2)).
Proof.
exact (@check_ok R (nth 0%N [:: N; d])
  (fun f_ v_ => match f_ with 0%N => u (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 0%N (Sum 0%N (Sum 1%N (Mul (At 0%N [:: 0%N; 2%N]) (At 0%N [:: 1%N; 2%N])))))
  (Sum 1%N (Mul (Sum 0%N (At 0%N [:: 1%N; 0%N])) (Sum 0%N (At 0%N [:: 1%N; 0%N]))))
  [:: [::]; [:: 0%N; 1%N]] [::] erefl erefl).
Qed.

Theorem reach_of_a_layer (R : numFieldType) (p q : nat) (m : nat -> R) (M : nat -> nat -> R) (V : nat -> R) :
  (\sum_(0 <= i < q) (m i * ((\sum_(0 <= j < p) (M i j * V j)) + m i)))
  = ((\sum_(0 <= j < p) ((\sum_(0 <= i < q) (M i j * m i)) * V j)) + (\sum_(0 <= i < q) (m i ^+ 2))).
Proof.
exact (@check_ok R (nth 0%N [:: p; q])
  (fun f_ v_ => match f_ with 0%N => m (nth 0%N v_ 0%N) | 1%N => M (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 2%N => V (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 1%N (Mul (At 0%N [:: 0%N]) (Add (Sum 0%N (Mul (At 1%N [:: 0%N; 1%N]) (At 2%N [:: 1%N]))) (At 0%N [:: 0%N]))))
  (Add (Sum 0%N (Mul (Sum 1%N (Mul (At 1%N [:: 1%N; 0%N]) (At 0%N [:: 1%N]))) (At 2%N [:: 0%N]))) (Sum 1%N (Mul (At 0%N [:: 0%N]) (At 0%N [:: 0%N]))))
  [:: [:: 0%N]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem slopes_of_output_and_rescaling (R : numFieldType) (p q : nat) (c : R) (m : nat -> R) (h : nat -> R) (V : nat -> R) :
  (\sum_(0 <= i < q) (\sum_(0 <= j < p) ((((((c * m i) * h j) * 2%:R) * c) * m i) * V j)))
  = (((2%:R * (c ^+ 2)) * (\sum_(0 <= i < q) (m i ^+ 2))) * (\sum_(0 <= j < p) (V j * h j))).
Proof.
exact (@check_ok R (nth 0%N [:: p; q])
  (fun f_ v_ => match f_ with 0%N => c | 1%N => m (nth 0%N v_ 0%N) | 2%N => h (nth 0%N v_ 0%N) | 3%N => V (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 1%N (Sum 0%N (Mul (Mul (Mul (Mul (Mul (Mul (At 0%N [::]) (At 1%N [:: 0%N])) (At 2%N [:: 1%N])) (Nat 2)) (At 0%N [::])) (At 1%N [:: 0%N])) (At 3%N [:: 1%N]))))
  (Mul (Mul (Mul (Nat 2) (Mul (At 0%N [::]) (At 0%N [::]))) (Sum 1%N (Mul (At 1%N [:: 0%N]) (At 1%N [:: 0%N])))) (Sum 0%N (Mul (At 3%N [:: 0%N]) (At 2%N [:: 0%N]))))
  [:: [:: 0%N]; [:: 0%N]] [::] erefl erefl).
Qed.

Theorem tangent_kernel_of_a_layer (R : numFieldType) (p q : nat) (c : R) (m : nat -> R) (n : nat -> R) (h : nat -> R) (g : nat -> R) :
  (\sum_(0 <= i < q) (\sum_(0 <= j < p) (((((c * m i) * h j) * c) * n i) * g j)))
  = (((c ^+ 2) * (\sum_(0 <= i < q) (m i * n i))) * (\sum_(0 <= j < p) (h j * g j))).
Proof.
exact (@check_ok R (nth 0%N [:: p; q])
  (fun f_ v_ => match f_ with 0%N => c | 1%N => m (nth 0%N v_ 0%N) | 2%N => n (nth 0%N v_ 0%N) | 3%N => h (nth 0%N v_ 0%N) | 4%N => g (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 1%N (Sum 0%N (Mul (Mul (Mul (Mul (Mul (At 0%N [::]) (At 1%N [:: 0%N])) (At 3%N [:: 1%N])) (At 0%N [::])) (At 2%N [:: 0%N])) (At 4%N [:: 1%N]))))
  (Mul (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 1%N (Mul (At 1%N [:: 0%N]) (At 2%N [:: 0%N])))) (Sum 0%N (Mul (At 3%N [:: 0%N]) (At 4%N [:: 0%N]))))
  [:: [:: 0%N]; [:: 0%N]] [::] erefl erefl).
Qed.

Theorem entry_of_a_triple_product (R : numFieldType) (p q r i j : nat) (a : nat -> R) (b : nat -> R) (C : nat -> nat -> R) :
  (\sum_(0 <= k < q) ((a i * b k) * C k j))
  = (a i * (\sum_(0 <= k < q) (b k * C k j))).
Proof.
exact (@check_ok R (nth 0%N [:: p; q; r])
  (fun f_ v_ => match f_ with 0%N => a (nth 0%N v_ 0%N) | 1%N => b (nth 0%N v_ 0%N) | 2%N => C (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 2%N
  (Sum 1%N (Mul (Mul (At 0%N [:: 0%N]) (At 1%N [:: 2%N])) (At 2%N [:: 2%N; 1%N])))
  (Mul (At 0%N [:: 0%N]) (Sum 1%N (Mul (At 1%N [:: 2%N]) (At 2%N [:: 2%N; 1%N]))))
  [:: [::]; [::]] [:: i; j] erefl erefl).
Qed.

Theorem velocity_splits (R : numFieldType) (M : nat) (a : R) (b : R) (F : nat -> R) (G : nat -> R) (s : nat -> R) :
  (\sum_(0 <= k < M) (F k * ((a * G k) + (b * s k))))
  = ((a * (\sum_(0 <= k < M) (F k * G k))) + (b * (\sum_(0 <= k < M) (F k * s k)))).
Proof.
exact (@check_ok R (nth 0%N [:: M])
  (fun f_ v_ => match f_ with 0%N => a | 1%N => b | 2%N => F (nth 0%N v_ 0%N) | 3%N => G (nth 0%N v_ 0%N) | 4%N => s (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 0%N (Mul (At 2%N [:: 0%N]) (Add (Mul (At 0%N [::]) (At 3%N [:: 0%N])) (Mul (At 1%N [::]) (At 4%N [:: 0%N])))))
  (Add (Mul (At 0%N [::]) (Sum 0%N (Mul (At 2%N [:: 0%N]) (At 3%N [:: 0%N])))) (Mul (At 1%N [::]) (Sum 0%N (Mul (At 2%N [:: 0%N]) (At 4%N [:: 0%N])))))
  [:: [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem own_push_of_features (R : numFieldType) (P p q i m : nat) (D : nat -> R) (g : nat -> nat -> R) (x : nat -> nat -> R) :
  (\sum_(0 <= j < p) ((\sum_(0 <= n < P) ((D n * g n i) * x n j)) * x m j))
  = (\sum_(0 <= n < P) ((D n * g n i) * (\sum_(0 <= j < p) (x n j * x m j)))).
Proof.
exact (@check_ok R (nth 0%N [:: P; p; q])
  (fun f_ v_ => match f_ with 0%N => D (nth 0%N v_ 0%N) | 1%N => g (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 2%N => x (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 2%N
  (Sum 1%N (Mul (Sum 0%N (Mul (Mul (At 0%N [:: 3%N]) (At 1%N [:: 3%N; 0%N])) (At 2%N [:: 3%N; 2%N]))) (At 2%N [:: 1%N; 2%N])))
  (Sum 0%N (Mul (Mul (At 0%N [:: 2%N]) (At 1%N [:: 2%N; 0%N])) (Sum 1%N (Mul (At 2%N [:: 2%N; 3%N]) (At 2%N [:: 1%N; 3%N])))))
  [:: [:: 0%N]; [::]] [:: i; m] erefl erefl).
Qed.

Theorem slope_of_the_loss (R : numFieldType) (P p q : nat) (r : nat -> R) (h : nat -> nat -> R) (m : nat -> R) (D : nat -> nat -> R) :
  (\sum_(0 <= i < q) (\sum_(0 <= j < p) ((m i * (\sum_(0 <= n < P) (r n * h n j))) * D i j)))
  = (\sum_(0 <= n < P) (r n * (\sum_(0 <= i < q) (m i * (\sum_(0 <= j < p) (D i j * h n j)))))).
Proof.
exact (@check_ok R (nth 0%N [:: P; p; q])
  (fun f_ v_ => match f_ with 0%N => r (nth 0%N v_ 0%N) | 1%N => h (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 2%N => m (nth 0%N v_ 0%N) | 3%N => D (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 2%N (Sum 1%N (Mul (Mul (At 2%N [:: 0%N]) (Sum 0%N (Mul (At 0%N [:: 2%N]) (At 1%N [:: 2%N; 1%N])))) (At 3%N [:: 0%N; 1%N]))))
  (Sum 0%N (Mul (At 0%N [:: 0%N]) (Sum 2%N (Mul (At 2%N [:: 1%N]) (Sum 1%N (Mul (At 3%N [:: 1%N; 2%N]) (At 1%N [:: 0%N; 2%N])))))))
  [:: [:: 0%N; 1%N; 0%N]; [:: 1%N]] [::] erefl erefl).
Qed.

Theorem variation_of_a_squared_path (R : numFieldType) (p q : nat) (t : R) (c : nat -> R) (M : nat -> nat -> R) (D : nat -> nat -> R) :
  (\sum_(0 <= j < p) ((\sum_(0 <= i < q) (c i * (M i j + (t * D i j)))) ^+ 2))
  = (((\sum_(0 <= j < p) ((\sum_(0 <= i < q) (c i * M i j)) ^+ 2)) + ((2%:R * t) * (\sum_(0 <= j < p) ((\sum_(0 <= i < q) (c i * M i j)) * (\sum_(0 <= k < q) (c k * D k j)))))) + ((t ^+ 2) * (\sum_(0 <= j < p) ((\sum_(0 <= i < q) (c i * D i j)) ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: p; q])
  (fun f_ v_ => match f_ with 0%N => t | 1%N => c (nth 0%N v_ 0%N) | 2%N => M (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 3%N => D (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 0%N (Mul (Sum 1%N (Mul (At 1%N [:: 1%N]) (Add (At 2%N [:: 1%N; 0%N]) (Mul (At 0%N [::]) (At 3%N [:: 1%N; 0%N]))))) (Sum 1%N (Mul (At 1%N [:: 1%N]) (Add (At 2%N [:: 1%N; 0%N]) (Mul (At 0%N [::]) (At 3%N [:: 1%N; 0%N])))))))
  (Add (Add (Sum 0%N (Mul (Sum 1%N (Mul (At 1%N [:: 1%N]) (At 2%N [:: 1%N; 0%N]))) (Sum 1%N (Mul (At 1%N [:: 1%N]) (At 2%N [:: 1%N; 0%N]))))) (Mul (Mul (Nat 2) (At 0%N [::])) (Sum 0%N (Mul (Sum 1%N (Mul (At 1%N [:: 1%N]) (At 2%N [:: 1%N; 0%N]))) (Sum 1%N (Mul (At 1%N [:: 1%N]) (At 3%N [:: 1%N; 0%N]))))))) (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 0%N (Mul (Sum 1%N (Mul (At 1%N [:: 1%N]) (At 3%N [:: 1%N; 0%N]))) (Sum 1%N (Mul (At 1%N [:: 1%N]) (At 3%N [:: 1%N; 0%N])))))))
  [:: [::]; [::]; [:: 1%N]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem multipliers_come_out (R : numFieldType) (p q : nat) (a : R) (c : nat -> R) (W : nat -> nat -> R) :
  (\sum_(0 <= j < p) ((\sum_(0 <= i < q) ((c i * a) * W i j)) ^+ 2))
  = ((a ^+ 2) * (\sum_(0 <= j < p) ((\sum_(0 <= i < q) (c i * W i j)) ^+ 2))).
Proof.
exact (@check_ok R (nth 0%N [:: p; q])
  (fun f_ v_ => match f_ with 0%N => a | 1%N => c (nth 0%N v_ 0%N) | 2%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 0%N (Mul (Sum 1%N (Mul (Mul (At 1%N [:: 1%N]) (At 0%N [::])) (At 2%N [:: 1%N; 0%N]))) (Sum 1%N (Mul (Mul (At 1%N [:: 1%N]) (At 0%N [::])) (At 2%N [:: 1%N; 0%N])))))
  (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 0%N (Mul (Sum 1%N (Mul (At 1%N [:: 1%N]) (At 2%N [:: 1%N; 0%N]))) (Sum 1%N (Mul (At 1%N [:: 1%N]) (At 2%N [:: 1%N; 0%N]))))))
  [:: [::]; [::]] [::] erefl erefl).
Qed.

Theorem block_adds_to_its_input (R : numFieldType) (d : nat) (a : R) (h : nat -> R) (W : nat -> nat -> R) :
  (\sum_(0 <= i < d) ((h i + (a * (\sum_(0 <= j < d) (W i j * h j)))) ^+ 2))
  = (((\sum_(0 <= i < d) (h i ^+ 2)) + ((2%:R * a) * (\sum_(0 <= i < d) (h i * (\sum_(0 <= j < d) (W i j * h j)))))) + ((a ^+ 2) * (\sum_(0 <= i < d) ((\sum_(0 <= j < d) (W i j * h j)) ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: d])
  (fun f_ v_ => match f_ with 0%N => a | 1%N => h (nth 0%N v_ 0%N) | 2%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 0%N (Mul (Add (At 1%N [:: 0%N]) (Mul (At 0%N [::]) (Sum 0%N (Mul (At 2%N [:: 0%N; 1%N]) (At 1%N [:: 1%N]))))) (Add (At 1%N [:: 0%N]) (Mul (At 0%N [::]) (Sum 0%N (Mul (At 2%N [:: 0%N; 1%N]) (At 1%N [:: 1%N])))))))
  (Add (Add (Sum 0%N (Mul (At 1%N [:: 0%N]) (At 1%N [:: 0%N]))) (Mul (Mul (Nat 2) (At 0%N [::])) (Sum 0%N (Mul (At 1%N [:: 0%N]) (Sum 0%N (Mul (At 2%N [:: 0%N; 1%N]) (At 1%N [:: 1%N]))))))) (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 0%N (Mul (Sum 0%N (Mul (At 2%N [:: 0%N; 1%N]) (At 1%N [:: 1%N]))) (Sum 0%N (Mul (At 2%N [:: 0%N; 1%N]) (At 1%N [:: 1%N])))))))
  [:: [::]; [::]; [::]; [:: 0%N; 1%N]; [::]; [::]; [:: 0%N; 1%N]] [::] erefl erefl).
Qed.

Theorem loss_along_a_line (R : numFieldType) (P : nat) (t : R) (y : nat -> R) (f : nat -> R) (g : nat -> R) :
  (\sum_(0 <= n < P) (((y n + ((- 1) * f n)) + ((- 1) * (t * g n))) ^+ 2))
  = (((\sum_(0 <= n < P) ((y n + ((- 1) * f n)) ^+ 2)) + (((- 2%:R) * t) * (\sum_(0 <= n < P) ((y n + ((- 1) * f n)) * g n)))) + ((t ^+ 2) * (\sum_(0 <= n < P) (g n ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: P])
  (fun f_ v_ => match f_ with 0%N => t | 1%N => y (nth 0%N v_ 0%N) | 2%N => f (nth 0%N v_ 0%N) | 3%N => g (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 0%N (Mul (Add (Add (At 1%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 2%N [:: 0%N]))) (Mul (Opp (Nat 1)) (Mul (At 0%N [::]) (At 3%N [:: 0%N])))) (Add (Add (At 1%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 2%N [:: 0%N]))) (Mul (Opp (Nat 1)) (Mul (At 0%N [::]) (At 3%N [:: 0%N]))))))
  (Add (Add (Sum 0%N (Mul (Add (At 1%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 2%N [:: 0%N]))) (Add (At 1%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 2%N [:: 0%N]))))) (Mul (Mul (Opp (Nat 2)) (At 0%N [::])) (Sum 0%N (Mul (Add (At 1%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 2%N [:: 0%N]))) (At 3%N [:: 0%N]))))) (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 0%N (Mul (At 3%N [:: 0%N]) (At 3%N [:: 0%N])))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem minimum_norm_square (R : numFieldType) (L N : nat) (lam : R) (m : nat -> nat -> R) (e : nat -> nat -> R) :
  (\sum_(0 <= l < L) (\sum_(0 <= i < N) ((e l i + ((- 1) * (lam * m l i))) ^+ 2)))
  = (((\sum_(0 <= l < L) (\sum_(0 <= i < N) (e l i ^+ 2))) + (((- 2%:R) * lam) * (\sum_(0 <= l < L) (\sum_(0 <= i < N) (m l i * e l i))))) + ((lam ^+ 2) * (\sum_(0 <= l < L) (\sum_(0 <= i < N) (m l i ^+ 2))))).
Proof.
exact (@check_ok R (nth 0%N [:: L; N])
  (fun f_ v_ => match f_ with 0%N => lam | 1%N => m (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 2%N => e (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 0%N (Sum 1%N (Mul (Add (At 2%N [:: 0%N; 1%N]) (Mul (Opp (Nat 1)) (Mul (At 0%N [::]) (At 1%N [:: 0%N; 1%N])))) (Add (At 2%N [:: 0%N; 1%N]) (Mul (Opp (Nat 1)) (Mul (At 0%N [::]) (At 1%N [:: 0%N; 1%N])))))))
  (Add (Add (Sum 0%N (Sum 1%N (Mul (At 2%N [:: 0%N; 1%N]) (At 2%N [:: 0%N; 1%N])))) (Mul (Mul (Opp (Nat 2)) (At 0%N [::])) (Sum 0%N (Sum 1%N (Mul (At 1%N [:: 0%N; 1%N]) (At 2%N [:: 0%N; 1%N])))))) (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 0%N (Sum 1%N (Mul (At 1%N [:: 0%N; 1%N]) (At 1%N [:: 0%N; 1%N]))))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem squared_overlaps_of_a_layer (R : numFieldType) (n p q : nat) (v : R) (J : nat -> nat -> R) (a : nat -> R) :
  (\sum_(0 <= i < q) (\sum_(0 <= j < p) (\sum_(0 <= k < q) (\sum_(0 <= l < p) ((v * (\sum_(0 <= h < n) (((J h i * a j) * J h k) * a l))) ^+ 2)))))
  = (((v ^+ 2) * ((\sum_(0 <= j < p) (a j ^+ 2)) ^+ 2)) * (\sum_(0 <= h < n) (\sum_(0 <= g < n) ((\sum_(0 <= i < q) (J h i * J g i)) ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: n; p; q])
  (fun f_ v_ => match f_ with 0%N => v | 1%N => J (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 2%N => a (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 2%N (Sum 1%N (Sum 2%N (Sum 1%N (Mul (Mul (At 0%N [::]) (Sum 0%N (Mul (Mul (Mul (At 1%N [:: 4%N; 0%N]) (At 2%N [:: 1%N])) (At 1%N [:: 4%N; 2%N])) (At 2%N [:: 3%N])))) (Mul (At 0%N [::]) (Sum 0%N (Mul (Mul (Mul (At 1%N [:: 4%N; 0%N]) (At 2%N [:: 1%N])) (At 1%N [:: 4%N; 2%N])) (At 2%N [:: 3%N])))))))))
  (Mul (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Mul (Sum 1%N (Mul (At 2%N [:: 0%N]) (At 2%N [:: 0%N]))) (Sum 1%N (Mul (At 2%N [:: 0%N]) (At 2%N [:: 0%N]))))) (Sum 0%N (Sum 0%N (Mul (Sum 2%N (Mul (At 1%N [:: 0%N; 2%N]) (At 1%N [:: 1%N; 2%N]))) (Sum 2%N (Mul (At 1%N [:: 0%N; 2%N]) (At 1%N [:: 1%N; 2%N])))))))
  [:: [:: 0%N; 2%N; 1%N; 3%N; 2%N; 1%N; 0%N; 4%N; 3%N; 2%N; 1%N]; [:: 1%N; 0%N; 2%N; 1%N]] [::] erefl erefl).
Qed.

Theorem gradient_of_the_loss (R : numFieldType) (m : nat) (v : R) (t : R) (z : nat -> R) (y : nat -> R) (dz : nat -> R) :
  (((1%:R / 2%:R) * v) * (\sum_(0 <= s < m) (((z s + (t * dz s)) + ((- 1) * y s)) ^+ 2)))
  = (((((1%:R / 2%:R) * v) * (\sum_(0 <= s < m) ((z s + ((- 1) * y s)) ^+ 2))) + ((t * v) * (\sum_(0 <= s < m) ((z s + ((- 1) * y s)) * dz s)))) + ((((1%:R / 2%:R) * v) * (t ^+ 2)) * (\sum_(0 <= s < m) (dz s ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: m])
  (fun f_ v_ => match f_ with 0%N => v | 1%N => t | 2%N => z (nth 0%N v_ 0%N) | 3%N => y (nth 0%N v_ 0%N) | 4%N => dz (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Mul (Mul (Frac 1 1) (At 0%N [::])) (Sum 0%N (Mul (Add (Add (At 2%N [:: 0%N]) (Mul (At 1%N [::]) (At 4%N [:: 0%N]))) (Mul (Opp (Nat 1)) (At 3%N [:: 0%N]))) (Add (Add (At 2%N [:: 0%N]) (Mul (At 1%N [::]) (At 4%N [:: 0%N]))) (Mul (Opp (Nat 1)) (At 3%N [:: 0%N]))))))
  (Add (Add (Mul (Mul (Frac 1 1) (At 0%N [::])) (Sum 0%N (Mul (Add (At 2%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 3%N [:: 0%N]))) (Add (At 2%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 3%N [:: 0%N])))))) (Mul (Mul (At 1%N [::]) (At 0%N [::])) (Sum 0%N (Mul (Add (At 2%N [:: 0%N]) (Mul (Opp (Nat 1)) (At 3%N [:: 0%N]))) (At 4%N [:: 0%N]))))) (Mul (Mul (Mul (Frac 1 1) (At 0%N [::])) (Mul (At 1%N [::]) (At 1%N [::]))) (Sum 0%N (Mul (At 4%N [:: 0%N]) (At 4%N [:: 0%N])))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem jacobians_compose (R : numFieldType) (n p q i : nat) (W : nat -> nat -> R) (g : nat -> R) (V : nat -> nat -> R) (u : nat -> R) :
  (\sum_(0 <= j < q) ((\sum_(0 <= k < p) ((W i k * g k) * V k j)) * u j))
  = (\sum_(0 <= k < p) (W i k * (g k * (\sum_(0 <= j < q) (V k j * u j))))).
Proof.
exact (@check_ok R (nth 0%N [:: n; p; q])
  (fun f_ v_ => match f_ with 0%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 1%N => g (nth 0%N v_ 0%N) | 2%N => V (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 3%N => u (nth 0%N v_ 0%N) | _ => 0 end) 1%N
  (Sum 2%N (Mul (Sum 1%N (Mul (Mul (At 0%N [:: 0%N; 2%N]) (At 1%N [:: 2%N])) (At 2%N [:: 2%N; 1%N]))) (At 3%N [:: 1%N])))
  (Sum 1%N (Mul (At 0%N [:: 0%N; 1%N]) (Mul (At 1%N [:: 1%N]) (Sum 2%N (Mul (At 2%N [:: 1%N; 2%N]) (At 3%N [:: 2%N]))))))
  [:: [:: 0%N]; [::]] [:: i] erefl erefl).
Qed.

Theorem square_of_the_linearised_update (R : numFieldType) (M : nat) (a : nat -> R) (eta : nat -> R) (G : nat -> R) :
  ((\sum_(0 <= m < M) ((a m * eta m) * G m)) ^+ 2)
  = (\sum_(0 <= m < M) (\sum_(0 <= n < M) (((((eta m * eta n) * a m) * a n) * G m) * G n))).
Proof.
exact (@check_ok R (nth 0%N [:: M])
  (fun f_ v_ => match f_ with 0%N => a (nth 0%N v_ 0%N) | 1%N => eta (nth 0%N v_ 0%N) | 2%N => G (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Mul (Sum 0%N (Mul (Mul (At 0%N [:: 0%N]) (At 1%N [:: 0%N])) (At 2%N [:: 0%N]))) (Sum 0%N (Mul (Mul (At 0%N [:: 0%N]) (At 1%N [:: 0%N])) (At 2%N [:: 0%N]))))
  (Sum 0%N (Sum 0%N (Mul (Mul (Mul (Mul (Mul (At 1%N [:: 0%N]) (At 1%N [:: 1%N])) (At 0%N [:: 0%N])) (At 0%N [:: 1%N])) (At 2%N [:: 0%N])) (At 2%N [:: 1%N]))))
  [:: [::]; [::]] [::] erefl erefl).
Qed.

Theorem output_part_of_a_pair (R : numFieldType) (m : nat) (v : R) (z : nat -> R) (a : nat -> R) (b : nat -> R) :
  ((v * (\sum_(0 <= t < m) (a t * z t))) * (v * (\sum_(0 <= t < m) (b t * z t))))
  = ((v ^+ 2) * (\sum_(0 <= t < m) (\sum_(0 <= s < m) ((a t * z t) * (b s * z s))))).
Proof.
exact (@check_ok R (nth 0%N [:: m])
  (fun f_ v_ => match f_ with 0%N => v | 1%N => z (nth 0%N v_ 0%N) | 2%N => a (nth 0%N v_ 0%N) | 3%N => b (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Mul (Mul (At 0%N [::]) (Sum 0%N (Mul (At 2%N [:: 0%N]) (At 1%N [:: 0%N])))) (Mul (At 0%N [::]) (Sum 0%N (Mul (At 3%N [:: 0%N]) (At 1%N [:: 0%N])))))
  (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 0%N (Sum 0%N (Mul (Mul (At 2%N [:: 0%N]) (At 1%N [:: 0%N])) (Mul (At 3%N [:: 1%N]) (At 1%N [:: 1%N]))))))
  [:: [::]; [::]] [::] erefl erefl).
Qed.

Theorem four_terms_of_a_block (R : numFieldType) (n : nat) (v : R) (u : nat -> R) (w : nat -> R) (a : nat -> R) (b : nat -> R) (W : nat -> nat -> R) :
  (v * (\sum_(0 <= i < n) ((u i + (\sum_(0 <= k < n) (W i k * a k))) * (w i + (\sum_(0 <= k < n) (W i k * b k))))))
  = ((((v * (\sum_(0 <= i < n) (u i * w i))) + (v * (\sum_(0 <= i < n) (\sum_(0 <= k < n) ((u i * W i k) * b k))))) + (v * (\sum_(0 <= i < n) (\sum_(0 <= k < n) ((W i k * a k) * w i))))) + (v * (\sum_(0 <= i < n) (\sum_(0 <= k < n) (\sum_(0 <= l < n) (((W i k * W i l) * a k) * b l)))))).
Proof.
exact (@check_ok R (nth 0%N [:: n])
  (fun f_ v_ => match f_ with 0%N => v | 1%N => u (nth 0%N v_ 0%N) | 2%N => w (nth 0%N v_ 0%N) | 3%N => a (nth 0%N v_ 0%N) | 4%N => b (nth 0%N v_ 0%N) | 5%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Mul (At 0%N [::]) (Sum 0%N (Mul (Add (At 1%N [:: 0%N]) (Sum 0%N (Mul (At 5%N [:: 0%N; 1%N]) (At 3%N [:: 1%N])))) (Add (At 2%N [:: 0%N]) (Sum 0%N (Mul (At 5%N [:: 0%N; 1%N]) (At 4%N [:: 1%N])))))))
  (Add (Add (Add (Mul (At 0%N [::]) (Sum 0%N (Mul (At 1%N [:: 0%N]) (At 2%N [:: 0%N])))) (Mul (At 0%N [::]) (Sum 0%N (Sum 0%N (Mul (Mul (At 1%N [:: 0%N]) (At 5%N [:: 0%N; 1%N])) (At 4%N [:: 1%N])))))) (Mul (At 0%N [::]) (Sum 0%N (Sum 0%N (Mul (Mul (At 5%N [:: 0%N; 1%N]) (At 3%N [:: 1%N])) (At 2%N [:: 0%N])))))) (Mul (At 0%N [::]) (Sum 0%N (Sum 0%N (Sum 0%N (Mul (Mul (Mul (At 5%N [:: 0%N; 1%N]) (At 5%N [:: 0%N; 2%N])) (At 3%N [:: 1%N])) (At 4%N [:: 2%N])))))))
  [:: [::]; [::]; [::]; [:: 0%N; 1%N]; [::]; [::]; [::]; [:: 0%N; 1%N]] [::] erefl erefl).
Qed.

Theorem tangents_of_a_residual_block (R : numFieldType) (n i : nat) (c : R) (W : nat -> nat -> R) (g : nat -> R) (u : nat -> R) (w : nat -> R) :
  ((u i + (c * w i)) + (\sum_(0 <= k < n) ((W i k * g k) * (u k + (c * w k)))))
  = ((u i + (\sum_(0 <= k < n) ((W i k * g k) * u k))) + (c * (w i + (\sum_(0 <= k < n) ((W i k * g k) * w k))))).
Proof.
exact (@check_ok R (nth 0%N [:: n])
  (fun f_ v_ => match f_ with 0%N => c | 1%N => W (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 2%N => g (nth 0%N v_ 0%N) | 3%N => u (nth 0%N v_ 0%N) | 4%N => w (nth 0%N v_ 0%N) | _ => 0 end) 1%N
  (Add (Add (At 3%N [:: 0%N]) (Mul (At 0%N [::]) (At 4%N [:: 0%N]))) (Sum 0%N (Mul (Mul (At 1%N [:: 0%N; 1%N]) (At 2%N [:: 1%N])) (Add (At 3%N [:: 1%N]) (Mul (At 0%N [::]) (At 4%N [:: 1%N]))))))
  (Add (Add (At 3%N [:: 0%N]) (Sum 0%N (Mul (Mul (At 1%N [:: 0%N; 1%N]) (At 2%N [:: 1%N])) (At 3%N [:: 1%N])))) (Mul (At 0%N [::]) (Add (At 4%N [:: 0%N]) (Sum 0%N (Mul (Mul (At 1%N [:: 0%N; 1%N]) (At 2%N [:: 1%N])) (At 4%N [:: 1%N]))))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]; [::]] [:: i] erefl erefl).
Qed.

Theorem product_of_batch_sums (R : numFieldType) (B : nat) (v : R) (xi : nat -> R) (ze : nat -> R) :
  ((v * (\sum_(0 <= b < B) xi b)) * (v * (\sum_(0 <= c < B) ze c)))
  = ((v ^+ 2) * (\sum_(0 <= b < B) (\sum_(0 <= c < B) (xi b * ze c)))).
Proof.
exact (@check_ok R (nth 0%N [:: B])
  (fun f_ v_ => match f_ with 0%N => v | 1%N => xi (nth 0%N v_ 0%N) | 2%N => ze (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Mul (Mul (At 0%N [::]) (Sum 0%N (At 1%N [:: 0%N]))) (Mul (At 0%N [::]) (Sum 0%N (At 2%N [:: 0%N]))))
  (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 0%N (Sum 0%N (Mul (At 1%N [:: 0%N]) (At 2%N [:: 1%N])))))
  [:: [::]; [::]] [::] erefl erefl).
Qed.

Theorem overlap_over_tokens_and_features (R : numFieldType) (N d : nat) (v : R) (u : nat -> nat -> R) (w : nat -> nat -> R) :
  (v * (\sum_(0 <= n < N) (\sum_(0 <= i < d) (u n i * w n i))))
  = (\sum_(0 <= n < N) (v * (\sum_(0 <= i < d) (w n i * u n i)))).
Proof.
exact (@check_ok R (nth 0%N [:: N; d])
  (fun f_ v_ => match f_ with 0%N => v | 1%N => u (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 2%N => w (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Mul (At 0%N [::]) (Sum 0%N (Sum 1%N (Mul (At 1%N [:: 0%N; 1%N]) (At 2%N [:: 0%N; 1%N])))))
  (Sum 0%N (Mul (At 0%N [::]) (Sum 1%N (Mul (At 2%N [:: 0%N; 1%N]) (At 1%N [:: 0%N; 1%N])))))
  [:: [::]; [::]] [::] erefl erefl).
Qed.

Theorem loss_by_moments (R : numFieldType) (P : nat) (a : R) (x : nat -> R) (y : nat -> R) :
  (\sum_(0 <= n < P) ((y n + ((- 1) * (a * x n))) ^+ 2))
  = (((\sum_(0 <= n < P) (y n ^+ 2)) + (((- 2%:R) * a) * (\sum_(0 <= n < P) (y n * x n)))) + ((a ^+ 2) * (\sum_(0 <= n < P) (x n ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: P])
  (fun f_ v_ => match f_ with 0%N => a | 1%N => x (nth 0%N v_ 0%N) | 2%N => y (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 0%N (Mul (Add (At 2%N [:: 0%N]) (Mul (Opp (Nat 1)) (Mul (At 0%N [::]) (At 1%N [:: 0%N])))) (Add (At 2%N [:: 0%N]) (Mul (Opp (Nat 1)) (Mul (At 0%N [::]) (At 1%N [:: 0%N]))))))
  (Add (Add (Sum 0%N (Mul (At 2%N [:: 0%N]) (At 2%N [:: 0%N]))) (Mul (Mul (Opp (Nat 2)) (At 0%N [::])) (Sum 0%N (Mul (At 2%N [:: 0%N]) (At 1%N [:: 0%N]))))) (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 0%N (Mul (At 1%N [:: 0%N]) (At 1%N [:: 0%N])))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem square_of_a_factor (R : numFieldType) (L : nat) (c : R) (w : nat -> R) :
  (\sum_(0 <= l < L) ((1 + (c * w l)) ^+ 2))
  = ((L%:R + ((2%:R * c) * (\sum_(0 <= l < L) w l))) + ((c ^+ 2) * (\sum_(0 <= l < L) (w l ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: L])
  (fun f_ v_ => match f_ with 0%N => c | 1%N => w (nth 0%N v_ 0%N) | _ => 0 end) 0%N
  (Sum 0%N (Mul (Add (Nat 1) (Mul (At 0%N [::]) (At 1%N [:: 0%N]))) (Add (Nat 1) (Mul (At 0%N [::]) (At 1%N [:: 0%N])))))
  (Add (Add (Size 0%N) (Mul (Mul (Nat 2) (At 0%N [::])) (Sum 0%N (At 1%N [:: 0%N])))) (Mul (Mul (At 0%N [::]) (At 0%N [::])) (Sum 0%N (Mul (At 1%N [:: 0%N]) (At 1%N [:: 0%N])))))
  [:: [::]; [::]; [::]; [::]; [::]; [::]; [::]] [::] erefl erefl).
Qed.

Theorem trace_is_cyclic (R : numFieldType) (n p q : nat) (A : nat -> nat -> R) (B : nat -> nat -> R) (C : nat -> nat -> R) :
  (\sum_(0 <= i < n) (\sum_(0 <= j < p) (\sum_(0 <= k < q) ((A i j * B j k) * C k i))))
  = (\sum_(0 <= j < p) (\sum_(0 <= k < q) (\sum_(0 <= i < n) ((B j k * C k i) * A i j)))).
Proof.
exact (@check_ok R (nth 0%N [:: n; p; q])
  (fun f_ v_ => match f_ with 0%N => A (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 1%N => B (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | 2%N => C (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 0%N (Sum 1%N (Sum 2%N (Mul (Mul (At 0%N [:: 0%N; 1%N]) (At 1%N [:: 1%N; 2%N])) (At 2%N [:: 2%N; 0%N])))))
  (Sum 1%N (Sum 2%N (Sum 0%N (Mul (Mul (At 1%N [:: 0%N; 1%N]) (At 2%N [:: 1%N; 2%N])) (At 0%N [:: 2%N; 0%N])))))
  [:: [::]; [:: 1%N; 0%N]] [::] erefl erefl).
Qed.

Theorem energy_of_pairs (R : numFieldType) (N d : nat) (u : nat -> nat -> R) :
  (\sum_(0 <= n < N) (\sum_(0 <= m < N) (\sum_(0 <= i < d) ((u n i + u m i) ^+ 2))))
  = (((2%:R * N%:R) * (\sum_(0 <= n < N) (\sum_(0 <= i < d) (u n i ^+ 2)))) + (2%:R * (\sum_(0 <= i < d) ((\sum_(0 <= n < N) u n i) ^+ 2)))).
Proof.
exact (@check_ok R (nth 0%N [:: N; d])
  (fun f_ v_ => match f_ with 0%N => u (nth 0%N v_ 0%N) (nth 0%N v_ 1%N) | _ => 0 end) 0%N
  (Sum 0%N (Sum 0%N (Sum 1%N (Mul (Add (At 0%N [:: 0%N; 2%N]) (At 0%N [:: 1%N; 2%N])) (Add (At 0%N [:: 0%N; 2%N]) (At 0%N [:: 1%N; 2%N]))))))
  (Add (Mul (Mul (Nat 2) (Size 0%N)) (Sum 0%N (Sum 1%N (Mul (At 0%N [:: 0%N; 1%N]) (At 0%N [:: 0%N; 1%N]))))) (Mul (Nat 2) (Sum 1%N (Mul (Sum 0%N (At 0%N [:: 1%N; 0%N])) (Sum 0%N (At 0%N [:: 1%N; 0%N]))))))
  [:: [::]; [::]; [::]; [:: 0%N]; [:: 0%N]; [:: 0%N; 1%N]] [::] erefl erefl).
Qed.
