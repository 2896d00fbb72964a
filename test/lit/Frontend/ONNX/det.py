# Determinants are sums of cofactors, which is no way for large matrices.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx 2
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: neuron.binary sub
# CHECK: return %{{.*}} : tensor<5xf32>
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.large.onnx 9
# RUN: not neuron-evaluate --print %t.large.onnx 2>&1 | FileCheck %s --check-prefix=LARGE
# LARGE: [NRN-E4003] 'Det' of matrices of 9 rows; at most 8 are supported
import sys

import onnxtext as ox

ox.write(ox.model([ox.node("Det", ["x"], ["y"])], inputs=[("x", "f32", [5, int(sys.argv[2]), int(sys.argv[2])])],
                  outputs=[("y", "f32", [5])]))
