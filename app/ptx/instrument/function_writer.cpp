#include "ptx/instrument/function_writer.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"

namespace lanescope::ptx {
FunctionWriter::FunctionWriter(Function function) : function_(std::move(function)) {
  function_.instructions.clear();
  function_.body_directives.clear();
}

Operand FunctionWriter::named(std::string_view name, Type type) {
  auto known = registers_.find(name);
  if (known == registers_.end()) {
    known = registers_.emplace(name, static_cast<std::uint32_t>(function_.registers.size())).first;
    function_.registers.push_back({std::string(name), type});
    function_.register_ranges.push_back({type, std::string(name), 0});
  }
  return {.kind = Operand::Kind::reg, .reg = known->second};
}

Operand FunctionWriter::inverted(Operand predicate) {
  predicate.negated = !predicate.negated;
  return predicate;
}

void FunctionWriter::write(std::string_view mnemonic, std::vector<Operand> operands) {
  Instruction instruction;
  std::string_view unknown;
  if (!read_mnemonic(mnemonic, instruction.opcode, instruction.suffixes, unknown)) {
    throw MachineError({fmt::format("PTX has no {}", unknown), std::string(mnemonic), ""});
  }
  instruction.operands = std::move(operands);
  instruction.location = location_;
  function_.instructions.push_back(std::move(instruction));
}

void FunctionWriter::write_if(const Operand& predicate, std::string_view mnemonic, std::vector<Operand> operands) {
  write(mnemonic, std::move(operands));
  function_.instructions.back().guard = predicate;
}

void FunctionWriter::write_linear_index(const Operand& to, std::string_view index, std::string_view extent) {
  const Operand factor = named("%lanescope_factor", Type::b32), term = named("%lanescope_term", Type::b32);
  const auto along = [](std::string_view name, const char* axis) { return special(fmt::format("%{}.{}", name, axis)); };
  write("mov.u32", {to, along(index, "z")});
  for (const char* const axis : {"y", "x"}) {
    write("mov.u32", {factor, along(extent, axis)});
    write("mov.u32", {term, along(index, axis)});
    write("mad.lo.u32", {to, to, factor, term});
  }
}

void FunctionWriter::declarations(const Function& original) {
  for (; directives_ < original.body_directives.size(); ++directives_) {
    const BodyDirective& next = original.body_directives[directives_];
    if (next.before != 0 || next.kind == BodyDirective::Kind::label || next.kind == BodyDirective::Kind::open_scope)
      return;
    directive(next);
  }
}

void FunctionWriter::directives_before(const Function& original, std::size_t instruction) {
  for (; directives_ < original.body_directives.size(); ++directives_) {
    if (original.body_directives[directives_].before > instruction) return;
    directive(original.body_directives[directives_]);
  }
}

void FunctionWriter::write_clocks(const Operand& leads, const Operand& place, std::int64_t sm_offset) {
  const Operand timer = named("%lanescope_timer", Type::b64), clock = named("%lanescope_clock", Type::b64);
  const Operand sm = named("%lanescope_sm", Type::b32), one = named("%lanescope_one", Type::b32);
  write("mov.u64", {timer, special("%globaltimer")});
  write("mov.u64", {clock, special("%clock64")});
  write("mov.u32", {sm, special("%smid")});
  write("mov.u32", {one, integer(1)});
  write_if(leads, "st.global.v2.b64", {address(place), vector({timer, clock})});
  write_if(leads, "st.global.v2.b32", {address(place, sm_offset), vector({sm, one})});
}

void FunctionWriter::parameter(std::string_view name, Type type) {
  Variable variable;
  variable.name = name;
  variable.space = Space::param;
  variable.type = type;
  function_.parameters.push_back(std::move(variable));
}

void FunctionWriter::call(const Function& callee, std::vector<Operand> arguments) {
  if (arguments.size() != callee.parameters.size()) {
    throw MachineError({fmt::format("{} arguments for the {} parameters of {}", arguments.size(),
                                    callee.parameters.size(), callee.name),
                        function_.name, ""});
  }
  BodyDirective scope;
  scope.kind = BodyDirective::Kind::open_scope;
  directive(scope);
  BodyDirective declaration;
  declaration.kind = BodyDirective::Kind::declaration;
  Operand list{.kind = Operand::Kind::list};
  for (Variable parameter : callee.parameters) {
    // Names are made unique in the same way as by the parser.
    const std::uint32_t before = declared_[parameter.name]++;
    if (before > 0) parameter.name += fmt::format("@{}", before);
    list.parts.push_back(symbol(parameter.name));
    declaration.variables.push_back(parameter);
    function_.variables.push_back(std::move(parameter));
  }
  directive(declaration);
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    write(fmt::format("st.param.{}", name_of(callee.parameters[index].type)),
          {address(list.parts[index]), std::move(arguments[index])});
  }
  write("call.uni", {symbol(callee.name), std::move(list)});
  scope.kind = BodyDirective::Kind::close_scope;
  directive(std::move(scope));
}

void FunctionWriter::directive(BodyDirective directive) {
  directive.before = static_cast<std::uint32_t>(function_.instructions.size());
  function_.body_directives.push_back(std::move(directive));
}

}  // namespace lanescope::ptx
