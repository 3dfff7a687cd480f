import type { PageId } from '../../core/catalogue/catalogue.ts'
import { inWords, type Message } from '../../core/flows/message.ts'
import type { Frame, Shown } from '../../core/forms/form-markup.ts'
import { REGISTRATION } from '../../core/forms/registration.ts'
import type { Value } from '../../core/template/template.ts'
import { ruleLabel } from '../../core/user-flows/answers.ts'
import { type AttributeBook, attributeBook } from '../../core/user-flows/attribute-book.ts'
import {
  type Answers,
  END,
  type FlowDocument,
  type FlowField,
  PASSWORD,
  stepOf,
} from '../../core/user-flows/document.ts'
import { endStep, type FormStep, formStep } from '../../core/user-flows/form-step.ts'
import { askedFields, walked } from '../../core/user-flows/walk.ts'
import type { Audience } from '../../pages/pages.ts'
import type { Tenant } from '../../store/store.ts'
import { FlowPreviews, type UnsavedFlow } from '../designs/flow-previews.ts'
import { passwordMinimum } from '../directory/password-rules.ts'
import { profileValues, registrationValues, type ShownStep, userFormValues } from './designed-page.ts'
import type { FlowParts } from './flow-parts.ts'
import { languageOptions } from './language-options.ts'
import { SAVED } from './user-forms.ts'

/** Which page of a flow to preview. */
export interface FlowLook {
  /** The id of a step, `verify`, or `end`. Any other value means the first step. */
  readonly at: string
  /** Whether its fields show error messages. */
  readonly wrong: boolean
}

/** A page with the values of its macros. */
export interface PreviewedPage {
  readonly id: PageId
  readonly macros: Readonly<Record<string, Value>>
}

const VERIFY = 'verify'
/** Forms and links of a preview lead nowhere. */
const NOWHERE = '#'
const SAMPLE_EMAIL = 'alex@example.com'

/** Flows that are not published yet, as the pages that people would see. */
export class PreviewedFlows {
  readonly kept: FlowPreviews
  readonly #parts: Pick<FlowParts, 'store' | 'surfaces' | 'settings'>

  constructor(parts: Pick<FlowParts, 'store' | 'surfaces' | 'settings' | 'now'>) {
    this.#parts = parts
    this.kept = new FlowPreviews(parts.store, parts.now)
  }

  /** The page of a flow, rendered in the same way as that of a published flow. */
  async page(
    tenant: Tenant,
    audience: Audience,
    { reference, document: designed, answers }: UnsavedFlow,
    look: FlowLook,
  ): Promise<PreviewedPage> {
    const { store, surfaces, settings } = this.#parts
    const book = attributeBook(await store.tenant(tenant.id).attributes.list())
    const document = seenBy(designed, answers && meant(answers, book), look.at)
    const minimum = passwordMinimum(settings.passwordMinimum)
    const { step, worded } = stepFor(document, book, look.at)
    const word = worded(await surfaces.words(audience))
    const problems = look.wrong ? problemsOf(document, book, look.at, minimum) : {}
    const shown: Shown = { facts: { EMAIL: SAMPLE_EMAIL }, problems: inWords(problems, word) }
    const frame: Frame = {
      action: NOWHERE,
      links: { start: NOWHERE, 'sign-in': NOWHERE, cancel: NOWHERE },
      minimum,
      options: { locale: languageOptions(surfaces.languages(audience), word) },
    }
    return pageOf(document, { reference, version: 1, step, shown, frame, word })
  }
}

function pageOf({ kind }: FlowDocument, step: ShownStep): PreviewedPage {
  if (kind === 'registration') return { id: 'registration', macros: registrationValues(step) }
  if (step.reference === 'profile') return { id: 'profile', macros: profileValues(step) }
  return { id: 'user-form', macros: userFormValues(step) }
}

function stepFor(document: FlowDocument, book: AttributeBook, at: string): FormStep {
  const isRegistration = document.kind === 'registration'
  if (at === VERIFY && isRegistration && stepOf(document, at) === undefined)
    return { step: REGISTRATION.verify, worded: word => word }
  if (at === END)
    return endStep(
      document,
      isRegistration ? REGISTRATION[document.end.outcome === 'approval' ? 'waiting' : 'created'] : SAVED,
    )
  return formStep(document, stepOf(document, at) ?? document.steps[0]!, book)
}

/**
 * The flow with only those fields that a person with these answers sees at a step. Without answers, it has all fields,
 * because the designer wants to see them.
 */
function seenBy(document: FlowDocument, answers: Answers | null, at: string): FlowDocument {
  const counted = answers === null ? null : walked(document, answers, at).answers
  const steps = document.steps.map(step => {
    const fields = counted === null ? step.fields : askedFields(step, counted)
    return { ...step, fields: fields.map(({ when: _, ...field }) => field) }
  })
  return { ...document, steps }
}

/** The typed answers as values. An answer that is not valid counts as missing. */
function meant(typed: Readonly<Record<string, string>>, book: AttributeBook): Answers {
  const given = Object.entries(typed).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(given.map(([name, text]) => [name, book.get(name)?.rule(text) ?? null]))
}

/** A sample error for each field: the one of its rule, if it has one. */
function problemsOf(
  document: FlowDocument,
  book: AttributeBook,
  at: string,
  minimum: number,
): Readonly<Record<string, Message>> {
  if (at === VERIFY) return { code: { label: 'CODE_WRONG' } }
  if (at === END) return {}
  const { fields } = stepOf(document, at) ?? document.steps[0]!
  return Object.fromEntries(fields.map(field => [field.attribute, problemOf(field, book, minimum)]))
}

function problemOf({ attribute, rule, required }: FlowField, book: AttributeBook, minimum: number): Message {
  if (attribute === PASSWORD) return { label: 'PASSWORD_SHORT', values: { MINIMUM: String(minimum) } }
  if (rule !== undefined) return { label: ruleLabel(attribute) }
  return { label: required ? 'REG_REQUIRED' : (book.get(attribute)?.problem ?? 'REG_REQUIRED') }
}
