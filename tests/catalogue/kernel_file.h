// Kernel files for tests: a small good one, and changes to it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "catalogue/propose/proposal.h"

namespace lanescope::catalogue {

/// A front matter of one knob, two sizes and one launch; "title" stands in line 2.
inline const std::string small_toml = R"toml(title = "Small"
summary = "A small kernel."

[parameters]
block = { values = [32, 64], default = 32 }

[problem]
nx = { min = 1, max = 1000, default = 100 }
ny = { min = 0, max = 1000, default = 10 }

[buffers]
in = { role = "in", type = "f32", shape = ["ny", "nx"] }
out = { role = "out", type = "f32", shape = ["ny", "nx"] }

[[launch]]
entry = "small"
grid = ["ceil_div(nx, block)", "ny"]
block = ["block"]
arguments = ["out", "in", "nx", "ny"]

[work]
bytes = "8 * nx * ny"

[check]
reference = "copy"
output = "out"
exact = true
)toml";

inline const std::string small_code =
    "extern \"C\" __global__ void small(float* out, const float* in, int nx, int ny) {}\n";

inline std::string file_of(const std::string& toml, const std::string& code = small_code) {
  return "/* lanescope\n" + toml + "*/\n" + code;
}

/// small_toml with one place changed; the place must be there.
inline std::string changed(const std::string& from, const std::string& to, std::string text = small_toml) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "the test changes a text that is not there: " << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

inline tl::expected<Kernel, std::vector<Error>> read_text(std::string text) {
  return read_kernel({"family/small", "small.cu", std::move(text), {}});
}

inline Kernel good_kernel(const std::string& toml, const std::string& code = small_code) {
  auto kernel = read_text(file_of(toml, code));
  if (kernel) return std::move(*kernel);
  for (const Error& error : kernel.error()) ADD_FAILURE() << error.text();
  return read_text(file_of(small_toml)).value();
}

inline LaunchPlan plan_of(const Kernel& kernel, const Values& values = {}, std::uint64_t seed = 1) {
  auto plan = resolve(kernel, values, seed);
  if (plan) return std::move(*plan);
  ADD_FAILURE() << plan.error().text();
  return {};
}

/// The kernel of a file without a front matter, with the proposed one beside it.
inline Kernel proposed(const std::string& text, const ProposalRequest& request = {},
                       const std::string& path = "mine.cu") {
  KernelSource source{"mine", path, text, {}};
  const auto proposal = propose(source, request);
  if (!proposal) {
    ADD_FAILURE() << proposal.error().text();
    return {};
  }
  source.headers[sidecar_name(path)] = proposal->toml;
  auto kernel = read_kernel(std::move(source));
  if (kernel) return *std::move(kernel);
  ADD_FAILURE() << kernel.error().front().text() << "\n" << proposal->toml;
  return {};
}

/// "small.cu:12: what (remedy)", one a line, of a file that cannot be used.
inline std::string errors_of_text(const std::string& text) {
  const auto kernel = read_text(text);
  EXPECT_FALSE(kernel) << text;
  std::string all;
  if (!kernel) {
    for (const Error& error : kernel.error()) {
      EXPECT_FALSE(error.remedy.empty()) << error.what;
      EXPECT_TRUE(error.where.text().starts_with("small.cu:")) << error.where.text();
      all += error.text() + "\n";
    }
  }
  return all;
}
inline std::string errors_of(const std::string& toml, const std::string& code = small_code) {
  return errors_of_text(file_of(toml, code));
}

/// Line of the file in which a text of the front matter stands.
inline int line_of(const std::string& toml, const std::string& text) {
  const std::size_t at = toml.find(text);
  EXPECT_NE(at, std::string::npos) << text;
  return 2 + static_cast<int>(std::count(toml.begin(), toml.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace lanescope::catalogue
