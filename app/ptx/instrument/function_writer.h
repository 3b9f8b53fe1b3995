// Builds a function instruction by instruction. Internal to instrument/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.h"

namespace warpscope::ptx {

class FunctionWriter {
 public:
  /// Takes over everything of the function but its instructions and directives.
  explicit FunctionWriter(Function function);

  /// A register of this name, declared the first time it is asked for.
  [[nodiscard]] Operand named(std::string_view name, Type type);
  [[nodiscard]] static Operand integer(std::uint64_t value);
  [[nodiscard]] static Operand symbol(std::string name);
  [[nodiscard]] static Operand label_operand(std::string name);
  [[nodiscard]] static Operand special(std::string name);
  [[nodiscard]] static Operand address(Operand base, std::int64_t offset = 0);
  [[nodiscard]] static Operand vector(std::vector<Operand> parts);
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
  void copy(const Instruction& instruction);
  /// A directive of the original, or a label.
  void directive(BodyDirective directive);
  void label(const std::string& name);
  [[nodiscard]] std::string fresh_label();
  /// What is written from here on belongs to this place of the source.
  void at(std::int32_t location) { location_ = location; }

  [[nodiscard]] Function& function() { return function_; }

 private:
  Function function_;
  std::map<std::string, std::uint32_t, std::less<>> registers_;
  std::uint32_t labels_ = 0;
  std::map<std::string, std::uint32_t, std::less<>> declared_;  ///< how often, of the parameters of calls
  std::int32_t location_ = -1;
};

}  // namespace warpscope::ptx
