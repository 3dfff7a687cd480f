import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DESIGNER_AT_COMMAND_LINE as BY, keepAttribute } from '../../src/identity/identity.ts'
import { codeIn, type Look, staged, type Tab, type VisitorOptions } from '../browser/stage.ts'
import { becomes } from '../support/becomes.ts'
import { type ConsoleTab, consoleTab } from '../support/console-tab.ts'
import { addOperator } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import { mainStore } from '../support/tenants.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/field-scripts-package/templates')
const PLAN = {
  name: 'plan',
  kind: 'choice',
  label: { default: 'Plan', de: 'Tarif', ar: 'الخطة' },
  choices: [
    { value: 'free', label: { default: 'Free', de: 'Kostenlos', ar: 'مجاني' } },
    { value: 'paid', label: { default: 'Paid', de: 'Bezahlt', ar: 'مدفوع' } },
  ],
} as const
const TITLES = { default: 'Join us', de: 'Mach mit', ar: 'انضم إلينا' }
const WAYS = [
  { theme: 'own', locale: 'en-US', title: TITLES.default, free: 'Free', dir: 'ltr', scripts: true },
  { theme: 'own', locale: 'ar', title: TITLES.ar, free: 'مجاني', dir: 'rtl', scripts: false },
  { theme: 'package', locale: 'ar', title: TITLES.ar, free: 'مجاني', dir: 'rtl', scripts: true },
  { theme: 'package', locale: 'de', title: TITLES.de, free: 'Kostenlos', dir: 'ltr', scripts: false },
] as const

describe('a flow that is designed from nothing', () => {
  const stage = staged()
  let desk: ConsoleTab
  let console: Page
  let own: Look
  const themes: Record<string, string> = {}

  before(async () => {
    await addOperator(stage.service, 'boss@example.com', 'administrator')
    await keepAttribute(mainStore(stage.service), PLAN.name, PLAN, BY)
    own = await stage.theme('Harbour', '#0a6e4f')
    const files = globSync('**/*.*', { cwd: FOLDER }).map(path => [path, readFileSync(join(FOLDER, path))])
    themes.own = own.id
    themes.package = await stage.service.createTheme('Larch', packageOf(Object.fromEntries(files)))
    desk = await consoleTab(stage.service, 'boss@example.com')
    console = desk.tab
  })
  after(() => desk?.close())

  const button = (name: string) => console.getByRole('button', { name, exact: true })
  const choose = async (name: string, option: string) => {
    await console.getByRole('combobox', { name, exact: true }).click()
    await console.getByRole('option', { name: option, exact: true }).click()
  }
  const addField = async (step: string, attribute: string) => {
    await button(`Add field to ${step}`).click()
    await console.getByRole('menuitem', { name: attribute, exact: true }).click()
  }
  const item = (path: string) => console.locator(`[data-item="${path}"]`)
  const title = (name: string) => console.getByRole('textbox', { name, exact: true })
  const frame = () => console.frameLocator('iframe:not([aria-hidden])')
  const preview = () => frame().locator('#title')
  const published = (version: number) => console.getByText(`Version ${version} is published`).waitFor()

  const opened = async (t: TestContext, way: Partial<(typeof WAYS)[number]> = {}): Promise<Tab> => {
    const { theme = 'own', locale = 'en-US', dir = 'ltr', scripts = true } = way
    const options: VisitorOptions = { locale, javaScriptEnabled: scripts, dir }
    const tab = await (await stage.visitor(t, options)).tab(theme === 'own' ? own : undefined)
    await tab.open(`${stage.service.url}/flows/?reference=join&themeId=${themes[theme]}`)
    await settled(tab)
    return tab
  }
  /** A browser without scripts is led to a page that needs none. */
  const settled = async ({ page }: Tab) => {
    if ((await page.locator('noscript meta[http-equiv=refresh]').count()) > 0)
      await page.waitForURL(/scripts=none/)
  }
  const sent = async (tab: Tab, fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) {
      const field = tab.page.locator(`[name="${name}"]`)
      if (name === 'plan') await field.selectOption(value)
      else await field.fill(value)
    }
    await tab.moved(() => tab.page.locator('form button[type=submit]').first().click())
    await settled(tab)
  }
  const heading = async ({ page }: Tab) => await page.locator('#title').innerText()

  test('shows its page beside it while it is designed, in the language and theme that one chooses', async () => {
    await desk.open('/flows/join?from=empty')
    await preview().getByText('Create your account').waitFor()
    await title('Title').fill(TITLES.default)
    await preview().getByText(TITLES.default).waitFor()
    await addField(TITLES.default, 'E-mail address')
    await addField(TITLES.default, 'Password')
    await button('Add step').click()
    await title('Title').fill('Your plan')
    await addField('Your plan', 'Plan')
    await preview().getByText('Your plan').waitFor()
    await item('/steps/0').click()
    await choose('Language of texts', 'German')
    await title('Title in German').fill(TITLES.de)
    await preview().getByText(TITLES.de).waitFor()
    await console.getByText('This text is missing in de.').first().waitFor()
    await choose('Language of texts', 'Arabic')
    await title('Title in Arabic').fill(TITLES.ar)
    await preview().getByText(TITLES.ar).waitFor()
    assert.equal(await frame().locator('html').getAttribute('dir'), 'rtl')
    await becomes(
      () => console.getByRole('combobox', { name: 'Theme', exact: true }).inputValue(),
      'Default theme',
    )
    await choose('Theme', 'Harbour')
    await frame().locator('#brand').getByText('Harbour').waitFor()
    await console.getByRole('radiogroup', { name: 'State' }).getByText('With errors').click()
    await frame().locator('[aria-invalid=true]').first().waitFor()
    await choose('Page', 'The end')
    await frame().locator('.emblem.done').waitFor()
    await button('Publish').click()
    await published(1)
    await desk.fits('the designer')
  })

  for (const [at, way] of WAYS.entries()) {
    const { theme, locale, title: name, free, scripts } = way
    const where = theme === 'own' ? 'a theme of one’s own' : 'a package made for IBM Security Verify'
    test(`leads to an account in ${where}, in ${locale}, ${scripts ? 'with' : 'without'} script`, async t => {
      const email = `person-${at}@example.com`
      const tab = await opened(t, way)
      assert.equal(await heading(tab), name)
      await sent(tab, { email, password: PASSWORD })
      assert.equal(await tab.page.locator('[name=plan] option[value=free]').innerText(), free)
      await sent(tab, { plan: 'free' })
      await sent(tab, { code: codeIn(await stage.mail(email)) })
      const store = mainStore(stage.service)
      const account = await store.accounts.named(email)
      assert.equal(account?.emailVerified, true)
      assert.deepEqual(await store.attributes.valuesOf(account.id), { plan: 'free' })
    })
  }

  test('is finished in the version in which somebody began it', async t => {
    const tab = await opened(t)
    await sent(tab, { email: 'middle@example.com', password: PASSWORD })
    assert.equal(await heading(tab), 'Your plan')
    await item('/steps/1').click()
    await button('Remove').click()
    await item('/steps/0').click()
    await choose('Language of texts', 'Default (English)')
    await title('Title').fill('All new')
    await button('Publish').click()
    await published(2)
    const other = await opened(t)
    assert.equal(await heading(other), 'All new')
    await sent(tab, { plan: 'paid' })
    await sent(tab, { code: codeIn(await stage.mail('middle@example.com')) })
    const store = mainStore(stage.service)
    const { id } = (await store.accounts.named('middle@example.com'))!
    assert.deepEqual(await store.attributes.valuesOf(id), { plan: 'paid' })
  })

  test('is restored from its history', async t => {
    await button('History').click()
    await console.getByText('Version 2 · now').waitFor()
    await desk.sound('the history')
    await button('Restore version 1').click()
    await button('Restore version').click()
    await published(3)
    await item('/steps/1').waitFor()
    assert.equal(await heading(await opened(t)), TITLES.default)
  })
})
