// The video instructions of PTX: arithmetic on bytes and halves of registers with a second operation or a merge. It is
// internal to arithmetic/ and decode/.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "emulator/arithmetic/request.h"

namespace lanescope::emulator {

/// The core of a video instruction.
// clang-format off
enum class VideoOperation : std::uint8_t {
  add, subtract, difference, minimum, maximum, average, shift_left, shift_right, compare, multiply
};
/// What is done with its result and the operand c.
enum class VideoSecond : std::uint8_t { none, add, minimum, maximum, merge };
// clang-format on

/// A video instruction without its registers. Its operands d, a, b and c are the first four slots; the description
/// itself stands in the slots behind them.
struct VideoForm {
  VideoOperation operation = VideoOperation::add;
  VideoSecond second = VideoSecond::none;
  Comparison comparison = Comparison::none;
  std::uint8_t elements = 1;  ///< 2 or 4 of the SIMD forms
  bool signed_result = false, signed_a = false, signed_b = false;
  bool saturates = false;
  bool wraps = false;  ///< of shifts: .wrap; else .clamp
  // Of vmad.
  bool negated_product = false, negated_c = false, plus_one = false;
  std::uint8_t scale = 0;  ///< bits to the right
  std::uint8_t a_bytes = 4, b_bytes = 4, result_bytes = 4;
  /// By element: its first byte; 0 to 3 are those of the register a, 4 to 7 those of b.
  std::array<std::uint8_t, 4> a_first{0, 0, 0, 0}, b_first{4, 0, 0, 0};
  /// Where the result goes: bit i for element i of d; of a merge of one element, i counts elements of result_bytes.
  std::uint8_t mask = 1;
  std::array<std::uint8_t, 7> unused{};
};

inline constexpr std::size_t video_slot = 4;  ///< the first slot of the description
using VideoSlots = std::array<Slot, 8>;
static_assert(sizeof(VideoForm) == sizeof(VideoSlots) && video_slot + VideoSlots().size() <= max_slots);

/// Computes the instruction that the slots describe, as the PTX ISA manual's "Video Instructions" does in its pseudo
/// code, but for scalar forms where the code of ptxas, which is what GPUs run, does something else: .sat, .min and
/// .max, vmad, and the merge into the upper half.
void compute_video(const Bases& bases, const Slots& slots, std::uint32_t active);

}  // namespace lanescope::emulator
