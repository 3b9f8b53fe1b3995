#include "gui/shell/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/crash.h"
#include "base/file.h"
#include "gui/export/export_plots.h"

namespace lanescope::gui {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds between_looks = 250ms;  ///< between two checks of the kernel files

}  // namespace

SessionOptions session_options_of(const std::filesystem::path& data, const render::ContextInfo& opengl) {
  SessionOptions options;
  options.kernels = data / "kernels";
  options.recorded = data / "assets" / "recordings";
  options.articles = data / "assets" / "articles";
  options.lessons = data / "assets" / "lessons";
  options.own_lessons = config_folder() / "lessons";
  options.lesson_texts = data / "assets" / "texts" / "handout.toml";
  options.profiles = data / "assets" / "gpus";
  options.interop = !opengl.is_software;
  if (opengl.is_software) options.no_interop = fmt::format("OpenGL is drawn by {}", opengl.renderer);
  return options;
}

Session::Session(SessionOptions options)
    : options_(std::move(options)),
      began_(Clock::now()),
      next_look_(began_),
      last_sent_(began_),
      catalogue_(options_.kernels),
      first_remote_(options_.worker.remote),
      first_device_(options_.device),
      client_(std::make_unique<client::Client>(options_.worker)) {
  if (options_.settings) restore(state_, *options_.settings);
  state_.selection.seed = options_.seed;
  if (!options_.target.empty()) state_.selection.target = options_.target;
  state_.selection.continuous = options_.continuous;
  if (options_.still) hold_still(state_.playback);
  state_.known.connected = true;
  state_.known.connection.remote = options_.worker.remote;
  if (options_.worker.remote) state_.ui.remotes.push_back(*options_.worker.remote);
  for (const std::filesystem::path& file : options_.files) {
    if (const auto id = catalogue_.add_file(file); !id) complain(id.error());
  }
  if (!options_.articles.empty()) {
    auto points = read_article_points(options_.articles);
    if (!points) complain(points.error());
    if (points) state_.known.articles = std::make_shared<const std::vector<ArticlePoint>>(std::move(*points));
  }
  catalogue_.refresh();
  accept_catalogue(began_);
  for (lab::Recording& recording : options_.recordings) keep(std::move(recording), state_.known.recordings);
  options_.recordings.clear();
  choose_first_kernel();
}

Session::~Session() {
  for (std::thread& closing : closing_clients_) closing.join();
}

void Session::keep(lab::Recording recording, lab::ResultIndex& index) {
  if (!recording.warning.empty()) log(state_, LogEntry::Kind::warning, recording.warning);
  for (lab::Result& result : recording.results) {
    state_.known.catalogue->follow_alias(result.kernel, result.parameters);
    index.push_back(std::make_shared<const lab::Result>(std::move(result)));
  }
}

/// Reads the folder's megabytes of recordings after the first frame. It returns true when there was a folder to read.
bool Session::read_recordings() {
  if (std::exchange(first_frame_is_due_, false) || recordings_read_) return false;
  recordings_read_ = true;
  read_profiles();
  if (!options_.lesson_texts.empty()) {
    auto texts = lab::read_texts(options_.lesson_texts);
    if (!texts) complain(texts.error());
    if (texts) state_.lesson.texts = std::make_shared<const lab::Texts>(std::move(*texts));
  }
  const auto read = [&](const std::filesystem::path& folder, lab::ResultIndex& index) {
    for (const std::filesystem::path& file : lab::recordings_in(folder)) {
      auto recording = lab::read_recording(file);
      if (!recording) complain(recording.error());
      if (recording) keep(std::move(*recording), index);
    }
  };
  read(options_.recorded, state_.known.recordings);
  if (!options_.recorded.empty()) read(options_.recorded / "counters", state_.known.replays);
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
    if (!profile) complain(profile.error());
    if (profile) state_.known.profiles.push_back(sheet->name);
  }
  std::ranges::sort(state_.known.profiles);
}

void Session::choose_first_kernel() {
  std::string id = options_.kernel;
  state_.known.catalogue->follow_alias(id, options_.values);
  if (!id.empty() && shows_form(id)) {
    id.clear();
  } else if (!id.empty()) {
    const auto found = catalogue_.find(id);
    if (!found) complain(found.error());
    accept_catalogue(began_);  // A file from elsewhere is part of the catalogue only now.
    id = found ? (*found)->source.id : std::string();
  }
  if (id.empty() && options_.settings) {
    std::string last = options_.settings->kernel;
    catalogue::Values values = state_.selection.values[last];
    state_.known.catalogue->follow_alias(last, values);
    if (state_.known.catalogue->kernels.contains(last)) state_.selection.values[id = last] = values;
  }
  if (id.empty()) id = catalogue::default_kernel;
  if (!state_.known.catalogue->kernels.contains(id)) {
    // The default kernel is missing, so the first kernel without an expected fault is chosen, not one of the museum.
    const auto& kernels = state_.known.catalogue->kernels;
    if (kernels.empty()) return;
    const auto right =
        std::ranges::find_if(kernels, [](const auto& entry) { return entry.second->expect == FaultKind::none; });
    id = (right == kernels.end() ? kernels.begin() : right)->first;
  }
  if (!options_.values.empty()) state_.selection.values[id] = options_.values;
  perform(SelectKernel{id});
}

void Session::perform(const Command& command) {
  note_last_action(name_of(command));
  const Outcome done = gui::perform(state_, command, seconds(Clock::now()));
  if (!done) return log(state_, LogEntry::Kind::warning, done.error().text());
  carry_out(*done);
}

void Session::carry_out(const Effects& effects) {
  for (const Effect& effect : effects) {
    std::visit(
        Overloaded{[&](const Measure&) { run_requested_ = true; },
                   [&](const Connect& connect) { move_client(connect.remote); },
                   [&](const Reconnect&) { client_->reconnect(); }, [&](const StartDoctor&) { start_doctor(); },
                   [&](const OpenEditor& file) { open_editor(file); }, [&](const WriteReport&) { write_report(); },
                   [&](const AddLessonStep&) { add_lesson_step(); }, [&](const ExportPlot& plot) { export_plot(plot); },
                   [&](const ExportSweep&) { export_sweep(); }, [&](const ReadPath& path) { read_path(path.path); },
                   [&](const LaunchFile& launch) { launch_file(launch); }, [&](const Quit&) { quit_requested_ = true; },
                   [&](const auto& of_others) { effects_.push_back(of_others); }},
        effect);
  }
}

double Session::seconds(Clock::time_point now) const {
  return std::chrono::duration<double>(now - began_).count();
}

bool Session::update(Clock::time_point now) {
  const bool recordings_came = read_recordings();
  const bool files_changed = watch_files(now);
  send_experiment(now);
  send_sweep();
  const bool connection_changed = look_at_connection(now);
  const bool served = listen_to_editors() || listen_to_doctor() || serve_lesson();
  return take_answers(now) || files_changed || connection_changed || served || recordings_came;
}

bool Session::watch_files(Clock::time_point now) {
  if (now < next_look_) return false;
  next_look_ = now + between_looks;
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

void Session::note_export(const Expected<std::filesystem::path>& file, std::string_view what) {
  if (!file) return complain(file.error());
  note(fmt::format("the {} in {}", what, file->string()));
}

void Session::export_sweep() {
  note_export(write_export(options_.exports, "sweep", state_.sweep.grid.kernel, "csv", sweep_csv(state_)),
              "points of the sweep are");
}

void Session::export_plot(const ExportPlot& wanted) {
  const bool drawing = wanted.format == PlotFormat::svg;
  const PlotKind& kind = kind_of(wanted.plot);
  note_export(write_export(options_.exports, kind.name, state_.selection.kernel, drawing ? "svg" : "csv",
                           drawing ? kind.svg(state_) : kind.csv(state_)),
              drawing ? "drawing is" : "table is");
}

std::filesystem::path Session::animation_file(const ExportAnimation& wanted) const {
  return free_file(options_.exports, name_of(wanted.view), state_.selection.kernel, wanted.mp4 ? "mp4" : "png");
}

void Session::complain(const Error& error) {
  log(state_, LogEntry::Kind::error, error.text());
}

void Session::keep_picture(const ExportPicture& picture, const Expected<render::Image>& image) {
  const std::string_view what = picture.panel.empty() ? std::string_view("window") : std::string_view(picture.panel);
  const auto file = [&]() -> Expected<std::filesystem::path> {
    if (!image) return failure(image.error());
    TRY(const auto png, render::encode_png(*image));
    return write_export(options_.exports, what, state_.selection.kernel, "png", png);
  }();
  if (!file) return log(state_, LogEntry::Kind::error, "no picture was written: " + file.error().text());
  note(fmt::format("the picture ({} × {} pixels) is in {}", image->width, image->height, file->string()));
}

void Session::open_editor(const OpenEditor& wanted) {
  const auto command = editor_command(state_.ui.editor, wanted.file, wanted.line, this_machine());
  const Status started = command ? editors_.start(*command) : failure(command.error());
  if (!started) return log(state_, LogEntry::Kind::warning, started.error().text());
  note(wanted.file + " opens in " + command->front());
}

/// Returns true when the log has a new entry.
bool Session::listen_to_editors() {
  std::vector<std::string> complaints = editors_.complaints();
  for (std::string& complaint : complaints) log(state_, LogEntry::Kind::warning, std::move(complaint));
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

/// Returns true when the examination has ended since the last call.
bool Session::listen_to_doctor() {
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
  Clock::time_point next = next_look_;
  if (measures_again()) next = std::min(next, next_run());
  if (!recordings_read_) return 0ms;
  if (state_.known.connection.seconds_left > 0) next = std::min(next, now + 1s);  // because a text counts down
  return std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(next - now));
}

void Session::notify(const std::string& text) {
  log(state_, LogEntry::Kind::warning, text);
  std::vector<std::string>& notices = state_.ui.notices;
  if (std::ranges::find(notices, text) == notices.end()) notices.push_back(text);
}

void Session::tell_of_crash(const std::string& text) {
  notify(text);
  state_.ui.left_behind = true;
}

/// A process of its own examines the machine for it.
void Session::write_report() {
  const std::filesystem::path file = free_file(options_.exports, "report", "lanescope", "txt");
  const Status started = editors_.start({executable_path().string(), "doctor", "--report", "-o", file.string()});
  if (!started) return complain(started.error());
  note("the report is being written to " + file.string());
}

void Session::note(const std::string& text) {
  log(state_, LogEntry::Kind::information, text);
}

}  // namespace lanescope::gui
