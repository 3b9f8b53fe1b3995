// The window as data: what is selected, what is known, what was asked for. Panels draw from it and never change it;
// actions (actions.h) and what the session learns (below) are the only ways in.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.h"
#include "client/client.h"
#include "gui/export/export_state.h"
#include "gui/panels/doctor/doctor_view_model.h"
#include "gui/panels/kernels/editor.h"
#include "gui/panels/kernels/kernels_list.h"
#include "gui/panels/knobs/knobs.h"
#include "gui/panels/ladder/ladder_state.h"
#include "gui/panels/scope/scope_state.h"
#include "gui/panels/source/source_state.h"
#include "gui/panels/source/source_view_model.h"
#include "gui/panels/sweep/sweep_state.h"
#include "gui/plots/article_points.h"
#include "gui/state/history.h"
#include "gui/state/language.h"
#include "gui/state/layouts.h"
#include "gui/state/pins.h"
#include "gui/state/theme_name.h"
#include "gui/state/undo.h"
#include "gui/views/playback/playback.h"
#include "gui/views/warps/warps_state.h"
#include "lab/experiment.h"
#include "lab/result.h"

namespace warpscope::gui {

struct LogEntry {
  enum class Kind { information, warning, error, output };  ///< output: what the worker or its kernels printed
  Kind kind = Kind::information;
  std::chrono::system_clock::time_point time;
  std::string text;
};

/// By path.
using FileTexts = std::map<std::string, std::string>;

/// A text that does not compile, at one setting, while an earlier text of the same kernel does.
struct BrokenText {
  std::uint64_t revision = 0;                 ///< of the experiment; 0: none
  std::shared_ptr<const lab::Result> result;  ///< what the compiler said
  bool given_up = false;                      ///< the earlier text does not run at this setting either
};

/// Where the worker is, and what became of the way there.
struct Connection {
  std::optional<client::Remote> remote;    ///< empty: this machine
  std::optional<client::Trouble> trouble;  ///< why there is no connection; empty: there is one, or the first is made
  int seconds_left = -1;                   ///< until it is tried again; -1: it is not
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

/// What kernel files, recordings and the worker have said.
struct Known {
  std::shared_ptr<const catalogue::Snapshot> catalogue;
  FileTexts unusable;                           ///< of files whose front matter is wrong, as they are now
  std::shared_ptr<const lab::Result> result;    ///< the newest of all
  std::uint64_t result_revision = 0;            ///< the revision of the experiment that it belongs to
  std::shared_ptr<const lab::Result> measured;  ///< the newest of this kernel that holds a time
  std::uint64_t measured_revision = 0;
  std::shared_ptr<const lab::Result> counted;  ///< the newest of this kernel that holds metrics
  std::uint64_t counted_revision = 0;
  std::map<std::string, std::shared_ptr<const catalogue::Kernel>> compiled;  ///< by id: the newest text that compiled
  BrokenText broken;
  std::uint64_t verified_revision = 0;  ///< the last one whose output was found right
  lab::ResultIndex recordings;
  std::optional<lab::Machine> machine;
  client::State worker = client::State::starting;
  bool connected = false;  ///< a worker belongs to this window
  Connection connection;
  std::string preview_path;  ///< how the picture came to OpenGL, in words; empty: no picture yet
  std::string heat_path;     ///< the same of the accesses of the whole grid
  History history;
  std::deque<LogEntry> log;
  std::shared_ptr<const std::vector<ArticlePoint>> articles;  ///< null: not read
};

/// How the window looks, and which of its small windows are open.
struct Ui {
  std::shared_ptr<const Language> language = english();
  ThemeName theme = ThemeName::dark;
  Layouts layouts;
  float zoom = 1;
  bool wide = false;  ///< Source, Occupancy and Sweep have the room of the Readout, which goes below them
  bool show_help = false;
  bool show_palette = false;
  bool show_connect = false;
  std::vector<client::Remote> remotes;  ///< that were asked for in this session, the newest first
  std::string editor;                   ///< command that opens a kernel's file; empty: as the environment says
  bool quit = false;
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
  Exports exports;

  // What is wanted of the session.
  EditorWish editor;
  std::uint64_t runs_wanted = 0;                ///< rises when the same experiment shall run again
  std::optional<client::Remote> remote_wanted;  ///< where kernels shall run; empty: on this machine
  std::uint64_t connects_wanted = 0;            ///< rises when they shall run elsewhere than now
  std::uint64_t reconnects_wanted = 0;          ///< rises when a lost connection shall be tried at once
  std::uint64_t layout_resets = 0;

  /// A text in the language that was chosen: language.h says how.
  template <class... Arguments>
  [[nodiscard]] std::string say(std::string_view key, const Arguments&... arguments) const {
    return ui.language->say(key, arguments...);
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

/// The knobs and sizes that a result was made with.
[[nodiscard]] catalogue::Values setting_of(const lab::Result& result);

/// The experiment is another one from now on: numbers on screen become stale.
void change_setting(State& state, History::Change change);

/// Knobs, sizes and source from what is selected and known now.
void refresh(State& state);

/// A new catalogue: keeps the selection, notices when the selected kernel's text changed, logs errors that are new.
/// `unusable`: the texts of the files that have errors.
void accept(State& state, std::shared_ptr<const catalogue::Snapshot> snapshot, double seconds, FileTexts unusable = {});

/// A result of the current setting, `seconds` after the session began. When the text does not compile, and another one
/// of this kernel did, another run is wanted, of that one.
void accept(State& state, std::shared_ptr<const lab::Result> result, double seconds);

void log(State& state, LogEntry::Kind kind, std::string text,
         std::chrono::system_clock::time_point time = std::chrono::system_clock::now());

}  // namespace warpscope::gui
