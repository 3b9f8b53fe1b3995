// The messages of the connection to the worker.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("client.attachment_part", "{} bytes of {} at {} where {} of {} have come");
MESSAGE("client.no_pipe", "cannot create a pipe");
MESSAGE("client.nobody_waits", "nobody waits for this experiment any more");

MESSAGE("connection.bad_host", "'{}' is no host");
MESSAGE("connection.bad_host_remedy", "write USER@SERVER, or a name of your ssh configuration");
MESSAGE("connection.bad_program", "'{}' is no program");
MESSAGE("connection.bad_program_remedy", "write where lanescope is on that machine");
MESSAGE("connection.host_key_changed", "{} is not the machine it was: its host key has changed");
MESSAGE("connection.host_key_changed_remedy",
        "ask who runs it whether that is right, then remove the old key: ssh-keygen -R HOST");
MESSAGE("connection.host_key_unknown", "{} is not known yet: its host key was never confirmed");
MESSAGE("connection.host_key_unknown_remedy", "run `{}` once in a terminal and confirm the key");
MESSAGE("connection.login_refused", "{} refused the login{}");
MESSAGE("connection.login_refused_remedy",
        "make `{} true` work without a password: ssh-copy-id {}, or start an ssh-agent");
MESSAGE("connection.lost", "the connection to {} was lost{}");
MESSAGE("connection.lost_again", "{} times in a row during this request {}");
MESSAGE("connection.lost_again_remedy",
        "see whether the kernel takes the machine down; running it again tries once more");
MESSAGE("connection.lost_remedy", "check the network between this machine and that one");
MESSAGE("connection.no_host", "no host was named");
MESSAGE("connection.no_host_remedy", "write USER@SERVER");
MESSAGE("connection.no_program", "{} has no program '{}'{}");
MESSAGE("connection.no_program_remedy", "install lanescope there, or say where it is: --remote-program PATH");
MESSAGE("connection.no_shell", "no remote shell was named");
MESSAGE("connection.no_shell_remedy", "name a program");
MESSAGE("connection.no_ssh_remedy", "install an ssh client (apt install openssh-client)");
MESSAGE("connection.no_way", "cannot connect to {}{}");
MESSAGE("connection.no_way_remedy", "run `{}` in a terminal to see the error");
MESSAGE("connection.no_worker", "no worker answers on {}: {}");
MESSAGE("connection.no_worker_remedy", "{} on {} (--remote-program names another)");
MESSAGE("connection.no_worker_started", "no worker started on {}: {}{}");
MESSAGE("connection.no_worker_started_remedy", "run `{} {} doctor` to see what is missing");
MESSAGE("connection.not_executable", "'{}' cannot be executed on {}{}");
MESSAGE("connection.not_executable_remedy", "check its permissions there, or name another one: --remote-program PATH");
MESSAGE("connection.open_quote", "a quote ({}) is not closed");
MESSAGE("connection.open_quote_remedy", "close it");
MESSAGE("connection.unknown_host", "no machine is called {}{}");
MESSAGE("connection.unknown_host_remedy", "check the name, and whether this machine is in the right network (VPN)");
MESSAGE("connection.unreachable", "{} cannot be reached{}");
MESSAGE("connection.unreachable_remedy",
        "check that it is switched on, that it runs an ssh server, and the network between (VPN, firewall)");

MESSAGE("worker.broken_message", "it sent a broken message: {}");
MESSAGE("worker.cannot_be_started", "the worker cannot be started: {}");
MESSAGE("worker.cannot_be_started_remedy", "check the command that starts it");
MESSAGE("worker.ended", "the worker ended by itself: {}");
MESSAGE("worker.ends_too_often", "{}. It was the {}th within {}: no other is started before the next request");
MESSAGE("worker.last_words", "{}; its last output: {}");
MESSAGE("worker.lost_remedy", "run it again, or change the kernel; the log holds the worker's last words");
MESSAGE("worker.needs_too_much_memory", "the worker ended because it needs too much memory");
MESSAGE("worker.needs_too_much_memory_remedy",
        "choose smaller sizes, look for a template that grows without end, or set LANESCOPE_WORKER_MEMORY to more MiB");
MESSAGE("worker.no_answer", "no answer within {}");
MESSAGE("worker.no_answer_remedy", "look for an endless loop, or give more time with --timeout");
MESSAGE("worker.no_answer_while", "no answer within {} while {}");
MESSAGE("worker.no_protocol", "it does not speak the protocol: {}");
MESSAGE("worker.no_start", "it did not answer within {} after it was started");
MESSAGE("worker.stopped", "the worker was stopped: {}");
MESSAGE("worker.stopped_after", "the worker was stopped after {}: {}");
MESSAGE("worker.unexpected_message", "it sent a message that only this side sends");

}  // namespace lanescope
