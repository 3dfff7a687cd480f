import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { labelsOf } from '../../src/core/labels.ts'
import { parsedPage } from '../../src/core/template/markup.ts'
import { readPage, type Sources, TemplateFault } from '../../src/core/template/template.ts'
import { randomWord } from '../../src/random.ts'
import fc from '../support/properties.ts'

const PIECES = [
  ...'<p> </p> <b> </b> <a> </a> <table> </table> <tr> <td> <select> </select> <option> <svg> </svg> <title> </title> <script> </script> <style> </style> <textarea> </textarea> <noscript> </noscript> <iframe> </iframe> <xmp> </xmp> <head> </head> <body> <!-- --> <br> <template> </template> " \' < > = $A$ $B$ $C$ $A$ $B$ @X@ @Y@ [RPT&r] [ERPT&r] & &amp; x'.split(
    ' ',
  ),
  ...[
    '<p title="',
    '<img alt=',
    '<a href="',
    '<p onclick="',
    '<p style="',
    "<input value='",
    '<iframe srcdoc="',
  ],
  ...['<script>var a = "', '<style>p { content: "', ' ', '\n', '">', "'>", '/>'],
].map(piece => piece.replace('&r', ' r'))
const TEXTS = [
  ...[
    'Sign in',
    'a "quoted" word',
    "l'heure",
    '',
    ' ',
    'a<b>c</b>',
    '<b>',
    '</p>',
    '<br>',
    'a <',
    'b>c',
    '&am',
  ],
  ...[
    '<script>',
    '</script>',
    '</title>',
    '<!--',
    '-->',
    '<textarea>',
    'x=y',
    'see @X@',
    '@Z@',
    '$A$',
    '\\',
    '`',
  ],
  ...['<a href="/x">here</a>', '<p>one</p>', '<select>', '</', 'a\tb', '<svg>', ']]>', '<b title="', '>'],
]

function sourcesOf(template: string, labels: Readonly<Record<string, string>>): Sources {
  return {
    page: { file: 'page.html', text: template },
    snippet: () => undefined,
    label: name =>
      labels[name] === undefined ? undefined : { file: 'labels', text: labels[name], offset: 9 },
    macro: name => (name === 'Z' ? undefined : 'text'),
    secret: randomWord(),
    styleSheet: () => undefined,
  }
}

function plain(_: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value
}

function readBoth(template: string, labels: Readonly<Record<string, string>>): void {
  const sources = sourcesOf(template, labels)
  const read = (once: boolean) => {
    try {
      const { items, text, markup, places, labels, findings } = readPage(sources, undefined, once)
      const told = JSON.stringify({ items, text, markup, places, labels, findings }, plain)
      // Marks are random.
      return JSON.parse(told.replaceAll(text.prefix, 'mark')) as object
    } catch (error) {
      if (error instanceof TemplateFault) return { bound: error.bound, place: error.place }
      throw error
    }
  }
  assert.deepEqual(read(true), read(false), JSON.stringify({ template, labels }))
}

describe('reading a page with its labels as they are written', () => {
  test('tells the same as reading it in two steps, for the pages of the master in every language', () => {
    const files = globSync('master/templates/common/**/template_labels.properties')
    const languages = files.map(file =>
      Object.fromEntries(
        Array.from(labelsOf(readFileSync(file, 'utf8')), ([name, label]) => [name, label.text]),
      ),
    )
    for (const [index, file] of globSync('{master/templates,test/fixtures}/**/*.html').entries())
      readBoth(readFileSync(file, 'utf8'), languages[index % languages.length]!)
  })

  test('tells the same where a label ends an attribute of a tag that has no end', () => {
    readBoth('<p onclick="$B$<iframe srcdoc="<p>', { B: 'a "quoted" word' })
    readBoth('<p>$B$', { B: 'a <b title="' })
  })

  /** How often a page is parsed: once if its labels fit as they are, else twice more. */
  const parses = (template: string, B: string): number => {
    let count = 0
    const parse = (source: string) => {
      count += 1
      return parsedPage(source)
    }
    readPage(sourcesOf(template, { B }), parse, true)
    return count
  }

  for (const [template, label] of [
    ['<p>$B$</p>', 'Sign in'],
    ['a $B$ b', '<a href="/x">here</a>, <b>now</b>'],
    ['<p>$B$', 'a<br>b'],
    ['<p>$B$</p>', 'a <'],
    ['<p title="$B$">', "l'heure"],
    ["<p title='a $B$ b'>", 'a "quoted" word'],
    ['<input placeholder="$B$" aria-label="$B$" data-a="$B$" value="$B$">', 'x'],
    ['<p>$B$</p><p>$B$</p><p title="$B$">', 'x'],
    ['<title>$B$</title>', 'x'],
    ['<p>$B$ $NONE$</p>', '@X@ and @Z@'],
  ] as const)
    test(`reads ${template} with ${JSON.stringify(label)} at once`, () => {
      assert.equal(parses(template, label), 1)
      readBoth(template, { B: label })
    })

  for (const [template, label] of [
    ['<p>$B$</p>', ''],
    ['<p>$B$</p>', ' '],
    ['<p>$B$</p>', '<p>one</p>'],
    ['<p>$B$</p>', '<!-- a -->'],
    ['<p>$B$b>c', 'a <'],
    ['<p>$B$x', 'a <b title="'],
    ['<b$B$>x', ' title=x'],
    ['<p>$B$', '<script>a</script>'],
    ['<p title="$B$">', 'a "quoted" word'],
    ["<p title='$B$'>", "l'heure"],
    ['<p title=$B$>', 'x'],
    ['<p onclick="f($B$)">', 'x'],
    ['<a href="$B$">', 'x'],
    ['<p mytitle="$B$" titles="$B$">', 'x'],
    ['<script>a = "$B$"</script>', 'x'],
    ['<style>p { content: "$B$" }</style>', 'x'],
    ['<svg><title>$B$</title></svg>', 'x'],
    ['<svg><g>$B$</g></svg>', '<a>x</a>'],
    ['<xmp>$B$</xmp>', 'x'],
    ['<iframe>$B$</iframe>', 'x'],
    ['<noembed>$B$</noembed>', 'x'],
    ['<body><noframes>$B$</noframes>', 'x'],
    ['<plaintext>$B$', 'x'],
    ['<noscript>a</noscript><p>$B$</p>', 'x'],
    ['<select><svg></select><p>$B$</p>', 'x'],
    ['<!-- $B$ -->', 'x'],
    ['<p>$B$</p><p onclick="f($B$)">', 'x'],
  ] as const)
    test(`reads ${template} with ${JSON.stringify(label)} in two steps`, () => {
      assert.equal(parses(template, label), 3)
      readBoth(template, { B: label })
    })

  test('finds the place of a fault as reading it in two steps does', () => {
    readBoth('<p>$B$</p>', { B: '<i>'.repeat(600) })
  })

  test('tells the same whatever stands around labels, and whatever they say', () => {
    const template = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 })
    const text = fc.constantFrom(...TEXTS)
    fc.assert(
      fc.property(template, text, text, (pieces, A, B) => readBoth(pieces.join(''), { A, B })),
      { numRuns: 5_000 },
    )
  })
})
