#include "worker/report/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "lab/names.h"
#include "worker/verify/element_text.h"

namespace warpscope::worker {
namespace {

std::string remedy_for(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return "check the index against the size before the access";
    case FaultKind::misaligned:
      return "an access of several bytes needs an address that is a multiple of its width";
    case FaultKind::uninitialised:
      return "write it before it is read, in every thread that should";
    case FaultKind::race:
      return "put __syncthreads() between the two, or __syncwarp() where both are of one warp";
    case FaultKind::divergent_barrier:
      return "all threads of the block must reach the barrier: take it out of the condition";
    case FaultKind::unwritten:
      return "check that grid and block cover the whole output";
    case FaultKind::endless:
      return "look for a loop that does not end, or give more time with --timeout";
    case FaultKind::read_only:
      return "store to a buffer instead";
    case FaultKind::stack_overflow:
      return "look for a recursion that does not end, or for very large arrays of a thread";
    default:
      return {};
  }
}

/// "out[3, 17]": an element by the shape of its buffer.
std::string element_name(const catalogue::Buffer& buffer, const std::vector<std::int64_t>& coordinates) {
  std::vector<std::string> texts;
  for (const std::int64_t coordinate : coordinates) texts.push_back(std::to_string(coordinate));
  return buffer.name + "[" + join(texts, ", ") + "]";
}

/// The index by the shape, slowest dimension first.
std::vector<std::int64_t> coordinates_of(std::uint64_t index, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> coordinates(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(std::max<std::int64_t>(shape[i], 1));
    coordinates[i] = static_cast<std::int64_t>(index % extent);
    index /= extent;
  }
  return coordinates;
}

}  // namespace

lab::Fault fault_of(FaultKind kind, Error error, const catalogue::KernelSource& source) {
  error.kind = kind;
  return lab::fault_of(error, source);
}

lab::Fault fault_of(const emulator::Fault& found, const catalogue::KernelSource& source) {
  lab::Fault fault;
  fault.kind = found.kind;
  fault.message = found.message;
  fault.remedy = remedy_for(found.kind);
  fault.file = found.file.empty() ? source.path : found.file;
  fault.line = found.line;
  fault.column = found.column;
  fault.ptx_line = found.ptx_line;
  fault.entry = found.entry;
  fault.address = found.address;
  fault.offset = found.offset;
  fault.buffer = found.buffer;
  fault.count = found.count;
  // What was never written has no thread that did not write it.
  if (found.kind != FaultKind::unwritten) {
    fault.block = found.block;
    fault.thread = found.thread;
  }
  return fault;
}

std::vector<lab::LaunchInfo> launches_of(const catalogue::LaunchPlan& plan, const compiler::Compiled& compiled) {
  std::vector<lab::LaunchInfo> launches;
  for (const catalogue::Launch& launch : plan.launches) {
    lab::LaunchInfo info;
    info.entry = launch.entry;
    info.grid = launch.grid;
    info.block = launch.block;
    const auto found = compiled.entries.find(launch.entry);
    if (launch.call == catalogue::Launch::Call::kernel && found != compiled.entries.end()) {
      const compiler::Resources& resources = found->second;
      info.registers = resources.registers;
      info.shared_bytes = resources.shared_bytes + static_cast<std::int64_t>(launch.shared_bytes);
      info.local_bytes = resources.local_bytes;
    }
    launches.push_back(std::move(info));
  }
  return launches;
}

lab::Samples samples_of(const gpu::Timing& timing) {
  lab::Samples samples;
  samples.median = timing.median;
  samples.q1 = timing.q1;
  samples.q3 = timing.q3;
  samples.samples = static_cast<std::uint32_t>(timing.samples.size());
  samples.throttled = timing.low_clock ? 0 : timing.throttled;
  samples.low_clock = timing.low_clock;
  samples.batch = timing.batch;
  samples.queue_blocked = timing.queue_blocked;
  samples.stop = *lab::value_in_table<lab::SamplingEnd>(gpu::name_of(timing.stop));
  samples.clock_mhz = timing.clock_mhz;
  return samples;
}

std::vector<float> recent_of(const gpu::Timing& timing) {
  const std::size_t count = std::min(timing.samples.size(), max_recent);
  return {timing.samples.end() - static_cast<std::ptrdiff_t>(count), timing.samples.end()};
}

lab::Verification verification_of(const gpu::Verdict& verdict, const catalogue::LaunchPlan& plan) {
  lab::Verification verification;
  verification.passed = verdict.passed;
  verification.method = verdict.method;
  verification.checked = verdict.checked;
  verification.mismatches = verdict.mismatches;
  verification.unwritten = verdict.unwritten;
  verification.guard_bytes_changed = verdict.guard_bytes_changed;
  verification.max_error = verdict.max_error;
  verification.tolerance = verdict.tolerance;
  if (verdict.first_index) {
    const catalogue::Buffer& output = plan.buffers.at(plan.check.output);
    lab::Mismatch first;
    first.index = *verdict.first_index;
    first.coordinates = coordinates_of(first.index, output.shape);
    first.expected = element_text(output.type, verdict.first_expected);
    first.got = element_text(output.type, verdict.first_got);
    first.unwritten = verdict.first_unwritten;
    verification.first = std::move(first);
    verification.wrong = verdict.wrong;
  }
  return verification;
}

std::vector<lab::Fault> faults_of(const gpu::Verdict& verdict, const catalogue::LaunchPlan& plan,
                                  const catalogue::KernelSource& source) {
  std::vector<lab::Fault> faults;
  for (const Error& error : verdict.faults) faults.push_back(lab::fault_of(error, source));
  if (verdict.mismatches == 0) return faults;

  const catalogue::Buffer& output = plan.buffers.at(plan.check.output);
  lab::Fault fault;
  fault.file = source.path;
  fault.line = plan.check.line;
  fault.buffer = output.name;
  const lab::Verification verification = verification_of(verdict, plan);
  std::string place;
  if (verification.first) {
    place = element_name(output, verification.first->coordinates);
    fault.offset = static_cast<std::int64_t>(verification.first->index * catalogue::size_of(output.type));
  }
  if (verdict.unwritten > 0) {
    lab::Fault unwritten = fault;
    unwritten.kind = FaultKind::unwritten;
    unwritten.message =
        fmt::format("{} of {} elements of {} were never written", verdict.unwritten, verdict.checked, output.name);
    // The first wrong element need not be the first unwritten one.
    if (verdict.first_unwritten) {
      unwritten.message += ", the first is " + place;
    } else {
      unwritten.offset.reset();
    }
    unwritten.remedy = "check that grid and block cover the whole output";
    faults.push_back(std::move(unwritten));
  }
  if (const std::uint64_t wrong = verdict.mismatches - std::min(verdict.mismatches, verdict.unwritten); wrong > 0) {
    fault.kind = FaultKind::mismatch;
    fault.message = fmt::format("{} of {} elements of {} are wrong", wrong, verdict.checked, output.name);
    if (verification.first && !verdict.first_unwritten) {
      fault.message += fmt::format(", the first is {}: expected {}, got {}", place, verification.first->expected,
                                   verification.first->got);
    } else {
      fault.offset.reset();
    }
    faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace warpscope::worker
