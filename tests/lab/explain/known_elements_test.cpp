#include "lab/explain/known_elements.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/examples.h"
#include "lab/explain/explained.h"
#include "lab/json/explain_json.h"

namespace lanescope::lab {
namespace {

Result conflicting() {
  return result_to_explain({{10, Space::shared, Operation::load, wavefronts(200, 1000, 600)},
                            {13, Space::global, Operation::store, sectors(100, 400, 400)}},
                           {{Cause::pipe, 0.9}});
}

TEST(KnownElements, KeepTheirOriginsApart) {
  Result of = conflicting();
  of.counted.emplace();
  of.counted->values.set("shared.load.wavefronts", 1010.0);
  const KnownElements known = elements_of(of);
  EXPECT_TRUE(known.whole);
  EXPECT_EQ(known.derived.get("shared.load.wavefronts"), 1000);
  EXPECT_EQ(known.counted.get("shared.load.wavefronts"), 1010);
  EXPECT_EQ(known.predicted.get("shared.load.wavefronts"), std::nullopt);
  EXPECT_EQ(known.best("shared.load.wavefronts"), (OriginNumber{1010, Origin::counted}));
  EXPECT_EQ(known.expected("shared.load.wavefronts"), (OriginNumber{1000, Origin::derived}));
  EXPECT_EQ(known.best("sol.l1")->origin, Origin::predicted);
  EXPECT_EQ(known.best("stall.barrier"), std::nullopt);
  of.recorded = "2026-11-21";
  EXPECT_EQ(elements_of(of).best("shared.load.wavefronts")->origin, Origin::recorded);
}

TEST(KnownElements, OfSomeBlocksAreNotTakenForThoseOfThePlan) {
  Result of = conflicting();
  of.metrics->blocks = 3;
  KnownElements known = elements_of(of);
  EXPECT_FALSE(known.whole);
  EXPECT_EQ(known.derived.get("shared.load.wavefronts"), 1000) << "of the three blocks";
  EXPECT_EQ(known.expected("shared.load.wavefronts"), std::nullopt);
  of.metrics->scaled = true;
  known = elements_of(of);
  EXPECT_EQ(known.derived.get("shared.load.wavefronts"), std::nullopt) << "an estimate follows from no addresses";
  EXPECT_EQ(known.best("shared.load.wavefronts"), (OriginNumber{1000, Origin::predicted}));
}

TEST(KnownElements, OfOtherSizesAreNotMixed) {
  Result of = conflicting();
  of.predicted->sizes = {{"n", 65536}};
  of.metrics->scaled = true;
  const KnownElements known = elements_of(of);
  EXPECT_EQ(known.predicted.get("shared.load.wavefronts"), std::nullopt) << "an estimate for smaller sizes";
  EXPECT_NE(known.derived_sizes, known.predicted_sizes);
  // Executed sizes that are not those of the launches: a GPU's run whose accesses were counted on smaller ones.
  Result smaller = conflicting();
  smaller.metrics->blocks = smaller.metrics->grid_blocks = 12;
  EXPECT_FALSE(elements_of(smaller).whole);
}

TEST(KnownElements, GiveAPageItsRowsWithDifferences) {
  Result of = conflicting();
  of.counted.emplace();
  of.counted->values.set("shared.load.wavefronts", 1010.0);
  const auto rows = rows_of(counters::Page::shared_table, elements_of(of));
  const auto row =
      std::ranges::find_if(rows, [](const ElementRow& each) { return each.element->id == "shared.load.wavefronts"; });
  ASSERT_NE(row, rows.end());
  ASSERT_TRUE(row->difference);
  EXPECT_EQ(row->difference->absolute, 10);
  EXPECT_EQ(row->difference->relative, 0.01);
  for (const ElementRow& each : rows) EXPECT_TRUE(each.counted || each.derived || each.predicted) << each.element->id;
  EXPECT_TRUE(rows_of(counters::Page::warp_states, elements_of(result_to_explain({}, {}))).empty());
}

TEST(ExplainJson, HasEveryKeyWhateverIsKnown) {
  for (const Result& of : {conflicting(), result_to_explain({}, {}), example_result()}) {
    const KnownElements known = elements_of(of);
    const nlohmann::json document = explain_json(of, known, summary_of(of, known));
    EXPECT_EQ(document["schema"], "lanescope.explain/1");
    for (const char* key :
         {"kernel", "parameters", "sizes", "backend", "device", "target", "gpu", "recorded", "notes", "faults",
          "time_ms", "limited_by", "without", "causes", "elements", "derived_from", "predicted_sizes", "counted"})
      EXPECT_TRUE(document.contains(key)) << key;
    for (const auto& [id, value] : document["elements"].items()) {
      EXPECT_NE(counters::element(id), nullptr) << id;
      EXPECT_FALSE(value["counted"].is_null() && value["derived"].is_null() && value["predicted"].is_null()) << id;
    }
  }
}

TEST(ExplainJson, TellsAFindingWithItsPlaceAndGain) {
  const Result of = conflicting();
  const KnownElements known = elements_of(of);
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
}  // namespace lanescope::lab
