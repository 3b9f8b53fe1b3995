// The place that an error names: a line of a file, or whatever else has a name.
#pragma once

#include <concepts>
#include <string>
#include <utility>

#include "base/message.h"

namespace lanescope {

struct Place {
  Message name;    ///< A file, a buffer, a frame, ...; without a name, `line` is one of the kernel file.
  int line = 0;    ///< It counts from 1; 0 means none.
  int column = 0;  ///< Likewise.

  Place() = default;
  /// A name alone. Nothing looks for a line in it.
  template <std::convertible_to<Message> Name>
  Place(Name&& from) : name(std::forward<Name>(from)) {}  // NOLINT: a text is a place without a line
  Place(Message file, int its_line, int its_column = 0) : name(std::move(file)), line(its_line), column(its_column) {}

  /// Whether text() is empty.
  [[nodiscard]] bool empty() const { return name.empty(); }
  /// Returns "file:line:column" without what is not known; nothing without a name.
  [[nodiscard]] std::string text() const;
  /// Returns the same as a message, which has the id of the name where there is no line.
  [[nodiscard]] Message message() const;

  friend bool operator==(const Place&, const Place&) = default;
};

}  // namespace lanescope
