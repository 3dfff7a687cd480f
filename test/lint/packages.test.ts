import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Overlay } from '../../src/core/overlay.ts'
import { outdatedBases } from '../../src/core/overlay.ts'
import { themePath } from '../../src/core/path.ts'
import { examplePage, PAGE } from '../../src/lint/example.ts'
import { pictureSize } from '../../src/lint/picture.ts'
import { found, master, told } from './linting.ts'

const SHEET = 'common/page_style.css'
const asset = (name: string) => `/template/v1.0/static/${name}?themeId=@THEME_ID@`

describe('rules on packages and assets', () => {
  test('suggest the folder of a language, and the path of a template', () => {
    const page = examplePage('<h1>$LOGOUT_OK_TITLE$</h1>')
    const files = {
      'authentication/logout/de-de/logout_success.html': page,
      'authentication/logout/german/logout_success.html': page,
      'authentication/loguot/default/logout_success.html': page,
      'notes/README.txt': 'Ours',
    }
    assert.deepEqual(told(files, /^package/), [
      'package/locale-folder de-de/logout_success.html:1 The folder "de-de" names no language, and its files are never used. Rename it to de_DE.',
      'package/locale-folder german/logout_success.html:1 The folder "german" names no language, and its files are never used. Use default, or a language such as fr_CA.',
      'package/unknown-file default/logout_success.html:1 No page, mail or address uses this file. Did you mean authentication/logout/default/logout_success.html?',
      'package/unknown-file notes/README.txt:1 No page, mail or address uses this file.',
    ])
  })

  test('tell folders with an old code of a language that has a folder with its own', () => {
    const labels = (folder: string) => ({
      [`common/labels/${folder}/template_labels.properties`]: '$LOGIN_TITLE$=Harbour\n',
    })
    const [message, rest] = [
      'names the same language as the folder',
      'Its files are never used. Move them there.',
    ]
    assert.deepEqual(told(labels('iw'), /^package/), [
      `package/locale-folder iw/template_labels.properties:1 The folder "iw" ${message} "he". ${rest}`,
    ])
    assert.deepEqual(told({ ...labels('in'), ...labels('ji') }, /^package/), [], 'they serve people then')
    assert.deepEqual(told({ ...labels('in'), ...labels('id'), ...labels('zh_Hans') }, /^package/), [
      `package/locale-folder in/template_labels.properties:1 The folder "in" ${message} "id". ${rest}`,
    ])
    const page = 'authentication/logout/en_UK/logout_success.html'
    const files = { [page]: examplePage('<h1>$LOGOUT_OK_TITLE$</h1>'), ...labels('en_GB') }
    assert.deepEqual(told(files, /^package\/locale/), [
      `package/locale-folder en_UK/logout_success.html:1 The folder "en_UK" ${message} "en_GB". ${rest}`,
    ])
    assert.deepEqual(told({ 'common/static/js/in/a.js': '1\n', ...labels('id') }, /^package\/locale/), [])
  })

  test('tell imports of a style sheet that browsers ignore', () => {
    assert.deepEqual(
      told({ [SHEET]: '@import "a.css";\n.panel { color: #123456 }\n@import "b.css";\n' }, /^css/),
      [
        'css/syntax common/page_style.css:3 A browser cannot read the style sheet here: @import after other rules.',
      ],
    )
  })

  test('leave alone the templates of IBM Security Verify that this service has no page for', () => {
    const page = examplePage('<p>@ERROR_MESSAGE@</p>')
    const files = {
      'authentication/saml/error/default/generic_error.html': page,
      'authentication/saml/error/de/generic_error.html': page,
      'authentication/saml/eror/default/generic_error.html': page,
      'authentication/mfa/sms/default/otp_delivery_sms.xml': '<root></root>',
    }
    assert.deepEqual(
      told(files, /^package/).map(line => line.split(' ').slice(0, 2).join(' ')),
      ['package/unknown-file default/generic_error.html:1'],
    )
  })

  test('take a copy of the master for no template of its own', () => {
    const files = {
      [PAGE]: master.files.get(PAGE)!.bytes,
      [PAGE.replace('/default/', '/fr/')]: examplePage('<h1>$LOGOUT_OK_TITLE$</h1>'),
    }
    // Without the copy, which a fix removes, the theme is as good or bad as with it.
    assert.deepEqual(
      found(files).map(({ rule, severity, file }) => [rule, severity, file.split('/').at(-2)]),
      [
        ['package/missing-default', 'warning', 'fr'],
        ['package/unchanged', 'recommendation', 'default'],
      ],
    )
  })

  test('know files whose original has changed since', () => {
    const [changed, same, added] = [SHEET, PAGE, 'common/static/js/brand.js'].map(path => themePath(path))
    const master = new Map([
      [changed!, 'new'],
      [same!, 'same'],
    ])
    const overlay: Overlay = new Map([
      [changed!, { digest: 'own', base: 'old' }],
      [same!, { digest: 'own', base: 'same' }],
      [added!, { digest: 'own', base: null }],
    ])
    assert.deepEqual(
      outdatedBases(master, overlay).map(({ path }) => path),
      [SHEET],
    )
    const outdated = new Set([SHEET, PAGE])
    assert.deepEqual(
      found({ [SHEET]: '.panel { color: red }\n' }, { outdated }).map(({ rule, file }) => [rule, file]),
      [['package/outdated-base', SHEET]],
    )
  })

  test('find the files that sheets and pages name, wherever they may stand', () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    const files = {
      [PAGE]: examplePage(
        [
          `<img src="${asset('wave.png')}" alt="" width="8" height="8">`,
          `<img src="${asset('logo-dark.png')}" alt="" width="8" height="8">`,
          `<img src="${asset('@LOCALE@.png')}" alt="" width="8" height="8">`,
          `<img src=”${asset('wave.png')}” alt="" width="8" height="8">`,
          '<img src="img/wave.png" alt="" width="8" height="8">',
        ].join('\n'),
      ),
      [SHEET]:
        'body { background: url(wave.png) }\n.a { background: url("../static/wave.png?x#y") }\n.b { background: url(none.png) }\n.c { background: url(data:image/gif;base64,R0lGODlhAQABAAAAACw=) }\n',
      'common/static/wave.png': png,
      'common/logo/default/logo.png': png,
    }
    assert.deepEqual(
      told(files, /^asset\/missing/).map(line => line.split(' ').slice(1, 4).join(' ')),
      [
        'default/logout_success.html:12 The address',
        'default/logout_success.html:13 "img/wave.png" is',
        'common/page_style.css:3 "none.png" leads',
      ],
    )
  })

  test('read addresses in sets of images, in styles and in every element that loads something', () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    const missing = (body: string, sheet = '') =>
      told(
        { [PAGE]: examplePage(body), [SHEET]: `.a { color: red }\n${sheet}`, 'common/static/there.png': png },
        /^asset\/missing/,
      ).map(line => line.replace(/^.*?:\d+ /, ''))
    const none = 'Neither the theme nor the master has common/static/none.png.'
    const is = asset('there.png')
    const not = asset('none.png')
    assert.deepEqual(missing(`<img src="${is}" srcset="${is} 1x, ${not} 2x" alt="">`), [none])
    assert.deepEqual(missing(`<img src="${is}" srcset="${is}, ${is} 2x" alt="">`), [])
    assert.deepEqual(
      missing(`<img src="${is}" srcset="data:image/gif;base64,R0lGOD= 1x,${not} 2x" alt="">`),
      [none],
    )
    assert.deepEqual(missing(`<picture><source srcset="${not}"><img src="${is}" alt=""></picture>`), [none])
    assert.deepEqual(missing(`<video poster="${not}"><source src="${not}"></video>`), [none, none])
    assert.deepEqual(missing(`<link rel="preload" as="image" imagesrcset="${not} 2x">`), [none])
    assert.deepEqual(missing(`<object data="${not}"></object>`), [none])
    assert.deepEqual(missing(`<p style="background: url('${not}')">x</p>`), [none])
    assert.deepEqual(missing(`<style>p { background: url(${not}) }</style>`), [none])
    assert.deepEqual(missing(`<style>@import "${asset('css/base.css')}"; @import "${not}";</style>`), [none])
    assert.match(missing('<p style="background: url(img/there.png)">x</p>')[0]!, /is relative to the address/)
    assert.deepEqual(
      missing('<p style="background: url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)">x</p>'),
      [],
    )
    assert.deepEqual(missing('', '@import "none.css";\n'), [
      '"none.css" leads to no file of the theme or the master.',
    ])
    assert.deepEqual(missing('', '@import url(css/base.css);\n'), [])
  })

  test('add the theme to addresses in sets of images and in styles', () => {
    const plain = '/template/v1.0/static/css/base.css'
    const fixes = (body: string) =>
      found({ [PAGE]: examplePage(body) })
        .filter(({ rule }) => rule === 'asset/theme-id')
        .flatMap(({ fix }) => (fix!.edits === 'remove' ? [] : fix!.edits.map(({ text }) => text)))
    assert.deepEqual(fixes(`<img srcset="${plain} 1x, ${plain}?a=b 2x" alt="">`), [
      '?themeId=@THEME_ID@',
      '&amp;themeId=@THEME_ID@',
    ])
    assert.deepEqual(fixes(`<style>@import "${plain}?a=b";</style>`), ['&themeId=@THEME_ID@'])
  })

  test('see addresses of others in sets of images, videos and styles', () => {
    const remote = (body: string) =>
      told({ [PAGE]: examplePage(body) }, /^remote/).map(line => line.split(' ')[0])
    assert.deepEqual(remote('<img srcset="/a.png 1x, https://images.example/a.png 2x" alt="">'), [
      'remote/asset',
    ])
    assert.deepEqual(remote('<picture><source srcset="http://images.example/a.png"></picture>'), [
      'remote/insecure',
    ])
    assert.deepEqual(remote('<video poster="https://images.example/a.png"></video>'), ['remote/asset'])
    assert.deepEqual(remote('<link rel="preload" as="image" imagesrcset="https://images.example/a.png">'), [
      'remote/asset',
    ])
    assert.deepEqual(remote('<svg><use href="https://images.example/a.svg#a"/></svg>'), ['remote/asset'])
    assert.deepEqual(remote('<p style="background: url(https://images.example/a.png)">x</p>'), [
      'remote/asset',
    ])
    assert.deepEqual(remote('<style>@import "http://images.example/a.css";</style>'), ['remote/insecure'])
  })

  test('ask for the size of images, of buttons that are images, and of videos', () => {
    const sized = (body: string) => told({ [PAGE]: examplePage(body) }, /^asset\/dimensions/).length
    assert.equal(sized('<input type="image" src="/a.png" alt="x">'), 1)
    assert.equal(sized('<input type="text" aria-label="x">'), 0)
    assert.equal(sized('<video src="/a.mp4"></video>'), 1)
    assert.equal(sized('<video src="/a.mp4" width="8" height="8"></video>'), 0)
  })

  test('take a file for used whose name a macro or a script puts together', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>\n'
    const unused = (body: string) =>
      told({ [PAGE]: examplePage(body), 'common/static/flag_de.svg': svg }, /^asset\/unused/).length
    assert.equal(unused(`<img src="${asset('flag_@LOCALE@.svg')}" alt="" width="8" height="8">`), 0)
    assert.equal(unused(`<img src="${asset('flag_de.svg')}" alt="" width="8" height="8">`), 0)
    assert.equal(unused('<script>show("flag_" + language + ".svg")</script>'), 0)
    assert.equal(unused('<p>flags</p>'), 1)
  })

  test('see what an SVG image should not hold', () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="a()"><foreignObject><p>x</p></foreignObject><a href=" javascript:a()"/></svg>'
    assert.deepEqual(
      told({ 'common/static/assets/icon/favicon.svg': svg }, /^asset\/type/).map(line =>
        line.replace(/^.*?:1 /, ''),
      ),
      [
        'The image holds the event handler onload, which it does not need. Remove it.',
        'The image holds HTML in a foreignObject, which it does not need. Remove it.',
        'The image holds an address that runs a script, which it does not need. Remove it.',
      ],
    )
    assert.deepEqual(told({ 'common/logo/default/logo.png': 'GIF89a' }, /^asset\/type/), [
      'asset/type-mismatch default/logo.png:1 The name says that the file is a PNG image; its first bytes say otherwise.',
    ])
  })

  test('read the size of images from their first bytes', () => {
    const size = (hex: string) => pictureSize(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
    const is = (width: number, height: number) => ({ width, height })
    assert.deepEqual(size('89504e470d0a1a0a 0000000d 49484452 00000f01 00000010'), is(3841, 16))
    assert.deepEqual(size('474946383961 0a00 1400'), is(10, 20))
    assert.deepEqual(size('ffd8 ffe0 0004 0000 ffff c2 0011 08 0190 0320 03'), is(800, 400))
    assert.deepEqual(
      size('52494646 00000000 57454250 56503858 0a000000 00000000 1f0300 8f0100'),
      is(800, 400),
    )
    assert.deepEqual(size('52494646 00000000 57454250 5650384c 00000000 2f 1fc36300'), is(800, 400))
    assert.deepEqual(
      size('52494646 00000000 57454250 56503820 00000000 000000 9d012a 2003 9001'),
      is(800, 400),
    )
    assert.equal(size('89504e47'), undefined)
    assert.equal(size('ffd8 ffe0 ffff'), undefined)
    assert.equal(size(''), undefined)
  })
})
