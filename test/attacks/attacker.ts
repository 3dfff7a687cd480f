import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestPair } from '../support/certificate.ts'
import { type Listening, listen, type Transport } from './transport.ts'

/** What the script of the theme needs to know for an attack. */
export type Facts = Readonly<Record<string, unknown>>

/** What attacks brought home, by their names: nothing, where they failed. */
export type Loot = ReadonlyMap<string, readonly string[]>

/** A page of the hostile theme that somebody saw. */
export interface Sight {
  readonly address: string
  /** What stood there that is none of the theme's business. */
  readonly leaked: readonly string[]
}

/** Where the script runs: in a page that somebody opened, or in a picture of one that the console shows. */
export type Place = 'page' | 'preview'

const PATIENCE = 120_000

interface Order {
  readonly place: Place
  readonly attacks: readonly string[]
  readonly facts: Facts
  readonly loot: Map<string, readonly string[]>
  readonly done: PromiseWithResolvers<Loot>
}

interface Report extends Partial<Sight> {
  readonly order?: number
  readonly attack?: string
  readonly taken?: readonly string[]
  readonly done?: boolean
  readonly told?: string
}

/** The server of whoever wrote the theme: it gives orders to the script, and collects what that sends. */
export class Attacker {
  readonly url: string
  /** Every page of the theme that was shown. */
  readonly sights: Sight[] = []
  /** What parts of the script said by themselves, such as workers that have outlived their page. */
  readonly told: string[] = []
  readonly #orders: Order[] = []
  readonly #given = new Set<Order>()
  readonly #visited = new Set<string>()
  readonly #server: Listening
  #heard: (() => void)[] = []

  constructor(server: Listening) {
    this.#server = server
    this.url = server.url
  }

  static async start(transport: Transport, pair: TestPair): Promise<Attacker> {
    const server = await listen(transport, 'evil', pair, (request, response) =>
      attacker.#answer(request, response),
    )
    const attacker = new Attacker(server)
    return attacker
  }

  /** Lets the next page of the theme run attacks; answers when all of them have come to an end. */
  async order(attacks: readonly string[], facts: Facts, place: Place = 'page'): Promise<Loot> {
    const done = Promise.withResolvers<Loot>()
    this.#orders.push({ place, attacks, facts, loot: new Map(), done })
    const late = setTimeout(() => done.reject(new Error('the script of the theme did not run')), PATIENCE)
    try {
      return await done.promise
    } finally {
      clearTimeout(late)
    }
  }

  /** Waits until something has been told. */
  async hears(wanted: (told: string) => boolean): Promise<void> {
    while (!this.told.some(wanted)) await new Promise<void>(resolve => void this.#heard.push(resolve))
  }

  async stop(): Promise<void> {
    await this.#server.stop()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url!, this.url)
    const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }
    if (pathname === '/orders') {
      const place: Place = searchParams.get('at')?.startsWith('/preview/') ? 'preview' : 'page'
      const order = this.#orders.find(one => one.place === place && !this.#given.has(one))
      if (order !== undefined) this.#given.add(order)
      const { attacks = [], facts = {} } = order ?? {}
      const number = order && this.#orders.indexOf(order)
      response.writeHead(200, { ...headers, 'content-type': 'application/json' })
      response.end(JSON.stringify({ order: number, attacks, facts }))
    } else if (pathname === '/report') {
      let body = ''
      request.setEncoding('utf8').on('data', text => {
        body += text
      })
      request.on('end', () => {
        this.#take(JSON.parse(body) as Report)
        response.writeHead(204, headers).end()
      })
    } else if (pathname === '/seen') {
      response.writeHead(200, { ...headers, 'content-type': 'application/json' })
      response.end(JSON.stringify(this.#visited.has(searchParams.get('path') ?? '')))
    } else {
      this.#visited.add(pathname)
      // A page of the attacker's own site, that frames what it is told to.
      const framed = searchParams.get('frame')
      response.writeHead(200, { ...headers, 'content-type': 'text/html' })
      response.end(framed === null ? '' : `<iframe src="${framed.replaceAll('&', '&amp;')}"></iframe>`)
    }
  }

  #take({ order, attack, taken, done, told, ...sight }: Report): void {
    if (told !== undefined) this.told.push(told)
    for (const heard of this.#heard.splice(0)) heard()
    if (sight.address !== undefined) this.sights.push(sight as Sight)
    const given = order === undefined ? undefined : this.#orders[order]
    if (attack !== undefined) given?.loot.set(attack, taken ?? [])
    if (done) given?.done.resolve(given.loot)
  }
}
