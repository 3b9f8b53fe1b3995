#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "ptx/declaration_words.h"
#include "ptx/module.h"
#include "ptx/parse/literal.h"

namespace lanescope::ptx {
namespace {

/// Returns the name without the "@2" that tells it from that of another scope.
std::string_view without_scope_suffix(std::string_view name) {
  return name.substr(0, name.find('@'));
}

std::string text_of(const SymbolAddress& address) {
  std::string text = address.generic ? fmt::format("generic({})", address.name) : address.name;
  if (address.offset != 0) text += fmt::format("{:+}", address.offset);
  return address.mask == 0 ? text : fmt::format("0x{:X}({})", address.mask, text);
}

std::string text_of(std::uint64_t bits, Type type) {
  Literal literal{Literal::Kind::integer, bits};
  if (type == Type::f32) literal.kind = Literal::Kind::float32;
  if (type == Type::f64) literal.kind = Literal::Kind::float64;
  return ptx::text_of(literal);
}

template <class... Values>
void put(std::string& out, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Values>(values)...);
}

template <class List, class Print>
void print_all(std::string& out, const List& list, std::string_view between, Print print_one) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += between;
    print_one(list[i]);
  }
}

/// Writes the values as a flat list, as NVRTC does.
void print_initial(std::string& out, const Variable& variable) {
  const bool list = !variable.dimensions.empty() || variable.vector > 1;
  if (list) out += '{';
  print_all(out, variable.initial, ", ", [&](const auto& value) {
    const auto* address = std::get_if<SymbolAddress>(&value);
    out += address != nullptr ? text_of(*address) : text_of(std::get<std::uint64_t>(value), variable.type);
  });
  if (list) out += '}';
}

void print_linkage(std::string& out, Linkage linkage) {
  if (linkage != Linkage::none) put(out, "{} ", word_of(linkage_directives, linkage));
}

/// Appends ".global .align 4 .b8 name[24] = {1, 2}", without linkage and semicolon.
void print_variable(std::string& out, const Variable& variable) {
  out += word_of(space_directives, variable.space);
  if (!variable.attributes.empty()) put(out, " {}", variable.attributes);
  if (variable.alignment != 0) put(out, " .align {}", variable.alignment);
  if (variable.vector > 1) put(out, " .v{}", variable.vector);
  put(out, " .{}", name_of(variable.type));
  if (!variable.pointer.empty()) put(out, " {}", variable.pointer);
  put(out, " {}", without_scope_suffix(variable.name));
  for (const std::uint64_t extent : variable.dimensions) out += extent == 0 ? "[]" : fmt::format("[{}]", extent);
  if (!variable.initialised) return;
  out += " = ";
  if (!variable.initialiser.empty()) {
    out += variable.initialiser;
  } else {
    print_initial(out, variable);
  }
}

/// Whether `written`, which may begin with a minus, parses as the number.
bool parses_as(std::string_view written, const Literal& number) {
  const bool minus = written.starts_with('-');
  if (minus) written.remove_prefix(1);
  const auto literal = read_literal(written);
  if (!literal || literal->kind != number.kind) return false;
  return (minus ? negative(*literal) : *literal).bits == number.bits;
}

void print_number(std::string& out, const Operand& operand, const Literal& number) {
  out += !operand.written.empty() && parses_as(operand.written, number) ? operand.written : text_of(number);
}

/// Appends "+4" or "+-4", and nothing for 0.
void print_offset(std::string& out, const Operand& operand) {
  const std::string_view written = operand.written;
  const std::string_view number = written.substr(written.starts_with('+') ? 1 : 0);
  if (!written.empty() && parses_as(number, {Literal::Kind::integer, static_cast<std::uint64_t>(operand.offset)})) {
    out += written;
  } else if (operand.offset != 0) {
    out += fmt::format("+{}", operand.offset);
  }
}

void print_operand(std::string& out, const Function& function, const Operand& operand) {
  const auto print_parts = [&](std::string_view open, std::string_view between, std::string_view close) {
    out += open;
    print_all(out, operand.parts, between, [&](const Operand& part) {
      print_operand(out, function, part);
      if (operand.kind == Operand::Kind::address && &part == operand.parts.data()) print_offset(out, operand);
    });
    out += close;
  };
  switch (operand.kind) {
    case Operand::Kind::reg: {
      const Register& reg = function.registers[operand.reg];
      if (operand.negated) out += reg.type == Type::pred ? '!' : '-';
      out += without_scope_suffix(reg.name);
      if (!operand.selector.empty()) put(out, ".{}", operand.selector);
      return;
    }
    case Operand::Kind::special:
      out += operand.name;
      return;
    case Operand::Kind::integer:
    case Operand::Kind::float32:
    case Operand::Kind::float64:
      return print_number(out, operand, *literal_of(operand));
    case Operand::Kind::symbol:
      out += without_scope_suffix(operand.name);
      return print_offset(out, operand);
    case Operand::Kind::label:
      out += without_scope_suffix(operand.name);
      return;
    case Operand::Kind::address:
      return print_parts("[", ", ", "]");
    case Operand::Kind::vector:
      return print_parts("{", ", ", "}");
    case Operand::Kind::pair:
      return print_parts("", "|", "");
    case Operand::Kind::list:
      return print_parts("(", ", ", ")");
    case Operand::Kind::sink:
      out += '_';
  }
}

void print_instruction(std::string& out, const Function& function, const Instruction& instruction) {
  if (instruction.guard) {
    out += '@';
    print_operand(out, function, *instruction.guard);
    out += ' ';
  }
  out += instruction.mnemonic();
  if (!instruction.operands.empty()) out += ' ';
  print_all(out, instruction.operands, ", ", [&](const Operand& each) { print_operand(out, function, each); });
  out += ';';
}

void print_list(std::string& out, const std::vector<Variable>& list, std::string_view between) {
  print_all(out, list, between, [&](const Variable& variable) { print_variable(out, variable); });
}

/// Appends "(.param .b32 a, .param .b32 b)".
void print_short_list(std::string& out, const std::vector<Variable>& list) {
  out += '(';
  print_list(out, list, ", ");
  out += ')';
}

class BodyPrinter {
 public:
  BodyPrinter(std::string& out, const Function& function) : out_(out), function_(function) {}

  void print() {
    out_ += "{\n";
    print_undeclared();
    std::size_t directive = 0;
    for (std::size_t i = 0; i <= function_.instructions.size(); ++i) {
      while (directive < function_.body_directives.size() && function_.body_directives[directive].before <= i) {
        print_directive(function_.body_directives[directive++]);
      }
      if (i == function_.instructions.size()) break;
      out_ += '\t';
      print_instruction(out_, function_, function_.instructions[i]);
      out_ += '\n';
    }
    out_ += "}\n";
  }

 private:
  /// Declares registers and variables that were added to the function and that no directive declares.
  void print_undeclared() {
    std::multiset<std::pair<std::string, Type>> registers;
    std::set<std::string_view> variables;
    for (const BodyDirective& directive : function_.body_directives) {
      registers.insert(directive.registers.begin(), directive.registers.end());
      for (const Variable& variable : directive.variables) variables.insert(variable.name);
    }
    for (const Function::RegisterRange& range : function_.register_ranges) {
      std::string text = range.count == 0 ? range.name : fmt::format("{}<{}>", range.name, range.count);
      if (const auto known = registers.find({text, range.type}); known != registers.end()) {
        registers.erase(known);
      } else {
        put(out_, "\t.reg .{} \t{};\n", name_of(range.type), text);
      }
    }
    for (const Variable& variable : function_.variables) {
      if (!variables.contains(variable.name)) print_declaration(variable);
    }
  }

  void print_declaration(const Variable& variable) {
    out_ += '\t';
    print_linkage(out_, variable.linkage);
    print_variable(out_, variable);
    out_ += ";\n";
  }

  void print_directive(const BodyDirective& directive) {
    switch (directive.kind) {
      case BodyDirective::Kind::label:
        return put(out_, "\n{}:\n", without_scope_suffix(directive.name));
      case BodyDirective::Kind::open_scope:
        return put(out_, "\t{{\n");
      case BodyDirective::Kind::close_scope:
        return put(out_, "\t}}\n");
      case BodyDirective::Kind::pragma:
        put(out_, "\t.pragma \"{}\"", directive.name);
        for (const std::string& text : directive.targets) put(out_, ", \"{}\"", text);
        out_ += ";\n";
        return;
      case BodyDirective::Kind::branch_targets:
        return print_targets(directive, ".branchtargets");
      case BodyDirective::Kind::call_targets:
        return print_targets(directive, ".calltargets");
      case BodyDirective::Kind::call_prototype:
        return print_prototype(directive);
      case BodyDirective::Kind::declaration:
        print_registers(directive);
        for (const Variable& variable : directive.variables) print_declaration(variable);
        return;
      case BodyDirective::Kind::location:
        return print_location(directive);
    }
  }

  void print_targets(const BodyDirective& directive, std::string_view word) {
    put(out_, "\t{}: {}\n\t", without_scope_suffix(directive.name), word);
    print_all(out_, directive.targets, ",\n\t",
              [&](const std::string& target) { out_ += without_scope_suffix(target); });
    out_ += ";\n";
  }

  void print_prototype(const BodyDirective& directive) {
    put(out_, "\t{} : .callprototype ", without_scope_suffix(directive.name));
    print_short_list(out_, directive.prototype.results);
    out_ += " _ ";
    print_short_list(out_, directive.prototype.parameters);
    if (directive.prototype.no_return) out_ += " .noreturn";
    out_ += ";\n";
  }

  /// Each declaration has one type.
  void print_registers(const BodyDirective& directive) {
    for (std::size_t i = 0; i < directive.registers.size(); ++i) {
      const auto& [name, type] = directive.registers[i];
      if (i == 0 || directive.registers[i - 1].second != type) {
        put(out_, "{}\t.reg .{} \t{}", i == 0 ? "" : ";\n", name_of(type), name);
      } else {
        put(out_, ", {}", name);
      }
    }
    if (!directive.registers.empty()) out_ += ";\n";
  }

  void print_location(const BodyDirective& directive) {
    const auto& at = function_.locations[static_cast<std::size_t>(directive.location)];
    put(out_, "\t.loc\t{} {} {}", at.file, at.line, at.column);
    if (at.inlined_at >= 0) {
      const auto& outside = function_.locations[static_cast<std::size_t>(at.inlined_at)];
      put(out_, ", function_name {}, inlined_at {} {} {}", at.function, outside.file, outside.line, outside.column);
    }
    out_ += '\n';
  }

  std::string& out_;
  const Function& function_;
};

void print_function(std::string& out, const Function& function) {
  print_linkage(out, function.linkage);
  out += function.entry ? ".entry " : ".func ";
  if (!function.results.empty()) {
    print_short_list(out, function.results);
    out += ' ';
  }
  put(out, "{}(", function.name);
  if (!function.parameters.empty()) {
    out += "\n\t";
    print_list(out, function.parameters, ",\n\t");
    out += '\n';
  }
  out += ")\n";
  for (const std::string& directive : function.directives) put(out, "{}\n", directive);
  if (function.no_return &&
      std::find(function.directives.begin(), function.directives.end(), ".noreturn") == function.directives.end()) {
    out += ".noreturn\n";
  }
  if (function.has_body) {
    BodyPrinter(out, function).print();
  } else {
    out += ";\n";
  }
}

}  // namespace

std::string print(const Function& function, const Instruction& instruction) {
  std::string out;
  print_instruction(out, function, instruction);
  return out;
}

std::string print(const Module& module) {
  std::string out =
      fmt::format(".version {}.{}\n.target {}\n", module.version_major, module.version_minor, module.target);
  if (module.writes_address_size) put(out, ".address_size {}\n", module.address_size);
  out += '\n';
  using enum Module::Item::Kind;
  for (const auto& [kind, index] : module.items) {
    if (kind == variable) {
      print_linkage(out, module.variables[index].linkage);
      print_variable(out, module.variables[index]);
      out += ";\n";
    } else if (kind == function) {
      print_function(out, module.functions[index]);
    } else if (kind == section) {
      put(out, "\t.section\t{}\n\t{{{}}}\n", module.sections[index].first, module.sections[index].second);
    } else if (kind == file) {
      put(out, "\t.file\t{} \"{}\"\n", index, module.files.at(static_cast<std::uint32_t>(index)));
    } else {
      put(out, "{};\n", module.others[index]);
    }
  }
  return out;
}

}  // namespace lanescope::ptx
