"""What a page's browser says and asks for while somebody reads: messages, errors, requests to others, lost files."""

from __future__ import annotations

from playwright.sync_api import ConsoleMessage, Page, Request

CUT_OFF = "net::ERR_ABORTED"  # the reader went on before it had come: nothing is missing
SLOW = "was preloaded using link preload but not used within a few seconds"  # a machine that does other things


def listen(page: Page, *own: str) -> list[str]:
    """A list that fills with whatever a sound page never says.

    `own` are the beginnings of addresses that a page may ask for: those of its site, `data:`, `blob:`.
    """
    heard: list[str] = []

    def asked(request: Request) -> None:
        if not request.url.startswith(own):
            heard.append(f"request: {request.url}")

    def failed(request: Request) -> None:
        if request.failure != CUT_OFF:
            heard.append(f"{request.failure}: {request.url}")

    def said(message: ConsoleMessage) -> None:
        if SLOW not in message.text:
            heard.append(f"{message.type}: {message.text}")

    page.on("console", said)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", asked)
    page.on("requestfailed", failed)
    return heard
