import assert from 'node:assert/strict'
import { before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Container, container, type StepTitles } from '../../src/core/analytics/container.ts'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import { interpreterFor } from '../../src/http/scripts/interpreter.ts'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  keepAttribute,
  publishFlow,
  resetFlow,
} from '../../src/identity/identity.ts'
import { REGISTRATION } from '../analytics/pages.ts'
import { becomes } from '../support/becomes.ts'
import { mainStore } from '../support/tenants.ts'
import { FIELDS, JOURNEY, registered } from './registering.ts'
import { codeIn, type Look, staged, type Tab } from './stage.ts'

const TAG_MANAGER = 'https://www.googletagmanager.com'
const ANALYTICS = 'https://region1.google-analytics.com'
const PAGE = 'user_flows/registration/default/registration.html'
/** Sends each event as the real one does: to a host that the policy has to admit. */
const OBSERVER = `({ tags }) => {
  for (const { fired, type, name, measurementId } of tags)
    if (fired && type === 'gaawe')
      fetch('${ANALYTICS}/g/collect?tid=' + measurementId + '&en=' + name, { method: 'POST', mode: 'no-cors' })
}`
/** The real one evaluates custom script, and is stopped where the policy does not allow it. */
const EVALUATING = '(name, text) => { try { return new Function("return " + text)() } catch {} }'
const GERMAN: StepTitles = {
  REG_TITLE_START: 'Konto erstellen',
  REG_TITLE_VERIFY: 'Bestätigen Sie Ihre E-Mail-Adresse',
  REG_TITLE_VERIFIED: 'Ihre E-Mail-Adresse ist bestätigt',
  REG_TITLE_CREATED: 'Ihr Konto wurde erstellt',
}
const CREATED = 'Your account is created'

interface Imported {
  /** Whether the page title is read by custom script. */
  readonly eval?: boolean
  readonly titles?: ReadonlyMap<string, StepTitles>
  /** A container that the service made, in place of one that is made here. */
  readonly imported?: Container['containerVersion']
  /** How long it takes to arrive. */
  readonly delay?: number
}

/** What the tag manager would serve once a container was imported and published there. */
function published({ eval: evaluates = false, titles, imported }: Imported): string {
  if (imported !== undefined) return interpreterFor(imported, OBSERVER)
  const wishes = { measurementId: 'G-AB12CD34', eval: evaluates, ...(titles && { titles }) }
  return interpreterFor(container(wishes).containerVersion, OBSERVER, evaluates ? EVALUATING : undefined)
}

describe('a registration with a tag manager', () => {
  const stage = staged()
  let measured: Look
  let evaluating: Look
  let byHand: Look

  before(async () => {
    measured = await stage.theme('Measured', '#0a6e4f')
    evaluating = await stage.theme('Evaluating', '#7a2048')
    const master = await (await stage.service.call('GET', `/v1.0/branding/themes/master/${PAGE}`)).text()
    const snippet = `<script async src="${TAG_MANAGER}/gtm.js?id=GTM-AB12CD3"></script>`
    byHand = await stage.theme('By hand', '#20487a', {
      [PAGE]: master.replace('</head>', `${snippet}</head>`),
    })
    for (const [look, wanted] of [
      [measured, false],
      [evaluating, true],
    ] as const) {
      const wish = { container: 'GTM-AB12CD3', eval: wanted, firstParty: false }
      const at = `/v1.0/tabard/themes/${look.id}/analytics`
      const answer = await stage.service.call('PUT', at, JSON.stringify(wish), {
        'content-type': 'application/json',
      })
      assert.equal(answer.status, 200)
    }
  })

  /** A tab in which the tag manager has that container, and what is sent from it. */
  const withContainer = async (t: TestContext, look: Look, imported: Imported, forgiven?: RegExp) => {
    const elsewhere = [TAG_MANAGER, ANALYTICS]
    const visitor = await stage.visitor(t, { elsewhere, ...(forgiven && { forgiven }) })
    const sent: string[] = []
    await visitor.context.route(`${TAG_MANAGER}/gtm.js*`, async route => {
      await sleep(imported.delay ?? 0)
      await route.fulfill({ contentType: 'text/javascript', body: published(imported) }).catch(() => {})
    })
    await visitor.context.route(`${ANALYTICS}/**`, async route => {
      sent.push(new URL(route.request().url()).searchParams.get('en')!)
      await route.fulfill({ status: 204 }).catch(() => {})
    })
    return { tab: await visitor.tab(look), sent }
  }

  const walked = async (tab: Tab, look: Look, email: string, locale = 'en') =>
    await registered(stage, tab, look, email, locale)

  test('sends its ten events in order and nothing else, however early the container comes', async t => {
    const { tab, sent } = await withContainer(t, measured, {})
    assert.equal(await walked(tab, measured, 'early@example.com'), CREATED)
    await becomes(async () => [...sent], JOURNEY)
  })

  test('does so too where the title is read by script that the policy lets be evaluated', async t => {
    const { tab, sent } = await withContainer(t, evaluating, { eval: true, delay: 300 })
    assert.equal(await walked(tab, evaluating, 'late@example.com'), CREATED)
    await becomes(async () => [...sent], JOURNEY)
  })

  test('does so in another language, where the container has its titles', async t => {
    const titles = new Map([['de', GERMAN]])
    const { tab, sent } = await withContainer(t, measured, { titles })
    assert.equal(await walked(tab, measured, 'deutsch@example.com', 'de'), GERMAN.REG_TITLE_CREATED)
    await becomes(async () => [...sent], JOURNEY)
  })

  test('sends the ten events of a registration that was designed, and its own where the container has them', async t => {
    const store = mainStore(stage.service)
    await keepAttribute(store, 'company', { name: 'company', kind: 'text', label: 'Company' }, BY)
    // Its name contains that of another field, whose event it does not fire.
    await keepAttribute(store, 'email_work', { name: 'email_work', kind: 'email', label: 'At work' }, BY)
    const [start] = REGISTRATION_FLOW.steps
    await publishFlow(
      store,
      'registration',
      {
        ...REGISTRATION_FLOW,
        steps: [
          { ...start!, title: 'Join us' },
          {
            id: 'firm',
            title: 'Your company',
            fields: [{ attribute: 'company', required: true }, { attribute: 'email_work' }],
          },
        ],
        end: { outcome: 'page', title: 'Welcome aboard' },
      },
      BY,
    )
    t.after(() => resetFlow(store, 'registration', BY))
    const submitted = JOURNEY.indexOf('registration_submitted')
    const own = [
      ...JOURNEY.slice(0, submitted),
      'step_firm',
      'field_company',
      'field_email_work',
      ...JOURNEY.slice(submitted),
    ]
    for (const [designed, expected] of [
      [false, JOURNEY],
      [true, ['registration_started', 'step_start', ...own.slice(1)]],
    ] as const) {
      const query = new URLSearchParams({
        measurementId: 'G-AB12CD34',
        eval: 'false',
        designed: String(designed),
      })
      const answer = await stage.service.call('GET', `/v1.0/tabard/analytics/container?${query}`)
      const { containerVersion } = (await answer.json()) as Container
      const { tab, sent } = await withContainer(t, measured, { imported: containerVersion })
      const email = `designed-${designed}@example.com`
      await tab.open(`${stage.service.url}${REGISTRATION}&themeId=${measured.id}`)
      for (const field of FIELDS) await tab.page.click(`[name="${field}"]`)
      await tab.send({ given_name: 'Kim', family_name: 'Stone', email, password: 'seven green bottles' })
      await tab.page.click('[name="company"]')
      await tab.page.click('[name="email_work"]')
      await tab.send({ company: 'Example' })
      await tab.send({ code: codeIn(await stage.mail(email)) })
      await tab.send()
      assert.equal(await tab.heading(), 'Welcome aboard')
      await becomes(async () => [...sent], [...expected])
    }
  })

  test('goes blind for its steps where the policy is strict and the container is not', async t => {
    const { tab, sent } = await withContainer(t, measured, { eval: true }, /unsafe-eval|script-src eval/)
    await tab.open(`${stage.service.url}${REGISTRATION}&themeId=${measured.id}`)
    await tab.page.click('[name="email"]')
    await becomes(async () => [...sent], ['email'])
    await tab.page.waitForTimeout(200)
    assert.deepEqual(sent, ['email'])
  })

  test('works with a snippet that somebody put there by hand', async t => {
    const { tab, sent } = await withContainer(t, byHand, { delay: 300 })
    assert.equal(await walked(tab, byHand, 'hand@example.com'), CREATED)
    await becomes(async () => [...sent], JOURNEY)
  })

  test('goes on where the tag manager is blocked', async t => {
    const visitor = await stage.visitor(t, { elsewhere: [TAG_MANAGER], forgiven: /ERR_FAILED/ })
    await visitor.context.route(`${TAG_MANAGER}/**`, route => route.abort())
    const tab = await visitor.tab(measured)
    assert.equal(await walked(tab, measured, 'blocked@example.com'), CREATED)
  })
})
