// What the window knows, which is what kernel files, recordings and the worker have reported.
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
#include "experiments/result.h"
#include "experiments/wire/ipc_slot.h"
#include "gui/store/article_points.h"
#include "gui/store/history.h"
#include "recordings/result_index.h"

namespace lanescope::gui {

using LogEntry = client::Event;  ///< an event of the worker or of the window itself

/// The texts of files, by path.
using FileTexts = std::map<std::string, std::string>;

/// A text that does not compile, at one setting, while an earlier text of the same kernel does.
struct BrokenText {
  std::uint64_t revision = 0;                         ///< revision of the experiment; 0 means none
  std::shared_ptr<const experiments::Result> result;  ///< holds the errors of the compiler
  bool earlier_text_failed = false;                   ///< whether the earlier text does not run at this setting either
};

/// Where the worker is, and the state of the connection to it.
struct Connection {
  std::optional<client::Remote> remote;    ///< empty means this machine
  std::optional<client::Trouble> trouble;  ///< why there is no connection; empty if there is one, or at first
  int seconds_left = -1;                   ///< seconds to the next attempt; -1 means that there is none
};

/// What this session has found for a GPU that is not the chosen one now.
struct TargetResults {
  std::string name;                  ///< of the GPU
  recordings::ResultIndex measured;  ///< as ScopeState::measured
  recordings::ResultIndex swept;     ///< as Sweep::results
};

/// What kernel files, recordings and the worker have reported.
struct Known {
  std::shared_ptr<const catalogue::Snapshot> catalogue;
  FileTexts unusable;                                   ///< present texts of the files whose front matter is wrong
  std::shared_ptr<const experiments::Result> result;    ///< the newest of all
  std::uint64_t result_revision = 0;                    ///< the revision of the experiment that it belongs to
  std::shared_ptr<const experiments::Result> measured;  ///< the newest of this kernel that holds a time
  std::uint64_t measured_revision = 0;
  std::shared_ptr<const experiments::Result> predicted;  ///< the newest of this kernel and the chosen GPU with a
                                                         ///< predicted time
  std::uint64_t predicted_revision = 0;
  std::shared_ptr<const experiments::Result> counted;  ///< the newest of this kernel that holds metrics
  std::uint64_t counted_revision = 0;
  std::map<std::string, std::shared_ptr<const catalogue::Kernel>> compiled;  ///< by id, the newest text that compiled
  BrokenText broken;
  std::uint64_t verified_revision = 0;  ///< the last revision whose output was not found wrong
  bool compared = false;                ///< whether anything of that output was compared
  recordings::ResultIndex recordings;
  /// Recordings with counters, which count as times only of the very GPU that is the target.
  recordings::ResultIndex counter_recordings;
  std::vector<std::string> profiles;                       ///< names of the GPUs whose times can be predicted
  std::map<std::string, TargetResults> results_by_target;  ///< by Selection::target
  std::optional<std::string> previous_target;              ///< key of the one that was chosen before the present one
  std::optional<experiments::Machine> machine;
  client::State worker = client::State::starting;
  bool connected = false;          ///< whether a worker belongs to this window
  std::optional<double> asked_at;  ///< when it was asked for the experiment last, in seconds since the session began
  Connection connection;
  Message preview_transport;  ///< how the picture came to OpenGL, in words; empty before the first one
  Message heat_transport;     ///< the same for the accesses of the whole grid
  History history;
  std::deque<LogEntry> log;
  std::shared_ptr<const std::vector<ArticlePoint>> articles;  ///< null until they are read
};

/// What the window did with an attachment of a Result.
struct AttachmentReceipt {
  experiments::AttachmentKind kind = experiments::AttachmentKind::preview;
  std::uint64_t generation = 0;  ///< slot that the worker may write again; 0 means that it came as bytes
  Message transport;             ///< how it came, in words; when refused, why it cannot come by CUDA IPC
  bool refused = false;          ///< CUDA IPC does not work, so the worker must send bytes
};

}  // namespace lanescope::gui
