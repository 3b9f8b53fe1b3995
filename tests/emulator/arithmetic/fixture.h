// One instruction on the registers of one warp, for the tests of the lane functions.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/decode/lane_operation.h"

namespace lanescope::emulator {

/// "add.rn.f32" without operands.
inline ptx::Instruction instruction_of(std::string_view text) {
  ptx::Instruction instruction;
  const auto next = [&] {
    const std::size_t dot = text.find('.');
    const std::string_view word = text.substr(0, dot);
    text = dot == std::string_view::npos ? std::string_view{} : text.substr(dot + 1);
    return word;
  };
  const std::string_view word = next();
  const auto opcode = ptx::opcode_named(word);
  if (!opcode) {
    ADD_FAILURE() << word;
    return instruction;
  }
  instruction.opcode = *opcode;
  while (!text.empty()) {
    const std::string_view suffix = next();
    if (const auto type = ptx::type_named(suffix)) {
      instruction.suffixes.push_back({*type, std::nullopt});
    } else {
      const auto modifier = ptx::Modifier::named(suffix);
      if (!modifier) ADD_FAILURE() << suffix;
      instruction.suffixes.push_back({ptx::Type::none, modifier});
    }
  }
  return instruction;
}

/// The registers of one instruction: slot i is its flattened operand i.
class Lane {
 public:
  /// bits: widths of the operands' registers.
  Lane(std::string_view text, std::vector<unsigned> bits, std::uint32_t negated = 0)
      : text_(text), bits_(std::move(bits)) {
    ptx::Instruction instruction = instruction_of(text);
    // setp's two destinations are one operand of the text.
    instruction.operands.resize(bits_.size() - (instruction.opcode == ptx::Opcode::setp ? 1 : 0));
    for (ptx::Operand& operand : instruction.operands) operand.kind = ptx::Operand::Kind::reg;
    make(instruction, negated);
  }
  Lane(const ptx::Instruction& instruction, std::vector<unsigned> bits)
      : text_(instruction.mnemonic()), bits_(std::move(bits)) {
    make(instruction, 0);
  }

  [[nodiscard]] bool known() const { return operation_.function != nullptr; }
  [[nodiscard]] const LaneOperation& operation() const { return operation_; }

  void set(std::size_t operand, unsigned lane, std::uint64_t value) {
    if (bits_[operand] == 1) {
      std::uint32_t word = 0;
      std::memcpy(&word, at(operand), 4);
      word = (word & ~(1u << lane)) | static_cast<std::uint32_t>(value & 1u) << lane;
      std::memcpy(at(operand), &word, 4);
      return;
    }
    std::memcpy(at(operand) + std::size_t{lane} * bytes(operand), &value, bytes(operand));
  }
  [[nodiscard]] std::uint64_t get(std::size_t operand, unsigned lane) {
    if (bits_[operand] == 1) {
      std::uint32_t word = 0;
      std::memcpy(&word, at(operand), 4);
      return word >> lane & 1u;
    }
    std::uint64_t value = 0;
    std::memcpy(&value, at(operand) + std::size_t{lane} * bytes(operand), bytes(operand));
    return value;
  }
  void run(std::uint32_t active = all_lanes) {
    Slots slots{};
    for (std::size_t index = 0; index < max_slots; ++index) slots[index] = static_cast<Slot>(index * room);
    slots[max_slots - 1] = operation_.detail;
    operation_.function({memory_->data(), memory_->data(), memory_->data()}, slots, active);
  }
  /// One value in every lane; the result of lane 7.
  std::uint64_t of(std::vector<std::uint64_t> sources, std::size_t results = 1) {
    for (std::size_t index = 0; index < sources.size(); ++index) {
      for (unsigned lane = 0; lane < warp_lanes; ++lane) set(results + index, lane, sources[index]);
    }
    run();
    return get(0, 7);
  }
  /// Slot behind the operands: the carry flags.
  void add_carry() { bits_.push_back(1); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static constexpr std::size_t room = 512;
  struct alignas(64) Memory : std::array<std::byte, room * max_slots> {};

  void make(const ptx::Instruction& instruction, std::uint32_t negated) {
    const Expected<LaneOperation> found = lane_operation(instruction, bits_, negated);
    if (found) operation_ = *found;
  }
  [[nodiscard]] std::size_t bytes(std::size_t operand) const { return bits_[operand] <= 16 ? 2 : bits_[operand] / 8; }
  [[nodiscard]] std::byte* at(std::size_t operand) { return memory_->data() + operand * room; }

  std::string text_;
  std::vector<unsigned> bits_;
  LaneOperation operation_;
  std::unique_ptr<Memory> memory_ = std::make_unique<Memory>();
};

/// Random bits, often the ends of a type or close to them.
class Values {
 public:
  std::uint64_t bits(unsigned width) {
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    switch (random_() % 8) {
      case 0:
        return (random_() % 5 - 2) & mask;
      case 1:
        return ((std::uint64_t{1} << (width - 1)) + random_() % 5 - 2) & mask;
      case 2:
        return (std::uint64_t{1} << random_() % width) & mask;
      default:
        return random_() & mask;
    }
  }
  std::uint32_t f32() {
    static constexpr std::array<std::uint32_t, 20> special{0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                                           0xff800000, 0x7fc00000, 0x7fffffff, 0xffc12345, 1,
                                                           0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,
                                                           0x3f7fffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x3f000000};
    switch (random_() % 4) {
      case 0:
        return special[random_() % special.size()];
      case 1:
        return static_cast<std::uint32_t>(random_());
      default:
        return std::bit_cast<std::uint32_t>(std::ldexp(static_cast<float>(static_cast<std::int32_t>(random_())),
                                                       static_cast<int>(random_() % 40) - 50));
    }
  }
  std::uint64_t f64() {
    static constexpr std::array<std::uint64_t, 11> special{
        0, 0x8000000000000000, 0x3ff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000123,
        1, 0x000fffffffffffff, 0x7fefffffffffffff, 0x41e0000000000000, 0xc3e0000000000000};
    switch (random_() % 4) {
      case 0:
        return special[random_() % special.size()];
      case 1:
        return random_();
      default:
        return std::bit_cast<std::uint64_t>(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random_())),
                                                       static_cast<int>(random_() % 60) - 90));
    }
  }

 private:
  std::mt19937_64 random_{20240607};
};

}  // namespace lanescope::emulator
