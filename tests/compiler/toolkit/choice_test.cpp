#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "compiler/toolkit/toolkit.h"

namespace lanescope::compiler {
namespace {

Toolkit toolkit(int major, int minor, std::vector<int> architectures) {
  Toolkit result;
  result.nvrtc = "/made/up/" + std::to_string(major) + "." + std::to_string(minor) + "/libnvrtc.so";
  result.major = major;
  result.minor = minor;
  result.architectures = std::move(architectures);
  return result;
}

const Toolkit cuda_11_8 = toolkit(11, 8, {35, 50, 60, 70, 75, 80, 86, 89, 90});
const Toolkit cuda_12_4 = toolkit(12, 4, {50, 60, 61, 70, 75, 80, 86, 89, 90});
const Toolkit cuda_12_9 = toolkit(12, 9, {50, 60, 61, 70, 75, 80, 86, 89, 90, 100, 120});
const Toolkit cuda_13_0 = toolkit(13, 0, {75, 80, 86, 89, 90, 100, 110, 120});

struct Case {
  const char* name;
  std::vector<Toolkit> installed;
  ComputeCapability target;
  int driver;
  std::optional<std::pair<int, int>> chosen;
};

class ToolkitChoice : public testing::TestWithParam<Case> {};

TEST_P(ToolkitChoice, TakesTheNewestThatServesDeviceAndDriver) {
  const Case& given = GetParam();
  const auto chosen = choose_toolkit(given.installed, given.target, given.driver);
  ASSERT_EQ(chosen.has_value(), given.chosen.has_value()) << (chosen ? chosen->nvrtc.string() : chosen.error().text());
  if (chosen) {
    EXPECT_EQ(std::pair(chosen->major, chosen->minor), *given.chosen);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Machines, ToolkitChoice,
    testing::Values(Case{"NewestWithoutDriver", {cuda_11_8, cuda_13_0, cuda_12_9}, {9, 0}, 0, std::pair{13, 0}},
                    Case{"NewestWithItsDriver", {cuda_13_0, cuda_12_9}, {9, 0}, 13000, std::pair{13, 0}},
                    Case{"Pascal13Dropped", {cuda_13_0, cuda_12_9}, {6, 1}, 13000, std::pair{12, 9}},
                    Case{"VoltaInAnyOrder", {cuda_12_4, cuda_13_0, cuda_12_9}, {7, 0}, 0, std::pair{12, 9}},
                    Case{"TuringStaysIn13", {cuda_13_0, cuda_12_9}, {7, 5}, 13000, std::pair{13, 0}},
                    Case{"DriverOfAnOlderMajorVersion", {cuda_13_0, cuda_12_9}, {9, 0}, 12040, std::pair{12, 9}},
                    Case{"MinorVersionAheadOfTheDriver", {cuda_12_9}, {8, 0}, 12020, std::pair{12, 9}},
                    Case{"OnlyTheOldestFits", {cuda_13_0, cuda_12_9, cuda_11_8}, {8, 0}, 11080, std::pair{11, 8}},
                    Case{"BlackwellPastAnOlderMinor", {cuda_12_4, cuda_12_9}, {12, 0}, 12080, std::pair{12, 9}},
                    Case{"KeplerNeeds11", {cuda_13_0, cuda_12_9, cuda_11_8}, {3, 5}, 0, std::pair{11, 8}},
                    Case{"Pascal13Only", {cuda_13_0}, {6, 1}, 13000, std::nullopt},
                    Case{"BlackwellOnAnOldToolkit", {cuda_12_4, cuda_11_8}, {10, 0}, 13000, std::nullopt},
                    Case{"DriverTooOldForAll", {cuda_13_0, cuda_12_9}, {8, 0}, 11040, std::nullopt},
                    Case{"TooOldAToolkit", {toolkit(11, 4, {80})}, {8, 0}, 0, std::nullopt},
                    Case{"Nothing", {}, {8, 0}, 0, std::nullopt}),
    [](const auto& machine) { return std::string(machine.param.name); });

TEST(ToolkitChoiceError, NamesEveryToolkitAndWhyItWasPassedOver) {
  Toolkit broken;
  broken.nvrtc = "/made/up/broken.so";
  broken.problem = "NVRTC cannot be opened: file too short";
  const auto chosen = choose_toolkit({cuda_13_0, cuda_12_4, toolkit(11, 2, {80}), broken}, {10, 0}, 12040);
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().what,
            "no CUDA compiler on this machine supports compute capability 10.0: NVRTC 13.0 "
            "(/made/up/13.0/libnvrtc.so): it is newer than the driver, which supports CUDA 12.4; "
            "NVRTC 12.4 (/made/up/12.4/libnvrtc.so): it compiles only for 5.0, 6.0, 6.1, 7.0, 7.5, 8.0, 8.6, 8.9, 9.0; "
            "NVRTC 11.2 (/made/up/11.2/libnvrtc.so): it is older than 11.8; "
            "NVRTC (/made/up/broken.so): NVRTC cannot be opened: file too short");
  EXPECT_NE(chosen.error().remedy.text().find("nvidia-cuda-nvrtc-cu12"), std::string::npos) << chosen.error().remedy;
}

TEST(ToolkitChoiceError, SaysWhatToInstallWhereThereIsNone) {
  const auto chosen = choose_toolkit({}, {9, 0}, 0);
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().what, "no CUDA compiler (NVRTC) was found");
  EXPECT_EQ(chosen.error().remedy,
            "install CUDA Toolkit 13, or the Python packages nvidia-cuda-nvrtc and nvidia-cuda-runtime; or set "
            "LANESCOPE_NVRTC to the library");
}

TEST(ToolkitChoiceError, AdvisesATwelveForPascalAndADriverForBlackwellOnAnOldOne) {
  const auto pascal = choose_toolkit({cuda_13_0}, {6, 1}, 13000);
  ASSERT_FALSE(pascal);
  EXPECT_NE(pascal.error().remedy.text().find("CUDA Toolkit 12, the last that compiles for this device"),
            std::string::npos);
  const auto blackwell = choose_toolkit({}, {10, 0}, 11080);
  ASSERT_FALSE(blackwell);
  EXPECT_EQ(blackwell.error().remedy, "update the NVIDIA driver");
}

TEST(ToolkitChoiceError, TellsOfALibraryThatIsNotThere) {
  Toolkit missing;
  missing.nvrtc = "/made/up/nowhere/libnvrtc.so.13";
  missing.major = 13;
  const auto chosen = choose_toolkit({missing}, {9, 0}, 0);
  ASSERT_FALSE(chosen);
  EXPECT_NE(chosen.error().what.text().find("NVRTC cannot be opened"), std::string::npos) << chosen.error().what;
}

}  // namespace
}  // namespace lanescope::compiler
