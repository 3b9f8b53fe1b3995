#include "ptx/print_variable.h"

#include <iterator>

#include <fmt/format.h>

#include "ptx/parse/literal.h"

namespace warpscope::ptx {
namespace {

std::string_view directive_of(Space space) {
  switch (space) {
    case Space::generic:
    case Space::global:
      return ".global";
    case Space::shared:
    case Space::shared_cluster:
      return ".shared";
    case Space::local:
      return ".local";
    case Space::constant:
      return ".const";
    case Space::param:
    case Space::param_entry:
    case Space::param_func:
      return ".param";
  }
  return ".global";
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

}  // namespace

void print_linkage(std::string& out, Linkage linkage) {
  switch (linkage) {
    case Linkage::none:
      break;
    case Linkage::visible:
      out += ".visible ";
      break;
    case Linkage::external:
      out += ".extern ";
      break;
    case Linkage::weak:
      out += ".weak ";
      break;
    case Linkage::common:
      out += ".common ";
      break;
  }
}

void print_variable(std::string& out, const Variable& variable) {
  const auto to = std::back_inserter(out);
  out += directive_of(variable.space);
  if (!variable.attributes.empty()) fmt::format_to(to, " {}", variable.attributes);
  if (variable.alignment != 0) fmt::format_to(to, " .align {}", variable.alignment);
  if (variable.vector > 1) fmt::format_to(to, " .v{}", variable.vector);
  fmt::format_to(to, " .{}", name_of(variable.type));
  if (!variable.pointer.empty()) fmt::format_to(to, " {}", variable.pointer);
  // Without the "@2" that makes it unique in its function.
  fmt::format_to(to, " {}", std::string_view(variable.name).substr(0, variable.name.find('@')));
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

}  // namespace warpscope::ptx
