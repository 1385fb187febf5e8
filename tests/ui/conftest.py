"""A real browser and a running app for the tests marked `browser`; they skip with a reason where either is missing.

Fixtures: `serve(script) -> address` starts Streamlit on a free port (one server a script and test session),
`app_url` is the whole app's address, `phone` and `desktop` are fresh pages (390x844 with touch, 1280x800 with a
mouse), `open_page(...)` makes further ones, for instance dark.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


def _chromium() -> str | None:
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _flags(port: int) -> list[str]:
    options = {
        "server.port": port,
        "server.address": "127.0.0.1",
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
    }
    return [f"--{name}={value}" for name, value in options.items()]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium, shared by the tests of a session."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = _chromium()
    if path is None:
        pytest.skip("no Chromium found (install it, or name it in CHROMIUM)")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """serve(script, **environment) -> address of Streamlit running it, healthy; stopped at the session's end."""
    running: dict[str, tuple[str, subprocess.Popen[bytes]]] = {}

    def start(script: str | Path, **environment: str) -> str:
        name = str(script)
        if name not in running:
            port = _free_port()
            log = tmp_path_factory.mktemp("streamlit") / "log.txt"
            with log.open("wb") as out:
                process = subprocess.Popen(
                    [sys.executable, "-m", "streamlit", "run", name, *_flags(port)],
                    cwd=ROOT,
                    env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
                    stdout=out,
                    stderr=subprocess.STDOUT,
                )
            url = f"http://127.0.0.1:{port}"
            running[name] = (url, process)
            _wait_healthy(url, process, log)
        return running[name][0]

    yield start
    for _, process in running.values():
        process.terminate()
    for _, process in running.values():
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait_healthy(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"Streamlit did not come up:\n{log.read_text(errors='replace')[-2000:]}")


@pytest.fixture(scope="session")
def app_url(serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The whole app's address; what its visitors enter is kept in a folder of this session."""
    return serve(ROOT / "app.py", FOREST_TALLY_HOME=str(tmp_path_factory.mktemp("home")))


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """open_page(**context options) -> a fresh page that has its own storage; closed after the test."""
    contexts: list[Any] = []

    def make(**options: Any) -> Any:
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.set_default_timeout(60_000)
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def phone(open_page: Callable[..., Any]) -> Any:
    """A fresh page of 390x844 with touch."""
    return open_page(**PHONE)


@pytest.fixture
def desktop(open_page: Callable[..., Any]) -> Any:
    """A fresh page of 1280x800 with a mouse."""
    return open_page(**DESKTOP)
