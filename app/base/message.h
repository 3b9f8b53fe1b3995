// A message is what people read and what programs tell apart: an id with arguments, and the English text of both.
//
// The English pattern of each id stands in the table of its room (ROOM/messages.h), which the compiler reads: a message
// with an unknown id, or with other arguments than its pattern has places, does not compile.
//   in the table:   MESSAGE("range.too_large", "{} is {}, and at most {} is possible")
//   where it is:    message<"range.too_large">(name, value, limit)
// Other languages have a pattern for the same id (assets/lang/messages). Nothing compares the texts.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace lanescope {

class MessageArgument;

/// A value; copies share what it holds, so that it is as cheap as a pointer.
class Message {
 public:
  Message() = default;
  /// A text that is in no table: what a compiler, a driver or the operating system says, or a kernel file.
  Message(std::string text);       // NOLINT(google-explicit-constructor): a text is a message without an id
  Message(std::string_view text);  // NOLINT(google-explicit-constructor)
  Message(const char* text);       // NOLINT(google-explicit-constructor)
  Message(std::string id, std::string text, std::vector<MessageArgument> arguments);

  /// Returns "subject.detail", or nothing for a text that is in no table.
  [[nodiscard]] const std::string& id() const;
  /// Returns the English text with the arguments in it.
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const std::vector<MessageArgument>& arguments() const;
  [[nodiscard]] bool empty() const { return content_ == nullptr; }
  operator const std::string&() const { return text(); }  // NOLINT(google-explicit-constructor): it is read as its text

  friend bool operator==(const Message& left, const Message& right);
  /// A comparison with a text is one with the English text; it is for tests.
  template <class Text>
  requires(std::convertible_to<const Text&, std::string_view> && !std::same_as<Text, Message>) friend bool operator==(
      const Message& message, const Text& text) {
    return message.text() == std::string_view(text);
  }

 private:
  struct Content;
  std::shared_ptr<const Content> content_;  ///< null when it is empty
};
std::ostream& operator<<(std::ostream& stream, const Message& message);

/// What stands for one {} of a pattern. A whole number is an int64_t wherever it fits into one.
class MessageArgument {
 public:
  using Value = std::variant<std::string, std::int64_t, std::uint64_t, double, Message>;

  MessageArgument(Value value);  // NOLINT(google-explicit-constructor): each of these values is an argument
  [[nodiscard]] const Value& value() const { return value_; }
  friend bool operator==(const MessageArgument&, const MessageArgument&) = default;

 private:
  Value value_;
};

/// A text that can be the argument of a template.
template <std::size_t size>
struct FixedText {
  char text[size] = {};
  consteval FixedText(const char (&from)[size]) { std::copy_n(from, size, text); }  // NOLINT: as implicit as a literal
  [[nodiscard]] constexpr std::string_view view() const { return {text, size - 1}; }
};

/// The English pattern of an id: {} stands for an argument, with a format as fmt has it ("{:.3g}").
struct English {
  std::string_view pattern;
  std::size_t places = 0;

  consteval English() = default;
  consteval explicit English(const char* text) : pattern(text) {
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const bool twice = i + 1 < pattern.size() && pattern[i] == pattern[i + 1];
      if (pattern[i] == '{' && !twice) ++places;
      if ((pattern[i] == '{' || pattern[i] == '}') && twice) ++i;  // a brace that is shown
    }
  }
};
template <FixedText id>
inline constexpr English english;
/// One entry of a table.
#define MESSAGE(id, pattern)             \
  template <>                            \
  inline constexpr English english<id> { \
    pattern                              \
  }

namespace messages {

template <class T>
concept Text = std::convertible_to<const T&, std::string_view>;

/// Returns the value as it is formatted and kept: a number, a text, or what fmt makes of anything else.
template <class T>
[[nodiscard]] auto shown(const T& value) {
  if constexpr (std::same_as<T, Message>) {
    return std::string_view(value.text());
  } else if constexpr (std::same_as<T, MessageArgument>) {
    return std::string_view();  // it is kept as it is, and only its type is used
  } else if constexpr (Text<T>) {
    return std::string_view(value);
  } else if constexpr (std::floating_point<T>) {
    return static_cast<double>(value);
  } else if constexpr (std::signed_integral<T> && !std::same_as<T, char>) {
    return static_cast<std::int64_t>(value);
  } else if constexpr (std::unsigned_integral<T> && !std::same_as<T, bool>) {
    return static_cast<std::uint64_t>(value);
  } else {
    return fmt::format("{}", value);
  }
}
template <class T>
using Shown = decltype(shown(std::declval<const T&>()));

template <class T>
[[nodiscard]] MessageArgument::Value argument(const T& value) {
  if constexpr (std::same_as<T, Message>) {
    return value;
  } else if constexpr (std::same_as<T, MessageArgument>) {
    return value.value();
  } else if constexpr (std::integral<T> && !std::same_as<T, char> && !std::same_as<T, bool>) {
    return shown(value);
  } else if constexpr (std::floating_point<T>) {
    return static_cast<double>(value);
  } else {
    return std::string(shown(value));
  }
}

/// Returns the message with its English text. The arguments are moved from.
[[nodiscard]] Message made(std::string_view id, std::string_view pattern, std::span<MessageArgument> arguments);

}  // namespace messages

/// Returns the message of that id with these arguments: texts, numbers, messages, or what fmt can format.
template <FixedText id, class... Values>
[[nodiscard]] Message message(const Values&... values) {
  constexpr English entry = english<id>;
  static_assert(!entry.pattern.empty(), "no table that is included here has this id");
  static_assert(entry.places == sizeof...(Values), "the pattern has another number of places");
  // The compiler checks the formats of the pattern; the text is made in one place for all ids.
  [[maybe_unused]] constexpr fmt::format_string<messages::Shown<Values>...> checked(entry.pattern);
  std::array<MessageArgument, sizeof...(Values)> arguments{messages::argument(values)...};
  return messages::made(id.view(), entry.pattern, arguments);
}

}  // namespace lanescope

template <>
struct fmt::formatter<lanescope::Message> : fmt::formatter<fmt::string_view> {
  template <class Context>
  auto format(const lanescope::Message& message, Context& context) const {
    return fmt::formatter<fmt::string_view>::format(message.text(), context);
  }
};
