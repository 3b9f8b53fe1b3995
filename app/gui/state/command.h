// What can be asked of the window. Each command is done by its apply(), which stands in the file of actions of the
// panel that it belongs to.
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
#include "gui/panels/sweep/sweep_state.h"
#include "gui/state/effects.h"

namespace warpscope::gui {

struct State;

/// What follows of a command that was done. Error: it cannot be done; the state is then as before.
using Outcome = Expected<Effects>;

/// Every command has this member. `seconds`: since the session began, for the scope and for undoing.
#define WARPSCOPE_APPLIES [[nodiscard]] Outcome apply(State& state, double seconds) const

/// An action of the table, by its name. Error: there is no such action, or it is not possible now.
struct Invoke {
  Invoke(std::string_view name) : action(name) {}  // NOLINT(google-explicit-constructor): a command is written "run"
  Invoke(const char* name) : action(name) {}       // NOLINT(google-explicit-constructor)
  std::string action;
  WARPSCOPE_APPLIES;
};

// Kernels.

struct SelectKernel {
  std::string kernel;  ///< id
  WARPSCOPE_APPLIES;
};
/// Lists the kernels that hold the text.
struct SearchKernels {
  std::string text;
  WARPSCOPE_APPLIES;
};
/// Marks the found kernel below or above the one that is marked.
struct MarkNeighbour {
  int direction = 1;  ///< 1: below; -1: above
  WARPSCOPE_APPLIES;
};
/// Selects the found kernel that is marked.
struct SelectMarkedKernel {
  WARPSCOPE_APPLIES;
};
/// Hides the kernels of a family, or shows them again.
struct ToggleFamily {
  std::string family;
  WARPSCOPE_APPLIES;
};
struct OpenFile {
  std::string file;
  int line = 0;  ///< 0: none
  WARPSCOPE_APPLIES;
};

// Knobs and sizes.

struct SetKnob {
  std::string name;
  catalogue::Value value;
  WARPSCOPE_APPLIES;
};
struct SetSize {
  std::string name;
  std::int64_t value = 0;
  WARPSCOPE_APPLIES;
};
/// The arrow keys turn this knob.
struct FocusKnob {
  std::string name;
  WARPSCOPE_APPLIES;
};
/// A knob or a size goes back to its default.
struct ResetKnob {
  std::string name;
  WARPSCOPE_APPLIES;
};
/// The value of the knob is taken from the keyboard.
struct TypeKnob {
  std::string name;
  WARPSCOPE_APPLIES;
};
struct StopTyping {
  WARPSCOPE_APPLIES;
};

// Sweep and ladder.

enum class SweepAxis { first, second };
struct SetSweepAxis {
  SweepAxis axis = SweepAxis::first;
  std::string name;  ///< of a knob or size; empty: none, for the second
  WARPSCOPE_APPLIES;
};
struct SetSweepValues {
  SweepAxis axis = SweepAxis::first;
  std::string values;  ///< as typed; empty: what suits the axis
  WARPSCOPE_APPLIES;
};
struct SetSweepQuantity {
  SweepQuantity quantity = SweepQuantity::rate;
  WARPSCOPE_APPLIES;
};
/// Turns the knobs to a point of the sweep.
struct GoToPoint {
  std::size_t index = 0;  ///< into SweepGrid::cells
  WARPSCOPE_APPLIES;
};
/// Selects a kernel with a setting that was measured.
struct GoToRung {
  std::string kernel;   ///< id
  std::string setting;  ///< "block_x=64 nx=1024"
  WARPSCOPE_APPLIES;
};

// Scope and warps: the part of the time that is seen.

struct ViewScope {
  double first = 0, last = 0;  ///< seconds since the session began
  WARPSCOPE_APPLIES;
};
struct ViewWarps {
  double from = 0, to = 1;  ///< shares of the length of the trace
  WARPSCOPE_APPLIES;
};

// Source and occupancy.

struct SelectLine {
  int line = 0;  ///< 0: none
  WARPSCOPE_APPLIES;
};
/// Of which the occupancy is shown.
struct ChooseLaunch {
  std::size_t launch = 0;
  WARPSCOPE_APPLIES;
};

// Animated views.

/// The panel of the view is seen, so that accesses are recorded, or is not.
struct SeeView {
  AnimatedView view = AnimatedView::banks;
  bool seen = true;
  WARPSCOPE_APPLIES;
};
/// The transport keys mean this view.
struct ChooseView {
  AnimatedView view = AnimatedView::banks;
  WARPSCOPE_APPLIES;
};
/// What plays moves on.
struct PassTime {
  std::chrono::microseconds time{};
  WARPSCOPE_APPLIES;
};
/// Goes to a moment of what plays.
struct ScrubTo {
  double steps = 0;
  WARPSCOPE_APPLIES;
};
/// Goes to an access.
struct ChooseRecord {
  std::size_t record = 0;  ///< into Trace::headers
  WARPSCOPE_APPLIES;
};
/// Plays the accesses of one instruction alone.
struct ChooseSite {
  std::optional<std::uint32_t> site;  ///< into Trace::sites; empty: all
  WARPSCOPE_APPLIES;
};
/// Plays the accesses of one warp alone.
struct ChooseWarp {
  std::optional<std::size_t> index;  ///< into AccessSequence::warps; empty: all
  WARPSCOPE_APPLIES;
};
// What is marked in every view; marked again, it is marked no more.
struct ChooseLane {
  std::optional<std::uint32_t> lane;  ///< 0 to 31; empty: none
  WARPSCOPE_APPLIES;
};
struct ChooseBank {
  std::optional<std::uint32_t> bank;  ///< 0 to 31; empty: none
  WARPSCOPE_APPLIES;
};
struct ChooseByte {
  std::optional<std::uint64_t> offset;  ///< bytes; empty: none
  std::string buffer;                   ///< empty: shared memory
  WARPSCOPE_APPLIES;
};

// The window.

/// Asks for a picture and closes the dialog.
struct SavePicture {
  ExportPicture picture;
  WARPSCOPE_APPLIES;
};
struct ConnectTo {
  client::Remote remote;
  WARPSCOPE_APPLIES;
};
/// The present arrangement of the panels gets a name.
struct KeepLayout {
  std::string name;
  WARPSCOPE_APPLIES;
};
/// What the interface answers to StoreLayout.
struct AddLayout {
  std::string name;
  std::string arrangement;  ///< as Dear ImGui writes it
  WARPSCOPE_APPLIES;
};
struct ChooseLayout {
  std::string name;
  WARPSCOPE_APPLIES;
};
struct ForgetLayout {
  std::string name;
  WARPSCOPE_APPLIES;
};

#undef WARPSCOPE_APPLIES

using Command =
    std::variant<Invoke, SelectKernel, SearchKernels, MarkNeighbour, SelectMarkedKernel, ToggleFamily, OpenFile,
                 SetKnob, SetSize, FocusKnob, ResetKnob, TypeKnob, StopTyping, SetSweepAxis, SetSweepValues,
                 SetSweepQuantity, GoToPoint, GoToRung, ViewScope, ViewWarps, SelectLine, ChooseLaunch, SeeView,
                 ChooseView, PassTime, ScrubTo, ChooseRecord, ChooseSite, ChooseWarp, ChooseLane, ChooseBank,
                 ChooseByte, SavePicture, ConnectTo, KeepLayout, AddLayout, ChooseLayout, ForgetLayout>;

}  // namespace warpscope::gui
