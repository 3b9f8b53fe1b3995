#include "worker/pipelines/cublas_files.h"

#include <fmt/format.h>

#include <system_error>

#include "cuda/cublas.h"

namespace warpscope::worker {

namespace fs = std::filesystem;

std::vector<std::string> cublas_files(const compiler::Search& search, int newest_major) {
  const std::vector<fs::path> folders = compiler::search_folders(search);
  const bool with_loader = compiler::looks_into_system(search);
  std::vector<std::string> files;
  for (const std::string& name : cuda::cublas_names(newest_major)) {
    for (const fs::path& folder : folders) {
      std::error_code error;
      if (fs::is_regular_file(folder / name, error)) files.push_back((folder / name).string());
    }
    if (with_loader) files.push_back(name);
  }
  return files;
}

}  // namespace warpscope::worker
