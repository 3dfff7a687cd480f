import { ATTRIBUTES, type AttributeKey } from '../attributes.ts'
import { invalidValue } from '../refusal.ts'
import { domainIn } from './domains.ts'
import { PRESET_NAMES, type PresetName, presetOf } from './presets.ts'

/** How the service authenticates to a source: with a secret, with a token signed by a private key, or with PKCE only. */
export const SOURCE_AUTHENTICATIONS = ['secret', 'key', 'none'] as const

export type SourceAuthentication = (typeof SOURCE_AUTHENTICATIONS)[number]

/** The targets of claims: the attributes of a person, and whether the address is verified. */
const MAPPED = [...Object.values(ATTRIBUTES).map(({ key }) => key), 'emailVerified'] as const

export type Mapped = AttributeKey | 'emailVerified'

/** The claim for each attribute, given as a path such as `name.first`. */
export type ClaimMapping = Readonly<Partial<Record<Mapped, string>>>

/** The settings of an identity source. Its secret is stored separately. */
export interface SourceSettings {
  readonly preset: PresetName
  readonly name: string
  /** Its name in other languages, by locale. */
  readonly names: Readonly<Record<string, string>>
  /** An image as a data URL; null for the preset's icon. */
  readonly icon: string | null
  readonly enabled: boolean
  /** Its issuer, or the URL of GitHub. */
  readonly issuer: string
  readonly clientId: string
  readonly authentication: SourceAuthentication
  /** The id of the private key, if there is one. */
  readonly keyId: string | null
  /** At Apple, the team that signs client secrets. */
  readonly teamId: string | null
  readonly scopes: readonly string[]
  /** The claims for attributes, where they differ from the default. */
  readonly claims: ClaimMapping
  /** Only people with a verified address in one of these domains may use the source; everybody if the list is empty. */
  readonly allowedDomains: readonly string[]
  /** A person with a verified address in one of these domains is linked with the account that has the address. */
  readonly trustedDomains: readonly string[]
  /** People who type an address in one of these domains are sent to the source. */
  readonly routedDomains: readonly string[]
  /** Whether an account is created at a person's first sign-in. */
  readonly creates: boolean
  /** Whether people can link their account after they have proved to own it. */
  readonly links: boolean
  /** Whether signing out here also signs out there. */
  readonly signsOut: boolean
  /** Values of `amr` and `acr` that count as a second factor. */
  readonly factorAmr: readonly string[]
  readonly factorAcr: readonly string[]
}

/** The given settings of a source. The others come from the preset, or stay unchanged. */
export type GivenSource = { readonly [Name in keyof SourceSettings]?: SourceSettings[Name] | undefined }

const LONGEST_ICON = 16_384
const ICON = /^data:image\/(?:svg\+xml|png|webp|jpeg|gif);base64,[A-Za-z0-9+/]+={0,2}$/
const TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/
const CLAIM = /^[^\s.]{1,100}(?:\.[^\s.]{1,100}){0,4}$/
const MOST = 100
/** Entra tenants that mean all tenants. Their tokens have other issuers, so the issuer cannot be verified. */
const SHARED_TENANTS = /\/(?:common|organizations|consumers)(?:\/|$)/i
/** The issuers of Entra, in all clouds of Microsoft. */
const ENTRA =
  /^https:\/\/(?:login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)|sts\.windows\.net)(?:[:/]|$)/i

/** The settings of a new source, checked. */
export function newSource(given: GivenSource): SourceSettings {
  const name = given.preset ?? 'openid'
  if (!PRESET_NAMES.includes(name))
    throw invalidValue(`The preset must be one of ${PRESET_NAMES.join(', ')}.`)
  const preset = presetOf(name)
  return checkedSource({
    preset: name,
    name: preset.name,
    names: {},
    icon: null,
    enabled: true,
    issuer: preset.issuer ?? '',
    clientId: '',
    authentication: preset.signsSecret === true ? 'key' : 'secret',
    keyId: null,
    teamId: null,
    scopes: preset.scopes,
    claims: {},
    allowedDomains: [],
    trustedDomains: [],
    routedDomains: [],
    creates: false,
    links: true,
    signsOut: false,
    factorAmr: [],
    factorAcr: [],
    ...givenOf(given),
  })
}

/**
 * The settings of a source after a change, checked. The preset cannot be changed. A source that is only disabled is not
 * checked: it may have been stored when the rules were different.
 */
export function changedSource(before: SourceSettings, given: GivenSource): SourceSettings {
  const after = { ...before, ...givenOf(given), preset: before.preset }
  const disabled = { ...before, enabled: false }
  return JSON.stringify(after) === JSON.stringify(disabled) ? disabled : checkedSource(after)
}

function givenOf(given: GivenSource): Partial<SourceSettings> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function checkedSource(source: SourceSettings): SourceSettings {
  const { preset, authentication, icon, claims } = source
  const { signsSecret = false, verifies } = presetOf(preset)
  const issuer = issuerAddress(source.issuer)
  if (preset === 'entra' && SHARED_TENANTS.test(issuer))
    throw invalidValue(
      'The issuer must name one Entra tenant by its id: common, organizations and consumers stand for all of them.',
    )
  if (preset !== 'entra' && ENTRA.test(issuer))
    throw invalidValue(
      'This is the issuer of an Entra tenant. Choose the preset entra: addresses from Entra never count as verified.',
    )
  const trustedDomains = domains('trusted', source.trustedDomains)
  const allowedDomains = domains('allowed', source.allowedDomains)
  if (verifies === 'never' && allowedDomains.length > 0)
    throw invalidValue(
      'Addresses from Entra never count as verified, so with allowed domains nobody could use this source.',
    )
  if (verifies === 'never' && trustedDomains.length > 0)
    throw invalidValue(
      'Addresses from Entra never count as verified, so no domain of this source can be trusted.',
    )
  const keyId = optional('key id', source.keyId)
  const teamId = optional('team id', source.teamId)
  if (signsSecret && (authentication !== 'key' || keyId === null || teamId === null))
    throw invalidValue('A source of this preset needs a private key, its key id and a team id.')
  if (icon !== null && (icon.length > LONGEST_ICON || !ICON.test(icon)))
    throw invalidValue('The icon must be an image as a data address in base64, of at most 16 KiB.')
  for (const [attribute, claim] of Object.entries(claims))
    if (!MAPPED.includes(attribute as Mapped) || claim === undefined || !CLAIM.test(claim))
      throw invalidValue(
        `A claim must be a name or a path such as name.first, for one of ${MAPPED.join(', ')}.`,
      )
  return {
    ...source,
    name: shortText('name', source.name),
    names: Object.fromEntries(
      Object.entries(source.names).map(([locale, name]) => [localeTag(locale), shortText('name', name)]),
    ),
    issuer,
    clientId: token('client id', source.clientId),
    keyId,
    teamId,
    scopes: some('scopes', source.scopes).map(scope => token('scope', scope)),
    allowedDomains,
    trustedDomains,
    routedDomains: domains('routed', source.routedDomains),
    factorAmr: some('values of amr', source.factorAmr).map(value => shortText('value of amr', value)),
    factorAcr: some('values of acr', source.factorAcr).map(value => shortText('value of acr', value)),
  }
}

/** Whether a host is this machine. Only here, a source may work without TLS. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}

/** Whether the service may send requests to a URL: over TLS, or to this machine. */
export function isAskable(address: URL): boolean {
  return address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address.hostname))
}

function issuerAddress(text: string): string {
  const url = URL.parse(text.trim())
  const plain =
    url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!plain || !isAskable(url))
    throw invalidValue('The issuer must be an address that begins with https:, without a query.')
  const discovery = /\/\.well-known\/openid-configuration\/?$/
  const address = text.trim().replace(discovery, '')
  return url.pathname.replace(discovery, '') === '' || url.pathname === '/'
    ? address.replace(/\/$/, '')
    : address
}

function domains(what: string, given: readonly string[]): string[] {
  const found = some(`${what} domains`, given).map(text => {
    const domain = domainIn(text)
    if (domain === undefined) throw invalidValue(`The ${what} domains must be domains such as example.com.`)
    return domain
  })
  return [...new Set(found)]
}

function some(what: string, given: readonly string[]): readonly string[] {
  if (given.length > MOST) throw invalidValue(`There can be at most ${MOST} ${what}.`)
  return given
}

function token(what: string, text: string): string {
  if (!TOKEN.test(text))
    throw invalidValue(`The ${what} must have 1 to 100 visible characters without blanks.`)
  return text
}

function optional(what: string, text: string | null): string | null {
  return text === null || text === '' ? null : token(what, text)
}

function shortText(what: string, given: string): string {
  const text = given.trim()
  if (text === '' || [...text].length > 128 || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed())
    throw invalidValue(`The ${what} must have 1 to 128 visible characters.`)
  return text
}

function localeTag(text: string): string {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]!
  } catch {
    throw invalidValue('Names are given by locale, such as de or fr_CA.')
  }
}
