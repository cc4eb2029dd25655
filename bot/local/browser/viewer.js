// A picture on the whole screen: as large as it fits, nearer with two fingers, a double tap, a click or a button.

import { h } from "./dom.js";
import { dialog } from "./popover.js";
import { t } from "./texts.js";

const NEAREST = 8; // times the size at which the picture fits
const NEAR_AT_LEAST = 2;
const DOUBLE_TAP = { within: 320, apart: 32 }; // milliseconds, pixels
const SLACK = 8; // pixels that a resting finger may move

export function openPicture(url, text) {
  const image = h("img", { src: url, alt: text || "", class: "full", draggable: "false", onload: () => fit() });
  const box = h("div", { class: "full-box", tabindex: "0", role: "group", "aria-label": t("picture") }, image);
  const button = h(
    "button",
    { type: "button", class: "button style-2", "aria-pressed": "false", onclick: () => toggle(middle()) },
    t("zoom"),
  );
  const end = h("div", { class: "full-end" }, text && h("p", { class: "full-text", "aria-hidden": "true" }, text), button);
  const opened = dialog(t("picture"), [box, end], "picture-dialog");
  let scale = 1;

  const fitting = () => {
    const { naturalWidth: width, naturalHeight: height } = image;
    const room = Math.min(box.clientWidth / width, box.clientHeight / height);
    return document.body.classList.contains("phone") ? room : Math.min(room, 1);
  };
  const fit = () => image.naturalWidth && (image.style.width = `${image.naturalWidth * fitting() * scale}px`);
  const middle = () => {
    const at = box.getBoundingClientRect();
    return { x: at.left + at.width / 2, y: at.top + at.height / 2 };
  };

  // What lies under the point stays there.
  function zoom(wanted, { x, y }) {
    const before = image.getBoundingClientRect();
    const across = (x - before.left) / before.width;
    const down = (y - before.top) / before.height;
    scale = Math.min(NEAREST, Math.max(1, wanted));
    fit();
    const after = image.getBoundingClientRect();
    box.scrollLeft += after.left + across * after.width - x;
    box.scrollTop += after.top + down * after.height - y;
    button.setAttribute("aria-pressed", String(scale > 1));
    box.classList.toggle("near", scale > 1);
  }
  const toggle = (point) => zoom(scale > 1 ? 1 : Math.max(NEAR_AT_LEAST, 1 / fitting()), point);

  listenForTaps(box, toggle);
  listenForPinches(box, () => scale, zoom);
  const observer = new ResizeObserver(() => fit());
  observer.observe(box);
  opened.addEventListener("close", () => observer.disconnect());
  button.focus();
}

// One click of a mouse or two taps of a finger; a pointer with which somebody moves the picture means neither.
function listenForTaps(box, toggle) {
  let down = null;
  let tap = null;
  const near = (one, other, most) => Math.hypot(one.x - other.x, one.y - other.y) <= most;
  box.addEventListener("pointerdown", (event) => (down = event.isPrimary ? pointOf(event) : null));
  box.addEventListener("pointercancel", () => (down = null));
  box.addEventListener("pointerup", (event) => {
    const here = pointOf(event);
    if (!down || !near(down, here, SLACK)) return;
    if (event.pointerType === "mouse") return event.button === 0 && toggle(here);
    const isSecond = tap && here.time - tap.time < DOUBLE_TAP.within && near(tap, here, DOUBLE_TAP.apart);
    tap = isSecond ? null : here;
    if (isSecond) toggle(here);
  });
}

const pointOf = (event) => ({ x: event.clientX, y: event.clientY, time: event.timeStamp });

// Two fingers, or the wheel with Ctrl, as which touchpads tell of a pinch.
function listenForPinches(box, scaleNow, zoom) {
  let begun = null;
  const fingers = ([one, other]) => ({
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  });
  box.addEventListener("touchstart", ({ touches }) => {
    begun = touches.length === 2 ? { apart: fingers(touches).apart, scale: scaleNow() } : null;
  });
  box.addEventListener(
    "touchmove",
    (event) => {
      if (event.touches.length !== 2 || !begun?.apart) return;
      if (event.cancelable) event.preventDefault();
      const now = fingers(event.touches);
      zoom((begun.scale * now.apart) / begun.apart, now);
    },
    { passive: false },
  );
  box.addEventListener("touchend", () => (begun = null));
  box.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(scaleNow() * Math.exp(-event.deltaY / 200), pointOf(event));
    },
    { passive: false },
  );
}
