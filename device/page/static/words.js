// The page's own words, in the language of the table or the one chosen here.

const KEY = "giudice.language";
let texts = {};
let current = "";

export const chosen = () => localStorage.getItem(KEY);
export const language = () => current;

export async function load(wanted) {
  const query = wanted ? `?lang=${wanted}` : "";
  const answer = await fetch(`/api/words${query}`);
  if (!answer.ok) throw new Error(`words: ${answer.status}`);
  const told = await answer.json();
  ({ texts, language: current } = told);
  document.documentElement.lang = current;
}

export async function choose(wanted) {
  localStorage.setItem(KEY, wanted);
  await load(wanted);
}

export const query = () => (current ? `lang=${current}` : "");

export function t(key, values = {}) {
  const text = texts[key.includes(".") ? key : `page.${key}`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
