"""Merging behind a gate, with a recorded and rehearsed way back: plan, rehearse, gate, apply, undo."""
