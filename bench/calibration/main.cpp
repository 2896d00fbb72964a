//===- main.cpp - predicted against published times -----------------------===//
//
//   neuron-calibrate                  prints the table
//   neuron-calibrate --check PAGE     fails if the table in PAGE is another one
//   neuron-calibrate --update PAGE    writes it there
//   neuron-calibrate NAME=VALUE ...   prints it with other constants (Constants.h)
//
//===----------------------------------------------------------------------===//

#include "Constants.h"
#include "Table.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace neuron::calibration;

static constexpr std::string_view kBegin = "<!-- table: neuron-calibrate -->\n", kEnd = "<!-- end of table -->";

/// The page with `table` between its marks; empty if it has none.
static std::string withTable(const std::string &page, const std::string &table) {
  size_t begin = page.find(kBegin), end = page.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos)
    return {};
  return page.substr(0, begin + kBegin.size()) + table + page.substr(end);
}

static int onPage(const char *path, bool update) {
  std::ifstream in(path, std::ios::binary);
  std::string page = (std::stringstream() << in.rdbuf()).str();
  std::string wanted = withTable(page, table(measure({})));
  if (wanted.empty()) {
    std::cerr << path << ": no marks of a table\n";
    return 1;
  }
  if (update)
    return std::ofstream(path, std::ios::binary) << wanted ? 0 : 1;
  if (wanted == page)
    return 0;
  std::cerr << path << ": not up to date; run neuron-calibrate --update on it\n" << wanted;
  return 1;
}

int main(int count, char **arguments) {
  if (count == 3 && (!std::strcmp(arguments[1], "--check") || !std::strcmp(arguments[1], "--update")))
    return onPage(arguments[2], arguments[1][2] == 'u');
  std::vector<Setting> settings;
  for (int i = 1; i < count; ++i) {
    std::optional<Setting> setting = parseSetting(arguments[i]);
    if (!setting) {
      std::cerr << "unknown argument '" << arguments[i] << "'\n";
      return 2;
    }
    settings.push_back(*setting);
  }
  std::cout << table(measure(settings));
}
