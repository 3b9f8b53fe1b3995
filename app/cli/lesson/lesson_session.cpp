#include "cli/lesson/lesson_session.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "lab/names.h"
#include "lab/recording/recording.h"
#include "lab/wire/wire.h"

namespace warpscope::cli {
namespace {

/// The limit for one experiment of a lesson, which a busy machine does not reach.
constexpr std::chrono::minutes longest{5};

/// The recordings of the GPU that lessons speak of.
constexpr std::string_view recorded_gpu = "h200-";

Expected<std::shared_ptr<const lab::ResultIndex>> recordings_of(const std::filesystem::path& folder,
                                                                const catalogue::Snapshot& kernels) {
  auto index = std::make_shared<lab::ResultIndex>();
  for (const std::filesystem::path& file : lab::recordings_in(folder)) {
    // Times of lessons are those of one GPU; the files of others need not be read.
    if (!file.filename().string().starts_with(recorded_gpu)) continue;
    TRY(lab::Recording recording, lab::read_recording(file));
    for (lab::Result& result : recording.results) {
      kernels.follow_alias(result.kernel, result.parameters);
      index->push_back(std::make_shared<const lab::Result>(std::move(result)));
    }
  }
  return index;
}

/// Returns "8 wavefronts", "1 wavefront", "8 个波前".
std::string counted_text(double value, std::string unit) {
  constexpr std::size_t shortest_word = 4;  // "µs" and "GB/s" are no plurals
  if (value == 1 && unit.size() > shortest_word && unit.ends_with('s')) unit.pop_back();
  return fmt::format("{} {}", lab::number_text(value), unit);
}

}  // namespace

Expected<std::unique_ptr<LessonSession>> LessonSession::open() {
  std::unique_ptr<LessonSession> session(new LessonSession());
  TRY(session->data_, data_folder());
  const std::filesystem::path assets = session->data_ / "assets";
  TRY(session->claims_, lab::read_claims(assets / "articles" / "claims.csv"));
  TRY(session->texts_, lab::read_texts(assets / "texts" / "handout.toml"));
  TRY(session->quiz_texts_, lab::read_texts(assets / "texts" / "quiz.toml"));
  const catalogue::Catalogue kernels(session->data_ / "kernels");
  TRY(auto recordings, recordings_of(assets / "recordings", *kernels.snapshot()));
  session->facts_ = std::make_unique<lab::LessonFacts>(
      kernels.snapshot(), std::move(recordings),
      [owner = session.get()](const lab::Experiment& experiment) { return owner->run(experiment); });
  return session;
}

Expected<std::shared_ptr<const lab::Result>> LessonSession::run(const lab::Experiment& experiment) {
  if (!worker_) worker_ = std::make_unique<client::Client>(client::Options());
  const auto end = std::chrono::steady_clock::now() + longest;
  const std::uint64_t request = worker_->request(experiment);
  auto result = worker_->wait(request, longest);
  // The trace follows the numbers in pieces.
  while (result && !worker_->at_rest() && std::chrono::steady_clock::now() < end) {
    if (auto newer = worker_->take()) result = std::move(newer);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (result) return result;
  return failure(fmt::format("the worker gave no answer for {}", experiment.kernel.id), "",
                 "see what `warpscope doctor` says of this machine");
}

std::string origin_text(const lab::Provenance& from, const lab::Texts& texts, std::string_view language) {
  std::vector<std::string> parts;
  for (const lab::Origin origin : from.origins) {
    std::string part = texts.say(fmt::format("origin_{}", name_of(origin)), language);
    const auto& sources = origin == lab::Origin::recorded ? from.recorded : from.predicted;
    if (origin == lab::Origin::recorded || origin == lab::Origin::predicted) {
      part += fmt::format(" ({})", join({sources.begin(), sources.end()}, "; "));
    }
    parts.push_back(std::move(part));
  }
  for (const std::string& sheet : from.sheets) parts.push_back(texts.say("origin_sheet", language, {{"gpu", sheet}}));
  return parts.empty() ? texts.say("origin_given", language) : join(parts, language == "zh" ? "，" : ", ");
}

std::string answer_text(const lab::Question& question, const lab::Answer& answer, const lab::Texts& texts,
                        std::string_view language) {
  using Kind = lab::Question::Kind;
  switch (question.kind) {
    case Kind::number:
      return counted_text(answer.number.value, question.unit.in(language));
    case Kind::choice:
      return question.options[answer.options.front()].text.in(language);
    case Kind::order: {
      std::vector<std::string> names;
      for (const std::size_t option : answer.options) {
        names.push_back(
            fmt::format("{} ({})", question.options[option].text.in(language), lab::number_text(answer.by[option])));
      }
      return join(names, " < ");
    }
    case Kind::line:
      return texts.say("answer_line", language,
                       {{"line", std::to_string(answer.source_line)}, {"text", answer.source_text}});
    case Kind::bank: {
      std::vector<std::string> banks;
      trace::for_each_lane(answer.banks, [&](std::uint32_t bank) { banks.push_back(std::to_string(bank)); });
      return texts.say("answer_bank", language,
                       {{"banks", join(banks, ", ")}, {"degree", std::to_string(answer.degree)}});
    }
    case Kind::goal: {
      std::vector<std::string> knobs;
      for (const auto& [name, value] : question.reached_with) {
        knobs.push_back(fmt::format("{} = {}", name, catalogue::to_text(value)));
      }
      return texts.say("answer_goal", language, {{"goal", question.answer.text}, {"knobs", join(knobs, ", ")}});
    }
  }
  return {};
}

}  // namespace warpscope::cli
