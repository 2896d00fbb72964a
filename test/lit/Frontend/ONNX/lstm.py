# The projection of the inputs is one product over all steps; what is left in the scan is the recurrence. Sequence
# lengths that are known to be full leave no trace, others mask the step.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.full.onnx 7 7
# RUN: neuron-evaluate --print %t.full.onnx | FileCheck %s --check-prefixes=CHECK,FULL
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.part.onnx 7 3
# RUN: neuron-evaluate --print %t.part.onnx | FileCheck %s --check-prefixes=CHECK,PART
#
# CHECK: %[[P:.*]] = neuron.dot_general %arg0, %{{.*}} batch = [] x [] contract = [2] x [1] : (tensor<7x2x3xf32>, tensor<16x3xf32>) -> tensor<7x2x16xf32>
# CHECK: neuron.scan
# FULL-SAME: trip = 7 in = [0] [false]
# PART-SAME: trip = 7 in = [0, 0] [false, false]
# CHECK: neuron.dot_general {{.*}} (tensor<2x4xf32>, tensor<16x4xf32>) -> tensor<2x16xf32>
# FULL-NOT: neuron.select
# PART-COUNT-3: neuron.select
# CHECK: neuron.yield
import sys

import onnxtext as ox

zeros = lambda name, dims: ox.tensor(name, "f32", dims, [0.5] * (dims[0] * dims[1] * dims[2]))
ox.write(ox.model(
    [ox.node("LSTM", ["x", "w", "r", "", "lens"], ["y", "h", "c"], hidden_size=4)],
    inputs=[("x", "f32", [7, 2, 3])],
    outputs=[("y", "f32", [7, 1, 2, 4]), ("h", "f32", [1, 2, 4]), ("c", "f32", [1, 2, 4])],
    initializers=[zeros("w", [1, 16, 3]), zeros("r", [1, 16, 4]),
                  ox.tensor("lens", "i32", [2], [int(l) for l in sys.argv[2:]])]))
