// The evening again: every game, line by line, with the pictures that were judged.

import { h, s } from "./dom.js";
import { die } from "./dice.js";
import { icon } from "./icons.js";
import { onLive } from "./live.js";
import { drawMark } from "./picture.js";
import { query, t } from "./words.js";

const SMALL_PX = 400; // about as wide as proofs are shown in the list, and enlarged
const LARGE_PX = 800;

async function ask(path) {
  try {
    const answer = await fetch(`${path}?${query()}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const summary = (game) =>
  game.winners.length
    ? t("won_by", { names: game.winners.join(", ") })
    : t("playing", { names: game.players.join(", ") });

// Outlines over a picture that may be kept smaller than it was taken; as the picture
// itself, they fill the frame or fit into it.
function outlines({ size, marks }, widest, hasTags) {
  if (!size || !marks.length) return "";
  const scale = size[0] / Math.min(widest, window.innerWidth);
  // From the top down: a value stands on the upper edge of its die, over the next one.
  const height = (mark) => mark.corners.reduce((sum, at) => sum + at[1], 0);
  const drawn = [...marks].sort((a, b) => height(a) - height(b));
  const node = s("svg", { class: "outlines", viewBox: `0 0 ${size.join(" ")}`,
    preserveAspectRatio: `xMidYMid ${hasTags ? "meet" : "slice"}`, "aria-hidden": "true" },
    drawn.map((mark) => drawMark(mark, scale, false, hasTags)));
  node.style.setProperty("--line", `${2.2 * scale}px`);
  return node;
}

function proof(one) {
  const { address } = one;
  const small = h("img", { src: address, alt: t("proof"), loading: "lazy" });
  const key = h("button", { type: "button", class: "proof", "aria-label": t("proof") },
    small, outlines(one, SMALL_PX, false));
  small.addEventListener("error", () =>
    key.replaceWith(h("p", { class: "picture-gone" }, t("proof_gone"))));
  key.addEventListener("click", () => {
    const dialog = h("dialog", { class: "dialog wide" },
      h("div", { class: "proof-large" }, h("img", { src: address, alt: t("proof") }),
        outlines(one, LARGE_PX, true)),
      h("div", { class: "form-keys" }, h("button", { type: "button", class: "strong",
        onclick: () => dialog.close() }, t("close"))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  });
  return key;
}

function seenDie(one) {
  const node = die(one);
  if (one.read === one.value) return node;
  const text = one.read === null ? t("added") : t("corrected", one);
  return h("span", { class: "corrected" }, node, h("small", {}, text));
}

const seen = (group) =>
  h("div", { class: "dice small" },
    group.name ? h("b", { class: "dice-name" }, group.name) : "",
    h("div", { class: "dice-row" }, group.dice.map(seenDie)));

function entry(one) {
  return h("li", { class: one.isUndone ? "entry undone" : "entry" },
    h("span", { class: "entry-line" }, one.line - 1),
    h("div", { class: "entry-text" },
      one.texts.map((text) => h("p", {}, text)),
      h("p", { class: "entry-facts" },
        one.rules.length ? h("span", {}, one.rules.join(" · ")) : "",
        one.isUndone ? h("span", { class: "chip" }, icon("bad"), t("undone")) : "")),
    one.pictures.map(proof),
    one.seen.length
      ? h("details", { class: "entry-seen" }, h("summary", {}, t("dice_seen")), one.seen.map(seen))
      : "");
}

export function history(main) {
  const list = h("div", { class: "games" });
  main.replaceChildren(h("div", { class: "reading" }, h("h1", {}, t("history_title")), list));
  let open = null;
  let drawn = "";
  let isGone = false;

  async function draw() {
    const told = await ask("/api/history");
    if (isGone || !told) return;
    if (open === null && told.games.length) open = told.games[0].number;
    const whole = open === null ? null : await ask(`/api/history/${open}`);
    const text = JSON.stringify([told, whole]);
    if (isGone || text === drawn) return;
    drawn = text;
    if (!told.games.length) {
      list.replaceChildren(h("p", { class: "empty" }, t("history_none")));
      return;
    }
    list.replaceChildren(...told.games.map((game) => {
      const isOpen = game.number === open;
      return h("section", { class: isOpen ? "game open" : "game" },
        h("h2", {}, h("button", { type: "button", "aria-expanded": isOpen, onclick: () => {
          open = isOpen ? 0 : game.number;
          draw();
        } }, h("span", { class: "game-number" }, `${game.number}`),
          h("span", { class: "game-title" }, game.title),
          h("span", { class: "game-summary" }, summary(game)))),
        isOpen && whole
          ? [whole.isBroken ? h("p", { class: "note bad" }, icon("bad"), t("history_broken")) : "",
            h("ol", { class: "entries" }, whole.entries.map((one) => entry(one)))]
          : "");
    }));
  }
  // A new screen may mean a new line; the rest of the time nothing is asked.
  let serial = null;
  const off = onLive((live) => {
    if (live?.serial !== serial || !drawn) {
      serial = live?.serial;
      draw();
    }
  });
  draw();
  return () => {
    isGone = true;
    off();
  };
}
