// One message of the conversation.

import { act } from "./api.js";
import { face, h, nameOf } from "./dom.js";
import { icon } from "./icons.js";
import { parts, picture } from "./components.js";
import { markdown } from "./markdown.js";
import { shownName, state } from "./state.js";
import { clock, t } from "./texts.js";

const EPHEMERAL = 64;
const LOADING = 128;

export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);

export function isWelcome(message) {
  const rows = message.components ?? [];
  return (
    !message.interaction_metadata &&
    rows.some((row) => row.components?.some((each) => each.custom_id === state.play?.custom_id))
  );
}

// Whether a message goes on where the one before it ended.
export function continues(message, before) {
  if (!before || before.author.id !== message.author.id) return false;
  const apart = new Date(message.timestamp) - new Date(before.timestamp);
  const plain = (each) => each.type === 0 && !each.interaction_metadata && isEphemeral(each) === isEphemeral(message);
  return plain(message) && plain(before) && apart < 300000;
}

export function messageNode(message, before, context) {
  if (message.type === 18 || message.type === 6) return notice(message, context);
  const calls = message.mentions.some((each) => each.id === state.you.id) || message.mention_everyone;
  const follows = continues(message, before);
  const names = ["message", follows && "follows", calls && "calls", isEphemeral(message) && "private"].filter(Boolean);
  const author = nameOf(message.author);
  return h(
    "li",
    { class: names.join(" "), id: `m${message.id}`, dataset: { id: message.id } },
    follows ? h("span", { class: "face-space" }, timeOf(message)) : face(message.author),
    h(
      "article",
      { class: "body", "aria-label": author },
      origin(message),
      !follows &&
        h(
          "div",
          { class: "by" },
          h("strong", {}, author),
          message.author.bot && h("span", { class: "tag" }, t("bot")),
          timeOf(message),
        ),
      content(message, context),
      foot(message),
    ),
  );
}

// What is left of a message that can't be drawn: its bare words.
export function plainNode(message) {
  return h(
    "li",
    { class: "notice", id: `m${message.id}`, dataset: { id: message.id } },
    h("p", {}, t("undrawable")),
    message.content && h("p", {}, message.content),
  );
}

function timeOf(message) {
  const made = new Date(message.timestamp);
  return h("time", { class: "at", datetime: message.timestamp, title: made.toLocaleString() }, clock(made));
}

function origin(message) {
  const meta = message.interaction_metadata;
  if (meta?.name && message.type === 20) {
    return h(
      "div",
      { class: "origin" },
      face(meta.user, "tiny"),
      h("span", {}, t("used", { name: nameOf(meta.user), command: `/${shownName(meta.name)}` })),
    );
  }
  if (message.type === 19 && !meta) {
    const target = message.referenced_message;
    const said = target ? `${nameOf(target.author)}: ${target.content.slice(0, 80)}` : t("deleted");
    return h("div", { class: "origin" }, icon("reply"), h("span", {}, said));
  }
  return null;
}

function content(message, context) {
  if (message.flags & LOADING)
    return h(
      "p",
      { class: "thinking" },
      t("thinking", { name: nameOf(message.author) }),
      h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    );
  const text = isWelcome(message) ? t("welcome") : message.content;
  const out = [];
  if (text) out.push(h("div", { class: "text" }, markdown(text, context)));
  if (message.edited_timestamp && text)
    (out.at(-1).lastElementChild ?? out.at(-1)).append(h("small", { class: "edited" }, ` (${t("edited")})`));
  if (!text && !message.components.length && !message.attachments.length && !message.embeds.length)
    out.push(h("p", { class: "muted" }, t("gave_up")));
  if (!(message.flags & 4)) out.push(...message.embeds.map((each) => embed(each, context)));
  out.push(attachments(message));
  if (message.components.length) out.push(h("div", { class: "parts" }, parts(message.components, message, context)));
  const failed = [...state.pending.values()].find((each) => each.failed && each.message === message.id);
  if (failed) out.push(h("p", { class: "failed", role: "alert" }, failed.failed));
  if (message.reactions?.length)
    out.push(
      h(
        "div",
        { class: "reactions" },
        message.reactions.map((each) => reaction(each, message)),
      ),
    );
  if (message.thread) out.push(threadLink(message.thread, context));
  return out;
}

function attachments(message) {
  const hidden = Boolean(message.flags & (1 << 15));
  if (!message.attachments.length || hidden) return null;
  const pictures = message.attachments.filter((each) => each.width);
  const files = message.attachments.filter((each) => !each.width);
  return h(
    "div",
    { class: "attachments" },
    pictures.length > 0 &&
      h(
        "div",
        { class: `gallery count-${Math.min(pictures.length, 4)}` },
        pictures.map((each) => picture(each, each.description, "", each.filename.startsWith("SPOILER_"))),
      ),
    files.map((each) =>
      h(
        "a",
        { class: "file", href: each.url, download: each.filename },
        t("download", { name: each.filename }),
        ` (${Math.ceil(each.size / 1024)} KB)`,
      ),
    ),
  );
}

function embed(each, context) {
  const node = h(
    "div",
    { class: "embed" },
    each.author && h("p", { class: "fine" }, each.author.name),
    each.title && h("div", { class: "heading-3" }, each.title),
    each.description && h("div", { class: "text" }, markdown(each.description, context)),
    each.fields?.length &&
      h(
        "dl",
        {},
        each.fields.map((field) => h("div", {}, h("dt", {}, field.name), h("dd", {}, markdown(field.value, context)))),
      ),
    each.image && picture(each.image, each.title),
    each.footer && h("p", { class: "fine" }, each.footer.text),
  );
  if (each.color != null) node.style.borderInlineStartColor = `#${each.color.toString(16).padStart(6, "0")}`;
  return node;
}

function reaction(each, message) {
  const name = each.emoji.id ? `${each.emoji.name}:${each.emoji.id}` : each.emoji.name;
  const mine = message.reacted?.includes(name);
  return h(
    "button",
    {
      type: "button",
      class: "reaction",
      "aria-pressed": String(Boolean(mine)),
      onclick: () => act("react", { channel: message.channel_id, message: message.id, emoji: name }),
    },
    each.emoji.name,
    " ",
    String(each.count),
  );
}

function foot(message) {
  if (!isEphemeral(message)) return null;
  const dismiss = () => act("delete", { channel: message.channel_id, message: message.id });
  return h(
    "div",
    { class: "private-note" },
    icon("private"),
    " ",
    t("only_you"),
    " · ",
    h("button", { type: "button", class: "link", onclick: dismiss }, t("dismiss")),
  );
}

function threadLink(thread, context) {
  return h(
    "button",
    { type: "button", class: "thread-link", onclick: () => context.go(thread.id) },
    h("strong", {}, thread.name),
    h("span", {}, t("open_thread"), " →"),
  );
}

function notice(message, context) {
  const name = nameOf(message.author);
  const thread = message.thread;
  const text = message.type === 6 ? t("pinned", { name }) : t("started_thread", { name, thread: message.content });
  return h(
    "li",
    { class: "notice", id: `m${message.id}`, dataset: { id: message.id } },
    h("span", {}, text),
    " ",
    thread &&
      h("button", { type: "button", class: "link", onclick: () => context.go(thread.id) }, t("open_thread"), " →"),
  );
}
