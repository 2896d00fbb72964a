"""The models that the benchmarks measure. `export.py` writes them."""
from . import decode, kernels, networks  # noqa: F401
from .registry import MODELS  # noqa: F401
