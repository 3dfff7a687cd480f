import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { removeSource } from '../../src/identity/identity.ts'
import { navigate } from '../support/navigate.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { fieldOn, newcomer, registering } from './registration-checks.ts'
import { pressed, sourced } from './source-steps.ts'
import { browser, mailTo, opened, resident, type Stage, signIn, stageOf } from './steps.ts'

const STATIC = '/template/v1.0/static'
const LOGO = 'common/logo/default'
const ICONS = 'common/static/assets/icon'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
const NEW = 'a lantern over the harbour'

describe('what people see first', () => {
  let stage: Stage

  before(async () => {
    stage = await stageOf('SQLite')
  })
  after(() => stage.stop())

  const themeWith = async (files: Record<string, string | Uint8Array>) =>
    await stage.service.createTheme(`Brand ${Math.random()}`, packageOf(files))
  const asset = async (name: string, themeId: string) =>
    await fetch(`${stage.service.url}${STATIC}/${name}?themeId=${themeId}`)
  const svg = (name: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>`

  test('a wrong password is said in the title, and the password has the focus', async () => {
    const person = await opened(stage)
    assert.equal(person.shown!.title, 'Sign in – Tabard')
    assert.doesNotMatch(person.shown!.html, /autofocus/)
    const { userName } = await resident(stage)
    const page = await person.submit({ username: userName, password: 'wrong password' })
    assert.equal(page.title, 'Error: Sign in – Tabard')
    const [field] = /<input type="password"[^>]*>/.exec(page.html)!
    assert.match(field, / aria-describedby="login-error" aria-invalid="true" .* autofocus/)
  })

  test('a missing username is said in the title of the page that links accounts too', async t => {
    const main = await sourced(stage)
    t.after(() => main.provider.stop())
    const { userName } = await resident(stage)
    const person = await opened(stage)
    await person.visit(main.provider.grant(await pressed(person, main), { sub: userName }).redirect)
    assert.match(person.shown!.title, /^(?!Error: ).+ – Tabard$/)
    const page = await person.submit({ username: '' })
    assert.match(page.title, /^Error: /)
    assert.match(
      page.html,
      /id="username"[^>]* aria-describedby="link-error" aria-invalid="true" .*autofocus/,
    )
    await removeSource(stage.store, main.source.id)
  })

  test('what is wrong with a form is said by the service, in the language of the page', async () => {
    const person = await registering(stage, newcomer({ age: 'abc' }), '&locale=de')
    const page = person.shown!
    assert.match(page.html, /<form [^>]*novalidate/)
    const { input, problem } = fieldOn(page, 'age')
    assert.doesNotMatch(input, /pattern=/)
    assert.match(input, /aria-invalid="true".* autofocus/)
    assert.equal(problem, 'Bitte geben Sie Ihr Alter in Jahren ein.')
  })

  test('a theme has a logo for dark mode, on pages and in mails', async () => {
    const dark = svg('dark')
    const png = Buffer.from('89504e470d0a1a0a01', 'hex')
    const themeId = await themeWith({
      [`${LOGO}/logo.svg`]: svg('light'),
      [`${LOGO}/logo-dark.svg`]: dark,
      [`${LOGO}/logo-dark.png`]: png,
    })
    assert.equal(await (await asset('logo-dark.svg', themeId)).text(), dark)
    assert.deepEqual(Buffer.from(await (await asset('logo-dark.png', themeId)).bytes()), png)
    const { html } = (await opened(stage, `&themeId=${themeId}`)).shown!
    assert.match(
      html,
      /<source media="\(prefers-color-scheme: dark\)" srcset="[^"]*\/logo-dark\.svg\?themeId=/,
    )
  })

  test('a theme with one logo has it in dark mode too', async () => {
    const light = svg('light')
    const themeId = await themeWith({ [`${LOGO}/logo.svg`]: light })
    assert.equal(await (await asset('logo-dark.svg', themeId)).text(), light)
  })

  test('the browser’s bars have the color of the brand', async () => {
    const themeId = await themeWith({ 'common/page_style.css': ':root { --color-brand: #7a1f5c }' })
    const { html } = (await opened(stage, `&themeId=${themeId}`)).shown!
    assert.match(html, /<meta name="theme-color" content="#7a1f5c">/)
  })

  test('home screens get the icon of the theme, and never ours in its place', async () => {
    const png = (byte: string) => Buffer.from(`89504e470d0a1a0a${byte}`, 'hex')
    const touch = async (files: Record<string, string | Uint8Array>) =>
      await asset('assets/icon/apple-touch-icon.png', await themeWith(files))
    const { html } = (await opened(stage)).shown!
    assert.match(html, /<link rel="apple-touch-icon" href="[^"]*\/assets\/icon\/apple-touch-icon\.png\?/)
    assert.equal((await touch({ 'common/page_style.css': 'a{}' })).headers.get('content-type'), 'image/png')
    const both = { [`${ICONS}/apple-touch-icon.png`]: png('01'), [`${ICONS}/favicon.png`]: png('02') }
    assert.deepEqual(Buffer.from(await (await touch(both)).bytes()), png('01'))
    const one = await touch({ [`${ICONS}/favicon.png`]: png('02') })
    assert.deepEqual(Buffer.from(await one.bytes()), png('02'))
    assert.equal((await touch({ [`${ICONS}/favicon.svg`]: svg('icon') })).status, 404)
  })

  test('a shortened address leads to the sign-in page, and a wrong one to a page with a way on', async () => {
    const person = browser(stage)
    assert.equal((await person.visit('/')).heading, 'Sign in')
    const lost = await person.visit('/nowhere?locale=de')
    assert.equal(lost.status, 404)
    assert.equal(lost.heading, 'Seite nicht gefunden')
    const read = lost.html.replace(/ datetime="[^"]*"/g, '')
    assert.doesNotMatch(read, /\d{4}-\d\d-\d\dT\d\d:\d\d/, 'times are written for people')
    const [, onward] = /<a class="button" href="([^"]+)"/.exec(lost.html)!
    assert.equal((await person.visit(onward!.replaceAll('&amp;', '&'))).heading, 'Anmelden')
  })

  test('a mail about a new password names the account, the time and the device', async () => {
    const who = await resident(stage, {}, { temporary: true })
    const person = new Person(stage.service.url, { 'user-agent': FIREFOX }, navigate)
    await signIn(person, who, PASSWORD)
    await person.submit({ newpassword: NEW, confirmpassword: NEW })
    const { text, html } = await mailTo(stage, who.userName, 'Your password was changed')
    assert.match(text, new RegExp(`^Username: ${who.userName}$`, 'm'))
    assert.match(text, /^Time: \w+ \d{1,2}, \d{4}\D+\d{1,2}:\d\d/m)
    assert.match(text, /^Browser and device: Firefox, Windows$/m)
    assert.match(html, /<th scope="row"/)
  })
})
