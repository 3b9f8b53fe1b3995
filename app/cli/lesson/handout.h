// A lesson as a page for any browser: text, pictures, animations, and questions whose answers fold.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/markup.h"
#include "cli/commands.h"
#include "cli/lesson/lesson_session.h"

namespace lanescope::cli {

/// Writes index.html and its pictures into the folder, which is made. The pictures are drawn by `window`; a step
/// without a view has none. It fails when a number cannot be computed, or a picture not be drawn.
[[nodiscard]] Status write_handout(const lessons::Lesson& lesson, LessonSession& session, const Window& window,
                                   std::string_view language, const std::filesystem::path& folder);

/// Returns the picture of a step, which has a view, in one theme and language.
[[nodiscard]] Expected<SnapshotRequest> picture_request(const lessons::LessonStep& step,
                                                        const lessons::AnsweredStep& answered, LessonSession& session);

/// Returns the small Markdown of lessons as HTML: paragraphs, lists with -, `code`, **strong**, *emphasis*.
[[nodiscard]] Markup html_of(std::string_view markdown);

}  // namespace lanescope::cli
