// A PTX module: its variables and functions, read from text and printed back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "ptx/instruction.h"

namespace lanescope::ptx {

enum class Linkage : std::uint8_t { none, visible, external, weak, common };

/// The blocks of a thread block cluster for which a kernel is compiled.
struct ClusterSize {
  std::uint32_t x = 1, y = 1, z = 1;
  friend bool operator==(const ClusterSize&, const ClusterSize&) = default;
};

/// A name and an offset in an initialiser, for tables of addresses.
struct SymbolAddress {
  std::string name;
  std::int64_t offset = 0;
  bool generic = false;    ///< generic(name)
  std::uint64_t mask = 0;  ///< of 0xFF00(name): the bits that make this element; 0 for the whole address
  friend bool operator==(const SymbolAddress&, const SymbolAddress&) = default;
};

/// A variable of the module, of a function, or a parameter.
struct Variable {
  std::string name;
  Space space = Space::global;
  Type type = Type::b8;
  unsigned vector = 1;                    ///< .v2, .v4
  std::uint32_t alignment = 0;            ///< bytes; 0 when none is written (natural)
  std::vector<std::uint64_t> dimensions;  ///< empty when it is not an array; 0 for []
  Linkage linkage = Linkage::none;
  /// Elements in order: integers in two's complement of 64 bits, floating point as the bits of the type, nested braces
  /// flattened with zeros as padding. If there are fewer than elements(), the rest is zero.
  std::vector<std::variant<std::uint64_t, SymbolAddress>> initial;
  bool initialised = false;  ///< it has an initialiser, which may have fewer elements than the array
  /// The initialiser as written, with normalised blanks. The printer prefers it to `initial`, so clear it when
  /// `initial` changes.
  std::string initialiser;
  std::string pointer;     ///< of parameters: ".ptr .global .align 16" as written, with normalised blanks; or empty
  std::string attributes;  ///< ".attribute(.managed)" as written; or empty
  std::int32_t ptx_line = 0;

  [[nodiscard]] std::uint64_t elements() const;              ///< product of dimensions times vector
  [[nodiscard]] std::uint64_t bytes() const;                 ///< 0 for an extern array without size
  [[nodiscard]] std::uint32_t natural_alignment() const;     ///< alignment, or that of the type
  friend bool operator==(const Variable&, const Variable&);  ///< ignores ptx_line
};

struct Register {
  std::string name;  ///< "%r12"
  Type type = Type::b32;
  friend bool operator==(const Register&, const Register&) = default;
};

/// The .callprototype or the header of a function, for calls.
struct Prototype {
  std::vector<Variable> results, parameters;
  bool no_return = false;
  friend bool operator==(const Prototype&, const Prototype&) = default;
};

/// A label, a brace or a directive between the instructions of a body, with its position in the text.
struct BodyDirective {
  // clang-format off
  enum class Kind : std::uint8_t {
    label, open_scope, close_scope, pragma, branch_targets, call_targets, call_prototype, declaration, location
  };
  // clang-format on
  Kind kind = Kind::label;
  std::uint32_t before = 0;            ///< index of the instruction that follows it
  std::int32_t location = -1;          ///< of a .loc (location): index into Function::locations
  std::string name{};                  ///< label, or the label of a directive; first string of a pragma
  std::vector<std::string> targets{};  ///< of branch_targets and call_targets; further strings of a pragma
  Prototype prototype{};               ///< of call_prototype
  /// Of a declaration in the body itself or in a scope of it: a copy of entries of Function::variables.
  std::vector<Variable> variables{};
  /// Of a declaration in the body itself or in a scope of it: "%r<99>" or "temp_param_reg", as written.
  std::vector<std::pair<std::string, Type>> registers{};
  friend bool operator==(const BodyDirective&, const BodyDirective&) = default;
};

struct Function {
  std::string name;
  bool entry = false;
  Linkage linkage = Linkage::none;
  bool no_return = false;
  bool has_body = false;
  std::vector<Variable> results;  ///< .func only
  std::vector<Variable> parameters;
  std::vector<std::string> directives;  ///< ".maxntid 256, 1, 1", ".minnctapersm 2", with normalised blanks
  /// Variables of the body: .local, .shared (demoted), .param of calls. The names of variables, of registers and of
  /// labels are unique within the function: a name that a later scope declares again ends in '@' and a number, which
  /// the printer removes. Operands, targets and directives use the unique name.
  std::vector<Variable> variables;
  std::vector<Register> registers;  ///< every register that the body declares and uses, each once, by first use
  /// A .reg declaration of the body itself, not of its scopes: "%r" 99 for .reg .b32 %r<99>; count 0 for a single name.
  struct RegisterRange {
    Type type = Type::b32;
    std::string name;
    std::uint32_t count = 0;
    friend bool operator==(const RegisterRange&, const RegisterRange&) = default;
  };
  /// A range or a variable without a directive (because it was added) is declared at the top of the body.
  std::vector<RegisterRange> register_ranges;
  /// The .noreturn functions that the body calls, each once.
  std::vector<std::string> no_return_callees;
  std::vector<Instruction> instructions;
  std::vector<BodyDirective> body_directives;  ///< in the order of the text
  std::vector<Location> locations;
  std::int32_t ptx_line = 0;

  /// Returns the index of the instruction after the label (instructions.size() at the end); nothing without a label.
  [[nodiscard]] std::optional<std::uint32_t> label(std::string_view name) const;
  /// Returns what .reqnctapercluster says; nothing without it.
  [[nodiscard]] std::optional<ClusterSize> cluster() const;
  /// Returns the labels of a .branchtargets; null when there is no such list.
  [[nodiscard]] const std::vector<std::string>* branch_targets(std::string_view name) const;
  /// Returns a .callprototype; null when there is none of this name.
  [[nodiscard]] const Prototype* prototype(std::string_view name) const;
  [[nodiscard]] const Variable* variable(std::string_view name) const;  ///< own variable, parameter or result
};

struct Module {
  int version_major = 0, version_minor = 0;
  std::string target;  ///< "sm_90a" or "sm_75, debug" as written
  int address_size = 64;
  bool writes_address_size = true;  ///< whether the text has an .address_size, which PTX before 2.3 does not know
  std::map<std::uint32_t, std::string> files;  ///< .file number -> name as in the text, without time stamps
  std::vector<Variable> variables;
  std::vector<Function> functions;                            ///< includes prototypes (has_body false)
  std::vector<std::pair<std::string, std::string>> sections;  ///< .section name and its text between the braces
  /// An item of the module, in the order of the text, for printing.
  struct Item {
    enum class Kind : std::uint8_t { variable, function, section, file, other } kind = Kind::variable;
    std::size_t index = 0;  ///< number of a file
    friend bool operator==(const Item&, const Item&) = default;
  };
  std::vector<Item> items;
  std::vector<std::string> others;  ///< directives kept as text: ".alias a, b"

  [[nodiscard]] const Function* function(std::string_view name) const;  ///< the one with a body, if there is one
  [[nodiscard]] const Variable* variable(std::string_view name) const;
};

/// Calls `take` with each .global and .const variable: of the module, by its name, and of its functions, of which each
/// is called "kernel/name".
void for_each_static_variable(const Module& module,
                              const std::function<void(const std::string& key, const Variable& variable)>& take);

/// A function as an error names it.
struct FunctionName {
  std::string name;    ///< Empty means that no function is named.
  bool entry = false;  ///< whether it is a kernel
};

/// Returns "PTX line 41, kernel transpose", or "PTX line 41" when no function is named.
[[nodiscard]] Message ptx_place(std::int32_t line, const FunctionName& function);

/// Reads a whole module, in time linear in the length of the text. It never guesses: an error names what was not
/// understood, its PTX line and its function ("PTX line 41, kernel transpose"). Errors are an unknown opcode, suffix or
/// directive, an invalid operand, an undeclared register, a label that does not exist, a text that ends too early.
[[nodiscard]] Expected<Module> parse(std::string_view ptx);

/// Writes the module as text. parse(print(m)) equals m except for line numbers, and print(parse(text)) differs from
/// text only in blanks, comments, empty statements (a lone ';'), the time stamps of .file, and where registers are what
/// PTX has other forms for: components of vectors are registers %v$x to %v$w, parameters in registers are .param.
[[nodiscard]] std::string print(const Module& module);
[[nodiscard]] std::string print(const Function& function, const Instruction& instruction);

}  // namespace lanescope::ptx
