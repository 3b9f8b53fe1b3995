#include "gui/screens/doctor/doctor_view_model.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "experiments/json/read_json.h"
#include "gui/messages.h"
#include "gui/readings/connection.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

using nlohmann::json;

constexpr std::string_view schema = "lanescope.doctor/1";

DoctorCheck worker_finding(const State& state) {
  DoctorCheck check;
  check.name = state.say("doctor.worker");
  if (!state.known.connected) {
    check.details.push_back(state.say("doctor.no_worker"));
    return check;
  }
  check.present = state.known.worker != client::State::failed && state.known.worker != client::State::reconnecting;
  const ConnectionText connection = connection_text(state);
  check.details.push_back(state.say("doctor.worker_is", worker_word(state), place_of(state)));
  if (!connection.trouble.empty()) check.details.push_back(connection.trouble);
  check.remedy = connection.remedy;
  // These are the last messages, the newest last. The Log has all of them.
  constexpr std::size_t max_messages = 3;
  std::vector<std::string> messages;
  for (auto entry = state.known.log.rbegin(); entry != state.known.log.rend() && messages.size() < max_messages;
       ++entry) {
    if (entry->kind == LogEntry::Kind::warning || entry->kind == LogEntry::Kind::error) messages.push_back(entry->text);
  }
  check.details.insert(check.details.end(), messages.rbegin(), messages.rend());
  if (!check.present && check.remedy.empty()) check.remedy = state.say("doctor.worker_remedy");
  return check;
}

DoctorCheck picture_finding(const State& state) {
  DoctorCheck check;
  check.name = state.say("doctor.pictures");
  check.present = !state.known.preview_transport.empty();
  check.details.push_back(check.present ? state.language().translated(state.known.preview_transport)
                                        : state.say("doctor.no_picture"));
  return check;
}

}  // namespace

Expected<std::vector<DoctorCheck>> read_checks(std::string_view text) {
  const auto wrong = [] { return failure(message<"doctor.unreadable">(), "", message<"doctor.unreadable_remedy">()); };
  // The text that a login shell prints first is skipped.
  const std::size_t begin = text.find('{');
  if (begin == std::string_view::npos) return wrong();
  const auto read = experiments::read_json(text.substr(begin), "", "");
  if (!read) return wrong();
  const json& document = *read;
  if (!document.is_object() || document.value("schema", json()) != schema) return wrong();
  const auto list = document.find("findings");
  if (list == document.end() || !list->is_array()) return wrong();
  std::vector<DoctorCheck> checks;
  try {
    for (const json& entry : *list) {
      checks.push_back(
          {entry.at("name"), entry.at("present"), entry.at("details"), entry.at("remedy"), entry.value("command", "")});
    }
  } catch (const json::exception&) {
    return wrong();
  }
  return checks;
}

Expected<std::vector<std::string>> doctor_command(const client::Remote* remote, std::vector<std::string> worker) {
  std::vector<std::string> command = std::move(worker);
  if (remote != nullptr) {
    TRY(command, client::command_of(*remote));
  } else if (command.empty()) {
    command = {executable_path().string(), "worker"};
  }
  // The last word is "worker". The command that replaces it prints its findings and ends.
  command.back() = "doctor";
  command.push_back("--json");
  return command;
}

std::vector<DoctorCheck> doctor_report(const State& state) {
  std::vector<DoctorCheck> report{worker_finding(state), picture_finding(state)};
  const DoctorState& doctor = state.doctor;
  if (!doctor.trouble.empty()) {
    report.push_back({state.say("doctor.examination"), false, {doctor.trouble}, "", ""});
  }
  report.insert(report.end(), doctor.checks.begin(), doctor.checks.end());
  return report;
}

std::string doctor_text(const State& state) {
  std::string text =
      fmt::format("lanescope doctor: {}\n", state.doctor.place.empty() ? place_of(state) : state.doctor.place);
  for (const DoctorCheck& check : doctor_report(state)) {
    std::string name = fmt::format("{} {}", check.present ? "✓" : "✗", check.name);
    for (const std::string& detail : check.details) {
      text += fmt::format("  {:<14}{}\n", name, detail);
      name.clear();
    }
    if (!check.remedy.empty()) text += fmt::format("  {:<14}→ {}\n", "", check.remedy);
    if (!check.command.empty()) text += fmt::format("  {:<14}$ {}\n", "", check.command);
  }
  return text;
}

}  // namespace lanescope::gui
