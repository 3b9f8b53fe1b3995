#include "catalogue/catalogue.h"

#include <algorithm>

#include "base/file.h"
#include "base/messages.h"
#include "base/text.h"
#include "catalogue/front_matter/front_matter.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {

namespace fs = std::filesystem;

namespace {

fs::path canonical_path(const fs::path& path) {
  std::error_code error;
  fs::path whole = fs::weakly_canonical(path, error);
  return error ? path : whole;
}

std::vector<std::string> ids_of(const Snapshot& snapshot) {
  std::vector<std::string> ids;
  for (const auto& [id, kernel] : snapshot.kernels) ids.push_back(id);
  return ids;
}

/// Adds the files of numbers that checks of the kernel name. A missing one is an error, but the kernel is useful
/// without.
void add_data(Kernel& kernel, SidecarFiles::Stamps& stamps, std::vector<Error>& errors) {
  for (const auto& matter : kernel.variants) {
    const Check& check = matter->check;
    if (check.file.empty() || kernel.source.data.contains(check.file)) continue;
    const fs::path path = fs::path(kernel.source.path).parent_path() / check.file;
    if (!lies_in_own_folder(path, kernel.source.path, {})) kernel.source.outside.insert(check.file);
    stamps[path] = stamp_of(path);
    auto bytes = path_exists(path) ? read_file(path) : failure(message<"catalogue.no_file">());
    if (!bytes) {
      errors.push_back({message<"check.expected_file">(check.file, bytes.error().what),
                        {kernel.source.path, check.line},
                        message<"check.expected_file_remedy">()});
      continue;
    }
    const auto* first = reinterpret_cast<const std::byte*>(bytes->data());
    kernel.source.data[check.file] = {first, first + bytes->size()};
  }
}

/// Adds the folders of [compile] include that do not exist. The kernel may compile without them.
void add_missing_folders(const KernelSource& source, std::vector<Error>& errors) {
  const auto [folders, line] = include_folders(source);
  for (const std::string& folder : folders) {
    std::error_code error;
    if (fs::is_directory(fs::path(source.path).parent_path() / folder, error)) continue;
    errors.push_back(
        {message<"compile.no_include_folder">(folder), line, message<"compile.no_include_folder_remedy">()});
  }
}

}  // namespace

Expected<std::shared_ptr<const Kernel>> find_reference_kernel(const Kernel& kernel, const Snapshot& snapshot) {
  const Check& check = kernel.front_matter->check;
  const std::string& named = check.reference_kernel;
  if (named.empty()) return nullptr;
  const Place place(kernel.source.path, check.line);
  if (named == kernel.source.id) {
    return failure(message<"check.compares_with_itself">(), place, message<"check.another_kernel_remedy">());
  }
  const auto found = snapshot.kernels.find(named);
  if (found == snapshot.kernels.end()) {
    return failure(message<"check.no_kernel">(named), place,
                   did_you_mean(named, ids_of(snapshot), message<"check.another_kernel_remedy">()));
  }
  if (found->second->front_matter->check.reference_kernel == kernel.source.id) {
    return failure(message<"check.compare_each_other">(named), place, message<"check.compare_each_other_remedy">());
  }
  if (found->second->expect != FaultKind::none) {
    return failure(message<"check.promises_fault">(named), place, message<"check.promises_fault_remedy">());
  }
  return found->second;
}

void Snapshot::follow_alias(std::string& id, Values& values) const {
  const auto found = aliases.find(id);
  if (found == aliases.end()) return;
  values.insert(found->second.values.begin(), found->second.values.end());
  id = found->second.kernel;
}

Catalogue::Catalogue(const fs::path& folder)
    : folder_(canonical_path(folder)),
      headers_(folder_ / "include"),
      translations_(read_translations(folder_ / "translations")) {
  refresh();
  publish();
}

void Catalogue::read(Watched& file) {
  file.errors.clear();
  auto text = read_source(file.path);
  if (!text) {
    file.errors.push_back(text.error());
    return;
  }
  KernelSource source{file.id, file.path.string(), std::move(*text), {}};
  file.sidecar_stamps = add_sidecar_files(source);
  auto kernel = read_kernel(std::move(source));
  if (kernel) {
    add_data(*kernel, file.sidecar_stamps, file.errors);
    add_missing_folders(kernel->source, file.errors);
    // What stands in the file itself goes before.
    if (const auto found = translations_.kernels.find(file.id); found != translations_.kernels.end()) {
      kernel->translations.insert(found->second.begin(), found->second.end());
    }
    file.good = std::make_shared<const Kernel>(std::move(*kernel));
  } else {
    file.errors = std::move(kernel.error());
  }
}

Expected<KernelSource> Catalogue::source_of(const fs::path& file) const {
  const fs::path path = canonical_path(file);
  TRY(auto text, read_source(path));
  KernelSource source{path.stem().string(), path.string(), std::move(text), {}};
  add_sidecar_files(source);
  return source;
}

SidecarFiles::Stamps Catalogue::add_sidecar_files(KernelSource& source) const {
  source.headers = headers_.included_by(source.text);
  const fs::path beside = sidecar_path(source.path);
  const bool may_stand_beside = !opens_with_front_matter(source.text);
  const auto stamp_beside = may_stand_beside ? stamp_of(beside) : std::nullopt;
  if (auto matter = stamp_beside ? read_source(beside) : failure(Message())) {
    source.headers.merge(headers_.included_by(*matter));
    source.headers[sidecar_name(source.path)] = std::move(*matter);
  }
  const auto fallback = default_front_matters_.find(source.path);
  if (may_stand_beside && !stamp_beside && fallback != default_front_matters_.end()) {
    source.headers[sidecar_name(source.path)] = fallback->second;
  }
  SidecarFiles sidecars = find_sidecar_files(source.path, source.text, include_folders(source).folders);
  if (may_stand_beside) sidecars.stamps[beside] = stamp_beside;
  add_headers(source, sidecars);
  return std::move(sidecars.stamps);
}

void Catalogue::set_default_front_matter(const fs::path& file, std::string front_matter) {
  const fs::path path = canonical_path(file);
  default_front_matters_[path] = std::move(front_matter);
  for (Watched& watched : files_) {
    if (watched.path == path) watched.stamp.reset();  // It is read again by the next refresh().
  }
}

/// Returns every kernel file that exists now.
std::vector<Catalogue::Watched> Catalogue::existing_files() const {
  std::vector<Watched> found;
  for (const fs::path& family : entries_of(folder_)) {
    for (const fs::path& file : entries_of(family)) {
      if (const std::string id = id_below(folder_, file); !id.empty()) found.push_back({file, id, {}, {}, {}});
    }
  }
  for (const fs::path& file : loose_) found.push_back({file, file.stem().string(), {}, {}, {}});
  std::erase_if(found, [](const Watched& file) { return !stamp_of(file.path); });
  return found;
}

bool Catalogue::refresh() {
  const bool new_headers = headers_.refresh();
  std::vector<Watched> now = existing_files();
  bool changed = now.size() != files_.size();
  for (Watched& file : now) {
    const auto stamp = stamp_of(file.path);
    if (const Watched* before = watched(file.path)) {
      file = *before;
    } else {
      changed = true;
    }
    if (file.stamp && file.stamp == stamp && !new_headers && !have_changed(file.sidecar_stamps)) continue;
    file.stamp = stamp;
    read(file);
    changed = true;
  }
  files_ = std::move(now);
  if (changed) publish();
  return changed;
}

void Catalogue::publish() {
  auto next = std::make_shared<Snapshot>();
  next->errors = translations_.errors;
  std::map<std::string, fs::path> owners;
  for (const Watched& file : files_) {
    const std::string path = file.path.string();
    if (!file.errors.empty()) next->errors[path] = file.errors;
    const auto [owner, fresh] = owners.emplace(file.id, file.path);
    if (!fresh) {
      next->errors[path].push_back(
          {message<"catalogue.same_id">(file.id, owner->second.string()), path, message<"catalogue.same_id_remedy">()});
    } else if (file.good) {
      next->kernels[file.id] = file.good;
    }
  }
  for (const auto& [id, kernel] : next->kernels) {
    for (const auto& [former, values] : kernel->aliases) {
      if (!next->kernels.contains(former) && next->aliases.emplace(former, Alias{id, values}).second) continue;
      next->errors[kernel->source.path].push_back({message<"catalogue.alias_of_other">(former), kernel->source.path,
                                                   message<"catalogue.alias_of_other_remedy">()});
    }
  }
  for (const auto& [id, kernel] : next->kernels) {
    // A kernel is compared with another one that must exist, but the kernel is useful without it. When the file of the
    // other one is wrong, that file has errors of its own.
    const std::string& named = kernel->front_matter->check.reference_kernel;
    if (owners.contains(named) && !next->kernels.contains(named)) continue;
    const auto reference = find_reference_kernel(*kernel, *next);
    if (!reference) next->errors[kernel->source.path].push_back(reference.error());
  }
  if (std::error_code error; !fs::is_directory(folder_, error)) {
    next->errors[folder_.string()] = {
        {message<"catalogue.no_folder">(), folder_.string(), message<"data.no_kernels_remedy">()}};
  }
  snapshot_ = std::move(next);
}

const Catalogue::Watched* Catalogue::watched(const fs::path& path) const {
  const auto found = std::find_if(files_.begin(), files_.end(), [&](const Watched& file) { return file.path == path; });
  return found == files_.end() ? nullptr : &*found;
}

Expected<std::shared_ptr<const Kernel>> Catalogue::kernel_of(const Watched& file) const {
  const auto kernel = snapshot_->kernels.find(file.id);
  if (kernel != snapshot_->kernels.end() && kernel->second == file.good) return file.good;
  return failure(snapshot_->errors.at(file.path.string()).front());
}

Error Catalogue::unknown(const std::string& id_or_path) const {
  const std::vector<std::string> ids = ids_of(*snapshot_);
  std::optional<std::string> near = nearest(id_or_path, ids);
  for (const std::string& id : ids) {
    if (id.ends_with("/" + id_or_path)) near = id;  // the user left the family out
  }
  return {message<"catalogue.no_kernel">(id_or_path), "",
          near          ? message<"front_matter.did_you_mean">(*near)
          : ids.empty() ? message<"catalogue.empty">()
                        : message<"catalogue.kernels_are">(join(ids, ", "))};
}

Expected<std::string> Catalogue::add_file(const fs::path& file) {
  const fs::path path = canonical_path(file);
  TRY_STATUS(read_source(path));
  if (id_below(folder_, path).empty() && std::find(loose_.begin(), loose_.end(), path) == loose_.end()) {
    loose_.push_back(path);
  }
  refresh();
  const Watched* const added = watched(path);
  if (added == nullptr)
    return failure(message<"catalogue.file_vanished">(), path.string(), message<"catalogue.file_vanished_remedy">());
  return added->id;
}

Expected<std::shared_ptr<const Kernel>> Catalogue::find(const std::string& id_or_path) {
  std::string id = id_or_path;
  Values of_the_alias;
  snapshot_->follow_alias(id, of_the_alias);
  for (const Watched& file : files_) {
    if (file.id == id) return kernel_of(file);
  }
  if (!id_or_path.ends_with(".cu") && !path_exists(id_or_path)) return failure(unknown(id_or_path));
  TRY_STATUS(add_file(id_or_path));
  return kernel_of(*watched(canonical_path(id_or_path)));
}

Values default_values() {
  return {{first_knob, std::int64_t{0}}, {"unroll", std::int64_t{1}}};
}

}  // namespace lanescope::catalogue
