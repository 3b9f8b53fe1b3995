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
  if (form.known) request.types = form.known->types;
  for (const auto& [name, role] : form.roles) {
    std::string& value = request.arguments[name];
    const auto row = std::ranges::find(form.proposal.arguments, name, &catalogue::ProposedArgument::name);
    if (value.empty() && row != form.proposal.arguments.end()) value = row->value;
    value = fmt::format("{} {}", name_of(role), value);
  }
  return request;
}

/// Returns the kernel to ask the compiler about; nothing where it is not known, or known without one.
std::string asked_entry(const LaunchForm& form) {
  if (form.entries.empty() || catalogue::is_ptx(form.source)) return {};
  return catalogue::proposed_entry(form.source, proposal_request(form)).value_or(std::string());
}

Status try_launch(LaunchForm& form) {
  TRY(auto proposal, catalogue::propose(source_for_compiler(form), proposal_request(form)));
  form.proposal = std::move(proposal);
  form.proposal.toml += catalogue::compile_table(form.include);
  catalogue::KernelSource source = form.source;
  source.headers[catalogue::sidecar_name(source.path)] = form.proposal.toml;
  const auto kernel = catalogue::read_kernel(std::move(source));
  if (!kernel) return failure(kernel.error().front());
  TRY(form.plan, catalogue::resolve(*kernel, {}, 1));
  return {};
}

}  // namespace

Message refusal_text(const Error& refused) {
  return Error{refused.what, refused.where, {}}.message();
}

LaunchForm launch_form_of(catalogue::KernelSource source, std::vector<std::string> include) {
  LaunchForm form;
  form.include = std::move(include);
  replace_source(form, std::move(source));
  return form;
}

void replace_source(LaunchForm& form, catalogue::KernelSource source) {
  const bool is_new = form.entries.empty();
  form.source = std::move(source);
  form.entries = catalogue::all_entries_in(form.source);
  // The kernel that the file launches first is the one to begin with.
  if (is_new) form.entry = catalogue::first_launched(form.source, form.entries).value_or(0);
  if (form.entry >= form.entries.size()) form.entry = 0;
  form.known.reset();
  propose_launch(form);
}

void complete_launch(LaunchForm& form, Enquiry known) {
  form.known = std::move(known);
  propose_launch(form);
}

catalogue::KernelSource source_for_compiler(const LaunchForm& form) {
  catalogue::KernelSource source = form.source;
  if (!form.include.empty())
    source.headers[catalogue::sidecar_name(source.path)] = catalogue::compile_table(form.include);
  return source;
}

void propose_launch(LaunchForm& form) {
  form.trouble = {};
  form.remedy = {};
  form.asked = asked_entry(form);
  if (form.known && form.known->entry != form.asked) form.known.reset();
  if (catalogue::is_ptx(form.source)) form.known = Enquiry{};
  if (form.entries.empty()) {
    form.trouble = message<"open_file.no_kernel">();
    form.remedy = message<"open_file.no_kernel_remedy">();
    return;
  }
  const Status done = try_launch(form);
  if (!done && form.proposal.toml.empty() && form.known && form.known->refused) {
    // A type that the file does not declare is a mistake of the file, not of the form.
    form.trouble = refusal_text(*form.known->refused);
    form.remedy = form.known->refused->remedy;
  } else if (!done) {
    form.trouble = done.error().what;
    form.remedy = done.error().remedy;
  }
}

void choose_entry(LaunchForm& form, std::size_t index) {
  form.entry = index;
  form.template_arguments.clear();
  form.grid.clear();
  form.block.clear();
  form.shared_bytes.clear();
  form.launch_line = 0;
  form.arguments.clear();
  form.roles.clear();
  form.proposal = {};
  propose_launch(form);
}

Outcome OpenPath::apply(State& state, double) const {
  state.open_file.shown = true;
  return Effects{ReadPath{path}};
}

Outcome OpenIncluder::apply(State& state, double) const {
  TRY(LaunchForm* const form, opened_form(state));
  return Effects{ReadPath{path, form->entries.empty() ? std::string() : form->entries[form->entry].name}};
}

Outcome IncludeFolders::apply(State& state, double) const {
  TRY(LaunchForm* const form, opened_form(state));
  if (!form->known) return Effects();
  for (const std::filesystem::path& folder : form->known->elsewhere.folders) form->include.push_back(folder.string());
  state.open_file.included[form->source.path] = form->include;
  return Effects{ReadHeaders{}};
}

Outcome ChooseEntry::apply(State& state, double) const {
  TRY(LaunchForm* const form, opened_form(state));
  if (index >= form->entries.size()) return failure(message<"open_file.no_such_kernel">());
  choose_entry(*form, index);
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
  form->runs_when_known = !form->known;
  if (form->runs_when_known) return Effects();
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
