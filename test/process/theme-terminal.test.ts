import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createProxy, request } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { certificate } from '../support/certificate.ts'
import { assertRefused } from '../support/command.ts'
import { packageOf } from '../support/packages.ts'
import { bare, quickProgram, run, tabard } from '../support/process.ts'
import { provided } from '../support/provisions.ts'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from '../support/service.ts'
import { applicationOf, within } from '../support/store.ts'
import { mainStore } from '../support/tenants.ts'

const SHEET = 'common/page_style.css'

describe('tabard theme, as people and machines start it', () => {
  let service: TestService
  let folder: string
  let environment: Record<string, string>

  before(async () => {
    service = await testService('SQLite')
    folder = mkdtempSync(join(tmpdir(), 'tabard-terminal-'))
    environment = {
      HOME: folder,
      SHELL: '/bin/sh',
      TERM: 'xterm',
      TABARD_SERVER: service.url,
      TABARD_CLIENT_ID: CLIENT_ID,
      TABARD_PATH: folder,
    }
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  /** Runs a command on a terminal, and types each answer when its question is there. */
  const typed = async (
    words: string,
    answers: readonly (readonly [question: RegExp, answer: string])[],
    more: Record<string, string> = {},
  ) => {
    const command = `exec '${process.execPath}' '${await quickProgram()}' theme ${words}`
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: bare({ ...environment, ...more }),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const waiting = [...answers]
    let said = ''
    let heard = 0
    child.stdout.setEncoding('utf8').on('data', text => {
      said += text
      const [next] = waiting
      if (next === undefined || !next[0].test(said.slice(heard))) return
      heard = said.length
      waiting.shift()
      child.stdin.write(`${next[1]}\n`)
    })
    const [code] = (await once(child, 'close')) as [number]
    assert.deepEqual(waiting, [], said)
    return { code, said }
  }
  const known = async () =>
    (await service.client.listThemes()).data.themeRegistrations.map(({ name }) => name)

  test('a secret that is typed is not shown, and what cannot be undone is confirmed', async () => {
    const login = await typed('login', [[/Client secret for http:.*: /, CLIENT_SECRET]])
    assert.equal(login.code, 0, login.said)
    assert.match(login.said, /Logged in to/)
    assert.ok(!login.said.includes(CLIENT_SECRET))
    await service.createTheme('Doomed', packageOf({}))
    const kept = await typed('delete Doomed', [[/Type Doomed to confirm: /, 'yes']])
    assert.equal(kept.code, 2)
    assert.match(kept.said, /Nothing was changed/)
    assert.ok((await known()).includes('Doomed'))
    const gone = await typed('delete Doomed', [[/Type Doomed to confirm: /, 'Doomed']])
    assert.equal(gone.code, 0, gone.said)
    assert.ok(!(await known()).includes('Doomed'))
    await service.createTheme('Quiet', packageOf({}))
    const unasked = await typed('delete Quiet --no-input', [])
    assert.equal(unasked.code, 2)
    assert.match(unasked.said, /Add --force to confirm it/)
  })

  test('a push that people see is confirmed, and progress is told on a terminal only', async () => {
    const id = await service.createTheme('Live', packageOf({}))
    await mainStore(service).write(tx => tx.applications.create(applicationOf('shop', { themeId: id })))
    mkdirSync(join(folder, 'templates/common'), { recursive: true })
    writeFileSync(join(folder, 'templates', SHEET), '.a { color: red }')
    const no = await typed(`push --theme ${id}`, [[/is live.*Type yes to confirm: /s, 'no']])
    assert.equal(no.code, 2)
    const yes = await typed(`push --theme ${id}`, [[/is live.*Type yes to confirm: /s, 'yes']])
    assert.equal(yes.code, 0, yes.said)
    assert.match(yes.said, /Pushing …/)
    assert.match(yes.said, /Pushed as revision 2/)
    rmSync(join(folder, 'templates'), { recursive: true })
  })

  test('in a window of tmux, questions are asked, answered and left', async () => {
    await provided('terminals')
    const session = ['-L', `tabard-${process.pid}`, '-f', '/dev/null']
    const tmux = async (...words: string[]) => {
      const { code, stdout, stderr } = await run('tmux', [...session, ...words], { ...environment, ENV: '' })
      assert.equal(code, 0, stderr)
      return stdout
    }
    const pane = async () => await tmux('capture-pane', '-p', '-J', '-S', '-')
    const sees = async (expected: RegExp) =>
      await within(60_000, async () => {
        await pause(50)
        return expected.test(await pane())
      })
    const types = async (text: string) => {
      await tmux('send-keys', '-l', text)
      await tmux('send-keys', 'Enter')
    }
    const program = await quickProgram()
    const command = (words: string) => `'${process.execPath}' '${program}' theme ${words}; echo "ended $?"`
    await service.createTheme('Doomed in tmux', packageOf({}))
    await tmux('new-session', '-d', '-x', '60', '-y', '40', '/bin/sh')
    try {
      await types(command('login'))
      await sees(/Client secret for http:.*: $/m)
      await tmux('send-keys', 'C-c')
      await sees(/ended [1-9]/)
      await types('echo still"" here')
      await sees(/echo still"" here[\s\S]*^still here$/m)
      await tmux('send-keys', '-R')
      await tmux('clear-history')
      await types(command('login'))
      await sees(/Client secret for http:.*: $/m)
      await types(CLIENT_SECRET)
      await sees(/Logged in to[\s\S]*ended 0/)
      assert.ok(!(await pane()).replaceAll('\n', '').includes(CLIENT_SECRET))
      await types(command('delete "Doomed in tmux"'))
      await sees(/Type Doomed in tmux to confirm: $/m)
      await types('Doomed in tmux')
      await sees(/ended 0[\s\S]*ended 0/)
      assert.ok(!(await known()).includes('Doomed in tmux'))
    } finally {
      await tmux('kill-server')
    }
  })

  /** The service behind TLS, with a certificate that no authority of the machine knows. */
  const secured = async (): Promise<{ server: Server; url: string; authority: string }> => {
    const pair = certificate('localhost')
    const server = createServer({ cert: pair.cert, key: pair.key }, (asked, answer) => {
      const { host: _, ...headers } = asked.headers
      const passed = request(`${service.url}${asked.url}`, { method: asked.method, headers }, got => {
        answer.writeHead(got.statusCode!, got.headers)
        got.pipe(answer)
      })
      asked.pipe(passed)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const authority = join(folder, 'authority.pem')
    writeFileSync(authority, pair.cert)
    return { server, url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, authority }
  }

  test('trusts a private authority that the usual variables name, also through a proxy', async () => {
    const { server, url, authority } = await secured()
    const seen: string[] = []
    const proxy = createProxy().on('connect', (asked, socket, head) => {
      seen.push(asked.url!)
      const { hostname, port } = new URL(`http://${asked.url}`)
      const onward = connect(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        onward.write(head)
        onward.pipe(socket).pipe(onward)
      })
      for (const end of [onward, socket]) end.on('error', () => {})
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const list = async (more: Record<string, string> = {}) =>
      await tabard(['theme', 'list', '--json'], {
        ...environment,
        TABARD_SERVER: url,
        TABARD_CLIENT_SECRET: CLIENT_SECRET,
        ...more,
      })
    try {
      assertRefused(await list(), 5, /set NODE_EXTRA_CA_CERTS to the file of that authority/)
      for (const variable of ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']) {
        const { code, stderr } = await list({ [variable]: authority })
        assert.equal(code, 0, stderr)
      }
      const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const trusted = { NODE_EXTRA_CA_CERTS: authority, HTTPS_PROXY }
      const { code, stderr } = await list(trusted)
      assert.equal(code, 0, stderr)
      assert.ok(seen.length > 0)
      seen.length = 0
      assert.equal((await list({ ...trusted, NO_PROXY: '127.0.0.1' })).code, 0)
      assert.deepEqual(seen, [])
    } finally {
      server.close()
      server.closeAllConnections()
      proxy.close()
      proxy.closeAllConnections()
    }
  })
})
