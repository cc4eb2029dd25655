// Buttons, menus and layouts of a message.

import { act, nonce, Refused } from "./api.js";
import { h, nameOf } from "./dom.js";
import { icon } from "./icons.js";
import { insideLink, markdown } from "./markdown.js";
import { choiceMenu, emojiOf } from "./popover.js";
import { whyNot } from "./refusals.js";
import { channelName, state } from "./state.js";
import { t } from "./texts.js";
import { openPicture } from "./viewer.js";

export function parts(components, message, context) {
  return components.map((each) => part(each, message, context));
}

function part(component, message, context) {
  switch (component.type) {
    case 1:
      return h("div", { class: "row" }, parts(component.components, message, context));
    case 2:
      return button(component, message, context);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return select(component, message, context);
    case 9:
      return h(
        "div",
        { class: "section" },
        h("div", { class: "section-text" }, parts(component.components, message, context)),
        part(component.accessory, message, context),
      );
    case 10:
      return h("div", { class: "text" }, markdown(component.content, context));
    case 11:
      return picture(component.media, component.description, "thumbnail", component.spoiler);
    case 12:
      return h(
        "div",
        { class: `gallery count-${Math.min(component.items.length, 4)}` },
        component.items.map((each) => picture(each.media, each.description, "", each.spoiler)),
      );
    case 13:
      return h(
        "a",
        { class: "file", href: component.file.url, download: "" },
        t("download", { name: component.file.url.split("/").at(-1) }),
      );
    case 14:
      return h("hr", {
        class: `${component.divider === false ? "bare" : ""} ${component.spacing === 2 ? "large" : ""}`,
      });
    case 17:
      return container(component, message, context);
    default:
      return h("p", { class: "muted" }, `(${component.type})`);
  }
}

function container(component, message, context) {
  const node = h(
    "div",
    { class: component.spoiler ? "container hidden-box" : "container" },
    parts(component.components, message, context),
  );
  if (component.accent_color != null)
    node.style.borderInlineStartColor = `#${component.accent_color.toString(16).padStart(6, "0")}`;
  if (component.spoiler) node.addEventListener("click", () => node.classList.remove("hidden-box"), { once: true });
  return node;
}

export function picture(media, description, className = "", spoiler = false) {
  const image = h("img", { src: media.url, alt: description || "", loading: "lazy" });
  if (media.width && className !== "thumbnail") {
    const ratio = media.width / media.height; // the place is kept before the picture is there
    image.style.aspectRatio = String(ratio);
    image.style.width = `min(${media.width}px, calc(min(460px, 62vh) * ${ratio}))`;
  }
  const show = () => {
    if (node.classList.contains("hidden-box")) node.classList.remove("hidden-box");
    else openPicture(media.url, description);
  };
  const node = h(
    "button",
    {
      type: "button",
      class: `picture ${className} ${spoiler ? "hidden-box" : ""}`,
      "aria-label": `${(description || t("picture")).replace(/\.$/, "")}. ${t("open_image")}`,
      onclick: show,
    },
    image,
  );
  return node;
}

function button(component, message, context) {
  const isPlay = component.custom_id === state.play?.custom_id && !message.interaction_metadata;
  const text = isPlay ? t("play_now") : component.label;
  const content = [emojiOf(component.emoji), text && h("span", {}, text)];
  if (component.style === 5) {
    const inside = insideLink(component.url);
    if (inside)
      return h(
        "button",
        { type: "button", class: "button style-5", onclick: () => context.go(inside[1], inside[2]) },
        content,
        icon("out"),
      );
    return h(
      "a",
      { class: "button style-5", href: component.url, target: "_blank", rel: "noopener noreferrer" },
      content,
      icon("out"),
    );
  }
  const busy = isBusy(message, component.custom_id);
  return h(
    "button",
    {
      type: "button",
      class: `button style-${component.style}`,
      disabled: Boolean(component.disabled),
      "aria-busy": busy ? "true" : null,
      dataset: { customId: component.custom_id },
      "aria-label": text ? null : component.emoji?.name,
      onclick: () => press(message, component.custom_id, undefined, context),
    },
    content,
  );
}

function select(component, message, context) {
  const options = optionsOf(component);
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const menu = choiceMenu({
    options,
    least,
    most,
    placeholder: component.placeholder,
    disabled: Boolean(component.disabled),
    onchoose: (values) => press(message, component.custom_id, values, context),
  });
  menu.dataset.customId = component.custom_id;
  if (isBusy(message, component.custom_id)) menu.setAttribute("aria-busy", "true");
  return menu;
}

export function optionsOf(component) {
  const defaults = new Set((component.default_values ?? []).map((each) => each.id));
  const make = (value, label) => ({ value, label, default: defaults.has(value) });
  const people = () => state.people.map((each) => make(each.id, nameOf(each)));
  const roles = () => state.guild.roles.map((each) => make(each.id, each.name));
  switch (component.type) {
    case 5:
      return people();
    case 6:
      return roles();
    case 7:
      return [...people(), ...roles()];
    case 8:
      return [...state.channels.values()]
        .filter(
          (each) =>
            each.type !== 1 && (!component.channel_types?.length || component.channel_types.includes(each.type)),
        )
        .map((each) => make(each.id, `#${channelName(each.id)}`));
    default:
      return component.options;
  }
}

const isBusy = (message, customId) =>
  [...state.pending.values()].some((each) => each.message === message.id && each.custom === customId && !each.failed);

export async function press(message, customId, values, context) {
  const key = nonce();
  if (isBusy(message, customId)) return;
  for (const [old, each] of state.pending) if (each.failed && each.message === message.id) state.pending.delete(old);
  state.pending.set(key, { message: message.id, channel: message.channel_id, custom: customId });
  context.refresh(message);
  try {
    const answer = await act("press", {
      channel: message.channel_id,
      message: message.id,
      custom_id: customId,
      values,
      nonce: key,
    });
    if (answer.go_to) follow(answer, key, context);
  } catch (error) {
    state.pending.set(key, {
      message: message.id,
      channel: message.channel_id,
      custom: customId,
      failed: whyFailed(error, customId),
    });
    context.refresh(message);
  }
}

// The answer comes in another channel, and it or its failure may have been heard of before this.
function follow(answer, key, context) {
  const mine = state.pending.get(key);
  const name = `/${context.shownName(answer.name)}`;
  if (mine) state.pending.set(key, { name, channel: answer.go_to, failed: mine.failed && t("no_answer") });
  context.go(answer.go_to);
}

function whyFailed(error, customId) {
  if (!(error instanceof Refused)) return t("click_failed");
  if (customId === state.play?.custom_id) return t("not_ready");
  return error.body.errors ? t("refused", { reason: t("why_gone") }) : whyNot(error); // the message has changed
}
