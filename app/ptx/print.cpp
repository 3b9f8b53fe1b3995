#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "ptx/declaration_words.h"
#include "ptx/module.h"
#include "ptx/parse/literal.h"

namespace warpscope::ptx {
namespace {

/// The name without the "@2" that makes it unique.
std::string_view plain(std::string_view name) {
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

/// From the values: flat, as NVRTC writes it.
void print_initial(std::string& out, const Variable& variable) {
  const bool list = !variable.dimensions.empty() || variable.vector > 1;
  if (list) out += '{';
  for (std::size_t i = 0; i < variable.initial.size(); ++i) {
    if (i > 0) out += ", ";
    const auto* address = std::get_if<SymbolAddress>(&variable.initial[i]);
    out +=
        address != nullptr ? text_of(*address) : text_of(std::get<std::uint64_t>(variable.initial[i]), variable.type);
  }
  if (list) out += '}';
}

void print_linkage(std::string& out, Linkage linkage) {
  if (linkage != Linkage::none) fmt::format_to(std::back_inserter(out), "{} ", word_of(linkage_directives, linkage));
}

/// Appends ".global .align 4 .b8 name[24] = {1, 2}", without linkage and semicolon.
void print_variable(std::string& out, const Variable& variable) {
  const auto to = std::back_inserter(out);
  out += word_of(space_directives, variable.space);
  if (!variable.attributes.empty()) fmt::format_to(to, " {}", variable.attributes);
  if (variable.alignment != 0) fmt::format_to(to, " .align {}", variable.alignment);
  if (variable.vector > 1) fmt::format_to(to, " .v{}", variable.vector);
  fmt::format_to(to, " .{}", name_of(variable.type));
  if (!variable.pointer.empty()) fmt::format_to(to, " {}", variable.pointer);
  fmt::format_to(to, " {}", plain(variable.name));
  for (const std::uint64_t extent : variable.dimensions) {
    out += '[';
    if (extent != 0) fmt::format_to(to, "{}", extent);
    out += ']';
  }
  if (!variable.initialised) return;
  out += " = ";
  if (variable.initialiser.empty()) {
    print_initial(out, variable);
  } else {
    out += variable.initialiser;
  }
}

/// Whether `written`, which may begin with a minus, still means the number.
bool means(std::string_view written, const Literal& number) {
  const bool minus = written.starts_with('-');
  if (minus) written.remove_prefix(1);
  const auto literal = read_literal(written);
  if (!literal || literal->kind != number.kind) return false;
  return (minus ? negative(*literal) : *literal).bits == number.bits;
}

void print_number(std::string& out, const Operand& operand, const Literal& number) {
  out += !operand.written.empty() && means(operand.written, number) ? operand.written : text_of(number);
}

/// "+4", "+-4"; nothing for 0.
void print_offset(std::string& out, const Operand& operand) {
  const std::string_view written = operand.written;
  const std::string_view number = written.substr(written.starts_with('+') ? 1 : 0);
  if (!written.empty() && means(number, {Literal::Kind::integer, static_cast<std::uint64_t>(operand.offset)})) {
    out += written;
  } else if (operand.offset != 0) {
    out += fmt::format("+{}", operand.offset);
  }
}

void print_operand(std::string& out, const Function& function, const Operand& operand) {
  const auto print_parts = [&](std::string_view open, std::string_view between, std::string_view close) {
    out += open;
    for (std::size_t i = 0; i < operand.parts.size(); ++i) {
      if (i > 0) out += between;
      print_operand(out, function, operand.parts[i]);
    }
    out += close;
  };
  switch (operand.kind) {
    case Operand::Kind::reg: {
      const Register& reg = function.registers[operand.reg];
      if (operand.negated) out += reg.type == Type::pred ? '!' : '-';
      out += plain(reg.name);
      if (!operand.selector.empty()) {
        out += '.';
        out += operand.selector;
      }
      break;
    }
    case Operand::Kind::special:
      out += operand.name;
      break;
    case Operand::Kind::integer:
    case Operand::Kind::float32:
    case Operand::Kind::float64:
      print_number(out, operand, *literal_of(operand));
      break;
    case Operand::Kind::symbol:
      out += plain(operand.name);
      print_offset(out, operand);
      break;
    case Operand::Kind::label:
      out += plain(operand.name);
      break;
    case Operand::Kind::address:
      out += '[';
      for (std::size_t i = 0; i < operand.parts.size(); ++i) {
        if (i > 0) out += ", ";
        print_operand(out, function, operand.parts[i]);
        if (i == 0) print_offset(out, operand);
      }
      out += ']';
      break;
    case Operand::Kind::vector:
      print_parts("{", ", ", "}");
      break;
    case Operand::Kind::pair:
      print_parts("", "|", "");
      break;
    case Operand::Kind::list:
      print_parts("(", ", ", ")");
      break;
    case Operand::Kind::sink:
      out += '_';
      break;
  }
}

void print_instruction(std::string& out, const Function& function, const Instruction& instruction) {
  if (instruction.guard) {
    out += '@';
    print_operand(out, function, *instruction.guard);
    out += ' ';
  }
  out += instruction.mnemonic();
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    out += i == 0 ? " " : ", ";
    print_operand(out, function, instruction.operands[i]);
  }
  out += ';';
}

void print_list(std::string& out, const std::vector<Variable>& list, std::string_view between) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += between;
    print_variable(out, list[i]);
  }
}

/// "(.param .b32 a, .param .b32 b)"
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
      for (; directive < function_.body_directives.size() && function_.body_directives[directive].before <= i;
           ++directive)
        print_directive(function_.body_directives[directive]);
      if (i == function_.instructions.size()) break;
      out_ += '\t';
      print_instruction(out_, function_, function_.instructions[i]);
      out_ += '\n';
    }
    out_ += "}\n";
  }

 private:
  /// Registers and variables that were added to the function, and that no directive declares.
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
        fmt::format_to(std::back_inserter(out_), "\t.reg .{} \t{};\n", name_of(range.type), text);
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
    const auto to = std::back_inserter(out_);
    switch (directive.kind) {
      case BodyDirective::Kind::label:
        fmt::format_to(to, "\n{}:\n", plain(directive.name));
        break;
      case BodyDirective::Kind::open_scope:
        out_ += "\t{\n";
        break;
      case BodyDirective::Kind::close_scope:
        out_ += "\t}\n";
        break;
      case BodyDirective::Kind::pragma:
        fmt::format_to(to, "\t.pragma \"{}\"", directive.name);
        for (const std::string& text : directive.targets) fmt::format_to(to, ", \"{}\"", text);
        out_ += ";\n";
        break;
      case BodyDirective::Kind::branch_targets:
        print_targets(directive, ".branchtargets");
        break;
      case BodyDirective::Kind::call_targets:
        print_targets(directive, ".calltargets");
        break;
      case BodyDirective::Kind::call_prototype:
        print_prototype(directive);
        break;
      case BodyDirective::Kind::declaration:
        print_registers(directive);
        for (const Variable& variable : directive.variables) print_declaration(variable);
        break;
      case BodyDirective::Kind::location:
        print_location(directive);
        break;
    }
  }

  void print_targets(const BodyDirective& directive, std::string_view word) {
    fmt::format_to(std::back_inserter(out_), "\t{}: {}", plain(directive.name), word);
    for (std::size_t i = 0; i < directive.targets.size(); ++i) {
      out_ += i == 0 ? "\n\t" : ",\n\t";
      out_ += plain(directive.targets[i]);
    }
    out_ += ";\n";
  }

  void print_prototype(const BodyDirective& directive) {
    fmt::format_to(std::back_inserter(out_), "\t{} : .callprototype ", plain(directive.name));
    print_short_list(out_, directive.prototype.results);
    out_ += " _ ";
    print_short_list(out_, directive.prototype.parameters);
    if (directive.prototype.no_return) out_ += " .noreturn";
    out_ += ";\n";
  }

  /// One declaration has one type.
  void print_registers(const BodyDirective& directive) {
    for (std::size_t i = 0; i < directive.registers.size(); ++i) {
      const auto& [name, type] = directive.registers[i];
      const bool first = i == 0 || directive.registers[i - 1].second != type;
      if (first) {
        fmt::format_to(std::back_inserter(out_), "{}\t.reg .{} \t{}", i == 0 ? "" : ";\n", name_of(type), name);
      } else {
        fmt::format_to(std::back_inserter(out_), ", {}", name);
      }
    }
    if (!directive.registers.empty()) out_ += ";\n";
  }

  void print_location(const BodyDirective& directive) {
    const auto to = std::back_inserter(out_);
    const auto& at = function_.locations[static_cast<std::size_t>(directive.location)];
    fmt::format_to(to, "\t.loc\t{} {} {}", at.file, at.line, at.column);
    if (at.inlined_at >= 0) {
      const auto& outside = function_.locations[static_cast<std::size_t>(at.inlined_at)];
      fmt::format_to(to, ", function_name {}, inlined_at {} {} {}", at.function, outside.file, outside.line,
                     outside.column);
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
  out += function.name;
  out += '(';
  if (!function.parameters.empty()) {
    out += "\n\t";
    print_list(out, function.parameters, ",\n\t");
    out += '\n';
  }
  out += ")\n";
  for (const std::string& directive : function.directives) {
    out += directive;
    out += '\n';
  }
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
  std::string out = fmt::format(".version {}.{}\n.target {}\n.address_size {}\n\n", module.version_major,
                                module.version_minor, module.target, module.address_size);
  for (const Module::Item& item : module.items) {
    switch (item.kind) {
      case Module::Item::Kind::variable:
        print_linkage(out, module.variables[item.index].linkage);
        print_variable(out, module.variables[item.index]);
        out += ";\n";
        break;
      case Module::Item::Kind::function:
        print_function(out, module.functions[item.index]);
        break;
      case Module::Item::Kind::section: {
        const auto& [name, text] = module.sections[item.index];
        out += fmt::format("\t.section\t{}\n\t{{{}}}\n", name, text);
        break;
      }
      case Module::Item::Kind::file:
        out += fmt::format("\t.file\t{} \"{}\"\n", item.index, module.files.at(static_cast<std::uint32_t>(item.index)));
        break;
      case Module::Item::Kind::other:
        out += fmt::format("{};\n", module.others[item.index]);
        break;
    }
  }
  return out;
}

}  // namespace warpscope::ptx
