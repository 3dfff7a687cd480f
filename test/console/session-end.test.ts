import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { addOperator } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'
import { addApplication, PASSWORD } from '../support/people.ts'

const SHEET = 'common/page_style.css'
/** What a screen asks for one after the other comes in less time than that. */
const STILL_MS = 500

describe('a session that ends in the middle of the work', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page
  let themeId: string
  let application: string
  /** Calls of the console that are not answered yet, and when that last changed. */
  const calls = new Set<Request>()
  let changed = 0
  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
    tab.on('request', request => {
      // What the screen before has asked for ends with it.
      if (request.isNavigationRequest() && request.frame() === tab.mainFrame()) calls.clear()
      if (request.url().includes('/v1.0/')) calls.add(request)
      changed = performance.now()
    })
    const ended = (request: Request) => {
      calls.delete(request)
      changed = performance.now()
    }
    tab.on('requestfinished', ended).on('requestfailed', ended)
    themeId = await desk.service.createTheme(
      'Plum',
      packageOf({ [SHEET]: ':root { --color-brand: #111111; }' }),
    )
    const redirects = ['https://shop.example/callback']
    ;({ id: application } = await addApplication(desk.service, { name: 'Shop', redirects }))
    await addOperator(desk.service, 'other@example.com', 'administrator')
  })
  after(() => desk?.close())

  const button = (name: string) => tab.getByRole('button', { name, exact: true })
  const field = (name: string) => tab.getByRole('textbox', { name, exact: true })
  const dialog = () => tab.getByRole('dialog', { name: 'Your session has ended' })
  const sheet = async (id = themeId) =>
    await (await desk.service.call('GET', `/v1.0/branding/themes/${id}/${SHEET}`)).text()
  const signIn = async (page: Page, userName: string) => {
    await page.fill('[name=username]', userName)
    await page.fill('[name=password]', PASSWORD)
    await page.locator('main form button[type=submit]').click()
  }
  const signInAgain = async () => {
    await dialog().getByLabel('Password').fill(PASSWORD)
    await tab.keyboard.press('Enter')
    await dialog().waitFor({ state: 'hidden' })
  }
  const endSession = async () => await desk.context.clearCookies({ name: 'tabard-console' })
  /** Ends it once the screen asks for nothing more: an answer would open the dialog too early, and that takes the focus. */
  const endStill = async () => {
    await becomes(async () => calls.size === 0 && performance.now() - changed > STILL_MS, true)
    await endSession()
  }
  const openForm = async () => {
    await tab.goto(desk.at(`/themes/${themeId}/brand`))
    await field('Brand color').waitFor()
  }
  const stored = async () =>
    (await tab.evaluate(
      `Object.entries(localStorage).filter(([name]) => name.startsWith('tabard-draft')).map(entry => entry.join(' '))`,
    )) as string[]
  /** What is typed reaches the storage a moment later. */
  const keeps = async (count: number) => await becomes(async () => (await stored()).length, count)

  test('asks for the password where one is, and then does what was asked for', async () => {
    await desk.open(`/applications/${application}`)
    for (const [width, words] of [
      [390, 'for phones'],
      [1440, 'for everybody'],
    ] as const) {
      await tab.setViewportSize({ width, height: 900 })
      await field('Description').fill(words)
      await endStill()
      await button('Save changes').click()
      await dialog().locator('[type=password]:focus').waitFor()
      await becomes(() => dialog().getByLabel('Username').inputValue(), 'boss@example.com')
      const { x, width: wide } = (await dialog().boundingBox())!
      assert.ok(x >= 0 && x + wide <= width)
      await desk.sound(`the dialog at ${width}`)
      await tab.keyboard.press('Escape')
      await dialog().getByLabel('Password').fill('not it')
      await dialog().getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog().getByText('The username or the password is incorrect.').waitFor()
      await signInAgain()
      await tab.getByText('Changes are saved.').waitFor()
      await desk.dismiss()
      await becomes(() => field('Description').inputValue(), words)
      await button('Discard changes').waitFor({ state: 'detached' })
    }
  })

  test('is asked for before a download too', async () => {
    await desk.go(`/themes/${themeId}?${new URLSearchParams({ file: SHEET })}`)
    const link = tab.getByRole('link', { name: 'Download' })
    await link.waitFor()
    await endStill()
    const downloaded = tab.waitForEvent('download')
    await link.click()
    await signInAgain()
    assert.equal((await downloaded).suggestedFilename(), 'page_style.css')
    await button('Actions for Plum').click()
    const [all] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('menuitem', { name: 'Download all files' }).click(),
    ])
    assert.equal(all.suggestedFilename(), `${themeId}.zip`)
  })

  test('keeps what is typed, though the preview asks first', async () => {
    await desk.go(`/themes/${themeId}/brand`)
    await field('Brand color').waitFor()
    await endStill()
    await field('Brand color').fill('#222222')
    await signInAgain()
    await becomes(() => field('Brand color').inputValue(), '#222222')
    await button('Save changes').click()
    await tab.getByText('Colors and logo are saved.').waitFor()
    assert.equal(await sheet(), ':root { --color-brand: #222222; }')
    await keeps(0)
  })

  test('is asked for in the editor too, at every width, and the letter that was typed is there', async () => {
    const text = tab.getByRole('textbox', { name: `Content of ${SHEET}` })
    for (const [width, letter] of [
      [390, 'a'],
      [820, 'b'],
      [1440, 'c'],
    ] as const) {
      await tab.setViewportSize({ width, height: 900 })
      const id = await desk.service.createTheme(
        `Plum ${letter}`,
        packageOf({ [SHEET]: ':root { --color-brand: #111111; }' }),
      )
      // The check of the file comes a moment after it, and would open the dialog too early.
      const checked = tab.waitForResponse(/\/v1\.0\/tabard\/lint$/)
      await desk.go(`/themes/${id}/edit?${new URLSearchParams({ file: SHEET })}`)
      await text.getByText('--color-brand').waitFor()
      await checked
      await endStill()
      await text.click()
      await tab.keyboard.press('Control+End')
      await tab.keyboard.insertText(`/*${letter}*/`)
      await dialog().locator('[type=password]:focus').waitFor()
      const { x, width: wide } = (await dialog().boundingBox())!
      assert.ok(x >= 0 && x + wide <= width)
      if (width === 820) await desk.sound('the dialog over the editor')
      await signInAgain()
      await text.click()
      await tab.keyboard.press('Control+s')
      await tab.getByText('The file is saved.').first().waitFor()
      await desk.dismiss()
      assert.match(await sheet(id), new RegExp(`/\\*${letter}\\*/$`))
    }
    await keeps(0)
  })

  test('is over in every tab once somebody has signed in again in one', async () => {
    await desk.go(`/applications/${application}`)
    await field('Description').fill('from two tabs')
    await endStill()
    await button('Save changes').click()
    await dialog().waitFor()
    const saved = tab.getByText('Changes are saved.').waitFor()
    const second = await desk.context.newPage()
    await second.goto(desk.at('/'))
    await signIn(second, 'boss@example.com')
    await saved
    await dialog().waitFor({ state: 'hidden' })
    await second.close()
  })

  test('loses nothing with the tab either, and tells nobody else what was typed', async () => {
    await openForm()
    await field('Brand color').fill('#abcdef')
    await field('Product name').fill('Plum & Sons')
    await keeps(2)
    assert.doesNotMatch((await stored()).join(), /abcdef|Plum & Sons/, 'it is encrypted')
    await tab.close({ runBeforeUnload: false })
    tab = await desk.context.newPage()
    await openForm()
    await tab.getByText('Your unsaved changes are back').waitFor()
    await becomes(() => field('Brand color').inputValue(), '#abcdef')
    await becomes(() => field('Product name').inputValue(), 'Plum & Sons')

    // Whoever signs in next at the same machine sees the theme as it is, and reads nothing.
    await tab.close({ runBeforeUnload: false })
    await endSession()
    tab = await desk.context.newPage()
    await tab.goto(desk.at(`/themes/${themeId}/brand`))
    await signIn(tab, 'other@example.com')
    await field('Brand color').waitFor()
    await becomes(() => field('Brand color').inputValue(), '#222222')
    await becomes(() => tab.getByText('Your unsaved changes are back').count(), 0)
    const { draftKeys } = (await tab.evaluate(`fetch('/session').then(answer => answer.json())`)) as {
      draftKeys: string[]
    }
    assert.ok(!(await opens(draftKeys[0]!)), 'the key of another person does not open it')
  })

  /** Whether a key opens any of the drafts that are kept. */
  const opens = async (key: string): Promise<boolean> =>
    (await tab.evaluate(`(async key => {
      const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0))
      const imported = await crypto.subtle.importKey('raw', bytes(key), 'AES-GCM', false, ['decrypt'])
      for (const [name, text] of Object.entries(localStorage)) {
        if (!name.startsWith('tabard-draft')) continue
        const { iv, sealed } = JSON.parse(text)
        const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes(iv) }, imported, bytes(sealed)).catch(() => null)
        if (opened !== null) return true
      }
      return false
    })(${JSON.stringify(key)})`)) as boolean

  test('ends in all tabs when another account signs in', async () => {
    const elsewhere = async (userName: string) => {
      const second = await desk.context.newPage()
      await endSession()
      await second.goto(desk.at('/groups'))
      await signIn(second, userName)
      await second.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
      await second.close()
      await dialog().waitFor()
      const looked = tab.waitForResponse(response => response.url().includes('/session'))
      await tab.evaluate(`dispatchEvent(new Event('focus'))`)
      await looked
    }
    await tab.goto(desk.at('/groups'))
    await tab.getByText('No groups yet').waitFor()
    await elsewhere('boss@example.com')
    await tab.getByRole('button', { name: /^Account menu.*boss/ }).waitFor()

    // What is not saved stays, and so does the question who goes on.
    await tab.goto(desk.at(`/applications/${application}`))
    await field('Description').fill('not saved yet')
    await elsewhere('other@example.com')
    await signInAgain()
    await becomes(() => field('Description').inputValue(), 'not saved yet')
    await button('Discard changes').click()
  })

  test('signing out asks before it discards what is not saved', async () => {
    await endSession()
    await tab.goto(desk.at('/themes'))
    await signIn(tab, 'boss@example.com')
    await tab.getByRole('heading', { level: 1, name: 'Themes' }).waitFor()
    const signOut = async () => {
      await tab.getByRole('button', { name: /^Account menu/ }).click()
      await tab.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await signOut()
    const asks = tab.getByRole('dialog', { name: 'Sign out and discard unsaved changes?' })
    await asks.getByRole('button', { name: 'Cancel' }).click()
    await asks.waitFor({ state: 'hidden' })
    // The focus returns to the menu.
    await tab
      .locator(':focus')
      .filter({ hasText: /^Account menu/ })
      .waitFor()
    await keeps(2)
    await signOut()
    await asks.getByRole('button', { name: 'Discard and sign out' }).click()
    await tab.getByRole('heading', { level: 1, name: 'You are signed out' }).waitFor()
    await becomes(() => stored(), [])
  })
})
