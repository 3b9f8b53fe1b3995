#include "gui/readings/stall_words.h"

#include <algorithm>
#include <array>

namespace lanescope::gui {

namespace {

constexpr std::array table{
    StallWords{"barrier", "stall.barrier", "stall.barrier_help", StallKind::synchronization},
    StallWords{"branch_resolving", "stall.branch_resolving", "stall.branch_resolving_help", StallKind::execution},
    StallWords{"dispatch_stall", "stall.dispatch_stall", "stall.dispatch_stall_help", StallKind::execution},
    StallWords{"drain", "stall.drain", "stall.drain_help", StallKind::device_memory},
    StallWords{"gmma", "stall.gmma", "stall.gmma_help", StallKind::execution},
    StallWords{"imc_miss", "stall.imc_miss", "stall.imc_miss_help", StallKind::execution},
    StallWords{"lg_throttle", "stall.lg_throttle", "stall.lg_throttle_help", StallKind::device_memory},
    StallWords{"long_scoreboard", "stall.long_scoreboard", "stall.long_scoreboard_help", StallKind::device_memory},
    StallWords{"math_pipe_throttle", "stall.math_pipe_throttle", "stall.math_pipe_throttle_help", StallKind::execution},
    StallWords{"membar", "stall.membar", "stall.membar_help", StallKind::synchronization},
    StallWords{"mio_throttle", "stall.mio_throttle", "stall.mio_throttle_help", StallKind::on_chip_memory},
    StallWords{"misc", "stall.misc", "stall.misc_help", StallKind::execution},
    StallWords{"no_instruction", "stall.no_instruction", "stall.no_instruction_help", StallKind::execution},
    StallWords{"not_selected", "stall.not_selected", "stall.not_selected_help", StallKind::fine},
    StallWords{"selected", "stall.selected", "stall.selected_help", StallKind::fine},
    StallWords{"short_scoreboard", "stall.short_scoreboard", "stall.short_scoreboard_help", StallKind::on_chip_memory},
    StallWords{"sleeping", "stall.sleeping", "stall.sleeping_help", StallKind::synchronization},
    StallWords{"tex_throttle", "stall.tex_throttle", "stall.tex_throttle_help", StallKind::device_memory},
    StallWords{"wait", "stall.wait", "stall.wait_help", StallKind::execution},
};

}  // namespace

std::span<const StallWords> stall_words() {
  return table;
}

std::string stall_name(const Language& language, std::string_view reason) {
  const auto* found = std::ranges::find(table, reason, &StallWords::id);
  return found == table.end() ? std::string(reason) : language.say(found->name);
}

std::string stall_help(const Language& language, std::string_view reason) {
  const auto* found = std::ranges::find(table, reason, &StallWords::id);
  return found == table.end() ? std::string() : language.say(found->help);
}

}  // namespace lanescope::gui
