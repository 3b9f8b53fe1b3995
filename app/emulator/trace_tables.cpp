#include "emulator/emulator.h"

#include <utility>

#include "emulator/decode/program.h"
#include "emulator/further_instructions/memory/device_heap.h"
#include "emulator/memory/plan_memory.h"

namespace lanescope::emulator {
namespace {

trace::Trace::Buffer buffer_of(std::string name, std::uint64_t bytes) {
  return {std::move(name), bytes, trace::granule_of(bytes)};
}

}  // namespace

Expected<TraceTables> trace_tables(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                   const std::string& source_root) {
  TraceTables tables;
  Program program;
  std::map<std::string, std::uint64_t> variables;
  for (const catalogue::Buffer& buffer : plan.buffers) tables.buffers.push_back(buffer_of(buffer.name, buffer.bytes()));
  for_each_static_variable(module, [&](const std::string& key, const ptx::Variable& variable) {
    if (variable.bytes() == 0) return;
    // A variable in which a buffer of the plan lies is listed as that buffer.
    if (plan.buffer_symbol(key) == nullptr) tables.buffers.push_back(buffer_of(variable.name, variable.bytes()));
    variables[key] = global_window;  // only the name matters here
  });
  for (const catalogue::Launch& launch : plan.launches) {
    tables.shared_bytes.push_back(launch.shared_bytes);
    if (launch.call != catalogue::Launch::Call::kernel) continue;
    TRY(const std::uint32_t code, decode(module, launch.entry, variables, source_root, program));
    tables.shared_bytes.back() += program.codes[code]->shared_bytes;
  }
  if (plan.is_cooperative()) tables.buffers.push_back(buffer_of("the grid barrier", grid_barrier_bytes));
  if (uses_device_heap(module)) tables.buffers.push_back(buffer_of("the device heap", DeviceHeap::heap_bytes));
  for (const auto& code : program.codes) {
    for (std::size_t index = 0; index < code->ops.size(); ++index) {
      if (code->ops[index].kind != OpKind::barrier) continue;
      tables.barrier_lines[code->locations[index].ptx_line] = code->locations[index].line;
    }
  }
  tables.sites = std::move(program.sites);
  tables.shared_variables = std::move(program.shared);
  return tables;
}

}  // namespace lanescope::emulator
