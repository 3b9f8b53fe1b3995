#include "gui/shell/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/file.h"
#include "gui/export/export_plots.h"
#include "gui/shell/connection.h"
#include "render/interop/shared_buffer.h"

namespace warpscope::gui {

namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds between_looks = 250ms;  ///< at the kernel files

}  // namespace

SessionOptions session_options_of(const std::filesystem::path& data, const render::ContextInfo& opengl) {
  SessionOptions options;
  options.kernels = data / "kernels";
  options.recorded = data / "assets" / "recordings";
  options.articles = data / "assets" / "articles";
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
  state_.selection.continuous = options_.continuous;
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
  for (lab::Recording& recording : options_.recordings) keep(std::move(recording));
  options_.recordings.clear();
  choose_first_kernel();
}

Session::~Session() {
  for (std::thread& closing : closing_clients_) closing.join();
}

void Session::keep(lab::Recording recording) {
  if (!recording.warning.empty()) log(state_, LogEntry::Kind::warning, recording.warning);
  for (lab::Result& result : recording.results) {
    state_.known.catalogue->follow_alias(result.kernel, result.parameters);
    state_.known.recordings.push_back(std::make_shared<const lab::Result>(std::move(result)));
  }
}

/// The folder's recordings are megabytes of text: the first frame does not wait for them. True when they came.
bool Session::read_recordings() {
  if (std::exchange(first_frame_is_due_, false) || recordings_read_) return false;
  recordings_read_ = true;
  for (const std::filesystem::path& file : lab::recordings_in(options_.recorded)) {
    auto recording = lab::read_recording(file);
    if (!recording) complain(recording.error());
    if (recording) keep(std::move(*recording));
  }
  return !options_.recorded.empty();
}

void Session::choose_first_kernel() {
  std::string id = options_.kernel;
  state_.known.catalogue->follow_alias(id, options_.values);
  if (!id.empty()) {
    const auto found = catalogue_.find(id);
    if (!found) complain(found.error());
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
    // The first one that is meant to be right: museum pieces wait until they are asked for.
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
  const Outcome done = gui::perform(state_, command, seconds(Clock::now()));
  if (!done) return log(state_, LogEntry::Kind::warning, done.error().text());
  carry_out(*done);
}

void Session::carry_out(const Effects& effects) {
  for (const Effect& effect : effects) {
    std::visit(Overloaded{[&](const Measure&) { run_requested_ = true; },
                          [&](const Connect& connect) { move_client(connect.remote); },
                          [&](const Reconnect&) { client_->reconnect(); }, [&](const StartDoctor&) { start_doctor(); },
                          [&](const OpenEditor& file) { open_editor(file); },
                          [&](const ExportPlot& plot) { export_plot(plot); },
                          [&](const ExportSweep&) { export_sweep(); }, [&](const Quit&) { quit_requested_ = true; },
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
  const bool served = listen_to_editors() || listen_to_doctor();
  return take_answers(now) || files_changed || connection_changed || served || recordings_came;
}

bool Session::watch_files(Clock::time_point now) {
  if (now < next_look_) return false;
  next_look_ = now + between_looks;
  if (!catalogue_.refresh()) return false;
  accept_catalogue(now);
  if (state_.selection.kernel.empty()) choose_first_kernel();
  return true;
}

void Session::accept_catalogue(Clock::time_point now) {
  auto snapshot = catalogue_.snapshot();
  // The catalogue keeps the last usable text of a file; the Source panel shows what is wrong with the present one.
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

/// True when the log has something new.
bool Session::listen_to_editors() {
  std::vector<std::string> complaints = editors_.complaints();
  for (std::string& complaint : complaints) log(state_, LogEntry::Kind::warning, std::move(complaint));
  return !complaints.empty();
}

/// Another process looks: it may wait for drivers and disks, this one does not.
void Session::start_doctor() {
  const auto& remote = state_.known.connection.remote;
  doctor_run_ = std::make_unique<DoctorRun>(doctor_command(remote ? &*remote : nullptr, options_.worker.command),
                                            options_.worker.wake);
  state_.doctor.running = true;
  state_.doctor.place = remote ? remote->host : std::string();
}

/// True when there is something new.
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
  if (state_.known.connection.seconds_left > 0) next = std::min(next, now + 1s);  // a text counts down
  return std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(next - now));
}

void Session::open_file(const std::filesystem::path& file) {
  if (file.extension() != ".cu") {
    const Error error{"this is no kernel file", file.string(), "drop a file that ends in .cu"};
    return log(state_, LogEntry::Kind::warning, error.text());
  }
  const auto id = catalogue_.add_file(file);
  if (!id) return complain(id.error());
  accept_catalogue(Clock::now());
  perform(SelectKernel{*id});
}

void Session::note(const std::string& text) {
  log(state_, LogEntry::Kind::information, text);
}

bool Session::take_answers(Clock::time_point now) {
  bool changed = false;
  if (auto result = client_->take()) {
    hold_slots(*result);
    // That the machine is away is no answer: what came before stays on screen, and the connection says why.
    const bool away = result->failed() && state_.known.connection.trouble && client_->state() == client::State::failed;
    if (sweep_request_ != 0 && result->request == sweep_request_) {
      if (away) sweep_request_ = 0;  // asked for again when the machine is back
      if (!away) take_sweep_answer(*result, now);
      changed = !away;
    } else if (result->request == sent_request_ && !state_.selection.cancelled && !away) {
      carry_out(accept(state_, std::move(result), seconds(now)));
      changed = true;
    }
  }
  for (client::Event& event : client_->events()) {
    log(state_, event.kind, std::move(event.text), event.time);
    changed = true;
  }
  const auto learn = [&](auto& known, auto now_known) {
    if (known == now_known) return;
    known = std::move(now_known);
    changed = true;
  };
  learn(state_.known.worker, client_->state());
  if (auto machine = client_->machine()) learn(state_.known.machine, std::move(machine));
  return changed;
}

void Session::take_sweep_answer(const lab::Result& result, Clock::time_point now) {
  if (result.stage != lab::Stage::refined && !result.failed()) return;
  sweep_request_ = 0;
  accept_sweep_point(state_, result, seconds(now));
  send_sweep();
}

bool Session::look_at_connection(Clock::time_point now) {
  Connection& connection = state_.known.connection;
  std::optional<client::Trouble> trouble = client_->trouble();
  const int seconds_left = trouble ? seconds_to_attempt(*trouble, now) : -1;
  if (connection.trouble == trouble && connection.seconds_left == seconds_left) return false;
  connection.trouble = std::move(trouble);
  connection.seconds_left = seconds_left;
  return true;
}

void Session::hold_slots(const lab::Result& result) {
  const lab::Generations generations = lab::generations_of(result);
  for (std::size_t kind = 0; kind < generations.size(); ++kind) {
    if (generations[kind] == 0) continue;
    // The one before was overtaken before it was drawn: its memory is the worker's again.
    if (slots_[kind] != 0 && slots_[kind] != generations[kind]) client_->acknowledge(slots_[kind]);
    slots_[kind] = generations[kind];
  }
}

void Session::attachment_taken(const TakenAttachment& taken) {
  (taken.kind == lab::AttachmentKind::heat ? state_.known.heat_path : state_.known.preview_path) =
      with_reason(taken.path);
  if (taken.generation != 0) client_->acknowledge(taken.generation);
  std::replace(slots_.begin(), slots_.end(), taken.generation, std::uint64_t{0});
  if (taken.refused) close_interop(taken.path);
}

/// Once, also when a picture and the accesses were both refused.
void Session::close_interop(const std::string& reason) {
  if (!std::exchange(options_.interop, false)) return;
  options_.no_interop = reason;
  note(reason);
  run_requested_ = true;
}

/// How something came, with the reason why it did not come by IPC when only the window knows it.
std::string Session::with_reason(const std::string& path) const {
  if (path != render::SharedBuffer::sent_as_bytes) return path;
  if (state_.known.connection.remote) return "bytes: the worker is on another machine";
  return options_.no_interop.empty() ? path : "bytes: " + options_.no_interop;
}

namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds between_runs = 500ms;  ///< of the same setting, in live mode
constexpr std::chrono::milliseconds again_budget = 5ms;    ///< for measuring in such a run

}  // namespace

/// Another worker on another machine. The one that is left ends on a thread of its own: no frame waits for it.
void Session::move_client(const std::optional<client::Remote>& remote) {
  closing_clients_.emplace_back([left = std::move(client_)]() mutable { left.reset(); });
  options_.worker.remote = remote;
  options_.device = remote == first_remote_ ? first_device_ : -1;  // numbers of devices mean one machine
  client_ = std::make_unique<client::Client>(options_.worker);
  sent_revision_ = 0;
  sent_request_ = 0;
  sweep_request_ = 0;
  requested_ = false;
  slots_ = {};
  state_.known.connection = {remote, {}, -1};
  state_.known.worker = client::State::starting;
  state_.known.machine.reset();
}

bool Session::measures_again() const {
  const lab::Result* result = state_.current();
  // A result that was not found right stays as it is: what is wrong must stay readable.
  return state_.selection.continuous && !state_.selection.cancelled &&
         state_.known.verified_revision == state_.selection.revision && result != nullptr &&
         result->stage == lab::Stage::refined && result->time() != nullptr && result->request == sent_request_ &&
         client_->at_rest() && !state_.known.connection.trouble && !state_.sweep.run;
}

Session::Clock::time_point Session::next_run() const {
  return last_sent_ + between_runs;
}

void Session::send_experiment(Clock::time_point now) {
  if (state_.selection.cancelled) {
    if (std::exchange(requested_, false)) {
      client_->cancel();
      sweep_request_ = 0;
    }
    return;
  }
  const bool changed = sent_revision_ != state_.selection.revision || run_requested_;
  if (!changed && !(measures_again() && now >= next_run())) return;
  std::optional<lab::Experiment> experiment = experiment_of(state_);
  sent_revision_ = state_.selection.revision;
  run_requested_ = false;
  if (!experiment) {
    if (std::exchange(requested_, false)) client_->cancel();
    return;
  }
  if (!changed) {
    // The same setting once more, for the scope: its output was judged and pictured and its accesses counted when it
    // was new, and a short burst twice a second leaves the processor and the GPU alone.
    experiment->budget = again_budget;
    experiment->verify = false;
    experiment->analyse = false;
    experiment->trace.reset();
    experiment->preview = false;
  }
  place(*experiment);
  experiment->interop = options_.interop && !state_.known.connection.remote;
  sent_request_ = client_->request(*experiment);
  sweep_request_ = 0;  // overtaken: its point comes again when the knobs rest
  last_sent_ = now;
  requested_ = true;
}

/// Where it runs, for what, and for how long at most.
void Session::place(lab::Experiment& experiment) const {
  experiment.device = options_.device;
  experiment.target = options_.target;
  experiment.timeout = options_.timeout;
}

/// Points of the sweep fill the time in which nothing else is wanted.
void Session::send_sweep() {
  std::optional<lab::Experiment> next = sweep_experiment(state_);
  if (!next && std::exchange(sweep_request_, 0) != 0) client_->cancel();
  if (!next || sweep_request_ != 0 || !client_->at_rest() || state_.known.connection.trouble) return;
  place(*next);
  sweep_request_ = client_->request(*next);
}

}  // namespace warpscope::gui
