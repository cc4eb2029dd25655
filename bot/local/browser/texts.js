// The page's own words, in every language of the catalogues.

let languages = {}; // code -> { name, locales, words }
let language = "en";
let region = "en-GB"; // how dates are written

export async function loadTexts() {
  languages = await (await fetch("/page/words")).json();
}

function languageOf(locale) {
  const bare = locale.split("-")[0];
  const listed = Object.keys(languages).find((code) => languages[code].locales.includes(locale));
  return listed ?? (bare in languages ? bare : "en");
}

export function speak(locale) {
  language = languageOf(locale);
  region = locale;
  document.documentElement.lang = language;
}

export const spoken = () => language;

// What Discord was given for the reader's own locale, if anything.
export const localised = (given) => given?.[region];

// Every language to choose from: its name, the locale that stands for it, and whether it is the one that is spoken.
export const spokenHere = () =>
  Object.entries(languages).map(([code, { name, locales }]) => ({ name, locale: locales[0], isNow: code === language }));

export function t(key, values = {}) {
  let text = languages[language].words[key];
  if (typeof text === "object") {
    text = text[new Intl.PluralRules(language).select(values.n)];
  }
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// The channels of the first day have a topic in each language.
export const topic = (channel) => languages[language].words[`topic_${channel.name}`] ?? channel.topic;

export const clock = (date) => date.toLocaleTimeString(region, { hour: "2-digit", minute: "2-digit" });

export function day(date) {
  const midnight = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
  const days = Math.round((midnight(new Date()) - midnight(date)) / 86400000);
  if (days === 0) return t("today");
  if (days === 1) return t("yesterday");
  return date.toLocaleDateString(region, { day: "numeric", month: "long", year: "numeric" });
}

const STYLES = {
  t: { hour: "2-digit", minute: "2-digit" },
  T: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  d: { day: "2-digit", month: "2-digit", year: "numeric" },
  D: { day: "numeric", month: "long", year: "numeric" },
  f: { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
  F: { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

export function moment(seconds, style = "f") {
  if (style !== "R") return new Date(seconds * 1000).toLocaleString(region, STYLES[style] ?? STYLES.f);
  const away = seconds - Date.now() / 1000;
  const [unit, length] = UNITS.find(([, each]) => Math.abs(away) >= each) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(language, { numeric: "always" }).format(Math.round(away / length), unit);
}
