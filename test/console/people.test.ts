import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { addAccount } from '../support/people.ts'
import { mainStore } from '../support/tenants.ts'

describe('people in the console', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page

  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
    await addAccount(desk.service, { userName: 'ada', givenName: 'Ada', familyName: 'Byron' })
    await addAccount(desk.service, { userName: 'bob' })
  })
  after(() => desk?.close())

  const row = (name: string) => tab.getByRole('row').filter({ hasText: name })

  test('an administrator sets the supervisor of somebody, and takes it away', async () => {
    await desk.open('/people')
    await row('bob').getByText('None').waitFor()
    await desk.fits('people')
    await tab.getByRole('button', { name: 'Change supervisor of bob' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Supervisor of bob' })
    const found = tab.waitForResponse(/\/holders\?/)
    await dialog.getByRole('combobox', { name: 'Supervisor' }).fill('bob')
    await (await found).finished()
    // No list of suggestions covers the button.
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('An account cannot be its own supervisor.').waitFor()
    await dialog.getByRole('combobox', { name: 'Supervisor' }).fill('byr')
    await dialog.getByRole('option', { name: 'ada' }).click()
    await desk.fits('the supervisor of somebody')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await tab.getByText('ada supervises bob.').waitFor()
    await row('bob').getByText('Ada Byron').waitFor()
    const store = mainStore(desk.service)
    const ada = await store.accounts.named('ada')
    assert.equal((await store.accounts.named('bob'))?.supervisor, ada?.id)
    await tab.getByRole('button', { name: 'Change supervisor of bob' }).click()
    await dialog.getByRole('combobox', { name: 'Supervisor' }).fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row('bob').getByText('None').waitFor()
    assert.equal((await store.accounts.named('bob'))?.supervisor, undefined)
  })

  test('people are found by a part of their name', async () => {
    await desk.go('/groups')
    await desk.go('/people')
    await tab.getByLabel('Search people').fill('byron')
    await row('ada').waitFor()
    await row('bob').waitFor({ state: 'detached' })
    await tab.getByLabel('Search people').fill('zzz')
    await tab.getByRole('heading', { name: 'Nobody matches' }).waitFor()
  })

  test('people are listed by status and by an attribute of the tenant, which can be a column', async () => {
    const store = mainStore(desk.service)
    const [ada, bob] = [(await store.accounts.named('ada'))!.id, (await store.accounts.named('bob'))!.id]
    await store.write(async tx => {
      const choices = [
        { value: 'gold', label: 'Gold' },
        { value: 'basic', label: 'Basic' },
      ]
      await tx.attributes.keep({ name: 'plan', kind: 'choice', label: 'Plan', choices })
      await tx.attributes.set(ada, { plan: 'gold' })
      await tx.attributes.set(bob, { plan: 'basic' })
      await tx.accounts.update(bob, { status: 'disabled' })
    })
    await desk.go('/groups')
    await desk.go('/people')
    await tab.getByRole('combobox', { name: 'Columns' }).click()
    await tab.getByRole('option', { name: 'Plan' }).click()
    await tab.keyboard.press('Escape')
    await row('bob').getByText('basic').waitFor()
    await desk.fits('people with an attribute')
    await tab.getByRole('combobox', { name: 'Attribute' }).click()
    await tab.getByRole('option', { name: 'Plan' }).click()
    await tab.getByRole('combobox', { name: 'Value' }).click()
    await tab.getByRole('option', { name: 'Gold' }).click()
    await row('bob').waitFor({ state: 'detached' })
    await row('ada').getByText('gold').waitFor()
    await desk.go('/groups')
    await tab.goBack()
    await row('ada').getByText('gold').waitFor()
    await becomes(() => row('bob').count(), 0, 'the filter and the columns are there again')
    await tab.getByRole('combobox', { name: 'Status' }).click()
    await tab.getByRole('option', { name: 'Disabled' }).click()
    await tab.getByRole('heading', { name: 'Nobody matches' }).waitFor()
    await store.write(tx => tx.accounts.update(bob, { status: 'active' }))
  })

  test('an administrator approves one registration and rejects another', async () => {
    const store = mainStore(desk.service)
    for (const userName of ['wanda', 'will']) {
      const id = await addAccount(desk.service, { userName })
      await store.write(tx => tx.accounts.update(id, { status: 'waiting' }))
    }
    await desk.go('/groups')
    await desk.go('/people')
    await row('wanda').getByText('Waiting for approval').waitFor()
    await desk.fits('registrations that wait')
    await tab.getByRole('button', { name: 'Approve wanda' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await tab.getByText('wanda can sign in now.').waitFor()
    await tab.getByRole('button', { name: 'Reject will' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await row('will').waitFor({ state: 'detached' })
    assert.equal((await store.accounts.named('wanda'))?.status, 'active')
    assert.equal(await store.accounts.named('will'), undefined)
  })
})
