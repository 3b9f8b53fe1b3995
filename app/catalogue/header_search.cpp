#include "catalogue/header_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <system_error>
#include <tuple>

#include "base/file.h"
#include "base/missing_header.h"
#include "base/text.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/kernel_files.h"

namespace lanescope::catalogue {

namespace fs = std::filesystem;

namespace {

void add_missing(std::vector<MissingHeader>& missing, MissingHeader header) {
  if (std::ranges::find(missing, header.name, &MissingHeader::name) == missing.end())
    missing.push_back(std::move(header));
}

/// Returns the path as an absolute one without links, as far as it exists.
fs::path without_links(const fs::path& path) {
  std::error_code unknown;
  return fs::weakly_canonical(fs::absolute(path, unknown), unknown);
}

/// Whether all that lies in a folder may belong to one project.
bool may_be_of_a_project(const fs::path& folder) {
  const auto holds = [&](const fs::path& inner) {
    if (inner.empty()) return false;
    const fs::path way = inner.lexically_relative(folder);
    return !way.empty() && *way.begin() != "..";
  };
  std::error_code unknown;
  const bool at_the_top = std::distance(folder.begin(), folder.end()) < 3;  // "/" and a name
  return !at_the_top && !holds(fs::weakly_canonical(home_folder(), unknown)) &&
         !holds(fs::weakly_canonical(fs::temp_directory_path(unknown), unknown));
}

/// Returns the folder of the file and those above it that may be of its project, the nearest first. It ends at the one
/// with .git, else at the last of them that has what the top of a project has.
std::vector<fs::path> folders_of_project(fs::path folder) {
  constexpr int levels_above = 4;
  static constexpr std::array tops{"README.md", "README",         "README.txt", "README.rst",
                                   "LICENSE",   "CMakeLists.txt", "Makefile",   "LICENSE.txt"};
  std::vector<fs::path> folders;
  std::size_t last_top = 0;
  std::error_code unknown;
  for (int level = 0; level <= levels_above && may_be_of_a_project(folder); ++level) {
    folders.push_back(folder);
    if (fs::exists(folder / ".git", unknown)) return folders;
    if (std::ranges::any_of(tops, [&](const char* name) { return fs::exists(folder / name, unknown); }))
      last_top = folders.size();
    folder = folder.parent_path();
  }
  if (last_top > 0) folders.resize(last_top);
  return folders;
}

/// Looks into folders by their names, within limits for all of its walks.
class Walk {
 public:
  Walk(const std::vector<MissingHeader>& missing, SearchLimits limits)
      : limits_(limits), end_(std::chrono::steady_clock::now() + limits.time) {
    for (const MissingHeader& header : missing) {
      if (const fs::path name = name_below(header.name); name.has_filename())
        wanted_[name.filename().string()].push_back(&header);
    }
  }

  /// Adds the folders of the headers in and below `folder`, except below `known`, to `found`.
  void look_below(const fs::path& folder, const fs::path& known,
                  std::map<const MissingHeader*, std::vector<fs::path>>& found) {
    std::vector<fs::path> level{folder};
    while (!level.empty() && !exhausted()) {
      std::vector<fs::path> next;
      for (const fs::path& each : level) look_into(each, known, found, next);
      std::ranges::sort(next);
      level = std::move(next);
    }
  }

 private:
  [[nodiscard]] bool exhausted() const {
    return looked_at_ >= limits_.entries || std::chrono::steady_clock::now() > end_;
  }

  void look_into(const fs::path& folder, const fs::path& known,
                 std::map<const MissingHeader*, std::vector<fs::path>>& found, std::vector<fs::path>& folders) {
    std::error_code error;
    fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::directory_iterator() && !exhausted(); entry.increment(error)) {
      ++looked_at_;
      std::error_code unknown;
      const std::string name = entry->path().filename().string();
      // A name with an end of line could not be written in a command, nor in a front matter.
      if (name.starts_with('.') || printable(name) != name) continue;
      if (entry->is_directory(unknown)) {
        if (!entry->is_symlink(unknown) && entry->path() != known) folders.push_back(entry->path());
        continue;
      }
      const auto wanted = wanted_.find(name);
      if (wanted == wanted_.end() || !entry->is_regular_file(unknown)) continue;
      for (const MissingHeader* header : wanted->second) {
        // The folder from which the whole name leads to this file.
        const fs::path whole = name_below(header->name);
        fs::path from = entry->path();
        for (auto part = whole.begin(); part != whole.end(); ++part) from = from.parent_path();
        if ((from / whole).lexically_normal() == entry->path()) found[header].push_back(from);
      }
    }
  }

  SearchLimits limits_;
  std::chrono::steady_clock::time_point end_;
  std::size_t looked_at_ = 0;
  std::map<std::string, std::vector<const MissingHeader*>> wanted_;  ///< by the name of the file
};

}  // namespace

std::vector<MissingHeader> missing_headers(const std::vector<Diagnostic>& messages) {
  std::vector<MissingHeader> missing;
  for (const Diagnostic& message : messages) {
    if (std::string name = missing_header(message); !name.empty())
      add_missing(missing, {std::move(name), message.file, message.line});
  }
  return missing;
}

std::vector<MissingHeader> missing_headers(const KernelSource& source) {
  std::vector<MissingHeader> missing;
  const auto add = [&](const std::string& file, const std::string& text) {
    for (const Include& include : includes_in(text)) {
      if (include.quoted && !source.headers.contains(include.name))
        add_missing(missing, {include.name, file, include.line});
    }
  };
  add(source.path, source.text);
  for (const auto& [name, text] : source.headers) add(name, text);
  return missing;
}

std::string HeadersElsewhere::names() const {
  std::vector<std::string> parts;
  for (const Header& header : headers) {
    parts.push_back(fmt::format("{} (line {} of {})", header.included.name, header.included.line,
                                fs::path(header.included.file).filename().string()));
  }
  return join(parts, ", ");
}

bool lies_in_project(const fs::path& file, const fs::path& opened) {
  const std::vector<fs::path> folders = folders_of_project(without_links(opened).parent_path());
  return !folders.empty() && has_plain_way(folders.back(), without_links(file));
}

HeadersElsewhere find_headers(const fs::path& file, const std::vector<MissingHeader>& missing, SearchLimits limits) {
  constexpr std::size_t most_others = 3;
  HeadersElsewhere elsewhere;
  if (missing.empty()) return elsewhere;
  Walk walk(missing, limits);
  std::map<const MissingHeader*, std::vector<fs::path>> all;
  fs::path known;
  for (const fs::path& folder : folders_of_project(without_links(file).parent_path())) {
    std::map<const MissingHeader*, std::vector<fs::path>> here;
    walk.look_below(folder, known, here);
    for (auto& [header, folders] : here) {
      if (!all.contains(header)) all[header] = std::move(folders);
    }
    if (all.size() == missing.size()) break;
    known = folder;
  }
  std::map<fs::path, std::size_t> holds;
  for (const auto& [header, folders] : all) {
    for (const fs::path& each : folders) ++holds[each];
  }
  for (const MissingHeader& header : missing) {
    const auto found = all.find(&header);
    if (found == all.end()) continue;
    std::vector<fs::path>& folders = found->second;
    std::ranges::sort(folders, {}, [&](const fs::path& each) {
      return std::tuple(-static_cast<int>(holds[each]), std::distance(each.begin(), each.end()), each);
    });
    folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
    HeadersElsewhere::Header& result = elsewhere.headers.emplace_back();
    result.included = header;
    result.folder = folders.front();
    result.others.assign(folders.begin() + 1,
                         folders.begin() + static_cast<std::ptrdiff_t>(std::min(folders.size(), most_others + 1)));
    if (std::ranges::find(elsewhere.folders, result.folder) == elsewhere.folders.end())
      elsewhere.folders.push_back(result.folder);
  }
  return elsewhere;
}

}  // namespace lanescope::catalogue
