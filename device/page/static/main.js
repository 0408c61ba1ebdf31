// The page: which view is open, in which language, and whether the table is there.

import { askMe, me, onMe } from "./act.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { history as historyView } from "./history.js";
import { connect, isConnected, onLive } from "./live.js";
import { pairByLink, showDevices, showPairing } from "./pair.js";
import { rules } from "./rules.js";
import { statistics } from "./statistics.js";
import { table } from "./table.js";
import { tv } from "./tv.js";
import { choose, chosen, language, load, t } from "./words.js";

const VIEWS = [
  { path: "/", word: "view_table", open: table },
  { path: "/tv", word: "view_tv", open: tv },
  { path: "/history", word: "view_history", open: historyView },
  { path: "/rules", word: "view_rules", open: rules },
  { path: "/statistics", word: "view_statistics", open: statistics },
];
const LANGUAGES = ["it", "en"];
const top = document.getElementById("top");
const main = document.getElementById("main");
let close = null;

const viewOf = (path) => VIEWS.find((view) => view.path === path) ?? VIEWS[0];

function open() {
  const view = viewOf(location.pathname);
  close?.();
  document.body.className = `view-${view.word.slice(5)}`;
  document.title = `${t("app")} · ${t(view.word)}`;
  drawTop();
  close = view.open(main) ?? null;
}

function go(event, path) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  window.history.pushState(null, "", path);
  open();
  scrollTo(0, 0);
}

function drawTop() {
  const here = viewOf(location.pathname);
  const phone = h("button", { type: "button", class: "top-phone", "data-paired": me.paired,
    "aria-label": me.paired ? t("paired_as", { name: me.name }) : t("pair"),
    onclick: () => (me.paired ? showDevices() : showPairing()) },
    icon(me.paired ? "phone" : "lock"));
  const other = LANGUAGES.find((code) => code !== language());
  const languages = h("button", { type: "button", class: "top-language", lang: other,
    "aria-label": t("other_language"), onclick: () => change(other) }, other.toUpperCase());
  top.replaceChildren(
    h("span", { class: "top-live", role: "status", id: "connection" },
      h("i", { class: "dot", "aria-hidden": "true" }),
      h("span", { class: "sr" }, t(isConnected ? "live" : "lost"))),
    h("nav", { "aria-label": t("navigation") },
      VIEWS.map((view) =>
        h("a", { href: view.path, "aria-current": view === here ? "page" : null,
          onclick: (event) => go(event, view.path) }, t(view.word)))),
    h("span", { class: "top-right" },
      languages, phone));
  document.getElementById("skip").textContent = t("to_content");
}

async function change(code) {
  await choose(code);
  connect();
  open();
}

let wasConnected = null;

async function follow(live) {
  if (live && !chosen() && live.tableLanguage && live.tableLanguage !== language()) {
    await load(live.tableLanguage);
    open();
  }
  if (wasConnected !== isConnected) {
    if (isConnected) askMe();
    wasConnected = isConnected;
    const status = document.getElementById("connection");
    if (status) status.lastChild.textContent = t(isConnected ? "live" : "lost");
  }
}

async function start() {
  for (;;) {
    try {
      await load(chosen());
      break;
    } catch {
      await new Promise((done) => setTimeout(done, 1500));
    }
  }
  onMe(drawTop);
  window.addEventListener("popstate", open);
  window.addEventListener("hashchange", pairByLink);
  open();
  connect();
  onLive(follow);
  await askMe();
  await pairByLink();
}

start();
