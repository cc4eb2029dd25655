// Lists that open beside a button, and dialogs.

import { byId, freshId, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

let closeOpen = null;

// A panel that floats over `anchor`; gives the function that closes it.
export function popover(anchor, panel, onclose = () => {}) {
  closeOpen?.();
  panel.classList.add("popover");
  (anchor.closest("dialog") ?? byId("layer")).append(panel); // a modal dialog covers everything outside it
  const box = anchor.getBoundingClientRect();
  const width = Math.min(Math.max(box.width, 260), innerWidth - 16);
  panel.style.width = `${width}px`;
  panel.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  const below = innerHeight - box.bottom;
  const goesUp = below < Math.min(panel.offsetHeight, 320) && box.top > below;
  panel.style.maxHeight = `${Math.max(140, Math.min(560, (goesUp ? box.top : below) - 16))}px`;
  if (goesUp) panel.style.bottom = `${innerHeight - box.top + 4}px`;
  else panel.style.top = `${box.bottom + 4}px`;
  const outside = (event) => {
    if (!panel.contains(event.target) && !anchor.contains(event.target)) close();
  };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
    anchor.focus();
  };
  function close() {
    if (closeOpen !== close) return;
    closeOpen = null;
    panel.remove();
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("keydown", escape, true);
    onclose();
  }
  closeOpen = close;
  document.addEventListener("pointerdown", outside, true);
  document.addEventListener("keydown", escape, true);
  return close;
}

// A menu as Discord's selects are: one choice is sent at once, several with a button.
export function choiceMenu({
  name,
  options,
  least = 1,
  most = 1,
  placeholder,
  disabled = false,
  onchoose,
  wide = true,
}) {
  let chosen = options.filter((each) => each.default).map((each) => each.value);
  const id = freshId("menu");
  const shown = h("span", { class: "menu-shown" });
  const button = h(
    "button",
    {
      type: "button",
      class: wide ? "menu wide" : "menu",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": name,
      disabled,
      onclick: open,
    },
    shown,
    icon("open"),
  );
  const labelOf = (value) => options.find((each) => each.value === value)?.label ?? value;
  function show() {
    shown.textContent = chosen.length ? chosen.map(labelOf).join(", ") : placeholder || t("choose");
    shown.classList.toggle("empty", chosen.length === 0);
    button.setAttribute("aria-label", `${name ? `${name}: ` : ""}${shown.textContent}`);
  }
  function open() {
    const several = most > 1 || least === 0;
    const rows = options.map((each) => option(each, several));
    const list = h(
      "div",
      {
        class: "options",
        role: "listbox",
        id,
        "aria-multiselectable": several ? "true" : null,
        "aria-label": name || placeholder || t("choose"),
        onkeydown: keys,
      },
      rows.length ? rows : h("p", { class: "muted" }, t("nothing_found")),
    );
    const done =
      several &&
      h(
        "div",
        { class: "options-end" },
        h("span", { class: "muted" }, t("choose_between", { least, most })),
        h("button", { type: "button", class: "button style-1", disabled: !isEnough(), onclick: finish }, t("done")),
      );
    button.setAttribute("aria-expanded", "true");
    const close = popover(button, h("div", {}, list, done), () => button.setAttribute("aria-expanded", "false"));
    (rows.find((each) => each.getAttribute("aria-selected") === "true") ?? rows[0])?.focus();
    function isEnough() {
      return chosen.length >= least && chosen.length <= most;
    }
    function finish() {
      if (!isEnough()) return;
      close();
      show();
      button.focus();
      onchoose([...chosen]);
    }
    function option(each, multiple) {
      const row = h(
        "div",
        {
          class: "option",
          role: "option",
          tabindex: "-1",
          "aria-selected": String(chosen.includes(each.value)),
          dataset: { value: each.value },
          onclick: pick,
        },
        multiple && h("span", { class: "tick", "aria-hidden": "true" }),
        emojiOf(each.emoji),
        h(
          "span",
          { class: "option-text" },
          h("span", {}, each.label),
          each.description && h("small", {}, each.description),
        ),
      );
      function pick() {
        if (!multiple) {
          chosen = [each.value];
          return finish();
        }
        if (chosen.includes(each.value)) chosen = chosen.filter((value) => value !== each.value);
        else if (most === 1) chosen = [each.value];
        else if (chosen.length < most) chosen.push(each.value);
        for (const other of list.children)
          other.setAttribute("aria-selected", String(chosen.includes(other.dataset.value)));
        done.querySelector("button").disabled = !isEnough();
      }
      return row;
    }
    function keys(event) {
      const here = rows.indexOf(document.activeElement);
      const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
      if (to !== undefined) rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
      else if (event.key === " " || event.key === "Enter") document.activeElement.click();
      else if (event.key.length === 1)
        [...rows.slice(here + 1), ...rows].find((row) => startsWith(row, event.key))?.focus();
      else return;
      event.preventDefault();
    }
  }
  show();
  button.values = () => chosen;
  return button;
}

const startsWith = (row, letter) => row.textContent.toLowerCase().startsWith(letter.toLowerCase());

export function emojiOf(emoji) {
  if (!emoji?.name) return null;
  if (emoji.id) return h("img", { class: "emoji", src: `/emojis/${emoji.id}.png`, alt: "" });
  return h("span", { class: "emoji", "aria-hidden": "true" }, emoji.name);
}

// Dialogs

export function dialog(title, content, className = "") {
  const id = freshId("dialog");
  const box = h(
    "dialog",
    { class: className, "aria-labelledby": id },
    h(
      "div",
      { class: "dialog-top" },
      h("h2", { id }, title),
      h("button", { type: "button", class: "plain close", "aria-label": t("close"), onclick: () => box.close() }, icon("close")),
    ),
    content,
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  byId("layer").append(box);
  box.showModal();
  return box;
}
