// The memory instructions of SASS: their space, operation and width. NVIDIA does not document the encoding.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::sass {

/// One instruction of 128 bits, on every GPU from compute capability 7.0 on. [0] holds bits 0 to 63.
using Bits = std::array<std::uint64_t, 2>;

enum class Space : std::uint8_t { generic, global, shared, local, constant, texture, surface };
enum class Operation : std::uint8_t { load, store, reduce, atomic, asynchronous_copy };
[[nodiscard]] std::string_view name_of(Space space);
[[nodiscard]] std::string_view name_of(Operation operation);

struct MemoryInstruction {
  Space space = Space::generic;
  Operation operation = Operation::load;
  /// The bits that one lane moves (for ldmatrix, that one lane receives). 0 when the width is not known, as for
  /// textures and surfaces, where it depends on the format.
  std::uint16_t bits = 0;
  friend bool operator==(const MemoryInstruction&, const MemoryInstruction&) = default;
};

/// Returns what the instruction does with memory; nothing when it does not access memory, copies in bulk (such as those
/// of the tensor memory accelerator), or never executes. `architecture` is 75, 90, ... Bits 0 to 8 are the operation, 9
/// to 11 the form of the operands, 73 to 75 (for most) the width. These fields were found by disassembling every value
/// with nvdisasm 13.2 on compute capabilities 7.5, 8.0, 9.0, 10.0 and 12.0; the tests check against it.
[[nodiscard]] std::optional<MemoryInstruction> decode_memory(const Bits& bits, unsigned architecture);

}  // namespace lanescope::sass
