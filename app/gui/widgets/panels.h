// The panels of the window in one table, which the interface, layouts, pictures and tests use.
//
// To add a panel, write a folder gui/screens/NAME whose NAME_panel.cpp draws it and says what it is (PanelEntry), one
// line of the table in shell/panel_table.cpp, and its words (panel.NAME, action.show_NAME) in the language files.
// Menus, keys, the palette, the help and the pages about the window follow from the entry.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "gui/store/actions.h"
#include "gui/store/known.h"
#include "gui/store/workspaces.h"
#include "gui/widgets/widgets.h"

struct ImGuiWindow;

namespace lanescope::gui {

/// A panel, with what it keeps from one frame to the next, and how it draws. All that it keeps can be made again.
class Panel {
 public:
  Panel() = default;
  virtual ~Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  /// Copies what came with the result for this panel to OpenGL, before a frame begins. It returns nothing when nothing
  /// was new. It fails when the data cannot be drawn, and the earlier picture then stays.
  [[nodiscard]] virtual Expected<std::optional<AttachmentReceipt>> take(const State& /*state*/) { return std::nullopt; }
  /// Draws into the panel's window, which is open and visible.
  virtual void draw(const Frame& frame) = 0;
  /// Replaces draw() while another tab is in front or the workspace has other panels.
  virtual void draw_hidden(const Frame& /*frame*/) {}
  /// Replaces draw() while its page is shown but scrolled elsewhere.
  virtual void draw_out_of_sight(const Frame& /*frame*/) {}
  /// Copies the settings of another panel of its kind, and shares what that one has copied to OpenGL.
  virtual void copy_settings_from(const Panel& /*other*/) {}
  /// Returns the words that the last picture had below it; empty for a panel whose entry has them.
  [[nodiscard]] virtual std::string caption() const { return {}; }
};

struct PanelOptions {
  std::filesystem::path shaders;  ///< the folder of the shaders
};

/// What the window knows of a panel. Each panel makes its own, in NAME_panel.cpp.
struct PanelEntry {
  const char* window;  ///< name of its window in Dear ImGui, which is ###NAME; sections share that of their page
  PanelPlace place;    ///< in which workspaces it is, and where
  Expected<std::unique_ptr<Panel>> (*make)(const PanelOptions& options);  ///< an OpenGL context must be current
  Action show;                                     ///< brings it to the front; its keys, and what it is for
  std::span<const Action> (*actions)() = nullptr;  ///< those that belong to it; null means none
  float section_height = 0;  ///< as a section of a page, in text heights; 0 means as high as what it draws
  /// Its numbers may answer a lesson's question: it is covered until the learner has predicted.
  bool reveals_answers = false;
  /// What a panel that stands still says in one paragraph; null where the panel has captions, or says no one thing.
  std::string (*caption)(const State& state) = nullptr;

  [[nodiscard]] constexpr std::string_view name() const { return std::string_view(window).substr(3); }
};

/// For a panel that keeps nothing from one frame to the next.
using DrawPanel = void(const Frame& frame);
template <DrawPanel* draw_panel>
[[nodiscard]] Expected<std::unique_ptr<Panel>> make_panel(const PanelOptions& /*options*/) {
  class Drawn : public Panel {
    void draw(const Frame& frame) override { draw_panel(frame); }
  };
  return std::make_unique<Drawn>();
}
/// For one that needs no options.
template <class Kind>
[[nodiscard]] Expected<std::unique_ptr<Panel>> make_panel(const PanelOptions& /*options*/) {
  return std::make_unique<Kind>();
}

/// Returns the panels in the order in which they are drawn, which is also the order of tabs in one place.
[[nodiscard]] std::span<const PanelEntry> panel_table();
/// Finds a panel by its name without ###. It returns null when no panel has that name.
[[nodiscard]] const PanelEntry* find_panel(std::string_view name);

/// Returns the title in the chosen language.
[[nodiscard]] std::string title_of(const Frame& frame, const PanelEntry& panel);
inline constexpr const char* page_window = "###page";  ///< the window of all sections
/// Returns the panel's window, which for a section is that of its page, if the last frame showed it; null when another
/// tab is in front, or the workspace does not have it.
[[nodiscard]] const ImGuiWindow* visible_window(const PanelEntry& panel);

// These are parts of the Readout panel.

/// Whether the panel is so narrow as in the column beside the stage, where each number has few words.
[[nodiscard]] bool in_column(const Frame& frame);
/// Draws shape and word of an origin.
void draw_origin(const Frame& frame, experiments::Origin origin, float opacity);

/// Draws a problem on a ground of its colour; `further` draws behind its button.
void draw_problem(const Frame& frame, const Problem& problem, const std::function<void()>& further = {});

/// Two settings side by side, which replace the single readings.
struct Comparison;
void draw_comparison(const Frame& frame, const Comparison& comparison);
/// Draws which of the two is faster, with the sign of that judgement.
void draw_sentence(const Frame& frame, const Comparison& comparison);
/// Draws the letter of a pin in the frame that it has everywhere.
void draw_letter(const Frame& frame, const std::string& letter, float opacity);

}  // namespace lanescope::gui
