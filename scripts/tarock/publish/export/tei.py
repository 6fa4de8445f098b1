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
    return _Writer(content, content.editions[siglum]).write_file()


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
    def wrap_in_element(self, name: str, **attributes: str) -> Iterator[None]:
        """Write an element around the block; `id` is its `xml:id`, and attributes without value are left out."""
        named = {"id": f"{_XML}id", "lang": f"{_XML}lang"}
        given = {named.get(key, key): self._drop_controls(value) for key, value in attributes.items() if value}
        self.made.start(name, given)
        yield
        self.made.end(name)

    def write_words(self, name: str, text: str, **attributes: str) -> None:
        """Write an element with words in it."""
        with self.wrap_in_element(name, **attributes):
            self.write_text(text)

    def write_text(self, text: str) -> None:
        self.made.data(self._drop_controls(text))

    def _drop_controls(self, text: str) -> str:
        if found := _UNFIT.search(text):
            what = f"source {self.edition.siglum} has a character that XML cannot have (U+{ord(found[0]):04X})"
            raise CodexError(what, "expected text without control characters")
        return text

    def write_block(self, name: str, text: str = "", **attributes: str) -> None:
        """Write an element on a line of its own."""
        self.write_text("\n")
        self.write_words(name, text, **attributes)

    @contextmanager
    def wrap_in_block(self, name: str, **attributes: str) -> Iterator[None]:
        """Write an element on lines of its own."""
        self.write_text("\n")
        with self.wrap_in_element(name, **attributes):
            yield
            self.write_text("\n")

    def write_file(self) -> bytes:
        with self.wrap_in_element("TEI", xmlns=NAMESPACE, id=f"s{self.edition.siglum}", n=self.edition.siglum):
            self.write_header()
            with self.wrap_in_block("text", lang=self.edition.source.language):
                with self.wrap_in_block("body"):
                    self.write_division(_gather_divisions(self.edition))
                self.write_back_matter()
            self.write_text("\n")
        text = ElementTree.tostring(self.made.close(), encoding="unicode")
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()

    # The header

    def write_header(self) -> None:
        source, publication, stamp = self.edition.source, self.content.publication, self.content.stamp
        version, date = source.edition, source.dates[source.edition]
        with self.wrap_in_block("teiHeader", lang="en"):
            with self.wrap_in_block("fileDesc"):
                with self.wrap_in_block("titleStmt"):
                    self.write_block("title", source.original.title, type="main", lang=source.language)
                    self.write_block("title", f"{publication.publisher} edition {version}", type="sub")
                    if source.original.author:
                        self.write_block("author", str(source.original.author))
                    self.write_block("editor", publication.editor or publication.publisher)
                with self.wrap_in_block("editionStmt"), self.wrap_in_block("edition", n=version):
                    self.write_text(f"Edition {version}, ")
                    self.write_words("date", date, when=date)
                with self.wrap_in_block("publicationStmt"):
                    self.write_block("publisher", publication.publisher)
                    self.write_block("date", stamp.date, when=stamp.date)
                    self.write_block("idno", make_urn(source, version, ""), type="URN")
                    self.write_block("idno", source.siglum, type="siglum")
                    self.write_block("idno", stamp.version, type="version")
                    if publication.url:
                        self.write_block("idno", f"{publication.url}c/{source.siglum}@{version}/", type="URI")
                    self.write_rights(source)
                with self.wrap_in_block("notesStmt"):
                    for note in (source.caveats.en, source.completeness.note, source.notes):
                        self.write_block("note", note)
                self.write_source_description(source)
            self.write_encoding()
            with self.wrap_in_block("profileDesc"), self.wrap_in_block("langUsage"):
                self.write_block("language", "German, of the source", ident=source.language)
                self.write_block("language", "English, of the header and our notes", ident="en")
            with self.wrap_in_block("revisionDesc"):
                for each, day in reversed(source.dates.items()):
                    self.write_block("change", f"Edition {each}", n=each, when=day)

    def write_rights(self, source: Source) -> None:
        publication, rights = self.content.publication, source.rights
        with self.wrap_in_block("availability", status="free" if rights.free else "unknown"):
            self.write_block("p", f"The text: {rights.statement}. {rights.note}")
            if absent := self.content.besides.get(source.siglum):
                self.write_block("p", f"Left out, because no licence for it is known to us: {absent}.")
            if publication.licence:
                target = f"{LICENCES}{publication.licence}"
                self.write_block("licence", f"Our edition of it and our notes: {publication.licence}.", target=target)

    def write_source_description(self, source: Source) -> None:
        original = source.original
        with self.wrap_in_block("sourceDesc"):
            with self.wrap_in_block("bibl", type="source"):
                if original.author:
                    self.write_block("author", str(original.author))
                self.write_block("title", original.title, level="a" if original.container else "m")
                if original.container:
                    self.write_block("title", original.container, level="m")
                self.write_if_known("biblScope", original.volume, unit="volume")
                self.write_if_known("biblScope", original.pages, unit="page")
                self.write_if_known("pubPlace", original.place)
                self.write_if_known("publisher", source.publisher)
                self.write_block("date", original.date, when=original.date)
                self.write_if_known("idno", source.shelfmark, type="shelfmark")
                if source.also_printed != "unknown":
                    self.write_block("note", f"Also printed: {source.also_printed}")
            with self.wrap_in_block("bibl", type="transcript"):
                self.write_block("title", f"Transcript of source {source.siglum}, as received")
                self.write_if_known("editor", source.transcript_editor)
                self.write_if_known("date", source.transcript_date)
                self.write_block("idno", source.sha256, type="sha256")
                for found in source.found_at:
                    words = describe_online_copy(found, "en")
                    self.write_block("note", f"{words[0].upper()}{words[1:]}. {found.note}")

    def write_if_known(self, name: str, text: str, **attributes: str) -> None:
        """Write an element if its text is known."""
        if text and text != "unknown":
            self.write_block(name, text, **attributes)

    def write_encoding(self) -> None:
        abstract, siglum = self.content.publication.abstract, self.edition.siglum
        with self.wrap_in_block("encodingDesc"):
            with self.wrap_in_block("projectDesc"):
                self.write_block("p", abstract or self.content.publication.publisher)
            with self.wrap_in_block("editorialDecl"):
                with self.wrap_in_block("correction", method="markup"):
                    self.write_block("p", "Every correction is a choice: with corr the text of each passage is that of the edition, with sic that of the transcript.")  # fmt: skip
                with self.wrap_in_block("normalization", method="silent"):
                    self.write_block("p", "None: the spelling is that of the transcript.")
                with self.wrap_in_block("interpretation"):
                    self.write_block("p", "References and terms are marked. What has no id (page furniture, the chrome of a web page) is not here.")  # fmt: skip
            first = next(iter(self.edition.passages))
            self.write_citation_level(
                "passage", "/TEI/text/body//p", f"A passage; {first} is the one that we cite as {siglum}:{first}."
            )
            if _list_containers(self.edition):
                self.write_citation_level(
                    "division", "/TEI/text/body//div[@n]", "A § or an article, a glossary, a model game."
                )
            with self.wrap_in_block("classDecl"), self.wrap_in_block("taxonomy", id="kinds"):
                self.write_block("desc", _KINDS)
                for kind in dict.fromkeys(passage.kind for passage in self.edition.passages.values()):
                    with self.wrap_in_block("category", id=f"kind.{kind}"):
                        self.write_block("catDesc", kind)

    def write_citation_level(self, unit: str, match: str, about: str) -> None:
        """Describe how a citation is found; programs take that of passages unless told otherwise."""
        default = str(unit == "passage").lower()
        with self.wrap_in_block("refsDecl", n=f"{unit}s", default=default), self.wrap_in_block("citeStructure", unit=unit, match=match, use="@n"):  # fmt: skip
            self.write_block("desc", about)

    # The text

    def write_division(self, division: _Division) -> None:
        """Write the parts of a division.

        Behind divisions TEI allows only divisions, so the rest goes into one without an id.
        """
        head, behind = True, False
        for divided, group in groupby(division.inside, lambda each: isinstance(each, _Division)):
            inside = list(group)
            if behind and not divided:
                with self.wrap_in_block("div", type="apart"):
                    self.write_division(_Division(inside=inside))
                continue
            for each in inside:
                if isinstance(each, _Division):
                    with self.wrap_in_block("div", n=each.ident, id=_write_id(each.ident), type="division"):
                        self.write_division(each)
                else:
                    head = head and isinstance(each, Heading)
                    self.write_unit(each, head=head)
            behind = behind or divided

    def write_unit(self, unit: Unit, *, head: bool) -> None:
        """Write a passage, a heading, or a text around the text; `head`: only headings came before it."""
        ident = unit.ident
        taken = isinstance(unit, Heading) and ident in self.edition.containers  # by its division
        named = {} if taken else {"n": ident, "id": _write_id(ident)}
        self.write_text("\n")
        if isinstance(unit, Passage):
            with self.wrap_in_element("p", ana=f"#kind.{unit.kind}", **named):
                self.write_runs(unit)
        elif isinstance(unit, Heading):
            with self.wrap_in_element("head" if head else "ab", type=unit.kind, **named):
                self.write_runs(unit)
        else:
            with self.wrap_in_element("ab", type="paratext", subtype=unit.kind, **named):
                if self.content.here(unit):
                    self.write_runs(unit)
                else:
                    self.write_words("gap", "", reason="rights")

    def write_runs(self, unit: Unit) -> None:
        """Write the text of a unit with all that is marked in it."""
        kinds = (Kind.PAGE_BREAK, Kind.PART, Kind.EMENDATION, Kind.REFERENCE)
        marked = [a for a in unit.annotations if a.kind in kinds]
        marked += self.content.codex.termbase.annotate(unit)
        for run in build_runs(unit.text, marked):
            self.write_run(run, unit)

    def write_run(self, run: Run, unit: Unit) -> None:
        """Write a stretch of text within the element of what is marked in it: emendation, reference, term or page."""
        found = run.annotation
        if found is None:
            self.write_lines(run.text)
        elif found.kind is Kind.EMENDATION:
            corrections = [a.payload for a in unit.annotations if a.kind is Kind.EMENDATION]
            number = corrections.index(found.payload) + 1
            ident = f"e.{unit.ident}.{number}"
            with self.wrap_in_element("choice", id=ident if run.begins else ""):
                if run.begins and isinstance(found.payload, Emendation):
                    self.corrected.append((unit, number, found.payload))
                with self.wrap_in_element("sic"):
                    self.write_lines(found.payload.lemma if run.begins else "")
                cert = _CERT.get(getattr(found.payload, "certainty", ""), "")
                with self.wrap_in_element("corr", cert=cert):
                    self.write_inside_run(run, unit)
        elif found.kind is Kind.PAGE_BREAK:
            self.write_words("pb", "", n=found.payload.rpartition(".")[2])
        elif found.kind is Kind.PART:
            ident = found.payload.partition(":")[2]
            with self.wrap_in_element("seg", type="part", n=ident, id=_write_id(ident) if run.begins else ""):
                self.write_inside_run(run, unit)
        elif found.kind is Kind.REFERENCE:
            with self.wrap_in_element("ref", target=self.find_target(found.payload)):
                self.write_inside_run(run, unit)
        else:
            self.terms[found.payload.id] = None
            with self.wrap_in_element("term", ref=f"#term.{found.payload.id}"):
                self.write_inside_run(run, unit)

    def write_inside_run(self, run: Run, unit: Unit) -> None:
        for each in run.inside:
            self.write_run(each, unit)
        if not run.inside:
            self.write_lines(run.text)

    def write_lines(self, text: str) -> None:
        """Write words, with a mark at the beginning of each line."""
        for part in _BREAK.split(text):
            self.write_text(part)
            if part == "\n":
                self.write_words("lb", "")

    def find_target(self, ref: str) -> str:
        """Return the target of a reference in this file; an empty string where it leads out of it."""
        ident = ref.partition(":")[2]
        there = {*self.edition.units, *_list_containers(self.edition), *self.edition.parts}
        return f"#{_write_id(ident)}" if ident in there else ""

    # Behind the text

    def write_back_matter(self) -> None:
        conjectures = [(unit, each) for unit in self.edition.passages.values() for each in unit.conjectures]
        games = [
            report for report in self.content.codex.game_reports if report.ref.startswith(f"{self.edition.siglum}:")
        ]
        if not (self.corrected or conjectures or self.terms or games):
            return
        with self.wrap_in_block("back", lang="en"):
            self.write_corrections(conjectures)
            self.write_glossary()
            if games:
                with self.wrap_in_block("div", type="games"):
                    self.write_block("head", "Model games, replayed")
                    for report in games:
                        self.write_game(report)

    def write_corrections(self, conjectures: Iterable[tuple[Unit, Emendation]]) -> None:
        corrected = [(unit, f"#e.{unit.ident}.{number}", each) for unit, number, each in self.corrected]
        listed = (*corrected, *((unit, f"#{_write_id(unit.ident)}", each) for unit, each in conjectures))
        if listed:
            with self.wrap_in_block("div", type="corrections"):
                self.write_block("head", "Corrections of the transcript, and conjectures, which are not applied")
                with self.wrap_in_block("list"):
                    for unit, target, each in listed:
                        with self.wrap_in_block("item"):
                            self.write_words("ref", unit.ref, target=target)
                            standing = self.content.codex.attestations.get(each)
                            told = f"; {standing} by a copy of the print" if standing else ""
                            self.write_text(
                                f" ({each.kind}, {each.certainty}{told}): “{each.lemma}” → “{each.reading}”. "
                            )
                            self.write_text(f"{each.reason} {each.evidence}")

    def write_glossary(self) -> None:
        terms = self.content.codex.termbase.terms
        if self.terms:
            with self.wrap_in_block("div", type="glossary"):
                self.write_block("head", "Terms of this text")
                with self.wrap_in_block("list", type="gloss"):
                    for ident in sorted(self.terms):
                        term = terms[ident]
                        self.write_block("label", term.headword, id=f"term.{ident}", lang="de")
                        with self.wrap_in_block("item"):
                            for sense in term.meanings:
                                name = f"{sense.name}: " if term.senses else ""
                                self.write_text(name)
                                self.write_words("gloss", sense.english)
                                self.write_text(f". {sense.gloss} ")

    def write_game(self, report: GameReport) -> None:
        number = report.ref.partition(":")[2]
        with self.wrap_in_block("div", type="game", corresp=f"#{_write_id(number)}"):
            self.write_block("head", f"{report.ref}: {report.title}")
            self.write_block("p", f"The stated result is {report.verdict}.")
            for level, found in report.levels.items():
                replay = found.replay
                with self.wrap_in_block("table", n=level):
                    self.write_block(
                        "head", f"As {level}: the declarer is {replay.game.declarer}, with {replay.partner or 'nobody'}"
                    )
                    with self.wrap_in_block("row", role="label"):
                        for name in ("Trick", "Play", "Taken by", "Declarer's side, in thirds of a point"):
                            self.write_block("cell", name)
                    for trick in replay.tricks:
                        played = ", ".join(f"{seat} {card.name}" for seat, card in trick.plays)
                        with self.wrap_in_block("row"):
                            for cell in (str(trick.number), played, trick.winner, str(trick.running)):
                                self.write_block("cell", cell)
                if found.findings:
                    with self.wrap_in_block("list", type="findings"):
                        for finding in found.findings:
                            self.write_block("item", f"{finding.code}: {format_message(finding.message)}")


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
