import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { decodedText } from '../../src/core/labels.ts'
import { type Edit, Linter, needsBrowser, RULES } from '../../src/lint/lint.ts'
import { folder, found, master, touched } from './linting.ts'

const edited = (text: string, edits: readonly Edit[]) =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((before, { start, end, text: put }) => before.slice(0, start) + put + before.slice(end), text)

describe('the rules of the linter', () => {
  for (const rule of RULES.filter(needsBrowser))
    test(`${rule.id} needs a browser for its examples`, () => {
      assert.deepEqual([...found(rule.bad), ...found(rule.good)], [])
    })

  for (const rule of RULES.filter(one => !needsBrowser(one))) {
    test(`${rule.id} finds its bad example`, () => {
      // What a file was made from is known to the service, and not in the file.
      const outdated = new Set(rule.id === 'package/outdated-base' ? Object.keys(rule.bad) : [])
      const findings = found(rule.bad, { outdated })
      assert.ok(findings.length > 0, 'nothing was found')
      assert.deepEqual([...new Set(findings.map(one => one.rule))], [rule.id])
      assert.equal(findings[0]!.fix !== undefined, rule.fixable === true)
    })

    test(`${rule.id} finds nothing in its good example`, () => {
      assert.deepEqual(found(rule.good), [])
    })
  }

  for (const rule of RULES.filter(({ fixable }) => fixable))
    test(`${rule.id} fixes its bad example, and breaks nothing else`, () => {
      const files: Record<string, string | Uint8Array> = { ...rule.bad }
      for (const { fix, file } of found(files)) {
        if (fix === undefined) continue
        if (fix.edits === 'remove') delete files[file]
        else files[file] = edited(decodedText(Buffer.from(files[file]!)), fix.edits)
      }
      assert.deepEqual(found(files), [])
    })

  test('find nothing in the master', () => {
    assert.deepEqual(new Linter(folder('master/templates'), master).findings(), [])
  })

  test('find nothing in a theme that says what the master says', () => {
    assert.deepEqual(new Linter(touched(folder('master/templates')), master).findings(), [])
  })

  for (const example of readdirSync('examples'))
    test(`find nothing in the example ${example}`, () => {
      assert.deepEqual(new Linter(folder(`examples/${example}/templates`), master).findings(), [])
    })
})
