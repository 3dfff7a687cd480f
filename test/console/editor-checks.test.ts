import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { FILES, whole } from '../pages/addresses.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { paste } from '../support/paste.ts'
import { fileForm, type TestService } from '../support/service.ts'

const MAIL = 'authentication/mfa/email/default/otp_delivery_email.xml'
const FINNISH = 'common/labels/fi/template_labels.properties'

describe('the editor, before something goes wrong', () => {
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

  /** Opens the editor of a theme that it was not open for, where it keeps nothing of what is typed. */
  const edit = async (id: string, query: Record<string, string>) => {
    await desk.dismiss()
    await desk.go(`/themes/${id}/edit?${new URLSearchParams(query)}`)
    if (query.file !== undefined) await text().waitFor()
  }
  const text = () => tab.locator('.cm-content:visible').first()
  const shown = () => tab.frameLocator('iframe:visible').first()
  const problems = () => tab.getByRole('region', { name: 'Problems of the page' })
  const write = async (content: string) => {
    await text().click()
    await tab.keyboard.press('Control+a')
    await paste(tab, content)
  }
  const file = async (id: string, path: string) =>
    await (await service.call('GET', `/v1.0/branding/themes/${id}/${path}`)).text()

  test('a sign-in page without its password field is told while it is written, and saving asks first', async () => {
    const id = await service.createTheme('Locked', packageOf({ 'common/page_style.css': ':root{}' }))
    await edit(id, { file: FILES.login })
    const sound = await file('master', FILES.login)
    await write(sound.replace('name="password"', 'name="pass"'))
    await problems().getByText('The page lacks the field password.').waitFor()
    const dialog = tab.getByRole('dialog', { name: 'Save with an error?' })
    await tab.keyboard.press('Control+s')
    await dialog.getByText('The page lacks the field password.').waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await file(id, FILES.login), sound)
    // It is asked for the page of the file, whichever page is looked at.
    await tab.getByRole('combobox', { name: 'Page', exact: true }).click()
    await tab.getByRole('option', { name: 'Forgotten password' }).first().click()
    await problems().getByText('The page lacks the field password.').waitFor()
    await tab.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('button', { name: 'Save anyway' }).click()
    await tab.getByText('The file is saved. Pages with this theme show it at once.').waitFor()
    assert.match(await file(id, FILES.login), /name="pass"/)
  })

  test('mails, label files, style sheets and paths are checked while they are written', async () => {
    const labels = 'common/default/template_labels.properties'
    const flawed = async (name: string) =>
      await service.createTheme(name, packageOf({ [labels]: '$LOGIN_TITLE$=Welcome aboard\n' }))
    await edit(await flawed('Flawed mail'), { file: MAIL })
    const mail = await file('master', MAIL)
    await write(mail.replaceAll('@OTP@', ''))
    await problems().getByText('The mail does not show @OTP@').waitFor()
    await tab.keyboard.press('Control+s')
    await tab.getByRole('dialog', { name: 'Save with an error?' }).getByText('@OTP@').waitFor()
    await tab.keyboard.press('Escape')
    await write(mail.replace(']]>', ''))
    await problems().getByText('The mail is not sound XML: <![CDATA[ without ]]>').waitFor()
    // A mail has colors.
    await tab.locator('.cm-line span[class]').first().waitFor()

    await edit(await flawed('Flawed labels'), { file: 'common/labels/fr/template_labels.properties' })
    const gap = problems().getByRole('listitem').filter({ hasText: '$LOGIN_TITLE$=Welcome aboard' })
    await gap.getByText('Not translated; people see the master’s text').waitFor()
    await gap.getByRole('button').click()
    await tab.locator('.cm-activeLine').getByText('$LOGIN_TITLE$').waitFor()
    await tab.keyboard.press('End')
    await tab.keyboard.insertText(' à bord')
    await gap.waitFor({ state: 'detached' })
    await write('$LOGN_TITLE$=Bonjour\nBonsoir\n$LOGIN_BUTTON$=a\n$LOGIN_BUTTON$=b\n')
    await problems().getByText('Did you mean $LOGIN_TITLE$?').waitFor()
    await becomes(() => problems().getByText('$LOGN_TITLE$').count(), 1, 'each thing is told once')
    await problems().getByText('"Bonsoir" is not a label.').waitFor()
    await problems().getByText('$LOGIN_BUTTON$ is defined in line 3 already').waitFor()
    await problems().getByRole('button', { name: 'Line 4' }).click()
    await becomes(() => tab.locator('.cm-activeLine:visible').innerText(), '$LOGIN_BUTTON$=b')

    await edit(await flawed('Flawed sheet'), { file: 'common/page_style.css' })
    await write(':root {\n  --color-brand: #123456\n\n.a { color red; }')
    await problems().getByText('cannot read the style sheet here: { without }').waitFor()
    await problems().getByText('cannot read the style sheet here: color red').waitFor()

    await tab.getByRole('button', { name: 'New file…' }).click()
    const dialog = tab.getByRole('dialog', { name: 'New file' })
    const path = dialog.getByRole('textbox', { name: 'Path in the theme' })
    await path.fill('common/labels/finnish/template_labels.properties')
    await dialog.getByText('Nothing shows this file').waitFor()
    await path.fill(FINNISH)
    await dialog.getByText('Nothing shows this file').waitFor({ state: 'hidden' })
    await path.fill('foo.html')
    await dialog.getByText('Nothing shows this file').waitFor()
    await dialog.getByRole('button', { name: 'Add file' }).click()
    await problems().getByText('No page, mail or address uses this file.').waitFor()
  })

  test('a language that a theme adds is previewed at once, and is in the address with the rest of the look', async () => {
    const id = await service.createTheme(
      'Suomi',
      packageOf({ [FILES.login]: whole('<h1>$LOGIN_TITLE$</h1>') }),
    )
    await edit(id, { page: 'login' })
    await tab.getByRole('button', { name: 'New file…' }).click()
    const dialog = tab.getByRole('dialog', { name: 'New file' })
    await dialog.getByRole('textbox', { name: 'Path in the theme' }).fill(FINNISH)
    await dialog.getByRole('button', { name: 'Add file' }).click()
    await text().waitFor()
    const language = tab.getByRole('combobox', { name: 'Language' })
    await becomes(() => language.inputValue(), 'Finnish')
    await write('$LOGIN_TITLE$=Tervetuloa\n')
    await shown().getByRole('heading', { name: 'Tervetuloa' }).waitFor()
    await problems()
      .getByText(/^\d{3} of \d{3} labels of the master, first \$/)
      .waitFor()
    await language.click()
    await tab.getByRole('option', { name: 'Default (English)' }).click()
    await shown().getByRole('heading', { name: 'Sign in' }).waitFor()
    await language.click()
    await tab.getByRole('option', { name: 'Brazilian Portuguese' }).click()
    await tab.getByRole('combobox', { name: 'Colors' }).click()
    await tab.getByRole('option', { name: 'Dark', exact: true }).click()
    await tab.getByRole('combobox', { name: 'Direction' }).click()
    await tab.getByRole('option', { name: 'Right to left' }).click()
    await tab.getByText('Phone', { exact: true }).click()
    await tab.waitForURL(/&locale=pt_BR&direction=rtl&colors=dark&width=390$/)
    await tab.reload()
    await tab.locator('iframe[style*="width: 390px"][style*="color-scheme: dark"]').first().waitFor()
    await becomes(() => language.inputValue(), 'Brazilian Portuguese')
  })

  test('what was typed and not saved is there again, even in another tab', async () => {
    const id = await service.createTheme('Kept', packageOf({ [FILES.footer]: '<p>saved</p>' }))
    await edit(id, { file: FILES.footer })
    await write('<p>typed</p>')
    await shown().getByText('typed').waitFor()
    const other = await desk.context.newPage()
    await other.goto(desk.at(`/themes/${id}/edit`))
    await other.getByText('Your unsaved changes are back').waitFor()
    const content = other.getByRole('textbox', { name: `Content of ${FILES.footer}` })
    await becomes(() => content.innerText(), '<p>typed</p>')
    await other.frameLocator('iframe:visible').first().getByText('typed').waitFor()
    await other.getByRole('button', { name: 'Discard' }).click()
    await content.getByText('saved').waitFor()
    await content.click()
    await other.keyboard.insertText('new')
    await other.getByRole('img', { name: 'not saved' }).waitFor()
    await becomes(() => other.getByText('Your unsaved changes are back').count(), 0, 'this is new')
    await other.close()
  })

  test('a file is saved behind a proxy that marks its tag as weak, and not where the tag is removed', async () => {
    for (const [name, tagged, told, kept] of [
      ['Weak', (etag: string) => ({ etag: `W/${etag}` }), 'The file is saved.', '<p>second</p>'],
      ['Removed', () => ({}), 'a proxy in front of the service removes', '<p>first</p>'],
    ] as const) {
      const id = await service.createTheme(`Behind: ${name}`, packageOf({ [FILES.footer]: '<p>first</p>' }))
      const address = `/v1.0/branding/themes/${id}/${FILES.footer}`
      await tab.route(`**${address}`, async route => {
        if (route.request().method() !== 'GET') return await route.continue()
        // The console refuses requests that it does not send itself, so the API is asked.
        const answer = await service.call('GET', address)
        const contentType = answer.headers.get('content-type')!
        const headers: Record<string, string> = tagged(answer.headers.get('etag')!)
        await route.fulfill({ contentType, headers, body: Buffer.from(await answer.arrayBuffer()) })
      })
      await edit(id, { file: FILES.footer })
      await write('<p>second</p>')
      await tab.keyboard.press('Control+s')
      await tab.getByText(told).waitFor()
      assert.equal(await file(id, FILES.footer), kept)
      await tab.unroute(`**${address}`)
    }
  })

  test('files that belong together are saved at once, or none of them', async () => {
    const id = await service.createTheme('Together', packageOf({ [FILES.footer]: '<p>old</p>' }))
    const labels = 'common/default/template_labels.properties'
    const revision = async () =>
      ((await (await service.call('GET', `/v1.0/tabard/themes/${id}`)).json()) as { revision: number })
        .revision
    await edit(id, { file: FILES.footer })
    const all = tab.getByRole('button', { name: 'Save all', exact: true })
    await write('<p>$TOGETHER$</p>')
    await becomes(() => all.count(), 0, 'one file is simply saved')
    await tab.getByRole('searchbox', { name: 'Search files or pages' }).fill('common/default/template')
    await tab.getByRole('treeitem', { name: 'template_labels.properties' }).click()
    await tab.getByRole('textbox', { name: `Content of ${labels}` }).click()
    await tab.keyboard.press('Control+Home')
    await tab.keyboard.insertText('$TOGETHER$=Both\n')
    await shown().getByText('Both').waitFor()

    // Somebody else was here.
    const theirs = await service.call(
      'PUT',
      `/v1.0/branding/themes/${id}/${FILES.footer}`,
      fileForm('<p>x</p>'),
    )
    assert.ok(theirs.ok)
    const before = await revision()
    await all.click()
    await tab
      .getByText('Somebody else changed one of these files in the meantime, so none was saved.')
      .waitFor()
    await desk.sound('files that were not saved')
    assert.equal(await revision(), before)
    await tab.getByRole('tab', { name: 'page_footer.html' }).click()
    await tab.keyboard.press('Control+s')
    // The label that it shows is not saved yet. That is asked once, also where somebody else has saved the file.
    await tab.getByRole('dialog').getByRole('button', { name: 'Save anyway' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
    await tab.getByText('The file is saved.').first().waitFor()
    await write('<p>$TOGETHER$!</p>')
    const middle = await revision()
    await all.click()
    await tab.getByText('2 files are saved as one revision.').waitFor()
    assert.equal(await revision(), middle + 1)
    assert.deepEqual(
      [await file(id, FILES.footer), await file(id, labels)],
      ['<p>$TOGETHER$!</p>', '$TOGETHER$=Both\n'],
    )
    await becomes(() => tab.getByRole('img', { name: 'not saved' }).count(), 0)

    // What is typed while the files are checked is neither saved nor taken for saved.
    const unsaved = (name: string) => tab.getByRole('tab', { name }).getByRole('img', { name: 'not saved' })
    await write('<p>$TOGETHER$?</p>')
    await tab.getByRole('tab', { name: 'template_labels.properties' }).click()
    await tab.getByRole('textbox', { name: `Content of ${labels}` }).click()
    await tab.keyboard.press('Control+Home')
    await tab.keyboard.insertText('# Ours\n')
    await unsaved('template_labels.properties').waitFor()
    const check = Promise.withResolvers<void>()
    await tab.route('**/v1.0/tabard/lint', async route => {
      await check.promise
      await route.continue()
    })
    await all.click()
    await tab.getByRole('textbox', { name: `Content of ${labels}` }).click()
    await tab.keyboard.press('Control+Home')
    await tab.keyboard.insertText('# And more\n')
    check.resolve()
    await unsaved('page_footer.html').waitFor({ state: 'detached' })
    assert.equal(await file(id, labels), '# Ours\n$TOGETHER$=Both\n')
    await becomes(() => unsaved('template_labels.properties').count(), 1)
    await tab.unroute('**/v1.0/tabard/lint')
    await tab.keyboard.press('Control+s')
    await unsaved('template_labels.properties').waitFor({ state: 'detached' })
    assert.equal(await file(id, labels), '# And more\n# Ours\n$TOGETHER$=Both\n')
  })

  test('a file that somebody else removed is saved by saving it once more', async () => {
    const path = 'common/static/own.css'
    const id = await service.createTheme('Removed', packageOf({ [path]: 'b {}' }))
    // In a tab of its own: the browser reports the missing file as an error.
    const other = await desk.context.newPage()
    await other.goto(desk.at(`/themes/${id}/edit?${new URLSearchParams({ file: path })}`))
    await other.getByRole('textbox', { name: `Content of ${path}` }).click()
    await other.keyboard.press('Control+a')
    await other.keyboard.insertText('i {}')
    await other.getByRole('img', { name: 'not saved' }).waitFor()
    assert.ok((await service.call('DELETE', `/v1.0/branding/themes/${id}/${path}`)).ok)
    await other.keyboard.press('Control+s')
    await other.getByText('Somebody else removed this file in the meantime.').waitFor()
    await other.keyboard.press('Control+s')
    await other.getByText('The file is saved.').waitFor()
    assert.equal(await file(id, path), 'i {}')
    await other.close()
  })

  test('who stays after going back finds the file that was in front', async () => {
    const id = await service.createTheme('Front', packageOf({ [FILES.footer]: '<p>saved</p>' }))
    await desk.go(`/themes/${id}`)
    await tab.getByRole('link', { name: 'Edit theme' }).click()
    await text().waitFor()
    await write('<p>typed</p>')
    await tab.getByRole('img', { name: 'not saved' }).waitFor()
    await tab.getByRole('searchbox', { name: 'Search files or pages' }).fill('logout_success')
    await tab.getByRole('treeitem', { name: 'logout_success.html' }).click()
    const front = tab.getByRole('tab', { name: 'logout_success.html', selected: true })
    await front.waitFor()
    await tab.goBack()
    await tab.getByRole('button', { name: 'Stay' }).click()
    await tab.getByRole('dialog').waitFor({ state: 'hidden' })
    await becomes(() => front.count(), 1)
  })

  test('the room is divided as somebody likes it, and stays so', async () => {
    const id = await service.createTheme('Roomy', packageOf({ [FILES.footer]: '<p>x</p>' }))
    await edit(id, { page: 'login', file: FILES.footer })
    const tree = tab.getByRole('tree', { name: 'Files' })
    const row = tree.getByRole('treeitem', { name: 'page_footer.html customized', selected: true })
    await row.waitFor()
    await becomes(() => row.isVisible(), true, 'the open file is revealed')
    await tab.getByRole('searchbox', { name: 'Search files or pages' }).fill('forgotten password')
    await tree.getByRole('treeitem', { name: 'forgot_password.html' }).click()
    await tab.getByRole('tab', { name: 'forgot_password.html', selected: true }).waitFor()
    await tab.getByRole('searchbox', { name: 'Search files or pages' }).fill('')
    await becomes(
      () => tree.getByRole('treeitem', { name: 'forgot_password.html' }).isVisible(),
      true,
      'revealed again',
    )

    for (const name of [
      'registration.html',
      'on_demand_change_password.html',
      'logout_success.html',
      'page_header.html',
    ]) {
      await tab.getByRole('searchbox', { name: 'Search files or pages' }).fill(name)
      await tree.getByRole('treeitem', { name }).first().click()
      await tab.getByRole('tab', { name, selected: true }).waitFor()
    }
    const tabs = tab.getByRole('tablist', { name: 'Open files' })
    const [rows, all, seen] = (await tabs.evaluate(
      `(() => {
        const list = document.querySelector('[role=tablist][aria-label="Open files"]')
        return [new Set(Array.from(list.children, ({ offsetTop }) => offsetTop)).size, list.scrollWidth, list.clientWidth]
      })()`,
    )) as [number, number, number]
    assert.equal(rows, 1, 'tabs stay in one row')
    assert.ok(all > seen, 'there are more tabs than fit')
    const isSeen = async () => {
      const box = (await tabs.boundingBox())!
      const front = (await tab.getByRole('tab', { name: 'page_header.html', selected: true }).boundingBox())!
      return front.x >= box.x && front.x + front.width <= box.x + box.width + 1
    }
    await becomes(isSeen, true, 'the tab in front is seen')

    const code = tab.getByRole('separator', { name: 'Width of the code' })
    const files = tab.getByRole('separator', { name: 'Width of the files' })
    await code.focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await tab.keyboard.press(key)
    await becomes(() => code.getAttribute('aria-valuenow'), '52')
    const { x, y } = (await files.boundingBox())!
    await tab.mouse.move(x + 6, y + 200)
    await tab.mouse.down()
    await tab.mouse.move(x + 66, y + 200)
    await tab.mouse.up()
    await becomes(() => files.getAttribute('aria-valuenow'), '308')
    await tab.getByRole('button', { name: 'Collapse navigation' }).click()
    await tab.reload()
    await becomes(() => files.getAttribute('aria-valuenow'), '308')
    await becomes(() => code.getAttribute('aria-valuenow'), '52')
    await tab.getByRole('button', { name: 'Hide files' }).click()
    await tree.waitFor({ state: 'hidden' })
    await tab.getByRole('button', { name: 'Expand navigation' }).waitFor()
    await desk.sound('narrow navigation, no files')
    await tab.getByRole('button', { name: 'Show files' }).click()
    await tab.getByRole('button', { name: 'Expand navigation' }).click()
    await text().click()
    await tab.keyboard.press('Control+f')
    await tab.getByRole('textbox', { name: 'Find' }).fill('form')
    await desk.sound('find panel')
    await tab.keyboard.press('Escape')
  })

  test('every width has code and preview in view, and nothing slides sideways', async () => {
    // Each width begins as nobody has chosen it.
    await tab.evaluate(`localStorage.removeItem('tabard-editor-tree')`)
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [820, 1180],
      [390, 844],
    ] as const) {
      await tab.setViewportSize({ width, height })
      const id = await service.createTheme(`Width ${width}`, packageOf({ [FILES.footer]: '<p>x</p>' }))
      await edit(id, { page: 'login', file: FILES.footer })
      await shown().getByRole('heading', { level: 1 }).waitFor()
      await desk.fits('the editor', [width])
      const preview = (await tab.getByRole('region', { name: 'Preview' }).boundingBox())!
      if (width > 600) assert.ok(preview.y + preview.height <= height, `the preview is in view at ${width}`)
    }
    await tab.setViewportSize({ width: 1440, height: 900 })
  })

  test('files are read in the colors of the editor', async () => {
    const own = packageOf({ [FILES.footer]: '<p class="x">x</p>' })
    await desk.go(
      `/themes/${await service.createTheme('Colors', own)}?tab=files&file=${encodeURIComponent(FILES.footer)}`,
    )
    const content = tab.getByRole('region', { name: `Content of ${FILES.footer}` })
    await content.locator('span').first().waitFor()
    await becomes(() => content.innerText(), '<p class="x">x</p>')
    await desk.sound('files')

    // Where nobody has chosen a file, the theme's own comes first, and never an empty pane.
    await desk.go(`/themes/${await service.createTheme('First colors', own)}`)
    await tab.getByRole('region', { name: 'Sign-in', exact: true }).waitFor()
    await tab.getByText('By folder', { exact: true }).click()
    await tab.getByRole('treeitem', { name: 'page_footer.html customized', selected: true }).waitFor()
    await content.getByText('class').waitFor()
    await tab.getByRole('link', { name: 'Edit theme' }).click()
    await tab.getByRole('tab', { name: 'page_footer.html', selected: true }).waitFor()
    await desk.go('/themes/default?tab=files&view=folders')
    await tab.getByRole('treeitem', { name: 'cloud_directory_login.html', selected: true }).waitFor()
  })
})
