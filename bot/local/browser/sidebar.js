// The list of channels, drawn as a line with its stations, the people at the top, and each person's settings.

import { act } from "./api.js";
import { byId, face, h, nameOf, newer, replace } from "./dom.js";
import { markdown } from "./markdown.js";
import { popover } from "./popover.js";
import { channelName, isForum, state, tagsOf } from "./state.js";
import { spokenHere, t } from "./texts.js";

export function drawSide(context) {
  const every = [...state.channels.values()];
  const isMember = state.guild.members.includes(state.you.id);
  const lines = every.filter((each) => each.type === 0 || isForum(each)).sort((a, b) => a.position - b.position);
  const letters = every
    .filter((each) => each.type === 1)
    .sort((a, b) => (newer(b.last_message_id ?? "0", a.last_message_id ?? "0") ? 1 : -1));
  const threadsOf = (parent) =>
    every.filter(
      (each) =>
        each.thread_metadata &&
        each.parent_id === parent.id &&
        (isForum(parent) || !each.thread_metadata.archived || each.id === state.current),
    );
  replace(
    byId("side"),
    h("h2", { class: "guild" }, isMember ? state.guild.name : t("no_guild")),
    isMember && h("h3", {}, t("channels")),
    h(
      "ul",
      { class: "line" },
      lines.map((each) =>
        h(
          "li",
          {},
          isForum(each) ? forum(each) : station(each, context),
          threadsOf(each).length > 0 &&
            h(
              "ul",
              { class: "branch" },
              threadsOf(each).map((thread) => h("li", {}, station(thread, context))),
            ),
        ),
      ),
    ),
    letters.length > 0 && h("h3", {}, t("direct")),
    h(
      "ul",
      { class: "letters" },
      letters.map((each) => h("li", {}, station(each, context))),
    ),
    h("h3", {}, t("people")),
    h(
      "ul",
      { class: "members" },
      [state.bot, ...state.people].map((each) => h("li", {}, member(each, context))),
    ),
  );
  byId("side").setAttribute("aria-label", t("menu"));
}

function forum(channel) {
  return h(
    "span",
    { class: "station forum" },
    h("span", { class: "dot", "aria-hidden": "true" }),
    h("span", { class: "station-name" }, channel.name),
    h("span", { class: "tag" }, t("forum")),
  );
}

function station(channel, context) {
  const isHere = channel.id === state.current;
  const name = channelName(channel.id);
  const marks = [
    channel.mentions > 0 && t("mentions", { n: channel.mentions }),
    channel.unread && !channel.mentions && t("unread"),
  ].filter(Boolean);
  return h(
    "button",
    {
      type: "button",
      class: `station ${channel.unread ? "unread" : ""}`,
      "aria-current": isHere ? "page" : null,
      dataset: { channel: channel.id, keep: channel.id },
      onclick: () => context.go(channel.id),
    },
    channel.type === 1 ? face(channel.recipients[0], "small") : h("span", { class: "dot", "aria-hidden": "true" }),
    h("span", { class: "station-name" }, name),
    marks.length > 0 && h("span", { class: "only-read" }, `, ${marks.join(", ")}`),
    channel.mentions > 0 && h("span", { class: "badge", "aria-hidden": "true" }, String(channel.mentions)),
    tagsOf(channel).length > 0 &&
      h(
        "span",
        { class: "tags" },
        tagsOf(channel).map((each) => h("span", { class: "tag" }, each)),
      ),
  );
}

function member(user, context) {
  if (user.id === state.you.id)
    return h(
      "span",
      { class: "station me" },
      face(user, "small"),
      h("span", { class: "station-name" }, nameOf(user)),
      h("span", { class: "tag" }, t("you")),
    );
  const write = async () => context.opened(await act("dm", { other: user.id }));
  return h(
    "button",
    {
      type: "button",
      class: "station",
      title: t("write_to", { name: nameOf(user) }),
      dataset: { keep: user.id },
      onclick: write,
    },
    face(user, "small"),
    h("span", { class: "station-name" }, nameOf(user)),
    user.bot && h("span", { class: "tag" }, t("bot")),
  );
}

export function drawPeople(context) {
  const nav = byId("people");
  nav.setAttribute("aria-label", t("you_are"));
  replace(
    nav,
    h("span", { class: "you-are" }, `${t("you_are")}:`),
    state.people.map((each) => {
      const waiting = each.id === state.you.id ? 0 : (state.calls[each.id] ?? 0);
      return h(
        "button",
        {
          type: "button",
          class: "person",
          "aria-pressed": String(each.id === state.you.id),
          dataset: { person: each.username, keep: each.id },
          onclick: () => context.become(each),
        },
        face(each, "small"),
        h("span", { class: "person-name" }, nameOf(each)),
        waiting > 0 && h("span", { class: "only-read" }, `, ${t("waiting_for", { n: waiting })}`),
        waiting > 0 && h("span", { class: "badge", "aria-hidden": "true" }, String(waiting)),
      );
    }),
  );
}

export function openSettings(context) {
  const me = state.you;
  const choice = (name, value, current, text, change) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name, value, checked: value === current, onchange: change }),
      text,
    );
  const setLocale = (locale) => () => act("settings", { locale });
  const theme = localStorage.getItem("theme") ?? "auto";
  const panel = h(
    "div",
    { class: "settings", role: "dialog", "aria-label": t("settings") },
    h("div", { class: "settings-who" }, face(me), h("strong", {}, nameOf(me))),
    h(
      "fieldset",
      {},
      h("legend", {}, t("language")),
      spokenHere().map(({ name, locale, isNow }) =>
        choice("locale", locale, isNow ? locale : "", name, setLocale(locale)),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, t("theme")),
      ["auto", "light", "dark"].map((each) =>
        choice("theme", each, theme, t(`theme_${each}`), () => context.setTheme(each)),
      ),
    ),
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "checkbox",
        checked: me.takes_dms,
        onchange: (event) => act("settings", { takes_dms: event.target.checked }),
      }),
      t("dms_open"),
    ),
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "checkbox",
        checked: me.has_app,
        onchange: (event) => act("settings", { has_app: event.target.checked }),
      }),
      t("has_app"),
    ),
    h("div", { class: "keys" }, h("strong", {}, t("keys")), markdown(t("keys_list"), context)),
  );
  popover(byId("settings"), panel);
  panel.querySelector("input").focus();
}
