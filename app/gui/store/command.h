// The commands that the window takes. The apply() of each command carries it out, and is defined in the file of actions
// of the panel that it belongs to.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "client/remote.h"
#include "gui/store/effects.h"
#include "gui/store/lesson/lesson_state.h"
#include "gui/store/pages/pages_state.h"
#include "gui/store/sweep/sweep_state.h"

namespace lanescope::gui {

struct State;

/// The effects of a command that was carried out. It is an error when that is impossible; the state is then unchanged.
using Outcome = Expected<Effects>;

/// Every command has this member. `seconds` is the time since the session began, which the scope and undo steps need.
#define LANESCOPE_APPLIES [[nodiscard]] Outcome apply(State& state, double seconds) const

/// Invokes an action of the table by its name. It fails when no action has that name, or when it is not possible now.
struct Invoke {
  Invoke(std::string_view name) : action(name) {}  // NOLINT(google-explicit-constructor): a command is written "run"
  Invoke(const char* name) : action(name) {}       // NOLINT(google-explicit-constructor)
  std::string action;
  LANESCOPE_APPLIES;
};

// Kernels.

struct SelectKernel {
  std::string kernel;  ///< its id
  LANESCOPE_APPLIES;
};
/// Lists the kernels that hold the text.
struct SearchKernels {
  std::string text;
  LANESCOPE_APPLIES;
};
/// Marks the kernel below or above the marked one in the list of found kernels.
struct MarkNeighbour {
  int direction = 1;  ///< 1 means below, -1 above
  LANESCOPE_APPLIES;
};
/// Selects the marked kernel of the list of found kernels.
struct SelectMarkedKernel {
  LANESCOPE_APPLIES;
};
/// Hides the kernels of a family, or shows them again.
struct ToggleFamily {
  std::string family;
  LANESCOPE_APPLIES;
};
struct OpenFile {
  std::string file;
  int line = 0;  ///< 0 means no line
  LANESCOPE_APPLIES;
};

// Knobs and sizes.

struct SetKnob {
  std::string name;
  catalogue::Value value;
  LANESCOPE_APPLIES;
};
struct SetSize {
  std::string name;
  std::int64_t value = 0;
  LANESCOPE_APPLIES;
};
/// Makes the arrow keys turn this knob.
struct FocusKnob {
  std::string name;
  LANESCOPE_APPLIES;
};
/// Sets a knob or a size to its default.
struct ResetKnob {
  std::string name;
  LANESCOPE_APPLIES;
};
/// Lets the user type the value of the knob.
struct TypeKnob {
  std::string name;
  LANESCOPE_APPLIES;
};
struct StopTyping {
  LANESCOPE_APPLIES;
};

// Sweep and ladder.

enum class SweepAxis { first, second };
struct SetSweepAxis {
  SweepAxis axis = SweepAxis::first;
  std::string name;  ///< name of a knob or a size; the second axis may have none
  LANESCOPE_APPLIES;
};
struct SetSweepValues {
  SweepAxis axis = SweepAxis::first;
  std::string values;  ///< as the user typed them; empty means those that suit the axis
  LANESCOPE_APPLIES;
};
struct SetSweepQuantity {
  counters::QuantityId quantity = "rate.memory";
  LANESCOPE_APPLIES;
};
/// Turns the knobs to a point of the sweep.
struct GoToPoint {
  std::size_t index = 0;  ///< index into SweepGrid::cells
  LANESCOPE_APPLIES;
};
/// Selects a kernel with a setting that was measured.
struct GoToRung {
  std::string kernel;   ///< its id
  std::string setting;  ///< "block_x=64 nx=1024"
  LANESCOPE_APPLIES;
};

// Scope and warps, with the part of the time that is visible.

struct ViewScope {
  double first = 0, last = 0;  ///< seconds since the session began
  LANESCOPE_APPLIES;
};
struct ViewWarps {
  double from = 0, to = 1;  ///< fractions of the length of the trace
  LANESCOPE_APPLIES;
};

struct ViewGrid {
  double from = 0, to = 1;     ///< fractions of the time
  double first = 0, last = 1;  ///< fractions of the multiprocessors
  LANESCOPE_APPLIES;
};
/// Selects a block in the Grid view, which the other views then record; the same one again deselects it.
struct ChooseBlock {
  std::size_t launch = 0;   ///< index into GridTimes::launches
  std::uint64_t block = 0;  ///< linear in its grid
  LANESCOPE_APPLIES;
};

// Source and occupancy.

struct SelectLine {
  int line = 0;  ///< 0 means none
  LANESCOPE_APPLIES;
};
/// Chooses the launch whose occupancy is shown.
struct ChooseLaunch {
  std::size_t launch = 0;
  LANESCOPE_APPLIES;
};

// Pages of Nsight Compute.

/// Reports whether the panel of the page is visible. The page is counted while it is.
struct SetPageVisible {
  CounterPage page = CounterPage::summary;
  bool visible = true;
  LANESCOPE_APPLIES;
};
/// Shows the lines that cause the traffic in the Source panel, with the most costly one selected.
struct ShowTraffic {
  Traffic traffic = Traffic::global_load;
  LANESCOPE_APPLIES;
};
/// Goes to what shows a finding of the Summary.
struct FollowFinding {
  std::size_t index = 0;  ///< 0 means what limits the kernel; 1 and more are the causes in their order
  FindingTarget target = FindingTarget::page;
  LANESCOPE_APPLIES;
};

// Animated views.

/// Reports whether the panel of the view is visible. Accesses are recorded while it is.
struct SetViewVisible {
  AnimatedView view = AnimatedView::banks;
  bool visible = true;
  LANESCOPE_APPLIES;
};
/// Makes the transport keys control this view.
struct ChooseView {
  AnimatedView view = AnimatedView::banks;
  LANESCOPE_APPLIES;
};
/// Moves the playback on.
struct AdvancePlayback {
  std::chrono::microseconds time{};
  LANESCOPE_APPLIES;
};
/// Moves the playback to a position.
struct ScrubTo {
  double steps = 0;
  LANESCOPE_APPLIES;
};
/// Moves the playback to an access.
struct ChooseRecord {
  std::size_t record = 0;  ///< index into Trace::headers
  LANESCOPE_APPLIES;
};
/// Plays the accesses of one instruction alone.
struct ChooseSite {
  std::optional<std::uint32_t> site;  ///< index into Trace::sites; empty means all
  LANESCOPE_APPLIES;
};
/// Plays the accesses of one warp alone.
struct ChooseWarp {
  std::optional<std::size_t> index;  ///< index into AccessSequence::warps; empty means all
  LANESCOPE_APPLIES;
};
// These mark something in every view. The mark goes away when the same thing is marked again.
struct ChooseLane {
  std::optional<std::uint32_t> lane;  ///< 0 to 31; empty means none
  LANESCOPE_APPLIES;
};
struct ChooseBank {
  std::optional<std::uint32_t> bank;  ///< 0 to 31; empty means none
  LANESCOPE_APPLIES;
};
struct ChooseByte {
  std::optional<std::uint64_t> offset;  ///< in bytes; empty means none
  std::string buffer;                   ///< empty means shared memory
  LANESCOPE_APPLIES;
};

/// Sets which part a view shows, and from where; a step of a lesson stores it.
struct PlaceCamera {
  AnimatedView view = AnimatedView::matrices;
  lab::ViewCamera camera;
  LANESCOPE_APPLIES;
};

// Lessons.

/// Opens a lesson at its first step.
struct StartLesson {
  std::string name;
  LANESCOPE_APPLIES;
};
/// Applies a step of the open lesson to the window.
struct GoToStep {
  std::size_t step = 0;  ///< from 0
  LANESCOPE_APPLIES;
};
/// Marks an option of the question, or takes the mark and those after it back.
struct MarkOption {
  std::size_t option = 0;
  LANESCOPE_APPLIES;
};
/// Gives the learner's prediction, and shows the answer.
struct Predict {
  Prediction prediction;
  LANESCOPE_APPLIES;
};

// The window.

/// Reports which panel is on the stage. The interface sends it when that changes.
struct SetStagePanel {
  std::string panel;
  LANESCOPE_APPLIES;
};
/// Does what the Escape key is for: it closes what is open, else leaves the lecture, else stops what has run for a
/// second.
struct PressEscape {
  LANESCOPE_APPLIES;
};
/// Asks for a picture and closes the dialog.
struct SavePicture {
  ExportPicture picture;
  std::string folder = {};  ///< empty means that of the last export
  LANESCOPE_APPLIES;
};
/// Shows times of that GPU.
struct SetTarget {
  std::string target;  ///< the name of its data sheet; empty means the machine's GPU
  LANESCOPE_APPLIES;
};
struct ConnectTo {
  client::Remote remote;
  LANESCOPE_APPLIES;
};
/// Stores the present arrangement of the panels under a name.
struct KeepLayout {
  std::string name;
  LANESCOPE_APPLIES;
};
/// The interface sends this command in answer to StoreLayout.
struct AddLayout {
  std::string name;
  std::string arrangement;  ///< as Dear ImGui writes it
  LANESCOPE_APPLIES;
};
struct ChooseLayout {
  std::string name;
  LANESCOPE_APPLIES;
};
struct ForgetLayout {
  std::string name;
  LANESCOPE_APPLIES;
};

// Notices.

/// Puts the text on the clipboard, and says so.
struct Copy {
  std::string text;
  LANESCOPE_APPLIES;
};
/// Shows the folder of a file on the desktop.
struct ShowFolder {
  std::string file;
  LANESCOPE_APPLIES;
};
struct CloseNotice {
  std::size_t index = 0;  ///< index into Ui::notices
  LANESCOPE_APPLIES;
};
/// Keeps the notices for some seconds more, because the mouse is over them.
struct HoldNotices {
  LANESCOPE_APPLIES;
};

// Opening files.

/// Shows a folder, or opens a file: it is selected, or gets the form when it does not say how it is launched.
struct OpenPath {
  std::string path;
  LANESCOPE_APPLIES;
};
/// Chooses the kernel of the file whose launch the form is about.
struct ChooseEntry {
  std::size_t index = 0;
  LANESCOPE_APPLIES;
};
enum class LaunchField { argument, template_arguments, grid, block };
struct SetLaunchText {
  LaunchField field = LaunchField::argument;
  std::string name;  ///< of the parameter
  std::string text;  ///< empty means that it is proposed
  LANESCOPE_APPLIES;
};
struct SetLaunchRole {
  std::string name;  ///< of the parameter
  catalogue::Role role = catalogue::Role::in;
  LANESCOPE_APPLIES;
};
struct SetFrontMatterDestination {
  FrontMatterDestination destination = FrontMatterDestination::nowhere;
  LANESCOPE_APPLIES;
};
/// Runs the kernel as the form says.
struct RunLaunch {
  LANESCOPE_APPLIES;
};

#undef LANESCOPE_APPLIES

using Command =
    std::variant<Invoke, SelectKernel, SearchKernels, MarkNeighbour, SelectMarkedKernel, ToggleFamily, OpenFile,
                 SetKnob, SetSize, FocusKnob, ResetKnob, TypeKnob, StopTyping, SetSweepAxis, SetSweepValues,
                 SetSweepQuantity, GoToPoint, GoToRung, ViewScope, ViewWarps, ViewGrid, ChooseBlock, SelectLine,
                 ChooseLaunch, SetPageVisible, ShowTraffic, FollowFinding, Copy, ShowFolder, CloseNotice, HoldNotices,
                 SetViewVisible, ChooseView, AdvancePlayback, ScrubTo, ChooseRecord, ChooseSite, ChooseWarp, ChooseLane,
                 ChooseBank, ChooseByte, PlaceCamera, StartLesson, GoToStep, MarkOption, Predict, SetStagePanel,
                 PressEscape, SavePicture, SetTarget, ConnectTo, KeepLayout, AddLayout, ChooseLayout, ForgetLayout,
                 OpenPath, ChooseEntry, SetLaunchText, SetLaunchRole, SetFrontMatterDestination, RunLaunch>;

}  // namespace lanescope::gui
