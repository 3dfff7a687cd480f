import {
  type ControlFacts,
  type FormFacts,
  type PageFacts,
  pathOfAction,
  type Value,
  type Values,
} from '../template/template.ts'

/** A field that a form must send. */
export interface FieldNeed {
  /** The names under which the service accepts it. */
  readonly names: readonly string[]
  /** The required value: a text, or the value of a macro as `@NAME@`. Without one, people type or choose the value. */
  readonly value?: string
  /** Values of which a button or a choice must offer one. For a control with the name `named`, every value counts. */
  readonly offers?: { readonly meaning: string; readonly values: RegExp; readonly named?: string }
  /** The repeat with a row for each value, and the macros of which one must say what a row means. */
  readonly rows?: { readonly repeat: string; readonly told: readonly string[] }
}

/** A form that a page needs. */
export interface FormNeed {
  readonly meaning: string
  /** The macro with the URL that the form is posted to. */
  readonly action: string
  /** Whether the page's own URL also accepts the form, so that the form needs no URL. */
  readonly postsBack?: true
  /** A parameter of the URL. If the URL has it, no other URL accepts the form. */
  readonly unless?: string
  readonly fields: readonly FieldNeed[]
  /** The value of its field `operation`, and whether a form without that field means the same. */
  readonly operation?: { readonly value: string; readonly default?: true }
  /** The form is needed only if this macro has this value; by default, always. */
  readonly when?: readonly [macro: string, value: string]
}

/** Something that people must see: one of these macros, inside the repeat if it has rows. */
export interface ShowNeed {
  readonly meaning: string
  readonly macros: readonly string[]
  readonly repeat?: string
  /** Rows in which this macro has this value need not be shown. */
  readonly except?: readonly [macro: string, value: string]
  /** A macro from which a script of the page or of the service may show the same. */
  readonly scripted?: string
}

/** What a page must contain, so that people can see what they must know and send what the service needs. */
export interface Contract {
  readonly forms?: readonly FormNeed[]
  /** Macros with error messages. Of those that are not empty, one must be visible. */
  readonly errors?: readonly string[]
  readonly shows?: readonly ShowNeed[]
  /**
   * Whether the service writes the form, and no template may change it. Browsers ignore a form inside another form. So
   * a form of the template around it, or one that is never closed, would be submitted in its place with its fields.
   */
  readonly formless?: true
  /** Rows with a box that nobody may tick for a person: the repeat, and the macro that ticks the box. */
  readonly boxes?: { readonly repeat: string; readonly checked: string }
}

/** The scripts of the service that show the variable `errorMessage`, if a page has it. */
const TELLERS = new Set([
  'basicldapuser_login.js',
  'change_password.js',
  'basicldapuser_changepassword.js',
  'combinedmfa_selection.js',
  'macotp_login.js',
  'totp_login.js',
  'lsp.js',
])
const ERROR_VARIABLE = 'errorMessage'
const ERROR_PLACE = 'a place for the error message'
/** What a page lacks that has another form than that of the service, or a link or button around that one. */
export const ONLY_FORM = 'the form of the service as its only form, not inside a link or button'

/**
 * The part that a page lacks for a person in this situation; undefined if nothing is missing. `runs` says whether
 * scripts run: if not, parts that only a script shows or sends are missing.
 */
export function missingPart(
  contract: Contract,
  facts: PageFacts,
  values: Values,
  runs: boolean,
): string | undefined {
  const { forms = [], errors = [], shows = [], boxes, formless = false } = contract
  if (formless && (facts.hasForm || shows.some(({ macros }) => macros.some(isWrappedIn(facts)))))
    return ONLY_FORM
  for (const need of forms) {
    if (need.when !== undefined && values.macros.get(need.when[0]) !== need.when[1]) continue
    const missing = missingForm(need, facts, values, runs)
    if (missing !== undefined) return missing
  }
  const said = errors.filter(macro => isSaid(values.macros.get(macro)))
  if (said.length > 0 && !said.some(macro => tells(facts, macro, runs))) return ERROR_PLACE
  for (const need of shows) {
    const { meaning, macros, repeat, scripted } = need
    if (scripted !== undefined && runs && facts.scripted.includes(scripted)) {
      if (facts.acts || facts.helpers.includes('lsp.js')) continue
    }
    const at = repeat === undefined ? '' : `${repeat} `
    if (hasRows(need, values) && !macros.some(macro => isSeen(facts, `${at}${macro}`, runs))) return meaning
  }
  return boxes === undefined ? undefined : tickedBox(boxes, facts, values)
}

/** The macros that would supply a missing part; empty if the part is something else. */
export function macrosOfPart({ errors = [], shows = [] }: Contract, part: string): readonly string[] {
  if (part === ERROR_PLACE) return errors
  return shows.find(({ meaning }) => meaning === part)?.macros ?? /^@(\w+)@/.exec(part)?.slice(1) ?? []
}

/** Whether a macro is inside something that people click. Its content would then be clicked with it. */
function isWrappedIn({ wrapped }: PageFacts): (macro: string) => boolean {
  return macro => wrapped.includes(macro)
}

function isSaid(value: Value | undefined): boolean {
  return value !== undefined && value !== ''
}

function hasRows({ repeat, except: [macro, value] = ['', ''] }: ShowNeed, values: Values): boolean {
  if (repeat === undefined) return true
  return (values.repeats?.get(repeat) ?? []).some(row => macro === '' || row.get(macro) !== value)
}

function isSeen({ shown, covered, scripted, acts }: PageFacts, macro: string, runs: boolean): boolean {
  return shown.includes(macro) || (runs && acts && (covered.includes(macro) || scripted.includes(macro)))
}

function tells(facts: PageFacts, macro: string, runs: boolean): boolean {
  if (isSeen(facts, macro, runs)) return true
  if (!runs || !facts.variables.includes(`${ERROR_VARIABLE} ${macro}`)) return false
  const { helpers, ids } = facts
  return (
    helpers.some(helper => TELLERS.has(helper)) ||
    (helpers.includes('proper_errors_all_error.js') && ids.includes('error-message'))
  )
}

/** The missing part of the closest form, because a page can have several forms for different operations. */
function missingForm(need: FormNeed, facts: PageFacts, values: Values, runs: boolean): string | undefined {
  const named = facts.forms.filter(form => isFor(need, form))
  if (named.length === 0) return need.meaning
  const missing = named.map(form => missingIn(need, form, facts, values, runs))
  return missing.includes(undefined) ? undefined : missing[0]
}

/** Whether a form may be meant for this need: it sends the operation, or has one of the fields. */
function isFor({ operation, fields }: FormNeed, form: FormFacts): boolean {
  if (operation !== undefined && operation.default === undefined) return sendsOperation(form, operation.value)
  return fields.some(({ names }) => form.controls.some(({ name }) => names.includes(name)))
}

function missingIn(
  { meaning, action, postsBack, unless, fields, operation }: FormNeed,
  form: FormFacts,
  facts: PageFacts,
  values: Values,
  runs: boolean,
): string | undefined {
  const acting = runs && facts.acts
  if (form.covered && !acting && !isSentByHelper(form, facts, runs)) return `${meaning} that people can see`
  if (!form.posts) return `${meaning} with the method post`
  const bound = unless !== undefined && String(values.macros.get(action) ?? '').includes(`&${unless}=`)
  if (!isDirected(form, action, facts, { postsBack: postsBack === true && !bound, runs }))
    return `@${action}@ as the action of ${meaning}`
  if (operation !== undefined && !sendsOperation(form, operation.value, operation.default))
    return `${meaning} with the field operation`
  for (const field of fields) {
    const missing = missingField(field, form, facts, values, runs)
    if (missing !== undefined) return missing
  }
  const sent = form.sends || (runs && (facts.acts || facts.handled || facts.helpers.length > 0))
  return sent ? undefined : `a button that sends ${meaning}`
}

/** Whether a form without visible controls is sent by a link or a button of the page. */
function isSentByHelper({ controls }: FormFacts, { helpers, handled }: PageFacts, runs: boolean): boolean {
  return runs && handled && helpers.length > 0 && controls.every(({ kind }) => kind === 'hidden')
}

/** Whether a form is posted to a URL where the service accepts it. */
function isDirected(
  form: FormFacts,
  macro: string,
  { scripted, variables, helpers, acts }: PageFacts,
  { postsBack, runs }: { postsBack: boolean; runs: boolean },
): boolean {
  if (pathOfAction(form.action).startsWith(`@${macro}@`)) return true
  if (form.action === '' && postsBack) return true
  if (!runs || (form.action !== '' && form.action !== '#')) return false
  if (acts && (scripted.includes(macro) || scripted.includes('ID_SOURCES'))) return true
  return form.action === '' && helpers.length > 0 && variables.includes(`action ${macro}`)
}

/**
 * Whether a form sends an operation. If a field is sent twice, the first value counts; for buttons, the pressed one.
 */
function sendsOperation(form: FormFacts, value: string, isDefault?: true): boolean {
  const operations = form.controls.filter(({ name }) => name === 'operation')
  const fixed = operations.find(({ kind }) => kind !== 'button' && kind !== 'choice')
  if (fixed !== undefined) return fixed.value === value || fixed.value.includes('@')
  if (operations.some(one => one.value === value && !one.covered)) return true
  return operations.length === 0 && isDefault === true
}

function missingField(
  { names, value, offers, rows }: FieldNeed,
  form: FormFacts,
  facts: PageFacts,
  values: Values,
  runs: boolean,
): string | undefined {
  const [name] = names
  const acting = runs && facts.acts
  const found = form.controls.filter(control => names.includes(control.name))
  // If a field is sent twice, the first value counts.
  const sentFor = (one: ControlFacts) =>
    found.find(other => other === one || (other.name === one.name && isAlwaysSent(other)))!
  if (rows !== undefined) return missingRows(rows, value!, found, facts, values, runs)
  if (offers !== undefined) {
    const isOffered = (one: ControlFacts) =>
      one.name === offers.named || (offers.values.test(one.value) && offers.values.test(sentFor(one).value))
    const offered = found.some(one => one.kind !== 'hidden' && !one.covered && isOffered(one))
    return offered || (acting && found.length > 0) ? undefined : offers.meaning
  }
  if (value !== undefined) {
    const first =
      found.find(({ kind }) => kind !== 'button' && kind !== 'choice') ??
      found.find(one => one.value === value)
    return first?.value === value || (first !== undefined && acting) ? undefined : `the field ${name}`
  }
  const typed = found.some(one => one.kind === 'typed' && !one.covered && sentFor(one) === one)
  return typed || (acting && found.length > 0) ? undefined : `the field ${name}`
}

function isAlwaysSent({ kind }: ControlFacts): boolean {
  return kind === 'hidden' || kind === 'typed'
}

/** The missing part of a choice. Each row needs a control with its value, and a text that says what it is. */
function missingRows(
  { repeat, told }: NonNullable<FieldNeed['rows']>,
  value: string,
  found: readonly ControlFacts[],
  facts: PageFacts,
  values: Values,
  runs: boolean,
): string | undefined {
  if ((values.repeats?.get(repeat)?.length ?? 0) === 0) return undefined
  const offered = found.some(one => one.repeat === repeat && isOffer(one, value))
  const said = told.some(macro => isSeen(facts, `${repeat} ${macro}`, runs))
  if (offered && said) return undefined
  const macro = `${repeat} ${value.slice(1, -1)}`
  const drawn =
    facts.scripted.includes(macro) &&
    (facts.acts || facts.helpers.includes('combinedmfa_selection.js')) &&
    found.length > 0
  return runs && drawn ? undefined : `the choice ${repeat}`
}

function isOffer({ name, value, kind, covered }: ControlFacts, wanted: string): boolean {
  return kind !== 'hidden' && !covered && (value.includes(wanted) || name.includes('@'))
}

/** A box that the template ticks although the person has not asked for it. */
function tickedBox(
  { repeat, checked }: NonNullable<Contract['boxes']>,
  { forms }: PageFacts,
  values: Values,
): string | undefined {
  const rows = values.repeats?.get(repeat) ?? []
  const ticked = forms.some(({ controls }) => controls.some(one => one.repeat === repeat && one.checked))
  const open = rows.some(row => row.get(checked) === '')
  return ticked && open ? `@${checked}@ in place of checked` : undefined
}
