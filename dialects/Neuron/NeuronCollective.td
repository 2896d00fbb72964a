//===- NeuronCollective.td - several cores ----------------*- tablegen -*-===//
#ifndef NEURON_COLLECTIVE_TD
#define NEURON_COLLECTIVE_TD

include "NeuronEnums.td"

// Several cores hold one program each and meet in these ops. They exist so
// that importers can name them; the driver refuses them until several cores
// are compiled for. `replica_groups` lists groups of equal size one after the
// other.

class Neuron_CollectiveOp<string mnemonic> : Neuron_Op<mnemonic> {
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat =
      "$x attr-dict `:` type($x) `to` type($result)";
}

def Neuron_AllReduceOp : Neuron_CollectiveOp<"all_reduce"> {
  let summary = "Elementwise reduction over the cores of a group";
  let description = [{
    - (C1) `group_size` is positive and divides the number of entries of
      `replica_groups`, which names no core twice.
    - (C2) The result has the type of `x`.

    ```mlir
    %y = neuron.all_reduce %x {fn = #neuron<reduce_fn add>,
        replica_groups = array<i64: 0, 1>, group_size = 2 : i64}
       : tensor<4xf32> to tensor<4xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, Neuron_ReduceFnAttr:$fn,
                       DenseI64ArrayAttr:$replica_groups, I64Attr:$group_size);
}

def Neuron_AllGatherOp : Neuron_CollectiveOp<"all_gather"> {
  let summary = "Concatenation over the cores of a group";
  let description = [{
    - (C1) As for `all_reduce`.
    - (C2) The result is `x` with `dim` times `group_size`.

    ```mlir
    %y = neuron.all_gather %x {dim = 0 : i64,
        replica_groups = array<i64: 0, 1>, group_size = 2 : i64}
       : tensor<4xf32> to tensor<8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, I64Attr:$dim,
                       DenseI64ArrayAttr:$replica_groups, I64Attr:$group_size);
}

def Neuron_ReduceScatterOp : Neuron_CollectiveOp<"reduce_scatter"> {
  let summary = "Reduction over a group, of which each core keeps its part";
  let description = [{
    - (C1) As for `all_reduce`.
    - (C2) The result is `x` with `dim` divided by `group_size`.

    ```mlir
    %y = neuron.reduce_scatter %x {fn = #neuron<reduce_fn add>, dim = 0 : i64,
        replica_groups = array<i64: 0, 1>, group_size = 2 : i64}
       : tensor<8xf32> to tensor<4xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, Neuron_ReduceFnAttr:$fn, I64Attr:$dim,
                       DenseI64ArrayAttr:$replica_groups, I64Attr:$group_size);
}

def Neuron_AllToAllOp : Neuron_CollectiveOp<"all_to_all"> {
  let summary = "Parts exchanged between the cores of a group";
  let description = [{
    `x` is split along `split_dim`; core i of the group gets part i of each and
    concatenates them along `concat_dim`.

    - (C1) As for `all_reduce`.
    - (C2) The result is `x` with `split_dim` divided by, and `concat_dim`
      times, `group_size`.

    ```mlir
    %y = neuron.all_to_all %x {split_dim = 0 : i64, concat_dim = 1 : i64,
        replica_groups = array<i64: 0, 1>, group_size = 2 : i64}
       : tensor<8x4xf32> to tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, I64Attr:$split_dim, I64Attr:$concat_dim,
                       DenseI64ArrayAttr:$replica_groups, I64Attr:$group_size);
}

#endif // NEURON_COLLECTIVE_TD
