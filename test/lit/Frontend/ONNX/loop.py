# A short loop is unrolled, a long one is a scan; one whose length the data decide is refused.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.short.onnx 3
# RUN: neuron-evaluate --print %t.short.onnx | FileCheck %s --check-prefix=SHORT
# SHORT-COUNT-3: neuron.binary add
# SHORT-NOT: neuron.binary
# SHORT: neuron.concat
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.long.onnx 1000
# RUN: neuron-evaluate --print %t.long.onnx | FileCheck %s --check-prefix=LONG
# LONG: %[[R:.*]]:2 = neuron.scan(%arg0) over(%{{.*}}) trip = 1000 in = [0] [false] out = [0] [false] : (tensor<4xf32>, tensor<1000xi64>) -> (tensor<4xf32>, tensor<1000x4xf32>)
# LONG: ^bb0(%[[V:.*]]: tensor<4xf32>, %{{.*}}: tensor<i64>):
# LONG: %[[N:.*]] = neuron.binary add %[[V]], %[[V]]
# LONG: neuron.yield %[[N]], %[[N]]
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.run.onnx 0
# RUN: not neuron-evaluate --print %t.run.onnx 2>&1 | FileCheck %s --check-prefix=DATA
# RUN: neuron-evaluate --print %t.run.onnx --const count=3 | FileCheck %s --check-prefix=SHORT
# RUN: not neuron-evaluate --print %t.run.onnx --const count=0 2>&1 | FileCheck %s --check-prefix=NONE
# DATA: [NRN-E4004] 'Loop' the trip count depends on data of the run
# NONE: [NRN-E4003] 'Loop' stacks the outputs of no step
import sys

import onnxtext as ox

count = int(sys.argv[2])
body = ox.graph([ox.node("Add", ["v", "v"], ["n"]), ox.node("Identity", ["c"], ["on"])],
                inputs=[("i", "i64", []), ("c", "bool", []), ("v", "f32", [4])],
                outputs=[("on", "bool", []), ("n", "f32", [4]), ("n", "f32", [4])])
ox.write(ox.model(
    [ox.node("Loop", ["count", "", "x"], ["last", "all"], body=body)],
    inputs=[("x", "f32", [4])] + ([] if count else [("count", "i64", [])]),
    outputs=[("last", "f32", [4]), ("all", "f32", [None, 4])],
    initializers=[ox.tensor("count", "i64", [], [count])] if count else []))
