import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { examplePage, PAGE, SIGN_IN_PAGE } from '../../src/lint/example.ts'
import { LintedFile } from '../../src/lint/file.ts'
import { Linter } from '../../src/lint/lint.ts'
import { silencesIn } from '../../src/lint/silence.ts'
import { labelLines } from '../../src/lint/theme-labels.ts'
import { found, master } from './linting.ts'

const SHEET = 'common/page_style.css'
const LABELS = 'common/labels/default/template_labels.properties'

const counted = (files: Readonly<Record<string, string>>) => {
  const rules: Record<string, number> = {}
  for (const { rule } of found(files)) rules[rule] = (rules[rule] ?? 0) + 1
  return rules
}

describe('checking a hostile theme', () => {
  test('ends a rule that has found a thousand mistakes in a file', () => {
    const sheet = 'a{background:url(https://images.example/a.png)}\n'.repeat(200_000)
    assert.deepEqual(counted({ [SHEET]: sheet }), { 'asset/size': 1, 'remote/asset': 1_000 })
  })

  test('follows a bounded number of addresses of a template', () => {
    const style = `<style>${'a{background:url(/template/v1.0/static/none.png)}'.repeat(50_000)}</style>`
    const rules = counted({ [PAGE]: examplePage(style) })
    assert.ok(rules['asset/missing']! <= 2_000 && rules['asset/theme-id']! <= 2_000)
  })

  test('reads a bounded number of labels, and says that there are too many', () => {
    const text = Array.from({ length: 400_000 }, (_, index) => `$A${index}$=<b>x\n`).join('')
    assert.equal(labelLines(new LintedFile(LABELS, Buffer.from(text))).length, 20_000)
    const findings = found({ [LABELS]: text, [PAGE]: examplePage('<p>$A1$</p>') })
    assert.equal(findings.filter(({ rule }) => rule === 'label/html-invalid').length, 1_000)
    assert.match(
      findings.find(({ rule }) => rule === 'html/syntax')!.message,
      /there are too many labels \(more than 10,000\)/,
    )
  })

  test('passes over a megabyte in one attribute', () => {
    const value = 'display: flex '.repeat(80_000)
    for (const attribute of ['style', 'onclick', 'srcset', 'autocomplete'])
      for (const finding of found({ [PAGE]: examplePage(`<input aria-label="x" ${attribute}="${value}">`) }))
        assert.ok(finding.message.length < 2_000_000)
  })

  test('tells of elements that are nested too deeply once', () => {
    const page = examplePage('<div>'.repeat(100_000))
    const findings = found({ [PAGE]: page })
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['html/syntax'],
    )
    assert.match(findings[0]!.message, /nested too deeply/)
  })

  test('reads a bounded number of suppression comments', () => {
    const comments = '/* tabard-lint-disable css/syntax: x */\n'.repeat(100_000)
    assert.equal(silencesIn(new LintedFile(SHEET, Buffer.from(comments))).length, 1_000)
  })

  test('keeps a bounded number of findings of a theme, and tells fewer', () => {
    const page = examplePage('<img src="https://images.example/a.png">\n'.repeat(1_000))
    const files = Array.from({ length: 60 }, (_, index) => [
      `authentication/logout/${locale(index)}/logout_success.html`,
      { bytes: Buffer.from(page) },
    ])
    const linter = new Linter(new Map(files as [string, { bytes: Buffer }][]), master)
    const { findings, counts } = linter.report()
    assert.equal(findings.length, 2_000)
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    assert.ok(all > 2_000 && all <= 60_000, String(all))
  })

  test('finds errors behind any number of warnings', () => {
    const page = examplePage('<img src="https://images.example/a.png">\n'.repeat(1_000))
    const flood = Array.from({ length: 30 }, (_, index) => [
      `authentication/logout/${locale(index)}/logout_success.html`,
      page,
    ])
    const rules = counted({ ...Object.fromEntries(flood), [SIGN_IN_PAGE]: examplePage('<p>x</p>') })
    assert.ok(rules['remote/asset']! >= 10_000)
    assert.equal(rules['form/required-field'], 1)
  })

  test('finds an error behind the milder findings of the same rule', () => {
    const guarded = '<script src="https://cdn.example/a.js" integrity="sha384-abc"></script>\n'.repeat(1_100)
    const errors = (body: string) =>
      found({ [PAGE]: examplePage(body) }).flatMap(({ rule, severity }) =>
        severity === 'error' ? [rule] : [],
      )
    assert.deepEqual(errors(`${guarded}<script src="https://cdn.example/b.js"></script>`), ['remote/script'])
    assert.deepEqual(errors(`${'</section>'.repeat(30)}<div>`), ['html/syntax'])
  })

  test('reads elements and attributes with the names of properties that all objects have', () => {
    const names = ['constructor', 'hasownproperty', 'tostring', 'valueof', 'isprototypeof']
    const tags = names.map(name => `<${name} ${name}="@${name}@" src="/a" as="${name}">x</${name}>`)
    const links = names.map(name => `<link rel="preload" as="${name}" href="https://cdn.example/a">`)
    const rules = counted({
      [PAGE]: examplePage(`${tags.join('\n')}\n<p>@THEMEID@</p>`, links.join('\n')),
      [LABELS]: names.map(name => `$${name.toUpperCase()}$=@${name}@\n`).join(''),
    })
    assert.equal(rules['macro/unknown'], 1)
  })

  test('finds where a script sends something, however many addresses it has', () => {
    const many = Array.from(
      { length: 60_000 },
      (_, index) => `const a${index} = 'https://s${index}.example/'\n`,
    )
    const all = Array.from({ length: 20_000 }, (_, index) => `fetch('https://s${index}.example/')\n`)
    const page = examplePage(
      '<input type="password" name="password" aria-label="x"><script src="own.js"></script>',
    )
    const requests = (script: string) =>
      found({
        'common/static/own.js': `${script}fetch(a59999, { body: input.value })\n`,
        [PAGE]: page,
      }).filter(({ rule }) => rule === 'form/external-request')
    const [told, ...others] = requests(many.join(''))
    assert.match(told!.message, /https:\/\/s59999\.example/)
    assert.deepEqual(others, [])
    assert.equal(requests(all.join('')).length, 1_000)
  })

  test('keeps a bounded number of suppression comments that do not work', () => {
    const comments = '/* tabard-lint-disable css/sintax: x */\n'.repeat(1_000)
    const files = Array.from({ length: 30 }, (_, index) => [`common/static/css/${index}.css`, comments])
    assert.equal(counted(Object.fromEntries(files))['lint/suppression'], 20_000)
  })
})

function locale(index: number): string {
  return String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))
}
