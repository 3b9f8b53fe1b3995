#include "gui/screens/open_file/open_file_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "gui/store/state.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

using Kind = catalogue::ProposedArgument::Kind;

/// What is in a buffer, where it is something particular.
std::string content_word(const State& state, const catalogue::Buffer& buffer) {
  if (buffer.fill == catalogue::Fill::value) return state.say("open_file.each_number", grouped(buffer.fill_value));
  if (buffer.fill == catalogue::Fill::index && buffer.fill_step == 1) return state.say("open_file.each_index");
  if (buffer.fill != catalogue::Fill::random || buffer.fill_below == buffer.fill_from) return {};
  return state.say("open_file.random_between", grouped(buffer.fill_from), grouped(buffer.fill_below - 1));
}

std::string row_meaning(const State& state, const LaunchForm& form, const catalogue::ProposedArgument& argument) {
  if (argument.kind == Kind::size) return state.say("open_file.size");
  if (argument.kind != Kind::buffer) return argument.value == "null" ? state.say("open_file.null") : std::string();
  const std::string name = argument.name.substr(argument.name.rfind('.') + 1);
  const auto buffer = std::ranges::find_if(form.plan.buffers, [&](const catalogue::Buffer& each) {
    return each.name == argument.name || each.name == name;
  });
  if (!form.trouble.empty() || buffer == form.plan.buffers.end()) return {};
  const std::string elements = grouped(static_cast<std::int64_t>(buffer->elements()));
  std::string detail = content_word(state, *buffer);
  if (detail.empty()) detail = human_bytes(buffer->bytes());
  return buffer->grows ? state.say("open_file.elements_or_more", elements, detail)
                       : state.say("open_file.elements", elements, detail);
}

std::string extents_text(const catalogue::Dim3& dim) {
  std::string text = grouped(dim.x);
  if (dim.y > 1 || dim.z > 1) text += " × " + grouped(dim.y);
  if (dim.z > 1) text += " × " + grouped(dim.z);
  return text;
}

std::string origin_word(const State& state, catalogue::Origin origin, int line) {
  switch (origin) {
    case catalogue::Origin::typed:
      return state.say("open_file.from_typed");
    case catalogue::Origin::launch:
      return launch_line_text(state, line);
    case catalogue::Origin::declaration:
      return state.say("open_file.from_declaration");
    case catalogue::Origin::use:
      return state.say("open_file.from_use");
    case catalogue::Origin::name:
      return state.say("open_file.from_name");
    case catalogue::Origin::assumed:
      break;
  }
  return state.say("open_file.from_nothing");
}

/// Adds what was found out: the compiler's error where nothing else is wrong, and what may help.
void add_enquiry(const State& state, const LaunchForm& form, LaunchFormView& view) {
  const Enquiry& known = *form.known;
  if (known.refused && view.trouble.empty()) {
    view.trouble = state.language().translated(refusal_text(*known.refused));
    view.remedy = state.language().translated(known.refused->remedy);
  }
  view.headers = known.elsewhere.names();
  std::vector<std::string> names;
  for (const std::filesystem::path& folder : known.elsewhere.folders) {
    view.folders.push_back(folder.string());
    names.push_back(folder.filename().string());
  }
  // What the button cures needs no other remedy.
  if (!view.folders.empty()) view.remedy.clear();
  if (!view.folders.empty()) view.include = state.say("open_file.include", join(names, ", "));
  const bool would_help = known.refused || form.entries.empty() || form.proposal.launch_line == 0;
  for (const std::filesystem::path& file : known.includers) {
    if (would_help && view.includers.size() < 3) view.includers.push_back(file.string());
  }
}

}  // namespace

std::string launch_line_text(const State& state, int line) {
  return state.say("open_file.from_launch", line);
}

std::string role_word(const State& state, catalogue::Role role) {
  switch (role) {
    case catalogue::Role::in:
      return state.say("open_file.role_in");
    case catalogue::Role::out:
      return state.say("open_file.role_out");
    case catalogue::Role::inout:
      return state.say("open_file.role_inout");
    case catalogue::Role::scratch:
      break;
  }
  return state.say("open_file.role_scratch");
}

LaunchFormView launch_form_view(const State& state, const LaunchForm& form) {
  LaunchFormView view;
  view.file = std::filesystem::path(form.source.path).filename().string();
  for (const catalogue::EntryDeclaration& entry : form.entries) view.entries.push_back(entry.text());
  view.entry = form.entry;
  if (!form.entries.empty()) view.template_parameters = join(form.entries[form.entry].template_parameters, ", ");
  view.template_arguments = form.template_arguments;
  const std::string& proposed = form.proposal.entry;
  if (const std::size_t open = proposed.find('<'); open != std::string::npos && view.template_arguments.empty()) {
    view.template_arguments = proposed.substr(open + 1, proposed.rfind('>') - open - 1);
  }
  for (const catalogue::ProposedArgument& argument : form.proposal.arguments) {
    LaunchRow& row = view.rows.emplace_back();
    row.name = argument.name;
    row.type = argument.type;
    const auto typed = form.arguments.find(argument.name);
    row.value = typed == form.arguments.end() ? argument.value : typed->second;
    row.meaning = row_meaning(state, form, argument);
    row.origin = origin_word(state, argument.origin, form.proposal.launch_line);
    row.buffer = argument.kind == Kind::buffer;
    const auto chosen = form.roles.find(argument.name);
    row.role = chosen == form.roles.end() ? argument.role : chosen->second;
  }
  view.grid = form.grid.empty() ? form.proposal.grid : form.grid;
  view.block = form.block.empty() ? form.proposal.block : form.block;
  view.shared_bytes = form.shared_bytes.empty() ? form.proposal.shared_bytes : form.shared_bytes;
  view.launch_lines = form.proposal.launch_lines;
  view.launch_line = form.proposal.launch_line;
  if (form.trouble.empty() && !form.plan.launches.empty()) {
    const catalogue::Launch& launch = form.plan.launches.front();
    view.launch = launch.grid.count() == 1
                      ? state.say("open_file.launch_one", extents_text(launch.block))
                      : state.say("open_file.launch", extents_text(launch.grid), extents_text(launch.block));
  }
  view.can_run = form.trouble.empty();
  view.waits = !form.known;
  // What is missing may be what the compiler will say.
  const bool too_early = view.waits && form.proposal.toml.empty() && !form.entries.empty();
  if (!too_early) {
    view.trouble = state.language().translated(form.trouble);
    view.remedy = state.language().translated(form.remedy);
  }
  if (form.known) add_enquiry(state, form, view);
  view.beside = catalogue::sidecar_name(form.source.path);
  view.may_be_inside = !catalogue::is_ptx(form.source);
  return view;
}

}  // namespace lanescope::gui
