# Bits are reinterpreted between types of one width.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx i32 12
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: neuron.cast %arg0 : tensor<4xi32> to tensor<4xui32>
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.float.onnx f32 12
# RUN: neuron-evaluate --print %t.float.onnx | FileCheck %s --check-prefix=FLOAT
# FLOAT: neuron.bitcast %arg0 : tensor<4xf32> to tensor<4xui32>
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.double.onnx f64 7
# RUN: not neuron-evaluate --print %t.double.onnx 2>&1 | FileCheck %s --check-prefix=DOUBLE
# DOUBLE: [NRN-E4003] 'BitCast' reads bits as a bool, or those of floats of 4 or 64 bits
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.odd.onnx i64 12
# RUN: not neuron-evaluate --print %t.odd.onnx 2>&1 | FileCheck %s --check-prefix=WIDTH
# WIDTH: [NRN-E3010] 'BitCast' the types have to have one width
import sys

import onnxtext as ox

ox.write(ox.model([ox.node("BitCast", ["x"], ["y"], to=int(sys.argv[3]))], inputs=[("x", sys.argv[2], [4])],
                  outputs=[("y", "i32", [4])], opset=26))
