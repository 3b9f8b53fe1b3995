#include "emulator/memory/moves.h"

#include <algorithm>
#include <type_traits>

namespace lanescope::emulator {
namespace {

/// Calls make() with a word of so many bytes.
template <class Make>
auto with_word(std::uint32_t bytes, Make make) {
  return bytes == 1   ? make(std::uint8_t{})
         : bytes == 2 ? make(std::uint16_t{})
         : bytes == 4 ? make(std::uint32_t{})
                      : make(std::uint64_t{});
}

}  // namespace

Gather gather_for(std::uint32_t element_bytes, std::uint32_t register_bytes, bool sign_extend) {
  return with_word(element_bytes, [&](auto element) {
    return with_word(register_bytes, [&](auto held) -> Gather {
      using Element = decltype(element);
      return sign_extend ? &gather<std::make_signed_t<Element>, decltype(held)> : &gather<Element, decltype(held)>;
    });
  });
}

namespace {

/// The elements of one run. Words are those of registers.
template <class Word>
void load_run(Word* registers, const std::byte* place, std::size_t step, const LaneRun& run) {
  if (step == sizeof(Word) && run.lanes == warp_lanes) {
    std::memcpy(registers, place, warp_lanes * sizeof(Word));
  } else if (step == sizeof(Word)) {
    std::memcpy(registers + run.first_lane, place, run.lanes * sizeof(Word));
  } else if (step == 0) {
    Word word;
    std::memcpy(&word, place, sizeof(word));
    std::fill_n(registers + run.first_lane, run.lanes, word);
  } else {
    for (std::uint32_t lane = 0; lane < run.lanes; ++lane) {
      std::memcpy(registers + run.first_lane + lane, place + lane * step, sizeof(Word));
    }
  }
}

/// Calls move(registers, bytes from the first lane's place, bytes from lane to lane, run) for each run and element.
template <class Move>
void for_each_run(const Bases& bases, const Op& op, const Access& how, const AddressPattern& pattern, Move move) {
  const std::uint32_t bytes = how.bytes();
  for (const LaneRun& run : pattern.runs) {
    for (std::uint32_t element = 0; element < how.elements; ++element) {
      const std::uint64_t away = static_cast<std::uint64_t>(run.distance) + std::uint64_t{element} * how.element_bytes;
      move(at(bases, op.slots[element]), away, run.neighbours ? bytes : 0u, run);
    }
  }
}

}  // namespace

void fill_registers(std::byte* registers, std::uint32_t register_bytes, const std::byte* place) {
  with_word(register_bytes, [&](auto word) {
    std::memcpy(&word, place, sizeof(word));
    std::fill_n(reinterpret_cast<decltype(word)*>(registers), warp_lanes, word);
  });
}

void load_runs(const Bases& bases, const Op& op, const Access& how, const std::byte* data, std::uint64_t first,
               const AddressPattern& pattern) {
  with_word(how.register_bytes, [&](auto word) {
    for_each_run(bases, op, how, pattern,
                 [&](std::byte* registers, std::uint64_t away, std::size_t step, const LaneRun& run) {
                   load_run(reinterpret_cast<decltype(word)*>(registers), data + (first + away), step, run);
                 });
  });
}

void store_runs(const Bases& bases, const Op& op, const Access& how, std::byte* data, std::uint64_t first,
                const AddressPattern& pattern) {
  with_word(how.register_bytes, [&](auto word) {
    for_each_run(bases, op, how, pattern,
                 [&](const std::byte* registers, std::uint64_t away, std::size_t step, const LaneRun& run) {
                   using Word = decltype(word);
                   const auto* const from = reinterpret_cast<const Word*>(registers) + run.first_lane;
                   std::byte* const place = data + (first + away);
                   if (step == sizeof(Word)) {
                     std::memcpy(place, from, run.lanes * sizeof(Word));
                     return;
                   }
                   for (std::uint32_t lane = 0; lane < run.lanes; ++lane)
                     std::memcpy(place + lane * step, from + lane, sizeof(Word));
                 });
  });
}

Scatter scatter_for(std::uint32_t element_bytes, std::uint32_t register_bytes) {
  return with_word(element_bytes, [&](auto element) {
    return with_word(register_bytes, [](auto held) -> Scatter { return &scatter<decltype(element), decltype(held)>; });
  });
}

}  // namespace lanescope::emulator
