// What this machine has and lacks, as `warpscope doctor` finds it, and what the window itself knows of its worker and
// its pictures: the Doctor panel as data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "client/remote.h"

namespace warpscope::gui {

struct State;

struct DoctorCheck {
  std::string name;
  bool present = false;
  std::vector<std::string> details;  ///< what there is, or why there is nothing
  std::string remedy;                ///< one sentence; empty when nothing needs to be done
  std::string command;               ///< a shell line that does it; empty: there is none
  friend bool operator==(const DoctorCheck&, const DoctorCheck&) = default;
};

/// Whether the machine was examined, and what came of it.
struct DoctorState {
  bool asked = false;  ///< an examination was asked for in this session
  bool running = false;
  std::vector<DoctorCheck> checks;  ///< of the machine that kernels run on; empty: it was not examined
  std::string place;                ///< which machine that is
  std::string trouble;              ///< why it could not be examined; empty: it could, or was not asked
};

/// What `warpscope doctor --json` prints. Error: it is something else.
[[nodiscard]] Expected<std::vector<DoctorCheck>> read_checks(std::string_view json);

/// How that is asked for on the machine that kernels run on. `worker`: the command that starts a worker here; empty:
/// this program's own.
[[nodiscard]] Expected<std::vector<std::string>> doctor_command(const client::Remote* remote,
                                                                std::vector<std::string> worker = {});

/// What the panel lists: worker, connection and pictures as this window has them, then what was found.
[[nodiscard]] std::vector<DoctorCheck> doctor_report(const State& state);

/// The report as text, for a message to somebody who can help.
[[nodiscard]] std::string doctor_text(const State& state);

}  // namespace warpscope::gui
