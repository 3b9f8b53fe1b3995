#include "lab/sweep_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "base/file.h"
#include "lab/recording.h"
#include "lab/recording_text.h"
#include "lab/sweep_append.h"
#include "lab/sweep_csv.h"
#include "lab/sweep_row.h"

namespace warpscope::lab {
namespace {

using json = nlohmann::json;

/// The text of a file; empty when there is none yet.
Expected<std::string> text_or_nothing(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::string();
  return read_file(file);
}

std::set<std::string> digests_of(const std::vector<SweepKey>& keys) {
  std::set<std::string> digests;
  for (const SweepKey& key : keys) digests.insert(key.digest());
  return digests;
}

class CsvFile final : public SweepFile {
 public:
  static Expected<std::unique_ptr<SweepFile>> open(const std::filesystem::path& file) {
    auto text = text_or_nothing(file);
    if (!text) return failure(text.error());
    auto made = std::make_unique<CsvFile>();
    made->file_ = file;
    if (text->empty()) return made;
    made->rows_ = csv_rows(*text);
    const auto& rows = made->rows_;
    if (rows.empty() || std::find(rows.front().begin(), rows.front().end(), "key") == rows.front().end()) {
      return failure("it is not a table of a sweep: it has no column 'key'", file.string(), "name another file");
    }
    for (auto& row : made->rows_) row.resize(rows.front().size());
    made->find_keys();
    if (auto written = made->write_whole(); !written) return failure(written.error());
    return made;
  }

  [[nodiscard]] bool holds(const SweepKey& key) const override { return digests_.contains(key.digest()); }

  [[nodiscard]] Status add(const SweepKey& key, const Result& result) override {
    const CsvRow row = csv_row(point_json(result, key.digest(), today()));
    const bool wider = widen(row);
    const std::vector<std::string>& header = rows_.front();
    std::vector<std::string> cells(header.size());
    for (const auto& [name, cell] : row) {
      cells[static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin())] = cell;
    }
    const std::string line = csv_line(cells);
    rows_.push_back(std::move(cells));
    auto written = wider ? write_whole() : write_at(file_, bytes_, line, "");
    if (!written) {
      rows_.pop_back();
      return written;
    }
    if (!wider) bytes_ += line.size();
    digests_.insert(key.digest());
    return {};
  }

  [[nodiscard]] Status forget(const std::vector<SweepKey>& keys) override {
    if (rows_.empty()) return {};
    const std::set<std::string> digests = digests_of(keys);
    const std::size_t column = key_column();
    const auto gone =
        std::remove_if(rows_.begin() + 1, rows_.end(), [&](const auto& row) { return digests.contains(row[column]); });
    if (gone == rows_.end()) return {};
    rows_.erase(gone, rows_.end());
    find_keys();
    return write_whole();
  }

 private:
  [[nodiscard]] std::size_t key_column() const {
    const auto& header = rows_.front();
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), "key") - header.begin());
  }

  void find_keys() {
    digests_.clear();
    const std::size_t column = key_column();
    for (std::size_t i = 1; i < rows_.size(); ++i) digests_.insert(rows_[i][column]);
  }

  /// Columns that the file does not have yet: knobs of another kernel. Each goes before the column that follows it in
  /// the row, so that knobs stay together. True when there were any.
  bool widen(const CsvRow& row) {
    if (rows_.empty()) rows_.emplace_back();
    bool wider = false;
    std::size_t next = rows_.front().size();
    for (auto column = row.rbegin(); column != row.rend(); ++column) {
      const auto& header = rows_.front();
      const auto found =
          static_cast<std::size_t>(std::find(header.begin(), header.end(), column->first) - header.begin());
      if (found < header.size()) {
        next = found;
        continue;
      }
      const auto place = static_cast<std::ptrdiff_t>(next);
      for (auto& cells : rows_) cells.insert(cells.begin() + place, std::string());
      rows_.front()[next] = column->first;
      wider = true;
    }
    return wider;
  }

  Status write_whole() {
    std::string text;
    for (const auto& row : rows_) text += csv_line(row);
    auto written = write_file(file_, text);
    if (written) bytes_ = text.size();
    return written;
  }

  std::filesystem::path file_;
  std::vector<std::vector<std::string>> rows_;  ///< the first is the header
  std::set<std::string> digests_;
  std::size_t bytes_ = 0;
};

constexpr const char* sweep_schema = "warpscope.sweep/1";
constexpr std::string_view json_head = "{\n\"schema\": \"warpscope.sweep/1\",\n\"points\": [";
constexpr std::string_view json_tail = "\n]\n}\n";

class JsonFile final : public SweepFile {
 public:
  static Expected<std::unique_ptr<SweepFile>> open(const std::filesystem::path& file) {
    auto text = text_or_nothing(file);
    if (!text) return failure(text.error());
    auto made = std::make_unique<JsonFile>();
    made->file_ = file;
    if (text->empty()) return made;
    const json document = json::parse(*text, nullptr, false);
    if (!document.is_object() || document.value("schema", json()) != sweep_schema || !document.contains("points") ||
        !document["points"].is_array()) {
      return failure("it is not a JSON file of a sweep", file.string(), "name another file");
    }
    for (const json& point : document["points"]) {
      if (!point.is_object() || !point.contains("key") || !point["key"].is_string()) {
        return failure("a point has no 'key'", file.string(), "name another file");
      }
      made->points_.emplace_back(point["key"].get<std::string>(), point.dump());
      made->digests_.insert(made->points_.back().first);
    }
    if (auto written = made->write_whole(); !written) return failure(written.error());
    return made;
  }

  [[nodiscard]] bool holds(const SweepKey& key) const override { return digests_.contains(key.digest()); }

  [[nodiscard]] Status add(const SweepKey& key, const Result& result) override {
    const std::string digest = key.digest();
    points_.emplace_back(digest, point_json(result, digest, today()).dump());
    Status written;
    if (bytes_ == 0) {
      written = write_whole();
    } else {
      // Over the closing brackets, with new ones behind: one write from one whole document to the next.
      const std::string more = (points_.size() > 1 ? ",\n" : "\n") + points_.back().second;
      written = write_at(file_, bytes_ - json_tail.size(), more + std::string(json_tail), json_tail);
      if (written) bytes_ += more.size();
    }
    if (!written) {
      points_.pop_back();
      return written;
    }
    digests_.insert(digest);
    return {};
  }

  [[nodiscard]] Status forget(const std::vector<SweepKey>& keys) override {
    const std::set<std::string> digests = digests_of(keys);
    const auto gone = std::remove_if(points_.begin(), points_.end(),
                                     [&](const auto& point) { return digests.contains(point.first); });
    if (gone == points_.end()) return {};
    points_.erase(gone, points_.end());
    for (const std::string& digest : digests) digests_.erase(digest);
    return write_whole();
  }

 private:
  Status write_whole() {
    std::string text(json_head);
    for (const auto& point : points_) text += (&point == &points_.front() ? "\n" : ",\n") + point.second;
    text += json_tail;
    auto written = write_file(file_, text);
    if (written) bytes_ = text.size();
    return written;
  }

  std::filesystem::path file_;
  std::vector<std::pair<std::string, std::string>> points_;  ///< key and text
  std::set<std::string> digests_;
  std::size_t bytes_ = 0;  ///< of the file; 0: not there yet
};

class RecordingFile final : public SweepFile {
 public:
  static Expected<std::unique_ptr<SweepFile>> open(const std::filesystem::path& file) {
    auto made = std::make_unique<RecordingFile>();
    made->file_ = file;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return made;
    auto recording = read_recording(file);
    if (!recording) return failure(recording.error());
    for (const Result& result : recording->results) made->places_.insert(place_of(result));
    made->text_ = RecordingText(*recording);
    return made;
  }

  [[nodiscard]] bool holds(const SweepKey& key) const override {
    return text_ && key.place == lab::place_of(text_->machine()) && text_->source_of(key.kernel) == key.source &&
           places_.contains(place_of(key));
  }

  [[nodiscard]] Status add(const SweepKey& key, const Result& result) override {
    if (key.backend != name_of(Backend::gpu)) {
      return failure("a recording keeps what was measured on a GPU", file_.string(),
                     "use --csv or --json for the emulator and the CPU reference");
    }
    if (!text_) {
      text_ = RecordingText({result.machine.device, started_, result.machine, {}, {}});
    } else if (key.place != lab::place_of(text_->machine())) {
      return failure(fmt::format("the recording was made on another device ({})", text_->machine().device),
                     file_.string(), "name a new file");
    }
    const std::string known = text_->source_of(key.kernel);
    if (!known.empty() && known != key.source) {
      text_->forget_kernel(key.kernel);
      std::erase_if(places_, [&](const Place& place) { return place.first == key.kernel; });
    }
    Result dated = result;
    if (started_ != text_->date()) dated.recorded = started_;
    text_->add(dated, key.source);
    places_.insert(place_of(key));
    return write_file(file_, text_->text());
  }

  [[nodiscard]] Status forget(const std::vector<SweepKey>& keys) override {
    for (const SweepKey& key : keys) places_.erase(place_of(key));
    return {};
  }

 private:
  using Place = std::pair<std::string, std::string>;  ///< kernel; setting and seed
  static Place place_of(const Result& result) {
    return {result.kernel, fmt::format("{} seed={}", setting_text(result), result.seed)};
  }
  static Place place_of(const SweepKey& key) { return {key.kernel, fmt::format("{} seed={}", key.setting, key.seed)}; }

  std::filesystem::path file_;
  std::optional<RecordingText> text_;  ///< empty: nothing was recorded yet
  std::set<Place> places_;
  std::string started_ = today();  ///< all points of one sweep have one date
};

}  // namespace

Expected<std::unique_ptr<SweepFile>> open_sweep_csv(const std::filesystem::path& file) {
  return CsvFile::open(file);
}
Expected<std::unique_ptr<SweepFile>> open_sweep_json(const std::filesystem::path& file) {
  return JsonFile::open(file);
}
Expected<std::unique_ptr<SweepFile>> open_sweep_recording(const std::filesystem::path& file) {
  return RecordingFile::open(file);
}

}  // namespace warpscope::lab
