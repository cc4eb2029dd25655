// A modal of the bot: a small form in a dialog.

import { act, nonce } from "./api.js";
import { optionsOf } from "./components.js";
import { freshId, h } from "./dom.js";
import { markdown } from "./markdown.js";
import { choiceMenu, dialog } from "./popover.js";
import { whyNot } from "./refusals.js";
import { state } from "./state.js";
import { t } from "./texts.js";

export function openModal(interaction, context) {
  const fields = [];
  const rows = interaction.modal.components.map((each) => row(each, fields, context));
  const wrong = h("p", { class: "failed", role: "alert", hidden: true });
  const form = h(
    "form",
    { class: "modal", onsubmit: submit },
    rows,
    wrong,
    h(
      "div",
      { class: "dialog-end" },
      h("button", { type: "button", class: "button style-2", onclick: () => box.close() }, t("cancel")),
      h("button", { class: "button style-1" }, t("submit")),
    ),
  );
  const box = dialog(interaction.modal.title, form);
  form.querySelector("input, textarea, select, .menu")?.focus();
  async function submit(event) {
    event.preventDefault();
    const key = nonce();
    const values = Object.fromEntries(fields.map((each) => [each.id, each.value()]));
    state.pending.set(key, { name: interaction.modal.title, channel: interaction.channel_id });
    context.drawPending();
    try {
      await act("submit", { interaction: interaction.id, values, nonce: key });
      box.close();
    } catch (error) {
      state.pending.delete(key);
      context.drawPending();
      wrong.hidden = false;
      wrong.textContent = whyNot(error, (id) => fields.find((each) => each.id === id)?.label);
    }
  }
}

function row(component, fields, context) {
  if (component.type === 10) return h("div", { class: "text" }, markdown(component.content, context));
  if (component.type === 1) return component.components.map((each) => labelled(each, each.label, null, fields));
  return labelled(component.component, component.label, component.description, fields);
}

function labelled(component, label, description, fields) {
  const id = freshId("field");
  const note = freshId("note");
  const { node, value } = input(component, id, description ? note : null, label);
  fields.push({ id: component.custom_id, label, value });
  const isGroup = component.type >= 21 && component.type !== 23;
  const mark =
    component.required === false || component.type === 23
      ? null
      : h("span", { class: "required", "aria-hidden": "true" }, " *");
  return h(
    "div",
    { class: "field", role: isGroup ? "group" : null, "aria-label": isGroup ? label : null },
    h("label", { for: isGroup ? null : id }, label, mark),
    description && h("small", { id: note }, description),
    node,
  );
}

function input(component, id, note, label) {
  const required = component.required !== false;
  if (component.type === 4) {
    const common = {
      id,
      "aria-describedby": note,
      required,
      placeholder: component.placeholder,
      maxlength: String(component.max_length ?? 4000),
      minlength: component.min_length ? String(component.min_length) : null,
    };
    const node =
      component.style === 2 ? h("textarea", { ...common, rows: "4" }) : h("input", { type: "text", ...common });
    node.value = component.value ?? "";
    return { node, value: () => node.value };
  }
  if (component.type === 23) {
    const node = h("input", { type: "checkbox", id, checked: Boolean(component.default), "aria-describedby": note });
    return { node, value: () => node.checked };
  }
  if (component.type === 21 || component.type === 22) return group(component, id);
  const least = required ? (component.min_values ?? 1) : 0;
  const menu = choiceMenu({
    name: label,
    options: optionsOf(component),
    least,
    most: component.max_values ?? 1,
    placeholder: component.placeholder,
    onchoose: () => {},
  });
  menu.id = id;
  return { node: menu, value: () => menu.values() };
}

function group(component, id) {
  const kind = component.type === 21 ? "radio" : "checkbox";
  const boxes = component.options.map((each) =>
    h("input", { type: kind, name: id, value: each.value, checked: Boolean(each.default) }),
  );
  const node = h(
    "div",
    {},
    component.options.map((each, place) =>
      h(
        "label",
        { class: "choice" },
        boxes[place],
        h("span", {}, each.label, each.description && h("small", {}, each.description)),
      ),
    ),
  );
  const chosen = () => boxes.filter((each) => each.checked).map((each) => each.value);
  return { node, value: () => (kind === "radio" ? (chosen()[0] ?? null) : chosen()) };
}
