from sessions import SessionStore


def test_idle_sessions_are_closed():
    store = SessionStore()
    store.touch("a")
    store.close_idle()
    assert store._last_use
