import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { renderedPages } from '../../src/cli/lint-browser.ts'
import { PAGES, type PageEntry } from '../../src/core/catalogue/catalogue.ts'
import {
  type Contents,
  type Finding,
  Linter,
  type LintSettings,
  needsBrowser,
  RULES,
} from '../../src/lint/lint.ts'
import { EVERYTHING } from '../support/everything.ts'
import { chromiumPath } from '../support/provisions.ts'
import { folder, master, touched } from './linting.ts'

const MASTER = 'master/templates'
const PAGE = 'authentication/logout/default/logout_success.html'
const SCRIPT = 'common/static/js/start.js'

/** A page in its first state alone. */
const firstState = (entry: PageEntry): PageEntry => ({
  ...entry,
  states: Object.fromEntries(Object.entries(entry.states).slice(0, 1)),
})
/** Pages with fields, buttons, links and texts: what an example is about shows on one of them. */
const SOME = PAGES.filter(({ id }) => ['login', 'logout'].includes(id)).map(firstState)

const contents = (files: Readonly<Record<string, string | Uint8Array>>): Contents =>
  new Map(Object.entries(files).map(([path, content]) => [path, { bytes: Buffer.from(content) }]))

describe('rules that need a browser', () => {
  let chromium: string
  before(async () => {
    chromium = await chromiumPath()
  })

  const seen = async (
    files: Contents,
    {
      pages = SOME,
      settings = {},
      seconds = 60,
    }: { pages?: readonly PageEntry[]; settings?: LintSettings; seconds?: number } = {},
  ): Promise<Finding[]> => {
    const linter = new Linter(files, master, settings)
    const wanted = linter.pages().map(({ id }) => id)
    const entries = pages.filter(({ id }) => wanted.includes(id))
    const patience = { pageSeconds: seconds, allSeconds: 600 }
    linter.show(await renderedPages(chromium, files, MASTER, entries, patience))
    return linter.findings()
  }
  const page = (body: string) => `<!doctype html>
<html lang="@LANG@"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>$PRODUCT_NAME$</title></head>
<body>
${body}
</body></html>
`

  for (const rule of RULES.filter(needsBrowser)) {
    test(`${rule.id} finds its bad example`, async () => {
      const findings = await seen(contents(rule.bad))
      assert.ok(findings.length > 0, 'nothing was found')
      assert.deepEqual(
        [...new Set(findings.map(one => one.rule))],
        [rule.id],
        JSON.stringify(findings, null, 1),
      )
    })

    test(`${rule.id} finds nothing in its good example`, async () => {
      assert.deepEqual(await seen(contents(rule.good)), [])
    })
  }

  test('say where the element is, on which page and in which mode', async () => {
    const text = page('<h1>$LOGOUT_OK_TITLE$</h1>\n<p style="color: #999">$LOGOUT_OK_CLOSE_BROWSER$</p>')
    const settings = { rules: { 'csp/inline-style': 'off', 'a11y/contrast': 'error' } } as const
    const findings = await seen(contents({ [PAGE]: text }), { settings })
    const line = text.split('\n').findIndex(one => one.startsWith('<p')) + 1
    assert.deepEqual(
      findings.map(({ rule, severity, file, start, pages, locales, states }) => ({
        rule,
        severity,
        file,
        start,
        pages,
        locales,
        states,
      })),
      [
        {
          rule: 'a11y/contrast',
          severity: 'error',
          file: PAGE,
          start: { line, column: 1 },
          pages: ['logout'],
          locales: undefined,
          states: undefined,
        },
      ],
    )
    assert.match(
      findings[0]!.message,
      /^Text in #999999 on #ffffff \(p\) has a contrast of 2\.8; it needs 4\.5\.$/,
    )
  })

  test('can be suppressed with a reason, and a suppression without a mistake is told where a browser has looked', async () => {
    const comment = '<!-- tabard-lint-disable a11y/contrast: the brand insists -->\n'
    const settings = { rules: { 'csp/inline-style': 'off' } } as const
    const faint = contents({ [PAGE]: page(`${comment}<p style="color: #999">$LOGOUT_OK_CLOSE_BROWSER$</p>`) })
    assert.deepEqual(await seen(faint, { settings }), [])
    const sound = contents({ [PAGE]: page(`${comment}<p>$LOGOUT_OK_CLOSE_BROWSER$</p>`) })
    assert.deepEqual(
      (await seen(sound)).map(({ rule }) => rule),
      ['lint/suppression'],
    )
    assert.deepEqual(new Linter(sound, master).findings(), [])
  })

  test('do not judge what they cannot decide', async () => {
    const css = `main p { color: #999; background-image: linear-gradient(#fff, #000); }
main h1 { text-shadow: 0 0 3px #000; color: #aaa; }
`
    assert.deepEqual(await seen(contents({ 'common/page_style.css': css })), [])
  })

  test('find dark mode that cannot be read, and blend what shines through', async () => {
    const css = `main p { background: #fff; color: rgb(0 0 0 / 30%); }
@media (prefers-color-scheme: dark) { main p { color: #555; background: #222; } }
`
    const messages = (await seen(contents({ 'common/page_style.css': css }))).map(({ message }) => message)
    assert.ok(
      messages.some(message => /#555555 on #222222 .* in dark mode/.test(message)),
      messages.join('\n'),
    )
    assert.ok(
      messages.some(message => /#b[23]b[23]b[23] on #ffffff/.test(message)),
      messages.join('\n'),
    )
  })

  test('end a page that loops, and go on with others', async () => {
    const script = '<script src="/template/v1.0/static/js/start.js?themeId=@THEME_ID@"></script>'
    const files = contents({
      [PAGE]: page(`<p>$LOGOUT_OK_CLOSE_BROWSER$</p>${script}`),
      [SCRIPT]: 'for (;;);\n',
      'common/page_style.css': 'main { min-width: 600px; max-width: none; }\n',
    })
    const findings = await seen(files, { seconds: 10 })
    const told = new Map(findings.map(one => [one.rule, one]))
    assert.equal(told.get('page/runaway')?.severity, 'error')
    assert.equal(told.get('page/runaway')?.file, PAGE)
    assert.match(told.get('page/runaway')!.message, /did not finish loading in time/)
    assert.deepEqual(told.get('layout/overflow')?.pages?.includes('login'), true)
  })

  describe('tell of a page by what it does by itself, and measure it as far as that is possible:', () => {
    const CASES = [
      ['shows dialogs', 'error', "alert('Hello')", /shows a dialog by itself/],
      [
        'downloads',
        'token-error',
        "const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'x.exe'; document.body.append(a); a.click()",
        /starts a download by itself/,
      ],
      [
        'goes to a page that is none',
        'login-error',
        "location.href = 'about:blank'",
        /by itself|cannot show/,
      ],
      [
        'loads from other servers',
        'logout',
        "fetch('https://example.com/'); new WebSocket('wss://example.com'); new Image().src = 'https://example.com/a.png'",
        undefined,
      ],
      [
        'opens windows',
        'oidc-error',
        "for (let n = 0; n < 50; n++) window.open('/elsewhere')",
        /opens a window by itself/,
      ],
    ] as const
    const entryOf = (id: string) => PAGES.find(entry => entry.id === id)!
    const fileOf = (id: string) => `${entryOf(id).folder}/default/${entryOf(id).file}`
    let findings: Finding[]

    // One browser shows them all, each on a page of its own.
    before(async () => {
      const files = CASES.flatMap(([, id, script]) => {
        const tag = `<script src="/template/v1.0/static/js/${id}.js?themeId=@THEME_ID@" defer></script>`
        const text = readFileSync(`${MASTER}/${fileOf(id)}`, 'utf8').replace('</main>', `${tag}</main>`)
        return [
          [fileOf(id), text],
          [`common/static/js/${id}.js`, `${script}\n`],
        ]
      })
      const settings = { rules: { 'remote/asset': 'off', 'security/open-redirect': 'off' } } as const
      const pages = CASES.map(([, id]) => firstState(entryOf(id)))
      findings = await seen(contents(Object.fromEntries(files)), { settings, pages })
    })

    for (const [what, id, , expected] of CASES)
      test(`one that ${what}`, () => {
        const told = findings.filter(({ rule, file }) => rule.startsWith('page/') && file === fileOf(id))
        if (expected === undefined) assert.deepEqual(told, [])
        else assert.match(told[0]?.message ?? '', expected)
      })
  })

  test('find nothing in the master', async () => {
    const pages = EVERYTHING ? PAGES : PAGES.map(firstState)
    assert.deepEqual(await seen(touched(folder(MASTER)), { pages }), [])
  })

  for (const example of readdirSync('examples'))
    test(`find nothing in the example ${example}`, async () => {
      assert.deepEqual(await seen(folder(`examples/${example}/templates`)), [])
    })
})
