import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, type TestService } from '../support/service.ts'
import { within } from '../support/store.ts'

const SHEET = 'common/page_style.css'
const LABELS = 'common/default/template_labels.properties'
const LIGHT_SVG = 'common/logo/default/logo.svg'
const LIGHT_PNG = 'common/logo/default/logo.png'
const HAND_WRITTEN = `/* Ours */\r
:root {\r
\t--color-brand: #7a1f5c !important; /* plum */\r
\t--page-background: linear-gradient(160deg, #ffffff, #eeeeee);\r
\t--space: 1.125rem;\r
}\r
@media (prefers-color-scheme: dark) { :root { --color-line: #444 } }\r
.page-footer { letter-spacing: 0.01em }\r
`
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40" fill="#c00"/></svg>'

describe('colors and logo', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let service: TestService
  let tab: Page
  before(async () => {
    desk = await administratorTab()
    service = desk.service
    tab = desk.tab
  })
  after(() => desk?.close())

  const field = (name: string) => tab.getByRole('textbox', { name, exact: true })
  const button = (name: string) => tab.getByRole('button', { name, exact: true })
  const status = () => tab.getByRole('region', { name: 'Contrast' }).getByRole('status')
  const fileOf = async (id: string, path: string) =>
    await service.call('GET', `/v1.0/branding/themes/${id}/${path}`)
  const detailOf = async (id: string) =>
    (await (await service.call('GET', `/v1.0/tabard/themes/${id}`)).json()) as {
      revision: number
      customized: number
      files: { path: string; state: string }[]
    }
  const open = async (id: string) => {
    await desk.go(`/themes/${id}/brand`)
    await status().waitFor()
  }
  /** Loads the screen anew, with what is stored. */
  const reopen = async () => {
    await tab.reload()
    await status().waitFor()
  }
  const save = async () => {
    await button('Save changes').click()
    await tab.getByText('Colors and logo are saved.').waitFor()
    await desk.dismiss()
  }
  const BUTTON = 'main form button[type=submit]'
  /** What a page computes for an element; the locator tells which page. */
  const styleOf = async (page: Locator, selector: string, property: string) =>
    await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`)

  /** A preview follows a moment later, and the console's policy lets no page be asked by eval. */
  const until = async (isSo: () => Promise<boolean>) => {
    // The frame of the page before goes while it is asked.
    const gone = (error: Error) => {
      if (/detached/.test(error.message)) return false
      throw error
    }
    await within(60_000, () => isSo().catch(gone))
  }

  test('a brand is set over a sheet that was written by hand, and changes those declarations only', async () => {
    const id = await service.createTheme('Plum', packageOf({ [SHEET]: HAND_WRITTEN }))
    await desk.open(`/themes/${id}`)
    await tab.getByRole('link', { name: 'Colors and logo' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Colors and logo' }).waitFor()
    await status().waitFor()
    await becomes(() => field('Brand color').inputValue(), '#7a1f5c')
    await becomes(() => field('Page background').inputValue(), 'linear-gradient(160deg, #ffffff, #eeeeee)')
    await becomes(() => field('Corner radius').inputValue(), '')
    // On a background that stays light, the lighter text of dark mode is hard to read.
    await becomes(() => status().innerText(), /^1 of 6 are too hard to read/)

    await field('Brand color').fill('#0f766e; color: red')
    await tab.getByText('A value cannot contain ; { or }.').waitFor()
    await becomes(() => button('Save changes').isDisabled(), true)
    await field('Brand color').fill('#0f766e')
    await field('Corner radius').fill('0.25rem')
    await field('Text on the page background').fill('#f0f0f0')
    await tab.getByText(/^2 of 6 are too hard to read/).waitFor()
    await tab.getByText('In both modes, the text on the page background must be dark.').waitFor()
    await desk.sound('colors and logo')
    await field('Text on the page background').fill('#333333')
    await tab.getByText(/^All texts meet WCAG AA/).waitFor()
    const page = tab.frameLocator('iframe:visible >> nth=-1').locator('body')
    await until(async () => (await styleOf(page, BUTTON, 'backgroundColor')) === 'rgb(15, 118, 110)')
    assert.equal(await (await fileOf(id, SHEET)).text(), HAND_WRITTEN, 'a preview saves nothing')

    await save()
    const expected = HAND_WRITTEN.replace('#7a1f5c', '#0f766e').replace(
      '--space: 1.125rem;',
      '--space: 1.125rem;\r\n\t--color-on-page: #333333;\r\n\t--radius: 0.25rem;',
    )
    assert.equal(await (await fileOf(id, SHEET)).text(), expected)

    const visitor = await desk.browser.newPage()
    await visitor.goto(`${service.url}${SIGN_IN}?themeId=${id}`)
    const body = visitor.locator('body')
    await becomes(() => styleOf(body, BUTTON, 'backgroundColor'), 'rgb(15, 118, 110)')
    await becomes(() => styleOf(body, 'main', 'borderTopLeftRadius'), '4px')
    await visitor.close()

    await reopen()
    await becomes(() => field('Brand color').inputValue(), '#0f766e')
    await tab.getByRole('button', { name: 'Corner radius: use the master’s value' }).click()
    await tab.getByRole('button', { name: 'Text on the page background: use the master’s value' }).click()
    await field('Brand color').fill('#7a1f5c')
    await save()
    assert.equal(await (await fileOf(id, SHEET)).text(), HAND_WRITTEN)
  })

  test('who saves after somebody else keeps both', async () => {
    const id = await service.createTheme(
      'Shared',
      packageOf({ [SHEET]: ':root { --color-brand: #111111; }' }),
    )
    await open(id)
    await field('Corner radius').fill('2rem')
    await service.call(
      'PUT',
      `/v1.0/branding/themes/${id}/${SHEET}`,
      fileForm(':root { --color-brand: #222222; }'),
    )
    await button('Save changes').click()
    await tab.getByText('Somebody else changed this theme in the meantime').waitFor()
    await becomes(() => field('Brand color').inputValue(), '#222222')
    await becomes(() => field('Corner radius').inputValue(), '2rem')
    // What is chosen while the answer is on its way stays.
    await tab.route(
      `**/${id}/files`,
      async route => {
        await field('Corner radius').fill('3rem')
        await field('Brand color').fill('#333333')
        await route.continue()
      },
      { times: 1 },
    )
    await save()
    assert.equal(await (await fileOf(id, SHEET)).text(), ':root { --color-brand: #222222; --radius: 2rem; }')
    await becomes(() => field('Corner radius').inputValue(), '3rem')
    await save()
    assert.equal(await (await fileOf(id, SHEET)).text(), ':root { --color-brand: #333333; --radius: 3rem; }')
  })

  test('a brand is saved in the sheet that pages use', async () => {
    const used = 'common/page_components/default/page_style.css'
    const sheet = ':root { --color-brand: #111111; }'
    const id = await service.createTheme('Elsewhere', packageOf({ [used]: sheet, [SHEET]: 'a {}' }))
    await open(id)
    await becomes(() => field('Brand color').inputValue(), '#111111')
    await field('Brand color').fill('#0f766e')
    const page = tab.frameLocator('iframe:visible >> nth=-1').locator('body')
    await until(async () => (await styleOf(page, BUTTON, 'backgroundColor')) === 'rgb(15, 118, 110)')
    await save()
    assert.equal(await (await fileOf(id, used)).text(), sheet.replace('#111111', '#0f766e'))
    assert.equal(await (await fileOf(id, SHEET)).text(), 'a {}')
    const link = await tab.getByRole('link', { name: 'Open the style sheet' }).getAttribute('href')
    assert.equal(new URL(link!, service.url).searchParams.get('file'), used)
  })

  test('one logo serves pages and mails, and goes back to the master’s', async () => {
    await open('default')
    const input = tab.getByLabel('Light mode: file')
    await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('a logo') })
    await tab.getByText('This file is not an SVG or PNG image.').waitFor()
    const large = Buffer.alloc(500 * 1024 + 1)
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: large })
    await tab.getByText('This file is larger than 500 KB.').waitFor()
    // Browsers do not tell about a file that is chosen again, unless the field is empty.
    await Promise.all([tab.waitForEvent('filechooser'), button('Choose a logo').click()])
    await becomes(() => input.inputValue(), '')
    await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
    await tab.getByText('Not saved yet').waitFor()
    const wide = `document.querySelector('img').naturalWidth / document.querySelector('img').naturalHeight`
    await tab.getByRole('radiogroup', { name: 'Page' }).getByText('Mail').click()
    const mail = tab.frameLocator('[title="Preview: Mail"] >> nth=-1').locator('img')
    await until(async () => (await mail.evaluate(wide)) === 3)
    await save()
    assert.equal(await (await fileOf('default', LIGHT_SVG)).text(), LOGO)

    const visitor = await desk.browser.newPage()
    await visitor.goto(`${service.url}${SIGN_IN}`)
    assert.equal(await visitor.locator('img.logo').evaluate(wide), 3)

    const png = readFileSync('examples/bank/templates/common/logo/default/logo.png')
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await save()
    assert.deepEqual(Buffer.from(await (await fileOf('default', LIGHT_PNG)).arrayBuffer()), png)
    await visitor.goto(`${service.url}${SIGN_IN}`)
    assert.equal(
      await visitor.locator('img.logo').evaluate(wide),
      png.readUInt32BE(16) / png.readUInt32BE(20),
    )
    await visitor.close()

    const svg = `/v1.0/branding/themes/default/${LIGHT_SVG}`
    await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
    await tab.getByText('Not saved yet').waitFor()
    await service.call('PUT', svg, fileForm('<svg>theirs</svg>'))
    await button('Save changes').click()
    await tab.getByText('Somebody else changed this theme in the meantime').waitFor()
    assert.equal(await (await service.call('GET', svg)).text(), '<svg>theirs</svg>')
    await save()
    assert.equal(await (await service.call('GET', svg)).text(), LOGO)

    await button('Use the master’s logo').click()
    await save()
    assert.equal((await detailOf('default')).customized, 0)
    await desk.sound('logo')
  })

  test('a name, an icon and two logos are saved as one revision', async () => {
    const id = await service.createTheme('Harbour', packageOf({ [SHEET]: ':root { --radius: 1px; }' }))
    const before = await detailOf(id)
    await open(id)
    // What nobody has chosen shows the color that is in effect.
    const swatch = tab.getByLabel('Pick: Accent color')
    await becomes(() => swatch.inputValue(), /^#(?!888888)[0-9a-f]{6}$/)
    await becomes(() => field('Product name').getAttribute('placeholder'), 'Tabard')
    await field('Product name').fill('Plum <b>')
    await tab.getByText('A name cannot contain < > $ or @.').waitFor()
    await becomes(() => button('Save changes').isDisabled(), true)
    await field('Product name').fill('Plum & Sons')
    await field('Brand color').fill('#7a1f5c')
    const put = async (label: string, buffer: Buffer, name = 'a.svg') =>
      await tab.getByLabel(label).setInputFiles({ name, mimeType: 'image/svg+xml', buffer })
    await put('Light mode: file', Buffer.from(LOGO.replace('#c00', '#101014')))
    await tab.getByText('This logo is hard to see on dark pages').waitFor()
    await put('Dark mode: file', Buffer.from(LOGO.replace('#c00', '#fafafa')))
    await tab.getByText('This logo is hard to see on dark pages').waitFor({ state: 'hidden' })
    await put('Icon in browser tabs: file', Buffer.from('nothing'))
    await tab.getByText('This file is not an SVG, PNG or ICO image.').waitFor()
    await put('Icon in browser tabs: file', Buffer.from(LOGO))
    await tab.getByText('This file is not an SVG, PNG or ICO image.').waitFor({ state: 'hidden' })
    await desk.sound('a whole brand')
    await save()
    assert.equal((await detailOf(id)).revision, before.revision + 1)
    assert.equal(await (await fileOf(id, LABELS)).text(), '$PRODUCT_NAME$=Plum & Sons\n')
    assert.match(await (await fileOf(id, 'common/logo/default/logo-dark.svg')).text(), /#fafafa/)

    const visitor = await desk.browser.newPage({ colorScheme: 'dark' })
    await visitor.goto(`${service.url}${SIGN_IN}?themeId=${id}`)
    await becomes(() => visitor.title(), /Plum & Sons$/)
    const logo = visitor.locator('img.logo')
    await becomes(() => logo.getAttribute('alt'), 'Plum & Sons')
    assert.match(
      (await logo.evaluate('document.querySelector("img.logo").currentSrc')) as string,
      /logo-dark/,
    )
    const icon = await visitor.locator('link[rel=icon]').first().getAttribute('href')
    assert.equal(await (await fetch(new URL(icon!, service.url))).text(), LOGO)
    await visitor.close()

    await reopen()
    await becomes(() => field('Product name').inputValue(), 'Plum & Sons')
    await field('Product name').fill('')
    await button('Use the same logo in dark mode').click()
    await button('Use the master’s icon').click()
    await button('Use the master’s logo').click()
    await save()
    assert.deepEqual(
      (await detailOf(id)).files.filter(({ state }) => state !== 'master').map(({ path }) => path),
      [SHEET],
    )
  })

  test('a sheet in which a bracket swallows the rest is left alone', async () => {
    const id = await service.createTheme('Broken', packageOf({ [SHEET]: ':root {\n  --a: rgb(1 2 3;\n}\n' }))
    await desk.go(`/themes/${id}/brand`)
    await tab.getByText('A quote or bracket in line 2 of common/page_style.css is never closed.').waitFor()
  })
})
