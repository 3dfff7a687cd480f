import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { mailFiles } from '../../master/mails.ts'
import { MAILS } from '../../src/core/catalogue/catalogue.ts'
import { PREVIEW } from '../pages/addresses.ts'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'

/**
 * What Gmail, Outlook (on Windows and on the web) and Apple Mail read, by the data of caniemail.com; of the second row
 * some of them read nothing, and the mail is whole without it.
 */
const READ = new Set(
  `background-color border border-bottom border-color border-top color display font-family font-size font-weight height
  letter-spacing line-height margin max-height overflow padding padding-left padding-right text-align text-decoration
  width max-width overflow-wrap word-break`.split(/\s+/),
)
const BETTER_WITH = new Set('border-radius max-width color-scheme user-select -webkit-user-select'.split(' '))
const OUTLOOK_ONLY = /^mso-/

test('the mails of the master are what their table says', () => {
  for (const [path, text] of mailFiles())
    assert.equal(
      readFileSync(`master/templates/${path}`, 'utf8'),
      text,
      `${path} is out of date: npm run mails`,
    )
})

describe('each mail of the master', () => {
  let service: TestService
  let authorization: string

  before(async () => {
    service = await testService('SQLite')
    authorization = `Bearer ${await service.token()}`
  })
  after(async () => await service.stop())

  const preview = async (id: string, query: string, accept = 'text/html') =>
    await fetch(`${service.url}${PREVIEW}/${id}?${query}`, { headers: { authorization, accept } })

  for (const { id, states } of MAILS) {
    test(`${id} has a subject, a preheader, the logo and a text that reads well`, async () => {
      for (const state of Object.keys(states)) {
        const answer = await preview(id, `state=${state}`)
        const html = await answer.text()
        assert.ok(html.length < 100_000)
        assert.doesNotMatch(html, /[@$][A-Z][A-Z0-9_.]*[@$]/)
        assert.match(decodeURIComponent(answer.headers.get('tabard-subject')!), /^\S.{4,120}$/)
        const [, preheader] = /<div hidden style="display:none[^>]*>([^<]+)<\/div>/.exec(html)!
        assert.ok(preheader!.length > 10)
        const [, logo] = /<img [^>]*src="([^"]*)"/.exec(html)!
        assert.equal(new URL(logo!).origin, service.url)
        assert.equal((await fetch(logo!)).headers.get('content-type'), 'image/png')
        const text = await (await preview(id, `state=${state}`, 'text/plain')).text()
        assert.match(text, /^Tabard\n\n\S/)
        assert.doesNotMatch(text, /[<>]|\n{3}|[ \t]\n|&\w+;/)
        assert.ok(
          !text.includes(preheader!) || html.split(preheader!).length > 2,
          'the preheader is for inboxes',
        )
        const links = text.match(/https?:\/\/\S+/g) ?? []
        assert.equal(new Set(links).size, links.length, 'each link is there once')
      }
    })

    test(`${id} uses what mail programs read`, async () => {
      const html = await (await preview(id, '')).text()
      const nodes = [...elements(parse(html))]
      const styles = nodes.flatMap(node => node.attrs.filter(({ name }) => name === 'style'))
      const properties = styles.flatMap(({ value }) => declared(value))
      assert.ok(properties.length > 20)
      const odd = new Set(
        properties.filter(name => !READ.has(name) && !BETTER_WITH.has(name) && !OUTLOOK_ONLY.test(name)),
      )
      assert.deepEqual([...odd], [])
      assert.doesNotMatch(
        styles.map(({ value }) => value).join(),
        /var\(|calc\(|rgb\(.* .*\)|url\(|flex|grid/,
      )
      const tags = new Set(nodes.map(({ tagName }) => tagName))
      const known =
        'html head meta title style body div table tbody tr td th p h1 a br img span bdi strong'.split(' ')
      // Where a mail program does not know this, it shows the image inside.
      known.push('picture', 'source')
      assert.deepEqual(
        [...tags].filter(tag => !known.includes(tag)),
        [],
      )
    })
  }

  test('has the color of the theme, and black or white on it', async () => {
    for (const [color, on] of [
      ['#ffcc00', '#000000'],
      ['#7a1f5c', '#ffffff'],
    ]) {
      const sheet = { 'common/page_style.css': `:root { --color-brand: ${color} }` }
      const themeId = await service.createTheme(`Brand ${color}`, packageOf(sheet))
      const html = await (await preview('mail-password-recovery', `themeId=${themeId}`)).text()
      assert.match(html, new RegExp(`<td height="4" bgcolor="${color}"[^>]*background-color:${color};`))
      assert.match(html, new RegExp(`bgcolor="${color}"[^>]*><a [^>]*color:${on};`))
    }
  })

  test('has a line around a button that would hardly stand out on white', async () => {
    for (const [color, line] of [
      ['#ffffff', '#656565'],
      ['#ffff00', '#696900'],
      ['#7a1f5c', '#7a1f5c'],
    ]) {
      const sheet = { 'common/page_style.css': `:root { --color-brand: ${color} }` }
      const themeId = await service.createTheme(`Line ${color}`, packageOf(sheet))
      const html = await (await preview('mail-password-recovery', `themeId=${themeId}`)).text()
      assert.match(html, new RegExp(`bgcolor="${color}" style="[^"]*border:1px solid ${line};`))
    }
  })

  test('has the corners of the theme, as far as they can be told without a browser', async () => {
    for (const [radius, panel, control] of [
      ['0', '0px', '0px'],
      ['0.5rem', '8px', '5px'],
      ['99px', '32px', '20px'],
      ['calc(1px + 1vw)', '16px', '10px'],
    ]) {
      const sheet = { 'common/page_style.css': `:root { --radius: ${radius} }` }
      const themeId = await service.createTheme(`Corners ${radius}`, packageOf(sheet))
      const html = await (await preview('mail-password-recovery', `themeId=${themeId}`)).text()
      assert.ok(html.includes(`background-color:#ffffff;border-radius:${panel};`), radius)
      assert.match(html, new RegExp(`border:1px solid #3450b4;border-radius:${control};`))
    }
  })
})

function* elements(node: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elements(child)
}

function declared(style: string): string[] {
  return style
    .split(';')
    .map(declaration => declaration.split(':')[0]!.trim())
    .filter(name => name !== '')
}
