#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "emulator/decode/decoder.h"
#include "emulator/messages.h"
#include "ptx/parse/literal.h"

namespace lanescope::emulator {

Error Decoder::unknown(Message what) const {
  // The line of the PTX helps only where the compiler gave no line of the source.
  const SourceLocation& location = code_.locations.back();
  const Place where = location.line == 0 ? ptx::ptx_place(location.ptx_line, {function_.name, function_.entry})
                                         : Place(program_.files[location.file], location.line);
  return {message<"unsupported.instruction">(what), where, message<"unsupported.remedy">()};
}

Slot Decoder::constant(std::uint64_t bits, unsigned width) {
  width = width == 1 ? 1 : std::max(width, 16u);
  if (width < 64 && width > 1) bits &= (std::uint64_t{1} << width) - 1;
  const auto [place, fresh] = constant_offset_.try_emplace({bits, width}, constant_bytes_);
  if (fresh) {
    constants_.emplace_back(bits, width);
    constant_bytes_ += width == 1 ? 64 : width / 8 * warp_lanes;
  }
  return constant_slot(place->second);
}

Expected<Slot> Decoder::special(std::string name) {
  using namespace specials;
  // The names are in the order of specials::Name.
  static constexpr auto names = std::to_array<std::string_view>({"%tid.x",
                                                                 "%tid.y",
                                                                 "%tid.z",
                                                                 "%ctaid.x",
                                                                 "%ctaid.y",
                                                                 "%ctaid.z",
                                                                 "%ntid.x",
                                                                 "%ntid.y",
                                                                 "%ntid.z",
                                                                 "%nctaid.x",
                                                                 "%nctaid.y",
                                                                 "%nctaid.z",
                                                                 "%laneid",
                                                                 "%warpid",
                                                                 "%nwarpid",
                                                                 "%smid",
                                                                 "%nsmid",
                                                                 "%gridid",
                                                                 "%lanemask_eq",
                                                                 "%lanemask_le",
                                                                 "%lanemask_lt",
                                                                 "%lanemask_ge",
                                                                 "%lanemask_gt",
                                                                 "%dynamic_smem_size",
                                                                 "%total_smem_size",
                                                                 "%envreg1",
                                                                 "%envreg2",
                                                                 "WARP_SZ",
                                                                 "zero",
                                                                 "%cluster_ctaid.x",
                                                                 "%cluster_ctaid.y",
                                                                 "%cluster_ctaid.z",
                                                                 "%cluster_nctaid.x",
                                                                 "%cluster_nctaid.y",
                                                                 "%cluster_nctaid.z",
                                                                 "%clusterid.x",
                                                                 "%clusterid.y",
                                                                 "%clusterid.z",
                                                                 "%nclusterid.x",
                                                                 "%nclusterid.y",
                                                                 "%nclusterid.z",
                                                                 "%cluster_ctarank",
                                                                 "%cluster_nctarank",
                                                                 "%is_explicit_cluster",
                                                                 "%aggr_smem_size"});
  static_assert(names[warp_size] == "WARP_SZ" && names[aggr_smem_size] == "%aggr_smem_size" && names.size() == count);
  if (name == "%reserved_smem_offset_cap") return constant(reserved_shared_bytes, 32);
  if (name == "%reserved_smem_offset_end") return constant(used_reserved_bytes, 32);
  if (name.starts_with("%reserved_smem_")) name = "zero";  // where it begins, and parts that nothing uses
  const auto* const known = std::find(names.begin(), names.end(), name);
  if (known == names.end()) return failure(unknown(message<"unsupported.special_register">(name)));
  return special_slot(static_cast<std::uint32_t>(known - names.begin()) * slot_bytes);
}

Expected<Decoder::Symbol> Decoder::symbol(const Operand& operand) const {
  const auto shifted = [&](std::uint64_t value) { return value + static_cast<std::uint64_t>(operand.offset); };
  if (const auto own = frame_.find(operand.name); own != frame_.end()) {
    return Symbol{shifted(own->second.offset), true, own->second.offset >= code_.variable_bytes, ptx::Space::local};
  }
  if (function_.entry) {
    for (std::size_t index = 0; index < function_.parameters.size(); ++index) {
      if (function_.parameters[index].name == operand.name) {
        return Symbol{shifted(code_.parameters[index].offset), false, false, ptx::Space::param};
      }
    }
  }
  if (const auto shared = find_variable(linkage_.shared, operand.name); shared != linkage_.shared.end()) {
    return Symbol{shifted(shared->second), false, false, ptx::Space::shared};
  }
  if (const auto variable = find_variable(*linkage_.variables, operand.name); variable != linkage_.variables->end()) {
    return Symbol{shifted(variable->second), false, false, ptx::Space::global};
  }
  if (const auto callee = linkage_.functions.find(operand.name); callee != linkage_.functions.end()) {
    return Symbol{function_window + callee->second * 16, false, false, ptx::Space::generic};
  }
  return failure(unknown(message<"unsupported.symbol">(operand.name)));
}

unsigned Decoder::register_bits(const Operand& operand) const {
  if (operand.kind == Operand::Kind::reg) return held_bits(ptx::bits_of(function_.registers[operand.reg].type));
  if (operand.kind == Operand::Kind::special) return operand.name == "%is_explicit_cluster" ? 1 : 32;
  return 0;
}

Expected<Slot> Decoder::immediate(const Operand& operand, ptx::Type type, unsigned bits) {
  if (const auto number = ptx::literal_of(operand)) return constant(ptx::bits_as(*number, type), bits);
  if (operand.kind != Operand::Kind::symbol) {
    return failure(unknown(message<"unsupported.operand_form">(instruction_->mnemonic())));
  }
  TRY(const Symbol found, symbol(operand));
  return found.relative ? local_address(found.value, bits) : constant(found.value, bits);
}

Slot Decoder::local_address(std::uint64_t offset, unsigned bits) {
  const std::uint32_t bytes = held_bits(bits) / 8;
  const auto known = std::ranges::find_if(
      code_.local_addresses, [&](const LocalAddress& each) { return each.bytes == bytes && each.offset == offset; });
  if (known != code_.local_addresses.end()) return known->slot;
  code_.local_addresses.push_back({private_register(), bytes, offset});
  return code_.local_addresses.back().slot;
}

Expected<Slot> Decoder::value(const Operand& operand, ptx::Type type) {
  if (const unsigned bits = register_bits(operand); bits != 0) return source(operand, bits);
  return immediate(operand, type, ptx::bits_of(type));
}

Expected<Slot> Decoder::source(const Operand& operand, unsigned bits) {
  if (operand.kind == Operand::Kind::reg) {
    if (!operand.selector.empty()) return failure(unknown(message<"unsupported.selector">(operand.selector)));
    reads_[index()].push_back(operand.reg);
    return register_offset_[operand.reg];
  }
  if (operand.kind == Operand::Kind::special) {
    if (operand.name == "%gridid" && bits == 64) return constant(1, 64);
    return special(operand.name);
  }
  return immediate(operand, ptx::Type::none, bits);
}

Expected<Slot> Decoder::destination(const Operand& operand) {
  if (operand.kind == Operand::Kind::sink) return scratch_;
  if (operand.kind != Operand::Kind::reg || !operand.selector.empty()) {
    return failure(unknown(message<"unsupported.destination">(instruction_->mnemonic())));
  }
  writes_[index()].push_back(operand.reg);
  return register_offset_[operand.reg];
}

}  // namespace lanescope::emulator
