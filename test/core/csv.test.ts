import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRecord } from '../../src/core/csv.ts'

test('a record is quoted where it has to be', () => {
  assert.equal(csvRecord(['a', 'b "c"', 'd, e', '']), 'a,"b ""c""","d, e",\r\n')
})

test('nothing in a cell is a formula, in spreadsheets that separate cells by semicolons neither', () => {
  for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '\t=1', '\r=1'])
    assert.match(csvRecord([formula]), /^"?'/, JSON.stringify(formula))
  assert.equal(csvRecord(["x;=cmd|'/c calc'!A1;y"]), `"x;'=cmd|'/c calc'!A1;y"\r\n`)
  assert.equal(csvRecord(['first\n@second']), `"first\n'@second"\r\n`)
  assert.equal(csvRecord(['a-b = c; d']), '"a-b = c; d"\r\n')
})
