"""`python -m glyphbench` is the `glyphbench` command."""

from glyphbench.cli import main

if __name__ == "__main__":
    main()
