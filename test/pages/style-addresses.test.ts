import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { launchBrowser } from '../support/browser.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { FILES, LOGIN, STATIC, THEMES } from './addresses.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const SKY = 'common/static/assets/image/sky.png'
const SHEET = 'common/static/css/more.css'

for (const engine of usually('SQLite')) {
  describe(`addresses in the style sheets of a theme on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const theme = async (files: Record<string, string | Uint8Array>) =>
      await service.createTheme(`Addressed ${++number}`, packageOf({ [SKY]: PNG, ...files }))
    const sheet = async (id: string, name = 'theme.css', query = '') =>
      await (await fetch(`${service.url}${STATIC}/${name}?themeId=${id}${query}`)).text()
    const addressIn = (css: string) => /url\(["']?([^"')]*)["']?\)/.exec(css)![1]!
    const fetched = async (address: string) => await fetch(new URL(address, service.url))

    for (const [what, address] of [
      ['absolute', '/template/v1.0/static/assets/image/sky.png'],
      ['with the macro of pages', '/template/v1.0/static/assets/image/sky.png?themeId=@THEME_ID@'],
      ['relative to the address of the sheet', 'assets/image/sky.png'],
      ['relative to the file in the package', 'static/assets/image/sky.png'],
      ['relative with dots', './assets/../assets/image/sky.png'],
    ] as const)
      test(`lead to the theme's own file: ${what}`, async () => {
        const id = await theme({ [FILES.style]: `:root { --page-background: url("${address}") }` })
        const answer = await fetched(addressIn(await sheet(id)))
        assert.equal(answer.status, 200)
        assert.deepEqual(Buffer.from(await answer.arrayBuffer()), PNG)
        assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      })

    test('lead there in fonts, imports, without quotes, and from other sheets', async () => {
      const id = await theme({
        [FILES.style]:
          '@import "css/more.css";\n@font-face { font-family: X; src: url(assets/image/sky.png) }',
        [SHEET]: 'body { background: url( ../assets/image/sky.png#part ) }',
      })
      const css = await sheet(id)
      const [, imported] = /@import "([^"]+)"/.exec(css)!
      const more = await (await fetched(imported!)).text()
      assert.match(addressIn(more), /#part\s*$/)
      for (const address of [addressIn(css), addressIn(more).trim()])
        assert.equal((await fetched(address)).status, 200)
    })

    test('stay as they are where they lead elsewhere', async () => {
      const css = [
        'url("data:image/png;base64,AAAA")',
        'url(https://cdn.example/a.png)',
        'url(//cdn.example/a.png)',
        'url(/elsewhere/a.png)',
        'url(#gradient)',
        `url("${STATIC}/logo.svg?themeId=11111111-1111-4111-8111-111111111111")`,
        '"url(assets/image/sky.png)"',
        '/* url(assets/image/sky.png) */ url()',
      ].map(value => `a { b: ${value} }`)
      const id = await theme({ [FILES.style]: css.join('\n') })
      assert.equal(await sheet(id), css.join('\n'))
    })

    test('are pinned to the revision of the sheet', async () => {
      const id = await theme({ [FILES.style]: 'body { background: url(assets/image/sky.png) }' })
      const page = await (await fetch(`${service.url}${LOGIN}?themeId=${id}`)).text()
      const [, v] = /theme\.css\?themeId=[^"]*?v=([\w-]+)/.exec(page.replaceAll('&amp;', '&'))!
      const other = Buffer.concat([PNG, Buffer.from('other')])
      const put = await service.call('PUT', `${THEMES}/${id}/${SKY}`, fileForm(other))
      assert.equal(put.status, 204)
      const bytesOf = async (address: string) => Buffer.from(await (await fetched(address)).arrayBuffer())
      assert.deepEqual(await bytesOf(addressIn(await sheet(id, 'theme.css', `&v=${v}`))), PNG)
      assert.deepEqual(await bytesOf(addressIn(await sheet(id))), other)
    })

    test('go with the package into another theme', async () => {
      const id = await theme({ [FILES.style]: 'body { background: url(assets/image/sky.png) }' })
      const archive = await service.call('GET', `${THEMES}/${id}?customized_only=true`)
      const copy = await service.createTheme(
        `Addressed ${++number}`,
        Buffer.from(await archive.arrayBuffer()),
      )
      const address = addressIn(await sheet(copy))
      assert.match(address, new RegExp(`themeId=${copy}&`))
      assert.equal((await fetched(address)).status, 200)
    })

    test('that lead nowhere are told by a plan', async () => {
      const files = {
        [FILES.style]: 'a { b: url(assets/image/sky.png) }\n\na { b: url("assets/image/lost.png") }',
        [SHEET]: `a { b: url(${STATIC}/gone.woff2) url(https://cdn.example/a.png) }`,
        [SKY]: PNG,
      }
      const answer = await service.call(
        'POST',
        '/v1.0/tabard/themes/default/plan',
        packageForm(packageOf(files)),
      )
      assert.deepEqual(((await answer.json()) as { lostAddresses: unknown }).lostAddresses, [
        { file: FILES.style, line: 3, address: 'assets/image/lost.png' },
        { file: SHEET, line: 1, address: `${STATIC}/gone.woff2` },
      ])
    })
  })
}

describe('a picture in a token', () => {
  test('shows behind the page in a browser', async t => {
    const service = await testService('SQLite')
    t.after(() => service.stop())
    const files = { [SKY]: PNG, [FILES.style]: ':root { --page-background: url("assets/image/sky.png") }' }
    const id = await service.createTheme('Sky', packageOf(files))
    const browser = await launchBrowser()
    t.after(() => browser.close())
    const page = await browser.newPage()
    const seen: [string, number][] = []
    page.on('response', response => seen.push([response.url(), response.status()]))
    await page.goto(`${service.url}${LOGIN}?runtime=true&themeId=${id}`)
    await page.waitForLoadState('networkidle')
    const pictures = seen.filter(([url]) => url.includes('sky.png'))
    assert.deepEqual(
      pictures.map(([, status]) => status),
      [200],
    )
  })
})
