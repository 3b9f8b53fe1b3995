#include <array>
#include <string>
#include <utility>
#include <vector>

#include "layout/messages.h"
#include "layout/read/forms.h"

namespace lanescope::layout {
namespace {

/// A number or a tuple of numbers, with its place in the text.
struct NumberTree {
  std::int64_t value = 0;
  std::vector<NumberTree> parts;
  std::size_t position = 0;
};

constexpr int max_depth = 20;  ///< of parentheses; nobody writes more, and it bounds the recursion

Expected<NumberTree> take_numbers(Cursor& cursor, int depth = 0) {
  NumberTree tree;
  tree.position = cursor.position();
  if (depth == max_depth || !cursor.skip("(")) {
    TRY(tree.value, cursor.number());
    return tree;
  }
  do {
    TRY(NumberTree part, take_numbers(cursor, depth + 1));
    tree.parts.push_back(std::move(part));
  } while (cursor.skip(",") && !cursor.sees(")"));
  TRY_STATUS(cursor.expect(")"));
  return tree;
}

std::string mode_name(const std::string& outer, std::size_t index) {
  return outer.empty() ? std::to_string(index) : outer + "," + std::to_string(index);
}

/// Joins shapes with their strides. `mode` names where in the layout this is, as "1,0".
Expected<Layout> joined(const Cursor& cursor, const NumberTree& shape, const NumberTree& stride,
                        const std::string& mode) {
  if (shape.parts.size() != stride.parts.size()) {
    return cursor.refused(stride.position,
                          message<"memory_layout.strides_differ">("(" + mode + ")", shape.parts.size()),
                          message<"memory_layout.strides_differ_remedy">());
  }
  if (shape.parts.empty() && shape.value < 1)
    return cursor.refused(shape.position, message<"memory_layout.shape_too_small">(),
                          message<"memory_layout.no_number_remedy">());
  Layout result{shape.value, stride.value, {}};
  for (std::size_t i = 0; i < shape.parts.size(); ++i) {
    TRY(Layout part, joined(cursor, shape.parts[i], stride.parts[i], mode_name(mode, i)));
    result.modes.push_back(std::move(part));
  }
  return result;
}

/// Gives the strides of the compact layout whose first mode is the fastest. `next` is that of the next number.
Status make_compact(NumberTree& strides, std::int64_t& next) {
  for (NumberTree& part : strides.parts) TRY_STATUS(make_compact(part, next));
  if (strides.parts.empty()) {
    const std::int64_t shape = std::exchange(strides.value, next);
    TRY(next, product(next, shape));
  }
  return {};
}

Expected<Swizzle> take_swizzle(Cursor& cursor) {
  const std::size_t position = cursor.position();
  std::array<std::int64_t, 3> numbers{};
  TRY_STATUS(cursor.expect("<"));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) TRY_STATUS(cursor.expect(","));
    TRY(numbers.at(i), cursor.number());
    if (numbers.at(i) < -64 || numbers.at(i) > 64) numbers.at(i) = 64;  // as impossible as it was
  }
  TRY_STATUS(cursor.expect(">"));
  const Swizzle swizzle{static_cast<int>(numbers[0]), static_cast<int>(numbers[1]), static_cast<int>(numbers[2])};
  if (swizzle.is_possible()) return swizzle;
  return cursor.refused(position, message<"memory_layout.swizzle">(numbers[0], numbers[1], numbers[2]),
                        message<"memory_layout.swizzle_remedy">());
}

/// What print() writes of a pointer: smem_ptr[16b](0x7f...), whose address does not matter. Of a layout whose swizzle
/// is that of the pointer it writes (unset).
struct Pointer {
  std::optional<unsigned> bits;
};
Expected<std::optional<Pointer>> take_pointer(Cursor& cursor) {
  if (!cursor.skip("smem_ptr") && !cursor.skip("gmem_ptr") && !cursor.skip("rmem_ptr") && !cursor.skip("ptr"))
    return std::nullopt;
  Pointer pointer;
  if (cursor.skip("[")) {
    const std::size_t position = cursor.position();
    std::string_view digits = cursor.word();
    if (digits.ends_with('b')) digits.remove_suffix(1);
    Cursor inner(digits);
    const auto bits = inner.number();
    if (!bits || *bits < 1 || *bits > 1024)
      return cursor.refused(position, message<"memory_layout.pointer_bits">(),
                            message<"memory_layout.pointer_bits_remedy">());
    pointer.bits = static_cast<unsigned>(*bits);
    TRY_STATUS(cursor.expect("]"));
  }
  if (cursor.skip("(")) {
    cursor.word();
    TRY_STATUS(cursor.expect(")"));
  }
  return pointer;
}

}  // namespace

Expected<Layout> take_layout(Cursor& cursor) {
  TRY(const NumberTree shape, take_numbers(cursor));
  NumberTree strides = shape;
  if (cursor.skip(":")) {
    TRY(strides, take_numbers(cursor));
  } else {
    std::int64_t next = 1;
    TRY_STATUS(make_compact(strides, next));
  }
  TRY(Layout layout, joined(cursor, shape, strides, {}));
  return checked(std::move(layout));
}

Expected<Mapping> read_cute(std::string_view text, std::optional<unsigned> bits) {
  Cursor cursor(text);
  Mapping mapping;
  std::optional<Swizzle> swizzle;
  if (cursor.skip("Swizzle") || cursor.skip("Sw") || cursor.skip("S")) {
    TRY(swizzle, take_swizzle(cursor));
    // A tensor whose pointer is swizzled prints Sw<3,4,3>_smem_ptr[16b](0x7f...).
    if (!cursor.skip("_")) TRY_STATUS(cursor.expect("o"));
  }
  TRY(const auto pointer, take_pointer(cursor));
  TRY(mapping.element_bits, agreed_bits(pointer ? pointer->bits : std::nullopt, bits));
  if (pointer) {
    TRY_STATUS(cursor.expect("o"));
    if (swizzle) {
      TRY(swizzle, of_elements(*swizzle, mapping.element_bits));
    }
  }
  // A number before a further layout is an offset: Sw<3,3,3> o _0 o (8,64):(64,1).
  Cursor ahead = cursor;
  if (const auto start = ahead.number(); start && ahead.skip("o")) {
    mapping.start = *start;
    cursor = ahead;
  }
  TRY(mapping.layout, take_layout(cursor));
  TRY_STATUS(cursor.expect_end());
  if (std::int64_t end = 0; __builtin_add_overflow(mapping.start, cosize(mapping.layout), &end)) {
    return cursor.refused(0, message<"memory_layout.number_too_large">(), message<"memory_layout.too_large_remedy">());
  }
  if (swizzle) mapping.swizzle = *swizzle;
  return mapping;
}

}  // namespace lanescope::layout
