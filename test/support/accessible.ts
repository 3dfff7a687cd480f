import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { provideAxe } from './axe.ts'
import { EVERYTHING } from './everything.ts'

/** Waits until nothing moves: colors of the kit fade, and a changed scheme is seen with the next frame. */
const SETTLED = `(async () => {
  for (let still = 0; still < 3; ) {
    await new Promise(requestAnimationFrame)
    const running = document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && effect?.getComputedTiming().endTime < 5_000)
    await Promise.allSettled(running.map(({ finished }) => finished))
    still = running.length === 0 ? still + 1 : 0
  }
})()`

/**
 * Runs axe without the items of long lists, tables and trees that two others have the markup of: tags, classes, roles and
 * states are equal, so only texts and addresses differ. They are not shown meanwhile, because most of the time axe
 * measures what is shown. The item that is used at the moment stays.
 */
const RUN = `async (options, isFull) => {
  const SAME = /^(?:class|style|role|type|disabled|data-.+|aria-(?:hidden|disabled|expanded|selected|checked|current))$/
  const shape = node => node.nodeType === Node.TEXT_NODE ? (node.data.trim() === '' ? '' : 'text')
    : node.nodeType !== Node.ELEMENT_NODE ? ''
    : node.localName + '[' + Array.from(node.attributes, ({ name, value }) => name + (SAME.test(name) ? '=' + value : ''))
        + '](' + Array.from(node.childNodes, shape) + ')'
  const counts = new Map()
  const isRepeated = item => {
    const shapes = counts.get(item.parentNode) ?? new Map()
    counts.set(item.parentNode, shapes)
    const known = shapes.get(shape(item)) ?? 0
    shapes.set(shape(item), known + 1)
    return known >= 2 && item.querySelector(':focus, [aria-expanded=true]') === null && !item.matches(':focus')
  }
  const repeated = isFull ? [] : Array.from(document.querySelectorAll('li, tr, [role=treeitem]')).filter(isRepeated)
  const styles = repeated.map(item => item.getAttribute('style'))
  for (const { style } of repeated) style.setProperty('display', 'none', 'important')
  try {
    const { violations } = await axe.run({ exclude: [['iframe']] }, options)
    return violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).slice(0, 2).join())
  } finally {
    for (const [at, item] of repeated.entries())
      styles[at] === null ? item.removeAttribute('style') : item.setAttribute('style', styles[at])
  }
}`

type Scheme = 'light' | 'dark'
type Rules = 'all' | 'colors' | 'others'

/** The rules of axe that look at colors: no other can find more in dark than in light. */
const COLORS = ['color-contrast', 'link-in-text-block']
const OPTIONS: Record<Rules, object> = {
  all: {},
  colors: { runOnly: COLORS },
  others: { rules: Object.fromEntries(COLORS.map(rule => [rule, { enabled: false }])) },
}

/** Which rules look at a screen in each color scheme. */
type Looks = Readonly<Partial<Record<Scheme, Rules>>>

/** A screen at one size: all rules in light, and those about colors in dark. */
const ONCE: Looks = { light: 'all', dark: 'colors' }
/** Widths of a phone and of a desk. */
export const PHONE = 390
export const DESK = 1440

/**
 * What to look at in a screen that is looked at in several widths: what is shown differs, and its sizes. Colors do not
 * depend on the width, so those of each scheme are looked at in one; sizes do not depend on the scheme.
 */
export function looksAt(width: number): Looks {
  if (width === PHONE) return { light: 'all' }
  return width === DESK ? { dark: 'all' } : { light: 'others' }
}

/** Fails where axe finds something. `npm run test:full` looks with every rule in both color schemes. */
export async function accessible(tab: Page, where: string, looks = ONCE): Promise<void> {
  await provideAxe(tab)
  for (const colorScheme of ['light', 'dark'] as const) {
    const rules = EVERYTHING ? 'all' : looks[colorScheme]
    if (rules === undefined) continue
    await tab.emulateMedia({ colorScheme })
    await tab.evaluate(SETTLED)
    const options = JSON.stringify({ reporter: 'no-passes', ...OPTIONS[rules] })
    const found = await tab.evaluate(`(${RUN})(${options}, ${EVERYTHING})`)
    assert.deepEqual(found, [], `${where} ${colorScheme}`)
  }
  await tab.emulateMedia({ colorScheme: null })
}
