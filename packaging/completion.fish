# Completion for fish. The program itself is asked for its commands, options and kernels.
function __warpscope_command
    for word in (commandline -opc)[2..-1]
        string match -qr '^-' -- $word; or begin; echo $word; return; end
    end
end
function __warpscope_options
    warpscope (__warpscope_command) --help 2>/dev/null | grep -oE '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,' | sort -u
end
complete -c warpscope -n 'test -z (__warpscope_command)' -f -a "(warpscope --help 2>/dev/null | sed -n '/^Subcommands:/,/^\$/s/^  \([a-z]*\) .*/\1/p')"
complete -c warpscope -n 'contains -- (__warpscope_command) run sweep trace explain snapshot' -a "(warpscope list 2>/dev/null | cut -d' ' -f1)"
complete -c warpscope -n 'string match -qr "^-" -- (commandline -ct)' -f -a '(__warpscope_options)'
