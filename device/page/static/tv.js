// The scoreboard for the TV: to be read from the sofa, nothing to press.

import { makeBlock } from "./blocks.js";
import { sign } from "./dice.js";
import { h, sync } from "./dom.js";
import { icon } from "./icons.js";
import { isConnected, onLive } from "./live.js";
import { isSearched, mood } from "./table.js";
import { t } from "./words.js";

const LEAST = 0.45;

// Sets the largest scale at which everything fits its box.
function fit(box, content) {
  let [low, high] = [LEAST, 1.6];
  const fits = (scale) => {
    content.style.setProperty("--scale", scale);
    return content.scrollHeight <= box.clientHeight && content.scrollWidth <= box.clientWidth;
  };
  if (fits(high)) return;  // as it mostly does
  for (let i = 0; i < 7; i++) {
    const half = (low + high) / 2;
    if (fits(half)) low = half;
    else high = half;
  }
  fits(low);
}

function scoreRow(one) {
  const classes = ["tv-row", one.isTurn ? "turn" : "", one.isOut ? "is-out" : ""];
  return h("li", { class: classes.join(" "), "aria-current": one.isTurn ? "true" : null },
    h("span", { class: "row-turn" }, one.isTurn ? icon("turn") : ""),
    sign(one.sign),
    h("span", { class: one.name.length > 9 ? "tv-name long" : "tv-name" }, one.name),
    h("span", { class: `tv-note ${one.tone}` }, one.note || (one.isOut ? t("out") : "")),
    h("span", { class: "tv-left" }, one.left));
}

// A list of players that tells the score again gives its notes to the scoreboard; one
// that tells something else stays where it is.
function withNotes(live) {
  const left = new Map(live.rows.map((one) => [one.name, one.left]));
  const isScore = (block) =>
    block.kind === "players" && block.rows.length === live.rows.length &&
    block.rows.every((one) => left.get(one.name) === one.left);
  const again = live.blocks.find(isScore);
  if (!again) return [live.rows, live.blocks];
  return [again.rows, live.blocks.filter((block) => block !== again)];
}

export function tv(main) {
  const head = h("header", { class: "tv-head" });
  const scores = h("ol", { class: "tv-scores" });
  const content = h("div", { class: "tv-content" });
  const screen = h("section", { class: "tv-screen" }, content);
  const trouble = h("p", { class: "trouble", role: "alert" });
  const page = h("div", { class: "tv" }, head, trouble, h("div", { class: "tv-body" },
    scores, screen));
  main.replaceChildren(page);

  function draw(live) {
    if (!live) return;
    page.classList.toggle("stale", !isConnected);
    if (live.serial === null) {
      sync(head, [{ waiting: true }], () => h("h1", {}, t("waiting")));
      return;
    }
    trouble.textContent = live.trouble;
    trouble.hidden = !live.trouble;
    const game = live.game ? t(`page_game.${live.game}`) : t("app");
    sync(head, [{ title: live.title, mood: live.mood, moodText: live.moodText, game }], (one) =>
      h("div", { class: "tv-title" }, h("span", { class: "tv-game" }, one.game),
        h("h1", {}, one.title), mood(one)));
    page.classList.toggle("alone", live.rows.length === 0);
    const [rows, blocks] = withNotes(live);
    scores.style.setProperty("--rows", Math.max(rows.length, 3));
    sync(scores, rows, scoreRow);
    const of = { run: live.run, canPick: false, isWhole: () => isSearched(live) };
    sync(content, blocks, (block) => makeBlock(block, of));
    fit(screen, content);
  }
  const off = onLive(draw);
  const again = new ResizeObserver(() => fit(screen, content));
  again.observe(screen);
  again.observe(content); // pictures come later than the words
  return () => {
    off();
    again.disconnect();
  };
}
