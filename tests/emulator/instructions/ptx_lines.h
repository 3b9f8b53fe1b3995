// Single lines of PTX on four registers of each thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/programs_fixture.h"

namespace lanescope::emulator {

using Words = std::vector<std::uint32_t>;

/// A kernel that loads four words a thread into %r1 to %r4, and after each line stores %r5 of each thread.
inline std::string ptx_of_lines(const std::vector<std::string>& lines, std::size_t threads) {
  std::string text = R"(.version 8.8
.target sm_90
.address_size 64
.visible .entry lines(.param .u64 out, .param .u64 in) {
  .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<5>; .reg .b16 %h<20>; .reg .f32 %f<20>; .reg .f64 %d<20>;
  .reg .b128 %q<5>; .shared .align 16 .b8 tile[4096];
  ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in];
  cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2;
  mov.u32 %r6, %tid.x; mul.wide.u32 %rd5, %r6, 16; add.u64 %rd4, %rd4, %rd5;
  ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd4];
  mul.wide.u32 %rd5, %r6, 4; add.u64 %rd3, %rd3, %rd5;
)";
  for (std::size_t index = 0; index < lines.size(); ++index) {
    text += fmt::format("  {}\n  st.global.u32 [%rd3+{}], %r5;\n", lines[index], index * threads * 4);
  }
  return text + "  ret;\n}\n";
}

/// The plan that launches it in one block.
inline catalogue::LaunchPlan plan_of_lines(std::size_t lines, std::size_t threads) {
  catalogue::LaunchPlan plan;
  plan.kernel = "lines";
  const auto number = [](std::size_t value) { return static_cast<std::int64_t>(value); };
  using enum catalogue::ElementType;
  plan.buffers = {{"out", catalogue::Role::out, u32, {number(lines), number(threads)}, catalogue::Fill::poison},
                  {"in", catalogue::Role::in, u32, {number(threads), 4}, catalogue::Fill::zero}};
  catalogue::Launch launch;
  launch.entry = "lines";
  launch.block = {static_cast<std::uint32_t>(threads), 1, 1};
  launch.arguments = {{catalogue::Argument::Kind::buffer, "out", 0}, {catalogue::Argument::Kind::buffer, "in", 1}};
  plan.launches = {launch};
  return plan;
}

inline Expected<Outcome> try_lines(const std::vector<std::string>& lines, const Words& in, std::uint64_t seed = 0) {
  const std::size_t threads = in.size() / 4;
  TRY(const ptx::Module module, ptx::parse(ptx_of_lines(lines, threads)));
  Options options;
  options.threads = 1;
  options.step_budget = 10'000'000;
  options.schedule_seed = seed;
  const auto* const bytes = reinterpret_cast<const std::byte*>(in.data());
  options.inputs["in"] = {bytes, bytes + 4 * in.size()};
  return run(module, plan_of_lines(lines.size(), threads), options);
}

/// The results of all threads for the first line, then those for the second ...
inline Words run_lines(const std::vector<std::string>& lines, const Words& in, std::uint64_t seed = 0) {
  const auto outcome = try_lines(lines, in, seed);
  if (!outcome) throw MachineError(outcome.error());
  for (const Fault& fault : outcome->faults) ADD_FAILURE() << "PTX line " << fault.ptx_line << ": " << fault.message;
  return values_of<std::uint32_t>(outcome->buffers.at(0));
}

}  // namespace lanescope::emulator
