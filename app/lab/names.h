// The names of the enumerations that travel, once for both directions.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "lab/experiment.h"
#include "lab/result.h"
#include "lab/wire.h"

namespace warpscope::lab {

template <class Enumeration>
struct Names;

template <>
struct Names<Backend> {
  static constexpr std::array table{std::pair{Backend::gpu, std::string_view("gpu")}};
};

template <>
struct Names<Stage> {
  static constexpr std::array table{std::pair{Stage::resolved, std::string_view("resolved")},
                                    std::pair{Stage::compiled, std::string_view("compiled")},
                                    std::pair{Stage::sampled, std::string_view("sampled")},
                                    std::pair{Stage::verified, std::string_view("verified")},
                                    std::pair{Stage::refined, std::string_view("refined")},
                                    std::pair{Stage::failed, std::string_view("failed")}};
};

template <>
struct Names<Diagnostic::Severity> {
  static constexpr std::array table{std::pair{Diagnostic::Severity::error, std::string_view("error")},
                                    std::pair{Diagnostic::Severity::warning, std::string_view("warning")},
                                    std::pair{Diagnostic::Severity::remark, std::string_view("remark")}};
};

template <>
struct Names<Progress::Step> {
  static constexpr std::array table{std::pair{Progress::Step::started, std::string_view("started")},
                                    std::pair{Progress::Step::compiling, std::string_view("compiling")},
                                    std::pair{Progress::Step::opening, std::string_view("opening")},
                                    std::pair{Progress::Step::launching, std::string_view("launching")},
                                    std::pair{Progress::Step::verifying, std::string_view("verifying")},
                                    std::pair{Progress::Step::measuring, std::string_view("measuring")},
                                    std::pair{Progress::Step::abandoned, std::string_view("abandoned")}};
};

template <class Enumeration>
[[nodiscard]] constexpr std::string_view name_in_table(Enumeration value) {
  for (const auto& [entry, name] : Names<Enumeration>::table) {
    if (entry == value) return name;
  }
  return {};
}

template <class Enumeration>
[[nodiscard]] constexpr std::optional<Enumeration> value_in_table(std::string_view name) {
  for (const auto& [value, entry] : Names<Enumeration>::table) {
    if (entry == name) return value;
  }
  return std::nullopt;
}

}  // namespace warpscope::lab
