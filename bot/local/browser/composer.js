// Where one writes: plain messages, the list of commands after a slash, and the fields of the chosen command.

import { act, ask, nonce } from "./api.js";
import { optionField } from "./fields.js";
import { byId, freshId, h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { whyNot } from "./refusals.js";
import { channel, channelName, describe, label, leaves, state } from "./state.js";
import { t } from "./texts.js";

let context = null;
let place = 0;
let offered = [];
const drafts = new Map();
const draftKey = () => `${state.you.id} ${state.current}`;

export function startComposer(given) {
  context = given;
}

export async function loadCommands(id) {
  state.commands.set(id, await ask("commands", { channel: id }));
  return leaves(state.commands.get(id));
}

export function drawComposer() {
  const form = byId("composer");
  form.className = "";
  form.onsubmit = sendText;
  form.onkeydown = null;
  if (!channel()) return replace(form);
  if (!channel().can_send && channel().type !== 1) return replace(form, h("p", { class: "muted" }, t("cannot_send")));
  const id = freshId("commands");
  const name = channel().type === 1 ? channelName(state.current) : `#${channelName(state.current)}`;
  const box = h("textarea", {
    id: "box",
    rows: "1",
    maxlength: "2000",
    placeholder: t("message"),
    "aria-label": t("message_to", { channel: name }),
    "aria-haspopup": "listbox",
    "aria-controls": id,
    "aria-autocomplete": "list",
    oninput: typed,
    onkeydown: keys,
  });
  const list = h("div", { id, class: "commands", role: "listbox", "aria-label": t("commands"), hidden: true });
  replace(form, list, h("div", { class: "write" }, box, h("button", { class: "button style-1 send" }, t("send"))));
  box.value = drafts.get(draftKey()) ?? "";
  grow(box);
}

const TALLEST = 160;

// A scrollbar only where the box can't grow any more: half a pixel of a line would bring one, with its arrows.
const grow = (box) => {
  box.style.height = "auto";
  box.style.overflowY = box.scrollHeight > TALLEST ? "auto" : "hidden";
  box.style.height = `${Math.min(box.scrollHeight, TALLEST)}px`;
};

// The window has another width, and the lines break elsewhere.
export const fitBox = () => byId("box") && grow(byId("box"));

// The commands have changed: whoever is looking at the list sees the new one.
export function refreshCommands() {
  if (byId("box")?.value.startsWith("/")) typed({ target: byId("box") });
}

async function typed(event) {
  const box = event.target;
  grow(box);
  drafts.set(draftKey(), box.value);
  if (!box.value.startsWith("/")) return showCommands([]);
  const known = state.commands.has(state.current)
    ? leaves(state.commands.get(state.current))
    : await loadCommands(state.current);
  const wanted = box.value.slice(1).toLowerCase();
  place = 0;
  showCommands(fitting(known, wanted), known.length === 0);
}

// Without capitals and marks, so that "dolacz" finds "dołącz".
const folded = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");

function fitting(known, wanted) {
  const start = folded(wanted.split(/\s+\S+:/)[0].trim());
  const words = start.split(/\s+/).filter(Boolean);
  const rank = (each) => {
    const names = [folded(each.shown), each.name];
    if (names.includes(start)) return 0;
    if (names.some((name) => name.startsWith(start))) return 1;
    if (names.some((name) => words.every((word) => name.includes(word)))) return 2;
    return words.length > 0 && words.every((word) => folded(each.description).includes(word)) ? 3 : 9;
  };
  return known
    .map((each) => [rank(each), each])
    .filter(([place]) => place < 9)
    .sort((a, b) => a[0] - b[0] || a[1].shown.localeCompare(b[1].shown))
    .map(([, each]) => each);
}

function showCommands(found, notReady = false) {
  const box = byId("box");
  if (!box) return; // a command has been chosen while the list was on its way
  const list = byId(box.getAttribute("aria-controls"));
  offered = found;
  const isOpen = box.value.startsWith("/");
  list.hidden = !isOpen;
  const rows = found.map((each, number) =>
    h(
      "div",
      {
        class: "command",
        role: "option",
        id: `${list.id}-${number}`,
        "aria-selected": String(number === place),
        onclick: () => choose(each),
      },
      h(
        "span",
        {},
        h("b", {}, `/${each.shown}`),
        " ",
        h(
          "span",
          { class: "params" },
          each.options.filter((option) => option.required).map((option) => `${label(option)} `),
        ),
      ),
      h("small", {}, each.description),
    ),
  );
  replace(
    list,
    rows.length ? rows : isOpen ? h("p", { class: "muted" }, t(notReady ? "not_ready" : "no_commands")) : [],
  );
  box.setAttribute("aria-activedescendant", rows.length ? `${list.id}-${place}` : "");
  rows[place]?.scrollIntoView({ block: "nearest" });
}

function keys(event) {
  const isPicking = event.target.value.startsWith("/") && offered.length > 0;
  if (isPicking && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    place = (place + (event.key === "ArrowDown" ? 1 : -1) + offered.length) % offered.length;
    showCommands(offered);
  } else if (isPicking && (event.key === "Enter" || event.key === "Tab")) choose(offered[place]);
  else if (event.key === "Escape" && event.target.value.startsWith("/")) {
    event.target.value = "";
    drafts.delete(draftKey());
    showCommands([]);
  } else if (event.key === "Enter" && !event.shiftKey) byId("composer").requestSubmit();
  else return;
  event.preventDefault();
}

async function sendText(event) {
  event.preventDefault();
  const box = byId("box");
  const content = box.value.trim();
  if (!content) return;
  if (content.startsWith("/") && !offered.length) await typed({ target: box }); // the commands may be on their way
  if (content.startsWith("/") && offered.length) return choose(offered[place]);
  box.value = "";
  drafts.delete(draftKey());
  grow(box);
  showCommands([]);
  try {
    await act("say", { channel: state.current, content });
  } catch (error) {
    if (!box.value) box.value = content;
    context.complain(whyNot(error));
  }
}

// What was typed after the command's name, such as `title:usa seats:3`.
function typedOptions(text, command) {
  const given = {};
  for (const match of text.matchAll(/(\S+?):\s*((?:(?!\s\S+:).)*)/g)) {
    const option = command.options.find((each) => each.name === match[1] || label(each) === match[1]);
    if (option) given[option.name] = match[2].trim();
  }
  return given;
}

function choose(command) {
  const given = typedOptions(byId("box")?.value ?? "", command);
  drafts.delete(draftKey());
  if (command.options.length) return drawFields(command, given);
  drawComposer();
  byId("box")?.focus();
  return run(command, {});
}

function drawFields(command, given, whyAgain = "") {
  const form = byId("composer");
  const fields = new Map();
  const area = h("div", { class: "fields" });
  const more = h("div", { class: "more" });
  const wrong = h("p", { class: "failed", role: "alert", hidden: !whyAgain }, whyAgain);
  const others = (except) =>
    Object.fromEntries(
      [...fields]
        .filter(([name]) => name !== except)
        .map(([name, field]) => [name, field.value()])
        .filter(([, value]) => value !== undefined),
    );
  const leave = () => {
    drawComposer();
    byId("box")?.focus();
  };
  function add(option, focus) {
    const field = optionField(option, {
      command: command.name,
      others: () => others(option.name),
      value: given[option.name],
    });
    const remove =
      !option.required &&
      h(
        "button",
        {
          type: "button",
          class: "plain close",
          "aria-label": t("remove", { name: label(option) }),
          onclick: () => {
            fields.delete(option.name);
            holder.remove();
            drawMore();
          },
        },
        icon("close"),
      );
    const holder = h(
      "div",
      { class: "option-field" },
      h(
        "label",
        { for: field.id },
        label(option),
        option.required && h("span", { class: "required" }, ` ${t("required")}`),
      ),
      h("div", { class: "option-input" }, field.node, remove),
      h("small", {}, describe(option)),
    );
    fields.set(option.name, field);
    area.append(holder);
    drawMore();
    if (focus) field.focus();
  }
  function drawMore() {
    const rest = command.options.filter((each) => !fields.has(each.name));
    replace(
      more,
      rest.map((each) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            title: describe(each),
            "aria-label": t("add_option", { name: label(each) }),
            onclick: () => add(each, true),
          },
          `+ ${label(each)}`,
        ),
      ),
    );
  }
  form.className = "filling";
  form.onsubmit = async (event) => {
    event.preventDefault();
    const values = others(null);
    const labelOf = (field) => label(command.options.find((each) => each.name === field) ?? { name: field });
    const channel = state.current;
    leave(); // what is typed from now on belongs to the next message
    try {
      await run(command, values);
    } catch (error) {
      if (state.current === channel && byId("box")?.value === "") drawFields(command, values, whyNot(error, labelOf));
      else context.complain(whyNot(error, labelOf));
    }
  };
  form.onkeydown = (event) => {
    if (event.key === "Escape") leave();
  };
  replace(
    form,
    h(
      "div",
      { class: "filling-top" },
      h("b", {}, `/${command.shown}`),
      h("span", { class: "muted" }, command.description),
    ),
    area,
    more,
    wrong,
    h(
      "div",
      { class: "dialog-end" },
      h("button", { type: "button", class: "button style-2", onclick: leave }, t("cancel")),
      h("button", { class: "button style-1" }, t("run")),
    ),
  );
  const opened = command.options.filter((each) => each.required || each.name in given);
  const [first] = command.options;
  if (!opened.length && first?.autocomplete) opened.push(first); // one may type at once, or run it without
  opened.forEach((each) => add(each, false));
  drawMore();
  if (fields.size) [...fields.values()][0].focus();
  else form.querySelector(".style-1").focus();
}

async function run(command, values) {
  const key = nonce();
  state.pending.set(key, { name: `/${command.shown}`, channel: state.current });
  context.drawPending();
  try {
    await act("use", { channel: state.current, name: command.name, values, nonce: key });
  } catch (error) {
    state.pending.delete(key);
    context.drawPending();
    if (command.options.length) throw error;
    context.complain(whyNot(error));
  }
}

// A command that was pressed in a text.
export async function useCommand(id, name) {
  const known = state.commands.has(state.current)
    ? leaves(state.commands.get(state.current))
    : await loadCommands(state.current);
  const found = known.find((each) => each.id === id && each.name === name) ?? known.find((each) => each.name === name);
  if (found) drawFields(found, {});
  else context.complain(t(known.length ? "no_commands" : "not_ready"));
}
