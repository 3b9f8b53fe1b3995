#include "gui/shell/session.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/crash.h"
#include "base/file.h"
#include "gui/export/export_folder.h"
#include "gui/export/export_plots.h"
#include "gui/messages.h"
#include "gui/settings/desktop_theme.h"

namespace lanescope::gui {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds file_check_interval = 250ms;  ///< between two checks of the kernel files

}  // namespace

SessionOptions session_options_of(const std::filesystem::path& data, const render::ContextInfo& opengl) {
  SessionOptions options;
  options.kernels = data / "kernels";
  options.recorded = data / "assets" / "recordings";
  options.articles = data / "assets" / "articles";
  options.lessons = data / "assets" / "lessons";
  options.own_lessons = path_in(config_folder(), "lessons");
  options.lesson_texts = data / "assets" / "texts" / "handout.toml";
  options.profiles = data / "assets" / "gpus";
  options.interop = !opengl.is_software;
  if (opengl.is_software) options.no_interop = message<"picture.software_opengl">(opengl.renderer);
  return options;
}

Session::Session(SessionOptions options)
    : options_(std::move(options)),
      began_(Clock::now()),
      next_file_check_(began_),
      last_sent_(began_),
      catalogue_(options_.kernels),
      first_remote_(options_.worker.remote),
      first_device_(options_.device) {
  if (options_.settings) restore(state_, *options_.settings);
  client_ = std::make_unique<client::Client>(worker_options());
  state_.ui.system_theme = desktop_theme();
  state_.ui.opens_folders = !machine_lookup().program("xdg-open").empty();
  state_.ui.makes_videos = !machine_lookup().program("ffmpeg").empty();
  state_.ui.hide_private_words = options_.hide_private_words;
  state_.lesson.folder = options_.own_lessons.string();
  if (const auto pages = documentation_folder()) state_.ui.documentation = pages->string();
  std::error_code ignored;
  if (!std::filesystem::is_directory(state_.ui.exports, ignored)) state_.ui.exports.clear();
  if (!options_.exports.empty()) state_.ui.exports = std::filesystem::absolute(options_.exports, ignored).string();
  state_.ui.first_exports = export_folder_of_user().string();
  state_.selection.seed = options_.seed;
  if (!options_.target.empty()) state_.selection.target = options_.target;
  state_.selection.continuous = options_.continuous && state_.ui.live;
  if (options_.deterministic) pause_at_default_speeds(state_.playback);
  state_.known.connected = true;
  state_.known.connection.remote = options_.worker.remote;
  if (options_.worker.remote) state_.ui.remotes.push_back(*options_.worker.remote);
  for (const std::filesystem::path& file : options_.files) {
    if (const auto id = catalogue_.add_file(file); !id) report_error(id.error());
  }
  if (!options_.articles.empty()) {
    auto points = read_article_points(options_.articles);
    if (!points) report_error(points.error());
    if (points) state_.known.articles = std::make_shared<const std::vector<ArticlePoint>>(std::move(*points));
  }
  catalogue_.refresh();
  accept_catalogue(began_);
  for (recordings::Recording& recording : options_.recordings)
    add_recording(std::move(recording), state_.known.recordings);
  options_.recordings.clear();
  choose_first_kernel();
}

Session::~Session() {
  for (std::thread& closing : closing_clients_) closing.join();
}

void Session::add_recording(recordings::Recording recording, recordings::ResultIndex& index) {
  if (!recording.warning.empty()) log(state_, LogEntry::Kind::warning, recording.warning);
  for (experiments::Result& result : recording.results) {
    state_.known.catalogue->follow_alias(result.kernel, result.parameters);
    index.push_back(std::make_shared<const experiments::Result>(std::move(result)));
  }
}

/// Reads the folder's megabytes of recordings after the first frame. It returns true when there was a folder to read.
bool Session::read_recordings() {
  if (std::exchange(first_frame_is_due_, false) || recordings_read_) return false;
  recordings_read_ = true;
  read_profiles();
  if (!options_.lesson_texts.empty()) {
    auto texts = lessons::read_texts(options_.lesson_texts);
    if (!texts) report_error(texts.error());
    if (texts) state_.lesson.texts = std::make_shared<const lessons::Texts>(std::move(*texts));
  }
  const auto read = [&](const std::filesystem::path& folder, recordings::ResultIndex& index) {
    for (const std::filesystem::path& file : recordings::recordings_in(folder)) {
      auto recording = recordings::read_recording(file);
      if (!recording) report_error(recording.error());
      if (recording) add_recording(std::move(*recording), index);
    }
  };
  read(options_.recorded, state_.known.recordings);
  if (!options_.recorded.empty()) read(options_.recorded / "counters", state_.known.counter_recordings);
  return !options_.recorded.empty() || !state_.known.profiles.empty();
}

/// Lists the GPUs whose times can be predicted. The file of the "RTX 4090" is rtx-4090.toml.
void Session::read_profiles() {
  if (options_.profiles.empty()) return;
  for (const std::filesystem::path& file : entries_of(options_.profiles)) {
    std::string name = file.stem().string();
    std::ranges::replace(name, '-', ' ');
    const model::DeviceSheet* const sheet = model::device_sheet(name);
    if (file.extension() != ".toml" || sheet == nullptr) continue;
    const auto profile = predict::read_profile_of(sheet->name, options_.profiles);
    if (!profile) report_error(profile.error());
    if (profile) state_.known.profiles.push_back(sheet->name);
  }
  std::ranges::sort(state_.known.profiles);
}

void Session::choose_first_kernel() {
  std::string id = options_.kernel;
  // The file that was open last; without a comment that says how to launch it, its form is shown again.
  std::error_code error;
  if (id.empty() && options_.settings && std::filesystem::is_regular_file(options_.settings->file, error)) {
    id = options_.settings->file;
  }
  state_.known.catalogue->follow_alias(id, options_.values);
  if (!id.empty() && show_launch_form(id)) {
    id.clear();
  } else if (!id.empty()) {
    const auto found = catalogue_.find(id);
    if (!found) report_error(found.error());
    accept_catalogue(began_);  // A file from elsewhere is part of the catalogue only now.
    if (found && (*found)->source.id.find('/') == std::string::npos) remember_file((*found)->source.path);
    id = found ? (*found)->source.id : std::string();
  }
  if (id.empty() && options_.settings) {
    std::string last = options_.settings->kernel;
    catalogue::Values values = state_.selection.values[last];
    state_.known.catalogue->follow_alias(last, values);
    if (state_.known.catalogue->kernels.contains(last)) state_.selection.values[id = last] = values;
  }
  const bool is_default = id.empty();
  if (is_default) id = catalogue::default_kernel;
  if (!state_.known.catalogue->kernels.contains(id)) {
    // The default kernel is missing, so the first kernel without an expected fault is chosen, not one of the museum.
    const auto& kernels = state_.known.catalogue->kernels;
    if (kernels.empty()) return;
    const auto right =
        std::ranges::find_if(kernels, [](const auto& entry) { return entry.second->expect == FaultKind::none; });
    id = (right == kernels.end() ? kernels.begin() : right)->first;
  }
  if (!options_.values.empty()) state_.selection.values[id] = options_.values;
  if (is_default && id == catalogue::default_kernel) {
    state_.selection.values.try_emplace(id, catalogue::default_values());
    perform(SelectKernel{id});
    perform(FocusKnob{catalogue::first_knob});
  } else {
    perform(SelectKernel{id});
  }
}

void Session::perform(const Command& command) {
  note_last_action(command.name());
  // In a picture a change stands between the results before and after it.
  const double later = options_.deterministic ? 1 : 0;
  const Outcome done = gui::perform(state_, command, seconds(Clock::now()) + later);
  if (!done) return show_notice({Notice::Kind::refused, failure_notice(state_, "", done.error()).text});
  carry_out(*done);
}

void Session::carry_out(const Effects& effects) {
  const Overloaded own{[&](const Measure&) { run_requested_ = true; },
                       [&](const Connect& connect) { replace_client(connect.remote); },
                       [&](const Reconnect&) { client_->reconnect(); },
                       [&](const StartDoctor&) { start_doctor(); },
                       [&](const StopDoctor&) { stop_doctor(); },
                       [&](const OpenEditor& file) { open_editor(file); },
                       [&](const WriteReport&) { write_report(); },
                       [&](const SaveLecture& lecture) { save_lecture(lecture); },
                       [&](const ExportPlot& plot) { export_plot(plot); },
                       [&](const ReadPath& path) { read_path(path.path, path.entry); },
                       [&](const ReadHeaders&) { read_headers(); },
                       [&](const LaunchFile& launch) { launch_file(launch); },
                       [&](const ReadSource& source) { read_named_source(source.path); },
                       [&](const OpenFolder& folder) { open_folder(folder.file); },
                       [&](const Quit&) { quit_requested_ = true; }};
  dispatch(
      effects, own, [&](const auto& effect) { window_effects_.emplace_back(effect); },
      [&](const auto& effect) { picture_effects_.emplace_back(effect); });
}

double Session::seconds(Clock::time_point now) const {
  // A picture does not tell how fast its machine was.
  if (options_.deterministic) return 2.0 * static_cast<double>(state_.selection.revision);
  return std::chrono::duration<double>(now - began_).count();
}

bool Session::update(Clock::time_point now) {
  const bool recordings_came = read_recordings();
  if (recordings_came) settle(state_);
  const bool files_changed = watch_files(now);
  const bool source_changed = watch_named_source(now);
  send_experiment(now);
  send_sweep();
  const bool connection_changed = poll_connection(now);
  const bool editors_changed = poll_editors(), doctor_changed = poll_doctor(), lesson_changed = poll_lesson();
  const bool form_changed = poll_enquiry();
  const bool vanished = remove_expired_notices(state_, seconds(now)), answered = take_answers(now);
  return poll_jobs(now) || answered || files_changed || connection_changed || editors_changed || doctor_changed ||
         lesson_changed || form_changed || recordings_came || vanished || source_changed;
}

/// Returns true when another line of the status bar is due. While something runs, update() is called often enough.
bool Session::poll_jobs(Clock::time_point now) {
  std::vector<Job> jobs = options_.deterministic ? std::vector<Job>() : jobs_of(state_, seconds(now));
  return std::exchange(state_.ui.jobs, jobs) != jobs;
}

void Session::set_animation_progress(std::optional<AnimationProgress> progress) {
  if (progress) progress->began = state_.ui.animation ? state_.ui.animation->began : seconds(Clock::now());
  state_.ui.animation = std::move(progress);
}

bool Session::watch_files(Clock::time_point now) {
  if (now < next_file_check_) return false;
  next_file_check_ = now + file_check_interval;
  const bool lessons = watch_lessons();
  if (!catalogue_.refresh()) return lessons;
  accept_catalogue(now);
  if (state_.selection.kernel.empty()) choose_first_kernel();
  return true;
}

void Session::accept_catalogue(Clock::time_point now) {
  auto snapshot = catalogue_.snapshot();
  // The catalogue keeps the last usable text of a file. The Source panel shows the errors of the present text.
  FileTexts unusable;
  for (const auto& [path, errors] : snapshot->errors) {
    if (auto text = read_file(path)) unusable[path] = std::move(*text);
  }
  accept(state_, std::move(snapshot), seconds(now), std::move(unusable));
}

void Session::report_exported_file(std::string text, const std::filesystem::path& file) {
  show_notice({Notice::Kind::done, std::move(text), file.string()});
}

bool Session::export_file(std::string text, const std::filesystem::path& file, const Expected<std::string>& bytes) {
  const Status written = bytes ? write_file(file, *bytes) : failure(bytes.error());
  if (written) {
    report_exported_file(std::move(text), file);
  } else {
    show_notice(failure_notice(state_, state_.say("notice.not_written"), written.error()));
  }
  return written.has_value();
}

void Session::export_plot(const ExportPlot& wanted) {
  const bool drawing = wanted.form == ExportForm::drawing;
  const Plot& plot = *plot_of(wanted.panel);
  export_file(state_.say(drawing ? "notice.wrote_drawing" : "notice.wrote_table"), wanted.file,
              drawing ? plot.svg(state_) : plot.csv(state_));
}

void Session::report_error(const Error& error) {
  show_notice(failure_notice(state_, "", error));
}

bool Session::write_picture(const ExportPicture& picture, const Expected<render::Image>& image) {
  return export_file(image ? state_.say("notice.wrote_picture", image->width, image->height) : std::string(),
                     picture.file, image.and_then(render::encode_png));
}

void Session::open_editor(const OpenEditor& wanted) {
  const auto command = editor_command(state_.ui.preferences.editor, wanted.file, wanted.line, machine_lookup());
  const Status started = command ? editors_.start(*command) : failure(command.error());
  if (!started) return report_error(started.error());
  show_notice({Notice::Kind::done, state_.say("notice.editor", command->front()), wanted.file});
}

/// Returns true when the log has a new entry.
bool Session::poll_editors() {
  std::vector<std::string> complaints = editors_.take_errors();
  for (const std::string& complaint : complaints) report_error({complaint, "", ""});
  return !complaints.empty();
}

/// The examination runs in a process of its own, because it may wait for drivers and disks.
void Session::start_doctor() {
  const auto& remote = state_.known.connection.remote;
  doctor_run_ = std::make_unique<DoctorRun>(doctor_command(remote ? &*remote : nullptr, options_.worker.command),
                                            options_.worker.wake);
  state_.doctor.running = true;
  state_.doctor.place = remote ? remote->host : std::string();
}

/// The process ends in a few hundredths of a second.
void Session::stop_doctor() {
  doctor_run_.reset();
  state_.doctor.running = false;
}

/// Returns true when the examination has ended since the last call.
bool Session::poll_doctor() {
  if (!doctor_run_ || !doctor_run_->ended()) return false;
  DoctorState& doctor = state_.doctor;
  auto checks = doctor_run_->result();
  doctor_run_.reset();
  doctor.running = false;
  doctor.trouble = checks ? std::string() : checks.error().text();
  doctor.checks = checks ? std::move(*checks) : std::vector<DoctorCheck>();
  return true;
}

std::chrono::milliseconds Session::idle_time(Clock::time_point now) const {
  Clock::time_point next = next_file_check_;
  if (should_measure_again()) next = std::min(next, next_run());
  if (!recordings_read_) return 0ms;
  if (const double end = next_expiry(state_.ui.notices); end < Notice::forever) {
    next = std::min(next, began_ + std::chrono::ceil<Clock::duration>(std::chrono::duration<double>(end)));
  }
  if (state_.known.connection.seconds_left > 0) next = std::min(next, now + 1s);  // because a text counts down
  return std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(next - now));
}

void Session::show_notice(Notice notice) {
  gui::show_notice(state_, std::move(notice), seconds(Clock::now()));
}

void Session::open_folder(const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  if (const Status started = editors_.start({"xdg-open", folder}); !started) report_error(started.error());
}

/// A process of its own examines the machine for it.
void Session::write_report() {
  const std::filesystem::path file = unused_file(state_.ui.export_folder(), "report", "lanescope", "txt");
  const Status started = editors_.start({executable_path().string(), "doctor", "--report", "-o", file.string()});
  if (!started) return report_error(started.error());
  report_exported_file(state_.say("notice.report"), file);
}

void Session::log_message(const std::string& text) {
  log(state_, LogEntry::Kind::information, text);
}

}  // namespace lanescope::gui
