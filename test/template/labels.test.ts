import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodedText, labelsOf } from '../../src/core/labels.ts'
import { shown } from './pages.ts'

function texts(file: string): Record<string, string> {
  return Object.fromEntries([...labelsOf(file)].map(([name, { text }]) => [name, text]))
}

describe('a file of labels', () => {
  test('has a label on each line', () => {
    assert.deepEqual(texts('$A$=a\n$B_2$=b c\n'), { A: 'a', B_2: 'b c' })
  })

  test('has comments and blank lines', () => {
    assert.deepEqual(texts('# $A$=no\n\n   \n  # $A$=no\n$A$=a\n#'), { A: 'a' })
  })

  test('separates at the first equals sign', () => {
    assert.deepEqual(texts('$A$=a=b==c'), { A: 'a=b==c' })
  })

  test('holds quotes, markup and macros as they are', () => {
    const text = `It's <a href="@URL@?a=b">"here"</a> \\u00e9 \\n $B$ [RPT a]`
    assert.deepEqual(texts(`$A$=${text}`), { A: text })
  })

  test('has blanks around names and texts, which count for nothing', () => {
    assert.deepEqual(texts('  $A$\t=  a b  \n'), { A: 'a b' })
  })

  test('ends lines as any system does', () => {
    assert.deepEqual(texts('$A$=a\r\n$B$=b\r$C$=c\n\r\n$D$=d'), { A: 'a', B: 'b', C: 'c', D: 'd' })
  })

  test('may begin with a byte order mark', () => {
    assert.deepEqual(texts('\ufeff$A$=a'), { A: 'a' })
    assert.deepEqual(texts(decodedText(Buffer.from('\ufeff$A$=a'))), { A: 'a' })
  })

  test('may leave a text empty', () => {
    assert.deepEqual(texts('$A$=\n$B$=b'), { A: '', B: 'b' })
  })

  test('counts the last one of a name', () => {
    assert.deepEqual(texts('$A$=first\n$B$=b\n$A$=last'), { A: 'last', B: 'b' })
  })

  test('passes over whatever is no label', () => {
    assert.deepEqual(texts('A=a\n$a$=a\n$A=a\n$$=a\n=a\n$A$\n$A$ a\nx$A$=a\n$A B$=a'), {})
  })

  test('knows no names but those in it', () => {
    const labels = labelsOf('$CONSTRUCTOR$=a\n$HAS_OWN$=b')
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'size', 'B']) {
      assert.equal(labels.get(name), undefined)
    }
    assert.equal(labels.get('CONSTRUCTOR')?.text, 'a')
  })

  test('tells where each text stands', () => {
    const file = '# c\r\n  $A$ =  é a \r\n\r\n$B$=b=c\r$C$=\n$D$=d'
    for (const { text, offset } of labelsOf(file).values()) {
      assert.equal(file.slice(offset, offset + text.length), text)
    }
    assert.equal(labelsOf(file).get('B')?.offset, file.indexOf('b=c'))
  })

  test('of a million odd lines is read in no time', () => {
    assert.equal(labelsOf('$A$=x\n'.repeat(200_000) + '='.repeat(1_000_000) + '$'.repeat(1_000_000)).size, 1)
  })
})

describe('the bytes of a file', () => {
  const file = '$A$=café “à” 日本'

  test('are UTF-8', () => assert.equal(decodedText(Buffer.from(file)), file))

  test('are UTF-16 where a mark says so', () => {
    const little = Buffer.from(`\ufeff${file}`, 'utf16le')
    assert.equal(decodedText(little), file)
    assert.equal(decodedText(Buffer.from(little).swap16()), file)
  })

  test('are of the Western encoding where they are not UTF-8', () => {
    const western = [0x63, 0x61, 0x66, 0xe9, 0x20, 0x92, 0x80]
    assert.equal(decodedText(Buffer.from(western)), 'café ’€')
    assert.equal(decodedText(Buffer.from([0xef, 0xbb, 0xbf, ...western])), 'café ’€')
  })

  test('may be none', () => assert.equal(decodedText(new Uint8Array()), ''))
})

describe('a label on a page', () => {
  test('brings macros, whose values are written for their place', () => {
    const labels = { HELLO: 'Hello <b title="@NAME@">@NAME@</b>' }
    assert.equal(
      shown('<p>$HELLO$</p>', { NAME: '"<' }, { labels }),
      '<p>Hello <b title="&#34;&lt;">&#34;&lt;</b></p>',
    )
  })

  test('brings no labels and no repeats, so that none goes round in a circle', () => {
    const labels = { A: '$B$', B: '$A$', C: '$C$$C$', D: '[RPT a]x[ERPT a]' }
    assert.equal(shown('$A$ $B$ $C$ $D$', {}, { labels }, { a: [{}, {}] }), '$B$ $A$ $C$$C$ [RPT a]x[ERPT a]')
  })

  test('that nobody wrote stays as it is', () => {
    assert.equal(shown('<p title="$NOTHING$">$NOTHING$</p>'), '<p title="$NOTHING$">$NOTHING$</p>')
  })

  test('may be empty', () => {
    assert.equal(shown('<p title="$A$">$A$</p>', {}, { labels: { A: '' } }), '<p title=""></p>')
  })

  test('does not join with what stands beside it', () => {
    const labels = { A: '@', B: '$', C: 'A' }
    assert.equal(shown('$A$X$A$ $B$C$B$ @$C$@', { X: 'x', A: 'a' }, { labels }), '@X@ $C$ @A@')
  })
})
