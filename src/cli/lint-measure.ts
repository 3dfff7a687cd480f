import { readFileSync } from 'node:fs'
import type { Tab } from '../browser/browser.ts'
import type { RenderedPage } from '../lint/lint.ts'
import { assetFile } from '../program.ts'

const SCRIPT = readFileSync(assetFile('cli/lint-measure-script.js'), 'utf8')

/** The measurements of a page. */
export type Measures = Pick<RenderedPage, 'faint' | 'unmarked' | 'small' | 'wide'>

export const NOTHING: Measures = { faint: { light: [], dark: [] }, unmarked: [], small: [], wide: new Map() }

/** The widths of phone screens that pages must fit. */
const WIDTHS = [390, 320] as const

/** Measures an open page: on a large screen in light and dark mode, and on phones. */
export async function measured(tab: Tab): Promise<Measures> {
  const measure = async <K extends 'texts' | 'unmarked' | 'small' | 'wide'>(what: K) =>
    (await tab.evaluate(`measure.${what}()`)) as Told[K]
  await tab.evaluate(SCRIPT)
  await tab.evaluate('measure.ready()')
  const light = await measure('texts')
  // Browsers show the focus only to people who use the keyboard.
  await tab.pressTab()
  const unmarked = await measure('unmarked')
  await tab.look(1280, 'dark')
  const dark = await measure('texts')
  const wide = new Map<number, Told['wide']>()
  let small: Told['small'] = []
  for (const width of WIDTHS) {
    await tab.look(width, 'light')
    if (width === WIDTHS[0]) small = await measure('small')
    wide.set(width, await measure('wide'))
  }
  return { faint: { light, dark }, unmarked, small, wide }
}

interface Told {
  readonly texts: Measures['faint']['light']
  readonly unmarked: Measures['unmarked']
  readonly small: Measures['small']
  readonly wide: Measures['unmarked']
}
