import type { Answers } from './document.ts'

/** The macro of mails for an attribute that the tenant has added. */
export function attributeMacro(name: string): string {
  return `ATTRIBUTE.${name.toUpperCase()}`
}

/** Whether a macro is one for an attribute that a tenant has added. */
export function isAttributeMacro(name: string): boolean {
  return /^ATTRIBUTE\.[A-Z]/.test(name)
}

/** The values of those macros, for somebody. Without a value, a macro is empty. */
export function attributeMacros(own: Answers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [attributeMacro(name), String(value ?? '')]),
  )
}
