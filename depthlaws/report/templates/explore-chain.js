// The chain of L layers under gradient descent at normalised rate k = eta S, from a total weight
// alpha0 relative to its target. Held to the simulator and the theory in a browser.
(function () {
  "use strict";
  const D = window.depthlaws;

  // One step: of v with alpha = v^L at finite depth, of alpha at infinite depth.
  const step = (state, k, L) => (L === Infinity ? D.formulas["chain-gd-total-step-infinite"](state, k)
                                                : D.formulas["chain-gd-step"](state, k, L));
  const stateOf = (alpha, L) => (L === Infinity ? alpha : Math.pow(alpha, 1 / L));
  const alphaOf = (state, L) => (L === Infinity ? state : Math.pow(state, L));

  // Total weight before the first step and after each of n steps.
  function descent(k, L, alpha0, n) {
    const out = [alpha0];
    let state = stateOf(alpha0, L);
    for (let i = 0; i < n; i++) {
      state = step(state, k, L);
      out.push(alphaOf(state, L));
    }
    return out;
  }

  // Gradient flow at the times 0, 1, .. n of the steps: d ln(alpha)/dt = k alpha^(1-2/L) (1-alpha),
  // by the rule of Runge and Kutta, 256 steps in the time 1/k.
  function flow(k, L, alpha0, n) {
    const out = [alpha0];
    if (L === 1) {
      for (let i = 1; i <= n; i++) out.push(1 + (alpha0 - 1) * Math.exp(-k * i));
      return out;
    }
    const power = L === Infinity ? 1 : 1 - 2 / L, many = Math.ceil(256 * k);
    const slope = (x) => -k * Math.exp(power * x) * Math.expm1(x), h = 1 / many;
    let x = Math.log(alpha0);
    for (let i = 1; i <= n; i++) {
      for (let j = 0; j < many && Math.abs(x) > 1e-17; j++) {
        const a = slope(x), b = slope(x + (h * a) / 2), c = slope(x + (h * b) / 2);
        x += (h / 6) * (a + 2 * b + 2 * c + slope(x + h * c));
      }
      out.push(Math.exp(x));
    }
    return out;
  }

  // Regime of starts below the target, from the exact thresholds.
  function regime(k, entry) {
    const t = entry.thresholds, beyond = (name) => t[name] !== null && k > t[name];
    if (k <= 1) return "rises to the target without overshooting";
    if (beyond("divergence")) return "diverges";
    if (entry.L === "1" ? k < 2 : k <= 2) return "oscillates and converges";
    if (entry.L === "1") return "keeps oscillating between two values";
    if (!beyond("doubling")) return "ends on a stable 2-cycle";
    if (beyond("leaving")) return "stays bounded but can cross zero and stay near it";
    return "shows period doubling or chaos and stays bounded and positive";
  }

  // Values that descent visits in the end, for each rate.
  function unpacked(entry) {
    const bytes = Uint8Array.from(atob(entry.ends), (c) => c.charCodeAt(0));
    const [low, high] = entry.levels, rates = [];
    for (let i = 0; i < bytes.length; i += 1 + bytes[i]) {
      const values = [];
      for (let j = 1; j <= bytes[i]; j++) values.push(low + ((high - low) * bytes[i + j]) / 255);
      rates.push(values);
    }
    return rates;
  }

  function course(run, exact, n) {
    const seen = run.filter(Number.isFinite);
    const top = Math.min(2.2, Math.max(1.25, ...seen) * 1.05), low = Math.min(0, Math.max(-1, Math.min(...seen)));
    const at = (values) => values.map((a, i) => [i, a]);
    return {
      x: { range: [0, n], label: "step n" }, y: { range: [low, top], label: "total weight" },
      lines: [
        { points: [[0, 1], [n, 1]], look: "guide", dash: [4, 3] },
        { points: at(exact), look: "theory" }, { points: at(run), look: "other", dots: true },
      ],
    };
  }

  function cobweb(run, k, L) {
    const top = 2.1, curve = [], web = [[run[0], 0]];
    for (let i = 0; i <= 300; i++) {
      const alpha = (top * i) / 300;
      curve.push([alpha, alphaOf(step(stateOf(alpha, L), k, L), L)]);
    }
    for (let i = 0; i + 1 < run.length && Number.isFinite(run[i + 1]); i++) {
      web.push([run[i], run[i + 1]], [run[i + 1], run[i + 1]]);
    }
    return {
      x: { range: [-0.1, top], label: "total weight after n steps" },
      y: { range: [-0.1, top], label: "after n + 1" },
      lines: [
        { points: [[-0.1, -0.1], [top, top]], look: "guide", dash: [4, 3] },
        { points: curve, look: "theory" }, { points: web, look: "other", thin: true },
      ],
    };
  }

  function ends(entry, k) {
    const [first, last, count] = entry.rates;
    entry.unpacked = entry.unpacked || unpacked(entry);
    const rate = (i) => first + ((last - first) * i) / (count - 1);
    return {
      x: { range: [0, last], label: "normalised rate k" }, y: { range: entry.levels, label: "last values" },
      dots: entry.unpacked.flatMap((values, i) => values.map((alpha) => [rate(i), alpha])),
      lines: [
        ...[1, 2].map((which) => ({ points: entry.cycle.map((row) => [row[0], row[which]]), look: "theory" })),
        { points: [[k, entry.levels[0]], [k, entry.levels[1]]], look: "cursor", dash: [6, 3] },
      ],
    };
  }

  D.answers.chain = function (state, data) {
    const { k, alpha0, n } = state, entry = data.depths.find((one) => one.L === state.L);
    const L = state.L === "inf" ? Infinity : Number(state.L);
    const run = descent(k, L, alpha0, n), exact = flow(k, L, alpha0, n);
    const end = run[n], bounded = Number.isFinite(end), number = bounded ? D.digits(end) : "beyond all bounds";
    const says = alpha0 < 1 ? "From a start below the target, descent " + regime(k, entry) + "."
                            : "The start is not below the target.";
    const t = entry.thresholds, limit = (value) => [value === null ? "none" : D.digits(value), value];
    return {
      says: says + " After " + n + " steps the total weight is " + number + (bounded ? " of the target." : "."),
      rows: [
        ["total weight after n steps, descent", [number, end]],
        ["total weight at the same time, flow", [D.digits(exact[n]), exact[n]]],
        ["rate at which descent stops converging", ["2", 2]],
        ["rate at which the 2-cycle loses stability", limit(t.doubling)],
        ["rate from which orbits can cross zero", limit(t.leaving)],
        ["rate from which descent diverges", limit(t.divergence)],
      ],
      plots: [course(run, exact, n), cobweb(run, k, L), ends(entry, k)],
      commands: [
        D.command("simulate", "scalar", "--network", "feedforward", "--depth", state.L, "--scaled-rate", k, "--mu-yx", 1,
                  "--total", alpha0, "--balanced", "true", "--steps", n),
      ],
    };
  };
  D.chain = { descent, flow, regime, unpacked };
})();
