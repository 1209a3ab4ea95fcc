// A residual stream that visits layers in any order, at infinite width: h <- h + eps W relu(h), or
// of a pre-norm block h <- h + eps W relu(h / R); tuned at one order and used at another.
// Held to theory/residual in a browser.
(function () {
  "use strict";
  const D = window.depthlaws, f = D.formulas;
  const LARGEST_SEARCHED = 256;  // visits up to which the safe scale is searched at every key press

  // Layer of each visit: "2+4x16+2" is 2 layers, then 4 layers passed 16 times, then 2 more.
  function order(text, most, name = "visits") {
    const refuse = (why) => { throw new D.Refusal(name + " must " + why + ", got " + (text || "nothing") + "."); };
    const bare = text.trim().replace(/^\[(.*)\]$/, "$1"), words = bare.replace(/,/g, " ").split(/\s+/).filter(Boolean);
    const out = [];
    if (words.length > 1 && words.every((word) => /^\d+$/.test(word))) {
      out.push(...words.map(Number));
    } else {
      let layers = 0;
      for (const part of words.join("").toLowerCase().split("+")) {
        const match = /^(\d+)(?:x(\d+))?$/.exec(part), size = match ? Number(match[1]) : 0;
        const passes = match ? Number(match[2] || 1) : 0;
        if (!(size * passes)) refuse('be like "2+4x16+2" or "0 1 2 1 2 3"');
        if (out.length + size * passes > most) refuse("be at most " + most + " in number");
        for (let i = 0; i < passes; i++) for (let j = 0; j < size; j++) out.push(layers + j);
        layers += size;
      }
    }
    if (out.length > most) refuse("be at most " + most + " in number");
    const used = new Set(out), top = out.reduce((a, b) => Math.max(a, b), 0);
    for (let i = 0; i < top; i++) if (!used.has(i)) refuse("use every layer from 0 to " + top + "; layer " + i + " is missing");
    return out;
  }

  // E relu(x) relu(y) of Gaussians with these energies and this covariance.
  function dual(first, cross, second) {
    const size = Math.sqrt(first) * Math.sqrt(second);
    return size * f["kappa-relu"](Math.max(-1, Math.min(1, cross / size)));
  }

  // The same behind a norm, which divides each state by the root of its energy.
  const overlap = (first, cross, second, normalize) => (normalize
    ? dual(1, cross / (Math.sqrt(first) * Math.sqrt(second)), 1) : dual(first, cross, second));

  // Covariance of the states before each visit and after the last one, H[n][m] for m <= n, from
  // energy 1: H_{n+1,m+1} = H_{n+1,m} + H_{n,m+1} - H_{n,m} + increment.
  function kernel(labels, scales, s, normalize) {
    const H = [[1]];
    for (let n = 0; n < labels.length; n++) {
      const row = [1], above = H[n];
      for (let m = 0; m <= n; m++) {
        const alike = labels[n] === labels[m];
        const more = alike ? scales[n] * scales[m] * s * s * overlap(above[n], above[m], H[m][m], normalize) : 0;
        const beside = m + 1 <= n ? above[m + 1] : row[m];  // H is symmetric: H_{n,n+1} = H_{n+1,n}
        row.push(row[m] + beside - above[m] + more);
      }
      H.push(row);
    }
    return H;
  }

  const energy = (labels, scales, s, normalize) => {
    const H = kernel(labels, scales, s, normalize);
    return H[labels.length][labels.length];
  };

  // Mean cosine between the increments of different visits of one layer; NaN if there are none.
  function coherence(labels, H) {
    let sum = 0, pairs = 0;
    for (let n = 0; n < labels.length; n++) {
      for (let m = 0; m < n; m++) {
        if (labels[n] !== labels[m]) continue;
        const size = Math.sqrt(H[n][n]) * Math.sqrt(H[m][m]);
        sum += 2 * f["kappa-relu"](Math.min(1, H[n][m] / size));
        pairs += 1;
      }
    }
    return sum / pairs;
  }

  // Mean branch scale at which the energy reaches the bound: regula falsi (Illinois).
  function largest(labels, shape, s, bound, normalize) {
    const excess = (total) => {
      const value = Math.log(energy(labels, shape.map((v) => v * total), s, normalize) / bound);
      return Number.isFinite(value) ? value : 1e3;
    };
    let low = 0, high = 1, below = Math.log(1 / bound), above = excess(1);
    while (above < 0) { low = high; below = above; high *= 2; above = excess(high); }
    let side = 0;
    for (let i = 0; i < 200 && high - low > 1e-14 * high; i++) {
      const at = i % 8 === 7 ? (low + high) / 2 : (low * above - high * below) / (above - below);
      const value = excess(at);
      if (value === 0) return at;
      if (value > 0) { high = at; above = value; if (side === 1) below /= 2; side = 1; }
      else { low = at; below = value; if (side === -1) above /= 2; side = -1; }
    }
    return (low + high) / 2;
  }

  D.answers.looped = function (state, data) {
    const tuned = order(state.visits, data.most), normalize = state.block === "prenorm";
    const L = Math.max(...tuned) + 1, counts = Array(L).fill(0);
    for (const layer of tuned) counts[layer] += 1;
    const other = state.use.trim() !== "", labels = other ? order(state.use, data.most, "visits in use") : tuned;
    if (Math.max(...labels) + 1 !== L) {
      throw new D.Refusal("visits in use must be of the " + L + " layers of the visits, got " + state.use + ".");
    }
    const K = labels.length, fixed = { root: state.lam / Math.sqrt(tuned.length), none: state.lam }[state.rule];
    const scale_of = (layer) => fixed ?? state.lam / (counts[layer] * Math.sqrt(L)), scales = labels.map(scale_of);
    const s = data.s, H = kernel(labels, scales, s, normalize), path = H.map((row, n) => row[n]);
    const step = (value, eps) => (normalize ? value + eps * eps * s * s * f["kappa-relu"](1)
      : value * f["untied-energy"](1, eps, s, 1, 0.5));
    const alone = path.map((_, n) => scales.slice(0, n).reduce(step, 1));
    const sums = Array(L).fill(0);
    labels.forEach((layer, i) => { sums[layer] += scales[i]; });
    const squares = sums.reduce((total, v) => total + v * v, 0);
    const upper = normalize ? 1 + s * s * squares * f["kappa-relu"](1) : f["visit-energy-upper"](squares, s, 1);
    const before = other ? "At the visits that it was tuned for it was "
      + D.digits(energy(tuned, tuned.map(scale_of), s, normalize)) + ". " : "";
    const together = coherence(labels, H), mean = scales.reduce((a, b) => a + b, 0) / K;
    const searched = K <= LARGEST_SEARCHED && mean > 0;
    const safe = searched ? largest(labels, scales.map((v) => v / mean / K), s, data.bound, normalize) / K : NaN;
    const growth = path[K];
    const again = Number.isNaN(together) ? "No layer is visited twice."
      : other ? "With more loops at the same scale it grows on."
      : state.rule === "visits" ? "However many loops, it stays below " + D.digits(upper) + "."
        : state.lam > 0 ? "With more loops by this rule it grows without bound." : "";
    const verdict = growth <= data.bound ? "it stays below " : "it is above ";
    const at = (values) => values.map((v, n) => [n, v]), top = Math.max(1.5, ...path.filter(Number.isFinite));
    const typed = state.rule === "visits"
      ? ["--visits", state.visits, "--lam", state.lam, ...(other ? ["--use-visits", state.use] : [])]
      : ["--visits", other ? state.use : state.visits, "--eps", fixed];
    return {
      says: "After " + K + " visits of " + L + (L === 1 ? " layer" : " layers") + " the energy is " + D.digits(growth)
        + " times that of the start: " + verdict + data.bound + ". " + before + again
        + " Without shared matrices it would be " + D.digits(alone[K]) + ".",
      rows: [
        ["energy after all visits", [D.digits(growth), growth]],
        ["the same layers, no matrix shared", [D.digits(alone[K]), alone[K]]],
        ["upper bound for any order of visits", [D.digits(upper), upper]],
        ["mean cosine of a layer's increments", [D.digits(together), together]],
        ["mean branch scale", [D.digits(mean), mean]],
        ["mean branch scale at which the energy reaches " + data.bound,
         [searched ? D.digits(safe) : "searched up to " + LARGEST_SEARCHED + " visits", safe]],
      ],
      plots: [{
        x: { range: [0, K], label: "visits" },
        y: { range: [1, top > 20 ? Math.min(top, 1e12) : top * 1.05], label: "energy over that of the start", log: top > 20 },
        lines: [
          { points: at(path), look: "theory", label: "shared matrices", at: 0.75 },
          { points: at(alone), look: "other", dash: [6, 3], label: "no matrix shared", at: 0.75 },
        ],
      }],
      commands: [D.command("loop", ...typed, "--block", state.block, "--sites", 0)],
    };
  };
  D.looped = { order, kernel };
})();
