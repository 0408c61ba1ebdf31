// The table for a phone: the screen as it is, the buttons, and the scoreboard below.

import { me, offMe, onMe, pick, sendPhoto, toast, type } from "./act.js";
import { makeBlock, row } from "./blocks.js";
import { h, sync } from "./dom.js";
import { icon } from "./icons.js";
import { isConnected, onLive } from "./live.js";
import { pad } from "./pad.js";
import { showPairing } from "./pair.js";
import { t } from "./words.js";

const READING = new Set(["waiting", "hand", "reading", "stuck"]);

const refused = () => {
  if (me.paired) return false;
  showPairing();
  return true;
};

export function mood(live) {
  return h("p", { class: `mood mood-${live.mood}` }, icon(live.mood),
    h("span", {}, live.moodText));
}

// Where dice do not add up, all of the picture is looked at.
export const isSearched = (live) => live.mood === "stuck";

export function screenOf(live) {
  return {
    run: live.run,
    canPick: true,
    pick: (id) => {
      if (!refused()) pick(id, live);
    },
  };
}

function photoKey() {
  const input = h("input", { type: "file", accept: "image/*", capture: "environment",
    class: "sr", id: "photo", "aria-label": t("photo") });
  const key = h("label", { class: "photo-key", for: "photo" }, icon("camera"),
    h("span", {}, t("photo")));
  input.addEventListener("click", (event) => {
    if (refused()) event.preventDefault();
  });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    toast(t("photo_sending"));
    const answer = await sendPhoto(file);
    toast(answer.ok ? t("photo_sent") : answer.text);
    input.value = "";
  });
  return h("div", { class: "photo" }, input, key);
}

function textForm() {
  const input = h("input", { id: "typed", maxlength: 80, autocomplete: "off" });
  const form = h("form", { class: "typed" },
    h("label", { for: "typed", class: "sr" }, t("text_label")), input,
    h("button", { type: "submit", class: "strong" }, t("send")));
  input.placeholder = t("text_label");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (refused() || !input.value.trim()) return;
    if ((await type(input.value.trim())).ok) input.value = "";
  });
  return form;
}

// A screen replaces what had the focus: the same key of the new one gets it.
function focusIn(page) {
  const before = document.activeElement;
  const data = page.contains(before) ? Object.entries(before.dataset) : [];
  return () => {
    if (!data.length || before.isConnected) return;
    const same = data.map(([name, value]) => `[data-${name}="${CSS.escape(value)}"]`);
    page.querySelector(same.join(""))?.focus();
  };
}

const invitation = () =>
  h("div", { class: "invitation" },
    h("p", {}, t("look_only")),
    h("button", { type: "button", class: "strong", id: "pair-open",
      onclick: () => showPairing() }, t("pair")));

export function table(main) {
  const head = h("div", { class: "screen-head" });
  const blocks = h("div", { class: "blocks" });
  const typed = h("div", {});
  const pads = h("div", { class: "pads" });
  const look = h("div", { class: "look" });
  const scores = h("ul", { class: "players" });
  const board = h("section", { class: "board" }, h("h2", {}, t("scoreboard")), scores);
  const trouble = h("p", { class: "trouble", role: "alert" });
  const screen = h("section", { class: "screen", "aria-live": "polite" }, head, blocks, typed);
  const hand = h("section", { class: "hand" }, look, pads);
  const page = h("div", { class: "table" }, trouble, screen, hand, board);
  main.replaceChildren(page);
  let shown = null;

  function draw(live) {
    if (!live) return;
    const back = focusIn(page);
    show(live);
    back();
  }

  function show(live) {
    shown = live;
    page.classList.toggle("stale", !isConnected);
    if (live.serial === null) {
      head.replaceChildren(h("h1", {}, t("waiting")));
      return;
    }
    trouble.textContent = live.trouble;
    trouble.hidden = !live.trouble;
    sync(head, [{ title: live.title, mood: live.mood, moodText: live.moodText }], (one) =>
      h("div", { class: "head" }, mood(one), h("h1", {}, one.title)));
    page.dataset.name = live.name;
    const of = {
      ...screenOf(live),
      pick: (id) => screenOf(shown).pick(id),
      isWhole: () => isSearched(shown),
    };
    sync(blocks, live.blocks, (block) => makeBlock(block, of));
    sync(typed, live.takesText ? [{ takesText: true }] : [], textForm);
    sync(pads, [live.buttons], (buttons) => pad(buttons, refused));
    const isListed = live.blocks.some((block) => block.kind === "players");
    board.hidden = isListed || live.rows.length === 0;
    sync(scores, live.rows, row);
    drawLook();
  }

  // A photo is offered where dice are to be read.
  function drawLook() {
    const kind = !me.paired ? "pair" : shown?.takesPhoto && READING.has(shown.mood) ? "photo" : "";
    sync(look, kind ? [kind] : [], (one) => (one === "photo" ? photoKey() : invitation()));
  }
  onMe(drawLook);
  drawLook();
  const offLive = onLive(draw);
  return () => {
    offLive();
    offMe(drawLook);
  };
}
