import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync, utimesSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { bare } from '../support/process.ts'

const CONSOLE_SOURCE = 'console/src/themes/themes.tsx'
const SERVICE_SOURCE = 'src/server.ts'
/** When they were really changed. */
const TIMES = new Map([CONSOLE_SOURCE, SERVICE_SOURCE].map(file => [file, statSync(file).mtime]))
/** Makes a file look changed. What is in it stays as it is. */
const touch = (file: string, time = new Date()) => utimesSync(file, time, time)

describe('npm run dev', () => {
  let child: ChildProcess
  let browser: Browser
  let tab: Page
  let output = ''
  let address: string
  const problems: string[] = []

  /** Waits for something that it prints. */
  const printed = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output)
      if (found !== null) return found[1] ?? ''
      await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
      if (child.exitCode !== null) throw new Error(`it ended:\n${output}`)
    }
  }

  before(async () => {
    child = spawn(process.execPath, ['dev/dev.ts', '--temporary'], {
      // As in the shell of an operator, whose database is none to fill with samples.
      env: { ...bare({ PORT: '0' }), DATABASE_URL: 'postgres://127.0.0.1:1/real' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream!.setEncoding('utf8').on('data', text => {
        output += text
      })
    address = await printed(/^Console +(\S+)\/$/m)
    browser = await launchBrowser()
    tab = await browser.newPage()
    tab.on('pageerror', error => void problems.push(String(error)))
    tab.on('console', message => void (message.type() === 'error' && problems.push(message.text())))
  })
  after(async () => {
    await browser?.close()
    child.kill('SIGKILL')
    for (const [file, time] of TIMES) touch(file, time)
  })

  test('opens the console signed in, with sample data, under the policy of the service', async () => {
    const answer = await tab.goto(`${address}/themes`)
    assert.match(answer!.headers()['content-security-policy']!, /script-src 'nonce-[^']+' 'strict-dynamic'/)
    for (const name of ['Bank', 'Clinic', 'Festival'])
      await tab.getByText(name, { exact: true }).first().waitFor()
    const read = async (path: string) => {
      const answer = await tab.context().request.get(`${address}${path}`, { headers: { origin: address } })
      return await answer.json()
    }
    assert.equal((await read('/session')).userName, 'admin@example.com')
    assert.equal((await read('/v1.0/tabard/applications')).applications.length, 3)
    assert.equal((await read('/v1.0/tabard/outbox')).mails.length, 4)
  })

  test('serves the console from its sources, and replaces a component that changes without a reload', async () => {
    const module = await fetch(`${address}/src/app.tsx`)
    assert.match(module.headers.get('content-type')!, /javascript/)
    const filter = tab.getByLabel('Filter themes')
    await filter.fill('fest')
    const replaced = tab.waitForResponse(/\/src\/themes\/themes\.tsx\?t=/)
    touch(CONSOLE_SOURCE)
    // A change is lost that comes before the page listens for changes, or before all sources are watched.
    const again = setInterval(() => touch(CONSOLE_SOURCE), 5_000)
    await replaced.finally(() => clearInterval(again))
    await tab.getByText('Festival', { exact: true }).first().waitFor()
    assert.equal(await filter.inputValue(), 'fest')
  })

  test('starts the service again when its sources change, and keeps the session', async () => {
    // What a page still loads would meet a service that is away for a moment.
    await tab.goto('about:blank')
    touch(SERVICE_SOURCE)
    await printed(/^(The service runs again\.)$/m)
    await tab.goto(`${address}/applications`)
    await tab.getByText('Patient portal').first().waitFor()
    assert.deepEqual(problems, [])
  })

  test('signs in browsers that open a page, and nobody else', async () => {
    const session = await fetch(`${address}/session`, { headers: { origin: address } })
    assert.equal(session.status, 401)
    for (const path of ['/', '/themes', '/session']) {
      const { headers } = await fetch(`${address}${path}`)
      assert.deepEqual(headers.getSetCookie(), [], path)
    }
    const page = await fetch(`${address}/themes`)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /<script type="module"/)
    const missing = { headers: { 'sec-fetch-dest': 'script' } }
    assert.equal((await fetch(`${address}/src/nothing.tsx`, missing)).status, 404)
    const foreign = await fetch(`${address}/src/app.tsx`, { headers: { origin: 'http://127.0.0.1:8080' } })
    assert.equal(foreign.headers.get('access-control-allow-origin'), null)
  })

  test('ends with all that it started, and removes temporary data', async () => {
    const folder = await printed(/^Data +([^,]+),/m)
    const pages = new URL(await printed(/^Pages +(\S+)$/m)).origin
    assert.ok(existsSync(folder))
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null])
    assert.ok(!existsSync(folder))
    for (const each of [pages, address]) await assert.rejects(fetch(each))
  })

  test('ends when somebody ends npm, which passes the signal on to its shell only', async () => {
    const words = ['-c', '"$@"; exit', 'sh', process.execPath, 'dev/dev.ts', '--temporary']
    const shell = spawn('/bin/sh', words, {
      env: { ...bare({ PORT: '0' }), npm_lifecycle_event: 'dev' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(shell.stdout, 'data')
    shell.kill('SIGTERM')
    // Everything that it started holds this open.
    shell.stdout.resume()
    const closed = once(shell.stdout, 'close', { signal: AbortSignal.timeout(30_000) })
    await closed.finally(() => shell.stdout.destroy())
  })
})
