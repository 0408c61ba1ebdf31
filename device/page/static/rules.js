// The rule book, with a search; the game that is on comes open.

import { h } from "./dom.js";
import { moment } from "./live.js";
import { query, t } from "./words.js";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const rule = (one, ruling) =>
  h("li", { class: "rule", id: one.number },
    h("b", { class: "rule-number" }, one.number),
    h("p", {}, one.text, one.is_ruling ? h("em", { class: "ruling" }, ` ⚖ ${ruling}`) : ""));

export async function fetchBook() {
  const answer = await fetch(`/api/rules?${query()}`);
  return answer.json();
}

export function rules(main) {
  const search = h("input", { type: "search", id: "search", autocomplete: "off" });
  search.placeholder = t("rules_search");
  const list = h("div", { class: "sections" });
  main.replaceChildren(h("div", { class: "reading" }, h("h1", {}, t("rules_title")),
    h("label", { for: "search", class: "sr" }, t("rules_search")), search, list));
  let book = null;

  function draw() {
    const wanted = plain(search.value.trim());
    const sections = book.sections
      .map((section) => ({ ...section, rules: section.rules.filter((one) =>
        !wanted || plain(`${one.number} ${one.text}`).includes(wanted)) }))
      .filter((section) => section.rules.length);
    list.replaceChildren(...sections.map((section) =>
      h("details", { class: "section", open: Boolean(wanted) || section.key === moment?.game },
        h("summary", {}, h("h2", {}, section.title)),
        wanted ? "" : h("p", { class: "intro" }, section.intro),
        h("ol", { class: "rules" }, section.rules.map((one) => rule(one, book.ruling))))));
    if (!sections.length) list.replaceChildren(h("p", { class: "empty" }, t("rules_none")));
  }
  search.addEventListener("input", () => book && draw());
  let isGone = false;
  fetchBook().then((told) => {
    if (isGone) return;
    book = told;
    main.querySelector("h1").after(h("p", { class: "intro" }, book.intro));
    draw();
  }, () => list.replaceChildren(h("p", { class: "empty" }, t("page_error.offline"))));
  return () => {
    isGone = true;
  };
}
