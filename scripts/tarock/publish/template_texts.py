"""The sentences in a template: what of its source is for people, so that a catalogue can have it in another language.

A sentence goes from one block of HTML, line or paragraph to the next, with the links, emphasis, values and conditions in
it: whoever translates it sees the whole, and may put it in another order. What is put together of texts and values in an
expression of Jinja is one too; a text in an attribute, or alone in an expression, stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from tarock.base.structs import Mutable

_TOKEN = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_HELD = "\U000f0000"  # stands for each token of Jinja, so that no bracket of it is seen
_FILL = "\0"
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]*\b[^<>]*>|<[?!][^<>]*>")
_INLINE = re.compile(r"</?(?:a|b|i|em|strong|code|span|small|sup|sub|kbd|q|cite|abbr|tspan|br|wbr)\b[^<>]*>")
_NO_PROSE = re.compile(r"<(script|style|svg)\b.*?</\1>", re.DOTALL)
_MARKDOWN_NO_PROSE = re.compile(r"^```\w*\n(?:[^\n]*\n)*?```$|^---\n(?:[^\n]*\n)*?---\n", re.MULTILINE)
_ATTRIBUTE = re.compile(r'\b(?:aria-label|title|alt|placeholder|data-label|data-alone)="([^"<>]*)"')
_STRUCTURE = re.compile(
    r"\{%[-+]?\s*(?:macro|endmacro|call|endcall|set|block|endblock|extends|from|import|include)\b|\{#"
)
# `sought` is what the search finds a page by; `keys_…` are words that something is looked up by, as the data has them
_NO_TEXTS = re.compile(r"\{%[-+]?\s*(?:extends|from|import|include|macro|set sought|set keys_\w+|if|elif)\b|\{#")
_CONDITION = re.compile(r"\{%[-+]?\s*(if|elif|else|endif|for|endfor)\b")
_LETTERS = re.compile(r"[A-Za-z]{2}")
_PROSE = re.compile(r"\A[A-Z][a-z]{2}|\AA [a-z]{2}|(?:\A|x ) [a-z]{2}|[A-Za-z]{2,}[,.:;]? +[A-Za-z]")
_CLASSES = re.compile(r" ?[a-z]+(?:-[a-z]+)*(?:--|__)[a-z-]+")  # names of styles
_LITERAL = re.compile(r'"([^"\\]*)"')
_NO_PROSE_BEFORE = re.compile(
    r"(?:==|!=|class=| in|\bformat\(|(?:attribute|map|select|replace|join|default|equalto|selectattr|rejectattr)\(?[^()]*)$"
)
_EDGE = re.compile(r"(?:#+|[-*]|\d+\.)[ \t]+")  # what begins a heading or an item of a list
_OPENING = re.compile(r"\s*(?:set \w+ =|\w+=|)\s*[-+]?\s*")
_BRACES = 2  # letters that begin and end a token of Jinja
_ATTRIBUTES = re.compile(r"\s*\{:[^}]*\}\s*\Z")
_SPACE = re.compile(r"\s*\n\s*")
# what is no word: names, and where links lead
_NAMED = re.compile(r"<(code)\b[^>]*>.*?</\1>|(?<=\])\([^)]*\)", re.DOTALL)


def translate(source: str, *, markdown: bool, translated: Callable[[str], str]) -> str:
    """The source with each of its sentences as another says it."""
    parts: list[str] = []
    position = 0
    for start, end in sentences(source, markdown=markdown):
        parts += (source[position:start], translated(_SPACE.sub(" ", source[start:end])))
        position = end
    return "".join((*parts, source[position:]))


def sentences(source: str, *, markdown: bool) -> list[tuple[int, int]]:
    """Where each of them begins and ends in the source of a template, in order."""
    tokens = {match.start(): match[0] for match in _TOKEN.finditer(source)}
    held = _TOKEN.sub(lambda match: _HELD + _FILL * (len(match[0]) - 1), source)
    found = list(_running(held, tokens, markdown=markdown))

    def free(place: int) -> bool:
        return not any(start <= place < end for start, end in found)

    attributes = [each.span(1) for each in _ATTRIBUTE.finditer(held) if _LETTERS.search(_words(each[1]))]
    found += (span for span in attributes if free(span[0]))
    for start, token in tokens.items():
        if free(start) and not _NO_TEXTS.match(token):
            found += ((start + first, start + last) for first, last in _texts(token))
    return sorted(found)


def _words(text: str) -> str:
    return text.replace(_FILL, "").replace(_HELD, "")


def _running(held: str, tokens: dict[int, str], *, markdown: bool) -> Iterator[tuple[int, int]]:
    """Running text: what is between blocks, and in Markdown between paragraphs, headings and items."""
    solid = [match.span() for match in _TAG.finditer(held) if not _INLINE.fullmatch(match[0])]
    solid += (match.span() for match in _NO_PROSE.finditer(held))
    solid += ((start, start + len(token)) for start, token in tokens.items() if _STRUCTURE.match(token))
    solid += (match.span() for match in re.finditer(r"\n[ \t]*(?=\n|[-*] |#)" if markdown else r"\n", held))
    if markdown:
        solid += (match.span() for match in _MARKDOWN_NO_PROSE.finditer(held))
    pairs, position = _pairs(tokens), 0
    for start, end in sorted((*solid, (len(held), len(held)))):
        if start > position and (span := _trimmed(held, tokens, pairs, position, start)):
            yield span
        position = max(position, end)


def _pairs(tokens: dict[int, str]) -> dict[int, int]:
    """Where a condition or loop begins, by where it ends, and the other way round."""
    open_: list[int] = []
    pairs: dict[int, int] = {}
    for place, token in tokens.items():
        match = _CONDITION.match(token)
        if match and match[1] in ("if", "for"):
            open_.append(place)
        elif match and match[1].startswith("end"):
            pairs[place] = open_.pop()
            pairs[pairs[place]] = place
    return pairs


def _trimmed(held: str, tokens: dict[int, str], pairs: dict[int, int], start: int, end: int) -> tuple[int, int] | None:
    """A stretch without space at its edges, and without conditions that do not begin and end in it; if words are in it."""
    places = [*tokens]
    while True:
        start += len(held[start:end]) - len(held[start:end].lstrip())
        end = start + len(held[start:end].rstrip())
        places = [place for place in places if start <= place < end]
        if edge := _EDGE.match(held, start, end):
            start = edge.end()
        elif attributes := _ATTRIBUTES.search(held[start:end]):
            end = start + attributes.start()
        elif places and places[0] == start and _goes(tokens, pairs, start, start, end):
            start += len(tokens[start])
        elif places and places[-1] + len(tokens[places[-1]]) == end and _goes(tokens, pairs, places[-1], start, end):
            end = places[-1]
        else:
            break
    text = _words(_INLINE.sub("", _NAMED.sub("", held[start:end])))
    return (start, end) if _LETTERS.search(re.sub(r"&\w+;", "", text)) else None


def _goes(tokens: dict[int, str], pairs: dict[int, int], place: int, start: int, end: int) -> bool:
    """Whether a token at the edge of a stretch is a condition that is no part of it."""
    match = _CONDITION.match(tokens[place])
    if not match:
        return False
    if place not in pairs:  # `else` at an edge
        return True
    other = pairs[place]
    return not start <= other < end or {place, other} == {start, end - len(tokens[max(place, other)])}


class _Argument(Mutable):
    """What stands between two commas or brackets of an expression: its literals, and whether `~` puts it together."""

    start: int
    end: int = 0
    literals: list[tuple[int, int]] = msgspec.field(default_factory=list)
    joined: bool = False


def _texts(token: str) -> Iterator[tuple[int, int]]:
    """The texts in a token of Jinja: arguments that are put together with `~`, and literals that stand alone."""
    taken: list[tuple[int, int]] = []
    for argument in sorted(_arguments(token), key=lambda each: (each.start, -each.end)):
        if any(start <= argument.start < end for start, end in taken):
            continue
        literals = argument.literals
        if argument.joined and _PROSE.search(" x ".join(token[start:end] for start, end in literals)):
            text = token[argument.start : argument.end]
            opening = _OPENING.match(text)
            taken.append((argument.start + (opening.end() if opening else 0), argument.start + len(text.rstrip(" -"))))
            yield taken[-1]
            continue
        for start, end in literals:
            named = token[end + 1 :].lstrip().startswith(":")  # a key
            compared = _NO_PROSE_BEFORE.search(token[argument.start : start - 1].rstrip())
            styled = _CLASSES.fullmatch(token[start:end])
            if _PROSE.search(token[start:end]) and not (named or compared or styled):
                yield start, end


def _arguments(token: str) -> Iterator[_Argument]:
    open_, place, last = [_Argument(_BRACES)], _BRACES, len(token) - _BRACES
    while place < last:
        if literal := _LITERAL.match(token, place):
            open_[-1].literals.append(literal.span(1))
            place = literal.end()
            continue
        if token[place] in "([{":
            open_.append(_Argument(place + 1))
        elif token[place] == "," or (token[place] in ")]}" and len(open_) > 1):
            ended = open_.pop()
            ended.end = place
            yield ended
            if token[place] == ",":
                open_.append(_Argument(place + 1))
        elif token[place] == "~":
            open_[-1].joined = True
        place += 1
    for left in open_:
        left.end = last
        yield left
