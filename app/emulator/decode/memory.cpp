#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "emulator/decode/decoder.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

using ptx::Opcode;
using Kind = ptx::Operand::Kind;

namespace {

trace::Space traced(ptx::Space space) {
  using enum ptx::Space;
  if (space == shared_cluster) return trace::Space::distributed;
  if (space == shared) return trace::Space::shared;
  if (space == local) return trace::Space::local;
  if (space == constant) return trace::Space::constant;
  return ptx::is_parameter(space) ? trace::Space::parameter : trace::Space::global;
}

/// Whether there is such an atomic operation on vectors (PTX ISA of atom and red).
bool combines_vectors(AtomicOperation operation, ptx::Type type) {
  using enum ptx::Type;
  if (type == f32) return operation == AtomicOperation::add;
  const bool half = type == f16 || type == bf16 || type == f16x2 || type == bf16x2;
  return half && (operation == AtomicOperation::add || operation == AtomicOperation::minimum ||
                  operation == AtomicOperation::maximum);
}

}  // namespace

std::uint32_t Decoder::site(trace::Space space, trace::Operation operation, std::uint32_t bytes) {
  std::vector<trace::Site>& sites = space == trace::Space::registers ? program_.exchanges : program_.sites;
  const SourceLocation& location = code_.locations.back();
  trace::Site site;
  site.entry = linkage_.entry;
  site.file = program_.files[location.file];
  site.line = location.line;
  site.column = location.column;
  site.ptx_line = location.ptx_line;
  site.space = space;
  site.operation = operation;
  site.bytes_per_lane = bytes;
  sites.push_back(std::move(site));
  return static_cast<std::uint32_t>(sites.size() - 1);
}

/// Adds the sites of an access. A generic one has three consecutive sites: global, shared, local; and one more,
/// distributed, where the program names shared memory of other blocks.
std::uint32_t Decoder::sites_of(Access& access, trace::Operation operation) {
  const std::uint32_t first = site(traced(access.space), operation, access.bytes());
  if (access.space == ptx::Space::generic) {
    static_cast<void>(site(trace::Space::shared, operation, access.bytes()));
    static_cast<void>(site(trace::Space::local, operation, access.bytes()));
    if (linkage_.clusters) access.distributed_site = site(trace::Space::distributed, operation, access.bytes());
  }
  if (access.space == ptx::Space::shared_cluster) access.distributed_site = first;
  return first;
}

/// Decodes the base of [base + offset].
Status Decoder::address(const Operand& operand, Access& access) {
  if (operand.kind != Kind::address || operand.parts.empty()) {
    return failure(unknown(message<"unsupported.address">(instruction_->mnemonic())));
  }
  const Operand& base = operand.parts[0];
  access.offset = operand.offset;
  if (base.kind == Kind::symbol) {
    TRY(const Symbol found, symbol(base));
    // ptxas takes the space of the variable where the instruction names none.
    if (access.space == ptx::Space::generic) access.space = found.space;
    if (found.relative) {
      access.frame_relative = true;
      access.private_parameter = found.parameter;
      access.offset += static_cast<std::int64_t>(found.value);
    }
    access.base = constant(found.relative ? 0 : found.value, 64);
    access.wide_address = true;
    return {};
  }
  access.wide_address = register_bits(base) != 32;
  TRY(access.base, source(base, 64));
  return {};
}

Scope Decoder::scope() const {
  return instruction_->has("cta") ? Scope::block : instruction_->has("cluster") ? Scope::cluster : Scope::grid;
}

/// Whose threads the access reaches if it is strong, for those that meet it and know its site. Its sites are the last.
void Decoder::note_scope(const Access& access) {
  if (access.scope == Scope::grid) return;
  program_.scopes.resize(access.site, Scope::grid);
  program_.scopes.resize(program_.sites.size(), access.scope);
}

void Decoder::note_space(const Access& access) {
  const bool shared = access.space == ptx::Space::shared || access.space == ptx::Space::generic ||
                      access.space == ptx::Space::shared_cluster;
  if (shared) code_.smallest_shared_access = std::min(code_.smallest_shared_access, access.element_bytes);
  if (access.space == ptx::Space::global || access.space == ptx::Space::generic) {
    code_.smallest_global_access = std::min(code_.smallest_global_access, access.element_bytes);
  }
}

Status Decoder::elements(const Operand& value, Access& access) {
  const std::span<const Operand> values = parts_of(value);
  if (values.size() != access.elements) return refused<"unsupported.operand_count">();
  // Immediates are as wide as the registers beside them.
  unsigned width = 0;
  for (const Operand& part : values) {
    const unsigned bits = register_bits(part);
    if (bits != 0 && width != 0 && bits != width) {
      return refused<"unsupported.register_widths">();
    }
    if (bits != 0) width = bits;
  }
  if (width == 0) width = std::max(unsigned{access.element_bytes} * 8, 16u);
  for (std::size_t index = 0; index < values.size(); ++index) {
    TRY(op_.slots[index],
        access.operation == trace::Operation::load ? destination(values[index]) : source(values[index], width));
  }
  access.register_bytes = static_cast<std::uint8_t>(width / 8);
  if (width / 8 < access.element_bytes) return refused<"unsupported.register_too_small">();
  return {};
}

Status Decoder::memory() {
  if (instruction_->has("async")) return instruction_->opcode == Opcode::st ? store_async() : refused();
  const bool loads = instruction_->opcode != Opcode::st;
  Access access;
  access.space = instruction_->space();
  access.operation = loads ? trace::Operation::load : trace::Operation::store;
  const ptx::Type type = instruction_->type();
  const unsigned bytes = ptx::bytes_of(type);
  const bool plain =
      type != ptx::Type::none && type != ptx::Type::pred && (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
  if (!plain || instruction_->operands.size() < 2) return refused();
  access.element_bytes = static_cast<std::uint8_t>(bytes);
  access.elements = static_cast<std::uint8_t>(instruction_->vector());
  access.sign_extend = ptx::is_signed_integer(type);
  access.strong = instruction_->has("relaxed") || instruction_->has("acquire") || instruction_->has("release");
  access.is_volatile = instruction_->has("volatile") || instruction_->has("mmio");

  const Operand& value = instruction_->operands[loads ? 0 : 1];
  TRY_STATUS(address(instruction_->operands[loads ? 1 : 0], access));
  TRY_STATUS(elements(value, access));

  const bool parameter = ptx::is_parameter(access.space);
  const bool kernel_parameter =
      function_.entry && loads && parameter && access.space != ptx::Space::param_func && !access.frame_relative;
  op_.kind = kernel_parameter ? OpKind::load_uniform : loads ? OpKind::load : OpKind::store;
  if (parameter) {
    access.site = no_site;
    if (!kernel_parameter) {
      // Parameters of calls are part of the frame, also when a register holds their address.
      access.space = ptx::Space::local;
      access.private_parameter = true;
    }
  } else {
    access.site = sites_of(access, access.operation);
    note_space(access);
    access.acquires = instruction_->has("acquire");
    access.releases = instruction_->has("release");
    const bool orders = access.acquires || access.releases;
    access.scope = scope();
    note_scope(access);
    code_.synchronises |= orders;
    code_.synchronises_grid |= orders && access.scope == Scope::grid;
    const bool beyond_block = access.space == ptx::Space::global || access.space == ptx::Space::generic;
    const bool depends = beyond_block && (access.is_volatile || access.strong) && access.scope == Scope::grid;
    code_.depends_on_other_blocks |= depends;
    code_.uses_other_blocks |= depends;
    access.polls = depends && loads;
  }
  op_.target = append(code_.accesses, access);
  return {};
}

std::optional<AtomicOperation> Decoder::atomic_operation() const {
  // The words are in the order of AtomicOperation.
  static constexpr std::array<std::string_view, 10> words{"add", "min",  "max", "and", "or",
                                                          "xor", "exch", "cas", "inc", "dec"};
  const auto* const word = std::find_if(words.begin(), words.end(), [&](auto each) { return instruction_->has(each); });
  if (word == words.end()) return std::nullopt;
  return static_cast<AtomicOperation>(word - words.begin());
}

Status Decoder::atomic() {
  if (instruction_->has("async")) return store_async();
  const std::optional<AtomicOperation> operation = atomic_operation();
  Access access;
  access.space = instruction_->space();
  access.type = instruction_->type();
  const unsigned bytes = ptx::bytes_of(access.type), count = instruction_->vector();
  if (!operation || (bytes != 2 && bytes != 4 && bytes != 8) || 2 * count > max_slots) return refused();
  if (count > 1 && !combines_vectors(*operation, access.type)) return refused();
  access.atomic = *operation;
  access.returns = instruction_->opcode == Opcode::atom;
  access.operation = access.returns ? trace::Operation::atomic : trace::Operation::reduce;
  access.element_bytes = static_cast<std::uint8_t>(bytes);
  access.elements = static_cast<std::uint8_t>(count);
  access.register_bytes = static_cast<std::uint8_t>(bytes);
  access.strong = true;
  std::size_t next = 0, slot_index = 0;
  std::fill_n(op_.slots.begin(), count, scratch_);
  if (access.returns) {
    for (const Operand& result : parts_of(instruction_->operands.at(next++))) {
      if (slot_index == count) return refused<"unsupported.operand_count">();
      TRY(op_.slots[slot_index++], destination(result));
    }
  }
  TRY_STATUS(address(instruction_->operands.at(next++), access));
  slot_index = count;
  const std::size_t end = count * (access.atomic == AtomicOperation::compare_and_swap ? 3 : 2);
  for (; next < instruction_->operands.size() && slot_index < end; ++next) {
    for (const Operand& part : parts_of(instruction_->operands[next])) {
      if (slot_index == end) return refused<"unsupported.operand_count">();
      TRY(op_.slots[slot_index++], value(part, access.type));
    }
  }
  if (slot_index < end) return refused<"unsupported.operand_count">();
  access.site = sites_of(access, access.operation);
  note_space(access);
  access.acquires = instruction_->has("acquire") || instruction_->has("acq_rel");
  access.releases = instruction_->has("release") || instruction_->has("acq_rel");
  const bool orders = access.acquires || access.releases;
  access.scope = scope();
  note_scope(access);
  code_.synchronises |= orders;
  code_.synchronises_grid |= orders && access.scope == Scope::grid;
  const bool beyond_block = access.space == ptx::Space::global || access.space == ptx::Space::generic;
  if (beyond_block && access.scope == Scope::grid) code_.depends_on_other_blocks = true;
  atomics_.push_back(index());
  op_.kind = OpKind::atomic;
  op_.target = append(code_.accesses, access);
  return {};
}

Status Decoder::async_copy() {
  const std::vector<Operand>& operands = instruction_->operands;
  if (!instruction_->has("async")) return refused();
  if (instruction_->has("bulk")) return bulk_copy();
  if (instruction_->has("mbarrier")) return mbarrier();
  if (instruction_->has("commit_group")) {
    op_.kind = OpKind::copy_commit;
    return {};
  }
  if (instruction_->has("wait_all") || instruction_->has("wait_group")) {
    op_.kind = OpKind::copy_wait;
    op_.target = instruction_->has("wait_all") ? wait_for_all_copies : static_cast<std::uint32_t>(operands.at(0).bits);
    return {};
  }
  if (operands.size() < 3 || operands[2].kind != Kind::integer) return refused();
  Access access;
  access.space = ptx::Space::shared;
  access.operation =
      instruction_->has("cg") ? trace::Operation::asynchronous_bypass : trace::Operation::asynchronous_copy;
  const std::uint64_t bytes = operands[2].bits;
  if (bytes != 4 && bytes != 8 && bytes != 16) return failure(unknown(message<"unsupported.copy_size">(bytes)));
  access.element_bytes = 4;
  access.elements = static_cast<std::uint8_t>(bytes / 4);
  Access from;
  TRY_STATUS(address(operands[1], from));
  if (!from.wide_address || from.frame_relative)
    return failure(unknown(message<"unsupported.copy_source">(instruction_->mnemonic())));
  access.source = from.base;
  access.source_offset = from.offset;
  TRY_STATUS(address(operands[0], access));
  access.source_bytes = constant(bytes, 32);
  if (operands.size() > 3) {
    // A fourth operand is the number of bytes to read, or (64 bits wide) a cache policy.
    const unsigned bits = register_bits(operands[3]);
    if (bits == 1) return refused<"unsupported.ignore_src">();
    if (bits != 64 || operands[3].kind == Kind::integer) {
      TRY(access.source_bytes, source(operands[3], 32));
    }
  }
  access.source_site = site(trace::Space::global, access.operation, static_cast<std::uint32_t>(bytes));
  access.site = site(trace::Space::shared, access.operation, static_cast<std::uint32_t>(bytes));
  op_.kind = OpKind::copy_async;
  op_.target = append(code_.accesses, access);
  return {};
}

Status Decoder::texture() {
  // The form is tex.GEOMETRY.v4.TYPE.COORDINATES {d}, [handle, {x, y}].
  Fetch fetch;
  fetch.two_dimensional = instruction_->has("2d");
  fetch.type = instruction_->type(0);
  const ptx::Type coordinates = instruction_->type(1);
  fetch.integer_coordinates = coordinates == ptx::Type::s32;
  const bool known_geometry = instruction_->has("1d") || fetch.two_dimensional;
  const bool known_type = fetch.type == ptx::Type::f32 || fetch.type == ptx::Type::s32 || fetch.type == ptx::Type::u32;
  if (!known_geometry || !known_type || instruction_->has("base") || instruction_->has("level") ||
      instruction_->has("grad") || (fetch.integer_coordinates && fetch.two_dimensional) ||
      instruction_->operands.size() != 2) {
    return refused();
  }
  const Operand& to = instruction_->operands[0];
  const Operand& from = instruction_->operands[1];
  if (to.kind != Kind::vector || to.parts.size() != 4 || from.parts.size() < 2) {
    return refused();
  }
  for (std::size_t index = 0; index < 4; ++index) {
    TRY(op_.slots[index], destination(to.parts[index]));
  }
  TRY(fetch.handle, source(from.parts[0], 64));
  const std::span<const Operand> at = parts_of(from.parts[1]);
  if (at.size() < (fetch.two_dimensional ? 2u : 1u)) return refused();
  TRY(fetch.x, value(at[0], coordinates));
  if (fetch.two_dimensional) {
    TRY(fetch.y, value(at[1], coordinates));
  }
  fetch.site = site(trace::Space::texture, trace::Operation::load, 4);
  op_.kind = OpKind::texture;
  op_.target = append(code_.fetches, fetch);
  return {};
}

Status Decoder::surface() {
  // The forms are suld.b.GEOMETRY.VECTOR.TYPE.OUTSIDE {d}, [handle, {x, y}] and sust.b... [handle, {x, y}], {c}.
  Surface surface;
  Access& access = surface.access;
  const bool loads = instruction_->opcode == Opcode::suld;
  surface.two_dimensional = instruction_->has("2d");
  const unsigned bytes = ptx::bytes_of(instruction_->type());
  if (!instruction_->has("b") || (!instruction_->has("1d") && !surface.two_dimensional) || bytes == 0 || bytes > 8 ||
      instruction_->operands.size() != 2) {
    return refused();
  }
  surface.outside = instruction_->has("clamp")  ? Surface::Outside::clamp
                    : instruction_->has("zero") ? Surface::Outside::zero
                                                : Surface::Outside::trap;
  access.operation = loads ? trace::Operation::load : trace::Operation::store;
  access.element_bytes = static_cast<std::uint8_t>(bytes);
  access.elements = static_cast<std::uint8_t>(instruction_->vector());
  TRY_STATUS(elements(instruction_->operands[loads ? 0 : 1], access));
  const Operand& place = instruction_->operands[loads ? 1 : 0];
  if (place.kind != Kind::address || place.parts.size() != 2) return refused();
  TRY(surface.handle, source(place.parts[0], 64));
  const std::span<const Operand> at = parts_of(place.parts[1]);
  if (at.size() != (surface.two_dimensional ? 2u : 1u)) return refused();
  TRY(surface.x, value(at[0], ptx::Type::s32));
  if (surface.two_dimensional) {
    TRY(surface.y, value(at[1], ptx::Type::s32));
  }
  access.site = site(trace::Space::texture, access.operation, access.bytes());
  // A store reaches a buffer that no parameter names.
  code_.writes_unknown_addresses |= !loads;
  code_.smallest_global_access = std::min(code_.smallest_global_access, access.element_bytes);
  op_.kind = OpKind::surface;
  op_.target = append(code_.surfaces, surface);
  return {};
}

}  // namespace lanescope::emulator
