// Discord's markdown, as elements. Text only ever becomes text nodes, so nothing in it can run.

import { h } from "./dom.js";
import { icon, pictograph } from "./icons.js";
import { moment, t } from "./texts.js";

const INLINE = [
  [/^\\([^\p{L}\p{N}\s])/u, (m) => m[1]],
  [/^``((?:[^`]|`(?!`))+?)``(?!`)/, (m) => h("code", {}, m[1])],
  [/^`([^`\n]+?)`/, (m) => h("code", {}, m[1])],
  [/^\|\|([\s\S]+?)\|\|/, (m, c) => spoiler(inline(m[1], c))],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, c) => h("strong", {}, h("em", {}, inline(m[1], c)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, c) => h("strong", {}, inline(m[1], c))],
  [/^__([\s\S]+?)__(?!_)/, (m, c) => h("u", {}, inline(m[1], c))],
  [/^~~([\s\S]+?)~~/, (m, c) => h("s", {}, inline(m[1], c))],
  [/^\*(?!\s)([\s\S]*?[^\s*])\*(?!\*)/, (m, c) => h("em", {}, inline(m[1], c))],
  [/^_(?!\s)([\s\S]*?[^\s_])_(?![\w])/, (m, c) => h("em", {}, inline(m[1], c))],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, c) => link(m[2], inline(m[1], c), c)],
  [/^<(https?:\/\/[^\s>]+)>/, (m, c) => link(m[1], [m[1]], c)],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]!?]/, (m, c) => link(m[0], [m[0]], c)],
  [/^<@!?(\d+)>/, (m, c) => mention(c.personName(m[1]), m[1] === c.you)],
  [/^<@&(\d+)>/, (m, c) => mention(c.roleName(m[1]), false)],
  [/^<#(\d+)>/, (m, c) => channelLink(m[1], c)],
  [/^<\/([^:>]+):(\d+)>/, (m, c) => commandLink(m[1], m[2], c)],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => (isMoment(Number(m[1])) ? time(Number(m[1]), m[2]) : m[0])],
  [
    /^<a?:(\w+):(\d+)>/,
    (m) => h("img", { class: "emoji", src: `/emojis/${m[2]}.png`, alt: `:${m[1]}:`, title: `:${m[1]}:` }),
  ],
  [/^@(everyone|here)\b/, (m) => mention(m[1], true)],
  [/^\n/, () => h("br")],
  [/^\p{Emoji_Presentation}/u, (m) => pictograph(m[0])],
];

export function inline(text, context) {
  const out = [];
  let plain = "";
  let last = " ";
  while (text) {
    const found = firstFit(text, context, last);
    if (found) {
      if (plain) out.push(plain);
      plain = "";
      out.push(found.node);
      last = found.source.at(-1);
      text = text.slice(found.source.length);
    } else {
      last = text[0];
      plain += String.fromCodePoint(text.codePointAt(0));
      text = text.slice(String.fromCodePoint(text.codePointAt(0)).length);
    }
  }
  if (plain) out.push(plain);
  return out;
}

function firstFit(text, context, last) {
  if (!/^[\\`|*_~[<h@\n\p{Emoji_Presentation}]/u.test(text)) return null;
  if ((text[0] === "_" || text[0] === "h") && /[\p{L}\p{N}]/u.test(last)) return null;
  for (const [pattern, make] of INLINE) {
    const match = pattern.exec(text);
    if (match) return { node: make(match, context), source: match[0] };
  }
  return null;
}

const mention = (name, isYou) => h("span", { class: isYou ? "mention me" : "mention" }, `@${name}`);

const LAST_SECOND = 8640000000000; // as far as a calendar goes, either way

const isMoment = (seconds) => Math.abs(seconds) <= LAST_SECOND;

function time(seconds, style) {
  const attributes = { class: "time", datetime: new Date(seconds * 1000).toISOString(), title: moment(seconds, "F") };
  return h("time", { ...attributes, dataset: { seconds, style: style ?? "f" } }, moment(seconds, style));
}

function spoiler(children) {
  const show = () => {
    node.classList.add("shown");
    node.removeAttribute("aria-label");
  };
  const node = h(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": t("spoiler"),
      onclick: show,
      onkeydown: (e) => e.key === "Enter" && show(),
    },
    h("span", {}, children),
  );
  return node;
}

function link(url, children, context) {
  const inside = insideLink(url);
  if (!inside) return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children);
  const isBare = children.length === 1 && children[0] === url;
  const label = isBare ? [`#${context.channelName(inside[1])}`, icon("out")] : children;
  return h("button", { class: "link", onclick: () => context.go(inside[1], inside[2]) }, label);
}

export const insideLink = (url) =>
  /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?/.exec(url);

function channelLink(id, context) {
  return h("button", { class: "mention", onclick: () => context.go(id) }, `#${context.channelName(id)}`);
}

function commandLink(name, id, context) {
  return h(
    "button",
    { class: "mention", onclick: () => context.useCommand(id, name) },
    `/${context.shownName(name)}`,
  );
}

// Blocks

export function markdown(text, context) {
  const out = [];
  const parts = text.split(/```(?:([\w+-]*)\n)?([\s\S]*?)```/g);
  for (let place = 0; place < parts.length; place += 3) {
    if (parts[place]) out.push(...blocks(parts[place], context));
    if (parts[place + 2] !== undefined)
      out.push(h("pre", { tabindex: "0" }, h("code", {}, parts[place + 2].replace(/\n$/, ""))));
  }
  return out;
}

function blocks(text, context) {
  const out = [];
  const lines = text.replace(/^\n|\n$/g, "").split("\n");
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) out.push(h("p", {}, inline(paragraph.join("\n"), context)));
    paragraph = [];
  };
  for (let place = 0; place < lines.length; place += 1) {
    const line = lines[place];
    const heading = /^(#{1,3}) +(.+)/.exec(line);
    const small = /^-# +(.+)/.exec(line);
    if (heading) {
      flush();
      out.push(
        h(
          "div",
          { class: `heading-${heading[1].length}`, role: "heading", "aria-level": String(heading[1].length + 1) },
          inline(heading[2], context),
        ),
      );
    } else if (small) {
      flush();
      out.push(h("p", { class: "fine" }, inline(small[1], context)));
    } else if (/^>>> /.test(line)) {
      flush();
      const rest = [line.slice(4), ...lines.slice(place + 1)].join("\n");
      out.push(h("blockquote", {}, blocks(rest, context)));
      return out;
    } else if (/^> /.test(line)) {
      flush();
      const quoted = [];
      while (place < lines.length && /^> /.test(lines[place])) quoted.push(lines[place++].slice(2));
      place -= 1;
      out.push(h("blockquote", {}, blocks(quoted.join("\n"), context)));
    } else if (/^\s*([-*]|\d+\.) +/.test(line)) {
      flush();
      const items = [];
      const isNumbered = (each) => /^\d/.test(each);
      while (place < lines.length && /^\s*([-*]|\d+\.) +/.test(lines[place])) {
        if (items.length && /^\S/.test(lines[place]) && isNumbered(lines[place]) !== isNumbered(items[0])) break;
        items.push(lines[place++]);
      }
      place -= 1;
      out.push(list(items, context));
    } else if (line.trim() === "") {
      flush();
    } else {
      paragraph.push(line);
    }
  }
  flush();
  return out;
}

function list(lines, context) {
  const depth = (line) => /^\s*/.exec(line)[0].length;
  const numbered = /^\s*\d+\./.test(lines[0]);
  const node = h(numbered ? "ol" : "ul", numbered ? { start: /\d+/.exec(lines[0])[0] } : {});
  const base = depth(lines[0]);
  for (let place = 0; place < lines.length; place += 1) {
    const item = h("li", {}, inline(lines[place].replace(/^\s*([-*]|\d+\.) +/, ""), context));
    const deeper = [];
    while (place + 1 < lines.length && depth(lines[place + 1]) > base) deeper.push(lines[(place += 1)]);
    if (deeper.length) item.append(list(deeper, context));
    node.append(item);
  }
  return node;
}

export function tickTimes(root) {
  for (const node of root.querySelectorAll("time[data-style=R]"))
    node.textContent = moment(Number(node.dataset.seconds), "R");
}
