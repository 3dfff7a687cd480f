import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { lend } from '../support/lend.ts'
import { addOperator } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount, addApplication } from '../support/people.ts'
import { fileForm } from '../support/service.ts'

const SHEET = 'common/page_style.css'
const LONG = `Harbour${'-and-more'.repeat(13)}`

describe('the screens of the console', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page
  let plum: string
  let shop: string
  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
    plum = await desk.service.createTheme('Plum', packageOf({ [SHEET]: 'a{}' }))
    await desk.service.createTheme(LONG, packageOf({ [SHEET]: 'b{}' }))
    for (const name of ['Shop 10', 'Shop 2', 'Shop 1']) {
      const redirects = ['https://shop.example/callback']
      ;({ id: shop } = await addApplication(desk.service, { name, redirects, themeId: plum }))
    }
    await addApplication(desk.service, { name: 'Admin', redirects: ['https://admin.example/callback'] })
  })
  after(() => desk?.close())

  const button = (name: string) => tab.getByRole('button', { name, exact: true })
  const link = (name: string) => tab.getByRole('link', { name, exact: true })
  const dialog = (name: string) => tab.getByRole('dialog', { name })
  const width = async (pixels: number) => await tab.setViewportSize({ width: pixels, height: 844 })
  /** Whether something is in view on a phone, from side to side. */
  const isSeen = async (what: Locator) => {
    const { x, width: wide } = (await what.boundingBox())!
    return x >= 0 && x + wide <= 390
  }
  const rows = async () =>
    (await tab.getByRole('row').getByRole('link').allInnerTexts()).filter(name => /^(Shop|Admin)/.test(name))

  test('are never wider than the window', async () => {
    const screens = [
      '/',
      '/themes',
      `/themes/${plum}`,
      `/themes/${plum}?tab=history`,
      `/themes/${plum}?tab=analytics`,
      `/themes/${plum}/brand`,
      '/applications',
      `/applications/${shop}?tab=sign-in`,
      `/applications/${shop}?tab=access`,
      '/groups',
      '/requests',
      '/requests?tab=deputies',
      '/analytics',
      '/linter',
      '/clients',
      '/clients/test-client',
      '/outbox',
    ]
    const wider: Record<string, readonly number[]> = {
      '/': [1440],
      '/themes': [820],
      [`/themes/${plum}`]: [820, 1440],
      '/applications': [820],
      '/clients': [820],
      '/outbox': [820],
    }
    await width(390)
    for (const path of screens) {
      await desk.go(path)
      await desk.isNarrow(`${path} at 390`)
      for (const pixels of wider[path] ?? []) {
        await width(pixels)
        await desk.isNarrow(`${path} at ${pixels}`)
      }
      await width(390)
    }
    await desk.go('/clients')
    await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outbox' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
    await desk.open('/outbox')
    const here = tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outbox' })
    await becomes(() => isSeen(here), true, 'the navigation shows where one is')
    await desk.open(`/themes/${plum}?tab=analytics`)
    const current = tab.getByRole('tab', { name: 'Analytics' })
    await becomes(() => isSeen(current), true, 'the tabs show which one is current')
    await desk.open('/outbox')
    await desk.sound('outbox on a phone')
    await desk.go('/applications')
    await link('Shop 2').waitFor()
    await desk.sound('applications on a phone')
    await width(1440)
  })

  test('give the focus back when a dialog closes, also to the menu that it was chosen in', async () => {
    await desk.go('/themes')
    const focused = async (name: string) =>
      await tab
        .locator(':focus')
        .and(tab.getByRole('button', { name, exact: true }))
        .waitFor()
    await button('Create theme').click()
    await dialog('Create theme').getByRole('button', { name: 'Cancel' }).click()
    await focused('Create theme')
    for (const [item, title] of [
      ['Edit name and description…', 'Edit name and description'],
      ['Upload a package…', 'Upload a package to Plum'],
      ['Delete…', 'Plum is in use'],
    ] as const) {
      await button('Actions for Plum').click()
      if (item === 'Delete…') await desk.sound('an open menu')
      await tab.getByRole('menuitem', { name: item }).click()
      await dialog(title).waitFor()
      await tab.keyboard.press('Escape')
      await focused('Actions for Plum')
    }
  })

  test('give the focus to the heading when changes are saved, and their bar disappears', async () => {
    for (const [path, change] of [
      [`/applications/${shop}`, () => tab.getByLabel('Description').fill('For sailors')],
      ['/clients/test-client', () => tab.getByRole('textbox', { name: 'Name' }).fill('Robot')],
      ['/linter', () => tab.getByLabel('Allow a tag manager on the registration page').press('Space')],
    ] as const) {
      await desk.open(path)
      await change()
      await button('Save changes').press('Enter')
      await tab.getByText(/^Changes are saved/).waitFor()
      await tab.locator('h1:focus').waitFor()
      await tab.keyboard.press('Tab')
      assert.ok(await tab.locator('main :focus').count(), `${path}: the keyboard continues in the screen`)
    }
  })

  test('keep the filter of a list on the way back, and count as people do', async () => {
    await desk.go('/themes')
    await link('Plum').waitFor()
    const names = tab.getByRole('list', { name: 'Themes' }).getByRole('heading')
    await becomes(() => names.allInnerTexts(), ['default', LONG, 'Plum'])
    await link('Applications').click()
    await link('Shop 2').waitFor()
    await becomes(() => rows(), ['Admin', 'Shop 1', 'Shop 2', 'Shop 10'])
    await tab.getByRole('searchbox', { name: 'Filter applications' }).fill('shop')
    await tab.getByText('3 applications').waitFor()
    await button('Name').click()
    await becomes(() => rows(), ['Shop 10', 'Shop 2', 'Shop 1'])
    await becomes(async () => new URL(tab.url()).search, '?filter=shop&sort=-name')
    const upwards = tab.getByRole('main').getByRole('link', { name: 'Applications' })
    for (const back of [() => tab.goBack(), () => upwards.click()]) {
      await link('Shop 2').click()
      await tab.getByRole('heading', { level: 1, name: 'Shop 2' }).waitFor()
      await back()
      await tab.getByRole('heading', { level: 1, name: 'Applications' }).waitFor()
      await tab.getByText('3 applications').waitFor()
      await becomes(() => rows(), ['Shop 10', 'Shop 2', 'Shop 1'])
    }
  })

  test('keep percent signs of a filter, and find a file with any name', async () => {
    await desk.open('/themes')
    const filter = tab.getByRole('searchbox', { name: 'Filter themes' })
    await filter.pressSequentially('50%20off %41')
    assert.equal(await filter.inputValue(), '50%20off %41')
    const path = 'common/static/css/red+blue & more.css'
    const id = await desk.service.createTheme('Colors', packageOf({ [path]: 'a{}' }))
    await desk.open(`/themes/${id}?tab=files&file=${encodeURIComponent(path)}`)
    await tab.getByRole('treeitem', { name: 'red+blue & more.css', selected: true }).waitFor()
  })

  test('name the first applications that use a theme, and lead to the others', async () => {
    const themeId = await desk.service.createTheme('Busy', packageOf({}))
    for (const number of [10, 9, 8, 2, 1]) {
      await addApplication(desk.service, { name: `Kiosk ${number}`, themeId })
    }
    await desk.open(`/themes/${themeId}`)
    await button('Actions for Busy').click()
    await tab.getByRole('menuitem', { name: 'Delete…' }).click()
    const inUse = dialog('Busy is in use')
    await inUse.getByText('use it: Kiosk 1, Kiosk 2, Kiosk 8 and 2 more. Choose').waitFor()
    await desk.fits('a theme that many applications use')
    await inUse.getByRole('link', { name: '2 more' }).click()
    await inUse.waitFor({ state: 'hidden' })
    await tab.getByRole('tab', { name: 'Used by', selected: true }).waitFor()
    await becomes(
      () => tab.getByRole('link', { name: /^Kiosk/ }).allInnerTexts(),
      ['Kiosk 1', 'Kiosk 2', 'Kiosk 8', 'Kiosk 9', 'Kiosk 10'],
    )
  })

  test('say in ordinary words what is wrong, at the field', async () => {
    await desk.go('/themes')
    await button('Actions for Plum').click()
    await tab.getByRole('menuitem', { name: 'Delete…' }).click()
    const inUse = dialog('Plum is in use')
    await inUse.getByText('These applications use it').waitFor()
    await becomes(() => inUse.getByRole('link').allInnerTexts(), ['Shop 1', 'Shop 2', 'Shop 10'])
    await becomes(() => inUse.getByRole('button', { name: 'Delete theme' }).count(), 0)
    await desk.sound('a theme in use')
    await inUse.getByRole('button', { name: 'Close' }).last().click()
    await button('Create theme').click()
    const name = dialog('Create theme').getByRole('textbox', { name: 'Name' })
    await name.fill('PLUM')
    await dialog('Create theme').getByRole('button', { name: 'Create theme' }).click()
    await dialog('Create theme').getByText('Another theme has this name.').waitFor()
    await becomes(() => name.getAttribute('aria-invalid'), 'true')
    await name.fill('default')
    await dialog('Create theme').getByRole('button', { name: 'Create theme' }).click()
    await dialog('Create theme').getByText('This name is reserved.').waitFor()
    await dialog('Create theme').getByRole('button', { name: 'Cancel' }).click()
    await desk.go(`/applications/${shop}?tab=sign-in`)
    await button('Add redirect URI').click()
    await tab.getByRole('textbox', { name: 'Redirect URI 2' }).fill('shop')
    await button('Save changes').click()
    await tab.getByRole('alert').filter({ hasText: 'is not a complete address' }).first().waitFor()
    await becomes(
      () => tab.getByRole('textbox', { name: 'Redirect URI 2' }).getAttribute('aria-invalid'),
      'true',
    )
    await button('Discard changes').click()
  })

  test('open a comparison where one looks, at an address of its own', async () => {
    for (let count = 0; count < 12; count++)
      await desk.service.call(
        'PUT',
        `/v1.0/branding/themes/${plum}/${SHEET}`,
        fileForm(`a{z-index:${count}}`),
      )
    const compare = tab.getByRole('region', { name: 'Compare' })
    for (const pixels of [1440, 390]) {
      await width(pixels)
      await desk.open(`/themes/${plum}?tab=history`)
      await tab.getByText('page_style.css saved').first().waitFor()
      await button('Show what changed in revision 2').click()
      await compare.getByText('z-index:0').waitFor()
      const isSeen = async () => {
        const { y } = (await compare.getByRole('heading', { name: 'Compare' }).boundingBox())!
        return y >= 0 && y < 800
      }
      await becomes(isSeen, true, `at ${pixels} it is in view`)
      await tab.waitForURL(/from=1&to=2$/)
    }
    await tab.reload()
    await compare.getByText('z-index:0').waitFor()
    await width(1440)
    await desk.sound('history')
  })

  test('send only what was changed of a theme, and keep what somebody else changes', async () => {
    await desk.go('/themes')
    await button('Actions for Plum').click()
    await tab.getByRole('menuitem', { name: 'Edit name and description…' }).click()
    await dialog('Edit name and description').getByLabel('Description').fill('As in print')
    const sent = tab.waitForRequest(request => request.method() === 'PUT')
    await button('Save').click()
    await tab.getByText('The theme is saved.').waitFor()
    assert.match((await sent).postData()!, /\{"description":"As in print"\}/)
  })

  test('take a package that is dropped, with a name from its file', async () => {
    await desk.go('/themes')
    await link('Plum').waitFor()
    const labels = 'common/default/template_labels.properties'
    const bytes = packageOf({ [labels]: '$LOGIN_TITLE$=Ahoy\n' }).toString('base64')
    await tab.evaluate(`(() => {
      const bytes = Uint8Array.from(atob('${bytes}'), one => one.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], 'harbour-bank_2.zip', { type: 'application/zip' }))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    })()`)
    const create = dialog('Create theme')
    await create.getByText('The new theme differs from the master in one file.').waitFor()
    await create.getByText('The sign-in page with this package').waitFor()
    await create.frameLocator('iframe').getByText('Ahoy').waitFor()
    await desk.sound('the plan of a package')
    await becomes(() => create.getByRole('textbox', { name: 'Name' }).inputValue(), 'harbour bank 2')
    await create.getByRole('button', { name: 'Create theme' }).click()
    await tab.getByRole('heading', { level: 1, name: 'harbour bank 2' }).waitFor()
  })

  test('break words that are longer than a phone is wide', async () => {
    const word = `Rechtsschutzversicherung${'W'.repeat(39)}`
    const userName = `${word}@example.com`
    const themeId = await desk.service.createTheme(word, packageOf({ [SHEET]: 'c{}' }), word + word)
    const { id } = await addApplication(desk.service, { name: word, description: word, themeId })
    await addAccount(desk.service, { userName, givenName: word, familyName: word })
    await width(390)
    for (const path of [
      '/',
      '/applications',
      `/applications/${id}`,
      `/themes/${themeId}`,
      `/themes/${themeId}?tab=used-by`,
      `/themes/${themeId}/brand`,
    ]) {
      await desk.go(path)
      await desk.isNarrow(path)
    }
    await desk.go('/people')
    await button(`Change supervisor of ${userName}`).click()
    await becomes(() => isSeen(button('Close')), true, 'a dialog can be closed')
    await dialog(`Supervisor of ${userName}`).getByRole('button', { name: 'Save' }).click()
    await tab.getByText(`Nobody supervises ${userName}.`).waitFor()
    await becomes(() => isSeen(button('Dismiss')), true, 'a message can be dismissed')
    const person = (await tab.getByText(`${word} ${word}`).boundingBox())!
    assert.ok(person.height > 50, 'the name of a person is on several lines')
    await width(1440)
    for (const path of ['/applications', '/people']) {
      await desk.go(path)
      const list = tab.getByRole('table')
      await list.getByText(word).first().waitFor()
      const end = (await list.boundingBox())!
      assert.ok(end.x + end.width <= 1440, `${path} at 1440`)
    }
  })

  test('look read-only where they are', async () => {
    await addOperator(desk.service, 'maker@example.com', 'themeDeveloper')
    await lend(desk, desk.service, 'maker@example.com', async () => {
      await desk.open(`/applications/${shop}`)
      const name = tab.getByRole('textbox', { name: 'Name' })
      assert.deepEqual(
        [await name.getAttribute('readonly'), await name.getAttribute('data-variant')],
        ['', 'filled'],
      )
      await desk.sound('an application that one cannot change')
    })
  })
})
