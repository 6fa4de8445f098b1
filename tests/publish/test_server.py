"""The server of the site: its port is had before the build, and no address ends in a traceback."""

from __future__ import annotations

import gzip
import http.client
import socket
import threading
from pathlib import Path

import pytest

from tarock.base.errors import CodexError
from tarock.publish.site import SiteServer, _Handler
from tests.conftest import ROOT, Run


def test_a_port_that_cannot_be_had_is_a_clear_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CodexError, match=f"port {port} cannot be used"):
            SiteServer(tmp_path, port)
    with pytest.raises(CodexError, match="port 99999999"):
        SiteServer(tmp_path, 99999999)


def test_it_is_found_before_the_build(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_arguments: object, **_options: object) -> None:
        raise AssertionError("the site is built")

    monkeypatch.setattr("tarock.cli.publish.build_site", never)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        outcome = run("site", "serve", "--port", str(port))
    assert (outcome.status, outcome.out) == (2, "")
    assert f"port {port} cannot be used" in outcome.err


def test_a_build_has_no_port(run: Run) -> None:
    outcome = run("site", "build", "--port", "8000")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "`site build` has no --port: it serves nothing; use `site serve --port`\n"


def test_an_output_that_is_not_ours_is_refused(run: Run, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("mine")
    for output, said in ((letter, "is not a folder"), (tmp_path, "holds something else")):
        outcome = run("site", "build", "-o", str(output))
        assert outcome.status == 2
        assert said in outcome.err
    assert letter.read_text() == "mine"


@pytest.mark.parametrize("output", ["/", "~", str(ROOT), str(ROOT / "corpus")])
def test_a_folder_of_others_is_refused_before_anything_is_walked_or_checked(
    run: Run, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    def never(*_arguments: object, **_options: object) -> None:
        raise AssertionError("walked or checked")

    monkeypatch.setattr("os.walk", never)
    monkeypatch.setattr("tarock.cli.publish.require_sound", never)
    for action in ("build", "serve"):
        outcome = run("site", action, "-o", str(Path(output).expanduser()))
        assert (outcome.status, outcome.out) == (2, "")
        assert "holds something else that no build of ours put there" in outcome.err


def test_every_address_has_an_answer(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A zero byte, a name longer than any file's, a way out of the folder: not found, and nothing is printed."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<p>here")
    (tmp_path / "secret.txt").write_text("mine")
    with SiteServer(site, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        answers = []
        for address in ("/", "/%00", "/" + "a" * 5000, "/../secret.txt", "/%2e%2e/secret.txt", "/%ff"):
            connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=20)
            connection.request("GET", address)
            answers.append(connection.getresponse().status)
            connection.close()
        server.shutdown()
    assert answers == [200, 404, 404, 404, 404, 404]
    assert capfd.readouterr() == ("", "")


def test_only_this_machine_is_answered_and_only_from_the_folder(tmp_path: Path) -> None:
    """A name that was bent to this machine; links out of the folder and within it; what the build keeps for itself."""
    site = tmp_path / "site"
    site.mkdir()
    for name in ("index.html", ".built-by-tarock", "page.pdf"):
        (site / name).write_text("here")
    (tmp_path / "secret.txt").write_text("mine")
    (site / "out.txt").symlink_to(tmp_path / "secret.txt")
    (site / "above").symlink_to(tmp_path)
    (site / "link.pdf").symlink_to("page.pdf")
    with SiteServer(site, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]

        def asked(address: str, host: str, **headers: str) -> int:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("GET", address, headers={"Host": host, **headers})
            status = connection.getresponse().status
            connection.close()
            return status

        hosts = ("127.0.0.1", f"localhost:{port}", f"LOCALHOST:{port}", "[::1]:80")
        assert [asked("/", host) for host in hosts] == [200] * len(hosts)
        foreign = ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example", "[", "")
        assert [asked("/", host) for host in foreign] == [421] * len(foreign)
        for address in ("/out.txt", "/above/secret.txt", "/above/", "/.built-by-tarock"):
            assert asked(address, "localhost") == asked(address, "localhost", **{"Accept-Encoding": "gzip"}) == 404
        assert asked("/link.pdf", "localhost") == 200
        server.shutdown()


def test_what_is_not_there_is_answered_with_the_page_of_the_site_and_no_folder_is_listed(tmp_path: Path) -> None:
    """The files to take away lie beside it."""
    site, beside = tmp_path / "site", tmp_path / "release/files"
    for folder in (site / "files", beside):
        folder.mkdir(parents=True)
    (site / "404.html").write_text("<h1>nothing here</h1>")
    (site / "files/book.pdf").write_text("a book")
    (beside / "whole.pdf").write_text("all books")
    (tmp_path / "secret.txt").write_text("not of the site")
    with SiteServer(site, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=20)
        answers = []
        for method, address in (
            ("GET", "/files/"),
            ("GET", "/lost"),
            ("HEAD", "/lost"),
            ("GET", "/files/book.pdf"),
            ("GET", "/release/files/whole.pdf"),
            ("GET", "/release/files/"),
            ("GET", "/release/../secret.txt"),
        ):
            connection.request(method, address)  # all by one connection
            answer = connection.getresponse()
            answers.append((answer.status, answer.read().decode()))
        connection.close()
        server.shutdown()
    page = "<h1>nothing here</h1>"
    assert answers == [
        (404, page),
        (404, page),
        (404, ""),
        (200, "a book"),
        (200, "all books"),
        (404, page),
        (404, page),
    ]


def test_text_is_sent_packed_to_who_takes_it_and_anew_when_it_has_changed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>here")
    (tmp_path / "book.pdf").write_text("a book")
    with SiteServer(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def sent(address: str, **headers: str) -> tuple[int, str | None, bytes]:
            connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=20)
            connection.request("GET", address, headers=headers)
            answer = connection.getresponse()
            body = answer.read()
            connection.close()
            return answer.status, answer.headers["Content-Encoding"], body

        packing = {"Accept-Encoding": "gzip, br"}
        status, encoding, body = sent("/", **packing)
        assert (status, encoding, gzip.decompress(body)) == (200, "gzip", b"<p>here")
        assert sent("/") == (200, None, b"<p>here")
        assert sent("/book.pdf", **packing) == (200, None, b"a book")
        assert sent("/../secret.txt", **packing)[0] == 404
        assert sent("/%00", **packing)[0] == 404
        (tmp_path / "index.html").write_text("<p>there")
        assert gzip.decompress(sent("/", **packing)[2]) == b"<p>there"
        server.shutdown()


def test_a_part_of_a_file_is_sent_and_nothing_that_a_browser_has(tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(b"0123456789")
    (tmp_path / "index.html").write_text("<p>here")
    with SiteServer(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=20)

        def sent(address: str, method: str = "GET", **headers: str) -> tuple[int, str | None, bytes]:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, address, headers=names)  # all by one connection
            answer = connection.getresponse()
            assert answer.status == 304 or answer.headers["Accept-Ranges"] == "bytes"
            return answer.status, answer.headers["Content-Range"], answer.read()

        whole = (200, None, b"0123456789")
        assert sent("/book.pdf") == whole
        for asked, told, body in (
            ("0-3", "0-3/10", b"0123"), ("7-", "7-9/10", b"789"), ("-2", "8-9/10", b"89"), ("8-99", "8-9/10", b"89"),
            ("-99", "0-9/10", b"0123456789"),
        ):  # fmt: skip
            assert sent("/book.pdf", Range=f"bytes={asked}") == (206, f"bytes {told}", body)
        for beyond in ("10-", "99-100", "-0"):
            assert sent("/book.pdf", Range=f"bytes={beyond}") == (416, "bytes */10", b"")
        for no_span in ("bytes=3-1", "bytes=-", "bytes=0-1,4-5", "lines=0-1", "bytes=x-2"):
            assert sent("/book.pdf", Range=no_span) == whole
        assert sent("/book.pdf", "HEAD", Range="bytes=0-3") == (200, None, b"")
        assert sent("/", Range="bytes=1-1", Accept_Encoding="gzip") == (206, "bytes 1-1/7", b"p")

        connection.request("GET", "/book.pdf")
        answer = connection.getresponse()
        answer.read()
        day = answer.headers["Last-Modified"]
        long_ago = "Mon, 01 Jan 2001 00:00:00 GMT"
        assert sent("/book.pdf", Range="bytes=0-3", If_Range=day)[0] == 206
        assert sent("/book.pdf", Range="bytes=0-3", If_Range=long_ago) == whole
        for packing in ({}, {"Accept_Encoding": "gzip"}):
            for address in ("/book.pdf", "/"):
                assert sent(address, If_Modified_Since="Fri, 01 Jan 2100 00:00:00 GMT", **packing)[0] == 304
                assert sent(address, If_Modified_Since=long_ago, **packing)[0] == 200
                assert sent(address, If_Modified_Since="yesterday", **packing)[0] == 200
        assert sent("/book.pdf", If_Modified_Since=day) == (304, None, b"")
        connection.close()
        server.shutdown()


def test_a_connection_that_says_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0 < _Handler.timeout <= 60
    monkeypatch.setattr(_Handler, "timeout", 0.1)
    with SiteServer(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=20) as idle:
            assert idle.recv(1) == b""
        server.shutdown()
