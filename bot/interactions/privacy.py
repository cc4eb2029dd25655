"""What is kept of the reader: shown, given along as a file, erased."""

import msgspec

from bot.attachment import Attachment
from bot.games.page import Button
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.outbox.lines import joined
from bot.outbox.post import Post
from data.texts import text

FILE = "semafor-data.json"


class PrivacyHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.erasure = services.tables.erasure

    async def show(self, request: Request) -> Post:
        """How much of each part; the file says it in full."""
        language, data = request.language, await self.erasure.data(request.user)
        parts = [f"- {text(f'privacy.part.{part}', language)}: {len(rows)}" for part, rows in data.items() if rows]
        lines = [text("privacy.heading" if parts else "privacy.nothing", language), *parts]
        export = Button(label=text("press.export", language), verb="privacy_export")
        erase = Button(label=text("press.erase", language), verb="privacy_erase", style="bad")
        return Post(text=joined(lines), rows=((export, erase),) if parts else ())

    async def export(self, request: Request) -> Post:
        self.services.allowance.take(request.user)
        data = await self.erasure.data(request.user)
        content = msgspec.json.format(msgspec.json.encode({"user": str(request.user), **data}), indent=1)
        words = text("privacy.exported", request.language)
        return Post(text=words, files=(Attachment(FILE, content, words),))

    async def erase(self, request: Request, is_sure: bool | None = None) -> Post:
        """Asks first, and says what stays and why."""
        language = request.language
        if is_sure is None:
            yes = Button(label=text("press.erase_all", language), verb="privacy_erase", choice="yes", style="bad")
            no = Button(label=text("press.keep_data", language), verb="privacy_erase", choice="no")
            running = [t for t in await request.store.tables_of(request.user) if t.stage == "running"]
            seats = text("privacy.seats", language, n=len(running)) if running else ""
            return Post(text=joined([text("privacy.sure", language), seats]), rows=((yes, no),))
        if not is_sure:
            return Post(text=text("privacy.kept", language))
        await self.erasure.erase(request.user)
        return Post(text=text("privacy.erased", language))
