import type { BlobInfo } from './core/blob.ts'
import type { LimitName, Limits } from './core/refusal.ts'
import { LIMIT_OPTIONS } from './limit-setting.ts'
import { archiveSize, RATIO_FLOOR } from './zip/zip.ts'

/** Limits that the master exceeds, one sentence each. Every theme has its files, so no theme can be changed then. */
export function limitWarnings(limits: Limits, master: ReadonlyMap<string, BlobInfo>): string[] {
  return Object.entries(leastLimits(master))
    .filter(([name, least]) => limits[name as LimitName] < least)
    .map(([name, least]) => {
      const { variable } = LIMIT_OPTIONS[name as LimitName]
      return `The original theme exceeds ${variable}, so that no theme can be changed. Set it to ${least} or more.`
    })
}

function leastLimits(master: ReadonlyMap<string, BlobInfo>) {
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
