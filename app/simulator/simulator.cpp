#include "simulator/simulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "simulator/messages.h"
#include "simulator/plan/emulate.h"
#include "simulator/plan/run_and_count.h"

namespace lanescope::simulator {
namespace {

/// A launch as a plan, with the memory of each of its buffers.
struct PlannedLaunch {
  catalogue::LaunchPlan plan;
  std::vector<Buffer> buffers;  ///< as those of the plan
  std::map<std::string, std::vector<std::byte>> inputs;
};

std::span<const std::byte> memory_of(const Buffer& buffer) {
  return buffer.role == catalogue::Role::in ? buffer.before : std::span<const std::byte>(buffer.after);
}

bool overlap(std::span<const std::byte> one, std::span<const std::byte> other) {
  const std::less<const std::byte*> before;
  return !one.empty() && !other.empty() && before(one.data(), other.data() + other.size()) &&
         before(other.data(), one.data() + one.size());
}

class Planner {
 public:
  explicit Planner(const Launch& launch) : launch_(launch) {}

  Expected<PlannedLaunch> run(const ptx::Module& module) {
    made_.plan.kernel = launch_.entry;
    catalogue::Launch step;
    step.entry = launch_.entry;
    step.grid = launch_.grid;
    step.block = launch_.block;
    step.shared_bytes = launch_.shared_bytes;
    if (const ptx::Function* const function = module.function(launch_.entry)) step.line = function->ptx_line;
    for (std::size_t index = 0; index < launch_.arguments.size(); ++index) {
      TRY(auto argument, planned(launch_.arguments[index], index));
      step.arguments.push_back(std::move(argument));
    }
    made_.plan.launches = {std::move(step)};
    for (const Buffer& buffer : made_.buffers) add(buffer);
    return std::move(made_);
  }

 private:
  Expected<catalogue::Argument> planned(const Argument& argument, std::size_t index) {
    using Kind = catalogue::Argument::Kind;
    catalogue::Argument planned;
    planned.name = fmt::format("{}", index);
    if (const auto* const number = std::get_if<std::int64_t>(&argument.value)) {
      planned.value = *number;
    } else if (const auto* const real = std::get_if<double>(&argument.value)) {
      planned.real = *real;
    } else if (const auto* const bytes = std::get_if<std::vector<std::byte>>(&argument.value)) {
      planned.kind = Kind::structure;
      planned.structure = {*bytes, {}, fmt::format("{} bytes", bytes->size())};
    } else {
      planned.kind = Kind::buffer;
      TRY(planned.index, buffer_of(std::get<Buffer>(argument.value), index));
    }
    return planned;
  }

  /// Returns the buffer of the plan in which the memory lies, and adds it where there is none.
  Expected<std::size_t> buffer_of(const Buffer& given, std::size_t argument) {
    const std::span<const std::byte> memory = memory_of(given);
    for (std::size_t known = 0; known < made_.buffers.size(); ++known) {
      Buffer& other = made_.buffers[known];
      const std::span<const std::byte> its = memory_of(other);
      if (!overlap(memory, its)) continue;
      if (memory.data() != its.data() || memory.size() != its.size()) {
        return failure(message<"arguments.overlap">(other.name, name_of(given, argument)), launch_.entry,
                       message<"arguments.overlap_remedy">());
      }
      if (other.role != given.role) {
        other = {catalogue::Role::inout, other.type, memory, given.after.empty() ? other.after : given.after,
                 other.name};
      }
      return known;
    }
    std::string name = name_of(given, argument);
    made_.buffers.push_back(given);
    made_.buffers.back().name = std::move(name);
    return made_.buffers.size() - 1;
  }

  /// Two buffers have two names: that of an argument which is called like an earlier one has its number, too.
  [[nodiscard]] std::string name_of(const Buffer& given, std::size_t argument) const {
    const auto same = [&](const Buffer& other) { return other.name == given.name; };
    if (given.name.empty()) return fmt::format("argument {}", argument);
    if (std::ranges::any_of(made_.buffers, same)) return fmt::format("{} ({})", given.name, argument);
    return given.name;
  }

  void add(const Buffer& buffer) {
    const std::size_t bytes = memory_of(buffer).size();
    catalogue::Buffer planned;
    planned.name = buffer.name;
    planned.role = buffer.role;
    planned.type = buffer.type;
    planned.shape = {static_cast<std::int64_t>(bytes / catalogue::size_of(buffer.type))};
    planned.fill = catalogue::Fill::poison;
    made_.plan.buffers.push_back(std::move(planned));
    if (buffer.role == catalogue::Role::out) return;
    made_.inputs[buffer.name].assign(buffer.before.begin(), buffer.before.end());
  }

  const Launch& launch_;
  PlannedLaunch made_;
};

}  // namespace

Expected<Simulation> simulate(const Program& program, const Launch& launch, const Options& options) {
  TRY(PlannedLaunch planned, Planner(launch).run(program.module));
  emulator::Options how;
  how.schedule_seed = options.schedule_seed;
  how.threads = options.threads;
  how.step_budget = options.max_instructions_of_block;
  how.stop_at_unsupported_instruction = true;
  how.continue_after_fault = options.continue_after_fault;
  how.inputs = std::move(planned.inputs);
  how.source_root = program.source_root;
  how.max_memory = std::min(how.max_memory, half_of_memory());
  Deadline deadline;
  deadline.abandoned = options.cancelled;
  TRY(CountedRun counted, run_and_count(program, planned.plan, how, {}, deadline));

  Simulation simulation;
  simulation.cancelled = counted.outcome.cancelled;
  simulation.faults = std::move(counted.outcome.faults);
  simulation.notes = std::move(counted.outcome.notes);
  simulation.printed = std::move(counted.outcome.printed);
  simulation.metrics = std::move(counted.metrics);
  const std::vector<std::span<const std::byte>> buffers = counted.outcome.views();
  for (std::size_t index = 0; index < buffers.size(); ++index) {
    const std::span<std::byte> after = planned.buffers[index].after;
    std::copy_n(buffers[index].begin(), std::min(buffers[index].size(), after.size()), after.begin());
  }
  return simulation;
}

Expected<Simulation> simulate(std::string_view ptx, const Launch& launch, const Options& options) {
  TRY(const Program program, read_program(ptx));
  return simulate(program, launch, options);
}

}  // namespace lanescope::simulator
