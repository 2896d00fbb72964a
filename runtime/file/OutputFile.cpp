//===- OutputFile.cpp - files that appear whole, or not at all ------------===//

#include "neuron/file.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace neuron;
namespace fs = std::filesystem;

static constexpr size_t kBufferBytes = size_t(1) << 16;
static constexpr size_t kMaxStem = 200; ///< leaves room for a suffix in 255 bytes
static constexpr unsigned kMaxLinks = 40;

static bool isLink(const std::string &path) {
  struct stat info {};
  return lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

/// The folder of a path, with its slash; empty for the current one.
static std::string folderOf(const std::string &path) { return path.substr(0, path.rfind('/') + 1); }

/// What the link at the end of a path points to.
static std::string follow(const std::string &link) {
  std::error_code none;
  std::string to = fs::read_symlink(link, none).string();
  return to.starts_with('/') ? to : folderOf(link) + to;
}

/// The descriptor of this process that a link such as /proc/self/fd/3 is, or -1.
static int descriptorOf(const std::string &link) {
  std::error_code none;
  fs::path own = "/proc/" + std::to_string(getpid()) + "/fd";
  return fs::canonical(folderOf(link), none) == own ? std::atoi(link.c_str() + folderOf(link).size()) : -1;
}

static std::string inMemory(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

OutputFile::~OutputFile() {
  if (descriptor >= 0)
    close(descriptor);
  if (!temporary.empty())
    unlink(temporary.c_str());
}

Status OutputFile::error(int number) const {
  return Status(ErrorClass::Io, 6001, "cannot write '" + path + "': " + std::strerror(number));
}

Status OutputFile::openInPlace(int opened) {
  target.clear();
  descriptor = opened;
  return descriptor < 0 ? error(errno) : Status();
}

/// A name beside the target that nobody else has.
static std::string nameBeside(const std::string &target, unsigned attempt) {
  std::string folder = folderOf(target);
  return folder + target.substr(folder.size(), kMaxStem) + ".partial-" + std::to_string(getpid()) + "-" + std::to_string(attempt);
}

Status OutputFile::openTemporary() {
  std::string folder = folderOf(target);
  descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor >= 0 && access(inMemory(descriptor).c_str(), F_OK) == 0)
    return {};
  if (descriptor >= 0)
    close(descriptor);
  for (unsigned i = 0; i < 1000; ++i) {
    std::string name = nameBeside(target, i);
    descriptor = ::open(name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      temporary = name;
      return {};
    }
    if (errno != EEXIST)
      break;
  }
  return error(errno);
}

Status OutputFile::open(Kind kind) {
  bool isInPlace = path == "-" && kind == Kind::Any;
  int own = isInPlace ? STDOUT_FILENO : -1;
  target = path;
  for (unsigned i = 0; own < 0 && isLink(target); ++i) {
    if (i == kMaxLinks)
      return error(ELOOP);
    if (own = descriptorOf(target); own < 0)
      target = follow(target);
  }
  if (target.empty())
    return error(ENOENT);
  struct stat info {};
  bool exists = own < 0 && stat(target.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode))
    return error(EISDIR);
  if (bool isStream = own >= 0 || (exists && !S_ISREG(info.st_mode)); isStream && kind == Kind::Regular)
    return Status(ErrorClass::Io, 6001, "cannot write '" + path + "': it is no regular file");
  else if (isStream) {
    std::fflush(own == STDERR_FILENO ? stderr : stdout); // what was printed before stands before
    return openInPlace(own >= 0 ? fcntl(own, F_DUPFD_CLOEXEC, 3) : ::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  }
  if (exists && access(target.c_str(), W_OK) != 0)
    return error(errno);
  mode = exists ? info.st_mode & 07777u : 0;
  return openTemporary();
}

Status OutputFile::writeAt(uint64_t position, const void *data, uint64_t size) {
  const char *bytes = static_cast<const char *>(data);
  while (size > 0) {
    // What is written in place may have no positions.
    ssize_t done = target.empty() ? write(descriptor, bytes, size) : pwrite(descriptor, bytes, size, off_t(position));
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return error(done < 0 ? errno : EIO);
    bytes += done;
    position += uint64_t(done);
    size -= uint64_t(done);
  }
  return {};
}

void OutputFile::flush() {
  if (failure)
    failure = writeAt(appended, buffer.data(), buffer.size());
  appended += buffer.size();
  buffer.clear();
}

void OutputFile::append(std::string_view text) {
  buffer += text;
  if (buffer.size() >= kBufferBytes)
    flush();
}

Status OutputFile::reserve(uint64_t size) {
  while (size > 0 && fallocate(descriptor, 0, 0, off_t(size)) != 0)
    if (errno != EINTR)
      return errno == EOPNOTSUPP || errno == ENOSYS ? Status() : error(errno);
  return {};
}

Status OutputFile::resize(uint64_t size) { return ftruncate(descriptor, off_t(size)) == 0 ? Status() : error(errno); }

/// Gives the complete content a name beside the target: only a name can be renamed.
Status OutputFile::nameTemporary() {
  for (unsigned i = 0; temporary.empty() && i < 1000; ++i) {
    std::string name = nameBeside(target, i);
    if (linkat(AT_FDCWD, inMemory(descriptor).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0)
      temporary = name;
    else if (errno != EEXIST)
      break;
  }
  return temporary.empty() ? error(errno) : Status();
}

Status OutputFile::commit() {
  flush();
  if (!failure)
    return failure;
  if (mode != 0 && fchmod(descriptor, mode) != 0)
    return error(errno);
  if (Status named = target.empty() ? Status() : nameTemporary(); !named)
    return named;
  int closed = close(descriptor);
  descriptor = -1;
  if (closed != 0 || (!target.empty() && rename(temporary.c_str(), target.c_str()) != 0))
    return error(errno);
  temporary.clear();
  return {};
}

Status neuron::writeFile(const std::string &path, std::string_view text) {
  OutputFile file(path);
  if (Status status = file.open(); !status)
    return status;
  file.append(text);
  return file.commit();
}

Status neuron::flushStandardOutput() {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout))
    return {};
  return Status(ErrorClass::Io, 6001, std::string("cannot write to standard output: ") + std::strerror(errno));
}

void neuron::reportLongFiles() { std::signal(SIGXFSZ, SIG_IGN); }
