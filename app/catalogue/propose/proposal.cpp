#include "catalogue/propose/proposal.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/function_name.h"
#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/expression/expression_tree.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/messages.h"
#include "catalogue/propose/constants.h"
#include "catalogue/propose/proposer.h"
#include "catalogue/propose/typed_entry.h"

namespace lanescope::catalogue {
namespace {

/// Returns the parameters and the fields of those that are structures, by their whole names: "options.n".
std::vector<EntryParameter> with_fields(const std::vector<EntryParameter>& parameters) {
  std::vector<EntryParameter> all;
  for (const EntryParameter& parameter : parameters) {
    all.push_back(parameter);
    std::vector<EntryParameter> fields = parameter.fields;
    for (EntryParameter& field : fields) field.name = parameter.name + "." + field.name;
    for (EntryParameter& field : with_fields(fields)) all.push_back(std::move(field));
  }
  return all;
}

/// Whether the parameters have the types that stand after a name, "scale(float*, int)"; a name alone fits all.
bool has_types(const EntryDeclaration& entry, const std::string& written) {
  const std::size_t open = written.find('('), close = written.rfind(')');
  if (open == std::string::npos || close == std::string::npos || !entry.template_parameters.empty()) return true;
  const auto plain = [](std::string type) {
    for (std::size_t at = type.find("const"); at != std::string::npos; at = type.find("const", at)) type.erase(at, 5);
    std::erase(type, ' ');
    return type;
  };
  const std::vector<std::string> types = split_list(std::string_view(written).substr(open + 1, close - open - 1));
  return std::ranges::equal(types, entry.parameters, {}, plain,
                            [&](const EntryParameter& parameter) { return plain(parameter.type); });
}

/// Returns a template with the arguments that it has without a launch: those of the first explicit instantiation, else
/// its defaults and float for types. It is empty where a number is not known.
std::string usual_template(const EntryDeclaration& entry) {
  if (!entry.instantiations.empty()) return entry.instantiations.front();
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < entry.template_parameters.size(); ++i) {
    if (!entry.template_defaults[i].empty()) break;  // The compiler knows what is left.
    if (!entry.template_types[i]) return {};
    arguments.push_back("float");
  }
  return fmt::format("{}<{}>", entry.name, join(arguments, ", "));
}

/// The remedy for a template of which numbers are missing, with an example that can be taken as it is.
std::string example_of(const EntryDeclaration& entry) {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < entry.template_parameters.size(); ++i) {
    const std::string name = lower(entry.template_parameters[i]);
    const bool block =
        name.find("block") != std::string::npos || name.find("thread") != std::string::npos || name == "bs";
    arguments.push_back(!entry.template_defaults[i].empty() ? entry.template_defaults[i]
                        : entry.template_types[i]           ? "float"
                        : block                             ? "256"
                                                            : "16");
  }
  return join(arguments, ", ");
}

Expected<const EntryDeclaration*> find_entry(const std::vector<EntryDeclaration>& entries,
                                             const std::vector<FileLaunch>& launches, const KernelSource& source,
                                             const ProposalRequest& request) {
  const std::string_view wanted = function_name(request.entry);
  if (wanted.empty() && !entries.empty()) {
    const auto launch = std::ranges::find_if(
        launches, [&](const FileLaunch& each) { return request.launch_line == 0 || each.line == request.launch_line; });
    if (launch == launches.end()) return &entries.front();
    return &*std::ranges::find(entries, launch->kernel, &EntryDeclaration::name);
  }
  const auto found = std::ranges::find_if(
      entries, [&](const EntryDeclaration& each) { return each.name == wanted && has_types(each, request.entry); });
  if (found != entries.end()) return &*found;
  std::vector<std::string> names;
  for (const EntryDeclaration& each : entries) names.push_back(each.name);
  return failure(message<"proposal.no_kernel">(wanted), source.path,
                 did_you_mean(wanted, names, message<"proposal.kernels_are">(join(names, ", "))));
}

/// Returns the launch of the kernel that the request means, or the first; nothing when the file has none.
Expected<const FileLaunch*> find_launch(const std::vector<FileLaunch>& launches, const EntryDeclaration& entry,
                                        const KernelSource& source, const ProposalRequest& request) {
  const FileLaunch* first = nullptr;
  std::vector<std::string> lines;
  for (const FileLaunch& launch : launches) {
    if (launch.kernel != entry.name) continue;
    if (launch.line == request.launch_line) return &launch;
    // Of a template with arguments, a launch with the same ones tells more.
    const bool same = request.entry.find('<') != std::string::npos && launch.entry == request.entry;
    if (first == nullptr || (same && first->entry != request.entry)) first = &launch;
    lines.push_back(std::to_string(launch.line));
  }
  if (request.launch_line == 0) return first;
  return failure(
      message<"proposal.no_launch">(entry.name, request.launch_line), source.path,
      lines.empty() ? message<"proposal.no_launches">() : message<"proposal.launches_are">(join(lines, ", ")));
}

/// Returns the first explicit instantiation that macros make: "template __global__ void copy<float, 32>(...)".
std::string instantiation_in(const HostCode& code, const EntryDeclaration& entry) {
  const std::vector<Token>& tokens = code.tokens();
  for (std::size_t i = 2; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is(entry.name) || !tokens[i + 1].is("<")) continue;
    const std::size_t end = code.template_end(i + 1);
    if (end == HostCode::npos || !tokens[end + 1].is("(")) continue;
    std::size_t begin = i;
    while (begin > 0 && i - begin < 8 && !tokens[begin].is("template")) --begin;
    const bool instantiates = tokens[begin].is("template") && tokens[begin + 1].is("__global__");
    if (instantiates) return entry.name + code.text({i + 1, end + 1});
  }
  return {};
}

/// The kernel that is proposed.
struct Choice {
  std::vector<EntryDeclaration> entries;  ///< of the file
  std::vector<FileLaunch> launches;       ///< of all of them
  std::size_t index = 0;                  ///< of the chosen one in `entries`
  std::string entry;                      ///< its name, with the arguments of a template
  Origin origin = Origin::typed;          ///< of these arguments
  int line = 0;                           ///< of the launch in the file that it follows; 0 for none
};

Expected<Choice> choose(const KernelSource& source, const HostCode& code, const ProposalRequest& request) {
  Choice choice;
  choice.entries = all_entries_in(source);
  choice.launches = launches_in(code, choice.entries);
  TRY(const EntryDeclaration* const found, find_entry(choice.entries, choice.launches, source, request));
  TRY(const FileLaunch* const launch, find_launch(choice.launches, *found, source, request));
  choice.index = static_cast<std::size_t>(found - choice.entries.data());
  choice.entry = request.entry.empty() ? found->name : request.entry;
  choice.line = launch == nullptr ? 0 : launch->line;
  if (found->template_parameters.empty() || request.entry.find('<') != std::string::npos) return choice;
  const bool launched = launch != nullptr && launch->entry.find('<') != std::string::npos;
  const std::string instance =
      launched || !found->instantiations.empty() ? std::string() : instantiation_in(code, *found);
  choice.entry = launched ? launch->entry : !instance.empty() ? instance : usual_template(*found);
  if (!choice.entry.empty()) choice.entry = found->scope + choice.entry;
  choice.origin = launched                                              ? Origin::launch
                  : !found->instantiations.empty() || !instance.empty() ? Origin::declaration
                                                                        : Origin::assumed;
  if (!choice.entry.empty()) return choice;
  return failure(message<"proposal.template">(found->text()),
                 {found->file.empty() ? source.path : found->file, found->line},
                 message<"proposal.template_remedy">(found->name, example_of(*found)));
}

/// Whether the launch gives a kernel no elements: it was written to compile, or the number is known only when it runs.
bool launches_nothing(const FileLaunch& launch, const KernelUse& use) {
  return std::ranges::any_of(launch.values, [&](const auto& each) {
    const auto value = parse_integer(each.second);
    return value && *value < 1 && use.guards.contains(each.first);
  });
}

/// Fills __constant__ variables of real numbers, which host code elsewhere writes. An integer may be an index, of which
/// every value but zero may lie outside of a buffer.
void fill_constants(Proposal& proposal, const HostCode& code, const EntryDeclaration& entry, const KernelUse& use) {
  std::string toml;
  for (const ConstantVariable& variable : constants_read_by(code, entry, use)) {
    std::vector<std::string> extents;
    for (const std::int64_t extent : variable.extents) extents.push_back(std::to_string(extent));
    const std::string shape = join(extents, ", ");
    const bool integer = is_integer(variable.type);
    proposal.assumptions.push_back(
        {fmt::format("__constant__ {}: {}{}, {}", variable.name, name_of(variable.type),
                     shape.empty() ? "" : " [" + shape + "]", integer ? "zeros" : "random numbers"),
         Origin::assumed});
    if (integer) continue;
    toml += fmt::format("{} = {{ type = \"{}\"{} }}\n", variable.name, name_of(variable.type),
                        shape.empty() ? "" : ", shape = [" + shape + "]");
  }
  if (!toml.empty()) proposal.toml += "\n[symbols]\n" + toml;
}

}  // namespace

Expected<Proposal> Proposer::propose() {
  const std::vector<EntryParameter> all = with_fields(entry_.parameters);
  for (const auto& [name, value] : request_.arguments) {
    if (std::ranges::find(all, name, &EntryParameter::name) != all.end()) continue;
    return failure(message<"proposal.no_parameter">(entry_.name, name), "--argument",
                   message<"proposal.parameters_are">(entry_.text()));
  }
  for (const EntryParameter& parameter : all) {
    if (const auto origin = size_origin(parameter)) add_size(parameter, *origin);
  }
  add_sizes_of_launch(all);
  const bool made_up = sizes_.empty();
  if (made_up) sizes_.push_back({free_name("n"), usual_extent(), true});
  add_block();
  choose_grid();
  find_reach();
  for (const EntryParameter& parameter : entry_.parameters) {
    TRY(auto argument, argument_of(parameter));
    // For the compiler these are structures of one field.
    const bool half = parameter.element == ElementType::f16 || parameter.element == ElementType::bf16;
    const bool number = !parameter.pointer && parameter.vector == 1 && !parameter.type.starts_with('.');
    if (half && number && !argument.starts_with('{')) {
      argument = fmt::format("{{ {} value = {} }}", c_name(*parameter.element), argument);
    }
    arguments_.push_back(std::move(argument));
  }
  const std::optional<Assumption> shared = add_shared_bytes();
  shrink_sizes();
  tell_launch();
  if (shared) assumptions_.push_back(*shared);
  std::vector<Assumption> sizes;
  std::vector<ProposedArgument> rows;
  if (made_up && !uses_size(sizes_[0].name)) {
    sizes_.clear();
  } else if (made_up) {
    sizes.push_back(
        {fmt::format("no parameter says how large the problem is: {} = {} elements", sizes_[0].name, sizes_[0].value),
         Origin::assumed});
  }
  for (const EntryParameter& parameter : all) {
    if (const auto name = names_.find(parameter.name); name != names_.end()) {
      const auto size = std::ranges::find(sizes_, name->second, &ProposedSize::name);
      origin_ = size_origins_.at(parameter.name);
      put_row(parameter, ProposedArgument::Kind::size, std::to_string(size->value));
      if (origin_ != Origin::typed)
        sizes.push_back({fmt::format("{}: a size, {}", parameter.name, size->value), origin_});
    }
    // A parameter that is not told of here is a structure, whose fields follow.
    const auto row = rows_.find(parameter.name);
    if (row != rows_.end()) rows.push_back(row->second);
  }
  assumptions_.insert(assumptions_.begin(), sizes.begin(), sizes.end());
  Proposal proposal;
  proposal.toml = toml();
  proposal.entry = request_.entry.empty() ? entry_.name : request_.entry;
  proposal.assumptions = std::move(assumptions_);
  proposal.arguments = std::move(rows);
  proposal.grid = join(grid_, ", ");
  proposal.block = join(block_, ", ");
  proposal.launch_origin = block_origin_;
  proposal.shared_bytes = shared_bytes_;
  proposal.typed_sizes = std::move(typed_sizes_);
  proposal.launch_line = launch_ == nullptr ? 0 : launch_->line;
  return proposal;
}

/// Whether the launch or a buffer is written in a size.
bool Proposer::uses_size(const std::string& name) const {
  const auto has = [&](const std::string& text) { return has_word(text, name); };
  return has(shared_bytes_) || std::ranges::any_of(grid_, has) || std::ranges::any_of(block_, has) ||
         std::ranges::any_of(arguments_, has) || has(buffers_text());
}

std::string toml_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

std::string toml_list(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts) quoted.push_back(toml_text(text));
  return '[' + join(quoted, ", ") + ']';
}

std::string compile_table(const std::vector<std::string>& folders, const std::vector<std::string>& options) {
  if (folders.empty() && options.empty()) return {};
  std::string toml = "\n[compile]\n";
  if (!folders.empty()) toml += fmt::format("include = {}\n", toml_list(folders));
  if (!options.empty()) toml += fmt::format("options = {}\n", toml_list(options));
  return toml;
}

std::optional<std::size_t> first_launched(const KernelSource& source, const std::vector<EntryDeclaration>& entries) {
  const std::vector<FileLaunch> launches = launches_in(HostCode(source), entries);
  if (launches.empty()) return std::nullopt;
  const auto entry = std::ranges::find(entries, launches.front().kernel, &EntryDeclaration::name);
  return static_cast<std::size_t>(entry - entries.begin());
}

Expected<std::string> proposed_entry(const KernelSource& source, const ProposalRequest& request) {
  TRY(const auto choice, choose(source, HostCode(source), request));
  return choice.entry;
}

Expected<Proposal> propose(const KernelSource& source, const ProposalRequest& request) {
  const HostCode code(source);
  TRY(auto choice, choose(source, code, request));
  const EntryDeclaration& found = choice.entries[choice.index];
  ProposalRequest complete = request;
  if (choice.origin != Origin::typed || request.entry.empty()) complete.entry = choice.entry;
  EntryDeclaration entry = with_arguments(found, complete.entry);
  if (request.types) {
    // With the types of the compiler the launch tells more: numbers of which the text does not know that they are.
    entry = with_types(std::move(entry), *request.types);
    choice.launches = launches_in(code, {entry});
  }
  const FileLaunch* launch = nullptr;
  for (const FileLaunch& each : choice.launches) {
    if (each.kernel == entry.name && each.line == choice.line && launch == nullptr) launch = &each;
  }
  const KernelUse use = use_of(source, code, entry);
  if (launch != nullptr && launches_nothing(*launch, use)) launch = nullptr;
  TRY(auto proposal, Proposer({entry, source, code, complete, use, launch}).propose());
  fill_constants(proposal, code, entry, use);
  if (choice.origin != Origin::typed) {
    proposal.assumptions.insert(proposal.assumptions.begin(), {complete.entry, choice.origin});
  }
  for (const FileLaunch& each : choice.launches) {
    const auto& lines = proposal.launch_lines;
    const bool is_new = each.kernel == entry.name && std::ranges::find(lines, each.line) == lines.end();
    if (is_new) proposal.launch_lines.push_back(each.line);
  }
  for (std::size_t i = 0; i < choice.entries.size(); ++i) {
    if (i != choice.index) proposal.other_kernels.push_back(choice.entries[i].text());
  }
  return proposal;
}

}  // namespace lanescope::catalogue
