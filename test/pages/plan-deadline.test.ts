import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { ThemePath } from '../../src/core/path.ts'
import { loadMaster } from '../../src/pages/master.ts'
import { snapshotOf } from '../../src/pages/snapshot.ts'
import { planOf } from '../../src/themes/plan.ts'
import { ENTRIES } from '../../src/themes/plan-looks.ts'
import { createCodec } from '../../src/zip/zip.ts'
import { FILES } from './addresses.ts'

describe('a plan ends', () => {
  const master = loadMaster(join(import.meta.dirname, '../../master/templates'))
  const codec = createCodec()
  after(() => codec.close())

  const planned = async (present: () => Promise<never>, abandoned: () => boolean) => {
    const paths = [FILES.header, 'common/labels/de/template_labels.properties'] as ThemePath[]
    const blob = await codec.pack(Buffer.from('$LOGIN_TITLE$=x'))
    const customized = new Map(paths.map(path => [path, { digest: blob.digest, base: null }]))
    return await planOf({
      id: 'planned',
      theme: snapshotOf({ id: 'theme', revision: 1, updatedAt: 0 }, [], master),
      upload: {
        files: new Map(paths.map(path => [path, blob])),
        ignored: [],
        whole: false,
        outdated: [],
        neverShown: [],
        overlay: () => customized,
      },
      before: new Map(),
      after: customized,
      master,
      present,
      labels: { changedLabels: async () => [], labelNames: async () => [] },
      lost: async () => [],
      origin: 'https://own.example',
      abandoned,
      mostMs: 500,
    })
  }

  test('while a page is still being waited for, and tells what it did not look at', async () => {
    let asked = 0
    const stuck = () => {
      asked += 1
      return new Promise<never>(() => {})
    }
    const { notChecked } = await planned(stuck, () => false)
    assert.equal(asked, 1)
    assert.deepEqual(notChecked, [
      { locale: 'default', pages: ENTRIES.length },
      { locale: 'de', pages: ENTRIES.length },
    ])
  })

  test('when nobody waits for it any more', async () => {
    const { notChecked } = await planned(
      () => Promise.reject(new Error('nothing is made')),
      () => true,
    )
    assert.equal(notChecked.length, 2)
  })
})
