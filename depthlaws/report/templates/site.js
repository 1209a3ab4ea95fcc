// Search over all pages, filters of one page, addresses of the former report, and copying.
// tests/report/test_site.py runs it in a browser.
(function () {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const asked = new URLSearchParams(location.search);
  const index = window.depthlawsIndex;
  const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

  // Writes one name of the address, or removes it; nothing is loaded.
  function remember(name, value) {
    const now = new URLSearchParams(location.search);
    if (value) now.set(name, value); else now.delete(name);
    const query = now.toString();
    history.replaceState(null, "", (query ? "?" + query : location.pathname) + location.hash);
  }

  // Number of letters to insert, remove or replace.
  function distance(a, b) {
    let row = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] !== b[j - 1])));
      }
      row = next;
    }
    return row[b.length];
  }

  function show(entries) {
    $("results").replaceChildren(...entries.map(([name, address, says]) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = address;
      link.textContent = name;
      item.append(link, " " + says);
      return item;
    }));
  }

  function search() {
    const words = wordsOf($("find").value);
    remember("find", $("find").value);
    if (!words.length) { show([]); $("shown").textContent = ""; return; }
    const hits = index.entries.filter((entry) => words.every((word) => entry[3].includes(word)));
    hits.sort((a, b) => b[0].toLowerCase().startsWith(words[0]) - a[0].toLowerCase().startsWith(words[0]));
    show(hits.slice(0, 30));
    $("shown").textContent = hits.length > 30 ? "30 of " + hits.length + " hits" : hits.length + " hits";
  }

  function nearest(name) {
    const low = name.toLowerCase();
    const ranked = index.entries.map((entry) => [distance(low, entry[0].toLowerCase()), entry]);
    ranked.sort((a, b) => a[0] - b[0]);
    $("missing").hidden = false;
    $("missing").textContent = "There is no page “" + name + "”. The nearest are:";
    show(ranked.slice(0, 5).map((pair) => pair[1]));
  }

  // Old bookmarks name a place of the former single page: index.html#CHAIN-E13.
  function forward() {
    const name = decodeURIComponent(location.hash.slice(1));
    if (!name || $(name) || !index) return;
    const known = index.entries.find((entry) => entry[0] === name.replace(/^(figure|formula)-/, ""));
    const address = index.moved[name] || (known && known[1]);
    location.replace(address || "find.html?missing=" + encodeURIComponent(name));
  }

  if (index && $("missing")) {
    const last = decodeURIComponent(location.pathname.split("/").pop()).replace(/\.html$/, "");
    const lost = asked.get("missing") || (["find", "404", ""].includes(last) ? "" : last);
    if (lost) nearest(lost);
  } else if (index) {
    forward();
    window.addEventListener("hashchange", forward);
  }
  if (index) {
    $("find").addEventListener("input", search);
    if (asked.get("find")) { $("find").value = asked.get("find"); search(); }
  }

  // A long formula that scrolls in a narrow window can be reached by the keyboard.
  const reach = () => {
    for (const node of document.querySelectorAll(".says")) if (node.scrollWidth > node.clientWidth + 1) node.tabIndex = 0;
  };
  if (window.matchMedia("(max-width: 40rem)").matches) setTimeout(reach, 200);

  const rows = [...document.querySelectorAll(".rows .statement")];
  if ($("filters")) {
    const controls = { find: $("find"), verdict: $("by-verdict"), strength: $("by-strength") };
    const texts = new Map();
    const textOf = (node) => {
      if (!texts.has(node)) {
        texts.set(node, (node.textContent + " " + node.dataset.words).toLowerCase().replace(/\s+/g, " "));
      }
      return texts.get(node);
    };
    const filter = () => {
      const words = wordsOf(controls.find.value), verdict = controls.verdict.value;
      const strength = controls.strength.value;
      let count = 0;
      for (const node of rows) {
        const good = (!verdict || node.dataset.verdict === verdict
                      || node.dataset.tags.split("|").includes(verdict))
          && (!strength || node.dataset.strength === strength)
          && words.every((word) => textOf(node).includes(word));
        node.hidden = !good;
        count += good;
      }
      for (const part of document.querySelectorAll(".part")) {
        part.hidden = !part.querySelector(".statement:not([hidden])");
      }
      $("shown").textContent = count + " of " + rows.length + " statements";
    };
    for (const [name, control] of Object.entries(controls)) {
      if (asked.get(name)) control.value = asked.get(name);
      control.addEventListener("input", () => { remember(name, control.value); filter(); });
    }
    filter();
  }
  for (const form of document.querySelectorAll("form")) {
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const source = $(button.dataset.copy), before = button.textContent;
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch (error) { // a page opened as a file may have no clipboard of its own
      const range = document.createRange();
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = before; }, 1500);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && $("find") && !event.target.closest("input, select, textarea")
        && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      $("find").focus();
    }
  });
})();
