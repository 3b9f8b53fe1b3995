// All kernels of a folder, reloaded when files change.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/front_matter/translations.h"
#include "catalogue/kernel.h"
#include "catalogue/kernel_files.h"

namespace lanescope::catalogue {

/// The experiment that is shown and run when none is named: a transpose whose tile has no padding, so that a warp's
/// reads of a column meet in one bank. `first_knob` is the one that takes the conflict away.
inline constexpr const char *default_kernel = "transpose/smem_unroll", *first_knob = "pad";
[[nodiscard]] Values default_values();

/// An id that a kernel had before, and the knobs that make it what it was then.
struct Alias {
  std::string kernel;
  Values values;
};

/// Kernels by id, and the errors of the files that could not be used. It is immutable; a reload makes a new one.
struct Snapshot {
  std::map<std::string, std::shared_ptr<const Kernel>> kernels;
  std::map<std::string, std::vector<Error>> errors;  ///< by path; the last good kernel of that path stays in kernels
  std::map<std::string, Alias> aliases;              ///< by the former id

  /// Replaces a former id by the present one, and adds the knobs that make the kernel what it was then to the values.
  void follow_alias(std::string& id, Values& values) const;
};

/// Returns the kernel whose output [check] same_as names, or null when the check names none. It fails, at the line of
/// the check, when there is no such kernel, when it is the kernel itself, when it is itself compared with this kernel
/// (so that two kernels do not vouch for each other), or when it promises a fault.
[[nodiscard]] Expected<std::shared_ptr<const Kernel>> find_reference_kernel(const Kernel& kernel,
                                                                            const Snapshot& snapshot);

/// Watches kernels/FAMILY/NAME.cu below a folder, kernels/include, and loose files, each with the front matter beside
/// it.
class Catalogue {
 public:
  explicit Catalogue(const std::filesystem::path& folder);

  /// Adds a file given on the command line or dropped on the window. Its id is FAMILY/NAME below the folder, else its
  /// stem. It fails when the file cannot be read; a file whose front matter is wrong is added, with its errors.
  Expected<std::string> add_file(const std::filesystem::path& file);

  /// Sets the front matter of a file that has none, until one stands in it or beside it.
  void set_default_front_matter(const std::filesystem::path& file, std::string front_matter);

  /// Reads again what changed on disk since the last call, by modification time and size (a few microseconds a file).
  /// It returns true when the snapshot changed.
  bool refresh();

  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const { return snapshot_; }

  /// Finds a kernel by its id, a former id or its path. An error names the nearest id or is the file's first error.
  [[nodiscard]] Expected<std::shared_ptr<const Kernel>> find(const std::string& id_or_path);

  /// Returns a file as a kernel's source, with the headers and the front matter beside it, whether or not it has a
  /// front matter. Its id is its stem. It fails when the file cannot be read.
  [[nodiscard]] Expected<KernelSource> source_of(const std::filesystem::path& file) const;

 private:
  /// A kernel file as far as it was read.
  struct Watched {
    std::filesystem::path path;
    std::string id;
    std::optional<Stamp> stamp;                ///< The stamp of what was read; empty before that.
    std::shared_ptr<const Kernel> good;        ///< the last version that could be used
    std::vector<Error> errors;                 ///< The errors of the present version.
    SidecarFiles::Stamps sidecar_stamps = {};  ///< of the present version
  };
  void read(Watched& file);
  /// Adds the headers and the front matter that lie beside the source, and returns their stamps.
  SidecarFiles::Stamps add_sidecar_files(KernelSource& source) const;
  [[nodiscard]] std::vector<Watched> existing_files() const;
  void publish();
  [[nodiscard]] const Watched* watched(const std::filesystem::path& path) const;
  /// Returns the kernel of a file, or why there is none.
  [[nodiscard]] Expected<std::shared_ptr<const Kernel>> kernel_of(const Watched& file) const;
  [[nodiscard]] Error unknown(const std::string& id_or_path) const;

  std::filesystem::path folder_;
  Headers headers_;
  TranslationFiles translations_;
  std::map<std::filesystem::path, std::string>
      default_front_matters_;                 ///< front matters that are not on disk, by kernel file
  std::vector<std::filesystem::path> loose_;  ///< in the order in which they were added
  std::vector<Watched> files_;                ///< The files of the folder come first, because they own their ids.
  std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<Snapshot>();
};

}  // namespace lanescope::catalogue
