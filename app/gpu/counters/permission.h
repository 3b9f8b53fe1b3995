// Who may read hardware counters on this system, and who holds them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lanescope::gpu {

/// What the driver and the system say before anything is tried. The source is NVIDIA's page "ERR_NVGPUCTRPERM".
struct CounterPermission {
  enum class Rule {
    unknown,        ///< The driver does not say.
    everybody,      ///< Everybody may.
    administrator,  ///< Only the administrator may, and this is the administrator.
    denied          ///< Only the administrator may, and this is somebody else.
  };
  Rule rule = Rule::unknown;
  Message remedy;       ///< how this system lets this user count, as a sentence; for every rule
  std::string command;  ///< a shell command that is the remedy; empty where a command alone does not do it
};

/// The parts of a system from which the permission is read, so that tests can give others.
struct SystemFacts {
  std::string driver_parameters;  ///< the text of /proc/driver/nvidia/params; empty when there is none
  bool administrator = false;
  bool windows_subsystem = false;
  bool container = false;
};
[[nodiscard]] SystemFacts system_facts();

[[nodiscard]] CounterPermission counter_permission(const SystemFacts& facts = system_facts());

/// Returns the names of running programs that are known to hold counters ("nv-hostengine (DCGM)"), joined by commas.
[[nodiscard]] std::string running_profilers(const std::filesystem::path& processes = "/proc");

/// Returns the files that may be CUPTI in these folders, best first: major versions from `newest_major` (the driver's)
/// down to 12, in the folders and in their extras/CUPTI/lib64, then by bare name for the loader if `with_loader`.
[[nodiscard]] std::vector<std::string> cupti_files(const std::vector<std::filesystem::path>& folders, int newest_major,
                                                   bool with_loader);

}  // namespace lanescope::gpu
