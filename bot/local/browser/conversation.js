// The conversation of one channel: going there, what comes in, what has been read.

import { act, ask } from "./api.js";
import { drawComposer, loadCommands } from "./composer.js";
import { byId, h, nameOf, newer, replace } from "./dom.js";
import { icon } from "./icons.js";
import { messageNode, plainNode } from "./messages.js";
import { complain, drawPending } from "./pending.js";
import { drawSide } from "./sidebar.js";
import { channel, channelName, isForum, postsOf, state, tagsOf } from "./state.js";
import { day, t, topic } from "./texts.js";

let context = null;

export function startConversation(given) {
  context = given;
  scroll().addEventListener("scroll", () => {
    if (size() !== known) return; // it moved because it grew, not because somebody moved it
    sticks = isAtEnd();
    if (sticks) markRead();
    drawNewest();
  });
  const observer = new ResizeObserver(() => {
    known = size();
    if (sticks) toEnd();
  });
  observer.observe(byId("messages"));
  observer.observe(scroll());
  byId("newest").addEventListener("click", () => {
    toEnd();
    markRead();
    scroll().focus();
  });
  document.addEventListener("visibilitychange", () => state.current && sticks && markRead());
}

export function placeMessage(message, isNew) {
  const where = state.channels.get(message.channel_id);
  const kept = state.messages.get(message.channel_id);
  if (kept) {
    kept.heard?.push(message);
    putInto(kept.list, message);
    if (sticks && kept.list.length > MOST) {
      kept.list.splice(0, kept.list.length - MOST / 2);
      kept.more = true;
    }
  }
  if (isNew && message.channel_id === state.current && isOwn(message)) sticks = true;
  if (isNew && where) noteNew(where, message);
  if (message.channel_id === state.current) drawMessages();
  drawSide(context);
}

function putInto(list, message) {
  const at = list.findIndex((each) => each.id === message.id);
  if (at >= 0) list[at] = message;
  else if (!list.length || newer(message.id, list.at(-1).id)) list.push(message);
}

// One's own words, and the answers to what one has asked, are looked at wherever one was reading.
const isOwn = (message) => [message.author.id, message.interaction_metadata?.user.id].includes(state.you.id);

function noteNew(where, message) {
  where.last_message_id = message.id;
  const isSeen = where.id === state.current && document.visibilityState === "visible" && sticks;
  if (message.author.id === state.you.id) return;
  if (isSeen) return markRead(where);
  where.unread = true;
  if (message.pinged) where.mentions += 1;
  drawNewest();
}

export function dropMessage({ id, channel_id: where }) {
  const kept = state.messages.get(where);
  kept?.heard?.push({ id, isGone: true });
  if (kept) kept.list = kept.list.filter((each) => each.id !== id);
  if (where === state.current) drawMessages();
}

export function refresh({ channel_id: where }) {
  if (where === state.current) drawMessages();
}

function markRead(where = channel()) {
  const kept = state.messages.get(where?.id);
  const last = kept?.list.at(-1);
  if (!last || document.visibilityState !== "visible") return;
  const had = where.unread || where.mentions;
  where.unread = false;
  where.mentions = 0;
  if (newer(last.id, where.read ?? "0")) {
    where.read = last.id;
    act("read", { channel: where.id, message: last.id });
  }
  if (had) drawSide(context);
  drawNewest();
}

// Going somewhere

// The newest of a forum's posts; where there is none, nothing can be read.
function goToPosts(forum) {
  const [newest] = postsOf(forum).sort((a, b) => (newer(b.id, a.id) ? 1 : -1));
  return newest ? go(newest.id) : complain(t("nothing_found"));
}

export async function go(id, message) {
  if (!state.channels.has(id)) return complain(t("nothing_found"));
  if (isForum(state.channels.get(id))) return goToPosts(state.channels.get(id));
  const isSame = state.current === id;
  if (location.hash !== `#${id}`)
    history[state.current ? "pushState" : "replaceState"](null, "", `${location.pathname}${location.search}#${id}`);
  state.current = id;
  localStorage.setItem(`place-${state.you.username}`, id);
  context.closeMenu();
  if (!isSame || !state.messages.has(id)) {
    state.newSince = channel().unread ? channel().read : null;
    state.messages.clear();
    state.messages.set(id, { list: [], more: false });
    drawSide(context);
    drawPlace();
    if (!isSame) drawComposer(); // after a lost connection, what is being filled in stays
    drawPending();
    byId("messages").replaceChildren();
    const found = await fetchMessages(id);
    if (state.current !== id) return;
    state.messages.set(id, found);
    await loadCommands(id);
  }
  drawMessages();
  if (message) show(message);
  else toEnd();
  markRead();
  drawSide(context);
}

// What was asked for, with everything that was heard while it was on its way: the answer may be the older of the two.
async function fetchMessages(id) {
  const kept = state.messages.get(id);
  kept.heard = [];
  const found = await ask("messages", { channel: id });
  const gone = new Set(kept.heard.filter((each) => each.isGone).map((each) => each.id));
  const messages = found.messages.filter((each) => !gone.has(each.id));
  kept.heard.filter((each) => !gone.has(each.id)).forEach((each) => putInto(messages, each));
  return { list: messages, more: found.more };
}

function show(message) {
  const node = byId(`m${message}`);
  if (!node) return toEnd();
  sticks = false;
  node.scrollIntoView({ block: "center" });
  node.classList.add("found");
  setTimeout(() => node.classList.remove("found"), 2000);
}

async function earlier() {
  const kept = state.messages.get(state.current);
  const first = kept.list[0];
  const found = await ask("messages", { channel: state.current, before: first.id });
  kept.list = [...found.messages, ...kept.list];
  kept.more = found.more;
  sticks = false;
  drawMessages();
  byId(`m${first.id}`)?.scrollIntoView({ block: "start" });
}

// Drawing

const scroll = () => byId("scroll");
const isAtEnd = () => scroll().scrollHeight - scroll().scrollTop - scroll().clientHeight < 80;
const toEnd = () => {
  sticks = true;
  scroll().scrollTop = scroll().scrollHeight;
  drawNewest();
};
const size = () => `${scroll().scrollHeight} ${scroll().clientHeight}`;
const MOST = 200; // messages on the page; older ones are asked for again
let sticks = true; // whether the newest message stays in view when something is added or a picture grows
let known = ""; // the size when it was last looked at
const drawn = new Map(); // message id -> { key, node }, so that only what changed is made anew

export function drawMessages() {
  const kept = state.messages.get(state.current);
  if (!kept) return;
  const nodes = [];
  const focus = focusMark();
  let before = null;
  let isNewShown = false;
  const alive = new Set();
  for (const message of kept.list) {
    const made = new Date(message.timestamp);
    if (!before || day(new Date(before.timestamp)) !== day(made)) {
      nodes.push(ruler("day", day(made)));
      before = null;
    }
    if (state.newSince && !isNewShown && newer(message.id, state.newSince)) {
      nodes.push(ruler("new", t("new_messages")));
      isNewShown = true;
      before = null;
    }
    nodes.push(nodeOf(message, before));
    alive.add(message.id);
    before = message;
  }
  for (const id of drawn.keys()) if (!alive.has(id)) drawn.delete(id);
  arrange(byId("messages"), nodes);
  drawBefore(kept);
  focus();
  if (sticks) toEnd();
}

// For whoever reads further up while something new has come.
function drawNewest() {
  byId("newest").hidden = sticks || !channel()?.unread;
}

const rulers = new Map();

function ruler(kind, text) {
  const key = `${kind} ${text}`;
  if (!rulers.has(key)) rulers.set(key, h("li", { class: kind }, h("span", {}, text)));
  return rulers.get(key);
}

// Keep the nodes that stay, so that a screen reader hears only what is new.
function arrange(list, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...list.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, place) => {
    if (list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null);
  });
}

function nodeOf(message, before) {
  const busy = [...state.pending.values()].filter((each) => each.message === message.id);
  const key = JSON.stringify([
    message,
    before?.id,
    before?.author.id,
    busy,
    state.you.locale,
    state.commands.has(state.current),
  ]);
  const old = drawn.get(message.id);
  if (old?.key === key) return old.node;
  const node = drawnNode(message, before);
  drawn.set(message.id, { key, node });
  return node;
}

// A message that can't be drawn costs nobody the others.
function drawnNode(message, before) {
  try {
    return messageNode(message, before, context);
  } catch (error) {
    console.warn(error);
    return plainNode(message);
  }
}

// The button that has the keyboard keeps it when its message is drawn anew.
function focusMark() {
  const active = document.activeElement;
  const message = active?.closest?.("#messages .message")?.dataset.id;
  const custom = active?.dataset?.customId;
  if (!message || !custom) return () => {};
  return () =>
    byId(`m${message}`)
      ?.querySelector(`[data-custom-id="${CSS.escape(custom)}"]`)
      ?.focus({ preventScroll: true });
}

function drawBefore(kept) {
  const here = channel();
  const name = channelName(state.current);
  const start =
    here.type === 1
      ? t("beginning_dm", { name })
      : t(here.type > 4 ? "beginning_thread" : "beginning", { channel: name });
  replace(
    byId("before"),
    kept.more
      ? h("button", { type: "button", class: "button style-2", onclick: earlier }, t("earlier"))
      : h("p", { class: "muted" }, start),
  );
}

export function drawPlace() {
  const here = channel();
  const isThread = here.type > 4;
  replace(
    byId("place"),
    h("h1", {}, here.type === 0 ? "#" : "", channelName(here.id)),
    here.topic && h("span", { class: "muted" }, topic(here)),
    isThread && (isForum(state.channels.get(here.parent_id)) ? room(here) : way(here)),
    isThread && here.thread_metadata.archived && h("span", { class: "muted" }, t("archived")),
  );
  byId("log").setAttribute("aria-label", t("conversation", { channel: channelName(here.id) }));
  drawTitle();
}

// From a thread back to its channel.
function way(thread) {
  return h(
    "button",
    { type: "button", class: "link", onclick: () => go(thread.parent_id) },
    icon("back"),
    `#${channelName(thread.parent_id)}`,
  );
}

function room(post) {
  return [
    h("span", { class: "muted" }, `#${channelName(post.parent_id)}`),
    h(
      "span",
      { class: "tags" },
      tagsOf(post).map((each) => h("span", { class: "tag" }, each)),
    ),
  ];
}

export function drawTitle() {
  if (!state.you) return;
  const waiting = [...state.channels.values()].reduce((sum, each) => sum + each.mentions, 0);
  document.title = `${waiting ? `(${waiting}) ` : ""}${state.current ? channelName(state.current) : ""} · ${nameOf(state.you)} · Semafor`;
}

// Somebody else is looking now.
export function forget() {
  state.current = null;
  drawn.clear();
}
