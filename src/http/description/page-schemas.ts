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
  meaning: text('What the page or mail is for.'),
  states: texts('The states of the page. The first one is the usual state.'),
  situations: record('The meaning of each state.', { type: 'string' }),
  files: texts('Paths of its templates, without the language folder.'),
  macros: list('The macros of the page.', named('Macro')),
  repeats: list(
    'Parts that are repeated for each row.',
    object('A repeat.', { name: text('Its name.'), macros: list('The macros of a row.', named('Macro')) }),
  ),
}

const lintSettings = {
  rules: record('Levels by rule id. Other rules keep their default severity.', oneOf('A level.', LEVELS)),
  scriptOrigins: texts(
    'Up to 100 origins that pages may load scripts from, such as `https://cdn.example.com`.',
  ),
  tagManager: yesOrNo(
    'Whether the linter accepts a tag manager on the registration page. It always accepts one that the service inserted, or whose container may evaluate code in the theme’s analytics settings.',
  ),
}

/** Pages and mails: the catalogue, previews and explanations. */
export const PAGE_SCHEMAS = {
  Macro: object('A macro of a template.', {
    name: text('The name. In a template, it stands between at signs.'),
    kind: oneOf('The kind of value.', KINDS),
    meaning: text('The meaning of the value.'),
  }),
  CataloguePage: object('A page that people see.', {
    ...entry,
    group: text('The group of the page, such as `Sign-in`.'),
  }),
  CatalogueMail: object('A mail.', entry),
  Catalogue: object('All pages and mails.', {
    groups: texts('The groups of pages, in the order in which people see them.'),
    macros: list('The macros of every page and mail.', named('Macro')),
    pages: list('The pages.', named('CataloguePage')),
    mails: list('The mails.', named('CatalogueMail')),
  }),
  Problem: object('A problem in a template.', {
    what: oneOf('What is wrong.', FINDINGS),
    name: text('Name of the macro, label, file, repeat, policy directive or limit.'),
    ...place,
  }),
  SampleMail: object('The recipient of a sample mail.', {
    to: text('E-mail address of a person who may use the console.'),
  }),
  UnsavedFiles: object(
    'Unsaved files to preview.',
    {},
    {
      themeId: text('Id of the theme that these files replace files of.', { default: 'default' }),
      files: record('Contents by path below `templates`.', {
        anyOf: [
          { type: 'string', description: 'Text content.' },
          object('Binary content.', { base64: text('The content in base64.') }),
        ],
      }),
    },
  ),
  CheckedFiles: object(
    'Unsaved files to check.',
    {},
    {
      themeId: text('Id of the theme that these files replace files of.', { default: 'default' }),
      files: record('Contents by path below `templates`; null for a file to revert.', {
        anyOf: [
          { type: 'string', description: 'Text content.' },
          object('Binary content.', { base64: text('The content in base64.') }),
          { type: 'null' },
        ],
      }),
    },
  ),
  Preview: object('A preview with unsaved files.', {
    id: text('The key to this preview. It expires after 15 minutes.'),
    theme: text('Id of the underlying theme.'),
    url: text('Address of the page. It needs no token.'),
    fallback: orNull(
      'Why the master’s page is shown instead of the theme’s. Null if the theme’s page is shown.',
    ),
    problems: list('The problems of the page.', named('Problem')),
    elements: list('The elements of the page, in order.', named('PageElement')),
  }),
  PageElement: object('An element of a page, and where it comes from.', {
    tag: text('Name of the element.'),
    ...place,
    labels: list('Labels in the element.', named('NamedPlace')),
    macros: list('Macros in the element.', named('NamedPlace')),
  }),
  LintReport: object('The findings in a theme.', {
    findings: list('The findings, most severe first.', named('LintFinding')),
    counts: named('FindingCounts'),
  }),
  FindingCounts: object('Number of findings of each severity, including findings that are not listed.', {
    fatal: whole('Mistakes for which the service rejects the theme.'),
    error: whole('Mistakes that break something.'),
    warning: whole('Probable mistakes.'),
    recommendation: whole('Possible improvements.'),
  }),
  LintRules: object('The rules of the linter.', {
    rules: list(
      'The rules, sorted by id.',
      object('A rule.', {
        id: text('Id of the rule, which never changes.'),
        severity: oneOf('Default severity of its findings.', SEVERITIES),
        fixable: yesOrNo('Whether its findings can have an automatic fix.'),
        browser: yesOrNo('Whether only `tabard lint --browser` checks this rule, and not the service.'),
        title: text('What it finds.'),
        reason: text('Why it matters and what to do instead, in Markdown.'),
        docs: text('Address of its documentation.'),
      }),
    ),
  }),
  LintSettings: object('The linter settings of a tenant.', lintSettings),
  LintWish: object(
    'The linter settings to change. Settings that are absent do not change.',
    {},
    lintSettings,
  ),
  LintFinding: object(
    'A finding of the linter.',
    {
      rule: text('Id of the rule, which never changes.'),
      severity: oneOf('Severity of the finding.', SEVERITIES),
      file: text('Path of the file below `templates`; empty for the theme as a whole.'),
      start: named('LintPlace'),
      end: named('LintPlace'),
      message: text('What is wrong, and how to fix it.'),
      docs: text('Address of the rule’s documentation.'),
    },
    {
      pages: texts('Ids of the affected pages and mails.'),
      locales: texts('The affected languages. Absent if all languages are affected.'),
      states: texts('The affected states of the page. Absent if all states are affected.'),
      fix: object('An automatic fix.', {
        title: text('What it does.'),
        edits: {
          anyOf: [
            { type: 'string', const: 'remove', description: 'The fix removes the file from the theme.' },
            list(
              'Replacements in the text of the file.',
              object('A replacement.', {
                start: whole('Start of the replaced text, in UTF-16 code units from 0.'),
                end: whole('End of the replaced text, exclusive.'),
                text: text('The new text.'),
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
  NamedPlace: object('A label or a macro, with its place.', { name: text('Its name.'), ...place }),
  Explanation: object('How a page is put together.', {
    scripts: texts(
      'Other origins that the page loads scripts from. These scripts can read everything that people type into the page.',
    ),
    page: text('Id of the page or mail.'),
    theme: object('The theme in use.', {
      id: text('Its id.'),
      why: oneOf('Why this theme is used.', ['forced', 'application', 'default']),
      revision: whole('Its revision.'),
    }),
    locale: object('The language in use.', {
      asked: texts('The requested languages, in order of preference.'),
      used: text('The locale in use, by the name of its folder.'),
      language: text('Its language tag.'),
      direction: oneOf('The writing direction.', ['ltr', 'rtl']),
    }),
    fallback: orNull(
      'Why the master’s page is shown instead of the theme’s. Null if the theme’s page is shown.',
    ),
    fallbacks: whole('Number of times this happened on this node.'),
    files: list(
      'The files of the page.',
      object('A file.', {
        role: oneOf('The role of the file.', ['page', 'subject', 'header', 'footer', 'labels', 'style']),
        path: text('Its path.'),
        from: oneOf('Whether the file is from the theme or from the master.', ['theme', 'master']),
      }),
    ),
    labels: object('Labels.', {
      used: texts('Names that the page uses.'),
      missing: texts('Labels that are not defined anywhere.'),
    }),
    macros: object('Macros.', {
      used: texts('Names that the page uses.'),
      withoutValue: texts('Macros that have no value on this page.'),
      unknown: texts('Macros that do not exist.'),
    }),
    repeats: texts('Names of its repeats.'),
    problems: list('The problems of the page.', named('Problem')),
    findings: {
      anyOf: [list('Findings.', named('LintFinding')), { type: 'null' }],
      description:
        'The linter’s findings in the theme’s files of this page, most severe first. Null if the linter took longer than a second, and for unsaved files.',
    },
    policy: object('The content security policy of the page.', {
      text: text('The policy, as sent to browsers.'),
      widened: list(
        'Origins that the policy allows because a file of the theme uses them.',
        object('An origin.', {
          directive: text('The directive of the policy.'),
          origin: text('The origin.'),
          by: text('Path of the file that uses it.'),
        }),
      ),
      violations: whole('Number of violations that browsers reported.'),
    }),
  }),
} as const satisfies Record<string, Schema>
