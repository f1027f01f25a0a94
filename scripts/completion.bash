# SPDX-License-Identifier: BSD-3-Clause
# Completion of trunnion for bash: subcommands and options as the program itself lists them, else files.
_trunnion() {
  local word=${COMP_WORDS[COMP_CWORD]} words
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words=$("${COMP_WORDS[0]}" --help 2> /dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
    COMPREPLY=($(compgen -W "$words --help --version" -- "$word"))
  elif ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == rig ]]; then
    COMPREPLY=($(compgen -W "kc drive" -- "$word"))
  elif [[ $word == -* ]]; then
    local command=("${COMP_WORDS[1]}")
    [[ ${COMP_WORDS[1]} == rig ]] && command+=("${COMP_WORDS[2]}")
    words=$("${COMP_WORDS[0]}" "${command[@]}" --help 2> /dev/null | grep -oE -- '--?[a-z][a-z-]*')
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
complete -o default -o bashdefault -F _trunnion trunnion
