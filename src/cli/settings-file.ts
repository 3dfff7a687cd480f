import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { shown } from './lint-shown.ts'
import { Problem } from './problem.ts'

export const SETTINGS_FILE = 'tabard.toml'

export type Table = Readonly<Record<string, unknown>>

/** Creates a problem from a sentence about the file. */
export type Mistake = (sentence: string) => Problem

/** The settings of a repository as written in its file. */
export interface WrittenSettings {
  readonly file: string
  readonly settings: Table
  readonly mistake: Mistake
}

/**
 * The settings file for a folder: in the folder, or above it up to the root of the repository. Without a repository,
 * only the folder itself is searched, because a file further up may belong to somebody else.
 */
export function settingsFile(folder: string): string | undefined {
  const start = resolve(folder)
  const found: string[] = []
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, SETTINGS_FILE))) found.push(join(at, SETTINGS_FILE))
    if (existsSync(join(at, '.git'))) return found[0]
    if (dirname(at) === at) break
  }
  return found.find(file => dirname(file) === start)
}

/** Reads the file. The TOML parser is an argument, so that commands without settings do not load one. */
export function writtenSettings(file: string, parse: (text: string) => Table): WrittenSettings {
  const mistake = (sentence: string) => new Problem(2, `${shown(file)}: ${sentence}`)
  try {
    return { file, settings: parse(readFileSync(file, 'utf8')), mistake }
  } catch (error) {
    throw mistake(`the file cannot be read. ${shown((error as Error).message.split('\n')[0]!)}`)
  }
}

/** A table of the settings; empty if it is missing. */
export function tableOf(value: unknown, name: string, mistake: Mistake): Table {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Table
  throw mistake(`${name} must be a table.`)
}

/** Quotes a foreign word in a message. */
export function quoted(text: string): string {
  return `"${shown(text)}"`
}
