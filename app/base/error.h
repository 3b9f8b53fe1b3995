// This header holds the project's one error value: it says what was wrong, where, and what to do about it.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "base/fault_kind.h"
#include "base/message.h"
#include "base/place.h"

namespace lanescope {

/// One message of a compiler about one line of the source.
struct Diagnostic {
  enum class Severity { error, warning, remark };
  Severity severity = Severity::error;
  std::string file;          ///< The name that was given to the compiler; empty when there is none.
  int line = 0, column = 0;  ///< They count from 1; 0 means not known.
  std::string message;       ///< Details, such as where a template was instantiated, follow on further lines.
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

inline bool is_error(const Diagnostic& diagnostic) {
  return diagnostic.severity == Diagnostic::Severity::error;
}

/// Anything a user can cause is reported as this value, never as an exception.
struct Error {
  Message what;    ///< What was wrong, as one sentence without a final full stop.
  Place where;     ///< Empty when there is no place.
  Message remedy;  ///< What to do about it; empty only when nothing can be done.
  FaultKind kind = FaultKind::resolve;
  bool context_lost = false;  ///< The CUDA context is lost; no further call of the driver works in this process.
  std::string buffer = {};    ///< The kernel's buffer that the error is about; empty means none.
  std::optional<std::int64_t> offset = {};   ///< Bytes from the start of that buffer; negative means before it.
  std::vector<Diagnostic> diagnostics = {};  ///< All that the compiler said when a compilation failed.

  /// Returns "where: what (remedy)" on one line, without what is empty.
  [[nodiscard]] std::string text() const;
  /// Returns the same as a message, whose arguments are these parts.
  [[nodiscard]] Message message() const;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Expected = tl::expected<T, Error>;
using Status = Expected<void>;

/// Shorthand for `return failure(what, {file, 3}, remedy);` in a function that returns Expected<T>.
[[nodiscard]] inline tl::unexpected<Error> failure(Message what, Place where = {}, Message remedy = {}) {
  return tl::unexpected<Error>{Error{std::move(what), std::move(where), std::move(remedy)}};
}
[[nodiscard]] inline tl::unexpected<Error> failure(FaultKind kind, Message what, Place where = {},
                                                   Message remedy = {}) {
  return tl::unexpected<Error>{Error{std::move(what), std::move(where), std::move(remedy), kind}};
}
[[nodiscard]] inline tl::unexpected<Error> failure(Error error) {
  return tl::unexpected<Error>{std::move(error)};
}

/// Returns the value, or its error with `kind` as its kind.
template <class T>
[[nodiscard]] Expected<T> with_kind(FaultKind kind, Expected<T> value) {
  if (!value) value.error().kind = kind;
  return value;
}

// In a function that returns an Expected, TRY(auto text, read_file(path)); gives `text` the value or returns the error
// to the caller. The first argument is whatever may stand left of an initialisation or an assignment.
// TRY_STATUS(write_file(path, text)); does so for an expression that has no value or whose value is not needed.
// TRY expands to several statements, so it stands in a block, never as an `if`'s only statement.
#define LANESCOPE_JOINED_(left, right) left##right
#define LANESCOPE_JOINED(left, right) LANESCOPE_JOINED_(left, right)
#define LANESCOPE_TRY(tried, declaration, ...)                     \
  auto tried = (__VA_ARGS__);                                      \
  if (!(tried)) return ::tl::unexpected(std::move(tried).error()); \
  declaration = *std::move(tried)
#define LANESCOPE_TRY_STATUS(tried, ...)                 \
  do {                                                   \
    if (auto tried = (__VA_ARGS__); !(tried)) {          \
      return ::tl::unexpected(std::move(tried).error()); \
    }                                                    \
  } while (false)
#define TRY(declaration, ...) LANESCOPE_TRY(LANESCOPE_JOINED(tried_, __COUNTER__), declaration, __VA_ARGS__)
#define TRY_STATUS(...) LANESCOPE_TRY_STATUS(LANESCOPE_JOINED(tried_, __COUNTER__), __VA_ARGS__)

/// The exception for errors that only a bug or the machine can cause.
class MachineError : public std::runtime_error {
 public:
  explicit MachineError(Error error);
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  Error error_;
};

}  // namespace lanescope
