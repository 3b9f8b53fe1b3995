// The window as data: what is selected, what is known, and how each panel is set. Panels draw from it and never change
// it. Only commands (command.h) and accept() and log() below do.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/kernel.h"
#include "experiments/experiment.h"
#include "gui/store/doctor_state.h"
#include "gui/store/effects.h"
#include "gui/store/kernels_list.h"
#include "gui/store/knobs/knobs.h"
#include "gui/store/known.h"
#include "gui/store/ladder_state.h"
#include "gui/store/lesson/lesson_state.h"
#include "gui/store/memo.h"
#include "gui/store/scope_state.h"
#include "gui/store/source/source_state.h"
#include "gui/store/sweep/sweep_state.h"
#include "gui/store/ui.h"
#include "gui/store/undo.h"

namespace lanescope::gui {

/// The experiment that was chosen, and whether it shall be measured.
struct Selection {
  std::string kernel;                               ///< its id; empty means none
  std::map<std::string, catalogue::Values> values;  ///< by kernel id, so that a kernel is found as it was left
  std::uint64_t seed = 1;
  std::string target;  ///< name of the GPU whose times are shown, or as in experiments::Experiment; empty means the
                       ///< machine's, else the H200
  std::uint64_t revision = 0;  ///< rises whenever the experiment changes; results of an earlier one are stale
  std::uint64_t launch_anyway_revision = 0;  ///< launched on the GPU despite the emulator; 0 means none
  bool continuous = true;                    ///< whether it is measured again and again, so that the scope scrolls
  double requested_at = 0;   ///< when it was chosen or its run asked for, in seconds since the session began
  bool cancelled = false;    ///< whether measuring waits until the experiment changes or a run is asked for
  std::string focused_knob;  ///< the one that the arrow keys turn
  std::string typed_knob;    ///< the one, or the size, whose value is being typed; empty means none
};

struct State {
  Selection selection;
  Known known;
  Ui ui;
  Undo undo;
  Pins pins;

  // These hold how each panel is set, and what it shows.
  KernelSearch kernel_search;
  SourceState source;
  PagesState pages;
  ScopeState scope;
  Sweep sweep;
  LadderState ladder;
  DoctorState doctor;
  Playback playback;
  WarpsChoice warps;
  TreeChoice tree;
  TilesChoice tiles;
  GridChoice grid;
  OpenFileState open_file;
  ExportState exporting;
  LessonState lesson;
  std::vector<State> halves;  ///< of the split stage, left and right, where they show a pin (stage_halves.h)
  Memo memo;                  ///< what follows from all that

  [[nodiscard]] const Language& language() const { return *ui.language; }
  /// Returns a text in the chosen language; language.h explains how.
  template <class... Arguments>
  [[nodiscard]] std::string say(std::string_view key, const Arguments&... arguments) const {
    return language().say(key, arguments...);
  }

  /// Returns the selected kernel's definition, or null when none is selected or its file cannot be used.
  [[nodiscard]] std::shared_ptr<const catalogue::Kernel> definition() const;
  [[nodiscard]] const catalogue::Values& current_values() const;
  /// Returns the knobs of the selected kernel at their values; none when no usable kernel is selected.
  [[nodiscard]] const std::vector<Knob>& knobs() const;
  [[nodiscard]] const std::vector<SizeField>& sizes() const;
  /// Returns whether the current text does not compile at this setting and an earlier one runs in its place.
  [[nodiscard]] bool runs_earlier_text() const;
  /// Returns the definition that runs: definition(), or the last one that compiled. It is null if definition() is null.
  [[nodiscard]] std::shared_ptr<const catalogue::Kernel> running() const;
  /// Returns what is wrong with the front matter of the selected kernel's file, whose last usable text stays selected.
  /// It is null when nothing is wrong.
  [[nodiscard]] const std::vector<Error>* front_matter_errors() const;
  /// Returns whether a setting was changed and no result of the new one has come.
  [[nodiscard]] bool stale() const { return known.result && known.result_revision != selection.revision; }
  /// Returns the newest result, or null when it belongs to an earlier setting.
  [[nodiscard]] const experiments::Result* current() const;
  /// Returns the recording of the current kernel and setting that has a time, or null when there is none.
  [[nodiscard]] const experiments::Result* recorded() const;
  /// Returns the chosen knobs and sizes in the form of experiments::setting_text().
  [[nodiscard]] std::string chosen_setting() const;
};

/// Returns whether all of the current setting has come, and the worker rests. The worker may be known to rest while
/// attachments of the result are not here yet: its state is asked for after the result was taken.
[[nodiscard]] bool has_ended(const State& state);

/// Returns whether the machine that kernels run on is known to have a GPU.
[[nodiscard]] bool has_gpu(const State& state);

/// Returns whether there is a GPU and the emulator keeps it from launching the result's kernel, because it found a
/// fault or the kernel promises one.
[[nodiscard]] bool needs_launch_confirmation(const State& state, const experiments::Result& result);

/// Returns what to ask the worker for, or nothing when no usable kernel is selected.
[[nodiscard]] std::optional<experiments::Experiment> experiment_of(const State& state);

[[nodiscard]] Setting setting_now(const State& state);
/// Returns the knobs and sizes that a result was made with.
[[nodiscard]] catalogue::Values setting_of(const experiments::Result& result);

/// Starts another experiment, so that the numbers on screen become stale.
void change_setting(State& state, History::Change change);
/// Changes to that kernel with these knobs and sizes.
void change_to(State& state, Setting setting, double seconds);
/// Changes what the user sets once for all. Another limit of memory needs another worker.
[[nodiscard]] Effects set_preferences(State& state, Preferences preferences);
/// Lets the same experiment be measured once more, also when it was stopped.
[[nodiscard]] Effects measure(Selection& selection);

/// Lets all that remembers something follow what is selected and known now: the text with its selected line, the
/// results and numbers that panels show, playback, the open lesson, the pins and the halves of the stage. It costs
/// nothing when nothing changed, and is called after every command and everything that is accepted. What only follows
/// from the state is in its Memo.
void settle(State& state);

/// Takes a new catalogue. It keeps the selection, notices a changed text of the selected kernel, and logs new errors.
/// `unusable` holds the texts of the files that have errors.
void accept(State& state, std::shared_ptr<const catalogue::Snapshot> snapshot, double seconds, FileTexts unusable = {});

/// Takes a result of the current setting, `seconds` after the session began. When the text does not compile but another
/// one of this kernel did, that one is measured.
[[nodiscard]] Effects accept(State& state, std::shared_ptr<const experiments::Result> result, double seconds);

void log(State& state, LogEntry::Kind kind, std::string text,
         std::chrono::system_clock::time_point time = std::chrono::system_clock::now());

}  // namespace lanescope::gui
