// The page: hears what happens, keeps `state`, and draws what changed.

import { connect } from "./api.js";
import { drawComposer, fitBox, loadCommands, refreshCommands, startComposer, useCommand } from "./composer.js";
import {
  drawMessages,
  drawPlace,
  drawTitle,
  dropMessage,
  forget,
  go,
  placeMessage,
  refresh,
  startConversation,
} from "./conversation.js";
import { byId, giveColours, h, replace } from "./dom.js";
import { hearChoices } from "./fields.js";
import { icon } from "./icons.js";
import { tickTimes } from "./markdown.js";
import { openModal } from "./modal.js";
import { complain, drawPending } from "./pending.js";
import { drawPeople, drawSide, openSettings } from "./sidebar.js";
import { channel, channelName, personName, roleName, shownName, state } from "./state.js";
import { loadTexts, speak, t } from "./texts.js";

const query = new URLSearchParams(location.search);
const isSecond = query.has("second");

const context = {
  personName,
  channelName,
  roleName,
  shownName,
  useCommand,
  drawPending,
  refresh,
  become,
  setTheme,
  closeMenu,
  go,
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

function drawAll() {
  byId("skip").textContent = t("skip");
  byId("menu").setAttribute("aria-label", t("menu"));
  replace(byId("menu"), icon("menu"));
  replace(byId("settings"), icon("settings"));
  byId("settings").setAttribute("aria-label", t("settings"));
  byId("settings").title = t("settings");
  byId("lost").textContent = t("lost");
  replace(byId("newest"), icon("down"), t("to_newest"));
  drawSplit();
  drawPeople(context);
  drawSide(context);
  if (state.current && channel()) drawPlace();
}

// People side by side

function become(person) {
  query.set("as", person.username);
  if (!isSecond) localStorage.setItem("person", person.username);
  forget();
  history.replaceState(null, "", `${location.pathname}?${query}`);
  connect(person.username, hear, lost);
}

// The browser's own way back: to another channel, or to whoever one was there.
function comeBack() {
  const name = new URLSearchParams(location.search).get("as");
  const person = state.people.find((each) => each.username === name);
  if (person && person.id !== state.you.id) become(person);
  else go(location.hash.slice(1));
}

function drawSplit() {
  byId("split").hidden = isSecond;
  byId("split").textContent = byId("second") ? t("follow_together") : t("follow_apart");
  byId("split").setAttribute("aria-pressed", String(Boolean(byId("second"))));
}

function measure() {
  const width = innerWidth / (byId("second") && innerWidth > 1000 ? 2 : 1);
  document.body.classList.toggle("narrow", width < 760);
  document.body.classList.toggle("phone", innerWidth < 620 && !isSecond);
  fitBox();
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

function openMenu() {
  if (document.body.classList.contains("menu-open")) return closeMenu();
  document.body.classList.add("menu-open");
  byId("menu").setAttribute("aria-expanded", "true");
  byId("side").querySelector("[aria-current]")?.focus();
}

// Whoever was in the menu goes on in the conversation, or where the keyboard is sent.
function closeMenu(next = "scroll") {
  if (!document.body.classList.contains("menu-open")) return;
  const wasInside = byId("side").contains(document.activeElement);
  document.body.classList.remove("menu-open");
  byId("menu").setAttribute("aria-expanded", "false");
  if (wasInside) byId(next).focus();
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
  } else if (event.key === "Escape") return closeMenu("menu");
  else return;
  event.preventDefault();
}

async function start() {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";
  document.body.classList.toggle("second", isSecond);
  await loadTexts();
  startComposer(context);
  startConversation(context);
  byId("split").addEventListener("click", split);
  byId("settings").addEventListener("click", () => openSettings(context));
  byId("menu").addEventListener("click", openMenu);
  byId("main").addEventListener("click", () => closeMenu());
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault(); // its address would be taken for a channel's
    byId("scroll").focus();
  });
  document.addEventListener("keydown", keys);
  window.addEventListener("resize", measure);
  measure();
  window.addEventListener("popstate", comeBack);
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
