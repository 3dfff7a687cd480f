import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOfLabel, MASTERS_LINE, ownLabels, withMasters } from '../../src/core/own-labels.ts'

const MASTER = '# Anglais\n\n$A$=one\n$B$=two\n# forms\n$C.one$=a\n$C.other$=b\n'
const kept = (text: string) => ownLabels(text, MASTER).text

test('a theme without a file of its own edits the master’s', () => {
  assert.equal(withMasters('', MASTER), MASTER)
  assert.equal(kept(MASTER), '')
})

test('only labels that differ from the master’s are kept, with their lines in the whole file', () => {
  const text = MASTER.replace('$B$=two', '$B$=deux').replace('$C.one$=a', '$C.one$=un')
  assert.deepEqual(ownLabels(text, MASTER), { text: '$B$=deux\n$C.one$=un\n', lines: [4, 6] })
  assert.equal(kept(MASTER.replace('$B$=two', '  $B$  =  two  ')), '', 'blanks make no other text')
  assert.equal(kept(MASTER.replace('$B$=two\n', '')), '', 'a line that is gone is the master’s')
})

test('a file of the theme’s own stays as it is written, above what the master adds', () => {
  const own = '# Ours\n$B$=deux\n\n# More\n$OWN$=x\nno label\n'
  const whole = withMasters(own, MASTER)
  assert.equal(
    whole,
    `# Ours\n$B$=deux\n\n# More\n$OWN$=x\nno label\n\n${MASTERS_LINE}\n# Anglais\n\n$A$=one\n# forms\n$C.one$=a\n$C.other$=b\n`,
  )
  assert.equal(kept(whole), own)
  assert.equal(kept(whole.replace('$A$=one', '$A$=un')), `${own}$A$=un\n`)
  assert.equal(lineOfLabel(whole, 'C'), 14)
  assert.equal(lineOfLabel(whole, 'D'), undefined)
  const windows = own.replaceAll('\n', '\r\n')
  assert.equal(kept(withMasters(windows, MASTER)), windows)
})

test('of a name that stands twice, every line stays, because the last one counts', () => {
  assert.equal(kept('$A$=un\n$A$=one\n'), '$A$=un\n$A$=one\n')
})

test('a copy of the master’s file with one other text becomes that one label', () => {
  assert.equal(kept(withMasters(MASTER.replace('$A$=one', '$A$=un'), MASTER)), '$A$=un\n')
})
