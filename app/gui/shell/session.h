// Connects the window to files and the worker. It watches the kernel files, asks the worker and takes its answers. None
// of its functions waits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "catalogue/catalogue.h"
#include "catalogue/kernel_files.h"
#include "client/client.h"
#include "experiments/wire/attachment.h"
#include "gui/settings/settings.h"
#include "gui/shell/doctor_run.h"
#include "gui/shell/editor.h"
#include "gui/shell/enquiry_run.h"
#include "gui/shell/lesson_run.h"
#include "gui/store/actions.h"
#include "gui/store/known.h"
#include "gui/store/state.h"
#include "recordings/recording.h"
#include "render/context/context.h"
#include "render/image/image.h"

namespace lanescope::gui {

struct NamedSource;

struct SessionOptions {
  std::filesystem::path kernels;             ///< the catalogue's folder
  std::vector<std::filesystem::path> files;  ///< kernel files outside that folder
  std::string kernel;                        ///< id or path to begin with; empty means the first
  catalogue::Values values;                  ///< values of that kernel's knobs and sizes
  std::uint64_t seed = 1;
  int device = -1;     ///< as in experiments::Experiment
  std::string target;  ///< as in experiments::Experiment; empty means that of the settings
  std::optional<std::chrono::milliseconds> timeout;  ///< as in experiments::Experiment; empty means as the user set it
  std::vector<recordings::Recording> recordings;
  std::filesystem::path recorded;      ///< folder of further recordings, read after those in the second update();
                                       ///< empty means none
  std::filesystem::path articles;      ///< folder of the articles' numbers; empty means none
  std::filesystem::path lessons;       ///< folder of the program's lessons; empty means none
  std::filesystem::path own_lessons;   ///< folder of the user's lessons, which need not be there; empty means none
  std::filesystem::path lesson_texts;  ///< file of the words of their answers; empty means none
  std::filesystem::path profiles;      ///< folder of the profiles of GPUs; empty means none
  /// The folder that is exported to; empty means the one of the settings, and without one export_folder_of_user().
  std::filesystem::path exports;
  bool hide_private_words = false;  ///< as in Ui
  bool continuous = true;
  /// For pictures: nothing plays by itself, and the clock counts changes of the experiment instead of seconds.
  bool deterministic = false;
  bool interop = false;              ///< pictures may come by CUDA IPC
  Message no_interop;                ///< why not, for the status bar; empty means unknown
  std::optional<Settings> settings;  ///< settings of the last session; the options above win; empty means defaults
  client::Options worker;
};

/// Fills in what a data folder and an OpenGL driver decide. The other options have their defaults.
[[nodiscard]] SessionOptions session_options_of(const std::filesystem::path& data, const render::ContextInfo& opengl);

class Session {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Session(SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Carries out the command. A command that fails goes to the log, with the reason.
  void perform(const Command& command);

  /// Allows pictures by CUDA IPC from now on.
  void allow_interop() {
    options_.interop = true;
    options_.no_interop = {};
  }

  /// Checks files and worker once. It returns true when something visible has changed.
  bool update(Clock::time_point now = Clock::now());

  /// Returns how long the caller may sleep, unless an event comes or the worker wakes it.
  [[nodiscard]] std::chrono::milliseconds idle_time(Clock::time_point now = Clock::now()) const;

  /// Reports that an attachment was copied, or cannot come by CUDA IPC, so that the worker sends bytes from now on.
  void acknowledge_attachment(const AttachmentReceipt& receipt);

  /// Takes a kernel file into the list and selects it, or shows the form for one without front matter. It returns false
  /// for any other file, and the log says why. `entry` is the kernel to begin with.
  bool open_file(const std::filesystem::path& file, const std::string& entry = {});
  /// Returns the effects of commands that the interface carries out. Each comes once.
  [[nodiscard]] std::vector<WindowEffect> take_window_effects() { return std::exchange(window_effects_, {}); }
  /// Returns those that the owner of the window carries out. Each comes once.
  [[nodiscard]] std::vector<PictureEffect> take_picture_effects() { return std::exchange(picture_effects_, {}); }
  [[nodiscard]] bool quit_requested() const { return quit_requested_; }
  /// Returns whether the file could be written; a notice says it, or why not.
  bool write_picture(const ExportPicture& picture, const Expected<render::Image>& image);
  /// Adds to the log only, for what nobody asked for and nobody needs to know.
  void log_message(const std::string& text);
  /// Writes it to the log and shows it over the panels.
  void show_notice(Notice notice);
  void report_error(const Error& error);  ///< as a notice
  /// Sets the progress that is shown of the animation that is being written; empty when none is.
  void set_animation_progress(std::optional<AnimationProgress> progress);
  /// Shows a notice that a file was exported.
  void report_exported_file(std::string text, const std::filesystem::path& file);

  [[nodiscard]] const State& state() const { return state_; }

 private:
  void add_recording(recordings::Recording recording, recordings::ResultIndex& index);
  bool read_recordings();
  void read_profiles();
  void choose_first_kernel();
  bool watch_files(Clock::time_point now);
  void accept_catalogue(Clock::time_point now);
  void carry_out(const Effects& effects);
  /// Returns the options with the limits that the user has set.
  [[nodiscard]] client::Options worker_options() const;
  void replace_client(const std::optional<client::Remote>& remote);
  bool poll_connection(Clock::time_point now);
  void send_experiment(Clock::time_point now);
  bool take_answers(Clock::time_point now);
  void set_device_and_timeout(experiments::Experiment& experiment) const;
  void send_sweep();
  void take_sweep_answer(const experiments::Result& result, Clock::time_point now);
  void export_plot(const ExportPlot& wanted);
  /// Writes the file and shows a notice with that text, or why there is none. It returns whether it was written.
  bool export_file(std::string text, const std::filesystem::path& file, const Expected<std::string>& bytes);
  void open_folder(const std::string& file);
  void write_report();
  /// Reads the lessons when a file of theirs has changed. It returns true then.
  bool watch_lessons();
  /// Asks for the answer of the open step, and takes it. It returns true when there is news.
  bool poll_lesson();
  void save_lecture(const SaveLecture& wanted);
  void open_editor(const OpenEditor& wanted);
  /// Shows the form for a kernel file without front matter. It returns false, and shows nothing, for any other file.
  bool show_launch_form(const std::filesystem::path& file, const std::string& entry = {});
  void read_path(const std::string& wanted, const std::string& entry);
  void read_headers();
  /// Asks what the form does not know, and takes the answer. It returns true when there is news.
  bool poll_enquiry();
  /// Puts the file first in the list of recent ones.
  void remember_file(const std::filesystem::path& file);
  bool choose_file(const std::filesystem::path& file);
  [[nodiscard]] Status write_launch(const LaunchFile& launch);
  void launch_file(const LaunchFile& launch);
  bool watch_named_source(Clock::time_point now);
  void find_named_source(NamedSource& source, const std::string& written) const;
  void read_named_source(const std::string& path);
  bool poll_editors();
  void start_doctor();
  void stop_doctor();
  bool poll_doctor();
  bool poll_jobs(Clock::time_point now);
  [[nodiscard]] bool should_measure_again() const;
  [[nodiscard]] Clock::time_point next_run() const;  ///< earliest time of the next run of the same setting
  void hold_slots(const experiments::Result& result);
  void disable_interop(const Message& reason);
  [[nodiscard]] Message with_reason(const Message& transport) const;
  [[nodiscard]] double seconds(Clock::time_point now) const;

  SessionOptions options_;
  Clock::time_point began_;
  Clock::time_point next_file_check_, last_sent_;
  catalogue::Catalogue catalogue_;
  const std::optional<client::Remote> first_remote_;  ///< the machine that `device` belongs to
  const int first_device_;
  std::unique_ptr<client::Client> client_;
  std::vector<std::thread> closing_clients_;  ///< each ends a client that was left, which its connection may delay
  State state_;
  std::vector<WindowEffect> window_effects_;    ///< for take_window_effects()
  std::vector<PictureEffect> picture_effects_;  ///< for take_picture_effects()
  std::uint64_t sent_revision_ = 0, sent_request_ = 0;
  bool run_requested_ = false;  ///< whether the same experiment shall run once more
  bool quit_requested_ = false;
  bool first_frame_is_due_ = true;                     ///< whether update() has not run yet
  bool recordings_read_ = false;                       ///< whether those of the folder have been read
  bool requested_ = false;                             ///< whether a request waits for the client
  std::uint64_t sweep_request_ = 0;                    ///< the sweep's point that the client works on; 0 means none
  std::shared_ptr<const catalogue::Kernel> named_by_;  ///< the kernel that names named_name_
  std::optional<SourceName> named_name_;
  std::optional<catalogue::Stamp> named_stamp_;         ///< of the named source, as it was read
  std::map<std::string, std::string> allowed_sources_;  ///< by path of the PTX file, what a click allowed to be read
  Editors editors_;
  std::unique_ptr<DoctorRun> doctor_run_;    ///< null when none runs
  std::unique_ptr<LessonRun> lesson_run_;    ///< null before the first lesson
  std::unique_ptr<EnquiryRun> enquiry_run_;  ///< null while there is no form that it is needed for
  std::uint64_t asked_question_ = 0;         ///< the last one that was given to it
  std::vector<std::pair<std::filesystem::path, std::filesystem::file_time_type>> lesson_files_;  ///< as they were read
  experiments::Generations slots_{};  ///< slots in GPU memory that the worker keeps for this window
};

}  // namespace lanescope::gui
