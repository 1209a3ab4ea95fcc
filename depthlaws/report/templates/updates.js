// Energies of the first step, in the mean over the layers: log S-bar, from which the largest rate is
// exp(-log/2). Units z -> a z + b W D z as theory/updates has them; held to it in a browser.
(function () {
  "use strict";
  const D = window.depthlaws, f = D.formulas;

  // -- row of equal units at infinite width: x^2, x tr G, (tr G)^2, tr G^2 ----------------------

  // A unit of gain 1 with its growth delta of the second moment of J J^T, and its logarithm.
  function unitOf(row, L) {
    if (row.unit) return row.unit;
    const branch = Math.pow(L, -2 * row.power), skip = 1;  // Unit.of(1, K^(-2 power))
    return { gain: skip + branch, share: branch / (skip + branch), omega: 1, kappa: 1 };
  }

  // Sums of values * exp(logs), as the logarithm of their mean.
  function logMean(values, logs) {
    const top = logs.reduce((a, b) => Math.max(a, b), -Infinity);
    return Math.log(values.reduce((sum, v, i) => sum + v * Math.exp(logs[i] - top), 0) / values.length) + top;
  }

  function wide(row, L) {
    const unit = unitOf(row, L), log = Math.log(unit.gain), w = unit.omega / unit.gain;
    const delta = unit.share * (2 - unit.share) + unit.kappa - 1;
    let trace = 0, double = 0, square = 0;
    const values = [], logs = [];
    for (let l = 1; l <= L; l++) {
      const fresh = w * w + 2 * w * trace;
      square = fresh + square + delta * double;
      double = fresh + double;
      trace = w + trace;
      values.push(square);
      logs.push(2 * l * log + (L - l) * log);
    }
    // Mean square of the gradient at the outputs: labels of variance 1, and the outputs' own.
    return logMean(values, logs) + Math.log(row.head) + Math.log(1 + row.head * Math.exp(L * log));
  }

  // -- the same units at a width n with m outputs -----------------------------------------------

  const gatedPair = ([both, joint], u, n) => {
    const extra = ((u.kappa - 1) * (both + 2 * joint)) / (n + 2);
    return [both + extra, joint + extra];
  };
  const weightedPair = ([both, joint], u, n) => {
    const d = u.spread / n;
    return [both + 2 * d * joint, (1 + d) * joint + d * both];
  };
  const gatedTriple = ([all, p, q, r, joint], u, n) => {
    const k = (u.kappa - 1) / (n + 2), sum = p + q + r, part = (x) => x + k * (all + 4 * x + 4 * joint);
    return [all + k * (3 * all + 2 * sum), part(p), part(q), part(r), joint + k * (sum + 6 * joint)];
  };
  const weightedTriple = ([all, p, q, r, joint], u, n) => {
    const d = u.spread / n, sum = p + q + r, e = (u.share * u.share * (3 - 2 * u.share)) / (n * n);
    const part = (x) => (1 + d) * x + d * all + 2 * e * (sum - x) + 4 * (d + e) * joint;
    return [all + 2 * d * sum + 8 * e * joint, part(p), part(q), part(r), (1 + 3 * d + 4 * e) * joint + (d + e) * sum + e * all];
  };

  // Means of |z|^4, |z|^4, |z|^2 tr G, z.Gz, tr G^2 and (tr G)^2 after a unit.
  function labelStep(state, u, n) {
    let [energy, overlap, trace, form, square, double] = state;
    const w = u.omega;
    [energy, overlap] = gatedPair([energy, overlap], u, n);
    [trace, form] = gatedPair([trace, form], u, n);
    [double, square] = gatedPair([double, square], u, n);
    const fresh = w * w * n * overlap, cross = w * trace;
    const [trace2, form2] = weightedPair([trace, form], u, n);
    const [double2, square2] = weightedPair([double, square], u, n);
    return [...weightedPair([energy, overlap], u, n), trace2 + w * n * overlap, form2 + w * overlap,
            square2 + fresh + 2 * cross, double2 + n * fresh + 2 * n * cross];
  }

  // Means of x^3, x^2 tr G, x z.Gz, x tr G^2, x (tr G)^2, z.Gz tr G, z.G^2z after a unit; x = |z|^2.
  function outputStep(state, u, n) {
    const triples = ([x3, y1, q1, r1, p1, zp, z2], change) =>
      [[x3, x3, x3, x3, x3], [y1, q1, q1, y1, q1], [p1, r1, zp, zp, z2]].map((triple) => change(triple, u, n));
    let [cube, zzg, zgg] = triples(state, gatedTriple);
    const x3 = cube[0], y1 = zzg[0], q1 = zzg[1], w = u.omega, fresh = w * w * x3;
    const square = weightedPair([x3, x3], u, n)[0], [both, joint] = weightedPair([y1, q1], u, n);
    [cube, zzg, zgg] = triples([x3, y1, q1, zgg[1], zgg[0], zgg[2], zgg[4]], weightedTriple);
    return [cube[0], zzg[0] + w * n * square, zzg[1] + w * square, zgg[1] + 2 * w * both + n * fresh,
            zgg[0] + 2 * w * n * both + n * n * fresh, zgg[2] + w * (n * joint + both) + n * fresh,
            zgg[4] + 2 * w * joint + fresh];
  }

  function headStep([p, r], u, n) {
    const d = u.spread / n;
    return gatedPair([p + 2 * d * r, (1 + d) * r + d * p], u, n);
  }

  // States after 0, 1, ..., L units, each over exp(log).
  function walk(step, start, u, n, L) {
    const out = [{ state: start, log: 0 }];
    let state = start, log = 0;
    for (let l = 0; l < L; l++) {
      state = step(state, u, n);
      const size = state.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      state = state.map((v) => v / size);
      log += Math.log(size);
      out.push({ state, log });
    }
    return out;
  }

  function narrow(row, L, n, m, head) {
    const unit = unitOf(row, L), log = Math.log(unit.gain), size = row.head * (head ?? 1);
    // As the units are used with gain 1, growth is counted apart.
    const u = { kappa: unit.kappa, share: unit.share, omega: unit.omega / unit.gain, spread: unit.share * (2 - unit.share) };
    const labels = walk(labelStep, [n * n, n * n, 0, 0, 0, 0], u, n, L);
    const outputs = walk(outputStep, [n * n * n, 0, 0, 0, 0, 0, 0], u, n, L);
    const heads = walk(headStep, gatedPair([(size * size * m * m) / (n * n), (size * size * m) / (n * n)], { kappa: row.head_kappa }, n), u, n, L);
    const values = [], logs = [];
    for (let l = 1; l <= L; l++) {
      values.push((labels[l].state[4] * size) / (m * n * n));
      logs.push(labels[l].log + 2 * l * log + (L - l) * log);
      const tail = heads[L - l], [p, r] = tail.state, out = outputs[l];
      values.push(((p + r) * out.state[6] + r * out.state[3]) / (m * m * n));
      logs.push(out.log + tail.log + 3 * l * log + 2 * (L - l) * log);
    }
    return logMean(values, logs) + Math.log(2);  // two values a layer
  }

  // -- other laws -------------------------------------------------------------------------------

  // Sum over the layers of a closed form, in the mean.
  function closed(row, L) {
    let sum = 0;
    for (let l = 1; l <= L; l++) sum += f[row.formula](l);
    return Math.log(sum / L);
  }

  // Linear blocks z + W LN(z) and a last normalisation: v' = v + 1.
  function preNorm(row, L) {
    let r = 0, y = 0;
    const values = [];
    for (let l = 1; l <= L; l++) {
      const v = 1 + l, w = 1 / v, grown = (v + v - 1) / (v * v);
      r += w * w + 2 * w * y + grown * y * y;
      y += w;
      values.push(r * v);
    }
    return Math.log(values.reduce((a, b) => a + b, 0) / L) + Math.log(row.head) + Math.log(1 + row.head);
  }

  // ReLU blocks z + W relu(z), n Var W = 2 tau, whose gates persist.
  function persistentGates(row, L) {
    const tau = 2 * Math.pow(L, -2 * row.power), omega = row.outside ? tau / 2 : 1, q = 0.5, growth = q * tau;
    const v = [], past = Array(L + 1).fill(0), values = [];
    for (let i = 0; i <= L; i++) v.push(Math.exp(i * Math.log1p(growth)));
    let gated = 0, double = 0;
    for (let i = 0; i <= L; i++) {
      const y = omega * q * i * Math.exp((i - 1) * Math.log1p(growth)), pastHere = past[i];
      const square = y * y + 2 * tau * gated + tau * tau * double;
      let energy = square, firstSquare = 0, firstNew = 0;
      for (let j = i; j <= L; j++) {
        const squares = q * y * y + tau * (q * gated + past[j]) + tau * tau * q * double;
        // E M_i = 1 + tau sum (gain above) D_j over the blocks j = i, ..., L - 1.
        if (j < L) energy += tau * v[L - 1 - j] * squares;
        const diagonal = f["gate-relu"](Math.min(1, Math.sqrt(v[i] / v[j]))) * y * y;
        const fresh = diagonal + tau * q * (past[j] + pastHere) + tau * tau * q * q * double;
        if (j === i) { firstSquare = squares; firstNew = fresh; }
        past[j] += fresh;
      }
      gated += firstSquare;
      double += firstNew;
      if (i) values.push(energy);
    }
    const out = Math.exp(L * Math.log1p(growth));
    return Math.log(values.reduce((a, b) => a + b, 0) / L) + Math.log(row.head) + Math.log(1 + row.head * out);
  }

  const laws = { closed, "pre-norm": preNorm, gates: persistentGates };
  D.updates = {
    // Logarithm of the mean energy; width Infinity is the limit of few outputs.
    logMean: (row, L, width, outputs, head) =>
      (row.law !== "units" ? laws[row.law](row, L) : width === Infinity ? wide(row, L) : narrow(row, L, width, outputs, head)),
  };
})();
