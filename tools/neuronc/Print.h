//===- Print.h - what neuronc prints for people -----------------*- C++ -*-===//
#ifndef NEURONC_TOOLS_NEURONC_PRINT_H
#define NEURONC_TOOLS_NEURONC_PRINT_H

#include "neuronc/Driver/Driver.h"

#include <string>

/// 12.3 us, 4.56 ms, 7.89 s
std::string duration(double us);
/// 12 B, 3.4 KB, 5.67 MB
std::string byteCount(uint64_t bytes);

/// What `neuronc check` found.
void printCheck(const std::string &file, const neuron::CheckResult &result);

/// The report of an artifact as a table, the slowest kernels first; at most
/// `rows` of them unless that is 0. False if `json` is no report.
bool printReport(const std::string &file, const std::string &json, unsigned rows);

#endif // NEURONC_TOOLS_NEURONC_PRINT_H
