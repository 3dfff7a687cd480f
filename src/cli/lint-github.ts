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
        // GitHub accepts columns only for a range on one line.
        ...(start.line === end.line && { col: start.column, endColumn: end.column }),
        title: rule,
      }
      const listed = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`)
      return `::${COMMANDS[severity]} ${listed.join()}::${data(message)}`
    })
    .join('\n')
}

/**
 * Escapes characters that end a line or a command for the runner, so that the text of a theme cannot start a command.
 */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** Escapes control characters, because the log shows escape sequences as a terminal does. */
function visible(text: string): string {
  return text.replace(/(?![\r\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
