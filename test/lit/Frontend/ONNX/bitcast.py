# Bits are reinterpreted between integers of one width.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx i32 12
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: neuron.cast %arg0 : tensor<4xi32> to tensor<4xui32>
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.odd.onnx i64 12
# RUN: not neuron-evaluate --print %t.odd.onnx 2>&1 | FileCheck %s --check-prefix=WIDTH
# WIDTH: [NRN-E3010] 'BitCast' the types have to have one width
import sys

import onnxtext as ox

ox.write(ox.model([ox.node("BitCast", ["x"], ["y"], to=int(sys.argv[3]))], inputs=[("x", sys.argv[2], [4])],
                  outputs=[("y", "i32", [4])], opset=26))
