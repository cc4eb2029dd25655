"""Discord's rate limits: so many requests per window and bucket, and fifty a second over all."""

from __future__ import annotations

from dataclasses import dataclass

from bot.local.world.ids import Clock

GLOBAL_LIMIT, GLOBAL_WINDOW = 50, 1.0
MOST_BUCKETS = 1000


@dataclass(frozen=True)
class Limit:
    requests: int
    seconds: float


@dataclass
class Bucket:
    limit: Limit
    opened: float = 0.0
    used: int = 0

    def take(self, now: float) -> bool:
        if now - self.opened >= self.limit.seconds:
            self.opened, self.used = now, 0
        if self.used >= self.limit.requests:
            return False
        self.used += 1
        return True

    def reset_after(self, now: float) -> float:
        return max(0.0, self.opened + self.limit.seconds - now)


@dataclass(frozen=True)
class Verdict:
    headers: dict[str, str]
    retry_after: float | None = None
    is_global: bool = False


class RateLimits:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._all = Bucket(Limit(GLOBAL_LIMIT, GLOBAL_WINDOW))
        self.is_on = True

    def take(self, name: str, major: str, limit: Limit, *, counts_globally: bool) -> Verdict:
        """Count one request to the bucket `name` of the channel, guild or webhook `major`."""
        now = self._clock()
        if not self.is_on:
            return Verdict({})
        if counts_globally and not self._all.take(now):
            return Verdict({}, self._all.reset_after(now), is_global=True)
        bucket = self._bucket(f"{name}:{major}", limit, now)
        granted = bucket.take(now)
        reset = bucket.reset_after(now)
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(limit.requests - bucket.used),
            "X-RateLimit-Reset": f"{now + reset:.3f}",
            "X-RateLimit-Reset-After": f"{reset:.3f}",
            "X-RateLimit-Bucket": name,
        }
        return Verdict(headers, None if granted else reset)

    def _bucket(self, name: str, limit: Limit, now: float) -> Bucket:
        """Every interaction has its own, so those whose window is over are forgotten when there are many."""
        if name not in self._buckets and len(self._buckets) >= MOST_BUCKETS:
            self._buckets = {key: each for key, each in self._buckets.items() if each.reset_after(now)}
        return self._buckets.setdefault(name, Bucket(limit))
