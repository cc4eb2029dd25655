// Small things for making elements.

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

const present = (children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

export const byId = (id) => document.getElementById(id);

// Whichever control had the keyboard has it again, known by its `data-keep`.
export function replace(parent, ...children) {
  const kept = parent.contains(document.activeElement) && document.activeElement.dataset.keep;
  parent.replaceChildren(...present(children));
  if (kept) parent.querySelector(`[data-keep="${kept}"]`)?.focus({ preventScroll: true });
}

// Ids are too long for numbers; of two, the longer or the later in the alphabet is the newer.
export const newer = (one, other) => (one.length === other.length ? one > other : one.length > other.length);

const colours = new Map(); // user id -> number of a colour

export const giveColours = (people) => people.forEach((each, place) => colours.set(each.id, place % 6));

export function face(user, size = "") {
  if (user.bot) return h("img", { class: `face ${size}`, src: "/page/signal.svg", alt: "" });
  const letter = nameOf(user).slice(0, 1);
  return h("span", {
    class: `face colour-${colours.get(user.id) ?? 5} ${size}`,
    "data-letter": letter,
    "aria-hidden": "true",
  });
}

export const nameOf = (user) => user.global_name || user.username;

let counter = 0;
export const freshId = (start) => `${start}-${(counter += 1)}`;
