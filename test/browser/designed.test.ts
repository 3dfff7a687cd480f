import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import type { FlowDocument } from '../../src/core/user-flows/document.ts'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  keepAttribute,
  publishFlow,
  resetFlow,
} from '../../src/identity/identity.ts'
import { EVERYTHING } from '../support/everything.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import { mainStore } from '../support/tenants.ts'
import { codeIn, type Look, staged, type Tab, type VisitorOptions } from './stage.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/field-scripts-package/templates')
const JOIN = '/flows/?reference=join'
const PLAN = {
  name: 'plan',
  kind: 'choice',
  label: { default: 'Plan', de: 'Tarif', ar: 'الخطة' },
  choices: [
    { value: 'free', label: { default: 'Free', de: 'Kostenlos', ar: 'مجاني' } },
    { value: 'paid', label: { default: 'Paid', de: 'Bezahlt', ar: 'مدفوع' } },
  ],
} as const
const COMPANY = {
  name: 'company',
  kind: 'text',
  label: { default: 'Company', de: 'Firma', ar: 'الشركة' },
} as const
const TERMS = { name: 'terms', kind: 'consent', label: 'Our terms', version: '1', link: '/terms' } as const
const TITLES = {
  en: ['Join us', 'Your company', 'Welcome aboard'],
  de: ['Mach mit', 'Ihre Firma', 'Willkommen an Bord'],
  ar: ['انضم إلينا', 'شركتك', 'أهلاً بك'],
} as const
const text = (at: 0 | 1 | 2) => ({ default: TITLES.en[at], de: TITLES.de[at], ar: TITLES.ar[at] })
const DESIGNED: FlowDocument = {
  kind: 'registration',
  steps: [
    {
      id: 'you',
      title: text(0),
      fields: [
        { attribute: 'email', required: true },
        { attribute: 'plan', required: true },
        { attribute: 'password', required: true },
      ],
      next: [{ when: { field: 'plan', is: 'paid' }, to: 'firm' }, { to: 'end' }],
    },
    { id: 'firm', title: text(1), fields: [{ attribute: 'company', required: true }] },
  ],
  verification: 'code',
  end: { outcome: 'page', title: text(2) },
}
const MORE: FlowDocument = {
  kind: 'user_form',
  atSignIn: true,
  steps: [
    { id: 'firm', title: text(1), fields: [{ attribute: 'company', required: true }] },
    { id: 'terms', title: 'One more thing', fields: [{ attribute: 'terms', required: true }] },
  ],
  end: { outcome: 'signed_in' },
}

describe('a flow that was designed', () => {
  const stage = staged()
  let harbour: Look
  let field: string

  before(async () => {
    harbour = await stage.theme('Harbour', '#0a6e4f')
    const files = globSync('**/*.*', { cwd: FIXTURE }).map(path => [path, readFileSync(join(FIXTURE, path))])
    field = await stage.service.createTheme('Field', packageOf(Object.fromEntries(files)))
    const store = mainStore(stage.service)
    for (const attribute of [PLAN, COMPANY, TERMS]) await keepAttribute(store, attribute.name, attribute, BY)
    await publishFlow(store, 'join', DESIGNED, BY)
  })

  let people = 0
  /** Sends the form of a flow; packages made for IBM Security Verify have no element `main`. */
  const send = async (tab: Tab, fields: Readonly<Record<string, string>> = {}) => {
    for (const [name, value] of Object.entries(fields)) await tab.page.fill(`[name="${name}"]`, value)
    const button = tab.page.locator('form[action^="/flows/"] button[type=submit]').first()
    await tab.moved(() => button.click())
  }
  const registers = async (tab: Tab, theme: string, locale: keyof typeof TITLES) => {
    const email = `designed-${++people}@example.com`
    const shows = async (at: 0 | 1 | 2) => {
      const title = TITLES[locale][at]
      assert.equal((await tab.page.textContent('#title'))?.trim(), title)
      if (tab.look !== undefined) await tab.shows(title)
    }
    await tab.open(`${stage.service.url}${JOIN}&themeId=${theme}&ui_locales=${locale}`)
    await shows(0)
    await tab.page.selectOption('[name="plan"]', 'paid')
    await send(tab, { email, password: PASSWORD })
    await shows(1)
    assert.equal(await tab.page.getAttribute('[name="company"]', 'data-user-attribute'), 'company')
    await send(tab, { company: 'Example' })
    await send(tab, { code: codeIn(await stage.mail(email)) })
    await send(tab)
    await shows(2)
    const store = mainStore(stage.service)
    const { id } = (await store.accounts.named(email))!
    assert.deepEqual(await store.attributes.valuesOf(id), { company: 'Example', plan: 'paid' })
  }

  const ways: readonly (readonly [string, keyof typeof TITLES, VisitorOptions])[] = [
    ['in English', 'en', {}],
    ['in German', 'de', { lang: 'de' }],
    [
      'in Arabic, from right to left, on a small screen',
      'ar',
      { lang: 'ar', dir: 'rtl', viewport: { width: 360, height: 740 } },
    ],
    ['in German without scripts', 'de', { javaScriptEnabled: false }],
  ]
  for (const [name, locale, options] of ways)
    test(`${name} makes an account, in a theme of our own`, async t => {
      const tab = await (await stage.visitor(t, options)).tab(
        options.javaScriptEnabled === false ? undefined : harbour,
      )
      await registers(tab, harbour.id, locale)
    })

  // The service fills in the labels, and the scripts are the same in every language.
  for (const javaScriptEnabled of [true, false])
    for (const locale of EVERYTHING ? (['en', 'de'] as const) : ([javaScriptEnabled ? 'en' : 'de'] as const))
      test(`in ${locale} ${javaScriptEnabled ? 'with' : 'without'} scripts makes an account, in a package made for IBM Security Verify`, async t => {
        const tab = await (await stage.visitor(t, { javaScriptEnabled })).tab()
        await registers(tab, field, locale)
      })

  test('is finished in the version in which it was begun, while others begin the next', async t => {
    const store = mainStore(stage.service)
    const tab = await (await stage.visitor(t)).tab(harbour)
    const email = 'middle@example.com'
    await tab.open(`${stage.service.url}${JOIN}&themeId=${harbour.id}`)
    await tab.page.selectOption('[name="plan"]', 'paid')
    await tab.send({ email, password: PASSWORD })
    await publishFlow(store, 'join', REGISTRATION_FLOW, BY)
    const other = await (await stage.visitor(t)).tab(harbour)
    await other.open(`${stage.service.url}${JOIN}&themeId=${harbour.id}`)
    assert.equal(await other.heading(), 'Create an account')
    assert.equal(await tab.heading(), 'Your company')
    await tab.send({ company: 'Example' })
    await tab.send({ code: codeIn(await stage.mail(email)) })
    await tab.send()
    assert.equal(await tab.heading(), 'Welcome aboard')
    await publishFlow(store, 'join', DESIGNED, BY)
  })

  for (const javaScriptEnabled of [true, false])
    test(`signs people in who have registered, and leads them to the application, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async t => {
      const enter = { ...REGISTRATION_FLOW, end: { outcome: 'signed_in' } } as const
      await publishFlow(mainStore(stage.service), 'enter', enter, BY)
      const club = await stage.application({ name: 'Club', themeId: harbour.id, registration: 'enter' })
      const tab = await (await stage.visitor(t, { javaScriptEnabled })).tab(
        javaScriptEnabled ? harbour : undefined,
      )
      const email = `entered-${javaScriptEnabled}@example.com`
      await tab.open(club.login())
      await tab.moved(() => tab.page.click('a[href*="reference=enter"]'))
      await send(tab, { given_name: 'Alex', family_name: 'Moreau', email, password: PASSWORD })
      await send(tab, { code: codeIn(await stage.mail(email)) })
      await send(tab)
      await tab.page.waitForURL(({ origin }) => origin === club.url)
      await tab.greeted(club)
      assert.equal((await mainStore(stage.service).accounts.named(email))?.emailVerified, true)
    })

  test('asks at the sign-in of an application for what is missing, and only then leads there', async t => {
    const store = mainStore(stage.service)
    await publishFlow(store, 'more', MORE, BY)
    const shop = await stage.application({ name: 'Shop', themeId: harbour.id })
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(shop.login())
    await tab.signIn(alex)
    assert.equal(await tab.heading(), 'Your company')
    // Leaving the form and coming again leads nowhere else.
    await tab.open(shop.login())
    assert.equal(await tab.heading(), 'Your company')
    assert.equal(shop.people.length, 0)
    await tab.send({ company: 'Example' })
    assert.equal(await tab.heading(), 'One more thing')
    await tab.page.check('[name="terms"]')
    await tab.send()
    await tab.greeted(shop)
    const again = await (await stage.visitor(t)).tab(harbour)
    await again.open(shop.login())
    await again.signIn(alex)
    await again.greeted(shop)
    await resetFlow(store, 'more', BY)
  })
})
