#include "lessons/lesson_recordings.h"

#include <string_view>
#include <utility>

#include "recordings/recording.h"

namespace lanescope::lessons {
namespace {

/// The recordings of the GPU that lessons speak of.
constexpr std::string_view recorded_gpu = "h200-";

}  // namespace

Expected<std::shared_ptr<const recordings::ResultIndex>> lesson_recordings(const std::filesystem::path& folder,
                                                                           const catalogue::Snapshot& kernels) {
  auto index = std::make_shared<recordings::ResultIndex>();
  for (const std::filesystem::path& file : recordings::recordings_in(folder)) {
    // Times of lessons are those of one GPU; the files of others need not be read.
    if (!file.filename().string().starts_with(recorded_gpu)) continue;
    TRY(recordings::Recording recording, recordings::read_recording(file));
    for (experiments::Result& result : recording.results) {
      kernels.follow_alias(result.kernel, result.parameters);
      index->push_back(std::make_shared<const experiments::Result>(std::move(result)));
    }
  }
  return index;
}

}  // namespace lanescope::lessons
