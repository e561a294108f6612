"""Messages that go out on the day before a booking."""

from datetime import datetime, timedelta

# Nobody is woken up.
EARLIEST_HOUR = 8
LATEST_HOUR = 20


def reminder_time(booked_for: datetime) -> datetime:
    """When to remind somebody: a day before, within decent hours."""
    time = booked_for - timedelta(days=1)
    if time.hour < EARLIEST_HOUR:
        return time.replace(hour=EARLIEST_HOUR, minute=0)
    if time.hour >= LATEST_HOUR:
        return time.replace(hour=LATEST_HOUR, minute=0)
    return time


def reminder_text(name: str, booked_for: datetime) -> str:
    """What the message says."""
    return f"Hello {name}, your cut is tomorrow at {booked_for:%H:%M}."
