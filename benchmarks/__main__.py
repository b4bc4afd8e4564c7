"""`python -m benchmarks NAME [ARGUMENTS]`: run one bench; without a name, list them."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks


def main() -> int:
    names = sorted(
        module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.name.startswith("_")
    )
    if len(sys.argv) < 2 or sys.argv[1] not in names:
        print("usage: python -m benchmarks NAME [ARGUMENTS]; benches: " + ", ".join(names))
        return 2
    importlib.import_module(f"benchmarks.{sys.argv[1]}").main(sys.argv[2:])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
