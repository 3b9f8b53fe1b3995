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

namespace warpscope::gui {

class Language;

struct Knob {
  std::string name;
  std::vector<std::string> labels;   ///< one a value
  std::vector<std::string> why_not;  ///< one a value: the requirement's sentence, empty where the value can be chosen
  std::size_t index = 0;             ///< the current value
  std::size_t default_index = 0;

  [[nodiscard]] bool selectable(std::size_t value) const { return why_not[value].empty(); }
};

struct SizeField : catalogue::Size {
  std::int64_t value = 1;
};

[[nodiscard]] std::vector<Knob> knobs_of(const catalogue::Kernel& kernel, const catalogue::Values& values);
[[nodiscard]] std::vector<SizeField> sizes_of(const catalogue::Kernel& kernel, const catalogue::Values& values);

/// The value that a slider snaps to when it is dragged to `position` (0 ... number of values - 1): the nearest that can
/// be chosen. Empty when none can.
[[nodiscard]] std::optional<std::size_t> snap(const Knob& knob, double position);

/// The next value above (direction 1) or below (-1) that can be chosen; empty at the end.
[[nodiscard]] std::optional<std::size_t> step(const Knob& knob, int direction);

/// The value that was typed, by its label. Error: the knob has no such value, with those it has; or it cannot be chosen
/// now, with the requirement's sentence.
[[nodiscard]] Expected<std::size_t> typed_value(const Knob& knob, std::string_view text);

/// The powers of two within the field's range, rising.
[[nodiscard]] std::vector<std::int64_t> powers_of_two(const SizeField& field);

/// The power of two next above (direction 1) or below (-1) the value, within the field's range.
[[nodiscard]] std::int64_t next_power_of_two(const SizeField& field, int direction);

/// `values` with one knob set to value number `index`; a knob at its default is left out.
[[nodiscard]] catalogue::Values with_knob(const catalogue::Kernel& kernel, catalogue::Values values,
                                          const std::string& name, std::size_t index);

/// `values` with one size set. Error: no such size, or out of its range (with the range).
[[nodiscard]] Expected<catalogue::Values> with_size(const catalogue::Kernel& kernel, catalogue::Values values,
                                                    const std::string& name, std::int64_t size);

/// `values` without those that the kernel does not have: its file was edited, or they come from a recording of an
/// earlier text. A value out of range or not among a knob's values goes too.
[[nodiscard]] catalogue::Values known_values(const catalogue::Kernel& kernel, catalogue::Values values);

/// `values` without those that are at their defaults, as the knobs keep them.
[[nodiscard]] catalogue::Values without_defaults(const catalogue::Kernel& kernel, catalogue::Values values);

/// "block_x=64 nx=1000" as values; nothing of an empty text. Error: a part without "=".
[[nodiscard]] Expected<catalogue::Values> values_in(std::string_view text, const std::string& where,
                                                    const std::string& remedy = {});

/// "block_x=64 nx=1000": what differs from the defaults; "defaults" when nothing does.
[[nodiscard]] std::string setting_text(const catalogue::Values& values);
/// The same for the screen: what is at its defaults is said in that language.
[[nodiscard]] std::string setting_text(const Language& language, const catalogue::Values& values);

}  // namespace warpscope::gui
