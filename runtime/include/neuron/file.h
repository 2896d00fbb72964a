//===- file.h - files that appear whole, or not at all ----------*- C++ -*-===//
//
// Everything that the tools write goes through here. A file that exists is
// replaced as a whole: its new content is written beside it, without a name
// where the file system can do that, and renamed when it is complete. So a
// reader never sees a part, and a process that ends early leaves nothing.
//   - A link is followed; the file it points to is replaced, with its mode.
//   - Devices, pipes and descriptors (/dev/stdout, /dev/fd/N, "-" for standard
//     output) are written to, never replaced.
//   - Folders are refused, and files that the user may not write.
// All errors are 6001 and say why.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_FILE_H
#define NEURON_FILE_H

#include "neuron/status.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace neuron {

/// One file on its way. Only writeAt() may be called by several threads at a time.
class OutputFile {
public:
  enum class Kind {
    Any,     ///< written from its beginning to its end
    Regular, ///< written with writeAt(): refuses what has no positions
  };
  explicit OutputFile(std::string path) : path(std::move(path)) {}
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;
  /// Without commit() nothing has happened to the file.
  ~OutputFile();

  Status open(Kind kind = Kind::Any);
  /// Adds to the end. The first error is kept: commit() returns it.
  void append(std::string_view text);
  Status writeAt(uint64_t position, const void *data, uint64_t size);
  /// Takes the room for `size` bytes at once, where the file system can: cheaper
  /// than with each write, and a full disk shows before the work.
  Status reserve(uint64_t size);
  Status resize(uint64_t size);
  Status commit();

private:
  std::string path;
  std::string target;    ///< `path` without links; empty if it is written in place
  std::string temporary; ///< empty while the content has no name
  int descriptor = -1;
  unsigned mode = 0;     ///< of the file that is replaced, or 0
  std::string buffer;
  uint64_t appended = 0; ///< bytes of append() that have left the buffer
  Status failure;

  Status error(int number) const;
  Status openInPlace(int opened);
  Status openTemporary();
  Status nameTemporary();
  void flush();
};

/// Writes a whole text.
Status writeFile(const std::string &path, std::string_view text);

/// Whether everything printed so far has arrived. The last thing a tool does.
Status flushStandardOutput();

/// Lets a write beyond the limit of file sizes fail instead of ending the
/// process. For the main function of a tool.
void reportLongFiles();

} // namespace neuron

#endif // NEURON_FILE_H
