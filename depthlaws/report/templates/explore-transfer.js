// A tuned model at another size by the law that fits it: rules, reasons and exceptions are data from
// theory/parametrization. Held to parametrization.transfer in a browser.
(function () {
  "use strict";
  const D = window.depthlaws;
  const HEADINGS = { learning_rate: "rate", weight_decay: "decay", adam_epsilon: "epsilon", init_std: "init std", multiplier: "times" };
  // The first of the preferred laws that fits the model and covers the move, or null.
  function choose(data, state) {
    const looped = Math.max(state.loops, state.to_loops) > 1 ? "looped" : "once";
    const laws = data.optimizers[state.optimizer].choices[state.model][looped];
    return laws.find((name) => data.optimizers[state.optimizer].laws[name].needs_same
      .every((size) => state[size] === state["to_" + size])) || null;
  }

  // New value over old for powers of width, depth and loops.
  function factor(powers, state) {
    return ["width", "layers", "loops"].reduce((value, size, i) => value * Math.pow(state["to_" + size] / state[size], -powers[i]), 1);
  }

  // Rate there over rate here, of laws whose rate is exact and no power.
  function exactRatio(law, data, state) {
    if (!law.exact) return 1;
    const row = data.rows[law.exact], wide = row.law !== "units";  // energies of signs are over width^2
    const log = (layers, width, head) => (wide ? D.updates.logMean(row, layers, Infinity) + 2 * Math.log(width)
                                               : D.updates.logMean(row, layers, width, state.outputs, head));
    const rate = (layers, width, head) => Math.exp(-log(layers, width, head) / 2);
    const { multiplier, init_std } = law.rules.readout;
    const powers = [multiplier, init_std].map((rule) => (rule ? factor(rule.powers, state) : 1));
    const head = Math.pow(powers[0] * powers[1], 2) * (state.to_width / state.width);
    return rate(state.to_layers * state.to_loops, state.to_width, head) / rate(state.layers * state.loops, state.width, 1);
  }

  // Settings by group: {group: {quantity: {value, factor, known}}}.
  function settings(law, data, state) {
    const optimizer = data.optimizers[state.optimizer], ratio = exactRatio(law, data, state), out = {};
    for (const group of data.groups) {
      out[group] = {};
      for (const quantity of data.quantities) {
        const rule = law.rules[group][quantity];
        let change = rule ? factor(rule.powers, state) : 1;
        if (rule && quantity === "learning_rate") change *= ratio;
        const own = quantity === "learning_rate" && optimizer.muon_groups.includes(group) && state.muon_rate;
        let value = (own || state[quantity]) * change;
        if (quantity === "weight_decay" && data.vectors.includes(group) && state.decay_vectors === "false") value = 0;
        out[group][quantity] = { value, factor: change, known: rule ? rule.known : "silent" };
      }
    }
    return out;
  }

  // The sizes always, other options where they are not the usual ones of the command and are read.
  function command(state, data, law) {
    const [optimizer, scale] = state.optimizer.split(":"), parts = ["transfer"];
    const unread = [...(law ? law.unread : data.sometimes_read), ...(state.weight_decay ? [] : ["decay_vectors"])];
    const given = { ...state, optimizer, muon_scale: scale || data.usual.muon_scale, muon_rate: scale ? state.muon_rate : 0 };
    for (const [name, value] of Object.entries(given)) {
      const size = name.replace("to_", ""), wanted = ["learning_rate", "layers", "model", "optimizer"].includes(name);
      const same = name === size ? value === data.usual[name] : value === state[size];
      if (wanted || (!same && !unread.includes(name))) parts.push("--" + name.replaceAll("_", "-"), value);
    }
    return D.command(...parts);
  }

  D.answers.transfer = function (state, data) {
    const optimizer = data.optimizers[state.optimizer], name = choose(data, state);
    const commands = [command(state, data, optimizer.laws[name])];
    const grown = ["loops", "layers", "width"].find((size) => state["to_" + size] !== state[size]) ?? "layers";
    if (name === null) return { says: optimizer.without[state.model][grown], rows: [], plots: [], commands, law: null };
    const law = optimizer.laws[name], moved = settings(law, data, state);
    const shown = data.quantities.filter((quantity) => data.groups.some((group) => optimizer.owns[group].includes(quantity)));
    const cell = (group, quantity) => {
      if (!optimizer.owns[group].includes(quantity)) return "";
      const { value, known } = moved[group][quantity];
      return [D.digits(value, 4) + (value ? data.marks[known] : ""), value];
    };
    const sizes = ["loops", "layers", "width"].filter((size) => state[size] !== state["to_" + size])
      .map((size) => size + " " + state[size] + " to " + state["to_" + size]).join(", ") || "at the same size";
    const caution = name === "looped" && state.loops === 1 && state.to_loops > 1 ? data.caution : "";
    const alone = (group) => {  // decay that no rate multiplies
      const { value, known } = moved[group].weight_decay;
      return known === "silent" ? value : value * moved[group].learning_rate.factor;
    };
    const decayed = data.groups.filter((group) => moved[group].weight_decay.value);
    const apart = decayed.filter((group) => alone(group) !== moved[group].weight_decay.value)
      .map((group) => group + " " + D.digits(alone(group), 4));
    const decay = decayed.length ? ["Weight decay " + optimizer.decay + (apart.length
      ? "; if your trainer does not multiply it, W <- (1 - decay) W: " + apart.join(", ") : "") + "."] : [];
    return {
      says: "Use " + name + " for a " + data.models[state.model] + " under " + optimizer.says + ", " + sizes + ". " + law.says,
      notes: [law.why + caution, "It assumes " + law.assumes + ".", ...decay, "Not covered: " + data.left_out[state.model].replace("{}", law.depth_in_weights)],
      table: {
        head: ["group", ...shown.map((quantity) => HEADINGS[quantity])],
        rows: data.groups.map((group) => [group, ...shown.map((quantity) => cell(group, quantity))]),
      },
      rows: [], plots: [], commands, law: name, settings: moved,
    };
  };
})();
