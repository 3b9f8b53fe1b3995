#include "compiler/toolkit/files.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace lanescope::compiler {
namespace {

namespace fs = std::filesystem;

/// Returns the numbers of "STEM.so.13.0.88"; empty when the name is another or has no version.
std::optional<std::vector<int>> version_numbers(std::string_view name, std::string_view stem) {
  if (!name.starts_with(stem)) return std::nullopt;
  name.remove_prefix(stem.size());
  if (!name.starts_with(".so")) return std::nullopt;
  name.remove_prefix(3);
  std::vector<int> numbers;
  if (name.empty()) return numbers;
  if (name.front() != '.') return std::nullopt;
  for (const std::string_view field : split(name.substr(1), '.')) {
    const std::optional<std::int64_t> number = parse_integer(field);
    if (!number || *number < 0 || *number > 10'000) return std::nullopt;
    numbers.push_back(static_cast<int>(*number));
  }
  return numbers;
}

bool exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

fs::path first_existing(const std::vector<fs::path>& candidates) {
  const auto found = std::find_if(candidates.begin(), candidates.end(), exists);
  return found == candidates.end() ? fs::path() : *found;
}

/// Returns nvidia/, where wheels unpack into one folder for each package; empty when the library is not in a wheel.
fs::path wheel_root(const fs::path& package) {
  return package.parent_path().filename() == "nvidia" ? package.parent_path() : fs::path();
}

}  // namespace

std::vector<fs::path> nvrtc_libraries(const fs::path& folder) {
  std::set<fs::path> libraries;
  for (const fs::path& entry : entries_of(folder)) {
    if (!version_numbers(entry.filename().string(), "libnvrtc")) continue;
    std::error_code error;
    const fs::path real = fs::canonical(entry, error);
    if (!error && fs::is_regular_file(real, error)) libraries.insert(real);
  }
  return {libraries.begin(), libraries.end()};
}

std::vector<fs::path> library_folders(const fs::path& root) {
  std::vector<fs::path> folders{root, root / "lib64", root / "lib"};
  for (const fs::path& target : entries_of(root / "targets")) folders.push_back(target / "lib");
  for (const fs::path& package : entries_of(root / "nvidia")) folders.push_back(package / "lib");
  return folders;
}

std::optional<std::pair<int, int>> version_by_name(const fs::path& nvrtc) {
  const auto own = version_numbers(nvrtc.filename().string(), "libnvrtc");
  if (!own || own->empty()) return std::nullopt;
  // Three numbers are the version. One or two are the binary interface; 11.8 is named libnvrtc.so.11.2.
  if (own->size() >= 3) return std::pair{(*own)[0], (*own)[1]};
  std::set<std::pair<int, int>> versions;
  for (const fs::path& entry : entries_of(nvrtc.parent_path())) {
    const auto builtins = version_numbers(entry.filename().string(), "libnvrtc-builtins");
    if (builtins && builtins->size() >= 2 && (*builtins)[0] == own->front()) {
      versions.emplace((*builtins)[0], (*builtins)[1]);
    }
  }
  if (versions.size() != 1) return std::nullopt;
  return *versions.begin();
}

fs::path builtins_of(const fs::path& nvrtc, int major, int minor) {
  return first_existing({nvrtc.parent_path() / fmt::format("libnvrtc-builtins.so.{}.{}", major, minor)});
}

fs::path nvjitlink_beside(const fs::path& nvrtc, int major) {
  const fs::path wheels = wheel_root(nvrtc.parent_path().parent_path());
  for (const fs::path& folder : {nvrtc.parent_path(), wheels.empty() ? fs::path() : wheels / "nvjitlink/lib"}) {
    for (const fs::path& entry : entries_of(folder)) {
      const auto version = version_numbers(entry.filename().string(), "libnvJitLink");
      if (version && !version->empty() && version->front() == major) return entry;
    }
  }
  return {};
}

Toolkit toolkit_around(const fs::path& nvrtc, std::string origin) {
  Toolkit toolkit;
  toolkit.nvrtc = nvrtc;
  toolkit.origin = std::move(origin);
  if (const auto version = version_by_name(nvrtc)) {
    std::tie(toolkit.major, toolkit.minor) = *version;
  } else if (const auto numbers = version_numbers(nvrtc.filename().string(), "libnvrtc");
             numbers && !numbers->empty()) {
    toolkit.major = numbers->front();
  }
  if (toolkit.major > 0) toolkit.nvjitlink = nvjitlink_beside(nvrtc, toolkit.major);
  const fs::path root = nvrtc.parent_path().parent_path();
  const fs::path above = root.parent_path();
  const fs::path wheels = wheel_root(root);
  // Toolkits have lib/../include, or targets/x86_64-linux/lib/../include with programs two folders up. Debian has
  // /usr/lib/x86_64-linux-gnu, headers in /usr/include, programs in /usr/bin. Wheels have one folder for each package.
  std::vector<fs::path> headers{root / "include", above / "include"};
  std::vector<fs::path> programs{root / "bin", above / "bin", above.parent_path() / "bin"};
  if (!wheels.empty()) {
    headers.push_back(wheels / "cuda_runtime/include");
    for (const fs::path& package : entries_of(wheels)) programs.push_back(package / "bin");
  }
  // cuda_fp16.h tells headers for kernels from the wheel of NVRTC, which has only nvrtc.h.
  for (fs::path& folder : headers) folder /= "cuda_fp16.h";
  for (fs::path& folder : programs) folder /= "nvdisasm";
  toolkit.include = first_existing(headers).parent_path();
  toolkit.nvdisasm = first_existing(programs);
  return toolkit;
}

std::vector<fs::path> include_folders(const Toolkit& toolkit) {
  if (toolkit.include.empty()) return {};
  std::vector<fs::path> folders{toolkit.include};
  // 13 keeps <cuda/std/...>, which cooperative_groups.h needs, one folder deeper; the wheels of 12 split the headers.
  const fs::path wheels = wheel_root(toolkit.include.parent_path());
  std::vector<fs::path> more{toolkit.include / "cccl"};
  if (!wheels.empty()) {
    more.insert(more.end(), {wheels / "cuda_cccl/include", wheels / "cuda_cccl/include/cccl",
                             wheels / "cuda_nvcc/include", wheels / "cuda_crt/include"});
  }
  std::copy_if(more.begin(), more.end(), std::back_inserter(folders), exists);
  return folders;
}

}  // namespace lanescope::compiler
