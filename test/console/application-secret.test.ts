import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { becomes } from '../support/becomes.ts'
import { operatorOf } from '../support/console.ts'
import { type ConsoleTab, consoleTab } from '../support/console-tab.ts'
import { addApplication } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'

describe('the secret of an application in the console', () => {
  let service: TestService
  let console: ConsoleTab

  before(async () => {
    service = await testService('SQLite')
    await operatorOf(service, 'administrator')
    console = await consoleTab(service, 'administrator@example.com')
  })
  after(async () => {
    await console?.close()
    await service.stop()
  })

  const saidTo = async (client: string, secret: string) => {
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: client, client_secret: secret }
    const body = new URLSearchParams(form)
    const answer = await fetch(`${service.url}${ISSUER_PATH}/token`, { method: 'POST', body })
    return ((await answer.json()) as { error: string }).error
  }

  const rotated = async (keep?: string) => {
    const { tab } = console
    const before = await tab.getByRole('textbox', { name: 'Client secret' }).all()
    const old = before.length > 0 ? await before[0]!.inputValue() : ''
    await tab.getByRole('button', { name: 'Rotate secret' }).click()
    const dialog = tab.getByRole('dialog')
    const choice = dialog.getByRole('combobox', { name: 'Accept the old secret' })
    await choice.waitFor()
    await console.sound('rotation dialog')
    if (keep !== undefined) await choice.selectOption({ label: keep })
    await dialog.getByRole('button', { name: 'Rotate secret' }).click()
    await dialog.waitFor({ state: 'detached' })
    const shown = await tab.getByRole('textbox', { name: 'Client secret' }).inputValue()
    assert.notEqual(shown, old)
    return shown
  }

  test('is kept for a day unless the operator chooses otherwise', async () => {
    const made = await addApplication(service, {
      name: 'Shop',
      redirects: ['https://shop.example.com/callback'],
    })
    await console.open(`/applications/${made.id}`)
    await console.tab.getByRole('tab', { name: 'Sign-in' }).click()
    const second = await rotated()
    assert.equal(await saidTo(made.id, made.clientSecret!), 'invalid_grant')
    assert.equal(await saidTo(made.id, second), 'invalid_grant')
    // It stays while one looks elsewhere, until somebody says that they have it.
    const secret = console.tab.getByRole('textbox', { name: 'Client secret' })
    await console.tab.getByRole('tab', { name: 'General' }).click()
    await console.tab.getByRole('link', { name: 'Themes' }).click()
    await console.tab.getByRole('heading', { level: 1, name: 'Themes' }).waitFor()
    await console.tab.goBack()
    await console.tab.getByRole('tab', { name: 'Sign-in' }).click()
    await becomes(() => secret.inputValue(), second)
    const third = await rotated('no longer (if it has leaked)')
    assert.equal(await saidTo(made.id, second), 'invalid_client')
    assert.equal(await saidTo(made.id, third), 'invalid_grant')
    await console.tab.getByRole('button', { name: 'I have copied it' }).click()
    await secret.waitFor({ state: 'detached' })
  })
})
