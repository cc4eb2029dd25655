// Talking to the local Discord: requests, and the socket that brings what happens.

import { state } from "./state.js";

// What Discord says is in `body`; `refusals.js` puts it into the reader's words.
export class Refused extends Error {
  constructor(body) {
    super(body.message);
    this.body = body;
  }
}

async function answerOf(response) {
  const body = await response.json();
  if (body.refused) throw new Refused(body.refused);
  return body;
}

export async function ask(path, query) {
  const search = new URLSearchParams({ user: state.you.id, ...query });
  return answerOf(await fetch(`/page/${path}?${search}`));
}

export async function act(action, body) {
  const content = JSON.stringify({ user: state.you.id, ...body });
  return answerOf(
    await fetch(`/page/do/${action}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: content,
    }),
  );
}

export const nonce = () => crypto.randomUUID();

let socket = null;

export function connect(user, hear, lost) {
  socket?.close();
  const mine = new WebSocket(`ws://${location.host}/page/socket?user=${encodeURIComponent(user)}`);
  socket = mine;
  mine.onmessage = (event) => {
    if (mine !== socket) return;
    const { t: name, d: data } = JSON.parse(event.data);
    hear(name, data);
  };
  mine.onclose = () => {
    if (mine !== socket) return;
    lost();
    setTimeout(() => mine === socket && connect(user, hear, lost), 1000);
  };
}
