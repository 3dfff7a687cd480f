import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Refusal } from '../../src/core/refusal.ts'
import { fileUpload, packageUpload, parts } from '../../src/http/request/multipart.ts'
import fc from '../support/properties.ts'

const FIXTURES = new URL('../fixtures/multipart/', import.meta.url)
const TYPE = 'multipart/form-data; boundary=X'
const ARCHIVE = Buffer.from('PK\x03\x04\r\n--\r\n\x00\xff', 'latin1')
const CONFIGURATION = '{"name":"t"}'

/** A form with boundary X, of pairs of header lines and data. */
function form(...sent: [headers: string, data: string | Buffer][]): Buffer {
  const chunks = sent.flatMap(([headers, data]) => [`--X\r\n${headers}\r\n\r\n`, data, '\r\n'])
  return Buffer.concat([...chunks, '--X--\r\n'].map(chunk => Buffer.from(chunk as string)))
}

const field = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`
const sound = form([field('files', '; filename="t.zip"'), ARCHIVE], [field('configuration'), CONFIGURATION])

function refusal(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    assert.ok(error instanceof Refusal, `a fault instead of a refusal: ${error}`)
    return error
  }
  return assert.fail('expected a refusal')
}

function why(act: () => unknown): string {
  const { code, details } = refusal(act)
  assert.equal(code, 'upload_malformed')
  return (details as { why: string }).why
}

const whyNot = (body: Buffer | string, type = TYPE) => why(() => parts(type, Buffer.from(body as string)))

describe('sound, odd and hostile bodies', () => {
  const index: Record<string, { what: string; content_type: string; expect: string }> = JSON.parse(
    readFileSync(new URL('index.json', FIXTURES), 'utf8'),
  )
  // These forms are in order; what they hold is for the caller to refuse.
  const left: Record<string, (upload: ReturnType<typeof packageUpload>) => void> = {
    'cut-in-file': upload => assert.equal(upload.configuration, undefined),
    'truncated-boundary': upload => assert.equal(upload.configuration, undefined),
    'no-config': upload => assert.equal(upload.configuration, undefined),
    'config-not-json': upload => assert.throws(() => JSON.parse(upload.configuration!), SyntaxError),
  }
  for (const [name, row] of Object.entries(index)) {
    test(`${row.what}: ${row.expect}`, () => {
      const body = readFileSync(new URL(`${name}.bin`, FIXTURES))
      const upload = () => packageUpload(parts(row.content_type, body))
      if (left[name]) return left[name](upload())
      if (row.expect === '415') return assert.equal(refusal(upload).code, 'upload_type')
      if (row.expect === '400') return assert.equal(refusal(upload).code, 'upload_malformed')
      const { archive, configuration } = upload()
      assert.equal(archive?.toString('latin1', 0, 4), 'PK\x03\x04')
      assert.equal(typeof JSON.parse(configuration!), 'object')
    })
  }
})

describe('what clients really send', () => {
  test('without a boundary parameter the first line of the body gives it', () => {
    for (const type of ['multipart/form-data', 'Multipart/Form-Data; charset=utf-8', 'multipart/form-data;'])
      assert.deepEqual(packageUpload(parts(type, sound)), { archive: ARCHIVE, configuration: CONFIGURATION })
  })

  test('without a closing boundary the end of the body is the end of the data, exactly', () => {
    const cut = Buffer.concat([Buffer.from(`--X\r\n${field('file')}\r\n\r\n`), ARCHIVE, Buffer.from('\r\n')])
    assert.deepEqual(fileUpload(parts(TYPE, cut)), Buffer.concat([ARCHIVE, Buffer.from('\r\n')]))
    assert.deepEqual(fileUpload(parts('multipart/form-data', cut.subarray(0, -2))), ARCHIVE)
  })

  const filenames: [sent: string, read: string | undefined][] = [
    ['; filename=""brand.zip""', 'brand.zip'],
    ['; filename=""C:\\themes\\my brand.zip"" ; size=3', 'C:\\themes\\my brand.zip'],
    ['; filename=""""', ''],
    ['; filename=""', ''],
    ['; filename=""; other=""', ''],
    ['; filename="/home/me/brand.zip"', '/home/me/brand.zip'],
    ['; filename="C:\\Users\\new\\brand.zip"', 'C:\\Users\\new\\brand.zip'],
    ['; filename=brand.zip', 'brand.zip'],
    ['; filename=my brand.zip ;', 'my brand.zip'],
    ['; filename="a \\"b\\"; name=c.zip"', 'a "b"; name=c.zip'],
    ['; filename="a %22b%22.zip"', 'a %22b%22.zip'],
    ['; filename="thème.zip"', 'thème.zip'],
    ["; filename*=UTF-8''..%2fevil", undefined],
    ['', undefined],
  ]
  for (const [sent, read] of filenames)
    test(`a part is taken whatever its filename: ${sent || 'none'}`, () => {
      const [part] = parts(TYPE, form([field('files', sent), ARCHIVE]))
      assert.deepEqual(part, { name: 'files', filename: read, data: ARCHIVE })
    })

  test('the configuration is a plain field or a file of any type, before or after the archive', () => {
    const archive: [string, Buffer] = [
      `${field('files', '; filename="t.zip"')}\r\nContent-Type: application/zip`,
      ARCHIVE,
    ]
    for (const more of [
      '',
      '; filename="c.json"',
      '\r\nContent-Type: text/plain',
      '; filename=c\r\nContent-Type: image/png',
    ])
      for (const order of [(a: unknown[]) => a, (a: unknown[]) => a.toReversed()]) {
        const body = form(
          ...(order([archive, [field('configuration', more), CONFIGURATION]]) as [string, string][]),
        )
        assert.deepEqual(packageUpload(parts(TYPE, body)), { archive: ARCHIVE, configuration: CONFIGURATION })
      }
  })

  test('the archive may have any name', () => {
    for (const name of ['files', 'file', 'archive', '0', '__proto__'])
      assert.deepEqual(packageUpload(parts(TYPE, form([field(name), ARCHIVE]))), { archive: ARCHIVE })
  })

  test('a boundary may be quoted, and may have the characters of known clients', () => {
    for (const boundary of ['----=_Part_0_1.2', 'a/b:c?d', "'()+_,-./:=?", '*$#@', 'a b', 'x'.repeat(70)]) {
      const body = Buffer.from(`--${boundary}\r\n${field('file')}\r\n\r\nhi\r\n--${boundary}--`)
      for (const type of [
        `boundary="${boundary}"`,
        `boundary=${boundary}`,
        `charset=x; BOUNDARY = "${boundary}" ;`,
      ])
        assert.equal(fileUpload(parts(`multipart/form-data; ${type}`, body)).toString(), 'hi')
    }
  })

  test('a line break before the first boundary, padding after one and anything after the last are passed over', () => {
    const body = `\r\n--X \t\r\n${field('a')}\r\n\r\n1\r\n--X  \r\n${field('b')}\r\n\r\n2\r\n--X--\r\n--X\r\nmore`
    const sent = parts(TYPE, Buffer.from(body)).map(part => [part.name, part.data.toString()])
    assert.deepEqual(sent, [
      ['a', '1'],
      ['b', '2'],
    ])
  })

  test('text before the first boundary is skipped', () => {
    for (const preamble of [
      'This is a multi-part message in MIME format.',
      '\r\n\r\nhello\r\n',
      '--Y\r\n-X',
      'a'.repeat(65_000),
    ])
      assert.deepEqual(
        parts(TYPE, Buffer.concat([Buffer.from(`${preamble}\r\n`), sound])),
        parts(TYPE, sound),
      )
  })

  test('the same boundary may be given twice', () => {
    for (const type of [`${TYPE}; boundary=X`, `${TYPE};Boundary="X"`])
      assert.deepEqual(parts(type, sound), parts(TYPE, sound))
  })

  test('a part may be empty, with or without its line break', () => {
    for (const empty of ['\r\n\r\n\r\n', '\r\n\r\n']) {
      const body = Buffer.from(`--X\r\n${field('a')}${empty}--X\r\n${field('b')}${empty}--X--`)
      assert.deepEqual(
        parts(TYPE, body).map(part => part.data.length),
        [0, 0],
      )
    }
  })

  test('a boundary that is not alone on its line is data', () => {
    const data = 'a--X\r\n\r\n--Xy\r\n--X-\r\n--X z\r\n--X\n\r--X\r\n --X'
    assert.equal(fileUpload(parts(TYPE, form([field('file'), data]))).toString(), data)
  })

  test('the data is a view of the body, not a copy', () => {
    assert.equal(parts(TYPE, sound)[0]?.data.buffer, sound.buffer)
  })
})

describe('what is refused', () => {
  test('any other content type, and none', () => {
    for (const type of [
      undefined,
      '',
      'application/zip',
      'multipart/mixed; boundary=X',
      'multipart/form-data-x',
    ]) {
      const { code, details } = refusal(() => parts(type, sound))
      const expected = 'multipart/form-data: with curl -F, leave out your own Content-Type header'
      assert.deepEqual([code, details], ['upload_type', { expected }])
      const bare = refusal(() => parts(type, ARCHIVE))
      assert.deepEqual(bare.details, { expected: 'multipart/form-data' })
    }
  })

  test('a boundary that is empty, too long, unprintable or given with two values', () => {
    for (const boundary of ['', '""', 'x'.repeat(71), '"a\tb"', '"a "', 'é', '"a\0"'])
      assert.match(whyNot(sound, `multipart/form-data; boundary=${boundary}`), /1 to 70 printable/)
    assert.match(whyNot(sound, `${TYPE}; Boundary=Y`), /"Boundary" twice, with different values/)
    assert.match(whyNot(sound, 'multipart/form-data; boundary="X'), /not name=value/)
    assert.match(whyNot('PK', 'multipart/form-data'), /gives no boundary/)
    assert.match(whyNot(`--${'x'.repeat(71)}\r\n`, 'multipart/form-data'), /gives no boundary/)
  })

  const bodies: [what: string, body: string | Buffer, why: RegExp][] = [
    ['another boundary than the one given', '--Y\r\n', /no line "--X"/],
    [
      'text on the line of the first boundary',
      `hello${sound.toString('latin1')}`,
      /not on a line of its own/,
    ],
    [
      'a boundary on a line of LF before the first boundary',
      `a\n--X\n${field('b')}\n\n1\r\n${sound.toString('latin1')}`,
      /not on a line of its own/,
    ],
    [
      'more than 64 KiB before the first boundary',
      `${'a'.repeat(65_537)}\r\n${sound.toString('latin1')}`,
      /more than 65536 bytes before the first boundary/,
    ],
    ['text and no boundary at all', 'hello\r\n', /no line "--X"/],
    ['line ends of LF', sound.toString('latin1').replaceAll('\r\n', '\n'), /must end in CR LF/],
    ['headers with line ends of LF', form([`${field('a')}\nX: 1`, '']), /Part 1 has a header that is not/],
    ['no parts', '--X--\r\n', /no parts/],
    [
      'the end of the body after a boundary line',
      `--X\r\n${field('a')}\r\n\r\n1\r\n--X\r\n`,
      /Part 2 has no blank line/,
    ],
    [
      'the end of the body in a boundary',
      `--X\r\n${field('a')}\r\n\r\n1\r\n--X`,
      /cut short in its last boundary/,
    ],
    [
      'the end of the body in a closing boundary',
      `--X\r\n${field('a')}\r\n\r\n1\r\n--X-`,
      /cut short in its last/,
    ],
    [
      'a boundary among the headers',
      `--X\r\n${field('a')}\r\n--X\r\n${field('b')}\r\n\r\n`,
      /Part 1 has no blank line/,
    ],
    ['no headers', '--X\r\n\r\n1\r\n--X--', /Part 1 has no name/],
    ['a part without a name', form([field('a'), ''], ['Content-Type: text/plain', '']), /Part 2 has no name/],
    ['an empty name', form([field(''), '']), /no name/],
    ['only filename*-like names', form(["Content-Disposition: form-data; name*=UTF-8''a", '']), /no name/],
    ['a name given twice', form([field('a', '; NAME=b'), '']), /of part 1 gives "NAME" twice/],
    ['an open quote', form([field('a', '; filename="b'), '']), /not name=value/],
    ['text after a quote', form([field('a', '; filename="b"c'), '']), /not name=value/],
    ['a name that is too long', form([field('a'.repeat(257)), '']), /more than 256 characters/],
    ['another disposition', form(['Content-Disposition: attachment; name="a"', '']), /not form-data/],
    ['two dispositions', form([`${field('a')}\r\n${field('b')}`, '']), /more than one Content-Disposition/],
    ['a folded header', form([`Content-Disposition: form-data;\r\n name="a"`, '']), /folded/],
    ['a NUL in a header', form([field('a\0b'), '']), /not "Name: value"/],
    ['a CR in a header', form([field('a\rb'), '']), /not "Name: value"/],
    ['a space before a colon', form(['Content-Disposition : form-data; name=a', '']), /not "Name: value"/],
    ['17 headers', form([field('a') + '\r\nX: 1'.repeat(16), '']), /more than 16 headers/],
    ['headers over 4 KiB', form([`${field('a')}\r\nX: ${'1'.repeat(4096)}`, '']), /more than 4096 bytes/],
    [
      'a form in a part',
      form([`${field('a')}\r\nContent-Type: Multipart/Mixed; boundary=Y`, '']),
      /multipart of its own/,
    ],
    [
      'base64',
      form([`${field('a')}\r\nContent-Transfer-Encoding: base64`, '']),
      /send the bytes as they are/,
    ],
    [
      '17 parts',
      form(...Array.from({ length: 17 }, (): [string, string] => [field('a'), ''])),
      /more than 16 parts/,
    ],
  ]
  for (const [what, body, expected] of bodies) test(what, () => assert.match(whyNot(body), expected))

  test('nothing just inside the limits', () => {
    const headers = `${field('a'.repeat(256))}${'\r\nX: 1'.repeat(14)}\r\nContent-Transfer-Encoding: Binary`
    const full = headers.replace('X: 1', `X: 1${'1'.repeat(4096 - headers.length)}`)
    assert.equal(full.length, 4096)
    assert.equal(
      parts(TYPE, form(...Array.from({ length: 16 }, (): [string, string] => [full, '']))).length,
      16,
    )
  })
})

describe('a package upload', () => {
  const upload = (...sent: [string, string | Buffer][]) => packageUpload(parts(TYPE, form(...sent)))

  test('leaves out what was not sent', () => {
    assert.deepEqual(upload([field('_charset_'), 'utf-8']), {})
    assert.deepEqual(upload([field('configuration'), '{}']), { configuration: '{}' })
  })

  test('has one archive, and says which two it found', () => {
    assert.match(
      why(() => upload([field('files'), ''], [field('more'), ''])),
      /parts "files" and "more"/,
    )
    assert.match(
      why(() => upload([field('_charset_', '; filename=a'), ''], [field('b'), ''])),
      /"_charset_" and "b"/,
    )
  })

  test('has one configuration, in UTF-8, of at most 64 KiB, and loses its byte order mark', () => {
    assert.match(
      why(() => upload([field('configuration'), ''], [field('configuration'), ''])),
      /more than one/,
    )
    assert.match(
      why(() => upload([field('configuration'), Buffer.from([0xc3, 0x28])])),
      /not UTF-8/,
    )
    assert.match(
      why(() => upload([field('configuration'), ' '.repeat(65_537)])),
      /65537 bytes/,
    )
    assert.equal(upload([field('configuration'), ' '.repeat(65_536)]).configuration?.length, 65_536)
    assert.equal(upload([field('configuration'), '\ufeff{}']).configuration, '{}')
  })
})

describe('a single-file upload', () => {
  const upload = (...sent: [string, string][]) => fileUpload(parts(TYPE, form(...sent))).toString()

  test('is the part "file", beside plain fields', () => {
    assert.equal(
      upload([field('_charset_'), 'utf-8'], [field('file', '; filename=a'), 'hi'], [field('b'), '1']),
      'hi',
    )
  })

  test('says what it found in place of "file"', () => {
    assert.match(
      why(() => upload([field('upload', '; filename=a'), ''])),
      /in part "upload": name that part "file"/,
    )
    assert.match(
      why(() => upload([field('upload'), ''])),
      /no part "file"/,
    )
    assert.match(
      why(() => upload([field('a', '; filename=a'), ''], [field('b', '; filename=b'), ''])),
      /no part "file"/,
    )
  })

  test('holds one file', () => {
    assert.match(
      why(() => upload([field('file'), ''], [field('file'), ''])),
      /more than one part "file"/,
    )
    assert.match(
      why(() => upload([field('file'), ''], [field('b', '; filename=b'), ''])),
      /also in "b"/,
    )
  })
})

const boundaries = fc
  .string({ unit: fc.constantFrom(...'abzAZ09-_=:./?+,\'() "\\'), minLength: 1, maxLength: 70 })
  .filter(boundary => !boundary.endsWith(' '))
const texts = fc.string({ unit: fc.constantFrom(...'ab;=:"\\% /é漢*'), maxLength: 40 })
const pieces = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.constantFrom('\r\n', '--', '\r\n--', '-', '\r', '\n', '\0'),
)
const datas = fc
  .array(pieces, { maxLength: 12 })
  .map(some => Buffer.concat(some.map(one => Buffer.from(one as string))))
const forms = fc
  .record({
    boundary: boundaries,
    sent: fc.array(
      fc.record(
        {
          name: texts.filter(text => text !== ''),
          filename: fc.option(texts, { nil: undefined }),
          data: datas,
        },
        { noNullPrototype: true },
      ),
      { minLength: 1, maxLength: 16 },
    ),
    named: fc.boolean(),
    closed: fc.boolean(),
  })
  .filter(({ boundary, sent }) => sent.every(({ data }) => !data.includes(`--${boundary}`)))

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

function encoded({ boundary, sent, named, closed }: typeof forms extends fc.Arbitrary<infer T> ? T : never) {
  const chunks = sent.flatMap(({ name, filename, data }) => {
    const more = filename === undefined ? '' : `; filename=${quote(filename)}`
    return [`\r\n--${boundary}\r\nContent-Disposition: form-data; name=${quote(name)}${more}\r\n\r\n`, data]
  })
  if (closed) chunks.push(`\r\n--${boundary}--\r\n`)
  return {
    type: named ? `multipart/form-data; boundary=${quote(boundary)}` : 'multipart/form-data',
    body: Buffer.concat(chunks.map(chunk => Buffer.from(chunk as string))).subarray(2),
  }
}

describe('any form', () => {
  test('comes back byte for byte, with or without boundary parameter and closing boundary', () => {
    fc.assert(
      fc.property(forms, sent => {
        const { type, body } = encoded(sent)
        assert.deepEqual(parts(type, body), sent.sent)
      }),
      { numRuns: 500 },
    )
  })

  test('however damaged, parses or is refused', () => {
    const damages = fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.oneof(datas, fc.constant(Buffer.from('"')))), {
      minLength: 1,
      maxLength: 6,
    })
    const damaged = (bytes: Buffer, at: number, cut: number, put: Buffer) => {
      const from = at % (bytes.length + 1)
      return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)])
    }
    fc.assert(
      fc.property(forms, damages, fc.boolean(), (sent, list, typeToo) => {
        let { type, body } = encoded(sent)
        for (const [at, cut, put] of list) {
          body = damaged(body, at, cut, put)
          if (typeToo) type = damaged(Buffer.from(type), at, cut, put).toString('latin1')
        }
        for (const read of [packageUpload, fileUpload])
          try {
            read(parts(type, body.subarray(0, list[0]![0] % 3 === 0 ? list[0]![0] % body.length : undefined)))
          } catch (error) {
            assert.ok(error instanceof Refusal, String(error))
          }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('linear time', () => {
  const head = `--X\r\n${field('file')}\r\n\r\n`
  const size = 20 * 1024 * 1024
  for (const [what, unit] of [
    ['beginnings of a boundary', '\r\n--'],
    ['spaces', ' '],
  ] as const)
    test(`20 MiB of ${what} are data`, () => {
      const body = Buffer.alloc(head.length + size, unit)
      body.write(head)
      assert.equal(fileUpload(parts(TYPE, body.fill(unit, head.length))).length, size)
    })

  for (const [what, unit] of [
    ['boundaries that go on', '\r\n--Xy'],
    ['boundaries with padding that go on', '\r\n--X          y'],
  ] as const)
    test(`${what} are data up to a thousand times`, () => {
      const held = parts(TYPE, Buffer.from(head + unit.repeat(1000)))
      assert.equal(fileUpload(held).length, unit.length * 1000)
      assert.match(
        why(() => parts(TYPE, Buffer.from(head + unit.repeat(1001)))),
        /Choose another boundary/,
      )
    })

  test('long parameters of every shape', () => {
    for (const unit of [' ', '\t;', 'a', '"', '""', '\\', '=', 'a= ', '" "'])
      for (const tail of ['', '"', '!', '\\'])
        for (const head of ['', 'boundary=', 'boundary="', 'boundary=""', 'boundary = '])
          refusal(() =>
            parts(`multipart/form-data; ${head}${unit.repeat(64 * 1024)}${tail}`, Buffer.from('')),
          )
  })
})
