#include "model/access/bank_phases.h"

#include <algorithm>
#include <array>
#include <bit>

namespace lanescope::model {

namespace {

/// Returns the words that the lanes of a phase access: each different access once, unless equal addresses serialise.
std::vector<BankWord> words_of(const LaneAccess<std::uint32_t>& access, std::uint32_t lanes) {
  const std::uint32_t width = std::max(1u, access.bytes_per_lane / bytes_per_bank);
  const bool each_alone = equal_addresses_serialise(access.operation);
  std::vector<BankWord> words;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
    if ((lanes >> lane & 1u) == 0) continue;
    const std::uint32_t word = (*access.addresses)[lane] / bytes_per_bank / width * width;
    const auto same =
        std::find_if(words.begin(), words.end(), [word](const BankWord& other) { return other.word == word; });
    if (same != words.end() && !each_alone) {
      same->lanes |= 1u << lane;
    } else {
      words.push_back({word % bank_count, word, width, 1u << lane});
    }
  }
  return words;
}

void add_phase(BankPhases& result, const LaneAccess<std::uint32_t>& access, std::uint32_t lanes) {
  BankPhase phase;
  phase.lanes = lanes;
  phase.first_wavefront = static_cast<std::uint32_t>(result.wavefronts.size());
  const bool together = costs_no_wavefront(access.operation) || access.operation == Operation::matrix_operand;
  const std::uint32_t number =
      lanes == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(lanes)) / result.lanes_per_phase;
  const bool by_source = access.operation == Operation::asynchronous_copy && access.sources != nullptr &&
                         (access.source_degrees >> 8 * number & 0xffu) > 1;
  std::array<std::uint8_t, bank_count> at_source{};
  for (const BankWord& word : words_of(access, lanes)) {
    // Accesses of one width share all of their banks or none, so that the first bank stands for all of them.
    std::uint32_t wavefront = together ? 0 : phase.degrees[word.bank];
    if (by_source) {
      const std::uint32_t lane = static_cast<std::uint32_t>(std::countr_zero(word.lanes));
      wavefront = at_source[(*access.sources)[lane] / bytes_per_bank % bank_count / word.width * word.width]++;
    }
    for (std::uint32_t bank = word.bank; bank < word.bank + word.width; ++bank) {
      phase.degrees[bank] = together ? 1 : static_cast<std::uint8_t>(phase.degrees[bank] + 1);
    }
    while (wavefront >= phase.wavefronts) {
      ++phase.wavefronts;
      result.wavefronts.emplace_back();
    }
    BankWavefront& into = result.wavefronts[phase.first_wavefront + wavefront];
    into.words.push_back(word);
    into.lanes |= word.lanes;
  }
  result.phases.push_back(phase);
}

}  // namespace

std::uint32_t BankPhases::phase_of(std::uint32_t wavefront) const {
  std::uint32_t phase = 0;
  while (phase + 1 < phases.size() && phases[phase + 1].first_wavefront <= wavefront) ++phase;
  return phase;
}

std::optional<BankPhases> bank_phases(const LaneAccess<std::uint32_t>& access) {
  const std::optional<std::uint32_t> together = lanes_per_group(access);
  if (!together || !shared_wavefronts(access)) return std::nullopt;
  BankPhases result;
  result.no_wavefront = costs_no_wavefront(access.operation);
  result.lanes_per_phase = *together;
  for (std::uint32_t first = 0; first < lanes_per_warp; first += *together) {
    const std::uint32_t lanes = access.active_mask & (all_lanes >> (lanes_per_warp - *together) << first);
    if (lanes != 0) add_phase(result, access, lanes);
  }
  return result;
}

}  // namespace lanescope::model
