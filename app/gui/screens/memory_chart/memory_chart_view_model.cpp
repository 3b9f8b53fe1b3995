#include "gui/screens/memory_chart/memory_chart_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "gui/store/lines.h"
#include "gui/store/pages/traffic_lines.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

/// The quantities of an arrow. Several of one kind are added up.
struct ArrowElements {
  Traffic traffic;
  std::vector<std::string_view> instructions, amount, share;
  const char* word;  ///< key of what the amount counts, or null for bytes
};

class Maker {
 public:
  explicit Maker(const State& state) : state_(state), sources_(present_values(state)) {}

  [[nodiscard]] const PageValues& sources() const { return sources_; }
  [[nodiscard]] QuantityReading read(std::string_view id) const { return reading_of(state_.language(), sources_, id); }
  [[nodiscard]] QuantityReading add(const std::vector<std::string_view>& ids) const {
    return sum_of(state_.language(), sources_, ids);
  }

  [[nodiscard]] ChartArrow arrow(const ArrowElements& of) const {
    const Language& language = state_.language();
    ChartArrow arrow;
    arrow.traffic = of.traffic;
    arrow.name = word_of(language, of.traffic);
    arrow.amount = add(of.amount);
    if (of.word != nullptr) arrow.word = language.say(of.word);
    if (!of.instructions.empty()) arrow.instructions = add(of.instructions);
    arrow.share = add(of.share);
    arrow.has_lines = !traffic_lines(state_, of.traffic).empty();
    arrow.details = arrow.name;
    if (arrow.instructions) line(arrow, "chart.instructions", *arrow.instructions);
    if (arrow.amount.known()) line(arrow, of.word != nullptr ? of.word : "chart.bytes", arrow.amount);
    if (arrow.share.known()) line(arrow, "chart.share", arrow.share);
    add_line(arrow.details, language.say(arrow.has_lines ? "chart.click" : "chart.no_lines"));
    return arrow;
  }

  [[nodiscard]] ChartBox box(const char* name, QuantityReading value, const char* word) const {
    const Language& language = state_.language();
    ChartBox box{language.say(name), std::move(value), language.say(word), {}, {}, false, {}};
    box.details = fmt::format("{}\n{}: {}", box.name, box.word, box.value.details(language));
    return box;
  }

 private:
  void line(ChartArrow& arrow, const char* key, const QuantityReading& reading) const {
    const Language& language = state_.language();
    add_line(arrow.details, fmt::format("{}: {}", language.say(key), reading.details(language)));
  }

  const State& state_;
  PageValues sources_;
};

/// A cache is filled up to its hit rate.
ChartBox cache_of(const Maker& make, const char* name, std::string_view hit_rate) {
  ChartBox box = make.box(name, make.read(hit_rate), "chart.hit_rate");
  if (box.value.known()) box.level = box.value.value() / 100;
  return box;
}

/// Shared memory is filled up to the part of its wavefronts that conflicts cost.
ChartBox shared_of(const Language& language, const Maker& make) {
  ChartBox box =
      make.box("chart.shared_memory", make.add({"shared.load.conflicts", "shared.store.conflicts"}), "chart.conflicts");
  const QuantityReading all =
      make.add({"shared.load.wavefronts", "shared.store.wavefronts", "shared.atomic.wavefronts"});
  const QuantityReading wavefronts =
      all.known() ? all : make.add({"shared.read.wavefronts", "shared.write.wavefronts"});
  if (!wavefronts.known()) return box;
  box.caption = language.say("chart.of_wavefronts", wavefronts.text());
  add_line(box.details, fmt::format("{}: {}", language.say("chart.wavefronts"), wavefronts.details(language)));
  if (box.value.known() && wavefronts.value() > 0) {
    box.level = std::clamp(box.value.value() / wavefronts.value(), 0.0, 1.0);
    box.warns = *box.level > 0;
  }
  if (const auto arbitration = make.read("shared.arbitration"); arbitration.known()) {
    add_line(box.details, language.say("chart.arbitration", arbitration.details(language)));
  }
  return box;
}

/// Device memory is filled up to the share of its peak that reads and writes take together.
ChartBox device_of(const Maker& make) {
  QuantityReading share = make.read("sol.dram");
  if (!share.known()) share = make.add({"memory.read.share", "memory.write.share"});
  ChartBox box = make.box("chart.device_memory", std::move(share), "chart.of_peak");
  if (box.value.known()) box.level = std::clamp(box.value.value() / 100, 0.0, 1.0);
  return box;
}

ChartBox kernel_of(const Language& language, const Maker& make) {
  ChartBox box = make.box("chart.kernel", make.read("instructions.executed"), "chart.instructions");
  if (const auto time = make.read("time.duration"); time.known()) {
    box.caption = time.text();
    add_line(box.details, fmt::format("{}: {}", language.say("chart.duration"), time.details(language)));
  }
  return box;
}

const std::vector<std::pair<ChartSpace::Kind, std::vector<ArrowElements>>>& table_of_spaces() {
  using SpaceKind = ChartSpace::Kind;
  static const std::vector<std::pair<SpaceKind, std::vector<ArrowElements>>> table{
      {SpaceKind::global,
       {{Traffic::global_load,
         {"global.load.instructions"},
         {"global.load.requests"},
         {"global.load.share"},
         "chart.requests"},
        {Traffic::global_store,
         {"global.store.instructions"},
         {"global.store.requests"},
         {"global.store.share"},
         "chart.requests"},
        {Traffic::global_atomic,
         {"global.atomic.instructions", "global.reduce.instructions"},
         {"global.atomic.requests", "global.reduce.requests"},
         {},
         "chart.requests"}}},
      {SpaceKind::local,
       {{Traffic::local_load, {"local.load.instructions"}, {"local.load.requests"}, {}, "chart.requests"},
        {Traffic::local_store, {"local.store.instructions"}, {"local.store.requests"}, {}, "chart.requests"}}},
      {SpaceKind::texture,
       {{Traffic::texture_load, {"texture.load.instructions"}, {"texture.load.requests"}, {}, "chart.requests"}}},
      {SpaceKind::shared,
       {{Traffic::shared_load,
         {"shared.load.instructions"},
         {"shared.read.wavefronts"},
         {"shared.read.share"},
         "chart.wavefronts"},
        {Traffic::shared_store,
         {"shared.store.instructions"},
         {"shared.write.wavefronts"},
         {"shared.write.share"},
         "chart.wavefronts"},
        {Traffic::shared_atomic,
         {"shared.atomic.instructions"},
         {"shared.atomic.wavefronts"},
         {"shared.atomic.share"},
         "chart.wavefronts"}}},
  };
  return table;
}

const char* name_key(ChartSpace::Kind kind) {
  constexpr std::array keys{"chart.global", "chart.local", "chart.texture", "chart.shared"};
  return keys.at(static_cast<std::size_t>(kind));
}

/// Loads and stores of global and shared memory always have their place, so that the chart stays while knobs move.
/// Other arrows come where there is such traffic.
bool is_always_shown(Traffic traffic) {
  return traffic == Traffic::global_load || traffic == Traffic::global_store || traffic == Traffic::shared_load ||
         traffic == Traffic::shared_store;
}

std::vector<ChartSpace> spaces_of(const Language& language, const Maker& make) {
  std::vector<ChartSpace> spaces;
  for (const auto& [kind, arrows] : table_of_spaces()) {
    ChartSpace space{kind, language.say(name_key(kind)), {}};
    for (const ArrowElements& each : arrows) {
      ChartArrow arrow = make.arrow(each);
      if (is_always_shown(each.traffic) || arrow.moves()) space.arrows.push_back(std::move(arrow));
    }
    if (!space.arrows.empty()) spaces.push_back(std::move(space));
  }
  return spaces;
}

}  // namespace

std::optional<double> ChartArrow::part() const {
  if (!share.known()) return std::nullopt;
  return std::clamp(share.value() / 100, 0.0, 1.0);
}

MemoryChartViewModel memory_chart_view_model(const State& state) {
  MemoryChartViewModel view_model;
  view_model.heading = page_heading(state, CounterPage::memory_chart);
  if (!view_model.heading.missing.empty()) return view_model;
  const Language& language = state.language();
  const Maker make(state);
  view_model.spaces = spaces_of(language, make);
  view_model.kernel = kernel_of(language, make);
  view_model.l1 = cache_of(make, "chart.l1", "l1.hit_rate");
  view_model.shared = shared_of(language, make);
  view_model.l2 = cache_of(make, "chart.l2", "l2.hit_rate");
  view_model.device = device_of(make);
  const auto arrow = [&](Traffic traffic, std::string_view bytes, std::vector<std::string_view> share) {
    return make.arrow({traffic, {}, {bytes}, std::move(share), nullptr});
  };
  view_model.below_l1 = {arrow(Traffic::l2_to_l1, "l2_to_l1.bytes", {"l2_to_l1.share"}),
                         arrow(Traffic::l1_to_l2, "l1_to_l2.bytes", {"l1_to_l2.share"})};
  view_model.below_l2 = {arrow(Traffic::memory_read, "memory.read.bytes", {"memory.read.share"}),
                         arrow(Traffic::memory_write, "memory.write.bytes", {"memory.write.share"})};
  view_model.host = {arrow(Traffic::host_read, "host.read.bytes", {}),
                     arrow(Traffic::host_write, "host.write.bytes", {})};
  if (std::ranges::none_of(view_model.host, &ChartArrow::moves)) view_model.host.clear();
  return view_model;
}

}  // namespace lanescope::gui
