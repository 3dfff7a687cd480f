import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { decodedText } from '../../src/core/labels.ts'
import { type Contents, type Edit, Linter, RULES } from '../../src/lint/lint.ts'
import { folder, found, master } from './linting.ts'

const edited = (text: string, edits: readonly Edit[]) =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((before, { start, end, text: put }) => before.slice(0, start) + put + before.slice(end), text)

/** Files of the master that say the same with other bytes, and so are those of a theme. */
const touched = (files: Contents): Contents =>
  new Map(
    Array.from(files, ([path, { bytes }]) => {
      const end = /\.(?:html|xml)$/.test(path) ? '<!-- -->' : /\.(?:css|js)$/.test(path) ? '/* */' : ''
      return [path, { bytes: Buffer.concat([bytes, Buffer.from(end)]) }]
    }),
  )

describe('the rules of the linter', () => {
  for (const rule of RULES) {
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
