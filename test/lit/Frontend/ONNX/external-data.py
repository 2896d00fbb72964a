# External data lie in the folder of the model, links resolved.
#
# RUN: rm -rf %t && mkdir -p %t/model
# RUN: env PYTHONPATH=%S/Inputs %python %s %t/model/good.onnx weights.bin 16
# RUN: env PYTHONPATH=%S/Inputs %python %s %t/model/up.onnx ../weights.bin 16
# RUN: env PYTHONPATH=%S/Inputs %python %s %t/model/link.onnx link.bin 16
# RUN: env PYTHONPATH=%S/Inputs %python %s %t/model/absolute.onnx %t/weights.bin 16
# RUN: env PYTHONPATH=%S/Inputs %python %s %t/model/beyond.onnx weights.bin 17
# RUN: env PYTHONPATH=%S/Inputs %python %s %t/model/folder.onnx . 0
# RUN: %python -c "open('%t/model/weights.bin', 'wb').write(bytes(32)); open('%t/weights.bin', 'wb').write(bytes(32))"
# RUN: ln -s ../weights.bin %t/model/link.bin
#
# RUN: neuron-evaluate --print %t/model/good.onnx | FileCheck %s --check-prefix=GOOD
# GOOD: neuron.weight "w" : tensor<4xf32>
# RUN: not neuron-evaluate --print %t/model/up.onnx 2>&1 | FileCheck %s --check-prefix=OUTSIDE
# RUN: not neuron-evaluate --print %t/model/link.onnx 2>&1 | FileCheck %s --check-prefix=OUTSIDE
# RUN: not neuron-evaluate --print %t/model/folder.onnx 2>&1 | FileCheck %s --check-prefix=OUTSIDE
# OUTSIDE: [NRN-E3004] external data of tensor 'w': '{{.*}}' is not a file in the model's folder
# RUN: not neuron-evaluate --print %t/model/absolute.onnx 2>&1 | FileCheck %s --check-prefix=ABSOLUTE
# ABSOLUTE: [NRN-E3004] external data of tensor 'w': '{{.*}}' is not a path relative to the model
# RUN: not neuron-evaluate --print %t/model/beyond.onnx 2>&1 | FileCheck %s --check-prefix=BEYOND
# BEYOND: [NRN-E3004] {{.*}} ends at byte 32, before the tensor does
import sys

import onnxtext as ox

place = {"location": sys.argv[2], "offset": sys.argv[3], "length": "16"}
ox.write(ox.model([ox.node("Add", ["x", "w"], ["y"])], inputs=[("x", "f32", [4])], outputs=[("y", "f32", [4])],
                  initializers=[ox.tensor("w", "f32", [4], external=place)]))
