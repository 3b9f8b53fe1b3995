#include "gui/screens/banks/banks_motion.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

BankPoint between(const BankPoint& from, const BankPoint& to, float part) {
  return {from.bank + part * (to.bank - from.bank), from.row + part * (to.row - from.row)};
}

/// Returns where each word was in the earlier layout of the same accesses. With another number of accesses (a wider
/// vector, a larger tile) no words correspond, and only the lanes move.
std::vector<BankPoint> places_before(const SharedFootprint& before, const SharedFootprint& after) {
  std::vector<BankPoint> points;
  points.reserve(after.words.size());
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known;
  if (before.accesses == after.accesses) {
    for (const UsedWord& word : before.words) known[{word.access, word.lane, word.part}] = word.word;
  }
  for (const UsedWord& word : after.words) {
    const auto found = known.find({word.access, word.lane, word.part});
    points.push_back(bank_point(found == known.end() ? word.word : found->second));
  }
  return points;
}

}  // namespace

BankPoint bank_point(std::uint32_t word) {
  return {static_cast<float>(word % model::bank_count), static_cast<float>(word / model::bank_count)};
}

float BanksMotion::part() const {
  const auto x = static_cast<float>(std::clamp(since / seconds, 0.0, 1.0));
  return x * x * (3 - 2 * x);
}

BankPoint BanksMotion::lane(std::uint32_t lane) const {
  return moving() ? between(lanes_before.at(lane), lanes.at(lane), part()) : lanes.at(lane);
}

BankPoint BanksMotion::word(std::size_t index) const {
  const BankPoint now = bank_point(footprint.words[index].word);
  return moving() && index < words_before.size() ? between(words_before[index], now, part()) : now;
}

void follow(BanksMotion& motion, const State& state, const BanksViewModel& view_model, double elapsed) {
  motion.since = std::min(BanksMotion::seconds, motion.since + elapsed);
  const std::shared_ptr<const analysis::Traced>& traced = state.playback.sequence->traced;
  const bool other_trace = motion.traced != traced;
  const bool other_warp = motion.warp != view_model.warp;
  std::array<BankPoint, 32> lanes{};
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
    if (view_model.lanes[lane].active) lanes.at(lane) = bank_point(view_model.lanes[lane].word);
  }
  if (other_trace || other_warp) {
    SharedFootprint footprint = shared_footprint(*state.playback.sequence, view_model.warp);
    // The middle block of another grid is another block, but it counts as the same warp in the trace.
    const bool same = motion.traced && other_trace && motion.kernel == state.selection.kernel &&
                      motion.warp.launch == view_model.warp.launch && motion.warp.warp == view_model.warp.warp;
    motion.has_before = same;
    if (same) {
      motion.lanes_before = motion.lanes;
      motion.words_before = places_before(motion.footprint, footprint);
      motion.since = 0;
    }
    motion.footprint = std::move(footprint);
    motion.traced = traced;
    motion.kernel = state.selection.kernel;
    motion.warp = view_model.warp;
  }
  motion.lanes = lanes;
  replay(motion.contents, state.playback.sequence, view_model.warp, view_model.at.index);
}

}  // namespace lanescope::gui
