import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  collision,
  flawText,
  folded,
  isJunk,
  type PathFlaw,
  pathFlaw,
  themePath,
} from '../../src/core/path.ts'
import { DEFAULT_LIMITS, Refusal } from '../../src/core/refusal.ts'
import fc from '../support/properties.ts'

/** The path that a name stands for, or undefined where it is refused; anything else thrown fails. */
function admitted(name: string): string | undefined {
  try {
    return themePath(name)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'path_invalid') return undefined
    throw error
  }
}

const anything = fc.string({ unit: 'binary', maxLength: 40 })
// Letters whose spellings differ by normalization or case, and what paths are made of.
const letter = fc.constantFrom(
  ...[
    'a',
    'B',
    'é',
    'e\u0301',
    'Å',
    'A\u030a',
    '\u212b',
    '\u212a',
    'k',
    'ß',
    'ς',
    'Σ',
    'ﬁ',
    'İ',
    '日',
    '\u0958',
  ],
  ...['1', '-', '_', '.', ' ', '/', '..', '\\', '%', ':', '\u00a0', '\u200b', '\0', '\ud800', '😀'],
)
const likely = fc.array(letter, { maxLength: 12 }).map(letters => letters.join(''))
const name = fc.oneof(anything, likely)

const FLAWED: Record<Exclude<PathFlaw, 'name-hidden'>, string[]> = {
  'name-empty': [''],
  'name-absolute': ['/etc/passwd', '/'],
  'name-empty-segment': ['a//b', 'a/'],
  'name-dot-segment': ['../a', 'a/../b', './a', 'a/.', '..'],
  'name-backslash': ['a\\b', '..\\a', '\\\\host\\share'],
  'name-control': [
    'a\0b',
    'a\nb',
    'a\u007f',
    'a\u200bb',
    'a\u202eb',
    'a\ufeff',
    'a\ue000',
    'a\u2028b',
    'a\ud800',
  ],
  'name-forbidden-char': ['a<b', 'a>b', 'a:b', 'C:/a', 'a"b', 'a|b', 'a?b', 'a*b', 'a%2fb'],
  'name-compat-char': ['ﬁ.html', '．．', 'a\u00a0b', 'a\u3000b', 'a\u1680b', 'COM¹.html', '…'],
  'name-trailing-dot-space': ['a.', 'a ', ' a', 'a./b', 'a /b', 'a/ b', '...'],
  'name-reserved': ['CON', 'nul.txt', 'a/Aux/b', 'com1.html', 'LPT9', 'conin$', 'CLOCK$.x'],
  'name-too-long': ['a'.repeat(256), 'a/'.repeat(300)],
  'name-too-deep': ['a/'.repeat(16).concat('b')],
}

describe('the gate for paths', () => {
  test('what is admitted is admitted again, unchanged', () => {
    fc.assert(
      fc.property(name, text => {
        const path = admitted(text)
        if (path !== undefined) assert.equal(themePath(path), path)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a composed and a decomposed spelling lead to the same path, or to none', () => {
    fc.assert(
      fc.property(name, text => {
        assert.equal(admitted(text.normalize('NFD')), admitted(text.normalize('NFC')))
      }),
      { numRuns: 2_000 },
    )
  })

  test('what is admitted stays below the folder on every file system', () => {
    fc.assert(
      fc.property(name, text => {
        for (const segment of admitted(text)?.split('/') ?? []) {
          assert.doesNotMatch(segment, /^$|^\.|[. ]$|[\\<>:"|?*%\p{Cc}\p{Cf}]/u)
          assert.equal(segment.isWellFormed(), true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('the paths of a theme are admitted as they are', () => {
    for (const path of [
      'common/page_style.css',
      'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html',
      'common/logo/default/Logo final (2) + v1,0.png',
      'common/café/日本語.html',
      'a/b..c/d-e_f.tar.gz',
      // They end like the names of devices.
      'favicon.ico',
      'common/menul',
    ])
      assert.equal(themePath(path), path)
  })

  for (const [flaw, names] of Object.entries(FLAWED)) {
    test(`${flaw}: ${flawText(flaw as PathFlaw)}`, () => {
      for (const text of names) assert.equal(pathFlaw(text), flaw, JSON.stringify(text))
    })
  }

  test('a refusal tells the flaw, and no more of the name than a path may have', () => {
    assert.throws(
      () => themePath(`/${'a'.repeat(10_000)}`),
      (error: Refusal<'path_invalid'>) => {
        assert.equal(error.details.flaw, 'name-too-long')
        assert.equal(error.details.path.length, DEFAULT_LIMITS.path)
        return true
      },
    )
  })

  test('hidden files and leftovers of the desktop are refused by name', () => {
    for (const text of [
      '.htaccess',
      'a/.git/config',
      '__MACOSX/a/._b.css',
      '__MACOSX/b.css',
      'a/Thumbs.db',
      'ehthumbs.db',
      'desktop.ini',
      'a/.DS_Store',
    ]) {
      assert.equal(isJunk(text), true, text)
      assert.throws(() => themePath(text), {
        code: 'path_invalid',
        details: { flaw: 'name-hidden', path: text, why: flawText('name-hidden') },
      })
    }
    for (const text of ['thumbs.dbx', 'a.git', 'macosx/a']) assert.equal(themePath(text), text)
  })

  test('a path may be as long and as deep as the limits say, and no more', () => {
    const limits = { path: 12, segment: 5, levels: 3 }
    for (const text of ['abcde', 'a/b/c', 'abcde/abcd/e']) assert.equal(themePath(text, limits), text)
    assert.equal(pathFlaw('abcdef', limits), 'name-too-long')
    assert.equal(pathFlaw('abcde/abcde/e', limits), 'name-too-long')
    assert.equal(pathFlaw('a/b/c/d', limits), 'name-too-deep')
  })

  test('a length is that of the spelling which is kept', () => {
    const limits = { path: 4, segment: 4, levels: 1 }
    assert.equal(themePath('e\u0301'.repeat(4), limits), 'éééé')
  })
})

describe('paths that cannot stand beside each other', () => {
  const COLLIDING: [string, string, string][] = [
    ['the same name in another case', 'common/Logo.png', 'common/logo.png'],
    ['a folder in another case', 'Common/a.css', 'common/b.css'],
    ['a deeper folder in another case', 'a/B/c/d', 'a/b/c/e'],
    ['a file where there is a folder', 'a/b/c.css', 'a/b'],
    ['a file, in another case, where there is a folder', 'a/b/c.css', 'A'],
    ['a folder where there is a file', 'a/b', 'a/b/c.css'],
    ['a folder, in another case, where there is a file', 'a/B', 'a/b/c.css'],
    ['a final sigma', 'σ.html', 'ς.html'],
    ['a final sigma and a capital one', 'ΛΟΓΟΣ.html', 'λογος.html'],
    ['the Kelvin sign', 'k.html', themePath('\u212a.html')],
    ['a sharp s', 'STRASSE.html', 'straße.html'],
    ['two capital letters of one small letter', 'ϴ.html', 'Θ.html'],
  ]

  for (const [what, present, added] of COLLIDING) {
    test(what, () => {
      assert.equal(collision([present], [added])?.path, added)
      assert.equal(collision([added], [present])?.path, present)
      assert.equal(collision([], [present, added])?.path, added)
    })
  }

  test('the other one is named, the folder by its own spelling', () => {
    assert.deepEqual(collision(['a.css', 'x/Y/z.css'], ['b.css', 'x/y/w.css']), {
      path: 'x/y/w.css',
      other: 'x/Y',
    })
  })

  test('a path beside itself, its folder’s files and longer names is fine', () => {
    assert.equal(collision(['a/b.css', 'a/c.css', 'ab/c.css'], ['a/b.css', 'a/bb.css', 'a.css']), undefined)
  })

  test('paths that do not collide differ on a file system without regard to case', () => {
    const path = fc
      .array(fc.constantFrom('a', 'A', 'b', 'ς', 'Σ', 'σ'), { minLength: 1, maxLength: 4 })
      .map(segments => segments.join('/'))
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 6 }), paths => {
        if (collision([], paths) !== undefined) return
        const entries = new Map<string, string>()
        for (const text of paths) {
          const segments = text.split('/')
          for (const [index] of segments.entries()) {
            const prefix = segments.slice(0, index + 1).join('/')
            const kind = index === segments.length - 1 ? 'file' : 'folder'
            const entry = `${kind} ${prefix}`
            assert.equal(entries.get(folded(prefix)) ?? entry, entry)
            entries.set(folded(prefix), entry)
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
