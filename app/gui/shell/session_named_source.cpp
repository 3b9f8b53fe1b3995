// Reads the source that the .loc of the selected PTX file lead to.
#include <system_error>
#include <utility>

#include "catalogue/named_file.h"
#include "gui/messages.h"
#include "gui/shell/session.h"

namespace lanescope::gui {

namespace fs = std::filesystem;

bool Session::watch_named_source(Clock::time_point now) {
  const auto definition = state_.definition();
  const NamedSource* known = state_.source.named.get();
  const bool changed =
      named_by_ != definition || (known != nullptr && known->read && catalogue::stamp_of(known->path) != named_stamp_);
  if (!changed) return false;
  if (named_by_ != definition) named_name_ = definition ? source_name_of(*definition) : std::nullopt;
  named_by_ = definition;
  std::shared_ptr<NamedSource> source;
  if (definition && named_name_) {
    source = std::make_shared<NamedSource>();
    source->kernel_path = definition->source.path;
    source->name = named_name_->name;
    find_named_source(*source, named_name_->path);
  }
  named_stamp_ = source && source->read ? catalogue::stamp_of(source->path) : std::nullopt;
  accept_named_source(state_, std::move(source), seconds(now));
  return true;
}

/// Reads it where it lies beside the PTX, or where the user has allowed it.
void Session::find_named_source(NamedSource& source, const std::string& written) const {
  const auto beside = catalogue::named_file_beside(source.kernel_path, written);
  const auto allowed = allowed_sources_.find(source.kernel_path);
  if (beside) {
    source.path = beside->string();
  } else if (allowed != allowed_sources_.end()) {
    source.path = allowed->second;
  } else {
    // No place outside is looked at before the user says so: even that might ask another machine.
    if (fs::path(written).is_absolute()) source.path = written;
    return;
  }
  auto text = catalogue::read_named_file(source.path);
  source.read = text.has_value();
  if (text) {
    source.text = std::move(*text);
  } else {
    source.trouble = text.error().message();
    if (beside) source.path.clear();
  }
}

void Session::read_named_source(const std::string& path) {
  const NamedSource* const offered = named_source(state_);
  if (offered == nullptr || offered->path != path) return;
  NamedSource source = *offered;
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (!error && real == path) {
    allowed_sources_[source.kernel_path] = path;
    named_by_ = nullptr;
    watch_named_source(Clock::now());
    return;
  }
  // What a link leads to is another file than the one that was shown, and is shown first.
  source.trouble = error ? message<"open_file.not_there">(path) : message<"named_file.link">(path);
  if (!error) source.path = real.string();
  accept_named_source(state_, std::make_shared<const NamedSource>(std::move(source)), seconds(Clock::now()));
}

}  // namespace lanescope::gui
