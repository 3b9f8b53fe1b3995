// The numbers of a tensor map, and the rules of cuTensorMapEncodeTiled for them (CUDA driver API, tensor map objects).
#include <fmt/format.h>

#include <limits>

#include "catalogue/messages.h"
#include "catalogue/plan/settings.h"

namespace lanescope::catalogue {

std::size_t size_of(TensorMap::Type type) {
  constexpr std::array<std::size_t, 13> bytes = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return bytes.at(static_cast<std::size_t>(type));
}

namespace {

constexpr std::int64_t max_elements = std::int64_t{1} << 32, max_stride = std::int64_t{1} << 40;
constexpr std::int64_t max_box_size = 256, max_element_stride = 8, alignment = 16;

class Checks {
 public:
  Checks(const TensorMapText& text, const Settings& settings) : text_(text), settings_(settings) {}

  Expected<std::vector<std::int64_t>> numbers(const std::vector<Formula>& formulas, const char* what,
                                              std::int64_t max_value) const {
    std::vector<std::int64_t> values;
    for (const Formula& formula : formulas) {
      TRY(const std::int64_t value, settings_.evaluate(formula));
      if (value < 1 || value > max_value) {
        return refused(message<"tensor_map.limit">(what, formula.text, value, max_value),
                       message<"plan.other_settings_remedy">());
      }
      values.push_back(value);
    }
    return values;
  }

  [[nodiscard]] tl::unexpected<Error> refused(const Message& what, Message remedy) const {
    return failure(message<"tensor_map.refused">(text_.map.name, what), text_.line, std::move(remedy));
  }

 private:
  const TensorMapText& text_;
  const Settings& settings_;
};

}  // namespace

Expected<TensorMap> tensor_map_of(const TensorMapText& text, const Settings& settings, const Buffer& buffer) {
  const Checks checks(text, settings);
  TensorMap map = text.map;
  const auto element = static_cast<std::int64_t>(size_of(map.type));
  TRY(map.sizes, checks.numbers(text.sizes, "size", max_elements));
  TRY(map.box, checks.numbers(text.box, "box", max_box_size));
  TRY(map.strides, checks.numbers(text.strides, "stride", max_stride));
  TRY(map.element_strides, checks.numbers(text.element_strides, "element_stride", max_element_stride));
  if (map.element_strides.empty()) map.element_strides.assign(map.sizes.size(), 1);
  if (text.offset) {
    TRY(const std::int64_t offset, settings.not_negative(*text.offset, "offset"));
    if (static_cast<std::uint64_t>(offset) > buffer.elements()) {
      return checks.refused(message<"tensor_map.begins_outside">(offset, buffer.name, buffer.elements()),
                            message<"tensor_map.begins_outside_remedy">());
    }
    map.start = offset * static_cast<std::int64_t>(size_of(buffer.type));
  }
  if (map.start % alignment != 0) {
    return checks.refused(message<"tensor_map.begins_misaligned">(map.start, buffer.name, alignment),
                          message<"tensor_map.begins_misaligned_remedy">());
  }
  if (text.strides.empty()) {
    std::int64_t stride = element;
    for (std::size_t dimension = 0; dimension + 1 < map.sizes.size(); ++dimension) {
      if (map.sizes[dimension] > max_stride / stride) {
        return checks.refused(message<"tensor_map.rows_too_long">(), message<"plan.smaller_sizes_remedy">());
      }
      map.strides.push_back(stride *= map.sizes[dimension]);
    }
  }
  // The last byte of the tensor, with what its strides leave out.
  auto bytes = static_cast<double>(element) * static_cast<double>(map.sizes[0]);
  for (std::size_t dimension = 1; dimension < map.sizes.size(); ++dimension) {
    const std::int64_t stride = map.strides[dimension - 1];
    if (stride % alignment != 0) {
      return checks.refused(message<"tensor_map.stride">(dimension, stride, alignment),
                            message<"tensor_map.stride_remedy">());
    }
    bytes += static_cast<double>(stride) * static_cast<double>(map.sizes[dimension] - 1);
  }
  if (static_cast<double>(map.start) + bytes > static_cast<double>(buffer.bytes())) {
    return checks.refused(
        message<"tensor_map.ends_outside">(static_cast<double>(map.start) + bytes, buffer.name, buffer.bytes()),
        message<"tensor_map.ends_outside_remedy">());
  }
  const std::int64_t row = map.box[0] * element;
  if (row % alignment != 0) {
    return checks.refused(message<"tensor_map.row_of_box">(row, alignment), message<"tensor_map.row_of_box_remedy">());
  }
  if (const std::int64_t span = swizzle_bytes(map.swizzle); span != 0 && row > span) {
    return checks.refused(message<"tensor_map.swizzle">(row, span), message<"tensor_map.swizzle_remedy">());
  }
  return map;
}

}  // namespace lanescope::catalogue
