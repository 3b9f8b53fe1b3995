// The recordings whose times lessons speak of.
#pragma once

#include <filesystem>
#include <memory>

#include "base/error.h"
#include "catalogue/catalogue.h"
#include "recordings/result_index.h"

namespace lanescope::lessons {

/// Reads those of the H200 of a folder. It fails when one of them cannot be read.
[[nodiscard]] Expected<std::shared_ptr<const recordings::ResultIndex>> lesson_recordings(
    const std::filesystem::path& folder, const catalogue::Snapshot& kernels);

}  // namespace lanescope::lessons
