import type { Store } from '../store/store.ts'
import type { Themes } from '../themes/themes.ts'
import { type Finding, some } from './finding.ts'
import { shown } from './lint-shown.ts'
import { allThemes } from './named.ts'
import { counting } from './progress.ts'

/** How long themes are checked. The themes that are left after this time are only counted. */
const MOST_MS = 60_000

/** Which themes have errors that `tabard lint` would report. */
export async function lintFinding(store: Store, themes: Themes): Promise<Finding> {
  const check = 'lint'
  const bad: string[] = []
  const progress = counting('Checking themes')
  const began = performance.now()
  let [count, left] = [0, 0]
  for (const tenant of await store.tenants()) {
    const { linting } = themes.of(tenant.id, { author: 'doctor' })
    for (const theme of await allThemes(store.tenant(tenant.id))) {
      if (performance.now() - began > MOST_MS) {
        left += 1
        continue
      }
      progress.at(count, count + 1)
      // The checks of the stored data report damaged and missing contents.
      const report = await linting.revision(theme).catch(() => undefined)
      if (report === undefined) continue
      count += 1
      const errors = report.counts.fatal + report.counts.error
      if (errors > 0) bad.push(`${shown(theme.name)} (tenant ${shown(tenant.name)}): ${errors}`)
    }
  }
  progress.end()
  const unchecked =
    left === 0 ? '' : ` ${left} more themes were not checked, because that would take too long.`
  if (bad.length === 0)
    return left === 0
      ? { check, state: 'ok', text: `${count} checked, without errors` }
      : { check, state: 'warning', text: `${count} checked, without errors.${unchecked}` }
  const text = `Errors in ${some(bad)}. Run "tabard lint <theme>" to see them.${unchecked}`
  return { check, state: 'warning', text }
}
