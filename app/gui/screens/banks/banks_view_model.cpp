#include "gui/screens/banks/banks_view_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "gui/store/state.h"
#include "trace/trace.h"

namespace lanescope::gui {
namespace {

using trace::no_offset;
using trace::Operation;

constexpr double word_half_life = 1.2;  ///< steps in which a word cools down to half
constexpr double cold_after = 7;        ///< in steps
constexpr float min_heat = 0.02F;

model::LaneAccess<std::uint32_t> access_of(const analysis::AccessSequence& sequence, std::uint32_t index) {
  const trace::Trace& trace = sequence.traced->trace;
  const std::uint32_t record = sequence.records[index];
  const trace::Header& header = trace.headers[record];
  const trace::Offsets& offsets = trace.offsets[record];
  std::uint32_t active = header.active_mask;
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    if (offsets[lane] == no_offset) active &= ~(1u << lane);
  }
  return {trace::Space::shared, trace.sites[header.site].operation, sequence.bytes_per_lane(index), active, &offsets,
          header.source_degrees};
}

/// Returns the global addresses of a copy of lanes, which its warp recorded just before.
std::optional<model::LaneAddresses<std::uint32_t>> sources_of(const trace::Trace& trace, std::uint32_t record) {
  constexpr std::uint32_t max_searched_records = 256;  // records of other warps come between
  const trace::Header& header = trace.headers[record];
  if (!trace::is_asynchronous_copy(trace.sites[header.site].operation)) return std::nullopt;
  for (std::uint32_t back = 1; back <= std::min(record, max_searched_records); ++back) {
    const trace::Header& other = trace.headers[record - back];
    if (other.site + 1 != header.site || other.active_mask != header.active_mask) continue;
    if (analysis::warp_of(other) != analysis::warp_of(header)) continue;
    model::LaneAddresses<std::uint32_t> sources = trace.offsets[record - back];
    for (std::uint32_t& source : sources) source *= trace.granule_of(other);  // only the bank matters
    return sources;
  }
  return std::nullopt;
}

void warm_up(BanksViewModel& view_model, const model::BankPhases& phases, double now) {
  for (std::uint32_t w = 0; w < phases.wavefronts.size() && w <= now; ++w) {
    const auto heat = static_cast<float>(std::exp2(-std::max(0.0, now - w - 1) / word_half_life));
    if (heat < min_heat) continue;
    for (const model::BankWord& word : phases.wavefronts[w].words) {
      for (std::uint32_t part = 0; part < word.width; ++part) view_model.warm.push_back({word.word + part, heat});
    }
  }
}

/// Adds the heat of the present access and of those that ended a short time ago.
void warm_up(BanksViewModel& view_model, const State& state) {
  const analysis::AccessSequence& sequence = *state.playback.sequence;
  const analysis::Track& track = *state.playback.track(AnimatedView::banks);
  double now = view_model.at.step + view_model.at.part;
  for (std::size_t entry = track.at(view_model.at.index) + 1; entry-- > 0 && now < cold_after + 32;) {
    const std::uint32_t index = track.indices[entry];
    if (analysis::warp_of(sequence.header(index)).block != view_model.warp.block) break;
    if (const auto phases = model::bank_phases(access_of(sequence, index))) warm_up(view_model, *phases, now);
    if (entry > 0) now += sequence.steps[track.indices[entry - 1]];
    if (entry > 0 && now - sequence.steps[track.indices[entry - 1]] > cold_after) break;
  }
  std::ranges::sort(view_model.warm, {}, [](const WarmWord& one) { return std::pair(one.word, -one.heat); });
  const auto colder = std::ranges::unique(view_model.warm, {}, &WarmWord::word);
  view_model.warm.erase(colder.begin(), colder.end());
}

void place_lanes(BanksViewModel& view_model, const model::LaneAccess<std::uint32_t>& access) {
  view_model.active = access.active_mask;
  trace::for_each_lane(access.active_mask, [&](std::uint32_t lane) {
    const std::uint32_t byte = (*access.addresses)[lane];
    view_model.lanes[lane] = {true, byte / model::bytes_per_bank / view_model.width * view_model.width, byte};
  });
  if (!view_model.phases) return;
  std::uint32_t number = 0;
  for (const model::BankPhase& phase : view_model.phases->phases) {
    for (std::size_t bank = 0; bank < model::bank_count; ++bank) {
      view_model.degrees.at(bank) = std::max(view_model.degrees.at(bank), phase.degrees.at(bank));
    }
    trace::for_each_lane(phase.lanes, [&](std::uint32_t lane) { view_model.lanes[lane].phase = number; });
    ++number;
  }
  number = 0;
  for (const model::BankWavefront& wavefront : view_model.phases->wavefronts) {
    trace::for_each_lane(wavefront.lanes, [&](std::uint32_t lane) { view_model.lanes[lane].wavefront = number; });
    ++number;
  }
}

std::string code_of(const State& state, const trace::Site& site) {
  // Drawings are exported, and the text of a source that PTX names is not.
  if (state.source.text.named || !same_source(site.file, state.source.text.path) || site.line < 1) return {};
  const auto index = static_cast<std::size_t>(site.line) - 1;
  return index < state.source.text.lines.size() ? std::string(trim(state.source.text.lines[index].text))
                                                : std::string();
}

bool is_of_block(const analysis::AccessSequence& sequence, std::uint32_t index, const analysis::WarpId& warp) {
  const trace::Header& header = sequence.header(index);
  return header.launch == warp.launch && header.block == warp.block &&
         sequence.site(index).space == trace::Space::shared;
}

}  // namespace

SharedFootprint shared_footprint(const analysis::AccessSequence& sequence, const analysis::WarpId& warp) {
  SharedFootprint footprint;
  const trace::Trace& trace = sequence.traced->trace;
  for (std::uint32_t index = 0; index < sequence.records.size(); ++index) {
    if (!is_of_block(sequence, index, warp)) continue;
    const std::uint32_t access = footprint.accesses++;
    const std::uint32_t bytes = std::max(sequence.site(index).bytes_per_lane, model::bytes_per_bank);
    const trace::Offsets& offsets = trace.offsets[sequence.records[index]];
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if (offsets[lane] == no_offset) continue;
      for (std::uint32_t part = 0; part < bytes / model::bytes_per_bank; ++part) {
        footprint.words.push_back({offsets[lane] / model::bytes_per_bank + part, access, lane, part});
      }
    }
  }
  // The first access that reaches a word names it.
  std::ranges::stable_sort(footprint.words, {}, &UsedWord::word);
  const auto later = std::ranges::unique(footprint.words, {}, &UsedWord::word);
  footprint.words.erase(later.begin(), later.end());
  footprint.rows = footprint.words.empty() ? 0 : footprint.words.back().word / model::bank_count + 1;
  return footprint;
}

void replay(SharedContents& contents, const std::shared_ptr<const analysis::AccessSequence>& sequence,
            const analysis::WarpId& warp, std::uint32_t index) {
  const std::uint32_t end = std::min(index + 1, static_cast<std::uint32_t>(sequence->records.size()));
  if (contents.sequence != sequence || contents.warp != warp || contents.replayed > end) {
    contents = {{}, sequence, warp, 0};
  }
  const trace::Trace& trace = sequence->traced->trace;
  if (!trace.has_values()) return;
  for (; contents.replayed < end; ++contents.replayed) {
    const std::uint32_t at = contents.replayed;
    if (!is_of_block(*sequence, at, warp)) continue;
    const std::uint32_t record = sequence->records[at];
    const trace::Site& site = sequence->site(at);
    // Registers of a matrix hold elements of other lanes' rows; the others have no value.
    const bool only_reads = site.operation == Operation::matrix_load || site.operation == Operation::bulk_load ||
                            site.operation == Operation::matrix_operand;
    if (only_reads) continue;
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

std::uint32_t BanksViewModel::busy_banks() const {
  std::uint32_t mask = 0;
  if (wavefront() == nullptr) return mask;
  for (const model::BankWord& word : wavefront()->words) mask |= ((1u << word.width) - 1) << word.bank;
  return mask;
}

float BanksViewModel::heat_of(std::uint32_t word) const {
  const auto found = std::ranges::lower_bound(warm, word, {}, &WarmWord::word);
  return found != warm.end() && found->word == word ? found->heat : 0;
}

std::optional<BanksViewModel> banks_view_model(const State& state) {
  const auto at = shown_access(state.playback, AnimatedView::banks);
  if (!at) return std::nullopt;
  const analysis::AccessSequence& sequence = *state.playback.sequence;
  const trace::Header& header = sequence.header(at->index);
  const trace::Site& site = sequence.site(at->index);
  BanksViewModel view_model;
  view_model.at = *at;
  view_model.warp = analysis::warp_of(header);
  view_model.operation = site.operation;
  view_model.bytes_per_lane = sequence.bytes_per_lane(at->index);
  view_model.merged = view_model.bytes_per_lane / std::max(1u, site.bytes_per_lane);
  view_model.line = site.line;
  view_model.code = code_of(state, site);
  view_model.width = std::max(1u, view_model.bytes_per_lane / model::bytes_per_bank);
  auto access = access_of(sequence, at->index);
  const auto sources = sources_of(sequence.traced->trace, sequence.records[at->index]);
  if (sources) access.sources = &*sources;
  view_model.phases = model::bank_phases(access);
  place_lanes(view_model, access);
  if (view_model.phases && !view_model.phases->phases.empty()) view_model.phase = view_model.phases->phase_of(at->step);
  warm_up(view_model, state);
  return view_model;
}

}  // namespace lanescope::gui
