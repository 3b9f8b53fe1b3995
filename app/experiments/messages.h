// The messages of the forms of experiments and results, and of the numbers that are asked for.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("condition.did_you_mean",
        "did you mean {}? The names are {}, and the quantities that explain --json lists (shared.load.conflicts, "
        "l1.hit_rate, stall.barrier, ...)");
MESSAGE("condition.known_are",
        "the names are {}, and the quantities that explain --json lists (shared.load.conflicts, l1.hit_rate, "
        "stall.barrier, ...)");
MESSAGE("condition.no_number", "there is no quantity '{}'");

MESSAGE("counters.no_page", "'{}' is not a page of counters");

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

MESSAGE("json.nested_too_deeply", "it is nested too deeply");
MESSAGE("json.not_json", "it is not JSON");
MESSAGE("json.number_too_large", "it contains a number that is too large");
MESSAGE("json.too_many_values", "it contains more than {} values");

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
