"""The guards, one module a family: each rule reads a difference and yields the guards that hold."""

from neartwin.guards import screen
from neartwin.guards.rules import corrections, decisions, facts, names, numbers, order, sentences

# A rule runs where the screen suspects it; 0: always.
RULES = (
    (0, facts.facts),
    (screen.NUMBERS, numbers.numbers),
    (screen.DECISIONS, decisions.decisions),
    (screen.CORRECTIONS, corrections.corrections),
    (screen.NAMES, names.names),
    (screen.ORDER, order.order),
    (screen.SENTENCES, sentences.sentences),
    (screen.SHORT, facts.short_text),
)
