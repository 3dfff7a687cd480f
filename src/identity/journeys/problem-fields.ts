import type { Message } from '../../core/flows/message.ts'

/** The macro values for a problem with a new password: the message for the page and for the field concerned. */
export function problemValues(problem: Message | undefined, text: string) {
  const at = fieldOf(problem?.label)
  return {
    ERROR_MESSAGE: text,
    ...fieldValues('OLDPASSWORD', at, text),
    ...fieldValues('NEWPASSWORD', at, text),
    ...fieldValues('CONFIRMPASSWORD', at, text),
  }
}

function fieldValues<Field extends string>(field: Field, at: string | undefined, text: string) {
  return {
    [`${field}_ERROR`]: field === at ? text : '',
    [`${field}_INVALID`]: String(field === at),
    [`${field}_FOCUS`]: field === at ? 'autofocus' : '',
  } as Readonly<Record<`${Field}_${'ERROR' | 'INVALID' | 'FOCUS'}`, string>>
}

/** The field that a problem is about; undefined when it is about none. */
export function fieldOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  // A field is not wrong because the person has to wait.
  if (/^SIGNIN_WAIT/.test(label)) return undefined
  if (label.startsWith('PASSWORD_CURRENT_')) return 'OLDPASSWORD'
  return /^PASSWORD_(?:MISMATCH|CONFIRM_)/.test(label) ? 'CONFIRMPASSWORD' : 'NEWPASSWORD'
}
