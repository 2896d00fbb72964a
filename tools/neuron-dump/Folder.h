//===- Folder.h - an artifact as a folder of texts --------------*- C++ -*-===//
#ifndef NEURON_TOOLS_DUMP_FOLDER_H
#define NEURON_TOOLS_DUMP_FOLDER_H

#include "neuron/neff.h"

#include <string>

/// Writes program_<i>.txt, manifest.json, info.json, report.json, recipes.json
/// and weights/<name>.npy (unchanged) to `folder`.
neuron::Status writeFolder(const std::string &folder, const neuron::Artifact &artifact);
/// Reads such a folder and writes the artifact it describes.
neuron::Status assemble(const std::string &folder, const std::string &path);

#endif // NEURON_TOOLS_DUMP_FOLDER_H
