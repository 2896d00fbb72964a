//===- PrintReport.cpp - a report as a table ------------------------------===//

#include "Print.h"

#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cstdio>

namespace json = llvm::json;

std::string duration(double us) {
  char text[32];
  bool isShort = us < 1000, isMedium = us < 1e6;
  std::snprintf(text, sizeof text, "%.*f %s", isShort ? 1 : 2, isShort ? us : isMedium ? us / 1e3 : us / 1e6,
                isShort ? "us" : isMedium ? "ms" : "s");
  return text;
}

std::string byteCount(uint64_t bytes) {
  static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
  double value = double(bytes);
  unsigned unit = 0;
  for (; value >= 1000 && unit < 4; ++unit)
    value /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%.*f %s", unit == 0 ? 0 : unit == 1 ? 1 : 2, value, units[unit]);
  return text;
}

namespace {
/// A row of the report, or the report itself; what is missing is 0 or empty.
class Row {
public:
  explicit Row(const json::Object &object) : object(object) {}
  double number(llvm::StringRef key) const { return object.getNumber(key).value_or(0); }
  uint64_t count(llvm::StringRef key) const { return uint64_t(number(key)); }
  std::string text(llvm::StringRef key) const { return object.getString(key).value_or("").str(); }
  std::string time(llvm::StringRef key) const { return duration(number(key)); }
  std::string bytes(llvm::StringRef key) const { return byteCount(count(key)); }

private:
  const json::Object &object;
};
} // namespace

/// The end of a long text says more than its beginning: paths get longer on the left.
static std::string shortened(const std::string &text, size_t width) {
  return text.size() <= width ? text : "..." + text.substr(text.size() - width + 3);
}

static std::string ratio(double a, double b) {
  char text[32];
  std::snprintf(text, sizeof text, b > 0 ? "%.1f x" : "-", b > 0 ? a / b : 0);
  return text;
}

static void printTotals(const std::string &file, const Row &report) {
  std::printf("%s: predicted %s on %s, bound %s (compute %s, memory %s)\n", file.c_str(), report.time("predicted_us").c_str(),
              report.text("target").c_str(), report.time("bound_us").c_str(), report.time("compute_bound_us").c_str(),
              report.time("memory_bound_us").c_str());
  if (report.number("didt_limited_us") > report.number("predicted_us"))
    std::printf("  dI/dt limit  %s\n", report.time("didt_limited_us").c_str());
  std::printf("  compiled by  neuronc %s %s\n", report.text("tool_version").c_str(), report.text("flags").c_str());
  std::printf("  work         %.3g FLOPs, %llu instructions (%llu executed), %llu copies\n", report.number("model_flops"),
              static_cast<unsigned long long>(report.count("instruction_count")),
              static_cast<unsigned long long>(report.count("executed_instruction_count")),
              static_cast<unsigned long long>(report.count("dma_transfer_count")));
  uint64_t moved = report.count("hbm_read_bytes") + report.count("hbm_write_bytes");
  std::printf("  HBM traffic  %s; compulsory %s (%s)\n", byteCount(moved).c_str(), report.bytes("compulsory_bytes").c_str(),
              ratio(double(moved), report.number("compulsory_bytes")).c_str());
  std::printf("  peak memory  SBUF %s of each partition, PSUM %llu banks, HBM %s\n",
              report.bytes("peak_sbuf_bytes_per_partition").c_str(),
              static_cast<unsigned long long>(report.count("peak_psum_banks")), report.bytes("peak_hbm_bytes").c_str());
  std::printf("  between kernels  %llu buffers in SBUF (%s), %llu in HBM for want of room (%s)\n",
              static_cast<unsigned long long>(report.count("sbuf_resident_count")), report.bytes("sbuf_resident_bytes").c_str(),
              static_cast<unsigned long long>(report.count("spill_count")), report.bytes("spill_bytes").c_str());
}

static void printEngines(const json::Object &report) {
  const json::Object *engines = report.getObject("engines");
  if (!engines)
    return;
  double total = report.getNumber("predicted_us").value_or(0);
  std::printf("  busy        ");
  for (const char *name : {"tensor_engine", "vector_engine", "scalar_engine", "gpsimd_engine", "sync_engine", "dma"}) {
    double us = engines->getNumber(std::string(name) + "_active_time_us").value_or(0);
    std::string shortName = std::string(name).substr(0, std::string(name).find('_'));
    std::printf(" %s %.1f %%", shortName.c_str(), total > 0 ? 100 * us / total : 0.0);
  }
  std::printf("\n");
}

static void printBranches(const json::Object &report) {
  const json::Array *branches = report.getArray("branches");
  if (!branches || branches->empty())
    return;
  std::printf("branches that depend on data (both sides are computed):\n");
  for (const json::Value &value : *branches)
    if (const json::Object *object = value.getAsObject()) {
      Row row(*object);
      std::printf("  %s '%s': %llu operations on %llu elements if true, %llu on %llu if not\n", row.text("location").c_str(),
                  row.text("source").c_str(), static_cast<unsigned long long>(row.count("then_op_count")),
                  static_cast<unsigned long long>(row.count("then_element_count")),
                  static_cast<unsigned long long>(row.count("else_op_count")),
                  static_cast<unsigned long long>(row.count("else_element_count")));
    }
}

static void printWarnings(const json::Object &report) {
  if (const json::Array *warnings = report.getArray("warnings"))
    for (const json::Value &value : *warnings)
      if (std::optional<llvm::StringRef> text = value.getAsString())
        std::printf("%s\n", text->str().c_str());
}

static void printKernel(const Row &row) {
  uint64_t moved = row.count("hbm_read_bytes") + row.count("hbm_write_bytes");
  std::string place = row.text("location");
  std::printf("%10s %10s  %-7s %10s %10s  %-24s %s%s\n", row.time("active_time_us").c_str(), row.time("bound_us").c_str(),
              row.text("limiting_engine").c_str(), byteCount(moved).c_str(), row.bytes("compulsory_bytes").c_str(),
              shortened(row.text("name"), 24).c_str(), shortened(row.text("source"), 60).c_str(),
              place.empty() ? "" : ("  (" + place + ")").c_str());
}

bool printReport(const std::string &file, const std::string &text, unsigned rows) {
  llvm::Expected<json::Value> parsed = json::parse(text);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return false;
  }
  const json::Object *report = parsed->getAsObject();
  const json::Array *kernels = report ? report->getArray("kernels") : nullptr;
  if (!kernels)
    return false;
  printTotals(file, Row(*report));
  printEngines(*report);
  printBranches(*report);
  printWarnings(*report);
  std::vector<std::pair<double, const json::Object *>> order;
  for (const json::Value &value : *kernels)
    if (const json::Object *object = value.getAsObject(); object && !Row(*object).text("name").empty())
      order.push_back({-Row(*object).number("active_time_us"), object});
  std::sort(order.begin(), order.end()); // equal ones in the order of the program: they lie in one array
  size_t shown = rows == 0 ? order.size() : std::min<size_t>(rows, order.size());
  std::printf("\n%10s %10s  %-7s %10s %10s  %-24s %s\n", "time", "bound", "limit", "moved", "compulsory", "kernel", "source");
  for (size_t i = 0; i < shown; ++i)
    printKernel(Row(*order[i].second));
  if (shown < order.size())
    std::printf("... and %zu kernels more: --rows 0 shows all\n", order.size() - shown);
  return true;
}
