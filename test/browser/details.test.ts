import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FIRST_TENANT } from '../../src/identity/identity.ts'
import { letPass } from '../journeys/steps.ts'
import { becomes } from '../support/becomes.ts'
import { staged, type Tab } from './stage.ts'

describe('changing one’s own details', () => {
  const stage = staged()

  /** Lets an hour pass since somebody signed in. */
  const hourLater = async ({ page }: Tab) => {
    const cookies = await page.context().cookies()
    const cookie = (wanted: string) => cookies.find(({ name }) => name === wanted)?.value
    await letPass({ store: stage.service.service.store.tenant(FIRST_TENANT) }, { cookie }, 3_600_000)
  }

  test('after an hour asks for the password, and keeps what was typed', async t => {
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab()
    await tab.open(`${stage.service.url}/idaas/mtfim/sps/idaas/login?runtime=true`)
    await tab.signIn(alex)
    await tab.shows('You are signed in')
    await tab.follow('Edit your details')
    await tab.shows('Your details')
    await hourLater(tab)
    await tab.page.fill('[name=given_name]', 'Robin')
    await tab.page.fill('[name=mobile_number]', '+1 555 010 9999')
    await tab.press('Save')

    await tab.shows('Sign in')
    const reason = 'Please enter your password to confirm that it is you.'
    await becomes(() => tab.page.locator('.reason').innerText(), reason)
    await becomes(() => tab.page.inputValue('#username'), alex)
    assert.equal(await tab.page.locator('#username').isEditable(), false)
    await tab.send({ password: 'not the password' })
    await tab.shows('Sign in', { alert: 'The current password is incorrect.' })
    await tab.send({ password: 'quiet lamp over water' })

    await tab.shows('Your details')
    await becomes(() => tab.page.inputValue('[name=given_name]'), 'Robin')
    await becomes(() => tab.page.inputValue('[name=mobile_number]'), '+1 555 010 9999')
    await tab.press('Save')
    await tab.shows('You are signed in')
    await becomes(() => tab.page.locator('.notice').innerText(), 'Your details were saved.')
    await becomes(() => tab.page.locator('.person').innerText(), /Robin Moreau/)
  })
})
