// One stream of server-sent events for each page. An event names a part of the page that is out of
// date; htmx then fetches that part again. (htmx's own extension opens another stream each time the
// body is swapped, and browsers allow six.)
"use strict";

const stream = new EventSource("/events");
let hiding;

for (const part of ["copies", "cost", "lag", "hosts", "crowd"]) {
  stream.addEventListener(part, () => {
    for (const element of document.querySelectorAll(`[hx-trigger="live:${part}"]`)) {
      htmx.trigger(element, `live:${part}`);
    }
  });
}

stream.addEventListener("status", (event) => {
  const status = document.getElementById("status");
  status.textContent = event.data;
  clearTimeout(hiding);
  hiding = setTimeout(() => (status.textContent = ""), 7000);
});

window.addEventListener("pagehide", () => stream.close());

// A form that leads to another page without a reload: readers of the screen start at its top.
document.addEventListener("htmx:pushedIntoHistory", () => document.getElementById("main").focus());
