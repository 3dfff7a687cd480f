import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compilePlain, rendered, TEMPLATE_BOUNDS, TemplateFault } from '../../src/core/template/template.ts'

const LABELS: Readonly<Record<string, string>> = {
  A: 'Hello @X@',
  B: '$A$ [RPT r]',
  MARKUP: 'Tom &amp; Jerry <b>say @X@</b> to &#10;Zo&euml;',
}

function compiled(text: string, offset?: number) {
  return compilePlain({
    page: { file: 'mail.txt', text, ...(offset !== undefined && { offset }) },
    label: name =>
      LABELS[name] === undefined ? undefined : { file: 'labels', text: LABELS[name], offset: 0 },
    macro: name => (name === 'UNKNOWN' ? undefined : 'text'),
  })
}

function line(text: string): string {
  return rendered(compiled(text), { macros: new Map([['X', `<b>"'&@Y@$A$`]]) }, 'N')
}

describe('a line of plain text', () => {
  test('has its labels and its values as they are', () => {
    assert.equal(line('$A$ & <@X@>'), `Hello <b>"'&@Y@$A$ & <<b>"'&@Y@$A$>`)
  })

  test('has the text of labels with markup, in one line', () => {
    assert.equal(line('<$MARKUP$ &amp;'), `<Tom & Jerry say <b>"'&@Y@$A$ to Zoë &amp;`)
  })

  test('keeps unknown labels and macros, and the ends of repeats', () => {
    assert.equal(line('$NONE$ @UNKNOWN@ [RPT r][ERPT r]'), '$NONE$ @UNKNOWN@ [RPT r][ERPT r]')
  })

  test('does not look through labels for labels', () => {
    assert.equal(line('$B$'), '$A$ [RPT r]')
  })

  test('may be as long as its bound, whose blanks count once each', () => {
    const most = TEMPLATE_BOUNDS.subject
    compiled(`${'x'.repeat(most - 1)}${' '.repeat(50)}@X@`)
    assert.throws(
      () => compiled(`${'x'.repeat(most)}  `, 7),
      error => {
        assert.ok(error instanceof TemplateFault)
        assert.deepEqual([error.bound, error.place], ['subject', { file: 'mail.txt', offset: 7 }])
        return true
      },
    )
    assert.throws(
      () => compiled('y'.repeat(most + 1)),
      error => error instanceof TemplateFault && error.place?.offset === 0,
    )
  })

  test('has a bound on what its labels bring', () => {
    const text = 'x'.repeat(TEMPLATE_BOUNDS.page)
    const label = () => ({ file: 'labels', text, offset: 0 })
    assert.throws(
      () => compilePlain({ page: { file: 'mail.txt', text: '$A$$A$' }, label, macro: () => 'text' }),
      error => error instanceof TemplateFault && error.bound === 'page',
    )
  })
})
