import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Container } from '../../src/core/analytics/container.ts'
import { REGISTRATION } from '../analytics/pages.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import type { TestService } from '../support/service.ts'
import { within } from '../support/store.ts'
import { mainStore } from '../support/tenants.ts'

const HOST = 'https://www.googletagmanager.com'
const FILE = 'user_flows/registration/default/registration.html'
const FIELDS = ['given_name', 'family_name', 'age', 'mobile_number', 'email', 'password']
const FIELD_EVENTS = ['first_name', 'last_name', 'age', 'mobile_number', 'email', 'password']

describe('analytics in the console', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let service: TestService
  let tab: Page
  let harbour: string

  before(async () => {
    desk = await administratorTab()
    ;({ service, tab } = desk)
    harbour = await service.createTheme('Harbour', packageOf({ 'common/static/harbour.css': 'b{}' }))
  })
  after(() => desk?.close())

  const button = (name: string) => tab.getByRole('button', { name })
  const toggle = (name: string) => tab.getByRole('switch', { name })
  const saved = async () => {
    await button('Save changes').click()
    await button('Save changes').waitFor({ state: 'hidden' })
  }
  const policyOf = async (themeId: string) => {
    const answer = await fetch(`${service.url}${REGISTRATION}&themeId=${themeId}`)
    return answer.headers.get('content-security-policy')!
  }
  const customized = async () => {
    const answer = await service.call('GET', `/v1.0/tabard/themes/${harbour}`)
    const { files } = (await answer.json()) as { files: { path: string; state: string }[] }
    return files.find(({ path }) => path === FILE)?.state === 'customized'
  }

  test('a tag manager is switched on for a theme, and its policy moves with it', async () => {
    await desk.open(`/themes/${harbour}`)
    await tab.getByRole('tab', { name: 'Analytics' }).click()
    await toggle('Add a tag manager to the registration pages').click()
    await tab.getByRole('textbox', { name: 'Container ID' }).fill('gtm-1')
    await tab.getByRole('textbox', { name: 'Measurement ID' }).focus()
    await tab.getByText('The container id must be GTM-').waitFor()
    await becomes(() => button('Save changes').isDisabled(), true)
    await tab.getByRole('textbox', { name: 'Container ID' }).fill('GTM-AB12CD3')
    await desk.sound('a container that is not saved yet')
    await saved()
    const strict = await policyOf(harbour)
    assert.ok(strict.includes(HOST) && !strict.includes("'unsafe-eval'"), strict)
    assert.ok(await customized())
    assert.ok(!(await policyOf('default')).includes(HOST))

    await toggle('Allow scripts of the container (‘unsafe-eval’)').click()
    await saved()
    assert.ok((await policyOf(harbour)).includes("'unsafe-eval'"))
    await tab
      .getByRole('listitem')
      .filter({ hasText: `script-src ${HOST} 'unsafe-eval'` })
      .waitFor()
    await desk.sound('a tag manager')
  })

  test('what is changed during a save stays, and is saved next', async () => {
    await desk.dismiss()
    const evaluates = toggle('Allow scripts of the container (‘unsafe-eval’)')
    const held = Promise.withResolvers<void>()
    await tab.route('**/analytics', async route => {
      if (route.request().method() === 'PUT') await held.promise
      await route.continue()
    })
    await evaluates.click()
    await button('Save changes').click()
    await evaluates.click()
    held.resolve()
    await tab.getByText('Changes are saved.').waitFor()
    await becomes(() => evaluates.isChecked(), true)
    assert.ok(!(await policyOf(harbour)).includes("'unsafe-eval'"))
    await saved()
    assert.ok((await policyOf(harbour)).includes("'unsafe-eval'"))
    await tab.unroute('**/analytics')
  })

  test('what is not saved is not lost without a question when another tab is chosen', async () => {
    const evaluates = toggle('Allow scripts of the container (‘unsafe-eval’)')
    const history = (selected: boolean) => tab.getByRole('tab', { name: 'History', selected })
    await evaluates.click()
    await history(false).click()
    await button('Stay').click()
    await becomes(() => evaluates.isChecked(), false)
    await history(false).click()
    await button('Leave without saving').click()
    await history(true).waitFor()
  })

  test('the container is downloaded for a property, with the titles of a language', async () => {
    await tab.getByRole('tab', { name: 'Analytics' }).click()
    await button('Download container').click()
    await tab.getByText('The measurement id must be G-').waitFor()
    await tab.getByRole('textbox', { name: 'Measurement ID' }).fill('G-HARBOUR1')
    await tab.getByRole('checkbox', { name: 'German' }).click()
    const [download] = await Promise.all([tab.waitForEvent('download'), button('Download container').click()])
    assert.equal(download.suggestedFilename(), 'tabard-registration-G-HARBOUR1.json')
    const { containerVersion } = JSON.parse(await readFile(await download.path(), 'utf8')) as Container
    const ids = containerVersion.tag.flatMap(({ parameter }) =>
      parameter.filter(({ key, type }) => key === 'measurementId' && type === 'TEMPLATE'),
    )
    assert.deepEqual(
      ids.map(({ value }) => value),
      ['G-HARBOUR1'],
    )
    assert.ok(containerVersion.trigger.some(({ name }) => name === 'Registration started (de)'))
    assert.ok(
      containerVersion.variable.some(({ type }) => type === 'jsm'),
      'as the policy of the page allows',
    )
  })

  test('a walk through the registration shows what fires, and why something does not', async () => {
    await desk.open(`/themes/${harbour}?tab=analytics`)
    await tab.getByRole('link', { name: 'Open the debug view' }).click()
    const frame = (title: string) => tab.frameLocator(`iframe[title="Preview: ${title}"]:not([inert])`)
    const log = tab.getByRole('log', { name: 'Events' })
    const fired = async () =>
      (await log.getByRole('listitem').allInnerTexts()).flatMap(text => /^(\w+) fired/.exec(text)?.[1] ?? [])
    const form = frame('The form')
    for (const field of FIELDS) await form.locator(`[data-user-attribute=${field}]`).click()
    await form.getByRole('heading', { name: 'Create an account' }).click()
    for (const [page, name] of [
      ['The form', 'Create account'],
      ['Code requested', 'Verify'],
      ['Address verified', 'Continue'],
    ] as const) {
      await frame(page).getByRole('button', { name }).waitFor()
      // Nobody is as quick as a script, which a page has to wait for.
      await tab.waitForTimeout(700)
      await frame(page).getByRole('button', { name }).click()
    }
    await log.getByText('reg_complete fired').waitFor()
    await becomes(
      () => fired(),
      [
        'Configuration',
        'registration_started',
        ...FIELD_EVENTS,
        'Configuration',
        'registration_submitted',
        'Configuration',
        'email_verified',
        'Configuration',
        'reg_complete',
      ],
    )
    // The page carries a tag manager, which a look at it does not ask.
    await desk.sound('a walk')

    await button('Start again').click()
    await tab.getByText('Before the page title').click()
    await log.getByText('reg_complete did not fire. Page title has no value here.').waitFor()
    await tab.getByText('After the page').click()
    await toggle('Recognize titles in this language').click()
    await tab.getByRole('combobox', { name: 'Language' }).click()
    await tab.getByRole('option', { name: 'German' }).click()
    const blind = 'Page title is “Konto erstellen”, which does not contain “Create an account”.'
    await log.getByText(`registration_started did not fire. ${blind}`).waitFor()
    await toggle('Recognize titles in this language').click()
    await log.getByText('registration_started fired, by its trigger “Registration started (de)”').waitFor()
  })

  test('visits are counted for a theme that wants it, and two themes stand side by side', async () => {
    await desk.go('/analytics')
    await tab.getByRole('heading', { name: 'Registrations are not counted' }).waitFor()
    await desk.sound('nothing is counted yet')
    await tab.getByRole('button', { name: 'Count registrations in the default theme' }).click()
    await tab.getByRole('heading', { name: 'Nobody registered in the last 30 days' }).waitFor()
    await desk.go(`/themes/${harbour}?tab=analytics`)
    await toggle('Count registrations here').click()
    await toggle('Add a tag manager to the registration pages').click()
    await saved()
    assert.ok(!(await policyOf(harbour)).includes(HOST))
    assert.equal(await customized(), false)

    const day = new Date().toISOString().slice(0, 10)
    const visitor = await desk.browser.newPage()
    await visitor.goto(`${service.url}${REGISTRATION}&themeId=${harbour}`)
    await visitor.click('[data-user-attribute=email]')
    await visitor.goto(`${service.url}/health/live`)
    await visitor.close()
    const store = mainStore(service)
    const counts = async () => await store.analytics.counts({ from: day, to: '9999-12-31', by: 'theme' })
    await within(60_000, async () => (await counts()).length === 2)
    const of = { day, theme: 'default', application: '', locale: 'de' }
    await store.write(
      tx =>
        tx.analytics.count([
          { ...of, event: 'registration_started', times: 12, journeys: 10 },
          { ...of, event: 'registration_submitted', times: 4, journeys: 4 },
        ]),
      'quiet',
    )

    await desk.go(`/analytics?theme=${harbour}&with=default`)
    const side = (name: string) => tab.getByRole('region', { name, exact: true })
    const step = (name: string, index: number) =>
      side(name).getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(index)
    await side('Default theme').waitFor()
    await becomes(() => step('Harbour', 0).innerText(), /Started\s+1\b/)
    await becomes(() => step('Default theme', 0).innerText(), /Started\s+10\b/)
    await becomes(() => step('Default theme', 1).innerText(), /Submitted\s+4\s+60% drop-off/)
    await becomes(() => step('Default theme', 3).innerText(), /\s0\s+nobody got this far$/)
    const field = side('Harbour').getByRole('row', { name: /^E-mail/ })
    await becomes(() => field.innerText(), /E-mail\s+1\s+0%/)
    await becomes(
      () => tab.getByRole('img', { name: '1 registrations started and 0 complete in 30 days' }).isVisible(),
      true,
    )
    await desk.sound('two themes side by side')
    const [csv] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('link', { name: 'CSV' }).click(),
    ])
    assert.match(
      await readFile(await csv.path(), 'utf8'),
      new RegExp(`^${day},registration_started,1,1,`, 'm'),
    )
    await tab.getByText('Language', { exact: true }).last().click()
    await tab.getByRole('row', { name: /Default \(English\)/ }).waitFor()
    await desk.sound('registrations by language')

    const shop = { ...of, application: 'shop', event: 'registration_started', times: 5, journeys: 5 }
    await store.write(tx => tx.analytics.count([shop]), 'quiet')
    await desk.open('/analytics?theme=default')
    const started = async (count: number) =>
      await within(60_000, async () =>
        new RegExp(`Started\\s+${count}\\b`).test(await step('Default theme', 0).innerText()),
      )
    await started(15)
    await tab.getByRole('combobox', { name: 'Application' }).click()
    await tab.getByRole('option', { name: 'No application' }).click()
    await started(10)
    assert.equal(new URL(tab.url()).searchParams.get('application'), '')
    // For the pointer alone: others empty the field, or clear all filters.
    await tab.locator('[aria-label="Clear application"]').click()
    await started(15)
    assert.equal(new URL(tab.url()).searchParams.get('application'), null)
  })

  test('large numbers and long names leave each other room', async () => {
    const long = 'W'.repeat(120)
    const theme = await service.createTheme(long, packageOf({}))
    const of = { theme, application: '', locale: 'de' }
    const event = { event: 'registration_started', times: 3_456_789, journeys: 3_456_789 }
    const days = Array.from({ length: 30 }, (_, ago) =>
      new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
    )
    await mainStore(service).write(
      tx => tx.analytics.count(days.map(day => ({ ...of, ...event, day }))),
      'quiet',
    )
    await desk.open(`/analytics?theme=${theme}`)
    const chart = tab.getByRole('img', { name: /registrations started/ })
    await chart.getByText('4M', { exact: true }).waitFor()
    await tab.setViewportSize({ width: 390, height: 844 })
    const ends = async () =>
      await chart.locator('text[text-anchor=middle]').evaluateAll(labels => {
        const boxes = labels.map(label => label.getBoundingClientRect())
        return boxes.every(({ right }, index) => right < (boxes[index + 1]?.left ?? 400))
      })
    await becomes(ends, true, 'days do not overlap')
    const reached = tab.getByRole('list', { name: 'Steps' }).getByText('103,703,670', { exact: true })
    const lines = async () =>
      await reached.first().evaluate(count => {
        const text = count.ownerDocument.createRange()
        text.selectNodeContents(count)
        return text.getClientRects().length
      })
    await becomes(lines, 1, 'a number of nine digits is on one line')
    await tab.setViewportSize({ width: 1440, height: 900 })
    await desk.open('/analytics?by=theme')
    const row = tab.getByRole('row', { name: long })
    const last = (await row.getByRole('cell').last().boundingBox())!
    assert.ok(last.x + last.width <= 1440, 'the numbers beside a long name are in view')
  })

  test('a theme offers the languages that it adds, and cannot walk on by itself', async () => {
    const odd = await service.createTheme(
      'Odd',
      packageOf({
        'common/labels/eo/template_labels.properties': '$REG_TITLE_START$=Krei konton\n',
        [FILE]:
          "<h1 id=title>Odd</h1>@REGISTRATION_FORM@<script>parent.postMessage({tabard:'submitted',again:true},'*')</script>",
      }),
    )
    await desk.go(`/themes/${odd}?tab=analytics`)
    await tab.getByRole('checkbox', { name: 'Esperanto' }).waitFor()
    let previews = 0
    tab.on('request', request => {
      if (request.method() === 'POST' && request.url().includes('/preview/registration')) previews += 1
    })
    await tab.getByRole('link', { name: 'Open the debug view' }).click()
    await tab.frameLocator('iframe:not([inert])').getByRole('heading', { name: 'Odd' }).waitFor()
    await tab.waitForTimeout(1_500)
    assert.equal(previews, 1)
  })
})
