"""The paper on predictive coding networks: its claims and figures."""
