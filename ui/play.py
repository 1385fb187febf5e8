"""One game, from the players to the winner: three steps on one page, so that the score moves while one paints."""

import streamlit as st

from scoring import registry
from ui import bar, board_step, files, live, messages, parts, score_step, session, setup, theme

theme.apply()
messages.begin_run()
try:
    opened = session.open_draft()
except registry.UnknownGameError:
    theme.head()
    theme.note("There is no game of this name here.", "amber", "Go to the start page and choose one of the three.")
    st.stop()

board_step.take_edit(opened)
session.remember(opened)
theme.head(opened.game.title)
parts.steps(["Players", "Board", "Score"])
if words := messages.said("message", ""):
    theme.note(words, "amber")
files.undo(opened)
with st.container(key="step-1"):
    setup.show(opened)
with st.container(key="step-2"):
    board_step.show(opened)
sheet = score_step.reckon(opened)
with st.container(key="step-3"):
    score_step.show(opened, sheet)
files.show(opened)
bar.show(opened, sheet)
live.watch(opened)
