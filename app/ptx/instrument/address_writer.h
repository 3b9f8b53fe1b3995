// The PTX that finds out where a lane goes and what it moves. Internal to instrument/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ptx/instrument/function_writer.h"
#include "ptx/instrument/instrument.h"
#include "ptx/module.h"

namespace warpscope::ptx {

class AddressWriter {
 public:
  /// A shared variable that a function mentions.
  struct SharedVariable {
    std::string name;
    std::uint64_t bytes = 0;                ///< 0: as many as a launch gives
    std::optional<std::uint32_t> offset{};  ///< where a trace shows it
  };

  /// `function`: the original, whose code is being written.
  AddressWriter(FunctionWriter& to, const Module& module, const Function& function, const InstrumentOptions& options);

  /// base + offset in 64 bits, in a register that the next sum uses again.
  [[nodiscard]] Operand sum(const Operand& base, std::int64_t offset);
  /// Makes an address of this space what a record holds: with its tag, counted from where a trace counts.
  void place(const Operand& address, Space space);
  /// The low 32 bits of an operand of an instruction of this type, in a register that the next word uses again.
  [[nodiscard]] Operand word(const Operand& operand, Type type);
  /// Of a number. 0 for anything else.
  [[nodiscard]] static std::uint32_t immediate(const Operand& operand, Type type);

 private:
  [[nodiscard]] bool is_wide(const Operand& base);
  void place_generic(const Operand& address);
  void from_start_of_shared(const Operand& address);
  void from_start_of_local(const Operand& address);

  FunctionWriter& to_;
  const Module& module_;
  std::vector<SharedVariable> shared_;
  std::string local_;  ///< the first local variable; empty: there is none
};

}  // namespace warpscope::ptx
