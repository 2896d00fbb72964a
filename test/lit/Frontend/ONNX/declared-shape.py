# Where an operand that decides the shape is data of the run, the shape that the model declares counts; without one
# the model is refused, naming operator and operand.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx 8
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: neuron.reshape %arg0 : tensor<2x4xf32> to tensor<8xf32>
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.open.onnx n
# RUN: not neuron-evaluate --print %t.open.onnx 2>&1 | FileCheck %s --check-prefix=OPEN
# OPEN: [NRN-E4004] 'Reshape' shape depends on data of the run
import sys

import onnxtext as ox

size = int(sys.argv[2]) if sys.argv[2].isdigit() else sys.argv[2]
ox.write(ox.model([ox.node("Reshape", ["x", "shape"], ["y"])], inputs=[("x", "f32", [2, 4]), ("shape", "i64", [1])],
                  outputs=[("y", "f32", [size])]))
