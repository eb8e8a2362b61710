"""How well clusters of merged documents agree with the clusters that labels imply."""

from typing import Any

import numpy as np
from sklearn.metrics import adjusted_rand_score

from neartwin.calibrate.intervals import Floats
from neartwin.calibrate.labelled import SAME, Bools, Ints, LabelledPairs, Texts
from neartwin.calibrate.split import components

N_WORST = 5


def agreement(pairs: LabelledPairs, would_merge: Bools) -> dict[str, Any] | None:
    """Return B-cubed (Bagga, Baldwin 1998), adjusted Rand and the worst clusters over judged documents.

    True clusters are what `same` labels join, merged ones what `would_merge` joins; a document that nothing joins is a
    cluster of its own. Pairs without a label count as what the joined labels say of them. None without documents.
    """
    documents = np.unique(np.concatenate([pairs.left, pairs.right]))
    if not len(documents):
        return None
    true = _clusters(documents, pairs, pairs.verdict == SAME)
    merged = _clusters(documents, pairs, would_merge)
    precision, recall = b_cubed(true, merged)
    n_wrong = [(float(precision[merged == cluster].mean()), int(cluster)) for cluster in _bigger_than_one(merged)]
    return {
        "n_documents": len(documents),
        "n_true_clusters": len(_bigger_than_one(true)),
        "n_merged_clusters": len(n_wrong),
        "b_cubed_precision": float(precision.mean()),
        "b_cubed_recall": float(recall.mean()),
        "adjusted_rand": float(adjusted_rand_score(true, merged)),
        "worst": [
            {"precision": share, "documents": documents[merged == cluster].tolist()[:10]}
            for share, cluster in sorted(n_wrong)[:N_WORST]
            if share < 1
        ],
    }


def b_cubed(true: Ints, merged: Ints) -> tuple[Floats, Floats]:
    """Return (precision, recall) of each document: the share of its merged (true) cluster that shares its true one."""
    both = np.unique(np.column_stack([true, merged]), axis=0, return_inverse=True)[1].ravel()
    shared = np.bincount(both)[both]
    return shared / np.bincount(merged)[merged], shared / np.bincount(true)[true]


def _clusters(documents: Texts, pairs: LabelledPairs, joined: Bools) -> Ints:
    loops = [(name, name) for name in documents.tolist()]
    edges = [*loops, *zip(pairs.left[joined].tolist(), pairs.right[joined].tolist(), strict=True)]
    return components(edges)[: len(documents)]


def _bigger_than_one(clusters: Ints) -> Ints:
    numbers, counts = np.unique(clusters, return_counts=True)
    return np.asarray(numbers[counts > 1])
