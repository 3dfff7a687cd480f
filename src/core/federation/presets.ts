/** The protocol of a source. To add one, add a name here and a row in `identity/sources/exchange.ts`. */
export type SourceProtocol = 'openid' | 'github'

interface Preset {
  /** Its name; '' if an administrator names it. */
  readonly name: string
  readonly protocol: SourceProtocol
  /** Its issuer, if that is the same for everybody. */
  readonly issuer: string | null
  readonly scopes: readonly string[]
  /** The claims for attributes, if they differ from those of OpenID Connect Core. */
  readonly claims?: Readonly<Record<string, string>>
  /**
   * When an address counts as verified: if the claim `email_verified` says so, or never. An administrator of any Entra
   * tenant can set the claim `email` to any address.
   */
  readonly verifies: 'claim' | 'never'
  /** Whether the browser posts the response from a page of the source. */
  readonly posts?: true
  /** Whether the client secret is a token signed with a private key. */
  readonly signsSecret?: true
  /** Whether it can ask for the password again on request, and reports when it did. */
  readonly reauthenticates?: true
}

/** The kinds of sources that can be chosen. */
export const PRESETS = {
  openid: {
    name: '',
    protocol: 'openid',
    issuer: null,
    scopes: ['openid', 'profile', 'email'],
    verifies: 'claim',
    reauthenticates: true,
  },
  google: {
    name: 'Google',
    protocol: 'openid',
    issuer: 'https://accounts.google.com',
    scopes: ['openid', 'profile', 'email'],
    verifies: 'claim',
  },
  entra: {
    name: 'Microsoft',
    protocol: 'openid',
    issuer: null,
    scopes: ['openid', 'profile', 'email'],
    verifies: 'never',
    reauthenticates: true,
  },
  apple: {
    name: 'Apple',
    protocol: 'openid',
    issuer: 'https://appleid.apple.com',
    scopes: ['openid', 'name', 'email'],
    claims: { givenName: 'user.name.firstName', familyName: 'user.name.lastName' },
    verifies: 'claim',
    posts: true,
    signsSecret: true,
  },
  github: {
    name: 'GitHub',
    protocol: 'github',
    issuer: 'https://github.com',
    scopes: ['read:user', 'user:email'],
    claims: { userName: 'login' },
    verifies: 'claim',
  },
} as const satisfies Readonly<Record<string, Preset>>

export type PresetName = keyof typeof PRESETS

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[]

/** The settings that a preset provides. */
export function presetOf(name: PresetName): Preset {
  return PRESETS[name]
}
