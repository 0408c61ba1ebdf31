// Pairing this browser, and who else may act.

import { leave, me, pair, post, toast } from "./act.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const KINDS = [[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android.*Mobile/, "Android"],
  [/Android/, "Tablet"], [/Windows/, "PC"], [/Macintosh/, "Mac"], [/Linux/, "PC"]];

const ownName = () =>
  KINDS.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? t("name_default");

function open(content) {
  document.querySelector("dialog")?.remove();
  const dialog = h("dialog", { class: "dialog" }, content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// The link of the QR square: paired at once, and the code leaves the address bar.
export async function pairByLink() {
  const found = /^#pair=([0-9A-Za-z]{1,32})$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname);
  if (me.paired) return;
  const answer = await pair(found[1], ownName());
  if (answer.ok) toast(t("paired_as", { name: me.name }));
  else showPairing(answer.text);
}

export function showPairing(problem = "") {
  const error = h("p", { class: "form-error", role: "alert" }, problem);
  const code = h("input", { id: "pair-code", name: "code", class: "code-input", required: true,
    autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false",
    maxlength: 8, inputmode: "text" });
  const name = h("input", { id: "pair-name", name: "name", maxlength: 40, value: ownName() });
  const form = h("form", { method: "dialog" },
    h("h2", {}, t("pair_title")),
    h("p", {}, t("pair_help")),
    h("label", { for: "pair-code" }, t("code")), code,
    h("label", { for: "pair-name" }, t("name")), name,
    error,
    h("div", { class: "form-keys" },
      h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("cancel")),
      h("button", { type: "submit", class: "strong" }, t("pair"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = t("pairing_now");
    const answer = await pair(code.value, name.value || ownName());
    if (answer.ok) {
      dialog.close();
      toast(t("paired_as", { name: me.name }));
    } else {
      error.textContent = answer.text;
      code.select();
    }
  });
  const dialog = open(form);
  code.focus();
}

export async function showDevices() {
  const list = h("ul", { class: "devices" });
  const dialog = open(h("div", {},
    h("h2", {}, t("devices")), list,
    h("div", { class: "form-keys" },
      h("button", { type: "button", class: "quiet", onclick: async () => {
        const answer = await post("/api/code");
        toast(answer.ok ? t("new_code_done") : answer.text);
      } }, t("new_code")),
      h("button", { type: "button", class: "quiet", onclick: async () => {
        await leave();
        dialog.close();
      } }, t("leave")),
      h("button", { type: "button", class: "strong", onclick: () => dialog.close() }, t("close")))));
  const fill = async () => {
    const answer = await post("/api/devices");
    if (!answer.ok) return dialog.close();
    list.replaceChildren(...answer.content.devices.map((one) =>
      h("li", {}, h("span", {}, one.name, one.isOwn ? ` (${t("own_device")})` : ""),
        one.isOwn ? "" : h("button", { type: "button", class: "quiet", onclick: async () => {
          await post("/api/revoke", { id: one.id });
          fill();
        } }, t("revoke")))));
  };
  await fill();
}
