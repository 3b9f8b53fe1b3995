// Decodes the video instructions. Source: PTX ISA 9.0, "Video Instructions".
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "emulator/decode/decoder.h"
#include "emulator/further_instructions/arithmetic/video.h"

namespace lanescope::emulator {

using ptx::Opcode;

namespace {

struct VideoFacts {
  Opcode opcode;
  VideoOperation operation;
  std::uint8_t elements;
};

constexpr auto video_facts = std::to_array<VideoFacts>({{Opcode::vadd, VideoOperation::add, 1},
                                                        {Opcode::vsub, VideoOperation::subtract, 1},
                                                        {Opcode::vabsdiff, VideoOperation::difference, 1},
                                                        {Opcode::vmin, VideoOperation::minimum, 1},
                                                        {Opcode::vmax, VideoOperation::maximum, 1},
                                                        {Opcode::vshl, VideoOperation::shift_left, 1},
                                                        {Opcode::vshr, VideoOperation::shift_right, 1},
                                                        {Opcode::vset, VideoOperation::compare, 1},
                                                        {Opcode::vmad, VideoOperation::multiply, 1},
                                                        {Opcode::vadd2, VideoOperation::add, 2},
                                                        {Opcode::vsub2, VideoOperation::subtract, 2},
                                                        {Opcode::vavrg2, VideoOperation::average, 2},
                                                        {Opcode::vabsdiff2, VideoOperation::difference, 2},
                                                        {Opcode::vmin2, VideoOperation::minimum, 2},
                                                        {Opcode::vmax2, VideoOperation::maximum, 2},
                                                        {Opcode::vset2, VideoOperation::compare, 2},
                                                        {Opcode::vadd4, VideoOperation::add, 4},
                                                        {Opcode::vsub4, VideoOperation::subtract, 4},
                                                        {Opcode::vavrg4, VideoOperation::average, 4},
                                                        {Opcode::vabsdiff4, VideoOperation::difference, 4},
                                                        {Opcode::vmin4, VideoOperation::minimum, 4},
                                                        {Opcode::vmax4, VideoOperation::maximum, 4},
                                                        {Opcode::vset4, VideoOperation::compare, 4}});

/// A selector: the letter gives the size of the elements in bytes, each digit is one of them, the highest first.
struct VideoSelector {
  std::uint8_t bytes = 4;
  std::array<std::uint8_t, 4> digits{};  ///< the lowest first
  std::uint8_t count = 0;
};

std::optional<VideoSelector> selector_of(std::string_view text) {
  if (text.size() < 2 || text.size() > 5 || (text.front() != 'b' && text.front() != 'h')) return std::nullopt;
  VideoSelector selector;
  selector.bytes = text.front() == 'b' ? 1 : 2;
  for (std::size_t index = text.size() - 1; index > 0; --index) {
    const auto digit = static_cast<std::uint8_t>(text[index] - '0');
    // Both source registers together have 8 bytes.
    if (digit >= 8 / selector.bytes) return std::nullopt;
    selector.digits[selector.count++] = digit;
  }
  return selector;
}

/// Sets the bytes of a source in a scalar form.
bool select_part(std::string_view text, std::uint8_t& bytes, std::uint8_t& first) {
  if (text.empty()) return true;
  const std::optional<VideoSelector> selector = selector_of(text);
  if (!selector || selector->count != 1 || selector->digits[0] >= 4 / selector->bytes) return false;
  bytes = selector->bytes;
  first = static_cast<std::uint8_t>(first + selector->bytes * selector->digits[0]);
  return true;
}

/// Sets the elements of a source in a SIMD form; without a selector they are those of one register, from `first` on.
bool select_elements(std::string_view text, std::uint8_t elements, std::uint8_t first,
                     std::array<std::uint8_t, 4>& places) {
  const auto bytes = static_cast<std::uint8_t>(4 / elements);
  const std::optional<VideoSelector> selector = selector_of(text);
  if (!text.empty() && (!selector || selector->count != elements || selector->bytes != bytes)) return false;
  for (std::uint8_t index = 0; index < elements && index < places.size(); ++index) {
    places[index] = static_cast<std::uint8_t>(selector ? selector->digits[index] * bytes : first + index * bytes);
  }
  return true;
}

/// Sets which elements of the destination take the result.
bool select_result(std::string_view text, VideoForm& form) {
  const bool simd = form.elements > 1;
  if (simd) form.result_bytes = static_cast<std::uint8_t>(4 / form.elements);
  if (text.empty()) {
    form.mask = static_cast<std::uint8_t>((1u << form.elements) - 1);
    return true;
  }
  const std::optional<VideoSelector> selector = selector_of(text);
  if (!selector || (simd && selector->bytes != form.result_bytes) || (!simd && selector->count != 1)) return false;
  form.result_bytes = selector->bytes;
  form.mask = 0;
  for (std::uint8_t index = 0; index < selector->count; ++index) {
    // The digits of a mask fall.
    if (selector->digits[index] >= 4 / form.result_bytes || form.mask >> selector->digits[index] != 0) return false;
    form.mask = static_cast<std::uint8_t>(form.mask | 1u << selector->digits[index]);
  }
  return true;
}

/// Reads the words behind the opcode; false: there is one too many or too few.
bool read_words(const ptx::Instruction& instruction, VideoForm& form) {
  static constexpr std::array<std::string_view, 6> video_comparisons{"eq", "ne", "lt", "le", "gt", "ge"};
  static constexpr std::array<std::string_view, 3> second_words{"add", "min", "max"};
  const bool compared = form.operation == VideoOperation::compare, simd = form.elements > 1;
  const bool shifts = form.operation == VideoOperation::shift_left || form.operation == VideoOperation::shift_right;
  const bool multiplies = form.operation == VideoOperation::multiply;
  std::array<ptx::Type, 3> types{};
  std::size_t type_count = 0;
  bool amount = false;
  for (const ptx::Suffix& suffix : instruction.suffixes) {
    if (!suffix.modifier) {
      if (type_count == types.size()) return false;
      types[type_count++] = suffix.type;
      continue;
    }
    const std::string_view text = suffix.modifier->text();
    const auto* const comparison = std::find(video_comparisons.begin(), video_comparisons.end(), text);
    const auto* const second = std::find(second_words.begin(), second_words.end(), text);
    if (comparison != video_comparisons.end() && compared) {
      form.comparison = static_cast<Comparison>(1 + (comparison - video_comparisons.begin()));
    } else if (second != second_words.end() && !multiplies && (!simd || text == "add")) {
      form.second = static_cast<VideoSecond>(1 + (second - second_words.begin()));
    } else if (text == "sat" && !compared) {
      form.saturates = true;
    } else if ((text == "wrap" || text == "clamp") && shifts) {
      form.wraps = text == "wrap";
      amount = true;
    } else if (text == "po" && multiplies) {
      form.plus_one = true;
    } else if ((text == "shr7" || text == "shr15") && multiplies) {
      form.scale = text == "shr7" ? 7 : 15;
    } else {
      return false;
    }
  }
  const auto integer = [](ptx::Type type) { return type == ptx::Type::u32 || type == ptx::Type::s32; };
  if (type_count != (compared ? 2u : 3u) || !std::all_of(types.begin(), types.begin() + type_count, integer))
    return false;
  const std::size_t sources = type_count - 2;
  form.signed_result = !compared && types[0] == ptx::Type::s32;
  form.signed_a = types[sources] == ptx::Type::s32;
  form.signed_b = types[sources + 1] == ptx::Type::s32;
  // A comparison and the treatment of large amounts must be named; SIMD sums are not saturated before they are added.
  return compared == (form.comparison != Comparison::none) && shifts == amount && !(shifts && form.signed_b) &&
         !(simd && form.saturates && form.second == VideoSecond::add);
}

}  // namespace

Status Decoder::video() {
  const std::vector<Operand>& operands = instruction_->operands;
  const auto* const facts = std::find_if(video_facts.begin(), video_facts.end(),
                                         [&](const VideoFacts& each) { return each.opcode == instruction_->opcode; });
  VideoForm form;
  form.operation = facts->operation;
  form.elements = facts->elements;
  const bool simd = form.elements > 1, multiplies = form.operation == VideoOperation::multiply;
  if (!read_words(*instruction_, form) || operands.size() < 3 || operands.size() > 4) return refused();
  bool selected = select_result(operands[0].selector, form);
  if (simd) {
    form.a_bytes = form.b_bytes = static_cast<std::uint8_t>(4 / form.elements);
    selected = selected && select_elements(operands[1].selector, form.elements, 0, form.a_first) &&
               select_elements(operands[2].selector, form.elements, 4, form.b_first);
  } else {
    selected = selected && select_part(operands[1].selector, form.a_bytes, form.a_first[0]) &&
               select_part(operands[2].selector, form.b_bytes, form.b_first[0]);
  }
  if (!selected) return refused<"unsupported.selector_of_instruction">();
  const bool merges = simd || !operands[0].selector.empty();
  if (merges && !simd && (form.second != VideoSecond::none || multiplies))
    return refused<"unsupported.selector_of_instruction">();
  if (merges && form.second == VideoSecond::none) form.second = VideoSecond::merge;
  const bool takes_third = multiplies || form.second != VideoSecond::none;
  if (operands.size() != (takes_third ? 4u : 3u)) return refused<"unsupported.operand_count">();
  form.negated_product = operands[1].negated != operands[2].negated;
  form.negated_c = takes_third && operands[3].negated;
  const bool negates = operands[1].negated || operands[2].negated || form.negated_c;
  if (negates && (!multiplies || form.plus_one || (form.negated_product && form.negated_c))) {
    return refused<"unsupported.negated_operand">();
  }
  op_.kind = OpKind::lanes;
  op_.function = &compute_video;
  op_.slots[3] = constant(0, 32);
  for (std::size_t index = 0; index < operands.size(); ++index) {
    Operand operand = operands[index];
    operand.selector.clear();
    const unsigned bits = register_bits(operand);
    if (bits != 0 && bits != 32) return refused<"unsupported.register_width">();
    TRY(op_.slots[index], index == 0 ? destination(operand) : value(operand, ptx::Type::u32));
  }
  const auto packed = std::bit_cast<VideoSlots>(form);
  std::copy(packed.begin(), packed.end(), op_.slots.begin() + video_slot);
  return {};
}

}  // namespace lanescope::emulator
