"""The commands that find words."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterator

from msgspec import structs

from tarock.base.project import Project
from tarock.base.terminal import format_count, paint, print_error, show, show_json
from tarock.cli import add_json_argument
from tarock.corpus.annotations import Annotation, mark_corrections
from tarock.corpus.search import AnswerCard, Hit, SearchResult, find_context
from tarock.corpus.spelling import list_word_forms
from tarock.corpus.variants import load_variants
from tarock.publish.matter_citations import PREFIX
from tarock.rules.data import CodexData

_FIRST = 5  # passages of a form in the list of all


def add_search_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock search`."""
    parser.add_argument("words", nargs="+", metavar="WORD", help='German or English; "…" for words that stand together')
    parser.add_argument("--source", metavar="SIGLUM", help="only in this source")
    parser.add_argument("--all", action="store_true", help="the rest too: passages with some of the words, or hardly")
    parser.add_argument("--whole", action="store_true", help="print whole passages")
    add_json_argument(parser, "print a JSON object: the passages, how many of how many, and what is said of the words")
    parser.set_defaults(
        run=search_passages,
        examples=("contra ultimo", "--source 1840 Mond", "revoke", "'\"spielende Partei\"'", "'§ 47'"),
    )


def search_passages(options: Namespace, project: Project) -> int:
    """Print each passage found, the best first, with its matches marked; return 1 when there is none."""
    codex = CodexData(project)
    corpus = codex.corpus
    query = " ".join(options.words)
    answer = codex.search(query, options.source)
    hits = answer.hits if options.all else answer.hits[: answer.shown]
    if answer.kind == "answers":
        hits = ()
    elif answer.kind:
        answer = structs.replace(answer, card=None)
    if options.json:
        show_json(codex.with_statements(structs.replace(answer, hits=hits, shown=len(hits))))
        return 0 if hits or answer.card else 1
    for remark in _list_remarks(answer):
        print_error(remark)
    if answer.card and (answer.leads or not hits):
        _show_card(answer.card)
    signs = codex.search_index.signs
    for place, hit in enumerate(hits):
        if answer.card and not answer.leads and place == 1:
            _show_card(answer.card)
        show(f"{paint(hit.ref, 'cyan')}  {_format_hit(hit, signs.get(hit.ref, ()), whole=options.whole)}")
    for note in codex.notes.values():
        if any(_is_match_in(hit, note.places.get(hit.ref, "")) for hit in hits):
            text = f"historical note on {note.expression!r}: {note.note}"
            if note.guess:
                text = f"{text} A guess of ours: {note.guess}"
            print_error(text)
    if answer.card and not answer.leads and len(hits) == 1:
        _show_card(answer.card)
    count = format_count(len(hits), "passage")
    if len(hits) < answer.of:
        count = f"{count} of {answer.of}, the others with `--all`"
    absent = [f"the text of {each} is left out of this copy" for each in sorted(corpus.left_out)]
    print_error("; ".join([count, *absent, *([] if hits else _search_elsewhere(options, codex, query))]))
    return 0 if hits or answer.card else 1


def _show_card(card: AnswerCard) -> None:
    """Print a question, the answer of each source with its passages or its kind of silence, and a blank line."""
    german = card.language == "de" and card.de
    name = {"matter": f"{PREFIX}{card.id}", "rule": card.id, "today": ""}[card.kind]
    show(f"{paint(card.de if german else card.en, 'bold')}  {paint(name, 'cyan')}")
    if card.kind == "today" and all(answer.silence in ("not stated", "excludes it", "lost") for answer in card.answers):
        show("  none of the texts has it")
    for answer in card.answers:
        words = ": ".join(filter(None, (answer.silence, answer.de if german else answer.en)))
        silent = answer.silence and card.kind != "today"
        passages = "" if silent or not answer.refs else f"  {paint(', '.join(answer.refs), 'cyan')}"
        show(f"  {paint(answer.source, 'bold')}  {words}{passages}")
    if card.near:
        show(f"  first seen: {card.first[1 if german else 0]}")
        show(f"  nearest: {paint(f'{PREFIX}{card.near}', 'cyan')}")
    show("")


def _list_remarks(answer: SearchResult) -> Iterator[str]:
    """Yield a line for each word that was corrected, ignored or not found."""
    for word, other in answer.repaired:
        yield f"no text has {word!r}; looked for {other!r}"
    offered = dict(answer.offered)
    for word in answer.nowhere:
        yield f"no text has {word!r}" + (f"; did you mean {offered[word]!r}?" if word in offered else "")
    if answer.small:
        yield "too small to weigh: {words}".format(words=", ".join(answer.small))
    if answer.kind:
        elsewhere = "; the site has these" if answer.kind in ("glossary", "pages") else ""
        yield f"only {answer.kind}, as asked{elsewhere}"
    if answer.eras:
        yield "only in {sigla}, as asked".format(sigla=", ".join(answer.eras))
    if answer.page:
        siglum = answer.page.partition(":")[0]
        yield f"the marks of the pages of {siglum} are doubtful: where a page begins is not certain"


def _search_elsewhere(options: Namespace, codex: CodexData, query: str) -> Iterator[str]:
    """Yield where a search limited to one source would have found something."""
    found = codex.search(query) if options.source else None
    sigla = dict.fromkeys(hit.ref.partition(":")[0] for hit in found.hits[: found.shown]) if found else ()
    if found and sigla:
        yield "but {passages} in {sigla}".format(passages=format_count(found.shown, "passage"), sigla=", ".join(sigla))


def _is_match_in(hit: Hit, words: str) -> bool:
    """Return whether a match of a hit is within `words` of its passage."""
    start = hit.text.find(words) if words else -1
    return start >= 0 and any(begin < start + len(words) and start < end for begin, end in hit.spans)


def _format_hit(hit: Hit, signs: Collection[Annotation], *, whole: bool) -> str:
    """Return the passage on one line, or the part of it with the most matches, with the signs of corrections."""
    in_english = bool(hit.english_spans and not hit.spans)
    words, spans = (hit.english, hit.english_spans) if in_english else (hit.text, hit.spans)

    def part(start: int, end: int) -> str:
        return mark_corrections(words, () if in_english else signs, start, end)

    position, stop = (0, len(words)) if whole else find_context(words, spans)
    text = "… " if position else ""
    for start, end in spans:
        if position <= start and end <= stop:
            text += part(position, start) + paint(part(start, end), "bold", "yellow")
            position = end
    text += part(position, stop) + (" …" if stop < len(words) else "")
    return text.replace("\n", " ")


def add_words_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock words`."""
    parser.add_argument("siglum", nargs="?", metavar="SIGLUM", help="only in this source")
    parser.add_argument("--form", metavar="X", help="only this form, or the forms whose modern spelling it is")
    add_json_argument(parser, "print one JSON object per form, in a list")
    parser.set_defaults(run=list_words, examples=("1754", "--form sein", "1840 --form Scat --json"))


def list_words(options: Namespace, project: Project) -> int:
    """Print each word form with its modern form, count and passages; return 1 when there is none."""
    codex = CodexData(project)

    corpus = codex.corpus
    editions = [corpus.edition(options.siglum)] if options.siglum else list(corpus.editions())
    words = list_word_forms(editions, codex.spelling)
    if options.form:
        wanted = load_variants(project).read_plain(options.form).casefold()
        words = [word for word in words if wanted in (word.form.casefold(), word.modern.casefold())]
    if options.json:
        show_json(words)
        return 0 if words else 1
    for word in words:
        named = word.refs if options.form else word.refs[:_FIRST]
        more = f" … {f'and {len(word.refs) - len(named)} more'}" if len(named) < len(word.refs) else ""
        modern = f" ({word.modern})" if word.modern != word.form else ""
        show(f"{paint(word.form, 'bold')}{modern}  {word.count} ×  {paint(', '.join(named), 'cyan')}{more}")
    print_error(
        "{forms}; in brackets the modern spelling, which is ours".format(forms=format_count(len(words), "word form"))
    )
    return 0 if words else 1
