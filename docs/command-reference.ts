import { Command, type Option } from 'commander'
import { commandsFor } from '../src/cli/commands.ts'
import { withRemoteOptions } from '../src/cli/theme/options.ts'
import { themeCommand } from '../src/cli/theme/theme.ts'

/** Commands with a guide of their own. */
const ELSEWHERE = ['lint', 'theme']
/** Options that the page explains once, for all commands. */
const EVERYWHERE = ['--tenant', '--json']

/** The commands of `tabard theme`, made from the commands themselves. */
export function themeCommandReference(): string {
  const options = withRemoteOptions(new Command('any')).options
  const shared = new Set(options.map(({ long }) => long))
  return [
    'Every command takes these options:',
    table(options.filter(({ hidden }) => !hidden)),
    ...leavesOf(themeCommand(), 'theme').flatMap(leaf =>
      section('###', leaf, ({ long }) => !shared.has(long)),
    ),
  ].join('\n\n')
}

/** All other commands: a section for each first word. */
export async function commandReference(): Promise<string> {
  const commands = (await commandsFor([], '')).filter(command => !ELSEWHERE.includes(command.name()))
  const own = ({ long }: Option) => !EVERYWHERE.includes(long!)
  return commands
    .flatMap(command => {
      const leaves = leavesOf(command, command.name())
      if (command.commands.length === 0) return section('##', leaves[0]!, own)
      return [`## ${command.name()}`, ...leaves.flatMap(leaf => section('###', leaf, own))]
    })
    .join('\n\n')
}

type Leaf = readonly [name: string, command: Command]

function leavesOf(command: Command, name: string): Leaf[] {
  if (command.commands.length === 0) return [[name, command]]
  return command.commands.flatMap(inner => leavesOf(inner, `${name} ${inner.name()}`))
}

function section(level: string, [name, command]: Leaf, own: (option: Option) => boolean): string[] {
  const options = command.options.filter(option => !option.hidden && own(option))
  const used = [name, ...command.registeredArguments.map(argumentOf)].join(' ')
  const values = command.registeredArguments.flatMap(argument =>
    argument.argChoices === undefined
      ? []
      : [`\`${argumentOf(argument)}\` is one of ${listed(argument.argChoices)}.`],
  )
  return [
    `${level} ${name}`,
    [`\`tabard ${used}\`: ${command.description()}.`, ...values].join(' '),
    ...(options.length === 0 ? [] : [table(options)]),
  ]
}

function argumentOf(argument: Command['registeredArguments'][number]): string {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

function table(options: readonly Option[]): string {
  const hasVariables = options.some(({ envVar }) => envVar !== undefined)
  const rows = options.map(option => {
    const { flags, envVar } = option
    const variable = envVar === undefined ? '' : `\`${envVar}\``
    return row([
      `\`${flags.replaceAll('|', '\\|')}\``,
      ...(hasVariables ? [variable] : []),
      meaningOf(option).replaceAll('|', '\\|'),
    ])
  })
  const head = hasVariables ? ['option', 'variable', 'meaning'] : ['option', 'meaning']
  return [row(head), row(head.map(() => '---')), ...rows].join('\n')
}

/** The description of an option, with its values and its default. `--help` adds both by itself. */
function meaningOf({ description, argChoices, defaultValue }: Option): string {
  const values = argChoices === undefined ? '' : `: ${listed(argChoices)}`
  const isTold = typeof defaultValue === 'number' || (typeof defaultValue === 'string' && defaultValue !== '')
  return `${description}${values}${isTold ? ` (default: ${defaultValue})` : ''}`
}

function listed(values: readonly string[]): string {
  return values.map(value => `\`${value}\``).join(', ')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
