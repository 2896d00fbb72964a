# A constant input leaves the signature and decides an If.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx
# RUN: neuron-evaluate --print %t.onnx --const rate=16000 | FileCheck %s --check-prefix=YES
# RUN: neuron-evaluate --print %t.onnx --const 1=8000 | FileCheck %s --check-prefix=NO
# YES: func.func @main(%arg0: tensor<4xf32> {{[^)]*}}) ->
# YES-NEXT: %[[Y:.*]] = neuron.unary exp %arg0
# YES-NEXT: return %[[Y]]
# NO: neuron.unary relu %arg0
#
# Without a value both branches stay.
# RUN: neuron-evaluate --print %t.onnx | FileCheck %s --check-prefix=BOTH
# BOTH: %[[P:.*]] = neuron.compare eq %arg1
# BOTH: neuron.if %[[P]]
# BOTH: neuron.unary exp %arg0
# BOTH: } else {
# BOTH: neuron.unary relu %arg0
#
# RUN: not neuron-evaluate --print %t.onnx --const rate=fast 2>&1 | FileCheck %s --check-prefix=BAD
# BAD: [NRN-E3008] 'fast' is no value of input 'rate' of 'tensor<i64>'
# RUN: not neuron-evaluate --print %t.onnx --const speed=1 2>&1 | FileCheck %s --check-prefix=NOINPUT
# NOINPUT: [NRN-E3009] a value is given for 'speed', which is no input
import onnxtext as ox

branch = lambda op: ox.graph([ox.node(op, ["x"], ["r"])], outputs=[("r", "f32", [4])])
ox.write(ox.model(
    [ox.node("Equal", ["rate", "expected"], ["same"]),
     ox.node("If", ["same"], ["y"], then_branch=branch("Exp"), else_branch=branch("Relu"))],
    inputs=[("x", "f32", [4]), ("rate", "i64", [])], outputs=[("y", "f32", [4])],
    initializers=[ox.tensor("expected", "i64", [], [16000])]))
