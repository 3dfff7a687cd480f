import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { configFrom } from '../../src/config.ts'
import { limitWarnings } from '../../src/least-limits.ts'
import { loadMaster } from '../../src/pages/master.ts'
import { packageBytes, refusal } from '../support/answers.ts'
import { filesOf, packageOf } from '../support/packages.ts'
import { packageForm, testService } from '../support/service.ts'

const DEFAULT = '/v1.0/branding/themes/default'
/** Both are small, and none has the content of the other. */
const SWAPPED = ['common/page_components/default/page_footer.html', 'common/page_components/page_header.html']
const WARNING =
  /^(?:The original theme exceeds (\w+), so that no theme can be changed|Files of the original theme exceed (\w+), so that no package with them can be uploaded)\. Set it to (\d+) or more\.$/

const { files } = loadMaster(join(import.meta.dirname, '../../master/templates'))
const low = Object.fromEntries(
  ['ARCHIVE', 'EXPANDED', 'ENTRIES', 'RATIO', 'FILE', 'PATH', 'SEGMENT', 'LEVELS'].map(name => [
    `TABARD_LIMIT_${name}`,
    '1',
  ]),
)
const advice = limitWarnings(configFrom(low).limits, files).map(text => {
  const [, forThemes, forFiles, least] = WARNING.exec(text) ?? assert.fail(text)
  return {
    variable: (forThemes ?? forFiles)!,
    keeps: forThemes === undefined ? 'upload' : 'change',
    least: least!,
  }
})
const advised = Object.fromEntries(advice.map(({ variable, least }) => [variable, least]))

test('every limit that the original theme can exceed is advised', () => {
  assert.deepEqual(Object.keys(advised).sort(), Object.keys(low).sort())
})

test('the original theme is within the default limits', () => {
  const defaults = configFrom({}).limits
  for (const [name, value] of Object.entries(defaults)) {
    const least = Number(advised[`TABARD_LIMIT_${name.toUpperCase()}`] ?? 0)
    assert(least <= value, `${name} is ${value}, and the original theme needs ${least}`)
  }
})

/** Tries a change that leaves the theme as large as it is, and to upload the theme as it was downloaded. */
async function tried(limits: Record<string, string>) {
  const service = await testService('SQLite', limits)
  try {
    const whole = await packageBytes(service, 'default', false)
    const texts = await filesOf(whole)
    const [first, second] = SWAPPED.map(path => texts[path]!)
    const swap = packageOf({ [SWAPPED[0]!]: second!, [SWAPPED[1]!]: first! })
    const put = async (archive: Uint8Array<ArrayBuffer>) => {
      const answer = await service.call('PUT', DEFAULT, packageForm(archive))
      return answer.ok ? 'done' : await refusal(answer)
    }
    return { change: await put(swap), whole: await put(whole) }
  } finally {
    await service.stop()
  }
}

test('with the advised limits, a theme can be changed, and uploaded as it was downloaded', async () => {
  assert.deepEqual(await tried(advised), { change: 'done', whole: 'done' })
})

for (const { variable, keeps, least } of advice)
  test(`below the advised ${variable}, ${keeps === 'change' ? 'no theme can be changed' : 'the theme cannot be uploaded'}`, async () => {
    const { change, whole } = await tried({ ...advised, [variable]: String(Number(least) - 1) })
    assert.notEqual(whole, 'done')
    assert.equal(change !== 'done', keeps === 'change')
  })
