import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkLabels, formOf, labelsOf } from '../../src/core/labels.ts'
import { chosenForms, countIn, pluralForm } from '../../src/core/plurals.ts'
import { changedLabels, worded, wordsOf } from '../../src/core/words.ts'

const RUSSIAN = 'common/labels/ru/template_labels.properties'
const ENGLISH = 'common/default/template_labels.properties'

const source = (file: string, text: string) => ({ file, text, labels: labelsOf(text) })
const said = (chain: [file: string, text: string][], values: Record<string, string>) =>
  worded(wordsOf(chain.map(([file, text]) => source(file, text))), 'A', values)

describe('the forms of a label', () => {
  test('stand on lines of their own, after its name and a point', () => {
    const label = labelsOf('$A$=@LEFT@ codes\n$A.one$=@LEFT@ code').get('A')!
    assert.equal(label.text, '@LEFT@ codes')
    assert.equal(formOf(label, 'one').text, '@LEFT@ code')
  })

  test('are those that Unicode knows, in small letters; other lines are passed over', () => {
    const labels = labelsOf('$A$=a\n$A.One$=b\n$A.single$=c\n$A.$=d\n$A.one.two$=e\n$.one$=f\n$A$.one=g')
    assert.deepEqual([...labels], [['A', { text: 'a', offset: 4 }]])
  })

  test('that are missing are the form other, else the plain text', () => {
    const both = labelsOf('$A$=plain\n$A.other$=other').get('A')!
    const plain = labelsOf('$A.one$=one\n$A$=plain').get('A')!
    assert.deepEqual([formOf(both, 'few').text, formOf(both, undefined).text], ['other', 'plain'])
    assert.deepEqual([formOf(plain, 'few').text, formOf(plain, 'one').text], ['plain', 'one'])
  })

  test('need neither a plain text nor the form other, but one of them', () => {
    assert.equal(labelsOf('$A.other$=other\n$A.one$=one').get('A')?.text, 'other')
    assert.equal(labelsOf('$A.one$=one').get('A'), undefined)
  })

  test('count towards the bounds of labels', () => {
    const text = Array.from(
      { length: 3_000 },
      (_, n) => `$L${n}$=a\n$L${n}.one$=a\n$L${n}.few$=a\n$L${n}.many$=a`,
    )
    const chain = [source(ENGLISH, text.join('\n'))]
    assert.throws(() => checkLabels(chain), { bound: 'labels' })
  })

  test('are chosen by the rules of their language', () => {
    const forms = (folder: string, ...counts: number[]) =>
      counts.map(count => pluralForm(folder, String(count)))
    assert.deepEqual(forms('default', 0, 1, 2), ['other', 'one', 'other'])
    assert.deepEqual(forms('ar', 0, 1, 2, 3, 11, 100), ['zero', 'one', 'two', 'few', 'many', 'other'])
    assert.deepEqual(forms('pl', 1, 2, 5, 22), ['one', 'few', 'many', 'few'])
    assert.deepEqual(forms('pt_BR', 0, 1, 2), ['one', 'one', 'other'])
    assert.deepEqual(forms('ja', 0, 1, 2), ['other', 'other', 'other'])
    assert.deepEqual(forms('xx', 1, 2), ['one', 'other'])
    for (const no of ['', 'undefined', '-1', '1.5', ' 1', '1e3', '9'.repeat(16)])
      assert.equal(pluralForm('default', no), undefined, no)
  })

  test('are chosen by the first macro that is a count', () => {
    assert.equal(countIn('@OTP_HINT@: @OTP_LIFETIME@ or @SECONDS@'), 'OTP_LIFETIME')
    assert.equal(countIn('@USERNAME@ @OTP_HINT@'), undefined)
  })

  test('are few, whatever the counts', () => {
    const chosen = (count: number) =>
      chosenForms('ru', ['OTP_HINT', 'OTP_LIFETIME'], new Map([['OTP_LIFETIME', count]]))
    assert.deepEqual(chosen(5), { OTP_LIFETIME: { ru: 'many', default: 'other' } })
    assert.equal(new Set(Array.from({ length: 500 }, (_, n) => JSON.stringify(chosen(n)))).size, 4)
    assert.deepEqual(chosenForms('ru', ['OTP_LIFETIME'], new Map()), {})
  })
})

describe('a text that the service says', () => {
  const russian = '$A$=@LEFT@ кодов\n$A.one$=@LEFT@ код\n$A.few$=@LEFT@ кода'
  const english = '$A$=@LEFT@ codes\n$A.one$=@LEFT@ code'

  test('has the form of its count', () => {
    const texts = ['1', '3', '5', '21'].map(LEFT => said([[RUSSIAN, russian]], { LEFT }))
    assert.deepEqual(texts, ['1 код', '3 кода', '5 кодов', '21 код'])
  })

  test('follows the rules of the language that its file is in', () => {
    const chain: [string, string][] = [
      [RUSSIAN, '$B$=b'],
      [ENGLISH, english],
    ]
    assert.equal(said(chain, { LEFT: '21' }), '21 codes')
  })

  test('of a theme without forms stands for all counts', () => {
    const chain: [string, string][] = [
      [ENGLISH, '$A$=@LEFT@ left'],
      [`master:${ENGLISH}`, english],
    ]
    assert.equal(said(chain, { LEFT: '1' }), '1 left')
  })

  test('is the plain one without a count', () => {
    assert.equal(said([[ENGLISH, english]], {}), '@LEFT@ codes')
  })

  test('may have its count in forms only', () => {
    assert.equal(said([[ENGLISH, '$A$=no codes\n$A.one$=@LEFT@ code']], { LEFT: '1' }), '1 code')
  })

  test('does not take a value for a macro', () => {
    assert.equal(
      said([[ENGLISH, '$A$=@NAME@ @LEFT@\n$A.one$=@NAME@']], { NAME: '@LEFT@', LEFT: '1' }),
      '@LEFT@',
    )
  })

  test('is seen to change with one of its forms', () => {
    const [was, is] = [english, `${english}!`].map(text => [source(ENGLISH, text)])
    assert.deepEqual(changedLabels(was!, is!), ['A'])
    assert.deepEqual(changedLabels(was!, was!), [])
  })
})
