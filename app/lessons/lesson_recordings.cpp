#include "lessons/lesson_recordings.h"

#include <string_view>
#include <utility>

#include "recordings/recording.h"

namespace lanescope::lessons {
namespace {

/// The recordings of the GPU that lessons speak of.
constexpr std::string_view recorded_gpu = "h200-";

Status add(const std::filesystem::path& file, const catalogue::Snapshot& kernels, recordings::ResultIndex& index) {
  TRY(recordings::Recording recording, recordings::read_recording(file));
  for (experiments::Result& result : recording.results) {
    kernels.follow_alias(result.kernel, result.parameters);
    index.push_back(std::make_shared<const experiments::Result>(std::move(result)));
  }
  return {};
}

}  // namespace

Expected<std::shared_ptr<const LessonSources>> lesson_sources(const std::filesystem::path& assets,
                                                              const catalogue::Snapshot& kernels) {
  auto sources = std::make_shared<LessonSources>();
  const std::filesystem::path folder = assets / "recordings";
  for (const std::filesystem::path& file : recordings::recordings_in(folder)) {
    // Times of lessons are those of one GPU; the files of others need not be read.
    if (file.filename().string().starts_with(recorded_gpu)) TRY_STATUS(add(file, kernels, sources->times));
  }
  for (const std::filesystem::path& file : recordings::recordings_in(folder / "counters"))
    TRY_STATUS(add(file, kernels, sources->counters));
  TRY(sources->printed, printed_numbers(assets / "articles"));
  return sources;
}

}  // namespace lanescope::lessons
