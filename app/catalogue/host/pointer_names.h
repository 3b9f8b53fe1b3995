// The names under which host code has a pointer, from where it is passed to where it was made.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "catalogue/host/host_code.h"
#include "catalogue/host/host_values.h"

namespace lanescope::catalogue {

/// Whether an expression is an element of an array of pointers: "rows[i]", but not "&row[i]".
[[nodiscard]] inline bool is_of_pointer_array(const HostCode& code, const HostValues& values, TokenRange argument) {
  const std::vector<Token>& tokens = code.tokens();
  const TokenRange bare = values.bare(argument);
  if (bare.end < bare.begin + 4 || !tokens[bare.begin + 1].is("[") || !tokens[bare.end - 1].is("]")) return false;
  for (std::size_t at = argument.begin; at < bare.begin; ++at) {
    if (tokens[at].is("&")) return false;
  }
  return true;
}

/// Returns what `find(name, at)` does for the first name for which it returns something. The names are that in
/// `argument` ("a" of &a[4], "options.x", "rows[]" of rows[i]), whose last token is at `at`, then those in what the
/// pointer was set to, or was passed as. An array of pointers is not followed.
template <class Find>
auto along_pointer(const HostCode& code, const HostValues& values, TokenRange argument, const Find& find, int depth = 0)
    -> decltype(find(std::string(), std::size_t{})) {
  constexpr int most_names = 8;
  if (argument.empty() || depth > most_names) return {};
  const auto token = [&](std::size_t at) -> const Token& { return code.tokens()[at]; };
  const TokenRange bare = values.bare(argument);
  // thrust::raw_pointer_cast(a.data()), a.data(), &a[0], a + offset: what counts is the first name.
  std::size_t at = bare.begin;
  while (at < bare.end &&
         (token(at).kind != Token::Kind::word || token(at).is_one_of({"thrust", "std", "raw_pointer_cast"}))) {
    ++at;
  }
  if (at >= bare.end) return {};
  std::string name = token(at).text;
  while (at + 2 < bare.end && token(at + 1).is_one_of({".", "->"}) &&
         !(at + 3 < code.tokens().size() && token(at + 3).is("("))) {
    name += "." + token(at + 2).text;
    at += 2;
  }
  if (is_of_pointer_array(code, values, argument)) return find(name + "[]", at);
  if (auto found = find(name, at)) return found;
  for (const Definition& definition : code.definitions(name, at)) {
    if (definition.kind == Definition::Kind::value) {
      if (auto found = along_pointer(code, values, definition.value, find, depth + 1)) return found;
    } else if (definition.kind == Definition::Kind::parameter) {
      for (const std::size_t call : code.calls_of(definition.function)) {
        const TokenRange passed = code.call_argument(call, definition.parameter);
        if (auto found = along_pointer(code, values, passed, find, depth + 1)) return found;
      }
    }
  }
  return {};
}

}  // namespace lanescope::catalogue
