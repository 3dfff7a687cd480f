import { BadSettings } from './config.ts'
import type { BlobInfo } from './core/blob.ts'
import type { LimitName, Limits } from './core/refusal.ts'
import { LIMIT_OPTIONS } from './limit-setting.ts'
import { archiveSize, RATIO_FLOOR } from './zip/zip.ts'

/** Checks that the master fits into the limits. Every theme has its files, so no theme could be written otherwise. */
export function assertLimitsFit(limits: Limits, master: ReadonlyMap<string, BlobInfo>): void {
  const mistakes = Object.entries(leastLimits(master))
    .filter(([name, least]) => limits[name as LimitName] < least)
    .map(([name, least]) => {
      const { variable } = LIMIT_OPTIONS[name as LimitName]
      return `${variable} must be at least ${least}, because the original theme needs as much.`
    })
  if (mistakes.length > 0) throw new BadSettings(mistakes.join('\n'))
}

function leastLimits(master: ReadonlyMap<string, BlobInfo>) {
  const files = Array.from(master, ([path, info]) => ({ path, ...info }))
  const most = (of: (file: (typeof files)[number]) => number) => Math.max(...files.map(of))
  const sum = (of: 'size' | 'deflatedSize') => files.reduce((total, file) => total + file[of], 0)
  const ratio = (size: number, deflated: number) => (size > RATIO_FLOOR ? Math.ceil(size / deflated) : 1)
  return {
    archive: archiveSize(files),
    expanded: sum('size'),
    file: most(({ size }) => size),
    // The folder templates is an entry too.
    entries: files.length + 1,
    ratio: Math.max(
      ratio(sum('size'), sum('deflatedSize')),
      most(({ size, deflatedSize }) => ratio(size, deflatedSize)),
    ),
    path: most(({ path }) => path.length),
    segment: most(({ path }) => Math.max(...path.split('/').map(({ length }) => length))),
    levels: most(({ path }) => path.split('/').length),
  } satisfies Partial<Record<LimitName, number>>
}
