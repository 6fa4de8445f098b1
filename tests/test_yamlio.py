"""The YAML loader: strict, and only what looks like a whole number, `true`, `false` or `null` is not text."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock import yamlio
from tarock.errors import CodexError

FILE = Path("some/file.yaml")


def load(text: str) -> object:
    return yamlio.parse(text, FILE).data


def fault(text: str) -> str:
    with pytest.raises(CodexError) as caught:
        yamlio.parse(text, FILE)
    assert caught.value.exit_status == 2
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    # What other YAML readers take for a boolean, a base-60 number, a version, a date, an octal, a float …
    [
        "no",
        "yes",
        "on",
        "off",
        "1:30",
        "1.0.0",
        "1.5",
        "1e3",
        "2005-09-15",
        "007",
        "0x1F",
        "1_000",
        ".inf",
        "No",
    ],
)
def test_plain_words_stay_text(text: str) -> None:
    assert load(f"a: {text}\n") == {"a": text}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5), ("0", 0), ("-3", -3), ("+7", 7), ("1840", 1840),
        ("true", True), ("false", False), ("null", None), ("~", None), ("", None),
    ],
)  # fmt: skip
def test_whole_numbers_and_the_three_words_are_values(text: str, value: object) -> None:
    data = load(f"a: {text}\n")
    assert data == {"a": value}
    assert isinstance(data, dict)
    assert type(data["a"]) is type(value)  # 1 == True in Python


@pytest.mark.parametrize("text", ["5", "true", "null", "~", "no", "-1"])
@pytest.mark.parametrize("quote", ["'", '"'])
def test_what_is_quoted_is_text(text: str, quote: str) -> None:
    assert load(f"a: {quote}{text}{quote}\n") == {"a": text}


def test_block_texts_are_text() -> None:
    assert load("a: |\n  5\nb: >-\n  true\n") == {"a": "5\n", "b": "true"}


def test_keys_are_always_text() -> None:
    assert load("1840: a\ntrue: b\nnull: c\n") == {"1840": "a", "true": "b", "null": "c"}


def test_an_empty_file_holds_nothing() -> None:
    assert load("") is None
    assert load("# only a remark\n") is None


def test_a_byte_order_mark_is_passed_over() -> None:
    assert load("\ufeffä: 1\nb: 2\n") == {"ä": 1, "b": 2}


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "duplicate key `a`"),
        ("a:\n  b: 1\n  b: 1\n", 3, "duplicate key `b`"),
        ("'1': x\n1: y\n", 2, "duplicate key `1`"),
        ("a: {b: 1,\n b: 2}\n", 2, "duplicate key `b`"),
        ("a: 1\nb: &x 2\nc: *x\n", 2, "an anchor"),
        ("a:\n- &x [1]\n- *x\n", 2, "an anchor"),
        ("&x a: 1\n", 1, "an anchor"),
        ("a: 1\nb: !!str 2\n", 2, "a tag"),
        ("ä: ö\nb: !!python/object:os.system [x]\n", 2, "a tag"),
        ("!x a: 1\n", 1, "a tag"),
        ("a: 1\n? [b]\n: 2\n", 2, "a key is not a plain word"),
        ("a: 1\nb:\n\t- 2\n", 3, "broken YAML"),  # a tab
        ("a: 1\n\tb: 2\n", 2, "broken YAML"),  # a tab
        ("a: 1\nb: c: d\n", 2, "broken YAML"),
        ("a: 1\nb: 'x\n", 3, "broken YAML"),  # the quote is still open at the end
        ("a: 1\n---\nb: 2\n", 2, "broken YAML"),  # two documents
        ("a: 1\nb: \x07\n", 2, "broken YAML"),  # a control character
        ("a: 1\nb: @x\n", 2, "broken YAML"),
    ],
)
def test_faults_name_file_and_line_and_what_was_expected(text: str, line: int, what: str) -> None:
    message = fault(text)
    assert message.startswith(f"{FILE}:{line}: {what}")
    assert "; expected " in message
    assert "\n" not in message


def test_every_value_keeps_its_line() -> None:
    document = yamlio.parse("# remark\na: 1\nb:\n  - x\n  -\n    c: >-\n      long\n      text\n", FILE)
    assert document.line("a") == 2
    assert document.line("b", 0) == 4
    assert document.line("b", 1, "c") == 6
    assert document.line("b", 1, "nothing here") == 6  # its nearest parent
    assert str(document.error("wrong", "right", "b", 0)) == f"{FILE}:4: wrong; right"


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    size: int


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    parts: list[Inner]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("x:\n  name: 5\n  parts: []\n", 2, ("expected `str`, got `int`", "x.name")),
        (
            "x:\n  name: a\n  parts:\n  - size: 1\n  - size: big\n",
            5,
            ("expected `int`, got `str`", "x.parts."),
        ),
        ("x:\n  parts: []\n", 2, ("missing required field `name`", "`x`")),
        ("x:\n  name: a\n  parts: []\n  nmae: b\n", 4, ("unknown field `nmae`", "x.nmae")),
        ("x:\n  name: a\n  parts:\n  - size: 1\n    sice: 1\n", 5, ("unknown field `sice`", "x.parts.")),
        ("x: [1]\n", 1, ("expected `object`", "`x`")),
    ],
)
def test_a_record_of_the_wrong_shape_names_its_line_and_key(text: str, line: int, words: tuple[str, ...]) -> None:
    document = yamlio.parse(text, FILE)
    with pytest.raises(CodexError) as caught:
        document.convert(Outer, document.data["x"], "x")
    message = str(caught.value)
    assert message.startswith(f"{FILE}:{line}: ")
    for word in words:
        assert word in message


def test_a_record_of_the_right_shape_is_converted() -> None:
    document = yamlio.parse("x: {name: a, parts: [{size: 1}]}\n", FILE)
    assert document.convert(Outer, document.data["x"], "x") == Outer("a", [Inner(1)])


def test_an_absent_file_is_named() -> None:
    with pytest.raises(CodexError, match=r"^/nowhere/at/all\.yaml: cannot be read") as caught:
        yamlio.load(Path("/nowhere/at/all.yaml"))
    assert caught.value.exit_status == 2


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x85\u2028\u2029\ufeff"))
printable = texts.filter(lambda text: all(c in "\t\n" or c.isprintable() for c in text))
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | printable,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(printable, inner, max_size=4),
    max_leaves=12,
)


@given(plain)
def test_what_is_dumped_loads_as_the_same(data: object) -> None:
    dumped = yamlio.dump(data)
    assert load(dumped) == data
    assert yamlio.dump(load(dumped)) == dumped


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@\n\t ?,1"))
def test_whatever_the_text_it_loads_or_is_refused_by_name(text: str) -> None:
    try:
        yamlio.parse(text, FILE)
    except CodexError as error:
        assert str(error).startswith(f"{FILE}:")
        assert "\n" not in str(error)
