# Completion for fish. The program itself is asked for its commands, options and kernels.
function __lanescope_command
    for word in (commandline -opc)[2..-1]
        string match -qr '^-' -- $word; or begin; echo $word; return; end
    end
end
function __lanescope_options
    lanescope (__lanescope_command) --help 2>/dev/null | grep -oE '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,' | sort -u
end
complete -c lanescope -n 'test -z (__lanescope_command)' -f -a "(lanescope --help 2>/dev/null | sed -n '/^Subcommands:/,/^\$/s/^  \([a-z]*\) .*/\1/p')"
complete -c lanescope -n 'contains -- (__lanescope_command) run sweep trace explain snapshot' -a "(lanescope list 2>/dev/null | cut -d' ' -f1)"
complete -c lanescope -n 'string match -qr "^-" -- (commandline -ct)' -f -a '(__lanescope_options)'
