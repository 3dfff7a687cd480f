import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { AT_COMMAND_LINE, createGroup } from '../../src/governance/governance.ts'
import { accessible, DESK, PHONE } from '../support/accessible.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { paste } from '../support/paste.ts'
import { addAccount, addApplication } from '../support/people.ts'
import { mainStore } from '../support/tenants.ts'

const API = '/v1.0/tabard'

describe('what somebody else has deleted in the meantime', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page
  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
  })
  after(() => desk?.close())

  const button = (name: string) => tab.getByRole('button', { name, exact: true })
  const sent = async (method: string, path: string, body?: object): Promise<{ id: string }> => {
    const headers = { 'content-type': 'application/json' }
    const init = { method, ...(body !== undefined && { headers, body: JSON.stringify(body) }) }
    return (await tab.evaluate(`fetch('${API}${path}', ${JSON.stringify(init)})
      .then(async answer => JSON.parse((await answer.text()) || '{}'))`)) as { id: string }
  }
  const removeTheme = async (id: string) =>
    assert.equal((await desk.service.call('DELETE', `/v1.0/branding/themes/${id}`)).status, 204)
  const isGone = async (kind: string) =>
    await tab.getByRole('heading', { level: 1, name: `There is no such ${kind}` }).waitFor()

  test('an application that is saved', async () => {
    const { id } = await addApplication(desk.service, { name: 'Shop' })
    await desk.open(`/applications/${id}`)
    await tab.getByLabel('Description').fill('For sailors')
    await sent('DELETE', `/applications/${id}`)
    await button('Save changes').click()
    await isGone('application')
    await desk.isNarrow('an application that is gone')
    await tab.getByRole('link', { name: 'Go to applications' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Applications' }).waitFor()
  })

  test('a group that is renamed', async () => {
    const { id } = await createGroup(mainStore(desk.service), 'Crew', AT_COMMAND_LINE)
    await desk.open(`/groups/${id}`)
    await button('Rename group').click()
    await tab.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Sailors')
    await sent('DELETE', `/groups/${id}`)
    await tab.getByRole('dialog').getByRole('button', { name: 'Rename group' }).click()
    await isGone('group')
  })

  test('an identity source that is saved', async () => {
    await desk.open('/sources')
    const { id } = await sent('POST', '/sources', {
      preset: 'google',
      name: 'Google',
      clientId: 'tabard',
      secret: 'a-secret-of-the-source',
    })
    await desk.open(`/sources/${id}`)
    await tab.getByRole('textbox', { name: 'Client ID' }).fill('tabard-2')
    await sent('DELETE', `/sources/${id}`)
    await button('Save changes').click()
    await isGone('identity source')
  })

  test('a theme whose file is edited, with the text that was typed', async () => {
    const id = await desk.service.createTheme('Plum', packageOf({ 'common/page_style.css': 'a{}' }))
    await desk.open(`/themes/${id}/edit?file=common%2Fpage_style.css`)
    const text = tab.locator('.cm-content:visible').first()
    await text.click()
    await paste(tab, '/* an afternoon of work */')
    await removeTheme(id)
    await button('Save').click()
    await tab.getByRole('alert').filter({ hasText: 'so your changes cannot be saved' }).waitFor()
    await text.getByText('/* an afternoon of work */').waitFor()
    await desk.isNarrow('the editor of a theme that is gone')
    await tab.getByRole('link', { name: 'Themes', exact: true }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Themes' }).waitFor()
    await desk.go(`/themes/${id}/edit`)
    await isGone('theme')
  })

  test('a theme of which the browser keeps unsaved text, until somebody discards it', async () => {
    const file = 'common/page_style.css'
    const id = await desk.service.createTheme('Plum', packageOf({ [file]: 'a{}' }))
    const edited = `/themes/${id}/edit?file=${encodeURIComponent(file)}`
    await desk.open(edited)
    await tab.locator('.cm-content:visible').first().click()
    await paste(tab, '/* an afternoon of work */')
    const drafts = async () =>
      await tab.evaluate(`Object.keys(localStorage).filter(name => name.includes('${id}')).length`)
    await becomes(drafts, 1)
    tab.once('dialog', dialog => void dialog.accept())
    await desk.open('/themes')
    const left = tab.getByRole('region', { name: 'Unsaved changes in deleted themes' })
    await tab.getByText('Plum').first().waitFor()
    assert.equal(await left.count(), 0, 'the theme is still there')

    await removeTheme(id)
    await desk.open('/themes')
    await left.getByText(file).waitFor()
    await tab.setViewportSize({ width: PHONE, height: 844 })
    await desk.isNarrow('unsaved changes in a deleted theme')
    await accessible(tab, 'unsaved changes in a deleted theme')
    await tab.setViewportSize({ width: DESK, height: 900 })
    const [saved] = await Promise.all([
      tab.waitForEvent('download'),
      left.getByRole('button', { name: `Download ${file}` }).click(),
    ])
    assert.equal(saved.suggestedFilename(), 'page_style.css')
    assert.match(await readFile(await saved.path(), 'utf8'), /an afternoon of work/)
    await left.getByRole('button', { name: `Discard ${file}` }).click()
    await button('Discard changes').click()
    await left.waitFor({ state: 'detached' })
    assert.equal(await drafts(), 0)
  })

  test('a theme whose colors are changed, with the colors', async () => {
    const id = await desk.service.createTheme('Plum', packageOf({}))
    await desk.open(`/themes/${id}/brand`)
    const color = tab.getByRole('textbox', { name: 'Brand color', exact: true })
    await color.fill('#7a1f5c')
    await removeTheme(id)
    await button('Save changes').click()
    await tab.getByRole('alert').filter({ hasText: 'so your changes cannot be saved' }).waitFor()
    assert.equal(await color.inputValue(), '#7a1f5c')
    await desk.isNarrow('colors of a theme that is gone')
    await button('Discard changes').click()
    await desk.go(`/themes/${id}/brand`)
    await isGone('theme')
  })

  test('a person whose supervisor is set', async () => {
    const store = mainStore(desk.service)
    const id = await addAccount(desk.service, { userName: 'eve' })
    await desk.open('/people')
    await button('Change supervisor of eve').click()
    await tab.getByRole('combobox', { name: 'Supervisor' }).fill('nobody')
    const save = tab.getByRole('dialog').getByRole('button', { name: 'Save' })
    await save.click()
    await tab.getByText('No account has the id, username or e-mail address "nobody".').waitFor()
    await tab.getByRole('combobox', { name: 'Supervisor' }).fill('boss@example.com')
    await store.write(tx => tx.accounts.remove(id))
    await save.click()
    await tab.getByText('This account no longer exists. Somebody may have deleted it.').waitFor()
    await tab.getByRole('row').filter({ hasText: 'eve' }).waitFor({ state: 'detached' })
  })
})
