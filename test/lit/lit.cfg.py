"""lit: how the tests of this folder run. NEURON_VERIFY_ROUNDTRIP=1 makes every neuron-opt also print and parse its result."""
import os
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "neuronc"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir", ".txt", ".test", ".py"]
config.excludes = ["CMakeLists.txt", "generate.py", "Inputs", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.neuron_binary_dir, "test", "lit")

config.substitutions.append(("%python", '"%s"' % sys.executable))
llvm_config.use_default_substitutions()
bin_dir = os.path.join(config.neuron_binary_dir, "bin")
llvm_config.with_environment("PATH", [bin_dir, config.llvm_tools_dir], append_path=True)

roundtrip = ["--verify-roundtrip"] if os.environ.get("NEURON_VERIFY_ROUNDTRIP") else []
tools = [ToolSubst("neuron-opt", extra_args=roundtrip, unresolved="fatal")]
tools += [ToolSubst(name, unresolved="ignore") for name in ("neuronc", "neuron-run", "neuron-dump", "neuron-evaluate")]
llvm_config.add_tool_substitutions(tools, [bin_dir, config.llvm_tools_dir])
