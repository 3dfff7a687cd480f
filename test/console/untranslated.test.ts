import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LabelFile, untranslated } from '../../console/src/editor/untranslated.ts'

const file = (folder: string, own: string, master = ''): LabelFile => ({
  path: `common/${folder}/template_labels.properties`,
  own,
  master,
})
const DEFAULTS = file(
  'default',
  '$PRODUCT_NAME$=Harbour\n$LOGIN_TITLE$=Welcome\n$NOTE$=Ahoy\n$LOGIN_BUTTON$=Sign in\n',
  '$PRODUCT_NAME$=Tabard\n$LOGIN_TITLE$=Sign in\n$LOGIN_BUTTON$=Sign in\n',
)
const FRENCH = '$LOGIN_TITLE$=Connexion\n$LOGIN_BUTTON$=Se connecter\n'
const translatable = new Set(['LOGIN_TITLE', 'LOGIN_BUTTON'])
const told = (path: string, languages: readonly (readonly LabelFile[])[], defaults = DEFAULTS) =>
  untranslated(path, { defaults, languages, translatable }).map(
    ({ what, name, file: where, line }) =>
      `${what}: ${name} (${where.replace('/template_labels.properties', '')} ${line})`,
  )
const inFront = (...files: readonly LabelFile[]) => told(files[0]!.path, [files])

test('a language lacks what the theme changes in the default one, and nothing else', () => {
  assert.deepEqual(inFront(file('labels/fr', FRENCH, FRENCH)), [
    'master text shown: $LOGIN_TITLE$=Welcome (common/labels/fr 1)',
    'default text shown: $NOTE$=Ahoy (common/default 3)',
  ])
  const own = `$NOTE.one$=Ohé\n$NOTE.other$=Ohé\n$LOGIN_TITLE$=Bienvenue\n`
  assert.deepEqual(inFront(file('labels/fr', own, FRENCH)), [])
})

test('what a closer language leaves out, the wider one may have', () => {
  const wide = file('labels/fr', '$LOGIN_TITLE$=Bienvenue\n$NOTE$=Ohé\n', FRENCH)
  assert.deepEqual(inFront(file('labels/fr_CA', '$OTHER$=x\n'), wide), [])
  assert.deepEqual(inFront(file('labels/fr_CA', '', '$LOGIN_TITLE$=Ouvrir\n'), wide), [
    'master text shown: $LOGIN_TITLE$=Welcome (common/labels/fr_CA 1)',
  ])
})

test('a language that the theme adds is told how much it lacks', () => {
  assert.deepEqual(inFront(file('labels/fi', '$LOGIN_BUTTON$=Kirjaudu\n$NOTE$=Hei\n')), [
    'untranslated: 1 of 2 labels of the master, first $LOGIN_TITLE$ (common/default 1)',
  ])
})

test('the default language is told which others lack its labels', () => {
  const languages = [
    [file('labels/fr', '', FRENCH)],
    [file('labels/de', '$LOGIN_TITLE$=Willkommen\n$NOTE$=Hallo\n')],
  ]
  assert.deepEqual(told(DEFAULTS.path, languages), [
    'missing in a language: French: $LOGIN_TITLE$, $NOTE$ (common/labels/fr 1)',
  ])
})

test('of many labels, some are named and the others counted', () => {
  const own = Array.from({ length: 25 }, (_, index) => `$OWN_${index}$=x`).join('\n')
  const defaults = file('default', own)
  const french = file('labels/fr', '', FRENCH)
  const all = told(french.path, [[french]], defaults)
  assert.equal(all.length, 11)
  assert.equal(all.at(-1), 'untranslated: 15 more labels (common/labels/fr 1)')
  assert.deepEqual(told(defaults.path, [[french]], defaults), [
    'missing in a language: French: $OWN_0$, $OWN_1$, $OWN_2$ and 22 more (common/labels/fr 1)',
  ])
})
