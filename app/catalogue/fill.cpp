#include "catalogue/fill.h"

#include <cstring>

#include "catalogue/reference.h"

namespace warpscope::catalogue {

std::uint64_t fill_bits(const LaunchPlan& plan, std::size_t buffer, std::uint64_t index) {
  const Buffer& filled = plan.buffers.at(buffer);
  switch (filled.fill) {
    case Fill::random:
      return random_bits(filled.type, hash(plan.seed, buffer, index));
    case Fill::poison:
      return poison_bits(filled.type);
    case Fill::zero:
      return 0;
    case Fill::index:
      return index_bits(filled.type, index);
    case Fill::value:
      return integer_bits(filled.type, filled.fill_value);
  }
  return 0;
}

std::vector<std::byte> fill_buffer(const LaunchPlan& plan, std::size_t buffer) {
  const Buffer& filled = plan.buffers.at(buffer);
  const std::size_t width = size_of(filled.type);
  std::vector<std::byte> bytes(filled.bytes());
  for (std::uint64_t index = 0; index < filled.elements(); ++index) {
    const std::uint64_t bits = fill_bits(plan, buffer, index);
    // Little-endian, as every machine that CUDA runs on: the low bytes come first.
    std::memcpy(bytes.data() + index * width, &bits, width);
  }
  return bytes;
}

}  // namespace warpscope::catalogue
