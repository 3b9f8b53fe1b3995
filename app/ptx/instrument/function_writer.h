// Builds a function instruction by instruction. Internal to instrument/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ptx/module.h"

namespace warpscope::ptx {

class FunctionWriter {
 public:
  /// Takes over everything of the function but its instructions and directives.
  explicit FunctionWriter(Function function);

  /// A register of this name, declared the first time it is asked for.
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

  /// Appends "mnemonic operands", the mnemonic as PTX has it. Throws MachineError for a word that PTX does not have.
  void write(std::string_view mnemonic, std::vector<Operand> operands);
  /// The same under a predicate.
  void write_if(const Operand& predicate, std::string_view mnemonic, std::vector<Operand> operands);
  /// to = the linear index of this block or thread, x fastest: of "ctaid" in "nctaid", or of "tid" in "ntid".
  void write_linear_index(const Operand& to, std::string_view index, std::string_view extent);
  /// A call of a function without results by all lanes that run together. An argument is a register or an integer.
  void call(const Function& callee, std::vector<Operand> arguments);
  /// An instruction of the original.
  void copy(const Instruction& instruction) { function_.instructions.push_back(instruction); }
  /// A directive of the original, or a label.
  void directive(BodyDirective directive);
  void label(const std::string& name) { directive({.kind = BodyDirective::Kind::label, .name = name}); }
  [[nodiscard]] std::string fresh_label() { return "$warpscope_" + function_.name + "_" + std::to_string(labels_++); }
  /// What is written from here on belongs to this place of the source.
  void at(std::int32_t location) { location_ = location; }

  [[nodiscard]] Function& function() { return function_; }

 private:
  [[nodiscard]] static Operand named_operand(Operand::Kind kind, std::string name) {
    return {.kind = kind, .name = std::move(name)};
  }

  Function function_;
  std::map<std::string, std::uint32_t, std::less<>> registers_;
  std::uint32_t labels_ = 0;
  std::map<std::string, std::uint32_t, std::less<>> declared_;  ///< how often, of the parameters of calls
  std::int32_t location_ = -1;
};

// What the functions of an instrumented module know of the launch.

/// The variable that kernels leave their record parameters in for functions, which have none.
inline constexpr std::string_view record_state = "warpscope_state";
inline constexpr std::uint32_t state_bytes = 56;

/// The value of a record parameter, in a register of its name: a kernel's own, elsewhere the state's.
[[nodiscard]] Operand record_parameter(FunctionWriter& to, std::string_view name);

/// In a kernel: leaves its record parameters in the state.
void store_state(FunctionWriter& to);

[[nodiscard]] Variable state_variable();

}  // namespace warpscope::ptx
