#include "explanations/explain_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/examples.h"
#include "explanations/explained.h"

namespace lanescope::explanations {
namespace {

TEST(ExplainJson, HasEveryKeyWhateverIsKnown) {
  for (const Result& of : {conflicting(), result_to_explain({}, {}), experiments::example_result()}) {
    const experiments::Sheet known = experiments::sheet_of(of);
    const nlohmann::json document = explain_json(of, known, summary_of(of, known));
    EXPECT_EQ(document["schema"], "lanescope.explain/1");
    for (const char* key :
         {"kernel", "parameters", "sizes", "backend", "device", "target", "gpu", "recorded", "notes", "faults",
          "time_ms", "limited_by", "without", "causes", "elements", "derived_from", "predicted_sizes", "counted"})
      EXPECT_TRUE(document.contains(key)) << key;
    for (const auto& [id, value] : document["elements"].items()) {
      EXPECT_NE(counters::quantity(id), nullptr) << id;
      EXPECT_FALSE(value["counted"].is_null() && value["derived"].is_null() && value["predicted"].is_null()) << id;
    }
  }
}

TEST(ExplainJson, TellsAFindingWithItsPlaceAndGain) {
  const Result of = conflicting();
  const experiments::Sheet known = experiments::sheet_of(of);
  const nlohmann::json document = explain_json(of, known, summary_of(of, known));
  const auto found = std::ranges::find_if(document["causes"],
                                          [](const nlohmann::json& each) { return each["kind"] == "bank_conflicts"; });
  ASSERT_NE(found, document["causes"].end());
  const nlohmann::json& first = *found;
  EXPECT_EQ(first["operation"], "load");
  EXPECT_EQ(first["place"]["line"], 10);
  EXPECT_EQ(first["page"], "shared_table");
  EXPECT_EQ(first["view"], "banks");
  EXPECT_EQ(first["gain"]["by"], "time_model");
  EXPECT_EQ(document["limited_by"]["kind"], "l1_bound");
  EXPECT_EQ(document["elements"]["shared.load.conflicts"]["derived"], 400);
}

}  // namespace
}  // namespace lanescope::explanations
