"""How good and how fast: `python -m benchmarks accuracy` and `python -m benchmarks speed`."""
