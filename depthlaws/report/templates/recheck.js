// Recheck the certificate of a claim by Python in this page. Also loaded by a test in Node.
(() => {
  "use strict";
  const PROGRAM = `
import json, sys
from pathlib import Path
sys.path.insert(0, "/recheck")
from recheck.judge import rows
Path("/certificate.json").write_text(certificate, encoding="utf-8")
result = rows("/certificate.json")
json.dumps({
    "held": sum(good for _, good in result), "all": len(result),
    "refused": [str(label) for label, good in result if not good],
    "python": sys.version.split()[0],
})
`;

  // Return {held, all, refused, python} of a certificate's text; `unpack` once for each Python.
  const unpack = (python, archive) => python.unpackArchive(new Uint8Array(archive), "zip", { extractDir: "/recheck" });
  const recheck = (python, certificate) => {
    const names = python.toPy({ certificate });
    try {
      return JSON.parse(python.runPython(PROGRAM, { globals: names }));
    } finally {
      names.destroy();
    }
  };

  if (typeof module !== "undefined") {
    module.exports = { unpack, recheck };
    return;
  }

  const version = document.currentScript.dataset.pyodide;
  const ADVICE =
    `Python is not beside this report. Run "npm pack pyodide@${version}", unpack it, ` +
    'and put its folder "package" beside this page under the name "pyodide".';
  const SERVE =
    "A browser loads no Python from a file. Run \"python3 -m http.server\" in the folder of this page " +
    "and open it under http://localhost:8000/.";

  const script = (address) =>
    new Promise((loaded, failed) => {
      const element = document.createElement("script");
      element.src = address;
      element.onload = loaded;
      element.onerror = () => failed(new Error(ADVICE));
      document.head.append(element);
    });
  const fetched = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
    return answer;
  };

  let started = null;
  const start = async () => {
    if (location.protocol === "file:") throw new Error(SERVE);
    await script("pyodide/pyodide.js");
    const python = await window.loadPyodide({ indexURL: new URL("pyodide/", location.href).href });
    unpack(python, await (await fetched("recheck.zip")).arrayBuffer());
    return python;
  };

  for (const button of document.querySelectorAll("button[data-certificate]")) {
    const output = button.parentElement.querySelector("output");
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      output.textContent = "Python starts ...";
      try {
        started ??= start();
        const python = await started;
        const text = await (await fetched(button.dataset.certificate)).text();
        const found = recheck(python, text);
        const refused = found.refused.map((label) => `; refused: ${label}`).join("");
        output.textContent =
          `${found.held} of ${found.all} statements hold, by Python ${found.python} in this page${refused}`;
      } catch (error) {
        started = null;
        output.textContent = error.message;
      } finally {
        button.disabled = false;
      }
    });
  }
})();
