"""One text as the exact rules see it: words, sentences, lines, values, furniture; found only where a rule looks."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np

from neartwin.guards import kernel, lexicon, readings, values
from neartwin.guards.furniture import HEAD_TOKENS, LONGEST, TAIL_TOKENS
from neartwin.guards.lacking import PAIR_FACTOR
from neartwin.guards.page_lines import is_written_by_page
from neartwin.guards.tokens import Tokens
from neartwin.guards.value_patterns import fold

WINDOW, VALUED = 5, kernel.NUMERIC | kernel.UNIT
CURRENCIES = "$€£¥₫₩"
WRAPPED_CHARACTERS = 40
NOUN, ALONE = "nxjbsf", "-"
MAX_STAMP_WORDS = 4
Located = tuple[values.Value, int, int]


class Side:
    """The tokens of one text with what the rules ask about them; token numbers count within the text."""

    def __init__(self, text: str, tokens: Tokens, index: int) -> None:
        """Take text `index` of a token set; `text` must be in NFC, as it was tokenised."""
        low, high = tokens.offsets[index], tokens.offsets[index + 1]
        self.text = text
        self._key_array, self._flag_array = tokens.keys[low:high], tokens.flags[low:high]
        self.keys: Sequence[int] = self._key_array.data
        self.flags: Sequence[int] = self._flag_array.data
        self.starts: Sequence[int] = tokens.starts[low:high].data
        self.ends: Sequence[int] = tokens.ends[low:high].data
        self._values: dict[tuple[int, int], list[Located]] = {}
        self._furniture: dict[tuple[int, int], bool] = {}
        self._starts: dict[int, list[int]] = {}
        self._kinds: dict[int, str] = {}

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.keys)

    def word(self, token: int) -> str:
        """Return a token as written."""
        return self.text[self.starts[token] : self.ends[token]]

    def phrase(self, tokens: Sequence[int]) -> str:
        """Return tokens as written, with what stands between neighbours; gaps are shown as dots."""
        parts: list[str] = []
        for at, token in enumerate(tokens):
            is_next = at > 0 and token == tokens[at - 1] + 1
            between = self.text[self.ends[token - 1] : self.starts[token]] if is_next else " … " if at else ""
            parts += [between, self.word(token)]
        return " ".join("".join(parts).split())

    @cached_property
    def key_set(self) -> frozenset[int]:
        """Return the distinct keys."""
        return frozenset(self.keys)

    def places_of(self, key: int) -> list[int]:
        """Return the tokens with a key, but for the last token."""
        places: list[int] = np.flatnonzero(self._key_array[:-1] == np.uint64(key)).tolist()
        return places

    @cached_property
    def pairs(self) -> list[int]:
        """Return a key for each token together with the next one."""
        pairs: list[int] = (self._key_array[:-1] * PAIR_FACTOR + self._key_array[1:]).tolist()
        return pairs

    @cached_property
    def pair_set(self) -> frozenset[int]:
        """Return the distinct keys of neighbours."""
        return frozenset(self.pairs)

    def starts_of(self, flag: int) -> list[int]:
        """Return the first tokens of all lines, sentences or clauses."""
        starts = self._starts.get(flag)
        if starts is None:
            starts = self._starts[flag] = (self._flag_array & flag).nonzero()[0].tolist()
        return starts

    def bounds(self, token: int, flag: int) -> tuple[int, int]:
        """Return the first and the end token of the line, sentence or clause that holds a token."""
        starts = self.starts_of(flag)
        at = bisect_right(starts, token)
        return (starts[at - 1] if at else 0), (starts[at] if at < len(starts) else len(self.keys))

    def spans(self, tokens: Iterable[int], flag: int) -> Iterator[tuple[int, int]]:
        """Yield the bounds of the lines, sentences or clauses that hold tokens in ascending order, each once."""
        first, end = 0, 0
        for token in tokens:
            if not first <= token < end:
                first, end = self.bounds(token, flag)
                yield first, end

    def continues_line(self, token: int) -> bool:
        """Tell whether a token begins a line that goes on with the line before, as in text wrapped at a width."""
        if token == 0 or not self.flags[token] & kernel.LINE:
            return False
        between = self.text[self.ends[token - 1] : self.starts[token]]
        line_start = self.starts[self.bounds(token - 1, kernel.LINE)[0]]
        is_long = self.ends[token - 1] - line_start >= WRAPPED_CHARACTERS
        return is_long and between.count("\n") == 1 and not any(c in ".!?…:;。！？：；" for c in between)

    def sentence(self, token: int) -> tuple[int, int]:
        """Return the first and the end token of the sentence that holds a token, over wrapped lines."""
        first, end = self.bounds(token, kernel.SENTENCE)
        while self.continues_line(first):
            first = self.bounds(first - 1, kernel.SENTENCE)[0]
        while end < len(self.keys) and self.continues_line(end):
            end = self.bounds(end, kernel.SENTENCE)[1]
        return first, end

    def ends_sentence(self, end: int) -> bool:
        """Tell whether a full stop of any script stands after the token before `end`."""
        stop = self.starts[end] if end < len(self.starts) else len(self.text)
        return any(c in ".!?…。！？．;；" for c in self.text[self.ends[end - 1] : stop])

    def kind(self, token: int) -> str:
        """Return the part of speech of the word a token belongs to (dictionary and model of jieba), for Han text.

        A single character that is no noun gets the tag of none: in a name it is read as whatever it is alone.
        """
        if token not in self._kinds:
            first, end = self.bounds(token, kernel.CLAUSE)
            import rjieba  # its dictionary takes a tenth of a second, and most pairs need none

            text, at = fold(self.text[self.starts[first] : self.ends[end - 1]]), self.starts[first]
            for word, kind in rjieba.tag(text):
                tag = kind if len(word) > 1 or kind[0] in NOUN else ALONE
                for own in range(bisect_left(self.starts, at), bisect_left(self.starts, at + len(word))):
                    self._kinds[own] = tag
                at += len(word)
        return self._kinds[token]

    def values_near(self, first: int, end: int) -> list[Located]:
        """Return (value, first token, end token) of the values around some tokens in their line.

        They are at most 5 tokens away, or further where words of values follow each other.
        """
        if not self.keys:
            return []
        lines, last, flags = self.starts_of(kernel.LINE), max(end - 1, first - 1, 0), self.flags
        at = bisect_right(lines, first)
        line_first = lines[at - 1] if at else 0
        at = bisect_right(lines, last)
        line_end = lines[at] if at < len(lines) else len(flags)
        low, high = max(line_first, first - WINDOW), min(line_end, end + WINDOW)
        while low > line_first and flags[low] & VALUED and flags[low - 1] & VALUED:
            low -= 1
        while high < line_end and flags[high] & VALUED and flags[high - 1] & VALUED:
            high += 1
        found = self._values.get((low, high))
        if found is None:
            start = self.starts[low] - 1 if low and self.text[self.starts[low] - 1] in CURRENCIES else self.starts[low]
            stop = self.starts[high] if high < len(self.starts) else len(self.text)
            found = self._values[low, high] = [self._located(v, start) for v in values.find(self.text[start:stop])]
        return found

    def _located(self, value: values.Value, start: int) -> Located:
        first = bisect_left(self.ends, value.start + start + 1)
        return value, first, max(bisect_left(self.starts, value.end + start), first)

    def is_furniture(self, token: int) -> bool:
        """Tell whether a token stands in a line that is page furniture: a label, a credit, a date line."""
        first, end = self.bounds(token, kernel.LINE)
        if (first, end) not in self._furniture:
            limit = LONGEST * (2 if self.flags[first] & kernel.SINGLE else 1)
            is_labelled = end - first <= limit and self._is_labelled(first, end)
            self._furniture[first, end] = is_labelled or is_written_by_page(self, first, end)
        return self._furniture[first, end]

    def _is_labelled(self, first: int, end: int) -> bool:
        words = lexicon.load()
        keys = self.keys[first:end]
        label = words.furniture_starts.at(keys, 0)
        is_sentence = self.ends_sentence(end)
        if label is not None:
            size = label[0] * (1 if self.flags[first] & kernel.SINGLE else 2)
            if self._is_marked(first + label[0]) or (not is_sentence and len(keys) <= 6 * max(size, 2)):
                return True
        if words.furniture_within.find(keys) or (not is_sentence and words.bylines.find(keys)):
            return True
        for at in range(max(len(keys) - 6, 1), len(keys)):
            credit = words.furniture_starts.at(keys, at)
            if credit is not None and self._has_colon(first + at + credit[0]):
                return True
        line = self.text[max(self.starts[first] - 2, 0) : self.ends[end - 1]]
        if any(mark in line for mark in ("›", "»", " > ", " | ", "©")) and not is_sentence:
            return True
        return not is_sentence and self._is_stamp(first, end)

    def _is_marked(self, token: int) -> bool:
        """Tell whether a label ends before a token: a colon, a bar or an arrow follows, or the line's end."""
        if token >= len(self.keys) or self.flags[token] & kernel.LINE:
            return True
        return any(c in ":：|/／>›»" for c in self.text[self.ends[token - 1] : self.starts[token]])

    def _has_colon(self, token: int) -> bool:
        return token < len(self.keys) and any(c in ":：" for c in self.text[self.ends[token - 1] : self.starts[token]])

    def _is_stamp(self, first: int, end: int) -> bool:
        """Tell whether a line near the head or the tail says when it was published, and at most four words more."""
        if first > HEAD_TOKENS and len(self.keys) - end > TAIL_TOKENS:
            return False
        found = [(value, low, high) for value, low, high in self.values_near(first, end) if first <= low < end]
        kinds = [{kind for kind, _, _ in value.readings} for value, _, _ in found]
        if not any(readings.DATE in kind for kind in kinds) or not all(
            kind & {readings.DATE, readings.TIME} for kind in kinds
        ):
            return False
        return end - first - sum(high - low for _, low, high in found) <= MAX_STAMP_WORDS
