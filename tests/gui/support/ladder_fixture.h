// A made-up family with made-up times, for the Ladder's and the Roofline's tests alone: nothing here was measured.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gui/support/fixture.h"

namespace lanescope::gui::test {

/// The selected setting of `state`, as another kernel of the family would have it.
struct Timed {
  std::string kernel = "transpose/naive_row";
  catalogue::Values values = {};  ///< what is not at its default
  double gb_per_s = 1000;
  std::string recorded = {};  ///< ISO date; empty: measured
  std::string device = "Made-up GPU";
  double flop_per_byte = 0;
};
/// 4800 GB/s and 66 908 GFLOP/s in theory, 4400 GB/s as a copy.
[[nodiscard]] experiments::Result timed(const State& state, const Timed& what);
void add_recorded(State& state, const Timed& what);

/// Four of five kernels and a library are recorded, at 4096 × 4096; two are in an article, of a GPU of 112 GB/s.
[[nodiscard]] State state_with_ladder();
/// The same family with 128 operations a byte, "transpose/smem_tile" selected: its wavefronts allow 80 % of FP32.
[[nodiscard]] State state_with_products();

/// Kernels, recordings and articles of this program, `recording` alone: "h200-matmul.jsonl".
[[nodiscard]] State state_with_recording(const std::string& recording);
[[nodiscard]] std::filesystem::path recording_file(const std::string& recording);

}  // namespace lanescope::gui::test
