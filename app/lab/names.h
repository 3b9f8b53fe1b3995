// The names of the enumerations that travel, once for both directions.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "lab/experiment.h"
#include "lab/result.h"
#include "lab/wire/attachment.h"
#include "lab/wire/wire.h"

namespace warpscope::lab {

template <class Enumeration>
struct Names;

template <>
struct Names<Backend> {
  static constexpr std::array table{
      std::pair{Backend::automatic, std::string_view("automatic")}, std::pair{Backend::gpu, std::string_view("gpu")},
      std::pair{Backend::emulator, std::string_view("emulator")}, std::pair{Backend::cpu, std::string_view("cpu")}};
};

template <>
struct Names<BlockChoice::Kind> {
  static constexpr std::array table{std::pair{BlockChoice::Kind::sample, std::string_view("sample")},
                                    std::pair{BlockChoice::Kind::range, std::string_view("range")},
                                    std::pair{BlockChoice::Kind::all, std::string_view("all")}};
};

template <>
struct Names<trace::Space> {
  static constexpr std::array table{std::pair{trace::Space::global, std::string_view("global")},
                                    std::pair{trace::Space::shared, std::string_view("shared")},
                                    std::pair{trace::Space::local, std::string_view("local")},
                                    std::pair{trace::Space::constant, std::string_view("constant")},
                                    std::pair{trace::Space::parameter, std::string_view("parameter")},
                                    std::pair{trace::Space::texture, std::string_view("texture")}};
};

template <>
struct Names<trace::Operation> {
  static constexpr std::array table{
      std::pair{trace::Operation::load, std::string_view("load")},
      std::pair{trace::Operation::store, std::string_view("store")},
      std::pair{trace::Operation::reduce, std::string_view("reduce")},
      std::pair{trace::Operation::atomic, std::string_view("atomic")},
      std::pair{trace::Operation::asynchronous_copy, std::string_view("asynchronous_copy")}};
};

template <>
struct Names<trace::Trace::Source> {
  static constexpr std::array table{std::pair{trace::Trace::Source::emulator, std::string_view("emulator")},
                                    std::pair{trace::Trace::Source::instrumented, std::string_view("instrumented")}};
};

template <>
struct Names<catalogue::Role> {
  static constexpr std::array table{std::pair{catalogue::Role::in, std::string_view("in")},
                                    std::pair{catalogue::Role::out, std::string_view("out")},
                                    std::pair{catalogue::Role::inout, std::string_view("inout")},
                                    std::pair{catalogue::Role::scratch, std::string_view("scratch")}};
};

template <>
struct Names<catalogue::ElementType> {
  using Type = catalogue::ElementType;
  static constexpr std::array table{
      std::pair{Type::i8, std::string_view("i8")},   std::pair{Type::u8, std::string_view("u8")},
      std::pair{Type::i16, std::string_view("i16")}, std::pair{Type::u16, std::string_view("u16")},
      std::pair{Type::i32, std::string_view("i32")}, std::pair{Type::u32, std::string_view("u32")},
      std::pair{Type::i64, std::string_view("i64")}, std::pair{Type::u64, std::string_view("u64")},
      std::pair{Type::f16, std::string_view("f16")}, std::pair{Type::bf16, std::string_view("bf16")},
      std::pair{Type::f32, std::string_view("f32")}, std::pair{Type::f64, std::string_view("f64")}};
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
struct Names<SamplingEnd> {
  static constexpr std::array table{std::pair{SamplingEnd::unknown, std::string_view("")},
                                    std::pair{SamplingEnd::spread, std::string_view("spread")},
                                    std::pair{SamplingEnd::stable, std::string_view("stable")},
                                    std::pair{SamplingEnd::budget, std::string_view("budget")},
                                    std::pair{SamplingEnd::samples, std::string_view("samples")},
                                    std::pair{SamplingEnd::abandoned, std::string_view("abandoned")}};
};

template <>
struct Names<View> {
  static constexpr std::array table{std::pair{View::written, std::string_view("written")},
                                    std::pair{View::executed, std::string_view("executed")}};
};

template <>
struct Names<FaultKind> {
  static constexpr auto table = fault_kind_names;
};

template <>
struct Names<Diagnostic::Severity> {
  static constexpr std::array table{std::pair{Diagnostic::Severity::error, std::string_view("error")},
                                    std::pair{Diagnostic::Severity::warning, std::string_view("warning")},
                                    std::pair{Diagnostic::Severity::remark, std::string_view("remark")}};
};

template <>
struct Names<Progress::Activity> {
  static constexpr std::array table{std::pair{Progress::Activity::started, std::string_view("started")},
                                    std::pair{Progress::Activity::compiling, std::string_view("compiling")},
                                    std::pair{Progress::Activity::opening, std::string_view("opening")},
                                    std::pair{Progress::Activity::emulating, std::string_view("emulating")},
                                    std::pair{Progress::Activity::launching, std::string_view("launching")},
                                    std::pair{Progress::Activity::verifying, std::string_view("verifying")},
                                    std::pair{Progress::Activity::measuring, std::string_view("measuring")},
                                    std::pair{Progress::Activity::abandoned, std::string_view("abandoned")}};
};

template <>
struct Names<AttachmentKind> {
  static constexpr std::array table{std::pair{AttachmentKind::preview, std::string_view("preview")},
                                    std::pair{AttachmentKind::trace, std::string_view("trace")},
                                    std::pair{AttachmentKind::heat, std::string_view("heat")}};
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
