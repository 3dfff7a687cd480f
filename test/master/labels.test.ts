import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { labelsOf } from '../../src/core/labels.ts'
import { languageTag } from '../../src/core/locale.ts'
import { countIn, pluralForm } from '../../src/core/plurals.ts'
import { timesIn } from '../../src/core/times.ts'
import { FIELD_LABELS } from './field-labels.ts'

const COMMON = 'master/templates/common'
const LOCALES = [
  ...[
    'ar',
    'cs',
    'de',
    'es',
    'fr',
    'he',
    'hu',
    'it',
    'ja',
    'ko',
    'nl',
    'pl',
    'pt_BR',
    'ru',
    'sv',
    'tr',
    'uk',
  ],
  ...['zh_CN', 'zh_TW'],
]

/** What belongs to the brand: said once, in the default file, so that a theme says it once for all languages. */
const OF_THE_BRAND = ['PRODUCT_NAME', 'GENERIC_ERROR_SUPPORT_URL']

/** Languages whose nouns stay as they are after a number. */
const WITHOUT_FORMS = ['hu', 'ja', 'ko', 'tr', 'zh_CN', 'zh_TW']

const fileOf = (locale: string) =>
  locale === 'default' ? 'default/template_labels.properties' : `labels/${locale}/template_labels.properties`
const labelsIn = (path: string) => labelsOf(readFileSync(join(COMMON, path), 'utf8'))
const read = (path: string) => new Map([...labelsIn(path)].map(([name, { text }]) => [name, text]))

const macrosIn = (text: string) => (text.match(/@[A-Za-z][\w.:-]*@/g) ?? []).sort()
const tagsIn = (text: string) => (text.match(/<[^>]*>/g) ?? []).sort()

describe('the labels of the master', () => {
  const english = read('default/template_labels.properties')

  test('are there in each language that we speak', () => {
    assert.deepEqual(readdirSync(join(COMMON, 'labels')).sort(), LOCALES)
  })

  test('are all those that packages of the field rely on', () => {
    assert.ok(FIELD_LABELS.length > 200)
    assert.deepEqual(
      FIELD_LABELS.filter(name => !english.has(name)),
      [],
    )
  })

  test('are all those that the templates and the service use', () => {
    const sources = [...globSync('master/templates/**/*.{html,xml,txt}')].map(path =>
      readFileSync(path, 'utf8'),
    )
    const inTemplates = sources.flatMap(text => text.match(/\$[A-Z][A-Z0-9_]*\$/g) ?? [])
    const inCode = globSync('src/**/*.ts').flatMap(path =>
      [
        ...readFileSync(path, 'utf8').matchAll(
          /(?:word|text)\('([A-Z][A-Z0-9_]+)'|label: '([A-Z][A-Z0-9_]+)'/g,
        ),
      ].map(([, said, labelled]) => `$${said ?? labelled}$`),
    )
    assert.ok(inTemplates.length > 300 && inCode.length > 50)
    const missing = new Set([...inTemplates, ...inCode].filter(name => !english.has(name.slice(1, -1))))
    assert.deepEqual([...missing], [])
  })

  for (const locale of ['default', ...LOCALES]) {
    test(`in ${locale} have the plural forms of the language`, () => {
      const counts = Array.from({ length: 200 }, (_, count) => String(count + 1))
      const used = new Set(counts.map(count => pluralForm(locale, count)!))
      const counted = [...labelsIn(fileOf(locale))].filter(([, { text }]) => countIn(text) !== undefined)
      assert.ok(counted.length >= 11)
      for (const [name, { text, forms = new Map() }] of counted) {
        // The word for characters is the same for all counts in some languages.
        const least = WITHOUT_FORMS.includes(locale) || text.includes('@MINIMUM@') ? 0 : used.size - 1
        assert.ok(forms.size >= least, name)
        for (const [form, line] of forms) {
          assert.ok(form === 'zero' ? locale === 'ar' : used.has(form), `${name}.${form}`)
          const other = (macro: string) => macro !== `@${countIn(text)}@`
          assert.deepEqual(macrosIn(line.text).filter(other), macrosIn(text).filter(other), `${name}.${form}`)
          assert.deepEqual(tagsIn(line.text), tagsIn(text), `${name}.${form}`)
        }
      }
    })
  }

  test('have forms only where there is a count', () => {
    for (const locale of ['default', ...LOCALES]) {
      for (const [name, { text, forms }] of labelsIn(fileOf(locale)))
        if (forms !== undefined) assert.notEqual(countIn(text), undefined, `${locale} ${name}`)
    }
  })

  test('never break a line within a word such as E-Mail', () => {
    for (const locale of LOCALES) {
      // Titles that a tag manager compares, and subjects that people search for, have the hyphen of the keyboard.
      for (const [name, text] of read(fileOf(locale)))
        if (!/^(?:REG_TITLE|EMAIL_SUBJECT)_/.test(name)) assert.doesNotMatch(text, /\be-(?:mail|post)/i, name)
    }
  })

  test('never end a sentence with a date that ends with a period of its own', () => {
    const dotted = LOCALES.filter(locale => timesIn(languageTag(locale)).day(0).endsWith('.'))
    assert.deepEqual(dotted, ['hu', 'ru', 'uk'])
    for (const locale of dotted) {
      for (const [name, text] of read(fileOf(locale)))
        assert.doesNotMatch(text, /@(?:DATE|[A-Z.]+\.ENDDATE)@\./, `${locale} ${name}`)
    }
  })

  test('in fr keep their punctuation on the line of the word before', () => {
    for (const [name, text] of read(fileOf('fr'))) assert.doesNotMatch(text, /[ ][?!;:»]|«[ ]/, name)
  })

  for (const locale of LOCALES) {
    test(`in ${locale} are complete, and have the macros and the markup of the English ones`, () => {
      const path = `labels/${locale}/template_labels.properties`
      const labels = read(path)
      const names = [...english.keys()].filter(name => !OF_THE_BRAND.includes(name))
      assert.deepEqual([...labels.keys()], names)
      for (const [name, text] of labels) {
        assert.notEqual(text, '', name)
        assert.deepEqual(macrosIn(text), macrosIn(english.get(name)!), `macros of ${name}`)
        assert.deepEqual(tagsIn(text), tagsIn(english.get(name)!), `markup of ${name}`)
        assert.doesNotMatch(text, /\\u[\da-f]{4}|&[a-z]+;|[\u202a-\u202e\ufffd]/i, name)
      }
    })

    test(`in ${locale} are translated`, () => {
      const labels = read(`labels/${locale}/template_labels.properties`)
      const sentences = [...english].filter(([, text]) => text.split(' ').length > 3)
      const same = sentences.filter(([name, text]) => labels.get(name) === text).map(([name]) => name)
      assert.deepEqual(same, [])
    })

    test(`in ${locale} quote each other in the same words`, () => {
      const labels = read(`labels/${locale}/template_labels.properties`)
      const link = labels.get('LOGIN_WITH_FORGOT_PASSWORD')!
      for (const name of [
        'FEDERATION_STALE',
        'EMAIL_PASSWORD_RESET_COMPLETED_NOT_YOU',
        'EMAIL_PASSWORD_CHANGED_NOT_YOU',
        'EMAIL_ALREADY_REGISTERED_ADVICE',
      ])
        assert.ok(labels.get(name)!.includes(link), name)
    })
  }
})
