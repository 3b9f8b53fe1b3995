#include "gui/screens/kernels/kernels_list.h"
#include "gui/screens/kernels/kernels_commands.h"
#include "gui/store/selection_commands.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "gui/readings/private_words.h"
#include "gui/readings/readout_view_model.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

/// Returns the "naive_row" of "transpose/naive_row".
std::string_view short_name(const catalogue::Kernel& kernel) {
  const std::string_view id = kernel.source.id;
  return !kernel.family.empty() && id.starts_with(kernel.family + "/") ? id.substr(kernel.family.size() + 1) : id;
}

/// Returns the line of the first error that has one, such as 5 of "smem_pad.cu:5", or 0.
int line_of(const std::vector<Error>& errors) {
  const auto found = std::ranges::find_if(errors, [](const Error& error) { return error.where.line > 0; });
  return found == errors.end() ? 0 : found->where.line;
}

// Heights are whole pixels. Dear ImGui cuts off the fraction of a pixel after each item, upwards below the screen's
// edge and downwards above it. With fractions, the height of a list would change with its scroll position.

/// Returns a number that this window keeps by name, at first 0. The reference is valid until another name is added.
int& remembered(const char* name) {
  return *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID(name));
}

void draw_errors(const Frame& frame, const std::string& path, const std::vector<Error>& errors) {
  shape_item(frame, Shape::cross, frame.theme.wrong);
  text(std::filesystem::path(path).filename().string());
  name_item(frame, "kernel_error/" + path);
  ImGui::SameLine(0, 0.6F * frame.em);
  ImGui::PushID(path.c_str());
  if (ImGui::SmallButton(frame.say("kernels.edit").c_str())) frame.emit(OpenFile{path, line_of(errors)});
  name_item(frame, "kernel_edit/" + path);
  ImGui::PopID();
  ImGui::Indent();
  for (const Error& error : errors) {
    const Language& language = frame.language();
    draw_wrapped(shown_text(frame.state, language.translated(Error{error.what, error.where, {}}.message())),
                 frame.theme.text);
    if (!error.remedy.empty()) {
      draw_wrapped(shown_text(frame.state, language.translated(error.remedy)), frame.theme.quiet);
    }
  }
  ImGui::Unindent();
  ImGui::Spacing();
}

/// Draws a family's name, the number of its kernels, and a mark if one has errors. A click folds or opens it.
void draw_family(const Frame& frame, const KernelRow& row) {
  const float em = frame.em;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, std::floor(1.45F * em)};
  ImGui::PushID("family");
  const bool clicked = ImGui::InvisibleButton(row.family.empty() ? "files" : row.family.c_str(), size);
  ImGui::PopID();
  name_item(frame, "family/" + row.family);
  if (clicked) frame.emit(ToggleFamily{row.family});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hovered) {
    list.AddRectFilled(from, {from.x + size.x, from.y + size.y}, packed(faded(frame.theme.raised, 0.6F)), 0.25F * em);
  }
  const ImVec2 centre{from.x + 0.45F * em, from.y + size.y / 2};
  const float half = 0.28F * em;
  const ImU32 ink = packed(frame.theme.quiet);
  if (row.folded) {
    list.AddTriangleFilled({centre.x - 0.7F * half, centre.y - half}, {centre.x + half, centre.y},
                           {centre.x - 0.7F * half, centre.y + half}, ink);
  } else {
    list.AddTriangleFilled({centre.x - half, centre.y - 0.7F * half}, {centre.x + half, centre.y - 0.7F * half},
                           {centre.x, centre.y + half}, ink);
  }
  const FontScope heading(frame, frame.fonts.bold, 0.85F);
  const std::string title = row.family.empty() ? frame.say("kernels.files") : upper(row.family);
  const float top = from.y + (size.y - ImGui::GetTextLineHeight()) / 2;
  draw_text_at(list, {from.x + em, top}, frame.theme.quiet, title);
  const std::string count = std::to_string(row.count);
  const float right = from.x + size.x - 0.4F * em;
  draw_text_at(list, {right - size_of(count).x, top}, frame.theme.faint, count);
  if (row.has_errors) {
    draw_shape(list, Shape::exclamation, {right - size_of(count).x - 1.0F * em, from.y + size.y / 2}, em,
               frame.theme.warning);
  }
  if (hovered && row.has_errors) tooltip(frame, frame.say("kernels.family_errors"));
}

/// Draws what the selected kernel teaches, and where.
void draw_lesson(const Frame& frame, const catalogue::Kernel& kernel) {
  const float em = frame.em;
  ImGui::Indent(0.7F * em);
  {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    const catalogue::ShownTexts texts = texts_of(kernel, frame.language().code());
    if (!texts.summary.empty()) draw_wrapped(texts.summary, frame.theme.quiet);
    name_item(frame, "kernel_lesson");
    std::string taught = kernel.article;
    if (!kernel.section.empty() && kernel.section != taught) taught += (taught.empty() ? "" : " · ") + kernel.section;
    if (!taught.empty()) draw_wrapped(taught, frame.theme.quiet);
    if (!texts.claims.empty()) {
      text(texts.claims.size() == 1 ? frame.say("kernels.claim") : frame.say("kernels.claims", texts.claims.size()),
           frame.theme.accent);
      name_item(frame, "kernel_claims");
      if (ImGui::IsItemHovered()) tooltip(frame, "• " + join(texts.claims, "\n• "));
      ImGui::SameLine(0, 0.8F * em);
    }
    if (ImGui::SmallButton(frame.say("kernels.edit").c_str())) frame.emit("open_in_editor");
    name_item(frame, "kernel_edit");
    if (ImGui::IsItemHovered()) tooltip(frame, frame.say("kernels.edit_help"));
  }
  ImGui::Unindent(0.7F * em);
  ImGui::Spacing();
}

void draw_kernel(const Frame& frame, const catalogue::Kernel& kernel, bool has_errors, bool marked) {
  const float em = frame.em;
  const bool selected = kernel.source.id == frame.state.selection.kernel;
  const bool museum = kernel.expect != FaultKind::none;
  const catalogue::ShownTexts texts = texts_of(kernel, frame.language().code());
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, std::floor(2.6F * em)};
  if (ImGui::InvisibleButton(kernel.source.id.c_str(), size)) frame.emit(SelectKernel{kernel.source.id});
  name_item(frame, "kernel/" + kernel.source.id);
  const bool hovered = ImGui::IsItemHovered();

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  if (selected || hovered) {
    list.AddRectFilled(from, to, packed(selected ? frame.theme.raised : faded(frame.theme.raised, 0.6F)), 0.25F * em);
  }
  if (selected) list.AddRectFilled(from, {from.x + 0.25F * em, to.y}, packed(frame.theme.accent), 0.12F * em);
  if (marked) list.AddRect(from, to, packed(frame.theme.accent), 0.25F * em, 0, std::max(1.5F, 0.1F * em));
  ImGui::SetCursorScreenPos({from.x + 0.7F * em, from.y + 0.18F * em});
  {
    const FontScope mono(frame, frame.fonts.mono, 1);
    draw_elided(short_name(kernel), selected ? frame.theme.text : faded(frame.theme.text, 0.9F),
                to.x - (has_errors ? 1.8F : 0.4F) * em);
  }
  if (has_errors) {
    ImGui::SameLine(0, 0.4F * em);
    shape_item(frame, Shape::exclamation, frame.theme.warning);
    name_item(frame, "kernel_mark/" + kernel.source.id);
  }
  ImGui::SetCursorScreenPos({from.x + 0.7F * em, from.y + 1.32F * em});
  {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    if (museum) {
      shape_item(frame, Shape::temple, frame.theme.lesson);
      text(frame.say("kernels.museum"), frame.theme.lesson);
      name_item(frame, "museum/" + kernel.source.id);
      ImGui::SameLine(0, 0.5F * em);
    }
    draw_elided(texts.title, frame.theme.quiet, to.x - 0.4F * em);
  }
  // The next item follows without a gap.
  ImGui::SetCursorScreenPos({from.x, to.y - ImGui::GetStyle().ItemSpacing.y});
  ImGui::Dummy({0, 0});
  if (!hovered) return;
  std::string help = texts.summary;
  if (museum) {
    help += (help.empty() ? "" : "\n") + frame.say("kernels.promises", fault_noun(frame.language(), kernel.expect));
  }
  if (!help.empty()) tooltip(frame, help);
}

/// What the search field does with keys that are not text.
struct SearchKeys {
  int* to_the_end;  ///< 1 when typing began outside the field, so that its text is not selected
  int moved = 0;    ///< move of the mark; 1 is down, -1 up
};

int on_search_key(ImGuiInputTextCallbackData* data) {
  auto& keys = *static_cast<SearchKeys*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
    keys.moved = data->EventKey == ImGuiKey_DownArrow ? 1 : -1;
  } else if (std::exchange(*keys.to_the_end, 0) != 0) {
    data->ClearSelection();
    data->CursorPos = data->BufTextLen;
  }
  return 0;
}

/// Begins a search when a letter is typed while the list has the focus.
void begin_search_by_typing(const Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool focused = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
  if (!focused || io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.InputQueueCharacters.empty()) return;
  std::string typed;
  for (const ImWchar letter : io.InputQueueCharacters) {
    if (letter < 0x80 && std::isalpha(static_cast<int>(letter)) != 0) typed += static_cast<char>(letter);
  }
  if (typed.empty()) return;
  remembered("to_the_end") = 1;
  frame.emit("search_kernels");
  frame.emit(SearchKernels{frame.state.kernel_search.text + typed});
}

void draw_search(const Frame& frame) {
  const KernelSearch& search = frame.state.kernel_search;
  const bool typed = !search.text.empty();
  const float clear_width = typed ? 1.9F * frame.em : 0;
  if (frame.has_effect<FocusSearch>()) ImGui::SetKeyboardFocusHere();
  std::array<char, 128> buffer{};
  search.text.copy(buffer.data(), buffer.size() - 1);
  SearchKeys keys{&remembered("to_the_end")};
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - clear_width);
  constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_EscapeClearsAll |
                                        ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_CallbackAlways;
  const bool entered = ImGui::InputTextWithHint("##search", frame.say("kernels.search").c_str(), buffer.data(),
                                                buffer.size(), flags, on_search_key, &keys);
  name_item(frame, "kernels/search");
  remembered("active") = ImGui::IsItemActive() ? 1 : 0;
  if (search.text != buffer.data()) frame.emit(SearchKernels{buffer.data()});
  if (keys.moved != 0) frame.emit(MarkNeighbour{keys.moved});
  if (entered) frame.emit(SelectMarkedKernel{});
  if (typed) {
    ImGui::SameLine(0, 0.3F * frame.em);
    if (ImGui::Button("×", {1.6F * frame.em, 0})) frame.emit(SearchKernels{""});
    name_item(frame, "kernels/clear");
  }
}

void draw_list(const Frame& frame, const catalogue::Snapshot& snapshot, bool searching) {
  const State& state = frame.state;
  const std::vector<KernelRow> rows = kernel_rows(snapshot, state.kernel_search);
  const std::string marked =
      searching ? candidate_of(rows, state.kernel_search, state.selection.kernel) : std::string();
  if (rows.empty() && !snapshot.kernels.empty()) draw_wrapped(frame.say("kernels.none_found"), frame.theme.quiet);
  // A kernel that was selected by key or on the command line may be outside the view, and so may the marked one.
  const std::string& wanted = marked.empty() ? state.selection.kernel : marked;
  const auto id = static_cast<int>(ImGui::GetID(wanted.c_str()));
  // After a change of the panel's height it may be outside the view again.
  const auto height = static_cast<int>(ImGui::GetWindowHeight());
  const bool moved = remembered("shown") != id || remembered("height") != height;
  // Dear ImGui lays out nothing in a panel's first frame.
  if (!ImGui::GetCurrentWindow()->SkipItems) {
    remembered("shown") = id;
    remembered("height") = height;
  }
  for (const KernelRow& row : rows) {
    if (row.is_family()) {
      draw_family(frame, row);
      continue;
    }
    const std::string& kernel = row.kernel->source.id;
    draw_kernel(frame, *row.kernel, row.has_errors, kernel == marked);
    // A selected kernel has its lesson below it, so it is placed high in the list, with both its neighbours visible.
    if (moved && kernel == wanted) ImGui::SetScrollHereY(searching ? 0.5F : 0.35F);
    if (kernel == state.selection.kernel && state.kernel_search.text.empty()) draw_lesson(frame, *row.kernel);
  }
  if (snapshot.errors.empty() || !state.kernel_search.text.empty()) return;
  ImGui::Spacing();
  text(frame, frame.fonts.bold, 0.85F, frame.say("kernels.with_errors"), frame.theme.quiet);
  for (const auto& [path, errors] : snapshot.errors) draw_errors(frame, path, errors);
}

}  // namespace

void draw_kernels_list(const Frame& frame) {
  if (!frame.state.known.catalogue) return;
  const catalogue::Snapshot& snapshot = *frame.state.known.catalogue;
  if (snapshot.kernels.empty() && snapshot.errors.empty()) {
    return draw_wrapped(frame.say("kernels.no_files"), frame.theme.quiet);
  }
  begin_search_by_typing(frame);
  draw_search(frame);
  const bool searching = remembered("active") != 0 || !frame.state.kernel_search.text.empty();
  // The field stays in place while the list scrolls.
  ImGui::BeginChild("list");
  draw_list(frame, snapshot, searching);
  ImGui::EndChild();
}

}  // namespace lanescope::gui
