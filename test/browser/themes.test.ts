import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { assignTheme } from '../../src/identity/identity.ts'
import { becomes } from '../support/becomes.ts'
import { packageOf } from '../support/packages.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { fileForm } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'
import { codeIn, type Look, linkIn, staged, type Tab } from './stage.ts'

const THEMES = '/v1.0/branding/themes'
const CODE = 'authentication/mfa/otp_auth/default/otp_submit.html'
/** Elements nested so deeply that no template can be made of them. */
const BOTTOMLESS = '<div>'.repeat(100_000)
const ASKED = 'Confirm that it is you'
const FOLDER = join(import.meta.dirname, '../fixtures/field-package/templates')
const IMAGES = 'https://images.example'

describe('a theme that changes while somebody is signing in', () => {
  const stage = staged()
  let bank: RelyingParty

  before(async () => {
    bank = await stage.application({ name: 'Bank', secondFactor: true })
  })

  const dressed = async (brand: string): Promise<Look> => {
    const look = await stage.theme(brand, '#0a6e4f')
    await assignTheme(mainStore(stage.service), bank.clientId, look.id)
    return look
  }
  const undress = async ({ id }: Look) => {
    await assignTheme(mainStore(stage.service), bank.clientId, 'default')
    assert.equal((await stage.service.call('DELETE', `${THEMES}/${id}`)).status, 204)
  }

  test('is deleted before the password: the default theme takes over', async t => {
    const harbour = await dressed('Harbour one')
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(bank.login())
    await tab.shows('Sign in')
    await undress(harbour)
    tab.look = undefined
    await tab.signIn(alex)
    await tab.shows(ASKED)
    await becomes(() => tab.page.locator('#brand').count(), 0)
    await tab.enterCode(codeIn(await stage.mail(alex)))
    await tab.greeted(bank)
  })

  test('is deleted although the address forced it, at each step', async t => {
    const harbour = await stage.theme('Harbour two', '#0a6e4f')
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(`${stage.service.url}/idaas/mtfim/sps/idaas/login?themeId=${harbour.id}`)
    await tab.signIn(alex, 'not the password')
    await tab.shows('Sign in', { alert: 'The username or the password is incorrect.' })
    assert.equal((await stage.service.call('DELETE', `${THEMES}/${harbour.id}`)).status, 204)
    tab.look = undefined
    await tab.page.reload()
    await tab.shows('Sign in', { alert: 'The username or the password is incorrect.' })
    await tab.signIn(alex)
    await tab.shows('You are signed in')
  })

  test('is deleted during a registration and a forgotten password: their links still work', async t => {
    const harbour = await dressed('Harbour three')
    const alex = await stage.account()
    const visitor = await stage.visitor(t)
    const [tab, other] = [await visitor.tab(harbour), await visitor.tab(harbour)]
    await tab.open(bank.login())
    await tab.follow('Forgot your password?')
    await tab.send({ username: alex })
    await tab.shows('Check your inbox')
    await other.open(bank.login())
    await other.follow('Create an account')
    const given = { given_name: 'Kim', family_name: 'Stone', email: 'kim@example.com' }
    await other.send({ ...given, password: 'seven green bottles' })
    await other.shows("Let's verify your email")
    await undress(harbour)
    tab.look = undefined
    other.look = undefined
    await tab.open(linkIn(await stage.mail(alex), 'recover'))
    await tab.shows('Choose a new password')
    await other.open(linkIn(await stage.mail('kim@example.com'), 'verify'))
    await other.shows('Your email is verified')
  })

  test('gets a page that cannot be shown: the master’s is shown in its place', async t => {
    const harbour = await dressed('Harbour four')
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(bank.login())
    await tab.signIn(alex)
    await tab.shows(ASKED)
    const answer = await stage.service.call('PUT', `${THEMES}/${harbour.id}/${CODE}`, fileForm(BOTTOMLESS))
    assert.equal(answer.status, 204)
    tab.look = undefined
    await tab.page.reload()
    await tab.shows(ASKED)
    await tab.enterCode('000')
    await tab.shows(ASKED, { alert: 'The code is incorrect.' })
    await tab.enterCode(codeIn(await stage.mail(alex)))
    await tab.greeted(bank)
  })

  test('is replaced: the next page is in the new one', async t => {
    const harbour = await dressed('Harbour five')
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(bank.login())
    await tab.shows('Sign in')
    tab.look = await dressed('Forest')
    await tab.signIn(alex)
    await tab.shows(ASKED)
    await tab.enterCode(codeIn(await stage.mail(alex)))
    await tab.greeted(bank)
  })
})

describe('an application with a package in the manner of the field', () => {
  const stage = staged()
  const files = Object.fromEntries(
    globSync('**/*.*', { cwd: FOLDER }).map(path => [path, readFileSync(join(FOLDER, path))]),
  )
  let id: string
  let shop: RelyingParty

  before(async () => {
    id = await stage.service.createTheme('Harbour & Sons', packageOf(files), '')
    shop = await stage.application({ name: 'Shop', themeId: id })
  })

  const opened = async (t: TestContext, forgiven?: RegExp): Promise<Tab> => {
    const visitor = await stage.visitor(t, { elsewhere: [IMAGES], ...(forgiven && { forgiven }) })
    const picture = { contentType: 'image/png', body: files['common/static/assets/image/dot.png']! }
    await visitor.context.route(`${IMAGES}/**`, async route => await route.fulfill(picture))
    const tab = await visitor.tab()
    await tab.open(shop.login())
    await tab.shows('Come aboard')
    await becomes(() => tab.page.title(), 'Come aboard | Harbour & Söhne')
    return tab
  }
  /** The form of the package, whose script has given it its action; its button does something else first. */
  const sent = async (tab: Tab, username: string, password: string) => {
    await tab.page.evaluate('document.getElementById("send").onclick = null')
    await tab.page.fill('#username', username)
    await tab.page.fill('#password', password)
    await tab.moved(() => tab.page.click('#send'))
  }

  test('signs somebody in with its own form', async t => {
    const alex = await stage.account()
    const tab = await opened(t)
    await sent(tab, alex, 'wrong')
    assert.equal(await tab.page.evaluate('errorMessage'), 'The username or the password is incorrect.')
    await becomes(() => tab.page.isVisible('#problem'), true)
    await becomes(() => tab.page.inputValue('#username'), alex)
    await sent(tab, alex, 'quiet lamp over water')
    await tab.greeted(shop)
  })

  test('leads to a forgotten password by its own link', async t => {
    const alex = await stage.account()
    const tab = await opened(t, /status of 404 .*logo\.png/)
    await tab.moved(() => tab.page.click('#forgot'))
    await tab.shows('Reset your password')
    await becomes(() => tab.page.locator('#field-header').innerText(), /Harbour & Söhne/)
    await tab.send({ username: alex })
    await tab.shows('Check your inbox')
    await tab.open(linkIn(await stage.mail(alex), 'recover'))
    await tab.send({ newpassword: 'seven green bottles', confirmpassword: 'seven green bottles' })
    await tab.follow('Continue')
    await sent(tab, alex, 'seven green bottles')
    await tab.greeted(shop)
  })

  test('its header finds its pictures on pages of the master too', async t => {
    const tab = await opened(t)
    await tab.moved(() => tab.page.click('#forgot'))
    assert.equal(await tab.page.evaluate('document.querySelector("#field-header img").naturalWidth'), 1)
  })
})
