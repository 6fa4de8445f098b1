"""Data for the scripts of the site, as scripts themselves, so that they work from a folder on disk too.

`terms.js` makes terms and cards in the running text speak; `search.js` searches passages, and what else can be gone to;
`core.js` judges a card at the table.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any, TypeAlias

import msgspec
import yaml
from msgspec import structs

from tarock.base.i18n import DATA, ENGLISH, current_language, translate_text, use_language
from tarock.base.structs import Frozen, group_pairs
from tarock.base.wording import write_message
from tarock.base.yamlio import SAFE_LOADER
from tarock.corpus.card_terms import CARD_TERMS
from tarock.corpus.editions import Edition
from tarock.corpus.forms import WORD, expand_pattern
from tarock.corpus.references import PROSE, name_sources
from tarock.corpus.search import strip_ending
from tarock.corpus.search_data import (
    DERIVED,
    ENDINGS,
    ENGLISH_ENDINGS,
    CardAnswer,
    SearchData,
    SearchMatter,
    SearchToday,
    fold_text,
)
from tarock.corpus.termbase import Sense, Term
from tarock.corpus.variants import load_variants
from tarock.game.common.cards import Card
from tarock.publish.card_values import make_card_value_data, make_solver_data
from tarock.publish.environment import get_macro
from tarock.publish.judging_data import make_judging_data
from tarock.publish.places import Site
from tarock.publish.play_data import make_core_data, make_core_words, make_play_data
from tarock.publish.playing_data import make_playing_data
from tarock.publish.router import Address, find_english_page
from tarock.publish.verify_data import verify_data
from tarock.publish.views.cards import make_cards
from tarock.publish.views.glossary import find_occurrences

_SILENCES = {
    "not stated": "n",
    "lost": "l",
    "not applicable": "a",
    "left to another game": "g",
    "": "-",
    "has it": "h",
    "excludes it": "x",
    "named, its rule not extant": "r",
}  # as `search.js` reads them
_FOLDER = "assets/javascripts"
_SEPARATOR = "|"  # between the words of a list; no word of the search has it
_Labels: TypeAlias = "dict[Address, tuple[str, str]]"
_FRONT = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
_SECTION = re.compile(r"^#{2,3} (.+?) \{: #([^\s}]+).*\}$", re.MULTILINE)
_SAID = re.compile(r"\b(?:say|codexSay)`((?:\$\{[^{}]*\}|[^`$])*)`")
_VALUE = re.compile(r"\$\{[^{}]*\}")
_HEADING = re.compile(r"^# (.+?)( \{:.*\})?$", re.MULTILINE)
PAGES_OF_WORD = 1  # that a search names for a word that no text has
_HIDDEN = re.compile(r"\A---\n.*?\n---\n|<!--.*?-->|<[^>]+>|\{[:#.][^}]*\}|\]\([^)]*\)|&\w+;", re.DOTALL)
_MARKUP = re.compile(r"<[^>]+>|[*`\\]|\]\([^)]*\)|\[")


def make_script_data(
    site: Site, composed: Mapping[str, str], others: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """Return the data scripts by their path on the site.

    `composed` are the English pages as Markdown by path, `others` those of each other language.
    """
    pages: dict[str, int] = {}
    keys = [rule.key for rule in _search_data(site, site.shown_editions).rules]
    scripts = {
        f"search-{edition.siglum}": _make_source_data(site, edition, keys, pages) for edition in site.shown_editions
    }
    labels = {language: _translate_labels(site, made, language) for language, made in others.items()}
    common, later = _make_common_data(site, composed, pages, labels)
    scripts["search-data"] = f"window.codexSearch = {_pack_data(common)};\n"
    scripts["search-more"] = f"window.codexMore = {_pack_data(*later)};\n"
    for language in (ENGLISH, *others):
        told = _pack_data(_make_answers(site, language))
        scripts[f"search-answers-{language}"] = f"(window.codexAnswers ??= {{}}).{language} = {told};\n"
    scripts["search-pages"] = f"window.codexPages = {_pack_data(_make_page_words(site, composed, others))};\n"
    scripts["verify-data"] = f"window.codexVerify = {_write_json(verify_data(site))};\n"
    scripts |= _make_worded_scripts(site)
    if solver := make_solver_data(site):
        scripts["solver"] = f"window.codexSolver = {_write_json(solver)};\n"
    if core := make_core_data(site):
        scripts["core-data"] = f"window.codexCoreData = {_write_json(core)};\n"
    return {f"{_FOLDER}/{name}.js": text for name, text in scripts.items()}


def translate_scripts(site: Site, files: Iterable[Any]) -> dict[str, str]:
    """Return the scripts with words in the current language, by path; `files` are the scripts to translate."""
    sources = (
        file.content_string for file in files if file.src_uri.endswith(".js") and file.src_uri.startswith(_FOLDER)
    )
    words: dict[str, str] = {}
    for match in (match for script in sources for match in _SAID.finditer(script)):
        first, *others = _VALUE.split(match[1])
        english = first + "".join(f"{{{number}}}{text}" for number, text in enumerate(others, 1))
        words[english] = translate_text(english, "scripts")
    scripts = _make_worded_scripts(site) | {"words": f"window.codexWords = {_write_json(words)};\n"}
    return {f"{_FOLDER}/{name}-{current_language()}.js": text for name, text in scripts.items()}


def variants_data(site: Site) -> dict[str, str]:
    """Return the script with the table of letters and signs, by its path; `variants.js` and `jump.js` read it."""
    variants = load_variants(site.codex.project)
    data = {
        "replacements": variants.replacements,
        "divided": variants.divided,
        "hyphens": variants.hyphens,
        "prose": [(pattern, re.sub(r"\\(\d)", r"$\1", put)) for pattern, put in PROSE],
        "names": name_sources(site.codex.corpus),
    }
    return {f"{_FOLDER}/variants-data.js": f"window.codexVariants = {_write_json(data)};\n"}


def _make_worded_scripts(site: Site) -> dict[str, str]:
    """Return the data scripts that have words: what is said of a play, the rules of the core, the values of cards, the terms."""
    scripts = {
        "playing-data": f"window.codexPlaying = {_write_json(make_playing_data(site))};\n",
        "judging-data": f"window.codexJudging = {_write_json(make_judging_data(site))};\n",
        "play-data": f"window.codexPlay = {_write_json(make_play_data(site))};\n",
        "terms-data": f"window.codexTerms = {_write_json(_make_term_data(site))};\n",
        "core-words": f"window.codexCoreWords = {_write_json(make_core_words(site))};\n",
    }
    for report in site.codex.game_reports:
        scripts[f"worth-{report.name}"] = f"window.codexWorth = {_write_json(make_card_value_data(site, report))};\n"
    return scripts


def _write_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _search_data(site: Site, editions: Iterable[Edition]) -> SearchData:
    """Return what is indexed of these editions, without what is left out of this site."""
    return site.codex.search_data(editions, lambda ref: not site.withheld(ref))


def _pack_data(*parts: Mapping[str, Any]) -> str:
    """Return data compressed for the search, each of `parts` by itself, which is smaller than all in one."""
    return _write_json([b64encode(zlib.compress(_write_json(part).encode(), 9)).decode() for part in parts])


def _transpose(rows: Iterable[Iterable[Any]]) -> list[list[Any]]:
    """Return rows of equal length as columns."""
    return [list(column) for column in zip(*rows, strict=True)]


def _make_source_data(site: Site, edition: Edition, keys: list[str], pages: dict[str, int]) -> str:
    """Return the data for searching one source, as `search.js` reads them.

    `pages` maps paths of pages to their number. Texts have signs of corrections; they and the page numbers are in the
    order of `refs`. `says` are the sentences of the rules; `said` has for each the distance of its key from
    the one before in `keys`, the numbers of its passages, and whether it is advice; `silent` has a letter for the
    silence on each key, or `-`; `answers` has for each matter such a letter and passages, `today` the
    same for each term of today's table. A row of consecutive numbers in `under` is stored as the first and their count.
    """
    searched, table = _search_data(site, [edition]), site.codex.tables[edition.siglum]
    numbers = {ref: number for number, (ref, _text) in enumerate(searched.passages)}

    def pack_answers(answers: Iterable[CardAnswer]) -> list[list[Any]]:
        return _transpose(
            (_SILENCES[each.silence], [numbers[ref] for ref in each.refs if ref in numbers]) for each in answers
        )

    def located(ref: str) -> int:
        return pages.setdefault(site.router.passage(ref).page, len(pages))

    sayings = [
        (keys.index(rule.key), words, [numbers[ref] for ref in refs if ref in numbers], int(advice))
        for rule in searched.rules
        for words, refs, advice in rule.says
    ]
    steps = [rule - before for before, rule in pairwise([0, *(rule for rule, *_ in sayings)])]
    german = {
        "texts": [site.corpus.display_quote(ref, text) for ref, text in searched.passages],
        "modern": searched.modern,
        "bases": searched.bases,
        "noted": searched.noted,
    }
    others = {
        "says": [words for _rule, words, _numbers, _advice in sayings],
        "refs": list(numbers),
        "at": [located(ref) for ref in numbers],
        "places": [(ref, called, located(ref)) for ref, called in searched.places],
        "under": [(heading, *_pack_row(inside)) for heading, inside in searched.under],
        "games": searched.games,
        "printed": searched.pages,
        "silent": "".join("-" if key in table.statements else _SILENCES[table.silence(key).silence] for key in keys),
        "answers": pack_answers(answer for matter in searched.matters for answer in matter.answers),
        "today": pack_answers(answer for term in searched.today for answer in term.answers),
        "around": searched.around,
        "said": [steps, *_transpose(each[2:] for each in sayings)] if sayings else [[], [], []],
    }
    return f"(window.codexSources ??= {{}})[{json.dumps(edition.siglum)}] = {_pack_data(german, others)};\n"


def _pack_row(numbers: Sequence[int]) -> tuple[Any, ...]:
    """Return numbers for storage: consecutive ones as the first and their count, others as a list."""
    whole = bool(numbers) and [*numbers] == list(range(numbers[0], numbers[0] + len(numbers)))
    return (numbers[0], len(numbers)) if whole else ([*numbers],)


def _make_common_data(
    site: Site,
    composed: Mapping[str, str],
    pages: dict[str, int],
    labels: Mapping[str, _Labels],
) -> tuple[dict[str, Any], tuple[dict[str, Any], ...]]:
    """Return the data for searching in any source: terms, endings, rules, pages, and which sources there are.

    The second are the parts that the first answer does not need: what else can be gone to, and our English by source.
    `labels` has for each other language the title of each target and rule and its subject, empty where it is the same
    as in English.
    """
    searched = _search_data(site, site.shown_editions)
    found = list(list_search_targets(site, searched, composed))
    addresses = [*(target.address for target in found), *(site.router.rule(rule.key) for rule in searched.rules)]
    english = [
        *((target.title, target.about) for target in found),
        *((rule.title, rule.asks) for rule in searched.rules),
    ]
    called = {
        language: _transpose(
            tuple("" if word == same else word for word, same in zip(own.get(address, same), same, strict=True))
            for address, same in zip(addresses, english, strict=True)
        )
        for language, own in labels.items()
    }
    numbers = [pages.setdefault(address.page, len(pages)) for address in addresses]
    kinds = [
        (target.kind, target.title, target.subtitle, _SEPARATOR.join(target.search_words), target.about)
        for target in found
    ]
    rules = [(rule.key, rule.title, rule.asks, _SEPARATOR.join(rule.sought)) for rule in searched.rules]
    groups = ([_SEPARATOR.join(words) for words in msgspec.structs.astuple(group)] for group in searched.groups)
    common = {
        "groups": _transpose(groups),
        "alike": _transpose([_SEPARATOR.join(words) for words in each] for each in searched.alike),
        "rules": [*_transpose(rules), numbers[len(found) :]],
        "matters": _transpose((matter.id, int(matter.advice)) for matter in searched.matters),
        "today": [(term.id, term.names, term.en, term.de, term.first, term.near) for term in searched.today],
        "pair": site.router.pair("*", "*", "*").link_from(site.router.home.page),
        "bridge": site.router.bridge.link_from(site.router.home.page),
        "matter": site.router.matter("*").link_from(site.router.home.page),
        "sections": searched.sections,
        "cards": msgspec.structs.asdict(searched.cards),
        "endings": ENDINGS,
        "derived": DERIVED,
        "english_endings": ENGLISH_ENDINGS,
        "pages": [Address(page).link_from(site.router.home.page) for page in pages],
        "small": searched.small,
        "asks": searched.asks,
        "plain": searched.plain,
        "light": searched.light,
        "advice": searched.advice,
        "asked": searched.asked,
        "named": searched.named,
        "kinds": searched.kinds,
        "sources": [edition.siglum for edition in site.shown_editions],
        "summaries": [siglum for siglum, each in site.codex.translations.items() if each.kind == "summary"],
        "left_out": [(siglum, _hash_words(site, siglum)) for siglum in site.withheld_sources],
    }
    doors = [*_transpose(kinds), numbers[: len(found)], [target.address.anchor for target in found]]
    translated = {
        edition.siglum: [searched.english.get(ref, "") for ref, _text in _search_data(site, [edition]).passages]
        for edition in site.shown_editions
    }
    return common, ({"doors": doors, "labels": called}, {"english": translated})


def _make_answers(site: Site, language: str) -> dict[str, Any]:
    """Return the words of the matters in a language: their questions, and by source their answers; and of the terms.

    In German, which has no sentences on the rules, `rules` has by source the value of each statement, in the order of
    the sentences.
    """
    searched = _search_data(site, site.shown_editions)

    def collect(records: Iterable[SearchMatter | SearchToday]) -> dict[str, list[str]]:
        by_source: dict[str, list[str]] = {edition.siglum: [] for edition in site.shown_editions}
        for answer in (answer for record in records for answer in record.answers):
            by_source[answer.source].append(getattr(answer, language))
        return by_source

    questions = [getattr(matter, language) for matter in searched.matters]
    told = {"questions": questions, "answers": collect(searched.matters), "today": collect(searched.today)}
    if language == ENGLISH:
        return told
    with use_language(site.catalogues[language]):
        stated = {
            edition.siglum: [
                statement.display_with_case
                for rule in _search_data(site, [edition]).rules
                for statement in site.codex.tables[edition.siglum].statements[rule.key]
            ]
            for edition in site.shown_editions
        }
    return {**told, "rules": stated}


def _hash_words(site: Site, siglum: str) -> list[str]:
    """Return hashes of the words of a text that is left out: a search can tell that it has a word, not read it."""
    if siglum in site.corpus.left_out:
        return []
    texts = (passage.text for passage in site.corpus.edition(siglum).passages.values())
    return sorted(
        {
            _hash_word(strip_ending(fold_text(word[0]), ENDINGS))
            for text in texts
            for word in re.finditer(r"[^\W_]+", text)
        }
    )


def _hash_word(word: str) -> str:
    """Return 24 bits of FNV-1a in base 36; `mark` in `search.js` does the same."""
    total = 2166136261
    for letter in word:
        total = (total ^ ord(letter)) * 16777619 & 0xFFFFFFFF
    total >>= 8
    return "".join("0123456789abcdefghijklmnopqrstuvwxyz"[total // 36**place % 36] for place in range(4, -1, -1))


class SearchTarget(Frozen):
    """A target of the search, with its address.

    `subtitle` is its English or the page that it is on, `search_words` find it.
    """

    kind: str
    title: str
    subtitle: str
    search_words: tuple[str, ...]
    about: str
    address: Address


def list_search_targets(site: Site, data: SearchData, pages: Mapping[str, str]) -> Iterator[SearchTarget]:
    """Yield everything beside passages that the search finds, terms first; nothing of a withheld text.

    `pages` are the composed pages by path.
    """
    for term in site.codex.termbase.terms.values():
        english = dict.fromkeys(sense.english for sense in term.meanings)
        yield SearchTarget(
            "term",
            term.headword,
            ", ".join(english),
            (),
            translate_text(term.meanings[0].gloss, DATA),
            site.router.term(term),
        )
    yield from _list_page_targets(pages)
    for note in site.codex.notes.values():
        if any(ref in data.noted for ref in note.places):
            yield SearchTarget("note", note.expression, "", note.sought, "", site.router.notes(note.id))


def _translate_labels(site: Site, pages: Mapping[str, str], language: str) -> _Labels:
    """Map the address of each target, and each rule, to its title in a language and its subject."""
    searched = _search_data(site, site.shown_editions)
    with use_language(site.catalogues[language]):
        found = {target.address: (target.title, target.about) for target in list_search_targets(site, searched, pages)}
        for rule in searched.rules:
            found[site.router.rule(rule.key)] = translate_text(rule.title, DATA), translate_text(rule.asks, DATA)
    return found


def _make_page_words(
    site: Site, composed: Mapping[str, str], others: Mapping[str, Mapping[str, str]]
) -> dict[str, Any]:
    """Return the words of all pages by which neither passages nor matters are found, with the pages that have them.

    `words` are in order, of letters alone, as `_code_words` writes them; `at` has for each the numbers of at most `PAGES_OF_WORD` of `pages`: address
    and titles, the English first, then those of other languages.
    """
    data = _search_data(site, site.shown_editions)
    asked: list[SearchMatter | CardAnswer] = [
        *data.matters,
        *(each for matter in data.matters for each in matter.answers),
    ]
    german = [*(text for _ref, text in data.passages), *(text.de for text in asked)]
    english = [*data.english.values(), *(text.en for text in asked)]
    spelled = {*data.modern, *(form for forms in data.modern.values() for form in forms)}
    had = spelled.union(*map(_fold_words, german), *map(_fold_words, english))
    stems = [(ENDINGS, {strip_ending(word, ENDINGS) for word in had})]
    stems.append(
        (ENGLISH_ENDINGS, {strip_ending(word, ENGLISH_ENDINGS) for text in english for word in _fold_words(text)})
    )
    at: dict[str, list[int]] = {}
    pages: list[tuple[str, ...]] = []
    for path, text in composed.items():
        versions = [
            text,
            *(made[other] for language, made in others.items() if (other := f"{language}/{path}") in made),
        ]
        fronts = [yaml.load(_FRONT.match(each)[1], Loader=SAFE_LOADER) for each in versions]  # type: ignore[index]
        address = Address(find_english_page(path)).link_from(site.router.home.page)
        texts = [*(_HIDDEN.sub(" ", each) for each in versions), *(front["title"] for front in fronts)]
        for word in {word for each in texts for word in _fold_words(each) if word.isalpha()} - had:
            is_found = any(strip_ending(word, endings) in known for endings, known in stems)
            if not is_found and len(found := at.setdefault(word, [])) < PAGES_OF_WORD:
                found.append(len(pages))
        pages.append((address, *(front["title"] for front in fronts)))
    words = sorted(at)
    return {"pages": pages, "words": _SEPARATOR.join(_code_words(words)), "at": [at[word] for word in words]}


def _code_words(words: Iterable[str]) -> Iterator[str]:
    """Yield words in order, each as how many letters it begins with of the one before, in base 36, and the rest."""
    before = ""
    for word in words:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(before, word, strict=False))
        shared = min(sum(1 for _pair in same), 35)
        yield "0123456789abcdefghijklmnopqrstuvwxyz"[shared] + word[shared:]
        before = word


def _fold_words(text: str) -> set[str]:
    return {fold_text(word) for word in re.findall(r"[^\W_]+", text)}


def _list_page_targets(pages: Mapping[str, str]) -> Iterator[SearchTarget]:
    """Yield the pages by title and description, and the sections of those whose front matter asks for it."""
    for path, text in pages.items():
        front = yaml.load(_FRONT.match(text)[1], Loader=SAFE_LOADER)  # type: ignore[index]  # every page has it: page.md.j2
        if "search" in front:
            continue
        sought = tuple(front.get("sought", ()))
        heading = _HEADING.search(text)
        called, page = (_read_title(heading[1]),) if heading else (), find_english_page(path)
        yield SearchTarget("page", front["title"], "", (*called, *sought), front["description"], Address(page))
        for words, anchor in _SECTION.findall(text) if sought else ():
            yield SearchTarget("section", _read_title(words), front["title"], (), "", Address(page, anchor))


def _read_title(words: str) -> str:
    return " ".join(_MARKUP.sub("", words).split())


def _make_term_data(site: Site) -> dict[str, Any]:
    """Return the data of `terms.js`: `senses`, `forms` by their first word, `cards` by name.

    A sense has its address, headword, name, English, gloss, the only passages that mean it, and those that do not. A
    form has its context, its words and the number of its sense; of several the first that can apply in a passage is
    meant.
    """
    termbase = site.codex.termbase
    text = "\n".join(unit.text for edition in site.corpus.editions() for unit in edition.units.values())
    senses: list[list[Any]] = []
    forms: dict[str, list[list[Any]]] = {}
    for term in termbase.terms.values():
        href = site.router.term(term).link_from(site.router.home.page)
        for sense, only, excepted in _find_sense_places(site, term):
            gloss = sense.gloss if sense not in term.meanings else translate_text(sense.gloss, DATA)
            senses.append(
                [href, term.headword, sense.name if term.senses else "", sense.english, gloss, only, excepted]
            )
            for pattern in sense.forms:
                for form in expand_pattern(pattern):
                    for context, written, first in _split_form(form):
                        if context + written in text:
                            forms.setdefault(first, []).append([context, written, len(senses) - 1])
    for found in forms.values():
        found.sort(key=lambda form: (-len(form[1]), -len(form[0])))
    return {"senses": senses, "forms": forms, "cards": dict(_list_card_terms(site))}


def _find_sense_places(site: Site, term: Term) -> Iterator[tuple[Sense, tuple[str, ...], tuple[str, ...]]]:
    """Yield the senses of a term, each with the only passages that mean it, and those that do not.

    The most frequent of senses that share a form applies wherever no other does; a passage with several senses names
    them together.
    """
    occurrences = find_occurrences(site)[term.id]
    counted = Counter(each.sense.id for found in occurrences.values() for each in found)
    commonest = counted.most_common(1)[0][0] if counted else ""
    meant = group_pairs(
        (tuple(sorted({each.sense.id for each in found if each.is_ambiguous})), ref)
        for ref, found in occurrences.items()
    )
    for idents, refs in meant.items():
        if len(idents) > 1:
            several = [sense for sense in term.meanings if sense.id in idents]
            english = dict.fromkeys(sense.english for sense in several)
            together = structs.replace(
                several[0],
                name="",
                english=" / ".join(english),
                gloss=" ".join(translate_text(sense.gloss, DATA) for sense in several),
                forms=tuple(dict.fromkeys(form for sense in several for form in sense.forms)),
            )
            yield together, refs, ()
    for sense in sorted(term.meanings, key=lambda sense: sense.id == commonest):
        only = meant.get((sense.id,), ())
        if sense.id == commonest or not any(sense.id in idents for idents in meant):
            yield sense, (), term.excepted
        elif only:
            yield sense, only, ()


def _split_form(form: str) -> Iterator[tuple[str, str, str]]:
    before, _, words = form.rpartition(">")
    for written in dict.fromkeys((words, words[:1].upper() + words[1:])):
        if first := WORD.search(written):
            yield before.removeprefix("<"), written, first[0]


def _list_card_terms(site: Site) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each card's printed name with its English and its picture."""
    pack, terms = site.pack, site.codex.termbase.terms
    row = get_macro("cards.html.j2", "row")
    for card in pack.cards:
        told = (write_english_card(site, card), str(row(make_cards([card], pack))))
        yield card.printed, told
        if card == pack.mond:
            yield terms["mond"].headword, told


def find_card_terms(site: Site) -> dict[str, Term]:
    """Map the German names of ranks, suits and named tarocks to their terms in the glossary."""
    terms = (site.codex.termbase.terms[ident] for ident in CARD_TERMS)
    return {name: term for term in terms for name in (term.headword, *term.variants)}


def write_english_card(site: Site, card: Card) -> str:
    """Return the English name of a card: `jack of clubs`, `trump XV`, `Scüs`; on a German page its German name."""
    if current_language() != ENGLISH:
        return card.printed
    if card.is_tarock:
        return card.rank if card == site.pack.scues else write_message("card.numbered", number=card.rank)
    terms = find_card_terms(site)
    term = terms.get(card.rank)
    rank = term.meanings[0].english if term else write_message(f"card.{card.rank}")
    return write_message("card.suited", rank=rank, suit=terms[card.suit].english)
