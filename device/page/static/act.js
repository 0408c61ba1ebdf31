// What a paired browser does. Every action says which screen it was meant for.

import { moment } from "./live.js";
import { query, t } from "./words.js";

export const me = { paired: false, name: "" };
const listeners = new Set();

export const onMe = (listener) => listeners.add(listener);
export const offMe = (listener) => listeners.delete(listener);

let told = 0; // how often it was told who this is

function setMe(who) {
  told += 1;
  me.paired = who.paired;
  me.name = who.name ?? me.name;
  document.documentElement.dataset.paired = me.paired;
  listeners.forEach((listener) => listener(me));
}

export async function askMe() {
  const before = told;
  try {
    const answer = await fetch("/api/me");
    const answered = await answer.json();
    if (answer.ok && told === before) setMe(answered); // not over what came meanwhile
  } catch {
    // the connection is told by the live feed
  }
}

async function send(path, options, more = "") {
  let answer;
  try {
    answer = await fetch(`${path}?${[query(), more].join("&")}`, { method: "POST", ...options });
  } catch {
    return { ok: false, code: "offline", text: t("page_error.offline") };
  }
  const content = await answer.json().catch(() => ({}));
  if (content.error === "not_paired") setMe({ paired: false });
  return { ok: answer.ok, code: content.error, text: content.text ?? "", content };
}

export const post = (path, fields = {}) =>
  send(path, {
    body: JSON.stringify(fields),
    headers: { "Content-Type": "application/json" },
  });

const meant = (screen) => ({ run: screen.run, screen: screen.serial });

async function act(path, fields) {
  const answer = await post(path, fields);
  if (!answer.ok && answer.code !== "changed") toast(answer.text);
  return answer;
}

export const push = (button, held, screen = moment) =>
  act("/api/push", { button, held, ...meant(screen) });

export const pick = (id, screen = moment) => act("/api/pick", { id, ...meant(screen) });

export const type = (text, screen = moment) =>
  act("/api/text", { text, ...meant(screen) });

export async function pair(code, name) {
  const answer = await post("/api/pair", { code, name });
  if (answer.ok) setMe({ paired: true, name });
  return answer;
}

export async function leave() {
  const answer = await post("/api/leave");
  if (answer.ok) setMe({ paired: false });
}

export async function sendPhoto(file) {
  const photo = await smaller(file);
  const run = `run=${moment?.run ?? ""}`;
  return send("/api/photo", { body: photo, headers: { "Content-Type": photo.type } }, run);
}

// A phone's photo has far more pixels than reading needs; a small one is sooner there.
const LONG_SIDE = 2400;

async function smaller(file) {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = LONG_SIDE / Math.max(bitmap.width, bitmap.height);
    if (scale >= 1 && file.type === "image/jpeg") return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * Math.min(scale, 1));
    canvas.height = Math.round(bitmap.height * Math.min(scale, 1));
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
    return blob ?? file;
  } catch {
    return file; // the server says what is wrong with it
  }
}

let toastTimer = 0;

export function toast(text) {
  let box = document.getElementById("toast");
  if (!box) {
    box = document.createElement("div");
    box.id = "toast";
    box.setAttribute("role", "status");
    document.body.append(box);
  }
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove("shown"), 4000);
}
