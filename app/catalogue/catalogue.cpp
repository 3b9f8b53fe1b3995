#include "catalogue/catalogue.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "catalogue/front_matter/front_matter.h"
#include "catalogue/kernel_files.h"

namespace warpscope::catalogue {

namespace fs = std::filesystem;

namespace {

/// A kernel file as far as it was read.
struct Watched {
  fs::path path;
  std::string id;
  std::optional<Stamp> stamp;          ///< of what was read; nothing before the first time
  std::shared_ptr<const Kernel> good;  ///< the last version that could be used
  std::vector<Error> errors;           ///< of the present version
};

void read(Watched& file, const Headers& headers) {
  file.errors.clear();
  auto text = read_source(file.path);
  if (!text) {
    file.errors.push_back(text.error());
    return;
  }
  KernelSource source{file.id, file.path.string(), std::move(*text), {}};
  source.headers = headers.included_by(source.text);
  auto kernel = read_kernel(std::move(source));
  if (kernel) {
    file.good = std::make_shared<const Kernel>(std::move(*kernel));
  } else {
    file.errors = std::move(kernel.error());
  }
}

/// A kernel is compared with another one that must exist; the kernel itself is of use without it. One whose file is
/// wrong has errors of its own.
void refuse_wrong_partners(const std::vector<Watched>& files, Snapshot& snapshot) {
  for (const auto& [id, kernel] : snapshot.kernels) {
    const std::string& named = kernel->front_matter->check.same_as;
    const bool there = std::any_of(files.begin(), files.end(), [&](const Watched& file) { return file.id == named; });
    if (there && !snapshot.kernels.contains(named)) continue;
    const auto partner = partner_of(*kernel, snapshot);
    if (!partner) snapshot.errors[kernel->source.path].push_back(partner.error());
  }
}

}  // namespace

Expected<std::shared_ptr<const Kernel>> partner_of(const Kernel& kernel, const Snapshot& snapshot) {
  const Check& check = kernel.front_matter->check;
  const std::string& named = check.same_as;
  if (named.empty()) return nullptr;
  const std::string place = fmt::format("{}:{}", kernel.source.path, check.line);
  if (named == kernel.source.id) {
    return failure("[check] same_as names the kernel itself", place, "name another kernel: family/name");
  }
  const auto found = snapshot.kernels.find(named);
  if (found == snapshot.kernels.end()) {
    std::vector<std::string> ids;
    for (const auto& [id, other] : snapshot.kernels) ids.push_back(id);
    return failure(fmt::format("[check] same_as: there is no kernel '{}'", named), place,
                   did_you_mean(named, ids, "name another kernel: family/name"));
  }
  if (found->second->front_matter->check.reference.empty()) {
    return failure(fmt::format("[check] same_as: {} is itself not compared with a CPU reference", named), place,
                   "name a kernel whose [check] has a reference");
  }
  if (found->second->expect != FaultKind::none) {
    return failure(fmt::format("[check] same_as: {} promises a fault", named), place, "name a kernel that is right");
  }
  return found->second;
}

void Snapshot::follow_alias(std::string& id, Values& values) const {
  const auto found = aliases.find(id);
  if (found == aliases.end()) return;
  values.insert(found->second.values.begin(), found->second.values.end());
  id = found->second.kernel;
}

struct Catalogue::State {
  fs::path folder;
  Headers headers;
  std::vector<fs::path> loose;  ///< in the order in which they were added
  std::vector<Watched> files;   ///< those of the folder first: they own their ids
  std::shared_ptr<const Snapshot> snapshot = std::make_shared<Snapshot>();

  explicit State(const fs::path& where) : folder(absolute(where)), headers(folder / "include") {}

  static fs::path absolute(const fs::path& path) {
    std::error_code error;
    fs::path whole = fs::weakly_canonical(path, error);
    return error ? path : whole;
  }

  /// Every kernel file there is now.
  [[nodiscard]] std::vector<Watched> present() const {
    std::vector<Watched> found;
    for (const fs::path& family : files_of(folder)) {
      for (const fs::path& file : files_of(family)) {
        if (const std::string id = id_below(folder, file); !id.empty()) found.push_back({file, id, {}, {}, {}});
      }
    }
    for (const fs::path& file : loose) found.push_back({file, file.stem().string(), {}, {}, {}});
    std::erase_if(found, [](const Watched& file) { return !stamp_of(file.path); });
    return found;
  }

  bool refresh() {
    const bool new_headers = headers.refresh();
    std::vector<Watched> now = present();
    bool changed = now.size() != files.size();
    for (Watched& file : now) {
      const auto stamp = stamp_of(file.path);
      const auto before =
          std::find_if(files.begin(), files.end(), [&](const Watched& old) { return old.path == file.path; });
      if (before != files.end()) {
        file = std::move(*before);
      } else {
        changed = true;
      }
      if (file.stamp && file.stamp == stamp && !new_headers) continue;
      file.stamp = stamp;
      read(file, headers);
      changed = true;
    }
    files = std::move(now);
    if (changed) publish();
    return changed;
  }

  void publish() {
    auto next = std::make_shared<Snapshot>();
    std::map<std::string, fs::path> owners;
    for (const Watched& file : files) {
      const std::string path = file.path.string();
      if (!file.errors.empty()) next->errors[path] = file.errors;
      const auto [owner, fresh] = owners.emplace(file.id, file.path);
      if (!fresh) {
        next->errors[path].push_back({fmt::format("the id '{}' is that of {}", file.id, owner->second.string()), path,
                                      "rename one of the two files"});
      } else if (file.good) {
        next->kernels[file.id] = file.good;
      }
    }
    for (const auto& [id, kernel] : next->kernels) {
      for (const auto& [former, values] : kernel->aliases) {
        if (!next->kernels.contains(former) && next->aliases.emplace(former, Alias{id, values}).second) continue;
        next->errors[kernel->source.path].push_back(
            {fmt::format("[alias]: another kernel has the id '{}'", former), kernel->source.path, "remove the alias"});
      }
    }
    refuse_wrong_partners(files, *next);
    if (std::error_code error; !fs::is_directory(folder, error)) {
      next->errors[folder.string()] = {
          {"there is no folder of kernels", folder.string(), "set WARPSCOPE_DATA to the folder that holds kernels/"}};
    }
    snapshot = std::move(next);
  }

  [[nodiscard]] const Watched* watched(const fs::path& path) const {
    const auto found = std::find_if(files.begin(), files.end(), [&](const Watched& file) { return file.path == path; });
    return found == files.end() ? nullptr : &*found;
  }

  /// The kernel of a file, or why there is none.
  [[nodiscard]] Expected<std::shared_ptr<const Kernel>> kernel_of(const Watched& file) const {
    const auto kernel = snapshot->kernels.find(file.id);
    if (kernel != snapshot->kernels.end() && kernel->second == file.good) return file.good;
    return failure(snapshot->errors.at(file.path.string()).front());
  }

  [[nodiscard]] Error unknown(const std::string& id_or_path) const {
    std::vector<std::string> ids;
    for (const auto& [id, kernel] : snapshot->kernels) ids.push_back(id);
    std::optional<std::string> near = nearest(id_or_path, ids);
    for (const std::string& id : ids) {
      if (id.ends_with("/" + id_or_path)) near = id;  // the family was left out
    }
    return {fmt::format("there is no kernel and no file '{}'", id_or_path), "",
            near          ? fmt::format("did you mean '{}'?", *near)
            : ids.empty() ? "there are no kernels; name a .cu file"
                          : "kernels are " + join(ids, ", ")};
  }
};

Catalogue::Catalogue(const fs::path& folder) : state_(std::make_unique<State>(folder)) {
  state_->refresh();
  state_->publish();
}
Catalogue::~Catalogue() = default;
Catalogue::Catalogue(Catalogue&&) noexcept = default;
Catalogue& Catalogue::operator=(Catalogue&&) noexcept = default;

Expected<std::string> Catalogue::add_file(const fs::path& file) {
  const fs::path path = State::absolute(file);
  TRY_STATUS(read_source(path));
  if (id_below(state_->folder, path).empty() &&
      std::find(state_->loose.begin(), state_->loose.end(), path) == state_->loose.end()) {
    state_->loose.push_back(path);
  }
  refresh();
  const Watched* watched = state_->watched(path);
  if (watched == nullptr) return failure("the file vanished while it was read", path.string(), "save it again");
  return watched->id;
}

bool Catalogue::refresh() {
  return state_->refresh();
}

std::shared_ptr<const Snapshot> Catalogue::snapshot() const {
  return state_->snapshot;
}

Expected<std::shared_ptr<const Kernel>> Catalogue::find(const std::string& id_or_path) {
  const auto alias = state_->snapshot->aliases.find(id_or_path);
  const std::string& id = alias == state_->snapshot->aliases.end() ? id_or_path : alias->second.kernel;
  for (const Watched& file : state_->files) {
    if (file.id == id) return state_->kernel_of(file);
  }
  if (!id_or_path.ends_with(".cu") && !stamp_of(id_or_path)) return failure(state_->unknown(id_or_path));
  TRY_STATUS(add_file(id_or_path));
  return state_->kernel_of(*state_->watched(State::absolute(id_or_path)));
}

}  // namespace warpscope::catalogue
