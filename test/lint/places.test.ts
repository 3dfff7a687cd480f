import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodedText } from '../../src/core/labels.ts'
import { exampleMail, examplePage, MAIL, PAGE } from '../../src/lint/example.ts'
import { type Finding, fixedText } from '../../src/lint/lint.ts'
import { found } from './linting.ts'

const HEADER = 'common/page_components/default/page_header.html'
const LABELS = 'common/labels/default/template_labels.properties'
const GERMAN = 'common/labels/de/template_labels.properties'

const only = (findings: readonly Finding[], id: string) => findings.filter(({ rule }) => rule === id)

/** The texts that the findings of a rule mark in a file. */
const marked = (files: Readonly<Record<string, string>>, id: string) =>
  only(found(files), id).map(({ file, start, end }) => {
    const lines = decodedText(Buffer.from(files[file]!)).split('\n')
    assert.equal(start.line, end.line)
    return lines[start.line - 1]!.slice(start.column - 1, end.column - 1)
  })

/** A file after the fixes of a rule. */
const fixed = (files: Readonly<Record<string, string>>, id: string, file: string) =>
  fixedText(
    files[file]!,
    only(found(files), id).flatMap(({ fix }) =>
      fix === undefined || fix.edits === 'remove' ? [] : [fix.edits],
    ),
  ).text

/** A mail whose message is written with references. */
const escapedMail = (message: string) =>
  exampleMail('').replace(
    /<!\[CDATA\[.*\]\]>/,
    message
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;'),
  )

describe('the place of a finding', () => {
  const macro = ['@THEMEID@']

  test('is right with line ends of two characters, a byte order mark and characters of two units', () => {
    const page = examplePage('<p>\u{1f511} @THEMEID@</p>')
    assert.deepEqual(marked({ [PAGE]: page }, 'macro/unknown'), macro)
    assert.deepEqual(marked({ [PAGE]: page.replaceAll('\n', '\r\n') }, 'macro/unknown'), macro)
    assert.deepEqual(marked({ [PAGE]: `\ufeff${page}` }, 'macro/unknown'), macro)
    const image = '<img src="/template/v1.0/static/logo.svg?themeId=@THEME_ID@" width="8" height="8">'
    const pages = { [PAGE]: examplePage(`<p>\u{1f511}</p> ${image}`).replaceAll('\n', '\r\n') }
    assert.deepEqual(marked(pages, 'a11y/img-alt'), [image])
  })

  test('is that of each macro on a line', () => {
    const files = { [PAGE]: examplePage('<p>@THEMEID@ @THEMEID@</p>') }
    assert.deepEqual(
      only(found(files), 'macro/unknown').map(({ start }) => start.column),
      [4, 14],
    )
  })

  test('is right in a mail whose message is written with references', () => {
    const message =
      '<html lang="@LANG@"><body><p>@OTP@ @THEMEID@</p><img src="https://images.example/a.png"></body></html>'
    const files = { [MAIL]: escapedMail(message) }
    assert.deepEqual(marked(files, 'macro/unknown'), macro)
    assert.deepEqual(marked(files, 'mail/alt'), ['&lt;img src=&quot;https://images.example/a.png&quot;&gt;'])
  })

  test('is right in a mail whose message has a comment before it and several sections', () => {
    const message = '<![CDATA[<p>@OTP@</p>]]> <![CDATA[<p>@THEMEID@</p>]]> &lt;p&gt;@THEMEID@&lt;/p&gt;'
    const mail = exampleMail('').replace(/<!\[CDATA\[.*\]\]>/, `<!-- Code -->${message}`)
    assert.deepEqual(marked({ [MAIL]: mail }, 'macro/unknown'), [...macro, ...macro])
  })

  test('ends behind a macro that ends a value without quotes', () => {
    const files = { [PAGE]: examplePage('<script nonce=@THEME_ID@>console.info(1)</script>') }
    assert.deepEqual(marked(files, 'csp/inline-script'), ['nonce=@THEME_ID@'])
    assert.match(fixed(files, 'csp/inline-script', PAGE), /<script >console/)
  })
})

describe('a fix', () => {
  test('keeps a translation that a page shows, or whose name is misspelt', () => {
    const page = examplePage('<p>$WINTER_SALE$</p>')
    const german = '$WINTER_SALE$=Winterschlussverkauf\n$LOGIN_TITEL$=Willkommen\n$NOBODYS$=Weg\n'
    const files = { [PAGE]: page, [GERMAN]: german }
    assert.equal(
      fixed(files, 'label/extra-translation', GERMAN),
      '$WINTER_SALE$=Winterschlussverkauf\n$LOGIN_TITEL$=Willkommen\n',
    )
  })

  test('gives a header that all pages share a title that suits all of them', () => {
    const header = '<!doctype html>\n<html lang="@LANG@">\n<head></head>\n<body>\n'
    const files = { [HEADER]: header, [PAGE]: '@PAGE_HEADER@<p>$PRODUCT_NAME$</p></body></html>\n' }
    assert.match(fixed(files, 'html/title', HEADER), /<head>\n<title>\$PRODUCT_NAME\$<\/title><\/head>/)
  })

  test('leaves a mail alone whose message is written with references', () => {
    const image = '<img src="@TENANT_URL@/template/v1.0/static/logo.svg?a=b" alt="" width="8" height="8">'
    const files = { [MAIL]: escapedMail(`<p>@OTP@</p>${image}`) }
    assert.equal(only(found(files), 'asset/theme-id').length, 1)
    assert.equal(fixed(files, 'asset/theme-id', MAIL), files[MAIL])
  })

  test('is no guess about a short name', () => {
    const [finding] = only(found({ [PAGE]: examplePage('<p>@ABC@</p>') }), 'macro/unknown')
    assert.equal(finding!.message, '@ABC@ is not a macro of this page.')
    assert.equal(finding!.fix, undefined)
    assert.deepEqual(found({ [LABELS]: '$LOGIN_TITLE$=Hi\n' }), [])
  })
})
