import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { MESSAGES } from '../../src/http/request/messages.ts'
import { FILES } from '../pages/addresses.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, type TestService } from '../support/service.ts'

const SOUND = readFileSync(`master/templates/${FILES.login}`, 'utf8')
/** Without its password field, with a macro that is misspelt and an image without a text. */
const FLAWED = SOUND.replace('name="password"', 'name="pass"').replace(
  '</main>',
  '<p>@THEMEID@</p>\n<img src="/template/v1.0/static/logo.svg?themeId=@THEME_ID@">\n</main>',
)
const LOGOUT = 'authentication/logout/default/logout_success.html'
const FRENCH = 'common/labels/fr/template_labels.properties'

describe('what the linter finds, in the console', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let service: TestService
  let tab: Page
  let id: string

  before(async () => {
    desk = await administratorTab()
    ;({ service, tab } = desk)
    // What is left unsaved at the end of a test may be lost.
    tab.on('dialog', dialog => void dialog.accept())
    id = await service.createTheme(
      'Harbour',
      packageOf({ [FILES.login]: FLAWED, [FRENCH]: '$LOGIN_TITLE$=Bonjour\nBonsoir\n' }),
    )
  })
  after(() => desk?.close())

  const text = () => tab.locator('.cm-content:visible').first()
  const list = () => tab.getByRole('region', { name: 'Problems of the page' })
  const width = async (pixels: number) =>
    await tab.setViewportSize({ width: pixels, height: pixels < 600 ? 844 : 900 })
  const edit = async (path: string) => {
    await desk.go(`/themes/${id}/edit?file=${encodeURIComponent(path)}`)
    await text().waitFor()
  }

  test('the editor marks findings, tells them by keyboard, and fixes them as one step that can be undone', async () => {
    const first = list().getByRole('listitem').first()
    const lacking = first.getByText('The page lacks the field password.')
    // The file comes after the findings: a full list leaves less room for its text.
    const contents = `**/v1.0/branding/themes/*/${FILES.login}`
    await tab.route(contents, async route => {
      await lacking.waitFor()
      await route.continue()
    })
    await edit(FILES.login)
    await tab.unroute(contents)
    await first.getByRole('img', { name: 'error' }).waitFor()
    // Lines out of sight are not drawn, and their marks neither.
    await first.getByRole('button', { name: /^Line \d+$/ }).click()
    await tab.locator('.cm-lint-marker-error').first().waitFor()
    await tab.locator('.cm-editor.cm-focused').waitFor()
    await tab.keyboard.press('Control+Home')
    const pictures = list().getByRole('listitem').getByRole('img')
    const order = () =>
      pictures.evaluateAll(some => some.map(one => (one as unknown as { ariaLabel: string }).ariaLabel))
    await becomes(order, ['error', 'error', 'warning', 'recommendation'], 'the worst first')
    await desk.sound('the editor with findings')

    await text().focus()
    // Announcements are there for a moment only.
    await tab.evaluate(`globalThis.announced = []
      new MutationObserver(() => announced.push(document.querySelector('.cm-announced').textContent))
        .observe(document.querySelector('.cm-announced'), { childList: true, subtree: true })`)
    await tab.keyboard.press('F8')
    await tab.locator('.cm-tooltip').getByText('The page lacks the field password.').waitFor()
    await becomes(
      async () => String(await tab.evaluate('announced.join()')),
      /error: The page lacks the field password\./,
    )
    await desk.sound('a finding at the cursor')
    await tab.keyboard.press('F8')
    await tab.locator('.cm-tooltip').getByText('@THEMEID@ is not a macro').waitFor()
    await tab.keyboard.press('Alt+Enter')
    await text().getByText('@THEMEID@').first().waitFor({ state: 'detached' })
    await list().getByText('@THEMEID@').first().waitFor({ state: 'detached' })
    await tab.keyboard.press('Control+z')
    await text().getByText('@THEMEID@').first().waitFor()
    const misspelt = list().getByRole('listitem').filter({ hasText: '@THEMEID@' })
    await misspelt.getByRole('button', { name: 'Write @THEME_ID@' }).click()
    await misspelt.waitFor({ state: 'detached' })
    await tab.locator('.cm-editor.cm-focused').waitFor()
    await tab.keyboard.press('Control+z')
    await misspelt.waitFor()
    await misspelt.getByRole('button', { name: /^Line \d+$/ }).click()
    await becomes(() => tab.locator('.cm-activeLine:visible').innerText(), /@THEMEID@/)
    await tab.locator('.cm-editor.cm-focused').waitFor()
    await tab.keyboard.press('Control+Shift+KeyM')
    await list()
      .getByRole('button', { name: /^Problems/, expanded: true })
      .and(tab.locator(':focus'))
      .waitFor()
  })

  test('the tab Problems lists everything by file, is filtered, and leads to the line', async () => {
    await desk.go(`/themes/${id}?tab=problems`)
    const files = tab.getByRole('list', { name: 'Files with problems' })
    await files.getByRole('heading', { name: FILES.login }).waitFor()
    await desk.fits('problems', [390, 820, 1440])
    const rows = tab.getByRole('listitem').filter({ has: tab.getByRole('link', { name: /^Line/ }) })
    await tab.getByRole('combobox', { name: 'Severity' }).focus()
    await tab.keyboard.press('Enter')
    await tab.getByRole('option', { name: /warning/ }).click()
    await rows.filter({ hasText: 'lacks the field password' }).first().waitFor({ state: 'detached' })
    assert.match(tab.url(), /severity=warning/)
    await tab.getByRole('combobox', { name: 'Severity' }).click()
    await tab.getByRole('option', { name: /^All/ }).click()
    await tab.getByRole('combobox', { name: 'Rule' }).click()
    await tab.getByRole('option', { name: 'properties/syntax (1)' }).click()
    await tab.getByText(/ in \d+ files\. 1 of /).waitFor()
    await tab.getByRole('link', { name: 'Line 2' }).click()
    await tab.locator('.cm-activeLine:visible').getByText('Bonsoir').waitFor()

    await desk.go('/themes/default?tab=problems')
    await tab.getByRole('heading', { name: 'No problems' }).waitFor()
    await desk.sound('no problems')
  })

  test('Check again keeps the focus, also if there are problems for the first time', async () => {
    const clean = await service.createTheme('Clean', packageOf({}))
    await desk.go(`/themes/${clean}?tab=problems`)
    const again = tab.getByRole('button', { name: 'Check again' })
    await again.focus()
    const isFocused = again.and(tab.locator(':focus'))
    const lost = tab.locator('body:not(:has(:focus))')
    const checked = async (heading: string) => {
      // Otherwise, the check could end before the browser takes the focus from the disabled button.
      await tab.route('**/v1.0/tabard/lint', async route => {
        await lost.waitFor()
        await route.continue()
      })
      const answered = tab.waitForResponse('**/v1.0/tabard/lint')
      await tab.keyboard.press('Enter')
      await answered
      await isFocused.waitFor()
      await tab.getByRole('heading', { name: heading }).waitFor()
      await tab.unroute('**/v1.0/tabard/lint')
    }
    await checked('No problems')
    const path = `/v1.0/branding/themes/${clean}/${FILES.login}`
    assert.equal((await service.call('PUT', path, fileForm(FLAWED))).status, 204)
    await checked(FILES.login)
  })

  test('of more problems than can be drawn, the first 500 are shown, and more on demand', async () => {
    // Each line after the first is an error.
    const repeated = '$LOGIN_TITLE$=Bonjour\n'.repeat(801)
    const crowded = await service.createTheme(
      'Crowded',
      packageOf(
        Object.fromEntries(
          ['de', 'fr', 'it'].map(locale => [`common/labels/${locale}/template_labels.properties`, repeated]),
        ),
      ),
    )
    await desk.go(`/themes/${crowded}?tab=problems`)
    await tab.getByText('500 of 2,400 shown').waitFor()
    await tab.getByText('The worst 2,000 are listed').waitFor()
    await tab.getByRole('button', { name: 'Show more' }).click()
    await tab.getByText('1,000 of 2,400 shown').waitFor()
  })

  test('a file that is a leftover is removed with a button, from the tab and from the editor', async () => {
    const leftover = 'common/page_style.css~'
    const path = `/v1.0/branding/themes/${id}/${encodeURI(leftover)}`
    for (const [where, place, named] of [
      ['the tab', `/themes/${id}?tab=problems`, 'Files with problems'],
      ['the editor', `/themes/${id}/edit?file=${encodeURIComponent(leftover)}`, undefined],
    ] as const) {
      assert.equal((await service.call('PUT', path, fileForm('p {}'))).status, 204)
      await desk.go(place)
      const problems = named === undefined ? list() : tab.getByRole('list', { name: named })
      await problems.getByRole('button', { name: 'Remove the file' }).click()
      const question = tab.getByRole('dialog', { name: 'Remove page_style.css~?' })
      if (where === 'the tab') await desk.sound('question before a file is removed')
      await question.getByRole('button', { name: 'Remove file' }).click()
      await problems.getByRole('button', { name: 'Remove the file' }).waitFor({ state: 'detached' })
      assert.equal((await service.call('GET', path)).status, 404)
    }
  })

  test('a file that is replaced by another one with errors is stored only after a question', async () => {
    const upload = { name: 'x.html', mimeType: 'text/html', buffer: Buffer.from(FLAWED) }
    const address = `/v1.0/branding/themes/${id}/${LOGOUT}`
    await desk.go(`/themes/${id}?tab=files&file=${encodeURIComponent(LOGOUT)}`)
    await tab.getByRole('region', { name: LOGOUT }).getByRole('button', { name: 'Replace…' }).waitFor()
    const before = await (await service.call('GET', address)).text()
    const choose = async () => await tab.locator('input[type=file]').first().setInputFiles(upload)
    await choose()
    const question = tab.getByRole('dialog', { name: /^Save with \d+ errors\?$/ })
    await question.getByText('@THEMEID@ is not a macro').waitFor()
    await desk.sound('question before a file is replaced')
    await question.getByRole('button', { name: 'Go back' }).click()
    await question.waitFor({ state: 'hidden' })
    assert.equal(await (await service.call('GET', address)).text(), before)
    await choose()
    await question.getByRole('button', { name: 'Save anyway' }).click()
    await tab.getByText('The file was replaced.').waitFor()
    assert.equal(await (await service.call('GET', address)).text(), FLAWED)
    await service.call('DELETE', address)
  })

  test('an image with a script in it is stored only after a question', async () => {
    const icon = 'common/static/assets/icon/favicon.svg'
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const upload = { name: 'icon.svg', mimeType: 'image/svg+xml', buffer }
    await desk.go(`/themes/default?tab=files&file=${encodeURIComponent(icon)}`)
    await tab.getByRole('region', { name: icon }).getByRole('button', { name: 'Replace…' }).waitFor()
    await tab.locator('input[type=file]').first().setInputFiles(upload)
    const question = tab.getByRole('dialog', { name: 'Save with an error?' })
    await question.getByText('script').first().waitFor()
    await question.getByRole('button', { name: 'Go back' }).click()
    await question.waitFor({ state: 'hidden' })
  })

  test('colors are saved over a style sheet with errors only after a question', async () => {
    const sheet = `/v1.0/branding/themes/${id}/common/page_style.css`
    await service.call('PUT', sheet, fileForm('.panel { color: #123456 }\n}\n'))
    await desk.go(`/themes/${id}/brand`)
    await tab.getByRole('textbox', { name: 'Product name' }).fill('Harbour')
    await tab.getByRole('textbox', { name: 'Brand color', exact: true }).fill('#2e8b57')
    await tab.getByRole('button', { name: 'Save changes' }).click()
    const question = tab.getByRole('dialog', { name: /^Save with/ })
    await question.getByText('page_style.css, line').first().waitFor()
    await question.getByRole('button', { name: 'Save anyway' }).click()
    await tab.getByText('Colors and logo are saved.').waitFor()
    await service.call('DELETE', sheet)
  })

  test('files with errors are saved together after one question', async () => {
    await edit(FRENCH)
    await text().click()
    await tab.keyboard.press('Control+Home')
    await tab.keyboard.insertText('# Bienvenue\n')
    await tab.getByRole('searchbox', { name: 'Search files or pages' }).fill('cloud_directory_login')
    await tab.getByRole('treeitem', { name: 'cloud_directory_login.html' }).first().click()
    await tab.getByRole('textbox', { name: `Content of ${FILES.login}` }).click()
    await tab.keyboard.press('Control+End')
    await tab.keyboard.insertText('\n<!-- x -->\n')
    await tab.getByRole('button', { name: 'Save all' }).click()
    const question = tab.getByRole('dialog', { name: 'Save with 3 errors?' })
    await question.getByText('"Bonsoir" is not a label.').waitFor()
    await desk.sound('question before saving together')
    await question.getByRole('button', { name: 'Save anyway' }).click()
    await tab.getByText('2 files are saved as one revision.').waitFor()
  })

  test('a package is shown with its problems, and applied with errors only after a question', async () => {
    const upload = {
      name: 'harbour.zip',
      mimeType: 'application/zip',
      buffer: packageOf({ [FILES.login]: FLAWED.replace('</main>', '<p>@ERROR_MESAGE@</p></main>') }),
    }
    await width(390)
    await desk.go(`/themes/${id}`)
    await tab.getByRole('button', { name: 'Actions for Harbour' }).click()
    await tab.getByRole('menuitem', { name: 'Upload a package…' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Upload a package to Harbour' })
    await dialog.locator('input[type=file]').setInputFiles(upload)
    const problems = dialog.getByRole('list', { name: /^(?:New problems|Problems of the package): / })
    await problems.getByText('@ERROR_MESAGE@ is not a macro').waitFor()
    await becomes(() => dialog.getByText('Pages that cannot work').count(), 0, 'nothing is said twice')
    await desk.isNarrow('a package with problems')
    await desk.sound('a package with problems')
    await width(1440)
    await dialog.getByRole('button', { name: 'Apply package' }).click()
    const question = tab.getByRole('dialog', { name: /^Apply a package with/ })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: 'Apply package' }).click()
    await question.getByRole('button', { name: 'Apply anyway' }).click()
    await tab.getByText('The package was applied to Harbour.').waitFor()
  })

  test('a service that has no time for it is asked again, and says nothing to who types', async () => {
    await width(1440)
    // As the service refuses more checks than may wait (test/http/lint.test.ts).
    const { id: messageId, status, text, headers } = MESSAGES.busy
    const refusal = { status, headers: headers!({}), json: { messageId, messageDescription: text({}) } }
    // What is asked again waits until the test has seen what is shown before an answer.
    const seen = Promise.withResolvers<void>()
    let asked = 0
    await tab.route('**/v1.0/tabard/lint', async route => {
      if (asked++ === 0) return await route.fulfill(refusal)
      await seen.promise
      await route.continue()
    })
    const refused = tab.waitForResponse(response => response.url().endsWith('/v1.0/tabard/lint'))
    // Loaded anew, the console knows no findings.
    await desk.open(`/themes/${id}/edit?file=${encodeURIComponent(FRENCH)}`)
    assert.equal((await refused).status(), 503)
    // Until the linter answers, the editor's own checks speak.
    await list().getByText('Not a label: write $NAME$=text').waitFor()
    seen.resolve()
    await tab.unroute('**/v1.0/tabard/lint')
    await list().getByText('"Bonsoir" is not a label.').waitFor()
    await list().getByText('Not a label: write').waitFor({ state: 'detached' })
    await becomes(() => tab.getByRole('alert').count(), 0)
    // The labels of the master stand below the theme's own, and a finding at its line all the same.
    await list()
      .getByRole('listitem')
      .filter({ hasText: 'Bonsoir' })
      .getByRole('button', { name: 'Line 3' })
      .click()
    await becomes(() => tab.locator('.cm-activeLine:visible').innerText(), 'Bonsoir')
    await tab.keyboard.press('Control+End')
    await tab.keyboard.insertText('\nSalut')
    const far = list()
      .getByRole('listitem')
      .filter({ hasText: 'Salut' })
      .getByRole('button', { name: /^Line/ })
    await list().getByText('"Salut" is not a label.').waitFor()
    await far.getByText(/^Line \d{3}/).waitFor()
    await tab.keyboard.press('Control+Home')
    await far.click()
    await becomes(() => tab.locator('.cm-activeLine:visible').innerText(), 'Salut')
  })

  test('what cannot be saved either is not offered to be saved without a check', async () => {
    await edit(LOGOUT)
    await text().click()
    const save = tab.getByRole('button', { name: 'Save', exact: true })
    const failed = tab.getByRole('alert').filter({ hasText: 'The file was not saved' })
    await desk.context.setOffline(true)
    await tab.keyboard.type('x')
    await save.click()
    await failed.getByText('The server does not answer.').waitFor()
    const stale = tab.getByRole('alert').filter({ hasText: 'The preview is not up to date' })
    await stale.waitFor()
    await desk.context.setOffline(false)
    await stale.getByRole('button', { name: 'Try again' }).click()
    await stale.waitFor({ state: 'detached' })
    await service.call('DELETE', `/v1.0/branding/themes/${id}`)
    await save.click()
    await tab.getByRole('alert').filter({ hasText: 'so your changes cannot be saved' }).waitFor()
    assert.equal(await tab.getByRole('dialog').count(), 0)
  })
})
