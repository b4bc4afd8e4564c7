"""The upstream engines: which there are, whether they work here, and the fetch of the one pip cannot install."""
