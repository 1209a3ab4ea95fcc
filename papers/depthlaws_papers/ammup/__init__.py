"""The paper on arithmetic-mean muP: its claims and figures."""
