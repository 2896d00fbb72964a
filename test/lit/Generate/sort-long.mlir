// RUN: sed 's/LENGTH/5000/g' %s > %t.short.mlir
// RUN: neuron-opt %t.short.mlir --convert-kernel-to-nisa | FileCheck %s --check-prefixes=CHECK,SHORT
// RUN: neuron-opt %t.short.mlir --convert-kernel-to-nisa | grep -c nisa > %t.short
// RUN: sed 's/LENGTH/5000000/g' %s > %t.long.mlir
// RUN: neuron-opt %t.long.mlir --convert-kernel-to-nisa | FileCheck %s --check-prefixes=CHECK,LONG
// RUN: neuron-opt %t.long.mlir --convert-kernel-to-nisa | grep -c nisa > %t.long
// RUN: sed 's/LENGTH/16777217/g' %s > %t.limit.mlir
// RUN: not neuron-opt %t.limit.mlir --convert-kernel-to-nisa 2>&1 | FileCheck %s --check-prefix=LIMIT

// Items go from one buffer to the other and back, a step of the network each, in
// blocks of pairs. How many instructions that takes does not depend on the length, but for remainders.
// RUN: %python -c "import sys; a, b = (int(open(f).read()) for f in sys.argv[1:]); sys.exit(abs(a - b) > 150)" %t.short %t.long
// CHECK: nisa.kernel "sort"
// SHORT: nisa.loop %{{.*}} to 84
// LONG: nisa.loop %{{.*}} to 264
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.scalar_tensor_tensor <multiply>
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
// LIMIT: [NRN-E4002] 'neuron.sort' has a dim of more than 2^24 elements
func.func @main(%x: tensor<LENGTHxi32>) -> (tensor<LENGTHxi32>, tensor<LENGTHxi32>) {
  %r:2 = neuron.sort %x dim = 0 : (tensor<LENGTHxi32>) -> (tensor<LENGTHxi32>, tensor<LENGTHxi32>)
  return %r#0, %r#1 : tensor<LENGTHxi32>, tensor<LENGTHxi32>
}
