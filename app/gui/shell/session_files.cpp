// What the session does with files: it looks into folders, opens kernel files and writes front matters.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/kernel_files.h"
#include "gui/messages.h"
#include "gui/screens/open_file/open_file_commands.h"
#include "gui/shell/session.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

bool is_kernel_file(const fs::path& file) {
  return file.extension() == ".cu" || file.extension() == ".ptx";
}

/// Returns what of a folder can be opened. Hidden entries are left out.
std::vector<FolderEntry> openable_in(const fs::path& folder) {
  std::vector<FolderEntry> entries;
  for (const fs::path& path : entries_of(folder)) {
    std::error_code error;
    const bool is_folder = fs::is_directory(path, error);
    const std::string name = path.filename().string();
    if (name.starts_with('.') || (!is_folder && !is_kernel_file(path))) continue;
    entries.push_back({name, is_folder});
  }
  std::ranges::sort(entries, [](const FolderEntry& one, const FolderEntry& two) {
    return one.folder != two.folder ? one.folder : one.name < two.name;
  });
  return entries;
}

/// Adds the headers that lie in further folders, which the user named.
void add_headers_of(const std::vector<std::string>& folders, catalogue::KernelSource& source) {
  if (folders.empty()) return;
  catalogue::add_headers(source, catalogue::find_sidecar_files(source.path, source.text, folders));
}

/// Puts a front matter in front of a text that has none.
std::string with_front_matter(const std::string& text, const std::string& toml) {
  return "/* lanescope\n" + toml + "*/\n" + text;
}

}  // namespace

void Session::read_path(const std::string& wanted, const std::string& entry) {
  Folder& folder = state_.open_file.folder;
  folder.trouble = {};
  std::error_code error;
  const fs::path path = fs::absolute(wanted.empty() ? fs::path(".") : fs::path(wanted), error).lexically_normal();
  if (fs::is_directory(path, error)) {
    // A path that ends in a slash has an empty last part.
    folder.path = (path.has_filename() ? path : path.parent_path()).string();
    folder.entries = openable_in(path);
    return;
  }
  if (!fs::exists(path, error)) {
    folder.trouble = message<"open_file.not_there">(path.string());
    return;
  }
  if (!open_file(path, entry)) folder.trouble = message<"open_file.cannot_be_opened">(path.string());
}

bool Session::open_file(const fs::path& file, const std::string& entry) {
  if (!is_kernel_file(file)) {
    report_error({message<"open_file.no_kernel_file">(), file.string(), message<"open_file.no_kernel_file_remedy">()});
    return false;
  }
  return show_launch_form(file, entry) || choose_file(file);
}

bool Session::show_launch_form(const fs::path& file, const std::string& entry) {
  if (!is_kernel_file(file)) return false;
  auto source = catalogue_.source_of(file);
  // A front matter that never ends is a mistake in the file, and is shown as such.
  if (!source || catalogue::front_matter_of(*source) || catalogue::opens_with_front_matter(source->text)) return false;
  state_.open_file.folder.path = fs::path(source->path).parent_path().string();
  const auto included = state_.open_file.included.find(source->path);
  std::vector<std::string> folders =
      included == state_.open_file.included.end() ? std::vector<std::string>() : included->second;
  add_headers_of(folders, *source);
  LaunchForm& form = state_.open_file.form.emplace(launch_form_of(*std::move(source), std::move(folders)));
  const auto wanted = std::ranges::find(form.entries, entry, &catalogue::EntryDeclaration::name);
  if (wanted != form.entries.end()) choose_entry(form, static_cast<std::size_t>(wanted - form.entries.begin()));
  state_.open_file.shown = true;
  return true;
}

void Session::read_headers() {
  std::optional<LaunchForm>& form = state_.open_file.form;
  if (!form) return;
  auto source = catalogue_.source_of(form->source.path);
  if (!source) return report_error(source.error());
  add_headers_of(form->include, *source);
  replace_source(*form, *std::move(source));
}

bool Session::poll_enquiry() {
  std::optional<LaunchForm>& form = state_.open_file.form;
  if (!form || form->known) {
    // Its process ends on a thread of its own, so that no frame waits for it.
    if (!form && enquiry_run_)
      closing_clients_.emplace_back([left = std::move(enquiry_run_)]() mutable { left.reset(); });
    return false;
  }
  if (!enquiry_run_) enquiry_run_ = std::make_unique<EnquiryRun>(worker_options());
  if (catalogue::KernelSource source = source_for_compiler(*form); !enquiry_run_->is_asking(source, form->asked)) {
    experiments::Experiment experiment;
    experiment.kernel = std::move(source);
    experiment.types_of = form->asked;
    experiment.target = state_.selection.target;
    experiment.device = options_.device;
    enquiry_run_->ask(std::move(experiment));
  }
  auto known = enquiry_run_->take();
  if (!known) return false;
  complete_launch(*form, *std::move(known));
  if (form->runs_when_known) perform(RunLaunch{});
  return true;
}

bool Session::choose_file(const fs::path& file) {
  const auto id = catalogue_.add_file(file);
  if (!id) {
    report_error(id.error());
    return false;
  }
  accept_catalogue(Clock::now());
  state_.open_file.form.reset();
  state_.open_file.shown = false;
  remember_file(file);
  perform(SelectKernel{*id});
  return true;
}

void Session::remember_file(const fs::path& file) {
  constexpr std::size_t most = 10;
  std::error_code error;
  const std::string path = fs::absolute(file, error).lexically_normal().string();
  std::vector<std::string>& recent = state_.ui.recent_files;
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > most) recent.resize(most);
}

Status Session::write_launch(const LaunchFile& launch) {
  const fs::path beside = catalogue::sidecar_path(launch.file);
  std::error_code error;
  switch (launch.destination) {
    case FrontMatterDestination::nowhere:
      catalogue_.set_default_front_matter(launch.file, launch.front_matter);
      return {};
    case FrontMatterDestination::beside:
      if (fs::exists(beside, error)) {
        return failure(message<"open_file.exists">(), beside.string(), message<"open_file.exists_remedy">());
      }
      TRY_STATUS(write_file(beside, launch.front_matter));
      show_notice({Notice::Kind::done, state_.say("notice.launch_kept"), beside.string()});
      return {};
    case FrontMatterDestination::inside: {
      TRY(const auto text, read_file(launch.file));
      if (catalogue::opens_with_front_matter(text)) return {};
      TRY_STATUS(write_file(launch.file, with_front_matter(text, launch.front_matter)));
      show_notice({Notice::Kind::done, state_.say("notice.launch_inside"), launch.file});
      return {};
    }
  }
  return {};
}

void Session::launch_file(const LaunchFile& launch) {
  OpenFileState& open = state_.open_file;
  if (auto written = write_launch(launch); !written) {
    report_error(written.error());
    if (open.form) {
      open.form->trouble = written.error().message();
      open.form->remedy = {};
    }
    return;
  }
  const std::optional<LaunchForm> form = open.form;
  if (!choose_file(launch.file)) return;
  open.launched.erase(state_.selection.kernel);
  if (launch.destination == FrontMatterDestination::nowhere && form) open.launched[state_.selection.kernel] = *form;
}

}  // namespace lanescope::gui
