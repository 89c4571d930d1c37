// One stream of server-sent events for each page. An event names a part of the page and its latest
// version; htmx fetches the part again where the page has an older one. (htmx's own extension opens
// another stream each time the body is swapped, and browsers allow six.)
"use strict";

const parts = ["copies", "cost", "lag", "hosts", "crowd"];
const latest = {};
const stream = new EventSource("/events");
let hiding;

function refresh(part) {
  for (const element of document.querySelectorAll(`[hx-trigger="live:${part}"]`)) {
    if (Number(element.dataset.version) < latest[part]) {
      htmx.trigger(element, `live:${part}`);
    }
  }
}

for (const part of parts) {
  stream.addEventListener(part, (event) => {
    latest[part] = Number(event.data);
    refresh(part);
  });
}

stream.addEventListener("status", (event) => {
  const status = document.getElementById("status");
  status.textContent = event.data;
  clearTimeout(hiding);
  hiding = setTimeout(() => (document.getElementById("status").textContent = ""), 7000);
});

window.addEventListener("pagehide", () => stream.close());

// A form has led to another page without a reload: screen readers start at its top, and what has
// changed since the page was rendered is fetched.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target === document.body) {
    document.getElementById("main").focus();
    parts.forEach(refresh);
  }
});
