"""Telling people: the outbox, what each kind of mail says, and how it leaves.

`outbox` is what the verbs use: rows written in the transaction of what they tell of. `kinds` says what
each kind holds and whether it is still true, `compose` builds every message, `deliver` sends them. To add
a kind: name it in `models.Notice.Kind`, write its function in `kinds.py` and its trio of templates
`emails/<kind>.{subject.txt,txt,html}`, and add it to the saved renderings (`tests/notices/`).
"""
