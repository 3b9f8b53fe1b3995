#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "gui/messages.h"
#include "gui/screens/open_file/open_file_commands.h"
#include "gui/store/actions.h"

namespace lanescope::gui {
namespace {

Expected<LaunchForm*> opened_form(State& state) {
  if (state.open_file.form) return &*state.open_file.form;
  return failure(message<"open_file.none">());
}

std::string needs_assumed_launch(const State& state) {
  return state.open_file.launched.contains(state.selection.kernel) ? std::string()
                                                                   : state.say("reason.launch_is_written");
}

std::string launched_entry(const LaunchForm& form) {
  const catalogue::EntryDeclaration& entry = form.entries.at(form.entry);
  return form.template_arguments.empty() ? entry.name : fmt::format("{}<{}>", entry.name, form.template_arguments);
}

catalogue::ProposalRequest proposal_request(const LaunchForm& form) {
  catalogue::ProposalRequest request{launched_entry(form), form.grid, form.block, form.arguments};
  request.shared_bytes = form.shared_bytes;
  request.launch_line = form.launch_line;
  for (const auto& [name, role] : form.roles) {
    std::string& value = request.arguments[name];
    const auto row = std::ranges::find(form.proposal.arguments, name, &catalogue::ProposedArgument::name);
    if (value.empty() && row != form.proposal.arguments.end()) value = row->value;
    value = fmt::format("{} {}", name_of(role), value);
  }
  return request;
}

Status try_launch(LaunchForm& form) {
  TRY(auto proposal, catalogue::propose(form.source, proposal_request(form)));
  form.proposal = std::move(proposal);
  catalogue::KernelSource source = form.source;
  source.headers[catalogue::sidecar_name(source.path)] = form.proposal.toml;
  const auto kernel = catalogue::read_kernel(std::move(source));
  if (!kernel) return failure(kernel.error().front());
  TRY(form.plan, catalogue::resolve(*kernel, {}, 1));
  return {};
}

}  // namespace

LaunchForm launch_form_of(catalogue::KernelSource source) {
  LaunchForm form;
  form.entries = catalogue::entries_in(source);
  form.source = std::move(source);
  // The kernel that the file launches first is the one to begin with.
  if (const auto first = catalogue::first_launched(form.source, form.entries)) form.entry = *first;
  propose_launch(form);
  return form;
}

void propose_launch(LaunchForm& form) {
  form.trouble = {};
  form.remedy = {};
  if (form.entries.empty()) {
    form.trouble = message<"open_file.no_kernel">();
    form.remedy = message<"open_file.no_kernel_remedy">();
    return;
  }
  if (auto done = try_launch(form); !done) {
    form.trouble = done.error().what;
    form.remedy = done.error().remedy;
  }
}

Outcome OpenPath::apply(State& state, double) const {
  state.open_file.shown = true;
  return Effects{ReadPath{path}};
}

Outcome ChooseEntry::apply(State& state, double) const {
  TRY(LaunchForm* const form, opened_form(state));
  if (index >= form->entries.size()) return failure(message<"open_file.no_such_kernel">());
  form->entry = index;
  form->template_arguments.clear();
  form->grid.clear();
  form->block.clear();
  form->shared_bytes.clear();
  form->launch_line = 0;
  form->arguments.clear();
  form->roles.clear();
  form->proposal = {};
  propose_launch(*form);
  return Effects();
}

Outcome ChooseFileLaunch::apply(State& state, double) const {
  TRY(LaunchForm* const form, opened_form(state));
  form->launch_line = line;
  propose_launch(*form);
  return Effects();
}

Outcome SetLaunchText::apply(State& state, double) const {
  TRY(LaunchForm* const form, opened_form(state));
  switch (field) {
    case LaunchField::template_arguments:
      form->template_arguments = text;
      break;
    case LaunchField::grid:
      form->grid = text;
      break;
    case LaunchField::block:
      form->block = text;
      break;
    case LaunchField::shared_bytes:
      form->shared_bytes = text;
      break;
    case LaunchField::argument:
      if (text.empty()) {
        form->arguments.erase(name);
      } else {
        form->arguments[name] = text;
      }
      break;
  }
  propose_launch(*form);
  return Effects();
}

Outcome SetLaunchRole::apply(State& state, double) const {
  TRY(LaunchForm* const form, opened_form(state));
  form->roles[name] = role;
  propose_launch(*form);
  return Effects();
}

Outcome SetFrontMatterDestination::apply(State& state, double) const {
  TRY(LaunchForm* const form, opened_form(state));
  if (destination == FrontMatterDestination::inside && catalogue::is_ptx(form->source)) {
    return failure(message<"open_file.ptx_beside">(), form->source.path, message<"open_file.ptx_beside_remedy">());
  }
  form->destination = destination;
  return Effects();
}

Outcome RunLaunch::apply(State& state, double) const {
  TRY(LaunchForm* const form, opened_form(state));
  if (!form->trouble.empty()) return failure(form->trouble, form->source.path, form->remedy);
  return Effects{LaunchFile{form->source.path, form->proposal.toml, form->destination}};
}

std::span<const Action> open_file_actions() {
  static constexpr std::array table{
      with_text_field(Action{"open_file", "Open a file ...", "Ctrl+O", "File",
                             "Opens a .cu or .ptx file; if it does not define its launch, a form asks for it.",
                             [](State& state) -> Effects {
                               OpenFileState& open = state.open_file;
                               open.shown = !open.shown;
                               open.form.reset();
                               return open.shown ? Effects{ReadPath{open.folder.path}} : Effects();
                             },
                             nullptr, is_set<&State::open_file, &OpenFileState::shown>}),
      Action{"forget_recent_files", "Clear the list", "", "File/Recent", "Forgets which files were opened.",
             [](State& state) { state.ui.recent_files.clear(); },
             [](const State& state) {
               return state.ui.recent_files.empty() ? state.say("reason.no_recent_file") : std::string();
             }},
      Action{"edit_launch", "Change the launch ...", "", "File",
             "Opens the form with the launch of the selected kernel again.",
             [](State& state) {
               state.open_file.form = state.open_file.launched.at(state.selection.kernel);
               state.open_file.shown = true;
             },
             needs_assumed_launch},
  };
  return table;
}

}  // namespace lanescope::gui
