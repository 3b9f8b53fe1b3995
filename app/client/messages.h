// The messages of the connection to the worker.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("client.attachment_part", "received {} bytes of {} at offset {}, but {} of {} are expected next");
MESSAGE("client.no_pipe", "cannot create a pipe");
MESSAGE("client.nobody_waits", "the experiment was cancelled");

MESSAGE("connection.bad_host", "'{}' is not a valid host");
MESSAGE("connection.bad_host_remedy", "write USER@SERVER, or a host of your ssh configuration");
MESSAGE("connection.bad_program", "'{}' is not a valid program path");
MESSAGE("connection.bad_program_remedy", "give the path of lanescope on that machine");
MESSAGE("connection.host_key_changed", "the host key of {} has changed");
MESSAGE("connection.host_key_changed_remedy",
        "ask its administrator whether this is expected, then remove the old key: ssh-keygen -R HOST");
MESSAGE("connection.host_key_unknown", "the host key of {} was never confirmed");
MESSAGE("connection.host_key_unknown_remedy", "run `{}` once in a terminal and confirm the key");
MESSAGE("connection.login_refused", "{} refused the login{}");
MESSAGE("connection.login_refused_remedy",
        "make `{} true` work without a password: ssh-copy-id {}, or start an ssh-agent");
MESSAGE("connection.lost", "the connection to {} was lost{}");
MESSAGE("connection.lost_again", "{} times in a row during this request {}");
MESSAGE("connection.lost_again_remedy", "check whether the kernel crashes that machine; run it again to retry");
MESSAGE("connection.lost_remedy", "check the network connection to that machine");
MESSAGE("connection.no_host", "no host was given");
MESSAGE("connection.no_host_remedy", "write USER@SERVER");
MESSAGE("connection.no_program", "{} has no program '{}'{}");
MESSAGE("connection.no_program_remedy", "install lanescope there, or give its path: --remote-program PATH");
MESSAGE("connection.no_shell", "no remote shell was given");
MESSAGE("connection.no_shell_remedy", "give a program");
MESSAGE("connection.no_ssh_remedy", "install an ssh client (apt install openssh-client)");
MESSAGE("connection.no_way", "cannot connect to {}{}");
MESSAGE("connection.no_way_remedy", "run `{}` in a terminal to see the error");
MESSAGE("connection.no_worker", "the worker on {} cannot be used: {}");
MESSAGE("connection.no_worker_remedy", "{} on {} (--remote-program sets another path)");
MESSAGE("connection.no_worker_started", "the worker did not start on {}: {}{}");
MESSAGE("connection.no_worker_started_remedy", "run `{} {} doctor` to see what is missing");
MESSAGE("connection.not_executable", "'{}' cannot be executed on {}{}");
MESSAGE("connection.not_executable_remedy", "check its permissions there, or give another path: --remote-program PATH");
MESSAGE("connection.open_quote", "a quote ({}) is not closed");
MESSAGE("connection.open_quote_remedy", "close it");
MESSAGE("connection.unknown_host", "unknown host {}{}");
MESSAGE("connection.unknown_host_remedy", "check the name, and whether this machine is on the right network (VPN)");
MESSAGE("connection.unreachable", "{} cannot be reached{}");
MESSAGE("connection.unreachable_remedy",
        "check that it is switched on and runs an ssh server, and check the network (VPN, firewall)");

MESSAGE("worker.broken_message", "it sent an invalid message: {}");
MESSAGE("worker.cannot_be_started", "cannot start the worker: {}");
MESSAGE("worker.cannot_be_started_remedy", "check the command that starts it");
MESSAGE("worker.compiler_crashed", "the CUDA compiler itself crashed on this file: {}");
MESSAGE("worker.compiler_crashed_remedy", "simplify the kernel, or use another CUDA Toolkit");
MESSAGE("worker.ended", "the worker exited unexpectedly: {}");
MESSAGE("worker.ends_too_often", "{}. The worker exited {} times within {}; the next request starts it again");
MESSAGE("worker.last_words", "{}; its last output: {}");
MESSAGE("worker.lost_remedy", "run it again, or change the kernel; the log has the last output of the worker");
MESSAGE("worker.needs_too_much_memory", "the worker ran out of memory");
MESSAGE("worker.needs_too_much_memory_remedy",
        "choose smaller sizes, look for unbounded template recursion, or raise LANESCOPE_WORKER_MEMORY (MiB)");
MESSAGE("worker.no_answer", "no response within {}");
MESSAGE("worker.no_answer_remedy", "look for an infinite loop, or raise --timeout");
MESSAGE("worker.no_answer_while", "no response within {} while {}");
MESSAGE("worker.no_protocol", "it does not speak the protocol: {}");
MESSAGE("worker.no_start", "it did not respond within {} after it was started");
MESSAGE("worker.stopped", "the worker was stopped: {}");
MESSAGE("worker.stopped_after", "the worker was stopped after {}: {}");
MESSAGE("worker.unexpected_message", "it sent a message that only the client may send");

}  // namespace lanescope
