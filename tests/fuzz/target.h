// What the fuzzers feed: functions that take any bytes at all, and end with a value or an error.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::fuzz {

/// Ends the program when a promise is broken; whoever runs the fuzzer keeps the input.
inline void require(bool condition, const char* what, const std::string& more = {}) {
  if (condition) return;
  std::fprintf(stderr, "%s\n%s\n", what, more.c_str());
  std::abort();
}

struct Target {
  const char* name;
  void (*feed)(std::string_view input);
  std::vector<std::string> (*seeds)();  ///< good inputs, from which others are made
};

[[nodiscard]] std::vector<Target> targets();

void fuzz_ptx(std::string_view input);
void fuzz_front_matter(std::string_view input);
void fuzz_expression(std::string_view input);
void fuzz_formula(std::string_view input);
void fuzz_lesson(std::string_view input);
void fuzz_profile(std::string_view input);
void fuzz_cubin(std::string_view input);
void fuzz_recording(std::string_view input);
void fuzz_sweep(std::string_view input);
void fuzz_patterns(std::string_view input);
void fuzz_settings(std::string_view input);
void fuzz_layout(std::string_view input);
void fuzz_doctor(std::string_view input);
void fuzz_from_worker(std::string_view input);
void fuzz_from_client(std::string_view input);

}  // namespace lanescope::fuzz
