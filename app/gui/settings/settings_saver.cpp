// Writes settings beside other windows and editors, which write the same file.
#include <set>
#include <sstream>
#include <type_traits>
#include <utility>

#include "base/file.h"
#include "base/toml/read_toml.h"
#include "gui/settings/settings.h"

namespace lanescope::gui {
namespace {

bool is_same(const toml::node& one, const toml::node& other) {
  return one.visit([&](const auto& value) {
    const auto* const same_kind = other.as<std::remove_cvref_t<decltype(value)>>();
    return same_kind != nullptr && *same_kind == value;
  });
}

/// Puts into `theirs` what differs between `before` and `mine`, key by key.
void put_changes(const toml::table& before, const toml::table& mine, toml::table& theirs) {
  std::set<std::string> keys;
  for (const toml::table* const each : {&before, &mine}) {
    for (const auto& [key, node] : *each) keys.emplace(key.str());
  }
  for (const std::string& key : keys) {
    const toml::node *const was = before.get(key), *const is = mine.get(key);
    if (is == nullptr) {
      theirs.erase(key);
    } else if (was == nullptr || !was->is_table() || !is->is_table()) {
      if (was == nullptr || !is_same(*was, *is)) theirs.insert_or_assign(key, *is);
    } else if (!is_same(*was, *is)) {
      if (theirs[key].as_table() == nullptr) theirs.insert_or_assign(key, toml::table());
      put_changes(*was->as_table(), *is->as_table(), *theirs[key].as_table());
    }
  }
}

/// What the file is to hold: what it holds now, with the keys that this window changed.
std::string merged_text(const Settings& before, const Settings& mine, const Settings& theirs) {
  toml::table table = read_toml(text_of(theirs));
  put_changes(read_toml(text_of(before)), read_toml(text_of(mine)), table);
  std::ostringstream text;
  text << table;
  return text_of(parse_settings(std::move(text).str(), "").settings);
}

}  // namespace

Status SettingsSaver::save_if_due(const Settings& settings, Clock::time_point now) {
  if (settings == written_) {
    changed_.reset();
    return {};
  }
  if (!changed_) changed_ = now;
  return now - *changed_ < std::chrono::seconds(1) ? Status() : save_now(settings);
}

Status SettingsSaver::save_now(const Settings& settings) {
  changed_.reset();
  if (file_.empty() || settings == written_) return {};
  const Settings before = std::exchange(written_, settings);
  std::error_code error;
  if (!std::filesystem::exists(file_, error)) return write_file(file_, text_of(settings));
  // Another window, or the user, may have written since it was read.
  const SettingsRead now = read_settings(file_);
  if (now.original == SettingsOriginal::untouched) return write_file(recovered_file(file_), text_of(settings));
  if (now.original == SettingsOriginal::copied) {
    TRY(const std::string text, read_file(file_));
    TRY_STATUS(write_file(copied_file(file_), text));
  }
  return write_file(file_, merged_text(before, settings, now.settings));
}

}  // namespace lanescope::gui
