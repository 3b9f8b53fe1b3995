#include "emulator/further_instructions/arithmetic/video.h"

#include <algorithm>
#include <cstring>

#include "trace/trace.h"

namespace lanescope::emulator {
namespace {

/// Keeps the low bits of a value, the highest of them as the sign.
std::int64_t with_bits(std::int64_t value, unsigned bits) {
  const unsigned unused = 64 - bits;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << unused) >> unused;
}

/// Returns the bytes from `first` on of the registers {b, a}.
std::int64_t element(std::uint64_t both, std::uint8_t first, std::uint8_t bytes, bool is_signed) {
  const std::uint64_t mask = (std::uint64_t{1} << 8 * bytes) - 1;
  const auto value = static_cast<std::int64_t>(both >> 8 * first & mask);
  return is_signed ? with_bits(value, 8 * bytes) : value;
}

std::int64_t saturated(std::int64_t value, std::uint8_t bytes, bool is_signed) {
  const std::int64_t range = std::int64_t{1} << 8 * bytes;
  return is_signed ? std::clamp(value, -range / 2, range / 2 - 1) : std::clamp(value, std::int64_t{0}, range - 1);
}

bool compares(Comparison comparison, std::int64_t a, std::int64_t b) {
  switch (comparison) {
    case Comparison::eq:
      return a == b;
    case Comparison::ne:
      return a != b;
    case Comparison::lt:
      return a < b;
    case Comparison::le:
      return a <= b;
    case Comparison::gt:
      return a > b;
    default:
      return a >= b;
  }
}

std::int64_t core(const VideoForm& form, std::int64_t a, std::int64_t b) {
  // Shifts by more than the register's width clear it, or leave only its sign.
  const std::int64_t amount = form.wraps ? b & 31 : std::min<std::int64_t>(b, 32);
  switch (form.operation) {
    case VideoOperation::add:
      return a + b;
    case VideoOperation::subtract:
      return a - b;
    case VideoOperation::difference:
      return a > b ? a - b : b - a;
    case VideoOperation::minimum:
      return std::min(a, b);
    case VideoOperation::maximum:
      return std::max(a, b);
    case VideoOperation::average:
      return (a + b >= 0 ? a + b + 1 : a + b) >> 1;
    case VideoOperation::shift_left:
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << amount);
    case VideoOperation::shift_right:
      return a >> amount;
    default:
      return compares(form.comparison, a, b) ? 1 : 0;
  }
}

/// vmad, as the code of ptxas has it: 32-bit sources and c count as signed whatever their type, and c is complemented
/// in its register before it is extended. Without a sign and without a negation the sum is shifted as a number without
/// one.
std::uint32_t multiplied(const VideoForm& form, std::int64_t a, std::int64_t b, std::uint32_t c) {
  const bool is_signed = form.signed_a || form.signed_b || form.negated_product || form.negated_c;
  if (form.a_bytes == 4) a = static_cast<std::int32_t>(a);
  if (form.b_bytes == 4) b = static_cast<std::int32_t>(b);
  std::int64_t sum = a * b;
  if (form.negated_product) sum = ~sum;
  if (form.negated_c) c = ~c;
  sum += static_cast<std::int32_t>(c);
  if (form.negated_product || form.negated_c || form.plus_one) sum += 1;
  sum = is_signed ? sum >> form.scale : static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) >> form.scale);
  return static_cast<std::uint32_t>(form.saturates ? saturated(sum, 4, is_signed) : sum);
}

bool shifts(const VideoForm& form) {
  return form.operation == VideoOperation::shift_left || form.operation == VideoOperation::shift_right;
}

/// What .sat makes of a scalar result. The manual clamps it to the range of its destination. No GPU since compute
/// capability 5.0 has the scalar forms; the code that ptxas makes of them compares bytes and halves without a sign, so
/// that what is below 0 becomes the largest one, saturates shifts to 32 bits only, and of what goes to u32 clamps only
/// shifts at the upper end.
std::int64_t saturated_scalar(const VideoForm& form, std::int64_t value) {
  if (form.result_bytes == 4 || shifts(form)) {
    if (form.signed_result || shifts(form)) return saturated(value, 4, form.signed_result);
    return value < 0 ? 0 : std::int64_t{static_cast<std::uint32_t>(value)};
  }
  const std::int64_t largest = (std::int64_t{1} << (8 * form.result_bytes - (form.signed_result ? 1 : 0))) - 1;
  return value < 0 || value > largest ? largest : value;
}

/// The smaller or the larger one of c and a scalar result, which is `exact` before its saturation. The code of ptxas
/// compares 64 bits: sums only with the low 32 bits of theirs, whose highest one it extends even where they have no
/// sign.
std::uint32_t extreme(const VideoForm& form, std::int64_t exact, std::int64_t value, std::uint32_t c) {
  const bool sums = form.operation == VideoOperation::add || form.operation == VideoOperation::subtract;
  const bool is_signed = form.operation == VideoOperation::compare ? form.signed_a : form.signed_result;
  if (sums || (shifts(form) && form.saturates && !is_signed)) {
    value = static_cast<std::int32_t>(value);
  } else if (form.operation == VideoOperation::difference && !is_signed) {
    value = exact;
  }
  const std::int64_t third = is_signed ? std::int64_t{static_cast<std::int32_t>(c)} : std::int64_t{c};
  const bool less = is_signed ? value < third : static_cast<std::uint64_t>(value) < static_cast<std::uint64_t>(third);
  return static_cast<std::uint32_t>(less == (form.second == VideoSecond::minimum) ? value : third);
}

/// Puts the masked elements into c, or adds them to it. A scalar form's .h1 takes the upper half of the result, where
/// the manual has the lower one: the code of ptxas leaves it where it stands (PRMT with 0x3254), and an H100 agrees.
std::uint32_t collected(const VideoForm& form, const std::array<std::int64_t, 4>& results, std::uint32_t c) {
  const unsigned bits = 8u * form.result_bytes;
  std::uint32_t value = c;
  for (unsigned part = 0; part < 32 / bits; ++part) {
    if ((form.mask >> part & 1u) == 0) continue;
    auto result = static_cast<std::uint32_t>(results[form.elements == 1 ? 0 : part]);
    if (form.elements == 1 && bits == 16 && part == 1) result >>= 16;
    if (form.second == VideoSecond::add) {
      value += result;
    } else {
      const std::uint32_t mask = (bits == 32 ? ~0u : (1u << bits) - 1) << part * bits;
      value = (value & ~mask) | (result << part * bits & mask);
    }
  }
  return value;
}

std::uint32_t computed(const VideoForm& form, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint64_t both = std::uint64_t{b} << 32 | a;
  std::array<std::int64_t, 4> results{};
  for (unsigned index = 0; index < form.elements; ++index) {
    const std::int64_t first = element(both, form.a_first[index], form.a_bytes, form.signed_a);
    const std::int64_t other = element(both, form.b_first[index], form.b_bytes, form.signed_b);
    if (form.operation == VideoOperation::multiply) return multiplied(form, first, other, c);
    results[index] = core(form, first, other);
    if (form.elements > 1 && form.saturates) {
      results[index] = saturated(results[index], form.result_bytes, form.signed_result);
    }
  }
  if (form.elements > 1) return collected(form, results, c);
  // A shift to the left has 34 bits before it is saturated.
  const bool cut = form.operation == VideoOperation::shift_left && form.saturates;
  const std::int64_t exact = cut ? with_bits(results[0], 34) : results[0];
  if (form.saturates) results[0] = saturated_scalar(form, exact);
  if (form.second == VideoSecond::minimum || form.second == VideoSecond::maximum) {
    return extreme(form, exact, results[0], c);
  }
  return form.second == VideoSecond::none ? static_cast<std::uint32_t>(results[0]) : collected(form, results, c);
}

}  // namespace

void compute_video(const Bases& bases, const Slots& slots, std::uint32_t active) {
  VideoSlots packed;
  std::copy_n(slots.begin() + video_slot, packed.size(), packed.begin());
  const auto form = std::bit_cast<VideoForm>(packed);
  const auto lanes = [&](std::size_t index) { return &word(at(bases, slots[index])); };
  trace::for_each_lane(active, [&](std::uint32_t lane) {
    lanes(0)[lane] = computed(form, lanes(1)[lane], lanes(2)[lane], lanes(3)[lane]);
  });
}

}  // namespace lanescope::emulator
