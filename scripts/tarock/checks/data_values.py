"""Checks of values that no computation of a claim or game reads: each is held against a second statement."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from tarock.base import yamlio
from tarock.base.yamlio import Document
from tarock.checks.reviews import load_reviews
from tarock.codex import TYPE_FILES, ComputedCodex
from tarock.corpus.apparatus import PATTERNS, load_doubts, load_patterns
from tarock.corpus.checks import Problem
from tarock.corpus.emendations import load_emendations
from tarock.corpus.locks import version_key
from tarock.corpus.search_data import fold_text, load_base_forms, load_everyday
from tarock.corpus.sentences import load_stop_rules
from tarock.corpus.spelling import WORD, lower_first
from tarock.corpus.translation.correspondence import LOOSE, NumberWords
from tarock.corpus.variants import Variants
from tarock.game.common.score import SettledScore
from tarock.rules.assumptions import OUR_CHOICE
from tarock.rules.bridge import FACTS, load_facts
from tarock.rules.overview import load_overview
from tarock.rules.readings import FOLDER, load_reports

_TOTALS = re.compile(r"(?m)^# It comes to: (.*)$")
_DIGITS = re.compile("[0-9]+")
_QUOTED = re.compile(r"'[^']*'|\bboth\b|[0-9]+/[0-9]+")
_REFERENCE = re.compile(r"[0-9]{4}:[A-Za-z0-9.]+|§§? ?[0-9]+")
_ENDINGS = [
    "esten",
    "sten",
    "ste",
    "enden",
    "ende",
    "ern",
    "end",
    "ten",
    "sen",
    "em",
    "en",
    "er",
    "es",
    "et",
    "st",
    "te",
    "se",
    "e",
    "n",
    "s",
    "t",
]
_IRREGULAR = ("nah",)  # whose forms have other consonants
_VOWELS = re.compile("[aeiouäöüy]+")
_SAME = 3  # letters with which two words for one thing begin, in English
_ROOT = 5  # letters within a word that its forms have in common, and words made of it
_STEM = 4  # letters of a word that its forms have in common, at least
_ENDING = 3  # letters that they may end in


def value_problems(codex: ComputedCodex) -> Iterator[Problem]:
    """Yield what is wrong in values, each with file and line; what rests on no changed file is not looked at again."""
    known = codex.cache.get("data-values", (), dict[str, str]) or {}
    now = {find.__name__: codex.cache.hash_inputs(needs) for find, needs in _FOUND_IN.items()}
    faulty = set[str]()
    for find in _FOUND_IN:
        for problem in find(codex) if known.get(find.__name__) != now[find.__name__] else ():
            faulty.add(find.__name__)
            yield problem
    codex.cache.put("data-values", (), {name: digest for name, digest in now.items() if name not in faulty})


def totals_fault(text: str, settled: SettledScore) -> str:
    """Return the fault of the totals in the comment of an example; empty where they hold or there are none."""
    said = _TOTALS.search(text)
    now = ", ".join(f"{seat} {amount:+d}" if amount else f"{seat} 0" for seat, amount in settled.totals.items())
    notes, points = len(settled.notes), len(settled.undetermined)
    now = f"{now} in {len(settled.transfers)} payments, with {notes} remarks and {points} points left open"
    return f"the example comes to: {now}" if said and said[1] != now else ""


def _check_pattern(codex: ComputedCodex) -> Iterator[Problem]:
    """Doubtful places of a pattern are places of it; where a pattern is emended each place is."""
    patterns = {located.record.name: located for located in load_patterns(codex.corpus)}
    for siglum in codex.corpus.sources:
        for located in load_doubts(codex.corpus, siglum) if siglum not in codex.corpus.left_out else ():
            doubt = located.record
            pattern = patterns.get(doubt.pattern)
            if pattern and doubt.passage not in (*pattern.record.places, *pattern.record.exceptions):
                what = f"{doubt.passage} has `{doubt.pattern}`; expected it among its places in {PATTERNS}"
                yield Problem("DOUBT-PATTERN", located.place, what)
    mended = {
        each.passage
        for edition in codex.corpus.editions()
        for each in (*edition.emendations, *(it for unit in edition.passages.values() for it in unit.conjectures))
    }
    for placed in patterns.values():
        for ref in placed.record.places if placed.record.decision != "left" else ():
            if ref not in mended and ref.partition(":")[0] not in codex.corpus.left_out:
                what = f"{placed.record.name}: {ref} is not emended; expected it where the decision is to emend"
                yield Problem("DOUBT-PATTERN", placed.place, what)


def _check_word(codex: ComputedCodex) -> Iterator[Problem]:
    """Report base forms of words that no text has, and everyday words that lead to nothing that can be found."""
    if codex.corpus.left_out:
        return  # the words may be of a text that is not here
    units = [unit for edition in codex.corpus.editions() for unit in edition.units.values()]
    found = {word for unit in units for word in set(WORD.findall(unit.text))}
    modern = {*map(codex.spelling.modernize, found), *(it.record.modern for it in codex.spelling.contextual_records)}
    modern |= {lower_first(word) for word in modern}
    document = yamlio.load(codex.project.corpus / "base_forms.yaml")
    forms: dict[str, list[str]] = {}
    for form, base in load_base_forms(codex.project).items():
        forms.setdefault(base, []).append(form)
        if form not in modern:
            yield _make_problem(codex, document, "BASE-FORM", f"`{form}` stands in no text in this spelling", base)
    for base, its in forms.items():
        parts = ((base[:at], base[at:]) for at in range(1, len(base) - 3))  # of a verb with a prefix
        divided = any(
            (verb in modern or verb in forms) and any(form.lower().startswith(prefix.lower()) for form in its)
            for prefix, verb in parts
        )
        if base not in modern and not divided and not _is_base(base, its):
            yield _make_problem(codex, document, "BASE-FORM", f"{its} are no forms of `{base}`", base)
    for translation in codex.translations.values():
        found.update(word for _ref, text in translation.searchable() for word in WORD.findall(text))
    terms = codex.termbase.terms.values()
    told = [" ".join((it.headword, it.modern, *it.variants, *it.avoid, *it.sought)) for it in terms]
    told += [" ".join((sense.english, *sense.accepts, *sense.forms)) for it in terms for sense in it.meanings]
    told += [" ".join((it.title, it.asks, *it.sought)) for it in codex.topics.entries.values()]
    found.update(word for text in told for word in WORD.findall(text))
    stems = {
        fold_text(word)[: max(_STEM, len(fold_text(word)) - cut)]
        for word in found | modern
        for cut in range(_ENDING + 1)
    }
    file = yamlio.load(codex.project.corpus / "everyday.yaml")
    for at, alike in enumerate(load_everyday(codex.project, codex.termbase.terms).alike):
        for index, words in enumerate(alike.leads):
            for word in map(fold_text, WORD.findall(words)):
                if not {word[: max(_STEM, len(word) - cut)] for cut in range(_ENDING + 1)} & stems:
                    what = f"`{words}` leads nowhere: no text, term or rule has it"
                    yield _make_problem(codex, file, "EVERYDAY", what, "alike", at, "leads", index)


def _check_letter(codex: ComputedCodex) -> Iterator[Problem]:
    """Report a sign of which Unicode itself has another resolution than we."""
    document = yamlio.load(codex.project.corpus / "variants.yaml")
    for sign, letters in document.convert(Variants, document.data).ligatures.items():
        if (own := unicodedata.normalize("NFKC", sign).replace("ſ", "s")) not in (sign, letters):
            yield _make_problem(
                codex, document, "VARIANT", f"{sign} is `{letters}`; expected `{own}`", "ligatures", sign
            )


def _check_today(codex: ComputedCodex) -> Iterator[Problem]:
    """Report a number in what is so today that the words quoted for it do not have."""
    for path in sorted(codex.project.rules.glob("*/today.yaml")):
        document = yamlio.load(path)
        for at, practice in enumerate(document.data):
            for index, point in enumerate(practice["points"]):
                value = point.get("value", ())
                said = f"{point.get('quote', '')} {point['says']}"
                for number in value if isinstance(value, list) else [value]:
                    if type(number) is int and str(number) not in _DIGITS.findall(said):
                        what = f"{number} stands in no words that are quoted"
                        yield _make_problem(codex, document, "TODAY-VALUE", what, at, "points", index, "value")


def _check_named(codex: ComputedCodex) -> Iterator[Problem]:
    """Report an everyday name of a game that is none of the names which its source has, or a part of one."""
    document = yamlio.load(codex.project.corpus / "everyday.yaml")
    for name, siglum in load_everyday(codex.project, codex.termbase.terms).named.items():
        source = codex.corpus.sources.get(siglum)
        names = codex.tables[siglum].statements.get("game.names", ()) if source else ()
        told = " ".join((source.title if source else "", *(str(each.value) for each in names)))
        if _squeeze(name) not in _squeeze(told):
            yield _make_problem(codex, document, "EVERYDAY", f"{siglum} has no name like `{name}`", "named", name)


def _squeeze(name: str) -> str:
    """Return the letters of a name as they are compared: it is written with a hyphen or *ck*, or without."""
    return "".join(WORD.findall(fold_text(name))).replace("ck", "k")


def _check_days(codex: ComputedCodex) -> Iterator[Problem]:
    """Report a version whose day is before that of a lower version, and a review dated before its version."""
    imprint = yamlio.load(codex.project.translations / "imprint.yaml")
    matters = yamlio.load(codex.project.rules / "matters" / "edition.yaml")
    sources = yamlio.load(codex.project.sources / "sources.yaml")
    dated = [(imprint, ()), (matters, ()), *((sources, (siglum,)) for siglum in codex.corpus.sources)]
    for document, path in dated:
        data = document.data
        for step in path:
            data = data[step]
        days = sorted(data["dates"].items(), key=lambda it: version_key(it[0]))
        for (_before, earlier), (version, day) in pairwise(days):
            if day < earlier:
                what = f"{version} is of {day}, before the version below it ({earlier})"
                yield _make_problem(codex, document, "VERSION-DAY", what, *path, "dates", version)
    for located in load_reviews(codex.project):
        review, tail = located.record, located.record.id.removeprefix(f"{located.record.reads}-")
        days = (
            [imprint.data["dates"]] if review.reads == "english" else [it.dates for it in codex.corpus.sources.values()]
        )
        if any(review.date < each.get(review.edition, "") for each in days):
            yield Problem("REVIEW-DAY", located.place, f"{review.id} is of {review.date}, before its {review.edition}")
        if tail == review.id or not tail.endswith((review.edition.replace(".", "-"), review.date[:7])):
            expected = f"expected `{review.reads}-`, and the edition or the month at its end"
            yield Problem(
                "REVIEW-ID",
                located.place,
                f"`{review.id}` fits neither what was read ({review.edition}) nor when; {expected}",
            )


def _check_same_texts(codex: ComputedCodex) -> Iterator[Problem]:
    """Report a text at one address of which two files tell other years, pages or numbers of characters."""
    document = yamlio.load(codex.project.rules / FACTS)
    facts = load_facts(codex.project)
    for located in codex.elsewhere.values():
        text = located.record
        told = {*_DIGITS.findall(f"{text.printed} {text.extent}".replace(",", ""))}
        for name, source in facts.sources.items():
            also = {*_DIGITS.findall(f"{source.text} {source.seen}".replace(",", ""))}
            if text.address in source.address.split() and told != also:
                what = f"{name} and {located.place} tell of one text, but not both of {', '.join(sorted(told ^ also))}"
                yield _make_problem(codex, document, "TEXT-TWICE", what, "sources", name)


def _check_assumed(codex: ComputedCodex) -> Iterator[Problem]:
    """Report an assumption that is said to come from a fact of a neighbour, or a passage, that there is not."""
    games = load_facts(codex.project).games
    for table in codex.tables.values():
        for assumption in table.assumed.by_name.values():
            whence = assumption.record.whence
            game, _, fact = whence.partition(".")
            named = fact in games[game].facts if game in games else codex.corpus.unit(whence) is not None
            if whence != OUR_CHOICE and not named:
                expected = f"expected GAME.FACT of {FACTS}, a passage, or `{OUR_CHOICE}`"
                yield Problem("ASSUMED-WHENCE", assumption.place, f"`{whence}` is nowhere; {expected}")


def _check_overview(codex: ComputedCodex) -> Iterator[Problem]:
    """Report a line whose title has no word of its key, or does not say in which case its answers hold."""
    document = yamlio.load(codex.project.rules / "overview.yaml")
    small = {*map(fold_text, load_everyday(codex.project, codex.termbase.terms).small.en.split())}
    seen = set[str]()
    for at, group in enumerate(load_overview(codex.project).groups):
        for index, line in enumerate(group.lines):
            path = ("groups", at, "lines", index)
            entry = codex.topics.entries.get(line.key)
            if entry is None:
                continue  # which is told as a reference to nothing
            words = {*WORD.findall(fold_text(line.title))}
            own = WORD.findall(fold_text(f"{entry.title} {entry.asks} {line.key.replace('_', ' ')}"))
            if not {word[:_SAME] for word in words - small or words} & {word[:_SAME] for word in own}:
                what = f"`{line.title}` has no word of what {line.key} asks: {entry.asks}"
                yield _make_problem(codex, document, "OVERVIEW", what, *path)
            for name, value in line.when.items():
                said = str(value) if not isinstance(value, bool) else name if value else f"un{name}"
                if said not in words:
                    what = f"`{line.title}` does not say that {name} is {value}"
                    yield _make_problem(codex, document, "OVERVIEW", what, *path)
            if (told := f"{line.key} {line.when}") in seen:
                yield _make_problem(codex, document, "OVERVIEW", f"{line.key} has two lines; expected one", *path)
            seen.add(told)


def _check_doubt(codex: ComputedCodex) -> Iterator[Problem]:
    """Report a doubt whose other reading has a word that no text has, in no form, and that its reason does not name."""
    if codex.corpus.left_out:
        return
    units = [unit for edition in codex.corpus.editions() for unit in edition.units.values()]
    found = {word for unit in units for word in WORD.findall(unit.text)}
    bases = load_base_forms(codex.project)
    known = {word.lower() for word in (*found, *map(codex.spelling.modernize, found), *bases, *bases.values())}
    stems = known | {word.removesuffix(ending) for word in known for ending in _ENDINGS}
    for siglum in codex.corpus.sources:
        for located in load_doubts(codex.corpus, siglum):
            doubt = located.record
            said = {*WORD.findall(f"{doubt.lemma} {doubt.reason}".lower())}
            words = said | {word.removesuffix(ending) for word in said for ending in _ENDINGS}
            for word in map(str.lower, WORD.findall(doubt.reading)):
                forms = {word, *(word.removesuffix(ending) for ending in (*_ENDINGS, "ender"))}
                if not forms & (stems | words) and not any(_is_longer(word, each) for each in words):
                    what = f"{doubt.passage}: no text has `{word}`; expected a word of one, or a reason that names it"
                    yield Problem("DOUBT-READING", located.place, what)


def _is_longer(word: str, shorter: str) -> bool:
    """Return whether a word has the letters of a shorter one in order, and one or two more."""
    letters = iter(word)
    return 0 < len(word) - len(shorter) <= 2 and all(letter in letters for letter in shorter)


def _is_base(base: str, forms: list[str]) -> bool:
    """Return whether some form comes of a base by endings, *zu*, *ge* and an umlaut, or has the same consonants."""
    umlauts = str.maketrans("äöü", "aou")
    for form in forms:
        for word in {form, form.lower(), *(form.replace(part, "", 1) for part in ("zu", "ge", "Ge"))}:
            for ending in (*_ENDINGS, ""):
                stem = word.removesuffix(ending)
                made = {stem + added for added in ("", "e", "n", "en")}
                if base in made or base in {each.translate(umlauts) for each in made}:
                    return True
            if _strip_vowels(word) == _strip_vowels(base):
                return True
    return base in _IRREGULAR


def _strip_vowels(word: str) -> str:
    """Return the consonants of a word without the ending of an infinitive, doubled ones once."""
    letters = _VOWELS.sub("", word.lower().replace("ß", "s").removesuffix("en"))
    return re.sub(r"(.)\1+", r"\1", letters)


def _check_reading(codex: ComputedCodex) -> Iterator[Problem]:
    """Report questions of readers that are not numbered in order, or whose sides name no passages of their source."""
    for pair, reading in load_reports(codex.project):
        if reading is None:
            continue
        document = yamlio.load(codex.project.rules / FOLDER / f"{pair}.yaml")
        if reading.pair != pair:
            yield _make_problem(codex, document, "READING", f"the file is of {reading.pair}; expected {pair}", "pair")
        sigla = pair.split("-")
        for at, item in enumerate(reading.items):
            if item.id != f"d{at + 1}":
                yield _make_problem(codex, document, "READING", f"`{item.id}`; expected d{at + 1}", "items", at, "id")
            for side, siglum in zip((item.left, item.right), sigla, strict=True):
                for ref in side:
                    if ref.partition(":")[0] != siglum:
                        yield _make_problem(codex, document, "READING", f"{ref} is not of {siglum}", "items", at)


def _check_source(codex: ComputedCodex) -> Iterator[Problem]:
    """Report a source whose record contradicts itself: its year and siglum, its parts, its examples."""
    document = yamlio.load(codex.project.sources / "sources.yaml")
    for siglum, source in codex.corpus.sources.items():
        if siglum.isdigit() and str(source.year) != siglum:
            yield _make_problem(codex, document, "SOURCE-YEAR", f"{source.year} of source {siglum}", siglum, "year")
        slugs = [part.slug for part in source.parts]
        passages = [] if siglum in codex.corpus.left_out else list(codex.corpus.edition(siglum).passages)
        behind = 0
        for at, part in enumerate(source.parts):
            if slugs.count(part.slug) > 1:
                what = f"`{part.slug}` is the slug of two parts; expected one"
                yield _make_problem(codex, document, "SOURCE-PART", what, siglum, "parts", at)
            first, last = (_find_inside(passages, ident) for ident in (part.first, part.last))
            if passages and (first[:1] != [behind] or not last):
                what = f"from {part.first} to {part.last}; expected passages that follow the part before"
                yield _make_problem(codex, document, "SOURCE-PART", what, siglum, "parts", at)
            behind = last[-1] + 1 if last else behind
        if source.parts and behind != len(passages):
            yield _make_problem(codex, document, "SOURCE-PART", "the last part ends before the text", siglum, "parts")


def _find_inside(passages: list[str], ident: str) -> list[int]:
    """Return the places of a passage, or of those in a container."""
    return [at for at, each in enumerate(passages) if each == ident or each.startswith(f"{ident}.")]


def _check_stop(codex: ComputedCodex) -> Iterator[Problem]:
    """Report an abbreviation of a language that stands in no text of a source in it."""
    if codex.corpus.left_out:
        return
    texts = dict[str, list[str]]()
    for source in codex.corpus.sources.values():
        units = codex.corpus.edition(source.siglum).units.values()
        texts.setdefault(source.language, []).extend(unit.text for unit in units)
    for path in sorted((codex.project.corpus / "sentences").glob("*.yaml")):
        text = " ".join(texts.get(path.stem, ()))
        document = yamlio.load(path)
        stops = load_stop_rules(path)
        for name in stops.abbreviations if text else ():
            if not re.search(rf"(?<!\w){re.escape(name)}", text):
                yield _make_problem(
                    codex, document, "ABBREVIATION", f"`{name}` stands in no text", "abbreviations", name
                )


def _check_says(codex: ComputedCodex) -> Iterator[Problem]:
    """Report a number in the sentence of a statement that stands in neither its passages nor its value.

    Of what is not stated in so many words it may be a value of the same topic. A half may be any of two.
    """
    words = NumberWords(codex.project.translations / "numbers.yaml")
    notation = yamlio.load(codex.project.translations / "notation.yaml").data
    ranks = {german: words.find(english) for german, english in notation["ranks"].items()}
    for edition in codex.corpus.editions():
        table = codex.tables[edition.siglum]
        of_topic: dict[str, set[Fraction]] = {}
        for each in table:
            of_topic.setdefault(each.key.partition(".")[0], set()).update(_find_numbers(codex, words, each.value))
        for each in table:
            texts = [each.quote for each in each.supports]
            texts += [unit.text for support in each.supports if (unit := codex.corpus.unit(support.ref))]
            known = {number for text in texts for number in codex.numbers.find(text)} | LOOSE | {Fraction(1, 2)}
            own = (
                each.value,
                *each.when.values(),
                each.derived,
                each.note,
                each.other_reading and each.other_reading.value,
            )
            known.update(number for value in own for number in _find_numbers(codex, words, value))
            known.update(Fraction(digits) for support in each.supports for digits in _DIGITS.findall(support.ref))
            known.update(it for rank, found in ranks.items() if rank in f"{texts} {each.value}" for it in found)
            if isinstance(each.value, list):
                known.add(Fraction(len(each.value)))
            if each.grade != "stated":
                known |= of_topic[each.key.partition(".")[0]]
            for number in sorted(words.find(_QUOTED.sub("", each.says)) - known):
                what = f"{each.ident}: {number} in `says` stands neither in its passages nor in its value"
                yield Problem("STATEMENT-SAYS", f"{each.file}:{each.line}", what)


def _find_numbers(codex: ComputedCodex, words: NumberWords, value: object) -> set[Fraction]:
    """Return the numbers in a value, in digits, German or English words."""
    return {*words.find(str(value)), *codex.numbers.find(str(value))}


def _check_reader(codex: ComputedCodex) -> Iterator[Problem]:
    """Report a number in a difference found by readers that stands in none of the passages that they name."""
    words = NumberWords(codex.project.translations / "numbers.yaml")
    years = {Fraction(siglum) for siglum in codex.corpus.sources if siglum.isdigit()}
    for pair, report in load_reports(codex.project):
        if report is None or {*pair.split("-")} & codex.corpus.left_out:
            continue
        document = yamlio.load(codex.project.rules / FOLDER / f"{pair}.yaml")
        for at, item in enumerate(report.items):
            if (pair, item.id) in _RECKONED:
                continue
            refs = (*item.left, *item.right)
            known = {it for ref in refs if (unit := codex.corpus.unit(ref)) for it in codex.numbers.find(unit.text)}
            told = _REFERENCE.sub("", _QUOTED.sub("", item.says))
            for number in sorted(words.find(told) - known - LOOSE - years - {Fraction(1, 2)}):
                what = f"{number} stands in no passage of {item.id}"
                yield _make_problem(codex, document, "READING", what, "items", at, "says")


# Where readers reckon themselves what no passage says.
# Behind what a stop ends no sentence, where a small letter follows.
_RECKONED = {("1754-1840", "d9"), ("1863-1840", "d3"), ("1863-1840", "d22")}


def _check_emendation(codex: ComputedCodex) -> Iterator[Problem]:
    """Check that the kind of an emendation fits: it adds, takes away, divides words or exchanges letters."""
    for siglum, source in codex.corpus.sources.items():
        if "emendations" not in source.apparatus or siglum in codex.corpus.left_out:
            continue
        for located in load_emendations(codex.project, siglum):
            lemma, reading, kind = located.record.lemma, located.record.reading, located.record.kind
            divided = lemma.replace(" ", "") == reading.replace(" ", "")
            longer, shorter = len(reading) > len(lemma), len(reading) < len(lemma)
            fits = {"omission": longer, "lacuna": longer, "dittography": shorter, "run-together": divided}
            if kind != "conjecture" and (not fits.get(kind, True) or divided != (kind == "run-together")):
                what = f"`{reading}` for `{lemma}` is no {kind}"
                yield Problem("EMENDATION-KIND", located.place, what)


def _check_claim(codex: ComputedCodex) -> Iterator[Problem]:
    """Check that a claim whose id begins with a paragraph is of that paragraph."""
    claims = [(each.record.id, each.record.ref, each.place) for each in codex.claims]
    claims += [(each.record.id, each.record.ref, each.place) for each in codex.withdrawn_claims.values()]
    for ident, ref, place in claims:
        siglum, _, rest = ident.partition("-")
        named = rest.partition("-")[0]
        if siglum in codex.corpus.left_out or ident in _ELSEWHERE:
            continue
        tops = {each.partition(".")[0] for each in codex.corpus.edition(siglum).passages}
        if named in tops and ref.partition(":")[2].partition(".")[0] != named:
            yield Problem("CLAIM-REF", place, f"{ident} is of {ref}; expected a passage of {siglum}:{named}")


def _check_note(codex: ComputedCodex) -> Iterator[Problem]:
    """Check that a note names the terms at its places, or those that belong to one of them."""
    document = yamlio.load(codex.project.corpus / "notes.yaml")
    terms = codex.termbase
    for at, note in enumerate(codex.notes.values()):
        if any(ref.partition(":")[0] in codex.corpus.left_out for ref in note.places):
            continue
        texts = [(note.expression, ""), *((words, ref) for ref, words in note.places.items())]
        texts += [(unit.text, ref) for ref in note.places if (unit := codex.corpus.unit(ref))]
        there = {found.term.id for text, ref in texts for found in terms.find_occurrences(text, ref)}
        there |= {related for ident in note.terms if ident in terms.terms for related in terms.terms[ident].related}
        for index, ident in enumerate(note.terms):
            if ident not in there:
                what = f"`{ident}` stands at no place of `{note.id}`"
                yield _make_problem(codex, document, "NOTE-TERM", what, at, "terms", index)
        words = fold_text(" ".join(text for text, _ref in texts[1:]))
        for word in WORD.findall(fold_text(note.expression)):
            if not any(word[at : at + _ROOT] in words for at in range(max(len(word) - _ROOT, 0) + 1)):
                what = f"`{word}` stands at no place of `{note.id}`"
                yield _make_problem(codex, document, "NOTE-TERM", what, at, "expression")
        if note.id in terms.terms and note.id not in note.terms:
            yield _make_problem(codex, document, "NOTE-TERM", f"expected `{note.id}` among the terms of its note", at)


_ELSEWHERE = ("1863-15-amount",)  # whose words were found in another sentence later
_FOUND_IN = {
    _check_days: ("corpus", "rules_data/matters"),
    _check_same_texts: ("corpus/elsewhere.yaml", "rules_data/neighbours"),
    _check_assumed: ("rules_data", "corpus/sources", "corpus/emendations"),
    _check_pattern: ("corpus/sources", "corpus/doubtful", "corpus/emendations"),
    _check_word: ("corpus", *TYPE_FILES),
    _check_letter: ("corpus/variants.yaml",),
    _check_today: ("rules_data",),
    _check_named: ("corpus", "rules_data"),
    _check_overview: ("rules_data", "corpus/everyday.yaml"),
    _check_doubt: ("corpus",),
    _check_reading: (f"rules_data/{FOLDER}",),
    _check_says: (
        "corpus/sources",
        "corpus/emendations",
        "corpus/spelling",
        "corpus/translations/en/numbers.yaml",
        "corpus/translations/en/notation.yaml",
        "rules_data",
    ),
    _check_reader: ("corpus", f"rules_data/{FOLDER}"),
    _check_emendation: ("corpus/sources", "corpus/emendations"),
    _check_claim: ("corpus/sources", "corpus/emendations", "rules_data/claims", "rules_data/withdrawn_claims.yaml"),
    _check_note: ("corpus",),
    _check_source: ("corpus/sources", "corpus/emendations"),
    _check_stop: ("corpus/sources", "corpus/emendations", "corpus/sentences"),
}


def _make_problem(codex: ComputedCodex, document: Document, code: str, what: str, *path: str | int) -> Problem:
    return Problem(code, f"{codex.project.relative(document.path)}:{document.line(*path)}", what)
