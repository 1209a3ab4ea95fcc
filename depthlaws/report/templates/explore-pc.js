// Predictive coding of linear networks at the start: rescaling s, cosine, steps of inference.
(function () {
  "use strict";
  const D = window.depthlaws, f = D.formulas;
  const FAR = 0.1;  // 1 - cosine beyond which the law for wide networks is not shown as a cosine
  const DEPTHS = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];

  // Sum of squared reaches over the size of the gradients, of a residual network of L layers.
  function spreadOfReaches(L) {
    const rho = 1 + 1 / L, second = [], lower = [], sizes = [];
    for (let n = 0; n < L; n++) {
      second.push(Math.pow(rho, 2 * n) * (1 + n * (1 - 1 / (rho * rho))));
      lower.push(1 + (2 * (Math.pow(rho, n) - 1)) / (1 - 1 / rho));
    }
    for (let at = 0; at < L; at++) {
      let sum = 0;
      for (let k = 0; k < at; k++) sum += lower[at - 1 - k] * second[k];
      sizes.push(sum);
    }
    let inner = 0;
    for (let at = 2; at < L; at++) inner += Math.pow(rho, 2 * L - 1 - 2 * at) * sizes[at - 1];
    return (inner / L + sizes[L - 1]) / (Math.pow(rho, L - 2) * (2 + (L - 2) / (L * rho)));
  }

  const rescaling = ({ network, width, gamma0 }, L) => (network === "mlp"
    ? f["pc-rescaling-mean-mlp"](width, L, gamma0, 0.5) : f["pc-rescaling-mean-residual"](width, L, gamma0, 0.5, 0.5, 1));

  // 1 - cosine for labels of size 1 (energy 1/2) and orthogonal inputs (signal 1 / samples).
  function misalignment({ network, width, gamma0, samples }, L) {
    if (network === "mlp") return f["pc-misalignment-mlp"](width, L, gamma0, 1 / samples, 0.5);
    return (0.5 * spreadOfReaches(L) * samples) / (gamma0 * gamma0 * width * width);
  }

  // First k >= 1 with error(k) <= tolerance, for an error that falls.
  function first(error, tolerance) {
    let high = 1;
    while (error(high) > tolerance) high *= 2;
    let low = Math.floor(high / 2);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (error(middle) <= tolerance) high = middle; else low = middle;
    }
    return high;
  }

  // Condition, steps and numbers of steps of orthogonal layers with vanishing output weights.
  function inference(L, tolerance) {
    const condition = Math.max(1, f["pc-orthogonal-chain-condition"](L)), smallest = f["pc-orthogonal-chain-smallest"](L);
    const largest = smallest * condition, root = Math.sqrt(3 * condition + 1), momentum = (root - 2) / (root + 2);
    const descent = f["pc-inference-descent-rate"](condition), nesterov = f["pc-inference-nesterov-rate"](condition);
    const conjugate = f["pc-inference-conjugate-rate"](condition);
    return {
      condition, safe: 2 / largest, best: 2 / (smallest + largest), momentum, fast: 4 / (smallest + 3 * largest),
      descent: first((k) => Math.pow(descent, k), tolerance),
      nesterov: first((k) => (1 + (k * (1 - momentum)) / (1 + momentum)) * Math.pow(nesterov, k), tolerance),
      conjugate: Math.max(1, conjugate ? Math.ceil(Math.acosh(1 / tolerance) / -Math.log(conjugate)) : 1),
    };
  }

  D.answers.pc = function (state) {
    const { network, width, depth, gamma0, tolerance } = state;
    const s = rescaling(state, depth), off = misalignment(state, depth), steps = inference(depth, tolerance);
    const cosine = off <= FAR ? D.digits(1 - off) : "below " + (1 - FAR) + ", where the law for wide networks ends";
    const seen = DEPTHS.map((L) => [L, misalignment(state, L)]), means = DEPTHS.map((L) => [L, rescaling(state, L)]);
    const counts = DEPTHS.map((L) => [L, inference(L, tolerance)]);
    const of = (name) => counts.map(([L, one]) => [L, one[name]]);
    const depths = { range: [2, 256], label: "depth L", log: true }, here = (range) => ({ points: [[depth, range[0]], [depth, range[1]]], look: "cursor", dash: [6, 3] });
    const highest = Math.max(...means.map((pair) => pair[1]), s) * 1.1, most = Math.max(...of("descent").map((pair) => pair[1]), 10) * 2;
    return {
      says: "At the start the energy at equilibrium is the loss over s = " + D.digits(s, 5) + " in the mean, and the cosine between both gradients is "
        + cosine + ". Inference in orthogonal layers is safe below the step " + D.digits(steps.safe, 5) + " and takes "
        + steps.descent + " steps of gradient descent, or " + steps.nesterov + " of Nesterov's method.",
      rows: [
        ["depth over width, L/N", [D.digits(depth / width), depth / width]],
        ["mean rescaling s", [D.digits(s), s]],
        ["1 - cosine, leading order in 1/N", [D.digits(off), off]],
        ["condition number of inference", [D.digits(steps.condition), steps.condition]],
        ["safe steps are below", [D.digits(steps.safe), steps.safe]],
        ["best step, gradient descent", [D.digits(steps.best), steps.best]],
        ["best step and momentum, Nesterov", [D.digits(steps.fast) + ", " + D.digits(steps.momentum), steps.fast]],
        ["steps of gradient descent", [String(steps.descent), steps.descent]],
        ["steps of Nesterov's method", [String(steps.nesterov), steps.nesterov]],
        ["steps of conjugate gradients, at most", [String(steps.conjugate), steps.conjugate]],
      ],
      plots: [
        {
          x: depths, y: { range: [1, Math.max(1.2, highest)], label: "mean rescaling s", log: highest > 20 },
          lines: [{ points: means, look: "theory", label: network }, here([1, Math.max(1.2, highest)])],
        },
        {
          x: depths, y: { range: [1 - FAR, 1], label: "cosine of both gradients" },
          lines: [{ points: seen.filter((pair) => pair[1] <= 1.5 * FAR).map(([L, v]) => [L, 1 - v]), look: "theory" }, here([1 - FAR, 1])],
        },
        {
          x: depths, y: { range: [1, most], label: "steps of inference", log: true },
          lines: [
            { points: of("descent"), look: "theory", label: "gradient descent" },
            { points: of("nesterov"), look: "other", label: "Nesterov" },
            { points: of("conjugate"), look: "guide", dash: [4, 3] }, here([1, most]),
          ],
        },
      ],
      commands: [
        D.command("whatif", "predictive_coding.expected_rescaling", "--network", network, "--width", width, "--depth", depth, "--gamma0", gamma0),
        D.command("whatif", "predictive_coding.misalignment", "--network", network, "--width", width, "--depth", depth, "--gamma0", gamma0,
                  "--signal", D.digits(1 / state.samples, 15)),
        D.command("whatif", "pc-orthogonal-chain-condition", "--L", depth),
      ],
    };
  };
})();
