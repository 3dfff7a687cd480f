/** A form with one value for each field, and all values of a field that came several times. */
export interface ConsentForm {
  get(name: string): string | undefined
  has(name: string): boolean
  all(name: string): readonly string[]
}

/** Values of `trust_level` that agree. */
export const PERMITS = /^\s*(?:consent_)?(?:permit|grant|allow|approve|accept|yes|true)\s*$/i
/** Values that refuse; every other one refuses as well, but no page would offer it. */
export const DENIES = /^\s*(?:consent_)?(?:deny|denied|refuse|reject|decline|cancel|no|false)\s*$/i

const NO = /^(?:|false|no|off|0|deny)$/i

/** Whether a form agrees at all. Pages made for IBM Security Verify may refuse by a field of its own. */
export function isPermitted(form: ConsentForm): boolean {
  return PERMITS.test(form.get('trust_level') ?? '') && !form.has('CONSENT_DENY')
}

/** What a field says that a page may make of a box, a list or a pair of buttons. */
export function isYes(value: string | undefined): boolean {
  return !NO.test((value ?? '').trim())
}

/** The names of the fields of a scope, by its place among those that are asked for. */
export function scopeFields(index: number): { readonly field: string; readonly state: string } {
  return { field: `dscope${index + 1}`, state: `dscope_state${index + 1}` }
}

/** The scopes that a form agrees to: by a field each, by its number or its name, or by boxes that are all named `scope`. */
export function agreedScopes(asked: readonly string[], form: ConsentForm): string[] {
  const named = new Set(form.all('scope').flatMap(value => value.trim().split(/\s+/)))
  return asked.filter((scope, index) => {
    const own = [scopeFields(index).field, `scope.${scope}`].find(name => form.has(name))
    return own === undefined ? named.has(scope) : isYes(form.get(own))
  })
}
