import type { Message } from '../../core/flows/message.ts'

/** What is wrong with a new password, as a whole and beside the field that it is about. */
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
  // Having to wait is nobody's mistake.
  if (/^SIGNIN_WAIT/.test(label)) return undefined
  if (label.startsWith('PASSWORD_CURRENT_')) return 'OLDPASSWORD'
  return /^PASSWORD_(?:MISMATCH|CONFIRM_)/.test(label) ? 'CONFIRMPASSWORD' : 'NEWPASSWORD'
}
