import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { FILES } from '../pages/addresses.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import type { TestService } from '../support/service.ts'

const SHEET = 'common/page_style.css'
const LABELS = 'common/default/template_labels.properties'

describe('an answer that arrives late', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let service: TestService
  let tab: Page
  before(async () => {
    desk = await administratorTab()
    ;({ service, tab } = desk)
    // What is left unsaved at the end of a test may be lost.
    tab.on('dialog', dialog => void dialog.accept())
  })
  after(() => desk?.close())

  /** Holds the next answer to a read back, as it is at that time. */
  const holdNext = async (address: string) => {
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    let isFirst = true
    await tab.route(address, async route => {
      if (route.request().method() !== 'GET' || !isFirst) return await route.continue()
      isFirst = false
      // The console refuses requests that it does not send itself, so the API is asked.
      const answer = await service.call('GET', new URL(route.request().url()).pathname)
      const body = Buffer.from(await answer.arrayBuffer())
      asked.resolve()
      await released.promise
      const headers = { etag: answer.headers.get('etag') ?? '' }
      await route.fulfill({ contentType: answer.headers.get('content-type')!, headers, body })
    })
    return {
      isAsked: asked.promise,
      async arrives() {
        const arrived = tab.waitForEvent('requestfinished', request =>
          request.url().endsWith(address.slice(2)),
        )
        released.resolve()
        await arrived
        // What it would change is drawn by then.
        await tab.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
      },
    }
  }
  const text = () => tab.locator('.cm-content:visible').first()

  test('does not take back colors and a name that were saved after it was asked for', async () => {
    const id = await service.createTheme(
      'Late',
      packageOf({ [SHEET]: ':root { --radius: 1rem; }', [LABELS]: '$PRODUCT_NAME$=One\n' }),
    )
    const radius = tab.getByRole('textbox', { name: 'Corner radius', exact: true })
    const name = tab.getByRole('textbox', { name: 'Product name', exact: true })
    const save = async () => {
      await tab.getByRole('button', { name: 'Save changes', exact: true }).click()
      await tab.getByText('Colors and logo are saved.').waitFor()
      await desk.dismiss()
    }
    await desk.open(`/themes/${id}/brand`)
    await becomes(() => radius.inputValue(), '1rem')
    const sheet = await holdNext(`**/v1.0/branding/themes/${id}/${SHEET}`)
    const labels = await holdNext(`**/v1.0/branding/themes/${id}/${LABELS}`)
    await radius.fill('2rem')
    await name.fill('Two')
    await save()
    await Promise.all([sheet.isAsked, labels.isAsked])
    await radius.fill('3rem')
    await name.fill('Three')
    await save()
    await sheet.arrives()
    await labels.arrives()
    assert.deepEqual([await radius.inputValue(), await name.inputValue()], ['3rem', 'Three'])
    await tab.unrouteAll()
  })

  test('does not take back a file that was saved with others after it was asked for', async () => {
    const id = await service.createTheme('Later', packageOf({ [FILES.footer]: '<p>1</p>' }))
    const details = Promise.withResolvers<void>()
    const labels = tab.getByRole('textbox', { name: `Content of ${LABELS}` })
    const change = async (footer: string, comment: string) => {
      await tab.getByRole('tab', { name: 'page_footer.html' }).click()
      await text().click()
      await tab.keyboard.press('Control+a')
      await tab.keyboard.insertText(footer)
      await tab.getByRole('tab', { name: 'template_labels.properties' }).click()
      await labels.click()
      await tab.keyboard.press('Control+Home')
      await tab.keyboard.insertText(`# ${comment}\n`)
      await tab.getByRole('button', { name: 'Save all', exact: true }).click()
      await becomes(() => tab.getByRole('img', { name: 'not saved' }).count(), 0)
    }
    await desk.go(`/themes/${id}/edit?${new URLSearchParams({ file: FILES.footer })}`)
    await text().waitFor()
    await tab.getByRole('searchbox', { name: 'Search files or pages' }).fill('common/default/template')
    await tab.getByRole('treeitem', { name: 'template_labels.properties' }).click()
    await labels.waitFor()
    const footer = await holdNext(`**/v1.0/branding/themes/${id}/${FILES.footer}`)
    await change('<p>2</p>', 'Two')
    await footer.isAsked
    await tab.route(`**/v1.0/tabard/themes/${id}`, async route => {
      await details.promise
      await route.continue()
    })
    await change('<p>3</p>', 'Three')
    await footer.arrives()
    await tab.getByRole('tab', { name: 'page_footer.html' }).click()
    await becomes(() => text().innerText(), '<p>3</p>')
    details.resolve()
    await tab.unrouteAll({ behavior: 'wait' })
  })
})
