import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { becomes } from '../support/becomes.ts'
import type { Browser } from '../support/browser.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { addApplication } from '../support/people.ts'
import { fileForm, type TestService } from '../support/service.ts'

const CALLBACK = 'https://shop.example/callback'

describe('the console, as an administrator uses it', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let service: TestService
  let browser: Browser
  let tab: Page

  before(async () => {
    desk = await administratorTab()
    ;({ service, browser, tab } = desk)
  })
  after(() => desk?.close())

  const sound = (where: string) => desk.sound(where)
  const button = (name: string | RegExp) => tab.getByRole('button', { name })

  test('a theme is assigned in the General tab, and seen at the application’s sign-in', async () => {
    const { id } = await addApplication(service, { name: 'Shop', redirects: [CALLBACK] })
    const themeId = await service.createTheme(
      'Harbour',
      packageOf({ 'common/page_components/default/page_header.html': '<p id="brand">Harbour</p>' }),
    )
    await desk.go('/applications')
    await tab.getByRole('link', { name: 'Shop' }).first().waitFor()
    await sound('applications')
    await tab.getByRole('link', { name: 'Shop' }).first().click()
    await tab.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
    await sound('application')
    await tab.getByRole('tab', { name: 'Sign-in' }).click()
    await sound('how an application signs in')
    await tab.getByRole('tab', { name: 'General' }).click()
    await tab.getByRole('combobox', { name: 'Theme' }).click()
    await becomes(() => tab.getByRole('option').first().innerText(), 'Default theme')
    await tab.getByRole('option', { name: 'Harbour' }).click()
    await button('Save changes').click()
    await tab.getByText('Changes are saved.').waitFor()

    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: CALLBACK,
    })
    const visitor = await browser.newPage()
    await visitor.goto(`${service.url}${ISSUER_PATH}/authorize?${query}`)
    await becomes(() => visitor.textContent('#brand'), 'Harbour')
    await visitor.close()

    await desk.go('/themes')
    await button('Actions for Harbour').click()
    await tab.getByRole('menuitem', { name: 'Delete…' }).click()
    const inUse = tab.getByRole('dialog', { name: 'Harbour is in use' })
    await inUse.getByRole('link', { name: 'Shop' }).waitFor()
    await inUse.getByRole('button', { name: 'Close', exact: true }).last().click()
    assert.equal((await service.service.store.tenant('main').themes.get(themeId))?.name, 'Harbour')
    await sound('themes')
  })

  test('an application is created, and its secret is shown once', async () => {
    await desk.go('/applications/new')
    await sound('create application')
    await tab.getByRole('textbox', { name: 'Name' }).fill('Portal')
    await button('Create application').click()
    const secret = tab.getByRole('status').filter({ hasText: 'Copy this secret now' })
    await secret.waitFor()
    await sound('a new secret')
    await tab.reload()
    await tab.getByRole('heading', { level: 1, name: 'Portal' }).waitFor()
    await becomes(() => secret.count(), 0)
  })

  test('a theme is uploaded after a look at what it changes, and restored from its history', async () => {
    const themeId = await service.createTheme(
      'Brand',
      packageOf({ 'common/page_style.css': ':root { --a: 1 }' }),
    )
    const sheet = async () =>
      await (
        await fetch(`${service.url}/v1.0/branding/themes/${themeId}/common/page_style.css`, {
          headers: { authorization: `Bearer ${await service.token()}` },
        })
      ).text()
    await desk.go(`/themes/${themeId}`)
    await tab.getByRole('heading', { level: 1, name: 'Brand' }).waitFor()
    await button('Actions for Brand').click()
    await tab.getByRole('menuitem', { name: 'Upload a package…' }).click()
    await tab.locator('input[type=file]').setInputFiles({
      name: 'brand.zip',
      mimeType: 'application/zip',
      buffer: packageOf({ 'common/page_style.css': ':root { --a: 2 }', 'common/static/new.css': 'b{}' }),
    })
    await tab.getByText('common/static/new.css', { exact: true }).first().waitFor()
    await service.call(
      'PUT',
      `/v1.0/branding/themes/${themeId}/common/static/new.css`,
      fileForm('a { color: red }'),
    )
    await button('Apply package').click()
    await tab.getByText('Somebody else changed the theme').waitFor()
    assert.equal(await sheet(), ':root { --a: 1 }', 'nothing was applied')
    await tab.getByText('Checking what the package changes').waitFor({ state: 'hidden' })
    await sound('upload again')
    await Promise.all([
      tab.waitForResponse(answer => answer.request().method() === 'PUT' && answer.ok()),
      button('Apply package').click(),
    ])
    await tab.getByRole('dialog').waitFor({ state: 'hidden' })
    assert.equal(await sheet(), ':root { --a: 2 }')

    await tab.getByRole('tab', { name: 'History' }).click()
    await button('Restore revision 1').first().click()
    const theirs = fileForm(':root { --a: 3 }')
    await service.call('PUT', `/v1.0/branding/themes/${themeId}/common/page_style.css`, theirs)
    await button('Restore theme').click()
    await tab.getByText('Somebody else changed this theme in the meantime').waitFor()
    assert.equal(await sheet(), ':root { --a: 3 }', 'nothing was restored')
    await button('Cancel').click()
    await button('Show what changed in revision 4').waitFor()
    await button('Restore revision 1').first().click()
    await button('Restore theme').click()
    await tab.getByText('The theme was restored.').waitFor()
    assert.equal(await sheet(), ':root { --a: 1 }')
    await sound('history')
    await button('Show what changed in revision 1').waitFor()
    // As if the service kept no more revisions.
    const kept = await service.call('GET', `/v1.0/tabard/themes/${themeId}/revisions`)
    const { revisions } = (await kept.json()) as { revisions: unknown[] }
    const json = { revisions: revisions.slice(0, -1) }
    await tab.route(/\/revisions$/, async route => await route.fulfill({ json }))
    await tab.reload()
    await button('Show what changed in revision 3').waitFor()
    assert.equal(await button('Show what changed in revision 2').count(), 0)
    await tab.unrouteAll({ behavior: 'wait' })
  })

  test('a package that brings scripts of other servers is announced with a warning, before everything else', async () => {
    const path = 'authentication/logout/default/logout_success.html'
    const themeId = await service.createTheme('Scripted', packageOf({ 'common/static/a.css': 'a{}' }))
    const master = await (await service.call('GET', `/v1.0/branding/themes/master/${path}`)).text()
    await desk.go(`/themes/${themeId}`)
    await button('Actions for Scripted').click()
    await tab.getByRole('menuitem', { name: 'Upload a package…' }).click()
    const choose = async (contents: Record<string, string>) =>
      await tab.locator('input[type=file]').setInputFiles({
        name: 'some.zip',
        mimeType: 'application/zip',
        buffer: packageOf(contents),
      })
    const dialog = tab.getByRole('dialog')
    await choose({ 'common/static/b.css': 'b{}' })
    await dialog.getByText('common/static/b.css', { exact: true }).waitFor()
    await becomes(() => dialog.getByRole('alert').count(), 0)
    await choose({
      [path]: master.replace(
        '</body>',
        '<script src="https://evil.example/x.js"></script>@NOBODY_KNOWS@</body>',
      ),
    })
    const warning = dialog.getByRole('alert', { name: 'New scripts from other servers' })
    await warning.getByText('https://evil.example').waitFor()
    await becomes(() => warning.textContent(), /^New scripts from other servers.*passwords.*New on logout\./)
    const parts = await dialog.getByRole('group', { name: 'What the package changes' }).locator('> *').all()
    await becomes(() => parts[0]!.getAttribute('role'), 'alert', 'it is the first')
    await sound('upload with scripts')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('of two packages the last one that was chosen counts, whichever answer comes last', async () => {
    const themeId = await service.createTheme('Choice', packageOf({ 'common/static/a.css': 'a{}' }))
    await desk.go(`/themes/${themeId}`)
    await button('Actions for Choice').click()
    await tab.getByRole('menuitem', { name: 'Upload a package…' }).click()
    const choose = async (path: string) =>
      await tab.locator('input[type=file]').setInputFiles({
        name: 'some.zip',
        mimeType: 'application/zip',
        buffer: packageOf({ [path]: 'b{}' }),
      })
    const late = Promise.withResolvers<void>()
    await tab.route(
      '**/plan',
      async route => {
        await late.promise
        await route.continue()
      },
      { times: 1 },
    )
    await choose('common/static/first.css')
    await choose('common/static/second.css')
    await tab.getByText('common/static/second.css', { exact: true }).first().waitFor()
    const [answer] = await Promise.all([tab.waitForResponse('**/plan'), late.resolve()])
    await answer.finished()
    await becomes(() => tab.getByText('common/static/first.css').count(), 0)
    await button('Apply package').click()
    await tab.getByText('The package was applied to Choice.').waitFor()
    const there = async (path: string) =>
      (await service.call('GET', `/v1.0/branding/themes/${themeId}/${path}`)).status
    assert.deepEqual(
      [await there('common/static/first.css'), await there('common/static/second.css')],
      [404, 200],
    )
  })

  test('a label is edited beside a live preview, saved, compared with the master and reverted', async () => {
    const labels = 'common/labels/fr/template_labels.properties'
    const id = await service.createTheme(
      'Edited',
      packageOf({ [labels]: '$LOGIN_TITLE$=Bonjour\n', 'common/page_style.css': ':root{}' }),
    )
    await tab.setViewportSize({ width: 1440, height: 900 })
    await desk.go(`/themes/${id}/edit?file=${encodeURIComponent(labels)}`)
    const text = tab.locator('.cm-content')
    await text.waitFor()
    const frame = tab.frameLocator('iframe:visible').first()
    await frame.getByRole('heading', { name: 'Bonjour' }).waitFor()
    await text.click()
    await tab.keyboard.press('Control+Home')
    await tab.keyboard.press('Shift+End')
    await tab.keyboard.type('$LOGIN_TITLE$=Bienvenue')
    await tab.frameLocator('iframe:visible').last().getByRole('heading', { name: 'Bienvenue' }).waitFor()
    const saved = async () =>
      await (
        await fetch(`${service.url}/v1.0/branding/themes/${id}/${labels}`, {
          headers: { authorization: `Bearer ${await service.token()}` },
        })
      ).text()
    assert.match(await saved(), /Bonjour/, 'a preview saves nothing')
    await Promise.all([
      tab.waitForResponse(answer => answer.request().method() === 'PUT' && answer.status() === 204),
      tab.keyboard.press('Control+s'),
    ])
    assert.equal(await saved(), '$LOGIN_TITLE$=Bienvenue\n')

    await button('Compare with master').click()
    await tab.getByRole('dialog').locator('.cm-mergeView').waitFor()
    await tab.getByRole('dialog').getByRole('button', { name: /close/i }).first().click()
    await tab.getByRole('dialog').waitFor({ state: 'hidden' })
    await button('Revert to master…').click()
    await Promise.all([
      tab.waitForResponse(answer => answer.request().method() === 'DELETE' && answer.status() === 204),
      button('Revert file').click(),
    ])
    assert.doesNotMatch(await saved(), /LOGIN_TITLE\$=Bienvenue/)
  })

  test('two who edit the same file at once lose nothing', async () => {
    const path = 'common/page_components/default/page_footer.html'
    const id = await service.createTheme('Shared', packageOf({ [path]: '<p>first</p>' }))
    await desk.go(`/themes/${id}/edit?file=${encodeURIComponent(path)}`)
    await tab.locator('.cm-content').click()
    await tab.keyboard.press('Control+a')
    await tab.keyboard.insertText('<p>mine</p>')
    const other = new FormData()
    other.set('file', new Blob(['<p>theirs</p>']), 'x')
    const headers = { authorization: `Bearer ${await service.token()}` }
    const file = `${service.url}/v1.0/branding/themes/${id}/${path}`
    assert.equal((await fetch(file, { method: 'PUT', headers, body: other })).status, 204)
    await tab.keyboard.press('Control+s')
    const dialog = tab.getByRole('dialog')
    await dialog.waitFor()
    assert.equal(await (await fetch(file, { headers })).text(), '<p>theirs</p>')
    await Promise.all([
      tab.waitForResponse(answer => answer.request().method() === 'PUT' && answer.status() === 204),
      dialog.getByRole('button', { name: /mine/i }).click(),
    ])
    assert.equal(await (await fetch(file, { headers })).text(), '<p>mine</p>')
  })

  test('the screens fit on a tablet', async () => {
    await tab.setViewportSize({ width: 820, height: 1180 })
    for (const path of [
      '/themes',
      '/themes/default',
      '/themes/default/history',
      '/applications',
      '/applications/new',
    ]) {
      await desk.go(path)
      await desk.fits(path, [820])
    }
  })
})
