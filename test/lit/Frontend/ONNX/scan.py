# Scan keeps its axes and directions; a body that changes the type of a state is refused.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx Relu
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s
# CHECK: neuron.scan(%arg0) over(%arg1) trip = 5 in = [1] [true] out = [1] [false] : (tensor<4xf32>, tensor<4x5xf32>) -> (tensor<4xf32>, tensor<4x5xf32>)
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.grow.onnx Shape
# RUN: not neuron-evaluate --print %t.grow.onnx 2>&1 | FileCheck %s --check-prefix=GROW
# GROW: [NRN-E4003] 'Scan' changes the shape of a carried value
import sys

import onnxtext as ox

body = ox.graph([ox.node("Add", ["s", "e"], ["sum"]), ox.node(sys.argv[2], ["sum"], ["next"])],
                inputs=[("s", "f32", [4]), ("e", "f32", [4])], outputs=[("next", "f32", [4]), ("sum", "f32", [4])])
ox.write(ox.model(
    [ox.node("Scan", ["h", "xs"], ["last", "all"], body=body, num_scan_inputs=1, scan_input_axes=[1],
             scan_input_directions=[1], scan_output_axes=[-1])],
    inputs=[("h", "f32", [4]), ("xs", "f32", [4, 5])], outputs=[("last", "f32", [4]), ("all", "f32", [4, 5])]))
