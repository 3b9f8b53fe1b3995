// What the window knows: what kernel files, recordings and the worker have said.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "client/client.h"
#include "gui/plots/article_points.h"
#include "gui/state/history.h"
#include "lab/recording/result_index.h"
#include "lab/result.h"
#include "lab/wire/ipc_slot.h"

namespace warpscope::gui {

using LogEntry = client::Event;  ///< of the worker or of the window itself

/// By path.
using FileTexts = std::map<std::string, std::string>;

/// A text that does not compile, at one setting, while an earlier text of the same kernel does.
struct BrokenText {
  std::uint64_t revision = 0;                 ///< of the experiment; 0: none
  std::shared_ptr<const lab::Result> result;  ///< what the compiler said
  bool given_up = false;                      ///< the earlier text does not run at this setting either
};

/// Where the worker is, and what became of the way there.
struct Connection {
  std::optional<client::Remote> remote;    ///< empty: this machine
  std::optional<client::Trouble> trouble;  ///< why there is no connection; empty: there is one, or the first is made
  int seconds_left = -1;                   ///< until it is tried again; -1: it is not
};

/// What kernel files, recordings and the worker have said.
struct Known {
  std::shared_ptr<const catalogue::Snapshot> catalogue;
  FileTexts unusable;                           ///< of files whose front matter is wrong, as they are now
  std::shared_ptr<const lab::Result> result;    ///< the newest of all
  std::uint64_t result_revision = 0;            ///< the revision of the experiment that it belongs to
  std::shared_ptr<const lab::Result> measured;  ///< the newest of this kernel that holds a time
  std::uint64_t measured_revision = 0;
  std::shared_ptr<const lab::Result> counted;  ///< the newest of this kernel that holds metrics
  std::uint64_t counted_revision = 0;
  std::map<std::string, std::shared_ptr<const catalogue::Kernel>> compiled;  ///< by id: the newest text that compiled
  BrokenText broken;
  std::uint64_t verified_revision = 0;  ///< the last one whose output was found right
  lab::ResultIndex recordings;
  std::optional<lab::Machine> machine;
  client::State worker = client::State::starting;
  bool connected = false;  ///< a worker belongs to this window
  Connection connection;
  std::string preview_path;  ///< how the picture came to OpenGL, in words; empty: no picture yet
  std::string heat_path;     ///< the same of the accesses of the whole grid
  History history;
  std::deque<LogEntry> log;
  std::shared_ptr<const std::vector<ArticlePoint>> articles;  ///< null: not read
};

/// What became of an attachment of a Result in the window.
struct TakenAttachment {
  lab::AttachmentKind kind = lab::AttachmentKind::preview;
  std::uint64_t generation = 0;  ///< of the slot that the worker may write again; 0: it came as bytes
  std::string path;              ///< how it came, in words; when refused: why it cannot come by CUDA IPC
  bool refused = false;          ///< the way through CUDA IPC is closed: ask for bytes
};

}  // namespace warpscope::gui
