.PHONY: run test lint

VENV := .venv

run: $(VENV)/.run
	$(VENV)/bin/streamlit run app.py

test: $(VENV)/.dev
	$(VENV)/bin/pytest -n 2

lint: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

$(VENV)/.run: requirements.txt
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install -q -r requirements.txt
	touch $@

$(VENV)/.dev: requirements-dev.txt requirements.txt
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install -q -r requirements-dev.txt
	touch $@
