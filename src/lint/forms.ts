import type { MarkupToken } from '../core/template/template.ts'
import { attributeOf, isHidden } from './elements.ts'
import type { LintedPage } from './page.ts'

/** A control of a form, with macros as they were written. */
export interface LintedControl {
  readonly token: MarkupToken
  readonly name: string
  readonly type: string
}

/** A form of a page. Only a `form` that stands in no other form is one: browsers drop the inner one. */
export interface LintedForm {
  readonly token: MarkupToken
  readonly controls: readonly LintedControl[]
}

/** The names under which the service takes passwords. */
export const PASSWORDS: ReadonlySet<string> = new Set([
  'password',
  'oldpassword',
  'newpassword',
  'confirmpassword',
])
/** The names under which it takes what nobody else should learn. */
const SECRETS: ReadonlySet<string> = new Set([...PASSWORDS, 'otp', 'otp.user.otp', 'username'])

const CONTROLS = new Set(['input', 'button', 'select', 'textarea'])
const known = new WeakMap<LintedPage, readonly LintedForm[]>()

/** The forms of a page, each with its controls. */
export function formsOn(page: LintedPage): readonly LintedForm[] {
  const found = known.get(page) ?? read(page)
  known.set(page, found)
  return found
}

function read(page: LintedPage): LintedForm[] {
  const forms: { token: MarkupToken; id: string; controls: LintedControl[] }[] = []
  const byId = new Map<string, LintedControl[]>()
  let open: LintedControl[] | undefined
  for (const token of page.markup) {
    if (token.name === 'form' && token.kind === 'endTag') open = undefined
    if (token.kind !== 'startTag') continue
    if (token.name === 'form' && open === undefined) {
      open = []
      forms.push({ token, id: given(page, token, 'id'), controls: open })
    }
    if (!CONTROLS.has(token.name)) continue
    const control = controlOf(page, token)
    const owner = attributeOf(token, 'form')
    if (owner === undefined) open?.push(control)
    else {
      const others = byId.get(owner.value) ?? []
      others.push(control)
      byId.set(owner.value, others)
    }
  }
  return forms.map(({ token, id, controls }) => {
    const apart = byId.get(id) ?? []
    // Of two forms with one id, the first one has the controls that name it.
    byId.delete(id)
    return { token, controls: [...controls, ...apart] }
  })
}

/** The value of an attribute with macros as they were written. */
export function given(page: LintedPage, token: MarkupToken, name: string): string {
  return page.written(attributeOf(token, name)?.value ?? '').trim()
}

/** Whether people type a password into a control. */
export function isPassword({ token, name, type }: LintedControl): boolean {
  return (
    (type === 'password' || (type !== 'button' && type !== 'submit' && PASSWORDS.has(name))) &&
    !isHidden(token)
  )
}

/** Whether people type something into a control that nobody but the service should learn. */
export function isSecret(control: LintedControl): boolean {
  return isPassword(control) || (SECRETS.has(control.name) && !isHidden(control.token))
}

/** Whether a page asks for something that nobody but the service should learn, in a form or outside of one. */
export function asksForSecret(page: LintedPage): boolean {
  const isTyped = (token: MarkupToken) =>
    token.kind === 'startTag' && token.name === 'input' && isSecret(controlOf(page, token))
  return page.markup.some(isTyped) || page.slots.some(({ macro }) => macro === 'REGISTRATION_FORM')
}

function controlOf(page: LintedPage, token: MarkupToken): LintedControl {
  return {
    token,
    name: given(page, token, 'name'),
    type: token.name === 'input' ? given(page, token, 'type').toLowerCase() : token.name,
  }
}
