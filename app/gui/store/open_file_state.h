// The window in which a file is opened, and the form for a file that does not say how its kernel is launched.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/value_types.h"
#include "catalogue/header_search.h"
#include "catalogue/propose/proposal.h"

namespace lanescope::gui {

/// A folder, or a file that can be opened.
struct FolderEntry {
  std::string name;
  bool folder = false;
  friend bool operator==(const FolderEntry&, const FolderEntry&) = default;
};
struct Folder {
  std::string path;
  std::vector<FolderEntry> entries;  ///< folders first, each part by name
  Message trouble;                   ///< why a path that was asked for cannot be opened; empty means none
};

/// Where the front matter goes that the form makes.
enum class FrontMatterDestination { nowhere, beside, inside };

/// What is found out about a file and one of its kernels while its form is shown already.
struct Enquiry {
  std::string entry;                      ///< the kernel, a template with its arguments; empty where none is known
  std::optional<ValueTypes> types;        ///< of its parameters, as the compiler knows them
  std::optional<Error> refused;           ///< the compiler's own error, at a line of the file
  catalogue::HeadersElsewhere elsewhere;  ///< headers that the compiler did not find
  std::vector<std::filesystem::path> includers;  ///< files beside it that include it
};

/// How the kernel of a file is launched, as far as the user has said so, and what is proposed for the rest.
struct LaunchForm {
  catalogue::KernelSource source;
  std::vector<catalogue::EntryDeclaration> entries;
  std::size_t entry = 0;                         ///< index of the chosen one
  std::string template_arguments;                ///< of a template: "float, 32"; empty means proposed
  std::string grid, block, shared_bytes;         ///< as typed; empty means proposed
  int launch_line = 0;                           ///< of the launch in the file that is followed; 0 means the first
  std::map<std::string, std::string> arguments;  ///< as typed, by parameter
  std::map<std::string, catalogue::Role> roles;  ///< as chosen, by parameter
  FrontMatterDestination destination = FrontMatterDestination::nowhere;
  std::vector<std::string> include = {};  ///< further folders of headers, whole paths, which the user allowed
  std::optional<Enquiry> known = {};      ///< about the present kernel; empty while it is being found out
  bool runs_when_known = false;           ///< whether the user has said Run before that

  // These follow from the above; propose_launch() renews them.
  std::string asked;             ///< the kernel that is to be found out about, as Enquiry::entry
  catalogue::Proposal proposal;  ///< the newest that could be made
  catalogue::LaunchPlan plan;    ///< of the newest that could be used
  Message trouble, remedy;       ///< why the present one cannot be used; empty means that it can
};

struct OpenFileState {
  bool shown = false;
  Folder folder;                                             ///< shown while there is no form
  std::optional<LaunchForm> form;                            ///< of the chosen file
  std::map<std::string, std::vector<std::string>> included;  ///< LaunchForm::include by file, for this session
  std::map<std::string, LaunchForm> launched;                ///< forms whose launch is nowhere on disk, by kernel id
};

/// Begins the form of a file. It proposes the first kernel.
[[nodiscard]] LaunchForm launch_form_of(catalogue::KernelSource source, std::vector<std::string> include = {});
/// Gives the form the same file with other headers.
void replace_source(LaunchForm& form, catalogue::KernelSource source);
/// Chooses the kernel that the form is about, and forgets what was typed for another one.
void choose_entry(LaunchForm& form, std::size_t index);
/// Returns the compiler's own error with its place, without a remedy.
[[nodiscard]] Message refusal_text(const Error& refused);
/// Completes the form with what was found out.
void complete_launch(LaunchForm& form, Enquiry known);
/// Returns the file as the compiler is asked about it.
[[nodiscard]] catalogue::KernelSource source_for_compiler(const LaunchForm& form);
/// Makes the proposal for what the form says now.
void propose_launch(LaunchForm& form);

}  // namespace lanescope::gui
