import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foundIn } from '../../console/src/editor/found-in.ts'
import { located } from '../../console/src/editor/located.ts'
import {
  entryOf,
  findingEntry,
  findingsOf,
  ordered,
  unlinted,
} from '../../console/src/editor/problem-entries.ts'
import { countsInWords, countsOf } from '../../console/src/lint/counts.ts'
import type { LintFinding, LintReport } from '../../console/src/lint/finding.ts'
import { byFile, filtered, rulesIn } from '../../console/src/lint/grouping.ts'
import { errorsIn, packageProblems } from '../../console/src/lint/package-report.ts'
import { hasErrorsElsewhere, savingErrors } from '../../console/src/lint/saving-errors.ts'
import { whereIn } from '../../console/src/lint/words.ts'

const found = (some: Partial<LintFinding> = {}): LintFinding => ({
  rule: 'macro/unknown',
  severity: 'error',
  file: 'a.html',
  start: { line: 1, column: 1 },
  end: { line: 1, column: 1 },
  message: 'wrong',
  docs: 'https://pages.example/docs/lint#macrounknown',
  ...some,
})
const report = (...findings: LintFinding[]): LintReport => ({ findings, counts: countsOf(findings) })

test('a finding stands where its text is edited, with the edits that put it right', () => {
  const finding = found({
    start: { line: 2, column: 3 },
    end: { line: 2, column: 6 },
    fix: { title: 'Write it', edits: [{ start: 5, end: 8, text: 'x' }] },
  })
  const place = {
    finding,
    from: { line: 2, column: 3 },
    to: { line: 2, column: 6 },
    edits: [{ from: { line: 2, column: 3 }, to: { line: 2, column: 6 }, text: 'x' }],
  }
  assert.deepEqual(located([finding], { kept: 'ab\ncdefg', lines: null }), [place])
  // Line ends of two characters count as the service counts them.
  const returns = { ...finding, fix: { title: 'Write it', edits: [{ start: 6, end: 9, text: 'x' }] } }
  assert.deepEqual(located([returns], { kept: 'ab\r\ncdefg', lines: null })[0]!.edits, place.edits)
  // The own labels of a theme stand between those of the master.
  const [moved] = located([finding], { kept: 'ab\ncdefg', lines: [4, 9] })
  assert.deepEqual([moved!.from.line, moved!.edits![0]!.from.line], [9, 9])
})

test('a byte order mark moves the first line by one', () => {
  const [first] = located([found({ start: { line: 1, column: 2 } })], { kept: '\uFEFFab', lines: null })
  assert.deepEqual(first!.from, { line: 1, column: 3 })
})

test('findings of an earlier revision, or of another unsaved text, are not those of the text', () => {
  const saved = { text: 'ab', etag: null, master: null }
  const asked = (revision: number, files: Record<string, string>, unsaved: string | null) =>
    foundIn('a.html', unsaved ?? 'ab', saved, {
      linted: { report: report(found()), revision, files },
      revision: 2,
      unsaved,
    })?.length
  assert.equal(asked(2, {}, null), 1)
  assert.equal(asked(1, {}, null), undefined)
  assert.equal(asked(2, { 'a.html': 'abc' }, 'abc'), 1)
  assert.equal(asked(2, { 'a.html': 'ab!' }, 'abc'), undefined)
})

test('a fix that edits nothing, or removes the file, is none in the editor', () => {
  const nothing = found({ fix: { title: 'Save in UTF-8', edits: [{ start: 0, end: 0, text: '' }] } })
  const removal = found({ fix: { title: 'Remove the file', edits: 'remove' } })
  const places = located([nothing, removal, found()], { kept: 'ab', lines: null })
  assert.deepEqual(
    places.map(({ edits }) => edits),
    [null, null, null],
  )
})

test('what the linter says is not said again by the other checks', () => {
  const part = { what: 'missing part', name: 'the field password', file: 'a.html', line: 1 }
  const label = { what: 'unknown label', name: '$LOGN$, did you mean $LOGIN$?', file: 'b', line: 3 }
  const bound = { what: 'over a bound', name: 'tags', file: 'a.html', line: 1 }
  assert.deepEqual(unlinted([part, label, bound], null), [part, label, bound])
  assert.deepEqual(unlinted([part, label, bound], []), [label, bound])
  const unused = found({ rule: 'label/unused', file: 'b', message: 'Nothing shows $LOGN$.' })
  assert.deepEqual(unlinted([part, label, bound], [unused]), [bound])
})

test('the list has the findings of the file in front and of the page that is shown', () => {
  const front = found()
  const onPage = found({ file: 'header.html', pages: ['login'] })
  const french = found({ file: 'header.html', pages: ['login'], locales: ['fr'] })
  const elsewhere = found({ file: 'b.html', pages: ['logout'] })
  const whole = found({ file: '' })
  const all = [front, onPage, french, elsewhere, whole]
  const seen = { file: 'a.html', page: 'login', locale: 'default' }
  assert.deepEqual(findingsOf(all, seen), [front, onPage])
  assert.deepEqual(findingsOf(all, { ...seen, locale: 'fr', file: null }), [onPage, french])
})

test('the list begins with the worst, and with the file in front; nothing is told twice', () => {
  const entries = [
    findingEntry(found({ severity: 'recommendation', message: 'r' })),
    findingEntry(found({ severity: 'warning', message: 'w' })),
    findingEntry(found({ message: 'e, line 9', start: { line: 9, column: 1 } })),
    findingEntry(found({ message: 'e elsewhere', file: '0.html' })),
    findingEntry(found({ message: 'e' })),
    entryOf('script error', 'Error: x', undefined),
    entryOf('script error', 'Error: x', undefined),
  ]
  assert.deepEqual(
    ordered(entries, 'a.html').map(({ text }) => text),
    ['e', 'e, line 9', 'Script error', 'e elsewhere', 'w', 'r'],
  )
})

test('saving asks for errors of the saved files, and for new ones in others', () => {
  const own = found()
  const old = found({ file: 'b.html', message: 'old', start: { line: 4, column: 1 } })
  const fresh = found({ file: 'b.html', message: 'new' })
  const warning = found({ severity: 'warning' })
  const after = report(own, { ...old, start: { line: 5, column: 1 } }, fresh, warning)
  assert.deepEqual(savingErrors(after, report(own, old), ['a.html']), [own, fresh])
  assert.equal(hasErrorsElsewhere(after, ['a.html']), true)
  assert.equal(hasErrorsElsewhere(report(own, warning), ['a.html']), false)
  assert.deepEqual(savingErrors(report(warning), null, ['a.html']), [])
})

test('findings are filtered, counted and grouped', () => {
  const one = found()
  const other = found({ file: 'b.html', severity: 'warning', rule: 'html/lang' })
  const third = found({ severity: 'warning' })
  const all = [one, other, third]
  assert.deepEqual(filtered(all, { severity: 'warning', rule: '' }), [other, third])
  assert.deepEqual(filtered(all, { severity: 'warning', rule: 'html/lang' }), [other])
  assert.deepEqual(byFile(all), [
    ['a.html', [one, third]],
    ['b.html', [other]],
  ])
  assert.deepEqual(rulesIn(all), [
    ['html/lang', 1],
    ['macro/unknown', 2],
  ])
  assert.equal(countsInWords(countsOf(all)), '1 error, 2 warnings')
  assert.equal(
    countsInWords({ fatal: 0, error: 0, warning: 0, recommendation: 1200 }),
    '1,200 recommendations',
  )
})

test('pages, states and languages of a finding are told in words', () => {
  const name = (id: string) => id.toUpperCase()
  assert.equal(whereIn({}), '')
  assert.equal(
    whereIn({ pages: ['a', 'b'], locales: ['fr', 'pt_BR'] }, name),
    'A and B; in French and Brazilian Portuguese',
  )
  assert.equal(whereIn({ pages: ['a', 'b', 'c', 'd', 'e'] }), 'a, b, c and 2 more')
  assert.equal(whereIn({ states: ['first'] }), 'in the state first')
})

test('a whole package is judged by itself, some files of a theme by what they add', () => {
  const own = found()
  const fresh = found({ file: 'b.html', message: 'new' })
  const planned = (added: readonly LintFinding[], checked = true) => ({
    findings: { checked, counts: countsOf(added), added },
    whole: false,
  })
  const all = report(own, fresh)
  const told = (problems: ReturnType<typeof packageProblems>) =>
    problems?.findings.map(({ finding, isNew }) => `${finding.message}${isNew ? ' (new)' : ''}`)
  assert.deepEqual(told(packageProblems(all, planned([fresh]))), ['new (new)'])
  assert.deepEqual(told(packageProblems(all, { ...planned([fresh]), whole: true })), ['new (new)', 'wrong'])
  assert.deepEqual(told(packageProblems(all, planned([], false))), ['wrong', 'new'])
  assert.equal(packageProblems(null, planned([], false)), null)
  assert.deepEqual(
    [packageProblems(all, planned([fresh])), packageProblems(all, planned([])), null].map(errorsIn),
    [1, 0, 0],
  )
})
