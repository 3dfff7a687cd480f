import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { RequestState } from '../../src/core/flows/access-request.ts'
import { AT_COMMAND_LINE, changeRules } from '../../src/governance/governance.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { lend } from '../support/lend.ts'
import { addOperator } from '../support/operator.ts'
import { addAccount, addApplication } from '../support/people.ts'
import { mainStore } from '../support/tenants.ts'

const DAY = 86_400_000

describe('requests for access in the console', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page
  let shop: string
  let wiki: string
  const people: Record<string, { id: string; userName: string }> = {}

  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
    ;({ id: shop } = await addApplication(desk.service, { name: 'Shop' }))
    ;({ id: wiki } = await addApplication(desk.service, { name: 'Wiki' }))
    const onRequest = { mode: 'request', keepRecent: false } as const
    for (const id of [shop, wiki]) await changeRules(mainStore(desk.service), id, onRequest, AT_COMMAND_LINE)
    const boss = (await mainStore(desk.service).accounts.named('boss@example.com'))!
    people.boss = { id: boss.id, userName: boss.userName }
    for (const [userName, givenName] of [
      ['ada', 'Ada'],
      ['bob', 'Bob'],
      ['eve', 'Eve'],
    ] as const) {
      const id = await addAccount(desk.service, { userName, givenName, familyName: 'Stone' })
      people[userName] = { id, userName }
    }
  })
  after(() => desk?.close())

  const button = (name: string) => tab.getByRole('button', { name, exact: true })
  const dialog = (name: string) => tab.getByRole('dialog', { name })
  const row = (name: string) => tab.getByRole('row').filter({ hasText: name })
  const comment = () => tab.getByRole('textbox', { name: 'Comment' })
  const told = (text: string) => tab.getByRole('alert').filter({ hasText: text })
  const happened = (text: string | RegExp) => tab.getByRole('listitem').filter({ hasText: text })
  /** A request that waits, or that was decided at once. */
  const ask = async (
    id: string,
    application: string,
    of: string,
    by = of,
    state: RequestState = 'waiting',
  ) => {
    const store = mainStore(desk.service)
    const [requester, person] = [people[by]!, people[of]!]
    const [now, applicationName] = [store.now(), application === shop ? 'Shop' : 'Wiki']
    const request = {
      ...{ id, application, applicationName, requester, person },
      ...({ state: 'waiting', justification: `${of} plans the fair.`, endsAt: null } as const),
      ...{ askedAt: now, expiresAt: now + 30 * DAY },
    }
    await store.write(async tx => {
      const part = by === of ? 'person' : 'requester'
      await tx.requests.create(request, { turn: 'ask', at: now, by: requester, part, comment: '' })
      if (state === 'waiting') return
      const turn = { turn: 'withdraw', at: now, by: requester, part, comment: '' } as const
      await tx.requests.turn({ id, turns: 1 }, { state, decidedAt: now }, turn)
    })
  }
  const stateOf = async (id: string) => (await mainStore(desk.service).requests.get(id))?.state

  test('a screen without requests says where they come from', async () => {
    await desk.open('/')
    await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click()
    await tab.getByRole('heading', { name: 'No requests waiting' }).waitFor()
    await desk.fits('no requests')
  })

  test('a request is questioned, and approved after it was looked at again', async () => {
    await ask('first', shop, 'ada', 'bob')
    await desk.go('/groups')
    await desk.go('/requests')
    await row('ada').getByText('requested by bob').waitFor()
    await row('ada').getByText('ada plans the fair.').waitFor()
    await desk.fits('requests that wait')
    await row('ada').getByRole('link', { name: 'ada' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Access to Shop for Ada Stone' }).waitFor()
    await happened(/bob\s+requested access/)
      .getByText('ada plans the fair.')
      .waitFor()
    await button('Ask for more information').click()
    await told('Write what you need to know.').waitFor()
    await becomes(() => tab.evaluate('document.activeElement.tagName'), 'TEXTAREA')
    await desk.fits('a request that waits')
    await comment().fill('Which fair?')
    await button('Ask for more information').click()
    await tab.getByText('bob was asked for more information.').waitFor()
    await happened(/boss@example\.com\s+Administrator\s+asked for more information/)
      .getByText('Which fair?')
      .waitFor()
    await becomes(() => comment().inputValue(), '')
    await becomes(() => button('Ask for more information').count(), 0)
    await button('Approve').click()
    await tab.getByText('ada has access to Shop.').waitFor()
    await happened('approved the request').waitFor()
    await becomes(() => button('Approve').count(), 0)
    assert.equal(await stateOf('first'), 'approved')
    assert.equal((await mainStore(desk.service).access.givenTo(people.ada!.id)).length, 1)
    await desk.fits('a request that was approved')
  })

  test('a request is rejected with a reason, which the list of decided ones shows', async () => {
    await ask('second', wiki, 'eve')
    await desk.go('/requests/second')
    await button('Reject').click()
    await told('Explain why you reject the request.').waitFor()
    await comment().fill('The Wiki is for editors.')
    await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' }).click()
    await dialog('Leave without saving?').getByRole('button', { name: 'Stay' }).click()
    await button('Reject').click()
    await tab.getByText('The request of eve was rejected.').waitFor()
    await tab.getByRole('link', { name: 'Requests', exact: true }).first().click()
    await tab.getByText('Decided', { exact: true }).click()
    await row('eve').getByText('Rejected').waitFor()
    await row('eve').getByText('by boss@example.com').waitFor()
    await row('eve').getByText('“The Wiki is for editors.”').waitFor()
    await row('ada').getByText('Approved').waitFor()
    await desk.fits('requests that were decided')
  })

  test('the list shows the requests for one application, also after a look at one of them', async () => {
    await tab.getByRole('combobox', { name: 'Application' }).click()
    await tab.getByRole('option', { name: 'Wiki' }).click()
    await row('ada').waitFor({ state: 'detached' })
    await row('eve').getByRole('link', { name: 'eve' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Access to Wiki for Eve Stone' }).waitFor()
    await tab.getByRole('main').getByRole('link', { name: 'Requests' }).click()
    await row('eve').getByText('Rejected').waitFor()
    await becomes(() => row('ada').count(), 0)
    await tab.getByText('Waiting', { exact: true }).click()
    await tab.getByRole('heading', { name: 'No request matches' }).waitFor()
  })

  test('somebody who decided first is not overruled', async () => {
    await ask('third', wiki, 'bob')
    await desk.go('/requests/third')
    await button('Approve').waitFor()
    const store = mainStore(desk.service)
    const by = { id: people.ada!.id, userName: 'ada' }
    const turn = { turn: 'reject', at: store.now(), by, part: 'approver', comment: 'No room.' } as const
    await store.write(tx =>
      tx.requests.turn({ id: 'third', turns: 1 }, { state: 'rejected', decidedAt: store.now() }, turn),
    )
    await button('Approve').click()
    await happened(/ada\s+Approver\s+rejected the request/).waitFor()
    await becomes(() => button('Approve').count(), 0)
    await told('has decided, withdrawn or changed the request in the meantime').waitFor()
    assert.equal(await stateOf('third'), 'rejected')
  })

  test('nobody decides about their own request', async () => {
    await ask('own', shop, 'boss')
    await desk.go('/requests/own')
    await tab.getByText('This request is about you, so somebody else must decide.').waitFor()
    await becomes(() => button('Approve').count(), 0)
  })

  test('more than a page of requests has pages', async () => {
    for (let number = 1; number <= 30; number++) await ask(`old-${number}`, wiki, 'eve', 'eve', 'withdrawn')
    await desk.go(`/requests?state=all&application=${wiki}`)
    await tab.getByText('Page 1 of 2, 32 requests').waitFor()
    await button('Next').click()
    await tab.getByText('Page 2 of 2, 32 requests').waitFor()
    await row('eve').getByText('Rejected').waitFor()
    await tab.reload()
    await tab.getByText('Page 2 of 2, 32 requests').waitFor()
    await tab.getByText('Decided', { exact: true }).click()
    await tab.getByText('Page 1 of 2, 32 requests').waitFor()
    // A link leads to a page that no longer exists.
    await tab.evaluate(`history.pushState(null, '', '/requests?state=all&application=${wiki}&page=9')`)
    await tab.getByText('Page 2 of 2, 32 requests').waitFor()
    await row('eve').getByText('Rejected').waitFor()
  })

  test('a deputy is added, refused with a reason, and removed', async () => {
    await desk.go('/groups')
    await desk.go('/requests')
    await tab.getByRole('tab', { name: 'Deputies' }).click()
    await tab.getByRole('heading', { name: 'No deputies' }).waitFor()
    await button('Add deputy').click()
    const adding = dialog('Add deputy')
    await adding.getByRole('combobox', { name: 'Who is away' }).fill('ada')
    await adding.getByRole('combobox', { name: 'Deputy' }).fill('ada')
    await adding.getByLabel('Last day').fill('2099-01-15')
    await adding.getByRole('button', { name: 'Add deputy' }).click()
    await told('Nobody can be their own deputy.').waitFor()
    await desk.fits('adding a deputy')
    await adding.getByRole('combobox', { name: 'Deputy' }).fill('bo')
    await adding.getByRole('option', { name: 'bob Bob Stone' }).click()
    await adding.getByLabel('First day').fill('2099-01-04')
    await adding.getByRole('button', { name: 'Add deputy' }).click()
    await row('bob').getByText('Jan 4, 2099').waitFor()
    await row('bob').getByText('Jan 15, 2099').waitFor()
    await becomes(() => row('bob').getByText('Now', { exact: true }).count(), 0)
    await desk.fits('deputies')
    await button('Remove bob as deputy of ada').click()
    await dialog('Remove bob as deputy of ada?').getByRole('button', { name: 'Remove deputy' }).click()
    await tab.getByRole('heading', { name: 'No deputies' }).waitFor()
    assert.deepEqual(await mainStore(desk.service).deciders.deputies(), [])
  })

  test('the Access tab allows requests for others, and leads to the requests', async () => {
    await desk.go(`/applications/${shop}?tab=access`)
    await tab.getByRole('switch', { name: 'Requests for others' }).click()
    await tab.getByRole('switch', { name: 'Requests for others', checked: true }).waitFor()
    await becomes(async () => [...(await mainStore(desk.service).requests.forOthers())], [shop])
    await desk.fits('rules for requests')
    await tab.getByRole('link', { name: 'Show requests' }).click()
    await row('ada').getByText('Approved').waitFor()
    await becomes(() => row('eve').count(), 0)
  })

  test('a developer sees none of it', async () => {
    await addOperator(desk.service, 'developer@example.com', 'themeDeveloper')
    await lend(desk, desk.service, 'developer@example.com', async () => {
      for (const path of ['/requests', '/requests/first']) {
        await desk.open(path)
        await tab.getByRole('heading', { level: 1, name: 'Requests are for administrators' }).waitFor()
      }
      await becomes(() => tab.getByRole('link', { name: 'Requests' }).count(), 0)
    })
  })

  test('a request that does not exist is said to be gone', async () => {
    await desk.open('/requests/nothing')
    await tab.getByRole('heading', { level: 1, name: 'There is no such request' }).waitFor()
  })
})
