// Signs drawn by the page itself: not every computer has a font for them.

const SHAPES = {
  menu: "M3 6h18M3 12h18M3 18h18",
  settings: "M3 7h9M18 7h3M3 17h3M12 17h9M18 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0M12 17a3 3 0 1 1-6 0 3 3 0 0 1 6 0",
  close: "M6 6l12 12M18 6L6 18",
  warning: "M12 4L2.5 20h19zM12 10v4.5M12 17.4v.1",
  private: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0",
  open: "M6 9l6 6 6-6",
  out: "M7 17L17 7M9 7h8v8",
  down: "M12 4v15M5 13l7 7 7-7",
  back: "M9 14L4 9l5-5M4 9h11a5 5 0 0 1 5 5v6",
  reply: "M5 4v6a5 5 0 0 0 5 5h9M14 10l5 5-5 5",
  steps: "M8 3.5c2 0 3 2 3 4.5s-.7 4-1.2 5.5H6.2C5.7 12 5 10.5 5 8s1-4.5 3-4.5zM6.5 16h3.2v1a1.6 1.6 0 0 1-3.2 0zM16 6.5c2 0 3 2 3 4.5s-.7 4-1.2 5.5h-3.6C13.700 15 13 13.5 13 11s1-4.5 3-4.5zM14.5 19h3.2v1a1.6 1.6 0 0 1-3.2 0z",
  signal: "M8.5 2.5h7v19h-7zM14 6.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0M14 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0M14 17.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0",
  lamp: "M9 18h6M10 21h4M8.5 14.4a6 6 0 1 1 7 0c-.8.7-1 1.2-1 2.6h-5c0-1.4-.2-1.9-1-2.6z",
};
const EMOJI = { "💡": "lamp", "👣": "steps", "🚦": "signal" };

const make = (tag, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

export function icon(name) {
  const sign = make("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" });
  sign.append(make("path", { d: SHAPES[name] }));
  return sign;
}

// An emoji as the page draws it; one that the bot never sends is left to the fonts.
export function pictograph(emoji) {
  if (!EMOJI[emoji]) return emoji;
  const sign = icon(EMOJI[emoji]);
  sign.removeAttribute("aria-hidden");
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", emoji);
  return sign;
}
