// The memory instructions among SASS: which space, which operation, how wide. NVIDIA does not document the encoding.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warpscope::sass {

/// One instruction: 128 bits on every GPU from compute capability 7.0 on. [0]: bits 0 to 63.
using Bits = std::array<std::uint64_t, 2>;

enum class Space : std::uint8_t { generic, global, shared, local, constant, texture, surface };
enum class Operation : std::uint8_t { load, store, reduce, atomic, asynchronous_copy };
[[nodiscard]] std::string_view name_of(Space space);
[[nodiscard]] std::string_view name_of(Operation operation);

struct MemoryInstruction {
  Space space = Space::generic;
  Operation operation = Operation::load;
  /// What one lane moves (ldmatrix: what one lane receives). 0: not understood, as for textures and surfaces, whose
  /// width depends on their format.
  std::uint16_t bits = 0;
  friend bool operator==(const MemoryInstruction&, const MemoryInstruction&) = default;
};

/// What the instruction does with memory; empty for one that reads and writes none (or one that copies in bulk, such as
/// those of the tensor memory accelerator, or one that never executes). architecture: 75, 90, ... Bits 0 to 8 are the
/// operation, 9 to 11 the form of the operands, 73 to 75 (for most) the width; found by disassembling with
/// nvdisasm 13.2 every value of the field on compute capabilities 7.5, 8.0, 9.0, 10.0 and 12.0, and checked against it
/// by the tests.
[[nodiscard]] std::optional<MemoryInstruction> decode_memory(const Bits& bits, unsigned architecture);

}  // namespace warpscope::sass
