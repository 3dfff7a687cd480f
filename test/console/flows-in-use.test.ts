import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import type { FlowDocument } from '../../src/core/user-flows/document.ts'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  createClient,
  keepAttribute,
  publishFlow,
} from '../../src/identity/identity.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { lend } from '../support/lend.ts'
import { addOperator } from '../support/operator.ts'
import { addApplication } from '../support/people.ts'
import { mainStore } from '../support/tenants.ts'

const [START] = REGISTRATION_FLOW.steps
const ADULT = { field: 'age', atLeast: 18 }

describe('user flows around the designer', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page

  before(async () => {
    desk = await administratorTab()
    await addOperator(desk.service, 'dev@example.com', 'themeDeveloper')
    tab = desk.tab
    const store = mainStore(desk.service)
    await keepAttribute(store, 'company', { name: 'company', kind: 'text', label: 'Company' }, BY)
    const { clientId } = await createClient(store, { name: 'Deployments', entitlements: ['manageFlows'] })
    await publishFlow(store, 'partners', partners('Join us'), { ...BY, author: `client:${clientId}` })
    await publishFlow(store, 'partners', partners('Become a partner'), BY)
  })
  after(() => desk?.close())

  const store = () => mainStore(desk.service)
  const button = (name: string) => tab.getByRole('button', { name, exact: true })
  const field = (name: string) => tab.getByRole('textbox', { name, exact: true })
  const picker = (name: string) => tab.getByRole('combobox', { name, exact: true })
  const choose = async (name: string, option: string) => {
    await picker(name).click()
    await tab.getByRole('option', { name: option, exact: true }).click()
  }
  const asked = async () => {
    const fields = tab.frameLocator('iframe:not([aria-hidden])').locator('[data-user-attribute]')
    // In one step: the page may be replaced in between.
    return await fields.evaluateAll(all => all.map(one => one.getAttribute('data-user-attribute')))
  }
  const mistake = (text: RegExp) =>
    tab.getByRole('region', { name: 'Mistakes' }).getByRole('button', { name: text })
  const item = (path: string) => tab.locator(`[data-item="${path}"]`)

  test('an application names one of the registrations of the tenant', async () => {
    const { id } = await addApplication(desk.service, { name: 'Shop', redirects: ['https://shop.example/'] })
    await desk.open(`/applications/${id}`)
    await becomes(() => picker('Registration flow').inputValue(), 'The tenant’s usual one (registration)')
    await picker('Registration flow').click()
    await becomes(
      () => tab.getByRole('option').allInnerTexts(),
      ['The tenant’s usual one (registration)', 'partners'],
    )
    await tab.getByRole('option', { name: 'partners' }).click()
    await button('Save changes').click()
    await tab.getByText('Changes are saved.').waitFor()
    assert.equal((await store().applications.get(id))?.registration, 'partners')
    await desk.fits('an application with a registration of its own')
    await lend(desk, desk.service, 'dev@example.com', async () => {
      await desk.open(`/applications/${id}`)
      const shown = field('Registration flow')
      await becomes(() => shown.inputValue(), 'partners')
      assert.equal(await shown.isEditable(), false)
      await desk.sound('an application for a theme developer')
    })
    await desk.open(`/applications/${id}`)
    await choose('Registration flow', 'The tenant’s usual one (registration)')
    await button('Save changes').click()
    await becomes(async () => (await store().applications.get(id))?.registration ?? null, null)
  })

  test('an application whose registration was deleted says so', async () => {
    await publishFlow(store(), 'gone', partners('Gone'), BY)
    const settings = { name: 'Wiki', redirects: ['https://wiki.example/'], registration: 'gone' }
    const { id } = await addApplication(desk.service, settings)
    // Earlier releases removed flows that applications use.
    await store().write(tx => tx.flows.remove('gone'))
    await desk.go(`/applications/${id}`)
    await tab.getByText('People cannot register with this flow.').waitFor()
    await becomes(() => picker('Registration flow').inputValue(), 'gone (no longer exists)')
    await desk.sound('a registration that no longer exists')
  })

  test('an address that is typed while others are invited stays', async () => {
    await desk.go('/people')
    await button('Invite people').click()
    const held = Promise.withResolvers<void>()
    await tab.route('**/invitations', async route => {
      await held.promise
      await route.fulfill({ status: 400, json: { messageId: 'X', messageDescription: 'Not now.' } })
    })
    await field('E-mail addresses').fill('alex@example.com')
    await button('Send invitations').click()
    await field('E-mail addresses').fill('alex@example.com\nkim@example.com')
    held.resolve()
    await tab.getByRole('dialog').getByText('alex@example.com: Not now.').waitFor()
    await becomes(() => field('E-mail addresses').inputValue(), 'alex@example.com\nkim@example.com')
    await tab.unroute('**/invitations')
  })

  test('people are invited by their addresses, and what is wrong with one keeps no other back', async () => {
    await desk.go('/groups')
    await desk.go('/people')
    await button('Invite people').click()
    const dialog = tab.getByRole('dialog', { name: 'Invite people' })
    await becomes(() => picker('Registration').inputValue(), 'partners (by invitation only)')
    await button('Send invitations').click()
    await dialog.getByText('Enter the address of somebody.').waitFor()
    await field('E-mail addresses').fill('alex@example.com, nobody here\nkim@example.com')
    await choose('Language of the mail', 'German')
    await button('Send invitations').click()
    await dialog.getByText('2 invitations are on the way.').waitFor()
    await dialog.getByText('nobody here: Enter an e-mail address such as').waitFor()
    await becomes(() => field('E-mail addresses').inputValue(), 'nobody here')
    await desk.fits('invitations')
    await field('E-mail addresses').fill('max@example.com')
    await button('Send invitations').click()
    await button('Done').click()
    const to = (await store().outbox.list(10)).map(mail => mail.recipient)
    assert.deepEqual(to.toSorted(), ['alex@example.com', 'kim@example.com', 'max@example.com'])
    await desk.go('/flows/partners')
    await button('Actions for partners').click()
    await tab.getByRole('menuitem', { name: 'Invite people' }).click()
    await field('E-mail addresses').fill('jo@example.com')
    await tab.getByRole('switch', { name: 'Mail the links' }).click()
    await button('Create links').click()
    await tab.getByText('One link is ready. You cannot see them again later.').waitFor()
    await tab.keyboard.press('Escape')
    await button('Copy link of jo@example.com').waitFor()
    await button('Done').click()
    assert.equal((await store().outbox.list(10)).length, 3)
    const invited = (await store().audit.list({ limit: 100 })).filter(({ event }) => event === 'flow-invited')
    assert.deepEqual(
      invited.map(({ details }) => [details.reference, details.by]),
      Array(4).fill(['partners', 'account:boss@example.com']),
    )
  })

  test('two versions are compared, and an API client is told by its name', async () => {
    await item('/steps/0').click()
    await field('Title').fill('Come in')
    await button('History').click()
    await tab.getByText('by API client Deployments').waitFor()
    await button('Show what changed in version 2').click()
    const side = (text: string) => tab.getByRole('cell', { name: text })
    await side('"Become a partner"').waitFor()
    await becomes(() => side('"Join us"').innerText(), /^\s*−/)
    await desk.fits('two versions')
    await choose('To', 'Your design, not published')
    await side('"Come in"').waitFor()
    await tab.getByRole('columnheader', { name: 'Your design' }).waitFor()
    await button('Back to the history').click()
    await button('Show what changed in your design').click()
    await side('"Become a partner"').waitFor()
    await choose('From', 'Your design, not published')
    await tab.getByText('Both sides are the same version.').waitFor()
    // A choice of what is shown is nothing to lose.
    await tab.keyboard.press('Escape')
    await tab.getByRole('dialog').waitFor({ state: 'detached' })
    await button('Undo').click()
  })

  test('the preview shows what somebody with given answers sees', async () => {
    await item('/steps/1').click()
    await becomes(asked, ['company'])
    await tab.getByRole('radiogroup', { name: 'Fields' }).getByText('By answers').click()
    await tab.getByText('People with these answers do not get this step.').waitFor()
    await becomes(() => picker('Page').inputValue(), '2. Your company (skipped)')
    await field('Answer to Age').fill('30')
    await becomes(() => picker('Page').inputValue(), '2. Your company')
    await becomes(asked, [])
    await field('Answer to First name').fill('Kim')
    await becomes(asked, ['company'])
    await desk.fits('sample answers')
    await tab.getByRole('radiogroup', { name: 'Fields' }).getByText('All fields').click()
    await field('Answer to Age').waitFor({ state: 'detached' })
    await becomes(asked, ['company'])
  })

  test('a step without a way on is told while it is designed, and leads to where it is fixed', async () => {
    await item('/steps/0').click()
    await button('Remove rule 2').click()
    await mistake(/This step leads nowhere if no condition is met/).waitFor()
    await item('').click()
    await button('Publish').click()
    await tab.getByText('Fix the mistakes first.').waitFor()
    await mistake(/This step leads nowhere/).click()
    const properties = tab.getByRole('region', { name: 'Properties' })
    await properties.getByText('This step leads nowhere if no condition is met').waitFor()
    await desk.fits('a step without a way on')
    await button('Undo').click()
    await mistake(/This step leads nowhere/).waitFor({ state: 'detached' })
  })

  test('a required field that no condition can reach is told, and can be published', async () => {
    await item('/steps/1/fields/0').click()
    await tab.getByRole('switch', { name: 'Required' }).click()
    await item('/steps/0').click()
    await button('Remove rule 1').click()
    await mistake(/No rule leads to this step/).waitFor()
    await mistake(/This required field is never reached/).click()
    const properties = tab.getByRole('region', { name: 'Properties' })
    await properties.getByRole('heading', { name: 'Company' }).waitFor()
    await properties.getByText('This required field is never reached').waitFor()
    await desk.fits('a required field that is never reached')
    await button('Publish').click()
    await tab.getByText('Version 3 is published').waitFor()
  })
})

function partners(title: string): FlowDocument {
  return {
    ...REGISTRATION_FLOW,
    invitationOnly: true,
    steps: [
      { ...START!, title, next: [{ when: ADULT, to: 'firm' }, { to: 'end' }] },
      {
        id: 'firm',
        title: 'Your company',
        fields: [{ attribute: 'company', when: { field: 'given_name', is: 'Kim' } }],
      },
    ],
  }
}
