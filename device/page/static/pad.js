// The four buttons: a tap presses, a long press holds, and so does the small one below.

import { push } from "./act.js";
import { h } from "./dom.js";
import { moment } from "./live.js";
import { t } from "./words.js";

const HOLD_MS = 600;
const ORDER = ["A", "X", "B", "Y"]; // as on the device: A and B left, X and Y right

function key(name, labels, onRefused) {
  const { press = "", hold = "" } = labels ?? {};
  let timer = 0;
  let meant = null;
  let isHeld = false;
  const main = h("button", { type: "button", class: "key-press", disabled: !press && !hold,
    "data-button": name, "aria-label": press ? t("pressed", { button: name, text: press }) :
      t("held", { button: name, text: hold }) },
    h("b", { class: "key-name" }, name), h("span", { class: "key-text" }, press));
  const node = h("div", { class: `key key-${name}` }, main);
  const clear = () => {
    clearTimeout(timer);
    main.classList.remove("holding");
  };
  const go = (held, screen) => {
    if (!onRefused()) push(name, held, screen);
  };
  main.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    meant = moment; // the screen that the finger was meant for
    isHeld = false;
    if (!hold) return;
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
    else if (press) go(false, screen);
  });
  if (hold) {
    node.append(
      h("button", { type: "button", class: "key-hold", "data-hold": name,
        "aria-label": t("held", { button: name, text: hold }),
        onclick: () => go(true, moment) },
        h("i", {}, t("hold_short")), h("span", {}, hold)),
    );
  }
  return node;
}

// `onRefused()` is asked first; true where this browser may not act.
export const pad = (buttons, onRefused) =>
  h("div", { class: "pad", role: "group", "aria-label": t("buttons") },
    ORDER.map((name) => key(name, buttons[name], onRefused)));
