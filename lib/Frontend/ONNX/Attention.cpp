#include "Call.h"
using namespace neuron::onnx;
llvm::ArrayRef<Operator> neuron::onnx::attentionOperators() { return {}; }
