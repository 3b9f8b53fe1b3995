// Writes the PTX that computes the address and the value of each lane. It is internal to instrument/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ptx/instrument/function_writer.h"
#include "ptx/instrument/instrument.h"
#include "ptx/module.h"

namespace lanescope::ptx {

class AddressWriter {
 public:
  /// A shared variable that a function uses.
  struct SharedVariable {
    std::string name;
    std::uint64_t bytes = 0;                ///< 0 when the launch gives the size
    std::optional<std::uint32_t> offset{};  ///< its place in a trace
  };

  /// `function` is the original of the function that is written.
  AddressWriter(FunctionWriter& to, const Module& module, const Function& function, const InstrumentOptions& options);

  /// Returns the state space of an access: where the instruction names none, that of the variable at the address's
  /// base.
  [[nodiscard]] Space space_of(const Instruction& instruction, const Operand& base) const;
  /// Computes base + offset in 64 bits, in a register that sum() uses again.
  [[nodiscard]] Operand sum(const Operand& base, std::int64_t offset);
  /// Turns an address of this space into that of a record: with its tag, counted from the origin of a trace.
  void place(const Operand& address, Space space);
  /// Computes the low 32 bits of an operand of an instruction of this type, in a register that word() uses again.
  [[nodiscard]] Operand word(const Operand& operand, Type type);
  /// Returns the bits of a number, and 0 for anything else.
  [[nodiscard]] static std::uint32_t immediate(const Operand& operand, Type type);

 private:
  [[nodiscard]] bool is_wide(const Operand& base);
  void place_generic(const Operand& address);
  void place_in_cluster(const Operand& address, bool generic);
  void from_start_of_shared(const Operand& address);
  void from_start_of_local(const Operand& address);

  FunctionWriter& to_;
  const Module& module_;
  const Function& function_;
  std::vector<SharedVariable> shared_;
  bool clusters_ = false;  ///< whether an address may be one of shared memory of another block
  std::string local_;      ///< the first local variable; empty when there is none
};

}  // namespace lanescope::ptx
