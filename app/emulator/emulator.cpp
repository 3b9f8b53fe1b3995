#include "emulator/emulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "base/parallel.h"
#include "base/text.h"
#include "catalogue/cluster.h"
#include "emulator/execution/launch.h"
#include "emulator/further_instructions/memory/device_heap.h"
#include "emulator/memory/plan_memory.h"
#include "emulator/memory/texture.h"
#include "emulator/messages.h"
#include "ptx/signature.h"

namespace lanescope::emulator {
namespace {

constexpr std::uint32_t max_shared_bytes = 227u << 10;  ///< per block, on all GPUs so far
/// Of blocks that wait for each other, so many are resident at once; cooperative launches have all their blocks
/// resident.
constexpr std::uint64_t max_resident = 1024;

class PlanRun {
 public:
  /// watch_all: races are looked for in all memory, not only where the text of a kernel says that it writes.
  PlanRun(const ptx::Module& module, const catalogue::LaunchPlan& plan, const Options& options, bool watch_all)
      : module_(module), plan_(plan), options_(options), watch_all_(watch_all) {
    program_.allows_unsupported = options.stop_at_unsupported_instruction;
  }

  /// Race checks missed a write. Run again with all memory watched.
  [[nodiscard]] bool unwatched_write() const { return unwatched_write_; }

  /// Runs on `threads` threads. Returns nothing when two blocks accessed one word, so that blocks must run in order.
  Expected<std::optional<Outcome>> run(unsigned threads, bool sampled) {
    if (options_.listener != nullptr) options_.listener->on_begin();
    TRY(memory_, make_memory(module_, plan_, options_, sampled));
    all_.cancelled = memory_.cancelled;
    outcome_.whole = !sampled;
    for (const catalogue::Symbol& symbol : plan_.symbols) TRY_STATUS(write_symbol(symbol));
    for (std::size_t number = 0; number < plan_.launches.size() && !all_.cancelled; ++number) {
      const catalogue::Launch& launch = plan_.launches[number];
      bool conflict = false;
      if (launch.call == catalogue::Launch::Call::memcpy) copy(launch);
      if (launch.call == catalogue::Launch::Call::kernel) {
        TRY_STATUS(run_kernel(launch, static_cast<std::uint32_t>(number), threads, sampled, conflict));
      }
      if (launch.call == catalogue::Launch::Call::library) {
        return failure(message<"plan.library_code">(launch.entry), place_of(plan_, launch),
                       message<"plan.library_code_remedy">());
      }
      if (conflict) return std::optional<Outcome>();
      if (!all_.faults.empty() && !options_.continue_after_fault) break;
    }
    finish(sampled);
    return std::optional<Outcome>(std::move(outcome_));
  }

 private:
  Status run_kernel(const catalogue::Launch& step, std::uint32_t number, unsigned threads, bool sampled,
                    bool& conflict) {
    TRY(const std::uint32_t code, decode(module_, step.entry, memory_.variables, options_.source_root, program_));
    Launch launch;
    launch.program = &program_;
    launch.entry = program_.codes[code].get();
    launch.memory = memory_.memory.get();
    launch.options = &options_;
    launch.grid = step.grid;
    launch.block = step.block;
    launch.number = number;
    launch.sampled = sampled;
    std::optional<catalogue::Dim3> of_kernel;
    if (const auto size = module_.function(step.entry)->cluster()) of_kernel = {size->x, size->y, size->z};
    const auto cluster = catalogue::cluster_of(step, of_kernel);
    if (!cluster) return failure(cluster.error().what, place_of(plan_, step), cluster.error().remedy);
    launch.cluster = cluster->value_or(catalogue::Dim3{});
    launch.explicit_cluster = cluster->has_value();
    const std::uint64_t shared = launch.entry->shared_bytes + step.shared_bytes;
    if (step.block.count() == 0 || step.block.count() > 1024 || step.grid.count() == 0) {
      return failure(message<"launch.too_large">(step.grid.count(), step.block.count()), place_of(plan_, step),
                     message<"launch.shape_remedy">());
    }
    if (shared > max_shared_bytes) {
      return failure(message<"launch.shared_memory">(shared), place_of(plan_, step),
                     message<"launch.shared_memory_remedy">(max_shared_bytes));
    }
    launch.shared_bytes = static_cast<std::uint32_t>(shared);
    launch.dynamic_shared_bytes = static_cast<std::uint32_t>(step.shared_bytes);
    if (step.cooperative) launch.workspace = memory_.workspace->base;
    TRY_STATUS(bind(step, launch));
    link_addresses(module_, memory_, program_.functions.at(step.entry));

    TRY(launch.max_resident_blocks, max_resident_blocks(step, launch));
    launch.threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, launch.max_resident_blocks));
    launch.concurrent = launch.threads > 1 && !launch.entry->depends_on_other_blocks && !step.cooperative &&
                        step.grid.count() > 1 && launch.cluster.count() == 1;
    const bool all = options_.checks == Checks::all;
    const std::vector<Region*> written = written_regions(memory_, step, *launch.entry, watch_all_);
    reset_block_conflicts(memory_, written, launch.concurrent && all);
    if (!launch.concurrent) launch.order = &order_;
    BlockNumbers blocks(step.grid.count());
    if (sampled) {
      std::vector<std::uint64_t> chosen;
      for (const std::uint64_t block : options_.blocks) {
        if (block < step.grid.count()) chosen.push_back(block);
      }
      blocks = chosen.empty() ? BlockNumbers(std::uint64_t{0}) : BlockNumbers(std::move(chosen));
    }
    if (number == 0) describe_trace(step.grid.count(), blocks);
    const std::uint64_t needed = needed_bytes(plan_, options_, launch.concurrent ? threads : 1);
    const std::uint64_t free = options_.max_memory - std::min(options_.max_memory, needed);
    launch.checks_races = all && watch_accesses(memory_, step, *launch.entry, written, launch.concurrent, free);
    if (!launch.checks_races && all) {
      outcome_.notes.push_back(message<"note.races_not_checked">(step.entry));
    }
    if (!launch.concurrent && launch.entry->synchronises_grid) launch.grid_order = std::make_unique<GridOrder>();
    const Counts counts = run_grid(launch, std::move(blocks), all_, order_);
    conflict = launch.conflict;
    unwatched_write_ = launch.unwatched_write;
    if (!conflict) add(counts);
    return {};
  }

  /// Returns how many blocks may be resident at once: their local memory would else fill a machine.
  Expected<std::uint64_t> max_resident_blocks(const catalogue::Launch& step, const Launch& launch) const {
    const std::uint64_t at_once = step.cooperative ? step.grid.count() : launch.cluster.count();
    const std::uint64_t local = max_local_bytes_per_block(program_, *launch.entry, step.block.count());
    if (local > options_.max_local / at_once) {
      return failure(message<"memory.local_memory">(
                         (local >> 20) * at_once,
                         at_once == 1 ? message<"memory.one_block">() : message<"memory.blocks_at_once">(at_once),
                         options_.max_local >> 20),
                     place_of(plan_, step), message<"memory.local_memory_remedy">());
    }
    return std::clamp(options_.max_local / std::max<std::uint64_t>(local, 1), at_once, std::max(at_once, max_resident));
  }

  /// Stores which blocks of the first launch the trace covers.
  void describe_trace(std::uint64_t grid_blocks, const BlockNumbers& blocks) {
    const TraceRequest request = options_.trace.value_or(TraceRequest{});
    trace::Trace& trace = outcome_.trace;
    trace.grid_blocks = static_cast<std::uint32_t>(grid_blocks);
    trace.first_block = trace.blocks = 0;
    for (std::size_t index = 0; index < blocks.size(); ++index) {
      const std::uint64_t block = blocks[index];
      if (!request.records(block)) continue;
      if (trace.blocks == 0) trace.first_block = static_cast<std::uint32_t>(block);
      ++trace.blocks;
    }
  }

  /// Returns the bytes of an argument as the parameter takes them. A texture is known by its number.
  [[nodiscard]] Expected<std::vector<std::byte>> encoded(const catalogue::Argument& argument,
                                                         const ptx::Parameter& parameter) {
    switch (argument.kind) {
      case catalogue::Argument::Kind::buffer:
        return ptx::encode_address(parameter,
                                   memory_.buffers[argument.index]->base + static_cast<std::uint64_t>(argument.value));
      case catalogue::Argument::Kind::texture:
        return ptx::encode_address(parameter, argument.index + 1);
      case catalogue::Argument::Kind::structure:
        return ptx::encode_structure(parameter, argument.structure->with_addresses([&](std::size_t buffer) {
          return memory_.buffers[buffer]->base;
        }),
                                     argument.structure->layout);
      case catalogue::Argument::Kind::tensor_map:
        if (parameter.is_address()) return ptx::encode_address(parameter, place_of_map(argument));
        return ptx::encode_tensor_map(parameter, tensor_map_bytes(argument.index));
      case catalogue::Argument::Kind::scalar:
        break;
    }
    return argument.real ? ptx::encode_real(parameter, *argument.real) : ptx::encode_integer(parameter, argument.value);
  }

  /// Writes the value of a variable in which no buffer lies. One that no buffer of the module is called is an error.
  Status write_symbol(const catalogue::Symbol& symbol) {
    const ptx::Variable* variable = module_.variable(symbol.name_in_ptx());
    const auto place = memory_.variables.find(symbol.name_in_ptx());
    if (variable == nullptr || place == memory_.variables.end()) {
      return failure(message<"symbol.unknown">(symbol.name), plan_.kernel, message<"symbol.unknown_remedy">());
    }
    Region& region = *memory_.memory->find(place->second);
    if (symbol.buffer && region.bytes != variable->bytes()) {
      return failure(message<"symbol.size">(symbol.name, variable->bytes(), region.bytes), plan_.kernel,
                     message<"symbol.size_remedy">());
    }
    if (symbol.buffer) return {};
    auto bytes = encoded(symbol.value, ptx::parameter_of(*variable));
    if (!bytes) {
      Error error = std::move(bytes).error();
      error.where = place_of(plan_, symbol);
      return failure(std::move(error));
    }
    std::memcpy(region.data.data(), bytes->data(), std::min<std::size_t>(bytes->size(), region.bytes));
    return {};
  }

  /// Puts a tensor map into memory, for a kernel that takes its address.
  std::uint64_t place_of_map(const catalogue::Argument& argument) {
    const TensorMapBytes bytes = tensor_map_bytes(argument.index);
    Region& region = memory_.memory->add(message<"place.tensor_map">(argument.name), bytes.size());
    region.read_only = true;
    region.trace_buffer = static_cast<std::uint32_t>(memory_.memory->regions().size() - 1);
    std::memcpy(region.data.data(), bytes.data(), bytes.size());
    return region.base;
  }

  Status bind(const catalogue::Launch& step, Launch& launch) {
    const ptx::Function& function = *module_.function(step.entry);
    if (function.parameters.size() != step.arguments.size()) {
      return failure(message<"arguments.count">(step.arguments.size(), function.parameters.size()),
                     place_of(plan_, step), message<"arguments.count_remedy">());
    }
    for (const catalogue::Texture& texture : step.textures) {
      const catalogue::Buffer& buffer = plan_.buffers[texture.buffer];
      BoundTexture bound;
      bound.region = memory_.buffers[texture.buffer];
      bound.shape = emulator::shape_of(texture, buffer);
      bound.surface = texture.surface;
      launch.textures.push_back(bound);
    }
    for (const catalogue::TensorMap& map : step.tensor_maps) {
      if (map.type >= catalogue::TensorMap::Type::f32_ftz) {
        return failure(message<"tensor_map.changes_numbers">(map.name), place_of(plan_, step),
                       message<"tensor_map.changes_numbers_remedy">());
      }
      const std::int64_t span = catalogue::swizzle_bytes(map.swizzle);
      if (span != 0 && map.box[0] * static_cast<std::int64_t>(catalogue::size_of(map.type)) != span) {
        return failure(message<"tensor_map.short_swizzle">(map.name, span), place_of(plan_, step),
                       message<"tensor_map.short_swizzle_remedy">());
      }
      launch.tensor_maps.push_back({map, memory_.buffers[map.buffer]});
    }
    for (std::size_t index = 0; index < step.arguments.size(); ++index) {
      const catalogue::Argument& argument = step.arguments[index];
      const ptx::Parameter parameter = ptx::parameter_of(function.parameters[index]);
      const ByteRange placed = launch.entry->parameters[index];
      Expected<std::vector<std::byte>> bytes = encoded(argument, parameter);
      if (!bytes) {
        Error error = std::move(bytes).error();
        error.where = message<"place.argument">(place_of(plan_, step), argument.name);
        return failure(std::move(error));
      }
      launch.parameters.resize(
          std::max<std::size_t>(launch.parameters.size(), std::size_t{placed.offset} + placed.bytes));
      std::memcpy(launch.parameters.data() + placed.offset, bytes->data(),
                  std::min<std::size_t>(bytes->size(), placed.bytes));
    }
    return {};
  }

  void copy(const catalogue::Launch& step) {
    Region& to = *memory_.buffers[step.arguments.at(0).index];
    const Region& from = *memory_.buffers[step.arguments.at(1).index];
    const std::uint64_t bytes = std::min(to.bytes, from.bytes);
    std::memcpy(to.data.data(), from.data.data(), bytes);
    if (to.written && bytes > 0) mark_written(to, 0, bytes);
  }

  void add(const Counts& counts) {
    for (std::size_t code = 0; code < counts.size(); ++code) {
      const Code& executed = *program_.codes[code];
      for (std::size_t op = 0; op < counts[code].size(); ++op) {
        const Count& count = counts[code][op];
        if (count.instructions == 0) continue;
        outcome_.instructions += count.instructions;
        outcome_.lane_instructions += count.lanes;
        if (executed.ops[op].kind == OpKind::atomic) outcome_.atomic_lanes += count.lanes;
        const SourceLocation& location = executed.locations[op];
        outcome_.ptx_lines[location.ptx_line] += count.instructions;
        if (count.parted) outcome_.parted.insert(location.ptx_line);
        Count& line = lines_[{location.file, location.line}];
        line.instructions += count.instructions;
        line.lanes += count.lanes;
      }
    }
  }

  void finish(bool sampled) {
    outcome_.trace.headers = std::move(all_.headers);
    outcome_.trace.offsets = std::move(all_.offsets);
    outcome_.trace.values = std::move(all_.values);
    outcome_.trace.float_operations = std::move(all_.float_operations);
    outcome_.trace.barriers = std::move(all_.barriers);
    outcome_.trace.unrecorded = std::move(all_.unrecorded);
    outcome_.trace.dropped = all_.dropped;
    outcome_.trace.dropped_barriers = all_.dropped_barriers;
    outcome_.faults = std::move(all_.faults);
    outcome_.printed = std::move(all_.printed);
    outcome_.notes.insert(outcome_.notes.end(), all_.notes.begin(), all_.notes.end());
    if (all_.unprinted_bytes > 0) {
      outcome_.notes.push_back(
          message<"note.printed_too_much">(human_bytes(max_printed_bytes), human_bytes(all_.unprinted_bytes)));
    }
    note_leaks(sampled);
    const auto unknown = std::find_if(outcome_.faults.begin(), outcome_.faults.end(),
                                      [](const Fault& fault) { return fault.kind == FaultKind::emulator; });
    if (unknown != outcome_.faults.end()) {
      outcome_.notes.push_back(message<"note.incomplete">(unknown->line > 0 ? message<"place.line">(unknown->line)
                                                                            : ptx::ptx_place(unknown->ptx_line, {})));
      outcome_.whole = false;
    }
    outcome_.unknown_reads = all_.unknown_reads;
    outcome_.block_instructions = std::move(all_.instructions);
    outcome_.cancelled = all_.cancelled;
    outcome_.open_at = std::move(all_.open_at);
    for (const auto& [place, count] : lines_) {
      outcome_.lines.push_back({program_.files[place.first], place.second, count.instructions, count.lanes});
    }
    outcome_.trace.sites = program_.sites;
    if (options_.trace && options_.trace->exchanges) {
      outcome_.trace.sites.insert(outcome_.trace.sites.end(), program_.exchanges.begin(), program_.exchanges.end());
    }
    for (const auto& region : memory_.memory->regions()) {
      outcome_.trace.buffers.push_back({region->name.text(), region->bytes, trace::granule_of(region->bytes)});
    }
    outcome_.buffers.resize(plan_.buffers.size());
    outcome_.unwritten.assign(plan_.buffers.size(), 0);
    outcome_.strays = all_.strays;
    outcome_.reach.resize(plan_.buffers.size());
    outcome_.shared_reach.resize(plan_.launches.size());
    for (const auto& [buffer, bytes] : all_.reach) {
      if (buffer < outcome_.reach.size()) outcome_.reach[buffer] = bytes;
    }
    for (const auto& [launch, bytes] : all_.shared_reach) outcome_.shared_reach[launch] = bytes;
    if (sampled || outcome_.cancelled) return;
    for (Region* const region : memory_.memory->all()) {
      region->conflicts = {};
      region->shadow.reset();
    }
    for (std::size_t index = 0; index < plan_.buffers.size(); ++index) {
      report_unwritten(index, count_unwritten(index));
      outcome_.buffers[index] = std::move(memory_.buffers[index]->data);
    }
  }

  /// Notes what device code allocated and did not free. That is no fault: a later launch of the program may use it.
  void note_leaks(bool sampled) {
    const DeviceHeap* const heap = memory_.memory->heap();
    if (heap == nullptr || sampled || !outcome_.faults.empty()) return;
    std::uint64_t count = 0, bytes = 0;
    const Region* first = nullptr;
    for (const auto& [address, allocation] : heap->allocations()) {
      if (!allocation->freed_by.empty()) continue;
      if (first == nullptr) first = &allocation->region;
      ++count;
      bytes += allocation->bytes;
    }
    if (count == 0) return;
    outcome_.notes.push_back(message<"note.not_freed">(count, bytes, first->title()));
  }

  /// Counts the elements of an output that were never written, and returns the first byte of the first one.
  std::uint64_t count_unwritten(std::size_t index) {
    const Region& region = *memory_.buffers[index];
    std::uint64_t first = 0;
    if (plan_.buffers[index].role != catalogue::Role::out || !region.written) return first;
    const std::size_t width = catalogue::size_of(plan_.buffers[index].type);
    constexpr std::uint64_t step = 256;  // bytes; whole elements of every type
    for (std::uint64_t begin = 0; begin < region.bytes; begin += step) {
      const std::uint64_t end = std::min(begin + step, region.bytes);
      if (end - begin == step && all_written(region, begin, step)) continue;
      for (std::uint64_t offset = begin; offset + width <= end; offset += width) {
        if (was_written(region, offset, width)) continue;
        if (outcome_.unwritten[index]++ == 0) first = offset;
      }
    }
    return first;
  }

  void report_unwritten(std::size_t index, std::uint64_t first) {
    // After another fault, missing elements are expected.
    if (outcome_.unwritten[index] == 0 || !outcome_.faults.empty()) return;
    const catalogue::Buffer& buffer = plan_.buffers[index];
    Fault fault;
    fault.kind = FaultKind::unwritten;
    if (!plan_.launches.empty()) {
      fault.launch = static_cast<std::uint32_t>(plan_.launches.size() - 1);
      fault.entry = plan_.launches.back().entry;
    }
    fault.memory.buffer = buffer.name;
    fault.offset = static_cast<std::int64_t>(first);
    fault.count = outcome_.unwritten[index];
    fault.message = message<"unwritten.elements">(outcome_.unwritten[index], buffer.elements(), buffer.name,
                                                  first / catalogue::size_of(buffer.type));
    outcome_.faults.push_back(std::move(fault));
  }

  const ptx::Module& module_;
  const catalogue::LaunchPlan& plan_;
  const Options& options_;
  bool watch_all_ = false;
  bool unwatched_write_ = false;
  Program program_;
  PlanMemory memory_;
  Outcome outcome_;
  BlockOutput all_;          ///< of the launches so far
  std::uint64_t order_ = 0;  ///< of the next access
  std::map<std::pair<std::uint32_t, std::int32_t>, Count> lines_;
};

/// Whether the run ended because a block read what nothing had written into a buffer. Another block may still have come
/// to write there.
bool stopped_at_unwritten_read(const catalogue::LaunchPlan& plan, const Options& options, const Outcome& outcome) {
  if (options.continue_after_fault || !outcome.whole || outcome.cancelled || outcome.faults.empty()) return false;
  const Fault& first = outcome.faults.front();
  return first.kind == FaultKind::uninitialised && plan.launches[first.launch].grid.count() > 1 &&
         std::any_of(plan.buffers.begin(), plan.buffers.end(),
                     [&](const catalogue::Buffer& buffer) { return buffer.name == first.memory.buffer; });
}

/// The read of a block that found nothing written is a race where another block writes there and nothing puts the two
/// in order. The plan runs once more, and goes on behind that read, to see whether one does; its fault is then that
/// race.
void reclassify_as_race(const ptx::Module& module, const catalogue::LaunchPlan& plan, Options options,
                        Outcome& outcome) {
  options.continue_after_fault = true;
  options.threads = 1;
  options.trace.reset();
  options.listener = nullptr;
  auto longer = PlanRun(module, plan, options, true).run(1, false);
  if (!longer || !*longer) return;
  Fault& first = outcome.faults.front();
  for (Fault& fault : (*longer)->faults) {
    if (fault.kind != FaultKind::race || fault.launch != first.launch || fault.memory != first.memory) continue;
    if (fault.line != first.line && fault.other_line != first.line) continue;
    first = std::move(fault);
    return;
  }
}

/// Whether the condition holds for a kernel that the plan launches.
template <class Condition>
Expected<bool> any_kernel(const ptx::Module& module, const catalogue::LaunchPlan& plan, const Condition& condition) {
  Program program;
  program.allows_unsupported = true;
  // Only the names are needed here, so addresses do not matter.
  std::map<std::string, std::uint64_t> variables;
  for_each_static_variable(
      module, [&](const std::string& key, const ptx::Variable& /*variable*/) { variables[key] = global_window; });
  for (const catalogue::Launch& launch : plan.launches) {
    if (launch.call != catalogue::Launch::Call::kernel) continue;
    TRY(const std::uint32_t code, decode(module, launch.entry, variables, {}, program));
    if (condition(launch, *program.codes[code])) return true;
  }
  return false;
}

}  // namespace

Expected<bool> has_inter_block_dependencies(const ptx::Module& module, const catalogue::LaunchPlan& plan) {
  // The blocks of one launch may write what those of the next one read.
  if (plan.launches.size() != 1 || plan.launches.front().call != catalogue::Launch::Call::kernel) return true;
  return any_kernel(module, plan, [](const catalogue::Launch& launch, const Code& code) {
    return launch.cooperative || code.uses_other_blocks;
  });
}

Expected<bool> runs_concurrently(const ptx::Module& module, const catalogue::LaunchPlan& plan) {
  TRY(const bool depends, any_kernel(module, plan, [](const catalogue::Launch& launch, const Code& code) {
        return launch.cooperative || code.depends_on_other_blocks;
      }));
  return !depends;
}

Expected<Outcome> run(const ptx::Module& module, const catalogue::LaunchPlan& plan, const Options& options) {
  Options effective = options;
  if (effective.threads == 0) effective.threads = core_count();
  bool sampled = !options.blocks.empty();
  if (sampled && !options.ignore_block_dependencies) {
    TRY(const bool dependent, has_inter_block_dependencies(module, plan));
    sampled = !dependent;
  }
  // Concurrent blocks need more memory; if there is too little, they run one after another.
  if (needed_bytes(plan, effective, effective.threads) > effective.max_memory) effective.threads = 1;
  // Chosen blocks are few, and their memory is filled on first access, which only one thread may do.
  const unsigned threads = sampled ? 1 : effective.threads;
  PlanRun first(module, plan, effective, false);
  TRY(std::optional<Outcome> outcome, first.run(threads, sampled));
  // Where two blocks touched the same word, only a fixed order of the blocks gives a result that is always the same.
  if (!outcome) {
    effective.threads = 1;
    PlanRun second(module, plan, effective, first.unwatched_write());
    TRY(outcome, second.run(1, sampled));
  }
  if (!outcome) {
    TRY(outcome, PlanRun(module, plan, effective, true).run(1, sampled));
  }
  if (stopped_at_unwritten_read(plan, effective, *outcome)) reclassify_as_race(module, plan, effective, *outcome);
  return *std::move(outcome);
}

}  // namespace lanescope::emulator
