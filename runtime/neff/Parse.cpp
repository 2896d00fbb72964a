//===- Parse.cpp - read the text form of a program ------------------------===//

#include "neuron/neff.h"

#include <charconv>

using namespace neuron;

namespace {
/// Walks one line; a fault sticks.
class Line {
public:
  explicit Line(std::string_view text) : text(text) {}
  bool ok() const { return isGood; }
  bool atEnd() {
    skipBlanks();
    return position == text.size();
  }
  void skipBlanks() {
    while (position < text.size() && text[position] == ' ')
      ++position;
  }
  bool eat(std::string_view token) {
    if (text.substr(position, token.size()) != token)
      return false;
    position += token.size();
    return true;
  }
  void expect(std::string_view token) { isGood &= eat(token); }
  /// Letters, digits and underscores.
  std::string_view word() {
    size_t start = position;
    while (position < text.size() && (isalnum(static_cast<unsigned char>(text[position])) || text[position] == '_'))
      ++position;
    isGood &= position > start;
    return text.substr(start, position - start);
  }
  /// A number that the type has room for.
  template <typename T = int64_t> T integer() {
    T value = 0;
    auto [end, error] = std::from_chars(text.data() + position, text.data() + text.size(), value);
    isGood &= error == std::errc();
    position = isGood ? size_t(end - text.data()) : text.size();
    return value;
  }
  std::string string() {
    std::string result;
    expect("\"");
    while (isGood && position < text.size() && text[position] != '"') {
      if (text[position] != '\\') {
        result += text[position++];
        continue;
      }
      unsigned code = 0;
      const char *begin = text.data() + position + 1;
      if (text.size() - position < 3 || std::from_chars(begin, begin + 2, code, 16).ptr != begin + 2) {
        isGood = false;
        break;
      }
      result += char(code);
      position += 3;
    }
    expect("\"");
    return result;
  }
  void fail() { isGood = false; }

private:
  std::string_view text;
  size_t position = 0;
  bool isGood = true;
};

class Parser {
public:
  Result<Program> run(std::string_view text);

private:
  Program p;
  int engine = -1;

  Affine affine(Line &line);
  Operand operand(Line &line);
  void wait(Line &line);
  void instruction(Line &line, std::string_view name);
  void variable(Line &line);
  void kernel(Line &line);
  void queue(Line &line);
  void statement(Line &line);
};
} // namespace

template <typename Enum> static bool fromName(std::string_view name, unsigned count, Enum &value) {
  for (unsigned i = 0; i < count; ++i)
    if (nameOf(Enum(i)) == name) {
      value = Enum(i);
      return true;
    }
  return false;
}

Affine Parser::affine(Line &line) {
  Affine result;
  result.base = line.integer();
  result.terms.first = uint32_t(p.terms.size());
  for (;;) {
    bool isNegative = line.eat("-");
    if (!isNegative && !line.eat("+"))
      return result;
    Term term;
    uint64_t size = line.integer<uint64_t>();
    if (size > uint64_t(INT64_MAX))
      line.fail();
    term.coefficient = isNegative ? int64_t(0 - size) : int64_t(size);
    line.expect("*i");
    term.level = line.integer<uint32_t>();
    p.terms.push_back(term);
    ++result.terms.count;
    if (!line.ok())
      return result;
  }
}

Operand Parser::operand(Line &line) {
  Operand o;
  if (!fromName(line.word(), 4, o.space))
    line.fail();
  line.expect("/");
  if (!fromName(line.word(), 64, o.dtype))
    line.fail();
  line.expect("/");
  if (o.space == Space::Hbm) {
    line.expect("v");
    o.variable = line.integer<uint32_t>();
    line.expect(":");
    o.numPartitions = line.integer<uint16_t>();
    line.expect(":");
    o.partitionStep = line.integer();
  } else {
    o.startPartition = line.integer<uint16_t>();
    line.expect(":");
    o.numPartitions = line.integer<uint16_t>();
  }
  line.expect("/@");
  o.address = affine(line);
  line.expect("/[");
  while (line.ok() && !line.eat("]") && o.rank < kMaxFreeDims) {
    line.eat(",");
    Dim &dim = o.dims[o.rank++];
    dim.num = line.integer<uint32_t>();
    line.expect("*");
    dim.step = line.integer<int32_t>();
    if (o.rank == kMaxFreeDims) {
      line.expect("]");
      break;
    }
  }
  if (line.eat("/r(")) {
    Rotation rotation;
    rotation.position = affine(line);
    line.expect(",");
    rotation.slots = line.integer<uint32_t>();
    line.expect(",");
    rotation.slotBytes = line.integer<uint32_t>();
    line.expect(")");
    o.rotation = int32_t(p.rotations.size());
    p.rotations.push_back(rotation);
  }
  return o;
}

void Parser::wait(Line &line) {
  Wait wait;
  Engine source;
  std::string_view name = line.word();
  if (fromName(name, kNumEngines, source))
    wait.source = uint8_t(source);
  else if (unsigned number; name.size() > 1 && name[0] == 'q' &&
                            std::from_chars(name.data() + 1, name.data() + name.size(), number).ec == std::errc() &&
                            number <= UINT8_MAX - kFirstQueueSource)
    wait.source = uint8_t(kFirstQueueSource + number);
  else
    line.fail();
  line.expect(":");
  wait.index = affine(line);
  line.expect(":");
  wait.guard = affine(line);
  p.waits.push_back(wait);
}

void Parser::instruction(Line &line, std::string_view name) {
  const InstructionInfo *info = infoOf(name);
  if (!info || engine < 0)
    return line.fail();
  Instruction inst;
  inst.opcode = info->opcode;
  inst.firstOperand = uint32_t(p.operands.size());
  inst.firstImmediate = uint32_t(p.immediates.size());
  inst.waits.first = uint32_t(p.waits.size());
  p.operands.resize(p.operands.size() + info->operands.size());
  p.immediates.resize(p.immediates.size() + info->immediates.size());
  while (line.ok() && !line.atEnd()) {
    if (line.eat("$")) {
      int slot = info->immediateSlot(line.word());
      line.expect("=");
      int64_t value = line.integer();
      if (slot < 0 || value < INT32_MIN || value > int64_t(UINT32_MAX))
        return line.fail();
      p.immediates[inst.firstImmediate + size_t(slot)] = uint32_t(value);
      continue;
    }
    std::string_view key = line.word();
    line.expect("=");
    int slot = info->operandSlot(key);
    if (key == "wait")
      wait(line);
    else if (key == "kernel")
      inst.kernel = line.integer<uint32_t>();
    else if (slot >= 0)
      p.operands[inst.firstOperand + size_t(slot)] = operand(line);
    else
      return line.fail();
  }
  inst.waits.count = uint32_t(p.waits.size()) - inst.waits.first;
  p.streams[size_t(engine)].nodes.push_back({Node::Instr, uint32_t(p.instructions.size())});
  p.instructions.push_back(inst);
}

void Parser::variable(Line &line) {
  static constexpr std::string_view kinds[] = {"input", "output", "inout", "state", "weight", "scratch", "seed"};
  Variable v;
  v.name = line.string();
  line.skipBlanks();
  std::string_view kind = line.word();
  bool isKnown = false;
  for (unsigned i = 0; i < 7; ++i)
    if (kinds[i] == kind) {
      v.kind = VarKind(i);
      isKnown = true;
    }
  line.skipBlanks();
  if (!fromName(line.word(), 64, v.dtype) || !isKnown)
    return line.fail();
  line.expect(" [");
  while (line.ok() && !line.eat("]")) {
    line.eat(",");
    v.shape.push_back(line.integer());
  }
  line.expect(" bytes=");
  v.bytes = line.integer<uint64_t>();
  line.expect(" file=");
  v.file = line.string();
  line.expect(" offset=");
  v.fileOffset = line.integer<uint64_t>();
  line.expect(" in=");
  v.inputIndex = line.integer<int32_t>();
  line.expect(" out=");
  v.outputIndex = line.integer<int32_t>();
  p.variables.push_back(std::move(v));
}

void Parser::kernel(Line &line) {
  Kernel k;
  k.name = line.string();
  line.expect(" source=");
  k.source = line.string();
  line.expect(" location=");
  k.location = line.string();
  line.expect(" flops=");
  k.flops = line.integer<uint64_t>();
  line.expect(" bytes=");
  k.hbmBytes = line.integer<uint64_t>();
  p.kernels.push_back(std::move(k));
}

void Parser::queue(Line &line) {
  Queue queue;
  line.expect("owner=");
  if (!fromName(line.word(), kNumEngines, queue.owner))
    line.fail();
  line.expect(" depth=");
  queue.depth = line.integer<uint32_t>();
  p.queues.push_back(queue);
}

void Parser::statement(Line &line) {
  std::string_view word = line.word();
  line.skipBlanks();
  if (word == "program") {
    p.name = line.string();
    line.expect(" target=");
    p.target = line.string();
    line.expect(" core=");
    p.core = line.integer<uint32_t>();
  } else if (word == "queue") {
    queue(line);
  } else if (word == "variable") {
    variable(line);
  } else if (word == "kernel") {
    kernel(line);
  } else if (word == "stream") {
    Engine which;
    if (!fromName(line.word(), kNumEngines, which))
      return line.fail();
    engine = int(which);
  } else if (word == "loop" && engine >= 0) {
    p.streams[size_t(engine)].nodes.push_back({Node::Loop, uint32_t(p.loops.size())});
    p.loops.push_back({affine(line)});
  } else if (word == "end" && engine >= 0) {
    p.streams[size_t(engine)].nodes.push_back({Node::End, 0});
  } else {
    instruction(line, word);
  }
}

Result<Program> Parser::run(std::string_view text) {
  for (size_t number = 1; !text.empty(); ++number) {
    size_t end = text.find('\n');
    Line line(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.atEnd() || line.eat("#"))
      continue;
    statement(line);
    if (!line.ok() || !line.atEnd())
      return Status(ErrorClass::BadInput, 2015, "program text, line " + std::to_string(number) + ": cannot be read");
  }
  return std::move(p);
}

Result<Program> neuron::parseProgram(std::string_view text) { return Parser().run(text); }
