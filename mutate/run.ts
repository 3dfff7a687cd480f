// Changes the source in many small ways and runs the tests on each change: a change that no test notices (a mutant that
// survives) is behaviour that is not tested. Names of parts as arguments choose among them, and files among theirs.

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProvisions } from '../test/support/provisions.ts'
import { equivalence } from './equivalent.ts'
import { PARTS } from './parts.ts'
import { installStryker, LEAST, type Mutant, mutants } from './stryker.ts'

const KILLED = ['Killed', 'Timeout']
const LEFT = ['Survived', 'NoCoverage']

const asked = process.argv.slice(2)
const files = asked.filter(argument => argument.endsWith('.ts'))
const named = asked.filter(argument => !files.includes(argument))
const unknown = named.filter(name => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. Choose among ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
const chosen = named.length > 0 ? named : Object.keys(PARTS)
const isAsked = (file: string) => files.length === 0 || files.includes(file)
const wanted = chosen.filter(name => PARTS[name]!.files.some(isAsked))
if (wanted.length === 0) {
  console.error(`None of these parts has ${files.join(', ')}.`)
  process.exit(2)
}
installStryker()
const provisions = await openProvisions()
const environment = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  ...process.env,
  ...provisions.environment,
}
const rows: string[] = []
let reached = true
for (const [nth, name] of wanted.entries()) {
  const part = PARTS[name]!
  console.log(`${nth + 1} of ${wanted.length}: ${name} (${part.about})`)
  const begun = performance.now()
  const tried = await mutants(name, { ...part, files: part.files.filter(isAsked) }, environment)
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  const killed = tried.filter(({ status }) => KILLED.includes(status)).length
  const left = tried.filter(({ status }) => LEFT.includes(status))
  const score = (100 * killed) / (killed + left.length)
  reached &&= score >= LEAST
  for (const mutant of left) console.log(told(mutant))
  const figures = [killed + left.length, killed, left.length, left.filter(equivalence).length]
  rows.push(`| ${[name, ...figures, `${score.toFixed(1)} %`, minutes].join(' | ')} |`)
}
await provisions.stop()
const HEADS = ['part', 'mutants', 'killed', 'survived', 'of these equivalent', 'score', 'minutes']
console.log(`\n| ${HEADS.join(' | ')} |\n|${' --- |'.repeat(HEADS.length)}\n${rows.join('\n')}`)
if (!reached) console.log(`A part is below ${LEAST} %.`)
process.exit(reached ? 0 : 1)

/** A mutant that no test noticed, with the line that it changed. */
function told(mutant: Mutant): string {
  const { file, line, text, mutator, replacement, status } = mutant
  const why = equivalence(mutant)
  const known = why === undefined ? '' : `\n  = ${why}`
  return `${file}:${line} ${status} ${mutator}\n  - ${text}\n  + ${replacement.replaceAll(/\s+/g, ' ')}${known}`
}
