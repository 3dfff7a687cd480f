import { isScriptType } from '../../core/template/script-facts.ts'
import type { MarkupToken } from '../../core/template/template.ts'
import { added, attributeOf, fixOf, startTags, textOf } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedFile } from '../file.ts'
import type { Fix } from '../finding.ts'
import { isComponent, isPagePart } from '../kinds.ts'
import type { Rule } from '../rule.ts'
import type { LintedTheme } from '../theme.ts'

const script = (defer: string) =>
  examplePage(
    '<p>$PRODUCT_NAME$</p>',
    `<script${defer} src="/template/v1.0/static/js/forms.js?themeId=@THEME_ID@"></script>\n`,
  )

export const remoteParserBlocking: Rule = {
  id: 'remote/parser-blocking',
  severity: 'recommendation',
  title: 'A script that blocks the page',
  reason: `A browser shows nothing until a script in the head has been loaded and has run. With \`defer\`, it loads the
script in the background, and runs it after the page has been parsed. A script is
not reported if another one may need it that would then run first: an inline script after it, or a script in the body,
the header or the footer.`,
  fixable: true,
  bad: { [PAGE]: script('') },
  good: { [PAGE]: script(' defer') },
  theme(theme, tell) {
    for (const file of theme.own.values()) {
      if (!isPagePart(file.path) || theme.isMasters(file)) continue
      const { blocking } = scriptsOf(file)
      if (blocking.length === 0 || partsOf(theme, file).some(part => scriptsOf(part).prompt)) continue
      for (const { start, end, fix } of blocking)
        tell({
          file: file.path,
          start,
          end,
          message: 'The page is not shown before this script has run. Add defer.',
          ...fix,
        })
    }
  },
}

interface Scripts {
  /** Scripts in the head that nothing in the file needs at once. */
  readonly blocking: readonly { readonly start: number; readonly end: number; readonly fix: { fix?: Fix } }[]
  /** Whether a script of the file runs while the page is read. */
  readonly prompt: boolean
}

const NONE: Scripts = { blocking: [], prompt: false }
const known = new WeakMap<LintedFile, Scripts>()

function scriptsOf(file: LintedFile): Scripts {
  const found = known.get(file) ?? read(file)
  known.set(file, found)
  return found
}

function read(file: LintedFile): Scripts {
  if (!/<script/i.test(file.text)) return NONE
  const { markup } = file
  const body = markup.find(({ kind, name }) => kind === 'startTag' && name === 'body')?.start ?? -1
  const prompt = startTags(markup, 'script').filter(isPrompt)
  const isInHead = (token: MarkupToken) => token.start < body && attributeOf(token, 'src') !== undefined
  const last = prompt.findLast(token => !isInHead(token))?.start ?? -1
  const blocking = prompt
    .filter(token => isInHead(token) && token.start > last)
    .map(token => ({
      start: token.start,
      end: token.end,
      fix: fixOf(file, token, { title: 'Add defer', edits: [added(token, 'defer')] }),
    }))
  file.forget()
  return { blocking, prompt: prompt.length > 0 }
}

/** Whether a browser runs a script where it stands, before it reads on. */
function isPrompt(token: MarkupToken): boolean {
  const type = textOf(token, 'type').toLowerCase()
  if (type === 'module' || !isScriptType(type) || attributeOf(token, 'nomodule') !== undefined) return false
  if (attributeOf(token, 'src') === undefined) return true
  return attributeOf(token, 'defer') === undefined && attributeOf(token, 'async') === undefined
}

/** The headers and footers of all languages that a template brings in. */
function partsOf(theme: LintedTheme, file: LintedFile): LintedFile[] {
  const names = file.constructs.flatMap(token =>
    token.kind === 'macro' ? [/^PAGE_(HEADER|FOOTER)$/.exec(token.name)?.[1]?.toLowerCase()] : [],
  )
  const paths = new Set([...theme.own.keys(), ...theme.master.keys()].filter(isComponent))
  return [...paths].flatMap(path =>
    names.some(name => name !== undefined && path.endsWith(`_${name}.html`)) ? theme.file(path)! : [],
  )
}
