import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Command } from 'commander'
import { commandsFor } from '../src/cli/commands.ts'

/** What a reader would type after `tabard`: in a fenced block, or between backticks. */
function commandsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll('\\\n', ' ')
  const lines = text.matchAll(/^ *(?:npm run --silent tabard --|npx tabard|tabard) ([a-z].*)$/gm)
  const inline = text.matchAll(/`(?:npm run --silent tabard --|npx tabard|tabard) ([a-z][^`]*)`/g)
  return [...lines, ...inline].map(([, command]) => command!.replace(/ *(?:#|[|>&;] ).*$/, ''))
}

/** What the command line does not know of a command: its name, or one of its options. */
function unknownIn(command: string, all: readonly Command[]): string | undefined {
  const words = command.split(/[\s[\]]+/).filter(word => word !== '')
  let found: Command | undefined
  let inner = all
  for (const word of words) {
    if (inner.length === 0 || !/^[a-z]/.test(word)) break
    const next = inner.find(candidate => candidate.name() === word)
    if (next === undefined) return word
    found = next
    inner = next.commands
  }
  const known = found?.options.map(({ long }) => long) ?? []
  return words.find(word => /^--[a-z]/.test(word) && ![...known, '--help'].includes(word.replace(/=.*$/, '')))
}

test('every command that a guide names exists, with its options', async () => {
  const all = await commandsFor([], '')
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')]
  const commands = pages.flatMap(page => commandsOf(page).map(command => ({ page, command })))
  assert.ok(commands.length > 200, String(commands.length))
  assert.deepEqual(
    commands.flatMap(({ page, command }) => {
      const unknown = unknownIn(command, all)
      return unknown === undefined ? [] : [`${page}: tabard ${command} (${unknown})`]
    }),
    [],
  )
})

/** The lines that a reader pastes: those of shell blocks, without here-documents and quoted texts. */
function pastedLines(page: string): string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^( *)```sh\n(.*?)^\1```$/gms)
  return Array.from(blocks, ([, , block]) =>
    block!.replace(/<<'(\w+)'\n.*?\n\1$/gms, '').replace(/'[^']*'|"(?:[^"\\]|\\.)*"/gs, 'quoted'),
  ).flatMap(block => block.split('\n'))
}

test('every command can be pasted into zsh, which takes comments for arguments and ? for a pattern', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'bench/README.md', ...globSync('docs/**/*.md')]
  const lines = pages.flatMap(page => pastedLines(page).map(line => `${page}: ${line}`))
  assert.ok(lines.length > 200, String(lines.length))
  assert.deepEqual(
    lines.filter(line => /\s#|[^$]\?/.test(line)),
    [],
  )
})

test('every page whose commands begin with "tabard" says what that stands for', () => {
  const pages = globSync('docs/**/*.md').filter(page =>
    pastedLines(page).some(line => /^ *tabard /.test(line)),
  )
  assert.ok(pages.length > 5, String(pages.length))
  assert.deepEqual(
    pages.filter(page => !/`tabard` for\s`np/.test(readFileSync(page, 'utf8'))),
    [],
  )
})

test('every option says what it does, and every command belongs to a job', async () => {
  const all = await commandsFor([], '')
  const leaves = (command: Command): Command[] => [command, ...command.commands.flatMap(leaves)]
  const silent = all
    .flatMap(leaves)
    .flatMap(command =>
      command.options
        .filter(({ description, hidden }) => !hidden && description === '')
        .map(({ flags }) => `${command.name()} ${flags}`),
    )
  assert.deepEqual(silent, [])
  const [, jobs = ''] = readFileSync('docs/commands.md', 'utf8').split(/^## /m).slice(1)
  assert.match(jobs, /^Commands by job/)
  assert.deepEqual(
    all.map(command => command.name()).filter(name => !jobs.includes(`\`${name}\``)),
    [],
  )
})
