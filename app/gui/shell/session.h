// The window's connection to the world: watches the kernel files, asks the worker, takes its answers.
// Nothing waits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "catalogue/catalogue.h"
#include "client/client.h"
#include "gui/panels/doctor/doctor_run.h"
#include "gui/panels/kernels/editor.h"
#include "gui/settings/settings.h"
#include "gui/state/actions.h"
#include "gui/state/known.h"
#include "gui/state/state.h"
#include "lab/recording/recording.h"
#include "lab/wire/attachment.h"
#include "render/context/context.h"
#include "render/image/image.h"

namespace warpscope::gui {

struct SessionOptions {
  std::filesystem::path kernels;             ///< the catalogue's folder
  std::vector<std::filesystem::path> files;  ///< loose kernel files beside it
  std::string kernel;                        ///< id or path to begin with; empty: the first
  catalogue::Values values;                  ///< of that kernel
  std::uint64_t seed = 1;
  int device = -1;                            ///< as lab::Experiment
  std::string target;                         ///< as lab::Experiment
  std::chrono::milliseconds timeout{10'000};  ///< as lab::Experiment
  std::vector<lab::Recording> recordings;
  std::filesystem::path recorded;       ///< folder of further recordings, behind those, read in the second update();
                                        ///< empty: none
  std::filesystem::path articles;       ///< folder of the articles' numbers; empty: none
  std::filesystem::path exports = ".";  ///< the folder that tables of sweeps are written to
  bool continuous = true;
  bool interop = false;              ///< pictures may come by CUDA IPC
  std::string no_interop;            ///< why not, for the status bar; empty: nobody knows
  std::optional<Settings> settings;  ///< of the last session; what is said above wins over it. Empty: defaults
  client::Options worker;
};

/// What a data folder and a driver of OpenGL decide: the rest has its defaults.
[[nodiscard]] SessionOptions session_options_of(const std::filesystem::path& data, const render::ContextInfo& opengl);

class Session {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Session(SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Does what was asked for; what cannot be done goes to the log, with its reason.
  void perform(const Command& command);

  /// Pictures may come by CUDA IPC from now on.
  void allow_interop() {
    options_.interop = true;
    options_.no_interop.clear();
  }

  /// Looks at files and worker once. True when something that is shown has changed.
  bool update(Clock::time_point now = Clock::now());

  /// How long nothing will happen by itself: until then only events and the worker's wake are worth a look.
  [[nodiscard]] std::chrono::milliseconds idle_time(Clock::time_point now = Clock::now()) const;

  /// It was copied, or cannot come by CUDA IPC and is asked for as bytes from now on.
  void attachment_taken(const TakenAttachment& taken);

  /// A kernel file dropped on the window: it joins the list and is selected. Anything else goes to the log, with what
  /// can be dropped.
  void open_file(const std::filesystem::path& file);
  /// What performed commands asked of the interface, and of whoever draws the window. Each is given out once.
  [[nodiscard]] Effects take_effects() { return std::exchange(effects_, {}); }
  [[nodiscard]] bool quit_requested() const { return quit_requested_; }
  /// Where an animation that was asked for goes.
  [[nodiscard]] std::filesystem::path animation_file(const ExportAnimation& wanted) const;
  void complain(const Error& error);  ///< into the log
  void keep_picture(const ExportPicture& picture, const Expected<render::Image>& image);
  void note(const std::string& text);  ///< for the log

  [[nodiscard]] const State& state() const { return state_; }

 private:
  void keep(lab::Recording recording);
  bool read_recordings();
  void choose_first_kernel();
  bool watch_files(Clock::time_point now);
  void accept_catalogue(Clock::time_point now);
  void carry_out(const Effects& effects);
  void move_client(const std::optional<client::Remote>& remote);
  bool look_at_connection(Clock::time_point now);
  void send_experiment(Clock::time_point now);
  bool take_answers(Clock::time_point now);
  void place(lab::Experiment& experiment) const;
  void send_sweep();
  void take_sweep_answer(const lab::Result& result, Clock::time_point now);
  void export_sweep();
  void export_plot(const ExportPlot& wanted);
  /// Into the log: "the table is in FILE", or why there is no file.
  void note_export(const Expected<std::filesystem::path>& file, std::string_view what);
  void open_editor(const OpenEditor& wanted);
  bool listen_to_editors();
  void start_doctor();
  bool listen_to_doctor();
  [[nodiscard]] bool measures_again() const;
  [[nodiscard]] Clock::time_point next_run() const;  ///< of the same setting, at the earliest
  void hold_slots(const lab::Result& result);
  void close_interop(const std::string& reason);
  [[nodiscard]] std::string with_reason(const std::string& path) const;
  [[nodiscard]] double seconds(Clock::time_point now) const;

  SessionOptions options_;
  Clock::time_point began_;
  Clock::time_point next_look_, last_sent_;
  catalogue::Catalogue catalogue_;
  const std::optional<client::Remote> first_remote_;  ///< where `device` counts
  const int first_device_;
  std::unique_ptr<client::Client> client_;
  std::vector<std::thread> closing_clients_;  ///< each ends a client that was left: that may take as long as its line
  State state_;
  Effects effects_;  ///< of others: take_effects()
  std::uint64_t sent_revision_ = 0, sent_request_ = 0;
  bool run_requested_ = false;  ///< the same experiment shall run once more
  bool quit_requested_ = false;
  bool first_frame_is_due_ = true;   ///< update() was not called
  bool recordings_read_ = false;     ///< those of the folder
  bool requested_ = false;           ///< a request is wanted by the client now
  std::uint64_t sweep_request_ = 0;  ///< the point of the sweep that the client is busy with; 0: none
  Editors editors_;
  std::unique_ptr<DoctorRun> doctor_run_;  ///< null: none is made
  lab::Generations slots_{};               ///< that the worker keeps for us in GPU memory
};

}  // namespace warpscope::gui
