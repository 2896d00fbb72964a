//===- ModelMutate.h - mutations of model files -----------------*- C++ -*-===//
#ifndef NEURON_TEST_FUZZ_MODELMUTATE_H
#define NEURON_TEST_FUZZ_MODELMUTATE_H

#include "runtime/fuzz/Mutate.h"

namespace neuron::fuzz {

/// An ONNX model with one field broken; the file stays protobuf. Empty if it was none.
std::string mutateOnnx(const std::string &model, Choice &choice);

/// An archive with one entry broken, removed or doubled; directory and checksums stay
/// right. Empty if it was none.
std::string mutatePt2(const std::string &archive, Choice &choice);

} // namespace neuron::fuzz

#endif // NEURON_TEST_FUZZ_MODELMUTATE_H
