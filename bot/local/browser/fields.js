// One field for each type of option; text with autocomplete asks the bot while one types.

import { act, nonce } from "./api.js";
import { freshId, h, nameOf, replace } from "./dom.js";
import { choiceMenu } from "./popover.js";
import { channelName, label, state } from "./state.js";
import { t } from "./texts.js";

const asking = new Map(); // nonce -> function that takes the choices

export function hearChoices(interaction) {
  const take = asking.get(interaction.nonce);
  if (!take || interaction.state === "sent") return;
  asking.delete(interaction.nonce);
  take(interaction.state === "choices" ? interaction.choices : []);
}

export function optionField(option, { command, others, value }) {
  const id = freshId("option");
  if (option.autocomplete) return completed(option, id, command, others, value);
  if (option.choices?.length)
    return menu(
      id,
      option,
      option.choices.map((each) => ({ value: String(each.value), label: label(each) })),
      value,
      (chosen) => option.choices.find((each) => String(each.value) === chosen)?.value,
    );
  switch (option.type) {
    case 5:
      return menu(
        id,
        option,
        [
          { value: "true", label: t("yes") },
          { value: "false", label: t("no") },
        ],
        value,
        (chosen) => chosen === "true",
      );
    case 6:
    case 9:
      return menu(
        id,
        option,
        [...state.people, state.bot].map((each) => ({ value: each.id, label: nameOf(each) })),
        value,
      );
    case 7:
      return menu(
        id,
        option,
        [...state.channels.values()]
          .filter((each) => each.type !== 1)
          .map((each) => ({ value: each.id, label: `#${channelName(each.id)}` })),
        value,
      );
    case 8:
      return menu(
        id,
        option,
        state.guild.roles.map((each) => ({ value: each.id, label: each.name })),
        value,
      );
    case 4:
    case 10:
      return number(id, option, value);
    default:
      return words(id, option, value);
  }
}

function menu(id, option, options, value, convert = (chosen) => chosen) {
  const given = options.map((each) => ({
    ...each,
    default: each.value === value || each.label.toLowerCase() === String(value ?? "").toLowerCase(),
  }));
  const node = choiceMenu({ name: label(option), options: given, onchoose: () => {} });
  node.id = id;
  return {
    id,
    node,
    focus: () => node.focus(),
    value: () => (node.values().length ? convert(node.values()[0]) : undefined),
  };
}

function number(id, option, value) {
  const limits = { min: option.min_value ?? null, max: option.max_value ?? null };
  const node = h("input", {
    type: "number",
    id,
    required: option.required,
    step: option.type === 4 ? "1" : "any",
    min: limits.min === null ? null : String(limits.min),
    max: limits.max === null ? null : String(limits.max),
    value: value ?? "",
  });
  return { id, node, focus: () => node.focus(), value: () => (node.value === "" ? undefined : Number(node.value)) };
}

function words(id, option, value) {
  const node = h("input", {
    type: "text",
    id,
    required: option.required,
    minlength: option.min_length ? String(option.min_length) : null,
    maxlength: option.max_length ? String(option.max_length) : null,
    value: value ?? "",
  });
  return { id, node, focus: () => node.focus(), value: () => (node.value === "" ? undefined : node.value) };
}

function completed(option, id, command, others, value) {
  const listId = freshId("choices");
  let choices = [];
  let picked = null; // the choice whose label stands in the field
  let place = -1;
  let timer = null;
  let newest = null;
  const list = h("div", { id: listId, class: "choices", role: "listbox", "aria-label": label(option), hidden: true });
  const input = h("input", {
    type: "text",
    id,
    required: option.required,
    value: value ?? "",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": listId,
    oninput: typed,
    onkeydown: keys,
    onfocus: () => request(0),
    onblur: () => setTimeout(close, 150),
  });
  const node = h("div", { class: "combo" }, input, list);
  const current = () => {
    if (picked) return picked.value;
    if (input.value === "") return undefined;
    return option.type === 3 ? input.value : Number(input.value);
  };
  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
  }
  function beside() {
    const box = (input.closest(".option-field") ?? input).getBoundingClientRect();
    Object.assign(list.style, {
      left: `${box.left}px`,
      bottom: `${innerHeight - box.top + 4}px`,
      width: `${Math.max(box.width, Math.min(480, innerWidth - box.left - 12))}px`,
    });
  }
  function typed() {
    picked = null;
    request(120);
  }
  function request(wait) {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const key = nonce();
      newest = key;
      asking.set(key, (found) => key === newest && show(found));
      if (!choices.length) replace(list, h("p", { class: "muted" }, t("loading")));
      list.hidden = false;
      beside();
      const values = { ...others(), [option.name]: picked ? String(picked.name) : input.value };
      await act("ask", { channel: state.current, name: command, values, focused: option.name, nonce: key }).catch(() =>
        show([]),
      );
    }, wait);
  }
  function show(found) {
    choices = found;
    place = found.length && input.value ? 0 : -1;
    draw();
  }
  function draw() {
    if (document.activeElement !== input) return close();
    const rows = choices.map((each, number) =>
      h(
        "div",
        {
          class: "option",
          role: "option",
          id: `${listId}-${number}`,
          "aria-selected": String(number === place),
          onpointerdown: (event) => {
            event.preventDefault();
            pick(each);
          },
        },
        label(each),
      ),
    );
    replace(list, rows.length ? rows : h("p", { class: "muted" }, t("nothing_found")));
    list.hidden = false;
    beside();
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-activedescendant", place >= 0 ? `${listId}-${place}` : "");
    rows[place]?.scrollIntoView({ block: "nearest" });
  }
  function pick(choice) {
    picked = choice;
    input.value = label(choice);
    close();
  }
  function keys(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.hidden) request(0);
      else if (choices.length) {
        place = (place + (event.key === "ArrowDown" ? 1 : -1) + choices.length) % choices.length;
        draw();
      }
      event.preventDefault();
    } else if (!list.hidden && place >= 0 && (event.key === "Enter" || event.key === "Tab") && !picked) {
      pick(choices[place]);
      if (event.key === "Enter") event.preventDefault();
    } else if (event.key === "Escape" && !list.hidden) {
      close();
      event.stopPropagation();
      event.preventDefault();
    }
  }
  return { id, node, focus: () => input.focus(), value: current };
}
