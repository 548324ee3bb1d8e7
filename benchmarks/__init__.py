"""What AgentRein costs, measured side by side with doing without it: `make bench`, explained in docs/benchmarks.md."""
