import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import type { PresetName } from '../../src/core/federation/presets.ts'
import { createSource, SIGN_IN, type SourceWish } from '../../src/identity/identity.ts'
import type { IdentitySource } from '../../src/store/store.ts'
import type { Person, Shown } from '../support/person.ts'
import { SourceProvider } from '../support/source-provider.ts'
import type { Stage } from './steps.ts'

/** A source of a service, with the provider behind it. */
export interface Sourced {
  readonly provider: SourceProvider
  readonly source: IdentitySource
}

/** Starts a provider that behaves as a preset does, and adds it as a source. */
export async function sourced(
  { store }: Pick<Stage, 'store'>,
  preset: PresetName = 'openid',
  wish: SourceWish = {},
): Promise<Sourced> {
  const provider = await SourceProvider.start(preset)
  const key = preset === 'apple' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : undefined
  provider.teamKey = key?.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const secret = key?.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const source = await createSource(store, {
    ...provider.settings,
    name: `Source ${new URL(provider.origin).port}`,
    ...(secret !== undefined && { secret, keyId: 'KEY', teamId: 'TEAM' }),
    ...wish,
  })
  return { provider, source }
}

/** Opens the sign-in page. */
export async function first(person: Person): Promise<Shown> {
  return await person.visit(`${SIGN_IN}?runtime=true`)
}

/** Where the button of a source leads, on the page that somebody sees. */
export function buttonOf({ html, url }: Shown, { id }: IdentitySource): string {
  const found = new RegExp(`href="(/sources/${id}\\?flow=[^"]+)"`).exec(html)
  assert.ok(found !== null, `there is a button for the source on ${url}`)
  return found[1]!.replaceAll('&amp;', '&')
}

/** Presses the button of a source; answers with the address there. */
export async function pressed(person: Person, { source }: Sourced, page = person.shown!): Promise<string> {
  await person.visit(buttonOf(page, source))
  const { left } = person
  assert.ok(left !== undefined, `the button leads to the source: ${person.shown?.alert}`)
  return left
}

/** Signs in through a source, as far as the service goes by itself. */
export async function through(
  person: Person,
  sourced: Sourced,
  who = sourced.provider.person,
  page?: Shown,
): Promise<Shown> {
  const shown = page ?? (await first(person))
  const { redirect } = sourced.provider.grant(await pressed(person, sourced, shown), who)
  return await person.visit(redirect)
}
