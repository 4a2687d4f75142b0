"""Telling people: the outbox, what each kind of mail says, and how it leaves.

`outbox` is what the verbs use: rows written in the transaction of what they tell of. `kinds` says what
each kind holds and whether it is still true, `compose` builds every message, `deliver` sends them.

To add a kind: name it in `models.Notice.Kind`, write its function (in `of_turns` or `of_tables`), say in
`kinds` what makes it needless, write its trio of templates `emails/<kind>.{subject.txt,txt,html}`, and
add it to the saved renderings (`tests/notices/`). A piece of news or a question is a function in `news` or
`questions`.
"""
