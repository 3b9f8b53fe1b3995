// The GPU whose times the window shows. It may be another one than that of the machine: its times are then predicted.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/result.h"
#include "model/hardware/devices.h"

namespace lanescope::gui {

struct State;

/// Returns the data sheet of the chosen GPU, else of the machine's GPU, else of the one that kernels are compiled for
/// without a GPU. It is null when there is no sheet of it.
[[nodiscard]] const model::DeviceSheet* target_sheet(const State& state);

/// Returns the name of that GPU, "H200", or what was chosen where no sheet has that name.
[[nodiscard]] std::string target_name(const State& state);

/// Returns whether times are measured: the machine is known to have a GPU, and it is the chosen one.
[[nodiscard]] bool is_measured(const State& state);

/// Returns whether the numbers of a result are those of the chosen GPU. Recordings of any GPU are shown until one is
/// chosen by its name.
[[nodiscard]] bool is_of_target(const State& state, const experiments::Result& result);

/// Whether the two names, of a device or of a data sheet, mean one model of GPU.
[[nodiscard]] bool same_model(const std::string& first, const std::string& second);

/// Returns what was recorded of a setting on the chosen GPU, with a time or a failure; null where nothing was.
[[nodiscard]] std::shared_ptr<const experiments::Result> recorded_point(const State& state, const std::string& kernel,
                                                                        const std::string& setting);

/// Returns the recording of a setting that has counters: of the chosen GPU, else, on a machine without a GPU, of one
/// that runs the same machine code; its numbers are shown beside those of the chosen GPU and never combined with them.
/// Null where nothing was counted.
[[nodiscard]] std::shared_ptr<const experiments::Result> recorded_counters(const State& state,
                                                                           const std::string& kernel,
                                                                           const std::string& setting);

/// One line of the list of GPUs.
struct TargetChoice {
  std::string target;  ///< for SetTarget; empty means the machine's GPU
  std::string title;
  bool chosen = false;
};
/// Returns the machine's GPU, where there is one, and all that have a profile.
[[nodiscard]] std::vector<TargetChoice> target_choices(const State& state);

}  // namespace lanescope::gui
