// Explorers: reads the fields of a form, asks its answer, and shows sentence, numbers and plots.
// The fields stand in the address (?L=8&N=16). Each explore-*.js gives one answer; numbers of all
// answers are compared with Python's by tests/report/test_explorers.py.
(function () {
  "use strict";
  const D = window.depthlaws = window.depthlaws || {};
  D.answers = {};
  D.formulas = D.formulas || {};

  // -- fields --------------------------------------------------------------------------------

  // Raised with a sentence for the reader; the explorer shows it in place of an answer.
  D.Refusal = class extends Error {};

  function between(field) {
    return "a " + (field.whole ? "whole " : "") + "number from " + field.low + " to " + field.high;
  }

  // Value of a field from its text. Throws a sentence with the value and what is allowed.
  D.value = function (field, text) {
    if (field.options) {
      const allowed = Object.keys(field.options);
      if (allowed.includes(text)) return text;
      throw new D.Refusal(field.name + " must be one of " + allowed.join(", ") + ", got " + text + ".");
    }
    if (field.low === null) return text;
    const number = text.trim() === "" ? NaN : Number(text);
    if (number >= field.low && number <= field.high && (!field.whole || Number.isInteger(number))) {
      return number;
    }
    throw new D.Refusal(field.name + " must be " + between(field) + ", got " + (text || "nothing") + ".");
  };

  // Answer to a state given as texts; fields that are not given have their defaults.
  D.ask = function (id, fields, data, texts) {
    const state = {};
    for (const field of fields) state[field.name] = D.value(field, String(texts[field.name] ?? field.default));
    return D.answers[id](state, data);
  };

  // -- numbers and commands ------------------------------------------------------------------

  D.digits = function (x, digits) {
    if (!Number.isFinite(x)) return Number.isNaN(x) ? "none" : x > 0 ? "infinite" : "-infinite";
    const text = Number(x.toPrecision(digits || 6));
    const size = Math.abs(text);
    return size && (size < 1e-4 || size >= 1e7) ? text.toExponential() : String(text);
  };

  D.command = (...parts) => "depthlaws " + parts.map((part) => (/[\s>;]/.test(part) ? "'" + part + "'" : part)).join(" ");

  // -- plots ---------------------------------------------------------------------------------

  // Of lines by their look.
  D.colours = { guide: "--soft-ink", theory: "--theory", other: "--descent", cursor: "--cursor" };

  function ticks([low, high], log) {
    if (log) {
      const out = [], by = Math.max(1, Math.ceil((Math.log10(high) - Math.log10(low)) / 6));
      for (let i = Math.ceil(Math.log10(low) - 1e-9); i <= Math.log10(high) + 1e-9; i += by) out.push(Math.pow(10, i));
      if (out.length > 1) return out;
      return [low, Math.sqrt(low * high), high].map((x) => Number(x.toPrecision(2)));
    }
    const rough = (high - low) / 5, unit = Math.pow(10, Math.floor(Math.log10(rough)));
    const by = [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= rough);
    const out = [];
    for (let i = Math.ceil(low / by); i * by <= high; i++) out.push(Number((i * by).toPrecision(6)));
    return out;
  }

  function scale(axis, from, to) {
    const f = axis.log ? Math.log : (x) => x, [low, high] = axis.range.map(f);
    return (x) => from + ((f(x) - low) / (high - low)) * (to - from);
  }

  function stroke(c, points, dash) {
    c.setLineDash(dash || []);
    c.beginPath();
    points.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
    c.stroke();
  }

  // Draws {x, y: {range, label, log}, lines: [{points, look, dash, dots, label}], dots}.
  function draw(canvas, spec, colour) {
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.font = "12px system-ui, sans-serif";
    const names = ticks(spec.y.range, spec.y.log).map((y) => D.digits(y, 3));
    const left = 26 + Math.max(...names.map((name) => c.measureText(name).width));
    const box = { l: left, r: width - 10, t: 10, b: height - 34 };
    const X = scale(spec.x, box.l, box.r), Y = scale(spec.y, box.b, box.t);
    const ink = colour("--ink");
    c.strokeStyle = colour("--line");
    c.fillStyle = ink;
    c.textAlign = "center";
    for (const x of ticks(spec.x.range, spec.x.log)) {
      stroke(c, [[X(x), box.t], [X(x), box.b]]);
      c.fillText(D.digits(x, 3), X(x), box.b + 14);
    }
    c.textAlign = "right";
    for (const y of ticks(spec.y.range, spec.y.log)) {
      stroke(c, [[box.l, Y(y)], [box.r, Y(y)]]);
      c.fillText(D.digits(y, 3), box.l - 4, Y(y) + 4);
    }
    c.textAlign = "center";
    c.fillText(spec.x.label, (box.l + box.r) / 2, height - 4);
    c.save();
    c.translate(11, (box.t + box.b) / 2);
    c.rotate(-Math.PI / 2);
    c.fillText(spec.y.label, 0, 0);
    c.restore();
    c.beginPath();
    c.rect(box.l, box.t, box.r - box.l, box.b - box.t);
    c.clip();
    const clipped = (y) => Math.max(-1e5, Math.min(1e5, Number.isFinite(y) ? y : -1e5));
    const place = ([x, y]) => [X(x), clipped(Y(y))];
    c.fillStyle = colour("--descent");
    for (const [x, y] of spec.dots || []) c.fillRect(X(x) - 0.6, Y(y) - 0.6, 1.2, 1.2);
    for (const line of spec.lines) {
      const points = line.points.map(place);
      c.lineWidth = line.look === "guide" || line.dots || line.thin ? 1 : 2;
      c.strokeStyle = colour(D.colours[line.look]);
      stroke(c, points, line.dash);
      if (line.dots) points.forEach(([x, y]) => ring(c, x, y, colour("--paper")));
    }
    c.textAlign = "right";
    const taken = [];
    for (const line of spec.lines.filter((one) => one.label)) {
      const shown = line.points.map(place).filter(([x, y]) => x <= box.r + 1 && y >= box.t && y <= box.b);
      if (!shown.length) continue;
      const [x, y] = shown[Math.floor((shown.length - 1) * (line.at ?? 1))];
      let at = Math.max(box.t + 12, y - 6);
      while (taken.some((other) => Math.abs(other - at) < 14)) at += 14;
      taken.push(at);
      c.fillStyle = colour(line.look === "guide" ? "--ink" : D.colours[line.look]);
      c.fillText(line.label, Math.max(x - 4, box.l + c.measureText(line.label).width + 4), at);
    }
  }

  function ring(c, x, y, paper) {
    c.setLineDash([]);
    c.beginPath();
    c.arc(x, y, 2.4, 0, 2 * Math.PI);
    c.fillStyle = paper;
    c.fill();
    c.stroke();
  }

  // -- the page ------------------------------------------------------------------------------

  function table(node, { head, rows }) {
    const row = (cells, tag) => {
      const line = document.createElement("tr");
      cells.forEach((cell, i) => {
        const box = document.createElement(i && tag !== "th" ? "td" : "th");
        if (tag === "th") box.scope = "col"; else if (!i) box.scope = "row";
        const [text, value] = Array.isArray(cell) ? cell : [cell];
        box.textContent = text;
        if (value !== undefined) box.dataset.value = String(value);
        line.append(box);
      });
      return line;
    };
    node.replaceChildren();
    if (head) {
      const top = document.createElement("thead");
      top.append(row(head, "th"));
      node.append(top);
    }
    const body = document.createElement("tbody");
    body.append(...rows.map((cells) => row(cells)));
    node.append(body);
  }

  function start(root) {
    const id = root.dataset.explorer;
    const { fields, data } = JSON.parse(root.querySelector("script").textContent);
    const part = (name) => root.querySelector("." + name);
    const inputs = Object.fromEntries(fields.map((field) => [field.name, document.getElementById(id + "-" + field.name)]));
    const outputs = Object.fromEntries(fields.map((field) => [field.name, document.getElementById(id + "-" + field.name + "-out")]));
    let plots = [];

    // Colours of the style sheet as the canvas understands them, light or dark as it is now.
    const probe = document.createElement("span");
    probe.hidden = true;
    root.append(probe);
    const colour = (name) => {
      probe.style.color = "var(" + name + ")";
      return getComputedStyle(probe).color;
    };

    const texts = {};  // of every field, as typed or as the address has it
    const query = new URLSearchParams(location.search);
    for (const field of fields) {
      const asked = query.get(field.name);
      texts[field.name] = asked === null ? String(field.default) : asked;
      const folded = inputs[field.name].closest("details");
      if (folded && asked !== null) folded.open = true;
      try {
        D.value(field, texts[field.name]);
        inputs[field.name].value = texts[field.name];
      } catch (error) { /* shown below; the field keeps its default */ }
    }

    function remember() {
      const now = new URLSearchParams(location.search);
      for (const field of fields) {
        if (texts[field.name] === String(field.default)) now.delete(field.name);
        else now.set(field.name, texts[field.name]);
      }
      const text = now.toString();
      history.replaceState(null, "", (text ? "?" + text : location.pathname) + location.hash);
    }

    function show() {
      let answer;
      try {
        answer = D.ask(id, fields, data, texts);
      } catch (error) {
        if (!(error instanceof D.Refusal)) throw error;
        answer = { says: error.message, rows: [], plots: [], commands: null };
      }
      for (const field of fields) if (outputs[field.name]) outputs[field.name].textContent = texts[field.name];
      part("answer").textContent = answer.says;
      part("notes").replaceChildren(...(answer.notes || []).map((note) => {
        const item = document.createElement("li");
        item.textContent = note;
        return item;
      }));
      part("notes").hidden = !(answer.notes || []).length;
      part("answer").classList.toggle("fault", answer.commands === null);
      table(part("values"), answer.table || { rows: answer.rows });
      part("values").parentNode.hidden = !(answer.table || answer.rows.length);
      if (part("plots")) part("plots").hidden = !answer.plots.length;
      if (answer.commands) part("commands").textContent = answer.commands.join("\n");
      plots = answer.plots;
      paint();
    }

    function paint() {
      root.querySelectorAll("canvas").forEach((canvas, i) => { if (plots[i]) draw(canvas, plots[i], colour); });
    }

    let waiting = 0;
    const later = (task) => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(task); };
    for (const field of fields) {
      const input = inputs[field.name];
      input.addEventListener("input", () => { texts[field.name] = input.value; show(); });
      input.addEventListener("change", remember);
    }
    part("fields").hidden = false;  // without scripts the fields have no effect and are not shown
    part("fields").addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("resize", () => later(paint));
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => later(paint));
    show();
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-explorer]").forEach(start);
  });
})();
