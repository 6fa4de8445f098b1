"""The closed vocabularies: units, words that values are made of, and the dimensions by which an answer may vary."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Annotated, Any

import msgspec

from tarock.base import yamlio
from tarock.base.arguments import check_arguments
from tarock.base.errors import CodexError
from tarock.base.i18n import translate_text
from tarock.base.project import Project
from tarock.base.structs import Record, Siglum, Words
from tarock.rules.cases import Case

FILE = "vocabulary.yaml"
# Kinds of values that are not words: the type, and the expected value where it does not fit.
PLAIN: dict[str, tuple[Any, str]] = {
    "integer": (int, "a whole number"),
    "fraction": (Annotated[str, msgspec.Meta(pattern="^[0-9]+(/[1-9][0-9]*)?$")], 'a fraction such as "1/3"'),
    "boolean": (bool, "true or false"),
    "name": (Annotated[str, msgspec.Meta(min_length=1)], "words"),
}
_COUNTED = ("integer", "boolean")  # dimensions that are not made of words


def type_error_hint(value: Any, kind: str, words: Collection[str]) -> str:
    """Return what is expected where `value` is not one of `words`; empty when it fits.

    Without words the value must be of a plain `kind`, one of `PLAIN`.
    """
    if words:
        return "" if isinstance(value, str) and value in words else "one of: {words}".format(words=", ".join(words))
    plain, expected = PLAIN[kind]
    try:
        msgspec.convert(value, plain)
    except msgspec.ValidationError:
        return expected
    return ""


class Word(Record):
    """A word with the label that is shown instead of it, and its meaning; `called` has what a source calls it."""

    label: Words
    means: Words
    called: dict[Siglum, Words] = msgspec.field(default_factory=dict)


class Dimension(Record):
    """A dimension by which an answer may vary: words of a vocabulary (`of`), whole numbers, or yes and no.

    `label` shows a number (`{} players`), `yes` and `no` show a boolean.
    """

    title: Words
    of: Words
    label: str = "{}"
    yes: str = ""
    no: str = ""


class Vocabulary(Record, dict=True):
    """The units with their meanings, the words of each vocabulary, and the dimensions."""

    units: dict[str, Words]
    vocabularies: dict[Annotated[str, msgspec.Meta(pattern="^[a-z_]+$")], dict[str, Word | Words]]
    dimensions: dict[Annotated[str, msgspec.Meta(pattern="^[a-z_]+$")], Dimension]

    @cached_property
    def labels(self) -> Mapping[str, Mapping[str, str]]:
        """Map each vocabulary to its words, each with the label that people see."""
        return {
            name: {word: said.label if isinstance(said, Word) else word for word, said in words.items()}
            for name, words in self.vocabularies.items()
        }

    @check_arguments
    def words_of_type(self, name: str) -> tuple[Mapping[str, str], bool] | None:
        """Return the words of a type with their labels, and whether a value is a list (`roles`) or one word (`role`).

        None where the type is no vocabulary.
        """
        if name in self.labels:
            return self.labels[name], False
        if name.endswith("s") and name[:-1] in self.labels:
            return self.labels[name[:-1]], True
        return None

    @check_arguments
    def type_error_hint(self, dimension: str, value: Any) -> str:
        """Return what is expected where `value` is no value of a dimension; empty when it is.

        Raises `CodexError` for an unknown dimension.
        """
        of = self._find_dimension(dimension).of
        return type_error_hint(value, of, self.labels.get(of, ()))

    @check_arguments
    def source_words(self, siglum: str, vocabulary: str) -> Mapping[str, str]:
        """Return the words of a vocabulary for which a source has a name of its own, with that name; empty if none."""
        return self._called.get((siglum, vocabulary), {})

    @cached_property
    def _called(self) -> dict[tuple[str, str], dict[str, str]]:
        found: dict[tuple[str, str], dict[str, str]] = {}
        for name, words in self.vocabularies.items():
            for word, said in words.items():
                for siglum, label in said.called.items() if isinstance(said, Word) else ():
                    found.setdefault((siglum, name), {})[word] = label
        return found

    @check_arguments
    def format_case(self, case: Case, siglum: str = "") -> str:
        """Return a case for people, in a source's own words: `Solo, high Consulation`.

        Empty for a case without dimensions. Raises `CodexError` for an unknown dimension, and for a value that is none
        of its words.
        """
        return ", ".join(
            self._label_value(name, value, self.source_words(siglum, self._find_dimension(name).of))
            for name, value in case
        )

    def _find_dimension(self, name: str) -> Dimension:
        if name not in self.dimensions:
            raise CodexError(f"unknown dimension `{name}`", f"expected one of {', '.join(self.dimensions)}")
        return self.dimensions[name]

    def _label_value(self, name: str, value: Any, called: Mapping[str, str]) -> str:
        dimension = self.dimensions[name]
        if dimension.of == "boolean":
            return translate_text(dimension.yes if value else dimension.no, FILE)
        if dimension.of == "integer":
            return translate_text(dimension.label, FILE).replace("{}", str(value))
        labels = self.labels[dimension.of]
        if not isinstance(value, str) or value not in labels:
            raise CodexError(f"{name} is {value!r}", f"expected one of {', '.join(labels)}")
        return translate_text(called.get(value) or labels[value], FILE)


def load_vocabulary(project: Project) -> Vocabulary:
    """Read `vocabulary.yaml`.

    Raises `CodexError` for a dimension of an unknown vocabulary, and for one without the labels to show it.
    """
    document = yamlio.load(project.rules / FILE)
    vocabulary = document.convert(Vocabulary, document.data)
    for name, dimension in vocabulary.dimensions.items():
        if dimension.of not in _COUNTED and dimension.of not in vocabulary.vocabularies:
            expected = "expected {known}".format(known=", ".join((*_COUNTED, *vocabulary.vocabularies)))
            raise document.error(f"`{name}` is of `{dimension.of}`", expected, "dimensions", name, "of")
        if (dimension.of == "boolean") != bool(dimension.yes and dimension.no):
            expected = "expected `yes:` and `no:` with a boolean, and only there"
            raise document.error(f"`{name}` cannot be shown", expected, "dimensions", name)
        if "{}" not in dimension.label:
            raise document.error(
                f"`{name}` cannot be shown",
                "expected `{}` in `label:`",
                "dimensions",
                name,
                "label",
            )
    return vocabulary
