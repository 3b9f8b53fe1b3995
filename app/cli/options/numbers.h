// Options that are numbers. Each states its range, and refuses what is outside of it or is no number as a whole.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "base/text.h"
#include "cli/messages.h"

namespace lanescope::cli {

/// Reads a whole text as a number from `low` to `high`. The error says what it takes.
template <class Number>
[[nodiscard]] Expected<Number> number_of(std::string_view text, Number low, Number high) {
  const auto number = parse_number<Number>(text);
  bool fits = number && *number >= low && *number <= high;
  if constexpr (std::floating_point<Number>) fits = fits && std::isfinite(*number);
  if (fits) return *number;
  if constexpr (std::integral<Number>) return failure(message<"option.no_integer">(printable(text), low, high));
  return failure(message<"option.no_number">(printable(text), low, high));
}

/// Adds an option whose value is a number in a range. The help shows the default where `shown` says so.
template <class Number>
CLI::Option* add_number(CLI::App& command, const std::string& name, Number& value, std::type_identity_t<Number> low,
                        std::type_identity_t<Number> high, const std::string& help, bool shown = false) {
  CLI::Option* option = command.add_option_function<std::string>(
      name,
      [&value, low, high, name](const std::string& text) {
        const auto number = number_of<Number>(text, low, high);
        if (!number) throw CLI::ValidationError(name, number.error().what.text());
        value = *number;
      },
      help);
  option->type_name(std::integral<Number> ? "INTEGER" : "NUMBER");
  if (shown) option->default_str(fmt::format("{}", value));
  return option;
}

/// Refuses an empty value for every option and argument of the command and of its subcommands: an empty name of a host,
/// a file or a GPU would mean that none was given.
void refuse_empty_values(CLI::App& app);

}  // namespace lanescope::cli
