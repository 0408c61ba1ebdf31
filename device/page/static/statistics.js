// Players over all games, and whether the dice are fair.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { query, t } from "./words.js";

const TONES = { too_few: "ask", no_sign: "good", doubt: "ask", uneven: "bad" };

function bars(one) {
  const expected = one.throws / 6;
  const most = Math.max(...one.counts, expected, 1);
  return h("div", { class: "bars", role: "list" },
    one.counts.map((count, i) => {
      const bar = h("span", { class: "bar" });
      bar.style.setProperty("--part", count / most);
      const line = h("span", { class: "bar-line" });
      line.style.setProperty("--part", expected / most);
      return h("div", { class: "bar-of", role: "listitem",
        "aria-label": `${t("face")} ${i + 1}: ${count}` },
        h("span", { class: "bar-count" }, count),
        h("span", { class: "bar-box" }, bar, line), h("b", {}, i + 1));
    }));
}

const set = (one) =>
  h("section", { class: "set" },
    h("h3", {}, one.title, h("small", {}, t("throws", { count: one.throws }))), bars(one),
    h("p", { class: `note ${TONES[one.verdict]}` }, icon(TONES[one.verdict]),
      h("span", {}, one.meaning)),
    one.chiSquare === null ? "" : h("p", { class: "chi" },
      `χ² = ${one.chiSquare.toFixed(1)} · p = ${one.p < 0.001 ? "< 0.001" : one.p.toFixed(3)}`));

const player = (one) =>
  h("section", { class: "person" },
    h("h3", {}, one.name),
    h("p", { class: "person-wins" }, h("b", {}, one.wins), ` / ${one.games}`,
      h("small", {}, ` ${t("wins").toLowerCase()}`)),
    h("ul", {}, one.details.map((each) =>
      h("li", {}, h("span", {}, each.text), h("b", {}, each.count)))));

export function statistics(main) {
  const body = h("div", {});
  main.replaceChildren(h("div", { class: "reading" }, h("h1", {}, t("statistics_title")), body));
  let isGone = false;
  fetch(`/api/statistics?${query()}`).then((answer) => answer.json()).then((told) => {
    if (isGone) return;
    const isEmpty = !told.players.length && !told.dice.length;
    body.replaceChildren(...(isEmpty ? [h("p", { class: "empty" }, t("statistics_none"))] : [
      told.players.length ? h("h2", {}, t("players_title")) : "",
      h("div", { class: "people" }, told.players.map(player)),
      told.dice.length ? h("h2", {}, t("dice_title")) : "",
      h("div", { class: "sets" }, told.dice.map(set)),
      told.dice.length ? h("p", { class: "intro" }, told.onlyThrows) : "",
    ].filter((each) => each !== "")));
  }, () => body.replaceChildren(h("p", { class: "empty" }, t("page_error.offline"))));
  return () => {
    isGone = true;
  };
}
