import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from '../support/service.ts'

const LABELS = '/v1.0/branding/themes/default/common/labels/default/template_labels.properties'

/** What a tool for labels does in a browser: it gets a token, reads the default labels and writes them back changed. */
async function edit([url, path, id, secret]: readonly [string, string, string, string]): Promise<string> {
  try {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    })
    const tokens = await fetch(`${url}/oauth2/token`, { method: 'POST', body: form })
    const { access_token } = (await tokens.json()) as { access_token: string }
    const authorization = `Bearer ${access_token}`
    const read = await fetch(url + path, { headers: { authorization } })
    const labels = (await read.text()).replace(/^\$LOGIN_TITLE\$=.*$/m, '$$LOGIN_TITLE$$=Ahoy')
    const body = new FormData()
    body.set('file', new Blob([labels]), 'template_labels.properties')
    const headers = { authorization, 'if-match': read.headers.get('etag')! }
    const written = await fetch(url + path, { method: 'PUT', headers, body })
    return `${written.status} ${await (await fetch(url + path, { headers: { authorization } })).text()}`
  } catch (error) {
    return String(error)
  }
}

describe('a tool in a browser on another origin', () => {
  const website = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<p>Tool'),
  )
  let browser: Browser
  let origin: string
  let service: TestService
  let closed: TestService

  before(async () => {
    await new Promise<void>(resolve => void website.listen(0, '127.0.0.1', resolve))
    origin = `http://localhost:${(website.address() as AddressInfo).port}`
    service = await testService('SQLite', { TABARD_CORS_ORIGINS: origin })
    closed = await testService('SQLite')
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
    await closed.stop()
    website.closeAllConnections()
    website.close()
  })

  const tool = async (): Promise<Page> => {
    const page = await browser.newPage()
    await page.goto(origin)
    return page
  }

  test('edits labels where the administrator has named it', async () => {
    const page = await tool()
    const done = await page.evaluate(edit, [service.url, LABELS, CLIENT_ID, CLIENT_SECRET] as const)
    assert.match(done, /^204 (?:.|\n)*\$LOGIN_TITLE\$=Ahoy/)
    assert.match(await (await fetch(`${service.url}/idaas/mtfim/sps/idaas/login`)).text(), />Ahoy</)
  })

  test('can do nothing elsewhere', async () => {
    const page = await tool()
    const done = await page.evaluate(edit, [closed.url, LABELS, CLIENT_ID, CLIENT_SECRET] as const)
    assert.match(done, /^TypeError: Failed to fetch/)
  })
})
