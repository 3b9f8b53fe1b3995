#include "gui/shell/interface.h"
#include "gui/shell/context_menu.h"
#include "gui/shell/copy_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/stage_halves.h"
#include "gui/store/selection_commands.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_impl_opengl3_loader.h>
#include <imgui_internal.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <string_view>
#include <utility>

#include "gui/export/export_dialog.h"
#include "gui/messages.h"
#include "gui/readings/mistake.h"
#include "gui/screens/notices/banner.h"
#include "gui/screens/notices/notices_window.h"
#include "gui/settings/settings_window.h"

namespace lanescope::gui {
namespace {

constexpr float usual_text_height = 16;  // in pixels on a display of scale 1
constexpr float lines_of_picture = 48;   // in text heights
constexpr float lines_of_lecture = 37;   // the height of a window in a lecture, in text heights
constexpr int frames_to_settle = 3;
constexpr float max_frame_seconds = 0.1F;  // playback does not jump after a pause
/// The panels of a smaller window are arranged as in one of so many pixels.
constexpr ImVec2 min_arranged_size{320, 200};
constexpr const char* glsl_version = "#version 450 core";

}  // namespace

float text_height(bool lecture, float window_height, float scale, float zoom) {
  constexpr float least = 4;  // Dear ImGui divides by sizes that follow from it
  const float usual = usual_text_height * scale;
  return std::max(least, std::round(zoom * (lecture ? std::max(window_height / lines_of_lecture, usual) : usual)));
}

float scale_of_picture(std::uint32_t height) {
  return static_cast<float>(height) / (lines_of_picture * usual_text_height);
}

Expected<std::unique_ptr<Interface>> Interface::create(const InterfaceOptions& options) {
  // The back end would open libGL by itself, which is missing on a machine that has only EGL.
  if (options.loader == nullptr || imgl3wInit2(options.loader) != GL3W_OK) {
    return failure(message<"imgui.no_functions">(), "", message<"imgui.driver_remedy">());
  }
  std::vector<ShownPanel> panels;
  for (const PanelEntry& entry : panel_table()) {
    TRY(auto panel, entry.make({options.shaders}));
    panels.push_back({&entry, std::move(panel)});
  }

  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImPlot::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // no file is written to the current folder
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigInputTextCursorBlink = false;  // a window without changes draws nothing
  std::unique_ptr<Interface> interface(new Interface(std::move(panels), options.shaders));
  if (!ImGui_ImplOpenGL3_Init(glsl_version)) {
    return failure(message<"imgui.cannot_draw">(), "", message<"imgui.driver_remedy">());
  }
  interface->fonts_ = load_fonts(options.fonts.empty() ? font_folders() : options.fonts);
  io.FontDefault = interface->fonts_.text;
  interface->messages_ = interface->fonts_.missing;
  interface->follows_kernel_ = options.layouts.empty();
  for (const auto& [name, layout] : options.layouts) {
    if (const auto workspace = workspace_named(name))
      kept_of(interface->kept_, *workspace) = Kept{layout, {}, true, {}};
  }
  interface->comes_back_ = true;
  return interface;
}

Interface::~Interface() {
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  ImPlot::DestroyContext();
  ImGui::DestroyContext();
}

void in_new_frame(const std::function<void()>& draw) {
  ImGui::NewFrame();
  ImGuiErrorRecoveryState begun;
  ImGui::ErrorRecoveryStoreState(&begun);
  try {
    draw();
  } catch (...) {
    // Whoever catches it draws the next frame, which must find this one ended. That a child was left open is no mistake
    // of the program here, at which Dear ImGui would abort.
    ImGui::GetIO().ConfigErrorRecoveryEnableAssert = false;
    ImGui::ErrorRecoveryTryToRecoverState(&begun);
    ImGui::GetIO().ConfigErrorRecoveryEnableAssert = true;
    ImGui::EndFrame();
    throw;
  }
}

const Panel* Interface::panel(std::string_view name) const {
  const auto shown = std::ranges::find(panels_, name, [](const ShownPanel& panel) { return panel.entry->name(); });
  return shown == panels_.end() ? nullptr : shown->panel.get();
}

/// Dear ImGui would give the focus to the panel that had it last, or was made last, and with it bring its tab to the
/// front, over the view that is looked at.
void Interface::forget_closed_window() {
  const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
  if (focused != nullptr && !focused->Active) ImGui::FocusWindow(nullptr);
}

void Interface::take_attachments(const State& state) {
  receipts_.clear();
  for (const ShownPanel& shown : panels_) {
    auto taken = shown.panel->take(state);
    if (!taken) messages_.push_back(taken.error().text());
    if (taken && *taken) receipts_.push_back(std::move(**taken));
  }
}

void Interface::apply_appearance(const State& state, const Canvas& canvas) {
  const float height = ImGui::GetIO().DisplaySize.y;
  applied_scale_ = canvas.scale;
  const float em = text_height(state.ui.is_lecture(), height, canvas.scale, state.ui.zoom);
  const ThemeName theme = state.ui.shown_theme();
  if (em == applied_height_ && applied_theme_ == theme) return;
  theme_ = theme_of(theme);
  apply(theme_, em);
  applied_height_ = em;
  applied_theme_ = theme;
}

Interface::KeptWorkspaces Interface::kept_now() const {
  KeptWorkspaces kept = kept_;
  if (arranged_ == Arranged::panels) kept_of(kept, workspace_) = Kept{arrangement(), tab_order(), is_own_, room_};
  return kept;
}

std::map<std::string, std::string, std::less<>> Interface::layouts() const {
  std::map<std::string, std::string, std::less<>> own;
  const KeptWorkspaces kept = before_lesson_ ? before_lesson_->kept : kept_now();
  for (std::size_t i = 0; i < workspace_count; ++i) {
    if (kept[i] && kept[i]->is_own) own.emplace(workspace_names[i], kept[i]->layout);
  }
  return own;
}

void Interface::follow_workspace(Workspace workspace) {
  if (sorting_ && --sorting_->frames == 0) sort_tabs(std::exchange(sorting_, std::nullopt)->order);
  if (workspace == workspace_ && !comes_back_) return;
  if (!std::exchange(comes_back_, false)) kept_ = kept_now();
  workspace_ = workspace;
  arranged_ = Arranged::no;
  is_own_ = false;
  baseline_.reset();
  const std::optional<Kept> kept = std::exchange(kept_of(kept_, workspace), std::nullopt);
  if (!kept || workspace == Workspace::lecture) return;
  ImGui::FocusWindow(nullptr);  // the window that has the focus would bring its tab to the front
  if (!try_load_layout(kept->layout)) return;
  sorting_ = Sorting{kept->tabs, 2};
  is_own_ = kept->is_own;
  room_ = kept->room;
  arranged_ = Arranged::panels;
  frames_until_settled_ = frames_to_settle;
}

void Interface::follow_user(ImGuiID dock_space) {
  if (arranged_ != Arranged::panels || is_own_) return;
  if (frames_until_settled_ > 0) {
    --frames_until_settled_;
    return baseline_.reset();
  }
  const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
  Splits now = splits_of(dock_space);
  const bool sized = !baseline_ || baseline_->size.x != size.x || baseline_->size.y != size.y;
  if (!sized && !now.is_like(baseline_->splits)) is_own_ = true;
  // A window that is sized moves its edges in the next frame.
  if (sized && baseline_) frames_until_settled_ = 2;
  if (sized) baseline_ = Baseline{std::move(now), size};
}

bool Interface::try_load_layout(const std::string& layout) {
  const Status loaded = load_arrangement(layout);
  if (!loaded) messages_.push_back(loaded.error().text());
  return loaded.has_value();
}

void Interface::arrange(const State& state, ImGuiID dock_space) {
  const bool lecture = state.ui.is_lecture(), strip = lecture && state.lesson.needs_strip();
  const Arranged wanted = strip ? Arranged::lecture_with_lesson : lecture ? Arranged::lecture : Arranged::panels;
  // A tiling window manager may leave a window some pixels; the panels keep their shares when it grows.
  const ImVec2 size = ImMax(ImGui::GetMainViewport()->WorkSize, min_arranged_size);
  const LectureBand band = strip && has_open_question(state.lesson) ? LectureBand::question
                           : strip                                  ? LectureBand::lesson
                           : state.lesson.open                      ? LectureBand::sentence
                                                                    : LectureBand::plain;
  const Room room = lecture ? room_ : room_of(size, applied_height_);
  const bool fits = lecture ? band == band_ : room == room_ || is_own_ || ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (arranged_ == wanted && fits) return;
  if (lecture) {
    arrange_lecture(dock_space, size, band);
    band_ = band;
  } else {
    arrange_workspace(dock_space, size, applied_height_, state.ui.workspace, *front_);
    sorting_ = Sorting{designed_tab_order(), 2};
    // A tab that comes into its place behind others would not stay selected.
    for (ShownPanel& shown : panels_) {
      if (!is_selected(*shown.entry)) continue;
      (shown.entry->place == PanelPlace::section ? page_frames_to_front_ : shown.frames_to_front) = frames_to_settle;
    }
  }
  room_ = room;
  arranged_ = wanted;
  is_own_ = false;
  frames_until_settled_ = 2 * frames_to_settle;
}

namespace {

/// Returns the small window that has the focus, or null.
const SmallWindow* focused_window(const State& state) {
  const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
  if (focused == nullptr) return nullptr;
  const auto found = std::ranges::find_if(small_windows(), [&](const SmallWindow& window) {
    return window.is_open(state) && focused->RootWindow == ImGui::FindWindowByName(window.window);
  });
  return found == small_windows().end() ? nullptr : &*found;
}

}  // namespace

namespace {

/// Presenters' remotes also send F5 to begin, a period to blank the screen, and Escape to end.
std::string_view meant_by_remote(const State& state, std::string_view action) {
  if (action == "next_access" && state.ui.is_lecture()) return "blank_stage";
  return action == "run" && state.lesson.open && !state.ui.is_lecture() ? "lecture" : action;
}

}  // namespace

/// Reads the shortcuts. In a popup, Dear ImGui reads the keys itself.
void Interface::read_keys(const State& state, std::vector<Command>& commands) {
  const SmallWindow* const focused = focused_window(state);
  const bool types_only = focused != nullptr && focused->is_one_field;
  const std::vector<std::string_view> found = keys_.read(focused, focus_.is_on() && !types_only);
  focus_.prepare(keys_.focus_requests(), focused);
  for (std::string_view action : found) {
    if (action == "type_knob" && enter_goes_to_line(state)) action = "go_to_mistake";
    action = meant_by_remote(state, action);
    commands.push_back(action == "cancel" ? Command(PressEscape{}) : Command(Invoke(action)));
  }
}

namespace {

/// Covers everything with black, so that everybody looks at the lecturer. A click takes it away, as its key does.
void draw_blank(const Frame& frame) {
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.Pos);
  ImGui::SetNextWindowSize(viewport.Size);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32_BLACK);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("##blank", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.emit("blank_stage");
  name_place(frame, "blank", viewport.Pos, {viewport.Pos.x + viewport.Size.x, viewport.Pos.y + viewport.Size.y});
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
}

constexpr double seconds_of_a_hint = 2;

/// Draws how to leave the full screen.
void draw_hint(const Frame& frame) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport.GetCenter().x, viewport.Pos.y + 1.5F * frame.em}, ImGuiCond_Always, {0.5F, 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.theme.raised);
  ImGui::Begin("##hint", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  text(frame.say("layout.leave"), frame.theme.text);
  name_item(frame, "hint");
  ImGui::End();
  ImGui::PopStyleColor();
  frame.needs_redraw = true;
}

/// Invokes the action that shows a view. The window does it, not the user, so it is nothing to be found again.
struct ShowViewOfKernel {
  std::string show;
  Outcome apply(State& state, double seconds) const { return Invoke(show).apply(state, seconds); }
};

}  // namespace

bool Interface::is_shown(const State& state, const PanelEntry& entry) const {
  if (entry.place == PanelPlace::lesson) {
    return is_lecture() ? arranged_ == Arranged::lecture_with_lesson
                        : has(workspace_, entry.place) && state.lesson.is_shown();
  }
  return is_lecture() ? is_in_lecture(entry, *front_) : has(workspace_, entry.place);
}

void draw_content(const Frame& frame, const PanelEntry& entry, Panel& panel) {
  if (entry.reveals_answers && has_open_question(frame.state.lesson)) {
    draw_wrapped(frame.say("lesson.predict_first"), frame.theme.quiet);
    name_item(frame, "covered/" + std::string(entry.name()));
    panel.draw_hidden(frame);
  } else {
    panel.draw(frame);
  }
}

void Interface::draw_above_stage(const Frame& frame) const {
  draw_banner(frame);
  if (!is_lecture()) draw_first_step(frame);
}

namespace {

/// Records the tab of the present window, where it shares its place with others.
void name_tab(const Frame& frame, const std::string& name) {
  const ImGuiWindow& panel = *ImGui::GetCurrentWindow();
  const ImGuiDockNode* const node = panel.DockNode;
  if (node == nullptr || node->TabBar == nullptr || node->HostWindow == nullptr || node->TabBar->Tabs.Size < 2) return;
  const ImRect place = panel.DC.DockTabItemRect;
  name_place(frame, "tab/" + name, place);
  const ImRect below{node->Pos, {node->Pos.x + node->Size.x, node->Pos.y + node->Size.y}};
  ImGuiWindow* const host = node->HostWindow;
  frame.stops->push_back(
      {"tab/" + name, host, panel.TabId, ImGuiNavLayer_Menu, host->NavRootFocusScopeId, place, 0, below});
}

}  // namespace

void Interface::draw_panel(const Frame& frame, ShownPanel& shown) {
  const PanelEntry& entry = *shown.entry;
  if (!is_shown(frame.state, entry)) return shown.panel->draw_hidden(frame);
  if (std::exchange(shown.focus, false)) ImGui::SetNextWindowFocus();
  const std::string title = title_of(frame, entry) + entry.window;
  // The list of lessons closes; a lesson is left.
  const bool can_close = entry.place == PanelPlace::lesson && !is_lecture() && frame.state.lesson.open == nullptr;
  bool stays_open = true;
  // What a narrow margin saves is the picture's. A panel takes the focus only when it is clicked.
  if (is_lecture()) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.5F * frame.em, 0.2F * frame.em});
  const bool is_band = is_lecture() && (entry.place == PanelPlace::number || entry.place == PanelPlace::knobs);
  const bool seen = ImGui::Begin(title.c_str(), can_close ? &stays_open : nullptr,
                                 ImGuiWindowFlags_NoFocusOnAppearing | (is_band ? ImGuiWindowFlags_NoScrollbar : 0));
  if (is_lecture()) ImGui::PopStyleVar();
  if (seen) {
    if (&entry == front_) draw_above_stage(frame);
    draw_content(frame, *shown.entry, *shown.panel);
  } else {
    shown.panel->draw_hidden(frame);
  }
  name_tab(frame, std::string(entry.name()));
  ImGui::End();
  if (!stays_open) frame.emit("show_lessons");
  // Several panels may come to the front at once, each in its place, of which one gets the focus.
  if (shown.frames_to_front == 0) return;
  --shown.frames_to_front;
  frame.needs_redraw = true;
  select_tab(entry);
}

namespace {

/// Returns the panel that the window belongs to, or null.
const PanelEntry* panel_of(const ImGuiWindow* window) {
  if (window == nullptr) return nullptr;
  for (const PanelEntry& entry : panel_table()) {
    if (window->RootWindow != ImGui::FindWindowByName(window_of(entry))) continue;
    if (entry.place != PanelPlace::section) return &entry;
    // Of the sections that of the child is meant.
    const std::string child = fmt::format("/{}_", entry.name());
    if (std::string_view(window->Name).find(child) != std::string_view::npos) return &entry;
  }
  return nullptr;
}

/// Returns the smallest of the things below the mouse, or null.
const SubjectPlace* below_mouse(const std::vector<SubjectPlace>& places) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const SubjectPlace* smallest = nullptr;
  for (const SubjectPlace& place : places) {
    const bool is_below = place.window == context.HoveredWindow && place.place.Contains(context.IO.MousePos);
    if (is_below && (smallest == nullptr || place.place.GetArea() <= smallest->place.GetArea())) smallest = &place;
  }
  return smallest;
}

}  // namespace

const PanelEntry& Interface::panel_to_copy() const {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  for (const ImGuiWindow* window : {context.HoveredWindow, context.NavWindow}) {
    if (const PanelEntry* const panel = panel_of(window)) return *panel;
  }
  return *front_;
}

void Interface::point_at_subject(const Frame& frame) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const auto found = std::ranges::find_if(subjects_, [&](const SubjectPlace& place) {
    return focus_.is_on() && place.id != 0 && place.id == context.NavId;
  });
  const SubjectPlace* const focused = found == subjects_.end() ? nullptr : &*found;
  if (std::exchange(copies_, false)) {
    frame.emit(focused != nullptr ? Command(CopySubject{focused->subject})
                                  : Command(CopyPanel{std::string(panel_to_copy().name())}));
  }
  const auto open = [&](const SubjectPlace* place, const PanelEntry& panel) {
    Subject subject = place == nullptr ? Subject() : place->subject;
    subject.panel = panel.name();
    frame.emit(OpenMenu{std::move(subject)});
  };
  if (opens_menu_ && !frame.state.ui.subject) {  // the keys have asked for it
    opens_menu_ = false;
    const PanelEntry* const panel = panel_of(context.NavWindow);
    open(focused, panel == nullptr ? *front_ : *panel);
  }
  if (!ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return;
  if (const PanelEntry* const hovered = panel_of(context.HoveredWindow)) open(below_mouse(subjects_), *hovered);
}

void Interface::draw_pen(const Frame& frame) {
  const ImGuiWindow* const window = ImGui::FindWindowByName(window_of(*front_));
  if (window == nullptr || frame.state.ui.blank) return;
  const LessonState& lesson = frame.state.lesson;
  const std::string step = lesson.open ? fmt::format("{} {}", lesson.open->file, lesson.step) : std::string();
  pen_.draw(frame, window->Rect(), fmt::format("{} {}", front_->name(), step));
}

void Interface::draw_section(const Frame& frame, ShownPanel& shown) {
  const PanelEntry& entry = *shown.entry;
  const std::string name(entry.name());
  if (shown.frames_to_front > 0) {
    --shown.frames_to_front;
    frame.needs_redraw = true;
    ImGui::SetNextItemOpen(true);
    ImGui::SetScrollHereY(0);
  }
  bool open = false;
  {
    const FontScope bold(frame, frame.fonts.bold, 1.1F);
    open = ImGui::CollapsingHeader((title_of(frame, entry) + "##" + name).c_str(), ImGuiTreeNodeFlags_DefaultOpen);
  }
  name_item(frame, "section/" + name);
  // What is out of sight is not drawn, so that the focus comes into a section only when it is seen below its title.
  bool& had_focus = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID((name + " had focus").c_str()));
  if (const bool has = has_focus(); std::exchange(had_focus, has) != has && has) ImGui::SetScrollHereY(0);
  if (!open) return shown.panel->draw_hidden(frame);
  const ImGuiChildFlags flags = entry.section_height > 0 ? ImGuiChildFlags_None : ImGuiChildFlags_AutoResizeY;
  const bool seen = ImGui::BeginChild(name.c_str(), {0, entry.section_height * frame.em}, flags,
                                      ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  if (seen) {
    draw_content(frame, *shown.entry, *shown.panel);
  } else {
    shown.panel->draw_out_of_sight(frame);
  }
  ImGui::EndChild();
  ImGui::Dummy({0, 0.5F * frame.em});
}

void Interface::draw_page(const Frame& frame) {
  const auto is_section = [](const ShownPanel& shown) { return shown.entry->place == PanelPlace::section; };
  auto sections = panels_ | std::views::filter(is_section);
  const bool shown = is_shown(frame.state, *sections.front().entry);
  bool seen = false;
  if (shown) {
    bool focus = false;
    for (ShownPanel& section : sections) focus = std::exchange(section.focus, false) || focus;
    if (focus) ImGui::SetNextWindowFocus();
    seen = ImGui::Begin((title_of(frame.state, *find_action(name_of(Workspace::why))) + page_window).c_str(), nullptr,
                        ImGuiWindowFlags_NoFocusOnAppearing);
  }
  if (seen) {
    if (front_->place == PanelPlace::section) draw_above_stage(frame);
    for (ShownPanel& section : sections) draw_section(frame, section);
  } else {
    for (ShownPanel& section : sections) section.panel->draw_hidden(frame);
  }
  if (!shown) return;
  name_tab(frame, "page");
  ImGui::End();
  if (std::ranges::any_of(sections, [](const ShownPanel& section) { return section.frames_to_front > 0; })) {
    page_frames_to_front_ = frames_to_settle;
  }
  if (page_frames_to_front_ == 0) return;
  --page_frames_to_front_;
  frame.needs_redraw = true;
  select_tab(*sections.front().entry);
}

void Interface::draw_stage_button(const Frame& frame) const {
  const ImGuiWindow* const window = ImGui::FindWindowByName(front_->window);
  ImGuiDockNode* const node = window != nullptr && window->WasActive ? window->DockNode : nullptr;
  const bool has_tabs = node != nullptr && node->TabBar != nullptr && node->HostWindow != nullptr;
  if (is_lecture() || !has_tabs || !animated_view_named(front_->name()) || !frame.state.pins.any()) return;
  if (!ImGui::DockNodeBeginAmendTabBar(node)) return;
  const Action& action = *find_action("compare_on_stage");
  std::string words;
  for (const std::size_t half : stage_halves) {
    const auto pin = pin_of_half(frame.state.pins, half);
    words += (half == 0 ? "" : " | ") + (pin ? std::string(pin_letters[*pin]) : frame.say("compare.now"));
  }
  const bool pressed = ImGui::TabItemButton((words + "###compare_on_stage").c_str(),
                                            ImGuiTabItemFlags_Trailing | ImGuiTabItemFlags_NoTooltip);
  if (pressed) frame.emit(action.name);
  name_item(frame, "action/compare_on_stage");
  if (frame.state.pins.on_stage) underline_item(frame);
  if (ImGui::IsItemHovered()) tooltip(frame, help_with_reason(frame, action, true));
  ImGui::DockNodeEndAmendTabBar();
}

void Interface::follow_kernel(const Frame& frame) {
  const State& state = frame.state;
  if (!follows_kernel_ || is_lecture() || state.lesson.open) return;
  // A tab that comes to the front needs a few frames.
  const bool is_there = front_ == chosen_view_;
  view_was_in_front_ = view_was_in_front_ || is_there;
  frames_elsewhere_ = is_there || !view_was_in_front_ ? 0 : frames_elsewhere_ + 1;
  if (frames_elsewhere_ > 2 * frames_to_settle) follows_kernel_ = false;  // something else is looked at
  const analysis::Traced* const traced = state.playback.traced();
  if (!follows_kernel_ || traced == nullptr || trace_is_stale(state)) return;
  const bool has_banks = std::ranges::any_of(
      traced->trace.sites, [](const trace::Site& site) { return shows(AnimatedView::banks, site.space); });
  const PanelEntry* const wanted = find_panel(has_banks ? "banks" : "matrices");
  if (wanted == chosen_view_) return;
  chosen_view_ = wanted;
  view_was_in_front_ = false;
  own_focus_ = wanted->name();
  frame.emit(ShowViewOfKernel{"show_" + std::string(wanted->name())});
}

void Interface::emit_elapsed_time(const Frame& frame) const {
  if (!plays(played_state(frame.state).playback) || frame.state.ui.blank) return;
  frame.needs_redraw = true;
  const float seconds = std::min(ImGui::GetIO().DeltaTime, max_frame_seconds);
  frame.emit(AdvancePlayback{std::chrono::microseconds(std::lround(1e6F * seconds))});
}

void Interface::carry_out(std::vector<WindowEffect> effects) {
  const Overloaded own{[&](const FocusPanel& focus) {
                         const auto shown = std::ranges::find(
                             panels_, focus.panel, [](const ShownPanel& panel) { return panel.entry->name(); });
                         if (shown == panels_.end()) return;
                         const bool is_own = std::exchange(own_focus_, {}) == focus.panel;
                         if (shown->entry->place == PanelPlace::view && !is_own) follows_kernel_ = false;
                         shown->focus = true;
                         shown->frames_to_front = frames_to_settle;
                         const bool is_beside = shown->entry->place == PanelPlace::source && !is_lecture();
                         if (is_large(*shown->entry) && !is_beside) front_ = shown->entry;
                       },
                       [](const FocusSearch&) {},   // the list of kernels does it
                       [](const ScrollSource&) {},  // the Source panel does it
                       [&](const ArrangeLayout&) { arranged_ = Arranged::no; },
                       [&](const KeepArrangement&) {
                         if (!before_lesson_) before_lesson_ = BeforeLesson{kept_now(), front_};
                       },
                       [&](const RestoreArrangement&) {
                         if (!before_lesson_) return;
                         const BeforeLesson before = *std::exchange(before_lesson_, std::nullopt);
                         kept_ = before.kept;
                         front_ = before.front;
                         comes_back_ = true;
                       },
                       [&](const ShowContextMenu&) { opens_menu_ = true; },
                       [&](const ClearDrawing&) { pen_.clear(); },
                       [&](const CopyFocused&) { copies_ = true; },
                       [](const CopyText& copy) { ImGui::SetClipboardText(copy.text.c_str()); }};
  for (const WindowEffect& effect : effects) std::visit(own, effect);
  std::ranges::move(effects, std::back_inserter(effects_));
}

std::vector<Command> Interface::draw(const State& state, const Canvas& canvas) {
  take_attachments(state);
  apply_appearance(state, canvas);
  const float em = applied_height_;

  std::vector<Command> commands;
  const std::vector<WindowEffect> effects = std::exchange(effects_, {});
  follow_workspace(state.ui.workspace);
  read_keys(state, commands);
  ImGui_ImplOpenGL3_NewFrame();
  forget_closed_window();
  widgets_.clear();
  const Readout readout = read(state);
  needs_redraw_ = false;
  stops_.clear();
  subjects_.clear();
  const Frame frame{state,   readout,  theme_,        fonts_,  em,        widgets_,
                    effects, commands, needs_redraw_, &stops_, &subjects_};
  in_new_frame([&] {
    keys_.requeue_held_keys();
    draw_windows(frame);
  });
  ImGui::Render();
  const bool begins_lecture =
      std::ranges::any_of(commands, [](const Command& command) { return command.invokes("lecture"); });
  if (begins_lecture) hint_until_ = ImGui::GetTime() + seconds_of_a_hint;

  if (canvas.framebuffer != nullptr) {
    painter_.to_framebuffer(*ImGui::GetDrawData(), theme_.ground, *canvas.framebuffer, canvas.preserves_previous_frame);
  } else {
    painter_.to_window(*ImGui::GetDrawData(), theme_.ground, canvas.width, canvas.height);
  }
  return commands;
}

void Interface::draw_windows(const Frame& frame) {
  if (!is_lecture()) {
    draw_menu_bar(frame);
    draw_kernel_bar(frame);
    draw_status_bar(frame);
  } else {
    draw_sentence(frame);
  }

  const ImGuiID dock_space = ImGui::GetID("panels");
  arrange(frame.state, dock_space);
  ImGui::DockSpaceOverViewport(dock_space, ImGui::GetMainViewport());

  follow_user(dock_space);
  for (ShownPanel& shown : panels_) {
    if (shown.entry->place != PanelPlace::section) draw_panel(frame, shown);
  }
  draw_page(frame);
  draw_stage_button(frame);
  point_at_subject(frame);
  if (is_lecture()) draw_pen(frame);
  follow_kernel(frame);
  emit_elapsed_time(frame);
  if (!is_lecture()) front_ = panel_in_front(front_);
  if (frame.state.ui.stage != front_->name()) frame.emit(SetStagePanel{std::string(front_->name())});
  draw_help_window(frame);
  draw_connect_dialog(frame, connect_form_);
  draw_export_dialog(frame);
  draw_settings_window(frame);
  draw_open_file_dialog(frame, open_file_form_);
  draw_sentence_field(frame, sentence_field_);
  draw_palette(frame, palette_form_);
  draw_notices(frame);
  draw_context_menu(frame, std::exchange(opens_menu_, false));
  if (ImGui::GetTime() < hint_until_ && frame.state.ui.is_lecture()) draw_hint(frame);
  focus_.follow(frame, stops_, focused_window(frame.state));
  if (frame.state.ui.blank) draw_blank(frame);
}

}  // namespace lanescope::gui
