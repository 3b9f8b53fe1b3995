#include "gui/settings/settings_keeper.h"

#include "base/file.h"

namespace warpscope::gui {

namespace {

constexpr std::chrono::seconds rest{1};

}  // namespace

Status SettingsKeeper::look(const Settings& settings, Clock::time_point now) {
  if (settings == written_) {
    changed_.reset();
    return {};
  }
  if (!changed_) changed_ = now;
  return now - *changed_ < rest ? Status() : finish(settings);
}

Status SettingsKeeper::finish(const Settings& settings) {
  changed_.reset();
  if (settings == written_) return {};
  written_ = settings;
  return write_file(file_, text_of(settings));
}

}  // namespace warpscope::gui
