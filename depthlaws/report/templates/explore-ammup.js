// Largest learning rate of the first step over the depth, by architecture.
(function () {
  "use strict";
  const D = window.depthlaws;
  const DEPTHS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];

  D.answers.ammup = function (state, data) {
    const row = data.rows.find((one) => one.id === state.network), { L, to } = state;
    const width = state.width === 0 ? Infinity : state.width;
    if (width !== Infinity && row.law !== "units") {
      throw new D.Refusal("width must be 0, infinite, for a " + row.says + ": no exact law at a finite width, got " + width + ".");
    }
    const log = (depth) => D.updates.logMean(row, depth, width, state.outputs);
    const slope = (depth) => (log(depth) - log(2 * depth)) / (2 * Math.log(2));
    const here = slope(L), ratio = Math.exp((log(L) - log(to)) / 2), power = D.formulas["power-transfer"](to, L);
    const curve = DEPTHS.map((depth) => [depth, slope(depth)]);
    const all = [...curve.map((pair) => pair[1]), here, -1.5];
    const low = Math.min(...all) - 0.1, high = Math.max(...all) + 0.1;
    const option = ([name, value]) => ["--" + name, value];
    const asked = [...row.options, ...(width === Infinity ? [] : [["width", width], ["outputs", state.outputs]])].flatMap(option);
    const from = width === Infinity ? "at infinite width" : "at width " + width;
    return {
      says: "A " + row.says + " " + from + ": between " + L + " and " + 2 * L + " layers the largest rate goes as depth to the power "
        + D.digits(here, 4) + ". From " + L + " to " + to + " layers multiply the rate by " + D.digits(ratio, 4)
        + "; depth^(-3/2) says " + D.digits(power, 4) + ".",
      rows: [
        ["exponent between L and 2 L", [D.digits(here), here]],
        ["rate at the new depth over that at L, exact", [D.digits(ratio), ratio]],
        ["the same by depth^(-3/2)", [D.digits(power), power]],
        ["exact over depth^(-3/2)", [D.digits(ratio / power), ratio / power]],
      ],
      plots: [{
        x: { range: [1, 256], label: "depth L", log: true }, y: { range: [low, high], label: "exponent between L and 2 L" },
        lines: [
          { points: [[1, -1.5], [256, -1.5]], look: "guide", dash: [4, 3], label: "-3/2" },
          { points: curve, look: "theory", label: "exact" },
          { points: [[L, low], [L, high]], look: "cursor", dash: [6, 3] },
        ],
      }],
      commands: [
        D.command("whatif", "updates.local_slope", ...asked, "--L", L),
        D.command("whatif", "updates.transfer_update_rate", "--rate", 1, ...asked, "--L", L, "--to", to),
      ],
    };
  };
})();
