"""Five papers on depth, width and loops as executable claims and figures, one folder a paper."""
