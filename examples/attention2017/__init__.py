"""Attention Is All You Need, as a paper of one's own: claims and a figure."""
