// The Doctor panel as data, which is what this machine has and lacks as `lanescope doctor` finds it, and what the
// window itself knows of its worker and its pictures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "client/remote.h"
#include "gui/store/doctor_state.h"

namespace lanescope::gui {

struct State;

/// Reads the output of `lanescope doctor --json`. It fails when the text is something else.
[[nodiscard]] Expected<std::vector<DoctorCheck>> read_checks(std::string_view json);

/// Returns the command that examines the machine that kernels run on. `worker` is the command that starts a worker
/// here; empty means this program's own.
[[nodiscard]] Expected<std::vector<std::string>> doctor_command(const client::Remote* remote,
                                                                std::vector<std::string> worker = {});

/// Returns the entries of the panel, which are worker, connection and pictures of this window, and then the findings.
[[nodiscard]] std::vector<DoctorCheck> doctor_report(const State& state);

/// Returns the report as text, for a message to somebody who can help.
[[nodiscard]] std::string doctor_text(const State& state);

}  // namespace lanescope::gui
