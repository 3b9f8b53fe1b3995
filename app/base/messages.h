// The messages of the ground floor: files, processes, numbers, and how errors are put together.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("data.no_documentation", "the documentation was not found");
MESSAGE("data.no_documentation_remedy", "reinstall lanescope");
MESSAGE("data.no_kernels", "the kernels folder was not found");
MESSAGE("data.no_kernels_remedy", "set LANESCOPE_DATA to the folder that contains kernels/");

MESSAGE("error.at", "{}: {}");
MESSAGE("error.at_with_remedy", "{}: {} ({})");
MESSAGE("error.with_remedy", "{} ({})");

MESSAGE("file.copy_remedy", "copy its contents to a file");
MESSAGE("file.device", "this is a device, not a file");
MESSAGE("file.folder", "this is a folder, not a file");
MESSAGE("file.is_folder", "cannot write the file: this is a folder");
MESSAGE("file.kept_beside", "the new content is in {}");
MESSAGE("file.laid_by_other_user", "permission denied: another user owns this file in a world-writable folder");
MESSAGE("file.laid_by_other_user_remedy", "use a file name that does not exist yet, or a folder of your own");
MESSAGE("file.link_unreadable", "the link cannot be read: {}");
MESSAGE("file.links_in_circle", "the symbolic links form a loop");
MESSAGE("file.links_in_circle_remedy", "use the path of the file itself");
MESSAGE("file.more_than", "more than {}");
MESSAGE("file.name_one_in_folder", "choose a file in it");
MESSAGE("file.nobody_reads", "no process is reading this pipe");
MESSAGE("file.nobody_reads_remedy", "start its reader first, or use a file");
MESSAGE("file.not_replaced", "the file cannot be replaced: {}");
MESSAGE("file.of_other_user", "the file belongs to another user and was not read");
MESSAGE("file.of_other_user_remedy", "remove it, or change its owner");
MESSAGE("file.pipe", "this is a pipe, not a file");
MESSAGE("file.reading_failed", "reading failed: {}");
MESSAGE("file.socket", "this is a socket, not a file");
MESSAGE("file.too_large", "the file is {}; the limit is {}");
MESSAGE("file.too_large_remedy", "use a smaller file");
MESSAGE("file.unreadable", "the file cannot be read: {}");
MESSAGE("file.unreadable_remedy", "check the path and its permissions");
MESSAGE("file.unwritable", "the file cannot be written: {}");
MESSAGE("file.unwritable_remedy", "check the folder's permissions and free space");

MESSAGE("folder.no_home", "this user has no home directory");
MESSAGE("folder.no_home_remedy", "set it to a folder of your own");
MESSAGE("folder.not_made", "cannot create a temporary folder");
MESSAGE("folder.not_made_remedy", "free space in it, or set TMPDIR to another folder");
MESSAGE("folder.of_other_user", "the folder belongs to another user");
MESSAGE("folder.of_other_user_remedy", "remove it, or choose another folder with {}");

MESSAGE("library.cut_off", "the library file is truncated ({} of {} bytes); reinstall it");
MESSAGE("library.no_name", "no library name was given");

MESSAGE("number.does_not_fit", "{} {} does not fit into {} {} bits");

MESSAGE("process.does_not_start", "cannot start the program: {}");
MESSAGE("process.does_not_start_remedy", "check its name and its execute permission");
MESSAGE("process.no_pipe", "cannot create a pipe: {}");
MESSAGE("process.no_program", "no program was given");
MESSAGE("process.not_made", "cannot create the process: {}");
MESSAGE("process.output_limit", "the program wrote more than {} MiB and was killed");
MESSAGE("process.time_limit", "the program did not exit within {} ms and was killed");

MESSAGE("program.path_unknown", "cannot find the path of the running program: {}");

}  // namespace lanescope
