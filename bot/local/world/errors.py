"""What Discord answers when it will not: an HTTP status, a code and a sentence, sometimes with the wrong fields."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""An object of JSON whose fields `shape` checks; what may be anything is an `object` until then."""


class ApiRefusal(Exception):
    """A request that breaks one of Discord's rules; nothing has changed."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class InvalidForm(ApiRefusal):
    """Fields that are missing, unknown, too long or of the wrong type; `path` leads to the field."""

    def __init__(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        errors: Json = {"_errors": [{"code": code, "message": message}]}
        for step in reversed(path):
            errors = {str(step): errors}
        super().__init__(400, 50035, "Invalid Form Body", errors)


def unauthorized() -> ApiRefusal:
    return ApiRefusal(401, 0, "401: Unauthorized")


def not_found() -> ApiRefusal:
    return ApiRefusal(404, 0, "404: Not Found")


def unknown_channel() -> ApiRefusal:
    return ApiRefusal(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiRefusal:
    return ApiRefusal(404, 10004, "Unknown Guild")


def unknown_member() -> ApiRefusal:
    return ApiRefusal(404, 10007, "Unknown Member")


def unknown_message() -> ApiRefusal:
    return ApiRefusal(404, 10008, "Unknown Message")


def unknown_user() -> ApiRefusal:
    return ApiRefusal(404, 10013, "Unknown User")


def unknown_emoji() -> ApiRefusal:
    return ApiRefusal(404, 10014, "Unknown Emoji")


def unknown_webhook() -> ApiRefusal:
    return ApiRefusal(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiRefusal:
    return ApiRefusal(404, 10062, "Unknown interaction")


def unknown_command() -> ApiRefusal:
    return ApiRefusal(404, 10063, "Unknown application command")


def too_many_commands() -> ApiRefusal:
    return ApiRefusal(400, 30032, "Maximum number of application commands reached (100)")


def too_many_old_edits() -> ApiRefusal:
    return ApiRefusal(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")


def too_large() -> ApiRefusal:
    return ApiRefusal(413, 40005, "Request entity too large")


def already_acknowledged() -> ApiRefusal:
    return ApiRefusal(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiRefusal:
    return ApiRefusal(403, 50001, "Missing Access")


def not_the_author() -> ApiRefusal:
    return ApiRefusal(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiRefusal:
    return ApiRefusal(400, 50006, "Cannot send an empty message")


def closed_dms() -> ApiRefusal:
    return ApiRefusal(403, 50007, "Cannot send messages to this user")


def no_mutual_guilds() -> ApiRefusal:
    return ApiRefusal(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def missing_permissions() -> ApiRefusal:
    return ApiRefusal(403, 50013, "Missing Permissions")


def invalid_webhook_token() -> ApiRefusal:
    return ApiRefusal(401, 50027, "Invalid Webhook Token")


def thread_archived() -> ApiRefusal:
    return ApiRefusal(400, 50083, "Thread is archived")


def thread_exists() -> ApiRefusal:
    return ApiRefusal(400, 160004, "A thread has already been created for this message")
