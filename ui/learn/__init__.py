"""The scoring taught: lessons, practice and the printed sheet.

`lesson.py` says what a lesson is; a game's lessons are the list `LESSONS` in the module of its name, found through
`scoring.registry.part("ui.learn", game)`. Points in a lesson's words are written as fields, such as `{total}` or `{flora}`,
and filled in from scoring: a lesson cannot say anything that the rules do not.
"""
