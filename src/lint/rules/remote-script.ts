import { MEASURED_PAGE } from '../../core/analytics/events.ts'
import { isMail } from '../../core/catalogue/catalogue.ts'
import { scriptStrings } from '../../core/template/script.ts'
import { isScriptType } from '../../core/template/script-facts.ts'
import { isTagManager, markedStretches, TAG_MANAGER } from '../../core/template/tag-manager.ts'
import type { MarkupToken } from '../../core/template/template.ts'
import { targetOf } from '../addresses.ts'
import { insideOf, placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedFile } from '../file.ts'
import { given } from '../forms.ts'
import type { LintedPage } from '../page.ts'
import type { Rule } from '../rule.ts'

export const remoteScript: Rule = {
  id: 'remote/script',
  severity: 'error',
  title: 'A script from another site',
  reason: `A script from another origin can read what people type, including passwords, and its owner can change it at
any time. Copy it into the theme below \`common/static/js\`. If you need it, an administrator can allow its origin. With
a hash in \`integrity\`, nobody can change the script, and it is only a warning. A comment does not suppress this rule.
A tag manager on the registration page is not reported if the service added it, or if analytics allow it.`,
  firm: true,
  bad: {
    [PAGE]: examplePage(
      '<p>$PRODUCT_NAME$</p>',
      '<script defer src="https://cdn.example/brand.js"></script>\n',
    ),
  },
  good: {
    [PAGE]: examplePage(
      '<p>$PRODUCT_NAME$</p>',
      '<script defer src="/template/v1.0/static/js/forms.js?themeId=@THEME_ID@"></script>\n',
    ),
  },
  page(page, tell, theme) {
    if (isMail(page.entry) || page.made === undefined) return
    const told = new Set<string>([TAG_MANAGER])
    const isMeasured = page.entry.id === MEASURED_PAGE
    const marks = isMeasured ? markedStretches(page.markup, page.source) : []
    const isOurs = ({ start, end }: MarkupToken) => marks.some(mark => mark.start <= start && end <= mark.end)
    for (const [index, token] of page.markup.entries()) {
      if (token.kind !== 'startTag') continue
      const isData = isDataBlock(page, token)
      for (const origin of namedBy(page, token, index)) {
        if (told.has(origin) || theme.allowed.scriptOrigins.includes(origin)) continue
        if (isData) {
          tell({ ...placeOn(page, token), message: naming(origin), severity: 'warning' })
          continue
        }
        told.add(origin)
        tell({ ...placeOn(page, token), message: loading('A script of this page', origin) })
      }
      const origin = originOf(page, token, index)
      if (origin === undefined) continue
      told.add(origin)
      if (theme.allowed.scriptOrigins.includes(origin)) continue
      if (origin === TAG_MANAGER && isMeasured && (theme.allowed.tagManager || isOurs(token))) continue
      const guarded = given(page, token, 'integrity') !== ''
      tell({
        ...placeOn(page, token),
        message: `A script of ${origin} sees what people type here. ${guarded ? 'Better copy it into the theme.' : 'Copy it into the theme, or allow its origin.'}`,
        ...(guarded && { severity: 'warning' as const }),
      })
    }
    for (const origin of page.made.scripts) {
      if (told.has(origin) || theme.allowed.scriptOrigins.includes(origin)) continue
      tell({ message: loading('A script of this page', origin) })
    }
  },
  theme({ own, allowed }, tell) {
    for (const file of own.values()) {
      if (!/^common\/.*\.m?js$/i.test(file.path)) continue
      for (const origin of originsOf(file))
        if (!allowed.scriptOrigins.includes(origin))
          // In a file, which is often a library, the address may stand there for another reason.
          tell({ file: file.path, message: loading('This script', origin), severity: 'warning' })
    }
  },
}

function loading(what: string, origin: string): string {
  return `${what} loads a script of ${origin}. Copy it into the theme, or allow its origin.`
}

function naming(origin: string): string {
  return `The data in this element name a script of ${origin}. If a script loads it, copy it into the theme.`
}

const SCRIPT_FILE = /^\s{0,9}(?:https?:)?\/\/[^\s\\]{1,500}\.m?js(?:[?#]|$)/i

/** The other origins whose scripts a script names in its strings. */
function originsIn(code: string): string[] {
  if (!code.includes('//')) return []
  const targets = scriptStrings(code)
    .filter(text => SCRIPT_FILE.test(text))
    .map(targetOf)
  return [...new Set(targets.flatMap(target => (target === undefined || target.own ? [] : [target.origin])))]
}

const known = new WeakMap<LintedFile, readonly string[]>()

/** The other origins whose scripts a file names. */
function originsOf(file: LintedFile): readonly string[] {
  const found = known.get(file) ?? originsIn(file.text)
  known.set(file, found)
  return found
}

/** Whether a tag begins data, which no browser runs. An import map, or a type that is a macro, may lead to a script. */
function isDataBlock(page: LintedPage, token: MarkupToken): boolean {
  const type = given(page, token, 'type')
  if (token.name !== 'script' || isScriptType(type) || /^importmap$|@/i.test(type)) return false
  return !token.attributes.some(({ name }) => name.startsWith('on'))
}

/** The other origins whose scripts are named by an inline script, or by the event handlers of a tag. */
function namedBy(page: LintedPage, token: MarkupToken, index: number): string[] {
  const handlers = token.attributes
    .filter(({ name }) => name.startsWith('on'))
    .map(({ value }) => page.written(value))
  const { start, end } = insideOf(page.markup, index)
  const inline = token.name === 'script' ? [page.slice(start, end)] : []
  return [...inline, ...handlers].flatMap(originsIn)
}

/** The other origin that a tag loads a script from. Another rule reports unencrypted addresses. */
function originOf(page: LintedPage, token: MarkupToken, index: number): string | undefined {
  const address = addressOf(page, token)
  if (address === undefined && token.name === 'script') {
    const { start, end } = insideOf(page.markup, index)
    return scriptStrings(page.slice(start, end)).some(isTagManager) ? TAG_MANAGER : undefined
  }
  const target = address === undefined ? undefined : targetOf(address)
  return target === undefined || target.own || target.insecure ? undefined : target.origin
}

function addressOf(page: LintedPage, token: MarkupToken): string | undefined {
  if (token.name === 'script') return given(page, token, 'src') || given(page, token, 'href') || undefined
  if (token.name !== 'link') return undefined
  const rel = given(page, token, 'rel').toLowerCase().split(/\s/)
  const isScript = given(page, token, 'as').toLowerCase() === 'script'
  const loads = rel.includes('modulepreload') || (rel.includes('preload') && isScript)
  return loads ? given(page, token, 'href') : undefined
}
