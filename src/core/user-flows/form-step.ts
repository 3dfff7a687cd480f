import type { Field, Step } from '../forms/form.ts'
import type { Word } from '../word.ts'
import { ruleLabel } from './answers.ts'
import { type AttributeBook, INVALID, type KnownAttribute } from './attribute-book.ts'
import {
  type Answers,
  type FlowDocument,
  type FlowField,
  type FlowStep,
  PASSWORD,
  type Text,
} from './document.ts'
import { labelIn, textIn } from './texts.ts'
import { askedFields } from './walk.ts'

/** A step of a flow as a form, with words that include its texts. */
export interface FormStep {
  readonly step: Step
  readonly worded: (word: Word) => Word
}

/** The label for a text of the flow. No label of a theme has such a name. */
type Named = (text: Text) => string

const PASSWORD_FIELD = {
  name: PASSWORD,
  label: 'REG_PASSWORD',
  kind: 'password',
  autocomplete: 'new-password',
  longest: 256,
  event: 'password',
} as const satisfies Field

const LOOKS = {
  registration: {
    wrong: 'REG_PROBLEMS',
    ids: { prefix: 'reg', numbered: true },
    measured: true,
    button: { label: 'REG_CONTINUE', operation: 'submit' },
    after: { label: 'REG_HAVE_ACCOUNT', to: 'sign-in' },
  },
  user_form: {
    ids: { prefix: 'user' },
    button: { label: 'REG_CONTINUE', operation: 'save' },
    after: { label: 'USER_FORM_CANCEL', to: 'cancel' },
  },
} as const satisfies Record<FlowDocument['kind'], Partial<Step>>

const BACK = { label: 'APPROVAL_BACK', operation: 'back' } as const

/** The form of a step for a person with these earlier answers. */
export function formStep(
  document: FlowDocument,
  at: FlowStep,
  book: AttributeBook,
  answers: Answers = {},
): FormStep {
  const texts = new Map<string, Text>()
  const named: Named = text => {
    const label = typeof text === 'string' ? labelIn(text) : undefined
    if (label !== undefined) return label
    const name = `text:${texts.size}`
    texts.set(name, text)
    return name
  }
  const { button, ...look } = LOOKS[document.kind]
  const asked = askedFields(at, answers)
  const step: Step = {
    title: named(at.title),
    ...(at.text !== undefined && { text: named(at.text) }),
    ...look,
    fields: asked.flatMap(field => fieldOf(field, book, named) ?? []),
    button: { ...button, ...(at.button !== undefined && { label: named(at.button) }) },
    ...(at.id !== document.steps[0]!.id && { otherButton: BACK }),
  }
  for (const { attribute, rule } of asked) texts.set(ruleLabel(attribute), rule?.error ?? `$${INVALID}$`)
  return { step, worded: word => wordsWith(texts, word) }
}

/** The page after a flow. The texts of the flow replace those of the page. */
export function endStep({ end }: FlowDocument, page: Step): FormStep {
  const texts = new Map<string, Text>()
  const [title, text] = [end.title, end.text].map((given, index) => {
    if (given === undefined) return undefined
    texts.set(`end:${index}`, given)
    return `end:${index}`
  })
  const step = { ...page, ...(title !== undefined && { title }), ...(text !== undefined && { text }) }
  return { step, worded: word => wordsWith(texts, word) }
}

/** Words that also include the texts of a flow. */
function wordsWith(texts: ReadonlyMap<string, Text>, word: Word): Word {
  const worded = (label: string, values?: Readonly<Record<string, string>>) => {
    const text = texts.get(label)
    return text === undefined ? word(label, values) : textIn(text, word, values)
  }
  return Object.assign(worded, { language: word.language })
}

function fieldOf(
  { attribute: name, ...field }: FlowField,
  book: AttributeBook,
  named: Named,
): Field | undefined {
  const attribute = book.get(name)
  const options = {
    ...(field.label !== undefined && { label: named(field.label) }),
    ...(field.help !== undefined && { hint: named(field.help) }),
    ...(field.placeholder !== undefined && { placeholder: named(field.placeholder) }),
    ...(field.required && { required: true as const }),
  }
  if (name === PASSWORD) return { ...PASSWORD_FIELD, ...options }
  // The attribute was removed after the flow was published.
  return attribute && { ...asField(attribute, named), ...options }
}

function asField(attribute: KnownAttribute, named: Named): Field {
  const { name, kind, label, autocomplete, longest, event, choices, terms } = attribute
  return {
    name,
    label: named(label),
    kind,
    autocomplete,
    longest,
    ...(event !== undefined && { event }),
    ...(choices !== undefined && {
      choices: choices.map(choice => ({ value: choice.value, label: named(choice.label) })),
    }),
    ...(terms !== undefined && { terms }),
  }
}
