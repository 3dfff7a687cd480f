import type { BrowserContext } from 'playwright-core'
import { navigate } from '../support/navigate.ts'
import { Person, type Shown } from '../support/person.ts'
import { atLoopback } from './facts.ts'

type Cookie = Parameters<BrowserContext['addCookies']>[0][number]
type Ask = NonNullable<ConstructorParameters<typeof Person>[2]>
type Form = Parameters<Person['submit']>[1]

/** Somebody with a browser without scripts, at all hosts of a world. Chromium takes ten times as long to sign somebody in. */
export class Visitor {
  readonly #cookies = new Map<string, Cookie>()
  #person: Person | undefined

  /** What stands there now. */
  get shown(): Shown {
    return this.#person!.shown!
  }

  /** All cookies, as they were set. */
  get cookies(): readonly Cookie[] {
    return [...this.#cookies.values()]
  }

  /** Opens an address, and follows where it leads. */
  async open(address: string): Promise<Shown> {
    for (let next: string | undefined = address; next !== undefined; next = this.#person.left) {
      this.#person = new Person(new URL(next).origin, {}, this.#ask)
      await this.#person.visit(next)
    }
    return this.shown
  }

  /** Fills in the form of the page, and follows where that leads. */
  async submit(fields: Readonly<Record<string, string>>, form?: Form): Promise<Shown> {
    await this.#person!.submit(fields, form)
    const { left } = this.#person!
    return left === undefined ? this.shown : await this.open(left)
  }

  /** The names of the hosts are known to the browser only, and cookies belong to a host, whatever its port. */
  readonly #ask: Ask = async (url, { method, headers, body }) => {
    const sent = this.cookies.filter(
      ({ domain, path = '/' }) => domain === url.hostname && url.pathname.startsWith(path),
    )
    const answer = await navigate(atLoopback(url.href) + url.pathname + url.search, {
      method,
      headers: {
        ...headers,
        host: url.host,
        ...(body !== undefined && { origin: url.origin }),
        cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      ...(body !== undefined && { body }),
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(url.hostname, line)
    return answer
  }

  #keep(domain: string, line: string): void {
    const [pair = '', ...rest] = line.split(/;\s*/)
    const cut = pair.indexOf('=')
    const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)]
    const attributes = new Map(
      rest.map(one => one.split('=')).map(([key = '', text]) => [key.toLowerCase(), text]),
    )
    const path = attributes.get('path') ?? '/'
    const key = `${domain} ${path} ${name}`
    const age = attributes.get('max-age')
    const end = age === undefined ? attributes.get('expires') : undefined
    const expires = age !== undefined ? Date.now() / 1000 + Number(age) : end && Date.parse(end) / 1000
    if (expires && expires <= Date.now() / 1000) {
      this.#cookies.delete(key)
      return
    }
    const same = attributes.get('samesite')?.toLowerCase()
    const sameSite = (['Strict', 'Lax', 'None'] as const).find(one => one.toLowerCase() === same)
    this.#cookies.set(key, {
      ...{ name, value, domain, path },
      httpOnly: attributes.has('httponly'),
      secure: attributes.has('secure'),
      ...(sameSite !== undefined && { sameSite }),
      ...(expires && { expires }),
    })
  }
}
