#include "cli/lesson/lesson_session.h"

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "lessons/lesson_recordings.h"

namespace lanescope::cli {

Expected<std::unique_ptr<LessonSession>> LessonSession::open() {
  std::unique_ptr<LessonSession> session(new LessonSession());
  TRY(session->data_, data_folder());
  const std::filesystem::path assets = session->data_ / "assets";
  TRY(session->claims_, lessons::read_claims(assets / "articles" / "claims.csv"));
  TRY(session->texts_, lessons::read_texts(assets / "texts" / "handout.toml"));
  TRY(session->quiz_texts_, lessons::read_texts(assets / "texts" / "quiz.toml"));
  const catalogue::Catalogue kernels(session->data_ / "kernels");
  TRY(auto sources, lessons::lesson_sources(assets, *kernels.snapshot()));
  session->facts_ = std::make_unique<lessons::LessonFacts>(
      kernels.snapshot(), std::move(sources),
      [owner = session.get()](const experiments::Experiment& experiment) { return owner->runner_.run(experiment); });
  return session;
}

}  // namespace lanescope::cli
