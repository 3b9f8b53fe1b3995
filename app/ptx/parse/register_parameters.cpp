// Parameters and results in registers: ".func (.reg .b32 %sum) plus(.reg .b32 %a)" and "call (%s), plus, (%t, 5)". They
// are read as what they mean, a .param that is loaded and stored, so that nothing else has to know them.
#include <utility>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/body_reader.h"

namespace lanescope::ptx {

/// Returns ld.param or st.param of one value.
Instruction BodyReader::parameter_access(bool loads, Type type, const std::string& parameter, Operand value) const {
  Instruction instruction;
  std::string_view unknown;
  static_cast<void>(read_mnemonic(fmt::format("{}.param.{}", loads ? "ld" : "st", name_of(type)), instruction.opcode,
                                  instruction.suffixes, unknown));
  Operand address;
  address.kind = Operand::Kind::address;
  address.parts.emplace_back().kind = Operand::Kind::symbol;
  address.parts.back().name = parameter;
  instruction.operands = {std::move(address), std::move(value)};
  if (loads) std::swap(instruction.operands[0], instruction.operands[1]);
  instruction.location = location_;
  return instruction;
}

bool BodyReader::declare_register_parameters() {
  for (const bool results : {true, false}) {
    const std::vector<std::string_view>& names = results ? registers_.results : registers_.parameters;
    const std::vector<Variable>& variables = results ? function_.results : function_.parameters;
    for (std::size_t index = 0; index < names.size(); ++index) {
      if (names[index].empty()) continue;
      const Type type = variables[index].type;
      if (!symbols_.declare_register(names[index], type)) {
        return cursor_.fail(message<"ptx.declared_twice">(names[index].substr(0, 60)));
      }
      add_directive(BodyDirective::Kind::declaration).registers.emplace_back(names[index], type);
      function_.register_ranges.push_back({type, std::string(names[index]), 0});
      Operand value;
      value.kind = Operand::Kind::reg;
      value.reg = symbols_.find(names[index]).index;
      if (results) continue;
      function_.instructions.push_back(parameter_access(true, type, variables[index].name, std::move(value)));
      function_.instructions.back().ptx_line = variables[index].ptx_line;
    }
  }
  return true;
}

/// Adds what a return does first.
void BodyReader::store_results(const std::optional<Operand>& guard, std::int32_t line) {
  for (std::size_t index = 0; index < registers_.results.size(); ++index) {
    if (registers_.results[index].empty()) continue;
    Operand value;
    value.kind = Operand::Kind::reg;
    value.reg = symbols_.find(registers_.results[index]).index;
    const Variable& result = function_.results[index];
    Instruction& store =
        function_.instructions.emplace_back(parameter_access(false, result.type, result.name, std::move(value)));
    store.guard = guard;
    store.ptx_line = line;
  }
}

/// Gives a call whose arguments or results are registers or numbers a .param for each.
bool BodyReader::pass_in_memory(Instruction& call) {
  const std::size_t target = call.operands.front().kind == Operand::Kind::list ? 1 : 0;
  const std::string& name = call.operands[target].name;  // empty for a register
  const Function* const callee = name == function_.name ? &function_ : module_.module.function(name);
  std::vector<Instruction> stores;
  for (std::size_t list = 0; list < call.operands.size(); ++list) {
    if (call.operands[list].kind != Operand::Kind::list) continue;
    const bool results = list < target;
    const std::vector<Variable>* const formal = callee == nullptr ? nullptr
                                                : results         ? &callee->results
                                                                  : &callee->parameters;
    for (std::size_t index = 0; index < call.operands[list].parts.size(); ++index) {
      Operand& part = call.operands[list].parts[index];
      if (part.kind == Operand::Kind::symbol) continue;
      Type type = part.kind == Operand::Kind::reg ? function_.registers[part.reg].type : Type::none;
      if (formal != nullptr && index < formal->size()) type = (*formal)[index].type;
      if (type == Type::none || type == Type::pred) return cursor_.fail(message<"ptx.call_argument">());
      Variable variable;
      variable.space = Space::param;
      variable.type = type;
      variable.name =
          fmt::format("call${}${}{}", function_.instructions.size(), results ? "result" : "argument", index);
      Operand named;
      named.kind = Operand::Kind::symbol;
      named.name = variable.name;
      if (part.kind != Operand::Kind::sink) {
        Instruction access = parameter_access(results, type, variable.name, std::exchange(part, named));
        access.guard = call.guard;
        access.ptx_line = call.ptx_line;
        (results ? loads_after_call_ : stores).push_back(std::move(access));
      } else {
        part = std::move(named);
      }
      function_.variables.push_back(std::move(variable));
    }
  }
  function_.instructions.insert(function_.instructions.end() - 1, stores.begin(), stores.end());
  return true;
}

}  // namespace lanescope::ptx
