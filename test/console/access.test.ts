import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { AT_COMMAND_LINE, changeRules, createGroup, giveAccess } from '../../src/governance/governance.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { lend } from '../support/lend.ts'
import { addOperator } from '../support/operator.ts'
import { addAccount, addApplication } from '../support/people.ts'
import { mainStore } from '../support/tenants.ts'

describe('access and groups in the console', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page
  let shop: string

  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
    ;({ id: shop } = await addApplication(desk.service, { name: 'Shop' }))
    for (const [userName, givenName] of [
      ['ada', 'Ada'],
      ['bob', 'Bob'],
      ['eve', 'Eve'],
    ] as const)
      await addAccount(desk.service, { userName, givenName, familyName: 'Stone' })
    const store = mainStore(desk.service)
    const ada = (await store.accounts.named('ada'))!.id
    const entry = { event: 'signed-in', account: ada, application: shop, address: null, details: {} } as const
    await store.write(tx => tx.audit.record({ ...entry, at: Date.now() }))
  })
  after(() => desk?.close())

  const button = (name: string) => tab.getByRole('button', { name, exact: true })
  const dialog = (name: string | RegExp) => tab.getByRole('dialog', { name })
  const row = (name: string) => tab.getByRole('row').filter({ hasText: name })
  const holders = async () =>
    (await mainStore(desk.service).access.list(shop, { limit: 10, offset: 0 })).access.map(({ name }) => name)

  test('a group is created, named anew, and gets members', async () => {
    await desk.open('/groups')
    await tab.getByRole('heading', { name: 'No groups yet' }).waitFor()
    await desk.fits('no groups')
    await button('Create group').click()
    await dialog('Create group').getByRole('textbox', { name: 'Name' }).fill('Sales')
    await desk.sound('create group')
    await dialog('Create group').getByRole('button', { name: 'Create group' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Sales' }).waitFor()
    await button('Add members').click()
    const people = dialog('Add members to Sales').getByRole('combobox', { name: 'People' })
    await people.fill('stone')
    await dialog('Add members to Sales').getByRole('option', { name: 'eve Eve Stone' }).waitFor()
    await desk.fits('adding members')
    await people.press('ArrowDown')
    await people.press('ArrowDown')
    await people.press('Enter')
    await people.fill('eve')
    await dialog('Add members to Sales').getByRole('button', { name: 'Add members' }).click()
    await tab.getByText('2 people were added.').waitFor()
    await row('bob').getByText('Bob Stone').waitFor()
    await button('Rename group').click()
    await dialog('Rename Sales').getByRole('textbox', { name: 'Name' }).fill('Field sales')
    await dialog('Rename Sales').getByRole('button', { name: 'Rename group' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Field sales' }).waitFor()
    await tab.getByRole('searchbox', { name: 'Search members' }).fill('eve')
    await row('bob').waitFor({ state: 'detached' })
    await button('Remove eve').click()
    await dialog(/Remove eve/)
      .getByRole('button', { name: 'Remove member' })
      .click()
    await tab.getByText('No member matches').waitFor()
    await desk.fits('a group')
  })

  test('an answer that is older than a change is not shown after it', async () => {
    const group = new URL(tab.url()).pathname.split('/').at(-1)!
    const store = mainStore(desk.service)
    const { id } = (await store.accounts.named('ada'))!
    await store.write(async tx => void (await tx.groups.add(group, [id])))
    await tab.getByRole('searchbox', { name: 'Search members' }).fill('')
    await row('ada').waitFor()
    const [asked, held, late] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    await tab.route(
      /\/members\?.*search=stone/,
      async route => {
        const response = await route.fetch()
        asked!.resolve()
        await held!.promise
        await route.fulfill({ response })
        late!.resolve()
      },
      { times: 1 },
    )
    await tab.getByRole('searchbox', { name: 'Search members' }).fill('stone')
    await asked!.promise
    await button('Remove ada').click()
    await dialog(/Remove ada/)
      .getByRole('button', { name: 'Remove member' })
      .click()
    await row('ada').waitFor({ state: 'detached' })
    held!.resolve()
    await late!.promise
    await tab.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await row('bob').waitFor()
    assert.equal(await row('ada').count(), 0)
  })

  test('restricting an application asks about those who used it', async () => {
    await desk.go(`/applications/${shop}?tab=access`)
    await tab.getByText('Nobody has been given access').waitFor()
    await tab.getByRole('radio', { name: 'Assigned' }).click()
    await dialog('Restrict Shop?').getByRole('radio', { name: 'Keep access' }).waitFor()
    await desk.fits('the question')
    await dialog('Restrict Shop?').getByRole('button', { name: 'Cancel' }).click()
    await becomes(() => tab.getByRole('radio', { name: 'Everybody' }).isChecked(), true)
    await tab.getByRole('radio', { name: 'Assigned' }).click()
    await dialog('Restrict Shop?').getByRole('button', { name: 'Restrict application' }).click()
    await tab.getByText('Shop is restricted. One person keeps access.').waitFor()
    await row('ada').getByText('Kept').waitFor()
    // The keyboard stays in the choice while it is saved.
    await tab.getByRole('radio', { name: 'Assigned' }).focus()
    for (const [key, name] of [
      ['ArrowUp', 'On request'],
      ['ArrowDown', 'Assigned'],
    ] as const) {
      await tab.keyboard.press(key)
      await tab.getByRole('radio', { name, checked: true }).and(tab.locator(':focus')).waitFor()
    }
  })

  test('access is given, changed and taken away', async () => {
    await button('Give access').click()
    const giving = dialog('Give access to Shop')
    await giving.getByRole('combobox', { name: 'Account or group' }).fill('nobody')
    await giving.getByRole('button', { name: 'Give access' }).click()
    await giving.getByText('No account or group has the name "nobody".').waitFor()
    const help = giving.getByRole('link', { name: 'About error TABRD0506E' })
    assert.equal((await tab.request.get(desk.at((await help.getAttribute('href'))!))).status(), 200)
    assert.match((await help.getAttribute('href'))!, /#TABRD0506E$/)
    await desk.fits('giving access')
    await giving.getByRole('combobox', { name: 'Account or group' }).fill('field')
    await giving.getByRole('option', { name: 'Field sales Group' }).waitFor()
    await desk.fits('suggestions')
    await giving.getByRole('combobox', { name: 'Account or group' }).press('ArrowDown')
    await giving.getByRole('combobox', { name: 'Account or group' }).press('Enter')
    await becomes(
      () => giving.getByRole('combobox', { name: 'Account or group' }).inputValue(),
      'Field sales',
    )
    await giving.getByLabel('Last day').fill('2099-01-31')
    await giving.getByRole('button', { name: 'Give access' }).click()
    await row('Field sales').getByText('Jan 31, 2099').waitFor()
    await button('Change last day for Field sales').click()
    const changing = dialog('Change the last day for Field sales')
    await becomes(() => changing.getByLabel('Last day').inputValue(), '2099-01-31')
    await changing.getByLabel('Last day').fill('')
    await changing.getByRole('button', { name: 'Change last day' }).click()
    await row('Field sales').getByText('No end').waitFor()
    await desk.fits('who has access')
    await tab.getByText('All people', { exact: true }).click()
    await row('bob').getByRole('link', { name: 'Field sales' }).waitFor()
    await row('ada').getByText('Given directly').waitFor()
    await desk.fits('people with access')
    await tab.getByText('Groups and accounts', { exact: true }).click()
    await tab.getByRole('searchbox', { name: 'Search access' }).fill('stone')
    await row('Field sales').waitFor({ state: 'detached' })
    await button('Revoke access of ada').click()
    await dialog('Revoke access of ada?').getByRole('button', { name: 'Revoke access' }).click()
    await tab.getByText('ada no longer has access.').waitFor()
    assert.deepEqual(await holders(), ['Field sales'])
  })

  test('approvers are named, and taken back', async () => {
    await desk.go('/groups')
    await desk.go(`/applications/${shop}?tab=access`)
    await tab.getByRole('radio', { name: 'On request' }).click()
    await button('Add approver').click()
    await dialog('Add approver').getByRole('combobox', { name: 'Account or group' }).fill('eve')
    await dialog('Add approver').getByRole('button', { name: 'Add approver' }).click()
    await button('Remove approver eve').waitFor()
    await desk.fits('approvers')
    // Somebody else changes them meanwhile.
    await changeRules(mainStore(desk.service), shop, { approvers: ['bob'] }, AT_COMMAND_LINE)
    await button('Add approver').click()
    await dialog('Add approver').getByRole('combobox', { name: 'Account or group' }).fill('ada')
    await dialog('Add approver').getByRole('button', { name: 'Add approver' }).click()
    await button('Remove approver bob').waitFor()
    await becomes(() => button('Remove approver eve').count(), 0)
    await button('Remove approver bob').click()
    const question = dialog('Remove bob as approver of Shop?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await becomes(() => tab.evaluate('document.activeElement.ariaLabel'), 'Remove approver bob')
    await button('Remove approver bob').click()
    await question.getByRole('button', { name: 'Remove approver' }).click()
    await tab.getByText('bob no longer approves requests for Shop.').waitFor()
    await button('Remove approver bob').waitFor({ state: 'detached' })
    await becomes(() => tab.evaluate('document.activeElement.tagName'), 'H1')
    await button('Remove approver ada').click()
    await dialog(/Remove ada/)
      .getByRole('button', { name: 'Remove approver' })
      .click()
    await tab.getByText('Nobody is named, so administrators decide.').waitFor()
  })

  test('approvers that two people add at the same time are both added', async () => {
    await desk.go('/groups')
    await desk.go(`/applications/${shop}?tab=access`)
    await button('Add approver').click()
    await dialog('Add approver').getByRole('combobox', { name: 'Account or group' }).fill('eve')
    const isChange = (url: URL) => url.pathname.endsWith(`/${shop}/access`)
    let isFirst = true
    await tab.route(isChange, async route => {
      const isRace = isFirst && route.request().method() === 'PUT'
      if (isRace) {
        isFirst = false
        await changeRules(mainStore(desk.service), shop, { approvers: ['bob'] }, AT_COMMAND_LINE)
      }
      await route.continue()
    })
    await dialog('Add approver').getByRole('button', { name: 'Add approver' }).click()
    await button('Remove approver eve').waitFor()
    await button('Remove approver bob').waitFor()
    await tab.unroute(isChange)
    await changeRules(mainStore(desk.service), shop, { approvers: [] }, AT_COMMAND_LINE)
  })

  test('a group is deleted after a question, and its access ends', async () => {
    await desk.go('/groups')
    await tab.getByRole('link', { name: 'Field sales' }).click()
    await button('Delete group').click()
    await dialog('Delete Field sales?').getByRole('button', { name: 'Delete group' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
    await tab.getByText('No groups yet').waitFor()
    assert.deepEqual(await holders(), [])
  })

  test('the last entry of a page is revoked, and the page before is shown', async () => {
    const store = mainStore(desk.service)
    for (let number = 1; number <= 26; number++) {
      const { id } = await createGroup(store, `Team ${number}`, AT_COMMAND_LINE)
      await giveAccess(store, shop, { kind: 'group', id }, undefined, AT_COMMAND_LINE)
    }
    await desk.open(`/applications/${shop}?tab=access`)
    const revoke = tab.getByRole('button', { name: /^Revoke access of / })
    await becomes(() => revoke.count(), 25)
    await button('Next').click()
    await becomes(() => revoke.count(), 1)
    await revoke.click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
    await becomes(() => revoke.count(), 25)
    // The console still knows the second page as it was when it had no entry.
    const { id } = await createGroup(store, 'Team 27', AT_COMMAND_LINE)
    await giveAccess(store, shop, { kind: 'group', id }, undefined, AT_COMMAND_LINE)
    await desk.go('/groups')
    await desk.go(`/applications/${shop}?tab=access`)
    // It stays there also when the page cannot be loaded at first.
    await tab.route(/\/access\?/, route => route.fulfill({ status: 500 }), { times: 1 })
    await button('Next').click()
    await tab.getByRole('button', { name: 'Try again' }).click()
    await becomes(() => revoke.count(), 1)
  })

  test('somebody who goes to the next page as soon as there is one stays there', async () => {
    const hurried = await desk.context.newPage()
    await hurried.clock.install()
    await hurried.clock.pauseAt(Date.now() + 1_000)
    await hurried.goto(desk.at(`/applications/${shop}?tab=access`))
    await hurried.getByRole('button', { name: 'Next' }).click()
    const shown = hurried.getByText('Page 2 of 2, 26 entries')
    await shown.waitFor()
    await hurried.clock.runFor(1_000)
    await becomes(() => hurried.getByRole('button', { name: /^Revoke access of / }).count(), 1)
    assert.equal(await shown.count(), 1)
    await hurried.clock.resume()
    await hurried.close()
  })

  test('the list of groups has its search and its page on the way back', async () => {
    const first = () => tab.getByRole('row').getByRole('link').first().innerText()
    const page = tab.getByText('Page 2 of 2, 27 groups')
    await desk.open('/groups')
    await button('Next').click()
    await page.waitFor()
    const name = await first()
    const upwards = tab.getByRole('main').getByRole('link', { name: 'Groups' })
    for (const back of [() => tab.goBack(), () => upwards.click()]) {
      await tab.getByRole('link', { name, exact: true }).click()
      await tab.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await back()
      await page.waitFor()
    }
    const search = tab.getByRole('searchbox', { name: 'Search groups' })
    await search.fill('team 27 ')
    await becomes(first, 'Team 27')
    assert.equal(await search.inputValue(), 'team 27 ')
    await becomes(async () => new URL(tab.url()).search, '?search=team+27')
    await tab.getByRole('link', { name: 'Team 27' }).click()
    await upwards.click()
    await becomes(() => search.inputValue(), 'team 27')
    await becomes(first, 'Team 27')
    await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' }).click()
    await becomes(() => search.inputValue(), '')
    await tab.getByText('Page 1 of 2, 27 groups').waitFor()
  })

  test('a developer sees neither', async () => {
    await addOperator(desk.service, 'developer@example.com', 'themeDeveloper')
    await lend(desk, desk.service, 'developer@example.com', async () => {
      await desk.open('/groups')
      await tab.getByRole('heading', { level: 1, name: 'Groups are for administrators' }).waitFor()
      await desk.go(`/applications/${shop}?tab=access`)
      await tab.getByRole('tab', { name: 'General' }).waitFor()
      await becomes(() => tab.getByRole('tab', { name: 'Access' }).count(), 0)
    })
  })
})
