// The knobs and sizes of one kernel at one setting, as the Knobs panel shows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"

namespace lanescope::gui {

class Language;

struct Knob {
  std::string name;
  std::vector<std::string> labels;  ///< one for each value
  std::vector<Message> why_not;     ///< one for each value: the requirement's sentence, or empty if allowed
  std::size_t index = 0;            ///< index of the current value
  std::size_t default_index = 0;

  [[nodiscard]] bool selectable(std::size_t value) const { return why_not[value].empty(); }
};

struct SizeField : catalogue::Size {
  std::int64_t value = 1;
};

[[nodiscard]] std::vector<Knob> knobs_of(const catalogue::Kernel& kernel, const catalogue::Values& values);
[[nodiscard]] std::vector<SizeField> sizes_of(const catalogue::Kernel& kernel, const catalogue::Values& values);

/// Returns the allowed value nearest to `position` (0 ... number of values - 1), to which a dragged slider snaps. It is
/// empty when no value is allowed.
[[nodiscard]] std::optional<std::size_t> snap(const Knob& knob, double position);

/// Returns the next allowed value above (direction 1) or below (-1); it is empty at the end.
[[nodiscard]] std::optional<std::size_t> step(const Knob& knob, int direction);

/// Returns the value whose label was typed. It fails when the knob has no such value, and lists those it has, or when a
/// requirement forbids the value now, with the requirement's sentence.
[[nodiscard]] Expected<std::size_t> typed_value(const Knob& knob, std::string_view text);

/// Returns the powers of two within the field's range, rising.
[[nodiscard]] std::vector<std::int64_t> powers_of_two(const SizeField& field);

/// Returns the next power of two above (direction 1) or below (-1) the value, within the field's range.
[[nodiscard]] std::int64_t next_power_of_two(const SizeField& field, int direction);

/// Returns `values` with one knob set to value number `index`. A knob at its default is left out.
[[nodiscard]] catalogue::Values with_knob(const catalogue::Kernel& kernel, catalogue::Values values,
                                          const std::string& name, std::size_t index);

/// Returns `values` with one size set. It fails for an unknown size, or outside the range, which the error names.
[[nodiscard]] Expected<catalogue::Values> with_size(const catalogue::Kernel& kernel, catalogue::Values values,
                                                    const std::string& name, std::int64_t size);

/// Returns `values` without those that the kernel does not have, because its file was edited, or they come from a
/// recording of an earlier text. A value out of range or not among a knob's values is left out too.
[[nodiscard]] catalogue::Values known_values(const catalogue::Kernel& kernel, catalogue::Values values);

/// Returns `values` without those that are at their defaults, as the knobs keep them.
[[nodiscard]] catalogue::Values without_defaults(const catalogue::Kernel& kernel, catalogue::Values values);

/// Reads values from "block_x=64 nx=1000", or none from an empty text. It fails when a part has no "=".
[[nodiscard]] Expected<catalogue::Values> values_in(std::string_view text, const Place& where,
                                                    const std::string& remedy = {});

/// Returns "block_x=64 nx=1000" for what differs from the defaults, or "defaults" when nothing does.
[[nodiscard]] std::string setting_text(const catalogue::Values& values);
/// Returns the same for the screen, with the word for the defaults in that language.
[[nodiscard]] std::string setting_text(const Language& language, const catalogue::Values& values);

}  // namespace lanescope::gui
