// A made-up machine and made-up numbers, for the window's tests alone: nothing here was measured.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/result.h"
#include "gui/store/actions.h"
#include "gui/store/state.h"
#include "recordings/recording.h"

namespace lanescope::gui::test {

/// Reads a kernel text as the catalogue does; fails the test when it does not read.
[[nodiscard]] std::shared_ptr<const catalogue::Kernel> kernel(const std::string& id, const std::string& text);

/// Two knobs with a requirement between them (block_x * block_y <= 1024), a named one, two sizes.
[[nodiscard]] std::string kernel_text(const std::string& title);

/// The same text as a museum kernel that promises an access out of bounds.
[[nodiscard]] std::string museum_text(const std::string& title);

/// Five kernels of one family, "transpose/naive_row" selected at its defaults, a worker that is ready. Nothing plays.
[[nodiscard]] State state_with_kernels();

/// As its knob shows it; fails the test when there is no such knob.
[[nodiscard]] std::string knob_value(const State& state, const std::string& name);

[[nodiscard]] experiments::Machine machine();

/// A result of what the state has selected, that far along.
[[nodiscard]] experiments::Result compiled(const State& state);
[[nodiscard]] experiments::Result sampled(const State& state);  ///< 2871 GB/s, not verified
[[nodiscard]] experiments::Result refined(const State& state);  ///< the same, verified
/// The same, `factor` times as slow, with 57 times one by one.
[[nodiscard]] experiments::Result slowed(const State& state, double factor);
[[nodiscard]] experiments::Result wrong(const State& state);  ///< the same, with 12 wrong elements
[[nodiscard]] experiments::Result without_gpu(const State& state);
/// The emulator's answer: counts of 3 of 16384 blocks, verified, no time. Stores cost eight times their ideal.
[[nodiscard]] experiments::Result emulated(const State& state);
/// The same with a predicted time of the H200: 53.5 µs, that is 2508 GB/s, between 48 and 60 µs.
[[nodiscard]] experiments::Result predicted(const State& state);
[[nodiscard]] model::Metrics metrics();
/// An access out of bounds as the emulator reports it: kernel, block, thread, buffer and offset.
[[nodiscard]] experiments::Fault out_of_bounds(const State& state);
/// Held before the launch by that fault.
[[nodiscard]] experiments::Result blocked_launch(const State& state);
/// A museum kernel that showed that fault, as it promises.
[[nodiscard]] experiments::Result with_expected_fault(const State& state);
[[nodiscard]] experiments::Result with_compile_error(const State& state);

/// A gradient as the picture of the output, sent as bytes.
[[nodiscard]] experiments::Preview gradient(std::uint32_t width, std::uint32_t height);

/// What stands in the file of a recording that was made of this result.
[[nodiscard]] recordings::Recording recording_of(experiments::Result result);

/// The selected kernel's file was saved with this text.
void edit(State& state, const std::string& text, double seconds);

Effects accept(State& state, experiments::Result result, double seconds);

/// Those of one kind, in their order.
template <class Kind>
[[nodiscard]] std::vector<Kind> effects_of(const Effects& effects) {
  std::vector<Kind> found;
  for (const Effect& effect : effects) {
    if (const auto* one = std::get_if<Kind>(&effect)) found.push_back(*one);
  }
  return found;
}
template <class Kind>
[[nodiscard]] std::size_t count_of(const Effects& effects) {
  return effects_of<Kind>(effects).size();
}

/// Half a minute of a lecture: three settings, measured twice a second.
void fill_history(State& state);
/// Six seconds more of it at the present setting, from the 33rd on: 3300 GB/s and a little more.
void add_measurements(State& state);

/// A GPU, and counters that only the administrator may read.
[[nodiscard]] std::vector<DoctorCheck> doctor_checks();

}  // namespace lanescope::gui::test
