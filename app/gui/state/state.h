// The window as data: what is selected, what is known, what each panel is set to. Panels draw from it and never change
// it; commands (command.h) and what the session learns (below) are the only ways in.
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
#include "gui/panels/doctor/doctor_view_model.h"
#include "gui/panels/kernels/kernels_list.h"
#include "gui/panels/knobs/knobs.h"
#include "gui/panels/ladder/ladder_state.h"
#include "gui/panels/scope/scope_state.h"
#include "gui/panels/source/source_view_model.h"
#include "gui/panels/sweep/sweep_state.h"
#include "gui/state/effects.h"
#include "gui/state/known.h"
#include "gui/state/pins.h"
#include "gui/state/ui.h"
#include "gui/views/playback/playback.h"
#include "gui/views/warps/warps_state.h"
#include "lab/experiment.h"

namespace warpscope::gui {

/// What one step of undoing restores. The values of other kernels are as they were left.
struct Setting {
  std::string kernel;
  catalogue::Values values;
  friend bool operator==(const Setting&, const Setting&) = default;
};

/// What Ctrl+Z takes back: the choice of a kernel, its knobs and sizes.
struct Undo {
  struct Step {
    Setting before, after;
    std::string subject;  ///< the action and its target: a knob on its way is one step, not ten
    double seconds = 0;   ///< of the last change that belongs to it
  };
  static constexpr std::size_t max_steps = 500;

  std::vector<Step> done;    ///< the newest last
  std::vector<Step> undone;  ///< the one to do again first stands last

  /// A change that follows one of the same subject within a second belongs to it. Whatever was undone is forgotten.
  void add(Step step);
};

/// The experiment that was chosen, and whether it shall be measured.
struct Selection {
  std::string kernel;                               ///< id; empty: none
  std::map<std::string, catalogue::Values> values;  ///< by kernel id, so that a kernel is found as it was left
  std::uint64_t seed = 1;
  std::uint64_t revision = 0;          ///< rises whenever the experiment changes: older results are stale by it
  std::uint64_t proceed_revision = 0;  ///< launched on the GPU whatever the emulator found; 0: none
  bool continuous = true;              ///< measured again and again, so that the scope scrolls
  bool cancelled = false;              ///< not measured until it changes or a run is asked for
  std::string focused_knob;            ///< turned by the arrow keys
  std::string typed_knob;              ///< whose value is being typed; empty: none

  // Derived from the kernel and its values; renewed by refresh().
  std::vector<Knob> knobs;
  std::vector<SizeField> sizes;
};

struct State {
  Selection selection;
  Known known;
  Ui ui;
  Undo undo;
  Pins pins;

  // What each panel is set to, and what it shows.
  KernelSearch kernel_search;
  SourceState source;
  ScopeState scope;
  Sweep sweep;
  LadderState ladder;
  DoctorState doctor;
  Playback playback;
  WarpsChoice warps;

  [[nodiscard]] const Language& language() const { return *ui.language; }
  /// A text in the language that was chosen: language.h says how.
  template <class... Arguments>
  [[nodiscard]] std::string say(std::string_view key, const Arguments&... arguments) const {
    return language().say(key, arguments...);
  }

  /// The selected kernel's definition, null when none is selected or its file cannot be used.
  [[nodiscard]] std::shared_ptr<const catalogue::Kernel> definition() const;
  [[nodiscard]] const catalogue::Values& current_values() const;
  /// The current text does not compile at this setting, and an earlier one is run in its place.
  [[nodiscard]] bool runs_earlier_text() const;
  /// The definition that is run: `definition`, or the last one that compiled. Null as `definition`.
  [[nodiscard]] std::shared_ptr<const catalogue::Kernel> running() const;
  /// What is wrong with the front matter of the selected kernel's file, whose last usable text stays selected. Null
  /// when nothing is.
  [[nodiscard]] const std::vector<Error>* front_matter_errors() const;
  /// A setting was changed and no result of the new one has come.
  [[nodiscard]] bool stale() const { return known.result && known.result_revision != selection.revision; }
  /// The newest result, unless it belongs to an earlier setting.
  [[nodiscard]] const lab::Result* current() const;
  /// The recording of the current kernel and setting that has a time, null when there is none.
  [[nodiscard]] const lab::Result* recorded() const;
};

/// The machine that kernels run on has a GPU, as far as is known.
[[nodiscard]] bool has_gpu(const State& state);

/// A GPU is there, and the emulator keeps it from launching what the result is about: it found a fault, or the kernel
/// promises one.
[[nodiscard]] bool waits_for_a_click(const State& state, const lab::Result& result);

/// What to ask the worker for, empty when no usable kernel is selected.
[[nodiscard]] std::optional<lab::Experiment> experiment_of(const State& state);

[[nodiscard]] Setting setting_now(const State& state);
/// The knobs and sizes that a result was made with.
[[nodiscard]] catalogue::Values setting_of(const lab::Result& result);

/// The experiment is another one from now on: numbers on screen become stale.
void change_setting(State& state, History::Change change);
/// The same kernel or another one, with these knobs and sizes.
void change_to(State& state, Setting setting, double seconds);
/// The same experiment is measured once more, also when it was stopped.
[[nodiscard]] Effects measure(Selection& selection);

/// Knobs, sizes and source from what is selected and known now.
void refresh(State& state);
/// Of these only the source, and what the animated views play.
void refresh_shown(State& state);

/// A new catalogue: keeps the selection, notices when the selected kernel's text changed, logs errors that are new.
/// `unusable`: the texts of the files that have errors.
void accept(State& state, std::shared_ptr<const catalogue::Snapshot> snapshot, double seconds, FileTexts unusable = {});

/// A result of the current setting, `seconds` after the session began. When the text does not compile, and another one
/// of this kernel did, that one is measured.
[[nodiscard]] Effects accept(State& state, std::shared_ptr<const lab::Result> result, double seconds);

void log(State& state, LogEntry::Kind kind, std::string text,
         std::chrono::system_clock::time_point time = std::chrono::system_clock::now());

}  // namespace warpscope::gui
