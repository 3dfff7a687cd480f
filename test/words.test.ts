import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const TEXTS = [
  '*.md',
  'docs/**/*.md',
  'src/**/*.{ts,js}',
  'console/src/**/*.{ts,tsx}',
  'client/*.ts',
  'bin/*',
  'build/*',
  'dev/*',
  'bench/*.ts',
  'test/support/*.ts',
  'master/mails.ts',
  'master/templates/common/default/template_labels.properties',
]

/** Expressions that leave a reader guessing, and what to write instead. The right side is part of the failure. */
const LEFTOVERS: readonly (readonly [leftover: RegExp, instead: string])[] = [
  [/\bthe interface\b/i, 'the branding REST API'],
  [/\b(?:packages|themes|tools|clients|scripts|pages|those) of the field\b/i, 'made for IBM Security Verify'],
  [/\bthe convention\b/i, 'name the specification'],
  [/\bexisting clients\b/i, 'name the tools'],
  [/\bas the standard has (?:it|them)\b/i, 'as specified in …'],
  [/(?:\/\*\*|\/\/|^\s*\*) The same(?:,|:| (?:for|as|with|in|on|where)\b)/, 'a comment that stands alone'],
  [/\bthat there is (?:none|not)\b/i, 'that does not exist'],
  [/\bfor those who ask for none\b/i, 'when none of … is available'],
  [/\bnot any more\b/i, 'no longer'],
  [/\brides in\b/i, 'travels in'],
  [/\bknows? (?:it|them) again\b/i, 'verify, recognize'],
  [/\bloses the form\b/i, 'the form stops working'],
  [/\b(?:shown|printed) this once\b/i, 'shown only once'],
  [/\bdiffer by more than case\b/i, 'differ in more than upper and lower case'],
  [/\blook(?:s|ed|ing)? after\b/i, 'manage, administer'],
  [/\bdid not come to an end\b/i, 'failed'],
  [/\bRedirect address(?:es)?\b/, 'redirect URI'],
]

/** Its table of words names what not to write. */
const GLOSSARY = 'CONTRIBUTING.md'

test('no text has a leftover that readers cannot understand', () => {
  const found = TEXTS.flatMap(pattern => globSync(pattern))
    .filter(file => file !== GLOSSARY)
    .flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          LEFTOVERS.filter(([leftover]) => leftover.test(line)).map(
            ([, instead]) => `${file}:${index + 1} “${line.trim()}” → ${instead}`,
          ),
        ),
    )
  assert.deepEqual(found, [])
})
