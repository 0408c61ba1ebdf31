// Dice and players' signs, as pictures that do not depend on telling colours apart.

import { h, s } from "./dom.js";
import { t } from "./words.js";

export const PAINT = {
  white: "#f4f1ea", black: "#23262d", red: "#d6423c", blue: "#2f6fe0", green: "#2e9e5b",
  yellow: "#f2cf3b", orange: "#f08a2c", purple: "#8d55c9", pink: "#ef8fb8",
  grey: "#9aa0a8", brown: "#8a5a3c", other: "#7a8290",
};
const LIGHT = new Set(["white", "yellow", "orange", "pink", "grey"]);

export const inkOn = (colour) => (LIGHT.has(colour) ? "#14181f" : "#ffffff");

const [L, M, R] = [27, 50, 73];
const PIPS = {
  1: [[M, M]],
  2: [[L, L], [R, R]],
  3: [[L, L], [M, M], [R, R]],
  4: [[L, L], [R, L], [L, R], [R, R]],
  5: [[L, L], [R, L], [M, M], [L, R], [R, R]],
  6: [[L, L], [R, L], [L, M], [R, M], [L, R], [R, R]],
};

function dieLabel(die) {
  const parts = [die.value === null ? t("unknown_die") : `${die.value}`, die.word];
  if (!die.isSure) parts.push(t("unsure"));
  if (die.isHeld) parts.push(t("held_die"));
  return parts.join(", ");
}

export function die(one, { isAt = false, onPick = null } = {}) {
  const marks = (PIPS[one.value] ?? []).map(([cx, cy]) =>
    s("circle", { cx, cy, r: 9.500, fill: PAINT[one.pips] }),
  );
  if (one.value === null) {
    marks.push(s("path", { class: "die-blank", d: "M35 50h30" }));
  }
  const face = s(
    "svg",
    { class: "die-face", viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("rect", { class: "die-body", x: 5, y: 5, width: 90, height: 90, rx: 20,
      fill: one.value === null ? "none" : PAINT[one.body] }),
    marks,
  );
  const classes = ["die"];
  if (!one.isSure) classes.push("unsure");
  if (one.isHeld) classes.push("held");
  if (isAt) classes.push("at");
  if (one.value === null) classes.push("blank");
  const inside = [face];
  if (!one.isSure) inside.push(h("b", { class: "die-mark", "aria-hidden": "true" }, "?"));
  if (one.isHeld) inside.push(h("b", { class: "die-held", "aria-hidden": "true" }));
  const label = dieLabel(one);
  if (one.id && onPick) {
    return h("button", { type: "button", class: classes.join(" "), "aria-label": label,
      "data-id": one.id, onclick: () => onPick(one.id) }, inside);
  }
  return h("span", { class: classes.join(" "), role: "img", "aria-label": label }, inside);
}

export function sign(one) {
  if (!one) return "";
  const node = h("span", { class: "sign", title: one.word || null }, one.letter);
  if (one.colour) {
    node.classList.add("coloured");
    node.style.setProperty("--sign", PAINT[one.colour]);
    node.style.setProperty("--sign-ink", inkOn(one.colour));
  }
  return node;
}
