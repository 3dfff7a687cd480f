import type { ControlFacts, FormFacts, PageFacts, Value, Values } from '../template/template.ts'

/** A field that a form has to send. */
export interface FieldNeed {
  /** The names under which the service takes it. */
  readonly names: readonly string[]
  /** What it has to be: a text, or the value of a macro as `@NAME@`. Without one, somebody types or chooses it. */
  readonly value?: string
  /** Values one of which a button or a choice has to offer; of one that is `named` so, every value counts. */
  readonly offers?: { readonly meaning: string; readonly values: RegExp; readonly named?: string }
  /** The repeat with a row for each of its values, and the macros one of which says what a row stands for. */
  readonly rows?: { readonly repeat: string; readonly told: readonly string[] }
}

/** A form that a page needs. */
export interface FormNeed {
  readonly meaning: string
  /** The macro with the address that it is posted to. */
  readonly action: string
  /** Whether the page's own address takes it as well, so that no address has to stand in the form. */
  readonly postsBack?: true
  /** A parameter of the address: where it has this one, no other address takes the form. */
  readonly unless?: string
  readonly fields: readonly FieldNeed[]
  /** What its field `operation` says, and whether a form without that field means the same. */
  readonly operation?: { readonly value: string; readonly default?: true }
  /** It is needed where this macro has this value; else always. */
  readonly when?: readonly [macro: string, value: string]
}

/** Something that people have to see: one of these macros, of a repeat where it has rows. */
export interface ShowNeed {
  readonly meaning: string
  readonly macros: readonly string[]
  readonly repeat?: string
  /** Rows in which this macro has this value need no place. */
  readonly except?: readonly [macro: string, value: string]
  /** A macro from which a script of the page, or one of the service, may show the same. */
  readonly scripted?: string
}

/** What a page must have, so that people can see what they have to know and send what the service has to know. */
export interface Contract {
  readonly forms?: readonly FormNeed[]
  /** Macros that tell what went wrong: of those that say something, one has to be seen. */
  readonly errors?: readonly string[]
  readonly shows?: readonly ShowNeed[]
  /**
   * Whether the service writes the form, and no template may change it. A form of the template around it, or one that
   * is never closed, would be submitted in its place with its fields, because browsers ignore a form inside another
   * form.
   */
  readonly formless?: true
  /** Rows with a box each that nobody may tick for a person: the switch that ticks it, and what the box stands for. */
  readonly boxes?: { readonly repeat: string; readonly checked: string }
}

/** The scripts of the service that show the variable `errorMessage` on a page that has it. */
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
const NO_FORM = 'nothing that could send the form in its place'

/**
 * What a page lacks for a person in this situation; undefined where nothing is missing. `runs` says whether scripts run
 * on it: without them, what only a script shows or sends is missing.
 */
export function missingPart(
  contract: Contract,
  facts: PageFacts,
  values: Values,
  runs: boolean,
): string | undefined {
  const { forms = [], errors = [], shows = [], boxes, formless = false } = contract
  if (formless && (facts.hasForm || shows.some(({ macros }) => macros.some(isWrappedIn(facts)))))
    return NO_FORM
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

/** The macros of which one would be a missing part; none where the part is something else. */
export function macrosOfPart({ errors = [], shows = [] }: Contract, part: string): readonly string[] {
  if (part === ERROR_PLACE) return errors
  return shows.find(({ meaning }) => meaning === part)?.macros ?? /^@(\w+)@/.exec(part)?.slice(1) ?? []
}

/** Whether a macro stands inside something that people click: what it brings would be clicked with it. */
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

/** The part that the closest form lacks: a page with several forms has one for each thing that can be done. */
function missingForm(need: FormNeed, facts: PageFacts, values: Values, runs: boolean): string | undefined {
  const named = facts.forms.filter(form => isFor(need, form))
  if (named.length === 0) return need.meaning
  const missing = named.map(form => missingIn(need, form, facts, values, runs))
  return missing.includes(undefined) ? undefined : missing[0]
}

/** Whether a form may be meant for this: it has the operation, or a field of it. */
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

/** Forms without anything to see that a link or a button of the page sends. */
function isSentByHelper({ controls }: FormFacts, { helpers, handled }: PageFacts, runs: boolean): boolean {
  return runs && handled && helpers.length > 0 && controls.every(({ kind }) => kind === 'hidden')
}

/** Whether a form is posted to where the service takes it. */
function isDirected(
  form: FormFacts,
  macro: string,
  { scripted, variables, helpers, acts }: PageFacts,
  { postsBack, runs }: { postsBack: boolean; runs: boolean },
): boolean {
  const path = form.action.replace(/^(?:https?:\/\/@TENANT@|@TENANT_URL@)/, '')
  if (path.startsWith(`@${macro}@`)) return true
  if (form.action === '' && postsBack) return true
  if (!runs || (form.action !== '' && form.action !== '#')) return false
  if (acts && (scripted.includes(macro) || scripted.includes('ID_SOURCES'))) return true
  return form.action === '' && helpers.length > 0 && variables.includes(`action ${macro}`)
}

/** The operation that a form sends: of a field sent twice the first counts, and of buttons the one that is pressed. */
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
  if (rows !== undefined) return missingRows(rows, value!, found, facts, values, runs)
  if (offers !== undefined) {
    const offered = found.some(
      one =>
        one.kind !== 'hidden' && !one.covered && (one.name === offers.named || offers.values.test(one.value)),
    )
    return offered || (acting && found.length > 0) ? undefined : offers.meaning
  }
  if (value !== undefined) {
    const first =
      found.find(({ kind }) => kind !== 'button' && kind !== 'choice') ??
      found.find(one => one.value === value)
    return first?.value === value || (first !== undefined && acting) ? undefined : `the field ${name}`
  }
  const typed = found.some(({ kind, covered }) => kind === 'typed' && !covered)
  return typed || (acting && found.length > 0) ? undefined : `the field ${name}`
}

/** A choice: each row has a control with its value, and says what it is. */
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
