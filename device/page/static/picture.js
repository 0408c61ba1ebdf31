// A picture that was read, with outlines that can be tapped.

import { h, s } from "./dom.js";
import { icon } from "./icons.js";
import { inkOn, PAINT } from "./dice.js";
import { t } from "./words.js";

const NEAR_PX = 26; // a finger
const AROUND = 5.2; // sides of a die shown around the one enlarged
const LEAST = 0.3; // of the picture, however few dice there are

const middle = (corners) =>
  [0, 1].map((k) => corners.reduce((sum, at) => sum + at[k], 0) / corners.length);

function sizeOf(corners) {
  const xs = corners.map((at) => at[0]);
  const ys = corners.map((at) => at[1]);
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

// A view around a point, as wide as asked and of the picture's own shape.
function around([x, y], wide, width, height) {
  const w = Math.min(width, wide);
  const high = (w * height) / width;
  const within = (least, most, value) => Math.max(least, Math.min(most, value));
  return [within(0, width - w, x - w / 2), within(0, height - high, y - high / 2), w, high];
}

// One die enlarged; else all of them, without the empty table around; else everything.
function viewOf(block, width, height, isWhole) {
  if (isWhole || !block.marks.length) return [0, 0, width, height];
  const mark = block.marks[block.focus];
  if (mark) return around(middle(mark.corners), AROUND * sizeOf(mark.corners), width, height);
  const corners = block.marks.flatMap((each) => each.corners);
  const [xs, ys] = [0, 1].map((k) => corners.map((at) => at[k]));
  const [left, right, top, bottom] =
    [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = 3.4 * Math.max(...block.marks.map((each) => sizeOf(each.corners)));
  const wide = Math.max(right - left + margin, ((bottom - top + margin) * width) / height,
    width * LEAST);
  return around([(left + right) / 2, (top + bottom) / 2], wide, width, height);
}

// One outline, with its value where `hasTag`; `scale` is pixels of the picture to one shown.
export function drawMark(mark, scale, isAt, hasTag) {
  const size = sizeOf(mark.corners);
  const [x, y] = middle(mark.corners);
  const colour = mark.sign?.colour;
  const small = size * 0.42 < 11 * scale; // many dice on a phone: as little as can be read
  const text = `${mark.sign?.letter ?? ""}${small || !mark.sign ? "" : " "}${mark.label}${mark.isSure ? "" : "?"}`;
  const tall = Math.max(size * 0.42, 11 * scale);
  const wide = tall * (0.5 + 0.62 * text.length);
  // On the die's own upper edge: dice lie close, and the next one's pips stay free.
  const top = Math.max(y - size * 0.48 - tall * 0.75, 0);
  const tag = s(
    "g",
    { class: "tag", "aria-hidden": "true" },
    s("rect", { x: x - wide / 2, y: top, width: wide, height: tall * 1.150,
      rx: tall * 0.28, fill: colour ? PAINT[colour] : "#14181f", stroke: "#14181f",
      "stroke-width": tall * 0.07 }),
    s("text", { x, y: top + tall * 0.9, "font-size": tall * 0.9, "text-anchor": "middle",
      fill: colour ? inkOn(colour) : "#ffffff" }, text),
  );
  const points = mark.corners.map((at) => at.join(",")).join(" ");
  const classes = ["mark", mark.isSure ? "sure" : "unsure", isAt ? "at" : ""];
  return s(
    "g",
    { class: classes.join(" "), "data-id": mark.id || null },
    s("polygon", { class: "mark-edge", points }),
    s("polygon", { class: "mark-line", points }),
    hasTag && (mark.label || mark.sign) ? tag : "",
  );
}

// `address` is of the picture itself; `onPick(id)` where marks may be tapped; with
// `isWhole()` all of it is shown, as where a die is looked for that nobody saw.
export function picture(first, address, { onPick = null, isWhole = () => false } = {}) {
  let block = first;
  const shown = s("svg", { class: "picture-view", role: onPick ? "group" : "img",
    "aria-label": t("picture") });
  const frame = h("div", { class: "picture-frame" }, shown);
  const zoom = h("button", { type: "button", class: "picture-zoom",
    "aria-label": t("zoom"), "aria-pressed": "false" }, icon("zoom"));
  const list = h("div", { class: "picture-keys" });
  const node = h("figure", { class: "picture" }, frame, zoom, list);
  zoom.addEventListener("click", () => {
    // One die is shown enlarged: then the button shows all of them, to pick another.
    const isLarge = node.classList.toggle(block.marks[block.focus] ? "whole" : "large");
    zoom.setAttribute("aria-pressed", isLarge);
    draw();
  });
  const image = new Image();
  image.addEventListener("load", draw);
  image.addEventListener("error", () =>
    frame.replaceChildren(h("p", { class: "picture-gone" }, t("picture_gone"))),
  );
  image.src = address;

  function draw() {
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    if (!width) return;
    const all = node.classList.contains("whole");
    const isOne = !all && Boolean(block.marks[block.focus]); // others: their outline alone
    const view = viewOf(block, width, height, all || (!isOne && isWhole()));
    shown.setAttribute("viewBox", view.join(" "));
    node.classList.toggle("focused", isOne);
    const scale = view[2] / Math.max(shown.clientWidth || frame.clientWidth, 1);
    shown.style.setProperty("--line", `${2.2 * scale}px`);
    shown.replaceChildren(
      s("image", { href: address, x: 0, y: 0, width, height }),
      ...block.marks.map((mark, i) =>
        drawMark(mark, scale, i === block.focus, i === block.focus || !isOne)),
    );
    drawKeys();
  }

  // The same marks for a keyboard and a screen reader.
  function drawKeys() {
    if (!onPick) return;
    const marks = block.marks.filter((mark) => mark.id);
    list.replaceChildren(
      ...marks.map((mark) =>
        h("button", { type: "button", class: "sr", "data-mark": mark.id,
          onclick: () => onPick(mark.id) },
          `${t("die")} ${mark.sign?.letter ?? ""} ${mark.label}${mark.isSure ? "" : "?"}`),
      ),
    );
  }

  if (onPick) {
    shown.addEventListener("click", (event) => {
      const matrix = shown.getScreenCTM();
      if (!matrix) return;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
        matrix.inverse(),
      );
      const near = NEAR_PX / matrix.a;
      let best = null;
      for (const mark of block.marks) {
        if (!mark.id) continue;
        const [x, y] = middle(mark.corners);
        const far = Math.hypot(at.x - x, at.y - y) - sizeOf(mark.corners) / 2;
        if (far < near && (!best || far < best.far)) best = { far, id: mark.id };
      }
      if (best) onPick(best.id);
    });
  }
  node.update = (next) => {
    if (next.kind !== "picture" || next.shot !== block.shot) return false;
    if (next.focus !== block.focus) node.classList.remove("whole");
    block = next;
    draw();
    return true;
  };
  return node;
}
