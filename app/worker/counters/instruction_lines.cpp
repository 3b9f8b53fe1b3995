#include "worker/counters/instruction_lines.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "sass/cubin.h"
#include "worker/report/report.h"

namespace lanescope::worker {
namespace {

using counters::CountedInstruction;
using Member = std::optional<std::uint64_t> CountedInstruction::*;

struct InstructionMetric {
  const char* name;
  Member member;
};
constexpr std::array metrics_of_instructions = {
    InstructionMetric{"smsp__sass_inst_executed", &CountedInstruction::executed},
    InstructionMetric{"smsp__sass_thread_inst_executed_pred_on", &CountedInstruction::threads_executed},
    InstructionMetric{"smsp__sass_sectors_mem_global", &CountedInstruction::sectors},
    InstructionMetric{"smsp__sass_sectors_mem_global_ideal", &CountedInstruction::sectors_ideal},
    InstructionMetric{"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared", &CountedInstruction::wavefronts},
    InstructionMetric{"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal", &CountedInstruction::wavefronts_ideal}};

/// Returns null where the cubin has no such instruction.
const sass::Instruction* instruction_at(const sass::Cubin& cubin, const CountedInstruction& instruction) {
  const sass::Function* const code = cubin.function(instruction.function);
  if (code == nullptr) return nullptr;
  const auto place =
      std::ranges::lower_bound(code->instructions, instruction.pc_offset, {}, &sass::Instruction::address);
  return place != code->instructions.end() && place->address == instruction.pc_offset ? &*place : nullptr;
}

/// The instructions of a Counted by function and offset, with the lines of a cubin for new ones.
class ByPlace {
 public:
  ByPlace(const std::vector<std::uint8_t>& cubin, counters::Counted& counted) : counted_(counted) {
    if (auto read = sass::read_cubin(cubin)) cubin_ = std::move(*read);
    for (CountedInstruction& instruction : counted.instructions)
      by_place_[{instruction.function, instruction.pc_offset}] = std::move(instruction);
  }
  ByPlace(const ByPlace&) = delete;
  ByPlace& operator=(const ByPlace&) = delete;
  ~ByPlace() {
    counted_.instructions.clear();
    for (auto& [place, instruction] : by_place_) counted_.instructions.push_back(std::move(instruction));
  }

  /// Returns null for code that is not of the plan: that of the program's own kernels, or of a library.
  [[nodiscard]] CountedInstruction* at(const std::string& function, std::uint32_t offset) {
    const sass::Function* const code = cubin_ ? cubin_->function(function) : nullptr;
    if (code == nullptr) return nullptr;
    const auto [found, is_new] = by_place_.try_emplace({function, offset});
    CountedInstruction& instruction = found->second;
    if (!is_new) return &instruction;
    instruction.function = function;
    instruction.pc_offset = offset;
    if (const sass::Instruction* const place = instruction_at(*cubin_, instruction)) {
      PlaceInSource source = place_in_source(*cubin_, *code, *place);
      instruction.file = std::move(source.file);
      instruction.line = source.line;
    }
    return &instruction;
  }

  [[nodiscard]] bool accesses_memory(const CountedInstruction& instruction) const {
    const sass::Instruction* const code = instruction_at(*cubin_, instruction);
    return code != nullptr && code->memory.has_value();
  }

 private:
  counters::Counted& counted_;
  std::optional<sass::Cubin> cubin_;
  std::map<std::pair<std::string, std::uint32_t>, CountedInstruction> by_place_;
};

/// The quantities that are sums over the instructions of one operation.
struct Sums {
  sass::Space space;
  sass::Operation operation;
  /// Of shared memory: all wavefronts, and those beyond the ideal ones. The counter of the whole kernel adds wavefronts
  /// that accesses lose to each other's arbitration, so the sum takes its place.
  std::optional<counters::QuantityId> all, excess;
  counters::QuantityId ideal;
};
const std::array<Sums, 5>& sums_of_operations() {
  using counters::QuantityId;
  static const std::array<Sums, 5> sums = {{
      {sass::Space::shared, sass::Operation::load, QuantityId("shared.load.wavefronts"),
       QuantityId("shared.load.conflicts"), QuantityId("shared.load.wavefronts_ideal")},
      {sass::Space::shared, sass::Operation::store, QuantityId("shared.store.wavefronts"),
       QuantityId("shared.store.conflicts"), QuantityId("shared.store.wavefronts_ideal")},
      {sass::Space::global, sass::Operation::load, std::nullopt, std::nullopt, QuantityId("global.load.sectors_ideal")},
      {sass::Space::global, sass::Operation::asynchronous_copy, std::nullopt, std::nullopt,
       QuantityId("global.load.sectors_ideal")},
      {sass::Space::global, sass::Operation::store, std::nullopt, std::nullopt,
       QuantityId("global.store.sectors_ideal")},
  }};
  return sums;
}

}  // namespace

const std::vector<std::string>& instruction_metrics() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const InstructionMetric& metric : metrics_of_instructions) list.emplace_back(metric.name);
    return list;
  }();
  return names;
}

void add_instruction_counts(const gpu::InstructionCounts& counts, const std::vector<std::uint8_t>& cubin,
                            counters::Counted& counted) {
  ByPlace places(cubin, counted);
  for (const gpu::InstructionCount& count : counts.instructions) {
    CountedInstruction* const instruction = places.at(count.function, count.pc_offset);
    if (instruction == nullptr) continue;
    for (std::size_t i = 0; i < counts.metrics.size() && i < count.values.size(); ++i) {
      const auto* const metric = std::ranges::find(metrics_of_instructions, counts.metrics[i],
                                                   [](const InstructionMetric& each) { return each.name; });
      if (metric == metrics_of_instructions.end()) continue;
      // CUPTI gives 0 sectors for an addition, which has none.
      const bool is_of_memory =
          metric->member != &CountedInstruction::executed && metric->member != &CountedInstruction::threads_executed;
      if (is_of_memory && count.values[i].value_or(0) == 0 && !places.accesses_memory(*instruction)) continue;
      instruction->*metric->member = count.values[i];
    }
  }
}

void add_stall_samples(const gpu::StallSamples& samples, const std::vector<std::uint8_t>& cubin,
                       counters::Counted& counted) {
  ByPlace places(cubin, counted);
  for (const gpu::StalledInstruction& stalled : samples.instructions) {
    if (CountedInstruction* const instruction = places.at(stalled.function, stalled.pc_offset))
      instruction->stall_samples = stalled.samples;
  }
  counted.sampling_period = 1u << samples.period_exponent;
}

void add_sums_of_instructions(const std::vector<std::uint8_t>& cubin, counters::Counted& counted) {
  const auto read = sass::read_cubin(cubin);
  if (!read) return;
  counters::Values sums;
  for (const CountedInstruction& instruction : counted.instructions) {
    const sass::Instruction* const code = instruction_at(*read, instruction);
    if (code == nullptr || !code->memory) continue;
    const auto& operations = sums_of_operations();
    const auto* const sum = std::ranges::find_if(operations, [&](const Sums& each) {
      return each.space == code->memory->space && each.operation == code->memory->operation;
    });
    if (sum == operations.end()) continue;
    const bool shared = sum->space == sass::Space::shared;
    const auto& all = shared ? instruction.wavefronts : instruction.sectors;
    const auto& ideal = shared ? instruction.wavefronts_ideal : instruction.sectors_ideal;
    if (!all || !ideal) continue;
    sums.add(sum->ideal, static_cast<double>(*ideal));
    if (sum->all) sums.add(*sum->all, static_cast<double>(*all));
    if (sum->excess) sums.add(*sum->excess, static_cast<double>(*all) - static_cast<double>(*ideal));
  }
  counted.values.merge(sums);
}

}  // namespace lanescope::worker
