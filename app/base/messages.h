// The messages of the ground floor: files, processes, numbers, and how errors are put together.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("data.no_documentation", "the documentation was not found");
MESSAGE("data.no_documentation_remedy", "install lanescope again");
MESSAGE("data.no_kernels", "the kernels were not found");
MESSAGE("data.no_kernels_remedy", "set LANESCOPE_DATA to the folder that holds kernels/");

MESSAGE("error.at", "{}: {}");
MESSAGE("error.at_with_remedy", "{}: {} ({})");
MESSAGE("error.with_remedy", "{} ({})");

MESSAGE("file.copy_remedy", "copy what it holds to a file");
MESSAGE("file.device", "this is a device, not a file");
MESSAGE("file.folder", "this is a folder, not a file");
MESSAGE("file.is_folder", "this is a folder, and a file is to be written");
MESSAGE("file.kept_beside", "the new content is in {}");
MESSAGE("file.laid_by_other_user",
        "permission denied: another user owns this file, in a folder where everyone may write");
MESSAGE("file.laid_by_other_user_remedy", "name a file that does not exist yet, or a folder of your own");
MESSAGE("file.link_unreadable", "the link cannot be read: {}");
MESSAGE("file.links_in_circle", "the symbolic links form a loop");
MESSAGE("file.links_in_circle_remedy", "name the file itself");
MESSAGE("file.more_than", "more than {}");
MESSAGE("file.name_one_in_folder", "name a file in it");
MESSAGE("file.nobody_reads", "nobody reads this pipe");
MESSAGE("file.nobody_reads_remedy", "start its reader first, or name a file");
MESSAGE("file.not_replaced", "the file cannot be replaced: {}");
MESSAGE("file.of_other_user", "the file belongs to another user, and is not read");
MESSAGE("file.of_other_user_remedy", "remove it, or make it yours");
MESSAGE("file.pipe", "this is a pipe, not a file");
MESSAGE("file.reading_failed", "reading failed: {}");
MESSAGE("file.socket", "this is a socket, not a file");
MESSAGE("file.too_large", "the file has {}, and at most {} are read");
MESSAGE("file.too_large_remedy", "name a smaller file");
MESSAGE("file.unreadable", "the file cannot be read: {}");
MESSAGE("file.unreadable_remedy", "check the path and its permissions");
MESSAGE("file.unwritable", "the file cannot be written: {}");
MESSAGE("file.unwritable_remedy", "check the folder's permissions and free space");

MESSAGE("folder.no_home", "this user has no home");
MESSAGE("folder.no_home_remedy", "set it to a folder of your own");
MESSAGE("folder.not_made", "cannot create a temporary folder");
MESSAGE("folder.not_made_remedy", "make room in it, or set TMPDIR to another one");
MESSAGE("folder.of_other_user", "the folder belongs to another user");
MESSAGE("folder.of_other_user_remedy", "remove it, or name another place in {}");

MESSAGE("library.cut_off", "the library is cut off: {} of {} bytes are there; install it again");
MESSAGE("library.no_name", "no name was given");

MESSAGE("number.does_not_fit", "{} {} does not fit into {} {} bits");

MESSAGE("process.does_not_start", "the program does not start: {}");
MESSAGE("process.does_not_start_remedy", "check its name and that it may be executed");
MESSAGE("process.no_pipe", "cannot create a pipe: {}");
MESSAGE("process.no_program", "no program was named");
MESSAGE("process.not_made", "cannot create the process: {}");
MESSAGE("process.output_limit", "the program wrote more than {} MiB and was killed");
MESSAGE("process.time_limit", "the program did not end within {} ms and was killed");

MESSAGE("program.path_unknown", "cannot find the path of the running program: {}");

}  // namespace lanescope
