import type { IdentitySource, SourceWish } from './calls.ts'

type Sent = Pick<Required<SourceWish>, keyof SourceEdits>

/** A source as edited in a form. Lists are texts with one item per line. */
export interface SourceEdits {
  readonly name: string
  readonly names: string
  /** A data URL, or empty. */
  readonly icon: string
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  readonly keyId: string
  readonly teamId: string
  readonly scopes: string
  readonly claims: string
  readonly allowedDomains: string
  readonly trustedDomains: string
  readonly routedDomains: string
  readonly factorAmr: string
  readonly factorAcr: string
  readonly enabled: boolean
  readonly creates: boolean
  readonly links: boolean
  readonly signsOut: boolean
}

/** What people call the settings that two of them can change differently. */
export const NAMES = {
  name: 'the name',
  names: 'the name in the language',
  icon: 'the icon',
  issuer: 'the issuer',
  clientId: 'the client ID',
  secret: 'the secret',
  keyId: 'the key ID',
  teamId: 'the team ID',
  claims: 'the claim for',
  // Without any, everybody may use the source.
  allowedDomains: 'the allowed domains',
}

export function editsOf(source: IdentitySource): SourceEdits {
  const { name, issuer, clientId, enabled, creates, links, signsOut } = source
  return {
    name,
    names: pairsOf(source.names),
    icon: source.icon ?? '',
    issuer,
    clientId,
    secret: '',
    keyId: source.keyId ?? '',
    teamId: source.teamId ?? '',
    scopes: source.scopes.join('\n'),
    claims: pairsOf(source.claims),
    allowedDomains: source.allowedDomains.join('\n'),
    trustedDomains: source.trustedDomains.join('\n'),
    routedDomains: source.routedDomains.join('\n'),
    factorAmr: source.factorAmr.join('\n'),
    factorAcr: source.factorAcr.join('\n'),
    enabled,
    creates,
    links,
    signsOut,
  }
}

const ONE_TEXT: readonly (keyof SourceEdits)[] = ['name', 'issuer', 'clientId', 'secret']

function pairsOf(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}

/** Parses lines that consist of a name, an equals sign and a value. */
export function pairsIn(text: string): Record<string, string> {
  const pairs = linesOf(text).map(line => {
    // The value may contain an equals sign.
    const [name = '', ...value] = line.split('=')
    return [name.trim(), value.join('=').trim()]
  })
  return Object.fromEntries(pairs)
}

/** The settings of a source as they are sent. The secret is empty unless one was typed. */
export function tidied(edits: SourceEdits): Sent {
  const keys = Object.keys(edits) as (keyof SourceEdits)[]
  return Object.fromEntries(keys.map(key => [key, sentValue(key, edits)])) as Sent
}

/** A sent value as the form shows it. */
export function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'object') return pairsOf(value ?? {})
  return value
}

function sentValue(key: keyof SourceEdits, edits: SourceEdits): unknown {
  const value = edits[key]
  if (typeof value === 'boolean') return value
  if (key === 'claims' || key === 'names') return pairsIn(value)
  if (key === 'keyId' || key === 'teamId' || key === 'icon') return value.trim() === '' ? null : value.trim()
  return ONE_TEXT.includes(key) ? value.trim() : linesOf(value)
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}
