"""The guards, one module a family: each rule reads a difference and yields the guards that hold."""

from neartwin.guards.rules import corrections, decisions, facts, names, numbers, order, sentences

RULES = (
    facts.facts,
    numbers.numbers,
    decisions.decisions,
    corrections.corrections,
    names.names,
    order.order,
    sentences.sentences,
    facts.short_text,
)
