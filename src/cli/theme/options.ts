import { type Command, Option } from 'commander'
import { isEmpty, turnsOff } from '../../connection-setting.ts'

/** Options of every `theme` command. */
export interface RemoteOptions {
  readonly theme?: string
  readonly environment?: string
  readonly server?: string
  readonly path?: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly credentials?: string
  readonly json?: boolean
  readonly input: boolean
  readonly source?: string
  readonly color: boolean
  readonly verbose?: boolean
}

/** An option that can also be set by an environment variable. An empty variable counts as unset. */
export function option(flags: string, description: string, variable: string): Option {
  const made = new Option(flags, description)
  // Commander takes any value for a flag, "false" too. NO_COLOR works that way everywhere.
  const isFlag = !made.required && !made.optional && variable !== 'NO_COLOR'
  return isEmpty(variable) || (isFlag && turnsOff(variable)) ? made : made.env(variable)
}

/** Adds the options that every `theme` command has. Each can also be set by a variable. */
export function withRemoteOptions(command: Command): Command {
  return command
    .addOption(
      option('-t, --theme <theme>', 'the theme: its id or name, or the beginning of either', 'TABARD_THEME'),
    )
    .addOption(
      option('-e, --environment <name>', 'which environment of tabard.toml to use', 'TABARD_ENVIRONMENT'),
    )
    .addOption(option('--server <url>', 'address of the service', 'TABARD_SERVER'))
    .addOption(option('--path <folder>', 'the folder of the theme, which contains templates', 'TABARD_PATH'))
    .addOption(option('--client-id <id>', 'id of the API client', 'TABARD_CLIENT_ID'))
    .addOption(option('--client-secret <secret>', 'its secret', 'TABARD_CLIENT_SECRET').hideHelp())
    .addOption(option('--credentials <file>', 'file for saved credentials', 'TABARD_CREDENTIALS'))
    .addOption(
      option(
        '--source <name>',
        'name of this repository in the history (default: address of origin)',
        'TABARD_SOURCE',
      ),
    )
    .addOption(option('-j, --json', 'print JSON', 'TABARD_JSON'))
    .addOption(option('--no-input', 'never ask for input or confirmation', 'TABARD_NO_INPUT'))
    .addOption(option('--no-color', 'print no colors', 'NO_COLOR'))
    .addOption(option('--verbose', 'print every request on standard error', 'TABARD_VERBOSE'))
}

/** Collects the values of an option that may be given several times. */
export function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
