"""Model games replayed at three levels and held against what is stated, in a context of inputs that may be forked."""
