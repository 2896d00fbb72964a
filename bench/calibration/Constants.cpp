//===- Constants.cpp - constants that the documents leave open ------------===//

#include "Constants.h"

#include <cstdlib>
#include <string>

using namespace neuron;
using namespace neuron::calibration;

static double *find(std::string_view name, Target &target) {
  if (name == "queue")
    return &target.dmaQueueIntervalNs;
  if (name == "copy")
    return &target.dmaPerCopyNs;
  if (name == "transpose")
    return &target.dma.sbufTransposeFactor;
  if (name == "cast")
    return &target.dma.castFactor;
  if (name == "vector")
    return &target.engine.latencyCycles[unsigned(Engine::Vector)];
  if (name == "scalar")
    return &target.engine.latencyCycles[unsigned(Engine::Scalar)];
  if (name == "semaphore")
    return &target.semaphoreNs;
  return nullptr;
}

std::optional<Setting> calibration::parseSetting(std::string_view text) {
  size_t dot = text.find('.'), equals = text.find('=');
  if (dot == std::string_view::npos || equals == std::string_view::npos || equals < dot)
    return std::nullopt;
  Setting setting{text.substr(0, dot), text.substr(dot + 1, equals - dot - 1),
                  std::atof(std::string(text.substr(equals + 1)).c_str())};
  Target scratch = *findTarget("trn2");
  if (!findTarget(setting.target) || !find(setting.constant, scratch))
    return std::nullopt;
  return setting;
}

void calibration::apply(const Setting &setting, Target &target) {
  if (target.name == setting.target)
    *find(setting.constant, target) = setting.value;
}
