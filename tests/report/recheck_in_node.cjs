// Run Pyodide in Node: node recheck_in_node.cjs PYODIDE RECHECK_JS RECHECK_ZIP SOURCES_ZIP FLINT_WHEEL < certificates.json
// Prints one JSON object; without a wheel ("") no balls are asked for.
const fs = require("fs");
const [folder, script, archive, sources, wheel] = process.argv.slice(2);
const { loadPyodide } = require(folder);
const { unpack, recheck } = require(script);

const VALUES = `
import json, sys
sys.path[:0] = ["/sources", "/recheck"]
from depthlaws.theory.symbolic import exact_values
import mpmath
found = {"mp": {}, "ball": {}}
for name, point in json.loads(points).items():
    found["mp"][name] = mpmath.nstr(exact_values.mp(name, **point), 28)
    if balls:
        found["ball"][name] = exact_values.ball(name, **point).str(25)
try:
    exact_values.mp("chain-sharpness", L=-1, mu_yx=2, mu_xx=1)
except ValueError as error:
    found["refused"] = str(error)
found["loaded"] = [name for name in ("numpy", "scipy", "sympy") if name in sys.modules]
json.dumps(found)
`;

(async () => {
  const { certificates, points } = JSON.parse(fs.readFileSync(0, "utf8"));
  const python = await loadPyodide();
  unpack(python, fs.readFileSync(archive));
  const judged = certificates.map((text) => recheck(python, text));
  python.unpackArchive(new Uint8Array(fs.readFileSync(sources)), "zip", { extractDir: "/sources" });
  if (wheel) await python.loadPackage(wheel, { messageCallback: () => {} });
  const names = python.toPy({ points: JSON.stringify(points), balls: Boolean(wheel) });
  const values = JSON.parse(python.runPython(VALUES, { globals: names }));
  console.log(JSON.stringify({ judged, values }));
})().catch((error) => {
  console.error(String(error.stack || error).slice(-2000));
  process.exit(1);
});
