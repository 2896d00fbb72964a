# Operators of other domains are known, and a model may use these alone.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx 5
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: neuron.binary div
# CHECK: return %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.odd.onnx 4
# RUN: not neuron-evaluate --print %t.odd.onnx 2>&1 | FileCheck %s --check-prefix=ODD
# ODD: [NRN-E3010] 'Adagrad' needs 3 operands for each tensor beside rate and count
import sys

import onnxtext as ox

names = ["r", "t", "x", "g", "h"][:int(sys.argv[2])]
ox.write(ox.model([ox.node("Adagrad", names, ["y", "k"], domain="ai.onnx.preview.training")],
                  inputs=[(n, "i64" if n == "t" else "f32", [] if n in "rt" else [4]) for n in names],
                  outputs=[("y", "f32", [4]), ("k", "f32", [4])], domain=("ai.onnx.preview.training", 1)))
