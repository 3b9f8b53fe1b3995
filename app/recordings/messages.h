// The messages of recordings and sweeps.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("csv.mend_remedy", "fix this line, or use another file");
MESSAGE("csv.quotation_mark_inside", "a quotation mark is inside a cell that does not start with one");
MESSAGE("csv.quotation_mark_open", "a quotation mark is never closed, so the following lines are part of its cell");
MESSAGE("csv.text_behind_quotation_mark", "text follows the closing quotation mark of a cell");

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

}  // namespace lanescope
