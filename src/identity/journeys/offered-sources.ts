import { presetOf } from '../../core/federation/presets.ts'
import type { Audience } from '../../pages/pages.ts'
import type { IdentitySource } from '../../store/store.ts'
import { nameIn, type Offer } from '../sources/offers.ts'
import type { Offered } from '../sources/source.ts'
import { sourceAddress } from '../surfaces/addresses.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { FlowParts } from './flow-parts.ts'
import { withHint } from './sign-in-address.ts'

/**
 * The ways to sign in that a page offers. For confirmation, only linked sources that can ask for the password again are
 * offered.
 */
export async function offerFor(
  { offers, store }: FlowParts,
  visit: Visit,
  journey: Journey,
  confirms: boolean,
): Promise<Offer> {
  const offer = await offers.of(visit.tenant, journey.applicationId)
  if (!confirms) return offer
  const account = visit.session?.account ?? ''
  const links = await store.tenant(visit.tenant.id).identitySources.linksOf(account)
  const linked = new Set(links.map(({ source }) => source))
  const sources = offer.sources.filter(
    ({ id, preset }) => linked.has(id) && presetOf(preset).reauthenticates === true,
  )
  const hasPassword = (await store.tenant(visit.tenant.id).accounts.get(account))?.passwordHash !== null
  return { ...offer, sources, directory: hasPassword || sources.length === 0 }
}

/**
 * The sources on a page, starting with the one that was last used in the browser. `hint` is the user name that the
 * application suggests, which the source gets too.
 */
export async function listedSources(
  { surfaces }: FlowParts,
  { source: last }: Visit,
  audience: Audience,
  { sources }: Pick<Offer, 'sources'>,
  flow: string,
  hint = '',
): Promise<Offered[]> {
  const tag = surfaces.tag(audience)
  const word = await surfaces.words(audience)
  const { asset } = await surfaces.look(audience)
  const shown = (source: IdentitySource): Offered => {
    const name = nameIn(source, tag)
    const icon =
      source.icon === null
        ? asset(`assets/icon/source-${source.preset}.svg`)
        : `${sourceAddress(source.id, 'icon')}?v=${source.updatedAt}`
    const displayName = word('FEDERATION_CONTINUE', { SOURCE: name })
    const loginUrl = withHint(`${sourceAddress(source.id)}?flow=${flow}`, hint)
    return { type: 'OIDC', id: source.id, name, displayName, icon, loginUrl }
  }
  return sources.toSorted((a, b) => Number(b.id === last) - Number(a.id === last)).map(shown)
}

/** The values for a source's button, which the template repeats. */
export function rowOf({ displayName = '', loginUrl, icon = '' }: Offered) {
  return { ID_SOURCE_NAME: displayName, ID_SOURCE_URL: loginUrl, ID_SOURCE_ICON: icon }
}

export function isOffered({ sources }: Offer, id: string | undefined): boolean {
  return sources.some(source => source.id === id)
}
