"""`python -m glyphbench_train`, for `torchrun -m`."""

from glyphbench_train.cli import main

if __name__ == "__main__":
    main()
