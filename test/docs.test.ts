import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { generated } from '../docs/generate.ts'

test('what is generated is what the tables say', () => {
  for (const [name, text] of generated()) {
    assert.equal(readFileSync(join('docs', name), 'utf8'), text, `docs/${name} is out of date: npm run docs`)
  }
})

test('every link between the pages leads somewhere', () => {
  const broken = [...globSync('*.md'), ...globSync('docs/**/*.md')].flatMap(page =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .filter(([, target]) => !existsSync(join(dirname(page), target!)))
      .map(([, target]) => `${page} → ${target}`),
  )
  assert.deepEqual(broken, [])
})

test('the README has the two commands', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const command of ['npm ci && npm start', 'npm ci && npm test'])
    assert.ok(readme.includes(command), command)
})
