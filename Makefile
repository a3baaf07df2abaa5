# Short names for .ci/dev.py, which needs nothing but Python 3.10 or newer and a C compiler.
PYTHON ?= python3

.PHONY: demo test bench check docs

demo: ; $(PYTHON) .ci/dev.py demo
test: ; $(PYTHON) .ci/dev.py test
bench: ; $(PYTHON) .ci/dev.py bench
check: ; .ci/run
docs: ; $(PYTHON) docs/generate.py
