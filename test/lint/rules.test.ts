import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Contents, LintedMaster, Linter, RULES } from '../../src/lint/lint.ts'

const folder = (path: string): Contents =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(file => [file.slice(path.length + 1), { bytes: readFileSync(file) }]),
  )

const master = new LintedMaster(folder('master/templates'))

const found = (files: Readonly<Record<string, string | Uint8Array>>) =>
  new Linter(
    new Map(Object.entries(files).map(([path, content]) => [path, { bytes: Buffer.from(content) }])),
    master,
  ).findings()

describe('the rules of the linter', () => {
  for (const rule of RULES) {
    test(`${rule.id} finds its bad example`, () => {
      const findings = found(rule.bad)
      assert.ok(findings.length > 0, 'nothing was found')
      assert.deepEqual([...new Set(findings.map(one => one.rule))], [rule.id])
      assert.equal(findings[0]!.fix !== undefined, rule.fixable === true)
    })

    test(`${rule.id} finds nothing in its good example`, () => {
      assert.deepEqual(found(rule.good), [])
    })
  }

  test('find nothing in the master', () => {
    assert.deepEqual(new Linter(folder('master/templates'), master).findings(), [])
  })

  for (const example of readdirSync('examples'))
    test(`find nothing in the example ${example}`, () => {
      assert.deepEqual(new Linter(folder(`examples/${example}/templates`), master).findings(), [])
    })
})
