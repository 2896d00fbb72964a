# Damaged files and graphs that contradict themselves: one case for each message.
#
# RUN: mkdir -p %t/folder.onnx && env PYTHONPATH=%S/Inputs %python %s %t
# RUN: not neuron-evaluate --print %t/text.onnx 2>&1 | FileCheck %s --check-prefix=DAMAGED
# RUN: not neuron-evaluate --print %t/cut.onnx 2>&1 | FileCheck %s --check-prefix=DAMAGED
# RUN: not neuron-evaluate --print %t/empty.onnx 2>&1 | FileCheck %s --check-prefix=DAMAGED
# RUN: not neuron-evaluate --print %t/deep.onnx 2>&1 | FileCheck %s --check-prefix=DAMAGED
# RUN: not neuron-evaluate --print %t/bytes.onnx 2>&1 | FileCheck %s --check-prefix=DAMAGED
# DAMAGED: [NRN-E3001] the file is no ONNX model, or it is damaged
# RUN: not neuron-evaluate --print %t/opset.onnx 2>&1 | FileCheck %s --check-prefix=OPSET
# OPSET: [NRN-E3002] the model uses version 99 of the operator set; 1 to {{[0-9]+}} are known
# RUN: not neuron-evaluate --print %t/short.onnx 2>&1 | FileCheck %s --check-prefix=SHORT
# SHORT: [NRN-E3003] tensor 'w' needs 16 bytes, but has 8
# RUN: not neuron-evaluate --print %t/absurd.onnx 2>&1 | FileCheck %s --check-prefix=ABSURD
# ABSURD: [NRN-E3003] tensor 'w' has an impossible shape
# RUN: not neuron-evaluate --print %t/twice.onnx 2>&1 | FileCheck %s --check-prefix=TWICE
# TWICE: [NRN-E3005] the name 'y' is defined twice
# RUN: not neuron-evaluate --print %t/cycle.onnx 2>&1 | FileCheck %s --check-prefix=CYCLE
# CYCLE: [NRN-E3006] 'Add' uses the name 'b', which nothing before it defines
# RUN: not neuron-evaluate --print %t/output.onnx 2>&1 | FileCheck %s --check-prefix=OUTPUT
# OUTPUT: [NRN-E3006] nothing defines the output 'z'
# RUN: not neuron-evaluate --print %t/bomb.onnx 2>&1 | FileCheck %s --check-prefix=EXPAND
# EXPAND: [NRN-E3005] functions and loops expand to more than {{[0-9]+}} nodes
# RUN: not neuron-evaluate --print %t/folder.onnx 2>&1 | FileCheck %s --check-prefix=FOLDER
# FOLDER: [NRN-E6001] '{{.*}}' is no regular file
# RUN: not neuron-evaluate --print %t/axis.onnx 2>&1 | FileCheck %s --check-prefix=AXIS
# AXIS: [NRN-E3010] 'Softmax' axis 5 is out of range for a rank of 1
# RUN: not neuron-evaluate --print %t/attribute.onnx 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
# ATTRIBUTE: [NRN-E3010] 'Softmax' attribute 'axis' has the wrong type
# RUN: not neuron-evaluate --print %t/missing.onnx 2>&1 | FileCheck %s --check-prefix=MISSING
# MISSING: [NRN-E3010] 'Add' input 1 is missing
# RUN: not neuron-evaluate --print %t/rule.onnx 2>&1 | FileCheck %s --check-prefix=RULE
# RULE: [NRN-E3011] 'neuron.unary' op
# RUN: not neuron-evaluate --print %t/type.onnx 2>&1 | FileCheck %s --check-prefix=TYPE
# TYPE: [NRN-E4002] input 'x' is of the unsupported element type string
# RUN: not neuronc %t/large.onnx -o %t/out.neff 2>&1 | FileCheck %s --check-prefix=LARGE
# LARGE: [NRN-E5002] a value of type 'tensor<1048576x262144xf32>' has 1099511627776 bytes, but the memory of trn2 has 103079215104
# RUN: not neuronc %t/rows.onnx -o %t/out.neff 2>&1 | FileCheck %s --check-prefix=ROWS
# ROWS: [NRN-E5003] a value of type 'tensor<3x4294967296xui8>' has rows of more than 2147483647 elements
# RUN: not neuronc %t/control.onnx -o %t/out.neff 2>&1 | FileCheck %s --check-prefix=CONTROL
# CONTROL: [NRN-E4001] {{.*}} 1 x a\x0ab\x1b[31m (opset 18)
import sys

import onnxtext as ox


def save(name, data):
    ox.write(data, f"{sys.argv[1]}/{name}.onnx")


def relu(**changes):
    parts = dict(nodes=[ox.node("Relu", ["x"], ["y"])], inputs=[("x", "f32", [4])], outputs=[("y", "f32", [4])])
    return ox.model(**{**parts, **changes})


deep = ox.graph([ox.node("Relu", ["x"], ["y"])])
for _ in range(60):
    deep = ox.graph([ox.node("If", ["x"], ["y"], then_branch=deep)])
save("text", b"This is not a model.\n")
save("cut", relu()[:-5])
save("empty", b"")
save("deep", relu(nodes=[ox.node("If", ["x"], ["y"], then_branch=deep)]))
save("bytes", relu(nodes=[ox.node("Relu", ["x"], ["y"], name=b"\xff")]))
save("large", relu(inputs=[("x", "f32", [1 << 20, 1 << 18])], outputs=[("y", "f32", [1 << 20, 1 << 18])]))
save("rows", relu(nodes=[ox.node("Transpose", ["x"], ["y"])], inputs=[("x", "u8", [3, 1 << 32])], outputs=[("y", "u8", [1 << 32, 3])]))
save("control", relu(nodes=[ox.node("a\nb\x1b[31m", ["x"], ["y"])]))
save("opset", relu(opset=99))
save("short", relu(initializers=[ox.tensor("w", "f32", [4], data=bytes(8))]))
save("absurd", relu(initializers=[ox.tensor("w", "f32", [1 << 40, 1 << 40], data=bytes(8))]))
save("twice", relu(nodes=[ox.node("Relu", ["x"], ["y"]), ox.node("Exp", ["x"], ["y"])]))
save("cycle", relu(nodes=[ox.node("Add", ["x", "b"], ["a"]), ox.node("Relu", ["a"], ["b"])]))
save("output", relu(outputs=[("z", "f32", [4])]))
save("axis", relu(nodes=[ox.node("Softmax", ["x"], ["y"], axis=5)]))
save("attribute", relu(nodes=[ox.node("Softmax", ["x"], ["y"], axis="last")]))
save("missing", relu(nodes=[ox.node("Add", ["x"], ["y"])]))
save("rule", relu(nodes=[ox.node("Exp", ["x"], ["y"])], inputs=[("x", "i64", [4])]))
save("type", relu(inputs=[("x", "string", [4])]))
doubling = [ox.function("F0", "local", ["a"], ["b"], [ox.node("Relu", ["a"], ["b"])])]
for i in range(1, 40):
    before = f"F{i - 1}"
    doubling.append(ox.function(f"F{i}", "local", ["a"], ["b"], [ox.node(before, ["a"], ["t"], domain="local"),
                                                                 ox.node(before, ["t"], ["b"], domain="local")]))
save("bomb", relu(nodes=[ox.node("F39", ["x"], ["y"], domain="local")], functions=doubling))
