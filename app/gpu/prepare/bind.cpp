#include "gpu/prepare/bind.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace lanescope::gpu {
namespace {

std::string parameters_text(const ptx::Signature& signature) {
  if (signature.parameters.empty()) return "none";
  std::vector<std::string> parts;
  for (const ptx::Parameter& parameter : signature.parameters) parts.push_back(parameter.text());
  return join(parts, ", ");
}

std::string entry_remedy(const std::vector<std::string>& names, const std::string& wanted) {
  // A mangled C++ name contains the plain name after its length: _Z9transposePf.
  const std::string mangled = fmt::format("_Z{}{}", wanted.size(), wanted);
  const bool lacks_linkage =
      std::any_of(names.begin(), names.end(), [&](const std::string& name) { return name.rfind(mangled, 0) == 0; });
  if (lacks_linkage) return "write extern \"C\" before its __global__";
  if (const auto near = nearest(wanted, names)) return fmt::format("did you mean {}?", *near);
  return "entry must be the name of a __global__ function of this file; a template takes its arguments there: "
         "reduce<int, 256>";
}

Expected<std::vector<std::byte>> encode(const catalogue::Argument& argument, const ptx::Parameter& parameter,
                                        const std::vector<std::uint64_t>& buffers,
                                        const std::vector<std::uint64_t>& textures,
                                        const std::vector<PlacedTensorMap>& tensor_maps) {
  switch (argument.kind) {
    case catalogue::Argument::Kind::buffer:
      return ptx::encode_address(parameter, buffers.at(argument.index) + static_cast<std::uint64_t>(argument.value));
    case catalogue::Argument::Kind::texture:
      return ptx::encode_address(parameter, textures.at(argument.index));
    case catalogue::Argument::Kind::structure:
      return ptx::encode_structure(
          parameter, argument.structure->with_addresses([&](std::size_t buffer) { return buffers.at(buffer); }),
          argument.structure->layout);
    case catalogue::Argument::Kind::tensor_map:
      if (parameter.is_address()) return ptx::encode_address(parameter, tensor_maps.at(argument.index).address);
      return ptx::encode_tensor_map(parameter, tensor_maps.at(argument.index).bytes);
    case catalogue::Argument::Kind::scalar:
      break;
  }
  return argument.real ? ptx::encode_real(parameter, *argument.real) : ptx::encode_integer(parameter, argument.value);
}

}  // namespace

Expected<std::vector<SymbolBytes>> bind_symbols(
    const catalogue::LaunchPlan& plan, std::string_view ptx, const std::vector<std::uint64_t>& buffers,
    const std::function<std::optional<std::uint64_t>(const std::string&)>& address) {
  std::vector<SymbolBytes> values;
  if (plan.symbols.empty()) return values;
  TRY(const auto variables, ptx::read_variables(ptx));
  for (const catalogue::Symbol& symbol : plan.symbols) {
    const std::string where = fmt::format("{}, variable {} (line {})", plan.kernel, symbol.name, symbol.line);
    const auto variable = std::ranges::find(variables, symbol.name_in_ptx(), &ptx::Variable::name);
    const auto place = address(symbol.name_in_ptx());
    if (variable == variables.end() || !place) {
      return failure(fmt::format("{}: the program on the device has no such variable", where), "",
                     "name a __device__ or __constant__ variable that a kernel uses");
    }
    if (symbol.buffer && plan.buffers.at(*symbol.buffer).bytes() != variable->bytes()) {
      return failure(fmt::format("{}: it has {} bytes, its buffer {}", where, variable->bytes(),
                                 plan.buffers[*symbol.buffer].bytes()),
                     "", "give the buffer the size of the variable");
    }
    if (symbol.buffer) continue;
    auto bytes = encode(symbol.value, ptx::parameter_of(*variable), buffers, {}, {});
    if (!bytes) return failure(fmt::format("{}: {}", where, bytes.error().what), "", bytes.error().remedy);
    values.push_back({*place, std::move(*bytes)});
  }
  return values;
}

std::string place_of(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch) {
  return fmt::format("{}, launch of {} (line {})", plan.kernel, launch.entry, launch.line);
}

tl::unexpected<Error> launch_failure(FaultKind kind, const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                     const std::string& what, std::string remedy) {
  Error error{fmt::format("{}: {}", place_of(plan, launch), what), "", std::move(remedy), kind};
  error.line = launch.line;
  return failure(std::move(error));
}

Expected<const ptx::Signature*> find_entry(const std::vector<ptx::Signature>& signatures,
                                           const catalogue::LaunchPlan& plan, const catalogue::Launch& launch) {
  const auto found = std::find_if(signatures.begin(), signatures.end(),
                                  [&](const ptx::Signature& signature) { return signature.entry == launch.entry; });
  if (found != signatures.end()) return &*found;
  std::vector<std::string> names;
  for (const ptx::Signature& signature : signatures) names.push_back(signature.entry);
  const std::string available = names.empty() ? "it has no entry point" : "it has " + join(names, ", ");
  return launch_failure(FaultKind::resolve, plan, launch,
                        fmt::format("the source has no entry point of that name; {}", available),
                        entry_remedy(names, launch.entry));
}

Expected<ArgumentBytes> bind_arguments(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                       const ptx::Signature& signature, const std::vector<std::uint64_t>& buffers,
                                       const std::vector<std::uint64_t>& textures,
                                       const std::vector<PlacedTensorMap>& tensor_maps) {
  if (launch.arguments.size() != signature.parameters.size()) {
    return launch_failure(FaultKind::resolve, plan, launch,
                          fmt::format("{} arguments are given, the kernel has {} parameters: {}",
                                      launch.arguments.size(), signature.parameters.size(), parameters_text(signature)),
                          "give one entry of 'arguments' for each parameter, in their order");
  }
  ArgumentBytes bytes;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const catalogue::Argument& argument = launch.arguments[i];
    auto encoded = encode(argument, signature.parameters[i], buffers, textures, tensor_maps);
    if (!encoded) {
      return launch_failure(FaultKind::resolve, plan, launch,
                            fmt::format("argument {} ({}): {}", i + 1, argument.name, encoded.error().what),
                            encoded.error().remedy);
    }
    bytes.push_back(std::move(*encoded));
  }
  return bytes;
}

}  // namespace lanescope::gpu
