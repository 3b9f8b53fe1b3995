// Parameters and results in registers: ".func (.reg .b32 %sum) plus(.reg .b32 %a)" and "call (%s), plus, (%t, 5)". They
// are read as what they mean, a .param that is loaded and stored, so that nothing else has to know them.
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/body_reader.h"

namespace lanescope::ptx {
namespace {

Operand operand_of(Operand::Kind kind) {
  Operand operand;
  operand.kind = kind;
  return operand;
}

Operand integer(std::uint64_t bits) {
  Operand operand = operand_of(Operand::Kind::integer);
  operand.bits = bits;
  return operand;
}

}  // namespace

Instruction BodyReader::made(std::string_view mnemonic, std::vector<Operand> operands) const {
  Instruction instruction;
  std::string_view unknown;
  static_cast<void>(read_mnemonic(mnemonic, instruction.opcode, instruction.suffixes, unknown));
  instruction.operands = std::move(operands);
  instruction.location = location_;
  return instruction;
}

Operand BodyReader::add_register(Type type) {
  Operand added = operand_of(Operand::Kind::reg);
  added.reg = static_cast<std::uint32_t>(function_.registers.size());
  const std::string name = symbols_.unique(fmt::format("added${}", added.reg));
  function_.registers.push_back({name, type});
  const std::vector<BodyDirective>& directives = function_.body_directives;
  const std::uint32_t earliest = directives.empty() ? 0 : directives.back().before;
  BodyDirective& directive = add_directive(BodyDirective::Kind::declaration);
  directive.registers.emplace_back(name, type);
  // The instruction that is read is among those of the function, and may need it.
  if (directive.before > earliest) --directive.before;
  if (scopes_.size() == 1) function_.register_ranges.push_back({type, name, 0});
  return added;
}

/// Adds what loads or stores a register, the registers of a vector, or a number.
void BodyReader::add_parameter_access(std::vector<Instruction>& to, bool loads, const Variable& parameter,
                                      Operand value) {
  Operand address = operand_of(Operand::Kind::address);
  address.parts.push_back(operand_of(Operand::Kind::symbol));
  address.parts.back().name = parameter.name;
  std::string type(name_of(parameter.type));
  const auto type_of = [&](const Operand& operand) {
    return operand.kind == Operand::Kind::reg ? function_.registers[operand.reg].type : Type::none;
  };
  if (value.kind == Operand::Kind::vector) {
    type = fmt::format("v{}.{}", value.parts.size(), name_of(type_of(value.parts.front())));
  }
  const bool predicate = type_of(value) == Type::pred;
  const Operand passed = predicate ? add_register(Type::u32) : value;
  if (predicate && !loads) to.push_back(made("selp.u32", {passed, integer(1), integer(0), value}));
  const std::string mnemonic = fmt::format("{}.param.{}", loads ? "ld" : "st", type);
  to.push_back(loads ? made(mnemonic, {passed, address}) : made(mnemonic, {address, passed}));
  if (predicate && loads) to.push_back(made("setp.ne.u32", {value, passed, integer(0)}));
}

/// Returns the register, or the vector of registers.
Operand BodyReader::declare_parameter(const RegisterParameter& parameter) {
  Operand value = operand_of(parameter.lanes > 1 ? Operand::Kind::vector : Operand::Kind::reg);
  BodyDirective& directive = add_directive(BodyDirective::Kind::declaration);
  const SymbolTable::Symbol symbol = symbols_.find(parameter.name);
  for (std::size_t lane = 0; lane < parameter.lanes; ++lane) {
    const std::string name = parameter.lanes > 1 ? component_name(parameter.name, lane) : std::string(parameter.name);
    directive.registers.emplace_back(name, parameter.type);
    function_.register_ranges.push_back({parameter.type, name, 0});
    if (parameter.lanes == 1) {
      value.reg = symbol.index;
    } else {
      value.parts.push_back(operand_of(Operand::Kind::reg));
      value.parts.back().reg = symbols_.find(symbols_.components(symbol)[lane]).index;
    }
  }
  return value;
}

bool BodyReader::declare_register_parameters() {
  for (const bool results : {true, false}) {
    const std::vector<RegisterParameter>& registers = results ? registers_.results : registers_.parameters;
    const std::vector<Variable>& variables = results ? function_.results : function_.parameters;
    for (std::size_t index = 0; index < registers.size(); ++index) {
      const RegisterParameter& parameter = registers[index];
      if (parameter.name.empty()) continue;
      const bool fresh = parameter.lanes > 1 ? symbols_.declare_vector(parameter.name, parameter.type, parameter.lanes)
                                             : symbols_.declare_register(parameter.name, parameter.type);
      if (!fresh) return cursor_.fail(message<"ptx.declared_twice">(parameter.name.substr(0, 60)));
      Operand value = declare_parameter(parameter);
      if (results) {
        results_.push_back(std::move(value));
        continue;
      }
      const std::size_t first = function_.instructions.size();
      add_parameter_access(function_.instructions, true, variables[index], std::move(value));
      for (std::size_t i = first; i < function_.instructions.size(); ++i) {
        function_.instructions[i].ptx_line = variables[index].ptx_line;
      }
    }
  }
  return true;
}

/// Adds what a return does first.
void BodyReader::store_results(const std::optional<Operand>& guard, std::int32_t line) {
  std::vector<Instruction> stores;
  auto value = results_.begin();
  for (std::size_t index = 0; index < registers_.results.size(); ++index) {
    if (registers_.results[index].name.empty()) continue;
    add_parameter_access(stores, false, function_.results[index], *value++);
  }
  for (Instruction& store : stores) {
    store.guard = guard;
    store.ptx_line = line;
  }
  std::ranges::move(stores, std::back_inserter(function_.instructions));
}

/// Gives a call whose arguments or results are registers or numbers a .param for each.
bool BodyReader::pass_in_memory(Instruction& call) {
  const std::size_t target = call.operands.front().kind == Operand::Kind::list ? 1 : 0;
  const std::string& name = call.operands[target].name;  // empty for a register
  const Function* const callee = name == function_.name ? &function_ : module_.module.function(name);
  for (std::size_t list = 0; list < call.operands.size(); ++list) {
    if (call.operands[list].kind != Operand::Kind::list) continue;
    const bool results = list < target;
    const std::vector<Variable>* const formal = callee == nullptr ? nullptr
                                                : results         ? &callee->results
                                                                  : &callee->parameters;
    for (std::size_t index = 0; index < call.operands[list].parts.size(); ++index) {
      Operand& part = call.operands[list].parts[index];
      if (part.kind == Operand::Kind::symbol) continue;
      const Operand& first = part.kind == Operand::Kind::vector ? part.parts.front() : part;
      Variable variable;
      variable.space = Space::param;
      variable.type = Type::none;
      if (first.kind == Operand::Kind::reg) {
        set_passed_type(variable, function_.registers[first.reg].type, std::max<std::size_t>(1, part.parts.size()));
      }
      if (formal != nullptr && index < formal->size()) {
        variable.type = (*formal)[index].type;
        variable.alignment = (*formal)[index].alignment;
        variable.dimensions = (*formal)[index].dimensions;
      }
      if (variable.type == Type::none) return cursor_.fail(message<"ptx.call_argument">());
      variable.name =
          fmt::format("call${}${}{}", function_.instructions.size(), results ? "result" : "argument", index);
      Operand named = operand_of(Operand::Kind::symbol);
      named.name = variable.name;
      Operand value = std::exchange(part, std::move(named));
      if (value.kind != Operand::Kind::sink) {
        add_parameter_access(results ? behind_ : before_, results, variable, std::move(value));
      }
      function_.variables.push_back(std::move(variable));
    }
  }
  for (std::vector<Instruction>* const added : {&before_, &behind_}) {
    for (Instruction& each : *added) each.guard = call.guard;
  }
  return true;
}

}  // namespace lanescope::ptx
