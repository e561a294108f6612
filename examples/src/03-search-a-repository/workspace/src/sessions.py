"""Who is logged in at the counter."""

import time

IDLE_SECONDS = 15 * 60


class SessionStore:
    """Sessions by their id. One that nobody used for a while is closed."""

    def __init__(self):
        self._last_use = {}

    def touch(self, session_id):
        self._last_use[session_id] = time.monotonic()

    def close_idle(self):
        """Logs out whoever has left the counter."""
        now = time.monotonic()
        for session_id, last_use in list(self._last_use.items()):
            if now - last_use > IDLE_SECONDS:
                del self._last_use[session_id]
