/** A part of the service whose tests are measured: its files, and the tests that prove it, quick ones first. */
export interface Part {
  readonly about: string
  readonly files: readonly string[]
  readonly tests: readonly string[]
  /** Tests that are left out because they take seconds, by a part of their names. */
  readonly without?: readonly string[]
}

export const PARTS: Readonly<Record<string, Part>> = {
  paths: {
    about: 'the path gate',
    files: ['src/core/path.ts', 'src/http/request/target.ts'],
    tests: ['test/core/path.test.ts', 'test/http/target.test.ts'],
  },
  archive: {
    about: 'the archive reader',
    files: [
      'src/zip/directory.ts',
      'src/zip/end.ts',
      'src/zip/extra.ts',
      'src/zip/flaws.ts',
      'src/zip/local.ts',
      'src/zip/name.ts',
      'src/zip/read.ts',
      'src/zip/root.ts',
    ],
    tests: [
      'test/zip/root.test.ts',
      'test/zip/layout.test.ts',
      'test/zip/data.test.ts',
      'test/zip/entries.test.ts',
      'test/zip/hostile.test.ts',
      'test/zip/tools.test.ts',
    ],
  },
  entitlements: {
    about: 'admission to calls by token, entitlement, session and role',
    files: [
      'src/core/entitlement.ts',
      'src/http/console/console-gate.ts',
      'src/http/description/admission.ts',
      'src/http/request/auth.ts',
    ],
    tests: ['test/http/gate.test.ts', 'test/http/admission.test.ts'],
  },
  tokens: {
    about: 'bearer tokens of API clients, and what the OpenID provider keeps',
    files: ['src/identity/provider/adapter.ts', 'src/identity/provider/bearer.ts'],
    tests: ['test/identity/provider-records.test.ts', 'test/identity/bearers.test.ts'],
  },
  templates: {
    about: 'the template compiler: includes, labels, the place of each value, escaping, and joining pages',
    files: [
      'src/core/template/address.ts',
      'src/core/template/as-written.ts',
      'src/core/template/assemble.ts',
      'src/core/template/bounds.ts',
      'src/core/template/compile.ts',
      'src/core/template/encode.ts',
      'src/core/template/expand.ts',
      'src/core/template/fitted.ts',
      'src/core/template/grammar.ts',
      'src/core/template/marked.ts',
      'src/core/template/markup.ts',
      'src/core/template/places.ts',
      'src/core/template/plain.ts',
      'src/core/template/render.ts',
      'src/core/template/repeats.ts',
      'src/core/template/script.ts',
      'src/core/template/style.ts',
      'src/core/template/transfer.ts',
    ],
    tests: [
      'test/template/encoders.test.ts',
      'test/template/escape.test.ts',
      'test/template/grammar.test.ts',
      'test/template/label-forms.test.ts',
      'test/template/labels.test.ts',
      'test/template/policy.test.ts',
      'test/template/scriptless.test.ts',
      'test/template/script-origins.test.ts',
      'test/template/bounds.test.ts',
      'test/template/as-written.test.ts',
      'test/template/compile.test.ts',
      'test/template/contexts.test.ts',
      'test/template/plain.test.ts',
      'test/template/states.test.ts',
      'test/template/transfer.test.ts',
    ],
    without: [
      'a flood of',
      'time and room are bounded',
      'a million odd lines',
      'count towards the bounds of labels',
      'however often they are written',
      'only the values tell',
      ': words',
      'a template at its bounds compiles',
      'in every language',
      'whatever stands around labels',
    ],
  },
  pages: {
    about: 'what the compiler finds out about a page: its content policy, scripts, forms and plain text',
    files: [
      'src/core/template/facts.ts',
      'src/core/template/foreign-scripts.ts',
      'src/core/template/mail-secrets.ts',
      'src/core/template/plain-text.ts',
      'src/core/template/policy.ts',
      'src/core/template/policy-bound.ts',
      'src/core/template/script-facts.ts',
      'src/core/template/tag-manager.ts',
    ],
    tests: [
      'test/template/facts.test.ts',
      'test/template/page-needs.test.ts',
      'test/template/policy.test.ts',
      'test/template/scriptless.test.ts',
      'test/template/script-origins.test.ts',
      'test/core/mail-secrets.test.ts',
      'test/core/analytics/snippet.test.ts',
    ],
    without: ['however often they are written', 'only the values tell', 'before a single value is written'],
  },
  sessions: {
    about: 'sessions of people and of the console, and states of flows',
    files: [
      'src/identity/sessions/console-sessions.ts',
      'src/identity/sessions/flows.ts',
      'src/identity/sessions/sessions.ts',
    ],
    tests: [
      'test/identity/sessions.test.ts',
      'test/identity/flow-states.test.ts',
      'test/identity/console-sessions.test.ts',
    ],
  },
}
