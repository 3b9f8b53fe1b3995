// Messages in JSON and on the wire: the sentence, and beside it the id and the arguments, which scripts rely on.
#include "experiments/wire/message_json.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "experiments/json/read_json.h"
#include "experiments/wire/reader.h"
#include "experiments/wire/wire.h"

namespace lanescope::experiments {
namespace {

using nlohmann::json;

Message example() {
  const Message inner("place.line", "line 7", {MessageArgument(std::int64_t{7})});
  return {"race.example",
          "thread 3 writes at 0xffffffffffffffff for 0.5 s (line 7)",
          {MessageArgument(std::int64_t{3}), MessageArgument(~std::uint64_t{0}), MessageArgument(0.5),
           MessageArgument(std::string("x")), MessageArgument(inner)}};
}

Result with_messages() {
  Result result;
  Fault& fault = result.faults.emplace_back();
  fault.kind = FaultKind::race;
  fault.message = example();
  fault.remedy = Message("race.remedy", "put a barrier between", {});
  result.notes = {example(), "what the driver says"};
  result.without_prediction = example();
  return result;
}

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

TEST(MessageJson, HasIdArgumentsAndSentence) {
  const json expected = {
      {"id", "race.example"},
      {"arguments",
       {3, ~std::uint64_t{0}, 0.5, "x", {{"id", "place.line"}, {"arguments", {7}}, {"message", "line 7"}}}},
      {"message", "thread 3 writes at 0xffffffffffffffff for 0.5 s (line 7)"}};
  EXPECT_EQ(message_json(example()), expected);
  EXPECT_EQ(message_json("words"), (json{{"id", nullptr}, {"arguments", json::array()}, {"message", "words"}}));
}

TEST(MessageJson, IsReadAsItWasWritten) {
  EXPECT_EQ(read_message(message_json(example()), "message", ""), example());
  EXPECT_EQ(read_message(message_json("words"), "message", ""), Message("words"));
  EXPECT_EQ(read_message(json{{"message", "of an older file"}}, "message", ""), Message("of an older file"));
}

TEST(MessageJson, AnErrorHasItsPlaceAsTextInFilesAndWithItsLineOnTheWire) {
  Error placed{example(), {"kernel.cu", 12, 5}, "mend it", FaultKind::launch};
  Error named{"too large", example(), "", FaultKind::launch};
  for (const Error& error : {placed, named, Error{"words", {"", 3}, ""}}) {
    const auto sent = read_fields<Error>(written(error, Form::wire), Form::wire, "frame", "");
    ASSERT_TRUE(sent) << sent.error().text();
    EXPECT_EQ(*sent, error);
    const json kept = written(error, Form::file);
    EXPECT_EQ(kept.at("where"), error.where.text());
    EXPECT_FALSE(kept.contains("line"));
    const auto read = read_fields<Error>(kept, Form::file, "file", "");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->where.text(), error.where.text());
    EXPECT_EQ(read->where.line, 0);
  }
}

TEST(MessageJson, AFaultHasItsMemoryAsANameInFilesAndOnTheWire) {
  for (const Form form : {Form::wire, Form::file}) {
    Fault fault;
    fault.memory = {trace::Space::shared};
    json object = written(fault, form);
    EXPECT_EQ(object.at("buffer"), "shared memory");
    object["buffer"] = "local memory";
    const auto read = read_fields<Fault>(object, form, "fault", "");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->memory, trace::Memory{trace::Space::local});
  }
}

TEST(MessageJson, HowAnOutputWasComparedHasAnIdBesideItsText) {
  catalogue::Verification verification;
  verification.method = Message("method.output_of", "output of copy/rows", {MessageArgument(std::string("copy/rows"))});
  json object = written(verification, Form::file);
  EXPECT_EQ(object.at("method"), "output of copy/rows");
  EXPECT_EQ(read_fields<catalogue::Verification>(object, Form::file, "file", "")->method, verification.method);
  object.erase("method_id");
  object.erase("method_arguments");
  const auto old = read_fields<catalogue::Verification>(object, Form::file, "file", "");
  ASSERT_TRUE(old) << "files from before it had an id";
  EXPECT_EQ(old->method, Message("output of copy/rows"));
}

TEST(MessageJson, OfAnotherShapeIsNotRead) {
  EXPECT_FALSE(read_message(json::object(), "message", ""));
  EXPECT_FALSE(read_message(json{{"message", 3}}, "message", ""));
  EXPECT_FALSE(read_message(json{{"message", ""}, {"id", 3}, {"arguments", json::array()}}, "message", ""));
  EXPECT_FALSE(read_message(json{{"message", ""}, {"id", "a.b"}}, "message", ""));
  EXPECT_FALSE(read_message(json{{"message", ""}, {"id", "a.b"}, {"arguments", {true}}}, "message", ""));
  json nested = message_json(example());
  for (int depth = 0; depth < 100; ++depth) nested = {{"message", ""}, {"id", "a.b"}, {"arguments", {nested}}};
  EXPECT_FALSE(read_message(nested, "message", ""));
}

TEST(MessagesOfAResult, TravelWhole) {
  const Result sent = with_messages();
  const auto received = decode_result(encode(sent));
  ASSERT_TRUE(received) << received.error().text();
  EXPECT_EQ(*received, sent);
}

TEST(MessagesOfAResult, ReadOnceAreTheSameWhenReadAgain) {
  Result sent;
  sent.notes = {"not UTF-8: \xff", Message("", "without an id", {MessageArgument(std::int64_t{3})})};
  const auto bytes = encode(sent);
  const auto once = decode_result(bytes);
  ASSERT_TRUE(once) << once.error().text();
  const auto again = decode_result(encode(*once));
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(encode(*again), encode(*once));
}

TEST(MessagesOfAResult, AreKeptInFiles) {
  const auto back = result_from_json(json::parse(to_json(with_messages()).dump()));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->faults, with_messages().faults);
  EXPECT_EQ(back->notes, with_messages().notes);
}

TEST(MessagesOfAResult, FromBeforeTheyHadIdsAreTexts) {
  json file = to_json(with_messages());
  file.erase("note_messages");
  for (const char* key : {"id", "arguments", "remedy_id", "remedy_arguments"}) file["faults"][0].erase(key);
  const auto back = result_from_json(file);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->faults[0].message, Message(example().text()));
  EXPECT_EQ(back->notes, (std::vector<Message>{example().text(), "what the driver says"}));
}

TEST(RunJson, HasTheFieldsOfAFaultThatScriptsRelyOn) {
  const json run = run_json(with_messages());
  EXPECT_EQ(keys_of(run["faults"][0]),
            (std::set<std::string>{"address", "arguments", "block", "buffer", "column", "count", "entry", "file", "id",
                                   "kind", "line", "message", "offset", "remedy", "remedy_arguments", "remedy_id",
                                   "thread"}));
  EXPECT_EQ(run["faults"][0]["id"], "race.example");
  EXPECT_EQ(run["faults"][0]["arguments"], arguments_json(example()));
  EXPECT_EQ(run["faults"][0]["remedy_id"], "race.remedy");
  EXPECT_EQ(run["notes"], (json{example().text(), "what the driver says"}));
  EXPECT_EQ(run["note_messages"], (json{message_json(example()), message_json("what the driver says")}));
  EXPECT_EQ(run["without_prediction"], example().text());
  EXPECT_EQ(run["without_prediction_id"], "race.example");
  const json empty = run_json(Result{});
  EXPECT_EQ(empty["without_prediction"], nullptr);
  EXPECT_EQ(empty["without_prediction_id"], nullptr);
  EXPECT_EQ(empty["without_prediction_arguments"], json::array());
}

}  // namespace
}  // namespace lanescope::experiments
