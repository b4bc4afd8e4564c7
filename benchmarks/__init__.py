"""Speed and token-cost benches; tables of their last run stand in benchmarks/results/."""
