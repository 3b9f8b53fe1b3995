#include "emulator/memory/plan_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <thread>

#include "base/rounding.h"
#include "catalogue/reference/reference.h"
#include "emulator/further_instructions/memory/device_heap.h"
#include "emulator/messages.h"
#include "ptx/instrument/function_writer.h"

namespace lanescope::emulator {
namespace {

/// Returns the bytes that the checks of a buffer need.
std::uint64_t shadow_bytes(const catalogue::Buffer& buffer, unsigned threads) {
  const bool writable = buffer.role != catalogue::Role::in;
  const std::uint64_t words = buffer.bytes() / 4 + 1;
  const bool tracked = writable && buffer.fill == catalogue::Fill::poison;
  return (tracked ? words : 0) + (writable && threads > 1 ? words * 9 : 0);
}

/// Fills the whole buffer, on several threads if it is large. Returns false when cancelled before the end.
bool fill_all_pages(const Region& region, const Options& options) {
  constexpr std::uint64_t grain_size = 1u << 18;            // bytes
  constexpr std::uint64_t between_looks = page_bytes * 64;  // less than a millisecond
  const std::uint64_t parts = std::clamp<std::uint64_t>(region.bytes / grain_size, 1, options.threads);
  const std::uint64_t step = round_up(region.bytes / parts, page_bytes);
  std::atomic<bool> cancelled{false};
  const auto fill = [&](std::uint64_t first) {
    const std::uint64_t end = std::min(first + step, region.bytes);
    for (std::uint64_t at = first; at < end && !cancelled; at += between_looks) {
      region.fill(at, std::min(between_looks, end - at));
      if (options.cancelled && options.cancelled()) cancelled = true;
    }
  };
  std::vector<std::thread> others;
  for (std::uint64_t first = step; first < region.bytes; first += step) others.emplace_back(fill, first);
  fill(0);
  for (std::thread& thread : others) thread.join();
  return !cancelled;
}

void initialise(const ptx::Variable& variable, Region& region) {
  const unsigned width = ptx::bytes_of(variable.type);
  std::uint64_t offset = 0;
  for (const auto& element : variable.initial) {
    if (offset + width > region.bytes) break;
    if (const auto* bits = std::get_if<std::uint64_t>(&element)) {
      std::memcpy(region.data.data() + offset, bits, std::min(width, 8u));
    }
    offset += width;
  }
}

}  // namespace

bool uses_device_heap(const ptx::Module& module) {
  const auto of_the_system = [&](const char* name) {
    const ptx::Function* const function = module.function(name);
    return function != nullptr && !function->has_body;
  };
  return of_the_system("malloc") || of_the_system("free");
}

std::uint64_t needed_bytes(const catalogue::LaunchPlan& plan, const Options& options, unsigned threads) {
  std::uint64_t needed = 0;
  for (const catalogue::Buffer& buffer : plan.buffers) needed += buffer.bytes() + shadow_bytes(buffer, threads);
  if (options.trace) {
    needed += options.trace->max_records * (sizeof(trace::Header) + sizeof(trace::Offsets) + sizeof(trace::Barrier) +
                                            (options.trace->values ? sizeof(trace::Lanes) : 0));
  }
  return needed;
}

Expected<PlanMemory> make_memory(const ptx::Module& module, const catalogue::LaunchPlan& plan, const Options& options,
                                 bool lazily) {
  const std::uint64_t needed = needed_bytes(plan, options, options.threads);
  // Chosen blocks access little of the buffers.
  if (!lazily && needed > options.max_memory) {
    return failure(message<"memory.too_large">(needed >> 20, options.max_memory >> 20), plan.kernel,
                   message<"memory.too_large_remedy">());
  }

  PlanMemory made;
  made.memory = std::make_unique<Memory>(options.measures_reach ? reach_gap : guard_gap);
  for (std::size_t index = 0; index < plan.buffers.size(); ++index) {
    const catalogue::Buffer& buffer = plan.buffers[index];
    Region& region = made.memory->add(buffer.name, buffer.bytes());
    if (!lazily) region.data.use_huge_pages(region.bytes);
    region.trace_buffer = static_cast<std::uint32_t>(index);
    made.buffers.push_back(&region);
    if (const catalogue::Symbol* symbol = plan.symbol_of(index)) {
      const ptx::Variable* variable = module.variable(symbol->name_in_ptx());
      region.read_only = variable != nullptr && variable->space == ptx::Space::constant;
      made.variables[symbol->name_in_ptx()] = region.base;
    }
    if (const auto given = options.inputs.find(buffer.name); given != options.inputs.end()) {
      if (given->second.size() != buffer.bytes()) {
        return failure(message<"memory.buffer_size">(given->second.size(), buffer.bytes()), buffer.name,
                       message<"memory.buffer_size_remedy">());
      }
      // An empty buffer has no bytes to point to.
      if (!given->second.empty()) std::memcpy(region.data.data(), given->second.data(), given->second.size());
      continue;
    }
    const bool poison = buffer.fill == catalogue::Fill::poison;
    if (poison && buffer.role != catalogue::Role::in && options.checks == Checks::all)
      region.written = LazyBytes(buffer.bytes() / 4 + 1);
    if (!lazily && region.written) region.written.use_huge_pages(buffer.bytes() / 4);
    if (buffer.fill == catalogue::Fill::zero) continue;
    std::byte* const data = region.data.data();
    region.fill = [&plan, index, data](std::uint64_t first, std::uint64_t bytes) {
      const std::size_t width = catalogue::size_of(plan.buffers[index].type);
      catalogue::fill_elements(plan, index, first / width, {data + first, bytes});
    };
    if (lazily) {
      region.filled.assign(region.bytes / page_bytes + 1, 0);
    } else if (region.bytes > 0 && !made.cancelled) {
      made.cancelled = !fill_all_pages(region, options);
    }
  }
  for_each_static_variable(module, [&](const std::string& key, const ptx::Variable& variable) {
    if (variable.bytes() == 0 || plan.buffer_symbol(key) != nullptr) return;
    Region& region = made.memory->add(variable.name, variable.bytes());
    region.read_only = variable.space == ptx::Space::constant;
    region.trace_buffer = static_cast<std::uint32_t>(made.memory->regions().size() - 1);
    initialise(variable, region);
    made.variables[key] = region.base;
    region.any_order = key == ptx::record_state;
  });
  if (plan.is_cooperative()) {
    made.workspace = &made.memory->add(message<"place.grid_barrier">(), grid_barrier_bytes);
    made.workspace->trace_buffer = static_cast<std::uint32_t>(made.memory->regions().size() - 1);
  }
  if (uses_device_heap(module)) made.memory->add_heap();
  return made;
}

void link_addresses(const ptx::Module& module, const PlanMemory& memory,
                    const std::map<std::string, std::uint32_t>& functions) {
  for_each_static_variable(module, [&](const std::string& key, const ptx::Variable& variable) {
    const auto own = memory.variables.find(key);
    if (own == memory.variables.end()) return;
    Region* const region = memory.memory->find(own->second);
    const unsigned width = ptx::bytes_of(variable.type);
    std::uint64_t offset = 0;
    for (const auto& element : variable.initial) {
      if (const auto* symbol = std::get_if<ptx::SymbolAddress>(&element);
          symbol != nullptr && offset + width <= region->bytes) {
        std::uint64_t address = 0;
        if (const auto target = memory.variables.find(symbol->name); target != memory.variables.end()) {
          address = target->second;
        } else if (const auto function = functions.find(symbol->name); function != functions.end()) {
          address = function_window + function->second * 16;
        }
        address += static_cast<std::uint64_t>(symbol->offset);
        // The form 0xFF00(name) gives one byte of the address.
        if (symbol->mask != 0) address >>= std::countr_zero(symbol->mask);
        std::memcpy(region->data.data() + offset, &address, std::min(width, 8u));
      }
      offset += width;
    }
  });
}

std::vector<Region*> written_regions(const PlanMemory& memory, const catalogue::Launch& launch, const Code& code,
                                     bool everything) {
  std::vector<Region*> regions;
  for (Region* const region : memory.memory->all()) {
    bool written = everything || code.writes_unknown_addresses || region == memory.workspace;
    for (std::size_t index = 0; index < launch.arguments.size() && index < 64; ++index) {
      const catalogue::Argument& argument = launch.arguments[index];
      if ((code.written_parameters >> index & 1u) == 0) continue;
      for (std::size_t buffer = 0; buffer < memory.buffers.size(); ++buffer) {
        written |= memory.buffers[buffer] == region && argument.points_to(buffer);
      }
      if (argument.kind == catalogue::Argument::Kind::tensor_map) {
        written |= memory.buffers[launch.tensor_maps[argument.index].buffer] == region;
      }
    }
    for (const std::string& name : code.written_variables) written |= memory.variables.at(name) == region->base;
    if (written && !region->read_only) regions.push_back(region);
  }
  return regions;
}

bool watch_accesses(const PlanMemory& memory, const catalogue::Launch& launch, const Code& code,
                    std::span<Region* const> written, bool concurrent, std::uint64_t max_bytes) {
  std::size_t smallest = code.smallest_global_access;
  for (const catalogue::TensorMap& map : launch.tensor_maps)
    smallest = std::min(smallest, catalogue::size_of(map.type));
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(smallest));
  std::uint64_t bytes = 0;
  DeviceHeap* const heap = memory.memory->heap();
  if (heap != nullptr) {
    heap->watch(std::nullopt);
    bytes += 2 * sizeof(Epoch) * (DeviceHeap::heap_bytes >> shift);
  }
  for (Region* const region : memory.memory->all()) region->shadow.reset();
  for (const Region* const region : written) {
    if (!region->any_order) bytes += 2 * sizeof(Epoch) * ((region->bytes >> shift) + 1);
  }
  if (bytes > max_bytes) return false;
  if (heap != nullptr) heap->watch(shift);
  for (Region* const region : written) {
    if (region->any_order) continue;
    region->shadow =
        concurrent ? std::make_unique<AccessShadow>(shift) : std::make_unique<AccessShadow>(region->bytes, shift);
  }
  return true;
}

void reset_block_conflicts(const PlanMemory& memory, std::span<Region* const> written, bool detect) {
  for (Region* const region : memory.memory->all()) {
    region->conflicts = {};
    region->only_read = detect;
  }
  for (Region* const region : written) {
    region->only_read = false;
    if (detect) region->conflicts = BlockConflicts(region->bytes);
  }
}

}  // namespace lanescope::emulator
