import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Short, or requests would come in bursts that no crowd makes. */
const TICK_MS = 1
const CONNECTIONS = 32
const LENGTH = /^content-length: (\d+)\r?$/im

/** A request as it goes over the wire. */
export function wired(
  url: string,
  { method, path, headers }: { method: string; path: string; headers: Readonly<Record<string, string>> },
  body = '',
): string {
  const all = { host: new URL(url).host, 'content-length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

/**
 * Requests at a steady rate, whether or not the ones before are answered: what waits is seen, not waited for. They are
 * written as they are, because a client that does more takes the time that it measures.
 */
export class Paced {
  readonly #next: () => string
  readonly #connections: Connection[]

  constructor(url: string, next: () => string, answered: (milliseconds: number) => void) {
    this.#next = next
    this.#connections = Array.from({ length: CONNECTIONS }, () => new Connection(url, answered))
  }

  /** For some seconds, or until somebody has enough. */
  async during(rate: number, seconds: number, enough = () => false): Promise<void> {
    const begun = performance.now()
    let sent = 0
    for (let passed = 0; passed < seconds && !enough(); passed = (performance.now() - begun) / 1000) {
      for (; sent < passed * rate; sent++) this.#connections[sent % CONNECTIONS]!.send(this.#next())
      await sleep(TICK_MS)
    }
    while (this.#connections.some(({ waiting }) => waiting > 0)) await sleep(TICK_MS)
    for (const connection of this.#connections) connection.close()
  }
}

/** One connection, on which answers come in the order of the requests. */
class Connection {
  readonly #socket: Socket
  readonly #begun: number[] = []
  #text = ''

  constructor(url: string, answered: (milliseconds: number) => void) {
    const { hostname, port } = new URL(url)
    this.#socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
    this.#socket.on('data', (text: string) => {
      this.#text += text
      while (this.#took()) answered(performance.now() - this.#begun.shift()!)
    })
  }

  get waiting(): number {
    return this.#begun.length
  }

  send(request: string): void {
    this.#begun.push(performance.now())
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.destroy()
  }

  /** Takes a whole answer from what came; false when there is none. */
  #took(): boolean {
    const end = this.#text.indexOf('\r\n\r\n')
    if (end === -1) return false
    const head = this.#text.slice(0, end)
    if (!head.startsWith('HTTP/1.1 2')) throw new Error(`the service answered with ${head}`)
    const length = end + 4 + Number(LENGTH.exec(head)?.[1] ?? 0)
    if (this.#text.length < length) return false
    this.#text = this.#text.slice(length)
    return true
  }
}
