"""A source as TEI P5: header, text, and behind it the corrections, the terms and the model games.

Passages are `p` in the `div` of their §, article or game. With `corr` the text of each is that of the edition, with
`sic` that of the transcript. `xml:id` is the id with `p` before it, for it cannot begin with a digit; `n` is the id.
Two trees of citations (`refsDecl`) have our ids in reading order: the passages, and the divisions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from xml.etree import ElementTree

import msgspec

from tarock.base.errors import CodexError
from tarock.base.structs import Mutable
from tarock.base.wording import format_message
from tarock.corpus.annotations import Kind, Run, build_runs
from tarock.corpus.editions import Edition, Heading, Passage, Unit
from tarock.corpus.emendations import Emendation
from tarock.corpus.sources import Source
from tarock.publish.citations import make_urn
from tarock.publish.export.content import LICENCES, Content
from tarock.publish.export.format import Format
from tarock.publish.items import describe_online_copy
from tarock.replay.games import GameReport

NAMESPACE = "http://www.tei-c.org/ns/1.0"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_CERT = {"certain": "high", "probable": "medium", "possible": "low"}
_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]")  # what XML cannot have, and the return
_BREAK = re.compile(r"(\n)")
_KINDS = "What a passage is in its source"


def make_tei(content: Content, siglum: str) -> bytes:
    """Return the file of one source."""
    return _Writer(content, content.editions[siglum]).file()


class _Division(Mutable):
    """A division: its id, if it has one, and what it holds."""

    ident: str = ""
    inside: list[Unit | _Division] = msgspec.field(default_factory=list)


class _Writer:
    """Writes one source."""

    def __init__(self, content: Content, edition: Edition):
        self.content = content
        self.edition = edition
        self.made = ElementTree.TreeBuilder()
        self.corrected: list[tuple[Unit, int, Emendation]] = []
        self.terms: dict[str, None] = {}

    # The elements

    @contextmanager
    def element(self, name: str, **attributes: str) -> Iterator[None]:
        """Write an element around the block; `id` is its `xml:id`, and attributes without value are left out."""
        named = {"id": f"{_XML}id", "lang": f"{_XML}lang"}
        given = {named.get(key, key): self._drop_controls(value) for key, value in attributes.items() if value}
        self.made.start(name, given)
        yield
        self.made.end(name)

    def words(self, name: str, text: str, **attributes: str) -> None:
        """Write an element with words in it."""
        with self.element(name, **attributes):
            self.text(text)

    def text(self, text: str) -> None:
        self.made.data(self._drop_controls(text))

    def _drop_controls(self, text: str) -> str:
        if found := _UNFIT.search(text):
            what = f"source {self.edition.siglum} has a character that XML cannot have (U+{ord(found[0]):04X})"
            raise CodexError(what, "expected text without control characters")
        return text

    def block(self, name: str, text: str = "", **attributes: str) -> None:
        """Write an element on a line of its own."""
        self.text("\n")
        self.words(name, text, **attributes)

    @contextmanager
    def blocks(self, name: str, **attributes: str) -> Iterator[None]:
        """Write an element on lines of its own."""
        self.text("\n")
        with self.element(name, **attributes):
            yield
            self.text("\n")

    def file(self) -> bytes:
        with self.element("TEI", xmlns=NAMESPACE, id=f"s{self.edition.siglum}", n=self.edition.siglum):
            self.header()
            with self.blocks("text", lang=self.edition.source.language):
                with self.blocks("body"):
                    self.division(_gather_divisions(self.edition))
                self.back()
            self.text("\n")
        text = ElementTree.tostring(self.made.close(), encoding="unicode")
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()

    # The header

    def header(self) -> None:
        source, publication, stamp = self.edition.source, self.content.publication, self.content.stamp
        version, date = source.edition, source.dates[source.edition]
        with self.blocks("teiHeader", lang="en"):
            with self.blocks("fileDesc"):
                with self.blocks("titleStmt"):
                    self.block("title", source.original.title, type="main", lang=source.language)
                    self.block("title", f"{publication.publisher} edition {version}", type="sub")
                    if source.original.author:
                        self.block("author", str(source.original.author))
                    self.block("editor", publication.editor or publication.publisher)
                with self.blocks("editionStmt"), self.blocks("edition", n=version):
                    self.text(f"Edition {version}, ")
                    self.words("date", date, when=date)
                with self.blocks("publicationStmt"):
                    self.block("publisher", publication.publisher)
                    self.block("date", stamp.date, when=stamp.date)
                    self.block("idno", make_urn(source, version, ""), type="URN")
                    self.block("idno", source.siglum, type="siglum")
                    self.block("idno", stamp.version, type="version")
                    if publication.url:
                        self.block("idno", f"{publication.url}c/{source.siglum}@{version}/", type="URI")
                    self.rights(source)
                with self.blocks("notesStmt"):
                    for note in (source.caveats.en, source.completeness.note, source.notes):
                        self.block("note", note)
                self.described(source)
            self.encoding()
            with self.blocks("profileDesc"), self.blocks("langUsage"):
                self.block("language", "German, of the source", ident=source.language)
                self.block("language", "English, of the header and our notes", ident="en")
            with self.blocks("revisionDesc"):
                for each, day in reversed(source.dates.items()):
                    self.block("change", f"Edition {each}", n=each, when=day)

    def rights(self, source: Source) -> None:
        publication, rights = self.content.publication, source.rights
        with self.blocks("availability", status="free" if rights.free else "unknown"):
            self.block("p", f"The text: {rights.statement}. {rights.note}")
            if absent := self.content.besides.get(source.siglum):
                self.block("p", f"Left out, because no licence for it is known to us: {absent}.")
            if publication.licence:
                target = f"{LICENCES}{publication.licence}"
                self.block("licence", f"Our edition of it and our notes: {publication.licence}.", target=target)

    def described(self, source: Source) -> None:
        original = source.original
        with self.blocks("sourceDesc"):
            with self.blocks("bibl", type="source"):
                if original.author:
                    self.block("author", str(original.author))
                self.block("title", original.title, level="a" if original.container else "m")
                if original.container:
                    self.block("title", original.container, level="m")
                self.known("biblScope", original.volume, unit="volume")
                self.known("biblScope", original.pages, unit="page")
                self.known("pubPlace", original.place)
                self.known("publisher", source.publisher)
                self.block("date", original.date, when=original.date)
                self.known("idno", source.shelfmark, type="shelfmark")
                if source.also_printed != "unknown":
                    self.block("note", f"Also printed: {source.also_printed}")
            with self.blocks("bibl", type="transcript"):
                self.block("title", f"Transcript of source {source.siglum}, as received")
                self.known("editor", source.transcript_editor)
                self.known("date", source.transcript_date)
                self.block("idno", source.sha256, type="sha256")
                for found in source.found_at:
                    words = describe_online_copy(found, "en")
                    self.block("note", f"{words[0].upper()}{words[1:]}. {found.note}")

    def known(self, name: str, text: str, **attributes: str) -> None:
        """Write an element if its text is known."""
        if text and text != "unknown":
            self.block(name, text, **attributes)

    def encoding(self) -> None:
        abstract, siglum = self.content.publication.abstract, self.edition.siglum
        with self.blocks("encodingDesc"):
            with self.blocks("projectDesc"):
                self.block("p", abstract or self.content.publication.publisher)
            with self.blocks("editorialDecl"):
                with self.blocks("correction", method="markup"):
                    self.block("p", "Every correction is a choice: with corr the text of each passage is that of the edition, with sic that of the transcript.")  # fmt: skip
                with self.blocks("normalization", method="silent"):
                    self.block("p", "None: the spelling is that of the transcript.")
                with self.blocks("interpretation"):
                    self.block("p", "References and terms are marked. What has no id (page furniture, the chrome of a web page) is not here.")  # fmt: skip
            first = next(iter(self.edition.passages))
            self.tree(
                "passage", "/TEI/text/body//p", f"A passage; {first} is the one that we cite as {siglum}:{first}."
            )
            if _list_containers(self.edition):
                self.tree("division", "/TEI/text/body//div[@n]", "A § or an article, a glossary, a model game.")
            with self.blocks("classDecl"), self.blocks("taxonomy", id="kinds"):
                self.block("desc", _KINDS)
                for kind in dict.fromkeys(passage.kind for passage in self.edition.passages.values()):
                    with self.blocks("category", id=f"kind.{kind}"):
                        self.block("catDesc", kind)

    def tree(self, unit: str, match: str, about: str) -> None:
        """Describe how a citation is found; programs take that of passages unless told otherwise."""
        default = str(unit == "passage").lower()
        with self.blocks("refsDecl", n=f"{unit}s", default=default), self.blocks("citeStructure", unit=unit, match=match, use="@n"):  # fmt: skip
            self.block("desc", about)

    # The text

    def division(self, division: _Division) -> None:
        """Write the parts of a division.

        Behind divisions TEI allows only divisions, so the rest goes into one without an id.
        """
        head, behind = True, False
        for divided, group in groupby(division.inside, lambda each: isinstance(each, _Division)):
            inside = list(group)
            if behind and not divided:
                with self.blocks("div", type="apart"):
                    self.division(_Division(inside=inside))
                continue
            for each in inside:
                if isinstance(each, _Division):
                    with self.blocks("div", n=each.ident, id=_write_id(each.ident), type="division"):
                        self.division(each)
                else:
                    head = head and isinstance(each, Heading)
                    self.unit(each, head=head)
            behind = behind or divided

    def unit(self, unit: Unit, *, head: bool) -> None:
        """Write a passage, a heading, or a text around the text; `head`: only headings came before it."""
        ident = unit.ident
        taken = isinstance(unit, Heading) and ident in self.edition.containers  # by its division
        named = {} if taken else {"n": ident, "id": _write_id(ident)}
        self.text("\n")
        if isinstance(unit, Passage):
            with self.element("p", ana=f"#kind.{unit.kind}", **named):
                self.runs(unit)
        elif isinstance(unit, Heading):
            with self.element("head" if head else "ab", type=unit.kind, **named):
                self.runs(unit)
        else:
            with self.element("ab", type="paratext", subtype=unit.kind, **named):
                if self.content.here(unit):
                    self.runs(unit)
                else:
                    self.words("gap", "", reason="rights")

    def runs(self, unit: Unit) -> None:
        """Write the text of a unit with all that is marked in it."""
        kinds = (Kind.PAGE_BREAK, Kind.PART, Kind.EMENDATION, Kind.REFERENCE)
        marked = [a for a in unit.annotations if a.kind in kinds]
        marked += self.content.codex.termbase.annotate(unit)
        for run in build_runs(unit.text, marked):
            self.run(run, unit)

    def run(self, run: Run, unit: Unit) -> None:
        found = run.annotation
        if found is None:
            self.lines(run.text)
        elif found.kind is Kind.EMENDATION:
            corrections = [a.payload for a in unit.annotations if a.kind is Kind.EMENDATION]
            number = corrections.index(found.payload) + 1
            ident = f"e.{unit.ident}.{number}"
            with self.element("choice", id=ident if run.begins else ""):
                if run.begins and isinstance(found.payload, Emendation):
                    self.corrected.append((unit, number, found.payload))
                with self.element("sic"):
                    self.lines(found.payload.lemma if run.begins else "")
                cert = _CERT.get(getattr(found.payload, "certainty", ""), "")
                with self.element("corr", cert=cert):
                    self.inside(run, unit)
        elif found.kind is Kind.PAGE_BREAK:
            self.words("pb", "", n=found.payload.rpartition(".")[2])
        elif found.kind is Kind.PART:
            ident = found.payload.partition(":")[2]
            with self.element("seg", type="part", n=ident, id=_write_id(ident) if run.begins else ""):
                self.inside(run, unit)
        elif found.kind is Kind.REFERENCE:
            with self.element("ref", target=self.target(found.payload)):
                self.inside(run, unit)
        else:
            self.terms[found.payload.id] = None
            with self.element("term", ref=f"#term.{found.payload.id}"):
                self.inside(run, unit)

    def inside(self, run: Run, unit: Unit) -> None:
        for each in run.inside:
            self.run(each, unit)
        if not run.inside:
            self.lines(run.text)

    def lines(self, text: str) -> None:
        """Write words, with a mark at the beginning of each line."""
        for part in _BREAK.split(text):
            self.text(part)
            if part == "\n":
                self.words("lb", "")

    def target(self, ref: str) -> str:
        """Return the target of a reference in this file; an empty string where it leads out of it."""
        ident = ref.partition(":")[2]
        there = {*self.edition.units, *_list_containers(self.edition), *self.edition.parts}
        return f"#{_write_id(ident)}" if ident in there else ""

    # Behind the text

    def back(self) -> None:
        conjectures = [(unit, each) for unit in self.edition.passages.values() for each in unit.conjectures]
        games = [
            report for report in self.content.codex.game_reports if report.ref.startswith(f"{self.edition.siglum}:")
        ]
        if not (self.corrected or conjectures or self.terms or games):
            return
        with self.blocks("back", lang="en"):
            self.corrections(conjectures)
            self.glossary()
            if games:
                with self.blocks("div", type="games"):
                    self.block("head", "Model games, replayed")
                    for report in games:
                        self.game(report)

    def corrections(self, conjectures: Iterable[tuple[Unit, Emendation]]) -> None:
        corrected = [(unit, f"#e.{unit.ident}.{number}", each) for unit, number, each in self.corrected]
        listed = (*corrected, *((unit, f"#{_write_id(unit.ident)}", each) for unit, each in conjectures))
        if listed:
            with self.blocks("div", type="corrections"):
                self.block("head", "Corrections of the transcript, and conjectures, which are not applied")
                with self.blocks("list"):
                    for unit, target, each in listed:
                        with self.blocks("item"):
                            self.words("ref", unit.ref, target=target)
                            standing = self.content.codex.attestations.get(each)
                            told = f"; {standing} by a copy of the print" if standing else ""
                            self.text(f" ({each.kind}, {each.certainty}{told}): “{each.lemma}” → “{each.reading}”. ")
                            self.text(f"{each.reason} {each.evidence}")

    def glossary(self) -> None:
        terms = self.content.codex.termbase.terms
        if self.terms:
            with self.blocks("div", type="glossary"):
                self.block("head", "Terms of this text")
                with self.blocks("list", type="gloss"):
                    for ident in sorted(self.terms):
                        term = terms[ident]
                        self.block("label", term.headword, id=f"term.{ident}", lang="de")
                        with self.blocks("item"):
                            for sense in term.meanings:
                                name = f"{sense.name}: " if term.senses else ""
                                self.text(name)
                                self.words("gloss", sense.english)
                                self.text(f". {sense.gloss} ")

    def game(self, report: GameReport) -> None:
        number = report.ref.partition(":")[2]
        with self.blocks("div", type="game", corresp=f"#{_write_id(number)}"):
            self.block("head", f"{report.ref}: {report.title}")
            self.block("p", f"The stated result is {report.verdict}.")
            for level, found in report.levels.items():
                replay = found.replay
                with self.blocks("table", n=level):
                    self.block(
                        "head", f"As {level}: the declarer is {replay.game.declarer}, with {replay.partner or 'nobody'}"
                    )
                    with self.blocks("row", role="label"):
                        for name in ("Trick", "Play", "Taken by", "Declarer's side, in thirds of a point"):
                            self.block("cell", name)
                    for trick in replay.tricks:
                        played = ", ".join(f"{seat} {card.name}" for seat, card in trick.plays)
                        with self.blocks("row"):
                            for cell in (str(trick.number), played, trick.winner, str(trick.running)):
                                self.block("cell", cell)
                if found.findings:
                    with self.blocks("list", type="findings"):
                        for finding in found.findings:
                            self.block("item", f"{finding.code}: {format_message(finding.message)}")


def _write_id(ident: str) -> str:
    return f"p{ident}"


def _list_containers(edition: Edition) -> list[str]:
    """Return the ids of the divisions: §, articles and games, but not printed pages, which cut across them."""
    return [name for name in edition.containers if name not in edition.pages]


def _gather_divisions(edition: Edition) -> _Division:
    """Return the text as nested divisions.

    A heading before the passages of a new division stands at its head.
    """
    top = _Division()
    opened = [top]
    pending: list[Unit] = []
    around: dict[str, list[str]] = {}
    for name in _list_containers(edition):
        for ident in edition.containers[name]:
            around.setdefault(ident, []).append(name)
    for item in edition.units.values():
        if isinstance(item, Heading):
            pending.append(item)
            continue
        wanted = sorted(around.get(item.ident, ()), key=lambda name: name.count("."))
        kept = sum(each.ident in wanted for each in opened[1:])
        del opened[1 + kept :]
        for name in wanted[kept:]:
            made = _Division(name)
            opened[-1].inside.append(made)
            opened.append(made)
            own = next((place for place, each in enumerate(pending, 1) if each.ident == name), 0)
            taken = len(pending) if name == wanted[-1] else own
            made.inside += pending[:taken]
            del pending[:taken]
        opened[-1].inside += [*pending, item]
        pending.clear()
    top.inside += pending
    return top


TEI = Format(
    "tei",
    "each source as TEI P5",
    (".xml",),
    lambda content, siglum: {".xml": make_tei(content, siglum)},
    per_source=True,
)
