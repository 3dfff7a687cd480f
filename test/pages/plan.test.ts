import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { packageOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'

const HEADER = 'common/page_components/page_header.html'
const LOGIN = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'
const LANGUAGES = 'ar cs da de es fi fr he hu it ja ko nb nl pl pt_BR ru sk sv th tr uk zh_CN'.split(' ')

interface Plan {
  readonly scripts: { origin: string; newOn: string[]; alreadyOn: string[] }[]
  readonly unknownMacros: { name: string }[]
  readonly notChecked: { locale: string; pages: number }[]
}

describe('a plan', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const planned = async (files: Record<string, string>, id = 'default'): Promise<Plan> => {
    const answer = await service.call('POST', `/v1.0/tabard/themes/${id}/plan`, packageForm(packageOf(files)))
    assert.equal(answer.status, 200)
    return (await answer.json()) as Plan
  }
  const explained = async (page: string, themeId = 'default') => {
    const answer = await service.call('GET', `/v1.0/tabard/explain?page=${page}&themeId=${themeId}`)
    return ((await answer.json()) as { scripts: string[] }).scripts
  }
  const login = async () => (await service.call('GET', `/v1.0/branding/themes/master/${LOGIN}`)).text()
  const withScript = async (...addresses: string[]) => {
    const scripts = addresses.map(address => `<script src="${address}"></script>`)
    return (await login()).replace('</body>', `${scripts.join('')}</body>`)
  }

  test('names scripts of other origins with their pages, before everything else', async () => {
    const plan = await planned({ [LOGIN]: await withScript('https://evil.example/x.js', '/own.js') })
    assert.equal(Object.keys(plan)[0], 'scripts')
    assert.deepEqual(plan.scripts, [{ origin: 'https://evil.example', newOn: ['login'], alreadyOn: [] }])
  })

  test('tells new scripts from those that are there already, as an explanation does', async () => {
    const known = { [LOGIN]: await withScript('https://known.example/a.js') }
    const id = await service.createTheme('With a script', packageOf(known))
    assert.deepEqual(await explained('login', id), ['https://known.example'])
    assert.deepEqual(await explained('logout', id), [])
    const both = { [LOGIN]: await withScript('https://known.example/b.js', '//fresh.example/b.js') }
    assert.deepEqual((await planned(both, id)).scripts, [
      { origin: 'https://fresh.example', newOn: ['login'], alreadyOn: [] },
      { origin: 'https://known.example', newOn: [], alreadyOn: ['login'] },
    ])
  })

  for (const [what, markup] of [
    ['an encoded address', '<script src="https&#58;//a.example/x.js"></script>'],
    ['capitals and no quotes', '<SCRIPT async SRC=//a.example/x.js></SCRIPT>'],
    ['an import map', '<script type="importmap">{"imports":{"x":"https://a.example/x.js"}}</script>'],
    ['a scope of an import map', '<script type=importmap>{"scopes":{"/":{"x":"//a.example/"}}}</script>'],
    ['a preloaded module', '<link rel="modulepreload" href="https://a.example/x.js">'],
    ['a preloaded script', '<link rel="preload" as="script" href="https://a.example/x.js">'],
    ['an import', '<script type="module">\nimport { x } from "https://a.example/x.js"\n</script>'],
    ['an import on demand', '<script>import("https://a.example/x.js")</script>'],
    ['an import behind other code', '<script type="module">a();import"https://a.example/x.js"</script>'],
    ['an import of a template', '<script>import(`https://a.example/x.js`)</script>'],
    ['another scheme without slashes', '<script src="https:a.example/x.js"></script>'],
    ['a script in a drawing', '<svg><script href="https://a.example/x.js"></script></svg>'],
    ['a script in the style of a drawing', '<svg><style><script src=//a.example></script></style></svg>'],
  ] as const)
    test(`names a script that comes by ${what}`, async () => {
      const { scripts } = await planned({ [LOGIN]: (await login()).replace('</body>', `${markup}</body>`) })
      assert.deepEqual(scripts, [{ origin: 'https://a.example', newOn: ['login'], alreadyOn: [] }])
    })

  for (const [address, origin] of [
    ['@TENANT_URL@.evil.example/x.js', '@TENANT_URL@.evil.example'],
    ['https://@LOCALE@.evil.example/x.js', 'https://@LOCALE@.evil.example'],
    ['//@LANG@/x.js', '//@LANG@'],
  ] as const)
    test(`names a script whose host a macro completes: ${address}`, async () => {
      const { scripts } = await planned({ [LOGIN]: await withScript(address) })
      assert.deepEqual(scripts, [{ origin, newOn: ['login'], alreadyOn: [] }])
    })

  for (const [what, markup] of [
    ['a macro that is the address', '<script src="@TENANT_URL@/x.js?@LOCALE@"></script>'],
    ['a macro that is the host', '<script src="//@TENANT@/x.js"></script>'],
    ['a macro in a relative address', '<script src="@LOCALE@.js"></script>'],
    ['a comment in a script', '<script>// import "https://a.example/x.js"\n</script>'],
    ['a comment', '<!-- <script src="https://a.example/x.js"></script> -->'],
    ['text', '<textarea><script src="https://a.example/x.js"></script></textarea>'],
    ['an image', '<img src="https://a.example/x.png" alt="">'],
    ['the address of the service', '<script src="SERVICE/x.js"></script>'],
    ['the text of a script', '<script>var a = "https://a.example/x.js"</script>'],
  ] as const)
    test(`does not name a script where there is none: ${what}`, async () => {
      const own = markup.replace('SERVICE', service.service.publicUrl)
      const { scripts } = await planned({ [LOGIN]: (await login()).replace('</body>', `${own}</body>`) })
      assert.deepEqual(scripts, [])
    })

  test('names a script that a label brings in, in one language', async () => {
    const labels = 'common/labels/de/template_labels.properties'
    const [, name] = /\$([A-Z_]+)\$/.exec((await login()).slice((await login()).indexOf('<h1')))!
    const { scripts } = await planned({
      [labels]: `$${name}$=Hallo<script src="https://de.example/x.js"></script>`,
    })
    assert.ok(scripts.length === 1 && scripts[0]!.newOn.includes('login'), JSON.stringify(scripts))
  })

  test('of labels that no page uses compiles nothing, in however many languages', async () => {
    const folders = LANGUAGES.map(language => [
      `common/labels/${language}/template_labels.properties`,
      '$NOBODY_USES_THIS$=@UNHEARD_OF@',
    ])
    const { unknownMacros, notChecked } = await planned(Object.fromEntries(folders))
    assert.deepEqual([unknownMacros, notChecked], [[], []])
  })

  test('of a small package that changes everything in every language says what it did not check', async () => {
    const words = (await login()).match(/\$[A-Z_]+\$/g)!
    const every = [...new Set(words)].map(word => `${word}=x`).join('\n')
    const pages = 'common/page_components'
    const files = Object.fromEntries(
      LANGUAGES.flatMap(language => [
        [`common/labels/${language}/template_labels.properties`, `${every}\n$HELLO$=${language}`],
        [
          `${pages}/${language}/page_header.html`,
          `<header>${language} $HELLO$ ${'<i>x</i>'.repeat(50)}</header>`,
        ],
      ]),
    )
    const { notChecked } = await planned({ ...files, [HEADER]: '<header>@UNHEARD_OF@</header>' })
    assert.ok(notChecked.length > 0)
    assert.ok(!notChecked.some(({ locale }) => locale === 'default'), 'the default language comes first')
  })

  test('is limited for each caller, and the answer says for how long', async () => {
    const archive = packageOf({ 'common/page_style.css': 'a{}' })
    const other = await testService('SQLite')
    try {
      const ask = () => other.call('POST', '/v1.0/tabard/themes/none/plan', packageForm(archive))
      let admitted = 0
      let answer = await ask()
      // One is admitted again in each second.
      for (; answer.status === 404 && admitted < 300; answer = await ask()) admitted += 1
      assert.ok(admitted >= 30, `${admitted} are admitted`)
      assert.equal(answer.status, 429)
      assert.match(answer.headers.get('retry-after')!, /^[1-9]$/)
      assert.equal(((await answer.json()) as { messageId: string }).messageId, 'TABRD0111E')
    } finally {
      await other.stop()
    }
  })
})
