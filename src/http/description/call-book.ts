import type { FastifyInstance } from 'fastify'
import { type Description, GROUPS, isPage, type Method } from './call.ts'
import type { Origin } from './refusals.ts'

interface Route {
  readonly origin: Origin
  readonly method: Method
  readonly path: string
  readonly described: Description
}

/** What can be done at an address, with the servers that answer there. */
export interface Entry extends Omit<Route, 'origin'> {
  readonly origins: readonly Origin[]
}

/** Other addresses that answer exactly as one does. */
export interface Alias {
  readonly path: string
  readonly of: string
  readonly origins: readonly Origin[]
}

const ORDER = Object.keys(GROUPS)

/** Every route of the two servers, as they registered it. */
export class CallBook {
  readonly #routes: Route[] = []

  /** Notes what the app registers from now on. A route without a description is a mistake, and nothing starts. */
  note(app: FastifyInstance, origin: Origin): void {
    app.addHook('onRoute', ({ url, config }) => {
      if (config?.described === undefined) throw new Error(`the route ${url} is not described`)
      for (const [method, described] of Object.entries(config.described))
        this.#routes.push({ origin, method: method as Method, path: templated(url), described })
    })
  }

  /** The entries in the description of a server. The console's description contains all of them. */
  told(origin: Origin): { entries: Entry[]; aliases: Alias[] } {
    const routes = this.#routes.filter(route => origin === 'console' || route.origin === 'pages')
    const first = new Map<Description, string>()
    const entries = new Map<string, Entry>()
    const aliases = new Map<string, Alias>()
    for (const { method, path, described, origin: by } of routes) {
      const of = first.get(described) ?? path
      first.set(described, of)
      const [map, key] = of === path ? [entries, `${method} ${path}`] : [aliases, path]
      const known = map.get(key)?.origins ?? []
      const origins = known.includes(by) ? known : [...known, by]
      if (of === path) entries.set(key, { method, path, described, origins })
      else aliases.set(key, { path, of, origins })
    }
    const turn = ({ described }: Entry) => ORDER.indexOf(isPage(described) ? 'For people' : described.group)
    return {
      entries: [...entries.values()].sort((a, b) => turn(a) - turn(b)),
      aliases: [...aliases.values()],
    }
  }
}

/** An address as a description writes it: `:id` is `{id}`, and what is left is `{path}`. */
function templated(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
}
