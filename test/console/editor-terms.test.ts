import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staticFile } from '../../console/src/editor/static-file.ts'
import { labelTerms, tokenTerms } from '../../console/src/editor/terms.ts'

const shown = (...files: string[]) =>
  Object.fromEntries(labelTerms(files).map(({ name, text }) => [name, text]))

test('the editor offers the text of a label that a page shows', () => {
  assert.deepEqual(
    shown('$TITLE$=First\n$TITLE$=Last\n'),
    { TITLE: 'Last' },
    'the last line of a file counts',
  )
  assert.deepEqual(shown('$TITLE$=Near', '$TITLE$=Far\n$MORE$=Far'), { TITLE: 'Near', MORE: 'Far' })
  assert.deepEqual(shown('$DAYS.one$=a day\n$DAYS$=days\n'), { DAYS: 'days' }, 'not one of its forms')
  assert.deepEqual(shown('$DAYS.one$=a day\n$DAYS.other$=days'), { DAYS: 'days' })
  assert.deepEqual(shown('$DAYS.some$=days\r\n$lower$=x\n# $TITLE$=x'), {}, 'what no page reads is no label')
  assert.deepEqual(shown('$TITLE$=Mac\r$NEXT$=Next'), { TITLE: 'Mac', NEXT: 'Next' })
})

test('a design token has the value of the closest sheet', () => {
  assert.deepEqual(tokenTerms([':root { --brand: red }', ':root { --brand: blue; --line: 1px }']), [
    { name: '--brand', text: 'red' },
    { name: '--line', text: '1px' },
  ])
})

test('a problem in a static file leads to the file that the service delivers', () => {
  const at = (name: string, ...there: string[]) =>
    staticFile(`https://id.example.com/template/v1.0/static/${name}?v=1`, path => there.includes(path))
  assert.equal(at('theme.css', 'common/page_style.css'), 'common/page_style.css')
  assert.equal(at('js/a.js', 'common/js/a.js', 'common/static/js/a.js'), 'common/static/js/a.js')
  assert.equal(at('logo-dark.svg', 'common/logo/default/logo.svg'), 'common/logo/default/logo.svg')
  assert.equal(at('missing.js', 'common/other.js'), undefined)
  assert.equal(
    staticFile('https://elsewhere.example/a.js', () => true),
    undefined,
  )
})
