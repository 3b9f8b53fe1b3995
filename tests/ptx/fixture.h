// What the tests of the ptx room share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "ptx/module.h"
#include "ptx/module_text.h"
#include "ptx/parse/scanner.h"

namespace lanescope::ptx {

inline std::string with_header(std::string_view text) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n" + std::string(text);
}

/// A kernel k(.param .u64 k_param_0) with registers of every kind; the body begins in PTX line 6.
inline std::string kernel(std::string_view body) {
  return with_header(
             ".visible .entry k(.param .u64 k_param_0)\n"
             "{ .reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<99>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 "
             "%fd<9>;\n") +
         std::string(body) + "\n}\n";
}

inline Module parsed(std::string_view text) {
  Expected<Module> module = parse(text);
  if (!module) ADD_FAILURE() << module.error().text() << "\n" << text;
  return module ? *std::move(module) : Module{};
}

/// The only function of a module made with kernel().
inline Function parsed_body(std::string_view body) {
  Module module = parsed(kernel(body));
  if (module.functions.size() != 1) {
    ADD_FAILURE() << module.functions.size() << " functions";
    return {};
  }
  return std::move(module.functions.front());
}

/// Where two texts differ in more than blanks and comments; empty: nowhere.
inline std::string difference(std::string_view expected, std::string_view actual) {
  Scanner left(expected), right(actual);
  for (;;) {
    const Token a = left.next(), b = right.next();
    if (a.kind != b.kind || a.text != b.text) {
      return "line " + std::to_string(a.line) + " '" + std::string(a.text) + "', printed as '" + std::string(b.text) +
             "'";
    }
    if (a.kind == Token::Kind::end) return {};
  }
}

/// Prints as it is written, and reads back as the same module.
inline void expect_round_trip(std::string_view text) {
  const Expected<Module> module = parse(text);
  ASSERT_TRUE(module) << module.error().text();
  const std::string printed = print(*module);
  EXPECT_EQ(difference(text, printed), "");
  const Expected<Module> again = parse(printed);
  ASSERT_TRUE(again) << again.error().text() << "\n" << printed;
  EXPECT_TRUE(same_text(*module, *again));
}

}  // namespace lanescope::ptx
