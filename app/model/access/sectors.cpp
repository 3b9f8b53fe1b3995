#include "model/access/sectors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/rounding.h"
#include "model/access/active_lanes.h"

namespace lanescope::model {
namespace {

constexpr std::uint32_t bytes_per_word = 4;

/// The number of different sectors, and of different words in them.
struct Touched {
  std::uint32_t sectors = 0, words = 0;
};

/// Counts accesses of up to 32 bytes, aligned to their size, so that each lies within one sector.
template <class Address>
Touched touched(const LaneAddresses<Address>& addresses, std::uint32_t mask, std::uint32_t bytes_per_lane) {
  if (mask == 0) return {};
  const std::uint32_t unit = std::clamp(std::bit_ceil(bytes_per_lane), bytes_per_word, bytes_per_sector);
  const std::uint32_t words_of_access = (1u << (unit / bytes_per_word)) - 1;
  const auto words_in_sector = [&](Address address) {
    return static_cast<std::uint8_t>(words_of_access << (address % bytes_per_sector / unit * (unit / bytes_per_word)));
  };
  Touched result;

  // Sectors near the first lane's have one byte each, with one bit for each word.
  constexpr Address max_sectors = 128;
  const Address low = addresses[static_cast<std::size_t>(std::countr_zero(mask))] / bytes_per_sector - max_sectors / 2;
  std::array<std::uint8_t, max_sectors> near_words{};
  const bool near = all_of_lanes(addresses, mask, [&](Address address) {
    const Address sector = address / bytes_per_sector - low;
    if (sector >= max_sectors) return false;
    near_words[sector] |= words_in_sector(address);
    return true;
  });
  if (near) {
    for (std::size_t i = 0; i < max_sectors; i += sizeof(std::uint64_t)) {  // eight sectors at a time
      std::uint64_t eight = 0;
      std::memcpy(&eight, near_words.data() + i, sizeof eight);
      if (eight == 0) continue;
      result.words += static_cast<std::uint32_t>(std::popcount(eight));
      eight |= eight >> 4;  // bit 0 of each byte shows whether any of its bits is set
      eight |= eight >> 2;
      eight |= eight >> 1;
      result.sectors += static_cast<std::uint32_t>(std::popcount(eight & 0x0101010101010101ull));
    }
    return result;
  }

  DistinctKeys<Address> sectors;
  std::array<std::uint8_t, DistinctKeys<Address>::slots> words;  // by slot; written when the slot is first used
  for_each_lane(addresses, mask, [&](Address address) {
    const auto slot = sectors.insert(address / bytes_per_sector);
    const std::uint8_t before = slot.inserted ? std::uint8_t{0} : words[slot.index];
    const auto after = static_cast<std::uint8_t>(before | words_in_sector(address));
    result.sectors += slot.inserted ? 1u : 0u;
    result.words += static_cast<std::uint32_t>(std::popcount(after) - std::popcount(before));
    words[slot.index] = after;
  });
  return result;
}

}  // namespace

template <class Address>
Sectors global_sectors(const LaneAccess<Address>& access) {
  const Touched result = touched(*access.addresses, access.active_mask, access.bytes_per_lane);
  return {result.sectors, ceil_div(result.words * bytes_per_word, bytes_per_sector)};
}

template <class Address>
Meetings meetings_of(const LaneAddresses<Address>& addresses, std::uint32_t mask) {
  DistinctKeys<Address> words, sectors;
  std::array<std::uint32_t, DistinctKeys<Address>::slots> lanes, most;  // by slot; written when it is first used
  Meetings meetings;
  for_each_lane(addresses, mask, [&](Address address) {
    const auto word = words.insert(address);
    const auto sector = sectors.insert(address / bytes_per_sector);
    if (word.inserted) lanes[word.index] = 0;
    if (sector.inserted) most[sector.index] = 0;
    if (++lanes[word.index] <= most[sector.index]) return;
    ++most[sector.index];
    ++meetings.passes;
    meetings.most = std::max(meetings.most, most[sector.index]);
  });
  return meetings;
}

template <class Address>
Sectors local_sectors(const LaneAccess<Address>& access) {
  // One sector of the warp's memory holds one word of each of eight neighbouring lanes.
  constexpr std::uint32_t lanes_per_sector = bytes_per_sector / bytes_per_word;
  const std::uint32_t words = std::max(access.bytes_per_lane / bytes_per_word, 1u);
  Sectors result;
  for (std::uint32_t first = 0; first < lanes_per_warp; first += lanes_per_sector) {
    const std::uint32_t lanes = access.active_mask & (0xffu << first);
    result.sectors += touched(*access.addresses, lanes, access.bytes_per_lane).words;
  }
  const auto lanes = static_cast<std::uint32_t>(std::popcount(access.active_mask));
  result.sectors_ideal = ceil_div(lanes * words * bytes_per_word, bytes_per_sector);
  return result;
}

template Sectors global_sectors(const LaneAccess<std::uint32_t>&);
template Sectors global_sectors(const LaneAccess<std::uint64_t>&);
template Meetings meetings_of(const LaneAddresses<std::uint64_t>&, std::uint32_t);
template Sectors local_sectors(const LaneAccess<std::uint32_t>&);
template Sectors local_sectors(const LaneAccess<std::uint64_t>&);

}  // namespace lanescope::model
