import { FINDINGS } from '../../core/template/template.ts'
import { LEVELS, SEVERITIES } from '../../lint/lint.ts'
import {
  list,
  named,
  object,
  oneOf,
  orNull,
  record,
  type Schema,
  text,
  texts,
  whole,
  yesOrNo,
} from './schema.ts'

const KINDS = ['text', 'number', 'json', 'address', 'markup', 'switch']
const place = { file: text('Path of the file.'), line: whole('Line in the file, from 1.') }

const entry = {
  id: text('Id of the page or mail.'),
  meaning: text('What it is for.'),
  states: texts('Situations that it can be shown in; the first is the usual one.'),
  situations: record('What each state is about.', { type: 'string' }),
  files: texts('Its templates, without the folder of the locale.'),
  macros: list('What it can show.', named('Macro')),
  repeats: list(
    'Parts that are repeated for each row.',
    object('A repeat.', { name: text('Its name.'), macros: list('What a row can show.', named('Macro')) }),
  ),
}

const lintSettings = {
  rules: record(
    'Levels by the id of a rule. Rules that are not named have their own.',
    oneOf('A level.', LEVELS),
  ),
  scriptOrigins: texts(
    'Origins that pages may load scripts from, such as `https://cdn.example.com`; at most 100.',
  ),
  tagManager: yesOrNo(
    'Whether a tag manager may be on the registration page. It may be there anyway where the service put it there, or the analytics settings of the theme let its container evaluate code.',
  ),
}

/** Pages and mails: the catalogue, previews and explanations. */
export const PAGE_SCHEMAS = {
  Macro: object('A macro of a template.', {
    name: text('Its name; a template writes it between at signs.'),
    kind: oneOf('What its value is.', KINDS),
    meaning: text('What its value tells.'),
  }),
  CataloguePage: object('A page that people see.', { ...entry, group: text('What it has to do with.') }),
  CatalogueMail: object('A mail.', entry),
  Catalogue: object('All pages and mails.', {
    groups: texts('What pages have to do with, in the order in which people get to them.'),
    macros: list('What every page and mail can show.', named('Macro')),
    pages: list('The pages.', named('CataloguePage')),
    mails: list('The mails.', named('CatalogueMail')),
  }),
  Problem: object('Something that the author of a template should know of.', {
    what: oneOf('What is wrong.', FINDINGS),
    name: text('Of the macro, label, file, repeat, directive of the policy, or bound.'),
    ...place,
  }),
  SampleMail: object('Who gets a mail with sample values.', {
    to: text('E-mail address of somebody who may use the console.'),
  }),
  UnsavedFiles: object(
    'Files that are shown without being saved.',
    {},
    {
      themeId: text('The theme that they stand over.', { default: 'default' }),
      files: record('Contents by path below `templates`.', {
        anyOf: [
          { type: 'string', description: 'A text.' },
          object('Bytes.', { base64: text('The content in base64.') }),
        ],
      }),
    },
  ),
  CheckedFiles: object(
    'Files that are checked without being saved.',
    {},
    {
      themeId: text('The theme that they stand over.', { default: 'default' }),
      files: record('Contents by path below `templates`; null for a file to revert.', {
        anyOf: [
          { type: 'string', description: 'A text.' },
          object('Bytes.', { base64: text('The content in base64.') }),
          { type: 'null' },
        ],
      }),
    },
  ),
  Preview: object('A page with files that are not saved.', {
    id: text('The key to the preview; it is good for a while, and for nothing else.'),
    theme: text('Id of the theme below it.'),
    url: text('Where the page is, without a token.'),
    fallback: orNull('Why the page of the master is shown; null where it is the own one.'),
    problems: list('What is wrong with it.', named('Problem')),
    elements: list('The elements of the page, by their number in it.', named('PageElement')),
  }),
  PageElement: object('What made an element of a page.', {
    tag: text('Name of the element.'),
    ...place,
    labels: list('Labels in it.', named('NamedPlace')),
    macros: list('Macros in it.', named('NamedPlace')),
  }),
  LintReport: object('What is wrong with a theme.', {
    findings: list('The mistakes, the worst first.', named('LintFinding')),
    counts: named('FindingCounts'),
  }),
  FindingCounts: object('How many findings there are of each severity, those included that are not listed.', {
    fatal: whole('What the service refuses to store.'),
    error: whole('What keeps something from working.'),
    warning: whole('Probable mistakes.'),
    recommendation: whole('Matters of taste.'),
  }),
  LintRules: object('The rules of the linter.', {
    rules: list(
      'By id.',
      object('A rule.', {
        id: text('Its id, which never changes.'),
        severity: oneOf('How bad its findings are, unless the tenant has set something else.', SEVERITIES),
        fixable: yesOrNo('Whether its findings may carry a fix.'),
        browser: yesOrNo('Whether only `tabard lint --browser` checks it, and the service never does.'),
        title: text('What it finds.'),
        reason: text('Why it matters and what to do instead, in Markdown.'),
        docs: text('Where to read about it.'),
      }),
    ),
  }),
  LintSettings: object('What the linter goes by in the themes of a tenant.', lintSettings),
  LintWish: object('What is set for the linter. What is absent stays as it is.', {}, lintSettings),
  LintFinding: object(
    'A mistake.',
    {
      rule: text('Id of the rule, which never changes.'),
      severity: oneOf('How bad it is.', SEVERITIES),
      file: text('Path of the file below `templates`; empty for the theme as a whole.'),
      start: named('LintPlace'),
      end: named('LintPlace'),
      message: text('What is wrong, and what would be right.'),
      docs: text('Where to read about the rule.'),
    },
    {
      pages: texts('Ids of the pages and mails that it was found on.'),
      locales: texts('Languages in which it was found; without them, in every language.'),
      states: texts('States of the page in which it matters; without them, in every state.'),
      fix: object('What puts it right.', {
        title: text('What it does.'),
        edits: {
          anyOf: [
            { type: 'string', const: 'remove', description: 'The file is dropped from the theme.' },
            list(
              'Replacements in the text of the file.',
              object('A replacement.', {
                start: whole('Where it begins, in UTF-16 code units from 0.'),
                end: whole('Where it ends.'),
                text: text('What is put there.'),
              }),
            ),
          ],
        },
      }),
    },
  ),
  LintPlace: object('A place in a text file.', {
    line: whole('Line, from 1.'),
    column: whole('Column in UTF-16 code units, from 1.'),
  }),
  NamedPlace: object('A label or a macro, and where it stands.', { name: text('Its name.'), ...place }),
  Explanation: object('How a page came to be.', {
    scripts: texts(
      'Other origins that the page loads scripts from. Such a script can read everything that people type into the page.',
    ),
    page: text('Id of the page or mail.'),
    theme: object('The theme in use.', {
      id: text('Its id.'),
      why: oneOf('Why it is this one.', ['forced', 'application', 'default']),
      revision: whole('Its revision.'),
    }),
    locale: object('The language in use.', {
      asked: texts('What was asked for, the most wanted first.'),
      used: text('The locale, as its folder is named.'),
      language: text('Its tag.'),
      direction: oneOf('Which way it is read.', ['ltr', 'rtl']),
    }),
    fallback: orNull('Why the page of the master is shown; null where it is the own one.'),
    fallbacks: whole('How often that happened on this node.'),
    files: list(
      'The files that it is made of.',
      object('A file.', {
        role: oneOf('What it is for.', ['page', 'subject', 'header', 'footer', 'labels', 'style']),
        path: text('Its path.'),
        from: oneOf('Whose it is.', ['theme', 'master']),
      }),
    ),
    labels: object('Labels.', {
      used: texts('Those that it shows.'),
      missing: texts('Those that nobody has.'),
    }),
    macros: object('Macros.', {
      used: texts('Those that it shows.'),
      withoutValue: texts('Those that are known and have no value here.'),
      unknown: texts('Those that nobody knows.'),
    }),
    repeats: texts('Names of its repeats.'),
    problems: list('What is wrong with it.', named('Problem')),
    findings: {
      anyOf: [list('Findings.', named('LintFinding')), { type: 'null' }],
      description:
        'What the linter finds in its own files, the worst first. Null where the linter did not answer within a second, and for files that are not saved.',
    },
    policy: object('What the page may do in a browser.', {
      text: text('Its content security policy.'),
      widened: list(
        'Origins that it may load from because a file names them.',
        object('An origin.', {
          directive: text('What may be loaded.'),
          origin: text('Where from.'),
          by: text('The file that names it.'),
        }),
      ),
      violations: whole('How often browsers reported that it tried more.'),
    }),
  }),
} as const satisfies Record<string, Schema>
