// The four buttons: a tap presses, a long press holds, and so does the small one below.

import { push } from "./act.js";
import { h } from "./dom.js";
import { moment } from "./live.js";
import { t } from "./words.js";

const HOLD_MS = 600;
const ORDER = ["A", "X", "B", "Y"]; // as on the device: A and B left, X and Y right

// What a button does when pressed, and below it when held; one that only does something
// when held has one key for it, where a tap is enough.
function key(name, labels, onRefused) {
  const { press = "", hold = "" } = labels ?? {};
  const go = (held, screen) => {
    if (!onRefused()) push(name, held, screen);
  };
  const badge = h("b", { class: "key-name" }, name);
  if (!press && hold) {
    const only = holdKey(name, hold, () => go(true, moment), badge);
    return h("div", { class: `key key-${name}` }, only);
  }
  const main = h("button", { type: "button", class: "key-press", "aria-disabled": press ? null : "true",
    "data-button": name, "aria-label": press ? t("pressed", { button: name, text: press }) : name },
    badge, h("span", { class: "key-text" }, press));
  if (press) onPressOrHold(main, Boolean(hold), go);
  const node = h("div", { class: `key key-${name}` }, main);
  if (hold) node.append(holdKey(name, hold, () => go(true, moment)));
  return node;
}

const holdKey = (name, hold, onclick, badge = "") =>
  h("button", { type: "button", class: badge ? "key-hold only" : "key-hold",
    "data-hold": name, "aria-label": t("held", { button: name, text: hold }), onclick },
    badge, h("span", { class: "key-lines" }, h("i", {}, t("hold_short")), h("span", {}, hold)));

function onPressOrHold(main, canHold, go) {
  let timer = 0;
  let meant = null;
  let isHeld = false;
  const clear = () => {
    clearTimeout(timer);
    main.classList.remove("holding");
  };
  main.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    meant = moment; // the screen that the finger was meant for
    isHeld = false;
    if (!canHold) return;
    main.classList.add("holding");
    timer = setTimeout(() => {
      isHeld = true;
      clear();
      navigator.vibrate?.(30);
      go(true, meant);
    }, HOLD_MS);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    main.addEventListener(end, clear);
  }
  main.addEventListener("contextmenu", (event) => event.preventDefault());
  main.addEventListener("click", () => {
    clear();
    const screen = meant ?? moment; // no pointer: the keyboard
    meant = null;
    if (isHeld) isHeld = false;
    else go(false, screen);
  });
}

// `onRefused()` is asked first; true where this browser may not act.
export const pad = (buttons, onRefused) =>
  h("div", { class: "pad", role: "group", "aria-label": t("buttons") },
    ORDER.map((name) => key(name, buttons[name], onRefused)));
