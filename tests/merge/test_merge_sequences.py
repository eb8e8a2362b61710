"""Whatever people and the gate do in whatever order, the invariants of merging hold after every step."""

import tempfile
from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from made_crawl import fill, live, plan_all, verify
from neartwin import decide, methods
from neartwin.errors import MergeError, UpgradeError
from neartwin.merge import apply, plan, separate, undo
from neartwin.merge.people import Person
from neartwin.settings import Settings
from neartwin.upgrade import comparisons, promote
from neartwin.upgrade.detect import Upgrade
from neartwin.warehouse import ledger
from neartwin.warehouse.migrations import migrate

ANN = Person("ann", "looked at both")
LETTERS = "abcdefgh"
OLD, NEW = "m@1", "m@2"
letters = st.sampled_from(LETTERS)


class Merging(RuleBasedStateMachine):
    """Merge, undo, split, relabel, separate, upgrade and re-run eight documents in any order."""

    batches = Bundle("batches")

    @initialize(
        target=batches, pairs=st.sets(st.tuples(letters, letters).filter(lambda pair: pair[0] < pair[1]), min_size=6)
    )
    def install(self, pairs):
        self.folder = tempfile.TemporaryDirectory()
        purposes = {"search": {"deciding_method": "m"}}
        self.configured = Settings(
            data=Path(self.folder.name),
            purposes=purposes,
            active_methods=("m",),
            methods={OLD: {"algorithm": "jaccard"}},
        )
        self.con = duckdb.connect()
        migrate(self.con)
        methods.register(self.con, self.configured)
        fill(self.con, LETTERS)
        self.n_upgrades = 0
        self.configured = self.configured.model_copy(
            update={
                "methods": {**self.configured.methods, NEW: {"algorithm": "jaccard", "shingle_size": {"default": 2}}}
            }
        )
        methods.register(self.con, self.configured)
        self.con.execute(
            "insert into policies select * replace (? as method_id, 'p2' as policy_id, 0.95 as merge_at) from policies",
            [NEW],
        )
        self.con.execute(
            "insert into captures select * replace ('c2-a' as capture_id, 'https://other' as url)"
            " from captures where document_id = 'a'"
        )
        self.pairs = set(pairs)
        self.find(*sorted(pairs))
        return self.merge()

    def backfill(self):
        """Sign what the new version lacks."""
        self.con.execute(
            "insert into fingerprints (method_id, document_id, n_features, n_shingles, run_id)"
            " select ?, document_id, 500, 500, 'r' from documents where document_id not in"
            " (select document_id from fingerprints where method_id = ?)",
            [NEW, NEW],
        )

    def find(self, *pairs):
        """Enter pairs as both versions measure them: under the new one every other pair is too unlike to merge."""
        verify(self.con, *pairs)
        for number, (left, right) in enumerate(pairs):
            similarity = 0.97 if number % 2 else 0.8
            self.con.execute(
                "insert into verified_pairs values (?, ?, ?, 0, ?, ?, ?, 'r')", [NEW, left, right, *[similarity] * 3]
            )

    @property
    def settings(self):
        return methods.resolve(self.con, self.configured)

    @property
    def method_id(self):
        return self.settings.purposes["search"].deciding_method

    def teardown(self):
        if hasattr(self, "con"):
            self.con.close()
            self.folder.cleanup()

    def state(self):
        return apply.state_checksum(self.con, "search")

    def attempt(self, action):
        """Act; a refusal must leave ledger and state as they were."""
        before = (self.state(), ledger.tip(self.con))
        try:
            action()
        except (MergeError, UpgradeError):
            assert (self.state(), ledger.tip(self.con)) == before

    @rule(pair=st.tuples(letters, letters))
    def a_pair_is_found(self, pair):
        left, right = sorted(pair)
        if left != right and (left, right) not in self.pairs:
            self.pairs.add((left, right))
            self.find((left, right))

    @rule(pair=st.tuples(letters, letters), verdict=st.sampled_from(["same", "different", "unsure"]))
    def a_person_judges(self, pair, verdict):
        left, right = sorted(pair)
        if left != right:
            self.con.execute(
                "insert into labels by name select uuid()::varchar as label_id, ? as document_id_l, ? as document_id_r,"
                " 'search' as purpose, ? as verdict, 'bob' as annotator, now()::timestamp as labelled_at",
                [left, right, verdict],
            )

    @rule(target=batches)
    def the_gate_lets_pass(self):
        return self.merge()

    def merge(self):
        decide.decide(self.con, self.settings, "search", None, "r")
        batch = plan_all(self.con, method_id=self.method_id)
        if batch is None:
            return None
        before = self.state()
        rehearsal = apply.rehearse(self.con, batch, run_id="r")
        assert rehearsal.is_exact, rehearsal.reason
        assert self.state() == before
        n = apply.apply(self.con, self.settings, batch.batch_id, actor="gate", reason="within bounds")
        assert n == batch.n_documents
        assert apply.apply(self.con, self.settings, batch.batch_id, actor="gate", reason="again") == 0
        assert plan_all(self.con, method_id=self.method_id) is None
        return batch, before

    @rule(made=batches)
    def a_batch_is_undone(self, made):
        if made is None:
            return
        batch, before = made
        is_newest = self.con.execute(
            "select batch_id = ? and action = 'merge' from ledger_entries order by position desc limit 1",
            [batch.batch_id],
        ).fetchall() == [(True,)]
        self.attempt(lambda: undo.undo_batch(self.con, self.settings, batch.batch_id, ANN))
        if is_newest:
            assert self.state() == before

    @rule(target=batches)
    def a_better_representative_takes_its_place(self):
        plan.lay_out_changes(self.con, "search", self.method_id, [])
        batch = plan.store(self.con, "search", self.method_id, run_id="r", kind="change_representative")
        if batch is None:
            return None
        before = self.state()
        assert apply.rehearse(self.con, batch, run_id="r").is_exact
        apply.apply(self.con, self.settings, batch.batch_id, actor="gate", reason="more complete")
        return batch, before

    @rule()
    def the_new_version_is_promoted(self):
        """Another version decides from now on; what is merged stays as it is until the gate is asked again."""
        self.backfill()
        before, self.n_upgrades = self.state(), self.n_upgrades + 1
        told = {"span": {"n_days": 1}, "policies": {"search": {"policy_id": "p2"}}}
        compared = comparisons.store(self.con, Upgrade("method", NEW, OLD), "l", told, "r")
        run_id = f"promotion {self.n_upgrades}"
        self.attempt(lambda: promote.promote(self.con, self.settings, compared.comparison_id, ANN, run_id))
        assert self.method_id == NEW
        assert self.state() == before

    @rule()
    def the_old_version_comes_back(self):
        before, self.n_upgrades = self.state(), self.n_upgrades + 1
        run_id = f"roll back {self.n_upgrades}"
        self.attempt(lambda: promote.roll_back(self.con, self.settings, "m", ANN, run_id))
        assert self.state() == before

    @rule(document=letters)
    def a_cluster_is_undone(self, document):
        self.attempt(lambda: undo.undo_cluster(self.con, self.settings, "search", document, ANN))

    @rule(document=letters)
    def a_document_is_freed(self, document):
        self.attempt(lambda: undo.undo_document(self.con, self.settings, "search", document, ANN))

    @rule(documents=st.lists(letters, min_size=1, max_size=3, unique=True))
    def a_cluster_is_split(self, documents):
        self.attempt(lambda: undo.split_cluster(self.con, self.settings, "search", documents, ANN))

    @rule(document=letters)
    def another_stands_for_its_cluster(self, document):
        self.attempt(lambda: undo.change_representative(self.con, self.settings, "search", document, ANN))

    @rule(pair=st.tuples(letters, letters))
    def a_constraint_is_lifted(self, pair):
        self.attempt(lambda: undo.lift_constraint(self.con, self.settings, "search", pair, ANN))

    @rule(url=st.sampled_from(["https://other", "https://a.example/a"]), is_back=st.booleans())
    def a_url_is_separated_or_joined(self, url, is_back):
        act = separate.join_url if is_back else separate.separate_url
        self.attempt(lambda: act(self.con, self.settings, "a", url, ANN))

    @invariant()
    def a_forbidden_pair_is_merged_only_if_it_was_judged_afterwards(self):
        if hasattr(self, "con"):
            together = self.con.execute(
                "select count(*) from constraint_current as held inner join merged_documents as l"
                " on held.document_id_l = l.document_id and l.purpose = held.purpose inner join merged_documents as r"
                " on held.document_id_r = r.document_id and r.purpose = held.purpose"
                " where l.representative_id = r.representative_id"
            )
            assert together.fetchall() == [(0,)]

    @invariant()
    def the_ledger_is_the_state(self):
        if hasattr(self, "con"):
            assert ledger.faults(self.con, self.settings) == []

    @invariant()
    def every_document_is_shown_or_stood_for_by_one_that_is(self):
        if not hasattr(self, "con"):
            return
        shown = live(self.con)
        state = dict(self.con.execute("select document_id, representative_id from merged_documents").fetchall())
        for document in LETTERS:
            carried = self.con.execute("select count(*) from captures where document_id = ?", [document]).fetchall()
            if carried != [(0,)]:
                representative = state.get(document) or document
                assert representative in shown
                assert (document in shown) == (representative == document)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
class TestMerging(Merging.TestCase):
    settings = hypothesis_settings(
        max_examples=12, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
    )
