// Replaces the files of the default theme, or pushes to it, generation by generation, until it is killed. Says the number of each
// generation once its replace is acknowledged.
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LIMITS } from '../../src/core/refusal.ts'
// Not through identity.ts, which would take a quarter of each start to load.
import { COMMAND_LINE } from '../../src/identity/tenancy/actor.ts'
import { loadMaster } from '../../src/pages/pages.ts'
import { openStore } from '../../src/store/store.ts'
import { Themes } from '../../src/themes/themes.ts'
import { createCodec } from '../../src/zip/zip.ts'
import { generationPackage } from './generations.ts'

const [data, tenant, first, way = 'replace', database] = process.argv.slice(2) as [
  string,
  string,
  string,
  string?,
  string?,
]
const themes = new Themes({
  store: await openStore({ database, data }),
  master: loadMaster(join(import.meta.dirname, '../../master/templates')),
  limits: DEFAULT_LIMITS,
  codec: createCodec(),
  newId: randomUUID,
  now: Date.now,
  pageFailed: () => {},
}).of(tenant)

for (let generation = Number(first); ; generation += 1) {
  const archive = generationPackage(generation)
  const writing = { author: 'replacer', by: COMMAND_LINE, precondition: {} }
  if (way === 'replace') await themes.replace('default', { archive }, writing)
  else
    await themes.pushing.push(
      'default',
      { archive, reverts: [], reviewed: [], message: `generation ${generation}` },
      writing,
    )
  // At once and past any buffer: what was said is said, even if the process ends in the next instruction.
  writeSync(1, `${generation}\n`)
}
