"""Multi-turn GRPO with turn-level credit on TRL: rollout, collation, credit, trainer.

Importing this package imports no torch: environment workers stay light. The trainer lives in
`glyphbench_train.trainer`.
"""
