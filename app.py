"""Forest Tally: `streamlit run app.py`. The page list and nothing else."""

import streamlit as st

start = "ui/play.py" if "game" in st.query_params else "ui/home.py"
pages = [
    st.Page(start, title="Forest Tally", default=True),
    st.Page("ui/lessons.py", title="Learn the scoring", url_path="learn"),
    st.Page("ui/practice.py", title="Practise the scoring", url_path="practice"),
    st.Page("ui/sheet.py", title="Score sheet", url_path="sheet"),
]

st.navigation(pages, position="hidden").run()
