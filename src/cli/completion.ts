import { Argument, Command } from 'commander'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** A command, the words that lead to it, and the words that can follow. */
interface Place {
  /** Such as `theme push`; empty for the program itself. */
  readonly path: string
  readonly words: readonly Word[]
}

interface Word {
  readonly word: string
  readonly meaning: string
}

/**
 * `tabard completion`: a script that lets a shell complete commands and options. The script is static: pressing Tab
 * starts no process.
 */
export function completionCommand(others: readonly Command[]): Command {
  const completion = new Command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which shell it is for').choices(SHELLS))
    .action((shell: Shell) => {
      console.log(SCRIPTS[shell](placesOf([...others, completion])))
    })
  return completion
}

function placesOf(commands: readonly Command[], path = ''): Place[] {
  const here: Place = {
    path,
    words: commands.map(command => ({ word: command.name(), meaning: command.description() })),
  }
  return [here, ...commands.flatMap(command => below(command, `${path} ${command.name()}`.trim()))]
}

function below(command: Command, path: string): Place[] {
  if (command.commands.length > 0) return placesOf(command.commands, path)
  const options = command.options.filter(({ hidden, long }) => !hidden && long != null)
  return [{ path, words: options.map(({ long, description }) => ({ word: long!, meaning: description })) }]
}

const SCRIPTS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: places => `# Completion for bash: source <(tabard completion bash)
_tabard() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; *) path="\${path:+$path }$word" ;; esac
  done
  local words=""
  while :; do
    case "$path" in
${places.map(({ path, words }) => `      ${quoted(path)}) words=${quoted(words.map(({ word }) => word).join(' '))}; break ;;`).join('\n')}
      '') break ;;
      *' '*) path="\${path% *}" ;;
      *) path="" ;;
    esac
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tabard tabard`,

  zsh: places => `#compdef tabard
# Completion for zsh: source <(tabard completion zsh)
_tabard() {
  local place word
  local -a described
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] && break
    place="\${place:+$place }$word"
  done
  while :; do
    case "$place" in
${places.map(({ path, words }) => `      ${quoted(path)}) described=(${words.map(({ word, meaning }) => quoted(`${word}:${meaning}`)).join(' ')}); break ;;`).join('\n')}
      '') break ;;
      *' '*) place="\${place% *}" ;;
      *) place="" ;;
    esac
  done
  _describe tabard described || _files
}
compdef _tabard tabard`,

  fish: places => `# Completion for fish: tabard completion fish | source
function __tabard_at
  set -l path
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and break
    set -a path $word
  end
  set -l place (string join ' ' $path)
  test "$place" = "$argv[1]"; and return 0
  test -n "$argv[2]"; and string match -q -- "$argv[1] *" "$place"
end
${places
  .flatMap(({ path, words }) =>
    words.map(({ word, meaning }) => {
      const isOption = word.startsWith('--')
      const at = `-n ${quoted(`__tabard_at "${path}"${isOption ? ' more' : ''}`)}`
      const what = isOption ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c tabard ${at} ${what} -d ${quoted(meaning)}`
    }),
  )
  .join('\n')}`,
}

/**
 * Quotes a text so that all three shells read it as one word. Quotes in the text are replaced, because they would end
 * it.
 */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’').replaceAll('\\', '')}'`
}
