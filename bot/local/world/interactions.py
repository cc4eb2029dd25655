"""Interactions: a person uses a command, a button, a menu or a modal, and the bot has three seconds to answer.

`begin_*` are the person's side, `respond` and the `*_original` and follow-up functions are the bot's, which holds the
interaction's token for fifteen minutes.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.local.world import commands, components, composing, errors, limits, messages, payload
from bot.local.world.errors import InvalidForm, Json
from bot.local.world.model import (
    Answer,
    Channel,
    Command,
    Interaction,
    InteractionType,
    Message,
    MessageFlag,
    MessageType,
    Upload,
    User,
)
from bot.local.world.permissions import Permission
from bot.local.world.shape import anything, fields, list_of, mapping, one_of, snowflake, text
from bot.local.world.submission import check_choice, submitted
from bot.local.world.world import World

MAY_ANSWER: Mapping[InteractionType, tuple[Answer, ...]] = {
    InteractionType.COMMAND: (Answer.SEND, Answer.DEFER, Answer.MODAL),
    InteractionType.COMPONENT: (Answer.SEND, Answer.DEFER, Answer.DEFER_UPDATE, Answer.UPDATE, Answer.MODAL),
    InteractionType.AUTOCOMPLETE: (Answer.CHOICES,),
    InteractionType.MODAL: (Answer.SEND, Answer.DEFER, Answer.DEFER_UPDATE, Answer.UPDATE),
}
PICKERS = {
    components.USER_SELECT: commands.USER,
    components.ROLE_SELECT: commands.ROLE,
    components.MENTIONABLE_SELECT: commands.MENTIONABLE,
    components.CHANNEL_SELECT: commands.CHANNEL,
}
"""Menus whose options are not listed, and the type of command option that picks the same."""
_CHOICES = fields(
    {
        "choices": list_of(
            fields(
                {"name": text(1, 100), "name_localizations": mapping(text(1, 100)), "value": anything},
                ["name", "value"],
            ),
            most=limits.CHOICES,
        )
    },
    ["choices"],
)
_MODAL = fields(
    {"custom_id": text(1, 100), "title": text(1, 45), "components": list_of(anything, 1)},
    ["custom_id", "title", "components"],
)
_CALLBACK = fields({"type": one_of(*(int(each) for each in Answer)), "data": anything}, ["type"])


# The person's side


def begin_command(
    world: World,
    user: User,
    channel: Channel,
    command: Command,
    names: list[str],
    values: Mapping[str, object],
    *,
    focused: str | None = None,
    nonce: str | None = None,
) -> Interaction:
    """`names` lead to the subcommand; `focused` names the option that autocomplete is asked for."""
    if command not in commands.usable(world, user, channel):
        raise errors.missing_permissions()
    data = commands.invocation(world, channel, command, names, values, focused)
    kind = InteractionType.COMMAND if focused is None else InteractionType.AUTOCOMPLETE
    return _begin(world, kind, user, channel, data, nonce=nonce, name=" ".join([command.name, *names]))


def begin_component(
    world: World, user: User, message: Message, custom_id: str, values: list[str], nonce: str | None = None
) -> Interaction:
    """A click on a button, or a choice in a menu."""
    if message.reader_id not in (None, user.id):
        raise errors.unknown_message()
    channel = world.channel(message.channel_id)
    component = components.find(message.components, custom_id)
    if component is None:
        raise InvalidForm(("custom_id",), "COMPONENT_VALIDATION_FAILED", "The message has no such component.")
    if component.get("disabled"):
        raise InvalidForm(("custom_id",), "COMPONENT_VALIDATION_FAILED", "The component is disabled.")
    data: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
    if component["type"] in components.SELECTS:
        check_choice(component | {"required": True}, values)  # `required` means something in modals only
        data["values"] = values
        data |= _resolved(world, channel, [(component["type"], value) for value in values])
    return _begin(world, InteractionType.COMPONENT, user, channel, data, message_id=message.id, nonce=nonce)


def begin_modal(
    world: World, user: User, opened_by: int, values: Mapping[str, object], nonce: str | None = None
) -> Interaction:
    """Submit the modal that the interaction `opened_by` answered with; `values` by custom id."""
    parent = world.interactions.get(opened_by)
    if parent is None or parent.modal is None or parent.user_id != user.id:
        raise errors.unknown_interaction()
    channel = world.channel(parent.channel_id)
    data = submitted(parent.modal, values)
    chosen = [each for each in components.walk(data["components"]) if each["type"] in PICKERS]
    data |= _resolved(world, channel, [(each["type"], value) for each in chosen for value in each["values"]])
    interaction = _begin(
        world,
        InteractionType.MODAL,
        user,
        channel,
        data,
        message_id=parent.message_id,
        nonce=nonce,
        parent_id=parent.id,
    )
    parent.modal = None
    world.put(parent)
    return interaction


def _resolved(world: World, channel: Channel, picked: list[tuple[int, str]]) -> Json:
    """The people, roles and channels that were picked, each with the type of its menu."""
    resolved: Json = {}
    for kind, value in picked:
        if kind in PICKERS:
            snowflake(value, ("values",))
            commands.resolve(world, channel, PICKERS[kind], int(value), resolved)
    return {"resolved": resolved} if resolved else {}


def _begin(
    world: World,
    kind: InteractionType,
    user: User,
    channel: Channel,
    data: Json,
    *,
    nonce: str | None = None,
    name: str = "",
    message_id: int | None = None,
    parent_id: int | None = None,
) -> Interaction:
    granted = world.permissions(user.id, channel)
    if not granted & Permission.VIEW_CHANNEL:
        raise errors.missing_access()
    if channel.archived:
        raise errors.thread_archived()
    interaction = Interaction(
        id=world.ids.next(),
        type=kind,
        token=world.new_token(),
        user_id=user.id,
        channel_id=channel.id,
        guild_id=channel.guild_id,
        context=commands.context_of(world, channel),
        owners=commands.owners(world, user, channel),
        data=data,
        made_at=world.clock(),
        nonce=nonce,
        name=name,
        message_id=message_id,
        parent_id=parent_id,
    )
    world.put(interaction)
    deliver(world, interaction)
    return interaction


def deliver(world: World, interaction: Interaction) -> None:
    """Send the interaction to the bot; a second time only as a fault."""
    channel = world.channels[interaction.channel_id]
    world.tell("INTERACTION_CREATE", payload.interaction(world, interaction), channel, author=interaction.user_id)
    _tell_state(world, interaction, "sent")


def _tell_state(world: World, interaction: Interaction, state: str) -> None:
    """For the page: `sent`, `answered`, `failed`, `modal` or `choices`."""
    data: Json = {
        "id": str(interaction.id),
        "type": int(interaction.type),
        "state": state,
        "name": interaction.name,
        "channel_id": str(interaction.channel_id),
    }
    if interaction.nonce is not None:
        data["nonce"] = interaction.nonce
    if interaction.message_id:
        data["message_id"] = str(interaction.message_id)
        data["custom_id"] = interaction.data.get("custom_id")
    if state == "modal":
        data["modal"] = interaction.modal
    if state == "choices":
        data["choices"] = interaction.choices
    world.tell("interaction", data, None, reader=interaction.user_id)


def expire(world: World) -> None:
    """Give up on interactions that nobody answered in time, and forget those whose token has run out."""
    now = world.clock()
    for interaction in list(world.interactions.values()):
        age = now - interaction.made_at
        if age > limits.ACKNOWLEDGE_WITHIN and interaction.answer is None and not interaction.failed:
            interaction.failed = True
            world.put(interaction)
            _tell_state(world, interaction, "failed")
        is_asking = interaction.type is InteractionType.AUTOCOMPLETE
        if age > (limits.ACKNOWLEDGE_WITHIN if is_asking else limits.TOKEN_LIVES):
            _give_up_thinking(world, interaction)
            world.drop(interaction)


def _give_up_thinking(world: World, interaction: Interaction) -> None:
    message = world.messages.get(interaction.channel_id, interaction.response_id)
    if message and message.flags & MessageFlag.LOADING:
        message.flags &= ~MessageFlag.LOADING
        world.put(message)
        _tell_state(world, interaction, "failed")
        messages.tell(world, "MESSAGE_UPDATE", message)


# The bot's side


def respond(world: World, interaction_id: int, token: str, body: Json, uploads: list[Upload]) -> Interaction:
    """The first answer, the callback."""
    interaction = world.interactions.get(interaction_id)
    if interaction is None or interaction.token != token or _is_late(world, interaction):
        raise errors.unknown_interaction()
    _CALLBACK(body, ())
    if interaction.answer is not None:
        raise errors.already_acknowledged()
    answer, data = Answer(body["type"]), body.get("data") or {}
    if answer not in MAY_ANSWER[interaction.type] or (
        answer in (Answer.DEFER_UPDATE, Answer.UPDATE) and not interaction.message_id
    ):
        raise InvalidForm(("type",), "INTERACTION_APPLICATION_COMMAND_INVALID", "Not an answer to this interaction.")
    match answer:
        case Answer.SEND:
            response = _new_message(world, interaction, data, uploads)
            interaction.response_id = response.id
        case Answer.DEFER:
            interaction.response_id = _thinking(world, interaction, data).id
        case Answer.DEFER_UPDATE:
            fields({"flags": anything})(data, ("data",))
            interaction.response_id = interaction.message_id
        case Answer.UPDATE:
            _update_source(world, interaction, data, uploads)
        case Answer.CHOICES:
            _answer_choices(interaction, data)
        case Answer.MODAL:
            _MODAL(data, ("data",))
            checked = components.check_modal(data["components"])
            components.check_emojis(checked, world.emojis)
            interaction.modal = {**data, "components": checked}
    interaction.answer = answer
    world.put(interaction)
    _tell_state(world, interaction, {Answer.CHOICES: "choices", Answer.MODAL: "modal"}.get(answer, "answered"))
    return interaction


def _is_late(world: World, interaction: Interaction) -> bool:
    late = world.clock() - interaction.made_at > limits.ACKNOWLEDGE_WITHIN
    return interaction.failed or (late and interaction.answer is None)


def _new_message(world: World, interaction: Interaction, data: Json, uploads: list[Upload]) -> Message:
    fields(composing.INTERACTION_MESSAGE)(data, ("data",))
    ephemeral = bool((data.get("flags") or 0) & MessageFlag.EPHEMERAL)
    message = _blank(world, interaction, ephemeral)
    composing.fill(world, message, data, uploads, is_new=True)
    messages.add(world, world.channels[interaction.channel_id], message)
    return message


def _blank(world: World, interaction: Interaction, ephemeral: bool) -> Message:
    is_command = interaction.type is InteractionType.COMMAND and interaction.response_id is None
    message = Message(
        id=world.ids.next(),
        channel_id=interaction.channel_id,
        author_id=world.bot_id,
        type=MessageType.CHAT_INPUT_COMMAND if is_command else MessageType.DEFAULT,
        interaction_id=interaction.id,
        interaction_meta=payload.interaction_metadata(world, interaction),
    )
    if ephemeral:
        message.flags |= MessageFlag.EPHEMERAL
        message.reader_id = interaction.user_id
    if not is_command and world.messages.get(interaction.channel_id, interaction.message_id):
        message.type, message.reference = MessageType.REPLY, interaction.message_id
    return message


def _thinking(world: World, interaction: Interaction, data: Json) -> Message:
    fields({"flags": anything})(data, ("data",))
    message = _blank(world, interaction, bool((data.get("flags") or 0) & MessageFlag.EPHEMERAL))
    message.flags |= MessageFlag.LOADING
    messages.add(world, world.channels[interaction.channel_id], message)
    return message


def _update_source(world: World, interaction: Interaction, data: Json, uploads: list[Upload]) -> None:
    fields(composing.INTERACTION_MESSAGE)(data, ("data",))
    source = world.message(interaction.channel_id, interaction.message_id or 0)
    messages.apply_edit(world, source, data, uploads)
    interaction.response_id = source.id


def _answer_choices(interaction: Interaction, data: Json) -> None:
    _CHOICES(data, ("data",))
    kind = commands.focused_type(interaction.data)
    for place, choice in enumerate(data["choices"]):
        commands.CHOICE_VALUES[kind](choice["value"], ("data", "choices", place, "value"))
    interaction.choices = data["choices"]


def held(world: World, application_id: int, token: str) -> Interaction:
    """The interaction behind a token that may still be used for follow-ups and edits."""
    interaction = world.by_token.get(token)
    if application_id != world.bot_id or interaction is None:
        raise errors.unknown_webhook() if application_id != world.bot_id else errors.invalid_webhook_token()
    if world.clock() - interaction.made_at > limits.TOKEN_LIVES:
        raise errors.invalid_webhook_token()
    if interaction.answer is None:
        raise errors.unknown_webhook()
    return interaction


def original(world: World, interaction: Interaction) -> Message:
    if interaction.response_id is None:
        raise errors.unknown_message()
    return world.message(interaction.channel_id, interaction.response_id)


def own_message(world: World, interaction: Interaction, message_id: int) -> Message:
    """A message that this token may read, edit and delete."""
    message = world.message(interaction.channel_id, message_id)
    if message.interaction_id != interaction.id and message.id != interaction.response_id:
        raise errors.unknown_message()
    return message


def edit(world: World, message: Message, body: Json, uploads: list[Upload]) -> Message:
    fields(composing.INTERACTION_MESSAGE)(body, ())
    return messages.apply_edit(world, message, body, uploads)


def follow_up(world: World, interaction: Interaction, body: Json, uploads: list[Upload]) -> Message:
    """One more message; the first after a "thinking…" takes its place, and is as private as that was."""
    waiting = world.messages.get(interaction.channel_id, interaction.response_id)
    if waiting and waiting.flags & MessageFlag.LOADING:
        fields(composing.INTERACTION_MESSAGE)(body, ())
        composing.fill(world, waiting, body, uploads, is_new=True)
        world.put(waiting)
        messages.tell(world, "MESSAGE_UPDATE", waiting)
        return waiting
    return _new_message(world, interaction, body, uploads)
