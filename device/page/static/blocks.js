// The blocks of a screen, one function each.

import { h } from "./dom.js";
import { die, sign } from "./dice.js";
import { icon } from "./icons.js";
import { picture } from "./picture.js";
import { t } from "./words.js";

const toned = (tone) => (tone === "plain" || !tone ? "" : icon(tone));

// "(M-6)" stays on one line.
const whole = (text) => text.replace(/\b([A-Z]{1,2})-(\d)/g, "$1\u2011$2");

const note = (block) =>
  h("p", { class: `note ${block.tone}` }, toned(block.tone), h("span", {}, whole(block.text)));

// Long texts are set smaller, so that a verdict of a sentence still fits.
function big(block) {
  const long = block.text.length;
  const size = long > 40 ? "s" : long > 11 ? "m" : long > 5 ? "l" : "xl";
  return h("p", { class: `big ${block.tone} size-${size}` }, toned(block.tone),
    h("span", {}, block.text));
}

export function row(one) {
  const classes = ["row", one.isTurn ? "turn" : "", one.isOut ? "is-out" : ""];
  return h(
    "li",
    { class: classes.join(" "), "aria-current": one.isTurn ? "true" : null },
    h("span", { class: "row-turn", title: one.isTurn ? t("turn_mark") : null },
      one.isTurn ? icon("turn") : ""),
    sign(one.sign),
    h("span", { class: "row-name" }, one.name),
    one.note || one.isOut
      ? h("span", { class: `row-note ${one.tone}` }, toned(one.tone),
        h("span", {}, one.note || t("out")))
      : "",
    h("span", { class: "row-left" }, one.left),
  );
}

const players = (block) => h("ul", { class: "players" }, block.rows.map(row));

const menu = (block, screen) =>
  h(
    "ul",
    { class: "menu" },
    block.items.map((item, i) =>
      h("li", {},
        h("button", { type: "button", class: i === block.at ? "item at" : "item",
          "data-id": item.id, "aria-current": i === block.at ? "true" : null,
          onclick: () => screen.pick(item.id) },
          h("span", { class: "item-text" }, item.text),
          item.note ? h("span", { class: "item-note" }, item.note) : ""),
      ),
    ),
  );

const dice = (block, screen) =>
  h(
    "div",
    { class: "dice" },
    sign(block.sign),
    h("div", { class: "dice-row" },
      block.dice.map((one, i) =>
        die(one, { isAt: i === block.at, onPick: screen.canPick ? screen.pick : null }))),
    block.text
      ? h("span", { class: `dice-text ${block.tone}` }, toned(block.tone),
        h("span", {}, block.text))
      : "",
  );

const ladder = (block) =>
  h(
    "ol",
    { class: "ladder", "aria-label": t("ladder") },
    block.rungs.map((rung) =>
      h("li", { class: rung.isWell ? "rung well" : "rung" },
        icon(rung.isWell ? "good" : "bad"),
        h("span", { class: "rung-rank" }, rung.rank),
        h("span", { class: "rung-signs" }, rung.signs.map(sign)),
        h("span", { class: "sr" }, t(rung.isWell ? "well" : "badly"))),
    ),
  );

function countdown(first) {
  const bar = h("span", { class: "countdown-bar" });
  const left = h("b", {});
  const node = h("div", { class: "countdown", role: "timer", "aria-live": "off" },
    left, h("span", { class: "countdown-track" }, bar));
  node.update = (block) => {
    if (block.kind !== "countdown") return false;
    left.textContent = Math.max(0, Math.ceil(block.left));
    left.setAttribute("aria-label", `${left.textContent} ${t("seconds")}`);
    bar.style.transform = `scaleX(${Math.max(0, block.left / (block.whole || 1))})`;
    return true;
  };
  node.update(first);
  return node;
}

const shot = (block, screen) =>
  block.shot === null
    ? h("div", {})
    : picture(block, `/shot/${screen.run}/${block.shot}.jpg`, {
        onPick: screen.canPick ? screen.pick : null,
        isWhole: screen.isWhole,
      });

const pairing = (block) =>
  h("p", { class: "note ask" }, icon("phone"), h("span", {}, block.text));

const KINDS = { note, big, players, menu, dice, ladder, countdown, pairing, picture: shot };

// `screen` has `run`, `pick(id)`, `canPick`, and `isWhole()` for pictures.
export function makeBlock(block, screen) {
  const make = KINDS[block.kind];
  return make ? make(block, screen) : h("div", {});
}
