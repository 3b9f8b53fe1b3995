#compdef lanescope
# Completion for zsh. The program itself is asked for its commands, options and kernels.
_lanescope() {
  local command= word
  for word in ${words[2,CURRENT-1]}; do
    [[ $word == -* ]] || { command=$word; break; }
  done
  if [[ ${words[CURRENT]} == -* ]]; then
    compadd -- ${(f)"$(lanescope $command --help 2>/dev/null | grep -oE '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,' | sort -u)"}
  elif [[ -z $command ]]; then
    compadd -- ${(f)"$(lanescope --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')"}
    _files
  else
    case $command in
      run|sweep|trace|explain|snapshot) compadd -- ${(f)"$(lanescope list 2>/dev/null | cut -d' ' -f1)"} ;;
    esac
    _files
  fi
}
_lanescope "$@"
