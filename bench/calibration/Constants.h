//===- Constants.h - constants that the documents leave open ----*- C++ -*-===//
#ifndef NEURON_BENCH_CONSTANTS_H
#define NEURON_BENCH_CONSTANTS_H

#include "neuron/target.h"

#include <optional>
#include <string_view>

namespace neuron::calibration {

/// "trn1.queue=1250": another value of a constant of one target.
struct Setting {
  std::string_view target, constant;
  double value;
};

/// Nothing if the text is not of that form or names no constant.
std::optional<Setting> parseSetting(std::string_view text);
void apply(const Setting &setting, Target &target);

} // namespace neuron::calibration

#endif // NEURON_BENCH_CONSTANTS_H
