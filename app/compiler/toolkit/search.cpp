#include <algorithm>
#include <fstream>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "base/library.h"
#include "base/text.h"
#include "compiler/libraries/nvrtc.h"
#include "compiler/toolkit/files.h"

namespace lanescope::compiler {
namespace {

namespace fs = std::filesystem;

/// A folder to search, and its name for people.
struct SearchFolder {
  fs::path root;
  std::string origin;
};

std::vector<fs::path> subfolders(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found = entries_of(folder);
  std::erase_if(found, [&](const fs::path& entry) { return !entry.filename().string().starts_with(prefix); });
  return found;
}

/// Returns folders of the loader's configuration files, in which distributions and NVIDIA's packages are registered.
std::vector<fs::path> loader_folders() {
  std::vector<fs::path> folders;
  const std::string paths = environment("LD_LIBRARY_PATH");  // it outlives the views that split() returns
  for (const std::string_view field : split(paths, ':')) {
    if (!field.empty()) folders.emplace_back(field);
  }
  std::vector<fs::path> files = entries_of("/etc/ld.so.conf.d");
  files.emplace_back("/etc/ld.so.conf");
  for (const fs::path& file : files) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
      const std::string_view folder = trim(line);
      if (folder.starts_with('/')) folders.emplace_back(folder);
    }
  }
  for (const char* usual : {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
                            "/usr/local/lib", "/usr/local/lib64"}) {
    folders.emplace_back(usual);
  }
  return folders;
}

/// Returns the library asked for by path, or by a name that only the loader can resolve.
Toolkit named_toolkit(const std::string& name, const std::string& origin) {
  fs::path file = name;
  if (name.find('/') == std::string::npos) {
    if (const auto library = SharedLibrary::open({name})) file = library->file();
  }
  std::error_code error;
  if (const fs::path real = fs::canonical(file, error); !error) file = real;
  return inspect(toolkit_around(file, origin));
}

fs::path nvdisasm_in_path() {
  const std::string paths = environment("PATH");
  for (const std::string_view folder : split(paths, ':')) {
    std::error_code error;
    fs::path program = fs::path(folder) / "nvdisasm";
    if (!folder.empty() && fs::is_regular_file(program, error)) return program;
  }
  return {};
}

/// Gives toolkits (newest first) without nvdisasm that of a newer one, which also reads cubins of older ones.
void share_nvdisasm(std::vector<Toolkit>& toolkits, bool system) {
  fs::path newest = system ? nvdisasm_in_path() : fs::path();
  for (Toolkit& toolkit : toolkits) {
    if (toolkit.nvdisasm.empty()) toolkit.nvdisasm = newest;
    newest = toolkit.nvdisasm;
  }
}

std::vector<SearchFolder> places_of(const Search& search) {
  const bool system = searches_system(search);
  std::vector<SearchFolder> places;
  const auto add = [&](const fs::path& folder) { places.push_back({folder, folder.string()}); };
  const auto add_python_wheels = [&](const fs::path& library_folder) {
    for (const fs::path& python : subfolders(library_folder, "python3")) {
      for (const char* set : {"site-packages", "dist-packages"}) places.push_back({python / set, "Python wheel"});
    }
  };
  for (const fs::path& folder : search.folders) add(folder);
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const std::string value = environment(variable); system && !value.empty()) places.push_back({value, variable});
  }
  // The wheels that the build fetched are in deps/ beside or above the program, or in lib/lanescope of an installation.
  // third_party/fetch names them in .wheels last, so that a folder without it is not whole.
  const fs::path program = executable_path().parent_path(), above = program.parent_path();
  for (const fs::path& folder :
       {program / "deps", above / "deps", above / "lib/lanescope", above / "lib64/lanescope"}) {
    for (const char* set : {"cuda13", "cuda12"}) {
      std::error_code error;
      if (fs::exists(folder / set / ".wheels", error)) places.push_back({folder / set, "wheels of this program"});
    }
  }
  if (!system) return places;
  for (const fs::path& folder : subfolders("/usr/local", "cuda")) add(folder);
  for (const fs::path& folder : loader_folders()) add(folder);
  const fs::path conda = environment("CONDA_PREFIX"), venv = environment("VIRTUAL_ENV"), home = environment("HOME");
  if (!conda.empty()) places.push_back({conda, "CONDA_PREFIX"});
  if (!conda.empty()) add_python_wheels(conda / "lib");
  if (!venv.empty()) add_python_wheels(venv / "lib");
  if (!home.empty()) add_python_wheels(home / ".local/lib");
  add_python_wheels("/usr/local/lib");
  add_python_wheels("/usr/lib");
  return places;
}

}  // namespace

std::vector<fs::path> search_folders(const Search& search) {
  std::vector<fs::path> folders;
  for (const SearchFolder& place : places_of(search)) {
    for (fs::path& folder : library_folders(place.root)) folders.push_back(std::move(folder));
  }
  return folders;
}

bool searches_system(const Search& search) {
  return search.system && environment("LANESCOPE_HIDE_TOOLKIT") != "1";
}

std::vector<Toolkit> find_toolkits(const Search& search) {
  std::vector<Toolkit> toolkits;
  if (!search.nvrtc.empty()) {
    toolkits.push_back(named_toolkit(search.nvrtc, "given"));
  } else if (const std::string given = environment("LANESCOPE_NVRTC"); !given.empty()) {
    toolkits.push_back(named_toolkit(given, "LANESCOPE_NVRTC"));
  } else {
    std::set<fs::path> libraries;
    for (const SearchFolder& place : places_of(search)) {
      for (const fs::path& folder : library_folders(place.root)) {
        for (const fs::path& library : nvrtc_libraries(folder)) {
          if (!libraries.insert(library).second) continue;
          toolkits.push_back(toolkit_around(library, place.origin));
        }
      }
    }
    std::stable_sort(toolkits.begin(), toolkits.end(), [](const Toolkit& a, const Toolkit& b) {
      return std::pair(a.major, a.minor) > std::pair(b.major, b.minor);
    });
  }
  share_nvdisasm(toolkits, searches_system(search));
  return toolkits;
}

Toolkit inspect(Toolkit toolkit) {
  const auto nvrtc = Nvrtc::open(toolkit.nvrtc);
  if (!nvrtc) {
    toolkit.problem = nvrtc.error().what;
    return toolkit;
  }
  toolkit.problem = {};
  toolkit.major = nvrtc->major();
  toolkit.minor = nvrtc->minor();
  toolkit.architectures = nvrtc->architectures();
  if (toolkit.nvjitlink.empty()) toolkit.nvjitlink = nvjitlink_beside(toolkit.nvrtc, toolkit.major);
  return toolkit;
}

}  // namespace lanescope::compiler
