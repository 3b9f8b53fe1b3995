// The messages of lessons, their claims and texts, and of the articles.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("articles.columns", "the table does not have the expected columns");
MESSAGE("articles.field_count", "the line has {} fields, not {}");
MESSAGE("articles.no_number", "'{}' is not a number");
MESSAGE("articles.remedy", "README.md of that folder describes the columns");

MESSAGE("claims.field_count", "the line has {} fields and the first one {}");
MESSAGE("claims.field_count_remedy", "write no comma inside a field");
MESSAGE("claims.verdict", "'{}' is not a verdict");
MESSAGE("claims.verdict_remedy", "write holds, differs or open");

MESSAGE("front_matter.word_remedy", "use letters, digits and _");

MESSAGE("lesson.bank_not_moved", "the access does not touch bank {}");
MESSAGE("lesson.bank_not_moved_remedy", "select a bank that it touches");
MESSAGE("lesson.camera", "{}: '{}' of the camera is not a list of numbers");
MESSAGE("lesson.camera_remedy", "write a list such as [0.25, 0.5]");
MESSAGE("lesson.change_question_remedy", "change the experiment or the question");
MESSAGE("lesson.claim_differs",
        "step {}: claim {} no longer holds, but the step does not say where the article was wrong");
MESSAGE("lesson.claim_differs_remedy", "add wrong = {{ en = \"...\", zh = \"...\" }}");
MESSAGE("lesson.claim_has_place", "step {}: claim {} is the article's, but the step has no `article`");
MESSAGE("lesson.claim_is_ours", "step {}: no place of the article is known for claim {}, but the step has no `beyond`");
MESSAGE("lesson.claim_place_remedy",
        "write what the article says with its place as `article`, a question of ours as `beyond`");
MESSAGE("lesson.correct_line_remedy", "fix this line; docs/lessons.md describes the file");
MESSAGE("lesson.did_you_mean_kernel", "did you mean {}?");
MESSAGE("lesson.ended_early", "it ended early");
MESSAGE("lesson.experiment_failed", "the experiment failed: {}");
MESSAGE("lesson.experiment_wrong", "the experiment is not valid: {}");
MESSAGE("lesson.goal_not_reached", "step {}: the knobs in reached_with do not reach the goal");
MESSAGE("lesson.goal_reached_at_once", "step {}: the goal is already reached at the start");
MESSAGE("lesson.goal_remedy", "change the goal, or `reached_with`");
MESSAGE("lesson.inactive_lane", "lane {} is inactive in the access");
MESSAGE("lesson.inactive_lane_remedy", "select an active lane");
MESSAGE("lesson.index_range", "{}: '{}' is {}");
MESSAGE("lesson.index_range_remedy", "write 0 to {}");
MESSAGE("lesson.limit_of_nothing", "step {}: the limits name '{}', which is no experiment of the step");
MESSAGE("lesson.limit_of_nothing_remedy", "write `experiment` or a name of [step.with]");
MESSAGE("lesson.line_twice", "lines {} and {} of {} both contain '{}'");
MESSAGE("lesson.line_twice_remedy", "use a longer part of the line");
MESSAGE("lesson.negative", "{}: '{}' is not a number of at least 0");
MESSAGE("lesson.negative_remedy", "write {} = 0.5, or another number");
MESSAGE("lesson.no_access", "the {} view has no access {} of {}");
MESSAGE("lesson.no_access_remedy", "select an access in the trace");
MESSAGE("lesson.no_accesses", "the run has no accesses to show");
MESSAGE("lesson.no_accesses_remedy", "see the output of `lanescope trace`");
MESSAGE("lesson.no_banks", "the selected access has no banks");
MESSAGE("lesson.no_chinese", "the Chinese text is missing");
MESSAGE("lesson.no_chinese_sign", "the Chinese text has no Chinese characters");
MESSAGE("lesson.no_claim", "step {}: there is no claim {}");
MESSAGE("lesson.no_claim_remedy", "use an id of assets/articles/claims.csv");
MESSAGE("lesson.no_conflict", "no bank of the selected access has a conflict");
MESSAGE("lesson.no_english", "the English text is missing");
MESSAGE("lesson.no_excess", "a line has no excess of '{}'");
MESSAGE("lesson.no_excess_remedy", "write answer = \"wavefronts\" or answer = \"sectors\"");
MESSAGE("lesson.no_experiment", "step {} has no experiment");
MESSAGE("lesson.no_kernel", "there is no kernel '{}'");
MESSAGE("lesson.no_kernel_remedy", "`lanescope list` shows every kernel");
MESSAGE("lesson.no_line", "no line of {} contains '{}'");
MESSAGE("lesson.no_line_remedy", "copy a part of the line from the file");
MESSAGE("lesson.no_limit", "nothing says what limits {}: {}");
MESSAGE("lesson.no_limit_remedy", "choose another setting");
MESSAGE("lesson.no_number", "step {}, {}: there is no number '{}'");
MESSAGE("lesson.no_number_remedy", "define it in [step.numbers]");
MESSAGE("lesson.no_order", "{} and {} are too close to be ordered");
MESSAGE("lesson.no_prediction", "there is no prediction for {}: {}");
MESSAGE("lesson.no_prediction_remedy", "choose another setting");
MESSAGE("lesson.no_printed_number", "no article prints a number '{}'");
MESSAGE("lesson.no_printed_number_remedy", "write article.DOCUMENT.TABLE.ROW.PARAM of a line of assets/articles");
MESSAGE("lesson.no_quantity", "there is no quantity '{}' for {}");
MESSAGE("lesson.no_quantity_remedy", "docs/lessons.md lists them");
MESSAGE("lesson.no_counts", "no recording has counted {} for {} with {}");
MESSAGE("lesson.no_counts_remedy", "use a setting in assets/recordings/counters");
MESSAGE("lesson.no_recording", "no recording has {} for {} with {}");
MESSAGE("lesson.no_recording_remedy", "use a setting in assets/recordings, or predicted.{}");
MESSAGE("lesson.no_single_line", "no single line has the most excess {}");
MESSAGE("lesson.no_step", "the lesson has no steps");
MESSAGE("lesson.no_step_remedy", "add a [[step]] table");
MESSAGE("lesson.no_text", "{} has no text '{}'");
MESSAGE("lesson.no_text_remedy", "add {} = {}");
MESSAGE("lesson.no_view", "the step has no view that selects an access");
MESSAGE("lesson.none", "there is no lesson '{}'");
MESSAGE("lesson.none_remedy", "the lessons are {}");
MESSAGE("lesson.other_braces", "the two texts have different names in braces");
MESSAGE("lesson.other_limit", "step {}: '{}' is called {}, but the model says {}");
MESSAGE("lesson.other_limit_remedy", "correct the explanation; `lanescope explain` shows what limits a kernel");
MESSAGE("lesson.place_of_nothing", "step {} has the place of a claim, but no `article`");
MESSAGE("lesson.place_of_nothing_remedy", "add article = {{ en = \"...\", zh = \"...\" }}, or remove `place`");
MESSAGE("lesson.several_options", "{} options of the choice are right");
MESSAGE("lesson.step_name", "'{}' is not a valid step name");
MESSAGE("lesson.step_twice", "two steps have the name '{}'");
MESSAGE("lesson.step_twice_remedy", "give each step its own name");
MESSAGE("lesson.too_few_options", "{} has fewer than two options");
MESSAGE("lesson.too_few_options_remedy", "add [[step.question.option]] tables");
MESSAGE("lesson.translation", "step {}, {}: {}");
MESSAGE("lesson.translation_remedy", "write both, with the same names in braces");
MESSAGE("lesson.value_type", "{}: '{}' is neither an integer nor a string");
MESSAGE("lesson.value_type_remedy", "write the value of a knob or a size");
MESSAGE("lesson.wrong_output", "its output is wrong");

MESSAGE("texts.both_remedy", "write both texts");
MESSAGE("texts.correct_line_remedy", "fix this line");

}  // namespace lanescope
