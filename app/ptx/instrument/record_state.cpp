#include "ptx/instrument/function_writer.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "ptx/instrument/instrument.h"

namespace lanescope::ptx {
namespace {

using W = FunctionWriter;

std::uint32_t state_offset(std::size_t parameter) {
  std::uint32_t offset = 0;
  for (std::size_t before = 0; before < parameter; ++before) offset += bytes_of(record_parameters.at(before).type);
  return offset;
}
static_assert(state_bytes >= 4 * 8 + 5 * 4);

std::string suffix_of(std::size_t parameter) {
  return record_parameters.at(parameter).type == Type::u64 ? ".u64" : ".u32";
}

Operand state_address(std::size_t parameter) {
  return W::address(W::symbol(std::string(record_state)), state_offset(parameter));
}

}  // namespace

Operand record_parameter(FunctionWriter& to, std::string_view name) {
  std::size_t index = 0;
  while (record_parameters.at(index).name != name) ++index;
  const Type type = record_parameters.at(index).type;
  const Operand value = to.named(fmt::format("%{}", name), type == Type::u64 ? Type::b64 : Type::b32);
  if (to.function().entry) {
    to.write("ld.param" + suffix_of(index), {value, W::address(W::symbol(std::string(name)))});
  } else {
    to.write("ld.global" + suffix_of(index), {value, state_address(index)});
  }
  return value;
}

void store_state(FunctionWriter& to) {
  for (std::size_t index = 0; index < record_parameters.size(); ++index) {
    const Operand value = record_parameter(to, record_parameters.at(index).name);
    to.write("st.global" + suffix_of(index), {state_address(index), value});
  }
}

Variable state_variable() {
  Variable state;
  state.name = record_state;
  state.space = Space::global;
  state.type = Type::b8;
  state.alignment = 8;
  state.dimensions = {state_bytes};
  return state;
}

}  // namespace lanescope::ptx
