/** What the log is written to, line by line. */
export interface LogDestination {
  write(line: string): void
}

interface Out {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const LEVELS: Readonly<Record<string, readonly [name: string, colour: number]>> = {
  20: ['DEBUG', 90],
  30: ['INFO', 32],
  40: ['WARN', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 31],
}

/** Where lines are made readable for people; undefined where they stay JSON. */
export function logDestination(
  wish: { readonly logFormat: 'json' | 'pretty' | undefined; readonly noColor: boolean },
  out: Out,
): LogDestination | undefined {
  const terminal = out.isTTY === true
  if ((wish.logFormat ?? (terminal ? 'pretty' : 'json')) === 'json') return undefined
  const colours = terminal && !wish.noColor
  return { write: line => void out.write(`${prettyLine(line, colours)}\n`) }
}

/** A warning from before there is a server that logs. */
export function warnEarly(destination: LogDestination | undefined, fields: object, msg: string): void {
  const line = JSON.stringify({ level: 40, time: Date.now(), ...fields, msg })
  if (destination === undefined) process.stdout.write(`${line}\n`)
  else destination.write(line)
}

/** A line of the log for people: time, level, what happened, and the rest by name. */
export function prettyLine(line: string, colours: boolean): string {
  const { level, time, msg, method, path, status, ms, err, ...rest } = JSON.parse(line) as Record<
    string,
    unknown
  >
  const [name, colour] = LEVELS[String(level)] ?? ['', 0]
  const coloured = (code: number, text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)
  const request = method !== undefined && path !== undefined
  const what = request ? `${method} ${path} ${status} ${ms} ms` : String(msg ?? '')
  const others = Object.entries(rest).map(([key, value]) => `${key}=${shown(value)}`)
  const head = [
    coloured(90, new Date(Number(time)).toISOString()),
    coloured(colour, name.padEnd(5)),
    visible(what),
    coloured(90, visible(others.join(' '))),
  ]
  const first = head.join(' ').trimEnd()
  return err === undefined ? first : `${first}\n${stackOf(err)}`
}

/** Stands to the right of where lines begin, so that no message of an error looks like a line of its own. */
function stackOf(err: unknown): string {
  const { stack, message } = Object(err) as { stack?: unknown; message?: unknown }
  return String(stack ?? message ?? JSON.stringify(err))
    .split('\n')
    .map(line => `    ${visible(line)}`)
    .join('\n')
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w.:/@+,%~…{-][^\s"=]*$/.test(text) ? text : JSON.stringify(text)
}

/** Nothing that ends a line, moves the cursor, or turns the direction of text gets through. */
function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, char => `\\u{${char.codePointAt(0)!.toString(16)}}`)
}
