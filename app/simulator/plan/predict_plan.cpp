#include "simulator/plan/predict_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "ptx/address_slice.h"
#include "simulator/messages.h"
#include "simulator/plan/blocks.h"

namespace lanescope::simulator {
namespace {

/// A block may access so much. Of what it does beyond that, only how often it does it is known.
constexpr std::uint64_t max_records = 1u << 18;
/// Warp instructions of a block, beyond which it counts as endless.
constexpr std::uint64_t max_instructions = 1u << 26;
/// So many records of a warp at one instruction are enough for most loops. Where they are not, it is found how many
/// are.
constexpr std::uint32_t usual_records_of_site = 16;
/// Counters of blocks lie in buffers of at most this size.
constexpr std::uint64_t max_counter_bytes = 1u << 16;
/// A block that executes more than this has only its two next neighbours looked at.
constexpr std::uint64_t long_block = 1u << 18;
constexpr std::size_t neighbours_of_long_block = 2;

/// A grid of so few blocks in one direction has a last one there that may count: it often does less than the others.
constexpr std::uint32_t few_blocks = 8;

/// So many blocks all over the grid say whether blocks differ in what they execute. Where they do, so many stand for
/// all, or as many as execute so many instructions together.
constexpr std::uint64_t far_blocks = 6, most_samples = 128, instructions_of_samples = 1u << 19;
/// A block differs from another one that executes so much more or less, as a share of it.
constexpr double different_work = 0.05;
/// One of the middle that differs no more than this from the mean of all stands for them: its neighbours are whole.
constexpr double near_the_mean = 0.25;

/// Returns the block that stands for all: in the middle, but of two in a direction the one that no edge cuts off.
std::uint64_t typical_block(const catalogue::Dim3& grid) {
  const auto middle = [](std::uint32_t extent) { return extent == 2 ? 0 : extent / 2; };
  return middle_block({middle(grid.x) * 2, middle(grid.y) * 2, middle(grid.z) * 2});
}

/// Returns the blocks beside the one inside the grid, by how much they tell.
std::vector<std::uint64_t> neighbours_of(std::uint64_t middle, const catalogue::Dim3& grid) {
  std::vector<std::uint64_t> blocks;
  const auto step = [](std::uint32_t extent) -> std::int64_t { return extent <= 1 ? 0 : 1; };
  const std::int64_t x = step(grid.x), y = step(grid.y) * grid.x, z = step(grid.z) * grid.x * grid.y;
  // Kernels that take their tiles in another order mostly go down a column first: then the tile beside is as many
  // blocks away as a column has.
  const std::int64_t column = x != 0 && y != 0 && z == 0 ? grid.y : 0, diagonal = column > 1 ? column - 1 : 0;
  for (const std::int64_t beside : {x, y, z, x + y, x - y, column, diagonal}) {
    const std::int64_t at = static_cast<std::int64_t>(middle) + beside;
    if (beside == 0 || at < 0 || at >= static_cast<std::int64_t>(grid.count())) continue;
    if (std::ranges::find(blocks, static_cast<std::uint64_t>(at)) == blocks.end())
      blocks.push_back(static_cast<std::uint64_t>(at));
  }
  return blocks;
}

/// Traces one launch after the other.
class Plan {
 public:
  Plan(const Program& program, const catalogue::LaunchPlan& plan, std::uint32_t sm_count, const Deadline& deadline,
       std::uint32_t max_records_of_site, const Inputs& inputs)
      : program_(program),
        slice_(ptx::address_slice(program.module)),
        accesses_(ptx::address_slice(program.module, ptx::KeptAccesses::all)),
        alone_(plan),
        sm_count_(sm_count),
        deadline_(deadline),
        max_records_of_site_(slice_.depends_on_loads || accesses_.depends_on_loads ? 0 : max_records_of_site) {
    if (slice_.depends_on_loads || accesses_.depends_on_loads) {
      inputs_ = &inputs;
      return;
    }
    // What buffers hold makes no difference then, and filling them takes time.
    for (catalogue::Buffer& buffer : alone_.buffers) buffer.fill = catalogue::Fill::zero;
  }

  Expected<TracedLaunch> trace(const catalogue::Launch& launch, const LaunchShare& share) {
    TracedLaunch traced;
    if (launch.call == catalogue::Launch::Call::memcpy) {
      const auto bytes = [&](std::size_t argument) {
        return alone_.buffers[launch.arguments.at(argument).index].bytes();
      };
      traced.copied_bytes = std::min(bytes(0), bytes(1));
      return traced;
    }
    if (launch.call == catalogue::Launch::Call::library) return declined<"prediction.library_code">(launch);
    if (launch.cooperative) return declined<"prediction.dependent_blocks">(launch);
    if (!program_.cubin) return declined<"prediction.no_machine_code">(launch, program_.without_cubin);
    const sass::Function* const function = program_.cubin->function(launch.entry);
    if (function == nullptr || !program_.cubin->has_ptx_lines) return declined<"prediction.no_lines">(launch);
    if (share.blocks_per_sm == 0) return declined<"prediction.too_large_blocks">(launch);
    alone_.launches = {launch};
    TRY(traced.block, traced_block(typical_block(launch.grid), launch));
    TRY_STATUS(look_around(traced, launch));
    if (accesses_.depends_on_loads && launch.grid.count() > 1) {
      TRY(traced.last, last_block(traced.block, launch));
    }
    traced.function = function;
    traced.vectorization = vectorization_of(traced.block.trace, program_);
    traced.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
    traced.block_threads = static_cast<std::uint32_t>(launch.block.count());
    traced.share = share;
    return traced;
  }

 private:
  Expected<predict::TracedBlock> traced_block(std::uint64_t block, const catalogue::Launch& launch) {
    TRY(auto outcome, execute(accesses_.module, {block}, launch));
    ptx::add_omitted_counts(program_.module, outcome.ptx_lines);
    return predict::TracedBlock{block, std::move(outcome.trace), std::move(outcome.ptx_lines)};
  }

  /// Executes the neighbours of the block, those at the ends of directions in which the grid has few blocks, and some
  /// that lie far away; where these do other work than the block does, another one takes its place.
  Status look_around(TracedLaunch& traced, const catalogue::Launch& launch) {
    TRY(auto around, neighbours(traced, launch, far_blocks));
    if (differ(around.block_instructions, traced.block.block)) {
      TRY(const bool taken, take_the_mean(traced, around.block_instructions.at(traced.block.block), launch));
      if (taken) {
        if (traced.uneven) {
          TRY(around, neighbours(traced, launch, 0));
        }
        traced.neighbours.trace = std::move(around.trace);
        return {};
      }
    }
    traced.work_of_mean = work_of_mean(traced.block.block, launch.grid, around.trace);
    traced.neighbours.trace = std::move(around.trace);
    return {};
  }

  /// Executes what lies around the block, and so many blocks all over the grid.
  Expected<emulator::Outcome> neighbours(TracedLaunch& traced, const catalogue::Launch& launch, std::uint64_t others) {
    const std::uint64_t block = traced.block.block;
    traced.neighbours.blocks = neighbours_of(block, launch.grid);
    traced.neighbours.by_data = slice_.depends_on_loads;
    if (executed(traced.block.line_counts) > long_block) {
      if (traced.neighbours.blocks.size() > neighbours_of_long_block)
        traced.neighbours.blocks.resize(neighbours_of_long_block);
      others = 0;
    }
    std::set<std::uint64_t> blocks{block};
    blocks.insert(traced.neighbours.blocks.begin(), traced.neighbours.blocks.end());
    for (const GridEnd& end : ends_of(block, launch.grid)) blocks.insert(end.block);
    for (const std::uint64_t far : blocks_all_over(launch.grid, others)) blocks.insert(far);
    if (blocks.size() == 1) return emulator::Outcome{};
    return execute(slice_.module, {blocks.begin(), blocks.end()}, launch);
  }

  /// Whether some block executes more or fewer instructions than the one.
  static bool differ(const std::map<std::uint64_t, std::uint64_t>& instructions, std::uint64_t block) {
    const auto own = instructions.find(block);
    if (own == instructions.end()) return false;
    const auto usual = static_cast<double>(own->second);
    return std::ranges::any_of(instructions, [&](const auto& of) {
      return std::abs(static_cast<double>(of.second) - usual) > different_work * usual;
    });
  }

  /// Gives the launch what blocks all over the grid do in the mean: their counts of lines, and where the block, which
  /// executes `own` instructions of the slice, is far from their mean, that one of them that is nearest to it. Returns
  /// false where they execute too many instructions.
  Expected<bool> take_the_mean(TracedLaunch& traced, std::uint64_t own, const catalogue::Launch& launch) {
    const std::uint64_t each = std::max<std::uint64_t>(executed(traced.block.line_counts), 1);
    const std::uint64_t samples = std::min(most_samples, instructions_of_samples / each);
    if (samples < far_blocks) return false;
    TRY(auto outcome, execute(slice_.module, blocks_all_over(launch.grid, samples), launch));
    const auto blocks = static_cast<double>(outcome.block_instructions.size());
    const double mean = static_cast<double>(outcome.instructions) / blocks;
    const auto from_mean = [mean](double instructions) { return std::abs(instructions - mean); };
    const auto nearest = std::ranges::min_element(
        outcome.block_instructions, {}, [&](const auto& of) { return from_mean(static_cast<double>(of.second)); });
    if (nearest == outcome.block_instructions.end()) return false;
    ptx::add_omitted_counts(program_.module, outcome.ptx_lines);
    traced.uneven = from_mean(static_cast<double>(own)) > near_the_mean * mean;
    if (traced.uneven) {
      TRY(traced.block, traced_block(nearest->first, launch));
    }
    double accesses = 0, of_mean = 0;
    for (auto& [line, count] : outcome.ptx_lines)
      count = static_cast<std::uint64_t>(std::llround(static_cast<double>(count) / blocks));
    for (const trace::Site& site : traced.block.trace.sites) {
      const auto count_in = [&](const std::map<std::int32_t, std::uint64_t>& counts) {
        const auto found = counts.find(site.ptx_line);
        return found == counts.end() ? 0.0 : static_cast<double>(found->second);
      };
      accesses += count_in(traced.block.line_counts);
      of_mean += count_in(outcome.ptx_lines);
    }
    traced.work_of_mean = accesses > 0 ? of_mean / accesses : 1;
    traced.block.line_counts = std::move(outcome.ptx_lines);
    return true;
  }

  /// The block at the end of a direction in which the grid has few.
  struct GridEnd {
    std::uint32_t extent = 1;
    std::uint64_t block = 0;
  };
  static std::vector<GridEnd> ends_of(std::uint64_t block, const catalogue::Dim3& grid) {
    std::vector<GridEnd> ends;
    std::uint64_t step = 1;
    for (const std::uint32_t extent : {grid.x, grid.y, grid.z}) {
      const std::uint64_t at = block / step % extent;
      if (extent > 1 && extent <= few_blocks && at + 1 < extent)
        ends.push_back({extent, block + (extent - 1 - at) * step});
      step *= extent;
    }
    return ends;
  }

  /// Compares the block with those at the ends of the directions in which the grid has few blocks, by their requests to
  /// global memory.
  static double work_of_mean(std::uint64_t block, const catalogue::Dim3& grid, const trace::Trace& trace) {
    std::map<std::uint64_t, std::uint64_t> requests;
    const auto add = [&](std::uint64_t of, std::uint32_t site, std::uint64_t times) {
      if (trace.sites[site].space == trace::Space::global) requests[of] += times;
    };
    for (const trace::Header& header : trace.headers) add(header.block, header.site, 1);
    for (const trace::Unrecorded& more : trace.unrecorded) add(more.block, more.site, more.times);
    if (trace.dropped > 0 || requests[block] == 0) return 1.0;
    double mean = 1;
    for (const GridEnd& end : ends_of(block, grid)) {
      const double last = static_cast<double>(requests[end.block]) / static_cast<double>(requests[block]);
      mean *= (end.extent - 1 + last) / end.extent;
    }
    return mean;
  }

  /// The first argument of the message is the kernel.
  template <FixedText id, class... Values>
  static tl::unexpected<Error> declined(const catalogue::Launch& launch, const Values&... values) {
    return failure(message<id>(launch.name.empty() ? launch.entry : launch.name, values...));
  }

  /// Executes a block again as the last one of its grid to count itself: the words that it counts in, by one in each
  /// lane and with the result used, hold what all other blocks would have left there. Nothing where it then does what
  /// it did before.
  Expected<std::optional<predict::TracedBlock>> last_block(const predict::TracedBlock& block,
                                                           const catalogue::Launch& launch) {
    const std::set<std::int32_t> lines = counting_lines();
    const trace::Trace& trace = block.trace;
    Inputs counters;
    for (std::size_t i = 0; i < trace.headers.size(); ++i) {
      const trace::Site& site = trace.sites[trace.headers[i].site];
      if (site.operation != trace::Operation::atomic || !trace::lies_in_buffers(site.space) ||
          !lines.contains(site.ptx_line) || trace.headers[i].buffer >= alone_.buffers.size())
        continue;
      const catalogue::Buffer& buffer = alone_.buffers[trace.headers[i].buffer];
      if (buffer.bytes() > max_counter_bytes) continue;
      std::vector<std::byte>& bytes = counters[buffer.name];
      if (const auto given = inputs_->find(buffer.name); bytes.empty() && given != inputs_->end())
        bytes = given->second;
      bytes.resize(buffer.bytes());
      trace::for_each_lane(trace.headers[i].active_mask, [&](std::uint32_t lane) {
        const std::uint32_t at = trace.offsets[i][lane];
        if (at == trace::no_offset || at + sizeof(std::uint32_t) > bytes.size()) return;
        std::uint32_t count = 0;
        std::memcpy(&count, bytes.data() + at, sizeof(count));
        count += static_cast<std::uint32_t>(launch.grid.count() - 1);
        std::memcpy(bytes.data() + at, &count, sizeof(count));
      });
    }
    if (counters.empty()) return std::nullopt;
    TRY(auto outcome, execute(accesses_.module, {block.block}, launch, std::move(counters)));
    ptx::add_omitted_counts(program_.module, outcome.ptx_lines);
    if (executed(outcome.ptx_lines) <= executed(block.line_counts)) return std::nullopt;
    return predict::TracedBlock{block.block, std::move(outcome.trace), std::move(outcome.ptx_lines)};
  }

  /// The PTX lines of atomic operations that count, and whose result is used.
  [[nodiscard]] std::set<std::int32_t> counting_lines() const {
    std::set<std::int32_t> lines;
    for (const ptx::Function& function : program_.module.functions) {
      for (const ptx::Instruction& instruction : function.instructions) {
        const bool counts = instruction.has("inc") || (instruction.has("add") && instruction.has("u32"));
        if (instruction.opcode == ptx::Opcode::atom && counts) lines.insert(instruction.ptx_line);
      }
    }
    return lines;
  }

  static std::uint64_t executed(const std::map<std::int32_t, std::uint64_t>& lines) {
    return std::accumulate(lines.begin(), lines.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& line) { return sum + line.second; });
  }

  /// Executes each of the blocks as if it were alone. `instead`: contents that take the place of the inputs.
  Expected<emulator::Outcome> execute(const ptx::Module& module, const std::vector<std::uint64_t>& blocks,
                                      const catalogue::Launch& launch, Inputs instead = {}) {
    emulator::Options options;
    options.inputs = std::move(instead);
    options.inputs.insert(inputs_->begin(), inputs_->end());
    options.source_root = program_.source_root;
    options.threads = 1;
    options.blocks = blocks;
    options.ignore_block_dependencies = true;
    options.continue_after_fault = true;
    options.step_budget = max_instructions;
    options.max_memory = 0;  // nothing is watched for races
    options.sm_count = sm_count_;
    emulator::TraceRequest& trace = options.trace.emplace();
    trace.max_records = max_records * blocks.size();
    trace.max_records_of_site = max_records_of_site_;
    TRY(auto outcome, emulate(module, alone_, std::move(options), deadline_));
    if (outcome.cancelled) return declined<"prediction.blocks_take_too_long">(launch);
    for (const emulator::Fault& fault : outcome.faults) {
      if (fault.kind == FaultKind::endless) return declined<"prediction.endless_block">(launch);
      // The addresses may be a fault, or come from what an earlier launch would have written.
      if (fault.kind == FaultKind::out_of_bounds || fault.kind == FaultKind::misaligned) {
        return declined<"prediction.faulty_access">(launch, fault.block);
      }
    }
    return outcome;
  }

  const Program& program_;
  const ptx::AddressSlice slice_;     ///< for blocks of which only the addresses in global memory are asked for
  const ptx::AddressSlice accesses_;  ///< for the block of which all addresses are
  catalogue::LaunchPlan alone_;       ///< the plan with one launch
  const Inputs none_;
  const Inputs* inputs_ = &none_;  ///< none where they decide nothing: copying them takes time
  std::uint32_t sm_count_;
  const Deadline& deadline_;
  std::uint32_t max_records_of_site_;  ///< 0: all
};

}  // namespace

Expected<std::vector<TracedLaunch>> trace_plan(const Program& program, const catalogue::LaunchPlan& plan,
                                               std::span<const LaunchShare> shares, std::uint32_t sm_count,
                                               const Deadline& deadline, std::uint32_t max_records_of_site,
                                               const Inputs& inputs) {
  if (plan.launches.empty()) return failure(message<"prediction.no_launch">());
  std::vector<TracedLaunch> launches;
  Plan one(program, plan, sm_count, deadline, max_records_of_site, inputs);
  for (std::size_t i = 0; i < plan.launches.size(); ++i) {
    TRY(auto launch, one.trace(plan.launches[i], i < shares.size() ? shares[i] : LaunchShare{}));
    launches.push_back(std::move(launch));
  }
  return launches;
}

Expected<predict::Prediction> predict_traced(const ptx::Module& module, std::span<const TracedLaunch> launches,
                                             const predict::GpuProfile& gpu, std::vector<predict::ServedBlock>* served,
                                             std::uint32_t* records_wanted) {
  std::vector<predict::LaunchPrediction> predictions;
  std::uint32_t wanted = 0;
  for (const TracedLaunch& launch : launches) {
    if (launch.function == nullptr) {
      predictions.push_back(predict::predict_copy(launch.copied_bytes, gpu));
      continue;
    }
    TRY(auto prediction, predict::predict_launch(
                             {module, *launch.function, launch.vectorization, launch.block, launch.neighbours,
                              launch.grid, launch.block_threads, launch.share.blocks_per_sm, launch.share.shared_bytes,
                              launch.last ? &*launch.last : nullptr,
                              predictions.empty() ? nullptr : &predictions.back(), launch.work_of_mean, launch.uneven},
                             gpu));
    wanted = std::max(wanted, prediction.records_wanted);
    predictions.push_back(std::move(prediction));
  }
  if (records_wanted != nullptr) *records_wanted = wanted;
  if (wanted > 0) return failure(message<"prediction.too_few_records">(wanted));
  if (served != nullptr) {
    for (predict::LaunchPrediction& prediction : predictions) served->push_back(std::move(prediction.served));
  }
  return predict::combine(predictions, gpu);
}

std::vector<predict::LaneLevels> levels_of(const trace::Trace& shown, const ServedPlan& plan) {
  std::vector<predict::ServedLaunch> launches;
  for (std::size_t i = 0; i < plan.launches.size(); ++i) {
    const TracedLaunch& launch = plan.launches[i];
    if (launch.function == nullptr) {
      launches.emplace_back();  // a copy by the driver
    } else {
      launches.push_back({&launch.block.trace, &launch.vectorization, launch.block.block, &plan.blocks.at(i)});
    }
  }
  return predict::levels_of(shown, launches);
}

Expected<PredictedPlan> predict_plan(const Program& program, const catalogue::LaunchPlan& plan,
                                     std::span<const LaunchShare> shares, const predict::GpuProfile& gpu,
                                     const Deadline& deadline, const Inputs& inputs) {
  for (std::uint32_t records_of_site = usual_records_of_site;;) {
    TRY(auto launches, trace_plan(program, plan, shares, static_cast<std::uint32_t>(gpu.value.sm_count), deadline,
                                  records_of_site, inputs));
    PredictedPlan predicted;
    std::uint32_t wanted = 0;
    auto prediction = predict_traced(program.module, launches, gpu, &predicted.served.blocks, &wanted);
    if (wanted > records_of_site) {
      records_of_site = wanted;
      continue;
    }
    if (!prediction) return tl::unexpected(std::move(prediction.error()));
    predicted.prediction = *std::move(prediction);
    predicted.served.launches = std::move(launches);
    return predicted;
  }
}

}  // namespace lanescope::simulator
