//===- InstructionTable.cpp - the rows of instructions.def, parsed once ---===//

#include "neuron/program.h"

#include <unordered_map>

using namespace neuron;

/// Cuts `text` at `separator`; blank parts vanish.
static std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    size_t end = text.find(separator);
    if (end != 0)
      parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos)
      break;
    text.remove_prefix(end + 1);
  }
  return parts;
}

static OperandInfo parseOperand(std::string_view text) {
  std::vector<std::string_view> parts = split(text, ':');
  auto has = [&](char letter) { return parts[2].find(letter) != std::string_view::npos; };
  return {parts[0], parts[1][0], has('H'), has('S'), has('P')};
}

static InstructionInfo parseRow(Opcode opcode, std::string_view name, std::string_view engines,
                                std::string_view operands, std::string_view immediates) {
  InstructionInfo info{opcode, name, engines, {}, {}};
  for (std::string_view part : split(operands, ' '))
    info.operands.push_back(parseOperand(part));
  for (std::string_view part : split(immediates, ' ')) {
    std::vector<std::string_view> pair = split(part, ':');
    info.immediates.push_back({pair[0], pair[1]});
  }
  return info;
}

const std::vector<InstructionInfo> &neuron::allInstructions() {
  static const std::vector<InstructionInfo> rows = {
#define NEURON_INSTRUCTION(code, Name, text, engines, operands, imms)                              \
  parseRow(Opcode::Name, text, engines, operands, imms),
#include "neuron/instructions.def"
  };
  return rows;
}

const InstructionInfo *neuron::infoOf(Opcode opcode) {
  static const auto table = [] {
    std::vector<const InstructionInfo *> byCode;
    for (const InstructionInfo &row : allInstructions()) {
      if (byCode.size() <= size_t(row.opcode))
        byCode.resize(size_t(row.opcode) + 1);
      byCode[size_t(row.opcode)] = &row;
    }
    return byCode;
  }();
  return size_t(opcode) < table.size() ? table[size_t(opcode)] : nullptr;
}

const InstructionInfo *neuron::infoOf(std::string_view name) {
  static const auto table = [] {
    std::unordered_map<std::string_view, const InstructionInfo *> byName;
    for (const InstructionInfo &row : allInstructions())
      byName[row.name] = &row;
    return byName;
  }();
  auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

bool InstructionInfo::runsOn(Engine engine) const {
  static constexpr char letters[] = {'T', 'V', 'S', 'G', 'Y'};
  return isDma() || engines.find(letters[unsigned(engine)]) != std::string_view::npos;
}

int InstructionInfo::operandSlot(std::string_view wanted) const {
  for (size_t i = 0; i < operands.size(); ++i)
    if (operands[i].name == wanted)
      return int(i);
  return -1;
}

int InstructionInfo::immediateSlot(std::string_view wanted) const {
  for (size_t i = 0; i < immediates.size(); ++i)
    if (immediates[i].name == wanted)
      return int(i);
  return -1;
}
