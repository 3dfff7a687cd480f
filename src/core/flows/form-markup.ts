import { isFamilyFirst } from '../full-name.ts'
import { escapedHtml } from '../template/template.ts'

/** A field of a form that the service writes: with its label, its hint, and what is wrong with it. */
export interface FormField {
  readonly id: string
  readonly name: string
  readonly label: string
  /** More attributes of the element, as they stand in the page. */
  readonly attributes: string
  readonly value?: string | undefined
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  /** Whether the page opens with this field. */
  readonly focused?: boolean
  /** Whether what is wrong is said aloud: nothing else on the page says so. */
  readonly announced?: boolean
  readonly options?: readonly Option[]
}

/** A choice of a list, and the language of its text where that is not the page's. */
export type Option = readonly [value: string, text: string, lang?: string]

export function fieldMarkup(field: FormField): string {
  const { id, name, label, attributes, value, hint = '', problem = '', focused = false, options } = field
  const described = hint === '' ? `${id}-error` : `${id}-error ${id}-hint`
  const invalid = problem === '' ? '' : ` aria-invalid="true"${focused ? ' autofocus' : ''}`
  const all = `id="${id}" name="${name}" ${attributes} aria-describedby="${described}"${invalid}`
  const control =
    options === undefined
      ? `<input ${all}${value === undefined ? '' : ` value="${escapedHtml(value)}"`}>`
      : `<select ${all}>\n${options.map(option => optionMarkup(option, value)).join('\n')}\n</select>`
  const help = hint === '' ? '' : `\n<p class="field-hint" id="${id}-hint">${escapedHtml(hint)}</p>`
  return `<div class="field">
<label for="${id}">${escapedHtml(label)}</label>
${control}
<p class="field-error" id="${id}-error"${field.announced && problem !== '' ? ' role="alert"' : ''}>${escapedHtml(problem)}</p>${help}
</div>`
}

function optionMarkup([value, text, lang]: Option, chosen = ''): string {
  const selected = value === chosen ? ' selected' : ''
  const spoken = lang === undefined ? '' : ` lang="${escapedHtml(lang)}"`
  return `<option value="${escapedHtml(value)}"${spoken}${selected}>${escapedHtml(text)}</option>`
}

/** Fields with the family name first where a language puts it first. */
export function inNameOrder<F>(fields: readonly F[], nameOf: (field: F) => string, language: string): F[] {
  const [given, family] = ['given_name', 'family_name'].map(name =>
    fields.find(field => nameOf(field) === name),
  )
  if (!isFamilyFirst(language) || given === undefined || family === undefined) return [...fields]
  return fields.map(field => (field === given ? family : field === family ? given : field))
}

/** A form. The service says what is wrong with it, in the words of the page: browsers would in those of their own. */
export function formMarkup(action: string, inside: string, look = ''): string {
  return `<form method="post" action="${escapedHtml(action)}" novalidate${look === '' ? '' : ` class="${look}"`}>\n${inside}\n</form>`
}

/** A button that posts an operation; the text is markup already. */
export function buttonMarkup(text: string, operation: string, look = ''): string {
  const shown = look === '' ? '' : ` class="${look}"`
  return `<button type="submit" name="operation" value="${operation}"${shown}>${text}</button>`
}

/** A text between tags, where quotes are what they are: programs look for the titles in the source too. */
export function elementText(text: string): string {
  return escapedHtml(text).replaceAll('&#39;', "'").replaceAll('&#34;', '"')
}
