#include <fmt/format.h>

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "base/rounding.h"
#include "emulator/decode/decoder.h"
#include "emulator/decode/program.h"
#include "emulator/messages.h"
#include "ptx/float_operations.h"

namespace lanescope::emulator {
namespace {

/// Returns the bytes of a register of all lanes, or of a predicate.
std::uint32_t register_bytes(unsigned bits) {
  return bits == 1 ? 64 : held_bits(bits) / 8 * warp_lanes;
}

/// Returns the entry and all functions that it reaches by calls and by addresses, also through initialised variables.
std::vector<const ptx::Function*> reachable(const ptx::Module& module, const ptx::Function& entry) {
  std::vector<const ptx::Function*> found{&entry};
  std::set<std::string> seen{entry.name};
  const std::function<void(const std::string&)> take = [&](const std::string& name) {
    if (!seen.insert(name).second) return;
    if (const ptx::Function* function = module.function(name); function != nullptr && function->has_body) {
      found.push_back(function);
    }
    if (const ptx::Variable* variable = module.variable(name); variable != nullptr) {
      for (const auto& element : variable->initial) {
        if (const auto* address = std::get_if<ptx::SymbolAddress>(&element)) take(address->name);
      }
    }
  };
  for (std::size_t next = 0; next < found.size(); ++next) {
    for (const ptx::Instruction& instruction : found[next]->instructions) for_each_symbol(instruction.operands, take);
  }
  return found;
}

/// Whether the function makes addresses in the shared memory of other blocks, or uses such.
bool names_other_blocks(const ptx::Function* function) {
  return std::any_of(function->instructions.begin(), function->instructions.end(), [](const ptx::Instruction& each) {
    return each.opcode == ptx::Opcode::mapa || each.space() == ptx::Space::shared_cluster;
  });
}

/// "values" of "_ZZ4sortE6values", the mangled name of a variable in a function, and of "sort/values".
std::string source_name(const std::string& name) {
  int status = 0;
  const std::string own = name.substr(name.rfind('/') + 1);
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(own.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  const std::string full = text ? text.get() : own;
  const std::size_t scope = full.rfind("::");
  return scope == std::string::npos ? full : full.substr(scope + 2);
}

/// Offsets of all shared variables that the functions mention; arrays without a size share the end.
std::uint32_t place_shared(const ptx::Module& module, const std::vector<const ptx::Function*>& functions,
                           Linkage& linkage, std::uint64_t& dynamic_alignment) {
  std::uint64_t offset = 0;
  std::vector<std::string> dynamic;
  const auto place = [&](const ptx::Variable& variable, const std::string& key) {
    if (variable.space != ptx::Space::shared || linkage.shared.contains(key)) return;
    if (variable.bytes() == 0) {
      dynamic.push_back(key);
      dynamic_alignment = std::max<std::uint64_t>(dynamic_alignment, variable.natural_alignment());
      linkage.shared[key] = 0;
      return;
    }
    offset = round_up(offset, variable.natural_alignment());
    linkage.shared[key] = static_cast<std::uint32_t>(offset);
    linkage.arrays.push_back(
        {source_name(variable.name), static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(variable.bytes())});
    offset += variable.bytes();
  };
  for (const ptx::Function* function : functions) {
    for (const ptx::Variable& variable : function->variables) place(variable, function->name + "/" + variable.name);
    for (const ptx::Instruction& instruction : function->instructions) {
      for_each_symbol(instruction.operands, [&](const std::string& name) {
        if (const ptx::Variable* variable = module.variable(name)) place(*variable, name);
      });
    }
  }
  if (!dynamic.empty()) offset = round_up(offset, dynamic_alignment);
  for (const std::string& name : dynamic) linkage.shared[name] = static_cast<std::uint32_t>(offset);
  // All arrays without a size begin at the same place.
  if (!dynamic.empty()) linkage.arrays.push_back({source_name(dynamic.front()), static_cast<std::uint32_t>(offset), 0});
  return static_cast<std::uint32_t>(offset);
}

}  // namespace

void AlignedBytes::resize(std::size_t bytes) {
  bytes_.reset(static_cast<std::byte*>(::operator new[](std::max<std::size_t>(bytes, 1), std::align_val_t{alignment})));
  size_ = bytes;
  std::memset(bytes_.get(), 0, bytes);
}

Expected<std::uint32_t> decode(const ptx::Module& module, const std::string& entry,
                               const std::map<std::string, std::uint64_t>& variables, const std::string& source_root,
                               Program& program) {
  if (const auto known = program.by_name.find(entry); known != program.by_name.end()) return known->second;
  const ptx::Function* function = module.function(entry);
  if (function == nullptr || !function->entry || !function->has_body) {
    return failure(message<"module.no_kernel">(entry), {}, message<"module.no_kernel_remedy">());
  }
  if (program.files.empty()) program.files.emplace_back();

  Linkage linkage{&module, entry, &variables, {}, {}, source_root, {}};
  const std::vector<const ptx::Function*> functions = reachable(module, *function);
  linkage.clusters = std::any_of(functions.begin(), functions.end(), names_other_blocks);
  const std::uint32_t shared_bytes = place_shared(module, functions, linkage, program.dynamic_shared_alignment);
  const auto first = static_cast<std::uint32_t>(program.codes.size());
  for (const ptx::Function* callee : functions) {
    linkage.functions[callee->name] = static_cast<std::uint32_t>(program.codes.size());
    program.codes.push_back(std::make_unique<Code>());
    program.codes.back()->index = linkage.functions[callee->name];
  }
  for (std::size_t index = 0; index < functions.size(); ++index) {
    Code& code = *program.codes[first + index];
    TRY_STATUS(Decoder(linkage, *functions[index], program, code).decode());
  }
  Code& code = *program.codes[first];
  code.shared_bytes = shared_bytes;
  code.shared_arrays = linkage.arrays;
  for (std::size_t index = 1; index < functions.size(); ++index) {
    const Code& callee = *program.codes[first + index];
    code.depends_on_other_blocks |= callee.depends_on_other_blocks;
    code.uses_other_blocks |= callee.uses_other_blocks;
    code.uses_reserved_shared |= callee.uses_reserved_shared;
    code.synchronises |= callee.synchronises;
    code.exact_order |= callee.exact_order;
    code.synchronises_grid |= callee.synchronises_grid;
    code.writes_unknown_addresses |= callee.writes_unknown_addresses;
    code.written_variables.insert(code.written_variables.end(), callee.written_variables.begin(),
                                  callee.written_variables.end());
    code.smallest_global_access = std::min(code.smallest_global_access, callee.smallest_global_access);
    code.smallest_shared_access = std::min(code.smallest_shared_access, callee.smallest_shared_access);
  }
  program.by_name[entry] = first;
  program.functions[entry] = linkage.functions;
  program.shared[entry] = std::move(linkage.shared);
  return first;
}

Decoder::Decoder(const Linkage& linkage, const ptx::Function& function, Program& program, Code& code)
    : linkage_(linkage), function_(function), program_(program), code_(code) {}

void Decoder::place_registers() {
  std::uint32_t offset = 0;
  for (const ptx::Register& named : function_.registers) {
    register_offset_.push_back(offset);
    offset += register_bytes(ptx::bits_of(named.type));
  }
  scratch_ = offset;
  carry_ = offset + 16 * warp_lanes;
  code_.register_bytes = carry_ + 64;
}

void Decoder::place_frame() {
  std::uint64_t offset = 0;
  const auto place = [&](const ptx::Variable& variable) {
    offset = round_up(offset, std::max(variable.natural_alignment(), 4u));
    const ByteRange placed{static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(variable.bytes())};
    frame_[variable.name] = placed;
    offset += placed.bytes;
    return placed;
  };
  for (const ptx::Variable& variable : function_.variables) {
    if (variable.space == ptx::Space::local) place(variable);
  }
  code_.variable_bytes = static_cast<std::uint32_t>(offset);
  for (const ptx::Variable& variable : function_.variables) {
    if (ptx::is_parameter(variable.space)) place(variable);
  }
  if (function_.entry) {
    // A kernel's parameters have separate memory.
    std::uint64_t bytes = 0;
    for (const ptx::Variable& variable : function_.parameters) {
      bytes = round_up(bytes, variable.natural_alignment());
      code_.parameters.push_back({static_cast<std::uint32_t>(bytes), static_cast<std::uint32_t>(variable.bytes())});
      bytes += variable.bytes();
    }
  } else {
    for (const ptx::Variable& variable : function_.parameters) code_.parameters.push_back(place(variable));
    for (const ptx::Variable& variable : function_.results) code_.results.push_back(place(variable));
  }
  code_.local_bytes = static_cast<std::uint32_t>(round_up(offset, 16));
}

void Decoder::place_constants() {
  code_.constants.resize(constant_bytes_);
  std::uint32_t offset = 0;
  for (const auto& [bits, width] : constants_) {
    std::byte* place = code_.constants.data() + offset;
    offset += register_bytes(width);
    if (width == 1) word(place) = bits != 0 ? all_lanes : 0;
    for (unsigned lane = 0; width > 1 && lane < warp_lanes; ++lane) {
      std::memcpy(place + std::size_t{lane} * (width / 8), &bits, std::min(width / 8, 8u));
    }
  }
}

SourceLocation Decoder::location_of(const Instruction& instruction) {
  SourceLocation place;
  place.ptx_line = instruction.ptx_line;
  if (instruction.location < 0) return place;
  // Choose the innermost place in the kernel's own files: code of the toolkit's headers is shown where it was called.
  const auto file_name = [&](const ptx::Location& location) -> std::string_view {
    const auto file = linkage_.module->files.find(location.file);
    return file == linkage_.module->files.end() ? std::string_view() : std::string_view(file->second);
  };
  const ptx::Location* chosen = &function_.locations[static_cast<std::size_t>(instruction.location)];
  while (chosen->inlined_at >= 0 && !linkage_.source_root.empty() &&
         !file_name(*chosen).starts_with(linkage_.source_root)) {
    chosen = &function_.locations[static_cast<std::size_t>(chosen->inlined_at)];
  }
  std::string_view name = file_name(*chosen);
  if (!linkage_.source_root.empty() && name.starts_with(linkage_.source_root))
    name.remove_prefix(linkage_.source_root.size());
  auto known = std::find(program_.files.begin(), program_.files.end(), name);
  if (known == program_.files.end()) known = program_.files.insert(program_.files.end(), std::string(name));
  place.file = static_cast<std::uint32_t>(known - program_.files.begin());
  place.line = chosen->line;
  place.column = chosen->column;
  return place;
}

Status Decoder::decode() {
  code_.name = function_.name;
  place_registers();
  place_frame();
  const ptx::ControlFlow flow = ptx::control_flow(function_);
  const auto count = static_cast<std::uint32_t>(function_.instructions.size());
  code_.ops.reserve(count + 1);
  reads_.resize(count);
  writes_.resize(count);
  for (std::uint32_t index = 0; index < count; ++index) {
    instruction_ = &function_.instructions[index];
    op_ = Op{};
    code_.locations.push_back(location_of(*instruction_));
    code_.float_operations.push_back(ptx::float_operations(*instruction_));
    if (instruction_->guard) {
      op_.guarded = true;
      op_.guard_negated = instruction_->guard->negated;
      TRY(op_.guard, source(*instruction_->guard, 1));
    }
    if (const Status known = instruction(flow); !known) {
      if (!program_.allows_unsupported) return known;
      op_.kind = OpKind::unknown;
      op_.target = append(code_.unknown, known.error().what);
      // What it would have done for other blocks is not known either.
      code_.depends_on_other_blocks = code_.uses_other_blocks = code_.writes_unknown_addresses = true;
    }
    code_.ops.push_back(op_);
  }
  // A body without ret at its end returns there.
  Op end;
  end.kind = function_.entry ? OpKind::exit : OpKind::return_;
  code_.ops.push_back(end);
  code_.float_operations.push_back(0);
  code_.locations.push_back(code_.locations.empty() ? SourceLocation{} : code_.locations.back());
  find_zeroed(flow);
  find_register_uses();
  find_origins();
  find_selections();
  find_used_atomics();
  place_constants();
  return {};
}

/// Finds registers that are live at the start, backwards over the basic blocks: they are read before they are written.
void Decoder::find_zeroed(const ptx::ControlFlow& flow) {
  const std::size_t words = function_.registers.size() / 64 + 1;
  using Set = std::vector<std::uint64_t>;
  std::vector<Set> live(flow.blocks.size(), Set(words, 0));
  const auto put = [](Set& set, std::uint32_t index) { set[index / 64] |= std::uint64_t{1} << (index % 64); };
  const auto drop = [](Set& set, std::uint32_t index) { set[index / 64] &= ~(std::uint64_t{1} << (index % 64)); };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t block = flow.blocks.size(); block-- > 0;) {
      Set set(words, 0);
      for (const std::uint32_t successor : flow.blocks[block].successors) {
        for (std::size_t word = 0; word < words; ++word) set[word] |= live[successor][word];
      }
      for (std::uint32_t index = flow.blocks[block].end; index-- > flow.blocks[block].first;) {
        if (!function_.instructions[index].guard) {
          for (const std::uint32_t written : writes_[index]) drop(set, written);
        }
        for (const std::uint32_t read : reads_[index]) put(set, read);
      }
      if (set != live[block]) {
        live[block] = std::move(set);
        changed = true;
      }
    }
  }
  if (flow.blocks.empty()) return;
  for (std::uint32_t index = 0; index < function_.registers.size(); ++index) {
    if ((live[0][index / 64] >> (index % 64) & 1u) == 0) continue;
    const unsigned bits = ptx::bits_of(function_.registers[index].type);
    code_.zeroed.push_back({register_offset_[index], bits == 1 ? 4 : register_bytes(bits)});
  }
}

}  // namespace lanescope::emulator
