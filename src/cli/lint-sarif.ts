import { type Finding, REFUSED, RULES, type Severity } from '../lint/lint.ts'

const LEVELS: Readonly<Record<Severity, string>> = {
  fatal: 'error',
  error: 'error',
  warning: 'warning',
  recommendation: 'note',
}

const DESCRIBED = [
  ...RULES,
  ...Object.entries(REFUSED).map(([id, rest]) => ({ id, severity: 'fatal' as const, ...rest })),
]

/** Findings in SARIF 2.1.0, the format of code scanning services. */
export function sarifReport(
  findings: readonly Finding[],
  place: (file: string) => string,
  version: string,
  docs?: (rule: string) => string,
): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Tabard',
            version,
            rules: DESCRIBED.map(({ id, severity, title, reason }) => ({
              id,
              name: title,
              shortDescription: { text: title },
              fullDescription: { text: reason },
              help: { text: reason, markdown: reason },
              // Only a running service has an address for the reference. Without one, the help text above has to be
              // enough.
              ...(docs && { helpUri: docs(id) }),
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(finding => result(finding, place)),
      },
    ],
  }
}

function result(
  { rule, severity, file, start, end, message, ...rest }: Finding,
  place: (file: string) => string,
) {
  const { pages, locales, states } = rest
  return {
    ruleId: rule,
    ruleIndex: DESCRIBED.findIndex(({ id }) => id === rule),
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: place(file).split('/').map(encodeSegment).join('/') },
          region: {
            startLine: start.line,
            startColumn: start.column,
            endLine: end.line,
            endColumn: end.column,
          },
        },
      },
    ],
    properties: { severity, ...(pages && { pages }), ...(locales && { locales }), ...(states && { states }) },
  }
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed())
}
