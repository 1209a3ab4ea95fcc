// Search over the whole site, words explained, filters of one page, former addresses, and copying.
// tests/report/test_site.py and test_search.py run it in a browser.
(function () {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const asked = new URLSearchParams(location.search);
  const root = document.documentElement.dataset.root || "";
  const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  let index = null;

  // Loads the index of the site on first use; a script works from a file address too.
  function withIndex(then) {
    if (index) { then(); return; }
    load("index.js", () => { index = index || prepared(window.depthlawsIndex); then(); });
  }

  function load(name, then) {
    const script = document.createElement("script");
    script.src = root + name;
    script.onload = then;
    document.head.append(script);
  }

  function prepared(read) {
    for (const entry of read.entries) {
      entry.head = " " + plain(entry.title);
      const text = entry.text + " " + (entry.more || "");
      const joined = (text.match(/\p{L}+-\p{L}+/gu) || []).map((word) => word.replace("-", ""));
      entry.body = " " + plain(text + " " + joined.join(" "));  // warm-up, warmup
    }
    return read;
  }

  // Writes one name of the address, or removes it; nothing is loaded.
  function remember(name, value) {
    const now = new URLSearchParams(location.search);
    if (value) now.set(name, value); else now.delete(name);
    const query = now.toString();
    history.replaceState(null, "", (query ? "?" + query : location.pathname) + location.hash);
  }

  // -- search --------------------------------------------------------------------------------------

  const SMALL = new Set(("a an and are as at be can do does for from has have how i if in is it its many much my of on or our "
    + "should than that the them this to use used was we what when where which who why will with you your").split(" "));
  const KIND = { question: 2.2, explorer: 1.7, command: 1.5, page: 1.4, section: 1.1, errata: 1.1, word: 1.1 };
  const stem = (word) => word.length > 4 ? word.replace(/(ings?|ed|es|e|s)$/, "") : word.length > 3 ? word.replace(/s$/, "") : word;

  // Entries that have most of what is asked, by how rare their words are; the best come first.
  function hitsOf(query) {
    const typed = plain(query).split(" ").filter(Boolean);
    const telling = typed.filter((word) => !SMALL.has(word));
    const stems = [...new Set((telling.length ? telling : typed).map(stem))];
    if (!stems.length) return [];
    const has = (text, word) => text.includes(" " + word);
    const all = index.entries, whole = " " + typed.join(" ");
    const rare = stems.map((word) => Math.log(1 + all.length / (1 + all.filter((e) => has(e.head, word) || has(e.body, word)).length)));
    const total = rare.reduce((sum, one) => sum + one, 0);
    const scored = [];
    for (const entry of all) {
      let found = 0, weight = 0;
      stems.forEach((word, i) => {
        const above = has(entry.head, word), below = has(entry.body, word);
        if (!above && !below) return;
        found += rare[i];
        weight += rare[i] * ((above ? 3 : 0) + (below ? 1 : 0) / (1 + entry.body.length / 6000));
      });
      if (found < 0.65 * total) continue;
      if (entry.head === whole) weight += 20 * total;
      else if (entry.head.startsWith(whole)) weight += 3 * total;
      else if (stems.length > 1 && (entry.head.includes(whole) || entry.body.includes(whole))) weight += 1.5 * total;
      scored.push([weight * (found / total) ** 3 * (KIND[entry.kind] || 1), entry]);
    }
    scored.sort((a, b) => b[0] - a[0]);
    return scored.map((pair) => [pair[1], stems]);
  }

  // The words around the first place where a stem stands, as nodes; the stems are marked.
  function excerpt(text, stems) {
    const low = text.toLowerCase();
    const places = stems.map((word) => low.search(new RegExp("(?<![\\p{L}\\p{N}])" + word, "u"))).filter((i) => i >= 0);
    let start = places.length ? Math.max(0, Math.min(...places) - 60) : 0;
    if (start) start = text.indexOf(" ", start) + 1;
    const shown = text.slice(start, start + 190);
    const marks = new RegExp("(?<![\\p{L}\\p{N}])((?:" + stems.join("|") + ")[\\p{L}\\p{N}]*)", "giu");
    const parts = (start ? "… " : "").concat(shown, start + 190 < text.length ? " …" : "").split(marks);
    return parts.map((part, i) => {
      if (i % 2 === 0) return part;
      const mark = document.createElement("mark");
      mark.textContent = part;
      return mark;
    });
  }

  function show(hits) {
    $("results").replaceChildren(...hits.map(([entry, stems]) => {
      const item = document.createElement("li"), link = document.createElement("a");
      const kind = document.createElement("small"), words = document.createElement("span");
      link.href = root + entry.address;
      link.textContent = entry.title;
      kind.textContent = " " + entry.kind + (entry.of ? " · " + entry.of : "");
      words.append(...excerpt(entry.text, stems));
      item.append(link, kind, words);
      return item;
    }));
  }

  function search() {
    const query = $("find").value, own = $("page-hits");
    if (own) remember("find", query);
    if (!query.trim()) { $("hits").hidden = !own; show([]); $("found").textContent = ""; return; }
    withIndex(() => {
      if ($("find").value !== query) return;  // typed on
      const hits = hitsOf(query), most = own ? 40 : 12;
      show(hits.slice(0, most));
      $("found").textContent = hits.length > most ? most + " of " + hits.length + " hits" : hits.length + (hits.length === 1 ? " hit" : " hits");
      $("hits").hidden = false;
    });
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

  function nearest(name) {
    const low = name.toLowerCase();
    const ranked = index.entries.filter((entry) => !/\s/.test(entry.title))
      .map((entry) => [distance(low, entry.title.toLowerCase()), entry]);
    ranked.sort((a, b) => a[0] - b[0]);
    $("missing").hidden = false;
    $("missing").textContent = "There is no page “" + name + "”. The nearest are:";
    show(ranked.slice(0, 5).map((pair) => [pair[1], []]));
  }

  // Old bookmarks name a place of the former single page: index.html#CHAIN-E13.
  function forward() {
    const name = decodeURIComponent(location.hash.slice(1));
    if (!name || $(name) || !$("landing")) return;
    withIndex(() => {
      const known = index.entries.find((entry) => entry.title === name.replace(/^(figure|formula)-/, ""));
      const address = index.moved[name] || (known && known.address);
      location.replace(address || "find.html?missing=" + encodeURIComponent(name));
    });
  }

  if ($("page-hits")) {
    $("page-hits").append($("hits"));
    $("hits").hidden = false;
    const last = decodeURIComponent(location.pathname.split("/").pop()).replace(/\.html$/, "");
    const lost = asked.get("missing") || (["find", "404", ""].includes(last) ? "" : last);
    if (lost) withIndex(() => nearest(lost));
  }
  forward();
  window.addEventListener("hashchange", forward);
  if ($("find")) {
    $("find").addEventListener("input", search);
    $("find").addEventListener("focus", () => withIndex(() => {}), { once: true });
    if (asked.get("find") && !$("filters")) { $("find").value = asked.get("find"); search(); }
    document.addEventListener("click", (event) => {
      if (!$("page-hits") && !event.target.closest("form.search")) $("hits").hidden = true;
    });
  }

  // -- words explained where they stand --------------------------------------------------------------

  let knowl = null;
  function fold() { if (knowl) { knowl.remove(); knowl = null; } }
  function explain(node, means) {
    fold();
    knowl = document.createElement("div");
    knowl.className = "knowl";
    knowl.setAttribute("role", "note");
    knowl.textContent = means;
    document.body.append(knowl);
    const box = node.getBoundingClientRect(), wide = document.documentElement.clientWidth;
    knowl.style.left = scrollX + Math.max(8, Math.min(box.left, wide - knowl.offsetWidth - 8)) + "px";
    knowl.style.top = scrollY + box.bottom + 6 + "px";
  }
  function explainLetter(node, paper) {
    load("symbols.js", () => {
      const means = window.depthlawsSymbols[paper][node.textContent];
      if (means) explain(node, node.textContent + ": " + means + " (in " + paper + ")"); else fold();
    });
  }
  document.addEventListener("click", (event) => {
    const node = event.target.closest("[data-means]");
    const letter = event.target.closest("mi"), paper = document.documentElement.dataset.explains;
    if (node) { event.preventDefault(); explain(node, node.dataset.means); }
    else if (letter && paper && !event.target.closest("a, summary")) explainLetter(letter, paper);
    else if (!event.target.closest(".knowl")) fold();
  });
  for (const node of document.querySelectorAll("[data-means]")) {  // not one by one in long lists
    if (!node.closest(".rows, table, a, summary, .tally")) { node.tabIndex = 0; node.setAttribute("role", "button"); }
  }

  // -- pages of a paper, copying, keys ---------------------------------------------------------------

  const contents = document.querySelector(".contents");
  if (contents && window.matchMedia("(max-width: 60rem)").matches) contents.open = false;

  // A long formula that scrolls in a narrow window can be reached by the keyboard.
  const reach = () => {
    for (const node of document.querySelectorAll(".says, .manual pre, .manual .math")) if (node.scrollWidth > node.clientWidth + 1) node.tabIndex = 0;
  };
  setTimeout(reach, 200);

  const rows = [...document.querySelectorAll(".rows .statement")];
  if ($("filters")) {
    const controls = { find: $("filter"), verdict: $("by-verdict"), strength: $("by-strength") };
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
  for (const form of document.querySelectorAll("form:not(.search)")) {
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
    if (event.key === "Escape") { fold(); if (!$("page-hits") && $("hits")) $("hits").hidden = true; }
    if ((event.key === "Enter" || event.key === " ") && event.target.matches("[data-means]:not(button)")) {
      event.preventDefault();
      explain(event.target, event.target.dataset.means);
    }
    if (event.key === "/" && $("find") && !event.target.closest("input, select, textarea")
        && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      $("find").focus();
    }
  });
})();
