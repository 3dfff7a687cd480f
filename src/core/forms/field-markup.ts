import { escapedHtml } from '../template/template.ts'
import type { Field } from './form.ts'

/** A choice of a list, and the language of its text if that differs from the page's. */
export type Option = readonly [value: string, text: string, lang?: string]

/** A field to show. Its texts are already in the language of the page. */
interface ShownField {
  readonly id: string
  readonly field: Field
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  readonly placeholder?: string | undefined
  readonly problem?: string | undefined
  /** Whether this field has the focus when the page opens. */
  readonly focused: boolean
  /** Whether screen readers announce its error, because nothing else on the page does. */
  readonly announced: boolean
  /** Whether the element names its attribute, for analytics. */
  readonly measured?: true | undefined
  /** The minimum length of a new password. */
  readonly minimum?: number | undefined
  /** The name of the button that shows a password. */
  readonly show: string
  readonly options?: readonly Option[] | undefined
}

/** The attributes of the element for each kind of value. */
const CONTROLS: Readonly<Record<Field['kind'], (autocomplete: string, longest: number) => string>> = {
  text: (autocomplete, longest) => `type="text" autocomplete="${autocomplete}" maxlength="${longest}"`,
  number: (autocomplete, longest) =>
    `type="text" inputmode="numeric" maxlength="${longest}" autocomplete="${autocomplete}"`,
  phone: (autocomplete, longest) => `type="tel" autocomplete="${autocomplete}" maxlength="${longest}"`,
  email: (autocomplete, longest) =>
    `type="email" inputmode="email" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" maxlength="${longest}"`,
  password: (autocomplete, longest) =>
    `type="password" autocomplete="${autocomplete}" maxlength="${longest}"`,
  code: (autocomplete, longest) =>
    `type="text" inputmode="numeric" maxlength="${longest}" autocomplete="${autocomplete}" enterkeyhint="done"`,
  choice: () => '',
  date: autocomplete => `type="date" autocomplete="${autocomplete}"`,
  consent: () => 'type="checkbox"',
}

/** A field with its label, its hint, and its error. */
export function fieldMarkup(shown: ShownField): string {
  const { id, field, hint = '', problem = '', focused, announced } = shown
  const described = hint === '' ? `${id}-error` : `${id}-error ${id}-hint`
  const invalid = problem === '' ? '' : ` aria-invalid="true"${focused ? ' autofocus' : ''}`
  const all = `id="${id}" name="${field.name}" ${attributesOf(shown)} aria-describedby="${described}"${invalid}`
  const help = hint === '' ? '' : `\n<p class="field-hint" id="${id}-hint">${escapedHtml(hint)}</p>`
  return `<div class="field">
${labelled(shown, all)}
<p class="field-error" id="${id}-error"${announced && problem !== '' ? ' role="alert"' : ''}>${escapedHtml(problem)}</p>${help}
</div>`
}

/** A field and its label. The label of a box follows the box, and links to the terms. */
function labelled({ id, field, label, value, options = [] }: ShownField, all: string): string {
  const named = `<label for="${id}">${escapedHtml(label)}</label>`
  if (field.kind === 'choice')
    return `${named}\n<select ${all}>\n${options.map(option => optionMarkup(option, value)).join('\n')}\n</select>`
  if (field.kind === 'consent') {
    const { version = '', link = '' } = field.terms ?? {}
    const ticked = value !== '' && value === version ? ' checked' : ''
    const terms = `<a href="${escapedHtml(link)}" target="_blank" rel="noopener noreferrer">${escapedHtml(label)}</a>`
    return `<label for="${id}"><input ${all} value="${escapedHtml(version)}"${ticked}> ${terms}</label>`
  }
  return `${named}\n<input ${all}${isSecret(field) ? '' : ` value="${escapedHtml(value)}"`}>`
}

function attributesOf({ field, measured, minimum, show, placeholder = '' }: ShownField): string {
  const { name, kind, autocomplete = '', longest = 0, required } = field
  const isNew = autocomplete === 'new-password'
  return [
    CONTROLS[kind](autocomplete, longest),
    ...(required ? ['required'] : []),
    ...(placeholder === '' ? [] : [`placeholder="${escapedHtml(placeholder)}"`]),
    ...(isNew && minimum !== undefined ? [`minlength="${minimum}"`] : []),
    // The script that shows a password finds the field by this attribute.
    ...(kind === 'password' ? [`data-show-password="${escapedHtml(show)}"`] : []),
    ...(measured ? [`data-user-attribute="${name}"`] : []),
  ].join(' ')
}

function isSecret({ kind }: Field): boolean {
  return kind === 'password' || kind === 'code'
}

function optionMarkup([value, text, lang]: Option, chosen: string): string {
  const selected = value === chosen ? ' selected' : ''
  const spoken = lang === undefined ? '' : ` lang="${escapedHtml(lang)}"`
  return `<option value="${escapedHtml(value)}"${spoken}${selected}>${escapedHtml(text)}</option>`
}
