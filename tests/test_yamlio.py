"""The YAML loader: strict, and only what looks like a whole number, `true`, `false` or `null` is not text."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tests.conftest import EVERY, ROOT

FILE = Path("some/file.yaml")


def load(text: str) -> Any:
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


@pytest.mark.parametrize("levels", [101, 495, 30_000])
@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_what_is_nested_too_deep_is_refused_before_it_is_followed(opening: str, levels: int) -> None:
    """30,000 levels once ended the interpreter, 495 the reading."""
    message = fault(opening * levels)
    assert message == f"{FILE}:1: too many lists and mappings inside each other; expected at most 100"


def test_each_level_may_stand_on_a_line_of_its_own() -> None:
    assert fault("".join(f"{' ' * level}a:\n" for level in range(120))).startswith(f"{FILE}:100: too many lists")
    assert load("".join(f"{' ' * level}a:\n" for level in range(90)))


def test_a_number_or_a_file_that_is_too_long_is_refused() -> None:
    assert load(f"a: {'9' * 18}") == {"a": int("9" * 18)}
    for digits in (19, 5000):  # Python itself refuses more than 4,300
        expected = f"{FILE}:2: a whole number of {digits} digits; expected at most 18"
        assert fault(f"b: 1\na: {'9' * digits}\n") == expected
    assert load(f"a: '{'9' * 5000}'") == {"a": "9" * 5000}  # in quotes it is text
    assert fault("#" * 4_000_001) == f"{FILE}: 4000001 characters; expected at most 4000000"


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
    sizes: dict[str, Inner | int | None] = {}
    codes: dict[Annotated[str, msgspec.Meta(pattern="^[a-z]+$")], int] = {}
    pair: tuple[Annotated[int, msgspec.Meta(ge=0)], Literal["a", "b"]] | None = None


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
        ("x:\n  name: a\n  parts: []\n  codes: {ab: 1, '7': 2}\n", 4, ("matching regex", "in `x.codes.7`")),
        # the keys are named even where they are no words, numbers, or hold what looks like a path
        (
            "x:\n  name: a\n  parts: []\n  sizes:\n    12: 1\n    '[`$.a': {size: no}\n",
            6,
            ("expected `int`, got `str` in `x.sizes.[`$.a.size`",),
        ),
        ("x:\n  name: a\n  parts: []\n  sizes: {a: 1, b: x}\n", 4, ("in `x.sizes.b`",)),
        ("x:\n  name: a\n  parts: []\n  pair: [-1, a]\n", 4, ("`int` >= 0", "in `x.pair.0`")),
        ("x:\n  name: a\n  parts: []\n  pair:\n  - 1\n  - c\n", 6, ("'c'", "in `x.pair.1`")),
        ("x:\n  name: a\n  parts: []\n  pair: [1]\n", 4, ("length 2", "in `x.pair`")),
        ("x:\n  name: a\n  parts: []\n  'no - at `$.parts`': 1\n", 4, ("unknown field `no - at `$.parts``",)),
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


def test_a_file_that_names_its_schema_is_measured_by_it() -> None:
    text = "# yaml-language-server: $schema=../schema/made-up.schema.json#/part\nx: {name: 1, parts: []}\n"
    document = yamlio.parse(text, Path("rules/here/own.yaml"))
    with pytest.raises(CodexError, match=r"in `x\.name`; see rules/schema/made-up\.schema\.json$"):
        document.convert(Outer, document.data["x"], "x")


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
    st.none() | st.booleans() | st.integers(-(10**18) + 1, 10**18 - 1) | printable,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(printable, inner, max_size=4),
    max_leaves=12,
)


@given(plain)
def test_what_is_dumped_loads_as_the_same(data: object) -> None:
    dumped = yamlio.dump(data)
    assert load(dumped) == data
    assert yamlio.dump(load(dumped)) == dumped


COMMENTED = """\
# At the head.
a: 1  # beside a
list:
  # before one
  - id: one
    quote: "# is no comment"
    # before n
    n: 2
  # before two
  - id: two
    text: |
      a # b
# before b
b: [x, y]
# At the end.
"""


def test_what_is_written_anew_has_the_comments_of_before() -> None:
    data = load(COMMENTED)
    del data["list"][1]
    data["list"].insert(0, {"id": "zero"})
    text = yamlio.keep_comments(yamlio.dump(data), COMMENTED)
    assert load(text) == data
    follows = [(line.strip(), after.strip()) for line, after in pairwise(text.splitlines())]
    for comment, place in (
        ("# beside a", "a: 1"),
        ("# before one", "# before n"),
        ("# before n", "- {id: one, quote: '# is no comment', n: 2}"),
        ("# before b", "b: [x, y]"),
    ):
        assert (comment, place) in follows
    assert text.startswith("# At the head.\n")
    assert text.endswith("# At the end.\n")
    assert "# before two" not in text
    assert yamlio.keep_comments(text, COMMENTED) == text


@pytest.mark.parametrize("top", ["corpus", "rules_data", "tests/publish/styles"])
def test_no_comment_of_a_file_of_ours_is_lost(top: str) -> None:
    for path in sorted((ROOT / top).rglob("*.yaml"))[::EVERY]:
        text = path.read_text(encoding="utf-8")
        data = yamlio.load(path).data
        written = yamlio.keep_comments(yamlio.dump(data), text)
        assert load(written) == data
        own = [line.strip() for line in text.splitlines() if line.lstrip().startswith("#")]
        assert {*own} <= {line.strip() for line in written.splitlines()}, path


@given(plain, plain)
def test_comments_change_no_data(data: object, before: object) -> None:
    there = "# a\n" + yamlio.dump(before).replace("\n- ", "\n# b\n- ") + "# c\n"
    assert load(yamlio.keep_comments(yamlio.dump(data), there)) == data


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@\n\t ?,1"))
def test_whatever_the_text_it_loads_or_is_refused_by_name(text: str) -> None:
    try:
        yamlio.parse(text, FILE)
    except CodexError as error:
        assert str(error).startswith(f"{FILE}:")
        assert "\n" not in str(error)
