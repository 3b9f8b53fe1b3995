#include "gui/support/open_file_fixture.h"
#include "gui/screens/open_file/open_file_commands.h"

#include <gtest/gtest.h>

namespace lanescope::gui::test {

void show_form(State& state) {
  state.open_file.form = launch_form_of({"saxpy", "/home/student/cuda/saxpy.cu", unprepared_text, {}});
  complete_launch(*state.open_file.form, {state.open_file.form->asked, {}, {}, {}, {}});
  state.open_file.shown = true;
}

void show_wrong_form(State& state) {
  show_form(state);
  const Outcome done = perform(state, SetLaunchText{LaunchField::block, "", "2048"}, 1);
  EXPECT_TRUE(done) << done.error().text();
}

void show_refused_form(State& state) {
  show_form(state);
  Enquiry known{"saxpy", {}, {}, {}, {"/home/student/cuda/main.cu"}};
  known.refused =
      Error{"identifier \"WARP_SIZE\" is undefined", {"/home/student/cuda/saxpy.cu", 4, 7}, "fix the source"};
  known.elsewhere.headers = {{{"types.h", "saxpy.cu", 1}, "/home/student/cuda/common", {}},
                             {{"shapes.cuh", "saxpy.cu", 2}, "/home/student/cuda/include", {}}};
  known.elsewhere.folders = {"/home/student/cuda/common", "/home/student/cuda/include"};
  complete_launch(*state.open_file.form, std::move(known));
}

void show_folder(State& state) {
  state.open_file.shown = true;
  state.open_file.folder = {"/home/student/cuda",
                            {{"homework", true}, {"results", true}, {"saxpy.cu", false}, {"softmax.ptx", false}},
                            "the file /home/student/cuda/sapxy.cu does not exist"};
}

}  // namespace lanescope::gui::test
