#include "soak/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <semaphore>
#include <string_view>

#include "base/file.h"
#include "base/text.h"
#include "experiments/sheet/sheet.h"
#include "gui/application/snapshot.h"
#include "gui/export/export_commands.h"
#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"
#include "render/image/image.h"

namespace lanescope::soak {
namespace {

using gui::State;

constexpr std::size_t commands_per_picture = 10;
constexpr int frames_to_settle = 6;
constexpr std::chrono::seconds longest_wait{120}, longest_wait_for_accesses{20};

/// Returns what is selected, open and pinned. It is the same with every compiler and on every machine.
std::string text_of(const State& state) {
  const gui::Playback& playback = state.playback;
  std::string text = fmt::format(
      "kernel {} | {} | theme {} zoom {:.2f} workspace {} stage {} | line {} view {} front {} "
      "playing {} at {:.3f} site {} lane {} bank {} | undo {} redo {} | lesson {} {}",
      state.selection.kernel, state.chosen_setting(), name_of(state.ui.theme), state.ui.zoom,
      name_of(state.ui.workspace), state.ui.stage, state.playback.focus.line, name_of(state.source.view),
      name_of(playback.front), playback.playing, playback.position,
      playback.focus.site ? int(*playback.focus.site) : -1, playback.focus.lane ? int(*playback.focus.lane) : -1,
      playback.focus.bank ? int(*playback.focus.bank) : -1, state.undo.done.size(), state.undo.undone.size(),
      state.lesson.open ? state.lesson.open->name : "-", state.lesson.step);
  text += fmt::format(" | pins {} {} | axes {} {} cells {}", state.pins.pins[0] ? state.pins.pins[0]->kernel : "-",
                      state.pins.pins[1] ? state.pins.pins[1]->kernel : "-", sweep_grid(state).names[0],
                      sweep_grid(state).names[1], sweep_grid(state).cells.size());
  return text + "\n";
}

/// Returns what is known of the experiment, but no times. It depends on the compiler.
std::string numbers_of(const State& state) {
  const experiments::Result* const result = state.current();
  if (result == nullptr) return "\n";
  std::string text(name_of(result->stage));
  for (const auto& [id, value] : experiments::sheet_of(*result).derived.by_id)
    text += fmt::format(" {}={:.6g}", id, value);
  for (const experiments::Fault& fault : result->faults) text += " ! " + fault.message.text();
  return text + "\n";
}

}  // namespace

Expected<gui::Command> command_of(const std::string& line) {
  const auto words = split(line, ' ');
  const std::string_view kind = words.front();
  const auto rest = [&](std::size_t from) { return std::string(line.substr(words[from].data() - line.data())); };
  if (line == "write") return gui::Command(gui::StartExport{true});
  if (words.size() == 1) return gui::Command(gui::Invoke(line));
  if (kind == "kernel") return gui::Command(gui::SelectKernel{rest(1)});
  if (kind == "knob" && words.size() > 2) {
    const auto number = parse_number<std::int64_t>(rest(2));
    return gui::Command(
        gui::SetKnob{std::string(words[1]), number ? catalogue::Value(*number) : catalogue::Value(rest(2))});
  }
  const auto number = parse_number<std::int64_t>(words.back());
  if (!number || *number < 0) return failure("a command without a number", line);
  if (kind == "size") return gui::Command(gui::SetSize{std::string(words[1]), *number});
  const auto count = static_cast<std::uint32_t>(*number);
  if (kind == "record") return gui::Command(gui::ChooseRecord{count});
  if (kind == "warp") return gui::Command(gui::ChooseWarp{count});
  if (kind == "lane") return gui::Command(gui::ChooseLane{count});
  if (kind == "bank") return gui::Command(gui::ChooseBank{count});
  if (kind == "line") return gui::Command(gui::SelectLine{static_cast<int>(count)});
  if (kind == "advance") return gui::Command(gui::AdvancePlayback{std::chrono::microseconds(*number)});
  return failure("an unknown command", line);
}

Status replay(const std::filesystem::path& file, const std::filesystem::path& folder) {
  TRY(const std::string text, read_file(file));
  TRY(const std::filesystem::path data, data_folder());
  std::filesystem::create_directories(folder);
  gui::OffscreenWindowOptions window_options;
  window_options.interface.shaders = data / "shaders";
  TRY(const auto window, gui::OffscreenWindow::open(window_options));

  std::counting_semaphore<> wakes(0);
  gui::SessionOptions options = gui::session_options_of(data, window->context().info());
  options.continuous = false;
  options.deterministic = true;
  options.hide_private_words = true;
  options.worker.wake = [&wakes] { wakes.release(); };
  gui::Session session(std::move(options));
  const auto draw = [&] {
    window->interface().carry_out(session.take_window_effects());
    for (const gui::Command& command : window->draw(session.state())) session.perform(command);
    for (const gui::AttachmentReceipt& receipt : window->interface().receipts())
      session.acknowledge_attachment(receipt);
  };
  // Returns whether what follows from the commands so far has come: the result, and the accesses where views play them.
  const auto wait = [&] {
    const auto begin = std::chrono::steady_clock::now();
    while (true) {
      session.update();
      const State& state = session.state();
      const auto waited = std::chrono::steady_clock::now() - begin;
      const bool ended = has_ended(state) || state.selection.cancelled || state.selection.kernel.empty();
      if (ended && (!gui::needs_trace(state) || waited > longest_wait_for_accesses)) return true;
      if (waited > longest_wait) return false;
      static_cast<void>(wakes.try_acquire_for(std::min(session.idle_time(), std::chrono::milliseconds(50))));
    }
  };
  static_cast<void>(wait());
  for (int frame = 0; frame < frames_to_settle; ++frame) draw();
  std::string states, numbers;
  std::size_t number = 0;
  for (const std::string_view line : split(trim(text), '\n')) {
    TRY(const gui::Command command, command_of(std::string(line)));
    session.perform(command);
    draw();
    if (!wait()) numbers += "(the result is still missing)\n";
    draw();
    states += fmt::format("{} {}: {}", ++number, line, text_of(session.state()));
    numbers += fmt::format("{} {}", number, numbers_of(session.state()));
    if (number % commands_per_picture != 0) continue;
    for (int frame = 0; frame < frames_to_settle; ++frame) draw();
    TRY_STATUS(render::write_png(window->image(), folder / fmt::format("{}.png", number)));
  }
  TRY_STATUS(write_file(folder / "numbers.txt", numbers));
  return write_file(folder / "states.txt", states);
}

}  // namespace lanescope::soak
