"""The guards, one module a family: each rule reads a difference and yields the guards that hold."""

from neartwin.guards import kernel
from neartwin.guards.rules import corrections, decisions, facts, names, numbers, order, sentences

# A rule runs where the screen suspects it; 0: always.
RULES = (
    (0, facts.facts),
    (kernel.NUMBERS, numbers.numbers),
    (kernel.DECISIONS, decisions.decisions),
    (kernel.CORRECTIONS, corrections.corrections),
    (kernel.NAMES, names.names),
    (kernel.TERMS, names.terms),
    (kernel.ORDER, order.order),
    (kernel.SENTENCES, sentences.sentences),
    (kernel.SHORT, facts.short_text),
)
