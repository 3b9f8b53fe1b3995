// The program as a user or a script starts it.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace lanescope::cli {

/// Runs build/lanescope to its end.
inline FinishedProcess program(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), LANESCOPE_PROGRAM);
  auto finished = run_process(arguments, std::chrono::minutes(3));
  if (!finished) throw MachineError(finished.error());
  return *finished;
}

/// The points of a sweep's JSON Lines, without the header. Throws when a line is not whole.
inline nlohmann::json sweep_points(const std::filesystem::path& file) {
  const std::string text = read_file(file).value();
  nlohmann::json points = nlohmann::json::array();
  for (const std::string_view line : split(std::string_view(text).substr(0, text.size() - 1), '\n')) {
    points.push_back(nlohmann::json::parse(line));
  }
  EXPECT_EQ(points.at(0)["schema"], "lanescope.sweep/2");
  points.erase(0);
  return points;
}

}  // namespace lanescope::cli
