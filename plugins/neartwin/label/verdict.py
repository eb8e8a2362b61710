"""One label as a person gives it: checked once, wherever it comes from."""

import hashlib
import uuid
from datetime import UTC, datetime
from typing import Annotated, Literal, Self

import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from neartwin.settings import Purpose

Relation = Literal[
    "copy",
    "near copy",
    "syndicated with edits",
    "new version",
    "changed figures",
    "follow-up",
    "same template",
    "translation",
    "unrelated",
    "bad extraction",
]
Text = Annotated[str, Field(max_length=2_000)]

_TEXTS = ("label_id", "document_id_l", "document_id_r", "purpose", "verdict", "relation", "reason", "region")
SCHEMA = pa.schema(
    [(name, pa.string()) for name in (*_TEXTS, "annotator", "method_id", "supersedes", "origin")]
    + [(name, pa.float64()) for name in ("similarity", "inclusion")]
    + [(name, pa.bool_()) for name in ("is_blind", "is_gold", "is_adjudication")]
    + [("labelled_at", pa.timestamp("us"))]
)


class Label(BaseModel):
    """A verdict on a pair of documents for one purpose; `document_id_l < document_id_r`, times in UTC."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    label_id: str = Field(default_factory=lambda: uuid.uuid4().hex)
    document_id_l: str
    document_id_r: str
    purpose: Purpose
    verdict: Literal["same", "different", "unsure"]
    relation: Relation | None = None
    reason: Text | None = None
    region: Text | None = None
    annotator: Annotated[str, Field(min_length=1, max_length=200)]
    method_id: str | None = None
    similarity: Annotated[float, Field(ge=0, le=1)] | None = None
    is_blind: bool | None = None
    inclusion: Annotated[float, Field(gt=0, le=1)] | None = None
    is_gold: bool | None = None
    is_adjudication: bool | None = None
    supersedes: str | None = None
    origin: str | None = None
    labelled_at: datetime = Field(default_factory=lambda: datetime.now(UTC).replace(tzinfo=None))

    @field_validator("relation", "reason", "region", "method_id", "supersedes", "origin", mode="before")
    @classmethod
    def _said_or_absent(cls, text: object) -> object:
        return text.strip() or None if isinstance(text, str) else text

    @field_validator("labelled_at")
    @classmethod
    def _in_utc(cls, moment: datetime) -> datetime:
        return moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment

    @model_validator(mode="after")
    def _two_documents(self) -> Self:
        if self.document_id_l >= self.document_id_r:
            raise ValueError("a label is about two different documents, the smaller id on the left")
        if self.supersedes and not self.reason:
            raise ValueError("a label that supersedes another says why")
        return self

    @classmethod
    def of_pair(cls, one: str, other: str, **values: object) -> Self:
        """Make a label of two documents in any order."""
        left, right = sorted((one, other))
        return cls.model_validate({"document_id_l": left, "document_id_r": right, **values})

    def with_content_id(self, *, is_dated: bool = True) -> Self:
        """Return the label under an id that follows from its content, so that importing it twice adds nothing.

        Without `is_dated` its time is not part of the content: the file did not say one.
        """
        content = self.model_dump_json(exclude={"label_id"} if is_dated else {"label_id", "labelled_at"})
        return self.model_copy(update={"label_id": hashlib.sha256(content.encode()).hexdigest()[:32]})
