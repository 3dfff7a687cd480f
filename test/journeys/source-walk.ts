import assert from 'node:assert/strict'
import { removeSource } from '../../src/identity/identity.ts'
import { PASSWORD } from '../support/people.ts'
import { pressed, sourced } from './source-steps.ts'
import { resident, type Stage } from './steps.ts'
import { pageOf, type Standing, Witness } from './surfaces.ts'

/** An identity source that fails, one that leads to the link with an account, and the page with the links. */
export async function identitySource(stage: Stage, standing: Standing): Promise<void> {
  const main = await sourced(stage)
  try {
    const { userName } = await resident(stage)
    const witness = new Witness(stage, standing)
    const at = (page: string) => assert.equal(pageOf(witness.shown!), page)
    await witness.visit(standing.enter)
    at('login-choice')
    const parameters = new URL(await pressed(witness, main)).searchParams
    const state = parameters.get('state')!
    await witness.visit(`${parameters.get('redirect_uri')}?error=access_denied&state=${state}`)
    at('login-error')
    assert.notEqual(witness.shown!.alert, '')

    await witness.visit(standing.enter)
    await witness.visit(main.provider.grant(await pressed(witness, main), { sub: userName }).redirect)
    at('link-account')
    await witness.submit({ username: '' })
    at('link-account')
    assert.notEqual(witness.shown!.alert, '')
    await witness.submit({ username: userName })
    at('login-choice')
    const { action } = witness.shown!.forms[0]!
    await witness.submit({ username: userName, password: PASSWORD })
    if (witness.left !== undefined) await witness.visit(action)
    at('signed-in')
    await witness.follow(/^\/sources/)
    at('account-links')
    assert.match(witness.shown!.html, new RegExp(main.source.name))
  } finally {
    await removeSource(stage.store, main.source.id)
    await main.provider.stop()
  }
}
