"""The paper on looped residual streams, in both of its versions: claims and figures."""
