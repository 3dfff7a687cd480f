import { ALL_ATTRIBUTES, type AttributeKey } from '../attributes.ts'
import { presetOf } from './presets.ts'
import type { Mapped, SourceSettings } from './source-settings.ts'

/** What a source says about somebody. */
export type Claims = Readonly<Record<string, unknown>>

/** A person at a source. Only the subject identifies them; everything else may change, and may be untrue. */
export interface SourcePerson {
  readonly subject: string
  readonly details: Readonly<Record<AttributeKey, string | number | null>>
  readonly email: string | null
  /** Whether the source says that it has verified the address, and can be trusted to verify addresses. */
  readonly emailVerified: boolean
  /** Whether the sign-in there counts as a second factor. */
  readonly hasFactor: boolean
}

type Rules = Pick<SourceSettings, 'preset' | 'claims' | 'factorAmr' | 'factorAcr'>

const LONGEST = 1_000

/** Reads a person from the claims of a source. Values that an account cannot have are left out. */
export function personFrom(source: Rules, subject: string, claims: Claims): SourcePerson {
  const details = Object.fromEntries(
    ALL_ATTRIBUTES.map(({ key, rule }) => {
      const text = textOf(valueAt(claims, claimFor(source, key)))
      return [key, text === '' ? null : (rule(text) ?? null)]
    }),
  ) as Record<AttributeKey, string | number | null>
  const email = details.email === null ? null : String(details.email)
  const verified = valueAt(claims, claimFor(source, 'emailVerified'))
  return {
    subject,
    details,
    email,
    // Apple sends the claim as a text.
    emailVerified:
      email !== null &&
      presetOf(source.preset).verifies === 'claim' &&
      (verified === true || verified === 'true'),
    hasFactor: provesFactor(source, claims),
  }
}

/** The claim that an attribute is taken from. */
function claimFor({ preset, claims }: Pick<Rules, 'preset' | 'claims'>, mapped: Mapped): string {
  const usual =
    mapped === 'emailVerified'
      ? 'email_verified'
      : (ALL_ATTRIBUTES.find(({ key }) => key === mapped)?.claim?.name ?? mapped)
  return claims[mapped] ?? presetOf(preset).claims?.[mapped] ?? usual
}

/** Whether a sign-in has one of the values that an administrator accepts as a second factor. */
function provesFactor({ factorAmr, factorAcr }: Rules, { amr, acr }: Claims): boolean {
  const methods = Array.isArray(amr) ? amr : []
  return (
    factorAmr.some(value => methods.includes(value)) || (typeof acr === 'string' && factorAcr.includes(acr))
  )
}

function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Claims)[name]
  }
  return value
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = String(value)
  return text.length > LONGEST ? '' : text
}
