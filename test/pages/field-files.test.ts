import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'
import { send } from '../support/wire.ts'
import { FILES, LOGIN } from './addresses.ts'

const STATIC = '/authsvc/mtfim/sps/static'
const SCRIPTS = [
  ...[
    'common',
    'macotp_login',
    'totp_login',
    'combinedmfa_selection',
    'change_password',
    'basicldapuser_changepassword',
    'basicldapuser_login',
    'forgot_password',
    'proper_errors_all_error',
  ].map(name => `${STATIC}/${name}.js`),
  '/idaas/mtfim/static/lsp.js',
  '/profile/static/registration.js',
  '/profile/static/carbon-components.min.js',
  '/usc/js/ieCheck.js',
  '/ui/assets/_js/errors/old.js',
]
const SHEETS = [
  '/usc/css/stateless.css',
  '/idaas/mtfim/static/styles.css',
  '/profile/static/registration.css',
  '/ui/assets/css/old.css',
]
const ICONS = ['/usc/favicon.ico', '/ui/assets/img/favicon.ico']

describe('scripts and styles of the service for pages made for IBM Security Verify', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const get = async (path: string, headers: Record<string, string> = {}) =>
    await send(service.url, 'GET', path, headers)

  test('exist at their addresses, whatever their query', async () => {
    for (const [paths, type] of [
      [SCRIPTS, 'text/javascript; charset=utf-8'],
      [SHEETS, 'text/css; charset=utf-8'],
      [ICONS, 'image/svg+xml'],
    ] as const) {
      for (const path of paths) {
        const answer = await get(`${path}?locale=de&version=1`)
        assert.equal(answer.status, 200, path)
        assert.equal(answer.headers['content-type'], type, path)
        assert.equal(answer.headers['x-content-type-options'], 'nosniff', path)
        assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin', path)
        assert.equal(answer.headers['set-cookie'], undefined, path)
      }
    }
  })

  test('are cached for minutes, compared by tag, and compressed', async () => {
    for (const path of [...SCRIPTS, ...SHEETS]) {
      const plain = await get(path)
      assert.equal(plain.headers['cache-control'], 'public, max-age=600', path)
      assert.equal(plain.headers.vary, 'accept-encoding')
      const small = await get(path, { 'accept-encoding': 'gzip' })
      assert.equal(small.headers['content-encoding'], 'gzip')
      assert.deepEqual(gunzipSync(small.body), plain.body)
      assert.notEqual(small.headers.etag, plain.headers.etag)
      const again = await get(path, { 'if-none-match': String(plain.headers.etag) })
      assert.deepEqual([again.status, again.body.length], [304, 0])
    }
  })

  test('are scripts that parse, and hold nothing of a template', async () => {
    for (const path of SCRIPTS) {
      const text = String((await get(path)).body)
      assert.doesNotThrow(() => new Function(text), path)
      assert.doesNotMatch(text, /innerHTML|document\.write|eval\(/, path)
    }
  })

  test('stay light on pages of a theme that has colors for light pages only', async () => {
    const page =
      '<!doctype html><link rel="stylesheet" href="usc/css/stateless.css"><link rel="stylesheet" href="/profile/static/registration.css?version=1"><link rel="stylesheet" href="/template/v1.0/static/theme.css?themeId=@THEME_ID@"><form method="post" action="@ACTION@"><input name="operation" value="verify"><input name="username"><input name="password"><button>Go</button>'
    const linked = async (sheet: string) => {
      const id = await service.createTheme(sheet, packageOf({ [FILES.login]: page, [FILES.style]: sheet }))
      const text = await (await fetch(`${service.url}${LOGIN}?themeId=${id}`)).text()
      return Array.from(
        text.matchAll(/href="([^"]*(?:stateless|registration)[^"]*)"/g),
        ([, address]) => address,
      )
    }
    const usual = ['usc/css/stateless.css', '/profile/static/registration.css?version=1']
    const light = [
      'usc/css/stateless.css?scheme=light',
      '/profile/static/registration.css?version=1&amp;scheme=light',
    ]
    assert.deepEqual(await linked('/* color: red */ :root { --color-brand: #123456 }'), usual)
    assert.deepEqual(await linked('.cs-content { background: #fff }'), light)
    assert.deepEqual(
      await linked('p { color: red } @media (prefers-color-scheme: dark) { p { color: pink } }'),
      usual,
    )
    assert.match(String((await get('/usc/css/stateless.css')).body), /prefers-color-scheme: dark/)
    assert.doesNotMatch(
      String((await get('/usc/css/stateless.css?scheme=light')).body),
      /prefers-color-scheme|light dark/,
    )
  })

  test('are unknown under other names, and take nothing but GET', async () => {
    for (const path of [
      `${STATIC}/other.js`,
      `${STATIC}/helpers.js`,
      '/usc/css/other.css',
      '/ui/assets/_js/a.html',
    ])
      assert.equal((await get(path)).status, 404, path)
    assert.equal((await send(service.url, 'POST', `${STATIC}/common.js`, {})).status, 405)
  })
})
