# Results that no tensor can have are refused, not given another shape.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.shape.onnx 2147483648
# RUN: not neuronc %t.shape.onnx -o %t.neff 2>&1 | FileCheck %s --check-prefix=SHAPE
# SHAPE: [NRN-E3011] 'neuron.conv' op result #0 must be statically shaped tensor with fewer than 2^40 elements
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.loop.onnx
# RUN: not neuronc %t.loop.onnx -o %t.neff 2>&1 | FileCheck %s --check-prefix=LOOP
# LOOP: [NRN-E4002] 'neuron.scan' has more than 2147483647 steps
import sys

import onnxtext as ox

weight = ox.tensor("w", "f32", [1, 1, 3, 3], [1] * 9)
trip = ox.tensor("trip", "i64", [], [1 << 31])
body = ox.graph([ox.node("Add", ["v", "v"], ["n"]), ox.node("Identity", ["c"], ["on"])],
                inputs=[("i", "i64", []), ("c", "bool", []), ("v", "f32", [1, 1, 4, 4])],
                outputs=[("on", "bool", []), ("n", "f32", [1, 1, 4, 4])])
if len(sys.argv) > 2:
    nodes = [ox.node("ConvTranspose", ["x", "w"], ["y"], output_shape=[int(sys.argv[2])] * 2)]
else:
    nodes = [ox.node("Loop", ["trip", "", "x"], ["y"], body=body)]
ox.write(ox.model(nodes, inputs=[("x", "f32", [1, 1, 4, 4])], outputs=[("y", "f32", [None] * 4)],
                  initializers=[weight, trip]))
