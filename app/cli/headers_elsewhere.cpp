#include "cli/headers_elsewhere.h"

#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/includers.h"
#include "catalogue/kernel_files.h"
#include "catalogue/messages.h"
#include "catalogue/propose/proposal.h"

namespace lanescope::cli {
namespace {

/// Whether the front matter of a kernel is in its file or in one beside it, rather than proposed.
bool has_written_front_matter(const catalogue::KernelSource& source) {
  return catalogue::opens_with_front_matter(source.text) || catalogue::stamp_of(catalogue::sidecar_path(source.path));
}

/// Returns the first kernel that is launched, as it was proposed.
std::string entry_of(const experiments::Experiment& experiment) {
  const auto kernel = catalogue::read_kernel(experiment.kernel);
  if (!kernel) return {};
  const auto plan = catalogue::resolve(*kernel, experiment.values, experiment.seed);
  return plan && !plan->launches.empty() ? plan->launches.front().entry : std::string();
}

Message include_in_front_matter(const catalogue::HeadersElsewhere& elsewhere, const std::string& kernel_file) {
  std::vector<std::string> folders;
  const std::filesystem::path own = std::filesystem::path(kernel_file).parent_path();
  for (const std::filesystem::path& folder : elsewhere.folders)
    folders.push_back(catalogue::toml_text(folder.lexically_relative(own).string()));
  return message<"headers.elsewhere_in_front_matter">(elsewhere.names(), join(folders, ", "));
}

}  // namespace

Message include_options(const catalogue::HeadersElsewhere& elsewhere) {
  if (elsewhere.headers.empty()) return {};
  std::vector<std::string> options;
  for (const std::filesystem::path& folder : elsewhere.folders)
    options.push_back("--include " + shell_word(folder.string()));
  return message<"headers.elsewhere_include">(elsewhere.names(), join(options, " "));
}

void say_what_may_help(const experiments::Experiment& experiment, const experiments::Result& result) {
  if (!result.failed() || !result.has_fault(FaultKind::compile)) return;
  const catalogue::KernelSource& kernel = experiment.kernel;
  const auto elsewhere = catalogue::find_headers(kernel.path, catalogue::missing_headers(result.diagnostics));
  if (elsewhere.headers.empty()) {
    const Message offer = catalogue::includer_offer(catalogue::files_including(kernel.path), entry_of(experiment));
    if (!offer.empty()) std::cerr << Error{offer, kernel.path, {}}.text() << '\n';
    return;
  }
  const Error error{
      message<"headers.elsewhere">(), kernel.path,
      has_written_front_matter(kernel) ? include_in_front_matter(elsewhere, kernel.path) : include_options(elsewhere)};
  std::cerr << error.text() << '\n';
}

}  // namespace lanescope::cli
