"""Load py3langid's model, kept unpacked: unpacking takes a process 0.4 s, mapping what is unpacked 0.03 s."""

import logging
import os
import shutil
from array import array
from importlib.metadata import version
from pathlib import Path

import numpy as np
from py3langid.langid import MODEL_FILE, LanguageIdentifier

log = logging.getLogger(__name__)

# Labels of the model that are no living language of the web: planned languages, and all three-letter codes, which it
# confuses with their great neighbours (English news as Nigerian Pidgin, Chinese as Wu).
PLANNED = frozenset(("vo", "eo", "ia", "ie", "io"))
NAMES = ("ptc", "pc", "classes", "nextmove", "row", "output")
_folders: list[Path] = []


def keep_in(folder: Path) -> None:
    """Keep the model unpacked below this folder from now on; without a call every process unpacks it."""
    _folders[:] = [folder / f"py3langid-{version('py3langid')}"]


def load() -> LanguageIdentifier:
    """Return an identifier with probabilities over two-letter languages."""
    for folder in _folders:
        kept = _read(folder)
        if kept is not None:
            return kept
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([label for label in identifier.labels if len(label) == 2 and label not in PLANNED])
    for folder in _folders:
        _write(folder, identifier)
    return identifier


def _read(folder: Path) -> LanguageIdentifier | None:
    try:
        kept = {name: np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in NAMES}
    except (OSError, ValueError, EOFError):
        return None
    nextmove, row = array("H" if kept["nextmove"].itemsize == 2 else "I"), kept["row"].tolist()
    nextmove.frombytes(memoryview(kept["nextmove"]).cast("B"))
    return LanguageIdentifier(
        kept["ptc"],
        kept["pc"],
        kept["classes"].tolist(),
        nextmove,
        kept["output"].tolist(),
        norm_probs=True,
        tk_row=row,
    )


def _write(folder: Path, identifier: LanguageIdentifier) -> None:
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    values = (
        identifier.nb_ptc,
        identifier.nb_pc,
        identifier.nb_classes,
        identifier.tk_nextmove,
        identifier.tk_row,
        identifier.tk_output,
    )
    try:
        temporary.mkdir(parents=True)
        for name, value in zip(NAMES, values, strict=True):
            np.save(temporary / f"{name}.npy", np.asarray(value))
        shutil.rmtree(folder, ignore_errors=True)  # what could not be read
        temporary.replace(folder)
    except OSError:
        log.warning("the language model is not kept unpacked: %s cannot be written", folder.parent)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
