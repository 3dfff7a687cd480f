import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  flowOf,
  keepAttribute,
  publishFlow,
} from '../../src/identity/identity.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { mainStore } from '../support/tenants.ts'

describe('the designer of user flows', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page

  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
  })
  after(() => desk?.close())

  const store = () => mainStore(desk.service)
  const button = (name: string | RegExp) => tab.getByRole('button', { name, exact: typeof name === 'string' })
  const field = (name: string) => tab.getByRole('textbox', { name, exact: true })
  const picker = (name: string) => tab.getByRole('combobox', { name, exact: true })
  const outline = () => tab.getByRole('navigation', { name: 'Steps and fields' })
  const item = (name: string | RegExp) =>
    outline().locator('[data-item]').and(tab.getByRole('button', { name }))
  const mistakes = () => tab.getByRole('region', { name: 'Mistakes' })
  const lines = async () =>
    (await outline().getByRole('listitem').locator('[data-item]').allInnerTexts()).map(plain)
  const choose = async (name: string, option: string) => {
    await picker(name).click()
    await tab.getByRole('option', { name: option, exact: true }).click()
  }
  const addField = async (step: string, attribute: string) => {
    await button(`Add field to ${step}`).click()
    await tab.getByRole('menuitem', { name: attribute, exact: true }).click()
  }
  const published = async (version: number) =>
    await tab.getByText(`Version ${version} is published`).waitFor()

  test('attributes of people are added, changed and removed', async () => {
    await desk.open('/flows?tab=attributes')
    await tab.getByRole('heading', { name: 'No attributes of your own yet' }).waitFor()
    await button('Add attribute').first().click()
    const dialog = tab.getByRole('dialog')
    await field('Name').fill('plan')
    await tab.keyboard.press('Escape')
    await choose('Kind', 'Choice')
    await tab.mouse.click(5, 5)
    await field('Label').fill('Plan')
    for (const [at, value] of ['free', 'paid'].entries()) {
      await button('Add choice').click()
      await field(`Value ${at + 1}`).fill(value)
      await field(`Label ${at + 1}`).fill(value === 'free' ? 'Free' : 'Paid')
    }
    await choose('Language of texts', 'German')
    await field('Label in German').fill('Tarif')
    await desk.sound('an attribute')
    await dialog.getByRole('button', { name: 'Add attribute' }).click()
    await tab.getByText('Plan is saved.').waitFor()
    await button('Change Plan').click()
    await field('Label 2').fill('Professional')
    await button('Save attribute').click()
    await tab.getByText('Free, Professional').waitFor()
    await desk.fits('attributes')
    assert.deepEqual(await store().attributes.list(), [
      {
        name: 'plan',
        kind: 'choice',
        label: { default: 'Plan', de: 'Tarif' },
        choices: [
          { value: 'free', label: 'Free' },
          { value: 'paid', label: { default: 'Professional' } },
        ],
      },
    ])
    await button('Add attribute').click()
    await field('Name').fill('email')
    await field('Label').fill('Address')
    await dialog.getByRole('button', { name: 'Add attribute' }).click()
    await dialog.getByText('is reserved').waitFor()
    await field('Name').fill('plan')
    await dialog.getByRole('button', { name: 'Add attribute' }).click()
    await dialog.getByText('Another attribute has this name.').waitFor()
    await field('Name').fill('department')
    await dialog.getByRole('button', { name: 'Add attribute' }).click()
    await button('Remove Address').click()
    await button('Remove attribute').click()
    await tab.getByText('Address was removed.').waitFor()
  })

  test('an attribute that somebody else has changed meanwhile is neither overwritten nor removed', async () => {
    const badge = { name: 'badge', kind: 'text', label: 'Badge' } as const
    await keepAttribute(store(), badge.name, badge, BY)
    await desk.open('/flows?tab=attributes')
    await button('Change Badge').click()
    await field('Label').fill('Pass')
    await keepAttribute(store(), badge.name, { ...badge, label: 'Card' }, BY)
    await button('Save attribute').click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByText('Somebody else changed or removed this attribute').waitFor()
    assert.equal(await field('Label').inputValue(), 'Pass')
    await button('Cancel').click()
    await button('Change Card').click()
    await button('Cancel').click()
    await button('Remove Card').click()
    await keepAttribute(store(), badge.name, { ...badge, label: 'Key card' }, BY)
    await button('Remove attribute').click()
    await dialog.getByText('Somebody else changed or removed this attribute').waitFor()
    await button('Cancel').click()
    await button('Remove Key card').click()
    await button('Remove attribute').click()
    await tab.getByText('Key card was removed.').waitFor()
  })

  test('a flow is designed from nothing, and mistakes lead to where they are fixed', async () => {
    await desk.go('/flows')
    await tab.getByRole('tab', { name: 'Flows' }).click()
    await tab.getByRole('link', { name: 'registration' }).waitFor()
    await desk.fits('user flows')
    await button('Create flow').click()
    await field('Reference').fill('profile')
    await button('Design flow').click()
    await tab.getByText('Another flow has this reference.').waitFor()
    await field('Reference').fill('join')
    await desk.sound('create flow')
    await button('Design flow').click()
    await tab.getByRole('heading', { level: 1, name: 'join' }).waitFor()
    await tab.getByText('Not published yet').waitFor()
    await mistakes()
      .getByRole('button', { name: /must ask for "email"/ })
      .click()
    await becomes(
      () => tab.evaluate('document.activeElement.getAttribute("aria-label")'),
      'Add field to Create your account',
    )
    const drafts = async () =>
      await tab.evaluate(`Object.keys(localStorage).filter(name => name.startsWith('tabard-draft')).length`)
    assert.equal(await drafts(), 0, 'nothing is edited yet')
    for (const attribute of ['E-mail address', 'Plan', 'Password'])
      await addField('Create your account', attribute)
    await mistakes().getByText('Nothing is wrong.').waitFor()
    await becomes(drafts, 1)
    await item(/E-mail address/).click()
    await tab.getByRole('combobox', { name: 'Mail domains' }).fill('nowhere')
    await tab.keyboard.press('Enter')
    await mistakes().getByText('1 to fix before you can publish').waitFor()
    await item('Flow settings').click()
    await button('Publish').click()
    await tab.getByText('Fix the mistakes first.').waitFor()
    await tab
      .getByRole('region', { name: 'Properties' })
      .getByRole('heading', { name: 'E-mail address' })
      .waitFor()
    await desk.fits('a mistake')
    await tab.keyboard.press('Control+z')
    await mistakes().getByText('Nothing is wrong.').waitFor()
    await button('Publish').click()
    await published(1)
    const { document } = await flowOf(store(), 'join')
    assert.deepEqual(document.steps[0]!.fields, [
      { attribute: 'email', required: true },
      { attribute: 'plan' },
      { attribute: 'password', required: true },
    ])
  })

  test('an empty title is a mistake that names its step, and the preview waits for another one', async () => {
    await item(/Create your account/).click()
    const title = await field('Title').inputValue()
    await field('Title').fill('')
    await mistakes()
      .getByRole('button', { name: /^Start .*must not be empty/ })
      .waitFor()
    await tab.getByText('The page is shown again once the mistakes are fixed.').waitFor()
    await desk.sound('a step without a title')
    const preview = tab.getByRole('region', { name: 'Preview' })
    assert.equal(await preview.getByRole('alert').count(), 0)
    await field('Title').fill(title)
    await mistakes().getByText('Nothing is wrong.').waitFor()
    await tab.getByText('The page is shown again').waitFor({ state: 'detached' })
  })

  test('what is changed during the first publish stays, with its history, and is published next', async () => {
    await desk.go('/flows')
    await button('Create flow').click()
    await field('Reference').fill('late')
    await tab.getByRole('radio', { name: /Copy of your registration/ }).click()
    await button('Design flow').click()
    await mistakes().getByText('Nothing is wrong.').waitFor()
    const held = Promise.withResolvers<void>()
    await tab.route('**/v1.0/tabard/flows/late', async route => {
      if (route.request().method() === 'PUT') await held.promise
      await route.continue()
    })
    await button('Publish').click()
    await field('Title').fill('Later')
    held.resolve()
    await tab.getByText('Version 1 of late was published.').waitFor()
    await tab.unroute('**/v1.0/tabard/flows/late')
    await tab.getByText('Changes since version 1').waitFor()
    await becomes(() => field('Title').inputValue(), 'Later')
    assert.notEqual((await flowOf(store(), 'late')).document.steps[0]!.title, 'Later')
    await tab.getByRole('link', { name: 'Groups' }).click()
    await button('Stay').click()
    await button('Undo').click()
    await published(1)
    await button('Redo').click()
    await button('Publish').click()
    await published(2)
    await desk.go('/flows/join')
  })

  test('steps and fields are moved by keyboard and by mouse, with undo and redo', async () => {
    await item(/Create your account/).click()
    await field('Title').fill('Join us')
    await button('Add step').click()
    await field('Title').fill('Your company')
    await addField('Your company', 'First name')
    await becomes(lines, ['1 Join us', 'E-mail address', 'Plan', 'Password', '2 Your company', 'First name'])
    await item(/Plan/).focus()
    await tab.keyboard.press('Alt+ArrowDown')
    await tab.getByText('Plan is now 3 of 3 in “Join us”.').waitFor()
    const focused = async () => plain((await tab.evaluate('document.activeElement.innerText')) as string)
    await becomes(focused, 'Plan', 'the focus stays with it')
    // The next key may follow at once, so the focus is there before any timer.
    const atOnce = await tab.evaluate(`(async () => {
      const alt = { key: 'ArrowDown', altKey: true, bubbles: true, cancelable: true }
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', alt))
      for (let turn = 0; turn < 100; turn++) await null
      return document.activeElement.innerText
    })()`)
    assert.equal(plain(atOnce as string), 'Plan', 'the focus stays with it')
    await tab.getByText('Plan is now 1 of 2 in “Your company”.').waitFor()
    await item(/Your company/).focus()
    await tab.keyboard.press('Alt+ArrowUp')
    const moved = ['1 Your company', 'Plan', 'First name', '2 Join us', 'E-mail address', 'Password']
    await becomes(lines, moved)
    await tab.keyboard.press('Control+z')
    await tab.keyboard.press('Control+z')
    await becomes(async () => (await lines()).at(-1), 'First name')
    await button('Redo').click()
    await tab.keyboard.press('Control+Shift+Z')
    await becomes(lines, moved)
    await item(/Your company/).dragTo(item(/Join us/))
    const first = ['1 Join us', 'E-mail address', 'Password', '2 Your company']
    await becomes(lines, [...first, 'Plan', 'First name'])
    await item(/Plan/).dragTo(item(/First name/))
    await becomes(lines, [...first, 'First name', 'Plan'])
    await item(/Plan/).click()
    await button('Move up').click()
    await button('Remove').click()
    await becomes(async () => (await lines()).slice(-2), ['2 Your company', 'First name'])
  })

  test('only numbers are compared with a minimum, which can be negative', async () => {
    await addField('Join us', 'Age')
    await item(/First name/).click()
    await button('Asked only if…').click()
    await choose('Asked only if: answer to', 'E-mail address')
    await picker('Asked only if: comparison').click()
    await tab.getByRole('option', { name: 'is one of', exact: true }).waitFor()
    assert.equal(await tab.getByRole('option', { name: 'is at least' }).count(), 0)
    await tab.keyboard.press('Escape')
    await choose('Asked only if: answer to', 'Age')
    await choose('Asked only if: comparison', 'is at least')
    const least = tab.getByRole('spinbutton', { name: 'Asked only if: value' })
    await becomes(() => least.inputValue(), '0')
    await least.fill('')
    await becomes(() => least.inputValue(), '')
    await least.pressSequentially('-1.05')
    await becomes(() => least.inputValue(), '-1.05')
    await least.fill('')
    await least.blur()
    await becomes(() => least.inputValue(), '-1.05')
    await mistakes().getByText('Nothing is wrong.').waitFor()
  })

  test('what is not published is guarded, and is back when somebody comes back', async () => {
    await tab.getByRole('link', { name: 'Groups' }).click()
    await button('Stay').click()
    await tab.reload()
    await tab.getByText('Your unsaved changes are back').waitFor()
    await becomes(async () => (await lines()).slice(0, 2), ['1 Join us', 'E-mail address'])
  })

  test('of two designers, nobody loses anything', async () => {
    await publishFlow(store(), 'join', { ...REGISTRATION_FLOW, verification: 'none' }, BY)
    await button('Publish').click()
    const dialog = tab.getByRole('dialog', { name: 'Somebody else changed this flow' })
    await dialog.getByText('published version 2 of join').waitFor()
    await desk.sound('a conflict')
    await desk.context.setOffline(true)
    await button('Publish mine').click()
    await dialog.getByRole('alert').getByText('The server does not answer.').waitFor()
    await desk.context.setOffline(false)
    await button('Use theirs').click()
    await item(/Start|Register/).waitFor()
    await item('Flow settings').click()
    await tab.getByText('The e-mail address is never verified').first().waitFor()
    await button('Undo').click()
    await item(/Join us/).waitFor()
    await button('Publish').click()
    await published(3)
    assert.equal((await flowOf(store(), 'join')).document.steps[0]!.title, 'Join us')
  })

  test('a flow is deleted, and the registration of the tenant is reset', async () => {
    await button('Actions for join').click()
    await tab.getByRole('menuitem', { name: 'Delete flow' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete flow' }).click()
    await tab.getByText('join was deleted.').waitFor()
    await publishFlow(store(), 'registration', { ...REGISTRATION_FLOW, invitationOnly: true }, BY)
    await desk.go('/groups')
    await desk.go('/flows')
    await tab.getByText('Customized', { exact: true }).waitFor()
    await becomes(() => tab.getByRole('link', { name: 'join' }).count(), 0)
    await button('Actions for registration').click()
    await tab.getByRole('menuitem', { name: 'Reset to the original' }).click()
    await button('Reset flow').click()
    await tab.getByText('registration was reset to its original.').waitFor()
    assert.equal((await flowOf(store(), 'registration')).designed, false)
  })
})

/** A line of the outline as it reads. */
function plain(text: string): string {
  return text
    .replace(/, required|, (?:one|\d+) mistakes?|[⠿*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
