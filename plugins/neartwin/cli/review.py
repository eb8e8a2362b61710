"""A review session: one pair after the other, each answer on disk before the next pair shows."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, get_args

import typer

from neartwin.cli.inert import inert
from neartwin.cli.review_screen import compare, screen
from neartwin.errors import LabelError
from neartwin.label.queue import Asked, Opinion, Why
from neartwin.label.verdict import Label, Relation
from neartwin.settings import Purpose

if TYPE_CHECKING:
    from rich.console import Console

    from neartwin.label.documents import Shown
    from neartwin.label.inbox import Inbox

VERDICTS = {"s": "same", "d": "different", "u": "unsure"}
RELATIONS = get_args(Relation)
BACK = ("b", "\x1b[D", "\x7f")
MAX_TEXT = 2_000


@dataclass(slots=True)
class Draft:
    """What has been said of the pair on the screen beside the verdict."""

    purpose: Purpose
    relation: str | None = None
    reason: str | None = None
    region: str | None = None
    is_whole: bool = False


@dataclass(slots=True)
class Session:
    """One person's session over a list of pairs; `given` holds the label of each answered pair by its number."""

    box: "Inbox"
    pairs: Sequence[Asked]
    documents: dict[str, "Shown"]
    opinions: Sequence[Sequence[Opinion]]
    annotator: str
    purpose: Purpose
    is_blind: bool = False
    is_gold: bool = False
    given: dict[int, Label] = field(default_factory=dict)

    def run(self) -> int:
        """Show pairs until the last or until the person quits; return how many were answered."""
        keys, at = _keys(), 0
        while 0 <= at < len(self.pairs):
            step = self._ask(at, keys)
            if step is None:
                break
            at = max(at + step, 0)
        return len(self.given)

    def _ask(self, at: int, keys: Iterator[str]) -> int | None:
        """Show a pair and take keys until one of them leaves it: return by how many pairs to move, None to quit."""
        draft = Draft(self.purpose)
        self._show(at, draft)
        while True:
            key = next(keys)
            if key in VERDICTS:
                if self._answer(at, draft, VERDICTS[key]):
                    return 1
            elif key == "k":
                return 1
            elif key in BACK:
                return -1
            elif key in ("q", "\x03", "\x04"):
                return None
            elif self._note(key, draft):
                self._show(at, draft)

    def _note(self, key: str, draft: Draft) -> bool:
        """Take what is not a verdict; tell whether the screen must be drawn anew."""
        if key == "r":
            draft.relation = _ask_relation()
        elif key == "w":
            draft.reason = _ask_text("Reason")
        elif key == "g":
            draft.region = _ask_text("Which part of the text decides")
        elif key == "p":
            draft.purpose = "history" if draft.purpose == "search" else "search"
        elif key == "t":
            draft.is_whole = not draft.is_whole
        else:
            return False
        return True

    def _answer(self, at: int, draft: Draft, verdict: str) -> bool:
        """Keep an answer; tell whether it is on disk. What cannot be kept stays on the screen."""
        old = self.given.get(at)
        is_adjudication = self.pairs[at].why is Why.DISAGREEMENT
        if (old or is_adjudication) and not draft.reason:
            draft.reason = _ask_text("Why (needed: it decides over another answer)")
            if not draft.reason:
                sys.stdout.write("not kept: it needs a reason\n")
                return False
        label = self._label(self.pairs[at], draft, verdict, old)
        try:
            self.box.append([label])
        except LabelError as error:
            sys.stdout.write(f"NOT kept: {inert(error)}. Give the answer again\n")
            return False
        self.given[at] = label
        sys.stdout.write(f"kept: {verdict}\n")
        return True

    def _label(self, asked: Asked, draft: Draft, verdict: str, old: Label | None) -> Label:
        is_same_question = draft.purpose == self.purpose
        origin = {Why.GOLD: "gold check"}.get(asked.why, "gold" if self.is_gold else asked.why.value)
        return Label.of_pair(
            asked.document_id_l,
            asked.document_id_r,
            purpose=draft.purpose,
            verdict=verdict,
            relation=draft.relation,
            reason=draft.reason,
            region=draft.region,
            annotator=self.annotator,
            method_id=asked.method_id,
            similarity=asked.similarity,
            is_blind=self.is_blind,
            inclusion=asked.inclusion if is_same_question else None,
            is_gold=True if self.is_gold or asked.why is Why.GOLD else None,
            is_adjudication=True if asked.why is Why.DISAGREEMENT else None,
            supersedes=old.label_id if old and old.purpose == draft.purpose else None,
            origin=origin,
        )

    def _show(self, at: int, draft: Draft) -> None:
        asked = self.pairs[at]
        left, right = (self.documents[name] for name in (asked.document_id_l, asked.document_id_r))
        console = _console()
        if console.is_terminal:
            console.clear()
        opinions = self.opinions[at] if asked.why is Why.DISAGREEMENT else ()
        found = compare(left, right)
        shown = screen(
            left, right, found, told=self._told(at, draft, found.aligned), opinions=opinions, is_whole=draft.is_whole
        )
        console.print(shown)

    def _told(self, at: int, draft: Draft, aligned: float) -> list[str]:
        asked, old = self.pairs[at], self.given.get(at)
        lines = [f"pair {at + 1} of {len(self.pairs)}, for {draft.purpose}"]
        if not self.is_blind and asked.why not in (Why.GOLD, Why.SECOND):
            likeness = "" if asked.similarity is None else f"similarity {asked.similarity:.3f}, "
            lines[0] += f": {likeness}{100 * aligned:.0f} % of words in order; {asked.note}"
        said = {"answered": old and old.verdict, "relation": draft.relation, "reason": draft.reason}
        said |= {"region": draft.region}
        return lines + [f"{name}: {value}" for name, value in said.items() if value]


def _keys() -> Iterator[str]:
    """Yield keys as they are pressed; an escape sequence is one key, several letters read at once are several.

    What was typed before a pair was on the screen is dropped by the terminal: an answer is never to an unseen pair.
    """
    while True:
        try:
            read = typer.getchar()
        except (KeyboardInterrupt, EOFError):
            read = "q"
        except OSError as error:
            raise LabelError("labelling needs a terminal: over ssh, ask for one with `ssh -t`") from error
        yield from [read] if read.startswith("\x1b") else read


def _ask_relation() -> str | None:
    sys.stdout.write("  ".join(f"{number} {name}" for number, name in enumerate(RELATIONS, 1)) + "\n")
    number = str(typer.prompt("Relation (number, empty for none)", default="", show_default=False)).strip()
    return RELATIONS[int(number) - 1] if number in map(str, range(1, len(RELATIONS) + 1)) else None


def _ask_text(question: str) -> str | None:
    return str(typer.prompt(question, default="", show_default=False)).strip()[:MAX_TEXT] or None


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, emoji=False, markup=False)
