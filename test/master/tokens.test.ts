import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { PAGES } from '../../src/core/catalogue/catalogue.ts'
import { PREVIEW } from '../pages/addresses.ts'
import { provideAxe } from '../support/axe.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { EVERYTHING } from '../support/everything.ts'
import { examplePackage } from '../support/examples.ts'
import { type TestService, testService } from '../support/service.ts'
import { showInPlace } from './in-place.ts'

const COMMON = 'master/templates/common'
const BASE = readFileSync(join(COMMON, 'static/css/base.css'), 'utf8')
const EXAMPLES = readdirSync('examples')
const SCHEMES = ['light', 'dark'] as const

/** Colors that a brand may have, however they suit a button. */
const BRANDS = [
  ...['#000000', '#ffffff', '#808080', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff'],
  ...['#0b1f3a', '#ffd400', '#e4002b', '#00843d', '#6d28d9', '#f59e0b', '#8a9a5b', '#c0ffee', '#331100'],
]

/** Each text with what stands behind it: what it needs is 4.5, and the ring of the focus 3. */
const PAIRS = [
  ['--color-on-button', '--color-button', 4.5],
  ['--color-on-button', '--color-button-hover', 4.5],
  ['--color-link', '--color-surface', 4.5],
  ['--color-link', '--color-tint', 4.5],
  ['--color-text', '--color-surface', 4.5],
  ['--color-muted', '--color-surface', 4.5],
  ['--color-muted', '--color-tint', 4.5],
  ['--color-on-page', '--color-page', 4.5],
  ['--color-on-page', '--color-page-deep', 4.5],
  ['--color-text', '--color-field', 4.5],
  ['--color-error', '--color-error-surface', 4.5],
  ['--color-error', '--color-surface', 4.5],
  ['--color-success', '--color-success-surface', 4.5],
  ['--color-focus', '--color-surface', 3],
  ['--color-field-line', '--color-surface', 3],
  ['--color-field-line', '--color-field', 3],
] as const

/** A block of a sheet that holds under a condition, with one level of braces inside. */
const CONDITIONAL = /@media \(?([^{)]+)\)? \{((?:[^{}]|\{[^{}]*\})*)\}/g
const DECLARATION = /(?<=[{;]\s*)([\w-]+)\s*:/g

/** What has to stand out from the panel. */
const EDGES = [
  ['--color-check', '--color-surface', 1.9],
  ['--color-button', '--color-surface', 1.9],
  ['--color-button-line', '--color-surface', 1.9],
] as const

test('the tokens of the base sheet are those that page_style.css tells of', () => {
  const internal = new Set([
    '--space-fitted',
    '--shade',
    '--edge-turn',
    '--bend',
    '--font-script',
    '--tracking-title',
  ])
  const set = new Set([...BASE.matchAll(/^\s+(--[\w-]+):/gm)].map(([, name]) => name!))
  const told = new Set(readFileSync(join(COMMON, 'page_style.css'), 'utf8').match(/--[a-z][\w-]*/g))
  assert.deepEqual([...told].sort(), [...set].filter(name => !internal.has(name)).sort())
})

test('no color depends on the width of the window, and no size on the color scheme', () => {
  // browser.test.ts tries colors at one width, and sizes in one scheme.
  const allowed = {
    'min-width: 30rem': /^(?:padding|margin|display|grid|column-gap)/,
    'prefers-color-scheme: dark':
      /^(?:--color-|--shade$|--shadow$|color$|background|border-color$|border-radius$|box-shadow$)/,
  }
  const paths = globSync('master/templates/**/*.{css,html,xml}')
  for (const path of paths) {
    const sheet = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const blocks = [...sheet.matchAll(CONDITIONAL)]
    assert.equal(blocks.length, sheet.match(/@(?:media|container)/g)?.length ?? 0, `every block of ${path}`)
    for (const [, condition = '', block = ''] of blocks) {
      if (/^print|reduced-motion|forced-colors/.test(condition)) continue
      const properties = new Map(Object.entries(allowed)).get(condition)
      assert.ok(properties, `${condition} is none of the conditions that browser.test.ts tries`)
      for (const [, property = ''] of block.matchAll(DECLARATION)) assert.match(property, properties, path)
    }
  }
  assert.ok(paths.length > 60)
})

test('the base sheet turns with the direction of the text', () => {
  const sides =
    /^\s*(?:margin|padding|border|inset)-(?:left|right)|^\s*(?:left|right)\s*:|text-align:\s*(?:left|right)/m
  assert.doesNotMatch(BASE, sides)
})

describe('the colors of a brand', () => {
  let service: TestService
  let browser: Browser
  let authorization: string

  before(async () => {
    service = await testService('SQLite')
    authorization = `Bearer ${await service.token()}`
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`are readable in ${colorScheme} mode, whatever they are`, async () => {
      const context = await browser.newContext({ colorScheme, extraHTTPHeaders: { authorization } })
      const tab = await context.newPage()
      await tab.goto(`${service.url}${PREVIEW}/login`)
      for (const brand of BRANDS) {
        const found = (await tab.evaluate(contrasts(brand))) as number[]
        for (const [index, [text, behind, needed]] of PAIRS.entries())
          assert.ok(found[index]! >= needed, `${brand}: ${text} on ${behind} has ${found[index]}`)
      }
      await context.close()
    })

    test(`give buttons and ticked boxes an edge in ${colorScheme} mode, whatever they are`, async () => {
      const context = await browser.newContext({ colorScheme, extraHTTPHeaders: { authorization } })
      const tab = await context.newPage()
      await tab.goto(`${service.url}${PREVIEW}/login`)
      for (const brand of BRANDS) {
        const [check, button, line] = (await tab.evaluate(contrasts(brand, EDGES))) as number[]
        assert.ok(check! >= 1.9, `${brand}: a ticked box has ${check}`)
        // A line that is not there counts as the panel behind it.
        assert.ok(Math.max(button!, line!) >= 1.9, `${brand}: a button has ${button}, its line ${line}`)
        // In grey a button looks disabled.
        if (brand === '#000000') assert.ok(button! >= 10, `black has ${button}`)
      }
      await context.close()
    })
  }

  for (const [turn, name] of EXAMPLES.entries()) {
    test(`of the example ${name} pass in light and in dark mode`, async () => {
      const themeId = await service.createTheme(name, examplePackage(name))
      const context = await browser.newContext({
        extraHTTPHeaders: { authorization },
        reducedMotion: 'reduce',
      })
      const tab = await context.newPage()
      for (const [at, { id }] of PAGES.entries()) {
        const address = `${service.url}${PREVIEW}/${id}?themeId=${themeId}`
        const answer = await fetch(address, { headers: { authorization } })
        await showInPlace(tab, address, await answer.text())
        await provideAxe(tab)
        await tab.evaluate(`document.querySelector('main').style.backgroundImage = 'none'`)
        for (const [nth, colorScheme] of SCHEMES.entries()) {
          // The pages have the same classes, so each is judged in one scheme, and in the other one with the next example.
          if (!EVERYTHING && (at + turn + nth) % 2 === 0) continue
          await tab.emulateMedia({ colorScheme })
          const found = await tab.evaluate(`
            axe.run({ runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) =>
              id + ' ' + nodes.map(({ html }) => html).join()))`)
          assert.deepEqual(found, [], `${id} ${colorScheme}`)
        }
      }
      await context.close()
    })
  }
})

test('the examples are a few files each, and their sheets ten lines', () => {
  assert.equal(EXAMPLES.length, 3)
  for (const name of EXAMPLES) {
    const files = globSync(`examples/${name}/templates/**/*.*`)
    const languages = files.filter(file => /\/common\/labels\//.test(file))
    assert.equal(languages.length, readdirSync(join(COMMON, 'labels')).length, `${name} speaks all languages`)
    assert.ok(files.length - languages.length <= 5, `${name} has ${files.length} files`)
    const sheet = readFileSync(`examples/${name}/templates/common/page_style.css`, 'utf8')
    const declared = sheet.split('\n').filter(line => line.includes(':') && !line.includes('{'))
    assert.ok(declared.length <= 10, `${name} sets ${declared.length} tokens`)
    for (const line of declared) assert.match(line, /^ {2}--[a-z-]+: .+;$/)
  }
})

/** The contrasts of all pairs under a brand color, counted on the pixels that a canvas makes of the colors. */
function contrasts(brand: string, pairs: readonly (readonly [string, string, number])[] = PAIRS): string {
  return `
    document.documentElement.style.setProperty('--color-brand', '${brand}');
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
    const luminance = name => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(' + name + ')';
      canvas.fillStyle = getComputedStyle(probe).color;
      probe.remove();
      canvas.fillRect(0, 0, 1, 1);
      const linear = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map(value => linear(value / 255));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    ${JSON.stringify(pairs)}.map(([text, behind]) => {
      const [light, dark] = [luminance(text), luminance(behind)].sort((a, b) => b - a);
      return Math.round((light + 0.05) / (dark + 0.05) * 100) / 100;
    })`
}
