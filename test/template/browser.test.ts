import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type Compiled,
  contentPolicy,
  handlerTexts,
  rendered,
  type Values,
} from '../../src/core/template/template.ts'
import { becomes } from '../support/becomes.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { ATTACKS } from './attacks.ts'
import { page as compiledPage } from './pages.ts'
import { PLACES } from './places.ts'

// One that moves the page elsewhere, or leaves the rest of it unread, would hide the others.
const staying = PLACES.filter(({ place }) => !/refresh/.test(place)).map(({ place, template }) => ({
  template,
  swallows: /plaintext|unclosed|doctype|base$|after the end|odd/.test(place),
  frames: /<(?:iframe|object)/.test(template),
}))
const together = staying
  .filter(({ swallows, frames }) => !swallows && !frames)
  .map(({ template }) => template)
const framing = staying.filter(({ frames }) => frames).map(({ template }) => template)
const swallowing = staying.filter(({ swallows }) => swallows).map(({ template }) => template)
const SOME = ATTACKS.filter((_, index) => index % 5 === 0 || index > ATTACKS.length - 8)
const BEGIN = `<!DOCTYPE html><script>var ran = 0, got = false; function pwned() { window.got = true }; alert = prompt = pwned</script>`
const FINISH = '<script>ran++</script>'

let browser: Browser
let tab: Page
let dialogs = 0

before(async () => {
  browser = await launchBrowser()
})
after(async () => await browser?.close())

async function open(offline: boolean): Promise<void> {
  tab = await (await browser.newContext({ offline })).newPage()
  tab.on('dialog', dialog => {
    dialogs++
    void dialog.dismiss()
  })
}

/** Shows a page and does to it whatever a person could do by accident. */
async function touched(html: string): Promise<{ got: boolean; ran: number }> {
  await tab.setContent(html, { waitUntil: 'domcontentloaded' })
  return (await tab.evaluate(`(() => {
    const events = ['click', 'focus', 'mouseover', 'load', 'error', 'toggle', 'animationstart']
    for (const element of document.querySelectorAll('*')) {
      if (element.closest('a, form')) continue
      for (const event of events) element.dispatchEvent(new Event(event))
    }
    return { got: window.got === true, ran: window.ran }
  })()`)) as { got: boolean; ran: number }
}

function withValue(template: Pick<Compiled, 'parts'>, value: string): string {
  return rendered(template, { macros: new Map([['X', value]]) }, 'n')
}

describe('in a browser without a policy', () => {
  before(() => open(true))
  after(() => tab.context().close())

  test('these tests notice what runs', async () => {
    for (const html of [
      '<script>pwned()</script>',
      '<p onmouseover=pwned()>',
      '<img src=x onerror=alert()>',
    ]) {
      assert.ok((await touched(BEGIN + html)).got)
    }
  })

  for (const [what, templates, attacks] of [
    ['together', together, ATTACKS],
    ['with pages in them', framing, SOME],
  ] as const) {
    test(`none of ${attacks.length} values runs in ${templates.length} places ${what}`, async () => {
      const template = compiledPage(templates.map(text => `<div>${text}</div>\n`).join(''))
      for (const attack of attacks) {
        const { got, ran } = await touched(BEGIN + withValue(template, attack) + FINISH)
        assert.ok(!got, `${JSON.stringify(attack)} ran`)
        assert.equal(ran, 1, `${JSON.stringify(attack)} kept the page's own script from running`)
      }
      assert.equal(dialogs, 0)
    })
  }

  test('no value runs in places that swallow the rest of a page', async () => {
    for (const template of swallowing.map(text => compiledPage(text))) {
      for (const attack of SOME) {
        assert.ok(!(await touched(BEGIN + withValue(template, attack))).got, JSON.stringify(attack))
      }
    }
    assert.equal(dialogs, 0)
  })

  test('no value runs when a link or a form with it is used', async () => {
    const used = async (html: string, patience = 5) => {
      await tab.setContent(`${BEGIN}<iframe name=n></iframe>${html}`, { waitUntil: 'domcontentloaded' })
      return await tab.evaluate(`(() => {
        frames.n.pwned = pwned
        for (const element of document.querySelectorAll('a, button')) element.dispatchEvent(new MouseEvent('click'))
        const until = performance.now() + ${patience}
        return new Promise(resolve => {
          const look = () => {
            if (window.got === true || performance.now() > until) resolve(window.got === true)
            else setTimeout(look, 5)
          }
          setTimeout(look, 5)
        })
      })()`)
    }
    const links = `<a target=n href="@X@">a</a><form target=n action="@X@"><button>b</button></form>
      <svg><a target=n xlink:href=@X@><text>c</text></a></svg>`
    assert.ok(await used(links.replaceAll('@X@', 'javascript:pwned()'), 60_000))
    const template = compiledPage(links)
    for (const attack of ATTACKS.filter(text => /:|script/i.test(text))) {
      assert.equal(await used(withValue(template, attack)), false, JSON.stringify(attack))
    }
  })

  test('a string in a script is the value, whatever it is', async () => {
    const template = compiledPage(
      `<script>var a = ["@X@", '@X@', \`@X@\`, @X@, \`\${@X@}\`]</script><p id=handled onclick="c = '@X@'"></p>`,
    )
    for (const value of ATTACKS) {
      await tab.setContent(withValue(template, value), { waitUntil: 'domcontentloaded' })
      const seen = await tab.evaluate('handled.onclick(), [...a, c].map(text => text.toWellFormed())')
      assert.deepEqual(seen, Array(6).fill(value.toWellFormed()), JSON.stringify(value))
    }
  })
})

describe('under its policy', () => {
  const template = compiledPage(
    `<!DOCTYPE html><title>@X@</title>
    <style>#a { color: rgb(1, 2, 3) }</style><link rel=stylesheet href="/sheet.css">
    <script>did = ["inline"]</script><script src="/script.js"></script>
    <p id=a onclick="did.push('constant')">a</p>
    <p id=b onclick="did.push('@X@')" style="color: rgb(4, 5, 6)">b</p>
    <ul>[RPT rows]<li onclick="did.push('@ROW@')">@ROW@</li>[ERPT rows]</ul>
    <a id=c href=" JavaScript:did.push('à @X@');void 0">c</a>
    <noscript><style>#b { color: red }</style></noscript>
    <div>@MARKUP@</div><img id=d src="/image.svg"><input value=@X@>`,
    { kinds: { MARKUP: 'markup' } },
  )
  const attack = `'"><img src=x onerror=pwned()>`
  const values: Values = {
    macros: new Map([
      ['X', attack],
      [
        'MARKUP',
        `<script>pwned = 1</script><img src=x onerror="pwned = 2"><style>#d { color: red }</style>
         <iframe srcdoc="<script>parent.pwned = 3</script>"></iframe><svg onload="pwned = 4"></svg>
         <script src="https://evil.example/"></script><base href="https://evil.example/"><b onclick="pwned = 5">x</b>`,
      ],
    ]),
    repeats: new Map([['rows', [new Map([['ROW', 'one']]), new Map([['ROW', "'two"]])]]]),
  }
  const server = createServer((request, response) => {
    if (request.url === '/script.js') return response.end('did.push("linked")')
    if (request.url === '/sheet.css') {
      return response.setHeader('content-type', 'text/css').end('#b { background: rgb(7, 8, 9) }')
    }
    if (request.url !== '/') return response.writeHead(204).end()
    const handlers = template.handlers.flatMap(handler =>
      handlerTexts(handler, values).map(text => `sha256-${hash('sha256', text, 'base64')}`),
    )
    const policy = contentPolicy(template.policy, {
      nonce: 'abc',
      handlers,
      formOrigins: [],
      hosts: ['id.example.com'],
      runs: true,
      reportTo: '/report',
    })
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .setHeader('content-security-policy', policy)
    return response.end(rendered(template, values, 'abc'))
  })
  let violations: string[] = []

  before(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    await open(false)
    tab.on('console', message => violations.push(message.text()))
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
  after(() => server.close())

  test("the page's own scripts, styles and handlers work, with values and in rows", async () => {
    violations = []
    const did = await tab.evaluate(`(() => {
      for (const element of document.querySelectorAll('p, li')) element.click()
      return did
    })()`)
    assert.deepEqual(did, ['inline', 'linked', 'constant', attack, 'one', "'two"])
    const style = (id: string, property: string) => tab.evaluate(`getComputedStyle(${id}).${property}`)
    assert.equal(await style('a', 'color'), 'rgb(1, 2, 3)')
    assert.equal(await style('b', 'color'), 'rgb(4, 5, 6)')
    assert.equal(await style('b', 'backgroundColor'), 'rgb(7, 8, 9)')
    assert.deepEqual(violations, [])
  })

  test('what a value brings as markup does not run', async () => {
    await tab.evaluate(`document.querySelector('div b').click()`)
    await tab.waitForTimeout(100)
    assert.equal(await tab.evaluate('typeof pwned'), 'undefined')
    assert.equal(await tab.evaluate('document.baseURI'), tab.url())
    assert.notEqual(await tab.evaluate('getComputedStyle(d).color'), 'rgb(255, 0, 0)')
  })

  test('an address that is a script works as its author wrote it', async () => {
    await tab.evaluate('did = []')
    await tab.click('#c')
    await becomes(async () => (await tab.evaluate('did')) as string[], [`à ${attack}`])
  })
})

describe('under its policy, a script that a value would choose', () => {
  before(() => open(false))
  after(() => tab.context().close())

  /** The title of a page whose macro has a value, and what a message of the page was. */
  async function titled(text: string, value: string): Promise<string> {
    const compiled = compiledPage(`<!DOCTYPE html><title>unchanged</title>${text}`)
    const values = { macros: new Map([['X', value]]) }
    const handlers = compiled.handlers.flatMap(handler =>
      handlerTexts(handler, values).map(code => `sha256-${hash('sha256', code, 'base64')}`),
    )
    const context = { nonce: 'abc', handlers, formOrigins: [], hosts: [], runs: true, reportTo: '/report' }
    await tab.route('http://id.example/**', route =>
      route.fulfill({
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': contentPolicy(compiled.policy, context),
        },
        body: rendered(compiled, values, 'abc'),
      }),
    )
    await tab.goto('http://id.example/', { waitUntil: 'networkidle' })
    return await tab.title()
  }

  const CODE = 'data:text/javascript,document.title="PWNED"'
  for (const [what, text] of [
    [
      'by an import map',
      '<script type=importmap>{"imports": {"app": "@X@"}}</script><script type=module>import "app"</script>',
    ],
    ['by an import', '<script type=module>import "@X@"</script>'],
    ['by a call of import', '<script>import("@X@")</script>'],
    ['by its address', '<script src="@X@"></script>'],
  ] as const) {
    test(`${what} does not run`, async () => {
      const shown = text.replace('@X@', () =>
        CODE.replaceAll('"', what.includes('address') ? '&quot;' : '\\u0022'),
      )
      assert.equal(await titled(shown, ''), 'PWNED', 'this test would not notice')
      assert.equal(await titled(text, CODE), 'unchanged')
    })
  }

  for (const [what, text] of [
    [
      'after a slash behind a block',
      '<script>var secret = "PWNED"; if (1) {}\n/a/.test(""); document.title = @X@</script>',
    ],
    [
      'in a script of SVG',
      '<script>var secret = "PWNED"</script><svg><script>document.title = @X@</script></svg>',
    ],
    [
      'in an address',
      '<script>var secret = "PWNED"; addEventListener("load", () => a.click())</script><a id=a href="javascript:void (document.title = @X@)">a</a>',
    ],
  ] as const) {
    test(`by a name ${what} does not run`, async () => {
      assert.equal(await titled(text.replace('@X@', 'secret'), ''), 'PWNED', 'this test would not notice')
      assert.equal(await titled(text, 'secret'), 'unchanged')
      assert.equal(await titled(text.replace('@X@', "'@X@'"), 'secret'), 'secret')
    })
  }
})
