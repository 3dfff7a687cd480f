import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  applied,
  type Change,
  type Customized,
  difference,
  type Files,
  isWhole,
  merged,
  type Overlay,
  reverted,
} from '../../src/core/overlay.ts'
import { type ThemePath, themePath } from '../../src/core/path.ts'
import fc from '../support/properties.ts'

// Few paths and few digests, so that they meet often.
const paths = ['a.html', 'b.css', 'c/d.html', 'c/e.png', 'f/g/h.txt', 'z.svg'].map(path => themePath(path))
const aPath = fc.constantFrom(...paths)
const aDigest = fc.constantFrom('1', '2', '3', '4')
const files: fc.Arbitrary<Files> = fc.array(fc.tuple(aPath, aDigest)).map(entries => new Map(entries))

/** A theme over a master. A base may be a file of a master that was shipped before. */
const theme: fc.Arbitrary<{ master: Files; overlay: Overlay }> = fc
  .tuple(files, fc.array(fc.tuple(aPath, aDigest, fc.option(aDigest))))
  .map(([master, rows]) => {
    const own = rows.filter(([path, digest]) => master.get(path) !== digest)
    return { master, overlay: new Map(own.map(([path, digest, base]) => [path, { digest, base }])) }
  })

const digests = (overlay: Overlay) => new Map(Array.from(overlay, ([path, { digest }]) => [path, digest]))

/** Does what the changes say, and nothing else; a change that cannot be meant fails. */
function carriedOut(
  master: Files,
  before: Overlay,
  changes: readonly Change[],
  after: Overlay,
): Map<ThemePath, Customized> {
  const files = new Map(before)
  for (const { path, kind } of changes) {
    const gone = kind === 'reverted' || kind === 'removed'
    assert.equal(files.has(path), gone || kind === 'changed', `${path} was ${kind}`)
    if (kind !== 'changed')
      assert.equal(master.has(path), kind === 'customized' || kind === 'reverted', `${path} was ${kind}`)
    if (gone) files.delete(path)
    else files.set(path, after.get(path)!)
  }
  return files
}

describe('a theme as its difference from the master', () => {
  test('reverting every path of an upload of files that were not customized gives the theme before', () => {
    fc.assert(
      fc.property(theme, files, ({ master, overlay }, upload) => {
        const fresh = new Map([...upload].filter(([path]) => !overlay.has(path)))
        let after: Overlay = applied(master, overlay, fresh, false)
        for (const path of fresh.keys()) after = reverted(after, path)
        assert.deepEqual(after, overlay)
      }),
    )
  })

  test('a reverted file is the master’s, and no other file moves', () => {
    fc.assert(
      fc.property(theme, aPath, ({ master, overlay }, path) => {
        const expected = merged(master, overlay)
        const original = master.get(path)
        if (original === undefined) expected.delete(path)
        else expected.set(path, original)
        assert.deepEqual(merged(master, reverted(overlay, path)), expected)
      }),
    )
  })

  test('an upload is seen as it was sent', () => {
    fc.assert(
      fc.property(theme, files, fc.boolean(), ({ master, overlay }, upload, whole) => {
        const seen = merged(master, applied(master, overlay, upload, whole))
        for (const [path, digest] of upload) assert.equal(seen.get(path), digest)
      }),
    )
  })

  test('a partial upload leaves the other files alone', () => {
    fc.assert(
      fc.property(theme, files, ({ master, overlay }, upload) => {
        const seen = merged(master, applied(master, overlay, upload, false))
        assert.deepEqual(seen, new Map([...merged(master, overlay), ...upload]))
      }),
    )
  })

  test('a whole upload forgets the files that it does not hold', () => {
    fc.assert(
      fc.property(theme, files, ({ master, overlay }, upload) => {
        const seen = merged(master, applied(master, overlay, upload, true))
        assert.deepEqual(seen, new Map([...master, ...upload]))
      }),
    )
  })

  test('the same upload twice equals it once', () => {
    fc.assert(
      fc.property(theme, files, fc.boolean(), ({ master, overlay }, upload, whole) => {
        const once = applied(master, overlay, upload, whole)
        assert.deepEqual(applied(master, once, upload, whole), once)
      }),
    )
  })

  test('a theme that is downloaded and uploaded elsewhere as a whole package looks the same there', () => {
    fc.assert(
      fc.property(theme, ({ master, overlay }) => {
        const download = merged(master, overlay)
        const elsewhere = applied(master, new Map(), download, true)
        assert.deepEqual(merged(master, elsewhere), download)
        assert.deepEqual(digests(elsewhere), digests(overlay))
      }),
    )
  })

  test('the master as a whole package leaves nothing customized', () => {
    fc.assert(
      fc.property(theme, ({ master, overlay }) => {
        assert.equal(applied(master, overlay, master, true).size, 0)
      }),
    )
  })

  test('a file that equals the master’s is never customized', () => {
    fc.assert(
      fc.property(theme, files, fc.boolean(), ({ master, overlay }, upload, whole) => {
        for (const [path, { digest }] of applied(master, overlay, upload, whole))
          assert.notEqual(digest, master.get(path))
      }),
    )
  })

  test('a file that is customized keeps its original, and a new one takes the master’s', () => {
    fc.assert(
      fc.property(theme, files, fc.boolean(), ({ master, overlay }, upload, whole) => {
        const after = applied(master, overlay, upload, whole)
        for (const [path, file] of after) {
          const before = overlay.get(path)
          assert.equal(file.base, before === undefined ? (master.get(path) ?? null) : before.base)
        }
      }),
    )
  })

  test('what was given is left as it was', () => {
    fc.assert(
      fc.property(theme, files, fc.boolean(), ({ master, overlay }, upload, whole) => {
        const copies = [new Map(master), new Map(overlay), new Map(upload)]
        merged(master, overlay)
        applied(master, overlay, upload, whole)
        for (const path of overlay.keys()) reverted(overlay, path)
        assert.deepEqual([master, overlay, upload], copies)
      }),
    )
  })
})

describe('the difference of two overlays', () => {
  test('carried out, it leads from the one to the other', () => {
    fc.assert(
      fc.property(theme, files, fc.boolean(), ({ master, overlay }, upload, whole) => {
        const after = applied(master, overlay, upload, whole)
        assert.deepEqual(carriedOut(master, overlay, difference(master, overlay, after), after), after)
      }),
    )
  })

  test('is empty exactly when the contents are equal', () => {
    fc.assert(
      fc.property(theme, files, fc.boolean(), ({ master, overlay }, upload, whole) => {
        // Read anew from the store, so that nothing is the same but what it says.
        const after = structuredClone(applied(master, overlay, upload, whole))
        const equal = [...digests(after)].sort().join() === [...digests(overlay)].sort().join()
        assert.equal(difference(master, overlay, after).length === 0, equal)
      }),
    )
  })

  test('is ordered by path and names none twice', () => {
    fc.assert(
      fc.property(theme, files, fc.boolean(), ({ master, overlay }, upload, whole) => {
        const named = difference(master, overlay, applied(master, overlay, upload, whole)).map(
          change => change.path,
        )
        assert.deepEqual(named, [...new Set(named)].sort())
      }),
    )
  })
})

describe('a whole package', () => {
  const [a, b, c] = paths as [ThemePath, ThemePath, ThemePath]
  const upload = (...held: ThemePath[]) => new Map(held.map(path => [path, '1']))
  const master = upload

  test('holds every path of the master, and may hold more', () => {
    assert.equal(isWhole(upload(a, b), [master(a, b)]), true)
    assert.equal(isWhole(upload(a, b, c), [master(a, b)]), true)
  })

  test('may be whole for a master that was shipped before', () => {
    assert.equal(isWhole(upload(a, b), [master(a, b, c), master(a)]), true)
  })

  test('is partial when each master has a path that it lacks', () => {
    assert.equal(isWhole(upload(a, b), [master(a, b, c), master(c)]), false)
    assert.equal(isWhole(upload(), [master(a)]), false)
  })

  test('an empty master makes nothing whole', () => {
    assert.equal(isWhole(upload(a), [master()]), false)
    assert.equal(isWhole(upload(a), []), false)
  })
})
