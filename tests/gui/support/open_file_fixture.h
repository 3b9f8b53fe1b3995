// A file that was not written for this program, for the tests of the window that opens it.
#pragma once

#include <string>

#include "gui/support/fixture.h"

namespace lanescope::gui::test {

inline constexpr const char* unprepared_text =
    "struct Options { float scale; int stride; };\n"
    "__global__ void saxpy(float* y, const float* __restrict__ x, Options options, int N) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < N) y[i] = options.scale * x[i * options.stride] + y[i];\n"
    "}\n"
    "template <class T>\n"
    "__global__ void fill(T* out, unsigned width, unsigned height) {\n"
    "  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "  if (x < width && y < height) out[y * width + x] = 1;\n"
    "}\n";

/// The window shows the form of that file.
void show_form(State& state);
/// The same with an extent that no launch can have.
void show_wrong_form(State& state);
/// The same after the compiler refused it: headers lie elsewhere, and another file includes it.
void show_refused_form(State& state);
/// The window shows a folder.
void show_folder(State& state);

}  // namespace lanescope::gui::test
