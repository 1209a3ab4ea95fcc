// The chain of L layers under gradient descent at normalised rate k = eta S, from a total weight
// alpha0 relative to its target. Numbers here are compared with the simulator and the theory by
// tests/report/test_browser.py.
(function () {
  "use strict";
  const node = document.getElementById("panel-data");
  if (!node) return;
  const data = JSON.parse(node.textContent);
  const depthOf = (entry) => (entry.L === "inf" ? Infinity : entry.L);

  // One step. Finite depth: v + (k/L)(1 - v^L) v^(L-1) with alpha = v^L; infinite depth: alpha.
  function step(state, k, L) {
    if (L === Infinity) return state * Math.exp(k * state * (1 - state));
    return state + (k / L) * (1 - Math.pow(state, L)) * Math.pow(state, L - 1);
  }
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

  // Gradient flow at the times 0, 1, .. n of the steps: d ln(alpha)/dt = k alpha^(1-2/L) (1-alpha).
  function flow(k, L, alpha0, n) {
    const out = [alpha0];
    if (L === 1) {
      for (let i = 1; i <= n; i++) out.push(1 + (alpha0 - 1) * Math.exp(-k * i));
      return out;
    }
    const power = L === Infinity ? 1 : 1 - 2 / L;
    const slope = (x) => -k * Math.exp(power * x) * Math.expm1(x);
    const parts = 64, h = 1 / parts;
    let x = Math.log(alpha0);
    for (let i = 1; i <= n; i++) {
      for (let j = 0; j < parts; j++) {
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
    if (entry.L === 1 ? k < 2 : k <= 2) return "oscillates and converges";
    if (entry.L === 1) return "keeps oscillating between two values";
    if (!beyond("doubling")) return "ends on a stable 2-cycle";
    if (beyond("leaving")) return "stays bounded but can cross zero and stay near it";
    return "shows period doubling or chaos and stays bounded and positive";
  }

  function unpacked(entry) {
    const bytes = Uint8Array.from(atob(entry.ends), (c) => c.charCodeAt(0));
    const [low, high] = data.levels, rates = [];
    for (let i = 0; i < bytes.length; i += 1 + bytes[i]) {
      const values = [];
      for (let j = 1; j <= bytes[i]; j++) values.push(low + ((high - low) * bytes[i + j]) / 255);
      rates.push(values);
    }
    return rates;
  }

  window.depthlaws = { step, descent, flow, regime, unpacked, data };

  // -- drawing ---------------------------------------------------------------------------------

  const $ = (id) => document.getElementById(id);
  const inputs = { k: $("panel-k"), L: $("panel-L"), alpha0: $("panel-alpha0"), n: $("panel-n") };
  const shown = { k: $("panel-k-out"), L: $("panel-L-out"), alpha0: $("panel-alpha0-out"),
                  n: $("panel-n-out") };
  const attractors = data.depths.map(() => null);

  function read() {
    const i = Number(inputs.L.value);
    attractors[i] = attractors[i] || unpacked(data.depths[i]);
    return { k: Number(inputs.k.value), entry: data.depths[i], L: depthOf(data.depths[i]),
             ends: attractors[i], alpha0: Number(Math.pow(10, inputs.alpha0.value).toPrecision(3)),
             n: Number(inputs.n.value) };
  }

  // Colours of the style sheet as the canvas understands them, light or dark as it is now.
  const probe = document.createElement("span");
  probe.hidden = true;
  $("panel").append(probe);
  function colour(name) {
    probe.style.color = "var(" + name + ")";
    return getComputedStyle(probe).color;
  }

  // A plot with axes on a canvas: x and y ranges, labels, and the mapping of points.
  function plot(canvas, xs, ys, xlabel, ylabel) {
    const width = canvas.clientWidth, height = canvas.clientHeight;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.font = "12px system-ui, sans-serif";
    const box = { l: 42, r: width - 10, t: 10, b: height - 34 };
    const X = (x) => box.l + ((x - xs[0]) / (xs[1] - xs[0])) * (box.r - box.l);
    const Y = (y) => box.b - ((y - ys[0]) / (ys[1] - ys[0])) * (box.b - box.t);
    c.strokeStyle = colour("--line");
    c.fillStyle = colour("--ink");
    c.textAlign = "center";
    for (const x of ticks(xs)) {
      line(c, [[X(x), box.t], [X(x), box.b]]);
      c.fillText(String(x), X(x), box.b + 14);
    }
    c.textAlign = "right";
    for (const y of ticks(ys)) {
      line(c, [[box.l, Y(y)], [box.r, Y(y)]]);
      c.fillText(String(y), box.l - 4, Y(y) + 4);
    }
    c.textAlign = "center";
    c.fillText(xlabel, (box.l + box.r) / 2, height - 4);
    c.save();
    c.translate(11, (box.t + box.b) / 2);
    c.rotate(-Math.PI / 2);
    c.fillText(ylabel, 0, 0);
    c.restore();
    c.beginPath();
    c.rect(box.l, box.t, box.r - box.l, box.b - box.t);
    c.clip();
    return { c, X, Y };
  }

  function ticks([low, high]) {
    const rough = (high - low) / 5, unit = Math.pow(10, Math.floor(Math.log10(rough)));
    const by = [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= rough);
    const out = [];
    for (let i = Math.ceil(low / by); i * by <= high; i++) out.push(Number((i * by).toPrecision(6)));
    return out;
  }

  function line(c, points, dash) {
    c.setLineDash(dash || []);
    c.beginPath();
    points.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
    c.stroke();
  }

  const bounded = (a) => Math.max(-1e4, Math.min(1e4, Number.isFinite(a) ? a : 1e4));

  function drawCourse(p, run, exact) {
    const top = Math.min(2.2, Math.max(1.25, ...run.filter(Number.isFinite)) * 1.05);
    const low = Math.min(0, Math.max(-1, ...[Math.min(...run.filter(Number.isFinite))]));
    const { c, X, Y } = plot($("panel-course"), [0, p.n], [low, top], "step n", "total weight");
    c.lineWidth = 1;
    c.strokeStyle = colour("--soft-ink");
    line(c, [[X(0), Y(1)], [X(p.n), Y(1)]], [4, 3]);
    c.lineWidth = 2;
    c.strokeStyle = colour("--theory");
    line(c, exact.map((a, i) => [X(i), Y(a)]));
    c.lineWidth = 1;
    c.strokeStyle = colour("--descent");
    line(c, run.map((a, i) => [X(i), Y(bounded(a))]));
    run.forEach((a, i) => ring(c, X(i), Y(bounded(a))));
  }

  function ring(c, x, y) {
    c.setLineDash([]);
    c.beginPath();
    c.arc(x, y, 2.4, 0, 2 * Math.PI);
    c.fillStyle = colour("--paper");
    c.fill();
    c.stroke();
  }

  function drawCobweb(p, run) {
    const top = 2.1, low = -0.1;
    const { c, X, Y } = plot($("panel-cobweb"), [low, top], [low, top], "total weight after n steps",
                             "after n + 1");
    c.lineWidth = 1;
    c.strokeStyle = colour("--soft-ink");
    line(c, [[X(low), Y(low)], [X(top), Y(top)]], [4, 3]);
    c.lineWidth = 2;
    c.strokeStyle = colour("--theory");
    const curve = [];
    for (let i = 0; i <= 300; i++) {
      const alpha = (top * i) / 300;
      curve.push([X(alpha), Y(bounded(alphaOf(step(stateOf(alpha, p.L), p.k, p.L), p.L)))]);
    }
    line(c, curve);
    c.lineWidth = 1;
    c.strokeStyle = colour("--descent");
    const web = [[X(run[0]), Y(0)]];
    for (let i = 0; i + 1 < run.length && Number.isFinite(run[i + 1]); i++) {
      web.push([X(run[i]), Y(bounded(run[i + 1]))], [X(bounded(run[i + 1])), Y(bounded(run[i + 1]))]);
    }
    line(c, web);
  }

  function drawEnds(p) {
    const [first, last, count] = data.rates;
    const { c, X, Y } = plot($("panel-ends"), [0, last], data.levels, "normalised rate k",
                             "last values");
    c.fillStyle = colour("--descent");
    p.ends.forEach((values, i) => {
      const x = X(first + ((last - first) * i) / (count - 1));
      for (const alpha of values) c.fillRect(x - 0.6, Y(alpha) - 0.6, 1.2, 1.2);
    });
    c.lineWidth = 1.6;
    c.strokeStyle = colour("--theory");
    for (const which of [1, 2]) line(c, p.entry.cycle.map((row) => [X(row[0]), Y(row[which])]));
    c.strokeStyle = colour("--cursor");
    line(c, [[X(p.k), Y(data.levels[0])], [X(p.k), Y(data.levels[1])]], [6, 3]);
  }

  function said(p, run) {
    const end = run[run.length - 1];
    const number = Number.isFinite(end) ? end.toPrecision(6) : "beyond all bounds";
    const below = p.alpha0 < 1 ? "From a start below the target, descent " + regime(p.k, p.entry) + "."
                               : "The start is not below the target.";
    return below + " After " + p.n + " steps the total weight is " + number + " of the target.";
  }

  function draw() {
    const p = read();
    const run = descent(p.k, p.L, p.alpha0, p.n), exact = flow(p.k, p.L, p.alpha0, p.n);
    shown.k.textContent = p.k.toFixed(2);
    shown.L.textContent = p.L === Infinity ? "\u221e" : String(p.L);
    shown.alpha0.textContent = String(p.alpha0);
    shown.n.textContent = String(p.n);
    inputs.L.setAttribute("aria-valuetext", p.L === Infinity ? "infinite depth" : p.L + " layers");
    inputs.alpha0.setAttribute("aria-valuetext", String(p.alpha0));
    $("panel-says").textContent = said(p, run);
    $("panel-says").dataset.end = String(run[run.length - 1]);
    $("panel-says").dataset.flow = String(exact[exact.length - 1]);
    drawCourse(p, run, exact);
    drawCobweb(p, run);
    drawEnds(p);
  }

  let waiting = 0;
  const redraw = () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(draw); };
  // The sliders stand in the address: ?k=2.2&L=3.
  const asked = new URLSearchParams(location.search);
  for (const [name, input] of Object.entries(inputs)) {
    if (asked.has(name)) input.value = asked.get(name);
    input.addEventListener("change", () => {
      const now = new URLSearchParams(location.search);
      now.set(name, input.value);
      history.replaceState(null, "", "?" + now + location.hash);
    });
    input.addEventListener("input", draw);
  }
  window.addEventListener("resize", redraw);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  draw();
})();
