// Opens one stream of server-sent events for each page. An event contains a part of the page and its
// latest version; if the page shows an older version, htmx fetches the part again. (The SSE extension
// of htmx opens another stream each time the body is swapped, and browsers allow six.)
//
// htmx drops events of an element that it is about to replace, and of a new element that it doesn't
// listen to yet. Therefore, a version counts as shown once its request is sent, and all parts are
// compared with the latest versions after htmx has inserted something and listens to it.
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

// Needed if only the content of the element is replaced, and for events during the request.
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

// A restarted server counts from zero again, so all parts are fetched again.
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

document.addEventListener("input", (event) => {
  const count = document.getElementById(`${event.target.id}-count`);
  if (count) {
    count.textContent = event.target.value.length.toLocaleString("en");
  }
});

window.addEventListener("pagehide", () => stream.close());

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target === document.body) {
    // A form led to another page without a reload. Screen readers should start at its top.
    document.getElementById("main").focus();
  }
  parts.forEach(refresh);
});
