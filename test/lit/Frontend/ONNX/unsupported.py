# All unsupported operators are listed at once, with counts, also those inside of functions and loop bodies; not those
# of a branch that is not taken.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx
# RUN: not neuron-evaluate --print %t.onnx 2>&1 | FileCheck %s
# CHECK: [NRN-E4001] the model uses operators that are not supported: 2 x ImageDecoder (opset 18), 1 x custom.Thing (opset 0), 1 x NonMaxSuppression (opset 18), 1 x Unique (opset 18)
# CHECK: note: the first ImageDecoder (opset 18) is node "first"
# The answer of `neuronc check` has them with their places, and what is in branches, too.
# RUN: not neuronc check %t.onnx 2>&1 | FileCheck %s --check-prefix=SUMMARY
# SUMMARY: operators: 9 calls of 7
# SUMMARY: not supported:
# SUMMARY-DAG: 2 ImageDecoder (first: {{.*}}.onnx: node 0 'first')
# SUMMARY-DAG: 1 custom.Thing (first: {{.*}}.onnx: node 2 'Thing_2')
# SUMMARY-DAG: 1 Unique (first:
# SUMMARY-DAG: 1 NonMaxSuppression (first:
# SUMMARY-DAG: 2 RegexFullMatch (first:
# SUMMARY: [NRN-E4001] the model uses operators that are not supported
import onnxtext as ox

body = ox.graph([ox.node("Unique", ["v"], ["u"])], inputs=[("i", "i64", []), ("c", "bool", []), ("v", "f32", [4])],
                outputs=[("c", "bool", []), ("u", "f32", [4])])
never = ox.graph([ox.node("RegexFullMatch", ["x"], ["r"])], outputs=[("r", "f32", [4])])
ox.write(ox.model(
    [ox.node("ImageDecoder", ["x"], ["a"], name="first"), ox.node("ImageDecoder", ["x"], ["b"]), ox.node("Thing", ["x"], ["c"], domain="custom"),
     ox.node("Loop", ["trip", "", "x"], ["d"], body=body), ox.node("Boxes", ["x"], ["e"], domain="local"),
     ox.node("If", ["no"], ["f"], then_branch=never, else_branch=never)],
    inputs=[("x", "f32", [4])], outputs=[("a", "f32", [])],
    initializers=[ox.tensor("trip", "i64", [], [3]), ox.tensor("no", "bool", [], [False])],
    functions=[ox.function("Boxes", "local", ["p"], ["q"], [ox.node("NonMaxSuppression", ["p"], ["q"])])]))
