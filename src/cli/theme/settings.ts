import { dirname, resolve } from 'node:path'
import { nearest } from '../../core/nearest.ts'
import { shown } from '../lint-shown.ts'
import { Problem } from '../problem.ts'
import {
  type Mistake,
  quoted,
  SETTINGS_FILE,
  settingsFile,
  type Table,
  tableOf,
  writtenSettings,
} from '../settings-file.ts'

/** The settings of one environment in `tabard.toml`. */
export interface Environment {
  readonly server?: string
  readonly theme?: string
  readonly clientId?: string
  readonly path?: string
}

export interface Settings {
  /** The folder that contains the file; without a file, the folder where the search started. */
  readonly folder: string
  readonly environment: Environment
}

const USUAL = 'default'
const KEYS = { server: 'server', theme: 'theme', 'client-id': 'clientId', path: 'path' } as const

/** The settings of an environment: the one that is named, otherwise `default`, otherwise the only one. */
export async function settingsFrom(start: string, wanted: string | undefined): Promise<Settings> {
  const file = settingsFile(start)
  if (file === undefined) {
    if (wanted === undefined) return { folder: resolve(start), environment: {} }
    throw new Problem(
      2,
      `The environment ${quoted(wanted)} was not found, because there is no ${SETTINGS_FILE} here. Run "tabard theme init" to write one.`,
    )
  }
  const { parse } = await import('smol-toml')
  const { settings, mistake } = writtenSettings(file, parse)
  const environments = tableOf(settings.environments, '[environments]', mistake)
  const names = Object.keys(environments)
  const name = wanted ?? (names.includes(USUAL) || names.length === 0 ? USUAL : names[0]!)
  if (wanted === undefined && !names.includes(USUAL) && names.length > 1)
    throw mistake(`choose an environment with --environment: ${names.map(quoted).join(', ')}.`)
  if (wanted !== undefined && !names.includes(wanted)) {
    const meant = nearest(wanted, names)
    throw mistake(
      `there is no environment ${quoted(wanted)}.${meant === undefined ? '' : ` Did you mean ${quoted(meant)}?`}`,
    )
  }
  const table = tableOf(environments[name], `[environments.${name}]`, mistake)
  return { folder: dirname(file), environment: environmentOf(table, name, mistake) }
}

function environmentOf(table: Table, name: string, mistake: Mistake): Environment {
  const found: Record<string, string> = {}
  for (const [key, value] of Object.entries(table)) {
    if (/secret/.test(key))
      throw mistake('a secret does not belong here. Use "tabard theme login", or TABARD_CLIENT_SECRET.')
    const known = Object.hasOwn(KEYS, key) ? KEYS[key as keyof typeof KEYS] : undefined
    if (known === undefined)
      throw mistake(
        `there is no setting ${quoted(key)} in [environments.${shown(name)}]. There are: ${Object.keys(KEYS).join(', ')}.`,
      )
    if (typeof value !== 'string') throw mistake(`${key} must be a text.`)
    found[known] = value
  }
  return found
}
