import { parse } from 'parse5'

interface Node {
  readonly nodeName: string
  readonly attrs?: readonly { name: string; value: string }[]
  readonly childNodes?: readonly Node[]
  readonly value?: string
}

/** A form of a page, as a browser without scripts would send it. */
export interface PageForm {
  readonly action: string
  readonly method: string
  readonly fields: Readonly<Record<string, string>>
  readonly buttons: readonly { name: string; value: string; text: string }[]
}

/** What somebody has in front of them. */
export interface Shown {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly html: string
  readonly title: string
  /** The text of the element with the id `title`, else of the first heading. */
  readonly heading: string
  readonly alert: string
  readonly forms: readonly PageForm[]
}

const MOST_REDIRECTS = 10

/** How requests are made. */
type Ask = (
  url: URL,
  request: {
    readonly method: string
    readonly redirect: 'manual'
    readonly headers: Record<string, string>
    readonly body?: URLSearchParams
  },
) => Promise<Response>

/** Somebody with a browser that has cookies and no scripts. */
export class Person {
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly #ask: Ask
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>()
  /** Each answer on the way to the page: status and where it led. */
  readonly steps: { method: string; url: string; status: number; location: string | null }[] = []
  shown: Shown | undefined

  constructor(base: string, headers: Record<string, string> = {}, ask: Ask = fetch) {
    this.#base = base
    this.#ask = ask
    this.#headers = { accept: 'text/html', ...headers }
  }

  /** One request, with the cookies that fit and without following anything. */
  async send(
    method: 'GET' | 'POST',
    target: string,
    fields?: Readonly<Record<string, string>> | URLSearchParams,
    headers = {},
  ): Promise<Response> {
    const url = new URL(target, this.shown?.url ?? this.#base)
    const cookie = this.cookies(url.pathname)
    const response = await this.#ask(url, {
      method,
      redirect: 'manual',
      headers: { ...this.#headers, ...(cookie !== '' && { cookie }), ...headers },
      ...(method === 'POST' && { body: new URLSearchParams(fields ?? {}) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    this.steps.push({
      method,
      url: url.href,
      status: response.status,
      location: response.headers.get('location'),
    })
    return response
  }

  /** Posts a form as it is written, such as one that has a field twice. */
  async sendBody(target: string, body: string, headers = {}): Promise<Response> {
    return await this.send('POST', target, new URLSearchParams(body), headers)
  }

  /** Opens an address, and follows where it leads as long as that is the service. */
  async visit(target: string): Promise<Shown> {
    const url = new URL(target, this.shown?.url ?? this.#base)
    return await this.#follow(await this.send('GET', url.href), url)
  }

  /** Fills in a form of the page and sends it; by default the first one with its first button. */
  async submit(
    fields: Readonly<Record<string, string>>,
    { form = 0, button }: { form?: number; button?: string } = {},
  ): Promise<Shown> {
    const page = this.shown
    const found =
      button === undefined
        ? page?.forms[form]
        : page?.forms.find(({ buttons }) => buttons.some(({ text }) => text === button))
    if (page === undefined || found === undefined) throw new Error(`there is no such form on ${page?.url}`)
    const pressed =
      button === undefined ? found.buttons[0] : found.buttons.find(({ text }) => text === button)
    const sent = { ...found.fields, ...(pressed?.name ? { [pressed.name]: pressed.value } : {}), ...fields }
    const url = new URL(found.action, page.url)
    return await this.#follow(await this.send('POST', url.href, sent), url)
  }

  /** Where the last request led outside the service, such as an application's address. */
  get left(): string | undefined {
    const location = this.steps.at(-1)?.location ?? undefined
    return location !== undefined && new URL(location, this.#base).origin !== new URL(this.#base).origin
      ? location
      : undefined
  }

  /** The cookies that go to a path. */
  cookies(path = '/'): string {
    return [...this.#cookies.values()]
      .filter(cookie => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies.values()].find(cookie => cookie.name === name)?.value
  }

  setCookie(name: string, value: string, path = '/'): void {
    this.#cookies.set(`${name} ${path}`, { name, value, path })
  }

  async #follow(first: Response, from: URL): Promise<Shown> {
    let response = first
    let url = from
    for (let hop = 0; hop < MOST_REDIRECTS; hop++) {
      const location = response.headers.get('location') ?? refreshOf(response)
      if (location === null) break
      const next = new URL(location, url)
      if (next.origin !== new URL(this.#base).origin) break
      url = next
      response = await this.send('GET', url.href)
    }
    this.shown = shownOf(url.href, response, await response.text())
    return this.shown
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const cut = pair.indexOf('=')
    const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)]
    const of = (wanted: string) =>
      attributes.find(one => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = of('path') ?? '/'
    const gone = of('max-age') === '0' || new Date(of('expires') ?? '2100-01-01').getTime() < Date.now()
    if (gone) this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { name, value, path })
  }
}

/** Where a page leads by itself. */
function refreshOf({ headers }: Response): string | null {
  return /^0;url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1] ?? null
}

function shownOf(url: string, response: Response, html: string): Shown {
  const nodes = [...all(parse(html) as unknown as Node)]
  const byId = nodes.find(node => attribute(node, 'id') === 'title')
  return {
    url,
    status: response.status,
    headers: response.headers,
    html,
    title: text(nodes.find(({ nodeName }) => nodeName === 'title')),
    heading: text(byId ?? nodes.find(({ nodeName }) => nodeName === 'h1')),
    alert: nodes
      .filter(node => attribute(node, 'role') === 'alert')
      .map(text)
      .join(' ')
      .trim(),
    forms: nodes.filter(({ nodeName }) => nodeName === 'form').map(form => formOf(form, nodes)),
  }
}

function formOf(form: Node, page: readonly Node[]): PageForm {
  const inside = [...all(form)]
  const fields: Record<string, string> = {}
  for (const node of inside) {
    const name = attribute(node, 'name')
    const type = attribute(node, 'type') ?? 'text'
    if (node.nodeName === 'select' && name !== undefined) fields[name] = chosenOption(node)
    if (node.nodeName !== 'input' || name === undefined || type === 'submit') continue
    if ((type === 'radio' || type === 'checkbox') && attribute(node, 'checked') === undefined) continue
    fields[name] = attribute(node, 'value') ?? ''
  }
  const id = attribute(form, 'id')
  // A button may stand elsewhere, and name its form.
  const afar = page.filter(node => id !== undefined && attribute(node, 'form') === id)
  const buttons = [...inside, ...afar]
    .filter(({ nodeName }) => nodeName === 'button')
    .map(node => ({
      name: attribute(node, 'name') ?? '',
      value: attribute(node, 'value') ?? '',
      text: text(node),
    }))
  return {
    action: attribute(form, 'action') ?? '',
    method: attribute(form, 'method') ?? 'get',
    fields,
    buttons,
  }
}

function chosenOption(select: Node): string {
  const options = [...all(select)].filter(({ nodeName }) => nodeName === 'option')
  const chosen = options.find(option => attribute(option, 'selected') !== undefined) ?? options[0]
  return chosen === undefined ? '' : (attribute(chosen, 'value') ?? '')
}

function* all(node: Node): Generator<Node> {
  yield node
  for (const child of node.childNodes ?? []) yield* all(child)
}

function attribute({ attrs = [] }: Node, name: string): string | undefined {
  return attrs.find(one => one.name === name)?.value
}

function text(node: Node | undefined): string {
  if (node === undefined) return ''
  return [...all(node)]
    .map(({ nodeName, value }) => (nodeName === '#text' ? (value ?? '') : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
