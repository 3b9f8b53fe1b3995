#include "model/access/banks.h"

#include <algorithm>
#include <bit>

#include "model/access/active_lanes.h"

namespace lanescope::model {
namespace {

/// Whether the lanes n and n xor `distance` have equal addresses in every pair of which both are active.
template <class Address>
bool pairs_agree(const LaneAddresses<Address>& addresses, std::uint32_t active, std::uint32_t distance) {
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
    const std::uint32_t partner = lane ^ distance;
    if (partner < lane) continue;
    const bool both = (active >> lane & active >> partner & 1u) != 0;
    if (both && addresses[lane] != addresses[partner]) return false;
  }
  return true;
}

using BankCounts = std::array<std::uint8_t, bank_count>;

std::uint32_t max_count(const BankCounts& counts) {
  return *std::max_element(counts.begin(), counts.end());
}

/// Returns the largest number of different words in one bank that the lanes of the mask, which is not empty, access. An
/// access of 8 or 16 bytes is aligned to its size, so that its words lie in neighbouring banks and two accesses share
/// all of them or none. It is therefore enough to count accesses by the bank of their first word.
template <class Address>
std::uint32_t max_words_in_a_bank(const LaneAddresses<Address>& addresses, std::uint32_t mask,
                                  std::uint32_t bytes_per_lane) {
  constexpr Address bytes_per_row = bank_count * bytes_per_bank;  // one word in every bank
  const auto aligned = ~static_cast<Address>(std::max(bytes_per_lane, bytes_per_bank) - 1);
  const auto bank_of = [](Address word) { return static_cast<std::size_t>(word / bytes_per_bank % bank_count); };

  // Most accesses stay within a few rows around the first lane's; one bit for each word then shows whether it was seen.
  constexpr Address rows = 64;
  const Address low = addresses[static_cast<std::size_t>(std::countr_zero(mask))] / bytes_per_row - rows / 2;
  BankCounts counts{};
  std::array<std::uint32_t, rows> words_of_row{};
  const bool near = all_of_lanes(addresses, mask, [&](Address address) {
    const Address word = address & aligned;
    const Address row = word / bytes_per_row - low;
    if (row >= rows) return false;
    const std::size_t bank = bank_of(word);
    counts[bank] = static_cast<std::uint8_t>(counts[bank] + (~words_of_row[row] >> bank & 1u));
    words_of_row[row] |= 1u << bank;
    return true;
  });
  if (near) return max_count(counts);

  counts = {};
  DistinctKeys<Address> seen;
  for_each_lane(addresses, mask, [&](Address address) {
    const Address word = address & aligned;
    if (seen.insert(word / bytes_per_bank).inserted) ++counts[bank_of(word)];
  });
  return max_count(counts);
}

/// Returns the largest number of lanes that access one bank. An access of several words is aligned to its size, so that
/// the bank of its first word stands for all of them.
template <class Address>
std::uint32_t max_lanes_in_a_bank(const LaneAddresses<Address>& addresses, std::uint32_t mask,
                                  std::uint32_t bytes_per_lane) {
  const auto aligned = ~static_cast<Address>(std::max(bytes_per_lane, bytes_per_bank) - 1);
  BankCounts counts{};
  for_each_lane(addresses, mask, [&](Address address) {
    ++counts[static_cast<std::size_t>((address & aligned) / bytes_per_bank % bank_count)];
  });
  return max_count(counts);
}

/// Returns what a group of lanes costs, or nothing where no rule is known.
template <class Address>
std::optional<std::uint32_t> wavefronts_of(const LaneAccess<Address>& access, std::uint32_t group,
                                           std::uint32_t number) {
  const LaneAddresses<Address>& addresses = *access.addresses;
  if (access.operation == Operation::matrix_operand) return 1;
  if (access.operation == Operation::asynchronous_copy) {
    const std::uint32_t source = access.source_degrees >> 8 * number & 0xffu;
    const std::uint32_t destination = max_lanes_in_a_bank(addresses, group, access.bytes_per_lane);
    if (source == 0 || (source > 1 && destination > 1)) return std::nullopt;
    return std::max(source, destination);
  }
  return equal_addresses_serialise(access.operation) ? max_lanes_in_a_bank(addresses, group, access.bytes_per_lane)
                                                     : max_words_in_a_bank(addresses, group, access.bytes_per_lane);
}

}  // namespace

bool equal_addresses_serialise(Operation operation) {
  return operation == Operation::reduce || operation == Operation::atomic || operation == Operation::asynchronous_copy;
}

bool costs_no_wavefront(Operation operation) {
  return operation == Operation::asynchronous_bypass || operation == Operation::bulk_load ||
         operation == Operation::bulk_store;
}

template <class Address>
std::optional<std::uint32_t> lanes_per_group(const LaneAccess<Address>& access) {
  const std::uint32_t bytes = access.bytes_per_lane;
  if (!std::has_single_bit(bytes) || bytes > 16) return std::nullopt;
  if (access.operation == Operation::matrix_load || access.operation == Operation::matrix_store ||
      access.operation == Operation::matrix_operand) {
    return bytes == 16 ? std::optional(lanes_per_warp / 4) : std::nullopt;
  }
  if (costs_no_wavefront(access.operation)) return lanes_per_warp;
  const bool copies = access.operation == Operation::asynchronous_copy;
  if (copies && bytes < 4) return std::nullopt;
  if (equal_addresses_serialise(access.operation) && !copies)
    return bytes == 4 ? std::optional(lanes_per_warp) : std::nullopt;
  const std::uint32_t lanes = bytes <= 4 ? lanes_per_warp : lanes_per_warp * bytes_per_bank / bytes;
  const bool widened =
      access.operation == Operation::load && bytes > 4 &&
      (pairs_agree(*access.addresses, access.active_mask, 1) || pairs_agree(*access.addresses, access.active_mask, 2));
  return widened ? 2 * lanes : lanes;
}

template <class Address>
std::optional<Wavefronts> shared_wavefronts(const LaneAccess<Address>& access) {
  const std::optional<std::uint32_t> lanes = lanes_per_group(access);
  if (!lanes) return std::nullopt;
  Wavefronts result;
  if (costs_no_wavefront(access.operation)) return result;
  for (std::uint32_t first = 0; first < lanes_per_warp; first += *lanes) {
    const std::uint32_t group = access.active_mask & (all_lanes >> (lanes_per_warp - *lanes) << first);
    if (group == 0) continue;
    const std::optional<std::uint32_t> cost = wavefronts_of(access, group, first / *lanes);
    if (!cost) return std::nullopt;
    result.wavefronts += *cost;
    ++result.groups;
  }
  return result;
}

template std::optional<std::uint32_t> lanes_per_group(const LaneAccess<std::uint32_t>&);
template std::optional<Wavefronts> shared_wavefronts(const LaneAccess<std::uint32_t>&);
template std::optional<Wavefronts> shared_wavefronts(const LaneAccess<std::uint64_t>&);

}  // namespace lanescope::model
