"use strict";
// The server makes the page; this fetches it again when something has changed, and turns its pages.
const PAGE_S = 15;
let busy = false;
let again = false;

function fetchPage() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  const address = new URL(location.href);
  address.searchParams.set("page", Math.floor(Date.now() / 1000 / PAGE_S));
  const request = new XMLHttpRequest();
  request.open("GET", address);
  request.responseType = "document";
  request.timeout = 10000;
  request.onload = () => {
    if (request.status === 200 && request.response) {
      document.body.replaceWith(document.adoptNode(request.response.body));
    }
  };
  request.onloadend = () => {
    busy = false;
    if (again) {
      again = false;
      fetchPage();
    }
  };
  request.send();
}

const events = new EventSource("events");
events.addEventListener("changed", fetchPage);
setInterval(fetchPage, PAGE_S * 1000);
