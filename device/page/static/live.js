// The moment at the table, pushed by the server. A lost connection is tried again for
// ever: by the browser while it can, else here.

import { chosen } from "./words.js";

const SILENT_MS = 14000; // the server sends a beat every five seconds
const AGAIN_MS = 1500;

const listeners = new Set();
let source = null;
let heard = 0;
let timer = 0;
export let moment = null;
export let isConnected = false;

export function onLive(listener) {
  listeners.add(listener);
  if (moment) listener(moment);
  return () => listeners.delete(listener);
}

const tellAll = () => listeners.forEach((listener) => listener(moment));

function setConnected(value) {
  if (value === isConnected) return;
  isConnected = value;
  document.documentElement.dataset.connected = value;
  tellAll();
}

function hear() {
  heard = performance.now();
  setConnected(true);
}

export function connect() {
  source?.close();
  clearTimeout(timer);
  const language = chosen();
  source = new EventSource(`/api/live${language ? `?lang=${language}` : ""}`);
  source.onopen = hear;
  source.addEventListener("beat", hear);
  source.onmessage = (event) => {
    moment = JSON.parse(event.data);
    heard = performance.now();
    isConnected = true;
    document.documentElement.dataset.connected = true;
    document.documentElement.dataset.serial = moment.serial;
    tellAll();
  };
  source.onerror = () => {
    setConnected(false);
    if (source.readyState === EventSource.CLOSED) {
      clearTimeout(timer);
      timer = setTimeout(connect, AGAIN_MS);
    }
  };
}

function look() {
  if (document.visibilityState === "visible" && performance.now() - heard > SILENT_MS) {
    setConnected(false);
    connect();
    heard = performance.now();
  }
}

document.addEventListener("visibilitychange", look);
setInterval(look, 3000);
