"use strict";
// The search. Scripts hold the index: a page that is opened as a file may load nothing else.
var searchIndex = [], typeSearchIndex = [];
function updateSearchIndex() {} // The index of the Javadoc calls it.

(function () {
  const base = document.documentElement.dataset.base;
  const form = document.querySelector("form"), input = form.querySelector("input");
  const panel = form.querySelector("#results"), list = panel.querySelector("ol");
  let loading;

  function load(script) {
    return new Promise(done => {
      const element = document.createElement("script");
      element.src = base + script;
      element.onload = element.onerror = done; // A site without Javadoc has no index of types.
      document.head.append(element);
    });
  }

  function marked(text, words) {
    const pattern = words.map(word => word.replace(/[\\^$.*+?()[\]{}|\/]/g, "\\$&")).join("|");
    return text.split(new RegExp("(" + pattern + ")", "iu")).map((part, i) =>
      i % 2 ? Object.assign(document.createElement("mark"), { textContent: part }) : part);
  }

  function found(words) {
    const hits = [];
    for (const type of typeSearchIndex) {
      const name = (type.l || "").toLowerCase();
      if (type.p && words.every(word => name.includes(word))) {
        const address = "apidocs/" + type.p.replaceAll(".", "/") + "/" + type.l + ".html";
        hits.push({ address, title: type.l, text: "Javadoc: " + type.p, score: name === words[0] ? 60 : 20 - name.length / 9 });
      }
    }
    for (const [address, page, section, text] of searchIndex) {
      const lower = [page, section, text].map(part => part.toLowerCase());
      if (words.every(word => lower.some(part => part.includes(word)))) {
        const score = words.reduce((sum, word) => sum + (lower[1].includes(word) ? 30 : 0)
          + (lower[0].includes(word) ? 15 : 0) + Math.min(20, 3000 * (lower[2].split(word).length - 1) / (text.length + 500)), 0);
        const first = Math.min(...words.map(word => lower[2].indexOf(word)).filter(i => i >= 0), text.length);
        const start = first > 60 && first < text.length ? text.lastIndexOf(" ", first - 40) + 1 : 0;
        hits.push({ address, title: page === section ? page : page + " › " + section,
          text: (start ? "…" : "") + text.slice(start, start + 160) + "…", score });
      }
    }
    return hits.sort((a, b) => b.score - a.score);
  }

  async function search() {
    await (loading ||= Promise.all(["assets/search-index.js", "apidocs/type-search-index.js"].map(load)));
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length ? found(words) : [];
    panel.hidden = !words.length;
    panel.querySelector("p").textContent = hits.length === 1 ? "1 result" : hits.length + " results";
    list.replaceChildren(...hits.slice(0, 20).map(hit => {
      const link = Object.assign(document.createElement("a"), { href: base + hit.address });
      const title = document.createElement("strong");
      title.append(...marked(hit.title, words));
      link.append(title, ...marked(hit.text, words));
      link.onclick = () => { panel.hidden = true; };
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
  }

  const menu = document.querySelector("nav"), current = menu.querySelector("[aria-current]");
  menu.scrollTop = current.offsetTop - menu.clientHeight / 3;
  form.hidden = false;
  input.addEventListener("input", search);
  form.addEventListener("submit", event => { event.preventDefault(); list.querySelector("a")?.click(); });
  form.addEventListener("keydown", event => {
    const stops = [input, ...list.querySelectorAll("a")], step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      stops[stops.indexOf(document.activeElement) + step]?.focus();
    } else if (event.key === "Escape") {
      panel.hidden = true;
      input.focus();
    }
  });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !event.target.closest("input")) {
      event.preventDefault();
      input.focus();
    }
  });
  document.addEventListener("click", event => { panel.hidden ||= !form.contains(event.target); });
})();
