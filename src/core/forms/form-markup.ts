import { isFamilyFirst } from '../full-name.ts'
import { escapedHtml } from '../template/template.ts'
import type { Word } from '../word.ts'
import { fieldMarkup, type Option } from './field-markup.ts'
import type { Field, Step } from './form.ts'

/** The content of a step. Texts are already in the language of the page. */
export interface Shown {
  /** The typed values, by the name of the field. */
  readonly values?: Readonly<Record<string, string | undefined>>
  /** The errors, by the name of the field. */
  readonly problems?: Readonly<Record<string, string | undefined>>
  /** A message about what was just done. */
  readonly notice?: string | undefined
  /** Values for the macros of the step's text. */
  readonly facts?: Readonly<Record<string, string>>
}

/** What a page shows around a step, independent of the input. */
export interface Frame {
  /** The URL that the form is posted to. */
  readonly action: string
  /** The targets of the links. */
  readonly links: Readonly<Partial<Record<NonNullable<Step['after']>['to'], string>>>
  /** The hidden fields of the form. */
  readonly hidden?: Readonly<Record<string, string>>
  /** The minimum length of a new password. */
  readonly minimum?: number
  /** The choices, by the name of the field. */
  readonly options?: Readonly<Record<string, readonly Option[]>>
}

const EMBLEM = {
  mail: `<svg class="emblem" viewBox="0 0 24 24" aria-hidden="true"><rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="M3.5 7l8.5 6.5L20.5 7"/></svg>`,
  done: `<svg class="emblem done" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg>`,
}

/** Whether there are errors in the typed values. */
export function isWrong({ problems = {} }: Shown): boolean {
  return Object.values(problems).some(problem => problem !== undefined)
}

/** The whole content of a step: its form, and its title, which no template can leave out. */
export function formMarkup(step: Step, shown: Shown, frame: Frame, word: Word): string {
  const text = (label: string, values?: Readonly<Record<string, string>>) => elementText(word(label, values))
  const { action, links, hidden = {} } = frame
  const { notice = '', facts } = shown
  const { emblem, title, wrong, button, otherButton, link, after } = step
  const secrets = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapedHtml(value)}">`,
  )
  const fields = inNameOrder(step.fields, word.language).map((field, index) =>
    stepField(step, field, index, shown, frame, word),
  )
  const parts = [
    emblem && EMBLEM[emblem],
    `<h1 id="title">${text(title)}</h1>`,
    wrong !== undefined && isWrong(shown)
      ? `<p class="error" role="alert">${text(wrong)}</p>`
      : step.text && `<p>${text(step.text, facts)}</p>`,
    notice === '' ? undefined : `<p class="notice" role="status">${escapedHtml(notice)}</p>`,
    button && posting(action, [...secrets, ...fields, buttonMarkup(text(button.label), button.operation)]),
    otherButton &&
      posting(
        action,
        [buttonMarkup(text(otherButton.label), otherButton.operation, 'secondary')],
        'after secondary-action',
      ),
    link && `<p><a class="button" href="${escapedHtml(links[link.to] ?? '')}">${text(link.label)}</a></p>`,
    after && `<p class="after"><a href="${escapedHtml(links[after.to] ?? '')}">${text(after.label)}</a></p>`,
  ]
  return parts.filter(part => part !== undefined).join('\n')
}

function stepField(
  { ids, wrong, measured }: Step,
  field: Field,
  index: number,
  { values = {}, problems = {} }: Shown,
  { minimum, options }: Frame,
  word: Word,
): string {
  const { name, label, hint, placeholder, choices } = field
  const own = choices?.map(choice => [choice.value, word(choice.label)] as const)
  return fieldMarkup({
    id: `${ids.prefix}-${ids.numbered ? index + 1 : (field.id ?? name)}`,
    field,
    label: word(label),
    value: values[name] ?? '',
    hint: hint && word(hint, minimum === undefined ? undefined : { MINIMUM: String(minimum) }),
    placeholder: placeholder && word(placeholder),
    problem: problems[name],
    focused: Object.keys(problems).find(other => problems[other] !== undefined) === name,
    announced: wrong === undefined,
    measured,
    minimum,
    show: word('SHOW_PASSWORD_HELP_TXT'),
    // An empty choice comes first, so that nobody picks the first item by accident.
    options: own === undefined ? options?.[name] : [['', ''], ...own],
  })
}

/** Puts the family name first in languages that do so. */
function inNameOrder(fields: readonly Field[], language: string): readonly Field[] {
  const [given, family] = ['given_name', 'family_name'].map(name => fields.find(field => field.name === name))
  if (!isFamilyFirst(language) || given === undefined || family === undefined) return fields
  return fields.map(field => (field === given ? family : field === family ? given : field))
}

/** A form without browser validation: the service reports errors in the language of the page, browsers in their own. */
function posting(action: string, inside: readonly string[], look?: string): string {
  return `<form method="post" action="${escapedHtml(action)}" novalidate${look === undefined ? '' : ` class="${look}"`}>\n${inside.join('\n')}\n</form>`
}

/** A button that posts an operation. The text is already markup. */
function buttonMarkup(text: string, operation: string, look?: string): string {
  const shown = look === undefined ? '' : ` class="${look}"`
  return `<button type="submit" name="operation" value="${operation}"${shown}>${text}</button>`
}

/** A text between tags, without escaping quotes: programs also search the source for titles. */
function elementText(text: string): string {
  return escapedHtml(text).replaceAll('&#39;', "'").replaceAll('&#34;', '"')
}
