// Elements made by hand: text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== ""));
  return node;
}

export const h = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

// Shows a list of items in a parent and keeps the nodes of those that did not change,
// so that focus, scrolling and loaded pictures stay.
export function sync(parent, items, make) {
  const old = parent.items ?? [];
  const kept = items.map((item, i) => {
    const text = JSON.stringify(item);
    const before = old[i];
    if (before && before.text === text) return before;
    if (before && before.node.update?.(item)) return { text, node: before.node };
    return { text, node: make(item) };
  });
  parent.items = kept;
  const nodes = kept.map((each) => each.node);
  const same =
    nodes.length === parent.children.length &&
    nodes.every((node, i) => node === parent.children[i]);
  if (!same) parent.replaceChildren(...nodes);
}
