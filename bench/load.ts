import autocannon from 'autocannon'
import { alternated } from './measure.ts'

// Many short rounds, not few long ones: what disturbs one then disturbs its neighbour too.
const ROUNDS = 7
const CONNECTIONS = 32
const SECONDS = 2

/** The rates of two servers in turn, once both are warm. */
export async function rates(
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<{ ours: number; peer: number }> {
  await alternated(1, ours, peer)
  return await alternated(ROUNDS, ours, peer)
}

/** How many requests a second a server answers: all for one address, or for several in turn. */
export async function perSecond(
  url: string,
  headers: Record<string, string>,
  paths: readonly string[] = [],
): Promise<number> {
  let connection = 0
  const result = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
    // Each connection begins elsewhere, or all would ask for the same at the same time.
    setupClient(client) {
      const first = Math.floor((paths.length * connection++) / CONNECTIONS)
      const turned = [...paths.slice(first), ...paths.slice(0, first)]
      if (turned.length > 0) client.setRequests(turned.map(path => ({ path })))
    },
  })
  const { errors, non2xx, requests, duration } = result
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} refusals`)
  return requests.total / duration
}
