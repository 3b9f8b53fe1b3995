// The messages of recordings, sweeps, lessons, explanations, and the forms of results.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("claims.field_count", "the line has {} fields and the first one {}");
MESSAGE("claims.field_count_remedy", "write no comma inside a field");
MESSAGE("claims.verdict", "'{}' is not a verdict");
MESSAGE("claims.verdict_remedy", "write holds, differs or open");

MESSAGE("condition.did_you_mean",
        "did you mean {}? The names are {}, and the quantities that explain --json lists (shared.load.conflicts, "
        "l1.hit_rate, stall.barrier, ...)");
MESSAGE("condition.known_are",
        "the names are {}, and the quantities that explain --json lists (shared.load.conflicts, l1.hit_rate, "
        "stall.barrier, ...)");
MESSAGE("condition.no_number", "there is no quantity '{}'");
MESSAGE("condition.no_value", "'{}' has no value here, so \"{}\" cannot be evaluated");
MESSAGE("condition.no_value_remedy",
        "explain --json lists what is known about this kernel, and its notes say what is missing");

MESSAGE("counters.no_page", "'{}' is not a page of counters");

MESSAGE("csv.mend_remedy", "fix this line, or use another file");
MESSAGE("csv.quotation_mark_inside", "a quotation mark is inside a cell that does not start with one");
MESSAGE("csv.quotation_mark_open", "a quotation mark is never closed, so the following lines are part of its cell");
MESSAGE("csv.text_behind_quotation_mark", "text follows the closing quotation mark of a cell");

MESSAGE("fields.byte_count", "must be a multiple of {} bytes");
MESSAGE("fields.damaged_remedy", "the file is damaged, or was written by another version of lanescope");
MESSAGE("fields.integer_range", "must be an integer from {} to {}");
MESSAGE("fields.missing", "is missing");
MESSAGE("fields.negative", "must not be negative");
MESSAGE("fields.no_bytes", "must be bytes");
MESSAGE("fields.no_list", "must be a list");
MESSAGE("fields.no_message", "must be a message: a text, and an id with arguments");
MESSAGE("fields.no_name", "must be one of {}");
MESSAGE("fields.no_number", "must be a number");
MESSAGE("fields.no_object", "must be an object");
MESSAGE("fields.no_text", "must be a string");
MESSAGE("fields.no_truth_value", "must be true or false");
MESSAGE("fields.none", "it is not a JSON object");
MESSAGE("fields.wrong", "field '{}' {}");

MESSAGE("front_matter.word_remedy", "use letters, digits and _");

MESSAGE("json.nested_too_deeply", "it is nested too deeply");
MESSAGE("json.not_json", "it is not JSON");
MESSAGE("json.number_too_large", "it contains a number that is too large");
MESSAGE("json.too_many_values", "it contains more than {} values");

MESSAGE("lesson.bank_not_moved", "the access does not touch bank {}");
MESSAGE("lesson.bank_not_moved_remedy", "select a bank that it touches");
MESSAGE("lesson.camera", "{}: '{}' of the camera is not a list of numbers");
MESSAGE("lesson.camera_remedy", "write a list such as [0.25, 0.5]");
MESSAGE("lesson.change_question_remedy", "change the experiment or the question");
MESSAGE("lesson.claim_differs",
        "step {}: claim {} no longer holds, but the step does not say where the article was wrong");
MESSAGE("lesson.claim_differs_remedy", "add wrong = {{ en = \"...\", zh = \"...\" }}");
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
MESSAGE("lesson.no_number", "step {}, {}: there is no number '{}'");
MESSAGE("lesson.no_number_remedy", "define it in [step.numbers]");
MESSAGE("lesson.no_order", "{} and {} are too close to be ordered");
MESSAGE("lesson.no_prediction", "there is no prediction for {}: {}");
MESSAGE("lesson.no_prediction_remedy", "choose another setting");
MESSAGE("lesson.no_quantity", "there is no quantity '{}' for {}");
MESSAGE("lesson.no_quantity_remedy", "docs/lessons.md lists them");
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

MESSAGE("line_file.changed", "another program changed the file while it was being written");
MESSAGE("line_file.changed_remedy", "use another file, or start this one again");
MESSAGE("line_file.half_written", "{}: the last line was incomplete and is ignored");
MESSAGE("line_file.locked", "another program is writing to this file");
MESSAGE("line_file.locked_remedy", "wait until it ends, or use another file");
MESSAGE("line_file.not_added_to", "cannot append to the file: {}");
MESSAGE("line_file.not_added_to_remedy",
        "check its permissions and the free space; then run the same command again to continue");
MESSAGE("line_file.replaced", "the file was replaced or removed while it was being written");

MESSAGE("mismatch.of_checked", "{} of {} elements are wrong");

MESSAGE("recording.counted_instructions", "its instruction counts are inconsistent");
MESSAGE("recording.line_does_not_fit", "it does not match the lines before it");
MESSAGE("recording.no_date", "field 'date' is empty");
MESSAGE("recording.no_field", "field '{}' is missing");
MESSAGE("recording.no_line", "it is not a line of a recording");
MESSAGE("recording.no_machine", "field 'machine' is missing");
MESSAGE("recording.no_text", "field '{}' must be a string");
MESSAGE("recording.none", "it is not a recording");
MESSAGE("recording.remedy", "choose a recording written by lanescope");
MESSAGE("recording.schema", "its schema is '{}', not '{}'");
MESSAGE("recording.schema_remedy", "convert it with bench/recording_lines.py, or record it again");
MESSAGE("recording.too_large", "the results would need more than {}");

MESSAGE("run.ended_without_reason", "it ended without saying why");

MESSAGE("sweep.another_file_remedy", "use another file");
MESSAGE("sweep.axis_twice", "'{}' is given twice");
MESSAGE("sweep.axis_twice_remedy", "put all of its values in one list");
MESSAGE("sweep.cell_count", "the row has {} cells, but the header has {}");
MESSAGE("sweep.compile_error", "{}: line {}: {}");
MESSAGE("sweep.first_omission", "the first one: {}");
MESSAGE("sweep.form", "'{}' is not of the form NAME=VALUE,VALUE,...");
MESSAGE("sweep.forms_remedy", "write values (8,16), powers (2^20), ranges (1024..8192, 100..500:+100) or all");
MESSAGE("sweep.multiplied_from_zero", "'{}' cannot be multiplied starting from 0");
MESSAGE("sweep.names_without_range", "'{}' has named values, which have no range");
MESSAGE("sweep.new_file_remedy", "use a new file");
MESSAGE("sweep.no_json_sweep", "it is not a JSON file of a sweep");
MESSAGE("sweep.no_kernel", "there is no kernel to sweep");
MESSAGE("sweep.no_kernel_remedy", "give one; `lanescope list` shows them");
MESSAGE("sweep.no_key", "the row has no 'key'");
MESSAGE("sweep.no_key_column", "it is not a table of a sweep: it has no column 'key'");
MESSAGE("sweep.no_point", "it is not a point of a sweep: it has no 'key'");
MESSAGE("sweep.no_range", "'{}' is not a range of integers");
MESSAGE("sweep.no_step", "'{}' is not a step");
MESSAGE("sweep.no_step_remedy", "write :+100 to add, or :*2 to multiply");
MESSAGE("sweep.no_value_in_range", "'{}' has no value from {} to {}");
MESSAGE("sweep.no_value_of_knob", "{} is not a value of '{}'");
MESSAGE("sweep.nothing_runs", "none of these combinations can run");
MESSAGE("sweep.older_version", "it was written by an older version, as one JSON document instead of JSON Lines");
MESSAGE("sweep.only_gpu_recorded", "recordings store only GPU measurements");
MESSAGE("sweep.only_gpu_recorded_remedy", "use --csv or --json for the emulator and the CPU reference");
MESSAGE("sweep.other_device", "the recording is from another device ({})");
MESSAGE("sweep.power", "'{}' is not a power of integers up to 2^53");
MESSAGE("sweep.range_backwards", "the range {} ends before it begins");
MESSAGE("sweep.range_out_of_range", "'{}' cannot go from {} to {}");
MESSAGE("sweep.size_has_no_list", "'{}' is a problem size and has no list of values");
MESSAGE("sweep.size_out_of_range", "'{}' cannot be {}");
MESSAGE("sweep.size_takes", "use integers from {} to {}");
MESSAGE("sweep.takes", "use {}");
MESSAGE("sweep.too_many_combinations", "the sweep would have more than {} combinations");
MESSAGE("sweep.too_many_combinations_remedy", "use fewer values or kernels");
MESSAGE("sweep.too_many_values", "'{}' would have more than {} values");
MESSAGE("sweep.value_missing", "a value is missing between commas");
MESSAGE("sweep.without_step", "a range of '{}' uses its own values and has no step");

MESSAGE("texts.both_remedy", "write both texts");
MESSAGE("texts.correct_line_remedy", "fix this line");

MESSAGE("wire.body_malformed", "the message body is malformed");
MESSAGE("wire.frame_too_large", "the frame has {} bytes; the limit is {}");
MESSAGE("wire.frame_too_large_remedy", "use smaller buffers");
MESSAGE("wire.no_handshake", "no handshake within {} KiB");
MESSAGE("wire.no_handshake_remedy", "check that the command starts a lanescope worker");
MESSAGE("wire.other_protocol", "the other side uses protocol version {}, but this side uses {}");
MESSAGE("wire.reserved_word", "the reserved word of a frame is {}, not 0");
MESSAGE("wire.same_version_remedy", "use the same version of lanescope on both sides");
MESSAGE("wire.unknown_frame", "a frame of unknown type {}");

}  // namespace lanescope
