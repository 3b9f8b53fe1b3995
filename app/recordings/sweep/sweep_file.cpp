#include "recordings/sweep/sweep_file.h"
#include "experiments/setting_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "base/text.h"
#include "experiments/json/read_json.h"
#include "experiments/wire/wire.h"
#include "recordings/messages.h"
#include "recordings/recording.h"
#include "recordings/recording_lines.h"
#include "recordings/sweep/sweep_csv.h"
#include "recordings/sweep/sweep_row.h"

namespace lanescope::recordings {
namespace {

using json = nlohmann::json;

/// A file with a heading and one point after another, each with its key.
class PointFile : public SweepFile {
 public:
  [[nodiscard]] bool contains(const SweepKey& key) const override { return keys_.contains(key.digest()); }

  [[nodiscard]] Status add(const SweepKey& key, const experiments::Result& result) override {
    const std::string digest = key.digest();
    const json point = point_json(result, digest, current_date());
    const bool heading_is_new = fit_heading(point, result);
    points_.push_back({digest, cells_of(point)});
    auto written = heading_is_new ? file_.rewrite(whole_text()) : file_.append(line_of(points_.back().cells));
    if (written) {
      keys_.insert(digest);
    } else {
      points_.pop_back();
    }
    return written;
  }

  [[nodiscard]] Status forget(const std::vector<SweepKey>& keys) override {
    bool any = false;
    for (const SweepKey& key : keys) any = keys_.erase(key.digest()) > 0 || any;
    if (!any) return {};
    std::erase_if(points_, [&](const Point& point) { return !keys_.contains(point.key); });
    return file_.rewrite(whole_text());
  }

 protected:
  using Cells = std::vector<std::string>;
  struct Point {
    std::string key;
    Cells cells;
  };

  using SweepFile::SweepFile;

  void hold(std::string key, Cells cells) {
    keys_.insert(key);
    points_.push_back({std::move(key), std::move(cells)});
  }

  /// Changes the heading so that the point fits below it. Returns true when it changed.
  [[nodiscard]] virtual bool fit_heading(const json& point, const experiments::Result& result) = 0;
  [[nodiscard]] virtual Cells cells_of(const json& point) const = 0;
  [[nodiscard]] virtual std::string line_of(const Cells& cells) const = 0;

  [[nodiscard]] std::string whole_text() const {
    std::string text = line_of(heading_);
    for (const Point& point : points_) text += line_of(point.cells);
    return text;
  }

  Cells heading_;
  std::vector<Point> points_;

 private:
  std::set<std::string> keys_;
};

class CsvFile final : public PointFile {
 public:
  using PointFile::PointFile;

  [[nodiscard]] Status read(const std::string& text) {
    // What this program writes ends in the key: 32 digits, which no row that was cut off has in its last column.
    const auto is_whole = [](const Cells& cells) { return cells.size() > 1 && is_digest(cells.back()); };
    auto read = csv_rows(text, is_whole);
    if (!read) return failure(placed(read.error()));
    Rows& rows = read->rows;
    const std::size_t key = rows.empty() ? 0 : column(rows.front(), "key");
    if (rows.empty() || key == rows.front().size()) {
      return failure(message<"sweep.no_key_column">(), file_.path().string(), message<"sweep.another_file_remedy">());
    }
    heading_ = std::move(rows.front());
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const Place where(file_.path().string(), static_cast<int>(read->lines[i]));
      if (rows[i].size() != heading_.size()) {
        return failure(message<"sweep.cell_count">(rows[i].size(), heading_.size()), where,
                       message<"csv.mend_remedy">());
      }
      if (!is_digest(rows[i][key])) {
        return failure(message<"sweep.no_key">(), where, message<"csv.mend_remedy">());
      }
      std::string digest = rows[i][key];
      hold(std::move(digest), std::move(rows[i]));
    }
    file_.set_valid_size(read->bytes);
    return {};
  }

 private:
  using Rows = std::vector<Cells>;

  [[nodiscard]] static bool is_digest(const std::string& cell) {
    return cell.size() == 32 && cell.find_first_not_of("0123456789abcdef") == std::string::npos;
  }
  [[nodiscard]] Error placed(Error error) const {
    error.where = fmt::format("{}, {}", file_.path().string(), error.where.text());
    return error;
  }
  /// Returns the number of the column, or the number of columns when it does not exist.
  static std::size_t column(const Cells& heading, const std::string& name) {
    return static_cast<std::size_t>(std::find(heading.begin(), heading.end(), name) - heading.begin());
  }

  /// Adds columns, which are knobs of another kernel. Each goes before the column that follows it in the row, so that
  /// knobs stay together.
  bool fit_heading(const json& point, const experiments::Result& /*result*/) override {
    const CsvRow row = csv_row(point);
    bool wider = false;
    std::size_t next = heading_.size();
    for (auto cell = row.rbegin(); cell != row.rend(); ++cell) {
      const std::size_t known = column(heading_, cell->first);
      if (known < heading_.size()) {
        next = known;
        continue;
      }
      const auto place = static_cast<std::ptrdiff_t>(next);
      heading_.insert(heading_.begin() + place, cell->first);
      for (Point& other : points_) other.cells.insert(other.cells.begin() + place, std::string());
      wider = true;
    }
    return wider;
  }
  Cells cells_of(const json& point) const override {
    Cells cells(heading_.size());
    for (auto& [name, cell] : csv_row(point)) cells[column(heading_, name)] = cell;
    return cells;
  }
  std::string line_of(const Cells& cells) const override { return csv_line(cells); }
};

constexpr const char* sweep_schema = "lanescope.sweep/2";

class JsonFile final : public PointFile {
 public:
  using PointFile::PointFile;

  [[nodiscard]] Status read(const std::string& text) {
    const auto fails = [&](std::size_t line, const Message& what) {
      return failure(what, {file_.path().string(), static_cast<int>(line)}, message<"sweep.another_file_remedy">());
    };
    const experiments::JsonLines lines = experiments::complete_json_lines(text);
    const std::string file = file_.path().string();
    const auto header =
        experiments::read_json(lines.texts.front(), fmt::format("{}:1", file), message<"sweep.another_file_remedy">());
    if (!header || !header->is_object() || header->value("schema", json()) != sweep_schema) {
      const bool older = text.find("\"lanescope.sweep/1\"") != std::string::npos;
      return fails(1, older ? message<"sweep.older_version">() : message<"sweep.no_json_sweep">());
    }
    heading_ = {std::string(lines.texts.front())};
    for (std::size_t i = 1; i < lines.texts.size(); ++i) {
      TRY(const json point, experiments::read_json(lines.texts[i], {file, static_cast<int>(i + 1)},
                                                   message<"sweep.another_file_remedy">()));
      if (!point.is_object() || !point.contains("key") || !point["key"].is_string()) {
        return fails(i + 1, message<"sweep.no_point">());
      }
      hold(point["key"].get<std::string>(), {std::string(lines.texts[i])});
    }
    file_.set_valid_size(lines.bytes);
    return {};
  }

 private:
  bool fit_heading(const json& point, const experiments::Result& result) override {
    if (!heading_.empty()) return false;
    const json header = {
        {"schema", sweep_schema}, {"date", point["date"]}, {"machine", experiments::to_json(result.machine)}};
    heading_ = {header.dump()};
    return true;
  }
  Cells cells_of(const json& point) const override { return {point.dump()}; }
  std::string line_of(const Cells& cells) const override { return cells.front() + "\n"; }
};

class RecordingFile final : public SweepFile {
 public:
  using SweepFile::SweepFile;

  [[nodiscard]] Status read(const std::string& text) {
    TRY(recording_, lines_.read(text, file_.path().string()));
    file_.set_valid_size(lines_.bytes());
    for (const experiments::Result& result : recording_->results) {
      places_.insert({result.kernel, experiments::setting_text(result), result.seed});
    }
    recording_->results.clear();
    return {};
  }

  [[nodiscard]] bool contains(const SweepKey& key) const override {
    return recording_ && key.place == recordings::place_of(recording_->machine) &&
           source_of(key.kernel) == key.source && places_.contains(place_of(key));
  }

  [[nodiscard]] Status add(const SweepKey& key, const experiments::Result& result) override {
    if (key.backend != name_of(experiments::Backend::gpu)) {
      return failure(message<"sweep.only_gpu_recorded">(), file_.path().string(),
                     message<"sweep.only_gpu_recorded_remedy">());
    }
    const bool begins = !recording_;
    if (begins) {
      recording_ = Recording{result.machine.device, started_, result.machine, {}};
    } else if (key.place != recordings::place_of(recording_->machine)) {
      return failure(message<"sweep.other_device">(recording_->machine.device), file_.path().string(),
                     message<"sweep.new_file_remedy">());
    }
    experiments::Result dated = result;
    if (started_ != recording_->date) dated.recorded = started_;
    RecordingLines next = lines_;
    std::string text = begins ? next.first(*recording_) : std::string();
    text += next.next(dated, key.source);
    auto written = file_.append(text);
    if (!written) {
      if (begins) recording_.reset();
      return written;
    }
    lines_ = std::move(next);
    if (source_of(key.kernel) != key.source) {
      std::erase_if(places_, [&](const Place& place) { return std::get<0>(place) == key.kernel; });
    }
    recording_->sources[key.kernel] = key.source;
    places_.insert(place_of(key));
    return {};
  }

  [[nodiscard]] Status forget(const std::vector<SweepKey>& keys) override {
    for (const SweepKey& key : keys) places_.erase(place_of(key));
    return {};
  }

 private:
  using Place = std::tuple<std::string, std::string, std::uint64_t>;  ///< kernel, setting, seed
  static Place place_of(const SweepKey& key) { return {key.kernel, key.setting, key.seed}; }
  [[nodiscard]] std::string source_of(const std::string& kernel) const {
    const auto found = recording_->sources.find(kernel);
    return found == recording_->sources.end() ? std::string() : found->second;
  }

  std::optional<Recording> recording_;  ///< without its results; empty when nothing was recorded yet
  RecordingLines lines_;
  std::set<Place> places_;
  std::string started_ = current_date();  ///< all points of one sweep have one date
};

template <class File>
Expected<std::unique_ptr<SweepFile>> opened(const std::filesystem::path& path) {
  auto file = std::make_unique<File>(path);
  TRY(const std::string text, file->text());
  if (!text.empty()) TRY_STATUS(file->read(text));
  return std::unique_ptr<SweepFile>(std::move(file));
}

}  // namespace

Expected<std::unique_ptr<SweepFile>> open_sweep_csv(const std::filesystem::path& file) {
  return opened<CsvFile>(file);
}
Expected<std::unique_ptr<SweepFile>> open_sweep_json(const std::filesystem::path& file) {
  return opened<JsonFile>(file);
}
Expected<std::unique_ptr<SweepFile>> open_sweep_recording(const std::filesystem::path& file) {
  return opened<RecordingFile>(file);
}

}  // namespace lanescope::recordings
