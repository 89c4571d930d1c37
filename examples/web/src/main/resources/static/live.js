// One stream of server-sent events for each page. An event names a part of the page and its latest
// version; htmx fetches the part again where the page has an older one. (htmx's own extension opens
// another stream each time the body is swapped, and browsers allow six.)
//
// htmx drops an event of an element that it is about to replace, or has inserted and does not listen
// to yet. So a version counts once the request for it is sent, and all parts are compared with the
// latest versions whenever htmx has inserted something and listens to it.
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

function partOf(element) {
  return parts.find((part) => element.getAttribute("hx-trigger") === `live:${part}`);
}

// For an element whose content alone is replaced, and for events during the request.
document.addEventListener("htmx:beforeSend", (event) => {
  const part = partOf(event.detail.elt);
  if (part in latest) {
    event.detail.elt.dataset.version = latest[part];
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful && partOf(event.detail.elt)) {
    event.detail.elt.dataset.version = -1;
  }
});

// After a restart the server counts from the beginning, so everything is fetched again.
let opened = false;
stream.addEventListener("open", () => {
  for (const part of opened ? parts : []) {
    delete latest[part];
    for (const element of document.querySelectorAll(`[hx-trigger="live:${part}"]`)) {
      element.dataset.version = -1;
    }
  }
  opened = true;
});

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

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target === document.body) {
    // A form has led to another page without a reload: screen readers start at its top.
    document.getElementById("main").focus();
  }
  parts.forEach(refresh);
});
