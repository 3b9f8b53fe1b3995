#include "gpu/prepare/bind.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages.h"
#include "base/text.h"
#include "gpu/messages.h"

namespace lanescope::gpu {
namespace {

std::string parameters_text(const ptx::Signature& signature) {
  if (signature.parameters.empty()) return "none";
  std::vector<std::string> parts;
  for (const ptx::Parameter& parameter : signature.parameters) parts.push_back(parameter.text());
  return join(parts, ", ");
}

Message entry_remedy(const std::vector<std::string>& names, const std::string& wanted) {
  // A mangled C++ name contains the plain name after its length: _Z9transposePf.
  const std::string mangled = fmt::format("_Z{}{}", wanted.size(), wanted);
  const bool lacks_linkage =
      std::any_of(names.begin(), names.end(), [&](const std::string& name) { return name.rfind(mangled, 0) == 0; });
  if (lacks_linkage) return message<"kernel_name.extern_c_remedy">();
  if (const auto near = nearest(wanted, names)) return message<"kernel_name.did_you_mean">(*near);
  return message<"kernel_name.remedy">();
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
    const Message where = place_of(plan, symbol);
    const auto variable = std::ranges::find(variables, symbol.name_in_ptx(), &ptx::Variable::name);
    const auto place = address(symbol.name_in_ptx());
    if (variable == variables.end() || !place) {
      return failure(message<"symbol.not_on_device">(where), "", message<"symbol.not_on_device_remedy">());
    }
    if (symbol.buffer && plan.buffers.at(*symbol.buffer).bytes() != variable->bytes()) {
      return failure(message<"symbol.size_on_device">(where, variable->bytes(), plan.buffers[*symbol.buffer].bytes()),
                     "", message<"symbol.size_on_device_remedy">());
    }
    if (symbol.buffer) continue;
    auto bytes = encode(symbol.value, ptx::parameter_of(*variable), buffers, {}, {});
    if (!bytes) return failure(message<"error.at">(where, bytes.error().what), "", bytes.error().remedy);
    values.push_back({*place, std::move(*bytes)});
  }
  return values;
}

tl::unexpected<Error> launch_failure(FaultKind kind, const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                     const Message& what, Message remedy) {
  return failure(kind, message<"error.at">(place_of(plan, launch), what), {"", launch.line}, std::move(remedy));
}

Expected<const ptx::Signature*> find_entry(const std::vector<ptx::Signature>& signatures,
                                           const catalogue::LaunchPlan& plan, const catalogue::Launch& launch) {
  const auto found = std::find_if(signatures.begin(), signatures.end(),
                                  [&](const ptx::Signature& signature) { return signature.entry == launch.entry; });
  if (found != signatures.end()) return &*found;
  std::vector<std::string> names;
  for (const ptx::Signature& signature : signatures) names.push_back(signature.entry);
  return launch_failure(
      FaultKind::resolve, plan, launch,
      names.empty() ? message<"kernel_name.none">() : message<"kernel_name.unknown">(join(names, ", ")),
      entry_remedy(names, launch.entry));
}

Expected<ArgumentBytes> bind_arguments(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                       const ptx::Signature& signature, const std::vector<std::uint64_t>& buffers,
                                       const std::vector<std::uint64_t>& textures,
                                       const std::vector<PlacedTensorMap>& tensor_maps) {
  if (launch.arguments.size() != signature.parameters.size()) {
    return launch_failure(
        FaultKind::resolve, plan, launch,
        message<"arguments.given">(launch.arguments.size(), signature.parameters.size(), parameters_text(signature)),
        message<"arguments.given_remedy">());
  }
  ArgumentBytes bytes;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const catalogue::Argument& argument = launch.arguments[i];
    auto encoded = encode(argument, signature.parameters[i], buffers, textures, tensor_maps);
    if (!encoded) {
      return launch_failure(FaultKind::resolve, plan, launch,
                            message<"arguments.wrong">(i + 1, argument.name, encoded.error().what),
                            encoded.error().remedy);
    }
    bytes.push_back(std::move(*encoded));
  }
  return bytes;
}

}  // namespace lanescope::gpu
