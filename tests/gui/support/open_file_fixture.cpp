#include "gui/support/open_file_fixture.h"
#include "gui/screens/open_file/open_file_commands.h"

#include <gtest/gtest.h>

namespace lanescope::gui::test {

void show_form(State& state) {
  state.open_file.form = launch_form_of({"saxpy", "/home/student/cuda/saxpy.cu", unprepared_text, {}});
  state.open_file.shown = true;
}

void show_wrong_form(State& state) {
  show_form(state);
  const Outcome done = perform(state, SetLaunchText{LaunchField::block, "", "2048"}, 1);
  EXPECT_TRUE(done) << done.error().text();
}

void show_folder(State& state) {
  state.open_file.shown = true;
  state.open_file.folder = {"/home/student/cuda",
                            {{"homework", true}, {"results", true}, {"saxpy.cu", false}, {"softmax.ptx", false}},
                            "the file /home/student/cuda/sapxy.cu does not exist"};
}

}  // namespace lanescope::gui::test
