// HTML, XML and SVG. What was read from a file cannot become part of a tag, because Markup
// is made only from constants of the source code and from texts that are escaped on their way in.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace lanescope {

class Markup;

/// Markup as the source code has it: only a constant becomes one.
class MarkupLiteral {
 public:
  consteval MarkupLiteral(const char* text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  [[nodiscard]] constexpr const char* text() const noexcept { return text_; }

 private:
  const char* text_;
};

namespace markup_parts {

template <class Value>
auto safe(const Value& value) {
  if constexpr (std::same_as<Value, Markup>) {
    return std::string_view(value.text());
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return value;
  } else {
    return escaped_for_markup(value);
  }
}
template <class Value>
using Safe = decltype(safe(std::declval<const Value&>()));

}  // namespace markup_parts

class Markup {
 public:
  Markup() = default;
  explicit Markup(MarkupLiteral written) : text_(written.text()) {}
  /// Fills in the form: Markup and numbers as they are, texts escaped.
  template <class... Values>
  [[nodiscard]] static Markup of(fmt::format_string<markup_parts::Safe<Values>...> form, const Values&... values) {
    Markup made;
    made.text_ = fmt::format(form, markup_parts::safe(values)...);
    return made;
  }

  Markup& operator+=(const Markup& more) {
    text_ += more.text_;
    return *this;
  }
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  /// Makes an element of what lies between two marks, such as ** and **; a mark without its partner stays.
  [[nodiscard]] Markup with_elements(std::string_view mark, MarkupLiteral name) const;

 private:
  std::string text_;
};

inline Markup Markup::with_elements(std::string_view mark, MarkupLiteral name) const {
  Markup result;
  const std::string_view text = text_;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find(mark, at);
    const std::size_t close = open == std::string_view::npos ? open : text.find(mark, open + mark.size());
    if (close == std::string_view::npos) {
      result.text_ += text.substr(at);
      break;
    }
    result.text_ += text.substr(at, open - at);
    result.text_ +=
        fmt::format("<{0}>{1}</{0}>", name.text(), text.substr(open + mark.size(), close - open - mark.size()));
    at = close + mark.size();
  }
  return result;
}

}  // namespace lanescope
