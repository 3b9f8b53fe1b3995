// Builds a function instruction by instruction. It is internal to instrument/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ptx/module.h"

namespace lanescope::ptx {

class FunctionWriter {
 public:
  /// Takes everything from the function except its instructions and directives.
  explicit FunctionWriter(Function function);

  /// Returns a register of this name, which is declared on first use.
  [[nodiscard]] Operand named(std::string_view name, Type type);
  [[nodiscard]] static Operand integer(std::uint64_t value) { return {.kind = Operand::Kind::integer, .bits = value}; }
  [[nodiscard]] static Operand symbol(std::string name) {
    return named_operand(Operand::Kind::symbol, std::move(name));
  }
  [[nodiscard]] static Operand label_operand(std::string name) {
    return named_operand(Operand::Kind::label, std::move(name));
  }
  [[nodiscard]] static Operand special(std::string name) {
    return named_operand(Operand::Kind::special, std::move(name));
  }
  [[nodiscard]] static Operand address(Operand base, std::int64_t offset = 0) {
    return {.kind = Operand::Kind::address, .offset = offset, .parts = {std::move(base)}};
  }
  [[nodiscard]] static Operand vector(std::vector<Operand> parts) {
    return {.kind = Operand::Kind::vector, .parts = std::move(parts)};
  }
  [[nodiscard]] static Operand inverted(Operand predicate);

  /// Appends "mnemonic operands", with a mnemonic of PTX. Throws MachineError for a word that PTX does not have.
  void write(std::string_view mnemonic, std::vector<Operand> operands);
  /// Appends the same under a predicate.
  void write_if(const Operand& predicate, std::string_view mnemonic, std::vector<Operand> operands);
  /// Writes the linear index of this block or thread to `to`, x fastest: of "ctaid" in "nctaid", or of "tid" in "ntid".
  void write_linear_index(const Operand& to, std::string_view index, std::string_view extent);
  /// Appends a call of a function without results by all active lanes. An argument is a register or an integer.
  void call(const Function& callee, std::vector<Operand> arguments);
  /// Appends an instruction of the original.
  void copy(const Instruction& instruction) { function_.instructions.push_back(instruction); }
  /// Appends a directive of the original, or a label.
  void directive(BodyDirective directive);
  /// Appends the declarations at the top of the original, which come before code that is inserted there. Labels and
  /// scopes are left to directives_before().
  void declarations(const Function& original);
  /// Appends those directives of the original before an instruction that have not been appended yet.
  void directives_before(const Function& original, std::size_t instruction);
  /// Makes the leading thread store the time and its SM, a word each: timer and clock at `place`, which is in global
  /// memory, the SM and a 1 `sm_offset` bytes further.
  void write_clocks(const Operand& leads, const Operand& place, std::int64_t sm_offset);
  /// Appends a parameter.
  void parameter(std::string_view name, Type type);
  void label(const std::string& name) { directive({.kind = BodyDirective::Kind::label, .name = name}); }
  [[nodiscard]] std::string fresh_label() { return "$lanescope_" + function_.name + "_" + std::to_string(labels_++); }
  /// Everything written from here on belongs to this place of the source.
  void at(std::int32_t location) { location_ = location; }

  [[nodiscard]] Function& function() { return function_; }

 private:
  [[nodiscard]] static Operand named_operand(Operand::Kind kind, std::string name) {
    return {.kind = kind, .name = std::move(name)};
  }

  Function function_;
  std::map<std::string, std::uint32_t, std::less<>> registers_;
  std::uint32_t labels_ = 0;
  std::map<std::string, std::uint32_t, std::less<>> declared_;  ///< how often parameters of calls were declared
  std::int32_t location_ = -1;
  std::size_t directives_ = 0;  ///< how many of the original have been appended
};

// How the functions of an instrumented module get the data of the launch.

/// The variable in which kernels store their record parameters for functions, which have no such parameters.
inline constexpr std::string_view record_state = "lanescope_state";
inline constexpr std::uint32_t state_bytes = 56;

/// Returns a record parameter in a register of its name: a kernel's own, in other functions that of the state.
[[nodiscard]] Operand record_parameter(FunctionWriter& to, std::string_view name);

/// Stores the record parameters of a kernel in the state.
void store_state(FunctionWriter& to);

[[nodiscard]] Variable state_variable();

}  // namespace lanescope::ptx
