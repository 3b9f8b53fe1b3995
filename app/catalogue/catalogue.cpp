#include "catalogue/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "base/file.h"
#include "base/text.h"

namespace warpscope::catalogue {
namespace {

namespace fs = std::filesystem;

/// What tells that a file changed, without reading it.
struct Stamp {
  fs::file_time_type time;
  std::uintmax_t size = 0;
  friend bool operator==(const Stamp&, const Stamp&) = default;
};

std::optional<Stamp> stamp_of(const fs::path& file) {
  std::error_code error;
  Stamp stamp{fs::last_write_time(file, error), 0};
  if (error) return std::nullopt;
  stamp.size = fs::file_size(file, error);
  return error ? std::nullopt : std::optional(stamp);
}

/// A kernel file as far as it was read.
struct Entry {
  std::string id;
  bool loose = false;
  Stamp stamp;
  std::shared_ptr<const Kernel> good;  ///< the last version that could be used
  std::vector<Error> errors;           ///< of the present version
};

/// Names of the headers that a text includes in quotes.
std::vector<std::string> included(const std::string& text) {
  static const std::regex include(R"re((?:^|\n)[ \t]*#[ \t]*include[ \t]*"([^"\n]+)")re");
  std::vector<std::string> names;
  for (std::sregex_iterator match(text.begin(), text.end(), include), end; match != end; ++match) {
    names.push_back((*match)[1]);
  }
  return names;
}

/// FAMILY/NAME of a file below the folder; empty for any other.
std::string id_below(const fs::path& folder, const fs::path& file) {
  const fs::path relative = file.lexically_relative(folder);
  if (relative.empty() || *relative.begin() == ".." || std::distance(relative.begin(), relative.end()) != 2) return {};
  return (relative.parent_path() / relative.stem()).string();
}

}  // namespace

struct Catalogue::State {
  fs::path folder;
  std::vector<fs::path> loose;
  std::map<std::string, Entry> entries;                          ///< by path
  std::map<std::string, std::pair<Stamp, std::string>> headers;  ///< of kernels/include, by name
  std::shared_ptr<const Snapshot> snapshot = std::make_shared<Snapshot>();

  std::map<std::string, std::string> headers_of(const std::string& text) const {
    std::map<std::string, std::string> found;
    std::vector<std::string> left = included(text);
    while (!left.empty()) {
      const std::string name = left.back();
      left.pop_back();
      const auto header = headers.find(name);
      if (header == headers.end() || !found.emplace(name, header->second.second).second) continue;
      for (std::string& next : included(header->second.second)) left.push_back(std::move(next));
    }
    return found;
  }

  bool refresh_headers() {
    std::map<std::string, std::pair<Stamp, std::string>> present;
    bool changed = false;
    std::error_code error;
    for (const fs::directory_entry& file : fs::directory_iterator(folder / "include", error)) {
      const std::string name = file.path().filename().string();
      const auto stamp = stamp_of(file.path());
      if (!stamp || file.path().extension() != ".cuh") continue;
      const auto before = headers.find(name);
      if (before != headers.end() && before->second.first == *stamp) {
        present.insert(*before);
      } else if (auto text = read_file(file.path())) {
        present[name] = {*stamp, std::move(*text)};
        changed = true;
      }
    }
    changed = changed || present.size() != headers.size();
    headers = std::move(present);
    return changed;
  }

  /// Every kernel file there is now: path -> id.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> found;
    std::error_code error;
    for (const fs::directory_entry& family : fs::directory_iterator(folder, error)) {
      if (!family.is_directory(error) || family.path().filename() == "include") continue;
      for (const fs::directory_entry& file : fs::directory_iterator(family.path(), error)) {
        if (file.path().extension() == ".cu") found[file.path().string()] = id_below(folder, file.path());
      }
    }
    for (const fs::path& file : loose) {
      if (fs::exists(file, error)) found.emplace(file.string(), file.stem().string());
    }
    return found;
  }

  void read(const std::string& path, Entry& entry) const {
    entry.errors.clear();
    auto text = read_file(path);
    if (!text) {
      entry.errors.push_back(text.error());
      return;
    }
    KernelSource source{entry.id, path, std::move(*text), {}};
    source.headers = headers_of(source.text);
    auto kernel = read_kernel(std::move(source));
    if (kernel) {
      entry.good = std::make_shared<const Kernel>(std::move(*kernel));
    } else {
      entry.errors = std::move(kernel.error());
    }
  }

  void publish() {
    auto next = std::make_shared<Snapshot>();
    std::map<std::string, std::string> owner;  // id -> path
    for (const auto& [path, entry] : entries) {
      if (!entry.errors.empty()) next->errors[path] = entry.errors;
      const auto [first, fresh] = owner.emplace(entry.id, path);
      if (!fresh) {
        next->errors[path].push_back(
            {fmt::format("the id '{}' is taken by {}", entry.id, first->second), path, "rename one of the two files"});
      } else if (entry.good) {
        next->kernels[entry.id] = entry.good;
      }
    }
    snapshot = std::move(next);
  }

  bool refresh() {
    const bool new_headers = refresh_headers();
    bool changed = false;
    const std::map<std::string, std::string> present = files();
    changed = std::erase_if(entries, [&](const auto& entry) { return present.count(entry.first) == 0; }) > 0;
    for (const auto& [path, id] : present) {
      const auto stamp = stamp_of(path);
      if (!stamp) continue;
      Entry& entry = entries[path];
      const bool fresh = entry.id.empty();
      if (!fresh && entry.stamp == *stamp && !new_headers) continue;
      entry.id = id;
      entry.stamp = *stamp;
      read(path, entry);
      changed = true;
    }
    if (changed) publish();
    return changed;
  }
};

Catalogue::Catalogue(fs::path folder) : state_(std::make_unique<State>()) {
  state_->folder = std::move(folder);
  state_->refresh();
}
Catalogue::~Catalogue() = default;
Catalogue::Catalogue(Catalogue&&) noexcept = default;
Catalogue& Catalogue::operator=(Catalogue&&) noexcept = default;

Expected<std::string> Catalogue::add_file(const fs::path& file) {
  std::error_code error;
  const fs::path whole = fs::canonical(file, error);
  if (error) {
    return failure("the file cannot be read: " + error.message(), file.string(), "check the path and its permissions");
  }
  if (auto text = read_file(whole); !text) return failure(text.error());
  const std::string below = id_below(fs::canonical(state_->folder, error), whole);
  if (!below.empty() && whole.extension() == ".cu") {
    refresh();
    return below;
  }
  if (std::find(state_->loose.begin(), state_->loose.end(), whole) == state_->loose.end())
    state_->loose.push_back(whole);
  refresh();
  return whole.stem().string();
}

bool Catalogue::refresh() {
  return state_->refresh();
}

std::shared_ptr<const Snapshot> Catalogue::snapshot() const {
  return state_->snapshot;
}

Expected<std::shared_ptr<const Kernel>> Catalogue::find(const std::string& id_or_path) {
  const auto by_id = state_->snapshot->kernels.find(id_or_path);
  if (by_id != state_->snapshot->kernels.end()) return by_id->second;
  std::error_code error;
  if (fs::is_regular_file(id_or_path, error)) {
    auto id = add_file(id_or_path);
    if (!id) return failure(id.error());
    for (const auto& [path, entry] : state_->entries) {
      if (entry.id != *id || !fs::equivalent(path, id_or_path, error)) continue;
      const auto wrong = state_->snapshot->errors.find(path);
      if (wrong != state_->snapshot->errors.end()) return failure(wrong->second.front());
      return entry.good;
    }
  }
  // A kernel of the folder whose file is wrong is not unknown: its own error says more.
  for (const auto& [path, entry] : state_->entries) {
    if (entry.id == id_or_path && !entry.errors.empty()) return failure(entry.errors.front());
  }
  std::vector<std::string> ids;
  for (const auto& [id, kernel] : state_->snapshot->kernels) ids.push_back(id);
  const auto near = nearest(id_or_path, ids);
  return failure(fmt::format("there is no kernel and no file '{}'", id_or_path), "",
                 near ? fmt::format("did you mean '{}'?", *near) : "known are " + join(ids, ", "));
}

}  // namespace warpscope::catalogue
