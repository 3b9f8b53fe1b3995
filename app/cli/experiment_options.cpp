#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/header_search.h"
#include "catalogue/includers.h"
#include "catalogue/kernel_files.h"
#include "catalogue/propose/proposal.h"
#include "catalogue/reference/number_file.h"
#include "cli/commands.h"
#include "cli/headers_elsewhere.h"
#include "cli/messages.h"
#include "cli/options/files.h"
#include "cli/parameter_types.h"
#include "cli/perform.h"
#include "experiments/names.h"
#include "gpu/messages.h"
#include "worker/pipelines/target.h"

namespace lanescope::cli {
namespace {

struct Assignment {
  std::string name, value;
};

Expected<Assignment> assignment(const std::string& text, const char* option, const char* form) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    return failure(message<"option.form">(text, form), option, message<"option.form_remedy">(option, form));
  }
  return Assignment{text.substr(0, equals), text.substr(equals + 1)};
}

/// Returns the request for a front matter that the options make.
Expected<catalogue::ProposalRequest> proposal_request(const LaunchOptions& options) {
  catalogue::ProposalRequest request{options.entry, options.grid, options.block, {}};
  request.shared_bytes = options.shared_bytes;
  request.launch_line = options.launch_line;
  for (const std::string& text : options.arguments) {
    TRY(auto parts, assignment(text, "--argument", "NAME=VALUE"));
    request.arguments[parts.name] = parts.value;
  }
  return request;
}

/// Returns [compile] as the options have it, empty where they have nothing of it. It goes behind the last table of a
/// proposal, which is [[launch]].
Expected<std::string> compile_toml(const LaunchOptions& options) {
  std::vector<std::string> folders, macros;
  for (const std::string& folder : options.include) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
      return failure(message<"option.no_folder">(folder), "--include", message<"option.no_folder_remedy">());
    }
    // The front matter counts from the kernel file, and a command from where it is given.
    folders.push_back(std::filesystem::absolute(folder).lexically_normal().string());
  }
  for (const std::string& macro : options.define) {
    const auto is_control = [](char letter) { return (letter >= '\0' && letter < ' ') || letter == '\x7f'; };
    const std::string_view name = std::string_view(macro).substr(0, macro.find_first_of("=("));
    if (!is_word(name) || is_digit(name.front()) || std::ranges::any_of(macro, is_control)) {
      return failure(message<"option.form">(macro, "NAME=VALUE"), "-D",
                     message<"option.form_remedy">("-D", "NAME=VALUE"));
    }
    macros.push_back("-D" + macro);
  }
  return catalogue::compile_table(folders, macros);
}

/// Returns the file with a front matter beside it; that of a file which is only proposed for has [compile] alone, on
/// which its launch and the types of its parameters depend.
catalogue::KernelSource with_front_matter(catalogue::KernelSource source, const std::string& toml) {
  source.headers[catalogue::sidecar_name(source.path)] = toml;
  return source;
}

/// Says what is assumed of the launch and where each part comes from, which kernel it is, and what else the file has.
void say_what_is_assumed(const catalogue::KernelSource& source, const catalogue::Proposal& proposal) {
  std::cerr << fmt::format("{} has no front matter. {} is launched as follows:\n", source.path, proposal.entry);
  std::size_t width = 0;
  for (const catalogue::Assumption& each : proposal.assumptions) width = std::max(width, each.text.size());
  width = std::min<std::size_t>(width, 72);
  for (const catalogue::Assumption& each : proposal.assumptions) {
    const bool launch = each.origin == catalogue::Origin::launch;
    std::cerr << fmt::format(
        "  {:{}}  {}\n", each.text, width,
        launch ? fmt::format("launch in line {}", proposal.launch_line) : std::string(catalogue::name_of(each.origin)));
  }
  if (proposal.launch_lines.size() > 1) {
    std::cerr << fmt::format("Its launches are in the lines {}; --launch LINE takes another one.\n",
                             fmt::join(proposal.launch_lines, ", "));
  }
  if (proposal.launch_line == 0 && !catalogue::is_ptx(source)) {
    const Message offer = catalogue::includer_offer(catalogue::files_including(source.path), proposal.entry);
    if (!offer.empty()) std::cerr << offer << '\n';
  }
  if (proposal.other_kernels.empty()) return;
  std::cerr << "Other kernels of the file, for --entry:\n";
  for (const std::string& kernel : proposal.other_kernels) std::cerr << fmt::format("  {}\n", kernel);
}

/// Makes a kernel of a file without front matter.
Expected<FoundKernel> proposed_kernel(catalogue::KernelSource source, const ExperimentOptions& how, Worker& worker) {
  const LaunchOptions& options = how.launch;
  TRY(const std::string compile, compile_toml(options));
  if (!options.include.empty()) {
    std::vector<std::string> folders;
    for (const std::string& folder : options.include) folders.push_back(std::filesystem::absolute(folder).string());
    catalogue::add_headers(source, catalogue::find_sidecar_files(source.path, source.text, folders));
  }
  if (!compile.empty()) source = with_front_matter(std::move(source), compile);
  const auto entries = catalogue::entries_in(source);
  if (entries.empty()) {
    const Message offer = include_options(catalogue::find_headers(source.path, catalogue::missing_headers(source)));
    return failure(message<"kernel_file.no_kernel">(), source.path,
                   offer.empty() ? message<"kernel_file.no_kernel_remedy">() : offer);
  }
  TRY(auto request, proposal_request(options));
  TRY(const std::string entry, catalogue::proposed_entry(source, request));
  experiments::KnownTypes known = parameter_types(source, entry, how, worker);
  request.types = std::move(known.types);
  auto proposed = catalogue::propose(source, request);
  // A type that the file does not declare is a mistake of the file, not of the options.
  if (!proposed && known.refused) {
    Message offer = include_options(catalogue::find_headers(source.path, known.missing));
    if (offer.empty()) offer = catalogue::includer_offer(catalogue::files_including(source.path), entry);
    if (!offer.empty()) known.refused->remedy = offer;
    return failure(*std::move(known.refused));
  }
  TRY(auto proposal, std::move(proposed));
  proposal.toml += compile;
  say_what_is_assumed(source, proposal);
  const std::string beside = catalogue::sidecar_path(source.path);
  auto kernel = catalogue::read_kernel(with_front_matter(std::move(source), proposal.toml));
  if (!kernel) return failure(kernel.error().front());
  if (options.save) {
    TRY_STATUS(write_file(beside, proposal.toml));
    std::cerr << fmt::format("Saved: {}\n", beside);
  } else {
    std::cerr << fmt::format("--argument, --grid and --block say otherwise; --save keeps it in {}\n", beside);
  }
  FoundKernel found{std::make_shared<const catalogue::Kernel>(*std::move(kernel)), {}};
  for (const auto& [name, value] : proposal.typed_sizes) found.typed_sizes[name] = value;
  return found;
}

/// Returns how many bytes a file with elements of a buffer may have; a header (.npy) is short.
std::uint64_t max_bytes_of_input(const catalogue::LaunchPlan& plan) {
  std::uint64_t largest = max_input_bytes;
  for (const catalogue::Buffer& buffer : plan.buffers) largest = std::max(largest, buffer.bytes() + 4096);
  return largest;
}

/// The file of "BUFFER=FILE".
std::filesystem::path file_of_assignment(const std::string& assigned) {
  const std::size_t equals = assigned.find('=');
  return equals == std::string::npos ? std::filesystem::path() : std::filesystem::path(assigned.substr(equals + 1));
}

Status check_files(const ExperimentOptions& options, const catalogue::Kernel& kernel) {
  std::vector<NamedFile> outputs{{"--record", options.record}}, inputs{{"the kernel", kernel.source.path}};
  for (const std::string& text : options.dump) outputs.push_back({"--dump", file_of_assignment(text)});
  for (const std::string& text : options.load) inputs.push_back({"an input (--load)", file_of_assignment(text)});
  inputs.push_back({"what is expected (--expect)", file_of_assignment(options.expect)});
  return check_outputs(outputs, inputs);
}

}  // namespace

Expected<FoundKernel> kernel_of(catalogue::Catalogue& kernels, const std::string& name,
                                const ExperimentOptions& options, Worker& worker) {
  const LaunchOptions& launch = options.launch;
  if (auto source = kernels.source_of(name); source && !catalogue::front_matter_of(*source)) {
    // A front matter that never ends is a mistake, and none is proposed instead of it.
    if (!catalogue::opens_with_front_matter(source->text)) return proposed_kernel(*std::move(source), options, worker);
  }
  if (!launch.entry.empty() || !launch.grid.empty() || !launch.block.empty() || !launch.arguments.empty() ||
      !launch.shared_bytes.empty() || launch.launch_line != 0 || !launch.include.empty() || !launch.define.empty() ||
      launch.save) {
    return failure(message<"kernel_file.has_front_matter">(), name, message<"kernel_file.has_front_matter_remedy">());
  }
  TRY(auto found, kernels.find(name));
  // What is wrong beside the kernel itself: a folder of headers, a file of numbers.
  const auto snapshot = kernels.snapshot();
  if (const auto wrong = snapshot->errors.find(found->source.path); wrong != snapshot->errors.end()) {
    for (const Error& error : wrong->second) std::cerr << error.text() << '\n';
  }
  return FoundKernel{std::move(found), {}};
}

Expected<experiments::Experiment> experiment_without_kernel(const ExperimentOptions& options) {
  experiments::Experiment experiment;
  if (!options.backend.empty()) {
    const auto backend = experiments::enum_named<experiments::Backend>(options.backend);
    if (!backend)
      return failure(message<"option.no_backend">(options.backend), "--backend", message<"option.no_backend_remedy">());
    experiment.backend = *backend;
  }
  experiment.seed = options.seed;
  experiment.device = options.device;
  if (!options.target.empty()) {
    if (const auto target = worker::target_named(options.target); !target) {
      return failure(target.error().what, "--target", target.error().remedy);
    }
  }
  experiment.target = options.target;
  experiment.schedule = options.schedule;
  experiment.proceed = options.proceed;
  experiment.keep_going = options.keep_going;
  experiment.ptx_lines = options.ptx_lines;
  if (options.timeout_seconds) experiment.timeout = milliseconds_of(*options.timeout_seconds);
  if (!options.counters.empty()) {
    auto request = experiments::read_counter_request(options.counters);
    if (!request) return failure(request.error().what, "--counters", request.error().remedy);
    experiment.counters = std::move(*request);
  }
  return experiment;
}

Expected<experiments::Experiment> make_experiment(const ExperimentOptions& options, Worker& worker) {
  TRY_STATUS(client_options(options));
  TRY(auto data, data_folder());
  catalogue::Catalogue kernels(data / "kernels");
  TRY(auto found, kernel_of(kernels, options.kernel, options, worker));
  const std::shared_ptr<const catalogue::Kernel> kernel = std::move(found.kernel);

  TRY(auto made, experiment_without_kernel(options));
  experiments::Experiment experiment = std::move(made);
  experiment.kernel = kernel->source;
  TRY(const auto reference, catalogue::find_reference_kernel(*kernel, *kernels.snapshot()));
  if (reference) experiment.reference_kernel = reference->source;
  // A size that was typed stays as it is; others may shrink to what the emulator answers at once.
  experiment.values = std::move(found.typed_sizes);
  for (const std::string& setting : options.settings) {
    TRY(auto parts, assignment(setting, "-p", "NAME=VALUE"));
    experiment.values[parts.name] = catalogue::value_from_text(parts.value);
  }
  std::string id = options.kernel;
  kernels.snapshot()->follow_alias(id, experiment.values);
  // It is resolved here too, so that a wrong name or value is a usage error before any worker starts.
  TRY(auto plan, catalogue::resolve(*kernel, experiment.values, experiment.seed));

  TRY_STATUS(check_files(options, *kernel));
  std::vector<std::string> names;
  for (const catalogue::Buffer& buffer : plan.buffers) names.push_back(buffer.name);
  const auto known = [&](const Assignment& parts, const char* option) -> Status {
    if (std::find(names.begin(), names.end(), parts.name) != names.end()) return {};
    return failure(message<"option.no_buffer">(parts.name), option, message<"buffer.of_plan">(join(names, ", ")));
  };
  for (const std::string& text : options.load) {
    TRY(auto parts, assignment(text, "--load", "BUFFER=FILE"));
    TRY_STATUS(known(parts, "--load"));
    TRY(auto bytes, read_file(parts.value, max_bytes_of_input(plan)));
    for (const catalogue::Buffer& buffer : plan.buffers) {
      if (buffer.name == parts.name && buffer.bytes() != bytes.size()) {
        return failure(message<"option.file_size">(bytes.size(), buffer.name, buffer.bytes()), parts.value,
                       message<"option.file_size_remedy">());
      }
    }
    const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
    experiment.inputs[parts.name] = std::vector<std::byte>(first, first + bytes.size());
  }
  if (!options.expect.empty()) {
    TRY(auto parts, assignment(options.expect, "--expect", "BUFFER=FILE"));
    TRY_STATUS(known(parts, "--expect"));
    TRY(const auto bytes, read_file(parts.value, max_bytes_of_input(plan)));
    experiments::ExpectedBuffer& expected = experiment.expect.emplace();
    expected.buffer = parts.name;
    expected.file = parts.value;
    const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
    expected.bytes = {first, first + bytes.size()};
    expected.tolerance = options.tolerance;
    const auto buffer = std::ranges::find(plan.buffers, parts.name, &catalogue::Buffer::name);
    TRY_STATUS(catalogue::elements_in_file(expected.bytes, *buffer, parts.value));
  }
  for (const std::string& text : options.dump) {
    TRY(auto parts, assignment(text, "--dump", "BUFFER=FILE"));
    TRY_STATUS(known(parts, "--dump"));
    experiment.dump.push_back(parts.name);
  }
  return experiment;
}

}  // namespace lanescope::cli
