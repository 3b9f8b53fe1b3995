#include "worker/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "compiler/host/kernel_names.h"
#include "emulator/messages.h"
#include "ptx/signature.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

/// Returns an empty text when no remedy fits every fault of this kind.
Message remedy_for(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return message<"out_of_bounds.remedy">();
    case FaultKind::misaligned:
      return message<"misaligned.remedy">();
    case FaultKind::uninitialised:
      return message<"uninitialised.remedy">();
    case FaultKind::race:
      return message<"race.remedy">();
    case FaultKind::divergent_barrier:
      return message<"divergent_barrier.remedy">();
    case FaultKind::unwritten:
      return message<"unwritten.remedy">();
    case FaultKind::endless:
      return message<"endless.remedy">();
    case FaultKind::read_only:
      return message<"read_only.remedy">();
    case FaultKind::stack_overflow:
      return message<"stack_overflow.remedy">();
    case FaultKind::shuffle:
      return message<"shuffle.remedy">();
    case FaultKind::emulator:
      return message<"unsupported.remedy">();
    case FaultKind::use_after_free:
      return message<"use_after_free.remedy">();
    case FaultKind::invalid_free:
      return message<"free.remedy">();
    default:
      return {};
  }
}

}  // namespace

experiments::Fault fault_of(const emulator::Fault& found, const catalogue::KernelSource& source) {
  experiments::Fault fault;
  fault.kind = found.kind;
  fault.message = found.message;
  fault.remedy = remedy_for(found.kind);
  fault.file = found.file.empty() ? source.path : found.file;
  fault.line = found.line;
  fault.column = found.column;
  fault.ptx_line = found.ptx_line;
  fault.entry = compiler::demangled_name(found.entry);
  fault.address = found.address;
  fault.offset = found.offset;
  fault.memory = found.memory;
  fault.count = found.count;
  // An element that was never written has no thread that failed to write it.
  if (found.kind != FaultKind::unwritten) {
    fault.block = found.block;
    fault.thread = found.thread;
  }
  return fault;
}

std::vector<std::string> entries_of(const catalogue::LaunchPlan& plan) {
  std::set<std::string> entries;
  for (const catalogue::Launch& launch : plan.launches) {
    if (launch.call == catalogue::Launch::Call::kernel) entries.insert(launch.entry);
  }
  return {entries.begin(), entries.end()};
}

void lower_entries(catalogue::LaunchPlan& plan, const compiler::Compiled& compiled) {
  const auto lowered = compiler::lowered_names(entries_of(plan), compiled.lowered, compiled.ptx);
  for (catalogue::Launch& launch : plan.launches) {
    const auto found = lowered.find(launch.entry);
    if (launch.call != catalogue::Launch::Call::kernel || found == lowered.end()) continue;
    if (found->second != launch.entry) launch.name = std::exchange(launch.entry, found->second);
  }
}

std::vector<experiments::LaunchInfo> launches_of(const catalogue::LaunchPlan& plan,
                                                 const compiler::Compiled& compiled) {
  std::vector<experiments::LaunchInfo> launches;
  std::map<std::string, ptx::ClusterSize> clusters;  // of kernels that are compiled for one size
  if (compiled.ptx.find(".reqnctapercluster") != std::string::npos) {
    if (const auto signatures = ptx::read_signatures(compiled.ptx)) {
      for (const ptx::Signature& each : *signatures) {
        if (each.cluster) clusters.emplace(each.entry, *each.cluster);
      }
    }
  }
  for (const catalogue::Launch& launch : plan.launches) {
    experiments::LaunchInfo info;
    info.entry = launch.entry;
    info.name = launch.name;
    info.grid = launch.grid;
    info.block = launch.block;
    info.cluster = launch.cluster;
    if (const auto size = clusters.find(launch.entry); size != clusters.end()) {
      info.cluster = {size->second.x, size->second.y, size->second.z};
    }
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

catalogue::Samples samples_of(const gpu::Timing& timing) {
  catalogue::Samples samples = timing;
  if (samples.low_clock) samples.throttled = 0;
  return samples;
}

std::vector<float> recent_of(const gpu::Timing& timing) {
  const std::size_t count = std::min(timing.times.size(), max_recent);
  return {timing.times.end() - static_cast<std::ptrdiff_t>(count), timing.times.end()};
}

std::vector<experiments::Fault> faults_of(const catalogue::Verdict& verdict, const catalogue::LaunchPlan& plan,
                                          const catalogue::KernelSource& source) {
  std::vector<experiments::Fault> faults;
  for (const Error& error : verdict.faults) faults.push_back(experiments::fault_of(error, source));
  if (verdict.mismatches == 0) return faults;

  const catalogue::Buffer& output = plan.buffers.at(plan.check.output);
  experiments::Fault fault;
  fault.file = source.path;
  fault.line = plan.check.line;
  fault.memory.buffer = output.name;
  const auto& first = verdict.first;
  std::string place;
  if (first) {
    place = fmt::format("{}[{}]", output.name, fmt::join(first->coordinates, ", "));
    fault.offset = static_cast<std::int64_t>(first->index * catalogue::size_of(output.type));
  }
  if (verdict.unwritten > 0) {
    experiments::Fault unwritten = fault;
    unwritten.kind = FaultKind::unwritten;
    // The first wrong element is not always the first unwritten one.
    if (first && first->unwritten) {
      unwritten.message =
          message<"unwritten.elements_of_output">(verdict.unwritten, verdict.checked, output.name, place);
    } else {
      unwritten.message = message<"unwritten.some_elements">(verdict.unwritten, verdict.checked, output.name);
      unwritten.offset.reset();
    }
    unwritten.remedy = remedy_for(FaultKind::unwritten);
    faults.push_back(std::move(unwritten));
  }
  if (const std::uint64_t wrong = verdict.mismatches - std::min(verdict.mismatches, verdict.unwritten); wrong > 0) {
    fault.kind = FaultKind::mismatch;
    if (first && !first->unwritten) {
      fault.message =
          message<"mismatch.elements">(wrong, verdict.checked, output.name, place, first->expected, first->got);
    } else {
      fault.message = message<"mismatch.some_elements">(wrong, verdict.checked, output.name);
      fault.offset.reset();
    }
    faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace lanescope::worker
