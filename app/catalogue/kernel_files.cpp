#include "catalogue/kernel_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/header_search.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {

namespace fs = std::filesystem;

std::optional<Stamp> stamp_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  Stamp stamp{fs::last_write_time(file, error), 0};
  if (error) return std::nullopt;
  stamp.size = fs::file_size(file, error);
  return error ? std::nullopt : std::optional(stamp);
}

bool path_exists(const fs::path& path) {
  std::error_code error;
  return fs::status(path, error).type() != fs::file_type::not_found;
}

std::string id_below(const fs::path& folder, const fs::path& file) {
  const fs::path relative = file.lexically_relative(folder);
  const bool below = std::distance(relative.begin(), relative.end()) == 2 && *relative.begin() != "..";
  if (!below || *relative.begin() == "include" || relative.extension() != ".cu") return {};
  return (relative.parent_path() / relative.stem()).generic_string();
}

Expected<std::string> read_source(const fs::path& file) {
  // A data file would only cost time. PTX is long where loops are unrolled.
  const std::uintmax_t max_bytes = std::uintmax_t{1} << (file.extension() == ".ptx" ? 26 : 20);
  const auto stamp = stamp_of(file);
  if (!stamp && !path_exists(file))
    return failure(message<"catalogue.no_file">(), file.string(), message<"kernel_file.none">());
  if (stamp && stamp->size > max_bytes) {
    return failure(message<"kernel_file.too_large">(human_bytes(stamp->size)), file.string(),
                   message<"kernel_file.too_large_remedy">(human_bytes(max_bytes)));
  }
  return read_file(file);
}

namespace {

/// Whether the name is that of source. What has another one is read only in the kernel's own folders.
bool is_named_as_source(const fs::path& file) {
  static constexpr std::array endings{".cuh", ".cu",  ".h",   ".hh", ".hpp", ".hxx", ".inl", ".inc", ".ipp",
                                      ".tpp", ".tcc", ".def", ".c",  ".cc",  ".cpp", ".cxx", ".ptx", ".toml"};
  return std::ranges::find(endings, file.extension()) != endings.end();
}

/// Whether a part of a relative path is hidden.
bool has_hidden(const fs::path& way) {
  return std::any_of(way.begin(), way.end(), [](const fs::path& part) {
    return part.string().starts_with('.') && part != "." && part != "..";
  });
}

}  // namespace

fs::path name_below(const std::string& included) {
  fs::path rest;
  for (const fs::path& part : fs::path(included).lexically_normal()) {
    if (part != ".." || !rest.empty()) rest /= part;
  }
  return rest;
}

SidecarFiles find_sidecar_files(const fs::path& file, const std::string& text,
                                const std::vector<std::string>& folders) {
  constexpr std::size_t max_headers = 500;
  struct Includes {
    fs::path folder;  ///< of the file in which they stand
    std::vector<std::string> names;
  };
  SidecarFiles found;
  std::vector<Includes> left{{file.parent_path(), all_includes(text)}};
  while (!left.empty()) {
    const Includes includes = std::move(left.back());
    left.pop_back();
    for (const std::string& name : includes.names) {
      if (found.headers.contains(name) || found.headers.size() == max_headers) continue;
      std::vector<fs::path> tried{includes.folder / name, file.parent_path() / name,
                                  file.parent_path() / "include" / name};
      for (const std::string& folder : folders) tried.push_back(file.parent_path() / folder / name);
      for (const std::string& folder : folders) tried.push_back(file.parent_path() / folder / name_below(name));
      for (const fs::path& path : tried) {
        const fs::path header = path.lexically_normal();
        const auto stamp = stamp_of(header);
        const bool is_outside = stamp && !lies_in_own_folder(header, file, folders);
        if (is_outside && !(is_named_as_source(header) && lies_in_project(header, file))) {
          found.headers[name] = fmt::format(
              "#error {} lies outside of the folders of the kernel and is {}, so it is not read; name its folder in "
              "[compile] include, or with --include\n",
              name, is_named_as_source(header) ? "not of its project" : "not named as source");
          found.outside.insert(name);
          break;
        }
        auto content = stamp ? read_source(header) : failure(message<"catalogue.no_file">());
        if (!content) {
          if (&path == &tried.front()) found.stamps.emplace(header, stamp);
          continue;
        }
        found.stamps[header] = stamp;
        if (is_outside) found.outside.insert(name);
        left.push_back({header.parent_path(), all_includes(*content)});
        found.headers[name] = std::move(*content);
        break;
      }
    }
  }
  return found;
}

void add_headers(KernelSource& source, const SidecarFiles& sidecars) {
  for (const auto& [name, text] : sidecars.headers) {
    const bool added = source.headers.emplace(name, text).second;
    if (!sidecars.outside.contains(name)) {
      source.outside.erase(name);
    } else if (added) {
      source.outside.insert(name);
    }
  }
}

bool has_plain_way(const fs::path& folder, const fs::path& target) {
  const fs::path way = target.lexically_relative(folder);
  return !way.empty() && *way.begin() != ".." && !has_hidden(way);
}

bool lies_in_own_folder(const fs::path& file, const fs::path& kernel_file, const std::vector<std::string>& folders) {
  std::error_code unknown;
  const auto real = [&](const fs::path& path) { return fs::weakly_canonical(path, unknown); };
  const fs::path own = fs::absolute(kernel_file, unknown).parent_path(), target = real(fs::absolute(file, unknown));
  return has_plain_way(real(own), target) || std::any_of(folders.begin(), folders.end(), [&](const std::string& each) {
           const fs::path folder = real(own / each);
           return has_plain_way(folder, target) && !has_hidden(folder.lexically_relative(real(own)));
         });
}

KernelSource without_outside_files(const KernelSource& source) {
  KernelSource rest = source;
  for (const std::string& name : source.outside) {
    rest.data.erase(name);
    if (const auto header = rest.headers.find(name); header != rest.headers.end()) {
      header->second = fmt::format(
          "#error {} lies outside of the folders of the kernel and is not sent to another machine; name its folder in "
          "[compile] include, or with --include\n",
          name);
    }
  }
  rest.outside.clear();
  return rest;
}

bool have_changed(const SidecarFiles::Stamps& stamps) {
  return std::any_of(stamps.begin(), stamps.end(),
                     [](const auto& file) { return stamp_of(file.first) != file.second; });
}

bool Headers::refresh() {
  std::map<std::string, Header> present;
  bool changed = false;
  for (const fs::path& file : entries_of(folder_)) {
    const auto stamp = stamp_of(file);
    if (!stamp || (file.extension() != ".cuh" && file.extension() != ".toml")) continue;
    const std::string name = file.filename().string();
    const auto before = headers_.find(name);
    if (before != headers_.end() && before->second.stamp == *stamp) {
      present.insert(*before);
    } else if (auto text = read_source(file)) {
      present[name] = {*stamp, std::move(*text)};
      changed = true;
    }
  }
  changed = changed || present.size() != headers_.size();
  headers_ = std::move(present);
  return changed;
}

std::map<std::string, std::string> Headers::included_by(const std::string& text) const {
  std::map<std::string, std::string> found;
  std::vector<std::string> left = included_files(text);
  while (!left.empty()) {
    const std::string name = std::move(left.back());
    left.pop_back();
    const auto header = headers_.find(name);
    if (header == headers_.end() || !found.emplace(name, header->second.text).second) continue;
    for (std::string& next : included_files(header->second.text)) left.push_back(std::move(next));
  }
  return found;
}

}  // namespace lanescope::catalogue
