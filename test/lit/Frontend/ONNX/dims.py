# Symbolic and open dims have to be fixed; sizes that agree with static ones are accepted.
#
# RUN: env PYTHONPATH=%S/Inputs %python %s %t.onnx
# RUN: not neuron-evaluate --print %t.onnx 2>&1 | FileCheck %s --check-prefix=OPEN
# OPEN: [NRN-E3007] input 'x': dim 0 is the symbol 'batch'
# RUN: not neuron-evaluate --print %t.onnx --dim batch=2 2>&1 | FileCheck %s --check-prefix=UNNAMED
# UNNAMED: [NRN-E3007] input 'x': the size of dim 1 is open
# RUN: neuron-evaluate --print %t.onnx --shape x=2,3,4 | FileCheck %s --check-prefix=GIVEN
# RUN: neuron-evaluate --print %t.onnx --shape 0=2,3,4 | FileCheck %s --check-prefix=GIVEN
# GIVEN: %arg0: tensor<2x3x4xf32>
# RUN: not neuron-evaluate --print %t.onnx --shape x=2,3,5 2>&1 | FileCheck %s --check-prefix=STATIC
# STATIC: [NRN-E3008] input 'x': dim 2 is 4, but the given size is 5
# RUN: not neuron-evaluate --print %t.onnx --shape x=2,3 2>&1 | FileCheck %s --check-prefix=RANK
# RANK: [NRN-E3008] input 'x' has 3 dims, but the given shape has 2
# RUN: not neuron-evaluate --print %t.onnx --shape x=2,3,4 --dim seq=3 2>&1 | FileCheck %s --check-prefix=UNUSED
# UNUSED: [NRN-E3009] a size is given for the dim 'seq', which no input has
# RUN: not neuron-evaluate --print %t.onnx --shape z=2,3,4 2>&1 | FileCheck %s --check-prefix=NOINPUT
# NOINPUT: [NRN-E3009] a shape is given for 'z', which is no input
# RUN: not neuron-evaluate --print %t.onnx --shape x=-2,3,4 2>&1 | FileCheck %s --check-prefix=IMPOSSIBLE
# IMPOSSIBLE: [NRN-E3008] input 'x' has an impossible shape
import onnxtext as ox

ox.write(ox.model([ox.node("Relu", ["x"], ["y"])], inputs=[("x", "f32", ["batch", None, 4])],
                  outputs=[("y", "f32", ["batch", None, 4])]))
