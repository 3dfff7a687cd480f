import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { removeSource } from '../../src/identity/identity.ts'
import { FILES, whole } from '../pages/addresses.ts'
import { packageOf } from '../support/packages.ts'
import { Person } from '../support/person.ts'
import { packageForm } from '../support/service.ts'
import { brokenPackages } from './broken-pages.ts'
import { HOME, signingIn, WALKS } from './broken-walks.ts'
import { sourced } from './source-steps.ts'
import { application, forgetTries, type Stage, stageOf } from './steps.ts'

/** The page of themes that bring no other page for signing in: it is walked with a theme of its own. */
const CHOICE = 'login-choice'

describe('a theme cannot lock anybody out: pages that are broken in every way', () => {
  let stage: Stage
  let travel: string
  let bank: string

  before(async () => {
    stage = await stageOf('SQLite', { TABARD_FAILED_TRIES: '1000' })
    travel = (await application(stage, { name: 'Travel', consent: true })).address
    bank = (await application(stage, { name: 'Bank', secondFactor: true })).address
  })
  after(async () => await stage.stop())

  const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>

  /** How often the master's page was shown so far in place of the default theme's. */
  const counted = new Map<string, number>()
  const fallbacks = async (page: string, theme: string) => {
    const answer = await stage.service.call('GET', `/v1.0/tabard/explain?page=${page}&themeId=${theme}`)
    return (await json(answer)).fallbacks as number
  }

  brokenPackages().forEach(({ files, ways }, index) => {
    test(`way ${index + 1} of ${ways.size} pages`, async () => {
      const { service } = stage
      assert.equal((await service.call('DELETE', '/v1.0/branding/reset')).status, 204)
      const form = packageForm(packageOf(files))
      assert.equal((await service.call('PUT', '/v1.0/branding/themes/default', form)).status, 201)
      await forgetTries(stage)
      const pages = [...ways.keys()].filter(page => page !== CHOICE)
      for (const [seen, walk] of WALKS)
        if (seen.some(page => ways.has(page))) await walk({ stage, travel, bank })
      for (const page of pages) {
        const count = await fallbacks(page, 'default')
        assert.ok(count > (counted.get(page) ?? 0), `${page}: ${ways.get(page)}`)
        counted.set(page, count)
      }
      if (ways.has(CHOICE)) {
        const theme = await service.createTheme('Choice', packageOf({ [FILES.choice]: files[FILES.choice]! }))
        const main = await sourced(stage)
        await signingIn({ stage }, `&themeId=${theme}`)
        await removeSource(stage.store, main.source.id)
        await main.provider.stop()
        assert.ok((await fallbacks(CHOICE, theme)) > 0, ways.get(CHOICE))
      }
    })
  })

  test('the page that is shown instead has the header, the labels and the style of the theme', async () => {
    const { service } = stage
    const theme = await service.createTheme(
      'Brand',
      packageOf({
        [FILES.login]: '<h1>Nothing to do here</h1>',
        [FILES.header]: '<header>Our brand</header>',
        'common/labels/default/template_labels.properties': '$LOGIN_TITLE$=Come in',
      }),
    )
    for (const query of ['', '&login_hint=alex']) {
      const page = await new Person(service.url).visit(`${HOME}&themeId=${theme}${query}`)
      assert.equal(page.heading, 'Come in')
      assert.match(page.html, /<header>Our brand<\/header>/)
      assert.match(page.html, new RegExp(`theme\\.css\\?themeId=${theme}`))
    }
    const explained = await service.call('GET', `/v1.0/tabard/explain?page=login&themeId=${theme}`)
    assert.equal(((await explained.json()) as { fallbacks: number }).fallbacks, 2)
    const hiding = await service.createTheme(
      'Hiding',
      packageOf({ [FILES.header]: '<!-- a header that hides the page' }),
    )
    assert.equal((await new Person(service.url).visit(`${HOME}&themeId=${hiding}`)).heading, 'Sign in')
  })

  test('an error has its place under each name that pages made for IBM Security Verify use', async () => {
    for (const name of ['ERROR_MESSAGE', 'LOGIN_ERROR_MESSAGE', 'ERRMSG']) {
      const page = whole('<h1>Mine</h1>').replace('@ERROR_MESSAGE@', `@${name}@`)
      const theme = await stage.service.createTheme(name, packageOf({ [FILES.login]: page }))
      const person = new Person(stage.service.url)
      await person.visit(`${HOME}&themeId=${theme}`)
      const { heading, html } = await person.submit({ username: 'nobody', password: 'not it' })
      assert.equal(heading, 'Mine', name)
      assert.match(html, /<p>The username or the password is incorrect\.<\/p>/)
    }
  })

  test('an author is told what is missing', async () => {
    const { service } = stage
    const files = { [FILES.login]: whole('<h1>Mine</h1>').replace('name="password"', 'name="secret"') }
    const theme = await service.createTheme('Told', packageOf(files))
    const told = `${FILES.login} lacks the field password`
    const problem = { what: 'missing part', name: 'the field password', file: FILES.login, line: 1 }
    const explained = await json(
      await service.call('GET', `/v1.0/tabard/explain?page=login&themeId=${theme}`),
    )
    assert.deepEqual([explained.fallback, explained.problems], [told, [problem]])
    const preview = await json(
      await service.call('POST', '/v1.0/tabard/preview/login', JSON.stringify({ files }), {
        'content-type': 'application/json',
      }),
    )
    assert.deepEqual([preview.fallback, preview.problems], [told, [problem]])
    const plan = await json(
      await service.call('POST', '/v1.0/tabard/themes/master/plan', packageForm(packageOf(files))),
    )
    assert.deepEqual(plan.unusable, [{ page: 'login', locale: 'default', why: told }])
  })

  test('an author is told of a mail without the code that it is sent for', async () => {
    const path = 'authentication/mfa/email/default/otp_delivery_email.xml'
    const told = async (content: string) => {
      const body = JSON.stringify({ files: { [path]: content } })
      const headers = { 'content-type': 'application/json' }
      const answer = await stage.service.call(
        'POST',
        '/v1.0/tabard/preview/mail-one-time-code',
        body,
        headers,
      )
      return (await answer.json()) as Record<string, unknown>
    }
    const problem = { what: 'missing value', name: '@OTP@', file: path, line: 1 }
    const { fallback, problems } = await told('<p>Hello</p>')
    assert.deepEqual([fallback, problems], [null, [problem]])
    const form =
      '<root><Subject><Value>x</Value></Subject><Message><Value>$EMAIL_OTP_INTRO$ @OTP@</Value></Message></root>'
    assert.deepEqual((await told(form)).problems, [])
  })
})
