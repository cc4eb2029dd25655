// The page: hears what happens, keeps `state`, and draws what changed.

import { act, ask, connect } from "./api.js";
import { drawComposer, loadCommands, refreshCommands, startComposer, useCommand } from "./composer.js";
import { byId, giveColours, h, nameOf, newer, replace } from "./dom.js";
import { hearChoices } from "./fields.js";
import { tickTimes } from "./markdown.js";
import { messageNode } from "./messages.js";
import { openModal } from "./modal.js";
import { drawPeople, drawSide, openSettings } from "./sidebar.js";
import { channel, channelName, commandName, personName, roleName, state } from "./state.js";
import { day, loadTexts, speak, t } from "./texts.js";

const query = new URLSearchParams(location.search);
const isSecond = query.has("second");

const context = {
  personName,
  channelName,
  roleName,
  commandName,
  useCommand,
  drawPending,
  refresh,
  become,
  setTheme,
  go: (id, message) => go(id, message),
  opened: (shown) => {
    state.channels.set(shown.id, shown);
    go(shown.id);
  },
  complain,
  get you() {
    return state.you.id;
  },
};

// Hearing

const hearers = {
  hello,
  MESSAGE_CREATE: (message) => placeMessage(message, true),
  MESSAGE_UPDATE: (message) => placeMessage(message, false),
  message: (message) => placeMessage(message, false),
  MESSAGE_DELETE: dropMessage,
  CHANNEL_CREATE: placeChannel,
  CHANNEL_UPDATE: placeChannel,
  THREAD_CREATE: placeChannel,
  THREAD_UPDATE: placeChannel,
  CHANNEL_DELETE: dropChannel,
  THREAD_DELETE: dropChannel,
  commands: () => {
    state.commands.clear();
    if (state.current)
      loadCommands(state.current).then(() => {
        drawMessages();
        refreshCommands();
      });
  },
  calls: (calls) => {
    state.calls = calls;
    drawPeople(context);
    drawTitle();
  },
  user: hearUser,
  interaction: hearInteraction,
  read: () => {},
};

function hear(name, data) {
  hearers[name]?.(data);
}

function hello(data) {
  byId("lost").hidden = true;
  Object.assign(state, {
    you: data.you,
    bot: data.bot,
    people: data.people,
    guild: data.guild,
    calls: data.calls,
    play: data.play,
  });
  giveColours(data.people);
  state.channels = new Map(data.channels.map((each) => [each.id, each]));
  state.messages.clear();
  state.commands.clear();
  state.pending.clear();
  speak(state.you.locale);
  const wanted = [location.hash.slice(1), localStorage.getItem(`place-${state.you.username}`), data.channels[0]?.id];
  drawAll();
  go(wanted.find((id) => state.channels.has(id)));
}

function hearUser(user) {
  state.people = state.people.map((each) => (each.id === user.id ? user : each));
  if (user.id === state.you.id) {
    state.you = user;
    speak(user.locale);
    drawAll();
    drawMessages();
    drawComposer();
  }
}

function hearInteraction(interaction) {
  if (interaction.type === 4) return hearChoices(interaction);
  const mine = state.pending.get(interaction.nonce);
  if (interaction.state === "sent" || (!mine && interaction.state !== "modal")) return;
  if (interaction.state === "failed") {
    mine.failed = mine.message ? t("click_failed") : t("no_answer");
  } else state.pending.delete(interaction.nonce);
  if (interaction.state === "modal" && mine) openModal(interaction, context);
  if (mine?.message) refresh({ id: mine.message, channel_id: mine.channel });
  drawPending();
}

// Messages

function placeMessage(message, isNew) {
  const where = state.channels.get(message.channel_id);
  const kept = state.messages.get(message.channel_id);
  if (kept) {
    const at = kept.list.findIndex((each) => each.id === message.id);
    if (at >= 0) kept.list[at] = message;
    else if (!kept.list.length || newer(message.id, kept.list.at(-1).id)) kept.list.push(message);
  }
  if (isNew && where) noteNew(where, message);
  if (message.channel_id === state.current) drawMessages();
  drawSide(context);
}

function noteNew(where, message) {
  where.last_message_id = message.id;
  const isSeen = where.id === state.current && document.visibilityState === "visible" && isAtEnd();
  if (message.author.id === state.you.id) return;
  if (isSeen) return markRead(where);
  where.unread = true;
  const isCalled =
    message.mentions.some((each) => each.id === state.you.id) || message.mention_everyone || where.type === 1;
  if (isCalled && !(message.flags & 4096)) where.mentions += 1;
}

function dropMessage({ id, channel_id: where }) {
  const kept = state.messages.get(where);
  if (kept) kept.list = kept.list.filter((each) => each.id !== id);
  if (where === state.current) drawMessages();
}

function refresh({ channel_id: where }) {
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
}

// Channels

function placeChannel(shown) {
  state.channels.set(shown.id, { ...state.channels.get(shown.id), ...shown });
  drawSide(context);
  if (shown.id === state.current) drawPlace();
}

function dropChannel({ id }) {
  state.channels.delete(id);
  if (state.current === id) go([...state.channels.keys()][0]);
  else drawSide(context);
}

async function go(id, message) {
  if (!state.channels.has(id)) return complain(t("nothing_found"));
  const isSame = state.current === id;
  state.current = id;
  localStorage.setItem(`place-${state.you.username}`, id);
  history.replaceState(null, "", `${location.pathname}?${query}#${id}`);
  closeMenu();
  if (!isSame || !state.messages.has(id)) {
    state.newSince = channel().unread ? channel().read : null;
    state.messages.set(id, { list: [], more: false });
    drawSide(context);
    drawPlace();
    drawComposer();
    drawPending();
    byId("messages").replaceChildren();
    const found = await ask("messages", { channel: id });
    if (state.current !== id) return;
    state.messages.set(id, { list: found.messages, more: found.more });
    await loadCommands(id);
  }
  drawMessages();
  if (message) show(message);
  else toEnd();
  markRead();
  drawSide(context);
}

function show(message) {
  const node = byId(`m${message}`);
  if (!node) return toEnd();
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
  drawMessages();
  byId(`m${first.id}`)?.scrollIntoView({ block: "start" });
}

// Drawing

const scroll = () => byId("scroll");
const isAtEnd = () => scroll().scrollHeight - scroll().scrollTop - scroll().clientHeight < 80;
const toEnd = () => (scroll().scrollTop = scroll().scrollHeight);
const drawn = new Map(); // message id -> { key, node }, so that only what changed is made anew

function drawMessages() {
  const kept = state.messages.get(state.current);
  if (!kept) return;
  const wasAtEnd = isAtEnd();
  const nodes = [];
  const focus = focusMark();
  let before = null;
  let isNewShown = false;
  const alive = new Set();
  for (const message of kept.list) {
    const made = new Date(message.timestamp);
    if (!before || day(new Date(before.timestamp)) !== day(made)) {
      nodes.push(h("li", { class: "day" }, h("span", {}, day(made))));
      before = null;
    }
    if (state.newSince && !isNewShown && newer(message.id, state.newSince)) {
      nodes.push(h("li", { class: "new" }, h("span", {}, t("new_messages"))));
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
  if (wasAtEnd) toEnd();
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
  const node = messageNode(message, before, context);
  for (const image of node.querySelectorAll("img")) image.addEventListener("load", () => wasAtEndLately && toEnd());
  drawn.set(message.id, { key, node });
  return node;
}

let wasAtEndLately = true;

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

function drawPlace() {
  const here = channel();
  const isThread = here.type > 4;
  replace(
    byId("place"),
    h("h1", {}, here.type === 0 ? "#" : "", channelName(here.id)),
    here.topic && h("span", { class: "muted" }, here.topic),
    isThread &&
      h(
        "button",
        { type: "button", class: "link", onclick: () => go(here.parent_id) },
        `↰ #${channelName(here.parent_id)}`,
      ),
    isThread && here.thread_metadata.archived && h("span", { class: "muted" }, t("archived")),
  );
  byId("messages").setAttribute("aria-label", t("conversation", { channel: channelName(here.id) }));
  drawTitle();
}

function drawTitle() {
  if (!state.you) return;
  const waiting = [...state.channels.values()].reduce((sum, each) => sum + each.mentions, 0);
  document.title = `${waiting ? `(${waiting}) ` : ""}${state.current ? channelName(state.current) : ""} · ${nameOf(state.you)} · Semafor`;
}

function drawPending() {
  const here = [...state.pending].filter(([, each]) => each.name && each.channel === state.current);
  replace(
    byId("pending"),
    here.map(([key, each]) => {
      const dismiss = () => {
        state.pending.delete(key);
        drawPending();
      };
      return h(
        "p",
        { class: each.failed ? "failed" : "muted" },
        each.failed ? `${each.name}: ${each.failed} ` : t("sending", { command: each.name }),
        each.failed && h("button", { type: "button", class: "link", onclick: dismiss }, t("dismiss")),
      );
    }),
  );
}

function complain(text) {
  const key = `complaint-${Date.now()}`;
  state.pending.set(key, { name: "⚠", channel: state.current, failed: text });
  drawPending();
}

function drawAll() {
  byId("skip").textContent = t("skip");
  byId("menu").setAttribute("aria-label", t("menu"));
  byId("settings").textContent = "⚙";
  byId("settings").setAttribute("aria-label", t("settings"));
  byId("settings").title = t("settings");
  byId("lost").textContent = t("lost");
  drawSplit();
  drawPeople(context);
  drawSide(context);
  if (state.current && channel()) drawPlace();
}

// People side by side

function become(person) {
  query.set("as", person.username);
  if (!isSecond) localStorage.setItem("person", person.username);
  state.current = null;
  drawn.clear();
  history.replaceState(null, "", `${location.pathname}?${query}`);
  connect(person.username, hear, lost);
}

function drawSplit() {
  byId("split").hidden = isSecond;
  byId("split").textContent = byId("second") ? t("follow_one") : t("follow_two");
  byId("split").setAttribute("aria-pressed", String(Boolean(byId("second"))));
}

function measure() {
  const width = innerWidth / (byId("second") && innerWidth > 1000 ? 2 : 1);
  document.body.classList.toggle("narrow", width < 760);
  document.body.classList.toggle("phone", innerWidth < 620 && !isSecond);
}

function split() {
  const second = byId("second");
  if (second) second.remove();
  else {
    const other = state.people.find((each) => each.id !== state.you.id);
    byId("views").append(h("iframe", { id: "second", title: t("second_view"), src: `/?as=${other.username}&second` }));
  }
  localStorage.setItem("split", second ? "" : "yes");
  measure();
  drawSplit();
}

function lost() {
  byId("lost").hidden = false;
}

// Setting up

function setTheme(theme) {
  localStorage.setItem("theme", theme);
  document.documentElement.dataset.theme = theme;
  byId("second")?.contentWindow.postMessage({ theme }, location.origin);
}

function closeMenu() {
  document.body.classList.remove("menu-open");
  byId("menu").setAttribute("aria-expanded", "false");
}

function keys(event) {
  const isWriting = /INPUT|TEXTAREA|SELECT/.test(document.activeElement?.tagName);
  if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const stations = [...document.querySelectorAll("#side [data-channel]")].map((each) => each.dataset.channel);
    const at = stations.indexOf(state.current) + (event.key === "ArrowDown" ? 1 : -1);
    go(stations[(at + stations.length) % stations.length]);
  } else if (event.altKey && /^[1-9]$/.test(event.key) && state.people[event.key - 1])
    become(state.people[event.key - 1]);
  else if (event.key === "/" && !isWriting && !document.querySelector("dialog[open]")) {
    byId("box")?.focus();
    return;
  } else if (event.key === "Escape") return closeMenu();
  else return;
  event.preventDefault();
}

async function start() {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";
  document.body.classList.toggle("second", isSecond);
  await loadTexts();
  startComposer(context);
  byId("split").addEventListener("click", split);
  byId("settings").addEventListener("click", () => openSettings(context));
  byId("menu").addEventListener("click", () =>
    byId("menu").setAttribute("aria-expanded", String(document.body.classList.toggle("menu-open"))),
  );
  byId("main").addEventListener("click", closeMenu);
  scroll().addEventListener("scroll", () => {
    wasAtEndLately = isAtEnd();
    if (wasAtEndLately) markRead();
  });
  document.addEventListener("keydown", keys);
  window.addEventListener("resize", measure);
  measure();
  document.addEventListener("visibilitychange", () => state.current && markRead());
  window.addEventListener("hashchange", () => go(location.hash.slice(1)));
  window.addEventListener(
    "message",
    (event) =>
      event.origin === location.origin &&
      event.data.theme &&
      (document.documentElement.dataset.theme = event.data.theme),
  );
  setInterval(() => tickTimes(byId("messages")), 10000);
  const person = query.get("as") ?? localStorage.getItem("person") ?? "";
  connect(
    person,
    (name, data) => {
      hear(name, data);
      if (name === "hello" && !isSecond && localStorage.getItem("split") && !byId("second") && innerWidth > 900)
        split();
    },
    lost,
  );
}

start();
