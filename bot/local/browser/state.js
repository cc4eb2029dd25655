// What the page knows, through the eyes of one person.

import { nameOf } from "./dom.js";
import { localised } from "./texts.js";

export const state = {
  you: null,
  bot: null,
  people: [],
  guild: null,
  channels: new Map(),
  messages: new Map(), // channel id -> { list, more }
  commands: new Map(), // channel id -> commands
  calls: {},
  current: null,
  pending: new Map(), // nonce -> { name, channel, message, custom, failed }
  play: null,
  newSince: null, // the newest message that was read when the channel was opened
};

export const channel = () => state.channels.get(state.current);

export function personName(id) {
  const found = [...state.people, state.bot].find((each) => each.id === id);
  return found ? nameOf(found) : id;
}

export function channelName(id) {
  const found = state.channels.get(id);
  if (!found) return id;
  return found.type === 1 ? found.recipients.map(nameOf).join(", ") : found.name;
}

// A forum holds posts and no conversation of its own.
export const isForum = (channel) => channel?.type === 15;

export const postsOf = (forum) => [...state.channels.values()].filter((each) => each.parent_id === forum.id);

export function tagsOf(post) {
  const known = state.channels.get(post.parent_id)?.available_tags ?? [];
  const names = (post.applied_tags ?? []).map((id) => known.find((each) => each.id === id)?.name);
  return names.filter(Boolean);
}

export const roleName = (id) => state.guild.roles.find((each) => each.id === id)?.name ?? id;

export function label(thing) {
  return localised(thing.name_localizations) || thing.name;
}

export function describe(thing) {
  return localised(thing.description_localizations) || thing.description;
}

// Every command that can be run, flat: { id, names, path, shown, description, options }.
export function leaves(commands) {
  const out = [];
  for (const command of commands) {
    const walk = (node, names, shown) => {
      const inner = (node.options ?? []).filter((each) => each.type <= 2);
      if (inner.length) inner.forEach((each) => walk(each, [...names, each.name], [...shown, label(each)]));
      else
        out.push({
          id: command.id,
          name: names.join(" "),
          shown: shown.join(" "),
          description: describe(node),
          options: node.options ?? [],
        });
    };
    walk(command, [command.name], [label(command)]);
  }
  return out;
}

// A command's name in the reader's language, known by its English one.
export function shownName(name) {
  return leaves(state.commands.get(state.current) ?? []).find((each) => each.name === name)?.shown ?? name;
}
