// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | FileCheck %s

// CHECK-LABEL: @reduce
func.func @reduce(%x: tensor<2x3x4xf32>, %p: tensor<4xi1>) {
  // CHECK: neuron.reduce add %{{.*}} dims = [0, 2] : (tensor<2x3x4xf32>) -> tensor<3xf32>
  %0 = neuron.reduce add %x dims = [0, 2] : (tensor<2x3x4xf32>) -> tensor<3xf32>
  // CHECK: neuron.reduce or %{{.*}} dims = [0] : (tensor<4xi1>) -> tensor<i1>
  %1 = neuron.reduce or %p dims = [0] : (tensor<4xi1>) -> tensor<i1>
  return
}

// CHECK-LABEL: @arg_reduce
func.func @arg_reduce(%x: tensor<2x3xf32>) {
  // CHECK: neuron.arg_reduce max %{{.*}} dim = 1 : (tensor<2x3xf32>) -> tensor<2xi64>
  %0 = neuron.arg_reduce max %x dim = 1 : (tensor<2x3xf32>) -> tensor<2xi64>
  // CHECK: neuron.arg_reduce min %{{.*}} dim = 0 {select_last = true} : (tensor<2x3xf32>) -> tensor<3xi32>
  %1 = neuron.arg_reduce min %x dim = 0 {select_last = true} : (tensor<2x3xf32>) -> tensor<3xi32>
  return
}

// CHECK-LABEL: @cumulative
func.func @cumulative(%x: tensor<2x3xf32>) {
  // CHECK: neuron.cumulative add %{{.*}} dim = 1 {exclusive = true, reverse = true} : tensor<2x3xf32>
  %0 = neuron.cumulative add %x dim = 1 {exclusive = true, reverse = true} : tensor<2x3xf32>
  return
}

// CHECK-LABEL: @linear_scan
func.func @linear_scan(%a: tensor<2x3xf32>, %h: tensor<2xf32>) {
  // CHECK: neuron.linear_scan %{{.*}}, %{{.*}} dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = neuron.linear_scan %a, %a dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: neuron.linear_scan %{{.*}}, %{{.*}}, %{{.*}} dim = 1 :
  %1 = neuron.linear_scan %a, %a, %h dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: @sort
func.func @sort(%x: tensor<2x3xf32>) {
  // CHECK: neuron.sort %{{.*}} dim = 1 {descending = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  %0:2 = neuron.sort %x dim = 1 {descending = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  // CHECK: neuron.top_k %{{.*}} k = 2 dim = 1 {largest = false} : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %1:2 = neuron.top_k %x k = 2 dim = 1 {largest = false} : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return
}
