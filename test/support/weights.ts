import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, 'weights.json')
/** For files that are not in the list, because they are new or quick. */
const USUAL = 2

const weights: Readonly<Record<string, number>> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {}

/** About how many seconds a test file takes, from a run of all. The order and the grouping of files depend on it. */
export function weightOf(file: string): number {
  return weights[file] ?? USUAL
}

/** Whether a file is known to take longer than most. */
export function isHeavy(file: string): boolean {
  return weightOf(file) > USUAL
}

/** Writes how long files took to the list, for the runs to come. */
export function keepWeights(seconds: ReadonlyMap<string, number>): void {
  const heavy = [...seconds].filter(([, took]) => took > USUAL).sort()
  const rounded = heavy.map(([file, took]) => [file, Math.round(took)])
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
}
