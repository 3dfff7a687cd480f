import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { FILES, whole } from '../pages/addresses.ts'
import { accessible } from '../support/accessible.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { paste } from '../support/paste.ts'
import { Person } from '../support/person.ts'
import { fileForm, type TestService } from '../support/service.ts'

const FRENCH = 'common/labels/fr/template_labels.properties'
// A red dot of one pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

describe('the editor, as a designer uses it', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let service: TestService
  let context: BrowserContext
  let tab: Page
  const problems: string[] = []

  before(async () => {
    desk = await administratorTab()
    ;({ service, context, tab } = desk)
    watched(tab)
  })
  after(() => desk?.close())

  const watched = (page: Page) => {
    // What is left unsaved at the end of a test may be lost.
    page.on('dialog', dialog => void dialog.accept())
    page.on('pageerror', error => {
      if (!/of the theme/.test(String(error))) problems.push(String(error))
    })
  }
  const editor = (id: string, query: Record<string, string>) =>
    `/themes/${id}/edit?${new URLSearchParams(query)}`
  /** Opens the editor of a theme that it was not open for, where it keeps nothing of what is typed. */
  const edit = async (id: string, query: Record<string, string>) => {
    await desk.dismiss()
    await desk.go(editor(id, query))
  }
  const text = (page = tab) => page.locator('.cm-content:visible').first()
  const shown = (page = tab) => page.frameLocator('iframe:visible').first()
  /** Replaces the whole text of the file in front. */
  const write = async (content: string, page = tab) => {
    await page.bringToFront()
    await text(page).click()
    await page.keyboard.press('Control+a')
    await paste(page, content)
  }
  const file = async (id: string, path: string) =>
    await (await service.call('GET', `/v1.0/branding/themes/${id}/${path}`)).text()
  /** At this width the page is shown at its own size. */
  const phone = async () => {
    await tab.getByText('Phone', { exact: true }).click()
    await tab.locator('iframe[style*="width: 390px"]').first().waitFor()
  }
  const sound = async (where: string) => {
    await accessible(tab, where)
    assert.deepEqual(problems, [], where)
  }
  /** The heading of the sign-in page that people get who read French. */
  const signInHeading = async (id: string) => {
    const visitor = new Person(service.url, { 'accept-language': 'fr-FR' })
    return (await visitor.visit(`${SIGN_IN}?runtime=true&themeId=${id}`)).heading
  }

  test('a French label is edited, seen, saved, reverted and restored', async () => {
    const id = await service.createTheme('Maison', packageOf({ 'common/page_style.css': ':root{}' }))
    const before = await signInHeading(id)
    await desk.go(`/themes/${id}`)
    await tab.getByText('By folder', { exact: true }).click()
    await tab.getByRole('searchbox', { name: 'Search files' }).fill('labels/fr')
    await tab.getByRole('treeitem', { name: 'template_labels.properties' }).click()
    await tab.getByRole('link', { name: 'Edit', exact: true }).click()
    await text().waitFor()
    await tab.getByText('This is the master’s file.').waitFor()
    const master = await file('master', FRENCH)
    await write(master.replace(/^\$LOGIN_TITLE\$=.*$/m, '$LOGIN_TITLE$=Bienvenue chez nous'))
    await shown().getByRole('heading', { name: 'Bienvenue chez nous' }).waitFor()
    assert.equal(await signInHeading(id), before, 'a preview saves nothing')

    await tab.keyboard.press('Control+s')
    await tab.getByText('The file is saved.').waitFor()
    assert.equal(await signInHeading(id), 'Bienvenue chez nous')
    assert.equal(await file(id, FRENCH), '$LOGIN_TITLE$=Bienvenue chez nous\n', 'the rest stays the master’s')

    await tab.getByRole('button', { name: 'Revert to master…' }).click()
    await tab.getByRole('button', { name: 'Revert file' }).click()
    await tab.getByText('The file was reverted.').waitFor()
    await shown().getByRole('heading', { name: before }).waitFor()
    assert.equal(await signInHeading(id), before)

    await tab.getByRole('link', { name: 'Maison' }).click()
    await tab.getByRole('tab', { name: 'History' }).click()
    await tab.getByRole('button', { name: 'Restore revision 2' }).first().click()
    await tab.getByRole('button', { name: 'Restore theme' }).click()
    await tab.getByText('The theme was restored.').waitFor()
    assert.equal(await signInHeading(id), 'Bienvenue chez nous')
  })

  test('two windows write the same file: theirs, mine, both, and nothing is lost on the way', async () => {
    const id = await service.createTheme('Twice', packageOf({ [FILES.footer]: '<p>first</p>' }))
    const other = await context.newPage()
    watched(other)
    const dialog = tab.getByRole('dialog')
    await edit(id, { file: FILES.footer })
    await other.goto(desk.at(editor(id, { file: FILES.footer })))
    for (const page of [tab, other]) await text(page).waitFor()
    const clash = async (mine: string, theirs: string) => {
      await write(mine)
      await write(theirs, other)
      const saved = other.waitForResponse(answer => answer.request().method() === 'PUT' && answer.ok())
      await other.keyboard.press('Control+s')
      await saved
      await tab.bringToFront()
      await text().click()
      await tab.keyboard.press('Control+s')
      await dialog.getByText('Somebody else saved').waitFor()
      assert.equal(await file(id, FILES.footer), theirs)
    }

    await clash('<p>mine 1</p>', '<p>theirs 1</p>')
    await tab.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await becomes(() => text().innerText(), '<p>mine 1</p>', 'what I wrote is still here')
    await tab.getByRole('img', { name: 'not saved' }).waitFor()
    await text().click()
    await tab.keyboard.press('Control+s')
    await dialog.getByRole('button', { name: 'Use theirs' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await becomes(() => text().innerText(), '<p>theirs 1</p>')
    assert.equal(await file(id, FILES.footer), '<p>theirs 1</p>')

    await clash('<p>mine 2</p>', '<p>theirs 2</p>')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await file(id, FILES.footer), '<p>mine 2</p>')

    await other.reload()
    await text(other).waitFor()
    await clash('<p>mine 3</p>', '<p>theirs 3</p>')
    await dialog.getByRole('button', { name: 'Compare both' }).click()
    const right = dialog.getByRole('textbox', { name: 'Yours' })
    await right.click()
    await tab.keyboard.press('Control+a')
    await tab.keyboard.insertText('<p>theirs 3 and mine 3</p>')
    await tab.keyboard.press('Escape')
    await becomes(() => right.isVisible(), true, 'Escape does not throw away what is being put together')
    await dialog.getByRole('button', { name: 'Save the right side' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await file(id, FILES.footer), '<p>theirs 3 and mine 3</p>')
    await becomes(() => text().innerText(), '<p>theirs 3 and mine 3</p>')
    await other.close()
  })

  test('a click on the page opens what made it, by the line', async () => {
    const own = 'authentication/logout/default/logout_success.html'
    const files = packageOf({ [own]: '<p>\n\n<b>plain</b></p>@PAGE_FOOTER@' })
    const id = await service.createTheme('Sources', files)
    await edit(id, { page: 'login', state: 'first' })
    await phone()
    await shown().getByRole('heading', { level: 1 }).waitFor()
    await tab.keyboard.press('Alt+i')
    await tab.getByRole('button', { name: 'Inspect', pressed: true }).waitFor()

    await shown().getByText('Never share').click()
    await tab.getByRole('menuitem', { name: '$PAGE_FOOTER_NOTE$' }).click()
    await tab.getByRole('tab', { name: 'template_labels.properties' }).waitFor()
    const active = () => tab.locator('.cm-activeLine:visible').first().innerText()
    await becomes(() => active(), /^\$PAGE_FOOTER_NOTE\$=Never share/)
    await tab.getByText('This is the master’s file.').waitFor()

    const button = shown().getByRole('button', { name: 'Sign in' })
    await button.click()
    const offered = tab.getByRole('menuitem')
    await offered.first().waitFor()
    assert.deepEqual(
      (await offered.allInnerTexts()).map(item => item.split('\n')[0]),
      ['Tag <button>', 'Label $LOGIN_BUTTON$'],
    )
    await tab.keyboard.press('Escape')
    await offered.first().waitFor({ state: 'hidden' })
    // By keyboard the same, and the focus comes back to the button.
    await button.focus()
    for (const leave of ['Escape', 'Enter']) {
      await tab.keyboard.press('Space')
      await tab.keyboard.press('Enter')
      await offered.first().waitFor()
      await tab.keyboard.press(leave)
      await offered.first().waitFor({ state: 'hidden' })
    }
    await tab.getByRole('tab', { name: 'cloud_directory_login.html', selected: true }).waitFor()
    await becomes(() => active(), /<button type="submit">/)
    await becomes(() => shown().getByRole('heading', { level: 1 }).isVisible(), true, 'nothing was posted')

    await edit(await service.createTheme('More sources', files), { page: 'logout' })
    await phone()
    await tab.getByRole('button', { name: 'Inspect' }).click()
    await shown().getByText('plain').click()
    await tab.getByRole('tab', { name: 'logout_success.html' }).waitFor()
    await becomes(() => active(), /<b>plain/)
    await tab.getByRole('button', { name: 'Inspect' }).focus()
    await tab.keyboard.press('Escape')
    await tab.getByRole('button', { name: 'Inspect', pressed: false }).waitFor()
  })

  test('own labels and the master’s are edited together, and only what differs is saved', async () => {
    const id = await service.createTheme('Partial', packageOf({ [FRENCH]: '$LOGIN_TITLE$=Bonjour\n' }))
    await edit(id, { page: 'login', file: FRENCH })
    await phone()
    await shown().getByRole('heading', { name: 'Bonjour' }).waitFor()
    await tab.getByRole('button', { name: 'Inspect' }).click()
    await shown().getByText('Ne communiquez jamais').click()
    await tab.getByRole('menuitem', { name: '$PAGE_FOOTER_NOTE$' }).click()
    const active = tab.locator('.cm-activeLine:visible').first()
    await active.getByText('$PAGE_FOOTER_NOTE$').waitFor()
    // The line is wrapped, and the key goes to the end of one row at a time.
    for (let row = 0; row < 3; row++) await tab.keyboard.press('End')
    await tab.keyboard.insertText(' Merci.')
    await shown()
      .getByText(/Merci\.$/)
      .waitFor()
    await tab.keyboard.press('Control+s')
    await tab.getByText('The file is saved. Pages with this theme show it at once.').waitFor()
    const saved = await file(id, FRENCH)
    assert.match(saved, /^\$LOGIN_TITLE\$=Bonjour\n\$PAGE_FOOTER_NOTE\$=Ne communiquez .* Merci\.\n$/)
    await becomes(() => active.innerText(), /Merci\.$/, 'nothing moves when it is saved')
    await tab.getByRole('button', { name: 'Inspect' }).click()
  })

  test('names are offered while somebody writes', async () => {
    const themes = await Promise.all(
      ['Words', 'Labels', 'Tokens'].map(name =>
        service.createTheme(name, packageOf({ [FILES.login]: '<p>\n</p>', [FRENCH]: '' })),
      ),
    )
    const take = async (typed: string, name: RegExp) => {
      await text().click()
      await tab.keyboard.press('Control+Home')
      await tab.keyboard.type(typed)
      await tab.getByRole('option', { name }).first().click()
    }
    await edit(themes[0]!, { file: FILES.login })
    // Macros are those of the page, which is known once it is shown.
    await becomes(() => tab.getByRole('combobox', { name: 'Page', exact: true }).inputValue(), 'Sign-in')
    await take('@FORG', /@SHOW_FORGOT_PASSWORD_LINK@.*none hides the link/)
    await take('$LOGIN_BUT', /\$LOGIN_BUTTON\$.*Sign in/)
    await take('@PAGE_HEAD', /@PAGE_HEADER@.*the header of all pages/)
    await becomes(() => text().innerText(), /^@PAGE_HEADER@\$LOGIN_BUTTON\$@SHOW_FORGOT_PASSWORD_LINK@/)
    await edit(themes[1]!, { file: FRENCH })
    await write('')
    await take('$LOGIN_BUT', /\$LOGIN_BUTTON\$.*Se connecter/)
    await becomes(() => text().innerText(), '$LOGIN_BUTTON$=')
    await edit(themes[2]!, { file: FILES.style })
    await take(':root { --color-br', /--color-brand/)
    await becomes(() => text().innerText(), /^:root \{ --color-brand/)
  })

  test('a page is looked at from the list of pages, in another direction and in the dark', async () => {
    const id = await service.createTheme('Looks', packageOf({ [FILES.login]: whole('<p dir="@DIR@">x</p>') }))
    await desk.go(`/themes/${id}`)
    await tab.getByRole('heading', { name: 'Second factor' }).waitFor()
    const signIn = tab.getByRole('region', { name: 'Sign-in' })
    await signIn.locator('iframe[title="Picture of a page"]').first().waitFor()
    await becomes(() => signIn.innerText(), /^Sign-in\s+Sign-in\s+1 customized file/)
    await sound('by page')
    await tab
      .getByRole('region', { name: 'Password' })
      .getByRole('link', { name: 'Forgotten password' })
      .click()
    await tab.getByRole('tab', { name: /forgot_password/ }).waitFor()
    await tab.goBack()
    await tab
      .getByRole('list', { name: 'States of Sign-in', exact: true })
      .getByText('Too many attempts')
      .click()
    await tab.waitForURL(/page=login&state=locked&file=/)
    await tab.getByRole('tab', { name: 'cloud_directory_login.html' }).waitFor()
    await becomes(() => tab.getByRole('combobox', { name: 'State' }).inputValue(), 'Too many attempts')
    // Another page in the preview offers its file.
    const page = tab.getByRole('combobox', { name: 'Page', exact: true })
    await page.click()
    await tab.getByRole('option', { name: 'Forgotten password' }).first().click()
    await tab.getByRole('button', { name: 'Open the file of this page' }).click()
    await tab.getByRole('tab', { name: 'forgot_password.html', selected: true }).waitFor()
    await tab.getByRole('tab', { name: 'cloud_directory_login.html' }).click()

    await shown().locator('p[dir=ltr]').waitFor()
    await tab.getByRole('combobox', { name: 'Direction' }).click()
    await tab.getByRole('option', { name: 'Right to left' }).click()
    await shown().locator('p[dir=rtl]').waitFor()
    const isDark = () =>
      shown().locator('p[dir]').evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)
    for (const [name, expected] of [
      ['Dark', true],
      ['Light', false],
    ] as const) {
      await tab.getByRole('combobox', { name: 'Colors' }).click()
      await tab.getByRole('option', { name, exact: true }).click()
      await tab.locator(`iframe[style*="color-scheme: ${name.toLowerCase()}"]`).first().waitFor()
      await becomes(() => isDark(), expected, name)
    }
  })

  test('what goes wrong in the page stands beside it, and is gone with the next one', async () => {
    const script = `<!doctype html><p>x</p>\n<script>\n  const reason = 'of the theme'\n  throw new Error(reason)</script>
      <img src="https://elsewhere.example/@THEME_ID@.png"><script>fetch('//far' + '.example').catch(() => 0)</script>`
    const id = await service.createTheme('Broken', packageOf({ [FILES.login]: whole(script) }))
    await edit(id, { file: FILES.login })
    const list = tab.getByRole('region', { name: 'Problems of the page' })
    await list.getByText('Error: of the theme').waitFor()
    await list.getByText('connect-src').waitFor()
    await becomes(() => list.getByText('Error: of the theme').count(), 1, 'it is told once')
    const thrown = list.getByRole('listitem').filter({ hasText: 'Error: of the theme' })
    await thrown.getByRole('button', { name: 'Line 4', exact: true }).click()
    await becomes(() => tab.locator('.cm-activeLine').innerText(), /throw new Error/)
    await write(whole('<!doctype html><p>well</p>'))
    await shown().getByText('well').waitFor()
    await thrown.waitFor({ state: 'detached' })
  })

  test('an image is looked at, replaced, and another one added', async () => {
    const logo = 'common/logo/default/logo.png'
    const id = await service.createTheme('Pictures', packageOf({ 'common/page_style.css': ':root{}' }))
    await edit(id, { file: logo })
    await tab.getByRole('img', { name: `${logo} on dark` }).waitFor()
    await tab.getByText(/\d+ × \d+ pixels · /).waitFor()
    await tab.getByText('This is the master’s file.').waitFor()
    const upload = { name: 'dot.png', mimeType: 'image/png', buffer: PNG }
    await tab.locator('input[type=file]').setInputFiles(upload)
    await tab.getByText('1 × 1 pixels').waitFor()
    await tab.getByText('You can undo this in the history').waitFor()
    await sound('image')
    // Browsers do not tell about a file that is chosen again, unless the field is empty.
    const emptied = async (button: Locator, input: Locator) => {
      await Promise.all([tab.waitForEvent('filechooser'), button.click()])
      await becomes(() => input.inputValue(), '')
    }
    await emptied(tab.getByRole('button', { name: 'Replace…' }), tab.locator('input[type=file]'))

    const theirs = Buffer.concat([PNG, Buffer.from('theirs')])
    await service.call('PUT', `/v1.0/branding/themes/${id}/${logo}`, fileForm(theirs))
    await tab.getByRole('button', { name: 'Revert to master…' }).click()
    await tab.getByRole('button', { name: 'Revert file' }).click()
    await tab.getByText('Somebody else changed this file in the meantime').waitFor()
    assert.match(await file(id, logo), /theirs$/)
    await tab.getByRole('button', { name: 'Cancel' }).click()
    await tab.getByText(`${theirs.length} bytes`).waitFor()

    await tab.getByRole('button', { name: 'New file…' }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(upload)
    const path = dialog.getByRole('textbox', { name: 'Path in the theme' })
    await becomes(() => path.inputValue(), 'common/static/dot.png')
    await emptied(dialog.getByRole('button', { name: 'File to upload' }), dialog.locator('input[type=file]'))
    await path.fill('../default/dot.png')
    await dialog.getByText('Write the path without').waitFor()
    await becomes(
      () => dialog.getByRole('button', { name: 'Add file' }).isDisabled(),
      true,
      'an address would climb',
    )
    await path.fill('common/what?.png')
    await dialog.getByRole('button', { name: 'Add file' }).click()
    await dialog.getByRole('alert').getByText('one of the characters').waitFor()
    await path.fill(logo)
    await dialog.getByRole('button', { name: 'Add file' }).click()
    await dialog.getByText('A file with this path exists already.').waitFor()
    await path.fill('common/static/dot.png')
    await dialog.getByRole('button', { name: 'Add file' }).click()
    await tab.getByRole('tab', { name: 'dot.png' }).waitFor()
    const served = await fetch(`${service.url}/template/v1.0/static/dot.png?themeId=${id}`)
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), PNG)
  })

  test('what was typed into a file goes with the file', async () => {
    const own = 'common/static/own.css'
    const id = await service.createTheme('Own', packageOf({ [own]: 'a{}' }))
    await edit(id, { file: own })
    await text().waitFor()
    await write('b{}')
    const drafts = async () =>
      await tab.evaluate(`Object.keys(localStorage).filter(name => name.includes('own.css')).length`)
    await becomes(drafts, 1)
    await tab.getByRole('button', { name: 'Remove…' }).click()
    await tab.getByRole('button', { name: 'Remove file' }).click()
    await tab.getByText('The file was removed.').waitFor()
    await becomes(drafts, 0)
  })

  test('a theme whose script forges messages does no harm', async () => {
    const forging = `<!doctype html><p id="x">forged</p><script>
      const huge = 'x'.repeat(1e5)
      const send = message => parent.postMessage(message, '*')
      let round = 0
      setInterval(() => {
        for (const number of [0, -1, 1e9, 0.5, NaN, '0', null, {}, [], '__proto__', 'constructor'])
          for (const tabard of ['picked', 'settled', 'left', 'scrolled', 'problem', 'inspect', '__proto__', 7])
            send({ tabard, number, x: number, y: 1e300, what: 'script error', text: 'x'.repeat(999), source: { a: 1 }, line: '1' })
        send({ tabard: 'problem', what: 'script error', text: '<img src=x onerror=alert(1)>', source: 'javascript:1', number: 1 })
        send(null); send(huge); send([]); send(7); send({ tabard: 'problem', what: 'script error', text: huge })
        if (round++ === 3) document.getElementById('x').textContent = 'done'
      }, 60)
    </script>`
    const id = await service.createTheme('Forger', packageOf({ [FILES.login]: whole(forging) }))
    await edit(id, { page: 'login', file: FILES.footer })
    await text().waitFor()
    await tab.getByRole('button', { name: 'Inspect' }).click()
    await text().click()
    await shown().getByText('done').waitFor()
    await tab.keyboard.press('Control+End')
    await tab.keyboard.insertText('<i>mine</i>')
    await tab.waitForTimeout(500)
    await becomes(() => text().innerText(), /<i>mine<\/i>/, 'the focus stays where somebody writes')
    await becomes(() => tab.getByRole('tab').allInnerTexts(), ['page_footer.html'], 'nothing was opened')
    await becomes(() => tab.getByRole('menuitem').count(), 0)
    await tab.getByRole('button', { name: 'Inspect', pressed: true }).waitFor()
    const list = tab.getByRole('region', { name: 'Problems of the page' })
    const told = await list.getByRole('listitem').allInnerTexts()
    assert.ok(told.length <= 50 && told.every(one => one.length < 500), `${told.length} problems`)
    await becomes(() => list.locator('img').count(), 0)
    assert.deepEqual(problems, [])
  })
})
