import type { BlobInfo } from './core/blob.ts'
import { DEFAULT_LIMITS, type LimitName, type Limits } from './core/refusal.ts'
import { LIMIT_OPTIONS } from './limit-setting.ts'
import { archiveSize, RATIO_FLOOR } from './zip/zip.ts'

const NAMES = Object.keys(DEFAULT_LIMITS) as LimitName[]

/** Limits that the master exceeds, one sentence each. */
export function limitWarnings(limits: Limits, master: ReadonlyMap<string, BlobInfo>): string[] {
  // The master is within the defaults, and packing it to see how much it needs takes a tenth of a start.
  if (!NAMES.some(name => limits[name] < DEFAULT_LIMITS[name])) return []
  return [
    // Every theme has the files of the master.
    ...exceeded(
      limits,
      leastOfTheme(master),
      variable => `The original theme exceeds ${variable}, so that no theme can be changed.`,
    ),
    // Only what somebody writes is held against these.
    ...exceeded(
      limits,
      leastOfFiles(master),
      variable =>
        `Files of the original theme exceed ${variable}, so that no package with them can be uploaded.`,
    ),
  ]
}

function exceeded(
  limits: Limits,
  least: Partial<Record<LimitName, number>>,
  problem: (variable: string) => string,
): string[] {
  return Object.entries(least)
    .filter(([name, value]) => limits[name as LimitName] < value)
    .map(
      ([name, value]) => `${problem(LIMIT_OPTIONS[name as LimitName].variable)} Set it to ${value} or more.`,
    )
}

function leastOfTheme(master: ReadonlyMap<string, BlobInfo>) {
  const files = Array.from(master, ([path, info]) => ({ path, ...info }))
  const sum = (of: 'size' | 'deflatedSize') => files.reduce((total, file) => total + file[of], 0)
  const ratio = (size: number, deflated: number) => (size > RATIO_FLOOR ? Math.ceil(size / deflated) : 1)
  const ratios = files.map(({ size, deflatedSize }) => ratio(size, deflatedSize))
  return {
    archive: archiveSize(files),
    expanded: sum('size'),
    // The folder templates is an entry too.
    entries: files.length + 1,
    ratio: Math.max(ratio(sum('size'), sum('deflatedSize')), ...ratios),
  } satisfies Partial<Record<LimitName, number>>
}

function leastOfFiles(master: ReadonlyMap<string, BlobInfo>) {
  const paths = [...master.keys()]
  const segments = paths.map(path => path.split('/'))
  return {
    file: Math.max(...Array.from(master.values(), ({ size }) => size)),
    path: Math.max(...paths.map(path => path.length)),
    segment: Math.max(...segments.flat().map(segment => segment.length)),
    levels: Math.max(...segments.map(({ length }) => length)),
  } satisfies Partial<Record<LimitName, number>>
}
