// Enumerations travel by their names.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include "lab/experiment.h"
#include "lab/result.h"
#include "lab/wire/attachment.h"
#include "lab/wire/wire.h"

namespace warpscope::lab {

[[nodiscard]] std::string_view name_of(trace::Trace::Source source);
[[nodiscard]] std::string_view name_of(Diagnostic::Severity severity);
[[nodiscard]] std::string_view name_of(AttachmentKind kind);

/// The word that stands in JSON and on the wire.
template <class Enumeration>
[[nodiscard]] std::string_view word_of(Enumeration value) {
  if constexpr (std::is_same_v<Enumeration, trace::Operation>) {
    if (value == trace::Operation::asynchronous_copy) return "asynchronous_copy";  // people read a blank there
  }
  return name_of(value);
}

/// The last value of an enumeration, which counts from 0.
template <class Enumeration>
inline constexpr Enumeration last_of = Enumeration{};
template <>
inline constexpr Backend last_of<Backend> = Backend::cpu;
template <>
inline constexpr BlockChoice::Kind last_of<BlockChoice::Kind> = BlockChoice::Kind::all;
template <>
inline constexpr trace::Space last_of<trace::Space> = trace::Space::texture;
template <>
inline constexpr trace::Operation last_of<trace::Operation> = trace::Operation::asynchronous_copy;
template <>
inline constexpr trace::Trace::Source last_of<trace::Trace::Source> = trace::Trace::Source::instrumented;
template <>
inline constexpr catalogue::Role last_of<catalogue::Role> = catalogue::Role::scratch;
template <>
inline constexpr catalogue::ElementType last_of<catalogue::ElementType> = catalogue::ElementType::f64;
template <>
inline constexpr catalogue::SamplingEnd last_of<catalogue::SamplingEnd> = catalogue::SamplingEnd::abandoned;
template <>
inline constexpr model::Limit last_of<model::Limit> = model::Limit::barriers;
template <>
inline constexpr Stage last_of<Stage> = Stage::failed;
template <>
inline constexpr View last_of<View> = View::executed;
template <>
inline constexpr FaultKind last_of<FaultKind> = FaultKind::stack_overflow;
template <>
inline constexpr Diagnostic::Severity last_of<Diagnostic::Severity> = Diagnostic::Severity::remark;
template <>
inline constexpr Progress::Step last_of<Progress::Step> = Progress::Step::abandoned;
template <>
inline constexpr AttachmentKind last_of<AttachmentKind> = AttachmentKind::heat;

/// Calls visit(value) for each value, in order.
template <class Enumeration, class Visit>
void for_values(const Visit& visit) {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(last_of<Enumeration>); ++i) visit(static_cast<Enumeration>(i));
}

/// Empty: no value has this name.
template <class Enumeration>
[[nodiscard]] std::optional<Enumeration> value_named(std::string_view name) {
  std::optional<Enumeration> found;
  for_values<Enumeration>([&](Enumeration value) {
    if (word_of(value) == name) found = value;
  });
  return found;
}

}  // namespace warpscope::lab
