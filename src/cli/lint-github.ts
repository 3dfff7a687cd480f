import type { Finding, Severity } from '../lint/lint.ts'

const COMMANDS: Readonly<Record<Severity, string>> = {
  fatal: 'error',
  error: 'error',
  warning: 'warning',
  recommendation: 'notice',
}

/** Findings as workflow commands of GitHub Actions, which shows them beside the changed lines. */
export function githubReport(findings: readonly Finding[], place: (file: string) => string): string {
  return findings
    .map(({ severity, file, start, end, rule, message }) => {
      const properties = {
        file: place(file),
        line: start.line,
        endLine: end.line,
        // A column means something on one line only.
        ...(start.line === end.line && { col: start.column, endColumn: end.column }),
        title: rule,
      }
      const listed = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`)
      return `::${COMMANDS[severity]} ${listed.join()}::${data(message)}`
    })
    .join('\n')
}

/** What ends a line or a command for the runner is escaped, so that no text of a theme can begin another one. */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** The log shows escape sequences as a terminal does. */
function visible(text: string): string {
  return text.replace(/(?![\r\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
