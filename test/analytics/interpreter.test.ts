import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { interpreterFor } from '../../src/http/scripts/interpreter.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { CONTAINER, type Told, withTitleElement } from './container.ts'

const ADDRESS = 'http://registration.example/flow?step=1#here'
const OBSERVER = 'told => (window.told ??= []).push(told)'
const EVALUATED = '(_, text) => new Function("return (" + text + ")")()'
const FIELDS = `
  <label for="f1">First name</label><input id="f1" data-user-attribute="given_name">
  <input id="f2" data-user-attribute="family_name"><input id="f3" data-user-attribute="age">
  <input id="f4" data-user-attribute="mobile_number"><input id="f5" data-user-attribute="email">
  <input id="f6" data-user-attribute="password"><input id="f7" data-user-attribute="given_name email">
  <button id="Your account is created">Your account is created</button>`

describe('the interpreter of a container, in a browser', () => {
  let browser: Browser
  let context: BrowserContext

  before(async () => {
    browser = await launchBrowser()
    context = await browser.newContext()
  })
  after(() => browser.close())

  /** A page with this content, which does not pass with an error of its own. */
  const opened = async (html: string, policy?: string) => {
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    await page.route('**/*', route =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html>${html}`,
        ...(policy !== undefined && { headers: { 'content-security-policy': policy } }),
      }),
    )
    await page.goto(ADDRESS)
    return {
      page,
      told: async () => {
        assert.deepEqual(errors, [])
        return await page.evaluate(() => (globalThis as unknown as { told?: Told[] }).told ?? [])
      },
    }
  }
  const script = (container = CONTAINER, observer = OBSERVER, custom?: string) =>
    `<script>${interpreterFor(container, observer, custom)}</script>`
  const fired = (told: readonly Told[]) =>
    told.flatMap(({ tags }) => tags.filter(({ fired }) => fired).map(({ tag }) => tag))
  const tagOf = (told: readonly Told[], event: string, name: string) =>
    told.find(its => its.event === event)!.tags.find(({ tag }) => tag === name)!

  for (const [title, event] of [
    ['Create an account', 'registration_started'],
    ['Let&#39;s verify your email', 'registration_submitted'],
    ['Your email is verified', 'email_verified'],
    ['Welcome. Your account is created now.', 'reg_complete'],
  ]) {
    test(`the title of a step fires ${event} and nothing else`, async () => {
      for (const container of [CONTAINER, withTitleElement(CONTAINER)]) {
        const { page, told } = await opened(`<h1 id="title">${title}</h1>${script(container)}`)
        const all = await told()
        assert.deepEqual(
          all.map(its => its.event),
          ['gtm.init', 'gtm.js'],
        )
        assert.deepEqual(fired(all), ['Configuration', event])
        const tag = tagOf(all, 'gtm.js', event!)
        assert.equal(tag.measurementId, 'G-TEST1234')
        assert.equal(tag.name, event)
        await page.close()
      }
    })
  }

  test('a container that arrives before the title fires none of the steps, and says why', async () => {
    for (const container of [CONTAINER, withTitleElement(CONTAINER)]) {
      const { page, told } = await opened(`${script(container)}<h1 id="title">Create an account</h1>`)
      const all = await told()
      assert.deepEqual(fired(all), ['Configuration'])
      const { why } = tagOf(all, 'gtm.js', 'registration_started')
      const [{ problem, ...rest }] = why as [{ problem?: string }]
      assert.deepEqual(rest, {
        trigger: 'registration_started',
        reason: 'filter',
        variable: '{{Custom JavaScript - Page Title}}',
        value: null,
        wanted: 'Create an account',
      })
      assert.equal(problem !== undefined, container === CONTAINER)
      await page.close()
    }
  })

  test('a click on a field fires the event of its attribute, and one on anything else none', async () => {
    const { page, told } = await opened(`<h1 id="title">Elsewhere</h1>${FIELDS}${script()}`)
    for (const id of ['f1', 'f2', 'f3', 'f4', 'f5', 'f6']) await page.click(`#${id}`)
    assert.deepEqual(fired(await told()), [
      'Configuration',
      'first_name',
      'last_name',
      'age',
      'mobile_number',
      'email',
      'password',
    ])
    await page.click('button')
    await page.click('h1')
    assert.equal(fired(await told()).length, 7)
    await page.click('label')
    assert.deepEqual(fired(await told()).slice(7), ['first_name'])
    const why = tagOf((await told()).slice(-1), 'gtm.click', 'email').why
    assert.deepEqual(why, [
      {
        trigger: 'email',
        reason: 'filter',
        variable: '{{Data Layer Variable - User Attribute}}',
        value: 'given_name',
        wanted: 'email',
      },
    ])
    assert.deepEqual(tagOf(await told(), 'gtm.click', 'reg_complete').why, [
      { trigger: 'reg_complete', reason: 'event', event: 'gtm.js' },
    ])
    await page.close()
  })

  test('a tag fires once for an event, however many of its triggers would fire it', async () => {
    const tag = CONTAINER.tag.map(its =>
      its.name === 'email'
        ? { ...its, firingTriggerId: its.firingTriggerId.concat(its.firingTriggerId) }
        : its,
    )
    const { page, told } = await opened(`<h1 id="title"></h1>${FIELDS}${script({ ...CONTAINER, tag })}`)
    await page.click('#f7')
    await page.click('#f7')
    assert.deepEqual(fired(await told()), ['Configuration', 'first_name', 'email', 'first_name', 'email'])
    await page.close()
  })

  test('what stands for nothing here fires nothing, and is told', async () => {
    const trigger = CONTAINER.trigger.map(its => {
      if (its.name === 'age') return { ...its, type: 'SCROLL_DEPTH' }
      if (its.name !== 'email') return its
      return { ...its, filter: its.filter.map(filter => ({ ...filter, type: 'STARTS_WITH' })) }
    })
    const { page, told } = await opened(`<h1 id="title"></h1>${FIELDS}${script({ ...CONTAINER, trigger })}`)
    await page.click('#f3')
    await page.click('#f5')
    const all = await told()
    assert.deepEqual(fired(all), ['Configuration'])
    const clicks = all.filter(({ event }) => event === 'gtm.click')
    assert.deepEqual(tagOf(clicks, 'gtm.click', 'age').why, [
      { trigger: 'age', reason: 'unknown', what: 'a trigger SCROLL_DEPTH' },
    ])
    assert.deepEqual(tagOf(clicks, 'gtm.click', 'email').why, [
      { trigger: 'email', reason: 'unknown', what: 'a filter STARTS_WITH' },
    ])
    await page.close()
  })

  test('a variable or an observer that throws reaches nothing of the page', async () => {
    const value = 'function () { throw new Error("no") }'
    const variable = CONTAINER.variable.map(its => ({
      ...its,
      parameter: [{ type: 'TEMPLATE', key: 'javascript', value }],
    }))
    const page = await opened(
      `<h1 id="title">Create an account</h1>${FIELDS}${script({ ...CONTAINER, variable })}`,
    )
    await page.page.click('#f1')
    assert.deepEqual(fired(await page.told()), ['Configuration'])
    await page.page.close()
    const other = await opened(
      `<h1 id="title"></h1>${FIELDS}${script(CONTAINER, '() => { throw new Error() }')}`,
    )
    await other.page.click('#f1')
    assert.deepEqual(await other.told(), [])
    await other.page.close()
  })

  test('custom script that is evaluated needs the policy to allow it; written in, it does not', async () => {
    const policy = "script-src 'unsafe-inline'"
    const title = '<h1 id="title">Create an account</h1>'
    const evaluated = script(CONTAINER, OBSERVER, EVALUATED)
    for (const [html, allowed, expected] of [
      [`${title}${evaluated}`, policy, ['Configuration']],
      [`${title}${evaluated}`, `${policy} 'unsafe-eval'`, ['Configuration', 'registration_started']],
      [`${title}${script()}`, policy, ['Configuration', 'registration_started']],
    ] as const) {
      const { page, told } = await opened(html, allowed)
      assert.deepEqual(fired(await told()), expected)
      await page.close()
    }
  })

  test('the built-in variables say where somebody is and what was clicked', async () => {
    const names = ['Page URL', 'Page Hostname', 'Page Path', 'Referrer', 'Event', 'Click ID', 'Click Text']
    const { page, told } = await opened(
      `<button id="b"> Go on </button>${script({
        ...CONTAINER,
        trigger: CONTAINER.trigger.map(its =>
          its.name === 'age'
            ? { ...its, filter: [filter(names.map(name => `{{${name}}}`).join(' | '))] }
            : its,
        ),
      })}`,
    )
    await page.click('#b')
    const [{ value }] = tagOf(await told(), 'gtm.click', 'age').why as [{ value: string }]
    assert.equal(
      value,
      'http://registration.example/flow?step=1 | registration.example | /flow |  | gtm.click | b | Go on',
    )
    await page.close()
  })
})

function filter(arg0: string) {
  return {
    type: 'CONTAINS',
    parameter: [
      { type: 'TEMPLATE', key: 'arg0', value: arg0 },
      { type: 'TEMPLATE', key: 'arg1', value: 'what is not there' },
    ],
  }
}
