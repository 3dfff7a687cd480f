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

/** How many requests a second a server answers: all for one address, or for several paths in turn. */
export async function perSecond(
  url: string,
  headers: Record<string, string>,
  paths?: readonly string[],
): Promise<number> {
  const load = { url, headers, connections: CONNECTIONS, duration: SECONDS }
  const result = await autocannon(paths ? { ...load, requests: paths.map(path => ({ path })) } : load)
  if (result.errors + result.non2xx > 0) throw new Error(`${url} did not answer every request`)
  return result.requests.total / result.duration
}
