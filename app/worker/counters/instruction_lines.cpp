#include "worker/counters/instruction_lines.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "sass/cubin.h"
#include "worker/report/report.h"

namespace warpscope::worker {
namespace {

using counters::Counted;
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
  ByPlace(const std::vector<std::uint8_t>& cubin, Counted& counted) : counted_(counted) {
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
  Counted& counted_;
  std::optional<sass::Cubin> cubin_;
  std::map<std::pair<std::string, std::uint32_t>, CountedInstruction> by_place_;
};

/// The element of the ideal number of an instruction's operation; nothing where pages have none.
std::optional<counters::ElementId> ideal_element(const sass::MemoryInstruction& memory) {
  const bool shared = memory.space == sass::Space::shared;
  if (!shared && memory.space != sass::Space::global) return std::nullopt;
  switch (memory.operation) {
    case sass::Operation::load:
    case sass::Operation::asynchronous_copy:
      return shared ? counters::ElementId("shared.load.wavefronts_ideal")
                    : counters::ElementId("global.load.sectors_ideal");
    case sass::Operation::store:
      return shared ? counters::ElementId("shared.store.wavefronts_ideal")
                    : counters::ElementId("global.store.sectors_ideal");
    default:
      return std::nullopt;
  }
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
                            Counted& counted) {
  ByPlace places(cubin, counted);
  for (const gpu::InstructionCount& count : counts.instructions) {
    CountedInstruction* const instruction = places.at(count.function, count.pc_offset);
    if (instruction == nullptr) continue;
    for (std::size_t i = 0; i < counts.metrics.size() && i < count.values.size(); ++i) {
      const auto* const metric = std::ranges::find(metrics_of_instructions, counts.metrics[i],
                                                   [](const InstructionMetric& each) { return each.name; });
      if (metric == metrics_of_instructions.end()) continue;
      // CUPTI gives 0 sectors for an addition, which has none.
      const bool is_of_memory = metric->member != &CountedInstruction::executed &&
                                metric->member != &CountedInstruction::threads_executed;
      if (is_of_memory && count.values[i].value_or(0) == 0 && !places.accesses_memory(*instruction)) continue;
      instruction->*metric->member = count.values[i];
    }
  }
}

void add_stall_samples(const gpu::StallSamples& samples, const std::vector<std::uint8_t>& cubin, Counted& counted) {
  ByPlace places(cubin, counted);
  for (const gpu::StalledInstruction& stalled : samples.instructions) {
    if (CountedInstruction* const instruction = places.at(stalled.function, stalled.pc_offset))
      instruction->stall_samples = stalled.samples;
  }
  counted.sampling_period = 1u << samples.period_exponent;
}

void add_sums_of_instructions(const std::vector<std::uint8_t>& cubin, Counted& counted) {
  const auto read = sass::read_cubin(cubin);
  if (!read) return;
  std::map<std::string_view, std::pair<counters::ElementId, double>> sums;
  for (const CountedInstruction& instruction : counted.instructions) {
    const sass::Instruction* const code = instruction_at(*read, instruction);
    if (code == nullptr || !code->memory) continue;
    const auto element = ideal_element(*code->memory);
    if (!element) continue;
    const bool shared = code->memory->space == sass::Space::shared;
    const auto& ideal = shared ? instruction.wavefronts_ideal : instruction.sectors_ideal;
    if (!ideal) continue;
    sums.try_emplace(element->text(), *element, 0.0).first->second.second += static_cast<double>(*ideal);
  }
  for (const auto& [name, sum] : sums) counted.values.set(sum.first, sum.second);
}

}  // namespace warpscope::worker
