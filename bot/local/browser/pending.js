// What is still on its way to the bot, and what went wrong, below the conversation.

import { byId, h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { state } from "./state.js";
import { t } from "./texts.js";

export function drawPending() {
  const here = [...state.pending].filter(([, each]) => !each.message && each.channel === state.current);
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
        each.failed && [icon("warning"), " "],
        each.failed ? `${each.name ? `${each.name}: ` : ""}${each.failed} ` : t("sending", { command: each.name }),
        each.failed && h("button", { type: "button", class: "link", onclick: dismiss }, t("dismiss")),
      );
    }),
  );
}

export function complain(text) {
  const key = `complaint-${Date.now()}`;
  state.pending.set(key, { channel: state.current, failed: text });
  drawPending();
}
