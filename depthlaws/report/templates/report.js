// Search and filters, permalinks into folded statements, and copying.
(function () {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const statements = [...document.querySelectorAll(".statement")];
  const others = [...document.querySelectorAll(".picture, .places tbody tr, .law")];
  const texts = new Map();
  const textOf = (node) => {
    if (!texts.has(node)) texts.set(node, node.textContent.toLowerCase().replace(/\s+/g, " "));
    return texts.get(node);
  };
  const controls = { find: $("find"), paper: $("by-paper"), verdict: $("by-verdict"),
                     strength: $("by-strength") };

  function wanted(node, words, paper) {
    if (paper && (node.closest("[data-paper]") || node).dataset.paper !== paper) return false;
    const text = words.length ? textOf(node) : "";
    return words.every((word) => text.includes(word));
  }

  function filter() {
    const words = controls.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const paper = controls.paper.value, verdict = controls.verdict.value;
    const strength = controls.strength.value;
    let count = 0;
    for (const node of statements) {
      const tags = node.dataset.tags.split("|");
      const good = wanted(node, words, paper)
        && (!verdict || node.dataset.verdict === verdict || tags.includes(verdict))
        && (!strength || node.dataset.strength === strength);
      node.hidden = !good;
      count += good;
    }
    for (const node of others) {
      node.hidden = !wanted(node, words, paper)
        || (Boolean(verdict || strength) && !node.matches("tr"));
    }
    for (const node of document.querySelectorAll(".part, .laws, main section section[aria-labelledby]")) {
      const inner = node.querySelectorAll(".statement, .picture, .law");
      node.hidden = inner.length > 0 && [...inner].every((one) => one.hidden);
    }
    for (const node of document.querySelectorAll(".chapter")) {
      node.hidden = Boolean(paper) && node.dataset.paper !== paper;
    }
    $("shown").textContent = count + " of " + statements.length + " statements";
  }

  function reveal() {
    const target = location.hash.length > 1 && $(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden || target.closest("[hidden]")) {
      for (const one of Object.values(controls)) one.value = "";
      filter();
    }
    for (let node = target; node; node = node.parentElement) if (node.localName === "details") node.open = true;
    target.scrollIntoView();
    const focus = target.querySelector("summary, .permalink") || target;
    focus.focus({ preventScroll: true });
  }

  async function copy(button) {
    const text = $(button.dataset.copy).textContent, before = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) { // a page opened as a file may have no clipboard of its own
      const range = document.createRange();
      range.selectNodeContents($(button.dataset.copy));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = before; }, 1500);
  }

  Object.values(controls).forEach((one) => one.addEventListener("input", filter));
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-copy]");
    if (button) copy(button);
  });
  $("unfold").addEventListener("click", (event) => {
    const open = event.target.getAttribute("aria-pressed") !== "true";
    event.target.setAttribute("aria-pressed", String(open));
    event.target.textContent = open ? "Fold all" : "Unfold all";
    for (const node of statements) if (node.localName === "details") node.open = open;
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      controls.find.focus();
    }
  });
  window.addEventListener("hashchange", reveal);
  filter();
  reveal();
})();
