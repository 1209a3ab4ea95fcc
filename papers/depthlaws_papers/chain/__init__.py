"""The scalar-chain paper: its claims and figures."""
