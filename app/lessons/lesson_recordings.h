// What formulas of lessons read beside their own experiments: recorded times, counted numbers, and the articles'.
#pragma once

#include <filesystem>
#include <memory>

#include "base/error.h"
#include "catalogue/catalogue.h"
#include "lessons/article_table.h"
#include "recordings/result_index.h"

namespace lanescope::lessons {

struct LessonSources {
  recordings::ResultIndex times;     ///< of the H200
  recordings::ResultIndex counters;  ///< of the GPU whose counters could be read
  PrintedNumbers printed;            ///< by the articles
};

/// Reads recordings, recordings/counters and articles of the program's assets. It fails when a file cannot be read.
[[nodiscard]] Expected<std::shared_ptr<const LessonSources>> lesson_sources(const std::filesystem::path& assets,
                                                                            const catalogue::Snapshot& kernels);

}  // namespace lanescope::lessons
