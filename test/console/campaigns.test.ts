import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  addMembers,
  Campaigns,
  changeRules,
  createGroup,
  giveAccess,
} from '../../src/governance/governance.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { addAccount, addApplication, quietOffice } from '../support/people.ts'
import { mainStore } from '../support/tenants.ts'

const BY = { by: 'test', address: null }
const DAY = 86_400_000

describe('campaigns in the console', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page

  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
    const store = mainStore(desk.service)
    const { id: shop } = await addApplication(desk.service, { name: 'Shop' })
    await changeRules(store, shop, { mode: 'assigned', keepRecent: false }, BY)
    for (const userName of ['ada', 'bob', 'eve', 'sue']) {
      const id = await addAccount(desk.service, { userName, email: `${userName}@example.com` })
      if (userName !== 'sue') await giveAccess(store, shop, { kind: 'account', id }, undefined, BY)
    }
  })
  after(() => desk?.close())

  const button = (name: string | RegExp) => tab.getByRole('button', { name, exact: typeof name === 'string' })
  const field = (name: string) => tab.getByRole('textbox', { name })
  const picker = (name: string) => tab.getByRole('combobox', { name })
  const filled = async (name: string) => {
    await field('Name').fill(name)
    await tab.getByRole('checkbox', { name: 'Shop' }).check()
    await tab.getByLabel('Last day').fill(new Date(Date.now() + 20 * DAY).toISOString().slice(0, 10))
    await picker('Reviewers').fill('ad')
    await tab.getByRole('option', { name: 'ada' }).click()
    await picker('Supervisors of the campaign').fill('sue')
  }

  test('a campaign is created on one page with a preview, watched, reassigned, reminded and ended', async () => {
    await desk.open('/campaigns')
    await tab.getByRole('heading', { name: 'No campaigns yet' }).waitFor()
    await desk.fits('no campaigns')
    await tab.getByRole('link', { name: 'Create campaign' }).click()
    await filled('Yearly review')
    await button('Preview').click()
    await tab.getByRole('heading', { name: '3 items to review' }).waitFor()
    await tab.getByRole('row').filter({ hasText: 'ada' }).getByText('2', { exact: true }).waitFor()
    await desk.fits('create campaign')
    await button('Create campaign').click()
    await tab.getByRole('heading', { level: 1, name: 'Yearly review' }).waitFor()
    await tab.getByText('Running', { exact: true }).waitFor()
    await button('Remind ada of Shop').click()
    await tab.getByText('ada was reminded.').waitFor()
    await button('Reassign the review of Shop by ada').click()
    const dialog = tab.getByRole('dialog', { name: 'Reassign the review of Shop' })
    await dialog.getByRole('combobox', { name: 'New reviewer' }).fill('bob')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ada is on leave.')
    await desk.sound('reassign')
    await dialog.getByRole('button', { name: 'Reassign review' }).click()
    await tab.getByText('Before: ada – Ada is on leave.').waitFor()
    await becomes(() => tab.getByText('account:').count(), 0, 'names, not ids')
    await desk.fits('a campaign')
    await button('End campaign').click()
    await tab.getByRole('dialog').getByRole('button', { name: 'End campaign' }).click()
    await tab.getByText('Ended', { exact: true }).first().waitFor()
    await tab.getByText('SHA-256 of the report (CSV)').waitFor()
    const href = await tab.getByRole('link', { name: 'Open report' }).getAttribute('href')
    const report = await tab.evaluate(`fetch(${JSON.stringify(href)}).then(answer => answer.text())`)
    assert.match(String(report), /Yearly review/)
  })

  test('the next campaign is compared with the last one', async () => {
    await desk.go('/campaigns/new')
    await filled('Second review')
    await button('Create campaign').click()
    await tab.getByRole('heading', { level: 1, name: 'Second review' }).waitFor()
    await tab.getByRole('heading', { name: 'Compared with Yearly review' }).waitFor()
    await desk.go('/campaigns')
    await tab.getByRole('row').filter({ hasText: 'Second review' }).waitFor()
    await desk.fits('campaigns')
  })

  test('a group is chosen whose name contains a comma, and a preview belongs to the form as it is', async () => {
    const store = mainStore(desk.service)
    const { id } = await createGroup(store, 'Sales, EMEA', BY)
    await addMembers(store, id, ['ada'], BY)
    await desk.go('/campaigns/new')
    await filled('Review by a group')
    await picker('Reviewers').fill('emea')
    await tab.getByRole('option', { name: 'Sales, EMEA' }).click()
    const [asked, held, late] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    let reviewers: unknown
    await tab.route(
      '**/campaigns/preview',
      async route => {
        reviewers = route.request().postDataJSON().reviewers
        const response = await route.fetch()
        asked!.resolve()
        await held!.promise
        await route.fulfill({ response })
        late!.resolve()
      },
      { times: 1 },
    )
    await button('Preview').click()
    await asked!.promise
    assert.deepEqual(reviewers, ['ada', 'Sales, EMEA'])
    await field('Description').fill('Changed after the click.')
    held!.resolve()
    await late!.promise
    await becomes(() => button('Preview').isEnabled(), true)
    assert.equal(await tab.getByRole('heading', { name: '3 items to review' }).count(), 0)
    await button('Preview').click()
    await tab.getByRole('heading', { name: '3 items to review' }).waitFor()
  })

  test('the list of reviews is as new as the state of the campaign', async () => {
    const store = mainStore(desk.service)
    const office = await quietOffice(desk.service)
    const campaigns = new Campaigns(office)
    const shop = (await store.applications.list()).find(({ name }) => name === 'Shop')!.id
    const end = new Date(Date.now() + 20 * DAY).toISOString()
    const people = { reviewers: ['ada'], supervisors: ['sue'] }
    const wanted = { name: 'Short review', applications: [shop], end, ...people }
    const { id } = (await campaigns.create(office.tenant, wanted, BY)).campaign
    desk.service.service.wake()
    await becomes(async () => (await store.campaigns.get(id))?.state, 'running')
    await desk.open(`/campaigns/${id}`)
    const reviewer = (name: string) => tab.getByRole('cell', { name, exact: true })
    await reviewer('ada').waitFor()
    // Until the screen knows of the end, the list is older than the last step.
    const list = await tab.evaluate(
      `fetch('/v1.0/tabard/campaigns/${id}/reviews?limit=50&page=1').then(answer => answer.text())`,
    )
    const over = Promise.withResolvers<void>()
    let isKnown = false
    await tab.route(/\/campaigns\/[^/]+(?:\/reviews\?.*)?$/, async route => {
      const isList = route.request().url().includes('/reviews?')
      if (isList && !isKnown)
        return await route.fulfill({ body: String(list), contentType: 'application/json' })
      if (!isList) await over.promise
      isKnown = true
      await route.continue()
    })
    const { reviews } = await store.reviews.list(id, { limit: 10, offset: 0 })
    const mine = reviews.find(({ reviewer: who }) => who?.userName === 'ada')!
    const sue = (await store.accounts.meantBy('sue'))!
    await store.write(tx => tx.reviews.pass(mine, sue, { reason: 'On leave.', escalated: false }))
    await campaigns.end(office.tenant, id, BY)
    desk.service.service.wake()
    await becomes(async () => (await store.campaigns.get(id))?.state, 'ended')
    await button('Remind ada of Shop').click()
    await tab.getByText(/^ada was not reminded\. ./).waitFor()
    over.resolve()
    await tab.getByText('Before: ada – On leave.').waitFor()
    await tab.unrouteAll()
  })
})
