import { Textarea, TextInput } from '@mantine/core'
import { useContext } from 'react'
import { DEFAULT_LOCALE } from '../../../src/core/locale.ts'
import { MOST } from '../../../src/core/user-flows/bounds.ts'
import type { Text } from '../../../src/core/user-flows/document.ts'
import { labelIn } from '../../../src/core/user-flows/texts.ts'
import { languageName } from '../parts/languages.ts'
import { TypingContext } from './context.ts'
import { Marked } from './marked.tsx'
import { typedIn, withTyped } from './texts.ts'

interface TextPropertyProps {
  readonly label: string
  readonly description?: string
  readonly text: Text | undefined
  readonly path: string
  /** What people see if there is no text. */
  readonly instead?: string | undefined
  readonly long?: boolean
  readonly required?: boolean
  readonly onChange: (text: Text | undefined) => void
}

/** Edits a text in the current language. */
export function TextProperty(props: TextPropertyProps) {
  const { label, description, text, path, instead, long, required, onChange } = props
  const { locale, several } = useContext(TypingContext)
  const isDefault = locale === DEFAULT_LOCALE
  const typed = typedIn(text, locale)
  const Field = long ? Textarea : TextInput
  return (
    <Marked path={path}>
      <Field
        label={isDefault ? label : `${label} in ${languageName(locale)}`}
        description={labelIn(typed) === undefined ? description : 'The theme’s own text, in every language.'}
        value={typed}
        placeholder={isDefault ? instead : typedIn(text, DEFAULT_LOCALE) || instead}
        onChange={event => onChange(withTyped(text, locale, event.currentTarget.value, several))}
        maxLength={long ? MOST.text : MOST.title}
        withAsterisk={required && isDefault}
        {...(long && { autosize: true, minRows: 2, maxRows: 8 })}
      />
    </Marked>
  )
}
