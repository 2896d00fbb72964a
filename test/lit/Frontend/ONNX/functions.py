# Functions are inlined: attributes come from the call or the function's defaults, names from the call.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx
# RUN: neuron-evaluate --print --locations %t.onnx | FileCheck %s
# CHECK: %[[S:.*]] = neuron.constant dense<5.000000e-01> : tensor<4xf32> loc(#[[LOC:loc[0-9]+]])
# CHECK: %[[M:.*]] = neuron.binary mul %arg0, %[[S]] : tensor<4xf32> loc(#[[LOC]])
# CHECK: #[[FILE:loc[0-9]+]] = loc("{{.*}}.onnx":1:1)
# CHECK: #[[LOC]] = loc("outer/inner"(#[[FILE]]))
#
# A function that calls itself is no function.
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.loop.onnx again
# RUN: not neuron-evaluate --print %t.loop.onnx 2>&1 | FileCheck %s --check-prefix=AGAIN
# AGAIN: [NRN-E3005] functions call each other more than 64 levels deep
import sys

import onnxtext as ox

if sys.argv[2:]:
    body = [ox.node("F", ["a"], ["b"], domain="local")]
else:
    body = [ox.node("LeakyRelu", ["a"], ["b"], name="inner", alpha=ox.Ref("slope", 1))]
function = ox.function("F", "local", ["a"], ["b"], body, attributes=["slope"])
ox.write(ox.model([ox.node("F", ["x"], ["y"], name="outer", domain="local", slope=0.5)], inputs=[("x", "f32", [4])],
                  outputs=[("y", "f32", [4])], functions=[function]))
