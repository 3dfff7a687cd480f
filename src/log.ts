import { writeSync } from 'node:fs'

/** What the log is written to. */
export interface LogDestination {
  /** Takes a line of JSON. It never throws and never blocks. */
  write(line: string): void
  /** How many lines could not be written. */
  readonly lost: number
}

interface Out {
  readonly fd: number
  readonly isTTY?: boolean
}

/** At most this many bytes are buffered for a slow reader; further lines are dropped. */
const ROOM = 1024 * 1024
const RETRY_MS = 50
/** How long the process waits for a slow reader before it exits. */
const LAST_MS = 2_000
const PAUSE = new Int32Array(new SharedArrayBuffer(4))

const LEVELS: Readonly<Record<string, readonly [name: string, colour: number]>> = {
  20: ['DEBUG', 90],
  30: ['INFO', 32],
  40: ['WARN', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 31],
}
export const INFO = 30
const WARN = 40

/** The destination of log lines, which are written as JSON or formatted for people. */
export function logDestination(
  wish: { readonly logFormat: 'json' | 'pretty' | undefined; readonly noColor: boolean },
  out: Out,
): LogDestination {
  const terminal = out.isTTY === true
  const isJson = (wish.logFormat ?? (terminal ? 'pretty' : 'json')) === 'json'
  const colours = terminal && !wish.noColor
  return new LogFile(out.fd, isJson ? line => line : line => `${prettyLine(line, colours)}\n`)
}

/**
 * Writes lines to a file or a pipe. A full disk, or a reader that is gone or stuck, neither ends nor blocks the
 * service. Lines that cannot be written are dropped, and a warning with their number precedes the next line that can.
 */
class LogFile implements LogDestination {
  readonly #fd: number
  readonly #shown: (line: string) => string
  /** Lines that wait because the reader is slow. */
  #waiting: string[] = []
  #bytes = 0
  /** The bytes of the first waiting line that are written already. */
  #begun = 0
  #lost = 0
  /**
   * The number of lost lines that no warning has reported yet; `#telling` is the part that the first waiting line
   * reports.
   */
  #untold = 0
  #telling = 0
  /** Whether only a part of the last line was written. */
  #isTorn = false
  /**
   * Whether a line was written in this turn of the event loop. Further lines of the turn are written together at its
   * end.
   */
  #isTurn = false
  /** Whether a retry is scheduled, because the reader is slow. */
  #isSlow = false

  constructor(fd: number, shown: (line: string) => string) {
    this.#fd = fd
    this.#shown = shown
  }

  get lost(): number {
    return this.#lost
  }

  write(line: string): void {
    const text = this.#shown(line)
    if (this.#waiting.length === 0) {
      this.#enqueue(this.#untold === 0 ? text : `${this.#warning()}${text}`)
      if (this.#isTurn) process.once('exit', this.#last)
      else this.#begin()
    } else if (this.#bytes + Buffer.byteLength(text) <= ROOM) this.#enqueue(text)
    else this.#lose(1)
  }

  /** Writes the first line of a turn at once, so that a quiet service logs every event when it happens. */
  #begin(): void {
    this.#isTurn = true
    this.#flush()
    setImmediate(() => {
      this.#isTurn = false
      if (this.#waiting.length > 0 && !this.#isSlow) this.#flush()
    }).unref()
  }

  #enqueue(text: string): void {
    this.#waiting.push(text)
    this.#bytes += Buffer.byteLength(text)
  }

  #warning(): string {
    this.#telling = this.#untold
    const warning = logLine(WARN, { lines: this.#untold }, 'lines of the log could not be written')
    return `${this.#isTorn ? '\n' : ''}${this.#shown(warning)}`
  }

  #lose(lines: number): void {
    this.#lost += lines
    this.#untold += lines
  }

  #flush(): void {
    process.off('exit', this.#last)
    this.#isSlow = !this.#written()
    if (!this.#isSlow) return
    setTimeout(() => this.#flush(), RETRY_MS).unref()
    process.once('exit', this.#last)
  }

  /** Writes the last lines before the process exits, because they say why it exits. */
  readonly #last = () => {
    const until = performance.now() + LAST_MS
    while (!this.#written() && performance.now() < until) Atomics.wait(PAUSE, 0, 0, RETRY_MS / 5)
  }

  /** Writes the waiting lines. Returns false if some are left because the reader is slow. */
  #written(): boolean {
    try {
      while (this.#waiting.length > 0) this.#send()
    } catch (error) {
      // The pipe is full, because its reader is slow.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false
      this.#lose(this.#waiting.length)
      this.#waiting = []
      this.#bytes = 0
      this.#begun = 0
      this.#telling = 0
    }
    return true
  }

  /** Writes as many bytes as the reader takes, in one call. */
  #send(): void {
    // One text of all lines, because a buffer for each takes longer than writing them.
    const bytes = Buffer.from(this.#waiting.join(''))
    const written = this.#begun + writeSync(this.#fd, bytes, this.#begun)
    let [lines, size] = [this.#waiting.length, bytes.length]
    if (written < size) {
      ;[lines, size] = [0, 0]
      for (let next = this.#sizeOf(lines); size + next <= written; next = this.#sizeOf(lines)) {
        size += next
        lines += 1
      }
    }
    this.#waiting.splice(0, lines)
    this.#bytes = bytes.length - size
    this.#begun = written - size
    this.#isTorn = this.#begun > 0
    if (lines === 0) return
    this.#untold -= this.#telling
    this.#telling = 0
  }

  #sizeOf(line: number): number {
    return Buffer.byteLength(this.#waiting[line]!)
  }
}

/** A warning that is written before the server and its log exist. */
export function warnEarly(destination: LogDestination, fields: object, msg: string): void {
  destination.write(logLine(WARN, fields, msg))
}

/** A line as the server's logger writes it. */
export function logLine(level: number, fields: object, msg: string): string {
  return `${JSON.stringify({ level, time: Date.now(), ...fields, msg })}\n`
}

/** A line of the log for people: time, level, what happened, and the rest by name. */
export function prettyLine(line: string, colours: boolean): string {
  const fields = fieldsOf(line)
  if (fields === undefined) return visible(line.trimEnd())
  const { level, time, msg, method, path, status, ms, err, ...rest } = fields
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

/** The fields of a line; undefined if a library wrote the line in another format. */
function fieldsOf(line: string): Record<string, unknown> | undefined {
  try {
    const fields: unknown = JSON.parse(line)
    const isLine = typeof fields === 'object' && fields !== null && 'time' in fields
    return isLine && isTime(fields.time) ? { ...fields } : undefined
  } catch {
    return undefined
  }
}

function isTime(value: unknown): boolean {
  return !Number.isNaN(new Date(Number(value)).getTime())
}

/** Indents the text of an error, so that it cannot be mistaken for a line of the log. */
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

/** Replaces characters that end a line, move the cursor, or change the direction of text. */
function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, char => `\\u{${char.codePointAt(0)!.toString(16)}}`)
}
