#include "gui/views/banks/banks_view_model.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/text.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

using trace::no_offset;
using trace::Operation;

constexpr double half_life = 1.2;  ///< steps in which a word cools down to half
constexpr double cold_after = 7;   ///< steps
constexpr float min_heat = 0.02F;

model::LaneAccess<std::uint32_t> access_of(const Timeline& timeline, std::uint32_t place) {
  const trace::Trace& trace = timeline.traced->trace;
  const std::uint32_t record = timeline.records[place];
  const trace::Header& header = trace.headers[record];
  const trace::Offsets& offsets = trace.offsets[record];
  std::uint32_t active = header.active_mask;
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    if (offsets[lane] == no_offset) active &= ~(1u << lane);
  }
  return {trace::Space::shared, trace.sites[header.site].operation, timeline.bytes_per_lane(place), active, &offsets};
}

float heat_of(double age) {
  if (age <= 1) return 1;
  return static_cast<float>(std::exp2(-(age - 1) / half_life));
}

void warm_up(BanksPicture& picture, const model::BankPhases& phases, double now) {
  for (std::uint32_t w = 0; w < phases.wavefronts.size() && w <= now; ++w) {
    const float heat = heat_of(now - w);
    if (heat < min_heat) continue;
    for (const model::BankWord& word : phases.wavefronts[w].words) {
      for (std::uint32_t part = 0; part < word.width; ++part) picture.warm.push_back({word.word + part, heat});
    }
  }
}

/// Accesses that were over a short while ago, and the present one.
void warm_up(BanksPicture& picture, const State& state) {
  const Timeline& timeline = *state.watch.timeline;
  const Passage& passage = *state.watch.passage(WatchView::banks);
  double now = picture.at.step + picture.at.part;
  for (std::size_t index = passage.at(picture.at.place) + 1; index-- > 0 && now < cold_after + 32;) {
    const std::uint32_t place = passage.places[index];
    if (warp_of(timeline.header(place)).block != picture.warp.block) break;
    if (const auto phases = model::bank_phases(access_of(timeline, place))) warm_up(picture, *phases, now);
    if (index > 0) now += timeline.steps[passage.places[index - 1]];
    if (index > 0 && now - timeline.steps[passage.places[index - 1]] > cold_after) break;
  }
  std::stable_sort(picture.warm.begin(), picture.warm.end(), [](const WarmWord& one, const WarmWord& other) {
    return one.word != other.word ? one.word < other.word : one.heat > other.heat;
  });
  picture.warm.erase(std::unique(picture.warm.begin(), picture.warm.end(),
                                 [](const WarmWord& one, const WarmWord& other) { return one.word == other.word; }),
                     picture.warm.end());
}

void place_lanes(BanksPicture& picture, const model::LaneAccess<std::uint32_t>& access) {
  picture.active = access.active_mask;
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    BankLane& into = picture.lanes[lane];
    into.active = (access.active_mask >> lane & 1u) != 0;
    if (!into.active) continue;
    into.byte = (*access.addresses)[lane];
    into.word = into.byte / model::bytes_per_bank / picture.width * picture.width;
  }
  if (!picture.phases) return;
  for (std::uint32_t p = 0; p < picture.phases->phases.size(); ++p) {
    const model::BankPhase& phase = picture.phases->phases[p];
    for (std::size_t bank = 0; bank < model::banks; ++bank) {
      picture.degrees.at(bank) = std::max(picture.degrees.at(bank), phase.degrees.at(bank));
    }
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if ((phase.lanes >> lane & 1u) != 0) picture.lanes[lane].phase = p;
    }
  }
  for (std::uint32_t w = 0; w < picture.phases->wavefronts.size(); ++w) {
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if ((picture.phases->wavefronts[w].lanes >> lane & 1u) != 0) picture.lanes[lane].wavefront = w;
    }
  }
}

std::string code_of(const State& state, const trace::Site& site) {
  if (site.file != state.source.path || site.line < 1) return {};
  const auto index = static_cast<std::size_t>(site.line) - 1;
  return index < state.source.lines.size() ? std::string(trim(state.source.lines[index].text)) : std::string();
}

bool is_of_block(const Timeline& timeline, std::uint32_t place, const WarpPlace& warp) {
  const trace::Header& header = timeline.header(place);
  return header.launch == warp.launch && header.block == warp.block &&
         timeline.site(place).space == trace::Space::shared;
}

}  // namespace

SharedFootprint shared_footprint(const Timeline& timeline, const WarpPlace& warp) {
  SharedFootprint footprint;
  const trace::Trace& trace = timeline.traced->trace;
  std::uint32_t last = 0;
  for (std::uint32_t place = 0; place < timeline.records.size(); ++place) {
    if (!is_of_block(timeline, place, warp)) continue;
    const std::uint32_t access = footprint.accesses++;
    const std::uint32_t bytes = std::max(timeline.site(place).bytes_per_lane, model::bytes_per_bank);
    const trace::Offsets& offsets = trace.offsets[timeline.records[place]];
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if (offsets[lane] == no_offset) continue;
      for (std::uint32_t part = 0; part < bytes / model::bytes_per_bank; ++part) {
        const std::uint32_t word = offsets[lane] / model::bytes_per_bank + part;
        footprint.words.push_back({word, access, lane, part});
        last = std::max(last, word);
      }
    }
  }
  // The first to reach a word names it.
  std::stable_sort(footprint.words.begin(), footprint.words.end(),
                   [](const UsedWord& one, const UsedWord& other) { return one.word < other.word; });
  footprint.words.erase(std::unique(footprint.words.begin(), footprint.words.end(),
                                    [](const UsedWord& one, const UsedWord& other) { return one.word == other.word; }),
                        footprint.words.end());
  footprint.rows = footprint.words.empty() ? 0 : last / model::banks + 1;
  return footprint;
}

void replay(SharedContents& contents, const std::shared_ptr<const Timeline>& timeline, const WarpPlace& warp,
            std::uint32_t place) {
  const std::uint32_t end = std::min(place + 1, static_cast<std::uint32_t>(timeline->records.size()));
  if (contents.timeline != timeline || contents.warp != warp || contents.places > end) {
    contents = {{}, timeline, warp, 0};
  }
  const trace::Trace& trace = timeline->traced->trace;
  if (!trace.has_values()) return;
  for (; contents.places < end; ++contents.places) {
    const std::uint32_t at = contents.places;
    if (!is_of_block(*timeline, at, warp)) continue;
    const std::uint32_t record = timeline->records[at];
    const trace::Site& site = timeline->site(at);
    const bool moves_words = site.operation == Operation::load || site.operation == Operation::store;
    const std::uint32_t words = std::max(1u, site.bytes_per_lane / model::bytes_per_bank);
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      const std::uint32_t offset = trace.offsets[record][lane];
      if (offset == no_offset) continue;
      const std::uint32_t word = offset / model::bytes_per_bank;
      if (moves_words && site.bytes_per_lane >= model::bytes_per_bank) {
        contents.words[word] = trace.values[record][lane];
      } else if (site.operation != Operation::load) {
        contents.words.erase(word);
      }
      if (site.operation == Operation::load) continue;
      for (std::uint32_t part = 1; part < words; ++part) contents.words.erase(word + part);
    }
  }
}

std::uint32_t BanksPicture::wavefronts() const {
  return phases ? static_cast<std::uint32_t>(phases->wavefronts.size()) : 0;
}

std::uint32_t BanksPicture::ideal() const {
  return phases ? static_cast<std::uint32_t>(phases->phases.size()) : 0;
}

const model::BankWavefront* BanksPicture::wavefront() const {
  return phases && at.step < phases->wavefronts.size() ? &phases->wavefronts[at.step] : nullptr;
}

std::optional<BanksPicture> banks_picture(const State& state) {
  const auto at = watched(state.watch, WatchView::banks);
  if (!at) return std::nullopt;
  const Timeline& timeline = *state.watch.timeline;
  const trace::Header& header = timeline.header(at->place);
  const trace::Site& site = timeline.site(at->place);
  BanksPicture picture;
  picture.at = *at;
  picture.warp = warp_of(header);
  picture.operation = site.operation;
  picture.bytes_per_lane = timeline.bytes_per_lane(at->place);
  picture.merged = picture.bytes_per_lane / std::max(1u, site.bytes_per_lane);
  picture.line = site.line;
  picture.code = code_of(state, site);
  picture.width = std::max(1u, picture.bytes_per_lane / model::bytes_per_bank);
  const auto access = access_of(timeline, at->place);
  picture.phases = model::bank_phases(access);
  place_lanes(picture, access);
  if (picture.phases && !picture.phases->phases.empty()) picture.phase = picture.phases->phase_of(at->step);
  warm_up(picture, state);
  return picture;
}

}  // namespace warpscope::gui
