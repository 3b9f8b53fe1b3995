// Enumerations are sent and stored by their names.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "experiments/experiment.h"
#include "experiments/result.h"
#include "experiments/wire/attachment.h"
#include "experiments/wire/wire.h"

namespace lanescope::experiments {

[[nodiscard]] std::string_view name_of(trace::Trace::Source source);
[[nodiscard]] std::string_view name_of(Diagnostic::Severity severity);
[[nodiscard]] std::string_view name_of(AttachmentKind kind);

/// Returns the word that JSON and the wire use.
template <class Enumeration>
[[nodiscard]] std::string_view json_name_of(Enumeration value) {
  if constexpr (std::is_same_v<Enumeration, trace::Operation>) {
    // name_of() has a blank for people.
    if (value == trace::Operation::asynchronous_copy) return "asynchronous_copy";
    if (value == trace::Operation::matrix_load) return "matrix_load";
    if (value == trace::Operation::matrix_store) return "matrix_store";
    if (value == trace::Operation::bulk_load) return "bulk_load";
    if (value == trace::Operation::bulk_store) return "bulk_store";
    if (value == trace::Operation::asynchronous_bypass) return "asynchronous_bypass";
    if (value == trace::Operation::matrix_operand) return "matrix_operand";
  }
  return name_of(value);
}

/// The last value of each enumeration; the values count from 0.
inline constexpr std::tuple last_values = {Backend::cpu,
                                           BlockChoice::Kind::all,
                                           trace::Space::registers,
                                           trace::Operation::matrix_operand,
                                           trace::Trace::Source::instrumented,
                                           catalogue::Role::scratch,
                                           catalogue::ElementType::f64,
                                           catalogue::SamplingEnd::abandoned,
                                           model::Limit::barriers,
                                           ResultStage::failed,
                                           model::CountView::executed,
                                           FaultKind::no_counters,
                                           Diagnostic::Severity::remark,
                                           Progress::Activity::abandoned,
                                           ValueType::Kind::other,
                                           ValueType::Encoding::brain_floating,
                                           AttachmentKind::block_times,
                                           predict::Cause::waiting,
                                           predict::WarpState::no_instruction,
                                           predict::Confidence::low,
                                           counters::Page::scheduler,
                                           counters::CacheState::hot};

/// Calls visit(value) for each value, in order.
template <class Enumeration, class Visit>
void for_each_value(const Visit& visit) {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(std::get<Enumeration>(last_values)); ++i)
    visit(static_cast<Enumeration>(i));
}

/// Returns nothing when no value has this name.
template <class Enumeration>
[[nodiscard]] std::optional<Enumeration> enum_named(std::string_view name) {
  std::optional<Enumeration> found;
  for_each_value<Enumeration>([&](Enumeration value) {
    if (json_name_of(value) == name) found = value;
  });
  return found;
}

}  // namespace lanescope::experiments
