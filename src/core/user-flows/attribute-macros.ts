import type { Answers } from './document.ts'

/** The macro for a custom attribute in mails. */
export function attributeMacro(name: string): string {
  return `ATTRIBUTE.${name.toUpperCase()}`
}

/** Whether a macro belongs to a custom attribute. */
export function isAttributeMacro(name: string): boolean {
  return /^ATTRIBUTE\.[A-Z]/.test(name)
}

/** The values of these macros for a person. Without a value, a macro is empty. */
export function attributeMacros(own: Answers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [attributeMacro(name), String(value ?? '')]),
  )
}
