import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import { operatorOf } from '../support/console.ts'
import { type TestService, testService } from '../support/service.ts'
import { clientToken } from '../support/tenants.ts'

const FLOWS = '/v1.0/tabard/flows'
const SCRIPT = '<script>alert(1)</script>'
const [START] = REGISTRATION_FLOW.steps
const OWN = {
  ...REGISTRATION_FLOW,
  steps: [
    {
      ...START!,
      title: { default: `Join ${SCRIPT}`, de: 'Mach mit' },
      fields: [
        { attribute: 'email', required: true },
        { attribute: 'given_name', label: '"><img src=x>', rule: { minLength: 2, error: 'Too short.' } },
        { attribute: 'gone' },
      ],
    },
    { id: 'later', title: 'Later', fields: [{ attribute: 'age', when: { field: 'email', is: 'x' } }] },
  ],
  end: { outcome: 'page', title: 'Welcome' },
}

describe('the preview of a flow that is not published', () => {
  let service: TestService
  let authorization: string

  before(async () => {
    service = await testService('SQLite')
    authorization = `Bearer ${(await clientToken(service, ['manageFlows'])).token}`
  })
  after(() => service.stop())

  const keep = async (
    document: object,
    headers: Record<string, string> = { authorization },
    themeId?: string,
    answers?: object,
  ) =>
    await fetch(`${service.url}${FLOWS}/join/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ document, themeId, answers }),
    })
  const kept = async (document: object = OWN) =>
    ((await (await keep(document)).json()) as { url: string }).url
  const page = async (url: string, query = '') => await (await fetch(`${service.url}${url}?${query}`)).text()

  test('shows each page as people would see it, in any language and with errors', async () => {
    const url = await kept()
    const first = await page(url)
    assert.match(first, /<h1 id="title">Join &lt;script&gt;/)
    assert.match(first, /data-user-attribute="email"/)
    assert.doesNotMatch(first, /aria-invalid="true"/)
    assert.match(await page(url, 'locale=de'), /<html[^>]* lang="de"[\s\S]*<h1 id="title">Mach mit/)
    assert.match(await page(url, 'locale=de&direction=rtl'), /dir="rtl"/)
    assert.match(await page(url, 'wrong'), /aria-invalid="true"[\s\S]*Too short\./)
    assert.match(await page(url, 'at=later'), /<h1 id="title">Later[\s\S]*data-user-attribute="age"/)
    assert.match(await page(url, 'at=verify'), /alex@example\.com/)
    assert.match(await page(url, 'at=verify&wrong'), /The code is incorrect\./)
    assert.match(await page(url, 'at=end'), /<h1 id="title">Welcome/)
    assert.match(await page(url, 'at=__proto__'), /<h1 id="title">Join/, 'no such step')
    const form = { ...OWN, kind: 'user_form', verification: undefined }
    assert.match(await page(await kept(form), 'at=end'), /<h1 id="title">Welcome/)
  })

  test('shows what somebody with given answers would see, however wrong the flow is', async () => {
    const rule = (to: string) => [{ when: { field: 'age', atLeast: 18 }, to }, { to: 'end' }]
    const adults = {
      ...OWN,
      steps: [
        { ...START!, fields: [{ attribute: 'age' }], next: rule('later') },
        {
          ...OWN.steps[1]!,
          fields: [{ attribute: 'given_name', when: { field: 'age', atLeast: 21 } }, { attribute: 'email' }],
        },
      ],
    }
    const fieldsFor = async (answers: object | undefined, document: object = adults) => {
      const answer = await keep(document, { authorization }, undefined, answers)
      const { url } = (await answer.json()) as { url: string }
      const html = await page(url, 'at=later&wrong')
      return [...html.matchAll(/data-user-attribute="(\w+)"/g)].map(([, name]) => name)
    }
    assert.deepEqual(await fieldsFor(undefined), ['given_name', 'email'])
    assert.deepEqual(await fieldsFor({ age: ' 30 ' }), ['given_name', 'email'])
    for (const age of ['20', 'old', '', '__proto__'])
      assert.deepEqual(await fieldsFor({ age }), ['email'], age)
    const lost = { ...adults, steps: [{ ...adults.steps[0]!, next: rule('nowhere') }, adults.steps[1]!] }
    assert.deepEqual(await fieldsFor({ age: '30' }, lost), ['given_name', 'email'])
    assert.equal((await keep(OWN, { authorization }, undefined, { age: 30 })).status, 400)
  })

  test('writes no markup of texts into the page, and runs in a frame of the console only', async () => {
    const answer = await fetch(`${service.url}${await kept()}?wrong`)
    const html = await answer.text()
    assert.ok(!html.includes(SCRIPT) && !html.includes('<img src=x>'))
    const policy = answer.headers.get('content-security-policy')!
    assert.match(policy, /(?:^|; )sandbox allow-scripts(?:;|$)/)
    assert.ok(policy.includes(`frame-ancestors ${service.service.consoleUrl}`))
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(answer.headers.getSetCookie().length, 0)
  })

  test('is for who may design flows', async () => {
    assert.equal((await keep(OWN, {})).status, 401)
    assert.equal((await keep(OWN, { authorization: `Bearer ${await service.token()}` })).status, 403)
    const { consoleUrl: url } = service.service
    const developer = await operatorOf(service, 'developer')
    const asked = await fetch(`${url}${FLOWS}/join/preview`, {
      method: 'POST',
      headers: { cookie: developer.cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ document: OWN }),
    })
    assert.equal(asked.status, 403)
    assert.equal((await keep(OWN, { authorization }, 'none')).status, 404)
    assert.equal((await fetch(`${service.url}/preview/flow/${'x'.repeat(32)}`)).status, 404)
  })

  test('refuses what cannot be shown, whatever its size', async () => {
    const fields = Array.from({ length: 10_000 }, (_, at) => ({ attribute: `a${at}` }))
    for (const document of [
      {},
      { ...OWN, steps: [] },
      { ...OWN, steps: [{ ...START!, fields }] },
      { ...OWN, steps: [{ ...START!, title: 'x'.repeat(100_000) }] },
    ])
      assert.equal((await keep(document)).status, 400)
    assert.ok([400, 413].includes((await keep({ ...OWN, $schema: 'x'.repeat(5_000_000) })).status))
  })

  test('keeps twenty for each designer', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 21 }, () => kept()))
    const statuses = await Promise.all(
      [first!, ...others].map(async url => (await fetch(service.url + url)).status),
    )
    assert.equal(statuses.filter(status => status === 200).length, 20)
  })
})
