/** A form with one value of each field, and all values of repeated fields. */
export interface ConsentForm {
  get(name: string): string | undefined
  has(name: string): boolean
  all(name: string): readonly string[]
}

/** Values of `trust_level` that give consent. */
export const PERMITS = /^\s*(?:consent_)?(?:permit|grant|allow|approve|accept|yes|true)\s*$/i
/** Values that refuse. Every other value also refuses, but no page would offer it. */
export const DENIES = /^\s*(?:consent_)?(?:deny|denied|refuse|reject|decline|cancel|no|false)\s*$/i

const NO = /^(?:|false|no|off|0|deny)$/i

/** Whether a form gives consent at all. Pages made for IBM Security Verify may refuse by a separate field. */
export function isPermitted(form: ConsentForm): boolean {
  return PERMITS.test(form.get('trust_level') ?? '') && !form.has('CONSENT_DENY')
}

/** Whether a value means yes. Pages may use a box, a list or a pair of buttons. */
export function isYes(value: string | undefined): boolean {
  return !NO.test((value ?? '').trim())
}

/** The field names of a scope, by its position among the requested scopes. */
export function scopeFields(index: number): { readonly field: string; readonly state: string } {
  return { field: `dscope${index + 1}`, state: `dscope_state${index + 1}` }
}

/** The scopes that a form agrees to: by a field for each number or name, or by boxes that are all named `scope`. */
export function agreedScopes(asked: readonly string[], form: ConsentForm): string[] {
  const named = new Set(form.all('scope').flatMap(value => value.trim().split(/\s+/)))
  return asked.filter((scope, index) => {
    const own = [scopeFields(index).field, `scope.${scope}`].find(name => form.has(name))
    return own === undefined ? named.has(scope) : isYes(form.get(own))
  })
}
