//===- status.h - errors as values ------------------------------*- C++ -*-===//
//
// Inside the runtime an error is a value: a class that maps to an exit status
// and an NRT code, a stable code of docs/errors, and a text that names what was
// wrong and where. The compiler uses the same classes for its exit status.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_STATUS_H
#define NEURON_STATUS_H

#include <optional>
#include <string>
#include <utility>

namespace neuron {

/// Classes of outcome; the numbers are the exit status of the tools.
enum class ErrorClass : int {
  Ok = 0,
  Differs = 1,      ///< results differ from --expect
  Usage = 2,        ///< bad command line
  BadInput = 3,     ///< file is malformed or not what it claims to be
  Unsupported = 4,  ///< valid input that this version cannot handle
  DoesNotFit = 5,   ///< exceeds a memory of the target
  Io = 6,           ///< reading or writing failed
  Internal = 70,    ///< our fault
};

/// Success, or an error with its stable code (e.g. 2003 prints as NRN-E2003).
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(ErrorClass cls, unsigned code, std::string message)
      : cls(cls), errorCode(code), text(std::move(message)) {}
  bool ok() const { return cls == ErrorClass::Ok; }
  explicit operator bool() const { return ok(); }
  ErrorClass errorClass() const { return cls; }
  unsigned code() const { return errorCode; }
  const std::string &message() const { return text; }

private:
  ErrorClass cls = ErrorClass::Ok;
  unsigned errorCode = 0;
  std::string text;
};

/// A value or the Status that says why there is none.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : stored(std::move(value)) {}
  Result(Status status) : error(std::move(status)) {}
  bool ok() const { return stored.has_value(); }
  explicit operator bool() const { return ok(); }
  T &operator*() { return *stored; }
  const T &operator*() const { return *stored; }
  T *operator->() { return &*stored; }
  const T *operator->() const { return &*stored; }
  const Status &status() const { return error; }

private:
  std::optional<T> stored;
  Status error;
};

} // namespace neuron

#endif // NEURON_STATUS_H
