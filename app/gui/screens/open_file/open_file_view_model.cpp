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

std::string row_meaning(const State& state, const LaunchForm& form, const catalogue::ProposedArgument& argument) {
  if (argument.kind == Kind::size) return state.say("open_file.size");
  if (argument.kind != Kind::buffer) return argument.value == "null" ? state.say("open_file.null") : std::string();
  const std::string name = argument.name.substr(argument.name.rfind('.') + 1);
  const auto buffer = std::ranges::find_if(form.plan.buffers, [&](const catalogue::Buffer& each) {
    return each.name == argument.name || each.name == name;
  });
  if (!form.trouble.empty() || buffer == form.plan.buffers.end()) return {};
  return state.say("open_file.elements", grouped(static_cast<std::int64_t>(buffer->elements())),
                   human_bytes(buffer->bytes()));
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
    view.launch = state.say("open_file.launch", extents_text(launch.grid), extents_text(launch.block));
  }
  view.trouble = state.language().translated(form.trouble);
  view.remedy = state.language().translated(form.remedy);
  view.beside = catalogue::sidecar_name(form.source.path);
  view.may_be_inside = !catalogue::is_ptx(form.source);
  return view;
}

}  // namespace lanescope::gui
