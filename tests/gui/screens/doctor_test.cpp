#include "gui/screens/doctor/doctor_view_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "gui/shell/doctor_run.h"
#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

constexpr const char* answer =
    R"({"schema":"lanescope.doctor/1","version":"1.0","findings":[
        {"name":"GPU","present":true,"details":["driver for CUDA 13.0"],"remedy":""},
        {"name":"counters","present":false,"details":["only the administrator"],"remedy":"let everybody","command":"echo 1"}]})";

Expected<std::vector<DoctorCheck>> examine(const std::vector<std::string>& command) {
  bool woken = false;
  DoctorRun examination(command, [&woken] { woken = true; });
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!examination.ended() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return examination.result();
}

TEST(Doctor, ReadsWhatTheProgramFound) {
  const auto checks = read_checks(answer);
  ASSERT_TRUE(checks) << checks.error().text();
  ASSERT_EQ(checks->size(), 2U);
  EXPECT_EQ((*checks)[0], (DoctorCheck{"GPU", true, {"driver for CUDA 13.0"}, "", ""}));
  EXPECT_EQ((*checks)[1].command, "echo 1");
  EXPECT_TRUE(read_checks(std::string("Welcome to server-7\n") + answer)) << "a login shell has its say first";
}

TEST(Doctor, DoesNotTakeAnythingElseForFindings) {
  for (const char* text :
       {"", "{}", "not a word of JSON", R"({"schema":"lanescope.list/1","findings":[]})",
        R"({"schema":"lanescope.doctor/1"})", R"({"schema":"lanescope.doctor/1","findings":[{}]})",
        R"({"schema":"lanescope.doctor/1","findings":[{"name":1,"present":true,"details":[],"remedy":""}]})"}) {
    EXPECT_FALSE(read_checks(text)) << text;
  }
}

TEST(Doctor, IsAskedOnTheMachineThatKernelsRunOn) {
  EXPECT_EQ(doctor_command(nullptr)->back(), "--json");
  EXPECT_EQ(*doctor_command(nullptr, {"/opt/lanescope", "worker"}),
            (std::vector<std::string>{"/opt/lanescope", "doctor", "--json"}));
  const client::Remote remote{"lab@server", "docker exec -i", "lanescope"};
  EXPECT_EQ(*doctor_command(&remote),
            (std::vector<std::string>{"docker", "exec", "-i", "lab@server", "lanescope", "doctor", "--json"}));
}

TEST(Doctor, ReportsWorkerAndPicturesBeforeWhatWasFound) {
  State state = test::state_with_kernels();
  state.known.preview_transport = "CUDA IPC";
  state.doctor.checks = *read_checks(answer);
  const std::vector<DoctorCheck> report = doctor_report(state);
  ASSERT_EQ(report.size(), 4U);
  EXPECT_EQ(report[0].name, "worker");
  EXPECT_TRUE(report[0].present);
  EXPECT_EQ(report[1].details, std::vector<std::string>{"CUDA IPC"});
  EXPECT_EQ(report[3].name, "counters");

  state.known.worker = client::State::failed;
  log(state, LogEntry::Kind::error, "the worker was killed by signal 9");
  const DoctorCheck worker = doctor_report(state).front();
  EXPECT_FALSE(worker.present);
  EXPECT_EQ(worker.details.back(), "the worker was killed by signal 9");
  EXPECT_FALSE(worker.remedy.empty());
}

TEST(Doctor, WritesItsReportAsText) {
  State state = test::state_with_kernels();
  state.doctor.checks = *read_checks(answer);
  const std::string text = doctor_text(state);
  EXPECT_NE(text.find("✗ counters"), std::string::npos) << text;
  EXPECT_NE(text.find("→ let everybody"), std::string::npos);
  EXPECT_NE(text.find("$ echo 1"), std::string::npos);
}

TEST(Doctor, ExaminesWhileTheWindowGoesOn) {
  const auto checks = examine({LANESCOPE_PROGRAM, "doctor", "--json"});
  ASSERT_TRUE(checks) << checks.error().text();
  for (const char* name : {"kernels", "GPU", "compiler", "versions", "counters", "OpenGL", "interop"}) {
    EXPECT_TRUE(std::any_of(checks->begin(), checks->end(), [&](const DoctorCheck& one) { return one.name == name; }))
        << name;
  }
}

TEST(Doctor, SaysWhyAnExaminationFailed) {
  const auto failed = examine({"sh", "-c", "echo no such program >&2; exit 127"});
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().what.text().find("exit status 127, no such program"), std::string::npos)
      << failed.error().what;
  EXPECT_FALSE(examine({"/no/such/program"}));
}

TEST(Doctor, LeavesAnExaminationThatHangs) {
  const auto began = std::chrono::steady_clock::now();
  { const DoctorRun examination(std::vector<std::string>{"sleep", "60"}, {}); }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
}

}  // namespace
}  // namespace lanescope::gui
