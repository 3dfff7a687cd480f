import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { generated } from '../docs/generate.ts'
import { ALL_ATTRIBUTES } from '../src/core/attributes.ts'
import { AUDIT_EVENT_NAMES } from '../src/core/audit-events.ts'
import { MAILS } from '../src/core/catalogue/catalogue.ts'
import { GOVERNANCE_MAILS } from '../src/core/catalogue/governance-mails.ts'
import { ACR } from '../src/core/flows/assurance.ts'

test('what is generated is what the tables say', async () => {
  for (const [name, text] of await generated()) {
    assert.equal(readFileSync(join('docs', name), 'utf8'), text, `docs/${name} is out of date: npm run docs`)
  }
})

test('the list of audit events has each event that is recorded, and no other', () => {
  const sources = globSync('src/**/*.ts').filter(file => !file.endsWith('audit-events.ts'))
  const texts = new Map(sources.map(file => [file, readFileSync(file, 'utf8')]))
  // The store takes any event. Entries that auditEntry makes have one of the list, or do not compile.
  assert.deepEqual(
    sources.filter(file => /\baudit\.record\(\s*\{/.test(texts.get(file)!)),
    [],
  )
  assert.deepEqual(
    AUDIT_EVENT_NAMES.filter(event => ![...texts.values()].some(text => text.includes(`'${event}'`))),
    [],
  )
})

test('the guides have every mail that is sent, and every claim', () => {
  const mail = readFileSync('docs/mail.md', 'utf8')
  const governance = new Set<string>(GOVERNANCE_MAILS.map(({ id }) => id))
  const sent = MAILS.filter(({ id, unsent }) => !unsent && !governance.has(id)).map(({ id }) => id)
  assert.deepEqual(
    sent.filter(id => !mail.includes(`\`${id}\``)),
    [],
  )
  const openid = readFileSync('docs/openid.md', 'utf8')
  const claims = ALL_ATTRIBUTES.flatMap(({ claim }) => claim?.name ?? [])
  assert.deepEqual(
    [...claims, ...Object.values(ACR)].filter(name => !openid.includes(`\`${name}\``)),
    [],
  )
})

test('every link between the pages leads somewhere', () => {
  const broken = [...globSync('*.md'), ...globSync('docs/**/*.md')].flatMap(page =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .filter(([, target]) => !existsSync(join(dirname(page), target!)))
      .map(([, target]) => `${page} → ${target}`),
  )
  assert.deepEqual(broken, [])
})

test('every link to a heading finds it', () => {
  const pages = [...globSync('*.md'), ...globSync('docs/**/*.md')]
  const broken = pages.flatMap(page =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
      .filter(([, target, heading]) => {
        const file = target === '' ? page : join(dirname(page), target!)
        return file.endsWith('.md') && !anchorsOf(readFileSync(file, 'utf8')).has(heading!)
      })
      .map(([, target, heading]) => `${page} → ${target}#${heading}`),
  )
  assert.deepEqual(broken, [])
})

/** As the usual hosts name them: a heading that comes again is numbered. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of text.matchAll(/^#+ (.+)$/gm)) {
    const name = heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    let anchor = name
    for (let again = 1; anchors.has(anchor); again++) anchor = `${name}-${again}`
    anchors.add(anchor)
  }
  return anchors
}

test('every guide says at its beginning for whom it is', () => {
  const pages = globSync('docs/*.md').filter(page => page !== 'docs/README.md')
  const silent = pages.filter(page => !/^# .+\n\nFor /.test(readFileSync(page, 'utf8')))
  assert.deepEqual(silent, [])
})

test('no guide leans on words that only the authors know', () => {
  const leftovers =
    /\bthe (?:interface's|convention)\b|existing tools|rides? (?:in|along)|\bmend\b|on the spot|as the standard has|what there is|as (?:it is|they are)\b|and nobody else|in the look of/gi
  const found = [...globSync('docs/*.md'), 'README.md'].flatMap(page => {
    const written = readFileSync(page, 'utf8').replace(
      /^<!-- generated: .*?^<!-- end of what is generated -->$/gms,
      '',
    )
    return Array.from(written.matchAll(leftovers), ([words]) => `${page}: ${words}`)
  })
  assert.deepEqual(found, [])
})

test('no cell of a table has more than 25 words', () => {
  const pages = ['*.md', 'docs/**/*.md', 'bench/**/*.md', 'deploy/**/*.md', 'examples/**/*.md']
  const long = pages
    .flatMap(pattern => globSync(pattern))
    .flatMap(page =>
      cellsOf(readFileSync(page, 'utf8'))
        .filter(cell => cell.split(/\s+/).length > 25)
        .map(cell => `${page}: ${cell}`),
    )
  assert.deepEqual(long, [])
})

/** The cells of all tables outside of fenced blocks. */
function cellsOf(text: string): string[] {
  return text
    .replace(/^( *)```.*?^\1```$/gms, '')
    .split('\n')
    .filter(line => /^\s*\|/.test(line))
    .flatMap(line =>
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/),
    )
    .map(cell => cell.trim())
}

test('the README has the two commands', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const command of ['npm ci && npm start', 'npm ci && npm test'])
    assert.ok(readme.includes(command), command)
})
