// Reads the body of one function.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ptx/module.h"
#include "ptx/parse/constant_expression.h"
#include "ptx/parse/declaration.h"
#include "ptx/parse/symbol_table.h"
#include "ptx/parse/token_cursor.h"

namespace lanescope::ptx {

/// The data that the readers of all functions of a module share. The views are of the text.
struct ModuleNames {
  struct Mnemonic {
    Opcode opcode = Opcode::ret;
    std::vector<Suffix> suffixes;
  };
  struct Use {
    std::string_view name;
    std::int32_t line = 0;
    FunctionName function;
  };
  explicit ModuleNames(const Module& read) : module(read) {}

  const Module& module;                                      ///< what was read so far
  std::unordered_map<std::string_view, Mnemonic> mnemonics;  ///< each read once
  std::unordered_set<std::string_view> symbols;              ///< variables and functions so far
  std::unordered_set<std::string_view> no_return;            ///< functions
  std::vector<Use> unknown;                                  ///< symbols used before the text declared them
};

/// The registers that are parameters and results of a function, by their places in its lists.
struct RegisterParameters {
  std::vector<RegisterParameter> results, parameters;
};

class BodyReader {
 public:
  BodyReader(TokenCursor& cursor, ModuleNames& module, Function& function, FunctionName name,
             RegisterParameters registers);
  /// Reads from the opening brace of the body to after the closing one.
  bool read();

 private:
  /// The kind of directive that a label operand must name.
  enum class LabelUse : std::uint8_t { branch, branch_table, call };
  struct PendingLabel {
    std::string_view name;
    std::int32_t line = 0;
    LabelUse use = LabelUse::branch;
    std::uint32_t item = 0;     ///< instruction, or directive of a .branchtargets
    std::uint32_t element = 0;  ///< operand, or target
    bool in_directive = false;
  };
  struct Label {
    std::string unique;
    BodyDirective::Kind kind = BodyDirective::Kind::label;
  };
  struct Scope {
    std::unordered_map<std::string_view, Label> labels;
    std::size_t first_pending = 0;
  };

  // body_reader.cpp
  bool read_statement();
  bool read_directive();
  bool read_label_directive(std::string_view label);
  bool declare_label(std::string_view name, BodyDirective::Kind kind, std::int32_t line);
  void open_scope();
  bool close_scope();
  bool resolve(PendingLabel& pending, const Label& label);
  BodyDirective& add_directive(BodyDirective::Kind kind);

  // read_location.cpp
  bool read_location();
  bool read_place(Location& location);
  std::int32_t inlined_location(const Location& place);

  // read_declaration.cpp
  bool read_register_declaration();
  bool read_variable_declaration();

  // read_instruction.cpp
  bool read_instruction(std::string_view word, std::int32_t line, std::optional<Operand> guard);
  [[nodiscard]] bool has_narrow_address(const Instruction& instruction) const;
  const ModuleNames::Mnemonic* mnemonic(std::string_view word, std::int32_t line);
  bool read_guard(std::optional<Operand>& guard);
  bool read_call(Instruction& instruction);
  bool read_label_operand(Instruction& instruction, LabelUse use);
  void move_each_element();
  /// Declares a register that the text does not have, for what comes before the latest instruction or behind it.
  Operand add_register(Type type);
  /// Returns an instruction at the current place of the source, with these operands.
  [[nodiscard]] Instruction made(std::string_view mnemonic, std::vector<Operand> operands) const;

  // register_parameters.cpp
  bool declare_register_parameters();
  void store_results(const std::optional<Operand>& guard, std::int32_t line);
  bool pass_in_memory(Instruction& call);
  void add_parameter_access(std::vector<Instruction>& to, bool loads, const Variable& parameter, Operand value);
  Operand declare_parameter(const RegisterParameter& parameter);

  // read_operand.cpp
  bool read_operand(Operand& operand, bool accessed = false);
  bool read_simple(Operand& operand, bool offset_follows);
  bool read_named(Operand& operand);
  bool read_offset(Operand& operand);
  bool read_index(Operand& operand, bool accessed);
  bool read_sum(Operand& operand);
  bool read_address(Operand& operand);
  bool read_base(Operand& operand);
  bool read_elements(Operand& operand, char close);
  static void take_constant(Operand& operand, Constant constant);
  /// The variable of the function or of the module that a symbol names; null for others.
  [[nodiscard]] const Variable* variable_of(const Operand& symbol) const;

  TokenCursor& cursor_;
  ModuleNames& module_;
  Function& function_;
  SymbolTable symbols_;
  FunctionName name_;
  RegisterParameters registers_;
  std::vector<Operand> results_;  ///< the registers of those of registers_.results that have a name
  /// What the instruction that is read needs first, and behind it.
  std::vector<Instruction> before_, behind_;
  std::vector<Scope> scopes_;  ///< the first one is the body
  std::vector<PendingLabel> pending_;
  std::unordered_map<std::uint64_t, std::int32_t> latest_location_;
  std::int32_t location_ = -1;  ///< the current .loc
};

}  // namespace lanescope::ptx
