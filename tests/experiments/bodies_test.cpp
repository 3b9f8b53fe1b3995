#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/examples.h"
#include "experiments/names.h"
#include "experiments/wire/cbor.h"
#include "experiments/wire/wire.h"

namespace lanescope::experiments {
namespace {

using nlohmann::json;

TEST(Bodies, AnExperimentComesBackAsItWas) {
  const auto back = decode_experiment(encode(example_experiment()));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, example_experiment());
}

TEST(Bodies, ADefaultExperimentComesBackAsItWas) {
  const auto back = decode_experiment(encode(Experiment{}));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, Experiment{});
}

TEST(Bodies, AResultComesBackAsItWas) {
  const auto back = decode_result(encode(example_result()));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, example_result());
}

TEST(Bodies, WhatWasLeftOutOfTheSourceComesBack) {
  Result result;
  result.left_out = {{"program.cu", {{1, 3}, {20, 41}}}, {"tools.h", {{7, 7}}}};
  result.launches.push_back({});
  result.launches.back().name = "scale<float, 4>";
  const auto back = decode_result(encode(result));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, result);
}

TEST(Bodies, TypesThatAreNotInTheirTableAreErrors) {
  const auto is_good = [](const ValueTypes& types) {
    Result result;
    result.parameter_types = types;
    return decode_result(encode(result)).has_value();
  };
  ValueType pointer, structure;
  pointer.target = 1;
  structure.members = {{"next", "Node*", 0}};
  EXPECT_TRUE(is_good({{{"p", "Node*", 0}}, {pointer, structure}}));
  EXPECT_FALSE(is_good({{{"p", "Node*", 2}}, {pointer, structure}}));
  EXPECT_FALSE(is_good({{}, {pointer}}));
  structure.members[0].type = 2;
  EXPECT_FALSE(is_good({{}, {pointer, structure}}));
}

TEST(Bodies, AnEmptyResultComesBackWithEverythingAbsentStillAbsent) {
  const auto back = decode_result(encode(Result{}));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, Result{});
  EXPECT_FALSE(back->cold || back->hot || back->verification || back->preview || back->compile_ms);
}

TEST(Bodies, AMachineAndEveryProgressStepComeBackAsTheyWere) {
  const Machine machine = example_result().machine;
  const auto back = decode_machine(encode(machine));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, machine);
  for (const auto step : {Progress::Activity::started, Progress::Activity::compiling, Progress::Activity::opening,
                          Progress::Activity::emulating, Progress::Activity::launching, Progress::Activity::verifying,
                          Progress::Activity::measuring, Progress::Activity::abandoned}) {
    const Progress progress{step, "text"};
    const auto progress_back = decode_progress(encode(progress));
    ASSERT_TRUE(progress_back) << progress_back.error().text();
    EXPECT_EQ(*progress_back, progress);
  }
}

TEST(Bodies, EveryStageTravels) {
  for (const ResultStage stage : {ResultStage::resolved, ResultStage::compiled, ResultStage::sampled,
                                  ResultStage::verified, ResultStage::refined, ResultStage::failed}) {
    Result result;
    result.stage = stage;
    const auto back = decode_result(encode(result));
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->stage, stage);
    EXPECT_FALSE(name_of(stage).empty());
  }
}

TEST(Bodies, EveryBackendAndChoiceOfBlocksTravels) {
  for (const Backend backend : {Backend::automatic, Backend::gpu, Backend::emulator, Backend::cpu}) {
    for (const auto kind : {BlockChoice::Kind::sample, BlockChoice::Kind::range, BlockChoice::Kind::all}) {
      Experiment experiment;
      experiment.backend = backend;
      experiment.blocks.kind = kind;
      const auto back = decode_experiment(encode(experiment));
      ASSERT_TRUE(back) << back.error().text();
      EXPECT_EQ(*back, experiment);
      EXPECT_FALSE(name_of(backend).empty() || name_of(kind).empty());
    }
  }
}

TEST(Bodies, EverySpaceAndOperationTravelsByTheNameThatTheTraceHas) {
  using trace::Operation;
  using trace::Space;
  Result result;
  result.metrics = model::Metrics{};
  for (const Space space :
       {Space::global, Space::shared, Space::local, Space::constant, Space::parameter, Space::texture}) {
    for (const Operation operation : {Operation::load, Operation::store, Operation::reduce, Operation::atomic,
                                      Operation::asynchronous_copy, Operation::matrix_load, Operation::matrix_store}) {
      result.metrics->written.totals.push_back({space, operation, {}});
    }
  }
  const auto back = decode_result(encode(result));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, result);
  EXPECT_EQ(to_json(result)["metrics"]["written"]["totals"][0]["space"], trace::name_of(Space::global));
}

TEST(Bodies, FloatingPointThatIsNotFiniteTravels) {
  Result result;
  result.hot = catalogue::Samples{std::nan(""), INFINITY, -INFINITY, 1, 0};
  result.recent = {std::bit_cast<float>(0x7fc12345u), -INFINITY};
  const auto back = decode_result(encode(result));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_TRUE(std::isnan(back->hot->median));
  EXPECT_EQ(back->hot->q1, INFINITY);
  EXPECT_EQ(back->hot->q3, -INFINITY);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(back->recent[0]), 0x7fc12345u);
  EXPECT_EQ(back->recent[1], -INFINITY);
}

Expected<Attachment> there_and_back(const Attachment& attachment) {
  return decode_attachment(kind_of(attachment), encode(attachment));
}

Expected<analysis::Traced> there_and_back(const analysis::Traced& traced) {
  const auto back = there_and_back(std::make_shared<const analysis::Traced>(traced));
  if (!back) return failure(back.error());
  return *std::get<std::shared_ptr<const analysis::Traced>>(*back);
}

TEST(Bodies, ATraceComesBackAsItWas) {
  const auto back = there_and_back(example_traced());
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, example_traced());
}

TEST(Bodies, APartOfAnAttachmentComesBackAsItWas) {
  const AttachmentPart part{AttachmentKind::heat, 10, 3, all_bytes()};
  const auto back = decode_attachment_part(encode(part));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, part);
  EXPECT_FALSE(decode_attachment_part({1, 2, 3}));
}

TEST(Bodies, APictureComesBackBitForBitAndOnlyOneOfItsSize) {
  const Preview sent{2, 1, {-0.0F, std::bit_cast<float>(0x7fc12345u)}};
  const auto back = there_and_back(sent);
  ASSERT_TRUE(back) << back.error().text();
  const Preview& preview = std::get<Preview>(*back);
  EXPECT_EQ(preview.width, 2u);
  EXPECT_EQ(std::memcmp(preview.values.data(), sent.values.data(), 8), 0);
  EXPECT_FALSE(there_and_back(Preview{0, 2, {1}}));
  EXPECT_FALSE(there_and_back(Preview{1u << 31, 1u << 31, {1}})) << "a size that lies";
  EXPECT_FALSE(there_and_back(Preview{2, 2, {1, 2, 3}}));
}

HeatTrace two_records() {
  HeatRecords records(2);
  records[1].site = 1;
  records[1].buffer = 2;
  records[1].offsets[31] = 124;
  HeatTrace heat;
  heat.records = 2;
  heat.sites.resize(2);
  heat.buffers.resize(3);
  heat.sent = std::make_shared<const HeatRecords>(std::move(records));
  return heat;
}

TEST(Bodies, TheRecordsOfAGridComeBackAsTheyWere) {
  const HeatTrace sent = two_records();
  const auto back = there_and_back(sent);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*std::get<HeatTrace>(*back).sent, *sent.sent);
}

TEST(Bodies, RecordsThatNameWhatTheirGridDoesNotHaveAreErrors) {
  const auto refused = [](auto change) {
    HeatTrace heat = two_records();
    change(heat);
    return !there_and_back(heat);
  };
  EXPECT_FALSE(refused([](HeatTrace&) {}));
  EXPECT_TRUE(refused([](HeatTrace& heat) { heat.sites.resize(1); })) << "site 1 of 1";
  EXPECT_TRUE(refused([](HeatTrace& heat) { heat.records = 3; })) << "two records where three were announced";
  EXPECT_TRUE(refused([](HeatTrace& heat) { heat.sent.reset(); })) << "records that lie nowhere";
  Result result;
  result.heat = two_records();
  result.heat->sent.reset();
  EXPECT_FALSE(decode_result(encode(result)));
}

TEST(Attachments, AreTakenOutOfTheirResultAndPutInAgain) {
  Result whole;
  whole.preview = Preview{1, 1, {7}};
  whole.traced = std::make_shared<const analysis::Traced>(example_traced());
  whole.heat = two_records();
  Result result = whole;
  const auto detached = detach(result);
  ASSERT_EQ(detached.size(), 3u);
  EXPECT_FALSE(result.preview || result.traced || result.heat);
  EXPECT_EQ(result.pending_attachments,
            (std::vector{AttachmentKind::preview, AttachmentKind::trace, AttachmentKind::heat}));
  for (const Attachment& attachment : detached) attach(result, attachment);
  EXPECT_EQ(result, whole);
}

TEST(Attachments, ThatAreStillToComeLeaveAnEndedResultIncomplete) {
  for (const ResultStage stage : {ResultStage::refined, ResultStage::failed}) {
    Result result;
    EXPECT_FALSE(result.ended() || result.is_complete()) << "nothing was answered yet";
    result.stage = stage;
    result.preview = Preview{1, 1, {7}};
    EXPECT_TRUE(result.ended() && result.is_complete());
    const auto detached = detach(result);
    EXPECT_TRUE(result.ended() && !result.is_complete()) << name_of(stage);
    attach(result, detached.at(0));
    EXPECT_TRUE(result.is_complete()) << name_of(stage);
  }
}

TEST(Attachments, InGpuMemoryStayInTheirResult) {
  Result result = example_result();
  const Result whole = result;
  EXPECT_TRUE(detach(result).empty());
  EXPECT_EQ(result, whole);
  EXPECT_EQ(generations_of(result), (Generations{max_u64, 0, max_u64}));
  EXPECT_EQ(generations_of(Result{}), Generations{});
}

TEST(Bodies, EveryTypeAndRoleOfATracedBufferTravels) {
  using catalogue::ElementType;
  using catalogue::Role;
  analysis::Traced traced = example_traced();
  for (int type = 0; type <= static_cast<int>(ElementType::f64); ++type) {
    for (const Role role : {Role::in, Role::out, Role::inout, Role::scratch}) {
      traced.buffers[0].type = static_cast<ElementType>(type);
      traced.buffers[0].role = role;
      const auto back = there_and_back(traced);
      ASSERT_TRUE(back) << back.error().text();
      EXPECT_EQ(back->buffers, traced.buffers);
      EXPECT_EQ(enum_named<catalogue::ElementType>(catalogue::name_of(traced.buffers[0].type)), traced.buffers[0].type);
      EXPECT_EQ(enum_named<catalogue::Role>(catalogue::name_of(role)), role);
    }
  }
}

TEST(Bodies, ATraceThatViewsMustNotDrawIsAnError) {
  const auto refused = [](auto change) {
    analysis::Traced traced = example_traced();
    change(traced);
    return !there_and_back(traced);
  };
  EXPECT_FALSE(refused([](analysis::Traced&) {}));
  EXPECT_TRUE(refused([](analysis::Traced& traced) { traced.vectorization.pop_back(); }));
  EXPECT_TRUE(refused([](analysis::Traced& traced) { traced.vectorization[1].leader = 2; }));
  EXPECT_TRUE(refused([](analysis::Traced& traced) { traced.buffers.clear(); }));
  EXPECT_TRUE(refused([](analysis::Traced& traced) { traced.launches.clear(); }));
  EXPECT_TRUE(refused([](analysis::Traced& traced) { traced.trace.offsets.pop_back(); }));
  EXPECT_TRUE(refused([](analysis::Traced& traced) { traced.trace.headers[0].site = 2; }));
  EXPECT_TRUE(refused([](analysis::Traced& traced) { traced.trace.headers[0].buffer = 1; }));
  EXPECT_TRUE(refused([](analysis::Traced& traced) { traced.trace.offsets[1][7] = 0; }));
}

TEST(Bodies, ABodyCutAnywhereIsAnErrorAndNeverACrash) {
  const auto request = encode(example_experiment());
  for (std::size_t length = 0; length < request.size(); ++length) {
    EXPECT_FALSE(decode_experiment({request.begin(), request.begin() + static_cast<std::ptrdiff_t>(length)})) << length;
  }
  const auto result = encode(example_result());
  for (std::size_t length = 0; length < result.size(); ++length) {
    EXPECT_FALSE(decode_result({result.begin(), result.begin() + static_cast<std::ptrdiff_t>(length)})) << length;
  }
}

TEST(Bodies, ABodyWithABitTurnedNeverCrashes) {
  const auto good = encode(example_result());
  std::size_t refused = 0;
  for (std::size_t position = 0; position < good.size(); ++position) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      auto bad = good;
      bad[position] = static_cast<std::uint8_t>(bad[position] ^ (1u << bit));
      const auto back = decode_result(bad);
      if (!back) {
        ++refused;
        EXPECT_EQ(back.error().where.text(), "result frame");
      }
    }
  }
  EXPECT_GT(refused, good.size());  // most turned bits hit a field's name, type or length
}

TEST(Bodies, ABodyWithSomethingBehindItIsAnError) {
  auto body = encode(Machine{});
  body.push_back(0);
  EXPECT_FALSE(decode_machine(body));
}

/// The error of decoding a Result with one field replaced (or removed, when `value` is discarded).
std::string error_with(const json::json_pointer& field, const json& value) {
  json object = json::from_cbor(encode(example_result()));
  object[field] = value;
  const auto back = decode_result(json::to_cbor(object));
  return back ? "" : back.error().what;
}

TEST(Bodies, AFieldOfTheWrongTypeOrRangeIsNamed) {
  using pointer = json::json_pointer;
  EXPECT_EQ(error_with(pointer("/kernel"), 3), "field 'kernel' must be a string");
  EXPECT_EQ(error_with(pointer("/compile_cached"), 1), "field 'compile_cached' must be true or false");
  EXPECT_EQ(error_with(pointer("/cold/median"), "1"), "field 'cold.median' must be a number");
  EXPECT_EQ(error_with(pointer("/cold/samples"), 4294967296),
            "field 'cold.samples' must be an integer from 0 to 4294967295");
  EXPECT_EQ(error_with(pointer("/cold/samples"), -1), "field 'cold.samples' must be an integer from 0 to 4294967295");
  EXPECT_EQ(error_with(pointer("/faults/0/line"), 2147483648),
            "field 'faults[0].line' must be an integer from -2147483648 to 2147483647");
  EXPECT_EQ(error_with(pointer("/launches/1/grid"), json::array()), "field 'launches[1].grid' must be an object");
  EXPECT_EQ(error_with(pointer("/launches"), "none"), "field 'launches' must be a list");
  EXPECT_EQ(error_with(pointer("/sizes"), 1), "field 'sizes' must be an object");
  EXPECT_EQ(error_with(pointer("/stage"), "finished"),
            "field 'stage' must be one of resolved, compiled, sampled, verified, refined, failed");
  EXPECT_EQ(error_with(pointer("/metrics/executed/sites/0/counts/sectors"), -1)
                .rfind("field 'metrics.executed.sites[0].counts.sectors' must be an integer", 0),
            0u);
  EXPECT_EQ(
      error_with(pointer("/metrics/written/sites/0/space"), "remote"),
      "field 'metrics.written.sites[0].space' must be one of global, shared, local, constant, parameter, texture, "
      "distributed, registers");
  EXPECT_EQ(error_with(pointer("/preview/values"), "text"), "field 'preview.values' must be bytes");
  EXPECT_EQ(error_with(pointer("/preview/values"), json::binary({1, 2, 3})),
            "field 'preview.values' must be a multiple of 4 bytes");
  EXPECT_EQ(error_with(pointer("/parameters/block_x"), 1.5).rfind("field 'parameters.block_x' must be", 0), 0u);
}

TEST(Bodies, AMissingFieldIsNamed) {
  json object = json::from_cbor(encode(example_experiment()));
  object["kernel"].erase("text");
  const auto back = decode_experiment(json::to_cbor(object));
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().what, "field 'kernel.text' is missing");
  EXPECT_FALSE(back.error().remedy.empty());
}

TEST(Bodies, ANegativeTimeLimitIsAnError) {
  json object = json::from_cbor(encode(Experiment{}));
  object["timeout_ms"] = -1;
  const auto back = decode_experiment(json::to_cbor(object));
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().what, "field 'timeout_ms' must not be negative");
}

TEST(PlainCbor, MillionsOfOpenBracketsAreRefusedWithoutRecursion) {
  EXPECT_FALSE(is_plain_cbor(std::vector<std::uint8_t>(std::size_t{4} << 20, 0x81)));
  EXPECT_FALSE(decode_result(std::vector<std::uint8_t>(std::size_t{4} << 20, 0xa1)));
}

TEST(PlainCbor, DepthUpToTheLimitIsAllowed) {
  std::vector<std::uint8_t> nested(max_cbor_depth, 0x81);
  nested.push_back(0xf6);
  EXPECT_TRUE(is_plain_cbor(nested));
  nested.insert(nested.begin(), 0x81);
  EXPECT_FALSE(is_plain_cbor(nested));
}

TEST(PlainCbor, IndefiniteLengthsTagsAndLiesAboutLengthsAreRefused) {
  EXPECT_FALSE(is_plain_cbor({}));
  EXPECT_FALSE(is_plain_cbor({0x9f, 0xff}));                                                  // array without length
  EXPECT_FALSE(is_plain_cbor({0xc0, 0x60}));                                                  // tag
  EXPECT_FALSE(is_plain_cbor({0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00}));  // 2^64 - 1 bytes
  EXPECT_FALSE(is_plain_cbor({0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00}));  // 2^64 - 1 items
  EXPECT_FALSE(is_plain_cbor({0xbb, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00}));  // 2^63 pairs
  EXPECT_FALSE(is_plain_cbor({0xf8, 0x20}));                                                  // unassigned simple value
  EXPECT_TRUE(is_plain_cbor({0x80}));
  EXPECT_TRUE(is_plain_cbor({0x82, 0xa0, 0xf5}));
}

}  // namespace
}  // namespace lanescope::experiments
