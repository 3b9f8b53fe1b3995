#include "gui/shell/interface.h"
#include "gui/readings/mistake.h"
#include "gui/store/layout_commands.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_impl_opengl3_loader.h>
#include <imgui_internal.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "gui/messages.h"
#include "gui/screens/notices/banner.h"
#include "gui/screens/notices/notices_window.h"

namespace lanescope::gui {
namespace {

constexpr float lines_of_text = 48;    // the height of a window, in text heights
constexpr float min_text_height = 13;  // in pixels on a display of scale 1
constexpr float lecture_zoom = 1.3F;
constexpr int frames_to_settle = 3;
constexpr float max_frame_seconds = 0.1F;  // playback does not jump after a pause
/// The panels of a smaller window are arranged as in one of so many pixels.
constexpr ImVec2 min_arranged_size{320, 200};
constexpr const char* glsl_version = "#version 450 core";

}  // namespace

float text_height(float window_height, float scale, float zoom) {
  constexpr float least = 4;  // Dear ImGui divides by sizes that follow from it
  return std::max(least, std::round(std::max(window_height / lines_of_text, min_text_height * scale) * zoom));
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
  interface->follows_kernel_ = options.layout.empty();
  if (!options.layout.empty()) {
    if (interface->try_load_layout(options.layout)) interface->arranged_ = Arranged::loaded;
  }
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
  const float zoom = state.ui.zoom * (state.ui.layouts.lecture ? lecture_zoom : 1.0F);
  const float em = text_height(ImGui::GetIO().DisplaySize.y, canvas.scale, zoom);
  if (em == applied_height_ && applied_theme_ == state.ui.theme) return;
  theme_ = theme_of(state.ui.theme);
  apply(theme_, em);
  applied_height_ = em;
  applied_theme_ = state.ui.theme;
}

void Interface::sort_later(const TabOrder& order) {
  sorting_ = Sorting{order, 2};
}

/// Moves the panels back to where they were before the lesson.
KeptArrangement Interface::arrangement_now() const {
  if (!is_arranged()) return {{}, tab_order(), front_};
  return {arrangement(open_), tab_order(), front_};
}

void Interface::follow_end_of_lesson(const Layouts& layouts) {
  if (sorting_ && --sorting_->frames == 0) sort_tabs(std::exchange(sorting_, std::nullopt)->order);
  const std::optional<KeptArrangement> back = std::exchange(restored_, std::nullopt);
  if (!back) return;
  if (back->front != nullptr) front_ = back->front;
  if (back->layout.empty()) {
    arranged_ = Arranged::no;
  } else if (!layouts.lecture) {
    ImGui::FocusWindow(nullptr);  // the window that has the focus would bring its tab to the front
    const bool is_loaded = try_load_layout(back->layout);
    sort_later(back->tabs);
    arranged_ = is_loaded ? Arranged::panels : Arranged::no;
  }
}

void Interface::follow_layouts(const Layouts& layouts) {
  if (layouts.lecture && arranged_ == Arranged::panels)
    kept_.keep(KeptArrangements::Reason::lecture, arrangement_now());
  follow_end_of_lesson(layouts);
  if (layouts.lecture) return;
  const bool was_lecture = is_lecture();
  const auto before = kept_.take(KeptArrangements::Reason::lecture);
  const auto own = layouts.own.find(layouts.chosen);
  const bool back = was_lecture && before && !before->layout.empty();
  if (!back && (is_arranged() || own == layouts.own.end())) return;
  // A layout that cannot be loaded leaves it to arrange() to make the designed one.
  const bool is_loaded = try_load_layout(back ? before->layout : own->second);
  if (back && is_loaded) sort_later(before->tabs);
  arranged_ = is_loaded ? Arranged::panels : Arranged::no;
}

bool Interface::try_load_layout(const std::string& layout) {
  const Status loaded = load_arrangement(layout, open_);
  if (!loaded) messages_.push_back(loaded.error().text());
  return loaded.has_value();
}

namespace {

/// Returns whether the layout has selected the tab of the panel, which may not be drawn yet.
bool is_selected(const PanelEntry& panel) {
  const ImGuiWindow* const window = ImGui::FindWindowByName(panel.window);
  const ImGuiWindowSettings* const settings = ImGui::FindWindowSettingsByID(ImHashStr(panel.window));
  const ImGuiID place = window != nullptr ? window->DockId : settings != nullptr ? settings->DockId : 0;
  const ImGuiDockNode* const node = place != 0 ? ImGui::DockBuilderGetNode(place) : nullptr;
  return node != nullptr && node->SelectedTabId == ImHashStr("#TAB", 0, ImHashStr(panel.window));
}

/// Returns whether a lecture has the lesson below its stage.
bool lesson_is_shown(const State& state) {
  return state.lesson.open != nullptr || state.lesson.shows_list;
}

}  // namespace

void Interface::arrange(const State& state, ImGuiID dock_space) {
  const bool lecture = state.ui.layouts.lecture, strip = lecture && lesson_is_shown(state);
  const Arranged wanted = strip ? Arranged::lecture_with_lesson : lecture ? Arranged::lecture : Arranged::panels;
  if (arranged_ == wanted) return;
  // A tiling window manager may leave a window some pixels; the panels keep their shares when it grows.
  const ImVec2 size = ImMax(ImGui::GetMainViewport()->WorkSize, min_arranged_size);
  // The layout of the last session was loaded before the first frame.
  const bool stands = arranged_ == Arranged::loaded && !lecture;
  if (lecture) {
    arrange_lecture(dock_space, size, strip);
  } else if (!stands) {
    arrange_panels(dock_space, size, applied_height_, arrangement_of(state.ui), *front_);
    open_ = docked_panels();
    // A tab that comes into its place behind others would not stay selected.
    for (ShownPanel& shown : panels_) {
      if (is_selected(*shown.entry)) shown.frames_to_front = frames_to_settle;
    }
  }
  arranged_ = wanted;
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

/// Reads the shortcuts. In a popup, Dear ImGui reads the keys itself.
void Interface::read_keys(const State& state, std::vector<Command>& commands) {
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  const bool in_popup = !ImGui::GetCurrentContext()->OpenPopupStack.empty();
  flags = in_popup ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
  for (std::string_view action : keys_.read(focused_window(state))) {
    if (action == "type_knob" && enter_goes_to_line(state)) action = "go_to_mistake";
    commands.push_back(action == "cancel" ? Command(PressEscape{}) : Command(Invoke(action)));
  }
}

namespace {

/// Returns whether the first experiment is still as it was opened, so that the first sentence can be followed.
bool is_first_experiment(const State& state) {
  const auto knob = std::ranges::find(state.knobs(), std::string_view(catalogue::first_knob), &Knob::name);
  return state.selection.kernel == catalogue::default_kernel && knob != state.knobs().end() && knob->index == 0;
}

/// One sentence that says what to do, until it was done or dismissed.
void draw_welcome(const Frame& frame) {
  const float right = right_edge();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.5F * frame.em, 0.15F * frame.em});
  {
    const FontScope bold(frame, frame.fonts.bold, 1.25F);
    text(frame.say("welcome.sentence"), frame.theme.accent);
  }
  name_item(frame, "welcome");
  ImGui::SameLine(0, frame.em);
  const float hint = ImGui::GetCursorScreenPos().x;
  const float width = size_of(title_of(frame.state, *find_action("dismiss_welcome"))).x + 1.4F * frame.em;
  ImGui::AlignTextToFramePadding();
  draw_elided(frame.say("welcome.hint"), frame.theme.quiet, right - width - frame.em);
  ImGui::SameLine(0, 0);
  ImGui::SetCursorScreenPos({std::max(hint, right - width), from.y});
  action_button(frame, "dismiss_welcome");
  ImGui::PopStyleVar();
  const float bottom = ImGui::GetItemRectMax().y + 0.3F * frame.em;
  ImGui::GetWindowDrawList()->AddLine({from.x, bottom}, {right, bottom}, packed(frame.theme.accent),
                                      frame.stroke(0.1F));
  ImGui::Dummy({0, 0.3F * frame.em});
}

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

}  // namespace

void Interface::draw_panel(const Frame& frame, ShownPanel& shown) {
  const PanelEntry& entry = *shown.entry;
  const bool is_lesson = entry.name() == "lesson";
  const bool is_shown = !is_lecture() ? open_.contains(entry.name())
                        : is_lesson   ? arranged_ == Arranged::lecture_with_lesson
                                      : is_in_lecture(entry, *front_);
  if (!is_shown) return shown.panel->draw_hidden(frame);
  if (std::exchange(shown.focus, false)) ImGui::SetNextWindowFocus();
  // A panel takes the focus only when it is clicked.
  const std::string title = title_of(frame, entry) + entry.window;
  bool stays_open = true;
  const bool can_close = !is_lecture() && !is_in_first_layout(entry);
  // What a narrow margin saves is the picture's.
  if (is_lecture()) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.5F * frame.em, 0.2F * frame.em});
  const bool seen = ImGui::Begin(title.c_str(), can_close ? &stays_open : nullptr, ImGuiWindowFlags_NoFocusOnAppearing);
  if (is_lecture()) ImGui::PopStyleVar();
  if (seen) {
    const bool on_stage = is_lecture() ? &entry == front_ : is_on_stage(entry);
    if (on_stage) draw_banner(frame);
    if (on_stage && frame.state.ui.welcome && is_first_experiment(frame.state)) draw_welcome(frame);
    if (entry.reveals_answers && has_open_question(frame.state.lesson)) {
      draw_wrapped(frame.say("lesson.predict_first"), frame.theme.quiet);
      name_item(frame, "covered/" + std::string(entry.name()));
      shown.panel->draw_hidden(frame);
    } else {
      shown.panel->draw(frame);
    }
  } else {
    shown.panel->draw_hidden(frame);
  }
  ImGui::End();
  if (!stays_open) open_.erase(open_.find(entry.name()));
  // Several panels may come to the front at once, each in its place, of which one gets the focus.
  if (shown.frames_to_front == 0) return;
  --shown.frames_to_front;
  frame.needs_redraw = true;
  select_tab(entry);
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
  frame.emit(Invoke("show_" + std::string(wanted->name())));
}

void Interface::emit_elapsed_time(const Frame& frame) const {
  if (!plays(frame.state.playback) || frame.state.ui.blank) return;
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
                         if (shown->entry->dock == Dock::view && !is_own) follows_kernel_ = false;
                         shown->opens = shown->focus = true;
                         shown->frames_to_front = frames_to_settle;
                         if (is_large(*shown->entry)) front_ = shown->entry;
                       },
                       [](const FocusSearch&) {},   // the list of kernels does it
                       [](const ScrollSource&) {},  // the Source panel does it
                       [&](const ArrangeLayout&) { arranged_ = Arranged::no; },
                       [&](const KeepArrangement&) { kept_.keep(KeptArrangements::Reason::lesson, arrangement_now()); },
                       [&](const RestoreArrangement&) { restored_ = kept_.take(KeptArrangements::Reason::lesson); },
                       [&](const StoreLayout& store) {
                         next_commands_.push_back(AddLayout{store.name, arrangement(open_)});
                       },
                       [](const CopyText& copy) { ImGui::SetClipboardText(copy.text.c_str()); }};
  for (const WindowEffect& effect : effects) std::visit(own, effect);
  std::ranges::move(effects, std::back_inserter(effects_));
}

std::vector<Command> Interface::draw(const State& state, const Canvas& canvas) {
  take_attachments(state);
  apply_appearance(state, canvas);
  const float em = applied_height_;

  std::vector<Command> commands = std::exchange(next_commands_, {});
  const std::vector<WindowEffect> effects = std::exchange(effects_, {});
  follow_layouts(state.ui.layouts);
  read_keys(state, commands);
  ImGui_ImplOpenGL3_NewFrame();
  forget_closed_window();
  widgets_.clear();
  const Readout readout = read(state);
  needs_redraw_ = false;
  const Frame frame{state, readout, theme_, fonts_, em, widgets_, effects, commands, needs_redraw_};
  in_new_frame([&] {
    keys_.requeue_held_keys();
    draw_windows(frame);
  });
  ImGui::Render();
  const bool toggles_lecture =
      std::ranges::any_of(commands, [](const Command& command) { return command.invokes("toggle_lecture"); });
  if (toggles_lecture) hint_until_ = ImGui::GetTime() + seconds_of_a_hint;

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
  }

  const ImGuiID dock_space = ImGui::GetID("panels");
  arrange(frame.state, dock_space);
  ImGui::DockSpaceOverViewport(dock_space, ImGui::GetMainViewport());

  for (ShownPanel& shown : panels_) {
    const bool opens = std::exchange(shown.opens, false) && !is_lecture();
    if (opens && open_.emplace(shown.entry->name()).second) dock_with_similar_panels(*shown.entry);
  }
  for (ShownPanel& shown : panels_) draw_panel(frame, shown);
  const bool was_first = std::exchange(is_first_, is_first_experiment(frame.state));
  if (frame.state.ui.welcome && was_first && !is_first_) frame.emit("dismiss_welcome");
  follow_kernel(frame);
  emit_elapsed_time(frame);
  if (!is_lecture()) front_ = panel_in_front(front_);
  if (frame.state.ui.stage != front_->name()) frame.emit(SetStagePanel{std::string(front_->name())});
  draw_help_window(frame);
  draw_connect_dialog(frame, connect_form_);
  draw_picture_dialog(frame, picture_form_);
  draw_layout_dialog(frame, layout_form_);
  draw_open_file_dialog(frame, open_file_form_);
  draw_palette(frame, palette_form_);
  draw_notices(frame);
  if (ImGui::GetTime() < hint_until_ && frame.state.ui.layouts.lecture) draw_hint(frame);
  if (frame.state.ui.blank) draw_blank(frame);
}

}  // namespace lanescope::gui
