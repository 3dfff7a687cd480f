import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { FAULTS } from '../../src/http/request/faults.ts'
import { helpLink } from '../../src/http/server/errors.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'

const UNAVAILABLE = FAULTS.unavailable
const SCREENS = [
  ...['/', '/themes', '/themes/default', '/themes/default/brand', '/themes/default/edit', '/applications'],
  ...['/applications/1f', '/flows', '/flows/registration', '/people', '/groups', '/groups/1f', '/requests'],
  ...['/requests/1f', '/campaigns', '/campaigns/1f', '/analytics', '/linter', '/sources', '/sources/1f'],
  ...['/clients', '/clients/1f', '/outbox'],
]

describe('links from errors of the console to the guides', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page

  before(async () => {
    desk = await administratorTab()
    ;({ tab } = desk)
  })
  after(() => desk?.close())

  const followed = async (link: Locator): Promise<Page> => {
    const [guide] = await Promise.all([tab.waitForEvent('popup'), link.click()])
    await guide.getByRole('heading', { level: 1 }).waitFor()
    return guide
  }

  test('an error leads to its row, and the row to the guide that explains it', async () => {
    await desk.open('/themes/default')
    await tab.getByRole('button', { name: /^Actions/ }).click()
    await tab.getByRole('menuitem', { name: 'Upload a package…' }).click()
    const dialog = tab.getByRole('dialog', { name: /^Upload a package/ })
    const file = { name: 'theme.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') }
    await dialog.locator('input[type=file]').setInputFiles(file)
    const guide = await followed(dialog.getByRole('link', { name: 'About error TABRD0405E' }))
    assert.equal(guide.url(), desk.at('/docs/errors#TABRD0405E'))
    const row = guide.locator('tr[id="TABRD0405E"]')
    await becomes(async () => {
      const box = await row.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= guide.viewportSize()!.height
    }, true)
    await row.getByRole('link').click()
    await guide.waitForURL(desk.at('/docs/themes#what-is-in-a-theme'))
    await guide.getByRole('heading', { name: 'What is in a theme' }).waitFor()
    await guide.close()
  })

  test('an error at a field leads to its row, too', async () => {
    await desk.go('/themes')
    await tab.getByRole('button', { name: 'Create theme' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Create theme' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('master')
    await dialog.getByRole('button', { name: 'Create theme' }).click()
    const told = dialog.getByRole('alert').filter({ hasText: 'This name is reserved.' })
    const guide = await followed(told.getByRole('link', { name: 'About error TABRD0305E' }))
    assert.equal(guide.url(), desk.at('/docs/errors#TABRD0305E'))
    await guide.close()
    await desk.fits('an error at a field')
  })

  test('every screen that cannot be loaded says which error it was, and leads to it', async () => {
    const headers = { link: helpLink(UNAVAILABLE.id) }
    const json = { messageId: UNAVAILABLE.id, messageDescription: UNAVAILABLE.text({ reference: '7f' }) }
    await tab.route('**/v1.0/**', route => route.fulfill({ status: 503, headers, json }))
    const told = tab
      .locator('[role=alert]:not([data-seen])')
      .first()
      .getByRole('link', { name: `About error ${UNAVAILABLE.id}` })
    await tab.goto(desk.at(SCREENS[0]!))
    await told.waitFor()
    // As links of the console do it: with the cache off, which it is here, each load fetches all scripts anew.
    for (const path of SCREENS.slice(1)) {
      await tab.evaluate(`{
        for (const one of document.querySelectorAll('[role=alert]')) one.dataset.seen = ''
        history.pushState(null, '', ${JSON.stringify(path)})
      }`)
      await becomes(() => told.count(), 1, `${path} says which error it was`)
    }
    await tab.unroute('**/v1.0/**')
  })

  test('an error of a proxy leads to the guide about proxies, also from a message in the corner', async () => {
    await tab.route('**/v1.0/tabard/demo', route =>
      route.fulfill({ status: 413, body: '<h1>Too large</h1>' }),
    )
    await desk.go('/themes/default')
    await tab.getByRole('button', { name: 'Try the sign-in' }).click()
    const told = tab.getByRole('status').filter({ hasText: 'larger than the proxy' })
    const guide = await followed(told.getByRole('link', { name: 'About this error' }))
    assert.equal(guide.url(), desk.at('/docs/troubleshooting#413-without-messageid'))
    await guide.close()
    await told.getByRole('button', { name: 'Dismiss' }).click()
    await told.waitFor({ state: 'detached' })
  })

  test('an address that could not be invited leads to its error', async () => {
    await desk.go('/people')
    await tab.getByRole('button', { name: 'Invite people' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Invite people' })
    await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill('nobody here')
    await dialog.getByRole('button', { name: 'Send invitations' }).click()
    const told = dialog.getByRole('alert').filter({ hasText: 'nobody here: ' })
    const guide = await followed(told.getByRole('link', { name: /^About error TABRD/ }))
    assert.match(guide.url(), /\/docs\/errors#TABRD\d{4}E$/)
    await guide.close()
  })

  test('an error while signing in again leads to its row', async () => {
    await desk.go('/themes')
    await desk.context.clearCookies({ name: 'tabard-console' })
    await tab.route('**/signin', route =>
      route.fulfill({
        status: 503,
        headers: { link: helpLink(UNAVAILABLE.id) },
        json: { messageId: UNAVAILABLE.id, messageDescription: UNAVAILABLE.text({ reference: '7f' }) },
      }),
    )
    // A call in the background may have opened the dialog already, over the link.
    await tab.locator('a[href="/people"]').first().dispatchEvent('click')
    const dialog = tab.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password').fill('not it')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    const guide = await followed(dialog.getByRole('link', { name: `About error ${UNAVAILABLE.id}` }))
    assert.equal(guide.url(), desk.at(`/docs/errors#${UNAVAILABLE.id}`))
    await guide.close()
    await tab.unroute('**/signin')
  })
})
