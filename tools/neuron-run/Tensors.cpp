//===- Tensors.cpp - .npy files for the tensors of a model ----------------===//

#include "Tensors.h"

#include "neuron/convert.h"

#include <algorithm>
#include <filesystem>

using namespace neuron;
using namespace neuron::run;

DType run::fileType(DType type) {
  switch (type) {
  case DType::BF16: case DType::TF32: case DType::F8E4M3: case DType::F8E5M2: case DType::F8E4M3FN: case DType::F8E3M4:
    return DType::F32;
  default:
    return type;
  }
}

std::string run::typeText(DType type, const std::vector<int64_t> &shape) {
  std::string text(nameOf(type));
  text += '[';
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "," : "") + std::to_string(shape[i]);
  return text + ']';
}

/// NAME=FILE, POSITION=FILE, or FILE for the first input that has none.
Status Tensors::assign(const std::string &argument, uint32_t &variable, std::string &path) const {
  const std::vector<uint32_t> &inputs = model.inputs();
  for (size_t i = 0; i < inputs.size(); ++i)
    for (const std::string &key : {model.program().variables[inputs[i]].name, std::to_string(i)})
      if (argument.size() > key.size() && argument.compare(0, key.size(), key) == 0 && argument[key.size()] == '=') {
        variable = inputs[i];
        path = argument.substr(key.size() + 1);
        return isGiven[variable] ? Status(ErrorClass::Usage, 1101, "input '" + key + "' is given twice") : Status();
      }
  path = argument;
  for (uint32_t input : inputs)
    if (!isGiven[input]) {
      variable = input;
      return {};
    }
  return Status(ErrorClass::Usage, 1101, "'" + argument + "' is one input too many; the inputs are " +
                                             model.signatureText(false));
}

Status Tensors::read(uint32_t variable, const std::string &path) {
  const Variable &v = model.program().variables[variable];
  Result<NpyArray> array = readNpy(path);
  if (!array)
    return array.status();
  if (array->dtype != fileType(v.dtype) || array->shape != v.shape)
    return Status(ErrorClass::Usage, 1102, "input '" + v.name + "' is " + typeText(fileType(v.dtype), v.shape) + ", but '" +
                                               path + "' holds " + typeText(array->dtype, array->shape));
  std::vector<std::byte> &to = given[variable];
  to = std::move(array->data);
  if (fileType(v.dtype) != v.dtype) {
    std::vector<std::byte> narrow(v.bytes);
    size_t count = std::min<size_t>(to.size() / 4, v.bytes / bytesOf(v.dtype));
    fromFloat(v.dtype, reinterpret_cast<const float *>(to.data()), narrow.data(), count);
    to = std::move(narrow);
  }
  isGiven[variable] = true;
  return {};
}

Status Tensors::missing(uint32_t variable) const {
  return Status(ErrorClass::Usage, 1101, "input '" + model.program().variables[variable].name +
                                             "' is missing; the inputs are " + model.signatureText(false));
}

Status Tensors::load(const std::vector<std::string> &arguments) {
  const std::vector<Variable> &variables = model.program().variables;
  memory.resize(variables.size());
  given.resize(variables.size());
  isGiven.resize(variables.size());
  for (bool named : {true, false}) // named ones first: the others fill the rest in order
    for (const std::string &argument : arguments) {
      uint32_t variable = 0;
      std::string path;
      if (Status s = assign(argument, variable, path); !s && named)
        return s;
      else if ((path.size() < argument.size()) != named)
        continue;
      else if (!s)
        return s;
      if (Status s = read(variable, path); !s)
        return s;
    }
  for (const std::vector<uint32_t> *list : {&model.inputs(), &model.outputs()})
    for (uint32_t i : *list) {
      std::span<const std::byte> initial = model.initialValue(i);
      bool isInput = variables[i].inputIndex >= 0;
      if (isInput && !isGiven[i] && initial.empty() && variables[i].bytes)
        return missing(i);
      if (isInput && !isGiven[i])
        given[i].assign(initial.begin(), initial.end());
      memory[i].resize(variables[i].bytes);
    }
  restore();
  for (const std::vector<uint32_t> *list : {&model.inputs(), &model.outputs()})
    for (uint32_t i : *list)
      if (Status s = model.bind(i, {memory[i].data(), memory[i].size()}); !s)
        return s;
  return {};
}

void Tensors::restore() {
  for (uint32_t i : model.inputs())
    std::copy_n(given[i].begin(), std::min(memory[i].size(), given[i].size()), memory[i].begin());
}

NpyArray Tensors::value(uint32_t variable) const {
  const Variable &v = model.program().variables[variable];
  NpyArray array{fileType(v.dtype), v.shape, memory[variable]};
  if (array.dtype == v.dtype)
    return array;
  size_t count = memory[variable].size() / bytesOf(v.dtype);
  array.data.resize(count * 4);
  toFloat(v.dtype, memory[variable].data(), reinterpret_cast<float *>(array.data.data()), count);
  return array;
}

std::vector<uint32_t> Tensors::outputs() const {
  std::vector<uint32_t> out;
  for (uint32_t i : model.outputs())
    if (model.program().variables[i].kind != VarKind::InOut)
      out.push_back(i);
  return out;
}

/// Names come from the model: nothing but plain characters gets into a path.
std::string Tensors::fileName(const Variable &variable, size_t outputNumber) {
  if (variable.kind != VarKind::InOut)
    return "output_" + std::to_string(outputNumber) + ".npy";
  std::string name = variable.name;
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-' && c != '.')
      c = '_';
  return "inout_" + name + ".npy";
}

Status Tensors::write(const std::string &folder) const {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return Status(ErrorClass::Io, 6001, "cannot create '" + folder + "': " + error.message());
  size_t number = 0;
  for (uint32_t i : model.outputs()) {
    const Variable &v = model.program().variables[i];
    NpyArray array = value(i);
    if (Status s = writeNpy(folder + "/" + fileName(v, number), array.dtype, array.shape, array.data); !s)
      return s;
    number += v.kind != VarKind::InOut;
  }
  return {};
}
