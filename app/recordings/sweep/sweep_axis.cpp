#include "recordings/sweep/sweep_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "recordings/messages.h"

namespace lanescope::recordings {
namespace {

constexpr std::int64_t largest_exact = std::int64_t{1} << 53;  // as for the sizes of kernels
constexpr std::size_t max_values = 10'000;                     // of one axis; more is a typing error
Message forms() {
  return message<"sweep.forms_remedy">();
}

/// Reads "4096" or "2^12".
std::optional<std::int64_t> number(std::string_view text) {
  const std::size_t hat = text.find('^');
  if (hat == std::string_view::npos) return parse_integer(text);
  const auto base = parse_integer(text.substr(0, hat)), exponent = parse_integer(text.substr(hat + 1));
  if (!base || !exponent || *base < 1 || *exponent < 0) return std::nullopt;
  std::int64_t power = 1;
  for (std::int64_t i = 0; i<*exponent&& * base> 1; ++i) {
    if (power > largest_exact / *base) return std::nullopt;
    power *= *base;
  }
  return power;
}

/// Reads "A..B", "A..B:+S" or "A..B:*F".
Expected<SweepRange> read_range(std::string_view text, std::string_view whole) {
  const std::string where(whole);
  const std::size_t dots = text.find(".."), colon = text.find(':');
  SweepRange range;
  const auto first = number(text.substr(0, dots));
  const auto last = number(text.substr(dots + 2, colon == std::string_view::npos ? colon : colon - dots - 2));
  if (!first || !last) return failure(message<"sweep.no_range">(text), where, forms());
  if (*first > *last) return failure(message<"sweep.range_backwards">(text), where, forms());
  range.first = *first;
  range.last = *last;
  if (colon == std::string_view::npos) return range;
  const std::string_view step = text.substr(colon + 1);
  const auto by = step.size() > 1 ? number(step.substr(1)) : std::nullopt;
  if (by && step.front() == '+' && *by >= 1) {
    range.step = SweepRange::Step::plus;
  } else if (by && step.front() == '*' && *by >= 2) {
    range.step = SweepRange::Step::times;
  } else {
    return failure(message<"sweep.no_step">(step), where, message<"sweep.no_step_remedy">());
  }
  range.by = *by;
  return range;
}

/// Returns the knob or size of that name, or null.
const auto* named(const auto& settings, const std::string& name) {
  const auto found =
      std::find_if(settings.begin(), settings.end(), [&](const auto& each) { return each.name == name; });
  return found == settings.end() ? nullptr : &*found;
}

std::vector<std::string> texts_of(const catalogue::Parameter& knob) {
  if (!knob.names.empty()) return knob.names;
  std::vector<std::string> texts;
  for (const std::int64_t value : knob.values) texts.push_back(std::to_string(value));
  return texts;
}

/// Collects the values of one axis for a knob.
struct KnobValues {
  const catalogue::Parameter& knob;
  AxisValues& taken;

  void operator()(const catalogue::Value& value) const {
    const auto texts = texts_of(knob);
    const std::string text = catalogue::to_text(value);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
      return refuse(message<"sweep.no_value_of_knob">(text, knob.name));
    }
    add(text);
  }
  void operator()(const SweepRange& range) const {
    if (!knob.names.empty() || range.step != SweepRange::Step::natural) {
      return refuse(knob.names.empty() ? message<"sweep.without_step">(knob.name)
                                       : message<"sweep.names_without_range">(knob.name));
    }
    bool any = false;
    for (const std::int64_t value : knob.values) {
      if (value < range.first || value > range.last) continue;
      add(std::to_string(value));
      any = true;
    }
    if (!any) refuse(message<"sweep.no_value_in_range">(knob.name, range.first, range.last));
  }
  void operator()(AllValues) const {
    for (const std::string& text : texts_of(knob)) add(text);
  }
  void refuse(Message what) const {
    taken.refused.push_back({std::move(what), {}, message<"sweep.takes">(join(texts_of(knob), ", "))});
  }
  /// A name that consists of digits stays text.
  void add(const std::string& text) const {
    taken.values.push_back(knob.names.empty() ? catalogue::value_from_text(text) : catalogue::Value(text));
  }
};

/// Collects the values of one axis for a problem size.
struct SizeValues {
  const catalogue::Size& size;
  AxisValues& taken;

  void operator()(const catalogue::Value& value) const {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number == nullptr || *number < size.minimum || *number > size.maximum) {
      return refuse(message<"sweep.size_out_of_range">(size.name, catalogue::to_text(value)));
    }
    taken.values.push_back(value);
  }
  void operator()(const SweepRange& range) const {
    if (range.first < size.minimum || range.last > size.maximum) {
      return refuse(message<"sweep.range_out_of_range">(size.name, range.first, range.last));
    }
    const bool adds = range.step == SweepRange::Step::plus;
    const std::int64_t by = range.step == SweepRange::Step::natural ? 2 : range.by;
    if (!adds && range.first < 1) return refuse(message<"sweep.multiplied_from_zero">(size.name));
    std::size_t count = 0;
    // Each bound is at most 2^53, so that neither the sum nor, by the division, the product can overflow.
    for (std::int64_t value = range.first;; value = adds ? value + by : value * by) {
      if (++count > max_values) return refuse(message<"sweep.too_many_values">(size.name, max_values));
      taken.values.emplace_back(value);
      if (adds ? value > range.last - by : value > range.last / by) break;
    }
  }
  void operator()(AllValues) const { refuse(message<"sweep.size_has_no_list">(size.name)); }
  void refuse(Message what) const {
    taken.refused.push_back({std::move(what), {}, message<"sweep.size_takes">(size.minimum, size.maximum)});
  }
};

}  // namespace

Expected<SweepAxis> read_axis(std::string_view text) {
  const std::string where(text);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    return failure(message<"sweep.form">(text), "-p", forms());
  }
  SweepAxis axis{std::string(text.substr(0, equals)), {}};
  for (const std::string_view part : split(text.substr(equals + 1), ',')) {
    const std::string_view item = trim(part);
    if (item.empty()) return failure(message<"sweep.value_missing">(), where, forms());
    if (item == "all") {
      axis.items.emplace_back(AllValues{});
    } else if (item.find("..") != std::string_view::npos) {
      TRY(auto range, read_range(item, text));
      axis.items.emplace_back(range);
    } else if (item.find('^') != std::string_view::npos) {
      const auto power = number(item);
      if (!power) return failure(message<"sweep.power">(item), where, forms());
      axis.items.emplace_back(catalogue::value_from_text(std::to_string(*power)));
    } else {
      axis.items.emplace_back(catalogue::value_from_text(std::string(item)));
    }
  }
  return axis;
}

bool has_setting(const catalogue::Kernel& kernel, const std::string& name) {
  return named(kernel.parameters, name) != nullptr || named(kernel.sizes, name) != nullptr;
}

AxisValues values_along(const SweepAxis& axis, const catalogue::Kernel& kernel) {
  AxisValues taken;
  const catalogue::Parameter* knob = named(kernel.parameters, axis.name);
  const catalogue::Size* size = named(kernel.sizes, axis.name);
  for (const SweepAxis::Item& item : axis.items) {
    if (knob != nullptr) {
      std::visit(KnobValues{*knob, taken}, item);
    } else if (size != nullptr) {
      std::visit(SizeValues{*size, taken}, item);
    }
  }
  std::vector<catalogue::Value> once;
  for (catalogue::Value& value : taken.values) {
    if (std::find(once.begin(), once.end(), value) == once.end()) once.push_back(std::move(value));
  }
  taken.values = std::move(once);
  return taken;
}

}  // namespace lanescope::recordings
