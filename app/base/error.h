// The project's one error value: what was wrong, where, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace warpscope {

/// Anything a user can cause is reported as this value, never as an exception.
struct Error {
  std::string what;    ///< What was wrong, one sentence without a final full stop.
  std::string where;   ///< "file:line", a buffer, a frame, ...; empty when there is no place.
  std::string remedy;  ///< What to do about it; empty only when nothing can be done.

  /// "where: what (remedy)" on one line, leaving out what is empty.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Expected = tl::expected<T, Error>;
using Status = Expected<void>;

/// Shorthand for `return failure("...", "file:3", "do this");` in a function that returns Expected<T>.
[[nodiscard]] inline tl::unexpected<Error> failure(std::string what, std::string where = {}, std::string remedy = {}) {
  return tl::unexpected<Error>{Error{std::move(what), std::move(where), std::move(remedy)}};
}
[[nodiscard]] inline tl::unexpected<Error> failure(Error error) {
  return tl::unexpected<Error>{std::move(error)};
}

/// What only a bug or the machine can cause.
class MachineError : public std::runtime_error {
 public:
  explicit MachineError(Error error);
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  Error error_;
};

}  // namespace warpscope
