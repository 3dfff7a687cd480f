import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Short, or requests would come in bursts that no crowd makes. */
const TICK_MS = 1

type Headers = Readonly<Record<string, string>>

/** Requests at a steady rate, whether or not the ones before are answered: what waits is seen, not waited for. */
export class Paced {
  readonly #url: URL
  readonly #target: { readonly method?: string; readonly path: string }
  readonly #headers: Headers
  readonly #answered: (milliseconds: number) => void
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #open = new Set<Promise<void>>()

  constructor(
    url: string,
    { headers, ...target }: { method?: string; path: string; headers: Headers },
    answered: (milliseconds: number) => void,
  ) {
    this.#url = new URL(url)
    this.#target = target
    this.#headers = headers
    this.#answered = answered
  }

  /** For some seconds, or until somebody has enough. */
  async during(
    rate: number,
    seconds: number,
    next: () => { body?: string; headers?: Headers } = () => ({}),
    enough = () => false,
  ): Promise<void> {
    const begun = performance.now()
    let sent = 0
    for (let passed = 0; passed < seconds && !enough(); passed = (performance.now() - begun) / 1000) {
      for (; sent < passed * rate; sent++) this.#send(next())
      await sleep(TICK_MS)
    }
    await Promise.all(this.#open)
    this.#agent.destroy()
  }

  #send({ body, headers = {} }: { body?: string; headers?: Headers }): void {
    const begun = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const { hostname, port } = this.#url
    const all = { ...this.#target, hostname, port, agent: this.#agent }
    const sending = request({ ...all, headers: { ...this.#headers, ...headers } }, answer => {
      answer.resume()
      answer.once('end', () => {
        if (answer.statusCode! >= 300)
          return reject(new Error(`${all.path} answered with ${answer.statusCode}`))
        this.#answered(performance.now() - begun)
        resolve()
      })
    })
    sending.once('error', reject)
    sending.end(body)
    this.#open.add(promise)
    promise.then(
      () => this.#open.delete(promise),
      () => {},
    )
  }
}
