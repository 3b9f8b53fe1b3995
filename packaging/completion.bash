# Completion for bash. The program itself is asked for its commands, options and kernels, so that this never lags behind.
_lanescope() {
  local current=${COMP_WORDS[COMP_CWORD]} command= word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  COMPREPLY=()
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$(lanescope ${command:+"$command"} --help 2>/dev/null | grep -oE '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,' | sort -u)" -- "$current"))
  elif [[ -z $command ]]; then
    COMPREPLY=($(compgen -W "$(lanescope --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')" -- "$current"))
  else
    case $command in
      run|sweep|trace|explain|snapshot) COMPREPLY=($(compgen -W "$(lanescope list 2>/dev/null | cut -d' ' -f1)" -- "$current")) ;;
    esac
  fi
  COMPREPLY+=($(compgen -f -- "$current"))
}
complete -o filenames -F _lanescope lanescope
