// The JSON that scripts rely on stays as it is: fields, words, and every value that does not depend on the machine.
// tests/data/json_contract holds what the program wrote once, with the rest masked ("<number>", "<text>").
// LANESCOPE_UPDATE_CONTRACT=1 keeps what it writes now instead of comparing. Keys may be added then, none may go.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "cli/program.h"
#include "compiler/toolkit/toolkit.h"
#include "counters/quantity.h"
#include "experiments/examples.h"
#include "experiments/wire/wire.h"
#include "recordings/sweep/sweep_row.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

const std::string folder = LANESCOPE_TEST_DATA "/json_contract/";

/// What depends on the version of the compiler or on the clock, and sentences for people.
const std::set<std::string> masked_fields = {"compile_ms",
                                             "registers",
                                             "local_bytes",
                                             "ptx_line",
                                             "column",
                                             "address",
                                             "date",
                                             "version",
                                             "message",
                                             "reason",
                                             "remedy",
                                             "notes",
                                             "arguments",
                                             "remedy_arguments",
                                             "reason_arguments",
                                             "note_messages",
                                             "without_prediction_arguments"};

/// The value without what it says: its type is part of the contract. Null stays null.
json masked(const json& value) {
  if (value.is_number()) return "<number>";
  if (value.is_string()) return "<text>";
  if (value.is_boolean()) return "<boolean>";
  if (value.is_array() && !value.empty()) return json::array({masked(value.front())});
  if (value.is_object()) {
    json copy = value;
    for (json& item : copy) item = masked(item);
    return copy;
  }
  return value;
}

/// Every number of times is masked, whatever its name.
json without_numbers(const json& value) {
  if (!value.is_structured()) return value.is_number() ? masked(value) : value;
  json copy = value;
  for (json& item : copy) item = without_numbers(item);
  return copy;
}

/// A predicted time: its numbers, and what they say, depend on the machine code that a compiler makes.
json without_prediction(json time) {
  if (!time.is_object() || time["origin"] != "predicted") return time;
  for (const char* told : {"limited_by", "confidence"}) time[told] = masked(time[told]);
  time["by_cause"] = "<shares by cause>";
  if (time.contains("launches")) {
    // What the machine code accesses depends on the compiler; the fields of an instruction do not.
    for (json& launch : time["launches"]) launch["sites"] = masked(launch["sites"]);
  }
  const json sizes = time["sizes"];
  time = without_numbers(time);
  time["sizes"] = sizes;
  return time;
}

/// Quantities of the plan, each with its unit and origins, "gb_per_s: measured, predicted". Which of a page's are
/// predicted depends on the machine code; the fields of a value are held by ValuesJson.
json units_and_origins(const json& values) {
  json kept = json::object();
  for (const auto& [id, quantity] : values.items()) {
    const counters::Quantity* known = counters::quantity(id);
    EXPECT_NE(known, nullptr) << id;
    if (known == nullptr || !known->pages.empty()) continue;
    std::vector<std::string> origins;
    for (const json& value : quantity["values"]) origins.push_back(value["origin"]);
    kept[id] = quantity["unit"].get<std::string>() + ": " + join(origins, ", ");
  }
  return kept;
}

/// The document as every machine writes it.
json without_machine(const json& value, const std::string& name = "") {
  if (masked_fields.contains(name)) return masked(value);
  if (name == "time_ms" || name == "predicted") return without_prediction(value);
  if (name == "values" && value.is_object()) return units_and_origins(value);
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    return text.starts_with(LANESCOPE_TEST_DATA) ? std::filesystem::path(text).filename().string() : text;
  }
  if (!value.is_structured()) return value;
  json copy = value;
  for (const auto& [key, item] : value.items()) {
    json& place = value.is_array() ? copy[std::stoul(key)] : copy[key];
    place = without_machine(item, value.is_array() ? name : key);
  }
  return copy;
}

void expect_as_kept(const json& now, const std::string& name) {
  const std::filesystem::path file = folder + name + ".json";
  if (!environment("LANESCOPE_UPDATE_CONTRACT").empty()) {
    ASSERT_TRUE(write_file(file, now.dump(1) + "\n"));
    GTEST_SKIP() << "kept " << file << ": look at what changed";
  }
  const auto kept = read_file(file);
  ASSERT_TRUE(kept) << kept.error().text();
  const json differences = json::diff(json::parse(*kept), now);
  EXPECT_TRUE(differences.empty()) << differences.dump(1);
}

class JsonContract : public testing::Test {
 protected:
  void SetUp() override {
    if (!compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0)) GTEST_SKIP() << "there is no NVRTC";
  }
  static json output_of(const std::vector<std::string>& arguments) {
    const FinishedProcess finished = program(arguments);
    EXPECT_FALSE(finished.output.empty()) << finished.error;
    return without_machine(json::parse(finished.output, nullptr, false));
  }
  /// `run` in the emulator of a kernel of the folder.
  static json run_of(const std::string& kernel, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"run", folder + kernel + ".cu", "--backend", "emulator", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
};

TEST_F(JsonContract, OfARun) {
  expect_as_kept(run_of("tile", {"-p", "tile=16", "-p", "order=columns", "--target", "rtx 4090"}), "run");
}

TEST_F(JsonContract, OfARunThatShowsTheFaultItPromises) {
  expect_as_kept(run_of("race"), "run_of_museum");
}

TEST_F(JsonContract, OfARunThatFails) {
  expect_as_kept(run_of("stores_behind_the_end", {"-p", "n=256"}), "run_that_fails");
}

TEST_F(JsonContract, OfARunWhoseResultIsWrong) {
  expect_as_kept(run_of("../kernels/wrong_result", {"-p", "n=256"}), "run_with_wrong_result");
}

TEST_F(JsonContract, OfARunThatDoesNotCompile) {
  expect_as_kept(run_of("../kernels/compile_error", {"-p", "n=256"}), "run_that_does_not_compile");
}

TEST_F(JsonContract, OfTheReferenceOnTheProcessor) {
  json run = output_of({"run", folder + "tile.cu", "--backend", "cpu", "--json"});
  for (const char* measured : {"time_ms", "gb_per_s", "gflop_per_s", "clock_mhz"}) {
    run[measured] = without_numbers(run[measured]);
  }
  for (const char* caches : {"cold", "hot"}) {
    json& samples = run["time_ms"][caches];
    if (samples.is_object()) samples["stop"] = masked(samples["stop"]);
  }
  run["device"] = masked(run["device"]);
  expect_as_kept(run, "run_on_cpu");
}

TEST_F(JsonContract, OfATrace) {
  expect_as_kept(output_of({"trace", folder + "tile.cu", "--blocks", "0:1", "--json"}), "trace");
}

TEST_F(JsonContract, OfASweep) {
  const TemporaryFolder temporary;
  const std::filesystem::path file = temporary.path() / "sweep.json";
  const FinishedProcess finished =
      program({"sweep", folder + "tile.cu", folder + "stores_behind_the_end.cu", "-p", "tile=8,32", "-p", "order=all",
               "-p", "n=256", "--backend", "emulator", "--json", file.string()});
  EXPECT_EQ(finished.state.status, 1) << finished.error;
  expect_as_kept(without_machine(sweep_points(file)), "sweep_points");
}

TEST_F(JsonContract, OfPatterns) {
  const FinishedProcess finished = program({"patterns", folder + "patterns.csv"});
  EXPECT_EQ(finished.state.status, 0) << finished.error;
  json lines = json::array();
  for (const std::string_view line : split(finished.output, '\n')) lines.push_back(line);
  expect_as_kept(lines, "patterns");
}

/// It depends on no machine, so that every value is kept.
TEST(JsonContractOfLayouts, OfALayout) {
  const FinishedProcess finished = program({"layout", "(4,8):(8,1)", "--access", "column", "--access",
                                            "global.row.b128", "--compare", "(4,8):(9,1)", "--json"});
  expect_as_kept(json::parse(finished.output), "layout");
  const FinishedProcess found = program({"layout", "(4,4)", "--access", "column", "--find", "--json"});
  expect_as_kept(json::parse(found.output)["find"], "layout_found");
}

/// Of one kernel, and of the document around all.
TEST(JsonContractOfTheCatalogue, OfAList) {
  const FinishedProcess finished = program({"list", "--json"});
  json document = json::parse(finished.output);
  json one;
  for (const json& kernel : document["kernels"]) {
    if (kernel["id"] == "transpose/smem_tile") one = kernel;
  }
  one["title"] = masked(one["title"]);
  one["summary"] = masked(one["summary"]);
  document["kernels"] = json::array({one});
  expect_as_kept(document, "list");
}

TEST(JsonContractOfTheMachine, OfDoctor) {
  json document = without_machine(json::parse(program({"doctor", "--json"}).output));
  for (json& finding : document["findings"]) {
    for (const char* field : {"present", "command", "kind"}) finding[field] = masked(finding[field]);
    for (const char* field : {"remedy", "remedy_id", "remedy_arguments"}) {
      EXPECT_TRUE(finding.contains(field)) << field;  // null where the machine lacks nothing
      finding[field] = "<text or null>";
    }
    for (const json& detail : finding["details"]) EXPECT_TRUE(detail.is_string()) << detail;
    finding["details"] = json::array({"<text>"});
  }
  expect_as_kept(document, "doctor");
}

/// Of a GPU's result there is everything.
TEST(JsonContractOfAnExample, AsRunTracePointAndRecordingWriteIt) {
  const experiments::Result result = experiments::example_result();
  const auto shortened = [](json document) {
    document["values"] = units_and_origins(document["values"]);
    return document;
  };
  expect_as_kept({{"run", shortened(experiments::run_json(result))},
                  {"trace_written", experiments::trace_json(result, model::CountView::written)},
                  {"trace_executed", experiments::trace_json(result, model::CountView::executed)},
                  {"point", shortened(recordings::point_json(result, "key", "2026-02-01T10:00:00Z"))},
                  {"recorded", experiments::to_json(result)}},
                 "example");
}

}  // namespace
}  // namespace lanescope::cli
